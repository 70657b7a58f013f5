/* compare_plan.c - which runs of the operands stand side by side, and by which metric. */
#include "compare_case.h"
#include "compare_metric.h"
#include "output.h"
#include "submission.h"
#include <glib.h>
#include <string.h>
#include <unistd.h>

bool carries_alike(const struct carries *a, const struct carries *b)
{
    return a->metric == b->metric && a->kind == b->kind && strcmp(a->instance, b->instance) == 0 &&
           (a->kind != METRIC_PER_RUN || strcmp(a->tool, b->tool) == 0);
}

/* ---- root ---- */

static struct str parent_of(struct str path)
{
    struct str folder = str_folder(path);
    return str_sub(folder, 0, folder.len > 1 ? folder.len - 1 : folder.len);
}

static bool is_below(struct str path, struct str folder)
{
    return str_eq(folder, STR("/")) || str_below(path, folder);
}

static bool has_declaration(struct arena *home, struct str folder)
{
    return access(str_c(home, str_format(home, "%.*s/run.json", STR_ARG(folder))), F_OK) == 0;
}

/* The lowest folder that holds all operands; further up as long as declarations stand there. */
static struct str root_of(struct arena *home, const struct operand *operand, size_t count)
{
    struct str root = parent_of(operand[0].real);
    for (size_t i = 1; i < count; i++)
        while (!is_below(operand[i].real, root))
            root = parent_of(root);
    if (operand[0].run_count > 0 && submission_of(&operand[0].run[0]))
        root = submission_root(root);
    for (int up = 0; up < 3 && root.len > 1; up++) {
        struct str above = parent_of(root);
        if (!has_declaration(home, above))
            break;
        root = above;
    }
    return root;
}

struct str compare_below(const struct compare_plan *plan, struct arena *home)
{
    struct str given = plan->operand[0].given, real = plan->operand[0].real;
    struct str whole =
        str_eq(plan->root, STR("/")) ? plan->root : str_format(home, "%.*s/", STR_ARG(plan->root));
    while (real.len > plan->root.len) {
        struct str name = str_base_name(real);
        if (given.len == 0 || !str_eq(str_base_name(given), name))
            return whole; /* the name does not reach that far up, or is of a link, or ".." */
        real = parent_of(real);
        given = str_folder(given);
        if (real.len > plan->root.len && given.len > 1)
            given = str_sub(given, 0, given.len - 1);
    }
    return given;
}

/* The same files on two sides: results of one file are told apart by '#'. */
static bool refuse_same(struct arena *home, const struct operand *operand, struct diags *diags)
{
    struct str picks = operand_picks(home, operand);
    return line_refused(
        diags, operand->given,
        picks.len == 0
            ? STR("files of another system or run; name those that were measured on the other side")
            : str_format(home,
                         "files of another system or run, or another "
                         "of its results: %.*s; name two of them",
                         STR_ARG(picks)),
        "the same files stand on both sides");
}

/* Whether both are picked results of a file, and none is on both sides by its number and its name.
 */
static bool picked_apart(const struct operand *a, const struct operand *b)
{
    bool apart = a->pick.len > 0 && b->pick.len > 0;
    for (size_t i = 0; i < a->run_count; i++)
        for (size_t k = 0; k < b->run_count; k++)
            apart = apart && !(str_eq(a->run[i].instance, b->run[k].instance) &&
                               str_eq(a->run[i].path, b->run[k].path));
    return apart;
}

static bool operands_apart(struct arena *home, const struct compare_plan *plan, struct diags *diags)
{
    for (size_t i = 0; i < plan->operand_count; i++) {
        for (size_t k = 0; k < plan->operand_count; k++) {
            const struct operand *a = &plan->operand[i], *b = &plan->operand[k];
            if (i < k && str_eq(a->real, b->real) && !picked_apart(a, b))
                return refuse_same(home, b, diags);
            if (i != k && is_below(b->real, a->real))
                return line_refused(
                    diags, b->given,
                    STR("folders or files beside one another; name each side's own folder"),
                    "it lies inside another operand");
        }
    }
    return true;
}

/* ---- tests ---- */

/* `set`: the setting that is asked for; its text NULL: the one of which there are most runs. */
static void choose(struct arena *home, const struct operand *operand, struct str work, bool any,
                   struct str set, struct chosen *out)
{
    size_t best = set.at ? SIZE_MAX : 0;
    *out = (struct chosen){ .run = ARENA_MANY(home, operand->run_count + 1, size_t),
                            .bridge = ARENA_MANY(home, operand->run_count + 1, size_t),
                            .set = set };
    for (size_t i = 0; i < operand->run_count; i++) {
        size_t alike = 0;
        for (size_t k = 0; k < operand->run_count; k++)
            alike += (any || str_eq(operand->run[k].work, work)) &&
                     str_eq(operand->run[k].set, operand->run[i].set);
        if ((any || str_eq(operand->run[i].work, work)) && alike > best) {
            best = alike;
            out->set = operand->run[i].set;
        }
    }
    for (size_t i = 0; i < operand->run_count; i++) {
        if (!any && !str_eq(operand->run[i].work, work))
            continue;
        if (str_eq(operand->run[i].set, out->set))
            out->run[out->count++] = i;
        else
            out->other++;
    }
}

/* Runs set up as the baseline's are tie the two sides together. */
static void bridges_find(const struct operand *operand, const struct test *test,
                         struct chosen *side)
{
    const struct chosen *base = &test->side[0];
    if (base->set.len == 0 || str_eq(base->set, side->set))
        return;
    for (size_t i = 0; i < operand->run_count; i++) {
        if (str_eq(operand->run[i].work, test->work) && str_eq(operand->run[i].set, base->set)) {
            side->bridge[side->bridge_count++] = i;
            side->other--;
        }
    }
}

static size_t works_of(struct arena *home, const struct operand *operand, struct str **out)
{
    struct str *list = ARENA_MANY(home, operand->run_count + 1, struct str);
    GHashTable *seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    size_t count = 0;
    for (size_t i = 0; i < operand->run_count; i++) {
        struct str work = operand->run[i].work;
        if (g_hash_table_add(seen, g_strndup(work.len > 0 ? work.at : "", work.len)))
            list[count++] = work;
    }
    g_hash_table_destroy(seen);
    *out = list;
    return count;
}

static bool has(const struct str *list, size_t count, struct str work)
{
    for (size_t i = 0; i < count; i++)
        if (str_eq(list[i], work))
            return true;
    return false;
}

static bool is_metric(enum key key)
{
    return vocabulary_row(key)->better != BETTER_NEITHER;
}

static bool all_tell(const struct compare_plan *plan, const struct test *test,
                     const struct carries *row)
{
    for (size_t i = 0; i < plan->operand_count; i++) {
        const struct chosen *side = &test->side[i];
        if (side->count > 0 &&
            !found_tells(&plan->operand[i], &plan->operand[i].run[side->run[0]], row))
            return false;
    }
    return true;
}

/* Whether one side whose format this is tells it. */
static bool any_tells(const struct compare_plan *plan, const struct test *test,
                      const struct carries *row)
{
    for (size_t i = 0; i < plan->operand_count; i++) {
        const struct chosen *side = &test->side[i];
        const struct found_run *run = side->count > 0 ? &plan->operand[i].run[side->run[0]] : NULL;
        if (run && strcmp(run->row->format, row->format) == 0 &&
            found_tells(&plan->operand[i], run, row))
            return true;
    }
    return false;
}

static bool all_keep(const struct compare_plan *plan, const struct test *test,
                     const struct carries *row)
{
    for (size_t i = 0; i < plan->operand_count; i++) {
        const struct chosen *side = &test->side[i];
        if (side->count > 0 &&
            !found_keeps(&plan->operand[i], &plan->operand[i].run[side->run[0]], row->metric))
            return false;
    }
    return true;
}

/* Of a client of serving that tells a metric and keeps samples of another, the other: a figure
 * alone is not judged over time. */
static const struct carries *kept_of(const struct compare_plan *plan, const struct test *test,
                                     const struct carries *row)
{
    for (const struct carries *at = row; at && at->kind == METRIC_AT_LOAD; at = carries_next(at))
        if (all_tell(plan, test, at) && all_keep(plan, test, at))
            return at;
    return row;
}

/* Whether all results of the test are of one tool: then what one lacks, another run would have. */
static bool one_tool(const struct compare_plan *plan, const struct test *test)
{
    const char *tool = NULL;
    for (size_t i = 0; i < plan->operand_count; i++) {
        if (test->side[i].count == 0)
            continue;
        const char *own = plan->operand[i].run[test->side[i].run[0]].row->tool;
        if (tool && strcmp(tool, own) != 0)
            return false;
        tool = own;
    }
    return true;
}

/* Whether a format may be compared by the row, which is of the metric that is asked for. */
static bool is_metric_of(const struct carries *row, const char *format, enum key asked)
{
    return strcmp(row->format, format) == 0 && is_metric(row->metric) &&
           (asked == KEY_COUNT || row->metric == asked);
}

/* The first row of the formats on either side, of the metric that is asked for: `told`: that one
 * side at least tells. NULL: none. */
static const struct carries *row_of(const struct compare_plan *plan, const struct test *test,
                                    enum key asked, bool told)
{
    for (size_t i = 0; i < plan->operand_count; i++)
        for (size_t k = 0; test->side[i].count > 0 && carries_at(k); k++) {
            const struct found_run *run = &plan->operand[i].run[test->side[i].run[0]];
            if (is_metric_of(carries_at(k), run->row->format, asked) &&
                (!told || any_tells(plan, test, carries_at(k))))
                return carries_at(k);
        }
    return NULL;
}

/* The first metric of the formats on either side that all of them tell; else, of one tool, the
 * first that one side tells, or that may be one at all; NULL: none. */
static const struct carries *metric_of(struct arena *home, const struct compare_plan *plan,
                                       const struct test *test, const struct compare_wish *wish)
{
    enum key asked = wish->metric;
    if (asked != KEY_COUNT && wish->instance[0] != 0)
        return compare_metric_row(home, plan, test, wish);
    for (size_t i = 0; i < plan->operand_count; i++) {
        if (test->side[i].count == 0)
            continue;
        const char *format = plan->operand[i].run[test->side[i].run[0]].row->format;
        for (size_t k = 0; carries_at(k); k++) {
            const struct carries *row = carries_at(k);
            if (is_metric_of(row, format, asked) && all_tell(plan, test, row))
                return asked != KEY_COUNT ? row : kept_of(plan, test, row);
        }
    }
    const struct carries *first = row_of(plan, test, asked, true);
    first = first ? first : row_of(plan, test, asked, false);
    if (asked == KEY_COUNT)
        return one_tool(plan, test) ? first : NULL;
    const struct carries *own = compare_metric_row(home, plan, test, wish);
    return own ? own : first;
}

/* Settings that the first operand and another both have for a piece of work. */
static size_t sets_shared(struct arena *home, const struct compare_plan *plan, struct str work,
                          struct str **out)
{
    const struct operand *first = &plan->operand[0];
    struct str *list = ARENA_MANY(home, first->run_count + 1, struct str);
    size_t count = 0;
    for (size_t i = 0; i < first->run_count; i++) {
        struct str set = first->run[i].set;
        bool shared = false;
        if (set.len == 0 || !str_eq(first->run[i].work, work) || has(list, count, set))
            continue;
        for (size_t k = 1; k < plan->operand_count; k++)
            for (size_t j = 0; j < plan->operand[k].run_count; j++)
                shared = shared || (str_eq(plan->operand[k].run[j].work, work) &&
                                    str_eq(plan->operand[k].run[j].set, set));
        if (shared)
            list[count++] = set;
    }
    *out = list;
    return count;
}

/* A file may hold several figures of one metric under names of their own, such as what was read and
 * what was written: each is a test. */
static void figures_add(struct arena *home, struct compare_plan *plan, struct test *first)
{
    const struct carries *own = first->row;
    const struct str work = first->shown;
    for (const struct carries *row = carries_next(own); row; row = carries_next(row)) {
        if (row->metric != own->metric || !carries_label(row) || !all_tell(plan, first, row))
            continue;
        if (plan->test_count == TESTS_MOST) {
            plan->test_left++;
            continue;
        }
        struct test *test = &plan->test[plan->test_count++];
        *test = *first;
        test->row = row;
        test->shown =
            str_format(home, "%.*s%s%s", STR_ARG(work), work.len > 0 ? ", " : "", row->instance);
        first->shown =
            str_format(home, "%.*s%s%s", STR_ARG(work), work.len > 0 ? ", " : "", own->instance);
    }
}

static void test_add(struct arena *home, struct compare_plan *plan, struct str work, bool any,
                     struct str set, const struct compare_wish *wish)
{
    if (plan->test_count == TESTS_MOST) {
        plan->test_left++;
        return;
    }
    struct test *test = &plan->test[plan->test_count];
    *test = (struct test){ .work = work, .shown = work };
    if (set.at)
        test->shown = str_format(home, "%.*s, %.*s", STR_ARG(work), STR_ARG(set));
    size_t sides = 0;
    for (size_t i = 0; i < plan->operand_count; i++) {
        choose(home, &plan->operand[i], work, any, set, &test->side[i]);
        sides += test->side[i].count > 0;
    }
    if (sides < 2)
        return;
    for (size_t i = 1; i < plan->operand_count && !any && !set.at; i++)
        bridges_find(&plan->operand[i], test, &test->side[i]);
    /* Each side stands against the first: what that lacks is named, and no comparison is of it. */
    test->row = test->side[0].count > 0 ? metric_of(home, plan, test, wish) : NULL;
    plan->test_count++;
    if (test->row && carries_label(test->row))
        figures_add(home, plan, test);
}

/* Work that several sides did: once, or once a setting where they share several. */
static void tests_add(struct arena *home, struct compare_plan *plan, struct str work,
                      const struct compare_wish *wish)
{
    struct str *set = NULL;
    size_t count = sets_shared(home, plan, work, &set);
    if (count < 2)
        test_add(home, plan, work, false, (struct str){ 0 }, wish);
    for (size_t i = 0; count >= 2 && i < count; i++)
        test_add(home, plan, work, false, set[i], wish);
}

bool compare_plan(struct arena *home, struct operand *operand, size_t count,
                  const struct compare_wish *wish, struct compare_plan *out, struct diags *diags)
{
    struct str *work[OPERANDS_MOST] = { NULL };
    size_t works[OPERANDS_MOST];
    bool single = true;
    *out = (struct compare_plan){ .operand = operand,
                                  .operand_count = count,
                                  .test = ARENA_MANY(home, TESTS_MOST, struct test) };
    operands_label(home, operand, count);
    if (count == 0 || !operands_apart(home, out, diags))
        return false;
    out->root = root_of(home, operand, count);
    for (size_t i = 0; i < count; i++) {
        works[i] = works_of(home, &operand[i], &work[i]);
        single = single && works[i] == 1;
        out->alone[i] = ARENA_MANY(home, works[i] + 1, struct str);
    }
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < works[i]; k++) {
            bool before = false, other = false;
            for (size_t j = 0; j < count; j++) {
                bool there = j != i && has(work[j], works[j], work[i][k]);
                before = before || (there && j < i);
                other = other || there;
            }
            if (!other)
                out->alone[i][out->alone_count[i]++] = work[i][k];
            else if (!before)
                tests_add(home, out, work[i][k], wish);
        }
    }
    /* One piece of work a side: whether it is the same is what the rules decide. */
    if (out->test_count == 0 && single) {
        test_add(home, out, work[0][0], true, (struct str){ 0 }, wish);
        for (size_t i = 0; i < count; i++)
            out->alone_count[i] = 0;
    }
    return true;
}
