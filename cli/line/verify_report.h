/* verify_report.h - what verifying came to, question by question, and the page that keeps it. */
#ifndef CLI_VERIFY_REPORT_H
#define CLI_VERIFY_REPORT_H

#include "render/render.h"
#include "sign/sign.h"

/* Integrity and trust are answered apart: a dossier may be whole and signed by a stranger. */
enum verify_question {
    QUESTION_WHOLE,
    QUESTION_TRUSTED,
    QUESTION_MET,
    QUESTION_REBUILT,
    QUESTION_LATER,
    QUESTION_COUNT
};
struct verify_question_row {
    const char *id, *title;
};
const struct verify_question_row *verify_question_row(enum verify_question question);
/* The worst state among the checks of a question; false: none of them was made. */
MUST_USE bool verify_question_state(const struct checks *checks, enum verify_question question,
                                    enum check_state *out);

const char *check_word(enum check_state state);
/* TOTAL-PASSED, TOTAL-FAILED or INDETERMINATE (EN 319 102-1 section 5.1). */
const char *overall_word(enum check_state state);
/* "2026-11-27T00:00:00Z" */
struct str verify_time(struct arena *home, int64_t seconds);

struct verified {
    const struct checks *checks;
    struct str name;          /* of the file, without folders */
    struct digest file;       /* SHA-256 of its bytes */
    struct str trust, policy; /* bytes of what was given; empty: nothing */
    int64_t at;
    struct str question, verdict; /* of the packed report; empty: unknown */
    struct str rules; /* said behind the verdict where others lie over the built-in ones */
};
/* Fills question, verdict and rules from `dossier`, whose checks `verified` has. The bytes may be
 * those of a file that others write to: what is read was verified, or is left empty. */
void verified_read(struct arena *home, struct str dossier, struct verified *verified);
/* What is to be kept of it, for HTML and for pages alike. */
struct statement *verify_statement(struct arena *home, const struct verified *verified);
/* One page of HTML without script or anything from outside. */
struct str verify_report(struct arena *home, const struct verified *verified);

#endif
