/* json_out.c - JSON written in the caller's order: two-space indent, LF. */
#include "base/json.h"
#include "rune.h"

#include <assert.h>

void json_put_string(struct buf *out, struct str text)
{
    static const char shorthand[] = { ['\b'] = 'b', ['\f'] = 'f', ['\n'] = 'n', ['\r'] = 'r',
                                      ['\t'] = 't', ['"'] = '"',  ['\\'] = '\\' };
    buf_put_char(out, '"');
    while (text.len) {
        struct str bytes;
        uint32_t rune = rune_next(&text, &bytes);
        if (rune == RUNE_BAD) {
            buf_put(out, STR("\uFFFD"));
        } else if (rune < sizeof shorthand && shorthand[rune]) {
            buf_put_char(out, '\\');
            buf_put_char(out, shorthand[rune]);
        } else if (rune < 0x20) {
            buf_putf(out, "\\u%04x", rune);
        } else {
            buf_put(out, bytes);
        }
    }
    buf_put_char(out, '"');
}

void json_begin(struct json_out *json, struct buf *out)
{
    *json = (struct json_out){ .out = out, .first = true };
}

static void indent(struct json_out *json)
{
    buf_put_char(json->out, '\n');
    for (int i = 0; i < json->depth; i++) {
        buf_put(json->out, STR("  "));
    }
}

/* Comma, line break and name before a value. */
static void lead(struct json_out *json, struct str name)
{
    if (json->depth == 0) {
        assert(json->first); /* one value only */
        json->first = false;
        return;
    }
    if (!json->first) {
        buf_put_char(json->out, ',');
    }
    indent(json);
    json->first = false;
    if (json->bracket[json->depth - 1]) {
        json_put_string(json->out, name);
        buf_put(json->out, STR(": "));
    }
}

void json_open(struct json_out *json, struct str name, char bracket)
{
    assert((bracket == '{' || bracket == '[') && (size_t)json->depth < ARRAY_COUNT(json->bracket));
    lead(json, name);
    buf_put_char(json->out, bracket);
    json->bracket[json->depth++] = bracket == '{';
    json->first = true;
}

void json_text(struct json_out *json, struct str name, struct str value)
{
    lead(json, name);
    json_put_string(json->out, value);
}

void json_number(struct json_out *json, struct str name, struct str literal)
{
    lead(json, name);
    buf_put(json->out, literal);
}

void json_integer(struct json_out *json, struct str name, int64_t value)
{
    lead(json, name);
    buf_putf(json->out, "%lld", (long long)value);
}

void json_bool(struct json_out *json, struct str name, bool value)
{
    lead(json, name);
    buf_put(json->out, value ? STR("true") : STR("false"));
}

void json_close(struct json_out *json)
{
    assert(json->depth > 0);
    bool empty = json->first;
    json->depth--;
    if (!empty) {
        indent(json);
    }
    buf_put_char(json->out, json->bracket[json->depth] ? '}' : ']');
    json->first = false;
    if (json->depth == 0) {
        buf_put_char(json->out, '\n');
    }
}
