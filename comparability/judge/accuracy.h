/* accuracy.h - accuracy evidence: scores with their standard errors, and which of them count.
 * Private to comparability. */
#ifndef COMPARABILITY_ACCURACY_H
#define COMPARABILITY_ACCURACY_H

#include "judging.h"
#include "model/decision.h"

/* One score as a run sees it. A score of a part of the task, or of another model than was measured,
 * is no evidence; where the run sees several, one that is evidence goes before one that is not, and
 * of several that are the least favourable counts. */
struct score {
    struct accuracy seen;    /* the facts of its file */
    double value, deviation; /* deviation: the standard error; NaN: not known */
    bool lower_is_better;
};
/* The score of "task metric,filter"; false: the run sees none. As a reference the best of several
 * whole tests counts, else the worst: what was lost is then never told too small. */
MUST_USE bool score_find(const struct case_file *case_file, const struct run *run,
                         struct str instance, bool reference, struct score *out);
/* Of two facts of a score's file the one that is of it: the last that stands before it, since a log
 * may hold several tests, else the first. `known` may be NULL. */
const struct fact *score_nearer(const struct fact *score, const struct fact *known,
                                const struct fact *fact);
/* Whether the case's task (accuracy.task, "gsm8k" or "gsm8k exact_match,strict-match") is this one;
 * where none is named, every one is. */
bool score_asked(const struct case_file *case_file, const struct run *run, struct str instance);

struct loss {           /* of `score` against `reference`, as a share of the reference */
    double value, half; /* half width of the 95 % interval; NaN: not known */
};
/* Positive: worse, whichever way the score is better. By the normal interval of two independent
 * scores: their standard errors come from samples in the hundreds. */
struct loss loss_of(const struct score *reference, const struct score *score);
/* Within `most`, beyond it, or not shown, by the whole interval; `both_ways`: a gain counts too. */
enum judgement loss_judged(const struct loss *loss, double most, bool both_ways);

/* accuracy_tied.c: whether its file's own words tie a score to the run's side; fills `tie`, `told`,
 * `own`. */
void accuracy_tie(const struct case_file *case_file, const struct run *run, struct accuracy *seen);
/* The model that the score's file names; empty: none. Sets `model` where it is among arguments. */
struct str accuracy_model(const struct case_file *case_file, const struct run *run,
                          struct accuracy *seen);
/* A score of another system by the same test, and a run that sees it; NULL: none. `fitting`: passes
 * over those whose file contradicts the side on which they stand. */
const struct fact *accuracy_twin(const struct case_file *case_file, const struct run *run,
                                 const struct fact *score, bool fitting, const struct run **at);

/* Scores of every system by task, for the report: system order, then instance. */
const struct accuracy *accuracy_list(struct arena *home, const struct case_file *case_file,
                                     size_t *count);
/* Loss of B against A by task, of scores that are evidence on both sides. Needs a licence. */
void accuracy_publish(struct judging *judging, struct comparison *comparison);

#endif
