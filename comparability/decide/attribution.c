/* attribution.c - to which layer a change may be credited: only where a change is shown, exactly
 * one layer differs, it is under test, and the physical units are no other explanation (rule U2).
 */
#include "compare.h"
#include "predicates.h"

/* Judgement of the rule that reaches attribution: the worst of its findings. */
static enum judgement units_judged(const struct judging *judging, bool *bridged)
{
    enum judgement worst = NOT_APPLICABLE;
    *bridged = false;
    for (size_t i = 0; i < judging->finding_count; i++) {
        const struct finding *finding = &judging->finding[i];
        if (finding->rule->reach != REACH_ATTRIBUTION)
            continue;
        *bridged = *bridged || finding->judgement == HOLDS;
        if (finding->judgement == FAILS || finding->judgement == UNKNOWN)
            worst = finding->judgement;
    }
    return worst;
}

/* Firmware that belongs to an accelerator under test is no layer of its own. */
static bool only_follows(const struct judging *judging, const struct layer_difference *layer)
{
    for (size_t i = 0; i < layer->difference_count; i++)
        if (under_test_effect(&judging->case_file->under_test, layer->difference[i].key) ==
            EFFECT_JUDGED)
            return false;
    return !layer->under_test;
}

/* A layer of which a needed fact is hidden may have changed unseen. */
static bool hidden_layer(const struct judging *judging)
{
    const struct comparison *comparison = judging->comparison;
    for (size_t i = 0; i < comparison->layer_count; i++) {
        const struct layer_difference *layer = &comparison->layer[i];
        for (size_t j = 0; layer->state == LAYER_UNDISCLOSED && j < comparison->coverage_count;
             j++) {
            const struct coverage *coverage = &comparison->coverage[j];
            if (coverage->layer == layer->layer && coverage->missing_count > 0)
                return true;
        }
    }
    return false;
}

enum layer attribution_of(const struct judging *judging, const char **why)
{
    const struct comparison *comparison = judging->comparison;
    const struct layer_difference *changed = NULL;
    size_t count = 0;
    bool bridged, silent = false;
    for (size_t i = 0; i < comparison->layer_count; i++) {
        const struct layer_difference *layer = &comparison->layer[i];
        silent = silent || layer->state == LAYER_UNDISCLOSED;
        if (layer->state == LAYER_CHANGED && !only_follows(judging, layer)) {
            changed = layer;
            count++;
        }
    }
    enum judgement units = units_judged(judging, &bridged);
    *why = "";
    if (judging_single(judging)) {
        *why = "one system stands alone";
    } else if (!comparison_licenses(comparison)) {
        *why = "the comparison is not licensed";
    } else if (judging->case_file->under_test.kind == UNDER_TEST_EXECUTOR) {
        *why = "whole executors are compared";
    } else if (!comparison->ratio) {
        *why = "too few runs for a ratio";
    } else if (comparison_shows(comparison) != SHOWN_CHANGE) {
        *why = "no change beyond the margin is shown";
    } else if (count == 0) {
        *why = silent ? "no layer is known to differ" : "no layer differs";
    } else if (count > 1) {
        *why = "several layers differ";
    } else if (!changed->under_test) {
        *why = "the layer that differs is not under test";
    } else if (clocks_differ(judging)) {
        *why = "the clocks differ";
    } else if (hidden_layer(judging)) {
        *why = "a layer is not disclosed";
    } else if (units == UNKNOWN) {
        *why = "different physical units and no bridge run";
    } else if (units == FAILS) {
        *why = "the bridge run does not agree";
    } else {
        *why = bridged ? "one layer differs and the bridge run agrees"
                       : "one layer differs on the same units";
        return changed->layer;
    }
    return LAYER_NONE;
}
