/* verb_build.c - case and bundles in, signed dossier out. A refusal is evidence too: the dossier is
 * written whatever the verdict. */
#include "fonts.h"
#include "keys.h"
#include "model/references.h"
#include "output.h"
#include "packing.h"
#include "references.h"
#include <stddef.h>

static const char *target_of(const struct pipeline *p, const struct options *o)
{
    if (o->output)
        return o->output;
    return str_c(p->home,
                 str_format(p->home, "%.*s.asice", STR_ARG(name_make(p->home, p->case_file->id))));
}

static int pack(struct pipeline *p, struct request *request, const struct key_file *key)
{
    const struct options *o = &request->options;
    const char *target = target_of(p, o);
    struct digest content;
    int status = dossier_pack(p, request, target, key, p->threads, &content);
    if (status != STATUS_HOLDS)
        return status;
    struct buf out = output_new(p->home);
    for (size_t i = 0; i < p->model.comparison_count; i++) {
        const struct comparison *c = &p->model.comparison[i];
        buf_put_visible(&out, c->b->id);
        buf_put(&out, comparison_single(c) ? STR("") : STR(" against "));
        buf_put_visible(&out, c->a->id);
        buf_put(&out, c->workload.len > 0 ? STR(", ") : STR(""));
        buf_put_visible(&out, c->workload);
        buf_putf(&out, ": %s%s%s\n", comparison_single(c) ? "" : comparison_verdict(c)->glyph,
                 comparison_single(c) ? "" : " ", comparison_verdict(c)->name);
    }
    buf_putf(&out, "dossier      %s\n", target);
    buf_putf(&out, "content id   %.*s\n", STR_ARG(digest_hex(p->home, content)));
    buf_putf(&out, "evidence id  %.*s\n", STR_ARG(digest_hex(p->home, p->model.evidence_id)));
    for (size_t i = 0; i < p->model.reference_count; i++) {
        buf_putf(&out, "%-12.*s ", STR_ARG(p->model.reference[i].as));
        buf_put_visible(&out, p->model.reference[i].case_id);
        buf_putf(&out, ", content id %.*s\n", STR_ARG(p->model.reference[i].content));
    }
    buf_put(&out,
            key ? STR("signed       once\n")
                : STR("signed       no: give --key and --cert (`dossier keygen` makes both)\n"));
    return output_end(&out, pipeline_status(p, o->strict));
}

static int run(struct request *request)
{
    const struct options *o = &request->options;
    struct pipeline p = { .home = request->home,
                          .diags = request->diags,
                          .supersedes = &o->supersedes };
    if (!threads_read(request, &p.threads) || !fonts_taken(request, &p.fonts))
        return STATUS_INPUT;
    struct key_file *key = NULL;
    /* The key is tried before the work, so that a wrong one costs nothing. */
    if (!keys_open(request->home, o, &key, request->diags))
        return STATUS_INPUT;
    /* Asked for one thread, it packs when all else is done. */
    p.ahead = o->store || p.threads == 1 ? NULL : pack_ahead_new();
    int status;
    if (!pipeline_run(&p, o->argument[0], o->rules, STAGE_REPORT))
        status = diags_exit(request->diags) == 0 ? STATUS_MACHINE : diags_exit(request->diags);
    else
        status = pack(&p, request, key);
    pack_ahead_free(p.ahead);
    key_free(key);
    return status;
}

static const struct option_row rows[] = {
    { 'o', "output", "FILE",
      "dossier to write, over an older one; default: the case's id and .asice",
      offsetof(struct options, output), OPTION_WRITES },
    OPTION_ROWS_KEY,
    { 0, "role", "ROLE", "of the signer, such as engineer; makes a sign-off",
      offsetof(struct options, role), OPTION_TEXT },
    { 0, "comment", "TEXT", "the signer's remark, signed with the rest",
      offsetof(struct options, comment), OPTION_TEXT },
    { 0, "supersedes", "OLD", "an earlier dossier that this one takes the place of; verified first",
      offsetof(struct options, supersedes), OPTION_LIST },
    { 0, "rules", "FILE", "rules of one's own, beside the built-in ones",
      offsetof(struct options, rules), OPTION_TEXT },
    OPTION_ROW_FONTS("fonts for names in scripts that the built-in typefaces lack"),
    { 0, "store", NULL, "compress nothing: the container is then the same everywhere",
      offsetof(struct options, store), OPTION_FLAG },
    { 0, "threads", "N", "read and deflate on N processors (1 to 8); default: all there are",
      offsetof(struct options, threads), OPTION_TEXT },
    { 0, "strict", NULL, "stated differences count as 1", offsetof(struct options, strict),
      OPTION_FLAG },
};
const struct verb verb_build = {
    .name = "build",
    .summary = "case and bundles in, signed dossier out",
    .usage = "build CASE [-o FILE] [--key KEY --cert CERT] [--supersedes OLD]",
    .more = "Writes the dossier whatever the verdict, since a refusal is evidence too. Exit\n"
            "status: 0 comparable, also with stated differences; 1 not comparable;\n"
            "2 incomplete; 3 and 4: nothing was written. SOURCE_DATE_EPOCH sets the signing time.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 1,
    .most_arguments = 1,
    .dated = true,
    .run = run,
};
