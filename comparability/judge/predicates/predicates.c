/* predicates.c - what each test asks, and how it is judged. */
#include "signs.h"

#include <math.h>

#define SAYS(...)
#define ASKS(...) __VA_ARGS__
#define PREDICATE(says, asks) { asks },
static const struct asks asked[] = {
#include "predicates.def"
};
#undef PREDICATE
#undef ASKS
#undef SAYS

const struct asks *predicate_asks(const struct predicate *predicate)
{
    return &asked[predicate - predicate_at(0)];
}

/* All keys of the vocabulary that are so. */
static size_t keys_walked(const struct judging *judging, bool (*walk)(enum key key),
                          const enum key **out)
{
    enum key *key = ARENA_MANY(judging->home, KEY_COUNT, enum key);
    size_t count = 0;
    for (size_t k = 0; k < KEY_COUNT; k++)
        if (walk((enum key)k))
            key[count++] = (enum key)k;
    *out = key;
    return count;
}

static void parts_judge(struct judging *judging, const struct rule *rule, const struct asks *asks)
{
    struct tally tally = tally_of(judging, rule);
    bool applies = asks->always;
    for (size_t i = 0; i < ARRAY_COUNT(asks->part) && asks->part[i].test; i++) {
        const struct part *part = &asks->part[i];
        size_t from = part->from < rule->key_count ? part->from : rule->key_count;
        size_t rest = rule->key_count - from;
        struct ask ask = { .part = part,
                           .rule = rule,
                           .key = rest > 0 ? rule->key + from : NULL,
                           .key_count =
                               part->count > 0 && part->count < rest ? part->count : rest };
        if ((part->then && tally.said > 0) || (part->unless && part->unless(judging, rule)))
            continue;
        if (part->walk)
            ask.key_count = keys_walked(judging, part->walk, &ask.key);
        bool found = part->test(&tally, &ask);
        applies = applies || found;
        if ((part->gate && !found) || (part->last && found))
            break;
    }
    if (!applies)
        tally.holds.judgement = NOT_APPLICABLE;
    tally_done(&tally);
}

void asks_judge(struct judging *judging, const struct rule *rule, const struct asks *asks)
{
    if (asks->pair && judging_single(judging)) {
        struct outcome outcome = outcome_of(NOT_APPLICABLE);
        outcome.said = single_none;
        outcome_put(judging, &outcome);
    } else if (asks->where && !asks->where(judging)) {
        struct outcome outcome = outcome_of(NOT_APPLICABLE);
        outcome_put(judging, &outcome);
    } else if (asks->judge) {
        asks->judge(judging, rule);
    } else {
        parts_judge(judging, rule, asks);
    }
    findings_make(judging, rule);
}

void predicate_judge(struct judging *judging, const struct rule *rule)
{
    asks_judge(judging, rule, predicate_asks(rule->predicate));
}
