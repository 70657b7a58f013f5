/* chart_steps.c - the price of whole units over the peak demand: a line a side that climbs by one
 * unit at a time, from the first band of demand to the last, with the peak of today and the one
 * planned for. Money begins at nought, the demand does not and says so. */
#include "charts.h"
#include "model/decision.h"

#include <math.h>

enum {
    WIDTH = 328819,
    LEFT = 46000,
    RIGHT = WIDTH - 62000,
    TOP = 14000,
    BOTTOM = 104000,
    HEIGHT = 132000,
    NAMES_APART = 11000
};

static const struct offers *banded(const struct comparison *c)
{
    return c->offers && c->offers->band_count > 2 ? c->offers : NULL;
}

static double to_of(const struct band *band)
{
    return band->to->value.value;
}

static double dearest(const struct offers *offers)
{
    double most = 0;
    for (size_t i = 1; i < offers->band_count; i++)
        for (size_t s = 0; s < 2; s++)
            most = fmax(most, offers->band[i].month[s]->value.value);
    return most;
}

struct frame {
    struct axis demand, money;
};

static mpt across(const struct frame *frame, double demand)
{
    return axis_at(&frame->demand, demand, LEFT, RIGHT);
}

static mpt up(const struct frame *frame, double money)
{
    return axis_at(&frame->money, money, BOTTOM, TOP);
}

static void grid_draw(struct building *b, struct scene *scene, const struct frame *frame,
                      const struct axis *round)
{
    size_t lines = (size_t)(frame->money.to / frame->money.step + 0.5);
    for (size_t i = 0; i <= lines; i++) {
        double value = (double)i * frame->money.step;
        mpt y = up(frame, value);
        scene_line(b->home, scene, LEFT, y, RIGHT, y,
                   (struct paint){ .stroke = i == 0 ? COLOUR_SOFT : COLOUR_HAIRLINE,
                                   .width = i == 0 ? 900 : 500 });
        tick_add(b, scene, LEFT - 5000, y + 2500, tick_text(b, value, frame->money.decimals),
                 ANCHOR_END);
    }
    size_t ticks = (size_t)((round->to - round->from) / round->step + 0.5);
    for (size_t i = 0; i <= ticks; i++) {
        double at = round->from + (double)i * round->step;
        if (at >= frame->demand.from && at <= frame->demand.to)
            tick_add(b, scene, across(frame, at), BOTTOM + 10000, tick_text(b, at, round->decimals),
                     ANCHOR_MIDDLE);
    }
}

/* The peak of today and the one planned for, where the bands reach them. */
static void peaks_draw(struct building *b, struct scene *scene, const struct offers *offers,
                       const struct frame *frame)
{
    static const char *const name[] = { "steps.today", "steps.planned" };
    for (size_t i = 0; i < ARRAY_COUNT(name) && i < offers->point_count; i++) {
        const struct fact *demand = offers->point[i].demand;
        if (demand->value.value < frame->demand.from || demand->value.value > frame->demand.to)
            continue;
        mpt x = across(frame, demand->value.value);
        scene_line(b->home, scene, x, TOP - 4000, x, BOTTOM,
                   (struct paint){ .stroke = COLOUR_OBJECTIVE, .width = 900, .dashed = true })
            ->fact = demand;
        scene_text(b->home, scene, x, TOP - 6000, skin_string(b->skin, name[i]), FACE_SANS,
                   MPT(7.5), COLOUR_OBJECTIVE, ANCHOR_MIDDLE)
            ->fact = demand;
    }
}

static void side_draw(struct building *b, struct scene *scene, const struct offers *offers,
                      const struct frame *frame, size_t s)
{
    struct paint paint = { .stroke = s ? COLOUR_B : COLOUR_A, .width = 1500, .dashed = s == 0 };
    for (size_t i = 1; i < offers->band_count; i++) {
        const struct band *band = &offers->band[i], *next = band + 1;
        mpt y = up(frame, band->month[s]->value.value), end = across(frame, to_of(band));
        scene_line(b->home, scene, across(frame, to_of(band - 1)), y, end, y, paint)->fact =
            band->month[s];
        mpt then = i + 1 < offers->band_count ? up(frame, next->month[s]->value.value) : y;
        if (then != y)
            scene_line(b->home, scene, end, y, end, then, paint);
    }
}

static void names_draw(struct building *b, struct scene *scene, const struct offers *offers,
                       const struct frame *frame)
{
    const struct band *last = &offers->band[offers->band_count - 1];
    mpt y[2] = { up(frame, last->month[0]->value.value), up(frame, last->month[1]->value.value) };
    size_t upper = y[1] < y[0] ? 1 : 0;
    if (y[1 - upper] - y[upper] < NAMES_APART)
        y[1 - upper] = y[upper] + NAMES_APART;
    for (size_t s = 0; s < 2; s++)
        scene_text(b->home, scene, RIGHT + 5000, y[s] + 2800,
                   label_fitted(b, FACE_SANS_BOLD, MPT(8.5), offers->side[s].system->id,
                                (WIDTH - RIGHT - 5000) * 3 / 4),
                   FACE_SANS_BOLD, MPT(8.5), s ? COLOUR_B : COLOUR_A, ANCHOR_START)
            ->quote = true;
}

struct scene *steps_build(const struct charting *ch)
{
    struct building *b = ch->b;
    const struct offers *offers = banded(ch->comparison);
    if (!offers)
        return NULL;
    const struct band *last = &offers->band[offers->band_count - 1];
    const struct axis round = axis_between(to_of(offers->band), to_of(last));
    struct frame frame = { .demand = { .from = to_of(offers->band), .to = to_of(last) },
                           .money = axis_from_zero(dearest(offers)) };
    struct scene *scene = scene_new(b->home, ch->id, WIDTH, HEIGHT);
    struct fill fill[] = { { "a", .quote = ch->comparison->a->id },
                           { "b", .quote = ch->comparison->b->id } };
    scene_title(b, scene, "steps.chart", NULL, 0);
    scene_description(b, scene, "steps.description", fill, ARRAY_COUNT(fill));
    grid_draw(b, scene, &frame, &round);
    peaks_draw(b, scene, offers, &frame);
    for (size_t s = 0; s < 2; s++)
        side_draw(b, scene, offers, &frame, s);
    names_draw(b, scene, offers, &frame);
    struct fill unit[] = { { "unit", .quote = fact_symbol(b->home, b->skin, last->to) } };
    scene_text(b->home, scene, RIGHT, BOTTOM + 22000, said_plain(b, "steps.axis", unit, 1),
               FACE_SANS, MPT(7.5), COLOUR_SOFT, ANCHOR_END)
        ->quote = true;
    return scene;
}

/* Also in the annex, where pages have no table below a chart. */
void steps_figures(const struct charting *ch, struct node *chart)
{
    static const struct column columns[] = { { .share = 24, .right = true },
                                             { .share = 12, .right = true },
                                             { .share = 26, .right = true },
                                             { .share = 12, .right = true },
                                             { .share = 26, .right = true } };
    struct building *b = ch->b;
    const struct comparison *c = ch->comparison;
    const struct offers *offers = c->offers;
    struct node *table =
        table_add(b, chart, ROLE_NONE, "costs.bands", columns, ARRAY_COUNT(columns));
    table->licence = c;
    struct node *head = row_add(b, table);
    head->heading = true;
    text_add(b, cell_heading(b, head), "costs.bands.to");
    for (size_t s = 0; s < 2; s++) {
        const struct system *system = s == 0 ? c->a : c->b;
        SAY(b, cell_heading(b, head), "costs.bands.units", { "system", .quote = system->id });
        SAY(b, cell_heading(b, head), "costs.bands.month", { "system", .quote = system->id });
    }
    for (size_t i = 0; i < offers->band_count; i++) {
        const struct band *band = &offers->band[i];
        struct node *row = row_add(b, table);
        value_add(b, cell_heading(b, row), band->to, FORM_FULL);
        for (size_t s = 0; s < 2; s++) {
            value_add(b, cell_add(b, row), band->units[s], FORM_BARE);
            value_add(b, cell_add(b, row), band->month[s], FORM_BARE);
        }
    }
}
