/* pkcs11.h - a key that stays in a token: a small client of PKCS #11 modules. */
#ifndef SIGN_PKCS11_H
#define SIGN_PKCS11_H

#include "hash.h"

struct token;
struct token_source {
    struct str module; /* path of the module's shared object, named by the user */
    struct str uri;    /* RFC 7512: "pkcs11:token=LABEL;object=LABEL;id=%01", each part optional */
    struct str pin;    /* empty: no login */
};
/* Loads the module, finds exactly one token and one private key, and logs in. */
MUST_USE bool token_open(const struct token_source *source, struct token **out,
                         struct diags *diags);
struct token_order {
    enum hash hash;
    bool rsa; /* PKCS #1 v1.5; else ECDSA, given as DER */
    struct str bytes;
};
MUST_USE bool token_sign(const struct token *token, struct arena *home,
                         const struct token_order *order, struct str *signature,
                         struct diags *diags);
void token_close(struct token *token); /* NULL is fine */

#endif
