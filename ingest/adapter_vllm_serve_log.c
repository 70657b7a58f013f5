/* adapter_vllm_serve_log.c - console output of `vllm bench serve` (benchmark_serving.py before),
 * since 2024: what people keep where they did not save the result.
 *
 * "Namespace(...)" holds what the result file leaves out: seed, data set, lengths, warm-ups,
 * temperature. The result block has lines "Label (unit): value" between rules of '='; progress bars
 * with carriage returns stand around it. Several blocks in one log are several runs. Values are
 * rounded to two decimals: their writing tells their resolution. random_range_ratio means lengths
 * around n since the benchmark is a subcommand (bench_type). */
#include "reading.h"
#include "sniff.h"
#include "statistics.h"

static const struct field fields[] = {
    { "Benchmark duration (s)", KEY_WALL_TIME, UNIT_SECOND, true },
    { "Failed requests", KEY_REQUESTS_FAILED, UNIT_REQUEST, false },
    { "Input token throughput (tok/s)", KEY_THROUGHPUT_PROMPT_TOKENS, UNIT_TOKEN_PER_SECOND,
      false },
    { "Maximum request concurrency", KEY_LOAD_CONCURRENCY, UNIT_REQUEST, false },
    { "Output token throughput (tok/s)", KEY_THROUGHPUT_OUTPUT_TOKENS, UNIT_TOKEN_PER_SECOND,
      false },
    { "Peak concurrent requests", KEY_CONCURRENCY_PEAK, UNIT_REQUEST, false },
    { "Peak output token throughput (tok/s)", KEY_THROUGHPUT_OUTPUT_PEAK, UNIT_TOKEN_PER_SECOND,
      false },
    { "Request goodput (req/s)", KEY_THROUGHPUT_GOOD, UNIT_REQUEST_PER_SECOND, false },
    { "Request rate configured (RPS)", KEY_LOAD_RATE, UNIT_REQUEST_PER_SECOND, false },
    { "Request throughput (req/s)", KEY_THROUGHPUT_REQUESTS, UNIT_REQUEST_PER_SECOND, true },
    { "Successful requests", KEY_REQUESTS_COMPLETED, UNIT_REQUEST, true },
    { "Total Token throughput (tok/s)", KEY_THROUGHPUT_TOTAL_TOKENS, UNIT_TOKEN_PER_SECOND, false },
    { "Total generated tokens", KEY_TOKENS_OUTPUT, UNIT_TOKEN, false },
    { "Total input tokens", KEY_TOKENS_INPUT, UNIT_TOKEN, false },
    { "Total token throughput (tok/s)", KEY_THROUGHPUT_TOTAL_TOKENS, UNIT_TOKEN_PER_SECOND, false },
};
/* "Mean TTFT (ms)", "P99 TPOT (ms)" */
static const struct flat_row metrics[] = {
    { "", " E2EL (ms)", KEY_LATENCY_REQUEST, UNIT_MILLISECOND },
    { "", " ITL (ms)", KEY_GAP_CHUNK, UNIT_MILLISECOND },
    { "", " TPOT (ms)", KEY_TPOT_REQUEST, UNIT_MILLISECOND },
    { "", " TTFT (ms)", KEY_TTFT_CLIENT, UNIT_MILLISECOND },
};
static const struct argument_row {
    struct str name;
    enum key key;
    enum unit unit;
    bool random; /* tells of random prompts only */
} arguments[] = {
    { STR_INIT("backend"), KEY_METHOD_ENDPOINT, UNIT_NONE, false },
    { STR_INIT("burstiness"), KEY_LOAD_BURSTINESS, UNIT_RATIO, false },
    { STR_INIT("dataset_name"), KEY_DATASET_NAME, UNIT_NONE, false },
    { STR_INIT("model"), KEY_MODEL_NAME, UNIT_NONE, false },
    { STR_INIT("num_prompts"), KEY_LOAD_REQUESTS, UNIT_REQUEST, false },
    { STR_INIT("num_warmups"), KEY_METHOD_WARMUP, UNIT_NONE, false },
    { STR_INIT("random_input_len"), KEY_INPUT_LENGTH, UNIT_TOKEN, true },
    { STR_INIT("random_output_len"), KEY_OUTPUT_LENGTH, UNIT_TOKEN, true },
    { STR_INIT("random_range_ratio"), KEY_LENGTH_RANGE, UNIT_NONE, true },
    { STR_INIT("request_rate"), KEY_LOAD_RATE, UNIT_REQUEST_PER_SECOND, false },
    { STR_INIT("seed"), KEY_WORKLOAD_SEED, UNIT_NONE, false },
    { STR_INIT("temperature"), KEY_DECODING_SAMPLING, UNIT_NONE, false },
    { STR_INIT("tokenizer"), KEY_TOKENIZER_NAME, UNIT_NONE, false },
};

static const struct str opening = STR_INIT("Serving Benchmark Result");

static int bid(const struct sniff *sniff)
{
    bool recounted = str_find(sniff->head, STR("(retokenized):")) != SIZE_MAX; /* SGLang's */
    if (sniff_is_object(sniff) || recounted) {
        return BID_NONE;
    }
    if (str_find(sniff->head, opening) != SIZE_MAX) {
        return BID_SIGNATURE;
    }
    return sniff_line_starts(sniff, STR("Namespace(")) &&
                   str_find(sniff->head, STR("bench_type='serve'")) != SIZE_MAX
               ? BID_SHAPE
               : BID_NONE;
}

/* ---- Namespace(...) ----------------------------------------------------------------------------
 */

/* Takes "name=value" off the front; values may hold quotes and brackets with commas inside. */
static bool argument_take(struct str *rest, struct str *name, struct str *value)
{
    size_t depth = 0, at = 0;
    char quote = 0;
    size_t equal = SIZE_MAX;
    for (; at < rest->len; at++) {
        char c = rest->at[at];
        if (quote) {
            if (c == quote) {
                quote = 0;
            }
            continue;
        }
        if (c == '\'' || c == '"') {
            quote = c;
        } else if (c == '=' && equal == SIZE_MAX) {
            equal = at;
        } else if (c == '(' || c == '[' || c == '{') {
            depth++;
        } else if ((c == ')' || c == ']' || c == '}') && depth > 0) {
            depth--;
        } else if ((c == ',' || c == ')') && depth == 0) {
            break;
        }
    }
    if (equal == SIZE_MAX) {
        return false;
    }
    *name = str_trim(str_sub(*rest, 0, equal));
    *value = str_trim(str_sub(*rest, equal + 1, at));
    *rest = str_sub(*rest, at < rest->len ? at + 1 : at, rest->len);
    return true;
}

static struct str unquoted(struct str value)
{
    bool quoted = value.len >= 2 && (value.at[0] == '\'' || value.at[0] == '"') &&
                  value.at[value.len - 1] == value.at[0];
    return quoted ? str_sub(value, 1, value.len - 1) : value;
}

static void argument_fact(struct reading *reading, const struct line *line,
                          const struct argument_row *row, struct str value)
{
    reading_fact(reading, row->key, (struct str){ 0 }, value, row->unit,
                 line_place(reading, line, value));
}

static void arguments_read(struct reading *reading, const struct line *line)
{
    struct str rest = str_sub(line->text, sizeof "Namespace(" - 1, line->text.len);
    struct str name, value;
    bool random = str_find(rest, STR("dataset_name='random'")) != SIZE_MAX;
    reading->era = str_find(rest, STR("bench_type=")) != SIZE_MAX ? "subcommand" : NULL;
    reading_fact(reading, KEY_METHOD_ARGUMENTS, (struct str){ 0 }, line->text, UNIT_NONE,
                 line_place(reading, line, line->text));
    while (argument_take(&rest, &name, &value)) {
        value = unquoted(value);
        for (size_t i = 0; i < ARRAY_COUNT(arguments); i++) {
            if (str_eq(name, arguments[i].name) && !str_eq(value, STR("None")) &&
                (random || !arguments[i].random)) {
                bool named = arguments[i].key == KEY_DECODING_SAMPLING; /* "temperature=0.7" */
                size_t to = (size_t)(value.at + value.len - name.at);
                argument_fact(reading, line, &arguments[i],
                              named ? (struct str){ name.at, to } : value);
            }
        }
    }
}

/* ---- the result --------------------------------------------------------------------------------
 */

static bool is_rule(struct str text)
{
    text = str_trim(text);
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] != '=') {
            return false;
        }
    }
    return text.len > 0;
}

/* The mean is "Mean": statistics are named in small letters elsewhere. */
static struct str small_first(struct reading *reading, struct str word)
{
    char *copy = ARENA_MANY(reading->scratch, word.len + 1, char);
    for (size_t i = 0; i < word.len; i++) {
        char c = word.at[i];
        copy[i] = c;
        if (c >= 'A' && c <= 'Z') {
            copy[i] = (char)(c - 'A' + 'a');
        }
    }
    return (struct str){ copy, word.len };
}

static void label_read(struct reading *reading, const struct line *line, struct str text)
{
    struct str rest = text;
    struct str label;
    if (!str_cut(&rest, ':', &label) || !rest.at) {
        return;
    }
    struct str value = str_trim(rest);
    label = str_trim(label);
    for (size_t i = 0; i < ARRAY_COUNT(fields); i++) {
        if (str_eq(label, str_from(fields[i].path))) {
            reading_fact(reading, fields[i].key, (struct str){ 0 }, value, fields[i].unit,
                         line_place(reading, line, value));
        }
    }
    for (size_t i = 0; i < ARRAY_COUNT(metrics); i++) {
        struct str behind = str_from(metrics[i].behind);
        if (!str_ends(label, behind)) {
            continue;
        }
        struct str name = statistic_name(
            reading->scratch, small_first(reading, str_sub(label, 0, label.len - behind.len)));
        if (name.len > 0) {
            reading_fact(reading, metrics[i].key, reading_instance(reading, name), value,
                         metrics[i].unit, line_place(reading, line, value));
        }
    }
}

static size_t blocks_count(struct str bytes)
{
    size_t count = 0;
    for (size_t at = str_find(bytes, opening); at != SIZE_MAX; count++) {
        bytes = str_sub(bytes, at + opening.len, bytes.len);
        at = str_find(bytes, opening);
    }
    return count;
}

static bool read(struct reading *reading)
{
    struct lines lines;
    struct line line, given = { 0 };
    size_t blocks = blocks_count(reading->bytes);
    unsigned index = 0;
    bool inside = false;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line)) {
        struct str text = line.text;
        if (str_starts(line.text, STR("Namespace("))) {
            given = line;
        } else if (str_find(text, opening) != SIZE_MAX) {
            inside = (blocks == 1 && reading->selected.len == 0) ||
                     reading_run(reading, str_format(reading->scratch, "%u", index));
            index++;
            if (inside && given.text.len > 0) {
                arguments_read(reading, &given);
            }
        } else if (inside && is_rule(text)) {
            inside = false;
        } else if (inside) {
            label_read(reading, &line, text);
        }
    }
    if (blocks == 0) {
        reading_missing(reading, "Serving Benchmark Result");
    }
    return true;
}

const struct adapter adapter_vllm_serve_log = {
    .name = "vllm-serve-log",
    .title = "Console output of vLLM's serving benchmark",
    .tool = "vllm bench serve; benchmark_serving.py (2024 on)",
    .spec = "vllm/benchmarks/serve.py",
    .kind = FACT_MEASURED,
    .allows = ALLOW_BARS,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
