/* pick_request_rows.c - requests of a benchmark's result that an adapter reads as rows: start,
 * first output, latency and units of output of each. */
#include "series_pick.h"

#include "file_read.h"
#include "sniff.h"

#include <math.h>

/* Formats that keep single requests, or say by their form that they kept none. */
static const struct adapter *const formats[] = { &adapter_aiperf_requests, &adapter_guidellm,
                                                 &adapter_llmperf_requests,
                                                 &adapter_perf_analyzer_profile,
                                                 &adapter_sglang_serve };

bool pick_has_requests(const struct sniff *sniff)
{
    for (size_t i = 0; i < ARRAY_COUNT(formats); i++)
        if (formats[i]->bid(sniff) >= BID_SIGNATURE)
            return true;
    return false;
}

static const struct series *beside(const struct reading *reading, const struct series *latency)
{
    for (const struct series_item *item = reading->series; item; item = item->next)
        if (item->series.key == KEY_TTFT_CLIENT && item->series.count == latency->count &&
            str_eq(item->series.instance, latency->instance))
            return &item->series;
    return NULL;
}

static double declared_concurrency(const struct reading *reading, struct str instance)
{
    const struct fact *fact = facts_best(reading->facts, KEY_LOAD_CONCURRENCY, instance);
    return fact && fact->value.number ? fact->value.value : (double)NAN;
}

/* Only differences count: seconds from the first start. */
static const double *starts_from_first(struct arena *home, const struct series *series)
{
    double zero = (double)INFINITY;
    if (!series->start)
        return NULL;
    double *start = ARENA_MANY(home, series->count, double);
    for (size_t i = 0; i < series->count; i++)
        zero = series->start[i] < zero ? series->start[i] : zero;
    for (size_t i = 0; i < series->count; i++)
        start[i] = series->start[i] - zero;
    return start;
}

static struct picked requests_picked(const struct reading *reading, const struct series *latency)
{
    struct requests *requests = ARENA_NEW(reading->home, struct requests);
    requests->concurrency = (double)NAN;
    if (latency) {
        const struct series *first = beside(reading, latency);
        requests->count = latency->count;
        requests->start = starts_from_first(reading->home, latency);
        requests->latency = latency->value;
        requests->first = first ? first->value : NULL;
        requests->work = latency->work;
        requests->concurrency = declared_concurrency(reading, latency->instance);
    }
    return (struct picked){
        .name = reading->name,
        .instance = latency ? str_keep(reading->home, latency->instance) : (struct str){ 0 },
        .instance_of = "run",
        .value = STR("output"),
        .time = latency && latency->start ? STR("start of each request") : (struct str){ 0 },
        .unit = STR("tok/s"),
        .requests = requests
    };
}

bool pick_request_rows(struct reading *reading, struct picked **out, size_t *count)
{
    const struct declarations none = { 0 };
    size_t errors = diags_count(reading->diags, LEVEL_INPUT);
    if (!file_read_facts(reading, &none) || diags_count(reading->diags, LEVEL_INPUT) > errors)
        return false;
    *out = ARENA_MANY(reading->home, reading->series_count + 1, struct picked);
    *count = 0;
    for (const struct series_item *item = reading->series; item; item = item->next)
        if (item->series.key == KEY_LATENCY_REQUEST)
            (*out)[(*count)++] = requests_picked(reading, &item->series);
    if (*count == 0) /* a summary: "cannot be shown", and why */
        (*out)[(*count)++] = requests_picked(reading, NULL);
    return true;
}
