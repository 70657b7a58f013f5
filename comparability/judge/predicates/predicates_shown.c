/* predicates_shown.c - no run shows a sign of what a rule asks that it be free of. What a sign is,
 * and the fact that shows it, its own function derives; how often it is said and with which
 * conditions, the row of the test says. */
#include "predicates.h"

#include <glib.h>

struct looking { /* for one sign */
    struct tally *tally;
    const struct ask *ask;
    struct once once;
    bool asked;                  /* of some run */
    bool *marked;                /* runs that show it */
    const struct fact *shown[2]; /* by the first run of each side that shows it */
    struct sign first;           /* of both sides; only where one of `shown` is there */
};

static bool by_side(const struct part *part)
{
    return part->shown.said == SAID_OF_SIDES || part->shown.said == SAID_OF_ONE_SIDE;
}

/* What the sign and its row give a finding. */
static void outcome_fill(const struct part *part, const struct sign *sign, struct outcome *outcome)
{
    for (size_t i = 0; i < ARRAY_COUNT(sign->seen) && sign->seen[i]; i++) {
        outcome->seen[i] = sign->seen[i];
    }
    outcome->raised = part->raises | sign->raised;
    outcome->silent = sign->silent;
    outcome->mend = part->shown.mend ? str_from(part->shown.mend) : sign->mend;
    outcome->key = sign->key != KEY_COUNT ? sign->key : outcome->key;
}

static void look_at(struct looking *in, struct look look)
{
    struct judging *judging = in->tally->judging;
    const struct part *part = in->ask->part;
    enum side like = look.member->like;
    struct sign sign = { .is = FAILS, .key = KEY_COUNT };
    look.ask = in->ask;
    look.again = by_side(part) && in->shown[like];
    enum shows shows = part->shown.sign(judging, &look, &sign);
    struct outcome *holds = &in->tally->holds;
    for (size_t i = 0; sign.fine[0] && i < ARRAY_COUNT(sign.fine); i++) {
        holds->seen[i] = holds->seen[i] ? holds->seen[i] : sign.fine[i];
    }
    in->asked = in->asked || shows != SHOWS_UNASKED;
    if (shows != SHOWS_SIGN) {
        return;
    }
    in->marked[look.member - judging->member] = true;
    if (by_side(part)) {
        in->first = in->shown[0] || in->shown[1] ? in->first : sign;
        in->shown[like] = in->shown[like] ? in->shown[like] : sign.fact;
        return;
    }
    struct outcome outcome = outcome_seen(judging, sign.is, look.member, sign.fact);
    outcome_fill(part, &sign, &outcome);
    if (part->shown.said == SAID_ONCE) {
        tally_say_once(in->tally, &outcome, look.member, &in->once);
    } else {
        tally_say(in->tally, &outcome);
    }
}

static void sides_say(struct looking *in)
{
    const struct part *part = in->ask->part;
    const struct fact *a = in->shown[0], *b = in->shown[1];
    if ((!a && !b) || (part->shown.said == SAID_OF_ONE_SIDE && a && b)) {
        return;
    }
    struct outcome outcome = outcome_pair(in->first.is, a, b);
    outcome_fill(part, &in->first, &outcome);
    if (part->shown.named) {
        outcome.instance = (a ? a : b)->instance;
    }
    if (part->shown.mend_by != MEND_BY_RULE) {
        mend_by(&outcome, part->shown.mend_by, in->tally->judging, in->marked);
    }
    tally_say(in->tally, &outcome);
}

static void look_in_runs(struct looking *in)
{
    const struct judging *judging = in->tally->judging;
    for (size_t i = 0; i < judging->member_count; i++) {
        look_at(in, (struct look){ .member = &judging->member[i], .key = KEY_COUNT });
    }
}

static void look_in_instances(struct looking *in)
{
    const struct judging *judging = in->tally->judging;
    bool across = in->ask->part->shown.across;
    for (size_t k = 0; k < in->ask->key_count; k++) {
        enum key key = in->ask->key[k];
        struct str *instance;
        size_t runs = judging->member_count, count = instances_seen(judging, key, &instance);
        for (size_t n = 0; n < runs * count; n++) {
            size_t run = across ? n % runs : n / count, at = across ? n / runs : n % count;
            if (across && run == 0) {
                in->once.count = 0;
            }
            look_at(in, (struct look){ .member = &judging->member[run],
                                       .key = key,
                                       .instance = instance[at] });
        }
    }
}

static void look_in_accelerators(struct looking *in)
{
    const struct judging *judging = in->tally->judging;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        for (size_t k = 0; k < member->alone->accelerator_count; k++) {
            look_at(in, (struct look){ .member = member, .key = KEY_COUNT, .index = k });
        }
    }
}

/* What belongs to a machine is seen by each of its runs: each fact once. */
static void look_in_facts(struct looking *in)
{
    const struct judging *judging = in->tally->judging;
    GHashTable *seen = g_hash_table_new(g_direct_hash, g_direct_equal);
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        const struct facts *scope[] = { member->run->machine->system->facts,
                                        member->run->machine->facts, member->run->facts };
        for (size_t k = 0; k < ARRAY_COUNT(scope); k++) {
            for (size_t j = 0; j < facts_count(scope[k]); j++) {
                union { /* GLib's tables take no const */
                    const struct fact *own;
                    gpointer key;
                } fact = { .own = facts_at(scope[k], j) };
                if (fact.own->key == in->ask->part->shown.key && g_hash_table_add(seen, fact.key)) {
                    look_at(in, (struct look){ .member = member,
                                               .key = fact.own->key,
                                               .instance = fact.own->instance,
                                               .fact = fact.own });
                }
            }
        }
    }
    g_hash_table_destroy(seen);
}

bool test_none_shown(struct tally *tally, const struct ask *ask)
{
    static void (*const look_in[])(struct looking * in) = {
        [IN_RUNS] = look_in_runs,
        [IN_INSTANCES] = look_in_instances,
        [IN_FACTS] = look_in_facts,
        [IN_ACCELERATORS] = look_in_accelerators,
    };
    struct looking in = { .tally = tally, .ask = ask, .marked = marks_of(tally->judging) };
    look_in[ask->part->shown.in](&in);
    sides_say(&in);
    return in.asked;
}
