/* markup.h - one small writer for HTML, SVG and XML.
 *
 * Text is escaped; control characters, U+FFFE and U+FFFF, lone surrogates and bidirectional
 * controls become visible escapes, since XML has no way to write the first and a reader is fooled
 * by the last. */
#ifndef BASE_MARKUP_H
#define BASE_MARKUP_H

#include "base/text.h"

struct markup {
    struct buf *out;
    bool open; /* a start tag waits for attributes */
    bool html; /* void elements without a slash, others never self-closed */
    struct str element[64];
    int depth;
};
void markup_begin(struct markup *markup, struct buf *out, bool html);
void markup_open(struct markup *markup, const char *element);
/* Attributes follow markup_open directly. */
void markup_attribute(struct markup *markup, const char *name, struct str value);
void markup_attributef(struct markup *markup, const char *name, const char *format, ...)
    PRINTF_LIKE(3, 4);
void markup_text(struct markup *markup, struct str text);
/* our own, already well-formed markup only */
void markup_raw(struct markup *markup, struct str text);
/* the innermost element; void elements too */
void markup_close(struct markup *markup);
/* Escaped text into a plain buffer. */
void markup_put_text(struct buf *out, struct str text);
/* Whether every start tag of XML is well-formed, with at most 1000 attributes, and 16 name spaces
 * among them, and whether the text has at most 4096 different names (of elements, attributes, name
 * spaces, instructions), so that a parser's time is bounded by its length. False: the first that
 * does not fit begins at `*at`; `*why` is NULL where it is not well-formed. */
MUST_USE bool markup_tags_fit(struct str text, size_t *at, const char **why);

#endif
