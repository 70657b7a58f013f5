/* text.c - borrowed bytes and growing text. */
#include "base/text.h"
#include "arena_own.h"
#include "base/num.h"
#include "rune.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { BUF_FIRST = 256, BUF_PAGES = 1 << 18 }; /* from there on in pages of its own */

struct str str_from(const char *text)
{
    return text ? (struct str){ text, strlen(text) } : (struct str){ 0 };
}

int str_order(struct str a, struct str b)
{
    size_t common = a.len < b.len ? a.len : b.len;
    int order = common ? memcmp(a.at, b.at, common) : 0;
    return order ? order : (a.len > b.len) - (a.len < b.len);
}

bool str_starts(struct str s, struct str prefix)
{
    return s.len >= prefix.len && str_eq(str_sub(s, 0, prefix.len), prefix);
}

bool str_ends(struct str s, struct str suffix)
{
    return s.len >= suffix.len && str_eq(str_sub(s, s.len - suffix.len, s.len), suffix);
}

size_t str_distance(struct str a, struct str b)
{
    enum { MOST = 64 };
    size_t row[3][MOST + 1];
    if (a.len > MOST || b.len > MOST)
        return SIZE_MAX;
    for (size_t j = 0; j <= b.len; j++)
        row[0][j] = j;
    for (size_t i = 1; i <= a.len; i++) {
        size_t *now = row[i % 3], *before = row[(i + 2) % 3], *earlier = row[(i + 1) % 3];
        now[0] = i;
        for (size_t j = 1; j <= b.len; j++) {
            now[j] = before[j - 1] + (a.at[i - 1] == b.at[j - 1] ? 0 : 1);
            now[j] = now[j - 1] + 1 < now[j] ? now[j - 1] + 1 : now[j];
            now[j] = before[j] + 1 < now[j] ? before[j] + 1 : now[j];
            bool swap = i > 1 && j > 1 && a.at[i - 1] == b.at[j - 2] && a.at[i - 2] == b.at[j - 1];
            if (swap && earlier[j - 2] + 1 < now[j])
                now[j] = earlier[j - 2] + 1;
        }
    }
    return row[a.len % 3][b.len];
}

size_t str_find(struct str s, struct str needle)
{
    if (needle.len == 0)
        return 0;
    const char *found = s.len ? memmem(s.at, s.len, needle.at, needle.len) : NULL;
    return found ? (size_t)(found - s.at) : SIZE_MAX;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

struct str str_trim(struct str s)
{
    while (s.len && is_blank(s.at[0]))
        s = str_sub(s, 1, s.len);
    while (s.len && is_blank(s.at[s.len - 1]))
        s.len--;
    return s;
}

struct str str_base_name(struct str path)
{
    size_t from = path.len;
    while (from > 0 && path.at[from - 1] != '/')
        from--;
    return str_sub(path, from, path.len);
}

struct str str_folder(struct str path)
{
    return str_sub(path, 0, path.len - str_base_name(path).len);
}

bool str_below(struct str path, struct str folder)
{
    return str_starts(path, folder) && path.len > folder.len && path.at[folder.len] == '/';
}

bool str_cut(struct str *rest, char at, struct str *head)
{
    if (!rest->at)
        return false;
    const char *found = rest->len ? memchr(rest->at, at, rest->len) : NULL;
    if (!found) {
        *head = *rest;
        *rest = (struct str){ 0 };
        return true;
    }
    size_t cut = (size_t)(found - rest->at);
    *head = str_sub(*rest, 0, cut);
    *rest = str_sub(*rest, cut + 1, rest->len);
    return true;
}

static bool is_gap(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

bool str_word(struct str *rest, struct str *word)
{
    size_t at = 0, end;
    while (at < rest->len && is_gap(rest->at[at]))
        at++;
    for (end = at; end < rest->len && !is_gap(rest->at[end]);)
        end++;
    *word = str_sub(*rest, at, end);
    *rest = str_sub(*rest, end, rest->len);
    return word->len > 0;
}

const char *str_c(struct arena *home, struct str s)
{
    size_t size;
    if (!num_add(s.len, 1, &size))
        memory_exhausted();
    char *copy = ARENA_MANY(home, size, char);
    if (s.len)
        memcpy(copy, s.at, s.len);
    return copy;
}

struct str str_keep(struct arena *home, struct str s)
{
    return (struct str){ str_c(home, s), s.len };
}

struct str str_format(struct arena *home, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int len = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    assert(len >= 0);
    char *text = ARENA_MANY(home, (size_t)len + 1, char);
    int same = vsnprintf(text, (size_t)len + 1, format, again);
    va_end(again);
    assert(same == len);
    return (struct str){ text, (size_t)len };
}

struct buf buf_new(struct arena *home, size_t most)
{
    return (struct buf){ .home = home, .most = most };
}

/* Room for `more` bytes behind what is there; false once the buffer is full. */
static bool buf_ready(struct buf *buf, size_t more)
{
    if (buf->full || more > buf->most - buf->len) {
        buf->full = true;
        return false;
    }
    size_t need = buf->len + more;
    if (need <= buf->room)
        return true;
    size_t room = buf->room > buf->most / 2 ? buf->most : buf->room * 2;
    room = room < BUF_FIRST ? BUF_FIRST : room;
    room = room < need ? need : room;
    room = room > buf->most ? buf->most : room;
    if (!buf->room || !arena_grow(buf->home, buf->at, buf->room, room)) {
        char *at = NULL;
        if (buf->room > 0 && room >= BUF_PAGES)
            at = arena_stretch(buf->home, buf->at, buf->room, room);
        if (!at) {
            at = ARENA_MANY(buf->home, room, char);
            if (buf->len)
                memcpy(at, buf->at, buf->len);
        }
        buf->at = at;
    }
    buf->room = room;
    return true;
}

void buf_put_far(struct buf *buf, struct str s)
{
    if (s.len && buf_ready(buf, s.len)) {
        memcpy(buf->at + buf->len, s.at, s.len);
        buf->len += s.len;
    }
}

void buf_putf(struct buf *buf, const char *format, ...)
{
    char small[256];
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int len = vsnprintf(small, sizeof small, format, arguments);
    va_end(arguments);
    assert(len >= 0);
    size_t size = (size_t)len;
    if (size < sizeof small) {
        buf_put(buf, (struct str){ small, size });
    } else if (size < buf->most && buf_ready(buf, size + 1)) { /* vsnprintf adds a NUL */
        int same = vsnprintf(buf->at + buf->len, size + 1, format, again);
        assert(same == len);
        buf->len += size;
    } else {
        buf->full = true;
    }
    va_end(again);
}
