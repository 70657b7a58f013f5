/* chart_dots.c - how much: a stem from zero, a dot at the estimate, a pale bar for the interval,
 * one tick a run. One side alone (too few runs for an interval over runs): a row a run, with the
 * interval within it. */
#include "charts.h"

#include <math.h>

enum {
    WIDTH = 328819,
    LEFT = 2000,
    ROW = 36000,
    ROW_ALONE = 26000,
    TOP = 4000,
    LABEL_ROOM = 78000,
    NAME_GAP = 4000
};

struct dot_row {
    const struct system *system;
    struct str name, label;
    const struct fact *value, *low, *high;
    bool second;
};

static double largest(const struct dot_row *row, size_t count, const struct comparison *c,
                      const struct system *only)
{
    double most = 0;
    for (size_t i = 0; i < count; i++) {
        const struct fact *const facts[] = { row[i].value, row[i].high };
        for (size_t k = 0; k < 2; k++)
            if (facts[k] && facts[k]->value.number && facts[k]->value.value > most)
                most = facts[k]->value.value;
    }
    for (size_t i = 0; !only && i < c->run_count; i++)
        if (c->run[i].value && !c->run[i].run->bridge && c->run[i].value->value.value > most)
            most = c->run[i].value->value.value;
    return most;
}

static const struct system *run_system(const struct run *run)
{
    return run->machine ? run->machine->system : NULL;
}

/* Gives the row of a run the interval of the mean, where the run is the only one of its side: over
 * repetitions that are executions by themselves it is the one that the answer states. */
static void row_repeated(const struct comparison *c, size_t side, struct dot_row *row)
{
    const struct fact *runs = c->runs[side];
    if (runs && runs->value.value < 2 && c->mean_low[side] && c->mean_high[side]) {
        row->value = c->mean[side];
        row->low = c->mean_low[side];
        row->high = c->mean_high[side];
    }
}

/* Rows of the chart; with `out` NULL only counted. */
static size_t rows_gather(const struct charting *ch, struct dot_row *out)
{
    const struct comparison *c = ch->comparison;
    if (!ch->system) {
        if (!c->mean[0] || !c->mean[1])
            return 0;
        for (int i = 0; out && i < 2; i++) {
            const struct system *system = i == 0 ? c->a : c->b;
            out[i] = (struct dot_row){ .system = system,
                                       .name = system->id,
                                       .label = system->label,
                                       .value = c->mean[i],
                                       .low = c->mean_low[i],
                                       .high = c->mean_high[i],
                                       .second = i == 1 };
        }
        return 2;
    }
    size_t count = 0;
    for (size_t i = 0; i < c->run_count; i++) {
        const struct judged_run *run = &c->run[i];
        const struct fact *value = run->value ? run->value : run->own ? run->own : run->told;
        if (run->run->bridge || run_system(run->run) != ch->system || !value ||
            !run_told(ch->b, c, run))
            continue;
        if (out) {
            out[count] = (struct dot_row){ .system = ch->system,
                                           .name = run_short(ch->b, run->run),
                                           .value = value,
                                           .low = run->within_low,
                                           .high = run->within_high,
                                           .second = ch->system == c->b };
            row_repeated(c, ch->system == c->b, &out[count]);
        }
        count++;
    }
    return count;
}

static void axis_draw(const struct charting *ch, struct scene *scene, const struct axis *axis,
                      mpt right, mpt top, mpt bottom)
{
    struct building *b = ch->b;
    for (int i = 0; axis->step * i <= axis->to * 1.0001; i++) {
        mpt x = axis_at(axis, axis->step * i, LEFT, right);
        scene_line(
            b->home, scene, x, top, x, bottom,
            (struct paint){ .stroke = i == 0 ? COLOUR_SOFT : COLOUR_HAIRLINE, .width = 500 });
        tick_add(b, scene, x, bottom + 9500, tick_text(b, axis->step * i, axis->decimals),
                 i == 0 ? ANCHOR_START : ANCHOR_MIDDLE);
    }
}

/* ---- what clauses ask of the metric ---- */

enum { LIMITS_MOST = 4, LIMIT_ROW = 9000 };

struct limits_shown {
    const struct threshold *item[LIMITS_MOST];
    size_t count;
};

/* Whether a clause asks for a least or a most of the compared metric, within the axis: beyond it a
 * line would say less than the table below. */
static bool is_limit(const struct charting *ch, const struct judged_threshold *judged, double to)
{
    const struct case_file *c = ch->b->model->case_file;
    const struct threshold *one = judged->threshold;
    return one->requirement && one->clause && one->key == c->metric &&
           str_eq(one->instance, c->metric_instance) &&
           str_eq(judged->workload, ch->comparison->workload) && one->limit > 0 && one->limit <= to;
}

/* Clauses whose limits the chart draws, each once; of more than it has room for the lowest limit
 * and the highest, between which the others lie. */
static void limits_gather(const struct charting *ch, double to, struct limits_shown *out)
{
    const struct report_model *model = ch->b->model;
    bool drawn = !ch->system || alone(ch->b); /* of a single system its runs stand for its mean */
    const struct threshold *low = NULL, *high = NULL;
    bool more = false;
    for (size_t i = 0; drawn && i < model->threshold_count; i++) {
        const struct threshold *one = model->threshold[i].threshold;
        bool known = !is_limit(ch, &model->threshold[i], to);
        for (size_t k = 0; k < out->count; k++)
            known = known || out->item[k] == one || out->item[k]->limit == one->limit;
        if (known)
            continue;
        low = !low || one->limit < low->limit ? one : low;
        high = !high || one->limit > high->limit ? one : high;
        more = more || out->count == LIMITS_MOST;
        if (!more)
            out->item[out->count++] = one;
    }
    if (more) {
        out->item[0] = low;
        out->item[1] = high;
        out->count = 2;
    }
}

/* With as many decimals as the limit has; its unit is the axis's. */
static struct str limit_text(const struct charting *ch, const struct threshold *one)
{
    enum { DECIMALS_MOST = 6 };
    int decimals = 0;
    double unit = 1;
    while (decimals < DECIMALS_MOST &&
           fabs(one->limit * unit - round(one->limit * unit)) > 1e-9 * one->limit * unit) {
        unit *= 10;
        decimals++;
    }
    return tick_text(ch->b, one->limit, decimals);
}

/* "clause 4.1: ≥6,500". */
static struct str limit_said(const struct charting *ch, const struct threshold *one)
{
    struct fill fill[] = { { "clause", .fact = one->clause },
                           { "limit", .quote = limit_text(ch, one) } };
    return said_plain(ch->b, one->at_most ? "dots.limit.most" : "dots.limit.least", fill, 2);
}

/* On a phone letters are set a quarter larger (style.css). */
static mpt limit_wide(const struct charting *ch, const struct threshold *one)
{
    return text_width(ch->b->fonts, FACE_SANS, MPT(7.5), limit_said(ch, one)) * 5 / 4;
}

/* Where the words of each limit stand by its line: around it, or to its left where the next one's
 * would meet them or the chart ends. False: they have no room in one row. */
static bool limits_beside(const struct charting *ch, const struct limits_shown *limits,
                          const struct axis *axis, mpt right, mpt width, mpt *middle)
{
    mpt next = width;
    double below = INFINITY;
    for (size_t done = 0; done < limits->count; done++) { /* from the right on */
        size_t at = limits->count;
        for (size_t i = 0; i < limits->count; i++)
            if (limits->item[i]->limit < below &&
                (at == limits->count || limits->item[i]->limit > limits->item[at]->limit))
                at = i;
        if (at == limits->count)
            return false; /* equal ones: their words would lie on each other */
        below = limits->item[at]->limit;
        mpt x = axis_at(axis, below, LEFT, right), wide = limit_wide(ch, limits->item[at]);
        bool around = x + wide / 2 <= next;
        middle[at] = around ? x : x - wide / 2;
        if (middle[at] - wide / 2 < 0 || (!around && x > next))
            return false;
        next = middle[at] - wide / 2 - NAME_GAP;
    }
    return true;
}

/* A dashed line each, its clause and what that asks for above it: in one row, or a row each. */
static void limits_draw(const struct charting *ch, struct scene *scene,
                        const struct limits_shown *limits, const struct axis *axis, mpt right,
                        mpt top, mpt bottom)
{
    struct building *b = ch->b;
    mpt middle[LIMITS_MOST];
    bool beside = limits_beside(ch, limits, axis, right, scene->size.x, middle);
    for (size_t i = 0; i < limits->count; i++) {
        const struct threshold *one = limits->item[i];
        mpt x = axis_at(axis, one->limit, LEFT, right);
        mpt base = TOP - 3000 + (mpt)(beside ? 1 : i + 1) * LIMIT_ROW;
        mpt wide = limit_wide(ch, one);
        scene_line(b->home, scene, x, beside ? base + 1500 : top + 1500, x, bottom,
                   (struct paint){ .stroke = COLOUR_OBJECTIVE, .width = 900, .dashed = true })
            ->fact = one->fact;
        bool fits = beside ? middle[i] == x : x + wide / 2 <= scene->size.x && x >= wide / 2;
        scene_text(b->home, scene, x, base, limit_said(ch, one), FACE_SANS, MPT(7.5),
                   COLOUR_OBJECTIVE,
                   fits                  ? ANCHOR_MIDDLE
                   : !beside && x < wide ? ANCHOR_START
                                         : ANCHOR_END)
            ->fact = one->clause;
    }
}

static void ticks_draw(const struct charting *ch, struct scene *scene, const struct dot_row *row,
                       const struct axis *axis, mpt right, mpt y)
{
    const struct comparison *c = ch->comparison;
    for (size_t i = 0; i < c->run_count; i++) {
        const struct judged_run *run = &c->run[i];
        if (run->run->bridge || run_system(run->run) != row->system || !run->value)
            continue;
        mpt x = axis_at(axis, run->value->value.value, LEFT, right);
        scene_line(ch->b->home, scene, x, y + 5500, x, y + 9500,
                   (struct paint){ .stroke = row->second ? COLOUR_B : COLOUR_A, .width = 800 })
            ->fact = run_told(ch->b, c, run) ? run->value : NULL;
    }
}

/* Name, then label, above the stem; both end where the chart does, on a phone too, where letters
 * are set a quarter larger (style.css). */
static void names_draw(const struct building *b, struct scene *scene, const struct dot_row *row,
                       enum colour colour, mpt y)
{
    const mpt base = y - 9000;
    const mpt room = (scene->size.x - LEFT - 4000) * 4 / 5;
    struct str name = label_fitted(b, FACE_SANS_BOLD, MPT(9), row->name,
                                   row->label.len > 0 ? room * 2 / 3 : room);
    mpt wide = label_width(b, FACE_SANS_BOLD, MPT(9), name);
    scene_text(b->home, scene, LEFT + 4000, base, name, FACE_SANS_BOLD, MPT(9), colour,
               ANCHOR_START)
        ->quote = true;
    if (row->label.len > 0) {
        struct str label = label_fitted(b, FACE_SANS, MPT(8), row->label, room - wide - NAME_GAP);
        scene_text(b->home, scene, LEFT + 4000 + wide * 5 / 4 + NAME_GAP, base, label, FACE_SANS,
                   MPT(8), COLOUR_SOFT, ANCHOR_START)
            ->quote = true;
    }
}

/* The wider of the value and the interval below it. */
static mpt figures_wide(struct building *b, const struct dot_row *row)
{
    struct fill fill[] = { { "low", .fact = row->low }, { "high", .fact = row->high } };
    struct str value = fact_shown(b->home, b->skin, row->value);
    struct str range = row->low && row->high ? said_plain(b, "dots.range", fill, 2)
                                             : skin_string(b->skin, "dots.no_interval");
    mpt wide = text_width(b->fonts, FACE_SANS_BOLD, MPT(9), value);
    mpt below = text_width(b->fonts, FACE_SANS, MPT(7.5), range);
    return below > wide ? below : wide;
}

/* Behind the dot, what its interval reaches and the strokes of its runs. */
static mpt label_at(const struct charting *ch, const struct dot_row *row, const struct axis *axis,
                    mpt right)
{
    const struct comparison *c = ch->comparison;
    double most = row->high ? row->high->value.value : row->value->value.value;
    for (size_t i = 0; i < c->run_count && !ch->system; i++) {
        const struct judged_run *run = &c->run[i];
        if (!run->run->bridge && run_system(run->run) == row->system && run->value &&
            run->value->value.value > most)
            most = run->value->value.value;
    }
    mpt dot = axis_at(axis, row->value->value.value, LEFT, right) + 8000;
    mpt reach = axis_at(axis, most, LEFT, right) + 4000;
    return reach > dot ? reach : dot;
}

static void row_draw(const struct charting *ch, struct scene *scene, const struct dot_row *row,
                     const struct axis *axis, mpt right, mpt y)
{
    struct building *b = ch->b;
    enum colour colour = row->second ? COLOUR_B : COLOUR_A,
                pale = row->second ? COLOUR_B_PALE : COLOUR_A_PALE;
    mpt x = axis_at(axis, row->value->value.value, LEFT, right);
    names_draw(b, scene, row, colour, y);
    scene_line(b->home, scene, LEFT, y, x, y, (struct paint){ .stroke = colour, .width = 700 });
    bool interval = row->low && row->high;
    if (interval) {
        mpt x0 = axis_at(axis, row->low->value.value, LEFT, right),
            x1 = axis_at(axis, row->high->value.value, LEFT, right);
        if (x1 - x0 < 1600) { /* thinner than the dot's ring would hide it */
            x0 = x - 800;
            x1 = x + 800;
        }
        scene_rect(b->home, scene, x0, y - 4500, x1, y + 4500, (struct paint){ .fill = pale })
            ->fact = row->low;
    }
    scene_dot(b->home, scene, x, y, 2300,
              (struct paint){ .fill = row->second || !ch->comparison->has_baseline ? colour
                                                                                   : COLOUR_PAPER,
                              .stroke = colour,
                              .width = 1200 })
        ->fact = row->value;
    mpt label = label_at(ch, row, axis, right);
    if (!ch->system || alone(b)) { /* lines of axis and limits would run through the figures */
        mpt wide = figures_wide(b, row);
        scene_rect(b->home, scene, label - 1500, y - 9000, label + wide, y + 10000,
                   (struct paint){ .fill = COLOUR_PAPER });
    }
    scene_text(b->home, scene, label, y - 800, fact_shown(b->home, b->skin, row->value),
               FACE_SANS_BOLD, MPT(9), colour, ANCHOR_START)
        ->fact = row->value;
    if (interval) {
        struct fill fill[] = { { "low", .fact = row->low }, { "high", .fact = row->high } };
        scene_text(b->home, scene, label, y + 8200, said_plain(b, "dots.range", fill, 2), FACE_SANS,
                   MPT(7.5), COLOUR_SOFT, ANCHOR_START)
            ->fact = row->low;
    } else {
        scene_text(b->home, scene, label, y + 8200, skin_string(b->skin, "dots.no_interval"),
                   FACE_SANS, MPT(7.5), COLOUR_SOFT, ANCHOR_START);
    }
}

/* Beside the rightmost dot stand its value and its interval. */
static mpt label_room(struct building *b, const struct dot_row *row, size_t count)
{
    mpt most = LABEL_ROOM;
    for (size_t i = 0; i < count; i++) {
        mpt wide = figures_wide(b, &row[i]) + 10000;
        most = wide > most ? wide : most;
    }
    return most;
}

static void words_add(const struct charting *ch, struct scene *scene)
{
    const struct comparison *c = ch->comparison;
    struct str metric = key_title(ch->b, ch->b->model->case_file->metric);
    if (ch->system) {
        struct fill fill[] = { { "metric", .quote = metric }, { "a", .quote = ch->system->id } };
        scene_title(ch->b, scene, "dots.title.side", fill, ARRAY_COUNT(fill));
        scene_description(ch->b, scene, "dots.description.side", fill, ARRAY_COUNT(fill));
        return;
    }
    struct fill fill[] = { { "metric", .quote = metric },    { "a", .quote = c->a->id },
                           { "b", .quote = c->b->id },       { "ma", .fact = c->mean[0] },
                           { "la", .fact = c->mean_low[0] }, { "ha", .fact = c->mean_high[0] },
                           { "mb", .fact = c->mean[1] },     { "lb", .fact = c->mean_low[1] },
                           { "hb", .fact = c->mean_high[1] } };
    scene_title(ch->b, scene, "dots.title", fill, 3);
    scene_description(ch->b, scene, "dots.description", fill, ARRAY_COUNT(fill));
}

size_t dots_items(const struct charting *ch)
{
    return rows_gather(ch, NULL);
}

struct scene *dots_build(const struct charting *ch)
{
    size_t count = rows_gather(ch, NULL);
    struct dot_row *row = ARENA_MANY(ch->b->home, count, struct dot_row);
    rows_gather(ch, row);
    double most = largest(row, count, ch->comparison, ch->system);
    struct axis axis = axis_from_zero(most);
    mpt width = ch->system ? WIDTH * 7 / 10 : WIDTH;
    mpt pitch = ch->system ? ROW_ALONE : ROW;
    mpt labels = label_room(ch->b, row, count);
    row += ch->items.from; /* the axis is that of all, the rows are those of this part */
    count = ch->items.to - ch->items.from;
    struct limits_shown limits = { 0 };
    limits_gather(ch, axis.to, &limits);
    /* the rightmost dot leaves room for its label */
    double share = most > 0 ? most / axis.to : 1;
    mpt right = LEFT + (mpt)((double)(width - labels - LEFT) / share);
    right = right > width - 12000 ? width - 12000 : right;
    mpt middle[LIMITS_MOST];
    size_t rows = limits.count > 1 && limits_beside(ch, &limits, &axis, right, width, middle)
                      ? 1
                      : limits.count;
    mpt top = TOP + (mpt)rows * LIMIT_ROW;
    mpt bottom = top + (mpt)count * pitch;
    struct scene *scene = scene_new(ch->b->home, ch->id, width, bottom + 13000);
    words_add(ch, scene);
    axis_draw(ch, scene, &axis, right, top, bottom);
    limits_draw(ch, scene, &limits, &axis, right, top, bottom);
    for (size_t i = 0; i < count; i++) {
        mpt y = top + (mpt)i * pitch + (ch->system ? 15000 : 20000);
        if (!ch->system)
            ticks_draw(ch, scene, &row[i], &axis, right, y);
        row_draw(ch, scene, &row[i], &axis, right, y);
    }
    return scene;
}

void dots_figures(const struct charting *ch, struct node *chart)
{
    static const struct column columns[] = { { .share = 30 },
                                             { .share = 20, .right = true },
                                             { .share = 20, .right = true },
                                             { .share = 20, .right = true },
                                             { .share = 10, .right = true } };
    struct building *b = ch->b;
    const char *const heads[] = { ch->system ? "dots.run" : "dots.executor",
                                  ch->system ? "dots.value" : "dots.mean", "dots.low", "dots.high",
                                  "dots.runs" };
    size_t width = ch->system ? 4 : 5;
    size_t count = rows_gather(ch, NULL);
    struct dot_row *row = ARENA_MANY(b->home, count, struct dot_row);
    rows_gather(ch, row);
    struct node *table = table_add(b, chart, ROLE_NONE, "dots.caption", columns, width);
    header_add(b, table, heads, width);
    for (size_t i = ch->items.from; i < ch->items.to; i++) {
        struct node *line = row_add(b, table);
        quote_add(b, cell_heading(b, line), row[i].name, NULL);
        const struct fact *const facts[] = { row[i].value, row[i].low, row[i].high,
                                             ch->system
                                                 ? NULL
                                                 : ch->comparison->runs[row[i].second ? 1 : 0] };
        for (size_t k = 0; k + 1 < width; k++) {
            struct node *cell = cell_add(b, line);
            if (facts[k])
                value_add(b, cell, facts[k], FORM_FULL);
            else
                text_add(b, cell, "dots.no_interval");
        }
    }
}
