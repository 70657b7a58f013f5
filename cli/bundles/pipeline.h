/* pipeline.h - the one line from case to outputs; every verb calls it with a stopping point. */
#ifndef CLI_PIPELINE_H
#define CLI_PIPELINE_H

#include "comparability/comparability.h"
#include "gather.h"
#include "render/render.h"

enum stage { STAGE_CASE, STAGE_ASSESS, STAGE_REPORT }; /* STAGE_CASE: read, its files untouched */
struct pipeline {
    struct arena *home;
    struct diags *diags;
    struct limits limits;
    struct str case_text; /* the case itself, where no file holds it: `path` then names one that
                             would, in whose folder its paths are looked for */
    struct str below;     /* of case_text: what the person would type before names of its files */
    const struct pipeline *whole; /* of the case that this one is an edition of, under whose
                                     evidence id its report is drawn; of a dossier, from whose
                                     bundles and rules. NULL: it is a case of its own */
    unsigned threads;             /* that read evidence, 1 to 8; 0: as many as processors */
    enum report_part part;        /* what of the report is made */
    struct str profile;           /* that the case names; empty: none */
    struct evidence *case_evidence, *rules_evidence, *own_rules; /* own_rules may be NULL */
    struct case_file *case_file;
    const struct rules *rules;
    struct gathered gathered;
    const struct evidence *evidence; /* bundles' files, then case and rules */
    size_t evidence_count;
    struct report_model model;
    struct entries
        payload; /* everything below data/, report included after STAGE_REPORT; byte order */
    struct entries report; /* names as render gives them */
    const struct entries
        *dossier; /* members, where the pipeline was started from a dossier; else NULL */
    const struct entries *withheld; /* members of the dossier to do without; NULL: none */
    struct str rules_text; /* rows that extend the rules; empty: none, or those of a file */
    struct given given;    /* files of earlier dossiers that systems of the case name */
    struct str references; /* data/references.json; empty: no other dossier is named */
    const struct option_list *supersedes; /* named on the command line; NULL: none */
    const struct entries *fonts; /* given for what the built-in typefaces lack; NULL: none */
    bool fonts_as_packed; /* of them only those that the dossier names, under its names for them */
    struct str fonts_lacking; /* those that it names and that were not given; empty: none */
    /* files_mapped before its evidence: large plain files of a case are read through their own
     * pages, and one that is written to meanwhile is told. Of a dossier all is copied and then
     * verified.
     */
    size_t mapped_before;
    struct pack_ahead *ahead; /* takes members of `payload` while the report is drawn; NULL: nothing
                                 is packed */
    struct str verified; /* bytes of a dossier that was verified already: path is then not read */
};
/* `path` is a case file or a dossier. `rules_path`: rows that extend the built-in rules, or
 * NULL. False when diagnostics of input or machine stopped it. */
bool pipeline_run(struct pipeline *pipeline, const char *path, const char *rules_path,
                  enum stage stop);
/* In facts, case and rules have one name wherever they lie, so that a rebuild gives the same bytes;
 * of their faults a person is told under the name that was given: what was found of `name` goes to
 * the pipeline's diagnostics as of `path`, all else as it is. NULL: under the one name. */
void pipeline_tell_as(struct pipeline *pipeline, const struct diags *found, struct str name,
                      const char *path);
/* Exit status of the verdicts: 1 before 2 before 0; stated differences count as 1 when strict. */
int pipeline_status(const struct pipeline *pipeline, bool strict);

#endif
