/* predicates_load.c - the same load on both sides, at one load or over a sweep of loads. */
#include "model/likeness.h"
#include "predicates.h"

#include "model/decision.h"

#include <math.h>

/* A load of a run of the sweep, which is not among the compared ones. */
static const struct fact *sweep_fact(const struct judging *judging, const struct member *member,
                                     enum key key)
{
    return member_fact(judging, member, key, (struct str){ 0 });
}

/* Whether each value of one side's sweep stands on the other side too. */
static const struct fact *load_missing(const struct judging *judging, enum key key, enum side from,
                                       enum side to)
{
    for (size_t i = 0; i < judging->sweep_count; i++) {
        const struct member *member = &judging->sweep[i];
        const struct fact *fact = member->side == from ? sweep_fact(judging, member, key) : NULL;
        bool found = !fact;
        for (size_t j = 0; j < judging->sweep_count && !found; j++) {
            const struct member *other = &judging->sweep[j];
            const struct fact *same = other->side == to ? sweep_fact(judging, other, key) : NULL;
            found = same && facts_alike(judging->home, fact, same);
        }
        if (!found)
            return fact;
    }
    return NULL;
}

/* Loads of sweeps with files of their own are compared point by point, not by the runs. */
static bool grid_key(const struct judging *judging, enum key key)
{
    const struct saturation *const *point = judging->point;
    return point[0] && point[1] && !(point[0]->of_runs && point[1]->of_runs) &&
           (key == point[0]->load_key || key == point[1]->load_key);
}

/* The first load of `from` that `other` lacks; NULL: none. */
static const struct fact *load_alone(const struct saturation *from, const struct saturation *other)
{
    for (size_t i = 0; i < from->count; i++) {
        bool found = false;
        for (size_t j = 0; j < other->count && !found; j++) {
            found = from->load_key == other->load_key &&
                    !(from->point[i].load < other->point[j].load) &&
                    !(from->point[i].load > other->point[j].load);
        }
        if (!found)
            return from->point[i].load_fact;
    }
    return NULL;
}

static void grids_compared(struct tally *tally)
{
    const struct saturation *const *point = tally->judging->point;
    if (!point[0] || !point[1] || (point[0]->of_runs && point[1]->of_runs))
        return;
    const struct fact *a = load_alone(point[0], point[1]), *b = load_alone(point[1], point[0]);
    if (a || b) {
        struct outcome outcome = outcome_key(FAILS, point[0]->load_key, (struct str){ 0 }, a, b);
        outcome.seen[0] = a ? a : b;
        outcome.seen[1] = b ? b : a;
        tally_say(tally, &outcome);
    }
}

/* Marks the members of each side of which some run of the sweep does not disclose `key`; false: no
 * run is silent, or all are about a key that nobody needs to state. */
static bool sweep_silent(const struct judging *judging, enum key key, bool needed, bool *silent)
{
    bool side[2] = { false, false }, told = false;
    for (size_t i = 0; i < judging->sweep_count; i++) {
        const struct member *member = &judging->sweep[i];
        bool tells = sweep_fact(judging, member, key) != NULL;
        told = told || tells;
        side[member->like] = side[member->like] || (!tells && !key_exempt(judging, member, key));
    }
    for (size_t i = 0; i < judging->member_count; i++)
        silent[i] = side[judging->member[i].like];
    return (told || needed) && (side[0] || side[1]);
}

/* Limits that tools state and the case does not: the load is judged by them, kept or not. */
static bool limits_told(const struct judging *judging)
{
    const struct terms *terms = judging->case_file->terms;
    struct str *instance;
    return (!terms || terms->objective_count == 0) &&
           instances_seen(judging, KEY_LOAD_CONSTRAINT, &instance) > 0;
}

/* For the highest load under an objective, the same sweep of loads. Limits of a tool's own leave no
 * load to choose: then one load is held against the other. */
bool test_same_sweep(struct tally *tally, const struct ask *ask)
{
    struct judging *judging = tally->judging;
    if (!condition_of_case(judging, CONDITION_AT_OBJECTIVE) || limits_kept(judging) ||
        limits_told(judging))
        return false;
    grids_compared(tally);
    for (size_t k = 0; k < ask->key_count; k++) {
        enum key key = ask->key[k];
        bool *silent = marks_of(judging);
        if (grid_key(judging, key))
            continue;
        if (sweep_silent(judging, key, k == 0, silent)) {
            tally_silent(tally, key, (struct str){ 0 }, silent, NULL, NULL);
            continue; /* what one side does not tell is no difference */
        }
        if (judging_single(judging))
            continue; /* its loads are its own */
        const struct fact *a = load_missing(judging, key, SIDE_A, SIDE_B);
        const struct fact *b = load_missing(judging, key, SIDE_B, SIDE_A);
        if (a || b) {
            struct outcome outcome = outcome_key(FAILS, key, (struct str){ 0 }, a, b);
            outcome.seen[0] = a ? a : b;
            outcome.seen[1] = b ? b : a;
            tally_say(tally, &outcome);
        }
    }
    return true;
}
