/* chart_flips.c - what would have to change for another option to be the cheaper: one input a row,
 * moved from half of its value less to half of it more, a stroke where the order turns. The
 * throughput by which a unit is sized is moved within its interval alone. */
#include "charts.h"
#include "costs.h"

enum {
    WIDTH = 328819,
    LEFT = 112000,
    RIGHT = 212000,
    ROW = 20500,
    TOP = 15000,
    TEXT = RIGHT + 7000,
    ROOM = (WIDTH - TEXT) * 9 / 10 /* on a phone letters are set a tenth larger */
};

static mpt across(double percent)
{
    static const struct axis axis = { .from = -50, .to = 50 };
    double within = percent < -50 ? -50 : percent > 50 ? 50 : percent;
    return axis_at(&axis, within, LEFT, RIGHT);
}

/* Share by which a value of the same kind differs, in percent. */
static double apart(const struct fact *stated, const struct fact *other)
{
    double from = stated->value.value;
    return from > 0 ? (other->value.value - from) / from * 100 : 0;
}

/* "EUR 28450.00", "15 %": what is moved, as the case or the runs state it. */
static struct str stated_text(struct building *b, const struct option_flip *flip)
{
    const struct fact *currency = flip_currency(b, flip);
    struct fill fill[] = { { "currency", .fact = currency },
                           { "amount", .fact = flip->stated },
                           { "value", .fact = flip->stated } };
    return currency ? said_plain(b, "flips.chart.money", fill, 2)
                    : said_plain(b, "flips.chart.value", &fill[2], 1);
}

static struct str turn_text(const struct charting *ch, const struct option_flip *flip)
{
    struct building *b = ch->b;
    const struct offers *offers = ch->comparison->offers;
    struct fill fill[] = { { "at", .fact = flip->at },
                           { "option",
                             .quote = option_name(b, ch->comparison, &offers->option[flip->to]) } };
    return flip->at
               ? said_plain(b, flip->above ? "flips.chart.above" : "flips.chart.below", fill, 2)
           : flip->high ? skin_string(b->skin, "flips.chart.none.interval")
                        : skin_string(b->skin, "flips.chart.none");
}

static void row_draw(const struct charting *ch, struct scene *scene, const struct option_flip *flip,
                     mpt y)
{
    struct building *b = ch->b;
    struct arena *home = b->home;
    const mpt middle = y + 8000;
    struct str name =
        label_fitted(b, FACE_SANS_BOLD, MPT(8.5), flip_name(b, ch->comparison, flip), LEFT - 4000);
    scene_text(home, scene, 0, y + 7300, name, FACE_SANS_BOLD, MPT(8.5), COLOUR_INK, ANCHOR_START)
        ->quote = true;
    scene_text(home, scene, 0, y + 16200,
               label_fitted(b, FACE_SANS, MPT(7.5), stated_text(b, flip), LEFT - 4000), FACE_SANS,
               MPT(7.5), COLOUR_SOFT, ANCHOR_START)
        ->fact = flip->stated;
    mpt from = flip->low ? across(apart(flip->stated, flip->low)) : LEFT;
    mpt to = flip->high ? across(apart(flip->stated, flip->high)) : RIGHT;
    mpt turn = flip->by ? across(flip->by->value.value) : 0;
    if (flip->by) {
        from = flip->above ? from : turn;
        to = flip->above ? turn : to;
    }
    scene_line(home, scene, from, middle, to, middle,
               (struct paint){ .stroke = flip->by ? COLOUR_B : COLOUR_A, .width = 1600 });
    scene_dot(home, scene, across(0), middle, 2300,
              (struct paint){ .fill = flip->by ? COLOUR_B : COLOUR_A });
    if (flip->by) {
        scene_line(home, scene, turn, middle - 5200, turn, middle + 5200,
                   (struct paint){ .stroke = COLOUR_OBJECTIVE, .width = 2000 })
            ->fact = flip->by;
    }
    enum face face = flip->at ? FACE_SANS_BOLD : FACE_SANS;
    struct mark *said = scene_text(home, scene, TEXT, middle + 2700,
                                   label_fitted(b, face, MPT(7.8), turn_text(ch, flip), ROOM), face,
                                   MPT(7.8), flip->at ? COLOUR_INK : COLOUR_SOFT, ANCHOR_START);
    said->fact = flip->at;
}

struct scene *flips_build(const struct charting *ch)
{
    struct building *b = ch->b;
    const struct offers *offers = ch->comparison->offers;
    if (!offers || offers->flip_count == 0)
        return NULL;
    mpt bottom = TOP + (mpt)offers->flip_count * ROW;
    struct scene *scene = scene_new(b->home, ch->id, WIDTH, bottom + 3000);
    struct fill fill[] = { { "option",
                             .quote = option_name(b, ch->comparison, offers->cheapest) } };
    scene_title(b, scene, "flips.chart", NULL, 0);
    scene_description(b, scene, "flips.description", fill, 1);
    scene_rect(b->home, scene, LEFT, TOP - 2000, RIGHT, bottom,
               (struct paint){ .fill = COLOUR_WASH });
    static const struct {
        const char *words;
        double at;
    } ticks[] = { { "flips.chart.less", -50 },
                  { "flips.chart.stated", 0 },
                  { "flips.chart.more", 50 } };
    for (size_t i = 0; i < ARRAY_COUNT(ticks); i++) {
        scene_line(
            b->home, scene, across(ticks[i].at), TOP - 2000, across(ticks[i].at), bottom,
            (struct paint){ .stroke = i == 1 ? COLOUR_SOFT : COLOUR_HAIRLINE, .width = 700 });
        scene_text(b->home, scene, across(ticks[i].at), TOP - 5000,
                   skin_string(b->skin, ticks[i].words), FACE_SANS, MPT(7.5), COLOUR_SOFT,
                   ANCHOR_MIDDLE);
    }
    for (size_t i = 0; i < offers->flip_count; i++)
        row_draw(ch, scene, &offers->flip[i], TOP + (mpt)i * ROW);
    return scene;
}

/* The same in words, with the share by which each input has to move. */
void flips_figures(const struct charting *ch, struct node *chart)
{
    static const struct column columns[] = { { .share = 30 },
                                             { .share = 18, .right = true },
                                             { .share = 52 } };
    static const char *const heads[] = { "flips.input", "flips.stated", "flips.turns" };
    struct building *b = ch->b;
    const struct comparison *c = ch->comparison;
    const struct offers *offers = c->offers;
    struct node *table =
        table_add(b, chart, ROLE_NONE, "flips.heading", columns, ARRAY_COUNT(columns));
    table->licence = c;
    header_add(b, table, heads, ARRAY_COUNT(heads));
    for (size_t i = 0; i < offers->flip_count; i++) {
        const struct option_flip *flip = &offers->flip[i];
        struct node *row = row_add(b, table);
        quote_add(b, cell_heading(b, row), flip_name(b, c, flip), NULL);
        struct node *stated = cell_add(b, row);
        const struct fact *currency = flip_currency(b, flip);
        if (currency) {
            SAY(b, stated, "costs.money", { "currency", .fact = currency },
                { "amount", .fact = flip->stated });
        } else {
            value_add(b, stated, flip->stated, FORM_FULL);
        }
        struct node *cell = cell_add(b, row);
        if (flip->at) {
            struct fill fill[] = { { "at", .fact = flip->at },
                                   { "by", .fact = flip->by },
                                   { "option",
                                     .quote = option_name(b, c, &offers->option[flip->to]) } };
            say(b, cell, flip->above ? "flips.above" : "flips.below", fill, ARRAY_COUNT(fill));
        } else if (flip->high) {
            SAY(b, cell, "flips.none.interval", { "low", .fact = flip->low },
                { "high", .fact = flip->high });
        } else {
            text_add(b, cell, "flips.none");
        }
    }
}
