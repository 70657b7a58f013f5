/* own_shape.c - what a file of no known format looks like. */
#include "own_shape.h"
#include "own_json.h"
#include "own_table.h"
#include "own_text.h"
#include "own_within.h"

enum { BYTES_MOST = 4 << 20 };

/* Values by name, or else what stands in rows: tables within a text, lists of objects. */
enum look { BY_NAME, IN_ROWS, LOOKS };

static struct own_shape look(struct arena *home, struct str bytes, enum look how)
{
    struct own_shape shape = { 0 };
    struct str text = str_trim(bytes);
    if (text.len == 0 || bytes.len > BYTES_MOST || !str_is_utf8(bytes))
        return shape;
    if (text.at[0] == '{' || text.at[0] == '[') {
        bool is_json = false;
        if (own_json_look(home, text, how == IN_ROWS, &shape, &is_json))
            return shape;
        shape = (struct own_shape){ 0 };
        if (!is_json && how == BY_NAME && own_json_lines_look(home, text, &shape))
            return shape;
        shape = (struct own_shape){ 0 };
        if (is_json || text.at[0] == '{')
            return shape;
    }
    if (how == BY_NAME && own_lines_look(text, &shape))
        return shape;
    shape = (struct own_shape){ 0 };
    if (how == BY_NAME && own_csv_look(home, text, &shape))
        return shape;
    shape = (struct own_shape){ 0 };
    bool found =
        how == BY_NAME ? own_text_look(home, text, &shape) : own_within_look(home, text, &shape);
    return found ? shape : (struct own_shape){ 0 };
}

/* Whether each of the others that have it say the same of it, and one does. */
static bool is_same(const struct own_number *number, const struct own_shape *other, size_t count)
{
    bool met = false;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < other[i].all; k++) {
            const struct own_number *at = &other[i].found[k];
            if (!str_eq(at->name, number->name) || at->column != number->column)
                continue;
            if (at->mark != number->mark || !str_eq(at->text, number->text))
                return false;
            met = true;
        }
    return met;
}

struct own_shape own_shape(struct arena *home, struct str bytes, const struct str *other,
                           size_t count)
{
    struct own_shape best = { 0 };
    for (enum look how = BY_NAME; how < LOOKS; how++) {
        struct own_shape shape = look(home, bytes, how);
        struct own_shape *looked = ARENA_MANY(home, count + 1, struct own_shape);
        for (size_t i = 0; shape.all > 0 && i < count; i++)
            if (!str_eq(other[i], bytes)) /* of a copy nothing is learnt */
                looked[i] = look(home, other[i], how);
        for (size_t i = 0; i < count; i++)
            shape.failed = shape.failed || looked[i].failed;
        if (!shape.failed) /* files stay as they are where nothing has to be left out */
            shape.outcome = OWN_NO_OUTCOME;
        for (size_t i = 0; i < shape.all; i++)
            shape.found[i].same = is_same(&shape.found[i], looked, count);
        /* of a name and its number more is said than of a cell */
        if (best.kind == OWN_NONE || own_best(&shape) > own_best(&best))
            best = shape;
        bool whole =
            best.kind != OWN_FIGURES || best.form == OWN_CSV || best.form == OWN_JSON_LINES;
        if (best.kind != OWN_NONE && whole)
            break;
    }
    own_rank(&best);
    return best;
}
