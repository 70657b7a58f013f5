/* own_table.c - tables in files of no known format. */
#include "own_table.h"
#include "base/num.h"
#include <glib.h>
#include <stdlib.h>
#include <string.h>

static struct str unquoted(struct str cell)
{
    cell = str_trim(cell);
    bool quoted = cell.len > 1 && cell.at[0] == '"' && cell.at[cell.len - 1] == '"';
    return quoted ? str_sub(cell, 1, cell.len - 1) : cell;
}

/* "10,25" where cells are not parted by commas. */
static bool comma_real(struct str text, double *out)
{
    char copy[32];
    size_t at = str_find(text, STR(","));
    if (at == SIZE_MAX || text.len >= sizeof copy)
        return false;
    memcpy(copy, text.at, text.len);
    copy[at] = '.';
    return num_real((struct str){ copy, text.len }, out);
}

/* "81.20 us" and "1011000.31k": what stands behind the number, of letters alone. */
static bool marked_real(struct str text, double *out, struct str *said)
{
    size_t to = 0;
    while (to < text.len && (g_ascii_isdigit(text.at[to]) || text.at[to] == '.'))
        to++;
    struct str behind = str_trim(str_sub(text, to, text.len));
    if (to == 0 || behind.len == 0 || behind.len > 12 || !num_real(str_sub(text, 0, to), out))
        return false;
    if (str_eq(behind, STR("\xce\xbcs")) || str_eq(behind, STR("\xc2\xb5s")))
        behind = STR("us");
    for (size_t i = 0; i < behind.len; i++)
        if (!g_ascii_isalpha(behind.at[i]) && !strchr("/%", behind.at[i]))
            return false;
    *said = behind;
    return true;
}

void own_cell(struct own_columns *columns, size_t at, struct str text)
{
    double value = 0;
    struct str said = { 0 };
    bool number = num_real(text, &value), first = columns->rows == 0;
    if (number)
        columns->point = columns->point || str_find(text, STR(".")) != SIZE_MAX;
    else if (marked_real(text, &value, &said))
        columns->point = number = true;
    else if (comma_real(text, &value))
        columns->comma = number = true;
    if (first) {
        columns->first[at] = text;
        columns->said[at] = said;
    }
    if (columns->rows < OWN_NAMED_MOST)
        columns->text[at][columns->rows] = text;
    if (columns->rows < OWN_ROWS_LOOKED)
        columns->value[at][columns->rows] = value;
    columns->mark[at] = own_mark(columns->mark[at], text);
    columns->number[at] =
        number && (first || columns->number[at]) && str_eq(said, columns->said[at]);
    columns->rises[at] = first || (columns->rises[at] && value > columns->last[at]);
    columns->steps[at] = first || (columns->steps[at] && value >= columns->last[at] * 1.25);
    columns->low[at] = first ? value : MIN(columns->low[at], value);
    columns->high[at] = first ? value : MAX(columns->high[at], value);
    columns->last[at] = value;
}

void own_outcome_cell(struct own_columns *columns, size_t at, struct str text)
{
    if (columns->rows == 0)
        columns->outcome[at] = own_outcome_named(columns->name[at]);
    if (columns->outcome[at] == OWN_NO_OUTCOME)
        return;
    columns->outcome[at] = own_outcome_seen(columns->outcome[at], text);
    bool failed = own_outcome_failed(columns->outcome[at], text);
    columns->failed[at] = columns->failed[at] || failed;
    columns->served[at] = columns->served[at] || !failed;
}

/* Time stamps since 1970 of this century, which are written in the unit of the times beside them;
 * NULL: the column holds none. */
static const char *stamp_unit(const struct own_columns *columns, size_t at)
{
    static const struct {
        double second;
        const char *unit;
    } scales[] = { { 1e3, "ms" }, { 1e6, "µs" }, { 1e9, "ns" } };
    static const double from = 946684800, to = 4102444800; /* the years 2000 and 2100 */
    for (size_t i = 0; columns->number[at] && i < ARRAY_COUNT(scales); i++)
        if (columns->low[at] >= from * scales[i].second &&
            columns->high[at] < to * scales[i].second)
            return scales[i].unit;
    return NULL;
}

/* What is left of a row's name once it names a benchmark. */
static size_t name_plain(struct str text, bool digits, char *out, size_t most)
{
    size_t len = 0;
    for (size_t i = 0; i < text.len && len + 1 < most; i++)
        if (g_ascii_isalpha(text.at[i]) || (digits && g_ascii_isdigit(text.at[i])))
            out[len++] = text.at[i];
        else if (len == 0 || out[len - 1] != '_')
            out[len++] = '_';
    out[len] = 0;
    return len;
}

enum { PAIR_MOST = 2 * OWN_NAME_MOST + 2 };

/* What the row is called by the columns. */
static void row_name(const struct own_columns *columns, size_t at, size_t other, size_t row,
                     bool digits, char *out)
{
    size_t len = name_plain(columns->text[at][row], digits, out, PAIR_MOST / 2);
    if (at == other)
        return;
    out[len++] = '/';
    (void)name_plain(columns->text[other][row], digits, out + len, PAIR_MOST / 2);
}

bool own_tells_rows(const struct own_columns *columns, size_t at, size_t other)
{
    char one[PAIR_MOST + 1], next[PAIR_MOST + 1];
    /* Where rows are many, names that numbers alone tell apart ("req-1", "req-2") count samples of
     * one; two columns together do not count. */
    bool digits = columns->rows < OWN_ROWS_LEAST || at != other;
    bool told = columns->rows <= OWN_NAMED_MOST;
    for (size_t i = 0; told && i < columns->rows; i++) {
        size_t a = columns->text[at][i].len, b = columns->text[other][i].len;
        told = a > 0 && b > 0 && a <= OWN_NAME_MOST && b <= OWN_NAME_MOST;
        row_name(columns, at, other, i, digits, one);
        for (size_t k = 0; told && k < i; k++) {
            row_name(columns, at, other, k, digits, next);
            told = strcmp(one, next) != 0;
        }
    }
    return told;
}

/* Whether each row is of a work of its own that the column names: "SET", "GET". */
static bool names_rows(const struct own_columns *columns, size_t at)
{
    if (columns->number[at] || columns->rows < 2 || columns->rows > OWN_NAMED_MOST)
        return false;
    for (size_t i = 0; i < columns->rows; i++)
        if (columns->text[at][i].len > 0 && g_ascii_isdigit(columns->text[at][i].at[0]))
            return false;
    return own_tells_rows(columns, at, at);
}

/* "run", "i", "iteration": it counts samples of one work, and names none. */
static bool counts_rows(struct str name)
{
    static const char *const whole[] = { "i", "n", "no", "nr", "id", "#", "" };
    static const char *const begin[] = { "idx",   "index", "iter",   "run",     "trial", "rep",
                                         "round", "step",  "sample", "attempt", "epoch", "pass" };
    char low[OWN_NAME_MOST + 1] = "";
    for (size_t i = 0; i < name.len && i < OWN_NAME_MOST; i++)
        low[i] = g_ascii_tolower(name.at[i]);
    for (size_t i = 0; i < ARRAY_COUNT(whole); i++)
        if (strcmp(low, whole[i]) == 0)
            return true;
    for (size_t i = 0; i < ARRAY_COUNT(begin); i++)
        if (g_str_has_prefix(low, begin[i]))
            return true;
    return false;
}

/* A size, a batch, a number of clients: whole, from row to row more, and of many rows by steps that
 * no counter takes. Each row is a piece of work of its own then. */
static bool sweeps(const struct own_columns *columns, size_t at)
{
    if (!columns->number[at] || !columns->rises[at] || columns->rows < 2 ||
        columns->rows > OWN_NAMED_MOST || columns->low[at] < 0 || counts_rows(columns->name[at]) ||
        stamp_unit(columns, at) || (columns->rows >= OWN_ROWS_LEAST && !columns->steps[at]))
        return false;
    for (size_t i = 0; i < columns->rows; i++)
        if (str_find(columns->text[at][i], STR(".")) != SIZE_MAX)
            return false;
    struct own_number named = { .name = columns->name[at] };
    own_way_find(&named, NULL);
    return named.way == OWN_UNTOLD;
}

/* "ns" of a column "time_unit" whose rows all say so; NULL: it is none. */
static const char *unit_said(const struct own_columns *columns, size_t at)
{
    bool said = !columns->number[at] && str_ends(columns->name[at], STR("unit"));
    for (size_t i = 1; said && i < columns->rows && i < OWN_NAMED_MOST; i++)
        said = str_eq(columns->text[at][i], columns->text[at][0]);
    char low[8] = "";
    (void)name_plain(said ? columns->text[at][0] : STR(""), false, low, sizeof low);
    return said ? own_time_unit(low) : NULL;
}

/* "ops/ms" of "scoreUnit" beside "score" and "scorePercentiles.99", where all rows say so; else
 * what stands in the cells. */
static struct str unit_beside(const struct own_columns *columns, size_t at)
{
    static const char *const ends[] = { "Unit", "_unit", " unit" };
    for (size_t k = 0; k < columns->count; k++)
        for (size_t e = 0; e < ARRAY_COUNT(ends); e++) {
            struct str other = columns->name[k], end = str_from(ends[e]), said = columns->first[k];
            bool beside = !columns->number[k] && str_ends(other, end) && other.len > end.len &&
                          str_starts(columns->name[at], str_sub(other, 0, other.len - end.len));
            for (size_t i = 1; beside && i < columns->rows && i < OWN_NAMED_MOST; i++)
                beside = str_eq(columns->text[k][i], said);
            if (beside && own_plain(said) && str_find(said, STR(" ")) == SIZE_MAX)
                return said;
        }
    return columns->said[at];
}

/* Seconds of a unit; 0: of none. */
static double factor_of(const char *unit)
{
    static const struct {
        const char *unit;
        double factor;
    } factors[] = { { "s", 1 }, { "ms", 1e-3 }, { "µs", 1e-6 }, { "ns", 1e-9 } };
    for (size_t i = 0; unit && i < ARRAY_COUNT(factors); i++)
        if (strcmp(factors[i].unit, unit) == 0)
            return factors[i].factor;
    return 0;
}

struct span {
    double begin, end;
};

static int by_begin(const void *a, const void *b)
{
    const struct span *left = a, *right = b;
    return (left->begin > right->begin) - (left->begin < right->begin);
}

/* Whether of the rows that were looked at more than one in a hundred begin before the one in front
 * of them has ended, by what stamps in whole units cannot explain. */
static bool overlaps(const struct own_columns *columns, size_t clock, double tick, size_t time,
                     double unit)
{
    struct span span[OWN_ROWS_LOOKED] = { { 0 } };
    size_t count = MIN(columns->rows, (size_t)OWN_ROWS_LOOKED), crossed = 0;
    for (size_t i = 0; i < count; i++) {
        double begin = columns->value[clock][i] * tick;
        span[i] = (struct span){ begin, begin + columns->value[time][i] * unit };
    }
    qsort(span, count, sizeof span[0], by_begin);
    for (size_t i = 1; i < count; i++) {
        double took = span[i - 1].end - span[i - 1].begin, slack = MAX(took / 20, 2 * unit);
        crossed += span[i - 1].end - span[i].begin > slack ? 1 : 0;
    }
    return crossed * 100 > count;
}

/* The column of stamps by which rows overlap, which makes them requests: the sum of their times is
 * no time. From 1; 0: they follow one another, or are no times. */
static size_t overlap_of(const struct own_columns *columns, size_t at,
                         const struct own_shape *shape)
{
    static const double from = 946684800, to = 4102444800; /* as of stamp_unit */
    struct own_number named = { .name = columns->name[at], .said = unit_beside(columns, at) };
    own_way_find(&named, shape->unit);
    bool rows =
        shape->kind == OWN_ROWS && (shape->form == OWN_CSV || shape->form == OWN_JSON_LINES);
    for (size_t i = 0; rows && named.way == OWN_TIME && i < columns->count; i++) {
        bool seconds =
            columns->number[i] && columns->low[i] >= from && columns->high[i] < to && i != at;
        double tick = seconds ? 1 : factor_of(stamp_unit(columns, i));
        if (tick > 0 && own_plain(columns->name[i]) &&
            overlaps(columns, i, tick, at, factor_of(named.unit)))
            return i + 1;
    }
    return 0;
}

/* Columns that rise from row to row count, or tell the time of day: but of a few rows, or of rows
 * that a load tells apart, a result may rise. */
static bool is_clock(const struct own_columns *columns, size_t at, bool swept)
{
    struct own_number named = { .name = columns->name[at] };
    own_way_find(&named, NULL);
    bool result = (columns->rows < OWN_ROWS_LEAST || swept) && named.way != OWN_UNTOLD &&
                  !str_starts(named.name, STR("time"));
    return (columns->rises[at] && columns->rows >= 3 && !result) || stamp_unit(columns, at);
}

/* A factor of a grid: texts or whole numbers that some rows share. */
static bool is_factor(const struct own_columns *columns, size_t at)
{
    bool differs = false, repeats = false;
    for (size_t i = 0; i < columns->rows; i++)
        for (size_t k = 0; k < i; k++) {
            bool same = str_eq(columns->text[at][i], columns->text[at][k]);
            differs = differs || !same;
            repeats = repeats || same;
        }
    double value; /* a date is no factor, the text "10" may be one */
    bool dated = columns->text[at][0].len == 0 || (g_ascii_isdigit(columns->text[at][0].at[0]) &&
                                                   !num_real(columns->text[at][0], &value));
    if (!columns->number[at])
        return differs && !dated;
    for (size_t i = 0; i < columns->rows; i++)
        if (str_find(columns->text[at][i], STR(".")) != SIZE_MAX)
            return false;
    struct own_number named = { .name = columns->name[at] };
    own_way_find(&named, NULL);
    return differs && (repeats || columns->rows < OWN_ROWS_LEAST) && named.way == OWN_UNTOLD &&
           !counts_rows(columns->name[at]) && !stamp_unit(columns, at);
}

/* Two columns that tell the rows apart together: a model and a batch. False: texts differ among few
 * rows, and no two columns tell which is which. */
static bool pair_find(const struct own_columns *columns, struct own_shape *shape)
{
    bool texts = false;
    if (columns->rows < 2 || columns->rows > OWN_NAMED_MOST)
        return true;
    for (size_t a = 0; a < columns->count; a++) {
        texts = texts || (!columns->number[a] && is_factor(columns, a));
        for (size_t b = 0; is_factor(columns, a) && b < columns->count; b++)
            if (a != b && is_factor(columns, b) && own_tells_rows(columns, a, b)) {
                shape->names = MIN(a, b) + 1;
                shape->beside = MAX(a, b) + 1;
                return true;
            }
    }
    return !texts || columns->rows >= OWN_ROWS_LEAST;
}

/* What tells the rows apart: one column's texts, one column's sizes, two columns. */
static bool names_find(const struct own_columns *columns, struct own_shape *shape)
{
    bool counted = false;
    for (size_t i = columns->count; i-- > 0;) {
        shape->names = names_rows(columns, i) ? i + 1 : shape->names;
        counted = counted || (columns->number[i] && columns->rises[i] && columns->rows > 1 &&
                              counts_rows(columns->name[i]));
    }
    for (size_t i = 0; !counted && shape->names == 0 && i < columns->count; i++)
        if (sweeps(columns, i)) {
            shape->names = i + 1;
            shape->swept = own_plain(columns->name[i]) ? columns->name[i] : STR("load");
        }
    return shape->names > 0 || counted || pair_find(columns, shape);
}

/* The column that tells whether a row's request failed: a plain word before a status. */
static void outcome_find(const struct own_columns *columns, struct own_shape *shape)
{
    for (size_t i = 0; i < columns->count; i++)
        if (columns->outcome[i] != OWN_NO_OUTCOME && own_plain(columns->name[i]) &&
            (shape->outcome == OWN_NO_OUTCOME || columns->outcome[i] < shape->outcome)) {
            shape->outcome = columns->outcome[i];
            shape->outcome_column = i + 1;
            shape->outcome_name = columns->name[i];
            shape->failed = columns->failed[i];
            shape->none_served = !columns->served[i];
        }
}

void own_columns_take(struct arena *home, const struct own_columns *columns,
                      struct own_shape *shape)
{
    shape->rows = columns->rows;
    for (size_t i = columns->count; i-- > 0;) {
        const char *unit = stamp_unit(columns, i);
        unit = unit ? unit : unit_said(columns, i);
        shape->unit = unit ? unit : shape->unit;
    }
    if (!names_find(columns, shape))
        return; /* rows of several things that nothing tells apart are samples of none */
    outcome_find(columns, shape);
    bool loads = shape->swept.len > 0 || shape->beside > 0;
    shape->kind = columns->rows >= OWN_ROWS_LEAST && shape->names == 0 ? OWN_ROWS : OWN_FIGURES;
    for (size_t i = 0; i < columns->count; i++) {
        if (!columns->number[i] || i + 1 == shape->names || i + 1 == shape->beside ||
            columns->outcome[i] != OWN_NO_OUTCOME || is_clock(columns, i, loads) ||
            !own_plain(columns->name[i]))
            continue;
        size_t clock = overlap_of(columns, i, shape);
        own_take(home, shape,
                 (struct own_number){
                     .name = columns->name[i],
                     .column = i + 1,
                     .said = unit_beside(columns, i),
                     .clock = clock,
                     .stamped = clock == 0 ? STR("")
                                           : str_format(home, "[\"%.*s\"]",
                                                        STR_ARG(columns->name[clock - 1])),
                     .marked = columns->said[i].len > 0,
                     .mark = columns->mark[i],
                     .text = columns->first[i] });
    }
}

/* A table whose cells stand between such characters, each row with as many as the first. */
static bool cells_look(struct arena *home, struct str bytes, char between, struct own_shape *shape)
{
    struct own_columns *columns = ARENA_NEW(home, struct own_columns);
    struct str rest = bytes, line, cell;
    if (!str_cut(&rest, '\n', &line) || str_trim(line).len == 0 || !rest.at)
        return false;
    bool named = true;
    for (double value; columns->count < OWN_COLUMNS_MOST && str_cut(&line, between, &cell);) {
        named = named && !num_real(unquoted(cell), &value);
        columns->name[columns->count++] = unquoted(cell);
    }
    while (named && str_cut(&rest, '\n', &line)) {
        size_t at = 0;
        if (str_trim(line).len == 0)
            continue;
        for (; str_cut(&line, between, &cell); at++)
            if (at < columns->count) {
                if (columns->rows < OWN_ROWS_LOOKED)
                    own_cell(columns, at, unquoted(cell));
                own_outcome_cell(columns, at, unquoted(cell));
            }
        if (at != columns->count) /* not a table of these columns */
            return false;
        columns->rows++;
    }
    if (!named || columns->rows == 0 || (columns->comma && columns->point))
        return false;
    shape->form = OWN_CSV;
    shape->between = between;
    shape->comma = columns->comma;
    shape->dressed =
        str_find(bytes, STR("\"")) != SIZE_MAX || str_find(bytes, STR("\r")) != SIZE_MAX;
    own_columns_take(home, columns, shape);
    return shape->all > 0;
}

bool own_csv_look(struct arena *home, struct str bytes, struct own_shape *shape)
{
    static const char between[] = { ',', ';', '\t' };
    for (size_t i = 0; i < ARRAY_COUNT(between); i++) {
        *shape = (struct own_shape){ 0 };
        if (cells_look(home, bytes, between[i], shape))
            return true;
    }
    return false;
}
