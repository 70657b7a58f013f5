/* loadgen.c - what LoadGen's summary and its detailed log have in common.
 *
 * LoadGen sorts n latencies and prints the one at index floor(n p), counted from 0. A run is VALID
 * where each of its conditions is met, and only then (loadgen/results.cc, LogSummary, LogDetail).
 * Identities that the logs allow are checked within what printing rounds away: a number printed
 * twice is the same; a single stream without LoadGen's own time makes 1 / mean latency; what was
 * completed per second is not above what was due. */
#include "loadgen.h"

#include <math.h>

static const struct {
    struct str name;
    enum loadgen_scenario scenario;
    const char *era, *inferred;
} scenarios[] = {
    { STR_INIT("MultiStream"), LOADGEN_MULTI_STREAM, "MultiStream", "MultiStream" },
    { STR_INIT("Offline"), LOADGEN_OFFLINE, "Offline", "Offline inferred" },
    { STR_INIT("Server"), LOADGEN_SERVER, "Server", "Server inferred" },
    { STR_INIT("SingleStream"), LOADGEN_SINGLE_STREAM, "SingleStream", "SingleStream" },
};

void loadgen_scenario(struct loadgen *in, struct str name, bool inferred)
{
    for (size_t i = 0; i < ARRAY_COUNT(scenarios); i++) {
        if (str_eq(name, scenarios[i].name)) {
            in->scenario = scenarios[i].scenario;
            in->reading->era = inferred ? scenarios[i].inferred : scenarios[i].era;
        }
    }
}

bool loadgen_number(struct str text, double *value, double *slack)
{
    size_t exponent = str_find(text, STR("e"));
    struct str digits = str_sub(text, 0, exponent);
    size_t point = str_find(digits, STR("."));
    double scale = 0;
    struct str power = str_sub(text, exponent == SIZE_MAX ? text.len : exponent + 1, text.len);
    power = str_starts(power, STR("+")) ? str_sub(power, 1, power.len) : power;
    if (!num_real(text, value) || (exponent != SIZE_MAX && !num_real(power, &scale)))
        return false;
    *slack = 0.5 * pow(10, scale - (point == SIZE_MAX ? 0 : (double)(digits.len - point - 1)));
    return true;
}

const struct loadgen_said *loadgen_find(const struct loadgen *in, enum key key, struct str instance)
{
    for (size_t i = 0; i < in->said_count; i++)
        if (in->said[i].key == key && str_eq(in->said[i].instance, instance))
            return &in->said[i];
    return NULL;
}

/* Statements are checked after the last line, when the scratch arena holds another. */
static struct place kept(const struct loadgen *in, struct place place)
{
    place.path = str_keep(in->reading->home, place.path);
    return place;
}

static bool same(const struct loadgen_said *said, struct str text)
{
    double value;
    double slack;
    return loadgen_number(text, &value, &slack) &&
           fabs(value - said->value) <= fmax(slack, said->slack);
}

void loadgen_figure(struct loadgen *in, enum key key, struct str instance, struct str text,
                    enum unit unit, struct place place)
{
    const struct loadgen_said *before = loadgen_find(in, key, instance);
    if (before) {
        if (!same(before, text)) {
            reading_contradiction(
                in->reading, text, place,
                str_format(in->reading->scratch, "%.*s was said before", STR_ARG(before->text)));
        }
        return;
    }
    if (!reading_fact(in->reading, key, instance, text, unit, place))
        return;
    struct loadgen_said said = { .key = key,
                                 .instance = str_keep(in->reading->home, instance),
                                 .text = str_keep(in->reading->home, text),
                                 .place = kept(in, place) };
    if (in->said_count < LOADGEN_SAID_MOST && loadgen_number(text, &said.value, &said.slack))
        in->said[in->said_count++] = said;
}

struct str loadgen_percentile(const struct loadgen *in, struct str digits)
{
    double percent;
    if (!num_real(digits, &percent) || !(percent >= 0 && percent <= 100))
        return (struct str){ 0 };
    bool point = str_find(digits, STR(".")) != SIZE_MAX;
    while (point && digits.at[digits.len - 1] == '0')
        digits.len--;
    digits.len -= point && digits.at[digits.len - 1] == '.';
    return str_format(in->reading->scratch, "p%.*s", STR_ARG(digits));
}

void loadgen_verdict(struct loadgen *in, struct str text, struct place place)
{
    if (reading_fact(in->reading, KEY_RUN_VALID, STR(""), text, UNIT_NONE, place)) {
        in->verdict = (struct loadgen_said){ .text = str_keep(in->reading->home, text),
                                             .place = kept(in, place) };
    }
}

void loadgen_condition(struct loadgen *in, struct str instance, struct str text, bool met,
                       struct place place)
{
    (void)reading_fact(in->reading, KEY_RUN_CONDITION, instance, text, UNIT_NONE, place);
    if (!met && in->unmet.text.len == 0)
        in->unmet = (struct loadgen_said){ .text = str_keep(in->reading->home, instance) };
}

static struct str numbered(const struct loadgen *in, const char *word, unsigned number)
{
    return str_format(in->reading->scratch, "%s%u", word, number);
}

void loadgen_error(struct loadgen *in, struct str text, struct place place)
{
    if (in->errors < LOADGEN_TEXTS_MOST) {
        struct str instance = in->errors == 0 ? STR("") : numbered(in, "", in->errors);
        (void)reading_fact(in->reading, KEY_RUN_ERROR, instance, text, UNIT_NONE, place);
        in->errors++;
    }
}

void loadgen_reason(struct loadgen *in, struct str text, struct place place)
{
    if (str_trim(text).len > 0 && in->reasons < LOADGEN_TEXTS_MOST) {
        (void)reading_fact(in->reading, KEY_RUN_ERROR, numbered(in, "reason ", in->reasons++), text,
                           UNIT_NONE, place);
    }
}

void loadgen_remark(struct loadgen *in, struct str text, struct place place)
{
    if (in->remarks < LOADGEN_TEXTS_MOST) {
        (void)reading_fact(in->reading, KEY_RESULT_REMARK, numbered(in, "", in->remarks++), text,
                           UNIT_NONE, place);
    }
}

void loadgen_setting(struct loadgen *in, enum key key, struct str instance, struct str text,
                     enum unit unit, struct place place)
{
    (void)reading_fact(in->reading, key, instance, text, unit, place);
    if (key == KEY_WORKLOAD_SEED && instance.len == 0) {
        in->seed = (struct loadgen_said){ .text = str_keep(in->reading->home, text),
                                          .place = kept(in, place) };
    }
}

/* ---- what cannot all be true ---- */

static void verdict_check(struct loadgen *in)
{
    bool valid = str_eq(in->verdict.text, STR("VALID"));
    bool unmet = in->unmet.text.len > 0;
    if (in->verdict.text.len > 0 && valid == unmet) {
        struct str against =
            unmet ? str_format(in->reading->scratch, "not met: %.*s", STR_ARG(in->unmet.text))
                  : STR("each condition of it is met");
        reading_contradiction(in->reading, in->verdict.text, in->verdict.place, against);
    }
}

static void single_stream_check(struct loadgen *in)
{
    const double ns = 1e9;
    const struct loadgen_said *mean = loadgen_find(in, KEY_LATENCY_REQUEST, STR("mean"));
    const struct loadgen_said *rate = &in->single_rate;
    if (!mean || rate->text.len == 0 || mean->value < 1)
        return;
    double low = ns / (mean->value + mean->slack * 2) - rate->slack; /* the mean is cut off */
    double high = ns / (mean->value - mean->slack) + rate->slack;
    if (rate->value < low || rate->value > high) {
        reading_contradiction(in->reading, rate->text, rate->place,
                              str_format(in->reading->scratch,
                                         "a mean latency of %.*s ns makes another rate",
                                         STR_ARG(mean->text)));
    }
}

static void server_check(struct loadgen *in)
{
    const struct loadgen_said *done = loadgen_find(in, KEY_THROUGHPUT_SAMPLES, STR(""));
    const struct loadgen_said *due = loadgen_find(in, KEY_LOAD_RATE_REACHED, STR(""));
    if (done && due && done->value - done->slack > due->value + due->slack) {
        reading_contradiction(
            in->reading, done->text, done->place,
            str_format(in->reading->scratch, "only %.*s were due each second", STR_ARG(due->text)));
    }
}

void loadgen_check(struct loadgen *in)
{
    verdict_check(in);
    if (in->scenario == LOADGEN_SINGLE_STREAM)
        single_stream_check(in);
    else if (in->scenario == LOADGEN_SERVER)
        server_check(in);
}
