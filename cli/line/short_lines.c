/* short_lines.c - lines of 100 columns. */
#include "short_lines.h"
#include "output.h"
#include <glib.h>
#include <string.h>

size_t short_bytes(struct str text, size_t most)
{
    size_t at = 0, count = 0;
    while (at < text.len) {
        bool starts = ((unsigned char)text.at[at] & 0xC0) != 0x80;
        if (starts && count == most)
            return at;
        count += starts;
        at++;
    }
    return at;
}

void short_cut(struct buf *out, struct str text, size_t most)
{
    enum { LOOKED = 4000 };
    struct buf seen = buf_new(out->home, (size_t)1 << 16);
    buf_put_visible(&seen, str_sub(text, 0, LOOKED));
    struct str whole = buf_str(&seen);
    bool cut = output_columns(whole) > most;
    buf_put(out, cut ? str_sub(whole, 0, short_bytes(whole, most - 3)) : whole);
    buf_put(out, cut ? STR("...") : STR(""));
}

void short_line(struct buf *out, struct str text)
{
    while (text.len > 0 && text.at[text.len - 1] == ' ')
        text = str_sub(text, 0, text.len - 1);
    if (output_columns(text) > SHORT_WIDTH) {
        buf_put(out, str_sub(text, 0, short_bytes(text, SHORT_WIDTH - 3)));
        buf_put(out, STR("..."));
    } else {
        buf_put(out, text);
    }
    buf_put_char(out, '\n');
}

void short_wrap(struct buf *out, struct str text, size_t indent)
{
    output_words(out, text, SHORT_WIDTH, indent, 0);
}

void short_command(struct buf *out, struct str text)
{
    buf_put(out, text);
    buf_put_char(out, '\n');
}

void short_pad(struct buf *out, struct str text, size_t width)
{
    buf_put(out, text);
    for (size_t i = output_columns(text); i < width; i++)
        buf_put_char(out, ' ');
}

void short_quoted(struct buf *out, struct str text)
{
    bool plain = text.len > 0;
    for (size_t i = 0; i < text.len; i++)
        plain = plain && (g_ascii_isalnum(text.at[i]) || strchr("._-/+=:@,", text.at[i]));
    if (plain) {
        buf_put(out, text);
        return;
    }
    buf_put_char(out, '\'');
    for (size_t i = 0; i < text.len; i++)
        buf_put(out, text.at[i] == '\'' ? STR("'\\''") : str_sub(text, i, i + 1));
    buf_put_char(out, '\'');
}
