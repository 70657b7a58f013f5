/* adapter_aiperf_requests.c - profile_export.jsonl of AIPerf: a line a request, with metadata, the
 * metrics with their units, and the error of a failed one (2025 on).
 *
 * Lines are in the order of answers. Only requests of the phase "profiling" are measured; those of
 * "warmup" are left out: "credit_phase" in 2025, "benchmark_phase" since. A failed request has no
 * latency. Starts are nanoseconds of Unix time. */
#include "genai.h"
#include "sniff.h"

#include <math.h>

static const struct field fields[] = {
    { "/metrics/request_latency", KEY_LATENCY_REQUEST, UNIT_MILLISECOND, false },
    { "/metrics/ttft", KEY_TTFT_CLIENT, UNIT_MILLISECOND, false },
    { "/metrics/inter_token_latency", KEY_TPOT_REQUEST, UNIT_MILLISECOND, false },
};

static int bid(const struct sniff *sniff)
{
    struct str line = sniff_first_line(sniff);
    bool mine = sniff_is_object(sniff) && sniff_member(sniff, STR("metadata")) &&
                sniff_member(sniff, STR("metrics")) &&
                (str_find(line, STR("\"credit_phase\"")) != SIZE_MAX ||
                 str_find(line, STR("\"benchmark_phase\"")) != SIZE_MAX);
    return mine ? BID_SIGNATURE : BID_NONE;
}

struct request_columns {
    struct reading *reading;
    struct column start, work;
    struct column value[ARRAY_COUNT(fields)];
    struct index_column row;
    struct place first, last;
};

/* Value of a metric in its base unit; NaN: it is not there. */
static double metric_value(const struct json *json, const struct json_item *metrics,
                           struct str name)
{
    const struct json_item *metric = metrics ? json_member(metrics, name) : NULL;
    const struct json_item *item = metric ? json_member(metric, STR("value")) : NULL;
    const struct json_item *unit_item = metric ? json_member(metric, STR("unit")) : NULL;
    enum unit unit;
    double value;
    if (!item || !json_real(json, item, &value) || !unit_item ||
        !genai_unit(json_string(unit_item), &unit))
        return (double)NAN;
    return value * unit_row(unit)->factor;
}

static double start_of(const struct json *json, const struct json_item *metadata)
{
    static const struct str names[] = { STR_INIT("request_start_ns"), STR_INIT("timestamp_ns") };
    const double nanosecond = 1e-9;
    for (size_t i = 0; metadata && i < ARRAY_COUNT(names); i++) {
        const struct json_item *item = json_member(metadata, names[i]);
        int64_t at;
        if (item && json_int(json, item, &at))
            return (double)at * nanosecond;
    }
    return (double)NAN;
}

static void request_read(void *self, const struct json *json, uint32_t line)
{
    struct request_columns *columns = self;
    struct reading *reading = columns->reading;
    static const struct str names[][2] = {
        { STR_INIT("request_latency"), STR_INIT("request_latency") },
        { STR_INIT("time_to_first_token"), STR_INIT("ttft") },
        { STR_INIT("inter_token_latency"), STR_INIT("inter_token_latency") },
    };
    const struct json_item *metadata = json_member(json_root(json), STR("metadata"));
    const struct json_item *metrics = json_member(json_root(json), STR("metrics"));
    const struct json_item *phase = metadata ? json_member(metadata, STR("benchmark_phase")) : NULL;
    if (metadata && !phase)
        phase = json_member(metadata, STR("credit_phase"));
    if (phase && !str_eq(json_string(phase), STR("profiling")))
        return;
    for (size_t i = 0; i < ARRAY_COUNT(names); i++) {
        double value = metric_value(json, metrics, names[i][0]);
        value = isnan(value) ? metric_value(json, metrics, names[i][1]) : value;
        column_put(reading->home, &columns->value[i], value);
    }
    column_put(reading->home, &columns->work,
               metric_value(json, metrics, STR("output_sequence_length")));
    column_put(reading->home, &columns->start, start_of(json, metadata));
    index_put(reading->home, &columns->row, line);
    columns->last = json_place(json, json_root(json));
    columns->last.path = str_keep(reading->home, columns->last.path);
    columns->first = columns->row.count == 1 ? columns->last : columns->first;
}

static bool read(struct reading *reading)
{
    struct request_columns columns = { .reading = reading };
    if (!genai_lines(reading, request_read, &columns))
        return false;
    for (size_t i = 0; i < ARRAY_COUNT(fields) && columns.row.count > 0; i++) {
        const struct series series = {
            .key = fields[i].key,
            .unit = UNIT_SECOND,
            .kind = SERIES_UNDECLARED, /* requests overlap, listed by their ends */
            .start = columns.start.at,
            .value = columns.value[i].at,
            .work = columns.work.at,
            .work_unit = UNIT_TOKEN,
            .row = columns.row.at,
            .count = columns.row.count,
            .unix_clock = true,
            .load_begin = NAN,
            .load_end = NAN,
            .source = { .from = columns.first, .to = columns.last },
        };
        reading_series(reading, &series);
    }
    return columns.row.count > 0;
}

const struct adapter adapter_aiperf_requests = {
    .name = "aiperf-requests-jsonl",
    .title = "Every request of AIPerf, a line each",
    .tool = "aiperf profile (2025 on)",
    .spec = "ai-dynamo/aiperf, docs",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
