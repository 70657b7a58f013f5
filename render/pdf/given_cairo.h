/* given_cairo.h - private to render: shaped stretches on a Cairo surface. */
#ifndef RENDER_GIVEN_CAIRO_H
#define RENDER_GIVEN_CAIRO_H

#include "given.h"

#include <glib.h>

struct _cairo; /* Cairo's cairo_t */

/* Faces as Cairo has them, each made once, so that it stands in the file once: number of the face
 * to face. To be given back by g_hash_table_destroy. */
GHashTable *cairo_faces_new(void);
/* Shows the stretch of the mark's text with its left edge at x on the baseline y, in the colour
 * that is set. Says of each letter which characters it stands for. NULL, or what went wrong. */
const char *stretch_show(struct _cairo *cr, GHashTable *faces, const struct fonts *fonts,
                         const struct mark *mark, const struct stretch *stretch, double x,
                         double y);

#endif
