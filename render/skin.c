/* skin.c - the words of the report: strings.<language>.json, a flat object of name and text.
 *
 * A text may hold slots, {name} or {name.form}, and **strong** words; say() in build.c reads them.
 */
#include "document.h"

#include "base/json.h"

#include <assert.h>

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
    return true;
}

struct str skin_string(const struct skin *skin, const char *id)
{
    assert(skin->strings);
    const struct json_item *item = json_member(json_root(skin->strings), str_from(id));
    assert(item && json_type(item) == JSON_STRING);
    return json_string(item);
}

bool skin_has(const struct skin *skin, const char *id)
{
    return json_member(json_root(skin->strings), str_from(id)) != NULL;
}
