/* signature_check.c - each signature: its manifest, what that covers, the signature itself, who
 * signed. */
#include "base64.h"
#include "layout.h"
#include "verify.h"

#include <string.h>

static const char HASH[] = "HASH_FAILURE";
static const char FORMAT[] = "FORMAT_FAILURE";
enum { SIGNATURES_MOST = 999, SKEW_MOST = 600 };

/* ---- manifest ---- */

static struct verdict read_manifest(const struct verifying *verifying, struct signature *signature)
{
    struct arena *home = verifying->home;
    struct manifest_fault fault = { 0 };
    signature->manifest_bytes = member_content(verifying, signature->manifest_name);
    if (!manifest_read(home, signature->manifest_bytes, &signature->manifest, &fault))
        return verdict_fails(fault.indication, fault.why);
    if (!str_eq(signature->manifest.signature, signature->signature_name)) {
        return verdict_fails(FORMAT,
                             str_format(home, "it belongs to another signature: %.*s",
                                        STR_ARG(visible(home, signature->manifest.signature))));
    }
    struct str media = signature->manifest.signature_media;
    if (media.len > 0 && !str_eq(media, STR("application/pkcs7-signature")))
        return verdict_fails(FORMAT, STR("it announces something other than a CMS signature"));
    return verdict_holds(str_format(
        home, "names %zu members%s", signature->manifest.count,
        signature->manifest.extensions ? "; passed over extensions that are not critical" : ""));
}

/* A manifest may name manifests and signatures that are older than it, and never its own. */
static bool may_name(const struct signature *signature, struct str name)
{
    unsigned number = 0;
    if (!str_starts(name, STR("META-INF/")))
        return !str_eq(name, STR("mimetype"));
    return (numbered_read(name, STR("META-INF/ASiCManifest"), STR(".xml"), &number) ||
            numbered_read(name, STR("META-INF/signature"), STR(".p7s"), &number)) &&
           number < signature->number;
}

/* A record of a withheld member states its SHA-256 alone. */
static struct str withheld_digest(const struct entry *withheld, enum hash hash)
{
    struct str digest = { (const char *)withheld->digest.byte, sizeof(withheld->digest.byte) };
    return hash == HASH_SHA256 ? digest : (struct str){ 0 };
}

static struct verdict check_references(const struct verifying *verifying,
                                       struct signature *signature)
{
    struct arena *home = verifying->home;
    for (size_t i = 0; i < signature->manifest.count; i++) {
        const struct reference *reference = &signature->manifest.item[i];
        struct member *member = member_find(verifying, reference->name);
        if (!may_name(signature, reference->name)) {
            return verdict_fails(FORMAT, str_format(home, "%.*s cannot be named by this manifest",
                                                    STR_ARG(reference->name)));
        }
        const struct entry *withheld = withheld_find(verifying, reference->name);
        if (!member && !withheld)
            return verdict_fails(HASH, str_format(home, "missing: %.*s", STR_ARG(reference->name)));
        struct str digest = member ? member_digest(home, member, reference->hash)
                                   : withheld_digest(withheld, reference->hash);
        if (!str_eq(base64_text(home, digest), reference->digest)) {
            return verdict_fails(HASH, str_format(home, "not the member that was signed: %.*s",
                                                  STR_ARG(reference->name)));
        }
        if (member) {
            member->covered++;
            signature->covered[member - verifying->member] = true;
        }
    }
    return verdict_holds(
        str_format(home, "%zu members are those that were signed", signature->manifest.count));
}

/* Payload and bag files must be named by each manifest. */
static bool must_cover(const struct member *member)
{
    struct str name = member->zip->name;
    if (member_is_payload(member) || str_eq(name, STR("tagmanifest-sha256.txt")) ||
        str_eq(name, STR(LAYOUT_PACKED)))
        return true;
    for (size_t i = 0; i < TAG_COUNT; i++)
        if (str_eq(name, tag_name((enum tag_file)i)))
            return true;
    return false;
}

static struct verdict check_coverage(const struct verifying *verifying,
                                     const struct signature *signature)
{
    for (size_t i = 0; i < verifying->count; i++) {
        const struct member *member = &verifying->member[i];
        if (must_cover(member) && !signature->covered[i]) {
            return verdict_fails(FORMAT,
                                 str_format(verifying->home, "unsigned member: %.*s is not named",
                                            STR_ARG(member->zip->name)));
        }
    }
    return verdict_holds(STR("names every file of data/ and of the bag"));
}

/* What a manifest calls a member by type is for whoever opens it; here nothing is. Other types than
 * the name's own are told. */
static void note_media(struct verifying *verifying, const struct signature *signature)
{
    struct arena *home = verifying->home;
    size_t count = 0;
    const struct reference *first = NULL;
    for (size_t i = 0; i < signature->manifest.count; i++) {
        const struct reference *reference = &signature->manifest.item[i];
        if (reference->media.len > 0 &&
            !str_eq(reference->media, str_from(media_type(reference->name)))) {
            first = first ? first : reference;
            count++;
        }
    }
    if (first) {
        check_add(&verifying->checks, check_id(home, "media", signature->number),
                  "types that the manifest gives",
                  verdict_note(str_format(home,
                                          "warning: %zu members are called by another type than "
                                          "their name's, the first %.*s, called %.*s",
                                          count, STR_ARG(first->name),
                                          STR_ARG(visible(home, first->media)))));
    }
}

/* ---- signature ---- */

static void note_signer(struct verifying *verifying, unsigned number, struct str line)
{
    buf_putf(&verifying->signers, "%03u: %.*s\n", number, STR_ARG(line));
}

/* Clocks differ, and a claim proves nothing; but a time that has not come yet is told. */
static void note_future(struct verifying *verifying, const struct signature *signature)
{
    if (signature->parts.has_signing_time &&
        signature->parts.signing_time > verifying->request->at + SKEW_MOST) {
        check_add(&verifying->checks, check_id(verifying->home, "signing-time", signature->number),
                  "signing time that the signer claims",
                  verdict_note(STR("warning: it lies after the time of verification")));
    }
}

static void check_trust(struct verifying *verifying, struct signature *signature)
{
    struct arena *home = verifying->home;
    signature->at = verifying->request->at;
    for (size_t i = 0; verify_part_at(i); i++)
        if (verify_part_at(i)->signature)
            verify_part_at(i)->signature(verifying, signature);
    struct cms_request request = { .der = signature->der,
                                   .content = signature->manifest_bytes,
                                   .parts = &signature->parts,
                                   .trust = verifying->request->trust,
                                   .at = signature->at,
                                   .now = verifying->request->at };
    struct verdict verdict = cms_trust(home, &request, &signature->path);
    signature->trust = verdict.state;
    check_add(&verifying->checks, check_id(home, "trust", signature->number), "signer trusted",
              verdict);
    if (signature->parts.has_unsigned && !signature->unsigned_judged) {
        check_add(
            &verifying->checks, check_id(home, "unsigned", signature->number),
            "time stamps and other unsigned attributes",
            verdict_undecided("", STR("present, and this version of dossier cannot judge them")));
    }
}

static void check_cms(struct verifying *verifying, struct signature *signature)
{
    struct arena *home = verifying->home;
    struct cms_fault fault = { 0 };
    signature->der = member_content(verifying, signature->signature_name);
    const char *id = check_id(home, "signature", signature->number);
    if (!cms_read(signature->der, &signature->parts, &fault)) {
        check_add(&verifying->checks, id, "signature over the manifest",
                  verdict_fails(fault.indication, str_from(fault.why)));
        note_signer(verifying, signature->number, STR("not readable"));
        return;
    }
    signature->readable = true;
    struct cms_request request = { .der = signature->der,
                                   .content = signature->manifest_bytes,
                                   .parts = &signature->parts };
    cms_judge(home, &request, &signature->result);
    check_add(&verifying->checks, id, "signature over the manifest", signature->result.signature);
    note_signer(verifying, signature->number, signature->result.signer);
    if (signature->result.signature.state != CHECK_HOLDS)
        return;
    signature->holds = true;
    check_add(&verifying->checks, check_id(home, "certificate", signature->number),
              "signer's certificate", signature->result.certificate);
    note_future(verifying, signature);
    check_trust(verifying, signature);
}

static void check_signature(struct verifying *verifying, struct signature *signature)
{
    struct arena *home = verifying->home;
    unsigned number = signature->number;
    struct verdict verdict = read_manifest(verifying, signature);
    check_add(&verifying->checks, check_id(home, "manifest", number), "signed manifest", verdict);
    if (verdict.state != CHECK_HOLDS)
        return;
    note_media(verifying, signature);
    verdict = check_references(verifying, signature);
    check_add(&verifying->checks, check_id(home, "references", number),
              "members as the manifest names them", verdict);
    if (verdict.state == CHECK_HOLDS) {
        check_add(&verifying->checks, check_id(home, "coverage", number), "everything is signed",
                  check_coverage(verifying, signature));
    }
    check_cms(verifying, signature);
}

/* ---- all ---- */

/* Manifests and signatures come in pairs, numbered from 001 without a gap. */
static bool count_pairs(const struct verifying *verifying, unsigned *count, struct str *why)
{
    bool manifest[SIGNATURES_MOST + 1] = { false };
    bool signature[SIGNATURES_MOST + 1] = { false };
    for (size_t i = 0; i < verifying->count; i++) {
        struct str name = verifying->member[i].zip->name;
        unsigned number = 0;
        if (numbered_read(name, STR("META-INF/ASiCManifest"), STR(".xml"), &number))
            manifest[number] = true;
        if (numbered_read(name, STR("META-INF/signature"), STR(".p7s"), &number))
            signature[number] = true;
    }
    *count = 0;
    while (*count < SIGNATURES_MOST && manifest[*count + 1] && signature[*count + 1])
        (*count)++;
    for (unsigned i = *count + 1; i <= SIGNATURES_MOST; i++) {
        if (manifest[i] || signature[i]) {
            *why = str_format(verifying->home,
                              "number %03u lacks its manifest, its signature or the one before", i);
            return false;
        }
    }
    return true;
}

/* Nothing beside the signatures themselves may be named by no manifest. */
static void check_named(struct verifying *verifying)
{
    for (size_t i = 0; i < verifying->count; i++) {
        const struct member *member = &verifying->member[i];
        struct str name = member->zip->name;
        if (member->covered == 0 && !str_starts(name, STR("META-INF/")) &&
            !str_eq(name, STR("mimetype"))) {
            check_add(&verifying->checks, "unsigned-member", "every member is named by a manifest",
                      verdict_fails(FORMAT, str_format(verifying->home, "unsigned member: %.*s",
                                                       STR_ARG(name))));
            return;
        }
    }
}

void verify_signatures(struct verifying *verifying)
{
    unsigned count = 0;
    struct str why = { 0 };
    if (!count_pairs(verifying, &count, &why)) {
        check_add(&verifying->checks, "signatures", "manifests and signatures in pairs",
                  verdict_fails(FORMAT, why));
    }
    if (count == 0) {
        check_add(&verifying->checks, "signature", "signature",
                  verdict_undecided("", STR("nobody has signed this dossier")));
        return;
    }
    verifying->signature = ARENA_MANY(verifying->home, count, struct signature);
    verifying->signature_count = count;
    for (unsigned i = 1; i <= count; i++) {
        struct signature *signature = &verifying->signature[i - 1];
        *signature = (struct signature){
            .number = i,
            .manifest_name = numbered_name(verifying->home, "META-INF/ASiCManifest", i, ".xml"),
            .signature_name = numbered_name(verifying->home, "META-INF/signature", i, ".p7s"),
            .covered = ARENA_MANY(verifying->home, verifying->count, bool),
        };
        check_signature(verifying, signature);
    }
    check_named(verifying);
}
