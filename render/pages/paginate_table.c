/* paginate_table.c - tables: column widths, wrapped cells, header rows that come again on each
 * page. */
#include "paginate.h"

enum {
    CELL_GAP = 5669, /* 2 mm of white at a cell's right */
    CELL_TOP = 2300,
    CELL_BOTTOM = 2900,
    SIGNED_TOP = 19800,    /* 7 mm of white above, to be written into */
    MATRIX_TIGHTER = 2600, /* rows of squares stand closer */
    COLUMNS_MOST = 64,
    LINES_MOST = 36, /* a row of more lines goes on in a further row */
    SQUARE = 6600,
    BAR_GAP = 5000, /* between a bar and the words that say the same */
    ROWS_TOGETHER = 7,
    ROWS_DENSE = 150,
    MATRIX_TOGETHER = 24,
    ROWS_SAMPLED = 240, /* for column widths */
    WIDTH_STEP = 5000,
    STEPS_MOST = 80
};
static const struct type type_head_cell = { FACE_SANS, MPT(7.6), MPT(10), COLOUR_SOFT };
static const struct type type_mono_cell = { FACE_MONO, MPT(7.2), MPT(10.8), COLOUR_INK };

struct grid {
    struct flow *flow;
    const struct node *table;
    struct tagged *own;
    size_t count;
    mpt x[COLUMNS_MOST], width[COLUMNS_MOST]; /* width: of the text */
    bool facts, matrix, evidence, signatures;
    mpt top;       /* white above the text of the row being set */
    bool together; /* short: no page break inside, unless much of a page stayed empty else */
    bool dense;    /* facts by the hundred: smaller type */
    bool paired; /* the row being set stays with the next: the first and the last stand not alone */
    struct slab *header;
};
struct cell {
    const struct node *node;
    struct pieces pieces;
    struct lines lines;
    struct tagged *tagged;
    struct setting setting;
    struct type type;
    bool right, square;
    enum coverage_state coverage;
    mpt indent;
};

/* ---- squares of coverage and of kinds ---- */

static void triangle(struct layout *layout, struct slab *slab, struct tagged *leaf, mpt x, mpt y)
{
    struct point *point = ARENA_MANY(layout->home, 3, struct point);
    point[0] = (struct point){ x, y };
    point[1] = (struct point){ x + SQUARE, y + SQUARE };
    point[2] = (struct point){ x, y + SQUARE };
    struct mark mark = { .type = MARK_PATH,
                         .paint = { .fill = COLOUR_SOFT },
                         .path = point,
                         .path_count = 3,
                         .closed = true };
    slab_mark(layout, slab, leaf, mark);
}

/* Full: captured or measured; half: a person's word; empty: not disclosed; crossed: sources clash.
 */
static void square_draw(struct layout *layout, struct slab *slab, struct tagged *leaf, mpt x, mpt y,
                        enum coverage_state state)
{
    bool full = state == COVERAGE_CAPTURED || state == COVERAGE_MEASURED;
    struct paint paint = { .fill = full ? COLOUR_SOFT : COLOUR_PAPER,
                           .stroke = COLOUR_SOFT,
                           .width = MPT(0.7) };
    slab_mark(
        layout, slab, leaf,
        (struct mark){
            .type = MARK_RECT, .paint = paint, .a = { x, y }, .b = { x + SQUARE, y + SQUARE } });
    if (state == COVERAGE_DECLARED)
        triangle(layout, slab, leaf, x, y);
    if (state == COVERAGE_CLASH) {
        struct paint cross = { .stroke = COLOUR_NOT, .width = MPT(1) };
        slab_mark(layout, slab, leaf,
                  (struct mark){ .type = MARK_LINE,
                                 .paint = cross,
                                 .a = { x, y },
                                 .b = { x + SQUARE, y + SQUARE } });
        slab_mark(layout, slab, leaf,
                  (struct mark){ .type = MARK_LINE,
                                 .paint = cross,
                                 .a = { x, y + SQUARE },
                                 .b = { x + SQUARE, y } });
    }
}

static enum coverage_state square_of(enum fact_kind kind)
{
    switch (kind) {
    case FACT_CAPTURED:
    case FACT_MEASURED:
        return COVERAGE_CAPTURED;
    case FACT_DECLARED:
        return COVERAGE_DECLARED;
    case FACT_DERIVED:
        break;
    }
    return COVERAGE_NONE;
}

/* ---- cells ---- */

static const struct column *column_at(const struct grid *grid, size_t index)
{
    static const struct column plain = { .share = 1 };
    return index < grid->table->column_count ? &grid->table->column[index] : &plain;
}

static void cell_begin(struct grid *grid, const struct node *row, const struct node *node,
                       size_t index, struct cell *cell)
{
    struct layout *layout = grid->flow->layout;
    const struct column *column = column_at(grid, index);
    *cell = (struct cell){ .node = node, .right = column->right };
    cell->type = row->heading ? type_head_cell : column->mono ? type_mono_cell : type_table;
    if (grid->dense && !row->heading) {
        cell->type.size = column->mono ? MPT(6.9) : MPT(7.3);
        cell->type.leading = MPT(9.5);
    }
    cell->square = node->role == ROLE_MATRIX && !row->heading;
    cell->coverage = node->coverage;
    if (cell->square)
        return;
    inline_pieces(layout, node->child, cell->type, &cell->pieces);
    for (size_t i = 0; grid->evidence && i < cell->pieces.count; i++) /* would lead to itself */
        cell->pieces.item[i].link = NULL;
    if (node->scene)
        cell->indent = node->scene->size.x + BAR_GAP;
    if (!grid->facts || row->heading || !row->fact)
        return;
    /* The row's own number leads back to where the report first uses the fact. */
    for (size_t i = 0; i < cell->pieces.count; i++)
        if (cell->pieces.item[i].reference == row->fact && index == 0) {
            cell->pieces.item[i].back = true;
            cell->pieces.item[i].raised = false;
        }
    struct arena_mark mark = arena_mark(layout->home);
    struct str kind = str_format(layout->home, "kind.%s", fact_kind_name(row->fact->kind));
    if (skin_has(layout->skin, kind.at) &&
        str_eq(plain_text(layout->home, layout->skin, node->child),
               skin_string(layout->skin, kind.at))) {
        cell->coverage = square_of(row->fact->kind);
        cell->indent = SQUARE + MPT(4);
    }
    arena_rewind(layout->home, mark);
}

/* ---- column widths ---- */

static size_t rows_count(const struct node *table)
{
    size_t count = 0;
    for (const struct node *row = table->child; row; row = row->next)
        count++;
    return count;
}

static size_t columns_count(const struct node *table)
{
    size_t most = table->column_count;
    for (const struct node *row = table->child; row; row = row->next) {
        size_t count = 0;
        for (const struct node *cell = row->child; cell; cell = cell->next)
            count++;
        most = count > most ? count : most;
    }
    return most < COLUMNS_MOST ? most : COLUMNS_MOST;
}

struct measures { /* widths of the cells' text on one line, row by row, and lines that begin anew */
    mpt *natural;
    uint8_t *hard;
    size_t rows, columns;
};
struct extent {         /* what a column's cells want */
    mpt least, natural; /* the widest word; the widest cell on one line */
    mpt width;
    bool fixed;
    uint8_t hard; /* of a cell: lines that begin anew, whatever its width */
};

static mpt larger(mpt a, mpt b)
{
    return a > b ? a : b;
}

static mpt smaller(mpt a, mpt b)
{
    return a < b ? a : b;
}

/* Typewriter text may break anywhere, so it asks for a fifth of the table at most. */
static struct extent extent_of(struct grid *grid, const struct node *row, const struct node *node,
                               size_t index)
{
    struct layout *layout = grid->flow->layout;
    struct cell cell;
    cell_begin(grid, row, node, index, &cell);
    if (cell.square)
        return (struct extent){ .least = SQUARE, .natural = SQUARE };
    bool mono = cell.pieces.count > 0 && cell.pieces.item[0].face == FACE_MONO;
    mpt most = mono ? grid->flow->width / 5 : grid->flow->width * 2 / 5;
    mpt least, natural;
    pieces_measure(layout, &cell.pieces, &least, &natural);
    uint8_t hard = 0;
    for (size_t i = 1; i < cell.pieces.count && hard < UINT8_MAX; i++)
        hard += cell.pieces.item[i].hard;
    return (struct extent){ .least = smaller(least + cell.indent + 1, most),
                            .natural = natural + cell.indent + 1,
                            .hard = hard };
}

static void extents_find(struct grid *grid, struct extent *extent, struct measures *measures)
{
    struct layout *layout = grid->flow->layout;
    struct arena *home = layout->home;
    struct diags *diags = layout->diags;
    layout->diags = NULL; /* they live in the arena rewound here, and are told when cells are set */
    for (const struct node *row = grid->table->child; row; row = row->next) {
        mpt *line = NULL;
        size_t at = measures->rows * grid->count;
        if (measures->rows < ROWS_SAMPLED) {
            line = &measures->natural[at];
            measures->rows++;
        }
        size_t i = 0;
        for (const struct node *node = row->child; node && i < grid->count;
             node = node->next, i++) {
            struct arena_mark mark = arena_mark(home);
            struct extent cell = extent_of(grid, row, node, i);
            arena_rewind(home, mark);
            extent[i].least = larger(extent[i].least, cell.least);
            extent[i].natural = larger(extent[i].natural, cell.natural);
            if (line) {
                line[i] = cell.natural;
                measures->hard[at + i] = cell.hard;
            }
        }
    }
    layout->diags = diags;
}

static int64_t share_of(const struct grid *grid, size_t index)
{
    uint32_t share = column_at(grid, index)->share;
    return share ? share : 1;
}

/* Deals the room to the columns not fixed yet by their shares; answers whether one is too narrow
 * for its widest word (then it is fixed at that), or, where some cell must wrap, has more than it
 * can use. */
static bool widths_deal(struct grid *grid, struct extent *extent, int64_t *room)
{
    int64_t shares = 0;
    bool wraps = false;
    for (size_t i = 0; i < grid->count; i++)
        shares += extent[i].fixed ? 0 : share_of(grid, i);
    for (size_t i = 0; i < grid->count; i++) {
        if (!extent[i].fixed)
            extent[i].width = (mpt)(*room > 0 ? *room * share_of(grid, i) / shares : 0);
        wraps = wraps || extent[i].natural > extent[i].width;
    }
    for (size_t pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < grid->count; i++) {
            bool narrow = extent[i].width<extent[i].least && * room> extent[i].least;
            bool wasteful = pass == 1 && wraps && extent[i].width > extent[i].natural;
            if (extent[i].fixed || (!narrow && !wasteful))
                continue;
            extent[i].width = narrow ? extent[i].least : extent[i].natural;
            extent[i].fixed = true;
            *room -= extent[i].width;
            return true;
        }
    return false;
}

/* Height of the table in lines, if column `from` gave `step` to column `to`. A line loses about a
 * twentieth where it breaks. */
static int64_t lines_estimate(const struct measures *measures, const struct extent *extent,
                              size_t from, size_t to, mpt step)
{
    int64_t sum = 0;
    for (size_t row = 0; row < measures->rows; row++) {
        int64_t most = 1;
        for (size_t i = 0; i < measures->columns; i++) {
            int64_t width = extent[i].width + (i == to ? step : 0) - (i == from ? step : 0);
            int64_t natural = measures->natural[row * measures->columns + i];
            int64_t lines =
                natural <= width ? 1 : (natural * 21 / 20 + width - 1) / (width > 0 ? width : 1);
            lines += measures->hard[row * measures->columns + i];
            most = lines > most ? lines : most;
        }
        sum += most;
    }
    return sum;
}

/* Moves width between columns as long as the table grows shorter. */
static void widths_trade(const struct measures *measures, struct extent *extent)
{
    int64_t best = lines_estimate(measures, extent, SIZE_MAX, SIZE_MAX, 0);
    for (int steps = 0; steps < STEPS_MOST; steps++) {
        int64_t found = best;
        size_t giver = 0;
        size_t taker = 0;
        mpt amount = 0;
        for (size_t i = 0; i < measures->columns; i++)
            for (size_t k = 0; k < measures->columns; k++)
                for (mpt step = WIDTH_STEP; step <= 4 * WIDTH_STEP; step *= 2) {
                    if (i == k || extent[i].width - step < extent[i].least)
                        continue;
                    int64_t lines = lines_estimate(measures, extent, i, k, step);
                    if (lines >= found)
                        continue;
                    found = lines;
                    giver = i;
                    taker = k;
                    amount = step;
                }
        if (found == best)
            return;
        extent[giver].width -= amount;
        extent[taker].width += amount;
        best = found;
    }
}

/* Where the widest words together are wider than the table, the widest of them are broken. */
static void least_limit(struct extent *extent, size_t count, int64_t room)
{
    for (int step = 0; step < 1000; step++) {
        int64_t sum = 0;
        size_t widest = 0;
        for (size_t i = 0; i < count; i++) {
            sum += extent[i].least;
            widest = extent[i].least > extent[widest].least ? i : widest;
        }
        if (sum <= room * 9 / 10)
            return;
        extent[widest].least = (mpt)((int64_t)extent[widest].least * 9 / 10);
    }
}

static void widths_find(struct grid *grid)
{
    struct extent extent[COLUMNS_MOST] = { 0 };
    struct measures measures = { .columns = grid->count };
    measures.natural = ARENA_MANY(grid->flow->layout->home, grid->count * ROWS_SAMPLED, mpt);
    measures.hard = ARENA_MANY(grid->flow->layout->home, grid->count * ROWS_SAMPLED, uint8_t);
    extents_find(grid, extent, &measures);
    int64_t room = grid->flow->width - (int64_t)(grid->count - 1) * CELL_GAP;
    least_limit(extent, grid->count, room);
    while (widths_deal(grid, extent, &room)) {
    }
    bool all = true; /* fixed: what is left goes to the last column */
    for (size_t i = 0; i < grid->count; i++)
        all = all && extent[i].fixed;
    if (all && room > 0)
        extent[grid->count - 1].width += (mpt)room;
    widths_trade(&measures, extent);
    mpt x = grid->flow->x;
    for (size_t i = 0; i < grid->count; i++) {
        grid->width[i] = extent[i].width > SQUARE ? extent[i].width : SQUARE;
        grid->x[i] = x;
        x += grid->width[i] + CELL_GAP;
    }
}

/* ---- rows ---- */

/* Lines and boxes beside a cell's words, which say the same: furniture to whoever reads aloud. */
static void bar_draw(struct layout *layout, struct slab *slab, const struct scene *scene, mpt x,
                     mpt y)
{
    for (const struct mark *from = scene->first; from; from = from->next) {
        struct mark mark = { .type = from->type,
                             .paint = from->paint,
                             .a = { from->a.x + x, from->a.y + y },
                             .b = { from->b.x + x, from->b.y + y } };
        slab_mark(layout, slab, NULL, mark);
    }
}

static void cell_set(struct grid *grid, struct slab *slab, struct cell *cell, size_t index,
                     size_t from, size_t to)
{
    struct layout *layout = grid->flow->layout;
    mpt x = grid->x[index];
    bool any = false;
    if (cell->node->scene && from == 0) {
        bar_draw(layout, slab, cell->node->scene, x,
                 grid->top + (cell->type.leading - cell->node->scene->size.y) / 2);
    } else if (cell->square || (cell->indent && from == 0)) {
        struct tagged *leaf = cell->square ? cell->tagged : NULL;
        square_draw(layout, slab, leaf, x, grid->top + MPT(2.1), cell->coverage);
        any = cell->square;
    }
    for (size_t i = from; i < to && i < cell->lines.count; i++) {
        const struct line *line = &cell->lines.item[i];
        mpt y = grid->top + (mpt)(i - from) * cell->type.leading +
                baseline_of(grid->dense ? cell->type : type_table);
        mpt left = cell->right ? x + grid->width[index] - line->width : x + cell->indent;
        line_set(layout, &cell->setting, slab, &cell->pieces, line, left, y);
        any = true;
    }
    if (!any) /* an empty cell keeps its place in the structure */
        slab_mark(layout, slab, cell->tagged, (struct mark){ .type = MARK_GROUP });
}

static void cell_tag(struct grid *grid, const struct node *row, struct tagged *line,
                     struct cell *cell, bool again)
{
    struct layout *layout = grid->flow->layout;
    bool heading = row->heading || cell->node->heading;
    cell->tagged = tagged_new(layout, heading ? "TH" : "TD", line);
    if (heading)
        cell->tagged->scope = row->heading ? "Column" : "Row";
    if (cell->square) {
        cell->tagged->leaf = true;
        cell->tagged->actual = plain_text(layout->home, layout->skin, cell->node->child);
        return;
    }
    cell->setting = setting_begin(layout, cell->tagged, &cell->pieces);
    if (again || cell->lines.count == 0)
        cell->tagged->leaf = cell->lines.count == 0 ? true : cell->tagged->leaf;
}

static size_t row_lines(const struct grid *grid, const struct cell *cell)
{
    size_t most = 1;
    for (size_t i = 0; i < grid->count; i++)
        most = cell[i].lines.count > most ? cell[i].lines.count : most;
    return most;
}

/* Height of the tallest cell's lines from one to another. */
static mpt row_text(const struct grid *grid, const struct cell *cell, size_t from, size_t to)
{
    mpt text = type_head_cell.leading;
    for (size_t i = 0; i < grid->count; i++) {
        size_t count = cell[i].lines.count > to ? to : cell[i].lines.count;
        mpt tall = count > from ? (mpt)(count - from) * cell[i].type.leading : 0;
        text = tall > text ? tall : text;
    }
    return text;
}

static void row_part(struct grid *grid, const struct node *row, struct cell *cell, size_t from,
                     size_t to, bool last)
{
    struct layout *layout = grid->flow->layout;
    mpt text = row_text(grid, cell, from, to);
    grid->flow->gap = row == grid->table->child && from == 0 ? grid->flow->gap : 0;
    mpt tighter = grid->matrix && !row->heading ? MATRIX_TIGHTER : 0;
    grid->top = grid->signatures && !row->heading ? SIGNED_TOP : CELL_TOP;
    struct slab *slab = slab_new(grid->flow, grid->top + text + CELL_BOTTOM - tighter);
    struct tagged *line = tagged_new(layout, "TR", grid->own);
    for (size_t i = 0; i < grid->count; i++) {
        if (!cell[i].node)
            continue;
        cell_tag(grid, row, line, &cell[i], from > 0);
        cell_set(grid, slab, &cell[i], i, from, to);
    }
    slab->header = row->heading ? NULL : grid->header;
    slab->keep = row->heading || (grid->together && row->next) || (last && grid->paired);
    slab->short_table = grid->together && row->next && !row->heading && !(last && grid->paired) &&
                        !grid->matrix && !grid->signatures;
    mpt edge = grid->flow->x + grid->flow->width;
    if (row->heading)
        slab_line(layout, slab, grid->flow->x, slab->height, edge, slab->height, COLOUR_RULE,
                  MPT(0.5));
    else if (last && (row->next || grid->signatures) && !grid->matrix)
        slab_line(layout, slab, grid->flow->x, slab->height, edge, slab->height, COLOUR_HAIRLINE,
                  MPT(0.4));
    if (row->heading)
        grid->header = slab;
}

/* Where links to an evidence file lead: the row that names it. */
static struct str evidence_target(const struct node *first, int depth)
{
    for (const struct node *node = first; node && depth < 8; node = node->next) {
        if (node->type == NODE_LINK)
            return node->target;
        struct str below = evidence_target(node->child, depth + 1);
        if (below.len > 0)
            return below;
    }
    return (struct str){ 0 };
}

static void row_flow(struct grid *grid, const struct node *row)
{
    struct layout *layout = grid->flow->layout;
    struct cell cell[COLUMNS_MOST] = { 0 };
    size_t i = 0;
    if (row->id.len > 0 || (grid->facts && row->fact))
        anchor_add(layout,
                   (struct landing){ .id = row->id, .fact = grid->facts ? row->fact : NULL });
    if (grid->evidence)
        anchor_add(layout, (struct landing){ .id = evidence_target(row->child, 0) });
    for (const struct node *node = row->child; node && i < grid->count; node = node->next, i++) {
        cell_begin(grid, row, node, i, &cell[i]);
        cell[i].lines = lines_break(layout, &cell[i].pieces, grid->width[i] - cell[i].indent);
    }
    size_t lines = row_lines(grid, cell);
    for (size_t from = 0; from < lines; from += LINES_MOST)
        row_part(grid, row, cell, from, from + LINES_MOST, from + LINES_MOST >= lines);
}

/* Of facts, pages print those that the report rests on; the HTML and data.json hold all. */
static bool row_printed(const struct grid *grid, const struct node *row)
{
    return !grid->facts || row->heading || row->cited;
}

static const struct node *printed_from(const struct grid *grid, const struct node *row)
{
    while (row && !row_printed(grid, row))
        row = row->next;
    return row;
}

/* A heading that names this table alone makes its caption a repetition. */
static bool heading_before(const struct node *table)
{
    bool named = false;
    for (const struct node *node = table->parent ? table->parent->child : NULL;
         node && node != table; node = node->next)
        named = node->type == NODE_HEADING || (named && node->type != NODE_TABLE);
    return named;
}

void table_flow(struct flow *flow, const struct node *table, struct tagged *parent)
{
    struct layout *layout = flow->layout;
    struct grid grid = { .flow = flow, .table = table };
    grid.count = columns_count(table);
    if (grid.count == 0)
        return;
    grid.facts = table->role == ROLE_FACTS;
    grid.matrix = table->role == ROLE_MATRIX;
    grid.evidence = table->role == ROLE_EVIDENCE;
    grid.signatures = table->role == ROLE_SIGNATURES;
    grid.dense = grid.facts && rows_count(table) > ROWS_DENSE;
    grid.together = rows_count(table) <= (grid.matrix ? MATRIX_TOGETHER : ROWS_TOGETHER);
    const struct node *outer = layout->in_table;
    layout->in_table = grid.facts ? table : NULL;
    grid.own = tagged_new(layout, "Table", parent);
    flow_gap(flow, MM(1.4));
    if (table->text.len > 0 && !heading_before(table)) {
        struct type type = { FACE_SANS_BOLD, MPT(8.8), MPT(11.8), COLOUR_INK };
        struct pieces pieces = { 0 };
        pieces_put(
            layout, &pieces,
            (struct piece){
                .text = table->text, .face = type.face, .size = type.size, .colour = type.colour });
        flow_gap(flow, MM(2.4));
        pieces_flow(flow, tagged_new(layout, "Caption", grid.own), &pieces, type, true);
    }
    widths_find(&grid);
    const struct node *before = NULL;
    bool concluded = table->next && table->next->concludes;
    for (const struct node *row = printed_from(&grid, table->child); row;) {
        const struct node *next = printed_from(&grid, row->next);
        bool first = before && before->heading;
        grid.paired = next ? first || !printed_from(&grid, next->next) : concluded;
        row_flow(&grid, row);
        before = row;
        row = next;
    }
    layout->in_table = outer;
    flow_gap(flow, MM(3));
}
