/* against.h - new runs set beside a system of a dossier: the case that does it, judged. */
#ifndef CLI_AGAINST_H
#define CLI_AGAINST_H

#include "holding.h"
#include "operands.h"
#include "pipeline.h"

struct fresh {              /* one new bundle */
    struct str base;        /* below the folder: "now/1/unit7" */
    struct operand operand; /* the same, with its runs as compare finds them */
    struct str *run;        /* where each of these lies, below the folder, without its instance */
    struct str *capture;    /* paths below the folder */
    size_t capture_count, capture_room;
};
/* The dossier, verified, and its case judged again from its own evidence. */
struct against {
    struct request *request;
    const char *path; /* of the dossier, as it was named */
    struct opened old;
    struct pipeline then;
    const char *folder; /* where the evidence of both lies while it is judged; NULL: nowhere yet */
    struct pipeline *other;        /* a second dossier in place of new bundles; NULL: bundles */
    const struct json *other_text; /* its case */
    const struct opened *now; /* of one named as "FILE.asice#ID": with its one system in place of
                                 new bundles; NULL: not so */
    size_t now_system;
    struct str prefer; /* id of the system to take of several that are equally near; empty: none */
    struct fresh *fresh; /* the new bundles */
    size_t fresh_count;
    struct operand stood; /* beside new bundles: what the dossier packs, as it is laid out */
};
/* argument[0] is the dossier, the others are bundles; or one system of another dossier, which has
 * to hold, as "FILE.asice#ID". False with a diagnostic; against_end in either case. */
MUST_USE bool against_begin(struct request *request, struct against *out);
/* The same of two dossiers: what the second packs stands in place of new bundles. */
MUST_USE bool against_dossiers(struct request *request, const char *old, const char *other,
                               struct against *out);
void against_end(struct against *against);
/* The steps of it. A dossier, verified, and its case judged from its own evidence: */
MUST_USE bool against_dossier(struct request *request, const char *path, struct opened *opened,
                              struct pipeline *out);
/* A folder of its own, which against_end takes away: */
MUST_USE bool against_folder(struct against *against);
/* Below `below`, a path in it, what a dossier packs but documents and sweeps, under its original
 * names, its archives unpacked; of one system alone where `system` names it: */
MUST_USE bool against_lay(struct against *against, const struct pipeline *dossier,
                          const size_t *system, const char *below);
/* A copy of what a person names, with the run.json files of the three folders above it. *base:
 * where it lies in the folder; `number` tells the copies apart; *file: it is no folder. */
MUST_USE bool against_lay_bundle(struct against *against, const char *path, size_t number,
                                 struct str *base, struct entries *entries, bool *file);
/* A verb's whole run: begins, answers where that held, ends. The exit status. */
int against_run(struct request *request, int (*answer)(struct against *against));

/* What makes the comparison a case that can be packed and signed. */
struct against_paper {
    struct str id, date;
};
struct against_wish {
    const struct against_paper *paper; /* NULL: it is judged, and nothing is written */
    size_t system;                     /* of the dossier's case */
    size_t other;                      /* of the second dossier's case, where there is one */
    const char *layer;                 /* alone under test; NULL: nothing in particular is */
    struct str requirements;           /* a JSON array; empty: none */
};
/* Judges the new runs, "now", beside those of a system, "then". What lies between them is told, not
 * asked: that a layer differs, or that none does, is what somebody wants to know, so rules D3 and
 * D9 do not block here. False with a diagnostic. */
MUST_USE bool against_judge(struct against *against, const struct against_wish *wish,
                            struct pipeline *out);
/* The rules it judges by, as a file; empty with a diagnostic. */
struct str against_rules(struct request *request);
/* The same as a report to be packed: a case of its own, that refers to the dossier (and to the
 * other one) as its baseline. False with a diagnostic. */
MUST_USE bool against_report(struct against *against, const struct against_wish *wish,
                             struct pipeline *out);
/* A change in one layer alone may be its own: then it is judged again with that layer under test.
 * `p`: as against_judge made it of `wish`, and as it then stands. */
MUST_USE bool against_credit(struct against *against, struct against_wish *wish,
                             struct pipeline *p);
/* Writes a file below the folder in which both sides lie. */
MUST_USE bool against_lay_file(struct against *against, struct str path, struct str bytes);
/* Whether new runs can tell of a condition of the decision: prices and demand are not theirs. The
 * case that against_judge makes holds such conditions of the system, asked of "now". */
struct hold;
bool against_tells(const struct hold *hold);
/* Adds copies of `from` to `to`, those of files below `folder`, which is against_folder's, as of
 * `path`, what a person named. */
void against_tell(struct diags *to, const struct diags *from, const char *folder, const char *path);
/* The path of its case by which a run of the dossier (`stood`) is one of the system; NULL: it is
 * none. */
const struct selector *against_named(const struct against *against, size_t system,
                                     const struct found_run *run);
/* The file, below the folder of its case, of the dossier's own run that a new one is; not of those
 * of `system`, where it is given. Empty: it is a new one. */
struct str against_own(const struct against *against, const size_t *system,
                       const struct operand *operand, const struct found_run *run);
/* Where each new run is one of the dossier's own: the file of the first. Empty: not each is. */
struct str against_all_own(const struct against *against);
/* New runs that are not set beside those of a system, since they did other work, are set up
 * otherwise or are runs of the dossier: each as it was named, its work or how it is set up, and the
 * dossier's file. */
typedef void against_left(void *self, struct str run, struct str by, struct str own);
void against_each_left(const struct against *against, size_t system, against_left *take,
                       void *self);
/* How many layers differ. */
size_t layers_changed(const struct comparison *comparison);
/* Whether a finding says that measurements are offered twice (X4). */
bool against_copied(const struct finding *finding);
enum { BLOCKED = 100 };
/* How far the runs of a judged pair lie apart: BLOCKED for each condition that blocks, 1 for each
 * layer that differs. Runs that repeat all of a system's are of that system, and nothing is nearer:
 * 0. SIZE_MAX: nothing was compared. */
size_t against_distance(const struct pipeline *p);

#endif
