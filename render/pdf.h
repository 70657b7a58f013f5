/* pdf.h - pages to a tagged PDF: Cairo and Pango draw, libqpdf finishes (docs/pdf.md).
 *
 * The page layout (paginate.c) makes page scenes and, beside them, the list of structure elements in
 * drawing order; the player opens and closes tags as the marks come. */
#ifndef RENDER_PDF_H
#define RENDER_PDF_H

#include "document.h"

/* A structure element. Marks of a page scene carry the element they belong to through `first_mark` and
 * `mark_count` in drawing order, so that only leaves hold content. */
struct pdf_element {
    const char *tag; /* "P", "H1", "Table", "Span" ...: only those of the table in docs/pdf.md */
    size_t parent;   /* index in the list; SIZE_MAX: the root */
    size_t page;     /* page on which it begins */
    struct str alt;  /* Figure */
    const char *scope; /* TH: "Column", "Row"; else NULL */
    struct point box_from, box_to; /* Figure, Link: on its page */
    struct str target;      /* Link: "#id" or a URI */
    struct str contents;    /* Link: what it says */
    struct str actual;      /* Span: text that the escape stands for */
    bool leaf;
};
struct pdf_outline {
    struct str title;
    int level;
    size_t page;
    mpt y;
};

MUST_USE bool paginate(struct arena *home, const struct node *root, const struct report_model *model,
                       const struct skin *skin, const struct fonts *fonts, struct pages *out, struct diags *diags);
/* The page text in reading order, for pages.txt. */
void pages_text(const struct pages *pages, struct buf *out);
MUST_USE bool pdf_write(struct arena *home, const struct pages *pages, const struct report_model *model,
                        const struct skin *skin, struct str *out, struct diags *diags);

#endif
