/* data.c - data.json: all that the report says, for a machine, in one canonical order.
 *
 * A number of the report is never written twice: every other place names the fact by its number,
 * and fact N is /facts/(N-1). Values are strings as the evidence wrote them, so that no reader
 * rounds them. */
#include "data.h"
#include "energy_read.h"

#include "model/decision.h"
#include "model/references.h"
#include "model/values.h"

static const char *const judgements[] = {
    [HOLDS] = "holds", [FAILS] = "fails", [UNKNOWN] = "unknown", [NOT_APPLICABLE] = "not applicable"
};
static const char *const severities[] = {
    [SEVERITY_INFORMS] = "informs", [SEVERITY_DISCLOSES] = "discloses", [SEVERITY_BLOCKS] = "blocks"
};
static const char *const reaches[] = {
    [REACH_COMPARISON] = "comparison", [REACH_ATTRIBUTION] = "attribution", [REACH_CLAIM] = "claim"
};
static const char *const layer_states[] = {
    [LAYER_SAME] = "same", [LAYER_CHANGED] = "changed", [LAYER_UNDISCLOSED] = "not disclosed"
};
static const char *const coverage_states[] = { [COVERAGE_NONE] = "none",
                                               [COVERAGE_DECLARED] = "declared",
                                               [COVERAGE_MEASURED] = "measured",
                                               [COVERAGE_CAPTURED] = "captured",
                                               [COVERAGE_CLASH] = "clash" };

static void text(struct json_out *json, const char *name, struct str value)
{
    json_text(json, str_from(name), value);
}

static void chars(struct json_out *json, const char *name, const char *value)
{
    json_text(json, str_from(name), str_from(value));
}

static void fact_list(struct json_out *json, const char *name, const struct fact *const *fact,
                      size_t count)
{
    json_open(json, str_from(name), '[');
    for (size_t i = 0; i < count; i++)
        if (fact[i])
            data_fact(json, "", fact[i]);
        else
            json_null(json, STR(""));
    json_close(json);
}

/* ---- the case ---- */

static void system_put(struct arena *home, struct json_out *json, const struct system *system)
{
    (void)home;
    json_open(json, STR(""), '{');
    text(json, "id", system->id);
    text(json, "label", system->label);
    json_bool(json, STR("baseline"), system->baseline);
    json_open(json, STR("machines"), '[');
    for (size_t i = 0; i < system->machine_count; i++) {
        const struct machine *machine = &system->machine[i];
        json_open(json, STR(""), '{');
        text(json, "id", machine->id);
        json_open(json, STR("runs"), '[');
        for (size_t j = 0; j < machine->run_count; j++)
            json_text(json, STR(""), machine->run[j].id);
        json_close(json);
        json_close(json);
    }
    json_close(json);
    json_close(json);
}

static void case_texts(struct json_out *json, const char *name, const struct case_text *item,
                       size_t count)
{
    json_open(json, str_from(name), '[');
    for (size_t i = 0; i < count; i++) {
        json_open(json, STR(""), '{');
        text(json, "text", item[i].text);
        data_fact(json, "fact", item[i].fact);
        json_close(json);
    }
    json_close(json);
}

static void case_put(struct arena *home, struct json_out *json, const struct case_file *c)
{
    static const char *const kinds[] = { [METRIC_PER_RUN] = "per_run",
                                         [METRIC_AT_LOAD] = "at_load",
                                         [METRIC_AT_OBJECTIVE] = "at_objective",
                                         [METRIC_TO_COMPLETION] = "to_completion",
                                         [METRIC_WHOLE_RUN] = "whole_run" };
    json_open(json, STR("case"), '{');
    text(json, "id", c->id);
    text(json, "date", c->date);
    text(json, "question", c->question);
    text(json, "asked_by", c->asked_by);
    chars(json, "metric", vocabulary_row(c->metric)->name);
    text(json, "metric_instance", c->metric_instance);
    chars(json, "metric_kind", kinds[c->metric_kind]);
    json_open(json, STR("under_test"), '{');
    chars(json, "kind", c->under_test.kind == UNDER_TEST_EXECUTOR ? "executor" : "layers");
    json_open(json, STR("layers"), '[');
    for (size_t i = 0; i < c->under_test.layer_count; i++)
        chars(json, "", layer_row(c->under_test.layer[i])->name);
    if (c->under_test.precision)
        chars(json, "", "precision");
    json_close(json);
    json_close(json);
    json_open(json, STR("systems"), '[');
    for (size_t i = 0; i < c->system_count; i++)
        system_put(home, json, &c->system[i]);
    json_close(json);
    categories_put_json(c, json);
    case_texts(json, "assumptions", c->assumption, c->assumption_count);
    case_texts(json, "limitations", c->limitation, c->limitation_count);
    json_close(json);
}

/* ---- a comparison ---- */

static void finding_put(struct json_out *json, const struct comparison *c,
                        const struct finding *finding)
{
    json_open(json, STR(""), '{');
    text(json, "rule", finding->rule->id);
    text(json, "title", finding->rule->title);
    chars(json, "judgement", judgements[finding->judgement]);
    chars(json, "severity", severities[finding->severity]);
    chars(json, "reach", reaches[finding->rule->reach]);
    chars(json, "makes", finding_makes(c, finding));
    if (finding->key != KEY_COUNT) {
        chars(json, "key", vocabulary_row(finding->key)->name);
        text(json, "instance", finding->instance);
    }
    text(json, "said", finding->said);
    if (finding->times > 1)
        json_integer(json, STR("times"), (int64_t)finding->times);
    if (finding->also.len > 0)
        text(json, "also", finding->also);
    text(json, "why", finding->rule->why);
    text(json, "mend", finding->mend.len > 0 ? finding->mend : finding->rule->mend);
    data_fact(json, "a", finding->a);
    data_fact(json, "b", finding->b);
    fact_list(json, "seen", finding->seen, finding->count);
    if (finding->silent.len > 0)
        text(json, "silent", finding->silent);
    json_close(json);
}

static void layer_put(struct json_out *json, const struct layer_difference *layer)
{
    json_open(json, STR(""), '{');
    chars(json, "layer", layer_row(layer->layer)->name);
    chars(json, "state", layer_states[layer->state]);
    json_bool(json, STR("under_test"), layer->under_test);
    if (layer->is != DIFFERENCE_UNCLASSED)
        chars(json, "class", difference_name(layer->is));
    json_open(json, STR("differences"), '[');
    for (size_t i = 0; i < layer->difference_count; i++) {
        const struct key_difference *difference = &layer->difference[i];
        json_open(json, STR(""), '{');
        chars(json, "key", vocabulary_row(difference->key)->name);
        text(json, "instance", difference->instance);
        data_fact(json, "a", difference->a);
        data_fact(json, "b", difference->b);
        data_fact(json, "distance", difference->distance);
        if (difference->is != DIFFERENCE_UNCLASSED) {
            chars(json, "class", difference_name(difference->is));
            data_fact(json, "reason", difference->reason);
        }
        json_close(json);
    }
    json_close(json);
    json_close(json);
}

static void coverage_put(struct json_out *json, const struct coverage *coverage)
{
    json_open(json, STR(""), '{');
    if (coverage->layer != LAYER_NONE)
        chars(json, "layer", layer_row(coverage->layer)->name);
    else
        chars(json, "group", group_name(coverage->group));
    text(json, "run", coverage->run->id);
    chars(json, "state", coverage_states[coverage->state]);
    json_open(json, STR("missing"), '[');
    for (size_t i = 0; i < coverage->missing_count; i++)
        chars(json, "", vocabulary_row(coverage->missing[i])->name);
    json_close(json);
    json_close(json);
}

static void run_put(struct json_out *json, const struct judged_run *run)
{
    json_open(json, STR(""), '{');
    text(json, "run", run->run->id);
    json_bool(json, STR("bridge"), run->run->bridge);
    chars(json, "steady", steady_name(run->steady.verdict));
    chars(json, "reason", run->steady.reason);
    text(json, "method", run->steady.method);
    data_fact(json, "value", run->value);
    data_fact(json, "value_all", run->value_all);
    data_fact(json, "own", run->own);
    data_fact(json, "whole", run->whole);
    data_fact(json, "told", run->told);
    data_fact(json, "within_low", run->within_low);
    data_fact(json, "within_high", run->within_high);
    fact_list(json, "facts", run->fact, run->fact_count);
    json_close(json);
}

static void numbers_put(struct json_out *json, const struct comparison *c)
{
    const struct {
        const char *name;
        const struct fact *fact;
    } rows[] = { { "window_begin", c->window_begin },
                 { "window_end", c->window_end },
                 { "window_length", c->window_length },
                 { "mean_a", c->mean[0] },
                 { "mean_a_low", c->mean_low[0] },
                 { "mean_a_high", c->mean_high[0] },
                 { "mean_b", c->mean[1] },
                 { "mean_b_low", c->mean_low[1] },
                 { "mean_b_high", c->mean_high[1] },
                 { "load_a", c->load[0] },
                 { "load_b", c->load[1] },
                 { "load_a_next", c->load_next[0] },
                 { "load_b_next", c->load_next[1] },
                 { "ratio", c->ratio },
                 { "ratio_low", c->ratio_low },
                 { "ratio_high", c->ratio_high },
                 { "change", c->change },
                 { "change_low", c->change_low },
                 { "change_high", c->change_high },
                 { "degrees_of_freedom", c->df },
                 { "ratio_unpaired", c->turns.unpaired },
                 { "ratio_unpaired_low", c->turns.unpaired_low },
                 { "ratio_unpaired_high", c->turns.unpaired_high },
                 { "medians_ratio", c->medians.ratio },
                 { "medians_low", c->medians.low },
                 { "medians_high", c->medians.high },
                 { "one_run", c->medians.decides },
                 { "ratio_all", c->ratio_all },
                 { "ratio_own", c->ratio_own },
                 { "ratio_whole", c->ratio_whole },
                 { "detectable", c->power.detectable },
                 { "runs_needed", c->power.needed },
                 { "named_change", c->power.named_change },
                 { "runs_to_show", c->power.needed_to_show },
                 { "holm", c->holm },
                 { "cliffs_delta", c->cliffs_delta },
                 { "rank_p", c->rank_p },
                 { "ratio_without_outliers", c->ratio_without } };
    json_open(json, STR("numbers"), '{');
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++)
        data_fact(json, rows[i].name, rows[i].fact);
    fact_list(json, "bridge", c->bridge, c->bridge_count);
    fact_list(json, "blocks", c->turns.block, c->turns.block_count);
    json_close(json);
}

/* Loss of accuracy, only where the verdict licenses it. */
static void losses_put(struct json_out *json, const struct comparison *c)
{
    json_open(json, STR("accuracy"), '[');
    for (size_t i = 0; i < c->accuracy_count; i++) {
        const struct accuracy_loss *one = &c->accuracy[i];
        json_open(json, STR(""), '{');
        text(json, "task", one->task);
        data_fact(json, "loss", one->loss.value);
        data_fact(json, "low", one->loss.low);
        data_fact(json, "high", one->loss.high);
        chars(json, "standing", judgements[one->standing]);
        json_close(json);
    }
    json_close(json);
}

/* Whether its own words tie a score to the side on which it stands. */
static const char *const ties[] = { [ACCURACY_TIED] = "tied",
                                    [ACCURACY_UNTOLD] = "untold",
                                    [ACCURACY_TWICE] = "on another side too",
                                    [ACCURACY_OTHER] = "of something else" };

static void accuracy_put(struct json_out *json, const struct accuracy *one)
{
    json_open(json, STR(""), '{');
    text(json, "system", one->system->id);
    text(json, "task", one->task);
    json_bool(json, STR("evidence"), one->evidence);
    json_bool(json, STR("part_of_task"), one->part);
    json_bool(json, STR("other_model"), one->other_model);
    chars(json, "tied", ties[one->tie]);
    json_bool(json, STR("error_off"), one->error_off);
    json_bool(json, STR("asked"), one->asked);
    data_fact(json, "weights", one->weights);
    data_fact(json, "compute", one->compute);
    data_fact(json, "kv_cache", one->kv_cache);
    data_fact(json, "score", one->score);
    data_fact(json, "error", one->error);
    data_fact(json, "samples", one->samples);
    data_fact(json, "samples_all", one->samples_all);
    data_fact(json, "limit", one->limit);
    data_fact(json, "shots", one->shots);
    data_fact(json, "version", one->version);
    data_fact(json, "tool_version", one->tool_version);
    data_fact(json, "model", one->model);
    data_fact(json, "arguments", one->arguments);
    json_close(json);
}

static void comparison_put(struct json_out *json, const struct comparison *c,
                           const struct category *category)
{
    json_open(json, STR(""), '{');
    if (c->workload.len > 0)
        text(json, "workload", c->workload);
    if (category)
        text(json, "category", category->name);
    text(json, "a", c->a->id);
    text(json, "b", c->b->id);
    json_bool(json, STR("baseline"), c->has_baseline);
    chars(json, "verdict", comparison_verdict(c)->name);
    json_integer(json, STR("exit"), verdict_row(c->verdict)->exit);
    if (c->decision)
        chars(json, "decision", c->decision);
    chars(json, "shows", shown_name(comparison_shows(c)));
    chars(json, "credited", layer_row(c->credited)->name);
    chars(json, "credit_why", c->credit_why);
    json_open(json, STR("counts"), '{');
    data_fact(json, "failed", c->failed);
    data_fact(json, "unknown", c->unknown);
    data_fact(json, "stated", c->stated);
    data_fact(json, "layers_changed", c->layers_changed);
    data_fact(json, "units_a", c->units[0]);
    data_fact(json, "units_b", c->units[1]);
    data_fact(json, "runs_a", c->runs[0]);
    data_fact(json, "runs_b", c->runs[1]);
    json_close(json);
    if (comparison_licenses(c)) {
        numbers_put(json, c);
        energy_put(json, c);
        losses_put(json, c);
    }
    json_open(json, STR("findings"), '[');
    for (size_t i = 0; i < c->finding_count; i++)
        finding_put(json, c, &c->finding[i]);
    json_close(json);
    json_open(json, STR("stack"), '[');
    for (size_t i = 0; i < c->layer_count; i++)
        layer_put(json, &c->layer[i]);
    json_close(json);
    json_open(json, STR("coverage"), '[');
    for (size_t i = 0; i < c->coverage_count; i++)
        coverage_put(json, &c->coverage[i]);
    json_close(json);
    json_open(json, STR("runs"), '[');
    for (size_t i = 0; i < c->run_count; i++)
        run_put(json, &c->run[i]);
    json_close(json);
    json_close(json);
}

/* ---- claims, evidence, the whole ---- */

/* Several facts of one slot are told apart, "seen", "seen.2": a name may stand once in an object.
 */
static const char *slot_name(struct arena *home, const struct claim *claim, size_t index)
{
    size_t before = 0;
    for (size_t i = 0; i < index; i++)
        before += str_eq(str_from(claim->slot[i].name), str_from(claim->slot[index].name)) ? 1 : 0;
    return before == 0
               ? claim->slot[index].name
               : str_c(home, str_format(home, "%s.%zu", claim->slot[index].name, before + 1));
}

static void claim_put(struct arena *home, struct json_out *json, const struct claim *claim)
{
    json_open(json, STR(""), '{');
    text(json, "id", claim->id);
    chars(json, "sentence", claim->sentence);
    if (claim->comparison) {
        json_open(json, STR("comparison"), '[');
        json_text(json, STR(""), claim->comparison->a->id);
        if (!comparison_single(claim->comparison))
            json_text(json, STR(""), claim->comparison->b->id);
        json_close(json);
    }
    json_open(json, STR("facts"), '{');
    for (size_t i = 0; i < claim->slot_count; i++)
        data_fact(json, slot_name(home, claim, i), claim->slot[i].fact);
    json_close(json);
    json_close(json);
}

static void evidence_put(struct arena *home, struct json_out *json, const struct evidence *evidence)
{
    json_open(json, STR(""), '{');
    text(json, "name", evidence->name);
    text(json, "path", evidence->packed);
    json_integer(json, STR("size"), (int64_t)evidence->bytes.len);
    text(json, "sha256", digest_hex(home, evidence->digest));
    if (evidence->format)
        chars(json, "format", evidence->format);
    json_close(json);
}

/* Other dossiers; left out where there are none, as in reports of before. */
static void references_put(struct json_out *json, const struct report_model *model)
{
    if (model->reference_count == 0)
        return;
    json_open(json, STR("references"), '[');
    for (size_t i = 0; i < model->reference_count; i++) {
        const struct reference *one = &model->reference[i];
        json_open(json, STR(""), '{');
        text(json, "as", one->as);
        text(json, "case", one->case_id);
        text(json, "content_id", one->content);
        text(json, "evidence_id", one->evidence_id);
        text(json, "sha256", one->sha256);
        json_open(json, STR("signers"), '[');
        for (size_t k = 0; k < one->signer_count; k++) {
            const struct reference_signer *signer = &one->signer[k];
            const struct str value[] = { signer->subject,  signer->certificate, signer->role,
                                         signer->decision, signer->claimed,     signer->stamped };
            static const char *const name[] = { "subject", "certificate_sha256",
                                                "role",    "decision",
                                                "claimed", "stamped" };
            json_open(json, STR(""), '{');
            for (size_t j = 0; j < ARRAY_COUNT(name); j++)
                if (value[j].len > 0)
                    text(json, name[j], value[j]);
            json_close(json);
        }
        json_close(json);
        json_close(json);
    }
    json_close(json);
}

bool data_emit(struct arena *home, const struct node *root, const struct report_model *model,
               const struct skin *skin, struct buf *out, struct diags *diags)
{
    (void)root;
    (void)skin;
    (void)diags;
    struct json_out writer, *json = &writer;
    json_begin(json, out);
    json_open(json, STR(""), '{');
    chars(json, "format", "dossier-report/1");
    text(json, "program", model->program);
    json_open(json, STR("rules"), '{');
    text(json, "version", model->rules_version);
    if (model->rules_evidence)
        text(json, "sha256", digest_hex(home, model->rules_evidence->digest));
    json_bool(json, STR("changed"), model->rules_changed);
    json_close(json);
    text(json, "evidence_id", digest_hex(home, model->evidence_id));
    references_put(json, model);
    case_put(home, json, model->case_file);
    json_open(json, STR("comparisons"), '[');
    for (size_t i = 0; i < model->comparison_count; i++) {
        comparison_put(json, &model->comparison[i],
                       category_of(model->case_file, model->comparison[i].workload));
        json_write_so_far(json);
    }
    json_close(json);
    json_open(json, STR("accuracy"), '[');
    for (size_t i = 0; i < model->accuracy_count; i++)
        accuracy_put(json, &model->accuracy[i]);
    json_close(json);
    json_open(json, STR("claims"), '[');
    for (size_t i = 0; i < model->claim_count; i++) {
        claim_put(home, json, &model->claim[i]);
        json_write_so_far(json);
    }
    json_close(json);
    json_open(json, STR("facts"), '[');
    for (size_t i = 0; i < model->fact_count; i++) {
        data_fact_row(home, json, model->fact[i]);
        json_write_so_far(json);
    }
    json_close(json);
    json_open(json, STR("evidence"), '[');
    for (size_t i = 0; i < model->evidence_count; i++) {
        evidence_put(home, json, &model->evidence[i]);
        json_write_so_far(json);
    }
    json_close(json);
    json_close(json);
    return !out->full;
}
