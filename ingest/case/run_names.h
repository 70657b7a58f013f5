/* run_names.h - private to ingest: what the runs of a case are called. */
#ifndef INGEST_RUN_NAMES_H
#define INGEST_RUN_NAMES_H

#include "ingest.h"

/* A hash of a text for GLib's tables (Bernstein, h * 33 + c). */
unsigned str_hash(struct str text);
/* Names of runs, as short as they can be told apart: the last segment of the path, more where two
 * are alike. One a bundle, in `home`; empty where the bundle is no run. */
struct str *run_names(struct arena *home, struct arena *scratch, const struct bundle *bundle,
                      size_t count);

#endif
