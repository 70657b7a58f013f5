/* compare_reports.c - the answer of `compare` for CI: Markdown and JUnit. Names come from evidence:
 * what has a meaning in either is written so that it has none. */
#include "compare_reports.h"
#include "compare_beside.h"
#include "short_text.h"
#include "verdict_text.h"
#include <string.h>

struct pair { /* one test between the first operand and another */
    const struct test *test;
    size_t side, index; /* index: of the test */
    const struct compare_part *part;
    const struct comparison *c; /* NULL: not judged */
    struct str name;            /* of the work; "B against A" where nothing tells it */
};

static size_t pairs_most(const struct compare_answer *answer)
{
    return answer->plan->test_count * answer->plan->operand_count + 1;
}

static size_t pairs_of(const struct compare_answer *answer, struct arena *home, struct pair *out)
{
    const struct compare_plan *plan = answer->plan;
    size_t count = 0;
    for (size_t i = 0; i < plan->test_count; i++) {
        for (size_t side = 1; side < plan->operand_count; side++) {
            const struct test *test = &plan->test[i];
            if (test->side[0].count == 0 || test->side[side].count == 0)
                continue;
            struct pair *pair = &out[count++];
            *pair = (struct pair){ .test = test, .side = side, .index = i };
            pair->c = compare_found(answer, i, side, &pair->part);
            struct str versus = str_format(home, "%c against A", (int)('A' + side));
            pair->name = test->shown.len > 0
                             ? str_format(home, "%.*s, %.*s", STR_ARG(test->shown), STR_ARG(versus))
                             : versus;
        }
    }
    return count;
}

bool compare_all_equal(const struct compare_answer *answer)
{
    struct arena *home = arena_new((size_t)1 << 24);
    struct pair *pair = ARENA_MANY(home, pairs_most(answer), struct pair);
    size_t count = pairs_of(answer, home, pair);
    bool equal = count > 0;
    for (size_t i = 0; i < count; i++)
        equal = equal && pair[i].c != NULL && pair[i].c->decision != NULL &&
                strcmp(pair[i].c->decision, "equivalent") == 0;
    for (size_t i = 0; i < answer->plan->operand_count; i++)
        equal = equal && answer->plan->alone_count[i] == 0;
    equal = equal && !compare_beside_differs(answer);
    arena_free(home);
    return equal && answer->plan->test_left == 0;
}

/* One line of what a comparison says: its change, else why there is none. */
static struct str said_of(struct arena *home, const struct pair *pair)
{
    struct buf line = buf_new(home, (size_t)1 << 16);
    if (pair->c == NULL)
        return STR("not judged");
    struct str said = compare_said(home, pair->part, pair->c);
    if (said.len > 0)
        return said;
    if (comparison_licenses(pair->c))
        return STR("too few runs a side for a ratio");
    short_reason_line(&line, pair->c);
    return buf_str(&line);
}

/* ---- Markdown ---- */

static void put_plain(struct buf *out, struct str text)
{
    struct buf seen = buf_new(out->home, (size_t)1 << 20);
    buf_put_visible(&seen, text);
    struct str visible = buf_str(&seen);
    for (size_t i = 0; i < visible.len; i++) {
        char c = visible.at[i];
        if (c == '<')
            buf_put(out, STR("&lt;"));
        else if (c == '&')
            buf_put(out, STR("&amp;"));
        else if (c == '\n')
            buf_put_char(out, ' ');
        else {
            if (strchr("|\\`*_[]#@", c) != NULL)
                buf_put_char(out, '\\');
            buf_put_char(out, c);
        }
    }
}

static void put_beside(struct buf *out, const struct pair *pair)
{
    if (pair->c == NULL)
        return;
    for (size_t i = 0; i < pair->c->finding_count; i++) {
        const struct finding *finding = &pair->c->finding[i];
        if (finding->cell == VERDICT_COMPARABLE)
            continue;
        buf_putf(out, "- %s %.*s ", verdict_row(finding->cell)->glyph, STR_ARG(finding->rule->id));
        put_plain(out, finding_words(out->home, finding));
        buf_put_char(out, '\n');
    }
}

/* A line of two blanks begins what further lines of four go on with. */
static void put_said_beside(struct buf *out, const struct compare_answer *answer)
{
    struct str rest = answer->beside_said, line;
    bool begun = false;
    while (str_cut(&rest, '\n', &line)) {
        if (line.len == 0)
            continue;
        bool more = str_starts(line, STR("    "));
        buf_put(out, more ? STR(" ") : begun ? STR("\n- ") : STR("- "));
        put_plain(out, str_trim(line));
        begun = true;
    }
    if (begun)
        buf_put_char(out, '\n');
}

void compare_put_markdown(const struct compare_answer *answer, struct buf *out)
{
    struct pair *pair = ARENA_MANY(out->home, pairs_most(answer), struct pair);
    size_t count = pairs_of(answer, out->home, pair);
    buf_put(out, STR("### dossier compare\n\n"));
    for (size_t i = 0; i < answer->plan->operand_count; i++) {
        buf_putf(out, "- %c: ", (int)('A' + i));
        put_plain(out, answer->plan->operand[i].label);
        buf_put_char(out, '\n');
    }
    buf_putf(out, "- profile: %s\n", answer->wish->profile);
    put_said_beside(out, answer);
    buf_put_char(out, '\n');
    if (count == 0)
        buf_put(out, STR("Nothing stands side by side.\n"));
    else
        buf_put(out, STR("| work | verdict | says |\n| --- | --- | --- |\n"));
    for (size_t i = 0; i < count; i++) {
        buf_put(out, STR("| "));
        put_plain(out, pair[i].name);
        if (pair[i].c != NULL)
            buf_putf(out, " | %s %s | ", verdict_row(pair[i].c->verdict)->glyph,
                     verdict_row(pair[i].c->verdict)->name);
        else
            buf_put(out, STR(" | … not judged | "));
        put_plain(out, said_of(out->home, &pair[i]));
        buf_put(out, STR(" |\n"));
    }
    for (size_t i = 0; i < answer->plan->operand_count; i++) {
        for (size_t k = 0; k < answer->plan->alone_count[i]; k++) {
            buf_putf(out, "%sonly in %c: ", k == 0 ? "\n" : "; ", (int)('A' + i));
            put_plain(out, answer->plan->alone[i][k]);
        }
        if (answer->plan->alone_count[i] > 0)
            buf_put_char(out, '\n');
    }
    for (size_t i = 0; i < count; i++) {
        buf_put(out, STR("\n<details><summary>"));
        put_plain(out, pair[i].name);
        buf_put(out, STR(": what decides it and what stands beside it</summary>\n\n"));
        put_beside(out, &pair[i]);
        buf_put(out, STR("\n</details>\n"));
    }
}

/* ---- JUnit ---- */

static void put_xml(struct buf *out, struct str text)
{
    struct buf seen = buf_new(out->home, (size_t)1 << 20);
    buf_put_visible(&seen, text);
    struct str visible = buf_str(&seen);
    for (size_t i = 0; i < visible.len; i++) {
        switch (visible.at[i]) {
        case '&':
            buf_put(out, STR("&amp;"));
            break;
        case '<':
            buf_put(out, STR("&lt;"));
            break;
        case '>':
            buf_put(out, STR("&gt;"));
            break;
        case '"':
            buf_put(out, STR("&quot;"));
            break;
        default:
            buf_put_char(out, visible.at[i]);
        }
    }
}

/* 0 passed, 1 failed, 2 skipped */
static int outcome_of_pair(struct arena *home, const struct gate *gate,
                           const struct compare_answer *answer, const struct pair *pair)
{
    if (gate->asked) {
        struct str why;
        int outcome = gate_pair(gate, answer, pair->index, pair->side, home, &why);
        return outcome == GATE_INCOMPARABLE ? gate->incomparable : outcome;
    }
    return pair->c != NULL && comparison_licenses(pair->c)      ? STATUS_HOLDS
           : pair->c != NULL && pair->c->verdict == VERDICT_NOT ? STATUS_HOLDS_NOT
                                                                : STATUS_UNDECIDED;
}

static void put_case(struct buf *out, const struct pair *pair, int outcome)
{
    static const char *const element[] = { NULL, "failure", "skipped" };
    const char *metric =
        pair->test->row != NULL ? vocabulary_row(pair->test->row->metric)->name : "none";
    buf_putf(out, "    <testcase classname=\"dossier.%s\" name=\"", metric);
    put_xml(out, pair->name);
    buf_put(out, STR("\">\n"));
    if (element[outcome] != NULL) {
        buf_putf(out, "      <%s message=\"", element[outcome]);
        put_xml(out, said_of(out->home, pair));
        buf_put(out, STR("\"/>\n"));
    } else {
        buf_put(out, STR("      <system-out>"));
        put_xml(out, said_of(out->home, pair));
        buf_put(out, STR("</system-out>\n"));
    }
    buf_put(out, STR("    </testcase>\n"));
}

/* Work of A that another side lacks did not pass. */
static size_t put_missing(struct buf *out, const struct compare_answer *answer)
{
    const struct compare_plan *plan = answer->plan;
    for (size_t i = 0; i < plan->alone_count[0]; i++) {
        buf_put(out, STR("    <testcase classname=\"dossier.none\" name=\""));
        put_xml(out, plan->alone[0][i]);
        buf_put(out, STR("\">\n      <skipped message=\"only in A\"/>\n    </testcase>\n"));
    }
    return plan->alone_count[0];
}

void compare_put_junit(const struct compare_answer *answer, const struct gate *gate,
                       struct buf *out)
{
    struct pair *pair = ARENA_MANY(out->home, pairs_most(answer), struct pair);
    struct buf cases = buf_new(out->home, (size_t)64 << 20);
    size_t count = pairs_of(answer, out->home, pair), by[3] = { 0 };
    for (size_t i = 0; i < count; i++) {
        int outcome = outcome_of_pair(out->home, gate, answer, &pair[i]);
        by[outcome]++;
        put_case(&cases, &pair[i], outcome);
    }
    size_t missing = put_missing(&cases, answer);
    buf_putf(out,
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite "
             "name=\"dossier compare\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" "
             "skipped=\"%zu\">\n",
             count + missing, by[STATUS_HOLDS_NOT], by[STATUS_UNDECIDED] + missing);
    buf_put(out, buf_str(&cases));
    buf_put(out, STR("  </testsuite>\n</testsuites>\n"));
}
