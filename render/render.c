/* render.c - one report: the tree once, then each device, each figure, the pages and the PDF. */
#include "cost_lines.h"
#include "devices.h"
#include "given.h"
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

static bool cost_lines_add(struct outputs *o, const struct report_model *model, struct diags *diags)
{
    enum { MOST = 1 << 24 };
    struct buf lines = buf_new(o->home, MOST);
    return !cost_lines_put(o->home, model, &lines) ||
           output_whole(o, STR("cost-lines.csv"), &lines, diags);
}

/* Report and annex, each a file; the text of both in one, the annex behind. */
static bool pages_put(struct outputs *o, const struct node *root, const struct report_model *model,
                      const struct skin *skin, struct diags *diags)
{
    enum { MOST = 1 << 26 };
    const struct fonts *fonts;
    struct pages report = { 0 }, annex = { 0 };
    struct str pdf, more;
    if (!fonts_open(o->home, skin, &fonts, diags) ||
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
    struct str libraries = render_libraries(o->home);
    if (skin->used) {
        libraries = str_format(o->home, "%.*s; %.*s", STR_ARG(libraries),
                               STR_ARG(given_libraries(o->home)));
    }
    output_add(o, STR("libraries.txt"), str_format(o->home, "%.*s\n", STR_ARG(libraries)));
    return true;
}

static void used_put(struct outputs *o, const struct entries *used)
{
    enum { MOST = 1 << 22 };
    struct buf list = buf_new(o->home, MOST);
    for (size_t i = 0; used && i < used->count; i++) {
        digest_put_hex(used->item[i].digest, &list);
        buf_putf(&list, "  %.*s\n", STR_ARG(used->item[i].name));
    }
    if (used) {
        output_add(o, STR(FONTS_USED), buf_str(&list));
    }
}

/* Which given faces the report needs is known when all is set, and stands in the report: set until
 * its own list adds none. */
static const struct node *document_of(struct arena *home, const struct report_model *model,
                                      struct skin *skin, struct diags *diags)
{
    enum { ROUNDS = 4 };
    size_t known = 0;
    const struct node *root = document_report(home, model, skin, diags);
    for (int i = 0; root && skin->faces && i < ROUNDS; i++) {
        const struct fonts *fonts;
        struct pages pages = { 0 };
        struct diags *unheard = diags_new(home);
        if (!fonts_open(home, skin, &fonts, diags) ||
            !paginate(home, document_part(home, root, true), model, skin, fonts, &pages, unheard) ||
            !paginate(home, document_part(home, root, false), model, skin, fonts, &pages,
                      unheard)) {
            return NULL;
        }
        struct entries *used = ARENA_NEW(home, struct entries);
        *used = given_used(home, skin->faces);
        if (used->count == known) {
            break;
        }
        known = used->count;
        skin->used = used;
        root = document_report(home, model, skin, diags);
    }
    return root;
}

static bool report_make(struct outputs *o, const struct report_model *model, struct skin *skin,
                        struct diags *diags)
{
    const struct node *root = document_of(o->home, model, skin, diags);
    if (!root || !document_validate(root, model, skin, diags) ||
        !devices_run(o, root, model, skin, diags) || !figures_put(o, root, diags) ||
        !cost_lines_add(o, model, diags) || !pages_put(o, root, model, skin, diags)) {
        return false;
    }
    used_put(o, skin->used);
    return true;
}

bool render_report(struct arena *home, const struct report_model *model, const struct skin *skin,
                   struct entries *out, struct diags *diags)
{
    struct skin open = *skin;
    open.single = model->case_file->system_count == 1;
    struct outputs outputs = { .home = home };
    if (!skin_open(home, &open, model->case_file->language, diags) ||
        !given_open(home, &open, &open.faces, diags)) {
        return false;
    }
    bool good = report_make(&outputs, model, &open, diags);
    given_close(open.faces);
    if (good) {
        entries_sort(outputs.item, outputs.count);
        *out = (struct entries){ outputs.item, outputs.count };
    }
    return good;
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
