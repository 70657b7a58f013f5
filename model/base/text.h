/* text.h - borrowed bytes and growing text.
 *
 * struct str is passed by value and never owns; struct buf grows in an arena up to a stated maximum
 * and fails sticky (`full`), so that writers are straight lines with one check at the end. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include "base/arena.h"
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

struct str { /* borrowed bytes; may hold NUL; no NUL promised at the end; {NULL, 0} is empty */
    const char *at;
    size_t len;
};

struct buf {
    char *at;
    size_t len, room, most;
    struct arena *home;
    bool full; /* sticky: once set, later puts do nothing */
};

#define STR(literal) ((struct str){ "" literal, sizeof(literal) - 1 })
/* The same in the initializer of a static table, where a compound literal is no constant. */
#define STR_INIT(literal)                                                                          \
    {                                                                                              \
        "" literal, sizeof(literal) - 1                                                            \
    }
/* For "%.*s" in printf-like calls. */
#define STR_ARG(s) (int)(s).len, (s).at ? (s).at : ""

struct str str_from(const char *text); /* NUL-terminated C string; NULL gives the empty str */
/* What is asked a million times a report stands here, so that a compiler knows the lengths of what
 * is written in the code. */

static inline bool str_eq(struct str a, struct str b)
{
    if (a.len != b.len || !a.at || !b.at)
        return a.len == b.len && a.len == 0;
    return memcmp(a.at, b.at, a.len) == 0;
}

/* By unsigned byte, a shorter prefix first: the one order used for output. Below, at or above 0. */
int str_order(struct str a, struct str b);
bool str_starts(struct str s, struct str prefix);
bool str_ends(struct str s, struct str suffix);
/* What stands behind the last '/' of a path; all of it where there is none. */
struct str str_base_name(struct str path);
/* What stands before it, the '/' included: "a/" of "a/b"; empty where there is none. */
struct str str_folder(struct str path);
/* Whether the path lies somewhere in the folder, which is written without a '/' behind. */
bool str_below(struct str path, struct str folder);
/* Edit distance in bytes of insertions, deletions, substitutions and swaps of neighbours (optimal
 * string alignment; Damerau 1964). SIZE_MAX where either is longer than 64: far from everything. */
size_t str_distance(struct str a, struct str b);
/* First position of `needle` in s, or SIZE_MAX. An empty needle is found at 0. */
size_t str_find(struct str s, struct str needle);
/* Clamped to s. */
static inline struct str str_sub(struct str s, size_t from, size_t to)
{
    to = to < s.len ? to : s.len;
    from = from < to ? from : to;
    return (struct str){ from ? s.at + from : s.at, to - from };
}

/* ASCII blanks, tabs, CR, LF off both ends */
struct str str_trim(struct str s);
/* Splits `rest` at the first `at`: head before it, rest after it. False when rest is empty (at
 * NULL). The last piece has no separator behind it and leaves rest with a NULL `at`. */
bool str_cut(struct str *rest, char at, struct str *head);
/* The next word of a line whose columns stand between blanks (tabs, CR, VT, FF); `rest` begins
 * behind it. False: no
 * more, and `word` is empty. */
bool str_word(struct str *rest, struct str *word);
/* Copy that outlives its origin; a NUL stands behind it (outside len) for C interfaces. */
struct str str_keep(struct arena *home, struct str s);
/* Same, as C string; the caller knows that s holds no NUL. */
const char *str_c(struct arena *home, struct str s);
/* printf into an arena. C locale only: never pass %f, %e or %g (use buf_put_real). */
struct str str_format(struct arena *home, const char *format, ...) PRINTF_LIKE(2, 3);
bool str_is_utf8(struct str s); /* valid UTF-8, no NUL */

struct buf buf_new(struct arena *home, size_t most);
void buf_put_far(struct buf *buf,
                 struct str s); /* buf_put where there is no room yet, or no more */
static inline void buf_put(struct buf *buf, struct str s)
{
    if (buf->full || s.len > buf->room - buf->len) {
        buf_put_far(buf, s);
    } else if (s.len && s.at) {
        memcpy(buf->at + buf->len, s.at, s.len);
        buf->len += s.len;
    }
}

static inline void buf_put_char(struct buf *buf, char c)
{
    buf_put(buf, (struct str){ &c, 1 });
}

void buf_putf(struct buf *buf, const char *format, ...) PRINTF_LIKE(2, 3);
/* Evidence text for a terminal or a log: control characters, bidirectional controls and bad UTF-8
 * become visible escapes such as ‹U+202E›, so that untrusted bytes cannot forge what a reader sees.
 */
void buf_put_visible(struct buf *buf, struct str s);
static inline struct str buf_str(const struct buf *buf)
{
    return (struct str){ buf->at, buf->len };
}

#endif
