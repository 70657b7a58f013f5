/* scene_text.c - pages as plain text in reading order: what pages.txt holds. */
#include "paginate.h"

enum { SAME_LINE = 5000 };

struct texting {
    struct buf *out;
    const struct pages *pages;
    mpt y, size; /* of the line being written */
    bool begun;
    uint32_t element;
};

static mpt apart(mpt a, mpt b)
{
    return a > b ? a - b : b - a;
}

/* The element that a block's inline parts share: two cells differ in it, two Spans of a P do not.
 */
static uint32_t block_of(const struct pages *pages, uint32_t element)
{
    if (element == 0 || element > pages->element_count || !pages->element)
        return 0;
    const struct pdf_element *own = &pages->element[element - 1];
    bool is_inline =
        str_eq(str_from(own->tag), STR("Span")) || str_eq(str_from(own->tag), STR("Link"));
    return is_inline && own->parent != SIZE_MAX ? (uint32_t)own->parent + 1 : element;
}

/* Ends a line without the blank at which it was broken. */
static void line_end(struct buf *out)
{
    while (!out->full && out->len > 0 && out->at[out->len - 1] == ' ')
        out->len--;
    buf_put_char(out, '\n');
}

static void mark_put(struct texting *texting, const struct mark *mark, uint32_t element,
                     struct str text, bool reference)
{
    uint32_t block = block_of(texting->pages, element);
    bool drawing =
        block > 0 && str_eq(str_from(texting->pages->element[block - 1].tag), STR("Figure"));
    bool same = texting->begun && apart(mark->a.y, texting->y) < SAME_LINE;
    if (texting->begun && !same)
        line_end(texting->out);
    else if (same && (block != texting->element || drawing))
        buf_put(texting->out, STR("  "));
    if (!reference || !same) {
        texting->y = mark->a.y;
        texting->size = mark->size;
    }
    texting->begun = true;
    texting->element = block;
    if (reference)
        buf_putf(texting->out, "[%.*s]", STR_ARG(text));
    else
        buf_put(texting->out, text);
}

static void marks_put(struct texting *texting, const struct mark *mark, uint32_t element, int depth)
{
    for (; mark && depth < 16; mark = mark->next) {
        uint32_t own = element ? element : mark->element;
        if (own == 0) /* ornament, or a table's header come again */
            continue;
        const struct pdf_element *of =
            own && own <= texting->pages->element_count ? &texting->pages->element[own - 1] : NULL;
        if (of && of->actual.len > 0 && (mark->type == MARK_RECT || mark->type == MARK_GROUP))
            mark_put(texting,
                     &(struct mark){
                         .a = { mark->a.x, mark->type == MARK_RECT ? mark->b.y : texting->y },
                         .size = 1 },
                     own, of->actual, false);
        if (mark->type == MARK_TEXT)
            mark_put(texting, mark, own, mark->text, of && of->reference);
        if (mark->child)
            marks_put(texting, mark->child, own, depth + 1);
    }
}

static void furniture_put(struct texting *texting, const struct scene *scene, bool head)
{
    texting->begun = false;
    for (const struct mark *mark = scene->first; mark && mark->element == 0; mark = mark->next) {
        if (mark->type != MARK_TEXT || (head ? mark->a.y >= BODY_TOP : mark->a.y <= BODY_BOTTOM))
            continue;
        if (texting->begun)
            buf_put(texting->out, STR("  "));
        texting->begun = true;
        buf_put(texting->out, mark->text);
    }
    if (texting->begun)
        buf_put_char(texting->out, '\n');
}

void pages_text(const struct pages *pages, struct buf *out)
{
    for (size_t i = 0; i < pages->count; i++) {
        struct texting texting = { .out = out, .pages = pages };
        const struct scene *scene = pages->item[i].scene;
        if (i > 0)
            buf_put_char(out, '\f');
        furniture_put(&texting, scene, true);
        buf_put_char(out, '\n');
        const struct mark *body = scene->first;
        while (body && body->element == 0)
            body = body->next;
        texting.begun = false;
        marks_put(&texting, body, 0, 0);
        line_end(out);
        buf_put_char(out, '\n');
        furniture_put(&texting, scene, false);
    }
}
