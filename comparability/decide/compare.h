/* compare.h - the steps from judged runs to one comparison. Private to comparability. */
#ifndef COMPARABILITY_COMPARE_H
#define COMPARABILITY_COMPARE_H

#include "judging.h"

/* stack.c: layers and coverage */
const struct layer_difference *stack_compare(const struct judging *judging, size_t *count);
const struct coverage *coverage_of(const struct judging *judging, size_t *count);
/* counts.c: conditions that fail, are open or stated, and layers that differ, into the comparison
 * that is judged; its layers and findings are there by then. */
void counts_derive(struct judging *judging);
/* stack_classes.c: the same layers with the distance of versions and the class of each difference;
 * what is derived belongs to the comparison. */
const struct layer_difference *stack_classed(struct judging *judging, size_t *count);

/* executions.c: of a whole run, the repetitions that its tool started the program anew for */
void executions_find(const struct judging *judging, struct member *member);
/* Widens the interval of the ratio to what the last digits of the figures leave open: values that
 * repeat to the digit spread by less than they were rounded by. Says so in ratios.digits. */
void digits_reach(struct judging *judging);

/* numbers.c: what a permitting verdict licenses */
/* Window, means of side, and the ratios in memory, before any verdict; publishes nothing. */
void numbers_prepare(struct judging *judging);
/* Derives every number that relates the sides; `run` are the comparison's judged runs. */
void numbers_publish(struct judging *judging, struct judged_run *run);

/* turns.c: whether runs were made in turns; sets `block` and `block_count` */
void turns_find(struct judging *judging);
/* B against A in each block, of values beside `member`; NULL: not in turns, or one is missing. */
const double *turns_ratios(const struct judging *judging, const double *value);
/* Of the runs' values in the common window: p that the ratio is 1, and the deviation of the blocks'
 * log ratios. NaN and 0 where they took no turns. */
double turns_p(const struct judging *judging);
double turns_deviation(const struct judging *judging);
/* The blocks, and beside them the ratio of the runs taken for themselves. */
void turns_publish(struct judging *judging, struct comparison *comparison,
                   const struct judged_run *run);

/* medians.c: the ratio by medians, and the run on which the answer hangs; may make the decision
 * "inconclusive" */
void medians_publish(struct judging *judging, struct comparison *comparison,
                     const struct judged_run *run);

/* beside.c: Cliff's delta, rank test where runs suffice, and outliers, which never change a number.
 */
void beside_publish(struct judging *judging, struct comparison *comparison,
                    const struct judged_run *run);

/* shown.c: what runs that vary as these do can show, by the rule that decides. */
void shown_publish(struct judging *judging, struct comparison *comparison,
                   const struct judged_run *run);

/* attribution.c: to which layer a change may be credited, and why or why not */
enum layer attribution_of(const struct judging *judging, const char **why);

/* holding.c: how each condition of the decision stands by the evidence; one for each */
const struct judged_hold *holdings_judge(struct deriving *deriving,
                                         const struct case_file *case_file);

/* ladder.c: what several comparisons say together */
/* Layers that differ, what follows an accelerator left out; `which`: the last of them. */
size_t layers_apart(const struct under_test *under_test, const struct layer_difference *layer,
                    size_t count, enum layer *which);
/* Whether the sides differ in exactly one layer: a step of the ladder. */
bool ladder_step(const struct judging *judging);
/* Probabilities after Holm, one a comparison with a ratio; `p` beside `comparison`, NaN: none. */
void holm_publish(struct deriving *deriving, struct comparison *comparison, const double *p,
                  size_t count);
/* Names of the workloads in order of appearance; one empty name where the case has one only. */
size_t workloads_of(struct arena *home, const struct case_file *case_file, struct str **out);
/* Whether the system has a run of that workload. */
bool system_runs(const struct system *system, struct str workload);
/* Probability that the ratio of the sides' means is 1; NaN where there is no interval. */
double numbers_p(const struct judging *judging);

/* asks.c: what the side has to be asked for; one line for each file or statement */
size_t asked_of(struct arena *home, const struct comparison *comparison,
                const struct system *system, const struct asked **out);

/* claims.c: sentences of one comparison, appended to `out` (room for CLAIMS_MOST) */
enum { CLAIMS_MOST = 8 };
size_t claims_of(struct arena *home, const struct case_file *case_file,
                 const struct comparison *comparison, struct claim *out);

/* time_shares.c: where the time of each run's query goes, where timed parts of it tell. */
void time_shares_find(struct deriving *deriving, const struct case_file *case_file,
                      const struct alone *alone, size_t count);

/* gather.c: all facts of the case and those derived, each once, numbered in their fixed order. */
void facts_gather(struct arena *home, const struct case_file *case_file,
                  const struct deriving *deriving, struct report_model *out);

#endif
