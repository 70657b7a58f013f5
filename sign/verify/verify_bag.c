/* verify_bag.c - the bag inside: lists against contents, identities against what is written of
 * them.
 *
 * Lists are written again from what the container holds and compared byte for byte. */
#include "base/json.h"
#include "layout.h"
#include "verify.h"

#include <string.h>

static const char HASH[] = "HASH_FAILURE";
static const char FORMAT[] = "FORMAT_FAILURE";
enum { REPORT_DATA_MOST = 32 << 20 }; /* bytes of JSON that are read, since reading takes memory */

/* Names, digests and sizes of the members that `wanted` picks; of payload, what a record accounts
 * for although it is withheld is part. */
static struct entries pick(const struct verifying *verifying, bool (*wanted)(const struct member *))
{
    struct entry *item =
        ARENA_MANY(verifying->home, verifying->count + verifying->withheld_count, struct entry);
    size_t count = 0;
    for (size_t i = 0; i < verifying->withheld_count && wanted == member_is_payload; i++)
        item[count++] = verifying->withheld[i];
    for (size_t i = 0; i < verifying->count; i++) {
        const struct member *member = &verifying->member[i];
        if (wanted(member)) {
            item[count++] = (struct entry){ .name = member->zip->name,
                                            .bytes = { NULL, member->zip->size },
                                            .digest = member->digest };
        }
    }
    return (struct entries){ .item = item, .count = count };
}

static bool is_tag(const struct member *member)
{
    for (size_t i = 0; i < TAG_COUNT; i++)
        if (str_eq(member->zip->name, tag_name((enum tag_file)i)))
            return true;
    return false;
}

/* The first line in which two lists differ, for people. */
static struct str first_difference(struct arena *home, struct str has, struct str should)
{
    struct str rest_has = has;
    struct str rest_should = should;
    struct str line = { 0 };
    struct str wanted = { 0 };
    for (size_t number = 1;; number++) {
        bool more = str_cut(&rest_has, '\n', &line);
        bool more_wanted = str_cut(&rest_should, '\n', &wanted);
        if (!more && !more_wanted)
            return STR("the last line does not end as it should");
        if (more != more_wanted || !str_eq(line, wanted)) {
            struct str got = more && line.len ? visible(home, line) : STR("nothing");
            struct str want = more_wanted && wanted.len ? visible(home, wanted) : STR("nothing");
            return str_format(home, "line %zu says \"%.*s\"; contents give \"%.*s\"", number,
                              STR_ARG(got), STR_ARG(want));
        }
    }
}

static struct verdict compare_list(const struct verifying *verifying, const char *name,
                                   struct str should)
{
    struct arena *home = verifying->home;
    if (!member_find(verifying, str_from(name)))
        return verdict_fails(FORMAT, str_format(home, "%s is missing", name));
    struct str has = member_content(verifying, str_from(name));
    if (!str_eq(has, should)) {
        struct str where = first_difference(home, has, should);
        return verdict_fails(HASH, str_format(home, "%s: %.*s", name, STR_ARG(where)));
    }
    return verdict_holds(str_format(home, "%s agrees with the contents", name));
}

static void check_payload(struct verifying *verifying, const struct entries *payload)
{
    struct verdict verdict =
        compare_list(verifying, "manifest-sha256.txt", sums_text(verifying->home, payload));
    if (verdict.state == CHECK_HOLDS) {
        verdict.detail = str_format(verifying->home, "%zu files are those of manifest-sha256.txt",
                                    payload->count);
    }
    check_add(&verifying->checks, "payload-digests", "files of data/ unchanged", verdict);
}

static void check_tags(struct verifying *verifying)
{
    struct entries tags = pick(verifying, is_tag);
    struct verdict verdict =
        compare_list(verifying, "tagmanifest-sha256.txt", sums_text(verifying->home, &tags));
    if (verdict.state == CHECK_HOLDS &&
        !str_eq(member_content(verifying, STR("bagit.txt")), STR(LAYOUT_BAGIT)))
        verdict = verdict_fails(FORMAT, STR("bagit.txt does not declare a bag of version 1.0"));
    check_add(&verifying->checks, "tag-files", "files that describe the bag unchanged", verdict);
}

/* Whether a label of bag-info.txt has the value that the contents give. */
static bool label_holds(const struct verifying *verifying, struct str label, struct str should,
                        struct verdict *verdict)
{
    struct str value = { 0 };
    struct str text = member_content(verifying, STR("bag-info.txt"));
    if (!bag_info_find(text, label, &value)) {
        *verdict =
            verdict_fails(FORMAT, str_format(verifying->home, "%.*s does not stand exactly once",
                                             STR_ARG(label)));
        return false;
    }
    if (!str_eq(value, should)) {
        *verdict = verdict_fails(
            HASH,
            str_format(verifying->home, "%.*s says \"%.*s\"; contents give %.*s", STR_ARG(label),
                       STR_ARG(visible(verifying->home, value)), STR_ARG(should)));
        return false;
    }
    return true;
}

static void check_info(struct verifying *verifying, const struct entries *payload)
{
    struct arena *home = verifying->home;
    struct verdict verdict = verdict_holds(STR("size and identities are those of the contents"));
    (void)(label_holds(verifying, STR("Payload-Oxum"), oxum_text(home, payload), &verdict) &&
           label_holds(verifying, STR("Dossier-Content-Id"), digest_hex(home, verifying->content),
                       &verdict) &&
           label_holds(verifying, STR("Dossier-Evidence-Id"), digest_hex(home, verifying->evidence),
                       &verdict));
    check_add(&verifying->checks, "bag-info", "what bag-info.txt says", verdict);
}

/* The evidence id that the report's data states, where it states one. */
static struct verdict report_states(struct verifying *verifying)
{
    struct arena *home = verifying->home;
    struct str name = STR("data/report/data.json");
    const struct member *member = member_find(verifying, name);
    if (!member)
        return verdict_holds(STR(LAYOUT_INPUTS " agrees with the contents"));
    if (member->zip->size > REPORT_DATA_MOST) {
        return verdict_fails(FORMAT,
                             STR("data/report/data.json is too large to be a report's data"));
    }
    struct diags *diags = diags_new(home);
    struct json *json = NULL;
    if (!json_read(home, name, member_content(verifying, name), &limits_default, &json, diags))
        return verdict_fails(FORMAT, STR("data/report/data.json is not JSON"));
    verifying->report = json;
    const struct json_item *item = json_member(json_root(json), STR("evidence_id"));
    if (!item)
        return verdict_holds(STR("the report's data names no evidence id"));
    if (json_type(item) != JSON_STRING ||
        !str_eq(json_string(item), digest_hex(home, verifying->evidence))) {
        return verdict_fails(
            HASH, str_format(home, "data/report/data.json states another evidence id: %.*s",
                             STR_ARG(visible(home, json_scalar(json, item)))));
    }
    return verdict_holds(STR("the report was made from these inputs, as its data says"));
}

static void check_evidence(struct verifying *verifying, const struct entries *payload)
{
    struct verdict verdict =
        compare_list(verifying, LAYOUT_INPUTS, inputs_text(verifying->home, payload));
    if (verdict.state == CHECK_HOLDS)
        verdict = report_states(verifying);
    check_add(&verifying->checks, "evidence-id", "evidence id", verdict);
}

/* What the list says of a withheld member's deflated bytes cannot be computed again, and is taken
 * as it stands: the list itself is signed. */
static size_t withheld_packing(const struct verifying *verifying, struct entry *item)
{
    struct str rest = member_content(verifying, STR(LAYOUT_PACKED));
    struct str line;
    size_t count = 0;
    while (str_cut(&rest, '\n', &line) && count < verifying->withheld_count) {
        struct entry entry = { .name = str_sub(line, 66, line.len) };
        if (withheld_find(verifying, entry.name) &&
            digest_from_hex(str_sub(line, 0, 64), &entry.digest))
            item[count++] = entry;
    }
    return count;
}

/* Deflated bytes are not protected by a digest of the content: other bytes may inflate to the same.
 * The list in packed-sha256.txt tells. A container packed by hand has none, one that was unpacked
 * and zipped again has another; neither is forged, since contents are checked all the same. */
static void check_packing(struct verifying *verifying)
{
    struct arena *home = verifying->home;
    struct entry *item =
        ARENA_MANY(home, verifying->count + verifying->withheld_count, struct entry);
    size_t count = withheld_packing(verifying, item);
    for (size_t i = 0; i < verifying->count; i++) {
        const struct member *member = &verifying->member[i];
        if (member->zip->method == ZIP_DEFLATED)
            item[count++] = (struct entry){ .name = member->zip->name, .digest = member->packed };
    }
    struct verdict verdict = verdict_holds(STR("no member is deflated"));
    bool listed = member_find(verifying, STR(LAYOUT_PACKED)) != NULL;
    if (listed) {
        struct str should = sums_text(home, &(struct entries){ .item = item, .count = count });
        if (!str_eq(member_content(verifying, STR(LAYOUT_PACKED)), should)) {
            verdict = verdict_note(STR("packed anew since: deflated bytes are others than "
                                       "packed-sha256.txt lists; contents are checked, and are "
                                       "those signed where the lines below hold"));
        } else {
            verdict = verdict_holds(STR("packed-sha256.txt agrees with the deflated bytes"));
        }
    } else if (count > 0) {
        verdict =
            verdict_note(STR("packed by other means than dossier; contents are checked, deflated "
                             "bytes are not"));
    }
    check_add(&verifying->checks, "packing", "packed as it was written", verdict);
}

void verify_bag(struct verifying *verifying)
{
    struct entries payload = pick(verifying, member_is_payload);
    const struct member *manifest = member_find(verifying, STR("manifest-sha256.txt"));
    if (manifest)
        verifying->content = manifest->digest;
    verifying->evidence = evidence_id(verifying->home, &payload);
    check_payload(verifying, &payload);
    check_tags(verifying);
    check_info(verifying, &payload);
    check_evidence(verifying, &payload);
    check_packing(verifying);
}
