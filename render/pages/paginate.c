/* paginate.c - the document tree on A4 pages: each page a scene, and the structure beside them.
 *
 * Measures are those of the report's design: A4, 20 mm at the sides, page-1 figures 116 mm wide
 * with a note column of 46 mm. Everything is integer arithmetic in thousandths of a point. */
#include "paginate.h"

static void flow_make(struct flow *flow, const struct node *root)
{
    struct layout *layout = flow->layout;
    layout->root = tagged_new(layout, "Document", NULL);
    block_flow(flow, root, root->next, layout->root, type_body);
    if (!flow->first)
        slab_new(flow, 0); /* an empty document is one empty page */
}

bool paginate(struct arena *home, const struct node *root, const struct report_model *model,
              const struct skin *skin, const struct fonts *fonts, struct pages *out,
              struct diags *diags)
{
    struct arena *rough = arena_new((size_t)16 << 30);
    struct layout plain = {
        .home = home, .rough = rough, .model = model, .skin = skin, .fonts = fonts, .diags = diags
    };
    struct slot_text about = { "case", model->case_file->id };
    bool own = root->type == NODE_DOCUMENT && root->text.len > 0; /* no report */
    const char *head = root->annex   ? "pdf.head.annex"
                       : root->brief ? "pdf.head.summary"
                                     : "pdf.head";
    out->titled = root->annex || root->brief;
    plain.above = root->annex ? 1 : 0; /* its sections are below the question of the report */
    plain.head = out->head = own ? root->text : string_fill(&plain, head, &about, 1);
    plain.foot = root->type == NODE_DOCUMENT && root->target.len > 0
                     ? root->target
                     : string_fill(&plain, "pdf.foot", NULL, 0);
    struct layout close = plain;
    struct layout closest = plain;
    close.tight = 1;
    closest.tight = 2;
    struct layout *const layout[] = { &plain, &close, &closest };
    struct flow flow[ARRAY_COUNT(layout)] = { 0 };
    /* Where no spacing brings a summary onto its page, the closer one leaves less for the next. */
    size_t used = 1;
    int most = 0;
    for (size_t i = 0; i < ARRAY_COUNT(layout) && (i == 0 || most < layout[0]->summaries); i++) {
        flow[i] = (struct flow){ .layout = layout[i], .x = PAGE_LEFT, .width = PAGE_TEXT };
        flow_make(&flow[i], root);
        int fitting = summaries_fitting(&flow[i]);
        used = fitting > most || layout[0]->summaries == 0 ? i : used;
        most = fitting > most ? fitting : most;
    }
    pages_deal(layout[used], &flow[used], out);
    arena_free(rough);
    return true;
}
