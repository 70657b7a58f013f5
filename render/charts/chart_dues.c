/* chart_dues.c - what falls due when: a line of days, a dot each, from the report on; the thick
 * part is how long it holds. Its words stand above and below in turn, none over another one. */
#include "charts.h"
#include "page_one.h"

#include "base/num.h"

#include <glib.h>

enum {
    WIDTH = 493000,
    HEIGHT = 66000,
    LINE = 32000, /* y of the line */
    EDGE = 5000,
    GAP = 9000,  /* between labels of a lane */
    STEM = 9000, /* from the line to a label */
    LANES = 2
};

/* ---- what falls due ---- */

static size_t due_put(struct due *list, size_t count, const struct fact *date, const char *what,
                      struct fill fill)
{
    if (!date || date->placeholder || count == DUES_MOST)
        return count;
    size_t at = count;
    for (; at > 0 && str_order(list[at - 1].date->value.text, date->value.text) > 0; at--)
        list[at] = list[at - 1];
    list[at] = (struct due){ what, fill, date };
    return count + 1;
}

/* Until when the units of each side carry the peak; a system of several comparisons once. */
static size_t carried_put(const struct building *b, struct due *list, size_t count)
{
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct offers *offers = b->model->comparison[i].offers;
        for (size_t k = 0; offers && !refused(&b->model->comparison[i]) && k < 2; k++) {
            bool seen = false;
            for (size_t j = 0; j < i; j++) {
                const struct offers *before = b->model->comparison[j].offers;
                seen = seen || (before && (before->side[0].system == offers->side[k].system ||
                                           before->side[1].system == offers->side[k].system));
            }
            if (!seen && offers->side[k].system) {
                count = due_put(list, count, offers->side[k].carries_until, "due.carries",
                                (struct fill){ "system", .quote = offers->side[k].system->id });
            }
        }
    }
    return count;
}

size_t dues_list(const struct building *b, struct due list[DUES_MOST])
{
    const struct terms *terms = b->model->case_file->terms;
    const struct fill none = { .name = "none" };
    size_t count = 0;
    if (!terms)
        return 0;
    count = due_put(list, count, prices_end(b), "due.prices", none);
    count = due_put(list, count, rates_end(b), "due.rate.end", none);
    count = due_put(list, count, terms->remeasure_date,
                    terms->remeasure_by ? "due.again.by" : "due.again",
                    (struct fill){ "by", .fact = terms->remeasure_by });
    if (terms->remeasure_every) /* a row of its own: the sentence above may name a person */
        count = due_put(list, count, terms->remeasure_date, "due.every",
                        (struct fill){ "every", .fact = terms->remeasure_every });
    count = due_put(list, count, terms->decision.claims, "due.claims", none);
    count = due_put(list, count, terms->decision.review, "due.review", none);
    for (size_t i = 0; i < terms->exchange_count; i++)
        count = due_put(list, count, terms->exchange[i].as_of, "due.rate", none);
    return carried_put(b, list, count);
}

/* ---- the line ---- */

/* Days of "2027-05-31", of a month its first; 0: none. */
static int64_t day_of(struct str text)
{
    int64_t month = month_of(text), day = 1;
    if (month < 12 || (text.len >= 10 && !num_int(str_sub(text, 8, 10), &day)))
        return 0;
    if (!g_date_valid_dmy((GDateDay)day, (GDateMonth)(month % 12 + 1), (GDateYear)(month / 12)))
        return 0;
    GDate date;
    g_date_clear(&date, 1);
    g_date_set_dmy(&date, (GDateDay)day, (GDateMonth)(month % 12 + 1), (GDateYear)(month / 12));
    return (int64_t)g_date_get_julian(&date);
}

struct label {
    struct str day, what;
    const struct fact *fact;
    mpt x, width, left; /* of its dot; of the words; where they begin */
    size_t lane;        /* 0: above the line */
};

/* Each label into the lane where it stays nearest to its dot; what runs out at the right is pushed
 * back. False: there is no room. */
static bool labels_place(struct label *label, size_t count)
{
    mpt end[LANES] = { 0 };
    for (size_t i = 0; i < count; i++) {
        mpt wish = label[i].x - label[i].width / 2;
        wish = wish < 0 ? 0 : wish > WIDTH - label[i].width ? WIDTH - label[i].width : wish;
        mpt left[LANES];
        for (size_t lane = 0; lane < LANES; lane++)
            left[lane] = end[lane] > wish ? end[lane] : wish;
        label[i].lane = left[1] < left[0] ? 1 : 0;
        label[i].left = left[label[i].lane];
        end[label[i].lane] = label[i].left + label[i].width + GAP;
    }
    mpt limit[LANES] = { WIDTH, WIDTH };
    for (size_t i = count; i-- > 0;) {
        struct label *one = &label[i];
        if (one->left + one->width > limit[one->lane])
            one->left = limit[one->lane] - one->width;
        limit[one->lane] = one->left - GAP;
        if (one->left < 0)
            return false;
    }
    return true;
}

static void label_draw(struct building *b, struct scene *scene, const struct label *label)
{
    bool above = label->lane == 0;
    mpt near = above ? LINE - STEM : LINE + STEM, left = label->left;
    mpt foot = label->x < left                  ? left
               : label->x > left + label->width ? left + label->width
                                                : label->x;
    enum anchor anchor = ANCHOR_START;
    mpt at = left;
    if (label->x - label->width / 2 == left) {
        anchor = ANCHOR_MIDDLE;
        at = label->x;
    }
    scene_line(b->home, scene, label->x, LINE, foot, near,
               (struct paint){ .stroke = COLOUR_SOFT, .width = 600 });
    mpt first = above ? near - 11500 : near + 8500;
    scene_text(b->home, scene, at, first, label->day, FACE_SANS_BOLD, MPT(8), COLOUR_INK, anchor)
        ->fact = label->fact;
    scene_text(b->home, scene, at, first + 9500, label->what, FACE_SANS, MPT(7.5), COLOUR_SOFT,
               anchor)
        ->quote = true;
}

static struct label label_of(struct building *b, struct str day, const struct fact *fact,
                             struct str what)
{
    struct label label = { .day = day, .what = what, .fact = fact };
    mpt first = text_width(b->fonts, FACE_SANS_BOLD, MPT(8), day);
    mpt second = text_width(b->fonts, FACE_SANS, MPT(7.5), what);
    label.width = first > second ? first : second;
    return label;
}

struct line {
    struct label label[DUES_MOST + 1];
    int64_t day[DUES_MOST + 1], from, to;
    size_t count;
};

static bool line_put(struct building *b, struct line *line, const struct fact *fact,
                     const char *what, const struct fill *fill)
{
    int64_t day = day_of(fact->value.text);
    line->from = line->count == 0 || day < line->from ? day : line->from;
    line->to = day > line->to ? day : line->to;
    line->day[line->count] = day;
    line->label[line->count++] = label_of(b, form_shown(b->home, b->skin, fact, FORM_SHORT), fact,
                                          said_plain(b, joined(b, "due.short", what), fill, 1));
    return day > 0;
}

/* What falls due with the report among it, in the order of days; false: no line can be drawn. */
static bool line_gather(struct building *b, struct line *line)
{
    enum { HEAD = sizeof "due." - 1 };
    static const struct fill none = { .name = "none" };
    struct due list[DUES_MOST];
    size_t due = dues_list(b, list), i = 0;
    const struct fact *date = case_fact(b, KEY_CASE_DATE);
    bool good = date && due > 0;
    for (; good && i < due && str_order(list[i].date->value.text, date->value.text) <= 0; i++)
        good = line_put(b, line, list[i].date, list[i].what + HEAD, &list[i].fill);
    good = good && line_put(b, line, date, "report", &none);
    for (; good && i < due; i++)
        good = line_put(b, line, list[i].date, list[i].what + HEAD, &list[i].fill);
    return good && line->to > line->from;
}

static void valid_draw(struct building *b, struct scene *scene, const struct axis *axis)
{
    const struct fact *date = case_fact(b, KEY_CASE_DATE), *valid = valid_until(b);
    int64_t last = valid && !valid->placeholder ? day_of(valid->value.text) : 0;
    if (last <= day_of(date->value.text))
        return;
    scene_rect(b->home, scene, axis_at(axis, (double)day_of(date->value.text), EDGE, WIDTH - EDGE),
               LINE - 2500, axis_at(axis, (double)last, EDGE, WIDTH - EDGE), LINE + 2500,
               (struct paint){ .fill = COLOUR_INK })
        ->fact = valid;
}

struct scene *dues_build(const struct charting *ch)
{
    struct building *b = ch->b;
    struct line line = { .count = 0 };
    if (!line_gather(b, &line))
        return NULL;
    const struct axis axis = { .from = (double)line.from, .to = (double)line.to };
    for (size_t i = 0; i < line.count; i++)
        line.label[i].x = axis_at(&axis, (double)line.day[i], EDGE, WIDTH - EDGE);
    if (!labels_place(line.label, line.count))
        return NULL;
    struct scene *scene = scene_new(b->home, ch->id, WIDTH, HEIGHT);
    scene_title(b, scene, "due.heading", NULL, 0);
    scene_description(b, scene, "due.description", NULL, 0);
    scene_line(b->home, scene, 0, LINE, WIDTH, LINE,
               (struct paint){ .stroke = COLOUR_RULE, .width = 1000 });
    valid_draw(b, scene, &axis);
    for (size_t i = 0; i < line.count; i++)
        label_draw(b, scene, &line.label[i]);
    for (size_t i = 0; i < line.count; i++)
        scene_dot(b->home, scene, line.label[i].x, LINE, 2600,
                  (struct paint){ .fill = COLOUR_PAPER, .stroke = COLOUR_INK, .width = 1200 })
            ->fact = line.label[i].fact;
    return scene;
}

void dues_figures(const struct charting *ch, struct node *chart)
{
    static const struct column columns[] = { { .share = 28 }, { .share = 72 } };
    static const char *const heads[] = { "due.date", "due.what" };
    struct building *b = ch->b;
    struct due list[DUES_MOST];
    size_t count = dues_list(b, list);
    struct node *table = TABLE_HEADED(b, chart, ROLE_NONE, "due.heading", columns, heads);
    for (size_t i = 0; i < count; i++) {
        struct node *row = row_add(b, table);
        value_add(b, cell_heading(b, row), list[i].date, FORM_MOMENT);
        say(b, cell_add(b, row), list[i].what, &list[i].fill, 1);
    }
}
