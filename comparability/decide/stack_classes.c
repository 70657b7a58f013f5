/* stack_classes.c - what is said of each difference of the stack: how far its versions lie apart,
 * and, between whole executors, whether it was forced, chosen or stands unexplained (rule E9). */
#include "compare.h"
#include "distance.h"
#include "predicates.h"

/* The first value that a run of the side discloses, whatever the instance. */
static const struct fact *side_any(const struct judging *judging, enum side side, enum key key)
{
    const struct fact *fact = NULL;
    for (size_t i = 0; !fact && i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        fact = member->side == side ? member_any(judging, member, key) : NULL;
    }
    return fact;
}

static const struct fact *distance_derive(struct judging *judging,
                                          const struct key_difference *difference)
{
    enum key what = version_of_what(difference->key);
    const struct fact *of[2] = { NULL, NULL };
    for (size_t i = 0; i < 2 && what != KEY_COUNT; i++)
        of[i] = side_any(judging, i ? SIDE_B : SIDE_A, what);
    struct str text = facts_distance(judging->home, difference->a, difference->b, of[0], of[1]);
    if (text.len == 0)
        return NULL;
    const char *name = vocabulary_row(difference->key)->name;
    struct str instance = str_from(name);
    if (difference->instance.len > 0)
        instance = str_format(judging->home, "%s %.*s", name, STR_ARG(difference->instance));
    const struct fact *const input[] = { difference->a, difference->b };
    return derive(judging->deriving, &(struct derived){ .row = DERIVE_VERSION_DISTANCE,
                                                        .instance = instance,
                                                        .text = text,
                                                        .input = input,
                                                        .input_count = ARRAY_COUNT(input) });
}

static void difference_fill(struct judging *judging, struct key_difference *difference)
{
    bool executor = judging->case_file->under_test.kind == UNDER_TEST_EXECUTOR;
    bool pair = !judging_single(judging) && difference->a && difference->b;
    if (has_distance(difference->key) && pair)
        difference->distance = distance_derive(judging, difference);
    if (executor && vocabulary_row(difference->key)->group == GROUP_EXECUTOR)
        difference->is = difference_class(judging, difference->key, &difference->reason);
}

const struct layer_difference *stack_classed(struct judging *judging, size_t *count)
{
    const struct layer_difference *plain = stack_compare(judging, count);
    struct layer_difference *row = ARENA_MANY(judging->home, *count + 1, struct layer_difference);
    for (size_t i = 0; i < *count; i++) {
        row[i] = plain[i];
        struct key_difference *list =
            ARENA_MANY(judging->home, row[i].difference_count + 1, struct key_difference);
        for (size_t j = 0; j < row[i].difference_count; j++) {
            list[j] = plain[i].difference[j];
            difference_fill(judging, &list[j]);
            row[i].is = list[j].is > row[i].is ? list[j].is : row[i].is;
        }
        row[i].difference = list;
    }
    return row;
}
