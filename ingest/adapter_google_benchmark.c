/* adapter_google_benchmark.c - `--benchmark_format=json` of Google Benchmark, library 1.0 to 1.9.
 *
 * "context" says the machine; each element of "benchmarks" is a result: an iteration (one
 * repetition) or an aggregate over repetitions ("mean", "median", "stddev", "cv", "BigO", "RMS").
 * Times are in the element's own time_unit, a nanosecond where it names none. An aggregate of a
 * coefficient or a ratio is no time and not taken. Results are told apart by their index. Defined
 * by google/benchmark, docs/user_guide.md and src/json_reporter.cc. */
#include "benchmarks.h"
#include "sniff.h"

static const struct field fields[] = {
    { "/context/cpu_scaling_enabled", KEY_CPU_SCALING, UNIT_NONE, false },
    { "/context/date", KEY_CAPTURE_TIME, UNIT_NONE, false },
    { "/context/executable", KEY_METHOD_COMMAND, UNIT_NONE, false },
    { "/context/host_name", KEY_OS_HOST_NAME, UNIT_NONE, false },
    { "/context/library_build_type", KEY_METHOD_BUILD, UNIT_NONE, false },
    { "/context/library_version", KEY_METHOD_TOOL_VERSION, UNIT_NONE, false },
    { "/context/num_cpus", KEY_CPU_THREADS, UNIT_NONE, true },
};

static const struct field result_fields[] = {
    { "name", KEY_WORKLOAD_NAME, UNIT_NONE, true },
    { "iterations", KEY_ITERATION_COUNT, UNIT_ITERATION, false },
    { "bytes_per_second", KEY_THROUGHPUT_BYTES, UNIT_BYTE_PER_SECOND, false },
    { "label", KEY_METHOD_ARGUMENTS, UNIT_NONE, false },
};

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_is_object(sniff) && sniff_member(sniff, STR("context")) &&
                sniff_member(sniff, STR("benchmarks")) &&
                str_find(sniff->head, STR("\"num_cpus\"")) != SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

static enum unit time_unit(const struct json_item *result)
{
    const struct json_item *item = json_member(result, STR("time_unit"));
    enum unit unit = UNIT_NANOSECOND;
    return item && unit_find(json_string(item), &unit) && unit_row(unit)->base == UNIT_SECOND
               ? unit
               : UNIT_NANOSECOND;
}

static bool text_is(const struct json_item *item, struct str text)
{
    return item && str_eq(json_string(item), text);
}

/* Name of the statistic that real_time is; false: not a time. */
static bool statistic_of(const struct json_item *result, struct str *out)
{
    const struct json_item *name = json_member(result, STR("aggregate_name"));
    *out = name ? json_string(name) : (struct str){ 0 };
    return !text_is(json_member(result, STR("aggregate_unit")), STR("percentage")) &&
           !str_eq(*out, STR("cv"));
}

static void result_read(struct reading *reading, const struct json *json,
                        const struct json_item *result)
{
    struct str statistic;
    for (size_t i = 0; i < ARRAY_COUNT(result_fields); i++) {
        const struct field *field = &result_fields[i];
        (void)result_fact(reading, json, json_member(result, str_from(field->path)), STR(""),
                          field->key, field->unit);
    }
    if (statistic_of(result, &statistic)) {
        (void)result_fact(reading, json, json_member(result, STR("real_time")), statistic,
                          KEY_LATENCY_ITERATION, time_unit(result));
        (void)result_fact(reading, json, json_member(result, STR("cpu_time")), statistic,
                          KEY_CPU_TIME, time_unit(result));
    }
    const struct json_item *error = json_member(result, STR("error_occurred"));
    const struct json_item *message = json_member(result, STR("error_message"));
    if (error && json_type(error) == JSON_TRUE) {
        (void)result_fact(reading, json, message ? message : error, STR(""), KEY_RUN_ERROR,
                          UNIT_NONE);
    }
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json)) {
        return false;
    }
    const struct json_item *root = json_root(json);
    json_fields(reading, json, root, (struct str){ 0 }, fields, ARRAY_COUNT(fields));
    results_each(reading, json, "benchmarks", result_read);
    return true;
}

const struct adapter adapter_google_benchmark = {
    .name = "google-benchmark-json",
    .title = "Times of small benchmarks in C++",
    .tool = "Google Benchmark 1.0 to 1.9, --benchmark_format=json",
    .spec = "google/benchmark, docs/user_guide.md and src/json_reporter.cc",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
