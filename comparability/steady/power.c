/* power.c - see power.h. Method and reasons: docs/method.md. */
#include "power.h"

#include <math.h>

enum { RUNS_LEAST = 3, RUNS_MOST = 10000 };

struct error_of_ratio {
    double error, df; /* of the logarithm of the ratio; df 0: no scatter at all */
};

static struct error_of_ratio error_of(const struct spread *spread)
{
    if (spread->blocks > 0) {
        return (struct error_of_ratio){ spread->within / sqrt((double)spread->blocks),
                                        (double)(spread->blocks - 1) };
    }
    double a = spread->a * spread->a / (double)spread->a_count;
    double b = spread->b * spread->b / (double)spread->b_count;
    double below = a * a / (double)(spread->a_count - 1) + b * b / (double)(spread->b_count - 1);
    size_t least = spread->a_count < spread->b_count ? spread->a_count : spread->b_count;
    double shrunk = (double)least / (double)(least + 1);
    return (struct error_of_ratio){ sqrt(a + b),
                                    below > 0 ? (a + b) * (a + b) / below * shrunk : 0 };
}

/* (t(.975) + t(chance)) s: how far, on the log scale, the truth has to lie from a bound. */
static double reach(const struct spread *spread, double chance)
{
    struct error_of_ratio of = error_of(spread);
    return of.df > 0 ? (t_quantile(0.975, of.df) + t_quantile(chance, of.df)) * of.error : 0;
}

double detectable_change(const struct spread *spread, double margin, bool lower_is_better)
{
    if (spread->a_count < 2 || spread->b_count < 2 || spread->blocks == 1)
        return (double)NAN;
    double far = reach(spread, 0.8);
    double change = lower_is_better ? 1 - (1 - margin) * exp(-far) : (1 + margin) * exp(far) - 1;
    return statistics_round(change, 6);
}

struct aim {
    double margin, change;
    bool equal, lower_is_better;
};

static bool enough(const struct spread *spread, const struct aim *aim, size_t runs)
{
    struct spread as = *spread;
    as.a_count = as.b_count = runs;
    as.blocks = spread->blocks > 0 ? runs : 0;
    if (aim->equal)
        return aim->margin > 0 && reach(&as, 0.9) <= log1p(aim->margin);
    return aim->change > aim->margin &&
           detectable_change(&as, aim->margin, aim->lower_is_better) <= aim->change;
}

static size_t runs_for(const struct spread *spread, const struct aim *aim)
{
    size_t low = RUNS_LEAST - 1; /* too few, or not allowed; the reach falls as runs grow */
    size_t high = RUNS_MOST;
    if (!enough(spread, aim, high))
        return 0;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (enough(spread, aim, middle))
            high = middle;
        else
            low = middle;
    }
    return high;
}

size_t runs_for_equal(const struct spread *spread, double margin)
{
    return runs_for(spread, &(struct aim){ .margin = margin, .equal = true });
}

size_t runs_for_change(const struct spread *spread, double margin, double change,
                       bool lower_is_better)
{
    return runs_for(spread, &(struct aim){ margin, change, false, lower_is_better });
}
