/* stack_bundles.c - in which keys of the executor two bundles differ, without a case. */
#include "distance.h"
#include "model/likeness.h"
#include "predicates.h"

#include "comparability/comparability.h"

enum { DIFFERENCES_MOST = 1 << 14 };

/* The next instance of `key` that either side has, in byte order. */
static bool instance_next(const struct facts *a, const struct facts *b, enum key key,
                          struct str after, bool first, struct str *out)
{
    struct str of_a, of_b;
    bool has_a = facts_instance(a, key, after, first, &of_a);
    bool has_b = facts_instance(b, key, after, first, &of_b);
    if (!has_a && !has_b)
        return false;
    *out = has_a && (!has_b || str_order(of_a, of_b) <= 0) ? of_a : of_b;
    return true;
}

/* The first value of `key` that the bundle discloses, whatever the instance. */
static const struct fact *any_of(const struct facts *facts, enum key key)
{
    struct str instance = { 0 };
    for (bool first = true;
         key != KEY_COUNT && facts_instance(facts, key, instance, first, &instance);
         first = false) {
        const struct fact *fact = facts_best(facts, key, instance);
        if (fact)
            return fact;
    }
    return NULL;
}

static struct str distance_of(struct arena *home, const struct facts *a, const struct facts *b,
                              const struct bundle_difference *one)
{
    if (!one->a || !one->b || one->same || !has_distance(one->key))
        return (struct str){ 0 };
    enum key what = version_of_what(one->key);
    return facts_distance(home, one->a, one->b, any_of(a, what), any_of(b, what));
}

enum { VALUES_MOST = 64 }; /* beyond so many unlike values of one key nothing is called the same */

struct values_seen {
    const struct fact *item[VALUES_MOST];
    size_t count;
    bool more;
};

static bool seen_alike(struct arena *home, const struct values_seen *seen, const struct fact *fact)
{
    for (size_t i = 0; i < seen->count; i++)
        if (facts_alike(home, seen->item[i], fact))
            return true;
    return false;
}

/* The unlike values that a bundle's files give for the key of `best`. */
static struct values_seen values_of(struct arena *home, const struct facts *facts,
                                    const struct fact *best)
{
    struct values_seen seen = { 0 };
    const struct fact *fact = best ? facts_next(facts, best->key, best->instance, NULL) : NULL;
    for (; fact; fact = facts_next(facts, best->key, best->instance, fact)) {
        if (fact->placeholder || seen_alike(home, &seen, fact))
            continue;
        if (seen.count == VALUES_MOST) {
            seen.more = true;
            break;
        }
        seen.item[seen.count++] = fact;
    }
    return seen;
}

/* Several runs may give several values; the sides are the same where each value of one stands on
 * the other too. */
static bool values_same(struct arena *home, const struct values_seen *a,
                        const struct values_seen *b)
{
    bool same = a->count == b->count && !a->more && !b->more;
    for (size_t i = 0; i < a->count && same; i++)
        same = seen_alike(home, b, a->item[i]);
    return same;
}

static void values_compare(struct arena *home, const struct facts *a, const struct facts *b,
                           struct bundle_difference *one)
{
    struct values_seen of_a = values_of(home, a, one->a);
    struct values_seen of_b = values_of(home, b, one->b);
    one->several[0] = of_a.count > 1;
    one->several[1] = of_b.count > 1;
    one->same =
        one->a && one->b && facts_alike(home, one->a, one->b) && values_same(home, &of_a, &of_b);
}

static struct lists_told lists_of(const struct facts *facts, enum key key)
{
    struct lists_told lists = { .known = true };
    for (size_t i = 0; i < facts_count(facts); i++)
        if (facts_at(facts, i)->key == key)
            lists_add(&lists, facts_at(facts, i));
    return lists;
}

size_t bundles_compare(struct arena *home, const struct facts *a, const struct facts *b,
                       struct bundle_difference **out)
{
    struct bundle_difference *list = ARENA_MANY(home, DIFFERENCES_MOST, struct bundle_difference);
    size_t count = 0;
    for (enum key key = 0; key < KEY_COUNT; key++) {
        const struct vocabulary_row *row = vocabulary_row(key);
        struct str instance = { 0 };
        bool any = false;
        if (row->layer == LAYER_NONE || row->likeness == LIKENESS_NOT ||
            row->likeness == LIKENESS_IDENTITY)
            continue;
        bool listed = instances_listed(key) && any_of(a, key) && any_of(b, key);
        struct lists_told of_a = { 0 }, of_b = { 0 };
        if (listed) {
            of_a = lists_of(a, key);
            of_b = lists_of(b, key);
        }
        for (bool first = true;
             count < DIFFERENCES_MOST && instance_next(a, b, key, instance, first, &instance);
             first = false) {
            struct bundle_difference *one = &list[count];
            *one = (struct bundle_difference){ .key = key,
                                               .instance = instance,
                                               .a = facts_best(a, key, instance),
                                               .b = facts_best(b, key, instance) };
            values_compare(home, a, b, one);
            one->one_sided = listed && !one->a != !one->b &&
                             lists_have(one->a ? &of_b : &of_a, one->a ? one->a : one->b);
            one->distance = distance_of(home, a, b, one);
            count += one->a || one->b ? 1 : 0;
            any = any || one->a || one->b;
        }
        if (!any && row->needed && count < DIFFERENCES_MOST)
            list[count++] = (struct bundle_difference){ .key = key };
    }
    *out = list;
    return count;
}
