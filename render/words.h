/* words.h - private to render's skin.c and tongue.c: a table of words by name. */
#ifndef RENDER_WORDS_H
#define RENDER_WORDS_H

#include "document.h"

#include "base/json.h"

struct word {
    struct str name, text;
    bool is_text; /* an item of the file that is no string is a mistake in it */
};

/* Where the word stands in skin->words, or the free place where it would. */
struct word *slot_of(const struct skin *skin, struct str name);
/* The items of a flat object as skin->words. */
void words_enter(struct arena *home, struct skin *skin, const struct json_item *root);
/* What the program says outside the strings table, in skin->language: words.LANGUAGE.json as
 * skin->said; NULL where there is no such file. False: it is there and cannot be read. */
MUST_USE bool tongue_open(struct arena *home, struct skin *skin, struct diags *diags);

#endif
