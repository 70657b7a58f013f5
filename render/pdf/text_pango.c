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

enum { ASCII_FIRST = ' ', ASCII_LAST = '~', ASCII_COUNT = ASCII_LAST - ASCII_FIRST + 1 };

/* The letters of ASCII in one face and size, each with its glyph and its advance in Pango's units,
 * as Pango shapes them in a text with letters (Latin script) and in one without (common). With what
 * is off (see `features`) a letter's glyph hangs on nothing beside it, so that a text is its
 * letters one behind the other; render.test_fonts holds all pairs of them against Pango. */
struct alphabet {
    PangoFont *font;
    cairo_scaled_font_t *scaled;                                      /* of the font */
    enum { ALPHABET_UNREAD, ALPHABET_READ, ALPHABET_OTHER } state[2]; /* OTHER: not one each */
    struct {
        uint32_t glyph;
        int32_t advance;
    } letter[2][ASCII_COUNT];
};

struct texts {
    GHashTable *shaped; /* struct shaped * by face, size and text */
    GString *key;       /* of the text in hand */
    GHashTable *sized;  /* struct alphabet * by face and size */
    /* Plain texts of one font that are not shown yet. */
    const struct alphabet *pending;
    GArray *glyphs; /* cairo_glyph_t */
    GString *letters;
    GArray *clusters; /* cairo_text_cluster_t, all of one letter and one glyph */
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

/* A text as Pango sets it, kept until the end: many marks say what another one says in the same
 * size. */
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

static void alphabet_free(void *self)
{
    struct alphabet *alphabet = self;
    if (alphabet->font)
        g_object_unref(alphabet->font);
    g_free(alphabet);
}

static struct alphabet *alphabet_of(struct texts *texts, enum face face, int units)
{
    gpointer key = GINT_TO_POINTER(units * FACE_COUNT + (int)face);
    if (units >= INT_MAX / FACE_COUNT)
        return NULL;
    struct alphabet *alphabet = g_hash_table_lookup(texts->sized, key);
    if (!alphabet) {
        alphabet = g_new0(struct alphabet, 1);
        pango_font_description_set_size(texts->face[face], units);
        alphabet->font = pango_context_load_font(texts->context, texts->face[face]);
        if (alphabet->font)
            alphabet->scaled = pango_cairo_font_get_scaled_font(PANGO_CAIRO_FONT(alphabet->font));
        g_hash_table_insert(texts->sized, key, alphabet);
    }
    return alphabet;
}

static void letters_shape(struct texts *texts, struct alphabet *alphabet, bool latin,
                          PangoGlyphString *glyphs)
{
    char text[ASCII_COUNT];
    int count = 0;
    for (int c = ASCII_FIRST; c <= ASCII_LAST; c++)
        if (latin || !g_ascii_isalpha(c))
            text[count++] = (char)c;
    PangoAnalysis of = { .font = alphabet->font,
                         .gravity = PANGO_GRAVITY_SOUTH,
                         .script =
                             (guint8)(latin ? G_UNICODE_SCRIPT_LATIN : G_UNICODE_SCRIPT_COMMON),
                         .language = pango_context_get_language(texts->context),
                         .extra_attrs = g_slist_prepend(NULL, texts->features) };
    pango_shape_full(text, count, text, count, &of, glyphs);
    g_slist_free(of.extra_attrs);
    bool each = glyphs->num_glyphs == count;
    for (int i = 0; each && i < count; i++) {
        const PangoGlyphInfo *got = &glyphs->glyphs[i];
        each = glyphs->log_clusters[i] == i && got->geometry.x_offset == 0 &&
               got->geometry.y_offset == 0 && got->glyph != PANGO_GLYPH_EMPTY &&
               (got->glyph & PANGO_GLYPH_UNKNOWN_FLAG) == 0;
        int at = text[i] - ASCII_FIRST;
        alphabet->letter[latin][at].glyph = got->glyph;
        alphabet->letter[latin][at].advance = got->geometry.width;
    }
    alphabet->state[latin] = each ? ALPHABET_READ : ALPHABET_OTHER;
}

/* How a text sets: of ASCII without controls alone, and if so whether with letters. */
static bool ascii_plain(struct str text, bool *latin, bool *blank)
{
    *latin = false;
    *blank = true;
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] < ASCII_FIRST || text.at[i] > ASCII_LAST)
            return false;
        *latin = *latin || g_ascii_isalpha(text.at[i]);
        *blank = *blank && text.at[i] == ' ';
    }
    return text.len > 0;
}

void texts_flush(struct texts *texts, struct _cairo *cr)
{
    if (!texts->pending)
        return;
    cairo_set_scaled_font(cr, texts->pending->scaled);
    cairo_show_text_glyphs(
        cr, texts->letters->str, (int)texts->letters->len,
        (const cairo_glyph_t *)(void *)texts->glyphs->data, (int)texts->glyphs->len,
        (const cairo_text_cluster_t *)(void *)texts->clusters->data, (int)texts->glyphs->len, 0);
    cairo_new_path(cr);
    texts->pending = NULL;
    g_array_set_size(texts->glyphs, 0);
    g_string_truncate(texts->letters, 0);
}

/* Lays the text behind those that wait. */
static void plain_put(struct texts *texts, struct _cairo *cr, const struct alphabet *alphabet,
                      bool latin, enum anchor anchor, struct str text, double x, double y)
{
    enum { MOST = 1 << 12 };
    if (texts->pending != alphabet || texts->glyphs->len > MOST)
        texts_flush(texts, cr);
    texts->pending = alphabet;
    int width = 0, at = 0;
    for (size_t i = 0; anchor != ANCHOR_START && i < text.len; i++)
        width += alphabet->letter[latin][text.at[i] - ASCII_FIRST].advance;
    if (anchor != ANCHOR_START)
        x -= (double)width / PANGO_SCALE / (anchor == ANCHOR_MIDDLE ? 2 : 1);
    cairo_move_to(cr, x, y); /* on Cairo's grid of 1/256, as Pango asks for it */
    cairo_get_current_point(cr, &x, &y);
    guint from = texts->glyphs->len;
    g_array_set_size(texts->glyphs, from + (guint)text.len);
    for (size_t i = 0; i < text.len; i++) {
        int letter = text.at[i] - ASCII_FIRST;
        g_array_index(texts->glyphs, cairo_glyph_t, from + i) =
            (cairo_glyph_t){ alphabet->letter[latin][letter].glyph, x + (double)at / PANGO_SCALE,
                             y };
        at += alphabet->letter[latin][letter].advance;
    }
    g_string_append_len(texts->letters, text.at, (gssize)text.len);
    while (texts->clusters->len < texts->glyphs->len) {
        cairo_text_cluster_t one = { 1, 1 };
        g_array_append_val(texts->clusters, one);
    }
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

static const struct shaped *shaped_of(struct texts *texts, enum face face, int units,
                                      struct str text)
{
    g_string_printf(texts->key, "%d %d ", (int)face, units);
    size_t from = texts->key->len;
    g_string_append_len(texts->key, text.at, (gssize)text.len);
    struct shaped *shaped = g_hash_table_lookup(texts->shaped, texts->key->str);
    if (shaped)
        return shaped;
    shaped = g_new0(struct shaped, 1);
    char *key = g_strdup(texts->key->str);
    shaped->text = key + from;
    layout_shape(texts, face, units, text, shaped);
    g_hash_table_insert(texts->shaped, key, shaped);
    return shaped;
}

static bool shaped_show(struct texts *texts, struct _cairo *cr, const struct shaped *shaped,
                        enum anchor anchor, double x, double y)
{
    int at = 0;
    texts_flush(texts, cr);
    if (shaped->unknown)
        return false;
    if (anchor != ANCHOR_START)
        x -= (double)shaped->width / PANGO_SCALE / (anchor == ANCHOR_MIDDLE ? 2 : 1);
    for (GSList *next = shaped->runs; next; next = next->next) {
        PangoGlyphItem *run = next->data;
        cairo_move_to(cr, x + (double)at / PANGO_SCALE, y);
        pango_cairo_show_glyph_item(cr, shaped->text, run);
        at += pango_glyph_string_get_width(run->glyphs);
    }
    cairo_new_path(cr);
    return true;
}

bool text_show(struct texts *texts, struct _cairo *cr, enum face face, mpt size, enum anchor anchor,
               struct str text, double x, double y)
{
    int units = (int)((int64_t)size * PANGO_SCALE / 1000);
    bool latin, blank, plain = ascii_plain(text, &latin, &blank);
    struct alphabet *alphabet = plain ? alphabet_of(texts, face, units) : NULL;
    if (alphabet && alphabet->scaled && alphabet->state[latin] == ALPHABET_UNREAD) {
        PangoGlyphString *glyphs = pango_glyph_string_new();
        letters_shape(texts, alphabet, latin, glyphs);
        pango_glyph_string_free(glyphs);
    }
    if (!alphabet || alphabet->state[latin] != ALPHABET_READ)
        return shaped_show(texts, cr, shaped_of(texts, face, units, text), anchor, x, y);
    if (blank) /* Cairo leaves away what has no ink, and would not behind something that has */
        texts_flush(texts, cr);
    plain_put(texts, cr, alphabet, latin, anchor, text, x, y);
    if (blank)
        texts_flush(texts, cr);
    return true;
}

/* ---- one drawing's ---- */

struct texts *texts_begin(const struct skin *skin, const char **trouble)
{
    struct texts *texts = g_new0(struct texts, 1);
    texts->shaped = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, shaped_free);
    texts->sized = g_hash_table_new_full(NULL, NULL, NULL, alphabet_free);
    texts->key = g_string_new(NULL);
    texts->letters = g_string_new(NULL);
    texts->glyphs = g_array_new(FALSE, FALSE, sizeof(cairo_glyph_t));
    texts->clusters = g_array_new(FALSE, FALSE, sizeof(cairo_text_cluster_t));
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
    g_string_free(texts->letters, TRUE);
    g_array_free(texts->glyphs, TRUE);
    g_array_free(texts->clusters, TRUE);
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
