/* energy.c - energy of a run's accelerator, work per energy, and the ratio of two systems in it. */
#include "energy.h"
#include "statistics.h"

#include <math.h>

/* Power is taken of one accelerator; a run that spread over several would count but one of them. */
static bool one_accelerator(const struct run *run)
{
    size_t count = 0;
    for (size_t i = 0; i < run->series_count; i++) {
        count += run->series[i].key == KEY_TELEMETRY_POWER && run->series[i].count > 0 ? 1 : 0;
    }
    return count == 1;
}

struct spent spent_in(struct arena *scratch, const struct alone *alone,
                      const struct stretch *stretch)
{
    struct spent out = { .per_joule = (double)NAN };
    const struct series *power = alone->door.power;
    if (power == NULL || !stretch->found || !one_accelerator(alone->door.run)) {
        return out;
    }
    struct energy energy = energy_in(scratch, power, stretch->begin_s, stretch->end_s);
    if (energy.reason != NULL || !(energy.joules > 0) || !isfinite(energy.joules)) {
        return out;
    }
    out.found = true;
    out.joules = energy.joules;
    if (alone->door.series->work != NULL && alone->door.series->work_unit == UNIT_TOKEN) {
        out.per_joule = stretch->work / energy.joules;
    }
    return out;
}

size_t energy_own(struct deriving *deriving, const struct alone *alone, const struct fact *out[2])
{
    struct spent spent = spent_in(deriving->home, alone, &alone->own);
    if (!spent.found) {
        return 0;
    }
    struct derived want = { .name = "energy-own-window",
                            .run = alone->door.run,
                            .series = alone->door.power,
                            .value = statistics_round(spent.joules, 9),
                            .unit = UNIT_JOULE,
                            .printing = { .rule = PRINT_DIGITS, .digits = 4 } };
    out[0] = derive(deriving, &want);
    if (!isfinite(spent.per_joule)) {
        return 1;
    }
    want.name = "work-per-energy-own";
    want.series = alone->door.series;
    want.value = statistics_round(spent.per_joule, 9);
    want.unit = UNIT_TOKEN_PER_JOULE;
    want.input = out;
    want.input_count = 1;
    out[1] = derive(deriving, &want);
    return 2;
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
                                      const struct member *member, const struct spent *spent)
{
    const struct fact *const window[] = { licence->window_begin, licence->window_end };
    const struct fact *energy = derive(
        judging->deriving, &(struct derived){ .name = "window-energy",
                                              .run = member->run,
                                              .series = member->alone->door.power,
                                              .value = statistics_round(spent->joules, 9),
                                              .unit = UNIT_JOULE,
                                              .printing = { .rule = PRINT_DIGITS, .digits = 4 },
                                              .input = window,
                                              .input_count = 2,
                                              .licence = licence });
    if (!isfinite(spent->per_joule)) {
        return NULL;
    }
    return derive(judging->deriving,
                  &(struct derived){ .name = "window-work-per-energy",
                                     .run = member->run,
                                     .series = member->alone->door.series,
                                     .value = statistics_round(spent->per_joule, 9),
                                     .unit = UNIT_TOKEN_PER_JOULE,
                                     .printing = { .rule = PRINT_DIGITS, .digits = 4 },
                                     .input = &energy,
                                     .input_count = 1,
                                     .licence = licence });
}

static void ratio_publish(struct judging *judging, const struct comparison *licence,
                          const struct side_values side[2])
{
    struct interval ratio =
        interval_ratio(side[0].value, side[0].count, side[1].value, side[1].count);
    if (!side[0].whole || !side[1].whole || !ratio.found) {
        return;
    }
    size_t count = side[0].count + side[1].count;
    const struct fact **input = ARENA_MANY(judging->home, count + 1, const struct fact *);
    for (size_t i = 0; i < count; i++) {
        input[i] = i < side[0].count ? side[0].fact[i] : side[1].fact[i - side[0].count];
    }
    struct derived want = { .unit = UNIT_RATIO,
                            .printing = { .rule = PRINT_BY_HALF_WIDTH,
                                          .half_width = (ratio.high - ratio.low) / 2 },
                            .input = input,
                            .input_count = count,
                            .licence = licence };
    want.name = "energy-ratio";
    want.value = ratio.value;
    (void)derive(judging->deriving, &want);
    want.name = "energy-ratio-low";
    want.value = ratio.low;
    (void)derive(judging->deriving, &want);
    want.name = "energy-ratio-high";
    want.value = ratio.high;
    (void)derive(judging->deriving, &want);
}

void energy_publish(struct judging *judging, struct comparison *comparison)
{
    struct side_values side[2] = { side_new(judging->home, judging->member_count),
                                   side_new(judging->home, judging->member_count) };
    if (!comparison->window_begin || !comparison->window_end) {
        return;
    }
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        struct spent spent = spent_in(judging->home, member->alone, &member->in);
        const struct fact *fact =
            spent.found ? run_publish(judging, comparison, member, &spent) : NULL;
        if (member->side == SIDE_BRIDGE || member->alone->copy_of != SIZE_MAX) {
            continue;
        }
        struct side_values *own = &side[member->side];
        own->whole = own->whole && fact != NULL;
        if (fact != NULL) {
            own->fact[own->count] = fact;
            own->value[own->count++] = spent.per_joule;
        }
    }
    ratio_publish(judging, comparison, side);
}
