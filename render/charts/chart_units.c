/* chart_units.c - the units of both sides at three demands as boxes: filled as far as the demand
 * takes of each, the spare ones dashed. */
#include "charts.h"
#include "model/decision.h"

#include <math.h>

enum {
    WIDTH =
        481890, /* that of the text, so that boxes and amounts stand apart in large letters, too */
    LEFT = 122000,
    BOXES = 140000,
    UNITS_END = 386000,
    TOP = 13000,
    ROW = 17000,
    POINT = 44000,
    HEIGHT = 9500,
    FOOT = 14000,
    WIDEST = 14000,
    GAP = 1800,
    UNITS_MOST = 60
};
static const char *const when[] = { "units.today", "units.planned", "units.later" };

static double units_most(const struct offers *offers)
{
    double most = 0;
    for (size_t i = 0; i < offers->point_count; i++)
        for (size_t s = 0; s < 2; s++)
            most = fmax(most, offers->point[i].units[s]->value.value);
    return most;
}

/* Boxes of one side: `taken` of them filled, the last in part, and `spare` dashed. */
static void boxes_draw(const struct charting *ch, struct scene *scene, const struct fact *units,
                       double taken, int64_t spare, bool second, mpt step, mpt y)
{
    struct arena *home = ch->b->home;
    enum colour colour = second ? COLOUR_B : COLOUR_A;
    int64_t count = (int64_t)(units->value.value + 0.5);
    for (int64_t i = 0; i < count; i++) {
        mpt x = BOXES + (mpt)i * step, end = x + step - (step > 3 * GAP ? GAP : 0);
        bool reserve = i >= count - spare;
        double part = fmin(1, fmax(0, taken - (double)i));
        if (!reserve && part > 0) {
            scene_rect(home, scene, x, y, x + (mpt)((double)(end - x) * part + 0.5), y + HEIGHT,
                       (struct paint){ .fill = second ? COLOUR_B : COLOUR_A_PALE })
                ->fact = units;
        }
        scene_rect(home, scene, x, y, end, y + HEIGHT,
                   (struct paint){ .stroke = colour, .width = 700, .dashed = reserve })
            ->fact = units;
    }
}

static void side_draw(const struct charting *ch, struct scene *scene,
                      const struct demand_point *point, size_t s, mpt step, mpt y)
{
    struct building *b = ch->b;
    struct arena *home = b->home;
    const struct offer *offer = &ch->comparison->offers->side[s];
    const struct demand *demand = &b->model->case_file->terms->demand;
    enum colour colour = s ? COLOUR_B : COLOUR_A;
    double taken = point->demand->value.value / offer->usable->value.value;
    scene_text(home, scene, LEFT, y + 7800,
               label_fitted(b, FACE_SANS_BOLD, MPT(8.5), offer->system->id, BOXES - LEFT - 2000),
               FACE_SANS_BOLD, MPT(8.5), colour, ANCHOR_START)
        ->quote = true;
    boxes_draw(ch, scene, point->units[s], taken, demand->redundancy, s == 1, step, y);
    scene_text(home, scene, UNITS_END, y + 7800, fact_shown(home, b->skin, point->units[s]),
               FACE_SANS_BOLD, MPT(8.5), colour, ANCHOR_END)
        ->fact = point->units[s];
    scene_text(home, scene, WIDTH - 4000, y + 7800, fact_shown(home, b->skin, point->month[s]),
               FACE_SANS_BOLD, MPT(8.5), colour, ANCHOR_END)
        ->fact = point->month[s];
}

struct scene *units_build(const struct charting *ch)
{
    struct building *b = ch->b;
    const struct offers *offers = ch->comparison->offers;
    if (!offers || offers->point_count == 0 || units_most(offers) > UNITS_MOST)
        return NULL;
    mpt step = (mpt)((UNITS_END - 30000 - BOXES) / units_most(offers));
    step = step > WIDEST ? WIDEST : step;
    mpt bottom = TOP + (mpt)offers->point_count * POINT;
    struct scene *scene = scene_new(b->home, ch->id, WIDTH, bottom + FOOT);
    scene_title(b, scene, "units.chart", NULL, 0);
    static const struct {
        const char *string;
        mpt x;
    } head[] = { { "units.head.units", UNITS_END }, { "units.head.month", WIDTH - 4000 } };
    for (size_t i = 0; i < ARRAY_COUNT(head); i++)
        scene_text(b->home, scene, head[i].x, TOP - 5000, skin_string(b->skin, head[i].string),
                   FACE_SANS, MPT(7.5), COLOUR_SOFT, ANCHOR_END);
    scene_rect(b->home, scene, 0, TOP + POINT, WIDTH, TOP + 2 * POINT,
               (struct paint){ .fill = COLOUR_WASH });
    for (size_t i = 0; i < offers->point_count; i++) {
        const struct demand_point *point = &offers->point[i];
        mpt top = TOP + (mpt)i * POINT + 8000;
        struct str unit = fact_symbol(b->home, b->skin, point->demand);
        struct str text = fact_shown(b->home, b->skin, point->demand);
        text = unit.len > 0 && str_find(text, unit) == SIZE_MAX
                   ? str_format(b->home, "%.*s\u202f%.*s", STR_ARG(text), STR_ARG(unit))
                   : text;
        scene_text(b->home, scene, 4000, top + 7800, text, FACE_SANS_BOLD, MPT(8.5), COLOUR_INK,
                   ANCHOR_START)
            ->fact = point->demand;
        scene_text(b->home, scene, 4000, top + ROW + 5000, skin_string(b->skin, when[i]), FACE_SANS,
                   MPT(7.5), COLOUR_SOFT, ANCHOR_START);
        for (size_t s = 0; s < 2; s++)
            side_draw(ch, scene, point, s, step, top + (mpt)s * ROW);
    }
    scene_text(b->home, scene, BOXES, bottom + 10000, skin_string(b->skin, "units.legend"),
               FACE_SANS, MPT(7.5), COLOUR_SOFT, ANCHOR_START);
    struct fill fill[] = { { "a", .quote = ch->comparison->a->id },
                           { "b", .quote = ch->comparison->b->id } };
    scene_description(b, scene, "units.description", fill, ARRAY_COUNT(fill));
    return scene;
}

void units_figures(const struct charting *ch, struct node *chart)
{
    static const struct column columns[] = { { .share = 30 },
                                             { .share = 14, .right = true },
                                             { .share = 21, .right = true },
                                             { .share = 14, .right = true },
                                             { .share = 21, .right = true } };
    struct building *b = ch->b;
    const struct offers *offers = ch->comparison->offers;
    struct node *table =
        table_add(b, chart, ROLE_NONE, "dots.caption", columns, ARRAY_COUNT(columns));
    struct node *head = row_add(b, table);
    head->heading = true;
    text_add(b, cell_heading(b, head), "units.demand");
    for (size_t s = 0; s < 2; s++) {
        const struct system *system = offers->side[s].system;
        SAY(b, cell_heading(b, head), "costs.bands.units", { "system", .quote = system->id });
        SAY(b, cell_heading(b, head), "costs.bands.month", { "system", .quote = system->id });
    }
    for (size_t i = 0; i < offers->point_count; i++) {
        struct node *row = row_add(b, table);
        value_add(b, cell_heading(b, row), offers->point[i].demand, FORM_FULL);
        for (size_t s = 0; s < 2; s++) {
            value_add(b, cell_add(b, row), offers->point[i].units[s], FORM_BARE);
            value_add(b, cell_add(b, row), offers->point[i].month[s], FORM_BARE);
        }
    }
}
