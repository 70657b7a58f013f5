/* glance.c - a line of JSON as LoadGen writes it, looked at without a tree of it. */
#include "glance.h"

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { LEVELS = 2, MEMBERS = 16, DIGITS = 100 };

struct glance {
    const char *at, *end;
    struct str key;
    bool valued, marked; /* marked: an error or a warning */
};

static inline bool is_plain(char c)
{
    return (signed char)c >= 0x20 && c != '"' && c != '\\';
}

/* How many characters from `at` on, of as many as are looked at together, are plain: ASCII, and no
 * '"', '\\' or control character. All: the next may be plain too. */
#ifdef __SSE2__
enum { TOGETHER = 16 };
static inline unsigned plain_of(const char *at)
{
    __m128i bytes;
    memcpy(&bytes, at, sizeof bytes);
    __m128i other = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')),
                                 _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
    other = _mm_or_si128(other, _mm_cmplt_epi8(bytes, _mm_set1_epi8(0x20)));
    return (unsigned)__builtin_ctz((unsigned)_mm_movemask_epi8(other) | 1U << TOGETHER);
}
#else
enum { TOGETHER = 1 };
static inline unsigned plain_of(const char *at)
{
    return is_plain(*at) ? TOGETHER : 0;
}
#endif

static inline void skip_blanks(struct glance *in)
{
    while (in->at < in->end && *in->at == ' ')
        in->at++;
}

static inline bool next_is(const struct glance *in, char c)
{
    return in->at < in->end && *in->at == c;
}

static bool text_passed(struct glance *in, struct str *out)
{
    const char *from = ++in->at;
    unsigned step = TOGETHER;
    while (step == TOGETHER && in->end - in->at >= TOGETHER) {
        step = plain_of(in->at);
        in->at += step;
    }
    while (in->at < in->end && is_plain(*in->at))
        in->at++;
    *out = (struct str){ from, (size_t)(in->at - from) };
    return next_is(in, '"') && in->at++;
}

static size_t digits_passed(struct glance *in)
{
    const char *from = in->at;
    while (in->at < in->end && *in->at >= '0' && *in->at <= '9')
        in->at++;
    return (size_t)(in->at - from);
}

static bool number_passed(struct glance *in)
{
    in->at += *in->at == '-' ? 1 : 0;
    bool zero = next_is(in, '0');
    size_t whole = digits_passed(in), part = 1;
    if (next_is(in, '.')) {
        in->at++;
        part = digits_passed(in);
    }
    /* An exponent is no comma. */
    return whole > 0 && part > 0 && whole + part < DIGITS && (!zero || whole == 1);
}

static bool word_passed(struct glance *in, struct str word)
{
    bool there = (size_t)(in->end - in->at) >= word.len && memcmp(in->at, word.at, word.len) == 0;
    in->at += there ? word.len : 0;
    return there;
}

static bool object_passed(struct glance *in, unsigned level, bool metadata);

/* The value of a member. */
static bool value_passed(struct glance *in, struct str name, unsigned level, bool metadata)
{
    struct str text;
    bool top = level == 1, key = top && str_eq(name, STR("key"));
    bool mark = metadata && (str_eq(name, STR("is_error")) || str_eq(name, STR("is_warning")));
    in->valued = in->valued || (top && str_eq(name, STR("value")));
    if (in->at == in->end)
        return false;
    switch (*in->at) {
    case '"':
        if (!text_passed(in, &text))
            return false;
        in->key = key ? text : in->key;
        return true;
    case '{':
        return level < LEVELS && object_passed(in, level + 1, top && str_eq(name, STR("metadata")));
    case 'f':
        return word_passed(in, STR("false"));
    case 'n':
        return word_passed(in, STR("null"));
    case 't':
        in->marked = in->marked || mark;
        return word_passed(in, STR("true"));
    default:
        return number_passed(in);
    }
}

static bool is_new(const struct str *name, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (name[i].len == name[count].len &&
            memcmp(name[i].at, name[count].at, name[count].len) == 0)
            return false;
    return true;
}

static bool object_passed(struct glance *in, unsigned level, bool metadata)
{
    struct str name[MEMBERS];
    size_t count = 0;
    in->at++;
    skip_blanks(in);
    if (next_is(in, '}'))
        return in->at++;
    for (; count < MEMBERS; count++) {
        if (!next_is(in, '"') || !text_passed(in, &name[count]) || !is_new(name, count))
            return false;
        skip_blanks(in);
        if (!next_is(in, ':'))
            return false;
        in->at++;
        skip_blanks(in);
        if (!value_passed(in, name[count], level, metadata))
            return false;
        skip_blanks(in);
        if (next_is(in, '}'))
            return in->at++;
        if (!next_is(in, ','))
            return false;
        in->at++;
        skip_blanks(in);
    }
    return false;
}

bool mllog_glance(struct str json, const struct limits *limits, struct str *key)
{
    struct glance in = { .at = json.at, .end = json.at + json.len };
    if (json.len == 0 || (limits && limits->depth > 0 && limits->depth < LEVELS))
        return false;
    skip_blanks(&in);
    if (!next_is(&in, '{') || !object_passed(&in, 1, false))
        return false;
    skip_blanks(&in);
    *key = in.key;
    return in.at == in.end && in.key.at && in.valued && !in.marked;
}
