/* verb_index.c - one page over many dossiers, each verified first. */
#include "amending.h"
#include "day.h"
#include "holding.h"
#include "output.h"
#include "portfolio/summary.h"
#include "seen.h"
#include "templates/templates.h"
#include <glib.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct indexing {
    struct request *request;
    struct seen *seen;
    struct summary *summary;
    struct str *refused;
    size_t count, refused_count;
};

/* The way from the page to the file, as an address. */
static struct str address_of(struct arena *home, const char *page, struct str file)
{
    char *from = g_canonicalize_filename(page, NULL);
    char *to = g_canonicalize_filename(str_c(home, file), NULL);
    struct buf out = buf_new(home, 1 << 16);
    size_t at = 0;
    for (size_t i = 0; from[i] != 0 && from[i] == to[i]; i++)
        at = from[i] == '/' ? i + 1 : at;
    for (const char *rest = strchr(from + at, '/'); rest; rest = strchr(rest + 1, '/'))
        buf_put(&out, STR("../"));
    char *escaped = g_uri_escape_string(to + at, "/", FALSE);
    buf_put(&out, out.len == 0 ? STR("./") : STR("")); /* no name of a file is a scheme */
    buf_put(&out, str_from(escaped));
    g_free(escaped);
    g_free(from);
    g_free(to);
    return buf_str(&out);
}

static bool take(void *self, const struct holding *holding, const struct opened *opened, void *made)
{
    struct indexing *x = self;
    struct arena *home = x->request->home;
    (void)made;
    if (opened->why.len > 0) {
        x->refused[2 * x->refused_count] = holding->path;
        x->refused[2 * x->refused_count + 1] = str_keep(home, opened->why);
        x->refused_count++;
        diag_add(x->request->diags, opened->read ? DIAG_DOSSIER_BROKEN : DIAG_FILE_READ,
                 (struct place){ .file = holding->path },
                 STR("a dossier whose lists and signatures hold; ask dossier verify"), "%.*s",
                 STR_ARG(opened->why));
        return true;
    }
    struct summary *one = &x->summary[x->count++];
    *one = summary_of(home, &opened->held);
    seen_add(x->seen, holding->path, holding->stamp, one);
    return true;
}

static int by_case(const void *a, const void *b)
{
    const struct summary *one = a, *two = b;
    int order = str_order(one->case_id, two->case_id);
    order = order != 0 ? order : str_order(one->date, two->date);
    return order != 0 ? order : str_order(one->file, two->file);
}

static int run(struct request *request)
{
    const struct options *o = &request->options;
    struct indexing x = { .request = request };
    struct holding *holding;
    size_t count;
    if (!o->output) {
        diag_add(request->diags, DIAG_USAGE, (struct place){ .file = STR("dossier") },
                 STR("-o FILE.html"), "no page to write is named");
        return STATUS_INPUT;
    }
    if (!day_asked(request) || !holdings_find(request->home, o->argument, (size_t)o->argument_count,
                                              &holding, &count, request->diags))
        return STATUS_INPUT;
    x.summary = ARENA_MANY(request->home, count + 1, struct summary);
    x.refused = ARENA_MANY(request->home, 2 * count + 1, struct str);
    struct holdings_work work = { NULL, take, &x, 0 };
    if (!seen_begin(request, &x.seen))
        return STATUS_INPUT;
    count = seen_leave(x.seen, holding, count, x.summary, &x.count);
    if (!holdings_each(holding, count, &work) || !seen_end(x.seen))
        return diags_exit(request->diags) != 0 ? diags_exit(request->diags) : STATUS_MACHINE;
    for (size_t i = 0; i < x.count; i++)
        x.summary[i].file = address_of(request->home, o->output, x.summary[i].file);
    qsort(x.summary, x.count, sizeof *x.summary, by_case);
    struct index_request page = { .summary = x.summary,
                                  .count = x.count,
                                  .refused = x.refused,
                                  .refused_count = x.refused_count,
                                  .skin = templates_all(request->home),
                                  .at = str_from(o->at) };
    struct buf html = output_new(request->home);
    if (!portfolio_page(request->home, &page, &html) ||
        !file_put(request, o->output, buf_str(&html)))
        return diags_exit(request->diags) != 0 ? diags_exit(request->diags) : STATUS_MACHINE;
    struct buf out = output_new(request->home);
    buf_putf(&out, "%zu dossier%s in %s", x.count, x.count == 1 ? "" : "s", o->output);
    if (x.refused_count > 0)
        buf_putf(&out, "; %zu REFUSED, named there", x.refused_count);
    buf_put_char(&out, '\n');
    return output_end(&out, x.refused_count > 0 ? STATUS_INPUT : STATUS_HOLDS);
}

static const struct option_row rows[] = {
    { 'o', "output", "FILE", "the page to write", offsetof(struct options, output), OPTION_WRITES },
    { 0, "at", "DATE", "mark what is over by this date, YYYY-MM-DD; default: nothing is marked",
      offsetof(struct options, at), OPTION_TEXT },
    OPTION_ROW_SEEN,
};
const struct verb verb_index = {
    .name = "index",
    .summary = "one page over many dossiers",
    .usage = "index DOSSIER|FOLDER... -o FILE [--at DATE]",
    .more =
        "A row a dossier: case, question, verdict, answer where the verdict permits one,\n"
        "amounts, ends of validity, signers. Each is verified first; what does not hold stands\n"
        "above the table with the reason, and the status is then 3. Filtered without script,\n"
        "sorted with one; no clock is read. --seen keeps what held, by size, times and place on\n"
        "disk of each file: who may write that file may say what he likes.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 1,
    .most_arguments = 64,
    .run = run,
};
