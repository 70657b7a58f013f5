/* own_shape.c - what a file of no known format looks like. */
#include "base/json.h"
#include "base/num.h"
#include "own_parts.h"
#include <glib.h>
#include <stdlib.h>
#include <string.h>

enum {
    BYTES_MOST = 4 << 20,
    ROWS_LEAST = 10, /* fewer rows are values of several things rather than samples of one */
    ROWS_LOOKED = 200,
    COLUMNS_MOST = 64,
    NAMED_MOST = 64, /* rows of a table of works; more are samples */
    DEPTH_MOST = 6,
};

/* ---- rows ---- */

struct columns {
    struct str name[COLUMNS_MOST], first[COLUMNS_MOST], text[COLUMNS_MOST][NAMED_MOST];
    bool number[COLUMNS_MOST], rises[COLUMNS_MOST];
    double value[COLUMNS_MOST][ROWS_LOOKED];
    double last[COLUMNS_MOST], low[COLUMNS_MOST], high[COLUMNS_MOST];
    size_t count, rows;
    bool comma, point; /* decimals behind a comma, or behind a point, were met */
};

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

static void cell_take(struct columns *columns, size_t at, struct str text)
{
    double value = 0;
    bool number = num_real(text, &value), first = columns->rows == 0;
    if (number)
        columns->point = columns->point || str_find(text, STR(".")) != SIZE_MAX;
    else if (comma_real(text, &value))
        columns->comma = number = true;
    if (first)
        columns->first[at] = text;
    if (columns->rows < ROWS_LOOKED)
        columns->value[at][columns->rows] = value;
    if (columns->rows < NAMED_MOST)
        columns->text[at][columns->rows] = text;
    columns->number[at] = number && (first || columns->number[at]);
    columns->rises[at] = first || (columns->rises[at] && value > columns->last[at]);
    columns->low[at] = first ? value : MIN(columns->low[at], value);
    columns->high[at] = first ? value : MAX(columns->high[at], value);
    columns->last[at] = value;
}

/* Time stamps since 1970 of this century, which are written in the unit of the times beside them;
 * NULL: the column holds none. */
static const char *stamp_unit(const struct columns *columns, size_t at)
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

/* Whether each row is of a work of its own that the column names: "SET", "GET". Where rows are
 * many, names that numbers alone tell apart ("req-1", "req-2") count samples of one. */
static bool names_rows(const struct columns *columns, size_t at)
{
    char one[NAME_MOST + 1], other[NAME_MOST + 1];
    bool digits = columns->rows < ROWS_LEAST;
    if (columns->number[at] || columns->rows < 2 || columns->rows > NAMED_MOST)
        return false;
    for (size_t i = 0; i < columns->rows; i++) {
        struct str text = columns->text[at][i];
        if (text.len == 0 || text.len > NAME_MOST || g_ascii_isdigit(text.at[0]))
            return false;
        (void)name_plain(text, digits, one, sizeof one);
        for (size_t k = 0; k < i; k++) {
            (void)name_plain(columns->text[at][k], digits, other, sizeof other);
            if (strcmp(one, other) == 0)
                return false;
        }
    }
    return true;
}

/* "ns" of a column "time_unit" whose rows all say so; NULL: it is none. */
static const char *unit_said(const struct columns *columns, size_t at)
{
    bool said = !columns->number[at] && str_ends(columns->name[at], STR("unit"));
    for (size_t i = 1; said && i < columns->rows && i < NAMED_MOST; i++)
        said = str_eq(columns->text[at][i], columns->text[at][0]);
    char low[8] = "";
    (void)name_plain(said ? columns->text[at][0] : STR(""), false, low, sizeof low);
    return said ? own_time_unit(low) : NULL;
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
static bool overlaps(const struct columns *columns, size_t clock, double tick, size_t time,
                     double unit)
{
    struct span span[ROWS_LOOKED];
    size_t count = MIN(columns->rows, (size_t)ROWS_LOOKED), crossed = 0;
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

/* A column of stamps by which rows overlap makes them requests: the sum of their times is no time.
 */
static void overlap_find(struct arena *home, const struct columns *columns, struct own_shape *shape)
{
    if (shape->kind != OWN_ROWS || shape->number[0].way != OWN_TIME)
        return;
    size_t time = 0;
    while (time < columns->count && !str_eq(columns->name[time], shape->number[0].name))
        time++;
    for (size_t i = 0; time < columns->count && i < columns->count && shape->clock == 0; i++) {
        static const double from = 946684800, to = 4102444800; /* as of stamp_unit */
        bool seconds =
            columns->number[i] && columns->low[i] >= from && columns->high[i] < to && i != time;
        double tick = seconds ? 1 : factor_of(stamp_unit(columns, i));
        if (tick > 0 && own_is_plain(columns->name[i]) &&
            overlaps(columns, i, tick, time, factor_of(shape->number[0].unit))) {
            shape->clock = i + 1;
            shape->stamped = str_format(home, "[\"%.*s\"]", STR_ARG(columns->name[i]));
        }
    }
}

/* Columns that rise from row to row count, or tell the time of day: but of a few rows a result may
 * rise by chance. */
static void columns_keep(struct arena *home, const struct columns *columns, struct own_shape *shape)
{
    shape->rows = columns->rows;
    for (size_t i = columns->count; i-- > 0;) {
        const char *unit = stamp_unit(columns, i);
        unit = unit ? unit : unit_said(columns, i);
        shape->unit = unit ? unit : shape->unit;
        shape->names = names_rows(columns, i) ? i + 1 : shape->names;
    }
    shape->kind = columns->rows >= ROWS_LEAST && shape->names == 0 ? OWN_ROWS : OWN_FIGURES;
    for (size_t i = 0; i < columns->count; i++) {
        struct own_number named = { .name = columns->name[i] };
        own_way_find(&named, NULL);
        bool result = columns->rows < ROWS_LEAST && named.way != OWN_UNTOLD &&
                      !str_starts(named.name, STR("time"));
        bool clock = (columns->rises[i] && columns->rows >= 3 && !result) || stamp_unit(columns, i);
        if (columns->number[i] && !clock && own_is_plain(columns->name[i]))
            own_keep(shape, (struct own_number){ .name = columns->name[i],
                                                 .column = i + 1,
                                                 .text = columns->first[i] });
    }
    /* of rows a time is judged over them all; a rate has no place in a series without its times */
    for (size_t i = 1; shape->kind == OWN_ROWS && i < shape->count; i++)
        if (shape->number[i].way == OWN_TIME && shape->number[0].way != OWN_TIME) {
            struct own_number time = shape->number[i];
            memmove(&shape->number[1], &shape->number[0], i * sizeof time);
            shape->number[0] = time;
        }
    if (shape->count > 0 && shape->kind == OWN_ROWS && shape->number[0].way == OWN_RATE)
        shape->kind = OWN_FIGURES;
    if (shape->count > 0)
        overlap_find(home, columns, shape);
}

/* A table whose cells stand between such characters, each row with as many as the first. */
static bool table_look(struct arena *home, struct str bytes, char between, struct own_shape *shape)
{
    struct columns *columns = ARENA_NEW(home, struct columns);
    struct str rest = bytes, line, cell;
    memset(columns, 0, sizeof *columns);
    if (!str_cut(&rest, '\n', &line) || str_trim(line).len == 0 || !rest.at)
        return false;
    bool named = true;
    for (double value; columns->count < COLUMNS_MOST && str_cut(&line, between, &cell);) {
        named = named && !num_real(unquoted(cell), &value);
        columns->name[columns->count++] = unquoted(cell);
    }
    while (named && str_cut(&rest, '\n', &line)) {
        size_t at = 0;
        if (str_trim(line).len == 0)
            continue;
        for (; str_cut(&line, between, &cell); at++)
            if (at < columns->count && columns->rows < ROWS_LOOKED)
                cell_take(columns, at, unquoted(cell));
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
    columns_keep(home, columns, shape);
    return shape->count > 0;
}

static bool csv_look(struct arena *home, struct str bytes, struct own_shape *shape)
{
    static const char between[] = { ',', ';', '\t' };
    for (size_t i = 0; i < ARRAY_COUNT(between); i++) {
        *shape = (struct own_shape){ 0 };
        if (table_look(home, bytes, between[i], shape))
            return true;
    }
    return false;
}

static bool lines_look(struct str bytes, struct own_shape *shape)
{
    struct str rest = bytes, line;
    double value;
    while (str_cut(&rest, '\n', &line)) {
        if (str_trim(line).len == 0)
            continue;
        if (!num_real(str_trim(line), &value))
            return false;
        shape->rows++;
    }
    shape->kind = OWN_LINES;
    shape->form = OWN_TEXT;
    return shape->rows >= ROWS_LEAST;
}

static bool json_lines_look(struct arena *home, struct str bytes, struct own_shape *shape)
{
    struct columns *columns = ARENA_NEW(home, struct columns);
    struct str rest = bytes, line;
    memset(columns, 0, sizeof *columns);
    while (columns->rows < ROWS_LOOKED && str_cut(&rest, '\n', &line)) {
        struct json *json;
        if (str_trim(line).len == 0)
            continue;
        if (!json_read_line(home, STR(""), line, 1, 0, &limits_default, &json, diags_new(home)) ||
            json_type(json_root(json)) != JSON_OBJECT)
            return false;
        const struct json_item *item = NULL;
        for (size_t i = 0; (item = json_next(json_root(json), item)); i++) {
            if (columns->rows == 0 && i < COLUMNS_MOST) {
                columns->name[i] = json_name(item);
                columns->count++;
            }
            if (i < columns->count && str_eq(columns->name[i], json_name(item)))
                cell_take(columns, i,
                          json_type(item) == JSON_NUMBER ? json_literal(json, item) : STR("-"));
        }
        columns->rows++;
    }
    shape->form = OWN_JSON_LINES;
    if (columns->rows < ROWS_LEAST)
        return false;
    columns_keep(home, columns, shape);
    for (size_t i = 0; i < shape->count; i++)
        shape->number[i].path = str_format(home, "[\"%.*s\"]", STR_ARG(shape->number[i].name));
    return shape->count > 0;
}

/* ---- values by name ---- */

struct step { /* the names above a value */
    const struct step *above;
    struct str name;
    size_t depth;
};

static void steps_put(const struct step *step, const char *between, const char *quote,
                      struct buf *out)
{
    if (!step)
        return;
    steps_put(step->above, between, quote, out);
    buf_putf(out, "%s%s%.*s%s", step->above ? between : "", quote, STR_ARG(step->name), quote);
}

/* Its elements, where all are numbers and there are enough of them to be samples. */
static size_t numbers_in(const struct json_item *list)
{
    size_t count = 0;
    for (const struct json_item *item = json_next(list, NULL); item;
         item = json_next(list, item), count++)
        if (json_type(item) != JSON_NUMBER)
            return 0;
    return count >= ROWS_LEAST ? count : 0;
}

struct json_look {
    struct arena *home;
    const struct json *json;
    struct own_shape list, figures;
};

static void json_value_look(struct json_look *look, const struct json_item *item,
                            const struct step *step)
{
    enum json_type type = json_type(item);
    size_t samples = type == JSON_ARRAY ? numbers_in(item) : 0;
    if (type == JSON_OBJECT && step->depth < DEPTH_MOST) {
        for (const struct json_item *at = json_next(item, NULL); at; at = json_next(item, at)) {
            struct step below = { step->depth > 0 ? step : NULL, json_name(at), step->depth + 1 };
            if (own_is_plain(below.name) && look->figures.all < NUMBERS_MOST)
                json_value_look(look, at, &below);
        }
        return;
    }
    if ((type != JSON_NUMBER && samples == 0) || step->depth == 0)
        return;
    struct buf name = buf_new(look->home, 4096), path = buf_new(look->home, 4096);
    /* what all of it lies under says nothing: "metrics" */
    steps_put(step, ".", "", &name);
    steps_put(step, ",", "\"", &path);
    struct own_number number = { .name = buf_str(&name),
                                 .path = str_format(look->home, "[%.*s]", STR_ARG(buf_str(&path))),
                                 .text = type == JSON_NUMBER ? json_literal(look->json, item)
                                                             : (struct str){ 0 } };
    if (!own_is_plain(number.name))
        return;
    if (samples > 0)
        look->list.rows = look->list.all == 0 ? samples : look->list.rows;
    own_keep(samples > 0 ? &look->list : &look->figures, number);
}

static bool json_look(struct arena *home, struct str bytes, struct own_shape *shape)
{
    struct json *json;
    if (!json_read(home, STR(""), bytes, &limits_default, &json, diags_new(home)))
        return false;
    struct json_look look = { .home = home, .json = json };
    const struct step root = { 0 };
    json_value_look(&look, json_root(json), &root);
    look.list.kind = OWN_LIST;
    look.figures.kind = OWN_FIGURES;
    *shape = look.list.count > 0 ? look.list : look.figures;
    shape->form = OWN_JSON;
    return shape->count > 0;
}

struct own_shape own_shape(struct arena *home, struct str bytes)
{
    struct own_shape shape = { 0 };
    struct str text = str_trim(bytes);
    if (text.len == 0 || bytes.len > BYTES_MOST || !str_is_utf8(bytes))
        return shape;
    if (text.at[0] == '{') {
        if (json_look(home, text, &shape))
            return shape;
        shape = (struct own_shape){ 0 };
        if (json_lines_look(home, text, &shape))
            return shape;
        return (struct own_shape){ 0 };
    }
    if (lines_look(text, &shape))
        return shape;
    shape = (struct own_shape){ 0 };
    if (csv_look(home, text, &shape))
        return shape;
    shape = (struct own_shape){ 0 };
    if (own_text_look(home, text, &shape))
        return shape;
    return (struct own_shape){ 0 };
}
