/* verb_contest.c - a new measurement against a dossier: reproduced, or not, or something else. */
#include "against.h"
#include "answers.h"
#include "output.h"
#include <stddef.h>

struct contested {
    const struct against *against;
    size_t system; /* of the dossier's case: the one that the new runs are nearest to */
    struct pipeline p;
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
    json_integer(json, STR("exit"), x->status);
    json_open(json, STR("answers"), '[');
    for (size_t i = 0; i < x->p.model.comparison_count; i++)
        answer_put_json(&x->p.model.comparison[i], json);
    json_close(json);
    against_put_held_json(&x->p, json);
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
    for (size_t i = 0; i < x->p.model.comparison_count; i++)
        answer_put(&x->p.model.comparison[i], x->p.case_file, out);
    against_put_held(&x->p, out);
}

static bool judge(struct against *a, size_t *system, struct pipeline *p)
{
    if (!against_nearest(a, a->request->options.system, (struct str){ 0 }, system, p))
        return false;
    return against_credit(a, (struct against_wish){ .system = *system }, p);
}

static int answer(struct against *a)
{
    static const struct printers printers = { '{', "dossier-contest/1", put_json, put_text };
    struct contested x = { .against = a, .status = STATUS_HOLDS };
    if (!judge(a, &x.system, &x.p))
        return diags_exit(a->request->diags) != 0 ? diags_exit(a->request->diags) : STATUS_MACHINE;
    for (size_t i = 0; i < x.p.model.comparison_count; i++) {
        int one = answer_of(&x.p.model.comparison[i])->status;
        x.status = one == STATUS_HOLDS_NOT || x.status == STATUS_HOLDS_NOT ? STATUS_HOLDS_NOT
                   : one == STATUS_UNDECIDED                               ? one
                                                                           : x.status;
    }
    return answer_print(a->request, &printers, &x, x.status);
}

static int run(struct request *request)
{
    return against_run(request, answer);
}

static const struct option_row rows[] = {
    { 0, "system", "ID", "of the dossier's case; default: the one whose stack is nearest",
      offsetof(struct options, system), OPTION_TEXT },
    OPTION_ROW_JSON,
};
const struct verb verb_contest = {
    .name = "contest",
    .summary = "does a new measurement give what a dossier says",
    .usage = "contest DOSSIER BUNDLE...|OTHER.asice#SYSTEM [--system ID] [--json]",
    .more =
        "DOSSIER is verified first; metric, limits and rules are its own. Each BUNDLE is a run or\n"
        "a folder of runs and captures, of one machine; captures without runs are of all. One\n"
        "system of another dossier, which has to hold, is named as OTHER.asice#SYSTEM.\n"
        "Exit status: 0 reproduced: the interval of the change lies within the margin; 1 not\n"
        "reproduced; 2 undecided, other work, or another configuration (then which layers\n"
        "differ, who owns them and the change are told); 3 the dossier does not hold. Conditions\n"
        "under which its decision holds are told as the new runs have them.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 2,
    .most_arguments = 64,
    .run = run,
};
