/* claims.c - the sentences of one comparison, by their rows in the strings table, with the facts on
 * which they rest. Names are made from rows and systems, never counted: "answer.A-B". */
#include "compare.h"

#include <string.h>

enum { SLOTS_MOST = 32 };

struct claiming {
    struct arena *home;
    const struct comparison *comparison;
    struct claim *out;
    size_t count;
};

static struct claim *claim_add(struct claiming *in, const char *about, const char *sentence)
{
    struct claim *claim = &in->out[in->count++];
    *claim = (struct claim){
        .id =
            str_format(in->home, "%s.%.*s%s%.*s%s%.*s", about, STR_ARG(in->comparison->a->id),
                       comparison_single(in->comparison) ? "" : "-", STR_ARG(in->comparison->b->id),
                       in->comparison->workload.len ? "." : "", STR_ARG(in->comparison->workload)),
        .sentence = sentence,
        .slot = ARENA_MANY(in->home, SLOTS_MOST, struct slot),
        .comparison = in->comparison,
    };
    return claim;
}

static void slot_add(struct claim *claim, const char *name, const struct fact *fact)
{
    if (fact && claim->slot_count < SLOTS_MOST) {
        /* The list was taken by claim_add for this claim alone. */
        union {
            const struct slot *in;
            struct slot *out;
        } list = { claim->slot };
        list.out[claim->slot_count++] = (struct slot){ name, fact };
    }
}

static const char *answer_sentence(const struct case_file *case_file,
                                   const struct comparison *comparison)
{
    static const char *const moved[][2] = {
        [BETTER_NEITHER] = { "answer.other.up", "answer.other.down" },
        [BETTER_HIGHER] = { "answer.higher.up", "answer.higher.down" },
        [BETTER_LOWER] = { "answer.lower.up", "answer.lower.down" },
    };
    static const char *const open[][2] = {
        [BETTER_NEITHER] = { "answer.open.other.up", "answer.open.other.down" },
        [BETTER_HIGHER] = { "answer.open.higher.up", "answer.open.higher.down" },
        [BETTER_LOWER] = { "answer.open.lower.up", "answer.open.lower.down" },
    };
    if (comparison->verdict == VERDICT_NOT)
        return "answer.not";
    if (comparison->verdict == VERDICT_INCOMPLETE)
        return "answer.incomplete";
    enum better better = vocabulary_row(case_file->metric)->better;
    if (comparison_single(comparison) && comparison->mean[0])
        return better == BETTER_LOWER ? "answer.single.lower" : "answer.single.higher";
    if (!comparison->ratio)
        return "answer.few.many";
    switch (comparison_shows(comparison)) {
    case SHOWN_CHANGE:
        return moved[better][comparison->change->value.value < 0];
    case SHOWN_EQUALITY:
        return "answer.equivalent";
    case SHOWN_HIGHER:
        return open[better][0];
    case SHOWN_LOWER:
        return open[better][1];
    case SHOWN_ONE_RUN:
        return "answer.one_run";
    case SHOWN_NOTHING:
    case SHOWN_NEITHER:
    case SHOWN_COUNT:
        break;
    }
    return "answer.inconclusive";
}

/* Findings that made the verdict, for a claim that refuses. */
static void slots_of_refusal(struct claim *claim, const struct comparison *comparison)
{
    slot_add(claim, "failed", comparison->failed);
    slot_add(claim, "unknown", comparison->unknown);
    for (size_t i = 0; i < comparison->finding_count; i++) {
        const struct finding *finding = &comparison->finding[i];
        for (size_t j = 0; finding->cell == comparison->verdict && j < finding->count; j++)
            slot_add(claim, "seen", finding->seen[j]);
    }
}

static void slots_of_answer(struct claim *claim, const struct case_file *case_file,
                            const struct comparison *comparison)
{
    slot_add(claim, "change", comparison->change);
    slot_add(claim, "low", comparison->change_low);
    slot_add(claim, "high", comparison->change_high);
    if (comparison_shows(comparison) == SHOWN_ONE_RUN) {
        slot_add(claim, "medians", comparison->medians.ratio);
        slot_add(claim, "run", comparison->medians.decides);
    }
    if (!comparison_single(comparison))
        slot_add(claim, "margin", case_file->policy.margin_fact);
    slot_add(claim, "ratio", comparison->ratio);
    slot_add(claim, "ratio_low", comparison->ratio_low);
    slot_add(claim, "ratio_high", comparison->ratio_high);
    for (size_t i = 0; i < 2; i++) {
        slot_add(claim, i ? "mean_b" : "mean_a", comparison->mean[i]);
        slot_add(claim, i ? "mean_b_low" : "mean_a_low",
                 comparison_single(comparison) ? comparison->mean_low[i] : NULL);
        slot_add(claim, i ? "mean_b_high" : "mean_a_high",
                 comparison_single(comparison) ? comparison->mean_high[i] : NULL);
        slot_add(claim, i ? "runs_b" : "runs_a", comparison->runs[i]);
    }
    for (size_t i = 0; !comparison->ratio && i < comparison->run_count; i++) {
        slot_add(claim, "value", comparison->run[i].value);
        slot_add(claim, "low", comparison->run[i].within_low);
        slot_add(claim, "high", comparison->run[i].within_high);
    }
}

size_t claims_of(struct arena *home, const struct case_file *case_file,
                 const struct comparison *comparison, struct claim *out)
{
    struct claiming in = { home, comparison, out, 0 };
    struct claim *answer = claim_add(&in, "answer", answer_sentence(case_file, comparison));
    struct claim *verdict = claim_add(&in, "verdict", "verdict");
    slot_add(verdict, "failed", comparison->failed);
    slot_add(verdict, "unknown", comparison->unknown);
    slot_add(verdict, "stated", comparison->stated);
    slot_add(verdict, "layers", comparison->layers_changed);
    if (!comparison_licenses(comparison)) {
        slots_of_refusal(answer, comparison);
        return in.count;
    }
    slots_of_answer(answer, case_file, comparison);
    if (comparison->window_begin) {
        struct claim *window = claim_add(&in, "window", "note.window");
        slot_add(window, "begin", comparison->window_begin);
        slot_add(window, "end", comparison->window_end);
        slot_add(window, "length", comparison->window_length);
    }
    if (comparison->load[0] && comparison->load[1]) {
        struct claim *loads = claim_add(&in, "loads", "note.loads");
        slot_add(loads, "load_a", comparison->load[0]);
        slot_add(loads, "load_b", comparison->load[1]);
        slot_add(loads, "next_a", comparison->load_next[0]);
        slot_add(loads, "next_b", comparison->load_next[1]);
    }
    if (comparison->ratio && comparison->ratio_whole) {
        struct claim *windows = claim_add(&in, "sensitivity", "sensitivity");
        slot_add(windows, "window", comparison->ratio);
        slot_add(windows, "all", comparison->ratio_all);
        slot_add(windows, "own", comparison->ratio_own);
        slot_add(windows, "whole", comparison->ratio_whole);
    }
    if (comparison->credited != LAYER_NONE) {
        struct claim *credit = claim_add(
            &in, "credit", comparison->bridge_count ? "answer.credit.bridge" : "answer.credit");
        slot_add(credit, "layers", comparison->layers_changed);
        for (size_t i = 0; i < comparison->bridge_count; i++)
            slot_add(credit, "bridge", comparison->bridge[i]);
    }
    return in.count;
}
