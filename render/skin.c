/* skin.c - the words of the report: strings.<language>.json, a flat object of name and text.
 *
 * A text may hold slots, {name} or {name.form}, and **strong** words; say() in build.c reads them.
 */
#include "document.h"

#include "base/json.h"

#include <assert.h>
#include <stdio.h>

struct word {
    struct str name, text;
    bool is_text; /* an item of the file that is no string is a mistake in it */
};

/* FNV-1a (Fowler, Noll, Vo), 64 bits. */
static size_t hash(struct str name)
{
    uint64_t value = 14695981039346656037U;
    for (size_t i = 0; i < name.len; i++) {
        value = (value ^ (unsigned char)name.at[i]) * 1099511628211U;
    }
    return (size_t)(value ^ value >> 32);
}

/* Where the word stands in the table, or the free place where it would. */
static struct word *slot_of(const struct skin *skin, struct str name)
{
    size_t at = hash(name) & skin->mask;
    while (skin->words[at].name.at && !str_eq(skin->words[at].name, name)) {
        at = (at + 1) & skin->mask;
    }
    return &skin->words[at];
}

/* A report asks for words some ten thousand times: a table with at least as many free places. */
static void words_enter(struct arena *home, struct skin *skin, const struct json_item *root)
{
    size_t count = 0, room = 16;
    const struct json_item *item = NULL;
    while ((item = json_next(root, item)) != NULL) {
        count++;
    }
    while (room < 2 * count) {
        room *= 2;
    }
    skin->words = ARENA_MANY(home, room, struct word);
    skin->mask = room - 1;
    while ((item = json_next(root, item)) != NULL) {
        bool text = json_type(item) == JSON_STRING;
        *slot_of(skin, json_name(item)) =
            (struct word){ json_name(item), text ? json_string(item) : (struct str){ 0 }, text };
    }
}

bool skin_open(struct arena *home, struct skin *skin, struct str language, struct diags *diags)
{
    struct str name = str_format(home, "strings.%.*s.json", STR_ARG(language));
    const struct entry *entry = entries_find(skin->file, name);
    if (!entry) {
        name = STR("strings.en.json");
        entry = entries_find(skin->file, name);
    }
    struct json *json = NULL;
    if (!entry || !json_read(home, name, entry->bytes, NULL, &json, diags)) {
        return false;
    }
    skin->strings = json;
    words_enter(home, skin, json_root(json));
    return true;
}

struct str skin_string(const struct skin *skin, const char *id)
{
    assert(skin->words);
    enum { LONGEST = 128 };
    char single[LONGEST];
    const struct word *word = slot_of(skin, str_from(id));
    int length = skin->single ? snprintf(single, sizeof single, "%s.single", id) : 0;
    if (length > 0 && length < LONGEST && skin_has(skin, single)) {
        word = slot_of(skin, str_from(single));
    }
    assert(word->is_text);
    return word->text;
}

bool skin_has(const struct skin *skin, const char *id)
{
    return slot_of(skin, str_from(id))->name.at != NULL;
}

/* ---- sentences ---- */

static enum form form_named(struct str name)
{
    static const struct {
        const char *name;
        enum form form;
    } forms[] = { { "full", FORM_FULL },
                  { "bare", FORM_BARE },
                  { "plain", FORM_PLAIN },
                  { "unit", FORM_UNIT },
                  { "mark", FORM_NUMBER } };
    for (size_t i = 0; i < ARRAY_COUNT(forms); i++) {
        if (str_eq(str_from(forms[i].name), name)) {
            return forms[i].form;
        }
    }
    bool known = false; /* a form that no table row names is a mistake in the strings table */
    assert(known);
    return FORM_FULL;
}

bool phrase_next(struct str *rest, struct phrase *out)
{
    bool strong = out->strong;
    while (str_starts(*rest, STR("**"))) {
        strong = !strong;
        *rest = str_sub(*rest, 2, rest->len);
    }
    if (rest->len == 0) {
        return false;
    }
    *out = (struct phrase){ .strong = strong };
    if (rest->at[0] == '{') {
        size_t end = str_find(*rest, STR("}"));
        assert(end != SIZE_MAX);
        out->slot = true;
        out->text = str_sub(*rest, 1, end);
        out->form = FORM_FULL;
        size_t point = str_find(out->text, STR("."));
        if (point != SIZE_MAX) {
            out->form = form_named(str_sub(out->text, point + 1, out->text.len));
            out->text = str_sub(out->text, 0, point);
        }
        *rest = str_sub(*rest, end + 1, rest->len);
        return true;
    }
    size_t slot = str_find(*rest, STR("{")), mark = str_find(*rest, STR("**"));
    size_t end = slot < mark ? slot : mark;
    out->text = str_sub(*rest, 0, end);
    *rest = str_sub(*rest, end < rest->len ? end : rest->len, rest->len);
    return true;
}
