/* energy.c - energy of a run's accelerators, work per energy, and the ratio of two systems in it.
 */
#include "energy.h"
#include "statistics.h"
#include "sums.h"

#include <math.h>

/* How many accelerators' power makes the run's energy; 0: that is not known. As many as the run
 * states, of those that drew most; where it states none, one, if no other has power. */
static size_t accelerators_of(const struct alone *alone)
{
    size_t powers = 0;
    for (size_t i = 0; i < alone->door.run->series_count; i++) {
        const struct series *series = &alone->door.run->series[i];
        powers += series->key == KEY_TELEMETRY_POWER && series->count > 0 ? 1 : 0;
    }
    bool one = !alone->accelerators_stated && powers == 1 && alone->accelerator_count > 0;
    bool all = alone->accelerators_stated && !alone->accelerators_missing;
    return all ? alone->accelerator_count : one ? 1 : 0;
}

struct spent spent_in(struct arena *scratch, const struct alone *alone,
                      const struct stretch *stretch)
{
    struct spent out = { .per_joule = (double)NAN };
    size_t count = stretch->found ? accelerators_of(alone) : 0;
    double *part = ARENA_MANY(scratch, count + 1, double);
    struct sum sum = { 0 };
    for (size_t i = 0; i < count; i++) {
        const struct series *power = alone->accelerator[i].power;
        struct energy energy = { .reason = "no power" };
        if (power)
            energy = energy_in(scratch, power, stretch->begin_s, stretch->end_s);
        if (energy.reason || !(energy.joules > 0) || !isfinite(energy.joules))
            return out; /* the sum over the others would be too small */
        out.apart = energy.step > out.apart ? energy.step : out.apart;
        part[i] = energy.joules;
        sum_add(&sum, energy.joules);
    }
    if (count == 0 || !isfinite(sum_value(&sum)))
        return out;
    out.found = true;
    out.joules = sum_value(&sum);
    out.part = part;
    out.parts = count;
    if (alone->door.series->work && alone->door.series->work_unit == UNIT_TOKEN)
        out.per_joule = stretch->work / out.joules;
    return out;
}

/* The energy of one accelerator, or the sum of those of several with each of them before it. `part`
 * and `sum` name the derivations; `want` holds what they have in common. */
static const struct fact *energy_derive(struct deriving *deriving, const struct alone *alone,
                                        const struct spent *spent, struct derived want,
                                        const enum derivation_id row[2])
{
    const struct fact **of = ARENA_MANY(deriving->home, spent->parts + 1, const struct fact *);
    want.run = alone->door.run;
    want.unit = UNIT_JOULE;
    want.printing = (struct printing){ .rule = PRINT_DIGITS, .digits = 4 };
    want.row = row[0];
    for (size_t i = 0; i < spent->parts; i++) {
        const struct accelerator_seen *at = &alone->accelerator[i];
        want.instance = spent->parts > 1 ? at->name : (struct str){ 0 };
        want.series = at->power;
        want.value = statistics_round(spent->part[i], 9);
        of[i] = derive(deriving, &want);
    }
    if (spent->parts == 1)
        return of[0];
    want.row = row[1];
    want.instance = (struct str){ 0 };
    want.series = NULL;
    want.value = statistics_round(spent->joules, 9);
    want.input = of;
    want.input_count = spent->parts;
    return derive(deriving, &want);
}

size_t energy_own(struct deriving *deriving, const struct alone *alone, const struct fact *out[3])
{
    static const enum derivation_id row[] = { DERIVE_ENERGY_OWN_WINDOW, DERIVE_ENERGY_OWN_SUM };
    struct spent spent = spent_in(deriving->home, alone, &alone->own);
    if (!spent.found)
        return 0;
    out[0] = energy_derive(deriving, alone, &spent, (struct derived){ 0 }, row);
    out[1] =
        derive(deriving, &(struct derived){ .row = DERIVE_POWER_INTERVAL,
                                            .run = alone->door.run,
                                            .series = alone->accelerator[0].power,
                                            .value = statistics_round(spent.apart, 9),
                                            .unit = UNIT_SECOND,
                                            .printing = { .rule = PRINT_DIGITS, .digits = 2 } });
    if (!isfinite(spent.per_joule))
        return 2;
    out[2] = derive(deriving, &(struct derived){ .row = DERIVE_WORK_PER_ENERGY_OWN,
                                                 .run = alone->door.run,
                                                 .series = alone->door.series,
                                                 .value = statistics_round(spent.per_joule, 9),
                                                 .unit = UNIT_TOKEN_PER_JOULE,
                                                 .printing = { .rule = PRINT_DIGITS, .digits = 4 },
                                                 .input = out,
                                                 .input_count = 1 });
    return 3;
}

struct side_values {
    double *value;
    const struct fact **fact;
    size_t count;
    bool whole; /* every run of the side has one; copies count once */
};

static struct side_values side_new(struct arena *home, size_t most)
{
    return (struct side_values){ .value = ARENA_MANY(home, most + 1, double),
                                 .fact = ARENA_MANY(home, most + 1, const struct fact *),
                                 .whole = true };
}

static const struct fact *run_publish(struct judging *judging, const struct comparison *licence,
                                      struct member *member, const struct spent *spent)
{
    static const enum derivation_id row[] = { DERIVE_WINDOW_ENERGY, DERIVE_WINDOW_ENERGY_SUM };
    const struct fact *const window[] = { licence->window_begin, licence->window_end };
    const struct fact *energy = energy_derive(
        judging->deriving, member->alone, spent,
        (struct derived){ .input = window, .input_count = 2, .licence = licence }, row);
    member->energy = energy;
    if (!isfinite(spent->per_joule))
        return NULL;
    return derive(judging->deriving,
                  &(struct derived){ .row = DERIVE_WINDOW_WORK_PER_ENERGY,
                                     .run = member->run,
                                     .series = member->alone->door.series,
                                     .value = statistics_round(spent->per_joule, 9),
                                     .unit = UNIT_TOKEN_PER_JOULE,
                                     .printing = { .rule = PRINT_DIGITS, .digits = 4 },
                                     .input = &energy,
                                     .input_count = 1,
                                     .licence = licence });
}

/* ---- boundary ---- */

enum { OFTEN = 2 }; /* beyond it one side is read at another rate */

/* The time between the readings of a run's power; NULL: its energy is not known. */
static const struct fact *interval_of(const struct member *member)
{
    const struct judged_run *door = &member->alone->door;
    for (size_t i = 0; i < door->fact_count && member->side != SIDE_BRIDGE; i++)
        if (door->fact[i]->key == KEY_POWER_INTERVAL && door->fact[i]->derivation &&
            door->fact[i]->derivation->series)
            return door->fact[i];
    return NULL;
}

static struct str column_of(const struct fact *interval)
{
    struct str path = interval->derivation->series->source.from.path;
    size_t at = str_find(path, STR("column "));
    return at == SIZE_MAX ? path : str_sub(path, at, path.len);
}

static bool same_instrument(const struct fact *a, const struct fact *b)
{
    const struct evidence *of_a = a->derivation->series->source.evidence,
                          *of_b = b->derivation->series->source.evidence;
    const char *x = of_a ? of_a->format : NULL, *y = of_b ? of_b->format : NULL;
    return str_eq(str_from(x ? x : ""), str_from(y ? y : "")) && str_eq(column_of(a), column_of(b));
}

enum boundary energy_boundary(const struct judging *judging, const struct fact *fact[2])
{
    enum boundary found = BOUNDARY_ALIKE;
    bool known[2] = { false };
    fact[0] = fact[1] = NULL;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct fact *own = interval_of(&judging->member[i]);
        if (!own)
            continue;
        known[judging->member[i].side] = true;
        fact[0] = fact[0] ? fact[0] : own;
        double ratio = own->value.value / fact[0]->value.value;
        enum boundary is = !same_instrument(fact[0], own)              ? BOUNDARY_INSTRUMENT
                           : !(ratio <= OFTEN && ratio >= 1.0 / OFTEN) ? BOUNDARY_RATE
                                                                       : BOUNDARY_ALIKE;
        if (!fact[1] || (found == BOUNDARY_ALIKE && is != BOUNDARY_ALIKE)) {
            fact[1] = own;
            found = is;
        }
    }
    if (known[SIDE_A] && known[SIDE_B])
        return found;
    fact[0] = fact[1] = NULL;
    return BOUNDARY_ALIKE;
}

static void ratio_publish(struct judging *judging, const struct comparison *licence,
                          const struct side_values side[2])
{
    struct interval ratio =
        interval_ratio(side[0].value, side[0].count, side[1].value, side[1].count);
    const struct fact *read[2];
    if (!side[0].whole || !side[1].whole || !ratio.found ||
        energy_boundary(judging, read) != BOUNDARY_ALIKE)
        return;
    size_t count = side[0].count + side[1].count;
    const struct fact **input = ARENA_MANY(judging->home, count + 1, const struct fact *);
    for (size_t i = 0; i < count; i++)
        input[i] = i < side[0].count ? side[0].fact[i] : side[1].fact[i - side[0].count];
    struct derived want = { .unit = UNIT_RATIO,
                            .printing = { .rule = PRINT_BY_HALF_WIDTH,
                                          .half_width = (ratio.high - ratio.low) / 2 },
                            .input = input,
                            .input_count = count,
                            .licence = licence };
    want.row = DERIVE_ENERGY_RATIO;
    want.value = ratio.value;
    (void)derive(judging->deriving, &want);
    want.row = DERIVE_ENERGY_RATIO_LOW;
    want.value = ratio.low;
    (void)derive(judging->deriving, &want);
    want.row = DERIVE_ENERGY_RATIO_HIGH;
    want.value = ratio.high;
    (void)derive(judging->deriving, &want);
}

void energy_publish(struct judging *judging, struct comparison *comparison)
{
    struct side_values side[2] = { side_new(judging->home, judging->member_count),
                                   side_new(judging->home, judging->member_count) };
    if (!comparison->window_begin || !comparison->window_end)
        return;
    for (size_t i = 0; i < judging->member_count; i++) {
        struct member *member = &judging->member[i];
        struct spent spent = spent_in(judging->home, member->alone, &member->in);
        const struct fact *fact =
            spent.found ? run_publish(judging, comparison, member, &spent) : NULL;
        if (member->side == SIDE_BRIDGE || member->alone->copy_of != SIZE_MAX)
            continue;
        struct side_values *own = &side[member->side];
        own->whole = own->whole && fact;
        if (fact) {
            own->fact[own->count] = fact;
            own->value[own->count++] = spent.per_joule;
        }
    }
    ratio_publish(judging, comparison, side);
}
