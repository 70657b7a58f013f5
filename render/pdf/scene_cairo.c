/* scene_cairo.c - plays page scenes onto Cairo's PDF surface, with tags. The only file that knows
 * Cairo and Pango, but for given_cairo.c, which draws in given faces.
 *
 * The shipped faces are the only ones there are: they come from the skin's bytes, and fontconfig's
 * current configuration is ours before Pango's first call, so that the system's is never opened. */
#include "given_cairo.h"
#include "pdf_own.h"

#include "base/progress.h"

#include <cairo-pdf.h>
#include <fontconfig/fontconfig.h>
#include <glib.h>
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

enum { DEPTH_MOST = 64 };

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

struct rgb {
    double red, green, blue;
};
struct drawing {
    const struct pages *pages;
    const struct fonts *fonts;
    GHashTable *given;  /* faces beside the shipped ones */
    GHashTable *shaped; /* struct shaped * by face, size and text */
    GString *key;       /* of the text in hand */
    cairo_surface_t *surface;
    cairo_t *cr;
    FcConfig *config;
    PangoFontMap *map;
    PangoContext *context;
    PangoLayout *layout;
    PangoFontDescription *face[FACE_COUNT];
    int file[FACE_COUNT]; /* memory files of the faces, -1: none */
    struct rgb colour[COLOUR_COUNT];
    size_t next_element; /* first element not yet opened */
    size_t open[DEPTH_MOST];
    int open_count, group; /* group: depth inside marks */
    const char *trouble;   /* first failure; NULL: none */
    struct buf out;
};

static void fail(struct drawing *drawing, const char *trouble)
{
    if (!drawing->trouble)
        drawing->trouble = trouble;
}

/* ---- faces ---- */

/* Fontconfig takes files only; a memory file's descriptor path is one. */
static bool face_load(struct drawing *drawing, enum face face, const struct skin *skin)
{
    const struct entry *entry = entries_find(skin->file, str_from(face_file_name(face)));
    int file = memfd_create("face", MFD_CLOEXEC);
    drawing->file[face] = file;
    if (!entry || file < 0)
        return false;
    for (size_t done = 0; done < entry->bytes.len;) {
        ssize_t wrote = write(file, entry->bytes.at + done, entry->bytes.len - done);
        if (wrote <= 0)
            return false;
        done += (size_t)wrote;
    }
    g_autofree char *path = g_strdup_printf("/proc/self/fd/%d", file);
    return FcConfigAppFontAddFile(drawing->config, (const FcChar8 *)path) == FcTrue;
}

static void face_describe(struct drawing *drawing, enum face face)
{
    PangoFontDescription *look = pango_font_description_new();
    pango_font_description_set_family_static(look, face_look[face].family);
    pango_font_description_set_weight(look, face_look[face].weight);
    pango_font_description_set_style(look, face_look[face].style);
    pango_font_description_set_size(look, 10 * PANGO_SCALE);
    drawing->face[face] = look;
    /* Pango takes another face in silence where it does not find this one. */
    PangoFont *font = pango_context_load_font(drawing->context, look);
    PangoFontDescription *got = font ? pango_font_describe(font) : NULL;
    if (!got || g_strcmp0(pango_font_description_get_family(got), face_look[face].family) != 0 ||
        pango_font_description_get_weight(got) != face_look[face].weight ||
        pango_font_description_get_style(got) != face_look[face].style)
        fail(drawing, "typeface not found among the shipped ones");
    if (got)
        pango_font_description_free(got);
    if (font)
        g_object_unref(font);
}

static void text_begin(struct drawing *drawing, const struct skin *skin)
{
    drawing->config = FcConfigCreate();
    for (int i = 0; i < FACE_COUNT; i++)
        if (!face_load(drawing, (enum face)i, skin))
            fail(
                drawing,
                "typeface not loaded (it is read through /proc/self/fd, so /proc must be mounted)");
    FcConfigSetCurrent(drawing->config);
    drawing->map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT);
    pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(drawing->map), drawing->config);
    pango_cairo_font_map_set_resolution(PANGO_CAIRO_FONT_MAP(drawing->map), 72);
    drawing->context = pango_font_map_create_context(drawing->map);
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    pango_cairo_context_set_font_options(drawing->context, options);
    cairo_font_options_destroy(options);
    pango_context_set_round_glyph_positions(drawing->context, FALSE);
    pango_context_set_base_dir(drawing->context, PANGO_DIRECTION_LTR);
    pango_context_set_language(drawing->context, pango_language_from_string("en"));
    drawing->layout = pango_layout_new(drawing->context);
    pango_layout_set_auto_dir(drawing->layout, FALSE);
    pango_layout_set_single_paragraph_mode(drawing->layout, TRUE);
    PangoAttrList *attributes = pango_attr_list_new();
    pango_attr_list_insert(attributes, pango_attr_fallback_new(FALSE));
    pango_attr_list_insert(
        attributes, pango_attr_font_features_new("kern=0,liga=0,clig=0,calt=0,tnum=1,lnum=1"));
    pango_layout_set_attributes(drawing->layout, attributes);
    pango_attr_list_unref(attributes);
    for (int i = 0; i < FACE_COUNT; i++)
        face_describe(drawing, (enum face)i);
}

/* ---- colours ---- */

static double channel(const char *hex)
{
    unsigned value = 0;
    for (int i = 0; i < 2; i++)
        value = value * 16 + (unsigned)g_ascii_xdigit_value(hex[i]);
    return value / 255.0;
}

static void colours_begin(struct drawing *drawing)
{
    for (int i = COLOUR_NONE + 1; i < COLOUR_COUNT; i++) {
        const char *light = colour_row((enum colour)i)->light;
        if (light && strlen(light) == 7)
            drawing->colour[i] =
                (struct rgb){ channel(light + 1), channel(light + 3), channel(light + 5) };
        else
            fail(drawing, "colour not understood");
    }
}

static void colour_set(struct drawing *drawing, enum colour colour)
{
    struct rgb rgb = drawing->colour[colour];
    cairo_set_source_rgb(drawing->cr, rgb.red, rgb.green, rgb.blue);
}

/* ---- tags ---- */

/* Cairo's links are damaged: they are drawn as Span and made links when the file is finished. */
static const char *drawn_tag(const struct pdf_element *element)
{
    return g_str_equal(element->tag, "Link") ? "Span" : element->tag;
}

static void tags_close_to(struct drawing *drawing, size_t parent)
{
    while (drawing->open_count > 0 && drawing->open[drawing->open_count - 1] != parent) {
        size_t index = drawing->open[--drawing->open_count];
        cairo_tag_end(drawing->cr, drawn_tag(&drawing->pages->element[index]));
    }
}

/* Opens every element up to `index`; they stand in preorder, so that parents come first. */
static void tags_open(struct drawing *drawing, size_t index)
{
    for (; drawing->next_element <= index; drawing->next_element++) {
        const struct pdf_element *element = &drawing->pages->element[drawing->next_element];
        if (element->added)
            continue;
        tags_close_to(drawing, element->parent);
        if (drawing->open_count == DEPTH_MOST ||
            (element->parent != SIZE_MAX && drawing->open_count == 0)) {
            fail(drawing, "structure out of order");
            return;
        }
        cairo_tag_begin(drawing->cr, drawn_tag(element), NULL);
        drawing->open[drawing->open_count++] = drawing->next_element;
    }
}

static void leaf_enter(struct drawing *drawing, uint32_t element)
{
    bool open = drawing->open_count > 0 && drawing->open[drawing->open_count - 1] + 1 == element;
    if (element == 0) { /* furniture: outside every leaf */
        size_t top = drawing->open_count > 0 ? drawing->open[drawing->open_count - 1] : SIZE_MAX;
        if (top != SIZE_MAX && drawing->pages->element[top].leaf)
            tags_close_to(drawing, drawing->pages->element[top].parent);
        return;
    }
    if (open || drawing->pages->element[element - 1].added)
        return;
    if (!drawing->pages->element[element - 1].leaf)
        fail(drawing, "content beside the children of an element");
    else if (element - 1 < drawing->next_element)
        fail(drawing, "structure element drawn twice");
    else
        tags_open(drawing, element - 1);
}

static bool leaf_open(const struct drawing *drawing)
{
    return drawing->open_count > 0 &&
           drawing->pages->element[drawing->open[drawing->open_count - 1]].leaf;
}

/* ---- marks ---- */

static double points(mpt value)
{
    return value / 1000.0;
}

static void paint(struct drawing *drawing, const struct mark *mark)
{
    static const double dash[] = { 3, 2 };
    const struct paint *with = &mark->paint;
    bool stroke = with->stroke != COLOUR_NONE && with->width > 0;
    if (with->fill != COLOUR_NONE) {
        colour_set(drawing, with->fill);
        if (stroke)
            cairo_fill_preserve(drawing->cr);
        else
            cairo_fill(drawing->cr);
    }
    if (stroke) {
        colour_set(drawing, with->stroke);
        cairo_set_line_width(drawing->cr, points(with->width));
        cairo_set_dash(drawing->cr, dash, with->dashed ? 2 : 0, 0);
        cairo_stroke(drawing->cr);
    }
    cairo_new_path(drawing->cr);
}

static void enter_any(struct drawing *drawing, const struct mark *mark)
{
    if (drawing->group == 0)
        leaf_enter(drawing, mark->element);
}

static void enter_group(void *self, const struct mark *mark)
{
    struct drawing *drawing = self;
    enter_any(drawing, mark);
    drawing->group++;
}

static void leave_group(void *self, const struct mark *mark)
{
    (void)mark;
    ((struct drawing *)self)->group--;
}

static void enter_rect(void *self, const struct mark *mark)
{
    struct drawing *drawing = self;
    enter_any(drawing, mark);
    cairo_rectangle(drawing->cr, points(mark->a.x), points(mark->a.y),
                    points(mark->b.x - mark->a.x), points(mark->b.y - mark->a.y));
    paint(drawing, mark);
}

static void enter_line(void *self, const struct mark *mark)
{
    struct drawing *drawing = self;
    enter_any(drawing, mark);
    cairo_move_to(drawing->cr, points(mark->a.x), points(mark->a.y));
    cairo_line_to(drawing->cr, points(mark->b.x), points(mark->b.y));
    struct mark line = *mark;
    line.paint.fill = COLOUR_NONE;
    paint(drawing, &line);
}

static void enter_path(void *self, const struct mark *mark)
{
    struct drawing *drawing = self;
    enter_any(drawing, mark);
    for (size_t i = 0; i < mark->path_count; i++)
        if (i == 0)
            cairo_move_to(drawing->cr, points(mark->path[i].x), points(mark->path[i].y));
        else
            cairo_line_to(drawing->cr, points(mark->path[i].x), points(mark->path[i].y));
    if (mark->closed)
        cairo_close_path(drawing->cr);
    paint(drawing, mark);
}

static void enter_dot(void *self, const struct mark *mark)
{
    struct drawing *drawing = self;
    enter_any(drawing, mark);
    cairo_new_sub_path(drawing->cr);
    cairo_arc(drawing->cr, points(mark->a.x), points(mark->a.y), points(mark->b.x), 0, 2 * G_PI);
    cairo_close_path(drawing->cr);
    paint(drawing, mark);
}

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

static const struct shaped *shaped_of(struct drawing *drawing, enum face face, mpt size,
                                      struct str text)
{
    int units = (int)((int64_t)size * PANGO_SCALE / 1000);
    g_string_printf(drawing->key, "%d %d ", (int)face, units);
    size_t from = drawing->key->len;
    g_string_append_len(drawing->key, text.at, (gssize)text.len);
    struct shaped *shaped = g_hash_table_lookup(drawing->shaped, drawing->key->str);
    if (shaped)
        return shaped;
    PangoFontDescription *look = drawing->face[face];
    pango_font_description_set_size(look, units);
    pango_layout_set_font_description(drawing->layout, look);
    pango_layout_set_text(drawing->layout, text.at, (int)text.len);
    shaped = g_new0(struct shaped, 1);
    char *key = g_strdup(drawing->key->str);
    shaped->text = key + from;
    shaped->unknown = pango_layout_get_unknown_glyphs_count(drawing->layout) > 0;
    pango_layout_get_size(drawing->layout, &shaped->width, NULL);
    PangoLayoutLine *line = pango_layout_get_line_readonly(drawing->layout, 0);
    for (GSList *run = line->runs; run; run = run->next)
        shaped->runs = g_slist_append(shaped->runs, pango_glyph_item_copy(run->data));
    g_hash_table_insert(drawing->shaped, key, shaped);
    return shaped;
}

static void shaped_show(struct drawing *drawing, const struct shaped *shaped, double x, double y)
{
    int at = 0;
    for (GSList *next = shaped->runs; next; next = next->next) {
        PangoGlyphItem *run = next->data;
        cairo_move_to(drawing->cr, x + (double)at / PANGO_SCALE, y);
        pango_cairo_show_glyph_item(drawing->cr, shaped->text, run);
        at += pango_glyph_string_get_width(run->glyphs);
    }
}

/* A text of which given faces set a part, each stretch at the place that text_setting says. The
 * anchor is resolved: the layout of pages does it for every mark. */
static bool given_text(struct drawing *drawing, const struct mark *mark)
{
    struct setting_of_text set;
    if (!text_setting(drawing->fonts, mark->face, mark->size, mark->text, &set))
        return false;
    for (size_t i = 0; i < set.count; i++) {
        const struct stretch *stretch = &set.stretch[i];
        double x = points(mark->a.x + stretch->x);
        if (stretch->shaped) {
            const char *trouble = stretch_show(drawing->cr, drawing->given, drawing->fonts, mark,
                                               stretch, x, points(mark->a.y));
            if (trouble)
                fail(drawing, trouble);
            continue;
        }
        const struct shaped *shaped = shaped_of(drawing, (enum face)stretch->face, mark->size,
                                                str_sub(mark->text, stretch->from, stretch->to));
        if (shaped->unknown)
            fail(drawing, "character that no typeface has");
        shaped_show(drawing, shaped, x, points(mark->a.y));
    }
    cairo_new_path(drawing->cr);
    return true;
}

static void enter_text(void *self, const struct mark *mark)
{
    struct drawing *drawing = self;
    enter_any(drawing, mark);
    if (mark->text.len == 0 || mark->text.len > INT32_MAX || drawing->trouble)
        return;
    colour_set(drawing, mark->paint.fill == COLOUR_NONE ? COLOUR_INK : mark->paint.fill);
    if (given_text(drawing, mark))
        return;
    const struct shaped *shaped = shaped_of(drawing, mark->face, mark->size, mark->text);
    if (shaped->unknown) {
        fail(drawing, "character that no shipped typeface has");
        return;
    }
    double x = points(mark->a.x);
    if (mark->anchor != ANCHOR_START)
        x -= (double)shaped->width / PANGO_SCALE / (mark->anchor == ANCHOR_MIDDLE ? 2 : 1);
    shaped_show(drawing, shaped, x, points(mark->a.y));
    cairo_new_path(drawing->cr);
}

static const struct player cairo_player = {
    .enter = { [MARK_GROUP] = enter_group,
               [MARK_RECT] = enter_rect,
               [MARK_LINE] = enter_line,
               [MARK_PATH] = enter_path,
               [MARK_DOT] = enter_dot,
               [MARK_TEXT] = enter_text },
    .leave = leave_group,
};

/* ---- the surface ---- */

static cairo_status_t bytes_put(void *self, const unsigned char *data, unsigned int length)
{
    struct drawing *drawing = self;
    buf_put(&drawing->out, (struct str){ (const char *)data, length });
    return drawing->out.full ? CAIRO_STATUS_WRITE_ERROR : CAIRO_STATUS_SUCCESS;
}

static void drawing_end(struct drawing *drawing)
{
    for (int i = 0; i < FACE_COUNT; i++)
        if (drawing->face[i])
            pango_font_description_free(drawing->face[i]);
    if (drawing->layout)
        g_object_unref(drawing->layout);
    if (drawing->cr)
        cairo_destroy(drawing->cr);
    g_hash_table_destroy(drawing->given);
    g_hash_table_destroy(drawing->shaped);
    g_string_free(drawing->key, TRUE);
    if (drawing->surface)
        cairo_surface_destroy(drawing->surface);
    if (drawing->context)
        g_object_unref(drawing->context);
    if (drawing->map)
        g_object_unref(drawing->map);
    if (drawing->config)
        FcConfigDestroy(drawing->config);
    for (int i = 0; i < FACE_COUNT; i++)
        if (drawing->file[i] >= 0)
            close(drawing->file[i]);
}

static void pages_draw(struct drawing *drawing)
{
    progress_begin("drawing pages", PROGRESS_PAGES, drawing->pages->count);
    for (size_t i = 0; i < drawing->pages->count && !drawing->trouble; i++) {
        const struct scene *scene = drawing->pages->item[i].scene;
        cairo_pdf_surface_set_size(drawing->surface, points(scene->size.x), points(scene->size.y));
        scene_play(scene, &cairo_player, drawing);
        if (leaf_open(drawing)) /* a leaf never crosses a page */
            tags_close_to(drawing,
                          drawing->pages->element[drawing->open[drawing->open_count - 1]].parent);
        cairo_show_page(drawing->cr);
        progress_add(PROGRESS_PAGES, 1);
    }
    progress_end();
    if (drawing->pages->element_count > 0)
        tags_open(drawing, drawing->pages->element_count - 1);
    tags_close_to(drawing, SIZE_MAX);
}

bool pdf_draw(struct arena *home, const struct pages *pages, const struct skin *skin,
              const struct pdf_facts *facts, struct str *out, struct diags *diags)
{
    struct drawing drawing = { .pages = pages, .out = buf_new(home, (size_t)1 << 28) };
    for (int i = 0; i < FACE_COUNT; i++)
        drawing.file[i] = -1;
    if (!fonts_open(home, skin, &drawing.fonts, diags))
        return false;
    drawing.given = cairo_faces_new();
    drawing.shaped = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, shaped_free);
    drawing.key = g_string_new(NULL);
    text_begin(&drawing, skin);
    colours_begin(&drawing);
    drawing.surface = cairo_pdf_surface_create_for_stream(bytes_put, &drawing, 595.276, 841.89);
    cairo_pdf_surface_restrict_to_version(drawing.surface, CAIRO_PDF_VERSION_1_5);
    struct str day = str_format(home, "%.*sT00:00:00Z", STR_ARG(facts->day));
    cairo_pdf_surface_set_metadata(drawing.surface, CAIRO_PDF_METADATA_TITLE,
                                   str_c(home, facts->title));
    cairo_pdf_surface_set_metadata(drawing.surface, CAIRO_PDF_METADATA_CREATE_DATE,
                                   str_c(home, day));
    cairo_pdf_surface_set_metadata(drawing.surface, CAIRO_PDF_METADATA_MOD_DATE, str_c(home, day));
    drawing.cr = cairo_create(drawing.surface);
    cairo_set_line_join(drawing.cr, CAIRO_LINE_JOIN_ROUND);
    if (!drawing.trouble)
        pages_draw(&drawing);
    cairo_surface_finish(drawing.surface);
    cairo_status_t status = cairo_status(drawing.cr);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(drawing.surface);
    if (status != CAIRO_STATUS_SUCCESS)
        fail(&drawing, cairo_status_to_string(status));
    if (drawing.out.full)
        fail(&drawing, "report too large");
    if (drawing.trouble)
        diag_add(diags, DIAG_MACHINE_FAILED, (struct place){ .file = STR("report.pdf") },
                 (struct str){ 0 }, "drawing pages: %s", drawing.trouble);
    drawing_end(&drawing);
    *out = buf_str(&drawing.out);
    return !drawing.trouble;
}

struct str draw_libraries(struct arena *home)
{
    int fontconfig = FcGetVersion();
    return str_format(home, "cairo %s; pango %s; fontconfig %d.%d.%d", cairo_version_string(),
                      pango_version_string(), fontconfig / 10000, fontconfig / 100 % 100,
                      fontconfig % 100);
}
