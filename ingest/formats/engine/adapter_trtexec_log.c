/* adapter_trtexec_log.c - console output of TensorRT's trtexec, kept as a log (TensorRT 7 to 10).
 *
 * "[date] [I] text" lines. Up to TensorRT 8.0 statistics stand in blocks ("Host Latency", then
 * "mean: 0.6 ms (end to end 1.0 ms)"), later on one line ("Latency: min = 0.6 ms, ..."). Latency is
 * input transfer + computing + output transfer of one query while the next is already queued, and
 * throughput is queries over the host's wall time: neither is what an application waits. Identities
 * of the tool are checked within what its printing rounds away, since logs are edited: queries x
 * mean computing time = total computing time, queries / wall time = throughput, at least the asked
 * number of queries. Defined by TensorRT, samples/common/sampleReporting.cpp. */
#include "reading.h"
#include "sniff.h"

#include <math.h>

/* How much of the text behind the label is the value. */
enum part { PART_WHOLE, PART_NUMBER, PART_WARMUP, PART_FIRST };

static const struct label_row {
    struct str label;
    enum key key;
    enum part part;
    const char *instance; /* of engine.settings */
} labels[] = {
    { STR_INIT("Batch"), KEY_ENGINE_SETTINGS, PART_WHOLE, "Batch" },
    { STR_INIT("CUDA Graph"), KEY_ENGINE_SETTINGS, PART_WHOLE, "CUDA Graph" },
    { STR_INIT("Calibration"), KEY_PRECISION_QUANTISER, PART_WHOLE, NULL },
    { STR_INIT("Compute Capability"), KEY_ACCELERATOR_CAPABILITY, PART_WHOLE, "0" },
    { STR_INIT("Data transfers"), KEY_ENGINE_SETTINGS, PART_WHOLE, "Data transfers" },
    { STR_INIT("Device Global Memory"), KEY_ACCELERATOR_MEMORY_TOTAL, PART_WHOLE, "0" },
    { STR_INIT("Duration"), KEY_METHOD_WARMUP, PART_WARMUP, NULL },
    { STR_INIT("Duration"), KEY_METHOD_STOP_VALUE, PART_FIRST, NULL },
    { STR_INIT("Input inference shapes"), KEY_INPUT_SHAPE, PART_WHOLE, NULL },
    { STR_INIT("Iterations"), KEY_ENGINE_SETTINGS, PART_WHOLE, "Iterations" },
    { STR_INIT("Model"), KEY_MODEL_FILE, PART_WHOLE, NULL },
    { STR_INIT("Multithreading"), KEY_ENGINE_SETTINGS, PART_WHOLE, "Multithreading" },
    { STR_INIT("Precision"), KEY_PRECISION_COMPUTE, PART_WHOLE, NULL },
    { STR_INIT("SMs"), KEY_ACCELERATOR_MULTIPROCESSORS, PART_WHOLE, "0" },
    { STR_INIT("Selected Device"), KEY_ACCELERATOR_NAME, PART_WHOLE, "0" },
    { STR_INIT("Spin-wait"), KEY_ENGINE_SETTINGS, PART_WHOLE, "Spin-wait" },
    { STR_INIT("Streams"), KEY_ENGINE_SETTINGS, PART_WHOLE, "Streams" },
    { STR_INIT("TensorRT version"), KEY_METHOD_TOOL_VERSION, PART_WHOLE, NULL },
    { STR_INIT("Throughput"), KEY_THROUGHPUT_REQUESTS, PART_NUMBER, NULL },
    { STR_INIT("Total GPU Compute Time"), KEY_COMPUTE_TOTAL, PART_WHOLE, NULL },
    { STR_INIT("Total Host Walltime"), KEY_WALL_TIME, PART_WHOLE, NULL },
    { STR_INIT("throughput"), KEY_THROUGHPUT_REQUESTS, PART_NUMBER, NULL },
    { STR_INIT("total compute time"), KEY_COMPUTE_TOTAL, PART_WHOLE, NULL },
    { STR_INIT("walltime"), KEY_WALL_TIME, PART_WHOLE, NULL },
};

static const struct block_row { /* a statistic over queries: its heading in old and new logs */
    struct str label;
    enum key key;
} blocks[] = {
    { STR_INIT("D2H Latency"), KEY_LATENCY_FROM_DEVICE },
    { STR_INIT("Enqueue Time"), KEY_LATENCY_ENQUEUE },
    { STR_INIT("GPU Compute"), KEY_LATENCY_COMPUTE },
    { STR_INIT("GPU Compute Time"), KEY_LATENCY_COMPUTE },
    { STR_INIT("H2D Latency"), KEY_LATENCY_TO_DEVICE },
    { STR_INIT("Host Latency"), KEY_LATENCY_REQUEST },
    { STR_INIT("Latency"), KEY_LATENCY_REQUEST },
};

static const struct str remarks[] = {
    STR_INIT("GPU compute time is unstable"),
    STR_INIT("Throughput may be bound by"),
    STR_INIT("Calibrator is not being used"),
};

enum { REMARKS_MOST = 64 };

struct stated { /* a number of the log, for the identities */
    struct str text;
    struct place place;
    double value, slack; /* slack: half a unit of the last digit printed */
    bool there;
};
struct log {
    struct reading *reading;
    struct line line;
    enum key block; /* of the lines that follow; KEY_COUNT: none */
    struct stated queries, asked, wall, compute, mean, rate;
    unsigned averages, remarks;
};

static int bid(const struct sniff *sniff)
{
    bool mine = str_find(sniff->head, STR("[I] === Model Options ===")) != SIZE_MAX ||
                str_find(sniff->head, STR("&&&& RUNNING TensorRT.trtexec")) != SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

/* "[11/02/2021-09:15:15] [I] text" and "[TRT] text" without what stands in front. */
static struct str bare(struct str text)
{
    while (str_starts(text, STR("["))) {
        size_t end = str_find(text, STR("] "));
        if (end == SIZE_MAX)
            return text;
        text = str_trim(str_sub(text, end + 2, text.len));
    }
    return str_starts(text, STR("* ")) ? str_sub(text, 2, text.len) : text;
}

static struct str first_word(struct str text)
{
    size_t blank = str_find(text, STR(" "));
    return str_sub(text, 0, blank == SIZE_MAX ? text.len : blank);
}

static void log_fact(const struct log *in, enum key key, struct str instance, struct str text,
                     enum unit unit)
{
    reading_fact(in->reading, key, instance, text, unit, line_place(in->reading, &in->line, text));
}

/* Half a unit of the last digit of "0.50". */
static double slack_of(struct str number)
{
    size_t point = str_find(number, STR("."));
    return point == SIZE_MAX ? 0.5 : 0.5 * pow(10, -(double)(number.len - point - 1));
}

static void state(const struct log *in, struct stated *out, struct str text, double factor)
{
    struct str number = first_word(text);
    double value;
    if (num_real(number, &value)) {
        *out = (struct stated){ str_keep(in->reading->home, text),
                                line_place(in->reading, &in->line, text), value * factor,
                                slack_of(number) * factor, true };
    }
}

static void label_state(struct log *in, const struct label_row *row, struct str text)
{
    if (row->key == KEY_THROUGHPUT_REQUESTS)
        state(in, &in->rate, text, 1);
    else if (row->key == KEY_COMPUTE_TOTAL)
        state(in, &in->compute, text, 1);
    else if (row->key == KEY_WALL_TIME)
        state(in, &in->wall, text, 1);
    else if (row->instance && str_eq(row->label, STR("Iterations")))
        state(in, &in->asked, text, 1);
}

static struct str part_of(enum part part, struct str value)
{
    size_t open = str_find(value, STR("(+ "));
    switch (part) {
    case PART_NUMBER:
    case PART_FIRST:
        return first_word(value);
    case PART_WARMUP:
        if (open == SIZE_MAX)
            return (struct str){ 0 };
        return str_sub(value, open + 3, value.len - (str_ends(value, STR(")")) ? 1U : 0U));
    case PART_WHOLE:
        break;
    }
    return value;
}

static bool label_facts(struct log *in, struct str label, struct str value)
{
    bool known = false;
    for (size_t i = 0; i < ARRAY_COUNT(labels); i++) {
        const struct label_row *row = &labels[i];
        struct str text = str_eq(label, row->label) ? part_of(row->part, value) : (struct str){ 0 };
        known = known || str_eq(label, row->label);
        if (text.len > 0) {
            log_fact(in, row->key, str_from(row->instance), text, UNIT_NONE);
            label_state(in, row, text);
        }
    }
    return known;
}

/* "0.6 ms": number with its unit, up to what else the line says. */
static struct str duration_of(struct str text)
{
    size_t ms = str_find(text, STR(" ms"));
    return str_sub(text, 0, ms == SIZE_MAX ? text.len : ms + 3);
}

static struct str instance_of(const struct log *in, struct str word, struct str percent)
{
    if (str_eq(word, STR("median")))
        return STR("p50");
    size_t end = str_find(percent, STR("%"));
    return str_starts(word, STR("percentile")) && end != SIZE_MAX
               ? str_format(in->reading->scratch, "p%.*s", (int)end, percent.at)
               : word;
}

static void statistic(struct log *in, enum key key, struct str instance, struct str text)
{
    struct str value = duration_of(text);
    log_fact(in, key, instance, value, UNIT_MILLISECOND);
    if (key == KEY_LATENCY_COMPUTE && str_eq(instance, STR("mean")))
        state(in, &in->mean, value, 1e-3);
}

/* "min: 0.6 ms (end to end 1.0 ms)", "percentile: 0.6 ms at 99% (end to end 1.0 ms at 99%)" */
static bool block_line(struct log *in, struct str word, struct str value)
{
    static const struct str words[] = { STR_INIT("max"), STR_INIT("mean"), STR_INIT("median"),
                                        STR_INIT("min"), STR_INIT("percentile") };
    bool known = false;
    for (size_t i = 0; i < ARRAY_COUNT(words); i++)
        known = known || str_eq(word, words[i]);
    if (!known || in->block == KEY_COUNT)
        return false;
    size_t at = str_find(value, STR(" at "));
    struct str percent = at == SIZE_MAX ? STR("") : str_sub(value, at + 4, value.len);
    struct str instance = instance_of(in, word, percent);
    statistic(in, in->block, instance, value);
    size_t end = str_find(value, STR("(end to end "));
    if (end != SIZE_MAX)
        statistic(in, KEY_LATENCY_END_TO_END, instance, str_sub(value, end + 12, value.len));
    return true;
}

/* "min = 0.6 ms, max = 0.9 ms, percentile(99%) = 0.8 ms" */
static void block_whole(struct log *in, enum key key, struct str rest)
{
    struct str part;
    while (str_cut(&rest, ',', &part)) {
        struct str value = str_trim(part);
        struct str word;
        if (!str_cut(&value, '=', &word) || !value.at)
            continue;
        word = str_trim(word);
        size_t open = str_find(word, STR("("));
        struct str percent = open == SIZE_MAX ? STR("") : str_sub(word, open + 1, word.len);
        statistic(in, key, instance_of(in, str_sub(word, 0, open), percent), str_trim(value));
    }
}

static const struct block_row *block_find(struct str label)
{
    for (size_t i = 0; i < ARRAY_COUNT(blocks); i++)
        if (str_eq(label, blocks[i].label))
            return &blocks[i];
    return NULL;
}

static void remark_facts(struct log *in, struct str text)
{
    for (size_t i = 0; i < ARRAY_COUNT(remarks); i++) {
        size_t at = str_find(text, remarks[i]);
        if (at != SIZE_MAX && in->remarks < REMARKS_MOST) {
            log_fact(in, KEY_RESULT_REMARK, str_format(in->reading->scratch, "%u", in->remarks++),
                     str_sub(text, at, text.len), UNIT_NONE);
        }
    }
}

/* "&&&& PASSED TensorRT.trtexec [TensorRT v8601] # trtexec --onnx=..." */
static void verdict_facts(struct log *in, struct str text)
{
    struct str rest = str_sub(text, 5, text.len);
    struct str word = first_word(rest);
    size_t command = str_find(text, STR(" # "));
    if (str_eq(word, STR("RUNNING")))
        return;
    log_fact(in, KEY_RUN_VALID, STR(""), word, UNIT_NONE);
    size_t version = str_find(text, STR("[TensorRT v"));
    if (version != SIZE_MAX && (command == SIZE_MAX || version < command)) {
        struct str number = str_sub(text, version + 11, text.len);
        log_fact(in, KEY_METHOD_TOOL_VERSION, STR("packed"),
                 str_sub(number, 0, str_find(number, STR("]"))), UNIT_NONE);
    }
    if (command != SIZE_MAX)
        log_fact(in, KEY_METHOD_COMMAND, STR(""), str_sub(text, command + 3, text.len), UNIT_NONE);
}

/* "Timing trace has 1024 queries over 3.00142 s" */
static void trace_facts(struct log *in, struct str text)
{
    struct str count = first_word(str_sub(text, STR("Timing trace has ").len, text.len));
    log_fact(in, KEY_REQUESTS_COMPLETED, STR(""), count, UNIT_REQUEST);
    state(in, &in->queries, count, 1);
    in->queries.slack = 0;
}

static void line_facts(struct log *in)
{
    struct str text = bare(str_trim(in->line.text));
    struct str value = text;
    struct str label;
    const struct block_row *heading = block_find(text);
    if (str_starts(text, STR("&&&& "))) {
        verdict_facts(in, text);
    } else if (str_starts(text, STR("Timing trace has "))) {
        trace_facts(in, text);
    } else if (str_starts(text, STR("Average on "))) {
        in->averages++;
    } else if (heading) {
        in->block = heading->key;
    } else if (str_cut(&value, ':', &label) && value.at) {
        const struct block_row *block = block_find(label);
        value = str_trim(value);
        if (block && value.len > 0)
            block_whole(in, block->key, value);
        else if (!block_line(in, label, value))
            (void)label_facts(in, label, value);
    }
    remark_facts(in, text);
}

/* ---- identities ---- */

static void identities_check(struct log *in)
{
    struct reading *reading = in->reading;
    const struct stated *n = &in->queries;
    if (!n->there)
        return;
    if (in->asked.there && n->value < in->asked.value) {
        reading_contradiction(
            reading, n->text, n->place,
            str_format(reading->scratch, "at least %.*s were asked for", STR_ARG(in->asked.text)));
    }
    if (in->averages > n->value) {
        reading_contradiction(
            reading, n->text, n->place,
            str_format(reading->scratch, "averages over queries stand %u times", in->averages));
    }
    double computed = n->value * in->mean.value;
    if (in->mean.there && in->compute.there &&
        fabs(computed - in->compute.value) > n->value * in->mean.slack + in->compute.slack) {
        reading_contradiction(reading, in->compute.text, in->compute.place,
                              str_format(reading->scratch, "%.*s queries of %.*s make another sum",
                                         STR_ARG(n->text), STR_ARG(in->mean.text)));
    }
    if (in->wall.there && in->rate.there && in->wall.value > 0 &&
        fabs(n->value / in->wall.value - in->rate.value) >
            in->rate.slack + in->rate.value * in->wall.slack / in->wall.value) {
        reading_contradiction(reading, in->rate.text, in->rate.place,
                              str_format(reading->scratch, "%.*s queries in %.*s make another rate",
                                         STR_ARG(n->text), STR_ARG(in->wall.text)));
    }
}

static bool read(struct reading *reading)
{
    struct log in = { .reading = reading, .block = KEY_COUNT };
    struct lines lines;
    reading_lines(&lines, reading);
    while (lines_next(&lines, &in.line))
        line_facts(&in);
    identities_check(&in);
    if (!in.queries.there && !in.rate.there)
        reading_missing(reading, "Timing trace has ... queries");
    return true;
}

const struct adapter adapter_trtexec_log = {
    .name = "trtexec-log",
    .title = "Latency and throughput of a TensorRT engine",
    .tool = "trtexec, TensorRT 7 to 10",
    .spec = "TensorRT, samples/common/sampleReporting.cpp and sampleOptions.cpp",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .mark = "[I] === Model Options ===",
    .feeds = true,
};
