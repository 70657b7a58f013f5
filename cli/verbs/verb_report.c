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
    bool ours = true; /* empty, or ours of before */
    for (struct dirent *entry = folder ? readdir(folder) : NULL; entry; entry = readdir(folder))
        ours = ours && (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0);
    if (folder)
        closedir(folder);
    static const char *const mark[] = { "report/data.json", "summary.pdf", "annex.pdf" };
    for (size_t i = 0; i < ARRAY_COUNT(mark) && !ours; i++)
        ours = access(str_c(request->home, str_format(request->home, "%s/%s", path, mark[i])),
                      F_OK) == 0;
    if (ours)
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

/* ---- which edition ---- */

static const char *const part_name[] = {
    [REPORT_FULL] = "full", [REPORT_SUMMARY] = "summary", [REPORT_ANNEX] = "annex"
};

struct asked_edition {
    const char *system;    /* for whose party; NULL: for all */
    const char *ambiguous; /* a word for pages that may be a system's id, too; NULL: none */
    enum report_part part;
};

static bool edition_refuse(struct request *request, const char *found)
{
    diag_add(request->diags, DIAG_USAGE,
             (struct place){ .file = STR("dossier"), .path = STR("report") },
             STR("--edition summary, annex or full, a system's id, or one of each: for:B,summary"),
             "--edition %s%s", request->options.edition, found);
    return false;
}

static bool pages_named(struct str word, enum report_part *out)
{
    for (size_t i = 0; i < ARRAY_COUNT(part_name); i++) {
        if (str_eq(word, str_from(part_name[i]))) {
            *out = (enum report_part)i;
            return true;
        }
    }
    return false;
}

/* "summary", "pages:summary", "B", "for:B", or one of the first two and one of the others. */
static bool edition_read(struct request *request, struct asked_edition *out)
{
    struct str rest = str_from(request->options.edition ? request->options.edition : "");
    struct str word = rest;
    bool paged = false;
    for (bool more = request->options.edition != NULL; more;) {
        more = str_find(rest, STR(",")) != SIZE_MAX;
        (void)str_cut(&rest, ',', &word);
        bool is_for = str_starts(word, STR("for:")), is_pages = str_starts(word, STR("pages:"));
        struct str bare = is_for     ? str_sub(word, STR("for:").len, word.len)
                          : is_pages ? str_sub(word, STR("pages:").len, word.len)
                                     : word;
        enum report_part part;
        bool pages = !is_for && pages_named(bare, &part);
        if (bare.len == 0 || (is_pages && !pages) || (pages ? paged : out->system != NULL))
            return edition_refuse(request, "");
        if (!pages) {
            out->system = str_c(request->home, bare);
            continue;
        }
        paged = true;
        out->part = part;
        out->ambiguous = is_pages ? NULL : part_name[part];
    }
    return true;
}

/* A system may be called like an edition: then nobody guesses which of the two was meant. */
static bool edition_plain(struct request *request, const struct asked_edition *asked,
                          const struct case_file *c)
{
    for (size_t i = 0; i < c->system_count; i++)
        if (asked->ambiguous && str_eq(c->system[i].id, str_from(asked->ambiguous)))
            return edition_refuse(
                request, str_c(request->home,
                               str_format(request->home,
                                          ": a system of the case is called %s, too; say for:%s or "
                                          "pages:%s",
                                          asked->ambiguous, asked->ambiguous, asked->ambiguous)));
    return true;
}

/* What stands against an edition is told of the case under the name that it was given. */
static bool edition_take(struct request *request, const char *system, struct pipeline *whole,
                         struct str *out)
{
    const char *path = whole->dossier ? NULL : request->options.argument[0];
    struct diags *found = diags_new(request->home);
    whole->diags = found;
    bool good = edition_case(whole, system, out);
    whole->diags = request->diags;
    pipeline_tell_as(whole, found, whole->case_evidence->name, path);
    return good;
}

/* The report of a case, or of what one party may see of it, under the same evidence id. */
static bool report_make(struct request *request, const struct asked_edition *asked,
                        struct pipeline *p)
{
    const struct options *o = &request->options;
    struct pipeline *whole = ARENA_NEW(request->home, struct pipeline);
    *whole =
        (struct pipeline){ .home = request->home, .diags = request->diags, .threads = p->threads };
    p->part = asked->part;
    if (!asked->system)
        return pipeline_run(p, o->argument[0], o->rules, STAGE_REPORT) &&
               edition_plain(request, asked, p->case_file);
    if (!pipeline_run(whole, o->argument[0], o->rules, STAGE_ASSESS) ||
        !edition_plain(request, asked, whole->case_file))
        return false;
    p->whole = whole;
    return edition_take(request, asked->system, whole, &p->case_text) &&
           pipeline_run(p, o->argument[0], o->rules, STAGE_REPORT);
}

/* The layout of a dossier's data/; of a part of the report, the one PDF. */
static struct entries files_shown(const struct pipeline *p)
{
    struct entry *item = ARENA_MANY(p->home, p->payload.count + 1, struct entry);
    size_t count = 0;
    for (size_t i = 0; p->part == REPORT_FULL && i < p->payload.count; i++) {
        item[count] = p->payload.item[i];
        item[count].name = str_sub(item[count].name, STR("data/").len, item[count].name.len);
        count++;
    }
    for (size_t i = 0; p->part != REPORT_FULL && i < p->report.count; i++)
        if (str_ends(p->report.item[i].name, STR(".pdf")))
            item[count++] = p->report.item[i];
    return (struct entries){ item, count };
}

static int run(struct request *request)
{
    const struct options *o = &request->options;
    struct pipeline p = { .home = request->home, .diags = request->diags };
    struct asked_edition asked = { 0 };
    if (!threads_read(request, &p.threads) || !edition_read(request, &asked))
        return STATUS_INPUT;
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
    if (!report_make(request, &asked, &p))
        return diags_exit(request->diags) == 0 ? STATUS_MACHINE : diags_exit(request->diags);
    struct entries files = files_shown(&p);
    if (!nothing_left_over(request, o->output, &files, &p.limits))
        return STATUS_INPUT;
    if (!entries_write(p.home, o->output, &files, p.diags))
        return diags_exit(p.diags);
    struct buf out = output_new(p.home);
    static const char *const shown[] = { "report.html", "report.pdf", "annex.pdf" };
    for (size_t i = 0; i < ARRAY_COUNT(shown) && asked.part == REPORT_FULL; i++)
        buf_putf(&out, "%s/report/%s\n", o->output, shown[i]);
    if (asked.part != REPORT_FULL)
        buf_putf(&out, "%s/%s.pdf\n", o->output, part_name[asked.part]);
    return output_end(&out, pipeline_status(&p, o->strict));
}

static const struct option_row rows[] = {
    { 'o', "output", "DIR", "folder to write to, a new one or an older report",
      offsetof(struct options, output), OPTION_TEXT },
    { 0, "rules", "FILE", "rules of one's own, beside the built-in ones",
      offsetof(struct options, rules), OPTION_TEXT },
    { 0, "edition", "WHICH", "summary, annex, full; for:SYSTEM: for its party, without the others",
      offsetof(struct options, edition), OPTION_TEXT },
    OPTION_ROW_FONTS("fonts for names in scripts that the built-in typefaces lack"),
    { 0, "strict", NULL, "stated differences count as 1", offsetof(struct options, strict),
      OPTION_FLAG },
    OPTION_ROW_THREADS,
};
const struct verb verb_report = {
    .name = "report",
    .summary = "the report of a case, as files",
    .usage = "report CASE -o DIR [--edition WHICH] [--strict] [--rules FILE] [--fonts DIR]",
    .more = "Writes DIR/report (HTML, PDF, figures, data) and DIR/evidence, to which the\n"
            "report's links lead: the same layout as inside a dossier.\n"
            "--edition summary draws page one and the decision alone, DIR/summary.pdf; annex\n"
            "the annex alone, DIR/annex.pdf; full all of it, as without the option.\n"
            "--edition for:B, or B, draws what the party of one system may see of a case of\n"
            "several: that system alone, without prices and evidence of the others, without\n"
            "anything that relates them to it, and without the decision. for:B,summary draws\n"
            "the two pages of it. All are under the evidence id of the whole case. Of a dossier\n"
            "they are drawn after it was verified (docs/report.md). Where a system is called\n"
            "summary, annex or full, say for:summary or pages:summary.\n"
            "--fonts takes the .ttf, .otf, .ttc and .otc files of a folder, none of the\n"
            "system's; the report names by digest those that it was set in.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 1,
    .most_arguments = 1,
    .run = run,
};
