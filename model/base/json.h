/* json.h - JSON whose every value knows its bytes.
 *
 * The text is scanned strictly and once (RFC 8259: UTF-8 without BOM, no duplicate names, no NUL
 * escape, no lone surrogate, nothing after the value, depth limited, finite numbers) into a tree in
 * which each value keeps its offset and its text as written. Strings without escapes are not
 * copied, so `bytes` must live as long as the tree. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/file.h"

enum json_type {
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_NUMBER,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT
};

struct json;
struct json_item;

/* Reads one value; `file` names it in places. A syntax error ends the reading with one diagnostic;
 * equal names in one object are all reported (the first 20) and refused. Only limits->depth is used
 * (64 for 0 or NULL, at most 512). json_read_line reads line `number` of JSON Lines, which begins
 * at byte `offset` of its file; its places are "line N /pointer". */
MUST_USE bool json_read(struct arena *home, struct str file, struct str bytes,
                        const struct limits *limits, struct json **out, struct diags *diags);
MUST_USE bool json_read_line(struct arena *home, struct str file, struct str line, uint32_t number,
                             uint64_t offset, const struct limits *limits, struct json **out,
                             struct diags *diags);

/* What a text may break of RFC 8259, since the tool that writes it does. Nothing by default. */
enum json_allowance {
    /* NaN, Infinity and -Infinity as values (Python's json.dump), nan and inf (C's printf), with or
     * without a sign: numbers that json_real refuses */
    JSON_NONFINITE = 1,
    /* equal names in one object: warned of, and none of them is ever found, so that no reader
     * decides which one counts */
    JSON_TWICE = 2,
    /* strings that are no text: bytes that are not UTF-8, backslashes that escape nothing, control
     * characters; warned of (the first 20), and the value reads as null. Names stay strict. */
    JSON_STRAY = 4,
};
/* The elements of one array, met one after another and each let go before the next is read, so that
 * a file of millions of them takes the memory of one. The array then has no children in the tree.
 */
struct json_walk {
    /* the root's member whose elements are met; where the root is itself an array, its elements */
    struct str name;
    /* Both live within the call alone, and so does what is taken from the tree's arena in it.
     * Places are not known yet: json_offset is. */
    void (*element)(void *self, const struct json *json, const struct json_item *element);
    void *self;
    /* Asked where an element begins, from the text's first byte on: true where another thread has
     * read it (json_element) and it was met; *end: the byte behind it. NULL: none does. */
    bool (*ahead)(void *self, const struct json *json, size_t at, size_t *end);
};
struct json_cursor { /* where the next value of a text is looked for; zero to begin with */
    size_t at;
    uint32_t line, column;        /* of that byte; 0: not yet known */
    unsigned allow;               /* of enum json_allowance */
    bool alone;                   /* one value is wanted: its places are plain pointers */
    size_t count;                 /* values read so far */
    const struct json_walk *walk; /* NULL: the whole tree */
    /* not NULL: the text is its content, of which `bytes` is what was seen so far; what is neither
     * of the elements that are walked nor let go may be looked at later */
    struct feed *feed;
};
/* Reads the value that follows the cursor, with blanks before it, and moves the cursor behind it
 * and the blanks that follow: values behind one another, as JSON Lines and as tools append them.
 * Where a text holds more than one value, places are "line N /pointer", N the line on which the
 * value begins. False: said what is wrong, and the cursor stands on the next line that begins with
 * '{' or
 * '[', or at the end; or (nothing said) there was no further value. */
MUST_USE bool json_read_next(struct arena *home, struct str file, struct str bytes,
                             struct json_cursor *cursor, const struct limits *limits,
                             struct json **out, struct diags *diags);

struct str json_bytes(const struct json *json); /* of its text, which offsets of a walk count */
/* The same text from a byte on, while it is walked, for another thread: what is read of it lives in
 * `home`. Where something is wrong is looked for from that byte on, too. */
struct json *json_apart(struct arena *home, const struct json *json, size_t from);
/* The object that begins at a byte of it, of at most `most` bytes and `depth` levels. False: none
 * does, or one of which there is something to say, which `unheard` may hold in part. */
MUST_USE bool json_element(struct json *apart, size_t at, size_t most, uint32_t depth,
                           const struct json_item **out, size_t *end, struct diags *unheard);

const struct json_item *json_root(const struct json *json);
/* By RFC 6901 pointer from the root; "" is the root. NULL: absent. */
const struct json_item *json_find(const struct json *json, struct str pointer);
/* The same from any item; NULL from NULL. */
const struct json_item *json_at(const struct json_item *item, struct str pointer);
/* One token of a pointer: the member that it names, "~0" and "~1" read, or the element. */
const struct json_item *json_step(const struct json_item *parent, struct str token);
/* Member of an object by exact name. NULL: absent or not an object. */
const struct json_item *json_member(const struct json_item *object, struct str name);
/* Children in document order; after == NULL gives the first; NULL: no more. */
const struct json_item *json_next(const struct json_item *parent, const struct json_item *after);
size_t json_count(const struct json_item *parent); /* children; 0 for scalars */

enum json_type json_type(const struct json_item *item);
struct str json_name(const struct json_item *item);   /* member name, decoded; empty in arrays */
struct str json_string(const struct json_item *item); /* decoded; empty unless JSON_STRING */
/* as written: 12.3400, "x" with quotes */
struct str json_literal(const struct json *json, const struct json_item *item);
/* Text of a scalar as evidence: a string decoded, anything else as written. */
struct str json_scalar(const struct json *json, const struct json_item *item);
/* JSON_NUMBER only */
MUST_USE bool json_real(const struct json *json, const struct json_item *item, double *out);
/* JSON_NUMBER only */
MUST_USE bool json_int(const struct json *json, const struct json_item *item, int64_t *out);
struct place json_place(const struct json *json, const struct json_item *item);
/* The byte of the file at which the item begins, also while elements are met. */
uint64_t json_offset(const struct json *json, const struct json_item *item);

/* Writer: a tree of cJSON's in the caller's order, two-space indent, LF, printed when its outermost
 * bracket is closed; nothing is written before. Names are ignored inside arrays. */
struct cJSON;
struct json_out {
    struct buf *out;
    struct cJSON *open[64]; /* the brackets that are open, outermost first */
    int depth;
    bool whole; /* there is an outermost value */
};
void json_begin(struct json_out *json, struct buf *out);
void json_open(struct json_out *json, struct str name, char bracket); /* '{' or '[' */
void json_text(struct json_out *json, struct str name, struct str value);
/* As it stands: 12.3400. */
void json_number(struct json_out *json, struct str name, struct str literal);
void json_integer(struct json_out *json, struct str name, int64_t value);
void json_bool(struct json_out *json, struct str name, bool value);
void json_null(struct json_out *json, struct str name);
void json_close(struct json_out *json);
/* Writes what is whole already, so that a long list is never a tree as a whole; the bytes are the
 * same. From the first call on the buffer grows: its arena may not be rewound behind it. */
void json_write_so_far(struct json_out *json);
/* The text as a JSON string with quotes; bad UTF-8 becomes U+FFFD. */
void json_put_string(struct buf *out, struct str text);

#endif
