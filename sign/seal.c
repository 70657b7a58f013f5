/* seal.c - a bundle signed where it was measured, before it travels: seal-sha256.txt lists its
 * files as sha256sum does, seal.p7s is a detached CAdES signature over that list. In a dossier the
 * two are evidence like the rest, and are checked against what was packed beside them. */
#include "crypto.h"
#include "layout.h"
#include "verify_records.h"

#include <string.h>

#define LIST "seal-sha256.txt"
#define SIGNATURE "seal.p7s"

static bool is_seal(struct str name)
{
    return str_eq(name, STR(LIST)) || str_eq(name, STR(SIGNATURE));
}

static bool name_lists(struct str name)
{
    return memchr(name.at, '\n', name.len) == NULL && memchr(name.at, '\\', name.len) == NULL;
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
        if (!is_seal(bundle->item[i].name)) {
            item[count++] = bundle->item[i];
        }
    }
    struct entry *made = ARENA_MANY(home, 2, struct entry);
    struct str list = sums_text(home, &(struct entries){ item, count });
    struct cms_order order = { .content = list,
                               .signing_time = request->signing_time,
                               .commitment = COMMIT_CREATION };
    struct str der;
    if (!key_sign_as(home, request->key, &order, &der, diags)) {
        return false;
    }
    made[0] = (struct entry){ .name = STR(LIST), .bytes = list };
    made[1] = (struct entry){ .name = STR(SIGNATURE), .bytes = der };
    *out = (struct entries){ .item = made, .count = 2 };
    return true;
}

/* ---- in a dossier ---- */

struct sealed {
    struct str folder; /* "data/evidence/00-x/", of the members beside the seal */
    size_t listed, packed;
};

static bool packed_with(const struct verifying *verifying, struct str folder, struct digest digest)
{
    for (size_t i = 0; i < verifying->count; i++) {
        if (str_starts(verifying->member[i].zip->name, folder) &&
            digest_eq(verifying->member[i].digest, digest)) {
            return true;
        }
    }
    return false;
}

/* A case may pick some of the files, and packed names may differ from the file's own; but a member
 * of the very name must have the very digest. */
static struct verdict check_list(const struct verifying *verifying, struct sealed *sealed,
                                 struct str list)
{
    struct arena *home = verifying->home;
    struct str line;
    while (str_cut(&list, '\n', &line)) {
        struct digest digest;
        struct str name = str_sub(line, 66, line.len);
        if (line.len == 0 && list.at == NULL) {
            break;
        }
        if (!digest_from_hex(str_sub(line, 0, 64), &digest) || name.len == 0) {
            return verdict_fails("FORMAT_FAILURE", STR("its list is not as sha256sum writes it"));
        }
        struct str path = str_format(home, "%.*s%.*s", STR_ARG(sealed->folder), STR_ARG(name));
        const struct member *member = member_find(verifying, path);
        if (member && !digest_eq(member->digest, digest)) {
            return verdict_fails("HASH_FAILURE",
                                 str_format(home, "changed since it was sealed: %.*s",
                                            STR_ARG(visible(home, path))));
        }
        sealed->listed++;
        sealed->packed += packed_with(verifying, sealed->folder, digest);
    }
    return verdict_holds((struct str){ 0 });
}

static struct verdict judge(const struct verifying *verifying, struct str folder, struct str der)
{
    struct arena *home = verifying->home;
    struct sealed sealed = { .folder = folder };
    struct cms_parts parts;
    struct cms_fault fault = { 0 };
    struct cms_result result;
    struct cms_path path;
    struct str list = member_content(verifying, str_format(home, "%.*s" LIST, STR_ARG(folder)));
    if (!cms_read(der, &parts, &fault)) {
        return verdict_fails(fault.indication, str_from(fault.why));
    }
    struct cms_request request = { .der = der,
                                   .content = list,
                                   .parts = &parts,
                                   .trust = verifying->request->trust,
                                   .at = verifying->request->at,
                                   .now = verifying->request->at };
    cms_judge(home, &request, &result);
    if (result.signature.state != CHECK_HOLDS) {
        return verdict_fails(result.signature.indication, STR("the seal does not fit its list"));
    }
    struct verdict verdict = check_list(verifying, &sealed, list);
    if (verdict.state != CHECK_HOLDS) {
        return verdict;
    }
    bool trusted = cms_trust(home, &request, &path).state == CHECK_HOLDS;
    return verdict_holds(str_format(
        home, "%.*s: %zu of %zu sealed files are packed, as sealed by %.*s (%s)", STR_ARG(folder),
        sealed.packed, sealed.listed, STR_ARG(result.signer),
        trusted ? "trusted" : "no chain to a given anchor, so whose seal it is is open"));
}

static void finish(struct verifying *verifying)
{
    unsigned number = 0;
    for (size_t i = 0; i < verifying->count; i++) {
        struct str name = verifying->member[i].zip->name;
        if (str_starts(name, STR("data/evidence/")) && str_ends(name, STR("/" SIGNATURE))) {
            struct str folder = str_sub(name, 0, name.len - (sizeof(SIGNATURE) - 1));
            check_add(&verifying->checks, check_id(verifying->home, "seal", ++number),
                      "bundle sealed before it travelled",
                      judge(verifying, folder, member_content(verifying, name)));
        }
    }
}

const struct verify_part verify_part_seal = { .name = "seal", .finish = finish };
