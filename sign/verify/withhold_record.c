/* withhold_record.c - withheld/NNN.json, written and read: format dossier-withheld/1. */
#include "withhold.h"

#include "base/json.h"
#include "layout.h"

#include <assert.h>
#include <stdlib.h>

struct str withhold_text(struct arena *home, const struct withheld_member *member, size_t count)
{
    struct buf out = buf_new(home, 4096 + count * (REASON_MOST * 6 + 1024));
    struct json_out json;
    json_begin(&json, &out);
    json_open(&json, STR(""), '{');
    json_text(&json, STR("format"), STR("dossier-withheld/1"));
    json_open(&json, STR("members"), '[');
    for (size_t i = 0; i < count; i++) {
        json_open(&json, STR(""), '{');
        json_text(&json, STR("path"), member[i].name);
        json_text(&json, STR("sha256"), digest_hex(home, member[i].digest));
        json_integer(&json, STR("size"), (int64_t)member[i].size);
        json_text(&json, STR("reason"), member[i].reason);
        json_close(&json);
    }
    json_close(&json);
    json_close(&json);
    buf_put_char(&out, '\n');
    assert(!out.full);
    return buf_str(&out);
}

bool withhold_allowed(struct str name)
{
    return str_starts(name, STR("data/evidence/")) && name_allowed(name);
}

static bool read_one(struct arena *home, const struct json *json, const struct json_item *item,
                     struct withheld_member *out)
{
    const struct json_item *path = json_member(item, STR("path"));
    const struct json_item *digest = json_member(item, STR("sha256"));
    const struct json_item *size = json_member(item, STR("size"));
    const struct json_item *reason = json_member(item, STR("reason"));
    int64_t bytes = 0;
    if (json_count(item) != 4 || !path || !digest || !size || !reason ||
        json_type(size) != JSON_NUMBER || !json_int(json, size, &bytes) || bytes < 0)
        return false;
    out->name = str_keep(home, json_string(path));
    out->reason = str_keep(home, json_string(reason));
    out->size = (uint64_t)bytes;
    return withhold_allowed(out->name) && digest_from_hex(json_string(digest), &out->digest) &&
           out->reason.len > 0 && out->reason.len <= REASON_MOST && out->size <= ZIP_MEMBER_MOST;
}

static int by_name(const void *a, const void *b)
{
    return str_order(*(const struct str *)a, *(const struct str *)b);
}

static bool all_differ(struct arena *home, const struct withheld_member *member, size_t count)
{
    struct str *name = ARENA_MANY(home, count, struct str);
    for (size_t i = 0; i < count; i++)
        name[i] = member[i].name;
    qsort(name, count, sizeof(*name), by_name);
    for (size_t i = 1; i < count; i++)
        if (str_eq(name[i - 1], name[i]))
            return false;
    return true;
}

bool withhold_read(struct arena *home, struct str bytes, struct withheld_member **out,
                   size_t *count)
{
    struct json *json = NULL;
    *count = 0;
    if (!json_read(home, STR("withheld"), bytes, &limits_default, &json, diags_new(home)))
        return false;
    const struct json_item *root = json_root(json);
    const struct json_item *format = json_member(root, STR("format"));
    const struct json_item *list = json_member(root, STR("members"));
    if (json_count(root) != 2 || !format || !list || json_type(list) != JSON_ARRAY ||
        !str_eq(json_string(format), STR("dossier-withheld/1")))
        return false;
    if (json_count(list) > ZIP_MEMBERS_MOST)
        return false; /* more than a dossier can have had */
    *out = ARENA_MANY(home, json_count(list) + 1, struct withheld_member);
    for (const struct json_item *item = json_next(list, NULL); item; item = json_next(list, item))
        if (!read_one(home, json, item, &(*out)[(*count)++]))
            return false;
    return *count > 0 && all_differ(home, *out, *count);
}
