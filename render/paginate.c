/* paginate.c - the document tree on A4 pages: each page a scene, and the structure beside them.
 *
 * Measures are those of the report's design: A4, 20 mm at the sides, page-1 figures 116 mm wide
 * with a note column of 46 mm. Everything is integer arithmetic in thousandths of a point. */
#include "paginate.h"

struct str string_fill(struct layout *layout, const char *id, const struct slot_text *slot,
                       size_t count)
{
    struct str rest = skin_string(layout->skin, id);
    struct buf out = buf_new(layout->home, (size_t)1 << 16);
    struct str words = { 0 };
    while (str_cut(&rest, '{', &words)) {
        buf_put(&out, words);
        struct str name = { 0 };
        if (!rest.at || !str_cut(&rest, '}', &name))
            continue;
        for (size_t i = 0; i < count; i++)
            if (str_eq(name, str_from(slot[i].name)))
                buf_put(&out, slot[i].text);
        if (!rest.at)
            break;
    }
    return buf_str(&out);
}

bool paginate(struct arena *home, const struct node *root, const struct report_model *model,
              const struct skin *skin, const struct fonts *fonts, struct pages *out,
              struct diags *diags)
{
    struct layout layout = {
        .home = home, .model = model, .skin = skin, .fonts = fonts, .diags = diags
    };
    struct flow flow = { .layout = &layout, .x = PAGE_LEFT, .width = PAGE_TEXT };
    layout.root = tagged_new(&layout, "Document", NULL);
    block_flow(&flow, root, root->next, layout.root, type_body);
    if (!flow.first)
        slab_new(&flow, 0); /* an empty document is one empty page */
    pages_deal(&layout, &flow, out);
    return true;
}
