/* check_round.c - a tree of MLPerf judged by the rules of a round: JSON, and what may be compared.
 */
#include "check_round.h"
#include "base/json.h"
#include "output.h"
#include "rounds.h"
#include "seals.h"
#include <glib.h>
#include <stdlib.h>

/* Findings of a run lie together; `from` is a hint that makes the whole pass linear. */
static const struct round_finding *findings_of(const struct round *round, size_t run, size_t *from,
                                               size_t *count)
{
    while (*from < round->finding_count && round->finding[*from].run < run)
        (*from)++;
    size_t at = *from;
    while (at < round->finding_count && round->finding[at].run == run)
        at++;
    *count = at - *from;
    return &round->finding[*from];
}

/* ---- what may be compared ---- */

static int text_order(struct str a, struct str b)
{
    return str_order(a, b);
}

static struct str lowered(struct arena *home, struct str text)
{
    char *low = g_ascii_strdown(text.at ? text.at : "", (gssize)text.len);
    struct str out = str_keep(home, str_from(low));
    g_free(low);
    return out;
}

static int alike_order(const void *a, const void *b)
{
    const struct alike *x = a, *y = b;
    const struct str left[] = { x->benchmark, x->scenario, x->round,  x->division,
                                x->status,    x->metric,   x->weights };
    const struct str right[] = { y->benchmark, y->scenario, y->round,  y->division,
                                 y->status,    y->metric,   y->weights };
    for (size_t i = 0; i < ARRAY_COUNT(left); i++) {
        int order = text_order(left[i], right[i]);
        if (order != 0)
            return order;
    }
    if (x->power != y->power)
        return x->power ? 1 : -1;
    return x->run < y->run ? -1 : x->run > y->run; /* one array: its order is that of places */
}

static bool alike_same(const struct alike *a, const struct alike *b)
{
    struct alike x = *a;
    x.run = b->run;
    return alike_order(&x, b) == 0;
}

static void compare(struct judged_round *in)
{
    const struct round *round = &in->round;
    struct alike *each = ARENA_MANY(in->home, round->run_count + 1, struct alike);
    const struct round_run **list =
        ARENA_MANY(in->home, round->run_count + 1, const struct round_run *);
    size_t count = 0;
    for (size_t i = 0; i < round->run_count; i++) {
        const struct round_run *run = &round->run[i];
        if (run->valid != JUDGED_YES || run->compliant != JUDGED_YES || !run->metric.there ||
            run->further > 0 || run_inconsistent(in, run))
            continue;
        list[count] = run;
        each[count] = (struct alike){
            .benchmark = run->stands_for.len > 0 ? run->stands_for : run->benchmark,
            .scenario = lowered(in->home, run->scenario),
            .division = lowered(in->home, run->division),
            .status = run->status,
            .metric = run->metric.key,
            .weights = run->weights,
            .round = run->round,
            .power = run->watts.there,
            .run = &list[count],
        };
        count++;
    }
    qsort(each, count, sizeof(*each), alike_order);
    const struct round_run **sorted = ARENA_MANY(in->home, count + 1, const struct round_run *);
    in->alike = ARENA_MANY(in->home, count + 1, struct alike);
    for (size_t i = 0; i < count; i++) {
        sorted[i] = *each[i].run;
        if (i == 0 || !alike_same(&each[i - 1], &each[i])) {
            in->alike[in->alike_count] = each[i];
            in->alike[in->alike_count++].run = &sorted[i];
        }
        in->alike[in->alike_count - 1].count++;
    }
    in->compared = count;
}

static void count(struct judged_round *in)
{
    for (size_t i = 0; i < in->round.run_count; i++) {
        const struct round_run *run = &in->round.run[i];
        in->valid += run->valid == JUDGED_YES;
        in->invalid += run->valid == JUDGED_NO;
        in->compliant += run->compliant == JUDGED_YES;
        in->not_compliant += run->compliant == JUDGED_NO;
        in->undecided += run->compliant == JUDGED_NOT ||
                         (run->valid == JUDGED_NOT && run->compliant != JUDGED_NO);
        in->inconsistent += run_inconsistent(in, run);
    }
}

/* ---- JSON ---- */

static void put_text(struct json_out *json, const char *name, struct str text)
{
    if (text.len > 0)
        json_text(json, str_from(name), text);
}

static void put_finding(struct json_out *json, const struct round_finding *finding)
{
    const struct round_code_row *row = round_code_row(finding->code);
    json_open(json, STR(""), '{');
    put_text(json, "code", str_from(row->name));
    put_text(json, "about", str_from(round_about_name(row->about)));
    put_text(json, "weight", str_from(round_weight_name(row->weight)));
    put_text(json, "title", str_from(row->title));
    put_text(json, "file", finding->file);
    if (finding->line > 0)
        json_integer(json, STR("line"), finding->line);
    put_text(json, "found", finding->found);
    put_text(json, "expected", finding->expected);
    put_text(json, "mend", str_from(row->mend));
    json_close(json);
}

static void put_run(const struct judged_round *in, struct json_out *json,
                    const struct round_run *run, size_t *from)
{
    size_t many;
    const struct round_finding *finding =
        findings_of(&in->round, (size_t)(run - in->round.run), from, &many);
    json_open(json, STR(""), '{');
    put_text(json, "place", run->place);
    put_text(json, "division", run->division);
    put_text(json, "submitter", run->submitter);
    put_text(json, "system", run->system);
    put_text(json, "benchmark", run->benchmark);
    put_text(json, "stands_for", run->stands_for);
    put_text(json, "scenario", run->scenario);
    put_text(json, "round", run->round);
    put_text(json, "value", run->figure.text);
    put_text(json, "unit", str_from(run->figure.there ? run->figure.unit : ""));
    put_text(json, "metric", run->metric.key);
    put_text(json, "verdict", run->verdict);
    put_text(json, "valid",
             run->valid == JUDGED_NOT ? STR("undecided") : judgement_word(run->valid, "yes", "no"));
    put_text(json, "compliant",
             run->compliant == JUDGED_NOT ? STR("undecided")
                                          : judgement_word(run->compliant, "yes", "no"));
    put_text(json, "consistent", run_inconsistent(in, run) ? STR("no") : STR("yes"));
    json_open(json, STR("findings"), '[');
    for (size_t i = 0; i < many; i++)
        put_finding(json, &finding[i]);
    json_close(json);
    json_close(json);
}

static void put_apart(struct json_out *json, const struct alike *alike, bool first)
{
    const char *name[ALIKE_FIELDS];
    size_t count = first ? 0 : alike_apart(alike - 1, alike, name);
    if (count == 0)
        return;
    json_open(json, STR("apart_from_the_one_before_by"), '[');
    for (size_t i = 0; i < count; i++)
        json_text(json, STR(""), str_from(name[i]));
    json_close(json);
}

static void put_alike(struct json_out *json, const struct alike *alike, bool first)
{
    json_open(json, STR(""), '{');
    put_text(json, "benchmark", alike->benchmark);
    put_text(json, "scenario", alike->scenario);
    put_text(json, "round", alike->round);
    put_text(json, "division", alike->division);
    put_text(json, "status", alike->status);
    put_text(json, "metric", alike->metric);
    put_text(json, "weights", alike->weights);
    json_bool(json, STR("power_measured"), alike->power);
    put_apart(json, alike, first);
    json_open(json, STR("runs"), '[');
    for (size_t i = 0; i < alike->count; i++)
        json_text(json, STR(""), alike->run[i]->place);
    json_close(json);
    json_close(json);
}

void round_put_json(const struct judged_round *in, struct buf *out)
{
    struct json_out json;
    size_t from = 0;
    json_begin(&json, out);
    json_open(&json, STR(""), '{');
    json_text(&json, STR("rules"), rule_set_name(in->rules));
    json_text(&json, STR("tree"), str_from(in->path));
    json_text(&json, STR("verified"), STR("unverified"));
    json_integer(&json, STR("files"), (int64_t)in->round.files);
    json_integer(&json, STR("bytes"), (int64_t)in->round.bytes);
    json_open(&json, STR("counts"), '{');
    json_integer(&json, STR("runs"), (int64_t)in->round.run_count);
    json_integer(&json, STR("valid"), (int64_t)in->valid);
    json_integer(&json, STR("not_valid"), (int64_t)in->invalid);
    json_integer(&json, STR("compliant"), (int64_t)in->compliant);
    json_integer(&json, STR("not_compliant"), (int64_t)in->not_compliant);
    json_integer(&json, STR("undecided"), (int64_t)in->undecided);
    json_integer(&json, STR("not_consistent"), (int64_t)in->inconsistent);
    json_close(&json);
    json_open(&json, STR("runs"), '[');
    for (size_t i = 0; i < in->round.run_count; i++)
        put_run(in, &json, &in->round.run[i], &from);
    json_close(&json);
    json_open(&json, STR("tree_findings"), '[');
    for (size_t i = 0; i < in->round.finding_count; i++)
        if (in->round.finding[i].run == SIZE_MAX)
            put_finding(&json, &in->round.finding[i]);
    json_close(&json);
    json_open(&json, STR("comparable"), '[');
    for (size_t i = 0; i < in->alike_count; i++)
        put_alike(&json, &in->alike[i], i == 0);
    json_close(&json);
    json_close(&json);
}

/* ---- the verb ---- */

int check_round(struct request *request, const struct rule_set *rules)
{
    const struct options *o = &request->options;
    struct judged_round *in = ARENA_NEW(request->home, struct judged_round);
    const struct rule_sets one = { &rules, 1 };
    *in = (struct judged_round){ .home = request->home, .path = o->argument[0], .rules = rules };
    struct rule_sets sets;
    if (!rule_sets_built_in(request, &sets))
        sets = one;
    if (!round_read(request->home, o->argument[0], sets, rules, &in->round, request->diags))
        return STATUS_INPUT;
    carried_tell(request->home, o->argument[0], &in->round.rest, in->round.stored, request->diags);
    if (diags_exit(request->diags) != 0)
        return diags_exit(request->diags);
    if (in->round.run_count + in->round.orphan_count == 0) {
        diag_add(request->diags, DIAG_FORMAT_EMPTY, (struct place){ .file = str_from(in->path) },
                 STR("results/SYSTEM/BENCHMARK/SCENARIO/performance/run_1"), "no result of MLPerf");
        return STATUS_INPUT;
    }
    count(in);
    compare(in);
    struct buf out = output_new(request->home);
    if (o->json)
        round_put_json(in, &out);
    else
        round_put_text(in, &out);
    round_free(&in->round);
    bool fails = in->invalid + in->not_compliant + in->inconsistent > 0;
    if (o->quiet)
        out = output_new(request->home);
    bool open = in->undecided > 0 || in->round.run_count == 0;
    return output_end(&out, fails ? STATUS_HOLDS_NOT : open ? STATUS_UNDECIDED : STATUS_HOLDS);
}
