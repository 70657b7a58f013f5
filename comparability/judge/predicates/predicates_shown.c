/* predicates_shown.c - no run shows a sign of what a rule asks that it be free of. What a sign is,
 * and the fact that shows it, its own function derives; how often it is said and with which
 * conditions, the row of the test says. */
#include "predicates.h"

#include "model/likeness.h"
#include "values.h"

#include <glib.h>
#include <math.h>

struct looking { /* for one sign */
    struct tally *tally;
    const struct ask *ask;
    struct once once;
    bool asked;   /* of some run */
    bool *marked; /* runs that show it */
    struct first {
        const struct member *member; /* NULL: none of the side shows it */
        struct sign sign;
    } first[2]; /* of each side */
    const struct first *of_both;
};

/* Whether what each side shows first is said when all were looked at. */
static bool by_side(const struct part *part)
{
    return part->shown.said == SAID_BY_SIDE || part->shown.said == SAID_OF_SIDES ||
           part->shown.said == SAID_OF_ONE_SIDE;
}

/* What the sign and its row give a finding. */
static void outcome_fill(const struct part *part, const struct sign *sign, struct outcome *outcome)
{
    for (size_t i = 0; i < ARRAY_COUNT(sign->seen) && sign->seen[i]; i++)
        outcome->seen[i] = sign->seen[i];
    outcome->raised = part->raises | sign->raised;
    outcome->silent = sign->silent;
    outcome->mend = part->shown.mend ? str_from(part->shown.mend) : sign->mend;
    outcome->key = sign->key != KEY_COUNT ? sign->key : outcome->key;
}

static void run_say(struct looking *in, const struct member *member, const struct sign *sign,
                    condition_set raised)
{
    const struct part *part = in->ask->part;
    struct outcome outcome = outcome_seen(in->tally->judging, sign->is, member, sign->fact);
    outcome_fill(part, sign, &outcome);
    outcome.raised = raised ? raised : outcome.raised;
    if (part->shown.said == SAID_ONCE)
        tally_say_once(in->tally, &outcome, member, &in->once);
    else
        tally_say(in->tally, &outcome);
}

static void pair_say(struct looking *in, const struct sign *sign)
{
    const struct part *part = in->ask->part;
    struct outcome outcome = outcome_pair(sign->is, sign->fact, sign->against);
    outcome_fill(part, sign, &outcome);
    if (part->shown.named && sign->fact)
        outcome.instance = sign->fact->instance;
    tally_say(in->tally, &outcome);
}

static void first_keep(struct looking *in, const struct member *member, const struct sign *sign)
{
    struct first *first = &in->first[member->like];
    in->marked[member - in->tally->judging->member] = true;
    if (!first->member) {
        *first = (struct first){ member, *sign };
        in->of_both = in->of_both ? in->of_both : first;
    }
}

/* True: the sign is shown. */
static bool sign_look(struct looking *in, const struct look *look, sign_of *sign_in)
{
    const struct part *part = in->ask->part;
    struct outcome *holds = &in->tally->holds;
    struct sign sign = { .is = FAILS, .key = KEY_COUNT };
    enum shows shows = sign_in(in->tally->judging, look, &sign);
    for (size_t i = 0; sign.fine[0] && i < ARRAY_COUNT(sign.fine); i++)
        holds->seen[i] = holds->seen[i] ? holds->seen[i] : sign.fine[i];
    in->asked = in->asked || shows != SHOWS_UNASKED;
    if (shows != SHOWS_SIGN)
        return false;
    if (part->shown.said == SAID_OF_PAIR)
        pair_say(in, &sign);
    else if (by_side(part))
        first_keep(in, look->member, &sign);
    else
        run_say(in, look->member, &sign, 0);
    return true;
}

/* True: nothing more is looked at. */
static bool look_at(struct looking *in, struct look look)
{
    const struct part *part = in->ask->part;
    look.ask = in->ask;
    look.again = look.member && in->first[look.member->like].member;
    bool shown = sign_look(in, &look, part->shown.sign);
    if (part->shown.then_sign)
        shown = sign_look(in, &look, part->shown.then_sign) || shown;
    return shown && part->shown.said == SAID_OF_PAIR;
}

static bool shown_alike(const struct judging *judging, const struct first *first)
{
    bool alike = first[0].member && first[1].member;
    for (size_t i = 0; alike && i < ARRAY_COUNT(first->sign.seen); i++) {
        const struct fact *a = first[0].sign.seen[i], *b = first[1].sign.seen[i];
        alike = (!a && !b) || (a && b && facts_alike(judging->home, a, b));
    }
    return alike;
}

static void each_side_say(struct looking *in)
{
    bool alike = shown_alike(in->tally->judging, in->first);
    for (size_t i = 0; i < (alike ? 1U : 2U); i++) {
        if (in->first[i].member) {
            run_say(in, in->first[i].member, &in->first[i].sign,
                    alike ? in->ask->part->shown.alike : 0);
        }
    }
}

/* Of what is not known, who shows it is silent of it. */
static void sides_say(struct looking *in)
{
    const struct part *part = in->ask->part;
    const struct judging *judging = in->tally->judging;
    bool both = in->first[0].member && in->first[1].member;
    if (!in->of_both || (part->shown.said == SAID_OF_ONE_SIDE && both))
        return;
    const struct sign *sign = &in->of_both->sign;
    const struct fact *a = in->first[0].sign.fact, *b = in->first[1].sign.fact;
    struct outcome outcome = outcome_pair(sign->is, a, b);
    outcome_fill(part, sign, &outcome);
    if (part->shown.named)
        outcome.instance = (a ? a : b)->instance;
    if (sign->is == UNKNOWN)
        outcome.silent = silent_systems(judging, in->marked);
    if (part->shown.mend_by != MEND_BY_RULE)
        mend_by(&outcome, part->shown.mend_by, judging, in->marked);
    tally_say(in->tally, &outcome);
}

static void look_in_sides(struct looking *in)
{
    (void)look_at(in, (struct look){ .key = KEY_COUNT });
}

static void look_in_runs(struct looking *in)
{
    const struct judging *judging = in->tally->judging;
    bool done = false;
    for (size_t i = 0; i < judging->member_count && !done; i++)
        done = look_at(in, (struct look){ .member = &judging->member[i], .key = KEY_COUNT });
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
                    (void)look_at(in, (struct look){ .member = member,
                                                     .key = fact.own->key,
                                                     .instance = fact.own->instance,
                                                     .fact = fact.own });
                }
            }
        }
    }
    g_hash_table_destroy(seen);
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
            if (across && run == 0)
                in->once.count = 0;
            (void)look_at(in, (struct look){ .member = &judging->member[run],
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
        for (size_t k = 0; k < member->alone->accelerator_count; k++)
            (void)look_at(in, (struct look){ .member = member, .key = KEY_COUNT, .index = k });
    }
}

bool test_none_shown(struct tally *tally, const struct ask *ask)
{
    static void (*const look_in[])(struct looking * in) = {
        [IN_RUNS] = look_in_runs,   [IN_INSTANCES] = look_in_instances,
        [IN_FACTS] = look_in_facts, [IN_ACCELERATORS] = look_in_accelerators,
        [IN_SIDES] = look_in_sides,
    };
    const struct part *part = ask->part;
    struct looking in = { .tally = tally, .ask = ask, .marked = marks_of(tally->judging) };
    look_in[part->shown.in](&in);
    if (part->shown.said == SAID_BY_SIDE)
        each_side_say(&in);
    else if (by_side(part))
        sides_say(&in);
    return in.asked;
}

/* ---- apart ---- */

/* Of keys whose absence means something: whether both sides have a list, and of others whether both
 * tell any instance. */
static bool both_tell(const struct judging *judging, enum key key, const struct str *instance,
                      size_t count)
{
    bool a = false, b = false;
    for (size_t i = 0; i < count && !(a && b); i++) {
        struct sides sides = sides_of(judging, key, instance[i], (double)NAN);
        a = a || sides.a;
        b = b || sides.b;
    }
    return a && b;
}

bool test_none_apart(struct tally *tally, const struct ask *ask)
{
    struct judging *judging = tally->judging;
    const struct part *part = ask->part;
    bool asked = false;
    for (size_t k = 0; k < ask->key_count; k++) {
        enum key key = ask->key[k];
        struct str *instance;
        size_t count = instances_seen(judging, key, &instance);
        bool listed = instances_listed(key) && both_tell(judging, key, instance, count);
        enum shows shows = SHOWS_NONE;
        for (size_t i = 0; i < count && !(part->apart.first && shows == SHOWS_SIGN); i++) {
            struct sides sides = sides_of(judging, key, instance[i], (double)NAN);
            struct ask one = *ask;
            struct sign sign = { .is = FAILS, .key = KEY_COUNT };
            one.key += k;
            one.key_count = 1;
            one.instance = instance[i];
            shows = part->apart.of(judging, &one, &sides, listed, &sign);
            asked = asked || shows != SHOWS_UNASKED;
            if (shows == SHOWS_SIGN) {
                struct outcome outcome = outcome_key(sign.is, key, instance[i], sides.a, sides.b);
                outcome_fill(part, &sign, &outcome);
                tally_say(tally, &outcome);
            }
        }
    }
    return asked;
}
