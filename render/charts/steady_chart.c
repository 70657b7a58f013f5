/* steady_chart.c - the picture of `dossier steady`: series as they are, and what the detector made
 * of them.
 *
 * Samples are thinned by least and greatest per column of half a point, so that no dip is lost. The
 * axis of values need not begin at zero: a warm-up of two per cent would not be seen on one that
 * does. */
#include "render/render.h"
#include "scene.h"

#include "base/num.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum {
    WIDTH = 480000,
    LEFT = 46000,
    RIGHT = 474000,
    HEAD = 34000,
    PANEL = 96000,
    FOOT = 22000,
    NOTE = 16000,
    STEP = 500,
    COLUMNS = (RIGHT - LEFT) / STEP + 1,
    TICKS = 5
};

struct column { /* what falls on one column of the panel */
    double least, most;
    bool any;
};
struct axis {
    double from, to, step;
    int power; /* ticks are shown divided by ten to this power */
};
struct drawing {
    struct arena *home;
    struct scene *scene;
    const struct steady_panel *panel;
    struct axis time, value;
    mpt top, bottom;
};

/* ---- axes ---- */

static double ten_to(int power)
{
    double value = 1;
    for (int i = 0; i < abs(power); i++)
        value *= 10;
    return power < 0 ? 1 / value : value;
}

/* Steps of 1, 2 or 5 times a power of ten. */
static struct axis axis_over(double least, double most)
{
    static const double steps[] = { 1, 2, 5, 10 };
    struct axis axis = { 0 };
    double reach = fabs(least) > fabs(most) ? fabs(least) : fabs(most);
    if (!(most > least))
        most = least + (reach > 0 ? reach * 0.1 : 1);
    int power = 0;
    double rough = (most - least) / TICKS;
    while (ten_to(power) > rough && power > -300)
        power--;
    while (ten_to(power + 1) <= rough && power < 300)
        power++;
    size_t k = 0;
    while (k + 1 < ARRAY_COUNT(steps) && steps[k] * ten_to(power) < rough)
        k++;
    axis.step = steps[k] * ten_to(power);
    axis.from = axis.step * floor(least / axis.step);
    axis.to = axis.step * ceil(most / axis.step);
    reach = axis.to > -axis.from ? axis.to : -axis.from;
    while (reach < ten_to(axis.power - 2))
        axis.power -= 3;
    while (reach >= ten_to(axis.power + 6))
        axis.power += 3;
    return axis;
}

static mpt at(const struct axis *axis, double value, mpt from, mpt to)
{
    double share = (value - axis->from) / (axis->to - axis->from);
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    return from + (mpt)floor(share * (to - from) + 0.5);
}

static struct str tick(struct arena *home, const struct axis *axis, size_t k)
{
    struct buf out = buf_new(home, 64);
    double value = (axis->from + (double)k * axis->step) / ten_to(axis->power);
    double step = axis->step / ten_to(axis->power);
    int decimals = 0;
    while (decimals < 9 && step * ten_to(decimals) < 0.999)
        decimals++;
    buf_put_real(&out, value, decimals);
    return buf_str(&out);
}

static double row_time(const struct series *series, size_t row)
{
    return series->start ? series->start[row] : (double)row;
}

static int order(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return x < y ? -1 : x > y ? 1 : 0;
}

/* What is drawn but for a hundredth and one column at each end, with a margin; zero where it is
 * near. One first iteration of ten times the rest must not flatten the picture: it is marked as
 * beyond. */
static struct axis value_axis(struct arena *home, const struct column *column)
{
    double *edge = ARENA_MANY(home, (size_t)2 * COLUMNS, double);
    size_t count = 0;
    for (size_t k = 0; k < COLUMNS; k++) {
        if (column[k].any) {
            edge[count++] = column[k].least;
            edge[count++] = column[k].most;
        }
    }
    if (count == 0)
        return axis_over(0, 1);
    qsort(edge, count, sizeof *edge, order);
    size_t spared = count >= 40 ? count / 100 + 2 : 0;
    double least = edge[spared];
    double most = edge[count - 1 - spared];
    double room = (most - least) * 0.08;
    if (room < most * 0.01) /* a series without noise must not look like one */
        room = most * 0.01;
    least = least - room < 0 || least < 0.35 * most ? 0 : least - room;
    return axis_over(least, most + room);
}

/* ---- panels ---- */

static struct column *thinned(struct drawing *d)
{
    const struct series *series = d->panel->series;
    struct column *column = ARENA_MANY(d->home, COLUMNS, struct column);
    for (size_t i = 0; i < series->count; i++) {
        double time = row_time(series, i);
        double value = series->value[i];
        if (!isfinite(time) || !isfinite(value) || time < d->time.from || time > d->time.to)
            continue;
        struct column *c = &column[(at(&d->time, time, LEFT, RIGHT) - LEFT) / STEP];
        c->least = !c->any || value < c->least ? value : c->least;
        c->most = !c->any || value > c->most ? value : c->most;
        c->any = true;
    }
    return column;
}

static void path_put(struct drawing *d, const struct point *point, size_t count)
{
    if (count == 1) {
        scene_dot(d->home, d->scene, point[0].x, point[0].y, 500,
                  (struct paint){ .fill = COLOUR_A });
    } else if (count > 1) {
        scene_path(d->home, d->scene, point, count, false,
                   (struct paint){ .stroke = COLOUR_A, .width = 500 });
    }
}

static void beyond_draw(struct drawing *d, const struct column *column, mpt x)
{
    const struct paint paint = { .stroke = COLOUR_OBJECTIVE, .width = 800 };
    if (column->most > d->value.to)
        scene_line(d->home, d->scene, x, d->top - 3000, x, d->top - 800, paint);
    if (column->least < d->value.from)
        scene_line(d->home, d->scene, x, d->bottom + 800, x, d->bottom + 3000, paint);
}

/* A stroke that visits least and greatest of each column, and is broken where samples are missing.
 */
static void trace_draw(struct drawing *d, const struct column *column)
{
    struct point *point = ARENA_MANY(d->home, (size_t)2 * COLUMNS, struct point);
    size_t samples = d->panel->series->count;
    size_t usual = samples >= COLUMNS ? 1 : COLUMNS / (samples > 0 ? samples : 1) + 1;
    size_t from = 0, count = 0, last = 0;
    for (size_t k = 0; k < COLUMNS; k++) {
        if (!column[k].any)
            continue;
        if (count > from && k - last > 5 * usual) {
            path_put(d, point + from, count - from);
            from = count;
        }
        last = k;
        mpt x = LEFT + (mpt)k * STEP;
        mpt low = at(&d->value, column[k].least, d->bottom, d->top);
        mpt high = at(&d->value, column[k].most, d->bottom, d->top);
        bool down = count > from && point[count - 1].y < (low + high) / 2; /* nearer end first */
        point[count++] = (struct point){ x, down ? high : low };
        if (low != high)
            point[count++] = (struct point){ x, down ? low : high };
        beyond_draw(d, &column[k], x);
    }
    path_put(d, point + from, count - from);
}

static double rows_median(struct arena *home, const struct series *series, size_t first, size_t end)
{
    double *copy = ARENA_MANY(home, end - first + 1, double);
    size_t count = 0;
    for (size_t i = first; i < end; i++)
        if (isfinite(series->value[i]))
            copy[count++] = series->value[i];
    qsort(copy, count, sizeof *copy, order);
    return count > 0 ? copy[count / 2] : (double)NAN;
}

/* The detector's segments, each at the median of its samples: where it saw the level change. */
static void segments_draw(struct drawing *d)
{
    const struct series *series = d->panel->series;
    const struct steadiness *steady = d->panel->steady;
    for (size_t k = 0; k < steady->segment_count; k++) {
        size_t first = steady->segment[k];
        size_t end = k + 1 < steady->segment_count ? steady->segment[k + 1] : series->count;
        struct arena_mark mark = arena_mark(d->home);
        double level = end > first ? rows_median(d->home, series, first, end) : (double)NAN;
        arena_rewind(d->home, mark);
        if (!isfinite(level))
            continue;
        mpt x0 = at(&d->time, row_time(series, first), LEFT, RIGHT);
        mpt x1 = at(&d->time, row_time(series, end - 1), LEFT, RIGHT);
        mpt y = at(&d->value, level, d->bottom, d->top);
        scene_line(d->home, d->scene, x0, y, x1, y,
                   (struct paint){ .stroke = COLOUR_B, .width = 1100 });
        if (k > 0) {
            scene_line(d->home, d->scene, x0, d->top, x0, d->bottom,
                       (struct paint){ .stroke = COLOUR_SOFT, .width = 400, .dashed = true });
        }
    }
}

static void text(struct drawing *d, mpt x, mpt y, struct str words, enum face face,
                 enum anchor anchor)
{
    scene_text(d->home, d->scene, x, y, words, face, MPT(8),
               face == FACE_SANS_BOLD ? COLOUR_INK : COLOUR_SOFT, anchor);
}

/* "ms", "× 10⁻⁶ s/op"; nothing where nothing needs saying. */
static void power_put(struct buf *out, const struct axis *axis, struct str unit)
{
    static const char *const seconds[] = { "s", "ms", "µs", "ns" };
    static const char *const digits[] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };
    int power = axis->power;
    if (str_eq(unit, STR("s")) && power <= 0 && power >= -9) {
        buf_put(out, str_from(seconds[-power / 3]));
        return;
    }
    if (power != 0) {
        buf_put(out, STR("× 10"));
        buf_put(out, power < 0 ? STR("⁻") : STR(""));
        for (int unit_of = 100; unit_of > 0; unit_of /= 10)
            if (abs(power) >= unit_of)
                buf_put(out, str_from(digits[abs(power) / unit_of % 10]));
        buf_put_char(out, ' ');
    }
    buf_put_visible(out, unit);
}

static void axes_draw(struct drawing *d)
{
    const struct paint hair = { .stroke = COLOUR_HAIRLINE, .width = 400 };
    for (size_t k = 0; d->value.from + (double)k * d->value.step <= d->value.to * 1.000001; k++) {
        mpt y = at(&d->value, d->value.from + (double)k * d->value.step, d->bottom, d->top);
        scene_line(d->home, d->scene, LEFT, y, RIGHT, y, hair);
        text(d, LEFT - 4000, y + 2800, tick(d->home, &d->value, k), FACE_SANS, ANCHOR_END);
    }
    scene_line(d->home, d->scene, LEFT, d->bottom, RIGHT, d->bottom,
               (struct paint){ .stroke = COLOUR_RULE, .width = 600 });
    for (size_t k = 0; d->time.from + (double)k * d->time.step <= d->time.to; k++) {
        double value = d->time.from + (double)k * d->time.step;
        mpt x = at(&d->time, value, LEFT, RIGHT);
        if (value < d->time.from || (k > 0 && x <= LEFT))
            continue;
        bool last = value + d->time.step > d->time.to;
        struct buf words = buf_new(d->home, 128);
        buf_put(&words, tick(d->home, &d->time, k));
        buf_put_char(&words, ' ');
        power_put(&words, &d->time, d->panel->series->start ? STR("s") : STR("rows"));
        text(d, x, d->bottom + 11000, last ? buf_str(&words) : tick(d->home, &d->time, k),
             FACE_SANS, x > RIGHT - 12000 ? ANCHOR_END : ANCHOR_MIDDLE);
    }
}

static void moment_put(struct buf *out, const struct drawing *d, double time)
{
    if (!d->panel->series->start)
        buf_put_real(out, time, 0);
    else if (d->time.to - d->time.from >= 1)
        buf_put_real(out, time, 2);
    else
        buf_put_significant(out, time, 3);
}

/* A path too long for the picture keeps its end. */
static struct str name_shown(struct arena *home, struct str name)
{
    enum { MOST = 96 };
    struct buf out = buf_new(home, 4 * MOST + 64);
    if (name.len > MOST) {
        size_t from = name.len - MOST;
        while (from < name.len && ((unsigned char)name.at[from] & 0xC0) == 0x80)
            from++;
        buf_put(&out, STR("…"));
        name = str_sub(name, from, name.len);
    }
    buf_put_visible(&out, name);
    return buf_str(&out);
}

static struct str verdict_words(const struct drawing *d)
{
    const struct steadiness *steady = d->panel->steady;
    const struct series *series = d->panel->series;
    struct buf out = buf_new(d->home, 512);
    if (!steady)
        return (struct str){ 0 };
    buf_put(&out, str_from(steady_name(steady->verdict)));
    if (steady->verdict != STEADY) {
        buf_putf(&out, ": %s", steady->reason);
        return buf_str(&out);
    }
    buf_put(&out, series->start ? STR(" from ") : STR(" from row "));
    moment_put(&out, d, row_time(series, steady->start));
    buf_put(&out, series->start ? STR(" to ") : STR(" to row "));
    moment_put(&out, d, row_time(series, steady->end - 1));
    buf_put(&out, series->start ? STR(" s, level ") : STR(", level "));
    buf_put_significant(&out, steady->level / ten_to(d->value.power), 4);
    buf_put_char(&out, ' ');
    power_put(&out, &d->value, d->panel->unit);
    return str_trim(buf_str(&out));
}

static void panel_draw(struct drawing *d, mpt y)
{
    const struct series *series = d->panel->series;
    const struct steadiness *steady = d->panel->steady;
    d->top = y + HEAD;
    d->bottom = d->top + PANEL;
    double from = series->count > 0 ? row_time(series, 0) : 0;
    double to = series->count > 0 ? row_time(series, series->count - 1) : 1;
    bool timed = isfinite(from) && isfinite(to) && to > from;
    d->time = axis_over(timed ? from : 0, timed ? to : 1);
    if (timed) /* the axis ends where the run does */
        d->time.to = to;
    const struct column *column = thinned(d);
    d->value = value_axis(d->home, column);
    if (steady && steady->verdict == STEADY) {
        scene_rect(d->home, d->scene, at(&d->time, row_time(series, steady->start), LEFT, RIGHT),
                   d->top, at(&d->time, row_time(series, steady->end - 1), LEFT, RIGHT), d->bottom,
                   (struct paint){ .fill = COLOUR_TINT });
    }
    axes_draw(d);
    trace_draw(d, column);
    if (steady)
        segments_draw(d);
    struct buf head = buf_new(d->home, 4096);
    buf_put(&head, name_shown(d->home, d->panel->name));
    buf_put(&head, d->panel->unit.len > 0 || d->value.power != 0 ? STR(", ") : STR(""));
    power_put(&head, &d->value, d->panel->unit);
    text(d, LEFT, y + 12000, buf_str(&head), FACE_SANS_BOLD, ANCHOR_START);
    text(d, LEFT, y + 23000, verdict_words(d), FACE_SANS, ANCHOR_START);
}

static void said(struct scene *scene, struct arena *home, const struct steady_panel *panel,
                 size_t count)
{
    struct buf out = buf_new(home, (size_t)1 << 20);
    for (size_t i = 0; i < count; i++) {
        const struct steadiness *steady = panel[i].steady;
        buf_put_visible(&out, panel[i].name);
        if (steady) {
            buf_putf(&out, " is %s", steady_name(steady->verdict));
            buf_putf(&out, steady->reason[0] != '\0' ? " (%s)" : "%s", steady->reason);
        }
        buf_put(&out, i + 1 < count ? STR("; ") : STR(". "));
    }
    buf_put(
        &out,
        STR("Each panel shows the samples, thinned by least and greatest, with the steady stretch "
            "shaded and a line at the median of each segment. The axis of values need not begin at "
            "zero; marks at its edges stand for samples beyond it."));
    scene->title = STR("Is it steady?");
    scene->description = buf_str(&out);
}

void render_steady_svg(struct arena *home, const struct steady_panel *panel, size_t count,
                       struct buf *out)
{
    enum { ONE = HEAD + PANEL + FOOT };
    assert(count <= STEADY_PANELS_MOST);
    struct scene *scene = scene_new(home, STR("steady"), WIDTH, (mpt)count * ONE + NOTE);
    struct drawing d = { .home = home, .scene = scene };
    for (size_t i = 0; i < count; i++) {
        d.panel = &panel[i];
        panel_draw(&d, (mpt)i * ONE);
    }
    text(&d, LEFT, (mpt)count * ONE + 8000,
         STR("shaded: steady stretch; thick lines: median of each segment; marks at the edge: "
             "beyond the axis"),
         FACE_SANS, ANCHOR_START);
    said(scene, home, panel, count);
    scene_svg(scene, true, out);
}
