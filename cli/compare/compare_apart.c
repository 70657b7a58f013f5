/* compare_apart.c - what the short answer says of work that stands on one side alone. */
#include "compare_apart.h"
#include "change_text.h"
#include "compare_stands.h"
#include "figures_text.h"
#include "own_files.h"
#include "short_text.h"
#include <string.h>

static struct str work_named(struct arena *home, struct str work)
{
    struct buf seen = buf_new(home, (size_t)1 << 16);
    if (work.len == 0)
        return STR("work that nothing names");
    short_cut(&seen, work, 60);
    return buf_str(&seen);
}

/* "  only in A: batch 1; batch 2; 3 more" */
static void put_works(struct buf *out, const char *where, size_t side, const struct str *work,
                      size_t count)
{
    struct buf line = buf_new(out->home, (size_t)1 << 16);
    if (count == 0)
        return;
    buf_putf(&line, "  %s in %c: ", where, (int)('A' + side));
    for (size_t k = 0; k < count && k < 2; k++) {
        buf_put(&line, k > 0 ? STR("; ") : STR(""));
        buf_put(&line, work_named(out->home, work[k]));
    }
    if (count > 2)
        buf_putf(&line, "; %zu more", count - 2);
    short_wrap(out, buf_str(&line), 4);
}

void compare_put_alone(struct buf *out, const struct compare_answer *answer)
{
    const struct compare_plan *plan = answer->plan;
    struct str *lacking;
    for (size_t i = 0; i < plan->operand_count; i++)
        put_works(out, "only", i, plan->alone[i], plan->alone_count[i]);
    for (size_t i = 0; i < plan->operand_count; i++) {
        size_t count = compare_lacking(plan, i, out->home, &lacking);
        put_works(out, "not", i, lacking, count);
    }
}

/* ---- nothing side by side ---- */

/* The first metric that a result tells, with its figure; NULL: none, and *samples are counted. */
static const struct fact *figure_of(const struct operand *operand, const struct found_run *run,
                                    const struct carries **row)
{
    for (const struct carries *at = run->row; at; at = carries_next(at)) {
        const struct fact *fact =
            found_tells(operand, run, at) ? found_figure(operand, run, at) : NULL;
        if (fact) {
            *row = at;
            return fact;
        }
    }
    return NULL;
}

static void put_own(struct buf *out, const struct operand *operand, const struct found_run *run,
                    char side, bool first)
{
    struct buf line = buf_new(out->home, (size_t)1 << 16);
    const struct carries *row = NULL;
    const struct fact *fact = figure_of(operand, run, &row);
    const struct fact *unit = found_fact(operand, run, KEY_RESULT_UNIT);
    size_t alike = 0;
    for (size_t i = 0; i < operand->run_count; i++)
        alike += str_eq(operand->run[i].work, run->work);
    buf_putf(&line, "  %c  ", first ? side : ' ');
    short_pad(&line, work_named(out->home, run->work), 44);
    buf_put(&line, STR("  "));
    if (!fact) {
        size_t samples = found_samples(operand, run);
        if (samples > 0)
            buf_putf(&line, "%zu samples, no figure of its own", samples);
        else
            buf_put(&line, STR("no figure in it"));
    } else {
        figures_put_short(&line, fact);
        bool own = unit_row(fact->value.unit)->symbol[0] == 0;
        if (unit && own) {
            buf_put_char(&line, ' ');
            short_cut(&line, unit->value.text, 24);
        }
        if (!own)
            buf_putf(&line, "  %s", vocabulary_row(row->metric)->title);
    }
    if (alike > 1)
        buf_putf(&line, ", 1 of %zu", alike);
    short_line(out, buf_str(&line));
}

/* At most three results of a side, each piece of work once. */
static void put_side(struct buf *out, const struct operand *operand, char side)
{
    size_t shown = 0, left = 0;
    for (size_t i = 0; i < operand->run_count; i++) {
        bool before = false;
        for (size_t k = 0; k < i && !before; k++)
            before = str_eq(operand->run[k].work, operand->run[i].work);
        if (before)
            continue;
        if (shown == 3) {
            left++;
            continue;
        }
        put_own(out, operand, &operand->run[i], side, shown == 0);
        shown++;
    }
    if (left > 0)
        short_line(out, str_format(out->home, "     and %zu more", left));
}

/* A side without a result: what was recognised of its files. */
static void put_without(struct buf *out, const struct operand *operand, char side)
{
    struct buf line = buf_new(out->home, (size_t)1 << 16);
    const char *seen[4];
    size_t kinds = 0;
    bool tests = true; /* of the machine, all that is read */
    for (size_t i = 0; i < operand->file_count; i++) {
        const struct adapter *adapter = operand->file[i].adapter;
        bool before = !adapter || kinds == ARRAY_COUNT(seen);
        for (size_t k = 0; k < kinds && !before; k++)
            before = strcmp(seen[k], adapter->name) == 0;
        if (!before)
            seen[kinds++] = adapter->name;
        tests = tests && (!adapter || (adapter->traits & TRAIT_TESTS_MACHINE) != 0);
    }
    tests = tests && kinds > 0;
    buf_putf(&line,
             tests ? "  %c holds tests of the machine alone, whose figures are no result of a "
                     "workload and stand against none"
             : kinds > 0 ? "  %c holds no result that stands against another"
                         : "  %c holds no result of a format that is read",
             side);
    for (size_t k = 0; k < kinds; k++)
        buf_putf(&line, "%s%s", k == 0 ? "; read: " : ", ", seen[k]);
    if (operand->unread > 0)
        buf_putf(&line, "; %zu file%s of no format that is known", operand->unread,
                 operand->unread == 1 ? "" : "s");
    buf_put(&line, tests ? STR("; put them into the folder of a run, where its report shows them "
                               "beside the run's result (dossier inspect shows the figures)")
                   : kinds > 0 ? STR(" (dossier inspect shows what it tells, dossier recipe the "
                                     "tools whose results are compared)")
                               : STR(" (dossier formats lists what is read)"));
    short_wrap(out, buf_str(&line), 4);
}

static bool tools_differ(const struct compare_plan *plan)
{
    for (size_t i = 1; i < plan->operand_count; i++)
        if (strcmp(plan->operand[0].run[0].row->tool, plan->operand[i].run[0].row->tool) != 0)
            return true;
    return false;
}

static void put_why(struct buf *out, const struct compare_plan *plan)
{
    struct buf line = buf_new(out->home, (size_t)1 << 16);
    if (!tools_differ(plan)) {
        bool commands = strcmp(plan->operand[0].run[0].row->tool, "hyperfine") == 0;
        short_wrap(out,
                   STR("  The results are of different work, load or settings: none is on two "
                       "sides. Measure the same on both."),
                   2);
        if (commands)
            short_wrap(out,
                       STR("  Where two commands do the same work, one name tells it: hyperfine -n "
                           "NAME COMMAND."),
                       2);
        for (size_t i = 0; i < plan->operand_count; i++)
            if (!plan->operand[i].folder && operand_picks(out->home, &plan->operand[i]).len > 0) {
                buf_putf(&line, "  One of several results of a file is picked behind a #: ");
                short_quoted(&line,
                             str_format(out->home, "%.*s#%.*s", STR_ARG(plan->operand[i].given),
                                        STR_ARG(plan->operand[i].run[0].instance)));
                buf_put_char(&line, '.');
                short_wrap(out, buf_str(&line), 2);
                return;
            }
        return;
    }
    buf_put(&line, STR("  "));
    for (size_t i = 0; i < plan->operand_count; i++)
        buf_putf(&line, "%s%c was measured with %s", i > 0 ? ", " : "", (int)('A' + i),
                 plan->operand[i].run[0].row->tool);
    buf_put(&line, STR(": no result is of the same work and metric on two sides. Measure both with "
                       "one tool."));
    short_wrap(out, buf_str(&line), 2);
}

static bool no_results(const struct compare_plan *plan)
{
    for (size_t i = 0; i < plan->operand_count; i++)
        if (plan->operand[i].run_count > 0)
            return false;
    return true;
}

/* "Next:  VERB A B", with what was given. */
static void put_next(struct buf *out, const struct compare_plan *plan, const char *verb)
{
    struct buf line = buf_new(out->home, (size_t)1 << 16);
    buf_putf(&line, "Next:  %s", verb);
    for (size_t i = 0; i < plan->operand_count; i++) {
        buf_put_char(&line, ' ');
        short_quoted(&line, plan->operand[i].given);
    }
    buf_put_char(out, '\n');
    short_command(out, buf_str(&line));
}

void compare_put_nothing(struct buf *out, const struct compare_answer *answer)
{
    const struct compare_plan *plan = answer->plan;
    bool results = true;
    for (size_t i = 0; i < plan->operand_count; i++)
        results = results && plan->operand[i].run_count > 0;
    struct own_files own;
    struct str name;
    short_line(out, STR("… incomplete: nothing stands side by side"));
    if (!answer->wish->standing &&
        own_files_find(out->home, plan->operand, plan->operand_count, &own)) {
        own_files_put(out, &own);
        return;
    }
    const struct printed *printed = own_files_printed(plan->operand, plan->operand_count, &name);
    if (printed && !answer->wish->standing && no_results(plan)) {
        own_files_put_printed(out, printed, name);
        if (printed_tool(printed))
            buf_putf(out, "\nNext:  dossier recipe %s\n", printed_tool(printed));
        else
            put_next(out, plan, "dossier compare");
        return;
    }
    if (results)
        put_why(out, plan);
    for (size_t i = 0; i < plan->operand_count && i < 4; i++)
        if (plan->operand[i].run_count > 0)
            put_side(out, &plan->operand[i], (char)('A' + i));
        else
            put_without(out, &plan->operand[i], (char)('A' + i));
    if (!answer->wish->standing)
        own_files_put_way(out, plan->operand, plan->operand_count);
    struct buf line = buf_new(out->home, (size_t)1 << 16);
    buf_put(&line, STR("Next:  dossier inspect"));
    for (size_t i = 0; i < plan->operand_count; i++) {
        if ((!results && plan->operand[i].run_count > 0) ||
            compare_stand_of(answer->wish, &plan->operand[i]))
            continue;
        buf_put_char(&line, ' ');
        short_quoted(&line, plan->operand[i].given);
    }
    buf_put_char(out, '\n');
    short_command(out, buf_str(&line));
}

void compare_put_few(struct buf *line, const struct compare_answer *answer, size_t test,
                     size_t side, const struct comparison *c)
{
    const struct test *at = &answer->plan->test[test];
    const size_t sides[] = { 0, side };
    for (size_t i = 0; i < 2; i++) {
        const struct operand *operand = &answer->plan->operand[sides[i]];
        struct buf value = buf_new(line->home, 1 << 14);
        side_put_range(&value, c, i == 0 ? c->a : c->b);
        if (value.len == 0) {
            const struct fact *fact =
                found_figure(operand, &operand->run[at->side[sides[i]].run[0]], at->row);
            if (!fact)
                buf_put(&value, STR("not told"));
            else
                figures_put_short(&value, fact);
        }
        struct str said = buf_str(&value); /* how far samples of one run lie apart has no room */
        said = str_sub(said, 0, str_find(said, STR(" (")));
        buf_putf(line, "%s%c %.*s", i == 0 ? "" : " | ", (int)('A' + sides[i]), STR_ARG(said));
    }
}

/* Lines of Go's benchmark format that `go test` did not write: it tells what it ran on above them.
 */
static bool is_own_figure(const struct operand *operand, const struct found_run *run)
{
    const struct inspected *file = &operand->file[run->file];
    return file->adapter && strcmp(file->adapter->name, "go-benchmark-text") == 0 &&
           str_find(file->evidence->bytes, STR("goos:")) == SIZE_MAX &&
           str_find(file->evidence->bytes, STR("pkg:")) == SIZE_MAX;
}

/* Whether both sides of a pair may be measured again by the command of `row`, which the first of
 * them gives; beside them a folder may hold results of other tools. */
static bool again_alike(const struct compare_plan *plan, const struct compare_turn *turn,
                        const struct carries **row, bool *own)
{
    const size_t sides[] = { 0, turn->side };
    for (size_t i = 0; i < ARRAY_COUNT(sides); i++) {
        const struct operand *operand = &plan->operand[sides[i]];
        const struct found_run *run = &operand->run[plan->test[turn->test].side[sides[i]].run[0]];
        if (run->row->again[0] == 0 || (*row && strcmp((*row)->tool, run->row->tool) != 0))
            return false;
        *row = *row ? *row : run->row;
        *own = *own || is_own_figure(operand, run);
    }
    return true;
}

void compare_put_again(struct buf *out, const struct compare_answer *answer)
{
    const struct carries *row = NULL;
    struct compare_turn turn = { 0 };
    bool own = false;
    while (compare_next(answer, &turn))
        if (turn.c && comparison_licenses(turn.c) &&
            compare_said_brief(out->home, turn.part, turn.c).len == 0 &&
            !again_alike(answer->plan, &turn, &row, &own))
            return;
    if (own)
        short_wrap(out,
                   STR("  Three times a side, a file each: run what was measured again, and write "
                       "its figure in the same way."),
                   5);
    else if (row)
        short_wrap(out, str_format(out->home, "  Three times a side, a file each: %s", row->again),
                   5);
}

void compare_put_naming(struct buf *out, const struct compare_answer *answer, size_t test,
                        const struct comparison *c)
{
    const struct carries *row = answer->plan->test[test].row;
    bool differs = false;
    for (size_t i = 0; i < c->finding_count; i++)
        differs = differs || (str_eq(c->finding[i].rule->id, STR("W1")) &&
                              short_counts(&c->finding[i], VERDICT_NOT)); /* not: made looser */
    if (differs && row && strstr(row->again, "-n WORK"))
        short_wrap(out,
                   str_format(out->home,
                              "  Where both commands do the same work, give it one name: %s -n "
                              "WORK ...",
                              row->tool),
                   2);
}
