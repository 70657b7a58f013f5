/* steady.c - does a series come to a level and stay there until its end? Method id bsm/3: batch,
 * segment, merge, verify, then five rounds. Written down in docs/method.md; no step calls libm but
 * for sqrt, which IEEE 754 defines to the last bit, so the verdict is the same on every machine. */
#include "steady.h"
#include "statistics.h"
#include "sums.h"
#include "window.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* ---- clock of a series ---- */

const double *series_laid(struct arena *home, const struct series *series)
{
    if (series->start || series->kind != SERIES_PER_ITERATION || !series->duration)
        return NULL;
    double *start = ARENA_MANY(home, series->count, double);
    double at = 0;
    for (size_t i = 0; i < series->count; i++) {
        start[i] = at;
        at += series->duration[i];
        if (!(series->duration[i] > 0) || !isfinite(at))
            return NULL;
    }
    return start;
}

/* ---- method id ---- */

/* Every parameter by its name in the table's order; "x" behind a multiple would say no more. */
static void parameters_put(struct buf *out, const struct steady_parameters *parameters)
{
    for (size_t i = 0; i < STEADY_PARAMETER_COUNT; i++) {
        const struct steady_parameter_row *row = steady_parameter_row((enum steady_parameter)i);
        double shown = parameters->of[i] / unit_row(row->unit)->factor;
        buf_putf(out, "%s%s=", i > 0 ? " " : "", row->name);
        buf_put_shortest(out, statistics_round(shown, 6));
        buf_put(out, row->unit == UNIT_PERCENT ? STR("%") : STR(""));
    }
}

/* "bsm/3" with the parameters of the table's standard; with any other the first eight digits of the
 * SHA-256 of the list behind it stand at the id, so that each set of values has its own. */
static void id_put(struct buf *out, const struct steady_parameters *parameters)
{
    const struct steady_parameters standard = steady_parameters_standard();
    struct buf used = buf_new(out->home, 1024), usual = buf_new(out->home, 1024);
    parameters_put(&used, parameters);
    parameters_put(&usual, &standard);
    buf_put(out, STR("bsm/3"));
    if (!str_eq(buf_str(&used), buf_str(&usual))) {
        struct str hex = digest_hex(out->home, digest_of(buf_str(&used)));
        buf_putf(out, "-%.*s", STR_ARG(str_sub(hex, 0, 8)));
    }
    buf_put_char(out, ' ');
    buf_put(out, buf_str(&used));
}

static struct str method_id(struct arena *home, const struct series *series,
                            const struct steady_parameters *parameters, size_t cycles)
{
    struct buf buf = buf_new(home, 4096);
    id_put(&buf, parameters);
    buf_put(&buf, parameters->lower_is_better ? STR(" better=lower") : STR(" better=higher"));
    if (series->phase) {
        buf_put(&buf, STR(" phase="));
        if (series->phase_columns.len > 0 && series->phase_columns.len <= 512)
            buf_put_visible(&buf, series->phase_columns);
        else
            buf_put(&buf, STR("declared"));
        buf_putf(&buf, " repeated=%zu", cycles);
    }
    return buf_str(&buf);
}

/* ---- outcome ---- */

/* The level that is reported: of a series without phase that of the smoothed batches; with phase
 * the mean of the raw values over whole cycles, so that it is one of measured values. */
static double reported_level(const struct series *series, const struct steadiness *steady,
                             double level)
{
    if (!series->phase)
        return level;
    struct stretch stretch = stretch_rows(series, steady->start, steady->end);
    return stretch.found && !isnan(stretch.mean) ? stretch.mean : level;
}

/* In the better direction: a run that began worse warmed up, one that began better slowed down. */
static const char *shape_of(const struct batches *batches, size_t start, double level,
                            bool lower_is_better)
{
    if (start == 0)
        return "flat";
    struct sum before = { 0 };
    for (size_t i = 0; i < start; i++)
        sum_add(&before, batches->smooth[i]);
    bool above = sum_value(&before) / (double)start > level;
    return above == lower_is_better ? "warmup" : "slowdown";
}

static size_t batch_row(const struct batches *batches, size_t batch, size_t last)
{
    return batch < batches->count ? batches->first[batch] : last;
}

enum { PHASES = 5, PHASE_ROWS = 200000 };

static void outcome_refuse(struct steadiness *out, enum steady_verdict verdict, const char *reason)
{
    out->verdict = verdict;
    out->reason = reason;
}

/* A step so large that rounding may hide a change of delta. Where noise spreads values over several
 * steps means tell what single values do not: at 0.7 of a step the rounding of a mean is under a
 * ten-thousandth of a step. */
static const double noise_tells = 0.75; /* of which 0.29, squared, are the rounding's own */

static bool too_coarse(const struct grain *grain, double level,
                       const struct steady_parameters *parameters)
{
    return grain->shown && grain->noise <= noise_tells * grain->step &&
           grain_carries(grain->step, level) > parameters->of[STEADY_DELTA];
}

/* A candidate as an outcome: first row, level, noise and shape; and its five rounds up to `end`. */
static enum rounds candidate_rounds(struct arena *home, const double *value, size_t first,
                                    const struct batches *batches,
                                    const struct steady_parameters *parameters,
                                    const struct candidate *candidate, struct steadiness *out)
{
    size_t start = candidate->start == 0 ? first : batches->first[candidate->start];
    out->start = steady_first_row(home, value, start, out->end, 3 * batches->rows);
    out->level = candidate->level;
    out->resolution = candidate->resolution;
    out->noise = batches->sigma / candidate->level;
    out->shape = shape_of(batches, candidate->start, candidate->level, parameters->lower_is_better);
    double round_batches = (double)(batches->end - candidate->start) / STEADY_ROUNDS;
    /* only where a sample is a batch does the noise of batches tell how far off a sample counts */
    double cap = batches->rows == 1 ? batches->cap : 3 * batches->step;
    return steady_rounds(home, value, out->start, out->end, cap,
                         batches->noise / sqrt(round_batches), parameters);
}

/* Judges values that passed the gate: rows [first, end) of value[], in batches of batch_rows of
 * `out`, of the usual number of batches where that is 0. Batches lie in `own`, and nobody asks for
 * them afterwards. */
static void judge_values(struct arena *home, struct arena *own, const double *value, size_t first,
                         size_t end, const struct grain *grain,
                         const struct steady_parameters *parameters, struct steadiness *out)
{
    size_t valid = 0;
    for (size_t i = first; i < end; i++)
        valid += isnan(value[i]) ? 0 : 1;
    struct batches batches = { 0 };
    size_t wanted = (size_t)parameters->of[STEADY_BATCHES];
    size_t rows = out->batch_rows > 0 ? out->batch_rows : valid / wanted > 1 ? valid / wanted : 1;
    batches_make(own, value, first, end, valid, rows, grain->step, &batches);
    out->batches = batches.count;
    out->batch_rows = batches.rows;
    batches_measure(own, &batches, parameters);
    if (!(batches.scale > 0)) {
        outcome_refuse(out, INSUFFICIENT, "zero level");
        return;
    }
    out->step = grain->step;
    if (too_coarse(grain, batches.scale, parameters)) {
        out->carries = grain_carries(grain->step, batches.scale);
        outcome_refuse(out, INSUFFICIENT, "coarse timer");
        return;
    }
    out->noise = batches.sigma / batches.scale;
    out->drained = batches.end < batches.count;

    size_t segment[STEADY_MOST_BATCHES];
    size_t segments = batches_segments(&batches, parameters, segment);
    size_t *row = ARENA_MANY(home, segments, size_t);
    for (size_t i = 0; i < segments; i++)
        row[i] = i == 0 ? first : batches.first[segment[i]];
    out->segment = row;
    out->segment_count = segments;

    struct candidate candidate = batches_candidate(&batches, parameters, segment, segments);
    out->level = candidate.level;
    out->resolution = candidate.resolution;
    outcome_refuse(out, candidate.verdict, candidate.reason);
    if (candidate.verdict != STEADY)
        return;
    out->end = batch_row(&batches, batches.end, end);
    enum rounds rounds =
        candidate_rounds(home, value, first, &batches, parameters, &candidate, out);
    static const size_t parts[] = { STEADY_TRANSIENT, STEADY_SWING };
    for (size_t i = 0; rounds != ROUNDS_HOLD && i < ARRAY_COUNT(parts); i++) {
        struct candidate behind = candidate;
        struct steadiness other = *out;
        if (batches_behind_transient(&batches, parameters, parts[i], &behind) &&
            candidate_rounds(home, value, first, &batches, parameters, &behind, &other) ==
                ROUNDS_HOLD) {
            rounds = ROUNDS_HOLD;
            candidate = behind;
            *out = other;
        }
    }
    if (rounds == ROUNDS_DIFFER) {
        outcome_refuse(out, UNSTEADY, "rounds");
        return;
    }
    if (rounds == ROUNDS_NOISY) {
        outcome_refuse(out, INSUFFICIENT, "noise in rounds");
        return;
    }
    steady_wave(&batches, candidate.start, candidate.level, parameters, out);
    out->rho = steady_correlation(value, out->start, out->end);
}

/* Where batches fall must not decide: the run is judged again with its first batch shorter by one
 * to four fifths, and where two or more of the four answer otherwise, none holds; of batches of two
 * or three rows, where half of the others do. Of a long run a batch has so many rows that a fifth
 * more or less moves it by far less than its noise. */
static void judge_at_phases(struct arena *home, struct arena *own, const double *value,
                            size_t first, size_t end, const struct grain *grain,
                            const struct steady_parameters *parameters, struct steadiness *out)
{
    size_t fifth = out->batch_rows / PHASES > 1 ? out->batch_rows / PHASES : 1;
    bool judged = out->batch_rows > 1 && (out->verdict == STEADY || out->verdict == UNSTEADY);
    size_t otherwise = 0;
    for (size_t i = 1;
         judged && i < PHASES && i * fifth < out->batch_rows && end - first <= PHASE_ROWS; i++) {
        struct steadiness other = { .shape = "", .reason = "", .batch_rows = out->batch_rows };
        struct arena_mark mark = arena_mark(home), mark_own = arena_mark(own);
        judge_values(home, own, value, first + i * fifth, end, grain, parameters, &other);
        arena_rewind(home, mark);
        arena_rewind(own, mark_own);
        otherwise += (other.verdict == STEADY) != (out->verdict == STEADY) ? 1 : 0;
    }
    if (otherwise > 1 || (otherwise > 0 && out->batch_rows <= 3))
        outcome_refuse(out, INSUFFICIENT, "at the edge");
}

/* Only a steady series has a start, an end and a shape. */
static void outcome_finish(struct arena *home, const struct series *series, struct steadiness *out)
{
    if (out->verdict == STEADY) {
        out->begin_s = series_begin(series, out->start);
        out->end_s = series_end(series, out->end - 1);
        out->level = reported_level(series, out, out->level);
        return;
    }
    out->start = 0;
    out->end = 0;
    out->begin_s = (double)NAN;
    out->end_s = (double)NAN;
    out->shape = "";
    bool of_level = strcmp(out->reason, "stands still") != 0 &&
                    strcmp(out->reason, "coarse timer") != 0 &&
                    strcmp(out->reason, "at the edge") != 0;
    bool judged = out->verdict == UNSTEADY || (out->verdict == INSUFFICIENT && out->batches > 0);
    if (judged && of_level && !series->phase && series->kind == SERIES_PER_ITERATION &&
        steady_period(home, series) > 0)
        out->reason = "looks periodic";
}

struct steadiness steady_judge(struct arena *home, const struct series *series,
                               const struct steady_parameters *parameters)
{
    struct steadiness out = { .shape = "", .reason = "" };
    struct gate gate = steady_gate(home, series, parameters);
    const double *value = series->value;
    size_t first = 0;
    size_t end = series->count;
    /* samples without the steps of phases, and batches */
    struct arena *levelled = arena_new((size_t)16 << 30);
    out.left_out = series->count - gate.valid;
    if (gate.reason) {
        out.left_out = 0;
        outcome_refuse(&out, gate.verdict, gate.reason);
    } else if (series->phase) {
        struct adjusted adjusted = phase_adjust(levelled, series, parameters);
        out.left_out += adjusted.left_out;
        out.phases = adjusted.phases;
        out.cycles = adjusted.cycles;
        value = adjusted.value;
        first = adjusted.first;
        end = adjusted.end;
        if (adjusted.reason)
            outcome_refuse(&out, INSUFFICIENT, adjusted.reason);
    }
    if (out.reason[0] == '\0') {
        struct grain grain = steady_grain(home, series->value, first, end);
        judge_values(home, levelled, value, first, end, &grain, parameters, &out);
        judge_at_phases(home, levelled, value, first, end, &grain, parameters, &out);
        if (out.verdict == STEADY &&
            !steady_moves(home, series, out.start, out.end, parameters, &out))
            outcome_refuse(&out, UNSTEADY, "stands still");
    }
    outcome_finish(home, series, &out);
    out.method = method_id(home, series, parameters, out.cycles);
    arena_free(levelled);
    return out;
}

/* ---- telemetry ---- */

struct steadiness telemetry_judge(struct arena *home, const struct series *series,
                                  const struct steady_parameters *parameters, bool power)
{
    struct steady_parameters own = *parameters;
    own.lower_is_better = false;
    own.of[STEADY_DELTA] *= power ? own.of[STEADY_POWER] : 1;
    struct steadiness out = steady_judge(home, series, &own);
    /* A clock runs in steps: those are its speeds and no fault of the record. So a clock too coarse
     * for delta is judged at the finest one that it carries, up to the tolerance for power. */
    double most = parameters->of[STEADY_DELTA] * parameters->of[STEADY_POWER];
    if (!power && out.carries > 0 && out.carries <= most) {
        own.of[STEADY_DELTA] = statistics_round(1.01 * out.carries, 2);
        out = steady_judge(home, series, &own);
    }
    /* Steady from the first sample on means: since the load began, not since that sample was taken.
     */
    if (out.verdict == STEADY && out.start == 0 && series->load_begin < out.begin_s)
        out.begin_s = series->load_begin;
    return out;
}
