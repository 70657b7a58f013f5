/* names_near.c - the nearest right name to a wrong one. */
#include "names_near.h"

enum { LISTED_MOST = 1 << 12, SET_MOST = 24 };

static const char *name_at(const struct names *names, size_t index)
{
    if (names->members)
        return index < names->members->count ? names->members->item[index].name : NULL;
    return names->word(index);
}

/* Segments up to the last dot but one name what a key is about: one letter off is a slip, another
 * word is another thing ("input" for "output"). */
static size_t help_reach(struct str wrong)
{
    return str_find(wrong, STR(".")) == SIZE_MAX ? wrong.len / 3 + 1 : 2;
}

const char *names_nearest(struct str wrong, const struct names *names)
{
    const char *nearest = NULL, *name;
    size_t nearest_distance = help_reach(wrong) + 1; /* farther is no help */
    for (size_t i = 0; (name = name_at(names, i)); i++) {
        size_t far = str_distance(wrong, str_from(name));
        if (far < nearest_distance) {
            nearest = name;
            nearest_distance = far;
        }
    }
    return nearest;
}

/* Names that begin with `head`; empty: there are none, or too many to be read. Beside the nearest
 * of them at most `most` are listed, and not one alone. */
static struct str names_list(struct arena *home, const struct names *names, struct str head,
                             size_t most)
{
    struct buf all = buf_new(home, LISTED_MOST);
    const char *name;
    size_t listed = 0;
    for (size_t i = 0; (name = name_at(names, i)); i++)
        if (str_starts(str_from(name), head))
            buf_putf(&all, "%s%s", listed++ ? ", " : "one of ", name);
    if (all.full || listed > most || (listed == 1 && most < SIZE_MAX))
        return (struct str){ 0 };
    return buf_str(&all);
}

struct str names_expected(struct arena *home, struct str wrong, const struct names *names)
{
    const char *nearest = names_nearest(wrong, names);
    struct str few = names->word ? names_list(home, names, STR(""), SET_MOST) : (struct str){ 0 };
    if (nearest)
        return str_format(home, "\"%s\"%s%.*s", nearest, few.len > 0 ? ", or " : "", STR_ARG(few));
    size_t dot = str_find(wrong, STR("."));
    struct str list = { 0 };
    if (dot != SIZE_MAX)
        list = names_list(home, names, str_sub(wrong, 0, dot + 1), SIZE_MAX);
    if (list.len == 0)
        list = names_list(home, names, STR(""), SIZE_MAX);
    return list.len ? list : STR("a name that `dossier vocabulary` lists");
}

struct str nearest_word(struct arena *home, struct str wrong, const char *(*word)(size_t index))
{
    return names_expected(home, wrong, &(struct names){ .word = word });
}
