/* pdf_own.h - private to render: the steps from page scenes to finished bytes, and what the layout
 * needs of the faces. */
#ifndef RENDER_PDF_OWN_H
#define RENDER_PDF_OWN_H

#include "pdf.h"

const char *
face_file_name(enum face face); /* as the skin names it: "fonts/SourceSans3-Regular.ttf" */
/* Takes one character off the front of `rest`, which is not empty; bad bytes read as U+FFFD. */
uint32_t text_step(struct str *rest);

/* Whether a character is never drawn, but escaped, whatever face has it. */
bool code_hidden(uint32_t code);
/* The face itself, else another shipped face that has the character; false: none, or hidden. */
bool face_for(const struct fonts *fonts, enum face wanted, uint32_t code, enum face *out);
/* As text_width, of a text that shipped faces have. */
mpt shipped_width(const struct fonts *fonts, enum face face, mpt size, struct str text);
/* A sum of advances in units of which a face has `units` an em. */
mpt units_as_mpt(int64_t sum, uint32_t units, mpt size);
struct given *fonts_given(const struct fonts *fonts); /* given.h; NULL: none */

/* Cairo's part (scene_cairo.c): the drawn file, tagged, not finished. Several threads may draw at
 * once, with an arena and pages each, in the faces of one skin that has no given ones. */
MUST_USE bool pdf_draw(struct arena *home, const struct pages *pages, const struct skin *skin,
                       const struct pdf_facts *facts, struct str *out, struct diags *diags);
/* What Cairo leaves out (pdf_finish.c). */
MUST_USE bool pdf_finish(struct arena *home, struct str drawn, const struct pages *pages,
                         const struct pdf_facts *facts, struct str icc, struct str *out,
                         struct diags *diags);
/* Puts every stretch of a page's content that paints outside the structure into an Artifact
 * (pdf_artifacts.c). False: content of a kind that Cairo does not write; nothing is guessed. */
MUST_USE bool artifacts_mark(struct str content, struct buf *out);
/* The XMP packet (pdf_xmp.c). */
void xmp_put(const struct pdf_facts *facts, struct buf *out);
struct str draw_libraries(struct arena *home); /* "cairo 1.16.0; pango 1.50.12; ..." */

#endif
