/* options_dictionary.c - an option that takes a dictionary, in one writing whatever the command or
 * the file had: JSON without blanks, its members in byte order. */
#include "options_parts.h"

#include <glib.h>

enum { MEMBERS_MOST = 64 };

static int text_order(const void *left, const void *right, void *unused)
{
    (void)unused;
    return str_order(*(const struct str *)left, *(const struct str *)right);
}

/* Where the member that begins at `at` ends: at a comma that stands in no bracket and no quotes. */
static size_t member_end(struct str text, size_t at)
{
    size_t depth = 0;
    char quote = 0;
    for (; at < text.len; at++) {
        char c = text.at[at];
        if (quote) {
            at += c == '\\' ? 1 : 0;
            quote = (char)(c == quote ? '\0' : quote);
        } else if (c == '"') {
            quote = c;
        } else if (c == '{' || c == '[') {
            depth++;
        } else if (c == '}' || c == ']') {
            depth -= depth > 0;
        } else if (c == ',' && depth == 0) {
            return at;
        }
    }
    return text.len;
}

static struct str sorted(struct reading *reading, struct str text)
{
    struct str member[MEMBERS_MOST];
    size_t count = 0, at = 1;
    struct str within = str_sub(text, 0, text.len - 1);
    while (at < within.len) {
        size_t end = member_end(within, at);
        if (count == MEMBERS_MOST)
            return text;
        member[count++] = str_sub(within, at, end);
        at = end + 1;
    }
    if (count > 1)
        g_qsort_with_data(member, (gint)count, sizeof *member, text_order, NULL);
    struct buf out = buf_new(reading->home, text.len + 1);
    buf_put_char(&out, '{');
    for (size_t i = 0; i < count; i++)
        buf_putf(&out, "%s%.*s", i > 0 ? "," : "", STR_ARG(member[i]));
    buf_put_char(&out, '}');
    return buf_str(&out);
}

struct str dictionary_of(struct reading *reading, struct str value)
{
    struct buf out = buf_new(reading->home, value.len + 1);
    if (value.len < 2 || value.at[0] != '{' || value.at[value.len - 1] != '}')
        return value;
    for (size_t i = 0; i < value.len; i++)
        if (value.at[i] != ' ')
            buf_put_char(&out, (char)(value.at[i] == '\'' ? '"' : value.at[i]));
    return sorted(reading, buf_str(&out));
}

struct str dictionary_with(struct reading *reading, struct str dictionary, struct str name,
                           struct str value)
{
    double number;
    bool bare = num_real(value, &number) || str_eq(value, STR("true")) ||
                str_eq(value, STR("false")) || (value.len > 0 && value.at[0] == '{');
    const char *quote = bare ? "" : "\"";
    bool has = dictionary.len > 2 && dictionary.at[0] == '{';
    struct str before = has ? str_sub(dictionary, 1, dictionary.len - 1) : (struct str){ 0 };
    return dictionary_of(reading,
                         str_format(reading->scratch, "{%.*s%s\"%.*s\":%s%.*s%s}", STR_ARG(before),
                                    has ? "," : "", STR_ARG(name), quote, STR_ARG(value), quote));
}
