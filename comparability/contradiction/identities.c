/* identities.c - what the figures of one run must satisfy among themselves, whoever printed them.
 *
 * Arithmetic identities hold in every honest file within the printed resolution of each operand:
 * half a unit of the last digit written. Each operand is taken as a range; an identity is broken
 * only where the range of what follows and the range of what is stated do not meet. Beside them:
 * figures that are true but mislead (a percentile beyond its sample, an offered rate not met,
 * answers without a token that count as successes).
 *
 * A file of several runs has their indices in front of instances: each index is judged by itself.
 */
#include "identities.h"
#include "model/likeness.h"

#include "base/num.h"
#include "model/traits.h"

#include <math.h>
#include <string.h>

enum { CONTEXTS_MOST = 512, FILES_MOST = 64 };

/* ---- identities ---- */

/* c = a / b of the same run; `mean`: c is the mean of a statistic. */
static const struct quotient_row {
    const char *id;
    enum key a, b, c;
    bool mean;
    const char *says;
} quotients[] = {
    { "request-rate", KEY_REQUESTS_COMPLETED, KEY_WALL_TIME, KEY_THROUGHPUT_REQUESTS, false,
      "requests completed / wall time is not the request throughput" },
    { "output-rate", KEY_TOKENS_OUTPUT, KEY_WALL_TIME, KEY_THROUGHPUT_OUTPUT_TOKENS, false,
      "output tokens / wall time is not the output throughput" },
    { "input-rate", KEY_TOKENS_INPUT, KEY_WALL_TIME, KEY_THROUGHPUT_PROMPT_TOKENS, false,
      "input tokens / wall time is not the input throughput" },
    { "total-rate", KEY_TOKENS_TOTAL, KEY_WALL_TIME, KEY_THROUGHPUT_TOTAL_TOKENS, false,
      "tokens / wall time is not the throughput of tokens" },
    { "output-mean", KEY_TOKENS_OUTPUT, KEY_REQUESTS_COMPLETED, KEY_OUTPUT_REALISED, true,
      "output tokens / requests completed is not the mean output of a request" },
    { "input-mean", KEY_TOKENS_INPUT, KEY_REQUESTS_COMPLETED, KEY_INPUT_REALISED, true,
      "input tokens / requests completed is not the mean input of a request" },
};
/* c = a + b */
static const struct sum_row {
    const char *id;
    enum key a, b, c;
    const char *says;
} sums[] = {
    { "total-of-rates", KEY_THROUGHPUT_PROMPT_TOKENS, KEY_THROUGHPUT_OUTPUT_TOKENS,
      KEY_THROUGHPUT_TOTAL_TOKENS, "input and output throughput do not add up to the total" },
    { "total-per-accelerator", KEY_THROUGHPUT_INPUT_PER_ACCELERATOR,
      KEY_THROUGHPUT_OUTPUT_PER_ACCELERATOR, KEY_THROUGHPUT_TOTAL_PER_ACCELERATOR,
      "input and output throughput per accelerator do not add up to the total" },
};
/* a <= b */
static const struct limit_row {
    const char *id;
    enum key a, b;
    const char *says;
} limits[] = {
    { "completed-of-offered", KEY_REQUESTS_COMPLETED, KEY_LOAD_REQUESTS,
      "more requests completed than were offered" },
    { "peak-of-limit", KEY_CONCURRENCY_PEAK, KEY_LOAD_CONCURRENCY,
      "more requests were in flight than the limit allows" },
    { "allocated-of-reserved", KEY_MEMORY_ALLOCATED, KEY_MEMORY_RESERVED,
      "more memory was allocated at its peak than was ever reserved" },
};

/* Rates over another window than the wall time satisfy no quotient with it. */
static bool over_wall(const struct fact *rate)
{
    if (!rate->defined)
        return false;
    enum definition definition = rate->defined->definition;
    return definition == DEFINITION_RATE_WALL || definition == DEFINITION_RATE_SPAN ||
           definition == DEFINITION_RATE_BY_ENGINE;
}

static void quotient_check(struct checking *in, const struct quotient_row *row)
{
    struct range a, b, c;
    struct str statistic = row->mean ? STR("mean") : (struct str){ 0 };
    if (!operand_plain(in, row->a, &a) || !operand_plain(in, row->b, &b) ||
        !operand_range(in, row->c, statistic, &c) || b.low <= 0 ||
        (!row->mean && !over_wall(c.fact)))
        return;
    if (!ranges_meet(c, a.low / b.high, a.high / b.low)) {
        struct contradiction *out = contradiction_say(in, CONTRADICTION_BROKEN, row->id, row->says);
        contradiction_name(out, c.fact);
        contradiction_name(out, a.fact);
        contradiction_name(out, b.fact);
    }
}

static void sum_check(struct checking *in, const struct sum_row *row)
{
    struct range a, b, c;
    if (!operand_plain(in, row->a, &a) || !operand_plain(in, row->b, &b) ||
        /* means of windows do not add up, nor do rates by accelerators of two kinds */
        !operand_plain(in, row->c, &c) || !over_wall(c.fact) || !over_wall(a.fact) ||
        !over_wall(b.fact))
        return;
    if (!ranges_meet(c, a.low + b.low, a.high + b.high)) {
        struct contradiction *out = contradiction_say(in, CONTRADICTION_BROKEN, row->id, row->says);
        contradiction_name(out, c.fact);
        contradiction_name(out, a.fact);
        contradiction_name(out, b.fact);
    }
}

/* (input + output) / wall = total, where no input throughput is printed. */
static void total_check(struct checking *in)
{
    struct range input, output, wall, total;
    if (!operand_plain(in, KEY_TOKENS_INPUT, &input) ||
        !operand_plain(in, KEY_TOKENS_OUTPUT, &output) ||
        !operand_plain(in, KEY_WALL_TIME, &wall) ||
        !operand_plain(in, KEY_THROUGHPUT_TOTAL_TOKENS, &total) || wall.low <= 0 ||
        !over_wall(total.fact))
        return;
    if (!ranges_meet(total, (input.low + output.low) / wall.high,
                     (input.high + output.high) / wall.low)) {
        struct contradiction *out =
            contradiction_say(in, CONTRADICTION_BROKEN, "total-tokens-rate",
                              "input and output tokens / wall time is not the total throughput");
        contradiction_name(out, total.fact);
        contradiction_name(out, input.fact);
        contradiction_name(out, output.fact);
        contradiction_name(out, wall.fact);
    }
}

/* vLLM and SGLang count a request in flight in each whole second that it touches. In one second a
 * place of the limit ends as many as fit by their latency, and is touched by one more at either
 * end; of latencies only the mean is told, and twice as many are allowed for. Where no latency is
 * told, twice the limit. */
static double peak_most(const struct checking *in, double limit)
{
    struct range latency;
    if (!operand_range(in, KEY_LATENCY_REQUEST, STR("mean"), &latency) || latency.low <= 0)
        return 2 * limit;
    return limit * (2 + 2 / latency.low);
}

static void limit_check(struct checking *in, const struct limit_row *row)
{
    struct range a, b;
    if (!operand_plain(in, row->a, &a) || !operand_plain(in, row->b, &b) || a.low <= b.high)
        return;
    bool peak = row->a == KEY_CONCURRENCY_PEAK && a.low <= peak_most(in, b.high);
    struct contradiction *out = contradiction_say(
        in, peak ? CONTRADICTION_MISCOUNTED : CONTRADICTION_BROKEN, row->id, row->says);
    contradiction_name(out, a.fact);
    contradiction_name(out, b.fact);
}

/* Little (1961): the mean of requests in flight is rate x mean latency, and cannot be above the
 * limit; and where the tool prints that mean, it is that product. A client that sends at a rate of
 * its own and holds requests back at the limit may count latency from when a request was due, so
 * that the product holds those that wait, too. */
static void little_check(struct checking *in)
{
    struct range rate, latency, limit, mean, offered;
    if (!operand_plain(in, KEY_THROUGHPUT_REQUESTS, &rate) ||
        !operand_range(in, KEY_LATENCY_REQUEST, STR("mean"), &latency) || !over_wall(rate.fact))
        return;
    if (operand_plain(in, KEY_LOAD_CONCURRENCY, &limit) && rate.low * latency.low > limit.high) {
        bool due = operand_plain(in, KEY_LOAD_RATE, &offered);
        struct contradiction *out = contradiction_say(
            in, due ? CONTRADICTION_THIN : CONTRADICTION_BROKEN, due ? "little-open" : "little",
            due ? "request throughput x mean latency is above the limit of requests in flight: "
                  "latencies may hold the wait for a place"
                : "request throughput x mean latency is above the limit of requests in flight");
        contradiction_name(out, limit.fact);
        contradiction_name(out, rate.fact);
        contradiction_name(out, latency.fact);
    }
    if (operand_plain(in, KEY_CONCURRENCY_MEAN, &mean) &&
        !ranges_meet(mean, rate.low * latency.low, rate.high * latency.high)) {
        struct contradiction *out = contradiction_say(
            in, CONTRADICTION_BROKEN, "little-mean",
            "request throughput x mean latency is not the mean of requests in flight");
        contradiction_name(out, mean.fact);
        contradiction_name(out, rate.fact);
        contradiction_name(out, latency.fact);
    }
}

/* Mean latency = mean TTFT + mean TPOT x (tokens - 1), where each request gave the tokens asked
 * for. */
static void constant_length_check(struct checking *in)
{
    struct range output, requests, asked, latency, first, token;
    if (!operand_plain(in, KEY_TOKENS_OUTPUT, &output) ||
        !operand_plain(in, KEY_REQUESTS_COMPLETED, &requests) ||
        !operand_plain(in, KEY_OUTPUT_LENGTH, &asked) || asked.low < 2 ||
        fabs(output.low - requests.low * asked.low) > 0 ||
        !operand_range(in, KEY_LATENCY_REQUEST, STR("mean"), &latency) ||
        !operand_range(in, KEY_TTFT_CLIENT, STR("mean"), &first) ||
        !operand_range(in, KEY_TPOT_REQUEST, STR("mean"), &token))
        return;
    const double share = 1e-3; /* TPOT may be taken from the gaps, TTFT from another clock read */
    double rest = asked.low - 1;
    double low = (first.low + token.low * rest) * (1 - share);
    double high = (first.high + token.high * rest) * (1 + share);
    if (!ranges_meet(latency, low, high)) {
        struct contradiction *out = contradiction_say(
            in, CONTRADICTION_BROKEN, "latency-of-parts",
            "mean latency is not time to first token and the other tokens' time together");
        contradiction_name(out, latency.fact);
        contradiction_name(out, first.fact);
        contradiction_name(out, token.fact);
        contradiction_name(out, asked.fact);
    }
}

/* Served below 95 % of what was offered: latency then depends on how long the run was. */
static void rate_check(struct checking *in)
{
    const double share = 0.95;
    struct range offered, served;
    if (!operand_plain(in, KEY_LOAD_RATE, &offered) ||
        !(operand_plain(in, KEY_LOAD_RATE_REACHED, &served) ||
          operand_plain(in, KEY_THROUGHPUT_REQUESTS, &served)) ||
        served.high >= share * offered.low)
        return;
    struct contradiction *out =
        contradiction_say(in, CONTRADICTION_THIN, "rate-not-met",
                          "the offered request rate was not met: latencies grow with "
                          "the length of the run");
    contradiction_name(out, offered.fact);
    contradiction_name(out, served.fact);
}

/* ---- two views ---- */

/* The client's and the server's figure of one thing. */
static const struct view_row {
    const char *id;
    enum key client, server;
    bool mean;
    const char *says;
} views[] = {
    { "tpot-client-server", KEY_TPOT_REQUEST, KEY_TPOT_SERVER, true,
      "client and server tell different times per output token of one run" },
    { "ttft-client-server", KEY_TTFT_CLIENT, KEY_TTFT_SERVER, true,
      "client and server tell different times to first token of one run" },
    { "latency-client-server", KEY_LATENCY_REQUEST, KEY_LATENCY_SERVER, true,
      "client and server tell different latencies of one run" },
    { "requests-client-server", KEY_REQUESTS_COMPLETED, KEY_REQUESTS_SERVER, false,
      "client and server count different numbers of requests in one run" },
};

static void view_check(struct checking *in, const struct view_row *row)
{
    const double share = 0.05; /* a network's way there and back */
    struct range client, server;
    struct str statistic = row->mean ? STR("mean") : (struct str){ 0 };
    if (!operand_range(in, row->client, statistic, &client) ||
        !operand_range(in, row->server, statistic, &server))
        return;
    double larger = fmax(client.high, server.high);
    if (fabs(client.low - server.low) > share * larger) {
        struct contradiction *out = contradiction_say(in, CONTRADICTION_VIEWS, row->id, row->says);
        contradiction_name(out, client.fact);
        contradiction_name(out, server.fact);
    }
}

/* ---- two files of one run ---- */

/* Figures of one run that a tool writes twice, side by side in one folder. */

/* Half a unit of the last digit written, also in front of an exponent ("1.23457e+06"). */
static double written_resolution(struct str text, double value)
{
    size_t exponent = str_find(text, STR("e"));
    double scale = 0;
    if (exponent == SIZE_MAX)
        return resolution_of(text, value);
    struct str power = str_sub(text, exponent + 1, text.len);
    power = str_starts(power, STR("+")) ? str_sub(power, 1, power.len) : power;
    return num_real(power, &scale)
               ? resolution_of(str_sub(text, 0, exponent), value) * pow(10, scale)
               : fabs(value);
}

static struct str folder_of(const struct fact *fact)
{
    return str_folder(fact->source.evidence ? fact->source.evidence->name : (struct str){ 0 });
}

static bool told_by(const struct fact *fact, unsigned trait)
{
    return fact->defined && fact->value.number && evidence_has(fact->source.evidence, trait);
}

static bool written_otherwise(const struct fact *a, const struct fact *b)
{
    double slack = fmax(written_resolution(a->value.text, a->value.value),
                        written_resolution(b->value.text, b->value.value));
    return a->value.unit == b->value.unit && fabs(a->value.value - b->value.value) > slack * 1.001;
}

static void twice_check(struct checking *in)
{
    const struct facts *facts = in->told->facts;
    for (size_t i = 0; i < facts_count(facts); i++) {
        const struct fact *a = facts_at(facts, i);
        for (size_t j = 0; told_by(a, TRAIT_SUMS_UP) && j < facts_count(facts); j++) {
            const struct fact *b = facts_at(facts, j);
            if (told_by(b, TRAIT_LOGS) && a->key == b->key && str_eq(a->instance, b->instance) &&
                str_eq(folder_of(a), folder_of(b)) && written_otherwise(a, b)) {
                struct contradiction *out = contradiction_say(
                    in, CONTRADICTION_BROKEN, "summary-and-log",
                    "the tool's summary and its log tell different figures of one run");
                contradiction_name(out, a);
                contradiction_name(out, b);
            }
        }
    }
}

/* ---- all of them ---- */

/* What one file says of itself. */
static void file_check(struct checking *in)
{
    for (size_t i = 0; i < ARRAY_COUNT(quotients); i++)
        quotient_check(in, &quotients[i]);
    for (size_t i = 0; i < ARRAY_COUNT(sums); i++)
        sum_check(in, &sums[i]);
    total_check(in);
    for (size_t i = 0; i < ARRAY_COUNT(limits); i++)
        limit_check(in, &limits[i]);
    little_check(in);
    constant_length_check(in);
}

/* Files that hold what an identity follows from. */
static size_t files_of(const struct checking *in, const struct evidence **out)
{
    const struct facts *facts = in->told->facts;
    size_t count = 0;
    for (size_t i = 0; i < facts_count(facts); i++) {
        const struct fact *fact = facts_at(facts, i);
        enum group group = vocabulary_row(fact->key)->group;
        bool known = !fact->source.evidence || !str_eq(fact->instance, in->context) ||
                     (group != GROUP_RESULT && group != GROUP_WORKLOAD);
        for (size_t k = 0; k < count && !known; k++)
            known = out[k] == fact->source.evidence;
        if (!known && count < FILES_MOST)
            out[count++] = fact->source.evidence;
    }
    return count;
}

static void context_check(struct checking *in)
{
    const struct evidence **file = ARENA_MANY(in->home, FILES_MOST, const struct evidence *);
    size_t files = files_of(in, file);
    for (size_t i = 0; i < files; i++) {
        in->file = file[i];
        file_check(in);
    }
    in->file = NULL;
    rate_check(in);
    for (size_t i = 0; i < ARRAY_COUNT(views); i++)
        view_check(in, &views[i]);
    statistics_check(in);
    samples_check(in);
}

/* Indices of the runs of a file: instances of what every run has once. */
static size_t contexts_of(const struct facts *facts, struct str *out)
{
    static const enum key once[] = { KEY_REQUESTS_COMPLETED, KEY_THROUGHPUT_REQUESTS,
                                     KEY_THROUGHPUT_OUTPUT_TOKENS, KEY_LOAD_CONCURRENCY,
                                     KEY_THROUGHPUT_SAMPLES };
    size_t count = 0;
    for (size_t i = 0; i < facts_count(facts); i++) {
        const struct fact *fact = facts_at(facts, i);
        bool wanted = false, known = false;
        for (size_t k = 0; k < ARRAY_COUNT(once); k++)
            wanted = wanted || fact->key == once[k];
        for (size_t k = 0; wanted && k < count; k++)
            known = known || str_eq(out[k], fact->instance);
        if (wanted && !known && count < CONTEXTS_MOST)
            out[count++] = fact->instance;
    }
    return count;
}

size_t contradictions_of(struct arena *home, const struct told *told,
                         struct contradiction **contradictions)
{
    struct str *context = ARENA_MANY(home, CONTEXTS_MOST, struct str);
    size_t contexts = contexts_of(told->facts, context);
    struct checking in = { .home = home,
                           .told = told,
                           .out = ARENA_MANY(home, CONTRADICTIONS_MOST, struct contradiction) };
    percentiles_gather(&in);
    for (size_t i = 0; i < contexts; i++) {
        in.context = context[i];
        context_check(&in);
    }
    percentiles_check(&in);
    for (size_t i = 0; i < told->series_count; i++) { /* of programs, which complete no requests */
        if (told->series[i].key == KEY_ITERATION_DURATION) {
            in.context = told->series[i].instance;
            series_check(&in, &told->series[i]);
        }
    }
    in.context = (struct str){ 0 };
    twice_check(&in);
    *contradictions = in.out;
    return in.count;
}

size_t contradicting_views(struct arena *home, const struct facts *facts,
                           struct contradiction **contradictions)
{
    const struct told told = { .facts = facts };
    struct str *context = ARENA_MANY(home, CONTEXTS_MOST, struct str);
    size_t contexts = contexts_of(facts, context);
    struct checking in = { .home = home,
                           .told = &told,
                           .out = ARENA_MANY(home, CONTRADICTIONS_MOST, struct contradiction) };
    for (size_t i = 0; i < contexts; i++) {
        in.context = context[i];
        for (size_t k = 0; k < ARRAY_COUNT(views); k++)
            view_check(&in, &views[k]);
    }
    *contradictions = in.out;
    return in.count;
}

bool outputs_differ(const struct facts *a, const struct facts *b, struct contradiction *out)
{
    static const enum key same[] = { KEY_MODEL_NAME, KEY_LOAD_REQUESTS, KEY_REQUESTS_COMPLETED,
                                     KEY_TOKENS_INPUT };
    const double share = 0.02;
    double of_a, of_b;
    for (size_t i = 0; i < ARRAY_COUNT(same); i++) {
        const struct fact *left = facts_best(a, same[i], (struct str){ 0 });
        const struct fact *right = facts_best(b, same[i], (struct str){ 0 });
        if (!left || !right || !str_eq(left->value.text, right->value.text))
            return false;
    }
    const struct fact *left = facts_best(a, KEY_TOKENS_OUTPUT, (struct str){ 0 });
    const struct fact *right = facts_best(b, KEY_TOKENS_OUTPUT, (struct str){ 0 });
    if (!left || !right || !fact_base(left, &of_a) || !fact_base(right, &of_b) ||
        fabs(of_a - of_b) <= share * fmax(of_a, of_b))
        return false;
    *out = (struct contradiction){ .kind = CONTRADICTION_THIN,
                                   .id = "other-output",
                                   .says = "the same requests got answers of different length: "
                                           "throughputs compare answers, not machines",
                                   .fact = { left, right },
                                   .count = 2 };
    return true;
}

const char *contradiction_word(enum contradiction_kind kind)
{
    /* Two ways to count are no contradiction. */
    return kind == CONTRADICTION_BROKEN || kind == CONTRADICTION_VIEWS ? "contradiction"
                                                                       : "caution";
}
