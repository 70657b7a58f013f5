/* revocation.c - revocation lists against a chain: RFC 5280 sections 5 and 6.3, without delta and
 * indirect lists, which cannot be used alone.
 *
 * libcrypto's own check asks one list only, the one it likes best, and takes a delta list for a
 * whole one; here every list that the issuer signed is read, and one that speaks against a
 * certificate is enough. */
#include "revocation.h"

#include <openssl/err.h>
#include <openssl/ocsp.h>
#include <openssl/rsa.h>
#include <openssl/x509v3.h>

static bool list_is_of(X509_CRL *list, X509 *issuer)
{
    bool named = X509_NAME_cmp(X509_CRL_get_issuer(list), X509_get_subject_name(issuer)) == 0;
    bool may = (X509_get_extension_flags(issuer) & EXFLAG_KUSAGE) == 0 ||
               (X509_get_key_usage(issuer) & KU_CRL_SIGN) != 0;
    EVP_PKEY *key = X509_get0_pubkey(issuer);
    bool is_signed = named && may && key && X509_CRL_verify(list, key) == 1;
    ERR_clear_error();
    return is_signed;
}

/* Whether one of the full names of a point is among those of another (RFC 5280 section 6.3.3 b 2
 * i).
 */
static bool point_meets(const DIST_POINT_NAME *one, const DIST_POINT_NAME *other)
{
    if (!one || !other || one->type != 0 || other->type != 0)
        return false; /* names relative to an issuer are not known here */
    for (int i = 0; i < sk_GENERAL_NAME_num(one->name.fullname); i++) {
        for (int k = 0; k < sk_GENERAL_NAME_num(other->name.fullname); k++)
            if (GENERAL_NAME_cmp(sk_GENERAL_NAME_value(one->name.fullname, i),
                                 sk_GENERAL_NAME_value(other->name.fullname, k)) == 0)
                return true;
    }
    return false;
}

/* A list that is a part of all speaks for the certificates that name its point. */
static bool part_fits(const ISSUING_DIST_POINT *scope, const X509 *certificate)
{
    if (!scope->distpoint)
        return true;
    CRL_DIST_POINTS *points =
        X509_get_ext_d2i(certificate, NID_crl_distribution_points, NULL, NULL);
    bool fits = false;
    for (int i = 0; points && !fits && i < sk_DIST_POINT_num(points); i++)
        fits = point_meets(scope->distpoint, sk_DIST_POINT_value(points, i)->distpoint);
    CRL_DIST_POINTS_free(points);
    return fits;
}

/* The scope that a list gives itself fits this certificate. */
static bool scope_fits(X509_CRL *list, X509 *certificate)
{
    bool is_ca = X509_check_ca(certificate) > 0;
    int critical = 0;
    ISSUING_DIST_POINT *scope =
        X509_CRL_get_ext_d2i(list, NID_issuing_distribution_point, &critical, NULL);
    if (!scope)
        return critical == -1; /* absent; otherwise twice or not readable */
    bool fits = scope->indirectCRL <= 0 && scope->onlyattr <= 0 && !scope->onlysomereasons &&
                (is_ca ? scope->onlyuser <= 0 : scope->onlyCA <= 0) &&
                part_fits(scope, certificate);
    ISSUING_DIST_POINT_free(scope);
    return fits;
}

/* Whether the list is signed over SHA-256, SHA-384 or SHA-512: by an older digest anybody might
 * have made it. */
static bool digest_allowed(const X509_CRL *list)
{
    int digest = NID_undef;
    if (X509_CRL_get_signature_nid(list) == NID_rsassaPss) {
        const X509_ALGOR *algorithm = NULL;
        const void *value = NULL;
        int type = 0;
        X509_CRL_get0_signature(list, NULL, &algorithm);
        X509_ALGOR_get0(NULL, &type, &value, algorithm);
        RSA_PSS_PARAMS *params = type == V_ASN1_SEQUENCE
                                     ? ASN1_item_unpack(value, ASN1_ITEM_rptr(RSA_PSS_PARAMS))
                                     : NULL;
        if (params && params->hashAlgorithm) /* absent: SHA-1 */
            digest = OBJ_obj2nid(params->hashAlgorithm->algorithm);
        RSA_PSS_PARAMS_free(params);
    } else {
        (void)OBJ_find_sigid_algs(X509_CRL_get_signature_nid(list), &digest, NULL);
    }
    ERR_clear_error();
    return digest == NID_sha256 || digest == NID_sha384 || digest == NID_sha512;
}

/* Why this list, signed by the issuer, cannot say that a certificate is good; NULL: it can. */
static const char *list_fault(X509_CRL *list, X509 *certificate,
                              const struct revocation_request *request)
{
    time_t at = (time_t)request->at;
    time_t now = (time_t)request->now;
    if (X509_CRL_get_ext_by_NID(list, NID_delta_crl, -1) >= 0)
        return "a delta list, which cannot be used alone";
    for (int i = 0; i < X509_CRL_get_ext_count(list); i++) {
        X509_EXTENSION *extension = X509_CRL_get_ext(list, i);
        if (X509_EXTENSION_get_critical(extension) &&
            OBJ_obj2nid(X509_EXTENSION_get_object(extension)) != NID_issuing_distribution_point)
            return "a list with a critical extension that is not known here";
    }
    if (!scope_fits(list, certificate))
        return "an indirect list, or one of another scope";
    if (X509_cmp_time(X509_CRL_get0_lastUpdate(list), &now) >= 0)
        return "a list of the future";
    if (!X509_CRL_get0_nextUpdate(list) || X509_cmp_time(X509_CRL_get0_nextUpdate(list), &at) <= 0)
        return "a list that is too old";
    return NULL;
}

enum reason { REASON_PLAIN, REASON_COMPROMISE, REASON_TAKEN_OFF, REASON_UNKNOWN };

/* What the reason of an entry says of the time before it; none is "unspecified". Of two, or of one
 * that cannot be read, nobody knows which was meant. */
static enum reason reason_of(const X509_REVOKED *entry)
{
    int critical = 0;
    ASN1_ENUMERATED *reason = X509_REVOKED_get_ext_d2i(entry, NID_crl_reason, &critical, NULL);
    long value = reason ? ASN1_ENUMERATED_get(reason) : CRL_REASON_UNSPECIFIED;
    ASN1_ENUMERATED_free(reason);
    if (!reason && critical != -1) /* -1: absent */
        return REASON_UNKNOWN;
    switch (value) {
    case CRL_REASON_KEY_COMPROMISE:
    case CRL_REASON_CA_COMPROMISE:
    case CRL_REASON_AA_COMPROMISE:
        return REASON_COMPROMISE;
    case CRL_REASON_UNSPECIFIED:
    case CRL_REASON_AFFILIATION_CHANGED:
    case CRL_REASON_SUPERSEDED:
    case CRL_REASON_CESSATION_OF_OPERATION:
    case CRL_REASON_CERTIFICATE_HOLD:
    case CRL_REASON_PRIVILEGE_WITHDRAWN:
        return REASON_PLAIN;
    case CRL_REASON_REMOVE_FROM_CRL:
        return REASON_TAKEN_OFF;
    default:
        return REASON_UNKNOWN;
    }
}

/* Whether the entry says that the certificate was bad by `at` already, whenever it was revoked
 * (RFC 5280 section 5.3.2). */
static bool invalid_since(const X509_REVOKED *entry, time_t at)
{
    int critical = 0;
    ASN1_GENERALIZEDTIME *date =
        X509_REVOKED_get_ext_d2i(entry, NID_invalidity_date, &critical, NULL);
    bool since = date ? X509_cmp_time(date, &at) <= 0 : critical != -1;
    ASN1_GENERALIZEDTIME_free(date);
    return since;
}

/* What an entry means for a signature that existed at request->at. */
static struct verdict judge_entry(struct arena *home, const X509_REVOKED *entry,
                                  const struct revocation_request *request, const char *whose)
{
    time_t at = (time_t)request->at;
    enum reason reason = reason_of(entry);
    if (reason == REASON_TAKEN_OFF) {
        return verdict_undecided(
            "", str_format(home,
                           "a whole list has an entry for %s that says to be taken off, as only "
                           "a delta list may",
                           whose));
    }
    if (X509_cmp_time(X509_REVOKED_get0_revocationDate(entry), &at) <= 0) {
        return verdict_fails("REVOKED",
                             str_format(home, "the certificate of %s is revoked", whose));
    }
    if (reason == REASON_COMPROMISE) {
        return verdict_undecided(
            "REVOKED_NO_POE",
            str_format(home,
                       "the key of %s was compromised, which may be older than the revocation",
                       whose));
    }
    if (reason == REASON_UNKNOWN || invalid_since(entry, at)) {
        return verdict_undecided(
            "REVOKED_NO_POE",
            str_format(home, "the certificate of %s was revoked after the proven time, %s", whose,
                       reason == REASON_UNKNOWN ? "for a reason that is not known here"
                                                : "and by the list was invalid before"));
    }
    return verdict_note(
        str_format(home, "the certificate of %s was revoked after the proven time", whose));
}

/* The worst that entries of a list say of a certificate; HOLDS: none names it. A list may name one
 * twice, and libcrypto finds either. */
static struct verdict judge_entries(struct arena *home, X509_CRL *list, X509 *certificate,
                                    const struct revocation_request *request, const char *whose)
{
    const ASN1_INTEGER *serial = X509_get0_serialNumber(certificate);
    STACK_OF(X509_REVOKED) *all = X509_CRL_get_REVOKED(list);
    X509_REVOKED *entry = NULL;
    bool delta = X509_CRL_get_ext_by_NID(list, NID_delta_crl, -1) >= 0;
    struct verdict worst = verdict_holds((struct str){ 0 });
    if (X509_CRL_get0_by_serial(list, &entry, serial) == 1)
        worst = judge_entry(home, entry, request, whose);
    for (int i = 0; i < sk_X509_REVOKED_num(all); i++) {
        entry = sk_X509_REVOKED_value(all, i);
        if (X509_REVOKED_get_ext_by_NID(entry, NID_certificate_issuer, -1) >= 0)
            break; /* from here on the entries are of another issuer */
        if (ASN1_INTEGER_cmp(X509_REVOKED_get0_serialNumber(entry), serial) != 0 ||
            (delta && reason_of(entry) == REASON_TAKEN_OFF)) /* a hold that ended */
            continue;
        struct verdict verdict = judge_entry(home, entry, request, whose);
        bool worse = verdict.state == CHECK_FAILS || worst.state == CHECK_HOLDS ||
                     (verdict.state == CHECK_UNDECIDED && worst.state == CHECK_NOTE);
        worst = worse ? verdict : worst;
    }
    return worst;
}

/* All lists about one certificate. UNDECIDED with TRY_LATER: none can be used; NOTE: revoked, but
 * later. */
static struct verdict judge_one(struct arena *home, const struct revocation_request *request,
                                int index, const char *whose)
{
    X509 *certificate = sk_X509_value(request->chain, index);
    X509 *issuer = sk_X509_value(request->chain, index + 1);
    struct verdict best = verdict_undecided(
        "TRY_LATER", str_format(home, "no revocation list of the issuer of %s", whose));
    for (int i = 0; i < sk_X509_CRL_num(request->lists); i++) {
        X509_CRL *list = sk_X509_CRL_value(request->lists, i);
        if (!list_is_of(list, issuer))
            continue;
        if (!digest_allowed(list)) {
            if (best.state == CHECK_UNDECIDED) {
                best = verdict_undecided(
                    "TRY_LATER", str_format(home,
                                            "a list signed over a digest other than SHA-256, "
                                            "SHA-384 or SHA-512, which is not believed, for %s",
                                            whose));
            }
            continue;
        }
        struct verdict named = judge_entries(home, list, certificate, request, whose);
        if (named.state == CHECK_FAILS || named.state == CHECK_UNDECIDED)
            return named;
        if (named.state == CHECK_NOTE) {
            best = named;
            continue;
        }
        const char *fault = list_fault(list, certificate, request);
        if (fault && best.state == CHECK_UNDECIDED)
            best = verdict_undecided("TRY_LATER", str_format(home, "%s, for %s", fault, whose));
        else if (!fault && best.state != CHECK_NOTE)
            best = verdict_holds(str_format(home, "no list revokes %s", whose));
    }
    return best;
}

struct verdict revocation_judge(struct arena *home, const struct revocation_request *request)
{
    if (sk_X509_CRL_num(request->lists) <= 0)
        return verdict_holds(STR("no revocation list was given"));
    struct verdict out = verdict_holds(STR("no list speaks against it"));
    for (int i = 0; i + 1 < sk_X509_num(request->chain); i++) {
        struct verdict verdict = judge_one(home, request, i, i == 0 ? "the signer" : "an issuer");
        if (verdict.state == CHECK_FAILS)
            return verdict;
        bool missing = i > 0 && verdict.state == CHECK_UNDECIDED &&
                       str_eq(str_from(verdict.indication), STR("TRY_LATER"));
        if (missing && out.state == CHECK_HOLDS)
            out.detail = STR("no list speaks against the signer; none was given for an issuer");
        else if (verdict.state == CHECK_UNDECIDED && out.state != CHECK_UNDECIDED && !missing)
            out = verdict;
        else if (verdict.state == CHECK_NOTE && out.state == CHECK_HOLDS)
            out.detail = verdict.detail;
    }
    return out;
}

/* By a key of the chain, or of a responder that one of it named; at the time of the chain. */
static bool leads_to_anchor(OCSP_BASICRESP *basic, const struct revocation_request *request)
{
    STACK_OF(X509) *chain = sk_X509_new_null(); /* borrows its certificates */
    X509_STORE *store = X509_STORE_new();
    bool leads = false, held = chain != NULL;
    for (int i = 0; held && i < sk_X509_num(request->chain); i++)
        held = sk_X509_push(chain, sk_X509_value(request->chain, i)) > 0;
    if (held && store) {
        X509_VERIFY_PARAM *asked = X509_STORE_get0_param(store);
        X509_VERIFY_PARAM_set_time(asked, (time_t)request->at);
        X509_VERIFY_PARAM_set_flags(asked, X509_V_FLAG_PARTIAL_CHAIN);
        leads = X509_STORE_add_cert(store, sk_X509_value(chain, sk_X509_num(chain) - 1)) == 1 &&
                OCSP_basic_verify(basic, chain, store, 0) == 1;
    }
    X509_STORE_free(store);
    sk_X509_free(chain);
    return leads;
}

enum response response_said(struct str der, const struct revocation_request *request)
{
    enum response said = RESPONSE_UNREAD;
    const unsigned char *at = (const unsigned char *)der.at;
    OCSP_RESPONSE *response = d2i_OCSP_RESPONSE(NULL, &at, (long)der.len);
    OCSP_BASICRESP *basic = response ? OCSP_response_get1_basic(response) : NULL;
    int count = basic ? OCSP_resp_count(basic) : 0;
    for (int i = 0; i < count; i++) {
        int status = OCSP_single_get0_status(OCSP_resp_get0(basic, i), NULL, NULL, NULL, NULL);
        said = said == RESPONSE_AGAINST || status != V_OCSP_CERTSTATUS_GOOD ? RESPONSE_AGAINST
                                                                            : RESPONSE_GOOD;
    }
    if (said == RESPONSE_GOOD && !leads_to_anchor(basic, request))
        said = RESPONSE_STRAY;
    OCSP_BASICRESP_free(basic);
    OCSP_RESPONSE_free(response);
    ERR_clear_error();
    return said;
}
