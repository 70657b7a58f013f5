/* paginate_ribbon.c - the stack ribbon: a row a layer, a double rule where the sides are equal, an
 * arrow where they differ. Columns: layer, A, sign, B, note, owner. */
#include "paginate.h"

enum { ROW_LEAST = 12300, ROW_TIGHT = 10900, HALO = 4000, CELL_LINES_MOST = 5 };
static const struct type type_row = { FACE_SANS, MPT(8.4), MPT(10.4), COLOUR_INK };
static const struct type type_top = { FACE_SANS, MPT(7.6), MPT(10.4), COLOUR_SOFT };

struct band { /* where a column's text stands */
    mpt x, width;
    bool right;
};

enum { CELL_LAYER, CELL_A, CELL_SIGN, CELL_B, CELL_NOTE, CELL_OWNER, CELLS };

/* Thousandths of the width. */
static void bands_find(const struct flow *flow, struct band *band)
{
    static const int from[CELLS] = { 0, 240, 462, 542, 782, 882 };
    static const int to[CELLS] = { 236, 450, 530, 776, 872, 1000 };
    for (size_t i = 0; i < CELLS; i++) {
        band[i].x = flow->x + (mpt)((int64_t)flow->width * from[i] / 1000);
        band[i].width = (mpt)((int64_t)flow->width * (to[i] - from[i]) / 1000);
        band[i].right = i == CELL_A || i == CELL_NOTE || i == CELL_OWNER;
    }
}

static void sign_line(struct layout *layout, struct slab *slab, struct tagged *leaf, mpt x0, mpt x1,
                      mpt y, struct paint paint)
{
    slab_mark(layout, slab, leaf,
              (struct mark){ .type = MARK_LINE, .paint = paint, .a = { x0, y }, .b = { x1, y } });
}

/* Stands for the word in the cell, which is its ActualText. */
static void sign_draw(struct layout *layout, struct slab *slab, struct tagged *leaf,
                      const struct band *band, enum ribbon_state state)
{
    mpt x0 = band->x;
    mpt x1 = band->x + band->width;
    mpt y = (layout->tight ? ROW_TIGHT : ROW_LEAST) / 2 + MPT(0.4);
    if (state == RIBBON_SAME) {
        struct paint rule = { .stroke = COLOUR_RULE, .width = MPT(0.6) };
        sign_line(layout, slab, leaf, x0, x1, y - MPT(1.2), rule);
        sign_line(layout, slab, leaf, x0, x1, y + MPT(1.2), rule);
    } else if (state == RIBBON_CHANGED) {
        struct point *head = ARENA_MANY(layout->home, 3, struct point);
        head[0] = (struct point){ x1 - MPT(5), y - MPT(2.6) };
        head[1] = (struct point){ x1, y };
        head[2] = (struct point){ x1 - MPT(5), y + MPT(2.6) };
        sign_line(layout, slab, leaf, x0, x1 - MPT(4), y,
                  (struct paint){ .stroke = COLOUR_B, .width = MPT(1.2) });
        struct mark mark = { .type = MARK_PATH,
                             .paint = { .fill = COLOUR_B },
                             .path = head,
                             .path_count = 3,
                             .closed = true };
        slab_mark(layout, slab, leaf, mark);
    } else if (state == RIBBON_DIFFERS) {
        struct paint rule = { .stroke = COLOUR_INK, .width = MPT(1.2) };
        sign_line(layout, slab, leaf, x0, x1, y, rule);
        for (size_t i = 0; i < 2; i++) { /* ends alike: a bar, no arrow */
            mpt x = i == 0 ? x0 : x1;
            slab_mark(layout, slab, leaf,
                      (struct mark){ .type = MARK_LINE,
                                     .paint = rule,
                                     .a = { x, y - MPT(2.6) },
                                     .b = { x, y + MPT(2.6) } });
        }
    } else if (state == RIBBON_UNDISCLOSED) {
        struct paint rule = { .stroke = COLOUR_INCOMPLETE, .width = MPT(0.8), .dashed = true };
        sign_line(layout, slab, leaf, x0, x1, y, rule);
    }
}

static struct type cell_type(const struct node *row, size_t index)
{
    struct type type = row->heading ? type_top : type_row;
    bool apart = row->ribbon == RIBBON_CHANGED || row->ribbon == RIBBON_DIFFERS;
    bool changed = apart && (index == CELL_LAYER || index == CELL_B);
    if (changed || (row->under_test && index == CELL_LAYER))
        type.face = FACE_SANS_BOLD;
    if (row->heading && (index == CELL_A || index == CELL_B))
        type.size = MPT(8.6);
    if (!row->heading && index == CELL_NOTE)
        type.size = MPT(7.6);
    return type;
}

static void cell_draw(struct layout *layout, struct slab *slab, struct tagged *tagged,
                      const struct pieces *pieces, const struct lines *lines,
                      const struct band *band)
{
    mpt row_base = layout->tight ? MPT(8.2) : MPT(8.9);
    struct setting setting = setting_begin(layout, tagged, pieces);
    for (size_t k = 0; k < lines->count; k++) {
        const struct line *text = &lines->item[k];
        mpt x = band->right ? band->x + band->width - text->width : band->x;
        line_set(layout, &setting, slab, pieces, text, x,
                 row_base + (mpt)k * type_fit(layout, type_row).leading);
    }
    if (lines->count == 0)
        slab_mark(layout, slab, tagged, (struct mark){ .type = MARK_GROUP });
}

struct ribbon_row {
    struct pieces pieces[CELLS];
    struct lines lines[CELLS];
    size_t most; /* lines of the tallest cell */
};

/* No page break cuts a ribbon, so a value of many lines ends in "…" here; its raised number stays,
 * and leads to the whole value among the facts. */
static void cell_shorten(struct layout *layout, struct pieces *pieces, struct lines *lines,
                         mpt width)
{
    if (lines->count <= CELL_LINES_MOST)
        return;
    const struct line *last = &lines->item[CELL_LINES_MOST - 1];
    struct pieces whole = *pieces;
    struct pieces cut = { 0 };
    for (size_t i = 0; i <= last->piece_to; i++)
        pieces_put(layout, &cut, whole.item[i]);
    struct piece *end = &cut.item[cut.count - 1];
    if (cut.count == last->piece_to + 1 && end->actual.len == 0)
        end->text = str_trim(str_sub(whole.item[last->piece_to].text, 0, last->at_to));
    struct piece dots = { .text = STR("…"), .face = end->face, .size = end->size, .glue = true };
    dots.colour = end->colour;
    pieces_put(layout, &cut, dots);
    for (size_t i = last->piece_to + 1; i < whole.count; i++)
        if (whole.item[i].reference)
            pieces_put(layout, &cut, whole.item[i]);
    *pieces = cut;
    *lines = lines_break(layout, pieces, width);
}

static struct ribbon_row row_break(struct layout *layout, const struct node *row,
                                   const struct band *band)
{
    struct ribbon_row broken = { .most = 1 };
    const struct node *cell = row->child;
    for (size_t i = 0; i < CELLS && cell; i++, cell = cell->next) {
        if (i == CELL_SIGN)
            continue;
        inline_pieces(layout, cell->child, cell_type(row, i), &broken.pieces[i]);
        for (size_t k = 0; i == CELL_NOTE && k < broken.pieces[i].count; k++)
            broken.pieces[i].item[k].face = FACE_SANS; /* the colour alone sets it apart */
        broken.lines[i] = lines_break(layout, &broken.pieces[i], band[i].width);
        cell_shorten(layout, &broken.pieces[i], &broken.lines[i], band[i].width);
        broken.most = broken.lines[i].count > broken.most ? broken.lines[i].count : broken.most;
    }
    return broken;
}

static void row_draw(struct flow *flow, const struct node *row, struct tagged *table,
                     const struct band *band, struct slab **header)
{
    struct layout *layout = flow->layout;
    struct ribbon_row broken = row_break(layout, row, band);
    mpt height = (layout->tight ? ROW_TIGHT : ROW_LEAST) +
                 (mpt)(broken.most - 1) * type_fit(layout, type_row).leading;
    struct slab *slab = slab_new(flow, height);
    slab->keep = true; /* one picture, with the note below it */
    slab->header = row->heading ? NULL : *header;
    if (row->heading)
        *header = slab;
    if (row->under_test || row->ribbon == RIBBON_CHANGED || row->ribbon == RIBBON_DIFFERS)
        slab_rect(layout, slab, flow->x - HALO, 0, flow->x + flow->width + HALO, height,
                  row->under_test ? COLOUR_TINT : COLOUR_WASH);
    struct tagged *line = tagged_new(layout, "TR", table);
    const struct node *cell = row->child;
    for (size_t i = 0; i < CELLS && cell; i++, cell = cell->next) {
        bool heading = row->heading || cell->heading;
        struct tagged *tagged = tagged_new(layout, heading ? "TH" : "TD", line);
        if (heading)
            tagged->scope = row->heading ? "Column" : "Row";
        if (i != CELL_SIGN) {
            cell_draw(layout, slab, tagged, &broken.pieces[i], &broken.lines[i], &band[i]);
            continue;
        }
        tagged->leaf = true;
        tagged->actual = plain_text(layout->home, layout->skin, cell->child);
        slab_mark(layout, slab, tagged, (struct mark){ .type = MARK_GROUP });
        sign_draw(layout, slab, tagged, &band[i], row->ribbon);
    }
}

void ribbon_flow(struct flow *flow, const struct node *table, struct tagged *parent)
{
    struct band band[CELLS] = { 0 };
    size_t count = 0;
    for (const struct node *cell = table->child ? table->child->child : NULL; cell;
         cell = cell->next)
        count++;
    if (count != CELLS || flow->column) { /* not a ribbon's shape */
        table_flow(flow, table, parent);
        return;
    }
    bands_find(flow, band);
    struct tagged *own = tagged_new(flow->layout, "Table", parent);
    struct slab *header = NULL;
    for (const struct node *row = table->child; row; row = row->next)
        row_draw(flow, row, own, band, &header);
    flow_gap(flow, MM(2));
}
