/* mutations_tables.c - tables whose columns stand in another order, or twice. */
#include "mutations.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const size_t REVERSE = SIZE_MAX; /* in place of the column that is said twice */

struct row { /* of one line: its cells, and what stands before and behind them */
    struct str cell[CSV_CELLS], before, behind;
    size_t count;
    bool names; /* the header, or a rule below it: a column said twice has the same there */
};

static void cells_split(struct row *row, struct str cells, char separator)
{
    struct str piece;
    row->count = 0;
    while (row->count < CSV_CELLS && str_cut(&cells, separator, &piece))
        row->cell[row->count++] = separator == '|' ? piece : str_trim(piece);
}

static void row_put(const struct row *row, size_t twice, const char *glue, const char *again,
                    struct buf *out)
{
    buf_put(out, row->before);
    for (size_t i = 0; i < row->count; i++) {
        buf_put(out, i > 0 ? str_from(glue) : STR(""));
        buf_put(out, row->cell[twice == REVERSE ? row->count - 1 - i : i]);
    }
    if (twice != REVERSE) {
        buf_put(out, str_from(glue));
        buf_put(out, row->names ? row->cell[twice] : str_from(again));
    }
    buf_put(out, row->behind);
}

/* One form of table: a line as a row; false: no row of the table. */
struct grid {
    bool (*row)(struct str line, bool first, struct row *out);
    const char *glue, *again;
    bool several; /* other lines part a table from the next one, with a header of its own */
};

/* All tables of the text, with columns in reverse or one twice. False: none, or not as wide, or of
 * rows that have not as many cells as the first. */
static bool grid_put(struct str bytes, const struct grid *grid, size_t twice, struct buf *out)
{
    struct str rest = bytes, line;
    struct row *row = calloc(1, sizeof *row);
    size_t columns = 0;
    bool even = true, inside = false, wide = false;
    assert_non_null(row);
    while (even && rest.len > 0 && str_cut(&rest, '\n', &line)) {
        bool carriage = str_ends(line, STR("\r"));
        line.len -= carriage ? 1 : 0;
        if (!inside && grid->several)
            columns = 0;
        inside = grid->row(line, columns == 0, row);
        wide = wide || (inside && row->count > 1);
        if (inside) {
            even =
                (columns == 0 || row->count == columns) && (twice == REVERSE || twice < row->count);
            columns = row->count;
            if (even)
                row_put(row, twice, grid->glue, grid->again, out);
        } else {
            buf_put(out, line);
        }
        buf_put(out, carriage ? STR("\r") : STR(""));
        buf_put(out, rest.at ? STR("\n") : STR(""));
    }
    free(row);
    return even && wide;
}

static size_t grid_reorder(const struct input *input, const struct adapter_result *whole,
                           const struct grid *grid)
{
    struct arena *home = arena_new((size_t)1 << 32);
    struct buf out = buf_new(home, input->bytes.len * 4 + 64);
    size_t tried = grid_put(input->bytes, grid, REVERSE, &out)
                       ? reordered_judge(input, whole, buf_str(&out), "columns in reverse")
                       : 0;
    arena_free(home);
    return tried;
}

static size_t grid_twice(const struct input *input, const struct adapter_result *whole,
                         const struct grid *grid)
{
    size_t times = mutant_times(MEMBERS, input->bytes.len), i = 0;
    for (bool more = true; more && i < times; i += more ? 1 : 0) {
        struct arena *home = arena_new((size_t)1 << 33);
        struct buf out = buf_new(home, input->bytes.len * 8 + 4096);
        more = grid_put(input->bytes, grid, i, &out);
        if (more) {
            second_judge(input, whole, buf_str(&out),
                         str_c(home, str_format(home, "column %zu said twice", i + 1)));
        }
        arena_free(home);
    }
    return i;
}

/* ---- comma-separated ---- */

static bool csv_row(struct str line, bool first, struct row *out)
{
    *out = (struct row){ .names = first };
    cells_split(out, line, ',');
    return line.len > 0;
}

static const struct grid csv = { csv_row, ", ", "77777", false };

/* Where no cell is quoted: what is split at commas is what the reader splits. */
static bool is_plain(const struct input *input)
{
    return str_find(input->bytes, STR("\"")) == SIZE_MAX;
}

size_t csv_reorder(const struct input *input, const struct adapter_result *whole,
                   const struct format_family *family)
{
    (void)family;
    return is_plain(input) ? grid_reorder(input, whole, &csv) : 0;
}

size_t csv_columns_twice(const struct input *input, const struct adapter_result *whole,
                         const struct format_family *family)
{
    (void)family;
    return is_plain(input) ? grid_twice(input, whole, &csv) : 0;
}

/* A column again, and a row again. */
size_t csv_twice(const struct input *input, const struct adapter_result *whole,
                 const struct format_family *family)
{
    size_t columns = is_plain(input) ? grid_twice(input, whole, &csv) : 0;
    return columns + lines_twice(input, whole, family);
}

/* ---- Markdown ---- */

static bool is_rule(struct str line)
{
    for (size_t i = 0; i < line.len; i++)
        if (!strchr("|-: ", line.at[i]))
            return false;
    return true;
}

static bool markdown_row(struct str line, bool first, struct row *out)
{
    line = str_trim(line);
    if (line.len < 3 || !str_starts(line, STR("|")) || !str_ends(line, STR("|")))
        return false;
    *out = (struct row){ .before = STR("|"), .behind = STR("|"), .names = first || is_rule(line) };
    cells_split(out, str_sub(line, 1, line.len - 1), '|');
    return true;
}

static const struct grid markdown = { markdown_row, "|", " 77777 ", true };

size_t markdown_reorder(const struct input *input, const struct adapter_result *whole,
                        const struct format_family *family)
{
    (void)family;
    return grid_reorder(input, whole, &markdown);
}

size_t markdown_twice(const struct input *input, const struct adapter_result *whole,
                      const struct format_family *family)
{
    return grid_twice(input, whole, &markdown) + lines_twice(input, whole, family);
}

/* ---- columns between blanks ---- */

/* "#Entity  A  B", "GPU 0  1  2", or "# gpu  A  B", "    0  1  2": the header's names stand for as
 * many words at a row's end. */
static bool aligned_row(struct str line, bool first, struct row *out)
{
    static size_t columns;
    struct str rest = line, word;
    struct str begin = str_trim(line);
    bool header = str_starts(line, STR("#"));
    bool values = str_starts(line, STR("GPU ")) ||
                  (begin.len > 0 && begin.at[0] >= '0' && begin.at[0] <= '9');
    columns = first ? 0 : columns;
    *out = (struct row){ .names = header, .count = 0 };
    while ((header || values) && out->count < CSV_CELLS && str_cut(&rest, ' ', &word))
        if (word.len > 0)
            out->cell[out->count++] = word;
    columns = header && out->count > 0 ? out->count - 1 : columns;
    if (columns == 0 || out->count < columns)
        return false;
    size_t skip = out->count - columns;
    out->before = str_sub(line, 0, (size_t)(out->cell[skip].at - line.at));
    memmove(out->cell, out->cell + skip, columns * sizeof *out->cell);
    out->count = columns;
    return true;
}

static const struct grid aligned = { aligned_row, "  ", "77777", false };

size_t aligned_reorder(const struct input *input, const struct adapter_result *whole,
                       const struct format_family *family)
{
    (void)family;
    return grid_reorder(input, whole, &aligned);
}

size_t aligned_twice(const struct input *input, const struct adapter_result *whole,
                     const struct format_family *family)
{
    (void)family;
    return grid_twice(input, whole, &aligned);
}

/* ---- INSERT INTO t (a, b) VALUES ('1', '2') ---- */

/* One half of the statement: the list behind `word`, as a row of the table. */
static bool list_row(struct str line, struct str word, bool names, struct row *out)
{
    size_t at = str_find(line, word);
    struct str rest = str_sub(line, at == SIZE_MAX ? line.len : at, line.len);
    size_t open = str_find(rest, STR("(")), close = str_find(rest, STR(")"));
    if (open == SIZE_MAX || close == SIZE_MAX || close < open)
        return false;
    *out =
        (struct row){ .before = str_sub(rest, 0, open + 1), .behind = STR(") "), .names = names };
    cells_split(out, str_sub(rest, open + 1, close), ',');
    return true;
}

static bool insert_put(struct str bytes, size_t twice, struct buf *out)
{
    struct str rest = bytes, line;
    bool any = false, even = true;
    struct row *names = calloc(1, sizeof *names), *values = calloc(1, sizeof *values);
    assert_true(names && values);
    while (even && rest.len > 0 && str_cut(&rest, '\n', &line)) {
        if (str_starts(line, STR("INSERT INTO"))) {
            any = true;
            even = list_row(line, STR("INSERT INTO"), true, names) &&
                   list_row(line, STR("VALUES"), false, values) && names->count == values->count &&
                   (twice == REVERSE || twice < names->count);
            if (even) {
                row_put(names, twice, ", ", "", out);
                row_put(values, twice, ", ", "'77777'", out);
                buf_put_char(out, ';');
            }
        } else {
            buf_put(out, line);
        }
        buf_put(out, rest.at ? STR("\n") : STR(""));
    }
    free(names);
    free(values);
    return any && even;
}

size_t insert_reorder(const struct input *input, const struct adapter_result *whole,
                      const struct format_family *family)
{
    (void)family;
    struct arena *home = arena_new((size_t)1 << 32);
    struct buf out = buf_new(home, input->bytes.len * 4 + 64);
    size_t tried = insert_put(input->bytes, REVERSE, &out)
                       ? reordered_judge(input, whole, buf_str(&out), "columns in reverse")
                       : 0;
    arena_free(home);
    return tried;
}

size_t insert_twice(const struct input *input, const struct adapter_result *whole,
                    const struct format_family *family)
{
    size_t times = mutant_times(MEMBERS, input->bytes.len), i = 0;
    for (bool more = true; more && i < times; i += more ? 1 : 0) {
        struct arena *home = arena_new((size_t)1 << 33);
        struct buf out = buf_new(home, input->bytes.len * 8 + 4096);
        more = insert_put(input->bytes, i, &out);
        if (more) {
            second_judge(input, whole, buf_str(&out),
                         str_c(home, str_format(home, "column %zu said twice", i + 1)));
        }
        arena_free(home);
    }
    return i + lines_twice(input, whole, family);
}
