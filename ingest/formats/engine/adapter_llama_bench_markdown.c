/* adapter_llama_bench_markdown.c - `llama-bench -o md` of llama.cpp, its usual output, also where
 * one or several tables stand in a log.
 *
 * Columns equal to their default are left out, names are short ("ngl", "fa"), the test is a word
 * ("pp512", "tg128", "pp512+tg128", "@ d4096"), the figure "490.97 ± 2.27" is mean and sample
 * deviation. The devices stand in front of a table, "build: COMMIT (NUMBER)" behind it. */
#include "llama.h"
#include "sniff.h"

static const struct short_row {
    struct str name, member;
} shorts[] = {
    { STR_INIT("backend"), STR_INIT("backends") },
    { STR_INIT("dev"), STR_INIT("devices") },
    { STR_INIT("embd"), STR_INIT("embeddings") },
    { STR_INIT("fa"), STR_INIT("flash_attn") },
    { STR_INIT("mg"), STR_INIT("main_gpu") },
    { STR_INIT("mmap"), STR_INIT("use_mmap") },
    { STR_INIT("model"), STR_INIT("model_type") },
    { STR_INIT("ncmoe"), STR_INIT("n_cpu_moe") },
    { STR_INIT("ngl"), STR_INIT("n_gpu_layers") },
    { STR_INIT("nkvo"), STR_INIT("no_kv_offload") },
    { STR_INIT("ot"), STR_INIT("tensor_buft_overrides") },
    { STR_INIT("params"), STR_INIT("model_n_params") },
    { STR_INIT("size"), STR_INIT("model_size") },
    { STR_INIT("sm"), STR_INIT("split_mode") },
    { STR_INIT("threads"), STR_INIT("n_threads") },
    { STR_INIT("ts"), STR_INIT("tensor_split") },
};

static bool is_header(struct str line)
{
    return str_starts(line, STR("|")) && str_find(line, STR("| model ")) != SIZE_MAX &&
           str_find(line, STR(" test |")) != SIZE_MAX && str_find(line, STR(" t/s |")) != SIZE_MAX;
}

static int bid(const struct sniff *sniff)
{
    struct str rest = sniff->head;
    struct str line;
    while (str_cut(&rest, '\n', &line))
        if (is_header(line))
            return BID_SIGNATURE;
    return BID_NONE;
}

struct table {
    struct reading *reading;
    struct str column[LLAMA_CELLS];
    size_t columns;
    struct llama_test *test;
    size_t count, unbuilt; /* tests so far; the first whose build is not known yet */
    struct llama_cell device;
    size_t device_at;       /* tests before it */
    struct statement build; /* the last one */
};

/* Cells between bars. */
static size_t cells_of(struct str line, struct str *cell)
{
    struct str rest = str_trim(line);
    struct str text;
    size_t count = 0;
    rest = str_sub(rest, 1, rest.len);
    while (count < LLAMA_CELLS && str_cut(&rest, '|', &text))
        if (rest.at) /* the last piece is what stands behind the last bar */
            cell[count++] = str_trim(text);
    return count;
}

/* Of a column said twice neither value is taken: readers differ on which counts. */
static void header_read(struct table *table, const struct line *line)
{
    table->columns = cells_of(line->text, table->column);
    for (size_t i = 0; i < table->columns; i++) {
        struct str name = table->column[i];
        for (size_t k = i + 1; k < table->columns && name.len > 0; k++) {
            if (str_eq(name, table->column[k])) {
                reading_error(table->reading, DIAG_LINE_BAD,
                              line_place(table->reading, line, table->column[k]),
                              STR("each column name once"), name);
                table->column[i] = table->column[k] = (struct str){ 0 };
            }
        }
    }
}

static void cell_add(struct llama_test *test, const struct table *table, const struct line *line,
                     struct str name, struct str text)
{
    if (test->count < LLAMA_CELLS && text.len > 0) {
        test->cell[test->count++] = (struct llama_cell){
            .name = name, .text = text, .place = line_place(table->reading, line, text)
        };
    }
}

static struct str digits_behind(struct str text, struct str word)
{
    size_t at = str_find(text, word);
    size_t from = at == SIZE_MAX ? text.len : at + word.len;
    size_t to = from;
    while (to < text.len && text.at[to] >= '0' && text.at[to] <= '9')
        to++;
    return str_sub(text, from, to);
}

/* "6.74 B": thousands of millions. */
static void parameters_add(struct llama_test *test, const struct table *table,
                           const struct line *line, struct str text)
{
    static const struct {
        char letter;
        double factor;
    } scales[] = { { 'K', 1e3 }, { 'M', 1e6 }, { 'B', 1e9 }, { 'T', 1e12 } };
    double value;
    size_t before = test->count;
    cell_add(test, table, line, STR("model_n_params"), text);
    if (test->count == before) /* nothing there, or no room */
        return;
    struct llama_cell *cell = &test->cell[test->count - 1];
    for (size_t i = 0; i < ARRAY_COUNT(scales); i++) {
        if (text.len > 2 && text.at[text.len - 1] == scales[i].letter &&
            num_real(str_trim(str_sub(text, 0, text.len - 1)), &value)) {
            cell->scaled = true;
            cell->value = value * scales[i].factor;
        }
    }
}

static void figure_add(struct llama_test *test, const struct table *table, const struct line *line,
                       struct str text)
{
    size_t sign = str_find(text, STR("±"));
    struct str mean = str_trim(str_sub(text, 0, sign));
    struct str rest = sign != SIZE_MAX ? str_sub(text, sign, text.len) : (struct str){ 0 };
    cell_add(test, table, line, STR("avg_ts"), mean);
    cell_add(test, table, line, STR("stddev_ts"),
             str_trim(str_sub(rest, sizeof "±" - 1, rest.len)));
}

/* "pp512" is a prompt and nothing generated, "tg128" the other way round (llama.cpp,
 * tools/llama-bench/llama-bench.cpp, markdown_printer): the word says that the other length is
 * none. */
static void test_add(struct llama_test *test, const struct table *table, const struct line *line,
                     struct str text)
{
    const struct str lengths[] = { digits_behind(text, STR("pp")), digits_behind(text, STR("tg")) };
    static const struct str names[] = { STR_INIT("n_prompt"), STR_INIT("n_gen") };
    for (size_t i = 0; i < ARRAY_COUNT(names); i++) {
        size_t before = test->count;
        bool none = lengths[i].len == 0 && lengths[1 - i].len > 0;
        cell_add(test, table, line, names[i],
                 none ? str_sub(text, 0, str_find(text, STR(" "))) : lengths[i]);
        if (none && test->count > before) {
            test->cell[before].scaled = true;
            test->cell[before].value = 0;
        }
    }
    cell_add(test, table, line, STR("n_depth"), digits_behind(text, STR("@ d")));
}

static struct str member_of(struct str name)
{
    for (size_t i = 0; i < ARRAY_COUNT(shorts); i++)
        if (str_eq(name, shorts[i].name))
            return shorts[i].member;
    return name;
}

static void row_read(struct table *table, const struct line *line)
{
    struct str text[LLAMA_CELLS];
    size_t count = cells_of(line->text, text);
    if (count == 0 || count != table->columns || str_starts(text[0], STR("---")))
        return;
    struct llama_test *test = &table->test[table->count++];
    /* room for build and device */
    *test = (struct llama_test){ .cell = ARENA_MANY(table->reading->scratch, LLAMA_CELLS,
                                                    struct llama_cell) };
    for (size_t i = 0; i < count; i++) {
        struct str name = table->column[i];
        if (str_eq(name, STR("test")))
            test_add(test, table, line, text[i]);
        else if (str_eq(name, STR("t/s")))
            figure_add(test, table, line, text[i]);
        else if (str_eq(name, STR("params")))
            parameters_add(test, table, line, text[i]);
        else if (name.len > 0)
            cell_add(test, table, line, member_of(name), text[i]);
    }
    if (table->device.text.len > 0 && test->count < LLAMA_CELLS)
        test->cell[test->count++] = table->device;
}

/* "build: 34ce48d97 (7356)" tells of all tests since the last one. */
static void build_read(struct table *table, const struct line *line)
{
    struct str text = str_trim(str_sub(line->text, sizeof "build:" - 1, line->text.len));
    struct str commit = str_sub(text, 0, str_find(text, STR(" ")));
    struct str number = digits_behind(text, STR(" ("));
    struct place place = line_place(table->reading, line, text);
    if (table->unbuilt == table->count)
        reading_otherwise(table->reading, &table->build, text, place);
    table->build = (struct statement){ STR("build"), text, place };
    for (; table->unbuilt < table->count && table->unbuilt < LLAMA_TESTS; table->unbuilt++) {
        cell_add(&table->test[table->unbuilt], table, line, STR("build_commit"), commit);
        cell_add(&table->test[table->unbuilt], table, line, STR("build_number"), number);
    }
}

/* "  Device 0: NVIDIA H100, compute capability ..." and "ggml_vulkan: 0 = NAME (driver) | ...": the
 * first one's name. */
static void device_read(struct table *table, const struct line *line)
{
    struct str text = str_trim(line->text);
    size_t to = SIZE_MAX, from = 0;
    if (str_starts(text, STR("Device 0: "))) {
        from = sizeof "Device 0: " - 1;
        to = str_find(text, STR(", compute capability"));
    } else if (str_starts(text, STR("ggml_vulkan: 0 = "))) {
        from = sizeof "ggml_vulkan: 0 = " - 1;
        to = str_find(text, STR(" | "));
    }
    if (to != SIZE_MAX && to > from) {
        struct str name = str_sub(text, from, to);
        struct place place = line_place(table->reading, line, name);
        if (table->device_at == table->count) {
            const struct statement before = { STR("Device 0"), table->device.text,
                                              table->device.place };
            reading_otherwise(table->reading, &before, name, place);
        }
        table->device_at = table->count;
        table->device =
            (struct llama_cell){ .name = STR("gpu_info"), .text = name, .place = place };
    }
}

static bool read(struct reading *reading)
{
    struct table *table = ARENA_NEW(reading->scratch, struct table);
    struct lines lines;
    struct line line;
    table->reading = reading;
    table->test = ARENA_MANY(reading->scratch, LLAMA_TESTS, struct llama_test);
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line)) {
        if (is_header(line.text)) {
            header_read(table, &line);
        } else if (str_starts(line.text, STR("|"))) {
            if (table->count < LLAMA_TESTS) {
                row_read(table, &line);
            } else if (table->count == LLAMA_TESTS) {
                llama_more(reading, line_place(reading, &line, line.text));
                table->count++;
            }
        } else if (str_starts(line.text, STR("build: "))) {
            build_read(table, &line);
        } else {
            device_read(table, &line);
        }
    }
    llama_tests_read(reading, table->test, table->count < LLAMA_TESTS ? table->count : LLAMA_TESTS);
    return true;
}

const struct adapter adapter_llama_bench_markdown = {
    .name = "llama-bench-markdown",
    .title = "Prompt and generation tests of llama.cpp, as tables in a text",
    .tool = "llama-bench (-o md)",
    .spec = "llama.cpp, tools/llama-bench/README.md",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .mark = " t/s |",
    .field = llama_fields,
    .field_count = LLAMA_FIELDS,
};
