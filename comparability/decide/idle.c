/* idle.c - power draw of a unit at rest, from telemetry in the captures of its machines, and what
 * it costs over the hours not at work.
 *
 * At rest is what its own utilisation says: 0 % at every reading. A rated power has no way in. */
#include "offers.h"
#include "sums.h"

#include <math.h>

enum { LEAST_SECONDS = 60 };

struct rest { /* one machine at rest */
    bool found;
    double watts, seconds;
    const struct series *series; /* the first that it is made from */
};

/* Utilisation read with the power, all of it zero. */
static bool unused(const struct machine *machine, const struct series *power)
{
    for (size_t i = 0; i < machine->series_count; i++) {
        const struct series *one = &machine->series[i];
        if (one->key != KEY_TELEMETRY_UTILISATION || !str_eq(one->instance, power->instance) ||
            one->source.evidence != power->source.evidence || one->count == 0)
            continue;
        for (size_t k = 0; k < one->count; k++)
            if (!(one->value[k] <= 0)) /* above zero, or not a number */
                return false;
        return true;
    }
    return false;
}

static bool series_mean(const struct series *series, double *out)
{
    struct sum sum = { 0 };
    for (size_t i = 0; i < series->count; i++) {
        if (!isfinite(series->value[i]) || series->value[i] < 0)
            return false;
        sum_add(&sum, series->value[i]);
    }
    *out = series->count > 0 ? sum_value(&sum) / (double)series->count : 0;
    return series->count > 1 && series->start;
}

/* Accelerators that a run of the machine used; 0: not stated. */
static double accelerators_used(const struct offering *in, const struct machine *machine)
{
    const struct fact *count =
        machine->run_count > 0
            ? run_fact(in->judging->case_file, &machine->run[0], KEY_ACCELERATOR_COUNT, STR(""))
            : NULL;
    return count && count->value.number ? count->value.value : 0;
}

/* One file of telemetry at rest with a series for each accelerator that a unit has. */
static struct rest rest_of(const struct offering *in, const struct machine *machine)
{
    struct rest out = { .seconds = HUGE_VAL };
    struct sum watts = { 0 };
    size_t count = 0;
    for (size_t i = 0; i < machine->series_count; i++) {
        const struct series *one = &machine->series[i];
        double mean;
        if (one->key != KEY_TELEMETRY_POWER || one->count == 0)
            continue;
        if (!unused(machine, one) || !series_mean(one, &mean) ||
            (out.series && one->source.evidence != out.series->source.evidence))
            continue;
        out.series = out.series ? out.series : one;
        out.seconds = fmin(out.seconds, one->start[one->count - 1] - one->start[0]);
        sum_add(&watts, mean);
        count++;
    }
    double used = accelerators_used(in, machine);
    out.watts = sum_value(&watts);
    out.found = count > 0 && (fabs(used - (double)count) < 0.5 || (used <= 0 && count == 1)) &&
                isfinite(out.watts) && out.watts > 0 && out.seconds > 0;
    return out;
}

void idle_publish(struct offering *in, size_t index)
{
    struct offer *offer = in->side[index].offer;
    const struct system *system = offer->system;
    struct sum watts = { 0 };
    double seconds = HUGE_VAL;
    const struct series *first = NULL;
    size_t machines = 0;
    for (size_t i = 0; system && i < system->machine_count; i++) {
        const struct machine *machine = &system->machine[i];
        if (machine->run_count == 0 || !str_eq(machine->workload, in->comparison->workload))
            continue;
        struct rest rest = rest_of(in, machine);
        if (!rest.found)
            return; /* the mean over the others would be of other machines than the throughput */
        first = first ? first : rest.series;
        seconds = fmin(seconds, rest.seconds);
        sum_add(&watts, rest.watts);
        machines++;
    }
    if (machines == 0)
        return;
    offer->idle_seconds = seconds;
    offer->idle_power = derive(
        in->judging->deriving,
        &(struct derived){ .row = DERIVE_IDLE_POWER,
                           .system = system,
                           .value = statistics_round(sum_value(&watts) / (double)machines, 6),
                           .unit = UNIT_WATT,
                           .printing = { .rule = PRINT_DECIMALS, .digits = 2 },
                           .series = first });
}

bool idle_counted(const struct offering *in)
{
    for (size_t i = 0; i < (judging_single(in->judging) ? 1 : 2); i++)
        if (!(in->side[i].offer->idle_power && in->side[i].offer->idle_seconds >= LEAST_SECONDS))
            return false;
    return true;
}

struct decimal idle_amount(const struct offering *in, size_t index, struct decimal units,
                           struct decimal mean)
{
    enum { THOUSAND = 1000 };
    const struct demand *demand = &in->terms->demand;
    const struct offer *offer = in->side[index].offer;
    /* Units that are on, less those that the mean demand keeps at work. */
    struct decimal on = decimal_divide(decimal_multiply(units, demand->schedule),
                                       decimal_of(HOURS_PER_WEEK), PLACES);
    struct decimal busy = decimal_divide(mean, shown_decimal(offer->rate.value), PLACES);
    struct decimal resting = decimal_subtract(on, busy);
    if (!offer->idle_power || !in->energy_known || resting.bad || resting.minus)
        return (struct decimal){ .bad = true };
    struct decimal kilowatts =
        decimal_divide(shown_decimal(offer->idle_power), decimal_of(THOUSAND), PLACES);
    struct decimal each =
        decimal_multiply(decimal_multiply(kilowatts, decimal_of(HOURS_PER_MONTH)),
                         decimal_multiply(in->terms->energy.cooling, in->terms->energy.price));
    return decimal_multiply(decimal_round(each, PLACES), resting);
}

const struct fact *idle_month(const struct offering *in, size_t index, const struct fact *units,
                              struct str instance)
{
    const struct demand *demand = &in->terms->demand;
    const struct offer *offer = in->side[index].offer;
    if (!demand->mean_fact || !units || !offer->idle_power || !offer->rate.value)
        return NULL;
    struct decimal amount = idle_amount(in, index, shown_decimal(units), demand->mean);
    const struct fact *const input[] = { offer->idle_power,
                                         units,
                                         demand->schedule_fact,
                                         demand->mean_fact,
                                         offer->rate.value,
                                         in->terms->energy.price_fact,
                                         in->terms->energy.cooling_fact };
    return offer_make(in, &(struct made){ .row = DERIVE_IDLE_MONTH,
                                          .system = offer->system,
                                          .instance = instance,
                                          .currency = in->terms->currency,
                                          .value = amount,
                                          .places = 2,
                                          .unit = UNIT_MONEY_PER_MONTH,
                                          .input = input,
                                          .input_count = ARRAY_COUNT(input) });
}
