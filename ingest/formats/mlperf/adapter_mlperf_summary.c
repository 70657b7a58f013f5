/* adapter_mlperf_summary.c - mlperf_log_summary.txt of MLPerf Inference's load generator.
 *
 * "label : value" with ragged blanks, in three parts: the result, additional statistics, the
 * settings. The headline of a single stream is a percentile of the latencies and no estimate; the
 * estimates of early stopping stand behind it. Of several streams the statistics are those of
 * queries, else those of samples. After a run in AccuracyOnly mode the file has its last two lines
 * only. "Time to Output Token" is "Time per Output Token" since LoadGen 6. Seeds need 64 bits, so
 * they stay text. Defined by mlcommons/inference, loadgen/results.cc and test_settings_internal.cc.
 */
#include "benchmark.h"
#include "sniff.h"

static const struct figure_row { /* of the scenarios named */
    struct str label;
    enum key key;
    enum unit unit;
    unsigned of;
} figures[] = {
    { STR_INIT("Completed samples per second"), KEY_THROUGHPUT_SAMPLES, UNIT_SAMPLE_PER_SECOND,
      LOADGEN_SERVER },
    { STR_INIT("Completed tokens per second"), KEY_THROUGHPUT_OUTPUT_TOKENS, UNIT_TOKEN_PER_SECOND,
      LOADGEN_SERVER },
    { STR_INIT("Completed tokens per second (inferred)"), KEY_THROUGHPUT_OUTPUT_TOKENS,
      UNIT_TOKEN_PER_SECOND, LOADGEN_SERVER },
    { STR_INIT("QPS w/ loadgen overhead"), KEY_THROUGHPUT_SAMPLES, UNIT_SAMPLE_PER_SECOND,
      LOADGEN_SINGLE_STREAM },
    { STR_INIT("Samples per second"), KEY_THROUGHPUT_SAMPLES, UNIT_SAMPLE_PER_SECOND,
      LOADGEN_OFFLINE },
    { STR_INIT("Scheduled samples per second"), KEY_LOAD_RATE_REACHED, UNIT_REQUEST_PER_SECOND,
      LOADGEN_SERVER },
    { STR_INIT("TPS w/ loadgen overhead"), KEY_THROUGHPUT_OUTPUT_TOKENS, UNIT_TOKEN_PER_SECOND,
      LOADGEN_SINGLE_STREAM },
    { STR_INIT("Tokens per second"), KEY_THROUGHPUT_OUTPUT_TOKENS, UNIT_TOKEN_PER_SECOND,
      LOADGEN_OFFLINE },
    { STR_INIT("Tokens per second (inferred)"), KEY_THROUGHPUT_OUTPUT_TOKENS, UNIT_TOKEN_PER_SECOND,
      LOADGEN_OFFLINE },
};
/* What stands behind "Min", "Max", "Mean", "50.00 percentile" or "90th percentile". */
static const struct statistic_row {
    struct str label;
    enum key key;
} statistics[] = {
    { STR_INIT("First Token latency (ns)"), KEY_TTFT_CLIENT },
    { STR_INIT("Time per Output Token (ns)"), KEY_TPOT_REQUEST },
    { STR_INIT("Time to Output Token (ns)"), KEY_TPOT_REQUEST },
    { STR_INIT("first token latency (ns)"), KEY_TTFT_CLIENT },
    { STR_INIT("first token percentile latency (ns)"), KEY_TTFT_CLIENT },
    { STR_INIT("latency (ns)"), KEY_LATENCY_REQUEST },
    { STR_INIT("percentile latency (ns)"), KEY_LATENCY_REQUEST },
    { STR_INIT("time per output token (ns)"), KEY_TPOT_REQUEST },
    { STR_INIT("time to output token (ns)"), KEY_TPOT_REQUEST },
};
static const struct str conditions[] = {
    STR_INIT("Early stopping satisfied"),
    STR_INIT("Min duration satisfied"),
    STR_INIT("Min queries satisfied"),
    STR_INIT("Performance constraints satisfied"),
};
static const struct setting_row { /* settings that are more than an argument */
    struct str label;
    enum key key;
    const char *instance;
    enum unit unit;
    unsigned of;
} settings[] = {
    { STR_INIT("qsl_rng_seed"), KEY_WORKLOAD_SEED, "", UNIT_NONE, LOADGEN_ANY },
    { STR_INIT("sample_index_rng_seed"), KEY_WORKLOAD_SEED, "sample index", UNIT_NONE,
      LOADGEN_ANY },
    { STR_INIT("schedule_rng_seed"), KEY_WORKLOAD_SEED, "schedule", UNIT_NONE, LOADGEN_ANY },
    { STR_INIT("target_latency (ns)"), KEY_LOAD_CONSTRAINT, "latency", UNIT_NANOSECOND,
      LOADGEN_SERVER },
    { STR_INIT("target_qps"), KEY_LOAD_RATE, "", UNIT_REQUEST_PER_SECOND, LOADGEN_SERVER },
    { STR_INIT("tpot_latency (ns)"), KEY_LOAD_CONSTRAINT, "tpot", UNIT_NANOSECOND, LOADGEN_SERVER },
    { STR_INIT("ttft_latency (ns)"), KEY_LOAD_CONSTRAINT, "ttft", UNIT_NANOSECOND, LOADGEN_SERVER },
};

enum part { PART_RESULT, PART_REASONS, PART_STOPPING, PART_STATISTICS, PART_SETTINGS };
enum { SETTINGS_MOST = 128 };
struct summary {
    struct loadgen log;
    struct line line;
    enum part part;
    struct str stopping; /* "TTFT Early Stopping Result" */
    bool stopping_said;
    unsigned settings;
    bool ended; /* the line about errors, which is the last */
};

static const struct str opening = STR_INIT("MLPerf Results Summary");
static const struct str no_warnings = STR_INIT("No warnings encountered during test.");
static const struct str no_errors = STR_INIT("No errors encountered during test.");

static int bid(const struct sniff *sniff)
{
    if (str_starts(sniff_first_line(sniff), STR("=====")) && sniff_line_starts(sniff, opening))
        return BID_SIGNATURE; /* alone: a console that has it too is another file */
    bool accuracy = str_eq(sniff_base(sniff), STR("mlperf_log_summary.txt")) &&
                    (str_find(sniff->head, STR("encountered during test.")) != SIZE_MAX ||
                     str_find(sniff->head, STR("encountered. See detailed log.")) != SIZE_MAX);
    return accuracy ? BID_SHAPE : BID_NONE;
}

static struct place place_of(const struct summary *in, struct str text)
{
    return line_place(in->log.reading, &in->line, text);
}

/* "Mean latency (ns)", "99.90 percentile latency (ns)", "90th percentile latency (ns)": the
 * statistic's name, and the rest. Empty: none of them. */
static struct str statistic_take(const struct summary *in, struct str *label)
{
    static const struct {
        struct str word, name;
    } words[] = {
        { STR_INIT("Max "), STR_INIT("max") },
        { STR_INIT("Mean "), STR_INIT("mean") },
        { STR_INIT("Min "), STR_INIT("min") },
    };
    for (size_t i = 0; i < ARRAY_COUNT(words); i++) {
        if (str_starts(*label, words[i].word)) {
            *label = str_sub(*label, words[i].word.len, label->len);
            return words[i].name;
        }
    }
    struct str rest = *label;
    struct str digits = { 0 };
    (void)str_cut(&rest, ' ', &digits);
    bool headline = str_ends(digits, STR("th"));
    digits.len -= headline ? 2 : 0;
    if (!headline && !str_starts(rest, STR("percentile ")))
        return (struct str){ 0 };
    *label = headline ? rest : str_sub(rest, STR("percentile ").len, rest.len);
    return loadgen_percentile(&in->log, digits);
}

static bool statistic_line(struct summary *in, struct str label, struct str value)
{
    struct str name = statistic_take(in, &label);
    for (size_t i = 0; name.len > 0 && i < ARRAY_COUNT(statistics); i++) {
        if (str_eq(label, statistics[i].label)) {
            bool query = statistics[i].key == KEY_LATENCY_REQUEST &&
                         in->log.scenario == LOADGEN_MULTI_STREAM;
            loadgen_figure(&in->log, query ? KEY_LATENCY_QUERY : statistics[i].key, name, value,
                           UNIT_NANOSECOND, place_of(in, value));
            return true;
        }
    }
    return false;
}

static bool figure_line(struct summary *in, struct str label, struct str value)
{
    for (size_t i = 0; i < ARRAY_COUNT(figures); i++) {
        if (str_eq(label, figures[i].label) && (figures[i].of & in->log.scenario)) {
            loadgen_figure(&in->log, figures[i].key, STR(""), value, figures[i].unit,
                           place_of(in, value));
            return true;
        }
    }
    struct loadgen_said rate = { .text = value, .place = place_of(in, value) };
    if (str_eq(label, STR("QPS w/o loadgen overhead")) &&
        loadgen_number(value, &rate.value, &rate.slack)) {
        in->log.single_rate = rate;
        return true;
    }
    return statistic_line(in, label, value);
}

static void head_line(struct summary *in, struct str label, struct str value)
{
    struct reading *reading = in->log.reading;
    if (str_eq(label, STR("SUT name"))) {
        (void)reading_fact(reading, KEY_METHOD_ARGUMENTS, label, value, UNIT_NONE,
                           place_of(in, value));
    } else if (str_eq(label, STR("Scenario"))) {
        bool inferred = str_find(reading->bytes, STR("(inferred)")) != SIZE_MAX;
        loadgen_scenario(&in->log, value, inferred);
        (void)reading_fact(reading, KEY_LOAD_SCENARIO, STR(""), value, UNIT_NONE,
                           place_of(in, value));
    } else if (str_eq(label, STR("Mode"))) {
        in->log.accuracy = str_eq(value, STR("AccuracyOnly"));
        (void)reading_fact(reading, KEY_METHOD_MODE, STR(""), value, UNIT_NONE,
                           place_of(in, value));
    } else if (str_eq(label, STR("Result is"))) {
        loadgen_verdict(&in->log, value, place_of(in, value));
    }
    for (size_t i = 0; i < ARRAY_COUNT(conditions); i++) {
        if (str_eq(label, conditions[i])) {
            loadgen_condition(&in->log, label, value, !str_eq(value, STR("NO")),
                              place_of(in, value));
        }
    }
}

static void setting_line(struct summary *in, struct str label, struct str value)
{
    struct reading *reading = in->log.reading;
    for (size_t i = 0; i < ARRAY_COUNT(settings); i++) {
        if (str_eq(label, settings[i].label) && (settings[i].of & in->log.scenario)) {
            loadgen_setting(&in->log, settings[i].key, str_from(settings[i].instance), value,
                            settings[i].unit, place_of(in, value));
            return;
        }
    }
    if (in->settings++ < SETTINGS_MOST) {
        (void)reading_fact(reading, KEY_METHOD_ARGUMENTS, label, value, UNIT_NONE,
                           place_of(in, value));
    }
}

/* " * Early stopping 90th percentile estimate: 120938" of all latencies, or of the tokens' that
 * the heading names. */
static bool estimate_line(struct summary *in, struct str text)
{
    static const struct str before = STR_INIT("Early stopping ");
    static const struct str behind = STR_INIT("th percentile estimate: ");
    size_t at = str_find(text, behind);
    if (!str_starts(text, before) || at == SIZE_MAX)
        return false;
    struct str name = loadgen_percentile(&in->log, str_sub(text, before.len, at));
    struct str value = str_trim(str_sub(text, at + behind.len, text.len));
    bool first = str_starts(in->stopping, STR("TTFT"));
    bool other = str_starts(in->stopping, STR("TPOT"));
    struct str instance = first || other ? str_format(in->log.reading->scratch, "%s %.*s",
                                                      first ? "ttft" : "tpot", STR_ARG(name))
                                         : name;
    if (name.len > 0) {
        loadgen_figure(&in->log, KEY_LATENCY_EARLY_STOPPING, instance, value, UNIT_NANOSECOND,
                       place_of(in, value));
    }
    return name.len > 0;
}

/* " * Processed at least 64 queries (4655822).": of a stream those are its queries. */
static void processed_line(struct summary *in, struct str text)
{
    size_t open = str_find(text, STR("("));
    size_t close = str_find(text, STR(")"));
    if (str_starts(text, STR("Processed at least ")) && close != SIZE_MAX && close > open &&
        (in->log.scenario == LOADGEN_SINGLE_STREAM || in->log.scenario == LOADGEN_MULTI_STREAM)) {
        struct str count = str_sub(text, open + 1, close);
        loadgen_figure(&in->log, KEY_REQUESTS_COMPLETED, STR(""), count, UNIT_REQUEST,
                       place_of(in, count));
    }
}

static void bullet_line(struct summary *in, struct str text)
{
    if (in->part == PART_REASONS) {
        loadgen_reason(&in->log, text, place_of(in, text));
        return;
    }
    if (in->part != PART_STOPPING || estimate_line(in, text))
        return;
    processed_line(in, text);
    if (!in->stopping_said) {
        (void)reading_fact(in->log.reading, KEY_RUN_CONDITION, in->stopping, text, UNIT_NONE,
                           place_of(in, text));
        in->stopping_said = true;
    } else if (!str_starts(text, STR("Would discard "))) {
        loadgen_remark(&in->log, text, place_of(in, text));
    }
}

/* "1 ERROR encountered. See detailed log.", "2 warnings encountered. See detailed log." */
static bool ending_line(struct summary *in, struct str text)
{
    if (str_eq(text, no_warnings))
        return true;
    if (str_eq(text, no_errors)) {
        in->ended = true;
        return true;
    }
    if (str_find(text, STR(" encountered. See detailed log.")) == SIZE_MAX)
        return false;
    if (str_find(text, STR(" ERROR")) != SIZE_MAX) {
        loadgen_error(&in->log, text, place_of(in, text));
        in->ended = true;
    } else {
        loadgen_remark(&in->log, text, place_of(in, text));
    }
    return true;
}

/* Headings move from part to part. */
static bool heading_line(struct summary *in, struct str text)
{
    if (str_ends(text, STR("Early Stopping Result:"))) {
        in->part = PART_STOPPING;
        in->stopping = str_sub(text, 0, text.len - 1);
        in->stopping_said = false;
    } else if (str_eq(text, STR("Recommendations:"))) {
        in->part = PART_REASONS;
    } else if (str_eq(text, STR("Additional Stats"))) {
        in->part = PART_STATISTICS;
    } else if (str_eq(text, STR("Test Parameters Used"))) {
        in->part = PART_SETTINGS;
    } else {
        return false;
    }
    return true;
}

static void line_read(struct summary *in)
{
    struct str text = str_trim(in->line.text);
    struct str value = text;
    struct str label;
    if (text.len == 0 || ending_line(in, text) || heading_line(in, text))
        return;
    if (str_starts(text, STR("* "))) {
        bullet_line(in, str_sub(text, 2, text.len));
    } else if (str_starts(text, STR("WARNING: "))) {
        loadgen_remark(&in->log, text, place_of(in, text));
    } else if (str_cut(&value, ':', &label) && value.at && str_trim(value).len > 0) {
        label = str_trim(label);
        value = str_trim(value);
        if (in->part == PART_SETTINGS)
            setting_line(in, label, value);
        else if (!figure_line(in, label, value))
            head_line(in, label, value);
    }
}

static bool read(struct reading *reading)
{
    struct summary *in = ARENA_NEW(reading->scratch, struct summary);
    struct lines lines;
    in->log.reading = reading;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &in->line))
        line_read(in);
    benchmark_named(&in->log, in->log.seed.text, in->log.seed.place);
    loadgen_check(&in->log);
    if (!in->ended) /* cut off */
        reading_missing(reading, "No errors encountered during test.");
    return true;
}

const struct adapter adapter_mlperf_summary = {
    .name = "mlperf-log-summary",
    .title = "Result of a run of MLPerf Inference",
    .tool = "MLPerf Inference LoadGen 4 to 6, mlperf_log_summary.txt",
    .spec = "mlcommons/inference, loadgen/results.cc and test_settings_internal.cc",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .silent = true,
    .traits = TRAIT_SUMS_UP,
};
