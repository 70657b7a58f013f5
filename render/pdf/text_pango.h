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

/* Shows a text in a face and a size with its anchor at x on the baseline y, both in points, in the
 * colour that is set. Plain texts of one font are kept back and shown together: before anything
 * else is drawn or a colour set, call texts_flush. False: a character that the face lacks. */
MUST_USE bool text_show(struct texts *texts, struct _cairo *cr, enum face face, mpt size,
                        enum anchor anchor, struct str text, double x, double y);
void texts_flush(struct texts *texts, struct _cairo *cr);

struct str texts_libraries(struct arena *home); /* "pango 1.50.12; fontconfig 2.14.1" */

#endif
