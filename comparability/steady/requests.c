/* requests.c - throughput over time of a serving run, from the times of its requests.
 *
 * Requests in flight change only where one starts or ends, so shares of time are exact: the events
 * are sorted and walked once. An output lies where its gaps put it, or, where no gaps were kept,
 * evenly between the first output and the end. */
#include "comparability/comparability.h"
#include "sums.h"

#include <math.h>
#include <stdlib.h>

/* A run of more seconds than this is none, nor one whose requests last as long together that laying
 * each over its seconds would take minutes. */
enum { SECONDS_MOST = 10000000, LAID_MOST = 200000000 };

struct event { /* a start or an end */
    double at;
    int step;
};

static int event_order(const void *a, const void *b)
{
    const struct event *x = a;
    const struct event *y = b;
    if (x->at < y->at || x->at > y->at)
        return x->at < y->at ? -1 : 1;
    return x->step - y->step; /* ends first: one that takes another's place never adds to it */
}

static bool request_good(const struct requests *in, size_t i)
{
    return isfinite(in->start[i]) && isfinite(in->latency[i]) && in->latency[i] >= 0;
}

/* Seconds over which requests are laid, together; each touches at least one. */
static double laid(const struct requests *in)
{
    double seconds = 0;
    for (size_t i = 0; i < in->count; i++)
        seconds += request_good(in, i) ? in->latency[i] + 1 : 0;
    return seconds;
}

static struct event *events_of(struct arena *home, const struct requests *in, double *zero,
                               size_t *count)
{
    struct event *event = ARENA_MANY(home, 2 * in->count + 1, struct event);
    *count = 0;
    *zero = (double)INFINITY;
    for (size_t i = 0; i < in->count; i++) {
        if (request_good(in, i)) {
            event[(*count)++] = (struct event){ in->start[i], 1 };
            event[(*count)++] = (struct event){ in->start[i] + in->latency[i], -1 };
            *zero = in->start[i] < *zero ? in->start[i] : *zero;
        }
    }
    qsort(event, *count, sizeof *event, event_order);
    return event;
}

/* Adds `height` times the part of each second that lies in [from, to). */
static void spread(double *second, size_t seconds, double from, double to, double height)
{
    size_t last = to < (double)seconds ? (size_t)to : seconds - 1;
    for (size_t k = from < (double)seconds ? (size_t)from : seconds; k < seconds && k <= last;
         k++) {
        double begin = from > (double)k ? from : (double)k;
        double end = to < (double)(k + 1) ? to : (double)(k + 1);
        second[k] += end > begin ? height * (end - begin) : 0;
    }
}

static void put_at(double *second, size_t seconds, double at, double work)
{
    if (at >= 0 && at < (double)seconds)
        second[(size_t)at] += work;
}

/* Units of request i where they came out. A record holds several units where there are fewer
 * records than units. */
static void output_put(const struct requests *in, size_t i, double zero, double *second,
                       size_t seconds)
{
    double work = in->work[i];
    double begin = in->start[i] - zero;
    double end = begin + in->latency[i];
    double at = begin + (in->first && isfinite(in->first[i]) ? in->first[i] : 0);
    if (!(work > 0) || !isfinite(work))
        return;
    if (!in->gap_from) {
        if (end > at)
            spread(second, seconds, at, end, work / (end - at));
        else
            put_at(second, seconds, end, work);
        return;
    }
    double each = work / (double)(in->gap_from[i + 1] - in->gap_from[i] + 1);
    put_at(second, seconds, at, each);
    for (size_t k = in->gap_from[i]; k < in->gap_from[i + 1]; k++) {
        at += isfinite(in->gap[k]) ? in->gap[k] : 0;
        put_at(second, seconds, at, each);
    }
}

struct load_in load_in(const struct requests *in, double begin_s, double end_s)
{
    struct load_in out = { 0 };
    struct sum inside = { 0 };
    size_t ended = 0;
    if (!in->start || !in->latency || !(begin_s < end_s))
        return out;
    for (size_t i = 0; i < in->count; i++) {
        if (!request_good(in, i))
            continue;
        double end = in->start[i] + in->latency[i];
        double from = in->start[i] > begin_s ? in->start[i] : begin_s;
        double to = end < end_s ? end : end_s;
        sum_add(&inside, to > from ? to - from : 0);
        ended += end > begin_s && end <= end_s ? 1 : 0;
        out.found = true;
    }
    out.in_flight = sum_value(&inside) / (end_s - begin_s);
    out.completed = (double)ended / (end_s - begin_s);
    return out;
}

static void full_measure(const struct event *event, size_t count, double zero,
                         struct load_over_time *out)
{
    struct sum full = { 0 };
    size_t active = 0;
    for (size_t i = 0; i < count; i++) {
        active = event[i].step > 0 ? active + 1 : active - 1;
        double until = i + 1 < count ? event[i + 1].at : event[i].at;
        if ((double)active >= out->full && until > event[i].at) {
            sum_add(&full, until - event[i].at);
            out->full_begin_s = isnan(out->full_begin_s) ? event[i].at - zero : out->full_begin_s;
            out->full_end_s = until - zero;
        }
    }
    out->full_share = out->length > 0 ? sum_value(&full) / out->length : 0;
}

struct load_over_time load_over_time(struct arena *home, const struct requests *in)
{
    struct load_over_time out = { .requests = in->count,
                                  .full_begin_s = (double)NAN,
                                  .full_end_s = (double)NAN };
    if (in->count == 0) {
        out.reason = "no times of single requests";
        return out;
    }
    if (!in->start || !in->latency) {
        out.reason = !in->start ? "no start times" : "no latencies";
        return out;
    }
    size_t count = 0;
    const struct event *event = events_of(home, in, &out.zero, &count);
    double zero = out.zero;
    out.failed = in->count - count / 2;
    if (count == 0) {
        out.reason = "no request with a time";
        return out;
    }
    out.length = event[count - 1].at - zero;
    if (!(out.length >= 1) || out.length > SECONDS_MOST || laid(in) > LAID_MOST) {
        out.reason = out.length < 1 ? "under a second" : "longer than can be shown";
        return out;
    }
    out.seconds = (size_t)out.length;
    double *active = ARENA_MANY(home, out.seconds, double);
    double *output = in->work ? ARENA_MANY(home, out.seconds, double) : NULL;
    size_t now = 0;
    for (size_t i = 0; i < count; i++) {
        now = event[i].step > 0 ? now + 1 : now - 1;
        out.most = now > out.most ? now : out.most;
        if (i + 1 < count)
            spread(active, out.seconds, event[i].at - zero, event[i + 1].at - zero, (double)now);
    }
    for (size_t i = 0; output && i < in->count; i++)
        if (request_good(in, i))
            output_put(in, i, zero, output, out.seconds);
    out.active = active;
    out.output = output;
    out.by_gap = in->gap_from != NULL;
    out.declared = in->concurrency >= 1;
    out.full = out.declared ? in->concurrency : (double)out.most;
    full_measure(event, count, zero, &out);
    return out;
}
