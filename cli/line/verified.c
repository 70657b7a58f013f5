/* verified.c - what a dossier says of itself, read as it was verified. */
#include "base/json.h"
#include "templates/templates.h"
#include "verify_report.h"

/* A member as it was verified. The file may be one that others write to meanwhile, so what is read
 * again is copied and held against the list whose digest is the content id; NULL: not there, or not
 * as it was. */
static const struct entry *verified_member(struct arena *home, struct str dossier,
                                           struct digest content, const char *name)
{
    const char *const names[] = { "manifest-sha256.txt", name };
    struct entry *found = ARENA_MANY(home, 2, struct entry);
    for (size_t i = 0; i < ARRAY_COUNT(names); i++) {
        struct entries members;
        struct str wanted = str_from(names[i]);
        const struct entry *member =
            sign_open_below(home, STR("dossier"), dossier, wanted, &members, diags_new(home))
                ? entries_find(&members, wanted)
                : NULL;
        if (!member)
            return NULL;
        found[i] = *member;
        found[i].bytes = str_keep(home, member->bytes);
        found[i].digest = digest_of(found[i].bytes);
    }
    struct str line =
        str_format(home, "%.*s  %s\n", STR_ARG(digest_hex(home, found[1].digest)), name);
    bool as_it_was =
        digest_eq(found[0].digest, content) && str_find(found[0].bytes, line) != SIZE_MAX;
    return as_it_was ? &found[1] : NULL;
}

/* The profile that this program ships with these very bytes; empty: none. */
static struct str shipped_profile(struct arena *home, struct digest rules)
{
    const struct str below = STR("profiles/"), end = STR(".json");
    const struct entries *all = templates_all(home);
    for (size_t i = 0; i < all->count; i++) {
        struct str name = all->item[i].name;
        if (str_starts(name, below) && str_ends(name, end) && digest_eq(all->item[i].digest, rules))
            return str_sub(name, below.len, name.len - end.len);
    }
    return (struct str){ 0 };
}

/* Rules of one's own are part of the verdict: that they lie there, and which they say to loosen. */
static struct str rules_said(struct arena *home, struct str dossier, struct digest content)
{
    enum { SHOWN = 8 };
    const struct entry *own = verified_member(home, dossier, content, "data/own-rules.json");
    struct json *json;
    struct buf said = buf_new(home, 1 << 16);
    if (!own)
        return (struct str){ 0 };
    struct str profile = shipped_profile(home, own->digest);
    if (profile.len > 0)
        return str_format(home, ", by this program's profile %.*s", STR_ARG(profile));
    buf_put(&said, STR(", by rules that are not the built-in ones alone"));
    const struct json_item *list = NULL;
    if (json_read(home, own->name, own->bytes, &limits_default, &json, diags_new(home)) &&
        json_type(json_root(json)) == JSON_OBJECT)
        list = json_member(json_root(json), STR("rules"));
    size_t count = 0;
    for (const struct json_item *row = list && json_type(list) == JSON_ARRAY ? json_next(list, NULL)
                                                                             : NULL;
         row; row = json_next(list, row)) {
        bool object = json_type(row) == JSON_OBJECT;
        const struct json_item *id = object ? json_member(row, STR("id")) : NULL;
        if (!id || json_type(id) != JSON_STRING || !json_member(row, STR("loosens")))
            continue;
        if (count++ < SHOWN) {
            buf_put(&said, count == 1 ? STR(" and loosen ") : STR(", "));
            buf_put_visible(&said, str_sub(json_string(id), 0, 32));
        }
    }
    if (count > SHOWN)
        buf_putf(&said, " and %zu more", count - SHOWN);
    return buf_str(&said);
}

/* Question and verdicts, as the packed data.json says them. */
void verified_read(struct arena *home, struct str dossier, struct verified *verified)
{
    struct json *json;
    struct digest content = verified->checks->content;
    const struct entry *data = verified_member(home, dossier, content, "data/report/data.json");
    if (!data || !json_read(home, data->name, data->bytes, &limits_default, &json, diags_new(home)))
        return;
    verified->rules = rules_said(home, dossier, content);
    const struct json_item *found = json_find(json, STR("/case/question"));
    if (found && json_type(found) == JSON_STRING)
        verified->question = str_keep(home, json_string(found));
    const struct json_item *list = json_find(json, STR("/comparisons"));
    struct buf said = buf_new(home, 1 << 16);
    for (const struct json_item *one = list && json_type(list) == JSON_ARRAY ? json_next(list, NULL)
                                                                             : NULL;
         one; one = json_next(list, one)) {
        static const char *const part[] = { "b", "a", "workload", "verdict" };
        static const char *const before[] = { "", " against ", ", ", ": " };
        const struct json_item *b = json_member(one, STR("b"));
        bool single = b && json_type(b) == JSON_STRING && json_string(b).len == 0;
        buf_put(&said, said.len > 0 ? STR("; ") : STR(""));
        for (size_t i = 0; i < ARRAY_COUNT(part); i++) {
            const struct json_item *item = json_member(one, str_from(part[i]));
            if (!item && i == 2) /* the case has one workload only */
                continue;
            buf_put(&said, str_from(single && i == 1 ? "" : before[i]));
            buf_put_visible(&said,
                            item && json_type(item) == JSON_STRING ? json_string(item) : STR("?"));
        }
    }
    verified->verdict = buf_str(&said);
}
