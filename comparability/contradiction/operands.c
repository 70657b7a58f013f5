/* operands.c - figures as ranges by the digits they are written with, and what contradicts them. */
#include "identities.h"
#include "model/likeness.h"

#include <math.h>

/* Half a unit of the last digit written, in the text's own unit. */
double resolution_of(struct str text, double value)
{
    const double shortest = 1e-12; /* of a double printed in full */
    double half = 0.5;
    bool point = false;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        if (c == 'e' || c == 'E')
            return fabs(value) * shortest;
        half = point && c >= '0' && c <= '9' ? half / 10 : half;
        point = point || c == '.';
    }
    return half;
}

static struct str instance_in(const struct checking *in, struct str statistic)
{
    if (in->context.len == 0)
        return statistic;
    return statistic.len > 0
               ? str_format(in->home, "%.*s %.*s", STR_ARG(in->context), STR_ARG(statistic))
               : in->context;
}

/* Figures of two files may be of two runs, or of two ways to count; of one file they are of one. */
static const struct fact *operand_fact(const struct checking *in, enum key key, struct str instance)
{
    const struct facts *facts = in->told->facts;
    if (!in->file)
        return facts_best(facts, key, instance);
    const struct fact *fact = facts_next(facts, key, instance, NULL);
    while (fact && (fact->placeholder || fact->source.evidence != in->file))
        fact = facts_next(facts, key, instance, fact);
    return fact;
}

double fact_slack(const struct fact *fact)
{
    return resolution_of(fact->value.text, fact->value.value) * unit_row(fact->value.unit)->factor;
}

/* False: not told, or no number. */
bool operand_range(const struct checking *in, enum key key, struct str statistic, struct range *out)
{
    const struct fact *fact = operand_fact(in, key, instance_in(in, statistic));
    double value;
    if (!fact || !fact_base(fact, &value) || !isfinite(value))
        return false;
    /* A count is exact, and so are whole numbers of a count's unit written without a point. */
    bool exact = vocabulary_row(key)->type == TYPE_COUNT;
    double slack = exact ? 0 : fact_slack(fact);
    *out = (struct range){ value - slack, value + slack, fact };
    return true;
}

bool operand_plain(const struct checking *in, enum key key, struct range *out)
{
    return operand_range(in, key, (struct str){ 0 }, out);
}

struct contradiction *contradiction_say(struct checking *in, enum contradiction_kind kind,
                                        const char *id, const char *says)
{
    if (in->count == CONTRADICTIONS_MOST)
        return NULL;
    struct contradiction *out = &in->out[in->count++];
    *out = (struct contradiction){ .kind = kind, .id = id, .says = says, .context = in->context };
    return out;
}

void contradiction_name(struct contradiction *out, const struct fact *fact)
{
    if (out && fact && out->count < ARRAY_COUNT(out->fact))
        out->fact[out->count++] = fact;
}

/* Whether two ranges meet, but for the rounding of doubles. */
bool ranges_meet(struct range a, double low, double high)
{
    const double rounding = 1e-9;
    double slack = rounding * fmax(fabs(a.high), fabs(high));
    return a.low <= high + slack && low <= a.high + slack;
}
