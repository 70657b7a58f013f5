/* layout.c - sums, bag-info and names of a dossier. Layout: docs/archive.md; BagIt: RFC 8493. */
#include "layout.h"
#include "revision.h"

#include <assert.h>
#include <string.h>

static const struct str tag_names[] = {
    [TAG_VERIFY] = { "VERIFY.txt", 10 },
    [TAG_BAG_INFO] = { "bag-info.txt", 12 },
    [TAG_BAGIT] = { "bagit.txt", 9 },
    [TAG_MANIFEST] = { "manifest-sha256.txt", 19 },
};
static_assert(ARRAY_COUNT(tag_names) == TAG_COUNT, "a name for each tag file");

struct str tag_name(enum tag_file tag)
{
    assert(tag < TAG_COUNT);
    return tag_names[tag];
}

static struct entries sorted(struct arena *home, const struct entries *entries)
{
    struct entry *item = ARENA_MANY(home, entries->count + 1, struct entry);
    if (entries->count > 0)
        memcpy(item, entries->item, entries->count * sizeof(*item));
    entries_sort(item, entries->count);
    return (struct entries){ .item = item, .count = entries->count };
}

struct str sums_text(struct arena *home, const struct entries *entries)
{
    struct entries list = sorted(home, entries);
    size_t most = 1;
    for (size_t i = 0; i < list.count; i++)
        most += 64 + 2 + list.item[i].name.len + 1;
    struct buf out = buf_new(home, most);
    for (size_t i = 0; i < list.count; i++) {
        digest_put_hex(list.item[i].digest, &out);
        buf_put(&out, STR("  "));
        buf_put(&out, list.item[i].name);
        buf_put_char(&out, '\n');
    }
    assert(!out.full);
    return buf_str(&out);
}

struct str inputs_text(struct arena *home, const struct entries *payload)
{
    struct entry *item = ARENA_MANY(home, payload->count + 1, struct entry);
    size_t count = 0;
    for (size_t i = 0; i < payload->count; i++) {
        struct str name = payload->item[i].name;
        if (str_starts(name, STR("data/")) && !str_starts(name, STR("data/report/")) &&
            !str_eq(name, STR(LAYOUT_INPUTS)))
            item[count++] = payload->item[i];
    }
    return sums_text(home, &(struct entries){ .item = item, .count = count });
}

struct digest evidence_id(struct arena *home, const struct entries *payload)
{
    return digest_of(inputs_text(home, payload));
}

struct str oxum_text(struct arena *home, const struct entries *payload)
{
    uint64_t octets = 0;
    for (size_t i = 0; i < payload->count; i++)
        octets += payload->item[i].bytes.len;
    return str_format(home, "%llu.%zu", (unsigned long long)octets, payload->count);
}

struct str sign_agent(void)
{
    return STR("dossier " DOSSIER_VERSION ", revision " DOSSIER_REVISION);
}

struct str bag_info_text(struct arena *home, const struct bag_info *info)
{
    struct buf out = buf_new(home, 4096);
    buf_putf(&out, "Bagging-Date: %.*s\n", STR_ARG(info->date));
    buf_putf(&out, "Bag-Software-Agent: %.*s\n", STR_ARG(sign_agent()));
    buf_putf(&out, "Payload-Oxum: %.*s\n", STR_ARG(info->oxum));
    buf_put(&out, STR("Dossier-Evidence-Id: "));
    digest_put_hex(info->evidence, &out);
    buf_put(&out, STR("\nDossier-Content-Id: "));
    digest_put_hex(info->content, &out);
    buf_put_char(&out, '\n');
    assert(!out.full);
    return buf_str(&out);
}

bool bag_info_find(struct str text, struct str label, struct str *value)
{
    struct str rest = text;
    struct str line;
    bool found = false;
    while (str_cut(&rest, '\n', &line)) {
        struct str after = str_sub(line, label.len, line.len);
        if (str_starts(line, label) && str_starts(after, STR(": "))) {
            if (found)
                return false;
            *value = str_sub(after, 2, after.len);
            found = true;
        }
    }
    return found;
}

struct str numbered_name(struct arena *home, const char *before, unsigned number, const char *after)
{
    return str_format(home, "%s%03u%s", before, number, after);
}

bool numbered_read(struct str name, struct str before, struct str after, unsigned *number)
{
    if (name.len != before.len + 3 + after.len || !str_starts(name, before) ||
        !str_ends(name, after))
        return false;
    unsigned value = 0;
    for (size_t i = 0; i < 3; i++) {
        char c = name.at[before.len + i];
        if (c < '0' || c > '9')
            return false;
        value = value * 10 + (unsigned)(c - '0');
    }
    *number = value;
    return value > 0;
}
