/* llama_samples.c - what llama-bench states of a test, against the samples that it keeps of it.
 *
 * Means and deviations of nanoseconds are taken in whole numbers of 64 bits, which wrap, with a
 * mean that was cut to whole nanoseconds: so the deviation of an honest file may be some millionths
 * too large (llama-bench.cpp, avg() and stdev()). Either way of taking it is good. */
#include "llama.h"

#include <math.h>

enum { SAMPLES_MOST = 4096, NANOSECONDS = 1000000000 };

struct kept {
    uint64_t ns[SAMPLES_MOST];
    size_t count;
    double tokens;
};
struct moments {
    double mean, deviation;
};

static bool samples_take(const struct json *json, const struct json_item *list, struct kept *out)
{
    out->count = 0;
    for (const struct json_item *item = json_next(list, NULL); item; item = json_next(list, item)) {
        int64_t ns;
        bool scalar = json_type(item) == JSON_NUMBER || json_type(item) == JSON_STRING;
        if (!scalar || !num_int(json_scalar(json, item), &ns) || ns <= 0 ||
            out->count == SAMPLES_MOST)
            return false; /* not all of them: nothing follows */
        out->ns[out->count++] = (uint64_t)ns;
    }
    return out->count > 1;
}

static struct moments moments_of(const struct kept *kept, bool rates)
{
    struct moments out = { 0 };
    double n = (double)kept->count;
    for (size_t pass = 0; pass < 2; pass++) {
        double sum = 0;
        for (size_t i = 0; i < kept->count; i++) {
            double ns = (double)kept->ns[i];
            double value = rates ? kept->tokens * NANOSECONDS / ns : ns;
            sum += pass ? (value - out.mean) * (value - out.mean) : value;
        }
        *(pass ? &out.deviation : &out.mean) = pass ? sqrt(sum / (n - 1)) : sum / n;
    }
    return out;
}

/* As the tool takes it. */
static double wrapped_deviation(const struct kept *kept)
{
    uint64_t sum = 0, squares = 0, n = kept->count;
    if (n < 2)
        return 0;
    for (size_t i = 0; i < kept->count; i++) {
        sum += kept->ns[i];
        squares += kept->ns[i] * kept->ns[i];
    }
    uint64_t mean = sum / n;
    uint64_t variance = squares / (n - 1) - mean * mean * n / (n - 1);
    return sqrt((double)variance);
}

struct held {
    struct str member;
    double expected, other, slack; /* other: what it may be as well */
    const char *says, *unit;
};

static void member_check(struct reading *reading, const struct json *json,
                         const struct json_item *test, const struct held *held)
{
    const struct json_item *item = json_member(test, held->member);
    double stated;
    if (!item || json_type(item) != JSON_NUMBER || !json_real(json, item, &stated) ||
        fabs(stated - held->expected) <= held->slack || fabs(stated - held->other) <= held->slack)
        return;
    struct buf against = buf_new(reading->scratch, 256);
    buf_putf(&against, "the %s of the samples is ", held->says);
    buf_put_real(&against, held->expected, held->expected < 1000 ? 3 : 0);
    buf_putf(&against, " %s", held->unit);
    reading_contradiction(reading, json_scalar(json, item), json_place(json, item),
                          buf_str(&against));
}

void llama_samples_check(struct reading *reading, const struct json *json,
                         const struct json_item *test)
{
    const struct json_item *list = json_member(test, STR("samples_ns"));
    const struct json_item *prompt = json_member(test, STR("n_prompt"));
    const struct json_item *generated = json_member(test, STR("n_gen"));
    struct kept *kept = ARENA_NEW(reading->scratch, struct kept);
    double in = 0, out = 0;
    if (!list || json_type(list) != JSON_ARRAY || !samples_take(json, list, kept))
        return;
    const double share = 1e-4, whole = 2; /* some builds print six digits alone */
    struct moments ns = moments_of(kept, false);
    double wrapped = wrapped_deviation(kept);
    const struct held times[] = {
        { STR("avg_ns"), ns.mean, ns.mean, whole + share * ns.mean, "mean", "ns" },
        { STR("stddev_ns"), ns.deviation, wrapped,
          whole + share * (ns.deviation + sqrt(ns.mean) * 100), "deviation", "ns" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(times); i++)
        member_check(reading, json, test, &times[i]);
    bool counted = prompt && generated && json_type(prompt) == JSON_NUMBER &&
                   json_type(generated) == JSON_NUMBER && json_real(json, prompt, &in) &&
                   json_real(json, generated, &out);
    if (!counted)
        return;
    kept->tokens = in + out;
    struct moments rate = moments_of(kept, true);
    const struct held rates[] = {
        { STR("avg_ts"), rate.mean, rate.mean, share * rate.mean, "mean", "tokens/s" },
        { STR("stddev_ts"), rate.deviation, rate.deviation,
          share * (rate.deviation + rate.mean / 100), "deviation", "tokens/s" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rates); i++)
        member_check(reading, json, test, &rates[i]);
}
