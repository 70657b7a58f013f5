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

static void licensed(struct building *b, struct node *columns, const struct comparison *c)
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
                           { "layer", .quote = layer_title(b, c->credited) } };
    say(b, node_add(b, list, NODE_ITEM), does[comparison_shows(c)], fill, ARRAY_COUNT(fill));
    if (c->credited != LAYER_NONE)
        say(b, node_add(b, list, NODE_ITEM), "licence.does.layer", fill, ARRAY_COUNT(fill));
    say(b, node_add(b, list, NODE_ITEM), "licence.does.baseline", fill, ARRAY_COUNT(fill));
}

static void unlicensed(struct building *b, struct node *columns, const struct comparison *c)
{
    struct node *list = list_section(b, columns, c, "limits-of-use", "licence.not");
    struct fill fill[] = { { "a", .quote = c->a->id },
                           { "b", .quote = c->b->id },
                           { "margin", .fact = b->model->case_file->policy.margin_fact },
                           { "window", .fact = c->window_length } };
    enum showing shown = comparison_shows(c);
    if (shown == SHOWN_NOTHING) {
        say(b, node_add(b, list, NODE_ITEM), "licence.not.ratio", fill, ARRAY_COUNT(fill));
    } else if (shown != SHOWN_CHANGE) {
        say(b, node_add(b, list, NODE_ITEM),
            shown == SHOWN_EQUALITY ? "licence.not.change.equal" : "licence.not.change", fill,
            ARRAY_COUNT(fill));
    } else if (c->credited == LAYER_NONE) {
        say(b, node_add(b, list, NODE_ITEM), "licence.not.layer", fill, ARRAY_COUNT(fill));
    }
    say(b, node_add(b, list, NODE_ITEM), "licence.not.chip", fill, ARRAY_COUNT(fill));
    say(b, node_add(b, list, NODE_ITEM),
        c->window_length ? "licence.not.workload" : "licence.not.workload.runs", fill,
        ARRAY_COUNT(fill));
    say(b, node_add(b, list, NODE_ITEM), "licence.not.units", fill, ARRAY_COUNT(fill));
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

void licences_add(struct building *b, struct node *page, const struct comparison *c)
{
    struct node *columns = node_add(b, page, NODE_COLUMNS);
    licensed(b, columns, c);
    unlicensed(b, columns, c);
}
