/* compare_judge.c - operands opened, set side by side and judged, a case a metric. */
#include "compare_judge.h"
#include "compare_stands.h"
#include "output.h"
#include "submission.h"

static struct compare_part *part_of(struct comparing *c, const struct carries *row)
{
    for (size_t i = 0; i < c->part_count; i++)
        if (carries_alike(c->part[i].row, row))
            return &c->part[i];
    if (c->part_count == PARTS_MOST)
        return NULL;
    c->part[c->part_count].row = row;
    return &c->part[c->part_count++];
}

/* Tests of one metric go into one case, each under a name where there are several. */
static void parts_find(struct comparing *c)
{
    for (size_t i = 0; i < c->plan.test_count; i++)
        if (c->plan.test[i].row && !part_of(c, c->plan.test[i].row))
            c->plan.test[i].row = NULL;
    for (size_t p = 0; p < c->part_count; p++)
        (void)compare_tests_call(c->request->home, &c->plan, c->part[p].row);
}

static bool part_judge(struct comparing *c, struct compare_part *part, struct diags *diags)
{
    struct request *request = c->request;
    struct pipeline *p = ARENA_NEW(request->home, struct pipeline);
    *p = (struct pipeline){ .home = request->home, .diags = diags };
    if (!compare_case_text(request->home, &c->plan, part->row, &c->wish, &p->case_text, diags))
        return false;
    p->below = compare_below(&c->plan, request->home);
    part->pipeline = p;
    const char *path =
        str_c(request->home, str_format(request->home, "%.*s/case.json", STR_ARG(c->plan.root)));
    return pipeline_run(p, path, NULL, STAGE_ASSESS);
}

/* Opens the operands, finds what stands side by side, and judges it. */
static bool judge(struct comparing *c, bool alone, struct diags *diags)
{
    struct request *request = c->request;
    size_t count = c->count;
    c->part_count = 0;
    for (size_t i = 0; i < count; i++)
        if (!operand_open(request->home, c->path[i], alone, &c->operand[i], diags) ||
            !compare_stand_take(request->home, &c->wish, c->path[i], &c->operand[i], i, diags))
            return false;
    if (!request->options.profile && submissions_all(c->operand, count))
        c->wish.profile = "mlperf";
    if (!compare_plan(request->home, c->operand, count, &c->wish, &c->plan, diags))
        return false;
    parts_find(c);
    if (c->part_count > 0 &&
        !compare_limits(request->home, &c->plan, c->part[0].row, &c->wish, diags))
        return false;
    for (size_t i = 0; i < c->part_count; i++)
        if (!part_judge(c, &c->part[i], diags))
            return false;
    return true;
}

static int status_of(const struct comparing *c)
{
    int status = c->part_count == 0 ? STATUS_UNDECIDED : STATUS_HOLDS;
    for (size_t i = 0; i < c->part_count; i++) {
        int one = pipeline_status(c->part[i].pipeline, c->request->options.strict);
        if (one == STATUS_HOLDS_NOT || status == STATUS_HOLDS_NOT)
            status = STATUS_HOLDS_NOT;
        else if (one == STATUS_UNDECIDED)
            status = STATUS_UNDECIDED;
    }
    return status;
}

bool compare_judge(struct comparing *comparing, struct diags **said)
{
    struct diags *first = diags_new(comparing->request->home);
    bool good = judge(comparing, false, first), several = false;
    for (const struct diag *diag = diags_first(first); diag && !good; diag = diag->next)
        several = several || diag->id == DIAG_CASE_GLOB;
    if (several) {
        first = diags_new(comparing->request->home);
        good = judge(comparing, true, first);
    }
    *said = first;
    const struct compare_standing *standing = comparing->wish.standing;
    if (standing && standing->count > 0) {
        *said = diags_new(comparing->request->home);
        against_tell(*said, first, standing->whole.folder,
                     comparing->request->options.baseline.item[0]);
    }
    return good;
}

struct compare_answer compare_answer_of(const struct comparing *comparing)
{
    return (struct compare_answer){ .plan = &comparing->plan,
                                    .part = comparing->part,
                                    .part_count = comparing->part_count,
                                    .wish = &comparing->wish,
                                    .status = status_of(comparing) };
}
