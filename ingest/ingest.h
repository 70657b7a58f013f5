/* ingest.h - bytes to facts: the case, run declarations, and what benchmark tools and captures
 * left.
 *
 * What a new input format touches: CONTRIBUTING.md. */
#ifndef INGEST_INGEST_H
#define INGEST_INGEST_H

#include "model/model.h"
#include "model/traits.h"

struct field {        /* one value to pick up */
    const char *path; /* JSON pointer, XPath-like path, column or line label; see the walkers */
    enum key key;
    enum unit unit;
    bool required;
};
struct sniff {
    struct str name, head; /* entry name and the first 64 KiB, decoded where gz, xz or zst */
};
/* What a file may hold beside one plain text of its format, because its tool writes it so. A file
 * that holds any of it without the allowance is refused with a place. Encodings need none: UTF-8
 * with a byte order mark and UTF-16 with one (the shell's redirection chose it, not the tool) are
 * read everywhere, and so are CR LF and gz, xz and zst. */
enum allowance {
    ALLOW_TWICE = 2, /* JSON: equal names in one object; warned of, none of the values is taken */
    ALLOW_LEAD = 4,  /* JSON: lines of other text before the value; noted */
};
struct reading; /* one file being read: where facts go, where errors go */
struct adapter {
    const char *name; /* "nvidia-smi-xml"; stable, printed in reports */
    /* for people: what, of which tool and versions, where defined */
    const char *title, *tool, *spec;
    bool unseen;   /* no real file of it was at hand: tested with inputs written from its
                      specification */
    bool stand_in; /* no real file either: tested with what the tool's own code wrote over a
                      stand-in for its library, without the hardware */
    bool listed;   /* real files of it are kept by public projects alone: tests/golden/public */
    enum fact_kind kind;
    /* 0 not mine .. 30 name alone .. 70 shape and names .. 100 signature */
    int (*bid)(const struct sniff *sniff);
    bool (*read)(struct reading *reading);
    const struct field *field; /* what the walker picks up; also printed by `formats` */
    size_t field_count;
    unsigned allows; /* of enum allowance */
    unsigned traits; /* of enum trait: what rules may rely on */
    /* Words that stand in this format alone: a file in whose head nobody sees his format is of the
     * format whose words it holds further on. NULL: none. */
    const char *mark;
    const char *takes; /* what no row of fields can say; NULL: nothing beyond them */
    bool feeds;   /* reads by reading_json_walk and reading_pass, by csv_begin or by reading_lines,
                     once   from front to back, and copies what it keeps of the text: a large file of
                     it   that is compressed is decoded while it is read (struct feed) */
    bool table;   /* a table read by csv_begin: lines of other text may stand before its header */
    bool silent;  /* a file of it may say nothing by itself; of others that is taken as not read */
    bool by_hand; /* a person writes it: read strictly, without what tools are allowed */
};
const struct adapter *adapter_at(size_t index); /* NULL past the last */
/* What it reads and from where, row by row: its table, then what its code reads (formats/reads.c).
 * False past the last. */
bool adapter_reads(const struct adapter *adapter, size_t index, const char **place, enum key *key);
/* The registry of metric definitions, row by row; NULL past the last. */
const struct defined *defined_at(size_t index);
/* What results of a format can be compared by: carries.def, which says what the members mean. */
struct carries {
    const char *format, *tool;
    enum key metric;
    const char *instance;
    enum metric_kind kind;
    unsigned least;
    const char *again;
};
/* Row by row, formats that keep most of a run first; NULL past the last. */
const struct carries *carries_at(size_t index);
/* "per_run": of `metric` in case.json. */
const char *metric_kind_name(enum metric_kind kind);
/* The first row of a format; its others stand behind it. NULL: it holds no results. */
const struct carries *carries_of(const char *format);
/* The next row of the same format; NULL: the last. */
const struct carries *carries_next(const struct carries *row);

/* ---- the case ---- */

/* Reads case.json strictly: unknown members are errors with the nearest right name. Fills
 * everything but runs and captures; `selector` lists the paths still to be resolved. `evidence` is
 * the case file itself; `rules` holds the built-in parameters (policy facts not in the case point
 * there). */
MUST_USE bool case_read(struct arena *home, const struct evidence *evidence,
                        const struct evidence *rules, const struct limits *limits,
                        struct case_file *out, struct diags *diags);

/* The same under a profile: its file, an own rule set, whose "policy" holds limits that take the
 * place of the built-in ones where the case names none. NULL: no profile. */
MUST_USE bool case_read_under(struct arena *home, const struct evidence *evidence,
                              const struct evidence *rules, const struct evidence *profile,
                              const struct limits *limits, struct case_file *out,
                              struct diags *diags);
/* The profile that the case names and that is not the built-in one, read before the case itself can
 * be; empty: none. */
struct str case_profile(struct arena *home, const struct evidence *evidence,
                        const struct limits *limits);

/* Whether a path is of one plain file below the case's folder: no pattern, no way out of it. */
bool case_path_plain(struct str path);

/* One resolved path: a folder, archive or file below the case, with its files. */
/* DECLARATION: a run.json above others */
enum bundle_role {
    BUNDLE_CAPTURES,
    BUNDLE_RUNS,
    BUNDLE_DECLARATION,
    BUNDLE_SWEEPS,
    BUNDLE_PROFILES,
    BUNDLE_DOCUMENTS
};
struct bundle {
    /* as resolved from the case: "h100-unit6/captures"; of a declaration: its folder */
    struct str path;
    struct str packed;      /* "data/evidence/00-captures" */
    struct entries entries; /* names relative to path; a single file is one entry */
    /* packed path of each entry, "data/evidence/00-captures/uname.txt"; NULL: packed + "/" + name
     */
    const struct str *member;
    bool single; /* path is a file, not a folder */
    /* the stored archive's bytes where path is one (entries are its members); else empty */
    struct str archive;
    struct digest archive_digest;
    enum bundle_role role;
    const struct selector *selector; /* NULL for declarations */
};
/* Reads all bundles into the case: machines' and runs' facts and series. Evidence is listed in
 * bundle order, then byte order of name. A path used by several selectors comes as one bundle a
 * selector with equal `packed`; its files are listed once. */
MUST_USE bool ingest_bundles(struct arena *home, struct case_file *case_file,
                             const struct bundle *bundle, size_t count, const struct limits *limits,
                             const struct evidence **evidence, size_t *evidence_count,
                             struct diags *diags);
/* The same by so many threads, 1 to 8 (0: as many as there are processors): what comes of it is the
 * same for any number. */
MUST_USE bool ingest_bundles_by(struct arena *home, struct case_file *case_file,
                                const struct bundle *bundle, size_t count,
                                const struct limits *limits, unsigned threads,
                                const struct evidence **evidence, size_t *evidence_count,
                                struct diags *diags);

/* ---- without a case ---- */

/* What tells of a person or of one machine, found by shape; see personal.c for what that means. */
enum personal_kind {
    PERSONAL_ADDRESS,
    PERSONAL_EMAIL,
    PERSONAL_HOST,
    PERSONAL_MAC,
    PERSONAL_PATH,
    PERSONAL_SECRET, /* a key, token or password: of nobody, but nobody else's business */
    PERSONAL_SERIAL,
    PERSONAL_UNIT,
    PERSONAL_USER,
    PERSONAL_COUNT
};
const char *personal_title(enum personal_kind kind); /* "host name", for people */
unsigned personal_of_key(enum key key);              /* set of 1 << kind: what its values are */
unsigned personal_in(struct str text);               /* the same for what a text holds */
struct personal {                                    /* of one file and kind */
    size_t count;
    uint32_t line; /* of the first */
};

struct inspected { /* one file of a bundle */
    const struct evidence *evidence;
    const struct adapter *adapter; /* NULL: not read */
    const struct adapter *looks;   /* not read, but resembles its format; NULL: none */
    const struct entry *twin;      /* read in its place: the same content, packed or plain */
    bool broken;                   /* something of it could not be read, and was said */
    struct facts *facts;
    struct series *series;
    size_t series_count;
    struct personal personal[PERSONAL_COUNT]; /* in its text, and in its facts */
};
/* Every file of a bundle, each by itself; digests that are blank are taken. False only when nothing
 * could be read at all. */
MUST_USE bool ingest_inspect(struct arena *home, const struct entries *entries,
                             const struct limits *limits, struct inspected **out, size_t *count,
                             struct diags *diags);

/* The same by so many threads, as ingest_bundles_by. */
MUST_USE bool ingest_inspect_by(struct arena *home, const struct entries *entries,
                                const struct limits *limits, unsigned threads,
                                struct inspected **out, size_t *count, struct diags *diags);

/* Whether the command line of the client of serving that writes the format has an option that tells
 * the key (of every such client one tells `model.name`); NULL: that of a serving engine. */
bool command_tells(enum key key, const char *format);

/* ---- one series of one file ---- */

enum { PICK_PHASES = 8, PICK_UNITS = 64 };
struct pick { /* columns asked for by name; empty: the usual one of the file, see series_pick.c */
    struct str value, time, work; /* time "none": rows are the clock */
    struct str phase[PICK_PHASES];
    size_t phase_count;
    enum series_kind kind;
    bool counter; /* the column counts up: rates between rows are judged */
    /* Not NULL: the bytes are a file's own pages (file_map), which this lets go. */
    void (*passed)(struct str bytes);
};
struct picked {
    struct str name;     /* of the file; "!" behind it where it was decoded */
    struct str instance; /* accelerator of telemetry, or run; empty: the file holds one series */
    const char *instance_of;      /* "run"; NULL: accelerators */
    struct str value, time, work; /* columns taken; empty: none */
    struct str unit, work_unit;   /* as the file writes the value's unit; may be empty */
    struct series series;         /* start[] begins at 0 where the file holds dates or telemetry */
    struct series throttle;       /* count 0: none in the file */
    /* a serving result: requests overlap, so they are no series by themselves */
    const struct requests *requests;
};
/* CSV, JSON Lines, nvidia-smi telemetry (one series an accelerator) or the result file of a serving
 * benchmark, also gz, xz or zst. Missing values are NaN and infinities are kept, so that the
 * detector speaks of them; other text is an error. False: no series, and why was said. */
MUST_USE bool ingest_series(struct arena *home, const struct entry *file,
                            const struct limits *limits, const struct pick *pick,
                            struct picked **out, size_t *count, struct diags *diags);

/* Whether run.json may declare this key (a result is measured, a derived fact computed). */
bool key_is_declarable(enum key key);
/* JSON Schema (2020-12) of "case" or "run", made from the member tables. False: no such schema. */
MUST_USE bool ingest_schema(struct str name, struct buf *out);

/* ---- forms of statements ---- */

/* A form asks a party for values, a row each; cells but for value and remark are the sender's. */

#define FORM_MARK "dossier-statements/1" /* name of the first column */
#define FORM_WORDS "statement"           /* in place of a key: words to be printed as they stand */
#define FORM_WORDS_QUESTION "In your own words, printed as they stand"
enum form_column {
    ASKED_NUMBER,
    ASKED_KEY,
    ASKED_QUESTION,
    ASKED_UNIT,
    ASKED_HINT,
    ASKED_VALUE,
    ASKED_REMARK,
    ASKED_RULE,
    ASKED_REASON,
    ASKED_COLUMNS
};
struct form_row {
    struct str cell[ASKED_COLUMNS];
    enum key key;       /* KEY_COUNT: FORM_WORDS */
    uint32_t row;       /* of the table, the header is 1 */
    struct place place; /* of its value */
};
const char *form_column_name(enum form_column column);
/* By what words a key is asked for, and in what unit. */
struct str form_question(enum key key);
struct str form_unit(enum key key);
/* A row with its line end; `cell` has ASKED_COLUMNS texts. */
void form_put_row(const struct str *cell, struct buf *out);
/* A form that came back, in any encoding and with any separator that a spreadsheet writes. Of each
 * row key, question and unit are what this program asks, and no cell is a formula. False with a
 * diagnostic at each row that is otherwise. */
MUST_USE bool form_read(struct arena *home, struct str name, struct str bytes,
                        struct form_row **out, size_t *count, struct diags *diags);
/* Whether a value says nothing: empty, "-", "N/A". */
bool form_open(struct str value);

#endif
