/* sections_body.c - the evidence body: pictures, scope and method, executors, runs. */
#include "build.h"
#include "chart.h"
#include "page_one.h"

/* ---- pictures ---- */

struct shown { /* a side's runs, as a comparison shows them */
    const struct comparison *c;
    const struct system *side;
};

/* Runs of many panels go on in further figures, of both sides in turn. */
static void series_add(struct building *b, struct node *columns, struct shown shown, size_t part)
{
    const struct comparison *c = shown.c;
    const struct system *side = shown.side;
    if (part > 0 && part >= chart_parts(b, CHART_SERIES, c, side))
        return;
    struct str id = str_format(b->home, "series%.*s-%.*s", STR_ARG(pair_suffix(b, c)),
                               STR_ARG(system_slug(b, side)));
    struct node *figure =
        section_add(b, columns, ROLE_FIGURE,
                    part > 0 ? str_format(b->home, "%.*s-%zu", STR_ARG(id), part + 1) : id);
    struct node *heading = heading_add(b, figure, 4, NULL);
    struct run_counts runs = run_counted(b, c, side);
    struct fill fill[] = { { "system", .quote = side->id },
                           { "label", .quote = str_format(b->home, "(%.*s)", STR_ARG(side->label)),
                             .style = STYLE_SOFT },
                           { "steady", .quote = counted_text(b, runs.steady) },
                           { "all", .quote = counted_text(b, runs.all) } };
    bool drawn = chart_parts(b, CHART_SERIES, c, side) > 0 && runs.all > 0;
    say(b, heading, drawn ? "series.side" : "runs.side", fill, ARRAY_COUNT(fill));
    if (side->label.len > 0)
        say(b, heading, "series.label", fill, ARRAY_COUNT(fill));
    if (part > 0)
        text_add(b, heading, "series.goes_on")->style = STYLE_SOFT;
    if (!chart_part_add(b, figure, CHART_SERIES, c, side, part))
        paragraph_plain(b, figure, ROLE_NONE, "series.none");
}

/* Two sides beside each other, their further parts below. */
static void series_pair_add(struct building *b, struct node *section, const struct shown *shown,
                            size_t count)
{
    struct node *columns = node_add(b, section, NODE_COLUMNS);
    size_t parts = 1;
    for (size_t i = 0; i < count; i++) {
        size_t its = chart_parts(b, CHART_SERIES, shown[i].c, shown[i].side);
        parts = its > parts ? its : parts;
    }
    for (size_t part = 0; part < parts; part++)
        for (size_t i = 0; i < count; i++)
            series_add(b, columns, shown[i], part);
}

/* Whether a panel has the core clock below it: none of processors alone has. */
static bool has_clock(const struct comparison *c)
{
    for (size_t i = 0; i < c->run_count; i++)
        if (c->run[i].clock)
            return true;
    return false;
}

static const char *series_intro(const struct comparison *c)
{
    if (has_clock(c))
        return refused(c) ? "series.intro.alone" : "series.intro";
    return refused(c) ? "series.intro.alone.bare" : "series.intro.bare";
}

/* How to read the pictures: in full once, then what is shaded where that differs from those before.
 */
static void series_intro_add(struct building *b, struct node *section, const struct comparison *c,
                             const struct comparison *before)
{
    if (before && has_clock(before) == has_clock(c)) {
        if (refused(c) != refused(before))
            paragraph_plain(b, section, ROLE_SUBTITLE, /* on the page of the pictures below */
                            refused(c) ? "series.shaded.alone" : "series.shaded");
        return;
    }
    paragraph_plain(b, section, ROLE_NONE, series_intro(c));
    if (b->many && !before)
        paragraph_plain(b, section, ROLE_NONE, "series.many");
}

static bool same_text(const struct fact *x, const struct fact *y)
{
    return x && y && str_eq(x->value.text, y->value.text);
}

/* The common window of a pair, unless an earlier one of those shown has the same. */
static void window_add(struct building *b, struct node *section, const struct comparison *c,
                       const struct shown *shown, size_t count)
{
    bool others = false;
    if (refused(c) || !c->window_begin)
        return;
    for (size_t i = 0; i < count; i++) {
        const struct comparison *other = shown[i].c;
        if (other < c && !refused(other) && same_text(other->window_begin, c->window_begin) &&
            same_text(other->window_end, c->window_end))
            return;
        others =
            others || (other->window_begin && !(same_text(other->window_begin, c->window_begin) &&
                                                same_text(other->window_end, c->window_end)));
    }
    struct node *line = paragraph_add(b, section, ROLE_NONE);
    if (others)
        SAY(b, line, "limits.of", { "a", .quote = c->a->id }, { "b", .quote = c->b->id });
    SAY(b, line, "note.window", { "begin", .fact = c->window_begin },
        { "end", .fact = c->window_end }, { "length", .fact = c->window_length });
}

/* Those of a workload and of pairs that are compared, or that are not: a side once, if nothing but
 * its place would differ. */
static size_t shown_pick(struct building *b, const struct comparison *first, struct shown *out)
{
    const struct report_model *model = b->model;
    size_t count = 0;
    for (const struct comparison *c = first; c < model->comparison + model->comparison_count; c++) {
        if (!pictured(b, c) || !str_eq(c->workload, first->workload) ||
            refused(c) != refused(first))
            continue;
        const struct system *const side[] = { c->a, c->b };
        for (size_t s = 0; s < (alone(b) ? 1 : ARRAY_COUNT(side)); s++) {
            bool known = false;
            for (size_t i = 0; i < model->comparison_count && !known; i++) {
                const struct comparison *other = &model->comparison[i];
                /* of those that are compared, and of earlier ones of the same kind */
                bool before = refused(other) != refused(c) ? refused(c) : other < c;
                known = before && pictured(b, other) &&
                        (other->a == side[s] || other->b == side[s]) &&
                        series_alike(c, other, side[s]);
            }
            if (!known)
                out[count++] = (struct shown){ c, side[s] };
        }
    }
    return count;
}

/* Whether an earlier comparison's pictures are those of this workload and kind. */
static bool series_begun(struct building *b, const struct comparison *c)
{
    for (const struct comparison *other = b->model->comparison; other < c; other++)
        if (pictured(b, other) && str_eq(other->workload, c->workload) &&
            refused(other) == refused(c))
            return true;
    return false;
}

static void steady_group(struct building *b, struct node *section, const struct comparison *before,
                         const struct shown *shown, size_t count)
{
    const struct comparison *c = shown->c;
    if (!before || c->workload.len > 0)
        workload_named(b, heading_add(b, section, 3, "series.heading"), c);
    series_intro_add(b, section, c, before);
    for (size_t k = 0; k < count; k++)
        if (k == 0 || shown[k].c != shown[k - 1].c)
            window_add(b, section, shown[k].c, shown, count);
    for (size_t k = 0; k < count; k += 2)
        series_pair_add(b, section, &shown[k], count - k < 2 ? 1 : 2);
}

static void steady_add(struct building *b, struct node *section)
{
    struct shown *shown = ARENA_MANY(b->home, 2 * b->model->comparison_count + 1, struct shown);
    const struct comparison *before = NULL;
    for (int kind = 0; kind < 2; kind++) { /* those that are compared come first */
        for (size_t i = 0; i < b->model->comparison_count; i++) {
            const struct comparison *c = &b->model->comparison[i];
            if (!pictured(b, c) || refused(c) != (kind == 1) || series_begun(b, c))
                continue;
            size_t count = shown_pick(b, c, shown);
            if (count == 0)
                continue;
            steady_group(b, section, before, shown, count);
            before = shown->c;
        }
    }
}

bool section_pictures(struct building *b, struct node *root, const char *id)
{
    struct node *section = section_add(b, root, ROLE_BODY, str_from(id));
    heading_add(b, section, 2, "pictures.heading");
    saturations_add(b, section);
    profiles_add(b, section);
    b->behind = true;
    steady_add(b, section);
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *c = &b->model->comparison[i];
        if (!pictured(b, c)) /* the same pair the other way round shows the same runs */
            continue;
        if (refused(c) && alone(b) && !refusal_brief(c)) /* else page one has it */
            stack_alone_add(b, section, c);
        else if (refused(c) && !alone(b) && !several(b))
            ribbon_add(b, section, c);
    }
    matrix_add(b, section);
    for (size_t i = 0; i < b->model->comparison_count; i++)
        if (pictured(b, &b->model->comparison[i]))
            stated_add(b, section, &b->model->comparison[i]);
    return true;
}

/* ---- values of a key, side by side ---- */

/* Distinct best facts of (key, instance) over a system's runs. */
static size_t side_facts(const struct building *b, const struct system *system, enum key key,
                         struct str instance, const struct fact **out, size_t most)
{
    size_t count = 0;
    for (size_t i = 0; i < system->machine_count; i++) {
        for (size_t j = 0; j < system->machine[i].run_count; j++) {
            const struct fact *fact =
                run_fact(b->model->case_file, &system->machine[i].run[j], key, instance);
            bool known = !fact;
            for (size_t k = 0; k < count && !known; k++) {
                known = str_eq(out[k]->value.text, fact->value.text) &&
                        out[k]->value.unit == fact->value.unit;
            }
            if (!known && count < most)
                out[count++] = fact;
        }
    }
    return count;
}

enum { SYSTEMS_MOST = 6 }; /* columns of values that a page holds */

static void key_row(struct building *b, struct node *table, struct span systems, enum key key,
                    struct str instance, bool needed)
{
    enum { MOST = 6 };
    const struct case_file *c = b->model->case_file;
    struct node *row = row_add(b, table);
    struct node *head = cell_heading(b, row);
    quote_add(b, head, key_title(b, key), NULL);
    if (instance.len > 0)
        SAY(b, head, "findings.instance", { "instance", .quote = instance });
    for (size_t s = systems.from; s < systems.to; s++) {
        const struct fact *found[MOST + 1]; /* one more tells that there are more */
        size_t count = side_facts(b, &c->system[s], key, instance, found, MOST + 1);
        struct node *cell = cell_add(b, row);
        for (size_t i = 0; i < count && i < MOST; i++) {
            if (i > 0)
                text_add(b, cell, "list.separator");
            value_add(b, cell, found[i], FORM_FULL);
        }
        if (count > MOST)
            text_add(b, cell, "list.more");
        if (count == 0) {
            struct node *none = text_add(b, cell, "not_disclosed");
            none->style = needed ? STYLE_BAD : STYLE_SOFT;
        }
    }
}

static bool instance_next(const struct building *b, enum key key, struct str after, bool first,
                          struct str *out)
{
    const struct case_file *c = b->model->case_file;
    bool any = false;
    const struct facts *scope[3];
    for (size_t s = 0; s < c->system_count; s++) {
        for (size_t m = 0; m < c->system[s].machine_count; m++) {
            const struct machine *machine = &c->system[s].machine[m];
            for (size_t r = 0; r <= machine->run_count; r++) {
                scope[0] = r < machine->run_count ? machine->run[r].facts : machine->facts;
                scope[1] = c->system[s].facts;
                scope[2] = c->facts;
                for (size_t k = 0; k < 3; k++) {
                    struct str found;
                    if (scope[k] && facts_instance(scope[k], key, after, first, &found) &&
                        (!any || str_order(found, *out) < 0)) {
                        *out = found;
                        any = true;
                    }
                }
            }
        }
    }
    return any;
}

static bool listed_apart(enum key key)
{
    return key == KEY_PACKAGE_VERSION ||
           key == KEY_OS_ENVIRONMENT; /* long lists: among the facts */
}

/* Whether some run should disclose the key and does not. What no run of a comparison has, such as
 * an accelerator's driver where processors alone computed, is no silence. */
static bool is_missed(const struct building *b, enum key key)
{
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *c = &b->model->comparison[i];
        for (size_t j = 0; j < c->coverage_count; j++) {
            for (size_t k = 0; k < c->coverage[j].missing_count; k++)
                if (c->coverage[j].missing[k] == key)
                    return true;
        }
    }
    return b->model->comparison_count == 0;
}

/* Whether some comparison has the layer at all. */
static bool is_compared(const struct building *b, enum layer layer)
{
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *c = &b->model->comparison[i];
        for (size_t j = 0; j < c->layer_count; j++)
            if (c->layer[j].layer == layer)
                return true;
    }
    return b->model->comparison_count == 0;
}

/* Rows of one layer (or group, for LAYER_NONE). */
static size_t keys_add(struct building *b, struct node *table, struct span systems,
                       enum layer layer, enum group group)
{
    size_t rows = 0;
    for (enum key key = 0; key < KEY_COUNT; key++) {
        const struct vocabulary_row *row = vocabulary_row(key);
        bool here = layer == LAYER_NONE ? row->group == group
                                        : row->layer == layer && row->group != GROUP_PRECISION;
        if (!here || listed_apart(key))
            continue;
        struct str instance = { 0 };
        bool any = false;
        for (bool first = true; instance_next(b, key, instance, first, &instance); first = false) {
            key_row(b, table, systems, key, instance, row->needed);
            any = true;
            rows++;
        }
        if (!any && row->needed && is_missed(b, key)) {
            key_row(b, table, systems, key, (struct str){ 0 }, true);
            rows++;
        }
    }
    return rows;
}

static struct node *sides_table(struct building *b, struct node *section, struct span systems,
                                const char *caption)
{
    const struct case_file *c = b->model->case_file;
    size_t count = systems.to - systems.from;
    struct column *column = ARENA_MANY(b->home, count + 1, struct column);
    column[0].share = 40;
    for (size_t i = 1; i <= count; i++)
        column[i].share = (uint32_t)(60 / count);
    struct node *table = table_add(b, section, ROLE_NONE, caption, column, count + 1);
    struct node *head = row_add(b, table);
    head->heading = true;
    text_add(b, cell_heading(b, head), "sides.what");
    for (size_t i = systems.from; i < systems.to; i++) {
        struct node *cell = cell_heading(b, head);
        quote_add(b, cell, c->system[i].id, NULL);
        if (c->system[i].label.len > 0)
            SAY(b, cell, "sides.label", { "label", .quote = c->system[i].label });
    }
    return table;
}

static void group_add(struct building *b, struct node *section, const char *heading,
                      enum group group)
{
    struct span systems = { 0, 0 };
    heading_add(b, section, 3, heading);
    while (span_next(b->model->case_file->system_count, SYSTEMS_MOST, &systems)) {
        struct node *table = sides_table(b, section, systems, heading);
        keys_add(b, table, systems, LAYER_NONE, group);
    }
}

static struct str run_named(struct building *b, const struct run *run)
{
    const struct system *system = run->bridge    ? run->like
                                  : run->machine ? run->machine->system
                                                 : NULL;
    return str_format(b->home, "%.*s %.*s%.*s", STR_ARG(system ? system->id : STR("")),
                      STR_ARG(run_short(b, run)),
                      STR_ARG(run->bridge ? skin_string(b->skin, "scope.bridge") : STR("")));
}

/* Of many runs: how many of each side a method judged. */
static void method_counts(struct building *b, struct node *line, const struct comparison *c,
                          struct str method)
{
    const struct system *const sides[] = { c->a, c->b };
    bool any = false;
    for (size_t s = 0; s < ARRAY_COUNT(sides); s++) {
        size_t count = 0;
        for (size_t i = 0; i < c->run_count; i++)
            count += run_side(c->run[i].run) == sides[s] && str_eq(c->run[i].steady.method, method);
        if (count > 0) {
            if (any)
                text_add(b, line, "list.separator");
            SAY(b, line, "method.runs", { "system", .quote = sides[s]->id },
                { "count", .quote = counted_text(b, count) });
            any = true;
        }
    }
    text_add(b, line, "owed.colon");
    quote_add(b, line, method, NULL)->style = STYLE_MONO;
}

/* The first of all runs that a method judged: of a run that several pairs hold, in the first. */
static bool method_begins(const struct building *b, size_t pair, size_t index, struct str method)
{
    for (size_t i = b->many ? pair : 0; i <= pair; i++) { /* of many, counts are of a pair */
        const struct comparison *c = &b->model->comparison[i];
        for (size_t j = 0; j < (i == pair ? index : c->run_count); j++)
            if (str_eq(c->run[j].steady.method, method))
                return false;
    }
    return method.len > 0;
}

static bool run_before(const struct building *b, size_t pair, const struct judged_run *run)
{
    for (size_t i = 0; i < pair; i++)
        for (size_t j = 0; j < b->model->comparison[i].run_count; j++)
            if (b->model->comparison[i].run[j].run == run->run &&
                str_eq(b->model->comparison[i].run[j].steady.method, run->steady.method))
                return true;
    return false;
}

/* The method of run `index` of a pair and of the later runs judged by the same one; false where an
 * earlier run named it. */
static bool method_add(struct building *b, struct node *section, size_t pair, size_t index)
{
    struct str method = b->model->comparison[pair].run[index].steady.method;
    if (!method_begins(b, pair, index, method))
        return false;
    struct node *line = paragraph_add(b, section, ROLE_COMMANDS);
    if (b->many) {
        method_counts(b, line, &b->model->comparison[pair], method);
        return true;
    }
    bool any = false;
    for (size_t i = pair; i < b->model->comparison_count; i++) {
        const struct comparison *c = &b->model->comparison[i];
        for (size_t j = 0; j < c->run_count; j++) {
            if (!str_eq(c->run[j].steady.method, method) || run_before(b, i, &c->run[j]))
                continue;
            if (any)
                text_add(b, line, "list.separator");
            quote_add(b, line, run_named(b, c->run[j].run), NULL);
            any = true;
        }
    }
    text_add(b, line, "owed.colon");
    quote_add(b, line, method, NULL)->style = STYLE_MONO;
    return true;
}

/* Which pairs were measured in turns, in one sentence. */
static void turns_add(struct building *b, struct node *section)
{
    struct node *line = NULL;
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *c = &b->model->comparison[i];
        if (c->turns.block_count == 0)
            continue;
        if (line)
            text_add(b, line, "list.separator");
        else
            line = paragraph_plain(b, section, ROLE_NONE, "method.turns");
        quote_add(b, line, pair_title(b, c), NULL);
    }
    if (line)
        text_add(b, line, "sentence.end");
}

static void methods_add(struct building *b, struct node *section)
{
    bool by_second = false;
    heading_add(b, section, 3, "method.judged");
    paragraph_plain(b, section, ROLE_NONE, "method.steady");
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *c = &b->model->comparison[i];
        size_t told = 0;
        for (size_t j = 0; j < c->run_count; j++) {
            bool more = b->many && told >= RUNS_NAMED_MOST; /* the rest stands in data.json */
            told += !more && method_add(b, section, i, j);
            by_second = by_second || c->run[j].by_second;
        }
    }
    if (by_second)
        paragraph_plain(b, section, ROLE_NONE, "method.by_second");
    paragraph_plain(b, section, ROLE_NONE, "method.window");
    paragraph_plain(b, section, ROLE_NONE, "method.interval");
    turns_add(b, section);
}

/* What holds of every report. */
static void hedges_add(struct building *b, struct node *section)
{
    static const char *const hedge[] = { "limits.units", "limits.declared", "limits.unread" };
    heading_add(b, section, 3, "limits.always");
    struct node *list = node_add(b, section, NODE_LIST);
    for (size_t i = 0; i < ARRAY_COUNT(hedge); i++)
        item_plain(b, list, hedge[i]);
}

static void parties_add(struct building *b, struct node *section)
{
    static const struct column columns[] = { { .share = 40 }, { .share = 60 } };
    static const char *const heads[] = { "sides.what", "method.said_by_case" };
    heading_add(b, section, 3, "method.parties");
    struct node *table = TABLE_HEADED(b, section, ROLE_NONE, "method.parties", columns, heads);
    for (enum key key = 0; key < KEY_COUNT; key++) {
        const struct vocabulary_row *vocabulary = vocabulary_row(key);
        bool policy = str_starts(str_from(vocabulary->name), STR("policy."));
        const struct fact *fact = case_fact(b, key);
        if (vocabulary->group != GROUP_PARTY && !(policy && fact))
            continue;
        struct node *row = row_add(b, table);
        quote_add(b, cell_heading(b, row), key_title(b, key), NULL);
        value_add(b, cell_add(b, row), fact, FORM_FULL);
    }
}

bool section_method(struct building *b, struct node *root, const char *id)
{
    struct node *section = section_add(b, root, ROLE_BODY, str_from(id));
    heading_add(b, section, 2, "method.heading");
    paragraph_plain(b, section, ROLE_NONE, "method.intro");
    parties_add(b, section);
    group_add(b, section, "method.workload", GROUP_WORKLOAD);
    group_add(b, section, "method.precision", GROUP_PRECISION);
    group_add(b, section, "method.methodology", GROUP_METHODOLOGY);
    group_add(b, section, "method.environment", GROUP_ENVIRONMENT);
    methods_add(b, section);
    hedges_add(b, section);
    return true;
}

static void layer_add(struct building *b, struct node *section, struct span systems,
                      enum layer layer)
{
    struct node *table = sides_table(b, section, systems, "executors.caption");
    if (keys_add(b, table, systems, layer, GROUP_EXECUTOR) > 0)
        return;
    struct node *row = row_add(b, table);
    text_add(b, cell_heading(b, row), "executors.nothing");
    for (size_t i = systems.from; i < systems.to; i++)
        text_add(b, cell_add(b, row), "not_disclosed")->style = STYLE_SOFT;
}

bool section_executors(struct building *b, struct node *root, const char *id)
{
    struct node *section = section_add(b, root, ROLE_BODY, str_from(id));
    heading_add(b, section, 2, "executors.heading");
    paragraph_plain(b, section, ROLE_NONE, "executors.intro");
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *c = &b->model->comparison[i];
        if (!pictured(b, c))
            continue;
        if (!alone(b) && (!refused(c) || several(b)) && c->layer_count > 0) {
            struct str at = str_format(b->home, "stack-notes%.*s", STR_ARG(pair_suffix(b, c)));
            stack_notes_add(b, section_add(b, section, ROLE_NONE, at), c);
        }
        differences_add(b, section, c);
    }
    for (enum layer layer = LAYER_NONE + 1; layer < LAYER_COUNT; layer++) {
        if (!is_compared(b, layer))
            continue;
        struct node *heading = heading_add(b, section, 3, NULL);
        SAY(b, heading, "executors.layer", { "layer", .quote = layer_title(b, layer) },
            { "owner", .quote = owner_of(b, layer), .style = STYLE_SOFT });
        struct span systems = { 0, 0 };
        while (span_next(b->model->case_file->system_count, SYSTEMS_MOST, &systems))
            layer_add(b, section, systems, layer);
    }
    paragraph_plain(b, section, ROLE_SMALL, "executors.packages");
    return true;
}
