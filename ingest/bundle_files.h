/* bundle_files.h - private to ingest: the files of a case's bundles, listed, read side by side and
 * taken in order. */
#ifndef INGEST_BUNDLE_FILES_H
#define INGEST_BUNDLE_FILES_H

#include "abreast.h"
#include "declaration.h"

/* What one file says, until it is taken. */
struct read_file {
    struct arena *apart; /* in which its facts and what is said of it live */
    struct facts *facts;
    struct diags *diags;
    const struct adapter *adapter; /* NULL: of no format, or not read to its end */
    struct series_item *series, *series_last;
    size_t series_count;
    bool twin, selected_found;
};
struct file { /* one entry of one bundle */
    const struct evidence *evidence;
    size_t job; /* its number among those that are read */
    bool again; /* read before, for another scope: its diagnostics stand already */
};
struct job { /* a file to read */
    size_t bundle, entry;
    struct read_file read;
};
struct bundles {
    struct arena *home, *scratch;
    struct case_file *case_file;
    const struct bundle *bundle;
    size_t count;
    const struct limits *limits;
    struct diags *diags;
    struct evidence *evidence;
    size_t evidence_count;
    struct file **file; /* by bundle, then entry */
    struct declarations declarations;
    struct arena *declared; /* their facts, until each run has its copy */
    unsigned threads;
    struct run **run; /* by bundle; NULL: it is none, or named twice */
    struct job *job;
    size_t job_count;
    struct abreast *abreast;
};

struct target { /* where a bundle's facts go */
    struct facts *facts;
    const struct system *system;
    const struct machine *machine;
    const struct run *run;
    struct series_item *series, *last;
    size_t series_count;
};

/* What stands before an entry's name: folder and '/', archive and '!'; of a single file: nothing.
 */
struct str bundle_root(struct arena *home, const struct bundle *bundle);
/* Fills b->evidence and b->file: every file once, in bundle order, then byte order of name. */
void evidence_list(struct bundles *b);
/* Fills b->declarations from each run.json, after evidence_list. */
void declarations_read(struct bundles *b);
/* One file of a bundle, with all that hangs on no scope. */
struct reading bundle_reading(const struct bundles *b, const struct file *file);
/* Notes of which format a file is; NULL: of none. */
void format_set(struct bundles *b, const struct file *file, const struct adapter *adapter);
/* Of the case, that a selector names. */
struct system *system_of(const struct bundles *b, const struct selector *selector);
struct machine *machine_of(const struct bundles *b, const struct selector *selector);
/* The scope of a bundle's facts; sinks are still empty. Of a run once b->run is filled. */
struct target target_of(const struct bundles *b, size_t index);
/* Lists the files to read, after b->run was filled, and begins with it. */
void files_begin(struct bundles *b);
/* Takes what a bundle's files say into target->facts and its list of series, bundles in ascending
 * order; true where one of them had the selected instance (or none was selected). */
bool target_read(struct bundles *b, size_t index, struct target *target);
/* After the last bundle. */
void files_end(struct bundles *b);

#endif
