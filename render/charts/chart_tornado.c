/* chart_tornado.c - how far does the cost move? One input at a time, a bar from its low to its high
 * cost, longest first, around the cost as stated. One side alone: it relates no systems. */
#include "charts.h"
#include "model/decision.h"

enum { WIDTH = 328819, LEFT = 86000, ROW = 24000, TOP = 16000, RIGHT_ROOM = 62000, BAR = 5000 };

static const struct offer *offer_of(const struct charting *ch)
{
    const struct offers *offers = ch->comparison->offers;
    for (size_t i = 0; offers && i < 2; i++)
        if (offers->side[i].system == ch->system)
            return &offers->side[i];
    return NULL;
}

static double least_of(const struct swing *swing)
{
    double low = swing->low->value.value, high = swing->high->value.value;
    return low < high ? low : high;
}

static double most_of(const struct swing *swing)
{
    double low = swing->low->value.value, high = swing->high->value.value;
    return low > high ? low : high;
}

/* Longest first; equal ones in the order of the inputs. */
static size_t swings_sorted(const struct offer *offer, const struct swing *out[SWINGS_MOST])
{
    for (size_t i = 0; i < offer->swing_count; i++) {
        size_t at = i;
        double length = most_of(&offer->swing[i]) - least_of(&offer->swing[i]);
        while (at > 0 && most_of(out[at - 1]) - least_of(out[at - 1]) < length) {
            out[at] = out[at - 1];
            at--;
        }
        out[at] = &offer->swing[i];
    }
    return offer->swing_count;
}

static void end_label(const struct charting *ch, struct scene *scene, mpt x, mpt y,
                      const struct fact *fact, bool right)
{
    struct str text = fact_shown(ch->b->home, ch->b->skin, fact);
    size_t gap = str_find(text, STR("\u202f"));
    if (gap != SIZE_MAX) { /* the currency stands in the subtitle */
        bool behind = text.at[0] >= '0' && text.at[0] <= '9'; /* or before, by the language */
        text = behind ? str_sub(text, 0, gap) : str_sub(text, gap + 3, text.len);
    }
    scene_text(ch->b->home, scene, x + (right ? 3500 : -3500), y + 2900, text, FACE_SANS, MPT(8),
               COLOUR_INK, right ? ANCHOR_START : ANCHOR_END)
        ->fact = fact;
}

static void swing_draw(const struct charting *ch, struct scene *scene, const struct swing *swing,
                       const struct axis *axis, mpt base, mpt y)
{
    struct building *b = ch->b;
    struct arena *home = b->home;
    bool second = ch->system == ch->comparison->b;
    enum colour colour = second ? COLOUR_B : COLOUR_A;
    mpt right = WIDTH - RIGHT_ROOM;
    mpt low = axis_at(axis, swing->low->value.value, LEFT, right),
        high = axis_at(axis, swing->high->value.value, LEFT, right);
    /* Input lowered: hollow; raised: full. */
    scene_rect(home, scene, low < base ? low : base, y - BAR, low < base ? base : low, y + BAR,
               (struct paint){ .fill = COLOUR_PAPER, .stroke = colour, .width = 900 })
        ->fact = swing->low;
    scene_rect(home, scene, high < base ? high : base, y - BAR, high < base ? base : high, y + BAR,
               (struct paint){ .fill = colour, .stroke = colour, .width = 900 })
        ->fact = swing->high;
    bool low_left = low < high;
    end_label(ch, scene, low_left ? low : high, y, low_left ? swing->low : swing->high, false);
    end_label(ch, scene, low_left ? high : low, y, low_left ? swing->high : swing->low, true);
    struct fill fill[] = { { "range", .fact = swing->range } };
    scene_text(home, scene, 0, y - 600, skin_string(b->skin, joined(b, "swing", swing->input)),
               FACE_SANS_BOLD, MPT(8.5), COLOUR_INK, ANCHOR_START);
    scene_text(home, scene, 0, y + 8200, said_plain(b, "swing.range", fill, 1), FACE_SANS, MPT(7.5),
               COLOUR_SOFT, ANCHOR_START)
        ->fact = swing->range;
}

struct scene *tornado_build(const struct charting *ch)
{
    const struct offer *offer = offer_of(ch);
    const struct swing *swing[SWINGS_MOST];
    if (!offer || offer->swing_count == 0)
        return NULL;
    struct building *b = ch->b;
    size_t count = swings_sorted(offer, swing);
    double least = offer->at_demand->value.value, most = least;
    for (size_t i = 0; i < count; i++) {
        least = least_of(swing[i]) < least ? least_of(swing[i]) : least;
        most = most_of(swing[i]) > most ? most_of(swing[i]) : most;
    }
    struct axis axis = { .from = least - (most - least) * 0.16, .to = most };
    if (!(axis.to > axis.from))
        return NULL;
    mpt bottom = TOP + (mpt)count * ROW;
    struct scene *scene = scene_new(b->home, ch->id, WIDTH, bottom + 3000);
    struct fill fill[] = { { "system", .quote = ch->system->id },
                           { "cost", .fact = offer->at_demand } };
    scene_title(b, scene, "tornado.title", fill, 1);
    scene_description(b, scene, "tornado.description", fill, 2);
    mpt base = axis_at(&axis, offer->at_demand->value.value, LEFT, WIDTH - RIGHT_ROOM);
    for (size_t i = 0; i < count; i++)
        swing_draw(ch, scene, swing[i], &axis, base, TOP + (mpt)i * ROW + 10000);
    scene_line(b->home, scene, base, TOP - 3000, base, bottom,
               (struct paint){ .stroke = COLOUR_INK, .width = 900 });
    scene_text(b->home, scene, base, TOP - 6000, fact_shown(b->home, b->skin, offer->at_demand),
               FACE_SANS_BOLD, MPT(8.5), COLOUR_INK, ANCHOR_MIDDLE)
        ->fact = offer->at_demand;
    return scene;
}

void tornado_figures(const struct charting *ch, struct node *chart)
{
    static const struct column columns[] = { { .share = 25 },
                                             { .share = 15, .right = true },
                                             { .share = 30, .right = true },
                                             { .share = 30, .right = true } };
    static const char *const heads[] = { "swing.input", "swing.by", "swing.low", "swing.high" };
    struct building *b = ch->b;
    const struct offer *offer = offer_of(ch);
    const struct swing *swing[SWINGS_MOST];
    size_t count = swings_sorted(offer, swing);
    struct node *table = TABLE_HEADED(b, chart, ROLE_NONE, "dots.caption", columns, heads);
    for (size_t i = 0; i < count; i++) {
        struct node *row = row_add(b, table);
        text_add(b, cell_heading(b, row), joined(b, "swing", swing[i]->input));
        value_add(b, cell_add(b, row), swing[i]->range, FORM_FULL);
        value_add(b, cell_add(b, row), swing[i]->low, FORM_FULL);
        value_add(b, cell_add(b, row), swing[i]->high, FORM_FULL);
    }
}
