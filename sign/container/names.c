/* names.c - member names: one alphabet that no file system, shell, XML or URI reader can misread.
 *
 * Rules and reasons: docs/archive.md, "Names". Windows device names: "Naming Files, Paths, and
 * Namespaces", Microsoft Learn. */
#include "names.h"

#include <stdlib.h>

static bool is_alnum(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

static bool is_inner(char c)
{
    return is_alnum(c) || c == '.' || c == '-';
}

static char lower(char c)
{
    if (c >= 'A' && c <= 'Z')
        return (char)(c - 'A' + 'a');
    return c;
}

static bool same_letters(struct str a, struct str b)
{
    if (a.len != b.len)
        return false;
    for (size_t i = 0; i < a.len; i++)
        if (lower(a.at[i]) != lower(b.at[i]))
            return false;
    return true;
}

/* CON, PRN, AUX, NUL, COM1 to COM9, LPT1 to LPT9, with or without an extension. */
static bool is_device(struct str segment)
{
    static const struct str plain[] = { { "con", 3 }, { "prn", 3 }, { "aux", 3 }, { "nul", 3 } };
    static const struct str numbered[] = { { "com", 3 }, { "lpt", 3 } };
    struct str rest = segment;
    struct str stem;
    if (!str_cut(&rest, '.', &stem))
        return false;
    for (size_t i = 0; i < ARRAY_COUNT(plain); i++)
        if (same_letters(stem, plain[i]))
            return true;
    for (size_t i = 0; i < ARRAY_COUNT(numbered); i++)
        if (stem.len == 4 && same_letters(str_sub(stem, 0, 3), numbered[i]) && stem.at[3] >= '1' &&
            stem.at[3] <= '9')
            return true;
    return false;
}

static bool segment_allowed(struct str segment)
{
    if (segment.len == 0 || segment.len > NAME_SEGMENT_MOST || !is_alnum(segment.at[0]) ||
        segment.at[segment.len - 1] == '.')
        return false;
    for (size_t i = 1; i < segment.len; i++)
        if (!is_inner(segment.at[i]))
            return false;
    return !is_device(segment);
}

bool name_allowed(struct str name)
{
    if (name.len == 0 || name.len > NAME_PATH_MOST)
        return false;
    size_t depth = 0;
    size_t from = 0;
    for (size_t i = 0; i <= name.len; i++) {
        if (i == name.len || name.at[i] == '/') {
            depth++;
            if (depth > NAME_DEPTH_MOST || !segment_allowed(str_sub(name, from, i)))
                return false;
            from = i + 1;
        }
    }
    return true;
}

struct str name_make(struct arena *home, struct str text)
{
    /* One byte is kept free for the '_' in front of a device name. */
    size_t most = NAME_SEGMENT_MOST - 1;
    size_t len = text.len < most ? text.len : most;
    struct buf out = buf_new(home, NAME_SEGMENT_MOST);
    for (size_t i = 0; i < len; i++) {
        char c = text.at[i];
        bool fits = i == 0 ? is_alnum(c) : is_inner(c);
        if (i + 1 == len && c == '.')
            fits = false;
        if (!fits)
            c = '_';
        buf_put_char(&out, c);
    }
    if (len == 0)
        buf_put_char(&out, '_');
    struct str made = buf_str(&out);
    if (is_device(made))
        return str_format(home, "_%.*s", STR_ARG(made));
    return made;
}

struct folded {
    struct str name; /* lower case */
    size_t index;
};

static int folded_order(const void *a, const void *b)
{
    const struct folded *left = a;
    const struct folded *right = b;
    int order = str_order(left->name, right->name);
    if (order != 0)
        return order;
    return left->index < right->index ? -1 : left->index > right->index;
}

static bool folded_find(const struct folded *item, size_t count, struct str name, size_t *index)
{
    size_t low = 0;
    size_t high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = str_order(item[middle].name, name);
        if (order == 0) {
            *index = item[middle].index;
            return true;
        }
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

static struct str pair_text(struct arena *home, struct str a, struct str b, const char *relation)
{
    struct buf out = buf_new(home, 4096);
    buf_put_visible(&out, a);
    buf_putf(&out, " %s ", relation);
    buf_put_visible(&out, b);
    return buf_str(&out);
}

/* Whether two names have a folder in common that they spell in different letters. Names that lie in
 * one folder stand side by side in the order of their lower case, so neighbours tell for all. */
static bool folders_differ(struct str a, struct str b)
{
    bool differs = false;
    for (size_t i = 0; i < a.len && i < b.len && lower(a.at[i]) == lower(b.at[i]); i++) {
        differs = differs || a.at[i] != b.at[i];
        if (a.at[i] == '/' && differs)
            return true;
    }
    return false;
}

bool names_distinct(struct arena *home, const struct str *name, size_t count, struct str *why)
{
    struct folded *item = ARENA_MANY(home, count + 1, struct folded);
    for (size_t i = 0; i < count; i++) {
        char *copy = arena_take(home, name[i].len + 1, 1);
        for (size_t j = 0; j < name[i].len; j++)
            copy[j] = lower(name[i].at[j]);
        item[i] = (struct folded){ .name = { copy, name[i].len }, .index = i };
    }
    qsort(item, count, sizeof(*item), folded_order);
    for (size_t i = 1; i < count; i++) {
        if (str_eq(item[i - 1].name, item[i].name)) {
            *why = pair_text(home, name[item[i - 1].index], name[item[i].index],
                             "names the same file as");
            return false;
        }
    }
    for (size_t i = 1; i < count; i++) {
        if (folders_differ(name[item[i - 1].index], name[item[i].index])) {
            *why = pair_text(home, name[item[i - 1].index], name[item[i].index],
                             "lies, but for upper and lower case, in a folder of");
            return false;
        }
    }
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < item[i].name.len; j++) {
            size_t other = 0;
            if (item[i].name.at[j] == '/' &&
                folded_find(item, count, str_sub(item[i].name, 0, j), &other)) {
                *why = pair_text(home, name[other], name[item[i].index],
                                 "is a file and also a folder of");
                return false;
            }
        }
    }
    return true;
}
