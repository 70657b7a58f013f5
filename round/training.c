/* training.c - results of MLPerf Training: the score of several runs.
 *
 * A result is a folder of result_N.txt, each a run to one target of quality. Its time is run_stop
 * less run_start; the fastest and the slowest are dropped and the others' mean, times the factor of
 * scaling.json where a folder has one, is the score. A run that did not reach the target counts
 * as slower than all (training_policies, training_rules.adoc; mlcommons/logging,
 * result_summarizer). How many runs a benchmark asks for stands in the rule sets. */
#include "training.h"
#include "base/json.h"
#include "base/num.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double ms_per_minute = 60000;

/* ---- one run ---- */

static const struct str said_names[TRAINING_KEYS] = {
    [TRAINING_BENCHMARK] = STR_INIT("submission_benchmark"),
    [TRAINING_ORG] = STR_INIT("submission_org"),
    [TRAINING_DIVISION] = STR_INIT("submission_division"),
    [TRAINING_STATUS] = STR_INIT("submission_status"),
    [TRAINING_PLATFORM] = STR_INIT("submission_platform"),
    [TRAINING_SEED] = STR_INIT("seed"),
    [TRAINING_BATCH] = STR_INIT("global_batch_size"),
};

static void said_note(struct arena *home, struct training_run *out, struct str key, struct str text)
{
    for (size_t i = 0; i < TRAINING_KEYS; i++) {
        struct training_said *said = &out->said[i];
        if (!str_eq(key, said_names[i]))
            continue;
        if (!said->text.at)
            *said = (struct training_said){ .text = str_keep(home, text), .line = out->lines };
        else if (said->again == 0 && !str_eq(said->text, text))
            said->again = out->lines;
    }
}

static struct str status_of(const struct json *json)
{
    const struct json_item *status = json_find(json, STR("/metadata/status"));
    return status && json_type(status) == JSON_STRING ? json_string(status) : (struct str){ 0 };
}

static double counted(const struct json *json, const char *pointer)
{
    const struct json_item *item = json_find(json, str_from(pointer));
    double value;
    bool told = item && json_type(item) == JSON_NUMBER && json_real(json, item, &value);
    return told && value > 0 ? value : -1;
}

/* {"value": 84.1, "metadata": {"samples_count": 2560000, "metric": "FID"}} */
static void eval_note(struct arena *home, struct training_run *out, const struct json *json,
                      double value)
{
    enum { EVALS_MOST = 10000 };
    const struct json_item *metric = json_find(json, STR("/metadata/metric"));
    if (!metric || json_type(metric) != JSON_STRING || out->eval_count == EVALS_MOST)
        return;
    ARENA_GROW(home, struct training_eval, out->eval, out->eval_count, out->eval_room, 16);
    out->eval[out->eval_count++] =
        (struct training_eval){ .metric = str_keep(home, json_string(metric)),
                                .samples = counted(json, "/metadata/samples_count"),
                                .value = value };
}

/* Every process of a run may write the same line: the first counts. */
static void event_note(struct arena *home, struct training_run *out, const struct json *json)
{
    const struct json_item *root = json_root(json);
    const struct json_item *key = json_member(root, STR("key"));
    const struct json_item *value = json_member(root, STR("value"));
    const struct json_item *time = json_member(root, STR("time_ms"));
    double ms = 0, reached;
    if (!key || json_type(key) != JSON_STRING)
        return;
    struct str name = json_string(key);
    bool timed = time && json_type(time) == JSON_NUMBER && json_real(json, time, &ms);
    if (str_eq(name, STR("run_start")) && timed && !out->started) {
        out->started = true;
        out->start = ms;
        out->start_line = out->lines;
    } else if (str_eq(name, STR("run_stop")) && timed && !out->stopped) {
        out->stopped = true;
        out->stop = ms;
        out->stop_line = out->lines;
        out->status = str_keep(home, status_of(json));
        out->success = str_eq(out->status, STR("success"));
    } else if (str_eq(name, STR("eval_accuracy")) && value && json_type(value) == JSON_NUMBER &&
               json_real(json, value, &reached)) {
        out->evaluated = true;
        eval_note(home, out, json, reached);
        if (!out->stopped) {
            out->samples = counted(json, "/metadata/samples_count");
            out->epochs = counted(json, "/metadata/epoch_num");
        }
        out->reached = reached;
        out->reached_line = out->lines;
    } else if (value) {
        said_note(home, out, name, json_scalar(json, value));
    }
}

void training_run_read(struct arena *home, struct arena *scratch, struct str bytes,
                       struct training_run *out)
{
    static const struct str mark = STR_INIT(":::MLLOG ");
    struct str rest = bytes, line;
    out->read = true;
    out->samples = out->epochs = -1;
    while (str_cut(&rest, '\n', &line)) {
        size_t at = str_find(line, mark); /* a launcher may put its own words in front */
        out->lines++;
        if (at == SIZE_MAX)
            continue;
        struct json *json;
        struct arena_mark before = arena_mark(scratch);
        struct diags *diags = diags_new(scratch);
        if (json_read(scratch, STR("line"), str_trim(str_sub(line, at + mark.len, line.len)), NULL,
                      &json, diags))
            event_note(home, out, json);
        arena_rewind(scratch, before);
    }
}

void training_scaling_read(struct arena *scratch, struct str bytes, struct training *out)
{
    struct json *json;
    struct diags *diags = diags_new(scratch);
    double factor;
    if (!json_read(scratch, STR("scaling.json"), bytes, NULL, &json, diags))
        return;
    const struct json_item *item = json_find(json, STR("/scaling_factor"));
    if (item && json_type(item) == JSON_NUMBER && json_real(json, item, &factor) && factor > 0 &&
        factor < 1e3) {
        out->scaling = factor;
        out->scaling_line = json_place(json, item).line;
    }
}

void training_check_read(struct str bytes, struct training *out)
{
    struct str line;
    while (str_cut(&bytes, '\n', &line)) {
        struct str word = str_trim(line);
        while (str_starts(word, STR("-")))
            word = str_sub(word, 1, word.len);
        out->bypassed =
            out->bypassed || str_eq(word, STR("rcp-bypass")) || str_eq(word, STR("rcp_bypass"));
    }
}

bool training_is(const struct training *training)
{
    for (size_t i = 0; i < training->count; i++) {
        const struct training_run *run = &training->run[i];
        if (run->started || run->said[TRAINING_BENCHMARK].text.at)
            return true;
    }
    return false;
}

/* ---- the score ---- */

static bool timed(const struct training_run *run)
{
    return run->success && run->started && run->stop > run->start;
}

static int by_time(const void *left, const void *right)
{
    const struct training_run *a = *(struct training_run *const *)left;
    const struct training_run *b = *(struct training_run *const *)right;
    double x = a->stop - a->start, y = b->stop - b->start;
    return x != y ? (x > y) - (x < y) : str_order(a->name, b->name);
}

static size_t drop_of(const struct round_run *run)
{
    const struct benchmark *work = run->inside->work;
    return work && work->drop > 0 ? (size_t)work->drop : 1;
}

static void figure_put(struct arena *home, struct round_run *run, double minutes, const char *key)
{
    run->figure = (struct round_number){ .value = minutes,
                                         .text = number_text(home, minutes),
                                         .there = true,
                                         .unit = "min",
                                         .key = str_from(key),
                                         .file = run->place };
    run->metric = run->figure;
}

/* From the start of the first model to the end of the last of those that arrived. */
static void score_weak(struct arena *home, struct round_run *run)
{
    const struct training *training = run->inside->training;
    double start = (double)INFINITY, stop = 0;
    size_t arrived = 0;
    for (size_t i = 0; i < training->count; i++) {
        const struct training_run *one = &training->run[i];
        if (!timed(one))
            continue;
        start = fmin(start, one->start);
        stop = fmax(stop, one->stop);
        arrived++;
    }
    if (arrived == 0)
        return;
    figure_put(home, run, (stop - start) / ms_per_minute, "time_to_train_all");
    run->definition = "time from the first run_start to the last run_stop of models trained at "
                      "once, weak scaling";
    run->derivation = str_format(home, "%zu models trained of %zu runs", arrived, training->count);
}

/* Runs that did not arrive are the slowest, and dropped as such. */
static void score(struct arena *home, struct round_run *run)
{
    struct training *training = run->inside->training;
    struct training_run **order = ARENA_MANY(home, training->count + 1, struct training_run *);
    size_t arrived = 0, drop = drop_of(run);
    double sum = 0;
    for (size_t i = 0; i < training->count; i++)
        if (timed(&training->run[i]))
            order[arrived++] = &training->run[i];
        else
            training->run[i].dropped = true;
    qsort(order, arrived, sizeof(struct training_run *), by_time);
    size_t failed = training->count - arrived, from = 0, to = arrived;
    if (failed > drop)
        return;
    if (training->count > 2 * drop) {
        from = drop;
        to = arrived - (drop - failed);
    }
    for (size_t i = 0; i < arrived; i++) {
        order[i]->dropped = i < from || i >= to;
        sum += order[i]->dropped ? 0 : order[i]->stop - order[i]->start;
    }
    if (to == from)
        return;
    double minutes = sum / (double)(to - from) / ms_per_minute * training->scaling;
    figure_put(home, run, minutes, "time_to_train");
    run->definition = "mean time from run_start to run_stop of the runs that are not dropped";
    struct buf buf = buf_new(home, 8192);
    const char *before = ", without ";
    buf_putf(&buf, "mean of %zu of %zu runs", to - from, training->count);
    for (size_t i = 0; i < training->count && training->count <= 64; i++) {
        if (!training->run[i].dropped)
            continue;
        buf_put(&buf, str_from(before));
        buf_put(&buf, str_base_name(training->run[i].name));
        before = ", ";
    }
    if (training->scaling != 1)
        buf_putf(&buf, ", x %.*s of scaling.json", STR_ARG(number_text(home, training->scaling)));
    run->derivation = buf_str(&buf);
}

static struct str first_said(const struct training *training, enum training_key key)
{
    for (size_t i = 0; i < training->count; i++)
        if (training->run[i].said[key].text.at)
            return training->run[i].said[key].text;
    return (struct str){ 0 };
}

static double batch_of(const struct training *training)
{
    double batch;
    return num_real(first_said(training, TRAINING_BATCH), &batch) && batch > 0 ? batch : 0;
}

void training_names(struct round_run *run)
{
    const struct training *training = run->inside->training;
    run->division = first_said(training, TRAINING_DIVISION);
    if (run->submitter.len == 0)
        run->submitter = first_said(training, TRAINING_ORG);
    if (run->benchmark.len == 0)
        run->benchmark = first_said(training, TRAINING_BENCHMARK);
}

void training_take(struct arena *home, struct round_run *run)
{
    const struct training *training = run->inside->training;
    size_t arrived = 0, drop = drop_of(run);
    for (size_t i = 0; i < training->count; i++)
        arrived += training->run[i].stopped && training->run[i].success;
    run->verdict = arrived == training->count
                       ? STR("success")
                       : str_format(home, "%zu of %zu runs: success", arrived, training->count);
    run->valid = (training->weak || training->count - arrived <= drop) && arrived > 0 ? JUDGED_YES
                                                                                      : JUDGED_NO;
    if (training->weak)
        score_weak(home, run);
    else
        score(home, run);
}

/* ---- judgement ---- */

static void run_judge(struct noting *in, const struct training_run *run)
{
    bool cut = run->started && !run->stopped;
    if (!run->started)
        note(in, ROUND_VERDICT_MISSING, run->name, run->lines, (struct str){ 0 }, STR("run_start"));
    else if (cut)
        note(in, ROUND_DETAIL_CUT, run->name, run->lines,
             str_format(in->home, "%u lines", run->lines), STR("run_stop"));
    if (run->started && run->stopped && run->stop <= run->start)
        note(in, ROUND_RATE_CONTRADICTS, run->name, run->stop_line, STR("run_stop"),
             str_format(in->home, "later than run_start at line %u", run->start_line));
    if (run->stopped && !run->success)
        note(in, ROUND_RUN_ABORTED, run->name, run->stop_line, run->status, STR("success"));
    for (size_t i = 0; i < TRAINING_KEYS; i++) {
        if (!run->said[i].text.at)
            note(in, ROUND_RUN_KEY, run->name, 0, (struct str){ 0 }, said_names[i]);
        else if (run->said[i].again > 0 && i != TRAINING_SEED && i != TRAINING_PLATFORM)
            note(in, ROUND_DETAIL_TWICE, run->name, run->said[i].again, said_names[i],
                 run->said[i].text);
    }
}

static void reached_judge(struct noting *in, const struct training_run *run,
                          const struct quality *bound)
{
    bool at_most = !isnan(bound->at_most);
    bool low = !isnan(bound->at_least) && run->reached < bound->at_least;
    bool high = at_most && run->reached > bound->at_most;
    if (run->evaluated && !low && !high)
        return;
    note(in, ROUND_TARGET_MISSED, run->name, run->evaluated ? run->reached_line : run->stop_line,
         run->evaluated ? str_format(in->home, "eval_accuracy %.*s",
                                     STR_ARG(number_text(in->home, run->reached)))
                        : STR("no eval_accuracy"),
         str_format(in->home, "%s %.*s", at_most ? "at most" : "at least",
                    STR_ARG(number_text(in->home, at_most ? bound->at_most : bound->at_least))));
}

/* What the target of quality is stands in the rule set; a run that says success has reached it. */
static void target_judge(struct noting *in, const struct training_run *run)
{
    const struct benchmark *work = in->run->inside->work;
    if (!work || work->quality_count == 0 || !run->success ||
        str_eq(in->run->division, STR("open")))
        return;
    const struct quality *bound = &work->quality[0];
    if (!training_measures(work))
        reached_judge(in, run, bound);
    else if (training_gone(run, work) < 0)
        note(in, ROUND_TARGET_MISSED, run->name, run->stop_line,
             str_format(in->home, "%zu evaluations that name a measure", run->eval_count),
             str_format(in->home, "%.*s and the others within their bounds at once",
                        STR_ARG(bound->metric)));
}

/* Runs of one result are of one setting and of seeds of their own. */
static void pair_judge(struct noting *in, const struct training_run *a,
                       const struct training_run *b)
{
    if (a->started && b->started && a->start == b->start && a->stop == b->stop) {
        note(in, ROUND_RUN_COPIED, b->name, b->start_line, STR("run_start and run_stop of another"),
             a->name);
        return;
    }
    const struct training_said *x = a->said, *y = b->said;
    if (x[TRAINING_SEED].text.len > 0 && str_eq(x[TRAINING_SEED].text, y[TRAINING_SEED].text))
        note(in, ROUND_SEED_AGAIN, b->name, y[TRAINING_SEED].line, y[TRAINING_SEED].text,
             str_format(in->home, "another than of %.*s", STR_ARG(str_base_name(a->name))));
}

static void same_judge(struct noting *in, const struct training_run *a,
                       const struct training_run *b)
{
    static const enum training_key keys[] = { TRAINING_BENCHMARK, TRAINING_ORG, TRAINING_DIVISION,
                                              TRAINING_BATCH };
    for (size_t i = 0; i < ARRAY_COUNT(keys); i++) {
        const struct training_said *x = &a->said[keys[i]], *y = &b->said[keys[i]];
        if (x->text.at && y->text.at && !str_eq(x->text, y->text))
            note(in, ROUND_SETTINGS_DIFFER, b->name, y->line,
                 str_format(in->home, "%.*s %.*s", STR_ARG(said_names[keys[i]]), STR_ARG(y->text)),
                 str_format(in->home, "%.*s, as in %.*s", STR_ARG(x->text),
                            STR_ARG(str_base_name(a->name))));
    }
}

static void path_judge(struct noting *in, const struct training_run *run)
{
    const struct training_said *work = &run->said[TRAINING_BENCHMARK];
    if (in->run->inside->laid && work->text.at && !str_eq(work->text, in->run->benchmark))
        note(in, ROUND_WORK_OTHER, run->name, work->line, work->text, in->run->benchmark);
}

static void result_judge(struct noting *in)
{
    const struct round_run *run = in->run;
    const struct training *training = run->inside->training;
    const struct benchmark *work = run->inside->work;
    size_t failed = 0;
    for (size_t i = 0; i < training->count; i++)
        failed += !training->run[i].success;
    if (run->valid == JUDGED_NO)
        note(in, ROUND_INVALID, run->place, 0,
             str_format(in->home, "%zu of %zu runs did not reach the target", failed,
                        training->count),
             str_format(in->home, "at most %zu", drop_of(run)));
    if (work && work->runs > 0 && (double)training->count != work->runs)
        note(in, ROUND_RUNS_COUNT, run->place, 0, str_format(in->home, "%zu runs", training->count),
             number_text(in->home, work->runs));
    if (run->inside->rules && !work && !str_eq(run->division, STR("open")))
        note(in, ROUND_BENCHMARK_UNKNOWN, run->place, 0, run->benchmark,
             str_format(in->home, "a benchmark of round %.*s", STR_ARG(run->inside->rules->round)));
    if (training->scaling_file != NO_FILE && training->scaling_line == 0)
        note(in, ROUND_FILE_MISSING, training->scaling_name, 0, STR("no scaling_factor"),
             STR("a number above 0"));
    if (run->inside->laid && !run->inside->results_alone &&
        (!run->inside->system || !run->inside->system->read))
        note(in, ROUND_SYSTEM_BROKEN,
             run->inside->system ? run->inside->system->file
                                 : str_format(in->home, "systems/%.*s.json", STR_ARG(run->system)),
             run->inside->system ? run->inside->system->broken_line : 0,
             run->inside->system ? run->inside->system->broken : (struct str){ 0 },
             (struct str){ 0 });
}

void training_judge(struct noting *in)
{
    const struct training *training = in->run->inside->training;
    result_judge(in);
    for (size_t i = 0; i < training->count; i++) {
        run_judge(in, &training->run[i]);
        target_judge(in, &training->run[i]);
        path_judge(in, &training->run[i]);
        if (i > 0)
            same_judge(in, &training->run[0], &training->run[i]);
        for (size_t k = 0; k < i; k++)
            pair_judge(in, &training->run[k], &training->run[i]);
    }
    convergence_judge(in, batch_of(training));
    bool fails = in->run->valid == JUDGED_NO, open = false;
    for (size_t i = 0; i < in->run->inside->finding_count; i++) {
        const struct round_code_row *row = round_code_row(in->run->inside->finding[i].code);
        fails = fails || (row->about == ABOUT_COMPLIANT && row->weight == WEIGHT_FAILS);
        open = open || in->run->inside->finding[i].code == ROUND_CONVERGENCE_UNJUDGED;
    }
    bool judged =
        in->run->inside->rules && in->run->inside->laid && !in->run->inside->results_alone;
    in->run->compliant = fails ? JUDGED_NO : judged && !open ? JUDGED_YES : JUDGED_NOT;
}
