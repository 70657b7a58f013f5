/* compare_reports.c - the answer of `compare` for CI: Markdown and JUnit. */
#include "compare_reports.h"
#include "compare_beside.h"
#include "reports.h"
#include "short_text.h"
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
    struct compare_turn turn = { 0 };
    while (compare_next(answer, &turn)) {
        const struct test *test = &plan->test[turn.test];
        if (test->side[0].count == 0 || test->side[turn.side].count == 0)
            continue;
        struct pair *pair = &out[count++];
        *pair = (struct pair){
            .test = test, .side = turn.side, .index = turn.test, .c = turn.c, .part = turn.part
        };
        struct str versus = str_format(home, "%c against A", (int)('A' + turn.side));
        pair->name = test->shown.len > 0
                         ? str_format(home, "%.*s, %.*s", STR_ARG(test->shown), STR_ARG(versus))
                         : versus;
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
        equal = equal && pair[i].c && pair[i].c->decision &&
                strcmp(pair[i].c->decision, "equivalent") == 0;
    for (size_t i = 0; i < answer->plan->operand_count; i++) {
        struct str *lacking;
        equal = equal && answer->plan->alone_count[i] == 0 &&
                compare_lacking(answer->plan, i, home, &lacking) == 0;
    }
    equal = equal && !compare_beside_differs(answer);
    arena_free(home);
    return equal && answer->plan->test_left == 0;
}

/* One line of what a comparison says: its change, else why there is none. */
static struct str said_of(struct arena *home, const struct pair *pair)
{
    struct buf line = buf_new(home, (size_t)1 << 16);
    if (!pair->c)
        return STR("not judged");
    struct str said = compare_said(home, pair->part, pair->c);
    if (said.len > 0)
        return said;
    if (comparison_licenses(pair->c))
        return STR("too few runs a side for a ratio");
    short_reason_line(&line, pair->c);
    return buf_str(&line);
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
    return pair->c && comparison_licenses(pair->c)      ? STATUS_HOLDS
           : pair->c && pair->c->verdict == VERDICT_NOT ? STATUS_HOLDS_NOT
                                                        : STATUS_UNDECIDED;
}

static struct reported *reported_of(struct arena *home, const struct gate *gate,
                                    const struct compare_answer *answer, size_t *count)
{
    struct pair *pair = ARENA_MANY(home, pairs_most(answer), struct pair);
    struct reported *out = ARENA_MANY(home, pairs_most(answer), struct reported);
    *count = pairs_of(answer, home, pair);
    for (size_t i = 0; i < *count; i++)
        out[i] = (struct reported){
            .name = pair[i].name,
            .metric = pair[i].test->row ? vocabulary_row(pair[i].test->row->metric)->name : NULL,
            .c = pair[i].c,
            .said = said_of(home, &pair[i]),
            .outcome = gate ? outcome_of_pair(home, gate, answer, &pair[i]) : 0,
        };
    return out;
}

/* ---- Markdown ---- */

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
        markdown_put_plain(out, str_trim(line));
        begun = true;
    }
    if (begun)
        buf_put_char(out, '\n');
}

static void put_works(struct buf *out, const char *where, size_t side, const struct str *work,
                      size_t count)
{
    for (size_t k = 0; k < count; k++) {
        buf_putf(out, "%s%s in %c: ", k == 0 ? "\n" : "; ", where, (int)('A' + side));
        markdown_put_plain(out, work[k]);
    }
    if (count > 0)
        buf_put_char(out, '\n');
}

void compare_put_markdown(const struct compare_answer *answer, struct buf *out)
{
    size_t count;
    const struct reported *item = reported_of(out->home, NULL, answer, &count);
    buf_put(out, STR("### dossier compare\n\n"));
    for (size_t i = 0; i < answer->plan->operand_count; i++) {
        buf_putf(out, "- %c: ", (int)('A' + i));
        markdown_put_plain(out, answer->plan->operand[i].label);
        buf_put_char(out, '\n');
    }
    buf_putf(out, "- profile: %s\n", answer->wish->profile);
    put_said_beside(out, answer);
    buf_put_char(out, '\n');
    markdown_put_rows(out, item, count);
    for (size_t i = 0; i < answer->plan->operand_count; i++)
        put_works(out, "only", i, answer->plan->alone[i], answer->plan->alone_count[i]);
    for (size_t i = 0; i < answer->plan->operand_count; i++) {
        struct str *lacking;
        size_t lacks = compare_lacking(answer->plan, i, out->home, &lacking);
        put_works(out, "not", i, lacking, lacks);
    }
    markdown_put_folds(out, item, count);
}

/* ---- JUnit ---- */

/* Work of A that another side lacks did not pass, and failed where the line says that of what may
 * not be compared. Returns how many there are of it. */
static size_t missing_add(struct arena *home, const struct gate *gate,
                          const struct compare_plan *plan, struct reported *out)
{
    bool fails = gate->asked && gate->incomparable == STATUS_HOLDS_NOT;
    int outcome = fails ? STATUS_HOLDS_NOT : STATUS_UNDECIDED;
    size_t count = 0;
    for (size_t i = 0; i < plan->alone_count[0]; i++)
        out[count++] = (struct reported){ .name = plan->alone[0][i],
                                          .said = STR("only in A"),
                                          .outcome = outcome };
    for (size_t i = 0; i < plan->test_count; i++)
        for (size_t side = 1; plan->test[i].side[0].count > 0 && side < plan->operand_count; side++)
            if (plan->test[i].side[side].count == 0)
                out[count++] =
                    (struct reported){ .name = str_format(home, "%.*s, %c against A",
                                                          STR_ARG(plan->test[i].shown),
                                                          (int)('A' + side)),
                                       .said = str_format(home, "not in %c", (int)('A' + side)),
                                       .outcome = outcome };
    if (plan->test_left > 0)
        out[count++] = (struct reported){ .name = str_format(home, "%zu more", plan->test_left),
                                          .said = STR("not judged: there are too many tests"),
                                          .outcome = outcome };
    return count;
}

void compare_put_junit(const struct compare_answer *answer, const struct gate *gate,
                       struct buf *out)
{
    const struct compare_plan *plan = answer->plan;
    size_t pairs, missing;
    const struct reported *pair = reported_of(out->home, gate, answer, &pairs);
    struct reported *item =
        ARENA_MANY(out->home, 2 * pairs_most(answer) + plan->alone_count[0] + 1, struct reported);
    memcpy(item, pair, pairs * sizeof *item);
    missing = missing_add(out->home, gate, plan, item + pairs);
    junit_put(out, "dossier compare", item, pairs + missing);
}
