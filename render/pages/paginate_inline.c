/* paginate_inline.c - inline nodes to pieces of text, and lines of pieces to marks with their
 * structure. */
#include "paginate.h"

#include <glib.h>

static const mpt reference_size = MPT(6.9);
static const mpt below_size = MPT(7.2); /* of a line of its own below what a cell says */

static enum face face_strong(enum face face)
{
    switch (face) {
    case FACE_SERIF:
    case FACE_SERIF_BOLD:
    case FACE_SERIF_ITALIC:
        return FACE_SERIF_BOLD;
    case FACE_SANS:
    case FACE_SANS_BOLD:
        return FACE_SANS_BOLD;
    case FACE_MONO:
    case FACE_COUNT:
        break;
    }
    return face;
}

static struct type type_styled(struct type type, enum style style)
{
    switch (style) {
    case STYLE_PLAIN:
        break;
    case STYLE_STRONG:
        type.face = face_strong(type.face);
        type.colour = type.colour == COLOUR_SOFT ? COLOUR_INK : type.colour;
        break;
    case STYLE_SOFT:
        type.colour = COLOUR_SOFT;
        type.face = type.face == FACE_SANS_BOLD ? FACE_SANS : type.face;
        break;
    case STYLE_MONO: /* the typewriter face looks larger than the sans at equal size */
        type.face = FACE_MONO;
        type.size = (mpt)((int64_t)type.size * 88 / 100);
        type.size = type.size < MPT(6.9) ? MPT(6.9) : type.size;
        break;
    case STYLE_A:
        type.colour = COLOUR_A;
        type.face = face_strong(type.face);
        break;
    case STYLE_B:
        type.colour = COLOUR_B;
        type.face = face_strong(type.face);
        break;
    case STYLE_BAD:
        type.colour = COLOUR_NOT;
        break;
    case STYLE_MET:
    case STYLE_UNSHOWN:
        type.colour = COLOUR_INK;
        type.face = FACE_SANS_BOLD;
        break;
    case STYLE_UNMET:
        type.colour = COLOUR_PAPER;
        type.face = FACE_SANS_BOLD;
        break;
    }
    return type;
}

static struct piece piece_of(struct type type, struct str text, const struct node *link)
{
    return (struct piece){
        .text = text, .face = type.face, .size = type.size, .colour = type.colour, .link = link
    };
}

/* Marks in a row at the end, with a comma before each but the first. */
static size_t marks_in_row(const struct pieces *pieces)
{
    size_t count = 0;
    for (size_t i = pieces->count; i > 0 && pieces->item[i - 1].reference; i -= i > 1 ? 2 : 1)
        count++;
    return count;
}

static void reference_put(struct layout *layout, const struct node *node, struct type type,
                          bool raised, struct pieces *out)
{
    const struct fact *fact = node->fact;
    if (fact->number == 0)
        return;
    struct piece piece = piece_of(type, mark_shown(layout->home, node), NULL);
    piece.colour = COLOUR_SOFT;
    piece.face = FACE_SANS;
    enum { TOGETHER = 6 }; /* marks that go over to no next line without their word */
    bool list = out->count > 0 && out->item[out->count - 1].reference;
    bool close = list && !layout->in_table && marks_in_row(out) < TOGETHER;
    if (raised) {
        piece.raised = true;
        piece.rise = (mpt)((int64_t)type.size * 36 / 100);
        piece.size = reference_size;
        piece.glue = out->count > 0 && (!list || close);
        piece.lead = piece.glue && !list ? (mpt)((int64_t)type.size * 9 / 100) : 0;
    }
    if (list) { /* marks in a row: "a, b" */
        struct piece comma = piece;
        comma.text = STR(", ");
        comma.glue = true;
        pieces_put(layout, out, comma);
    }
    piece.reference = fact;
    pieces_put(layout, out, piece);
}

static void value_put(struct layout *layout, const struct node *node, struct type type,
                      const struct node *link, struct pieces *out)
{
    bool table = layout->in_table != NULL;
    if (node->form ==
        FORM_NUMBER) { /* beside other inline text it is raised, alone in a cell it is not */
        bool alone = node->parent && node->parent->type == NODE_CELL && table;
        reference_put(layout, node, type, !alone, out);
        return;
    }
    const struct skin *skin = form_skin(layout->skin, node->fact, node->form);
    struct piece piece =
        piece_of(type_styled(type, node->style),
                 form_shown(layout->home, layout->skin, node->fact, node->form), link);
    struct str symbol = fact_symbol(layout->home, skin, node->fact);
    if (form_united(node->form) && symbol.len > 0)
        piece.text =
            str_format(layout->home, "%.*s\u202f%.*s", STR_ARG(piece.text), STR_ARG(symbol));
    pieces_put(layout, out, piece);
    if (form_marked(node->form))
        reference_put(layout, node, type, true, out);
}

bool block_node(const struct node *node)
{
    switch (node->type) {
    case NODE_TEXT:
    case NODE_QUOTE:
    case NODE_VALUE:
    case NODE_LINK:
        return false;
    case NODE_DOCUMENT:
    case NODE_SECTION:
    case NODE_HEADING:
    case NODE_PARAGRAPH:
    case NODE_LIST:
    case NODE_ITEM:
    case NODE_TABLE:
    case NODE_ROW:
    case NODE_CELL:
    case NODE_CHART:
    case NODE_NOTE:
    case NODE_COLUMNS:
    case NODE_TYPES:
        break;
    }
    return true;
}

enum { BOX_PAD = 3200, BOX_RISE = 7800, BOX_FALL = 2500 };

/* A word in a block or a frame has room at either end; it is one, so no line breaks in it. */
static void boxed_put(struct layout *layout, struct pieces *out, struct piece piece,
                      enum style style)
{
    bool before = out->count > 0 && out->item[out->count - 1].box != STYLE_PLAIN;
    if (before)
        piece.lead = 2 * BOX_PAD;
    if (style == STYLE_UNMET || style == STYLE_UNSHOWN) {
        piece.box = style;
        piece.lead = out->count > 0 ? 2 * BOX_PAD : BOX_PAD;
    }
    pieces_put(layout, out, piece);
}

static void box_draw(struct layout *layout, struct slab *slab, struct tagged *leaf,
                     const struct piece *piece, mpt x, mpt width, mpt baseline)
{
    mpt x0 = x - BOX_PAD, x1 = x + width + BOX_PAD;
    mpt y0 = baseline - BOX_RISE, y1 = baseline + BOX_FALL;
    if (piece->box == STYLE_UNMET) {
        slab_mark(layout, slab, leaf,
                  (struct mark){ .type = MARK_RECT,
                                 .paint = { .fill = COLOUR_NOT },
                                 .a = { x0, y0 },
                                 .b = { x1, y1 } });
        return;
    }
    const struct point corner[] = { { x0, y0 }, { x1, y0 }, { x1, y1 }, { x0, y1 } };
    struct paint rule = { .stroke = COLOUR_INK, .width = MPT(0.6), .dashed = true };
    for (size_t i = 0; i < 4; i++)
        slab_mark(layout, slab, leaf,
                  (struct mark){
                      .type = MARK_LINE, .paint = rule, .a = corner[i], .b = corner[(i + 1) % 4] });
}

static void inline_put(struct layout *layout, const struct node *first, struct type type,
                       const struct node *link, int depth, struct pieces *out)
{
    for (const struct node *node = first; node && depth < 32; node = node->next) {
        struct type own = type_styled(type, node->style);
        if (node->role == ROLE_SUBTITLE)
            own = type_styled(own, STYLE_SOFT);
        if (node->type == NODE_VALUE)
            value_put(layout, node, type, link, out);
        else if (node->type == NODE_LINK) {
            own.colour = COLOUR_B;
            inline_put(layout, node->child, own, node, depth + 1, out);
        } else if (node->type == NODE_TEXT || node->type == NODE_QUOTE) {
            boxed_put(layout, out, piece_of(own, node->text, link), node->style);
        } else if (node->child) { /* a block where only inline text can stand: its words on lines of
                                     their own */
            size_t before = out->count;
            if (node->role == ROLE_SMALL)
                own.size = own.size < below_size ? own.size : below_size;
            inline_put(layout, node->child, own, link, depth + 1, out);
            if (before > 0 && out->count > before)
                out->item[before].hard = true;
        }
    }
}

void inline_pieces(struct layout *layout, const struct node *first, struct type type,
                   struct pieces *out)
{
    inline_put(layout, first, type_fit(layout, type), NULL, 0, out);
}

static void plain_put(struct arena *home, const struct skin *skin, const struct node *first,
                      int depth, struct buf *out)
{
    for (const struct node *node = first; node && depth < 32; node = node->next) {
        if (node->type == NODE_TEXT || node->type == NODE_QUOTE)
            buf_put(out, node->text);
        else if (node->type == NODE_VALUE && node->form != FORM_NUMBER) {
            buf_put(out, form_shown(home, skin, node->fact, node->form));
            struct str symbol = fact_symbol(home, skin, node->fact);
            if (form_united(node->form) && symbol.len > 0)
                buf_putf(out, "\u202f%.*s", STR_ARG(symbol));
        } else {
            plain_put(home, skin, node->child, depth + 1, out);
        }
    }
}

struct str plain_text(struct arena *home, const struct skin *skin, const struct node *first)
{
    struct buf out = buf_new(home, (size_t)1 << 20);
    plain_put(home, skin, first, 0, &out);
    return str_trim(buf_str(&out));
}

struct setting setting_begin(struct layout *layout, struct tagged *block,
                             const struct pieces *pieces)
{
    (void)layout;
    struct setting setting = { .block = block, .current_piece = SIZE_MAX };
    for (size_t i = 0; i < pieces->count; i++)
        if (pieces->item[i].link || pieces->item[i].reference || pieces->item[i].actual.len > 0)
            setting.mixed = true;
    block->leaf = !setting.mixed;
    return setting;
}

/* Whether a piece can go on in the leaf of the piece before it. */
static bool same_leaf(const struct piece *a, const struct piece *b)
{
    return a->link == b->link && !a->reference && !b->reference && a->actual.len == 0 &&
           b->actual.len == 0;
}

static struct tagged *leaf_for(struct layout *layout, struct setting *setting,
                               const struct pieces *pieces, size_t index, bool line_start)
{
    if (!setting->mixed)
        return setting->block;
    const struct piece *piece = &pieces->item[index];
    bool link = piece->link || piece->reference;
    if (setting->current && setting->current_piece != SIZE_MAX && !(link && line_start)) {
        bool same = setting->current_piece == index ||
                    same_leaf(&pieces->item[setting->current_piece], piece);
        if (same) {
            setting->current_piece = index;
            return setting->current;
        }
    }
    struct tagged *leaf = tagged_new(layout, link ? "Link" : "Span", setting->block);
    leaf->leaf = true;
    leaf->actual = piece->actual;
    leaf->link = piece->link;
    leaf->fact = piece->reference;
    leaf->back = piece->back;
    leaf->reference = piece->reference && !piece->back && piece->raised;
    leaf->box = link;
    struct str number =
        str_format(layout->home, "%u", piece->reference ? (unsigned)piece->reference->number : 0U);
    if (piece->reference)
        leaf->contents = string_fill(layout, piece->back ? "pdf.fact.back" : "pdf.fact",
                                     &(struct slot_text){ "number", number }, 1);
    else if (piece->link)
        leaf->contents = plain_text(layout->home, layout->skin, piece->link->child);
    setting->current = leaf;
    setting->current_piece = index;
    return leaf;
}

void line_set(struct layout *layout, struct setting *setting, struct slab *slab,
              const struct pieces *pieces, const struct line *line, mpt x, mpt baseline)
{
    for (size_t i = line->piece_from; i <= line->piece_to && i < pieces->count; i++) {
        const struct piece *piece = &pieces->item[i];
        size_t from = i == line->piece_from ? line->at_from : 0;
        size_t to = i == line->piece_to ? line->at_to : piece->text.len;
        struct str text = str_sub(piece->text, from, to);
        if (text.len == 0)
            continue;
        if (from == 0)
            x += piece->lead;
        mpt width = text_width(layout->fonts, piece->face, piece->size, text);
        struct tagged *leaf = leaf_for(layout, setting, pieces, i, i == line->piece_from);
        if (piece->box != STYLE_PLAIN) /* of the word's own element, which nothing may cut in two */
            box_draw(layout, slab, leaf, piece, x, width, baseline);
        struct mark mark = { .type = MARK_TEXT,
                             .paint = { .fill = piece->colour },
                             .a = { x, baseline - piece->rise },
                             .text = text,
                             .face = piece->face,
                             .size = piece->size,
                             .fact = piece->reference };
        struct placed *placed = slab_mark(layout, slab, leaf, mark);
        placed->from = (struct point){ x, baseline - piece->rise - piece->size * 3 / 4 };
        placed->to = (struct point){ x + width, baseline - piece->rise + piece->size / 4 };
        x += width;
    }
}
