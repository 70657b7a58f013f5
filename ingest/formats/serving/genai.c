/* genai.c - metrics of GenAI-Perf (triton-inference-server/perf_analyzer, genai-perf) and AIPerf
 * (ai-dynamo/aiperf), whose inter token latency is (latency - TTFT) / (tokens - 1) of each request:
 * the time per output token of other tools. Chunks have a metric of their own. */
#include "genai.h"

static const struct genai_metric metrics[] = {
    { STR_INIT("benchmark_duration"), STR_INIT("benchmark duration"), KEY_WALL_TIME, UNIT_SECOND,
      true },
    { STR_INIT("error_request_count"), STR_INIT("error request count"), KEY_REQUESTS_FAILED,
      UNIT_REQUEST, true },
    { STR_INIT("good_request_throughput"), STR_INIT("goodput"), KEY_THROUGHPUT_GOOD,
      UNIT_REQUEST_PER_SECOND, true },
    { STR_INIT("goodput"), STR_INIT("good request throughput"), KEY_THROUGHPUT_GOOD,
      UNIT_REQUEST_PER_SECOND, true },
    { STR_INIT("input_sequence_length"), STR_INIT("input sequence length"), KEY_INPUT_REALISED,
      UNIT_TOKEN, false },
    { STR_INIT("inter_chunk_latency"), STR_INIT("inter chunk latency"), KEY_GAP_CHUNK,
      UNIT_MILLISECOND, false },
    { STR_INIT("inter_token_latency"), STR_INIT("inter token latency"), KEY_TPOT_REQUEST,
      UNIT_MILLISECOND, false },
    { STR_INIT("output_sequence_length"), STR_INIT("output sequence length"), KEY_OUTPUT_REALISED,
      UNIT_TOKEN, false },
    { STR_INIT("output_token_throughput"), STR_INIT("output token throughput"),
      KEY_THROUGHPUT_OUTPUT_TOKENS, UNIT_TOKEN_PER_SECOND, true },
    { STR_INIT("output_token_throughput_per_user"), STR_INIT("output token throughput per user"),
      KEY_THROUGHPUT_PER_USER, UNIT_TOKEN_PER_SECOND, false },
    { STR_INIT("output_token_throughput_per_request"),
      STR_INIT("output token throughput per request"), KEY_THROUGHPUT_PER_USER,
      UNIT_TOKEN_PER_SECOND, false },
    { STR_INIT("request_count"), STR_INIT("request count"), KEY_REQUESTS_COMPLETED, UNIT_REQUEST,
      true },
    { STR_INIT("request_latency"), STR_INIT("request latency"), KEY_LATENCY_REQUEST,
      UNIT_MILLISECOND, false },
    { STR_INIT("request_throughput"), STR_INIT("request throughput"), KEY_THROUGHPUT_REQUESTS,
      UNIT_REQUEST_PER_SECOND, true },
    { STR_INIT("time_to_first_token"), STR_INIT("time to first token"), KEY_TTFT_CLIENT,
      UNIT_MILLISECOND, false },
    { STR_INIT("time_to_second_token"), STR_INIT("time to second token"), KEY_TTST_CLIENT,
      UNIT_MILLISECOND, false },
    { STR_INIT("total_input_sequence_length"), STR_INIT("total input sequence length"),
      KEY_TOKENS_INPUT, UNIT_TOKEN, true },
    { STR_INIT("total_isl"), STR_INIT("total input sequence length"), KEY_TOKENS_INPUT, UNIT_TOKEN,
      true },
    { STR_INIT("total_osl"), STR_INIT("total output sequence length"), KEY_TOKENS_OUTPUT,
      UNIT_TOKEN, true },
    { STR_INIT("total_output_sequence_length"), STR_INIT("total output sequence length"),
      KEY_TOKENS_OUTPUT, UNIT_TOKEN, true },
    { STR_INIT("total_reasoning_tokens"), STR_INIT("total reasoning tokens"), KEY_TOKENS_REASONING,
      UNIT_TOKEN, true },
    { STR_INIT("total_token_throughput"), STR_INIT("total token throughput"),
      KEY_THROUGHPUT_TOTAL_TOKENS, UNIT_TOKEN_PER_SECOND, true },
    { STR_INIT("ttft"), STR_INIT("time to first token"), KEY_TTFT_CLIENT, UNIT_MILLISECOND, false },
    { STR_INIT("ttst"), STR_INIT("time to second token"), KEY_TTST_CLIENT, UNIT_MILLISECOND,
      false },
};

static char small(char c)
{
    if (c >= 'A' && c <= 'Z')
        return (char)(c - 'A' + 'a');
    return c;
}

static bool same_letters(struct str text, struct str in_small)
{
    if (text.len != in_small.len)
        return false;
    for (size_t i = 0; i < text.len; i++)
        if (small(text.at[i]) != in_small.at[i])
            return false;
    return true;
}

const struct genai_metric *genai_by_tag(struct str tag)
{
    for (size_t i = 0; i < ARRAY_COUNT(metrics); i++)
        if (str_eq(tag, metrics[i].tag))
            return &metrics[i];
    return NULL;
}

const struct genai_metric *genai_by_title(struct str title)
{
    for (size_t i = 0; i < ARRAY_COUNT(metrics); i++)
        if (same_letters(title, metrics[i].title))
            return &metrics[i];
    return NULL;
}

bool genai_unit(struct str text, enum unit *unit)
{
    static const struct {
        struct str text;
        enum unit unit;
    } units[] = {
        { STR_INIT("count"), UNIT_REQUEST }, /* of requests; GenAI-Perf's word */
        { STR_INIT("ms"), UNIT_MILLISECOND },
        { STR_INIT("ns"), UNIT_NANOSECOND },
        { STR_INIT("requests"), UNIT_REQUEST },
        { STR_INIT("requests/sec"), UNIT_REQUEST_PER_SECOND },
        { STR_INIT("s"), UNIT_SECOND },
        { STR_INIT("sec"), UNIT_SECOND },
        { STR_INIT("tokens"), UNIT_TOKEN },
        { STR_INIT("tokens/sec"), UNIT_TOKEN_PER_SECOND },
        { STR_INIT("tokens/sec/user"), UNIT_TOKEN_PER_SECOND },
        { STR_INIT("us"), UNIT_MICROSECOND },
    };
    for (size_t i = 0; i < ARRAY_COUNT(units); i++) {
        if (str_eq(text, units[i].text)) {
            *unit = units[i].unit;
            return true;
        }
    }
    return false;
}

bool genai_lines(struct reading *reading,
                 void (*each)(void *self, const struct json *json, uint32_t line), void *self)
{
    struct lines lines;
    struct line line;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line)) {
        struct arena_mark mark = arena_mark(reading->scratch);
        struct json *json = NULL;
        if (str_trim(line.text).len == 0)
            continue;
        if (!json_read_line(reading->scratch, reading->name, line.text, line.number, line.offset,
                            reading->limits, &json, reading->diags))
            return false;
        each(self, json, line.number);
        arena_rewind(reading->scratch, mark);
    }
    return true;
}
