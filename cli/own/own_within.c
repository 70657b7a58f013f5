/* own_within.c - tables within a text of no known format.
 *
 * What is printed to paste finds the rows again by a condition of awk: a table is taken only where
 * that condition, asked here in the same way, holds for its rows and for no other line. */
#include "own_within.h"
#include "own_table.h"
#include <glib.h>
#include <string.h>

enum {
    HEADS_MOST = 400,
    BETWEEN_MOST = 3,
    CELLS_MOST = OWN_COLUMNS_MOST,
    LOOKED_MOST = 16 << 20, /* bytes that are gone through again for all tables of a text */
};

struct cells {
    struct str cell[CELLS_MOST];
    size_t count;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Words; or, `wide`, what stands between tabs and two blanks or more. */
static struct cells blank_cells(struct str line, bool wide)
{
    struct cells cells = { 0 };
    line = str_trim(line);
    for (size_t i = 0; i < line.len && cells.count < CELLS_MOST;) {
        size_t to = i;
        while (to < line.len && !(line.at[to] == '\t' ||
                                  (is_blank(line.at[to]) &&
                                   (!wide || (to + 1 < line.len && is_blank(line.at[to + 1]))))))
            to++;
        cells.cell[cells.count++] = str_sub(line, i, to);
        while (to < line.len && is_blank(line.at[to]))
            to++;
        i = to;
    }
    return cells;
}

/* "| a | b |" */
static struct cells piped_cells(struct str line)
{
    struct cells cells = { 0 };
    struct str cell;
    line = str_trim(line);
    if (line.len < 3 || line.at[0] != '|' || line.at[line.len - 1] != '|')
        return cells;
    line = str_sub(line, 1, line.len - 1);
    while (cells.count < CELLS_MOST && str_cut(&line, '|', &cell))
        cells.cell[cells.count++] = str_trim(cell);
    return cells;
}

static struct cells cells_of(struct str line, char between)
{
    return between == '|' ? piped_cells(line) : blank_cells(line, false);
}

/* As /^[0-9.]+[A-Za-z%\/ ]*$/ has it. */
static bool is_figure(struct str cell)
{
    size_t at = 0;
    while (at < cell.len && (g_ascii_isdigit(cell.at[at]) || cell.at[at] == '.'))
        at++;
    for (size_t i = at; i < cell.len; i++)
        if (!g_ascii_isalpha(cell.at[i]) && !strchr("%/ ", cell.at[i]))
            return false;
    return at > 0;
}

static bool has_letter(struct str cell)
{
    for (size_t i = 0; i < cell.len; i++)
        if (g_ascii_isalpha(cell.at[i]))
            return true;
    return false;
}

/* "---" and "| --- | --: |" under a heading. */
static bool is_rule(struct str line)
{
    line = str_trim(line);
    for (size_t i = 0; i < line.len; i++)
        if (!strchr("|-=+: ", line.at[i]))
            return false;
    return line.len > 0;
}

/* "16 bytes" may head a column, "1011000.31k" is a cell. */
static bool heads(const struct cells *head)
{
    for (size_t i = 0; i < head->count; i++)
        if (!has_letter(head->cell[i]) ||
            (is_figure(head->cell[i]) && str_find(head->cell[i], STR(" ")) == SIZE_MAX))
            return false;
    return head->count >= 2 && head->count < CELLS_MOST;
}

static bool rows_take(struct own_columns *columns, const struct cells *head, struct str rest,
                      char between)
{
    struct str line;
    size_t passed = 0;
    memset(columns, 0, sizeof *columns);
    columns->count = head->count;
    memcpy(columns->name, head->cell, head->count * sizeof head->cell[0]);
    while (columns->rows < OWN_ROWS_LOOKED && str_cut(&rest, '\n', &line)) {
        struct cells row = cells_of(line, between);
        bool figures = false;
        for (size_t i = 0; i < row.count; i++)
            figures = figures || is_figure(row.cell[i]);
        if (row.count != head->count || !figures || is_rule(line)) {
            if (columns->rows > 0 || ++passed > BETWEEN_MOST)
                break;
            continue;
        }
        for (size_t i = 0; i < row.count; i++)
            own_cell(columns, i, row.cell[i]);
        columns->rows++;
    }
    return columns->rows > 0 && !columns->comma;
}

/* Lines for which the condition holds. */
static size_t filtered(struct str bytes, size_t count, size_t column, char between)
{
    struct str line;
    size_t rows = 0;
    while (str_cut(&bytes, '\n', &line)) {
        struct cells row = cells_of(line, between);
        rows += row.count == count && is_figure(row.cell[column]);
    }
    return rows;
}

/* One condition for all columns: that of the first number. */
static bool filter_put(struct arena *home, struct str bytes, const struct own_columns *columns,
                       char between, struct own_shape *shape)
{
    size_t first = 0;
    while (first < columns->count && !columns->number[first])
        first++;
    if (first == columns->count || filtered(bytes, columns->count, first, between) != columns->rows)
        return false;
    bool piped = between == '|';
    shape->filter = str_format(home, "NF==%zu && $%zu ~ /^%s[0-9.]+[A-Za-z%%\\/ ]*\\r?$/",
                               columns->count + (piped ? 2 : 0), first + 1 + (piped ? 1 : 0),
                               piped ? " *" : "");
    return true;
}

static void better_take(struct own_shape *shape, const struct own_shape *next)
{
    if (next->all > 0 && own_best(next) > own_best(shape))
        *shape = *next;
}

struct within { /* a text in which tables are looked for */
    struct arena *home;
    struct str bytes;
    struct own_columns *columns; /* taken once */
    struct own_shape *shape;     /* the likeliest so far */
    size_t looked;               /* bytes gone through for conditions */
};

static void table_try(struct within *within, const struct cells *head, struct str rest,
                      char between)
{
    struct own_shape next = { .form = OWN_TABLE, .between = between };
    struct own_columns *columns = within->columns;
    struct str bytes = within->bytes;
    if (within->looked > LOOKED_MOST || !heads(head) || !rows_take(columns, head, rest, between))
        return;
    within->looked += bytes.len;
    if (!filter_put(within->home, bytes, columns, between, &next))
        return;
    next.dressed = str_find(bytes, STR("\r")) != SIZE_MAX;
    own_columns_take(within->home, columns, &next);
    next.kind = OWN_FIGURES; /* its rows are found by a command, each a figure */
    for (size_t i = 0; between == '|' && i < next.all; i++)
        next.found[i].column++; /* awk counts what stands before the first bar */
    next.names += between == '|' && next.names > 0 ? 1 : 0;
    next.beside += between == '|' && next.beside > 0 ? 1 : 0;
    better_take(within->shape, &next);
}

/* "test json::parse ... bench:     812,345 ns/iter (+/- 5,610)" */
static void cargo_look(struct within *within)
{
    struct own_shape next = { .form = OWN_TABLE, .between = ' ', .thousands = true };
    struct arena *home = within->home;
    struct own_columns *columns = within->columns;
    struct str rest = within->bytes, line;
    columns->count = 2;
    columns->name[0] = STR("test");
    columns->name[1] = STR("time");
    while (columns->rows < OWN_ROWS_LOOKED && str_cut(&rest, '\n', &line)) {
        struct cells row = blank_cells(line, false);
        if (row.count < 6 || !str_eq(row.cell[0], STR("test")) ||
            !str_eq(row.cell[3], STR("bench:")) || !str_eq(row.cell[5], STR("ns/iter")))
            continue;
        struct buf digits = buf_new(home, 64);
        for (size_t i = 0; i < row.cell[4].len; i++)
            if (row.cell[4].at[i] != ',')
                buf_put_char(&digits, row.cell[4].at[i]);
        own_cell(columns, 0, row.cell[1]);
        own_cell(columns, 1, buf_str(&digits));
        columns->said[1] = STR("ns/iter");
        columns->rows++;
    }
    bool told = columns->rows == 1 || (columns->rows > 0 && own_tells_rows(columns, 0, 0));
    if (!told)
        return;
    next.rows = columns->rows;
    next.kind = OWN_FIGURES;
    next.names = 2;
    next.filter = STR("$1==\"test\" && $4==\"bench:\"");
    own_take(home, &next,
             (struct own_number){ .name = STR("time"),
                                  .column = 5,
                                  .said = STR("ns/iter"),
                                  .mark = columns->mark[1],
                                  .text = columns->first[1] });
    better_take(within->shape, &next);
}

bool own_within_look(struct arena *home, struct str bytes, struct own_shape *shape)
{
    struct within within = {
        .home = home, .bytes = bytes, .columns = ARENA_NEW(home, struct own_columns), .shape = shape
    };
    struct str rest = bytes, line;
    cargo_look(&within);
    for (size_t looked = 0; looked < HEADS_MOST && str_cut(&rest, '\n', &line); looked++) {
        struct cells piped = piped_cells(line);
        if (piped.count > 0) {
            table_try(&within, &piped, rest, '|');
            continue;
        }
        struct str bare = str_trim(line);
        while (bare.len > 0 && (bare.at[0] == '#' || is_blank(bare.at[0])))
            bare = str_sub(bare, 1, bare.len);
        struct cells words = blank_cells(bare, false), wide = blank_cells(bare, true);
        table_try(&within, &wide, rest, ' ');
        if (words.count != wide.count)
            table_try(&within, &words, rest, ' ');
    }
    return shape->all > 0;
}
