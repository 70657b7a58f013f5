/* conditions.c - what follows from a case and its runs: to which comparisons a rule applies, and
 * how much its findings weigh. */
#include "judging.h"
#include "model/decision.h"
#include "model/likeness.h"

/* Whether some run of the comparison used more than one node. */
static bool several_nodes(const struct judging *judging)
{
    double count;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct fact *fact = member_any(judging, &judging->member[i], KEY_NODES_COUNT);
        if (fact && fact_base(fact, &count) && count > 1)
            return true;
    }
    return false;
}

static bool some_workload(const struct judging *judging, struct str kind)
{
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct fact *fact = member_any(judging, &judging->member[i], KEY_WORKLOAD_KIND);
        if (fact && texts_alike(fact->value.text, kind))
            return true;
    }
    return false;
}

/* Metrics of which a cache of prompts' beginnings takes away nearly all. */
static bool reads_prompts(enum key metric)
{
    static const enum key keys[] = { KEY_TTFT_CLIENT, KEY_TTFT_SERVER, KEY_TTFT_ENGINE,
                                     KEY_THROUGHPUT_PROMPT_TOKENS };
    for (size_t i = 0; i < ARRAY_COUNT(keys); i++)
        if (keys[i] == metric)
            return true;
    return false;
}

static bool judging_category(const struct judging *judging)
{
    return judging->comparison && category_of(judging->case_file, judging->comparison->workload);
}

bool condition_of_case(const struct judging *judging, enum condition condition)
{
    const struct under_test *under_test = &judging->case_file->under_test;
    enum metric_kind kind = judging->case_file->metric_kind;
    if (condition == CONDITION_NODES)
        return several_nodes(judging);
    if (condition == CONDITION_TRAINING)
        return some_workload(judging, STR("training"));
    if (condition == CONDITION_SERVING)
        return some_workload(judging, STR("serving"));
    if (condition == CONDITION_PREFILL)
        return reads_prompts(judging->case_file->metric);
    if (condition == CONDITION_ACCELERATORS)
        return !all_on_processors(judging);
    const struct {
        enum condition condition;
        bool holds;
    } rows[] = {
        { CONDITION_ALWAYS, true },
        { CONDITION_LAYERS, under_test->kind == UNDER_TEST_LAYERS && !judging_single(judging) },
        { CONDITION_EXECUTOR, under_test->kind == UNDER_TEST_EXECUTOR },
        { CONDITION_BIDDERS, judging->bidders },
        { CONDITION_INCUMBENT, !judging->bidders && str_eq(under_test->terms, STR("as-operated")) },
        { CONDITION_CATEGORIES, judging_category(judging) },
        { CONDITION_WINDOWED, kind != METRIC_TO_COMPLETION && kind != METRIC_WHOLE_RUN },
        { CONDITION_COUNTED, kind != METRIC_TO_COMPLETION },
        { CONDITION_AT_OBJECTIVE, kind == METRIC_AT_OBJECTIVE },
        { CONDITION_TO_COMPLETION, kind == METRIC_TO_COMPLETION },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++)
        if (rows[i].condition == condition)
            return rows[i].holds;
    return false;
}

condition_set conditions_missing(const struct judging *judging, condition_set asked)
{
    condition_set missing = 0;
    for (size_t i = 0; i <= CONDITION_OF_CASE; i++) {
        condition_set bit = condition_bit(i);
        bool lacks = (asked & bit) && !condition_of_case(judging, (enum condition)i);
        missing |= lacks ? bit : 0;
    }
    return missing;
}
