/* stamp.h - time stamps of RFC 3161: queries out, responses in, tokens judged. */
#ifndef SIGN_STAMP_H
#define SIGN_STAMP_H

#include "checks.h"
#include "hash.h"

/* A TimeStampReq over `data`, with a random nonce, asking for the authority's certificate. */
MUST_USE bool stamp_query(struct arena *home, enum hash hash, struct str data, struct str *query,
                          struct diags *diags);
/* The token in a TimeStampResp; where a query is given, its nonce and imprint must come back.
 * False: DIAG_STAMP_BAD. */
MUST_USE bool stamp_response(struct arena *home, struct str response, struct str query,
                             struct str *token, struct diags *diags);
/* The digest that a token uses for what it stamps; false: not an allowed one, or no token. */
MUST_USE bool stamp_hash(struct arena *home, struct str token, enum hash *hash);

struct stamp_request {
    struct str token, data; /* TimeStampToken in DER, and what it stamps */
    struct str trust;       /* PEM; empty: no anchor given */
    int64_t at;             /* when the authority's chain must be valid */
    int64_t now;            /* time of verification */
};
struct stamp_result {
    struct verdict token, trust; /* whole and over this data; by an authority that is trusted */
    int64_t time;                /* genTime, Unix seconds, fractions cut */
    struct str authority;        /* subject, visible */
    struct str ends;             /* last day of its certificate; empty: none is stated */
};
void stamp_judge(struct arena *home, const struct stamp_request *request, struct stamp_result *out);
/* "2026-11-28T00:00:00Z" */
struct str stamp_time_text(struct arena *home, int64_t seconds);

#endif
