/* members.h - private to ingest: the members of our own JSON files as tables, from which reading,
 * messages, schema and facts are all made. */
#ifndef INGEST_MEMBERS_H
#define INGEST_MEMBERS_H

#include "reading.h"

enum shape {
    SHAPE_TEXT, /* a string that is not empty */
    SHAPE_ID,   /* a letter, then letters, digits, '_' and '-' */
    SHAPE_DATE, /* "2026-11-27" */
    SHAPE_WORD, /* one of `word` */
    SHAPE_BOOL,
    SHAPE_QUANTITY, /* a number with its unit, as text: "60 s"; a count is a number */
    SHAPE_LIMIT,    /* a quantity, or { "value", "reason" } */
    SHAPE_VALUE,    /* what a fact of `key` may be: text, number, true or false; a list for lists */
    SHAPE_FACTS,    /* an object: dotted name to value, or to an object of instance to value */
    SHAPE_TEXTS,    /* an array of texts */
    SHAPE_WORDS,    /* an array of words, each once */
    SHAPE_OBJECT,   /* `members` */
    SHAPE_OBJECTS,  /* an array of such objects */
    SHAPE_MAP,      /* an object of names to texts; names from `word` where there is one */
    SHAPE_COUNT
};
struct members;
struct member {
    const char *name, *means;          /* means: for people, in schema and manual */
    const char *(*word)(size_t index); /* NULL past the last */
    const struct members *members;
    enum shape shape;
    enum unit unit;       /* SHAPE_QUANTITY, SHAPE_LIMIT */
    int fact;             /* FACT_OF(key) of the declared fact; 0: none */
    unsigned least, most; /* items of an array; 0: any */
    bool required;
    bool unless_single;  /* but in a case of one system */
    const char *instead; /* a member that may stand in the place of this one; NULL: none */
};
#define FACT_OF(key) ((int)(key) + 1)
struct members {
    const char *means;
    const struct member *item;
    size_t count;
};

struct checking { /* one file being checked, and how its diagnostics are called */
    struct reading *reading;
    const struct json *json;
    enum diag_id unknown, bad; /* a member not known; a value not allowed */
};

/* Checks an object against its members, all the way down; says all that is wrong. */
MUST_USE bool members_check(const struct checking *checking, const struct json_item *object,
                            const struct members *members);
/* Declared facts of the members that have a key, objects (not arrays) included. Wrong values are
 * passed over: members_check has said so. */
void members_facts(const struct checking *checking, const struct json_item *object,
                   const struct members *members);
/* Whether a JSON value is one that a fact of this key may have; says what is wrong. */
MUST_USE bool value_check(const struct checking *checking, const struct json_item *item,
                          enum key key);
/* False, with one diagnostic. */
bool members_refuse(const struct checking *checking, enum diag_id id, const struct json_item *item,
                    struct str expected, const char *said, ...) PRINTF_LIKE(5, 6);

/* The names joined, or the nearest one where it is near: what to expect instead of `wrong`. */
struct str nearest_word(struct arena *home, struct str wrong, const char *(*word)(size_t index));

/* The tables. */
extern const struct members case_members, case_system_members, case_bridge_members;
/* Sections of run.json come from the vocabulary: the first part of a dotted name is the object, the
 * rest the member. Made once per call, in `home`. */
const struct members *run_members(struct arena *home);
extern const struct members series_members;

#endif
