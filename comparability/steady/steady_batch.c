/* steady_batch.c - about two hundred numbers stand for the run, and their noise is measured.
 *
 * The interquartile mean and not the median: a median flips between the levels of fast two-level
 * data. And not the mean: it follows pauses and heavy tails. The plain mean is kept for the test of
 * halves. */
#include "statistics.h"
#include "steady.h"
#include "sums.h"

#include <assert.h>
#include <math.h>

void batches_make(struct arena *home, const double *value, size_t from, size_t count, size_t valid,
                  size_t rows, double step, struct batches *out)
{
    size_t batches = valid / rows;
    size_t lead = valid - batches * rows + rows; /* samples of batch 0 */
    assert(batches >= 1 && batches <= STEADY_MOST_BATCHES);
    double *level = ARENA_MANY(home, batches, double);
    double *mean = ARENA_MANY(home, batches, double);
    size_t *first = ARENA_MANY(home, batches, size_t);
    struct arena_mark mark = arena_mark(home);
    double *batch = ARENA_MANY(home, lead, double);
    size_t row = from;
    for (size_t k = 0; k < batches; k++) {
        size_t size = k == 0 ? lead : rows;
        struct sum sum = { 0 };
        size_t held = 0;
        for (; held < size; row++) {
            assert(row < count);
            if (isnan(value[row])) {
                continue;
            }
            if (held == 0) {
                first[k] = row;
            }
            batch[held++] = value[row];
            sum_add(&sum, value[row]);
        }
        mean[k] = sum_value(&sum) / (double)size;
        level[k] = step > 0 ? grain_mean(batch, size, step) : select_midmean(batch, size);
    }
    arena_rewind(home, mark);
    *out = (struct batches){ .count = batches,
                             .rows = rows,
                             .level = level,
                             .mean = mean,
                             .first = first,
                             .end = batches,
                             .step = step };
}

static double median_copy(const double *value, size_t count)
{
    double copy[STEADY_MOST_BATCHES];
    assert(count > 0 && count <= STEADY_MOST_BATCHES);
    for (size_t i = 0; i < count; i++) {
        copy[i] = value[i];
    }
    return select_median(copy, count);
}

/* A rate that breaks off, a time per operation that shoots up. */
static bool drained(double level, double scale, const struct steady_parameters *parameters)
{
    double left = 1 - parameters->of[STEADY_DRAIN_DEPTH];
    return parameters->lower_is_better ? level * left > scale : level < left * scale;
}

/* First batch of a drain tail and the batch straddling its edge; count where there is none, or
 * where it is longer than such a tail may be. */
static size_t drain_edge(const struct batches *batches, const struct steady_parameters *parameters)
{
    size_t end = batches->count;
    size_t most = share_ceiling(parameters->of[STEADY_DRAIN_LENGTH], batches->count);
    while (end > 0 && drained(batches->level[end - 1], batches->scale, parameters)) {
        end--;
    }
    if (end == batches->count || batches->count - end > most) {
        return batches->count;
    }
    if (end > 1 && fabs(batches->level[end - 1] - batches->scale) > 0.05 * batches->scale) {
        end--;
    }
    return end;
}

/* Running median of five, of a rounded column running mean of five without outliers. */
static const double *running_middle(struct arena *home, const double *value, size_t count,
                                    double step)
{
    double *smooth = ARENA_MANY(home, count, double);
    for (size_t i = 0; i < count; i++) {
        size_t from = i < 2 ? 0 : i - 2;
        size_t to = i + 3 < count ? i + 3 : count;
        double five[5];
        for (size_t k = from; k < to; k++) {
            five[k - from] = value[k];
        }
        smooth[i] = step > 0 ? grain_mean(five, to - from, step) : select_median(five, to - from);
    }
    return smooth;
}

/* Of a rounded column many differences are none, and a quantile of them is none or a whole step:
 * the share of ties is taken into account by the mean square, in which more than three steps count
 * as three, so that changes of level and outliers weigh little. */
static double deviation_of_steps(const double *step, size_t count, double grain)
{
    struct sum square = { 0 };
    for (size_t i = 0; i < count; i++) {
        double capped = step[i] < 3 * grain ? step[i] : 3 * grain;
        sum_add(&square, capped * capped);
    }
    return sqrt(sum_value(&square) / (double)count / 2);
}

/* Standard deviation of one batch from differences at a lag. The lower quartile and not the median,
 * so that up to a third of the differences may cross a change of level; 0.31863936 is the lower
 * quartile of |z|. */
static double deviation_at(const double *value, size_t count, size_t lag, double grain)
{
    double step[STEADY_MOST_BATCHES];
    size_t steps = 0;
    assert(count <= STEADY_MOST_BATCHES);
    for (size_t i = 0; i + lag < count; i++) {
        step[steps++] = fabs(value[i + lag] - value[i]);
    }
    if (steps == 0) {
        return 0;
    }
    if (grain > 0) {
        return deviation_of_steps(step, steps, grain);
    }
    size_t rank = percentile_rank(steps, 1, 4) - 1;
    select_rank(step, steps, rank);
    return step[rank] / 0.31863936 / sqrt(2.0);
}

/* The same from second differences, to which a straight rise or fall adds nothing. */
static double deviation_of_bends(const double *value, size_t count)
{
    double bend[STEADY_MOST_BATCHES];
    size_t bends = 0;
    assert(count <= STEADY_MOST_BATCHES);
    for (size_t i = 1; i + 1 < count; i++) {
        bend[bends++] = fabs(value[i - 1] - 2 * value[i] + value[i + 1]);
    }
    if (bends == 0) {
        return 0;
    }
    size_t rank = percentile_rank(bends, 1, 4) - 1;
    select_rank(bend, bends, rank);
    return bend[rank] / 0.31863936 / sqrt(6.0);
}

/* Noise between neighbours, however strongly correlated, grows by no more than sqrt 2 from one lag
 * to two; where it grows by over 1.6 a smooth motion is at work, which is no noise. */
static bool moves_smoothly(double one, double two)
{
    return two * two > 2.56 * one * one;
}

void batches_measure(struct arena *home, struct batches *batches,
                     const struct steady_parameters *parameters)
{
    size_t from = batches->count * 70 / 100;
    batches->scale = median_copy(batches->level + from, batches->count * 95 / 100 - from);
    batches->end = drain_edge(batches, parameters);
    batches->smooth = running_middle(home, batches->level, batches->end, batches->step);

    double one = deviation_at(batches->level, batches->end, 1, batches->step);
    double two = deviation_at(batches->level, batches->end, 2, batches->step);
    double rho = two > 0 ? 1 - (one / two) * (one / two) : 0;
    rho = rho < -0.5 ? -0.5 : rho > 0.5 ? 0.5 : rho;
    batches->sigma = one / sqrt(1 - rho);
    double noise = 1.1 * batches->sigma * sqrt((1 + rho) / (1 - rho));
    double least = 0.05 * parameters->of[STEADY_DELTA] * batches->scale;
    double rounding = batches->step / sqrt(12.0);
    least = rounding > least ? rounding : least;
    batches->noise = noise > least ? noise : least;
    double bends = 1.1 * sqrt(3.0) * deviation_of_bends(batches->level, batches->end);
    double apart = moves_smoothly(one, two) && bends < noise ? bends : noise;
    batches->apart = apart > least ? apart : least;
}
