/* steady_text.c - a judged series in words, and as JSON. */
#include "steady_text.h"
#include "base/num.h"
#include "output.h"
#include <math.h>
#include <string.h>

enum { LABEL = 12 };
/* Above it thirty batches of a run do not hold what they should. */
static const double strong_correlation = 0.8;

/* What each refusal means and what helps; the detector's own words are stable and stay in front. */
static const struct {
    const char *reason, *words;
} reasons[] = {
    { "at the edge",
      "the answer hangs on where batches fall; run longer, or raise --delta with a reason" },
    { "coarse timer", "the column is rounded to steps larger than the tolerance" },
    { "counter fell", "the counter went down or began anew; cut the log there" },
    { "drift", "the level rises or falls through the run; run longer, or find what drifts" },
    { "edge", "the run begins off its level and too little remains once that is cut" },
    { "end", "the last tenth differs from the rest in its mean: stalls come more often there" },
    { "gaps",
      "over 5 % of the run lies in gaps of a series of fixed cadence; if pauses between rows "
      "are part of the work, it is --kind per_iteration" },
    { "halves", "the two halves differ in their mean: dips or pauses come more often in one" },
    { "infinite value", "no measurement is infinite; mend the log" },
    { "kind not declared",
      "say --kind per_interval (fixed cadence: gaps are missing data) or --kind per_iteration "
      "(one row an iteration: pauses between them are legitimate)" },
    { "late change of level", "the level changed in the last quarter of the run" },
    { "looks periodic", "work seems to come back; name the columns that fix it with --phase" },
    { "missing values", "over 1 % of the values are missing" },
    { "negative value", "no rate, time or power is negative; a counter needs --counter" },
    { "noise in rounds", "five equal rounds of the stretch do not agree, and noise alone may do "
                         "that; record more samples, or run longer" },
    { "rounds", "five equal rounds of the stretch do not agree" },
    { "stalls multiply", "the mean moves although most values keep their level: dips or pauses "
                         "come more often, or more seldom" },
    { "stands still", "too much time lies between iterations; declare the cause of pauses in "
                      "run.json, \"pauses\"" },
    { "time stamp missing", "each row needs a time; --time none judges by row" },
    { "time stamps not increasing", "rows out of order, or the clock was set; --time names another "
                                    "column, --time none judges by row" },
    { "too few cycles", "each phase needs five repetitions; run longer" },
    { "too few samples", "30 values are needed" },
    { "too noisy", "the level is not known to 5 %; run longer" },
    { "value out of range", "no measurement is that large; check the column" },
    { "wave", "the level swings to and fro" },
    { "zero level", "a level of zero has no relative tolerance" },
};

static const char *reason_words(const char *reason)
{
    for (size_t i = 0; i < ARRAY_COUNT(reasons); i++)
        if (strcmp(reasons[i].reason, reason) == 0)
            return reasons[i].words;
    return "";
}

static const char *kind_name(enum series_kind kind)
{
    switch (kind) {
    case SERIES_UNDECLARED:
        return "undeclared";
    case SERIES_PER_INTERVAL:
        return "per_interval";
    case SERIES_PER_ITERATION:
        return "per_iteration";
    }
    return "";
}

struct str steady_name_of(struct arena *home, const struct steady_seen *seen)
{
    if (seen->picked->instance.len == 0)
        return str_from(seen->path);
    return str_format(home, "%s, %s %.*s", seen->path,
                      seen->picked->instance_of ? seen->picked->instance_of : "accelerator",
                      STR_ARG(seen->picked->instance));
}

/* ---- text ---- */

static void put_number(struct buf *out, double value, struct str unit)
{
    buf_put_significant(out, value, 5);
    if (unit.len > 0) {
        buf_put_char(out, ' ');
        buf_put(out, unit);
    }
}

static void put_percent(struct buf *out, double share)
{
    buf_put_significant(out, share * 100, 3);
    buf_put(out, STR(" %"));
}

static void row(struct buf *out, const char *label, const struct buf *text)
{
    output_row(out, label, LABEL, buf_str(text));
}

static struct buf line(const struct buf *out)
{
    return buf_new(out->home, (size_t)1 << 16);
}

static double row_time(const struct series *series, size_t at)
{
    return series->start ? series->start[at] : (double)at;
}

static void put_taken(const struct steady_seen *seen, struct buf *out)
{
    const struct picked *picked = seen->picked;
    struct buf text = line(out);
    buf_put(&text, picked->value);
    if (picked->time.len > 0)
        buf_putf(&text, " by %.*s", STR_ARG(picked->time));
    else
        buf_put(&text, seen->laid ? STR(" one behind the other") : STR(" by row"));
    buf_putf(&text, ", %zu rows, %s", seen->series.count, kind_name(seen->series.kind));
    if (seen->series.phase)
        buf_putf(&text, ", phase %.*s", STR_ARG(seen->series.phase_columns));
    row(out, "column", &text);
}

static void put_stretch(const struct steady_seen *seen, struct buf *out)
{
    const struct steadiness *steady = &seen->steady;
    const struct series *series = &seen->series;
    struct buf text = line(out);
    buf_putf(&text, "rows %zu to %zu of %zu", steady->start, steady->end - 1, series->count);
    if (series->start) {
        buf_put(&text, STR(", "));
        buf_put_real(&text, steady->begin_s, 2);
        buf_put(&text, STR(" to "));
        buf_put_real(&text, steady->end_s, 2);
        buf_put(&text, STR(" s"));
    }
    buf_putf(&text, " (%s%s)", steady->shape, steady->drained ? "; a drain tail was cut" : "");
    row(out, "steady", &text);
    text = line(out);
    put_number(&text, steady->level, seen->unit);
    buf_put(&text, STR(", known to "));
    put_percent(&text, steady->resolution);
    buf_put(&text, STR("; noise of a batch "));
    put_percent(&text, steady->noise);
    row(out, "level", &text);
    if (steady->wave_periods > 0) {
        text = line(out);
        steady_wave_put(&text, steady);
        row(out, "wave", &text);
    }
}

static void put_gaps(const struct steady_seen *seen, struct buf *out)
{
    struct buf text = line(out);
    if (!seen->steady.has_gaps)
        return;
    put_percent(&text, seen->steady.idle);
    buf_put(&text, STR(" of the stretch lies between iterations; the longest gap "));
    put_number(&text, seen->steady.gap, STR("s"));
    row(out, "idle", &text);
}

static void put_value(const struct steady_seen *seen, struct buf *out)
{
    const struct steady_value *value = &seen->value;
    bool rate = !isnan(value->rate);
    struct buf text = line(out);
    if (!value->found || (!rate && value->cycles == 0 && !value->has_interval))
        return;
    if (rate) {
        put_number(&text, value->rate, (struct str){ 0 });
        buf_putf(&text, " %.*s/s", STR_ARG(seen->picked->work));
    } else {
        put_number(&text, value->mean, seen->unit);
    }
    if (value->cycles > 0)
        buf_putf(&text, " over %zu whole cycles", value->cycles);
    if (value->has_interval) {
        buf_put(&text, STR("; 95 % within this run: "));
        put_number(&text, value->low, (struct str){ 0 });
        buf_put(&text, STR(" to "));
        put_number(&text, value->high, (struct str){ 0 });
        buf_put(&text, STR(" (variation between runs is not measured)"));
        if (seen->steady.rho > strong_correlation) {
            buf_put(&text, STR("; too narrow, since neighbours correlate by "));
            buf_put_real(&text, seen->steady.rho, 2);
        }
    }
    row(out, rate ? "work / time" : "mean", &text);
}

static void put_segments(const struct steady_seen *seen, struct buf *out)
{
    const struct steadiness *steady = &seen->steady;
    struct buf text = line(out);
    if (steady->segment_count == 0)
        return;
    buf_putf(&text, "%zu, from ", steady->segment_count);
    for (size_t i = 0; i < steady->segment_count && i < 24; i++) {
        buf_put(&text, i > 0 ? STR(", ") : STR(""));
        if (!seen->series.start)
            buf_putf(&text, "row %zu", steady->segment[i]);
        else
            buf_put_real(&text, row_time(&seen->series, steady->segment[i]), 2);
    }
    buf_put(&text, steady->segment_count > 24 ? STR(", ...") : STR(""));
    buf_put(&text, seen->series.start ? STR(" s") : STR(""));
    row(out, "segments", &text);
}

static void put_throttle(const struct steady_seen *seen, struct buf *out)
{
    struct buf text = line(out);
    if (seen->throttle.samples == 0)
        return;
    for (unsigned bit = 0; bit < 64; bit++) {
        if (!(seen->throttle.share[bit] > 0))
            continue;
        buf_put(&text, text.len > 0 ? STR(", ") : STR(""));
        if (throttle_reason(bit))
            buf_put(&text, str_from(throttle_reason(bit)));
        else
            buf_putf(&text, "reason of bit %u", bit);
        buf_put_char(&text, ' ');
        put_percent(&text, seen->throttle.share[bit]);
    }
    buf_put(&text, text.len > 0 ? STR(" of the samples in the stretch") : STR("none"));
    row(out, "throttled", &text);
}

static void put_load(const struct steady_seen *seen, struct buf *out)
{
    const struct load_over_time *load = &seen->load;
    struct buf text = line(out);
    buf_putf(&text, "%zu, %zu failed or without a time", load->requests, load->failed);
    row(out, "requests", &text);
    if (load->reason)
        return;
    text = line(out);
    buf_putf(&text, "at most %zu; full is ", load->most);
    buf_put_shortest(&text, load->full);
    buf_put(&text, load->declared ? STR(" (declared)") : STR(" (the most seen)"));
    row(out, "in flight", &text);
    text = line(out);
    put_percent(&text, load->full_share);
    buf_put(&text, STR(" of the time"));
    if (load->full_share > 0) {
        buf_put(&text, STR(", between "));
        buf_put_real(&text, load->full_begin_s, 2);
        buf_put(&text, STR(" and "));
        buf_put_real(&text, load->full_end_s, 2);
        buf_put(&text, STR(" s"));
    }
    row(out, "at full", &text);
    text = line(out);
    buf_put(&text, !load->output  ? STR("no count of units was kept: only requests in flight")
                   : load->by_gap ? STR("by second, where its records lie")
                                  : STR("by second, spread evenly from first output to end"));
    row(out, "output", &text);
}

static void put_refusal(const struct steady_seen *seen, struct buf *out)
{
    const struct steadiness *steady = &seen->steady;
    const char *words = reason_words(steady->reason);
    struct buf text = line(out);
    buf_putf(&text, "%s%s%s", steady->reason, words[0] != 0 ? ": " : "", words);
    if (steady->carries > 0) {
        buf_put(&text, STR(", "));
        put_number(&text, steady->step, seen->unit);
        buf_put(&text, STR("; the finest --delta that it carries is "));
        steady_carries_put(&text, steady);
    }
    row(out, "why", &text);
}

void steady_put_text(const struct steady_seen *seen, struct buf *out)
{
    struct buf head = line(out);
    bool shown = !seen->picked->requests || !seen->load.reason;
    buf_putf(&head, "%.*s: ", STR_ARG(steady_name_of(out->home, seen)));
    buf_put(&head, shown ? str_from(steady_name(seen->steady.verdict))
                         : STR("throughput over time cannot be shown"));
    output_wrap(out, buf_str(&head), 2, 0);
    if (!shown) {
        struct buf text = line(out);
        buf_putf(&text, "%s", seen->load.reason);
        row(out, "why", &text);
        put_load(seen, out);
        return;
    }
    if (seen->steady.verdict != STEADY)
        put_refusal(seen, out);
    put_taken(seen, out);
    if (seen->picked->requests)
        put_load(seen, out);
    if (seen->steady.verdict == STEADY) {
        put_stretch(seen, out);
        put_value(seen, out);
        put_throttle(seen, out);
    }
    put_gaps(seen, out);
    put_segments(seen, out);
    if (seen->steady.left_out > 0) {
        struct buf text = line(out);
        buf_putf(&text, "%zu rows: missing, or of phases with too few repetitions",
                 seen->steady.left_out);
        row(out, "left out", &text);
    }
    output_row(out, "method", LABEL, seen->steady.method);
}

/* ---- JSON ---- */

static void json_double(struct json_out *json, struct str name, double value)
{
    struct buf text = buf_new(json->out->home, 64);
    if (!isfinite(value)) {
        json_null(json, name);
        return;
    }
    buf_put_shortest(&text, value);
    json_number(json, name, buf_str(&text));
}

/* Rows without a time are no seconds: null. */
static void json_seconds(const struct steady_seen *seen, struct json_out *json, struct str name,
                         double value)
{
    json_double(json, name, seen->series.start ? value : (double)NAN);
}

static void json_size(struct json_out *json, struct str name, size_t value)
{
    json_integer(json, name, (int64_t)value);
}

static void json_doubles(struct json_out *json, struct str name, const double *value, size_t count)
{
    json_open(json, name, '[');
    for (size_t i = 0; i < count; i++)
        json_double(json, STR(""), value[i]);
    json_close(json);
}

static void put_value_json(const struct steady_seen *seen, struct json_out *json)
{
    const struct steady_value *value = &seen->value;
    if (!value->found)
        return;
    json_open(json, STR("value"), '{');
    json_size(json, STR("start"), value->first);
    json_size(json, STR("end"), value->end);
    json_size(json, STR("cycles"), value->cycles);
    json_seconds(seen, json, STR("begin_s"), value->begin_s);
    json_seconds(seen, json, STR("end_s"), value->end_s);
    json_double(json, STR("mean"), value->mean);
    if (!isnan(value->rate)) {
        json_double(json, STR("work"), value->work);
        json_double(json, STR("rate"), value->rate);
    }
    if (value->has_interval) {
        json_double(json, STR("within_low"), value->low);
        json_double(json, STR("within_high"), value->high);
    }
    json_close(json);
}

static void put_throttle_json(const struct steady_seen *seen, struct json_out *json)
{
    if (seen->throttle.samples == 0)
        return;
    json_open(json, STR("throttle"), '{');
    json_size(json, STR("samples"), seen->throttle.samples);
    for (unsigned bit = 0; bit < 64; bit++) {
        if (seen->throttle.share[bit] > 0)
            json_double(json,
                        throttle_reason(bit) ? str_from(throttle_reason(bit))
                                             : str_format(json->out->home, "bit %u", bit),
                        seen->throttle.share[bit]);
    }
    json_close(json);
}

static void put_load_json(const struct steady_seen *seen, struct json_out *json)
{
    const struct load_over_time *load = &seen->load;
    if (!seen->picked->requests)
        return;
    json_open(json, STR("load"), '{');
    json_size(json, STR("requests"), load->requests);
    json_size(json, STR("failed"), load->failed);
    if (load->reason) {
        json_text(json, STR("cannot_be_shown"), str_from(load->reason));
    } else {
        json_double(json, STR("length_s"), load->length);
        json_size(json, STR("most"), load->most);
        json_double(json, STR("full"), load->full);
        json_bool(json, STR("full_declared"), load->declared);
        json_double(json, STR("full_share"), load->full_share);
        json_double(json, STR("full_begin_s"), load->full_begin_s);
        json_double(json, STR("full_end_s"), load->full_end_s);
        json_doubles(json, STR("active"), load->active, load->seconds);
        if (load->output)
            json_doubles(json, STR("output"), load->output, load->seconds);
    }
    json_close(json);
}

static void put_verdict_json(const struct steady_seen *seen, struct json_out *json)
{
    const struct steadiness *steady = &seen->steady;
    json_text(json, STR("verdict"), str_from(steady_name(steady->verdict)));
    json_text(json, STR("reason"), str_from(steady->reason));
    if (steady->verdict == STEADY) {
        json_size(json, STR("start"), steady->start);
        json_size(json, STR("end"), steady->end);
        json_seconds(seen, json, STR("begin_s"), steady->begin_s);
        json_seconds(seen, json, STR("end_s"), steady->end_s);
        json_double(json, STR("level"), steady->level);
        json_double(json, STR("resolution"), steady->resolution);
        json_text(json, STR("shape"), str_from(steady->shape));
        json_bool(json, STR("drained"), steady->drained);
        json_double(json, STR("correlation"), steady->rho);
        if (steady->wave_periods > 0) {
            json_double(json, STR("wave_periods"), steady->wave_periods);
            json_double(json, STR("wave_size"), steady->wave_size);
        }
        if (seen->series.row) {
            json_integer(json, STR("first_row_of_file"), seen->series.row[steady->start]);
            json_integer(json, STR("last_row_of_file"), seen->series.row[steady->end - 1]);
        }
    }
    json_double(json, STR("noise"), steady->noise);
    if (steady->step > 0)
        json_double(json, STR("step"), steady->step);
    if (steady->carries > 0)
        json_double(json, STR("finest_delta"), steady->carries);
    if (steady->has_gaps) {
        json_double(json, STR("idle"), steady->idle);
        json_double(json, STR("longest_gap_s"), steady->gap);
    }
    json_open(json, STR("segments"), '[');
    for (size_t i = 0; i < steady->segment_count; i++)
        json_size(json, STR(""), steady->segment[i]);
    json_close(json);
    json_size(json, STR("batches"), steady->batches);
    json_size(json, STR("batch_rows"), steady->batch_rows);
    json_size(json, STR("phases"), steady->phases);
    json_size(json, STR("cycles"), steady->cycles);
    json_size(json, STR("left_out"), steady->left_out);
    json_text(json, STR("method"), steady->method);
}

void steady_put_json(const struct steady_seen *seen, struct json_out *json)
{
    const struct picked *picked = seen->picked;
    json_open(json, STR(""), '{');
    json_text(json, STR("file"), str_from(seen->path));
    if (picked->instance.len > 0)
        json_text(json, str_from(picked->instance_of ? picked->instance_of : "accelerator"),
                  picked->instance);
    json_text(json, STR("column"), picked->value);
    json_text(json, STR("time"), picked->time);
    json_text(json, STR("work"), picked->work);
    json_text(json, STR("unit"), seen->unit);
    json_text(json, STR("kind"), str_from(kind_name(seen->series.kind)));
    json_size(json, STR("rows"), seen->series.count);
    put_verdict_json(seen, json);
    put_value_json(seen, json);
    put_throttle_json(seen, json);
    put_load_json(seen, json);
    json_close(json);
}
