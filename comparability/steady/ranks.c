/* ranks.c - rank test, families of workloads, outliers. */
#include "ranks.h"
#include "sums.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

/* ---- ranks ---- */

struct ranked {
    double value;
    size_t at; /* position in a, or behind all of a in b; makes the order total */
};

static int ranked_order(const void *a, const void *b)
{
    const struct ranked *x = a;
    const struct ranked *y = b;
    if (x->value < y->value || x->value > y->value)
        return x->value < y->value ? -1 : 1;
    return x->at < y->at ? -1 : x->at > y->at ? 1 : 0;
}

/* Midranks, 1-based, of a followed by b; b may be empty. */
static double *midranks(struct arena *scratch, const double *a, size_t a_count, const double *b,
                        size_t b_count)
{
    size_t count = a_count + b_count;
    struct ranked *order = ARENA_MANY(scratch, count + 1, struct ranked);
    double *rank = ARENA_MANY(scratch, count + 1, double);
    for (size_t i = 0; i < count; i++)
        order[i] = (struct ranked){ i < a_count ? a[i] : b[i - a_count], i };
    qsort(order, count, sizeof *order, ranked_order);
    for (size_t from = 0, to = 0; from < count; from = to) {
        for (to = from; to < count && order[to].value <= order[from].value; to++) {
        }
        for (size_t i = from; i < to; i++)
            rank[order[i].at] = (double)(from + 1 + to) / 2;
    }
    return rank;
}

static double mean_of(const double *value, size_t count)
{
    return num_sum(value, count) / (double)count;
}

/* Variance of what a run's rank among all exceeds its rank among its own side by. */
static double placement_variance(const double *all, const double *own, size_t count)
{
    double shift = mean_of(all, count) - (double)(count + 1) / 2;
    struct sum square = { 0 };
    for (size_t i = 0; i < count; i++) {
        double off = all[i] - own[i] - shift;
        sum_add(&square, off * off);
    }
    return sum_value(&square) / (double)(count - 1);
}

/* 2 / C(a + b, a): both orders in which the sides separate. */
static double smallest_p(size_t a, size_t b)
{
    double p = 2;
    for (size_t i = 1; i <= a; i++)
        p *= (double)i / (double)(b + i);
    return p;
}

struct rank_test brunner_munzel(struct arena *scratch, const double *a, size_t a_count,
                                const double *b, size_t b_count)
{
    struct rank_test out = { .statistic = (double)NAN, .df = (double)NAN, .p = (double)NAN };
    if (a_count < RANK_RUNS || b_count < RANK_RUNS) {
        out.reason = "under 10 runs on a side";
        out.chance = (double)NAN;
        return out;
    }
    struct arena_mark mark = arena_mark(scratch);
    const double *all = midranks(scratch, a, a_count, b, b_count);
    const double *left = midranks(scratch, a, a_count, NULL, 0);
    const double *right = midranks(scratch, b, b_count, NULL, 0);
    double n = (double)a_count;
    double m = (double)b_count;
    double apart = mean_of(all + a_count, b_count) - mean_of(all, a_count);
    double va = n * placement_variance(all, left, a_count);
    double vb = m * placement_variance(all + a_count, right, b_count);
    out.chance = apart / (n + m) + 0.5;
    arena_rewind(scratch, mark);
    if (va + vb > 0) {
        out.statistic = n * m * apart / ((n + m) * sqrt(va + vb));
        out.df = (va + vb) * (va + vb) / (va * va / (n - 1) + vb * vb / (m - 1));
        out.p = 2 * t_below(-fabs(out.statistic), out.df);
        return out;
    }
    /* no variance: all runs equal, or no run of one side among those of the other */
    out.separated = fabs(apart) > 0;
    out.p = out.separated ? smallest_p(a_count, b_count) : 1;
    return out;
}

double cliffs_delta(struct arena *scratch, const double *a, size_t a_count, const double *b,
                    size_t b_count)
{
    if (a_count == 0 || b_count == 0)
        return (double)NAN;
    struct arena_mark mark = arena_mark(scratch);
    const double *all = midranks(scratch, a, a_count, b, b_count);
    double apart = mean_of(all + a_count, b_count) - mean_of(all, a_count);
    arena_rewind(scratch, mark);
    return 2 * apart / (double)(a_count + b_count);
}

/* ---- families ---- */

struct tested {
    double p;
    size_t at;
};

static int tested_order(const void *a, const void *b)
{
    const struct tested *x = a;
    const struct tested *y = b;
    if (x->p < y->p || x->p > y->p)
        return x->p < y->p ? -1 : 1;
    return x->at < y->at ? -1 : x->at > y->at ? 1 : 0;
}

void holm(struct arena *scratch, const double *p, size_t count, double *adjusted)
{
    struct arena_mark mark = arena_mark(scratch);
    struct tested *order = ARENA_MANY(scratch, count + 1, struct tested);
    for (size_t i = 0; i < count; i++) {
        assert(p[i] >= 0 && p[i] <= 1);
        order[i] = (struct tested){ p[i], i };
    }
    qsort(order, count, sizeof *order, tested_order);
    double least = 0;
    for (size_t i = 0; i < count; i++) {
        double here = order[i].p * (double)(count - i);
        here = here > 1 ? 1 : here;
        least = here > least ? here : least;
        adjusted[order[i].at] = least;
    }
    arena_rewind(scratch, mark);
}

/* ---- outliers ---- */

struct outliers outliers_of(struct arena *home, const double *value, size_t count,
                            double resolution)
{
    struct outliers out = { .median = (double)NAN,
                            .mean = (double)NAN,
                            .mean_without = (double)NAN };
    size_t *row = ARENA_MANY(home, count + 1, size_t);
    struct arena_mark mark = arena_mark(home);
    double *copy = ARENA_MANY(home, count + 1, double);
    size_t valid = 0;
    struct sum all = { 0 };
    struct sum rest = { 0 };
    for (size_t i = 0; i < count; i++) {
        if (!isnan(value[i])) {
            copy[valid++] = value[i];
            sum_add(&all, value[i]);
        }
    }
    if (valid > 0) {
        out.median = select_median(copy, valid);
        for (size_t i = 0; i < valid; i++)
            copy[i] = fabs(copy[i] - out.median);
        double spread = select_median(copy, valid);
        out.limit = 10 * 1.4826 * (spread > resolution ? spread : resolution);
        for (size_t i = 0; i < count; i++)
            if (fabs(value[i] - out.median) > out.limit)
                row[out.count++] = i;
            else if (!isnan(value[i]))
                sum_add(&rest, value[i]);
        out.mean = sum_value(&all) / (double)valid;
        out.mean_without = sum_value(&rest) / (double)(valid - out.count);
    }
    arena_rewind(home, mark);
    out.row = row;
    return out;
}
