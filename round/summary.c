/* summary.c - mlperf_log_summary.txt: "name : value" lines, told by the names of the detailed log.
 *
 * The suite's checker reads no summary, people read nothing else: what it says is kept to be held
 * against the detailed log (loadgen/results.cc, LogSummary). */
#include "base/num.h"
#include "log.h"

#include <string.h>

static const struct row {
    struct str name;          /* up to the last colon, blanks off both ends */
    enum said_key key, query; /* query: below "Per-query latency:" and of a MultiStream headline */
} rows[] = {
    { STR_INIT("SUT name"), SAID_SUT_NAME, SAID_SUT_NAME },
    { STR_INIT("Scenario"), SAID_SCENARIO, SAID_SCENARIO },
    { STR_INIT("Mode"), SAID_TEST_MODE, SAID_TEST_MODE },
    { STR_INIT("Samples per second"), SAID_SAMPLES_RATE, SAID_SAMPLES_RATE },
    { STR_INIT("Completed samples per second"), SAID_COMPLETED_RATE, SAID_COMPLETED_RATE },
    { STR_INIT("Scheduled samples per second"), SAID_SCHEDULED_RATE, SAID_SCHEDULED_RATE },
    { STR_INIT("Tokens per second"), SAID_TOKENS_RATE, SAID_TOKENS_RATE },
    { STR_INIT("Completed tokens per second"), SAID_TOKENS_COMPLETED, SAID_TOKENS_COMPLETED },
    { STR_INIT("Tokens per second (inferred)"), SAID_TOKENS_INFERRED, SAID_TOKENS_INFERRED },
    { STR_INIT("Completed tokens per second (inferred)"), SAID_TOKENS_INFERRED_COMPLETED,
      SAID_TOKENS_INFERRED_COMPLETED },
    { STR_INIT("Result is"), SAID_VALIDITY, SAID_VALIDITY },
    { STR_INIT("Performance constraints satisfied"), SAID_CONSTRAINTS_MET, SAID_CONSTRAINTS_MET },
    { STR_INIT("Min duration satisfied"), SAID_DURATION_MET, SAID_DURATION_MET },
    { STR_INIT("Min queries satisfied"), SAID_QUERIES_MET, SAID_QUERIES_MET },
    { STR_INIT("Early stopping satisfied"), SAID_EARLY_STOPPING_MET, SAID_EARLY_STOPPING_MET },
    { STR_INIT("90.0th percentile latency (ns)"), SAID_LATENCY_P90, SAID_QUERY_P90 },
    { STR_INIT("99.0th percentile latency (ns)"), SAID_LATENCY_P99, SAID_QUERY_P99 },
    { STR_INIT("90.0th first token percentile latency (ns)"), SAID_TTFT_P90, SAID_TTFT_P90 },
    { STR_INIT("* Early stopping 90.0th percentile estimate"), SAID_EARLY_SS, SAID_EARLY_SS },
    { STR_INIT("* Early stopping 99.0th percentile estimate"), SAID_EARLY_MS, SAID_EARLY_MS },
    { STR_INIT("QPS w/ loadgen overhead"), SAID_QPS_WITH, SAID_QPS_WITH },
    { STR_INIT("QPS w/o loadgen overhead"), SAID_QPS_WITHOUT, SAID_QPS_WITHOUT },
    { STR_INIT("Min latency (ns)"), SAID_LATENCY_MIN, SAID_QUERY_MIN },
    { STR_INIT("Max latency (ns)"), SAID_LATENCY_MAX, SAID_QUERY_MAX },
    { STR_INIT("Mean latency (ns)"), SAID_LATENCY_MEAN, SAID_QUERY_MEAN },
    { STR_INIT("50.00 percentile latency (ns)"), SAID_LATENCY_P50, SAID_QUERY_P50 },
    { STR_INIT("90.00 percentile latency (ns)"), SAID_LATENCY_P90, SAID_QUERY_P90 },
    { STR_INIT("95.00 percentile latency (ns)"), SAID_LATENCY_P95, SAID_QUERY_P95 },
    { STR_INIT("97.00 percentile latency (ns)"), SAID_LATENCY_P97, SAID_QUERY_P97 },
    { STR_INIT("99.00 percentile latency (ns)"), SAID_LATENCY_P99, SAID_QUERY_P99 },
    { STR_INIT("99.90 percentile latency (ns)"), SAID_LATENCY_P999, SAID_QUERY_P999 },
    { STR_INIT("Min First Token latency (ns)"), SAID_TTFT_MIN, SAID_TTFT_MIN },
    { STR_INIT("Max First Token latency (ns)"), SAID_TTFT_MAX, SAID_TTFT_MAX },
    { STR_INIT("Mean First Token latency (ns)"), SAID_TTFT_MEAN, SAID_TTFT_MEAN },
    { STR_INIT("50.00 percentile first token latency (ns)"), SAID_TTFT_P50, SAID_TTFT_P50 },
    { STR_INIT("90.00 percentile first token latency (ns)"), SAID_TTFT_P90, SAID_TTFT_P90 },
    { STR_INIT("95.00 percentile first token latency (ns)"), SAID_TTFT_P95, SAID_TTFT_P95 },
    { STR_INIT("97.00 percentile first token latency (ns)"), SAID_TTFT_P97, SAID_TTFT_P97 },
    { STR_INIT("99.00 percentile first token latency (ns)"), SAID_TTFT_P99, SAID_TTFT_P99 },
    { STR_INIT("99.90 percentile first token latency (ns)"), SAID_TTFT_P999, SAID_TTFT_P999 },
    { STR_INIT("Min Time to Output Token (ns)"), SAID_TPOT_MIN, SAID_TPOT_MIN },
    { STR_INIT("Max Time to Output Token (ns)"), SAID_TPOT_MAX, SAID_TPOT_MAX },
    { STR_INIT("Mean Time to Output Token (ns)"), SAID_TPOT_MEAN, SAID_TPOT_MEAN },
    { STR_INIT("Min Time per Output Token (ns)"), SAID_TPOT_MIN, SAID_TPOT_MIN },
    { STR_INIT("Max Time per Output Token (ns)"), SAID_TPOT_MAX, SAID_TPOT_MAX },
    { STR_INIT("Mean Time per Output Token (ns)"), SAID_TPOT_MEAN, SAID_TPOT_MEAN },
    { STR_INIT("50.00 percentile time to output token (ns)"), SAID_TPOT_P50, SAID_TPOT_P50 },
    { STR_INIT("90.00 percentile time to output token (ns)"), SAID_TPOT_P90, SAID_TPOT_P90 },
    { STR_INIT("95.00 percentile time to output token (ns)"), SAID_TPOT_P95, SAID_TPOT_P95 },
    { STR_INIT("97.00 percentile time to output token (ns)"), SAID_TPOT_P97, SAID_TPOT_P97 },
    { STR_INIT("99.00 percentile time to output token (ns)"), SAID_TPOT_P99, SAID_TPOT_P99 },
    { STR_INIT("99.90 percentile time to output token (ns)"), SAID_TPOT_P999, SAID_TPOT_P999 },
    { STR_INIT("samples_per_query"), SAID_SAMPLES_PER_QUERY, SAID_SAMPLES_PER_QUERY },
    { STR_INIT("target_qps"), SAID_TARGET_QPS, SAID_TARGET_QPS },
    { STR_INIT("target_latency (ns)"), SAID_TARGET_LATENCY, SAID_TARGET_LATENCY },
    { STR_INIT("ttft_latency (ns)"), SAID_TTFT_LIMIT, SAID_TTFT_LIMIT },
    { STR_INIT("tpot_latency (ns)"), SAID_TPOT_LIMIT, SAID_TPOT_LIMIT },
    { STR_INIT("max_async_queries"), SAID_MAX_ASYNC, SAID_MAX_ASYNC },
    { STR_INIT("min_duration (ms)"), SAID_MIN_DURATION, SAID_MIN_DURATION },
    { STR_INIT("max_duration (ms)"), SAID_MAX_DURATION, SAID_MAX_DURATION },
    { STR_INIT("min_query_count"), SAID_MIN_QUERIES, SAID_MIN_QUERIES },
    { STR_INIT("max_query_count"), SAID_MAX_QUERIES, SAID_MAX_QUERIES },
    { STR_INIT("qsl_rng_seed"), SAID_QSL_SEED, SAID_QSL_SEED },
    { STR_INIT("sample_index_rng_seed"), SAID_SAMPLE_SEED, SAID_SAMPLE_SEED },
    { STR_INIT("schedule_rng_seed"), SAID_SCHEDULE_SEED, SAID_SCHEDULE_SEED },
    { STR_INIT("performance_sample_count"), SAID_PERFORMANCE_SAMPLES, SAID_PERFORMANCE_SAMPLES },
    { STR_INIT("accuracy_sample_count"), SAID_ACCURACY_SAMPLES, SAID_ACCURACY_SAMPLES },
};

/* What the detailed log writes for it. */
static struct str as_detail(enum said_key key, struct str text)
{
    bool condition = key == SAID_CONSTRAINTS_MET || key == SAID_DURATION_MET ||
                     key == SAID_QUERIES_MET || key == SAID_EARLY_STOPPING_MET;
    if (!condition)
        return text;
    return str_eq(text, STR("Yes")) ? STR("true") : STR("false");
}

struct summary {
    struct arena *home;
    struct log *out;
    bool per_query, multi_stream;
};

/* Said before, and not the same. A run of tokens tells two estimates of early stopping. */
static void row_note(struct summary *in, const struct row *row, struct str text)
{
    enum said_key key = in->per_query ? row->query : row->key;
    struct said *said = &in->out->said[key];
    text = as_detail(key, text);
    if (!said->text.at) {
        *said = (struct said){ .text = str_keep(in->home, text), .line = in->out->lines };
    } else if (in->out->twice_line == 0 && key != SAID_EARLY_SS && key != SAID_EARLY_MS &&
               !str_eq(said->text, text)) {
        in->out->twice_line = in->out->lines;
        in->out->twice = str_from(said_name(key));
    }
}

static void tail_note(struct summary *in, struct str text)
{
    struct str rest = text, count;
    double number;
    if (str_starts(text, STR("No errors encountered")) ||
        str_starts(text, STR("No warnings/errors encountered"))) {
        in->out->counted_errors = true;
    } else if (str_find(text, STR(" ERROR")) != SIZE_MAX &&
               str_find(text, STR(" encountered")) != SIZE_MAX && str_cut(&rest, ' ', &count) &&
               num_real(count, &number) && number >= 0 && number < 4e9) {
        in->out->counted_errors = true;
        in->out->errors = (uint32_t)number;
        in->out->error[0].line = in->out->lines;
        in->out->error[0].text = str_keep(in->home, text);
    }
}

static void line_note(struct summary *in, struct str line)
{
    struct str text = str_trim(line);
    size_t colon = text.len;
    while (colon > 0 && text.at[colon - 1] != ':')
        colon--;
    if (str_eq(text, STR("Per-query latency:"))) {
        in->per_query = true;
        return;
    }
    if (str_starts(text, STR("Test Parameters Used")))
        in->per_query = false;
    if (colon == 0) {
        tail_note(in, text);
        return;
    }
    struct str name = str_trim(str_sub(text, 0, colon - 1));
    struct str value = str_trim(str_sub(text, colon, text.len));
    if (str_eq(name, STR("Scenario")) && str_eq(value, STR("MultiStream")))
        in->multi_stream = true;
    bool headline = in->multi_stream && str_find(name, STR("th percentile latency")) != SIZE_MAX;
    for (size_t i = 0; i < ARRAY_COUNT(rows) && value.len > 0; i++) {
        if (str_eq(rows[i].name, name)) {
            bool was = in->per_query;
            in->per_query = was || headline;
            row_note(in, &rows[i], value);
            in->per_query = was;
            return;
        }
    }
}

void log_read_summary(struct arena *home, struct str bytes, struct log *out)
{
    struct summary in = { .home = home, .out = out };
    struct str rest = bytes, line;
    out->read = true;
    out->size = bytes.len;
    out->ended = bytes.len > 0 && bytes.at[bytes.len - 1] == '\n';
    while (str_cut(&rest, '\n', &line)) {
        out->lines++;
        line_note(&in, line);
    }
}
