/* tokens.c - words of content streams. Comments and escaped names are refused: our writer makes
 * none, and readers differ in what ends them. */
#include "tokens.h"
#include "base/num.h"

#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == 0;
}

static bool is_regular(char c)
{
    return !is_blank(c) && !strchr("()<>[]{}/%", c);
}

static void take(struct str *rest, size_t count)
{
    *rest = str_sub(*rest, count, rest->len);
}

static int digit_of(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

static struct token bad(struct str *rest)
{
    *rest = (struct str){ 0 };
    return (struct token){ .type = TOKEN_BAD };
}

/* <68656c6c6f>; an odd digit at the end stands for itself and a zero. */
static struct token hex_string(struct arena *home, struct str *rest)
{
    size_t end = str_find(*rest, STR(">"));
    if (end == SIZE_MAX)
        return bad(rest);
    char *out = ARENA_MANY(home, end / 2 + 2, char);
    size_t count = 0;
    for (size_t i = 1; i < end; i++) {
        int digit = digit_of(rest->at[i]);
        if (is_blank(rest->at[i]))
            continue;
        if (digit < 0)
            return bad(rest);
        unsigned before = count % 2 == 0 ? 0U : (unsigned char)out[count / 2];
        out[count / 2] = (char)(count % 2 == 0 ? (unsigned)digit << 4 : before | (unsigned)digit);
        count++;
    }
    take(rest, end + 1);
    return (struct token){ .type = TOKEN_STRING, .text = { out, (count + 1) / 2 } };
}

/* What stands behind a backslash; `*at` is moved behind it. A line end says nothing: -1. */
static int escaped(struct str text, size_t *at)
{
    static const char letter[] = "nrtbf";
    static const char meant[] = "\n\r\t\b\f";
    char c = text.at[(*at)++];
    if (c == '\r' || c == '\n') {
        *at += c == '\r' && *at < text.len && text.at[*at] == '\n';
        return -1;
    }
    if (c < '0' || c > '7') {
        const char *found = c != 0 ? strchr(letter, c) : NULL;
        return (unsigned char)(found ? meant[found - letter] : c);
    }
    int value = c - '0';
    for (int i = 0; i < 2 && *at < text.len && text.at[*at] >= '0' && text.at[*at] <= '7'; i++)
        value = value * 8 + (text.at[(*at)++] - '0');
    return value & 255;
}

static struct token plain_string(struct arena *home, struct str *rest)
{
    struct buf out = buf_new(home, rest->len + 1);
    size_t at = 1;
    int depth = 1;
    while (at < rest->len) {
        char c = rest->at[at++];
        int value = (unsigned char)c;
        if (c == '\\' && at < rest->len)
            value = escaped(*rest, &at);
        else if (c == '(' || c == ')')
            depth += c == '(' ? 1 : -1;
        if (depth == 0) {
            take(rest, at);
            return (struct token){ .type = TOKEN_STRING, .text = buf_str(&out) };
        }
        if (value >= 0)
            buf_put_char(&out, (char)value);
    }
    return bad(rest);
}

static struct token word(struct arena *home, struct str *rest)
{
    size_t end = rest->at[0] == '/' ? 1 : 0;
    while (end < rest->len && is_regular(rest->at[end]))
        end++;
    struct token token = { .type = TOKEN_WORD, .text = str_sub(*rest, 0, end) };
    bool name = rest->at[0] == '/';
    if (end == 0 || (name && memchr(rest->at, '#', end)))
        return bad(rest);
    take(rest, end);
    if (name) {
        token.type = TOKEN_NAME;
        token.text = str_sub(token.text, 1, end);
        return token;
    }
    /* "-.5", "5." and "+5" are numbers in PDF and not in JSON. */
    struct str digits = token.text;
    bool minus = digits.at[0] == '-';
    digits = str_sub(digits, minus || digits.at[0] == '+' ? 1 : 0, digits.len);
    if (digits.len > 0 && strchr("0123456789.", digits.at[0])) {
        bool point_last = str_ends(digits, STR("."));
        struct str text = str_format(home, "%s%.*s%s", digits.at[0] == '.' ? "0" : "",
                                     STR_ARG(digits), point_last ? "0" : "");
        if (digits.len > 40 || !num_real(text, &token.number))
            return bad(rest);
        token.number = minus ? -token.number : token.number;
        token.type = TOKEN_NUMBER;
    }
    return token;
}

struct token token_next(struct arena *home, struct str *rest)
{
    while (rest->len > 0 && is_blank(rest->at[0]))
        take(rest, 1);
    if (rest->len == 0)
        return (struct token){ .type = TOKEN_END };
    bool twice = rest->len > 1 && rest->at[1] == rest->at[0];
    struct token token = { 0 };
    switch (rest->at[0]) {
    case '(':
        return plain_string(home, rest);
    case '<':
        if (!twice)
            return hex_string(home, rest);
        token.type = TOKEN_DICTIONARY;
        break;
    case '>':
        if (!twice)
            return bad(rest);
        token.type = TOKEN_DICTIONARY_END;
        break;
    case '[':
        token.type = TOKEN_ARRAY;
        break;
    case ']':
        token.type = TOKEN_ARRAY_END;
        break;
    default:
        return word(home, rest);
    }
    take(rest, token.type == TOKEN_DICTIONARY || token.type == TOKEN_DICTIONARY_END ? 2 : 1);
    return token;
}
