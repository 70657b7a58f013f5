/* kernel_names.h - private to ingest: what the name of a kernel, a copy or a call says. */
#ifndef INGEST_KERNEL_NAMES_H
#define INGEST_KERNEL_NAMES_H

#include "model/lanes.h"

/* Whether `word`, in lower case, stands in the text in any case. */
bool name_holds(struct str text, const char *word);
/* Kernels that move data between accelerators are named for the library or the collective. */
bool name_is_communication(struct str name);
/* A copy by the way its name tells: "Memcpy HtoD (Pinned -> Device)", "CopyHostToDevice". */
enum lane copy_lane(struct str name);
/* A call into the runtime or driver that waits for the accelerator: cudaStreamSynchronize, ... */
bool call_waits(struct str name);
/* A call that gives work to the accelerator: launches of kernels and graphs, copies, fills. */
bool call_launches(struct str name);
/* What a kernel (or, `call`, a call) shows of how the program ran: "attention", "graph launch",
 * "compiled kernel", "bf16"; several may apply: the `index`-th, NULL past the last. */
const char *name_shows(struct str name, bool call, size_t index);

#endif
