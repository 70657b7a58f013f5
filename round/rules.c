/* rules.c - rule sets of rounds, read from data. */
#include "rules.h"
#include "base/json.h"
#include "base/num.h"

#include <glib.h>
#include <math.h>
#include <string.h>

static const char *const scenarios[SCENARIO_COUNT] = { "SingleStream", "MultiStream", "Server",
                                                       "Offline", "Interactive" };

const char *scenario_name(enum scenario scenario)
{
    return scenario < SCENARIO_COUNT ? scenarios[scenario] : "";
}

enum scenario scenario_find(struct str name)
{
    for (unsigned i = 0; i < SCENARIO_COUNT; i++)
        if (name.len == strlen(scenarios[i]) &&
            g_ascii_strncasecmp(name.at, scenarios[i], name.len) == 0)
            return (enum scenario)i;
    return SCENARIO_COUNT;
}

bool strs_have(const struct strs *list, struct str text)
{
    for (size_t i = 0; i < list->count; i++)
        if (str_eq(list->item[i], text))
            return true;
    return false;
}

struct reader {
    struct arena *home;
    const struct json *json;
    struct diags *diags;
    bool good;
};

static void refuse(struct reader *in, const struct json_item *at, const char *wanted)
{
    in->good = false;
    diag_add(in->diags, DIAG_RULES_BAD, json_place(in->json, at), str_from(wanted), "%.*s",
             STR_ARG(json_name(at)));
}

static struct str text_of(struct reader *in, const struct json_item *parent, const char *name)
{
    const struct json_item *item = json_member(parent, str_from(name));
    if (!item || json_type(item) != JSON_STRING) {
        refuse(in, parent, name);
        return (struct str){ 0 };
    }
    return str_keep(in->home, json_string(item));
}

static double number_of(struct reader *in, const struct json_item *parent, const char *name,
                        double otherwise)
{
    const struct json_item *item = json_member(parent, str_from(name));
    double value = otherwise;
    if (item && (json_type(item) != JSON_NUMBER || !json_real(in->json, item, &value)))
        refuse(in, item, "a number");
    return value;
}

static bool yes(const struct json_item *parent, const char *name)
{
    const struct json_item *item = json_member(parent, str_from(name));
    return item && json_type(item) == JSON_TRUE;
}

static void list_of(struct reader *in, const struct json_item *parent, const char *name,
                    struct strs *out)
{
    const struct json_item *list = json_member(parent, str_from(name));
    for (const struct json_item *item = list ? json_next(list, NULL) : NULL; item;
         item = json_next(list, item)) {
        if (out->count == STRS_MOST || json_type(item) != JSON_STRING) {
            refuse(in, item, "up to 64 texts");
            return;
        }
        out->item[out->count++] = str_keep(in->home, json_string(item));
    }
}

static enum scenario scenario_of(struct reader *in, const struct json_item *item, struct str name)
{
    enum scenario scenario = scenario_find(name);
    if (scenario == SCENARIO_COUNT)
        refuse(in, item, "a scenario");
    return scenario;
}

static unsigned scenarios_of(struct reader *in, const struct json_item *list)
{
    unsigned set = 0;
    for (const struct json_item *item = list ? json_next(list, NULL) : NULL; item;
         item = json_next(list, item)) {
        enum scenario scenario = scenario_of(in, item, json_string(item));
        set |= scenario < SCENARIO_COUNT ? 1U << scenario : 0;
    }
    return set;
}

/* { "Server": number } */
static void numbers_of(struct reader *in, const struct json_item *object, double *out)
{
    for (const struct json_item *item = object ? json_next(object, NULL) : NULL; item;
         item = json_next(object, item)) {
        enum scenario scenario = scenario_of(in, item, json_name(item));
        if (scenario < SCENARIO_COUNT &&
            (json_type(item) != JSON_NUMBER || !json_real(in->json, item, &out[scenario])))
            refuse(in, item, "a number");
    }
}

static void texts_of(struct reader *in, const struct json_item *object, struct str *out)
{
    for (const struct json_item *item = object ? json_next(object, NULL) : NULL; item;
         item = json_next(object, item)) {
        enum scenario scenario = scenario_of(in, item, json_name(item));
        if (scenario < SCENARIO_COUNT)
            out[scenario] = str_keep(in->home, json_string(item));
    }
}

static void quality_read(struct reader *in, const struct json_item *list, struct benchmark *out)
{
    for (const struct json_item *item = list ? json_next(list, NULL) : NULL; item;
         item = json_next(list, item)) {
        if (out->quality_count == QUALITY_MOST) {
            refuse(in, item, "at most eight measures");
            return;
        }
        out->quality[out->quality_count++] =
            (struct quality){ .metric = text_of(in, item, "metric"),
                              .at_least = number_of(in, item, "at_least", (double)NAN),
                              .at_most = number_of(in, item, "at_most", (double)NAN) };
    }
}

static void emulated_read(struct reader *in, const struct json_item *object, struct benchmark *out)
{
    for (const struct json_item *item = object ? json_next(object, NULL) : NULL; item;
         item = json_next(object, item)) {
        struct emulated device = { .name = str_keep(in->home, json_name(item)),
                                   .batch = number_of(in, item, "batch", 0),
                                   .seconds = number_of(in, item, "seconds", 0) };
        if (out->emulated_count == EMULATED_MOST || device.batch <= 0 || device.seconds <= 0) {
            refuse(in, item, "up to eight accelerators with batch and seconds");
            return;
        }
        out->emulated[out->emulated_count++] = device;
    }
}

static void reference_read(struct reader *in, const struct json_item *object, struct benchmark *out)
{
    const struct json_item *list = object ? json_member(object, STR("points")) : NULL;
    if (!object)
        return;
    out->reference_counts = text_of(in, object, "counts");
    for (const struct json_item *item = list ? json_next(list, NULL) : NULL; item;
         item = json_next(list, item)) {
        struct reference point = { .batch = number_of(in, item, "batch", 0),
                                   .runs = number_of(in, item, "runs", 0),
                                   .mean = number_of(in, item, "mean", 0),
                                   .deviation = number_of(in, item, "deviation", -1),
                                   .inner = number_of(in, item, "inner", -1) };
        bool rises = out->reference_count == 0 ||
                     point.batch > out->reference[out->reference_count - 1].batch;
        if (out->reference_count == REFERENCES_MOST || point.batch <= 0 || point.mean <= 0 ||
            point.deviation < 0 || !rises) {
            refuse(in, item, "up to 16 points of rising batch, with mean and deviation");
            return;
        }
        out->reference[out->reference_count++] = point;
    }
}

static void benchmark_read(struct reader *in, const struct json_item *from, struct benchmark *out)
{
    static const char *const suites[] = { "datacenter", "edge", "datacenter,edge" };
    const struct json_item *required = json_member(from, STR("required"));
    const struct json_item *tokens = json_member(from, STR("tokens"));
    struct strs tests = { 0 };
    out->name = text_of(in, from, "name");
    out->model = text_of(in, from, "model");
    out->dataset = text_of(in, from, "dataset");
    out->dataset_size = number_of(in, from, "dataset_size", 0);
    out->performance_samples = number_of(in, from, "performance_samples", 0);
    out->offline_samples = number_of(in, from, "offline_samples", 0);
    out->accuracy_samples = number_of(in, from, "accuracy_samples", out->dataset_size);
    out->output_tokens_most = number_of(in, from, "output_tokens_most", 0);
    out->any_duration = yes(from, "any_duration");
    out->in_part = yes(from, "in_part");
    out->runs = number_of(in, from, "runs", 0);
    out->drop = number_of(in, from, "drop", 0);
    out->least_busy = number_of(in, from, "least_busy", 0);
    out->sample_bytes = number_of(in, from, "sample_bytes", 0);
    out->samples_a_file = number_of(in, from, "samples_a_file", 0);
    out->processes = number_of(in, from, "processes", 0);
    out->checkpoint_gib = number_of(in, from, "checkpoint_gib", 0);
    reference_read(in, json_member(from, STR("reference")), out);
    emulated_read(in, json_member(from, STR("emulated")), out);
    quality_read(in, json_member(from, STR("accuracy")), out);
    texts_of(in, json_member(from, STR("metric")), out->metric);
    texts_of(in, json_member(from, STR("published_unit")), out->published_unit);
    numbers_of(in, json_member(from, STR("latency_ns")), out->latency);
    for (const struct json_item *item = tokens ? json_next(tokens, NULL) : NULL; item;
         item = json_next(tokens, item)) {
        enum scenario scenario = scenario_of(in, item, json_name(item));
        if (scenario < SCENARIO_COUNT) {
            out->ttft[scenario] = number_of(in, item, "ttft_ns", 0);
            out->tpot[scenario] = number_of(in, item, "tpot_ns", 0);
        }
    }
    for (size_t i = 0; i < ARRAY_COUNT(suites) && required; i++)
        out->required[i] = scenarios_of(in, json_member(required, str_from(suites[i])));
    out->one_of = scenarios_of(in, json_member(from, STR("one_of")));
    out->optional = scenarios_of(in, json_member(from, STR("optional")));
    list_of(in, from, "tests", &tests);
    for (size_t i = 0; i < tests.count && i < TESTS_MOST; i++)
        out->test[out->test_count++] = tests.item[i];
}

static void aliases_read(struct reader *in, const struct json_item *object, struct rule_set *out)
{
    for (const struct json_item *item = object ? json_next(object, NULL) : NULL;
         item && out->alias_count < ARRAY_COUNT(out->alias); item = json_next(object, item)) {
        out->alias[out->alias_count].name = str_keep(in->home, json_name(item));
        out->alias[out->alias_count++].stands_for = str_keep(in->home, json_string(item));
    }
}

static void benchmarks_read(struct reader *in, const struct json_item *list, struct rule_set *out)
{
    out->benchmark = ARENA_MANY(in->home, json_count(list) + 1, struct benchmark);
    for (const struct json_item *item = json_next(list, NULL); item; item = json_next(list, item))
        benchmark_read(in, item, &out->benchmark[out->benchmark_count++]);
}

static void set_read(struct reader *in, const struct json_item *root, struct rule_set *out)
{
    const struct json_item *seeds = json_member(root, STR("seeds"));
    const struct json_item *list = json_member(root, STR("benchmarks"));
    out->name = text_of(in, root, "name");
    out->round = text_of(in, root, "round");
    out->suite = yes(root, "training")  ? SUITE_TRAINING
                 : yes(root, "storage") ? SUITE_STORAGE
                                        : SUITE_INFERENCE;
    if ((!seeds && out->suite == SUITE_INFERENCE) || !list) {
        refuse(in, root, "seeds and benchmarks");
        return;
    }
    if (out->suite != SUITE_INFERENCE) {
        out->least_steps = number_of(in, root, "least_steps", 0);
        out->memory_times = number_of(in, root, "memory_times", 0);
        out->checkpoints = number_of(in, root, "checkpoints", 0);
        out->warm_up = yes(root, "warm_up");
        list_of(in, root, "closed_parameters", &out->closed_parameters);
        list_of(in, root, "closed_checkpoints", &out->closed_checkpoints);
        aliases_read(in, json_member(root, STR("aliases")), out);
        benchmarks_read(in, list, out);
        return;
    }
    out->seed[0] = text_of(in, seeds, "qsl");
    out->seed[1] = text_of(in, seeds, "sample_index");
    out->seed[2] = text_of(in, seeds, "schedule");
    out->in_results = str_eq(text_of(in, root, "layout"), STR("results"));
    out->scheduled = yes(root, "scheduled_server");
    out->least_duration_ms = number_of(in, root, "least_duration_ms", 0);
    numbers_of(in, json_member(root, STR("least_queries")), out->least_queries);
    out->accuracy_log_bytes = number_of(in, root, "accuracy_log_bytes", 0);
    out->file_bytes = number_of(in, root, "file_bytes", 0);
    list_of(in, root, "status", &out->status);
    list_of(in, root, "system_type", &out->system_type);
    list_of(in, root, "system_keys", &out->system_keys);
    list_of(in, root, "system_filled", &out->system_filled);
    list_of(in, root, "system_power", &out->system_power);
    list_of(in, root, "system_network", &out->system_network);
    list_of(in, root, "measurement_keys", &out->measurement_keys);
    list_of(in, root, "measurement_files", &out->measurement_files);
    list_of(in, root, "power_files", &out->power_files);
    aliases_read(in, json_member(root, STR("aliases")), out);
    benchmarks_read(in, list, out);
}

bool rule_set_read(struct arena *home, struct str file, struct str bytes,
                   const struct rule_set **out, struct diags *diags)
{
    struct json *json;
    struct rule_set *set = ARENA_NEW(home, struct rule_set);
    struct reader in = { .home = home, .diags = diags, .good = true };
    if (!json_read(home, file, bytes, NULL, &json, diags))
        return false;
    in.json = json;
    set_read(&in, json_root(json), set);
    *out = set;
    return in.good;
}

struct str rule_set_name(const struct rule_set *rules)
{
    return rules->name;
}

const struct benchmark *benchmark_find(const struct rule_set *rules, struct str name)
{
    for (size_t i = 0; i < rules->alias_count; i++)
        if (str_eq(rules->alias[i].name, name))
            name = rules->alias[i].stands_for;
    for (size_t i = 0; i < rules->benchmark_count; i++)
        if (str_eq(rules->benchmark[i].name, name))
            return &rules->benchmark[i];
    return NULL;
}
