/* verb_compare.c - from folders, archives or files to a first answer, without a case. */
#include "amending.h"
#include "answers.h"
#include "base/json.h"
#include "compare_beside.h"
#include "compare_dossier.h"
#include "compare_judge.h"
#include "compare_metric.h"
#include "compare_reports.h"
#include "output.h"
#include "sarif.h"
#include "short_text.h"
#include "verdict_text.h"
#include <glib.h>
#include <stddef.h>
#include <string.h>

static bool usage(struct request *request, struct str expected, const char *said)
{
    diag_add(request->diags, DIAG_USAGE,
             (struct place){ .file = STR("dossier"), .path = STR("compare") }, expected, "%s",
             said);
    return false;
}

enum { LAYERS_MOST = 4 };

/* "compile,driver" */
static bool layers_read(struct comparing *c, const char *text)
{
    struct str rest = str_from(text), word;
    const char **layer = ARENA_MANY(c->request->home, LAYERS_MOST, const char *);
    while (text && str_cut(&rest, ',', &word)) {
        if (c->wish.layer_count == LAYERS_MOST - 1)
            return usage(c->request, STR("at most three layers"), "--layers");
        layer[c->wish.layer_count++] = str_c(c->request->home, str_trim(word));
    }
    c->wish.layer = layer;
    return true;
}

static bool wish_read(struct comparing *c)
{
    const struct options *o = &c->request->options;
    struct arena *home = c->request->home;
    GDateTime *day = g_date_time_new_from_unix_utc(c->request->now);
    char *date = day ? g_date_time_format(day, "%Y-%m-%d") : NULL;
    c->wish = (struct compare_wish){ .set = o->set.item,
                                     .set_count = (size_t)o->set.count,
                                     .profile = o->profile ? o->profile : "engineering",
                                     .date = date ? str_c(home, str_from(date)) : "1970-01-01",
                                     .question = "How do the two sides compare?",
                                     .id = "compare",
                                     .metric = KEY_COUNT };
    g_free(date);
    if (day)
        g_date_time_unref(day);
    if (!compare_profile_known(c->wish.profile))
        return usage(c->request, STR("engineering, mlperf or purchase"), c->wish.profile);
    struct str expected;
    if (!compare_metric_read(home, o->metric, &c->wish, &expected))
        return usage(c->request, expected, o->metric);
    return layers_read(c, o->layers);
}

/* ---- answers ---- */

static void put_full(const struct compare_answer *answer, struct buf *out)
{
    for (size_t i = 0; i < answer->part_count; i++) {
        if (i > 0)
            buf_put_char(out, '\n');
        for (size_t k = 0; k < answer->plan->test_count; k++) {
            const struct test *test = &answer->plan->test[k];
            if (test->row && carries_alike(test->row, answer->part[i].row) && test->name.len > 0 &&
                !str_eq(test->name, test->work)) {
                buf_putf(out, "%.*s: ", STR_ARG(test->name));
                buf_put_visible(out, test->work);
                buf_put_char(out, '\n');
            }
        }
        verdict_put_text(&answer->part[i].pipeline->model, i == 0, out);
    }
    if (answer->beside_said.len > 0)
        buf_putf(out, "\n%.*s", STR_ARG(answer->beside_said));
}

static void put_json_tests(struct json_out *json, const struct compare_answer *answer)
{
    json_open(json, STR("tests"), '[');
    for (size_t i = 0; i < answer->plan->test_count; i++) {
        const struct test *test = &answer->plan->test[i];
        json_open(json, STR(""), '{');
        json_text(json, STR("work"), test->work);
        json_text(json, STR("workload"), test->name);
        json_text(json, STR("metric"),
                  test->row ? str_from(vocabulary_row(test->row->metric)->name) : STR(""));
        json_close(json);
    }
    json_close(json);
}

static void put_json_checks(struct json_out *json, const struct compare_answer *answer)
{
    json_open(json, STR("checks"), '[');
    for (size_t i = 0; i < answer->part_count; i++) {
        struct buf check = output_new(json->out->home);
        verdict_put_json(&answer->part[i].pipeline->model, &check);
        json_number(json, STR(""), str_trim(buf_str(&check)));
    }
    json_close(json);
}

static void put_json_beside(struct json_out *json, const struct compare_answer *answer)
{
    json_open(json, STR("beside"), '[');
    for (size_t i = 0; i < answer->beside_count; i++) {
        const struct compare_answer *of = &answer->beside[i].answer;
        json_open(json, STR(""), '{');
        json_text(json, STR("kind"), str_from(compare_beside_name(answer->beside[i].kind)));
        json_open(json, STR("paths"), '[');
        for (size_t k = 0; k < of->plan->operand_count; k++)
            json_text(json, STR(""), of->plan->operand[k].given);
        json_close(json);
        put_json_tests(json, of);
        put_json_checks(json, of);
        json_close(json);
    }
    json_close(json);
}

static void put_json_dossier(struct json_out *json, const struct compare_stand *stand)
{
    if (!stand)
        return;
    json_open(json, STR("dossier"), '{');
    held_put_json(&stand->opened->held, stand->dossier->case_file->system[stand->system].id, json);
    json_close(json);
}

static void put_json_lacking(struct json_out *json, const struct compare_plan *plan, size_t side)
{
    struct str *lacking;
    size_t count = compare_lacking(plan, side, json->out->home, &lacking);
    json_open(json, STR("not_here"), '[');
    for (size_t i = 0; i < count; i++)
        json_text(json, STR(""), lacking[i]);
    json_close(json);
}

static void put_json(const struct compare_answer *answer, struct buf *out)
{
    struct json_out json;
    json_begin(&json, out);
    json_open(&json, STR(""), '{');
    json_text(&json, STR("format"), STR("dossier-compare/1"));
    json_text(&json, STR("profile"), str_from(answer->wish->profile));
    json_integer(&json, STR("exit"), answer->status);
    json_open(&json, STR("sides"), '[');
    for (size_t i = 0; i < answer->plan->operand_count; i++) {
        const struct operand *operand = &answer->plan->operand[i];
        json_open(&json, STR(""), '{');
        json_text(&json, STR("id"), str_format(out->home, "%c", (int)('A' + i)));
        json_text(&json, STR("path"), operand->given);
        json_text(&json, STR("tool"),
                  operand->run_count > 0 ? str_from(operand->run[0].row->tool) : STR(""));
        json_integer(&json, STR("results"), (int64_t)operand->run_count);
        put_json_dossier(&json, compare_stand_of(answer->wish, operand));
        json_open(&json, STR("only_here"), '[');
        for (size_t k = 0; k < answer->plan->alone_count[i]; k++)
            json_text(&json, STR(""), answer->plan->alone[i][k]);
        json_close(&json);
        put_json_lacking(&json, answer->plan, i);
        json_close(&json);
    }
    json_close(&json);
    put_json_tests(&json, answer);
    put_json_checks(&json, answer);
    put_json_beside(&json, answer);
    json_close(&json);
    buf_put_char(out, '\n');
}

/* What reading had to say: all of it with every condition, else the first and how many more. Tests
 * of several metrics read a file once each, and say the same again. */
static size_t remarks_tell(struct request *request, const struct diags *from)
{
    size_t others = 0;
    bool told = false;
    for (const struct diag *diag = diags_first(from); diag; diag = diag->next) {
        bool before = false;
        for (const struct diag *at = diags_first(from); at != diag && !before; at = at->next)
            before = at->id == diag->id && at->place.offset == diag->place.offset &&
                     str_eq(at->place.file, diag->place.file) && str_eq(at->said, diag->said);
        if (before)
            continue;
        bool small = diag_row(diag->id)->level < LEVEL_INPUT;
        if (small && told && !request->options.full) {
            others += diag_row(diag->id)->level == LEVEL_WARNING;
            continue;
        }
        told = told || small;
        diag_add(request->diags, diag->id, diag->place, diag->expected, "%.*s",
                 STR_ARG(diag->said));
    }
    return others;
}

/* Files for CI, beside what is printed. False: one was not written (told). */
static bool reports_write(struct request *request, const struct compare_answer *answer,
                          const struct gate *gate)
{
    const struct options *o = &request->options;
    if (o->junit) {
        struct buf text = output_new(request->home);
        compare_put_junit(answer, gate, &text);
        if (!file_put(request, o->junit, buf_str(&text)))
            return false;
    }
    if (!o->sarif)
        return true;
    const struct report_model *model[PARTS_MOST];
    for (size_t i = 0; i < answer->part_count; i++)
        model[i] = &answer->part[i].pipeline->model;
    struct buf text = output_new(request->home);
    sarif_put(model, answer->part_count, &text);
    return file_put(request, o->sarif, buf_str(&text));
}

static bool quiet_if_read(struct request *request)
{
    const char *word = request->options.quiet_if;
    return !word || strcmp(word, "equal") == 0 || usage(request, STR("--quiet-if equal"), word);
}

static void put_answer(const struct options *o, const struct compare_answer *answer,
                       struct buf *out)
{
    if (o->json)
        put_json(answer, out);
    else if (o->markdown)
        compare_put_markdown(answer, out);
    else if (o->full)
        put_full(answer, out);
    else
        compare_put_text(answer, out);
}

/* Keeps the two that come first by their bytes; takes over `path`. */
static void first_keep(char *first[2], char *path)
{
    for (size_t i = 0; i < 2; i++)
        if (!first[i] || strcmp(path, first[i]) < 0) {
            char *was = first[i];
            first[i] = path;
            path = was;
        }
    g_free(path);
}

/* What is expected where a side is missing: the first two folders within the one that was named may
 * be meant. */
static struct str sides_wanted(struct arena *home, const char *given)
{
    char *first[2] = { NULL, NULL };
    struct buf out = buf_new(home, (size_t)1 << 16);
    GDir *folder = given ? g_dir_open(given, 0, NULL) : NULL;
    for (const char *one = folder ? g_dir_read_name(folder) : NULL; one;
         one = g_dir_read_name(folder)) {
        char *path = g_build_filename(given, one, NULL);
        if (one[0] != '.' && g_file_test(path, G_FILE_TEST_IS_DIR))
            first_keep(first, path);
        else
            g_free(path);
    }
    struct operand one;
    struct str picks = { 0 };
    if (!folder && given && operand_open(home, given, false, &one, diags_new(home)))
        picks = operand_picks(home, &one);
    if (picks.len > 0) {
        buf_put(&out, STR("two sides, such as two of the results of this file, by dossier compare "
                          "FILE#0 FILE#1: "));
        buf_put(&out, picks);
    } else if (first[1]) {
        buf_put(&out, STR("two sides, such as the folders within: dossier compare "));
        short_quoted(&out, str_from(first[0]));
        buf_put_char(&out, ' ');
        short_quoted(&out, str_from(first[1]));
    } else {
        buf_put(&out, STR("A and B, or B and --baseline A (between them \"--\" where the sets come "
                          "first)"));
    }
    if (folder)
        g_dir_close(folder);
    g_free(first[0]);
    g_free(first[1]);
    return buf_str(&out);
}

/* The sides: what stands first is the first set of the baseline, where one is named. */
static bool sides_read(struct comparing *c)
{
    const struct options *o = &c->request->options;
    size_t count = (size_t)o->argument_count, before = o->baseline.count > 0;
    if (count + before < 2)
        return usage(c->request, sides_wanted(c->request->home, count > 0 ? o->argument[0] : NULL),
                     "a side is missing");
    if (count + before > OPERANDS_MOST)
        return usage(c->request, STR("at most 16 sides"), "too many");
    const char **path = ARENA_MANY(c->request->home, count + 1, const char *);
    if (before > 0)
        path[0] = o->baseline.item[0];
    for (size_t i = 0; i < count; i++)
        path[before + i] = o->argument[i];
    c->path = path;
    c->count = count + before;
    return true;
}

/* Verdicts of all sets of the baseline; a null pair beyond the margin is a stated difference. */
static int status_with(const struct compare_answer *answer, bool strict)
{
    int status = answer->status;
    for (size_t i = 0; i < answer->beside_count; i++) {
        int one = answer->beside[i].answer.status;
        if (answer->beside[i].kind == BESIDE_BASELINE && status != STATUS_HOLDS_NOT &&
            one != STATUS_HOLDS)
            status = one;
    }
    if (strict && status == STATUS_HOLDS && compare_beside_differs(answer))
        status = STATUS_HOLDS_NOT;
    return status;
}

static int failed(const struct request *request)
{
    int status = diags_exit(request->diags);
    return status == 0 ? STATUS_MACHINE : status;
}

static int judged(struct request *request, struct compare_standing *standing)
{
    struct comparing c = { .request = request };
    const struct options *o = &request->options;
    struct gate gate = { 0 };
    if (!quiet_if_read(request) || !wish_read(&c) || !gate_read(request, &gate))
        return STATUS_INPUT;
    if (!compare_stand(request, &c.wish, standing) || !sides_read(&c))
        return failed(request);
    struct diags *said;
    bool judged = compare_judge(&c, &said);
    size_t remarks = remarks_tell(request, said);
    if (!judged)
        return failed(request);
    struct buf out = output_new(request->home);
    struct compare_answer answer = compare_answer_of(&c);
    struct compare_beside *beside = NULL;
    answer.remarks = remarks;
    if (!compare_beside_judge(request, &c.wish, c.path, c.count, &answer, &beside,
                              &answer.beside_count))
        return failed(request);
    answer.beside = beside;
    struct buf said_of = buf_new(request->home, (size_t)1 << 20);
    compare_stand_put(&answer, &said_of);
    buf_put(&said_of, compare_beside_said(request->home, &answer));
    answer.beside_said = buf_str(&said_of);
    answer.status = status_with(&answer, o->strict);
    struct str gate_said = { 0 };
    if (gate.asked)
        answer.status = gate_answer(&gate, &answer, request->home, &gate_said);
    if (!reports_write(request, &answer, &gate))
        return failed(request);
    bool quiet = o->quiet || (o->quiet_if && compare_all_equal(&answer));
    if (!quiet)
        put_answer(o, &answer, &out);
    if (gate.asked && !o->json && !quiet)
        buf_put(&out, gate_said);
    return output_end(&out, answer.status);
}

static int run(struct request *request)
{
    struct compare_standing *standing = ARENA_NEW(request->home, struct compare_standing);
    int status = judged(request, standing);
    compare_standing_end(standing);
    return status;
}

static const struct option_row rows[] = {
    { 0, "baseline", "A...",
      "sets of the baseline, in the place of A: what is said has to hold against each; a dossier, "
      "FILE.asice or FILE.asice#SYSTEM, stands for the runs of its nearest or named system",
      offsetof(struct options, baseline), OPTION_REST },
    { 0, "confirm", "B...",
      "the second side once more: a loss counts where each of them repeats it",
      offsetof(struct options, confirm), OPTION_REST },
    { 0, "full", NULL, "every condition, as check prints them", offsetof(struct options, full),
      OPTION_FLAG },
    OPTION_ROWS_GATE,
    OPTION_ROW_JSON,
    OPTION_ROW_COLOR,
    { 0, "junit", "FILE", "write a JUnit file, a test case a pair", offsetof(struct options, junit),
      OPTION_WRITES },
    { 0, "layers", "LIST",
      "what may differ, such as compile,driver; else the whole stack as operated",
      offsetof(struct options, layers), OPTION_TEXT },
    { 0, "markdown", NULL, "print Markdown, for a job's summary",
      offsetof(struct options, markdown), OPTION_FLAG },
    { 0, "metric", "KEY",
      "what is compared, such as latency.request or ttft.client[p99]; else what the format is "
      "compared by",
      offsetof(struct options, metric), OPTION_TEXT },
    { 0, "null", "A...",
      "one system, measured twice: where it differs from itself, no change is believed",
      offsetof(struct options, null_pair), OPTION_REST },
    { 0, "profile", "NAME", "engineering, mlperf, or purchase: the built-in rules as they are",
      offsetof(struct options, profile), OPTION_TEXT },
    { 'q', "quiet", NULL, "print nothing: the exit status is the answer",
      offsetof(struct options, quiet), OPTION_FLAG },
    { 0, "quiet-if", "WORD", "equal: print nothing where all pairs are equal within the margin",
      offsetof(struct options, quiet_if), OPTION_TEXT },
    { 0, "sarif", "FILE", "write the findings as SARIF 2.1.0", offsetof(struct options, sarif),
      OPTION_WRITES },
    { 0, "set", "KEY=VALUE", "declare a fact of all sides, or of one: B:KEY=VALUE; may be repeated",
      offsetof(struct options, set), OPTION_LIST },
    { 0, "strict", NULL, "stated differences count as 1", offsetof(struct options, strict),
      OPTION_FLAG },
};
const struct verb verb_compare = {
    .name = "compare",
    .summary = "a first answer from two folders or files, without a case",
    .usage =
        "compare A B... [--set KEY=VALUE] [--gate slower:2%] [--null A1 A2] [--confirm B2...]\n"
        "        [--full] [--json]\n"
        "dossier compare B --baseline A1|OLD.asice[#SYSTEM] A2... [--gate slower:2%]",
    .more =
        "A and B are folders, archives or files that a benchmark tool left, one system each;\n"
        "A is what the others are held against. Runs inside are told apart; work that stands\n"
        "on one side only is named. Without a verdict that permits it no ratio is printed.\n"
        "FILE#1 takes one of several results of a file, by its number or the name of its work.\n"
        "--baseline, --confirm and --null take the words behind them up to the next option, or\n"
        "up to \"--\".\n"
        "Exit status: 0 comparable, also with stated differences; 1 not comparable;\n"
        "2 incomplete; with --gate what the gate says.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 1,
    .most_arguments = OPERANDS_MOST,
    .dated = true,
    .run = run,
};
