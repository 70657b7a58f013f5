/* compare_beside.c - one system measured twice, a second set of runs, further sets of the baseline:
 * each judged like the sides themselves. */
#include "compare_beside.h"
#include "compare_judge.h"
#include "model/values.h"
#include "output.h"
#include "short_text.h"
#include "verdict_text.h"
#include <string.h>

struct kind_row {
    const char *name;
    bool null; /* all of it is one system */
};
static const struct kind_row kinds[] = {
    [BESIDE_BASELINE] = { "baseline", false },
    [BESIDE_BASELINE_NULL] = { "baseline-null", true },
    [BESIDE_CONFIRM] = { "confirm", false },
    [BESIDE_NULL] = { "null", true },
};

const char *compare_beside_name(enum beside_kind kind)
{
    return kinds[kind].name;
}

/* ---- judging ---- */

struct besides {
    struct request *request;
    const struct compare_wish *wish;
    struct compare_beside *item;
    size_t count;
};

static bool usage(struct request *request, struct str expected, const char *said)
{
    diag_add(request->diags, DIAG_USAGE,
             (struct place){ .file = STR("dossier"), .path = STR("compare") }, expected, "%s",
             said);
    return false;
}

/* "B:key=value" is of the second system, and here is one alone. */
static void sides_leave(struct arena *home, struct compare_wish *wish)
{
    const char **set = ARENA_MANY(home, wish->set_count + 1, const char *);
    size_t count = 0;
    for (size_t i = 0; i < wish->set_count; i++)
        if (wish->set[i][0] == 0 || wish->set[i][1] != ':')
            set[count++] = wish->set[i];
    wish->set = set;
    wish->set_count = count;
}

/* What reading says of files that stop it; the rest, `--full` of these files alone would tell. */
static bool judge_add(struct besides *b, enum beside_kind kind, const char *const *path,
                      size_t count)
{
    struct comparing *one = ARENA_NEW(b->request->home, struct comparing);
    struct diags *said;
    *one =
        (struct comparing){ .request = b->request, .path = path, .count = count, .wish = *b->wish };
    if (kinds[kind].null)
        sides_leave(b->request->home, &one->wish);
    if (count > OPERANDS_MOST)
        return usage(b->request, STR("at most 16 sets"), compare_beside_name(kind));
    if (!compare_judge(one, &said)) {
        for (const struct diag *diag = diags_first(said); diag; diag = diag->next)
            if (diag_row(diag->id)->level >= LEVEL_INPUT)
                diag_add(b->request->diags, diag->id, diag->place, diag->expected, "%.*s",
                         STR_ARG(diag->said));
        return false;
    }
    b->item[b->count++] = (struct compare_beside){ kind, compare_answer_of(one) };
    return true;
}

/* Whether a result of one is, byte for byte, one of the other's. */
static bool share_results(const struct operand *a, const struct operand *b)
{
    for (size_t i = 0; i < a->run_count; i++)
        for (size_t k = 0; k < b->run_count; k++)
            if (digest_eq(a->file[a->run[i].file].evidence->digest,
                          b->file[b->run[k].file].evidence->digest))
                return true;
    return false;
}

/* Runs that were there already repeat nothing. */
static bool are_other_runs(struct request *request, const struct compare_answer *main,
                           const struct compare_answer *confirm)
{
    for (size_t i = 0; i < main->plan->operand_count; i++)
        for (size_t k = 1; k < confirm->plan->operand_count; k++)
            if (share_results(&main->plan->operand[i], &confirm->plan->operand[k]))
                return line_refused(request->diags, confirm->plan->operand[k].given,
                                    STR("runs that were measured once more; measure again and name "
                                        "those behind --confirm"),
                                    "none of these");
    return true;
}

/* The sets of the baseline: each behind the first against the sides, and against one another. */
static bool baselines_judge(struct besides *b, const char *const *side, size_t sides)
{
    const struct option_list *sets = &b->request->options.baseline;
    size_t count = (size_t)sets->count;
    for (size_t i = 1; i < count; i++) {
        const char **path = ARENA_MANY(b->request->home, sides + 1, const char *);
        path[0] = sets->item[i];
        memcpy(path + 1, side, sides * sizeof *path);
        if (!judge_add(b, BESIDE_BASELINE, path, sides + 1))
            return false;
    }
    for (size_t i = 0; i + 1 < count; i++)
        if (!judge_add(b, BESIDE_BASELINE_NULL, sets->item + i, count - i))
            return false;
    return true;
}

bool compare_beside_judge(struct request *request, const struct compare_wish *wish,
                          const char *const *path, size_t count, const struct compare_answer *main,
                          struct compare_beside **out, size_t *found)
{
    const struct options *o = &request->options;
    size_t most = 2 * (size_t)o->baseline.count + 2;
    struct besides b = { request, wish, ARENA_MANY(request->home, most, struct compare_beside), 0 };
    if (o->confirm.count > 0 && count != 2)
        return usage(request, STR("--confirm beside two sides, of which it is the second again"),
                     "--confirm");
    if (o->null_pair.count == 1)
        return usage(request, STR("--null A1 A2: one system, measured twice"), "--null");
    if (o->baseline.count > 1 && !baselines_judge(&b, path + 1, count - 1))
        return false;
    if (o->confirm.count > 0) {
        const char **again = ARENA_MANY(request->home, (size_t)o->confirm.count + 1, const char *);
        again[0] = path[0];
        memcpy(again + 1, o->confirm.item, (size_t)o->confirm.count * sizeof *again);
        if (!judge_add(&b, BESIDE_CONFIRM, again, (size_t)o->confirm.count + 1) ||
            !are_other_runs(request, main, &b.item[b.count - 1].answer))
            return false;
    }
    if (o->null_pair.count > 0 &&
        !judge_add(&b, BESIDE_NULL, o->null_pair.item, (size_t)o->null_pair.count))
        return false;
    *out = b.item;
    *found = b.count;
    return true;
}

/* ---- what belongs to what ---- */

const struct comparison *compare_beside_found(const struct compare_answer *main, size_t test,
                                              const struct compare_answer *beside, size_t side,
                                              const struct compare_part **part)
{
    const struct test *at = &main->plan->test[test];
    bool only = main->plan->test_count == 1 && beside->plan->test_count == 1;
    for (size_t i = 0; i < beside->plan->test_count; i++) {
        const struct test *other = &beside->plan->test[i];
        bool alike = at->row && other->row && carries_alike(at->row, other->row) &&
                     (only || str_eq(at->shown, other->shown));
        if (alike && other->side[0].count > 0 && other->side[side].count > 0)
            return compare_found(beside, i, side, part);
    }
    return NULL;
}

static bool has_change(const struct comparison *c)
{
    return c && comparison_licenses(c) && c->change_low && c->change_high && c->decision;
}

static bool is(const struct comparison *c, const char *decision)
{
    return strcmp(c->decision, decision) == 0;
}

bool compare_beside_differs(const struct compare_answer *answer)
{
    for (size_t b = 0; b < answer->beside_count; b++) {
        const struct compare_answer *of = &answer->beside[b].answer;
        for (size_t i = 0; kinds[answer->beside[b].kind].null && i < of->plan->test_count; i++)
            for (size_t side = 1; side < of->plan->operand_count; side++) {
                const struct compare_part *part;
                const struct comparison *c = compare_found(of, i, side, &part);
                if (has_change(c) && !is(c, "equivalent") && !is(c, "inconclusive"))
                    return true;
            }
    }
    return false;
}

/* ---- words ---- */

static void put_labels(struct buf *line, const struct compare_plan *plan)
{
    for (size_t i = 0; i < plan->operand_count; i++) {
        buf_put(line, i > 0 ? STR(", ") : STR(""));
        buf_put_visible(line, str_sub(plan->operand[i].label, 0, 60));
    }
}

struct nulls {
    size_t equal, open, beyond, none;
    const struct comparison *only;    /* the pair, where there is one */
    const struct comparison *without; /* the first that gives no change; NULL: none was made */
};

static struct nulls nulls_count(const struct compare_answer *of)
{
    struct nulls count = { 0 };
    struct compare_turn turn = { 0 };
    while (compare_next(of, &turn)) {
        const struct comparison *c = turn.c;
        count.none += !has_change(c);
        count.equal += has_change(c) && is(c, "equivalent");
        count.open += has_change(c) && is(c, "inconclusive");
        count.beyond += has_change(c) && !is(c, "equivalent") && !is(c, "inconclusive");
        count.only = has_change(c) ? c : count.only;
        if (!has_change(c) && !count.without)
            count.without = c;
    }
    if (count.equal + count.open + count.beyond != 1 || count.none > 0)
        count.only = NULL;
    return count;
}

static void put_null(struct buf *out, const struct compare_answer *of)
{
    struct nulls count = nulls_count(of);
    struct buf line = buf_new(out->home, (size_t)1 << 16);
    buf_put(&line, STR("  Null pair "));
    put_labels(&line, of->plan);
    buf_put(&line, STR(": "));
    if (count.only)
        buf_putf(&line, "the same system measured twice differs by %.*s to %.*s %%: %s",
                 STR_ARG(fact_value(out->home, count.only->change_low)),
                 STR_ARG(fact_value(out->home, count.only->change_high)),
                 count.equal > 0  ? "equal within the margin"
                 : count.open > 0 ? "open: what lies within may come of nothing"
                                  : "beyond the margin: it stands against every change told here");
    else if (count.equal + count.open + count.beyond == 0) {
        buf_put(&line, STR("could not be judged: "));
        if (!count.without)
            buf_put(&line, STR("no work stands on both"));
        else if (comparison_licenses(count.without))
            buf_put(&line, STR("too few runs a side for a ratio"));
        else
            short_reason_line(&line, count.without);
    } else
        buf_putf(&line,
                 "one system measured again: %zu equal within the margin, %zu open, %zu beyond "
                 "it, %zu not judged%s",
                 count.equal, count.open, count.beyond, count.none,
                 count.beyond > 0 ? "; those stand against every change told here" : "");
    short_wrap(out, buf_str(&line), 4);
}

static void put_again(struct buf *out, const struct compare_answer *of, size_t side, size_t named,
                      const char *title)
{
    struct buf line = buf_new(out->home, (size_t)1 << 16);
    const struct compare_part *part;
    const struct comparison *c =
        of->plan->test_count == 1 ? compare_found(of, 0, side, &part) : NULL;
    buf_putf(&line, "  %s ", title);
    buf_put_visible(&line, str_sub(of->plan->operand[named].label, 0, 60));
    buf_put(&line, STR(": "));
    if (has_change(c))
        buf_put(&line, compare_said_brief(out->home, part, c));
    else if (of->plan->test_count > 1)
        buf_putf(&line, "%zu tests, each held against its own", of->plan->test_count);
    else if (c && !comparison_licenses(c))
        short_reason_line(&line, c);
    else
        buf_put(&line, STR("no change can be told of it"));
    short_wrap(out, buf_str(&line), 4);
}

/* All sets of the baseline against one another, in one line. */
static void put_baseline(struct buf *out, const struct compare_answer *answer)
{
    struct nulls all = { 0 };
    size_t sets = 1;
    for (size_t b = 0; b < answer->beside_count; b++) {
        sets += answer->beside[b].kind == BESIDE_BASELINE_NULL;
        if (answer->beside[b].kind != BESIDE_BASELINE_NULL)
            continue;
        struct nulls one = nulls_count(&answer->beside[b].answer);
        all.equal += one.equal;
        all.open += one.open;
        all.beyond += one.beyond;
        all.none += one.none;
    }
    if (sets == 1)
        return;
    struct buf line = buf_new(out->home, (size_t)1 << 16);
    buf_putf(&line,
             "  %zu baseline sets among themselves: %zu equal within the margin, %zu open, %zu "
             "beyond it",
             sets, all.equal, all.open, all.beyond);
    if (all.none > 0)
        buf_putf(&line, ", %zu not judged", all.none);
    if (all.beyond > 0)
        buf_put(&line, STR("; what lies beyond stands against every change told here"));
    short_wrap(out, buf_str(&line), 4);
}

struct str compare_beside_said(struct arena *home, const struct compare_answer *answer)
{
    enum { NAMED = 4 };
    struct buf out = buf_new(home, (size_t)1 << 20);
    size_t shown = 0, left = 0;
    put_baseline(&out, answer);
    for (size_t b = 0; b < answer->beside_count; b++) {
        const struct compare_answer *of = &answer->beside[b].answer;
        bool baseline = answer->beside[b].kind == BESIDE_BASELINE;
        if (answer->beside[b].kind == BESIDE_NULL)
            put_null(&out, of);
        if (kinds[answer->beside[b].kind].null)
            continue;
        for (size_t side = 1; side < of->plan->operand_count; side++) {
            if (shown == NAMED) {
                left++;
                continue;
            }
            put_again(&out, of, side, baseline ? 0 : side,
                      baseline ? "Against the set" : "Measured again,");
            shown++;
        }
    }
    if (left > 0)
        short_line(&out, str_format(home, "  and %zu more of them (--json)", left));
    return buf_str(&out);
}
