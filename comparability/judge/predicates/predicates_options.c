/* predicates_options.c - what one server was started with and the other was not. */
#include "signs.h"

#include "model/likeness.h"
#include "values.h"

/* Marks the members of which evidence says that what they have here stands elsewhere; false: none.
 * Of options that nobody knows that is said of the key as a whole. */
static bool members_open(const struct judging *judging, enum key key, struct str instance,
                         bool *open)
{
    bool any = false;
    struct str of = instance;
    if (key == KEY_SERVER_OPTION)
        of = (struct str){ 0 };
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

/* Of commands that nobody tells there is nothing to hold against each other. Keys: the command,
 * then what it sets. */
bool command_untold(const struct judging *judging, const struct rule *rule)
{
    size_t missing;
    (void)silent_members(judging, rule->key[0], &missing);
    return missing > 0;
}

/* What differs in an option that is not judged as a key of its own, or that one command alone sets:
 * the other side has the engine's default there. */
enum shows option_apart(struct judging *judging, const struct ask *ask, const struct sides *sides,
                        bool listed, struct sign *out)
{
    const struct under_test *under_test = &judging->case_file->under_test;
    enum key key = ask->key[0];
    bool one = !sides->a != !sides->b, both = sides->a && sides->b;
    (void)listed;
    if (under_test->kind == UNDER_TEST_LAYERS &&
        under_test_effect(under_test, key) == EFFECT_UNDER_TEST)
        return SHOWS_UNASKED;
    bool *open = marks_of(judging);
    if (one && members_open(judging, key, ask->instance, open)) {
        out->is = UNKNOWN;
        out->silent = silent_systems(judging, open);
        return SHOWS_SIGN;
    }
    out->raised = one ? CONDITION_BIT(ONE_SIDE_MISSING) : 0;
    return one || (key == KEY_SERVER_OPTION && both && !sides->alike) ? SHOWS_SIGN : SHOWS_NONE;
}
