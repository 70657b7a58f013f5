/* predicates_labels.c - X12: what a person calls a system must not name another accelerator than
 * the one that was measured. */
#include "predicates.h"
#include "products.h"

/* The products that any run of a system was measured on, and a fact that names one. */
static struct products system_products(const struct system *system, const struct fact **named)
{
    struct products out = { .count = 0 };
    *named = NULL;
    for (size_t m = 0; m < system->machine_count; m++) {
        for (size_t r = 0; r < system->machine[m].run_count; r++) {
            const struct fact *fact;
            struct products one = products_measured(&system->machine[m].run[r], &fact);
            *named = *named ? *named : fact;
            products_add(&out, &one);
        }
    }
    return out;
}

/* A text that names products, or generations, none of which was measured there. */
static bool is_untrue(struct str text, const struct products *measured)
{
    struct products said = products_in(text, false);
    return (said.count > 0 && measured->count > 0 && !products_meet(&said, measured)) ||
           generation_untrue(text, measured);
}

static void untrue_say(struct tally *tally, const struct fact *text, const struct fact *named)
{
    struct outcome outcome = outcome_of(FAILS);
    outcome.key = KEY_ACCELERATOR_NAME;
    outcome.seen[0] = text;
    outcome.seen[1] = named;
    tally_say(tally, &outcome);
}

/* Ids stand beside every number, too. */
static void system_hold(struct tally *tally, const struct system *system)
{
    struct judging *judging = tally->judging;
    const struct fact *named;
    const struct fact *label =
        system->facts ? facts_best(system->facts, KEY_SYSTEM_LABEL, STR("")) : NULL;
    struct products measured = system_products(system, &named);
    bool by_label = is_untrue(system->label, &measured);
    if (!by_label && !is_untrue(system->id, &measured))
        return;
    if (!by_label || !label) {
        label = derive(judging->deriving,
                       &(struct derived){ .row = DERIVE_SYSTEM_ID,
                                          .instance = judging->deriving->pair,
                                          .system = system,
                                          .text = by_label ? system->label : system->id,
                                          .input = &named,
                                          .input_count = 1 });
    }
    untrue_say(tally, label, named);
}

/* A question may speak of other products beside; one that speaks of such alone asks for what the
 * evidence cannot answer. */
static void question_hold(struct tally *tally)
{
    const struct case_file *c = tally->judging->case_file;
    struct products measured = { .count = 0 };
    const struct fact *named = NULL, *question = facts_best(c->facts, KEY_CASE_QUESTION, STR(""));
    for (size_t s = 0; s < c->system_count; s++) {
        const struct fact *fact;
        struct products one = system_products(&c->system[s], &fact);
        named = named ? named : fact;
        products_add(&measured, &one);
    }
    if (question && is_untrue(c->question, &measured))
        untrue_say(tally, question, named);
}

void judge_labels_true(struct judging *judging, const struct rule *rule)
{
    struct tally tally = tally_of(judging, rule);
    system_hold(&tally, judging->system[0]);
    system_hold(&tally, judging->system[1]);
    question_hold(&tally);
    tally_done(&tally);
}
