/* sections_runs.c - the runs of each side, judged alone: each of them, or in a report of many the
 * least, the middle and the greatest of each measure, and those that are out of line. */
#include "build.h"

static const struct fact *own_fact(const struct judged_run *run, enum key key)
{
    for (size_t i = 0; i < run->fact_count; i++)
        if (run->fact[i]->key == key)
            return run->fact[i];
    return NULL;
}

static void run_value(struct building *b, struct node *row, const struct fact *fact)
{
    struct node *cell = cell_add(b, row);
    if (fact)
        value_add(b, cell, fact, FORM_BARE); /* its unit stands in the head or above the table */
    else
        text_add(b, cell, "runs.none")->style = STYLE_SOFT;
}

static void run_row(struct building *b, struct node *table, const struct judged_run *run,
                    bool window)
{
    struct node *row = row_add(b, table);
    struct node *head = cell_heading(b, row);
    quote_add(b, head, run->run->id, NULL);
    if (run->run->bridge)
        text_add(b, head, "scope.bridge")->style = STYLE_SOFT;
    const struct fact *verdict = own_fact(run, KEY_STEADY_VERDICT);
    struct node *steady = cell_add(b, row);
    if (verdict)
        value_add(b, steady, verdict, FORM_FULL);
    else
        text_add(b, steady, joined(b, "steady", steady_name(run->steady.verdict)));
    if (run->steady.reason && run->steady.reason[0])
        SAY(b, steady, "runs.reason", { "reason", .quote = own_words(b, run->steady.reason) });
    run_value(b, row, own_fact(run, KEY_STEADY_START));
    run_value(b, row, own_fact(run, KEY_STEADY_END));
    run_value(b, row, run->own);
    run_value(b, row, run->whole);
    if (window)
        run_value(b, row, run->value);
    run_value(b, row, own_fact(run, KEY_CLOCK_MEDIAN));
    run_value(b, row, own_fact(run, KEY_POWER_MEAN));
}

/* The unit of the metric, from the first run of the side that has a value. */
static const char *side_unit(const struct comparison *c, const struct system *side)
{
    for (size_t i = 0; i < c->run_count; i++) {
        const struct judged_run *run = &c->run[i];
        if (run->whole && (run->run->machine->system == side || run->run->like == side))
            return unit_row(run->whole->value.unit)->symbol;
    }
    return "";
}

/* ---- many runs ---- */

static const struct fact *own_pick(const struct judged_run *run, enum key key)
{
    (void)key;
    return run->own;
}

static const struct fact *whole_pick(const struct judged_run *run, enum key key)
{
    (void)key;
    return run->whole;
}

static const struct fact *window_pick(const struct judged_run *run, enum key key)
{
    (void)key;
    return run->value;
}

static const struct {
    const char *string;
    const struct fact *(*pick)(const struct judged_run *run, enum key key);
    enum key key;
} measures[] = {
    { "runs.from", own_fact, KEY_STEADY_START }, { "runs.until", own_fact, KEY_STEADY_END },
    { "runs.own", own_pick, KEY_COUNT },         { "runs.whole", whole_pick, KEY_COUNT },
    { "runs.window", window_pick, KEY_COUNT },   { "runs.clock", own_fact, KEY_CLOCK_MEDIAN },
    { "runs.power", own_fact, KEY_POWER_MEAN },
};

/* What all runs of the side come to. Each figure is one run's, so that it leads to its evidence. */
static void ranges_add(struct building *b, struct node *section, const struct comparison *c,
                       const struct system *side)
{
    static const struct column columns[] = { { .share = 28 },
                                             { .share = 12, .right = true },
                                             { .share = 20, .right = true },
                                             { .share = 20, .right = true },
                                             { .share = 20, .right = true } };
    static const char *const heads[] = { "runs.measure", "runs.count", "runs.least", "runs.middle",
                                         "runs.greatest" };
    struct run_counts counts = run_counted(b, c, side);
    SAY(b, paragraph_add(b, section, ROLE_NONE), "runs.group",
        { "all", .quote = counted_text(b, counts.all) },
        { "steady", .quote = counted_text(b, counts.steady) },
        { "out", .quote = counted_text(b, counts.out) });
    struct node *table = TABLE_HEADED(b, section, ROLE_NONE, "runs.ranges", columns, heads);
    for (size_t i = 0; i < ARRAY_COUNT(measures); i++) {
        const struct fact *range[3];
        size_t count = run_range(b, c, side, measures[i].pick, measures[i].key, range);
        if (count == 0)
            continue;
        struct node *row = row_add(b, table);
        text_add(b, cell_heading(b, row), measures[i].string);
        quote_add(b, cell_add(b, row), counted_text(b, count), NULL);
        for (size_t k = 0; k < ARRAY_COUNT(range); k++)
            value_add(b, cell_add(b, row), range[k], FORM_BARE);
    }
    SAY(b, paragraph_add(b, section, ROLE_NONE), "runs.named",
        { "named", .quote = counted_text(b, counts.named) });
}

static void runs_table(struct building *b, struct node *section, const struct comparison *c,
                       const struct system *side)
{
    static const struct column with[] = { { .share = 24 },
                                          { .share = 9 },
                                          { .share = 8, .right = true },
                                          { .share = 8, .right = true },
                                          { .share = 12, .right = true },
                                          { .share = 12, .right = true },
                                          { .share = 12, .right = true },
                                          { .share = 10, .right = true },
                                          { .share = 9, .right = true } };
    static const struct column without[] = { { .share = 28 },
                                             { .share = 12 },
                                             { .share = 9, .right = true },
                                             { .share = 9, .right = true },
                                             { .share = 13, .right = true },
                                             { .share = 13, .right = true },
                                             { .share = 11, .right = true },
                                             { .share = 10, .right = true } };
    static const char *const with_heads[] = { "runs.run",    "runs.steady", "runs.from",
                                              "runs.until",  "runs.own",    "runs.whole",
                                              "runs.window", "runs.clock",  "runs.power" };
    static const char *const without_heads[] = { "runs.run",   "runs.steady", "runs.from",
                                                 "runs.until", "runs.own",    "runs.whole",
                                                 "runs.clock", "runs.power" };
    bool window = !refused(c);
    struct node *heading = heading_add(b, section, 3, NULL);
    SAY(b, heading, side->label.len > 0 ? "runs.side.label" : "runs.side",
        { "system", .quote = side->id }, { "label", .quote = side->label });
    if (c->workload.len > 0)
        SAY(b, heading, "runs.workload", { "workload", .quote = c->workload });
    const char *unit = side_unit(c, side);
    if (unit[0] != 0) {
        SAY(b, paragraph_add(b, section, ROLE_NONE), "runs.unit",
            { "unit", .quote = own_words(b, unit) });
    }
    if (window && b->model->comparison_count > 1) {
        SAY(b, paragraph_add(b, section, ROLE_NONE), "runs.window.of", { "a", .quote = c->a->id },
            { "b", .quote = c->b->id });
    }
    if (b->many)
        ranges_add(b, section, c, side);
    struct node *table =
        window ? table_add(b, section, ROLE_NONE, "runs.caption", with, ARRAY_COUNT(with))
               : table_add(b, section, ROLE_NONE, "runs.caption", without, ARRAY_COUNT(without));
    header_add(b, table, window ? with_heads : without_heads,
               window ? ARRAY_COUNT(with_heads) : ARRAY_COUNT(without_heads));
    for (size_t i = 0; i < c->run_count; i++)
        if (run_side(c->run[i].run) == side && run_told(b, c, &c->run[i]))
            run_row(b, table, &c->run[i], window);
    columns_thin(b, table, 2); /* verdict stays */
}

/* The first comparison of a system under each workload holds all its runs of that workload. */
static bool runs_shown_before(const struct building *b, const struct system *system, size_t index)
{
    const struct comparison *all = b->model->comparison;
    for (size_t i = 0; i < index; i++)
        if ((all[i].a == system || all[i].b == system) &&
            str_eq(all[i].workload, all[index].workload))
            return true;
    return false;
}

bool section_runs(struct building *b, struct node *root, const char *id)
{
    struct node *section = section_add(b, root, ROLE_BODY, str_from(id));
    heading_add(b, section, 2, "runs.heading");
    if (b->many) {
        SAY(b, paragraph_add(b, section, ROLE_NONE), "runs.intro.many",
            { "most", .quote = counted_text(b, RUNS_TOLD_MOST) },
            { "named", .quote = counted_text(b, RUNS_NAMED_MOST) });
    } else {
        paragraph_plain(b, section, ROLE_NONE, "runs.intro");
    }
    const struct case_file *file = b->model->case_file;
    for (size_t i = 0; i < file->system_count; i++) {
        const struct system *system = &file->system[i];
        for (size_t k = 0; k < b->model->comparison_count; k++) {
            const struct comparison *c = &b->model->comparison[k];
            if ((c->a == system || c->b == system) && !runs_shown_before(b, system, k)) {
                runs_table(b, section, c, system);
                load_add(b, section, c, system);
            }
        }
    }
    return true;
}
