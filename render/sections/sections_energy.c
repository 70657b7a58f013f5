/* sections_energy.c - what an energy is of: boundary, instrument, how often it was read, and over
 * which stretch of time. Energies of this program are of accelerators alone, as their own sensors
 * tell them; the power of a whole system or of a wall enters none. */
#include "energy_read.h"

#include <string.h>

/* Of one run: when its power was read, and with what; NULL: its energy is not known. */
static const struct fact *interval_of(const struct judged_run *run)
{
    for (size_t i = 0; i < run->fact_count; i++)
        if (run->fact[i]->key == KEY_POWER_INTERVAL && run->fact[i]->derivation &&
            run->fact[i]->derivation->series)
            return run->fact[i];
    return NULL;
}

/* "nvidia-smi-telemetry, power.draw [W]": the format of the file, and the column of it. */
static struct str instrument_of(struct arena *home, const struct fact *interval)
{
    const struct source *source = &interval->derivation->series->source;
    struct str path = source->from.path;
    size_t at = str_find(path, STR("column "));
    struct str column = at == SIZE_MAX ? path : str_sub(path, at + strlen("column "), path.len);
    const char *format = source->evidence ? source->evidence->format : NULL;
    return str_format(home, "%s%s%.*s", format ? format : "", format && column.len > 0 ? ", " : "",
                      STR_ARG(column));
}

struct energy_read energy_read_of(struct arena *home, const struct comparison *c,
                                  const struct system *system)
{
    struct energy_read out = { .interval = NULL };
    for (size_t i = 0; i < c->run_count; i++) {
        const struct run *run = c->run[i].run;
        const struct fact *interval = interval_of(&c->run[i]);
        if (run->bridge || !run->machine || run->machine->system != system || !interval)
            continue;
        struct str instrument = instrument_of(home, interval);
        size_t k = 0;
        while (k < out.instruments && !str_eq(out.instrument[k], instrument))
            k++;
        if (k == out.instruments && k < ARRAY_COUNT(out.instrument))
            out.instrument[out.instruments++] = instrument;
        /* of several runs the one that was read least often */
        if (!out.interval || interval->value.value > out.interval->value.value)
            out.interval = interval;
    }
    return out;
}

void energy_put(struct json_out *json, const struct comparison *c)
{
    const struct system *const side[] = { c->a, c->b };
    json_open(json, STR("energy"), '[');
    for (size_t i = 0; i < ARRAY_COUNT(side); i++) {
        struct energy_read read = energy_read_of(json->out->home, c, side[i]);
        if (!read.interval)
            continue;
        json_open(json, STR(""), '{');
        json_text(json, STR("system"), side[i]->id);
        json_text(json, STR("boundary"), STR("accelerator"));
        json_open(json, STR("instruments"), '[');
        for (size_t k = 0; k < read.instruments; k++)
            json_text(json, STR(""), read.instrument[k]);
        json_close(json);
        json_integer(json, STR("interval"), (int64_t)read.interval->number);
        if (c->window_length)
            json_integer(json, STR("window"), (int64_t)c->window_length->number);
        json_close(json);
    }
    json_close(json);
}

static bool same_instruments(const struct energy_read *a, const struct energy_read *b)
{
    bool same = a->instruments == b->instruments;
    for (size_t i = 0; i < a->instruments && same; i++)
        same = str_eq(a->instrument[i], b->instrument[i]);
    return same;
}

static void side_say(struct building *b, struct node *section, const struct comparison *c,
                     const struct system *system, const struct energy_read *read)
{
    struct node *line = paragraph_add(b, section, ROLE_SMALL);
    if (!read->interval) {
        SAY(b, line, "energy.untold", { "system", .quote = system->id });
        return;
    }
    struct buf with = buf_new(b->home, 1 << 16);
    for (size_t i = 0; i < read->instruments; i++)
        buf_putf(&with, "%s%.*s", i > 0 ? "; " : "", STR_ARG(read->instrument[i]));
    SAY(b, line, "energy.how", { "system", .quote = system->id },
        { "instrument", .quote = buf_str(&with) }, { "interval", .fact = read->interval },
        { "window", .fact = c->window_length });
}

static bool same_rate(const struct energy_read *a, const struct energy_read *b)
{
    enum { OFTEN = 2 }; /* beyond it one side is read at another rate */
    double ratio = a->interval->value.value / b->interval->value.value;
    return ratio <= OFTEN && ratio >= 1.0 / OFTEN;
}

bool energy_read_alike(struct arena *home, const struct comparison *c)
{
    struct energy_read a = energy_read_of(home, c, c->a), o = energy_read_of(home, c, c->b);
    return !a.interval || !o.interval || (same_instruments(&a, &o) && same_rate(&a, &o));
}

void energy_how_add(struct building *b, struct node *section, const struct comparison *c)
{
    struct energy_read a = energy_read_of(b->home, c, c->a), o = energy_read_of(b->home, c, c->b);
    if (!a.interval && !o.interval)
        return;
    side_say(b, section, c, c->a, &a);
    if (alone(b))
        return;
    side_say(b, section, c, c->b, &o);
    if (!a.interval || !o.interval)
        return;
    if (!same_instruments(&a, &o))
        paragraph_plain(b, section, ROLE_NONE, "energy.apart.instrument");
    if (!same_rate(&a, &o))
        paragraph_plain(b, section, ROLE_NONE, "energy.apart.rate");
}
