/* capability.h - accelerator generations as data: formats, device targets, toolkit releases.
 * Private to comparability. */
#ifndef COMPARABILITY_CAPABILITY_H
#define COMPARABILITY_CAPABILITY_H

#include "base/text.h"

struct generation {
    const char *vendor, *title;
    const char *devices; /* "8.6 8.7", "gfx942" */
    const char *native, *emulated;
    const char *toolkit_first, *toolkit_left; /* "11.8"; empty: not known */
    const char *source;                       /* where its row comes from */
};
const struct generation *generation_at(size_t index); /* NULL past the last */
/* The generation of a device: compute capability ("9.0"), or a text with a gfx target in it. NULL:
 * not in the table. */
const struct generation *generation_find(struct str device);

enum support { SUPPORT_UNKNOWN, SUPPORT_NATIVE, SUPPORT_EMULATED, SUPPORT_ABSENT };
/* How a generation computes a format, by any usual spelling; UNKNOWN: no such format is known. */
enum support generation_supports(const struct generation *generation, struct str format);

/* Vendor of an accelerator by the words of its name: "NVIDIA", "AMD", "Intel", "Google". Empty: not
 * known. */
struct str vendor_of(struct str name);

#endif
