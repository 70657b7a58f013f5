/* plan_seal.h - when the plan of a case can be shown to have been there. */
#ifndef CLI_PLAN_SEAL_H
#define CLI_PLAN_SEAL_H

#include "model/records.h"

/* Looks for a seal over the plan among the files of the case, beside the plan and in the folders
 * above it, and takes time and signer of it as facts of the case. Files that the case does not keep
 * count for nothing: nobody who has the dossier could look at them. */
void plan_seal(struct arena *home, struct case_file *case_file, const struct evidence *evidence,
               size_t count);

#endif
