/* change_text.c - one comparison in a sentence, and each side of it by itself. */
#include "change_text.h"
#include "figures_text.h"
#include "model/likeness.h"
#include "model/values.h"
#include "short_text.h"
#include <glib.h>
#include <math.h>
#include <string.h>

static struct str unsigned_text(struct str text)
{
    return text.len > 0 && (text.at[0] == '-' || text.at[0] == '+') ? str_sub(text, 1, text.len)
                                                                    : text;
}

static bool lower(enum key metric)
{
    return vocabulary_row(metric)->better == BETTER_LOWER;
}

/* The tool's own word for the unit, where the metric has none of its own. */
static struct str unit_said(enum key metric, const struct comparison *c)
{
    const struct facts *facts = c->run_count > 0 ? c->run[0].run->facts : NULL;
    const struct fact *unit = facts ? facts_best(facts, KEY_RESULT_UNIT, (struct str){ 0 }) : NULL;
    bool own = unit_row(vocabulary_row(metric)->unit)->symbol[0] != 0;
    return !own && unit ? unit->value.text : (struct str){ 0 };
}

static bool has_any(struct str unit, const char *const *word, size_t count)
{
    char low[64] = "";
    for (size_t i = 0; i < unit.len && i + 1 < sizeof low; i++)
        low[i] = g_ascii_tolower(unit.at[i]);
    for (size_t i = 0; i < count; i++)
        if (strstr(low, word[i]))
            return true;
    return false;
}

/* "Seconds", "p99-ms" or "ns/op" of a tool's own unit. */
static bool is_time(struct str unit)
{
    static const char *const units[] = {
        "s",           "sec",          "secs",         "second", "seconds",    "ms",
        "msec",        "millisecond",  "milliseconds", "us",     "µs",         "usec",
        "microsecond", "microseconds", "ns",           "nsec",   "nanosecond", "nanoseconds",
        "min",         "minutes",      "hours"
    };
    static const char *const words[] = { "time", "latency", "duration", "elapsed",
                                         "avg",  "mean",    "p(" };
    if (has_any(unit, words, ARRAY_COUNT(words)) || str_ends(unit, STR("%")))
        return true;
    unit = str_sub(unit, 0, str_find(unit, STR("/")));
    for (size_t i = unit.len; i > 0; i--)
        if (unit.at[i - 1] == '-' || unit.at[i - 1] == '_') {
            unit = str_sub(unit, i, unit.len);
            break;
        }
    for (size_t i = 0; i < ARRAY_COUNT(units); i++)
        if (unit.len == strlen(units[i]) && g_ascii_strncasecmp(unit.at, units[i], unit.len) == 0)
            return true;
    return false;
}

static bool is_rate(struct str unit)
{
    static const char *const words[] = { "/",    "per s", "per_s",      "per min",   "persec",
                                         "rate", "rps",   "qps",        "tps",       "fps",
                                         "ops",  "flops", "throughput", "bandwidth", "speed",
                                         "hz",   "bps" };
    return has_any(unit, words, ARRAY_COUNT(words));
}

/* What the metric is for people. A tool's own result of which less is better may be memory as well
 * as time, one of which more is better a share as well as a rate. */
enum way { WAY_TIME, WAY_RATE, WAY_NEED, WAY_RESULT };

static enum way way_of(enum key metric, struct str unit)
{
    if (metric == KEY_RESULT_LESS)
        return unit.len == 0 || is_time(unit) ? WAY_TIME : WAY_NEED;
    if (metric == KEY_RESULT_MORE)
        return unit.len == 0 || is_rate(unit) ? WAY_RATE : WAY_RESULT;
    return lower(metric) ? WAY_TIME : WAY_RATE;
}

static void put_open(struct buf *out, const struct comparison *c)
{
    bool equal = strcmp(c->decision, "equivalent") == 0;
    buf_putf(out, "%s: the change of %.*s against %.*s lies between %.*s and %.*s %%%s",
             equal ? "equal within the margin" : "open", STR_ARG(c->b->id), STR_ARG(c->a->id),
             STR_ARG(fact_value(out->home, c->change_low)),
             STR_ARG(fact_value(out->home, c->change_high)),
             equal ? "" : "; whether it passes the margin these runs do not show");
}

static void put_change(struct buf *out, const struct comparison *c, enum way way, struct str unit)
{
    static const char *const verbs[] = { [WAY_TIME] = "takes",
                                         [WAY_RATE] = "delivers",
                                         [WAY_NEED] = "needs",
                                         [WAY_RESULT] = "reaches" };
    bool falls = c->change->value.value < 0;
    struct str change = fact_value(out->home, c->change);
    struct str least = fact_value(out->home, falls ? c->change_high : c->change_low);
    struct str most = fact_value(out->home, falls ? c->change_low : c->change_high);
    buf_putf(out, "%.*s %s %.*s %% %s %sthan %.*s", STR_ARG(c->b->id), verbs[way],
             STR_ARG(unsigned_text(change)), falls ? "less" : "more",
             way == WAY_TIME ? "time " : "", STR_ARG(c->a->id));
    if (c->mean[0] && c->mean[1]) {
        buf_put(out, STR(": "));
        figures_put_pair(out, c->mean[1], " against ", c->mean[0], unit);
    }
    if (falls) {
        least = unsigned_text(least);
        most = unsigned_text(most);
    }
    buf_putf(out, " (95 %% interval of the change %.*s to %.*s %%)", STR_ARG(least), STR_ARG(most));
}

struct str change_said(struct arena *home, enum key metric, const struct comparison *c)
{
    struct buf out = buf_new(home, 4096);
    if (!c->change || !c->decision)
        return (struct str){ 0 };
    if (strcmp(c->decision, "equivalent") == 0 || strcmp(c->decision, "inconclusive") == 0)
        put_open(&out, c);
    else
        put_change(&out, c, way_of(metric, unit_said(metric, c)), unit_said(metric, c));
    return buf_str(&out);
}

struct str change_said_brief(struct arena *home, enum key metric, const struct comparison *c)
{
    struct buf out = buf_new(home, 4096);
    if (!c->change || !c->decision)
        return (struct str){ 0 };
    struct str low = fact_value(home, c->change_low), high = fact_value(home, c->change_high);
    struct str change = fact_value(home, c->change);
    static const char *const ways[] = {
        [WAY_TIME] = "time", [WAY_RATE] = "rate", [WAY_NEED] = "need", [WAY_RESULT] = "result"
    };
    const char *what = strcmp(c->decision, "equivalent") == 0 ? "equal within the margin"
                       : strcmp(c->decision, "inconclusive") == 0
                           ? "open"
                           : ways[way_of(metric, unit_said(metric, c))];
    buf_putf(&out, "%s %s%.*s %% (%.*s to %.*s %%)", what, c->change->value.value > 0 ? "+" : "",
             STR_ARG(change), STR_ARG(low), STR_ARG(high));
    return buf_str(&out);
}

/* ---- beside the tool's own figure ---- */

static const struct fact *tools_figure(const struct case_file *case_file, const struct run *run)
{
    struct str instance = case_file->metric_instance;
    const struct fact *fact = facts_best(run->facts, case_file->metric, instance);
    if (!fact && instance.len == 0)
        fact = facts_best(run->facts, case_file->metric, STR("mean"));
    return fact && fact->kind == FACT_MEASURED ? fact : NULL;
}

/* The first run of a side that has a value in the window and a figure of its tool; NULL: none. */
static const struct judged_run *run_with_both(const struct case_file *case_file,
                                              const struct comparison *c,
                                              const struct system *system)
{
    for (size_t i = 0; i < c->run_count; i++) {
        const struct judged_run *run = &c->run[i];
        if (!run->run->bridge && run->run->machine->system == system && run->value &&
            tools_figure(case_file, run->run))
            return run;
    }
    return NULL;
}

struct str window_said(struct arena *home, const struct case_file *case_file,
                       const struct comparison *c)
{
    enum { APART = 2000 }; /* one part of so many is no difference to a reader */
    const struct system *const side[] = { c->b, c->a };
    const struct fact *own[ARRAY_COUNT(side)];
    bool apart = false;
    if (!c->ratio || !c->window_begin || !c->window_end)
        return (struct str){ 0 };
    for (size_t k = 0; k < ARRAY_COUNT(side); k++) {
        const struct judged_run *run = run_with_both(case_file, c, side[k]);
        double of_tool, of_window;
        own[k] = run ? tools_figure(case_file, run->run) : NULL;
        if (!own[k] || !fact_base(own[k], &of_tool) || !fact_base(run->value, &of_window))
            return (struct str){ 0 };
        apart = apart || fabs(of_tool - of_window) * APART > fabs(of_window);
    }
    if (!apart)
        return (struct str){ 0 };
    struct buf out = buf_new(home, 4096);
    buf_putf(
        &out,
        "Both in the window that is steady in all runs, %.*s to %.*s s; the tool's own, of whole "
        "runs: ",
        STR_ARG(fact_value(home, c->window_begin)), STR_ARG(fact_value(home, c->window_end)));
    figures_put_short(&out, own[0]);
    buf_put(&out, STR(" against "));
    figures_put_short(&out, own[1]);
    buf_put(&out, STR(" (first run of each)"));
    return buf_str(&out);
}

/* ---- each side by itself ---- */

static const struct fact *own_value(const struct comparison *c, size_t index,
                                    const struct system *system)
{
    const struct judged_run *run = &c->run[index];
    return run->run->bridge || run->run->machine->system != system ? NULL
           : run->own                                              ? run->own
                                                                   : run->whole;
}

/* The tool's own word for the unit of a figure that has none of its own. */
static struct str unit_of(const struct judged_run *run)
{
    const struct fact *unit = facts_best(run->run->facts, KEY_RESULT_UNIT, (struct str){ 0 });
    return unit ? unit->value.text : (struct str){ 0 };
}

/* ", 3 runs"; copies of one measurement count once: ", 1 run and 2 copies". */
static void put_count(struct buf *out, const struct comparison *c, const struct system *system,
                      size_t count)
{
    const struct fact *counted = c->runs[system == c->b];
    size_t own = counted && counted->value.value >= 1 ? (size_t)counted->value.value : count;
    if (own < count) {
        buf_putf(out, ", %zu run%s and %zu cop%s", own, own == 1 ? "" : "s", count - own,
                 count - own == 1 ? "y" : "ies");
        return;
    }
    buf_putf(out, ", %zu runs", count);
}

void side_put_range(struct buf *out, const struct comparison *c, const struct system *system)
{
    const struct fact *low = NULL, *high = NULL;
    const struct judged_run *one = NULL;
    size_t count = 0;
    for (size_t i = 0; i < c->run_count; i++) {
        const struct fact *fact = own_value(c, i, system);
        if (!fact)
            continue;
        count++;
        one = &c->run[i];
        low = !low || fact->value.value < low->value.value ? fact : low;
        high = !high || fact->value.value > high->value.value ? fact : high;
    }
    if (count == 0)
        return;
    if (count > 1) {
        figures_put_pair(out, low, " to ", high, unit_of(one));
        put_count(out, c, system, count);
        return;
    }
    figures_put(out, low, unit_of(one));
    if (one->within_low && one->within_high && one->own) {
        buf_put(out, STR(" ("));
        figures_put_pair(out, one->within_low, " to ", one->within_high, (struct str){ 0 });
        buf_put(out, STR(" within the run), 1 run"));
    } else {
        buf_put(out, STR(", 1 run"));
    }
}

void window_put(struct buf *out, const struct case_file *case_file, const struct comparison *c)
{
    struct str said = window_said(out->home, case_file, c);
    if (said.len > 0)
        short_wrap(out, str_format(out->home, "  %.*s", STR_ARG(said)), 4);
}
