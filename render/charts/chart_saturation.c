/* chart_saturation.c - where does it break? Throughput across from zero, latency up on a log scale,
 * loads joined in order and named at their dots; the objective as a dashed line, a ring at the
 * highest load that keeps it, the knee in words. */
#include "charts.h"
#include "model/decision.h"

#include <math.h>

enum {
    WIDTH = 328819,
    HEIGHT = 190000,
    LEFT = 30000,
    RIGHT = 300000,
    TOP = 14000,
    BOTTOM = 166000
};

static const struct saturation *saturation_of(const struct charting *ch)
{
    for (size_t i = 0; i < ch->b->model->saturation_count; i++)
        if (ch->b->model->saturation[i].system == ch->system)
            return &ch->b->model->saturation[i];
    return NULL;
}

struct log_axis { /* latency in s; ends are 1, 2 or 5 times a power of ten */
    double from, to;
};

/* The step of 1, 2, 5, 10, ... next to `value`: below it, or above; from 1 ns to 1e300 s. */
static double step_near(double value, bool above)
{
    enum { STEPS = 309 * 3 };
    static const double steps[] = { 1, 2, 5 };
    double scale = 1e-9, last = 1e-9;
    for (int i = 0; i < STEPS; i++) {
        double step = scale * steps[i % 3];
        if (above ? step >= value : step > value)
            return above ? step : last;
        last = step;
        scale = i % 3 == 2 ? scale * 10 : scale;
    }
    return last;
}

static mpt height_at(const struct log_axis *axis, double value)
{
    double share = (log(value) - log(axis->from)) / (log(axis->to) - log(axis->from));
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    return BOTTOM - (mpt)floor(share * (BOTTOM - TOP) + 0.5);
}

/* Every step as long as they are few, else whole powers of ten: what fits the height. */
static size_t log_stride(const struct log_axis *axis)
{
    const size_t few = 12, decade = 3;
    size_t count = 0;
    double last = 0;
    for (double tick = axis->from; tick > last && tick <= axis->to * 1.0001;) {
        count++;
        last = tick;
        tick = step_near(tick * 1.5, true);
    }
    return count <= few ? 1 : (count / (few * decade) + 1) * decade;
}

/* Of a step of 1, 2 or 5: 0.05 has two. */
static int decimals_of(double step)
{
    enum { MOST = 9 };
    int decimals = 0;
    while (step < 0.9999 && decimals < MOST) {
        step *= 10;
        decimals++;
    }
    return decimals;
}

static void axes_draw(const struct charting *ch, struct scene *scene, const struct axis *across,
                      const struct log_axis *up, const struct fact *rate)
{
    struct building *b = ch->b;
    for (int i = 0; across->step * i <= across->to * 1.0001; i++) {
        mpt x = axis_at(across, across->step * i, LEFT, RIGHT);
        scene_line(
            b->home, scene, x, TOP, x, BOTTOM,
            (struct paint){ .stroke = i == 0 ? COLOUR_SOFT : COLOUR_HAIRLINE, .width = 500 });
        tick_add(b, scene, x, BOTTOM + 9500, tick_text(b, across->step * i, across->decimals),
                 ANCHOR_MIDDLE);
    }
    size_t stride = log_stride(up), step = 0;
    double last = 0;
    for (double tick = up->from; tick > last && tick <= up->to * 1.0001; step++) {
        mpt y = height_at(up, tick);
        if (step % stride == 0) {
            scene_line(b->home, scene, LEFT, y, RIGHT, y,
                       (struct paint){ .stroke = COLOUR_HAIRLINE, .width = 500 });
            tick_add(b, scene, LEFT - 3500, y + 2300,
                     tick_text(b, tick * 1000, decimals_of(tick * 1000)), ANCHOR_END);
        }
        last = tick;
        tick = step_near(tick * 1.5, true);
    }
    scene_text(b->home, scene, 0, TOP - 5500, skin_string(b->skin, "saturation.up"), FACE_SANS,
               MPT(7.5), COLOUR_SOFT, ANCHOR_START);
    struct fill fill[] = { { "unit", .quote = fact_symbol(b->home, b->skin, rate) } };
    scene_text(b->home, scene, RIGHT, BOTTOM + 19500,
               said_plain(b, "saturation.across", fill, ARRAY_COUNT(fill)), FACE_SANS, MPT(7.5),
               COLOUR_SOFT, ANCHOR_END);
}

/* ---- labels, none on another, on a dot or on the line that joins the dots ---- */

struct box {
    mpt x0, y0, x1, y1;
};

struct placing {
    const struct charting *ch;
    const struct saturation *s;
    const struct point *at; /* of each load */
    struct box *label;      /* those placed: at most one a load, and two */
    size_t count;
};

static bool box_holds(const struct box *box, mpt x, mpt y, mpt room)
{
    return x > box->x0 - room && x < box->x1 + room && y > box->y0 - room && y < box->y1 + room;
}

static bool boxes_meet(const struct box *a, const struct box *b)
{
    return a->x0 < b->x1 && b->x0 < a->x1 && a->y0 < b->y1 && b->y0 < a->y1;
}

/* A label's box by its letters, from where it is set and on which of its ends. */
static struct box box_of(const struct placing *p, enum face face, mpt size, struct str said,
                         struct point from, enum anchor anchor)
{
    mpt wide = text_width(p->ch->b->fonts, face, size, said);
    mpt x = anchor == ANCHOR_START ? from.x
            : anchor == ANCHOR_END ? from.x - wide
                                   : from.x - wide / 2;
    return (struct box){ x, from.y - size * 7 / 10, x + wide, from.y + size / 5 };
}

static bool box_free(const struct placing *p, const struct box *box)
{
    enum { DOT = 3000, STEPS = 24 };
    if (box->y0 < TOP || box->y1 > BOTTOM || box->x0 < 0 || box->x1 > WIDTH)
        return false;
    for (size_t i = 0; i < p->count; i++)
        if (boxes_meet(&p->label[i], box))
            return false;
    for (size_t i = 0; i < p->s->count; i++) {
        const struct point *to = &p->at[i], *from = &p->at[i > 0 ? i - 1 : 0];
        if (box_holds(box, to->x, to->y, DOT))
            return false;
        for (mpt k = 1; k < STEPS; k++) {
            mpt x = from->x + (to->x - from->x) * k / STEPS,
                y = from->y + (to->y - from->y) * k / STEPS;
            if (box_holds(box, x, y, 0))
                return false;
        }
    }
    return true;
}

struct spot {
    struct point from;
    enum anchor anchor;
};

/* The first of the spots that is free, the first of all where none is; taken from then on. */
static struct spot spot_take(struct placing *p, enum face face, mpt size, struct str said,
                             const struct spot *spot, size_t count)
{
    size_t i = 0;
    struct box box = { 0 };
    for (; i < count; i++) {
        box = box_of(p, face, size, said, spot[i].from, spot[i].anchor);
        if (box_free(p, &box))
            break;
    }
    if (i == count) {
        i = 0;
        box = box_of(p, face, size, said, spot[0].from, spot[0].anchor);
    }
    p->label[p->count++] = box;
    return spot[i];
}

static void objective_draw(struct placing *p, struct scene *scene, const struct log_axis *up)
{
    const struct saturation *s = p->s;
    struct building *b = p->ch->b;
    if (!s->objective || !(s->objective->limit > 0))
        return; /* no place on a logarithmic scale */
    mpt y = height_at(up, s->objective->limit);
    scene_line(b->home, scene, LEFT, y, RIGHT, y,
               (struct paint){ .stroke = COLOUR_OBJECTIVE, .width = 900, .dashed = true })
        ->fact = s->objective->fact;
    struct fill fill[] = { { "limit", .fact = s->objective->fact } };
    struct str said = said_plain(b, "saturation.objective", fill, 1);
    const struct spot spots[] = { { { LEFT + 5000, y - 3500 }, ANCHOR_START },
                                  { { LEFT + 5000, y + 9000 }, ANCHOR_START },
                                  { { RIGHT - 3000, y - 3500 }, ANCHOR_END },
                                  { { RIGHT - 3000, y + 9000 }, ANCHOR_END } };
    struct spot spot = spot_take(p, FACE_SANS, MPT(8), said, spots, ARRAY_COUNT(spots));
    scene_text(b->home, scene, spot.from.x, spot.from.y, said, FACE_SANS, MPT(8), COLOUR_OBJECTIVE,
               spot.anchor)
        ->fact = s->objective->fact;
}

/* Where the knee's load lies on the line that joins the loads. */
static struct point knee_place(const struct saturation *s, const struct point *at)
{
    size_t behind = 1;
    double load = s->knee->value.value;
    while (behind + 1 < s->count && s->point[behind].load < load)
        behind++;
    double share = (log(load) - log(s->point[behind - 1].load)) /
                   (log(s->point[behind].load) - log(s->point[behind - 1].load));
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    const struct point *a = &at[behind - 1], *b = &at[behind];
    return (struct point){ a->x + (mpt)floor(share * (b->x - a->x) + 0.5),
                           a->y + (mpt)floor(share * (b->y - a->y) + 0.5) };
}

static void knee_draw(struct placing *p, struct scene *scene)
{
    struct building *b = p->ch->b;
    struct point knee = knee_place(p->s, p->at);
    struct fill fill[] = { { "knee", .fact = p->s->knee } };
    struct str said = said_plain(b, "saturation.knee.mark", fill, 1);
    const struct spot spots[] = { { { knee.x + 2500, knee.y + 20500 }, ANCHOR_MIDDLE },
                                  { { knee.x - 2500, knee.y + 20500 }, ANCHOR_START },
                                  { { knee.x + 2500, knee.y + 20500 }, ANCHOR_END },
                                  { { knee.x - 2500, knee.y - 15500 }, ANCHOR_MIDDLE },
                                  { { knee.x + 2500, knee.y - 15500 }, ANCHOR_END } };
    struct spot spot = spot_take(p, FACE_SANS_BOLD, MPT(8), said, spots, ARRAY_COUNT(spots));
    bool above = spot.from.y < knee.y;
    scene_line(b->home, scene, knee.x, above ? knee.y - 13000 : knee.y + 3500, knee.x,
               above ? knee.y - 3500 : knee.y + 13000,
               (struct paint){ .stroke = COLOUR_INK, .width = 700 })
        ->fact = p->s->knee;
    scene_text(b->home, scene, spot.from.x, spot.from.y, said, FACE_SANS_BOLD, MPT(8), COLOUR_INK,
               spot.anchor)
        ->fact = p->s->knee;
}

/* A load's name above its dot and before it, behind and below where a ring surrounds it. */
static void load_named(struct placing *p, struct scene *scene, size_t index, bool ringed)
{
    struct building *b = p->ch->b;
    const struct fact *load = p->s->point[index].load_fact;
    struct str said = fact_shown(b->home, b->skin, load);
    mpt x = p->at[index].x, y = p->at[index].y;
    const struct spot plain[] = { { { x - 4000, y - 6500 }, ANCHOR_END },
                                  { { x + 4500, y + 9500 }, ANCHOR_START },
                                  { { x + 4500, y - 6500 }, ANCHOR_START },
                                  { { x - 4000, y + 9500 }, ANCHOR_END } };
    const struct spot ring[] = { { { x + 8000, y + 9000 }, ANCHOR_START },
                                 { { x - 7000, y - 6500 }, ANCHOR_END },
                                 { { x - 7000, y + 9000 }, ANCHOR_END },
                                 { { x + 8000, y - 6500 }, ANCHOR_START } };
    struct spot spot =
        spot_take(p, FACE_SANS, MPT(7.5), said, ringed ? ring : plain, ARRAY_COUNT(plain));
    scene_text(b->home, scene, spot.from.x, spot.from.y, said, FACE_SANS, MPT(7.5), COLOUR_INK,
               spot.anchor)
        ->fact = load;
}

static void points_draw(struct placing *p, struct scene *scene)
{
    const struct charting *ch = p->ch;
    const struct saturation *s = p->s;
    const struct point *at = p->at;
    struct building *b = ch->b;
    bool second = ch->comparison && ch->system == ch->comparison->b;
    enum colour colour = second ? COLOUR_B : COLOUR_A;
    mpt label_x = -100000, label_y = -100000;
    scene_path(b->home, scene, at, s->count, false,
               (struct paint){ .stroke = colour, .width = 1200 });
    if (s->knee)
        knee_draw(p, scene);
    for (size_t i = 0; i < s->count; i++) {
        const struct load_point *point = &s->point[i];
        scene_dot(b->home, scene, at[i].x, at[i].y, 2200,
                  (struct paint){
                      .fill = second ? COLOUR_B : COLOUR_PAPER, .stroke = colour, .width = 1100 })
            ->fact = point->rate_fact;
        bool ringed = s->highest && point->load >= s->highest->value.value &&
                      point->load <= s->highest->value.value;
        if (ringed) {
            scene_dot(b->home, scene, at[i].x, at[i].y, 5200,
                      (struct paint){ .stroke = COLOUR_INK, .width = 900 })
                ->fact = s->highest;
        }
        bool clear =
            at[i].x - label_x > 13000 || label_y - at[i].y > 9000 || at[i].y - label_y > 9000;
        if (clear || i + 1 == s->count) {
            label_x = at[i].x;
            label_y = at[i].y;
            load_named(p, scene, i, ringed);
        }
    }
}

struct scene *saturation_build(const struct charting *ch)
{
    enum { LEAST_LOADS = 4 };
    const struct saturation *s = saturation_of(ch);
    double most = 0, low = (double)INFINITY, high = 0;
    if (!s || s->count < LEAST_LOADS)
        return NULL;
    for (size_t i = 0; i < s->count; i++) {
        if (!(s->point[i].latency > 0))
            return NULL; /* not measured at some load: the table tells the rest */
        most = s->point[i].rate > most ? s->point[i].rate : most;
        low = s->point[i].latency < low ? s->point[i].latency : low;
        high = s->point[i].latency > high ? s->point[i].latency : high;
    }
    if (s->objective && s->objective->limit > 0) {
        low = s->objective->limit < low ? s->objective->limit : low;
        high = s->objective->limit > high ? s->objective->limit : high;
    }
    struct axis across = axis_from_zero(most);
    struct log_axis up = { step_near(low, false), step_near(high * 1.05, true) };
    struct building *b = ch->b;
    struct scene *scene = scene_new(b->home, ch->id, WIDTH, HEIGHT);
    struct fill fill[] = { { "system", .quote = ch->system->id } };
    bool own = s->tie == SWEEP_TIED || s->tie == SWEEP_SHORT;
    scene_title(b, scene, own ? "saturation.title" : "saturation.title.untied", fill, 1);
    scene_description(b, scene, "saturation.description", fill, 1);
    axes_draw(ch, scene, &across, &up, s->point[0].rate_fact);
    struct point *at = ARENA_MANY(b->home, s->count, struct point);
    for (size_t i = 0; i < s->count; i++) {
        at[i] = (struct point){ axis_at(&across, s->point[i].rate, LEFT, RIGHT),
                                height_at(&up, s->point[i].latency) };
    }
    struct placing *placing = ARENA_NEW(b->home, struct placing);
    *placing = (struct placing){
        .ch = ch, .s = s, .at = at, .label = ARENA_MANY(b->home, s->count + 2, struct box)
    };
    objective_draw(placing, scene, &up);
    points_draw(placing, scene);
    return scene;
}

void saturation_figures(const struct charting *ch, struct node *chart)
{
    static const struct column columns[] = { { .share = 34, .right = true },
                                             { .share = 33, .right = true },
                                             { .share = 33, .right = true } };
    static const char *const heads[] = { "saturation.load", "saturation.rate",
                                         "saturation.latency" };
    struct building *b = ch->b;
    const struct saturation *s = saturation_of(ch);
    struct node *table = TABLE_HEADED(b, chart, ROLE_NONE, "dots.caption", columns, heads);
    for (size_t i = 0; s && i < s->count; i++) {
        struct node *row = row_add(b, table);
        value_add(b, cell_heading(b, row), s->point[i].load_fact, FORM_FULL);
        value_add(b, cell_add(b, row), s->point[i].rate_fact, FORM_FULL);
        value_add(b, cell_add(b, row), s->point[i].latency_fact, FORM_FULL);
    }
}
