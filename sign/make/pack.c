/* pack.c - a payload becomes a dossier.
 *
 * All texts are made first (they depend on names, digests and sizes only), then everything is
 * written once, in byte order of name after mimetype. Layout: docs/archive.md. */
#include "base/progress.h"
#include "crypto.h"
#include "layout.h"
#include "names.h"
#include "pack_ahead.h"
#include "signoff.h"
#include "zip.h"

#include <string.h>

enum {
    EXTRA_MOST = 16, /* members that are not payload */
    /* Bytes of members whose deflated form is held in memory. */
    KEPT_MOST = 16 << 20,
    KEPT_ALONE = 128 << 20, /* the same where nothing can be laid aside */
};

struct packing {
    struct arena *home;
    const struct pack_request *request;
    struct diags *diags;
    struct entries payload; /* sorted, with data/inputs-sha256.txt */
    struct entry
        *member; /* everything but mimetype, the manifest and its signature; sorted in the end */
    size_t count;
    struct zip_plan *plan; /* of payload, same order */
};

static bool refuse(struct packing *packing, struct str name, const char *why)
{
    diag_add(packing->diags, DIAG_DOSSIER_FORMAT, (struct place){ .file = name },
             STR("a payload as docs/archive.md says"), "%s", why);
    return false;
}

static bool date_plain(struct str date)
{
    if (date.len != 10)
        return false;
    for (size_t i = 0; i < date.len; i++) {
        bool dash = i == 4 || i == 7;
        if (dash ? date.at[i] != '-' : date.at[i] < '0' || date.at[i] > '9')
            return false;
    }
    return true;
}

static struct entry text_entry(const char *name, struct str text)
{
    return (struct entry){ .name = str_from(name), .bytes = text, .digest = digest_of(text) };
}

/* Copies the payload, adds the list of inputs where the caller has not, and sorts. */
static bool gather(struct packing *packing)
{
    const struct entries *given = packing->request->payload;
    struct entry *item = ARENA_MANY(packing->home, given->count + 1, struct entry);
    size_t count = given->count;
    if (count > 0)
        memcpy(item, given->item, count * sizeof(*item));
    struct str inputs = inputs_text(packing->home, given);
    const struct entry *listed = NULL;
    for (size_t i = 0; i < given->count; i++)
        if (str_eq(given->item[i].name, STR(LAYOUT_INPUTS)))
            listed = &given->item[i];
    if (!listed)
        item[count++] = text_entry(LAYOUT_INPUTS, inputs);
    else if (!str_eq(listed->bytes, inputs))
        return refuse(packing, listed->name, "the list of inputs is not that of this payload");
    entries_sort(item, count);
    packing->payload = (struct entries){ .item = item, .count = count };
    return true;
}

static bool check_payload(struct packing *packing)
{
    const struct entries *payload = &packing->payload;
    struct str *name = ARENA_MANY(packing->home, payload->count, struct str);
    uint64_t total = 0;
    bool rooted = packing->request->root_file.len == 0;
    for (size_t i = 0; i < payload->count; i++) {
        const struct entry *entry = &payload->item[i];
        name[i] = entry->name;
        if (!str_starts(entry->name, STR("data/")) || !name_allowed(entry->name))
            return refuse(packing, entry->name, "a name that no dossier may hold");
        if (entry->bytes.len > ZIP_MEMBER_MOST)
            return refuse(packing, entry->name, "larger than a member may be (1 GiB)");
        total += entry->bytes.len;
        rooted = rooted || str_eq(entry->name, packing->request->root_file);
    }
    /* Headers, lists and manifest take under a kilobyte and a half a member. */
    uint64_t room = limits_default.bytes - (uint64_t)(payload->count + EXTRA_MOST) * 1536;
    if (payload->count > ZIP_MEMBERS_MOST - EXTRA_MOST || total > room)
        return refuse(packing, (struct str){ 0 }, "more than a dossier may hold");
    if (!rooted)
        return refuse(packing, packing->request->root_file, "the root file is not in the payload");
    struct str why = { 0 };
    if (!names_distinct(packing->home, name, payload->count, &why)) {
        diag_add(packing->diags, DIAG_DOSSIER_FORMAT, (struct place){ 0 },
                 STR("names that differ by more than case"), "%.*s", STR_ARG(why));
        return false;
    }
    return date_plain(packing->request->date) ||
           refuse(packing, STR("bag-info.txt"), "the date is not of the form YYYY-MM-DD");
}

static bool changed(struct packing *packing, const struct entry *entry)
{
    diag_add(packing->diags, DIAG_FILE_CHANGED, (struct place){ .file = entry->name },
             digest_hex(packing->home, entry->digest), "another SHA-256 than when it was read");
    return false;
}

static bool plan_payload(struct packing *packing)
{
    const struct entries *payload = &packing->payload;
    uint64_t whole = 0;
    for (size_t i = 0; i < payload->count; i++)
        whole += payload->item[i].bytes.len;
    struct zip_packing how = { .store = packing->request->store,
                               .keep = packing->request->aside ? KEPT_MOST : KEPT_ALONE,
                               .aside = packing->request->aside,
                               .threads = packing->request->threads,
                               .ahead = pack_ahead_find,
                               .early = pack_ahead_early,
                               .self = packing->request->ahead };
    packing->plan = ARENA_MANY(packing->home, payload->count, struct zip_plan);
    progress_begin("packing", PROGRESS_BYTES, whole);
    zip_plan(packing->home, payload->item, payload->count, &how, packing->plan);
    progress_end();
    for (size_t i = 0; i < payload->count; i++)
        if (packing->plan[i].changed)
            return changed(packing, &payload->item[i]);
    return true;
}

/* The deflated bytes of each deflated member, so that a changed byte is noticed even where it
 * inflates to the same content. Empty where all are stored. */
static struct str packed_text(struct packing *packing)
{
    struct entry *item = ARENA_MANY(packing->home, packing->payload.count, struct entry);
    size_t count = 0;
    for (size_t i = 0; i < packing->payload.count; i++) {
        if (packing->plan[i].method == ZIP_DEFLATED) {
            item[count++] = (struct entry){ .name = packing->payload.item[i].name,
                                            .digest = packing->plan[i].packed };
        }
    }
    return sums_text(packing->home, &(struct entries){ .item = item, .count = count });
}

static void member_add(struct packing *packing, struct entry entry)
{
    packing->member[packing->count++] = entry;
}

static bool put_signoff(struct packing *packing, struct digest content)
{
    struct signoff signoff = { .role = packing->request->role,
                               .comment = packing->request->comment,
                               .decision = DECISION_MADE,
                               .content = content };
    if (!signoff_allowed(&signoff, packing->diags))
        return false;
    member_add(packing, text_entry("signoff/001.json", signoff_text(packing->home, &signoff, 0)));
    return true;
}

/* The tag files and, for a signed dossier, the chain; `content` receives the content id. */
static bool make_texts(struct packing *packing, struct digest *content)
{
    struct arena *home = packing->home;
    packing->member = ARENA_MANY(home, packing->payload.count + EXTRA_MOST, struct entry);
    struct entry manifest = text_entry("manifest-sha256.txt", sums_text(home, &packing->payload));
    struct digest evidence = evidence_id(home, &packing->payload);
    struct bag_info info = { .date = packing->request->date,
                             .oxum = oxum_text(home, &packing->payload),
                             .content = manifest.digest,
                             .evidence = evidence };
    struct entry tag[TAG_COUNT] = {
        [TAG_VERIFY] = text_entry("VERIFY.txt", verify_text(home, manifest.digest, evidence)),
        [TAG_BAG_INFO] = text_entry("bag-info.txt", bag_info_text(home, &info)),
        [TAG_BAGIT] = text_entry("bagit.txt", STR(LAYOUT_BAGIT)),
        [TAG_MANIFEST] = manifest,
    };
    for (size_t i = 0; i < TAG_COUNT; i++)
        member_add(packing, tag[i]);
    struct entries tags = { .item = tag, .count = TAG_COUNT };
    member_add(packing, text_entry("tagmanifest-sha256.txt", sums_text(home, &tags)));
    struct str packed = packed_text(packing);
    if (packed.len > 0)
        member_add(packing, text_entry(LAYOUT_PACKED, packed));
    if (packing->request->key) {
        struct str pem = key_chain_pem(home, packing->request->key);
        if (pem.len == 0) {
            diag_add(packing->diags, DIAG_SIGN_FAILED, (struct place){ 0 }, (struct str){ 0 },
                     "the certificates cannot be written");
            return false;
        }
        member_add(packing, text_entry("trust/001/chain.pem", pem));
        if (packing->request->role.len > 0 && !put_signoff(packing, manifest.digest))
            return false;
    }
    for (size_t i = 0; i < packing->payload.count; i++)
        member_add(packing, packing->payload.item[i]);
    entries_sort(packing->member, packing->count);
    *content = manifest.digest;
    return true;
}

static bool sign(struct packing *packing)
{
    const struct pack_request *request = packing->request;
    if (!request->key)
        return true;
    struct entries covered = { .item = packing->member, .count = packing->count };
    struct str manifest = manifest_text(packing->home, 1, &covered, request->root_file);
    struct str signature = { 0 };
    struct cms_order order = { .content = manifest,
                               .signing_time = request->signing_time,
                               .commitment =
                                   request->role.len > 0 ? COMMIT_CREATION : COMMIT_NONE };
    if (!key_sign_as(packing->home, request->key, &order, &signature, packing->diags))
        return false;
    member_add(packing, text_entry("META-INF/ASiCManifest001.xml", manifest));
    member_add(packing, text_entry("META-INF/signature001.p7s", signature));
    entries_sort(packing->member, packing->count);
    return true;
}

/* Members of data/ are planned; the others are small, of our own making and always stored. */
static bool write_member(struct packing *packing, struct zip_writer *writer, size_t index,
                         size_t *payload)
{
    const struct entry *entry = &packing->member[index];
    bool is_payload = str_starts(entry->name, STR("data/"));
    struct zip_plan stored;
    const struct zip_plan *plan = &stored;
    bool other = false;
    if (is_payload)
        plan = &packing->plan[(*payload)++];
    else
        zip_plan_stored(entry->bytes, &stored);
    bool good = zip_put(writer, entry->name, entry->bytes, plan, &other);
    return other ? changed(packing, entry) : good;
}

static bool write_all(struct packing *packing, struct sink *sink)
{
    static const char mimetype[] = ZIP_MIMETYPE;
    struct str kind = { mimetype, sizeof(mimetype) - 1 };
    struct zip_writer *writer =
        zip_begin_aside(packing->home, packing->count + 1, packing->request->threads, *sink,
                        packing->request->aside);
    struct zip_plan plan;
    bool other = false;
    zip_plan_stored(kind, &plan);
    if (!zip_put(writer, STR("mimetype"), kind, &plan, &other))
        return false;
    size_t payload = 0;
    uint64_t whole = 0;
    bool good = true;
    for (size_t i = 0; i < packing->count; i++)
        whole += packing->member[i].bytes.len;
    progress_begin("writing the dossier", PROGRESS_BYTES, whole);
    for (size_t i = 0; i < packing->count && good; i++) {
        good = write_member(packing, writer, i, &payload);
        progress_add(PROGRESS_BYTES, packing->member[i].bytes.len);
    }
    progress_end();
    return good && zip_end(writer);
}

bool sign_pack(struct arena *home, const struct pack_request *request, struct sink *sink,
               struct digest *content, struct diags *diags)
{
    struct packing packing = { .home = home, .request = request, .diags = diags };
    return gather(&packing) && check_payload(&packing) && plan_payload(&packing) &&
           make_texts(&packing, content) && sign(&packing) && write_all(&packing, sink);
}
