/* html.h - private to render: the parts of the HTML device. */
#ifndef RENDER_HTML_H
#define RENDER_HTML_H

#include "document.h"

#include "base/markup.h"

struct html_table { /* html_table.c: one table, with what it needs of the device */
    struct markup *m;
    struct arena *home;
    const struct skin *skin;
    const struct node *node;
    void *device;
    void (*children)(void *device,
                     const struct node *node); /* writes the inline content of a cell */
};
void html_table(const struct html_table *table);
void html_inline(void *self, const struct node *node);
/* html_print.c: the rule for printed sheets, with running head and foot. */
void html_print_put(struct arena *home, const struct report_model *model, const struct skin *skin,
                    struct buf *out);
bool html_emit(struct arena *home, const struct node *root, const struct report_model *model,
               const struct skin *skin, struct buf *out, struct diags *diags);

#endif
