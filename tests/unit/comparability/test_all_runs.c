/* test_all_runs.c - runs that are left out show in the numbers of those that are named (rule X6).
 */
#include "made_case.h"

static const char *const *paths; /* of A's three runs, then B's */

static void last_named(struct made_case *made)
{
    size_t at = 0;
    for (size_t s = 0; s < MADE_SYSTEMS; s++) {
        const struct system *system = &made->file.system[s];
        for (size_t m = 0; m < system->machine_count; m++) {
            for (size_t r = 0; r < system->machine[m].run_count; r++) {
                struct str path = str_from(paths[at++]), rest = path, head;
                struct run *run = &system->machine[m].run[r];
                run->path = path;
                if (str_find(path, STR("#")) != SIZE_MAX) {
                    (void)str_cut(&rest, '#', &head);
                    run->path = head;
                    run->instance = rest;
                }
            }
        }
    }
}

static void gaps_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *path[6];
        const char *gaps; /* empty: none */
    } rows[] = {
        { { "A/r1", "A/r2", "A/r3", "B/r1", "B/r2", "B/r3" }, "" },
        { { "A/r1", "A/r2", "A/r3", "B/r1", "B/r3", "B/r4" }, "B/r2" },
        { { "A/r01", "A/r03", "A/r04", "B/r01", "B/r02", "B/r03" }, "A/r02" },
        { { "A/r1", "A/r3", "A/r5", "B/r2", "B/r4", "B/r6" }, "A/r2, A/r4, B/r3, B/r5" },
        { { "all/r1", "all/r3", "all/r5", "all/r2", "all/r4", "all/r6" }, "" },
        { { "all/r1", "all/r3", "all/r5", "all/r2", "all/r4", "all/r7" }, "all/r6" },
        { { "u1/r1", "u1/r3", "u2/r2", "B/r1", "B/r2", "B/r3" }, "" },
        { { "A/x", "A/y", "A/z", "B/x", "B/y", "B/z" }, "" },
        { { "A/20261101", "A/20261103", "A/20261109", "B/r1", "B/r2", "B/r3" }, "" },
        { { "a.json#0", "a.json#1", "a.json#2", "b.json#0", "b.json#1", "b.json#5" }, "b.json#2" },
        { { "a.json#c 8", "a.json#c 16", "a.json#c 32", "B/r1", "B/r2", "B/r3" }, "" },
        { { "A.tar!r1", "A.tar!r2", "A.tar!r4", "B/1-x", "B/2-x", "B/3-x" }, "A.tar!r3" },
    };
    static const struct made_fact none[] = { { MADE_CASE, KEY_CASE_LEDGER, "", NULL, FACT_DECLARED,
                                               UNIT_NONE } };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        paths = rows[i].path;
        struct made_case *made =
            made_new(&(struct made_change){ .fact = none, .fact_count = 1, .last = last_named });
        const struct finding *finding = made_finding(&made->model.comparison[0], "X6");
        assert_int_equal(finding->judgement, FAILS);
        bool said = str_find(finding->said, STR("left out")) != SIZE_MAX ||
                    str_find(finding->said, STR("leaves out")) != SIZE_MAX;
        if (!str_eq(finding->instance, str_from(rows[i].gaps)) || said != (rows[i].gaps[0] != 0)) {
            fail_msg("row %zu: %.*s; %.*s", i, STR_ARG(finding->instance), STR_ARG(finding->said));
        }
        made_free(made);
    }
}

static const char *ledger;

static void last_ledger(struct made_case *made)
{
    last_named(made);
    for (size_t i = 0; i < ARRAY_COUNT(made->evidence); i++) {
        if (str_eq(made->evidence[i].name, STR("ledger.json"))) {
            made->evidence[i].bytes = str_from(ledger);
        }
    }
}

/* Whoever keeps a ledger has said why, if it names the run; a ledger that does not know of it
 * contradicts the numbers. */
static void ledger_accounts_for_gaps(void **state)
{
    (void)state;
    static const char *const path[6] = { "A/r1", "A/r2", "A/r3", "B/r1", "B/r3", "B/r4" };
    static const struct {
        const char *ledger;
        enum judgement judgement;
    } rows[] = {
        { "run,state\nB/r2,excluded: power cut\n", HOLDS },
        { "{ \"excluded\": { \"r2\": \"power cut\" } }", HOLDS },
        { "All runs are present.", FAILS },
        { "B/r21,excluded\nunr2\n", FAILS },
        { "", FAILS },
        { "\xff B/r2", FAILS },
    };
    paths = path;
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        ledger = rows[i].ledger;
        struct made_case *made = made_new(&(struct made_change){ .last = last_ledger });
        const struct finding *finding = made_finding(&made->model.comparison[0], "X6");
        if (finding->judgement != rows[i].judgement ||
            !str_eq(finding->instance, rows[i].judgement == HOLDS ? STR("") : STR("B/r2"))) {
            fail_msg("row %zu: %.*s", i, STR_ARG(finding->said));
        }
        made_free(made);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gaps_are_named),
        cmocka_unit_test(ledger_accounts_for_gaps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
