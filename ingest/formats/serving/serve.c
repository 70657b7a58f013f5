/* serve.c - the result file of vLLM's serving benchmark (vllm/benchmarks/serve.py,
 * benchmark_serving.py before).
 *
 * One JSON object. Statistics are "<mean|median|std|pNN>_<ttft|tpot|itl|e2el|latency>_ms"; ITL is
 * the gap between chunks, which is not a time per token where a chunk holds several. request_rate
 * may be the string "inf": all at once, held back by max_concurrency alone. With --save-detailed
 * there are arrays, one element a request, in seconds; start_times (since January 2026) are on a
 * monotonic clock without epoch. Failed requests keep their place with zeros. "backend" and
 * "endpoint_type" name the interface the client spoke to, not the engine behind it. */
#include "serve.h"
#include "runs.h"
#include "statistics.h"

#include <math.h>

const struct field serve_fields[SERVE_FIELDS] = {
    { "/backend", KEY_METHOD_ENDPOINT, UNIT_NONE, false },
    { "/burstiness", KEY_LOAD_BURSTINESS, UNIT_RATIO, false },
    { "/completed", KEY_REQUESTS_COMPLETED, UNIT_REQUEST, true },
    { "/date", KEY_CAPTURE_TIME, UNIT_NONE, false },
    { "/duration", KEY_WALL_TIME, UNIT_SECOND, true },
    { "/failed", KEY_REQUESTS_FAILED, UNIT_REQUEST, false },
    { "/input_throughput", KEY_THROUGHPUT_PROMPT_TOKENS, UNIT_TOKEN_PER_SECOND, false },
    { "/max_concurrency", KEY_LOAD_CONCURRENCY, UNIT_REQUEST, false },
    { "/max_concurrent_requests", KEY_CONCURRENCY_PEAK, UNIT_REQUEST, false },
    { "/max_output_tokens_per_s", KEY_THROUGHPUT_OUTPUT_PEAK, UNIT_TOKEN_PER_SECOND, false },
    { "/model_id", KEY_MODEL_NAME, UNIT_NONE, false },
    { "/num_prompts", KEY_LOAD_REQUESTS, UNIT_REQUEST, false },
    { "/output_throughput", KEY_THROUGHPUT_OUTPUT_TOKENS, UNIT_TOKEN_PER_SECOND, false },
    { "/request_goodput", KEY_THROUGHPUT_GOOD, UNIT_REQUEST_PER_SECOND, false },
    { "/request_goodput:", KEY_THROUGHPUT_GOOD, UNIT_REQUEST_PER_SECOND, false },
    { "/request_throughput", KEY_THROUGHPUT_REQUESTS, UNIT_REQUEST_PER_SECOND, true },
    { "/schema", KEY_METHOD_DEFINITION, UNIT_NONE, false },
    { "/spec_decode_acceptance_length", KEY_SPECULATION_ACCEPTED, UNIT_TOKEN, false },
    { "/spec_decode_acceptance_rate", KEY_SPECULATION_RATE, UNIT_PERCENT, false },
    { "/tokenizer_id", KEY_TOKENIZER_NAME, UNIT_NONE, false },
    { "/total_input_tokens", KEY_TOKENS_INPUT, UNIT_TOKEN, false },
    { "/total_output_tokens", KEY_TOKENS_OUTPUT, UNIT_TOKEN, false },
    { "/total_token_throughput", KEY_THROUGHPUT_TOTAL_TOKENS, UNIT_TOKEN_PER_SECOND, false },
};

/* Statistics: "mean_ttft_ms". */
static const struct flat_row metrics[] = {
    { "", "_e2el_ms", KEY_LATENCY_REQUEST, UNIT_MILLISECOND },
    { "", "_itl_ms", KEY_GAP_CHUNK, UNIT_MILLISECOND },
    { "", "_latency_ms", KEY_LATENCY_REQUEST, UNIT_MILLISECOND },
    { "", "_tpot_ms", KEY_TPOT_REQUEST, UNIT_MILLISECOND },
    { "", "_ttft_ms", KEY_TTFT_CLIENT, UNIT_MILLISECOND },
};

bool serve_shape(const struct sniff *sniff)
{
    static const struct str members[] = {
        { "backend", 7 },   { "tokenizer_id", 12 },       { "num_prompts", 11 },
        { "completed", 9 }, { "request_throughput", 18 },
    };
    if (sniff_is_log(sniff) || !sniff_is_object(sniff))
        return false;
    for (size_t i = 0; i < ARRAY_COUNT(members); i++)
        if (!sniff_member(sniff, members[i]))
            return false;
    return true;
}

/* ---- facts ---- */

/* A rate, or "inf", which is kept as it stands. */
static void rate_fact(struct reading *reading, const struct json *json)
{
    const struct json_item *rate = json_at(json_root(json), STR("/request_rate"));
    if (rate)
        json_fact(reading, json, rate, (struct str){ 0 }, KEY_LOAD_RATE, UNIT_REQUEST_PER_SECOND);
}

/* ---- per request ---- */

struct request_columns {
    size_t count;
    double *start, *latency, *ttft, *work; /* NULL: no such array */
    double *tpot;                          /* worked out of the others; NULL: they do not suffice */
    uint32_t *row;
};

/* An array of numbers of the same length as those before it; NULL: absent, or another length (said
 * so). */
static double *numbers(struct reading *reading, const struct json *json, struct str pointer,
                       size_t *count)
{
    const struct json_item *list = json_at(json_root(json), pointer);
    if (!list || json_type(list) != JSON_ARRAY || json_count(list) == 0)
        return NULL;
    size_t own = json_count(list);
    if (*count != 0 && own != *count) {
        reading_error(reading, DIAG_VALUE_BAD, json_place(json, list),
                      STR("as many elements as the other arrays"), (struct str){ 0 });
        return NULL;
    }
    *count = own;
    double *out = ARENA_MANY(reading->home, own, double);
    size_t at = 0;
    for (const struct json_item *item = json_next(list, NULL); item; item = json_next(list, item)) {
        double value;
        out[at++] =
            json_type(item) == JSON_NUMBER && json_real(json, item, &value) ? value : (double)NAN;
    }
    return out;
}

/* A failed request keeps its place in the arrays with zeros, which nobody measured. */
static void failed_blank(const struct json *json, const struct request_columns *columns)
{
    const struct json_item *errors = json_at(json_root(json), STR("/errors"));
    if (!errors || json_type(errors) != JSON_ARRAY || json_count(errors) != columns->count)
        return;
    size_t at = 0;
    for (const struct json_item *item = json_next(errors, NULL); item;
         item = json_next(errors, item), at++) {
        if (json_string(item).len == 0)
            continue;
        if (columns->latency)
            columns->latency[at] = (double)NAN;
        if (columns->ttft)
            columns->ttft[at] = (double)NAN;
    }
}

static struct source array_source(struct reading *reading, const struct json *json,
                                  struct str pointer)
{
    const struct json_item *list = json_at(json_root(json), pointer);
    struct source source = { 0 };
    if (!list)
        return source;
    const struct json_item *first = json_next(list, NULL);
    const struct json_item *last = first;
    for (const struct json_item *item = first; item; item = json_next(list, item))
        last = item;
    source.from = first ? json_place(json, first) : json_place(json, list);
    source.to = last ? json_place(json, last) : json_place(json, list);
    source.from.path = str_keep(reading->home, source.from.path);
    source.to.path = str_keep(reading->home, source.to.path);
    return source;
}

/* One row a request, in the order in which they began: an iteration each. Without their starts
 * nobody knows when a value was measured, and a count of requests is no clock. */
static bool starts_rise(const struct request_columns *columns)
{
    bool rise = columns->start && columns->count > 0 && isfinite(columns->start[0]);
    for (size_t i = 1; rise && i < columns->count; i++)
        rise = columns->start[i] > columns->start[i - 1];
    return rise;
}

static void request_series(struct reading *reading, const struct json *json,
                           const struct request_columns *columns, enum key key, const double *value,
                           struct str pointer)
{
    if (!value)
        return;
    struct series series = {
        .key = key,
        .instance = reading->selected.len == 0 ? reading->current : (struct str){ 0 },
        .unit = UNIT_SECOND,
        .kind = starts_rise(columns) ? SERIES_PER_ITERATION : SERIES_UNDECLARED,
        .start = columns->start,
        .duration = NULL, /* requests overlap: a row lasts until the next one begins */
        .value = value,
        .work = columns->work,
        .work_unit = columns->work ? UNIT_TOKEN : UNIT_NONE,
        .row = columns->row,
        .count = columns->count,
        .load_begin = NAN,
        .load_end = NAN,
        .source = array_source(reading, json, pointer),
        .work_source =
            columns->work ? array_source(reading, json, STR("/output_lens")) : (struct source){ 0 },
        .start_source = columns->start ? array_source(reading, json, STR("/start_times"))
                                       : (struct source){ 0 },
    };
    reading_series(reading, &series);
}

/* Sum of a request's gaps; NaN: they are not known. */
static double gaps_sum(const struct json *json, const struct json_item *gaps)
{
    double sum = gaps && json_type(gaps) == JSON_ARRAY ? 0 : (double)NAN;
    for (const struct json_item *gap = gaps ? json_next(gaps, NULL) : NULL; gap;
         gap = json_next(gaps, gap)) {
        double value;
        sum += json_type(gap) == JSON_NUMBER && json_real(json, gap, &value) ? value : (double)NAN;
    }
    return sum;
}

/* Sum of the gaps of each request; NULL: they were not kept. */
static double *gaps_of(const struct reading *reading, const struct json *json, size_t count)
{
    const struct json_item *itls = json_at(json_root(json), STR("/itls"));
    if (!itls || json_type(itls) != JSON_ARRAY || json_count(itls) != count)
        return NULL;
    double *out = ARENA_MANY(reading->home, count, double);
    size_t at = 0;
    for (const struct json_item *gaps = json_next(itls, NULL); gaps; gaps = json_next(itls, gaps))
        out[at++] = gaps_sum(json, gaps);
    return out;
}

/* What the tool works out of its own times and does not always keep: the latency, which is the time
 * to the first token and the gaps behind it, and the time per output token, as it is defined since
 * 2024: (latency - TTFT) / (tokens - 1). Requests of one token or none have no such time. */
static void times_work_out(const struct reading *reading, const struct json *json,
                           struct request_columns *columns)
{
    const double *gaps = columns->latency ? NULL : gaps_of(reading, json, columns->count);
    if (!columns->ttft || !(columns->latency || gaps))
        return;
    if (gaps) {
        columns->latency = ARENA_MANY(reading->home, columns->count, double);
        for (size_t i = 0; i < columns->count; i++) {
            /* 0: nothing came, so that nobody knows when the answer ended. */
            columns->latency[i] = columns->ttft[i] > 0 ? columns->ttft[i] + gaps[i] : (double)NAN;
        }
    }
    if (!columns->work)
        return;
    columns->tpot = ARENA_MANY(reading->home, columns->count, double);
    for (size_t i = 0; i < columns->count; i++) {
        double rest = gaps ? gaps[i] : columns->latency[i] - columns->ttft[i];
        columns->tpot[i] = columns->work[i] > 1 ? rest / (columns->work[i] - 1) : (double)NAN;
    }
}

void serve_requests_read(struct reading *reading, const struct json *json)
{
    struct request_columns columns = { 0 };
    columns.work = numbers(reading, json, STR("/output_lens"), &columns.count);
    columns.ttft = numbers(reading, json, STR("/ttfts"), &columns.count);
    columns.latency = numbers(reading, json, STR("/latencies"), &columns.count);
    columns.start = numbers(reading, json, STR("/start_times"), &columns.count);
    if (columns.count == 0)
        return;
    failed_blank(json, &columns);
    serve_samples_check(reading, json);
    columns.row = ARENA_MANY(reading->home, columns.count, uint32_t);
    for (size_t i = 0; i < columns.count; i++)
        columns.row[i] = (uint32_t)i + 1;
    bool kept = columns.latency != NULL;
    times_work_out(reading, json, &columns);
    request_series(reading, json, &columns, KEY_LATENCY_REQUEST, columns.latency,
                   kept ? STR("/latencies") : STR("/ttfts"));
    request_series(reading, json, &columns, KEY_TTFT_CLIENT, columns.ttft, STR("/ttfts"));
    request_series(reading, json, &columns, KEY_TPOT_REQUEST, columns.tpot, STR("/ttfts"));
}

/* One length that each request had which did not fail is the length of the work; of several their
 * sums are told and held against the totals (serve_samples.c). */
static void length_told(struct reading *reading, const struct json *json, const char *pointer,
                        enum key key)
{
    const struct json_item *list = json_at(json_root(json), str_from(pointer));
    const struct json_item *errors = json_at(json_root(json), STR("/errors"));
    const struct json_item *first = NULL, *error = NULL;
    bool beside = errors && json_type(errors) == JSON_ARRAY && list &&
                  json_type(list) == JSON_ARRAY && json_count(errors) == json_count(list);
    if (!list || json_type(list) != JSON_ARRAY)
        return;
    for (const struct json_item *item = json_next(list, NULL); item; item = json_next(list, item)) {
        error = beside ? json_next(errors, error) : NULL;
        if (error && json_string(error).len > 0)
            continue;
        first = first ? first : item;
        double value;
        if (json_type(item) != JSON_NUMBER || !json_real(json, item, &value) || !isfinite(value)) {
            reading_error(reading, DIAG_VALUE_BAD, json_place(json, item),
                          STR("a number of tokens"), json_scalar(json, item));
            return;
        }
        if (!str_eq(json_scalar(json, item), json_scalar(json, first)))
            return;
    }
    if (first)
        json_fact(reading, json, first, (struct str){ 0 }, key, UNIT_TOKEN);
}

static void result_read(struct reading *reading, const struct json *json)
{
    const struct json_item *root = json_root(json);
    if (json_type(root) != JSON_OBJECT) {
        reading_error(reading, DIAG_VALUE_BAD, json_place(json, root), STR("an object a run"),
                      (struct str){ 0 });
        return;
    }
    /* use_beam_search was given up in autumn 2024 */
    reading->era = json_member(root, STR("use_beam_search")) ? "2024" : NULL;
    json_fields(reading, json, root, (struct str){ 0 }, serve_fields, ARRAY_COUNT(serve_fields));
    rate_fact(reading, json);
    statistics_flat(reading, json, root, metrics, ARRAY_COUNT(metrics));
    serve_counts_check(reading, json);
    length_told(reading, json, "/input_lens", KEY_INPUT_LENGTH);
    length_told(reading, json, "/output_lens", KEY_OUTPUT_LENGTH);
    serve_requests_read(reading, json);
}

/* --append-result writes one object a run behind another. */
bool serve_read(struct reading *reading)
{
    struct runs runs;
    struct json *json = NULL;
    runs_begin(&runs, reading);
    while (runs_next(&runs, &json))
        result_read(reading, json);
    return runs.count > 0;
}
