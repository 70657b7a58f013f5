/* verb_contest.c - a new measurement against a dossier: reproduced, or not, or something else. */
#include "against_nearest.h"
#include "answers.h"
#include "day.h"
#include "keys.h"
#include "output.h"
#include "packing.h"
#include <stddef.h>

struct contested {
    const struct against *against;
    size_t system; /* of the dossier's case: the one that the new runs are nearest to */
    struct pipeline p;
    struct against_wish wish;
    struct written { /* the answer as a dossier; target NULL: it was not asked for */
        const char *target;
        struct str content, evidence_id;
        bool is_signed;
    } written;
    int status;
};

static void put_json(const void *answer, struct json_out *json)
{
    const struct contested *x = answer;
    const struct against *a = x->against;
    json_text(json, STR("case"), a->then.case_file->id);
    json_text(json, STR("content_id"), a->old.held.content);
    json_text(json, STR("system"), a->then.case_file->system[x->system].id);
    against_put_now_json(a, json);
    against_put_left_json(a, x->system, json);
    json_integer(json, STR("exit"), x->status);
    json_open(json, STR("answers"), '[');
    for (size_t i = 0; i < x->p.model.comparison_count; i++)
        answer_put_json(&x->p.model.comparison[i], json);
    json_close(json);
    against_put_held_json(&x->p, json);
    if (!x->written.target)
        return;
    json_open(json, STR("written"), '{');
    json_text(json, STR("dossier"), str_from(x->written.target));
    json_text(json, STR("content_id"), x->written.content);
    json_text(json, STR("evidence_id"), x->written.evidence_id);
    json_bool(json, STR("signed"), x->written.is_signed);
    json_close(json);
}

static void put_text(const void *answer, struct buf *out)
{
    const struct contested *x = answer;
    const struct against *a = x->against;
    against_put_head(a, out);
    buf_put(out, STR("The new runs are set beside those of "));
    buf_put_visible(out, a->then.case_file->system[x->system].id);
    if (a->then.case_file->system[x->system].label.len > 0) {
        buf_put(out, STR(" ("));
        buf_put_visible(out, a->then.case_file->system[x->system].label);
        buf_put_char(out, ')');
    }
    buf_put(out, layers_changed(&x->p.model.comparison[0]) == 0
                     ? STR("; nothing known differs in the stack.\n\n")
                     : STR(".\n\n"));
    against_put_left(a, x->system, out);
    for (size_t i = 0; i < x->p.model.comparison_count; i++)
        answer_put(&x->p.model.comparison[i], x->p.case_file, out);
    against_put_held(&x->p, out);
    if (!x->written.target)
        return;
    buf_putf(out, "\ndossier      %s\ncontent id   %.*s\nevidence id  %.*s\n", x->written.target,
             STR_ARG(x->written.content), STR_ARG(x->written.evidence_id));
    buf_put(out, x->written.is_signed ? STR("signed       once\n")
                                      : STR("signed       no: give --key and --cert\n"));
}

static bool judge(struct against *a, struct contested *x)
{
    if (!against_nearest(a, a->request->options.system, (struct str){ 0 }, &x->system, &x->p))
        return false;
    x->wish.system = x->system;
    return against_credit(a, &x->wish, &x->p);
}

/* The answer as a case of its own, judged once more for its report. */
static int answer_write(struct against *a, struct contested *x, const struct key_file *key)
{
    struct request *request = a->request;
    struct arena *home = request->home;
    struct str id = a->then.case_file->id, day = day_now(request);
    const struct against_paper paper = {
        .id = str_format(home, "%.*s, contested %.*s", STR_ARG(id), STR_ARG(day)),
        .date = day,
    };
    struct against_wish wish = x->wish;
    struct pipeline p;
    struct digest content;
    wish.paper = &paper;
    if (!against_report(a, &wish, &p))
        return diags_exit(request->diags) != 0 ? diags_exit(request->diags) : STATUS_MACHINE;
    int status = dossier_pack(&p, request, request->options.output, key, 0, &content);
    x->written = (struct written){ request->options.output, digest_hex(home, content),
                                   digest_hex(home, p.model.evidence_id), key != NULL };
    return status;
}

static int answer_with(struct against *a, const struct key_file *key)
{
    static const struct printers printers = { '{', "dossier-contest/1", put_json, put_text };
    struct contested x = { .against = a, .status = STATUS_HOLDS };
    if (!judge(a, &x))
        return diags_exit(a->request->diags) != 0 ? diags_exit(a->request->diags) : STATUS_MACHINE;
    for (size_t i = 0; i < x.p.model.comparison_count; i++) {
        int one = answer_of(&x.p.model.comparison[i])->status;
        x.status = one == STATUS_HOLDS_NOT || x.status == STATUS_HOLDS_NOT ? STATUS_HOLDS_NOT
                   : one == STATUS_UNDECIDED                               ? one
                                                                           : x.status;
    }
    int written = a->request->options.output ? answer_write(a, &x, key) : STATUS_HOLDS;
    return written != STATUS_HOLDS ? written : answer_print(a->request, &printers, &x, x.status);
}

static int answer(struct against *a)
{
    struct key_file *key = NULL;
    if (!keys_open(a->request->home, &a->request->options, &key, a->request->diags))
        return STATUS_INPUT;
    int status = answer_with(a, key);
    key_free(key);
    return status;
}

static int run(struct request *request)
{
    const struct options *o = &request->options;
    if (!o->output && (o->key || o->cert)) {
        diag_add(request->diags, DIAG_USAGE, (struct place){ .file = STR("dossier") },
                 STR("-o FILE for the answer that is to be signed"), "--key without -o");
        return STATUS_INPUT;
    }
    return against_run(request, answer);
}

static const struct option_row rows[] = {
    { 'o', "output", "FILE", "write the answer as a dossier, with DOSSIER as its baseline",
      offsetof(struct options, output), OPTION_WRITES },
    OPTION_ROWS_KEY,
    { 0, "role", "ROLE", "of the signer of that; makes a sign-off", offsetof(struct options, role),
      OPTION_TEXT },
    { 0, "comment", "TEXT", "the signer's remark, signed with the rest",
      offsetof(struct options, comment), OPTION_TEXT },
    { 0, "system", "ID",
      "of the dossier's case; default: the nearest, of equally near ones that of SYSTEM",
      offsetof(struct options, system), OPTION_TEXT },
    OPTION_ROW_JSON,
};
const struct verb verb_contest = {
    .name = "contest",
    .summary = "does a new measurement give what a dossier says",
    .usage = "contest DOSSIER BUNDLE...|OTHER.asice#SYSTEM [--system ID] [-o FILE --key KEY --cert "
             "CERT]",
    .more =
        "DOSSIER is verified first; metric, limits and rules are its own. Each BUNDLE is a run or\n"
        "a folder of runs and captures, of one machine; captures without runs are of all. One\n"
        "system of another dossier, which has to hold, is named as OTHER.asice#SYSTEM.\n"
        "Exit status: 0 reproduced: the interval of the change lies within the margin; 1 not\n"
        "reproduced; 2 undecided, other work, or another configuration (then which layers\n"
        "differ, who owns them and the change are told); 3 the dossier does not hold. Conditions\n"
        "under which its decision holds are told as the new runs have them. -o packs both sides,\n"
        "the report over them and a record of DOSSIER (SOURCE_DATE_EPOCH sets date and time).",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 2,
    .most_arguments = 64,
    .dated = true,
    .run = run,
};
