/* personal_own.h - private to personal.c and personal_search.c: characters of which shapes are
 * made, and the labels behind which a name stands. */
#ifndef INGEST_PERSONAL_OWN_H
#define INGEST_PERSONAL_OWN_H

#include "base/text.h"

#include <string.h>

static inline char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool is_letter(char c)
{
    c = lower(c);
    return c >= 'a' && c <= 'z';
}

static inline bool is_word(char c)
{
    return is_digit(c) || is_letter(c) || c == '_';
}

static inline bool is_hex(char c)
{
    c = lower(c);
    return is_digit(c) || (c >= 'a' && c <= 'f');
}

static inline char at_of(struct str text, size_t at)
{
    return (char)(at < text.len ? text.at[at] : 0);
}

/* Whether c is one of `set`. A NUL, as pages that were given back are read, is one of none, though
 * strchr finds it behind the last. */
static inline bool one_of(const char *set, char c)
{
    return c != '\0' && strchr(set, c);
}

/* In small letters, found in any. */
enum { PERSONAL_LABELS = 13 };
const char *personal_label(size_t index);

#endif
