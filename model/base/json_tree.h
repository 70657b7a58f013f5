/* json_tree.h - private to base: what the scanner builds and json.h's functions walk. */
#ifndef BASE_JSON_TREE_H
#define BASE_JSON_TREE_H

#include "base/json.h"

/* One value. 56 bytes, since a file may hold millions; hence lengths of 32 bits, and no copies:
 * texts without an escape point into the file. */
struct json_item {
    struct json_item *next, *parent;
    union {
        const char *text;        /* JSON_STRING, decoded */
        struct json_item *first; /* JSON_ARRAY, JSON_OBJECT */
    };
    const char *name;
    uint32_t size; /* bytes of text, or number of children */
    uint32_t name_size;
    uint32_t at, len; /* where it is written, from the start of the text */
    uint32_t index;   /* among its siblings */
    unsigned char type;
    bool twice; /* another member has the same name; `later`: an earlier one */
    bool later;
};

struct json_step { /* line and column at each JSON_STEP-th byte */
    uint32_t line, column;
};
enum { JSON_STEP = 4096 };

/* Past one byte. */
static inline void step_over(char c, uint32_t *line, uint32_t *column)
{
    if (c == '\n') {
        ++*line;
        *column = 1;
    } else if (((unsigned char)c & 0xC0U) != 0x80U) { /* columns count characters, not bytes */
        ++*column;
    }
}

struct json {
    struct arena *home;
    struct str file, bytes;
    uint64_t offset; /* of the text in its file */
    /* of its first byte */
    uint32_t line, column;
    bool is_line;                 /* one of several values: places say its line */
    bool part;                    /* other text may follow the value: `end` says where */
    unsigned allow;               /* of enum json_allowance */
    const struct json_walk *walk; /* NULL: the whole tree is kept */
    struct feed *feed;            /* more of the text comes from there; NULL: it is whole */
    size_t end;                   /* behind the value and the blanks that follow */
    struct json_item *root;
    struct json_step *step; /* bytes.len / JSON_STEP + 1 of them; NULL while scanning, of a text
                               shorter than one, and where `feed` tells */
};

/* Place of the byte at `at`; its path is that of `item` (NULL: none). */
struct place json_place_at(const struct json *json, size_t at, const struct json_item *item);
/* Marks members of an object that share a name. */
void json_mark_twice(struct json_item *object, struct arena *home);
/* Fills json->root from json->bytes. */
MUST_USE bool json_scan(struct json *json, uint32_t depth, struct diags *diags);

#endif
