/* llama.c - tests of llama-bench (llama.cpp, tools/llama-bench), whatever form they were printed
 * in.
 *
 * Members by name, never by position: forks have twenty columns more. A test with n_gen 0 measures
 * the prompt, one with n_prompt 0 the generation, one with both the two together. */
#include "llama.h"
#include "model/normal.h"

/* `path` with its slash is the member in JSON; here the name behind it. */
const struct field llama_fields[LLAMA_FIELDS] = {
    { "/backends", KEY_RUNTIME_BACKEND, UNIT_NONE, false },
    { "/build_commit", KEY_ENGINE_VERSION, UNIT_NONE, false },
    { "/build_commit", KEY_METHOD_TOOL_VERSION, UNIT_NONE, true },
    { "/cpu_info", KEY_CPU_NAME, UNIT_NONE, false },
    { "/model_filename", KEY_MODEL_FILE, UNIT_NONE, false },
    { "/model_n_params", KEY_MODEL_PARAMETERS, UNIT_COUNT, false },
    { "/model_size", KEY_MODEL_SIZE, UNIT_BYTE, false },
    { "/model_type", KEY_MODEL_ARCHITECTURE, UNIT_NONE, false },
    { "/model_type", KEY_PRECISION_WEIGHTS, UNIT_NONE, false },
    { "/n_depth", KEY_CONTEXT_DEPTH, UNIT_TOKEN, false },
    { "/n_gen", KEY_OUTPUT_LENGTH, UNIT_TOKEN, true },
    { "/n_prompt", KEY_INPUT_LENGTH, UNIT_TOKEN, true },
    { "/test_time", KEY_CAPTURE_TIME, UNIT_NONE, false },
};

/* Neither settings nor what the table above names. */
static const struct str others[] = {
    STR_INIT("avg_ns"),     STR_INIT("avg_ts"),     STR_INIT("build_number"), STR_INIT("gpu_info"),
    STR_INIT("samples_ns"), STR_INIT("samples_ts"), STR_INIT("stddev_ns"),    STR_INIT("stddev_ts"),
    STR_INIT("type_k"),     STR_INIT("type_v"),
};

static const struct llama_cell *cell_of(const struct llama_test *test, struct str name)
{
    for (size_t i = 0; i < test->count; i++)
        if (str_eq(test->cell[i].name, name))
            return &test->cell[i];
    return NULL;
}

static bool is_setting(struct str name)
{
    for (size_t i = 0; i < LLAMA_FIELDS; i++)
        if (str_eq(name, str_from(llama_fields[i].path + 1)))
            return false;
    for (size_t i = 0; i < ARRAY_COUNT(others); i++)
        if (str_eq(name, others[i]))
            return false;
    return true;
}

/* Which cells of the first test all others have alike. Found once: asking anew for each cell of
 * each test would take time with the square of the tests. */
static bool *common_find(struct reading *reading, const struct llama_test *test, size_t count)
{
    bool *common = ARENA_MANY(reading->scratch, test[0].count, bool);
    for (size_t k = 0; k < test[0].count; k++) {
        const struct llama_cell *first = &test[0].cell[k];
        common[k] = true;
        for (size_t i = 1; i < count && common[k]; i++) {
            const struct llama_cell *other = cell_of(&test[i], first->name);
            common[k] = other && str_eq(first->text, other->text);
        }
    }
    return common;
}

static void cell_fact(struct reading *reading, const struct llama_cell *cell, struct str instance,
                      enum key key, enum unit unit)
{
    if (cell && cell->scaled)
        reading_number(reading, key, instance, cell->text, cell->value, unit, cell->place);
    else if (cell && cell->text.len > 0)
        reading_fact(reading, key, instance, cell->text, unit, cell->place);
}

/* "NVIDIA H200", or several names with commas between: one accelerator each. */
static void accelerator_facts(struct reading *reading, const struct llama_cell *cell)
{
    struct str rest, name;
    unsigned index = 0;
    if (!cell)
        return;
    rest = cell->text;
    while (str_cut(&rest, ',', &name)) {
        if (str_trim(name).len > 0) {
            reading_fact(reading, KEY_ACCELERATOR_NAME, str_format(reading->scratch, "%u", index),
                         name, UNIT_NONE, cell->place);
            index++;
        }
    }
}

struct telling {
    const struct llama_test *first;
    const bool *common; /* a cell of the first each */
    bool alike;         /* tell what is alike in all tests, or what is not */
};

static bool is_common(const struct telling *telling, struct str name)
{
    const struct llama_cell *cell = cell_of(telling->first, name);
    return cell && telling->common[cell - telling->first->cell];
}

/* Keys and values of the cache may differ; where they do not, it is one format. */
static void cache_facts(struct reading *reading, const struct telling *telling,
                        const struct llama_test *test)
{
    const struct llama_cell *k = cell_of(test, STR("type_k"));
    const struct llama_cell *v = cell_of(test, STR("type_v"));
    if (k && v && str_eq(k->text, v->text)) {
        cell_fact(reading, k, (struct str){ 0 }, KEY_PRECISION_KV_CACHE, UNIT_NONE);
        return;
    }
    bool alike = telling->alike;
    cell_fact(reading, k, alike ? STR("k") : reading_instance(reading, STR("k")),
              KEY_PRECISION_KV_CACHE, UNIT_NONE);
    cell_fact(reading, v, alike ? STR("v") : reading_instance(reading, STR("v")),
              KEY_PRECISION_KV_CACHE, UNIT_NONE);
}

/* "Debian", "unknown": letters, and not those of a hash alone. */
static bool is_word(struct str text)
{
    bool beyond = false;
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] >= '0' && text.at[i] <= '9')
            return false;
        beyond = beyond || text.at[i] < 'a' || text.at[i] > 'f';
    }
    return beyond;
}

/* The commit; or the build's number, where a distribution writes its name for every build
 * ("Debian") and a tree without git "unknown". */
static const struct llama_cell *version_of(const struct llama_test *test)
{
    const struct llama_cell *commit = cell_of(test, STR("build_commit"));
    const struct llama_cell *number = cell_of(test, STR("build_number"));
    bool numbered = number && number->text.len > 0 && !str_eq(number->text, STR("0"));
    return commit && is_word(commit->text) && numbered ? number : commit;
}

/* "llama 7B Q4_K - Medium", "gpt-oss 20B MXFP4 MoE": the format of the weights stands last. That
 * part; no text where no format is known. */
static struct str weights_of(struct str text)
{
    static const struct str behind[] = { STR_INIT(" (guessed)"), STR_INIT(" MoE") };
    struct str rest = text, word;
    for (size_t i = 0; i < ARRAY_COUNT(behind); i++) {
        size_t suffix = str_ends(rest, behind[i]) ? behind[i].len : 0;
        rest = str_sub(rest, 0, rest.len - suffix);
    }
    while (rest.at && !precision_format(rest))
        (void)str_cut(&rest, ' ', &word);
    return rest;
}

static void weights_fact(struct reading *reading, const struct llama_cell *cell)
{
    struct str weights = cell ? weights_of(cell->text) : (struct str){ 0 };
    if (!weights.at)
        return;
    struct place place = cell->place;
    if (place.path.len == 0) { /* lines: where the word stands; else where the value does */
        place.offset += (size_t)(weights.at - cell->text.at);
        place.column += (uint32_t)(weights.at - cell->text.at);
    }
    reading_fact(reading, KEY_PRECISION_WEIGHTS, (struct str){ 0 }, weights, UNIT_NONE, place);
}

/* What stands before that: two quantisations of a model are of one architecture. "all F32" and,
 * until 2023, "mostly Q4_0" name the format with a word before it. */
static void architecture_fact(struct reading *reading, const struct llama_cell *cell)
{
    static const struct str before[] = { STR_INIT(" all"), STR_INIT(" mostly") };
    if (!cell)
        return;
    struct str text = cell->text, weights = weights_of(cell->text);
    if (weights.at) {
        text = str_trim(str_sub(text, 0, (size_t)(weights.at - text.at)));
        for (size_t i = 0; i < ARRAY_COUNT(before); i++) {
            size_t suffix = str_ends(text, before[i]) ? before[i].len : 0;
            text = str_sub(text, 0, text.len - suffix);
        }
    }
    if (text.len > 0) {
        reading_fact(reading, KEY_MODEL_ARCHITECTURE, (struct str){ 0 }, text, UNIT_NONE,
                     cell->place);
    }
}

static bool is_version(const struct field *field)
{
    return field->key == KEY_ENGINE_VERSION || field->key == KEY_METHOD_TOOL_VERSION;
}

/* A version may be the build's number, whatever member the field names. */
static bool field_is_common(const struct telling *telling, const struct field *field)
{
    const struct llama_cell *version = version_of(telling->first);
    return is_common(telling, str_from(field->path + 1)) &&
           (!is_version(field) || !version || is_common(telling, version->name));
}

static void field_fact(struct reading *reading, const struct llama_test *test,
                       const struct field *field)
{
    const struct llama_cell *cell = cell_of(test, str_from(field->path + 1));
    if (field->key == KEY_PRECISION_WEIGHTS) {
        weights_fact(reading, cell);
        return;
    }
    if (field->key == KEY_MODEL_ARCHITECTURE) {
        architecture_fact(reading, cell);
        return;
    }
    cell_fact(reading, is_version(field) ? version_of(test) : cell, (struct str){ 0 }, field->key,
              field->unit);
}

static void setting_fact(struct reading *reading, const struct telling *telling,
                         const struct llama_cell *cell)
{
    struct str instance = telling->alike ? cell->name : reading_instance(reading, cell->name);
    cell_fact(reading, cell, instance, KEY_ENGINE_SETTINGS, UNIT_NONE);
}

static void members_tell(struct reading *reading, const struct telling *telling,
                         const struct llama_test *test)
{
    for (size_t i = 0; i < LLAMA_FIELDS; i++)
        if (field_is_common(telling, &llama_fields[i]) == telling->alike)
            field_fact(reading, test, &llama_fields[i]);
    for (size_t i = 0; i < test->count; i++) {
        struct str name = test->cell[i].name;
        if (is_setting(name) && is_common(telling, name) == telling->alike)
            setting_fact(reading, telling, &test->cell[i]);
    }
    if (is_common(telling, STR("gpu_info")) == telling->alike)
        accelerator_facts(reading, cell_of(test, STR("gpu_info")));
    bool cache = is_common(telling, STR("type_k")) && is_common(telling, STR("type_v"));
    if (cache == telling->alike)
        cache_facts(reading, telling, test);
}

/* False: what stands there is no count. A cell that is not there counts none. */
static bool length_of(const struct llama_cell *cell, int64_t *out)
{
    *out = cell && cell->scaled ? (int64_t)cell->value : 0;
    return !cell || cell->scaled || num_int(cell->text, out);
}

static void rate_facts(struct reading *reading, const struct llama_test *test)
{
    const struct llama_cell *prompt = cell_of(test, STR("n_prompt"));
    const struct llama_cell *generated = cell_of(test, STR("n_gen"));
    int64_t in, out;
    if ((!prompt && !generated) || !length_of(prompt, &in) || !length_of(generated, &out)) {
        reading_error(reading, DIAG_VALUE_BAD, test->cell[0].place,
                      STR("a test with n_prompt and n_gen"), (struct str){ 0 });
        return;
    }
    enum key key = out == 0  ? KEY_THROUGHPUT_PROMPT_TOKENS
                   : in == 0 ? KEY_THROUGHPUT_OUTPUT_TOKENS
                             : KEY_THROUGHPUT_TOTAL_TOKENS;
    cell_fact(reading, cell_of(test, STR("avg_ts")), (struct str){ 0 }, key, UNIT_TOKEN_PER_SECOND);
    cell_fact(reading, cell_of(test, STR("stddev_ts")), reading_instance(reading, STR("std")), key,
              UNIT_TOKEN_PER_SECOND);
}

struct llama_test llama_test_of_json(struct reading *reading, const struct json *json,
                                     const struct json_item *item)
{
    size_t count = json_count(item);
    size_t most = count < LLAMA_CELLS ? count : LLAMA_CELLS;
    struct llama_cell *cell = ARENA_MANY(reading->scratch, most, struct llama_cell);
    struct llama_test test = { .cell = cell, .json = json, .item = item };
    for (const struct json_item *member = json_next(item, NULL); member && test.count < most;
         member = json_next(item, member)) {
        if (json_type(member) != JSON_ARRAY && json_type(member) != JSON_OBJECT &&
            json_type(member) != JSON_NULL) {
            cell[test.count++] = (struct llama_cell){ .name = json_name(member),
                                                      .text = json_scalar(json, member),
                                                      .place = json_place(json, member) };
        }
    }
    return test;
}

void llama_more(struct reading *reading, struct place place)
{
    reading_error(
        reading, DIAG_VALUE_BAD, place,
        str_format(reading->scratch, "at most %d tests; those behind are left out", LLAMA_TESTS),
        (struct str){ 0 });
}

/* Of a column said twice neither value is taken: readers differ on which counts. */
static void twice_check(struct reading *reading, struct llama_test *test)
{
    for (size_t i = 0; i < test->count; i++) {
        bool twice = false;
        for (size_t k = i + 1; k < test->count; k++) {
            if (test->cell[i].name.len > 0 && str_eq(test->cell[i].name, test->cell[k].name)) {
                reading_error(reading, DIAG_LINE_BAD, test->cell[k].place,
                              STR("each column name once"), test->cell[k].name);
                test->cell[k] = (struct llama_cell){ .place = test->cell[k].place };
                twice = true;
            }
        }
        if (twice)
            test->cell[i] = (struct llama_cell){ .place = test->cell[i].place };
    }
}

void llama_tests_read(struct reading *reading, struct llama_test *test, size_t count)
{
    for (size_t i = 0; i < count; i++)
        twice_check(reading, &test[i]);
    if (count == 0) {
        reading_missing(reading, "build_commit");
        return;
    }
    const bool *alike = common_find(reading, test, count);
    const struct telling common = { test, alike, true };
    const struct telling own = { test, alike, false };
    members_tell(reading, &common, &test[0]);
    for (size_t i = 0; i < count; i++) {
        if (!reading_run(reading, str_format(reading->scratch, "%zu", i)))
            continue;
        members_tell(reading, &own, &test[i]);
        rate_facts(reading, &test[i]);
        if (test[i].json) {
            llama_sample_series(reading, test[i].json, test[i].item);
            llama_samples_check(reading, test[i].json, test[i].item);
        }
    }
}
