/* given_cairo.c - draws what HarfBuzz has set. Glyphs go out in the order in which they are read,
 * also from right to left: whoever reads the file back, reads the text. Cairo writes for each
 * letter which characters it stands for: in the font's map, or, where one glyph serves several, or
 * several one, as ActualText around it. */
#include "given_cairo.h"

#include <cairo-ft.h>
#include <glib.h>
#include <string.h>

/* What Cairo may keep longer than the drawing: a face and the library that it belongs to. */
struct kept {
    FT_Face face;
    FT_Library library;
};

static void kept_free(void *self)
{
    struct kept *kept = self;
    FT_Done_FreeType(kept->library); /* with its face */
    g_free(kept);
}

static cairo_font_face_t *face_new(const struct fonts *fonts, size_t number)
{
    static const cairo_user_data_key_t key;
    struct kept *kept = g_new0(struct kept, 1);
    if (FT_Init_FreeType(&kept->library) != 0) {
        g_free(kept);
        return NULL;
    }
    kept->face = given_ft_face(fonts, number, kept->library);
    if (!kept->face) {
        kept_free(kept);
        return NULL;
    }
    cairo_font_face_t *face =
        cairo_ft_font_face_create_for_ft_face(kept->face, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP);
    if (cairo_font_face_set_user_data(face, &key, kept, kept_free) != CAIRO_STATUS_SUCCESS) {
        cairo_font_face_destroy(face);
        kept_free(kept);
        return NULL;
    }
    return face;
}

static void face_free(void *self)
{
    cairo_font_face_destroy(self);
}

GHashTable *cairo_faces_new(void)
{
    return g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, face_free);
}

static cairo_font_face_t *face_of(GHashTable *faces, const struct fonts *fonts, size_t number)
{
    cairo_font_face_t *face = g_hash_table_lookup(faces, GSIZE_TO_POINTER(number));
    if (!face) {
        face = face_new(fonts, number);
        if (face)
            g_hash_table_insert(faces, GSIZE_TO_POINTER(number), face);
    }
    return face;
}

static void glyphs_show(cairo_t *cr, struct str text, const struct set_glyph *glyph, size_t count,
                        double em, double x, double y)
{
    cairo_glyph_t *placed = g_new0(cairo_glyph_t, count);
    cairo_text_cluster_t *cluster = g_new0(cairo_text_cluster_t, count);
    int clusters = 0;
    for (size_t i = 0; i < count; i++) {
        placed[i] = (cairo_glyph_t){ .index = glyph[i].glyph,
                                     .x = x + glyph[i].x * em,
                                     .y = y - glyph[i].y * em };
        if (i == 0 || glyph[i].from != glyph[i - 1].from)
            cluster[clusters++].num_bytes = (int)(glyph[i].to - glyph[i].from);
        cluster[clusters - 1].num_glyphs++;
    }
    size_t from = glyph[0].from;
    cairo_show_text_glyphs(cr, text.at + from, (int)(glyph[count - 1].to - from), placed,
                           (int)count, cluster, clusters, 0);
    g_free(placed);
    g_free(cluster);
}

const char *stretch_show(cairo_t *cr, GHashTable *faces, const struct fonts *fonts,
                         const struct mark *mark, const struct stretch *stretch, double x, double y)
{
    const struct set_glyph *glyph;
    size_t count = stretch_glyphs(fonts, mark->text, stretch, &glyph);
    int64_t parts = (int64_t)mark->size * 1024 / 1000; /* as Pango keeps a size, cut off */
    double em = (double)parts / 1024;
    for (size_t i = 0; i < count; i++)
        if (glyph[i].glyph == 0)
            return "character that no typeface has";
    if (count == 0)
        return NULL;
    cairo_font_face_t *face = face_of(faces, fonts, stretch->face);
    if (!face)
        return "typeface not loaded";
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_set_font_face(cr, face);
    cairo_set_font_size(cr, em);
    cairo_set_font_options(cr, options);
    glyphs_show(cr, mark->text, glyph, count, em, x, y);
    cairo_set_font_face(cr, NULL);
    cairo_font_options_destroy(options);
    return NULL;
}
