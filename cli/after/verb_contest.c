/* verb_contest.c - a new measurement against a dossier: reproduced, or not, or something else. */
#include "against.h"
#include "answers.h"
#include "output.h"
#include <stddef.h>

static void put_json(const struct against *a, size_t system, const struct pipeline *p, int status,
                     struct buf *out)
{
    struct json_out json;
    json_begin(&json, out);
    json_open(&json, STR(""), '{');
    json_text(&json, STR("format"), STR("dossier-contest/1"));
    json_text(&json, STR("case"), a->then.case_file->id);
    json_text(&json, STR("content_id"), a->old.held.content);
    json_text(&json, STR("system"), a->then.case_file->system[system].id);
    json_integer(&json, STR("exit"), status);
    json_open(&json, STR("answers"), '[');
    for (size_t i = 0; i < p->model.comparison_count; i++)
        answer_put_json(&p->model.comparison[i], &json);
    json_close(&json);
    against_put_held_json(p, &json);
    json_close(&json);
}

static bool judge(struct against *a, size_t *system, struct pipeline *p)
{
    if (!against_nearest(a, a->request->options.system, (struct str){ 0 }, system, p))
        return false;
    return against_credit(a, (struct against_wish){ .system = *system }, p);
}

static int answer(struct against *a)
{
    struct pipeline p;
    size_t system = 0;
    int status = STATUS_HOLDS;
    if (!judge(a, &system, &p))
        return diags_exit(a->request->diags) != 0 ? diags_exit(a->request->diags) : STATUS_MACHINE;
    for (size_t i = 0; i < p.model.comparison_count; i++) {
        int one = answer_of(&p.model.comparison[i])->status;
        status = one == STATUS_HOLDS_NOT || status == STATUS_HOLDS_NOT ? STATUS_HOLDS_NOT
                 : one == STATUS_UNDECIDED                             ? one
                                                                       : status;
    }
    struct buf out = output_new(a->request->home);
    if (a->request->options.json) {
        put_json(a, system, &p, status, &out);
        return output_end(&out, status);
    }
    against_put_head(a, &out);
    buf_put(&out, STR("The new runs are set beside those of "));
    buf_put_visible(&out, a->then.case_file->system[system].id);
    if (a->then.case_file->system[system].label.len > 0) {
        buf_put(&out, STR(" ("));
        buf_put_visible(&out, a->then.case_file->system[system].label);
        buf_put_char(&out, ')');
    }
    buf_put(&out, layers_changed(&p.model.comparison[0]) == 0
                      ? STR("; nothing known differs in the stack.\n\n")
                      : STR(".\n\n"));
    for (size_t i = 0; i < p.model.comparison_count; i++)
        answer_put(&p.model.comparison[i], p.case_file, &out);
    against_put_held(&p, &out);
    return output_end(&out, status);
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
    .usage = "contest DOSSIER BUNDLE... [--system ID] [--json]",
    .more =
        "DOSSIER is verified first; metric, limits and rules are its own. Each BUNDLE is a run or\n"
        "a folder of runs and captures, of one machine; captures without runs are of all.\n"
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
