/* phase.c - work that comes back: each iteration is compared with those that did the same work.
 *
 * y = x / median(x of the same phase) x mean(x). What matters is common to all phases (drift,
 * steps), so it stays; what belongs to the phase goes. With few repetitions the division would
 * flatten anything, hence at least five of each. */
#include "steady.h"
#include "sums.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Ascending, by digits of eight bits; digits that are the same everywhere cost one pass of
 * counting. */
static void sort_keys(uint64_t *key, uint64_t *spare, size_t count)
{
    for (unsigned shift = 0; shift < 64; shift += 8) {
        size_t place[257] = { 0 };
        for (size_t i = 0; i < count; i++)
            place[((key[i] >> shift) & 0xff) + 1]++;
        if (place[((key[0] >> shift) & 0xff) + 1] == count)
            continue;
        for (size_t digit = 0; digit < 256; digit++)
            place[digit + 1] += place[digit];
        for (size_t i = 0; i < count; i++)
            spare[place[(key[i] >> shift) & 0xff]++] = key[i];
        memcpy(key, spare, count * sizeof *key);
    }
}

/* One key for each value: phase above, row below. Returns how many. */
static size_t keys_of(const struct series *series, uint64_t *key)
{
    size_t count = 0;
    for (size_t i = 0; i < series->count; i++)
        if (!isnan(series->value[i]))
            key[count++] = (uint64_t)series->phase[i] << 32 | i;
    return count;
}

static size_t group_end(const uint64_t *key, size_t from, size_t count)
{
    size_t end = from;
    while (end < count && key[end] >> 32 == key[from] >> 32)
        end++;
    return end;
}

/* Rows from the first to the last kept, and whether what was left out between them is no more than
 * missing values may be. */
static bool kept_rows(const struct series *series, const double *value, double missing,
                      struct adjusted *out)
{
    out->first = 0;
    out->end = series->count;
    while (out->first < out->end && isnan(value[out->first]))
        out->first++;
    while (out->end > out->first && isnan(value[out->end - 1]))
        out->end--;
    size_t holes = out->end - out->first - out->valid;
    return (double)holes <= missing * (double)(out->end - out->first);
}

struct adjusted phase_adjust(struct arena *home, const struct series *series,
                             const struct steady_parameters *parameters)
{
    struct adjusted out = { 0 };
    const double *of = parameters->of;
    size_t n = series->count;
    assert(n > 0 && n <= UINT32_MAX);
    double *value = ARENA_MANY(home, n, double);
    struct arena_mark mark = arena_mark(home);
    uint64_t *key = ARENA_MANY(home, n, uint64_t);
    size_t count = keys_of(series, key);
    sort_keys(key, ARENA_MANY(home, n, uint64_t), count);
    double *group = ARENA_MANY(home, n, double);
    for (size_t i = 0; i < n; i++)
        value[i] = (double)NAN;
    struct sum sum = { 0 };
    bool zero = false;
    for (size_t from = 0, to = 0; from < count; from = to) {
        to = group_end(key, from, count);
        if ((double)(to - from) < of[STEADY_CYCLES]) {
            out.left_out += to - from;
            continue;
        }
        for (size_t i = from; i < to; i++) {
            group[i - from] = series->value[key[i] & UINT32_MAX];
            sum_add(&sum, group[i - from]);
        }
        double median = select_median(group, to - from);
        zero = zero || median <= 0;
        for (size_t i = from; i < to; i++) {
            size_t row = key[i] & UINT32_MAX;
            value[row] = series->value[row] / median;
        }
        out.valid += to - from;
        out.phases++;
        out.cycles = out.phases == 1 || to - from < out.cycles ? to - from : out.cycles;
    }
    arena_rewind(home, mark);
    out.value = value;
    /* Rare phases may stand at ragged ends, not in the middle. */
    bool kept = (double)out.valid >= of[STEADY_SAMPLES] &&
                kept_rows(series, value, of[STEADY_MISSING], &out);
    if (!kept)
        out.reason = "too few cycles";
    else if (zero)
        out.reason = "zero level";
    double average = out.valid > 0 ? sum_value(&sum) / (double)out.valid : 0;
    for (size_t i = 0; i < n; i++)
        value[i] *= average;
    return out;
}

/* ---- a period that nobody declared ---- */

enum { PERIOD_ROWS = 8192, PERIOD_LEAST = 4, PERIOD_REPETITIONS = 5 };

static double correlation(const double *value, size_t count, size_t lag)
{
    struct sum both = { 0 };
    struct sum head = { 0 };
    struct sum tail = { 0 };
    for (size_t i = 0; i + lag < count; i++) {
        sum_add(&both, value[i] * value[i + lag]);
        sum_add(&head, value[i] * value[i]);
        sum_add(&tail, value[i + lag] * value[i + lag]);
    }
    double scale = sqrt(sum_value(&head)) * sqrt(sum_value(&tail));
    return scale > 0 ? sum_value(&both) / scale : 0;
}

size_t steady_period(struct arena *scratch, const struct series *series)
{
    struct arena_mark mark = arena_mark(scratch);
    size_t n = series->count < PERIOD_ROWS ? series->count : PERIOD_ROWS;
    double *value = ARENA_MANY(scratch, PERIOD_ROWS, double);
    size_t count = 0;
    struct sum sum = { 0 };
    for (size_t i = series->count - n; i < series->count;
         i++) { /* the end: warm-ups stand before */
        if (isfinite(series->value[i])) {
            value[count++] = series->value[i];
            sum_add(&sum, series->value[i]);
        }
    }
    for (size_t i = 0; i < count; i++)
        value[i] -= sum_value(&sum) / (double)count;
    size_t found = 0;
    double lowest = 1;
    double best = 0;
    for (size_t lag = 1; lag <= count / PERIOD_REPETITIONS; lag++) {
        double here = correlation(value, count, lag);
        if (here < lowest) {
            lowest = here;
        } else if (lag >= PERIOD_LEAST && here > 0.5 && here > lowest + 0.4) {
            if (here > best + 0.02) { /* multiples of a period correlate as well: keep the first */
                best = here;
                found = lag;
            }
        }
    }
    arena_rewind(scratch, mark);
    return found;
}
