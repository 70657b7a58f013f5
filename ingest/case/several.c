/* several.c - one member of "facts" that states several keys at once, so that one sentence of a
 * person answers what one person knows together: "stack.release_rule; stack.unit": "as found;
 * offer". */
#include "several.h"

struct several {
    enum key key[SEVERAL_MOST];
    size_t count;
    struct str part[SEVERAL_MOST];
    const struct json_item *item[SEVERAL_MOST]; /* of an array; else NULL */
};

bool several_named(struct str name)
{
    return str_find(name, STR(";")) != SIZE_MAX;
}

static const char *declarable_name(size_t index)
{
    for (size_t i = 0; i < KEY_COUNT; i++)
        if (key_is_declarable((enum key)i) && index-- == 0)
            return vocabulary_row((enum key)i)->name;
    return NULL;
}

bool declarable_find(const struct checking *checking, const struct json_item *item, struct str name,
                     enum key *key)
{
    enum { NAME_MOST = 64 };
    if (!vocabulary_find(name, key)) {
        return members_refuse(checking, checking->unknown, item,
                              nearest_word(checking->reading->scratch, name, declarable_name),
                              "\"%.*s\"", STR_ARG(str_sub(name, 0, NAME_MOST)));
    }
    if (!key_is_declarable(*key)) {
        return members_refuse(checking, checking->bad, item,
                              STR("what a tool measured in the tool's own file"),
                              "\"%s\" cannot be declared", vocabulary_row(*key)->name);
    }
    return true;
}

/* Keys of the name. False: said. */
static bool keys_read(const struct checking *checking, const struct json_item *item,
                      struct several *out)
{
    struct str rest = json_name(item), name;
    while (str_cut(&rest, ';', &name)) {
        enum key key;
        name = str_trim(name);
        if (!declarable_find(checking, item, name, &key))
            return false;
        bool before = out->count == SEVERAL_MOST;
        for (size_t i = 0; i < out->count; i++)
            before = before || out->key[i] == key;
        if (before) {
            return members_refuse(checking, checking->bad, item, STR("each key once, 8 at most"),
                                  "\"%s\" once more", vocabulary_row(key)->name);
        }
        out->key[out->count++] = key;
    }
    return true;
}

static bool waits(const struct json_item *item)
{
    return json_type(item) == JSON_STRING && str_starts(json_string(item), STR("FIXME:"));
}

/* Parts of the value; how many there are, told or not. */
static size_t parts_read(const struct json_item *item, struct several *out)
{
    size_t count = 0;
    if (json_type(item) == JSON_ARRAY) {
        const struct json_item *child = json_next(item, NULL);
        for (; child; child = json_next(item, child), count++)
            if (count < SEVERAL_MOST)
                out->item[count] = child;
        return count;
    }
    /* str_cut gives no part behind a last ';', which here is one that is empty. */
    struct str rest = json_string(item);
    for (bool more = true; more; count++) {
        size_t at = str_find(rest, STR(";"));
        more = at != SIZE_MAX;
        if (count < SEVERAL_MOST)
            out->part[count] = str_trim(str_sub(rest, 0, more ? at : rest.len));
        rest = more ? str_sub(rest, at + 1, rest.len) : rest;
    }
    return count;
}

/* A part of a text, by the type of its key: a number, or anything. */
static bool part_check(const struct checking *checking, const struct json_item *item,
                       struct str part, enum key key)
{
    enum value_type type = vocabulary_row(key)->type;
    double value;
    enum unit unit = UNIT_NONE;
    if ((type != TYPE_COUNT && type != TYPE_REAL) || part.len == 0 || text_is_placeholder(part) ||
        number_read(part, &value, &unit))
        return true;
    return members_refuse(checking, checking->bad, item, STR("a number"), "\"%.*s\" of %s",
                          STR_ARG(str_sub(part, 0, 64)), vocabulary_row(key)->name);
}

bool several_check(const struct checking *checking, const struct json_item *item)
{
    struct several several = { .count = 0 };
    if (!keys_read(checking, item, &several))
        return false;
    enum json_type type = json_type(item);
    size_t parts = type == JSON_STRING || type == JSON_ARRAY ? parts_read(item, &several) : 0;
    if (waits(item))
        return true;
    if (parts != several.count) {
        return members_refuse(checking, checking->bad, item,
                              str_format(checking->reading->scratch,
                                         "%zu parts, one for each key, with ; between them, or an "
                                         "array; an empty one says nothing",
                                         several.count),
                              "%zu", parts);
    }
    bool good = true;
    for (size_t i = 0; i < parts; i++) {
        const struct json_item *own = several.item[i];
        bool empty = own && json_type(own) == JSON_STRING && json_string(own).len == 0;
        good = (own ? empty || value_check(checking, own, several.key[i])
                    : part_check(checking, item, several.part[i], several.key[i])) &&
               good;
    }
    return good;
}

void several_facts(const struct checking *checking, const struct json_item *item)
{
    struct several several = { .count = 0 };
    struct reading *reading = checking->reading;
    struct str rest = json_name(item), name;
    while (several.count < SEVERAL_MOST && str_cut(&rest, ';', &name)) {
        enum key key;
        if (!vocabulary_find(str_trim(name), &key) || !key_is_declarable(key))
            return;
        several.key[several.count++] = key;
    }
    enum json_type type = json_type(item);
    if (type != JSON_STRING && type != JSON_ARRAY)
        return;
    size_t parts = parts_read(item, &several);
    for (size_t i = 0; i < several.count && (waits(item) || parts == several.count); i++) {
        const struct json_item *own = several.item[i];
        struct str part = waits(item) ? json_string(item) : several.part[i];
        if (own && !(json_type(own) == JSON_STRING && json_string(own).len == 0)) {
            (void)json_fact(reading, checking->json, own, STR(""), several.key[i], UNIT_NONE);
        } else if (!own && part.len > 0) {
            (void)reading_fact(reading, several.key[i], STR(""), part, UNIT_NONE,
                               json_place(checking->json, item));
        }
    }
}
