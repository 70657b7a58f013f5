/* reading.h - private to ingest: one file being read; where facts go, where errors go, and the
 * walkers that adapters share.
 *
 * An adapter sees decoded bytes only. It calls reading_fact for each value (placeholders, units and
 * numbers are dealt with there), reading_series for each series, reading_error where the file is
 * not what its format promises, and goes on after a bad value. */
#ifndef INGEST_READING_H
#define INGEST_READING_H

#include "base/json.h"
#include "base/num.h"
#include "ingest/ingest.h"

#define ADAPTER(name) extern const struct adapter adapter_##name;
#include "adapters.def"
#undef ADAPTER

struct text_mark;
struct series_item { /* list of the series found in one file */
    struct series series;
    struct series_item *next;
};
/* How the text was stored. reading->bytes is UTF-8 without a mark in any case. */
enum encoding { ENCODING_UTF8, ENCODING_UTF8_MARKED, ENCODING_UTF16LE, ENCODING_UTF16BE };
struct reading {
    struct arena *home;    /* of the case: whatever a fact or series points to */
    struct arena *scratch; /* rewound after the file */
    const struct evidence *evidence;
    const struct adapter *adapter;
    struct str name;  /* for places: the evidence's name, with "!" behind it where it was decoded */
    struct str bytes; /* decoded: what places count in */
    const struct adapter *looks; /* where none reads it: the one whose format it resembles */
    size_t begin; /* of bytes: where the JSON or the table begins, behind lines of other text */
    const struct limits *limits;
    unsigned threads; /* that it may be read by; 0: one */
    struct diags *diags;
    struct facts *facts; /* sink; its scope is below, as in struct fact */
    const struct system *system;
    const struct machine *machine;
    const struct run *run;
    struct series_item *series, *series_last; /* sink */
    size_t series_count;
    enum fact_kind kind;  /* the adapter's; a file that holds both may change it between facts */
    struct str time_zone; /* declared in run.json for this file: "UTC", "+01:00"; empty: none */
    struct str selected;  /* "path#instance" of the case; empty: all */
    struct str current;   /* set by reading_run */
    bool selected_found;
    enum encoding encoding;
    const uint64_t *stored_at; /* private to encoding.c: see reading_offset */
    /* of the tool, told by the shape of its file; NULL: any; see definitions.def */
    const char *era;
    /* private to contradicted.c: the first fact of the round and of the test, contradictions so far
     */
    size_t round_from, test_from, twice_told;
    /* Not NULL: lets pages of the file go that have been read; see struct pick */
    void (*passed)(struct str bytes);
    const struct text_mark *mark; /* private to place_at: line and column every so many bytes */
    /* Where the file is decoded while it is read; bytes are then those that were seen so far. */
    struct feed *feed;
    bool may_feed;                  /* set by who frees the feed behind the reading */
    bool declared;                  /* private to file_read.c: run.json declares one series of it */
    const struct adapter *told;     /* private to file_read.c: its format, where it is fed */
    const struct feed_watch *watch; /* told what comes; NULL: nobody */
    bool whole_wanted;              /* it cannot be read so after all, only as a whole */
    bool feed_over;                 /* private to file_read.c and walk_json.c: its end was met */
    bool fed;                       /* it was read so, and its bytes are gone */
};

/* ---- facts ---- */

/* Adds a fact. `text` is the value as the evidence wrote it (blanks around it are taken off). By
 * the key's type in the vocabulary: COUNT, REAL: a number, with a unit behind it ("1950 MHz", "65
 * %") or bare; a bare number is in `unit`, or in the vocabulary's own where `unit` is UNIT_NONE.
 * Not a number: warning, no fact. TIME: a number of seconds since 1970, or a date (time_read); a
 * date without a zone stays text, and what can only be milliseconds is refused. TEXT, VERSION,
 * LIST: text. A placeholder or empty text becomes a fact marked so. False: nothing was added. What
 * the text says besides is added as well: options of a command, the revision in a model's path. */
bool reading_fact(struct reading *reading, enum key key, struct str instance, struct str text,
                  enum unit unit, struct place place);
/* The fact alone. */
bool reading_fact_alone(struct reading *reading, enum key key, struct str instance, struct str text,
                        enum unit unit, struct place place);
/* Same, where the evidence writes the number in another form than the text says (a multiplier,
 * bytes with a suffix): `text` is kept, `value` in `unit` is what it means. */
void reading_number(struct reading *reading, enum key key, struct str instance, struct str text,
                    double value, enum unit unit, struct place place);
/* One diagnostic with the file's name and `place`. */
void reading_error(struct reading *reading, enum diag_id id, struct place place,
                   struct str expected, struct str said);
/* A required value is not there: warning at `place`, or at the file as a whole (path as given). */
void reading_missing(struct reading *reading, const char *path);
/* A part of the file cannot be read (", in part", ", some events"): a fact KEY_UNREAD, which the
 * verdict tells. */
void reading_unread(struct reading *reading, const char *part, struct str why, struct place place);
/* The same at a place of the stored bytes. */
void reading_unread_stored(struct reading *reading, const char *part, struct str why,
                           struct place place);
/* A statement that its own file contradicts: a fact `record.contradiction` with the statement's
 * text and place, `against` ("but 1 is listed") as its instance, and a warning. */
void reading_contradiction(struct reading *reading, struct str text, struct place place,
                           struct str against);
/* The same where the file said `first` of one thing, and says `text` of it at `place`; nothing
 * where they are alike, or one is empty. */
struct statement {
    struct str what, text;
    struct place place;
};
void reading_otherwise(struct reading *reading, const struct statement *first, struct str text,
                       struct place place);
/* After a file was read: the same for each of its facts that another of one key, instance and kind
 * contradicts. */
void reading_twice(struct reading *reading);
/* The file looks at the same machine again from here on, as a loop of captures does: what is of a
 * moment (power, state, errors so far) may be another now. */
void reading_round(struct reading *reading);
/* The file tells of another test from here on, as a log to which a second one was written does:
 * nothing before contradicts what follows. */
void reading_test(struct reading *reading);
/* For files of several runs, called before the facts of each: false where the case selected
 * another. While nothing is selected, facts without an instance get `index` as theirs; the selected
 * run's get none. */
bool reading_run(struct reading *reading, struct str index);
/* Copies the series into the file's list. Columns must live in reading->home. Fills evidence and
 * file of the sources, from first to last row, where the adapter left source.evidence NULL. */
void reading_series(struct reading *reading, const struct series *series);

/* Instance of a statistic ("mean", "p99"): of one run of several, behind the run's index: "3 p99".
 */
struct str reading_instance(const struct reading *reading, struct str statistic);
/* How the file's tool means a key; NULL: not registered (definitions.c). */
const struct defined *defined_find(const struct reading *reading, enum key key);

/* Text that tools write where they know nothing, whatever the key: "N/A", "Could not collect", ...
 */
bool text_is_placeholder(struct str text);
/* Same for a key: zeros as a serial number, a power limit of 0, ... */
bool value_is_placeholder(enum key key, struct str text);
/* Characters of which `number_read` takes a number: digits, point, signs and an exponent's e. */
bool is_number_char(char c);
/* A number with an optional unit behind it: "1950 MHz", "16x" is none, "1,000" is none. A unit that
 * is not known: false. *unit stays as it was where none is written. */
MUST_USE bool number_read(struct str text, double *value, enum unit *unit);

/* ---- time ---- */

/* Seconds of the year 5138: a time beyond it is one of milliseconds or less. */
#define UNIX_SECONDS_MOST 1e11
struct moment {
    double unix_s; /* as if UTC where `zoned` is false */
    bool zoned;
};
/* ISO 8601 "2026-11-27T23:27:05.250Z", also blank for T, '/' for '-', offsets +01:00 and +0100;
 * date alone is midnight. False: not a date. */
MUST_USE bool time_read(struct str text, struct moment *out);
/* "UTC", "Z", "+01:00": seconds east of UTC. */
MUST_USE bool zone_read(struct str text, int *offset_s);
/* time_read, where a time without zone gets the one declared for the file. */
MUST_USE bool reading_time(const struct reading *reading, struct str text, struct moment *out);

/* ---- places ---- */

/* The byte of the file (decompressed, as it was stored otherwise: with its byte order mark, in its
 * encoding) that byte `offset` of reading->bytes came from. Facts, series and reading_error do this
 * by themselves. */
uint64_t reading_offset(const struct reading *reading, uint64_t offset);
/* Columns count characters: 1 + those in front of it on its line. */
uint32_t column_of(struct str before);
/* Line and column of a byte, in any order, however long its line is. */
struct place place_at(struct reading *reading, uint64_t offset);

/* A text that is kept from row to row while others take its place, in no more memory than the
 * longest of them wants. Zero to begin with. */
struct text_held {
    char *at;
    size_t len, room;
};
struct str text_held_now(const struct text_held *held);
void text_hold(struct arena *home, struct text_held *held, struct str text);

/* ---- columns of a series ---- */

struct column { /* growing; zero to begin with */
    double *at;
    size_t count, room;
};
struct index_column {
    uint32_t *at;
    size_t count, room;
};
void column_put(struct arena *home, struct column *column, double value);
void index_put(struct arena *home, struct index_column *column, uint32_t value);

/* ---- JSON ---- */

/* The file's one JSON value, with what the adapter's `allows` says. Sniffs of a format that allows
 * a lead ask sniff_past_lead first. */
MUST_USE bool reading_json(struct reading *reading, struct json **out);
/* The same with the elements of one array met one by one; they may keep things in home alone. What
 * was met of a file that turns out broken counts for nothing. */
MUST_USE bool reading_json_walk(struct reading *reading, const struct json_walk *walk,
                                struct json **out);
/* Where a file is decoded while it is read: bytes grow by some. False: there are no more. */
bool reading_more(struct reading *reading);
/* What was met before `at` is done with: lets memory go every few megabytes. `*passed` is 0 to
 * begin with; for the first element of a walk, and then as it goes on. */
void reading_pass(struct reading *reading, uint64_t at, size_t *passed);
/* JSON values behind one another: JSON Lines, and results that several runs of a tool appended. A
 * file with one value has plain pointers in its places, one with more "line N /pointer". Trees live
 * in the scratch arena; who reads a million of them rewinds it between two. */
struct documents {
    struct reading *reading;
    struct json_cursor cursor;
    size_t passed;
};
void documents_begin(struct documents *documents, struct reading *reading);
/* False: no more. *out NULL: this one is broken (said so); the next call goes on behind it. */
MUST_USE bool documents_next(struct documents *documents, struct json **out);
/* Picks up fields relative to `item`. Scalars as they stand; an array of scalars is joined (by '.'
 * for versions, ' ' for command lines, ", " else); null counts as absent. A segment "*" takes each
 * element of an array or member of an object, whose index or name becomes the instance. */
void json_fields(struct reading *reading, const struct json *json, const struct json_item *item,
                 struct str instance, const struct field *field, size_t count);
/* One value by the same rules; false: absent or not taken. */
bool json_fact(struct reading *reading, const struct json *json, const struct json_item *item,
               struct str instance, enum key key, enum unit unit);

/* Lines of other text between two bytes of the file, which a tool's second stream left beside its
 * JSON or table, are what the tool remarked: the first few as facts. */
void reading_beside(struct reading *reading, size_t from, size_t to);

/* ---- XML ---- */

struct xml_attribute {
    struct str name, value;
};
struct xml_element {
    struct str name, text; /* text: own text, blanks around it taken off */
    const struct xml_attribute *attribute;
    size_t attribute_count;
    uint64_t offset; /* of its '<' */
    const struct xml_element *parent;
    struct xml_element *child, *next;
    unsigned position; /* among brothers of its name, from 1; 0: the only one */
};
/* Called by one thread before several read XML. */
void xml_ready(void);
/* Offset of the first line that begins with '<': lines before it, such as a shell's prompt with the
 * command, are remarks. 0: the file begins so, or no line does. */
size_t xml_lead(struct reading *reading);
/* Parses reading->bytes from `from` to `to`; several documents in one file are split by the caller
 * (on
 * "<?xml"). An external DTD is named but never fetched; an internal subset is refused. */
MUST_USE bool xml_read(struct reading *reading, size_t from, size_t to,
                       const struct xml_element **root);
/* "a/b/c" below `from`, first match at each step; "" is `from`. NULL: absent. */
const struct xml_element *xml_find(const struct xml_element *from, struct str path);
/* The same where the format has one: more than one is a contradiction where their texts differ. Of
 * as many as an attacker likes, eight are looked at. */
const struct xml_element *xml_one(struct reading *reading, const struct xml_element *from,
                                  struct str path);
/* Next brother with the same name; NULL: none. */
const struct xml_element *xml_again(const struct xml_element *element);
struct str xml_attribute(const struct xml_element *element, struct str name); /* empty: absent */
/* XPath with positions, line and column. */
struct place xml_place(struct reading *reading, const struct xml_element *element);
/* Picks up fields below `element` by xml_one: "a/b", or "a/@id". */
void xml_fields(struct reading *reading, const struct xml_element *element, struct str instance,
                const struct field *field, size_t count);

/* ---- lines ---- */

struct lines { /* a cursor; lines_begin sets it up */
    struct str rest;
    const char *passed; /* bytes before it are let go, where they are pages of a file */
    uint64_t offset;
    uint32_t number, before;
    struct reading *fed; /* not NULL: it is decoded while it is read */
    size_t fed_passed;
};
/* A line; where a tool drew over it with carriage returns, each drawing comes by
 * itself under the number of its line. */
struct line {
    struct str text; /* without line end, CR included */
    uint64_t offset;
    uint32_t number;
    uint32_t before; /* characters of the line in front of this part of it */
};
size_t line_feeds(struct str bytes); /* how many there are */
/* Takes the next piece of a few MB off a text that is gone through from front to back; what was
 * given before is let go. Empty: no more. */
struct str piece_next(const struct reading *reading, struct str *rest, struct str before);
void lines_begin(struct lines *lines, struct str bytes);
/* Those of the whole file, which may be decoded meanwhile: what a line's text points to is gone
 * some lines later, so that what is kept of it is copied. */
void reading_lines(struct lines *lines, struct reading *reading);
bool lines_next(struct lines *lines, struct line *out); /* false: no more */
/* Place of `part`, which lies within the line's text. */
struct place line_place(struct reading *reading, const struct line *line, struct str part);
/* "label: value" lines of the whole file: each line whose label (before the first `separator`,
 * trimmed) is a field's path gives a fact. A value in double quotes loses them where `unquote`. */
void lines_fields(struct reading *reading, char separator, bool unquote, const struct field *field,
                  size_t count);

/* ---- CSV ---- */

enum { CSV_CELLS = 2048 };
struct csv { /* RFC 4180 quoting; blanks around cells are taken off; LF or CR LF */
    struct reading *reading;
    struct str rest;
    uint64_t offset;
    size_t passed;
    uint32_t line, row; /* of the current row; row 1 is the header */
    struct str name[CSV_CELLS], cell[CSV_CELLS];
    size_t columns, cells;
    uint32_t start_line;
    uint64_t start_offset;
    struct csv_ahead *ahead; /* see csv_ahead.h; NULL: nobody is */
    const double *values;    /* what was made of the current row's cells there; NULL: nothing */
};
/* Reads the header. False (with a diagnostic): no header, two columns of one name, too many. */
MUST_USE bool csv_begin(struct csv *csv, struct reading *reading);
/* The same where a tool's words may stand before the table: the header is the first line that
 * begins with `header`; rows are counted from it. */
MUST_USE bool csv_begin_at(struct csv *csv, struct reading *reading, struct str header);
/* The next row that is not empty; false at the end or (with a diagnostic) at a broken quote. A row
 * may have fewer or more cells than the header: csv->cells says. */
bool csv_next(struct csv *csv);
/* Whether no cell of the current row lies behind the last column; else a diagnostic. A decimal
 * comma makes two cells of one number, and all behind it slip into the wrong column. */
MUST_USE bool csv_row_fits(struct csv *csv);
/* Takes the current row as the header of what follows: several tables in one file. Where a name
 * stands twice (said so) the table has no columns. */
void csv_header(struct csv *csv);
size_t csv_column(const struct csv *csv, struct str name); /* SIZE_MAX: absent */
/* A number of a table in which thousands may be grouped by commas: "1,134.92" is 1134.92. "12,34"
 * and "0,345" are none: elsewhere their comma is a point. "12,904" is either: the caller knows that
 * its tool groups. */
MUST_USE bool csv_grouped(struct arena *home, struct str text, double *out);
struct str csv_cell(const struct csv *csv, size_t column);    /* empty: past the row's end */
struct place csv_place(const struct csv *csv, size_t column); /* "row N column NAME" */
struct place csv_spot(const struct csv *csv, size_t column);  /* the same without the path */
/* The fields of the current row. */
void csv_fields(struct csv *csv, struct str instance, const struct field *field, size_t count);

#endif
