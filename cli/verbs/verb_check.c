/* verb_check.c - verdict and findings of a case, for a terminal or a CI gate. */
#include "amending.h"
#include "base/json.h"
#include "check_short.h"
#include "compare_gate.h"
#include "output.h"
#include "pipeline.h"
#include "rounds.h"
#include "sarif.h"
#include "verdict_text.h"
#include <stddef.h>

/* The rule set of a round where --rules names one. False: a rule set is broken (told). */
static bool round_rules(struct request *request, struct rule_sets *sets,
                        const struct rule_set **out)
{
    *out = NULL;
    if (!request->options.rules)
        return true;
    if (!rule_sets_built_in(request, sets))
        return false;
    *out = rule_sets_find(*sets, str_from(request->options.rules));
    return true;
}

static bool usage(struct request *request, struct str expected, const char *said)
{
    diag_add(request->diags, DIAG_USAGE,
             (struct place){ .file = STR("dossier"), .path = STR("check") }, expected, "%s", said);
    return false;
}

/* ---- statements of the command line ---- */

struct saying { /* a case that is read, and what is put into it */
    struct request *request;
    const struct json *json;
    struct str text;
    uint64_t done; /* bytes of it that are written */
    struct buf out;
};

/* "key=value", or "B:key=value" of one system: its letters, empty where none stand. */
static bool set_read(struct request *request, const char *text, struct str *id, struct str *key,
                     struct str *value)
{
    struct str rest = str_from(text), left;
    size_t equals = str_find(rest, STR("=")), colon = str_find(rest, STR(":"));
    *id = (struct str){ 0 };
    if (equals == SIZE_MAX || equals + 1 == rest.len)
        return usage(request, STR("--set KEY=VALUE, or --set B:KEY=VALUE of one system"), text);
    left = str_sub(rest, 0, equals);
    if (colon < equals) {
        *id = str_sub(left, 0, colon);
        left = str_sub(left, colon + 1, left.len);
    }
    *key = left;
    *value = str_sub(rest, equals + 1, rest.len);
    return true;
}

/* Puts what is said of a system behind the bracket of its facts, or of itself; of a bridge, which
 * is of no one machine, what is said of all. */
static bool system_say(struct saying *s, const struct json_item *system, bool *used)
{
    const struct option_list *set = &s->request->options.set;
    const struct json_item *facts = json_member(system, STR("facts"));
    const struct json_item *name = json_member(system, STR("id"));
    struct str id = name ? json_string(name) : (struct str){ 0 };
    struct buf said = buf_new(s->request->home, (size_t)1 << 20);
    for (int i = 0; i < set->count; i++) {
        struct str of, key, value;
        if (!set_read(s->request, set->item[i], &of, &key, &value))
            return false;
        if (of.len > 0 && !str_eq(of, id))
            continue;
        used[i] = true;
        buf_put(&said, said.len > 0 ? STR(", ") : STR(""));
        json_put_string(&said, key);
        buf_put(&said, STR(": "));
        json_put_string(&said, value);
    }
    if (said.len == 0)
        return true;
    uint64_t at = json_offset(s->json, facts ? facts : system) + 1;
    buf_put(&s->out, str_sub(s->text, s->done, at));
    bool more = !facts || json_count(facts) > 0;
    buf_putf(&s->out, !facts ? "\"facts\": {%.*s}%s" : "%.*s%s", STR_ARG(buf_str(&said)),
             more ? ", " : "");
    s->done = at;
    return true;
}

/* The case with what the line says of its systems; empty: nothing. */
static bool case_said(struct request *request, const char *path, struct str *out)
{
    const struct option_list *set = &request->options.set;
    struct saying s = { .request = request, .out = buf_new(request->home, (size_t)64 << 20) };
    bool used[ARRAY_COUNT(set->item)] = { false };
    struct json *json;
    *out = (struct str){ 0 };
    if (set->count == 0)
        return true;
    if (!file_read(request->home, path, &limits_default, &s.text, request->diags))
        return false;
    if (archive_is(str_from(path), s.text))
        return usage(request, STR("--set beside a case; a dossier stands as it is"), "--set");
    if (!json_read(request->home, str_from(path), s.text, &limits_default, &json, request->diags))
        return false;
    s.json = json;
    /* In the order of the text, whichever stands first. */
    const struct json_item *root = json_root(json);
    for (const struct json_item *list = json_type(root) == JSON_OBJECT ? json_next(root, NULL)
                                                                       : NULL;
         list; list = json_next(root, list)) {
        bool systems = str_eq(json_name(list), STR("systems"));
        if ((!systems && !str_eq(json_name(list), STR("bridge"))) || json_type(list) != JSON_ARRAY)
            continue;
        for (const struct json_item *one = json_next(list, NULL); one; one = json_next(list, one))
            if (json_type(one) == JSON_OBJECT && !system_say(&s, one, used))
                return false;
    }
    for (int i = 0; i < set->count; i++)
        if (!used[i])
            return usage(request, STR("--set KEY=VALUE, or --set B:KEY=VALUE of one system"),
                         set->item[i]);
    buf_put(&s.out, str_sub(s.text, s.done, s.text.len));
    *out = buf_str(&s.out);
    return true;
}

/* ---- the verb ---- */

static int failed(const struct request *request)
{
    int status = diags_exit(request->diags);
    return status == 0 ? STATUS_MACHINE : status;
}

static bool reports_write(struct request *request, const struct report_model *model,
                          const struct reported *item, size_t count)
{
    const struct options *o = &request->options;
    struct buf sarif = output_new(request->home), junit = output_new(request->home);
    if (o->sarif)
        sarif_put(&model, 1, &sarif);
    if (o->sarif && !file_put(request, o->sarif, buf_str(&sarif)))
        return false;
    if (o->junit)
        junit_put(&junit, "dossier check", item, count);
    return !o->junit || file_put(request, o->junit, buf_str(&junit));
}

static int check_case(struct request *request)
{
    const struct options *o = &request->options;
    struct pipeline p = { .home = request->home, .diags = request->diags };
    struct gate gate;
    struct str gate_said = { 0 };
    if (!threads_read(request, &p.threads) || !gate_read(request, &gate) ||
        !case_said(request, o->argument[0], &p.case_text))
        return failed(request);
    p.below = str_folder(str_from(o->argument[0]));
    if (!pipeline_run(&p, o->argument[0], o->rules, STAGE_ASSESS))
        return failed(request);
    struct buf out = output_new(request->home);
    size_t count;
    struct reported *item = check_reported(request->home, &p.model, &count);
    int *outcome = ARENA_MANY(request->home, count + 1, int);
    int status = gate.asked ? gate_case(&gate, &p.model, request->home, outcome, &gate_said)
                            : pipeline_status(&p, o->strict);
    for (size_t i = 0; gate.asked && i < count; i++)
        item[i].outcome = outcome[i];
    if (!reports_write(request, &p.model, item, count))
        return failed(request);
    if (o->quiet)
        return output_end(&out, status);
    if (o->json)
        verdict_put_json(&p.model, &out);
    else if (o->markdown)
        check_put_markdown(&p.model, item, count, &out);
    else if (o->full)
        verdict_put_text(&p.model, true, &out);
    else
        check_put_short(&p.model, o->argument[0], p.dossier != NULL, (size_t)o->set.count, &out);
    if (gate.asked && !o->json)
        buf_put(&out, gate_said);
    return output_end(&out, status);
}

static int run(struct request *request)
{
    struct rule_sets sets;
    const struct rule_set *rules;
    const struct options *o = &request->options;
    if (!round_rules(request, &sets, &rules))
        return STATUS_INPUT;
    if (!rules)
        return check_case(request);
    if (o->set.count > 0 || o->gate || o->junit || o->markdown)
        return (void)usage(request, STR("a case: a round takes no statement, gate or page"),
                           "--rules of a round"),
               STATUS_INPUT;
    return check_round(request, rules);
}

static const struct option_row rows[] = {
    { 0, "full", NULL, "every condition that moved the verdict, with values, places and mends",
      offsetof(struct options, full), OPTION_FLAG },
    OPTION_ROWS_GATE,
    OPTION_ROW_JSON,
    OPTION_ROW_COLOR,
    { 0, "junit", "FILE", "write a JUnit file, a test case a comparison",
      offsetof(struct options, junit), OPTION_WRITES },
    { 0, "markdown", NULL, "print Markdown, for a job's summary",
      offsetof(struct options, markdown), OPTION_FLAG },
    { 'q', "quiet", NULL, "print nothing: the exit status is the answer",
      offsetof(struct options, quiet), OPTION_FLAG },
    { 0, "rules", "RULES",
      "a file of own rules beside the built-in ones, or a round's rules by name",
      offsetof(struct options, rules), OPTION_TEXT },
    { 0, "sarif", "FILE", "write the findings as SARIF 2.1.0", offsetof(struct options, sarif),
      OPTION_WRITES },
    { 0, "set", "KEY=VALUE",
      "judge as if a fact of all systems were declared, or of one: B:KEY=VALUE; may be repeated",
      offsetof(struct options, set), OPTION_LIST },
    { 0, "strict", NULL, "stated differences count as 1", offsetof(struct options, strict),
      OPTION_FLAG },
    OPTION_ROW_THREADS,
};
const struct verb verb_check = {
    .name = "check",
    .summary = "verdict and findings of a case",
    .usage =
        "check CASE|TREE [--full] [--strict] [--quiet] [--json] [--rules RULES]\n"
        "        [--gate slower:2%] [--set KEY=VALUE] [--markdown] [--junit FILE] [--sarif FILE]",
    .more =
        "CASE is a case file or a dossier. Exit status: 0 comparable, also with stated\n"
        "differences; 1 not comparable; 2 incomplete; with --gate what the gate says.\n"
        "TREE is a round of MLPerf, or any part of one, with --rules mlperf-inference-4.0,\n"
        "-4.1, -5.0, -5.1, -6.0, -6.1, mlperf-training-4.0, -4.1, -5.0, -5.1 or\n"
        "mlperf-storage-0.5, -1.0, -2.0: each result is judged valid (the tool's own word),\n"
        "compliant (the rules of that round) and consistent (whether its files can all be true);\n"
        "what may be compared stands together. Exit status: 0 every run is all three; 1 not;\n"
        "2 undecided.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 1,
    .most_arguments = 1,
    .run = run,
};
