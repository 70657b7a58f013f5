/* render.c - one report: the tree once, then each device, each figure, the pages and the PDF. */
#include "devices.h"
#include "pdf.h"

struct outputs {
    struct arena *home;
    struct entry *item;
    size_t count, room;
};

static void output_add(struct outputs *o, struct str name, struct str bytes)
{
    ARENA_GROW(o->home, struct entry, o->item, o->count, o->room, 16);
    o->item[o->count++] =
        (struct entry){ .name = name, .bytes = bytes, .digest = digest_of(bytes) };
}

/* A file that does not fit its buffer is refused, never cut. */
static bool output_whole(struct outputs *o, struct str name, const struct buf *out,
                         struct diags *diags)
{
    if (out->full) {
        diag_add(diags, DIAG_MACHINE_FAILED, (struct place){ .file = name },
                 STR("a report below its limit"), "report cannot be written");
        return false;
    }
    output_add(o, name, buf_str(out));
    return true;
}

static bool devices_run(struct outputs *o, const struct node *root,
                        const struct report_model *model, const struct skin *skin,
                        struct diags *diags)
{
    enum { MOST = 1 << 28 };
    for (size_t i = 0; device_at(i); i++) {
        if (!device_at(i)->packed) {
            continue;
        }
        struct buf out = buf_new(o->home, MOST);
        if (!device_at(i)->emit(o->home, root, model, skin, &out, diags)) {
            out.full = true;
        }
        if (!output_whole(o, str_from(device_at(i)->file), &out, diags)) {
            return false;
        }
    }
    return true;
}

static bool figures_put(struct outputs *o, const struct node *node, struct diags *diags)
{
    enum { MOST = 1 << 24 };
    bool good = true;
    if (node->type == NODE_CHART) {
        struct buf svg = buf_new(o->home, MOST);
        scene_svg(node->scene, true, &svg);
        good = output_whole(o, str_format(o->home, "figures/%.*s.svg", STR_ARG(node->text)), &svg,
                            diags);
    }
    for (const struct node *child = node->child; child; child = child->next) {
        good = figures_put(o, child, diags) && good;
    }
    return good;
}

/* Report and annex, each a file; the text of both in one, the annex behind. */
static bool pages_put(struct outputs *o, const struct node *root, const struct report_model *model,
                      const struct skin *skin, struct diags *diags)
{
    enum { MOST = 1 << 26 };
    const struct fonts *fonts;
    struct pages report = { 0 }, annex = { 0 };
    struct str pdf, more;
    if (!fonts_read(o->home, skin->file, &fonts, diags) ||
        !paginate(o->home, document_part(o->home, root, true), model, skin, fonts, &annex, diags)) {
        return false;
    }
    report.elsewhere = annex.facts;
    if (!paginate(o->home, document_part(o->home, root, false), model, skin, fonts, &report,
                  diags) ||
        !pdf_write(o->home, &report, model, skin, &pdf, diags) ||
        !pdf_write(o->home, &annex, model, skin, &more, diags)) {
        return false;
    }
    struct buf text = buf_new(o->home, MOST);
    pages_text(&report, &text);
    buf_put_char(&text, '\f');
    pages_text(&annex, &text);
    if (!output_whole(o, STR("pages.txt"), &text, diags)) {
        return false;
    }
    output_add(o, STR("annex.pdf"), more);
    output_add(o, STR("report.pdf"), pdf);
    /* Apart from the rest, which is the same whatever draws the PDF. */
    output_add(o, STR("libraries.txt"),
               str_format(o->home, "%.*s\n", STR_ARG(render_libraries(o->home))));
    return true;
}

bool render_report(struct arena *home, const struct report_model *model, const struct skin *skin,
                   struct entries *out, struct diags *diags)
{
    struct skin open = *skin;
    open.single = model->case_file->system_count == 1;
    if (!skin_open(home, &open, model->case_file->language, diags)) {
        return false;
    }
    const struct node *root = document_report(home, model, &open, diags);
    if (!root || !document_validate(root, model, &open, diags)) {
        return false;
    }
    struct outputs outputs = { .home = home };
    if (!devices_run(&outputs, root, model, &open, diags) || !figures_put(&outputs, root, diags) ||
        !pages_put(&outputs, root, model, &open, diags)) {
        return false;
    }
    entries_sort(outputs.item, outputs.count);
    *out = (struct entries){ outputs.item, outputs.count };
    return true;
}

bool render_data(struct arena *home, const struct report_model *model, struct str *out,
                 struct diags *diags)
{
    enum { MOST = 1 << 28 };
    struct buf data = buf_new(home, MOST);
    struct outputs outputs = { .home = home };
    if (!data_emit(home, NULL, model, NULL, &data, diags) ||
        !output_whole(&outputs, STR("data.json"), &data, diags))
        return false;
    *out = buf_str(&data);
    return true;
}

struct str render_libraries(struct arena *home)
{
    return pdf_libraries(home);
}
