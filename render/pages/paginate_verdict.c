/* paginate_verdict.c - the verdict: rule, large glyph, name, sentence, and the scale = ≈ … ≠. */
#include "paginate.h"

enum { SCALE_WIDTH = 96378 }; /* room kept free at the right: 34 mm */

static const enum colour verdict_ink[] = {
    [VERDICT_COMPARABLE] = COLOUR_COMPARABLE,
    [VERDICT_STATED] = COLOUR_STATED,
    [VERDICT_INCOMPLETE] = COLOUR_INCOMPLETE,
    [VERDICT_NOT] = COLOUR_NOT,
};

/* The four glyphs from the right edge inwards; the one that holds is coloured and bold. */
static void scale_draw(struct flow *flow, struct slab *slab, enum verdict verdict, mpt baseline)
{
    struct layout *layout = flow->layout;
    mpt x = flow->x + flow->width;
    for (int i = VERDICT_NOT; i >= VERDICT_COMPARABLE; i--) {
        struct str glyph = str_from(verdict_row((enum verdict)i)->glyph);
        bool on = i == (int)verdict;
        enum face face = on ? FACE_SERIF_BOLD : FACE_SERIF;
        slab_text(layout, slab, NULL, x, baseline, glyph, face, MPT(13),
                  on ? verdict_ink[verdict] : COLOUR_RULE, ANCHOR_END);
        x -= text_width(layout->fonts, face, MPT(13), glyph) + MPT(4.4);
    }
}

void verdict_name(struct flow *flow, const struct node *heading, struct tagged *parent,
                  enum verdict verdict)
{
    struct layout *layout = flow->layout;
    struct type type = { FACE_SERIF_BOLD, MPT(13), MPT(16.4), verdict_ink[verdict] };
    struct pieces pieces = { 0 };
    inline_pieces(layout, heading->child, type, &pieces);
    flow->width -= SCALE_WIDTH;
    if (pieces.count > 0)
        pieces_flow(flow, tagged_new(layout, heading_tag(layout, heading->level), parent), &pieces,
                    type, true);
    flow->width += SCALE_WIDTH;
    flow->gap = MM(0.6);
}

/* Height of the lines that stand in the box beside the glyph, which no page break cuts; what a long
 * reason has beyond half a page is left as `rest`. */
static mpt lines_beside(const struct flow *inner, struct slab **rest)
{
    mpt height = 0;
    for (*rest = inner->first; *rest; *rest = (*rest)->next) {
        mpt next = height + (*rest)->height + (*rest == inner->first ? 0 : (*rest)->before);
        if (next > (BODY_BOTTOM - BODY_TOP) / 2)
            break;
        height = next;
    }
    return height;
}

struct flow verdict_inner(const struct flow *flow)
{
    return (struct flow){ .layout = flow->layout,
                          .x = flow->x + MM(16),
                          .width = flow->width - MM(16) };
}

void verdict_box(struct flow *flow, const struct node *section, const struct flow *inner)
{
    enum verdict verdict = section->verdict;
    struct layout *layout = flow->layout;
    mpt padding = MM(2.6);
    struct slab *rest = NULL;
    mpt height = padding + lines_beside(inner, &rest);
    if (height < MPT(44))
        height = MPT(44);
    struct slab *slab = slab_new(flow, height);
    slab_rect(layout, slab, flow->x, 0, flow->x + flow->width, MPT(1.2), verdict_ink[verdict]);
    if (!section->single) { /* nothing is compared */
        slab_text(layout, slab, NULL, flow->x, padding + MPT(30),
                  str_from(verdict_row(verdict)->glyph), FACE_SERIF, MPT(42), verdict_ink[verdict],
                  ANCHOR_START);
        scale_draw(flow, slab, verdict, padding + MPT(13.5));
    }
    mpt y = padding;
    struct slab *from = inner->first;
    for (; from != rest; from = from->next) {
        y += from == inner->first ? 0 : from->before;
        slab_join(slab, from, y);
        y += from->height;
    }
    for (; from; from = from->next) { /* below the box, where a page may end */
        flow->gap = from->before;
        slab_join(slab_new(flow, from->height), from, 0);
        flow->last->keep = from->keep;
    }
}
