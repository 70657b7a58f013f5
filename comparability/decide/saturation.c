/* saturation.c - a sweep over loads: where throughput bends, and the highest load that keeps the
 * objective.
 *
 * Knee: two straight lines through (log load, log throughput), split where the sum of squares is
 * least, at least two points a side; the knee is where they meet. Its uncertainty: the range of the
 * knees found with each load left out in turn, widened to the loads measured on either side of it.
 * Whether there is a knee at all: the second line must rise less steeply than the first. */
#include "questions.h"

#include "base/num.h"
#include "model/likeness.h"
#include "operating.h"
#include "statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_LOADS = 4 };

/* ---- points ---- */

static int point_order(const void *a, const void *b)
{
    const struct load_point *left = a, *right = b;
    return (left->load > right->load) - (left->load < right->load);
}

static const struct fact *fact_at(const struct facts *facts, enum key key, struct str instance)
{
    return facts_best(facts, key, instance);
}

/* The latency that the objective speaks of, else the 95th percentile of the iteration. */
static const struct fact *latency_at(const struct facts *facts, struct str load,
                                     const struct threshold *objective, struct arena *home)
{
    static const enum key keys[] = { KEY_TTFT_CLIENT, KEY_LATENCY_REQUEST, KEY_LATENCY_ITERATION };
    struct str tail = objective && objective->instance.len > 0 ? objective->instance : STR("p95");
    struct str instance = str_format(home, "%.*s %.*s", STR_ARG(load), STR_ARG(tail));
    if (objective)
        return fact_at(facts, objective->key, instance);
    const struct fact *found = NULL;
    for (size_t i = 0; !found && i < ARRAY_COUNT(keys); i++)
        found = fact_at(facts, keys[i], instance);
    return found;
}

/* An objective on a latency that the sweep measured. */
static const struct threshold *objective_of(const struct terms *terms, const struct facts *facts)
{
    for (size_t i = 0; terms && i < terms->objective_count; i++) {
        const struct threshold *one = &terms->objective[i];
        struct str instance;
        if (one->at_most && vocabulary_row(one->key)->better == BETTER_LOWER &&
            facts_instance(facts, one->key, STR(""), true, &instance))
            return one;
    }
    return NULL;
}

static size_t points_gather(struct arena *home, const struct facts *facts, enum key metric,
                            const struct threshold *objective, struct load_point *out)
{
    static const enum key loads[] = { KEY_LOAD_CONCURRENCY, KEY_LOAD_RATE };
    size_t count = 0;
    for (size_t k = 0; k < ARRAY_COUNT(loads) && count == 0; k++) {
        struct str instance = { 0 };
        for (bool first = true;
             count < LOADS_MOST && facts_instance(facts, loads[k], instance, first, &instance);
             first = false) {
            const struct fact *load = fact_at(facts, loads[k], instance);
            const struct fact *rate = fact_at(facts, metric, instance);
            const struct fact *latency = latency_at(facts, instance, objective, home);
            if (!load || !rate || !load->value.number || !rate->value.number ||
                !(load->value.value > 0) || !(rate->value.value > 0))
                continue;
            bool timed = latency && latency->value.number;
            out[count++] = (struct load_point){
                .load = load->value.value,
                .rate = rate->value.value,
                .latency = timed ? latency->value.value * unit_row(latency->value.unit)->factor
                                 : (double)NAN,
                .load_fact = load,
                .rate_fact = rate,
                .latency_fact = timed ? latency : NULL,
            };
        }
    }
    qsort(out, count, sizeof *out, point_order);
    size_t kept = 0; /* one point a load: the first; a load measured twice is no bend */
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || out[i].load > out[kept - 1].load)
            out[kept++] = out[i];
    return kept;
}

/* ---- the knee ---- */

struct straight {
    double slope, offset, squares;
};

static struct straight straight_of(const double *x, const double *y, size_t count)
{
    struct straight out = { 0 };
    double mx = num_sum(x, count) / (double)count, my = num_sum(y, count) / (double)count;
    double sxx = 0, sxy = 0;
    for (size_t i = 0; i < count; i++) {
        sxx += (x[i] - mx) * (x[i] - mx);
        sxy += (x[i] - mx) * (y[i] - my);
    }
    out.slope = sxx > 0 ? sxy / sxx : 0;
    out.offset = my - out.slope * mx;
    for (size_t i = 0; i < count; i++) {
        double off = y[i] - out.offset - out.slope * x[i];
        out.squares += off * off;
    }
    return out;
}

/* Logarithm of the knee's load; NaN where the curve does not bend down. */
static double knee_of(const double *x, const double *y, size_t count)
{
    double best = (double)INFINITY, knee = (double)NAN;
    for (size_t split = 2; split + 2 <= count; split++) {
        struct straight before = straight_of(x, y, split);
        struct straight behind = straight_of(x + split, y + split, count - split);
        double squares = before.squares + behind.squares;
        if (!(squares < best))
            continue;
        best = squares;
        double rise = before.slope - behind.slope;
        double at = (behind.offset - before.offset) / rise;
        knee = rise > 0.05 && at > x[0] && at < x[count - 1] ? at : (double)NAN;
    }
    return knee;
}

struct knee {
    bool found;
    double load, low, high;
};

static struct knee knee_find(const struct load_point *point, size_t count)
{
    double x[LOADS_MOST] = { 0 }, y[LOADS_MOST] = { 0 }, xs[LOADS_MOST] = { 0 },
           ys[LOADS_MOST] = { 0 };
    struct knee out = { 0 };
    for (size_t i = 0; i < count; i++) {
        x[i] = log(point[i].load);
        y[i] = log(point[i].rate);
    }
    double at = knee_of(x, y, count);
    if (!isfinite(at))
        return out;
    double low = at, high = at;
    for (size_t left = 0; left < count && count > LEAST_LOADS; left++) {
        size_t kept = 0;
        for (size_t i = 0; i < count; i++) {
            if (i != left) {
                xs[kept] = x[i];
                ys[kept++] = y[i];
            }
        }
        double other = knee_of(xs, ys, kept);
        low = isfinite(other) && other < low ? other : low;
        high = isfinite(other) && other > high ? other : high;
    }
    size_t behind = 1;
    while (behind + 1 < count && x[behind] < at)
        behind++;
    low = x[behind - 1] < low ? x[behind - 1] : low;
    high = x[behind] > high ? x[behind] : high;
    out = (struct knee){ true, statistics_round(exp(at), 6), statistics_round(exp(low), 6),
                         statistics_round(exp(high), 6) };
    return out;
}

/* ---- what follows ---- */

static const struct fact *load_derive(struct deriving *deriving, const struct saturation *s,
                                      enum derivation_id row, double value, enum unit unit,
                                      const struct fact *const *input, size_t count)
{
    return derive(deriving, &(struct derived){
                                .row = row,
                                .system = s->system,
                                .value = value,
                                .unit = unit,
                                .printing = { .rule = value >= floor(value) && value <= floor(value)
                                                          ? PRINT_COUNT
                                                          : PRINT_DIGITS,
                                              .digits = 3 },
                                .input = input,
                                .input_count = count });
}

static void knee_publish(struct deriving *deriving, struct saturation *s)
{
    const struct fact **input = ARENA_MANY(deriving->home, s->count * 2 + 1, const struct fact *);
    enum unit unit = s->point[0].load_fact->value.unit;
    size_t inputs = 0;
    for (size_t i = 0; i < s->count; i++) {
        input[inputs++] = s->point[i].load_fact;
        input[inputs++] = s->point[i].rate_fact;
    }
    struct knee knee = knee_find(s->point, s->count);
    if (!knee.found) {
        s->why = "no bend";
    } else {
        s->knee = load_derive(deriving, s, DERIVE_SATURATION_KNEE, knee.load, unit, input, inputs);
        s->knee_low =
            load_derive(deriving, s, DERIVE_SATURATION_KNEE_LOW, knee.low, unit, input, inputs);
        s->knee_high =
            load_derive(deriving, s, DERIVE_SATURATION_KNEE_HIGH, knee.high, unit, input, inputs);
    }
    const struct load_point *last = &s->point[s->count - 1], *before = last - 1;
    double gain =
        statistics_round(log(last->rate / before->rate) / log(last->load / before->load), 6);
    const struct fact *const step[] = { before->load_fact, before->rate_fact, last->load_fact,
                                        last->rate_fact };
    if (isfinite(gain)) {
        s->gain =
            derive(deriving, &(struct derived){ .row = DERIVE_SATURATION_GAIN,
                                                .system = s->system,
                                                .value = gain,
                                                .unit = UNIT_RATIO,
                                                .printing = { .rule = PRINT_DECIMALS, .digits = 2 },
                                                .input = step,
                                                .input_count = ARRAY_COUNT(step) });
        s->saturated = gain <= 0.1;
    }
}

/* A load of a sweep over runs, with what each objective showed there. */
static const struct fact *run_load_derive(struct deriving *deriving, const struct saturation *s,
                                          enum derivation_id row, const struct load_point *point)
{
    const struct fact **input =
        ARENA_MANY(deriving->home, 1 + 4 * point->bound_count, const struct fact *);
    size_t count = 0;
    input[count++] = point->load_fact;
    for (size_t i = 0; i < point->bound_count; i++) {
        const struct load_bound *bound = &point->bound[i];
        const struct fact *const facts[] = { bound->value.value, bound->value.low,
                                             bound->value.high, bound->objective->fact };
        for (size_t j = 0; j < ARRAY_COUNT(facts); j++)
            if (facts[j])
                input[count++] = facts[j];
    }
    return load_derive(deriving, s, row, point->load, point->load_fact->value.unit, input, count);
}

static void rate_publish(struct deriving *deriving, struct saturation *s,
                         const struct load_point *good)
{
    const struct fact *const input[] = { good->rate_fact, s->highest };
    s->highest_rate =
        derive(deriving, &(struct derived){ .row = DERIVE_SATURATION_HIGHEST_RATE,
                                            .system = s->system,
                                            .value = good->rate,
                                            .unit = good->rate_fact->value.unit,
                                            .printing = { .rule = PRINT_DIGITS, .digits = 4 },
                                            .input = input,
                                            .input_count = 2 });
}

struct highest { /* the last load that keeps every objective, and the next that does not */
    const struct load_point *good, *bad;
};

/* Up to the first load that misses what load makes worse, whatever comes behind it. A load that is
 * too low for a least throughput ends nothing. */
static struct highest highest_find(const struct saturation *s)
{
    struct highest out = { NULL, NULL };
    const struct load_point *spoilt = NULL, *next = NULL, *last = NULL;
    for (size_t i = 0; i < s->count && !spoilt; i++) {
        const struct load_point *point = &s->point[i];
        if (!point->told) /* it could have been the one that misses */
            return (struct highest){ NULL, NULL };
        if (point->spoilt) {
            spoilt = point;
        } else if (point->standing == STANDING_MET) {
            out.good = point;
            next = NULL;
        } else {
            next = next ? next : point;
            last = point;
        }
    }
    out.bad = out.good ? (next ? next : spoilt) : last ? last : spoilt;
    return out;
}

static void runs_publish(struct deriving *deriving, struct saturation *s)
{
    struct highest found = highest_find(s);
    s->good = found.good;
    s->failing =
        found.bad ? run_load_derive(deriving, s, DERIVE_SATURATION_FAILING_RUNS, found.bad) : NULL;
    if (s->good) {
        s->highest = run_load_derive(deriving, s, DERIVE_SATURATION_HIGHEST_RUNS, s->good);
        rate_publish(deriving, s, s->good);
    }
}

/* What a sweep of its own shows of an objective at a load; NULL: nothing. */
static const struct fact *shown_at(struct arena *home, const struct saturation *s,
                                   const struct load_point *point,
                                   const struct threshold *objective)
{
    struct str load = point->load_fact->instance;
    if (objective == s->objective)
        return point->latency_fact;
    const struct fact *fact = more_load_helps(objective)
                                  ? fact_at(s->system->sweep, objective->key, load)
                                  : latency_at(s->system->sweep, load, objective, home);
    return fact && fact->value.number ? fact : NULL;
}

/* Holds the points of a sweep of its own against the objectives: every one where the load to
 * compare at is sought, else the one on the latency that was swept. */
static void sweep_hold(struct arena *home, const struct terms *terms, struct saturation *s)
{
    struct load_point *list = ARENA_MANY(home, s->count + 1, struct load_point);
    for (size_t i = 0; i < s->count; i++) {
        struct load_point *point = &list[i];
        *point = s->point[i];
        point->told = true;
        for (size_t k = 0; k < terms->objective_count; k++) {
            const struct threshold *objective = &terms->objective[k];
            const struct fact *fact = shown_at(home, s, point, objective);
            if (objective != s->objective && !s->every)
                continue;
            double value = fact ? fact->value.value * unit_row(fact->value.unit)->factor : 0;
            bool kept = objective->at_most ? value <= objective->limit : value >= objective->limit;
            point->told = point->told && fact;
            point->standing = fact && kept ? point->standing : STANDING_NOT_MET;
            point->spoilt = point->spoilt || !(kept || more_load_helps(objective));
        }
    }
    s->point = list;
}

/* A load of a sweep of its own, with what it shows of each objective it was held against. */
static const struct fact *sweep_load_derive(struct deriving *deriving, const struct terms *terms,
                                            const struct saturation *s, enum derivation_id row,
                                            const struct load_point *point)
{
    const struct fact **input =
        ARENA_MANY(deriving->home, 1 + 2 * terms->objective_count, const struct fact *);
    size_t count = 0;
    input[count++] = point->load_fact;
    for (size_t k = 0; k < terms->objective_count; k++) {
        const struct threshold *objective = &terms->objective[k];
        if (objective == s->objective || s->every) {
            input[count++] = shown_at(deriving->home, s, point, objective);
            input[count++] = objective->fact;
        }
    }
    return load_derive(deriving, s, row, point->load, point->load_fact->value.unit, input, count);
}

static void highest_publish(struct deriving *deriving, const struct case_file *case_file,
                            struct saturation *s)
{
    const struct terms *terms = case_file->terms;
    if (s->of_runs) {
        runs_publish(deriving, s);
        return;
    }
    bool compared = case_file->metric_kind == METRIC_AT_OBJECTIVE;
    if (!s->objective || (compared && s->tie != SWEEP_TIED))
        return; /* no load to compare at comes from a sweep of nobody knows what */
    s->every = case_file->metric_kind == METRIC_AT_OBJECTIVE && terms->objective_count > 1;
    sweep_hold(deriving->home, terms, s);
    struct highest found = highest_find(s);
    s->good = found.good;
    if (found.good) {
        s->highest = sweep_load_derive(deriving, terms, s, DERIVE_SATURATION_HIGHEST, found.good);
        rate_publish(deriving, s, found.good);
    }
    if (found.bad)
        s->failing = sweep_load_derive(deriving, terms, s, DERIVE_SATURATION_FAILING, found.bad);
}

/* ---- by which load units are counted ---- */

enum { MEASUREMENTS_MOST = 64 };
struct at_load { /* what a sweep measured at one load */
    const struct fact *rate[MEASUREMENTS_MOST];
    size_t count;
    const struct fact *held[MEASUREMENTS_MOST]; /* against the objectives: copies, too */
    size_t held_count;
    bool told, kept, spoilt; /* of every objective: by each measurement; by one not, for good */
};

/* Every measurement of the throughput at a load that is shown to be of the system; the same figure
 * again is a copy until something shows otherwise, and what stands beside it counts all the same.
 * One that nothing was delivered by, or that is not looked at, could be the one that misses an
 * objective. */
static void rates_gather(struct arena *home, const struct case_file *case_file,
                         const struct saturation *s, const struct load_point *point,
                         struct at_load *out)
{
    const struct facts *sweep = s->system->sweep;
    struct str load = point->load_fact->instance;
    const struct fact *fact = facts_next(sweep, case_file->metric, load, NULL);
    for (; fact; fact = facts_next(sweep, case_file->metric, load, fact)) {
        bool again = false;
        const struct fact *told = sweep_beside(s, fact, s->load_key, load, NULL);
        if (!told)
            continue; /* a load of another kind, written alike */
        /* Some tools count their points: the third of one file may be another load than the next's.
         */
        if (!told->value.number || told->value.value < point->load ||
            told->value.value > point->load || out->held_count == MEASUREMENTS_MOST ||
            !fact->value.number || !(fact->value.value > 0) ||
            !sweep_rate_tied(home, case_file, s, fact)) {
            out->told = false;
            return;
        }
        out->held[out->held_count++] = fact;
        for (size_t i = 0; i < out->count && !again; i++)
            again = str_eq(out->rate[i]->value.text, fact->value.text);
        if (!again)
            out->rate[out->count++] = fact;
    }
}

/* Whether one measurement keeps an objective, by all that its path tells of it at that load: rows
 * of one file are not told apart. */
static void objective_hold(const struct saturation *s, const struct threshold *objective,
                           const struct fact *rate, struct str instance, struct at_load *out)
{
    const struct fact *fact = sweep_beside(s, rate, objective->key, instance, NULL);
    out->told = out->told && fact;
    for (; fact; fact = sweep_beside(s, rate, objective->key, instance, fact)) {
        double value = 0;
        bool known = fact->value.number && fact_base(fact, &value);
        bool kept =
            known && (objective->at_most ? value <= objective->limit : value >= objective->limit);
        out->told = out->told && known;
        out->kept = out->kept && kept;
        out->spoilt = out->spoilt || (known && !kept && !more_load_helps(objective));
    }
}

static void objectives_hold(struct arena *home, const struct terms *terms,
                            const struct saturation *s, struct str load, struct at_load *out)
{
    for (size_t k = 0; k < terms->objective_count; k++) {
        const struct threshold *objective = &terms->objective[k];
        struct str instance =
            more_load_helps(objective) || objective->instance.len == 0
                ? load
                : str_format(home, "%.*s %.*s", STR_ARG(load), STR_ARG(objective->instance));
        if (objective->system && objective->system != s->system)
            continue;
        for (size_t i = 0; i < out->held_count; i++)
            objective_hold(s, objective, out->held[i], instance, out);
    }
}

static void sized_publish(struct deriving *deriving, const struct load_point *point,
                          const struct at_load *at, struct saturation *s)
{
    double value[MEASUREMENTS_MOST];
    for (size_t i = 0; i < at->count; i++)
        value[i] = at->rate[i]->value.value;
    struct interval mean = interval_mean(value, at->count);
    const struct fact **input = ARENA_MANY(deriving->home, at->count + 1, const struct fact *);
    if (at->count == 0 || !mean.found || !(mean.low > 0))
        return;
    for (size_t i = 0; i < at->count; i++)
        input[i] = at->rate[i];
    input[at->count] = point->load_fact;
    struct derived want = { .system = s->system,
                            .unit = at->rate[0]->value.unit,
                            .printing = { .rule = PRINT_DIGITS, .digits = 4 },
                            .input = input,
                            .input_count = at->count };
    want.row = DERIVE_SIZED_RATE;
    want.value = statistics_round(mean.value, 9);
    s->sized.value = derive(deriving, &want);
    want.row = DERIVE_SIZED_LOW;
    want.value = statistics_round(mean.low, 6);
    s->sized.low = derive(deriving, &want);
    want.row = DERIVE_SIZED_HIGH;
    want.value = statistics_round(mean.high, 6);
    s->sized.high = derive(deriving, &want);
    s->sized_load = load_derive(deriving, s, DERIVE_SIZED_LOAD, point->load,
                                point->load_fact->value.unit, input, at->count + 1);
}

/* The highest load at which every objective of the case is kept by each of its measurements; none
 * beyond a load that misses what more load makes worse, or that does not tell. One measurement has
 * no interval, and so sizes nothing. */
static void sizing_find(struct deriving *deriving, const struct case_file *case_file,
                        struct saturation *s)
{
    const struct terms *terms = case_file->terms;
    const struct load_point *good = NULL;
    struct at_load best = { .count = 0 };
    if (s->of_runs || s->tie != SWEEP_TIED || !terms || terms->objective_count == 0 ||
        !terms->demand.peak_fact)
        return;
    for (size_t i = 0; i < s->count; i++) {
        struct at_load at = { .told = true, .kept = true };
        struct str load = s->point[i].load_fact->instance;
        rates_gather(deriving->home, case_file, s, &s->point[i], &at);
        objectives_hold(deriving->home, terms, s, load, &at);
        if (!at.told || at.spoilt)
            break;
        if (at.kept) {
            good = &s->point[i];
            best = at;
        }
    }
    if (good)
        sized_publish(deriving, good, &best, s);
}

/* Points of a system's own sweep, else of its runs; false: it has neither. */
static bool sweep_gather(struct deriving *deriving, const struct case_file *case_file,
                         const struct alone *alone, size_t alone_count, struct saturation *s)
{
    bool by_runs = case_file->metric_kind == METRIC_AT_OBJECTIVE;
    if (by_runs && points_of_runs(deriving, case_file, alone, alone_count, s))
        return true;
    if (!s->system->sweep || facts_count(s->system->sweep) == 0)
        return false;
    struct load_point *point = ARENA_MANY(deriving->home, LOADS_MOST, struct load_point);
    s->point = point;
    s->objective = objective_of(case_file->terms, s->system->sweep);
    s->count =
        points_gather(deriving->home, s->system->sweep, case_file->metric, s->objective, point);
    s->load_key = s->count > 0 ? point[0].load_fact->key : KEY_LOAD_CONCURRENCY;
    sweep_tie(deriving->home, case_file, s);
    return true;
}

/* Whether every point has a throughput: a knee is sought through all of them. */
static bool rates_told(const struct saturation *s)
{
    for (size_t i = 0; i < s->count; i++)
        if (!s->point[i].rate_fact || !(s->point[i].rate > 0))
            return false;
    return true;
}

size_t saturations_find(struct deriving *deriving, const struct case_file *case_file,
                        const struct alone *alone, size_t alone_count, struct saturation *out)
{
    size_t found = 0;
    for (size_t i = 0; i < case_file->system_count; i++) {
        struct saturation *s = &out[found];
        *s = (struct saturation){ .system = &case_file->system[i] };
        if (!sweep_gather(deriving, case_file, alone, alone_count, s))
            continue;
        found++;
        bool few = s->count < LEAST_LOADS || !rates_told(s);
        if (few)
            s->why = "few loads";
        else
            knee_publish(deriving, s);
        if (!few || s->of_runs)
            highest_publish(deriving, case_file, s);
        if (case_file->metric_kind != METRIC_AT_OBJECTIVE)
            sizing_find(deriving, case_file, s);
    }
    return found;
}
