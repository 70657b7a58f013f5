/* add_stamp.c - time stamps put into a dossier: over everything, by an archive manifest, again and
 * again (ETSI EN 319 162-1 annex A.7); or over the newest signature, inside it (CAdES-T). */
#include "amend.h"
#include "cms_read.h"
#include "crypto.h"
#include "der_write.h"
#include "stamp.h"

#define OID_STAMP STR("\x2a\x86\x48\x86\xf7\x0d\x01\x09\x10\x02\x0e")
#define NEWEST "META-INF/ASiCArchiveManifest.xml"

enum { STAMPS_MOST = 999, SKEW_MOST = 600 };

static bool refuse(struct amending *amending, struct str expected, const char *why)
{
    diag_add(amending->diags, DIAG_STAMP_BAD, (struct place){ .file = amending->name }, expected,
             "%s", why);
    return false;
}

static unsigned stamps_count(struct amending *amending)
{
    unsigned count = 0;
    while (
        count < STAMPS_MOST &&
        amend_has(amending, numbered_name(amending->home, "META-INF/timestamp", count + 1, ".tst")))
        count++;
    return count;
}

/* The manifest for one more stamp. The one before takes its number as its name and is named as the
 * root file, so that a reader can walk back. */
static bool archive_manifest(struct amending *amending, enum hash hash, unsigned *number,
                             struct str *manifest)
{
    struct arena *home = amending->home;
    struct str before;
    struct str root = { 0 };
    *number = stamps_count(amending) + 1;
    if (*number > STAMPS_MOST)
        return refuse(amending, STR("at most 999 time stamps"), "one more would be too many");
    if (*number > 1) {
        if (!amend_content(amending, STR(NEWEST), &before))
            return refuse(amending, STR("a dossier that holds"), "the newest manifest is missing");
        root = numbered_name(home, "META-INF/ASiCArchiveManifest", *number - 1, ".xml");
        amend_drop(amending, STR(NEWEST));
        amend_put(amending, root, before);
    }
    struct manifest_order order = {
        .signature = str_c(home, numbered_name(home, "META-INF/timestamp", *number, ".tst")),
        .media = "application/vnd.etsi.timestamp-token",
        .hash = hash,
        .root_file = root,
    };
    size_t count = 0;
    struct manifest_line *line = amend_list(amending, hash, &count);
    *manifest = manifest_lines(home, &order, line, count);
    return true;
}

/* ---- the newest signature ---- */

static bool newest_signature(struct amending *amending, struct str *name, struct str *der,
                             struct cms_parts *parts)
{
    struct cms_fault fault = { 0 };
    *name = numbered_name(amending->home, "META-INF/signature", amending->signatures, ".p7s");
    if (amending->signatures == 0 || !amend_content(amending, *name, der) ||
        !cms_read(*der, parts, &fault))
        return refuse(amending, STR("a signed dossier"), "there is no signature to stamp");
    return stamps_count(amending) == 0 ||
           refuse(amending, STR("`dossier timestamp` without --signature, which covers all"),
                  "a time stamp covers the newest signature already, so it cannot change");
}

/* The last SignerInfo gets one more unsigned attribute; all lengths around it are made anew. */
static bool embed(struct arena *home, struct str der, struct str token, struct str *out)
{
    struct der info;
    struct der oid;
    struct der tagged;
    struct der data;
    struct der field;
    struct str parts[8];
    size_t count = 0;
    if (!der_take(&der, DER_SEQUENCE, &info) || !der_take(&info.content, DER_OID, &oid) ||
        !der_take(&info.content, DER_CONTEXT_0, &tagged) ||
        !der_take(&tagged.content, DER_SEQUENCE, &data))
        return false;
    while (count < ARRAY_COUNT(parts) && der_next(&data.content, &field))
        parts[count++] = field.whole;
    struct der signer;
    struct str set = count > 0 ? field.content : (struct str){ 0 };
    if (!der_take(&set, DER_SEQUENCE, &signer))
        return false;
    struct str attribute =
        der_wrap(home, DER_SEQUENCE,
                 DER_PARTS(der_make(home, DER_OID, OID_STAMP), der_make(home, DER_SET, token)));
    struct str unsigned_set[9] = { attribute };
    size_t unsigned_count = 1;
    struct str rest = signer.content;
    struct str kept = signer.content;
    while (der_next(&rest, &field)) {
        if (field.tag == DER_CONTEXT_1) {
            kept = str_sub(signer.content, 0, signer.content.len - field.whole.len);
            struct der one;
            while (unsigned_count < ARRAY_COUNT(unsigned_set) && der_next(&field.content, &one))
                unsigned_set[unsigned_count++] = one.whole;
        }
    }
    struct str attributes = der_set(home, DER_CONTEXT_1, unsigned_set, unsigned_count);
    struct str new_signer = der_wrap(home, DER_SEQUENCE, DER_PARTS(kept, attributes));
    parts[count - 1] = der_make(home, DER_SET, new_signer);
    struct str new_data = der_wrap(home, DER_SEQUENCE, parts, count);
    *out =
        der_wrap(home, DER_SEQUENCE, DER_PARTS(oid.whole, der_make(home, DER_CONTEXT_0, new_data)));
    return true;
}

/* ---- door ---- */

bool stamp_export(struct arena *home, const struct stamp_order *order, struct str *query,
                  struct diags *diags)
{
    struct amending amending;
    struct cms_parts parts;
    struct str name;
    struct str data;
    unsigned number = 0;
    enum hash hash = order->bits == 512   ? HASH_SHA512
                     : order->bits == 384 ? HASH_SHA384
                                          : HASH_SHA256;
    if (!amend_begin(home, order->name, order->dossier, order->now, &amending, diags))
        return false;
    if (order->signature) {
        return newest_signature(&amending, &name, &data, &parts) &&
               stamp_query(home, hash, parts.value, query, diags);
    }
    return archive_manifest(&amending, hash, &number, &data) &&
           stamp_query(home, hash, data, query, diags);
}

/* A token that would not hold in the dossier is refused at its door. */
static bool holds(struct amending *amending, const struct stamp_order *order, struct str token,
                  struct str data, struct str *said)
{
    struct stamp_result result;
    struct stamp_request request = {
        .token = token, .data = data, .trust = order->trust, .at = order->now, .now = order->now
    };
    stamp_judge(amending->home, &request, &result);
    struct verdict verdict = result.token;
    if (verdict.state == CHECK_HOLDS && order->trust.len > 0)
        verdict = result.trust;
    if (verdict.state != CHECK_HOLDS) {
        return refuse(amending,
                      STR("a token over this dossier as it is now, by an authority for time "
                          "stamping"),
                      str_c(amending->home, verdict.detail));
    }
    if (result.time > order->now + SKEW_MOST)
        return refuse(amending, STR("a time that has passed"), "the token is from the future");
    *said = result.token.detail;
    return true;
}

static bool put_signature_stamp(struct amending *amending, const struct stamp_order *order,
                                struct str token, struct str *said)
{
    struct cms_parts parts;
    struct str name;
    struct str der;
    struct str stamped;
    if (!newest_signature(amending, &name, &der, &parts) ||
        !holds(amending, order, token, parts.value, said))
        return false;
    if (!embed(amending->home, der, token, &stamped))
        return refuse(amending, STR("a signature of the usual shape"), "it cannot be added to");
    amend_put(amending, name, stamped);
    return true;
}

static bool put_archive_stamp(struct amending *amending, const struct stamp_order *order,
                              struct str token, struct str *said)
{
    unsigned number = 0;
    struct str manifest;
    enum hash hash = HASH_SHA256;
    if (!stamp_hash(amending->home, token, &hash)) {
        return refuse(amending, STR("SHA-256, SHA-384 or SHA-512"),
                      "the token uses another digest, or cannot be read");
    }
    if (!archive_manifest(amending, hash, &number, &manifest) ||
        !holds(amending, order, token, manifest, said))
        return false;
    amend_put(amending, STR(NEWEST), manifest);
    amend_put(amending, numbered_name(amending->home, "META-INF/timestamp", number, ".tst"), token);
    return true;
}

bool stamp_import(struct arena *home, const struct stamp_order *order, struct sink *sink,
                  struct str *said, struct diags *diags)
{
    struct amending amending;
    struct str token;
    return stamp_response(home, order->response, order->query, &token, diags) &&
           amend_begin(home, order->name, order->dossier, order->now, &amending, diags) &&
           (order->signature ? put_signature_stamp(&amending, order, token, said)
                             : put_archive_stamp(&amending, order, token, said)) &&
           amend_write(&amending, sink);
}
