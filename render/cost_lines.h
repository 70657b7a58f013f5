/* cost_lines.h - private to render: the costs of the options as a file for spreadsheets. */
#ifndef RENDER_COST_LINES_H
#define RENDER_COST_LINES_H

#include "render.h"

/* Appends cost-lines.csv; false, and nothing, where the report has no options. */
bool cost_lines_put(struct arena *home, const struct report_model *model, struct buf *out);

#endif
