/* withhold.h - records of withheld members. */
#ifndef SIGN_WITHHOLD_H
#define SIGN_WITHHOLD_H

#include "zip.h"

struct withheld_member {
    struct str name, reason;
    struct digest digest;
    uint64_t size;
};
enum { REASON_MOST = 1000 };
/* The record as text. */
struct str withhold_text(struct arena *home, const struct withheld_member *member, size_t count);
/* Only evidence: the case, rules, report and lists stay. */
bool withhold_allowed(struct str name);
/* False: not exactly a record of dossier-withheld/1. */
MUST_USE bool withhold_read(struct arena *home, struct str bytes, struct withheld_member **out,
                            size_t *count);

#endif
