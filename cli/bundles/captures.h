/* captures.h - what is captured on a machine: one row a file of `dossier capture-script`, and how a
 * fact that nobody disclosed is made known. */
#ifndef CLI_CAPTURES_H
#define CLI_CAPTURES_H

#include "comparability/comparability.h"
#include "ingest/ingest.h"

enum { CAPTURE_KEYS = 12 };
struct capture_row {
    const char *file;  /* what it is called in the folder */
    const char *needs; /* the program without which it is skipped; several, apart by blanks: one of
                        * them is enough */
    const char *command; /* as the script runs it: a POSIX shell command whose output is the file */
    const char *adapter; /* the format that reads it */
    const char *layer;   /* of the executor, for people */
    const char *more;    /* a second condition, as a shell test; NULL: none */
    const char *variable; /* that the user sets for the script to say what to capture; NULL: none */
    enum key key[CAPTURE_KEYS]; /* what it discloses, of the keys that a comparison needs; ends
                                 * with KEY_CASE_ID, which none does */
    bool clean; /* text in which a login or a password may stand: the script takes it out */
};
const struct capture_row *capture_at(size_t index); /* NULL past the last */

/* How the value of a key that these files do not disclose comes into a bundle: "nvcc --version >
 * nvcc-version.txt", or which member of run.json declares it where such a capture is there already
 * or none would help. */
struct str capture_hint(struct arena *home, enum key key, const struct inspected *file,
                        size_t count);

/* Whether only a person can tell the key, in run.json: no capture would disclose it, or the capture
 * that could is there already and does not. */
bool capture_is_declared(enum key key, const struct inspected *file, size_t count);
/* Where a person finds the value: "the server's --dtype"; NULL: nothing is known. */
const char *capture_look(enum key key);
const char *capture_example(enum key key); /* values that others wrote: "bf16"; NULL: none */

/* Whether a comparison needs `key` and these files do not disclose it. `disclosed` by key: some
 * file holds a value. */
bool capture_missing(enum key key, const bool *disclosed, const struct inspected *file,
                     size_t count);

/* Marks as disclosed what the rules do not ask for of such a run: what its kind of workload, its
 * accelerators or processors alone do not have, or what a "none" answers. */
void capture_unasked(struct arena *home, const struct rules *rules, const struct inspected *file,
                     size_t count, bool *disclosed);

/* The script, whole: templates/capture.sh with the rows in it. */
void capture_script_put(struct arena *home, struct buf *out);

#endif
