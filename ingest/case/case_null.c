/* case_null.c - the null pair of a case: two of its systems that are one configuration, measured
 * twice. */
#include "case_parts.h"

static const struct system *named(const struct case_file *case_file, struct str id)
{
    for (size_t i = 0; i < case_file->system_count; i++)
        if (str_eq(case_file->system[i].id, id))
            return &case_file->system[i];
    return NULL;
}

/* Pairs are those of the baseline, where there is one: another would be set beside nothing. */
static bool is_compared(const struct case_file *case_file, const struct system *const pair[2])
{
    bool any = false;
    for (size_t i = 0; i < case_file->system_count; i++)
        any = any || case_file->system[i].baseline;
    return !any || pair[0]->baseline || pair[1]->baseline;
}

bool null_read(const struct checking *checking, const struct json_item *root,
               const struct case_file *case_file, const struct system *pair[2])
{
    const struct json_item *list = json_member(root, STR("null"));
    const struct json_item *item = list ? json_next(list, NULL) : NULL;
    const struct system *found[2] = { NULL, NULL };
    for (size_t i = 0; item && i < ARRAY_COUNT(found); item = json_next(list, item), i++) {
        found[i] = named(case_file, json_string(item));
        if (!found[i] || (i > 0 && found[i] == found[0])) {
            return members_refuse(checking, checking->bad, item,
                                  STR("the ids of two systems that are one configuration"),
                                  "\"%.*s\"", STR_ARG(str_sub(json_string(item), 0, 64)));
        }
    }
    if (!found[0] || !found[1])
        return true;
    if (!is_compared(case_file, found)) {
        return members_refuse(checking, checking->bad, list,
                              STR("the baseline and a system that is set up as it is"),
                              "a pair without the baseline");
    }
    pair[0] = found[0];
    pair[1] = found[1];
    return true;
}
