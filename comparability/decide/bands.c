/* bands.c - bands of demand in which no side needs another unit, and units at three demands.
 *
 * Units are whole, so cost over demand is a saw: it is told as bands, and one tipping point is
 * named only where there is one. */
#include "offers.h"

#include <stdlib.h>

/* ---- bands ---- */

struct edge {
    struct decimal to;
    const struct fact *from[2]; /* what it is made of */
};

static int edge_order(const void *a, const void *b)
{
    return decimal_order(((const struct edge *)a)->to, ((const struct edge *)b)->to);
}

/* Demands between half and twice the planned one at which a side needs one more unit. */
static size_t edges_gather(const struct offering *in, struct decimal planned, struct edge *edge,
                           size_t most)
{
    struct decimal half = decimal_divide(planned, decimal_of(2), PLACES),
                   twice = decimal_multiply(planned, decimal_of(2));
    size_t count = 0;
    for (size_t s = 0; s < 2; s++) {
        const struct cost_side *side = &in->side[s];
        struct decimal units = decimal_ceiling(decimal_divide(half, side->usable, 20));
        struct decimal to = decimal_multiply(units, side->usable);
        while (count < most && !to.bad && decimal_order(to, twice) <= 0) {
            edge[count++] = (struct edge){ .to = to, .from = { side->offer->usable } };
            units = decimal_add(units, decimal_of(1));
            to = decimal_multiply(units, side->usable);
        }
    }
    qsort(edge, count, sizeof *edge, edge_order);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || decimal_order(edge[kept - 1].to, edge[i].to) != 0)
            edge[kept++] = edge[i];
    return kept;
}

/* At most BANDS_MOST edges, those around the planned demand. */
static size_t edges_trim(struct decimal planned, struct edge **edge, size_t count)
{
    size_t at = 0;
    while (at < count && decimal_order((*edge)[at].to, planned) < 0)
        at++;
    size_t from = at > BANDS_MOST / 2 ? at - BANDS_MOST / 2 : 0;
    if (count - from < BANDS_MOST)
        from = count > BANDS_MOST ? count - BANDS_MOST : 0;
    *edge += from;
    return count - from < BANDS_MOST ? count - from : BANDS_MOST;
}

struct priced { /* what units and their month are called, and of which demand they are */
    enum derivation_id units, month;
    struct str instance;
    const struct fact *demand;
};

/* Units of a side at a demand and what they cost by the month. False: units are not known. */
static bool units_publish(const struct offering *in, size_t s, struct decimal demand,
                          const struct priced *as, const struct fact **units,
                          const struct fact **month)
{
    const struct cost_side *side = &in->side[s];
    struct decimal count = units_for(in, side, demand);
    const struct fact *const from[] = { as->demand, side->offer->usable,
                                        in->terms->demand.redundancy_fact };
    struct made form = { .row = as->units,
                         .system = side->offer->system,
                         .instance = as->instance,
                         .value = count,
                         .unit = UNIT_COUNT,
                         .input = from,
                         .input_count = ARRAY_COUNT(from) };
    *units = offer_make(in, &form);
    if (!*units)
        return false;
    form.row = as->month;
    form.value = by_month(side, count);
    form.places = 2;
    form.unit = UNIT_MONEY_PER_MONTH;
    form.currency = in->terms->currency;
    form.input_count = month_inputs(in, *units, side->offer->hourly, &form.input);
    *month = offer_make(in, &form);
    return true;
}

static void band_publish(const struct offering *in, struct offers *out, const struct edge *edge)
{
    struct band *band = &out->band[out->band_count];
    struct str instance = str_format(in->judging->home, "%zu", out->band_count + 1);
    band->to = offer_make(in, &(struct made){ .row = DERIVE_BAND_TO,
                                              .instance = instance,
                                              .value = edge->to,
                                              .places = 1,
                                              .unit = metric_unit(in),
                                              .input = edge->from,
                                              .input_count = 1 });
    const struct priced as = { DERIVE_BAND_UNITS, DERIVE_BAND_MONTH, instance, band->to };
    for (size_t s = 0; s < 2; s++)
        (void)units_publish(in, s, edge->to, &as, &band->units[s], &band->month[s]);
    if (band->to && band->month[0] && band->month[1])
        out->band_count++;
}

/* Which side's units cost less up to a demand: above zero A, below zero B, zero neither. */
static int cheaper(const struct offering *in, struct decimal to)
{
    struct decimal month[2];
    for (size_t s = 0; s < 2; s++)
        month[s] = by_month(&in->side[s], units_for(in, &in->side[s], to));
    return month[0].bad || month[1].bad ? 0 : decimal_order(month[1], month[0]);
}

/* How often the cheaper side changes over all edges, and above which edge it does last. */
static size_t tips_count(const struct offering *in, const struct edge *edge, size_t count,
                         const struct edge **tip)
{
    size_t tips = 0;
    int before = 0;
    for (size_t i = 0; i < count; i++) {
        int sign = cheaper(in, edge[i].to);
        if (sign != 0 && before != 0 && sign != before) {
            tips++;
            *tip = &edge[i - 1];
        }
        before = sign != 0 ? sign : before;
    }
    return tips;
}

/* The one tipping point: the end of a band where that is shown, else a demand of its own. */
static const struct fact *tip_publish(const struct offering *in, const struct offers *out,
                                      const struct edge *shown, const struct edge *tip)
{
    for (size_t i = 0; i < out->band_count; i++)
        if (&shown[i] == tip)
            return out->band[i].to;
    return offer_make(in, &(struct made){ .row = DERIVE_BAND_TO,
                                          .instance = STR("tipping point"),
                                          .value = tip->to,
                                          .places = 1,
                                          .unit = metric_unit(in),
                                          .input = tip->from,
                                          .input_count = 1 });
}

void bands_publish(const struct offering *in, struct offers *out)
{
    enum { EDGES_MOST = 4096 };
    struct decimal planned = capacity_planned(&in->terms->demand);
    struct edge *edge = ARENA_MANY(in->judging->home, EDGES_MOST, struct edge);
    const struct edge *tip = NULL;
    size_t count = edges_gather(in, planned, edge, EDGES_MOST);
    out->tips = tips_count(in, edge, count, &tip);
    count = edges_trim(planned, &edge, count);
    for (size_t i = 0; i < count; i++)
        band_publish(in, out, &edge[i]);
    if (out->tips == 1)
        out->tip = tip_publish(in, out, edge, tip);
}

/* ---- three demands ---- */

static void point_fill(const struct offering *in, struct demand_point *point, struct decimal demand,
                       const char *when)
{
    const struct priced as = { DERIVE_UNITS_AT, DERIVE_MONTH_AT, str_from(when), point->demand };
    for (size_t s = 0; s < 2; s++)
        if (!units_publish(in, s, demand, &as, &point->units[s], &point->month[s]))
            return;
}

/* Units today, for the year planned for, and for one more: where the demand grows at all. */
void points_publish(const struct offering *in)
{
    struct offers *out = in->out;
    const struct demand *demand = &in->terms->demand;
    struct decimal planned = capacity_planned(demand);
    struct decimal next = decimal_round(
        decimal_multiply(planned, decimal_add(decimal_of(1), demand->growth)), PLACES);
    if (!demand->growth_fact || decimal_is_zero(demand->growth) || demand->years < 1)
        return;
    const struct fact *const input[] = { demand->peak_fact, demand->growth_fact,
                                         demand->years_fact };
    out->point[0].demand = demand->peak_fact;
    out->point[1] = (struct demand_point){
        .demand = out->side[0].planned,
        .units = { out->side[0].units, out->side[1].units },
        .month = { out->side[0].month, out->side[1].month },
    };
    out->point[2].demand = offer_make(in, &(struct made){ .row = DERIVE_DEMAND_AT,
                                                          .value = next,
                                                          .unit = metric_unit(in),
                                                          .input = input,
                                                          .input_count = ARRAY_COUNT(input) });
    if (!out->point[2].demand)
        return;
    point_fill(in, &out->point[0], demand->peak, "today");
    point_fill(in, &out->point[2], next, "a year later");
    out->point_count = ARRAY_COUNT(out->point);
    for (size_t i = 0; i < ARRAY_COUNT(out->point); i++) {
        for (size_t s = 0; s < 2; s++)
            if (!out->point[i].units[s] || !out->point[i].month[s])
                out->point_count = 0;
    }
}
