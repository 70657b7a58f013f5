/* verb_report.c - the report alone, in the layout of a dossier's data/. */
#include "edition.h"
#include "fonts.h"
#include "output.h"
#include "pipeline.h"
#include <dirent.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

/* A folder that holds anything is written to only where an earlier report stands: `report -o .`
 * beside a case would else put case.json and evidence/ over files of the same names. */
static bool folder_free(struct request *request, const char *path)
{
    DIR *folder = opendir(path);
    bool empty = true;
    for (struct dirent *entry = folder ? readdir(folder) : NULL; entry; entry = readdir(folder))
        empty = empty && (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0);
    if (folder)
        closedir(folder);
    struct str data = str_format(request->home, "%s/report/data.json", path);
    if (empty || access(str_c(request->home, data), F_OK) == 0)
        return true;
    diag_add(request->diags, DIAG_FILE_EXISTS, (struct place){ .file = str_from(path) },
             STR("a new or empty folder, or one with an earlier report"),
             "the folder holds other files");
    return false;
}

/* Files of an earlier report that this one would leave standing among its own: whoever reads the
 * folder would take them for evidence of this case. */
static bool nothing_left_over(struct request *request, const char *path,
                              const struct entries *files, const struct limits *limits)
{
    struct entries there = { 0 };
    struct diags *unread = diags_new(request->home); /* a new folder is none yet */
    if (access(path, F_OK) != 0 || !entries_read(request->home, path, limits, &there, unread))
        return true;
    for (size_t i = 0; i < there.count; i++) {
        if (entries_find(files, there.item[i].name))
            continue;
        diag_add(request->diags, DIAG_FILE_EXISTS,
                 (struct place){ .file = str_format(request->home, "%s/%.*s", path,
                                                    STR_ARG(there.item[i].name)) },
                 STR("a folder without files of another report"),
                 "it belongs to an earlier report, or to none");
        return false;
    }
    return true;
}

/* The report of a case, or of what one party may see of it, under the same evidence id. */
static bool report_make(struct request *request, struct pipeline *p)
{
    const struct options *o = &request->options;
    struct pipeline *whole = ARENA_NEW(request->home, struct pipeline);
    *whole = (struct pipeline){ .home = request->home, .diags = request->diags };
    if (!o->edition)
        return pipeline_run(p, o->argument[0], o->rules, STAGE_REPORT);
    if (!pipeline_run(whole, o->argument[0], o->rules, STAGE_ASSESS))
        return false;
    if (whole->dossier) {
        diag_add(request->diags, DIAG_USAGE, (struct place){ .file = str_from(o->argument[0]) },
                 STR("case.json with its evidence"), "an edition of a dossier");
        return false;
    }
    p->whole = &whole->model.evidence_id;
    return edition_case(whole, o->edition, &p->case_text) &&
           pipeline_run(p, o->argument[0], o->rules, STAGE_REPORT);
}

static int run(struct request *request)
{
    const struct options *o = &request->options;
    struct pipeline p = { .home = request->home, .diags = request->diags };
    if (!o->output) {
        diag_add(request->diags, DIAG_USAGE,
                 (struct place){ .file = STR("dossier"), .path = STR("report") }, STR("-o DIR"),
                 "no folder to write to");
        return STATUS_INPUT;
    }
    if (!folder_free(request, o->output))
        return STATUS_INPUT;
    if (!fonts_taken(request, &p.fonts))
        return STATUS_INPUT;
    if (!report_make(request, &p))
        return diags_exit(request->diags) == 0 ? STATUS_MACHINE : diags_exit(request->diags);
    struct entry *item = ARENA_MANY(p.home, p.payload.count, struct entry);
    for (size_t i = 0; i < p.payload.count; i++) {
        item[i] = p.payload.item[i];
        item[i].name = str_sub(item[i].name, STR("data/").len, item[i].name.len);
    }
    struct entries files = { item, p.payload.count };
    if (!nothing_left_over(request, o->output, &files, &p.limits))
        return STATUS_INPUT;
    if (!entries_write(p.home, o->output, &files, p.diags))
        return diags_exit(p.diags);
    struct buf out = output_new(p.home);
    static const char *const shown[] = { "report.html", "report.pdf", "annex.pdf" };
    for (size_t i = 0; i < ARRAY_COUNT(shown); i++)
        buf_putf(&out, "%s/report/%s\n", o->output, shown[i]);
    return output_end(&out, pipeline_status(&p, o->strict));
}

static const struct option_row rows[] = {
    { 'o', "output", "DIR", "folder to write to, a new one or an older report",
      offsetof(struct options, output), OPTION_TEXT },
    { 0, "rules", "FILE", "rules of one's own, beside the built-in ones",
      offsetof(struct options, rules), OPTION_TEXT },
    { 0, "edition", "SYSTEM", "for the party of that system: without the others",
      offsetof(struct options, edition), OPTION_TEXT },
    OPTION_ROW_FONTS("fonts for names in scripts that the built-in typefaces lack"),
    { 0, "strict", NULL, "stated differences count as 1", offsetof(struct options, strict),
      OPTION_FLAG },
};
const struct verb verb_report = {
    .name = "report",
    .summary = "the report of a case, as files",
    .usage = "report CASE -o DIR [--edition SYSTEM] [--strict] [--rules FILE] [--fonts DIR]",
    .more = "Writes DIR/report (HTML, PDF, figures, data) and DIR/evidence, to which the\n"
            "report's links lead: the same layout as inside a dossier.\n"
            "--edition draws what the party of one system may see of a case of several: that\n"
            "system alone, without prices and evidence of the others, without anything that\n"
            "relates them to it, and without the decision, under the evidence id of the whole\n"
            "case (docs/report.md).\n"
            "--fonts takes the .ttf, .otf, .ttc and .otc files of a folder, none of the\n"
            "system's; the report names by digest those that it was set in.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 1,
    .most_arguments = 1,
    .run = run,
};
