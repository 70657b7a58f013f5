/* seal_list.h - the list and the signature of a seal, for who makes it and who checks it. */
#ifndef SIGN_SEAL_LIST_H
#define SIGN_SEAL_LIST_H

#include "crypto.h"

#define SEAL_LIST "seal-sha256.txt"
#define SEAL_SIGNATURE "seal.p7s"

bool seal_is(struct str name);
/* One line of a list as sha256sum writes it: 64 digits, two characters, the name. */
bool seal_line(struct str line, struct digest *digest, struct str *name);
/* Whether the signature holds for the list; who made it, and whether a chain leads to an anchor. */
struct sealed_by {
    struct verdict verdict;     /* of the signature alone */
    struct verdict certificate; /* whether it may sign, and was valid at the time claimed */
    struct str signer, subject;
    struct digest certificate_digest; /* set where the verdict holds */
    bool trusted;
};
struct sealed_by seal_judge(struct arena *home, struct str list, struct str signature,
                            const struct verify_request *request);

#endif
