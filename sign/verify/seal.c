/* seal.c - a bundle signed where it was measured, before it travels: seal-sha256.txt lists its
 * files as sha256sum does, seal.p7s is a detached CAdES signature over that list. In a dossier the
 * two are evidence like the rest, and are checked against what was packed beside them. */
#include "layout.h"
#include "names.h"
#include "seal_list.h"
#include "verify_records.h"

#include <glib.h>
#include <string.h>

bool seal_is(struct str name)
{
    return str_eq(name, STR(SEAL_LIST)) || str_eq(name, STR(SEAL_SIGNATURE));
}

static bool name_lists(struct str name)
{
    return !memchr(name.at, '\n', name.len) && !memchr(name.at, '\\', name.len);
}

bool sign_seal(struct arena *home, const struct seal_request *request, struct entries *out,
               struct diags *diags)
{
    const struct entries *bundle = request->bundle;
    struct entry *item = ARENA_MANY(home, bundle->count + 1, struct entry);
    size_t count = 0;
    for (size_t i = 0; i < bundle->count; i++) {
        if (!name_lists(bundle->item[i].name)) {
            diag_add(diags, DIAG_FILE_REFUSED, (struct place){ .file = bundle->item[i].name },
                     STR("names without line ends and backslashes"), "sha256sum would escape it");
            return false;
        }
        if (!seal_is(bundle->item[i].name))
            item[count++] = bundle->item[i];
    }
    struct entry *made = ARENA_MANY(home, 2, struct entry);
    struct str list = sums_text(home, &(struct entries){ item, count });
    struct cms_order order = { .content = list,
                               .signing_time = request->signing_time,
                               .commitment = COMMIT_CREATION };
    struct str der;
    if (!key_sign_as(home, request->key, &order, &der, diags))
        return false;
    made[0] = (struct entry){ .name = STR(SEAL_LIST), .bytes = list };
    made[1] = (struct entry){ .name = STR(SEAL_SIGNATURE), .bytes = der };
    *out = (struct entries){ .item = made, .count = 2 };
    return true;
}

bool seal_line(struct str line, struct digest *digest, struct str *name)
{
    *name = str_sub(line, 66, line.len);
    for (size_t i = 0; i < name->len; i++)
        if ((unsigned char)name->at[i] < ' ')
            return false; /* as with lines that end in CR */
    return digest_from_hex(str_sub(line, 0, 64), digest) && name->len > 0 &&
           (str_eq(str_sub(line, 64, 66), STR("  ")) || str_eq(str_sub(line, 64, 66), STR(" *")));
}

struct sealed_by seal_judge(struct arena *home, struct str list, struct str signature,
                            const struct verify_request *request)
{
    struct sealed_by out = { 0 };
    struct cms_parts parts;
    struct cms_fault fault = { 0 };
    struct cms_result result;
    struct cms_path path;
    if (!cms_read(signature, &parts, &fault)) {
        out.verdict = verdict_fails(fault.indication, str_from(fault.why));
        return out;
    }
    struct cms_request asked = { .der = signature,
                                 .content = list,
                                 .parts = &parts,
                                 .trust = request->trust,
                                 .at = request->at,
                                 .now = request->at };
    cms_judge(home, &asked, &result);
    out.verdict = result.signature;
    out.certificate = result.certificate;
    out.signer = result.signer;
    out.subject = result.subject;
    if (result.signature.state == CHECK_HOLDS) {
        out.certificate_digest = digest_of(result.certificate_der);
        out.trusted = cms_trust(home, &asked, &path).state == CHECK_HOLDS;
    }
    return out;
}

/* ---- in a dossier ---- */

struct sealed {
    struct str folder; /* "data/evidence/00-x/", of the members beside the seal */
    size_t listed, packed;
    GHashTable *sealed; /* digests that the list names */
    GHashTable *twins;  /* packed name and digest of each file that the list names */
    /* Of those members: digests, names in lower case with and without a number behind, and those
     * without the number they have with their digests. */
    GHashTable *digests, *names, *numbered;
};

static bool is_number(struct str text)
{
    for (size_t i = 1; i < text.len; i++)
        if (text.at[i] < '0' || text.at[i] > '9')
            return false;
    return text.len > 1 && text.at[0] == '.';
}

static char *folded(struct str name)
{
    return g_ascii_strdown(name.at ? name.at : "", (gssize)name.len);
}

static char *name_and_digest(struct str path, struct digest digest)
{
    char *name = folded(path);
    GString *key = g_string_new(name);
    g_string_append_c(key, 0);
    for (size_t i = 0; i < sizeof(digest.byte); i++)
        g_string_append_printf(key, "%02x", digest.byte[i]);
    char *hashed =
        g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)key->str, key->len);
    g_string_free(key, TRUE);
    g_free(name);
    return hashed;
}

static void collect(const struct verifying *verifying, struct sealed *sealed)
{
    sealed->sealed =
        g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    sealed->digests =
        g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    sealed->names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    sealed->numbered = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (size_t i = 0; i < verifying->count; i++) {
        const struct member *member = &verifying->member[i];
        struct str name = member->zip->name;
        if (!str_starts(name, sealed->folder))
            continue;
        size_t point = name.len;
        while (point > 0 && name.at[point - 1] >= '0' && name.at[point - 1] <= '9')
            point--;
        g_hash_table_add(sealed->digests,
                         g_bytes_new(member->digest.byte, sizeof(member->digest.byte)));
        g_hash_table_add(sealed->names, folded(name));
        if (point > 0 && is_number(str_sub(name, point - 1, name.len))) {
            g_hash_table_add(sealed->names, folded(str_sub(name, 0, point - 1)));
            g_hash_table_add(sealed->numbered,
                             name_and_digest(str_sub(name, 0, point - 1), member->digest));
        }
    }
}

static bool packed_with(const struct sealed *sealed, struct digest digest)
{
    GBytes *key = g_bytes_new(digest.byte, sizeof(digest.byte));
    bool found = g_hash_table_contains(sealed->digests, key);
    g_bytes_unref(key);
    return found;
}

/* Whether a packed member can be no other than the sealed file of that name. */
static bool packed_as(const struct sealed *sealed, struct str path)
{
    char *key = folded(path);
    bool found = g_hash_table_contains(sealed->names, key);
    g_free(key);
    return found;
}

/* The name under which a file of the bundle is packed; two that fall together get a number behind.
 */
static struct str packed_name(struct arena *home, struct str folder, struct str name)
{
    struct buf made = buf_new(home, folder.len + name.len + 16);
    struct str segment;
    buf_put(&made, folder);
    for (struct str rest = name; str_cut(&rest, '/', &segment);) {
        buf_put(&made, name_make(home, segment));
        if (rest.at)
            buf_put_char(&made, '/');
    }
    return buf_str(&made);
}

/* Whether another sealed file of that digest gets the same packed name ("a b" and "a_b"). */
static bool shares_name(const struct sealed *sealed, struct str path, struct digest digest)
{
    char *key = name_and_digest(path, digest);
    bool found = g_hash_table_contains(sealed->twins, key);
    g_free(key);
    return found;
}

/* Packed names of all sealed files, each with its digest. */
static void collect_twins(const struct verifying *verifying, struct sealed *sealed, struct str list)
{
    struct str line;
    struct digest digest;
    struct str name;
    sealed->twins = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    while (str_cut(&list, '\n', &line)) {
        if (seal_line(line, &digest, &name)) {
            struct str path = packed_name(verifying->home, sealed->folder, name);
            g_hash_table_add(sealed->twins, name_and_digest(path, digest));
        }
    }
}

/* Whether the sealed file is packed with a number behind its name, because one that nobody sealed
 * makes the same name ("a b" beside "a_b") and comes first. A name that no other makes has no
 * number; whether the number is the right one is for --rebuild, which computes names again. */
static bool is_numbered(const struct sealed *sealed, struct str path, struct digest digest)
{
    struct str rest = str_sub(path, sealed->folder.len, path.len);
    bool shareable = false;
    for (struct str segment; str_cut(&rest, '/', &segment);) {
        shareable = shareable || memchr(segment.at, '_', segment.len) ||
                    segment.len >= NAME_SEGMENT_MOST - 1;
    }
    char *key = name_and_digest(path, digest);
    bool found = shareable && g_hash_table_contains(sealed->numbered, key);
    g_free(key);
    return found;
}

/* A case may pick some of the files, and packed names may differ from the file's own; but of a name
 * that is packed, or withheld, the digest must be among those packed or the one withheld. */
static bool is_changed(const struct verifying *verifying, const struct sealed *sealed,
                       struct str path, struct digest digest)
{
    const struct member *member = member_find(verifying, path);
    const struct entry *withheld = withheld_find(verifying, path);
    if (member && !digest_eq(member->digest, digest) && packed_with(sealed, digest)) {
        return !shares_name(sealed, path, member->digest) && /* as its twin, a number behind */
               !is_numbered(sealed, path, digest);
    }
    if (member || withheld)
        return !digest_eq(member ? member->digest : withheld->digest, digest);
    return !packed_with(sealed, digest) && packed_as(sealed, path);
}

/* Files that lie in the sealed folder and are none of those that were sealed. */
static size_t beside(const struct verifying *verifying, const struct sealed *sealed)
{
    size_t count = 0;
    for (size_t i = 0; i < verifying->count; i++) {
        const struct member *member = &verifying->member[i];
        struct str name = member->zip->name;
        if (!str_starts(name, sealed->folder) ||
            seal_is(str_sub(name, sealed->folder.len, name.len)))
            continue;
        GBytes *key = g_bytes_new(member->digest.byte, sizeof(member->digest.byte));
        count += !g_hash_table_contains(sealed->sealed, key);
        g_bytes_unref(key);
    }
    return count;
}

static struct verdict check_list(const struct verifying *verifying, struct sealed *sealed,
                                 struct str list)
{
    struct arena *home = verifying->home;
    struct str line;
    while (str_cut(&list, '\n', &line)) {
        struct digest digest;
        struct str name;
        if (line.len == 0 && !list.at)
            break;
        if (!seal_line(line, &digest, &name))
            return verdict_fails("FORMAT_FAILURE", STR("its list is not as sha256sum writes it"));
        struct str path = packed_name(home, sealed->folder, name);
        if (is_changed(verifying, sealed, path, digest)) {
            return verdict_fails("HASH_FAILURE",
                                 str_format(home, "changed since it was sealed: %.*s",
                                            STR_ARG(visible(home, path))));
        }
        g_hash_table_add(sealed->sealed, g_bytes_new(digest.byte, sizeof(digest.byte)));
        sealed->listed++;
        sealed->packed += packed_with(sealed, digest);
    }
    return verdict_holds((struct str){ 0 });
}

static struct verdict judge(const struct verifying *verifying, struct str folder, struct str der)
{
    struct arena *home = verifying->home;
    struct sealed sealed = { .folder = folder };
    struct str list_name = str_format(home, "%.*s" SEAL_LIST, STR_ARG(folder));
    if (!member_find(verifying, list_name)) {
        return verdict_note(str_format(home,
                                       "%.*s: the list of this seal is not packed, so there "
                                       "is nothing that it could be compared with",
                                       STR_ARG(folder)));
    }
    struct str list = member_content(verifying, list_name);
    struct sealed_by by = seal_judge(home, list, der, verifying->request);
    if (by.verdict.state != CHECK_HOLDS)
        return verdict_fails(by.verdict.indication, STR("the seal does not fit its list"));
    collect(verifying, &sealed);
    collect_twins(verifying, &sealed, list);
    struct verdict verdict = check_list(verifying, &sealed, list);
    size_t others = beside(verifying, &sealed);
    g_hash_table_destroy(sealed.sealed);
    g_hash_table_destroy(sealed.twins);
    g_hash_table_destroy(sealed.digests);
    g_hash_table_destroy(sealed.names);
    g_hash_table_destroy(sealed.numbered);
    if (verdict.state != CHECK_HOLDS)
        return verdict;
    struct str more =
        others == 0 ? STR("")
                    : str_format(home, "; %zu more lie beside them, which nobody sealed", others);
    struct str text = str_format(
        home, "%.*s: %zu of %zu sealed files are packed, as sealed by %.*s (%s)%.*s",
        STR_ARG(folder), sealed.packed, sealed.listed, STR_ARG(by.signer),
        by.trusted ? "trusted" : "no chain to a given anchor, so whose seal it is is open",
        STR_ARG(more));
    return others > 0 ? verdict_note(text) : verdict_holds(text);
}

static void finish(struct verifying *verifying)
{
    unsigned number = 0;
    for (size_t i = 0; i < verifying->count; i++) {
        struct str name = verifying->member[i].zip->name;
        if (str_starts(name, STR("data/evidence/")) && str_ends(name, STR("/" SEAL_SIGNATURE))) {
            struct str folder = str_sub(name, 0, name.len - (sizeof(SEAL_SIGNATURE) - 1));
            check_add(&verifying->checks, check_id(verifying->home, "seal", ++number),
                      "bundle sealed before it travelled",
                      judge(verifying, folder, member_content(verifying, name)));
        }
    }
}

const struct verify_part verify_part_seal = { .name = "seal", .finish = finish };
