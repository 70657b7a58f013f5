/* chart_load.c - throughput over time of serving runs: one panel a run with the output of each
 * second and, below, the requests in flight and, where telemetry tells it, the driver's
 * utilisation: the share of the time in which some kernel ran, whatever it achieved. */
#include "charts.h"

#include <math.h>

enum {
    WIDTH = 231000,
    LEFT = SERIES_LEFT,
    RIGHT = SERIES_RIGHT,
    TOP = 2000,
    NAME = 11000,
    PANEL = 34000,
    GAP = 9500,
    FLIGHT = 18000,
    BETWEEN = 10000
};

static bool in_side(const struct charting *ch, const struct judged_run *run)
{
    return !run->run->bridge && run->run->machine && run->run->machine->system == ch->system &&
           run->load.seconds > 0 && run_told(ch->b, ch->comparison, run);
}

/* Each second as a sample in its middle. */
static struct series by_second(struct arena *home, const double *value, size_t seconds)
{
    double *start = ARENA_MANY(home, seconds, double);
    for (size_t i = 0; i < seconds; i++)
        start[i] = (double)i + 0.5;
    return (struct series){
        .start = start, .value = value, .count = seconds, .load_begin = 0, .load_end = (double)NAN
    };
}

static double most_of(const double *value, size_t count)
{
    double most = 0;
    for (size_t i = 0; value && i < count; i++)
        most = value[i] > most ? value[i] : most;
    return most;
}

struct load_axes {
    struct axis time, output, active;
    struct axis busy; /* percent */
    bool any_busy;    /* a run of the side has telemetry of it */
};

static void area_draw(const struct charting *ch, struct scene *scene, const double *value,
                      size_t seconds, const struct axis *time, const struct axis *axis, mpt top,
                      mpt bottom, enum colour colour)
{
    struct arena *home = ch->b->home;
    const struct paint grid = { .stroke = COLOUR_HAIRLINE, .width = 500 };
    struct series series = by_second(home, value, seconds);
    scene_line(home, scene, LEFT, top, RIGHT, top, grid);
    scene_line(home, scene, LEFT, bottom, RIGHT, bottom, grid);
    tick_add(ch->b, scene, LEFT - 3000, top + 2400, tick_text(ch->b, axis->to, axis->decimals),
             ANCHOR_END);
    tick_add(ch->b, scene, LEFT - 3000, bottom + 2400, tick_text(ch->b, 0, 0), ANCHOR_END);
    series_trace(ch, scene, &series, time, axis, top, bottom, colour);
}

static bool has_busy(const struct judged_run *run)
{
    return run->utilisation && run->utilisation->start && isfinite(run->load.begin);
}

/* Telemetry stands on the run's clock, the seconds of the load begin at its first request. */
static void busy_draw(const struct charting *ch, struct scene *scene, const struct judged_run *run,
                      const struct load_axes *axes, mpt top)
{
    struct arena *home = ch->b->home;
    const struct paint grid = { .stroke = COLOUR_HAIRLINE, .width = 500 };
    struct series series = *run->utilisation;
    series.load_begin = run->load.begin;
    scene_line(home, scene, LEFT, top, RIGHT, top, grid);
    scene_line(home, scene, LEFT, top + FLIGHT, RIGHT, top + FLIGHT, grid);
    tick_add(ch->b, scene, LEFT - 3000, top + 2400, tick_text(ch->b, axes->busy.to, 0), ANCHOR_END);
    tick_add(ch->b, scene, LEFT - 3000, top + FLIGHT + 2400, tick_text(ch->b, 0, 0), ANCHOR_END);
    series_trace(ch, scene, &series, &axes->time, &axes->busy, top, top + FLIGHT, COLOUR_SOFT);
}

static void panel_draw(const struct charting *ch, struct scene *scene, const struct judged_run *run,
                       mpt y, const struct load_axes *axes)
{
    struct building *b = ch->b;
    enum colour colour = ch->system == ch->comparison->b ? COLOUR_B : COLOUR_A;
    mpt top = y + NAME, flight = top + PANEL + GAP;
    struct str output = skin_string(b->skin, "load.output");
    mpt room = RIGHT - LEFT - 6000;
    room -= y == TOP ? text_width(b->fonts, FACE_SANS, MPT(7), output) : 0;
    scene_text(b->home, scene, LEFT, y + 8000,
               label_fitted(b, FACE_SANS_BOLD, MPT(8), run_short(b, run->run), room),
               FACE_SANS_BOLD, MPT(8), colour, ANCHOR_START)
        ->quote = true;
    if (run->load.output) {
        area_draw(ch, scene, run->load.output, run->load.seconds, &axes->time, &axes->output, top,
                  top + PANEL, colour);
    }
    area_draw(ch, scene, run->load.active, run->load.seconds, &axes->time, &axes->active, flight,
              flight + FLIGHT, COLOUR_SOFT);
    if (has_busy(run))
        busy_draw(ch, scene, run, axes, flight + FLIGHT + GAP);
    if (y == TOP && axes->any_busy) {
        scene_text(b->home, scene, RIGHT, flight + FLIGHT + GAP - 1800,
                   skin_string(b->skin, "load.busy"), FACE_SANS, MPT(7), COLOUR_SOFT, ANCHOR_END);
    }
    if (y == TOP) {
        scene_text(b->home, scene, RIGHT, top - 2500, output, FACE_SANS, MPT(7), COLOUR_SOFT,
                   ANCHOR_END);
        scene_text(b->home, scene, RIGHT, flight - 1800, skin_string(b->skin, "load.active"),
                   FACE_SANS, MPT(7), COLOUR_SOFT, ANCHOR_END);
    }
}

size_t load_items(const struct charting *ch)
{
    size_t panels = 0;
    for (size_t i = 0; i < ch->comparison->run_count; i++)
        panels += in_side(ch, &ch->comparison->run[i]);
    return panels;
}

/* One set of axes for all runs of the side. */
static void axes_find(const struct charting *ch, struct load_axes *out)
{
    double seconds = 0, output = 0, active = 0;
    for (size_t i = 0; i < ch->comparison->run_count; i++) {
        const struct judged_run *run = &ch->comparison->run[i];
        if (!in_side(ch, run))
            continue;
        double most = most_of(run->load.output, run->load.seconds);
        double flight = most_of(run->load.active, run->load.seconds);
        seconds = (double)run->load.seconds > seconds ? (double)run->load.seconds : seconds;
        output = most > output ? most : output;
        active = flight > active ? flight : active;
        out->any_busy = out->any_busy || has_busy(run);
    }
    out->busy = (struct axis){ .to = 100, .step = 50 };
    out->time = axis_from_zero(seconds > 0 ? seconds : 1);
    out->output = axis_from_zero(output > 0 ? output : 1);
    out->active = axis_from_zero(active > 0 ? active : 1);
}

struct scene *load_build(const struct charting *ch)
{
    struct building *b = ch->b;
    struct load_axes axes = { .any_busy = false };
    size_t panels = ch->items.to - ch->items.from, item = 0;
    axes_find(ch, &axes);
    mpt each = NAME + PANEL + GAP + FLIGHT + (axes.any_busy ? GAP + FLIGHT : 0) + BETWEEN;
    mpt bottom = TOP + (mpt)panels * each - BETWEEN;
    struct scene *scene = scene_new(b->home, ch->id, WIDTH, bottom + 22000);
    struct fill fill[] = { { "system", .quote = ch->system->id } };
    scene_title(b, scene, "load.title", fill, 1);
    scene_description(b, scene, "load.description", fill, 1);
    mpt y = TOP;
    for (size_t i = 0; i < ch->comparison->run_count; i++) {
        if (in_side(ch, &ch->comparison->run[i]) && chart_shows(ch, item++)) {
            panel_draw(ch, scene, &ch->comparison->run[i], y, &axes);
            y += each;
        }
    }
    for (int i = 0; axes.time.step * i <= axes.time.to * 1.0001; i++) {
        mpt x = axis_at(&axes.time, axes.time.step * i, LEFT, RIGHT);
        tick_add(b, scene, x, bottom + 10000, tick_text(b, axes.time.step * i, axes.time.decimals),
                 x > RIGHT - 8000 ? ANCHOR_END : ANCHOR_MIDDLE);
    }
    scene_text(b->home, scene, RIGHT, bottom + 19500, skin_string(b->skin, "load.seconds"),
               FACE_SANS, MPT(7.5), COLOUR_SOFT, ANCHOR_END);
    return scene;
}
