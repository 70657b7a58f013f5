/* test_case.c - case.json: what is read, and what exactly is said of a bad one. */
#include "case_text.h"
#include "model/decision.h"

static void assert_text(struct str text, const char *expected)
{
    if (!str_eq(text, str_from(expected)))
        fail_msg("\"%.*s\" is not \"%s\"", STR_ARG(text), expected);
}

static void good_case_is_read(void **state)
{
    struct read r;
    read_case(*state, str_from(good), &r);
    assert_true(r.good);
    assert_int_equal(diags_count(r.diags, LEVEL_NOTE), 0);
    const struct case_file *c = &r.case_file;
    assert_text(c->id, "PR-1");
    assert_text(c->date, "2026-11-27");
    assert_text(c->language, "en");
    assert_int_equal(c->system_count, 2);
    assert_true(c->system[0].baseline);
    assert_false(c->system[1].baseline);
    assert_text(c->system[0].machine[0].id, "A.1");
    assert_ptr_equal(c->system[1].machine[0].system, &c->system[1]);
    assert_text(facts_best(c->system[1].facts, KEY_SYSTEM_LABEL, STR(""))->value.text,
                "compiler on");
    assert_int_equal(c->bridge_count, 1);
    assert_int_equal(c->bridge[0].index, 2);
    assert_int_equal(c->metric, KEY_THROUGHPUT_OUTPUT_TOKENS);
    assert_int_equal(c->metric_kind, METRIC_PER_RUN);
    assert_int_equal(c->under_test.kind, UNDER_TEST_LAYERS);
    assert_int_equal(c->under_test.layer_count, 1);
    assert_int_equal(c->under_test.layer[0], LAYER_COMPILE);
    assert_true(c->under_test.precision);
    assert_int_equal(c->assumption_count, 2);
    assert_text(c->assumption[1].text, "two");
    assert_text(c->assumption[1].fact->instance, "2");
    assert_text(c->assumption[1].fact->source.from.path, "/assumptions/1");
    assert_int_equal(c->limitation_count, 1);
    assert_text(c->owner[LAYER_DRIVER], "Data centre");
    assert_text(c->owner[LAYER_POWER], "Facilities");
    assert_true(!c->plan && !c->ledger);
}

static void paths_keep_order_and_place(void **state)
{
    struct read r;
    static const struct {
        const char *pattern, *instance, *pointer;
        enum selector_role role;
        size_t system;
        bool bridge;
    } rows[] = {
        { "a/captures", "", "/systems/0/machines/0/captures/0", SELECT_CAPTURES, 0, false },
        { "a/r*", "", "/systems/0/machines/0/runs/0", SELECT_RUNS, 0, false },
        { "a/many.json", "7", "/systems/0/machines/0/runs/1", SELECT_RUNS, 0, false },
        { "b/r1", "", "/systems/1/machines/0/runs/0", SELECT_RUNS, 1, false },
        { "b/captures", "", "/bridge/0/captures/0", SELECT_CAPTURES, 0, true },
        { "b/plain", "", "/bridge/0/runs/0", SELECT_RUNS, 0, true },
    };
    read_case(*state, str_from(good), &r);
    assert_int_equal(r.case_file.selector_count, ARRAY_COUNT(rows));
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        const struct selector *s = &r.case_file.selector[i];
        assert_text(s->pattern, rows[i].pattern);
        assert_text(s->instance, rows[i].instance);
        assert_text(s->place.path, rows[i].pointer);
        assert_text(s->place.file, "case.json");
        assert_int_equal(s->role, rows[i].role);
        assert_int_equal(s->system, rows[i].system);
        assert_int_equal(s->bridge, rows[i].bridge);
    }
    assert_int_equal(r.case_file.selector[1].place.line, 6);
}

static bool near(double a, double b)
{
    double off = a > b ? a - b : b - a;
    return off < 1e-12;
}

static void limits_come_from_case_or_rules(void **state)
{
    struct read r;
    read_case(*state, str_from(good), &r);
    const struct policy *p = &r.case_file.policy;
    assert_true(near(p->steady.of[STEADY_DELTA], 0.005) && near(p->margin, 0.01) &&
                near(p->failures, 0.001));
    assert_true(near(p->least_share, 0.25) && near(p->least_window, 20));
    assert_int_equal(p->least_batches, 30);
    assert_int_equal(p->repetitions, 3);
    assert_text(p->steady_fact[STEADY_DELTA]->source.from.file, "case.json");
    assert_text(p->steady_fact[STEADY_DELTA]->value.text, "0.5 %");
    assert_text(p->margin_fact->source.from.file, "rules.json");
    assert_text(p->margin_fact->source.from.path, "/parameters/margin");
    assert_ptr_equal(p->margin_fact->source.evidence, &r.rules);
    assert_text(p->least_window_fact->source.from.path, "/policy/least_window/value");
    assert_int_equal(p->weakened_count, 1);
    assert_int_equal(p->weakened[0].key, KEY_POLICY_LEAST_WINDOW);
    assert_text(p->weakened[0].reason, "short runs");
    assert_text(p->weakened[0].built_in->value.text, "60 s");
    assert_ptr_equal(p->weakened[0].fact, p->least_window_fact);
}

/* One change to the good case, and the whole of what is said. */
static const struct {
    const char *from, *to, *said;
} bad[] = {
    { "\"baseline\": true", "\"basline\": true",
      "case.json:5:58: input: member not known: \"basline\" at /systems/0/basline; expected "
      "\"baseline\"; "
      "see `dossier schema case`\n" },
    { "\"id\": \"PR-1\"", "\"id\": \"PR-1\", \"zzzzzz\": 1",
      "case.json:2:55: input: member not known: \"zzzzzz\" at /zzzzzz; expected one of format, id, "
      "date, language, "
      "question, decides, asked_by, measured_by, systems, bridge, null, metric, under_test, same, "
      "profile, "
      "policy, "
      "assumptions, "
      "limitations, "
      "owners, plan, ledger, objectives, demand, utilisation, currency, prices, rates, energy, "
      "worth, interest, options, sensitivity, requirements, expected, remeasure, symptom, "
      "documents, references, "
      "statements, "
      "decision; see "
      "`dossier schema case`\n" },
    { "\"id\": \"B\"", "\"id\": \"A\"",
      "case.json:7:13: input: value not allowed: \"A\" at /systems/1/id; expected each system's id "
      "once; see "
      "`dossier schema case`\n" },
    { "\"id\": \"B\"", "\"id\": \"4B\"",
      "case.json:7:13: input: value not allowed: \"4B\" at /systems/1/id; expected a letter, then "
      "letters, "
      "digits, \"_\" and \"-\"; see `dossier schema case`\n" },
    { "\"throughput.output_tokens\"", "\"throughput.output_token\"",
      "case.json:9:22: input: value not allowed: \"throughput.output_token\" at /metric/key; "
      "expected "
      "\"throughput.output_tokens\"; see `dossier schema case`\n" },
    { "\"kind\": \"per_run\"", "\"kind\": \"per_run\", \"instance\": \"max\"",
      "case.json:9:81: input: value not allowed: \"max\" at /metric/instance; expected \"mean\", "
      "\"median\" or a percentile from p1, such as \"p95\" or \"p99.9\", up to \"p100\", the "
      "largest; see `dossier schema case`\n" },
    { "[\"compile\", \"precision\"]", "[\"compiler\"]",
      "case.json:10:48: input: value not allowed: \"compiler\" at /under_test/layers/0; expected "
      "\"compile\", or one of model, engine, container, runtime, framework, compile, os, driver, "
      "firmware, accelerator, host, network, storage, power, precision; see `dossier schema "
      "case`\n" },
    { "[\"compile\", \"precision\"]", "[\"os\", \"driver\", \"host\", \"power\"]",
      "case.json:10:47: input: value not allowed: 4 items at /under_test/layers; expected 1 to 3; "
      "see `dossier "
      "schema case`\n" },
    { "\"layers\": [\"compile\", \"precision\"]", "\"layers\": [\"os\"], \"terms\": \"tuned\"",
      "case.json:10:64: input: value not allowed: \"terms\" at /under_test/terms; expected kind "
      "\"executor\" beside "
      "it; see `dossier schema case`\n" },
    { "\"delta\": \"0.5 %\"", "\"delta\": \"2 %\"",
      "case.json:11:24: input: value not allowed: \"delta\" is weaker than the built-in 1 % and "
      "gives no reason at "
      "/policy/delta; expected { \"value\": \"2 %\", \"reason\": \"...\" }; see `dossier schema "
      "case`\n" },
    { "\"delta\": \"0.5 %\"", "\"delta\": 1",
      "case.json:11:24: input: value not allowed: 1 at /policy/delta; expected text: a number with "
      "its unit, such "
      "as \"1 %\"; see `dossier schema case`\n" },
    { "\"20 s\"", "\"20 sek\"",
      "case.json:11:60: input: unit not known: \"sek\" at /policy/least_window/value; expected one "
      "of s, ms, µs, "
      "ns, min, h, days, months, years; see `dossier vocabulary`\n" },
    { "\"20 s\"", "\"20 %\"",
      "case.json:11:60: input: value not allowed: \"20 %\" at /policy/least_window/value; expected "
      "a number with "
      "its unit, one of s, ms, µs, ns, min, h, days, months, years; see `dossier schema case`\n" },
    { "\"like\": \"A\"", "\"like\": \"C\"",
      "case.json:8:25: input: value not allowed: \"C\" at /bridge/0/like; expected the id of a "
      "system; see `dossier "
      "schema case`\n" },
    { "\"question\": \"Is the software the bottleneck?\",\n", "",
      "case.json:1:1: input: value not allowed: \"question\" is missing; expected a member "
      "\"question\": what is to "
      "be decided, without naming a winner; see `dossier schema case`\n" },
    { "Is the software the bottleneck?", "Is \\\"compiler on\\\" faster?",
      "case.json:3:15: input: question names a winner: \"faster\" in \"Is \"compiler on\" "
      "faster?\" at /question; "
      "expected \"How do as it runs today and compiler on differ in output throughput?\"; ask a "
      "neutral "
      "question\n" },
    { "\"a/many.json#7\"", "\"a/many.json#\"",
      "case.json:6:54: input: value not allowed: \"a/many.json#\" at /systems/0/machines/0/runs/1; "
      "expected a path, "
      "'#' and an instance; see `dossier schema case`\n" },
    { "\"date\": \"2026-11-27\"", "\"date\": \"2026-02-30\"",
      "case.json:2:53: input: value not allowed: \"2026-02-30\" at /date; expected a date such as "
      "\"2026-11-27\"; "
      "see `dossier schema case`\n" },
    { "\"owners\": { \"driver\"", "\"owners\": { \"drivers\"",
      "case.json:13:26: input: member not known: \"drivers\" at /owners/drivers; expected "
      "\"driver\", or one of model, engine, container, runtime, framework, compile, os, driver, "
      "firmware, accelerator, host, network, storage, power; see `dossier schema case`\n" },
    { "\"assumptions\": [\"one\", \"two\"]", "\"assumptions\": [\"one\", \"\"]",
      "case.json:12:26: input: value not allowed: \"\" at /assumptions/1; expected text that is "
      "not empty; see "
      "`dossier schema case`\n" },
    { "\"assumptions\": [\"one\", \"two\"]", "\"assumptions\": [\"one\", 52000]",
      "case.json:12:26: input: value not allowed: 52000 at /assumptions/1; expected text such as "
      "\"52000\"; see `dossier schema case`\n" },
    { "\"owners\": { \"driver\": \"Data centre\"", "\"owners\": { \"driver\": 7",
      "case.json:13:25: input: value not allowed: 7 at /owners/driver; expected text such as "
      "\"7\"; "
      "see `dossier schema case`\n" },
    { "\"id\": \"PR-1\"",
      "\"prices\": [ { \"system\": \"A\", \"amount\": 52000.50, \"currency\": \"EUR\", \"per\": "
      "\"hour\", "
      "\"as_of\": \"2026-11-01\" } ], \"id\": \"PR-1\"",
      "case.json:2:70: input: value not allowed: 52000.50 at /prices/0/amount; expected text such "
      "as \"52000.50\"; see `dossier schema case`\n" },
};

static void bad_case_is_named(void **state)
{
    for (size_t i = 0; i < ARRAY_COUNT(bad); i++) {
        struct read r;
        read_case(*state, changed(*state, bad[i].from, bad[i].to), &r);
        struct buf said = buf_new(*state, 1 << 16);
        diags_put_text(r.diags, &said);
        if (r.good)
            fail_msg("accepted: %s", bad[i].to);
        assert_text(buf_str(&said), bad[i].said);
    }
}

/* A person's sentence stands in the report whatever the verdict, so it sets no systems against each
 * other by a figure; what it says of one system alone is its own affair. */
static void sentences_relate_nothing(void **state)
{
    static const struct {
        const char *text;
        bool good;
    } rows[] = {
        { "compiler on is 55 % faster.", false },
        { "The proposal is 1.9x faster.", false },
        { "A needs 12 % less power than compiler on.", false },
        { "Of A and compiler on: 12.5% more for it", false },
        { "compiler on gains 2 times as much as A.", false },
        { "compiler on doubles what A does, and more", false },
        { "B is twice as fast, or better", false },
        { "Clocks of A were 3 % lower in the last minute.", true },
        { "The demand grows by 15 % a year.", true },
        { "No request reached the accelerator over a network.", true },
        { "The host of A is slower than that of compiler on.", true }, /* no figure */
        { "Runs of A and compiler on took turns, 3 times each.", true },
        { "Prompts have 512 tokens, 4x4 of them at once.", true },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        const char *to =
            str_c(*state, str_format(*state, "\"assumptions\": [\"%s\"", rows[i].text));
        struct read r;
        read_case(*state, changed(*state, "\"assumptions\": [\"one\"", to), &r);
        if (r.good != rows[i].good)
            fail_msg("%s: %s", rows[i].good ? "refused" : "accepted", rows[i].text);
    }
}

static void all_that_is_wrong_is_said_at_once(void **state)
{
    struct read r;
    struct str text =
        STR("{ \"format\": \"dossier-case/2\", \"ID\": 1, \"systems\": [], \"metric\": 3 }");
    read_case(*state, text, &r);
    assert_false(r.good);
    /* format, ID unknown, too few systems, metric no object, missing: id, date, question,
     * under_test */
    assert_int_equal(diags_count(r.diags, LEVEL_INPUT), 8);
}

static void decision_and_statements_are_facts(void **state)
{
    struct read r;
    read_case(*state,
              changed(*state, "\"owners\":",
                      "\"statements\": [ { \"party\": \"vendor\", \"text\": \"We agree.\" } ], "
                      "\"decision\": { \"text\": \"Turn it on.\", \"by\": \"Procurement\", "
                      "\"role\": \"buyer\", \"conditions\": [ \"A second unit.\", \"A third.\" ], "
                      "\"review\": \"2027-02-15\" }, \"owners\":"),
              &r);
    struct buf said = buf_new(*state, 1 << 16);
    diags_put_text(r.diags, &said);
    assert_text(buf_str(&said), "");
    assert_true(r.good);
    const struct terms *terms = r.case_file.terms;
    assert_text(terms->decision.text->value.text, "Turn it on.");
    assert_text(terms->decision.role->value.text, "buyer");
    assert_int_equal(terms->decision.condition_count, 2);
    assert_text(terms->decision.condition[1].text, "A third.");
    assert_text(terms->decision.review->value.text, "2027-02-15");
    assert_null(terms->decision.date);
    assert_int_equal(terms->statement_count, 1);
    assert_text(terms->statement[0].text->value.text, "We agree.");
    assert_int_equal(terms->statement[0].text->kind, FACT_DECLARED);
}

/* Left out, the kind of the question is told from the rest of the case. */
static void decides_as_stated_or_told(void **state)
{
    static const struct {
        const char *members;
        enum decides decides;
    } rows[] = {
        { "", DECIDES_CHANGE },
        { "\"decides\": \"regression\", ", DECIDES_REGRESSION },
        { "\"symptom\": \"engine\", ", DECIDES_BOTTLENECK },
        { "\"decides\": \"change\", \"symptom\": \"engine\", ", DECIDES_CHANGE },
        { "\"demand\": { \"peak\": \"52000 tokens/s\" }, ", DECIDES_CHANGE },
        { "\"demand\": { \"peak\": \"52000 tokens/s\" }, \"prices\": [ { \"system\": \"A\", "
          "\"amount\": \"2.49\", \"currency\": \"USD\", \"per\": \"hour\", \"as_of\": "
          "\"2026-11-24\" } ], ",
          DECIDES_UNITS },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct buf members = buf_new(*state, 1 << 12);
        struct read r;
        buf_putf(&members, "%s\"owners\":", rows[i].members);
        read_case(*state, changed(*state, "\"owners\":", str_c(*state, buf_str(&members))), &r);
        assert_true(r.good);
        assert_int_equal(r.case_file.decides, rows[i].decides);
    }
}

static void questions(void **state)
{
    static const struct {
        const char *question;
        bool neutral;
    } rows[] = {
        { "Is the software the bottleneck, before we buy more GPUs?", true },
        { "How do as it runs today and compiler on differ?", true },
        { "Which is faster, as it runs today or compiler on?", true },
        { "Do we need faster GPUs?", true },
        { "Is compiler on faster than as it runs today?", false },
        { "How much cheaper is compiler on?", false },
        { "Does compiler on outperform as it runs today?", false },
        { "Why is compiler on the BEST choice?", false },
        { "Is compiler on more efficient?", false },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct read r;
        read_case(*state, changed(*state, "Is the software the bottleneck?", rows[i].question), &r);
        if (r.good != rows[i].neutral)
            fail_msg("%s", rows[i].question);
        assert_true(r.good || diags_first(r.diags)->id == DIAG_CASE_QUESTION);
    }
}

static void executor_needs_its_terms(void **state)
{
    struct read r;
    const char *old = "\"kind\": \"layers\", \"layers\": [\"compile\", \"precision\"]";
    read_case(*state, changed(*state, old, "\"kind\": \"executor\", \"terms\": \"tuned\""), &r);
    assert_false(r.good);
    assert_int_equal(diags_count(r.diags, LEVEL_INPUT), 2); /* release_rule, unit */
    read_case(*state,
              changed(*state, old,
                      "\"kind\": \"executor\", \"terms\": \"tuned\", \"release_rule\": \"latest\", "
                      "\"unit\": \"node\""),
              &r);
    assert_true(r.good);
    assert_int_equal(r.case_file.under_test.kind, UNDER_TEST_EXECUTOR);
    assert_text(r.case_file.under_test.terms, "tuned");
}

static void stronger_limits_need_no_reason(void **state)
{
    static const struct {
        const char *limit;
        bool accepted;
    } rows[] = {
        { "\"repetitions\": 5", true },
        { "\"repetitions\": 2", false },
        { "\"repetitions\": 3.5", false },
        { "\"repetitions\": 0", false },
        { "\"least_share\": \"30 %\"", true },
        { "\"least_share\": \"10 %\"", false },
        { "\"least_share\": \"130 %\"", false },
        { "\"failures\": \"0.05 %\"", true },
        { "\"failures\": \"1 %\"", false },
        { "\"margin\": \"1 %\"", true },
        { "\"least_window\": \"1 min\"", true },
        { "\"least_window\": \"-60 s\"", false },
        { "\"least_batches\": \"30\"", true },
        { "\"least_batches\": 29", false },
        { "\"accuracy\": \"5 %\"", true },
        { "\"accuracy\": \"5.1 %\"", false },
        { "\"accuracy\": \"100 %\"", false },
        { "\"accuracy\": \"-1 %\"", false },
        { "\"accuracy\": { \"value\": \"20 %\", \"reason\": \"drafts\" }", true },
        { "\"accuracy\": { \"value\": \"120 %\", \"reason\": \"drafts\" }", false },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct read r;
        struct str policy = str_format(*state, "\"policy\": { %s }", rows[i].limit);
        read_case(
            *state,
            changed(*state,
                    "\"policy\": { \"delta\": \"0.5 %\", \"least_window\": { \"value\": \"20 s\", "
                    "\"reason\": \"short runs\" } }",
                    str_c(*state, policy)),
            &r);
        if (r.good != rows[i].accepted)
            fail_msg("%s", rows[i].limit);
    }
}

static void only_computed_statistics_have_names(void **state)
{
    static const struct {
        const char *kind, *instance;
        bool accepted;
    } rows[] = {
        { "per_run", "mean", true },       { "per_run", "median", true },
        { "per_run", "p95", true },        { "per_run", "p99.9", true },
        { "per_run", "p100", true },       { "per_run", "max", false },
        { "per_run", "min", false },       { "at_load", "std", false },
        { "per_run", "p0", false },        { "per_run", "p101", false },
        { "per_run", "p1", true },         { "per_run", "p0.99", false },
        { "per_run", " p99", true },       { "per_run", "p99 ", true },
        { "per_run", "P 99", false },      { "per_run", "p９９", false },
        { "per_run", "p1e2", false },      { "per_run", "95", false },
        { "at_objective", "avg", false },  { "at_load", "concurrency 8", false },
        { "to_completion", "0.75", true },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct read r;
        struct str kind = str_format(*state, "\"kind\": \"%s\", \"instance\": \"%s\"", rows[i].kind,
                                     rows[i].instance);
        read_case(*state, changed(*state, "\"kind\": \"per_run\"", str_c(*state, kind)), &r);
        if (r.good != rows[i].accepted)
            fail_msg("%s", rows[i].instance);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(good_case_is_read, setup, teardown),
        cmocka_unit_test_setup_teardown(paths_keep_order_and_place, setup, teardown),
        cmocka_unit_test_setup_teardown(limits_come_from_case_or_rules, setup, teardown),
        cmocka_unit_test_setup_teardown(bad_case_is_named, setup, teardown),
        cmocka_unit_test_setup_teardown(sentences_relate_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(all_that_is_wrong_is_said_at_once, setup, teardown),
        cmocka_unit_test_setup_teardown(decision_and_statements_are_facts, setup, teardown),
        cmocka_unit_test_setup_teardown(decides_as_stated_or_told, setup, teardown),
        cmocka_unit_test_setup_teardown(questions, setup, teardown),
        cmocka_unit_test_setup_teardown(executor_needs_its_terms, setup, teardown),
        cmocka_unit_test_setup_teardown(stronger_limits_need_no_reason, setup, teardown),
        cmocka_unit_test_setup_teardown(only_computed_statistics_have_names, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
