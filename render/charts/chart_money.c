/* chart_money.c - cost, energy and work for money of both sides: three small panels, each on an
 * axis of its own from zero, never joined in a score. The title of each says its finding. */
#include "charts.h"
#include "model/decision.h"

enum {
    WIDTH = 328819,
    LEFT = 18000,
    RIGHT_ROOM = 168000 /* for a label in the larger letters of narrow screens */,
    PANEL = 52000,
    TITLE = 9000,
    ROW = 11500,
    BAR = 2600
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

/* What the panel shows: less, more, or nothing beyond the intervals. */
static struct str finding_of(const struct charting *ch, const struct panel *panel)
{
    struct building *b = ch->b;
    const struct three *change = panel->change;
    bool told = change && change->value && change->low && change->high &&
                (change->low->value.value > 0 || change->high->value.value < 0);
    const char *id = told                                             ? "change"
                     : above(panel->side[0], panel->side[1])          ? "less"
                     : above(panel->side[1], panel->side[0])          ? "more"
                     : panel->side[0]->value && panel->side[1]->value ? "overlap"
                                                                      : "one";
    struct fill fill[] = { { "b", .quote = ch->comparison->b->id },
                           { "change", .fact = told ? change->value : NULL } };
    return said_plain(b, joined(b, joined(b, "money", panel->kind), id), fill, ARRAY_COUNT(fill));
}

static void side_draw(const struct charting *ch, struct scene *scene, const struct three *three,
                      bool second, const struct axis *axis, mpt y)
{
    struct building *b = ch->b;
    struct arena *home = b->home;
    const struct system *system = second ? ch->comparison->b : ch->comparison->a;
    enum colour colour = second ? COLOUR_B : COLOUR_A;
    mpt right = WIDTH - RIGHT_ROOM;
    mpt at = axis_at(axis, three->value->value.value, LEFT, right);
    scene_text(home, scene, 0, y + 3000,
               label_fitted(b, FACE_SANS_BOLD, MPT(8.5), system->id, LEFT - 3000), FACE_SANS_BOLD,
               MPT(8.5), colour, ANCHOR_START)
        ->quote = true;
    scene_line(home, scene, LEFT, y, at, y, (struct paint){ .stroke = colour, .width = 900 });
    mpt end = at;
    if (three->low && three->high) {
        mpt low = axis_at(axis, three->low->value.value, LEFT, right),
            high = axis_at(axis, three->high->value.value, LEFT, right);
        scene_rect(home, scene, low, y - 3600, high > low ? high : low + 300, y + 3600,
                   (struct paint){ .fill = second ? COLOUR_B_PALE : COLOUR_A_PALE })
            ->fact = three->low;
        end = high;
    }
    scene_dot(
        home, scene, at, y, BAR,
        (struct paint){ .fill = second ? colour : COLOUR_PAPER, .stroke = colour, .width = 1100 })
        ->fact = three->value;
    mpt x = (end > at + BAR ? end : at + BAR) + 3500;
    struct str text = fact_shown(home, b->skin, three->value);
    scene_text(home, scene, x, y + 3000, text, FACE_SANS_BOLD, MPT(8.5), colour, ANCHOR_START)
        ->fact = three->value;
}

static void panel_draw(const struct charting *ch, struct scene *scene, const struct panel *panel,
                       mpt top)
{
    struct building *b = ch->b;
    struct arena *home = b->home;
    double most = 0;
    const struct fact *first = NULL;
    for (size_t s = 0; s < 2; s++) {
        const struct three *side = panel->side[s];
        const struct fact *high = side->high ? side->high : side->value;
        most = high && high->value.value > most ? high->value.value : most;
        first = first ? first : side->value;
    }
    struct axis axis = axis_from_zero(most);
    struct str finding = finding_of(ch, panel);
    scene_text(home, scene, 0, top + TITLE, finding, FACE_SANS_BOLD, MPT(9), COLOUR_INK,
               ANCHOR_START)
        ->quote = true;
    struct fill fill[] = { { "unit", .quote = fact_symbol(home, b->skin, first) } };
    scene_text(home, scene, 0, top + TITLE + 8600,
               said_plain(b, joined(b, joined(b, "money", panel->kind), "of"), fill, 1), FACE_SANS,
               MPT(7.5), COLOUR_SOFT, ANCHOR_START)
        ->quote = true;
    mpt plot = top + TITLE + 11500, bottom = plot + 2 * ROW, right = WIDTH - RIGHT_ROOM;
    size_t ticks = (size_t)(axis.to / axis.step + 0.5);
    for (size_t i = 0; i <= ticks; i++) {
        mpt x = axis_at(&axis, (double)i * axis.step, LEFT, right);
        scene_line(home, scene, x, plot, x, bottom,
                   (struct paint){ .stroke = i == 0 ? COLOUR_INK : COLOUR_HAIRLINE,
                                   .width = i == 0 ? 900 : 500 });
        if (i == 0 || i == ticks) {
            tick_add(b, scene, x, bottom + 8500,
                     tick_text(b, (double)i * axis.step, i == 0 ? 0 : axis.decimals),
                     ANCHOR_MIDDLE);
        }
    }
    for (size_t s = 0; s < 2; s++)
        if (panel->side[s]->value)
            side_draw(ch, scene, panel->side[s], s == 1, &axis, plot + (mpt)s * ROW + ROW / 2);
}

struct scene *money_build(const struct charting *ch)
{
    struct panel panel[3];
    size_t count = panels_of(ch->comparison, panel);
    if (count == 0)
        return NULL;
    struct scene *scene = scene_new(ch->b->home, ch->id, WIDTH, (mpt)count * PANEL);
    scene_title(ch->b, scene, "money.title", NULL, 0);
    for (size_t i = 0; i < count; i++)
        panel_draw(ch, scene, &panel[i], (mpt)i * PANEL);
    struct fill fill[] = { { "a", .quote = ch->comparison->a->id },
                           { "b", .quote = ch->comparison->b->id } };
    scene_description(ch->b, scene, "money.description", fill, ARRAY_COUNT(fill));
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
    for (size_t i = 0; i < count; i++) {
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
