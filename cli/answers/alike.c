/* alike.c - results of a round: which contradict themselves, and which may be compared. */
#include "check_round.h"

bool run_inconsistent(const struct judged_round *in, const struct round_run *run)
{
    size_t index = (size_t)(run - in->round.run);
    size_t low = 0, high = in->round.finding_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (in->round.finding[middle].run < index)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < in->round.finding_count && in->round.finding[low].run == index; low++) {
        const struct round_code_row *row = round_code_row(in->round.finding[low].code);
        if (row->about == ABOUT_CONSISTENT && row->weight == WEIGHT_FAILS)
            return true;
    }
    return false;
}

size_t alike_apart(const struct alike *a, const struct alike *b, const char *name[ALIKE_FIELDS])
{
    const struct {
        const char *name;
        struct str a, b;
    } field[] = {
        { "round", a->round, b->round },       { "division", a->division, b->division },
        { "status", a->status, b->status },    { "metric", a->metric, b->metric },
        { "weights", a->weights, b->weights },
    };
    size_t count = 0;
    if (!str_eq(a->benchmark, b->benchmark) || !str_eq(a->scenario, b->scenario))
        return 0;
    for (size_t i = 0; i < ARRAY_COUNT(field); i++)
        if (!str_eq(field[i].a, field[i].b))
            name[count++] = field[i].name;
    if (a->power != b->power)
        name[count++] = "power measured";
    return count;
}
