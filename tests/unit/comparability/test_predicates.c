/* test_predicates.c - how the parts of a test make one judgement of its rule. */
#include "made_case.h"

#include "predicates.h"

/* Parts that note that they were asked, and with which keys. */
static char asked[80];

static bool noted(struct tally *tally, const struct ask *ask, char name, bool fails, bool applies)
{
    size_t end = strlen(asked);
    (void)snprintf(asked + end, sizeof asked - end, "%c%zu", name, ask->key_count);
    if (fails) {
        struct outcome outcome = outcome_of(FAILS);
        tally_say(tally, &outcome);
    }
    return applies;
}
static bool fine(struct tally *tally, const struct ask *ask)
{
    return noted(tally, ask, 'f', false, true);
}
static bool idle(struct tally *tally, const struct ask *ask)
{
    return noted(tally, ask, 'i', false, false);
}
static bool wrong(struct tally *tally, const struct ask *ask)
{
    return noted(tally, ask, 'w', true, true);
}
static bool wrong_limit(struct tally *tally, const struct ask *ask)
{
    return noted(tally, ask, 'l', true, false);
}

/* What a part may be told to ask first. */
static bool always_so(const struct judging *judging)
{
    return judging != NULL;
}
static bool never_so(const struct judging *judging)
{
    return !judging;
}

static bool always_unless(const struct judging *judging, const struct rule *rule)
{
    (void)rule;
    return always_so(judging);
}

static bool never_unless(const struct judging *judging, const struct rule *rule)
{
    (void)rule;
    return never_so(judging);
}

static const enum key keys[] = { KEY_METHOD_TOOL, KEY_METHOD_TOOL_VERSION, KEY_RUN_EXIT };
static const struct circumstance always[] = { { CONDITION_ALWAYS, SEVERITY_BLOCKS } };

static void parts_make_one_judgement(void **state)
{
    (void)state;
    static const struct {
        struct asks asks;
        const char *asked;
        size_t found;
        enum judgement judgement;
    } rows[] = {
        { { .part = { { .test = fine } } }, "f3", 1, HOLDS },
        { { .part = { { .test = idle } } }, "i3", 1, NOT_APPLICABLE },
        { { .always = true, .part = { { .test = idle } } }, "i3", 1, HOLDS },
        /* one part that applies is enough, whichever */
        { { .part = { { .test = idle }, { .test = fine } } }, "i3f3", 1, HOLDS },
        { { .part = { { .test = fine }, { .test = idle } } }, "f3i3", 1, HOLDS },
        /* what fails is said, also by a part that is but a limit on others */
        { { .part = { { .test = fine }, { .test = wrong_limit } } }, "f3l3", 1, FAILS },
        { { .part = { { .test = wrong }, { .test = wrong } } }, "w3w3", 1, FAILS },
        /* behind a gate that is shut nothing is asked */
        { { .part = { { .test = idle, .gate = true }, { .test = wrong } } },
          "i3",
          1,
          NOT_APPLICABLE },
        { { .part = { { .test = fine, .gate = true }, { .test = wrong } } }, "f3w3", 1, FAILS },
        /* behind the last that applies nothing is asked, either */
        { { .part = { { .test = fine, .last = true }, { .test = wrong } } }, "f3", 1, HOLDS },
        { { .part = { { .test = idle, .last = true }, { .test = wrong } } }, "i3w3", 1, FAILS },
        /* unless: passed over, as if it were not there */
        { { .part = { { .test = wrong, .unless = always_unless }, { .test = idle } } },
          "i3",
          1,
          NOT_APPLICABLE },
        { { .part = { { .test = wrong, .unless = never_unless }, { .test = idle } } },
          "w3i3",
          1,
          FAILS },
        /* where: else nothing is asked, and the rule is about something else */
        { { .where = never_so, .always = true, .part = { { .test = wrong } } },
          "",
          1,
          NOT_APPLICABLE },
        { { .where = always_so, .part = { { .test = fine } } }, "f3", 1, HOLDS },
        /* then: where nothing was said before; what stands behind is asked all the same */
        { { .part = { { .test = wrong }, { .test = wrong, .then = true }, { .test = fine } } },
          "w3f3",
          1,
          FAILS },
        { { .part = { { .test = fine }, { .test = wrong, .then = true } } }, "f3w3", 1, FAILS },
        /* keys of a part: some, the rest, none */
        { { .part = { { .test = fine, .count = 1 },
                      { .test = fine, .from = 1 },
                      { .test = fine, .from = 3 } } },
          "f1f2f0",
          1,
          HOLDS },
        { { .part = { { .test = fine, .from = 1, .count = 1 } } }, "f1", 1, HOLDS },
    };
    struct made_case *made = made_new(&(struct made_change){ 0 });
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct judging judging = { .home = made->home, .case_file = &made->file };
        struct rule rule = {
            .key = keys, .key_count = ARRAY_COUNT(keys), .severity = always, .severity_count = 1
        };
        asked[0] = '\0';
        asks_judge(&judging, &rule, &rows[i].asks);
        assert_string_equal(asked, rows[i].asked);
        assert_int_equal(judging.finding_count, rows[i].found);
        assert_int_equal(judging.finding[0].judgement, rows[i].judgement);
    }
    made_free(made);
}

/* A row of the table is a test of its own, or has parts; what it says fits the rules that name it.
 */
static void every_row_has_something_to_ask(void **state)
{
    (void)state;
    for (size_t i = 0; predicate_at(i); i++) {
        const struct predicate *row = predicate_at(i);
        const struct asks *asks = predicate_asks(row);
        assert_true(!asks->judge == (asks->part[0].test != NULL));
        for (size_t k = 0; k < ARRAY_COUNT(asks->part) && asks->part[k].test; k++) {
            if (asks->part[k].from > row->most) {
                fail_msg("%s: a part takes keys from %u, of %u at most", row->name,
                         asks->part[k].from, row->most);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_make_one_judgement),
        cmocka_unit_test(every_row_has_something_to_ask),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
