/* given.c - font files that a person gave: which of them can be used, and which face sets which
 * character. */
#include "given_own.h"
#include "pdf_own.h"

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_TRUETYPE_TABLES_H
#include FT_TRUETYPE_TAGS_H
#include <hb-ot.h>

#include <stdlib.h>
#include <string.h>

enum {
    FACES_MOST = 4096,   /* of all files together */
    FACES_OF_FILE = 64,  /* a collection of Chinese, Japanese and Korean has ten to thirty */
    TEXT_MOST = 1 << 16, /* bytes of a text that is looked at */
    WEIGHT_REGULAR = 400,
    WEIGHT_BOLD = 600, /* as the shipped ones */
    WIDTH_NORMAL = 5,
};

/* ---- files ---- */

static void leave(struct diags *diags, const struct entry *file, const char *why)
{
    diag_add(diags, DIAG_FONT_LEFT, (struct place){ .file = file->name },
             STR("a scalable TrueType or OpenType font that may be embedded"), "%s", why);
}

static bool has_table(FT_Face face, FT_ULong tag)
{
    FT_ULong length = 0;
    return FT_Load_Sfnt_Table(face, tag, 0, NULL, &length) == 0 && length > 0;
}

/* NULL: usable. Licence bits: OpenType 1.9, OS/2, fsType. */
static const char *fault_of(FT_Face face)
{
    FT_UShort licence = FT_Get_FSType_Flags(face);
    if (!FT_IS_SFNT(face) || !FT_IS_SCALABLE(face) ||
        (!has_table(face, TTAG_glyf) && !has_table(face, TTAG_CFF)))
        return "no font of scalable outlines (tables glyf or CFF)";
    if ((licence & 0xF) == FT_FSTYPE_RESTRICTED_LICENSE_EMBEDDING ||
        (licence & (FT_FSTYPE_NO_SUBSETTING | FT_FSTYPE_BITMAP_EMBEDDING_ONLY)) != 0)
        return "its licence bits (OS/2, fsType) forbid to embed a part of it";
    return face->units_per_EM == 0 || !has_table(face, TTAG_cmap)
               ? "no table of characters (cmap), or no size (head)"
               : NULL;
}

static hb_font_t *font_new(const struct entry *file, unsigned number)
{
    hb_blob_t *blob = hb_blob_create(file->bytes.at, (unsigned)file->bytes.len,
                                     HB_MEMORY_MODE_READONLY, NULL, NULL);
    hb_face_t *face = hb_face_create(blob, number);
    hb_font_t *font = hb_font_create(face);
    int units = (int)hb_face_get_upem(face);
    hb_font_set_scale(font, units, units);
    hb_font_make_immutable(font);
    hb_face_destroy(face);
    hb_blob_destroy(blob);
    return font;
}

static void face_describe(struct given_face *face, FT_Face opened)
{
    const TT_OS2 *os2 = FT_Get_Sfnt_Table(opened, FT_SFNT_OS2);
    bool known = os2 && os2->version != 0xFFFF;
    face->weight = known && os2->usWeightClass > 0            ? os2->usWeightClass
                   : opened->style_flags & FT_STYLE_FLAG_BOLD ? 700
                                                              : WEIGHT_REGULAR;
    face->width = known && os2->usWidthClass > 0 ? os2->usWidthClass : WIDTH_NORMAL;
    face->slanted = (opened->style_flags & FT_STYLE_FLAG_ITALIC) != 0;
}

static FT_Error face_open(FT_Library library, const struct entry *file, long number, FT_Face *out)
{
    return FT_New_Memory_Face(library, (const FT_Byte *)file->bytes.at, (FT_Long)file->bytes.len,
                              number, out);
}

/* All faces of one file, into `faces`. */
static void file_take(struct given *given, const struct entry *file, GArray *faces,
                      struct diags *diags)
{
    long count = 1;
    for (long i = 0; i < count; i++) {
        FT_Face opened;
        FT_Error error = face_open(given->library, file, i, &opened);
        if (error != 0) {
            const char *said = FT_Error_String(error); /* NULL where FreeType has no texts */
            g_autofree char *why = g_strdup_printf("FreeType reads no font in it (%s, error %d)",
                                                   said ? said : "no text", (int)error);
            leave(diags, file, why);
            return;
        }
        count = opened->num_faces < FACES_OF_FILE ? opened->num_faces : FACES_OF_FILE;
        const char *fault =
            faces->len >= FACES_MOST ? "more faces than are taken" : fault_of(opened);
        struct given_face face = { .file = file, .number = (unsigned)i };
        if (!fault) {
            face_describe(&face, opened);
            face.font = font_new(file, face.number);
            face.units = hb_face_get_upem(hb_font_get_face(face.font));
            g_array_append_val(faces, face);
        }
        FT_Done_Face(opened);
        if (fault) {
            leave(diags, file, fault);
            return;
        }
    }
}

/* ---- order ---- */

struct ranking {
    const struct given *given;
    int weight;
};

/* Upright before slanted, normal width before others, the nearest weight first, then by name of
 * file, then by number in it: the same wherever the files lie. */
static gint rank_order(gconstpointer one, gconstpointer other, gpointer self)
{
    const struct ranking *ranking = self;
    const struct given_face *a = &ranking->given->face[*(const size_t *)one];
    const struct given_face *b = &ranking->given->face[*(const size_t *)other];
    const int sign[] = {
        (int)a->slanted - (int)b->slanted,
        abs(a->width - WIDTH_NORMAL) - abs(b->width - WIDTH_NORMAL),
        abs(a->weight - ranking->weight) - abs(b->weight - ranking->weight),
        str_order(a->file->name, b->file->name),
        (int)a->number - (int)b->number,
    };
    for (size_t i = 0; i < ARRAY_COUNT(sign); i++)
        if (sign[i] != 0)
            return sign[i];
    return 0;
}

static void rank(struct arena *home, struct given *given)
{
    static const int weight[] = { WEIGHT_REGULAR, WEIGHT_BOLD };
    size_t count = given->count - FACE_COUNT;
    for (size_t i = 0; i < ARRAY_COUNT(weight); i++) {
        struct ranking ranking = { given, weight[i] };
        given->rank[i] = ARENA_MANY(home, count, size_t);
        for (size_t k = 0; k < count; k++)
            given->rank[i][k] = FACE_COUNT + k;
        g_qsort_with_data(given->rank[i], (gint)count, sizeof(size_t), rank_order, &ranking);
    }
}

bool given_open(struct arena *home, const struct skin *skin, struct given **out,
                struct diags *diags)
{
    *out = NULL;
    if (!skin->given || skin->given->count == 0)
        return true;
    struct given *given = ARENA_NEW(home, struct given);
    given->skin = skin;
    if (FT_Init_FreeType(&given->library) != 0) {
        diag_add(diags, DIAG_MACHINE_FAILED, (struct place){ .file = STR("report.pdf") },
                 (struct str){ 0 }, "FreeType cannot be begun");
        return false;
    }
    g_autoptr(GArray) faces = g_array_new(FALSE, TRUE, sizeof(struct given_face));
    for (int i = 0; i < FACE_COUNT; i++) {
        struct given_face face = { .file = entries_find(skin->file,
                                                        str_from(face_file_name((enum face)i))) };
        face.font = face.file ? font_new(face.file, 0) : hb_font_reference(hb_font_get_empty());
        face.units = hb_face_get_upem(hb_font_get_face(face.font));
        g_array_append_val(faces, face);
    }
    for (size_t i = 0; i < skin->given->count; i++)
        file_take(given, &skin->given->item[i], faces, diags);
    given->count = faces->len;
    given->face = ARENA_MANY(home, given->count, struct given_face);
    memcpy(given->face, faces->data, given->count * sizeof *given->face);
    given->runes = g_array_new(FALSE, TRUE, sizeof(struct rune_at));
    given->shown = g_array_new(FALSE, TRUE, sizeof(bool));
    given->stretches = g_array_new(FALSE, TRUE, sizeof(struct stretch));
    given->glyphs = g_array_new(FALSE, TRUE, sizeof(struct set_glyph));
    given->buffer = hb_buffer_create();
    rank(home, given);
    if (given->count == FACE_COUNT) {
        given_close(given);
        return true;
    }
    *out = given;
    return true;
}

void given_close(struct given *given)
{
    if (!given)
        return;
    for (size_t i = 0; i < given->count; i++)
        hb_font_destroy(given->face[i].font);
    hb_buffer_destroy(given->buffer);
    g_array_free(given->runes, TRUE);
    g_array_free(given->shown, TRUE);
    g_array_free(given->stretches, TRUE);
    g_array_free(given->glyphs, TRUE);
    FT_Done_FreeType(given->library);
}

struct entries given_used(struct arena *home, const struct given *given)
{
    struct entry *item = ARENA_MANY(home, given->count, struct entry);
    size_t count = 0;
    for (size_t i = FACE_COUNT; i < given->count; i++) {
        const struct given_face *face = &given->face[i];
        if (face->used && (count == 0 || !str_eq(item[count - 1].name, face->file->name)))
            item[count++] = *face->file;
    }
    entries_sort(item, count);
    return (struct entries){ item, count };
}

struct FT_FaceRec_ *given_ft_face(const struct fonts *fonts, size_t face,
                                  struct FT_LibraryRec_ *library)
{
    const struct given *given = fonts_given(fonts);
    FT_Face opened;
    return face_open(library, given->face[face].file, given->face[face].number, &opened) == 0
               ? opened
               : NULL;
}

struct str given_libraries(struct arena *home)
{
    return str_format(home, "harfbuzz %s; fribidi %s; freetype %d.%d.%d", hb_version_string(),
                      FRIBIDI_VERSION, FREETYPE_MAJOR, FREETYPE_MINOR, FREETYPE_PATCH);
}

/* ---- which face sets which character ---- */

static bool has(const struct given *given, size_t face, uint32_t code)
{
    hb_codepoint_t glyph = 0;
    return hb_font_get_nominal_glyph(given->face[face].font, code, &glyph) && glyph != 0;
}

static bool is_mark(uint32_t code)
{
    GUnicodeType type = g_unichar_type(code);
    return type == G_UNICODE_NON_SPACING_MARK || type == G_UNICODE_ENCLOSING_MARK ||
           type == G_UNICODE_SPACING_MARK;
}

/* Japanese is written in three scripts at once; a name of all three is to be of one face. */
static hb_script_t script_of(uint32_t code, hb_script_t before)
{
    hb_script_t script = hb_unicode_script(hb_unicode_funcs_get_default(), code);
    if (script == HB_SCRIPT_HIRAGANA || script == HB_SCRIPT_KATAKANA ||
        script == HB_SCRIPT_BOPOMOFO)
        return HB_SCRIPT_HAN;
    return script == HB_SCRIPT_COMMON || script == HB_SCRIPT_INHERITED ||
                   script == HB_SCRIPT_UNKNOWN
               ? before
               : script;
}

static struct rune_at *rune(const struct given *given, size_t index)
{
    return &g_array_index(given->runes, struct rune_at, index);
}

/* First past the letter at `from` with the marks upon it. */
static size_t cluster_end(const struct given *given, size_t from)
{
    size_t end = from + 1;
    while (end < given->runes->len && !rune(given, end)->begins)
        end++;
    return end;
}

static bool face_has_all(const struct given *given, size_t face, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (!has(given, face, rune(given, i)->code))
            return false;
    return true;
}

/* The first face that has all that needs one of this script, so that a name is not set in two. */
static size_t face_of_script(const struct given *given, const size_t *ranked, hb_script_t script)
{
    for (size_t k = 0; k + FACE_COUNT < given->count; k++) {
        bool all = true;
        for (size_t i = 0; all && i < given->runes->len; i++) {
            const struct rune_at *one = rune(given, i);
            all = !one->needs || one->script != script || has(given, ranked[k], one->code);
        }
        if (all)
            return ranked[k];
    }
    return 0;
}

static void cluster_set(struct given *given, const size_t *ranked, size_t from, size_t to,
                        size_t preferred)
{
    size_t face =
        preferred >= FACE_COUNT && face_has_all(given, preferred, from, to) ? preferred : 0;
    for (size_t k = 0; face == 0 && k + FACE_COUNT < given->count; k++)
        face = face_has_all(given, ranked[k], from, to) ? ranked[k] : 0;
    for (size_t i = from; i < to && face > 0; i++) {
        rune(given, i)->face = (int)face;
        given->face[face].used = true;
    }
}

/* What face_of_script said of the scripts met so far; of more than these, each letter is looked for
 * by itself. */
struct preference {
    hb_script_t script[16];
    size_t face[16];
    size_t count;
};

static size_t preferred_face(const struct given *given, const size_t *ranked, hb_script_t script,
                             struct preference *known)
{
    for (size_t i = 0; i < known->count; i++)
        if (known->script[i] == script)
            return known->face[i];
    if (known->count == ARRAY_COUNT(known->face))
        return 0;
    known->script[known->count] = script;
    return known->face[known->count++] = face_of_script(given, ranked, script);
}

static void faces_choose(struct given *given, const size_t *ranked)
{
    struct preference known = { .count = 0 };
    for (size_t i = 0, end; i < given->runes->len; i = end) {
        const struct rune_at *one = rune(given, i);
        end = cluster_end(given, i);
        if (!one->needs)
            continue;
        cluster_set(given, ranked, i, end, preferred_face(given, ranked, one->script, &known));
    }
}

/* Blanks and points between two letters of a given face are of it, too. */
static void neutrals_join(struct given *given)
{
    for (size_t i = 1; i < given->runes->len; i++) {
        int face = rune(given, i - 1)->face;
        size_t end = i;
        if (face < FACE_COUNT)
            continue;
        while (end < given->runes->len && !rune(given, end)->needs &&
               !g_unichar_isalnum(rune(given, end)->code) && !code_hidden(rune(given, end)->code) &&
               has(given, (size_t)face, rune(given, end)->code))
            end++;
        for (size_t k = i; end < given->runes->len && rune(given, end)->face == face && k < end;
             k++)
            rune(given, k)->face = face;
    }
}

/* Characters with their scripts; true: some are in no shipped face. */
static bool runes_take(const struct fonts *fonts, enum face wanted, struct str text)
{
    struct given *given = fonts_given(fonts);
    struct str rest = text;
    hb_script_t script = HB_SCRIPT_COMMON;
    bool needs = false;
    g_array_set_size(given->runes, 0);
    while (rest.len > 0) {
        struct rune_at one = { .at = text.len - rest.len, .face = -1 };
        one.code = text_step(&rest);
        one.next = text.len - rest.len;
        script = script_of(one.code, script);
        one.script = script;
        one.begins = given->runes->len == 0 || !is_mark(one.code);
        bool blank = one.code == '\n' || one.code == '\t' || one.code == '\r' || one.code == ' ';
        enum face shipped = wanted;
        bool told = blank || face_for(fonts, wanted, one.code, &shipped);
        one.needs = !told && !code_hidden(one.code);
        one.face = told && shipped == wanted ? (int)wanted : -1;
        needs = needs || one.needs;
        g_array_append_val(given->runes, one);
    }
    return needs;
}

bool runes_find(const struct fonts *fonts, enum face wanted, struct str text)
{
    struct given *given = fonts_given(fonts);
    bool plain = true;
    for (size_t i = 0; i < text.len && plain; i++)
        plain = (unsigned char)text.at[i] < 0x80;
    if (!given || plain || text.len > TEXT_MOST || !runes_take(fonts, wanted, text))
        return false;
    bool bold = wanted == FACE_SERIF_BOLD || wanted == FACE_SANS_BOLD;
    for (size_t i = 0, end; i < given->runes->len; i = end) {
        bool needs = false;
        end = cluster_end(given, i);
        for (size_t k = i; k < end; k++)
            needs = needs || rune(given, k)->needs;
        for (size_t k = i; k < end; k++)
            rune(given, k)->needs = needs;
    }
    faces_choose(given, given->rank[bold]);
    neutrals_join(given);
    for (size_t i = 0; i < given->runes->len; i++)
        if (rune(given, i)->face >= FACE_COUNT)
            return true;
    return false;
}

const bool *given_shows(const struct fonts *fonts, enum face wanted, struct str text, size_t *count)
{
    struct given *given = fonts_given(fonts);
    *count = 0;
    if (!runes_find(fonts, wanted, text))
        return NULL;
    g_array_set_size(given->shown, 0);
    for (size_t i = 0; i < given->runes->len; i++) {
        bool shown = rune(given, i)->face >= FACE_COUNT;
        g_array_append_val(given->shown, shown);
    }
    *count = given->shown->len;
    return (const bool *)(const void *)given->shown->data;
}
