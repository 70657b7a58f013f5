/* predicates_options.c - what one server was started with and the other was not. */
#include "predicates.h"

#include "model/likeness.h"
#include "values.h"

#include <math.h>

/* Marks the members of which evidence says that what they have here stands elsewhere; false: none.
 * Of options that nobody knows that is said of the key as a whole. */
static bool members_open(const struct judging *judging, enum key key, struct str instance,
                         bool *open)
{
    bool any = false;
    struct str of = instance;
    if (key == KEY_SERVER_OPTION) {
        of = (struct str){ 0 };
    }
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct fact *fact = facts_next(judging->member[i].run->facts, key, of, NULL);
        for (; fact && !open[i]; fact = facts_next(judging->member[i].run->facts, key, of, fact)) {
            open[i] =
                fact_left_open(fact) && !member_fact(judging, &judging->member[i], key, instance);
        }
        any = any || open[i];
    }
    return any;
}

/* Keys: the command, then what it sets. What differs in an option that is not judged as a key of
 * its own, or that one command alone sets: the other side has the engine's default there. */
void judge_options(struct judging *judging, const struct rule *rule)
{
    struct tally tally = tally_of(judging, rule);
    size_t missing;
    (void)silent_members(judging, rule->key[0], &missing);
    bool seen = false;
    for (size_t k = 1; k < rule->key_count && missing == 0; k++) {
        enum key key = rule->key[k];
        struct str *instance;
        bool layers = judging->case_file->under_test.kind == UNDER_TEST_LAYERS;
        bool free =
            layers && under_test_effect(&judging->case_file->under_test, key) == EFFECT_UNDER_TEST;
        size_t count = free ? 0 : instances_seen(judging, key, &instance);
        for (size_t i = 0; i < count; i++) {
            struct sides sides = sides_of(judging, key, instance[i], (double)NAN);
            bool one = !sides.a != !sides.b, both = sides.a && sides.b;
            bool *open = marks_of(judging);
            seen = true;
            if (one && members_open(judging, key, instance[i], open)) {
                struct outcome outcome = outcome_key(UNKNOWN, key, instance[i], sides.a, sides.b);
                outcome.silent = silent_systems(judging, open);
                tally_say(&tally, &outcome);
            } else if (one || (key == KEY_SERVER_OPTION && both && !sides.alike)) {
                struct outcome outcome = outcome_key(FAILS, key, instance[i], sides.a, sides.b);
                outcome.raised = one ? CONDITION_BIT(ONE_SIDE_MISSING) : 0;
                tally_say(&tally, &outcome);
            }
        }
    }
    if (!seen) {
        tally.holds.judgement = NOT_APPLICABLE;
    }
    tally_done(&tally);
}
