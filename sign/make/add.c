/* add.c - one more signature over a dossier: it covers everything that is there, the earlier
 * signatures and their manifests included, and a record of what the signer decided. */
#include "add.h"

#include "crypto.h"

enum { SIGNATURES_MOST = 999 };

/* Time stamps are no part: they prove themselves, and the manifest of the newest changes its name
 * when the next comes. */
static bool is_signed(struct str name)
{
    return !str_starts(name, STR("META-INF/timestamp")) &&
           !str_starts(name, STR("META-INF/ASiCArchiveManifest"));
}

struct str add_manifest(struct amending *amending, struct str root_file)
{
    struct arena *home = amending->home;
    size_t count = 0;
    size_t kept = 0;
    struct manifest_line *line = amend_list(amending, HASH_SHA256, &count);
    for (size_t i = 0; i < count; i++)
        if (is_signed(line[i].name))
            line[kept++] = line[i];
    struct manifest_order order = {
        .signature = str_c(
            home, numbered_name(home, "META-INF/signature", amending->signatures + 1, ".p7s")),
        .media = "application/pkcs7-signature",
        .hash = HASH_SHA256,
        .root_file = amend_has(amending, root_file) ? root_file : (struct str){ 0 },
    };
    return manifest_lines(home, &order, line, kept);
}

static bool content_of(struct amending *amending, struct digest *content)
{
    struct str list;
    if (!amend_content(amending, STR("manifest-sha256.txt"), &list))
        return false;
    *content = digest_of(list);
    return true;
}

bool add_records(struct amending *amending, const struct add_request *request)
{
    struct arena *home = amending->home;
    unsigned number = amending->signatures + 1;
    if (number > SIGNATURES_MOST) {
        diag_add(amending->diags, DIAG_DOSSIER_FORMAT, (struct place){ .file = amending->name },
                 STR("at most 999 signatures"), "one more would be too many");
        return false;
    }
    if (request->role.len > 0) {
        struct signoff signoff = { .role = request->role,
                                   .comment = request->comment,
                                   .decision = request->decision };
        if (!signoff_allowed(&signoff, amending->diags) || !content_of(amending, &signoff.content))
            return false;
        amend_put(amending, numbered_name(home, "signoff/", number, ".json"),
                  signoff_text(home, &signoff, amending->signatures));
    }
    if (request->chain.len > 0)
        amend_put(amending, str_format(home, "trust/%03u/chain.pem", number), request->chain);
    return true;
}

bool add_signature(struct amending *amending, const struct add_request *request,
                   const struct key_file *key, int64_t signing_time)
{
    struct arena *home = amending->home;
    struct add_request records = *request;
    records.chain = key_chain_pem(home, key);
    if (!add_records(amending, &records))
        return false;
    struct cms_order order = { .content = add_manifest(amending, request->root_file),
                               .signing_time = signing_time,
                               .commitment =
                                   request->role.len > 0 || request->decision == DECISION_WITHHELD
                                       ? decision_commitment(request->decision)
                                       : COMMIT_NONE };
    struct str signature = { 0 };
    if (!key_sign_as(home, key, &order, &signature, amending->diags))
        return false;
    unsigned number = amending->signatures + 1;
    amend_put(amending, numbered_name(home, "META-INF/ASiCManifest", number, ".xml"),
              order.content);
    amend_put(amending, numbered_name(home, "META-INF/signature", number, ".p7s"), signature);
    amending->signatures = number;
    return true;
}

/* ---- door ---- */

static bool request_of(const struct sign_request *request, struct add_request *out,
                       struct diags *diags)
{
    *out = (struct add_request){ .role = request->role,
                                 .comment = request->comment,
                                 .decision = DECISION_APPROVED,
                                 .root_file = request->root_file };
    if (request->decision.len > 0 && !decision_find(request->decision, &out->decision)) {
        diag_add(diags, DIAG_USAGE, (struct place){ .file = STR("dossier") },
                 STR("approved, rejected, noted, made"), "--decision %.*s",
                 STR_ARG(request->decision));
        return false;
    }
    if (request->role.len == 0 && (request->decision.len > 0 || request->comment.len > 0)) {
        diag_add(diags, DIAG_USAGE, (struct place){ .file = STR("dossier") }, STR("--role ROLE"),
                 "a decision or a comment without a role");
        return false;
    }
    return true;
}

bool sign_add(struct arena *home, const struct sign_request *request, struct sink *sink,
              unsigned *number, struct diags *diags)
{
    struct amending amending;
    struct add_request add;
    if (!request_of(request, &add, diags) ||
        !amend_begin(home, request->name, request->dossier, request->signing_time, &amending,
                     diags) ||
        !add_signature(&amending, &add, request->key, request->signing_time))
        return false;
    *number = amending.signatures;
    return amend_write(&amending, sink);
}

bool sign_export(struct arena *home, const struct sign_request *request, struct str *manifest,
                 struct diags *diags)
{
    struct amending amending;
    struct add_request add;
    if (!request_of(request, &add, diags) || !amend_begin(home, request->name, request->dossier,
                                                          request->signing_time, &amending, diags))
        return false;
    if (!add_records(&amending, &add))
        return false;
    *manifest = add_manifest(&amending, add.root_file);
    return true;
}

bool sign_import(struct arena *home, const struct sign_request *request, struct str signature,
                 struct sink *sink, unsigned *number, struct diags *diags)
{
    struct amending amending;
    struct add_request add;
    struct cms_parts parts;
    struct cms_fault fault = { 0 };
    struct place place = { .file = STR("signature") };
    if (!request_of(request, &add, diags) ||
        !amend_begin(home, request->name, request->dossier, request->signing_time, &amending,
                     diags) ||
        !add_records(&amending, &add))
        return false;
    struct str manifest = add_manifest(&amending, add.root_file);
    if (!cms_read(signature, &parts, &fault)) {
        diag_add(diags, DIAG_KEY_BAD, place,
                 STR("a detached CAdES signature in DER: openssl cms -sign -cades -binary -outform "
                     "DER"),
                 "%s", fault.why);
        return false;
    }
    struct cms_result result;
    struct cms_request judged = { .der = signature, .content = manifest, .parts = &parts };
    cms_judge(home, &judged, &result);
    if (result.signature.state != CHECK_HOLDS || result.certificate.state == CHECK_FAILS) {
        struct str why = result.signature.state != CHECK_HOLDS ? result.signature.detail
                                                               : result.certificate.detail;
        diag_add(diags, DIAG_KEY_BAD, place,
                 STR("a signature over exactly the manifest exported with the same options"),
                 "%.*s", STR_ARG(why));
        return false;
    }
    *number = amending.signatures + 1;
    amend_put(&amending, numbered_name(home, "META-INF/ASiCManifest", *number, ".xml"), manifest);
    amend_put(&amending, numbered_name(home, "META-INF/signature", *number, ".p7s"), signature);
    return amend_write(&amending, sink);
}
