/* turns.c - whether the runs of a comparison were made in turns, and what is said of their blocks.
 */
#include "blocks.h"
#include "compare.h"

#include <math.h>

/* Serial numbers, else identifiers, of the unit that the run used, one behind the other. */
static struct str unit_of(const struct judging *judging, const struct member *member)
{
    static const enum key keys[] = { KEY_ACCELERATOR_SERIAL, KEY_ACCELERATOR_UUID };
    struct buf out = buf_new(judging->home, 1 << 16);
    for (size_t k = 0; k < ARRAY_COUNT(keys) && out.len == 0; k++) {
        struct str *instance;
        size_t count = instances_seen(judging, keys[k], &instance);
        for (size_t i = 0; i < count; i++) {
            const struct fact *fact = member_fact(judging, member, keys[k], instance[i]);
            if (fact) {
                buf_put(&out, fact->value.text);
                buf_put_char(&out, ' ');
            }
        }
    }
    return buf_str(&out);
}

static bool counts(const struct member *member)
{
    return member->side != SIDE_BRIDGE && member->alone->copy_of == SIZE_MAX;
}

void turns_find(struct judging *judging)
{
    size_t room = judging->member_count + 1, count = 0;
    struct turn *turn = ARENA_MANY(judging->home, room, struct turn);
    size_t *block = ARENA_MANY(judging->home, room, size_t);
    judging->block = ARENA_MANY(judging->home, room, size_t);
    judging->block_count = 0;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        judging->block[i] = SIZE_MAX;
        if (!counts(member))
            continue;
        turn[count] =
            (struct turn){ .unit = unit_of(judging, member), .b = member->side == SIDE_B };
        if (!member_moment(judging, member, KEY_RUN_START, &turn[count].start) ||
            !member_moment(judging, member, KEY_RUN_END, &turn[count].end))
            return;
        count++;
    }
    size_t blocks = blocks_find(judging->home, turn, count, block);
    if (blocks < BLOCKS_LEAST)
        return;
    judging->block_count = blocks;
    for (size_t i = 0, at = 0; i < judging->member_count; i++)
        if (counts(&judging->member[i]))
            judging->block[i] = block[at++];
}

/* B against A in each block, of the members' values; NULL: not in turns, or a value is missing. */
const double *turns_ratios(const struct judging *judging, const double *value)
{
    double *ratio = ARENA_MANY(judging->home, judging->block_count + 1, double);
    for (size_t k = 0; k < judging->block_count; k++) {
        double sum[2] = { 0, 0 }, runs[2] = { 0, 0 };
        for (size_t i = 0; i < judging->member_count; i++) {
            const struct member *member = &judging->member[i];
            if (judging->block[i] == k) {
                sum[member->side] += value[i];
                runs[member->side] += 1;
            }
        }
        ratio[k] = (sum[SIDE_B] / runs[SIDE_B]) / (sum[SIDE_A] / runs[SIDE_A]);
        if (!isfinite(ratio[k]) || !(ratio[k] > 0))
            return NULL;
    }
    return judging->block_count > 0 ? ratio : NULL;
}

static const double *values_in(const struct judging *judging)
{
    double *value = ARENA_MANY(judging->home, judging->member_count + 1, double);
    for (size_t i = 0; i < judging->member_count; i++)
        value[i] = judging->member[i].in_value;
    return value;
}

double turns_p(const struct judging *judging)
{
    const double *ratio = turns_ratios(judging, values_in(judging));
    return ratio ? blocks_p(judging->home, ratio, judging->block_count) : (double)NAN;
}

double turns_deviation(const struct judging *judging)
{
    const double *ratio = turns_ratios(judging, values_in(judging));
    double *logs = ARENA_MANY(judging->home, judging->block_count + 1, double);
    for (size_t k = 0; ratio && k < judging->block_count; k++)
        logs[k] = log(ratio[k]);
    return ratio ? moments_of(logs, judging->block_count).deviation : 0;
}

/* ---- what is published ---- */

static const struct fact *block_publish(const struct judging *judging,
                                        const struct comparison *comparison,
                                        const struct judged_run *run, size_t block, double ratio)
{
    const struct fact **input =
        ARENA_MANY(judging->home, judging->member_count + 1, const struct fact *);
    size_t count = 0;
    for (size_t i = 0; i < judging->member_count; i++)
        if (judging->block[i] == block && run[i].value)
            input[count++] = run[i].value;
    return derive(judging->deriving,
                  &(struct derived){ .row = DERIVE_BLOCK_RATIO,
                                     .instance = str_format(judging->home, "%zu", block + 1),
                                     .licence = comparison,
                                     .value = statistics_round(ratio, 6),
                                     .unit = UNIT_RATIO,
                                     .printing = { .rule = PRINT_DECIMALS, .digits = 4 },
                                     .input = input,
                                     .input_count = count });
}

static const struct fact *unpaired_publish(const struct judging *judging,
                                           const struct comparison *comparison,
                                           enum derivation_id row, double value,
                                           const struct fact *const *input, size_t count)
{
    const struct interval *all = &judging->ratios.unpaired;
    return derive(judging->deriving,
                  &(struct derived){ .row = row,
                                     .licence = comparison,
                                     .value = value,
                                     .unit = UNIT_RATIO,
                                     .printing = { .rule = PRINT_BY_HALF_WIDTH,
                                                   .half_width = (all->high - all->low) / 2 },
                                     .input = input,
                                     .input_count = count });
}

void turns_publish(struct judging *judging, struct comparison *comparison,
                   const struct judged_run *run)
{
    const double *ratio = turns_ratios(judging, values_in(judging));
    const struct interval *all = &judging->ratios.unpaired;
    if (!ratio || !comparison->ratio)
        return;
    const struct fact **block =
        ARENA_MANY(judging->home, judging->block_count + 1, const struct fact *);
    const struct fact **input =
        ARENA_MANY(judging->home, judging->member_count + 1, const struct fact *);
    size_t count = 0;
    for (size_t k = 0; k < judging->block_count; k++)
        block[k] = block_publish(judging, comparison, run, k, ratio[k]);
    comparison->turns.block = block;
    comparison->turns.block_count = judging->block_count;
    for (size_t i = 0; i < judging->member_count; i++)
        if (judging->block[i] != SIZE_MAX && run[i].value)
            input[count++] = run[i].value;
    if (all->found) {
        comparison->turns.unpaired =
            unpaired_publish(judging, comparison, DERIVE_RATIO_UNPAIRED, all->value, input, count);
        comparison->turns.unpaired_low = unpaired_publish(
            judging, comparison, DERIVE_RATIO_UNPAIRED_LOW, all->low, input, count);
        comparison->turns.unpaired_high = unpaired_publish(
            judging, comparison, DERIVE_RATIO_UNPAIRED_HIGH, all->high, input, count);
    }
}
