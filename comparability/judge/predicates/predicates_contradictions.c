/* predicates_contradictions.c - the rules on statements of files that cannot all be true. */
#include "predicates.h"

/* One file may lie under two machines of a case, each with facts of its own. */
static bool same_place(const struct fact *a, const struct fact *b)
{
    return a == b || (a && b && a->key == b->key && a->source.evidence &&
                      a->source.evidence == b->source.evidence &&
                      str_eq(a->instance, b->instance) && str_eq(a->value.text, b->value.text));
}

/* A name in a list stands for how many the list has. */
static const struct fact *listed_fact(struct judging *judging, const struct member *member,
                                      const struct fact *const *fact, size_t count,
                                      const struct fact *name)
{
    const struct fact *last;
    if (!name || name->key != KEY_ACCELERATOR_NAME || !name->source.evidence)
        return name;
    size_t listed = accelerators_listed(name->source.evidence, fact, count, &last);
    return derive(judging->deriving, &(struct derived){ .row = DERIVE_ACCELERATORS_LISTED,
                                                        .instance = name->source.evidence->name,
                                                        .run = member->run,
                                                        .value = (double)listed,
                                                        .unit = UNIT_COUNT,
                                                        .printing = { .rule = PRINT_COUNT },
                                                        .input = &name,
                                                        .input_count = 1 });
}

/* Said already of another run: what belongs to the machine is seen by each of its runs. */
static bool said_before(const struct clash *said, size_t count, const struct clash *now)
{
    for (size_t i = 0; i < count; i++)
        if (same_place(said[i].a, now->a) && same_place(said[i].b, now->b))
            return true;
    return false;
}

bool test_no_clash(struct tally *tally, const struct ask *ask)
{
    struct judging *judging = tally->judging;
    enum clash_kind kind = ask->part->clash;
    struct clash said[CLASHES_MOST];
    size_t said_count = 0;
    struct arena *scratch =
        arena_new(SIZE_MAX / 2); /* what of a run is looked through, run by run */
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        const struct fact **fact;
        struct clash *found;
        arena_rewind(scratch, (struct arena_mark){ 0 });
        size_t count = member_facts(scratch, member, &fact);
        size_t found_count = clashes_find(scratch, fact, count, &found);
        for (size_t j = 0; j < found_count && said_count < CLASHES_MOST; j++) {
            if (found[j].kind != kind || said_before(said, said_count, &found[j]))
                continue;
            said[said_count++] = found[j];
            struct outcome outcome = outcome_seen(judging, FAILS, member, found[j].a);
            outcome.instance = found[j].a->instance;
            outcome.seen[1] = found[j].b;
            if (kind == CLASH_COUNT) { /* "H200 and H200" would tell nobody anything */
                const struct fact *first = listed_fact(judging, member, fact, count, found[j].a);
                outcome = outcome_seen(judging, FAILS, member, first);
                outcome.seen[1] = listed_fact(judging, member, fact, count, found[j].b);
            }
            if (found[j].a->kind == FACT_MEASURED)
                outcome.raised = CONDITION_BIT(KEY_NEEDED);
            tally_say(tally, &outcome);
        }
    }
    arena_free(scratch);
    return true;
}
