/* asked_form.h - what is asked of one side of a case, as a form; and whether one that came back is
 * that form. */
#ifndef CLI_ASKED_FORM_H
#define CLI_ASKED_FORM_H

#include "pipeline.h"
#include "verbs.h"

#define REQUEST_FILE "request.json"
#define FORM_FILE "statements.csv"
#define REQUEST_FORMAT "dossier-request/1"

struct asked_row { /* a statement */
    enum key key;  /* KEY_COUNT: words of its own */
    struct str rules, reason;
    bool blocks; /* the comparison stays open without it */
};
struct asked_file {
    struct str what, rules, answers;
    bool blocks;
};
struct asked_form {
    const struct system *system;
    struct str party; /* who measured it; else its label */
    struct asked_row *row;
    size_t row_count;
    struct asked_file *file;
    size_t file_count;
};
/* What its findings leave open of the system, each thing once, what blocks first. The case is
 * judged. */
void asked_form_make(const struct pipeline *p, const struct system *system, struct asked_form *out);
/* The system of that id; NULL, with a diagnostic. */
const struct system *asked_system(struct request *request, const struct pipeline *p,
                                  const char *id);
/* What ties a request to its case: SHA-256 over id, date, question and metric of the case and id
 * and label of the system. */
struct digest asked_binding(struct arena *home, const struct pipeline *p,
                            const struct system *system);
/* Of a row's cells, but for value and remark: whoever changes one has another question. */
struct digest asked_row_digest(struct arena *home, const struct str *cell);
/* The cells of a row as they are sent; `cell` has room for ASKED_COLUMNS. */
void asked_cells(struct arena *home, const struct asked_row *row, size_t number, struct str *cell);

/* request.json, read. */
struct asked_request {
    struct str case_id, system, binding;
    struct asked_sent {
        struct str key, sha256;
    } * sent;
    size_t sent_count;
};
/* False with a diagnostic: it is none, or not whole. */
MUST_USE bool asked_request_read(struct arena *home, struct str name, struct str bytes,
                                 struct asked_request *out, struct diags *diags);
struct str asked_request_text(struct arena *home, const struct pipeline *p,
                              const struct asked_form *form);

#endif
