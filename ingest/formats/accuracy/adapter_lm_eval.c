/* adapter_lm_eval.c - results_*.json of lm-evaluation-harness (0.3 on): scores of quality tests.
 *
 * results.<task>."<metric>,<filter>" since 0.4, "<metric>" before; "..._stderr..." is its standard
 * error, which may be the text "N/A". The instance is "task metric,filter": two filters of one task
 * are two scores. A limit makes a score no evidence of accuracy, so it is a fact of its own, and so
 * are the samples that the task has and those that were used. All keys are accuracy's own: the
 * harness, its arguments and its seed are not those of the benchmark that it stands beside. The
 * tool's start_time and end_time count from the start of its machine and are no dates; `date` is.
 */
#include "reading.h"
#include "sniff.h"

static const struct field fields[] = {
    { "/config/gen_kwargs", KEY_ACCURACY_SAMPLING, UNIT_NONE, false },
    { "/config/limit", KEY_ACCURACY_LIMIT, UNIT_NONE, false },
    { "/config/model", KEY_ACCURACY_BACKEND, UNIT_NONE, false },
    { "/config/model_args", KEY_ACCURACY_ARGUMENTS, UNIT_NONE, false },
    { "/config/num_fewshot", KEY_ACCURACY_SHOTS, UNIT_COUNT, false },
    { "/config/random_seed", KEY_ACCURACY_SEED, UNIT_NONE, false },
    { "/date", KEY_ACCURACY_DATE, UNIT_NONE, false },
    { "/lm_eval_version", KEY_ACCURACY_TOOL_VERSION, UNIT_NONE, false },
    { "/model_name", KEY_ACCURACY_MODEL, UNIT_NONE, false },
    { "/n-shot/*", KEY_ACCURACY_SHOTS, UNIT_COUNT, false },
    { "/task_hashes/*", KEY_ACCURACY_DIGEST, UNIT_NONE, false },
    { "/total_evaluation_time_seconds", KEY_ACCURACY_TIME, UNIT_SECOND, false },
    { "/transformers_version", KEY_ACCURACY_PACKAGE, UNIT_NONE, false },
    { "/versions/*", KEY_ACCURACY_VERSION, UNIT_NONE, false },
};

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_is_object(sniff) && sniff_member(sniff, STR("results")) &&
                (str_find(sniff->head, STR("_stderr")) != SIZE_MAX) &&
                (sniff_member(sniff, STR("versions")) || sniff_member(sniff, STR("configs")) ||
                 str_find(sniff->head, STR("\"alias\"")) != SIZE_MAX);
    return mine ? BID_SIGNATURE : BID_NONE;
}

/* One member of a task: a score or its error. */
static void score_fact(struct reading *reading, const struct json *json, struct str task,
                       const struct json_item *item)
{
    struct str name = json_name(item);
    size_t at = str_find(name, STR("_stderr"));
    bool error = at != SIZE_MAX;
    if (str_eq(name, STR("alias")) || str_eq(name, STR("sample_len")) ||
        (json_type(item) != JSON_NUMBER && json_type(item) != JSON_STRING))
        return;
    struct str rest = error ? str_sub(name, at + sizeof "_stderr" - 1, name.len) : name;
    struct str head = error ? str_sub(name, 0, at) : (struct str){ 0 };
    struct str instance =
        str_format(reading->scratch, "%.*s %.*s%.*s", STR_ARG(task), STR_ARG(head), STR_ARG(rest));
    json_fact(reading, json, item, instance, error ? KEY_ACCURACY_ERROR : KEY_ACCURACY_SCORE,
              UNIT_NONE);
}

/* n-samples.<task>: how many the task has, and how many were used. */
static void samples_facts(struct reading *reading, const struct json *json)
{
    static const struct {
        const char *name;
        enum key key;
    } counts[] = { { "effective", KEY_ACCURACY_SAMPLES },
                   { "original", KEY_ACCURACY_SAMPLES_ALL } };
    const struct json_item *list = json_member(json_root(json), STR("n-samples"));
    for (const struct json_item *task = list ? json_next(list, NULL) : NULL; task;
         task = json_next(list, task)) {
        for (size_t i = 0; i < ARRAY_COUNT(counts); i++) {
            const struct json_item *item = json_member(task, str_from(counts[i].name));
            if (item)
                json_fact(reading, json, item, json_name(task), counts[i].key, UNIT_COUNT);
        }
    }
}

/* higher_is_better.<task>.<metric>: true or false, by metric without its filter. */
static void better_facts(struct reading *reading, const struct json *json)
{
    const struct json_item *list = json_member(json_root(json), STR("higher_is_better"));
    for (const struct json_item *task = list ? json_next(list, NULL) : NULL; task;
         task = json_next(list, task)) {
        for (const struct json_item *item = json_next(task, NULL); item;
             item = json_next(task, item)) {
            struct str instance = str_format(reading->scratch, "%.*s %.*s",
                                             STR_ARG(json_name(task)), STR_ARG(json_name(item)));
            json_fact(reading, json, item, instance, KEY_ACCURACY_BETTER, UNIT_NONE);
        }
    }
}

/* config.gen_kwargs and config.model_args: a text, and an object of settings since 0.4.3. */
static void objects_facts(struct reading *reading, const struct json *json)
{
    static const struct {
        const char *path;
        enum key key;
    } objects[] = { { "/config/gen_kwargs", KEY_ACCURACY_SAMPLING },
                    { "/config/model_args", KEY_ACCURACY_ARGUMENTS } };
    for (size_t i = 0; i < ARRAY_COUNT(objects); i++) {
        const struct json_item *list = json_at(json_root(json), str_from(objects[i].path));
        bool object = list && json_type(list) == JSON_OBJECT;
        for (const struct json_item *item = object ? json_next(list, NULL) : NULL; item;
             item = json_next(list, item)) {
            bool list_too = objects[i].key == KEY_ACCURACY_SAMPLING;
            if (json_type(item) != JSON_OBJECT && (list_too || json_type(item) != JSON_ARRAY))
                json_fact(reading, json, item, json_name(item), objects[i].key, UNIT_NONE);
        }
    }
}

/* What the harness found out of a model that it loaded itself. */
static void model_facts(struct reading *reading, const struct json *json)
{
    static const char *const names[] = { "model_dtype", "model_sha", "model_revision" };
    const struct json_item *config = json_member(json_root(json), STR("config"));
    for (size_t i = 0; config && i < ARRAY_COUNT(names); i++) {
        const struct json_item *item = json_member(config, str_from(names[i]));
        if (item && json_type(item) == JSON_STRING)
            json_fact(reading, json, item, str_from(names[i]), KEY_ACCURACY_ARGUMENTS, UNIT_NONE);
    }
}

/* pretty_env_info, the text of torch.utils.collect_env: "GPU models and configuration: GPU 0:
 * NVIDIA H100 80GB HBM3", or one line an accelerator. */
static void accelerator_fact(struct reading *reading, const struct json *json)
{
    const struct json_item *item = json_member(json_root(json), STR("pretty_env_info"));
    struct str rest =
        item && json_type(item) == JSON_STRING ? json_string(item) : (struct str){ 0 };
    struct str line;
    while (str_cut(&rest, '\n', &line)) {
        size_t at = str_find(line, STR("GPU 0: "));
        if (at != SIZE_MAX) {
            struct str name = str_trim(str_sub(line, at + sizeof "GPU 0: " - 1, line.len));
            reading_fact(reading, KEY_ACCURACY_ACCELERATOR, (struct str){ 0 }, name, UNIT_NONE,
                         json_place(json, item));
            return;
        }
    }
}

/* Members that are plain in one version and objects in another are read where they are plain. */
static void settings_read(struct reading *reading, const struct json *json)
{
    for (size_t i = 0; i < ARRAY_COUNT(fields); i++) {
        struct str path = str_from(fields[i].path);
        const struct json_item *item = json_at(json_root(json), path);
        bool package = fields[i].key == KEY_ACCURACY_PACKAGE;
        if (str_ends(path, STR("/*")) || (item && json_type(item) != JSON_OBJECT)) {
            json_fields(reading, json, json_root(json),
                        package ? STR("transformers") : (struct str){ 0 }, &fields[i], 1);
        }
    }
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    const struct json_item *list = json_member(json_root(json), STR("results"));
    for (const struct json_item *task = list ? json_next(list, NULL) : NULL; task;
         task = json_next(list, task))
        for (const struct json_item *item = json_next(task, NULL); item;
             item = json_next(task, item))
            score_fact(reading, json, json_name(task), item);
    samples_facts(reading, json);
    better_facts(reading, json);
    objects_facts(reading, json);
    model_facts(reading, json);
    accelerator_fact(reading, json);
    settings_read(reading, json);
    return true;
}

const struct adapter adapter_lm_eval = {
    .name = "lm-eval-json",
    .title = "Scores of lm-evaluation-harness",
    .tool = "lm-evaluation-harness (0.3 on), results_*.json",
    .spec = "EleutherAI/lm-evaluation-harness, lm_eval/loggers/evaluation_tracker.py",
    .listed = true,
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
