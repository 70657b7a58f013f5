/* verify_stamp.c - what time stamps prove: of everything that was there (archive manifests, newest
 * first), and of single signatures.
 *
 * A stamp is trusted where its authority's chain holds at the time of a newer stamp that covers it,
 * the newest at the time of verification (ETSI EN 319 102-1 section 5.6.3, past signature
 * validation, in the order that proofs depend on each other). */
#include "base64.h"
#include "der.h"
#include "layout.h"
#include "stamp.h"
#include "verify_records.h"

#define OID_STAMP STR("\x2a\x86\x48\x86\xf7\x0d\x01\x09\x10\x02\x0e")
#define NEWEST "META-INF/ASiCArchiveManifest.xml"
#define TOKEN_MEDIA STR("application/vnd.etsi.timestamp-token")

enum { STAMPS_MOST = 999, SKEW_MOST = 600 };

static const char FORMAT[] = "FORMAT_FAILURE";
static const char CONSTRAINTS[] = "SIG_CONSTRAINTS_FAILURE";

/* One archive manifest with its token. */
struct archive_stamp {
    unsigned number;
    struct str manifest_name, token_name;
    bool *covered; /* by member */
    bool holds, trusted;
    int64_t time;
    struct str ends; /* last day of its authority's certificate */
};

static bool owns(struct str name)
{
    unsigned number = 0;
    return str_eq(name, STR(NEWEST)) ||
           numbered_read(name, STR("META-INF/ASiCArchiveManifest"), STR(".xml"), &number) ||
           numbered_read(name, STR("META-INF/timestamp"), STR(".tst"), &number);
}

static struct str trust_of(const struct verifying *verifying)
{
    const struct verify_request *request = verifying->request;
    return request->trust_tsa.len > 0 ? request->trust_tsa : request->trust;
}

static bool covers(const struct verifying *verifying, const struct archive_stamp *stamp,
                   struct str name)
{
    const struct member *member = member_find(verifying, name);
    return member && stamp->covered[member - verifying->member];
}

/* ---- archive manifests ---- */

/* A withheld member is known by its SHA-256; another digest of it cannot be compared. */
static bool withheld_fits(const struct verifying *verifying, const struct reference *reference)
{
    const struct entry *withheld = withheld_find(verifying, reference->name);
    if (!withheld || reference->hash != HASH_SHA256)
        return withheld != NULL;
    struct str digest = { (const char *)withheld->digest.byte, sizeof(withheld->digest.byte) };
    return str_eq(base64_text(verifying->home, digest), reference->digest);
}

static struct verdict check_references(const struct verifying *verifying,
                                       struct archive_stamp *stamp, const struct manifest *manifest)
{
    struct arena *home = verifying->home;
    for (size_t i = 0; i < manifest->count; i++) {
        const struct reference *reference = &manifest->item[i];
        struct member *member = member_find(verifying, reference->name);
        if (str_eq(reference->name, stamp->manifest_name) ||
            str_eq(reference->name, stamp->token_name))
            return verdict_fails(FORMAT, STR("it names itself"));
        if (!member && !withheld_fits(verifying, reference)) {
            return verdict_fails("HASH_FAILURE",
                                 str_format(home, "missing: %.*s", STR_ARG(reference->name)));
        }
        if (!member)
            continue;
        struct str digest = member_digest(home, member, reference->hash);
        if (!str_eq(base64_text(home, digest), reference->digest)) {
            return verdict_fails("HASH_FAILURE",
                                 str_format(home, "not the member that was stamped: %.*s",
                                            STR_ARG(reference->name)));
        }
        stamp->covered[member - verifying->member] = true;
    }
    return verdict_holds((struct str){ 0 });
}

static struct verdict judge_manifest(const struct verifying *verifying, struct archive_stamp *stamp)
{
    struct arena *home = verifying->home;
    struct manifest manifest;
    struct manifest_fault fault = { 0 };
    if (!member_find(verifying, stamp->manifest_name)) {
        return verdict_fails(FORMAT,
                             str_format(home, "%.*s is missing", STR_ARG(stamp->manifest_name)));
    }
    if (!manifest_read(home, member_content(verifying, stamp->manifest_name), &manifest, &fault))
        return verdict_fails(fault.indication, fault.why);
    if (!str_eq(manifest.signature, stamp->token_name) ||
        !str_eq(manifest.signature_media, TOKEN_MEDIA))
        return verdict_fails(FORMAT, STR("its manifest belongs to another time stamp"));
    return check_references(verifying, stamp, &manifest);
}

static struct verdict not_future(const struct verifying *verifying, struct verdict verdict,
                                 int64_t time)
{
    return verdict.state == CHECK_HOLDS && time > verifying->request->at + SKEW_MOST
               ? verdict_fails(CONSTRAINTS, STR("its time lies after the time of verification"))
               : verdict;
}

static void judge_archive(struct verifying *verifying, struct archive_stamp *stamp, int64_t at)
{
    struct arena *home = verifying->home;
    struct stamp_result result = { 0 };
    struct verdict verdict = judge_manifest(verifying, stamp);
    if (verdict.state == CHECK_HOLDS) {
        stamp_judge(
            home,
            &(struct stamp_request){ .token = member_content(verifying, stamp->token_name),
                                     .data = member_content(verifying, stamp->manifest_name),
                                     .trust = trust_of(verifying),
                                     .at = at,
                                     .now = verifying->request->at },
            &result);
        verdict = not_future(verifying, result.token, result.time);
    }
    check_add(&verifying->checks, check_id(home, "timestamp", stamp->number),
              "time stamp over the whole", verdict);
    stamp->holds = verdict.state == CHECK_HOLDS;
    stamp->time = result.time;
    stamp->ends = result.ends;
    if (stamp->holds) {
        check_add(&verifying->checks, check_id(home, "timestamp-trust", stamp->number),
                  "time stamping authority trusted", result.trust);
        stamp->trusted = result.trust.state == CHECK_HOLDS;
    }
}

/* Tokens are numbered without a gap, and each has its manifest; nothing else of the kind is there.
 */
static bool count_archives(struct verifying *verifying, unsigned *count)
{
    size_t records = 0;
    *count = 0;
    while (*count < STAMPS_MOST &&
           member_find(verifying,
                       numbered_name(verifying->home, "META-INF/timestamp", *count + 1, ".tst")))
        (*count)++;
    for (size_t i = 0; i < verifying->count; i++)
        records += owns(verifying->member[i].zip->name);
    if (records != (size_t)*count * 2) {
        check_add(&verifying->checks, "timestamps", "time stamps and their manifests in pairs",
                  verdict_fails(FORMAT, STR("a token lacks its manifest or the one before, or a "
                                            "manifest its token")));
        return false;
    }
    return true;
}

static bool covers_stamp(const struct verifying *verifying, const struct archive_stamp *newer,
                         const struct archive_stamp *stamp)
{
    return newer->holds && covers(verifying, newer, stamp->token_name) &&
           covers(verifying, newer, stamp->manifest_name);
}

/* When a stamp is known to have been there, by the newer ones that cover it. */
static int64_t proven_by_newer(const struct verifying *verifying, const struct archive_stamp *stamp)
{
    int64_t at = verifying->request->at;
    for (size_t i = stamp->number; i < verifying->stamp_count; i++) {
        const struct archive_stamp *newer = &verifying->stamp[i];
        if (newer->trusted && newer->time < at && covers_stamp(verifying, newer, stamp))
            at = newer->time;
    }
    return at;
}

/* What a stamp covers was there before it: of a pair that says otherwise one clock is wrong, and
 * nobody knows which. */
static void check_order(struct verifying *verifying, const struct archive_stamp *stamp)
{
    struct arena *home = verifying->home;
    for (size_t i = stamp->number; stamp->holds && i < verifying->stamp_count; i++) {
        const struct archive_stamp *newer = &verifying->stamp[i];
        if (stamp->time > newer->time + SKEW_MOST && covers_stamp(verifying, newer, stamp)) {
            check_add(&verifying->checks, check_id(home, "timestamp-order", newer->number),
                      "time stamps one after the other",
                      verdict_fails(CONSTRAINTS,
                                    str_format(home,
                                               "it claims to be older than time stamp %03u, which "
                                               "it covers",
                                               stamp->number)));
        }
    }
}

static void prepare(struct verifying *verifying)
{
    struct arena *home = verifying->home;
    unsigned count = 0;
    if (!count_archives(verifying, &count) || count == 0)
        return;
    verifying->stamp = ARENA_MANY(home, count, struct archive_stamp);
    verifying->stamp_count = count;
    for (unsigned number = count; number > 0; number--) {
        struct archive_stamp *stamp = &verifying->stamp[number - 1];
        stamp->number = number;
        stamp->token_name = numbered_name(home, "META-INF/timestamp", number, ".tst");
        stamp->manifest_name =
            number < count ? numbered_name(home, "META-INF/ASiCArchiveManifest", number, ".xml")
                           : STR(NEWEST);
        stamp->covered = ARENA_MANY(home, verifying->count, bool);
        judge_archive(verifying, stamp, proven_by_newer(verifying, stamp));
        check_order(verifying, stamp);
    }
}

/* ---- one signature ---- */

struct proof {
    bool found;
    int64_t time;
};

static void proof_add(struct proof *proof, int64_t time)
{
    if (!proof->found || time < proof->time)
        *proof = (struct proof){ true, time };
}

/* Trusted stamps over everything that cover this signature. */
static struct proof proof_by_archives(const struct verifying *verifying,
                                      const struct signature *signature)
{
    struct proof proof = { 0 };
    for (size_t i = 0; i < verifying->stamp_count; i++) {
        const struct archive_stamp *stamp = &verifying->stamp[i];
        if (stamp->trusted && covers(verifying, stamp, signature->signature_name) &&
            covers(verifying, stamp, signature->manifest_name))
            proof_add(&proof, stamp->time);
    }
    return proof;
}

/* `covering`: what is proven of the token itself, by stamps over the file that it lies in. Another
 * token beside it covers the signature's value and not this one, so it lends it no time. */
static void judge_attribute(struct verifying *verifying, struct signature *signature,
                            struct str token, struct proof covering, struct proof *proof)
{
    struct arena *home = verifying->home;
    struct stamp_result result;
    stamp_judge(
        home,
        &(struct stamp_request){ .token = token,
                                 .data = signature->parts.value,
                                 .trust = trust_of(verifying),
                                 .at = covering.found ? covering.time : verifying->request->at,
                                 .now = verifying->request->at },
        &result);
    struct verdict verdict = not_future(verifying, result.token, result.time);
    if (verdict.state == CHECK_HOLDS && covering.found && result.time > covering.time + SKEW_MOST) {
        verdict = verdict_fails(CONSTRAINTS, STR("it claims to be younger than a time stamp over "
                                                 "the file that it lies in"));
    }
    check_add(&verifying->checks, check_id(home, "signature-timestamp", signature->number),
              "time stamp in the signature", verdict);
    if (verdict.state == CHECK_HOLDS) {
        if (str_order(result.ends, signature->stamp_ends) > 0)
            signature->stamp_ends = result.ends;
        check_add(&verifying->checks,
                  check_id(home, "signature-timestamp-trust", signature->number),
                  "time stamping authority trusted", result.trust);
        if (result.trust.state == CHECK_HOLDS)
            proof_add(proof, result.time);
    }
}

/* All unsigned attributes, of which only time stamps of one value are known. `proof`: so far by
 * stamps over the whole. */
static bool judge_attributes(struct verifying *verifying, struct signature *signature,
                             struct proof *proof)
{
    struct str rest = signature->parts.unsigned_attributes;
    const struct proof covering = *proof;
    bool all = true;
    struct der attribute;
    struct der oid;
    struct der set;
    struct der token;
    while (der_take(&rest, DER_SEQUENCE, &attribute)) {
        bool known = der_take(&attribute.content, DER_OID, &oid) &&
                     str_eq(oid.content, OID_STAMP) &&
                     der_take(&attribute.content, DER_SET, &set) && attribute.content.len == 0 &&
                     der_take(&set.content, DER_SEQUENCE, &token) && set.content.len == 0;
        if (known)
            judge_attribute(verifying, signature, token.whole, covering, proof);
        all = all && known;
    }
    return all && rest.len == 0;
}

/* The proven time counts only where it is needed: a chain that holds now needs none. */
static void judge_signature(struct verifying *verifying, struct signature *signature)
{
    struct arena *home = verifying->home;
    struct proof proof = proof_by_archives(verifying, signature);
    if (signature->parts.has_unsigned)
        signature->unsigned_judged = judge_attributes(verifying, signature, &proof);
    if (!proof.found)
        return;
    struct verdict verdict = verdict_holds(
        str_format(home, "it existed at %.*s", STR_ARG(stamp_time_text(home, proof.time))));
    if (signature->parts.has_signing_time &&
        signature->parts.signing_time > proof.time + SKEW_MOST) {
        verdict = verdict_fails(CONSTRAINTS,
                                STR("it claims to have been made after the time stamp over it"));
    }
    check_add(&verifying->checks, check_id(home, "proof", signature->number),
              "signature proven by a time stamp", verdict);
    signature->proven = verdict.state == CHECK_HOLDS;
    signature->proven_at = proof.time;
    struct cms_path path;
    struct cms_request request = { .der = signature->der,
                                   .content = signature->manifest_bytes,
                                   .parts = &signature->parts,
                                   .trust = verifying->request->trust,
                                   .at = verifying->request->at,
                                   .now = verifying->request->at };
    if (signature->proven && cms_trust(home, &request, &path).state != CHECK_HOLDS)
        signature->at = proof.time;
}

struct str stamps_end(const struct verifying *verifying, bool *stamped)
{
    const struct archive_stamp *newest =
        verifying->stamp_count > 0 ? &verifying->stamp[verifying->stamp_count - 1] : NULL;
    *stamped = newest && newest->holds;
    return *stamped ? newest->ends : (struct str){ 0 };
}

const struct verify_part verify_part_stamp = {
    .name = "stamp", .owns = owns, .prepare = prepare, .signature = judge_signature
};
