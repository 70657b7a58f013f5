/* case_insert.c - a few values added to a case.json, every other byte of it kept.
 *
 * Only at begins of arrays and objects, which the reader knows by their bytes: what a person wrote,
 * its order and its blanks stay. */
#include "case_insert.h"

enum { PLACES_MOST = 4096 };

struct adding { /* texts by the byte before which they go, in rising order */
    struct arena *home;
    struct {
        uint64_t at;
        struct str text;
    } item[PLACES_MOST];
    size_t count;
};

static bool add(struct adding *a, uint64_t at, struct str text)
{
    size_t to = a->count;
    if (a->count == PLACES_MOST)
        return false;
    for (; to > 0 && a->item[to - 1].at > at; to--)
        a->item[to] = a->item[to - 1];
    a->item[to].at = at;
    a->item[to].text = text;
    a->count++;
    return true;
}

/* `what` becomes the first of an array, which is made as a member of `object` where it is missing.
 */
static bool add_first(struct adding *a, const struct json *json, const struct json_item *object,
                      const char *member, struct str what)
{
    const struct json_item *list = json_member(object, str_from(member));
    if (list && json_type(list) != JSON_ARRAY)
        return false;
    if (list)
        return add(a, json_offset(json, list) + 1,
                   json_count(list) > 0 ? str_format(a->home, "%.*s, ", STR_ARG(what)) : what);
    return add(a, json_offset(json, object) + 1,
               str_format(a->home, " \"%s\": [%.*s]%s", member, STR_ARG(what),
                          json_count(object) > 0 ? "," : " "));
}

static struct str paths_text(struct arena *home, const struct case_insert *insert)
{
    struct buf out = buf_new(home, 1 << 16);
    for (size_t i = 0; i < insert->capture_count; i++) {
        buf_put(&out, i > 0 ? STR(", ") : STR(""));
        json_put_string(&out, insert->capture[i]);
    }
    return buf_str(&out);
}

static const struct json_item *child_at(const struct json_item *list, size_t index)
{
    const struct json_item *item =
        list && json_type(list) == JSON_ARRAY ? json_next(list, NULL) : NULL;
    for (size_t i = 0; i < index && item; i++)
        item = json_next(list, item);
    return item && json_type(item) == JSON_OBJECT ? item : NULL;
}

static bool add_all(struct adding *a, const struct json *json, const struct case_insert *insert)
{
    const struct json_item *root = json_root(json);
    const struct json_item *system =
        child_at(json_member(root, STR("systems")), insert->system->index);
    const struct json_item *machines = system ? json_member(system, STR("machines")) : NULL;
    struct str paths = paths_text(a->home, insert);
    if (!machines || json_type(machines) != JSON_ARRAY || json_count(machines) == 0)
        return false;
    for (size_t i = 0; i < json_count(machines); i++) {
        const struct json_item *machine = child_at(machines, i);
        if (!machine || !add_first(a, json, machine, "captures", paths))
            return false;
    }
    if (insert->words.len == 0)
        return true;
    struct buf words = buf_new(a->home, 1 << 16);
    buf_put(&words, STR("{ \"party\": "));
    json_put_string(&words, insert->party);
    buf_put(&words, STR(", \"text\": "));
    json_put_string(&words, insert->words);
    buf_put(&words, STR(" }"));
    return add_first(a, json, root, "statements", buf_str(&words));
}

bool case_insert(struct arena *home, struct str name, struct str text,
                 const struct case_insert *insert, struct str *out, struct diags *diags)
{
    struct adding *a = ARENA_NEW(home, struct adding);
    struct json *json;
    struct buf made = buf_new(home, text.len + ((size_t)4 << 20));
    uint64_t from = 0;
    a->home = home;
    if (!json_read(home, name, text, &limits_default, &json, diags))
        return false;
    if (json_type(json_root(json)) != JSON_OBJECT || !add_all(a, json, insert)) {
        diag_add(diags, DIAG_CASE_BAD, (struct place){ .file = name },
                 STR("a system with machines to write to"), "none of that id");
        return false;
    }
    for (size_t i = 0; i < a->count; i++) {
        buf_put(&made, str_sub(text, from, a->item[i].at));
        buf_put(&made, a->item[i].text);
        from = a->item[i].at;
    }
    buf_put(&made, str_sub(text, from, text.len));
    *out = buf_str(&made);
    return !made.full;
}
