/* walk_csv.c - field tables over CSV (RFC 4180, with the blank after the comma that nvidia-smi
 * writes). */
#include "csv_ahead.h"

#include "base/progress.h"

#include <assert.h>
#include <glib.h>
#include <string.h>

enum { TOLD_ROWS = 1 << 14 };

/* The inside of a quoted cell with doubled quotes made single; `rest` stands on the opening quote.
 */
static bool quoted_take(struct csv *csv, struct str *rest, struct str *out)
{
    bool doubled = false;
    size_t end = 1;
    for (; end < rest->len; end++) {
        if (rest->at[end] == '\n')
            csv->line++;
        if (rest->at[end] != '"')
            continue;
        if (end + 1 >= rest->len || rest->at[end + 1] != '"')
            break;
        doubled = true;
        end++;
    }
    if (end >= rest->len)
        return false;
    struct str inside = str_sub(*rest, 1, end);
    *rest = str_sub(*rest, end + 1, rest->len);
    *out = inside;
    if (doubled) {
        struct buf buf = buf_new(csv->reading->scratch, inside.len + 1);
        for (size_t i = 0; i < inside.len; i++) {
            buf_put_char(&buf, inside.at[i]);
            i += inside.at[i] == '"' ? 1 : 0;
        }
        *out = buf_str(&buf);
    }
    return true;
}

static void csv_error(struct csv *csv, struct str expected, const char *said)
{
    struct place place = { .file = csv->reading->name,
                           .offset = csv->start_offset,
                           .line = csv->start_line,
                           .column = 1 };
    diag_add(csv->reading->diags, DIAG_CSV_BAD, place, expected, "%s", said);
}

/* The quoted cell at `at` and the blanks behind it; NULL: broken (said so), else where it ends. */
static const char *quoted_end(struct csv *csv, const char *at, const char *end, struct str *cell)
{
    struct str rest = { at, (size_t)(end - at) };
    if (!quoted_take(csv, &rest, cell)) {
        csv_error(csv, STR("a closing quote"), "a cell's quote is never closed");
        return NULL;
    }
    at = cell_end(rest.at, end);
    if (blanks_off(rest.at, at).len) {
        csv_error(csv, STR("a comma"), "text behind a closing quote");
        return NULL;
    }
    return at;
}

/* One row into csv->cell. False: broken (said so). */
static bool row_read(struct csv *csv)
{
    const char *begin = csv->rest.at, *end = begin + csv->rest.len, *at = begin;
    csv->cells = 0;
    csv->start_line = csv->line;
    csv->start_offset = csv->offset;
    for (;; at++) {
        struct str cell;
        while (at < end && (*at == ' ' || *at == '\t'))
            at++;
        if (at < end && *at == '"') {
            at = quoted_end(csv, at, end, &cell);
            if (!at)
                return false;
        } else {
            const char *from = at;
            at = cell_end(at, end);
            cell = blanks_off(from, at);
        }
        static_assert(CSV_CELLS == 2048, "as is said");
        if (csv->cells == CSV_CELLS) {
            csv_error(csv, STR("at most 2048 columns"), "too many columns");
            return false;
        }
        csv->cell[csv->cells++] = cell;
        if (at == end || *at == '\n')
            break;
    }
    if (at < end) {
        at++;
        csv->line++;
    }
    csv->offset += (uint64_t)(at - begin);
    csv->rest.at = at;
    csv->rest.len = (size_t)(end - at);
    return true;
}

/* Whether something is drawn over a line's beginning: a carriage return that more of it follows. */
static bool has_stroke(struct str text)
{
    const char *at = text.at, *end = text.at + text.len;
    while (at && at < end && (at = memchr(at, '\r', (size_t)(end - at)))) {
        at++;
        if (at < end && *at != '\n' && *at != '\r')
            return true;
    }
    return false;
}

static bool quotes_odd(struct str text)
{
    bool odd = false;
    const char *at = text.at, *end = text.at + text.len;
    while (at && at < end && (at = memchr(at, '"', (size_t)(end - at)))) {
        odd = !odd;
        at++;
    }
    return odd;
}

/* Of a file that is decoded meanwhile: waits for all of the row at the cursor. False: there is
 * none, or one that only a look at the whole file tells how to read. */
static bool row_await(struct csv *csv)
{
    struct reading *reading = csv->reading;
    size_t at = 0;
    bool quoted = false, more = true;
    reading_pass(reading, csv->offset, &csv->passed);
    while (more) {
        struct str rest = str_sub(csv->rest, at, csv->rest.len);
        const char *end = rest.len ? memchr(rest.at, '\n', rest.len) : NULL;
        size_t step = end ? (size_t)(end - rest.at) + 1 : rest.len;
        quoted = quoted != quotes_odd(str_sub(rest, 0, step));
        at += step;
        if (end && !quoted)
            break;
        if (at == csv->rest.len) {
            more = reading_more(reading);
            csv->rest = str_sub(reading->bytes, (size_t)csv->offset, reading->bytes.len);
        }
    }
    reading->whole_wanted = reading->whole_wanted || has_stroke(str_sub(csv->rest, 0, at));
    return csv->rest.len > 0 && !reading->whole_wanted;
}

bool csv_next(struct csv *csv)
{
    bool fed = csv->reading->feed != NULL;
    while (fed ? row_await(csv) : csv->rest.len > 0) {
        if (!(csv->ahead && csv_ahead_row(csv)) && !row_read(csv)) {
            csv->rest.len = 0;
            return false;
        }
        csv->row++;
        if ((csv->row & (TOLD_ROWS - 1)) == 0) {
            progress_within(csv->offset);
            if (!fed)
                file_passing(csv->reading->bytes, (size_t)csv->offset, &csv->passed);
        }
        if (csv->cells > 1 || csv->cell[0].len)
            return true;
    }
    return false;
}

/* The current row names the columns. False: one name stands twice (said so). */
static bool names_take(struct csv *csv)
{
    struct reading *reading = csv->reading;
    csv->columns = csv->cells;
    for (size_t i = 0; i < csv->columns; i++) {
        csv->name[i] = str_keep(reading->scratch, csv->cell[i]);
        for (size_t j = 0; j < i; j++) {
            if (csv->name[i].len && str_eq(csv->name[i], csv->name[j])) {
                reading_error(reading, DIAG_CSV_BAD, csv_place(csv, i),
                              STR("each column name once"), csv->name[i]);
                return false;
            }
        }
    }
    return true;
}

static bool has_return(const struct reading *reading, struct str text)
{
    struct str rest = text, piece = { 0 };
    bool found = false;
    do {
        piece = piece_next(reading, &rest, piece);
        found = piece.len && memchr(piece.at, '\r', piece.len);
    } while (piece.len && !found);
    return found;
}

/* In a table a carriage return inside a line is a progress bar's, drawn over a row: of what it hid
 * nobody can tell. Elsewhere lines_next gives each drawing. */
static bool rows_are_plain(struct csv *csv)
{
    struct str text = csv->rest;
    bool quoted = false;
    if (!has_return(csv->reading, text))
        return true;
    for (size_t at = 0; at + 1 < text.len; at++) {
        char next = text.at[at + 1];
        quoted = quoted != (text.at[at] == '"');
        if (text.at[at] == '\r' && !quoted && next != '\n' && next != '\r') {
            reading_error(csv->reading, DIAG_TEXT_STROKE, place_at(csv->reading, csv->offset + at),
                          STR(""), STR(""));
            return false;
        }
    }
    return true;
}

/* The row at the cursor names the columns. */
static bool header_read(struct csv *csv)
{
    struct reading *reading = csv->reading;
    if (!reading->feed && !rows_are_plain(csv)) /* of such row_await asks row by row */
        return false;
    size_t before = diags_count(reading->diags, LEVEL_INPUT);
    if (!csv_next(csv)) {
        if (diags_count(reading->diags, LEVEL_INPUT) == before)
            csv_error(csv, STR("a line of column names"), "empty table");
        return false;
    }
    return names_take(csv);
}

void csv_header(struct csv *csv)
{
    if (!names_take(csv))
        csv->columns = 0;
}

bool csv_row_fits(struct csv *csv)
{
    for (size_t i = csv->columns; i < csv->cells; i++) {
        if (csv->cell[i].len > 0) {
            csv_error(csv, STR("as many cells as the header names; a number has no comma inside"),
                      "more cells than columns");
            return false;
        }
    }
    return true;
}

bool csv_begin(struct csv *csv, struct reading *reading)
{
    memset(csv, 0, sizeof *csv);
    csv->reading = reading;
    csv->rest = str_sub(reading->bytes, reading->begin, reading->bytes.len);
    csv->offset = reading->begin;
    csv->line = 1;
    if (reading->begin) {
        csv->line = place_at(reading, reading->begin).line;
        reading_beside(reading, 0, reading->begin);
    }
    return header_read(csv);
}

bool csv_begin_at(struct csv *csv, struct reading *reading, struct str header)
{
    struct lines lines;
    struct line line;
    memset(csv, 0, sizeof *csv);
    csv->reading = reading;
    csv->line = 1;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line)) {
        if (str_starts(line.text, header)) {
            csv->rest = str_sub(reading->bytes, line.offset, reading->bytes.len);
            csv->offset = line.offset;
            csv->line = line.number;
            break;
        }
    }
    return header_read(csv);
}

size_t csv_column(const struct csv *csv, struct str name)
{
    for (size_t i = 0; i < csv->columns; i++)
        if (str_eq(csv->name[i], name))
            return i;
    return SIZE_MAX;
}

struct str csv_cell(const struct csv *csv, size_t column)
{
    return column < csv->cells ? csv->cell[column] : (struct str){ 0 };
}

struct place csv_spot(const struct csv *csv, size_t column)
{
    const char *at = column < csv->cells ? csv->cell[column].at : NULL;
    const char *base = csv->reading->bytes.at;
    bool inside = at && at >= base && at <= base + csv->reading->bytes.len;
    return (struct place){ .file = csv->reading->name,
                           .offset = inside ? (uint64_t)(at - base) : csv->start_offset,
                           .line = csv->start_line };
}

struct place csv_place(const struct csv *csv, size_t column)
{
    struct str name = column < csv->columns ? csv->name[column] : STR("?");
    struct place place = csv_spot(csv, column);
    place.path = str_format(csv->reading->scratch, "row %u column %.*s", csv->row, STR_ARG(name));
    return place;
}

void csv_fields(struct csv *csv, struct str instance, const struct field *field, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t column = csv_column(csv, str_from(field[i].path));
        if (column < csv->cells) {
            (void)reading_fact(csv->reading, field[i].key, instance, csv->cell[column],
                               field[i].unit, csv_place(csv, column));
        } else if (field[i].required) {
            reading_missing(csv->reading, field[i].path);
        }
    }
}

/* ---- grouped digits ---- */

/* Commas only between groups of three digits, and one to three digits before the first, of which
 * the first is no 0: "0,345" is a third elsewhere, and nothing here. */
static bool is_grouped(struct str text)
{
    size_t first = str_find(text, STR(","));
    size_t digits = 0;
    if (first == 0 || first > 3 || text.at[0] == '0')
        return false;
    for (size_t i = first; i <= text.len; i++) {
        char c = (char)(i < text.len ? text.at[i] : '.');
        if (c == ',' || c == '.') {
            if (i > first && digits != 3)
                return false;
            if (c == '.')
                return str_find(str_sub(text, i, text.len), STR(",")) == SIZE_MAX;
            digits = 0;
        } else {
            digits++;
        }
    }
    return false;
}

bool csv_grouped(struct arena *home, struct str text, double *out)
{
    if (str_find(text, STR(",")) == SIZE_MAX)
        return num_real(text, out);
    struct buf plain = buf_new(home, text.len + 1);
    for (size_t i = 0; i < text.len; i++)
        if (text.at[i] != ',')
            buf_put_char(&plain, text.at[i]);
    return is_grouped(text) && num_real(buf_str(&plain), out);
}
