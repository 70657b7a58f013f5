/* walk_json.c - field tables over JSON (pointers: RFC 6901, relative to an item). */
#include "json_ahead.h"
#include "reading.h"
#include "sniff.h"

static unsigned allowances(const struct reading *reading)
{
    return reading->adapter ? reading->adapter->allows : 0;
}

static struct json_cursor cursor_of(const struct reading *reading)
{
    /* A person's own file is read strictly; what a tool left, as tools write it. */
    bool own = !reading->adapter || reading->adapter->by_hand;
    return (struct json_cursor){ .allow = (own ? 0U : (unsigned)JSON_NONFINITE | JSON_STRAY) |
                                          (allowances(reading) & ALLOW_TWICE ? JSON_TWICE : 0U) };
}

/* base reads the text as it was decoded: what it says gets the stored bytes' places. */
static bool cursor_read(struct reading *reading, struct json_cursor *cursor, struct json **out)
{
    if (reading->encoding == ENCODING_UTF8) {
        return json_read_next(reading->scratch, reading->name, reading->bytes, cursor,
                              reading->limits, out, reading->diags);
    }
    struct diags *own = diags_new(reading->scratch);
    bool good = json_read_next(reading->scratch, reading->name, reading->bytes, cursor,
                               reading->limits, out, own);
    for (const struct diag *diag = diags_first(own); diag; diag = diag->next) {
        struct place place = diag->place;
        place.offset = reading_offset(reading, place.offset);
        diag_add(reading->diags, diag->id, place, diag->expected, "%.*s", STR_ARG(diag->said));
    }
    return good;
}

/* Text beside the value, noted by its first line. */
static void note_beside(struct reading *reading, size_t from)
{
    struct str rest = str_sub(reading->bytes, from, reading->bytes.len), line = { 0 };
    (void)str_cut(&rest, '\n', &line);
    reading_error(reading, DIAG_TEXT_BESIDE, place_at(reading, from), STR(""), str_trim(line));
}

void reading_beside(struct reading *reading, size_t from, size_t to)
{
    enum { REMARKS_MOST = 16 };
    struct lines lines;
    struct line line;
    unsigned count = 0;
    lines_begin(&lines, str_sub(reading->bytes, 0, to));
    while (count < REMARKS_MOST && lines_next(&lines, &line)) {
        struct str text = str_trim(line.text);
        if (line.offset + line.text.len > from && text.len && str_is_utf8(text)) {
            (void)reading_fact(reading, KEY_RESULT_REMARK,
                               str_format(reading->scratch, "line %u", line.number), text,
                               UNIT_NONE, line_place(reading, &line, text));
            count++;
        }
    }
}

/* Moves the cursor over lines of other text. */
static void lead_skip(struct reading *reading, struct json_cursor *cursor)
{
    size_t begin = reading->begin;
    if (begin == 0 && allowances(reading) & ALLOW_LEAD)
        begin = json_lead(reading->bytes);
    if (begin == 0 || begin == SIZE_MAX)
        return;
    struct place place = place_at(reading, begin);
    note_beside(reading, 0);
    if (reading->begin)
        reading_beside(reading, 0, begin);
    cursor->at = begin;
    cursor->line = place.line;
    cursor->column = place.column;
}

/* Lines of other text behind the value's own, as a tool's second stream leaves them; no other
 * value among them, of which nobody could say which counts. */
static bool is_chatter(const struct reading *reading, size_t at)
{
    struct str rest = str_sub(reading->bytes, at, reading->bytes.len), line;
    bool own_line = at > 0 && reading->bytes.at[at - 1] == '\n';
    if (!reading->adapter || reading->adapter->by_hand)
        return false;
    if (!own_line) {
        (void)str_cut(&rest, '\n', &line);
        own_line = str_trim(line).len == 0;
    }
    return own_line && json_lead(rest) == SIZE_MAX;
}

bool reading_json(struct reading *reading, struct json **out)
{
    return reading_json_walk(reading, NULL, out);
}

/* The same of a text that is decoded meanwhile: what is wrong with the file's compression comes
 * before anything that its content would say. */
static bool cursor_feed(struct reading *reading, struct json_cursor *cursor, struct json **out)
{
    struct diags *diags = reading->diags, *own = diags_new(reading->scratch);
    struct place place = { .file = reading->evidence->name };
    cursor->feed = reading->feed;
    reading->diags = own;
    bool good = cursor_read(reading, cursor, out);
    reading->diags = diags;
    reading->feed_over = true;
    if (!feed_end(reading->feed, good, place, &reading->bytes, diags))
        return false;
    diags_join(diags, own);
    return good;
}

bool reading_json_walk(struct reading *reading, const struct json_walk *walk, struct json **out)
{
    struct json_cursor cursor = cursor_of(reading);
    cursor.alone = true;
    cursor.walk = walk;
    lead_skip(reading, &cursor);
    struct json_ahead *ahead = walk && json_ahead_fits(reading) ? json_ahead_new(walk) : NULL;
    if (ahead)
        cursor.walk = json_ahead_walk(ahead, reading->scratch);
    bool good = (reading->feed ? cursor_feed : cursor_read)(reading, &cursor, out);
    json_ahead_free(ahead);
    if (!good)
        return false;
    if (cursor.at == reading->bytes.len)
        return true;
    if (is_chatter(reading, cursor.at)) {
        note_beside(reading, cursor.at);
        reading_beside(reading, cursor.at, reading->bytes.len);
        return true;
    }
    struct str rest = str_sub(reading->bytes, cursor.at, reading->bytes.len), line = { 0 };
    (void)str_cut(&rest, '\n', &line);
    reading_error(reading, DIAG_JSON_TRAILING, place_at(reading, cursor.at), STR(""), line);
    return false;
}

void documents_begin(struct documents *documents, struct reading *reading)
{
    *documents = (struct documents){ .reading = reading, .cursor = cursor_of(reading) };
    lead_skip(reading, &documents->cursor);
}

bool documents_next(struct documents *documents, struct json **out)
{
    struct reading *reading = documents->reading;
    size_t before = documents->cursor.count;
    *out = NULL;
    file_passing(reading->bytes, documents->cursor.at, &documents->passed);
    struct json *json = NULL;
    if (cursor_read(reading, &documents->cursor, &json))
        *out = json;
    return documents->cursor.count > before;
}

/* Takes the first segment off a pointer that begins with '/'. */
static struct str segment_take(struct str *pointer)
{
    struct str rest = str_sub(*pointer, 1, pointer->len);
    size_t end = str_find(rest, STR("/"));
    struct str segment = str_sub(rest, 0, end);
    *pointer = str_sub(rest, end, rest.len);
    return segment;
}

static bool has_children(const struct json_item *item)
{
    return json_type(item) == JSON_OBJECT || json_type(item) == JSON_ARRAY;
}

/* Scalars of an array behind one another. False: an element is no scalar, or too long. */
static bool array_text(struct reading *reading, const struct json *json,
                       const struct json_item *item, struct str between, struct str *out)
{
    enum { TEXT_MOST = 1 << 16 };
    struct buf buf = buf_new(reading->scratch, TEXT_MOST);
    const struct json_item *child = json_next(item, NULL);
    for (size_t i = 0; child; child = json_next(item, child), i++) {
        if (has_children(child))
            return false;
        if (i)
            buf_put(&buf, between);
        buf_put(&buf, json_scalar(json, child));
    }
    *out = buf_str(&buf);
    return !buf.full;
}

static struct str separator_of(enum key key)
{
    if (key == KEY_METHOD_COMMAND || key == KEY_METHOD_SERVER_COMMAND ||
        key == KEY_METHOD_ARGUMENTS)
        return STR(" ");
    return vocabulary_row(key)->type == TYPE_VERSION ? STR(".") : STR(", ");
}

bool json_fact(struct reading *reading, const struct json *json, const struct json_item *item,
               struct str instance, enum key key, enum unit unit)
{
    struct str text = { 0 };
    switch (json_type(item)) {
    case JSON_NULL:
        return false;
    case JSON_ARRAY:
        if (!array_text(reading, json, item, separator_of(key), &text)) {
            reading_error(reading, DIAG_VALUE_BAD, json_place(json, item),
                          STR("an array of plain values"), STR(""));
            return false;
        }
        break;
    case JSON_OBJECT:
        reading_error(reading, DIAG_VALUE_BAD, json_place(json, item), STR("a plain value"),
                      STR(""));
        return false;
    case JSON_FALSE:
    case JSON_TRUE:
    case JSON_NUMBER:
    case JSON_STRING:
        text = json_scalar(json, item);
        break;
    }
    return reading_fact(reading, key, instance, text, unit, json_place(json, item));
}

/* One field below `item`; true when something was found. Depth is that of the pointer in our table.
 */
static bool json_field(struct reading *reading, const struct json *json,
                       const struct json_item *item, struct str pointer, struct str instance,
                       const struct field *field)
{
    while (item && pointer.len) {
        struct str segment = segment_take(&pointer);
        if (!has_children(item))
            return false;
        if (!str_eq(segment, STR("*"))) {
            item = json_step(item, segment);
            continue;
        }
        bool found = false;
        unsigned index = 0;
        const struct json_item *child = json_next(item, NULL);
        for (; child; child = json_next(item, child), index++) {
            struct str own = json_type(item) == JSON_OBJECT
                                 ? json_name(child)
                                 : str_format(reading->scratch, "%u", index);
            found = json_field(reading, json, child, pointer, own, field) || found;
        }
        return found;
    }
    if (!item || json_type(item) == JSON_NULL)
        return false;
    (void)json_fact(reading, json, item, instance, field->key, field->unit);
    return true;
}

void json_fields(struct reading *reading, const struct json *json, const struct json_item *item,
                 struct str instance, const struct field *field, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!json_field(reading, json, item, str_from(field[i].path), instance, &field[i]) &&
            field[i].required)
            reading_missing(reading, field[i].path);
}
