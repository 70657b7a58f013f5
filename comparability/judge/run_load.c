/* run_load.c - the load that a serving run really saw, from the times of its requests. */
#include "run_load.h"

#include "model/likeness.h"
#include "statistics.h"

#include <math.h>

static const struct series *series_of(const struct run *run, enum key key)
{
    for (size_t i = 0; i < run->series_count; i++)
        if (run->series[i].key == key && run->series[i].count > 0)
            return &run->series[i];
    return NULL;
}

static double declared_concurrency(const struct case_file *case_file, const struct run *run)
{
    const struct fact *fact = run_fact(case_file, run, KEY_LOAD_CONCURRENCY, (struct str){ 0 });
    return fact && fact->value.number ? fact->value.value * unit_row(fact->value.unit)->factor
                                      : (double)NAN;
}

bool requests_of(const struct case_file *case_file, const struct run *run, struct requests *out,
                 const struct series **series)
{
    const struct series *latency = series_of(run, KEY_LATENCY_REQUEST);
    const struct series *first = series_of(run, KEY_TTFT_CLIENT);
    *series = latency ? latency : first;
    if (!*series)
        return false;
    bool alike =
        latency && first && first->count == latency->count && first->start == latency->start;
    *out = (struct requests){ .count = (*series)->count,
                              .start = (*series)->start,
                              .latency = latency ? latency->value : NULL,
                              .first = alike ? first->value : NULL,
                              .work = (*series)->work,
                              .concurrency = declared_concurrency(case_file, run) };
    return true;
}

const struct series *load_series(struct arena *home, const struct case_file *case_file,
                                 const struct run *run)
{
    struct requests requests;
    const struct series *kept = NULL;
    if (case_file->metric != KEY_THROUGHPUT_OUTPUT_TOKENS ||
        !requests_of(case_file, run, &requests, &kept) || !requests.first ||
        unit_row(kept->work_unit)->base != UNIT_TOKEN)
        return NULL;
    struct load_over_time load = load_over_time(home, &requests);
    if (load.reason || !load.output)
        return NULL;
    double *start = ARENA_MANY(home, load.seconds, double);
    double *duration = ARENA_MANY(home, load.seconds, double);
    for (size_t i = 0; i < load.seconds; i++) {
        start[i] = load.zero + (double)i;
        duration[i] = 1;
    }
    struct series *series = ARENA_NEW(home, struct series);
    *series = *kept;
    series->key = case_file->metric;
    series->instance = (struct str){ 0 };
    series->unit = UNIT_TOKEN_PER_SECOND;
    series->kind = SERIES_PER_INTERVAL;
    series->start = start;
    series->duration = duration;
    series->value = load.output;
    series->work = NULL;
    series->work_unit = UNIT_NONE;
    series->phase = NULL;
    series->row = NULL;
    series->count = load.seconds;
    series->work_source = (struct source){ 0 };
    return series;
}

/* The judged stretch on the clock of the requests: the common window, else the run's own stretch,
 * where the metric's series comes of the same file; else from first start to last end. */
static struct span load_span(const struct judging *judging, const struct alone *alone,
                             const struct series *series, const struct requests *requests)
{
    const struct series *judged = alone->door.series;
    struct span span = { (double)INFINITY, -(double)INFINITY };
    if (judged && judged->source.evidence == series->source.evidence &&
        (judging->has_window || alone->has_span)) {
        span = judging->has_window ? judging->window : alone->span;
        double zero = series_zero(series);
        return (struct span){ span.begin_s + zero, span.end_s + zero };
    }
    for (size_t i = 0; i < requests->count; i++) {
        double start = requests->start[i], end = start + requests->latency[i];
        span.begin_s = start < span.begin_s ? start : span.begin_s;
        span.end_s = end > span.end_s ? end : span.end_s;
    }
    return span;
}

const struct fact *load_reached(struct judging *judging, const struct member *member,
                                bool concurrency)
{
    struct requests requests;
    const struct series *series = NULL;
    if (!requests_of(judging->case_file, member->run, &requests, &series) || !requests.start ||
        !requests.latency)
        return NULL;
    struct span span = load_span(judging, member->alone, series, &requests);
    struct load_in in = load_in(&requests, span.begin_s, span.end_s);
    if (!in.found)
        return NULL;
    struct derived want = { .row = concurrency ? DERIVE_LOAD_IN_FLIGHT : DERIVE_LOAD_COMPLETED_RATE,
                            .instance = judging->deriving->pair,
                            .run = member->run,
                            .value = statistics_round(concurrency ? in.in_flight : in.completed, 9),
                            .unit = concurrency ? UNIT_REQUEST : UNIT_REQUEST_PER_SECOND,
                            .printing = { .rule = PRINT_DIGITS, .digits = 4 },
                            .series = series };
    return derive(judging->deriving, &want);
}
