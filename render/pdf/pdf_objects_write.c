/* pdf_objects_write.c - writes the objects of a PDF: those that the catalog leads to, numbered in
 * the order in which they are first referred to, so that the bytes say nothing of how the file came
 * about. */
#include "pdf_objects.h"
#include "pdf_own.h"

#include <glib.h>
#define ZLIB_CONST /* next_in is not written through */
#include <zlib.h>

enum { INFLATED_MOST = 1 << 27, FILE_MOST = 1 << 28 };

struct writing {
    struct pdf_objects *objects;
    struct arena *scratch; /* of one stream */
    struct buf out;
    uint32_t *given;    /* by the old number: the new one; 0: none yet */
    uint32_t *next;     /* old numbers in their new order */
    size_t count, told; /* told: bytes that who hears of them has heard of */
};

bool pdf_stream_bytes(struct arena *home, struct pdf_objects *objects, const struct pdf_value *dict,
                      struct str *out)
{
    *out = dict->text;
    if (!dict->streamed ||
        !pdf_is_word(pdf_get(objects, dict, STR("/Filter")), STR("/FlateDecode")) ||
        pdf_at(dict, STR("/DecodeParms")))
        return dict->streamed;
    size_t room = dict->text.len * 4 + 1024, have = 0;
    char *at = ARENA_MANY(home, room, char);
    z_stream stream = { .next_in = (const Bytef *)dict->text.at, .avail_in = (uInt)dict->text.len };
    int status = dict->text.len <= INFLATED_MOST ? inflateInit(&stream) : Z_DATA_ERROR;
    while (status == Z_OK && room <= INFLATED_MOST) {
        if (have == room)
            ARENA_GROW(home, char, at, have, room, 1024);
        stream.next_out = (Bytef *)at + have;
        stream.avail_out = (uInt)(room - have);
        status = inflate(&stream, Z_NO_FLUSH);
        have = room - stream.avail_out;
    }
    inflateEnd(&stream);
    *out = (struct str){ at, have };
    return status == Z_STREAM_END;
}

/* ---- values ---- */

static bool printable(char c)
{
    return (c >= ' ' && c <= '~') || (unsigned char)c >= 0xA0;
}

/* Digits where a byte is a control that has no name, or where more than a fifth are no ASCII. */
static bool as_letters(struct str bytes)
{
    size_t others = 0;
    for (size_t i = 0; i < bytes.len; i++) {
        unsigned char c = (unsigned char)bytes.at[i];
        bool named = c >= '\b' && c <= '\r' && c != '\v';
        if (c < 24 && !named)
            return false;
        others += c > '~' || (c >= 24 && c < ' ') ? 1 : 0;
    }
    return 5 * others <= bytes.len;
}

static void string_put(struct buf *out, struct str bytes)
{
    static const char name[] = "nrtbf()\\", digit[] = "0123456789abcdef";
    bool letters = as_letters(bytes);
    buf_put_char(out, letters ? '(' : '<');
    for (size_t i = 0; i < bytes.len; i++) {
        unsigned char c = (unsigned char)bytes.at[i];
        bool plain = c >= ' ' && c <= '~' && c != '(' && c != ')' && c != '\\';
        size_t known =
            plain ? SIZE_MAX : str_find(STR("\n\r\t\b\f()\\"), (struct str){ bytes.at + i, 1 });
        if (!letters) {
            buf_put_char(out, digit[c >> 4]);
            buf_put_char(out, digit[c & 15]);
        } else if (known < sizeof name - 1) {
            buf_put_char(out, '\\');
            buf_put_char(out, name[known]);
        } else if (printable((char)c)) {
            buf_put_char(out, (char)c);
        } else {
            buf_putf(out, "\\%03o", c);
        }
    }
    buf_put_char(out, letters ? ')' : '>');
}

static void number_put(struct buf *out, size_t number)
{
    char digit[24];
    size_t at = sizeof digit;
    do {
        digit[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    buf_put(out, (struct str){ digit + at, sizeof digit - at });
}

static void reference_put(struct writing *writing, uint32_t number)
{
    if (writing->given[number] == 0) {
        writing->next[writing->count++] = number;
        writing->given[number] = (uint32_t)writing->count;
    }
    number_put(&writing->out, writing->given[number]);
    buf_put(&writing->out, STR(" 0 R"));
}

static void value_put(struct writing *writing, const struct pdf_value *value);

/* `stream`: the dictionary's stream is written behind it in these bytes; NULL: none. */
static void dict_put(struct writing *writing, const struct pdf_value *dict,
                     const struct str *stream)
{
    struct buf *out = &writing->out;
    bool inflated = stream && stream->at != dict->text.at;
    buf_put(out, STR("<< "));
    for (size_t i = 0; i < dict->count; i++) {
        struct str key = dict->entry[i].key;
        if (pdf_is_word(dict->entry[i].value, STR("null")) ||
            (stream && str_eq(key, STR("/Length"))) || (inflated && str_eq(key, STR("/Filter"))))
            continue;
        buf_put(out, key);
        buf_put_char(out, ' ');
        value_put(writing, dict->entry[i].value);
        buf_put_char(out, ' ');
    }
    if (stream) {
        buf_put(out, STR("/Length "));
        number_put(out, stream->len);
        buf_put_char(out, ' ');
    }
    buf_put(out, STR(">>"));
}

static void value_put(struct writing *writing, const struct pdf_value *value)
{
    struct buf *out = &writing->out;
    switch (value->kind) {
    case PDF_WORD:
        buf_put(out, value->text);
        break;
    case PDF_STRING:
        string_put(out, value->text);
        break;
    case PDF_REF:
        reference_put(writing, value->number);
        break;
    case PDF_DICT:
        dict_put(writing, value, NULL);
        break;
    case PDF_ARRAY:
        buf_put(out, STR("[ "));
        for (size_t i = 0; i < value->count; i++) {
            value_put(writing, value->item[i]);
            buf_put_char(out, ' ');
        }
        buf_put_char(out, ']');
        break;
    }
}

/* ---- file ---- */

/* What stands in a stream, until the scratch is let go. */
static bool stream_bytes(struct writing *writing, const struct pdf_value *value, struct str *out)
{
    if (!pdf_stream_bytes(writing->scratch, writing->objects, value, out)) {
        writing->objects->trouble = "a stream that does not inflate";
        return false;
    }
    if (!value->content)
        return true;
    struct buf marked = buf_new(writing->scratch, INFLATED_MOST);
    if (!artifacts_mark(*out, &marked)) {
        writing->objects->trouble = "page content not as expected";
        return false;
    }
    *out = buf_str(&marked);
    return true;
}

static bool stream_put(struct writing *writing, const struct pdf_value *value)
{
    struct arena_mark mark = arena_mark(writing->scratch);
    struct str bytes;
    if (!stream_bytes(writing, value, &bytes))
        return false;
    dict_put(writing, value, &bytes);
    buf_put(&writing->out, STR("\nstream\n"));
    buf_put(&writing->out, bytes);
    buf_put(&writing->out, STR("\nendstream"));
    arena_rewind(writing->scratch, mark);
    return true;
}

static bool object_put(struct writing *writing, size_t number)
{
    const struct pdf_value *value = writing->objects->object[writing->next[number - 1]];
    number_put(&writing->out, number);
    buf_put(&writing->out, STR(" 0 obj\n"));
    if (!value) {
        buf_put(&writing->out, STR("null"));
    } else if (pdf_is(value, PDF_DICT) && value->streamed) {
        if (!stream_put(writing, value))
            return false;
    } else {
        value_put(writing, value);
    }
    buf_put(&writing->out, STR("\nendobj\n"));
    if (writing->out.full)
        writing->objects->trouble = "a file of more than 256 MiB";
    return !writing->out.full;
}

/* Tells how far the file is, now and then, and when it is whole. */
static void tell(struct writing *writing, bool whole)
{
    enum { STEP = 1 << 16 };
    const struct render_beside *beside = writing->objects->beside;
    if (!beside || writing->out.full || (!whole && writing->out.len - writing->told < STEP))
        return;
    writing->told = writing->out.len;
    beside->grows(beside->self, buf_str(&writing->out), whole);
}

static void id_put(struct writing *writing)
{
    struct str sofar = buf_str(&writing->out);
    struct buf seed = buf_new(writing->objects->home, (size_t)1 << 20);
    char *digest = g_compute_checksum_for_data(G_CHECKSUM_MD5, (const guchar *)sofar.at, sofar.len);
    buf_put(&seed, str_from(digest));
    g_free(digest);
    buf_put(&seed, STR(" QPDF "));
    const struct pdf_value *info =
        pdf_get(writing->objects, writing->objects->trailer, STR("/Info"));
    for (size_t i = 0; pdf_is(info, PDF_DICT) && i < info->count; i++) {
        if (!pdf_is(info->entry[i].value, PDF_STRING))
            continue;
        buf_put_char(&seed, ' ');
        buf_put(&seed, info->entry[i].value->text);
    }
    struct str whole = buf_str(&seed);
    struct str until = str_sub(whole, 0, str_find(whole, (struct str){ "", 1 }));
    digest = g_compute_checksum_for_data(G_CHECKSUM_MD5, (const guchar *)until.at, until.len);
    buf_putf(&writing->out, "<%s><%s>", digest, digest);
    g_free(digest);
}

static bool file_write(struct writing *writing, struct str *out)
{
    struct pdf_objects *objects = writing->objects;
    const struct pdf_value *root = pdf_at(objects->trailer, STR("/Root"));
    const struct pdf_value *info = pdf_at(objects->trailer, STR("/Info"));
    writing->given = ARENA_MANY(objects->home, objects->count, uint32_t);
    writing->next = ARENA_MANY(objects->home, objects->count, uint32_t);
    size_t *place = ARENA_MANY(objects->home, objects->count, size_t);
    if (!pdf_is(root, PDF_REF) || !pdf_is(info, PDF_REF)) {
        objects->trouble = "no catalog";
        return false;
    }
    buf_put(&writing->out, STR("%PDF-1.7\n%\xBF\xF7\xA2\xFE\n"));
    writing->next[writing->count++] = root->number;
    writing->given[root->number] = 1;
    if (info->number != root->number) {
        writing->next[writing->count++] = info->number;
        writing->given[info->number] = 2;
    }
    for (size_t i = 0; i < writing->count; i++) {
        place[i] = writing->out.len;
        if (!object_put(writing, i + 1))
            return false;
        tell(writing, false);
    }
    size_t table = writing->out.len;
    buf_putf(&writing->out, "xref\n0 %zu\n0000000000 65535 f \n", writing->count + 1);
    for (size_t i = 0; i < writing->count; i++)
        buf_putf(&writing->out, "%010zu 00000 n \n", place[i]);
    buf_put(&writing->out, STR("trailer << "));
    for (size_t i = 0; i < objects->trailer->count; i++) {
        struct str key = objects->trailer->entry[i].key;
        if (str_eq(key, STR("/Size")) || str_eq(key, STR("/ID")))
            continue;
        buf_put(&writing->out, key);
        buf_put_char(&writing->out, ' ');
        value_put(writing, objects->trailer->entry[i].value);
        buf_put_char(&writing->out, ' ');
    }
    buf_putf(&writing->out, "/Size %zu /ID [", writing->count + 1);
    id_put(writing);
    buf_putf(&writing->out, "] >>\nstartxref\n%zu\n%%%%EOF\n", table);
    *out = buf_str(&writing->out);
    tell(writing, true);
    return !writing->out.full;
}

bool pdf_objects_write(struct arena *home, struct pdf_objects *objects, struct str *out)
{
    struct writing writing = { .objects = objects,
                               .scratch = arena_new((size_t)1 << 30),
                               .out = buf_new(home, FILE_MOST) };
    bool good = file_write(&writing, out);
    arena_free(writing.scratch);
    return good;
}
