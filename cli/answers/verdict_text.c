/* verdict_text.c - what `check` prints: verdict first, then each finding that moved it. */
#include "verdict_text.h"
#include "base/json.h"
#include "model/decision.h"
#include "model/references.h"
#include "output.h"

#include "model/showing.h"
#include "model/values.h"

static const char *judgement_name(enum judgement judgement)
{
    switch (judgement) {
    case HOLDS:
        return "holds";
    case FAILS:
        return "fails";
    case UNKNOWN:
        return "unknown";
    case NOT_APPLICABLE:
        return "not applicable";
    }
    return "";
}

static void put_runs(struct buf *out, const struct comparison *c)
{
    buf_putf(out, "\n  no ratio and no claim; runs that count: %.*s of ",
             STR_ARG(c->runs[0]->value.text));
    buf_put_visible(out, c->a->id);
    buf_putf(out, ", %.*s of ", STR_ARG(c->runs[1]->value.text));
    buf_put_visible(out, c->b->id);
    buf_put_char(out, '\n');
}

/* Runs may be comparable and too few for a ratio. */
static void put_no_ratio(struct buf *out, const struct comparison *c)
{
    if (comparison_licenses(c) && c->runs[0] && c->runs[1])
        put_runs(out, c);
}

/* at_objective: the load that each side was taken at. */
static void put_loads(struct buf *out, const struct comparison *c)
{
    if (!c->load[0] || !c->load[1])
        return;
    struct buf loads = buf_new(out->home, 4096);
    buf_putf(&loads, "%.*s at its highest load within the objective, %.*s %s; %.*s at %.*s %s",
             STR_ARG(c->a->id), STR_ARG(c->load[0]->value.text),
             unit_row(c->load[0]->value.unit)->symbol, STR_ARG(c->b->id),
             STR_ARG(c->load[1]->value.text), unit_row(c->load[1]->value.unit)->symbol);
    buf_put(out, STR("  "));
    output_wrap(out, buf_str(&loads), 2, 2);
}

static void put_credit(struct buf *out, const struct comparison *c)
{
    if (c->credited != LAYER_NONE)
        buf_putf(out, "  the change may be credited to layer %s\n", layer_row(c->credited)->name);
    else if (c->layers_changed && c->layers_changed->value.value > 1)
        buf_putf(out, "  %.*s layers differ: the change is credited to none\n",
                 STR_ARG(c->layers_changed->value.text));
}

/* A row of zeros claims what no test shows. */
static void put_holm(struct buf *out, const struct fact *holm)
{
    if (holm)
        buf_putf(out, "  probability of no difference, after Holm: %.*s\n",
                 STR_ARG(holm->value.value < 0.001 ? STR("< 0.001") : holm->value.text));
}

static void put_result(struct buf *out, const struct comparison *c)
{
    if (!c->ratio) {
        put_no_ratio(out, c);
        return;
    }
    struct buf line = buf_new(out->home, 4096);
    buf_putf(&line, "%.*s / %.*s = %.*s (95 %% interval %.*s to %.*s)", STR_ARG(c->b->id),
             STR_ARG(c->a->id), STR_ARG(c->ratio->value.text), STR_ARG(c->ratio_low->value.text),
             STR_ARG(c->ratio_high->value.text));
    if (c->turns.block_count > 0)
        buf_putf(&line, " by %zu blocks of runs in turns", c->turns.block_count);
    if (c->window_begin)
        buf_putf(&line, " in the common window from %.*s to %.*s s",
                 STR_ARG(c->window_begin->value.text), STR_ARG(c->window_end->value.text));
    if (c->decision)
        buf_putf(&line, ": %s", c->decision);
    if (c->medians.decides)
        buf_putf(&line, ": one run decides, %.*s (by medians the ratio is %.*s)",
                 STR_ARG(c->medians.decides->run->path), STR_ARG(c->medians.ratio->value.text));
    buf_put(out, STR("\n  "));
    output_wrap(out, buf_str(&line), 2, 2);
    put_loads(out, c);
    put_credit(out, c);
    put_holm(out, c->holm);
}

static void put_signers(const struct reference *one, struct buf *line)
{
    for (size_t i = 0; i < one->signer_count; i++) {
        const struct reference_signer *signer = &one->signer[i];
        bool stamped = signer->stamped.len > 0;
        buf_putf(line, "%s%.*s, %.*s (%s)", i > 0 ? "; " : "signed by ", STR_ARG(signer->subject),
                 STR_ARG(stamped ? signer->stamped : signer->claimed),
                 stamped ? "stamped" : "the signer's word");
    }
    if (one->signer_count == 0)
        buf_put(line, STR("which nobody signed"));
}

void verdict_put_references(const struct report_model *model, struct buf *out)
{
    enum { SHOWN = 3 };
    for (size_t i = 0; i < model->reference_count && i < SHOWN; i++) {
        const struct reference *one = &model->reference[i];
        struct buf line = buf_new(out->home, 1 << 16);
        buf_put(&line, STR("Refers to "));
        buf_put_visible(&line, one->case_id);
        buf_putf(&line, " (%.*s), ", STR_ARG(one->as));
        put_signers(one, &line);
        output_wrap(out, buf_str(&line), 2, 0);
    }
    if (model->reference_count > SHOWN)
        buf_putf(out, "and to %zu dossiers more\n", model->reference_count - SHOWN);
}

void verdict_put_profile(const struct case_file *case_file, struct buf *out)
{
    if (case_file->profile.len > 0)
        buf_putf(out, "Judged by the profile %.*s, which asks less than a purchase needs.\n",
                 STR_ARG(case_file->profile));
}

/* Rows that a profile made looser, each once with its reason. */
static void put_profile_rows(struct buf *out, const struct report_model *model)
{
    for (size_t i = 0; i < model->loosened_count; i++) {
        struct str reason = model->loosened[i]->loosened;
        struct buf line = buf_new(out->home, (size_t)1 << 16);
        bool before = false;
        for (size_t k = 0; k < i; k++)
            before = before || str_eq(model->loosened[k]->loosened, reason);
        if (before)
            continue;
        buf_put(&line, STR("looser than the built-in rules:"));
        for (size_t k = i; k < model->loosened_count; k++)
            if (str_eq(model->loosened[k]->loosened, reason))
                buf_putf(&line, " %.*s", STR_ARG(model->loosened[k]->id));
        buf_putf(&line, "; reason given: %.*s", STR_ARG(str_sub(reason, 0, 2000)));
        output_wrap(out, buf_str(&line), 2, 0);
    }
}

/* Rules and limits that are not the built-in ones made the verdict possible, so they stand above
 * it. */
static void put_yardstick(struct buf *out, const struct report_model *model)
{
    verdict_put_references(model, out);
    verdict_put_profile(model->case_file, out);
    const struct policy *policy = &model->case_file->policy;
    if (model->case_file->profile.len > 0)
        put_profile_rows(out, model);
    else if (model->rules_changed)
        buf_put(out, STR("judged by a rule set that is not the built-in one\n"));
    for (size_t i = 0; model->case_file->profile.len == 0 && i < model->loosened_count; i++) {
        const struct rule_text *rule = model->loosened[i];
        output_wrap(out,
                    str_format(out->home,
                               "looser than the built-in rule: %.*s %.*s; reason given: %.*s",
                               STR_ARG(rule->id), STR_ARG(rule->title),
                               STR_ARG(str_sub(rule->loosened, 0, 2000))),
                    2, 0);
    }
    for (size_t i = 0; i < policy->weakened_count; i++) {
        const struct weakening *w = &policy->weakened[i];
        struct buf line = buf_new(out->home, 4096);
        buf_putf(&line, "weaker than the built-in limit: %s, ", vocabulary_row(w->key)->title);
        value_put(w->fact, &line);
        if (w->built_in) {
            buf_put(&line, STR(" in place of "));
            value_put(w->built_in, &line);
        }
        if (w->reason.len > 0)
            buf_putf(&line, "; reason given: %.*s", STR_ARG(str_sub(w->reason, 0, 2000)));
        output_wrap(out, buf_str(&line), 2, 0);
    }
    if (model->rules_changed || policy->weakened_count > 0)
        buf_put_char(out, '\n');
}

static struct str asked_list(struct arena *home, const struct comparison *c, size_t side)
{
    struct buf out = buf_new(home, (size_t)1 << 24);
    for (size_t i = 0; i < c->asked_count[side]; i++) {
        const struct asked *asked = &c->asked[side][i];
        struct buf line = buf_new(home, (size_t)1 << 20);
        buf_put(&line, asked->how.len > 0
                           ? asked->how
                           : STR("a statement of each of these, with the setting, file or document "
                                 "that shows it"));
        for (size_t k = 0; k < asked->count; k++)
            buf_putf(&line, "%s%.*s", k == 0 ? ": " : ", ", STR_ARG(asked->title[k]));
        buf_putf(&out, "  %2zu. ", i + 1);
        output_wrap(&out, buf_str(&line), 6, 6);
    }
    return buf_str(&out);
}

/* "to ask for, of A (today) and of B (tomorrow)" */
static void put_asked_of(struct buf *head, const struct system *const *system, size_t count)
{
    buf_put(head, STR("to ask for, of "));
    for (size_t i = 0; i < count; i++) {
        buf_put(head, i > 0 ? STR(" and of ") : STR(""));
        buf_put_visible(head, system[i]->id);
        buf_put(head, STR(" ("));
        buf_put_visible(head, system[i]->label);
        buf_put_char(head, ')');
    }
}

static void put_asked_side(struct telling *telling, struct buf *out, const struct comparison *c,
                           struct str head, struct str list)
{
    const struct comparison *before =
        telling_told(telling, c, str_format(out->home, "%.*s%.*s", STR_ARG(head), STR_ARG(list)));
    buf_putf(out, "\n%.*s:", STR_ARG(head));
    if (before && before != c)
        buf_putf(out, " as of %.*s\n", STR_ARG(comparison_named(out->home, before)));
    else
        buf_putf(out, "\n%.*s", STR_ARG(list));
}

/* What would end a silence, to be sent as it stands; the report has the same list. Of both sides
 * once, where it is the same. */
static void put_asked(struct telling *telling, struct buf *out, const struct comparison *c)
{
    struct str list[2] = { asked_list(out->home, c, 0), asked_list(out->home, c, 1) };
    bool both = list[0].len > 0 && str_eq(list[0], list[1]);
    for (size_t side = 0; side < (both ? 1U : 2U); side++) {
        const struct system *system[] = { side ? c->b : c->a, c->b };
        struct buf head = buf_new(out->home, (size_t)1 << 20);
        if (list[side].len == 0)
            continue;
        put_asked_of(&head, system, both ? 2 : 1);
        put_asked_side(telling, out, c, buf_str(&head), list[side]);
    }
}

void verdict_put_text(const struct report_model *model, bool yardstick, struct buf *out)
{
    struct telling *telling = telling_new(out->home);
    if (yardstick)
        put_yardstick(out, model);
    categories_put_text(model->case_file, out);
    for (size_t i = 0; i < model->comparison_count; i++) {
        const struct comparison *c = &model->comparison[i];
        const struct verdict_row *row = comparison_verdict(c);
        bool single = comparison_single(c);
        if (i > 0)
            buf_put_char(out, '\n');
        buf_put_visible(out, c->b->id);
        buf_put(out, single ? STR("") : STR(" against "));
        buf_put_visible(out, c->a->id);
        buf_put(out, c->workload.len > 0 ? STR(", workload ") : STR(""));
        buf_put_visible(out, c->workload);
        buf_putf(out, ": %s%s%s\n", single ? "" : row->glyph, single ? "" : " ", row->name);
        if (single)
            single_put_text(model, c, out);
        else
            put_result(out, c);
        findings_put(telling, out, c, VERDICT_NOT, "conditions that fail:");
        findings_put(telling, out, c, VERDICT_INCOMPLETE, "conditions that cannot be decided:");
        put_asked(telling, out, c);
        findings_put(telling, out, c, VERDICT_STATED,
                     single ? "to be stated beside the values:"
                            : "differences to be stated beside the number:");
        findings_put(telling, out, c, VERDICT_COMPARABLE,
                     "of money; the verdict does not hang on it:");
    }
    telling_end(telling);
}

static void put_fact_json(struct json_out *json, const char *name, const struct fact *fact)
{
    if (!fact) {
        json_null(json, str_from(name));
        return;
    }
    struct buf source = buf_new(json->out->home, (size_t)1 << 20);
    source_put(fact, &source);
    json_open(json, str_from(name), '{');
    json_integer(json, STR("fact"), fact->number);
    json_text(json, STR("key"), str_from(vocabulary_row(fact->key)->name));
    json_value_put(json, fact);
    json_text(json, STR("unit"), str_from(unit_row(fact->value.unit)->symbol));
    json_text(json, STR("source"), buf_str(&source));
    if (fact->run)
        json_text(json, STR("run"), fact->run->id);
    json_close(json);
}

static void put_finding_json(struct json_out *json, const struct comparison *c,
                             const struct finding *finding)
{
    json_open(json, STR(""), '{');
    json_text(json, STR("rule"), finding->rule->id);
    json_text(json, STR("title"), finding->rule->title);
    json_text(json, STR("judgement"), str_from(judgement_name(finding->judgement)));
    json_text(json, STR("makes"), str_from(finding_makes(c, finding)));
    json_text(json, STR("said"), finding_words(json->out->home, finding));
    if (finding->times > 1) /* seen in other runs or files, to every letter */
        json_integer(json, STR("times"), (int64_t)finding->times);
    if (finding->also.len > 0)
        json_text(json, STR("also"), finding->also);
    if (finding->a || finding->b) {
        put_fact_json(json, "a", finding->a);
        put_fact_json(json, "b", finding->b);
    }
    json_open(json, STR("seen"), '[');
    for (size_t i = 0; i < finding->count; i++)
        put_fact_json(json, "", finding->seen[i]);
    json_close(json);
    json_text(json, STR("why"), finding->rule->why);
    json_text(json, STR("mend"), finding->mend);
    json_close(json);
}

static void put_asked_json(struct json_out *json, const struct comparison *c)
{
    json_open(json, STR("ask"), '[');
    for (size_t side = 0; side < 2; side++) {
        for (size_t i = 0; i < c->asked_count[side]; i++) {
            const struct asked *asked = &c->asked[side][i];
            json_open(json, STR(""), '{');
            json_text(json, STR("system"), side ? c->b->id : c->a->id);
            json_text(json, STR("send"), asked->how);
            json_open(json, STR("answers"), '[');
            for (size_t k = 0; k < asked->count; k++)
                json_text(json, STR(""), asked->title[k]);
            json_close(json);
            json_close(json);
        }
    }
    json_close(json);
}

void verdict_put_json(const struct report_model *model, struct buf *out)
{
    struct json_out json;
    json_begin(&json, out);
    json_open(&json, STR(""), '{');
    json_text(&json, STR("format"), STR("dossier-check/1"));
    json_text(&json, STR("case"), model->case_file->id);
    json_bool(&json, STR("built_in_rules"), !model->rules_changed);
    json_open(&json, STR("weakened"), '[');
    for (size_t i = 0; i < model->case_file->policy.weakened_count; i++) {
        const struct weakening *w = &model->case_file->policy.weakened[i];
        json_open(&json, STR(""), '{');
        put_fact_json(&json, "limit", w->fact);
        json_text(&json, STR("reason"), w->reason);
        json_close(&json);
    }
    json_close(&json);
    json_open(&json, STR("loosened"), '[');
    for (size_t i = 0; i < model->loosened_count; i++) {
        json_open(&json, STR(""), '{');
        json_text(&json, STR("rule"), model->loosened[i]->id);
        json_text(&json, STR("reason"), model->loosened[i]->loosened);
        json_close(&json);
    }
    json_close(&json);
    categories_put_json(model->case_file, &json);
    json_open(&json, STR("comparisons"), '[');
    for (size_t i = 0; i < model->comparison_count; i++) {
        const struct comparison *c = &model->comparison[i];
        json_open(&json, STR(""), '{');
        json_text(&json, STR("a"), c->a->id);
        json_text(&json, STR("b"), c->b->id);
        if (c->workload.len > 0)
            json_text(&json, STR("workload"), c->workload);
        if (category_of(model->case_file, c->workload))
            json_text(&json, STR("category"), category_of(model->case_file, c->workload)->name);
        json_bool(&json, STR("step"), c->step);
        json_text(&json, STR("verdict"), str_from(comparison_verdict(c)->name));
        if (c->ratio) {
            put_fact_json(&json, "ratio", c->ratio);
            put_fact_json(&json, "ratio_low", c->ratio_low);
            put_fact_json(&json, "ratio_high", c->ratio_high);
            json_text(&json, STR("credited"), str_from(layer_row(c->credited)->name));
            json_text(&json, STR("credited_why"), str_from(c->credit_why));
            put_fact_json(&json, "holm", c->holm);
        }
        if (comparison_single(c) && c->mean[0]) {
            put_fact_json(&json, "mean", c->mean[0]);
            put_fact_json(&json, "mean_low", c->mean_low[0]);
            put_fact_json(&json, "mean_high", c->mean_high[0]);
        }
        put_asked_json(&json, c);
        json_open(&json, STR("findings"), '[');
        for (size_t k = 0; k < c->finding_count; k++)
            put_finding_json(&json, c, &c->finding[k]);
        json_close(&json);
        json_close(&json);
    }
    json_close(&json);
    json_close(&json);
}
