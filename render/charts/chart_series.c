/* chart_series.c - was it steady: one panel a run with its samples, the stretch that counts shaded,
 * and the core clock below. Samples are thinned by least and greatest per column of half a point,
 * so that no dip is lost; nothing is smoothed. */
#include "charts.h"

#include <math.h>

enum {
    WIDTH = 231000,
    LEFT = SERIES_LEFT,
    RIGHT = SERIES_RIGHT,
    TOP = 2000,
    NAME = 11000,
    NAME_GAP = 5000,
    PANEL = 44000,
    GAP = 9500,
    CLOCK = 18000,
    BETWEEN = 10000,
    COLUMNS = (RIGHT - LEFT) / 500
};

struct drawn { /* one column of a panel */
    double least, most;
    bool any;
};

static double series_from(const struct series *series)
{
    double begin = series->load_begin;
    return isfinite(begin) ? begin : series->start && series->count > 0 ? series->start[0] : 0;
}

static bool in_side(const struct charting *ch, const struct judged_run *run)
{
    return !run->run->bridge && run->run->machine && run->run->machine->system == ch->system &&
           run->series && run->series->start && run->series->value;
}

static bool drawn(const struct charting *ch, const struct judged_run *run)
{
    return in_side(ch, run) && run_told(ch->b, ch->comparison, run);
}

static double time_end(const struct charting *ch)
{
    double most = 0;
    const struct comparison *c = ch->comparison;
    for (size_t i = 0; i < c->run_count; i++) {
        /* one time axis for both sides where they may be compared, else each side's own */
        if (!c->run[i].series || !c->run[i].series->start ||
            (refused(c) && !in_side(ch, &c->run[i])))
            continue;
        const struct series *series = c->run[i].series;
        double end = series->count > 0 ? series->start[series->count - 1] - series_from(series) : 0;
        if (isfinite(end) && end > most)
            most = end;
    }
    return most;
}

/* Axis of the samples: twice the greatest level or the 99.5th percentile would hide outliers; the
 * axis ends a third above the level and what lies beyond is marked. */
static double value_end(const struct charting *ch)
{
    double most = 0;
    const struct comparison *c = ch->comparison;
    for (size_t i = 0; i < c->run_count; i++) {
        if (!c->run[i].series || !c->run[i].series->value ||
            (refused(c) && !in_side(ch, &c->run[i])))
            continue;
        const struct judged_run *run = &c->run[i];
        double sum = 0;
        size_t count = 0;
        for (size_t k = 0; k < run->series->count; k++) {
            if (isfinite(run->series->value[k])) {
                sum += run->series->value[k];
                count++;
            }
        }
        double mean = count > 0 ? sum / (double)count : 0;
        most = mean > most ? mean : most;
    }
    return most * 1.35;
}

static void thin(const struct series *series, const struct axis *time, struct drawn *column)
{
    double from = series_from(series);
    for (size_t i = 0; i < series->count; i++) {
        double at = series->start[i] - from, value = series->value[i];
        if (!isfinite(at) || !isfinite(value) || at < 0 || at > time->to)
            continue;
        size_t k = (size_t)floor(at / time->to * (COLUMNS - 1));
        struct drawn *d = &column[k < COLUMNS ? k : COLUMNS - 1];
        d->least = !d->any || value < d->least ? value : d->least;
        d->most = !d->any || value > d->most ? value : d->most;
        d->any = true;
    }
}

static mpt column_x(size_t k)
{
    return LEFT + (mpt)k * 500;
}

static void edge_mark(const struct charting *ch, struct scene *scene, mpt x, mpt from, mpt to)
{
    scene_line(ch->b->home, scene, x, from, x, to,
               (struct paint){ .stroke = COLOUR_OBJECTIVE, .width = 800 });
}

/* A stroke that visits least and greatest of each column. */
void series_trace(const struct charting *ch, struct scene *scene, const struct series *series,
                  const struct axis *time, const struct axis *value, mpt top, mpt bottom,
                  enum colour colour)
{
    struct drawn *column = ARENA_MANY(ch->b->home, COLUMNS, struct drawn);
    thin(series, time, column);
    struct point *point = ARENA_MANY(ch->b->home, (size_t)COLUMNS * 2, struct point);
    size_t count = 0;
    for (size_t k = 0; k < COLUMNS; k++) {
        if (!column[k].any)
            continue;
        mpt low = axis_at(value, column[k].least, bottom, top),
            high = axis_at(value, column[k].most, bottom, top);
        bool down = count > 0 &&
                    point[count - 1].y < (low + high) / 2; /* nearer end first: shorter strokes */
        point[count++] = (struct point){ column_x(k), down ? high : low };
        if (high != low)
            point[count++] = (struct point){ column_x(k), down ? low : high };
        /* beyond the axis: a mark at its edge, never cut silently */
        if (column[k].most > value->to)
            edge_mark(ch, scene, column_x(k), top - 1600, top);
        if (column[k].least < value->from)
            edge_mark(ch, scene, column_x(k), bottom, bottom + 1600);
    }
    if (count > 0) {
        scene_path(ch->b->home, scene, point, count, false,
                   (struct paint){ .stroke = colour, .width = 600 });
    }
}

/* The stretch of the run that counts in the comparison; false: none. */
static bool counts(const struct comparison *c, const struct judged_run *run, double *from,
                   double *to)
{
    *from = c->window_begin ? c->window_begin->value.value : run->begin_s;
    *to = c->window_end ? c->window_end->value.value : run->end_s;
    return isfinite(*from) && isfinite(*to) && *to > *from;
}

/* Edges of a shade that lie on the same column of a panel as long as `end`. */
static bool same_edge(double x, double y, double end)
{
    return fabs(x - y) <= end / COLUMNS;
}

bool series_alike(const struct comparison *x, const struct comparison *y, const struct system *side)
{
    for (size_t i = 0; i < x->run_count; i++) {
        const struct judged_run *run = &x->run[i], *other = judged_find(y, run->run);
        if (run->run->bridge || run_side(run->run) != side)
            continue;
        double from, to, its_from, its_to;
        bool any = counts(x, run, &from, &to);
        if (!other || counts(y, other, &its_from, &its_to) != any ||
            (any && !(same_edge(from, its_from, to) && same_edge(to, its_to, to))))
            return false;
    }
    return true;
}

static void shade(const struct charting *ch, struct scene *scene, const struct judged_run *run,
                  const struct axis *time, mpt top, mpt bottom)
{
    const struct comparison *c = ch->comparison;
    double from, to;
    if (!counts(c, run, &from, &to))
        return;
    scene_rect(ch->b->home, scene, axis_at(time, from, LEFT, RIGHT), top,
               axis_at(time, to, LEFT, RIGHT), bottom, (struct paint){ .fill = COLOUR_WASH })
        ->fact = c->window_begin;
}

/* NVML: idle, application clocks and display settings reduce nothing while work runs. */
static bool throttled(double mask)
{
    enum { HARMLESS = 0x1 | 0x2 | 0x100 };
    return isfinite(mask) && mask >= 0 && mask < 4294967296.0 &&
           ((uint32_t)mask & ~(uint32_t)HARMLESS) != 0;
}

static void throttle_draw(const struct charting *ch, struct scene *scene,
                          const struct series *series, const struct axis *time, mpt y)
{
    double from = series_from(series);
    mpt last = -1;
    for (size_t i = 0; series->start && series->value && i < series->count; i++) {
        double at = series->start[i] - from;
        if (!throttled(series->value[i]) || !isfinite(at) || at < 0 || at > time->to)
            continue;
        mpt x = axis_at(time, at, LEFT, RIGHT);
        if (last >= 0 && x - last < 4000)
            continue; /* triangles side by side, not one over another */
        struct point *point = ARENA_MANY(ch->b->home, 3, struct point);
        point[0] = (struct point){ x - 1900, y - 3200 };
        point[1] = (struct point){ x + 1900, y - 3200 };
        point[2] = (struct point){ x, y };
        scene_path(ch->b->home, scene, point, 3, true, (struct paint){ .fill = COLOUR_OBJECTIVE });
        last = x;
    }
}

static bool clock_bounds(const struct charting *ch, struct axis *out)
{
    double least = 0, most = 0;
    bool any = false;
    const struct comparison *c = ch->comparison;
    for (size_t i = 0; i < c->run_count; i++) {
        const struct series *series = c->run[i].clock;
        /* one clock axis for both sides where they may be compared */
        if ((refused(c) && !in_side(ch, &c->run[i])) || !series || !series->start || !series->value)
            continue;
        double from = series_from(series);
        for (size_t k = 0; k < series->count; k++) {
            double at = series->start[k] - from, value = series->value[k];
            if (!isfinite(value) || !(at >= 0))
                continue;
            least = !any || value < least ? value : least;
            most = !any || value > most ? value : most;
            any = true;
        }
    }
    if (any) {
        double room = (most - least) < most * 0.05 ? most * 0.05 : most - least;
        *out = axis_between(least - room / 2 > 0 ? least - room / 2 : 0, most + room / 10);
    }
    return any;
}

/* The run's name; on the first panel also what is drawn. */
static void panel_name(const struct charting *ch, struct scene *scene, const struct judged_run *run,
                       mpt y, double scale, enum colour colour)
{
    struct building *b = ch->b;
    enum unit unit = scale > 1 ? UNIT_MILLISECOND : run->series->unit;
    struct fill fill[] = {
        { "metric", .quote = key_title(b, run->series->key) },
        { "unit", .quote = own_words(b, unit_row(unit)->symbol) },
    };
    struct str drawn = y == TOP ? said_plain(b, "series.unit", fill, 2) : STR("");
    mpt room = RIGHT - LEFT - text_width(b->fonts, FACE_SANS, MPT(7.5), drawn) - NAME_GAP;
    struct str name = label_fitted(b, FACE_SANS_BOLD, MPT(8), run_short(b, run->run), room);
    scene_text(b->home, scene, LEFT, y + 8000, name, FACE_SANS_BOLD, MPT(8), colour, ANCHOR_START)
        ->quote = true;
    mpt at = LEFT + label_width(b, FACE_SANS_BOLD, MPT(8), name) + NAME_GAP;
    if (drawn.len > 0) {
        scene_text(b->home, scene, at, y + 8000, drawn, FACE_SANS, MPT(7.5), COLOUR_SOFT,
                   ANCHOR_START);
    }
}

/* Lines at each step; figures at zero, in the middle and at the end. */
static void panel_grid(const struct charting *ch, struct scene *scene, const struct axis *value,
                       double scale, mpt top, mpt bottom)
{
    int steps = (int)floor(value->to / value->step + 0.5);
    int decimals = scale > 1 ? value->decimals - 3 : value->decimals;
    for (int i = 0; i <= steps; i++) {
        mpt at = axis_at(value, value->step * i, bottom, top);
        scene_line(
            ch->b->home, scene, LEFT, at, RIGHT, at,
            (struct paint){ .stroke = i == 0 ? COLOUR_SOFT : COLOUR_HAIRLINE, .width = 500 });
        if (i == 0 || i == steps || i * 2 == steps) {
            struct str text =
                tick_text(ch->b, value->step * i * scale, decimals > 0 ? decimals : 0);
            tick_add(ch->b, scene, LEFT - 3000, at + 2400, text, ANCHOR_END);
        }
    }
}

static void clock_draw(const struct charting *ch, struct scene *scene, const struct judged_run *run,
                       const struct axis *time, const struct axis *clock, mpt top, bool first)
{
    struct building *b = ch->b;
    mpt bottom = top + CLOCK;
    scene_line(b->home, scene, LEFT, bottom, RIGHT, bottom,
               (struct paint){ .stroke = COLOUR_HAIRLINE, .width = 500 });
    tick_add(b, scene, LEFT - 3000, top + 3000, tick_text(b, clock->to, clock->decimals),
             ANCHOR_END);
    tick_add(b, scene, LEFT - 3000, bottom + 1000, tick_text(b, clock->from, clock->decimals),
             ANCHOR_END);
    series_trace(ch, scene, run->clock, time, clock, top, bottom, COLOUR_SOFT);
    if (run->throttle)
        throttle_draw(ch, scene, run->throttle, time, top + 3200);
    if (first) {
        scene_text(b->home, scene, RIGHT, top - 1800, skin_string(b->skin, "series.core_clock"),
                   FACE_SANS, MPT(7), COLOUR_SOFT, ANCHOR_END);
    }
}

static void panel_draw(const struct charting *ch, struct scene *scene, const struct judged_run *run,
                       mpt y, const struct axis *time, const struct axis *value, double scale,
                       const struct axis *clock)
{
    mpt top = y + NAME, bottom = top + PANEL;
    enum colour colour = ch->system == ch->comparison->b ? COLOUR_B : COLOUR_A;
    shade(ch, scene, run, time, top, clock ? bottom + GAP + CLOCK : bottom);
    panel_name(ch, scene, run, y, scale, colour);
    panel_grid(ch, scene, value, scale, top, bottom);
    series_trace(ch, scene, run->series, time, value, top, bottom, colour);
    if (clock && run->clock && run->clock->start && run->clock->value)
        clock_draw(ch, scene, run, time, clock, bottom + GAP, y == TOP);
}

size_t series_items(const struct charting *ch)
{
    size_t panels = 0;
    for (size_t i = 0; i < ch->comparison->run_count; i++)
        panels += drawn(ch, &ch->comparison->run[i]) ? 1 : 0;
    return panels;
}

struct scene *series_build(const struct charting *ch)
{
    const struct comparison *c = ch->comparison;
    struct building *b = ch->b;
    size_t panels = ch->items.to - ch->items.from, item = 0;
    double end = time_end(ch);
    if (!(end > 0))
        return NULL;
    struct axis clock;
    bool clocks = clock_bounds(ch, &clock);
    mpt each = NAME + PANEL + (clocks ? GAP + CLOCK : 0) + BETWEEN;
    mpt bottom = TOP + (mpt)panels * each - BETWEEN;
    struct scene *scene = scene_new(b->home, ch->id, WIDTH, bottom + 22000);
    struct fill fill[] = { { "metric", .quote = key_title(b, b->model->case_file->metric) },
                           { "system", .quote = ch->system->id } };
    scene_title(b, scene, "series.title", fill, 2);
    scene_description(b, scene, "series.description", fill, 2);
    struct axis time = axis_from_zero(end);
    struct axis steps = time;
    time.to = end; /* ticks at round seconds, the axis as long as the runs */
    struct axis value = axis_from_zero(value_end(ch));
    mpt y = TOP;
    for (size_t i = 0; i < c->run_count; i++) {
        if (drawn(ch, &c->run[i]) && chart_shows(ch, item++)) {
            /* durations below a second are read more easily in milliseconds */
            double scale = c->run[i].series->unit == UNIT_SECOND && value.to < 1 ? 1000 : 1;
            panel_draw(ch, scene, &c->run[i], y, &time, &value, scale, clocks ? &clock : NULL);
            y += each;
        }
    }
    for (int i = 0; steps.step * i <= end * 1.0001; i++) {
        mpt x = axis_at(&time, steps.step * i, LEFT, RIGHT);
        tick_add(b, scene, x, bottom + 10000, tick_text(b, steps.step * i, steps.decimals),
                 x > RIGHT - 8000 ? ANCHOR_END : ANCHOR_MIDDLE);
    }
    scene_text(b->home, scene, RIGHT, bottom + 19500, skin_string(b->skin, "series.seconds"),
               FACE_SANS, MPT(7.5), COLOUR_SOFT, ANCHOR_END);
    return scene;
}

static const struct fact *run_derived(const struct judged_run *run, enum key key)
{
    for (size_t i = 0; i < run->fact_count; i++)
        if (run->fact[i]->key == key)
            return run->fact[i];
    return NULL;
}

void series_figures(const struct charting *ch, struct node *chart)
{
    static const struct column columns[] = { { .share = 20 },
                                             { .share = 20 },
                                             { .share = 15, .right = true },
                                             { .share = 15, .right = true },
                                             { .share = 12, .right = true },
                                             { .share = 18, .right = true } };
    static const char *const heads[] = { "series.run",   "series.verdict", "series.from",
                                         "series.until", "series.cycles",  "series.clock" };
    static const enum key keys[] = { KEY_STEADY_VERDICT, KEY_STEADY_START, KEY_STEADY_END,
                                     KEY_STEADY_CYCLES, KEY_CLOCK_MEDIAN };
    struct building *b = ch->b;
    struct node *table = TABLE_HEADED(b, chart, ROLE_NONE, "series.caption", columns, heads);
    size_t item = 0;
    for (size_t i = 0; i < ch->comparison->run_count; i++) {
        const struct judged_run *run = &ch->comparison->run[i];
        if (!drawn(ch, run) || !chart_shows(ch, item++))
            continue;
        struct node *row = row_add(b, table);
        quote_add(b, cell_heading(b, row), run_short(b, run->run), NULL);
        for (size_t k = 0; k < ARRAY_COUNT(keys); k++) {
            const struct fact *fact = run_derived(run, keys[k]);
            struct node *cell = cell_add(b, row);
            if (fact)
                value_add(b, cell, fact, FORM_FULL);
            else
                text_add(b, cell, "runs.none")->style = STYLE_SOFT;
        }
    }
    columns_thin(b, table, 2); /* verdict stays */
}
