/* steady_level.c - segments of equal level, merged from the end, and the candidate verified. */
#include "statistics.h"
#include "steady.h"
#include "sums.h"

#include <assert.h>
#include <math.h>

/* ---- segments ---- */

static size_t three_at_least(size_t batches)
{
    return batches > 3 ? batches : 3;
}

/* Optimal partitioning (Jackson et al. 2005, the exact recursion that PELT prunes): with 399
 * batches all of it is 80 000 costs, so nothing needs pruning. */
size_t batches_segments(const struct batches *batches, const struct steady_parameters *parameters,
                        size_t first[STEADY_MOST_BATCHES])
{
    double sum[STEADY_MOST_BATCHES + 1] = { 0 };
    double square[STEADY_MOST_BATCHES + 1] = { 0 };
    double best[STEADY_MOST_BATCHES + 1] = { 0 };
    size_t from[STEADY_MOST_BATCHES + 1] = { 0 };
    size_t n = batches->end;
    size_t least = three_at_least(share_floor(parameters->of[STEADY_SEGMENT], n));
    double penalty = parameters->of[STEADY_PENALTY];
    assert(n <= STEADY_MOST_BATCHES);
    struct sum run = { 0 };
    struct sum run_square = { 0 };
    for (size_t i = 0; i < n; i++) { /* shifted, so that the squares keep their digits */
        double z = (batches->smooth[i] - batches->scale) / batches->noise;
        sum_add(&run, z);
        sum_add(&run_square, z * z);
        sum[i + 1] = sum_value(&run);
        square[i + 1] = sum_value(&run_square);
    }
    for (size_t to = 1; to <= n; to++) {
        best[to] = (double)INFINITY;
        for (size_t at = 0; at + least <= to; at++) {
            double level = sum[to] - sum[at];
            double cost =
                best[at] + penalty + (square[to] - square[at]) - level * level / (double)(to - at);
            if (cost < best[to]) {
                best[to] = cost;
                from[to] = at;
            }
        }
    }
    size_t count = 0;
    for (size_t at = n; at > 0; at = from[at])
        first[count++] = from[at];
    for (size_t i = 0; i < count / 2; i++) {
        size_t kept = first[i];
        first[i] = first[count - 1 - i];
        first[count - 1 - i] = kept;
    }
    return count;
}

/* ---- the candidate ---- */

static double midmean(const double *value, size_t count)
{
    double copy[STEADY_MOST_BATCHES];
    assert(count > 0 && count <= STEADY_MOST_BATCHES);
    for (size_t i = 0; i < count; i++)
        copy[i] = value[i];
    return select_midmean(copy, count);
}

static double mean(const double *value, size_t count)
{
    struct sum sum = { 0 };
    for (size_t i = 0; i < count; i++)
        sum_add(&sum, value[i]);
    return sum_value(&sum) / (double)count;
}

/* Squared standard error of a mean, by two passes. */
static double error_square(const double *value, size_t count)
{
    double middle = mean(value, count);
    struct sum sum = { 0 };
    for (size_t i = 0; i < count; i++)
        sum_add(&sum, (value[i] - middle) * (value[i] - middle));
    return count < 2 ? 0 : sum_value(&sum) / (double)(count - 1) / (double)count;
}

/* Largest difference from `level` that counts as none: delta, or more where noise asks for it, but
 * never beyond the cap. `noisy`: how much may be noise. */
static double allowance(const struct batches *batches, double level,
                        const struct steady_parameters *parameters, double noisy)
{
    double delta = parameters->of[STEADY_DELTA];
    double cap = parameters->of[STEADY_CAP] * delta * level;
    double noise = noisy < cap ? noisy : cap;
    /* a step to and fro of a rounded column is no change of level */
    bool carried = grain_carries(batches->step, level) <= delta;
    double least = carried && batches->step > delta * level ? batches->step : delta * level;
    return noise > least ? noise : least;
}

static double standard_error(const struct batches *batches, size_t count)
{
    return batches->noise / sqrt((double)count);
}

/* A drift of the whole run counts as noise up to so many standard errors: there one line explains
 * it better than one level by the Bayesian information criterion, sqrt(22 / 4). */
static const double noise_excuses = 2.345;
/* Where a start was moved many were looked at before one passed, so that one of 1.645 standard
 * errors came by chance in up to one of twenty-five drifting runs. */
static const double sure_of_moved = 3;
/* What noise alone stays below in 95 of 100 levels: the range of five normal deviates, which is of
 * ten pairs (the studentized range for five means and known error), and one deviate either way. */
static const double sure_range = 3.858, sure_line = 1.96;

/* Absorbs earlier segments into the last while they lie on the pooled level of what is accepted. */
static size_t merge_from_end(const struct batches *batches,
                             const struct steady_parameters *parameters, const size_t *segment,
                             size_t segment_count)
{
    size_t start = segment[segment_count - 1];
    for (size_t j = segment_count - 1; j-- > 0;) {
        size_t length = segment[j + 1] - segment[j];
        double pooled = midmean(batches->smooth + start, batches->end - start);
        double here = standard_error(batches, length);
        double there = standard_error(batches, batches->end - start);
        double error = sqrt(here * here + there * there);
        double limit = allowance(batches, pooled, parameters, 3 * error);
        if (fabs(midmean(batches->smooth + segment[j], length) - pooled) > limit)
            break;
        start = segment[j];
    }
    return start;
}

/* The plain mean of the last tenth agrees with that of the rest: stalls that multiply at the end.
 * The error is that of the rest, since a tenth with stalls would excuse itself by their scatter.
 * One batch alone, the one farthest off, multiplies nothing. */
static bool end_agrees(const struct batches *batches, size_t start, double level, double share)
{
    const double *from = batches->mean + start;
    size_t n = batches->end - start;
    size_t last = n / 10 > 3 ? n / 10 : 3;
    size_t rest = n - last;
    double before = mean(from, rest), farthest = 0;
    for (size_t i = rest; i < n; i++) {
        double off = from[i] - before;
        farthest = fabs(off) > fabs(farthest) ? off : farthest;
    }
    double off = (mean(from + rest, last) - before) * (double)last;
    double apart = fabs(off - farthest) / (double)(last - 1);
    double error =
        sqrt(error_square(from, rest) * (double)rest * (1 / (double)rest + 1 / (double)last));
    double limit = share * level > 4 * error ? share * level : 4 * error;
    return apart <= limit;
}

/* The plain means of the halves agree: catches a changing rate of pauses, which interquartile means
 * hide. */
static bool halves_agree(const struct batches *batches, size_t start, double level, double share)
{
    const double *from = batches->mean + start;
    size_t n = batches->end - start;
    size_t half = n / 2;
    double apart = fabs(mean(from, half) - mean(from + half, n - half));
    double error = sqrt(error_square(from, half) + error_square(from + half, n - half));
    double limit = share * level > 4 * error ? share * level : 4 * error;
    return apart <= limit;
}

/* What plain means tell that interquartile ones hide; NULL: nothing. */
static const char *means_tell(const struct batches *batches, size_t start, double level,
                              double share)
{
    if (!halves_agree(batches, start, level, share))
        return "halves";
    if (batches_stalls_multiply(batches, start, share * level))
        return "stalls multiply";
    return end_agrees(batches, start, level, share) ? NULL : "end";
}

/* Twenty blocks keep to the level, all but two of them: catches a wave so smooth that it passes for
 * noise between neighbours. The limit is twice delta, or three standard errors of a block. */
static bool blocks_keep(const struct batches *batches, size_t start, double level,
                        const struct steady_parameters *parameters)
{
    double delta = parameters->of[STEADY_DELTA];
    const double *from = batches->sharp + start;
    size_t n = batches->end - start;
    size_t out = 0;
    if (n < (size_t)3 * STEADY_BLOCK_COUNT)
        return true;
    for (size_t k = 0; k < STEADY_BLOCK_COUNT; k++) {
        size_t first = n * k / STEADY_BLOCK_COUNT;
        size_t size = n * (k + 1) / STEADY_BLOCK_COUNT - first;
        double noise = 3 * batches->apart / sqrt((double)size);
        double limit = 2 * delta * level > noise ? 2 * delta * level : noise;
        out += fabs(midmean(from + first, size) - level) > limit ? 1 : 0;
    }
    return (double)out <= parameters->of[STEADY_BLOCKS];
}

/* Batches before a start that was moved belong to the level while they lie on it, alone and
 * together with those that follow. `limit`: two standard errors, and not the three that excuse an
 * edge, since each further step asks anew, and a warm-up is let in where one of them errs. */
static size_t grow_back(const struct batches *batches, size_t start, size_t edge, double level,
                        double limit)
{
    double single = limit > 3 * batches->noise ? limit : 3 * batches->noise;
    while (start > 0 && fabs(batches->sharp[start - 1] - level) <= single &&
           fabs(mean(batches->sharp + start - 1, edge) - level) <= limit)
        start--;
    return start;
}

static size_t strays_in(const struct batches *batches, size_t from, size_t end, double level,
                        double limit)
{
    size_t out = 0;
    for (size_t i = from; i < end; i++)
        out += fabs(batches->level[i] - level) > limit ? 1 : 0;
    return out;
}

/* A swing that dies away keeps its mean on the level while it is still far off it: where the second
 * half lies still, the start moves behind the block in which over a third of the batches stray. */
static size_t behind_swing(const struct batches *batches, size_t start, double level,
                           const struct steady_parameters *parameters)
{
    size_t end = batches->end;
    size_t n = end - start;
    size_t block = n / STEADY_BLOCK_COUNT > 10 ? n / STEADY_BLOCK_COUNT : 10;
    double delta = parameters->of[STEADY_DELTA] * level;
    delta = batches->step > delta ? batches->step : delta;
    double limit = delta > 3 * batches->sigma ? delta : 3 * batches->sigma;
    if (10 * strays_in(batches, start + n / 2, end, level, limit) > end - start - n / 2)
        return start;
    while (start + 2 * block < end &&
           3 * strays_in(batches, start, start + block, level, limit) > block)
        start++;
    return start;
}

struct candidate batches_candidate(const struct batches *batches,
                                   const struct steady_parameters *parameters,
                                   const size_t *segment, size_t segment_count)
{
    const double *of = parameters->of;
    struct candidate candidate = { .verdict = UNSTEADY, .reason = "" };
    size_t end = batches->end;
    size_t edge = three_at_least(share_floor(of[STEADY_EDGE], end));
    size_t least = share_ceiling(of[STEADY_TAIL], end);
    struct line line = { 0 };
    bool failed = false; /* once a drift was seen, noise no longer excuses one */
    size_t start = merge_from_end(batches, parameters, segment, segment_count);
    least = least > 2 * edge ? least : 2 * edge;
    if (end - start < least) {
        candidate.reason = "late change of level";
        return candidate;
    }
    double level = 0;
    double limit = 0;
    for (;;) {
        if (end - start < least)
            return candidate; /* for the reason that shortened it last */
        level = midmean(batches->smooth + start, end - start);
        limit = allowance(batches, level, parameters, 3 * standard_error(batches, edge));
        if (fabs(midmean(batches->smooth + start, edge) - level) > limit) {
            candidate.reason = "edge";
            start++;
            continue;
        }
        line = batches_line(batches, start);
        double allowed = of[STEADY_DRIFT] * level;
        if (!failed && noise_excuses * line.error > allowed)
            allowed = noise_excuses * line.error;
        if (fabs(line.drift) > allowed) {
            candidate.reason = "drift";
            failed = true;
            start += end / 100 > 1 ? end / 100 : 1;
            continue;
        }
        break;
    }
    bool moved = failed || start > end / STEADY_TRANSIENT;
    if (moved && fabs(line.drift) + sure_of_moved * line.error > of[STEADY_DRIFT] * level &&
        !batches_level_told(batches, parameters, segment, segment_count, start)) {
        candidate.reason = "drift";
        return candidate;
    }
    candidate.reason = means_tell(batches, start, level, of[STEADY_HALVES]);
    if (candidate.reason)
        return candidate;
    if (!blocks_keep(batches, start, level, parameters)) {
        candidate.reason = "wave";
        return candidate;
    }
    candidate.resolution = 2 * standard_error(batches, end - start) / level;
    candidate.level = level;
    if (candidate.resolution > of[STEADY_RESOLUTION]) {
        candidate.verdict = INSUFFICIENT;
        candidate.reason = "too noisy";
        return candidate;
    }
    candidate.verdict = STEADY;
    candidate.reason = "";
    limit = allowance(batches, level, parameters, 2 * standard_error(batches, edge));
    candidate.start = grow_back(batches, start, edge, level, limit);
    const char *told = means_tell(batches, candidate.start, level, of[STEADY_HALVES]);
    if (told) { /* what was grown over has other stalls than the rest */
        candidate.verdict = UNSTEADY;
        candidate.reason = told;
        return candidate;
    }
    candidate.start = behind_swing(batches, candidate.start, level, parameters);
    if (end - candidate.start < least) {
        candidate.verdict = UNSTEADY;
        candidate.reason = "late change of level";
    }
    return candidate;
}

/* Whether batches, not smoothed ones, before `behind` lie off the line through what follows:
 * all of them by their interquartile mean, or one by itself, such as a first reading at idle. Three
 * standard errors, and four of a single batch, of which there are up to a hundred. */
static bool transient_stands(const struct batches *batches, size_t behind)
{
    size_t rest = batches->end - behind;
    struct line line = batches_line(batches, behind);
    double middle = mean(batches->smooth + behind, rest);
    double back = ((double)rest + (double)behind) / 2; /* from middle to middle */
    double lean = line.error / (double)batches->end * back;
    double told = standard_error(batches, behind), level = standard_error(batches, rest);
    double off[STEADY_MOST_BATCHES / STEADY_SWING + 1] = { 0 };
    bool alone = false;
    for (size_t i = 0; i < behind; i++) {
        double ahead = (double)behind + ((double)rest - 1) / 2 - (double)i;
        off[i] = batches->level[i] - middle + line.slope * ahead;
        alone = alone || fabs(off[i]) > 4 * batches->noise;
    }
    return alone ||
           fabs(midmean(off, behind)) > 3 * sqrt(told * told + lean * lean + level * level);
}

bool batches_behind_transient(const struct batches *batches,
                              const struct steady_parameters *parameters, size_t part,
                              struct candidate *candidate)
{
    const double *of = parameters->of;
    size_t behind = batches->end / part;
    if (behind < 3 || candidate->start >= behind || !transient_stands(batches, behind))
        return false;
    size_t rest = batches->end - behind;
    double level = midmean(batches->smooth + behind, rest);
    double resolution = 2 * standard_error(batches, rest) / level;
    if (resolution > of[STEADY_RESOLUTION] ||
        fabs(batches_line(batches, behind).drift) > of[STEADY_DRIFT] * level ||
        means_tell(batches, behind, level, of[STEADY_HALVES]) ||
        !blocks_keep(batches, behind, level, parameters))
        return false;
    candidate->start = behind;
    candidate->level = level;
    candidate->resolution = resolution;
    return true;
}

/* ---- what the medians swallow ---- */

static bool strays(double value, double level, double scatter)
{
    double apart = fabs(value - level);
    return !isnan(value) && apart > 0.5 * level && apart > 10 * scatter;
}

size_t steady_first_row(struct arena *scratch, const double *value, size_t start, size_t end,
                        size_t reach)
{
    enum { SAMPLE = 4096 };
    struct arena_mark mark = arena_mark(scratch);
    double *sample = ARENA_MANY(scratch, SAMPLE, double);
    size_t count = 0;
    for (size_t i = start; i < end && count < SAMPLE; i++)
        if (!isnan(value[i]))
            sample[count++] = value[i];
    double level = count > 0 ? select_median(sample, count) : 0;
    for (size_t i = 0; i < count; i++)
        sample[i] = fabs(sample[i] - level);
    double scatter = count > 0 ? 1.4826 * select_median(sample, count) : 0;
    arena_rewind(scratch, mark);
    size_t first = start;
    for (size_t i = start; strays(value[start], level, scatter) && i < start + reach && i < end;
         i++)
        first = strays(value[i], level, scatter) ? i + 1 : first;
    return first < end ? first : start;
}

/* ---- five rounds ---- */

enum rounds steady_rounds(struct arena *scratch, const double *value, size_t start, size_t end,
                          double cap, double noise, const struct steady_parameters *parameters)
{
    double range = parameters->of[STEADY_ROUNDS_RANGE] * parameters->of[STEADY_DELTA];
    double line = parameters->of[STEADY_ROUNDS_LINE] * parameters->of[STEADY_DELTA];
    size_t count = 0;
    for (size_t i = start; i < end; i++)
        count += isnan(value[i]) ? 0 : 1;
    if (count < STEADY_ROUNDS)
        return ROUNDS_DIFFER;
    struct arena_mark mark = arena_mark(scratch);
    double *sample = ARENA_MANY(scratch, count / STEADY_ROUNDS + 1, double);
    double round[STEADY_ROUNDS];
    size_t row = start;
    for (size_t r = 0; r < STEADY_ROUNDS; r++) {
        size_t size = count * (r + 1) / STEADY_ROUNDS - count * r / STEADY_ROUNDS;
        for (size_t held = 0; held < size; row++)
            if (!isnan(value[row]))
                sample[held++] = value[row];
        round[r] = cap > 0 ? mean_within(sample, size, cap) : select_midmean(sample, size);
    }
    arena_rewind(scratch, mark);
    double level = mean(round, STEADY_ROUNDS);
    double low = round[0];
    double high = round[0];
    double slope = 0; /* sum of (r - 2) round[r], over sum of squares 10 */
    for (size_t r = 0; r < STEADY_ROUNDS; r++) {
        low = round[r] < low ? round[r] : low;
        high = round[r] > high ? round[r] : high;
        slope += ((double)r - 2) * (round[r] - level) / 10;
    }
    double over_range = high - low - range * level;
    double over_line = fabs(slope) * 4 - line * level;
    if (over_range <= 0 && over_line <= 0)
        return ROUNDS_HOLD;
    /* the line's excursion has 4 / sqrt 10 of a round's error */
    bool noise_does =
        over_range <= sure_range * noise && over_line <= sure_line * 4 / sqrt(10.0) * noise;
    return noise_does ? ROUNDS_NOISY : ROUNDS_DIFFER;
}
