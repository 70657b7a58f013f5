/* serve_samples.c - what vLLM's and SGLang's clients print beside the arrays that they keep,
 * against those arrays: statistics of the gaps between chunks, sums of tokens, counts of requests.
 *
 * Both put the gaps of all requests that succeeded into one list, take numpy's mean, standard
 * deviation of the population and linear percentiles of it, and add up the tokens of those requests
 * alone. A request that failed has a text among the errors. Times of requests are series, which are
 * held against their statistics elsewhere. */
#include "serve.h"
#include "statistics.h"

#include "base/num.h"

#include <glib.h>
#include <math.h>

enum { GAPS_MOST = 1 << 24 };

struct gaps {
    double *value; /* s, sorted */
    size_t count;
    double mean, deviation;
    double grain; /* half a unit of the last digit that any gap shows */
};

static const struct json_item *array_of(const struct json *json, const char *pointer)
{
    const struct json_item *list = json_at(json_root(json), str_from(pointer));
    return list && json_type(list) == JSON_ARRAY ? list : NULL;
}

/* Steps through a list and the errors beside it. */
struct pairs {
    const struct json_item *list, *errors, *item, *error;
};

static bool pairs_next(struct pairs *at)
{
    at->item = json_next(at->list, at->item);
    at->error = at->item ? json_next(at->errors, at->error) : NULL;
    return at->item && at->error;
}

/* Which requests failed is known only from errors, one a request. */
static bool pairs_begin(struct pairs *at, const struct json *json, const char *pointer)
{
    *at = (struct pairs){ .list = array_of(json, pointer), .errors = array_of(json, "/errors") };
    return at->list && at->errors && json_count(at->list) == json_count(at->errors) &&
           json_count(at->list) > 0;
}

/* A figure that the file's own rows contradict: what they come to stands behind `says`. */
static void contradicts(struct reading *reading, const struct json *json,
                        const struct json_item *item, struct str says, double own, int decimals,
                        const char *unit)
{
    struct buf against = buf_new(reading->scratch, 512);
    buf_putf(&against, "%.*s ", STR_ARG(says));
    buf_put_real(&against, own, decimals);
    buf_putf(&against, "%s", unit);
    reading_contradiction(reading, json_scalar(json, item), json_place(json, item),
                          buf_str(&against));
}

/* ---- gaps ---- */

/* Half a unit of the last digit of "0.0123"; of "1e-05" nothing is taken. */
static double half_digit(struct str text)
{
    size_t point = str_find(text, STR("."));
    bool plain = point != SIZE_MAX && str_find(text, STR("e")) == SIZE_MAX &&
                 str_find(text, STR("E")) == SIZE_MAX;
    return plain ? 0.5 * pow(10, -(double)(text.len - point - 1)) : 0;
}

static size_t gaps_count(const struct pairs *all)
{
    size_t count = 0;
    for (struct pairs at = *all; pairs_next(&at);) {
        bool list = json_type(at.item) == JSON_ARRAY;
        count += list && json_string(at.error).len == 0 ? json_count(at.item) : 0;
    }
    return count;
}

/* False: not every gap is a number, so that nothing follows. */
static bool gaps_take(const struct json *json, const struct pairs *all, struct gaps *out)
{
    double least = 1;
    for (struct pairs at = *all; pairs_next(&at);) {
        if (json_string(at.error).len > 0)
            continue;
        if (json_type(at.item) != JSON_ARRAY)
            return false;
        for (const struct json_item *gap = json_next(at.item, NULL); gap;
             gap = json_next(at.item, gap)) {
            if (json_type(gap) != JSON_NUMBER || !json_real(json, gap, &out->value[out->count]))
                return false;
            least = fmin(least, half_digit(json_scalar(json, gap)));
            out->count++;
        }
    }
    out->grain = least < 1 ? least : 0;
    return out->count > 1;
}

static int value_order(const void *left, const void *right, void *unused)
{
    const double *a = left, *b = right;
    (void)unused;
    return (*a > *b) - (*a < *b);
}

static void gaps_sum_up(struct gaps *gaps)
{
    double n = (double)gaps->count, squares = 0;
    for (size_t i = 0; i < gaps->count; i++)
        gaps->mean += gaps->value[i] / n;
    for (size_t i = 0; i < gaps->count; i++)
        squares += (gaps->value[i] - gaps->mean) * (gaps->value[i] - gaps->mean);
    gaps->deviation = sqrt(squares / n);
    g_qsort_with_data(gaps->value, (gint)gaps->count, sizeof *gaps->value, value_order, NULL);
}

/* numpy.percentile, linear. NaN: another statistic. */
static double statistic_of(const struct gaps *gaps, struct str name)
{
    double percent = (double)NAN;
    if (str_eq(name, STR("mean")))
        return gaps->mean;
    if (str_eq(name, STR("std")))
        return gaps->deviation;
    if (str_eq(name, STR("min")) || str_eq(name, STR("max")))
        return gaps->value[str_eq(name, STR("min")) ? 0 : gaps->count - 1];
    if (!str_starts(name, STR("p")) || !num_real(str_sub(name, 1, name.len), &percent))
        return (double)NAN;
    double at = (double)(gaps->count - 1) * percent / 100;
    size_t below = (size_t)at, above = below + 1 < gaps->count ? below + 1 : below;
    return gaps->value[below] + (at - (double)below) * (gaps->value[above] - gaps->value[below]);
}

static void statistic_check(struct reading *reading, const struct json *json,
                            const struct json_item *item, const struct gaps *gaps)
{
    const double share = 1e-6, thousand = 1000;
    struct str word = json_name(item), tail = STR("_itl_ms");
    double stated;
    if (!str_ends(word, tail) || json_type(item) != JSON_NUMBER || !json_real(json, item, &stated))
        return;
    struct str name = statistic_name(reading->scratch, str_sub(word, 0, word.len - tail.len));
    double own = statistic_of(gaps, name) * thousand;
    double slack = 2 * half_digit(json_scalar(json, item)) + 2 * gaps->grain * thousand +
                   share * (fabs(own) + gaps->mean * thousand);
    if (!isfinite(own) || fabs(stated - own) <= slack)
        return;
    struct str says =
        str_format(reading->scratch, "the %.*s of the gaps in the same file is", STR_ARG(name));
    contradicts(reading, json, item, says, own, 4, " ms");
}

static void gaps_check(struct reading *reading, const struct json *json)
{
    struct pairs all;
    if (!pairs_begin(&all, json, "/itls"))
        return;
    size_t count = gaps_count(&all);
    if (count == 0 || count > GAPS_MOST)
        return;
    struct gaps gaps = { .value = ARENA_MANY(reading->scratch, count, double) };
    if (!gaps_take(json, &all, &gaps))
        return;
    gaps_sum_up(&gaps);
    const struct json_item *root = json_root(json);
    for (const struct json_item *item = json_next(root, NULL); item; item = json_next(root, item))
        statistic_check(reading, json, item, &gaps);
}

/* ---- the busiest second ---- */

enum { SECONDS_MOST = 1 << 20 };

struct seconds {
    double first; /* start of the first request */
    uint32_t *count;
    size_t room, most;
};

static bool number_of(const struct json *json, const struct json_item *item, double *out)
{
    return item && json_type(item) == JSON_NUMBER && json_real(json, item, out) && isfinite(*out);
}

/* What comes as near to the edge of a second as the digits kept leave open counts for neither. */
static void second_count(struct seconds *in, double at, double slack)
{
    double since = at - in->first, second = floor(since);
    if (since < 0 || second >= (double)in->room || since - second < slack ||
        second + 1 - since < slack)
        return;
    uint32_t now = ++in->count[(size_t)second];
    in->most = now > in->most ? now : in->most;
}

/* The pieces of one answer: its first at start + TTFT, each other a gap later. False: no numbers.
 */
static bool answer_count(struct seconds *in, const struct json *json, const struct json_item *start,
                         const struct json_item *first, const struct json_item *gaps)
{
    const double apart = 1e-6;
    double at, wait, gap;
    if (!number_of(json, start, &at) || !number_of(json, first, &wait) || !gaps ||
        json_type(gaps) != JSON_ARRAY)
        return false;
    double slack =
        apart + half_digit(json_scalar(json, start)) + half_digit(json_scalar(json, first));
    at += wait;
    second_count(in, at, slack);
    for (const struct json_item *item = json_next(gaps, NULL); item; item = json_next(gaps, item)) {
        if (!number_of(json, item, &gap))
            return false;
        at += gap;
        slack += half_digit(json_scalar(json, item));
        second_count(in, at, slack);
    }
    return true;
}

/* Both clients count the pieces that came in each second since the first request's start, and print
 * the most as peak output throughput (calculate_metrics of vllm/benchmarks/serve.py). */
static void peak_check(struct reading *reading, const struct json *json)
{
    struct pairs starts, firsts, gaps;
    const struct json_item *peak = json_at(json_root(json), STR("/max_output_tokens_per_s"));
    double stated, at;
    if (!number_of(json, peak, &stated) || !pairs_begin(&starts, json, "/start_times") ||
        !pairs_begin(&firsts, json, "/ttfts") || !pairs_begin(&gaps, json, "/itls"))
        return;
    struct seconds in = { .first = (double)INFINITY, .room = SECONDS_MOST };
    for (struct pairs one = starts; pairs_next(&one);)
        if (json_string(one.error).len == 0 && number_of(json, one.item, &at))
            in.first = fmin(in.first, at);
    in.count = ARENA_MANY(reading->scratch, in.room, uint32_t);
    while (pairs_next(&starts) && pairs_next(&firsts) && pairs_next(&gaps))
        if (json_string(starts.error).len == 0 &&
            !answer_count(&in, json, starts.item, firsts.item, gaps.item))
            return;
    if (stated + 0.5 >= (double)in.most)
        return;
    contradicts(reading, json, peak,
                STR("in one second of the samples in the same file there came"), (double)in.most, 0,
                "");
}

/* ---- tokens and requests ---- */

static void differs(struct reading *reading, const struct json *json, const struct json_item *item,
                    double own, const char *says)
{
    double stated;
    if (!item || json_type(item) != JSON_NUMBER || !json_real(json, item, &stated) ||
        fabs(stated - own) < 0.5)
        return;
    contradicts(reading, json, item, str_from(says), own, 0, "");
}

static void tokens_check(struct reading *reading, const struct json *json, const char *total,
                         const char *each, const char *says)
{
    struct pairs at;
    double sum = 0, value;
    if (!pairs_begin(&at, json, each))
        return;
    while (pairs_next(&at)) {
        if (json_string(at.error).len > 0)
            continue;
        if (json_type(at.item) != JSON_NUMBER || !json_real(json, at.item, &value))
            return;
        sum += value;
    }
    differs(reading, json, json_at(json_root(json), str_from(total)), sum, says);
}

static void requests_check(struct reading *reading, const struct json *json)
{
    struct pairs at;
    double good = 0, bad = 0;
    if (!pairs_begin(&at, json, "/errors"))
        return;
    while (pairs_next(&at)) {
        bool text = json_type(at.error) == JSON_STRING;
        good += text && json_string(at.error).len == 0 ? 1 : 0;
        bad += text && json_string(at.error).len > 0 ? 1 : 0;
    }
    const struct json_item *root = json_root(json);
    differs(reading, json, json_member(root, STR("completed")), good,
            "requests without an error in the same file are");
    if (bad > 0) { /* else those that failed may have no place in the arrays */
        differs(reading, json, json_member(root, STR("failed")), bad,
                "requests with an error in the same file are");
    }
}

void serve_counts_check(struct reading *reading, const struct json *json)
{
    const struct json_item *root = json_root(json), *failed = json_member(root, STR("failed"));
    const struct json_item *completed = json_member(root, STR("completed"));
    const struct json_item *sent = json_member(root, STR("num_prompts"));
    double bad, good, all;
    bool told = failed && completed && sent && json_type(failed) == JSON_NUMBER &&
                json_type(completed) == JSON_NUMBER && json_type(sent) == JSON_NUMBER &&
                json_real(json, failed, &bad) && json_real(json, completed, &good) &&
                json_real(json, sent, &all);
    if (told && good <= all && good + bad > all) {
        contradicts(reading, json, failed, STR("of the requests sent this many did not complete:"),
                    all - good, 0, "");
    }
}

/* Arrays may have been cut to a few requests, to make a file small: nothing follows then. */
static bool arrays_whole(const struct json *json)
{
    const struct json_item *errors = array_of(json, "/errors");
    const struct json_item *completed = json_at(json_root(json), STR("/completed"));
    double count;
    return errors && completed && json_type(completed) == JSON_NUMBER &&
           json_real(json, completed, &count) && (double)json_count(errors) >= count;
}

void serve_samples_check(struct reading *reading, const struct json *json)
{
    if (!arrays_whole(json))
        return;
    gaps_check(reading, json);
    peak_check(reading, json);
    tokens_check(reading, json, "/total_output_tokens", "/output_lens",
                 "output tokens of the requests in the same file add up to");
    tokens_check(reading, json, "/total_input_tokens", "/input_lens",
                 "input tokens of the requests in the same file add up to");
    requests_check(reading, json);
}
