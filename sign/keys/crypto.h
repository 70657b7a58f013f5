/* crypto.h - what key.c (private keys) and cms.c (signatures and certificates) tell each other and
 * the rest of the folder. Types of libcrypto are named by their tags only, so that its headers stay
 * in those two files. */
#ifndef SIGN_CRYPTO_H
#define SIGN_CRYPTO_H

#include "checks.h"
#include "cms_read.h"
#include "cms_write.h"

struct x509_st;
struct evp_pkey_st;

enum { RSA_BITS_TO_SIGN = 3072, RSA_BITS_TO_VERIFY = 2048 };

/* Why this key may not sign a dossier, or NULL. `rsa_least`: bits. */
const char *public_key_fault(const struct evp_pkey_st *key, int rsa_least);
/* Why the public point of this certificate is not in an allowed form, or NULL. */
const char *point_fault(const struct x509_st *certificate);
/* Why this certificate's extensions do not allow it to sign documents, or NULL. */
const char *certificate_usage_fault(struct x509_st *certificate);

/* A detached CAdES signature over `content` as DER. */
MUST_USE bool key_sign(struct arena *home, const struct key_file *key, struct str content,
                       int64_t signing_time, struct str *der, struct diags *diags);
/* The same with a commitment, or without signing time. */
MUST_USE bool key_sign_as(struct arena *home, const struct key_file *key,
                          const struct cms_order *order, struct str *der, struct diags *diags);
/* The certificates of the key as PEM, signer first. */
struct str key_chain_pem(struct arena *home, const struct key_file *key);

struct cms_request {
    struct str der, content;       /* signature and what it covers */
    const struct cms_parts *parts; /* of der, by cms_read */
    struct str trust;              /* PEM */
    int64_t at;                    /* when the chain must be valid */
    int64_t now;                   /* time of verification, for revocation lists */
};
struct cms_result {
    struct verdict signature, certificate;
    struct str signer;           /* one line for people, untrusted parts visible */
    struct str subject, claimed; /* of it: the name, the signing time (empty: none) */
    struct str certificate_der;  /* the signer's; empty where none was found */
    struct str ends;             /* last day of that certificate, YYYY-MM-DD; empty: it has none */
};
/* Judges one signature and its certificate; never fails itself. */
void cms_judge(struct arena *home, const struct cms_request *request, struct cms_result *out);
/* SHA-256 of the certificates from the signer to the anchor. */
struct cms_path {
    struct digest item[12];
    size_t count;
};
/* Whether a chain leads from the signer of a signature that holds to an anchor, at request->at;
 * `path` receives it, and stays empty where none holds. */
struct verdict cms_trust(struct arena *home, const struct cms_request *request,
                         struct cms_path *path);
/* The last day (UTC, YYYY-MM-DD) of a certificate's validity; empty where it states that it has
 * none (RFC 5280 section 4.1.2.5: the year 9999). */
struct str certificate_ends(struct arena *home, const struct x509_st *certificate);
/* The subject for people, made visible. */
struct str certificate_subject(struct arena *home, struct x509_st *certificate);
/* Whether a chain for time stamping leads from `signer` to an anchor; of the request: trust, at and
 * now. */
struct stack_st_X509;
struct verdict authority_trust(struct arena *home, struct x509_st *signer,
                               struct stack_st_X509 *certificates,
                               const struct cms_request *request);
/* Whether `pem` holds at least one certificate, and no certificate or revocation list that cannot
 * be read. */
bool trust_usable(struct str pem);

#endif
