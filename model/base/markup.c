/* markup.c - HTML (WHATWG HTML, section 13.3), SVG and XML 1.0 text, one element at a time. */
#include "base/markup.h"
#include "rune.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { ATTRIBUTE_MOST = 1 << 14 };

void markup_begin(struct markup *markup, struct buf *out, bool html)
{
    *markup = (struct markup){ .out = out, .html = html };
}

static bool is_void(struct str element)
{
    static const char *const names[] = { "area",  "base", "br",   "col",    "embed", "hr", "img",
                                         "input", "link", "meta", "source", "track", "wbr" };
    for (size_t i = 0; i < ARRAY_COUNT(names); i++)
        if (str_eq(element, str_from(names[i])))
            return true;
    return false;
}

static void finish_tag(struct markup *markup)
{
    if (markup->open) {
        buf_put_char(markup->out, '>');
        markup->open = false;
    }
}

void markup_open(struct markup *markup, const char *element)
{
    assert((size_t)markup->depth < ARRAY_COUNT(markup->element));
    finish_tag(markup);
    buf_put_char(markup->out, '<');
    buf_put(markup->out, str_from(element));
    markup->element[markup->depth++] = str_from(element);
    markup->open = true;
}

/* How many bytes at the front stand in markup as they are, most of any text: letters, digits and
 * most signs of ASCII. */
static size_t plain_bytes(struct str text)
{
    size_t count = 0;
    while (count < text.len && text.at[count] >= ' ' && text.at[count] <= '~' &&
           !strchr("&<>\"", text.at[count]))
        count++;
    return count;
}

/* Text between tags, or (with `quoted`) inside an attribute, where XML would turn breaks into
 * blanks. */
static void put_escaped(struct buf *out, struct str text, bool quoted)
{
    while (text.len) {
        struct str bytes;
        size_t plain = plain_bytes(text);
        buf_put(out, str_sub(text, 0, plain));
        text = str_sub(text, plain, text.len);
        if (text.len == 0)
            return;
        uint32_t rune = rune_next(&text, &bytes);
        if (rune == '&')
            buf_put(out, STR("&amp;"));
        else if (rune == '<')
            buf_put(out, STR("&lt;"));
        else if (rune == '>')
            buf_put(out, STR("&gt;"));
        else if (rune == '"' && quoted)
            buf_put(out, STR("&quot;"));
        else if (rune == '\t' || rune == '\n')
            if (quoted)
                buf_putf(out, "&#%u;", rune);
            else
                buf_put(out, bytes);
        else if (rune_hidden(rune))
            buf_put_escape(out, rune, bytes);
        else
            buf_put(out, bytes);
    }
}

void markup_attribute(struct markup *markup, const char *name, struct str value)
{
    assert(markup->open);
    buf_put_char(markup->out, ' ');
    buf_put(markup->out, str_from(name));
    buf_put(markup->out, STR("=\""));
    put_escaped(markup->out, value, true);
    buf_put_char(markup->out, '"');
}

void markup_attributef(struct markup *markup, const char *name, const char *format, ...)
{
    char text[ATTRIBUTE_MOST];
    va_list arguments;
    va_start(arguments, format);
    int len = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    assert(len >= 0 && (size_t)len < sizeof text);
    markup_attribute(markup, name, (struct str){ text, (size_t)len });
}

void markup_text(struct markup *markup, struct str text)
{
    if (text.len) {
        finish_tag(markup);
        put_escaped(markup->out, text, false);
    }
}

void markup_raw(struct markup *markup, struct str text)
{
    if (text.len) {
        finish_tag(markup);
        buf_put(markup->out, text);
    }
}

void markup_close(struct markup *markup)
{
    assert(markup->depth > 0);
    struct str element = markup->element[--markup->depth];
    if (markup->open && !markup->html) {
        buf_put(markup->out, STR("/>"));
        markup->open = false;
        return;
    }
    bool empty = markup->open;
    finish_tag(markup);
    if (markup->html && is_void(element)) {
        assert(empty);
        return;
    }
    buf_put(markup->out, STR("</"));
    buf_put(markup->out, element);
    buf_put_char(markup->out, '>');
}

void markup_put_text(struct buf *out, struct str text)
{
    put_escaped(out, text, false);
}
