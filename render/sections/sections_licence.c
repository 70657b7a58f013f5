/* sections_licence.c - what the evidence licenses and what it does not; what the reader signs; what
 * stays open. Short lists of equal size. */
#include "build.h"
#include "model/decision.h"
#include "page_one.h"

#include <string.h>

static struct node *list_section(struct building *b, struct node *columns, const char *id,
                                 const char *heading)
{
    struct node *section = section_add(b, columns, ROLE_LICENCE, str_from(id));
    heading_add(b, section, 3, heading);
    return node_add(b, section, NODE_LIST);
}

/* ---- what may be said, and what not: an item a pair, and once what holds of all ---- */

static void licensed(struct building *b, struct node *list, const struct comparison *c)
{
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

    struct node *item = node_add(b, list, NODE_ITEM);
    if (c->workload.len > 0 && string_has(b, joined(b, id, "named")))
        id = joined(b, id, "named");
    else if (c->workload.len > 0 || (several(b) && comparison_shows(c) == SHOWN_NOTHING))
        SAY(b, item, "licence.of", { "pairs", .quote = pair_title(b, c) });
    say(b, item, id, fill, ARRAY_COUNT(fill));
    if (c->credited == LAYER_NONE)
        return;
    if (several(b)) /* with the pair that it is of */
        text_add(b, item, "space");
    else
        item = node_add(b, list, NODE_ITEM);
    say(b, item, "licence.does.layer", fill, ARRAY_COUNT(fill));
}

/* The string of what may not be said of the pair by what it shows; NULL: nothing of its own. */
static const char *unlicensed(const struct comparison *c)
{
    switch (comparison_shows(c)) {
    case SHOWN_NOTHING:
        return "licence.not.ratio";
    case SHOWN_CHANGE:
        return c->credited == LAYER_NONE ? "licence.not.layer" : NULL;
    case SHOWN_EQUALITY:
        return "licence.not.change.equal";
    case SHOWN_HIGHER:
    case SHOWN_LOWER:
    case SHOWN_NEITHER:
    case SHOWN_ONE_RUN:
    case SHOWN_COUNT:
        break;
    }
    return "licence.not.change";
}

static bool told(struct building *b, const struct comparison *c)
{
    return !refused(c) && pictured(b, c);
}

/* The pairs of which the same may not be said, by name; empty where an earlier one stands for them.
 */
static struct str unlicensed_alike(struct building *b, const struct comparison *c)
{
    struct buf out = buf_new(b->home, 1 << 16);
    const char *id = unlicensed(c);
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *other = &b->model->comparison[i];
        const char *its = told(b, other) ? unlicensed(other) : NULL;
        if (!its || strcmp(its, id) != 0)
            continue;
        if (other < c)
            return (struct str){ 0 };
        if (out.len > 0)
            buf_put(&out, skin_string(b->skin, "list.separator"));
        buf_put(&out, pair_title(b, other));
    }
    return buf_str(&out);
}

/* Whether all pairs have windows of the same length, or none has one. */
static bool windows_alike(struct building *b, const struct comparison *c)
{
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *other = &b->model->comparison[i];
        if (!told(b, other))
            continue;
        const struct fact *x = c->window_length, *y = other->window_length;
        if (!x != !y || (x && !str_eq(x->value.text, y->value.text)))
            return false;
    }
    return true;
}

/* Beyond which window nothing is said of each pair. */
static void not_windows(struct building *b, struct node *list)
{
    struct node *item = item_plain(b, list, "licence.not.workload.each");
    bool any = false;
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *c = &b->model->comparison[i];
        if (!told(b, c) || !c->window_length)
            continue;
        if (any)
            text_add(b, item, "list.separator");
        SAY(b, item, "licence.window", { "pair", .quote = pair_title(b, c) },
            { "window", .fact = c->window_length });
        any = true;
    }
    text_add(b, item, "sentence.end");
}

void licences_add(struct building *b, struct node *page)
{
    const struct comparison *first = NULL, *last = NULL;
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *c = &b->model->comparison[i];
        if (told(b, c)) {
            first = first ? first : c;
            last = c;
        }
    }
    if (!first)
        return;
    struct node *columns = node_add(b, page, NODE_COLUMNS);
    struct node *does = list_section(b, columns, "licences", "licence.does");
    struct node *list = list_section(b, columns, "limits-of-use", "licence.not");
    for (const struct comparison *c = first; c <= last; c++) {
        if (!told(b, c))
            continue;
        licensed(b, does, c);
        struct str pairs = unlicensed(c) ? unlicensed_alike(b, c) : (struct str){ 0 };
        if (pairs.len > 0) {
            struct node *item = node_add(b, list, NODE_ITEM);
            if (first != last)
                SAY(b, item, "licence.of", { "pairs", .quote = pairs });
            SAY(b, item, unlicensed(c), { "a", .quote = c->a->id }, { "b", .quote = c->b->id },
                { "margin", .fact = b->model->case_file->policy.margin_fact });
        }
    }
    item_plain(b, does, "licence.does.baseline");
    SAY(b, node_add(b, list, NODE_ITEM), "licence.not.chip", { "a", .quote = first->a->id });
    if (windows_alike(b, first)) {
        SAY(b, node_add(b, list, NODE_ITEM),
            first->window_length ? "licence.not.workload" : "licence.not.workload.runs",
            { "window", .fact = first->window_length });
    } else {
        not_windows(b, list);
    }
    item_plain(b, list, "licence.not.units");
}

/* ---- assumptions, limits, open questions ---- */

static void texts_add(struct building *b, struct node *columns, const char *id, const char *heading,
                      const struct case_text *text, size_t count, const char *none)
{
    struct node *list = list_section(b, columns, id, heading);
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
    texts_add(b, columns, "assumptions", "licence.assumptions", file->assumption,
              file->assumption_count, "licence.assumptions.none");
    texts_add(b, columns, "limitations", "licence.limitations", file->limitation,
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
    struct node *open = list_section(b, columns, "open", "licence.open");
    item_plain(b, open, priced ? "licence.open.idle" : "licence.open.cost");
    item_plain(b, open, sized ? "licence.open.load" : "licence.open.demand");
    const struct question *time = question_asked(b, "time");
    if (!time || !time->answered) {
        item_plain(b, open,
                   time && time->partly ? "licence.open.time_partly" : "licence.open.time");
    }
}
