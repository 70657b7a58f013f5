/* test_every_key.c - what the vocabulary calls comparable is compared: for each such key two
 * values, one a side, and a finding that names the key and does not hold. */
#include "flips.h"

#include "model/decision.h"

static bool is_compared(enum key key)
{
    enum likeness likeness = vocabulary_row(key)->likeness;
    return likeness == LIKENESS_EQUAL || likeness == LIKENESS_VERSION ||
           likeness == LIKENESS_WITHIN;
}

/* Two values of the key that no reading makes one. */
static const char *value_of(enum key key, bool second)
{
    const struct vocabulary_row *row = vocabulary_row(key);
    if (key == KEY_WORKLOAD_KIND)
        return second ? "micro-kernel" : "serving";
    if (row->group == GROUP_PRECISION && key != KEY_PRECISION_QUANTISER && row->type == TYPE_TEXT)
        return second ? "fp8" : "fp32";
    if (row->type == TYPE_VERSION)
        return second ? "12.5.1" : "11.4.2";
    if (row->type == TYPE_COUNT || row->type == TYPE_REAL)
        return second ? "700" : "3";
    return second ? "mistral" : "llama";
}

static bool told(enum base base, enum key key)
{
    static const char *const instances[] = { "", "0", /* of an accelerator: its index */
                                             "NCCL_ALGO" /* a variable that an engine reads */ };
    bool found = false;
    for (size_t i = 0; i < ARRAY_COUNT(instances) && !found; i++) {
        const enum unit unit = vocabulary_row(key)->unit;
        const struct made_fact a = { MADE_A,        key, instances[i], value_of(key, false),
                                     FACT_CAPTURED, unit };
        const struct made_fact b = { MADE_B,        key, instances[i], value_of(key, true),
                                     FACT_CAPTURED, unit };
        struct made_case *made = differing(base, &a, &b);
        const struct comparison *comparison = &made->model.comparison[0];
        for (size_t j = 0; j < comparison->finding_count; j++) {
            const struct finding *finding = &comparison->finding[j];
            bool doubts = finding->judgement == FAILS || finding->judgement == UNKNOWN;
            /* only a finding that sees both values has compared them */
            found = found || (doubts && finding->key == key && finding->count >= 2);
        }
        made_free(made);
    }
    return found;
}

static void each_comparable_key_is_compared(void **state)
{
    (void)state;
    static const enum base bases[] = {
        PLAIN, COMPLETION, PERCENTILE, NODES, FORMATS, ALIKE, AT_LOAD
    };
    size_t compared = 0, missed = 0;
    for (size_t i = 0; i < KEY_COUNT; i++) {
        bool found = !is_compared((enum key)i);
        /* compile may differ: it is under test */
        found = found || vocabulary_row((enum key)i)->layer == LAYER_COMPILE;
        /* no case here is quantised; P4 names it beside the quantisation */
        found = found || (enum key)i == KEY_PRECISION_QUANTISER;
        compared += !found;
        for (size_t j = 0; j < ARRAY_COUNT(bases) && !found; j++)
            found = told(bases[j], (enum key)i);
        if (!found) {
            print_error("no finding compares %s\n", vocabulary_row((enum key)i)->name);
            missed++;
        }
    }
    assert_int_equal(missed, 0);
    assert_in_range(compared, 100, 250);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(each_comparable_key_is_compared) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
