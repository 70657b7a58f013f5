/* chart_spent.c - where the time of either side goes, for the first page: one bar a side in the
 * parts of its profile's window, each from nothing to the whole, so that parts are read as shares.
 * A profile is slower than the run that it was taken of: no length relates the two times. */
#include "charts.h"
#include "model/decision.h"

enum {
    WIDTH = 328819,
    TOP = 2000,
    ROW = 39000,
    NAME_BASE = 8000,
    SHARE_BASE = 19500,
    BAR_TOP = 22500,
    BAR_BOTTOM = 33500,
    NAME_GAP = 4000,
    LEGEND = 11500,
    LEGEND_COLUMN = 109000,
    SWATCH = 7000
};

static void name_draw(struct building *b, struct scene *scene, const struct system *system,
                      enum colour colour, mpt top)
{
    /* on a phone letters are set a quarter larger (style.css) */
    const mpt room = WIDTH * 4 / 5;
    struct str id = label_fitted(b, FACE_SANS_BOLD, MPT(9), system->id, room / 2);
    mpt wide = label_width(b, FACE_SANS_BOLD, MPT(9), id);
    scene_text(b->home, scene, 0, top + NAME_BASE, id, FACE_SANS_BOLD, MPT(9), colour, ANCHOR_START)
        ->quote = true;
    if (system->label.len > 0) {
        struct str label =
            label_fitted(b, FACE_SANS, MPT(8), system->label, room - wide - NAME_GAP);
        scene_text(b->home, scene, wide * 5 / 4 + NAME_GAP, top + NAME_BASE, label, FACE_SANS,
                   MPT(8), COLOUR_SOFT, ANCHOR_START)
            ->quote = true;
    }
}

/* The share above its part, where the part is wide enough for it. */
static void share_draw(struct building *b, struct scene *scene, const struct fact *share, mpt from,
                       mpt to, mpt top)
{
    struct fill fill[] = { { "share", .fact = share } };
    struct str text = said_plain(b, "spent.share", fill, 1);
    if (label_width(b, FACE_SANS, MPT(8), text) * 5 / 4 <= to - from) {
        scene_text(b->home, scene, from, top + SHARE_BASE, text, FACE_SANS, MPT(8), COLOUR_INK,
                   ANCHOR_START)
            ->fact = share;
    }
}

static void bar_draw(struct building *b, struct scene *scene, const struct profile *profile,
                     bool second, mpt top)
{
    const struct axis axis = { .from = 0, .to = 1 };
    double from = 0;
    for (size_t i = 0; i < PART_COUNT; i++) {
        double to = from + profile->width[i];
        if (profile->width[i] > 0) {
            mpt left = axis_at(&axis, from, 0, WIDTH), right = axis_at(&axis, to, 0, WIDTH);
            time_part_draw(b->home, scene, (enum time_part)i, second,
                           (struct point){ left, top + BAR_TOP },
                           (struct point){ right, top + BAR_BOTTOM })
                ->fact = profile->share[i];
            share_draw(b, scene, profile->share[i], left, right, top);
        }
        from = to;
    }
}

/* A swatch of either side's shade and the part's name, of the parts that either side has. */
static mpt legend_draw(struct building *b, struct scene *scene, const struct profile *const side[2],
                       mpt top)
{
    size_t shown = 0;
    for (size_t i = 0; i < PART_COUNT; i++) {
        if (!(side[0]->width[i] > 0) && !(side[1]->width[i] > 0))
            continue;
        mpt x = (mpt)(shown % 3) * LEGEND_COLUMN, y = top + (mpt)(shown / 3) * LEGEND;
        for (int second = 0; second < 2; second++) {
            mpt left = x + second * (SWATCH + 1000);
            time_part_draw(b->home, scene, (enum time_part)i, second == 1,
                           (struct point){ left, y }, (struct point){ left + SWATCH, y + SWATCH });
        }
        scene_text(b->home, scene, x + 2 * SWATCH + 5000, y + SWATCH - 700,
                   own_words(b, time_part_name((enum time_part)i)), FACE_SANS, MPT(8), COLOUR_INK,
                   ANCHOR_START);
        shown++;
    }
    return (mpt)((shown + 2) / 3) * LEGEND;
}

struct scene *spent_build(const struct charting *ch)
{
    struct building *b = ch->b;
    const struct comparison *c = ch->comparison;
    const struct profile *const side[2] = { profile_tied(b, c->a), profile_tied(b, c->b) };
    if (!side[0] || !side[1])
        return NULL;
    struct scene *scene = scene_new(b->home, ch->id, WIDTH, TOP + 2 * ROW);
    struct fill fill[] = { { "a", .quote = c->a->id },
                           { "b", .quote = c->b->id },
                           { "ka", .fact = side[0]->share[PART_KERNELS] },
                           { "kb", .fact = side[1]->share[PART_KERNELS] } };
    scene_title(b, scene, "spent.title", fill, 2);
    scene_description(b, scene, "spent.description", fill, ARRAY_COUNT(fill));
    for (int i = 0; i < 2; i++) {
        mpt top = TOP + i * ROW;
        name_draw(b, scene, side[i]->system, i == 1 ? COLOUR_B : COLOUR_A, top);
        bar_draw(b, scene, side[i], i == 1, top);
    }
    scene->size.y += legend_draw(b, scene, side, TOP + 2 * ROW);
    return scene;
}

void spent_figures(const struct charting *ch, struct node *chart)
{
    static const struct column columns[] = { { .share = 40 },
                                             { .share = 30 },
                                             { .share = 30, .right = true } };
    static const char *const heads[] = { "dots.executor", "time.part", "time.share" };
    struct building *b = ch->b;
    struct node *table = TABLE_HEADED(b, chart, ROLE_NONE, "dots.caption", columns, heads);
    for (int side = 0; side < 2; side++) {
        const struct profile *profile =
            profile_tied(b, side == 0 ? ch->comparison->a : ch->comparison->b);
        for (size_t i = 0; profile && i < PART_COUNT; i++) {
            struct node *row = row_add(b, table);
            quote_add(b, cell_heading(b, row), profile->system->id, NULL);
            quote_add(b, cell_add(b, row), own_words(b, time_part_name((enum time_part)i)), NULL);
            value_add(b, cell_add(b, row), profile->share[i], FORM_FULL);
        }
    }
}
