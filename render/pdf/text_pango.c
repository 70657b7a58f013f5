/* text_pango.c - texts in the shipped faces, as Pango sets them. The only file that knows Pango and
 * fontconfig.
 *
 * The shipped faces are the only ones there are: they come from the skin's bytes, and fontconfig's
 * current configuration is ours before Pango's first call, so that the system's is never opened.
 * There is one for the process, which is read alone once it is made; all else is of one drawing, so
 * that several may draw at once. */
#include "text_pango.h"

#include "pdf_own.h"

#include <fontconfig/fontconfig.h>
#include <glib.h>
#include <limits.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef DOSSIER_SANITIZED
/* Both keep tables for the life of the process. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libfontconfig\nleak:libpango\n";
}
#endif

static const struct {
    const char *family;
    PangoWeight weight;
    PangoStyle style;
} face_look[] = {
    [FACE_SERIF] = { "Source Serif 4", PANGO_WEIGHT_NORMAL, PANGO_STYLE_NORMAL },
    [FACE_SERIF_BOLD] = { "Source Serif 4", PANGO_WEIGHT_SEMIBOLD, PANGO_STYLE_NORMAL },
    [FACE_SERIF_ITALIC] = { "Source Serif 4", PANGO_WEIGHT_NORMAL, PANGO_STYLE_ITALIC },
    [FACE_SANS] = { "Source Sans 3", PANGO_WEIGHT_NORMAL, PANGO_STYLE_NORMAL },
    [FACE_SANS_BOLD] = { "Source Sans 3", PANGO_WEIGHT_SEMIBOLD, PANGO_STYLE_NORMAL },
    [FACE_MONO] = { "Source Code Pro", PANGO_WEIGHT_NORMAL, PANGO_STYLE_NORMAL },
};
_Static_assert(ARRAY_COUNT(face_look) == FACE_COUNT, "one look a face");

struct texts {
    GHashTable *shaped; /* struct shaped * by face, size and text */
    GString *key;       /* of the text in hand */
    GHashTable *sized;  /* PangoFont * by face and size */
    PangoFontMap *map;
    PangoContext *context;
    PangoLayout *layout;
    PangoAttribute *features;
    PangoFontDescription *face[FACE_COUNT];
    const char *trouble; /* first failure of the beginning; NULL: none */
};

static void fail(struct texts *texts, const char *trouble)
{
    if (!texts->trouble)
        texts->trouble = trouble;
}

/* ---- faces ---- */

/* Kept until other bytes are asked for: Cairo keeps what it read by the name of a descriptor, which
 * must go on to mean the same face. */
static struct {
    GMutex lock;
    const char *bytes[FACE_COUNT]; /* which are loaded, by their place; NULL: none */
    FcConfig *config;
    int file[FACE_COUNT]; /* memory files of the faces */
    unsigned users;
} shipped;

/* Fontconfig takes files only; a memory file's descriptor path is one. */
static bool face_load(FcConfig *config, enum face face, const struct skin *skin, int *out)
{
    const struct entry *entry = entries_find(skin->file, str_from(face_file_name(face)));
    int file = *out = memfd_create("face", MFD_CLOEXEC);
    if (!entry || file < 0)
        return false;
    for (size_t done = 0; done < entry->bytes.len;) {
        ssize_t wrote = write(file, entry->bytes.at + done, entry->bytes.len - done);
        if (wrote <= 0)
            return false;
        done += (size_t)wrote;
    }
    g_autofree char *path = g_strdup_printf("/proc/self/fd/%d", file);
    return FcConfigAppFontAddFile(config, (const FcChar8 *)path) == FcTrue;
}

static bool faces_loaded(const struct skin *skin)
{
    bool same = shipped.config != NULL;
    for (int i = 0; same && i < FACE_COUNT; i++) {
        const struct entry *entry =
            entries_find(skin->file, str_from(face_file_name((enum face)i)));
        same = entry && entry->bytes.at == shipped.bytes[i];
    }
    return same;
}

/* All new ones are there before the first old one goes, so that no descriptor comes to mean another
 * face. */
static bool faces_load(const struct skin *skin)
{
    FcConfig *config = FcConfigCreate(), *old = shipped.config;
    int gone[FACE_COUNT];
    bool good = true;
    for (int i = 0; i < FACE_COUNT; i++) {
        const struct entry *entry =
            entries_find(skin->file, str_from(face_file_name((enum face)i)));
        gone[i] = shipped.file[i];
        good = face_load(config, (enum face)i, skin, &shipped.file[i]) && good;
        shipped.bytes[i] = entry && good ? entry->bytes.at : NULL;
    }
    FcConfigSetCurrent(config);
    shipped.config = config;
    for (int i = 0; old && i < FACE_COUNT; i++)
        if (gone[i] >= 0)
            close(gone[i]);
    if (old)
        FcConfigDestroy(old);
    return good;
}

/* Makes them current for one drawing more; NULL: done, else why not. */
static const char *faces_take(const struct skin *skin)
{
    const char *trouble = NULL;
    g_mutex_lock(&shipped.lock);
    if (!faces_loaded(skin)) {
        if (shipped.users > 0)
            trouble = "other typefaces than those of a drawing under way";
        else if (!faces_load(skin))
            trouble =
                "typeface not loaded (it is read through /proc/self/fd, so /proc must be mounted)";
    }
    shipped.users++;
    g_mutex_unlock(&shipped.lock);
    return trouble;
}

static void faces_leave(void)
{
    g_mutex_lock(&shipped.lock);
    shipped.users--;
    g_mutex_unlock(&shipped.lock);
}

static void face_describe(struct texts *texts, enum face face)
{
    PangoFontDescription *look = pango_font_description_new();
    pango_font_description_set_family_static(look, face_look[face].family);
    pango_font_description_set_weight(look, face_look[face].weight);
    pango_font_description_set_style(look, face_look[face].style);
    pango_font_description_set_size(look, 10 * PANGO_SCALE);
    texts->face[face] = look;
    /* Pango takes another face in silence where it does not find this one. */
    PangoFont *font = pango_context_load_font(texts->context, look);
    PangoFontDescription *got = font ? pango_font_describe(font) : NULL;
    if (!got || g_strcmp0(pango_font_description_get_family(got), face_look[face].family) != 0 ||
        pango_font_description_get_weight(got) != face_look[face].weight ||
        pango_font_description_get_style(got) != face_look[face].style)
        fail(texts, "typeface not found among the shipped ones");
    if (got)
        pango_font_description_free(got);
    if (font)
        g_object_unref(font);
}

static void setting_begin(struct texts *texts, const struct skin *skin)
{
    const char *trouble = faces_take(skin);
    if (trouble)
        fail(texts, trouble);
    texts->map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT);
    pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(texts->map), shipped.config);
    pango_cairo_font_map_set_resolution(PANGO_CAIRO_FONT_MAP(texts->map), 72);
    texts->context = pango_font_map_create_context(texts->map);
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    pango_cairo_context_set_font_options(texts->context, options);
    cairo_font_options_destroy(options);
    pango_context_set_round_glyph_positions(texts->context, FALSE);
    pango_context_set_base_dir(texts->context, PANGO_DIRECTION_LTR);
    pango_context_set_language(texts->context, pango_language_from_string("en"));
    texts->layout = pango_layout_new(texts->context);
    pango_layout_set_auto_dir(texts->layout, FALSE);
    pango_layout_set_single_paragraph_mode(texts->layout, TRUE);
    PangoAttrList *attributes = pango_attr_list_new();
    pango_attr_list_insert(attributes, pango_attr_fallback_new(FALSE));
    texts->features = pango_attr_font_features_new("kern=0,liga=0,clig=0,calt=0,tnum=1,lnum=1");
    pango_attr_list_insert(attributes, pango_attribute_copy(texts->features));
    pango_layout_set_attributes(texts->layout, attributes);
    pango_attr_list_unref(attributes);
    for (int i = 0; i < FACE_COUNT; i++)
        face_describe(texts, (enum face)i);
}

/* ---- texts ---- */

/* A text as Pango sets it, kept until the end: two marks in three say what another one says in the
 * same size. */
struct shaped {
    const char *text; /* behind face and size in the table's key */
    GSList *runs;     /* PangoGlyphItem *, from left to right */
    int width;
    bool unknown; /* a character that the face lacks */
};

static void run_free(void *run)
{
    pango_glyph_item_free(run);
}

static void shaped_free(void *self)
{
    struct shaped *shaped = self;
    g_slist_free_full(shaped->runs, run_free);
    g_free(shaped);
}

static PangoFont *font_of(struct texts *texts, enum face face, int units)
{
    gpointer key = GINT_TO_POINTER(units * FACE_COUNT + (int)face);
    PangoFont *font = units < INT_MAX / FACE_COUNT ? g_hash_table_lookup(texts->sized, key) : NULL;
    if (!font) {
        pango_font_description_set_size(texts->face[face], units);
        font = pango_context_load_font(texts->context, texts->face[face]);
        g_hash_table_replace(texts->sized, key, font);
    }
    return font;
}

static bool ascii_plain(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (text.at[i] < ' ' || text.at[i] > '~')
            return false;
    return true;
}

/* What pango_layout_set_text would come to of such a text: one run, in Latin script where a letter
 * says so, without finding out where lines could break and what its characters are. */
static void ascii_shape(struct texts *texts, PangoFont *font, const char *text, int length,
                        struct shaped *shaped)
{
    bool letter = false;
    for (int i = 0; i < length && !letter; i++)
        letter = g_ascii_isalpha(text[i]);
    PangoGlyphItem *run = g_slice_new0(PangoGlyphItem);
    run->item = pango_item_new();
    run->item->length = run->item->num_chars = length;
    run->glyphs = pango_glyph_string_new();
    PangoAnalysis *of = &run->item->analysis;
    of->font = g_object_ref(font);
    of->gravity = PANGO_GRAVITY_SOUTH;
    of->script = (guint8)(letter ? G_UNICODE_SCRIPT_LATIN : G_UNICODE_SCRIPT_COMMON);
    of->language = pango_context_get_language(texts->context);
    of->extra_attrs = g_slist_prepend(NULL, texts->features);
    pango_shape_full(text, length, text, length, of, run->glyphs);
    g_slist_free(of->extra_attrs);
    of->extra_attrs = NULL;
    for (int i = 0; i < run->glyphs->num_glyphs; i++)
        if ((run->glyphs->glyphs[i].glyph & PANGO_GLYPH_UNKNOWN_FLAG) != 0)
            shaped->unknown = true;
    shaped->width = pango_glyph_string_get_width(run->glyphs);
    shaped->runs = g_slist_prepend(NULL, run);
}

static void layout_shape(struct texts *texts, enum face face, int units, struct str text,
                         struct shaped *shaped)
{
    PangoFontDescription *look = texts->face[face];
    pango_font_description_set_size(look, units);
    pango_layout_set_font_description(texts->layout, look);
    pango_layout_set_text(texts->layout, text.at, (int)text.len);
    shaped->unknown = pango_layout_get_unknown_glyphs_count(texts->layout) > 0;
    pango_layout_get_size(texts->layout, &shaped->width, NULL);
    PangoLayoutLine *line = pango_layout_get_line_readonly(texts->layout, 0);
    for (GSList *run = line->runs; run; run = run->next)
        shaped->runs = g_slist_append(shaped->runs, pango_glyph_item_copy(run->data));
}

const struct shaped *shaped_of(struct texts *texts, enum face face, mpt size, struct str text)
{
    int units = (int)((int64_t)size * PANGO_SCALE / 1000);
    g_string_printf(texts->key, "%d %d ", (int)face, units);
    size_t from = texts->key->len;
    g_string_append_len(texts->key, text.at, (gssize)text.len);
    struct shaped *shaped = g_hash_table_lookup(texts->shaped, texts->key->str);
    if (shaped)
        return shaped;
    shaped = g_new0(struct shaped, 1);
    char *key = g_strdup(texts->key->str);
    shaped->text = key + from;
    PangoFont *font = ascii_plain(text) ? font_of(texts, face, units) : NULL;
    if (font)
        ascii_shape(texts, font, shaped->text, (int)text.len, shaped);
    else
        layout_shape(texts, face, units, text, shaped);
    g_hash_table_insert(texts->shaped, key, shaped);
    return shaped;
}

bool shaped_unknown(const struct shaped *shaped)
{
    return shaped->unknown;
}

double shaped_width(const struct shaped *shaped)
{
    return (double)shaped->width / PANGO_SCALE;
}

void shaped_show(struct _cairo *cr, const struct shaped *shaped, double x, double y)
{
    int at = 0;
    for (GSList *next = shaped->runs; next; next = next->next) {
        PangoGlyphItem *run = next->data;
        cairo_move_to(cr, x + (double)at / PANGO_SCALE, y);
        pango_cairo_show_glyph_item(cr, shaped->text, run);
        at += pango_glyph_string_get_width(run->glyphs);
    }
}

/* ---- one drawing's ---- */

struct texts *texts_begin(const struct skin *skin, const char **trouble)
{
    struct texts *texts = g_new0(struct texts, 1);
    texts->shaped = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, shaped_free);
    texts->sized = g_hash_table_new_full(NULL, NULL, NULL, g_object_unref);
    texts->key = g_string_new(NULL);
    setting_begin(texts, skin);
    *trouble = texts->trouble;
    return texts;
}

void texts_end(struct texts *texts)
{
    for (int i = 0; i < FACE_COUNT; i++)
        pango_font_description_free(texts->face[i]);
    g_object_unref(texts->layout);
    g_hash_table_destroy(texts->shaped);
    g_hash_table_destroy(texts->sized);
    g_string_free(texts->key, TRUE);
    pango_attribute_destroy(texts->features);
    g_object_unref(texts->context);
    g_object_unref(texts->map);
    faces_leave();
    g_free(texts);
}

struct str texts_libraries(struct arena *home)
{
    int fontconfig = FcGetVersion();
    return str_format(home, "pango %s; fontconfig %d.%d.%d", pango_version_string(),
                      fontconfig / 10000, fontconfig / 100 % 100, fontconfig % 100);
}
