/* pick_requests.c - requests of a serving result: when each began, came out and ended.
 *
 * One JSON object with arrays, an element a request, as vLLM's benchmark writes with
 * --save-detailed: ttfts, itls, output_lens, errors; latencies and start_times where it is new
 * enough. */
#include "series_pick.h"

#include <math.h>

struct request_columns {
    struct reading *reading;
    const struct json *json;
    size_t count; /* 0: not known yet */
};

/* An array of numbers, one a request; NULL: absent, or of another length (said so). */
static double *request_numbers(struct request_columns *in, const char *pointer)
{
    const struct json_item *list = json_at(json_root(in->json), str_from(pointer));
    if (!list || json_type(list) != JSON_ARRAY || json_count(list) == 0)
        return NULL;
    if (in->count == 0)
        in->count = json_count(list);
    if (json_count(list) != in->count) {
        reading_error(in->reading, DIAG_SERIES_CELL, json_place(in->json, list),
                      STR("as many elements as the other arrays"), (struct str){ 0 });
        return NULL;
    }
    double *out = ARENA_MANY(in->reading->home, in->count, double);
    size_t at = 0;
    for (const struct json_item *item = json_next(list, NULL); item; item = json_next(list, item)) {
        double value = 0;
        out[at++] = json_type(item) == JSON_NUMBER && json_real(in->json, item, &value)
                        ? value
                        : (double)NAN;
    }
    return out;
}

/* Gaps between outputs, a list a request. */
static void request_gaps(struct request_columns *in, struct requests *out)
{
    const struct json_item *list = json_at(json_root(in->json), STR("/itls"));
    if (!list || json_type(list) != JSON_ARRAY || json_count(list) != in->count)
        return;
    size_t *from = ARENA_MANY(in->reading->home, in->count + 1, size_t);
    struct column gaps = { 0 };
    size_t at = 0;
    for (const struct json_item *item = json_next(list, NULL); item; item = json_next(list, item)) {
        if (json_type(item) != JSON_ARRAY)
            return;
        from[at++] = gaps.count;
        const struct json_item *gap = json_next(item, NULL);
        for (; gap; gap = json_next(item, gap)) {
            double value = 0;
            bool good = json_type(gap) == JSON_NUMBER && json_real(in->json, gap, &value);
            column_put(in->reading->home, &gaps, good ? value : (double)NAN);
        }
    }
    from[at] = gaps.count;
    out->gap_from = from;
    out->gap = gaps.at;
}

/* Without an array of latencies: first output and the gaps behind it. */
static const double *latencies_of(struct reading *reading, const struct requests *in)
{
    if (!in->first || !in->gap_from)
        return NULL;
    double *latency = ARENA_MANY(reading->home, in->count, double);
    for (size_t i = 0; i < in->count; i++) {
        size_t gaps = in->gap_from[i + 1] - in->gap_from[i];
        double rest = gaps > 0 ? num_sum(in->gap + in->gap_from[i], gaps) : 0;
        latency[i] = in->first[i] + rest;
    }
    return latency;
}

/* A failed request keeps its place in the arrays with zeros, which nobody measured. */
static void requests_failed(const struct request_columns *in, double *first, double *latency)
{
    const struct json_item *list = json_at(json_root(in->json), STR("/errors"));
    if (!list || json_type(list) != JSON_ARRAY || json_count(list) != in->count)
        return;
    size_t at = 0;
    for (const struct json_item *item = json_next(list, NULL); item;
         item = json_next(list, item), at++) {
        if (json_string(item).len > 0 && first)
            first[at] = (double)NAN;
        if (json_string(item).len > 0 && latency)
            latency[at] = (double)NAN;
    }
}

/* start_times are vLLM's, since January 2026; arrivals_s those of our own loop. */
bool pick_requests(struct reading *reading, struct picked **out, size_t *count)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    struct request_columns in = { .reading = reading, .json = json };
    struct requests *requests = ARENA_NEW(reading->home, struct requests);
    double *first = request_numbers(&in, "/ttfts");
    double *latency = request_numbers(&in, "/latencies");
    requests->work = request_numbers(&in, "/output_lens");
    const double *start = request_numbers(&in, "/start_times");
    bool own = !start;
    requests->start = own ? request_numbers(&in, "/arrivals_s") : start;
    requests->count = in.count;
    requests_failed(&in, first, latency);
    requests->first = first;
    request_gaps(&in, requests);
    requests->latency = latency ? latency : latencies_of(reading, requests);
    const struct json_item *most = json_at(json_root(json), STR("/max_concurrency"));
    if (!most || !json_real(json, most, &requests->concurrency))
        requests->concurrency = (double)NAN;
    *count = 1;
    *out = ARENA_NEW(reading->home, struct picked);
    **out = (struct picked){ .name = reading->name,
                             .value = STR("output"),
                             .time = str_from(!requests->start ? NULL
                                              : own            ? "arrivals_s"
                                                               : "start_times"),
                             .unit = STR("tok/s"),
                             .requests = requests };
    return true;
}
