/* copies.c - one measurement filed as several results: the latencies of two runs are never equal to
 * the nanosecond in mean, extremes and median, whatever else of a log was changed. An accuracy run
 * tells no latencies: it is known by the milliseconds at which it began and ended. */
#include "layout.h"

#include <stdlib.h>

enum { PARTS_OF_PRINT = 5 };
struct print {
    struct str part[PARTS_OF_PRINT];
    size_t run;
    bool follows; /* derived from the log of another scenario */
};

static bool print_take(const struct round_run *run, struct print *out)
{
    static const enum said_key keys[PARTS_OF_PRINT] = { SAID_LATENCY_MEAN, SAID_LATENCY_MAX,
                                                        SAID_LATENCY_MIN, SAID_LATENCY_P50,
                                                        SAID_QUERY_COUNT };
    const struct log *log = &run->inside->detail;
    double mean;
    for (size_t i = 0; i < PARTS_OF_PRINT; i++)
        out->part[i] = log->said[keys[i]].text;
    out->follows = run->derivation.len > 0;
    return log_number(log, SAID_LATENCY_MEAN, &mean) && mean > 0 && out->part[1].len > 0;
}

static bool accuracy_take(const struct round_run *run, struct print *out)
{
    static const enum said_key keys[PARTS_OF_PRINT] = { SAID_POWER_BEGIN, SAID_POWER_END,
                                                        SAID_TEST_DATETIME, SAID_SUT_NAME,
                                                        SAID_GENERATED_QUERIES };
    const struct log *log = &run->inside->accuracy;
    for (size_t i = 0; i < PARTS_OF_PRINT; i++)
        out->part[i] = log->said[keys[i]].text;
    out->follows = run->derivation.len > 0;
    return out->part[0].len > 0 && out->part[1].len > 0;
}

static int same_order(const struct print *a, const struct print *b)
{
    for (size_t i = 0; i < PARTS_OF_PRINT; i++) {
        int order = str_order(a->part[i], b->part[i]);
        if (order != 0)
            return order;
    }
    return 0;
}

static int print_order(const void *left, const void *right)
{
    const struct print *a = left, *b = right;
    int order = same_order(a, b);
    if (order == 0)
        order = (int)a->follows - (int)b->follows;
    return order != 0 ? order : (a->run > b->run) - (a->run < b->run);
}

/* "llama2-70b-99.9" and "llama2-70b-99" are tiers of one benchmark. */
static struct str without_tier(struct str name)
{
    static const struct str tiers[] = { STR_INIT("-99.9"), STR_INIT("-99"), STR_INIT("-95") };
    for (size_t i = 0; i < ARRAY_COUNT(tiers); i++)
        if (str_ends(name, tiers[i]))
            return str_sub(name, 0, name.len - tiers[i].len);
    return name;
}

/* Tiers of one benchmark, and scenarios that follow from one another, share a run. */
static bool usual_pair(const struct round_run *run, const struct round_run *first)
{
    return str_eq(run->submitter, first->submitter) && str_eq(run->system, first->system) &&
           str_eq(without_tier(run->benchmark), without_tier(first->benchmark));
}

static void accuracy_note(struct arena *home, struct round_run *all, size_t first, size_t other)
{
    struct round_run *run = &all[other];
    const struct log *log = &run->inside->accuracy;
    struct noting in = { home, run };
    if (!usual_pair(run, &all[first]))
        note(&in, ROUND_ACCURACY_ELSEWHERE, log->file, log->said[SAID_POWER_BEGIN].line,
             all[first].place, (struct str){ 0 });
}

static void same_note(struct arena *home, struct round_run *all, size_t first, size_t other)
{
    struct round_run *run = &all[other];
    const struct log *log = &run->inside->detail;
    struct noting in = { home, run };
    bool usual = usual_pair(run, &all[first]);
    run->same = first;
    note(&in, usual ? ROUND_SAME_MEASUREMENT : ROUND_SAME_ELSEWHERE, log->file,
         log->said[SAID_LATENCY_MEAN].line, all[first].place, (struct str){ 0 });
}

static void copies_of(struct arena *home, struct round_run *run, size_t count,
                      bool (*take)(const struct round_run *, struct print *),
                      void (*tell)(struct arena *, struct round_run *, size_t, size_t))
{
    struct print *print = ARENA_MANY(home, count + 1, struct print);
    size_t taken = 0, first = 0;
    for (size_t i = 0; i < count; i++) {
        print[taken].run = i;
        taken += take(&run[i], &print[taken]);
    }
    qsort(print, taken, sizeof(*print), print_order);
    for (size_t i = 1; i < taken; i++)
        if (same_order(&print[first], &print[i]) != 0)
            first = i;
        else
            tell(home, run, print[first].run, print[i].run);
}

void judge_copies(struct arena *home, struct round_run *run, size_t count)
{
    copies_of(home, run, count, print_take, same_note);
    copies_of(home, run, count, accuracy_take, accuracy_note);
}
