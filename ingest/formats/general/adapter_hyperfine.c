/* adapter_hyperfine.c - `hyperfine --export-json`, 1.0 to 1.19.
 *
 * {"results": [...]}, one element a command; times are seconds. "stddev" is null for one run. Under
 * --ignore-failure a command that fails is timed all the same: its exit codes say so, and the first
 * that is not 0 becomes the run's. Warm-up runs are not recorded. Each element of "times" is one
 * run of the command: a series, which a shortened file lacks.
 * "command" is the workload, since hyperfine knows no other name. Defined by sharkdp/hyperfine,
 * src/export/json.rs. */
#include "benchmarks.h"
#include "sniff.h"

static const struct field result_fields[] = {
    { "command", KEY_WORKLOAD_NAME, UNIT_NONE, true },
};

static const struct statistic_row {
    const char *name, *instance;
    enum key key;
} statistics[] = {
    { "max", "max", KEY_LATENCY_ITERATION },    { "mean", "mean", KEY_LATENCY_ITERATION },
    { "median", "p50", KEY_LATENCY_ITERATION }, { "min", "min", KEY_LATENCY_ITERATION },
    { "stddev", "std", KEY_LATENCY_ITERATION }, { "system", "system", KEY_CPU_TIME },
    { "user", "user", KEY_CPU_TIME },
};

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_is_object(sniff) && sniff_member(sniff, STR("results")) &&
                str_find(sniff->head, STR("\"command\"")) != SIZE_MAX &&
                str_find(sniff->head, STR("\"user\"")) != SIZE_MAX &&
                (str_find(sniff->head, STR("\"times\"")) != SIZE_MAX ||
                 str_find(sniff->head, STR("\"system\"")) != SIZE_MAX);
    return mine ? BID_SIGNATURE : BID_NONE;
}

/* The first exit code that is not 0, then the first; null stands for a signal. */
static void exit_fact(struct reading *reading, const struct json *json,
                      const struct json_item *result)
{
    const struct json_item *codes = json_member(result, STR("exit_codes"));
    const struct json_item *shown = codes ? json_next(codes, NULL) : NULL;
    for (const struct json_item *code = shown; code; code = json_next(codes, code)) {
        if (json_type(code) == JSON_NULL || !str_eq(json_literal(json, code), STR("0"))) {
            shown = code;
            break;
        }
    }
    if (shown && json_type(shown) == JSON_NULL) {
        reading_fact(reading, KEY_RUN_ERROR, (struct str){ 0 }, STR("no exit code"), UNIT_NONE,
                     json_place(json, shown));
    } else {
        (void)result_fact(reading, json, shown, STR(""), KEY_RUN_EXIT, UNIT_NONE);
    }
    const struct json_item *first = codes ? json_next(codes, NULL) : NULL;
    if (shown != first)
        (void)result_fact(reading, json, first, STR(""), KEY_RUN_EXIT, UNIT_NONE);
}

static void result_read(struct reading *reading, const struct json *json,
                        const struct json_item *result)
{
    for (size_t i = 0; i < ARRAY_COUNT(result_fields); i++) {
        (void)result_fact(reading, json, json_member(result, str_from(result_fields[i].path)),
                          STR(""), result_fields[i].key, result_fields[i].unit);
    }
    const struct json_item *parameters = json_member(result, STR("parameters"));
    for (const struct json_item *item = parameters ? json_next(parameters, NULL) : NULL; item;
         item = json_next(parameters, item))
        (void)result_fact(reading, json, item, json_name(item), KEY_METHOD_ARGUMENTS, UNIT_NONE);
    for (size_t i = 0; i < ARRAY_COUNT(statistics); i++) {
        (void)result_fact(reading, json, json_member(result, str_from(statistics[i].name)),
                          str_from(statistics[i].instance), statistics[i].key, UNIT_SECOND);
    }
    exit_fact(reading, json, result);
    result_series(reading, json, json_member(result, STR("times")), KEY_ITERATION_DURATION,
                  UNIT_SECOND);
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    results_each(reading, json, "results", result_read);
    return true;
}

const struct adapter adapter_hyperfine = {
    .name = "hyperfine-json",
    .title = "Times of whole commands",
    .tool = "hyperfine 1.0 to 1.19, --export-json",
    .spec = "sharkdp/hyperfine, src/export/json.rs",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .field = result_fields,
    .field_count = ARRAY_COUNT(result_fields),
};
