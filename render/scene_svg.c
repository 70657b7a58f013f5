/* scene_svg.c - a scene as SVG 1.1, written by hand.
 *
 * Fill and stroke stand twice: as attribute, which renderers without custom properties use (librsvg
 * paints var() black), and by class, which follows the dark scheme. No style attributes, so that a
 * content security policy can forbid them. A mark that shows a fact carries its number. */
#include "given.h"
#include "scene.h"

#include "base/markup.h"

#include <stdio.h>

struct svg {
    struct markup markup;
    const struct scene *scene;
    bool alone;
};

enum { COORDINATE_MOST = 24 };

/* Points with at most two decimals: hundredths of a point are finer than any screen. */
static struct str coordinate(char text[COORDINATE_MOST], mpt value)
{
    int64_t v = value < 0 ? -(int64_t)value : value;
    int hundredths = (int)((v + 5) / 10);
    int whole = hundredths / 100, part = hundredths % 100;
    const char *minus = value < 0 && hundredths > 0 ? "-" : "";
    int len;
    if (part == 0)
        len = snprintf(text, COORDINATE_MOST, "%s%d", minus, whole);
    else if (part % 10 == 0)
        len = snprintf(text, COORDINATE_MOST, "%s%d.%d", minus, whole, part / 10);
    else
        len = snprintf(text, COORDINATE_MOST, "%s%d.%02d", minus, whole, part);
    return (struct str){ text, (size_t)len };
}

static void attribute_mpt(struct svg *svg, const char *name, mpt value)
{
    char text[COORDINATE_MOST];
    markup_attribute(&svg->markup, name, coordinate(text, value));
}

static const char *const faces[] = {
    [FACE_SERIF] = "serif", [FACE_SERIF_BOLD] = "serif bold", [FACE_SERIF_ITALIC] = "serif italic",
    [FACE_SANS] = "sans",   [FACE_SANS_BOLD] = "sans bold",   [FACE_MONO] = "mono",
};
_Static_assert(ARRAY_COUNT(faces) == FACE_COUNT, "one class list a face");

static void attributes_paint(struct svg *svg, const struct mark *mark, const char *more)
{
    const struct paint *paint = &mark->paint;
    const char *fill = colour_row(paint->fill)->name, *stroke = colour_row(paint->stroke)->name;
    if (paint->stroke != COLOUR_NONE)
        markup_attributef(&svg->markup, "class", "f-%s s-%s%s", fill, stroke, more);
    else
        markup_attributef(&svg->markup, "class", "f-%s%s", fill, more);
    markup_attribute(&svg->markup, "fill", str_from(colour_row(paint->fill)->light));
    if (paint->stroke != COLOUR_NONE) {
        markup_attribute(&svg->markup, "stroke", str_from(colour_row(paint->stroke)->light));
        attribute_mpt(svg, "stroke-width", paint->width);
        if (paint->dashed)
            markup_attribute(&svg->markup, "stroke-dasharray", STR("3 2"));
    }
}

static void attribute_fact(struct svg *svg, const struct mark *mark)
{
    if (mark->fact)
        markup_attributef(&svg->markup, "data-fact", "%u", mark->fact->number);
}

static void enter_group(void *self, const struct mark *mark)
{
    struct svg *svg = self;
    markup_open(&svg->markup, "g");
    attribute_fact(svg, mark);
    if (mark->text.len > 0) {
        markup_open(&svg->markup, "title");
        markup_text(&svg->markup, mark->text);
        markup_close(&svg->markup);
    }
}

static void leave_group(void *self, const struct mark *mark)
{
    (void)mark;
    markup_close(&((struct svg *)self)->markup);
}

static void enter_rect(void *self, const struct mark *mark)
{
    struct svg *svg = self;
    mpt x = mark->a.x < mark->b.x ? mark->a.x : mark->b.x,
        y = mark->a.y < mark->b.y ? mark->a.y : mark->b.y;
    mpt x1 = mark->a.x < mark->b.x ? mark->b.x : mark->a.x,
        y1 = mark->a.y < mark->b.y ? mark->b.y : mark->a.y;
    markup_open(&svg->markup, "rect");
    attributes_paint(svg, mark, "");
    attribute_fact(svg, mark);
    attribute_mpt(svg, "x", x);
    attribute_mpt(svg, "y", y);
    attribute_mpt(svg, "width", x1 - x);
    attribute_mpt(svg, "height", y1 - y);
    markup_close(&svg->markup);
}

static void enter_line(void *self, const struct mark *mark)
{
    struct svg *svg = self;
    markup_open(&svg->markup, "line");
    attributes_paint(svg, mark, "");
    attribute_fact(svg, mark);
    attribute_mpt(svg, "x1", mark->a.x);
    attribute_mpt(svg, "y1", mark->a.y);
    attribute_mpt(svg, "x2", mark->b.x);
    attribute_mpt(svg, "y2", mark->b.y);
    markup_close(&svg->markup);
}

static void enter_dot(void *self, const struct mark *mark)
{
    struct svg *svg = self;
    markup_open(&svg->markup, "circle");
    attributes_paint(svg, mark, "");
    attribute_fact(svg, mark);
    attribute_mpt(svg, "cx", mark->a.x);
    attribute_mpt(svg, "cy", mark->a.y);
    attribute_mpt(svg, "r", mark->b.x);
    markup_close(&svg->markup);
}

static void enter_path(void *self, const struct mark *mark)
{
    struct svg *svg = self;
    struct buf d = buf_new(svg->markup.out->home, 1 << 22);
    for (size_t i = 0; i < mark->path_count; i++) {
        buf_put_char(&d, i == 0 ? 'M' : 'L');
        char text[COORDINATE_MOST];
        buf_put(&d, coordinate(text, mark->path[i].x));
        buf_put_char(&d, ' ');
        buf_put(&d, coordinate(text, mark->path[i].y));
    }
    if (mark->closed)
        buf_put_char(&d, 'Z');
    markup_open(&svg->markup, "path");
    attributes_paint(svg, mark, "");
    attribute_fact(svg, mark);
    if (mark->paint.stroke != COLOUR_NONE)
        markup_attribute(&svg->markup, "stroke-linejoin", STR("round"));
    svg->markup.out->full = svg->markup.out->full || d.full; /* refused, never cut */
    markup_attribute(&svg->markup, "d", buf_str(&d));
    markup_close(&svg->markup);
}

static void enter_text(void *self, const struct mark *mark)
{
    static const char *const anchors[] = {
        [ANCHOR_START] = NULL, [ANCHOR_MIDDLE] = "middle", [ANCHOR_END] = "end"
    };
    struct svg *svg = self;
    char more[48];
    (void)snprintf(more, sizeof more, " %s%s", faces[mark->face], mark->scale ? " tick" : "");
    markup_open(&svg->markup, "text");
    attributes_paint(svg, mark, more);
    attribute_fact(svg, mark);
    if (mark->quote)
        markup_attribute(&svg->markup, "data-quote", STR(""));
    attribute_mpt(svg, "x", mark->a.x);
    attribute_mpt(svg, "y", mark->a.y);
    attribute_mpt(svg, "font-size", mark->size);
    if (anchors[mark->anchor])
        markup_attribute(&svg->markup, "text-anchor", str_from(anchors[mark->anchor]));
    if (text_backward(mark->text)) /* its own direction, as in the pages */
        markup_attribute(&svg->markup, "unicode-bidi", STR("plaintext"));
    markup_text(&svg->markup, mark->text);
    markup_close(&svg->markup);
}

static const struct player svg_player = {
    .enter = { [MARK_GROUP] = enter_group,
               [MARK_RECT] = enter_rect,
               [MARK_LINE] = enter_line,
               [MARK_PATH] = enter_path,
               [MARK_DOT] = enter_dot,
               [MARK_TEXT] = enter_text },
    .leave = leave_group,
};

void colours_css(bool dark, struct buf *out)
{
    for (int colour = COLOUR_PAPER; colour < COLOUR_COUNT; colour++) {
        const struct colour_row *row = colour_row((enum colour)colour);
        buf_putf(out, "--%s:%s;", row->name, dark ? row->dark : row->light);
    }
}

void colours_classes(struct buf *out)
{
    for (int colour = COLOUR_PAPER; colour < COLOUR_COUNT; colour++) {
        const char *name = colour_row((enum colour)colour)->name;
        buf_putf(out, ".f-%s{fill:var(--%s)}.s-%s{stroke:var(--%s)}", name, name, name, name);
    }
    buf_put(out, STR(".f-none{fill:none}\n"));
}

static void style_alone(struct svg *svg)
{
    struct buf css = buf_new(svg->markup.out->home, 1 << 16);
    buf_put(&css, STR("\nsvg{"));
    colours_css(false, &css);
    buf_put(&css, STR("}\n@media (prefers-color-scheme:dark){svg{"));
    colours_css(true, &css);
    buf_put(&css, STR("}}\n"));
    colours_classes(&css);
    buf_put(&css, STR("text{font-variant-numeric:tabular-nums lining-nums}"
                      ".sans{font-family:'Source Sans 3','Source Sans Pro',sans-serif}"
                      ".serif{font-family:'Source Serif 4',serif}.mono{font-family:'Source Code "
                      "Pro',monospace}"
                      ".bold{font-weight:600}.italic{font-style:italic}\n"));
    markup_open(&svg->markup, "style");
    markup_text(&svg->markup, buf_str(&css));
    markup_close(&svg->markup);
}

static void said(struct svg *svg, const char *element, const char *suffix, struct str text)
{
    markup_open(&svg->markup, element);
    markup_attributef(&svg->markup, "id", "%.*s-%s", STR_ARG(svg->scene->id), suffix);
    if (svg->scene->said_count > 0) {
        struct buf list = buf_new(svg->markup.out->home, 1 << 16);
        for (size_t i = 0; i < svg->scene->said_count; i++)
            buf_putf(&list, "%s%u", i > 0 ? " " : "", svg->scene->said[i]->number);
        svg->markup.out->full = svg->markup.out->full || list.full;
        markup_attribute(&svg->markup, "data-fact", buf_str(&list));
    }
    markup_text(&svg->markup, text);
    markup_close(&svg->markup);
}

void scene_svg(const struct scene *scene, bool alone, struct buf *out)
{
    struct svg svg = { .scene = scene, .alone = alone };
    if (alone)
        buf_put(out, STR("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"));
    markup_begin(&svg.markup, out, false);
    markup_open(&svg.markup, "svg");
    if (alone)
        markup_attribute(&svg.markup, "xmlns", STR("http://www.w3.org/2000/svg"));
    bool silent = scene->title.len == 0; /* words beside it say the same */
    markup_attribute(&svg.markup, "class", silent ? STR("span") : STR("chart"));
    /* pixels: 1.6 a point, so that labels of 8 points read as 12.8 */
    attribute_mpt(&svg, "width", (mpt)((int64_t)scene->size.x * 16 / 10));
    attribute_mpt(&svg, "height", (mpt)((int64_t)scene->size.y * 16 / 10));
    markup_attributef(&svg.markup, "viewBox", "0 0 %d.%03d %d.%03d", (int)(scene->size.x / 1000),
                      (int)(scene->size.x % 1000), (int)(scene->size.y / 1000),
                      (int)(scene->size.y % 1000));
    if (silent) {
        markup_attribute(&svg.markup, "aria-hidden", STR("true"));
    } else {
        markup_attribute(&svg.markup, "role", STR("img"));
        markup_attributef(&svg.markup, "aria-labelledby", "%.*s-title %.*s-desc",
                          STR_ARG(scene->id), STR_ARG(scene->id));
        said(&svg, "title", "title", scene->title);
        said(&svg, "desc", "desc", scene->description);
    }
    if (alone) {
        style_alone(&svg);
        markup_open(&svg.markup, "rect"); /* paper */
        markup_attribute(&svg.markup, "class", STR("f-paper"));
        markup_attribute(&svg.markup, "fill", str_from(colour_row(COLOUR_PAPER)->light));
        markup_attribute(&svg.markup, "width", STR("100%"));
        markup_attribute(&svg.markup, "height", STR("100%"));
        markup_close(&svg.markup);
    }
    scene_play(scene, &svg_player, &svg);
    markup_close(&svg.markup);
    if (alone)
        buf_put_char(out, '\n');
}
