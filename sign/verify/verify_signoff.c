/* verify_signoff.c - what each signer decided: a record that his own signature covers, about this
 * dossier, and saying the same as the commitment in the signature. */
#include "der.h"
#include "layout.h"
#include "signoff.h"
#include "stamp.h"
#include "verify.h"
#include "verify_records.h"

#define PKCS "\x2a\x86\x48\x86\xf7\x0d\x01"

static const char FORMAT[] = "FORMAT_FAILURE";

static bool owns(struct str name)
{
    unsigned number = 0;
    return numbered_read(name, STR("signoff/"), STR(".json"), &number);
}

struct str commitment_in(struct str attributes)
{
    static const struct str wanted = STR_INIT(PKCS "\x09\x10\x02\x10");
    struct der attribute;
    struct der oid;
    struct der set;
    struct der type;
    while (der_take(&attributes, DER_SEQUENCE, &attribute))
        if (der_take(&attribute.content, DER_OID, &oid) && str_eq(oid.content, wanted) &&
            der_take(&attribute.content, DER_SET, &set) &&
            der_take(&set.content, DER_SEQUENCE, &type) && der_take(&type.content, DER_OID, &oid))
            return oid.content;
    return (struct str){ 0 };
}

static struct verdict judge(const struct verifying *verifying, const struct signature *signature,
                            struct signoff *signoff)
{
    struct arena *home = verifying->home;
    struct str name = numbered_name(home, "signoff/", signature->number, ".json");
    const struct member *member = member_find(verifying, name);
    const char *why = NULL;
    if (!signature->holds)
        return verdict_fails(FORMAT, STR("the signature that it belongs to does not hold"));
    if (!signature->covered[member - verifying->member])
        return verdict_fails(FORMAT, STR("its own signature does not cover it"));
    if (!signoff_read(home, member_content(verifying, name), signoff, &why))
        return verdict_fails(FORMAT, str_from(why));
    if (!digest_eq(signoff->content, verifying->content))
        return verdict_fails("HASH_FAILURE", STR("it is about a dossier of another content id"));
    struct str said = commitment_in(signature->parts.signed_attributes);
    if (said.len > 0 && !str_eq(said, commitment_oid(decision_commitment(signoff->decision)))) {
        return verdict_fails("SIG_CONSTRAINTS_FAILURE",
                             STR("the signature commits to something else than the record says"));
    }
    struct str role = visible(home, signoff->role);
    struct str comment = visible(home, signoff->comment);
    return verdict_holds(
        str_format(home, "%.*s: %s%s%.*s%s%s", STR_ARG(role), decision_word(signoff->decision),
                   comment.len > 0 ? ", \"" : "", STR_ARG(comment), comment.len > 0 ? "\"" : "",
                   said.len > 0 ? "" : " (the signature itself has no commitment attribute)"));
}

bool signoff_of(const struct verifying *verifying, const struct signature *signature,
                struct signoff *out)
{
    struct str name = numbered_name(verifying->home, "signoff/", signature->number, ".json");
    return member_find(verifying, name) && judge(verifying, signature, out).state == CHECK_HOLDS;
}

static void finish(struct verifying *verifying)
{
    struct arena *home = verifying->home;
    for (size_t i = 0; i < verifying->count; i++) {
        struct str name = verifying->member[i].zip->name;
        unsigned number = 0;
        if (!numbered_read(name, STR("signoff/"), STR(".json"), &number))
            continue;
        struct signoff signoff = { 0 };
        struct verdict verdict = verdict_fails(FORMAT, STR("nobody has signed it"));
        if (number <= verifying->signature_count)
            verdict = judge(verifying, &verifying->signature[number - 1], &signoff);
        check_add(&verifying->checks, check_id(home, "signoff", number), "what the signer decided",
                  verdict);
        if (verdict.state == CHECK_HOLDS && verifying->request->policy.len == 0 &&
            signoff.decision == DECISION_REJECTED &&
            verifying->signature[number - 1].trust == CHECK_HOLDS) {
            check_add(&verifying->checks, check_id(home, "rejected", number), "not rejected",
                      verdict_undecided(
                          "", str_format(home,
                                         "signature %03u, which is trusted, rejects the dossier; "
                                         "whether that decides is for a policy to say",
                                         number)));
        }
    }
}

const struct signer *signers_of(const struct verifying *verifying)
{
    struct arena *home = verifying->home;
    struct signer *out = ARENA_MANY(home, verifying->signature_count + 1, struct signer);
    bool over_all = false;
    struct str all_ends = stamps_end(verifying, &over_all);
    for (size_t i = 0; i < verifying->signature_count; i++) {
        const struct signature *signature = &verifying->signature[i];
        struct signoff signoff = { 0 };
        out[i] = (struct signer){ .number = signature->number,
                                  .holds = signature->holds,
                                  .trust = signature->trust,
                                  .subject = signature->result.subject,
                                  .claimed = signature->result.claimed };
        if (signature->result.certificate_der.len > 0)
            out[i].certificate = digest_of(signature->result.certificate_der);
        if (signature->holds && signature->proven)
            out[i].stamped = stamp_time_text(home, signature->proven_at);
        if (signature->holds) {
            out[i].ends_stamp = over_all || signature->stamp_ends.len > 0;
            out[i].ends = over_all                        ? all_ends
                          : signature->stamp_ends.len > 0 ? signature->stamp_ends
                                                          : signature->result.ends;
        }
        if (signature->holds && signoff_of(verifying, signature, &signoff)) {
            out[i].role = visible(home, signoff.role);
            out[i].comment = visible(home, signoff.comment);
            out[i].decision = decision_word(signoff.decision);
        }
    }
    return out;
}

const struct verify_part verify_part_signoff = { .name = "signoff",
                                                 .owns = owns,
                                                 .finish = finish };
