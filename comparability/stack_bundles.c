/* stack_bundles.c - in which keys of the executor two bundles differ, without a case. */
#include "distance.h"
#include "predicates.h"
#include "values.h"

#include "comparability/comparability.h"

enum { DIFFERENCES_MOST = 1 << 14 };

/* The next instance of `key` that either side has, in byte order. */
static bool instance_next(const struct facts *a, const struct facts *b, enum key key,
                          struct str after, bool first, struct str *out)
{
    struct str of_a, of_b;
    bool has_a = facts_instance(a, key, after, first, &of_a);
    bool has_b = facts_instance(b, key, after, first, &of_b);
    if (!has_a && !has_b) {
        return false;
    }
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
        if (fact) {
            return fact;
        }
    }
    return NULL;
}

static struct str distance_of(struct arena *home, const struct facts *a, const struct facts *b,
                              const struct bundle_difference *one)
{
    if (!one->a || !one->b || one->same || !has_distance(one->key)) {
        return (struct str){ 0 };
    }
    enum key what = version_of_what(one->key);
    return facts_distance(home, one->a, one->b, any_of(a, what), any_of(b, what));
}

static bool has_others(struct arena *home, const struct facts *facts, const struct fact *best)
{
    const struct fact *fact = best ? facts_next(facts, best->key, best->instance, NULL) : NULL;
    for (; fact; fact = facts_next(facts, best->key, best->instance, fact)) {
        if (!fact->placeholder && fact != best && !facts_alike(home, best, fact)) {
            return true;
        }
    }
    return false;
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
            row->likeness == LIKENESS_IDENTITY) {
            continue;
        }
        bool listed = instances_listed(key) && any_of(a, key) && any_of(b, key);
        for (bool first = true;
             count < DIFFERENCES_MOST && instance_next(a, b, key, instance, first, &instance);
             first = false) {
            struct bundle_difference *one = &list[count];
            *one = (struct bundle_difference){ .key = key,
                                               .instance = instance,
                                               .a = facts_best(a, key, instance),
                                               .b = facts_best(b, key, instance) };
            one->same = one->a && one->b && facts_alike(home, one->a, one->b);
            one->several[0] = has_others(home, a, one->a);
            one->several[1] = has_others(home, b, one->b);
            one->same = one->same && !one->several[0] && !one->several[1];
            one->one_sided = listed && !one->a != !one->b;
            one->distance = distance_of(home, a, b, one);
            count += one->a || one->b ? 1 : 0;
            any = any || one->a || one->b;
        }
        if (!any && row->needed && count < DIFFERENCES_MOST) {
            list[count++] = (struct bundle_difference){ .key = key };
        }
    }
    *out = list;
    return count;
}
