/* walk_text.c - field tables over "label: value" lines. */
#include "reading.h"

#include <string.h>

void lines_begin(struct lines *lines, struct str bytes)
{
    *lines = (struct lines){ .rest = bytes, .passed = bytes.at };
}

void reading_lines(struct lines *lines, struct reading *reading)
{
    lines_begin(lines, reading->bytes);
    lines->fed = reading->feed ? reading : NULL;
}

/* The line feed of the next line; NULL: the text ends without one. Of a file that is decoded
 * meanwhile, as much is waited for. */
static const char *line_feed(struct lines *lines)
{
    size_t from = 0;
    for (;;) {
        struct str rest = str_sub(lines->rest, from, lines->rest.len);
        const char *end = rest.len ? memchr(rest.at, '\n', rest.len) : NULL;
        if (end || !lines->fed || !reading_more(lines->fed))
            return end;
        from = lines->rest.len;
        lines->rest = str_sub(lines->fed->bytes, (size_t)lines->offset, lines->fed->bytes.len);
    }
}

/* Length of the line's next part: up to a carriage return that more of the line follows, or all. */
static size_t part_length(struct str line)
{
    const char *stroke = line.at ? memchr(line.at, '\r', line.len) : NULL;
    size_t at = stroke ? (size_t)(stroke - line.at) : line.len;
    return at + 1 < line.len ? at : line.len;
}

/* Lines that were given stay readable: their pages come back where they are looked at. */
static void lines_pass(struct lines *lines)
{
    enum { PIECE = 4 << 20 };
    size_t behind = lines->fed ? 0 : (size_t)(lines->rest.at - lines->passed);
    if (lines->fed)
        reading_pass(lines->fed, lines->offset, &lines->fed_passed);
    if (behind >= PIECE) {
        file_passed((struct str){ lines->passed, behind });
        lines->passed = lines->rest.at;
    }
}

bool lines_next(struct lines *lines, struct line *out)
{
    lines_pass(lines);
    const char *end = line_feed(lines);
    if (lines->rest.len == 0)
        return false;
    size_t len = end ? (size_t)(end - lines->rest.at) : lines->rest.len;
    size_t part = part_length(str_sub(lines->rest, 0, len));
    lines->number += lines->before == 0 ? 1 : 0;
    *out = (struct line){ .text = str_sub(lines->rest, 0, part),
                          .offset = lines->offset,
                          .number = lines->number,
                          .before = lines->before };
    size_t step = part < len || end ? part + 1 : part;
    lines->before = part < len ? lines->before + column_of(out->text) : 0;
    lines->rest = str_sub(lines->rest, step, lines->rest.len);
    lines->offset += step;
    if (out->text.len && out->text.at[out->text.len - 1] == '\r')
        out->text.len--;
    return true;
}

struct place line_place(struct reading *reading, const struct line *line, struct str part)
{
    enum { COUNTED_MOST = 4096 }; /* beyond it the column is looked up */
    bool inside = part.at && part.at >= line->text.at && part.at <= line->text.at + line->text.len;
    size_t within = inside ? (size_t)(part.at - line->text.at) : 0;
    if (within > COUNTED_MOST && line->offset + within <= reading->bytes.len)
        return place_at(reading, line->offset + within);
    return (struct place){ .file = reading->name,
                           .offset = line->offset + within,
                           .line = line->number,
                           .column = line->before + column_of(str_sub(line->text, 0, within)) };
}

static struct str unquoted(struct str text)
{
    if (text.len >= 2 && text.at[0] == '"' && text.at[text.len - 1] == '"')
        return str_sub(text, 1, text.len - 1);
    return text;
}

void lines_fields(struct reading *reading, char separator, bool unquote, const struct field *field,
                  size_t count)
{
    struct lines lines;
    struct line line;
    bool *seen = ARENA_MANY(reading->scratch, count, bool);
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line)) {
        struct str value = line.text, label;
        if (!str_cut(&value, separator, &label) || !value.at)
            continue;
        label = str_trim(label);
        value = str_trim(value);
        for (size_t i = 0; i < count; i++) {
            if (str_eq(label, str_from(field[i].path))) {
                struct str text = unquote ? unquoted(value) : value;
                (void)reading_fact(reading, field[i].key, STR(""), text, field[i].unit,
                                   line_place(reading, &line, text));
                seen[i] = true;
            }
        }
    }
    for (size_t i = 0; i < count; i++)
        if (field[i].required && !seen[i])
            reading_missing(reading, field[i].path);
}
