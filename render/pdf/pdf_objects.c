/* pdf_objects.c - reads the objects of Cairo's file, and makes new ones. */
#include "pdf_objects.h"

#include <string.h>

enum { DEPTH_MOST = 64, OBJECTS_MOST = 4000000, ENTRY = 20 };

struct reading {
    struct pdf_objects *objects;
    struct str bytes;
    size_t at;
};

static struct pdf_value *value_read(struct reading *reading, int depth);

static void *fail(struct pdf_objects *objects, const char *trouble)
{
    if (!objects->trouble)
        objects->trouble = trouble;
    return NULL;
}

/* ---- tokens ---- */

static bool is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == '\0';
}

static bool ends_word(char c)
{
    return is_space(c) || strchr("()<>[]{}/%", c);
}

static char peek(const struct reading *reading, size_t ahead)
{
    size_t at = reading->at + ahead;
    if (at < reading->bytes.len)
        return reading->bytes.at[at];
    return '\0';
}

/* Blanks and comments, which Cairo writes behind the type of a page. */
static void spaces_pass(struct reading *reading)
{
    bool comment = false;
    for (; reading->at < reading->bytes.len; reading->at++) {
        char c = reading->bytes.at[reading->at];
        comment = (comment || c == '%') && c != '\n' && c != '\r';
        if (!comment && !is_space(c))
            break;
    }
}

static struct str word_read(struct reading *reading)
{
    size_t from = reading->at;
    while (reading->at < reading->bytes.len &&
           (reading->at == from || !ends_word(reading->bytes.at[reading->at])))
        reading->at++;
    return str_sub(reading->bytes, from, reading->at);
}

static bool word_is(struct reading *reading, struct str word)
{
    spaces_pass(reading);
    if (!str_eq(str_sub(reading->bytes, reading->at, reading->at + word.len), word))
        return false;
    reading->at += word.len;
    return true;
}

/* A whole number without a sign; SIZE_MAX: none. */
static size_t number_of(struct str word)
{
    size_t number = 0;
    for (size_t i = 0; i < word.len; i++) {
        if (word.at[i] < '0' || word.at[i] > '9' || i == 15)
            return SIZE_MAX;
        number = number * 10 + (size_t)(word.at[i] - '0');
    }
    return word.len > 0 ? number : SIZE_MAX;
}

static int hex_of(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

static struct pdf_value *hex_read(struct reading *reading)
{
    size_t end = str_find(str_sub(reading->bytes, reading->at, reading->bytes.len), STR(">"));
    if (end == SIZE_MAX)
        return fail(reading->objects, "a string without an end");
    char *at = ARENA_MANY(reading->objects->home, end / 2 + 1, char);
    size_t digits = 0;
    for (size_t i = reading->at + 1; i < reading->at + end; i++) {
        int digit = hex_of(reading->bytes.at[i]);
        if (digit < 0 && !is_space(reading->bytes.at[i]))
            return fail(reading->objects, "a string of other than hexadecimal digits");
        if (digit >= 0) {
            at[digits / 2] = (char)(at[digits / 2] | (digits % 2 == 0 ? digit << 4 : digit));
            digits++;
        }
    }
    reading->at += end + 1;
    struct pdf_value *value = pdf_new(reading->objects, PDF_STRING);
    value->text = (struct str){ at, (digits + 1) / 2 };
    return value;
}

/* What stands behind a backslash. */
static void escape_read(struct reading *reading, struct buf *out)
{
    static const char name[] = "nrtbf", meant[] = "\n\r\t\b\f";
    char c = peek(reading, 0);
    const char *found = c ? strchr(name, c) : NULL;
    reading->at++;
    if (found) {
        buf_put_char(out, meant[found - name]);
    } else if (c >= '0' && c <= '7') {
        int byte = c - '0';
        for (int i = 0; i < 2 && peek(reading, 0) >= '0' && peek(reading, 0) <= '7'; i++)
            byte = byte * 8 + (reading->bytes.at[reading->at++] - '0');
        buf_put_char(out, (char)byte);
    } else if (c != '\n') {
        buf_put_char(out, c);
    }
}

static struct pdf_value *literal_read(struct reading *reading)
{
    struct buf out = buf_new(reading->objects->home, (size_t)1 << 24);
    int depth = 1;
    for (reading->at++; reading->at < reading->bytes.len;) {
        char c = reading->bytes.at[reading->at++];
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (depth == 0) {
            struct pdf_value *value = pdf_new(reading->objects, PDF_STRING);
            value->text = buf_str(&out);
            return out.full ? fail(reading->objects, "a string of more than 16 MiB") : value;
        }
        if (c == '\\')
            escape_read(reading, &out);
        else
            buf_put_char(&out, c);
    }
    return fail(reading->objects, "a string without an end");
}

/* ---- values ---- */

static struct pdf_value *array_read(struct reading *reading, int depth)
{
    struct pdf_value *array = pdf_new(reading->objects, PDF_ARRAY);
    reading->at++;
    while (!word_is(reading, STR("]"))) {
        struct pdf_value *item = value_read(reading, depth + 1);
        if (!item)
            return NULL;
        pdf_append(reading->objects, array, item);
    }
    return array;
}

static struct pdf_value *dict_read(struct reading *reading, int depth)
{
    struct pdf_value *dict = pdf_new(reading->objects, PDF_DICT);
    reading->at += 2;
    while (!word_is(reading, STR(">>"))) {
        if (peek(reading, 0) != '/')
            return fail(reading->objects, "a dictionary without an end");
        struct str key = word_read(reading);
        struct pdf_value *value = value_read(reading, depth + 1);
        if (!value)
            return NULL;
        pdf_set(reading->objects, dict, key, value);
    }
    return dict;
}

/* One that was met before or else is made: most are the same few, and nobody changes them. */
static struct pdf_value *constant(struct pdf_objects *objects, enum pdf_kind kind, struct str text,
                                  uint32_t number)
{
    uint32_t hash = number;
    for (size_t i = 0; i < text.len; i++)
        hash = hash * 31 + (unsigned char)text.at[i];
    struct pdf_value **known = &objects->known[hash % ARRAY_COUNT(objects->known)];
    if (!pdf_is(*known, kind) || (*known)->number != number || !str_eq((*known)->text, text)) {
        *known = pdf_new(objects, kind);
        (*known)->number = number;
        (*known)->text = text;
    }
    return *known;
}

/* A number, or a reference, which begins with two of them. */
static struct pdf_value *word_or_reference(struct reading *reading)
{
    struct str word = word_read(reading);
    size_t number = number_of(word);
    struct reading ahead = *reading;
    if (number == SIZE_MAX || number == 0 || !word_is(&ahead, STR("0")) ||
        !is_space(peek(&ahead, 0)) || !word_is(&ahead, STR("R")) || !ends_word(peek(&ahead, 0)))
        return constant(reading->objects, PDF_WORD, word, 0);
    *reading = ahead;
    if (number >= reading->objects->count)
        return fail(reading->objects, "a reference to no object");
    return constant(reading->objects, PDF_REF, (struct str){ 0 }, (uint32_t)number);
}

static struct pdf_value *value_read(struct reading *reading, int depth)
{
    spaces_pass(reading);
    if (depth > DEPTH_MOST || reading->at >= reading->bytes.len)
        return fail(reading->objects, "a value without an end, or nested too deep");
    switch (peek(reading, 0)) {
    case '<':
        return peek(reading, 1) == '<' ? dict_read(reading, depth) : hex_read(reading);
    case '(':
        return literal_read(reading);
    case '[':
        return array_read(reading, depth);
    case ')':
    case '>':
    case ']':
    case '{':
    case '}':
    case '%':
        return fail(reading->objects, "a value that Cairo does not write");
    default:
        return word_or_reference(reading);
    }
}

/* ---- objects ---- */

static bool stream_read(struct reading *reading, struct pdf_value *dict)
{
    size_t size = pdf_whole(pdf_get(reading->objects, dict, STR("/Length")));
    reading->at += peek(reading, 0) == '\r' ? 1 : 0;
    reading->at += peek(reading, 0) == '\n' ? 1 : 0;
    if (size == SIZE_MAX || size > reading->bytes.len - reading->at)
        return false;
    dict->streamed = true;
    dict->text = str_sub(reading->bytes, reading->at, reading->at + size);
    reading->at += size;
    return word_is(reading, STR("endstream"));
}

/* Read at most once: a length stands in an object of its own, which may come later. */
static struct pdf_value *object_at(struct pdf_objects *objects, size_t number)
{
    if (objects->object[number] || number >= objects->placed || objects->place[number] == 0)
        return objects->object[number];
    struct reading reading = { .objects = objects,
                               .bytes = objects->file,
                               .at = objects->place[number] };
    if (number_of(word_read(&reading)) != number || !word_is(&reading, STR("0")) ||
        !word_is(&reading, STR("obj")))
        return fail(objects, "no object where the table says one");
    struct pdf_value *value = value_read(&reading, 0);
    if (!value)
        return NULL;
    objects->object[number] = value;
    if (value->kind == PDF_DICT && word_is(&reading, STR("stream")) &&
        !stream_read(&reading, value))
        return fail(objects, "a stream of another length than it states");
    return word_is(&reading, STR("endobj")) ? value : fail(objects, "an object without an end");
}

static bool table_read(struct pdf_objects *objects)
{
    static const struct str mark = STR_INIT("startxref");
    size_t at = objects->file.len > 64 ? objects->file.len - 64 : 0;
    size_t found = str_find(str_sub(objects->file, at, objects->file.len), mark);
    if (found == SIZE_MAX)
        return false;
    struct reading reading = { .objects = objects,
                               .bytes = objects->file,
                               .at = at + found + mark.len };
    spaces_pass(&reading);
    reading.at = number_of(word_read(&reading));
    if (reading.at >= objects->file.len || !word_is(&reading, STR("xref")) ||
        !word_is(&reading, STR("0 ")))
        return false;
    size_t count = number_of(word_read(&reading));
    spaces_pass(&reading);
    if (count < 2 || count > OBJECTS_MOST || count > (objects->file.len - reading.at) / ENTRY)
        return false;
    size_t *place = ARENA_MANY(objects->home, count, size_t);
    for (size_t i = 0; i < count; i++) {
        struct str entry =
            str_sub(objects->file, reading.at + i * ENTRY, reading.at + (i + 1) * ENTRY);
        if (entry.at[17] == 'n' &&
            (place[i] = number_of(str_sub(entry, 0, 10))) >= objects->file.len)
            return false;
    }
    objects->place = place;
    objects->count = objects->room = objects->placed = count;
    objects->object = ARENA_MANY(objects->home, count, struct pdf_value *);
    reading.at += count * ENTRY;
    if (!word_is(&reading, STR("trailer")))
        return false;
    objects->trailer = value_read(&reading, 0);
    return pdf_is(objects->trailer, PDF_DICT);
}

bool pdf_objects_read(struct arena *home, struct str file, struct pdf_objects *out)
{
    *out = (struct pdf_objects){ .home = home, .file = file };
    if (!str_starts(file, STR("%PDF-1.")) || !table_read(out))
        (void)fail(out, "drawn file not readable");
    for (size_t i = 1; i < out->count && !out->trouble; i++)
        (void)object_at(out, i);
    return !out->trouble;
}

struct pdf_value *pdf_meant(struct pdf_objects *objects, struct pdf_value *value)
{
    /* While the file is read, an object may stand behind what refers to it. */
    for (int i = 0; pdf_is(value, PDF_REF) && i < DEPTH_MOST; i++)
        value = object_at(objects, value->number);
    return pdf_is(value, PDF_REF) ? NULL : value;
}

struct pdf_value *pdf_get(struct pdf_objects *objects, const struct pdf_value *dict, struct str key)
{
    return pdf_meant(objects, pdf_at(dict, key));
}

size_t pdf_whole(const struct pdf_value *value)
{
    return pdf_is(value, PDF_WORD) ? number_of(value->text) : SIZE_MAX;
}

struct pdf_value *pdf_parsed(struct pdf_objects *objects, const char *syntax)
{
    struct reading reading = { .objects = objects, .bytes = str_from(syntax) };
    return value_read(&reading, 0);
}
