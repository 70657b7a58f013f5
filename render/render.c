/* render.c - one report: the tree once, then each device, each figure, the pages and the PDF. */
#include "cost_lines.h"
#include "devices.h"
#include "given.h"
#include "pdf.h"

#include <glib.h>

struct outputs {
    struct arena *home, *scratch; /* scratch: what the files are made with; NULL: in `home` */
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
        if (!device_at(i)->packed)
            continue;
        struct buf out = buf_new(o->home, MOST);
        if (!device_at(i)->emit(o->scratch ? o->scratch : o->home, root, model, skin, &out, diags))
            out.full = true;
        if (!output_whole(o, str_from(device_at(i)->file), &out, diags))
            return false;
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
    for (const struct node *child = node->child; child; child = child->next)
        good = figures_put(o, child, diags) && good;
    return good;
}

static bool cost_lines_add(struct outputs *o, const struct report_model *model, struct diags *diags)
{
    enum { MOST = 1 << 24 };
    struct buf lines = buf_new(o->home, MOST);
    return !cost_lines_put(o->home, model, &lines) ||
           output_whole(o, STR("cost-lines.csv"), &lines, diags);
}

/* ---- what is made beside the drawing ---- */

/* The annex, which is most of the work, is set, drawn and finished on the thread that asked. What
 * does not wait for it is made meanwhile by one thread more, a job behind the other, each in an
 * arena of its own for its files and one for the rest, which goes when they are made. Without a
 * second processor, or with given faces, which are looked up as they are needed, each job is done
 * where it is given out. */

struct making {
    const struct node *root;
    struct arena *nodes; /* of the document; freed when both files are set, with root */
    const struct report_model *model;
    const struct skin *skin;
    GThreadPool *pool; /* NULL: none */
    GMutex lock;
    GCond ended;
    enum report_part part;
    struct pages report, annex;
    struct str report_text;             /* with the files of its job */
    const struct render_beside *beside; /* NULL: nothing else is to be done */
    gint drawn;                         /* the annex is finished: who drew it waits for the rest */
};
struct job {
    bool (*run)(struct making *making, struct job *job);
    struct outputs made;
    struct diags *diags;
    bool good, given, done;
};

static void job_run(gpointer data, gpointer self)
{
    struct making *making = self;
    struct job *job = data;
    job->good = job->run(making, job);
    arena_free(job->made.scratch);
    g_mutex_lock(&making->lock);
    job->done = true;
    g_cond_signal(&making->ended);
    g_mutex_unlock(&making->lock);
}

static struct arena *stage_new(void)
{
    return arena_new((size_t)16 << 30);
}

static void job_give(struct making *making, struct job *job,
                     bool (*run)(struct making *making, struct job *job))
{
    struct arena *home = stage_new();
    struct outputs made = { .home = home, .scratch = stage_new() };
    *job = (struct job){ run, made, diags_new(home), .given = true };
    if (making->pool)
        (void)g_thread_pool_push(making->pool, job, NULL); /* its one thread is there */
    else
        job_run(job, making);
}

static bool job_wait(struct making *making, struct job *job)
{
    g_mutex_lock(&making->lock);
    while (job->given && !job->done)
        g_cond_wait(&making->ended, &making->lock);
    g_mutex_unlock(&making->lock);
    return job->good;
}

/* Its files and what it said, taken over. */
static bool job_end(struct making *making, struct job *job, struct outputs *o, struct diags *diags)
{
    bool good = job_wait(making, job);
    if (!job->given)
        return good;
    diags_join(diags, job->diags);
    for (size_t i = 0; i < job->made.count; i++) {
        ARENA_GROW(o->home, struct entry, o->item, o->count, o->room, 16);
        o->item[o->count++] = job->made.item[i];
    }
    arena_own_arena(o->home, job->made.home);
    job->given = false;
    return good;
}

/* Files of a job are told to whoever wants them early, unless somebody waits for the job. */
static void beside_tell(struct making *making, const struct job *job)
{
    for (size_t i = 0; making->pool && making->beside && i < job->made.count; i++)
        if (!g_atomic_int_get(&making->drawn))
            making->beside->made(making->beside->self, job->made.item[i].bytes,
                                 job->made.item[i].digest);
}

static bool job_beside(struct making *making, struct job *job)
{
    (void)job;
    while (!g_atomic_int_get(&making->drawn) && making->beside->more(making->beside->self))
        ;
    return true;
}

static bool devices_make(struct making *making, struct job *job)
{
    return devices_run(&job->made, making->root, making->model, making->skin, job->diags) &&
           figures_put(&job->made, making->root, job->diags) &&
           cost_lines_add(&job->made, making->model, job->diags);
}

static bool job_devices(struct making *making, struct job *job)
{
    bool good = devices_make(making, job);
    beside_tell(making, job);
    return good;
}

static bool part_paginate(struct making *making, struct arena *home, enum report_part part,
                          struct pages *out, struct diags *diags)
{
    const struct fonts *fonts;
    return fonts_open(home, making->skin, &fonts, diags) &&
           paginate(home, document_part(home, making->root, part), making->model, making->skin,
                    fonts, out, diags);
}

static bool pdf_make(struct making *making, const struct pages *pages,
                     const struct render_beside *beside, struct outputs *o, struct str name,
                     struct diags *diags)
{
    struct str pdf;
    bool good = pdf_write(o->home, pages, making->model, making->skin, beside, &pdf, diags);
    if (good)
        output_add(o, name, pdf);
    return good;
}

enum { TEXT_MOST = 1 << 26 };

/* Before the annex is finished, which takes the most memory. */
static void nodes_leave(struct making *making)
{
    making->root = NULL;
    arena_free(making->nodes);
    making->nodes = NULL;
}

/* Its pages go when they are drawn and told. */
static bool job_report(struct making *making, struct job *job)
{
    struct arena *stage = stage_new();
    struct buf text = buf_new(stage, TEXT_MOST);
    bool good = part_paginate(making, stage, REPORT_FULL, &making->report, job->diags);
    nodes_leave(making); /* the annex is set, devices are done */
    good =
        good && pdf_make(making, &making->report, NULL, &job->made, STR("report.pdf"), job->diags);
    if (good) {
        beside_tell(making, job);
        pages_text(&making->report, &text);
        good = !text.full || output_whole(&job->made, STR("pages.txt"), &text, job->diags);
        making->report_text = str_keep(job->made.home, buf_str(&text));
    }
    arena_free(stage);
    return good;
}

static bool text_make(struct making *making, struct outputs *o, struct diags *diags)
{
    struct buf text = buf_new(o->home, TEXT_MOST);
    buf_put(&text, making->report_text);
    buf_put_char(&text, '\f');
    pages_text(&making->annex, &text);
    return output_whole(o, STR("pages.txt"), &text, diags);
}

/* Report and annex, each a file; the text of both in one, the annex behind. The annex is set first,
 * as the report says on which page of it a fact stands. */
static bool files_make(struct making *making, struct outputs *o, struct diags *diags)
{
    struct arena *stage = stage_new();
    struct job devices = { 0 }, report = { 0 }, beside = { 0 };
    job_give(making, &devices, job_devices);
    bool good = part_paginate(making, stage, REPORT_ANNEX, &making->annex, diags);
    if (good) {
        making->report.elsewhere = making->annex.facts;
        job_give(making, &report, job_report);
        if (making->pool && making->beside)
            job_give(making, &beside, job_beside);
        good = pdf_make(making, &making->annex, making->beside, o, STR("annex.pdf"), diags);
    }
    g_atomic_int_set(&making->drawn, 1);
    good = job_end(making, &devices, o, diags) && good;
    good = job_wait(making, &report) && good;
    good = good && text_make(making, o, diags);
    arena_free(stage);
    good = job_end(making, &report, o, diags) && good;
    (void)job_end(making, &beside, o, diags); /* makes nothing of the report */
    return good;
}

/* One file for whoever asked for no more: the annex, or the summary with the pages of the annex
 * that its raised numbers lead to. */
static bool part_make(struct making *making, struct outputs *o, struct diags *diags)
{
    struct arena *stage = stage_new();
    struct str pdf;
    bool brief = making->part == REPORT_SUMMARY;
    bool good = part_paginate(making, stage, REPORT_ANNEX, &making->annex, diags);
    making->report.elsewhere = making->annex.facts;
    good = good && (!brief || part_paginate(making, stage, making->part, &making->report, diags)) &&
           pdf_write(o->home, brief ? &making->report : &making->annex, making->model, making->skin,
                     NULL, &pdf, diags);
    if (good)
        output_add(o, brief ? STR("summary.pdf") : STR("annex.pdf"), pdf);
    arena_free(stage);
    return good;
}

/* Apart from the rest, which is the same whatever draws the PDF. */
static void libraries_put(struct outputs *o, const struct skin *skin)
{
    struct str libraries = render_libraries(o->home);
    if (skin->used) {
        libraries = str_format(o->home, "%.*s; %.*s", STR_ARG(libraries),
                               STR_ARG(given_libraries(o->home)));
    }
    output_add(o, STR("libraries.txt"), str_format(o->home, "%.*s\n", STR_ARG(libraries)));
}

static void used_put(struct outputs *o, const struct entries *used)
{
    enum { MOST = 1 << 22 };
    struct buf list = buf_new(o->home, MOST);
    for (size_t i = 0; used && i < used->count; i++) {
        digest_put_hex(used->item[i].digest, &list);
        buf_putf(&list, "  %.*s\n", STR_ARG(used->item[i].name));
    }
    if (used)
        output_add(o, STR(FONTS_USED), buf_str(&list));
}

/* Which given faces the report needs is known when all is set, and stands in the report: set until
 * its own list adds none. */
static const struct node *document_of(struct arena *home, struct arena *nodes,
                                      const struct report_model *model, struct skin *skin,
                                      struct diags *diags)
{
    enum { ROUNDS = 4 };
    size_t known = 0;
    const struct node *root = document_report_apart(home, nodes, model, skin, diags);
    for (int i = 0; root && skin->faces && i < ROUNDS; i++) {
        const struct fonts *fonts;
        struct pages pages = { 0 };
        struct diags *unheard = diags_new(home);
        if (!fonts_open(home, skin, &fonts, diags) ||
            !paginate(home, document_part(home, root, REPORT_ANNEX), model, skin, fonts, &pages,
                      unheard) ||
            !paginate(home, document_part(home, root, REPORT_FULL), model, skin, fonts, &pages,
                      unheard))
            return NULL;
        struct entries *used = ARENA_NEW(home, struct entries);
        *used = given_used(home, skin->faces);
        if (used->count == known)
            break;
        known = used->count;
        skin->used = used;
        root = document_report_apart(home, nodes, model, skin, diags);
    }
    return root;
}

static bool report_make(struct outputs *o, const struct report_model *model, struct skin *skin,
                        enum report_part part, const struct render_beside *beside,
                        struct diags *diags)
{
    struct arena *nodes = stage_new();
    const struct node *root = document_of(o->home, nodes, model, skin, diags);
    bool good = root && document_validate(root, model, skin, diags);
    struct making making = {
        .root = root, .nodes = nodes, .model = model, .skin = skin, .part = part, .beside = beside
    };
    if (!good || part != REPORT_FULL) {
        good = good && part_make(&making, o, diags);
        arena_free(nodes);
        return good;
    }
    g_mutex_init(&making.lock);
    g_cond_init(&making.ended);
    if (!skin->faces && g_get_num_processors() > 1) {
        GError *none = NULL; /* no thread is to be had */
        making.pool = g_thread_pool_new(job_run, &making, 1, TRUE, &none);
        if (none) {
            g_error_free(none);
            g_thread_pool_free(making.pool, TRUE, FALSE);
            making.pool = NULL;
        }
    }
    good = files_make(&making, o, diags);
    if (making.pool)
        g_thread_pool_free(making.pool, FALSE, TRUE);
    g_mutex_clear(&making.lock);
    g_cond_clear(&making.ended);
    arena_free(making.nodes);
    libraries_put(o, skin);
    used_put(o, skin->used);
    return good;
}

bool render_report(struct arena *home, const struct report_model *model, const struct skin *skin,
                   enum report_part part, const struct render_beside *beside, struct entries *out,
                   struct diags *diags)
{
    struct skin open = *skin;
    open.single = model->case_file->system_count == 1;
    struct outputs outputs = { .home = home };
    if (!skin_open(home, &open, model->case_file->language, diags) ||
        !given_open(home, &open, &open.faces, diags))
        return false;
    bool good = report_make(&outputs, model, &open, part, beside, diags);
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
