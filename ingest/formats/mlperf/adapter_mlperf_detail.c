/* adapter_mlperf_detail.c - mlperf_log_detail.txt of MLPerf Inference's load generator.
 *
 * Each line is one ":::MLLOG {json}" with key and value; is_error and is_warning mark what went
 * wrong. Not taken, since their names say another thing than they hold: result_token_throughput
 * (tokens a nanosecond), result_overlatency_query_count of a server of tokens (its limit is 0), the
 * estimates of early stopping where tokens are counted (over first tokens, whatever they are
 * called) and a single stream's result_completed_tokens_per_second. test_datetime ends in Z and is
 * local time; power_begin and power_end are UTC. Requested settings that took effect as they were
 * are not told twice. Offline, samples / second x the slowest sample's latency are the samples of
 * the query, but for LoadGen 4 with sample_concatenate_permutation, which issues more. Defined by
 * mlcommons/inference, loadgen/results.cc, loadgen.cc and test_settings_internal.cc. */
#include "benchmark.h"
#include "mllog.h"
#include "sniff.h"

#include <math.h>

static const struct figure_row {
    struct str key;
    const char *instance;
    enum key fact;
    enum unit unit;
    unsigned of;
    bool no_tokens; /* only where tokens are not counted */
} figures[] = {
    { STR_INIT("early_stopping_latency_ms"), "p99", KEY_LATENCY_EARLY_STOPPING, UNIT_NANOSECOND,
      LOADGEN_SINGLE_STREAM | LOADGEN_MULTI_STREAM, true },
    { STR_INIT("early_stopping_latency_ss"), "p90", KEY_LATENCY_EARLY_STOPPING, UNIT_NANOSECOND,
      LOADGEN_SINGLE_STREAM, true },
    { STR_INIT("result_completed_samples_per_sec"), "", KEY_THROUGHPUT_SAMPLES,
      UNIT_SAMPLE_PER_SECOND, LOADGEN_SERVER, false },
    { STR_INIT("result_completed_tokens_per_second"), "", KEY_THROUGHPUT_OUTPUT_TOKENS,
      UNIT_TOKEN_PER_SECOND, LOADGEN_SERVER, false },
    { STR_INIT("result_inferred_completed_tokens_per_second"), "", KEY_THROUGHPUT_OUTPUT_TOKENS,
      UNIT_TOKEN_PER_SECOND, LOADGEN_SERVER, false },
    { STR_INIT("result_inferred_tokens_per_second"), "", KEY_THROUGHPUT_OUTPUT_TOKENS,
      UNIT_TOKEN_PER_SECOND, LOADGEN_OFFLINE, false },
    { STR_INIT("result_qps_with_loadgen_overhead"), "", KEY_THROUGHPUT_SAMPLES,
      UNIT_SAMPLE_PER_SECOND, LOADGEN_SINGLE_STREAM, false },
    { STR_INIT("result_query_count"), "", KEY_REQUESTS_COMPLETED, UNIT_REQUEST,
      LOADGEN_SINGLE_STREAM | LOADGEN_MULTI_STREAM | LOADGEN_SERVER, false },
    { STR_INIT("result_samples_per_second"), "", KEY_THROUGHPUT_SAMPLES, UNIT_SAMPLE_PER_SECOND,
      LOADGEN_OFFLINE, false },
    { STR_INIT("result_scheduled_samples_per_sec"), "", KEY_LOAD_RATE_REACHED,
      UNIT_REQUEST_PER_SECOND, LOADGEN_SERVER, false },
    { STR_INIT("result_token_throughput_with_loadgen_overhead"), "", KEY_THROUGHPUT_OUTPUT_TOKENS,
      UNIT_TOKEN_PER_SECOND, LOADGEN_SINGLE_STREAM, false },
    { STR_INIT("result_tokens_per_second"), "", KEY_THROUGHPUT_OUTPUT_TOKENS, UNIT_TOKEN_PER_SECOND,
      LOADGEN_OFFLINE, false },
};
/* `before` statistic `behind`: "result_99.00_percentile_latency_ns", "result_mean_latency_ns". */
static const struct statistic_row {
    const char *before, *behind;
    enum key key;
} statistics[] = {
    { "result_first_token_", "_latency_ns", KEY_TTFT_CLIENT },
    { "result_time_per_output_token_", "_ns", KEY_TPOT_REQUEST },
    { "result_time_to_output_token_", "", KEY_TPOT_REQUEST },
    { "result_", "_per_query_latency_ns", KEY_LATENCY_QUERY },
    { "result_", "_query_latency_ns", KEY_LATENCY_QUERY },
    { "result_", "_latency_ns", KEY_LATENCY_REQUEST },
};
static const struct str conditions[] = {
    STR_INIT("early_stopping_met"),
    STR_INIT("result_min_duration_met"),
    STR_INIT("result_min_queries_met"),
    STR_INIT("result_perf_constraints_met"),
};
static const struct str outcomes[] = {
    /* what early stopping said */
    STR_INIT("early_stopping_result"),
    STR_INIT("early_stopping_tpot_result"),
    STR_INIT("early_stopping_ttft_result"),
};
static const struct setting_row { /* settings that are more than an argument */
    struct str key;
    enum key fact;
    const char *instance;
    enum unit unit;
    unsigned of;
} settings[] = {
    { STR_INIT("effective_qsl_rng_seed"), KEY_WORKLOAD_SEED, "", UNIT_NONE, LOADGEN_ANY },
    { STR_INIT("effective_sample_index_rng_seed"), KEY_WORKLOAD_SEED, "sample index", UNIT_NONE,
      LOADGEN_ANY },
    { STR_INIT("effective_scenario"), KEY_LOAD_SCENARIO, "", UNIT_NONE, LOADGEN_ANY },
    { STR_INIT("effective_schedule_rng_seed"), KEY_WORKLOAD_SEED, "schedule", UNIT_NONE,
      LOADGEN_ANY },
    { STR_INIT("effective_target_qps"), KEY_LOAD_RATE, "", UNIT_REQUEST_PER_SECOND,
      LOADGEN_SERVER },
    { STR_INIT("effective_test_mode"), KEY_METHOD_MODE, "", UNIT_NONE, LOADGEN_ANY },
    { STR_INIT("requested_server_tpot_latency"), KEY_LOAD_CONSTRAINT, "tpot", UNIT_NANOSECOND,
      LOADGEN_SERVER },
    { STR_INIT("requested_server_ttft_latency"), KEY_LOAD_CONSTRAINT, "ttft", UNIT_NANOSECOND,
      LOADGEN_SERVER },
};
static const struct str told[] = {
    /* as arguments, besides settings */
    STR_INIT("generated_query_duration"),
    STR_INIT("generated_samples_per_query"),
    STR_INIT("loadgen_build_date_utc"),
    STR_INIT("qsl_name"),
    STR_INIT("qsl_reported_performance_count"),
    STR_INIT("qsl_reported_total_count"),
    STR_INIT("sut_name"),
    STR_INIT("test_datetime"),
};

enum { REQUESTED_MOST = 128, ARGUMENTS_MOST = 256 };
struct requested { /* a setting that was asked for, until one that took effect says the same */
    struct str key, name, text; /* name: behind "requested_" and the scenario's */
    struct place place;
    bool told;
};
static const struct str inferred_key = STR_INIT("\"result_inferred_");

struct detail {
    struct loadgen log;
    struct mllog_line at;
    bool tokens, permutation, counted;
    bool old; /* LoadGen before 5 */
    struct requested requested[REQUESTED_MOST];
    size_t requested_count;
    unsigned arguments;
    double generated; /* samples of the one query of an Offline run; 0: not told */
    struct loadgen_said errors;
};

static int bid(const struct sniff *sniff)
{
    struct str first = sniff_first_line(sniff);
    bool mine = str_starts(first, STR(":::MLLOG ")) &&
                str_find(first, STR("\"mlperf::logging\"")) != SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

static bool flag(const struct detail *in, const char *name)
{
    const struct json_item *item =
        in->at.metadata ? json_member(in->at.metadata, str_from(name)) : NULL;
    return item && json_type(item) == JSON_TRUE;
}

static void told_fact(struct detail *in, enum key key, struct str instance, enum unit unit)
{
    (void)reading_fact(in->log.reading, key, instance, mllog_text(&in->at), unit,
                       mllog_place(&in->at));
}

static void argument_fact(struct detail *in, struct str instance, struct str text,
                          struct place place)
{
    if (in->arguments++ < ARGUMENTS_MOST)
        (void)reading_fact(in->log.reading, KEY_METHOD_ARGUMENTS, instance, text, UNIT_NONE, place);
}

/* ---- settings ---- */

static bool own_setting(struct detail *in)
{
    bool limit = str_eq(in->at.key, STR("effective_target_latency_ns")) &&
                 in->log.scenario == LOADGEN_SERVER && !in->tokens;
    if (limit) {
        told_fact(in, KEY_LOAD_CONSTRAINT, STR("latency"), UNIT_NANOSECOND);
        return true;
    }
    for (size_t i = 0; i < ARRAY_COUNT(settings); i++) {
        bool token = settings[i].fact == KEY_LOAD_CONSTRAINT;
        if (str_eq(in->at.key, settings[i].key) && (settings[i].of & in->log.scenario) &&
            (!token || in->tokens)) {
            loadgen_setting(&in->log, settings[i].fact, str_from(settings[i].instance),
                            mllog_text(&in->at), settings[i].unit, mllog_place(&in->at));
            return true;
        }
    }
    return false;
}

static void setting_noted(struct detail *in)
{
    struct str text = mllog_text(&in->at);
    if (str_ends(in->at.key, STR("_scenario"))) {
        bool inferred =
            !in->log.reading->feed && str_find(in->log.reading->bytes, inferred_key) != SIZE_MAX;
        loadgen_scenario(&in->log, text, inferred);
    } else if (str_ends(in->at.key, STR("_test_mode"))) {
        in->log.accuracy = str_eq(text, STR("AccuracyOnly"));
    } else if (str_ends(in->at.key, STR("_use_token_latencies"))) {
        in->tokens = str_eq(text, STR("true"));
    } else if (str_ends(in->at.key, STR("_sample_concatenate_permutation"))) {
        in->permutation = str_eq(text, STR("true"));
    }
}

static void requested_keep(struct detail *in, struct str name)
{
    if (in->requested_count < REQUESTED_MOST) {
        struct arena *home = in->log.reading->home;
        struct place place = mllog_place(&in->at);
        place.path = str_keep(home, place.path);
        in->requested[in->requested_count++] =
            (struct requested){ .key = str_keep(home, in->at.key),
                                .name = str_keep(home, name),
                                .text = str_keep(home, mllog_text(&in->at)),
                                .place = place };
    }
}

/* True: a line of settings. */
static bool setting_line(struct detail *in)
{
    static const struct str asked = STR_INIT("requested_");
    static const struct str took = STR_INIT("effective_");
    if (!str_starts(in->at.key, asked) && !str_starts(in->at.key, took))
        return false;
    setting_noted(in);
    bool own = own_setting(in);
    struct str name = str_sub(in->at.key, asked.len, in->at.key.len);
    if (str_starts(in->at.key, asked)) {
        if (!own)
            requested_keep(in, name);
        return true;
    }
    for (size_t i = 0; i < in->requested_count; i++) {
        struct requested *asked_for = &in->requested[i];
        asked_for->told = asked_for->told || (str_eq(asked_for->name, name) &&
                                              str_eq(asked_for->text, mllog_text(&in->at)));
    }
    if (!own)
        argument_fact(in, in->at.key, mllog_text(&in->at), mllog_place(&in->at));
    return true;
}

static void requested_rest(struct detail *in)
{
    for (size_t i = 0; i < in->requested_count; i++)
        if (!in->requested[i].told)
            argument_fact(in, in->requested[i].key, in->requested[i].text, in->requested[i].place);
}

/* ---- results ---- */

/* "99.00_percentile" is "p99", "mean" "mean"; empty: another word. */
static struct str statistic_of(const struct detail *in, struct str word)
{
    static const struct str percentile = STR_INIT("_percentile");
    if (str_eq(word, STR("min")) || str_eq(word, STR("max")) || str_eq(word, STR("mean")))
        return word;
    return str_ends(word, percentile)
               ? loadgen_percentile(&in->log, str_sub(word, 0, word.len - percentile.len))
               : (struct str){ 0 };
}

static bool statistic_line(struct detail *in)
{
    for (size_t i = 0; i < ARRAY_COUNT(statistics); i++) {
        struct str before = str_from(statistics[i].before);
        struct str behind = str_from(statistics[i].behind);
        if (!str_starts(in->at.key, before) || !str_ends(in->at.key, behind) ||
            in->at.key.len <= before.len + behind.len)
            continue;
        struct str word = str_sub(in->at.key, before.len, in->at.key.len - behind.len);
        struct str name = statistic_of(in, word);
        if (name.len > 0) {
            loadgen_figure(&in->log, statistics[i].key, name, mllog_text(&in->at), UNIT_NANOSECOND,
                           mllog_place(&in->at));
            return true;
        }
    }
    return false;
}

static bool figure_line(struct detail *in)
{
    struct str text = mllog_text(&in->at);
    struct loadgen_said rate = { 0 };
    for (size_t i = 0; i < ARRAY_COUNT(figures); i++) {
        const struct figure_row *row = &figures[i];
        bool estimate = row->fact == KEY_LATENCY_EARLY_STOPPING;
        if (!str_eq(in->at.key, row->key))
            continue;
        bool there = (row->of & in->log.scenario) && !(row->no_tokens && in->tokens) &&
                     !(estimate && str_eq(text, STR("0"))); /* too few queries for it */
        if (there) {
            loadgen_figure(&in->log, row->fact, str_from(row->instance), text, row->unit,
                           mllog_place(&in->at));
        }
        return true;
    }
    if (str_eq(in->at.key, STR("result_qps_without_loadgen_overhead")) &&
        loadgen_number(text, &rate.value, &rate.slack)) {
        rate.text = str_keep(in->log.reading->home, text);
        rate.place = mllog_place(&in->at);
        rate.place.path = str_keep(in->log.reading->home, rate.place.path);
        in->log.single_rate = rate;
        return true;
    }
    return statistic_line(in);
}

static bool verdict_line(struct detail *in)
{
    struct str text = mllog_text(&in->at);
    if (str_eq(in->at.key, STR("result_validity"))) {
        loadgen_verdict(&in->log, text, mllog_place(&in->at));
        return true;
    }
    if (str_eq(in->at.key, STR("result_invalid_reason"))) {
        loadgen_reason(&in->log, text, mllog_place(&in->at));
        return true;
    }
    for (size_t i = 0; i < ARRAY_COUNT(conditions); i++) {
        if (str_eq(in->at.key, conditions[i])) {
            loadgen_condition(&in->log, in->at.key, text, str_eq(text, STR("true")),
                              mllog_place(&in->at));
            return true;
        }
    }
    for (size_t i = 0; i < ARRAY_COUNT(outcomes); i++) {
        if (str_eq(in->at.key, outcomes[i])) {
            if (str_trim(text).len > 0)
                told_fact(in, KEY_RUN_CONDITION, in->at.key, UNIT_NONE);
            return true;
        }
    }
    return false;
}

/* ---- the other lines ---- */

/* "08-01-2025 17:04:17.291", in UTC. False: another text. */
static bool power_time(struct reading *reading, struct str text, double *out)
{
    enum { DATE = 10, YEAR = 6 };
    struct moment moment;
    if (text.len < DATE)
        return false;
    struct str turned =
        str_format(reading->scratch, "%.*s-%.*s%.*s", STR_ARG(str_sub(text, YEAR, DATE)),
                   STR_ARG(str_sub(text, 0, 5)), STR_ARG(str_sub(text, DATE, text.len)));
    if (!time_read(turned, &moment))
        return false;
    *out = moment.unix_s;
    return true;
}

/* Of an accuracy run each part of the data set has its own: no load that a figure rests on. */
static bool load_line(struct detail *in)
{
    bool begin = str_eq(in->at.key, STR("power_begin"));
    double seconds;
    if (!begin && !str_eq(in->at.key, STR("power_end")))
        return false;
    struct str text = mllog_text(&in->at);
    if (!power_time(in->log.reading, text, &seconds)) {
        reading_error(in->log.reading, DIAG_VALUE_BAD, mllog_place(&in->at),
                      STR("MM-DD-YYYY HH:MM:SS.mmm"), text);
    } else if (!in->log.accuracy) { /* told twice, not the same: a contradiction */
        reading_number(in->log.reading, begin ? KEY_LOAD_BEGIN : KEY_LOAD_END, STR(""), text,
                       seconds, UNIT_SECOND, mllog_place(&in->at));
    }
    return true;
}

static void generated_line(struct detail *in)
{
    double slack;
    bool offline = in->log.scenario == LOADGEN_OFFLINE && !in->log.accuracy && !in->counted;
    if (offline && !(in->old && in->permutation) &&
        loadgen_number(mllog_text(&in->at), &in->generated, &slack)) {
        loadgen_figure(&in->log, KEY_REQUESTS_COMPLETED, STR(""), mllog_text(&in->at), UNIT_REQUEST,
                       mllog_place(&in->at));
        in->counted = true;
    }
}

static void build_line(struct detail *in)
{
    struct str text = mllog_text(&in->at);
    if (str_eq(in->at.key, STR("loadgen_version"))) {
        in->old = str_starts(text, STR("4.")) || str_starts(text, STR("3."));
        told_fact(in, KEY_METHOD_TOOL_VERSION, STR(""), UNIT_NONE);
    } else if (str_eq(in->at.key, STR("loadgen_git_status_message")) && str_trim(text).len > 0) {
        loadgen_remark(&in->log, text, mllog_place(&in->at));
    } else if (str_eq(in->at.key, STR("num_errors"))) {
        (void)loadgen_number(text, &in->errors.value, &in->errors.slack);
        in->errors.text = str_keep(in->log.reading->home, text);
        in->errors.place = mllog_place(&in->at);
        in->errors.place.path = str_keep(in->log.reading->home, in->errors.place.path);
    }
}

static bool told_line(struct detail *in)
{
    for (size_t i = 0; i < ARRAY_COUNT(told); i++) {
        if (!str_eq(in->at.key, told[i]))
            continue;
        bool generated = str_starts(in->at.key, STR("generated_"));
        if (str_eq(in->at.key, STR("generated_samples_per_query")))
            generated_line(in);
        if (!generated || !in->log.accuracy) /* an accuracy run has many */
            argument_fact(in, in->at.key, mllog_text(&in->at), mllog_place(&in->at));
        return true;
    }
    return false;
}

/* How all keys of verdicts and figures begin. */
static bool is_of_results(struct str key)
{
    return str_starts(key, STR("result_")) || str_starts(key, STR("early_stopping_"));
}

static void line_read(struct detail *in)
{
    if (!in->at.value) {
        reading_error(in->log.reading, DIAG_LINE_BAD,
                      json_place(in->at.json, json_root(in->at.json)), STR("a member \"value\""),
                      in->at.line.text);
    } else if (flag(in, "is_error")) {
        loadgen_error(&in->log, mllog_text(&in->at), mllog_place(&in->at));
    } else if (flag(in, "is_warning")) {
        loadgen_remark(&in->log, mllog_text(&in->at), mllog_place(&in->at));
    } else if (!setting_line(in) && !load_line(in) && !told_line(in)) {
        bool result =
            !in->log.accuracy && is_of_results(in->at.key) && (verdict_line(in) || figure_line(in));
        if (!result)
            build_line(in);
    }
}

/* ---- what cannot all be true ---- */

static void offline_check(struct detail *in)
{
    const double ns = 1e9;
    const struct loadgen_said *rate = loadgen_find(&in->log, KEY_THROUGHPUT_SAMPLES, STR(""));
    const struct loadgen_said *slowest = loadgen_find(&in->log, KEY_LATENCY_REQUEST, STR("max"));
    if (!rate || !slowest || in->generated <= 0 || in->log.scenario != LOADGEN_OFFLINE)
        return;
    double made = rate->value * slowest->value / ns;
    double slack = rate->slack * slowest->value / ns + rate->value * slowest->slack / ns;
    if (fabs(made - in->generated) > slack * (1 + 1e-6)) {
        reading_contradiction(in->log.reading, rate->text, rate->place,
                              str_format(in->log.reading->scratch,
                                         "%.0f samples in %.*s ns make another rate", in->generated,
                                         STR_ARG(slowest->text)));
    }
}

static void errors_check(struct detail *in)
{
    if (in->errors.text.len > 0 && in->errors.value < (double)in->log.errors) {
        reading_contradiction(
            in->log.reading, in->errors.text, in->errors.place,
            str_format(in->log.reading->scratch, "%u lines are errors", in->log.errors));
    }
}

/* How all keys begin that are looked at above. */
static const struct str beginnings[] = {
    STR_INIT("early_stopping_"),
    STR_INIT("effective_"),
    STR_INIT("generated_"),
    STR_INIT("loadgen_"),
    STR_INIT("num_errors"),
    STR_INIT("power_"),
    STR_INIT("qsl_"),
    STR_INIT("requested_"),
    STR_INIT("result_"),
    STR_INIT("sut_name"),
    STR_INIT("test_"),
};

/* Where the file is decoded meanwhile, inferred figures are looked for all over the line: they
 * stand behind what they make of the scenario. */
static bool is_idle(const struct reading *reading, struct str line, struct str key)
{
    for (size_t i = 0; i < ARRAY_COUNT(beginnings); i++)
        if (key.len > 0 && key.at[0] == beginnings[i].at[0] && str_starts(key, beginnings[i]))
            return false;
    return !reading->feed || str_find(line, inferred_key) == SIZE_MAX;
}

static bool read(struct reading *reading)
{
    struct detail *in = ARENA_NEW(reading->scratch, struct detail);
    struct mllog log;
    in->log.reading = reading;
    mllog_begin(&log, reading, false);
    log.idle = is_idle;
    struct arena_mark mark = arena_mark(reading->scratch);
    while (mllog_next(&log, &in->at)) {
        /* It stands behind what it makes of the scenario. */
        reading->whole_wanted =
            reading->whole_wanted ||
            (reading->feed && str_find(in->at.line.text, inferred_key) != SIZE_MAX);
        line_read(in);
        arena_rewind(reading->scratch, mark);
    }
    requested_rest(in);
    benchmark_named(&in->log, in->log.seed.text, in->log.seed.place);
    loadgen_check(&in->log);
    offline_check(in);
    errors_check(in);
    if (!in->log.accuracy && in->log.verdict.text.len == 0)
        reading_missing(reading, "result_validity");
    return true;
}

const struct adapter adapter_mlperf_detail = {
    .name = "mlperf-log-detail",
    .title = "Settings, errors and result of a run of MLPerf Inference",
    .tool = "MLPerf Inference LoadGen 4 to 6, mlperf_log_detail.txt",
    .spec = "mlcommons/inference, loadgen/results.cc, loadgen.cc and test_settings_internal.cc",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .feeds = true,
    .traits = TRAIT_LOGS,
};
