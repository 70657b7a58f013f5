/* own_names.c - what a number is by its name: a time, a rate, a percentile; and which of several is
 * likeliest the result. */
#include "base/num.h"
#include "own_parts.h"
#include <glib.h>
#include <string.h>

bool own_is_plain(struct str name)
{
    for (size_t i = 0; i < name.len; i++)
        if (!g_ascii_isprint(name.at[i]) || strchr("'\"\\`$", name.at[i]))
            return false;
    return name.len > 0 && name.len <= NAME_MOST;
}

static bool has_any(const char *low, const char *const *word, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strstr(low, word[i]))
            return true;
    return false;
}

const char *own_time_unit(const char *low)
{
    static const struct {
        const char *end, *unit;
    } units[] = { { "ms", "ms" }, { "msec", "ms" },        { "milliseconds", "ms" },
                  { "us", "µs" }, { "usec", "µs" },        { "microseconds", "µs" },
                  { "ns", "ns" }, { "nanoseconds", "ns" }, { "_s", "s" },
                  { "sec", "s" }, { "secs", "s" },         { "seconds", "s" } };
    size_t len = strlen(low);
    const char *found = NULL;
    size_t longest = 0;
    for (size_t i = 0; i < ARRAY_COUNT(units); i++) {
        size_t end = strlen(units[i].end);
        if (len < end)
            continue;
        /* "ms" behind another letter is the end of a word, such as "items" */
        bool whole =
            len == end || end > 2 || !g_ascii_isalpha(low[len - end - 1]) || units[i].end[0] == '_';
        if (whole && strcmp(low + len - end, units[i].end) == 0 && end > longest) {
            found = units[i].unit;
            longest = end;
        }
    }
    return found;
}

/* "latency (ms)" and "latency[ms]" end in their unit, too. */
static size_t bracket_end(char *low, size_t len)
{
    while (len > 0 && strchr(":= )]", low[len - 1]))
        low[--len] = 0;
    return len;
}

double own_percent(struct str name)
{
    double found = 0;
    for (size_t i = 0; i < name.len; i++) {
        bool within = i > 0 && (g_ascii_isalnum(name.at[i - 1]) || name.at[i - 1] == '.');
        size_t from = i, to;
        bool letter = name.at[i] == 'p' || name.at[i] == 'P';
        if (letter && !(i > 0 && g_ascii_isalnum(name.at[i - 1])))
            from += i + 1 < name.len && name.at[i + 1] == '(' ? 2 : 1;
        else if (letter || within)
            continue;
        for (to = from; to < name.len && (g_ascii_isdigit(name.at[to]) || name.at[to] == '.');)
            to++;
        double value;
        bool ends = to == name.len || strchr(")%_. ", name.at[to]);
        bool marked = from > i || (to < name.len && name.at[to] == '%');
        if (to > from && ends && marked && num_real(str_sub(name, from, to), &value) && value < 100)
            found = value;
    }
    return found;
}

void own_way_find(struct own_number *number, const char *beside)
{
    /* what went wrong, how far values lie apart, and what was asked for */
    static const char *const wrong[] = { "fail",  "error",  "drop",  "miss",
                                         "stdev", "stddev", "target" };
    static const char *const rate[] = { "/s",  "per_s", "per s",      "persec", "rate",
                                        "rps", "qps",   "throughput", "ops",    "bandwidth",
                                        "tps", "score", "speed" };
    static const char *const time[] = { "time", "latency", "dur", "elapsed", "avg", "mean" };
    char low[NAME_MOST + 1] = "";
    for (size_t i = 0; i < number->name.len && i < NAME_MOST; i++)
        low[i] = g_ascii_tolower(number->name.at[i]);
    (void)bracket_end(low, strlen(low));
    const char *unit = own_time_unit(low);
    number->unit = unit ? unit : beside ? beside : "s";
    number->way = OWN_UNTOLD;
    if (has_any(low, wrong, ARRAY_COUNT(wrong)))
        return;
    if (has_any(low, rate, ARRAY_COUNT(rate)))
        number->way = OWN_RATE;
    else if (unit || has_any(low, time, ARRAY_COUNT(time)) || own_percent(number->name) > 0)
        number->way = OWN_TIME;
    if (number->key.len > 0)
        number->unit = "ms";
}

/* The likelier it is what a person means by the result. */
static size_t likely(const struct own_number *number)
{
    static const char *const work[] = { "req", "iter", "event", "total", "token", "received" };
    static const char *const middle[] = { "avg", "mean", "average" };
    char low[NAME_MOST + 1] = "";
    for (size_t i = 0; i < number->name.len && i < NAME_MOST; i++)
        low[i] = g_ascii_tolower(number->name.at[i]);
    size_t base = number->way == OWN_RATE ? 6 : number->way == OWN_TIME ? 2 : 0;
    return base + (number->way == OWN_RATE && has_any(low, work, ARRAY_COUNT(work)) ? 1 : 0) +
           (number->way != OWN_TIME                     ? 0
            : has_any(low, middle, ARRAY_COUNT(middle)) ? 2
            : own_percent(number->name) > 0             ? 1
                                                        : 0);
}

/* Of a tail the 99th says most: beyond it a run of some thousand requests has a handful. */
static double tail_of(const struct own_number *number)
{
    double percent = own_percent(number->name);
    return percent <= 99 ? percent : 100 - percent;
}

const struct own_number *own_latency(const struct own_shape *shape)
{
    const struct own_number *found = NULL;
    if (shape->kind != OWN_FIGURES || shape->count == 0 || shape->number[0].way != OWN_RATE)
        return NULL;
    for (size_t i = 1; i < shape->count; i++) {
        const struct own_number *at = &shape->number[i];
        if (at->way == OWN_TIME && likely(at) > 2 && (!found || tail_of(at) > tail_of(found)))
            found = at;
    }
    return found;
}

static bool likelier(const struct own_number *one, const struct own_number *other)
{
    size_t a = likely(one), b = likely(other);
    return a > b || (a == b && tail_of(other) > 0 && tail_of(one) > tail_of(other));
}

void own_keep(struct own_shape *shape, struct own_number number)
{
    own_way_find(&number, shape->unit);
    size_t at = shape->count;
    shape->all++;
    while (at > 0 && likelier(&number, &shape->number[at - 1]))
        at--;
    if (at == OWN_SHOWN)
        return;
    shape->count = MIN(shape->count + 1, (size_t)OWN_SHOWN);
    for (size_t i = shape->count - 1; i > at; i--)
        shape->number[i] = shape->number[i - 1];
    shape->number[at] = number;
}
