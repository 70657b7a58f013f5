/* paginate_slab.c - slabs: strips of page that no break cuts, and flows: columns of slabs. */
#include "paginate.h"

struct tagged *tagged_new(struct layout *layout, const char *tag, struct tagged *parent)
{
    struct tagged *tagged = ARENA_NEW(layout->rough, struct tagged);
    tagged->tag = tag;
    tagged->parent = parent;
    tagged->index = SIZE_MAX;
    tagged->part = SIZE_MAX;
    return tagged;
}

void anchor_add(struct layout *layout, struct landing anchor)
{
    struct landing *own = ARENA_NEW(layout->rough, struct landing);
    *own = anchor;
    own->next = NULL;
    if (layout->pending_last)
        layout->pending_last->next = own;
    else
        layout->pending = own;
    layout->pending_last = own;
}

static void anchors_join(struct slab *slab, struct landing *first, struct landing *last)
{
    if (!first)
        return;
    if (slab->anchor_last)
        slab->anchor_last->next = first;
    else
        slab->anchor = first;
    slab->anchor_last = last;
}

struct slab *slab_new(struct flow *flow, mpt height)
{
    struct layout *layout = flow->layout;
    struct slab *slab = ARENA_NEW(layout->rough, struct slab);
    slab->height = height;
    slab->before = flow->gap;
    slab->summary = layout->summary ? layout->summaries : 0;
    slab->new_page = layout->new_page;
    layout->new_page = false;
    flow->gap = 0;
    anchors_join(slab, layout->pending, layout->pending_last);
    layout->pending = layout->pending_last = NULL;
    if (flow->last)
        flow->last->next = slab;
    else
        flow->first = slab;
    flow->last = slab;
    return slab;
}

struct placed *slab_mark(struct layout *layout, struct slab *slab, struct tagged *leaf,
                         struct mark mark)
{
    struct placed *placed = ARENA_NEW(layout->rough, struct placed);
    placed->mark = mark;
    placed->leaf = leaf;
    if (slab->last)
        slab->last->next = placed;
    else
        slab->first = placed;
    slab->last = placed;
    return placed;
}

void slab_rect(struct layout *layout, struct slab *slab, mpt x0, mpt y0, mpt x1, mpt y1,
               enum colour fill)
{
    slab_mark(layout, slab, NULL,
              (struct mark){
                  .type = MARK_RECT, .paint = { .fill = fill }, .a = { x0, y0 }, .b = { x1, y1 } });
}

void slab_line(struct layout *layout, struct slab *slab, mpt x0, mpt y0, mpt x1, mpt y1,
               enum colour colour, mpt width)
{
    struct paint paint = { .stroke = colour, .width = width };
    slab_mark(layout, slab, NULL,
              (struct mark){ .type = MARK_LINE, .paint = paint, .a = { x0, y0 }, .b = { x1, y1 } });
}

void slab_text(struct layout *layout, struct slab *slab, struct tagged *leaf, mpt x, mpt y,
               struct str text, enum face face, mpt size, enum colour colour, enum anchor anchor)
{
    struct mark mark = {
        .type = MARK_TEXT, .paint = { .fill = colour }, .a = { x, y }, .face = face, .size = size
    };
    mark.text = text_fit(layout, face, text);
    mpt width = text_width(layout->fonts, face, size, mark.text);
    if (anchor == ANCHOR_END)
        mark.a.x -= width;
    else if (anchor == ANCHOR_MIDDLE)
        mark.a.x -= width / 2;
    slab_mark(layout, slab, leaf, mark);
}

static void point_shift(struct point *point, mpt dx, mpt dy)
{
    point->x += dx;
    point->y += dy;
}

void slab_shift(struct slab *slab, mpt dx, mpt dy)
{
    for (struct placed *placed = slab->first; placed; placed = placed->next) {
        point_shift(&placed->shift, dx, dy);
        point_shift(&placed->from, dx, dy);
        point_shift(&placed->to, dx, dy);
    }
    for (struct landing *anchor = slab->anchor; anchor; anchor = anchor->next)
        anchor->y += dy;
}

void slab_join(struct slab *into, struct slab *from, mpt dy)
{
    slab_shift(from, 0, dy);
    if (from->first) {
        if (into->last)
            into->last->next = from->first;
        else
            into->first = from->first;
        into->last = from->last;
    }
    anchors_join(into, from->anchor, from->anchor_last);
    into->new_page |= from->new_page;
    from->first = from->last = NULL;
    from->anchor = from->anchor_last = NULL;
}

void flow_gap(struct flow *flow, mpt gap)
{
    const struct layout *layout = flow->layout;
    if (layout->tight && layout->summary && flow->width < PAGE_TEXT)
        gap = gap / 2; /* inside columns, where white space is not shrunk later */
    if (gap > flow->gap)
        flow->gap = gap;
}

mpt flow_height(const struct flow *flow)
{
    mpt height = 0;
    for (const struct slab *slab = flow->first; slab; slab = slab->next)
        height += slab->height + (slab == flow->first ? 0 : slab->before);
    return height;
}

struct slab *flow_beside(struct flow *flow, struct flow *const *part, size_t count)
{
    mpt height = 0;
    for (size_t i = 0; i < count; i++)
        if (flow_height(part[i]) > height)
            height = flow_height(part[i]);
    struct slab *all = slab_new(flow, height);
    for (size_t i = 0; i < count; i++) {
        mpt y = 0;
        for (struct slab *slab = part[i]->first; slab; slab = slab->next) {
            y += slab == part[i]->first ? 0 : slab->before;
            slab_join(all, slab, y);
            y += slab->height;
        }
    }
    return all;
}

void flow_append(struct flow *flow, struct flow *from)
{
    if (!from->first)
        return;
    for (struct slab *slab = from->first; slab; slab = slab->next)
        slab_shift(slab, flow->x - from->x, 0);
    if (flow->gap > from->first->before)
        from->first->before = flow->gap;
    flow->gap = 0;
    if (flow->last)
        flow->last->next = from->first;
    else
        flow->first = from->first;
    flow->last = from->last;
}

const char *heading_tag(const struct layout *layout, uint8_t level)
{
    static const char *const tag[] = { "H1", "H1", "H2", "H3", "H4", "H5", "H6" };
    size_t shown = level > layout->above ? level - layout->above : 0;
    return tag[shown < ARRAY_COUNT(tag) ? shown : 6];
}
