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
            if (isnan(value[row]))
                continue;
            if (held == 0)
                first[k] = row;
            batch[held++] = value[row];
            sum_add(&sum, value[row]);
        }
        mean[k] = sum_value(&sum) / (double)size;
        level[k] = step > 0 ? mean_within(batch, size, 3 * step) : select_midmean(batch, size);
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
    for (size_t i = 0; i < count; i++)
        copy[i] = value[i];
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
    while (end > 0 && drained(batches->level[end - 1], batches->scale, parameters))
        end--;
    if (end == batches->count || batches->count - end > most)
        return batches->count;
    if (end > 1 && fabs(batches->level[end - 1] - batches->scale) > 0.05 * batches->scale)
        end--;
    return end;
}

/* Running mean of five without outliers. A median of five follows the middle of a lopsided swing
 * where the mean is asked for, and jumps by what single readings do. */
static const double *running_middle(struct arena *home, const double *value, size_t count,
                                    double cap)
{
    double *smooth = ARENA_MANY(home, count, double);
    for (size_t i = 0; i < count; i++) {
        size_t from = i < 2 ? 0 : i - 2;
        size_t to = i + 3 < count ? i + 3 : count;
        double five[5];
        for (size_t k = from; k < to; k++)
            five[k - from] = value[k];
        smooth[i] = mean_within(five, to - from, cap);
    }
    return smooth;
}

/* Differences over two standard deviations count as two (Winsor's mean square): a change of level
 * or an outlier weighs little, and the rest tells more than a quantile of it, which hangs on one
 * reading. Of the mean square of normal deviates so much is left. */
static const double full_deviations = 2;
static const double share_within = 0.9205;

struct apart { /* sizes of differences */
    size_t count;
    double size[STEADY_MOST_BATCHES];
};

static void differences(const double *value, size_t count, size_t lag, struct apart *out)
{
    assert(count <= STEADY_MOST_BATCHES);
    out->count = 0;
    for (size_t i = 0; i + lag < count; i++)
        out->size[out->count++] = fabs(value[i + lag] - value[i]);
}

/* Second differences, to which a straight rise or fall adds nothing. */
static void bends(const double *value, size_t count, struct apart *out)
{
    assert(count <= STEADY_MOST_BATCHES);
    out->count = 0;
    for (size_t i = 1; i + 1 < count; i++)
        out->size[out->count++] = fabs(value[i - 1] - 2 * value[i] + value[i + 1]);
}

/* Standard deviation of differences by their lower quartile and not the median, so that up to a
 * third of them may cross a change of level; 0.31863936 is the lower quartile of |z|. Permutes. */
static double deviation_of(struct apart *apart)
{
    if (apart->count == 0)
        return 0;
    size_t rank = percentile_rank(apart->count, 1, 4) - 1;
    select_rank(apart->size, apart->count, rank);
    return apart->size[rank] / 0.31863936;
}

/* Standard deviation of differences that count up to `cap`. Of a rounded column many are none, and
 * a quantile is none or a whole step: there three steps count in full. */
static double deviation_within(const struct apart *apart, double cap, double grain)
{
    bool in_steps = 3 * grain > cap;
    double most = in_steps ? 3 * grain : cap;
    struct sum square = { 0 };
    for (size_t i = 0; i < apart->count; i++) {
        double capped = apart->size[i] < most ? apart->size[i] : most;
        sum_add(&square, capped * capped);
    }
    double mean = apart->count > 0 ? sum_value(&square) / (double)apart->count : 0;
    return sqrt(mean / (in_steps ? 1 : share_within));
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

    struct apart near, far, bent; /* one and two batches apart, and second differences */
    differences(batches->level, batches->end, 1, &near);
    differences(batches->level, batches->end, 2, &far);
    bends(batches->level, batches->end, &bent);
    double quiet = deviation_of(&near) / sqrt(2.0), other = deviation_of(&far) / sqrt(2.0);
    double straight = deviation_of(&bent) / sqrt(6.0);
    double cap = full_deviations * sqrt(2.0) * (quiet + other) / 2; /* of both, for their ratio */
    double one = deviation_within(&near, cap, batches->step) / sqrt(2.0);
    double two = deviation_within(&far, cap, batches->step) / sqrt(2.0);
    bool rounded = batches->step > 0;
    bool smoothly = rounded ? moves_smoothly(one, two) : moves_smoothly(quiet, other);
    if (smoothly && !rounded && 2 * straight * straight < quiet * quiet) {
        one = quiet; /* the falls of a sawtooth are no noise: the quiet quarter tells it */
        two = other;
    }
    batches->cap =
        full_deviations * one > 3 * batches->step ? full_deviations * one : 3 * batches->step;
    batches->smooth = running_middle(home, batches->level, batches->end, batches->cap);
    batches->sharp = running_middle(home, batches->level, batches->end, 3 * batches->step);
    double rho = two > 0 ? 1 - (one / two) * (one / two) : 0;
    rho = rho < -0.5 ? -0.5 : rho > 0.5 ? 0.5 : rho;
    batches->sigma = one / sqrt(1 - rho);
    double noise = 1.1 * batches->sigma * sqrt((1 + rho) / (1 - rho));
    double least = 0.05 * parameters->of[STEADY_DELTA] * batches->scale;
    double rounding = batches->step / sqrt(12.0);
    least = rounding > least ? rounding : least;
    batches->noise = noise > least ? noise : least;
    double unbent = 1.1 * sqrt(3.0) * straight;
    double apart = smoothly && unbent < noise ? unbent : noise;
    batches->apart = apart > least ? apart : least;
}
