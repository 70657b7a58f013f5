/* endpoint.c - result_summary.json of a run against an endpoint (rounds since v6.1): no log of
 * LoadGen, so no verdict of it either.
 *
 * Two windows: the run lasted duration_ns; qps and tps may be told over another one, which the file
 * names legacy_loadgen_window_duration_ns. Rates over different windows do not compare
 * (mlcommons/inference, tools/submission/submission_checker, endpoints_parser.py). */
#include "endpoint.h"
#include "base/json.h"
#include "base/num.h"

#include <glib.h>
#include <math.h>

static const double ns = 1e9;

static const struct json_item *at(const struct json *json, const char *pointer)
{
    return json_find(json, str_from(pointer));
}

static struct endpoint_number number(struct arena *home, const struct json *json,
                                     const struct json_item *item)
{
    struct endpoint_number out = { 0 };
    if (!item || json_type(item) != JSON_NUMBER || !json_real(json, item, &out.value))
        return out;
    out.there = true;
    out.text = str_keep(home, json_literal(json, item));
    out.line = json_place(json, item).line;
    return out;
}

/* A percentile of one of its tables: "99.0", or "99". */
static struct endpoint_number percentile(struct arena *home, const struct json *json,
                                         const char *table, const char *kind, unsigned share)
{
    static const char *const decimals[] = { ".0", "", ".00" };
    const struct json_item *object = json_member(json_root(json), str_from(table));
    const struct json_item *steps = object ? json_member(object, str_from(kind)) : NULL;
    for (size_t i = 0; steps && i < ARRAY_COUNT(decimals); i++) {
        const struct json_item *item =
            json_member(steps, str_format(home, "%u%s", share, decimals[i]));
        if (item)
            return number(home, json, item);
    }
    return (struct endpoint_number){ 0 };
}

static struct json *whole(struct arena *scratch, struct str bytes, uint32_t *broken_line)
{
    struct json *json;
    struct diags *diags = diags_new(scratch);
    struct json_cursor cursor = { .allow = JSON_TWICE | JSON_STRAY | JSON_NONFINITE,
                                  .alone = true };
    if (json_read_next(scratch, STR("result"), bytes, &cursor, NULL, &json, diags) &&
        json_type(json_root(json)) == JSON_OBJECT)
        return json;
    const struct diag *diag = diags_first(diags);
    *broken_line = diag ? diag->place.line : 1;
    return NULL;
}

void endpoint_read(struct arena *home, struct arena *scratch, struct str bytes,
                   struct endpoint *out)
{
    const struct json *json = whole(scratch, bytes, &out->broken_line);
    if (!json)
        return;
    out->read = true;
    out->issued = number(home, json, at(json, "/n_samples_issued"));
    out->completed = number(home, json, at(json, "/n_samples_completed"));
    out->failed = number(home, json, at(json, "/n_samples_failed"));
    out->duration = number(home, json, at(json, "/duration_ns"));
    out->window = number(home, json, at(json, "/legacy_loadgen_window_duration_ns"));
    out->qps = number(home, json, at(json, "/qps"));
    out->tps = number(home, json, at(json, "/tps"));
    out->tokens = number(home, json, at(json, "/output_sequence_lengths/total"));
    out->latency = percentile(home, json, "latency", "percentiles", 99);
    out->latency_90 = percentile(home, json, "latency", "percentiles", 90);
    out->early_90 = percentile(home, json, "latency", "early_stopping_percentiles", 90);
    out->early_99 = percentile(home, json, "latency", "early_stopping_percentiles", 99);
    out->ttft = percentile(home, json, "ttft", "percentiles", 99);
    out->tpot = percentile(home, json, "tpot", "percentiles", 99);
    out->sample_seed = number(home, json, at(json, "/run_config/dataloader_random_seed"));
    out->schedule_seed = number(home, json, at(json, "/run_config/scheduler_random_seed"));
    const struct json_item *complete = at(json, "/complete");
    out->incomplete = complete && json_type(complete) == JSON_FALSE;
    out->incomplete_line = complete ? json_place(json, complete).line : 0;
}

static void score_read(struct arena *home, const struct json *json, const struct json_item *from,
                       struct endpoint_accuracy *out)
{
    const struct json_item *complete = json_member(from, STR("complete"));
    out->scores++;
    out->score = number(home, json, json_member(from, STR("score")));
    out->tokens = number(home, json, json_at(from, STR("/output_sequence_lengths/avg")));
    out->counted = number(home, json, json_member(from, STR("total_samples")));
    if (!out->counted.there)
        out->counted = number(home, json, json_at(from, STR("/response_counts/issued")));
    out->samples += out->counted.there ? out->counted.value : (double)NAN;
    if (!out->missing.there || out->missing.value <= 0)
        out->missing = number(home, json, json_at(from, STR("/response_counts/missing")));
    if (complete && json_type(complete) == JSON_FALSE && out->incomplete_line == 0)
        out->incomplete_line = json_place(json, complete).line;
}

void endpoint_accuracy_read(struct arena *home, struct arena *scratch, struct str bytes,
                            struct endpoint_accuracy *out)
{
    const struct json *json = whole(scratch, bytes, &out->broken_line);
    out->there = true;
    if (!json)
        return;
    out->read = true;
    const struct json_item *scores = at(json, "/accuracy_scores"), *score = NULL;
    if (!scores || json_type(scores) != JSON_ARRAY)
        return;
    while ((score = json_next(scores, score)))
        if (json_type(score) == JSON_OBJECT)
            score_read(home, json, score, out);
}

/* ---- as a run ---- */

static struct round_number as_number(const struct endpoint *from, const struct endpoint_number *n,
                                     const char *key, const char *unit)
{
    return (struct round_number){ .text = n->text,
                                  .value = n->value,
                                  .there = n->there,
                                  .unit = unit,
                                  .key = str_from(key),
                                  .file = from->file,
                                  .line = n->line };
}

/* The figure of a stream: its 90th percentile, of eight at once the 99th; as early stopping bounds
 * it, where the file has that. */
static void latency_take(struct arena *home, struct round_run *run)
{
    const struct run_inside *in = run->inside;
    const struct endpoint *from = &in->endpoint;
    bool single = in->scenario == SINGLE_STREAM;
    const struct endpoint_number *early = single ? &from->early_90 : &from->early_99;
    const struct endpoint_number *plain = single ? &from->latency_90 : &from->latency;
    static const char *const told[2][2] = {
        { "99th percentile of latency at the client",
          "99th percentile of latency at the client, as early stopping bounds it" },
        { "90th percentile of latency at the client",
          "90th percentile of latency at the client, as early stopping bounds it" }
    };
    const double slow = in->work && str_starts(in->work->name, STR("wan-")) ? 1e9 : 1e6;
    run->definition = told[single][early->there];
    run->metric = as_number(
        from, early->there ? early : plain,
        early->there ? "latency.early_stopping_percentiles" : "latency.percentiles", "ns");
    run->figure = run->metric;
    run->figure.value /= slow;
    run->figure.text = number_text(home, run->figure.value);
    run->figure.unit = slow > 1e6 ? "s" : "ms";
}

void endpoint_take(struct arena *home, struct round_run *run)
{
    const struct run_inside *in = run->inside;
    const struct endpoint *from = &in->endpoint;
    bool latency = in->scenario == SINGLE_STREAM || in->scenario == MULTI_STREAM;
    bool tokens = in->scenario < SCENARIO_COUNT && in->work
                      ? str_find(in->work->metric[in->scenario], STR("tokens")) != SIZE_MAX
                      : from->tps.there && from->tokens.there;
    if (!from->read)
        return;
    run->latency_p99 = as_number(from, &from->latency, "latency", "ns");
    run->ttft_p99 = as_number(from, &from->ttft, "ttft", "ns");
    run->tpot_p99 = as_number(from, &from->tpot, "tpot", "ns");
    if (latency) {
        latency_take(home, run);
        return;
    }
    bool other = from->window.there && from->duration.there &&
                 fabs(from->window.value - from->duration.value) > from->duration.value / 1000;
    run->metric = tokens ? as_number(from, &from->tps, "tps", "tokens/s")
                         : as_number(from, &from->qps, "qps", "queries/s");
    run->figure = run->metric;
    if (tokens)
        run->definition = other ? "output tokens / window of the load generator, not of the run"
                                : "output tokens / duration of the run";
    else
        run->definition = other ? "requests / window of the load generator, not of the run"
                                : "requests / duration of the run";
}

static void seed_judge(struct noting *in, const struct endpoint_number *seed, struct str wanted,
                       const char *name)
{
    if (seed->there && !str_eq(seed->text, wanted))
        note(in, ROUND_SEED_FOREIGN, in->run->inside->endpoint.file, seed->line,
             str_format(in->home, "%s %.*s", name, STR_ARG(seed->text)), wanted);
}

/* Its seeds are those of LoadGen's samples and schedule; the run is not shorter than LoadGen's. */
static void settings_judge(struct noting *in)
{
    const struct rule_set *rules = in->run->inside->rules;
    const struct endpoint *from = &in->run->inside->endpoint;
    if (!rules)
        return;
    seed_judge(in, &from->sample_seed, rules->seed[1], "dataloader_random_seed");
    seed_judge(in, &from->schedule_seed, rules->seed[2], "scheduler_random_seed");
    bool exempt = in->run->inside->work && in->run->inside->work->any_duration;
    if (from->duration.there && from->duration.value < rules->least_duration_ms * 1e6 && !exempt)
        note(in, ROUND_SHORT_RUN, from->file, from->duration.line,
             str_format(in->home, "%.*s s",
                        STR_ARG(number_text(in->home, from->duration.value / ns))),
             str_format(in->home, "%.*s s or more",
                        STR_ARG(number_text(in->home, rules->least_duration_ms / 1000))));
}

/* A rate against what it should be over each window; 0: over neither, and that contradicts. */
static void rate_judge(struct noting *in, const struct endpoint_number *rate,
                       const struct endpoint_number *of, const char *name)
{
    const struct endpoint *from = &in->run->inside->endpoint;
    const double printed = 1e-3;
    if (!rate->there || !of->there || !from->duration.there || from->duration.value <= 0)
        return;
    double whole = of->value * ns / from->duration.value;
    double part =
        from->window.there && from->window.value > 0 ? of->value * ns / from->window.value : whole;
    if (fabs(rate->value - whole) <= printed * whole)
        return;
    bool legacy = fabs(rate->value - part) <= printed * part;
    note(in, legacy ? ROUND_ENDPOINT_WINDOWS : ROUND_RATE_CONTRADICTS, from->file, rate->line,
         str_format(in->home, "%s %.*s", name, STR_ARG(rate->text)),
         str_format(in->home, "%.*s over the whole run%s", STR_ARG(number_text(in->home, whole)),
                    legacy ? "; the other window is legacy_loadgen_window_duration_ns" : ""));
}

/* Of tokens there are as many as the model's answers have: no measure of what they say. */
static bool of_tokens(const struct quality *bound)
{
    return str_eq(bound->metric, STR("tokens_per_sample"));
}

const struct quality *endpoint_bound(const struct run_inside *run)
{
    const struct endpoint_accuracy *told = &run->endpoint.accuracy;
    const struct quality *found = NULL;
    for (size_t i = 0; run->work && i < run->work->quality_count; i++) {
        const struct quality *bound = &run->work->quality[i];
        if (!of_tokens(bound) && found)
            return NULL;
        if (!of_tokens(bound))
            found = bound;
    }
    /* a share of 1 says nothing about a bound in hundredths */
    bool shares = told->score.value <= 1 && found && found->at_least > 1;
    return told->scores == 1 && told->score.there && !shares ? found : NULL;
}

static void measure_judge(struct noting *in, const struct quality *bound,
                          const struct endpoint_number *told)
{
    struct str file = in->run->inside->endpoint.accuracy.file;
    struct str found =
        str_format(in->home, "%.*s %.*s", STR_ARG(bound->metric), STR_ARG(told->text));
    if (told->there && !isnan(bound->at_least) && told->value < bound->at_least)
        note(
            in, ROUND_ACCURACY_LOW, file, told->line, found,
            str_format(in->home, "at least %.*s", STR_ARG(number_text(in->home, bound->at_least))));
    if (told->there && !isnan(bound->at_most) && told->value > bound->at_most)
        note(in, ROUND_ACCURACY_HIGH, file, told->line, found,
             str_format(in->home, "at most %.*s", STR_ARG(number_text(in->home, bound->at_most))));
}

static void accuracy_judge(struct noting *in)
{
    const struct run_inside *run = in->run->inside;
    const struct endpoint_accuracy *told = &run->endpoint.accuracy;
    const struct quality *bound = endpoint_bound(run);
    if (told->there && !told->read)
        note(in, ROUND_ACCURACY_UNREAD, told->file, told->broken_line, STR("no JSON object"),
             (struct str){ 0 });
    if (told->incomplete_line > 0)
        note(in, ROUND_ACCURACY_SAMPLES, told->file, told->incomplete_line, STR("complete false"),
             STR("complete true"));
    if (told->missing.there && told->missing.value > 0)
        note(in, ROUND_ACCURACY_SAMPLES, told->file, told->missing.line,
             str_format(in->home, "missing %.*s", STR_ARG(told->missing.text)), STR("missing 0"));
    if (!run->work)
        return;
    if (told->scores > 0 && told->samples < run->work->accuracy_samples)
        note(in, ROUND_ACCURACY_SAMPLES, told->file, told->counted.line,
             number_text(in->home, told->samples),
             str_format(in->home, "at least %.*s",
                        STR_ARG(number_text(in->home, run->work->accuracy_samples))));
    if (bound)
        measure_judge(in, bound, &told->score);
    for (size_t i = 0; told->scores == 1 && i < run->work->quality_count; i++)
        if (of_tokens(&run->work->quality[i]))
            measure_judge(in, &run->work->quality[i], &told->tokens);
}

static void limit_judge(struct noting *in, const struct endpoint_number *told, const char *name,
                        double limit)
{
    if (limit > 0 && told->there && told->value >= limit)
        note(in, ROUND_LATENCY_TOKENS, in->run->inside->endpoint.file, told->line,
             str_format(in->home, "%s p99 %.*s", name, STR_ARG(told->text)),
             str_format(in->home, "below %.*s", STR_ARG(number_text(in->home, limit))));
}

/* By the percentiles of what was measured: a bound by early stopping lies no lower. */
static void latency_judge(struct noting *in)
{
    const struct run_inside *run = in->run->inside;
    const struct endpoint *from = &run->endpoint;
    enum scenario scenario = run->scenario;
    if (!run->work || (scenario != SERVER && scenario != INTERACTIVE))
        return;
    double most = run->work->latency[scenario];
    limit_judge(in, &from->ttft, "ttft", run->work->ttft[scenario]);
    limit_judge(in, &from->tpot, "tpot", run->work->tpot[scenario]);
    if (run->work->ttft[scenario] <= 0 && most > 0 && from->latency.there &&
        from->latency.value > most)
        note(in, ROUND_LATENCY_OVER, from->file, from->latency.line,
             str_format(in->home, "latency p99 %.*s", STR_ARG(from->latency.text)),
             str_format(in->home, "at most %.*s", STR_ARG(number_text(in->home, most))));
}

void endpoint_judge(struct noting *in)
{
    const struct endpoint *from = &in->run->inside->endpoint;
    if (!from->read) {
        note(in, ROUND_DETAIL_MISSING, from->file, from->broken_line, STR("no JSON object"),
             (struct str){ 0 });
        return;
    }
    if (from->failed.there && from->failed.value > 0)
        note(in, ROUND_ENDPOINT_FAILED, from->file, from->failed.line, from->failed.text,
             STR("n_samples_failed 0"));
    if (from->incomplete)
        note(in, ROUND_ENDPOINT_FAILED, from->file, from->incomplete_line, STR("complete false"),
             STR("complete true"));
    if (from->completed.there && from->issued.there &&
        from->completed.value + (from->failed.there ? from->failed.value : 0) > from->issued.value)
        note(in, ROUND_RATE_CONTRADICTS, from->file, from->completed.line, from->completed.text,
             str_format(in->home, "at most n_samples_issued %.*s", STR_ARG(from->issued.text)));
    settings_judge(in);
    struct str division = in->run->division;
    if (!(division.len == 4 && g_ascii_strncasecmp(division.at, "open", 4) == 0)) {
        accuracy_judge(in);
        latency_judge(in);
    }
    rate_judge(in, &from->qps, &from->completed, "qps");
    rate_judge(in, &from->tps, &from->tokens, "tps");
}
