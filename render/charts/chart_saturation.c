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
                      const struct log_axis *up)
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
    scene_text(b->home, scene, RIGHT, BOTTOM + 19500, skin_string(b->skin, "saturation.across"),
               FACE_SANS, MPT(7.5), COLOUR_SOFT, ANCHOR_END);
}

static void objective_draw(const struct charting *ch, struct scene *scene,
                           const struct saturation *s, const struct log_axis *up)
{
    struct building *b = ch->b;
    if (!s->objective || !(s->objective->limit > 0))
        return; /* no place on a logarithmic scale */
    mpt y = height_at(up, s->objective->limit);
    scene_line(b->home, scene, LEFT, y, RIGHT, y,
               (struct paint){ .stroke = COLOUR_OBJECTIVE, .width = 900, .dashed = true })
        ->fact = s->objective->fact;
    struct fill fill[] = { { "limit", .fact = s->objective->fact } };
    scene_text(b->home, scene, LEFT + 5000, y - 3500,
               said_plain(b, "saturation.objective", fill, 1), FACE_SANS, MPT(8), COLOUR_OBJECTIVE,
               ANCHOR_START)
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

static void points_draw(const struct charting *ch, struct scene *scene, const struct saturation *s,
                        const struct point *at)
{
    struct building *b = ch->b;
    bool second = ch->comparison && ch->system == ch->comparison->b;
    enum colour colour = second ? COLOUR_B : COLOUR_A;
    mpt label_x = -100000, label_y = -100000;
    scene_path(b->home, scene, at, s->count, false,
               (struct paint){ .stroke = colour, .width = 1200 });
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
            scene_text(b->home, scene, at[i].x + (ringed ? 8000 : -4000),
                       at[i].y + (ringed ? 9000 : -6500),
                       fact_shown(b->home, b->skin, point->load_fact), FACE_SANS, MPT(7.5),
                       COLOUR_INK, ringed ? ANCHOR_START : ANCHOR_END)
                ->fact = point->load_fact;
        }
    }
    if (s->knee) {
        struct point knee = knee_place(s, at);
        struct fill fill[] = { { "knee", .fact = s->knee } };
        scene_line(b->home, scene, knee.x, knee.y + 3500, knee.x, knee.y + 13000,
                   (struct paint){ .stroke = COLOUR_INK, .width = 700 })
            ->fact = s->knee;
        scene_text(b->home, scene, knee.x + 2500, knee.y + 20500,
                   said_plain(b, "saturation.knee.mark", fill, 1), FACE_SANS_BOLD, MPT(8),
                   COLOUR_INK, ANCHOR_MIDDLE)
            ->fact = s->knee;
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
    axes_draw(ch, scene, &across, &up);
    objective_draw(ch, scene, s, &up);
    struct point *at = ARENA_MANY(b->home, s->count, struct point);
    for (size_t i = 0; i < s->count; i++) {
        at[i] = (struct point){ axis_at(&across, s->point[i].rate, LEFT, RIGHT),
                                height_at(&up, s->point[i].latency) };
    }
    points_draw(ch, scene, s, at);
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
