/* judge_runs.c - what one run did, whatever it is compared with: its series, steadiness, telemetry,
 * and the metric in its own steady stretch and over all of it. The method is docs/method.md. */
#include "energy.h"
#include "likely.h"
#include "model/likeness.h"
#include "run_facts.h"
#include "run_load.h"
#include "shared_rows.h"
#include "steady_abreast.h"

#include "model/normal.h"

#include <glib.h>
#include <math.h>
#include <string.h>

/* ---- the series of the metric ---- */

static const struct {
    enum unit rate, work;
} rates[] = {
    { UNIT_TOKEN_PER_SECOND, UNIT_TOKEN },
    { UNIT_MATMUL_PER_SECOND, UNIT_MATMUL },
    { UNIT_REQUEST_PER_SECOND, UNIT_REQUEST },
    { UNIT_SAMPLE_PER_SECOND, UNIT_SAMPLE },
};

static bool is_rate_of(enum unit rate, enum unit work)
{
    for (size_t i = 0; i < ARRAY_COUNT(rates); i++)
        if (rates[i].rate == unit_row(rate)->base && rates[i].work == unit_row(work)->base)
            return true;
    return false;
}

/* A tool that names its throughput names the work it counts: prompt tokens are no output tokens. */
static bool work_is_other(const struct run *run, enum key metric)
{
    static const enum key tokens[] = { KEY_THROUGHPUT_OUTPUT_TOKENS, KEY_THROUGHPUT_TOTAL_TOKENS,
                                       KEY_THROUGHPUT_PROMPT_TOKENS };
    bool other = false, same = false;
    for (size_t i = 0; i < ARRAY_COUNT(tokens); i++) {
        bool stated = facts_best(run->facts, tokens[i], (struct str){ 0 }) != NULL;
        same = same || (stated && tokens[i] == metric);
        other = other || (stated && tokens[i] != metric);
    }
    return other && !same;
}

/* The series from which the metric is computed, and how; NULL: none. */
static const struct series *metric_series(const struct case_file *case_file, const struct run *run,
                                          bool *rate)
{
    enum unit unit = vocabulary_row(case_file->metric)->unit;
    uint32_t num, den; /* a rate is one number: it has no percentiles */
    bool spread = percentile_read(case_file->metric_instance, &num, &den);
    for (size_t i = 0; i < run->series_count; i++) {
        const struct series *series = &run->series[i];
        *rate = false;
        if (series->count == 0)
            continue;
        if (series->key == case_file->metric ||
            (case_file->metric == KEY_LATENCY_ITERATION && series->key == KEY_ITERATION_DURATION))
            return series;
        if (!spread && series->work && is_rate_of(unit, series->work_unit) &&
            !work_is_other(run, case_file->metric) && !series_of_requests(series)) {
            *rate = true;
            return series;
        }
    }
    return NULL;
}

/* The same series with its clock at 0 where the load begins: where nobody recorded that, at the
 * first start. A clock of the tool's own counts from anything, such as from the machine's start. */
static const struct series *series_from_load(struct arena *home, const struct series *series,
                                             double *zero)
{
    *zero = series_zero(series);
    const double *laid = series->key == KEY_ITERATION_DURATION ? series_laid(home, series) : NULL;
    if (!laid && (*zero == 0 || !series->start))
        return series;
    struct series *shifted = ARENA_NEW(home, struct series);
    if (laid) {
        *zero = 0;
        *shifted = *series;
        shifted->start = laid;
        return shifted;
    }
    double *start = ARENA_MANY(home, series->count, double);
    for (size_t i = 0; i < series->count; i++)
        start[i] = series->start[i] - *zero;
    *shifted = *series;
    shifted->start = start;
    shifted->load_begin = 0;
    shifted->load_end = series->load_end - *zero;
    return shifted;
}

/* The longest pause that the run declares a cause for, s; 0: none. */
static double declared_pause(const struct case_file *case_file, const struct run *run)
{
    static const enum key keys[] = { KEY_PAUSES_CHECKPOINT, KEY_PAUSES_EVALUATION,
                                     KEY_PAUSES_GARBAGE_COLLECTION, KEY_PAUSES_DATA_LOADING };
    double longest = 0;
    for (size_t i = 0; i < ARRAY_COUNT(keys); i++) {
        const struct fact *fact = run_fact(case_file, run, keys[i], (struct str){ 0 });
        double at;
        if (fact && fact->value.number && fact_base(fact, &at) && at > longest)
            longest = at;
    }
    return longest;
}

static const struct series *series_with_pause(struct arena *home, const struct series *series,
                                              double pause)
{
    if (!(pause > 0))
        return series;
    struct series *paused = ARENA_NEW(home, struct series);
    *paused = *series;
    paused->pause = pause;
    return paused;
}

/* ---- facts of the run alone ---- */

/* Phases are numbered from 0 without gaps. */
static double phase_count(const struct series *series)
{
    uint32_t most = 0;
    for (size_t i = 0; i < series->count; i++)
        most = series->phase[i] > most ? series->phase[i] : most;
    return (double)most + 1;
}

static void note_steady(struct run_facts *out)
{
    const struct judged_run *door = &out->alone->door;
    const struct steadiness *steady = &door->steady;
    struct arena *home = out->deriving->home;
    run_note(out,
             (struct derived){ .row = DERIVE_STEADY_VERDICT, .text = steady_said(home, steady) },
             door->series);
    if (steady->has_gaps) {
        run_note(out,
                 (struct derived){ .row = DERIVE_STEADY_IDLE,
                                   .value = steady->idle * 100,
                                   .unit = UNIT_PERCENT,
                                   .printing = { .rule = PRINT_DIGITS, .digits = 3 } },
                 door->series);
        run_note(out,
                 (struct derived){ .row = DERIVE_STEADY_LONGEST_GAP,
                                   .value = steady->gap,
                                   .unit = UNIT_SECOND,
                                   .printing = { .rule = PRINT_DIGITS, .digits = 3 } },
                 door->series);
    }
    if (steady->cycles > 0) {
        run_note(out,
                 (struct derived){ .row = DERIVE_STEADY_CYCLES,
                                   .value = (double)steady->cycles,
                                   .unit = UNIT_COUNT },
                 door->series);
    }
    if (door->series->phase) {
        run_note(out,
                 (struct derived){ .row = DERIVE_WORK_PHASES,
                                   .value = phase_count(door->series),
                                   .unit = UNIT_COUNT },
                 door->series);
    }
    if (out->alone->whole.found && door->series->work) {
        run_note(out,
                 (struct derived){ .row = DERIVE_WORK_PER_ITERATION,
                                   .value = out->alone->whole.work /
                                            (double)out->alone->whole.iterations,
                                   .unit = door->series->work_unit,
                                   .printing = { .rule = PRINT_DIGITS, .digits = 4 } },
                 door->series);
    }
}

/* The stretch begins at the latest begin of metric and clock, so the clock is an input too. */
static void note_span(struct run_facts *out)
{
    const struct alone *alone = out->alone;
    const struct judged_run *door = &alone->door;
    const struct fact *clock[] = { NULL };
    if (!alone->has_span)
        return;
    for (size_t i = 0; i < out->count; i++)
        clock[0] = out->item[i]->key == KEY_CLOCK_VERDICT ? out->item[i] : clock[0];
    struct derived want = { .unit = UNIT_SECOND,
                            .printing = { .rule = PRINT_DECIMALS, .digits = 2 },
                            .input = clock,
                            .input_count = clock[0] != NULL };
    want.row = DERIVE_STEADY_START;
    want.value = alone->span.begin_s;
    run_note(out, want, door->series);
    want.row = DERIVE_STEADY_END;
    want.value = alone->span.end_s;
    run_note(out, want, door->series);
    run_note(out,
             (struct derived){ .row = DERIVE_STEADY_LEVEL,
                               .value = door->steady.level,
                               .unit = door->series->unit,
                               .printing = { .rule = PRINT_DIGITS, .digits = 4 } },
             door->series);
    run_note(out,
             (struct derived){ .row = DERIVE_STEADY_RESOLUTION,
                               .value = door->steady.resolution * 100,
                               .unit = UNIT_PERCENT,
                               .printing = { .rule = PRINT_DIGITS, .digits = 2 } },
             door->series);
}

/* A moment of the run as a date, which people read; the seconds of the evidence are its input. */
static void note_moment(struct run_facts *out, const struct case_file *case_file, enum key key,
                        enum derivation_id row)
{
    const struct fact *fact = run_fact(case_file, out->alone->door.run, key, (struct str){ 0 });
    double at;
    bool zoned = fact && (fact->value.number || str_ends(fact->value.text, STR("Z")));
    if (!zoned || !fact_seconds(fact, &at))
        return;
    struct str text = utc_text(out->deriving->home, at);
    if (text.len > 0) {
        run_note(out,
                 (struct derived){ .row = row, .text = text, .input = &fact, .input_count = 1 },
                 NULL);
    }
}

/* Where telemetry is of another time, both times stand side by side. */
static void note_outside(struct run_facts *out, const struct case_file *case_file)
{
    const struct series *seen = out->alone->telemetry_seen;
    if (out->alone->telemetry != TELEMETRY_OUTSIDE || !seen->unix_clock)
        return;
    struct arena *home = out->deriving->home;
    struct str first = utc_text(home, seen->start[0]);
    struct str last = utc_text(home, seen->start[seen->count - 1]);
    note_moment(out, case_file, KEY_LOAD_BEGIN, DERIVE_LOAD_BEGIN_UTC);
    if (first.len > 0 && last.len > 0) {
        run_note(out, (struct derived){ .row = DERIVE_TELEMETRY_BEGIN_UTC, .text = first }, seen);
        run_note(out, (struct derived){ .row = DERIVE_TELEMETRY_END_UTC, .text = last }, seen);
    }
}

static void note_energy(struct run_facts *out)
{
    const struct fact *fact[3];
    size_t count = energy_own(out->deriving, out->alone, fact);
    for (size_t i = 0; i < count; i++)
        run_facts_keep(out, fact[i]);
}

static void note_load(struct run_facts *out, const struct case_file *case_file)
{
    const struct fact *fact[LOAD_FACTS];
    size_t count = load_own(out->deriving, case_file, &out->alone->door, fact);
    for (size_t i = 0; i < count; i++)
        run_facts_keep(out, fact[i]);
}

static void note_values(struct run_facts *out, enum unit unit)
{
    struct alone *alone = out->alone;
    struct judged_run *door = &alone->door;
    struct printing printing = { .rule = PRINT_DIGITS, .digits = 4 };
    struct interval within = stretch_within(alone, &alone->own);
    if (within.found && within.high > within.low) {
        printing = (struct printing){ .rule = PRINT_BY_HALF_WIDTH,
                                      .half_width = (within.high - within.low) / 2 };
    }
    if (isfinite(alone->own_value)) {
        door->own = run_note(out,
                             (struct derived){ .row = DERIVE_VALUE_OWN_WINDOW,
                                               .value = alone->own_value,
                                               .unit = unit,
                                               .printing = printing },
                             door->series);
    }
    if (isfinite(alone->own_value) && within.found) {
        door->within_low = run_note(out,
                                    (struct derived){ .row = DERIVE_VALUE_WITHIN_LOW,
                                                      .value = statistics_round(within.low, 6),
                                                      .unit = unit,
                                                      .printing = printing },
                                    door->series);
        door->within_high = run_note(out,
                                     (struct derived){ .row = DERIVE_VALUE_WITHIN_HIGH,
                                                       .value = statistics_round(within.high, 6),
                                                       .unit = unit,
                                                       .printing = printing },
                                     door->series);
    }
    if (isfinite(alone->whole_value)) {
        door->whole = run_note(out,
                               (struct derived){ .row = DERIVE_VALUE_WHOLE_RUN,
                                                 .value = alone->whole_value,
                                                 .unit = unit,
                                                 .printing = printing },
                               door->series);
    }
}

/* ---- one run ---- */

static void run_facts_set(const struct run_facts *out)
{
    out->alone->door.fact = out->item;
    out->alone->door.fact_count = out->count;
}

/* From the latest start of the metric and of the clocks of all accelerators that worked. A clock
 * that was recorded for too short decides nothing; S7 says so. */
static bool steady_with_clocks(const struct alone *alone, struct span *out)
{
    const struct steadiness *metric = &alone->door.steady;
    bool steady = steady_span(metric, NULL, out);
    for (size_t i = 0; steady && i < alone->accelerator_count; i++) {
        const struct accelerator_seen *at = &alone->accelerator[i];
        struct span one = *out;
        if (at->clock && at->clock_steady.verdict != INSUFFICIENT) {
            steady = steady_span(metric, &at->clock_steady, &one);
            out->begin_s = one.begin_s > out->begin_s ? one.begin_s : out->begin_s;
        }
    }
    return steady && out->begin_s < out->end_s;
}

/* A run on its way: what is found out before the detector has judged its series, which it does of
 * many runs at once, and what is told of it then. */
struct run_way {
    struct alone *alone;
    const struct series *stored; /* of the metric, as ingested; NULL: none */
    double zero;                 /* taken off its clock */
    bool completion, whole;      /* metric to completion, of the whole run */
    struct steady_asked *asked;  /* of `stored` */
};

/* The series by which a run is judged, and how; `ask` is filled in if there is one. */
static void run_begin(struct arena *home, const struct case_file *case_file, struct run_way *way,
                      struct steady_asked *ask)
{
    struct alone *alone = way->alone;
    struct judged_run *door = &alone->door;
    door->begin_s = door->end_s = (double)NAN;
    alone->own_value = alone->whole_value = (double)NAN;
    door->steady.verdict = door->clock_steady.verdict = door->power_steady.verdict = INSUFFICIENT;
    way->completion = case_file->metric_kind == METRIC_TO_COMPLETION;
    way->whole = case_file->metric_kind == METRIC_WHOLE_RUN;
    const struct series *stored =
        way->completion ? NULL : metric_series(case_file, door->run, &alone->rate);
    alone->completion =
        way->completion || way->whole
            ? run_fact(case_file, door->run, case_file->metric, case_file->metric_instance)
            : NULL;
    if (!stored && !way->completion && !way->whole) {
        stored = load_series(home, case_file, door->run);
        door->by_second = stored != NULL;
    }
    way->stored = stored;
    if (!stored)
        return;
    if (alone->rate || !percentile_read(case_file->metric_instance, &alone->num, &alone->den))
        alone->den = 0;
    enum unit metric = vocabulary_row(case_file->metric)->unit;
    bool alike = !alone->rate && unit_row(stored->unit)->base == unit_row(metric)->base;
    alone->scale = alike ? unit_row(stored->unit)->factor / unit_row(metric)->factor : 1;
    door->series = series_with_pause(home, series_from_load(home, stored, &way->zero),
                                     declared_pause(case_file, door->run));
    alone->lower_is_better = vocabulary_row(stored->key)->better == BETTER_LOWER;
    *ask = (struct steady_asked){ .series = door->series, .parameters = case_file->policy.steady };
    ask->parameters.lower_is_better = alone->lower_is_better;
    way->asked = ask;
}

static void run_judge(struct deriving *deriving, const struct case_file *case_file,
                      const struct run_way *way)
{
    struct alone *alone = way->alone;
    struct judged_run *door = &alone->door;
    struct arena *home = deriving->home;
    struct run_facts out = { .deriving = deriving, .alone = alone };
    note_moment(&out, case_file, KEY_RUN_START, DERIVE_RUN_START_UTC);
    if (!way->stored) {
        run_telemetry(home, case_file, alone, NULL, 0);
        note_load(&out, case_file);
        door->told = run_fact(case_file, door->run, case_file->metric, case_file->metric_instance);
        run_facts_set(&out);
        return;
    }
    door->steady = way->asked->found;
    run_telemetry(home, case_file, alone, way->stored, way->zero);
    alone->has_span = steady_with_clocks(alone, &alone->span);
    if (alone->has_span) {
        door->begin_s = alone->span.begin_s;
        door->end_s = alone->span.end_s;
        alone->own = stretch_cycles(door->series, alone->span);
        alone->own_value = stretch_value(alone, &alone->own);
    }
    if (door->steady.verdict != INVALID) {
        alone->whole = stretch_all(door->series, series_span(door->series));
        alone->whole_value = stretch_value(alone, &alone->whole);
    }
    note_steady(&out);
    run_notes_telemetry(&out);
    note_outside(&out, case_file);
    note_energy(&out);
    note_load(&out, case_file);
    note_span(&out);
    note_values(&out, vocabulary_row(case_file->metric)->unit);
    if (way->whole && door->whole) /* samples go before what the tool made of them */
        alone->completion = door->whole;
    run_facts_set(&out);
}

/* ---- all runs ---- */

static size_t runs_of(const struct system *system, size_t count, struct alone *out)
{
    size_t total = 0;
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < system[i].machine_count; j++) {
            const struct machine *machine = &system[i].machine[j];
            for (size_t k = 0; k < machine->run_count; k++) {
                if (out)
                    out[total].door.run = &machine->run[k];
                total++;
            }
        }
    }
    return total;
}

/* What is known of each run before any is told of; those with a series have it judged. */
static struct run_way *runs_begin(struct arena *home, const struct case_file *case_file,
                                  struct alone *alone, size_t count)
{
    struct run_way *way = ARENA_MANY(home, count + 1, struct run_way);
    struct steady_asked *asked = ARENA_MANY(home, count + 1, struct steady_asked);
    size_t asked_count = 0;
    for (size_t i = 0; i < count; i++) {
        alone[i].processors = processors_find(case_file, alone[i].door.run);
        way[i].alone = &alone[i];
        run_begin(home, case_file, &way[i], &asked[asked_count]);
        asked_count += way[i].asked != NULL;
    }
    steady_judge_all(home, asked, asked_count);
    return way;
}

struct alone *runs_judge(struct deriving *deriving, const struct case_file *case_file,
                         size_t *count)
{
    size_t own = runs_of(case_file->system, case_file->system_count, NULL);
    size_t bridges = runs_of(case_file->bridge, case_file->bridge_count, NULL);
    struct alone *alone = ARENA_MANY(deriving->home, own + bridges + 1, struct alone);
    runs_of(case_file->system, case_file->system_count, alone);
    runs_of(case_file->bridge, case_file->bridge_count, alone + own);
    *count = own + bridges;
    struct shared_rows *shared = shared_rows_find(alone, *count);
    struct likely *likely = likely_new(case_file, alone, *count, shared);
    const struct run_way *way = runs_begin(deriving->home, case_file, alone, *count);
    for (size_t i = 0; i < *count; i++) {
        run_judge(deriving, case_file, &way[i]);
        alone[i].copy_of = SIZE_MAX;
        size_t others;
        const size_t *other = likely_of(likely, i, &others);
        for (size_t k = 0; k < others && alone[i].copy_of == SIZE_MAX; k++)
            if (alone_copies(case_file, shared, &alone[i], &alone[other[k]]))
                alone[i].copy_of = other[k];
    }
    likely_free(likely);
    shared_rows_free(shared);
    return alone;
}
