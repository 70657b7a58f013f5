/* against.h - new runs set beside a system of a dossier: the case that does it, judged. */
#ifndef CLI_AGAINST_H
#define CLI_AGAINST_H

#include "holding.h"
#include "pipeline.h"

/* The dossier, verified, and its case judged again from its own evidence. */
struct against {
    struct request *request;
    const char *path; /* of the dossier, as it was named */
    struct opened old;
    struct pipeline then;
    const char *folder;  /* where the evidence of both lies while it is judged; NULL: nowhere yet */
    struct fresh *fresh; /* the new bundles */
    size_t fresh_count;
};
/* argument[0] is the dossier, the others are bundles. False with a diagnostic; against_end in
 * either case. */
MUST_USE bool against_begin(struct request *request, struct against *out);
void against_end(struct against *against);
/* A verb's whole run: begins, answers where that held, ends. The exit status. */
int against_run(struct request *request, int (*answer)(struct against *against));

struct against_wish {
    size_t system;           /* of the dossier's case */
    const char *layer;       /* alone under test; NULL: nothing in particular is */
    struct str requirements; /* a JSON array; empty: none */
};
/* Judges the new runs, "now", beside those of a system, "then". What lies between them is told, not
 * asked: that a layer differs, or that none does, is what somebody wants to know, so rules D3 and
 * D9 do not block here. False with a diagnostic. */
MUST_USE bool against_judge(struct against *against, const struct against_wish *wish,
                            struct pipeline *out);
/* How many layers differ. */
size_t layers_changed(const struct comparison *comparison);
/* The system that the new runs are nearest to: least that blocks, then fewest layers that differ.
 * `only`: id of the one to take; NULL: any. False with a diagnostic. */
MUST_USE bool against_nearest(struct against *against, const char *only, struct str requirements,
                              size_t *system, struct pipeline *out);
/* "PR-2026-0142 holds; signed by CN=..., 2026-11-28T00:00:00Z (the signer's word)" */
void against_put_head(const struct against *against, struct buf *out);
/* Each condition that keeps the two apart, one a line. */
void against_put_blocking(const struct comparison *comparison, struct buf *out);

#endif
