/* paginate_block.c - sections, headings, paragraphs, lists and columns as slabs. */
#include "paginate.h"

static const struct type type_question = { FACE_SERIF, MPT(17.5), MPT(21.4), COLOUR_SOFT };
static const struct type type_part = { FACE_SERIF, MPT(15.5), MPT(19.5), COLOUR_INK };
static const struct type type_head = { FACE_SANS_BOLD, MPT(9.6), MPT(12.6), COLOUR_INK };
static const struct type type_under = { FACE_SANS_BOLD, MPT(8.8), MPT(11.8), COLOUR_INK };
static const struct type type_answer = { FACE_SERIF, MPT(15.4), MPT(19.4), COLOUR_INK };
static const struct type type_byline = { FACE_SANS, MPT(8.4), MPT(11.6), COLOUR_SOFT };
static const struct type type_command = { FACE_MONO, MPT(7.2), MPT(10.8), COLOUR_INK };
static const struct type type_lead = { FACE_SANS, MPT(9.2), MPT(12.9), COLOUR_SOFT };
static const struct type type_letter = { FACE_SERIF, MPT(9), MPT(12.8), COLOUR_INK };
static const struct type type_column = { FACE_SANS, MPT(8.4), MPT(11.6), COLOUR_INK };

enum { INDENT = 14173 }; /* 5 mm */

static void paragraph_of(struct flow *flow, const struct node *first, const struct node *end,
                         struct tagged *parent, const char *tag, struct type type, bool keep)
{
    struct layout *layout = flow->layout;
    struct pieces pieces = { 0 };
    if (end) { /* loose inline nodes: one by one, up to the next block */
        for (const struct node *node = first; node != end; node = node->next) {
            struct node alone = *node;
            alone.next = NULL;
            inline_pieces(layout, &alone, type, &pieces);
        }
    } else {
        inline_pieces(layout, first, type, &pieces);
    }
    if (pieces.count > 0)
        pieces_flow(flow, tagged_new(layout, tag, parent), &pieces, type, keep);
}

static void commands_flow(struct flow *flow, const struct node *node, struct tagged *parent)
{
    struct layout *layout = flow->layout;
    struct pieces all = { 0 };
    for (const struct node *child = node->child; child; child = child->next) {
        struct node alone = *child;
        alone.next = NULL;
        struct str rest = child->text;
        struct str line = { 0 };
        if (child->type != NODE_TEXT && child->type != NODE_QUOTE) {
            inline_pieces(layout, &alone, type_command, &all);
            continue;
        }
        for (bool hard = false; str_cut(&rest, '\n', &line); hard = true) {
            struct piece piece = {
                .text = line, .face = FACE_MONO, .size = type_command.size, .hard = hard
            };
            piece.colour = child->style == STYLE_SOFT ? COLOUR_SOFT : type_command.colour;
            pieces_put(layout, &all, piece);
        }
    }
    flow_gap(flow, MM(0.8));
    if (all.count > 0)
        pieces_flow(flow, tagged_new(layout, "Code", tagged_new(layout, "P", parent)), &all,
                    type_command, false);
    flow_gap(flow, MM(1.6));
}

/* What a heading says of the figure or table below it stays with that, in up to three paragraphs.
 */
static bool introduces(const struct node *node)
{
    enum { MOST = 3 };
    const struct node *at = node->parent ? node->parent->child : NULL, *heading = NULL;
    size_t count = 0; /* of paragraphs between the last heading and the node, with it */
    for (; at && at != node->next; at = at->next) {
        heading = at->type == NODE_HEADING ? at : at->type == NODE_PARAGRAPH ? heading : NULL;
        count = at->type == NODE_PARAGRAPH ? count + 1 : 0;
    }
    for (; at && at->type == NODE_PARAGRAPH && at->role != ROLE_COMMANDS; at = at->next)
        count++;
    return heading && at && count <= MOST && at->type != NODE_LIST && at->type != NODE_HEADING;
}

static void paragraph_flow(struct flow *flow, const struct node *node, struct tagged *parent,
                           struct type type)
{
    bool summary = flow->layout->summary;
    mpt before = MM(1.4);
    mpt after = MM(1.4);
    bool keep = introduces(node);
    switch (node->role) {
    case ROLE_COMMANDS:
        commands_flow(flow, node, parent);
        return;
    case ROLE_ANSWER:
        type = type_answer;
        before = MM(3.8);
        after = summary ? MM(4.2) : MM(4);
        break;
    case ROLE_BYLINE:
        type = type_byline;
        before = MM(1.2);
        after = MM(4);
        break;
    case ROLE_SMALL:
    case ROLE_COLOPHON:
        type = type_small;
        break;
    case ROLE_SUBTITLE:
        type = flow->column ? type_small : type_lead;
        before = MM(0.8);
        after = MM(1.6);
        keep = true;
        break;
    case ROLE_NONE:
    case ROLE_QUESTION:
    case ROLE_VERDICT:
    case ROLE_FIGURE:
    case ROLE_RIBBON:
    case ROLE_FRAME:
    case ROLE_MATRIX:
    case ROLE_FINDINGS:
    case ROLE_LICENCE:
    case ROLE_FACTS:
    case ROLE_EVIDENCE:
    case ROLE_SIGNATURES:
    case ROLE_SUMMARY:
    case ROLE_BODY:
        break;
    }
    flow_gap(flow, before);
    paragraph_of(flow, node->child, NULL, parent, "P", type, keep);
    flow_gap(flow, after);
}

/* A short subtitle runs on behind its heading, soft; answers whether it did. */
static bool heading_joined(struct flow *flow, const struct node *node, const struct node *subtitle,
                           struct tagged *parent, struct type type)
{
    struct layout *layout = flow->layout;
    struct pieces pieces = { 0 };
    inline_pieces(layout, node->child, type, &pieces);
    struct type soft = { FACE_SANS, type.size, type.leading, COLOUR_SOFT };
    pieces_put(layout, &pieces,
               (struct piece){
                   .text = STR(" "), .face = soft.face, .size = soft.size, .colour = soft.colour });
    inline_pieces(layout, subtitle->child, soft, &pieces);
    if (lines_break(layout, &pieces, flow->width).count != 1)
        return false;
    pieces_flow(flow, tagged_new(layout, heading_tag(layout, node->level), parent), &pieces, type,
                true);
    return true;
}

/* Answers whether the subtitle behind it is set, too. */
static bool heading_flow(struct flow *flow, const struct node *node, struct tagged *parent)
{
    struct type type = node->level <= 1 ? type_question : node->level == 2 ? type_part : type_head;
    if (node->level > 3)
        type = type_under;
    bool page = node->parent && node->parent->role == ROLE_SUMMARY && node->parent->child == node;
    if (node->level == 2 && (flow->column || flow->layout->summary) && !page)
        type = type_head;
    mpt width = flow->width;
    flow_gap(flow, node->level <= 2 && type.face == FACE_SERIF ? MM(7)
                   : node->level == 3                          ? MM(5)
                                                               : MM(4));
    const struct node *next = node->next;
    bool subtitle =
        next && next->type == NODE_PARAGRAPH && next->role == ROLE_SUBTITLE && !flow->column;
    bool joined =
        subtitle && type.face != FACE_SERIF && heading_joined(flow, node, next, parent, type);
    if (!joined)
        paragraph_of(flow, node->child, NULL, parent, heading_tag(flow->layout, node->level), type,
                     true);
    flow->width = width;
    flow->gap = node->level <= 1 ? MM(1.2) : MM(1.4);
    return joined;
}

/* ---- lists ---- */

static bool has_block(const struct node *parent)
{
    for (const struct node *child = parent->child; child; child = child->next)
        if (block_node(child))
            return true;
    return false;
}

static void item_flow(struct flow *flow, const struct node *item, struct tagged *list,
                      struct str label, struct type type)
{
    struct layout *layout = flow->layout;
    struct tagged *entry = tagged_new(layout, "LI", list);
    struct tagged *mark = tagged_new(layout, "Lbl", entry);
    struct tagged *body = tagged_new(layout, "LBody", entry);
    mark->leaf = true;
    mpt between = layout->summary ? MM(0.3) : MM(0.9);
    flow_gap(flow, between);
    struct slab *before = flow->last;
    mpt x = flow->x;
    flow->x += INDENT;
    flow->width -= INDENT;
    if (has_block(item)) {
        block_flow(flow, item->child, NULL, body, type);
    } else {
        struct pieces pieces = { 0 };
        inline_pieces(layout, item->child, type, &pieces);
        pieces_flow(flow, body, &pieces, type, false);
    }
    flow->x = x;
    flow->width += INDENT;
    flow_gap(flow, between);
    struct slab *first = before ? before->next : flow->first;
    if (!first)
        return;
    struct slab front = { 0 }; /* the label stands first in reading order */
    struct placed *rest = first->first;
    struct placed *rest_last = first->last;
    slab_text(layout, &front, mark, x, baseline_of(type), label, FACE_SANS, type.size, COLOUR_B,
              ANCHOR_START);
    front.last->next = rest;
    first->first = front.first;
    first->last = rest ? rest_last : front.last;
}

static void list_flow(struct flow *flow, const struct node *list, struct tagged *parent,
                      struct type type)
{
    struct layout *layout = flow->layout;
    struct tagged *own = tagged_new(layout, "L", parent);
    unsigned number = 0;
    for (const struct node *item = list->child; item; item = item->next) {
        struct str label = layout->summary ? STR("–") : STR("●");
        if (list->ordered)
            label = str_format(layout->home, "%u.", ++number);
        item_flow(flow, item, own, label, type);
    }
    flow_gap(flow, MM(1.6));
}

/* A note across the page: its paragraphs run on, since there is no margin to stand in. */
static void note_run_in(struct flow *flow, const struct node *note, struct tagged *parent)
{
    struct layout *layout = flow->layout;
    struct pieces pieces = { 0 };
    for (const struct node *child = note->child; child; child = child->next) {
        struct node alone = *child;
        alone.next = NULL;
        if (pieces.count > 0)
            pieces_put(
                layout, &pieces,
                (struct piece){ .text = STR(" "), .face = FACE_SANS, .size = type_note.size });
        inline_pieces(layout, block_node(child) ? child->child : &alone, type_note, &pieces);
    }
    if (pieces.count > 0)
        pieces_flow(flow, tagged_new(layout, "Note", parent), &pieces, type_note, false);
    flow_gap(flow, MM(1.4));
}

/* ---- sections ---- */

static struct str section_title(struct layout *layout, const struct node *section)
{
    if (section->text.len > 0)
        return section->text;
    for (const struct node *child = section->child; child; child = child->next)
        if (child->type == NODE_HEADING) {
            for (const struct node *in = child->child; in; in = in->next)
                if (in->role != ROLE_SUBTITLE && in->style != STYLE_SOFT) {
                    struct node alone = *in;
                    alone.next = NULL;
                    struct str title = plain_text(layout->home, layout->skin, &alone);
                    if (title.len > 0)
                        return in->next && in->next->role != ROLE_SUBTITLE &&
                                       in->next->style != STYLE_SOFT
                                   ? plain_text(layout->home, layout->skin, child->child)
                                   : title;
                }
        }
    return (struct str){ 0 };
}

static mpt beside_limit(void)
{
    return BODY_BOTTOM - BODY_TOP;
}

/* A figure with its note: drawing at the left, note beside it. */
static void figure_flow(struct flow *flow, const struct node *section, struct tagged *parent)
{
    const struct node *note = NULL;
    const struct node *chart = NULL;
    for (const struct node *child = section->child; child; child = child->next) {
        note = child->type == NODE_NOTE && !note ? child : note;
        chart = child->type == NODE_CHART && !chart ? child : chart;
    }
    bool wide = chart && chart->scene && chart->scene->size.x > FIGURE_WIDTH + MM(4);
    if (!note || !chart || flow->width < PAGE_TEXT || wide) {
        block_flow(flow, section->child, NULL, parent, type_note);
        return;
    }
    struct flow left = { .layout = flow->layout, .x = flow->x, .width = FIGURE_WIDTH };
    struct flow right = { .layout = flow->layout,
                          .x = flow->x + FIGURE_WIDTH + GUTTER,
                          .width = NOTE_WIDTH };
    mpt gap = flow->gap;
    const struct node *end = section->child;
    for (; end && end != chart; end = end->next)
        ;
    block_flow(&left, section->child, end, parent, type_column);
    mpt top = flow_height(&left) + MM(1.4);
    for (const struct node *child = end; child; child = child->next)
        if (child->type != NODE_NOTE)
            block_flow(&left, child, child->next, parent, type_note);
    for (const struct node *child = end; child; child = child->next)
        if (child->type == NODE_NOTE)
            block_flow(&right, child, child->next, parent, type_note);
    if (right.first) { /* the note begins where the drawing does */
        slab_shift(right.first, 0, top);
        right.first->height += top;
    }
    flow->gap = gap;
    struct flow *const part[] = { &left, &right };
    flow_beside(flow, part, 2);
}

static void verdict_flow(struct flow *flow, const struct node *section, struct tagged *parent)
{
    struct flow inner = verdict_inner(flow);
    bool named = false;
    for (const struct node *child = section->child; child; child = child->next) {
        if (child->type == NODE_HEADING && !named) {
            verdict_name(&inner, child, parent, section->verdict);
            named = true;
        } else {
            block_flow(&inner, child, child->next, parent, type_body);
        }
    }
    verdict_box(flow, section, &inner);
}

/* Set as one piece, with rules around it; what is taller than a page stands without. */
static void frame_flow(struct flow *flow, const struct node *section, struct tagged *parent)
{
    struct layout *layout = flow->layout;
    const mpt pad = MM(4);
    struct flow inner = { .layout = layout, .x = flow->x + pad, .width = flow->width - 2 * pad };
    block_flow(&inner, section->child, NULL, parent, type_letter);
    struct flow *const part[] = { &inner };
    if (flow_height(&inner) + 2 * pad > beside_limit()) {
        flow_append(flow, &inner);
        return;
    }
    struct slab *slab = flow_beside(flow, part, 1);
    slab_shift(slab, 0, pad);
    slab->height += 2 * pad;
    mpt x0 = flow->x, x1 = flow->x + flow->width, y1 = slab->height;
    slab_line(layout, slab, x0, 0, x1, 0, COLOUR_RULE, MPT(0.6));
    slab_line(layout, slab, x1, 0, x1, y1, COLOUR_RULE, MPT(0.6));
    slab_line(layout, slab, x1, y1, x0, y1, COLOUR_RULE, MPT(0.6));
    slab_line(layout, slab, x0, y1, x0, 0, COLOUR_RULE, MPT(0.6));
}

static void section_flow(struct flow *flow, const struct node *section, struct tagged *parent,
                         struct type type)
{
    struct layout *layout = flow->layout;
    struct tagged *own = tagged_new(layout, "Sect", parent);
    bool body = section->role == ROLE_BODY;
    bool summary = section->role == ROLE_SUMMARY;
    struct str title = section_title(layout, section);
    if (summary) {
        layout->summary = true;
        layout->summaries++;
    }
    if (body || summary)
        layout->new_page = flow->last != NULL;
    flow_gap(flow, section->role == ROLE_FRAME ? MM(1.4) : layout->summary ? MM(4.2) : MM(5));
    anchor_add(layout,
               (struct landing){ .id = section->id, .title = title, .level = layout->outline + 1 });
    if (title.len > 0)
        layout->outline++;
    if (section->role == ROLE_VERDICT)
        verdict_flow(flow, section, own);
    else if (section->role == ROLE_FIGURE)
        figure_flow(flow, section, own);
    else if (section->role == ROLE_FRAME)
        frame_flow(flow, section, own);
    else
        block_flow(flow, section->child, NULL, own, type);
    if (title.len > 0)
        layout->outline--;
    flow_gap(flow, layout->summary ? MM(4.2) : MM(5));
    if (summary)
        layout->summary = false;
}

/* Two side by side (three where there are exactly three), row after row. */
static void columns_flow(struct flow *flow, const struct node *columns, struct tagged *parent)
{
    struct layout *layout = flow->layout;
    size_t count = 0;
    for (const struct node *child = columns->child; child; child = child->next)
        count++;
    size_t across = count == 3 ? 3 : count == 1 ? 1 : 2;
    mpt width = (flow->width - (mpt)(across - 1) * GUTTER) / (mpt)across;
    for (const struct node *child = columns->child; child;) {
        struct flow part[3] = { 0 };
        struct flow *list[3] = { 0 };
        mpt gap = flow->gap;
        size_t used = 0;
        mpt height = 0;
        for (; child && used < across; child = child->next, used++) {
            part[used] = (struct flow){ .layout = layout, .width = width, .column = true };
            part[used].x = flow->x + (mpt)used * (width + GUTTER);
            list[used] = &part[used];
            block_flow(&part[used], child, child->next, parent, type_column);
            height = flow_height(&part[used]) > height ? flow_height(&part[used]) : height;
        }
        flow->gap = gap;
        if (height <= beside_limit()) {
            flow_beside(flow, list, used);
        } else { /* too tall to stand side by side on any page */
            for (size_t i = 0; i < used; i++) {
                flow_append(flow, list[i]);
                flow_gap(flow, layout->summary ? MM(4.2) : MM(5));
            }
        }
        flow_gap(flow, layout->summary ? MM(4.2) : MM(5));
    }
}

/* Answers whether the next node was set along with this one. */
static bool node_flow(struct flow *flow, const struct node *node, struct tagged *parent,
                      struct type type)
{
    struct layout *layout = flow->layout;
    if (node->id.len > 0 && node->type != NODE_SECTION)
        anchor_add(layout, (struct landing){ .id = node->id });
    switch (node->type) {
    case NODE_DOCUMENT:
        block_flow(flow, node->child, NULL, parent, type);
        break;
    case NODE_SECTION:
        section_flow(flow, node, parent, type);
        break;
    case NODE_HEADING:
        return heading_flow(flow, node, parent);
    case NODE_PARAGRAPH:
        paragraph_flow(flow, node, parent, type);
        break;
    case NODE_LIST:
        list_flow(flow, node, parent, type);
        break;
    case NODE_TABLE:
        if (node->role == ROLE_RIBBON)
            ribbon_flow(flow, node, parent);
        else
            table_flow(flow, node, parent);
        break;
    case NODE_CHART:
        chart_flow(flow, node, parent);
        break;
    case NODE_NOTE:
        flow_gap(flow, MM(1.4));
        if (flow->width == PAGE_TEXT)
            note_run_in(flow, node, parent);
        else if (has_block(node))
            block_flow(flow, node->child, NULL, tagged_new(layout, "Note", parent), type_note);
        else
            paragraph_of(flow, node->child, NULL, parent, "Note", type_note, false);
        break;
    case NODE_COLUMNS:
        columns_flow(flow, node, parent);
        break;
    case NODE_ITEM:
    case NODE_ROW:
    case NODE_CELL:
    case NODE_TEXT:
    case NODE_QUOTE:
    case NODE_VALUE:
    case NODE_LINK:
    case NODE_TYPES:
        break;
    }
    return false;
}

void block_flow(struct flow *flow, const struct node *first, const struct node *end,
                struct tagged *parent, struct type type)
{
    if (flow->layout->depth > 32)
        return;
    flow->layout->depth++;
    for (const struct node *node = first; node && node != end;) {
        if (block_node(node)) {
            bool next_too = node_flow(flow, node, parent, type);
            node = next_too && node->next != end ? node->next->next : node->next;
            continue;
        }
        const struct node *past = node;
        while (past && past != end && !block_node(past))
            past = past->next;
        if (past)
            paragraph_of(flow, node, past, parent, "P", type, false);
        else
            paragraph_of(flow, node, NULL, parent, "P", type, false);
        flow_gap(flow, MM(1.4));
        node = past;
    }
    flow->layout->depth--;
}
