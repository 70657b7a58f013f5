/* chart_money.c - cost, energy and work for money of both sides: three small charts side by side,
 * each on an axis of its own from zero, never joined in a score. The title of each, which the
 * section sets above it, says its finding. */
#include "charts.h"
#include "energy_read.h"
#include "model/decision.h"

#include <assert.h>

enum {
    WIDTH = 145500, /* three stand side by side on a page */
    LEFT = 16000,
    RIGHT = WIDTH - 6000,
    TOP = 3000,
    ROW = 22000,
    RISE = 13500, /* of a row's top to its line: its figures stand above it */
    BAR = 2600,
    FOOT = 12000
};

struct panel {
    const char *kind; /* "cost": row of the strings table */
    const struct three *side[2];
    const struct three *change; /* of B against A in percent; NULL: none is derived */
};

static size_t panels_of(const struct comparison *c, struct panel out[3])
{
    const struct offers *o = c->offers;
    size_t count = 0;
    if (!o)
        return 0;
    const struct panel all[] = {
        { "cost", { &o->side[0].cost, &o->side[1].cost }, &o->cost_change },
        { "energy", { &o->side[0].energy, &o->side[1].energy }, NULL },
        { "worth", { &o->side[0].per_money, &o->side[1].per_money }, NULL },
    };
    for (size_t i = 0; i < ARRAY_COUNT(all); i++)
        if (all[i].side[0]->value || all[i].side[1]->value)
            out[count++] = all[i];
    return count;
}

static bool above(const struct three *a, const struct three *b)
{
    return a->low && b->high && a->low->value.value > b->high->value.value;
}

/* "15 %", of a change that the words say the way of. */
static struct str size_of(const struct building *b, const struct fact *change)
{
    return str_format(b->home, "%.*s\u202f%.*s",
                      STR_ARG(form_shown(b->home, b->skin, change, FORM_LESS)),
                      STR_ARG(fact_symbol(b->home, b->skin, change)));
}

/* Whether the interval of the change is all above nought, or all below it. */
static bool told_apart(const struct three *change)
{
    return change && change->value && change->low && change->high &&
           (change->low->value.value > 0 || change->high->value.value < 0);
}

/* What the panel shows: less, more, or nothing beyond the intervals. */
static struct str finding_of(const struct charting *ch, const struct panel *panel)
{
    struct building *b = ch->b;
    const struct three *change = panel->change;
    bool told = told_apart(change);
    bool apart = str_eq(str_from(panel->kind), STR("energy")) && panel->side[0]->value &&
                 panel->side[1]->value && !energy_read_alike(b->home, ch->comparison);
    const char *id = apart                                            ? "apart"
                     : told && change->value->value.value < 0         ? "change.less"
                     : told                                           ? "change.more"
                     : above(panel->side[0], panel->side[1])          ? "less"
                     : above(panel->side[1], panel->side[0])          ? "more"
                     : panel->side[0]->value && panel->side[1]->value ? "overlap"
                                                                      : "one";
    struct fill fill[] = { { "b", .quote = ch->comparison->b->id },
                           { "size", .quote = told ? size_of(b, change->value) : STR("") } };
    return said_plain(b, joined(b, joined(b, "money", panel->kind), id), fill, ARRAY_COUNT(fill));
}

/* What is shown of a fact in two: "31.888 million tokens per EUR" and "EUR 0.0357", whose currency
 * is set close to it, are each a number and the words around it. */
static struct str number_of(struct str shown, struct str *words)
{
    size_t blank = str_find(shown, STR(" ")), close = str_find(shown, STR("\u202f"));
    if (blank == SIZE_MAX && close != SIZE_MAX) {
        struct str head = str_sub(shown, 0, close),
                   tail = str_sub(shown, close + sizeof "\u202f" - 1, shown.len);
        bool before = head.len > 0 && head.at[0] >= 'A' && head.at[0] <= 'Z';
        *words = before ? head : tail;
        return before ? tail : head;
    }
    *words = blank == SIZE_MAX ? STR("") : str_sub(shown, blank + 1, shown.len);
    return str_sub(shown, 0, blank);
}

static struct str bare_of(const struct building *b, const struct fact *fact)
{
    struct str words;
    return number_of(fact_shown(b->home, b->skin, fact), &words);
}

/* The value and its interval above the line, up to the dot where there is room. */
static void figures_draw(const struct charting *ch, struct scene *scene, const struct three *three,
                         enum colour colour, mpt end, mpt y)
{
    enum { BLANK = 3000, CLEAR = 3000 };
    struct building *b = ch->b;
    struct str value = bare_of(b, three->value), range = { 0 };
    if (three->low && three->high) {
        struct fill fill[] = { { "low", .quote = bare_of(b, three->low) },
                               { "high", .quote = bare_of(b, three->high) } };
        range = said_plain(b, "money.range", fill, ARRAY_COUNT(fill));
    }
    mpt first = label_width(b, FACE_SANS_BOLD, MPT(8.5), value),
        second = range.len > 0 ? label_width(b, FACE_SANS, MPT(7), range) + BLANK : 0;
    if (LEFT + CLEAR + first + second > WIDTH) { /* the table below the chart has it */
        range = (struct str){ 0 };
        second = 0;
    }
    mpt x = end - first - second > LEFT + CLEAR ? end - first - second : LEFT + CLEAR;
    scene_text(b->home, scene, x, y, value, FACE_SANS_BOLD, MPT(8.5), colour, ANCHOR_START)->fact =
        three->value;
    if (range.len > 0)
        scene_text(b->home, scene, x + first + BLANK, y, range, FACE_SANS, MPT(7), COLOUR_SOFT,
                   ANCHOR_START)
            ->quote = true;
}

static void side_draw(const struct charting *ch, struct scene *scene, const struct three *three,
                      bool second, const struct axis *axis, mpt y)
{
    struct building *b = ch->b;
    struct arena *home = b->home;
    const struct system *system = second ? ch->comparison->b : ch->comparison->a;
    enum colour colour = second ? COLOUR_B : COLOUR_A;
    mpt at = axis_at(axis, three->value->value.value, LEFT, RIGHT);
    scene_text(home, scene, 0, y + 3000,
               label_fitted(b, FACE_SANS_BOLD, MPT(8.5), system->id, LEFT - 3000), FACE_SANS_BOLD,
               MPT(8.5), colour, ANCHOR_START)
        ->quote = true;
    scene_line(home, scene, LEFT, y, at, y, (struct paint){ .stroke = colour, .width = 900 });
    if (three->low && three->high) {
        mpt low = axis_at(axis, three->low->value.value, LEFT, RIGHT),
            high = axis_at(axis, three->high->value.value, LEFT, RIGHT);
        scene_rect(home, scene, low, y - 3600, high > low ? high : low + 300, y + 3600,
                   (struct paint){ .fill = second ? COLOUR_B_PALE : COLOUR_A_PALE })
            ->fact = three->low;
    }
    scene_dot(
        home, scene, at, y, BAR,
        (struct paint){ .fill = second ? colour : COLOUR_PAPER, .stroke = colour, .width = 1100 })
        ->fact = three->value;
    figures_draw(ch, scene, three, colour, at, y - 4800);
}

static void panel_draw(const struct charting *ch, struct scene *scene, const struct panel *panel)
{
    struct building *b = ch->b;
    double most = 0;
    for (size_t s = 0; s < 2; s++) {
        const struct three *side = panel->side[s];
        const struct fact *high = side->high ? side->high : side->value;
        most = high && high->value.value > most ? high->value.value : most;
    }
    struct axis axis = axis_from_zero(most);
    mpt bottom = TOP + 2 * ROW;
    size_t ticks = (size_t)(axis.to / axis.step + 0.5);
    for (size_t i = 0; i <= ticks; i++) {
        mpt x = axis_at(&axis, (double)i * axis.step, LEFT, RIGHT);
        scene_line(b->home, scene, x, TOP, x, bottom,
                   (struct paint){ .stroke = i == 0 ? COLOUR_INK : COLOUR_HAIRLINE,
                                   .width = i == 0 ? 900 : 500 });
        if (i % 2 == 0 || ticks < 4)
            tick_add(b, scene, x, bottom + 8500,
                     tick_text(b, (double)i * axis.step, i == 0 ? 0 : axis.decimals),
                     i == ticks ? ANCHOR_END : ANCHOR_MIDDLE);
    }
    for (size_t s = 0; s < 2; s++)
        if (panel->side[s]->value)
            side_draw(ch, scene, panel->side[s], s == 1, &axis, TOP + (mpt)s * ROW + RISE);
}

size_t money_items(const struct charting *ch)
{
    struct panel panel[3];
    return panels_of(ch->comparison, panel);
}

/* "EUR per million tokens": in what the panel's figures are counted. */
static struct str unit_of(const struct building *b, const struct panel *panel)
{
    const struct fact *first = panel->side[panel->side[0]->value ? 0 : 1]->value;
    struct str words, symbol = fact_symbol(b->home, b->skin, first);
    (void)number_of(fact_shown(b->home, b->skin, first), &words);
    return words.len > 0 && symbol.len > 0
               ? str_format(b->home, "%.*s %.*s", STR_ARG(words), STR_ARG(symbol))
           : words.len > 0 ? words
                           : symbol;
}

const char *money_under(struct building *b, const struct comparison *c, size_t part)
{
    struct panel panel[3];
    assert(part < panels_of(c, panel));
    return joined(b, joined(b, "money", panel[part].kind), "of");
}

void money_words(struct building *b, struct node *figure, const struct comparison *c, size_t part)
{
    struct panel panel[3];
    struct charting ch = { .b = b, .comparison = c };
    if (part >= panels_of(c, panel))
        return;
    quote_add(b, heading_add(b, figure, 4, NULL), finding_of(&ch, &panel[part]), NULL);
    quote_add(b, paragraph_add(b, figure, ROLE_SUBTITLE), unit_of(b, &panel[part]), NULL);
}

struct scene *money_build(const struct charting *ch)
{
    struct building *b = ch->b;
    struct panel panel[3];
    size_t count = panels_of(ch->comparison, panel), at = ch->items.from;
    if (at >= count)
        return NULL;
    struct scene *scene = scene_new(b->home, ch->id, WIDTH, TOP + 2 * ROW + FOOT);
    scene_title(b, scene, joined(b, joined(b, "money", panel[at].kind), "name"), NULL, 0);
    panel_draw(ch, scene, &panel[at]);
    struct fill fill[] = { { "a", .quote = ch->comparison->a->id },
                           { "b", .quote = ch->comparison->b->id } };
    scene_description(b, scene, "money.description", fill, ARRAY_COUNT(fill));
    return scene;
}

void money_figures(const struct charting *ch, struct node *chart)
{
    static const struct column columns[] = { { .share = 30 },
                                             { .share = 10 },
                                             { .share = 60, .right = true } };
    static const char *const heads[] = { "money.figure", "costs.system", "money.value" };
    struct building *b = ch->b;
    struct panel panel[3];
    size_t count = panels_of(ch->comparison, panel);
    struct node *table = TABLE_HEADED(b, chart, ROLE_NONE, "dots.caption", columns, heads);
    for (size_t i = ch->items.from; i < count && i < ch->items.to; i++) {
        for (size_t s = 0; s < 2; s++) {
            const struct three *three = panel[i].side[s];
            if (!three->value)
                continue;
            struct node *row = row_add(b, table);
            text_add(b, cell_heading(b, row), joined(b, joined(b, "money", panel[i].kind), "name"));
            quote_add(b, cell_add(b, row), (s ? ch->comparison->b : ch->comparison->a)->id, NULL);
            struct node *cell = cell_add(b, row);
            SAY(b, cell, three->low && three->high ? "costs.three" : "costs.one",
                { "value", .fact = three->value }, { "low", .fact = three->low },
                { "high", .fact = three->high });
        }
    }
}
