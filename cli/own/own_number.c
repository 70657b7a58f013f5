/* own_number.c - what a number in a file of no known format may mean, by its name. */
#include "own_number.h"
#include "base/num.h"
#include <glib.h>
#include <string.h>

enum { NUMBERS_MOST = 2048 };

bool own_plain(struct str name)
{
    for (size_t i = 0; i < name.len; i++)
        if (!g_ascii_isprint(name.at[i]) || strchr("'\"\\`$", name.at[i]))
            return false;
    return name.len > 0 && name.len <= OWN_NAME_MOST;
}

static bool has_any(const char *low, const char *const *word, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strstr(low, word[i]))
            return true;
    return false;
}

static void low_of(struct str name, char *low)
{
    size_t len = MIN(name.len, (size_t)OWN_NAME_MOST);
    for (size_t i = 0; i < len; i++)
        low[i] = g_ascii_tolower(name.at[i]);
    low[len] = 0;
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
    while (len > 0 && strchr(":= )],", low[len - 1]))
        low[--len] = 0;
    return len;
}

/* 99 of "p99", "p(99)", "latency.p99", "99%", "Latency 99%" or "99thPercentile"; 0: it names no
 * percentile. */
static double percent_of(struct str name)
{
    double found = 0;
    for (size_t i = 0; i < name.len; i++) {
        bool within =
            i > 0 && (g_ascii_isalnum(name.at[i - 1]) ||
                      (name.at[i - 1] == '.' && i > 1 && g_ascii_isdigit(name.at[i - 2])));
        size_t from = i, to;
        bool letter = name.at[i] == 'p' || name.at[i] == 'P';
        if (letter && !(i > 0 && g_ascii_isalnum(name.at[i - 1])))
            from += i + 1 < name.len && name.at[i + 1] == '(' ? 2 : 1;
        else if (letter || within)
            continue;
        for (to = from; to < name.len && (g_ascii_isdigit(name.at[to]) || name.at[to] == '.');)
            to++;
        double value;
        bool nth = str_starts(str_sub(name, to, name.len), STR("th"));
        bool ends = to == name.len || strchr(")%_. ", name.at[to]) || nth;
        bool marked = from > i || (to < name.len && name.at[to] == '%') || nth;
        if (to > from && ends && marked && num_real(str_sub(name, from, to), &value) && value < 100)
            found = value;
    }
    return found;
}

/* A rate says by what time; "Unit: ops/ms" or "us/op" beside a score says which it is. */
static const char *const by_time[] = { "/s", "per_s", "per s", "per-s", "persec", "_s_per" };

/* "ms" of "ms/op" and of "ms": what stands before a slash, in small letters. NULL: no time does. */
static const char *said_time(struct str said)
{
    char low[OWN_NAME_MOST + 1] = "";
    low_of(str_sub(said, 0, str_find(said, STR("/"))), low);
    return strcmp(low, "s") == 0 ? "s" : own_time_unit(low);
}

static enum own_way said_way(struct str said)
{
    static const char *const times[] = { "s", "sec", "second", "ms", "us", "ns", "min", "h" };
    char low[OWN_NAME_MOST + 1] = "";
    low_of(said, low);
    const char *slash = strrchr(low, '/');
    for (size_t i = 0; slash && i < ARRAY_COUNT(times); i++)
        if (strcmp(slash + 1, times[i]) == 0)
            return OWN_RATE;
    return said_time(said) ? OWN_TIME : OWN_UNTOLD;
}

void own_way_find(struct own_number *number, const char *beside)
{
    /* what went wrong, how far values lie apart, what was asked for, and what is no measurement */
    static const char *const wrong[] = { "fail",   "error",  "drop",  "miss",   "stdev",
                                         "stddev", "target", "stamp", "version" };
    static const char *const rate[] = { "/s",        "per_s", "per s", "per-s",      "persec",
                                        "rate",      "rps",   "qps",   "throughput", "ops",
                                        "bandwidth", "tps",   "score", "speed",      "mips" };
    static const char *const time[] = { "time", "latency", "dur", "elapsed", "avg", "mean" };
    char low[OWN_NAME_MOST + 1] = "";
    low_of(number->name, low);
    (void)bracket_end(low, strlen(low));
    enum own_way said = said_way(number->said);
    const char *unit = own_time_unit(low);
    if (said == OWN_TIME)
        unit = said_time(number->said);
    number->unit = unit ? unit : beside ? beside : "s";
    number->way = OWN_UNTOLD;
    double value;
    bool below = num_real(number->text, &value) && value < 0;
    if (has_any(low, wrong, ARRAY_COUNT(wrong)) || below)
        return;
    if (said != OWN_UNTOLD)
        number->way = said;
    else if (has_any(low, rate, ARRAY_COUNT(rate)) || strcmp(low, "hz") == 0 ||
             str_ends(str_from(low), STR(".hz")))
        number->way = OWN_RATE;
    else if (unit || has_any(low, time, ARRAY_COUNT(time)) || percent_of(number->name) > 0)
        number->way = OWN_TIME;
    if (number->key.len > 0)
        number->unit = "ms";
}

uint64_t own_mark(uint64_t mark, struct str text)
{
    mark = mark ? mark : 14695981039346656037U; /* FNV-1a, 64 bits */
    for (size_t i = 0; i < text.len; i++)
        mark = (mark ^ (unsigned char)text.at[i]) * 1099511628211U;
    return (mark ^ '\n') * 1099511628211U;
}

/* The likelier it is what a person means by the result. */
static size_t likely(const struct own_number *number)
{
    static const char *const work[] = { "req",   "iter",    "event",   "total",
                                        "token", "overall", "received" };
    static const char *const middle[] = { "avg", "mean", "average" };
    char low[OWN_NAME_MOST + 1] = "";
    low_of(number->name, low);
    if (number->same)
        return 0;
    size_t base = number->way == OWN_RATE ? 6 : number->way == OWN_TIME ? 2 : 0;
    if (number->way == OWN_RATE)
        base += (has_any(low, work, ARRAY_COUNT(work)) ? 1U : 0U) +
                (number->said.len > 0 || has_any(low, by_time, ARRAY_COUNT(by_time)) ? 2U : 0U);
    if (number->way == OWN_TIME)
        base += number->said.len > 0                        ? 2U
                : has_any(low, middle, ARRAY_COUNT(middle)) ? 2U
                : percent_of(number->name) > 0              ? 1U
                                                            : 0U;
    return 1 + base;
}

/* Of a tail the 99th says most: beyond it a run of some thousand requests has a handful. */
static double tail_of(const struct own_number *number)
{
    double percent = percent_of(number->name);
    return percent <= 99 ? percent : 100 - percent;
}

const struct own_number *own_latency(const struct own_shape *shape)
{
    /* of all that was done, and of no one request; or of the one that chance made an end */
    static const char *const whole[] = { "taken",   "total",   "runtime", "run time",
                                         "elapsed", "slowest", "fastest" };
    const struct own_number *found = NULL;
    if (shape->kind != OWN_FIGURES || shape->count == 0 || shape->number[0].way != OWN_RATE)
        return NULL;
    for (size_t i = 1; i < shape->count; i++) {
        const struct own_number *at = &shape->number[i];
        char low[OWN_NAME_MOST + 1] = "";
        low_of(at->name, low);
        if (at->way == OWN_TIME && likely(at) > 3 && strcmp(low, "duration") != 0 &&
            !has_any(low, whole, ARRAY_COUNT(whole)) && (!found || tail_of(at) > tail_of(found)))
            found = at;
    }
    return found;
}

static bool likelier(const struct own_number *one, const struct own_number *other)
{
    size_t a = likely(one), b = likely(other);
    return a > b || (a == b && tail_of(other) > 0 && tail_of(one) > tail_of(other));
}

void own_take(struct arena *home, struct own_shape *shape, struct own_number number)
{
    if (shape->all == NUMBERS_MOST)
        return;
    own_way_find(&number, shape->unit);
    ARENA_GROW(home, struct own_number, shape->found, shape->all, shape->room, 16);
    shape->found[shape->all++] = number;
}

size_t own_best(const struct own_shape *shape)
{
    size_t best = 0;
    for (size_t i = 0; i < shape->all; i++)
        best = MAX(best, likely(&shape->found[i]));
    return best;
}

/* Keeps the likeliest ones; of equals what stands first, and the longer tail. */
static void number_keep(struct own_shape *shape, const struct own_number *number)
{
    size_t at = shape->count;
    while (at > 0 && likelier(number, &shape->number[at - 1]))
        at--;
    if (at == OWN_SHOWN)
        return;
    shape->count = MIN(shape->count + 1, (size_t)OWN_SHOWN);
    for (size_t i = shape->count - 1; i > at; i--)
        shape->number[i] = shape->number[i - 1];
    shape->number[at] = *number;
}

void own_rank(struct own_shape *shape)
{
    for (size_t i = 0; i < shape->all; i++)
        if (!shape->found[i].same)
            number_keep(shape, &shape->found[i]);
    if (shape->all > 0 && shape->count == 0)
        shape->kind = OWN_NONE;
    bool samples = shape->kind == OWN_ROWS || (shape->kind == OWN_LIST && shape->each.len > 0);
    /* of rows a time is judged over them all; a rate has no place in a series without its times */
    for (size_t i = 1; samples && i < shape->count; i++)
        if (shape->number[i].way == OWN_TIME && shape->number[0].way != OWN_TIME) {
            struct own_number time = shape->number[i];
            memmove(&shape->number[1], &shape->number[0], i * sizeof time);
            shape->number[0] = time;
        }
    if (samples && shape->count > 0 && shape->number[0].way == OWN_RATE)
        shape->kind = OWN_FIGURES;
}
