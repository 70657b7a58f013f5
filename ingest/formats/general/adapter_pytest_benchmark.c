/* adapter_pytest_benchmark.c - `pytest --benchmark-json`, pytest-benchmark 2.5 to 5.
 *
 * "machine_info" says the machine, "commit_info" the measured source ("dirty": changed since), each
 * element of "benchmarks" is a test. Times are seconds of one iteration; a round is "iterations"
 * calls. "data", where kept, holds one time a round. "ops" is the inverse of a mean and not taken.
 * Defined by ionelmc/pytest-benchmark, src/pytest_benchmark/session.py and stats.py. */
#include "benchmarks.h"
#include "model/traits.h"
#include "sniff.h"

static const struct field fields[] = {
    { "/datetime", KEY_CAPTURE_TIME, UNIT_NONE, false },
    { "/machine_info/cpu/brand_raw", KEY_CPU_NAME, UNIT_NONE, false },
    { "/machine_info/cpu/count", KEY_CPU_THREADS, UNIT_NONE, false },
    { "/machine_info/machine", KEY_CPU_ARCHITECTURE, UNIT_NONE, false },
    { "/machine_info/node", KEY_OS_HOST_NAME, UNIT_NONE, false },
    { "/machine_info/python_version", KEY_PYTHON_VERSION, UNIT_NONE, true },
    { "/machine_info/release", KEY_OS_KERNEL, UNIT_NONE, false },
    { "/version", KEY_METHOD_TOOL_VERSION, UNIT_NONE, true },
};

static const struct result_row {
    const char *path, *instance;
    enum key key;
    enum unit unit;
} results[] = {
    { "/fullname", "", KEY_WORKLOAD_NAME, UNIT_NONE },
    { "/options/warmup", "", KEY_METHOD_WARMUP, UNIT_NONE },
    { "/options/timer", "timer", KEY_METHOD_ARGUMENTS, UNIT_NONE },
    { "/options/min_rounds", "min_rounds", KEY_METHOD_ARGUMENTS, UNIT_NONE },
    { "/options/max_time", "max_time", KEY_METHOD_ARGUMENTS, UNIT_NONE },
    { "/options/disable_gc", "disable_gc", KEY_METHOD_ARGUMENTS, UNIT_NONE },
    { "/stats/max", "max", KEY_LATENCY_ITERATION, UNIT_SECOND },
    { "/stats/mean", "mean", KEY_LATENCY_ITERATION, UNIT_SECOND },
    { "/stats/median", "p50", KEY_LATENCY_ITERATION, UNIT_SECOND },
    { "/stats/min", "min", KEY_LATENCY_ITERATION, UNIT_SECOND },
    { "/stats/stddev", "std", KEY_LATENCY_ITERATION, UNIT_SECOND },
    { "/stats/rounds", "", KEY_ITERATION_COUNT, UNIT_ITERATION },
};

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_is_object(sniff) && sniff_member(sniff, STR("benchmarks")) &&
                str_find(sniff->head, STR("\"stddev_outliers\"")) != SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

static void result_read(struct reading *reading, const struct json *json,
                        const struct json_item *result)
{
    const struct json_item *rounds = json_at(result, STR("/stats/rounds"));
    bool one = rounds && str_eq(json_scalar(json, rounds), STR("1"));
    for (size_t i = 0; i < ARRAY_COUNT(results); i++) {
        if (one && str_eq(str_from(results[i].instance), STR("std")))
            continue; /* the 0 of a single round is no deviation */
        (void)result_fact(reading, json, json_at(result, str_from(results[i].path)),
                          str_from(results[i].instance), results[i].key, results[i].unit);
    }
    result_series(reading, json, json_at(result, STR("/stats/data")), KEY_ITERATION_DURATION,
                  UNIT_SECOND);
}

/* What was measured: the revision, and that it was changed since. */
static void commit_facts(struct reading *reading, const struct json *json,
                         const struct json_item *root)
{
    const struct json_item *dirty = json_at(root, STR("/commit_info/dirty"));
    (void)result_fact(reading, json, json_at(root, STR("/commit_info/id")), STR(""),
                      KEY_WORKLOAD_REVISION, UNIT_NONE);
    if (dirty && json_type(dirty) == JSON_TRUE) {
        (void)result_fact(reading, json, dirty, STR("source changed since its revision"),
                          KEY_RESULT_REMARK, UNIT_NONE);
    }
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    const struct json_item *root = json_root(json);
    json_fields(reading, json, root, (struct str){ 0 }, fields, ARRAY_COUNT(fields));
    commit_facts(reading, json, root);
    results_each(reading, json, "benchmarks", result_read);
    return true;
}

const struct adapter adapter_pytest_benchmark = {
    .name = "pytest-benchmark-json",
    .title = "Times of Python tests",
    .tool = "pytest-benchmark 2.5 to 5, --benchmark-json",
    .spec = "ionelmc/pytest-benchmark, src/pytest_benchmark/session.py and stats.py",
    .kind = FACT_MEASURED,
    .traits = TRAIT_TELLS_COMMIT,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
