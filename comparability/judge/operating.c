/* operating.c - each side at its highest load within the objectives.
 *
 * A run is at one load. The runs of a system at one load are its repetitions there; each objective
 * is held against the interval of their values (t over runs), or against each value where there are
 * too few for an interval. The highest load is the last one that keeps every objective before the
 * first that is not shown to keep those that load makes worse, whatever comes behind it. It is
 * known only where a higher load was measured that does not: else the sweep stopped too early. */
#include "operating.h"

#include "model/likeness.h"
#include "statistics.h"

#include "model/normal.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const enum key load_keys[] = { KEY_LOAD_CONCURRENCY, KEY_LOAD_RATE };

/* ---- what a run shows of an objective ---- */

static bool series_of(const struct threshold *objective, const struct series *series)
{
    return series->count > 0 &&
           (series->key == objective->key ||
            (objective->key == KEY_LATENCY_ITERATION && series->key == KEY_ITERATION_DURATION));
}

/* Percentile or mean of a column; NaN: no value, or a statistic that is neither. */
static double column_value(struct arena *home, const double *value, size_t count,
                           struct str statistic)
{
    double *kept = ARENA_MANY(home, count + 1, double);
    size_t many = 0;
    uint32_t num, den;
    for (size_t i = 0; i < count; i++)
        if (isfinite(value[i]))
            kept[many++] = value[i];
    if (many == 0)
        return (double)NAN;
    if (statistic.len == 0 || str_eq(statistic, STR("mean")))
        return moments_of(kept, many).mean;
    if (!percentile_read(statistic, &num, &den))
        return (double)NAN;
    sort_values(kept, many);
    return percentile(kept, many, num, den).value;
}

bool more_load_helps(const struct threshold *objective)
{
    static const enum key whole[] = {
        KEY_THROUGHPUT_OUTPUT_TOKENS,
        KEY_THROUGHPUT_TOTAL_TOKENS,
        KEY_THROUGHPUT_PROMPT_TOKENS,
        KEY_THROUGHPUT_REQUESTS,
        KEY_THROUGHPUT_MATMULS,
        KEY_THROUGHPUT_REQUESTS_SERVER,
        KEY_THROUGHPUT_OUTPUT_SERVER,
        KEY_THROUGHPUT_OUTPUT_PER_ACCELERATOR,
        KEY_THROUGHPUT_INPUT_PER_ACCELERATOR,
        KEY_THROUGHPUT_TOTAL_PER_ACCELERATOR,
    };
    bool found = false;
    for (size_t i = 0; i < ARRAY_COUNT(whole); i++)
        found = found || objective->key == whole[i];
    return found && !objective->at_most;
}

static struct str bound_name(struct arena *home, const struct threshold *objective)
{
    return str_format(home, "%s%s%.*s", vocabulary_row(objective->key)->name,
                      objective->instance.len > 0 ? " " : "", STR_ARG(objective->instance));
}

static const struct fact *bound_of(struct deriving *deriving, const struct case_file *case_file,
                                   const struct alone *alone, const struct threshold *objective)
{
    const struct run *run = alone->door.run;
    bool metric =
        objective->key == case_file->metric &&
        (objective->instance.len == 0 || str_eq(objective->instance, case_file->metric_instance));
    if (metric && (alone->door.own || alone->door.whole))
        return alone->door.own ? alone->door.own : alone->door.whole;
    const struct fact *told = run_fact(case_file, run, objective->key, objective->instance);
    if (told && told->value.number)
        return told;
    for (size_t i = 0; i < run->series_count; i++) {
        const struct series *series = &run->series[i];
        if (!series_of(objective, series))
            continue;
        size_t first = 0, end = series->count;
        const struct stretch *in = alone->own.found ? &alone->own : &alone->whole;
        if (alone->door.series && alone->door.series->value == series->value && in->found) {
            first = in->first;
            end = in->end;
        }
        double value =
            column_value(deriving->home, series->value + first, end - first, objective->instance);
        if (isfinite(value)) {
            return derive(deriving,
                          &(struct derived){ .row = DERIVE_RUN_BOUND,
                                             .run = run,
                                             .instance = bound_name(deriving->home, objective),
                                             .value = statistics_round(value, 6),
                                             .unit = series->unit,
                                             .printing = { .rule = PRINT_DIGITS, .digits = 4 },
                                             .series = series });
        }
    }
    return NULL;
}

static const struct threshold *bounded(const struct terms *terms, size_t i)
{
    return i < terms->objective_count ? &terms->objective[i]
                                      : &terms->requirement[i - terms->objective_count];
}

const struct fact *run_bound(const struct alone *alone, const struct terms *terms,
                             const struct threshold *threshold)
{
    return alone->bound[threshold->requirement
                            ? terms->objective_count + (size_t)(threshold - terms->requirement)
                            : (size_t)(threshold - terms->objective)];
}

/* A requirement may ask for what an objective asks, or another requirement: one figure answers. */
static size_t bounded_before(const struct terms *terms, size_t i)
{
    const struct threshold *own = bounded(terms, i);
    size_t j = 0;
    while (j < i && (bounded(terms, j)->key != own->key ||
                     !str_eq(bounded(terms, j)->instance, own->instance)))
        j++;
    return j;
}

void bounds_find(struct deriving *deriving, const struct case_file *case_file, struct alone *alone,
                 size_t count)
{
    const struct terms *terms = case_file->terms;
    size_t bounds = terms ? terms->objective_count + terms->requirement_count : 0;
    for (size_t i = 0; i < count; i++) {
        const struct fact **bound = ARENA_MANY(deriving->home, bounds + 1, const struct fact *);
        for (size_t j = 0; j < bounds; j++) {
            size_t before = bounded_before(terms, j);
            bool words = bounded(terms, j)->key == KEY_COUNT;
            bound[j] = words        ? NULL
                       : before < j ? bound[before]
                                    : bound_of(deriving, case_file, &alone[i], bounded(terms, j));
        }
        alone[i].bound = bound;
    }
}

/* ---- loads ---- */

struct sweeping { /* the runs of one system, by load */
    struct deriving *deriving;
    const struct case_file *case_file;
    const struct system *system;
    const struct alone *alone;
    size_t count;
    enum key key; /* of the load */
};

static const struct fact *load_of(const struct case_file *case_file, const struct run *run,
                                  enum key key)
{
    const struct fact *fact = run_fact(case_file, run, key, STR(""));
    return fact && fact->value.number && fact->value.value > 0 ? fact : NULL;
}

static int double_order(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

/* Different loads of the system's runs, lowest first. */
static size_t loads_of(const struct sweeping *in, enum key key, double *out)
{
    size_t count = 0, kept = 0;
    for (size_t i = 0; i < in->count; i++) {
        const struct run *run = in->alone[i].door.run;
        const struct fact *load = load_of(in->case_file, run, key);
        if (!run->bridge && run->machine->system == in->system && load)
            out[count++] = load->value.value;
    }
    qsort(out, count, sizeof *out, double_order);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || out[i] > out[kept - 1])
            out[kept++] = out[i];
    return kept;
}

struct at_load { /* the runs at one load, and one value a run */
    const struct alone **item;
    const struct fact *load; /* of the first of them */
    const struct fact **fact;
    double *value;
    size_t count, values;
};

static void at_load_gather(const struct sweeping *in, double load, struct at_load *out)
{
    out->count = 0;
    for (size_t i = 0; i < in->count; i++) {
        const struct alone *alone = &in->alone[i];
        const struct run *run = alone->door.run;
        const struct fact *fact = load_of(in->case_file, run, in->key);
        bool mine =
            !run->bridge && run->machine->system == in->system && alone->copy_of == SIZE_MAX;
        if (mine && fact && fact->value.value >= load && fact->value.value <= load) {
            out->load = out->count == 0 ? fact : out->load;
            out->item[out->count++] = alone;
        }
    }
}

static const struct fact *point_derive(const struct sweeping *in, enum derivation_id row,
                                       struct str instance, double value, enum unit unit,
                                       const struct at_load *at)
{
    return derive(in->deriving,
                  &(struct derived){ .row = row,
                                     .system = in->system,
                                     .instance = instance,
                                     .value = statistics_round(value, 6),
                                     .unit = unit,
                                     .printing = { .rule = PRINT_DIGITS, .digits = 4 },
                                     .input = at->fact,
                                     .input_count = at->values });
}

/* Mean of the metric at the load, each run in its own steady stretch, else as a whole. */
static void rate_fill(const struct sweeping *in, struct at_load *at, struct str load,
                      struct load_point *point)
{
    at->values = 0;
    for (size_t i = 0; i < at->count; i++) {
        const struct judged_run *door = &at->item[i]->door;
        const struct fact *fact = door->own ? door->own : door->whole;
        if (fact) {
            at->fact[at->values] = fact;
            at->value[at->values++] = fact->value.value;
        }
    }
    if (at->values > 0) {
        point->rate = moments_of(at->value, at->values).mean;
        point->rate_fact =
            point_derive(in, DERIVE_POINT_RATE, load, point->rate, at->fact[0]->value.unit, at);
    }
}

/* By the interval over runs; by every value where there is none. */
static enum standing kept_by(const struct threshold *objective, const struct at_load *at,
                             const struct interval *mean)
{
    double low = at->value[0], high = at->value[0];
    for (size_t i = 1; i < at->values; i++) {
        low = at->value[i] < low ? at->value[i] : low;
        high = at->value[i] > high ? at->value[i] : high;
    }
    low = mean->found ? mean->low : low;
    high = mean->found ? mean->high : high;
    if (objective->at_most ? high <= objective->limit : low >= objective->limit)
        return STANDING_MET;
    return (objective->at_most ? low > objective->limit : high < objective->limit)
               ? STANDING_NOT_MET
               : STANDING_NOT_SHOWN;
}

/* One objective at one load; false: some run does not show it. */
static bool objective_fill(const struct sweeping *in, struct at_load *at, struct str load,
                           size_t index, struct load_point *point)
{
    const struct threshold *objective = &in->case_file->terms->objective[index];
    at->values = 0;
    for (size_t i = 0; i < at->count; i++) {
        const struct fact *fact = at->item[i]->bound[index];
        if (!fact)
            return false;
        at->fact[at->values] = fact;
        at->value[at->values++] = fact->value.value * unit_row(fact->value.unit)->factor;
    }
    struct interval mean = interval_mean(at->value, at->values);
    enum standing standing = kept_by(objective, at, &mean);
    /* in the unit of the limit beside it, as where the objective is judged of a system */
    enum unit own = at->fact[0]->value.unit, limit = objective->fact->value.unit;
    enum unit unit = unit_row(own)->base == unit_row(limit)->base ? limit : own;
    double factor = unit_row(unit)->factor;
    struct str instance = str_format(in->deriving->home, "%.*s %.*s", STR_ARG(load),
                                     STR_ARG(bound_name(in->deriving->home, objective)));
    struct load_bound *bound = &point->bound[point->bound_count++];
    double centre = mean.found ? mean.value : moments_of(at->value, at->values).mean;
    *bound = (struct load_bound){ .objective = objective, .standing = standing };
    bound->value.value = point_derive(in, DERIVE_POINT_BOUND, instance, centre / factor, unit, at);
    if (mean.found) {
        bound->value.low =
            point_derive(in, DERIVE_POINT_BOUND_LOW, instance, mean.low / factor, unit, at);
        bound->value.high =
            point_derive(in, DERIVE_POINT_BOUND_HIGH, instance, mean.high / factor, unit, at);
    }
    if (objective->at_most && !point->latency_fact &&
        vocabulary_row(objective->key)->better == BETTER_LOWER) {
        point->latency = centre;
        point->latency_fact = bound->value.value;
    }
    point->standing = standing > point->standing ? standing : point->standing;
    point->spoilt = point->spoilt || (standing != STANDING_MET && !more_load_helps(objective));
    return true;
}

static void point_fill(const struct sweeping *in, struct at_load *at, struct load_point *point)
{
    const struct terms *terms = in->case_file->terms;
    size_t objectives = terms ? terms->objective_count : 0;
    point->latency = (double)NAN;
    point->load_fact = at->load;
    struct str load = at->load->value.text;
    rate_fill(in, at, load, point);
    point->bound = ARENA_MANY(in->deriving->home, objectives + 1, struct load_bound);
    point->standing = STANDING_MET;
    point->told = objectives > 0 && point->rate_fact;
    for (size_t i = 0; i < objectives; i++)
        point->told = objective_fill(in, at, load, i, point) && point->told;
}

static const struct threshold *latency_objective(const struct terms *terms)
{
    for (size_t i = 0; terms && i < terms->objective_count; i++) {
        const struct threshold *one = &terms->objective[i];
        if (one->at_most && one->key != KEY_COUNT &&
            vocabulary_row(one->key)->better == BETTER_LOWER)
            return one;
    }
    return NULL;
}

bool points_of_runs(struct deriving *deriving, const struct case_file *case_file,
                    const struct alone *alone, size_t count, struct saturation *out)
{
    struct sweeping in = { .deriving = deriving,
                           .case_file = case_file,
                           .system = out->system,
                           .alone = alone,
                           .count = count };
    struct arena *home = deriving->home;
    double *load = ARENA_MANY(home, count + 1, double);
    struct at_load at = { .item = ARENA_MANY(home, count + 1, const struct alone *),
                          .fact = ARENA_MANY(home, count + 1, const struct fact *),
                          .value = ARENA_MANY(home, count + 1, double) };
    size_t loads = 0;
    for (size_t k = 0; k < ARRAY_COUNT(load_keys); k++) {
        size_t of_key = loads_of(&in, load_keys[k], load);
        in.key = of_key > loads ? load_keys[k] : in.key;
        loads = of_key > loads ? of_key : loads;
    }
    if (loads < 2 || loads > LOADS_MOST)
        return false;
    struct load_point *point = ARENA_MANY(home, loads, struct load_point);
    loads = loads_of(&in, in.key, load);
    for (size_t i = 0; i < loads; i++) {
        at_load_gather(&in, load[i], &at);
        if (at.count > 0 && at.load) {
            struct load_point *next = &point[out->count++];
            *next = (struct load_point){ .load = load[i] };
            point_fill(&in, &at, next);
        }
    }
    out->point = point;
    out->of_runs = true;
    out->load_key = in.key;
    out->objective = latency_objective(case_file->terms);
    return out->count > 0;
}

/* ---- members ---- */

/* The point at which the system is compared: the highest that keeps the objectives; where none is
 * known to, the lowest, so that the runs judged are at one load in any case. */
static const struct load_point *chosen(const struct saturation *point)
{
    return point->good ? point->good : &point->point[0];
}

static bool has_load(const struct case_file *case_file, const struct run *run,
                     const struct saturation *point)
{
    const struct fact *load = load_of(case_file, run, point->load_key);
    double want = chosen(point)->load;
    return load && load->value.value >= want && load->value.value <= want;
}

bool point_has_runs(const struct case_file *case_file, const struct saturation *point)
{
    const struct system *system = point->system;
    for (size_t m = 0; m < system->machine_count; m++) {
        for (size_t r = 0; r < system->machine[m].run_count; r++)
            if (has_load(case_file, &system->machine[m].run[r], point))
                return true;
    }
    return false;
}

bool at_point(const struct case_file *case_file, const struct run *run,
              const struct saturation *point)
{
    return !point || point->count == 0 || !point_has_runs(case_file, point) ||
           has_load(case_file, run, point);
}

void members_at_points(struct judging *judging, const struct saturation *saturation, size_t count)
{
    struct member *kept = ARENA_MANY(judging->home, judging->member_count + 1, struct member);
    size_t many = 0;
    for (size_t side = 0; side < 2; side++) {
        for (size_t i = 0; i < count; i++)
            if (saturation[i].system == judging->system[side] && saturation[i].count > 0)
                judging->point[side] = &saturation[i];
    }
    judging->sweep = judging->member;
    judging->sweep_count = judging->member_count;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        if (at_point(judging->case_file, member->run, judging->point[member->like]))
            kept[many++] = *member;
    }
    judging->member = kept;
    judging->member_count = many;
    members_settled(judging);
}
