/* predicates.h - the tests that rules are made of. Private to comparability. */
#ifndef COMPARABILITY_PREDICATES_H
#define COMPARABILITY_PREDICATES_H

#include "judging.h"

struct predicate {
    const char *name;          /* as a rules file writes it: "same", "within" */
    const char *says;          /* what it tests, for the manual */
    unsigned char least, most; /* keys it takes */
    bool tolerance;            /* needs one */
    bool late;                 /* judged after the verdict of all others, with its licence */
    void (*judge)(struct judging *judging, const struct rule *rule);
};
const struct predicate *predicate_find(struct str name); /* NULL: none of that name */
const struct predicate *predicate_at(size_t index);      /* NULL past the last */

/* A predicate states each failure and each silence as a finding of its own; where there is none,
 * one finding says that the rule holds, or that it does not apply. */

/* predicates_same.c: the same on both sides */
void judge_same(struct judging *judging, const struct rule *rule);
void judge_within(struct judging *judging, const struct rule *rule);
void judge_same_where_told(struct judging *judging, const struct rule *rule);
void judge_alike(struct judging *judging, const struct rule *rule);
void judge_scaled(struct judging *judging, const struct rule *rule);
void judge_same_model(struct judging *judging, const struct rule *rule);
void judge_client(struct judging *judging, const struct rule *rule);
/* The same, where a key's difference raises conditions of its own. */
typedef condition_set raise_when(const struct judging *judging, enum key key);
void judge_same_raising(struct judging *judging, const struct rule *rule, raise_when *raise);
void judge_same_format(struct judging *judging, const struct rule *rule);
void judge_same_tool(struct judging *judging, const struct rule *rule);
void judge_same_definition(struct judging *judging, const struct rule *rule);
void judge_same_percentile(struct judging *judging, const struct rule *rule);
void judge_same_unit(struct judging *judging, const struct rule *rule);
void judge_stop_rule(struct judging *judging, const struct rule *rule);
void judge_layers_equal(struct judging *judging, const struct rule *rule);
void judge_options(struct judging *judging, const struct rule *rule);
void judge_parties(struct judging *judging, const struct rule *rule);
void judge_environment(struct judging *judging, const struct rule *rule);
/* predicates_load.c */
void judge_same_load(struct judging *judging, const struct rule *rule);
/* predicates_work.c: work, load, the tool's own word */
void judge_work_done(struct judging *judging, const struct rule *rule);
void judge_accelerators_alike(struct judging *judging, const struct rule *rule);
void judge_load_met(struct judging *judging, const struct rule *rule);
void judge_valid(struct judging *judging, const struct rule *rule);
void judge_minimums_met(struct judging *judging, const struct rule *rule);
void judge_metric_is_work(struct judging *judging, const struct rule *rule);
void judge_no_fallback(struct judging *judging, const struct rule *rule);
/* predicates_failures.c: failed requests */
void judge_few_failures(struct judging *judging, const struct rule *rule);
/* predicates_operating.c: the highest load within the objectives */
void judge_highest_load(struct judging *judging, const struct rule *rule);
/* predicates_capability.c: what the device computes, what fits together */
void judge_native(struct judging *judging, const struct rule *rule);
void judge_fits_together(struct judging *judging, const struct rule *rule);
/* predicates_executor.c: whole executors on equal terms */
void judge_release_rule(struct judging *judging, const struct rule *rule);
void judge_same_terms(struct judging *judging, const struct rule *rule);
void judge_unit_whole(struct judging *judging, const struct rule *rule);
void judge_same_depth(struct judging *judging, const struct rule *rule);
void judge_release_age(struct judging *judging, const struct rule *rule);
void judge_differences(struct judging *judging, const struct rule *rule);
/* predicates_accuracy.c: accuracy of the answers */
void judge_accuracy_shown(struct judging *judging, const struct rule *rule);
void judge_accuracy_kept(struct judging *judging, const struct rule *rule);
void judge_accuracy_alike(struct judging *judging, const struct rule *rule);
/* predicates_evidence.c: nodes, runs to a target, prices */
void judge_nodes_alike(struct judging *judging, const struct rule *rule);
void judge_completion_runs(struct judging *judging, const struct rule *rule);
void judge_convergence(struct judging *judging, const struct rule *rule);
void judge_prices_dated(struct judging *judging, const struct rule *rule);
/* predicates_steady.c: series, window, telemetry */
void judge_series_kept(struct judging *judging, const struct rule *rule);
void judge_steady_all(struct judging *judging, const struct rule *rule);
void judge_one_window(struct judging *judging, const struct rule *rule);
void judge_window_length(struct judging *judging, const struct rule *rule);
void judge_declared_window(struct judging *judging, const struct rule *rule);
void judge_sensitivity(struct judging *judging, const struct rule *rule);
void judge_clock_steady(struct judging *judging, const struct rule *rule);
void judge_power_steady(struct judging *judging, const struct rule *rule);
void judge_series_sane(struct judging *judging, const struct rule *rule);
void judge_telemetry_overlaps(struct judging *judging, const struct rule *rule);
void judge_no_fault(struct judging *judging, const struct rule *rule);
void judge_clock_even(struct judging *judging, const struct rule *rule);
/* Where shares and medians are taken: the common window, or the run's own stretch without one. */
struct span judged_span(const struct judging *judging, const struct alone *alone);
/* predicates_tested.c */
void judge_tested_differs(struct judging *judging, const struct rule *rule);
/* predicates_clocks.c */
void judge_clocks_alike(struct judging *judging, const struct rule *rule);
/* Whether that rule found clocks that differ without a cap of power on the slower side. */
bool clocks_differ(const struct judging *judging);
/* contradictions.c: files that cannot all be true */
void judge_counters_rise(struct judging *judging, const struct rule *rule);
void judge_files_agree(struct judging *judging, const struct rule *rule);
void judge_identities_once(struct judging *judging, const struct rule *rule);
void judge_one_count(struct judging *judging, const struct rule *rule);
/* predicates_machine.c: health, units, bridge */
void judge_memory_healthy(struct judging *judging, const struct rule *rule);
void judge_links_full(struct judging *judging, const struct rule *rule);
/* own_process.c: whether the process that a capture of the seer lists is that of a run of the case.
 */
bool process_is_own(const struct judging *judging, const struct member *seer,
                    const struct fact *process);
void judge_alone(struct judging *judging, const struct rule *rule);
void judge_units(struct judging *judging, const struct rule *rule);
void judge_bridge(struct judging *judging, const struct rule *rule);
void judge_captures_close(struct judging *judging, const struct rule *rule);
/* predicates_labels.c: what a person calls a system, against what was measured */
void judge_labels_true(struct judging *judging, const struct rule *rule);
/* predicates_captures.c */
void judge_captures_tied(struct judging *judging, const struct rule *rule);
/* predicates_runs.c: documents that the case names and keeps, and numbers that the runs lack */
void judge_all_runs(struct judging *judging, const struct rule *rule);
/* What the case names by the rule's first key, and whether it is kept: as `out`, else NULL. */
struct outcome outcome_kept(const struct judging *judging, const struct rule *rule,
                            const struct evidence **out);
/* ledger.c: where the ledger does not agree with the runs of the case, for people; empty: it does.
 */
struct ledger;
struct str ledger_against(const struct judging *judging, const struct ledger *ledger);
/* Whether a line of the ledger (NULL: none does) names the run of this path. */
bool ledger_names(const struct ledger *ledger, struct str path);
/* predicates_plan.c: the plan, held against what was done */
void judge_planned(struct judging *judging, const struct rule *rule);
/* The document of this path among those that the case keeps; NULL: it is but named. */
const struct evidence *document_kept(const struct judging *judging, struct str path);
/* predicates_record.c: repetitions, order, disclosure, contradiction */
void judge_repetitions(struct judging *judging, const struct rule *rule);
void judge_interleaved(struct judging *judging, const struct rule *rule);
void judge_disclosed(struct judging *judging, const struct rule *rule);
void judge_disclosed_all(struct judging *judging, const struct rule *rule);
void judge_sources_agree(struct judging *judging, const struct rule *rule);
void judge_summary_agrees(struct judging *judging, const struct rule *rule);
void judge_times_in_order(struct judging *judging, const struct rule *rule);
/* predicates_twice.c: one measurement offered as two */
void judge_no_copies(struct judging *judging, const struct rule *rule);

/* ---- shared by predicates -----------------------------------------------------------------------
 */

/* Counts findings of one judging; what() adds a failure or silence, done() the final word. */
struct tally {
    struct judging *judging;
    const struct rule *rule;
    size_t said;          /* failures and silences so far */
    struct outcome holds; /* what is said when there is none */
};
struct tally tally_of(struct judging *judging, const struct rule *rule);
void tally_say(struct tally *tally, const struct outcome *outcome);
void tally_silent(struct tally *tally, enum key key, struct str instance, const bool *silent,
                  const struct fact *a, const struct fact *b);
/* The same for series of the metric, or telemetry: its mend looks at what is there. */
void tally_silent_series(struct tally *tally, const bool *silent, condition_set raised);
void tally_silent_telemetry(struct tally *tally, enum key key, const bool *silent);
void tally_done(struct tally *tally);
/* mends.c: what would end the first marked member's silence; empty: the rule's own words will do.
 */
struct str mend_series(const struct judging *judging, const bool *silent);
struct str mend_telemetry(const struct judging *judging, const bool *silent);
/* Of a figure that a tool alone can tell. */
struct str mend_result(const struct judging *judging, const bool *silent, enum key key);
/* predicates_figures.c: a finding for each contradiction of a kind, by the conditions it raises;
 * answers how many. thin_sample_say: where the metric itself is a percentile of too few.
 * definitions_say: where the tools mean different things by the metric; true where this decided the
 * matter, since every run's figure has a registered definition. */
size_t figures_say(struct tally *tally, condition_set conditions);
void thin_sample_say(struct tally *tally);
bool definitions_say(struct tally *tally);
/* Says where declared columns, from which the metric is taken, are not called alike or not in one
 * unit; every run has samples. `definition`: the key that settles it where each run declares it. */
void columns_say(struct tally *tally, enum key definition);
/* Every run's figure of the metric has a registered definition, and they are one. */
bool definitions_alike(const struct judging *judging);
/* Marks for silent_systems, one a member, all false. */
bool *marks_of(const struct judging *judging);
/* Marks the members that disclose no instance of the key and need to; count: how many. */
bool *silent_members(const struct judging *judging, enum key key, size_t *count);
/* BOTH_MISSING where all members of A and of B are marked, ONE_SIDE_MISSING where only some are; 0:
 * none is. */
condition_set missing_sides(const struct judging *judging, const bool *silent);
/* The first derived fact of that key among a run's own; NULL: none. */
const struct fact *alone_fact(const struct alone *alone, enum key key);
/* Whether two facts on the sides are of one fault: the pair put into an outcome. */
struct outcome outcome_pair(enum judgement judgement, const struct fact *a, const struct fact *b);
/* One fact a predicate points at; on which side is read from it. */
struct outcome outcome_seen(const struct judging *judging, enum judgement judgement,
                            const struct member *member, const struct fact *fact);

/* For the highest load under an objective that the case does not state: whether the tool of each
 * run calls it valid, and states limits on latency, the same on both sides, or a scenario that
 * leaves no load to choose, as MLPerf does. Then no load that fails is asked for. Only a tool's own
 * file says so. */
bool limits_kept(const struct judging *judging);

#endif
