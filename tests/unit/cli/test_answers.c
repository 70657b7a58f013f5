/* test_answers.c - what a comparison answers, and with which exit status. */
#include "cli_test.h"

#include "answers.h"
#include "pipeline.h"

static const struct rule_text rule_w = { .id = STR_INIT("W1"), .family = FAMILY_W };
static const struct rule_text rule_s = { .id = STR_INIT("S2"), .family = FAMILY_S };

static void an_answer_needs_a_licence(void **state)
{
    (void)state;
    const struct finding other = { .rule = &rule_w, .cell = VERDICT_NOT };
    const struct finding unsteady = { .rule = &rule_s, .cell = VERDICT_NOT };
    const struct finding open = { .rule = &rule_w, .cell = VERDICT_INCOMPLETE };
    const struct layer_difference moved = { .state = LAYER_CHANGED };
    const struct {
        struct comparison comparison;
        const char *word;
        int status;
    } rows[] = {
        { { .verdict = VERDICT_COMPARABLE, .decision = "equivalent" }, "reproduced", 0 },
        { { .verdict = VERDICT_STATED, .decision = "equivalent" }, "reproduced", 0 },
        { { .verdict = VERDICT_COMPARABLE, .decision = "better" }, "not reproduced", 1 },
        { { .verdict = VERDICT_COMPARABLE, .decision = "worse" }, "not reproduced", 1 },
        { { .verdict = VERDICT_COMPARABLE, .decision = "inconclusive" }, "undecided", 2 },
        { { .verdict = VERDICT_COMPARABLE }, "undecided", 2 },
        { { .verdict = VERDICT_COMPARABLE,
            .decision = "equivalent",
            .layer = &moved,
            .layer_count = 1 },
          "another configuration",
          2 },
        { { .verdict = VERDICT_NOT, .finding = &other, .finding_count = 1 }, "other work", 2 },
        { { .verdict = VERDICT_NOT, .finding = &unsteady, .finding_count = 1 }, "undecided", 2 },
        { { .verdict = VERDICT_INCOMPLETE, .finding = &open, .finding_count = 1 }, "undecided", 2 },
        { { .verdict = VERDICT_NOT, .decision = "equivalent" }, "undecided", 2 },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        const struct answer *answer = answer_of(&rows[i].comparison);
        assert_string_equal(answer->word, rows[i].word);
        assert_int_equal(answer->status, rows[i].status);
    }
}

/* 1 comes before 2, 2 before 0; nothing compared is nothing shown. */
static void the_worst_comparison_is_the_status(void **state)
{
    (void)state;
    static const struct {
        enum verdict verdict[3];
        size_t count;
        int status, strict;
    } rows[] = {
        { { 0 }, 0, 2, 2 },
        { { VERDICT_COMPARABLE }, 1, 0, 0 },
        { { VERDICT_STATED }, 1, 0, 1 },
        { { VERDICT_INCOMPLETE }, 1, 2, 2 },
        { { VERDICT_NOT }, 1, 1, 1 },
        { { VERDICT_COMPARABLE, VERDICT_INCOMPLETE, VERDICT_STATED }, 3, 2, 1 },
        { { VERDICT_NOT, VERDICT_INCOMPLETE, VERDICT_COMPARABLE }, 3, 1, 1 },
        { { VERDICT_INCOMPLETE, VERDICT_NOT }, 2, 1, 1 },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct comparison comparison[3] = { 0 };
        for (size_t k = 0; k < rows[i].count; k++)
            comparison[k].verdict = rows[i].verdict[k];
        const struct pipeline p = { .model = { .comparison = comparison,
                                               .comparison_count = rows[i].count } };
        assert_int_equal(pipeline_status(&p, false), rows[i].status);
        assert_int_equal(pipeline_status(&p, true), rows[i].strict);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(an_answer_needs_a_licence),
        CASE(the_worst_comparison_is_the_status),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
