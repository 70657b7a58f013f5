/* compare_tests.c - the tests of an answer of `compare`: how each was judged, and what it is
 * called. */
#include "compare_tests.h"
#include "change_text.h"
#include <glib.h>
#include <string.h>

const struct comparison *compare_found(const struct compare_answer *answer, size_t test,
                                       size_t side, const struct compare_part **part)
{
    const struct test *at = &answer->plan->test[test];
    for (size_t i = 0; at->row && i < answer->part_count; i++) {
        if (!carries_alike(answer->part[i].row, at->row))
            continue;
        const struct report_model *model = &answer->part[i].pipeline->model;
        for (size_t k = 0; k < model->comparison_count; k++) {
            const struct comparison *c = &model->comparison[k];
            if (!c->step && str_eq(c->workload, at->name) && str_eq(c->a->id, STR("A")) &&
                c->b->id.len == 1 && c->b->id.at[0] == (char)('A' + side)) {
                *part = &answer->part[i];
                return c;
            }
        }
    }
    return NULL;
}

bool compare_next(const struct compare_answer *answer, struct compare_turn *turn)
{
    const struct compare_plan *plan = answer->plan;
    if (++turn->side >= plan->operand_count) {
        turn->side = 1;
        turn->test++;
    }
    if (turn->test >= plan->test_count || turn->side >= plan->operand_count)
        return false;
    turn->part = NULL;
    turn->c = compare_found(answer, turn->test, turn->side, &turn->part);
    return true;
}

struct str compare_said(struct arena *home, const struct compare_part *part,
                        const struct comparison *c)
{
    return change_said(home, part->row->metric, c);
}

struct str compare_said_brief(struct arena *home, const struct compare_part *part,
                              const struct comparison *c)
{
    return change_said_brief(home, part->row->metric, c);
}

/* A condition that no statement can mend: samples that were not kept, or too few of them. */
static bool needs_samples(const struct finding *finding)
{
    return finding->cell == VERDICT_INCOMPLETE && finding->judgement == UNKNOWN &&
           (str_eq(finding->rule->id, STR("S1")) || str_eq(finding->rule->id, STR("S2")));
}

bool compare_rows_undeclared(const struct compare_answer *answer)
{
    for (size_t i = 0; i < answer->plan->operand_count; i++) {
        const struct operand *operand = &answer->plan->operand[i];
        for (size_t k = 0; k < operand->file_count; k++) {
            const struct adapter *adapter = operand->file[k].adapter;
            if (adapter && operand->file[k].series_count == 0 &&
                (strcmp(adapter->name, "iteration-log") == 0 ||
                 strcmp(adapter->name, "dossier-series") == 0))
                return true;
        }
    }
    return false;
}

const struct finding *compare_carries_not(const struct compare_answer *answer,
                                          const struct comparison *c)
{
    for (size_t i = 0; c->verdict == VERDICT_INCOMPLETE && i < c->finding_count; i++)
        if (needs_samples(&c->finding[i]) && !compare_rows_undeclared(answer))
            return &c->finding[i];
    return NULL;
}

enum { NAME_PARTS = 24 };

/* How many tests bear a part of a name, between commas. */
static size_t bearers(const struct compare_plan *plan, struct str part)
{
    size_t count = 0;
    for (size_t i = 0; i < plan->test_count; i++) {
        struct str rest = plan->test[i].shown, one;
        bool has = false;
        while (str_cut(&rest, ',', &one))
            has = has || str_eq(str_trim(one), part);
        count += has;
    }
    return count;
}

struct str compare_test_name(const struct compare_plan *plan, size_t index, struct arena *home,
                             size_t width)
{
    struct str rest = plan->test[index].shown, part[NAME_PARTS], one;
    struct buf whole = buf_new(home, (size_t)1 << 16), sorted = buf_new(home, (size_t)1 << 16);
    size_t borne[NAME_PARTS], count = 0;
    while (count < NAME_PARTS && str_cut(&rest, ',', &one)) {
        size_t by = bearers(plan, str_trim(one)), at = count;
        if (by == plan->test_count && plan->test_count > 1)
            continue;
        buf_putf(&whole, "%s%.*s", count++ > 0 ? ", " : "", STR_ARG(str_trim(one)));
        for (; at > 0 && borne[at - 1] > by; at--) {
            part[at] = part[at - 1];
            borne[at] = borne[at - 1];
        }
        part[at] = str_trim(one);
        borne[at] = by;
    }
    if (count == 0)
        return plan->test[index].shown.len > 0 ? plan->test[index].shown
                                               : str_format(home, "test %zu", index + 1);
    for (size_t i = 0; i < count; i++)
        buf_putf(&sorted, "%s%.*s", i > 0 ? ", " : "", STR_ARG(part[i]));
    return whole.len <= width ? buf_str(&whole) : buf_str(&sorted);
}

size_t compare_lacking(const struct compare_plan *plan, size_t side, struct arena *home,
                       struct str **out)
{
    struct str *list = ARENA_MANY(home, plan->test_count + 1, struct str);
    size_t count = 0;
    for (size_t i = 0; i < plan->test_count; i++)
        if (plan->test[i].side[side].count == 0)
            list[count++] = compare_test_name(plan, i, home, 60);
    *out = list;
    return count;
}

/* Small letters, blanks as one. */
static struct str folded(struct arena *home, struct str name)
{
    struct buf out = buf_new(home, (size_t)1 << 16);
    bool blank = false;
    for (size_t i = 0; i < name.len; i++) {
        if (g_ascii_isspace(name.at[i])) {
            blank = out.len > 0;
            continue;
        }
        buf_put(&out, blank ? STR(" ") : STR(""));
        buf_put_char(&out, g_ascii_tolower(name.at[i]));
        blank = false;
    }
    return buf_str(&out);
}

/* Whether a reader may take it for the name of an earlier test of the case: letters other than
 * ASCII may look like some of it. */
static bool is_alike(struct arena *home, const struct compare_plan *plan, size_t index,
                     const struct carries *row, struct str name)
{
    bool alike = false;
    for (size_t i = 0; i < name.len; i++)
        alike = alike || (unsigned char)name.at[i] >= 0x80;
    for (size_t i = 0; i < index && !alike; i++) {
        const struct test *test = &plan->test[i];
        alike = test->row && carries_alike(test->row, row) &&
                str_eq(folded(home, test->name), folded(home, name));
    }
    return alike;
}

/* The own name of a test where that is short, else what tells it from the others. */
static struct str called(struct arena *home, const struct compare_plan *plan, size_t index,
                         const struct carries *row)
{
    enum { WIDTH = 60 };
    struct buf visible = buf_new(home, (size_t)1 << 20);
    struct str shown = plan->test[index].shown;
    bool brief = shown.len > 0 && shown.len <= WIDTH;
    buf_put_visible(&visible, brief ? shown : compare_test_name(plan, index, home, WIDTH));
    struct str name = str_trim(buf_str(&visible));
    if (name.len > WIDTH) { /* not within a letter */
        for (name.len = WIDTH - 3; name.len > 0 && (name.at[name.len] & 0xC0) == 0x80;)
            name.len--;
        name = str_format(home, "%.*s...", STR_ARG(name));
    }
    if (name.len == 0 || is_alike(home, plan, index, row, name))
        name =
            str_format(home, "%.*s%stest %zu", STR_ARG(name), name.len > 0 ? ", " : "", index + 1);
    return name;
}

size_t compare_tests_call(struct arena *home, struct compare_plan *plan, const struct carries *row)
{
    size_t count = 0;
    for (size_t i = 0; i < plan->test_count; i++)
        count += plan->test[i].row && carries_alike(plan->test[i].row, row);
    for (size_t i = 0; count > 1 && i < plan->test_count; i++) {
        struct test *test = &plan->test[i];
        if (test->row && carries_alike(test->row, row))
            test->name = called(home, plan, i, row);
    }
    return count;
}
