/* packing.h - what a pipeline made, packed and signed into the place of a dossier. */
#ifndef CLI_PACKING_H
#define CLI_PACKING_H

#include "pipeline.h"
#include "sign/sign.h"
#include "verbs.h"

/* Writes what the pipeline made up to STAGE_REPORT to `target`, all or nothing, over an earlier
 * dossier or nothing, never over anything else. Role, comment and --store as the line has them;
 * `key` NULL: unsigned. `threads` as threads_read gives them. The exit status: STATUS_HOLDS when it
 * is written, then *content is its content id. */
int dossier_pack(struct pipeline *pipeline, struct request *request, const char *target,
                 const struct key_file *key, unsigned threads, struct digest *content);

#endif
