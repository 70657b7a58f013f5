/* adapter_mlperf_training.c - result_N.txt of MLPerf Training and HPC: one run to a quality target.
 *
 * The program's output with ":::MLLOG {json}" lines in it. The time to the target is run_stop less
 * run_start, stamps in milliseconds since 1970, and there is one only where run_stop's status is
 * "success": an aborted run has none. eval_accuracy is whatever the benchmark is judged by, a loss
 * as well; the last one is what was reached. Every process of a run may say the same line: the
 * first counts, and what the rules want once must not be said otherwise. Defined by
 * mlcommons/logging, mlperf_logging/mllog/constants.py, and mlcommons/training_policies,
 * training_rules.adoc. */
#include "mllog.h"
#include "sniff.h"

#include <inttypes.h>

static const struct said_row {
    struct str key;
    enum key fact;
    enum unit unit;
    bool once;
} rows[] = {
    { STR_INIT("eval_samples"), KEY_METHOD_ARGUMENTS, UNIT_NONE, true },
    { STR_INIT("global_batch_size"), KEY_LOAD_BATCH, UNIT_COUNT, true },
    { STR_INIT("gradient_accumulation_steps"), KEY_OPTIMISER_SETTINGS, UNIT_NONE, false },
    { STR_INIT("max_sequence_length"), KEY_OPTIMISER_SETTINGS, UNIT_NONE, false },
    { STR_INIT("seed"), KEY_WORKLOAD_SEED, UNIT_NONE, false },
    { STR_INIT("submission_benchmark"), KEY_WORKLOAD_NAME, UNIT_NONE, true },
    { STR_INIT("submission_division"), KEY_METHOD_DIVISION, UNIT_NONE, true },
    { STR_INIT("submission_org"), KEY_PARTY_MEASURED_BY, UNIT_NONE, true },
    { STR_INIT("submission_platform"), KEY_METHOD_ARGUMENTS, UNIT_NONE, false },
    { STR_INIT("submission_status"), KEY_METHOD_ARGUMENTS, UNIT_NONE, true },
    { STR_INIT("train_samples"), KEY_METHOD_ARGUMENTS, UNIT_NONE, true },
};
/* Settings whose names only begin so. */
static const struct str settings[] = { STR_INIT("lora_"), STR_INIT("opt_") };

enum { SAID_MOST = 128, EVALUATIONS_MOST = 4096, OTHERS_MOST = 16, METRICS_MOST = 16 };
struct said {
    struct str key, text;
};
struct mark { /* run_start, run_stop */
    bool there;
    int64_t ms;
    struct str text, line;
    struct place place;
};
struct training {
    struct reading *reading;
    struct mllog_line at;
    struct said said[SAID_MOST];
    size_t said_count;
    struct mark start, stop;
    bool success;
    struct reached { /* the last evaluation, by metric */
        struct str metric, text;
        struct place place;
    } reached[METRICS_MOST];
    size_t reached_count;
    unsigned evaluations, others; /* others: noted so far */
};

static int bid(const struct sniff *sniff)
{
    bool mine = str_find(sniff->head, STR(":::MLLOG {")) != SIZE_MAX &&
                str_find(sniff->head, STR("\"mlperf::logging\"")) == SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

static const struct json_item *metadata(const struct training *in, const char *name)
{
    const struct json_item *item = in->at.metadata;
    return item && json_type(item) == JSON_OBJECT ? json_member(item, str_from(name)) : NULL;
}

/* Another process says it otherwise, which it may; the first few are noted. */
static void other_said(struct training *in, struct str first, struct str now, struct place place)
{
    if (!str_eq(first, now) && in->others++ < OTHERS_MOST)
        reading_error(in->reading, DIAG_TEXT_BESIDE, place, STR(""), now);
}

/* Whether a line was said before; otherwise than before: said so. */
static bool said_before(struct training *in, bool once)
{
    struct str text = mllog_text(&in->at);
    for (size_t i = 0; i < in->said_count; i++) {
        if (str_eq(in->said[i].key, in->at.key)) {
            if (once && !str_eq(in->said[i].text, text)) {
                reading_contradiction(in->reading, text, mllog_place(&in->at),
                                      str_format(in->reading->scratch, "%.*s was said before",
                                                 STR_ARG(in->said[i].text)));
            } else {
                other_said(in, in->said[i].text, text, mllog_place(&in->at));
            }
            return true;
        }
    }
    if (in->said_count < SAID_MOST) {
        in->said[in->said_count++] = (struct said){ .key = str_keep(in->reading->home, in->at.key),
                                                    .text = str_keep(in->reading->home, text) };
    }
    return false;
}

static void said_fact(struct training *in, enum key key, enum unit unit, bool once)
{
    bool many = key == KEY_METHOD_ARGUMENTS || key == KEY_OPTIMISER_SETTINGS;
    if (!said_before(in, once)) {
        (void)json_fact(in->reading, in->at.json, in->at.value, many ? in->at.key : STR(""), key,
                        unit);
    }
}

static void mark_read(struct training *in, struct mark *mark, enum key when, enum key event)
{
    double ms;
    if (mark->there) {
        other_said(in, mark->line, in->at.line.text, json_place(in->at.json, in->at.name));
        return;
    }
    if (!in->at.time || !json_real(in->at.json, in->at.time, &ms) || !(ms >= 0 && ms < 1e15)) {
        reading_error(in->reading, DIAG_VALUE_BAD, json_place(in->at.json, in->at.name),
                      STR("time_ms: milliseconds since 1970"), in->at.line.text);
        return;
    }
    const double thousand = 1000;
    struct place place = json_place(in->at.json, in->at.time);
    struct str text = json_literal(in->at.json, in->at.time);
    reading_number(in->reading, when, STR(""), text, ms / thousand, UNIT_SECOND, place);
    (void)reading_fact(in->reading, event, STR(""), in->at.key, UNIT_NONE,
                       json_place(in->at.json, in->at.name));
    place.path = str_keep(in->reading->home, place.path);
    *mark = (struct mark){ true, (int64_t)ms, str_keep(in->reading->home, text),
                           str_keep(in->reading->home, in->at.line.text), place };
}

/* {"status": "success", "samples_count": 3072} */
static void stop_read(struct training *in)
{
    const struct json_item *status = metadata(in, "status");
    const struct json_item *samples = metadata(in, "samples_count");
    bool again = in->stop.there;
    mark_read(in, &in->stop, KEY_LOAD_END, KEY_METHOD_CLOCK_STOP);
    if (again)
        return;
    if (!status || json_type(status) != JSON_STRING) {
        reading_missing(in->reading, "run_stop /metadata/status");
        return;
    }
    in->success = str_eq(json_string(status), STR("success"));
    (void)json_fact(in->reading, in->at.json, status, STR(""), KEY_RUN_VALID, UNIT_NONE);
    if (samples && in->success)
        (void)json_fact(in->reading, in->at.json, samples, STR(""), KEY_TARGET_SAMPLES, UNIT_COUNT);
}

/* The last value of each metric is what was reached. */
static void reached_note(struct training *in, struct str metric)
{
    size_t i = 0;
    while (i < in->reached_count && !str_eq(in->reached[i].metric, metric))
        i++;
    if (i == METRICS_MOST) {
        reading_error(in->reading, DIAG_VALUE_BAD, mllog_place(&in->at),
                      STR("at most 16 metrics of an evaluation"), metric);
        return;
    }
    in->reached_count += i == in->reached_count ? 1 : 0;
    struct place place = mllog_place(&in->at);
    place.path = str_keep(in->reading->home, place.path);
    in->reached[i] = (struct reached){ str_keep(in->reading->home, metric),
                                       str_keep(in->reading->home, mllog_text(&in->at)), place };
}

/* One evaluation: its instance tells after how many samples, or in which epoch. */
static void evaluation_read(struct training *in)
{
    static const char *const counts[] = { "samples_count", "epoch_num", "step", "step_num" };
    struct str instance = str_format(in->reading->scratch, "evaluation %u", in->evaluations);
    for (size_t i = ARRAY_COUNT(counts); i-- > 0;) {
        const struct json_item *item = metadata(in, counts[i]);
        if (item && json_type(item) == JSON_NUMBER) {
            instance = str_format(in->reading->scratch, "%s %.*s", counts[i],
                                  STR_ARG(json_literal(in->at.json, item)));
        }
    }
    const struct json_item *metric = metadata(in, "metric");
    struct str name = metric && json_type(metric) == JSON_STRING ? json_string(metric) : STR("");
    if (name.len > 0) /* one evaluation may have several: FID and CLIP */
        instance = str_format(in->reading->scratch, "%.*s %.*s", STR_ARG(name), STR_ARG(instance));
    if (in->evaluations++ >= EVALUATIONS_MOST ||
        !json_fact(in->reading, in->at.json, in->at.value, instance, KEY_TARGET_REACHED, UNIT_NONE))
        return;
    reached_note(in, name);
}

/* {"throughput": 2.03} with {"step": 1536} */
static void tracked_read(struct training *in)
{
    const struct json_item *rate = json_type(in->at.value) == JSON_OBJECT
                                       ? json_member(in->at.value, STR("throughput"))
                                       : NULL;
    const struct json_item *step = metadata(in, "step");
    if (rate && step && json_type(step) == JSON_NUMBER) {
        (void)json_fact(
            in->reading, in->at.json, rate,
            str_format(in->reading->scratch, "step %.*s", STR_ARG(json_literal(in->at.json, step))),
            KEY_THROUGHPUT_SAMPLES, UNIT_SAMPLE_PER_SECOND);
    }
}

static void line_read(struct training *in)
{
    struct str key = in->at.key;
    if (str_eq(key, STR("run_start")))
        mark_read(in, &in->start, KEY_LOAD_BEGIN, KEY_METHOD_CLOCK_START);
    else if (str_eq(key, STR("run_stop")))
        stop_read(in);
    if (!in->at.value || json_type(in->at.value) == JSON_NULL)
        return;
    if (str_eq(key, STR("eval_accuracy")))
        evaluation_read(in);
    else if (str_eq(key, STR("tracked_stats")))
        tracked_read(in);
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++)
        if (str_eq(key, rows[i].key))
            said_fact(in, rows[i].fact, rows[i].unit, rows[i].once);
    for (size_t i = 0; i < ARRAY_COUNT(settings); i++)
        if (str_starts(key, settings[i]))
            said_fact(in, KEY_OPTIMISER_SETTINGS, UNIT_NONE, false);
}

static void time_fact(struct training *in)
{
    const int64_t thousand = 1000;
    if (!in->start.there)
        reading_missing(in->reading, "run_start");
    if (!in->stop.there)
        reading_missing(in->reading, "run_stop");
    if (!in->start.there || !in->stop.there)
        return;
    int64_t took = in->stop.ms - in->start.ms;
    if (took <= 0) {
        reading_contradiction(
            in->reading, in->stop.text, in->stop.place,
            str_format(in->reading->scratch, "run_start was at %.*s", STR_ARG(in->start.text)));
    } else if (in->success) {
        struct str text = str_format(in->reading->scratch, "%" PRId64 ".%03" PRId64 " s",
                                     took / thousand, took % thousand);
        reading_number(in->reading, KEY_TIME_TO_TARGET, STR(""), text,
                       (double)took / (double)thousand, UNIT_SECOND, in->stop.place);
    }
}

static bool read(struct reading *reading)
{
    struct training *in = ARENA_NEW(reading->scratch, struct training);
    struct mllog log;
    in->reading = reading;
    mllog_begin(&log, reading, true);
    struct arena_mark mark = arena_mark(reading->scratch);
    while (mllog_next(&log, &in->at)) {
        line_read(in);
        arena_rewind(reading->scratch, mark);
    }
    for (size_t i = 0; i < in->reached_count && in->success; i++) {
        const struct reached *reached = &in->reached[i];
        (void)reading_fact(reading, KEY_TARGET_REACHED,
                           in->reached_count > 1 ? reached->metric : STR(""), reached->text,
                           UNIT_NONE, reached->place);
    }
    time_fact(in);
    return true;
}

const struct adapter adapter_mlperf_training = {
    .name = "mlperf-training-log",
    .title = "One training run to a quality target",
    .tool = "MLPerf Training and HPC, mlperf_logging 1 to 5",
    .spec = "mlcommons/logging, mlperf_logging/mllog; mlcommons/training_policies, training_rules",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .mark = ":::MLLOG {",
    .feeds = true,
};
