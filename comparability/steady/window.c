/* window.c - one window for all runs, and what each did in it. */
#include "window.h"
#include "statistics.h"
#include "steady.h"
#include "sums.h"

#include <assert.h>
#include <glib.h>
#include <math.h>

/* ---- the window ---- */

bool steady_span(const struct steadiness *metric, const struct steadiness *clock, struct span *out)
{
    if (metric->verdict != STEADY || (clock && clock->verdict != STEADY))
        return false;
    out->begin_s = metric->begin_s;
    out->end_s = metric->end_s;
    if (clock && clock->begin_s > out->begin_s)
        out->begin_s = clock->begin_s;
    return out->begin_s < out->end_s;
}

bool window_common(const struct span *run, size_t count, struct span *out)
{
    if (count == 0)
        return false;
    struct span window = run[0];
    for (size_t i = 1; i < count; i++) {
        window.begin_s = run[i].begin_s > window.begin_s ? run[i].begin_s : window.begin_s;
        window.end_s = run[i].end_s < window.end_s ? run[i].end_s : window.end_s;
    }
    if (!(window.begin_s < window.end_s))
        return false;
    *out = window;
    return true;
}

struct span series_span(const struct series *series)
{
    if (series->count == 0)
        return (struct span){ 0, 0 };
    return (struct span){ series_begin(series, 0), series_end(series, series->count - 1) };
}

/* Rows [first, end) that start and end in the window. */
static void rows_in(const struct series *series, struct span window, size_t *first, size_t *end)
{
    size_t row = 0;
    while (row < series->count && !(series_begin(series, row) >= window.begin_s))
        row++;
    *first = row;
    while (row < series->count && series_end(series, row) <= window.end_s)
        row++;
    *end = row;
}

size_t window_batches(const struct series *series, const struct steadiness *steady,
                      struct span window)
{
    size_t first = 0;
    size_t end = 0;
    rows_in(series, window, &first, &end);
    return steady->batch_rows > 0 ? (end - first) / steady->batch_rows : 0;
}

/* ---- whole cycles ---- */

/* Smallest period of a sequence, by the prefix function of Knuth, Morris and Pratt (1977); count
 * where nothing comes back. */
static size_t smallest_period(const uint32_t *phase, size_t count)
{
    size_t *prefix = g_new(size_t, count);
    size_t length = 0;
    prefix[0] = 0;
    for (size_t i = 1; i < count; i++) {
        while (length > 0 && phase[i] != phase[length])
            length = prefix[length - 1];
        length += phase[i] == phase[length];
        prefix[i] = length;
    }
    g_free(prefix);
    assert(length < count);
    return count - length;
}

/* Where the order inside a cycle is shuffled: the longest beginning in which all phases of the
 * stretch were done equally often. Returns its length and, in `cycles`, how often; the hash is
 * looked up only. */
static size_t balanced_length(const uint32_t *phase, size_t count, size_t *cycles)
{
    g_autoptr(GHashTable) done = g_hash_table_new(g_direct_hash, g_direct_equal);
    for (size_t i = 0; i < count; i++)
        g_hash_table_insert(done, GUINT_TO_POINTER(phase[i]), GUINT_TO_POINTER(0));
    size_t phases = g_hash_table_size(done);
    size_t most =
        0; /* repetitions of the phase done most often, and how many phases have as many */
    size_t with_most = 0;
    size_t length = 0;
    *cycles = 0;
    for (size_t i = 0; i < count; i++) {
        gpointer key = GUINT_TO_POINTER(phase[i]);
        guint times = GPOINTER_TO_UINT(g_hash_table_lookup(done, key)) + 1;
        g_hash_table_insert(done, key, GUINT_TO_POINTER(times));
        if (times > most) {
            most = times;
            with_most = 0;
        }
        with_most += times == most;
        if (with_most == phases) {
            length = i + 1;
            *cycles = most;
        }
    }
    return length;
}

/* Rows of [first, end) that make whole cycles; 0 where there is none. */
static size_t cycle_rows(const struct series *series, size_t first, size_t end, size_t *cycles)
{
    const uint32_t *phase = series->phase + first;
    size_t count = end - first;
    size_t period = smallest_period(phase, count);
    assert(period > 0);
    if (period <
        count) { /* it came back at least once; else one cycle cannot be told from part of one */
        *cycles = count / period;
        return *cycles * period;
    }
    return balanced_length(phase, count, cycles);
}

/* ---- what was done ---- */

static struct stretch measure(const struct series *series, size_t first, size_t end, size_t cycles)
{
    struct stretch stretch = { .found = end > first, .rate = (double)NAN, .mean = (double)NAN };
    if (!stretch.found)
        return stretch;
    struct sum work = { 0 };
    struct sum value = { 0 };
    size_t values = 0;
    for (size_t i = first; i < end; i++) {
        if (series->work)
            sum_add(&work, series->work[i]);
        if (series->value && !isnan(series->value[i])) {
            sum_add(&value, series->value[i]);
            values++;
        }
    }
    stretch.first = first;
    stretch.end = end;
    stretch.iterations = end - first;
    stretch.cycles = cycles;
    stretch.begin_s = series_begin(series, first);
    stretch.end_s = series_end(series, end - 1);
    stretch.time = stretch.end_s - stretch.begin_s;
    stretch.work = sum_value(&work);
    if (series->work && series->start && stretch.time > 0)
        stretch.rate = stretch.work / stretch.time;
    if (values > 0)
        stretch.mean = sum_value(&value) / (double)values;
    return stretch;
}

struct stretch stretch_rows(const struct series *series, size_t first, size_t end)
{
    if (!series->phase || end <= first)
        return measure(series, first, end, 0);
    size_t cycles = 0;
    size_t rows = cycle_rows(series, first, end, &cycles);
    return measure(series, first, first + rows, cycles);
}

struct stretch stretch_all(const struct series *series, struct span window)
{
    size_t first = 0;
    size_t end = 0;
    rows_in(series, window, &first, &end);
    return measure(series, first, end, 0);
}

struct stretch stretch_cycles(const struct series *series, struct span window)
{
    size_t first = 0;
    size_t end = 0;
    rows_in(series, window, &first, &end);
    return stretch_rows(series, first, end);
}

bool stretch_batches(const struct series *series, const struct stretch *stretch, double out[30])
{
    size_t rows = stretch->end - stretch->first;
    if (!stretch->found || rows < 30)
        return false;
    size_t size = rows / 30;
    size_t first = stretch->first;
    for (size_t k = 0; k < 30; k++) {
        size_t end = k == 0 ? first + size + rows % 30 : first + size;
        struct stretch batch = measure(series, first, end, 0);
        out[k] = batch.mean;
        if (!isnan(stretch->rate)) {
            double until = end < stretch->end ? series_begin(series, end) : stretch->end_s;
            out[k] = batch.work / (until - batch.begin_s);
        }
        if (!isfinite(out[k]))
            return false;
        first = end;
    }
    return true;
}
