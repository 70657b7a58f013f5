/* run_facts.c - facts derived from one run alone, and those of its telemetry. */
#include "run_facts.h"

#include "comparability/comparability.h"
#include "run_load.h"

#include <math.h>
#include <string.h>

void run_facts_keep(struct run_facts *out, const struct fact *fact)
{
    ARENA_GROW(out->deriving->home, const struct fact *, out->item, out->count, out->room, 64);
    out->item[out->count++] = fact;
}

const struct fact *run_note(struct run_facts *out, struct derived want, const struct series *series)
{
    if (want.text.len == 0 && !isfinite(want.value))
        return NULL; /* for instance of telemetry that is all gaps */
    want.run = out->alone->door.run;
    want.series = series;
    const struct fact *fact = derive(out->deriving, &want);
    run_facts_keep(out, fact);
    return fact;
}

/* ---- telemetry ---- */

struct str steady_said(struct arena *home, const struct steadiness *steady)
{
    const char *words = steady_words(steady->reason);
    if (steady->wave_periods > 0) {
        struct buf text = buf_new(home, 256);
        steady_wave_put(&text, steady);
        return buf_str(&text);
    }
    if (steady->carries > 0) {
        struct buf text = buf_new(home, 256);
        buf_putf(&text, "%s: %s; it carries one of ", steady_name(steady->verdict), words);
        steady_carries_put(&text, steady);
        return buf_str(&text);
    }
    if (steady->verdict == STEADY || !*words)
        return str_from(steady_name(steady->verdict));
    return str_format(home, "%s: %s", steady_name(steady->verdict), words);
}

static void note_verdict(struct run_facts *out, enum derivation_id row, struct str instance,
                         const struct steadiness *steady, const struct series *series)
{
    run_note(out,
             (struct derived){ .row = row,
                               .instance = instance,
                               .text = steady_said(out->deriving->home, steady) },
             series);
}

/* `accelerator` empty: the one that stands for the run. */
static void note_throttle(struct run_facts *out, const struct series *throttle,
                          struct str accelerator, struct span span)
{
    struct throttle_shares shares = throttle_in(throttle, span.begin_s, span.end_s);
    for (unsigned bit = 0; bit < 64 && shares.samples > 0; bit++) {
        const char *reason = throttle_reason(bit);
        if (!(shares.share[bit] > 0) || !reason)
            continue;
        struct str instance = str_from(reason);
        if (accelerator.len > 0)
            instance = str_format(out->deriving->home, "%s, %.*s", reason, STR_ARG(accelerator));
        run_note(out,
                 (struct derived){ .row = DERIVE_THROTTLE_SHARE,
                                   .instance = instance,
                                   .value = shares.share[bit] * 100,
                                   .unit = UNIT_PERCENT,
                                   .printing = { .rule = PRINT_DIGITS, .digits = 3 } },
                 throttle);
    }
}

static void note_clock(struct run_facts *out, struct span span)
{
    const struct judged_run *door = &out->alone->door;
    note_verdict(out, DERIVE_CLOCK_VERDICT, (struct str){ 0 }, &door->clock_steady, door->clock);
    struct clock_in clock = clock_in(out->deriving->home, door->clock, span.begin_s, span.end_s);
    if (clock.samples > 0) {
        run_note(out,
                 (struct derived){
                     .row = DERIVE_CLOCK_MEDIAN, .value = clock.median, .unit = door->clock->unit },
                 door->clock);
    }
}

static void note_power(struct run_facts *out, struct span span)
{
    const struct judged_run *door = &out->alone->door;
    note_verdict(out, DERIVE_POWER_VERDICT, (struct str){ 0 }, &door->power_steady, door->power);
    struct clock_in power = clock_in(out->deriving->home, door->power, span.begin_s, span.end_s);
    if (power.samples > 0) {
        run_note(out,
                 (struct derived){ .row = DERIVE_POWER_MEAN,
                                   .value = power.mean,
                                   .unit = door->power->unit,
                                   .printing = { .rule = PRINT_DIGITS, .digits = 4 } },
                 door->power);
    }
}

/* Of the others only what is amiss: eight accelerators that do the same would say it eight times.
 */
static void note_others(struct run_facts *out, struct span span)
{
    const struct alone *alone = out->alone;
    for (size_t i = 1; i < alone->accelerator_count; i++) {
        const struct accelerator_seen *at = &alone->accelerator[i];
        if (at->clock && at->clock_steady.verdict != STEADY)
            note_verdict(out, DERIVE_CLOCK_VERDICT, at->name, &at->clock_steady, at->clock);
        if (at->power && at->power_steady.verdict != STEADY)
            note_verdict(out, DERIVE_POWER_VERDICT, at->name, &at->power_steady, at->power);
        if (at->throttle)
            note_throttle(out, at->throttle, at->name, span);
    }
    if (alone->accelerator_count > 1) {
        run_note(out,
                 (struct derived){ .row = DERIVE_ACCELERATORS_JUDGED,
                                   .value = (double)alone->accelerator_count,
                                   .unit = UNIT_COUNT },
                 alone->door.clock ? alone->door.clock : alone->door.power);
    }
}

void run_notes_telemetry(struct run_facts *out)
{
    const struct judged_run *door = &out->alone->door;
    struct span span = out->alone->has_span ? out->alone->span : series_span(door->series);
    if (!door->clock && !door->power)
        return;
    if (door->clock)
        note_clock(out, span);
    if (door->power)
        note_power(out, span);
    if (door->throttle)
        note_throttle(out, door->throttle, (struct str){ 0 }, span);
    note_others(out, span);
}

/* ---- load ---- */

/* "cannot be shown: no start times", or what the detector says of the output by second. */
static struct str load_words(struct deriving *deriving, const struct case_file *case_file,
                             const struct load_over_time *load)
{
    struct arena *home = deriving->home;
    if (load->reason)
        return str_format(home, "cannot be shown: %s", load->reason);
    double *start = ARENA_MANY(home, load->seconds, double);
    for (size_t i = 0; i < load->seconds; i++)
        start[i] = (double)i;
    const struct series seconds = { .kind = SERIES_PER_INTERVAL,
                                    .start = start,
                                    .value = load->output ? load->output : load->active,
                                    .count = load->seconds,
                                    .load_begin = (double)NAN,
                                    .load_end = (double)NAN };
    struct steady_parameters parameters = case_file->policy.steady;
    parameters.lower_is_better = false;
    struct steadiness steady = steady_judge(home, &seconds, &parameters);
    const char *words = steady_words(steady.reason);
    return *words ? str_format(home, "%s: %s", steady_name(steady.verdict), words)
                  : str_from(steady_name(steady.verdict));
}

/* The first request on the run's own clock, which begins where its series does. */
static double load_begin(const struct judged_run *door, const struct series *requests, double first)
{
    if (!door->series || door->series->source.evidence != requests->source.evidence)
        return (double)NAN;
    double zero = isfinite(requests->load_begin) ? requests->load_begin
                  : door->by_second              ? first
                                                 : requests->start[0];
    return first - zero;
}

size_t load_own(struct deriving *deriving, const struct case_file *case_file,
                struct judged_run *door, const struct fact *out[LOAD_FACTS])
{
    struct requests requests;
    const struct series *series = NULL;
    const struct run *run = door->run;
    if (!requests_of(case_file, run, &requests, &series))
        return 0;
    struct load_over_time load = load_over_time(deriving->home, &requests);
    struct derived want = { .row = DERIVE_LOAD_OVER_TIME,
                            .run = run,
                            .series = series,
                            .text = load_words(deriving, case_file, &load) };
    size_t count = 0;
    out[count++] = derive(deriving, &want);
    if (load.reason)
        return count;
    door->load.output = load.output;
    door->load.active = load.active;
    door->load.seconds = load.seconds;
    door->load.begin = load_begin(door, series, load.zero);
    want.text = (struct str){ 0 };
    want.row = DERIVE_LOAD_IN_FLIGHT_MOST;
    want.value = (double)load.most;
    want.unit = UNIT_REQUEST;
    out[count++] = derive(deriving, &want);
    want.row = DERIVE_LOAD_FULL_SHARE;
    want.value = statistics_round(load.full_share * 100, 9);
    want.unit = UNIT_PERCENT;
    want.printing = (struct printing){ .rule = PRINT_DIGITS, .digits = 3 };
    out[count++] = derive(deriving, &want);
    return count;
}
