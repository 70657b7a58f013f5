/* compare_text.c - the short answer of `compare`: what was recognised, the verdict, what would
 * change it, and the next command. */
#include "compare_text.h"
#include "base/json.h"
#include "change_text.h"
#include "compare_apart.h"
#include "compare_many.h"
#include "compare_metric.h"
#include "compare_stands.h"
#include "figures_text.h"
#include "model/traits.h"
#include "model/values.h"
#include "own_files.h"
#include "short_text.h"
#include "verbs.h"
#include "verdict_text.h"
#include <glib.h>
#include <stdlib.h>
#include <string.h>

/* ---- what was recognised ---- */

static void put_clipped(struct buf *out, struct str text, size_t width)
{
    struct buf seen = buf_new(out->home, (size_t)1 << 16);
    buf_put_visible(&seen, str_sub(text, 0, 4000));
    struct str line = buf_str(&seen);
    short_pad(out,
              line.len > width ? str_format(out->home, "...%.*s",
                                            STR_ARG(str_sub(line, line.len - width + 3, line.len)))
                               : line,
              width);
}

/* What only looked on, and a test of the machine, tell another tool's version. */
static bool speaks_of_tool(const struct fact *fact)
{
    return fact->key != KEY_METHOD_TOOL_VERSION ||
           !evidence_has(fact->source.evidence, TRAIT_WATCHES | TRAIT_TESTS_MACHINE);
}

static bool is_first_of_tool(const struct operand *operand, size_t run)
{
    for (size_t i = 0; i < run; i++)
        if (strcmp(operand->run[i].row->tool, operand->run[run].row->tool) == 0)
            return false;
    return true;
}

static size_t tools_of(const struct operand *operand)
{
    size_t count = 0;
    for (size_t i = 0; i < operand->run_count; i++)
        count += is_first_of_tool(operand, i) ? 1 : 0;
    return count;
}

static void put_told(struct buf *out, const struct operand *operand, enum key key,
                     const char *before)
{
    const struct fact *fact =
        operand->run_count > 0 ? found_fact(operand, &operand->run[0], key) : NULL;
    fact = fact && speaks_of_tool(fact) ? fact : NULL;
    /* a version that another tool's file tells is not the first tool's */
    bool fitting = key != KEY_METHOD_TOOL_VERSION || tools_of(operand) <= 1;
    for (size_t i = 0; fitting && !fact && i < operand->file_count; i++)
        for (size_t k = 0; !fact && k < facts_count(operand->file[i].facts); k++)
            if (facts_at(operand->file[i].facts, k)->key == key &&
                speaks_of_tool(facts_at(operand->file[i].facts, k)))
                fact = facts_at(operand->file[i].facts, k);
    if (!fact)
        return;
    struct str text = fact->value.text;
    struct str tool = operand->run_count > 0 ? str_from(operand->run[0].row->tool) : STR("");
    if (key == KEY_METHOD_TOOL_VERSION && str_starts(text, tool) && text.len > tool.len + 1 &&
        strchr("- /", text.at[tool.len])) /* "fio-3.33" beside the name of the tool */
        text = str_sub(text, tool.len + 1, text.len);
    buf_put(out, str_from(before));
    short_cut(out, text, 36);
}

/* ", go": tools of other results than the first, each once. */
static void put_other_tools(struct buf *out, const struct operand *operand)
{
    for (size_t i = 1; i < operand->run_count; i++)
        if (is_first_of_tool(operand, i))
            buf_putf(out, ", %s", operand->run[i].row->tool);
}

/* ", 30 samples", ", 30 samples each", ", 28 to 30 samples each": of the results that are compared,
 * by the metric they are compared by; of a side that no test takes, of its first result. */
static void put_samples(struct buf *out, const struct compare_plan *plan, size_t side)
{
    const struct operand *operand = &plan->operand[side];
    size_t least = SIZE_MAX, most = 0, results = 0;
    for (size_t i = 0; i < plan->test_count; i++) {
        const struct test *test = &plan->test[i];
        for (size_t k = 0; test->row && k < test->side[side].count; k++, results++) {
            const struct found_run *run = &operand->run[test->side[side].run[k]];
            size_t count = found_samples_of(operand, run, test->row->metric);
            least = count < least ? count : least;
            most = count > most ? count : most;
        }
    }
    if (results == 0)
        least = most = found_samples_of(operand, &operand->run[0], operand->run[0].row->metric);
    if (most == 0)
        return;
    if (least < most)
        buf_putf(out, ", %zu to %zu samples", least, most);
    else
        buf_putf(out, ", %zu sample%s", most, most == 1 ? "" : "s");
    buf_put(out, results > 1 ? STR(" each") : STR(""));
}

static void put_operand(struct buf *out, const struct compare_plan *plan, size_t side, size_t width)
{
    const struct operand *operand = &plan->operand[side];
    struct buf line = buf_new(out->home, (size_t)1 << 16);
    buf_putf(&line, "  %c  ", (int)('A' + side));
    put_clipped(&line, operand->label, width);
    buf_putf(&line, "  ");
    if (operand->run_count == 0) {
        buf_putf(&line, "no result to compare in %zu file%s", operand->file_count,
                 operand->file_count == 1 ? "" : "s");
    } else {
        buf_put(&line, str_from(operand->run[0].row->tool));
        put_told(&line, operand, KEY_METHOD_TOOL_VERSION, " ");
        put_other_tools(&line, operand);
        buf_putf(&line, "   %zu result%s", operand->run_count, operand->run_count == 1 ? "" : "s");
        put_samples(&line, plan, side);
        put_told(&line, operand, KEY_ACCELERATOR_NAME, "   ");
    }
    short_line(out, buf_str(&line));
}

/* A file of JSON that is cut short, or never was any, belongs to no format. */
static bool is_no_json(struct arena *home, const struct inspected *file)
{
    enum { MOST = 16 << 20 };
    struct str bytes = file->evidence->bytes;
    struct json *json;
    if (file->adapter || !str_ends(file->evidence->name, STR(".json")) || bytes.len > MOST)
        return false;
    struct arena *scratch = arena_new((size_t)MOST * 16);
    bool good =
        json_read(scratch, file->evidence->name, bytes, &limits_default, &json, diags_new(scratch));
    arena_free(scratch);
    (void)home;
    return !good;
}

/* Files of which something could not be read stand behind the sides: what is missing may be what
 * counts. */
static void put_broken(struct buf *out, const struct operand *operand, size_t side)
{
    size_t count = 0;
    struct str first = { 0 };
    for (size_t i = 0; i < operand->file_count; i++) {
        if (!operand->file[i].broken && !is_no_json(out->home, &operand->file[i]))
            continue;
        if (count++ == 0)
            first = operand->file[i].evidence->name;
    }
    if (count == 0)
        return;
    struct buf line = buf_new(out->home, (size_t)1 << 16);
    buf_putf(&line, "  %c: ", (int)('A' + side));
    short_cut(&line, first, 60);
    buf_put(&line, STR(" could not be read whole"));
    if (count > 1)
        buf_putf(&line, ", nor %zu more", count - 1);
    short_line(out, buf_str(&line));
}

static size_t label_width(const struct compare_plan *plan)
{
    size_t width = 4;
    for (size_t i = 0; i < plan->operand_count; i++)
        width = plan->operand[i].label.len > width ? plan->operand[i].label.len : width;
    return width < 34 ? width : 34;
}

/* ---- each side by itself ---- */

/* A side that does not tell the metric: another figure that it tells, under its own name. */
static void put_other(struct buf *out, const struct operand *operand, const struct chosen *side,
                      const struct carries *row)
{
    const struct found_run *run = side->count > 0 ? &operand->run[side->run[0]] : NULL;
    buf_putf(out, "%s not told", vocabulary_row(row->metric)->title);
    for (const struct carries *at = run ? run->row : NULL; at; at = carries_next(at)) {
        const struct fact *fact =
            found_tells(operand, run, at) ? found_figure(operand, run, at) : NULL;
        if (!fact)
            continue;
        buf_putf(out, "; %s ", vocabulary_row(at->metric)->title);
        figures_put_short(out, fact);
        return;
    }
}

static void put_figure(struct buf *out, const struct operand *operand, const struct chosen *side,
                       const struct carries *row)
{
    const struct fact *fact =
        side->count > 0 ? found_figure(operand, &operand->run[side->run[0]], row) : NULL;
    if (!fact) {
        put_other(out, operand, side, row);
        return;
    }
    const struct fact *unit = found_fact(operand, &operand->run[side->run[0]], KEY_RESULT_UNIT);
    figures_put_short(out, fact);
    if (unit && unit_row(fact->value.unit)->symbol[0] == 0) {
        buf_put_char(out, ' ');
        short_cut(out, unit->value.text, 24);
    }
    if (side->count > 1)
        buf_putf(out, ", and %zu results more", side->count - 1);
    else
        buf_put(out, STR(", as the tool tells it"));
}

static void put_apart(struct buf *out, const struct compare_answer *answer, size_t test,
                      size_t side, const struct comparison *c)
{
    const struct test *at = &answer->plan->test[test];
    const size_t sides[] = { 0, side };
    for (size_t i = 0; i < 2; i++) {
        struct buf line = buf_new(out->home, (size_t)1 << 16), value = buf_new(out->home, 1 << 14);
        buf_putf(&line, "  %c by itself   ", (int)('A' + sides[i]));
        side_put_range(&value, c, i == 0 ? c->a : c->b);
        if (value.len == 0)
            put_figure(&value, &answer->plan->operand[sides[i]], &at->side[sides[i]], at->row);
        buf_put(&line, buf_str(&value));
        short_line(out, buf_str(&line));
    }
}

/* ---- can these files carry it at all? ---- */

/* Which of two sides has no samples. */
static const char *whose(const size_t *kept)
{
    return kept[0] > 0 ? "those of B" : kept[1] > 0 ? "those of A" : "them";
}

/* None of the sides tells the figure by which such results are compared. */
static void put_untold(struct buf *line, struct str unit, const struct carries *row,
                       enum key metric)
{
    if (unit.len > 0)
        buf_putf(line,
                 "  Which way %.*s is better no file tells: print a line \"Unit %.*s "
                 "better=higher\", or lower, before the results.",
                 STR_ARG(unit), STR_ARG(unit));
    else if (strcmp(row->format, "fio-log") == 0)
        buf_put(line, STR("  Of what fio prints for people no figure is taken, since it is "
                          "rounded."));
    else
        buf_putf(line, "  They do not tell %s, by which results of %s are compared.",
                 vocabulary_row(metric)->title, row->tool);
}

static void put_carries_not(struct buf *out, const struct compare_answer *answer, size_t test,
                            size_t side)
{
    const struct test *at = &answer->plan->test[test];
    const struct operand *operand = &answer->plan->operand[0];
    size_t samples = SIZE_MAX, kept[2];
    bool startless = false;
    const struct operand *fewest = operand;
    const struct carries *row = at->row;
    const size_t sides[] = { 0, side };
    for (size_t i = 0; i < 2; i++) {
        const struct operand *one = &answer->plan->operand[sides[i]];
        size_t count = found_samples(one, &one->run[at->side[sides[i]].run[0]]);
        startless = startless || found_startless(one, &one->run[at->side[sides[i]].run[0]]);
        fewest = count < samples ? one : fewest;
        row = count < samples ? one->run[at->side[sides[i]].run[0]].row : row;
        samples = count < samples ? count : samples;
        kept[i] = count;
    }
    struct buf line = buf_new(out->home, 4096);
    short_line(out, STR("These files cannot carry a verdict, whatever is stated beside them."));
    bool told = false, tells[2] = { false, false };
    struct str unit = operand_unit_untold(out->home, fewest);
    for (size_t i = 0; i < 2; i++) {
        const struct operand *one = &answer->plan->operand[sides[i]];
        tells[i] = found_tells(one, &one->run[at->side[sides[i]].run[0]], at->row);
        told = told || tells[i];
    }
    if (!told)
        put_untold(&line, unit, row, at->row->metric);
    else if (tells[0] != tells[1])
        buf_putf(&line, "  %c holds no result: its files tell no %s.",
                 (int)('A' + sides[tells[0] ? 1 : 0]), vocabulary_row(at->row->metric)->title);
    else if (samples == 0)
        buf_putf(&line, "  %s kept no samples in %s, only what it made of them.", row->tool,
                 whose(kept));
    else if (startless && strcmp(row->tool, "vllm") == 0)
        buf_putf(
            &line,
            "  %s kept %zu times of requests, but not when each began: no %s over time follows "
            "from them. Versions of it since 2026 keep start_times.",
            row->tool, samples, vocabulary_row(at->row->metric)->title);
    else if ((double)samples >= answer->plan->least_samples && answer->plan->least_samples > 0)
        buf_putf(&line,
                 "  %s kept %zu samples of a run, from which it cannot be told whether the run was "
                 "steady; longer runs may tell it (--full says why).",
                 row->tool, samples);
    else
        buf_putf(&line,
                 "  %s kept %zu samples of a run; that is too few, or they are not of the "
                 "metric.",
                 row->tool, samples);
    buf_put(&line, STR(" Measure again, three runs a side"));
    buf_put(&line, row->again[0] != 0 ? STR(":") : STR("."));
    short_wrap(out, buf_str(&line), 2);
    if (row->again[0] != 0)
        short_wrap(out, str_format(out->home, "     %s", row->again), 5);
    buf_put_char(out, '\n');
}

/* ---- the next command ---- */

/* What the line asked, and the next command would else decide otherwise: `new` writes a case of a
 * purchase unless told. */
static void put_asked(struct buf *line, const struct compare_wish *wish, bool new)
{
    buf_put(line, STR(" --profile "));
    short_quoted(line, str_from(wish->profile));
    compare_metric_put(line, wish);
    for (size_t i = 0; !new &&i < wish->layer_count; i++) /* of `new` the case says them */
        buf_putf(line, "%s%s", i == 0 ? " --layers " : ",", wish->layer[i]);
    for (size_t i = 0; i < wish->set_count; i++) {
        buf_put(line, STR(" --set "));
        short_quoted(line, str_from(wish->set[i]));
    }
}

/* Of the first pair, where there is one: beside it a folder may hold results of other tools. */
static const char *tool_of(const struct compare_plan *plan)
{
    const struct chosen *side = plan->test_count > 0 ? &plan->test[0].side[0] : NULL;
    return plan->operand[0].run[side && side->count > 0 ? side->run[0] : 0].row->tool;
}

static void put_next(struct buf *out, const struct compare_answer *answer, enum compare_next next)
{
    struct buf line = buf_new(out->home, (size_t)1 << 16);
    const struct operand *first = &answer->plan->operand[0];
    const struct compare_stand *stand = compare_stand_of(answer->wish, first);
    buf_put(&line, STR("Next:  dossier "));
    if (stand && next != NEXT_RECIPE) {
        compare_stand_next(answer, stand, &line);
    } else if (next == NEXT_RECIPE && first->run_count > 0) {
        buf_putf(&line, "recipe %s", tool_of(answer->plan));
    } else {
        bool new = next == NEXT_NEW;
        buf_put(&line, new ? STR("new") : STR("compare"));
        for (size_t i = 0; i < answer->plan->operand_count; i++) {
            buf_put_char(&line, ' ');
            short_quoted(&line, answer->plan->operand[i].given);
        }
        buf_put(&line, new ? STR(" -o case/") : STR(" --full"));
        put_asked(&line, answer->wish, new);
    }
    buf_put_char(out, '\n');
    short_command(out, buf_str(&line));
}

static void put_changes(struct buf *out, const struct compare_answer *answer,
                        const struct comparison *c)
{
    struct buf line = buf_new(out->home, (size_t)1 << 16);
    bool sampled = true;
    for (size_t i = 0; i < c->finding_count; i++)
        sampled = sampled && !(str_eq(c->finding[i].rule->id, STR("S1")) &&
                               c->finding[i].judgement == UNKNOWN);
    short_changes(out, c, compare_below(answer->plan, out->home));
    if (sampled || !compare_rows_undeclared(answer))
        return;
    buf_put(&line, STR("  in these files lie samples; what a row of them is has to be said in a "
                       "run.json (docs/run.md)"));
    short_wrap(out, buf_str(&line), 2);
}

/* ---- one test, two sides ---- */

static void put_without_number(struct buf *out, const struct compare_answer *answer, size_t test,
                               size_t side, const struct comparison *c)
{
    bool unable = compare_carries_not(answer, c) != NULL;
    short_reasons(out, c, c->verdict == VERDICT_NOT ? 2 : unable ? 0 : 1);
    put_apart(out, answer, test, side, c);
    if (unable) {
        short_line(out, STR("No ratio is given: no file here can carry one."));
        short_line(out, STR("Nothing is asked of you now: no statement would make these files "
                            "decide."));
        return;
    }
    short_no_ratio(out, c, compare_below(answer->plan, out->home));
    if (c->verdict == VERDICT_NOT) {
        short_mends(out, c, 2);
        compare_put_naming(out, answer, test, c);
    } else {
        put_changes(out, answer, c);
    }
}

static void put_one(struct buf *out, const struct compare_answer *answer, size_t test, size_t side)
{
    const struct compare_part *part = NULL;
    const struct comparison *c = compare_found(answer, test, side, &part);
    if (!c)
        return;
    bool unable = compare_carries_not(answer, c) != NULL;
    short_verdict(out, c);
    if (comparison_licenses(c)) {
        struct str said = compare_said(out->home, part, c);
        short_wrap(out,
                   said.len > 0 ? str_format(out->home, "  %.*s", STR_ARG(said))
                                : STR("  Too few runs a side for a ratio: three of each tell how "
                                      "far runs lie apart."),
                   2);
        if (said.len == 0) {
            put_apart(out, answer, test, side, c);
            compare_put_again(out, answer);
        }
        window_put(out, part->pipeline->case_file, c);
        short_credit(out, c);
        short_reservations(out, c, 3);
    } else {
        put_without_number(out, answer, test, side, c);
    }
    (void)short_telemetry(out, c);
    if (part->pipeline->case_file->profile.len > 0 && comparison_licenses(c))
        short_line(out, STR("A purchase asks for more: --profile purchase"));
    put_next(out, answer, unable || c->verdict == VERDICT_NOT ? NEXT_RECIPE : NEXT_NEW);
}

/* Of several tests on two sides, of one tool: whether no file can carry any. */
static bool none_carries(const struct compare_answer *answer)
{
    size_t judged = 0;
    for (size_t i = 0; i < answer->plan->test_count; i++) {
        const struct compare_part *part = NULL;
        const struct comparison *c = compare_found(answer, i, 1, &part);
        if (!c || !compare_carries_not(answer, c))
            return false;
        judged++;
    }
    return judged > 1 && answer->plan->operand_count == 2;
}

static bool judged_one(const struct compare_answer *answer)
{
    return answer->plan->test_count == 1 && answer->plan->operand_count == 2 &&
           answer->part_count == 1;
}

static void put_yardstick(struct buf *out, const char *profile)
{
    if (strcmp(profile, "purchase") != 0)
        buf_putf(out, "Judged by the profile %s, which asks less than a purchase needs.\n",
                 profile);
    else
        buf_put(out, STR("Judged by the built-in rules, the profile purchase.\n"));
}

void compare_put_text(const struct compare_answer *answer, struct buf *out)
{
    const struct compare_plan *plan = answer->plan;
    const struct compare_part *part = NULL;
    bool untold = compare_metric_untold(answer);
    bool nothing = plan->test_count == 0 || (plan->test_count == 1 && !plan->test[0].row) || untold;
    put_yardstick(out, answer->wish->profile);
    const struct comparison *c = judged_one(answer) ? compare_found(answer, 0, 1, &part) : NULL;
    if ((c && compare_carries_not(answer, c)) || (!c && none_carries(answer)))
        put_carries_not(out, answer, 0, 1);
    else {
        if (nothing && !untold)
            own_files_put_unread(out, plan->operand, plan->operand_count);
        buf_put_char(out, '\n');
    }
    for (size_t i = 0; i < plan->operand_count; i++)
        put_operand(out, plan, i, label_width(plan));
    for (size_t i = 0; i < plan->operand_count && i < 4; i++)
        put_broken(out, &plan->operand[i], i);
    if (answer->remarks > 0)
        short_line(out, str_format(out->home, "  %zu more remark%s on these files: --full",
                                   answer->remarks, answer->remarks == 1 ? "" : "s"));
    buf_put(out, answer->beside_said);
    buf_put_char(out, '\n');
    if (untold || nothing) {
        (untold ? compare_put_metrics : compare_put_nothing)(out, answer);
        return;
    }
    if (plan->test_count == 1)
        compare_put_alone(out, answer);
    if (c) {
        put_one(out, answer, 0, 1);
        return;
    }
    if (plan->test_count > 1)
        compare_put_alone(out, answer);
    put_next(out, answer, compare_put_many(out, answer));
}
