/* many.c - which runs a report tells by themselves, where there are more than a person reads.
 *
 * Up to RUNS_TOLD_MOST runs in a case the report tells each. Beyond it, groups are told (sides of
 * comparisons: least, middle and greatest run, and how many), and by themselves only the runs that
 * stand out: not steady, without a value, or beyond the middle half of the side's values by more
 * than one and a half times its width (J. W. Tukey, Exploratory Data Analysis, 1977). Every run
 * stays in data.json and in the evidence. */
#include "build.h"

#include "model/steadiness.h"

#include <math.h>
#include <stdlib.h>

#define FENCE 1.5 /* of the width of the middle half */

struct many {
    const bool *const *told; /* by comparison, then by judged run */
    const bool *const *out;  /* out of line, whether or not named */
};

struct ranked {
    double value; /* of the metric, then how far it stands out */
    const struct fact *fact;
    size_t index; /* of the judged run */
};

static int by_value(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (x->value < y->value || x->value > y->value)
        return x->value < y->value ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index; /* of equals the first: no chance */
}

const struct fact *run_ranked(const struct judged_run *run)
{
    return run->value ? run->value : run->own ? run->own : run->whole;
}

const struct system *run_side(const struct run *run)
{
    return run->bridge ? run->like : run->machine ? run->machine->system : NULL;
}

struct str counted_text(struct building *b, size_t count)
{
    return number_grouped(b->home, b->skin, str_format(b->home, "%zu", count));
}

static const struct fact *value_of(const struct judged_run *run, enum key key)
{
    (void)key;
    return run_ranked(run);
}

/* The side's runs but bridges that have a finite number, by that number. */
static size_t rank(const struct comparison *c, const struct system *side,
                   const struct fact *(*pick)(const struct judged_run *run, enum key key),
                   enum key key, struct ranked *out)
{
    size_t count = 0;
    for (size_t i = 0; i < c->run_count; i++) {
        const struct judged_run *run = &c->run[i];
        const struct fact *fact = run->run->bridge ? NULL : pick(run, key);
        if (fact && run_side(run->run) == side && fact->value.number && !fact->placeholder &&
            isfinite(fact->value.value))
            out[count++] = (struct ranked){ fact->value.value, fact, i };
    }
    qsort(out, count, sizeof *out, by_value);
    return count;
}

size_t run_range(struct building *b, const struct comparison *c, const struct system *side,
                 const struct fact *(*pick)(const struct judged_run *run, enum key key),
                 enum key key, const struct fact *out[3])
{
    struct ranked *ranked = ARENA_MANY(b->home, c->run_count + 1, struct ranked);
    size_t count = rank(c, side, pick, key, ranked);
    if (count > 0) {
        out[0] = ranked[0].fact;
        out[1] = ranked[(count - 1) / 2].fact;
        out[2] = ranked[count - 1].fact;
    }
    return count;
}

/* By how many widths of the middle half a value lies beyond it. */
static double beyond(double value, double low, double high)
{
    double past = value < low ? low - value : value > high ? value - high : 0;
    return past > 0 && !(high > low) ? (double)INFINITY : past > 0 ? past / (high - low) : 0;
}

/* Marks the side's runs that are out of line, and the RUNS_NAMED_MOST of them that are so most,
 * with the least, the middle and the greatest. */
static void side_pick(struct building *b, const struct comparison *c, const struct system *side,
                      bool *out, bool *told)
{
    enum { ENDS = 3 };
    struct ranked *ranked = ARENA_MANY(b->home, c->run_count + 1, struct ranked);
    double *far = ARENA_MANY(b->home, c->run_count + 1, double);
    size_t count = rank(c, side, value_of, KEY_COUNT, ranked), odd = 0;
    for (size_t i = 0; i < c->run_count; i++) {
        far[i] = c->run[i].steady.verdict == STEADY && !c->run[i].run->bridge ? 0 : INFINITY;
        if (run_side(c->run[i].run) == side && !c->run[i].run->bridge && !run_ranked(&c->run[i]))
            far[i] = INFINITY;
    }
    for (size_t i = 0; i < count; i++) {
        double past =
            beyond(ranked[i].value, ranked[count / 4].value, ranked[count - 1 - count / 4].value);
        far[ranked[i].index] = past > far[ranked[i].index] ? past : far[ranked[i].index];
    }
    if (count > 0) {
        told[ranked[0].index] = true;
        told[ranked[(count - 1) / 2].index] = true;
        told[ranked[count - 1].index] = true;
    }
    for (size_t i = 0; i < c->run_count; i++) {
        if (run_side(c->run[i].run) == side && far[i] > FENCE) {
            out[i] = true;
            ranked[odd++] = (struct ranked){ -far[i], NULL, i };
        }
    }
    qsort(ranked, odd, sizeof *ranked, by_value);
    for (size_t i = 0; i < odd && i < RUNS_NAMED_MOST - ENDS; i++)
        told[ranked[i].index] = true;
}

static size_t runs_all(const struct case_file *c)
{
    size_t count = 0;
    for (size_t i = 0; i < c->system_count; i++)
        for (size_t k = 0; k < c->system[i].machine_count; k++)
            count += c->system[i].machine[k].run_count;
    return count;
}

void many_pick(struct building *b)
{
    const struct report_model *model = b->model;
    if (runs_all(model->case_file) <= RUNS_TOLD_MOST)
        return;
    struct many *many = ARENA_NEW(b->home, struct many);
    const bool **told = ARENA_MANY(b->home, model->comparison_count + 1, const bool *);
    const bool **out = ARENA_MANY(b->home, model->comparison_count + 1, const bool *);
    for (size_t i = 0; i < model->comparison_count; i++) {
        const struct comparison *c = &model->comparison[i];
        bool *mine = ARENA_MANY(b->home, c->run_count + 1, bool);
        bool *odd = ARENA_MANY(b->home, c->run_count + 1, bool);
        side_pick(b, c, c->a, odd, mine);
        side_pick(b, c, c->b, odd, mine);
        told[i] = mine;
        out[i] = odd;
    }
    *many = (struct many){ .told = told, .out = out };
    b->many = many;
}

bool run_told(const struct building *b, const struct comparison *c, const struct judged_run *run)
{
    return !b->many || b->many->told[c - b->model->comparison][run - c->run];
}

struct run_counts run_counted(const struct building *b, const struct comparison *c,
                              const struct system *side)
{
    struct run_counts counts = { 0 };
    for (size_t i = 0; i < c->run_count; i++) {
        const struct judged_run *run = &c->run[i];
        if (run_side(run->run) == side && !run->run->bridge) {
            counts.all++;
            counts.steady += run->steady.verdict == STEADY;
            counts.out += b->many && b->many->out[c - b->model->comparison][i];
            counts.named += run_told(b, c, run);
        }
    }
    return counts;
}
