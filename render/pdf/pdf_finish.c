/* pdf_finish.c - finishes Cairo's file: language, structure details, links, bookmarks, metadata,
 * output intent, artifacts, and bytes that do not vary.
 *
 * Names and rules: ISO 32000-1 (PDF 1.7), ISO 19005-2 (PDF/A-2), docs/pdf.md. */
#include "pdf_objects.h"
#include "pdf_own.h"

enum { TREE_DEPTH = 80, PAGE_TOP = 841890 };

struct finishing {
    struct pdf_objects of;
    struct arena *home;
    const struct pages *pages;
    const struct pdf_facts *facts;
    struct pdf_value *root, **page,
        **element; /* references; element: by index; NULL where not drawn */
    size_t page_count;
    struct pdf_value *parent_numbers;
    struct pdf_value *unframed; /* the border of each link */
    struct buf word;            /* in hand */
    long long parent_next;
    size_t walked; /* elements met so far */
    const char *trouble;
};

static void fail(struct finishing *finishing, const char *trouble)
{
    if (!finishing->trouble)
        finishing->trouble = trouble;
}

/* What the objects' reader and writer refused. */
static void stage_check(struct finishing *finishing)
{
    if (finishing->of.trouble)
        fail(finishing, finishing->of.trouble);
}

static void set(struct finishing *finishing, struct pdf_value *dictionary, const char *key,
                struct pdf_value *value)
{
    pdf_set(&finishing->of, dictionary, str_from(key), value);
}

static struct pdf_value *get(struct finishing *finishing, const struct pdf_value *dictionary,
                             const char *key)
{
    return pdf_get(&finishing->of, dictionary, str_from(key));
}

static struct pdf_value *meant(struct finishing *finishing, struct pdf_value *value)
{
    return pdf_meant(&finishing->of, value);
}

static struct pdf_value *parsed(struct finishing *finishing, const char *syntax)
{
    return pdf_parsed(&finishing->of, syntax);
}

static void append(struct finishing *finishing, struct pdf_value *array, struct pdf_value *value)
{
    pdf_append(&finishing->of, array, value);
}

static struct pdf_value *wrapped(struct finishing *finishing, struct pdf_value *item)
{
    struct pdf_value *array = pdf_new(&finishing->of, PDF_ARRAY);
    append(finishing, array, item);
    return array;
}

/* Of ASCII without controls, as nearly all are: PDFDocEncoding has it as it stands. */
static bool text_visible(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (text.at[i] < ' ' || text.at[i] > '~')
            return false;
    return true;
}

/* What readers show outside the page, title bar and bookmarks: hidden characters as escapes. */
static void set_text(struct finishing *finishing, struct pdf_value *dictionary, const char *key,
                     struct str text)
{
    if (text_visible(text)) {
        set(finishing, dictionary, key, pdf_bytes(&finishing->of, text));
        return;
    }
    struct buf shown = buf_new(finishing->home, (size_t)1 << 24);
    buf_put_visible(&shown, text);
    if (shown.full)
        fail(finishing, "a text of more than 16 MiB");
    set(finishing, dictionary, key, pdf_text(&finishing->of, buf_str(&shown)));
}

static void real_put(struct buf *out, mpt value)
{
    long long size = value < 0 ? -(long long)value : value;
    buf_putf(out, "%s%lld.%03lld", value < 0 ? "-" : "", size / 1000, size % 1000);
}

static struct pdf_value *word_of(struct finishing *finishing, const struct buf *word)
{
    return pdf_word(&finishing->of, str_keep(finishing->home, buf_str(word)));
}

static struct pdf_value *real(struct finishing *finishing, mpt value)
{
    finishing->word.len = 0;
    real_put(&finishing->word, value);
    return word_of(finishing, &finishing->word);
}

static struct pdf_value *stream_of(struct finishing *finishing, const char *dictionary,
                                   struct str bytes)
{
    struct pdf_value *stream = parsed(finishing, dictionary);
    stream->streamed = true;
    stream->text = bytes;
    return pdf_object(&finishing->of, stream);
}

/* ---- document ---- */

static struct str pdf_date(struct finishing *finishing)
{
    struct str day = finishing->facts->day;
    return str_format(finishing->home, "D:%.4s%.2s%.2s000000Z", day.at, day.at + 5, day.at + 8);
}

static void catalog_finish(struct finishing *finishing, struct str icc)
{
    set_text(finishing, finishing->root, "/Lang", finishing->facts->language);
    set(finishing, finishing->root, "/ViewerPreferences",
        parsed(finishing, "<< /DisplayDocTitle true >>"));
    set(finishing, finishing->root, "/PageLabels",
        parsed(finishing, "<< /Nums [ 0 << /S /D >> ] >>"));

    struct buf xmp = buf_new(finishing->home, (size_t)1 << 20);
    xmp_put(finishing->facts, &xmp);
    set(finishing, finishing->root, "/Metadata",
        stream_of(finishing, "<< /Type /Metadata /Subtype /XML >>", buf_str(&xmp)));

    struct pdf_value *intent =
        parsed(finishing, "<< /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB)"
                          " /Info (sRGB IEC61966-2.1) >>");
    set(finishing, intent, "/DestOutputProfile", stream_of(finishing, "<< /N 3 >>", icc));
    set(finishing, finishing->root, "/OutputIntents",
        wrapped(finishing, pdf_object(&finishing->of, intent)));

    struct pdf_value *info = get(finishing, finishing->of.trailer, "/Info");
    if (!pdf_is(info, PDF_DICT)) {
        fail(finishing, "no Info dictionary");
        return;
    }
    struct str date = pdf_date(finishing);
    set_text(finishing, info, "/Title", finishing->facts->title);
    set_text(finishing, info, "/Producer", finishing->facts->producer);
    set(finishing, info, "/CreationDate", pdf_bytes(&finishing->of, date));
    set(finishing, info, "/ModDate", pdf_bytes(&finishing->of, date));
    pdf_remove(info, STR("/Creator"));
}

/* PDF/A wants the map from character to glyph of each CIDFontType2 written out; Cairo leaves it
 * away. */
static void fonts_finish(struct finishing *finishing)
{
    for (size_t i = 1; i < finishing->of.placed; i++) {
        struct pdf_value *object = finishing->of.object[i];
        if (pdf_is_word(get(finishing, object, "/Type"), STR("/Font")) &&
            pdf_is_word(get(finishing, object, "/Subtype"), STR("/CIDFontType2")))
            set(finishing, object, "/CIDToGIDMap", parsed(finishing, "/Identity"));
    }
}

static void page_finish(struct finishing *finishing, struct pdf_value *page)
{
    struct pdf_value *contents = get(finishing, page, "/Contents");
    if (!pdf_is(contents, PDF_DICT) || !contents->streamed) {
        fail(finishing, "page content not readable");
        return;
    }
    contents->content = true; /* inflated and marked as it is written: all of it is not held */
    set(finishing, page, "/Tabs", parsed(finishing, "/S"));
    pdf_remove(page, STR("/Group"));
}

/* The pages below a node of their tree, in order. */
static void pages_find(struct finishing *finishing, struct pdf_value *node, int depth)
{
    const struct pdf_value *at = meant(finishing, node), *kids = get(finishing, at, "/Kids");
    if (pdf_is_word(get(finishing, at, "/Type"), STR("/Page"))) {
        if (finishing->page_count < finishing->pages->count)
            finishing->page[finishing->page_count] = node;
        finishing->page_count++;
    }
    for (size_t i = 0; pdf_is(kids, PDF_ARRAY) && i < kids->count && depth < 8; i++)
        pages_find(finishing, kids->item[i], depth + 1);
}

static void pages_finish(struct finishing *finishing)
{
    finishing->page = ARENA_MANY(finishing->home, finishing->pages->count, struct pdf_value *);
    pages_find(finishing, pdf_at(finishing->root, STR("/Pages")), 0);
    if (finishing->page_count != finishing->pages->count) {
        fail(finishing, "pages lost");
        return;
    }
    for (size_t i = 0; i < finishing->pages->count && !finishing->trouble; i++)
        page_finish(finishing, meant(finishing, finishing->page[i]));
}

/* ---- structure ---- */

static struct pdf_value *destination(struct finishing *finishing, size_t page, mpt y)
{
    struct pdf_value *array = parsed(finishing, "[ ]");
    append(finishing, array, finishing->page[page < finishing->pages->count ? page : 0]);
    append(finishing, array, parsed(finishing, "/XYZ"));
    append(finishing, array, parsed(finishing, "0"));
    mpt top = PAGE_TOP - (y > 6000 ? y - 6000 : 0); /* a little white above what is led to */
    append(finishing, array, real(finishing, top));
    append(finishing, array, parsed(finishing, "null"));
    return array;
}

static struct pdf_value *box_of(struct finishing *finishing, const struct pdf_element *element)
{
    const mpt edge[] = { element->box_from.x, PAGE_TOP - element->box_to.y, element->box_to.x,
                         PAGE_TOP - element->box_from.y };
    struct buf *out = &finishing->word;
    out->len = 0;
    buf_put(out, STR("[ "));
    for (size_t i = 0; i < ARRAY_COUNT(edge); i++) {
        real_put(out, edge[i]);
        buf_put_char(out, ' ');
    }
    buf_put_char(out, ']');
    return word_of(finishing, out);
}

static struct pdf_value *annotation_new(struct finishing *finishing,
                                        const struct pdf_element *element)
{
    struct pdf_value *page = meant(finishing, finishing->page[element->page]);
    struct pdf_value *annotation =
        parsed(finishing, "<< /Type /Annot /Subtype /Link /F 4 /Border null >>");
    set(finishing, annotation, "/Border", finishing->unframed);
    set(finishing, annotation, "/Rect", box_of(finishing, element));
    set_text(finishing, annotation, "/Contents", element->contents);
    set(finishing, annotation, "/P", finishing->page[element->page]);
    set(finishing, annotation, "/StructParent", pdf_number(&finishing->of, finishing->parent_next));
    if (element->target.len > 0) {
        struct pdf_value *action = parsed(finishing, "<< /Type /Action /S /URI >>");
        set(finishing, action, "/URI", pdf_bytes(&finishing->of, element->target));
        set(finishing, annotation, "/A", action);
    } else {
        set(finishing, annotation, "/Dest",
            destination(finishing, element->to_page, element->to_y));
    }
    struct pdf_value *reference = pdf_object(&finishing->of, annotation);
    struct pdf_value *all = get(finishing, page, "/Annots");
    if (pdf_is(all, PDF_ARRAY))
        append(finishing, all, reference);
    else
        set(finishing, page, "/Annots", wrapped(finishing, reference));
    return reference;
}

/* Makes the child list of an element an array and appends to it. */
static void kid_append(struct finishing *finishing, struct pdf_value *element,
                       struct pdf_value *kid)
{
    struct pdf_value *node = meant(finishing, element), *kids = pdf_at(node, STR("/K"));
    if (pdf_is(meant(finishing, kids), PDF_ARRAY)) {
        append(finishing, meant(finishing, kids), kid);
        return;
    }
    struct pdf_value *array = pdf_new(&finishing->of, PDF_ARRAY);
    if (kids)
        append(finishing, array, kids);
    append(finishing, array, kid);
    set(finishing, node, "/K", array);
}

/* `node`: the reference to the element's object. */
static void link_finish(struct finishing *finishing, struct pdf_value *node,
                        const struct pdf_element *element)
{
    struct pdf_value *reference = parsed(finishing, "<< /Type /OBJR >>");
    struct pdf_value *link = meant(finishing, node);
    set(finishing, link, "/S", parsed(finishing, "/Link"));
    set_text(finishing, link, "/Alt", element->contents);
    set(finishing, reference, "/Obj", annotation_new(finishing, element));
    set(finishing, reference, "/Pg", finishing->page[element->page]);
    kid_append(finishing, node, reference);
    append(finishing, finishing->parent_numbers,
           pdf_number(&finishing->of, finishing->parent_next++));
    append(finishing, finishing->parent_numbers, node);
}

static bool is_tag(const struct pdf_element *element, const char *tag)
{
    return str_eq(str_from(element->tag), str_from(tag));
}

static void element_finish(struct finishing *finishing, struct pdf_value *reference,
                           const struct pdf_element *element)
{
    struct pdf_value *node = meant(finishing, reference);
    if (element->actual.len > 0)
        set(finishing, node, "/ActualText", pdf_text(&finishing->of, element->actual));
    if (is_tag(element, "Figure")) {
        set_text(finishing, node, "/Alt", element->alt);
        struct pdf_value *layout = parsed(finishing, "<< /O /Layout /Placement /Block >>");
        set(finishing, layout, "/BBox", box_of(finishing, element));
        set(finishing, node, "/A", layout);
    }
    if (element->scope) {
        struct pdf_value *table = parsed(finishing, "<< /O /Table >>");
        struct str scope = str_format(finishing->home, "/%s", element->scope);
        set(finishing, table, "/Scope", pdf_word(&finishing->of, scope));
        set(finishing, node, "/A", table);
    }
    if (is_tag(element, "Link"))
        link_finish(finishing, reference, element);
}

/* The n-th structure element of the file is the n-th that was drawn: same tag, or the file is
 * refused. */
static void node_meet(struct finishing *finishing, struct pdf_value *node)
{
    const struct pages *pages = finishing->pages;
    while (finishing->walked < pages->element_count && pages->element[finishing->walked].added)
        finishing->walked++;
    if (finishing->walked == pages->element_count) {
        fail(finishing, "more structure than was drawn");
        return;
    }
    const struct pdf_element *element = &pages->element[finishing->walked];
    const char *drawn = is_tag(element, "Link") ? "Span" : element->tag;
    const struct pdf_value *name = get(finishing, meant(finishing, node), "/S");
    if (!pdf_is(node, PDF_REF) || !pdf_is(name, PDF_WORD) || name->text.len == 0 ||
        name->text.at[0] != '/' ||
        !str_eq(str_sub(name->text, 1, name->text.len), str_from(drawn))) {
        fail(finishing, "structure not as drawn");
        return;
    }
    finishing->element[finishing->walked++] = node;
}

static void walk(struct finishing *finishing, struct pdf_value *kid, int depth)
{
    struct pdf_value *at = meant(finishing, kid);
    if (depth > TREE_DEPTH)
        fail(finishing, "structure too deep");
    if (finishing->trouble)
        return;
    if (pdf_at(at, STR("/S"))) {
        node_meet(finishing, kid);
        walk(finishing, pdf_at(at, STR("/K")), depth + 1);
        return;
    }
    for (size_t i = 0; pdf_is(at, PDF_ARRAY) && i < at->count; i++)
        walk(finishing, at->item[i], depth + 1);
}

/* A link on a mark of a chart has no ink of its own: an element below the Figure with the
 * annotation. */
static void added_link(struct finishing *finishing, size_t index)
{
    const struct pdf_element *element = &finishing->pages->element[index];
    if (element->parent >= index || !finishing->element[element->parent]) {
        fail(finishing, "link without a figure");
        return;
    }
    struct pdf_value *node = parsed(finishing, "<< /Type /StructElem /S /Link >>");
    set(finishing, node, "/P", finishing->element[element->parent]);
    set(finishing, node, "/Pg", finishing->page[element->page]);
    node = pdf_object(&finishing->of, node);
    link_finish(finishing, node, element);
    kid_append(finishing, finishing->element[element->parent], node);
}

static void structure_finish(struct finishing *finishing)
{
    const struct pages *pages = finishing->pages;
    struct pdf_value *tree = get(finishing, finishing->root, "/StructTreeRoot");
    finishing->parent_numbers = get(finishing, get(finishing, tree, "/ParentTree"), "/Nums");
    if (pages->element_count == 0)
        return;
    if (!pdf_is(finishing->parent_numbers, PDF_ARRAY)) {
        fail(finishing, "no parent tree");
        return;
    }
    finishing->parent_next = (long long)pages->count; /* Cairo uses one number a page */
    size_t next = pdf_whole(get(finishing, tree, "/ParentTreeNextKey"));
    if (next < INT32_MAX && (long long)next > finishing->parent_next)
        finishing->parent_next = (long long)next;
    finishing->element = ARENA_MANY(finishing->home, pages->element_count, struct pdf_value *);
    walk(finishing, pdf_at(tree, STR("/K")), 0);
    while (finishing->walked < pages->element_count && pages->element[finishing->walked].added)
        finishing->walked++;
    if (finishing->walked != pages->element_count)
        fail(finishing, "less structure than was drawn");
    for (size_t i = 0; i < pages->element_count && !finishing->trouble; i++)
        if (pages->element[i].added)
            added_link(finishing, i);
        else
            element_finish(finishing, finishing->element[i], &pages->element[i]);
    set(finishing, tree, "/ParentTreeNextKey", pdf_number(&finishing->of, finishing->parent_next));
}

/* ---- bookmarks ---- */

/* Entries from `*at` of `level` or deeper, as children of `parent`. Answers how many of `level`. */
static int outline_level(struct finishing *finishing, struct pdf_value *parent, int level,
                         size_t *at, int depth)
{
    const struct pages *pages = finishing->pages;
    struct pdf_value *before = NULL, *above = meant(finishing, parent);
    int count = 0;
    while (*at < pages->outline_count && pages->outline[*at].level >= level && depth < 8) {
        const struct pdf_outline *outline = &pages->outline[*at];
        struct pdf_value *item = pdf_new(&finishing->of, PDF_DICT);
        struct pdf_value *reference = pdf_object(&finishing->of, item);
        set_text(finishing, item, "/Title", outline->title);
        set(finishing, item, "/Parent", parent);
        set(finishing, item, "/Dest", destination(finishing, outline->page, outline->y));
        if (before) {
            set(finishing, item, "/Prev", before);
            set(finishing, meant(finishing, before), "/Next", reference);
        } else {
            set(finishing, above, "/First", reference);
        }
        set(finishing, above, "/Last", reference);
        before = reference;
        count++;
        ++*at;
        int below = outline_level(finishing, reference, outline->level + 1, at, depth + 1);
        if (below > 0) /* closed: a reader sees the sections first */
            set(finishing, item, "/Count", pdf_number(&finishing->of, -below));
    }
    return count;
}

static void outline_finish(struct finishing *finishing)
{
    if (finishing->pages->outline_count == 0)
        return;
    struct pdf_value *outlines = parsed(finishing, "<< /Type /Outlines >>");
    struct pdf_value *reference = pdf_object(&finishing->of, outlines);
    size_t at = 0;
    int count = outline_level(finishing, reference, 1, &at, 0);
    if (at != finishing->pages->outline_count)
        fail(finishing, "bookmarks nested too deep");
    set(finishing, outlines, "/Count", pdf_number(&finishing->of, count));
    set(finishing, finishing->root, "/Outlines", reference);
    set(finishing, finishing->root, "/PageMode", parsed(finishing, "/UseOutlines"));
}

/* Nothing compressed: no deflate library in the bytes, and an auditor can read them. */
bool pdf_finish(struct arena *home, struct str drawn, const struct pages *pages,
                const struct pdf_facts *facts, struct str icc, struct str *out, struct diags *diags)
{
    static void (*const stage[])(struct finishing * finishing) = { fonts_finish, pages_finish,
                                                                   structure_finish,
                                                                   outline_finish };
    struct arena *work = arena_new((size_t)16 << 30);
    struct finishing finishing = {
        .home = work, .pages = pages, .facts = facts, .word = buf_new(work, 256)
    };
    if (pdf_objects_read(work, drawn, &finishing.of)) {
        finishing.root = get(&finishing, finishing.of.trailer, "/Root");
        if (!pdf_is(finishing.root, PDF_DICT))
            fail(&finishing, "no catalog");
    }
    stage_check(&finishing);
    finishing.of.beside = facts->beside;
    finishing.unframed = pdf_word(&finishing.of, STR("[ 0 0 0 ]"));
    for (size_t i = 0; i < ARRAY_COUNT(stage) && !finishing.trouble; i++)
        stage[i](&finishing);
    if (!finishing.trouble)
        catalog_finish(&finishing, icc);
    bool written = !finishing.trouble && pdf_objects_write(home, &finishing.of, out);
    stage_check(&finishing);
    if (!written)
        fail(&finishing, "writing");
    if (finishing.trouble)
        diag_add(diags, DIAG_MACHINE_FAILED, (struct place){ .file = STR("report.pdf") },
                 (struct str){ 0 }, "finishing the PDF: %s", finishing.trouble);
    arena_free(work);
    return !finishing.trouble;
}
