/* chart_time.c - where does the time go? One bar a profile of a side, all on one scale from nothing
 * to the whole window, in named parts and the one that nothing explains. The bars of one side stand
 * alone: a profile is slower than the run it was taken of, so no length relates two sides. */
#include "charts.h"
#include "model/decision.h"

enum {
    WIDTH = 328819,
    TOP = 4000,
    ROW = 26000,
    BAR_TOP = 11000,
    BAR_BOTTOM = 21000,
    LEGEND = 11000,
    SWATCH = 7000
};

static struct paint part_paint(enum time_part part, bool second)
{
    const enum colour fill[PART_COUNT] = {
        [PART_KERNELS] = second ? COLOUR_B : COLOUR_A,
        [PART_COMMUNICATION] = COLOUR_OBJECTIVE,
        [PART_TRANSFERS] = COLOUR_INK,
        [PART_LAUNCHES] = second ? COLOUR_B_PALE : COLOUR_A_PALE,
        [PART_HOST] = COLOUR_TINT,
        [PART_UNATTRIBUTED] = COLOUR_PAPER,
    };
    return (struct paint){ .fill = fill[part], .stroke = COLOUR_INK, .width = 500 };
}

struct mark *time_part_draw(struct arena *home, struct scene *scene, enum time_part part,
                            bool second, struct point from, struct point to)
{
    enum { STEP = 2400, EDGE = 1200 }; /* of the strokes by which a pale part is told from paper */
    struct mark *mark =
        scene_rect(home, scene, from.x, from.y, to.x, to.y, part_paint(part, second));
    for (mpt x = from.x + EDGE; part == PART_HOST && x + EDGE / 2 < to.x; x += STEP)
        scene_line(home, scene, x, from.y, x, to.y,
                   (struct paint){ .stroke = COLOUR_SOFT, .width = 400 });
    return mark;
}

const struct profile *profile_tied(const struct building *b, const struct system *system)
{
    for (size_t i = 0; i < b->model->profile_count; i++)
        if (b->model->profile[i].system == system && b->model->profile[i].tie == PROFILE_TIED)
            return &b->model->profile[i];
    return NULL;
}

static const struct profile *profile_at(const struct charting *ch, size_t index)
{
    for (size_t i = 0; i < ch->b->model->profile_count; i++) {
        const struct profile *profile = &ch->b->model->profile[i];
        if (profile->system == ch->system && index-- == 0)
            return profile;
    }
    return NULL;
}

size_t time_items(const struct charting *ch)
{
    size_t count = 0;
    while (profile_at(ch, count))
        count++;
    return count;
}

static void bar_draw(const struct charting *ch, struct scene *scene, const struct profile *profile,
                     mpt top)
{
    struct building *b = ch->b;
    const struct axis axis = { .from = 0, .to = 1 };
    double from = 0;
    struct str name = label_fitted(b, FACE_SANS_BOLD, MPT(8), profile->evidence->name, WIDTH);
    scene_text(b->home, scene, 0, top + 8000, name, FACE_SANS_BOLD, MPT(8), COLOUR_INK,
               ANCHOR_START);
    for (size_t i = 0; i < PART_COUNT; i++) {
        double to = from + profile->width[i];
        if (profile->width[i] > 0) {
            time_part_draw(b->home, scene, (enum time_part)i, ch->system == ch->comparison->b,
                           (struct point){ axis_at(&axis, from, 0, WIDTH), top + BAR_TOP },
                           (struct point){ axis_at(&axis, to, 0, WIDTH), top + BAR_BOTTOM })
                ->fact = profile->share[i];
        }
        from = to;
    }
}

/* Of the parts that the bars have, as many in a row as stand beside each other in the larger
 * letters of narrow screens; answers where the last row ends. */
static mpt legend_draw(const struct charting *ch, struct scene *scene, mpt top)
{
    enum { AFTER = 4000, BETWEEN = 12000 };
    struct building *b = ch->b;
    const struct profile *profile;
    bool has[PART_COUNT] = { false };
    for (size_t i = 0; (profile = profile_at(ch, i)); i++)
        for (size_t k = 0; k < PART_COUNT && chart_shows(ch, i); k++)
            has[k] = has[k] || profile->width[k] > 0;
    mpt x = 0;
    for (size_t i = 0; i < PART_COUNT; i++) {
        if (!has[i])
            continue;
        struct str name = own_words(b, time_part_name((enum time_part)i));
        mpt wide = SWATCH + AFTER + label_width(b, FACE_SANS, MPT(8), name) * 5 / 4;
        if (x > 0 && x + wide > WIDTH) {
            x = 0;
            top += LEGEND;
        }
        time_part_draw(b->home, scene, (enum time_part)i, ch->system == ch->comparison->b,
                       (struct point){ x, top }, (struct point){ x + SWATCH, top + SWATCH });
        scene_text(b->home, scene, x + SWATCH + AFTER, top + SWATCH - 700, name, FACE_SANS, MPT(8),
                   COLOUR_INK, ANCHOR_START);
        x += wide + BETWEEN;
    }
    return top + LEGEND;
}

struct scene *time_build(const struct charting *ch)
{
    struct building *b = ch->b;
    size_t count = time_items(ch), shown = 0;
    for (size_t i = 0; i < count; i++)
        shown += chart_shows(ch, i) ? 1 : 0;
    if (shown == 0)
        return NULL;
    struct scene *scene = scene_new(b->home, ch->id, WIDTH, TOP + (mpt)shown * ROW + LEGEND);
    struct fill fill[] = { { "system", .quote = ch->system->id } };
    scene_title(b, scene, "time.title", fill, 1);
    scene_description(b, scene, "time.description", fill, 1);
    mpt top = TOP;
    for (size_t i = 0; i < count; i++) {
        const struct profile *profile = profile_at(ch, i);
        if (profile && chart_shows(ch, i)) {
            bar_draw(ch, scene, profile, top);
            top += ROW;
        }
    }
    scene->size.y = legend_draw(ch, scene, top) + 3000;
    return scene;
}

void time_figures(const struct charting *ch, struct node *chart)
{
    static const struct column columns[] = { { .share = 40 },
                                             { .share = 20 },
                                             { .share = 20, .right = true },
                                             { .share = 20, .right = true } };
    static const char *const heads[] = { "time.profile", "time.part", "time.time", "time.share" };
    struct building *b = ch->b;
    const struct profile *profile;
    struct node *table = TABLE_HEADED(b, chart, ROLE_NONE, "dots.caption", columns, heads);
    for (size_t i = 0; (profile = profile_at(ch, i)); i++) {
        for (size_t j = 0; j < PART_COUNT && chart_shows(ch, i); j++) {
            struct node *row = row_add(b, table);
            quote_add(b, cell_heading(b, row), profile->evidence->name, NULL);
            quote_add(b, cell_add(b, row), own_words(b, time_part_name((enum time_part)j)), NULL);
            value_add(b, cell_add(b, row), profile->part[j], FORM_FULL);
            value_add(b, cell_add(b, row), profile->share[j], FORM_FULL);
        }
    }
}
