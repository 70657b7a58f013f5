/* test_case_names.c - names in case.json: pairs, labels and workloads that a reader can tell apart.
 */
#include "case_text.h"

/* Refused with these words; NULL: accepted. */
static void assert_said(struct arena *home, const struct read *r, size_t row, const char *expected)
{
    struct buf said = buf_new(home, 1 << 16);
    diags_put_text(r->diags, &said);
    bool as_said = expected && str_find(buf_str(&said), str_from(expected)) != SIZE_MAX;
    if (expected ? r->good || !as_said : !r->good)
        fail_msg("%zu: %.*s", row, STR_ARG(buf_str(&said)));
}

/* Further systems of the good case, whose baseline is A and whose other system is B. */
static void pairs_have_names_of_their_own(void **state)
{
    static const struct {
        const char *id[3];
        const char *said; /* NULL: accepted */
    } rows[] = {
        { { "A-B", "B-C", "C" },
          "\"A-B\" with \"C\" has the name \"A-B-C\", as \"A\" with \"B-C\" at /systems/2/id; "
          "expected ids that name each pair otherwise; \"_\" may stand for \"-\"; " },
        { { "A_B", "B-C", "C" }, NULL },
        { { "C", "B-C", "A-B" }, NULL }, /* C is compared with A-B, not A-B with C */
        { { "A-B", "B-C", "D" }, NULL },
        { { "A-B", "A-", "B-" }, NULL },
        { { "B-B", "X", "B-X" },
          "\"B-B\" with \"X\" has the name \"B-B-X\", as \"B\" with \"B-X\" at /systems/2/id; " },
        { { "X", "X-Y", "Y-X" }, NULL },
        { { "X", "X-Y", "Y-Z" }, NULL },
        { { "X", "Y-Y-Y", "X-Y" }, NULL },
        { { "X-Y", "X", "Y-B-B" }, NULL },
        { { "X-Y", "Y-A-A", "X" }, NULL },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct read r;
        struct buf more = buf_new(*state, 1 << 16);
        for (size_t j = 0; j < ARRAY_COUNT(rows[i].id); j++) {
            buf_put(&more,
                    str_format(*state,
                               "{ \"id\": \"%s\", \"label\": \"label %zu\", \"machines\": [ { "
                               "\"runs\": [\"c/r%zu\"] } ] }%s",
                               rows[i].id[j], j, j, j < 2 ? ", " : " ],\n  \"bridge\""));
        }
        struct str systems =
            str_format(*state, "\"runs\": [\"b/r1\"] } ] }, %.*s", STR_ARG(buf_str(&more)));
        read_case(
            *state,
            changed(*state, "\"runs\": [\"b/r1\"] } ] } ],\n  \"bridge\"", str_c(*state, systems)),
            &r);
        assert_said(*state, &r, i, rows[i].said);
    }
}

/* What a reader cannot tell apart, or does not see, is no name; and no run stands alone. */
static void names_tell_apart(void **state)
{
    static const struct {
        const char *from, *to, *said; /* said: NULL: accepted */
    } rows[] = {
        { "\"compiler on\"", "\"As it runs  TODAY\"", "labels that a reader can tell apart" },
        { "\"compiler on\"", "\"as it runs t\u043eday\"", "labels that a reader can tell apart" },
        { "\"compiler on\"", "\"as it runs\u200b today\"", "labels that a reader can tell apart" },
        { "\"compiler on\"", "\"as it \uff52uns today\"", "labels that a reader can tell apart" },
        { "\"compiler on\"", "\"\u200b\"", "a label that can be seen" },
        { "\"compiler on\"", "\"\u0410\"", "a label that is no other system's id" },
        { "\"compiler on\"", "\"B\"", NULL },
        { "\"compiler on\"", "\"\u043a\u043e\u0434 12 \u00b5s\"", NULL },
        { "\"compiler on\"", "\"the f\u0430ster one\"", "a name that ranks nothing" },
        { "\"compiler on\"", "\"the fas\u00adter one\"", "a name that ranks nothing" },
        { "{ \"id\": \"B\"", "{ \"id\": \"a\"", "ids that differ by more than capitals" },
        { "Is the software the bottleneck?", "Is compiler on f\u0430ster than as it runs today?",
          "differ in" },
        { "Is the software the bottleneck?", "Is c\u043empiler on bet\u200bter?", "differ in" },
        { "[\"one\"", "[\"compiler on is \uff15\uff15 \uff05 f\u0430ster\"",
          "set no systems against each other" },
        { "\"machines\": [ { \"runs\": [\"b/r1\"] }",
          "\"machines\": [ { \"workload\": \"chat\", \"runs\": [\"b/r1\"] }",
          "a workload that two systems of one comparison have" },
        { "\"machines\": [ { \"runs\": [\"b/r1\"] }",
          "\"machines\": [ { \"workload\": \"chat\", \"runs\": [\"b/r2\"] }, { \"runs\": "
          "[\"b/r1\"] }",
          "\"chat\", of which runs stand alone" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct read r;
        read_case(*state, changed(*state, rows[i].from, rows[i].to), &r);
        assert_said(*state, &r, i, rows[i].said);
    }
}

static void workloads_tell_apart(void **state)
{
    static const struct {
        const char *of_a, *of_b;
        bool good;
    } rows[] = {
        { "chat", "documents", true },
        { "chat", "Chat", false },
        { "chat", "ch\u0430t", false },
        { "chat", "chat", true },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct read r;
        struct buf text = buf_new(*state, 1 << 16);
        buf_put(&text,
                STR("{ \"format\": \"dossier-case/1\", \"id\": \"x\", \"date\": \"2026-11-27\", "
                    "\"question\": \"What changes?\", \"metric\": { \"key\": "
                    "\"throughput.output_tokens\", \"kind\": \"per_run\" }, \"under_test\": { "
                    "\"kind\": \"layers\", \"layers\": [\"compile\"] }, \"systems\": ["));
        for (size_t s = 0; s < 2; s++) {
            buf_putf(
                &text,
                "%s{ \"id\": \"%c\", \"label\": \"label %zu\", \"machines\": [ { \"workload\": "
                "\"%s\", \"runs\": [\"%zu/1\"] }, { \"workload\": \"%s\", \"runs\": "
                "[\"%zu/2\"] } ] }",
                s > 0 ? ", " : "", (char)('A' + s), s, rows[i].of_a, s, rows[i].of_b, s);
        }
        buf_put(&text, STR("] }"));
        read_case(*state, buf_str(&text), &r);
        if (r.good != rows[i].good)
            fail_msg("%s and %s", rows[i].of_a, rows[i].of_b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(pairs_have_names_of_their_own, setup, teardown),
        cmocka_unit_test_setup_teardown(names_tell_apart, setup, teardown),
        cmocka_unit_test_setup_teardown(workloads_tell_apart, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
