/* verb_contest.c - a new measurement against a dossier: reproduced, or not, or something else. */
#include "against.h"
#include "base/json.h"
#include "output.h"
#include "verdict_text.h"
#include <stddef.h>
#include <string.h>

struct answer {
    const char *word, *says;
    int status;
};
static const struct answer reproduced = { "reproduced", "reproduced", STATUS_HOLDS };
static const struct answer not_reproduced = { "not reproduced", "not reproduced",
                                              STATUS_HOLDS_NOT };
static const struct answer undecided = { "undecided", "undecided", STATUS_UNDECIDED };
static const struct answer other_work = {
    "other work", "other work: this neither confirms nor refutes the dossier", STATUS_UNDECIDED
};
static const struct answer another = {
    "another configuration", "another configuration: this neither confirms nor refutes the dossier",
    STATUS_UNDECIDED
};

/* What was done differs, in work, numbers or method; a run that is unsteady, say, is no other work.
 */
static bool works_differ(const struct comparison *c)
{
    for (size_t i = 0; i < c->finding_count; i++) {
        enum family family = c->finding[i].rule->family;
        if (c->finding[i].cell == VERDICT_NOT &&
            (family == FAMILY_W || family == FAMILY_P || family == FAMILY_M))
            return true;
    }
    return false;
}

static const struct answer *answer_of(const struct comparison *c)
{
    if (!comparison_licenses(c))
        return works_differ(c) ? &other_work : &undecided;
    if (layers_changed(c) > 0)
        return &another;
    if (c->decision == NULL || strcmp(c->decision, "inconclusive") == 0)
        return &undecided;
    return strcmp(c->decision, "equivalent") == 0 ? &reproduced : &not_reproduced;
}

/* "6,661 tokens/s (6,628 to 6,693), 3 runs" */
static void put_mean(const struct comparison *c, size_t side, const char *label, struct buf *out)
{
    struct buf text = buf_new(out->home, 1 << 12);
    if (c->mean[side] == NULL)
        return;
    value_put(c->mean[side], &text);
    if (c->mean_low[side] != NULL && c->mean_high[side] != NULL)
        buf_putf(&text, " (%.*s to %.*s)", STR_ARG(c->mean_low[side]->value.text),
                 STR_ARG(c->mean_high[side]->value.text));
    if (c->runs[side] != NULL)
        buf_putf(&text, ", %.*s runs", STR_ARG(c->runs[side]->value.text));
    output_row(out, label, 8, buf_str(&text));
}

static void put_change(const struct comparison *c, const struct policy *policy, struct buf *out)
{
    struct buf text = buf_new(out->home, 1 << 12);
    if (c->change == NULL)
        return;
    buf_putf(&text, "%.*s %%", STR_ARG(c->change->value.text));
    if (c->change_low != NULL && c->change_high != NULL)
        buf_putf(&text, " (95 %% interval %.*s to %.*s)", STR_ARG(c->change_low->value.text),
                 STR_ARG(c->change_high->value.text));
    if (policy->margin_fact != NULL) {
        buf_put(&text, STR("; margin "));
        value_put(policy->margin_fact, &text);
    }
    output_row(out, "change", 8, buf_str(&text));
}

static struct str difference_words(struct arena *home, const struct key_difference *one)
{
    struct buf text = buf_new(home, 1 << 16);
    const struct fact *const side[] = { one->a, one->b };
    buf_putf(&text, "%s", vocabulary_row(one->key)->title);
    for (size_t i = 0; i < 2; i++) {
        buf_put(&text, i == 0 ? STR(": then ") : STR(", now "));
        if (side[i] != NULL)
            buf_put_visible(&text, str_sub(side[i]->value.text, 0, 120));
        else
            buf_put(&text, STR("not disclosed"));
    }
    return buf_str(&text);
}

static void put_layers(const struct comparison *c, const struct case_file *case_file,
                       struct buf *out)
{
    for (size_t i = 0; i < c->layer_count; i++) {
        const struct layer_difference *layer = &c->layer[i];
        if (layer->state != LAYER_CHANGED)
            continue;
        buf_putf(out, "  %s, owner %.*s\n", layer_row(layer->layer)->title,
                 STR_ARG(case_file->owner[layer->layer]));
        for (size_t k = 0; k < layer->difference_count; k++)
            output_row(out, "", 2, difference_words(out->home, &layer->difference[k]));
    }
    struct str credit =
        layers_changed(c) > 1 ? STR("Several layers changed together, so none gets the credit.")
        : c->credited != LAYER_NONE
            ? str_format(out->home, "The change is credited to %s: %s.",
                         layer_row(c->credited)->title, c->credit_why)
            : str_format(out->home, "The change is credited to no layer: %s.", c->credit_why);
    output_row(out, "", 0, credit);
}

/* Why runs that are there do not count, where that is so. */
static void put_copies(const struct comparison *c, struct buf *out)
{
    for (size_t i = 0; i < c->finding_count; i++)
        if (str_eq(c->finding[i].rule->id, STR("X4")) && c->finding[i].judgement == FAILS)
            output_row(out, "X4", 2, finding_words(out->home, &c->finding[i]));
}

static void put_one(const struct pipeline *p, const struct comparison *c,
                    const struct answer *answer, struct buf *out)
{
    if (c->workload.len > 0) {
        buf_put_visible(out, c->workload);
        buf_put(out, STR(": "));
    }
    buf_putf(out, "%s\n", answer->says);
    if (answer == &another)
        put_layers(c, p->case_file, out);
    if (!comparison_licenses(c))
        against_put_blocking(c, out);
    put_mean(c, 0, "then", out);
    put_mean(c, 1, "now", out);
    put_change(c, &p->case_file->policy, out);
    if (answer == &undecided && comparison_licenses(c)) {
        output_row(out, "", 0,
                   c->decision == NULL
                       ? STR("A ratio needs three runs a side that are no copies.")
                       : STR("The interval reaches beyond the margin on one side: more runs would "
                             "narrow it."));
        put_copies(c, out);
    }
}

static void put_number(struct json_out *json, const char *name, const struct fact *fact)
{
    if (fact != NULL)
        json_text(json, str_from(name), fact->value.text);
}

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
    for (size_t i = 0; i < p->model.comparison_count; i++) {
        const struct comparison *c = &p->model.comparison[i];
        json_open(&json, STR(""), '{');
        json_text(&json, STR("workload"), c->workload);
        json_text(&json, STR("answer"), str_from(answer_of(c)->word));
        put_number(&json, "then", c->mean[0]);
        put_number(&json, "now", c->mean[1]);
        put_number(&json, "change", c->change);
        put_number(&json, "change_low", c->change_low);
        put_number(&json, "change_high", c->change_high);
        json_open(&json, STR("layers"), '[');
        for (size_t k = 0; k < c->layer_count; k++)
            if (c->layer[k].state == LAYER_CHANGED)
                json_text(&json, STR(""), str_from(layer_row(c->layer[k].layer)->name));
        json_close(&json);
        json_text(&json, STR("credited"), str_from(layer_row(c->credited)->name));
        json_close(&json);
    }
    json_close(&json);
    json_close(&json);
}

/* A change in one layer alone may be its own: then it is judged again with that layer under test.
 */
static bool judge(struct against *a, size_t *system, struct pipeline *p)
{
    if (!against_nearest(a, a->request->options.system, (struct str){ 0 }, system, p))
        return false;
    const struct comparison *c = &p->model.comparison[0];
    if (p->model.comparison_count != 1 || layers_changed(c) != 1)
        return true;
    struct against_wish wish = { .system = *system };
    for (size_t i = 0; i < c->layer_count; i++)
        if (c->layer[i].state == LAYER_CHANGED)
            wish.layer = layer_row(c->layer[i].layer)->name;
    return against_judge(a, &wish, p);
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
        put_one(&p, &p.model.comparison[i], answer_of(&p.model.comparison[i]), &out);
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
        "differ, who owns them and the change are told); 3 the dossier does not hold.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 2,
    .most_arguments = 64,
    .run = run,
};
