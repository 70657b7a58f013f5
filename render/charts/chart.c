/* chart.c - axes, labels and titles of charts.
 *
 * Coordinates are integers from doubles rounded once. The doubles come from IEEE operations that
 * are exact to the last bit everywhere (no library functions but floor), so that no machine draws
 * another line. */
#include "chart.h"
#include "charts.h"
#include "given.h"
#include "pdf_own.h"

#include "base/num.h"

#include <assert.h>
#include <math.h>

bool chart_shows(const struct charting *charting, size_t item)
{
    return item >= charting->items.from && item < charting->items.to;
}

static void facts_gather(struct building *b, struct scene *scene, const struct fill *fill,
                         size_t count)
{
    const struct fact **all =
        ARENA_MANY(b->home, scene->said_count + count + 1, const struct fact *);
    for (size_t i = 0; i < scene->said_count; i++)
        all[i] = scene->said[i];
    for (size_t i = 0; i < count; i++)
        if (fill[i].fact)
            all[scene->said_count++] = fill[i].fact;
    scene->said = all;
}

void scene_title(struct building *b, struct scene *scene, const char *string,
                 const struct fill *fill, size_t count)
{
    scene->title = said_plain(b, string, fill, count);
    facts_gather(b, scene, fill, count);
}

void scene_description(struct building *b, struct scene *scene, const char *string,
                       const struct fill *fill, size_t count)
{
    scene->description = said_plain(b, string, fill, count);
    facts_gather(b, scene, fill, count);
}

/* ---- axes ---- */

#define AXIS_MOST 1e300
enum { POWER_MOST = 300, POWER_LEAST = -12 }; /* of ten, in a step: no figure is beyond the axis */

/* Smallest of 1, 2, 2.5, 5, 10 times a power of ten that is at least `least`. */
static double step_above(double least, int *decimals)
{
    static const struct {
        int tenths, decimals;
    } steps[] = { { 10, 0 }, { 20, 0 }, { 25, 1 }, { 50, 0 } };
    int power = 0;
    double scale = 1;
    while (scale * 10 <= least && power < POWER_MOST) {
        scale *= 10;
        power++;
    }
    while (scale > least && power > POWER_LEAST) {
        power--;
        scale = 1;
        for (int i = 0; i < -power; i++)
            scale *= 10;
        scale = power < 0 ? 1 / scale : 1;
    }
    for (size_t i = 0; i < ARRAY_COUNT(steps); i++) {
        double step = scale * steps[i].tenths / 10;
        int digits = steps[i].decimals - power;
        if (step >= least) {
            *decimals = digits > 0 ? digits : 0;
            return step;
        }
    }
    *decimals = power < -1 ? -power - 1 : 0;
    return scale * 10;
}

struct axis axis_from_zero(double most)
{
    struct axis axis = { 0 };
    if (!(most > 0))
        most = 1;
    most = most < AXIS_MOST ? most : AXIS_MOST;
    axis.step = step_above(most / 5, &axis.decimals);
    axis.to = axis.step * ceil(most / axis.step);
    return axis;
}

struct axis axis_between(double least, double most)
{
    struct axis axis = { 0 };
    if (!(most > least))
        most = least + 1;
    axis.step = step_above((most - least) / 4, &axis.decimals);
    axis.from = axis.step * floor(least / axis.step);
    axis.to = axis.step * ceil(most / axis.step);
    return axis;
}

struct str tick_text(const struct building *b, double value, int decimals)
{
    struct buf out = buf_new(b->home, 64);
    if (fabs(value) >= 1e15) /* 5.00e+22: written out, a double's digits would be no one's */
        buf_put_significant(&out, value, 3);
    else
        buf_put_real(&out, value, decimals);
    return number_grouped(b->home, b->skin, buf_str(&out));
}

/* Of a letter as pages show it: an escape where no face has it. */
static mpt letter_width(const struct building *b, enum face face, mpt size, struct str *rest)
{
    struct str before = *rest;
    uint32_t code = text_step(rest);
    struct str letter = str_sub(before, 0, before.len - rest->len);
    size_t count;
    const bool *given = given_shows(b->fonts, face, letter, &count);
    bool shown = fonts_cover(b->fonts, face, code) || (count > 0 && given[0]);
    return text_width(b->fonts, face, size, shown ? letter : STR("‹U+1F600›"));
}

/* Whether a label that needs a given face is set as it is: its letters then hang together, and are
 * not as wide as each by itself. */
static bool label_shown(const struct building *b, enum face face, struct str label)
{
    size_t count;
    const bool *given = given_shows(b->fonts, face, label, &count);
    bool shown = count > 0;
    for (size_t i = 0; shown && label.len > 0; i++) {
        uint32_t code = text_step(&label);
        shown = given[i] || (!code_hidden(code) && fonts_cover(b->fonts, face, code));
    }
    return shown;
}

mpt label_width(const struct building *b, enum face face, mpt size, struct str label)
{
    int64_t sum = 0;
    if (label_shown(b, face, label))
        return text_width(b->fonts, face, size, label);
    for (struct str rest = label; rest.len > 0;)
        sum += letter_width(b, face, size, &rest);
    return sum < INT32_MAX ? (mpt)sum : INT32_MAX;
}

/* First byte of the longest tail that is at most `width` wide. */
static size_t tail_fitting(const struct building *b, enum face face, mpt size, struct str text,
                           mpt width)
{
    struct str rest = text;
    mpt left = label_width(b, face, size, text);
    while (rest.len > 0 && left > width)
        left -= letter_width(b, face, size, &rest);
    return text.len - rest.len;
}

struct str label_fitted(const struct building *b, enum face face, mpt size, struct str text,
                        mpt width)
{
    if (label_width(b, face, size, text) <= width)
        return text;
    mpt room = width - text_width(b->fonts, face, size, STR("…"));
    struct str rest = text;
    size_t head = 0;
    mpt used = 0;
    while (rest.len > 0 && used * 2 <= room) {
        head = text.len - rest.len;
        used += letter_width(b, face, size, &rest);
    }
    struct str front = str_trim(str_sub(text, 0, head));
    mpt left = room - label_width(b, face, size, front);
    struct str back = str_sub(text, tail_fitting(b, face, size, text, left), text.len);
    return str_format(b->home, "%.*s…%.*s", STR_ARG(front), STR_ARG(str_trim(back)));
}

mpt axis_at(const struct axis *axis, double value, mpt from, mpt to)
{
    double share = (value - axis->from) / (axis->to - axis->from);
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    return from + (mpt)floor(share * (to - from) + 0.5);
}

struct mark *tick_add(struct building *b, struct scene *scene, mpt x, mpt y, struct str text,
                      enum anchor anchor)
{
    struct mark *mark =
        scene_text(b->home, scene, x, y, text, FACE_SANS, MPT(7), COLOUR_SOFT, anchor);
    mark->scale = true;
    return mark;
}
