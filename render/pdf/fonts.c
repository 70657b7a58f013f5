/* fonts.c - advance widths and coverage of the shipped faces, read from their TrueType tables.
 *
 * Line breaks, alignment and pages.txt rest on these widths alone, so they are the same on every
 * machine. Tables: OpenType 1.9, "head", "hhea", "maxp", "hmtx", "cmap" formats 4 and 12. Kerning
 * and ligatures are off everywhere, which makes a text's width the sum of its advances. */
#include "pdf_own.h"

#include <glib.h>

enum { ADVANCE_DIRECT = 0x3000 };

struct face_table {
    struct str bytes, cmap; /* cmap: the chosen subtable */
    uint32_t format;        /* 4 or 12 */
    uint32_t units;         /* per em */
    uint32_t glyphs, metrics;
    struct str hmtx;
    uint16_t glyph[ADVANCE_DIRECT]; /* glyph by code point, the common ones looked up once */
};
struct fonts {
    struct face_table face[FACE_COUNT];
    struct given *given; /* faces beside the shipped ones; NULL: none */
};

static const char *const face_file[] = {
    [FACE_SERIF] = "fonts/SourceSerif4-Regular.ttf",
    [FACE_SERIF_BOLD] = "fonts/SourceSerif4-Semibold.ttf",
    [FACE_SERIF_ITALIC] = "fonts/SourceSerif4-It.ttf",
    [FACE_SANS] = "fonts/SourceSans3-Regular.ttf",
    [FACE_SANS_BOLD] = "fonts/SourceSans3-Semibold.ttf",
    [FACE_MONO] = "fonts/SourceCodePro-Regular.ttf",
};
_Static_assert(ARRAY_COUNT(face_file) == FACE_COUNT, "one file a face");

const char *face_file_name(enum face face)
{
    return face_file[face];
}

/* Big-endian numbers; outside the bytes they read as 0, which every caller treats as absent. */
static uint32_t be16(struct str s, size_t at)
{
    if (s.len < 2 || at > s.len - 2)
        return 0;
    const unsigned char *p = (const unsigned char *)s.at + at;
    return (uint32_t)p[0] << 8 | p[1];
}

static uint32_t be32(struct str s, size_t at)
{
    return be16(s, at) << 16 | be16(s, at + 2);
}

static struct str table_find(struct str file, const char tag[4])
{
    uint32_t count = be16(file, 4);
    for (uint32_t i = 0; i < count; i++) {
        size_t at = 12 + (size_t)i * 16;
        if (!str_eq(str_sub(file, at, at + 4), (struct str){ tag, 4 }))
            continue;
        uint64_t from = be32(file, at + 8);
        uint64_t to = from + be32(file, at + 12);
        if (to > file.len)
            return (struct str){ 0 };
        return str_sub(file, (size_t)from, (size_t)to);
    }
    return (struct str){ 0 };
}

static bool cmap_choose(struct face_table *face, struct str cmap)
{
    uint32_t count = be16(cmap, 2);
    for (uint32_t i = 0; i < count; i++) {
        size_t at = 4 + (size_t)i * 8;
        uint32_t platform = be16(cmap, at);
        uint32_t offset = be32(cmap, at + 4);
        if (offset >= cmap.len || (platform != 0 && platform != 3))
            continue;
        struct str table = str_sub(cmap, offset, cmap.len);
        uint32_t format = be16(table, 0);
        if (format == 12 || (format == 4 && face->format != 12)) {
            face->format = format;
            face->cmap = table;
        }
    }
    return face->format != 0;
}

static uint32_t glyph_format_4(struct str table, uint32_t code)
{
    if (code > 0xFFFF)
        return 0;
    uint32_t twice = be16(table, 6);
    for (uint32_t i = 0; i < twice; i += 2) {
        size_t end_at = 14 + (size_t)i;
        if (code > be16(table, end_at))
            continue;
        size_t start_at = end_at + twice + 2;
        uint32_t start = be16(table, start_at);
        if (code < start)
            return 0;
        uint32_t delta = be16(table, start_at + twice);
        size_t range_at = start_at + 2 * (size_t)twice;
        uint32_t range = be16(table, range_at);
        if (range == 0)
            return (code + delta) & 0xFFFF;
        uint32_t glyph = be16(table, range_at + range + 2 * (size_t)(code - start));
        return glyph ? (glyph + delta) & 0xFFFF : 0;
    }
    return 0;
}

static uint32_t glyph_format_12(struct str table, uint32_t code)
{
    size_t low = 0;
    size_t high = be32(table, 12);
    if (high > table.len / 12)
        high = table.len / 12;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        size_t at = 16 + middle * 12;
        if (code > be32(table, at + 4))
            low = middle + 1;
        else if (code < be32(table, at))
            high = middle;
        else
            return be32(table, at + 8) + (code - be32(table, at));
    }
    return 0;
}

static uint32_t glyph_look_up(const struct face_table *face, uint32_t code)
{
    uint32_t glyph =
        face->format == 12 ? glyph_format_12(face->cmap, code) : glyph_format_4(face->cmap, code);
    return glyph < face->glyphs ? glyph : 0;
}

static uint32_t glyph_of(const struct face_table *face, uint32_t code)
{
    return code < ADVANCE_DIRECT ? face->glyph[code] : glyph_look_up(face, code);
}

/* The common codes of format 12, whose groups ascend and are apart. */
static void groups_spread(struct face_table *face)
{
    size_t count = be32(face->cmap, 12);
    if (count > face->cmap.len / 12)
        count = face->cmap.len / 12;
    for (size_t i = 0; i < count; i++) {
        size_t at = 16 + i * 12;
        uint32_t from = be32(face->cmap, at), to = be32(face->cmap, at + 4);
        uint32_t first = be32(face->cmap, at + 8);
        for (uint32_t code = from; code <= to && code < ADVANCE_DIRECT; code++)
            face->glyph[code] =
                (uint16_t)(first + (code - from) < face->glyphs ? first + (code - from) : 0);
    }
}

static bool face_read(struct face_table *face, struct str bytes)
{
    struct str head = table_find(bytes, "head");
    struct str hhea = table_find(bytes, "hhea");
    struct str maxp = table_find(bytes, "maxp");
    face->bytes = bytes;
    face->hmtx = table_find(bytes, "hmtx");
    face->units = be16(head, 18);
    face->metrics = be16(hhea, 34);
    face->glyphs = be16(maxp, 4);
    if (face->units == 0 || face->metrics == 0 || face->metrics > face->glyphs ||
        face->hmtx.len < (size_t)face->metrics * 4 || !cmap_choose(face, table_find(bytes, "cmap")))
        return false;
    if (face->format == 12)
        groups_spread(face);
    for (uint32_t code = 0; face->format != 12 && code < ADVANCE_DIRECT; code++)
        face->glyph[code] = (uint16_t)glyph_look_up(face, code);
    return true;
}

bool fonts_read(struct arena *home, const struct entries *skin, const struct fonts **out,
                struct diags *diags)
{
    struct fonts *fonts = ARENA_NEW(home, struct fonts);
    for (size_t i = 0; i < FACE_COUNT; i++) {
        const struct entry *file = entries_find(skin, str_from(face_file[i]));
        if (!file || !face_read(&fonts->face[i], file->bytes)) {
            diag_add(diags, DIAG_MACHINE_FAILED, (struct place){ .file = str_from(face_file[i]) },
                     STR("a TrueType face with head, hhea, maxp, hmtx and cmap"), "%s",
                     file ? "typeface not understood" : "typeface missing");
            return false;
        }
    }
    *out = fonts;
    return true;
}

bool fonts_open(struct arena *home, const struct skin *skin, const struct fonts **out,
                struct diags *diags)
{
    const struct fonts *shipped;
    if (!fonts_read(home, skin->file, &shipped, diags))
        return false;
    struct fonts *fonts = ARENA_NEW(home, struct fonts);
    *fonts = *shipped;
    fonts->given = skin->faces;
    *out = fonts;
    return true;
}

struct given *fonts_given(const struct fonts *fonts)
{
    return fonts->given;
}

/* Pango keeps a size in 1/1024 of a point, cut off; the table must do the same to agree with it. */
static int64_t size_for_pango(mpt size)
{
    return (int64_t)size * 1024 / 1000;
}

mpt units_as_mpt(int64_t sum, uint32_t units, mpt size)
{
    int64_t width = sum * size_for_pango(size) * 1000 / ((int64_t)units * 1024);
    return width > INT32_MAX ? INT32_MAX : width < INT32_MIN ? INT32_MIN : (mpt)width;
}

/* Bytes of the sequence that begins with `lead`; 0: none does. */
static size_t sequence_size(unsigned char lead)
{
    static const struct {
        unsigned char below;
        size_t size;
    } rows[] = { { 0x80, 1 }, { 0xC2, 0 }, { 0xE0, 2 }, { 0xF0, 3 }, { 0xF5, 4 } };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++)
        if (lead < rows[i].below)
            return rows[i].size;
    return 0;
}

/* RFC 3629: no overlong forms, no surrogates, nothing past U+10FFFF. */
uint32_t text_step(struct str *rest)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    static const unsigned char mask[] = { 0, 0x7F, 0x1F, 0x0F, 0x07 };
    const unsigned char *p = (const unsigned char *)rest->at;
    size_t size = sequence_size(p[0]);
    uint32_t code = p[0] & mask[size];
    bool good = size > 0 && size <= rest->len;
    for (size_t i = 1; good && i < size; i++) {
        good = (p[i] & 0xC0) == 0x80;
        code = code << 6 | (p[i] & 0x3FU);
    }
    good = good && code >= least[size] && code <= 0x10FFFF && (code < 0xD800 || code >= 0xE000);
    *rest = str_sub(*rest, good ? size : 1, rest->len);
    return good ? code : 0xFFFD;
}

mpt shipped_width(const struct fonts *fonts, enum face face, mpt size, struct str text)
{
    const struct face_table *table = &fonts->face[face];
    int64_t sum = 0;
    struct str rest = text;
    while (rest.len > 0) {
        uint32_t glyph = glyph_of(table, text_step(&rest));
        if (glyph >= table->metrics)
            glyph = table->metrics - 1;
        sum += be16(table->hmtx, (size_t)glyph * 4);
        if (sum > INT64_C(1) << 30)
            break;
    }
    return units_as_mpt(sum, table->units, size);
}

bool fonts_cover(const struct fonts *fonts, enum face face, uint32_t code_point)
{
    return glyph_of(&fonts->face[face], code_point) != 0;
}

bool code_hidden(uint32_t code)
{
    static const GUnicodeType hidden[] = { G_UNICODE_CONTROL,
                                           G_UNICODE_FORMAT,
                                           G_UNICODE_UNASSIGNED,
                                           G_UNICODE_PRIVATE_USE,
                                           G_UNICODE_SURROGATE,
                                           G_UNICODE_LINE_SEPARATOR,
                                           G_UNICODE_PARAGRAPH_SEPARATOR };
    /* Letters and marks without ink, by their types as good as any: as markup escapes them. */
    static const struct {
        uint32_t from, to;
    } blank[] = { { 0x034F, 0x034F }, { 0x115F, 0x1160 }, { 0x17B4, 0x17B5 },  { 0x180B, 0x180F },
                  { 0x3164, 0x3164 }, { 0xFFA0, 0xFFA0 }, { 0xE0000, 0xE0FFF } };
    GUnicodeType type = g_unichar_type(code);
    for (size_t i = 0; i < ARRAY_COUNT(blank); i++)
        if (code >= blank[i].from && code <= blank[i].to)
            return true;
    for (size_t i = 0; i < ARRAY_COUNT(hidden); i++)
        if (type == hidden[i])
            return true;
    return false;
}

bool face_for(const struct fonts *fonts, enum face wanted, uint32_t code, enum face *out)
{
    bool bold = wanted == FACE_SERIF_BOLD || wanted == FACE_SANS_BOLD;
    const enum face order[] = { wanted, bold ? FACE_SANS_BOLD : FACE_SANS, FACE_SANS, FACE_SERIF,
                                FACE_MONO };
    if (code_hidden(code))
        return false;
    for (size_t i = 0; i < ARRAY_COUNT(order); i++)
        if (fonts_cover(fonts, order[i], code)) {
            *out = order[i];
            return true;
        }
    return false;
}
