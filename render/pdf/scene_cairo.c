/* scene_cairo.c - plays page scenes onto Cairo's PDF surface, with tags. Cairo is known to this
 * file and to given_cairo.c, which draws in given faces; Pango to text_pango.c, which sets texts.
 */
#include "given_cairo.h"
#include "pdf_own.h"
#include "text_pango.h"

#include "base/progress.h"

#include <cairo-pdf.h>
#include <glib.h>

enum { DEPTH_MOST = 64 };

struct rgb {
    double red, green, blue;
};
struct drawing {
    const struct pages *pages;
    const struct fonts *fonts;
    GHashTable *given; /* faces beside the shipped ones */
    struct texts *texts;
    cairo_surface_t *surface;
    cairo_t *cr;
    struct rgb colour[COLOUR_COUNT];
    enum colour coloured; /* which is set; COLOUR_NONE: none of these */
    size_t next_element;  /* first element not yet opened */
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
    if (drawing->coloured == colour)
        return;
    texts_flush(drawing->texts, drawing->cr);
    drawing->coloured = colour;
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
        texts_flush(drawing->texts, drawing->cr);
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
        texts_flush(drawing->texts, drawing->cr);
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
    if (mark->type != MARK_TEXT)
        texts_flush(drawing->texts, drawing->cr);
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
            texts_flush(drawing->texts, drawing->cr);
            const char *trouble = stretch_show(drawing->cr, drawing->given, drawing->fonts, mark,
                                               stretch, x, points(mark->a.y));
            if (trouble)
                fail(drawing, trouble);
            cairo_new_path(drawing->cr);
        } else if (!text_show(drawing->texts, drawing->cr, (enum face)stretch->face, mark->size,
                              ANCHOR_START, str_sub(mark->text, stretch->from, stretch->to), x,
                              points(mark->a.y))) {
            fail(drawing, "character that no typeface has");
        }
    }
    return true;
}

static void enter_text(void *self, const struct mark *mark)
{
    struct drawing *drawing = self;
    enter_any(drawing, mark);
    if (mark->text.len == 0 || mark->text.len > INT32_MAX || drawing->trouble)
        return;
    colour_set(drawing, mark->paint.fill == COLOUR_NONE ? COLOUR_INK : mark->paint.fill);
    if (!given_text(drawing, mark) &&
        !text_show(drawing->texts, drawing->cr, mark->face, mark->size, mark->anchor, mark->text,
                   points(mark->a.x), points(mark->a.y)))
        fail(drawing, "character that no shipped typeface has");
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
    if (drawing->cr)
        cairo_destroy(drawing->cr);
    g_hash_table_destroy(drawing->given);
    if (drawing->surface)
        cairo_surface_destroy(drawing->surface);
    texts_end(drawing->texts);
}

static void pages_draw(struct drawing *drawing)
{
    progress_begin("drawing pages", PROGRESS_PAGES, drawing->pages->count);
    for (size_t i = 0; i < drawing->pages->count && !drawing->trouble; i++) {
        const struct scene *scene = drawing->pages->item[i].scene;
        cairo_pdf_surface_set_size(drawing->surface, points(scene->size.x), points(scene->size.y));
        scene_play(scene, &cairo_player, drawing);
        texts_flush(drawing->texts, drawing->cr);
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
    if (!fonts_open(home, skin, &drawing.fonts, diags))
        return false;
    drawing.given = cairo_faces_new();
    const char *trouble;
    drawing.texts = texts_begin(skin, &trouble);
    if (trouble)
        fail(&drawing, trouble);
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
    return str_format(home, "cairo %s; %.*s", cairo_version_string(),
                      STR_ARG(texts_libraries(home)));
}
