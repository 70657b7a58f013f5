/* sections_coverage.c - what is known of each layer: a row a layer or group of facts, a column a
 * run; in a report of many runs a column for all runs of a side of which the same is known. */
#include "build.h"

#include <glib.h>

struct grid { /* of coverage: by row, then by judged run */
    const struct comparison *c;
    const struct coverage *row[KEY_COUNT]; /* the first of each, which names it */
    size_t row_count;
    const struct coverage **cell; /* row * run_count + run; NULL: none */
};

struct column_of { /* of runs of one side, alike in all rows */
    size_t first, count;
};

static bool same_row(const struct coverage *a, const struct coverage *b)
{
    return a->layer == b->layer && (a->layer != LAYER_NONE || a->group == b->group);
}

static size_t row_of(struct grid *grid, const struct coverage *at)
{
    size_t i = 0;
    while (i < grid->row_count && !same_row(grid->row[i], at))
        i++;
    if (i == grid->row_count && i < KEY_COUNT)
        grid->row[grid->row_count++] = at;
    return i;
}

static void grid_fill(struct building *b, struct grid *grid)
{
    const struct comparison *c = grid->c;
    /* By where a run lies; looked up only, never walked. */
    g_autoptr(GHashTable) index = g_hash_table_new(g_int64_hash, g_int64_equal);
    gint64 *lies = ARENA_MANY(b->home, c->run_count + 1, gint64);
    for (size_t i = c->run_count; i > 0; i--) {
        lies[i] = (gint64)(intptr_t)c->run[i - 1].run;
        g_hash_table_insert(index, &lies[i], GSIZE_TO_POINTER(i));
    }
    for (size_t i = 0; i < c->coverage_count; i++) /* rows in order of first appearance */
        (void)row_of(grid, &c->coverage[i]);
    grid->cell = ARENA_MANY(b->home, grid->row_count * c->run_count + 1, const struct coverage *);
    for (size_t i = 0; i < c->coverage_count; i++) {
        const struct coverage *at = &c->coverage[i];
        lies[0] = (gint64)(intptr_t)at->run;
        size_t run = GPOINTER_TO_SIZE(g_hash_table_lookup(index, &lies[0]));
        size_t row = row_of(grid, at);
        if (run > 0 && row < grid->row_count && !grid->cell[row * c->run_count + run - 1])
            grid->cell[row * c->run_count + run - 1] = at;
    }
}

static const struct coverage *cell_of(const struct grid *grid, size_t row, size_t run)
{
    return grid->cell[row * grid->c->run_count + run];
}

/* ---- columns ---- */

static bool same_cell(const struct coverage *a, const struct coverage *b)
{
    if (!a || !b)
        return a == b;
    bool same = a->state == b->state && a->missing_count == b->missing_count;
    for (size_t i = 0; i < a->missing_count && same; i++)
        same = a->missing[i] == b->missing[i];
    return same;
}

static bool same_run(const struct grid *grid, size_t a, size_t b)
{
    const struct run *x = grid->c->run[a].run, *y = grid->c->run[b].run;
    bool same = x->bridge == y->bridge && run_side(x) == run_side(y);
    for (size_t i = 0; i < grid->row_count && same; i++)
        same = same_cell(cell_of(grid, i, a), cell_of(grid, i, b));
    return same;
}

/* A column a run; of many runs one for those that are alike. What does not fit is counted. */
static size_t columns_find(struct building *b, const struct grid *grid, size_t most,
                           struct column_of *out, size_t *left)
{
    size_t count = 0;
    *left = 0;
    for (size_t i = 0; i < grid->c->run_count; i++) {
        size_t k = b->many ? 0 : count;
        while (k < count && !same_run(grid, out[k].first, i))
            k++;
        if (k < count)
            out[k].count++;
        else if (count < most)
            out[count++] = (struct column_of){ i, 1 };
        else
            ++*left;
    }
    return count;
}

/* ---- tables ---- */

/* Whether any run of the columns lacks a needed fact: else there is no column that names them. */
static bool any_missing(const struct grid *grid, const struct column_of *column, struct span span)
{
    for (size_t row = 0; row < grid->row_count; row++) {
        for (size_t i = span.from; i < span.to; i++) {
            const struct coverage *coverage = cell_of(grid, row, column[i].first);
            if (coverage && coverage->missing_count > 0)
                return true;
        }
    }
    return false;
}

static void matrix_row(struct building *b, struct node *table, const struct grid *grid,
                       const struct column_of *column, struct span span, size_t index)
{
    static const char *const words[] = { [COVERAGE_NONE] = "coverage.none",
                                         [COVERAGE_DECLARED] = "coverage.declared",
                                         [COVERAGE_MEASURED] = "coverage.measured",
                                         [COVERAGE_CAPTURED] = "coverage.captured",
                                         [COVERAGE_CLASH] = "coverage.clash" };
    struct node *row = row_add(b, table);
    struct node *head = cell_heading(b, row);
    if (grid->row[index]->layer != LAYER_NONE)
        quote_add(b, head, layer_title(b, grid->row[index]->layer), NULL);
    else
        text_add(b, head, joined(b, "group", group_name(grid->row[index]->group)));
    bool lacks[KEY_COUNT] = { false };
    for (size_t i = span.from; i < span.to; i++) {
        const struct coverage *coverage = cell_of(grid, index, column[i].first);
        struct node *cell = cell_add(b, row);
        cell->role = ROLE_MATRIX;
        cell->coverage = coverage ? coverage->state : COVERAGE_NONE;
        text_add(b, cell, words[cell->coverage]);
        for (size_t k = 0; coverage && k < coverage->missing_count; k++)
            lacks[coverage->missing[k]] = true;
    }
    if (!any_missing(grid, column, span))
        return;
    /* what is missing, by title, over the runs of this table */
    struct node *missing = cell_add(b, row);
    bool any = false;
    for (enum key key = 0; key < KEY_COUNT; key++) {
        if (lacks[key]) {
            if (any)
                text_add(b, missing, "list.separator");
            quote_add(b, missing, key_title(b, key), NULL)->style = STYLE_SOFT;
            any = true;
        }
    }
}

static void matrix_head(struct building *b, struct node *table, const struct grid *grid,
                        const struct column_of *column, struct span span)
{
    struct node *head = row_add(b, table);
    head->heading = true;
    text_add(b, cell_heading(b, head), "coverage.layer");
    for (size_t i = span.from; i < span.to; i++) {
        const struct run *run = grid->c->run[column[i].first].run;
        const struct system *system = run->bridge && run->like ? run->like
                                      : run->machine           ? run->machine->system
                                                               : NULL;
        struct node *cell = cell_heading(b, head);
        if (system) {
            const struct comparison *its = system_comparison(b, system);
            quote_add(b, cell, system->id, NULL)->style =
                its && system == its->b ? STYLE_B : STYLE_A;
            text_add(b, cell, "space");
        }
        if (column[i].count > 1)
            SAY(b, cell, "coverage.runs", { "count", .quote = counted_text(b, column[i].count) });
        else
            quote_add(b, cell, run_short(b, run), NULL);
        if (run->bridge)
            text_add(b, cell, "scope.bridge");
    }
    if (any_missing(grid, column, span))
        text_add(b, cell_heading(b, head), "coverage.missing");
}

static void matrix_part(struct building *b, struct node *figure, const struct grid *grid,
                        const struct column_of *columns, struct span span)
{
    bool missing = any_missing(grid, columns, span);
    size_t count = span.to - span.from + (missing ? 2 : 1);
    struct column *column = ARENA_MANY(b->home, count, struct column);
    for (size_t i = 0; i < count; i++)
        column[i].share = 5;
    column[0].share = 30;
    if (missing)
        column[count - 1].share = 40;
    struct node *table = table_add(b, figure, ROLE_MATRIX, "coverage.caption", column, count);
    matrix_head(b, table, grid, columns, span);
    for (size_t i = 0; i < grid->row_count; i++)
        matrix_row(b, table, grid, columns, span, i);
}

/* All runs of a workload as one comparison's: each run once, as the first pair that has it knows
 * it. */
static const struct comparison *runs_all(struct building *b, struct str workload)
{
    const struct report_model *model = b->model;
    struct comparison *all = ARENA_NEW(b->home, struct comparison);
    size_t runs = 0, cells = 0;
    for (size_t i = 0; i < model->comparison_count; i++) {
        runs += model->comparison[i].run_count;
        cells += model->comparison[i].coverage_count;
    }
    struct judged_run *run = ARENA_MANY(b->home, runs + 1, struct judged_run);
    struct coverage *coverage = ARENA_MANY(b->home, cells + 1, struct coverage);
    *all = (struct comparison){ .workload = workload, .run = run, .coverage = coverage };
    for (size_t i = 0; i < model->comparison_count; i++) {
        const struct comparison *c = &model->comparison[i];
        if (c->coverage_count == 0 || !pictured(b, c) || !str_eq(c->workload, workload))
            continue;
        size_t known = all->run_count;
        for (size_t k = 0; k < c->run_count; k++)
            if (!judged_find(all, c->run[k].run))
                run[all->run_count++] = c->run[k];
        for (size_t k = 0; k < c->coverage_count; k++) {
            const struct judged_run *its = judged_find(all, c->coverage[k].run);
            if (its && its >= run + known)
                coverage[all->coverage_count++] = c->coverage[k];
        }
    }
    return all;
}

/* Rows of which some run lacks a needed fact. */
static size_t rows_lacking(const struct grid *grid)
{
    size_t count = 0;
    for (size_t row = 0; row < grid->row_count; row++) {
        bool lacks = false;
        for (size_t run = 0; run < grid->c->run_count && !lacks; run++) {
            const struct coverage *coverage = cell_of(grid, row, run);
            lacks = coverage && coverage->missing_count > 0;
        }
        count += lacks;
    }
    return count;
}

static void matrix_of(struct building *b, struct node *section, const struct comparison *c,
                      struct str id)
{
    enum { COLUMNS_MOST = 12, GROUPS_MOST = 24 }; /* that a page holds; of groups of runs */
    struct grid *grid = ARENA_NEW(b->home, struct grid);
    grid->c = c;
    grid_fill(b, grid);
    size_t most = b->many ? GROUPS_MOST : c->run_count, left;
    struct column_of *column = ARENA_MANY(b->home, most + 1, struct column_of);
    size_t count = columns_find(b, grid, most, column, &left);
    struct node *figure = section_add(b, section, ROLE_FIGURE, id);
    size_t lacking = rows_lacking(grid);
    struct node *heading = heading_add(b, figure, 3, NULL);
    SAY(b, heading, lacking > 0 ? "coverage.heading.some" : "coverage.heading.all",
        { "lacking", .quote = counted_text(b, lacking) },
        { "all", .quote = counted_text(b, grid->row_count) });
    workload_named(b, heading, c);
    paragraph_plain(b, figure, ROLE_SUBTITLE,
                    b->many ? "coverage.subtitle.many" : "coverage.subtitle");
    struct span span = { 0, 0 };
    while (span_next(count, COLUMNS_MOST, &span))
        matrix_part(b, figure, grid, column, span);
    if (left > 0) {
        SAY(b, paragraph_add(b, figure, ROLE_SMALL), "coverage.left",
            { "count", .quote = counted_text(b, left) });
    }
}

void matrix_add(struct building *b, struct node *section)
{
    size_t number = 0;
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        struct str workload = b->model->comparison[i].workload;
        bool before = false;
        for (size_t k = 0; k < i && !before; k++)
            before = str_eq(b->model->comparison[k].workload, workload);
        if (before)
            continue;
        number++; /* of the workload, whose name may hold anything */
        const struct comparison *all = runs_all(b, workload);
        if (all->run_count > 0 && all->coverage_count > 0)
            matrix_of(b, section, all,
                      workload.len > 0 ? str_format(b->home, "coverage-w%zu", number)
                                       : STR("coverage"));
    }
}
