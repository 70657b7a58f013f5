/* verb_accept.c - a delivery, clause by clause: met, not met, not shown. */
#include "against_nearest.h"
#include "answers.h"
#include "base/json.h"
#include "clause.h"
#include "day.h"
#include "model/decision.h"
#include "output.h"
#include "share.h"
#include "statements.h"
#include "verdict_text.h"
#include <glib.h>
#include <stddef.h>

/* Standing of a clause that was not met or not shown, and is waived by a signed statement. */
enum { STANDING_WAIVED = STANDING_NOT_SHOWN + 1, STANDINGS };
struct judged_clause {
    const struct threshold *threshold;
    const struct judged_threshold *judged; /* NULL: nothing of it could be judged */
    int standing;                          /* enum standing, or STANDING_WAIVED */
    const char *why;
    const struct said_of *waiver; /* the first statement that waives it, whether it counts or not */
    struct str waiver_why;        /* why that one does not count; empty: it does */
};
struct accepting {
    struct against *against;
    struct pipeline p;
    size_t system, others;
    struct judged_clause *clause;
    size_t count, tally[STANDINGS];
    struct said_of *statement; /* those found with --with */
    size_t statement_count;
    struct str at;                    /* the day on which waivers are asked */
    const struct json *asked;         /* the requirements that are judged, a list */
    const struct said_of *retraction; /* of the dossier, where it counts; NULL: none */
    struct against earlier;           /* --against: the dossier whose share is asked */
    struct shares shares;             /* --at-least; count 0: none is asked */
};

static const char *const words[] = { [STANDING_MET] = "MET",
                                     [STANDING_NOT_MET] = "NOT MET",
                                     [STANDING_NOT_SHOWN] = "NOT SHOWN",
                                     [STANDING_WAIVED] = "WAIVED" };

static const char *why_words(const struct accepting *x, const struct judged_clause *one)
{
    if (one->threshold->key == KEY_COUNT)
        return "no measurement can show this: a document has to";
    if (!one->judged)
        return comparison_licenses(&x->p.model.comparison[0])
                   ? "not measured"
                   : "the delivery did not do the work, or not by the method, that was agreed";
    if (!one->judged->value.value)
        return "not measured";
    if (!one->judged->value.low)
        return "too few runs for an interval";
    return one->standing == STANDING_NOT_SHOWN ? "the limit lies inside the interval" : "";
}

static struct str waiver_fault(const struct accepting *x, const struct said_of *waiver)
{
    int64_t today = 0, last = 0;
    if (waiver->why.len > 0)
        return STR("its seal does not hold");
    if (!day_of(waiver->until, &last) || !day_of(x->at, &today) || today > last)
        return STR("its last day is over");
    if (!waiver->trusted)
        return STR("no anchor of --trust certified who signed it");
    return waiver->not_then;
}

/* The requirement that a clause was made of, as waivers name it. */
static struct str asked_of(const struct accepting *x, const struct threshold *threshold)
{
    const struct terms *terms = x->p.case_file->terms;
    size_t number = (size_t)(threshold - terms->requirement), at = 0;
    const struct json_item *list = json_root(x->asked), *one = json_next(list, NULL);
    for (; one && at < number; at++)
        one = json_next(list, one);
    return one ? requirement_text(x->against->request->home, x->asked, one) : (struct str){ 0 };
}

/* Who owes a clause cannot waive it, so only whom the reader trusts is heard; that somebody signed
 * the dossier does not count here. */
static void waiver_find(const struct accepting *x, struct judged_clause *one)
{
    if (one->standing == STANDING_MET || !one->threshold->clause || x->statement_count == 0)
        return;
    struct str asked = asked_of(x, one->threshold);
    for (size_t i = 0; i < x->statement_count; i++) {
        const struct said_of *waiver = &x->statement[i];
        if (!statement_waives(waiver, x->against->old.held.content,
                              one->threshold->clause->value.text, asked))
            continue;
        struct str fault = waiver_fault(x, waiver);
        if (one->waiver && fault.len > 0)
            continue;
        one->waiver = waiver;
        one->waiver_why = fault;
        if (fault.len > 0)
            continue;
        one->standing = STANDING_WAIVED;
        return;
    }
}

static void judge_clauses(struct accepting *x)
{
    const struct terms *terms = x->p.case_file->terms;
    size_t most = (terms->requirement_count + 1) * (x->p.model.threshold_count + 1);
    x->clause = ARENA_MANY(x->against->request->home, most, struct judged_clause);
    for (size_t i = 0; i < terms->requirement_count; i++) {
        size_t before = x->count;
        for (size_t k = 0; k < x->p.model.threshold_count; k++) {
            const struct judged_threshold *judged = &x->p.model.threshold[k];
            if (judged->threshold == &terms->requirement[i] &&
                str_eq(judged->system->id, STR("now")))
                x->clause[x->count++] = (struct judged_clause){ .threshold = judged->threshold,
                                                                .judged = judged,
                                                                .standing = (int)judged->standing,
                                                                .why = judged->why };
        }
        if (x->count == before)
            x->clause[x->count++] = (struct judged_clause){ .threshold = &terms->requirement[i],
                                                            .standing = STANDING_NOT_SHOWN };
    }
    for (size_t i = 0; i < x->count; i++) {
        waiver_find(x, &x->clause[i]);
        x->tally[x->clause[i].standing]++;
    }
}

static struct str requirements(struct accepting *x, bool *good)
{
    struct against *a = x->against;
    struct arena *home = a->request->home;
    const char *path = a->request->options.clause;
    const struct json *json = a->old.held.case_file;
    struct json *clause;
    *good = true;
    if (path) {
        if (!clause_read(a->request, path, a->old.held.content, &clause)) {
            *good = false;
            return (struct str){ 0 };
        }
        json = clause;
    }
    return requirements_of(home, json, json_find(json, STR("/requirements")),
                           a->then.case_file->system[x->system].id, STR("now"), (struct str){ 0 },
                           &x->others);
}

/* The system that the clause speaks of; else as asked, or the nearest. */
static bool judge(struct accepting *x)
{
    struct against *a = x->against;
    const char *path = a->request->options.clause, *only = a->request->options.system;
    struct json *clause;
    bool good;
    if (path && !only) {
        if (!clause_read(a->request, path, a->old.held.content, &clause))
            return false;
        only = str_c(a->request->home, held_member(clause, json_root(clause), "system"));
    }
    if (!against_nearest(a, only, (struct str){ 0 }, &x->system, &x->p))
        return false;
    struct against_wish wish = { .system = x->system, .requirements = requirements(x, &good) };
    struct json *asked = NULL;
    if (good && wish.requirements.len == 0 && a->request->options.at_least)
        return true;
    if (good && wish.requirements.len == 0) {
        diag_add(a->request->diags, DIAG_REFUSED, (struct place){ .file = str_from(a->path) },
                 STR("a dossier whose case has requirements, or --clause FILE; name with --clause "
                     "the text that dossier clause wrote and the parties signed"),
                 "nothing is required of this system");
        return false;
    }
    good = good && json_read(a->request->home, STR("requirements"), wish.requirements,
                             &limits_default, &asked, a->request->diags);
    x->asked = asked;
    return good && against_judge(a, &wish, &x->p);
}

/* The share of --against, of the dossier itself where none is named. */
static bool shares_take(struct accepting *x)
{
    struct request *request = x->against->request;
    const struct options *o = &request->options;
    struct pipeline p = x->p;
    if (!o->at_least)
        return true;
    x->shares = (struct shares){ .asked = str_from(o->at_least),
                                 .against = x->against,
                                 .system = x->system };
    if (!share_read(request, o->at_least, &x->shares.least))
        return false; /* asked before, in share_asked */
    if (o->against) {
        struct request *other = ARENA_NEW(request->home, struct request);
        *other = *request;
        other->options.argument[0] = o->against;
        if (!against_begin(other, &x->earlier))
            return false;
        x->earlier.prefer = x->against->then.case_file->system[x->system].id;
        if (!against_nearest(&x->earlier, NULL, (struct str){ 0 }, &x->shares.system, &p))
            return false;
        x->shares.against = &x->earlier;
    }
    share_judge(request->home, &p, &x->shares);
    for (size_t i = 0; i < x->shares.count; i++)
        x->tally[x->shares.line[i].standing]++;
    return true;
}

static struct str measured_words(struct arena *home, const struct judged_threshold *judged)
{
    struct buf out = buf_new(home, 1 << 12);
    if (!judged || !judged->value.value)
        return (struct str){ 0 };
    value_put(judged->value.value, &out);
    if (judged->value.low)
        buf_putf(&out, " (%.*s to %.*s)", STR_ARG(judged->value.low->value.text),
                 STR_ARG(judged->value.high->value.text));
    return buf_str(&out);
}

static struct str asked_words(struct arena *home, const struct threshold *threshold)
{
    struct buf out = buf_new(home, 1 << 16);
    if (threshold->text)
        buf_put_visible(&out, threshold->text->value.text);
    if (threshold->key != KEY_COUNT && threshold->fact) {
        buf_putf(&out, "%s%s%s%.*s %s ", out.len > 0 ? " In figures: " : "",
                 vocabulary_row(threshold->key)->title, threshold->instance.len > 0 ? ", " : "",
                 STR_ARG(threshold->instance), threshold->at_most ? "at most" : "at least");
        value_put(threshold->fact, &out);
    }
    return buf_str(&out);
}

static void put_clause(const struct accepting *x, const struct judged_clause *one, struct buf *out)
{
    struct arena *home = out->home;
    struct buf head = buf_new(home, 1 << 12);
    buf_put_visible(&head, one->threshold->clause ? one->threshold->clause->value.text : STR("-"));
    if (one->judged && one->judged->workload.len > 0) {
        buf_put(&head, STR(", "));
        buf_put_visible(&head, one->judged->workload);
    }
    buf_putf(out, "%-10.*s %s\n", STR_ARG(buf_str(&head)), words[one->standing]);
    output_row(out, "asked", 9, asked_words(home, one->threshold));
    struct str measured = measured_words(home, one->judged);
    if (measured.len > 0)
        output_row(out, "measured", 9, measured);
    const char *why = why_words(x, one);
    if (one->standing == STANDING_NOT_SHOWN)
        output_row(out, "why", 9, str_from(why));
    if (!one->waiver)
        return;
    struct buf said = buf_new(home, 1 << 16);
    buf_put(&said,
            one->waiver->why.len > 0 ? one->waiver->folder : statement_words(home, one->waiver));
    buf_put(&said, STR("; until "));
    buf_put_visible(&said, one->waiver->until);
    if (one->waiver_why.len > 0)
        buf_putf(&said, "; does not count: %.*s", STR_ARG(one->waiver_why));
    output_row(out, "waiver", 9, buf_str(&said));
}

static void put_text(const void *answer, struct buf *out)
{
    const struct accepting *x = answer;
    const struct comparison *c = &x->p.model.comparison[0];
    const struct system *system = &x->against->then.case_file->system[x->system];
    against_put_head(x->against, out);
    buf_put(out, STR("The delivery is held to what was measured of "));
    buf_put_visible(out, system->id);
    buf_put(out, STR(" there: the same work by the same method.\n\n"));
    against_put_left(x->against, x->system, out);
    if (x->retraction)
        output_row(out, "RETRACTED", 10, statement_words(out->home, x->retraction));
    buf_putf(out, "%zu MET   %zu NOT MET   %zu NOT SHOWN", x->tally[STANDING_MET],
             x->tally[STANDING_NOT_MET], x->tally[STANDING_NOT_SHOWN]);
    if (x->tally[STANDING_WAIVED] > 0)
        buf_putf(out, "   %zu WAIVED, as of %.*s", x->tally[STANDING_WAIVED], STR_ARG(x->at));
    buf_put(out, STR("\n\n"));
    for (size_t i = 0; i < x->count; i++)
        put_clause(x, &x->clause[i], out);
    share_put_text(&x->shares, out);
    if (!comparison_licenses(c)) {
        buf_put(out, STR("\nnot as agreed:\n"));
        against_put_blocking(c, out);
    }
    if (x->others > 0)
        buf_putf(out, "\n%zu requirement%s of another system %s not asked of this delivery\n",
                 x->others, x->others == 1 ? "" : "s", x->others == 1 ? "is" : "are");
}

/* Nobody waives by a clause's number that the work was another, or that the dossier counts no more.
 */
static int status_of(const struct accepting *x)
{
    if (x->tally[STANDING_NOT_MET] > 0)
        return STATUS_HOLDS_NOT;
    return x->tally[STANDING_NOT_SHOWN] > 0 || x->retraction ||
                   !comparison_licenses(&x->p.model.comparison[0])
               ? STATUS_UNDECIDED
               : STATUS_HOLDS;
}

static void put_json(const void *answer, struct json_out *json)
{
    const struct accepting *x = answer;
    json_text(json, STR("case"), x->against->then.case_file->id);
    json_text(json, STR("content_id"), x->against->old.held.content);
    json_text(json, STR("system"), x->against->then.case_file->system[x->system].id);
    against_put_now_json(x->against, json);
    against_put_left_json(x->against, x->system, json);
    json_integer(json, STR("exit"), status_of(x));
    json_text(json, STR("at"), x->at);
    json_bool(json, STR("as_agreed"), comparison_licenses(&x->p.model.comparison[0]));
    json_bool(json, STR("retracted"), x->retraction != NULL);
    json_integer(json, STR("met"), (int64_t)x->tally[STANDING_MET]);
    json_integer(json, STR("not_met"), (int64_t)x->tally[STANDING_NOT_MET]);
    json_integer(json, STR("not_shown"), (int64_t)x->tally[STANDING_NOT_SHOWN]);
    json_integer(json, STR("waived"), (int64_t)x->tally[STANDING_WAIVED]);
    json_open(json, STR("clauses"), '[');
    for (size_t i = 0; i < x->count; i++) {
        const struct judged_clause *one = &x->clause[i];
        static const char *const standing[] = { "met", "not met", "not shown", "waived" };
        json_open(json, STR(""), '{');
        json_text(json, STR("clause"),
                  one->threshold->clause ? one->threshold->clause->value.text : STR(""));
        json_text(json, STR("standing"), str_from(standing[one->standing]));
        json_text(json, STR("why"),
                  one->standing == STANDING_NOT_SHOWN ? str_from(why_words(x, one)) : STR(""));
        if (one->judged && one->judged->value.value) {
            const struct three *value = &one->judged->value;
            json_text(json, STR("value"), value->value->value.text);
            json_text(json, STR("unit"), str_from(unit_row(value->value->value.unit)->symbol));
            if (value->low) {
                json_text(json, STR("low"), value->low->value.text);
                json_text(json, STR("high"), value->high->value.text);
            }
        }
        if (one->waiver) {
            json_open(json, STR("waiver"), '{');
            json_text(json, STR("signer"), one->waiver->signer);
            json_text(json, STR("when"), one->waiver->when);
            json_text(json, STR("until"), one->waiver->until);
            json_text(json, STR("reason"), one->waiver->reason);
            json_bool(json, STR("counts"), one->waiver_why.len == 0);
            json_text(json, STR("why"), one->waiver_why);
            json_close(json);
        }
        json_close(json);
    }
    json_close(json);
    if (x->shares.count > 0)
        share_put_json(&x->shares, json);
}

/* Seconds since 1970 at the end of a day. */
static int64_t day_end(struct str day)
{
    int64_t number = 0, epoch = 0;
    return day_of(day, &number) && day_of(STR("1970-01-01"), &epoch)
               ? (number - epoch + 1) * 86400 - 1
               : 0;
}

static bool with_is_folders(struct request *request)
{
    const struct option_list *with = &request->options.with;
    for (int i = 0; i < with->count; i++)
        if (!g_file_test(with->item[i], G_FILE_TEST_IS_DIR)) {
            diag_add(request->diags, DIAG_FILE_READ,
                     (struct place){ .file = str_from(with->item[i]) },
                     STR("a folder with statements, for --with"), "none");
            return false;
        }
    return true;
}

/* Statements beside the delivery, and the day on which they are asked. */
static bool statements_take(struct accepting *x)
{
    struct request *request = x->against->request;
    const struct options *o = &request->options;
    const struct opened *old = &x->against->old;
    struct str trust = { 0 };
    x->at = o->at ? str_from(o->at) : day_now(request);
    if ((o->trust &&
         (!file_read(request->home, o->trust, &limits_default, &trust, request->diags) ||
          !sign_trust_usable(trust, str_from(o->trust), request->diags))) ||
        !with_is_folders(request) ||
        !statements_find(request->home, o->with.item, (size_t)o->with.count, trust, day_end(x->at),
                         &x->statement, &x->statement_count, request->diags))
        return false;
    for (size_t i = 0; i < x->statement_count && !x->retraction; i++)
        if (statement_retracts(&x->statement[i], old->held.content) &&
            statement_counts(&x->statement[i], old->checks.signer, old->checks.signer_count))
            x->retraction = &x->statement[i];
    return true;
}

static int answer(struct against *a)
{
    static const struct printers printers = { '{', "dossier-accept/1", put_json, put_text };
    struct accepting x = { .against = a };
    bool good = statements_take(&x) && judge(&x) && shares_take(&x);
    against_end(&x.earlier);
    if (!good)
        return diags_exit(a->request->diags) != 0 ? diags_exit(a->request->diags) : STATUS_MACHINE;
    judge_clauses(&x);
    return answer_print(a->request, &printers, &x, status_of(&x));
}

/* Said before anything is read. */
static bool share_asked(struct request *request)
{
    const struct options *o = &request->options;
    double share;
    if (o->at_least)
        return share_read(request, o->at_least, &share);
    if (o->against)
        diag_add(request->diags, DIAG_USAGE, (struct place){ .file = STR("dossier") },
                 STR("--at-least SHARE beside --against"), "no share is named");
    return !o->against;
}

static int run(struct request *request)
{
    return day_asked(request) && share_asked(request) ? against_run(request, answer) : STATUS_INPUT;
}

static const struct option_row rows[] = {
    { 0, "clause", "FILE", "text of `dossier clause`, in place of the case's requirements",
      offsetof(struct options, clause), OPTION_TEXT },
    { 0, "system", "ID",
      "of the dossier's case; default: the clause's, or the nearest by its stack",
      offsetof(struct options, system), OPTION_TEXT },
    { 0, "at-least", "SHARE", "that share of what a dossier measured of the system, as \"90 %\"",
      offsetof(struct options, at_least), OPTION_TEXT },
    { 0, "against", "OLD", "of which dossier, for --at-least; default: DOSSIER",
      offsetof(struct options, against), OPTION_TEXT },
    { 0, "with", "FOLDER",
      "waivers by `dossier waive`: a clause that one of them covers counts apart",
      offsetof(struct options, with), OPTION_LIST },
    { 0, "trust", "CA", "PEM certificates of those whose waivers count: whom the clauses are owed",
      offsetof(struct options, trust), OPTION_TEXT },
    { 0, "at", "DATE", "the day on which waivers are asked, YYYY-MM-DD; default: today",
      offsetof(struct options, at), OPTION_TEXT },
    OPTION_ROW_JSON,
};
const struct verb verb_accept = {
    .name = "accept",
    .summary = "a delivery judged clause by clause",
    .usage = "accept DOSSIER BUNDLE... [--clause FILE] [--system ID] [--with FOLDER --trust CA]\n"
             "       [--at-least SHARE [--against OLD]] [--at DATE] [--json]",
    .more =
        "DOSSIER is verified first. Each BUNDLE is a run or a folder of runs and captures of the\n"
        "delivery. It must do the work that the dossier measured, by the same method; then each\n"
        "requirement is met, not met or not shown, by the 95 % interval over its runs. What\n"
        "nobody measured is not shown, never met; a clause that a signed statement waives is\n"
        "counted apart. --at-least asks that the system still reaches a share of what its own\n"
        "acceptance measured: a ratio, so the verdict has to permit it.\n"
        "Exit status: 0 all met or waived; 1 one is not met; 2 none is missed, but one is not\n"
        "shown; 3 the dossier does not hold.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 2,
    .most_arguments = 64,
    .dated = true,
    .run = run,
};
