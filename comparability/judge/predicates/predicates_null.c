/* predicates_null.c - the null pair of a case: one configuration, measured twice. What it differs
 * by from itself is the noise that every other change of the case stands in (rule M18). */
#include "predicates.h"
#include "values.h"

#include "model/decision.h"
#include "model/showing.h"

#include <math.h>
#include <string.h>

/* A value of the stack, or of precision, that both sides tell and that is not the same. */
static bool key_differs(const struct judging *judging, enum key key, struct sides *out)
{
    const struct vocabulary_row *row = vocabulary_row(key);
    bool asked = (row->group == GROUP_EXECUTOR || row->group == GROUP_PRECISION) &&
                 row->likeness != LIKENESS_NOT && row->likeness != LIKENESS_IDENTITY;
    struct str *instance;
    size_t count = asked ? instances_seen(judging, key, &instance) : 0;
    for (size_t i = 0; i < count; i++) {
        *out = sides_of(judging, key, instance[i], (double)NAN);
        if (instance_matters(key, instance[i]) && out->a && out->b && !out->alike)
            return true;
    }
    return false;
}

static struct outcome pair_judged(const struct judging *judging)
{
    const struct comparison *c = judging->comparison;
    enum showing shown = comparison_shows(c);
    struct sides sides;
    for (int key = 0; key < KEY_COUNT; key++) {
        if (key_differs(judging, (enum key)key, &sides)) {
            struct outcome unlike =
                outcome_key(UNKNOWN, (enum key)key, (struct str){ 0 }, sides.a, sides.b);
            unlike.raised = CONDITION_BIT(NULL_UNLIKE);
            return unlike;
        }
    }
    if (!comparison_licenses(c) || !c->change_low || !c->change_high)
        return outcome_of(UNKNOWN);
    struct outcome out = outcome_of(shown == SHOWN_EQUALITY ? HOLDS : FAILS);
    if (shown != SHOWN_EQUALITY && shown != SHOWN_CHANGE)
        out.raised = CONDITION_BIT(NULL_OPEN);
    out.seen[0] = c->change_low;
    out.seen[1] = c->change_high;
    out.seen[2] = judging->case_file->policy.margin_fact;
    return out;
}

static condition_set raised_by(const char *when)
{
    bool open = when && strcmp(when, "null-open") == 0;
    bool unlike = when && strcmp(when, "null-unlike") == 0;
    return (open ? CONDITION_BIT(NULL_OPEN) : 0) | (unlike ? CONDITION_BIT(NULL_UNLIKE) : 0);
}

/* What was found of the pair itself stands beside every other comparison, in the same words. */
static struct outcome pair_found(const struct judging *judging, const struct rule *rule)
{
    const struct comparison *pair = judging->null_pair;
    for (size_t i = 0; pair && i < pair->finding_count; i++) {
        const struct finding *finding = &pair->finding[i];
        if (finding->rule != &rule->text)
            continue;
        struct outcome out = outcome_of(finding->judgement);
        out.key = finding->key;
        out.raised = raised_by(finding->when);
        for (size_t k = 0; k < finding->count && k < ARRAY_COUNT(out.seen); k++)
            out.seen[k] = finding->seen[k];
        return out;
    }
    return outcome_of(UNKNOWN);
}

void judge_null_pair(struct judging *judging, const struct rule *rule)
{
    const struct terms *terms = judging->case_file->terms;
    struct outcome outcome = outcome_of(NOT_APPLICABLE);
    if (terms && terms->null_pair[0])
        outcome = judging_null_pair(judging) ? pair_judged(judging) : pair_found(judging, rule);
    outcome_put(judging, &outcome);
}
