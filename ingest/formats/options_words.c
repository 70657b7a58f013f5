/* options_words.c - a command line in words, as a POSIX shell parts them (blanks, quotes,
 * backslash); a word that begins with a brace or bracket reaches to its partner, since a list of
 * arguments may come without its quotes. Nothing is expanded. */
#include "options_words.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Where the partner of the bracket at `from` stands, one behind it; the end where it has none. */
static size_t bracket_end(struct str text, size_t from)
{
    size_t depth = 0;
    for (size_t i = from; i < text.len; i++) {
        char c = text.at[i];
        depth += c == '{' || c == '[';
        if ((c == '}' || c == ']') && --depth == 0)
            return i + 1;
    }
    return text.len;
}

/* One word from `at` on, which is no blank; moves `at` behind it. */
static struct str word_take(struct reading *reading, struct str text, size_t *at)
{
    struct buf out = buf_new(reading->scratch, text.len + 1);
    char quote = 0;
    if (text.at[*at] == '{' || text.at[*at] == '[') {
        size_t from = *at;
        *at = bracket_end(text, from);
        return str_sub(text, from, *at);
    }
    for (; *at < text.len && (quote || !is_blank(text.at[*at])); (*at)++) {
        char c = text.at[*at];
        if (quote ? c == quote : c == '"' || c == '\'') {
            quote = (char)(quote ? '\0' : c);
        } else if (c == '\\' && quote != '\'' && *at + 1 < text.len) {
            (*at)++;
            if (text.at[*at] != '\n')
                buf_put_char(&out, text.at[*at]);
        } else {
            buf_put_char(&out, c);
        }
    }
    return buf_str(&out);
}

/* The words up to the next command of the line. */
void words_of(struct reading *reading, struct str text, struct words *out)
{
    size_t at = 0;
    out->count = 0;
    while (out->count < WORDS_MOST) {
        while (at < text.len &&
               (is_blank(text.at[at]) ||
                (text.at[at] == '\\' && at + 1 < text.len && is_blank(text.at[at + 1]))))
            at++;
        if (at >= text.len)
            return;
        out->item[out->count++] = word_take(reading, text, &at);
    }
}

bool ends_command(struct str word)
{
    return str_eq(word, STR("&&")) || str_eq(word, STR(";")) || str_eq(word, STR("|")) ||
           str_eq(word, STR("&")) || str_starts(word, STR(">")) || str_starts(word, STR("2>"));
}
