/* steady_drift.c - is it a level, or a line that a late part of the run happens to hide?
 *
 * A drift in noise is fitted worse and worse the shorter the part that is looked at, until it
 * passes. So once a start was moved, either the drift is shown to be small (an equivalence test:
 * three standard errors), or a level behind what came before explains the whole run better than one
 * straight line does, by the Bayesian information criterion (Schwarz 1978). */
#include "steady.h"
#include "sums.h"

#include <math.h>

/* A segment costs its penalty, which stands for 4 ln n since its begin is chosen as well as its
 * level; a level or a slope alone costs one ln n. */
static const double segment_parameters = 4;
/* The one-sided 95 % limit of a normal deviate. */
static const double one_sided = 1.645;

static double mean_of(const double *value, size_t count)
{
    struct sum sum = { 0 };
    for (size_t i = 0; i < count; i++)
        sum_add(&sum, value[i]);
    return sum_value(&sum) / (double)count;
}

/* Squares about the line of slope `slope` through the middle. */
static double squares_about(const double *value, size_t count, double slope)
{
    double level = count > 0 ? mean_of(value, count) : 0;
    double middle = ((double)count - 1) / 2;
    struct sum sum = { 0 };
    for (size_t i = 0; i < count; i++) {
        double off = value[i] - level - slope * ((double)i - middle);
        sum_add(&sum, off * off);
    }
    return sum_value(&sum);
}

struct line batches_line(const struct batches *batches, size_t start)
{
    size_t n = batches->end - start;
    const double *from = batches->smooth + start;
    double middle = (double)(n - 1) / 2;
    double level = mean_of(from, n);
    struct sum xy = { 0 };
    struct sum xx = { 0 };
    for (size_t i = 0; i < n; i++) {
        double x = (double)i - middle;
        sum_add(&xy, x * (from[i] - level));
        sum_add(&xx, x * x);
    }
    struct line line = { .slope = sum_value(&xy) / sum_value(&xx) };
    line.drift = line.slope * (double)batches->end;
    line.error = batches->noise / sqrt(sum_value(&xx)) * (double)batches->end;
    return line;
}

bool batches_level_told(const struct batches *batches, const struct steady_parameters *parameters,
                        const size_t *segment, size_t segment_count, size_t start)
{
    double unit = batches->noise * batches->noise;
    double cost = parameters->of[STEADY_PENALTY] / segment_parameters;
    const double *smooth = batches->smooth;
    size_t skip = batches->end / STEADY_TRANSIENT < start ? batches->end / STEADY_TRANSIENT : start;
    size_t count = batches->end - skip;
    double slope = batches_line(batches, skip).slope;
    double line = squares_about(smooth + skip, count, slope) / unit + 2 * cost;
    double flat = squares_about(smooth + skip, count, 0) / unit + cost;
    double settled = squares_about(smooth + start, batches->end - start, 0) / unit + cost;
    for (size_t i = 0; i < segment_count && segment[i] < start; i++) {
        size_t from = segment[i] > skip ? segment[i] : skip;
        size_t next = i + 1 < segment_count && segment[i + 1] < start ? segment[i + 1] : start;
        if (next > from) {
            settled += squares_about(smooth + from, next - from, 0) / unit;
            settled += parameters->of[STEADY_PENALTY];
        }
    }
    return flat < line || settled < line;
}

/* Least squares through plain means less smoothed levels from `start`: a change of level cancels
 * out. Drift and its error are over those batches. */
static struct line stalls_line(const struct batches *batches, size_t start)
{
    size_t n = batches->end - start;
    const double *mean = batches->mean + start, *smooth = batches->smooth + start;
    double center = ((double)n - 1) / 2;
    double middle = mean_of(mean, n) - mean_of(smooth, n);
    struct sum xy = { 0 }, xx = { 0 }, rest = { 0 };
    for (size_t i = 0; i < n; i++) {
        double x = (double)i - center;
        sum_add(&xy, x * (mean[i] - smooth[i] - middle));
        sum_add(&xx, x * x);
    }
    double slope = sum_value(&xy) / sum_value(&xx);
    for (size_t i = 0; i < n; i++) {
        double off = mean[i] - smooth[i] - middle - slope * ((double)i - center);
        sum_add(&rest, off * off);
    }
    double error = sqrt(sum_value(&rest) / (double)(n - 2) / sum_value(&xx));
    return (struct line){ slope, slope * (double)n, error * (double)n };
}

static bool drifts(struct line line, double limit)
{
    return fabs(line.drift) > limit && fabs(line.drift) > 3 * line.error;
}

bool batches_stalls_multiply(const struct batches *batches, size_t start, double limit)
{
    struct line here = stalls_line(batches, start);
    if (drifts(here, limit))
        return true;
    /* Behind a start that was moved so few are left that they may not show it. */
    return start > 0 && fabs(here.drift) + one_sided * here.error > limit &&
           drifts(stalls_line(batches, 0), limit);
}
