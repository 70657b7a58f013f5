/* verb_due.c - what ran out or falls due among many dossiers, as of a day. */
#include "base/json.h"
#include "base/num.h"
#include "day.h"
#include "holds_now.h"
#include "output.h"
#include "portfolio/summary.h"
#include "seen.h"
#include <glib.h>
#include <stddef.h>
#include <stdlib.h>

enum { WITHIN_MOST = 3660 };

struct date_due { /* one date of one dossier */
    const struct summary *of;
    struct str day, what, of_whom;
    int64_t left; /* days; below 0: over */
};
struct condition { /* of the decision of one dossier, as newer captures have it */
    const struct summary *of;
    const struct held_now *held;
    size_t count;
};
struct looking {
    struct request *request;
    struct captured *captured;   /* NULL: none are named */
    struct condition *condition; /* by dossier */
    size_t condition_count;
    struct seen *seen;
    struct summary *summary;
    size_t count, refused;
    struct date_due *date;
    size_t date_count;
    struct str at;
    int64_t today, within;
};

static bool take(void *self, const struct holding *holding, const struct opened *opened, void *made)
{
    struct looking *x = self;
    (void)made;
    if (opened->why.len == 0) {
        struct summary *one = &x->summary[x->count++];
        *one = summary_of(x->request->home, &opened->held);
        seen_add(x->seen, holding->path, holding->stamp, one);
        struct condition *told = &x->condition[x->condition_count++];
        told->of = one;
        return !x->captured || captured_ask(x->request, x->captured, opened,
                                            x->request->options.system, &told->held, &told->count);
    }
    x->refused++;
    diag_add(x->request->diags, opened->read ? DIAG_DOSSIER_BROKEN : DIAG_FILE_READ,
             (struct place){ .file = holding->path },
             STR("a dossier whose lists and signatures hold; ask dossier verify"), "%.*s",
             STR_ARG(opened->why));
    return true;
}

static int by_day(const void *a, const void *b)
{
    const struct date_due *one = a, *two = b;
    int order = str_order(one->day, two->day);
    order = order != 0 ? order : str_order(one->of->case_id, two->of->case_id);
    order = order != 0 ? order : str_order(one->of->file, two->of->file);
    return order != 0 ? order : str_order(one->what, two->what);
}

/* The newest of the dossiers that name it as their baseline or take its place: measured again. */
static struct str measured_again(const struct looking *x, const struct summary *of)
{
    struct str newest = { 0 };
    for (size_t i = 0; i < x->count; i++) {
        const struct summary *other = &x->summary[i];
        bool names = false;
        for (size_t k = 0; k < other->again_count; k++)
            names = names || str_eq(other->again[k].text, of->content);
        for (size_t k = 0; k < other->earlier_count; k++)
            names = names || str_eq(other->earlier[k].text, of->content);
        if (names && str_order(other->date, newest) > 0)
            newest = other->date;
    }
    return newest;
}

/* A measurement that recurs is due next so many months after the last one. */
static struct str next_day(const struct looking *x, const struct summary *of, struct str day)
{
    int64_t months;
    struct str last = measured_again(x, of);
    if (of->every.len == 0 || !num_int(of->every, &months) || last.len == 0)
        return day;
    struct str next = day_after(x->request->home, last, months);
    return str_order(next, day) > 0 ? next : day;
}

static void dates_find(struct looking *x)
{
    size_t most = 0;
    for (size_t i = 0; i < x->count; i++)
        most += x->summary[i].due_count;
    x->date = ARENA_MANY(x->request->home, most + 1, struct date_due);
    for (size_t i = 0; i < x->count; i++) {
        const struct summary *one = &x->summary[i];
        for (size_t k = 0; k < one->due_count; k++) {
            const struct summary_date *date = &one->due[k];
            bool again = str_eq(date->what, STR("measure again"));
            struct str day = again ? next_day(x, one, date->day) : date->day;
            int64_t number;
            if (day_of(day, &number))
                x->date[x->date_count++] =
                    (struct date_due){ one, day, date->what, date->of, number - x->today };
        }
    }
    qsort(x->date, x->date_count, sizeof *x->date, by_day);
}

static struct str when_words(struct arena *home, int64_t left)
{
    int64_t days = left < 0 ? -left : left;
    const char *s = days == 1 ? "" : "s";
    return left == 0  ? STR("today")
           : left < 0 ? str_format(home, "%lld day%s ago", (long long)days, s)
                      : str_format(home, "in %lld day%s", (long long)days, s);
}

/* A price holds through its last day; a measurement is due on its day. */
static bool is_over(const struct date_due *one)
{
    return one->left < 0;
}

static void put_dates(const struct looking *x, bool over, struct buf *out)
{
    bool some = false;
    for (size_t i = 0; i < x->date_count; i++) {
        const struct date_due *one = &x->date[i];
        if (is_over(one) != over || one->left > x->within)
            continue;
        buf_put(out, some ? STR("") : over ? STR("ran out\n") : STR("falls due\n"));
        some = true;
        buf_putf(out, "  %.*s  ", STR_ARG(one->day));
        buf_put_visible(out, one->of->case_id);
        buf_putf(out, "  %.*s  %.*s  (", STR_ARG(one->what),
                 STR_ARG(when_words(out->home, one->left)));
        if (one->of_whom.len > 0)
            buf_putf(out, "%.*s, ", STR_ARG(one->of_whom)); /* escaped where it was read */
        buf_put_visible(out, one->of->file);
        buf_put(out, STR(")\n"));
    }
}

/* Whether it states a day itself; that a certificate ends is its signer's. */
static bool has_date(const struct looking *x, const struct summary *of)
{
    for (size_t i = 0; i < x->date_count; i++)
        if (x->date[i].of == of && !str_eq(x->date[i].what, STR("certificate ends")) &&
            !str_eq(x->date[i].what, STR("renew the time stamp")))
            return true;
    return false;
}

static void put_rest(const struct looking *x, struct buf *out)
{
    bool some = false;
    for (size_t i = 0; i < x->count; i++) {
        const struct summary *one = &x->summary[i];
        if (has_date(x, one))
            continue;
        buf_put(out, some ? STR("")
                          : STR("says no end: no price with an end, no date to measure or look "
                                "again\n"));
        some = true;
        buf_put(out, STR("  "));
        buf_put_visible(out, one->case_id);
        buf_put(out, STR("  ("));
        buf_put_visible(out, one->file);
        buf_put(out, STR(")\n"));
    }
    some = false;
    for (size_t i = 0; i < x->count; i++) {
        for (size_t k = i + 1; k < x->count; k++) {
            const struct summary *a = &x->summary[i], *b = &x->summary[k];
            if (!str_eq(a->case_id, b->case_id) || str_eq(a->content, b->content))
                continue;
            buf_put(out, some ? STR("") : STR("check this: two dossiers bear one case number\n"));
            some = true;
            buf_put(out, STR("  "));
            buf_put_visible(out, a->case_id);
            buf_put(out, STR("  ("));
            buf_put_visible(out, a->file);
            buf_put(out, STR(", "));
            buf_put_visible(out, b->file);
            buf_put(out, STR(")\n"));
        }
    }
}

static size_t broken_count(const struct looking *x)
{
    size_t count = 0;
    for (size_t i = 0; i < x->condition_count; i++)
        for (size_t k = 0; k < x->condition[i].count; k++)
            count += x->condition[i].held[k].standing == STANDING_NOT_MET;
    return count;
}

static void put_broken(const struct looking *x, struct buf *out)
{
    bool some = false;
    for (size_t i = 0; i < x->condition_count; i++) {
        const struct condition *of = &x->condition[i];
        for (size_t k = 0; k < of->count; k++) {
            if (of->held[k].standing != STANDING_NOT_MET)
                continue;
            buf_put(out, some ? STR("") : STR("a condition of the decision fails\n"));
            some = true;
            buf_put(out, STR("  "));
            buf_put_visible(out, of->of->case_id);
            buf_put(out, STR("  "));
            buf_put_visible(out, of->held[k].condition);
            buf_put(out, STR("; now "));
            buf_put_visible(out, str_sub(of->held[k].now, 0, 120));
            buf_put(out, STR("  ("));
            buf_put_visible(out, of->of->file);
            buf_put(out, STR(")\n"));
        }
    }
}

static void put_conditions_json(const struct looking *x, struct json_out *json)
{
    static const char *const words[] = { "holds", "fails", "not shown" };
    json_open(json, STR("holds_while"), '[');
    for (size_t i = 0; i < x->condition_count; i++) {
        const struct condition *of = &x->condition[i];
        for (size_t k = 0; k < of->count; k++) {
            json_open(json, STR(""), '{');
            json_text(json, STR("condition"), of->held[k].condition);
            json_text(json, STR("now"), of->held[k].now);
            json_text(json, STR("standing"), str_from(words[of->held[k].standing]));
            json_text(json, STR("case"), of->of->case_id);
            json_text(json, STR("content_id"), of->of->content);
            json_text(json, STR("file"), of->of->file);
            json_close(json);
        }
    }
    json_close(json);
}

static size_t due_count(const struct looking *x)
{
    size_t count = 0;
    for (size_t i = 0; i < x->date_count; i++)
        count += x->date[i].left <= x->within;
    return count;
}

static void put_json(const void *answer, struct json_out *json)
{
    const struct looking *x = answer;
    json_text(json, STR("at"), x->at);
    json_integer(json, STR("within_days"), x->within);
    json_integer(json, STR("read"), (int64_t)x->count);
    json_integer(json, STR("refused"), (int64_t)x->refused);
    json_open(json, STR("dates"), '[');
    for (size_t i = 0; i < x->date_count; i++) {
        json_open(json, STR(""), '{');
        json_text(json, STR("date"), x->date[i].day);
        json_text(json, STR("what"), x->date[i].what);
        if (x->date[i].of_whom.len > 0)
            json_text(json, STR("of"), x->date[i].of_whom);
        json_integer(json, STR("days_left"), x->date[i].left);
        json_text(json, STR("case"), x->date[i].of->case_id);
        json_text(json, STR("content_id"), x->date[i].of->content);
        json_text(json, STR("file"), x->date[i].of->file);
        json_close(json);
    }
    json_close(json);
    if (x->captured)
        put_conditions_json(x, json);
}

static void put_text(const void *answer, struct buf *out)
{
    const struct looking *x = answer;
    buf_putf(out, "%zu dossier%s read, as of %.*s\n", x->count, x->count == 1 ? "" : "s",
             STR_ARG(x->at));
    put_dates(x, true, out);
    put_dates(x, false, out);
    put_broken(x, out);
    put_rest(x, out);
}

static bool options_take(struct looking *x)
{
    const struct options *o = &x->request->options;
    x->within = 30;
    if (!day_asked(x->request))
        return false;
    if (o->within &&
        (!num_int(str_from(o->within), &x->within) || x->within < 0 || x->within > WITHIN_MOST)) {
        diag_add(x->request->diags, DIAG_USAGE, (struct place){ .file = STR("dossier") },
                 STR("0 to 3660 days"), "--within %s", o->within);
        return false;
    }
    x->at = o->at ? str_from(o->at) : day_now(x->request);
    return day_of(x->at, &x->today);
}

static int run(struct request *request)
{
    const struct options *o = &request->options;
    struct looking x = { .request = request };
    struct holding *holding;
    size_t count;
    if (!options_take(&x) || !holdings_find(request->home, o->argument, (size_t)o->argument_count,
                                            &holding, &count, request->diags))
        return STATUS_INPUT;
    if (o->system && o->with.count == 0) {
        diag_add(request->diags, DIAG_USAGE, (struct place){ .file = STR("dossier") },
                 STR("--with CAPTURES, which are of that system"), "--system alone");
        return STATUS_INPUT;
    }
    if (o->with.count > 0 && !captured_read(request, &o->with, &x.captured))
        return STATUS_INPUT;
    x.summary = ARENA_MANY(request->home, count + 1, struct summary);
    x.condition = ARENA_MANY(request->home, count + 1, struct condition);
    struct holdings_work work = { NULL, take, &x, 0 };
    if (!seen_begin(request, &x.seen))
        return STATUS_INPUT;
    /* Conditions are read from the case itself, so what was seen does not stand for them. */
    if (!x.captured)
        count = seen_leave(x.seen, holding, count, x.summary, &x.count);
    if (!holdings_each(holding, count, &work) || !seen_end(x.seen))
        return diags_exit(request->diags) != 0 ? diags_exit(request->diags) : STATUS_MACHINE;
    dates_find(&x);
    static const struct printers printers = { '{', "dossier-due/1", put_json, put_text };
    return answer_print(request, &printers, &x,
                        x.refused > 0                          ? STATUS_INPUT
                        : due_count(&x) + broken_count(&x) > 0 ? STATUS_HOLDS_NOT
                                                               : STATUS_HOLDS);
}

static const struct option_row rows[] = {
    { 0, "at", "DATE", "as of this day, YYYY-MM-DD; default: today", offsetof(struct options, at),
      OPTION_TEXT },
    { 0, "within", "DAYS", "what falls due within so many days (default 30) counts, too",
      offsetof(struct options, within), OPTION_TEXT },
    { 0, "with", "CAPTURES", "newer captures, a folder or file: conditions of decisions by them",
      offsetof(struct options, with), OPTION_LIST },
    { 0, "system", "ID", "whose captures those are: conditions of that system are asked, too",
      offsetof(struct options, system), OPTION_TEXT },
    OPTION_ROW_SEEN,
    OPTION_ROW_JSON,
};
const struct verb verb_due = {
    .name = "due",
    .summary = "what ran out or falls due among many dossiers",
    .usage = "due DOSSIER|FOLDER... [--at DATE] [--within DAYS] [--with CAPTURES] [--json]",
    .more =
        "One line a date: the earliest end of a price that the case uses, and of a rate of\n"
        "exchange; the days on which it asks to measure again and to review the decision; the\n"
        "last day of claims; that of a signer's certificate or, where time stamps lie over it,\n"
        "of the newest stamp's. A measurement that recurs counts from the newest dossier that\n"
        "names this one as its baseline. --with tells conditions (`holds_while`) that newer\n"
        "captures break. Dossiers that\n"
        "state no date, and case numbers that two dossiers bear, are listed below and count for\n"
        "nothing. Each is verified first, or was as --seen says.\n"
        "Exit status: 0 nothing is due; 1 something is; 3 a dossier does not hold.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 1,
    .most_arguments = 64,
    .dated = true,
    .run = run,
};
