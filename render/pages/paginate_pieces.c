/* paginate_pieces.c - pieces of text as lines of a column. */
#include "paginate.h"

mpt baseline_of(struct type type)
{
    return type.leading / 2 + (mpt)((int64_t)type.size * 34 / 100);
}

void pieces_flow(struct flow *flow, struct tagged *block, const struct pieces *pieces,
                 struct type type, bool keep)
{
    struct layout *layout = flow->layout;
    type = type_fit(layout, type);
    struct lines lines = lines_break(layout, pieces, flow->width);
    struct setting setting = setting_begin(layout, block, pieces);
    for (size_t i = 0; i < lines.count; i++) {
        struct slab *slab = slab_new(flow, type.leading);
        /* No line alone at a page's end or top. */
        slab->keep = keep || (lines.count > 1 && (i == 0 || i + 2 == lines.count));
        if (keep && i + 1 == lines.count)
            slab->keep = true;
        line_set(layout, &setting, slab, pieces, &lines.item[i], flow->x, baseline_of(type));
    }
}
