/* pdf.h - pages to a tagged PDF: Cairo and Pango draw, our own writer finishes (docs/pdf.md).
 *
 * The page layout (paginate.c) makes page scenes and, beside them, the list of structure elements;
 * the player opens and closes tags as the marks come. */
#ifndef RENDER_PDF_H
#define RENDER_PDF_H

#include "document.h"

/* A structure element. The list is in preorder: a parent stands before its children, and leaves
 * stand in the order in which they are drawn. Top marks of a page scene name their leaf by
 * `element` (1 based); marks of one leaf stand together, on one page. A leaf without ink has an
 * empty GROUP. */
struct pdf_element {
    const char
        *tag; /* "P", "H1", "Table", "Span", "Link" ...: only those of the table in docs/pdf.md */
    size_t parent;                 /* index in the list; SIZE_MAX: the root */
    size_t page;                   /* page on which it begins */
    struct str alt;                /* Figure */
    const char *scope;             /* TH: "Column", "Row"; else NULL */
    struct point box_from, box_to; /* Figure, Link: on its page, y down */
    struct str target;             /* Link: a URI; empty: see `to_page` */
    size_t to_page;                /* Link inside the document: page and height that it leads to */
    mpt to_y;
    struct str contents; /* Link: what it says */
    struct str
        actual; /* text that the ink stands for: an escape's original, the word for a square */
    bool leaf;
    bool reference; /* a fact's raised number, linked or not */
    bool added;     /* Link on a mark of a chart, below its Figure: nothing is drawn for it */
};
struct pdf_outline {
    struct str title;
    int level; /* from 1 */
    size_t page;
    mpt y;
};

MUST_USE bool paginate(struct arena *home, const struct node *root,
                       const struct report_model *model, const struct skin *skin,
                       const struct fonts *fonts, struct pages *out, struct diags *diags);
/* The page text in reading order, for pages.txt: one line a line, a form feed between pages. A
 * fact's raised number stands in brackets. */
void pages_text(const struct pages *pages, struct buf *out);
/* A file on its way: drawn by Cairo, then finished. The steps may run in threads of their own, with
 * an arena each; no two may draw at the same time, as fontconfig has one configuration. */
struct pdf_facts { /* of the document as a whole */
    struct str title, language, producer;
    struct str day;                     /* "2026-03-14" */
    const struct render_beside *beside; /* hears how the file grows; NULL: nobody */
};
struct pdf_work {
    const struct pages *pages;
    struct pdf_facts facts;
    struct str icc, drawn;
};
MUST_USE bool pdf_begin(struct arena *home, const struct pages *pages,
                        const struct report_model *model, const struct skin *skin,
                        struct pdf_work *out, struct diags *diags);
MUST_USE bool pdf_end(struct arena *home, const struct pdf_work *work, struct str *out,
                      struct diags *diags);
/* Both. The finished file: same pages, same skin and same libraries give the same bytes. `beside`
 * hears how it grows; NULL: nobody. */
MUST_USE bool pdf_write(struct arena *home, const struct pages *pages,
                        const struct report_model *model, const struct skin *skin,
                        const struct render_beside *beside, struct str *out, struct diags *diags);
/* Versions of what draws and finishes: "cairo 1.16.0; pango 1.50.12; ...". */
struct str pdf_libraries(struct arena *home);

#endif
