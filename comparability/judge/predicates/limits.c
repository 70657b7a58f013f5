/* limits.c - limits on latency that a tool states and keeps, and the load that each side had under
 * them. */
#include "signs.h"

#include "model/decision.h"

#include <math.h>

/* A side may be loaded at the highest rate that its owner believes to keep the limits: MLPerf's
 * server scenario. Whether it could bear more no single rate tells. */
static condition_set own_rate(const struct judging *judging, enum key key)
{
    struct str *instance;
    size_t count =
        key == KEY_LOAD_RATE ? instances_seen(judging, KEY_LOAD_CONSTRAINT, &instance) : 0;
    bool alike = count > 0;
    for (size_t i = 0; i < count && alike; i++) {
        struct sides sides = sides_of(judging, KEY_LOAD_CONSTRAINT, instance[i], (double)NAN);
        alike = sides.a && sides.b && sides.alike;
    }
    return alike ? CONDITION_BIT(OWN_RATE) : 0;
}

/* A tool's scenario other than a server's offers no load that could be chosen: all at once, or one
 * query after the other. */
static bool load_fixed(const struct judging *judging)
{
    struct str *instance;
    return instances_seen(judging, KEY_LOAD_RATE, &instance) == 0 &&
           instances_seen(judging, KEY_LOAD_CONCURRENCY, &instance) == 0 &&
           instances_seen(judging, KEY_LOAD_CONSTRAINT, &instance) == 0;
}

static bool measured(const struct fact *fact)
{
    return fact && fact->kind == FACT_MEASURED;
}

bool limits_kept(const struct judging *judging)
{
    const struct terms *terms = judging->case_file->terms;
    bool fixed = load_fixed(judging);
    if ((terms && terms->objective_count > 0) || !(fixed || own_rate(judging, KEY_LOAD_RATE)))
        return false;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        const struct fact *valid = member_fact(judging, member, KEY_RUN_VALID, (struct str){ 0 });
        const struct fact *tied =
            member_any(judging, member, fixed ? KEY_LOAD_SCENARIO : KEY_LOAD_CONSTRAINT);
        if (!measured(valid) || !str_eq(str_trim(valid->value.text), STR("VALID")) ||
            !measured(tied))
            return false;
    }
    return true;
}

condition_set load_rate(const struct judging *judging, enum key key)
{
    if (judging->case_file->metric_kind != METRIC_AT_OBJECTIVE)
        return own_rate(judging, key);
    return key == KEY_LOAD_RATE && limits_kept(judging) ? CONDITION_BIT(KEPT_LIMITS) : 0;
}
