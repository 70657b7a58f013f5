/* pdf_finish.c - finishes Cairo's file with libqpdf: language, structure details, links, bookmarks,
 * metadata, output intent, artifacts, and bytes that do not vary. The only file that knows qpdf.
 *
 * Names and rules: ISO 32000-1 (PDF 1.7), ISO 19005-2 (PDF/A-2), docs/pdf.md. */
#include "pdf_own.h"

#include <qpdf/qpdf-c.h>
#include <stdlib.h>

enum { TREE_DEPTH = 80, PAGE_TOP = 841890 };

struct finishing {
    qpdf_data q;
    struct arena *home;
    const struct pages *pages;
    const struct pdf_facts *facts;
    qpdf_oh root, *page, *element; /* element: by index; 0 where not drawn */
    qpdf_oh parent_numbers;
    long long parent_next;
    size_t walked; /* elements met so far */
    const char *trouble;
};

static void fail(struct finishing *finishing, const char *trouble)
{
    if (!finishing->trouble)
        finishing->trouble = trouble;
}

/* qpdf reports through the handle; a warning means that it had to guess, so it counts as an error.
 */
static void stage_check(struct finishing *finishing, const char *stage)
{
    if (qpdf_has_error(finishing->q) || qpdf_more_warnings(finishing->q))
        fail(finishing, stage);
}

/* qpdf keeps each handle that it has given out in a tree until it is released: with a hundred
 * thousand of them every call takes longer, and so do those that make one. */
static void drop(struct finishing *finishing, qpdf_oh handle)
{
    qpdf_oh_release(finishing->q, handle);
}

static void set_kept(struct finishing *finishing, qpdf_oh dictionary, const char *key,
                     qpdf_oh value)
{
    qpdf_oh_replace_key(finishing->q, dictionary, key, value);
}

/* The same with a value whose handle nobody needs any more. */
static void set(struct finishing *finishing, qpdf_oh dictionary, const char *key, qpdf_oh value)
{
    set_kept(finishing, dictionary, key, value);
    drop(finishing, value);
}

static void append(struct finishing *finishing, qpdf_oh array, qpdf_oh value)
{
    qpdf_oh_append_item(finishing->q, array, value);
    drop(finishing, value);
}

static void set_string(struct finishing *finishing, qpdf_oh dictionary, const char *key,
                       struct str text)
{
    set(finishing, dictionary, key,
        qpdf_oh_new_unicode_string(finishing->q, str_c(finishing->home, text)));
}

/* What readers show outside the page, title bar and bookmarks: hidden characters as escapes. */
static void set_text(struct finishing *finishing, qpdf_oh dictionary, const char *key,
                     struct str text)
{
    struct buf shown = buf_new(finishing->home, (size_t)1 << 24);
    buf_put_visible(&shown, text);
    if (shown.full)
        fail(finishing, "a text of more than 16 MiB");
    set_string(finishing, dictionary, key, buf_str(&shown));
}

static void set_parsed(struct finishing *finishing, qpdf_oh dictionary, const char *key,
                       const char *value)
{
    set(finishing, dictionary, key, qpdf_oh_parse(finishing->q, value));
}

static qpdf_oh indirect(struct finishing *finishing, qpdf_oh object)
{
    qpdf_oh made = qpdf_make_indirect_object(finishing->q, object);
    drop(finishing, object);
    return made;
}

static qpdf_oh real(struct finishing *finishing, mpt value)
{
    long long size = value < 0 ? -(long long)value : value;
    struct str text = str_format(finishing->home, "%s%lld.%03lld", value < 0 ? "-" : "",
                                 size / 1000, size % 1000);
    return qpdf_oh_new_real_from_string(finishing->q, str_c(finishing->home, text));
}

static qpdf_oh stream_of(struct finishing *finishing, const char *dictionary, struct str bytes)
{
    qpdf_data q = finishing->q;
    qpdf_oh stream = qpdf_oh_new_stream(q);
    const unsigned char *data = (const unsigned char *)bytes.at;
    qpdf_oh_replace_stream_data(q, stream, data, bytes.len, qpdf_oh_new_null(q),
                                qpdf_oh_new_null(q));
    if (dictionary) {
        qpdf_oh own = qpdf_oh_get_dict(q, stream);
        qpdf_oh extra = qpdf_oh_parse(q, dictionary);
        qpdf_oh_begin_dict_key_iter(q, extra);
        while (qpdf_oh_dict_more_keys(q)) {
            const char *key = str_c(finishing->home, str_from(qpdf_oh_dict_next_key(q)));
            set(finishing, own, key, qpdf_oh_get_key(q, extra, key));
        }
    }
    return stream;
}

/* ---- document ----------------------------------------------------------------------------------
 */

static struct str pdf_date(struct finishing *finishing)
{
    struct str day = finishing->facts->day;
    return str_format(finishing->home, "D:%.4s%.2s%.2s000000Z", day.at, day.at + 5, day.at + 8);
}

static void catalog_finish(struct finishing *finishing, struct str icc)
{
    qpdf_data q = finishing->q;
    set_text(finishing, finishing->root, "/Lang", finishing->facts->language);
    set_parsed(finishing, finishing->root, "/ViewerPreferences", "<< /DisplayDocTitle true >>");
    set_parsed(finishing, finishing->root, "/PageLabels", "<< /Nums [ 0 << /S /D >> ] >>");

    struct buf xmp = buf_new(finishing->home, (size_t)1 << 20);
    xmp_put(finishing->facts, &xmp);
    set(finishing, finishing->root, "/Metadata",
        stream_of(finishing, "<< /Type /Metadata /Subtype /XML >>", buf_str(&xmp)));

    qpdf_oh intent =
        qpdf_oh_parse(q, "<< /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB)"
                         " /Info (sRGB IEC61966-2.1) >>");
    set(finishing, intent, "/DestOutputProfile", stream_of(finishing, "<< /N 3 >>", icc));
    set(finishing, finishing->root, "/OutputIntents",
        qpdf_oh_wrap_in_array(q, indirect(finishing, intent)));

    qpdf_oh info = qpdf_oh_get_key(q, qpdf_get_trailer(q), "/Info");
    if (!qpdf_oh_is_dictionary(q, info))
        fail(finishing, "no Info dictionary");
    struct str date = pdf_date(finishing);
    set_text(finishing, info, "/Title", finishing->facts->title);
    set_text(finishing, info, "/Producer", finishing->facts->producer);
    set(finishing, info, "/CreationDate", qpdf_oh_new_string(q, str_c(finishing->home, date)));
    set(finishing, info, "/ModDate", qpdf_oh_new_string(q, str_c(finishing->home, date)));
    qpdf_oh_remove_key(q, info, "/Creator");
    stage_check(finishing, "catalog");
}

/* PDF/A wants the map from character to glyph of each CIDFontType2 written out; Cairo leaves it
 * away. */
static void fonts_finish(struct finishing *finishing)
{
    qpdf_data q = finishing->q;
    int size = qpdf_oh_get_int_value_as_int(q, qpdf_oh_get_key(q, qpdf_get_trailer(q), "/Size"));
    for (int i = 1; i < size; i++) {
        qpdf_oh object = qpdf_get_object_by_id(q, i, 0);
        if (qpdf_oh_is_dictionary_of_type(q, object, "/Font", "/CIDFontType2"))
            set(finishing, object, "/CIDToGIDMap", qpdf_oh_new_name(q, "/Identity"));
        qpdf_oh_release(q, object);
    }
    stage_check(finishing, "fonts");
}

static void page_finish(struct finishing *finishing, size_t index)
{
    qpdf_data q = finishing->q;
    qpdf_oh page = finishing->page[index];
    unsigned char *data = NULL;
    size_t length = 0;
    if (qpdf_oh_get_page_content_data(q, page, &data, &length) != QPDF_SUCCESS) {
        fail(finishing, "page content not readable");
        return;
    }
    struct str content = str_keep(finishing->home, (struct str){ (const char *)data, length });
    free(data);
    struct buf marked = buf_new(finishing->home, (size_t)1 << 27);
    if (!artifacts_mark(content, &marked)) {
        fail(finishing, "page content not as expected");
        return;
    }
    set(finishing, page, "/Contents", stream_of(finishing, NULL, buf_str(&marked)));
    set(finishing, page, "/Tabs", qpdf_oh_new_name(q, "/S"));
    qpdf_oh_remove_key(q, page, "/Group");
}

static void pages_finish(struct finishing *finishing)
{
    qpdf_data q = finishing->q;
    int count = qpdf_get_num_pages(q);
    if (count < 0 || (size_t)count != finishing->pages->count) {
        fail(finishing, "pages lost");
        return;
    }
    finishing->page = ARENA_MANY(finishing->home, finishing->pages->count, qpdf_oh);
    for (size_t i = 0; i < finishing->pages->count && !finishing->trouble; i++) {
        finishing->page[i] = qpdf_get_page_n(q, i);
        page_finish(finishing, i);
    }
    stage_check(finishing, "pages");
}

/* ---- structure ---------------------------------------------------------------------------------
 */

static qpdf_oh destination(struct finishing *finishing, size_t page, mpt y)
{
    qpdf_data q = finishing->q;
    qpdf_oh array = qpdf_oh_new_array(q);
    qpdf_oh_append_item(q, array, finishing->page[page < finishing->pages->count ? page : 0]);
    append(finishing, array, qpdf_oh_new_name(q, "/XYZ"));
    append(finishing, array, qpdf_oh_new_integer(q, 0));
    mpt top = PAGE_TOP - (y > 6000 ? y - 6000 : 0); /* a little white above what is led to */
    append(finishing, array, real(finishing, top));
    append(finishing, array, qpdf_oh_new_null(q));
    return array;
}

static qpdf_oh box_of(struct finishing *finishing, const struct pdf_element *element)
{
    qpdf_oh array = qpdf_oh_new_array(finishing->q);
    const mpt edge[] = { element->box_from.x, PAGE_TOP - element->box_to.y, element->box_to.x,
                         PAGE_TOP - element->box_from.y };
    for (size_t i = 0; i < ARRAY_COUNT(edge); i++)
        append(finishing, array, real(finishing, edge[i]));
    return array;
}

static qpdf_oh annotation_new(struct finishing *finishing, const struct pdf_element *element)
{
    qpdf_data q = finishing->q;
    qpdf_oh page = finishing->page[element->page];
    qpdf_oh annotation =
        qpdf_oh_parse(q, "<< /Type /Annot /Subtype /Link /F 4 /Border [ 0 0 0 ] >>");
    set(finishing, annotation, "/Rect", box_of(finishing, element));
    set_text(finishing, annotation, "/Contents", element->contents);
    set_kept(finishing, annotation, "/P", page);
    set(finishing, annotation, "/StructParent", qpdf_oh_new_integer(q, finishing->parent_next));
    if (element->target.len > 0) {
        qpdf_oh action = qpdf_oh_parse(q, "<< /Type /Action /S /URI >>");
        set(finishing, action, "/URI",
            qpdf_oh_new_string(q, str_c(finishing->home, element->target)));
        set(finishing, annotation, "/A", action);
    } else {
        set(finishing, annotation, "/Dest",
            destination(finishing, element->to_page, element->to_y));
    }
    annotation = indirect(finishing, annotation);
    qpdf_oh all = qpdf_oh_get_key(q, page, "/Annots");
    if (!qpdf_oh_is_array(q, all)) {
        drop(finishing, all);
        all = qpdf_oh_new_array(q);
        set_kept(finishing, page, "/Annots", all);
    }
    qpdf_oh_append_item(q, all, annotation);
    drop(finishing, all);
    return annotation;
}

/* Makes the child list of an element an array and appends to it; `kid` is dropped. */
static void kid_append(struct finishing *finishing, qpdf_oh element, qpdf_oh kid)
{
    qpdf_data q = finishing->q;
    qpdf_oh kids = qpdf_oh_get_key(q, element, "/K");
    if (qpdf_oh_is_null(q, kids))
        set(finishing, element, "/K", qpdf_oh_new_array(q));
    else if (!qpdf_oh_is_array(q, kids))
        set(finishing, element, "/K", qpdf_oh_wrap_in_array(q, kids));
    drop(finishing, kids);
    kids = qpdf_oh_get_key(q, element, "/K");
    append(finishing, kids, kid);
    drop(finishing, kids);
}

static void link_finish(struct finishing *finishing, qpdf_oh node,
                        const struct pdf_element *element)
{
    qpdf_data q = finishing->q;
    qpdf_oh reference = qpdf_oh_parse(q, "<< /Type /OBJR >>");
    set(finishing, node, "/S", qpdf_oh_new_name(q, "/Link"));
    set_text(finishing, node, "/Alt", element->contents);
    set(finishing, reference, "/Obj", annotation_new(finishing, element));
    set_kept(finishing, reference, "/Pg", finishing->page[element->page]);
    kid_append(finishing, node, reference);
    append(finishing, finishing->parent_numbers, qpdf_oh_new_integer(q, finishing->parent_next++));
    qpdf_oh_append_item(q, finishing->parent_numbers, node);
}

static bool is_tag(const struct pdf_element *element, const char *tag)
{
    return str_eq(str_from(element->tag), str_from(tag));
}

static void element_finish(struct finishing *finishing, qpdf_oh node,
                           const struct pdf_element *element)
{
    qpdf_data q = finishing->q;
    if (element->actual.len > 0)
        set_string(finishing, node, "/ActualText", element->actual);
    if (is_tag(element, "Figure")) {
        set_text(finishing, node, "/Alt", element->alt);
        qpdf_oh layout = qpdf_oh_parse(q, "<< /O /Layout /Placement /Block >>");
        set(finishing, layout, "/BBox", box_of(finishing, element));
        set(finishing, node, "/A", layout);
    }
    if (element->scope) {
        qpdf_oh table = qpdf_oh_parse(q, "<< /O /Table >>");
        struct str scope = str_format(finishing->home, "/%s", element->scope);
        set(finishing, table, "/Scope", qpdf_oh_new_name(q, str_c(finishing->home, scope)));
        set(finishing, node, "/A", table);
    }
    if (is_tag(element, "Link"))
        link_finish(finishing, node, element);
}

/* The n-th structure element of the file is the n-th that was drawn: same tag, or the file is
 * refused. */
static void node_meet(struct finishing *finishing, qpdf_oh node)
{
    const struct pages *pages = finishing->pages;
    while (finishing->walked < pages->element_count && pages->element[finishing->walked].added)
        finishing->walked++;
    if (finishing->walked == pages->element_count) {
        fail(finishing, "more structure than was drawn");
        return;
    }
    const struct pdf_element *element = &pages->element[finishing->walked];
    qpdf_oh name = qpdf_oh_get_key(finishing->q, node, "/S");
    const char *tag = qpdf_oh_get_name(finishing->q, name);
    drop(finishing, name);
    if (tag[0] != '/' || !is_tag(element, is_tag(element, "Link") ? "Link" : tag + 1) ||
        (is_tag(element, "Link") && !str_eq(str_from(tag), STR("/Span")))) {
        fail(finishing, "structure not as drawn");
        return;
    }
    finishing->element[finishing->walked++] = node;
}

static bool is_element(struct finishing *finishing, qpdf_oh kid)
{
    qpdf_data q = finishing->q;
    if (!qpdf_oh_is_dictionary(q, kid))
        return false;
    qpdf_oh name = qpdf_oh_get_key(q, kid, "/S");
    bool named = !qpdf_oh_is_null(q, name);
    drop(finishing, name);
    return named;
}

/* `kid` is dropped where it is no element. */
static void walk(struct finishing *finishing, qpdf_oh kid, int depth)
{
    qpdf_data q = finishing->q;
    if (depth > TREE_DEPTH)
        fail(finishing, "structure too deep");
    if (finishing->trouble)
        return;
    if (is_element(finishing, kid)) {
        node_meet(finishing, kid);
        walk(finishing, qpdf_oh_get_key(q, kid, "/K"), depth + 1);
        return;
    }
    int count = qpdf_oh_is_array(q, kid) ? qpdf_oh_get_array_n_items(q, kid) : 0;
    for (int i = 0; i < count; i++)
        walk(finishing, qpdf_oh_get_array_item(q, kid, i), depth + 1);
    drop(finishing, kid);
}

/* A link on a mark of a chart has no ink of its own: an element below the Figure with the
 * annotation. */
static void added_link(struct finishing *finishing, size_t index)
{
    qpdf_data q = finishing->q;
    const struct pdf_element *element = &finishing->pages->element[index];
    if (element->parent >= index || !finishing->element[element->parent]) {
        fail(finishing, "link without a figure");
        return;
    }
    qpdf_oh node = qpdf_oh_parse(q, "<< /Type /StructElem /S /Link >>");
    set_kept(finishing, node, "/P", finishing->element[element->parent]);
    set_kept(finishing, node, "/Pg", finishing->page[element->page]);
    node = indirect(finishing, node);
    link_finish(finishing, node, element);
    kid_append(finishing, finishing->element[element->parent], node);
}

static void structure_finish(struct finishing *finishing)
{
    qpdf_data q = finishing->q;
    const struct pages *pages = finishing->pages;
    qpdf_oh tree = qpdf_oh_get_key(q, finishing->root, "/StructTreeRoot");
    qpdf_oh parents = qpdf_oh_get_key(q, tree, "/ParentTree");
    finishing->parent_numbers = qpdf_oh_get_key(q, parents, "/Nums");
    if (pages->element_count == 0)
        return;
    if (!qpdf_oh_is_array(q, finishing->parent_numbers)) {
        fail(finishing, "no parent tree");
        return;
    }
    finishing->parent_next = (long long)pages->count; /* Cairo uses one number a page */
    qpdf_oh next = qpdf_oh_get_key(q, tree, "/ParentTreeNextKey");
    if (qpdf_oh_is_integer(q, next) && qpdf_oh_get_int_value(q, next) > finishing->parent_next)
        finishing->parent_next = qpdf_oh_get_int_value(q, next);
    finishing->element = ARENA_MANY(finishing->home, pages->element_count, qpdf_oh);
    walk(finishing, qpdf_oh_get_key(q, tree, "/K"), 0);
    while (finishing->walked < pages->element_count && pages->element[finishing->walked].added)
        finishing->walked++;
    if (finishing->walked != pages->element_count)
        fail(finishing, "less structure than was drawn");
    for (size_t i = 0; i < pages->element_count && !finishing->trouble; i++) {
        if (pages->element[i].added)
            added_link(finishing, i);
        else
            element_finish(finishing, finishing->element[i], &pages->element[i]);
    }
    set(finishing, tree, "/ParentTreeNextKey", qpdf_oh_new_integer(q, finishing->parent_next));
    stage_check(finishing, "structure");
}

/* ---- bookmarks ---------------------------------------------------------------------------------
 */

/* Entries from `*at` of `level` or deeper, as children of `parent`. Answers how many of `level`. */
static int outline_level(struct finishing *finishing, qpdf_oh parent, int level, size_t *at,
                         int depth)
{
    qpdf_data q = finishing->q;
    const struct pages *pages = finishing->pages;
    qpdf_oh before = 0;
    int count = 0;
    while (*at < pages->outline_count && pages->outline[*at].level >= level && depth < 8) {
        const struct pdf_outline *outline = &pages->outline[*at];
        qpdf_oh item = indirect(finishing, qpdf_oh_new_dictionary(q));
        set_text(finishing, item, "/Title", outline->title);
        set_kept(finishing, item, "/Parent", parent);
        set(finishing, item, "/Dest", destination(finishing, outline->page, outline->y));
        if (before) {
            set_kept(finishing, item, "/Prev", before);
            set_kept(finishing, before, "/Next", item);
        } else {
            set_kept(finishing, parent, "/First", item);
        }
        set_kept(finishing, parent, "/Last", item);
        before = item;
        count++;
        ++*at;
        int below = outline_level(finishing, item, outline->level + 1, at, depth + 1);
        if (below > 0) /* closed: a reader sees the sections first */
            set(finishing, item, "/Count", qpdf_oh_new_integer(q, -below));
    }
    return count;
}

static void outline_finish(struct finishing *finishing)
{
    qpdf_data q = finishing->q;
    if (finishing->pages->outline_count == 0)
        return;
    qpdf_oh outlines = indirect(finishing, qpdf_oh_parse(q, "<< /Type /Outlines >>"));
    size_t at = 0;
    int count = outline_level(finishing, outlines, 1, &at, 0);
    if (at != finishing->pages->outline_count)
        fail(finishing, "bookmarks nested too deep");
    set(finishing, outlines, "/Count", qpdf_oh_new_integer(q, count));
    set(finishing, finishing->root, "/Outlines", outlines);
    set_parsed(finishing, finishing->root, "/PageMode", "/UseOutlines");
    stage_check(finishing, "bookmarks");
}

/* ---- bytes -------------------------------------------------------------------------------------
 */

/* Nothing compressed: no deflate library in the bytes, and an auditor can read them. */
static struct str bytes_write(struct finishing *finishing)
{
    qpdf_data q = finishing->q;
    if (qpdf_init_write_memory(q) != QPDF_SUCCESS) {
        fail(finishing, "writing");
        return (struct str){ 0 };
    }
    qpdf_set_object_stream_mode(q, qpdf_o_disable);
    qpdf_set_stream_data_mode(q, qpdf_s_uncompress);
    qpdf_set_compress_streams(q, QPDF_FALSE);
    qpdf_set_decode_level(q, qpdf_dl_generalized);
    qpdf_set_newline_before_endstream(q, QPDF_TRUE);
    qpdf_set_suppress_original_object_IDs(q, QPDF_TRUE);
    qpdf_force_pdf_version(q, "1.7");
    qpdf_set_deterministic_ID(q, QPDF_TRUE);
    if ((qpdf_write(q) & QPDF_ERRORS) != 0)
        fail(finishing, "writing");
    stage_check(finishing, "writing");
    if (finishing->trouble)
        return (struct str){ 0 };
    struct str bytes = { (const char *)qpdf_get_buffer(q), qpdf_get_buffer_length(q) };
    return str_keep(finishing->home, bytes);
}

bool pdf_finish(struct arena *home, struct str drawn, const struct pages *pages,
                const struct pdf_facts *facts, struct str icc, struct str *out, struct diags *diags)
{
    struct finishing finishing = { .home = home, .pages = pages, .facts = facts, .q = qpdf_init() };
    qpdf_data q = finishing.q;
    qpdf_silence_errors(q);
    qpdf_set_suppress_warnings(q, QPDF_TRUE);
    qpdf_set_attempt_recovery(q, QPDF_FALSE);
    if (qpdf_read_memory(q, "report.pdf", drawn.at, drawn.len, NULL) != QPDF_SUCCESS) {
        fail(&finishing, "drawn file not readable");
    } else {
        finishing.root = qpdf_get_root(q);
        fonts_finish(&finishing);
        if (!finishing.trouble)
            pages_finish(&finishing);
        if (!finishing.trouble)
            structure_finish(&finishing);
        if (!finishing.trouble)
            outline_finish(&finishing);
        if (!finishing.trouble)
            catalog_finish(&finishing, icc);
        if (!finishing.trouble)
            *out = bytes_write(&finishing);
    }
    if (finishing.trouble)
        diag_add(diags, DIAG_MACHINE_FAILED, (struct place){ .file = STR("report.pdf") },
                 (struct str){ 0 }, "finishing the PDF: %s", finishing.trouble);
    if (qpdf_has_error(q)) /* an error not asked for is printed by qpdf_cleanup */
        (void)qpdf_get_error(q);
    qpdf_cleanup(&finishing.q);
    return finishing.trouble == NULL;
}

struct str qpdf_library(struct arena *home)
{
    return str_format(home, "qpdf %s", qpdf_get_qpdf_version());
}
