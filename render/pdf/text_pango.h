/* text_pango.h - private to render: texts in the shipped faces on a Cairo surface. */
#ifndef RENDER_TEXT_PANGO_H
#define RENDER_TEXT_PANGO_H

#include "render/render.h"
#include "scene.h"

struct _cairo; /* Cairo's cairo_t */

/* What one drawing has set so far; of one thread. Several may be open at once, all with the faces
 * of one skin. To be given back by texts_end; *trouble, NULL: none, says what failed. */
struct texts;
struct texts *texts_begin(const struct skin *skin, const char **trouble);
void texts_end(struct texts *texts);

/* A text as it is set in a face and a size, valid until texts_end; the same for the same words. */
struct shaped;
const struct shaped *shaped_of(struct texts *texts, enum face face, mpt size, struct str text);
bool shaped_unknown(const struct shaped *shaped); /* a character that the face lacks */
double shaped_width(const struct shaped *shaped); /* in points */
/* Shows it with its left edge at x on the baseline y, in the colour that is set. */
void shaped_show(struct _cairo *cr, const struct shaped *shaped, double x, double y);

struct str texts_libraries(struct arena *home); /* "pango 1.50.12; fontconfig 2.14.1" */

#endif
