/* until.c - until when an option carries the peak, as a bar beside its month: from the month of the
 * case on, all rows of a table on one scale, the month planned for as a dashed stroke. */
#include "base/num.h"
#include "charts.h"
#include "model/decision.h"

enum { WIDTH = 62000, HEIGHT = 8000, BAR_TOP = 1200, BAR_BOTTOM = 6800, MONTHS = 12 };

int64_t month_of(struct str day)
{
    enum { YEAR_END = 4, MONTH_FROM = 5, MONTH_END = 7 };
    int64_t year;
    int64_t month;
    if (!num_int(str_sub(day, 0, YEAR_END), &year) ||
        !num_int(str_sub(day, MONTH_FROM, MONTH_END), &month))
        return -1;
    return year * MONTHS + month - 1;
}

struct scene *until_build(struct building *b, const struct option *option, int64_t most)
{
    const struct case_file *file = b->model->case_file;
    int64_t now = month_of(file->date), until = month_of(option->until->value.text);
    if (now < 0 || until < now || most <= 0)
        return NULL;
    const struct axis axis = { .from = 0, .to = (double)most };
    struct scene *scene = scene_new(b->home, (struct str){ 0 }, WIDTH, HEIGHT);
    mpt middle = (BAR_TOP + BAR_BOTTOM) / 2;
    mpt end = axis_at(&axis, (double)(until - now), 0, WIDTH);
    scene_line(b->home, scene, 0, middle, WIDTH, middle,
               (struct paint){ .stroke = COLOUR_RULE, .width = 500 });
    scene_rect(b->home, scene, 0, BAR_TOP, end > 1000 ? end : 1000, BAR_BOTTOM,
               (struct paint){ .fill = option->side == 1 ? COLOUR_B : COLOUR_A })
        ->fact = option->until;
    if (file->terms->demand.years_fact) {
        mpt at = axis_at(&axis, (double)(file->terms->demand.years * MONTHS), 0, WIDTH);
        scene_line(b->home, scene, at, 0, at, HEIGHT,
                   (struct paint){ .stroke = COLOUR_PAPER, .width = 2600 });
        scene_line(b->home, scene, at, 0, at, HEIGHT,
                   (struct paint){ .stroke = COLOUR_OBJECTIVE, .width = 1000, .dashed = true })
            ->fact = file->terms->demand.years_fact;
    }
    return scene;
}

int64_t until_most(const struct building *b, const struct option *const *option, size_t count)
{
    const struct case_file *file = b->model->case_file;
    int64_t now = month_of(file->date), most = file->terms->demand.years * MONTHS;
    for (size_t i = 0; i < count; i++) {
        int64_t until = option[i]->until ? month_of(option[i]->until->value.text) : -1;
        most = until - now > most && until >= 0 ? until - now : most;
    }
    return now < 0 ? 0 : most;
}
