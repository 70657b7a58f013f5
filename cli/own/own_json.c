/* own_json.c - JSON of no known format. */
#include "own_json.h"
#include "base/json.h"
#include "own_table.h"
#include <glib.h>
#include <string.h>

enum { DEPTH_MOST = 6, NUMBERS_MOST = 2048, SETS_MOST = 64 };

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

static struct str path_of(struct arena *home, const struct step *step)
{
    struct buf path = buf_new(home, 4096);
    steps_put(step, ",", "\"", &path);
    return str_format(home, "[%.*s]", STR_ARG(buf_str(&path)));
}

static struct str name_of(struct arena *home, const struct step *step)
{
    struct buf name = buf_new(home, 4096);
    steps_put(step, ".", "", &name);
    return buf_str(&name);
}

/* Its elements, where all are numbers and there are enough of them to be samples. */
static size_t numbers_in(const struct json_item *list)
{
    size_t count = 0;
    for (const struct json_item *item = json_next(list, NULL); item;
         item = json_next(list, item), count++)
        if (json_type(item) != JSON_NUMBER)
            return 0;
    return count >= OWN_ROWS_LEAST ? count : 0;
}

static bool all_objects(const struct json_item *list)
{
    for (const struct json_item *item = json_next(list, NULL); item; item = json_next(list, item))
        if (json_type(item) != JSON_OBJECT)
            return false;
    return json_next(list, NULL) != NULL;
}

struct json_look {
    struct arena *home;
    const struct json *json;
    struct own_shape list, figures, works;
    size_t sets;
    bool rows; /* lists of objects are looked for */
};

/* ---- lists of objects: a row each ---- */

struct set { /* the elements of one list, or of lists of the same name in each element of another */
    const struct json_item *row[OWN_ROWS_LOOKED];
    size_t count, all; /* looked at; there */
    struct str each;   /* jq's expression of them */
};

struct leaves { /* the scalars of an element, by path */
    struct arena *home;
    struct own_columns *columns;
    struct str pointer[OWN_COLUMNS_MOST], path[OWN_COLUMNS_MOST];
};

static void leaves_find(struct leaves *leaves, const struct json_item *item,
                        const struct step *step, struct str pointer)
{
    for (const struct json_item *at = json_next(item, NULL); at; at = json_next(item, at)) {
        struct own_columns *columns = leaves->columns;
        struct step below = { step, json_name(at), step ? step->depth + 1 : 1 };
        enum json_type type = json_type(at);
        if (!own_plain(below.name) || str_find(below.name, STR("~")) != SIZE_MAX ||
            str_find(below.name, STR("/")) != SIZE_MAX || columns->count == OWN_COLUMNS_MOST)
            continue;
        struct str to =
            str_format(leaves->home, "%.*s/%.*s", STR_ARG(pointer), STR_ARG(below.name));
        if (type == JSON_OBJECT && below.depth < 3) {
            leaves_find(leaves, at, &below, to);
        } else if (type == JSON_NUMBER || type == JSON_STRING) {
            leaves->pointer[columns->count] = to;
            leaves->path[columns->count] = path_of(leaves->home, &below);
            columns->name[columns->count++] = name_of(leaves->home, &below);
        }
    }
}

/* Of JMH a benchmark and its parameter together name a row. */
static void works_name(struct arena *home, const struct leaves *leaves, struct own_shape *shape)
{
    if (shape->names == 0)
        return;
    struct str a = leaves->path[shape->names - 1];
    shape->naming = shape->beside == 0
                        ? str_format(home, "getpath(%.*s)", STR_ARG(a))
                        : str_format(home, "\"\\(getpath(%.*s))/\\(getpath(%.*s))\"", STR_ARG(a),
                                     STR_ARG(leaves->path[shape->beside - 1]));
}

static void set_take(struct json_look *look, const struct set *set)
{
    struct own_shape next = { .form = OWN_JSON, .each = set->each };
    struct leaves *leaves = ARENA_NEW(look->home, struct leaves);
    struct own_columns *columns = ARENA_NEW(look->home, struct own_columns);
    *leaves = (struct leaves){ .home = look->home, .columns = columns };
    leaves_find(leaves, set->row[0], NULL, STR(""));
    for (size_t r = 0; r < set->count; r++, columns->rows++)
        for (size_t i = 0; i < columns->count; i++) {
            const struct json_item *at = json_at(set->row[r], leaves->pointer[i]);
            own_cell(columns, i,
                     !at                            ? STR("-")
                     : json_type(at) == JSON_NUMBER ? json_literal(look->json, at)
                     : json_type(at) == JSON_STRING ? json_string(at)
                                                    : STR("-"));
        }
    for (size_t i = 0; i < columns->count; i++) /* "12 ms" is a text to jq */
        columns->number[i] = columns->number[i] && columns->said[i].len == 0 &&
                             json_type(json_at(set->row[0], leaves->pointer[i])) == JSON_NUMBER;
    columns->comma = false;
    own_columns_take(look->home, columns, &next);
    works_name(look->home, leaves, &next);
    for (size_t i = 0; i < next.all; i++)
        next.found[i].path = leaves->path[next.found[i].column - 1];
    next.kind = next.kind == OWN_ROWS ? OWN_LIST : next.kind;
    next.rows = set->all;
    if (own_best(&next) > own_best(&look->works))
        look->works = next;
}

/* The list itself, and lists of objects within each of its elements. */
static void set_look(struct json_look *look, const struct set *set, size_t depth)
{
    if (set->count == 0 || look->sets++ == SETS_MOST)
        return;
    set_take(look, set);
    for (const struct json_item *at = json_next(set->row[0], NULL); at && depth < 3;
         at = json_next(set->row[0], at)) {
        if (json_type(at) != JSON_ARRAY || !all_objects(at) || !own_plain(json_name(at)))
            continue;
        struct set *below = ARENA_NEW(look->home, struct set);
        below->each = str_format(look->home, "%.*s|getpath([\"%.*s\"])[]", STR_ARG(set->each),
                                 STR_ARG(json_name(at)));
        for (size_t r = 0; r < set->count; r++) {
            const struct json_item *list = json_member(set->row[r], json_name(at));
            if (!list || json_type(list) != JSON_ARRAY || !all_objects(list))
                continue;
            for (const struct json_item *one = json_next(list, NULL); one;
                 one = json_next(list, one), below->all++)
                if (below->count < OWN_ROWS_LOOKED)
                    below->row[below->count++] = one;
        }
        set_look(look, below, depth + 1);
    }
}

static void objects_look(struct json_look *look, const struct json_item *list,
                         const struct step *step)
{
    struct set *set = ARENA_NEW(look->home, struct set);
    set->each = step ? str_format(look->home, "getpath(%.*s)[]", STR_ARG(path_of(look->home, step)))
                     : STR(".[]");
    for (const struct json_item *one = json_next(list, NULL); one;
         one = json_next(list, one), set->all++)
        if (set->count < OWN_ROWS_LOOKED)
            set->row[set->count++] = one;
    set_look(look, set, 0);
}

/* ---- values by name ---- */

static bool is_count(struct str name)
{
    for (size_t i = 0; i < name.len; i++)
        if (!g_ascii_isdigit(name.at[i]))
            return false;
    return name.len > 0;
}

static void value_look(struct json_look *look, const struct json_item *item,
                       const struct step *step, size_t depth)
{
    enum json_type type = json_type(item);
    size_t samples = type == JSON_ARRAY ? numbers_in(item) : 0;
    if (type == JSON_OBJECT && depth < DEPTH_MOST) {
        for (const struct json_item *at = json_next(item, NULL); at; at = json_next(item, at)) {
            struct step below = { step, json_name(at), depth + 1 };
            /* "0", "1", ... by second are no figures of the whole */
            if (own_plain(below.name) && !is_count(below.name) && look->figures.all < NUMBERS_MOST)
                value_look(look, at, &below, depth + 1);
        }
        return;
    }
    if (look->rows && type == JSON_ARRAY && samples == 0 && all_objects(item))
        objects_look(look, item, step);
    if ((type != JSON_NUMBER && samples == 0) || !step)
        return;
    struct own_number number = { .name = name_of(look->home, step),
                                 .path = path_of(look->home, step),
                                 .text = type == JSON_NUMBER ? json_literal(look->json, item)
                                                             : (struct str){ 0 } };
    number.mark = own_mark(0, json_literal(look->json, item));
    if (!own_plain(number.name))
        return;
    if (samples > 0)
        look->list.rows = look->list.all == 0 ? samples : look->list.rows;
    own_take(look->home, samples > 0 ? &look->list : &look->figures, number);
}

bool own_json_look(struct arena *home, struct str bytes, bool works, struct own_shape *shape,
                   bool *is_json)
{
    struct json *json;
    *is_json = json_read(home, STR(""), bytes, &limits_default, &json, diags_new(home));
    if (!*is_json)
        return false;
    struct json_look look = { .home = home, .json = json, .rows = works };
    value_look(&look, json_root(json), NULL, 0);
    look.list.kind = OWN_LIST;
    look.figures.kind = OWN_FIGURES;
    *shape = works ? look.works : look.list.all > 0 ? look.list : look.figures;
    shape->form = OWN_JSON;
    return shape->all > 0;
}

/* What the member says of its row. */
static void outcome_take(struct own_columns *columns, size_t at, const struct json *json,
                         const struct json_item *item)
{
    enum json_type type = json_type(item);
    own_outcome_cell(columns, at,
                     type == JSON_NUMBER   ? json_literal(json, item)
                     : type == JSON_STRING ? json_string(item)
                     : type == JSON_TRUE   ? STR("true")
                     : type == JSON_FALSE  ? STR("false")
                                           : STR(""));
}

/* Of lines behind those that are looked at, whether they failed alone. */
static void line_glance(struct arena *home, struct str line, struct own_columns *columns)
{
    struct json *json;
    if (!json_read_line(home, STR(""), line, 1, 0, &limits_default, &json, diags_new(home)))
        return;
    for (size_t i = 0; i < columns->count; i++) {
        const struct json_item *item = columns->outcome[i] == OWN_NO_OUTCOME
                                           ? NULL
                                           : json_member(json_root(json), columns->name[i]);
        if (item)
            outcome_take(columns, i, json, item);
    }
}

static bool tells_outcome(const struct own_columns *columns)
{
    bool told = false;
    for (size_t i = 0; i < columns->count; i++)
        told = told || columns->outcome[i] != OWN_NO_OUTCOME;
    return told;
}

/* The members of a line are cells under the names that the first line gives. False: it is no
 * object.
 */
static bool line_take(struct arena *home, struct str line, struct own_columns *columns)
{
    struct json *json;
    if (!json_read_line(home, STR(""), line, 1, 0, &limits_default, &json, diags_new(home)) ||
        json_type(json_root(json)) != JSON_OBJECT)
        return false;
    const struct json_item *item = NULL;
    for (size_t i = 0; (item = json_next(json_root(json), item)) && i < OWN_COLUMNS_MOST; i++) {
        enum json_type type = json_type(item);
        if (columns->rows == 0)
            columns->name[columns->count++] = json_name(item);
        if (i < columns->count && str_eq(columns->name[i], json_name(item)))
            own_cell(columns, i,
                     type == JSON_NUMBER   ? json_literal(json, item)
                     : type == JSON_STRING ? json_string(item)
                                           : STR("-"));
        if (i < columns->count && str_eq(columns->name[i], json_name(item)))
            outcome_take(columns, i, json, item);
    }
    columns->rows++;
    return true;
}

bool own_json_lines_look(struct arena *home, struct str bytes, struct own_shape *shape)
{
    struct own_columns *columns = ARENA_NEW(home, struct own_columns);
    struct leaves *leaves = ARENA_NEW(home, struct leaves);
    struct str rest = bytes, line;
    while (columns->rows < OWN_ROWS_LOOKED && str_cut(&rest, '\n', &line))
        if (str_trim(line).len > 0 && !line_take(home, line, columns))
            return false;
    struct arena_mark mark = arena_mark(home);
    size_t more = 0;
    for (bool told = tells_outcome(columns); str_cut(&rest, '\n', &line);
         arena_rewind(home, mark)) {
        more += str_trim(line).len > 0 ? 1 : 0;
        if (told)
            line_glance(home, str_trim(line), columns);
    }
    shape->form = OWN_JSON_LINES;
    if (columns->rows < 2)
        return false;
    leaves->columns = columns;
    for (size_t i = 0; i < columns->count; i++) {
        /* "12 ms" is a text to jq */
        columns->number[i] = columns->number[i] && columns->said[i].len == 0;
        leaves->path[i] = str_format(home, "[\"%.*s\"]", STR_ARG(columns->name[i]));
    }
    own_columns_take(home, columns, shape);
    shape->rows += more;
    for (size_t i = 0; i < shape->all; i++)
        shape->found[i].path = leaves->path[shape->found[i].column - 1];
    bool plain = (shape->names == 0 || own_plain(columns->name[shape->names - 1])) &&
                 (shape->beside == 0 || own_plain(columns->name[shape->beside - 1]));
    works_name(home, leaves, shape);
    return shape->all > 0 && plain;
}
