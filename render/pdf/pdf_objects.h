/* pdf_objects.h - private to render: the objects of a PDF that Cairo drew, read whole, changed, and
 * written anew (ISO 32000-1, 7.3 and 7.5). It reads what Cairo writes, a table of plain objects;
 * anything else is refused, and nothing is mended. */
#ifndef RENDER_PDF_OBJECTS_H
#define RENDER_PDF_OBJECTS_H

#include "base/text.h"
#include "render/render.h"

enum pdf_kind { PDF_WORD, PDF_STRING, PDF_ARRAY, PDF_DICT, PDF_REF };

struct pdf_entry;
struct pdf_value {
    enum pdf_kind kind;
    bool streamed; /* PDF_DICT: `text` stands behind it */
    bool content;  /* and is a page's content, to be written as artifacts_mark makes it */
    union {
        uint32_t number; /* PDF_REF: of the object that is meant */
        uint32_t room;   /* PDF_ARRAY, PDF_DICT */
    };
    uint32_t count;  /* PDF_ARRAY, PDF_DICT */
    struct str text; /* PDF_WORD: number, name or word as written; PDF_STRING: its bytes; of a
                        stream: its bytes as stored */
    union {
        struct pdf_value **item; /* PDF_ARRAY */
        struct pdf_entry *entry; /* PDF_DICT: in the order of their keys */
    };
};
struct pdf_entry {
    struct str key; /* "/Type" */
    struct pdf_value *value;
};

struct pdf_objects { /* borrows the bytes that it was read from */
    struct arena *home;
    struct str file;
    struct pdf_value **object;  /* by number; NULL: free, or not yet read */
    const size_t *place;        /* of the first `placed`: where in the file; 0: none */
    size_t placed, count, room; /* number 0 is none */
    struct pdf_value *trailer;
    struct pdf_value *known[512];       /* words and references that were read, by their hash */
    const char *trouble;                /* the first that was met; NULL: none */
    const struct render_beside *beside; /* hears how the file that is written grows; NULL: nobody */
};

/* False, with `trouble`: not a file as Cairo writes it, or not whole. */
MUST_USE bool pdf_objects_read(struct arena *home, struct str file, struct pdf_objects *out);

/* What a value stands for: of a reference the object. NULL: none. */
struct pdf_value *pdf_meant(struct pdf_objects *objects, struct pdf_value *value);
/* A dictionary's value as it stands there, and what it stands for; NULL: none, or no dictionary. */
struct pdf_value *pdf_at(const struct pdf_value *dict, struct str key);
struct pdf_value *pdf_get(struct pdf_objects *objects, const struct pdf_value *dict,
                          struct str key);
bool pdf_is(const struct pdf_value *value, enum pdf_kind kind); /* of NULL: false */
size_t pdf_whole(const struct pdf_value *value); /* a whole number without a sign; else SIZE_MAX */
bool pdf_is_word(const struct pdf_value *value, struct str word);

/* Values made anew: an empty one; a text of PDF syntax; bytes; a text in UTF-8, as PDFDocEncoding
 * or UTF-16. */
struct pdf_value *pdf_new(struct pdf_objects *objects, enum pdf_kind kind);
struct pdf_value *pdf_parsed(struct pdf_objects *objects, const char *syntax);
struct pdf_value *pdf_word(struct pdf_objects *objects, struct str word);
struct pdf_value *pdf_number(struct pdf_objects *objects, long long number);
struct pdf_value *pdf_bytes(struct pdf_objects *objects, struct str bytes);
struct pdf_value *pdf_text(struct pdf_objects *objects, struct str text);
/* Makes an object of a value; answers the reference to it. */
struct pdf_value *pdf_object(struct pdf_objects *objects, struct pdf_value *value);

void pdf_set(struct pdf_objects *objects, struct pdf_value *dict, struct str key,
             struct pdf_value *value);
void pdf_remove(struct pdf_value *dict, struct str key);
void pdf_append(struct pdf_objects *objects, struct pdf_value *array, struct pdf_value *value);

/* The bytes of a stream; where they are deflated, inflated into `home`. False: they cannot be. */
MUST_USE bool pdf_stream_bytes(struct arena *home, struct pdf_objects *objects,
                               const struct pdf_value *dict, struct str *out);

/* The whole file: the catalog first, then each object in the order in which it is first referred
 * to; keys in order, streams inflated, an ID by the bytes. Objects that nothing leads to are left
 * out. The bytes are in `home`, nothing else is. False, with `trouble`: more than 256 MiB. */
MUST_USE bool pdf_objects_write(struct arena *home, struct pdf_objects *objects, struct str *out);

#endif
