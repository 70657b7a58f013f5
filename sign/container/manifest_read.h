/* manifest_read.h - an ASiCManifest as nouns. */
#ifndef SIGN_MANIFEST_READ_H
#define SIGN_MANIFEST_READ_H

#include "hash.h"

struct reference {
    struct str name; /* the URI, which must be spelled as the member's name */
    enum hash hash;
    struct str digest; /* base64 as it stands */
    struct str media;  /* MimeType, or empty */
    bool root;
};
struct manifest {
    struct str signature; /* URI of SigReference */
    struct str signature_media;
    const struct reference *item; /* by name, no two equal */
    size_t count;
    size_t extensions; /* that are not critical, and were passed over */
};
struct manifest_fault {
    const char *indication;
    struct str why; /* untrusted parts visible */
};

/* False: refused, `fault` says why. */
MUST_USE bool manifest_read(struct arena *home, struct str bytes, struct manifest *out,
                            struct manifest_fault *fault);

#endif
