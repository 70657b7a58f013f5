/* convergence.c - training runs against reference convergence points.
 *
 * The reference was run twice as often as a submission for several batch sizes, and each run tells
 * after how many samples (or epochs) it reached the target. A submission whose mean lies below what
 * a t-test at 5 % takes for the reference's fails; one that lies above that and below the
 * reference's mean has its time scaled by the ratio of both. Points that lie above the line between
 * their neighbours are left out, a batch between two points is held against the line, one below all
 * against the first (mlcommons/logging, rcp_checker; the values stand in the rule sets). Which of
 * two practices the check of 4.0 and 4.1 had is not known, and factors published with 4.0 follow
 * from the earlier one: there a finding stands where both give it. */
#include "training.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Distribution of Student's t for whole degrees of freedom, at t >= 0: Abramowitz and Stegun,
 * 26.7.3 and 26.7.4. */
static double student(double t, unsigned freedom)
{
    double angle = atan(t / sqrt((double)freedom)), cosine = cos(angle), sine = sin(angle);
    double term = freedom % 2 == 1 ? cosine : 1, sum = freedom > 1 ? term : 0;
    for (unsigned k = freedom % 2 == 1 ? 3 : 2; k + 2 <= freedom; k += 2) {
        term *= cosine * cosine * (double)(k - 1) / (double)k;
        sum += term;
    }
    double both = freedom % 2 == 1 ? (angle + sine * sum) / acos(0) : sine * sum;
    return (1 + both) / 2;
}

/* t below which a share of 95 % lies. */
static double bound_of(unsigned freedom)
{
    const double share = 0.95;
    double low = 0, high = 1000;
    for (int i = 0; i < 100; i++) {
        double middle = (low + high) / 2;
        if (student(middle, freedom) < share)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

/* The least mean of `runs` that is not faster than the reference's. */
static double least_mean(const struct reference *point, double counted, double runs)
{
    double own = runs - 2;
    if (point->deviation <= 0 || own < 1 || counted < 1 || counted + own > 10000)
        return point->mean;
    double bound = bound_of((unsigned)(counted + own - 2));
    return point->mean - bound * point->deviation * sqrt(1 / counted + 1 / own);
}

/* What makes a point superfluous, and which deviation its test takes. The check of 5.0 and later
 * leaves points out by their means and takes the deviation of all runs; an earlier one leaves them
 * out by the least mean that it would let pass and takes the deviation without extremes. */
enum practice { BY_MEAN, BY_LEAST, PRACTICES };
struct points {
    const struct benchmark *work;
    double drop;
    enum practice practice;
    struct reference kept[REFERENCES_MOST];
    size_t count;
};

static struct reference between(const struct reference *a, const struct reference *b, double batch)
{
    double part = (batch - a->batch) / (b->batch - a->batch);
    return (struct reference){ .batch = batch,
                               .mean = a->mean + part * (b->mean - a->mean),
                               .deviation = a->deviation + part * (b->deviation - a->deviation) };
}

static double height(const struct points *in, const struct reference *point, double counted)
{
    return in->practice == BY_MEAN ? point->mean : least_mean(point, counted, in->work->runs);
}

static double own_height(const struct points *in, const struct reference *point)
{
    return height(in, point, point->runs - 2 * in->drop);
}

/* Points from the fastest on that do not lie above the line between their neighbours. */
static void points_keep(struct points *in)
{
    const struct benchmark *work = in->work;
    struct reference all[REFERENCES_MOST] = { 0 };
    size_t fastest = 0;
    for (size_t i = 0; i < work->reference_count; i++) {
        all[i] = work->reference[i];
        all[i].deviation = in->practice == BY_MEAN ? all[i].deviation : all[i].inner;
        fastest = own_height(in, &all[i]) < own_height(in, &all[fastest]) ? i : fastest;
    }
    in->count = 0;
    for (size_t i = fastest; i < work->reference_count; i++)
        in->kept[in->count++] = all[i];
    for (size_t i = 1; i + 1 < in->count; i++) {
        struct reference line = between(&in->kept[i - 1], &in->kept[i + 1], in->kept[i].batch);
        if (own_height(in, &in->kept[i]) <= height(in, &line, 2 * work->runs))
            continue;
        for (size_t k = i; k + 1 < in->count; k++)
            in->kept[k] = in->kept[k + 1];
        in->count--;
        i--;
    }
}

struct held {
    struct reference point;
    double counted; /* runs of the reference that its mean is of */
    bool below;     /* the batch is smaller than all of the reference's */
};

static bool point_of(const struct points *in, double batch, struct held *out)
{
    const struct reference *kept = in->kept;
    for (size_t i = 0; i < in->count; i++) {
        if (kept[i].batch == batch) {
            *out = (struct held){ kept[i], kept[i].runs - 2 * in->drop, false };
            return true;
        }
        if (kept[i].batch > batch) {
            *out = i > 0 ? (struct held){ between(&kept[i - 1], &kept[i], batch),
                                          2 * in->work->runs, false }
                         : (struct held){ kept[0], kept[0].runs - 2 * in->drop, true };
            return true;
        }
    }
    return false;
}

/* ---- the runs ---- */

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

bool training_measures(const struct benchmark *work)
{
    return work->quality_count > 0 && !str_eq(work->quality[0].metric, STR("eval_accuracy"));
}

static bool meets(const struct quality *bound, double value)
{
    return (isnan(bound->at_least) || value >= bound->at_least) &&
           (isnan(bound->at_most) || value <= bound->at_most);
}

static int by_samples(const void *a, const void *b)
{
    double x = (*(const struct training_eval *const *)a)->samples;
    double y = (*(const struct training_eval *const *)b)->samples;
    return (x > y) - (x < y);
}

/* Measures are told apart, in any order: the first count of samples at which each is met. */
static double all_met(const struct training_run *run, const struct benchmark *work)
{
    const struct training_eval **eval = g_new(const struct training_eval *, run->eval_count + 1);
    double first = -1, at = -1;
    bool met[QUALITY_MOST] = { false };
    size_t count = 0, good = 0; /* those of one count of samples; measures that they meet */
    for (size_t i = 0; i < run->eval_count; i++)
        if (run->eval[i].samples > 0)
            eval[count++] = &run->eval[i];
    qsort(eval, count, sizeof(void *), by_samples);
    for (size_t i = 0; i < count && first < 0; i++) {
        if (eval[i]->samples != at) {
            memset(met, 0, sizeof met);
            good = 0;
        }
        at = eval[i]->samples;
        for (size_t q = 0; q < work->quality_count; q++) {
            bool now = !met[q] && meets(&work->quality[q], eval[i]->value) &&
                       str_eq(eval[i]->metric, work->quality[q].metric);
            met[q] = met[q] || now;
            good += now;
        }
        first = good == work->quality_count ? at : first;
    }
    g_free(eval);
    return first;
}

double training_gone(const struct training_run *run, const struct benchmark *work)
{
    if (training_measures(work))
        return all_met(run, work);
    const double thousandth = 1000; /* epochs count to three digits behind the point */
    return str_eq(work->reference_counts, STR("samples_count"))
               ? run->samples
               : nearbyint(run->epochs * thousandth) / thousandth;
}

/* Mean of the runs without extremes; one that did not arrive is the slowest. False: some run does
 * not tell how far it went. */
static bool mean_of(struct arena *home, const struct training *training,
                    const struct benchmark *work, size_t drop, double *out)
{
    double *each = ARENA_MANY(home, training->count + 1, double), sum = 0;
    for (size_t i = 0; i < training->count; i++) {
        const struct training_run *run = &training->run[i];
        each[i] = !run->success ? (double)INFINITY : training_gone(run, work);
        if (each[i] < 0)
            return false;
    }
    qsort(each, training->count, sizeof(double), by_value);
    for (size_t i = drop; i + drop < training->count; i++)
        sum += each[i];
    *out = training->count > 2 * drop ? sum / (double)(training->count - 2 * drop) : 0;
    return *out > 0 && isfinite(*out);
}

static void unjudged(struct noting *in, const char *why)
{
    note(in, ROUND_CONVERGENCE_UNJUDGED, in->run->place, 0, str_from(why),
         STR("runs that reach the target no sooner than the reference"));
}

/* What the practices that may have been the round's come to together: a finding is what each of
 * them gives. */
struct outcome {
    double least; /* the smallest mean that one of them lets pass */
    double factor[PRACTICES];
    size_t passed;
    double refused;     /* the factor of one that did not pass */
    bool below, beyond; /* one of them lacks points of smaller, of larger batches */
};

static void practice_hold(enum practice practice, const struct benchmark *work, double drop,
                          double batch, double mean, struct outcome *out)
{
    struct points points = { .work = work, .drop = drop, .practice = practice };
    struct held held;
    points_keep(&points);
    if (!point_of(&points, batch, &held)) {
        out->beyond = true;
        return;
    }
    double least = least_mean(&held.point, held.counted, work->runs);
    if (mean >= least)
        out->factor[out->passed++] = fmax(1, held.point.mean / mean);
    else if (held.below)
        out->below = true;
    else
        out->least = out->least > 0 ? fmin(out->least, least) : least;
    if (mean < least && !held.below)
        out->refused = held.point.mean / mean;
}

static bool practices_unknown(const struct benchmark *work)
{
    for (size_t i = 0; i < work->reference_count; i++)
        if (work->reference[i].inner < 0)
            return false;
    return true;
}

static void scaling_judge(struct noting *in, const struct outcome *outcome)
{
    const struct training *training = in->run->inside->training;
    const double printed = 1e-6;
    for (size_t i = 0; i < outcome->passed; i++)
        if (fabs(training->scaling - outcome->factor[i]) <= printed * outcome->factor[i])
            return;
    note(in, ROUND_SCALING_OTHER,
         training->scaling_file != NO_FILE ? training->scaling_name : in->run->place,
         training->scaling_line,
         training->scaling_file != NO_FILE ? number_text(in->home, training->scaling)
                                           : STR("no scaling.json"),
         number_text(in->home, outcome->factor[0]));
}

static void refused(struct noting *in, const struct outcome *outcome, double batch, double mean)
{
    const struct benchmark *work = in->run->inside->work;
    const char *unit = str_eq(work->reference_counts, STR("samples_count")) ? "samples" : "epochs";
    const struct training *training = in->run->inside->training;
    const double printed = 1e-6;
    if (training->scaling_file != NO_FILE &&
        fabs(training->scaling - outcome->refused) <= printed * outcome->refused)
        unjudged(in, "sooner than the reference, and scaling.json takes all of it back: the "
                     "round's review decides");
    else if (training->bypassed)
        unjudged(in, "sooner than the reference, and package_checker_params says rcp-bypass: the "
                     "round's review decides");
    else
        note(in, ROUND_CONVERGENCE_FAST, in->run->place, 0,
             str_format(in->home, "a mean of %.*s %s", STR_ARG(number_text(in->home, mean)), unit),
             str_format(in->home, "%.*s or more at a batch of %.*s",
                        STR_ARG(number_text(in->home, outcome->least)),
                        STR_ARG(number_text(in->home, batch))));
}

void convergence_judge(struct noting *in, double batch)
{
    const struct round_run *run = in->run;
    const struct benchmark *work = run->inside->work;
    const struct training *training = run->inside->training;
    size_t drop = work && work->drop > 0 ? (size_t)work->drop : 1;
    double mean;
    struct outcome outcome = { 0 };
    if (!run->inside->rules || !work || run->valid != JUDGED_YES ||
        str_eq(run->division, STR("open")))
        return;
    if (work->reference_count == 0) {
        unjudged(in, "the rule set holds no reference of this benchmark");
        return;
    }
    if (!mean_of(in->home, training, work, drop, &mean)) {
        unjudged(in, "evaluations do not tell how far a run went");
        return;
    }
    if (batch > 0)
        practice_hold(BY_MEAN, work, (double)drop, batch, mean, &outcome);
    if (batch > 0 && practices_unknown(work))
        practice_hold(BY_LEAST, work, (double)drop, batch, mean, &outcome);
    if (outcome.passed > 0)
        scaling_judge(in, &outcome);
    else if (batch <= 0 || outcome.beyond)
        unjudged(in, "the batch is larger than all of the reference's, or not told");
    else if (outcome.below)
        unjudged(in, "the batch is smaller than all of the reference's");
    else
        refused(in, &outcome, batch, mean);
}
