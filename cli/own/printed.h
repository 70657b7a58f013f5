/* printed.h - what known tools print for people, which is no format that is read: it is named, and
 * the command that keeps what a verdict needs. */
#ifndef CLI_PRINTED_H
#define CLI_PRINTED_H

#include "ingest/ingest.h"

struct printed {
    const char *what;   /* "what hyperfine prints" */
    const char *holds;  /* behind "which holds" */
    const char *format; /* whose row in carries.def has tool and command */
    const char *again;  /* the command, where that format is of no tool; else NULL */
};
/* Looks at the first 64 KiB; NULL: it is none of these. */
const struct printed *printed_of(struct str bytes);
/* The command that keeps what a verdict needs. */
const char *printed_again(const struct printed *printed);
/* What `dossier recipe` calls the tool; NULL: it tells nothing of it. */
const char *printed_tool(const struct printed *printed);

#endif
