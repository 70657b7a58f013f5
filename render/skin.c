/* skin.c - the words of the report: strings.<language>.json, a flat object of name and text.
 *
 * A text may hold slots, {name} or {name.form}, and **strong** words; say() in build.c reads them.
 */
#include "words.h"

#include "base/json.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

bool skin_open(struct arena *home, struct skin *skin, struct str language, struct diags *diags)
{
    struct str name = str_format(home, "strings.%.*s.json", STR_ARG(language));
    const struct entry *entry = entries_find(skin->file, name);
    if (!entry) {
        name = STR("strings.en.json");
        entry = entries_find(skin->file, name);
    }
    struct json *json = NULL;
    if (!entry || !json_read(home, name, entry->bytes, NULL, &json, diags))
        return false;
    skin->strings = json;
    words_enter(home, skin, json_root(json));
    skin->language = language;
    return tongue_open(home, skin, diags);
}

struct str skin_file(struct arena *home, const struct skin *skin, const char *kind)
{
    return str_format(home, "%s.%.*s.json", kind, STR_ARG(skin->language));
}

/* A text that the program asks for and its own files lack is our mistake: whoever made it is told
 * which. */
static void absent(const struct skin *skin, const char *id)
{
    (void)fprintf(stderr, "dossier: no text \"%s\" in templates/strings.%.*s.json\n", id,
                  STR_ARG(skin->language));
    abort();
}

struct str skin_string(const struct skin *skin, const char *id)
{
    assert(skin->words);
    enum { LONGEST = 128 };
    char single[LONGEST];
    const struct word *word = slot_of(skin, str_from(id));
    int length = skin->single ? snprintf(single, sizeof single, "%s.single", id) : 0;
    if (length > 0 && length < LONGEST && skin_has(skin, single))
        word = slot_of(skin, str_from(single));
    if (!word->is_text)
        absent(skin, id);
    return word->text;
}

bool skin_has(const struct skin *skin, const char *id)
{
    return slot_of(skin, str_from(id))->name.at != NULL;
}

const char *section_nav(struct arena *home, const struct skin *skin, struct str id)
{
    const char *nav = str_c(home, str_format(home, "nav.%.*s", STR_ARG(id)));
    return skin_has(skin, nav) ? nav : NULL;
}

/* ---- sentences ---- */

static enum form form_named(struct str name)
{
    static const struct {
        const char *name;
        enum form form;
    } forms[] = { { "full", FORM_FULL },   { "bare", FORM_BARE },     { "plain", FORM_PLAIN },
                  { "unit", FORM_UNIT },   { "day", FORM_DAY },       { "short", FORM_SHORT },
                  { "mark", FORM_NUMBER }, { "amount", FORM_AMOUNT }, { "less", FORM_LESS },
                  { "size", FORM_SIZE } };
    for (size_t i = 0; i < ARRAY_COUNT(forms); i++)
        if (str_eq(str_from(forms[i].name), name))
            return forms[i].form;
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
    if (rest->len == 0)
        return false;
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
