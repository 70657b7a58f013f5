/* chart_changes.c - several comparisons, one row each: the change and its interval to the left or
 * right of no change. In the order of the case, never by size; no score is made of them. */
#include "charts.h"

#include <math.h>

enum { WIDTH = 481890, LEFT = 150000, RIGHT_ROOM = 70000, ROW = 17000, TOP = 8000, FOOT = 20000 };
enum { BAR = 3000, DOT = 2600, LABEL_GAP = 6000 };

static bool drawn(struct building *b, const struct comparison *c)
{
    return claimed(c) && c->change && c->change_low && c->change_high && pictured(b, c);
}

size_t changes_items(const struct charting *ch)
{
    size_t count = 0;
    for (size_t i = 0; i < ch->b->model->comparison_count; i++)
        count += drawn(ch->b, &ch->b->model->comparison[i]);
    return count >= 2 ? count : 0;
}

/* Holds zero, with room for the labels on both sides. */
static struct axis changes_axis(struct building *b)
{
    double least = 0, most = 0;
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *c = &b->model->comparison[i];
        if (drawn(b, c)) {
            least = fmin(least, c->change_low->value.value);
            most = fmax(most, c->change_high->value.value);
        }
    }
    return axis_between(least, most);
}

static void row_draw(const struct charting *ch, struct scene *scene, const struct comparison *c,
                     const struct axis *axis, mpt y)
{
    struct building *b = ch->b;
    struct arena *home = b->home;
    mpt right = WIDTH - RIGHT_ROOM;
    mpt low = axis_at(axis, c->change_low->value.value, LEFT, right),
        high = axis_at(axis, c->change_high->value.value, LEFT, right),
        at = axis_at(axis, c->change->value.value, LEFT, right);
    struct fill fill[] = { { "a", .quote = c->a->id },
                           { "b", .quote = c->b->id },
                           { "workload", .quote = c->workload } };
    const char *label = c->workload.len > 0 ? "changes.row.workload" : "changes.row";
    struct str name = said_plain(b, label, fill, ARRAY_COUNT(fill));
    scene_text(home, scene, 0, y + 3000,
               label_fitted(b, FACE_SANS, MPT(8.5), name, LEFT - LABEL_GAP), FACE_SANS, MPT(8.5),
               COLOUR_INK, ANCHOR_START)
        ->quote = true;
    scene_rect(home, scene, low, y - BAR, high > low ? high : low + 300, y + BAR,
               (struct paint){ .fill = COLOUR_TINT, .stroke = COLOUR_B, .width = 500 })
        ->fact = c->change_low;
    scene_rect(home, scene, at - DOT, y - DOT, at + DOT, y + DOT,
               (struct paint){ .fill = COLOUR_B })
        ->fact = c->change;
    struct str text =
        str_format(home, "%.*s\u202f%%", STR_ARG(fact_shown(home, b->skin, c->change)));
    /* The label stands away from the line of no change, where the names leave it room. */
    mpt wide = text_width(b->fonts, FACE_SANS_BOLD, MPT(8.5), text) + LABEL_GAP;
    bool less = c->change->value.value < 0 && (low < at - DOT ? low : at - DOT) - wide >= LEFT;
    mpt end = less ? (low < at - DOT ? low : at - DOT) : (high > at + DOT ? high : at + DOT);
    scene_text(home, scene, end + (less ? -4000 : 4000), y + 3000, text, FACE_SANS_BOLD, MPT(8.5),
               COLOUR_INK, less ? ANCHOR_END : ANCHOR_START)
        ->fact = c->change;
}

struct scene *changes_build(const struct charting *ch)
{
    struct building *b = ch->b;
    size_t count = ch->items.to - ch->items.from, item = 0, row = 0;
    struct axis axis = changes_axis(b);
    mpt bottom = TOP + (mpt)count * ROW;
    struct scene *scene = scene_new(b->home, ch->id, WIDTH, bottom + FOOT);
    scene_title(b, scene, "changes.title", NULL, 0);
    scene_description(b, scene, "changes.description", NULL, 0);
    size_t ticks = (size_t)((axis.to - axis.from) / axis.step + 0.5);
    for (size_t i = 0; i <= ticks; i++) {
        double value = axis.from + (double)i * axis.step;
        mpt x = axis_at(&axis, value, LEFT, WIDTH - RIGHT_ROOM);
        bool zero = fabs(value) < axis.step / 4;
        scene_line(b->home, scene, x, TOP, x, bottom,
                   (struct paint){ .stroke = zero ? COLOUR_INK : COLOUR_HAIRLINE,
                                   .width = zero ? 900 : 500 });
        tick_add(b, scene, x, bottom + 10000, tick_text(b, zero ? 0 : value, axis.decimals),
                 ANCHOR_MIDDLE);
    }
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *c = &b->model->comparison[i];
        if (drawn(b, c) && chart_shows(ch, item++))
            row_draw(ch, scene, c, &axis, TOP + (mpt)row++ * ROW + ROW / 2);
    }
    return scene;
}

void changes_figures(const struct charting *ch, struct node *chart)
{
    static const struct column columns[] = { { .share = 40 },
                                             { .share = 20, .right = true },
                                             { .share = 20, .right = true },
                                             { .share = 20, .right = true } };
    static const char *const heads[] = { "changes.of", "changes.change", "changes.low",
                                         "changes.high" };
    struct building *b = ch->b;
    struct node *table = TABLE_HEADED(b, chart, ROLE_NONE, "changes.title", columns, heads);
    size_t item = 0;
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *c = &b->model->comparison[i];
        if (!drawn(b, c) || !chart_shows(ch, item++))
            continue;
        struct node *row = row_add(b, table);
        SAY(b, cell_heading(b, row), c->workload.len > 0 ? "changes.row.workload" : "changes.row",
            { "a", .quote = c->a->id }, { "b", .quote = c->b->id },
            { "workload", .quote = c->workload });
        value_add(b, cell_add(b, row), c->change, FORM_FULL);
        value_add(b, cell_add(b, row), c->change_low, FORM_FULL);
        value_add(b, cell_add(b, row), c->change_high, FORM_FULL);
    }
}
