/* test_mutation.c - every rule of the shipped set can be flipped: a case that it holds on, and one
 * changed value that flips it (flips.c). A rule that nothing flips fails here; so does a key that a
 * credible comparison needs and whose silence no finding shows. */
#include "flips.h"

#include "model/decision.h"
#include "rules.h"

static const char *const judged[] = { [HOLDS] = "holds",
                                      [FAILS] = "fails",
                                      [UNKNOWN] = "is undecided",
                                      [NOT_APPLICABLE] = "does not apply" };

/* On the base of each flip the rule holds. */
static void each_base_is_clean(void **state)
{
    (void)state;
    for (enum base base = PLAIN; base < BASES; base++) {
        struct made_case *made = mutated(base, NULL, NULL, NULL);
        for (size_t i = 0; i < flip_count; i++) {
            const struct finding *finding;
            if (flips[i].base != base)
                continue;
            finding = made_finding(&made->model.comparison[0], flips[i].rule);
            if (finding->judgement != HOLDS) {
                fail_msg("%s %s on base %d (made_bases.c), where it should hold before its flip "
                         "changes a value: %.*s",
                         flips[i].rule, judged[finding->judgement], (int)base,
                         STR_ARG(finding->said));
            }
        }
        made_free(made);
    }
}

static bool says(const struct comparison *comparison, const char *rule, enum judgement judgement)
{
    for (size_t i = 0; i < comparison->finding_count; i++) {
        const struct finding *finding = &comparison->finding[i];
        if (str_eq(finding->rule->id, str_from(rule)) && finding->judgement == judgement)
            return true;
    }
    return false;
}

static void one_value_flips_each_rule(void **state)
{
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < flip_count; i++) {
        const struct flip *flip = &flips[i];
        const struct made_fact *fact = flip->fact.key == KEY_COUNT ? NULL : &flip->fact;
        struct made_case *made = mutated(flip->base, fact, flip->last, flip->series);
        const struct comparison *comparison = &made->model.comparison[0];
        if (!says(comparison, flip->rule, flip->to)) {
            const struct finding *finding = made_finding(comparison, flip->rule);
            print_error("flip %zu of flips.c: %s %s, where it should be that it %s: %.*s\n", i,
                        flip->rule, judged[finding->judgement], judged[flip->to],
                        STR_ARG(finding->said));
            wrong++;
        }
        made_free(made);
    }
    assert_int_equal(wrong, 0);
}

/* A clock whose parts were seen to differ is not one that nobody recorded: that it is so on both
 * sides makes no reservation of it. */
static void clock_in_doubt_leaves_open(void **state)
{
    (void)state;
    size_t tried = 0;
    for (size_t i = 0; i < flip_count; i++) {
        if (strcmp(flips[i].rule, "S7") != 0 || flips[i].to != UNKNOWN)
            continue;
        struct made_case *made = mutated(flips[i].base, NULL, flips[i].last, flips[i].series);
        const struct finding *finding = made_finding(&made->model.comparison[0], "S7");
        assert_int_equal(finding->cell, VERDICT_INCOMPLETE);
        made_free(made);
        tried++;
    }
    assert_int_equal(tried, 1);
}

/* "Does not apply" is no proof that a rule can hold: on some base each one does. */
static void each_rule_holds_somewhere(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 24);
    struct diags *diags = diags_new(home);
    struct evidence evidence = { 0 };
    const struct rules *rules = made_rules(home, diags, &evidence);
    bool *held = ARENA_MANY(home, rules_count(rules), bool);
    size_t missing = 0;
    for (enum base base = PLAIN; base < BASES; base++) {
        struct made_case *made = mutated(base, NULL, NULL, NULL);
        for (size_t i = 0; i < rules_count(rules); i++) {
            const char *id = str_c(home, rules_at(rules, i)->id);
            held[i] = held[i] || says(&made->model.comparison[0], id, HOLDS);
        }
        made_free(made);
    }
    for (size_t i = 0; i < rules_count(rules); i++) {
        if (!held[i]) {
            print_error("%.*s holds on no base: give made_case.h (all bases) or made_bases.c (one) "
                        "the facts that it asks for\n",
                        STR_ARG(rules_at(rules, i)->id));
            missing++;
        }
    }
    arena_free(home);
    assert_int_equal(missing, 0);
}

/* A rule that nothing can flip is not a rule. */
static void each_rule_has_a_flip(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 24);
    struct diags *diags = diags_new(home);
    struct evidence evidence = { 0 };
    const struct rules *rules = made_rules(home, diags, &evidence);
    for (size_t i = 0; i < rules_count(rules); i++) {
        bool found = false;
        for (size_t j = 0; j < flip_count && !found; j++)
            found = str_eq(rules_at(rules, i)->id, str_from(flips[j].rule));
        if (!found)
            fail_msg("nothing flips rule %.*s: a row of flips.c for each condition of it",
                     STR_ARG(rules_at(rules, i)->id));
    }
    arena_free(home);
}

/* The plain case leaves out no key that the vocabulary marks as needed. */
static void each_needed_key_is_disclosed(void **state)
{
    (void)state;
    size_t needed = 0;
    for (size_t key = 0; key < KEY_COUNT; key++) {
        bool found = !vocabulary_row((enum key)key)->needed;
        needed += !found;
        for (size_t i = 0; i < ARRAY_COUNT(made_base) && !found; i++)
            found = made_base[i].key == (enum key)key;
        if (!found)
            fail_msg("the plain case lacks %s", vocabulary_row((enum key)key)->name);
    }
    assert_in_range(needed, 35, 60);
}

/* Each needed key that the plain case discloses: taken from B, someone says that it is unknown. */
static void silence_of_each_needed_key_is_shown(void **state)
{
    (void)state;
    size_t taken = 0;
    for (size_t i = 0; i < ARRAY_COUNT(made_base); i++) {
        struct made_fact gone = made_base[i];
        bool found = false;
        if (!vocabulary_row(gone.key)->needed || gone.side == MADE_A)
            continue;
        gone.side = gone.side == MADE_CASE ? MADE_CASE : MADE_B;
        gone.text = NULL;
        struct made_case *made = mutated(PLAIN, &gone, NULL, NULL);
        const struct comparison *comparison = &made->model.comparison[0];
        for (size_t j = 0; j < comparison->finding_count; j++) {
            const struct finding *finding = &comparison->finding[j];
            found = found || (finding->judgement == UNKNOWN && finding->key == gone.key);
        }
        if (!found)
            fail_msg("no finding says that %s is not disclosed", vocabulary_row(gone.key)->name);
        taken++;
        made_free(made);
    }
    assert_in_range(taken, 35, 60);
}

/* Whole executors: nothing is ever credited to a layer, whatever differs. */
static void executors_credit_no_layer(void **state)
{
    (void)state;
    struct made_case *made = mutated(EXECUTOR, NULL, NULL, NULL);
    const struct comparison *comparison = &made->model.comparison[0];
    for (size_t i = 0; i < comparison->finding_count; i++) {
        if (comparison->finding[i].cell > VERDICT_STATED) {
            print_error("%.*s: %.*s\n", STR_ARG(comparison->finding[i].rule->id),
                        STR_ARG(comparison->finding[i].said));
        }
    }
    assert_int_equal(comparison->verdict, VERDICT_STATED);
    assert_non_null(comparison->ratio);
    assert_int_equal(comparison->credited, LAYER_NONE);
    assert_string_equal(comparison->credit_why, "whole executors are compared");
    made_free(made);
}

/* Times to a target: 500 s on each of B's runs against 600 s on A's is a ratio of 5 / 6, exactly,
 * and no window stands in it. */
static void completion_compares_times(void **state)
{
    (void)state;
    struct made_case *made = mutated(COMPLETION, NULL, NULL, NULL);
    const struct comparison *comparison = &made->model.comparison[0];
    for (size_t i = 0; i < comparison->finding_count; i++) {
        if (comparison->finding[i].cell > VERDICT_STATED) {
            print_error("%.*s: %.*s\n", STR_ARG(comparison->finding[i].rule->id),
                        STR_ARG(comparison->finding[i].said));
        }
    }
    assert_int_equal(comparison->verdict, VERDICT_STATED); /* no telemetry is placed */
    assert_non_null(comparison->ratio);
    assert_true(fabs(comparison->ratio->value.value - 500.0 / 600.0) < 1e-5);
    assert_string_equal(comparison->decision, "faster");
    assert_null(comparison->window_begin);
    assert_null(comparison->ratio_whole);
    made_free(made);
}

/* A keeps 16 and misses 64, B too; only the two runs at 16 are compared, and both loads are told.
 */
static void each_side_stands_at_its_own_load(void **state)
{
    (void)state;
    struct made_case *made = mutated(OBJECTIVE, NULL, NULL, NULL);
    const struct comparison *comparison = &made->model.comparison[0];
    assert_int_equal(comparison->run_count, 4);
    assert_true(str_eq(comparison->runs[0]->value.text, STR("2")));
    assert_int_equal(made->model.saturation_count, 2);
    for (size_t i = 0; i < 2; i++) {
        const struct saturation *s = &made->model.saturation[i];
        assert_true(s->of_runs && s->count == 2);
        assert_true(str_eq(s->highest->value.text, STR("16")));
        assert_true(str_eq(s->failing->value.text, STR("64")));
        assert_true(comparison->load[i] == s->highest && comparison->load_next[i] == s->failing);
    }
    assert_null(comparison->ratio); /* two runs a side */
    made_free(made);
}

/* ---- roles of keys ---- */

static struct {
    const char *rule;
    size_t place[2];
    void (*last)(struct made_case *made);
} exchange;

/* The set as shipped, but for two keys of one rule, which change places in its text. */
static void last_exchanged(struct made_case *made)
{
    struct arena *home = made->home;
    struct evidence *file = &made->evidence[15];
    const struct rule *rule = rules_find(made->rules, str_from(exchange.rule));
    const char *key[] = { vocabulary_row(rule->key[exchange.place[0]])->name,
                          vocabulary_row(rule->key[exchange.place[1]])->name };
    struct buf text = buf_new(home, 1 << 20);
    size_t row = str_find(file->bytes, str_format(home, "\"id\": \"%s\"", exchange.rule));
    struct str tail = str_sub(file->bytes, row, file->bytes.len);
    row += str_find(tail, STR("\"keys\": {"));
    buf_put(&text, str_sub(file->bytes, 0, row));
    struct str rest = str_sub(file->bytes, row, file->bytes.len);
    for (size_t i = 0; i < ARRAY_COUNT(key); i++) {
        struct str old = str_format(home, "\"%s\"", key[i]);
        size_t at = str_find(rest, old);
        assert_true(at < str_find(rest, STR("\n")));
        buf_put(&text, str_sub(rest, 0, at));
        buf_putf(&text, "\"%s\"", key[1 - i]);
        rest = str_sub(rest, at + old.len, rest.len);
    }
    buf_put(&text, rest);
    file->bytes = buf_str(&text);
    assert_true(rules_read(home, file, &limits_default, &made->rules, made->diags));
    if (exchange.last)
        exchange.last(made);
}

/* What a rule finds, in words. */
static struct str found_by(struct arena *home, const struct made_case *made, const char *rule)
{
    const struct comparison *comparison = &made->model.comparison[0];
    struct buf out = buf_new(home, 1 << 16);
    for (size_t i = 0; i < comparison->finding_count; i++) {
        const struct finding *finding = &comparison->finding[i];
        if (str_eq(finding->rule->id, str_from(rule)))
            buf_putf(&out, "%d %d %.*s\n", (int)finding->judgement, (int)finding->key,
                     STR_ARG(finding->said));
    }
    return buf_str(&out);
}

static bool exchange_shows(struct arena *home, const struct flip *flip,
                           const struct made_fact *fact)
{
    bool flipped = fact == &flip->fact;
    const struct made_fact *change = fact && fact->key != KEY_COUNT ? fact : NULL;
    void (*last)(struct made_case *) = flipped ? flip->last : NULL;
    struct made_case *made = mutated(flip->base, change, last, flipped ? flip->series : NULL);
    struct str before = found_by(home, made, flip->rule);
    made_free(made);
    exchange.rule = flip->rule;
    exchange.last = last ? last : base_last(flip->base);
    made = mutated(flip->base, change, last_exchanged, flipped ? flip->series : NULL);
    bool shows = !str_eq(before, found_by(home, made, flip->rule));
    made_free(made);
    return shows;
}

/* The keys at two places exchanged: with a flip; or `bare`, on a base, there also where
 * B does not tell the first key or nobody the second. */
static bool pair_shows(struct arena *home, const struct rule *rule, size_t a, size_t b, bool bare)
{
    const struct made_fact gone[] = {
        { MADE_B, rule->key[0], "", NULL, FACT_MEASURED, UNIT_NONE },
        { MADE_BOTH, rule->key[1], "", NULL, FACT_MEASURED, UNIT_NONE },
    };
    exchange.place[0] = a;
    exchange.place[1] = b;
    for (size_t j = 0; j < flip_count; j++) {
        const struct flip *flip = &flips[j];
        if (!str_eq(rule->text.id, str_from(flip->rule)))
            continue;
        bool shows = bare ? exchange_shows(home, flip, NULL) ||
                                exchange_shows(home, flip, &gone[0]) ||
                                exchange_shows(home, flip, &gone[1])
                          : exchange_shows(home, flip, &flip->fact);
        if (shows)
            return true;
    }
    return false;
}

/* Which key plays which role matters: with two of them exchanged each rule that gives its
 * keys by role finds something else. */
static void exchanged_roles_change_what_is_found(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 26);
    struct diags *diags = diags_new(home);
    struct evidence evidence = { 0 };
    const struct rules *rules = made_rules(home, diags, &evidence);
    size_t tried = 0, wrong = 0;
    for (size_t i = 0; i < rules->count; i++) {
        const struct rule *rule = &rules->item[i];
        bool shows = false;
        if (!rule->predicate->role[0])
            continue;
        for (size_t k = 1; k < rule->key_count && !shows; k++)
            shows = pair_shows(home, rule, k - 1, k, false) || pair_shows(home, rule, 0, k, false);
        for (size_t k = 1; k < rule->key_count && !shows; k++)
            shows = pair_shows(home, rule, 0, k, true);
        tried++;
        if (!shows) {
            print_error("%.*s finds the same with its keys exchanged\n", STR_ARG(rule->text.id));
            wrong++;
        }
    }
    arena_free(home);
    assert_in_range(tried, 25, 95);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_base_is_clean),
        cmocka_unit_test(one_value_flips_each_rule),
        cmocka_unit_test(exchanged_roles_change_what_is_found),
        cmocka_unit_test(clock_in_doubt_leaves_open),
        cmocka_unit_test(each_rule_has_a_flip),
        cmocka_unit_test(each_rule_holds_somewhere),
        cmocka_unit_test(each_needed_key_is_disclosed),
        cmocka_unit_test(each_side_stands_at_its_own_load),
        cmocka_unit_test(silence_of_each_needed_key_is_shown),
        cmocka_unit_test(executors_credit_no_layer),
        cmocka_unit_test(completion_compares_times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
