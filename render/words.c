/* words.c - a table of words by name, for skin.c and tongue.c. */
#include "words.h"

/* FNV-1a (Fowler, Noll, Vo), 64 bits. */
static size_t hash(struct str name)
{
    uint64_t value = 14695981039346656037U;
    for (size_t i = 0; i < name.len; i++)
        value = (value ^ (unsigned char)name.at[i]) * 1099511628211U;
    return (size_t)(value ^ value >> 32);
}

struct word *slot_of(const struct skin *skin, struct str name)
{
    size_t at = hash(name) & skin->mask;
    while (skin->words[at].name.at && !str_eq(skin->words[at].name, name))
        at = (at + 1) & skin->mask;
    return &skin->words[at];
}

/* A report asks for words some ten thousand times: a table with at least as many free places. */
void words_enter(struct arena *home, struct skin *skin, const struct json_item *root)
{
    size_t count = 0, room = 16;
    const struct json_item *item = NULL;
    while ((item = json_next(root, item)))
        count++;
    while (room < 2 * count)
        room *= 2;
    skin->words = ARENA_MANY(home, room, struct word);
    skin->mask = room - 1;
    while ((item = json_next(root, item))) {
        bool text = json_type(item) == JSON_STRING;
        *slot_of(skin, json_name(item)) =
            (struct word){ json_name(item), text ? json_string(item) : (struct str){ 0 }, text };
    }
}
