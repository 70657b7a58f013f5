/* json_patch.c - a patch of RFC 6902 from two trees that were read. The library that writes our
 * JSON has such a function in a part that Debian does not ship. */
#include "base/json_patch.h"

struct patching {
    const struct json *from, *to;
    struct json_out *out;
    size_t count;
};

bool json_equal(const struct json *a, const struct json_item *x, const struct json *b,
                const struct json_item *y)
{
    if (json_type(x) != json_type(y) || json_count(x) != json_count(y))
        return false;
    if (json_type(x) == JSON_STRING)
        return str_eq(json_string(x), json_string(y));
    if (json_type(x) != JSON_ARRAY && json_type(x) != JSON_OBJECT)
        return str_eq(json_literal(a, x), json_literal(b, y));
    const struct json_item *other = NULL;
    for (const struct json_item *one = json_next(x, NULL); one; one = json_next(x, one)) {
        other = json_type(x) == JSON_OBJECT ? json_member(y, json_name(one)) : json_next(y, other);
        if (!other || !json_equal(a, one, b, other))
            return false;
    }
    return true;
}

/* ---- pointers (RFC 6901) ---- */

static struct str below_name(struct patching *p, struct str path, struct str name)
{
    struct buf out = buf_new(p->out->out->home, path.len + 2 * name.len + 2);
    buf_put(&out, path);
    buf_put_char(&out, '/');
    for (size_t i = 0; i < name.len; i++)
        if (name.at[i] == '~')
            buf_put(&out, STR("~0"));
        else if (name.at[i] == '/')
            buf_put(&out, STR("~1"));
        else
            buf_put_char(&out, name.at[i]);
    return buf_str(&out);
}

static struct str below_index(struct patching *p, struct str path, size_t index)
{
    return str_format(p->out->out->home, "%.*s/%zu", STR_ARG(path), index);
}

/* ---- operations ---- */

enum { DEPTH_MOST = 32 }; /* brackets that a value is laid out in; what lies deeper is copied */

static void put_value(struct patching *p, struct str name, const struct json_item *value, int depth)
{
    enum json_type type = json_type(value);
    if (type == JSON_STRING) {
        json_text(p->out, name, json_string(value));
    } else if ((type != JSON_ARRAY && type != JSON_OBJECT) || depth == DEPTH_MOST) {
        json_number(p->out, name, json_literal(p->to, value));
    } else {
        json_open(p->out, name, type == JSON_ARRAY ? '[' : '{');
        for (const struct json_item *one = json_next(value, NULL); one; one = json_next(value, one))
            put_value(p, json_name(one), one, depth + 1);
        json_close(p->out);
    }
}

static void put(struct patching *p, const char *operation, struct str path,
                const struct json_item *value)
{
    json_open(p->out, STR(""), '{');
    json_text(p->out, STR("op"), str_from(operation));
    json_text(p->out, STR("path"), path);
    if (value)
        put_value(p, STR("value"), value, 0);
    json_close(p->out);
    p->count++;
}

static void change(struct patching *p, struct str path, const struct json_item *x,
                   const struct json_item *y);

static void change_object(struct patching *p, struct str path, const struct json_item *x,
                          const struct json_item *y)
{
    for (const struct json_item *one = json_next(x, NULL); one; one = json_next(x, one)) {
        const struct json_item *other = json_member(y, json_name(one));
        if (!other)
            put(p, "remove", below_name(p, path, json_name(one)), NULL);
        else
            change(p, below_name(p, path, json_name(one)), one, other);
    }
    for (const struct json_item *one = json_next(y, NULL); one; one = json_next(y, one))
        if (!json_member(x, json_name(one)))
            put(p, "add", below_name(p, path, json_name(one)), one);
}

static const struct json_item **children(struct patching *p, const struct json_item *array)
{
    const struct json_item **out =
        ARENA_MANY(p->out->out->home, json_count(array) + 1, const struct json_item *);
    size_t count = 0;
    for (const struct json_item *one = json_next(array, NULL); one; one = json_next(array, one))
        out[count++] = one;
    return out;
}

/* Equal ends stay; of what lies between, the shorter of both is changed one by one, and the rest
 * removed from its end, or added. */
static void change_array(struct patching *p, struct str path, const struct json_item *x,
                         const struct json_item *y)
{
    const struct json_item **old = children(p, x), **new = children(p, y);
    size_t begin = 0, many = json_count(x), more = json_count(y);
    while (begin < many && begin < more && json_equal(p->from, old[begin], p->to, new[begin]))
        begin++;
    while (many > begin && more > begin &&
           json_equal(p->from, old[many - 1], p->to, new[more - 1])) {
        many--;
        more--;
    }
    size_t both = many < more ? many : more;
    for (size_t i = begin; i < both; i++)
        change(p, below_index(p, path, i), old[i], new[i]);
    for (size_t i = many; i > both; i--)
        put(p, "remove", below_index(p, path, i - 1), NULL);
    for (size_t i = both; i < more; i++)
        put(p, "add", below_index(p, path, i), new[i]);
}

static void change(struct patching *p, struct str path, const struct json_item *x,
                   const struct json_item *y)
{
    if (json_equal(p->from, x, p->to, y))
        return;
    if (json_type(x) == JSON_OBJECT && json_type(y) == JSON_OBJECT)
        change_object(p, path, x, y);
    else if (json_type(x) == JSON_ARRAY && json_type(y) == JSON_ARRAY)
        change_array(p, path, x, y);
    else
        put(p, "replace", path, y);
}

size_t json_patch_put(const struct json *from, const struct json *to, struct json_out *out)
{
    struct patching p = { from, to, out, 0 };
    change(&p, STR(""), json_root(from), json_root(to));
    return p.count;
}
