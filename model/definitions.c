/* definitions.c - what a tool's figure means, and when two figures are one thing. */
#include "model/model.h"

#include <assert.h>

static const struct definition_row rows[] = {
#define DEFINITION(id, name, population, clock, says)                                              \
    [DEFINITION_##id] = { (name), POPULATION_##population, CLOCK_##clock, (says) },
#include "model/definitions.def"
#undef DEFINITION
};
static_assert(ARRAY_COUNT(rows) == DEFINITION_COUNT, "one row a definition");

const struct definition_row *definition_row(enum definition definition)
{
    assert((unsigned)definition < ARRAY_COUNT(rows));
    return &rows[definition];
}

/* The statistic behind a run's index: "3 p99" is "p99". */
static struct str statistic_of(struct str instance)
{
    struct str rest = instance, word = instance;
    while (str_cut(&rest, ' ', &word)) {
    }
    return word;
}

static bool is_percentile(struct str statistic)
{
    return statistic.len > 1 && statistic.at[0] == 'p' && statistic.at[1] >= '0' &&
           statistic.at[1] <= '9';
}

bool defined_alike(const struct defined *a, const struct defined *b, struct str instance)
{
    struct str statistic = statistic_of(instance);
    if (!a || !b)
        return false;
    if (a->definition != b->definition)
        return false;
    if (is_percentile(statistic))
        return a->percentile == b->percentile && a->percentile != PERCENTILE_UNKNOWN;
    if (str_eq(statistic, STR("std")))
        return a->spread == b->spread && a->spread != SPREAD_UNKNOWN;
    return true;
}

void defined_put(const struct defined *defined, struct str instance, struct buf *out)
{
    static const char *const over[] = { "requests", "tokens", "outputs", "the window",
                                        "repetitions" };
    static const char *const whose[] = { "client", "server", "engine" };
    static const char *const rules[] = { "linear percentile", "step percentile",
                                         "percentile of rank floor(n p) + 1", "percentile by bins",
                                         "percentile rule not known" };
    static const char *const spreads[] = { "divided by n", "divided by n - 1",
                                           "divisor not known" };
    const struct definition_row *row = definition_row(defined->definition);
    struct str statistic = statistic_of(instance);
    buf_putf(out, "%s over %s, clock of the %s", row->id, over[row->population], whose[row->clock]);
    if (is_percentile(statistic))
        buf_putf(out, ", %s", rules[defined->percentile]);
    else if (str_eq(statistic, STR("std")))
        buf_putf(out, ", %s", spreads[defined->spread]);
}
