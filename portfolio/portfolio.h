/* portfolio.h - many dossiers as one: what each says, as rows of tables and as one page.
 *
 * Pure: whoever calls has verified each dossier; here its own data.json is read. Nothing of two
 * dossiers is set against each other: that would need a verdict. */
#ifndef PORTFOLIO_PORTFOLIO_H
#define PORTFOLIO_PORTFOLIO_H

#include "base/json.h"
#include "model/model.h"

/* ---- one dossier ---- */

struct held_signer { /* texts empty: none; untrusted parts already visible-escaped */
    unsigned number;
    struct str subject, certificate; /* certificate: SHA-256 in hex */
    struct str role, decision, comment;
    struct str claimed, stamped; /* ISO 8601 in UTC */
    struct str ends;             /* YYYY-MM-DD: last day on which it holds as it is; empty: none */
    bool ends_stamp;             /* of a time stamp, to be renewed before */
};
struct held {                        /* one dossier that was verified */
    struct str file;                 /* as it was named */
    struct str content, evidence_id; /* hex */
    const struct held_signer *signer;
    size_t signer_count;
    const struct json *data; /* data/report/data.json */
    /* set by held_read */
    const struct json *case_file;        /* data/case.json */
    const struct json_item *const *fact; /* fact[i] has number i + 1 */
    size_t fact_count;
};
/* Reads the case, and what `data` says: the report's data, which is set before (NULL: there is
 * none). False: `why` says what is not as this version reads it. */
MUST_USE bool held_read(struct arena *home, struct str case_file, struct held *held,
                        struct str *why);
/* The scalar at a pointer of data.json as text; empty: absent. */
struct str held_text(const struct held *held, struct str pointer);
/* The scalar member of an object as text; empty: absent. */
struct str held_member(const struct json *json, const struct json_item *object, const char *name);
/* The fact whose number is the value of a member; NULL: none. */
const struct json_item *held_fact(const struct held *held, const struct json_item *object,
                                  const char *name);

/* A fact's value as a number in the base unit of its unit. False: it is none. */
struct held_number {
    double value;
    struct str text; /* shortest that reads back the same */
    enum unit unit;  /* base */
};
MUST_USE bool held_number(struct arena *home, const struct held *held, const struct json_item *fact,
                          struct held_number *out);

/* ---- tables ---- */

enum column_type { COLUMN_TEXT, COLUMN_REAL, COLUMN_INTEGER, COLUMN_FLAG };
struct table_column {
    const char *name;
    enum column_type type;
    bool always;       /* never empty */
    const char *means; /* in words */
};
enum { TABLE_COLUMNS_MOST = 32 };
struct table {
    const char *name, *means;
    const struct table_column *column;
    size_t column_count;
};
const struct table *table_at(size_t index); /* NULL past the last */
size_t table_count(void);
/* The one table that is of the export as a whole, and not of a dossier: files that were refused. */
size_t table_refused(void);

/* Cells by column; at NULL: empty. Numbers as JSON writes them, flags as true or false. */
struct row_sink {
    bool (*put)(void *self, size_t table, const struct str *cell);
    void *self;
};
/* All rows of a dossier, tables one after another, each in the order of the report. False: the sink
 * failed. */
MUST_USE bool held_rows(struct arena *home, const struct held *held, const struct row_sink *sink);

/* A row as one line of JSON (empty cells left out) or of CSV (RFC 4180), with the line end. */
void row_put_json(const struct table *table, const struct str *cell, struct buf *out);
void row_put_csv(const struct table *table, const struct str *cell, struct buf *out);
void table_put_csv_header(const struct table *table, struct buf *out);
/* JSON Schema (draft 2020-12) of a row, by table name in "$defs". */
void tables_put_schema(struct buf *out);

/* The same tables in one SQLite file. */
struct base_file;
/* Opens or makes it; one of another origin is refused. What is written counts only after
 * base_file_commit. */
MUST_USE bool base_file_open(struct arena *home, const char *path, struct base_file **out,
                             struct diags *diags);
MUST_USE bool base_file_put(struct base_file *file, size_t table, const struct str *cell);
/* Rows of a dossier out of all tables; an empty text: the files refused by an earlier export. */
MUST_USE bool base_file_drop(struct base_file *file, struct str content);
/* Texts kept for whoever exports, by name; an empty value drops the row. */
MUST_USE bool base_file_keep(struct base_file *file, struct str name, struct str value);
void base_file_kept(struct base_file *file,
                    void (*found)(void *self, struct str name, struct str value), void *self);
MUST_USE bool base_file_commit(struct base_file *file);
/* Ends it; what was not committed is undone. */
void base_file_close(struct base_file *file);

#endif
