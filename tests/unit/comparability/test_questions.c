/* test_questions.c - each row of the questions: evidence that answers it, and the one thing whose
 * absence leaves it unanswered. */
#include "questions.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

enum { FACTS = 96 };
struct asked_case {
    struct arena *home;
    struct case_file file;
    struct terms terms;
    struct system system[2];
    struct machine machine[2];
    struct run run[2];
    struct fact fact[FACTS];
    size_t fact_count;
    struct comparison comparison;
    struct layer_difference layer[LAYER_COUNT];
    struct coverage coverage[2];
    struct judged_run judged[2];
    struct finding finding;
    struct rule_text rule;
    struct saturation saturation;
    struct judged_threshold threshold;
    struct threshold objective;
    struct expected expected;
    const struct fact *shares[8];
    struct report_model model;
    struct claim claim[QUESTIONS_MOST];
};

static const struct fact *number(struct asked_case *made, enum key key, double value)
{
    assert_true(made->fact_count < FACTS);
    struct fact *fact = &made->fact[made->fact_count++];
    *fact = (struct fact){ .key = key, .kind = FACT_DERIVED };
    fact->value = (struct quantity){ str_format(made->home, "%g", value), value,
                                     vocabulary_row(key)->unit, true };
    return fact;
}

static void say(struct facts *facts, enum key key, const char *text)
{
    struct fact fact = { .key = key, .kind = FACT_DECLARED };
    fact.value.text = str_from(text);
    facts_add(facts, &fact);
}

/* Two licensed systems that differ in software alone; nothing else is known. */
static struct asked_case *made_new(void)
{
    struct arena *home = arena_new((size_t)1 << 22);
    struct asked_case *made = ARENA_NEW(home, struct asked_case);
    made->home = home;
    made->file.facts = facts_new(home);
    made->file.system = made->system;
    made->file.system_count = 2;
    made->file.metric = KEY_THROUGHPUT_OUTPUT_TOKENS;
    made->file.policy.margin = 0.01;
    made->file.terms = &made->terms;
    for (size_t i = 0; i < 2; i++) {
        made->system[i] = (struct system){ .id = i ? STR("B") : STR("A"),
                                           .facts = facts_new(home),
                                           .machine = &made->machine[i],
                                           .machine_count = 1,
                                           .index = i };
        made->machine[i] = (struct machine){ .system = &made->system[i],
                                             .facts = facts_new(home),
                                             .run = &made->run[i],
                                             .run_count = 1 };
        made->run[i] = (struct run){ .machine = &made->machine[i], .facts = facts_new(home) };
        made->judged[i].run = &made->run[i];
    }
    struct comparison *c = &made->comparison;
    *c = (struct comparison){ .a = &made->system[0],
                              .b = &made->system[1],
                              .verdict = VERDICT_STATED,
                              .decision = "faster",
                              .layer = made->layer,
                              .layer_count = LAYER_COUNT,
                              .run = made->judged,
                              .run_count = 2 };
    for (enum layer layer = LAYER_NONE; layer < LAYER_COUNT; layer++)
        made->layer[layer].layer = layer;
    made->layer[LAYER_COMPILE].state = LAYER_CHANGED;
    c->layers_changed = number(made, KEY_LAYERS_CHANGED, 1);
    c->ratio = number(made, KEY_RATIO_VALUE, 1.2);
    c->change = number(made, KEY_CHANGE_VALUE, 20);
    for (size_t i = 0; i < 2; i++) {
        c->mean[i] = number(made, KEY_MEAN_VALUE, i ? 1200 : 1000);
        c->mean_low[i] = number(made, KEY_MEAN_LOW, i ? 1190 : 990);
        c->mean_high[i] = number(made, KEY_MEAN_HIGH, i ? 1210 : 1010);
    }
    made->model =
        (struct report_model){ .case_file = &made->file, .comparison = c, .comparison_count = 1 };
    return made;
}

static const struct question *ask(struct asked_case *made, const char *id)
{
    questions_answer(made->home, &made->model, made->claim);
    for (size_t i = 0; i < made->model.question_count; i++)
        if (strcmp(made->model.question[i].id, id) == 0)
            return &made->model.question[i];
    fail_msg("no question %s", id);
    return NULL;
}

static void is(struct asked_case *made, const char *id, bool answered, bool seen)
{
    const struct question *question = ask(made, id);
    if (question->answered != answered || question->seen != seen)
        fail_msg("%s: answered %d, seen %d", id, question->answered, question->seen);
    /* An answer rests on facts; the coverage matrix is one of counts. */
    bool counts = strcmp(id, "configuration") == 0 || strcmp(id, "workload") == 0;
    if (answered && !counts && question->count == 0)
        fail_msg("%s is answered and rests on nothing", id);
}

/* ---- the reviewer's ---- */

static void keys_of(const char *id, const enum key *key, size_t count)
{
    struct asked_case *made = made_new();
    is(made, id, false, false);
    arena_free(made->home);
    for (size_t gone = 0; gone <= count; gone++) { /* each key is needed, and all suffice */
        made = made_new();
        for (size_t i = 0; i < count; i++)
            if (i != gone)
                say(made->file.facts, key[i], "stated");
        const struct question *question = ask(made, id);
        assert_true(question->answered == (gone == count));
        assert_true(question->partly == (gone < count));
        if (gone < count)
            assert_true(str_eq(question->missing, str_from(vocabulary_row(key[gone])->title)));
        arena_free(made->home);
    }
}

static void the_reviewers(void **state)
{
    (void)state;
    static const enum key who[] = { KEY_PARTY_MEASURED_BY, KEY_PARTY_KIND, KEY_PARTY_PAID_BY,
                                    KEY_PARTY_HOSTED_BY, KEY_PARTY_CONFIGURED_BY };
    static const enum key again[] = { KEY_METHOD_COMMAND, KEY_METHOD_TOOL_VERSION,
                                      KEY_CONTAINER_DIGEST, KEY_WORKLOAD_SEED };
    keys_of("who", who, ARRAY_COUNT(who));
    keys_of("reproducible", again, ARRAY_COUNT(again));
}

static void by_coverage(void **state)
{
    (void)state;
    static const enum key missing[] = { KEY_DRIVER_VERSION };
    struct asked_case *made = made_new();
    is(made, "configuration", false, false); /* nothing asked, nothing answered */
    is(made, "workload", false, false);
    made->comparison.coverage = made->coverage;
    made->comparison.coverage_count = 2;
    made->coverage[0] = (struct coverage){
        .layer = LAYER_DRIVER, .group = GROUP_EXECUTOR, .needed = 2, .disclosed = 2
    };
    made->coverage[1] = (struct coverage){ .group = GROUP_WORKLOAD, .needed = 3, .disclosed = 3 };
    is(made, "configuration", true, false);
    is(made, "workload", true, false);
    made->coverage[0].disclosed = 1;
    made->coverage[0].missing = missing;
    made->coverage[0].missing_count = 1;
    is(made, "configuration", false, false);
    assert_true(str_eq(ask(made, "configuration")->missing, STR("Accelerator driver")));
    is(made, "workload", true, false); /* another row's silence is not its own */
    made->coverage[1].disclosed = 2;
    is(made, "workload", false, false);
    arena_free(made->home);
}

/* ---- before hardware is bought ---- */

static void the_saturation_point(void **state)
{
    (void)state;
    struct asked_case *made = made_new();
    is(made, "saturation", false, false);
    made->model.saturation = &made->saturation;
    made->model.saturation_count = 1;
    made->system[0].baseline = true;
    made->saturation.system = &made->system[0];
    made->saturation.knee = number(made, KEY_LOAD_CONCURRENCY, 11);
    is(made, "saturation", false, false); /* a knee of a sweep that stopped early is none */
    made->saturation.saturated = true;
    is(made, "saturation", true, false);
    for (enum sweep_tie tie = SWEEP_SHORT; tie <= SWEEP_OTHER; tie++) {
        made->saturation.tie = tie;
        is(made, "saturation", false, false); /* nothing shows that it is of the system */
    }
    made->saturation.tie = SWEEP_TIED;
    made->saturation.system = &made->system[1];
    is(made, "saturation", false, false); /* what is proposed is not what runs today */
    made->system[0].baseline = false;
    is(made, "saturation", false, false); /* without a baseline each system is asked for */
    made->system[0].baseline = true;
    made->saturation = (struct saturation){ .system = &made->system[0],
                                            .highest = number(made, KEY_LOAD_CONCURRENCY, 8) };
    is(made, "saturation", false, false); /* met up to the end: where it fails is not known */
    made->saturation.failing = number(made, KEY_LOAD_CONCURRENCY, 16);
    is(made, "saturation", true, false);
    arena_free(made->home);
}

static void where_time_goes(void **state)
{
    (void)state;
    struct asked_case *made = made_new();
    is(made, "time", false, false);
    static const struct derivation timed = { .name = "time-share-query" };
    for (size_t i = 0; i < 3; i++) {
        struct fact *share = ARENA_NEW(made->home, struct fact);
        *share = *number(made, KEY_TIME_SHARE, 10 + (double)i);
        share->derivation = &timed;
        made->shares[i] = share;
    }
    made->model.fact = made->shares;
    made->model.fact_count = 2;
    is(made, "time", false, false);
    assert_true(ask(made, "time")->partly);
    made->model.fact_count = 3;
    is(made, "time", true, false);
    arena_free(made->home);
}

/* Each side by a profile that is shown to be its own, and kernels that are most of it answer in
 * part: counters alone tell computation from memory in them. */
static void where_time_goes_by_profiles(void **state)
{
    (void)state;
    struct asked_case *made = made_new();
    struct profile profile[2];
    for (size_t i = 0; i < 2; i++) {
        profile[i] = (struct profile){ .system = &made->system[i],
                                       .ground = "launch mode",
                                       .width = { 0.4, 0.1, 0.1, 0.2, 0.1, 0.1 } };
        for (size_t j = 0; j < PART_COUNT; j++)
            profile[i].share[j] = number(made, KEY_TIME_SHARE, (double)(10 * i + j));
    }
    made->model.profile = profile;
    made->model.profile_count = 2;
    is(made, "time", true, false);
    assert_int_equal(ask(made, "time")->count, 12);
    profile[1].tie = PROFILE_OTHER;
    is(made, "time", false, false);
    assert_true(ask(made, "time")->partly);
    assert_true(str_find(ask(made, "time")->missing, STR("launch mode is another there")) !=
                SIZE_MAX);
    profile[0].tie = PROFILE_UNTOLD;
    is(made, "time", false, false);
    assert_false(ask(made, "time")->partly); /* what is shown to be of no side answers nothing */
    profile[0].tie = profile[1].tie = PROFILE_TIED;
    profile[1].width[PART_KERNELS] = 0.8;
    is(made, "time", false, false);
    assert_true(ask(made, "time")->partly);
    assert_true(str_find(ask(made, "time")->missing, STR("memory bandwidth")) != SIZE_MAX);
    profile[1].memory = number(made, KEY_KERNEL_MEMORY, 64);
    profile[1].compute = number(made, KEY_KERNEL_COMPUTE, 16);
    profile[1].counted_share = 0.4; /* counters of too little of the kernels' time */
    is(made, "time", false, false);
    profile[1].counted_share = 0.5;
    is(made, "time", true, false);
    assert_int_equal(ask(made, "time")->count, 14);
    /* without counters, a measured ceiling that a run is near, and of its own side */
    profile[1].counted_share = 0;
    struct ceiling ceiling[2] = {
        { .system = &made->system[1], .memory = true, .share = number(made, KEY_CEILING_SHARE, 60) }
    };
    made->model.ceiling = ceiling;
    is(made, "time", true, false);
    ceiling[0].share = number(made, KEY_CEILING_SHARE, 59);
    is(made, "time", false, false);
    ceiling[0].share = number(made, KEY_CEILING_SHARE, 90);
    ceiling[0].system = &made->system[0];
    is(made, "time", false, false);
    ceiling[0].system = &made->system[1];
    ceiling[0].share = NULL;
    is(made, "time", false, false);
    arena_free(made->home);
}

static void gain_of_swap_and_of_software(void **state)
{
    (void)state;
    struct asked_case *made = made_new();
    is(made, "gains", false, false); /* software alone */
    assert_true(ask(made, "gains")->partly);
    struct comparison both[2] = { made->comparison, made->comparison };
    struct layer_difference swapped[LAYER_COUNT];
    memcpy(swapped, made->layer, sizeof swapped);
    swapped[LAYER_ACCELERATOR].state = LAYER_CHANGED;
    both[1].layer = swapped;
    made->model.comparison = both;
    made->model.comparison_count = 2;
    is(made, "gains", true, false);
    both[1].verdict = VERDICT_INCOMPLETE; /* what is not licensed answers nothing */
    is(made, "gains", false, false);
    both[1].verdict = VERDICT_STATED;
    both[0].ratio = NULL;
    is(made, "gains", false, false);
    arena_free(made->home);
}

static void a_test_instance(void **state)
{
    (void)state;
    struct asked_case *made = made_new();
    say(made->file.facts, KEY_PARTY_KIND, "buyer");
    is(made, "instance", false, false); /* no new hardware was measured */
    made->layer[LAYER_ACCELERATOR].state = LAYER_CHANGED;
    is(made, "instance", true, false);
    made->comparison.verdict = VERDICT_NOT;
    is(made, "instance", false, false);
    made->comparison.verdict = VERDICT_STATED;
    say(made->run[1].facts, KEY_PARTY_KIND, "vendor"); /* by the run's own word */
    is(made, "instance", false, false);
    arena_free(made->home);
    made = made_new();
    say(made->file.facts, KEY_PARTY_KIND, "buyer");
    made->layer[LAYER_ACCELERATOR].state = LAYER_CHANGED;
    is(made, "instance", true, false);
    say(made->system[1].facts, KEY_PARTY_KIND, "vendor"); /* the vendor's own figure is no test */
    is(made, "instance", false, false);
    arena_free(made->home);
}

static void who_measures_again(void **state)
{
    (void)state;
    struct asked_case *made = made_new();
    is(made, "remeasure", false, false);
    made->terms.remeasure_by = number(made, KEY_REMEASURE_BY, 1);
    is(made, "remeasure", false, false); /* against nothing */
    made->terms.remeasure_baseline = number(made, KEY_REMEASURE_BASELINE, 1);
    is(made, "remeasure", true, false);
    made->terms.remeasure_by = NULL;
    is(made, "remeasure", false, false);
    arena_free(made->home);
}

/* ---- signals: unanswered, answered and not seen, seen ---- */

static void symptom_elsewhere(void **state)
{
    (void)state;
    struct asked_case *made = made_new();
    is(made, "elsewhere", false, false);
    struct fact symptom = { .key = KEY_CASE_TERMS };
    symptom.value.text = STR("network");
    made->terms.symptom = &symptom;
    is(made, "elsewhere", true, true); /* trouble in the network, a change of the compiler */
    symptom.value.text = STR("compile");
    is(made, "elsewhere", true, false);
    made->comparison.decision = "inconclusive"; /* nothing moved */
    is(made, "elsewhere", false, false);
    arena_free(made->home);
}

static void moderate_draw(void **state)
{
    (void)state;
    static const struct {
        double watts;
        bool seen;
    } draws[] = { { 350, true }, { 690, false }, { 100, false } }; /* of 700 W */
    for (size_t i = 0; i < ARRAY_COUNT(draws); i++) {
        struct asked_case *made = made_new();
        is(made, "moderate", false, false);
        struct fact limit = { .key = KEY_POWER_LIMIT, .instance = STR("0"), .kind = FACT_CAPTURED };
        limit.value = (struct quantity){ STR("700"), 700, UNIT_WATT, true };
        facts_add(made->machine[0].facts, &limit);
        is(made, "moderate", false, false); /* a limit is no draw */
        const struct fact *mean = number(made, KEY_POWER_MEAN, draws[i].watts);
        made->judged[0].fact = &mean;
        made->judged[0].fact_count = 1;
        is(made, "moderate", true, draws[i].seen);
        arena_free(made->home);
    }
}

static void every_layer_fine_alone(void **state)
{
    (void)state;
    struct asked_case *made = made_new();
    is(made, "fine_alone", false, false);
    made->threshold = (struct judged_threshold){ .threshold = &made->objective,
                                                 .standing = STANDING_NOT_SHOWN,
                                                 .result = number(made, KEY_BOUND_RESULT, 1) };
    made->model.threshold = &made->threshold;
    made->model.threshold_count = 1;
    is(made, "fine_alone", false, false);
    made->threshold.standing = STANDING_MET;
    is(made, "fine_alone", true, false);
    made->threshold.standing = STANDING_NOT_MET;
    is(made, "fine_alone", true, true);
    made->rule.family = FAMILY_H; /* something is ill */
    made->finding = (struct finding){ .rule = &made->rule, .judgement = FAILS };
    made->comparison.finding = &made->finding;
    made->comparison.finding_count = 1;
    is(made, "fine_alone", true, false);
    made->finding.judgement = HOLDS;
    made->objective.requirement = true; /* a requirement is no objective */
    is(made, "fine_alone", false, false);
    arena_free(made->home);
}

static void less_than_was_expected(void **state)
{
    (void)state;
    struct asked_case *made = made_new();
    is(made, "expected", false, false);
    made->expected = (struct expected){ .key = KEY_THROUGHPUT_OUTPUT_TOKENS,
                                        .system = &made->system[1],
                                        .value = 1500,
                                        .fact = number(made, KEY_EXPECTED_VALUE, 1500) };
    made->terms.expected = &made->expected;
    made->terms.expected_count = 1;
    is(made, "expected", true, true); /* 1,190 to 1,210 */
    made->expected.value = 1205;
    is(made, "expected", true, false); /* within the interval */
    made->expected.key = KEY_LATENCY_REQUEST;
    is(made, "expected", false, false);
    arena_free(made->home);
}

static void unlike_twins(void **state)
{
    (void)state;
    struct asked_case *made = made_new();
    is(made, "twins", false, false);
    const struct fact *bridge = number(made, KEY_BRIDGE_RATIO, 1.005);
    made->comparison.bridge = &bridge;
    made->comparison.bridge_count = 1;
    is(made, "twins", true, false); /* within the margin of 1 % */
    bridge = number(made, KEY_BRIDGE_RATIO, 0.97);
    is(made, "twins", true, true);
    arena_free(made->home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_reviewers),
        cmocka_unit_test(by_coverage),
        cmocka_unit_test(the_saturation_point),
        cmocka_unit_test(where_time_goes),
        cmocka_unit_test(where_time_goes_by_profiles),
        cmocka_unit_test(gain_of_swap_and_of_software),
        cmocka_unit_test(a_test_instance),
        cmocka_unit_test(who_measures_again),
        cmocka_unit_test(symptom_elsewhere),
        cmocka_unit_test(moderate_draw),
        cmocka_unit_test(every_layer_fine_alone),
        cmocka_unit_test(less_than_was_expected),
        cmocka_unit_test(unlike_twins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
