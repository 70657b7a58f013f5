/* sections_licence.c - what the evidence licenses and what it does not; what the reader signs; what
 * stays open. Short lists of equal size. */
#include "build.h"
#include "model/decision.h"
#include "page_one.h"

#include <string.h>

static struct node *list_section(struct building *b, struct node *columns,
                                 const struct comparison *c, const char *id, const char *heading)
{
    struct str suffix = c ? pair_suffix(b, c) : STR("");
    struct node *section =
        section_add(b, columns, ROLE_LICENCE, str_format(b->home, "%s%.*s", id, STR_ARG(suffix)));
    struct node *title = heading_add(b, section, 3, heading);
    if (c)
        pair_named(b, title, c);
    return node_add(b, section, NODE_LIST);
}

/* `whole`: with what holds of every pair alike. */
static void licensed(struct building *b, struct node *columns, const struct comparison *c,
                     bool whole)
{
    struct node *list = list_section(b, columns, c, "licences", "licence.does");
    static const char *const does[SHOWN_COUNT] = {
        [SHOWN_NOTHING] = "licence.does.values",  [SHOWN_CHANGE] = "licence.does.executor",
        [SHOWN_EQUALITY] = "licence.does.equal",  [SHOWN_HIGHER] = "licence.does.higher",
        [SHOWN_LOWER] = "licence.does.lower",     [SHOWN_NEITHER] = "licence.does.neither",
        [SHOWN_ONE_RUN] = "licence.does.one_run",
    };
    struct fill fill[] = { { "a", .quote = c->a->id },
                           { "b", .quote = c->b->id },
                           { "low", .fact = c->change_low },
                           { "high", .fact = c->change_high },
                           { "margin", .fact = b->model->case_file->policy.margin_fact },
                           { "window", .fact = c->window_length },
                           { "workload", .quote = c->workload },
                           { "layer", .quote = layer_title(b, c->credited) } };
    const char *id = does[comparison_shows(c)];
    if (c->workload.len > 0 && string_has(b, joined(b, id, "named")))
        id = joined(b, id, "named");
    say(b, node_add(b, list, NODE_ITEM), id, fill, ARRAY_COUNT(fill));
    if (c->credited != LAYER_NONE)
        say(b, node_add(b, list, NODE_ITEM), "licence.does.layer", fill, ARRAY_COUNT(fill));
    if (whole)
        item_plain(b, list, "licence.does.baseline");
}

static void not_workload(struct building *b, struct node *list, const struct comparison *c)
{
    SAY(b, node_add(b, list, NODE_ITEM),
        c->window_length ? "licence.not.workload" : "licence.not.workload.runs",
        { "window", .fact = c->window_length });
}

/* `timed`: with the window beyond which nothing is said, which other pairs have otherwise. */
static void unlicensed(struct building *b, struct node *columns, const struct comparison *c,
                       bool whole, bool timed)
{
    enum showing shown = comparison_shows(c);
    if (!whole && !timed && shown == SHOWN_CHANGE && c->credited != LAYER_NONE)
        return; /* nothing of its own */
    struct node *list = list_section(b, columns, c, "limits-of-use", "licence.not");
    struct fill fill[] = { { "a", .quote = c->a->id },
                           { "b", .quote = c->b->id },
                           { "margin", .fact = b->model->case_file->policy.margin_fact },
                           { "window", .fact = c->window_length } };
    if (shown == SHOWN_NOTHING) {
        say(b, node_add(b, list, NODE_ITEM), "licence.not.ratio", fill, ARRAY_COUNT(fill));
    } else if (shown != SHOWN_CHANGE) {
        say(b, node_add(b, list, NODE_ITEM),
            shown == SHOWN_EQUALITY ? "licence.not.change.equal" : "licence.not.change", fill,
            ARRAY_COUNT(fill));
    } else if (c->credited == LAYER_NONE) {
        say(b, node_add(b, list, NODE_ITEM), "licence.not.layer", fill, ARRAY_COUNT(fill));
    }
    if (whole)
        say(b, node_add(b, list, NODE_ITEM), "licence.not.chip", fill, ARRAY_COUNT(fill));
    if (timed)
        not_workload(b, list, c);
    if (whole)
        item_plain(b, list, "licence.not.units");
}

static void texts_add(struct building *b, struct node *columns, const struct comparison *c,
                      const char *id, const char *heading, const struct case_text *text,
                      size_t count, const char *none)
{
    struct node *list = list_section(b, columns, c, id, heading);
    for (size_t i = 0; i < count; i++) {
        struct node *item = node_add(b, list, NODE_ITEM);
        quote_add(b, item, text[i].text, text[i].fact);
        const struct fact *const mark[] = { text[i].fact };
        marks_add(b, item, mark, 1);
    }
    if (count == 0)
        item_plain(b, list, none);
}

/* NULL: the report does not ask it. */
static const struct question *question_asked(const struct building *b, const char *id)
{
    for (size_t i = 0; i < b->model->question_count; i++)
        if (strcmp(b->model->question[i].id, id) == 0)
            return &b->model->question[i];
    return NULL;
}

void limits_add(struct building *b, struct node *page, bool any)
{
    const struct case_file *file = b->model->case_file;
    struct node *columns = node_add(b, page, NODE_COLUMNS);
    texts_add(b, columns, NULL, "assumptions", "licence.assumptions", file->assumption,
              file->assumption_count, "licence.assumptions.none");
    texts_add(b, columns, NULL, "limitations", "licence.limitations", file->limitation,
              file->limitation_count, "licence.limitations.none");
    suite_terms_add(b, page);
    if (!any)
        return;
    bool priced = true, sized = true;
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *c = &b->model->comparison[i];
        if (!refused(c)) {
            const struct offer *side = c->offers ? c->offers->side : NULL;
            priced = priced && side && side[0].hourly && (alone(b) || side[1].hourly);
            sized = sized && side && side[0].units && (alone(b) || side[1].units);
        }
    }
    struct node *open = list_section(b, columns, NULL, "open", "licence.open");
    item_plain(b, open, priced ? "licence.open.idle" : "licence.open.cost");
    item_plain(b, open, sized ? "licence.open.load" : "licence.open.demand");
    const struct question *time = question_asked(b, "time");
    if (!time || !time->answered) {
        item_plain(b, open,
                   time && time->partly ? "licence.open.time_partly" : "licence.open.time");
    }
}

/* Whether all pairs have windows of the same length, or none has one. */
static bool windows_alike(struct building *b, const struct comparison *c)
{
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *other = &b->model->comparison[i];
        if (refused(other) || !pictured(b, other))
            continue;
        const struct fact *x = c->window_length, *y = other->window_length;
        if (!x != !y || (x && !str_eq(x->value.text, y->value.text)))
            return false;
    }
    return true;
}

void licences_add(struct building *b, struct node *page)
{
    const struct comparison *first = NULL, *last = NULL;
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *c = &b->model->comparison[i];
        if (!refused(c) && pictured(b, c)) {
            first = first ? first : c;
            last = c;
        }
    }
    bool once = first != last, alike = once && windows_alike(b, first);
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *c = &b->model->comparison[i];
        if (refused(c) || !pictured(b, c))
            continue;
        struct node *columns = node_add(b, page, NODE_COLUMNS);
        licensed(b, columns, c, !once);
        unlicensed(b, columns, c, !once, !alike);
    }
    if (once) {
        struct node *columns = node_add(b, page, NODE_COLUMNS);
        item_plain(b, list_section(b, columns, NULL, "licences", "licence.does.each"),
                   "licence.does.baseline");
        struct node *list = list_section(b, columns, NULL, "limits-of-use", "licence.not.each");
        SAY(b, node_add(b, list, NODE_ITEM), "licence.not.chip", { "a", .quote = first->a->id });
        if (alike)
            not_workload(b, list, first);
        item_plain(b, list, "licence.not.units");
    }
}
