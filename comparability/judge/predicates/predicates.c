/* predicates.c - the table of predicates, and what they share. */
#include "predicates.h"

/* PREDICATE(function, "name", least keys, most keys, needs a tolerance, late, "what it tests") */
#define ANY 32
static const struct predicate predicates[] = {
    { "accelerators-alike", "accelerators are counted, and of one kind within a side", 2, 2, false,
      false, judge_accelerators_alike },
    { "accuracy-alike",
      "accuracy is the same on both sides within the case's tolerance, by interval", 2, 2, false,
      false, judge_accuracy_alike },
    { "accuracy-kept", "accuracy is within the case's tolerance of the reference, by interval", 2,
      2, false, false, judge_accuracy_kept },
    { "accuracy-shown",
      "accuracy is shown where formats are below the reference, differ, or whole executors are "
      "compared",
      1, 1, false, false, judge_accuracy_shown },
    { "alike", "each key is disclosed and equal, whatever is under test", 1, ANY, false, false,
      judge_alike },
    { "all-runs",
      "a ledger that is kept, can be read and agrees with the runs; their numbering has no gaps "
      "that it does not explain",
      1, 1, false, false, judge_all_runs },
    { "alone", "a list of the processes on the accelerator names no foreign one", 1, 1, false,
      false, judge_alone },
    { "bridge", "a bridge run joins different physical units and agrees with its like", 3, 3, false,
      true, judge_bridge },
    { "captures-close", "captures are close to a run in time, and not of an idle accelerator", 4, 4,
      false, false, judge_captures_close },
    { "captures-tied",
      "captures name the machine that ran, or agree with the run in what both tell", 3, ANY, false,
      false, judge_captures_tied },
    { "client-idle",
      "the client ran at the same place, its sends were not late and its processor not full", 3, 3,
      true, false, judge_client },
    { "clock-even", "the core clock stays near its median", 1, 1, true, false, judge_clock_even },
    { "clock-steady", "the core clock settles in each run", 1, 1, false, false,
      judge_clock_steady },
    { "clocks-alike",
      "the core clock of both sides is the same in the judged stretch, within the tolerance", 1, 1,
      true, false, judge_clocks_alike },
    { "completion-runs", "seeds are disclosed, at least 3 runs a side, one rule for the score", 2,
      2, false, false, judge_completion_runs },
    { "convergence", "no run used fewer samples than the reference allows", 2, 2, false, false,
      judge_convergence },
    { "counters-rise", "no counter is lower after a run than before", 0, 1, false, false,
      judge_counters_rise },
    { "declared-window", "a declared window lies inside the steady stretch", 2, 2, false, false,
      judge_declared_window },
    { "differences-classed",
      "each difference between whole executors is forced, or chosen with a reason", 0, 0, false,
      false, judge_differences },
    { "disclosed", "each key is disclosed by each run", 1, ANY, false, false, judge_disclosed },
    { "disclosed-all", "each key that the vocabulary marks as needed is disclosed by each run", 0,
      0, false, false, judge_disclosed_all },
    { "environment", "keys are disclosed and alike, and hosts are not shared", 1, ANY, false, false,
      judge_environment },
    { "few-failures", "failed requests are under the case's limit", 2, 2, false, false,
      judge_few_failures },
    { "files-agree", "no file contradicts itself", 0, 1, false, false, judge_files_agree },
    { "fits-together", "driver, toolkit, framework and device fit together", 7, 7, false, false,
      judge_fits_together },
    { "highest-load", "the highest load that keeps every objective is known of each side", 0, 0,
      false, false, judge_highest_load },
    { "identities-once", "no two accelerators of a file have one identity", 0, 3, false, false,
      judge_identities_once },
    { "interleaved", "runs of both sides take turns", 1, 1, false, false, judge_interleaved },
    { "labels-true",
      "no label, id or question names accelerator products of which none was measured", 1, 1, false,
      false, judge_labels_true },
    { "layers-equal", "every layer that is not under test is equal", 0, 0, false, false,
      judge_layers_equal },
    { "links-full", "link generation and width are at their maximum", 4, 4, false, false,
      judge_links_full },
    { "load-met", "the offered load was reached", 4, 4, true, false, judge_load_met },
    { "memory-healthy", "no uncorrected memory error, no remap pending", 2, 2, false, false,
      judge_memory_healthy },
    { "metric-is-work", "the metric is no utilisation", 0, 0, false, false, judge_metric_is_work },
    { "minimums-met", "each run lasted as long as its stop rule says", 2, 2, true, false,
      judge_minimums_met },
    { "native", "the accelerator computes the format natively", 2, 2, false, false, judge_native },
    { "no-copies", "no measurement stands in two runs: by file, rows or timed figures", 0, 0, false,
      false, judge_no_copies },
    { "no-fallback", "no known slow path was used", 2, 2, false, false, judge_no_fallback },
    { "no-fault", "no slowdown by a fault in the window", 1, 1, false, false, judge_no_fault },
    { "nodes-alike", "nodes are disclosed, and every node or a stated sample was captured", 2, ANY,
      false, false, judge_nodes_alike },
    { "one-count", "files state and list one number of accelerators", 0, 2, false, false,
      judge_one_count },
    { "one-window", "all steady stretches overlap on one basis", 1, 1, false, false,
      judge_one_window },
    { "options-alike",
      "the commands of both servers set the same options, as far as no key of its own is judged", 2,
      ANY, false, false, judge_options },
    { "parties", "who measured is stated, and is the same for both sides", 1, ANY, false, false,
      judge_parties },
    { "planned",
      "a plan that is kept, names the systems of the case and was signed before the first run; "
      "then what it fixes is what was done",
      1, 1, false, false, judge_planned },
    { "power-steady", "the power draw settles in each run", 1, 1, false, false,
      judge_power_steady },
    { "prices-dated", "prices have date, validity and document, and one currency or a dated rate",
      3, ANY, false, false, judge_prices_dated },
    { "release-age", "stacks were of like age when measured, within 90 days", 3, 3, false, false,
      judge_release_age },
    { "release-rule",
      "releases were chosen by the case's rule, and what was installed has a digest", 3, ANY, false,
      false, judge_release_rule },
    { "repetitions", "each side has the least number of executions", 1, 1, false, false,
      judge_repetitions },
    { "same", "each key is disclosed and equal on both sides", 1, ANY, false, false, judge_same },
    { "same-definition", "the metric is computed here from samples, or the key is equal", 1, 1,
      false, false, judge_same_definition },
    { "same-depth", "both sides have the same kinds of evidence", 0, 0, false, false,
      judge_same_depth },
    { "same-format", "formats are of the same class and encoding", 1, ANY, false, false,
      judge_same_format },
    { "same-load",
      "the load is equal; for the highest load under an objective, the sweep of loads is", 1, ANY,
      false, false, judge_same_load },
    { "same-model", "the same model, or one derived from it; then each key is equal", 4, ANY, false,
      false, judge_same_model },
    { "same-percentile", "percentiles are computed here from samples, or the key is equal", 1, 1,
      false, false, judge_same_percentile },
    { "same-terms",
      "both sides were set up on the case's terms, and settings off their default are listed", 3, 3,
      false, false, judge_same_terms },
    { "same-tool", "the tool is equal, and so is its version", 2, 2, false, false,
      judge_same_tool },
    { "same-unit", "units of work are equal", 1, 1, false, false, judge_same_unit },
    { "same-where-told", "what a side tells is equal on both; what nobody tells is passed over", 1,
      ANY, false, false, judge_same_where_told },
    { "scaled", "each key is equal, or scales with the system", 1, ANY, false, false,
      judge_scaled },
    { "sensitivity", "ratios in the window, in own windows and over whole runs agree", 1, 1, false,
      true, judge_sensitivity },
    { "series-kept", "each run has a series of the metric of a declared kind", 0, 0, false, false,
      judge_series_kept },
    { "series-sane", "no series of the metric is invalid", 0, 0, false, false, judge_series_sane },
    { "sources-agree", "sources of one key and instance agree at the coarser writing", 0, 0, false,
      false, judge_sources_agree },
    { "steady", "each run is steady", 0, 0, false, false, judge_steady_all },
    { "stop-rule", "the stop rule is equal and each run ended well", 2, 2, false, false,
      judge_stop_rule },
    { "summary-agrees", "totals of the tool follow from its samples", 3, 3, false, false,
      judge_summary_agrees },
    { "telemetry-overlaps", "telemetry covers the load of each run", 1, 1, false, false,
      judge_telemetry_overlaps },
    { "tested-differs",
      "each layer under test is disclosed, and one of them differs where there is a change", 0, 0,
      false, false, judge_tested_differs },
    { "times-in-order", "starts come before ends and before the case's date", 3, 3, false, false,
      judge_times_in_order },
    { "unit-whole", "the unit of the case was measured whole", 2, 2, false, false,
      judge_unit_whole },
    { "units", "each side ran on more than one physical unit", 2, 2, false, false, judge_units },
    { "valid", "no tool marked its run as failed or invalid", 2, 3, false, false, judge_valid },
    { "window-length", "the common window has its least length, share and batches", 3, 3, false,
      false, judge_window_length },
    { "within", "each key is equal within the tolerance", 1, ANY, true, false, judge_within },
    { "work-done", "the same work per step or request within the tolerance", 5, 5, true, false,
      judge_work_done },
};

const struct predicate *predicate_at(size_t index)
{
    return index < ARRAY_COUNT(predicates) ? &predicates[index] : NULL;
}

const struct predicate *predicate_find(struct str name)
{
    if (str_eq(name,
               STR("in-case"))) { /* its name in rule sets that are packed in older dossiers */
        name = STR("planned");
    }
    for (size_t i = 0; i < ARRAY_COUNT(predicates); i++) {
        if (str_eq(name, str_from(predicates[i].name))) {
            return &predicates[i];
        }
    }
    return NULL;
}

/* ---- shared -------------------------------------------------------------------------------------
 */

struct tally tally_of(struct judging *judging, const struct rule *rule)
{
    return (struct tally){ judging, rule, 0, outcome_of(HOLDS) };
}

void tally_say(struct tally *tally, const struct outcome *outcome)
{
    find(tally->judging, tally->rule, outcome);
    tally->said++;
}

/* Which sides are silent, and whether they are on processors. */
static condition_set silence(const struct judging *judging, const bool *silent)
{
    return missing_sides(judging, silent) |
           (silent_on_processors(judging, silent) ? CONDITION_BIT(PROCESSORS) : 0);
}

void tally_silent(struct tally *tally, enum key key, struct str instance, const bool *silent,
                  const struct fact *a, const struct fact *b)
{
    struct outcome outcome = outcome_key(UNKNOWN, key, instance, a, b);
    outcome.silent = silent_systems(tally->judging, silent);
    outcome.raised = silence(tally->judging, silent);
    if (key != KEY_COUNT && vocabulary_row(key)->group == GROUP_RESULT) {
        outcome.mend = mend_result(tally->judging, silent, key);
    }
    tally_say(tally, &outcome);
}

void tally_silent_series(struct tally *tally, const bool *silent, condition_set raised)
{
    struct outcome outcome = outcome_of(UNKNOWN);
    outcome.silent = silent_systems(tally->judging, silent);
    outcome.raised = missing_sides(tally->judging, silent) | raised;
    outcome.mend = mend_series(tally->judging, silent);
    tally_say(tally, &outcome);
}

void tally_silent_telemetry(struct tally *tally, enum key key, const bool *silent)
{
    struct outcome outcome = outcome_of(UNKNOWN);
    outcome.key = key;
    outcome.silent = silent_systems(tally->judging, silent);
    outcome.raised = silence(tally->judging, silent);
    outcome.mend = mend_telemetry(tally->judging, silent);
    tally_say(tally, &outcome);
}

void tally_done(struct tally *tally)
{
    if (tally->said == 0) {
        find(tally->judging, tally->rule, &tally->holds);
    }
}

bool *marks_of(const struct judging *judging)
{
    return ARENA_MANY(judging->home, judging->member_count + 1, bool);
}

/* Both sides are silent only where nobody on either tells: what one run tells, the others hide. A
 * bridge belongs to neither side, so naming one lends its silence to none; what it alone hides is
 * one-sided. */
condition_set missing_sides(const struct judging *judging, const bool *silent)
{
    bool whole = true, any = false;
    for (size_t i = 0; i < judging->member_count; i++) {
        whole = whole && (silent[i] || judging->member[i].side == SIDE_BRIDGE);
        any = any || silent[i];
    }
    if (!any) {
        return 0;
    }
    return whole ? CONDITION_BIT(BOTH_MISSING) : CONDITION_BIT(ONE_SIDE_MISSING);
}

const struct fact *alone_fact(const struct alone *alone, enum key key)
{
    for (size_t i = 0; i < alone->door.fact_count; i++) {
        if (alone->door.fact[i]->key == key) {
            return alone->door.fact[i];
        }
    }
    return NULL;
}

struct outcome outcome_pair(enum judgement judgement, const struct fact *a, const struct fact *b)
{
    struct outcome outcome = outcome_of(judgement);
    outcome.a = a;
    outcome.b = b;
    outcome.key = a ? a->key : b ? b->key : KEY_COUNT;
    return outcome;
}

/* What the other side says of the same thing, so that both values can stand side by side. */
static const struct fact *opposite_fact(const struct judging *judging, enum side like,
                                        const struct fact *fact)
{
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        if (member->side == SIDE_BRIDGE || member->like == like) {
            continue;
        }
        return fact->kind == FACT_DERIVED ? alone_fact(member->alone, fact->key)
                                          : member_fact(judging, member, fact->key, fact->instance);
    }
    return NULL;
}

struct outcome outcome_seen(const struct judging *judging, enum judgement judgement,
                            const struct member *member, const struct fact *fact)
{
    struct outcome outcome = outcome_of(judgement);
    const struct fact *other = fact ? opposite_fact(judging, member->like, fact) : NULL;
    outcome.seen[0] = fact;
    outcome.key = fact ? fact->key : KEY_COUNT;
    outcome.instance = fact ? fact->instance : (struct str){ 0 };
    outcome.a = member->like == SIDE_A ? fact : other;
    outcome.b = member->like == SIDE_A ? other : fact;
    return outcome;
}

bool instances_listed(enum key key)
{
    return key == KEY_PACKAGE_VERSION || key == KEY_OS_ENVIRONMENT || key == KEY_SERVER_OPTION;
}
