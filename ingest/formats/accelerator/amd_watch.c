/* amd_watch.c - watch mode of amd-smi, in each of its forms: readings of one accelerator again and
 * again are telemetry. What lasts is a fact of the first poll; what is of a moment is a series. */
#include "amd.h"

#include <math.h>

static const struct {
    enum key moment, telemetry;
    enum unit unit;
} watched[AMD_WATCHED] = {
    { KEY_CAPTURE_CLOCK_SM, KEY_TELEMETRY_CLOCK_SM, UNIT_MEGAHERTZ },
    { KEY_CAPTURE_POWER, KEY_TELEMETRY_POWER, UNIT_WATT },
    { KEY_CAPTURE_TEMPERATURE, KEY_TELEMETRY_TEMPERATURE, UNIT_CELSIUS },
    { KEY_CAPTURE_UTILISATION, KEY_TELEMETRY_UTILISATION, UNIT_PERCENT },
};

void amd_poll(struct reading *reading, struct amd_watch *watch, struct str gpu, struct str time,
              struct place place)
{
    double seconds;
    size_t at = 0;
    watch->now = NULL;
    while (at < watch->count && !str_eq(watch->unit[at].gpu, gpu))
        at++;
    if (at == AMD_UNITS)
        return; /* the reader has said that there is no room */
    struct amd_polls *unit = watch->now = &watch->unit[at];
    if (at == watch->count) {
        watch->count++;
        unit->gpu = str_keep(reading->home, gpu);
        unit->from = place;
    }
    unit->to = place;
    bool timed = num_real(time, &seconds) && seconds >= 0 && seconds < UNIX_SECONDS_MOST;
    if (!timed)
        reading_error(reading, DIAG_VALUE_BAD, place, STR("a time in seconds since 1970"), time);
    column_put(reading->home, &unit->start, timed ? seconds : (double)NAN);
    index_put(reading->home, &unit->row, place.line ? place.line : (uint32_t)unit->row.count + 1);
    for (size_t i = 0; i < AMD_WATCHED; i++)
        column_put(reading->home, &unit->value[i], NAN);
}

void amd_poll_value(struct amd_watch *watch, enum key key, struct str text)
{
    struct amd_polls *unit = watch->now;
    double value;
    for (size_t i = 0; unit && i < AMD_WATCHED; i++) {
        enum unit own = watched[i].unit;
        if (watched[i].moment != key || !number_read(text, &value, &own) ||
            unit_row(own)->base != unit_row(watched[i].unit)->base)
            continue;
        double *last = &unit->value[i].at[unit->value[i].count - 1];
        if (isnan(*last)) /* of two that say the same thing the first, as among facts */
            *last = value * unit_row(own)->factor / unit_row(watched[i].unit)->factor;
    }
}

static bool all_rise(const struct column *start)
{
    for (size_t i = 0; i < start->count; i++)
        if (isnan(start->at[i]) || (i && start->at[i] < start->at[i - 1]))
            return false;
    return true;
}

static bool any_number(const struct column *value)
{
    size_t i = 0;
    while (i < value->count && isnan(value->at[i]))
        i++;
    return i < value->count;
}

void amd_watch_put(struct reading *reading, const struct amd_watch *watch)
{
    for (size_t i = 0; i < watch->count; i++) {
        const struct amd_polls *unit = &watch->unit[i];
        for (size_t k = 0; unit->row.count > 1 && k < AMD_WATCHED; k++) {
            struct series series = {
                .key = watched[k].telemetry,
                .instance = unit->gpu,
                .unit = watched[k].unit,
                .kind = SERIES_PER_INTERVAL,
                .start = all_rise(&unit->start) ? unit->start.at : NULL,
                .value = unit->value[k].at,
                .row = unit->row.at,
                .count = unit->row.count,
                .unix_clock = all_rise(&unit->start),
                .load_begin = NAN,
                .load_end = NAN,
                .source = { .from = unit->from, .to = unit->to },
            };
            if (any_number(&unit->value[k]))
                reading_series(reading, &series);
        }
    }
}
