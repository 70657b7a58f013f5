/* form.c - statements.csv, the form that `dossier request` sends and a party fills in.
 *
 * It comes back from a spreadsheet: with commas, semicolons or tabs between cells, in UTF-8 or
 * UTF-16, with CR LF or LF. Whoever returns it may want another question answered than was asked,
 * so that a row counts only with the words that this program asks its key by. A cell that a
 * spreadsheet would run as a formula is refused: whoever opens the form next would run it. */
#include "form.h"
#include "file_read.h"

#include <string.h>

enum { ROWS_MOST = 1000, CELL_MOST = 1000 };

static const char *const names[] = {
    [ASKED_NUMBER] = FORM_MARK, [ASKED_KEY] = "key",   [ASKED_QUESTION] = "question",
    [ASKED_UNIT] = "unit",      [ASKED_HINT] = "hint", [ASKED_VALUE] = "value",
    [ASKED_REMARK] = "remark",  [ASKED_RULE] = "rule", [ASKED_REASON] = "reason",
};

const char *form_column_name(enum form_column column)
{
    return names[column];
}

struct str form_question(enum key key)
{
    return key == KEY_COUNT ? STR(FORM_WORDS_QUESTION) : str_from(vocabulary_row(key)->title);
}

struct str form_unit(enum key key)
{
    return key == KEY_COUNT ? STR("") : str_from(unit_row(vocabulary_row(key)->unit)->symbol);
}

void form_put_row(const struct str *cell, struct buf *out)
{
    for (size_t i = 0; i < ASKED_COLUMNS; i++) {
        bool quoted = false;
        for (size_t k = 0; k < cell[i].len; k++)
            quoted = quoted || strchr(",;\t\"\r\n", cell[i].at[k]);
        buf_put(out, i > 0 ? STR(",") : STR(""));
        buf_put(out, quoted ? STR("\"") : STR(""));
        for (size_t k = 0; k < cell[i].len; k++) {
            buf_put(out, cell[i].at[k] == '"' ? STR("\"") : STR(""));
            buf_put_char(out, cell[i].at[k]);
        }
        buf_put(out, quoted ? STR("\"") : STR(""));
    }
    buf_put(out, STR("\r\n"));
}

/* ---- cells ---- */

struct cells { /* one row after another */
    struct reading *reading;
    struct str rest;
    uint64_t offset;
    uint32_t line, row;
    char separator;
    struct str cell[ASKED_COLUMNS + 1]; /* one more tells that there are too many */
    size_t count;
    uint64_t row_offset;
    uint32_t row_line;
};

static bool wrong(const struct cells *c, size_t column, struct str expected, struct str said)
{
    struct place place = { .offset = c->row_offset, .line = c->row_line, .column = 1 };
    place.path = column < ASKED_COLUMNS
                     ? str_format(c->reading->home, "row %u column %s", c->row, names[column])
                     : str_format(c->reading->home, "row %u", c->row);
    reading_error(c->reading, DIAG_BESIDE_BAD, place, expected, said);
    return false;
}

/* RFC 4180: the inside of a quoted cell, doubled quotes made single. False: it never ends. */
static bool quoted_take(struct cells *c, struct str *out)
{
    struct buf text = buf_new(c->reading->scratch, c->rest.len + 1);
    size_t at = 1;
    for (; at < c->rest.len; at++) {
        if (c->rest.at[at] == '"' && (at + 1 >= c->rest.len || c->rest.at[at + 1] != '"'))
            break;
        at += c->rest.at[at] == '"';
        c->line += c->rest.at[at] == '\n';
        buf_put_char(&text, c->rest.at[at]);
    }
    if (at >= c->rest.len)
        return false;
    c->rest = str_sub(c->rest, at + 1, c->rest.len);
    *out = str_keep(c->reading->home, str_trim(buf_str(&text)));
    return true;
}

static bool is_end(const struct cells *c)
{
    return c->rest.len == 0 || c->rest.at[0] == '\n' ||
           (c->rest.at[0] == '\r' && (c->rest.len == 1 || c->rest.at[1] == '\n'));
}

static struct str plain_take(struct cells *c)
{
    size_t len = 0;
    while (len < c->rest.len && c->rest.at[len] != c->separator && c->rest.at[len] != '\n')
        len++;
    struct str cell = str_sub(c->rest, 0, len);
    /* The carriage return belongs to the end of the line. */
    size_t kept = len - (len > 0 && len < c->rest.len && c->rest.at[len] == '\n' &&
                         c->rest.at[len - 1] == '\r');
    c->rest = str_sub(c->rest, kept, c->rest.len);
    return str_keep(c->reading->home, str_trim(str_sub(cell, 0, kept)));
}

/* The next row. False: there is none, or it is broken (*good false, told). */
static bool row_next(struct cells *c, bool *good)
{
    if (c->rest.len == 0 || !*good)
        return false;
    const char *begin = c->rest.at;
    c->row_offset = c->offset;
    c->row_line = c->line;
    c->row++;
    c->count = 0;
    for (;;) {
        struct str cell;
        if (c->rest.len > 0 && c->rest.at[0] == '"') {
            if (!quoted_take(c, &cell)) {
                *good = wrong(c, ASKED_COLUMNS, STR("a closing quote"),
                              STR("a cell's quote is never closed"));
                return false;
            }
            if (!is_end(c) && c->rest.at[0] != c->separator) {
                *good = wrong(c, ASKED_COLUMNS, STR("the next cell"), STR("text behind a quote"));
                return false;
            }
        } else {
            cell = plain_take(c);
        }
        if (c->count <= ASKED_COLUMNS)
            c->cell[c->count] = cell;
        c->count += c->count <= ASKED_COLUMNS;
        if (is_end(c))
            break;
        c->rest = str_sub(c->rest, 1, c->rest.len);
    }
    size_t feed = str_find(str_sub(c->rest, 0, 2), STR("\n"));
    c->rest = str_sub(c->rest, feed == SIZE_MAX ? c->rest.len : feed + 1, c->rest.len);
    c->line++;
    c->offset += (uint64_t)(c->rest.at - begin);
    for (size_t i = c->count; i < ASKED_COLUMNS; i++)
        c->cell[i] = (struct str){ 0 };
    return true;
}

/* ---- what a row may say ---- */

/* "=1+1", "@SUM(A1)", "+cmd|...": what a spreadsheet runs. "-5", "+5 %" and "-tp 2" are text. */
static bool is_formula(struct str text)
{
    if (text.len == 0 || !strchr("=@+-", text.at[0]))
        return false;
    return text.at[0] == '=' || text.at[0] == '@' || str_find(text, STR("(")) != SIZE_MAX ||
           str_find(text, STR("|")) != SIZE_MAX || str_find(text, STR("!")) != SIZE_MAX;
}

static bool has_control(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if ((unsigned char)text.at[i] < ' ' || text.at[i] == 0x7F)
            return true;
    return false;
}

static bool cell_good(const struct cells *c, size_t column)
{
    struct str text = c->cell[column];
    if (text.len > CELL_MOST)
        return wrong(c, column, STR("at most 1000 bytes"), STR("a longer text"));
    if (has_control(text))
        return wrong(c, column, STR("one line of text"), STR("a control character or line break"));
    if (is_formula(text)) {
        return wrong(c, column, STR("text or a number, and no formula of a spreadsheet"),
                     str_sub(text, 0, 40));
    }
    return true;
}

static bool row_good(const struct cells *c, struct form_row *row)
{
    struct str name = c->cell[ASKED_KEY];
    bool good = true;
    if (c->count > ASKED_COLUMNS) {
        return wrong(c, ASKED_COLUMNS, STR("as many cells as the header has"),
                     STR("a cell behind the last column; text with the separator in it goes into "
                         "quotes"));
    }
    for (size_t i = 0; i < ASKED_COLUMNS; i++)
        good = cell_good(c, i) && good;
    row->key = KEY_COUNT;
    if (good && !str_eq(name, STR(FORM_WORDS)) &&
        (!vocabulary_find(name, &row->key) || !key_is_declarable(row->key)))
        return wrong(c, ASKED_KEY, STR("a key that a party may state"), str_sub(name, 0, 64));
    if (good && !str_eq(c->cell[ASKED_QUESTION], form_question(row->key))) {
        good = wrong(c, ASKED_QUESTION, form_question(row->key),
                     STR("the question is not the one that was asked"));
    }
    if (good && !str_eq(c->cell[ASKED_UNIT], form_unit(row->key)))
        good = wrong(c, ASKED_UNIT, form_unit(row->key), STR("the unit is not the one asked for"));
    return good;
}

/* The header, which also tells what stands between cells. */
static bool header_good(struct cells *c, bool *good)
{
    struct str head = STR(FORM_MARK), text = c->rest;
    size_t at = str_starts(text, STR("\"")) ? head.len + 2 : head.len;
    c->separator = ',';
    if (at < text.len && (text.at[at] == ';' || text.at[at] == '\t'))
        c->separator = text.at[at];
    if (!row_next(c, good))
        return *good && wrong(c, ASKED_COLUMNS, STR("a line of column names"), STR("nothing"));
    for (size_t i = 0; i < ASKED_COLUMNS; i++)
        if (!str_eq(c->cell[i], str_from(names[i])) || c->count != ASKED_COLUMNS)
            return wrong(c, i, str_from(names[i]), STR("another column"));
    return true;
}

static bool said_before(const struct form_row *row, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_eq(row[i].cell[ASKED_KEY], row[count].cell[ASKED_KEY]))
            return true;
    return false;
}

static struct place value_place(const struct cells *c)
{
    struct place place = { .offset = c->row_offset, .line = c->row_line, .column = 1 };
    place.path = str_format(c->reading->home, "row %u column %s", c->row, names[ASKED_VALUE]);
    return place;
}

bool form_rows(struct reading *reading, struct form_row **out, size_t *count)
{
    struct cells c = { .reading = reading, .rest = reading->bytes, .line = 1 };
    bool whole = true, good = true;
    *out = ARENA_MANY(reading->home, ROWS_MOST + 1, struct form_row);
    *count = 0;
    if (!str_is_utf8(reading->bytes)) {
        reading_error(reading, DIAG_BESIDE_BAD, (struct place){ 0 },
                      STR("UTF-8 or UTF-16: save it as \"CSV UTF-8\""),
                      STR("bytes of another encoding"));
        return false;
    }
    if (!header_good(&c, &whole))
        return false;
    while (row_next(&c, &whole)) {
        struct form_row *row = &(*out)[*count];
        bool empty = true;
        for (size_t i = 0; i < c.count && i < ASKED_COLUMNS; i++)
            empty = empty && c.cell[i].len == 0;
        if (empty && c.count <= ASKED_COLUMNS)
            continue;
        if (*count == ROWS_MOST)
            return wrong(&c, ASKED_COLUMNS, STR("at most 1000 rows"), STR("more"));
        memcpy(row->cell, c.cell, sizeof row->cell);
        row->row = c.row;
        row->place = value_place(&c);
        if (!row_good(&c, row))
            good = false;
        else if (said_before(*out, *count))
            good = wrong(&c, ASKED_KEY, STR("each key once"), row->cell[ASKED_KEY]);
        else
            ++*count;
    }
    return good && whole;
}

bool form_read(struct arena *home, struct str name, struct str bytes, struct form_row **out,
               size_t *count, struct diags *diags)
{
    const struct evidence evidence = { .name = name, .packed = name, .bytes = bytes };
    struct reading reading = { .home = home,
                               .scratch = home,
                               .evidence = &evidence,
                               .name = name,
                               .bytes = bytes,
                               .limits = &limits_default,
                               .diags = diags };
    *count = 0;
    return text_decode(&reading) && form_rows(&reading, out, count);
}
