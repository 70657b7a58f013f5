/* paginate_chart.c - a chart's scene on the page: one Figure, with links from marks to facts. */
#include "paginate.h"

enum { DEPTH_MOST = 16, LINKS_MOST = 64, BIG_FACTOR = 1000000 };

static mpt scaled(mpt value, int64_t num, int64_t den)
{
    return (mpt)((int64_t)value * num / den);
}

static struct mark *copy(struct layout *layout, const struct mark *from, mpt dx, mpt dy,
                         int64_t num, int64_t den, int depth)
{
    struct mark *mark = ARENA_NEW(layout->home, struct mark);
    *mark = *from;
    mark->next = mark->child = NULL;
    mark->a = (struct point){ scaled(from->a.x, num, den) + dx, scaled(from->a.y, num, den) + dy };
    mark->b = (struct point){ scaled(from->b.x, num, den), scaled(from->b.y, num, den) };
    if (from->type == MARK_RECT || from->type == MARK_LINE)
        mark->b = (struct point){ mark->b.x + dx, mark->b.y + dy };
    mark->paint.width = scaled(from->paint.width, num, den);
    mark->size = scaled(from->size, num, den);
    if (from->path_count > 0) {
        struct point *path = ARENA_MANY(layout->home, from->path_count, struct point);
        for (size_t i = 0; i < from->path_count; i++)
            path[i] = (struct point){ scaled(from->path[i].x, num, den) + dx,
                                      scaled(from->path[i].y, num, den) + dy };
        mark->path = path;
    }
    if (from->type ==
        MARK_TEXT) { /* anchors are resolved here, so that the player knows the start only */
        mark->text = text_fit(layout, from->face, from->text);
        mpt width = text_width(layout->fonts, mark->face, mark->size, mark->text);
        mark->a.x -= from->anchor == ANCHOR_END      ? width
                     : from->anchor == ANCHOR_MIDDLE ? width / 2
                                                     : 0;
        mark->anchor = ANCHOR_START;
    }
    struct mark **tail = &mark->child;
    for (const struct mark *child = from->child; child && depth < DEPTH_MOST; child = child->next) {
        *tail = copy(layout, child, dx, dy, num, den, depth + 1);
        tail = &(*tail)->next;
    }
    return mark;
}

struct mark *mark_copy(struct layout *layout, const struct mark *mark, mpt dx, mpt dy, int64_t num,
                       int64_t den)
{
    return copy(layout, mark, dx, dy, num, den, 0);
}

struct linking {
    struct layout *layout;
    struct slab *slab;
    struct tagged *figure;
    const struct fact *fact[LINKS_MOST];
    size_t count;
};

static bool linked(const struct linking *linking, const struct fact *fact)
{
    for (size_t i = 0; i < linking->count; i++)
        if (linking->fact[i] == fact)
            return true;
    return linking->count == LINKS_MOST;
}

/* Texts and dots that show a fact lead to its row; the first mark of each fact does. */
static void marks_link(struct linking *linking, const struct mark *mark, int depth)
{
    struct layout *layout = linking->layout;
    for (; mark; mark = mark->next) {
        if (mark->child && depth < DEPTH_MOST)
            marks_link(linking, mark->child, depth + 1);
        if (!mark->fact || mark->fact->number == 0 || linked(linking, mark->fact))
            continue;
        struct point from = mark->a;
        struct point to = mark->a;
        if (mark->type == MARK_TEXT) {
            from.y -= mark->size * 3 / 4;
            to.y += mark->size / 4;
            to.x += text_width(layout->fonts, mark->face, mark->size, mark->text);
        } else if (mark->type == MARK_DOT) {
            mpt reach = mark->b.x + MPT(1);
            from = (struct point){ mark->a.x - reach, mark->a.y - reach };
            to = (struct point){ mark->a.x + reach, mark->a.y + reach };
        } else {
            continue;
        }
        struct tagged *link = tagged_new(layout, "Link", linking->figure);
        link->leaf = link->box = link->added = true;
        link->fact = mark->fact;
        link->contents =
            string_fill(layout, "pdf.fact",
                        &(struct slot_text){ "number", str_format(layout->home, "%u",
                                                                  (unsigned)mark->fact->number) },
                        1);
        struct placed *placed =
            slab_mark(layout, linking->slab, link, (struct mark){ .type = MARK_GROUP });
        placed->from = from;
        placed->to = to;
        linking->fact[linking->count++] = mark->fact;
    }
}

void chart_flow(struct flow *flow, const struct node *chart, struct tagged *parent)
{
    struct layout *layout = flow->layout;
    const struct scene *scene = chart->scene;
    if (!scene || scene->size.x <= 0 || scene->size.y <= 0)
        return;
    mpt room = BODY_BOTTOM - BODY_TOP - MM(20);
    int64_t num = BIG_FACTOR;
    if (scene->size.x > flow->width)
        num = (int64_t)BIG_FACTOR * flow->width / scene->size.x;
    if (scaled(scene->size.y, num, BIG_FACTOR) > room)
        num = (int64_t)BIG_FACTOR * room / scene->size.y;
    mpt height = scaled(scene->size.y, num, BIG_FACTOR);
    flow_gap(flow, MM(1.2));
    struct slab *slab = slab_new(flow, height);
    struct tagged *figure = tagged_new(layout, "Figure", parent);
    figure->leaf = figure->box = true;
    figure->alt = scene->title;
    if (scene->description.len > 0)
        figure->alt = str_format(layout->home, "%.*s. %.*s", STR_ARG(scene->title),
                                 STR_ARG(scene->description));
    struct mark group = { .type = MARK_GROUP };
    struct mark **tail = &group.child;
    for (const struct mark *mark = scene->first; mark; mark = mark->next) {
        *tail = copy(layout, mark, flow->x, 0, num, BIG_FACTOR, 0);
        tail = &(*tail)->next;
    }
    struct placed *placed = slab_mark(layout, slab, figure, group);
    placed->from = (struct point){ flow->x, 0 };
    placed->to = (struct point){ flow->x + scaled(scene->size.x, num, BIG_FACTOR), height };
    struct linking linking = { .layout = layout, .slab = slab, .figure = figure };
    marks_link(&linking, group.child, 0);
    flow_gap(flow, MM(1.4));
}
