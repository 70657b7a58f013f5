/* pdf_values.c - values of PDF objects: made, looked up, changed. */
#include "pdf_objects.h"
#include "pdf_own.h"

bool pdf_is(const struct pdf_value *value, enum pdf_kind kind)
{
    return value && value->kind == kind;
}

bool pdf_is_word(const struct pdf_value *value, struct str word)
{
    return pdf_is(value, PDF_WORD) && str_eq(value->text, word);
}

struct pdf_value *pdf_at(const struct pdf_value *dict, struct str key)
{
    for (size_t i = 0; pdf_is(dict, PDF_DICT) && i < dict->count; i++)
        if (str_eq(dict->entry[i].key, key))
            return dict->entry[i].value;
    return NULL;
}

struct pdf_value *pdf_new(struct pdf_objects *objects, enum pdf_kind kind)
{
    struct pdf_value *value = ARENA_NEW(objects->home, struct pdf_value);
    value->kind = kind;
    return value;
}

struct pdf_value *pdf_word(struct pdf_objects *objects, struct str word)
{
    struct pdf_value *value = pdf_new(objects, PDF_WORD);
    value->text = word;
    return value;
}

struct pdf_value *pdf_number(struct pdf_objects *objects, long long number)
{
    return pdf_word(objects, str_format(objects->home, "%lld", number));
}

struct pdf_value *pdf_bytes(struct pdf_objects *objects, struct str bytes)
{
    struct pdf_value *value = pdf_new(objects, PDF_STRING);
    value->text = bytes;
    return value;
}

/* PDFDocEncoding (ISO 32000-1, D.2): Latin-1 but for these, and codes that stand for nothing. 0:
 * none. */
static unsigned doc_encoded(uint32_t code)
{
    static const uint16_t low[] = {
        0x02D8, 0x02C7, 0x02C6, 0x02D9, 0x02DD, 0x02DB, 0x02DA, 0x02DC
    };
    static const uint16_t high[] = { 0x2022, 0x2020, 0x2021, 0x2026, 0x2014, 0x2013, 0x0192, 0x2044,
                                     0x2039, 0x203A, 0x2212, 0x2030, 0x201E, 0x201C, 0x201D, 0x2018,
                                     0x2019, 0x201A, 0x2122, 0xFB01, 0xFB02, 0x0141, 0x0152, 0x0160,
                                     0x0178, 0x017D, 0x0131, 0x0142, 0x0153, 0x0161, 0x017E };
    bool latin = (code < 0x7F && (code < 0x18 || code > 0x1F)) ||
                 (code > 0xA0 && code < 0x100 && code != 0xAD);
    for (unsigned i = 0; !latin && i < ARRAY_COUNT(low); i++)
        if (low[i] == code)
            return 0x18 + i;
    for (unsigned i = 0; !latin && i < ARRAY_COUNT(high); i++)
        if (high[i] == code)
            return 0x80 + i;
    return latin ? (unsigned)code : code == 0x20AC ? 0xA0 : 0;
}

static void utf16_put(struct buf *out, uint32_t code)
{
    uint32_t part[] = { code, 0 };
    if (code > 0xFFFF) {
        part[0] = 0xD800 + ((code - 0x10000) >> 10);
        part[1] = 0xDC00 + ((code - 0x10000) & 0x3FF);
    }
    for (size_t i = 0; i < (code > 0xFFFF ? 2 : 1); i++) {
        buf_put_char(out, (char)(part[i] >> 8));
        buf_put_char(out, (char)(part[i] & 0xFF));
    }
}

/* Each character as one byte; false: some has none, or the bytes would be read as a mark of UTF-16
 * or UTF-8. */
static bool doc_put(struct buf *out, struct str text)
{
    while (text.len > 0) {
        unsigned byte = doc_encoded(text_step(&text));
        if (byte == 0)
            return false;
        buf_put_char(out, (char)byte);
    }
    struct str bytes = buf_str(out);
    return !str_starts(bytes, STR("\xFE\xFF")) && !str_starts(bytes, STR("\xFF\xFE")) &&
           !str_starts(bytes, STR("\xEF\xBB\xBF"));
}

struct pdf_value *pdf_text(struct pdf_objects *objects, struct str text)
{
    struct buf one = buf_new(objects->home, text.len + 1);
    if (doc_put(&one, text))
        return pdf_bytes(objects, buf_str(&one));
    struct buf wide = buf_new(objects->home, 4 * text.len + 2);
    buf_put(&wide, STR("\xFE\xFF"));
    while (text.len > 0)
        utf16_put(&wide, text_step(&text));
    return pdf_bytes(objects, buf_str(&wide));
}

struct pdf_value *pdf_object(struct pdf_objects *objects, struct pdf_value *value)
{
    ARENA_GROW(objects->home, struct pdf_value *, objects->object, objects->count, objects->room,
               64);
    struct pdf_value *reference = pdf_new(objects, PDF_REF);
    reference->number = (uint32_t)objects->count;
    objects->object[objects->count++] = value;
    return reference;
}

void pdf_set(struct pdf_objects *objects, struct pdf_value *dict, struct str key,
             struct pdf_value *value)
{
    size_t at = dict->count;
    while (at > 0 && str_order(dict->entry[at - 1].key, key) >= 0)
        at--;
    if (at == dict->count || !str_eq(dict->entry[at].key, key)) {
        size_t room = dict->room;
        ARENA_GROW(objects->home, struct pdf_entry, dict->entry, dict->count, room, 6);
        dict->room = (uint32_t)room;
        for (size_t i = dict->count++; i > at; i--)
            dict->entry[i] = dict->entry[i - 1];
    }
    dict->entry[at] = (struct pdf_entry){ key, value };
}

void pdf_remove(struct pdf_value *dict, struct str key)
{
    uint32_t kept = 0;
    for (size_t i = 0; i < dict->count; i++)
        if (!str_eq(dict->entry[i].key, key))
            dict->entry[kept++] = dict->entry[i];
    dict->count = kept;
}

void pdf_append(struct pdf_objects *objects, struct pdf_value *array, struct pdf_value *value)
{
    size_t room = array->room;
    ARENA_GROW(objects->home, struct pdf_value *, array->item, array->count, room, 4);
    array->room = (uint32_t)room;
    array->item[array->count++] = value;
}
