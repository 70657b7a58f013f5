/* devices.h - private to render: what the table in device.c names. */
#ifndef RENDER_DEVICES_H
#define RENDER_DEVICES_H

#include "html.h"

bool data_emit(struct arena *home, const struct node *root, const struct report_model *model,
               const struct skin *skin, struct buf *out, struct diags *diags);
bool tree_emit(struct arena *home, const struct node *root, const struct report_model *model,
               const struct skin *skin, struct buf *out, struct diags *diags);
bool text_emit(struct arena *home, const struct node *root, const struct report_model *model,
               const struct skin *skin, struct buf *out, struct diags *diags);

#endif
