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
        /* the runs of a made case began A, B, A, B, A, B: numbers in that order are turns */
        { { "A/r1", "A/r3", "A/r5", "B/r2", "B/r4", "B/r6" }, "" },
        { { "A/r1", "A/r3", "A/r5", "B/r2", "B/r6", "B/r4" }, "A/r2, A/r4, B/r3, B/r5" },
        { { "A/r1", "A/r3", "A/r5", "B/r2", "B/r3", "B/r6" }, "A/r2, A/r4, B/r4" },
        { { "all/r1", "all/r3", "all/r5", "all/r2", "all/r4", "all/r6" }, "" },
        { { "all/r1", "all/r3", "all/r5", "all/r2", "all/r4", "all/r7" }, "all/r6" },
        { { "u1/r1", "u1/r3", "u2/r2", "B/r1", "B/r2", "B/r3" }, "" },
        /* counted in tens, each side from its own start; one that is missing within the step is */
        { { "A/r10", "A/r20", "A/r30", "B/r15", "B/r25", "B/r35" }, "" },
        { { "A/r10", "A/r20", "A/r40", "B/r15", "B/r25", "B/r35" }, "A/r30" },
        { { "all/r10", "all/r30", "all/r50", "all/r20", "all/r40", "all/r60" }, "" },
        { { "all/r10", "all/r30", "all/r50", "all/r20", "all/r60", "all/r70" }, "all/r40" },
        { { "a.json#0", "a.json#100", "a.json#200", "B/r1", "B/r2", "B/r3" }, "" },
        /* no step: two numbers, steps of several lengths, every second run */
        { { "A/r1", "A/x", "A/r6", "B/r1", "B/r2", "B/r3" }, "A/r2" },
        { { "A/r10", "A/r20", "A/r35", "B/r1", "B/r2", "B/r3" }, "A/r11, A/r21" },
        { { "A/r2", "A/r4", "A/r6", "B/r1", "B/r2", "B/r3" }, "A/r3, A/r5" },
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
        if (!str_eq(finding->instance, str_from(rows[i].gaps)) || said != (rows[i].gaps[0] != 0))
            fail_msg("row %zu: %.*s; %.*s", i, STR_ARG(finding->instance), STR_ARG(finding->said));
        made_free(made);
    }
}

/* ---- the ledger ---- */

static const struct ledger_line *lines; /* behind those of the runs there are, less `missing` */
static size_t line_count;
static const char *missing, *fault;

static void last_ledger(struct made_case *made)
{
    struct ledger *ledger = ARENA_NEW(made->home, struct ledger);
    struct ledger_line *line = ARENA_MANY(made->home, MADE_LINES, struct ledger_line);
    size_t kept = 0;
    last_named(made);
    ledger->evidence = &made->evidence[14];
    ledger->fault = str_from(fault);
    made_lines(line, &ledger->count, made->file.system, made->file.system_count);
    for (size_t i = 0; i < ledger->count; i++)
        if (!str_eq(line[i].run, str_from(missing)))
            line[kept++] = line[i];
    for (size_t i = 0; i < line_count; i++) {
        line[kept] = lines[i];
        line[kept].start = line[kept].end = (double)NAN;
        kept++;
    }
    ledger->line = line;
    ledger->count = kept;
    made->file.ledger = ledger;
}

#define OUT(name, why)                                                                             \
    {                                                                                              \
        .run = STR_INIT(name), .planned = true, .excluded = true, .reason = STR_INIT(why)          \
    }
#define IN(name) .run = STR_INIT(name), .planned = true, .present = true

/* Whoever keeps a ledger has said why a run is not there; one that does not agree with the runs of
 * the case shows nothing. */
static void ledger_agrees_with_the_runs(void **state)
{
    (void)state;
    static const char *const whole[6] = { "A/r1", "A/r2", "A/r3", "B/r1", "B/r2", "B/r3" };
    static const char *const gap[6] = { "A/r1", "A/r2", "A/r3", "B/r1", "B/r3", "B/r4" };
    static const struct ledger_line left_out = OUT("B/r2", "power cut"),
                                    left_out_short = OUT("r2", "power cut"),
                                    silently = OUT("B/r2", ""), like = OUT("B/r21", "power cut"),
                                    again = { IN("A/r2") }, more = { IN("B/r7") },
                                    used = OUT("A/r2", "too slow"),
                                    other_side = { IN("B/r2"), .side = STR_INIT("A") },
                                    other_folder = { IN("r2"), .within = { STR_INIT("A") } },
                                    whose = { IN("r2"), .side = STR_INIT("B") },
                                    digest = { IN("B/r2"), .has_digest = true };
    static const struct {
        const char *const *path;
        const char *missing;
        const struct ledger_line *line;
        const char *said; /* NULL: it holds */
    } rows[] = {
        { whole, "", NULL, NULL },
        { gap, "", &left_out, NULL },
        { gap, "", &left_out_short, "r2 is left out in the ledger and used here" },
        { gap, "", &silently, "B/r2 is left out without a reason" },
        { gap, "", &like, "not named in the case: B/r2" },
        { gap, "", NULL, "not named in the case: B/r2" },
        { whole, "A/r2", NULL, "A/r2 is in the case and not in the ledger" },
        { whole, "", &again, "A/r2 stands in the ledger more than once" },
        { whole, "", &more, "B/r7 is in the ledger and not in the case" },
        { whole, "A/r2", &used, "A/r2 is left out in the ledger and used here" },
        { whole, "B/r2", &other_side, "B/r2 belongs to another system in the ledger" },
        { whole, "A/r2", &other_folder, NULL },
        { whole, "B/r2", &other_folder, "B/r2 is in the case and not in the ledger" },
        { whole, "B/r2", &whose, NULL },
        { whole, "B/r2", &again, "A/r2 stands in the ledger more than once" },
        { whole, "B/r2", &digest, "has other files than the ledger has the digest of" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        paths = rows[i].path;
        missing = rows[i].missing;
        lines = rows[i].line;
        line_count = lines ? 1 : 0;
        struct made_case *made = made_new(&(struct made_change){ .last = last_ledger });
        const struct comparison *comparison = &made->model.comparison[0];
        bool told = false;
        for (size_t k = 0; k < comparison->finding_count; k++) {
            const struct finding *finding = &comparison->finding[k];
            bool ours = str_eq(finding->rule->id, STR("X6"));
            told = told || (ours && (rows[i].said ? finding->judgement == FAILS &&
                                                        str_find(finding->said,
                                                                 str_from(rows[i].said)) != SIZE_MAX
                                                  : finding->judgement == HOLDS));
        }
        if (!told)
            fail_msg("row %zu: %.*s", i, STR_ARG(made_finding(comparison, "X6")->said));
        made_free(made);
    }
}

static void what_is_no_ledger_shows_nothing(void **state)
{
    (void)state;
    static const char *const path[6] = { "A/x", "A/y", "A/z", "B/x", "B/y", "B/z" };
    paths = path;
    missing = "";
    line_count = 0;
    fault = "it is empty";
    struct made_case *made = made_new(&(struct made_change){ .last = last_ledger });
    const struct finding *finding = made_finding(&made->model.comparison[0], "X6");
    assert_int_equal(finding->judgement, FAILS);
    assert_true(str_find(finding->said,
                         STR("nothing shows when it was made, nor what it covers")) != SIZE_MAX);
    made_free(made);
    fault = NULL;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gaps_are_named),
        cmocka_unit_test(ledger_agrees_with_the_runs),
        cmocka_unit_test(what_is_no_ledger_shows_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
