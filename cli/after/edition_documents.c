/* edition_documents.c - which documents of a case are one party's alone: whatever names one counts,
 * in whichever member it stands, so that a member which the case learns later counts, too. */
#include "edition_documents.h"
#include <glib.h>

static gchar *plain_path(struct str text)
{
    text = str_trim(text);
    g_autofree gchar *copy = g_strndup(text.len > 0 ? text.at : "", text.len);
    g_autofree gchar *lower = g_ascii_strdown(copy, -1);
    return g_canonicalize_filename(lower, "/");
}

/* Whether a string in it is the path, above it or below it. */
static bool is_named(const struct json_item *item, const gchar *path)
{
    if (json_type(item) == JSON_STRING && json_string(item).len > 0) {
        g_autofree gchar *named = plain_path(json_string(item));
        struct str a = str_from(named), b = str_from(path);
        return str_eq(a, b) || str_below(a, b) || str_below(b, a);
    }
    for (const struct json_item *one = json_next(item, NULL); one; one = json_next(item, one))
        if (is_named(one, path))
            return true;
    return false;
}

static bool is_own(const struct json_item *item, const char *by, struct str own)
{
    const struct json_item *id =
        json_type(item) == JSON_OBJECT ? json_member(item, str_from(by)) : NULL;
    return id && json_type(id) == JSON_STRING && str_eq(json_string(id), own);
}

static bool is_named_in(const struct json_item *member, struct str own, const gchar *path)
{
    if (json_type(member) != JSON_ARRAY)
        return is_named(member, path);
    const char *by = str_eq(json_name(member), STR("systems")) ? "id" : "system";
    for (const struct json_item *one = json_next(member, NULL); one; one = json_next(member, one))
        if (!is_own(one, by, own) && is_named(one, path))
            return true;
    return false;
}

bool edition_of_others(const struct json_item *root, struct str own, struct str text)
{
    static const char *const lists[] = { "prices", "options", "expected", "systems" };
    g_autofree gchar *path = plain_path(text);
    for (size_t i = 0; i < ARRAY_COUNT(lists) && text.len > 0; i++) {
        const struct json_item *list = json_member(root, str_from(lists[i]));
        if (list && is_named_in(list, own, path))
            return true;
    }
    return false;
}

bool edition_of_case(const struct json_item *root, struct str own, struct str text)
{
    g_autofree gchar *path = plain_path(text);
    for (const struct json_item *one = json_next(root, NULL); one && text.len > 0;
         one = json_next(root, one))
        if (!str_eq(json_name(one), STR("documents")) && is_named_in(one, own, path))
            return true;
    return false;
}
