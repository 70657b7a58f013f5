/* render.h - nouns to documents, documents to bytes.
 *
 * Reads no clock, locale or environment. */
#ifndef RENDER_RENDER_H
#define RENDER_RENDER_H

#include "model/model.h"

/* Contents of templates/: "strings.en.json", "style.css", "sort.js", "fonts/....ttf", "srgb.icc". */
struct json;
struct skin {
    const struct entries *file;
    const struct json *strings; /* read from the strings table by skin_open; callers leave it NULL */
};
/* Everything a report is made of, as names below data/report/: report.html, report.pdf, pages.txt,
 * data.json, tree.txt, figures/NAME.svg. */
MUST_USE bool render_report(struct arena *home, const struct report_model *model, const struct skin *skin,
                            struct entries *out, struct diags *diags);
/* Versions of the drawing libraries, for the colophon and `verify --rebuild`: "cairo 1.16.0; pango ...". */
struct str render_libraries(struct arena *home);

#endif
