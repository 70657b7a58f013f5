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

/* Whether code of a list ("sm_80 sm_90a compute_90", "gfx942") runs on a device of that capability.
 * CUDA Programming Guide, Feature Availability, and nvcc, GPU Compilation: machine code (sm_) runs
 * on the same major and no lower minor number; with a behind it on that number alone, with f on its
 * family, which is the same major and no lower minor number; the intermediate form (compute_) on no
 * lower number, with a and f as machine code. gfx targets must be named. */
bool targets_fit(struct str list, struct str device);

enum driver_fit { DRIVER_FITS, DRIVER_FITS_IN_PART, DRIVER_TOO_OLD };
/* Whether a driver runs what was built for a CUDA release. CUDA Compatibility, Minor Version
 * Compatibility, table 1: from CUDA 11 on a driver of the same major release runs it with a limited
 * feature set (no just-in-time compilation of newer intermediate code) from driver 450, 525 and 580
 * on for 11, 12 and 13. `driver_cuda`: newest CUDA that the driver supports; `driver`: its version;
 * empty: not known. */
enum driver_fit driver_fit(struct str driver_cuda, struct str driver, struct str built_for);

#endif
