/* tokens.h - private to pdfread: the words of a content stream or a character map (ISO 32000-1,
 * 7.2 and 7.3). */
#ifndef PDFREAD_TOKENS_H
#define PDFREAD_TOKENS_H

#include "base/text.h"

enum token_type {
    TOKEN_END,
    TOKEN_BAD, /* a comment, a bracket that is open at the end, a byte that begins nothing */
    TOKEN_NUMBER,
    TOKEN_STRING, /* text: its bytes, decoded */
    TOKEN_NAME,   /* text: without the stroke */
    TOKEN_WORD,
    TOKEN_ARRAY,
    TOKEN_ARRAY_END,
    TOKEN_DICTIONARY,
    TOKEN_DICTIONARY_END,
};
struct token {
    enum token_type type;
    struct str text;
    double number;
};
/* Takes one token off the front of `rest`. */
struct token token_next(struct arena *home, struct str *rest);

#endif
