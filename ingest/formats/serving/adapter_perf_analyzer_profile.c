/* adapter_perf_analyzer_profile.c - `perf_analyzer --profile-export-file`: every request of every
 * load point, nanoseconds of the client's clock; also GenAI-Perf's profile_export.json.
 *
 * experiments[].experiment{mode, value}, requests[]{timestamp, response_timestamps[], ...}. A
 * request may have no response at all: it has no latency. The load point's value is the instance.
 */
#include "model/traits.h"
#include "reading.h"
#include "sniff.h"

#include <math.h>
#include <stdlib.h>

static const struct field fields[] = {
    { "/experiment/value", KEY_LOAD_CONCURRENCY, UNIT_REQUEST, true },
};
static const struct field rate_fields[] = {
    { "/experiment/value", KEY_LOAD_RATE, UNIT_REQUEST_PER_SECOND, true },
};

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_is_object(sniff) && sniff_member(sniff, STR("experiments")) &&
                str_find(sniff->head, STR("\"requests\"")) != SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

struct request_columns {
    struct column start, latency, first;
    struct index_column row;
};

/* Nanoseconds between two counts of 64 bits as seconds: the difference is exact, the counts are
 * beyond a double. NaN: one of them is no whole number, or the second comes first. */
static double seconds_between(const struct json *json, const struct json_item *from,
                              const struct json_item *to)
{
    const double nanosecond = 1e-9;
    int64_t a, b;
    if (!from || !to || !json_int(json, from, &a) || !json_int(json, to, &b) || b < a || a < 0)
        return (double)NAN;
    return (double)(b - a) * nanosecond;
}

static const struct json_item *last_of(const struct json_item *list)
{
    const struct json_item *last = NULL;
    for (const struct json_item *item = json_next(list, NULL); item; item = json_next(list, item))
        last = item;
    return last;
}

/* The earliest start, in whatever order requests are listed. */
static const struct json_item *origin_of(const struct json *json, const struct json_item *requests)
{
    const struct json_item *origin = NULL;
    int64_t least = INT64_MAX;
    for (const struct json_item *request = json_next(requests, NULL); request;
         request = json_next(requests, request)) {
        const struct json_item *start = json_member(request, STR("timestamp"));
        int64_t at;
        if (start && json_int(json, start, &at) && at < least) {
            least = at;
            origin = start;
        }
    }
    return origin;
}

static void requests_collect(struct reading *reading, const struct json *json,
                             const struct json_item *requests, struct request_columns *columns)
{
    const struct json_item *origin = origin_of(json, requests);
    for (const struct json_item *request = json_next(requests, NULL); request;
         request = json_next(requests, request)) {
        const struct json_item *start = json_member(request, STR("timestamp"));
        const struct json_item *answers = json_member(request, STR("response_timestamps"));
        const struct json_item *first = answers ? json_next(answers, NULL) : NULL;
        const struct json_item *last = answers ? last_of(answers) : NULL;
        column_put(reading->home, &columns->start, seconds_between(json, origin, start));
        column_put(reading->home, &columns->first, seconds_between(json, start, first));
        column_put(reading->home, &columns->latency, seconds_between(json, start, last));
        index_put(reading->home, &columns->row, (uint32_t)columns->row.count + 1);
    }
}

struct at_start {
    double start;
    size_t index;
};

static int start_order(const void *a, const void *b)
{
    const struct at_start *x = a;
    const struct at_start *y = b;
    if (isnan(x->start) || isnan(y->start)) /* those without a start come last */
        return isnan(x->start) - isnan(y->start);
    if (x->start < y->start || x->start > y->start)
        return x->start < y->start ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

/* Puts the rows in the order in which their requests began; each keeps its number in the file.
 * True: every start is known and later than the one before, so that a row is an iteration, as it is
 * of a tool that lists requests by their starts. */
static bool columns_sort(struct reading *reading, struct request_columns *columns)
{
    size_t count = columns->row.count;
    struct at_start *order = ARENA_MANY(reading->scratch, count, struct at_start);
    double *kept = ARENA_MANY(reading->scratch, count, double);
    uint32_t *row = ARENA_MANY(reading->scratch, count, uint32_t);
    double *const list[] = { columns->start.at, columns->first.at, columns->latency.at };
    for (size_t i = 0; i < count; i++) {
        order[i] = (struct at_start){ columns->start.at[i], i };
        row[i] = columns->row.at[i];
    }
    qsort(order, count, sizeof *order, start_order);
    for (size_t k = 0; k < ARRAY_COUNT(list); k++) {
        for (size_t i = 0; i < count; i++)
            kept[i] = list[k][i];
        for (size_t i = 0; i < count; i++)
            list[k][i] = kept[order[i].index];
    }
    bool rises = isfinite(order[0].start);
    for (size_t i = 0; i < count; i++) {
        columns->row.at[i] = row[order[i].index];
        rises = rises && (i == 0 || order[i].start > order[i - 1].start);
    }
    return rises;
}

static void requests_series(struct reading *reading, const struct json *json,
                            const struct json_item *requests)
{
    struct request_columns columns = { 0 };
    if (!requests || json_type(requests) != JSON_ARRAY || json_count(requests) == 0)
        return;
    requests_collect(reading, json, requests, &columns);
    bool rises = columns_sort(reading, &columns);
    struct series series = {
        .key = KEY_LATENCY_REQUEST,
        .instance = reading->selected.len == 0 ? reading->current : (struct str){ 0 },
        .unit = UNIT_SECOND,
        .kind = rises ? SERIES_PER_ITERATION : SERIES_UNDECLARED,
        .start = columns.start.at,
        .value = columns.latency.at,
        .row = columns.row.at,
        .count = columns.row.count,
        .load_begin = NAN,
        .load_end = NAN,
        .source = { .from = json_place(json, json_next(requests, NULL)),
                    .to = json_place(json, last_of(requests)) },
    };
    reading_series(reading, &series);
    series.key = KEY_TTFT_CLIENT;
    series.value = columns.first.at;
    reading_series(reading, &series);
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    const struct json_item *list = json_member(json_root(json), STR("experiments"));
    bool several = list && json_count(list) > 1;
    for (const struct json_item *item = list ? json_next(list, NULL) : NULL; item;
         item = json_next(list, item)) {
        const struct json_item *value = json_at(item, STR("/experiment/value"));
        const struct json_item *mode = json_at(item, STR("/experiment/mode"));
        struct str point = value ? json_scalar(json, value) : (struct str){ 0 };
        bool taken = !(several || reading->selected.len > 0) || reading_run(reading, point);
        bool rate = mode && str_eq(json_string(mode), STR("request_rate"));
        if (taken) {
            json_fields(reading, json, item, (struct str){ 0 }, rate ? rate_fields : fields, 1);
            requests_series(reading, json, json_member(item, STR("requests")));
        }
    }
    return true;
}

const struct adapter adapter_perf_analyzer_profile = {
    .name = "perf-analyzer-profile-json",
    .title = "Every request of Triton's perf_analyzer",
    .tool = "perf_analyzer --profile-export-file; genai-perf (profile_export.json)",
    .spec = "triton-inference-server/perf_analyzer, docs/examples/schema.json",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
    .traits = TRAIT_KEEPS_REQUESTS,
};
