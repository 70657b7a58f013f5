/* steady_parameters.c - the numbers of the steady-state method and what they may be. */
#include "base/num.h"
#include "model/model.h"

#include <assert.h>

static const struct steady_parameter_row rows[] = {
#define STEADY_PARAMETER(id, name, unit, type, least, most, standard, weaker, title)               \
    { #name, title, UNIT_##unit, TYPE_##type, least, most, standard, WEAKER_WHEN_##weaker },
#include "model/steady_parameters.def"
};
static_assert(ARRAY_COUNT(rows) == STEADY_PARAMETER_COUNT, "one row a parameter");

const struct steady_parameter_row *steady_parameter_row(enum steady_parameter parameter)
{
    assert((unsigned)parameter < STEADY_PARAMETER_COUNT);
    return &rows[parameter];
}

struct steady_parameters steady_parameters_standard(void)
{
    struct steady_parameters out = { .lower_is_better = false };
    for (size_t i = 0; i < STEADY_PARAMETER_COUNT; i++)
        out.of[i] = rows[i].standard * unit_row(rows[i].unit)->factor;
    return out;
}

bool steady_parameter_find(struct str name, enum steady_parameter *out)
{
    for (size_t i = 0; i < STEADY_PARAMETER_COUNT; i++) {
        if (str_eq(name, str_from(rows[i].name))) {
            *out = (enum steady_parameter)i;
            return true;
        }
    }
    return false;
}

bool steady_parameter_allows(enum steady_parameter parameter, double value)
{
    const struct steady_parameter_row *row = &rows[parameter];
    double factor = unit_row(row->unit)->factor;
    bool whole =
        row->type == TYPE_REAL || (value >= 0 && value < 1e9 && (double)(uint32_t)value >= value);
    /* A share that went through a percentage may be off in its last bit. */
    double slack = 1e-12;
    return whole && value >= row->least * factor * (1 - slack) &&
           value <= row->most * factor * (1 + slack);
}

static void number_put(struct buf *out, const struct steady_parameter_row *row, double value)
{
    buf_put_shortest(out, value);
    buf_put(out, row->unit == UNIT_PERCENT  ? STR(" %")
                 : row->unit == UNIT_SECOND ? STR(" s")
                                            : STR(""));
}

void steady_parameter_put_range(enum steady_parameter parameter, struct buf *out)
{
    const struct steady_parameter_row *row = &rows[parameter];
    buf_put(out, row->type == TYPE_COUNT ? STR("a whole number from ") : STR("a value from "));
    number_put(out, row, row->least);
    buf_put(out, STR(" to "));
    number_put(out, row, row->most);
}

void steady_parameter_put_standard(enum steady_parameter parameter, struct buf *out)
{
    number_put(out, &rows[parameter], rows[parameter].standard);
}
