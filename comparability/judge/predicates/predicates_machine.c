/* predicates_machine.c - the machines that ran: health, captures, physical units, the bridge. */
#include "signs.h"

#include "model/likeness.h"
#include "model/traits.h"
#include <string.h>

#include <math.h>

/* ---- health ---- */

static bool says_pending(const struct fact *fact)
{
    return texts_alike(fact->value.text, STR("yes")) ||
           texts_alike(fact->value.text, STR("pending")) ||
           texts_alike(fact->value.text, STR("true")) || texts_alike(fact->value.text, STR("1"));
}

/* What vendors' checks call a part that is not sound: dcgmi, npu-smi and gpu-burn between them. */
static bool is_among(struct str text, const struct str *word, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (texts_alike(text, word[i]))
            return true;
    return false;
}

static bool says_unsound(const struct fact *fact)
{
    static const struct str words[] = { STR_INIT("fail"),     STR_INIT("failed"),
                                        STR_INIT("failure"),  STR_INIT("faulty"),
                                        STR_INIT("alarm"),    STR_INIT("critical"),
                                        STR_INIT("unhealthy") };
    return is_among(fact->value.text, words, ARRAY_COUNT(words));
}

static bool says_warning(const struct fact *fact)
{
    static const struct str words[] = { STR_INIT("warn"), STR_INIT("warning") };
    return is_among(fact->value.text, words, ARRAY_COUNT(words));
}

/* Whether the fact shows an accelerator that is not sound. */
static bool shows_unsound(const struct fact *fact, bool *warned)
{
    double value;
    *warned = fact->key == KEY_HEALTH_CHECK && says_warning(fact);
    if (fact->key == KEY_ECC_UNCORRECTED)
        return fact_base(fact, &value) && value > 0;
    if (fact->key == KEY_HEALTH_CHECK)
        return *warned || says_unsound(fact);
    return says_pending(fact); /* rows whose remap is pending, or failed */
}

enum shows unsound(struct judging *judging, const struct look *look, struct sign *out)
{
    const struct fact *fact = member_fact(judging, look->member, look->key, look->instance);
    bool warned = false;
    out->fact = fact;
    bool shown = fact && !fact->placeholder && shows_unsound(fact, &warned);
    out->raised = warned ? CONDITION_BIT(WARNED) : 0;
    return shown ? SHOWS_SIGN : SHOWS_NONE;
}

enum key accelerators_untold(struct judging *judging, const struct member *member,
                             const struct ask *ask)
{
    struct str *instance;
    size_t count = instances_seen(judging, ask->key[0], &instance), told = 0;
    for (size_t i = 0; i < count; i++)
        told += member_fact(judging, member, ask->key[0], instance[i]) ? 1 : 0;
    return told_of_fewer(judging, member, told) ? ask->key[0] : KEY_COUNT;
}

static void busy_visit(void *self, const struct fact *fact)
{
    bool *busy = self;
    double value;
    *busy = *busy || (!fact->placeholder && fact_base(fact, &value) && value > 0);
}

/* Captures may be taken idle and under load: one under load is what X5 asks for. */
static bool seen_busy(const struct judging *judging, const struct member *member)
{
    struct str *instance;
    bool busy = false;
    size_t count = instances_seen(judging, KEY_CAPTURE_UTILISATION, &instance);
    for (size_t i = 0; i < count && !busy; i++) {
        run_facts(judging->case_file, member->run, KEY_CAPTURE_UTILISATION, instance[i], busy_visit,
                  &busy);
    }
    return busy;
}

struct listing { /* whether a capture of a run lists the processes on its accelerators */
    const struct fact *used; /* utilisation, by a format that lists processes */
    bool found;
};

static void listing_used(void *self, const struct fact *fact)
{
    struct listing *listing = self;
    if (evidence_has(fact->source.evidence, TRAIT_LISTS_PROCESSES))
        listing->used = fact;
}

static void listing_named(void *self, const struct fact *fact)
{
    struct listing *listing = self;
    listing->found = listing->found || fact->source.evidence == listing->used->source.evidence;
}

/* A whole query, with names and utilisation, has a section of processes, also where it lists none.
 * A query of chosen columns or displays (`--query-gpu`, `-d UTILIZATION`) says nothing of them, nor
 * does what other vendors' tools read here. */
static bool lists_processes(struct judging *judging, const struct member *member)
{
    struct listing listing = { .used = NULL };
    struct str *instance;
    size_t count = instances_seen(judging, KEY_CAPTURE_UTILISATION, &instance);
    for (size_t i = 0; i < count && !listing.found; i++) {
        listing.used = NULL;
        run_facts(judging->case_file, member->run, KEY_CAPTURE_UTILISATION, instance[i],
                  listing_used, &listing);
        if (listing.used) {
            run_facts(judging->case_file, member->run, KEY_ACCELERATOR_NAME, instance[i],
                      listing_named, &listing);
        }
    }
    return listing.found;
}

/* As tables of nvidia-smi and amd-smi, `amd-smi process` and `rocm-smi --showpids` say it. */
static bool lists_none(const struct fact *fact)
{
    static const struct str words[] = {
        STR_INIT("No running processes found"),
        STR_INIT("No running processes detected"),
        STR_INIT("No KFD PIDs currently running"),
    };
    for (size_t i = 0; i < ARRAY_COUNT(words); i++)
        if (texts_alike(fact->value.text, words[i]))
            return true;
    return false;
}

struct unnamed { /* a process whose name the capture could not see ("[Not Found]") */
    struct judging *judging;
    const struct member *member;
    bool found;
};

static void unnamed_visit(void *self, const struct fact *fact)
{
    struct unnamed *unnamed = self;
    unnamed->found = unnamed->found || (fact->placeholder &&
                                        !process_is_own(unnamed->judging, unnamed->member, fact));
}

enum shows foreign_process(struct judging *judging, const struct look *look, struct sign *out)
{
    const struct fact *other = member_fact(judging, look->member, look->key, look->instance);
    out->fact = other;
    return other && !fact_is_none(other) && !lists_none(other) &&
                   !process_is_own(judging, look->member, other)
               ? SHOWS_SIGN
               : SHOWS_NONE;
}

/* A capture that lists processes and lists none is an answer; one without a name is not. */
enum key processes_unlisted(struct judging *judging, const struct member *member,
                            const struct ask *ask)
{
    struct str *instance;
    size_t count = instances_seen(judging, ask->key[0], &instance);
    bool told = lists_processes(judging, member);
    struct unnamed unnamed = { judging, member, false };
    for (size_t i = 0; i < count; i++) {
        told = told || member_fact(judging, member, ask->key[0], instance[i]);
        run_facts(judging->case_file, member->run, ask->key[0], instance[i], unnamed_visit,
                  &unnamed);
    }
    return told && !unnamed.found ? KEY_COUNT : ask->key[0];
}

/* ---- captures ---- */

enum { CLOSE_S = 600 }; /* a capture this near to a run's start or end is close to it */

enum closeness { CLOSE_NOT_TOLD, CLOSE_FAR, CLOSE_OPEN, CLOSE_NEAR };
struct nearest {             /* the capture nearest to a run; times without a zone are stretches */
    double start[2], end[2]; /* of the run, at the earliest and at the latest */
    double distance;
    enum closeness is;
    const struct fact *fact;
};

static void nearest_visit(void *self, const struct fact *fact)
{
    struct nearest *nearest = (struct nearest *)self;
    double from, to;
    if (fact->placeholder || !fact_moments(fact, &from, &to))
        return;
    double least = fmax(0, fmax(nearest->start[0] - to, from - nearest->end[1]));
    double most = fmax(0, fmax(nearest->start[1] - from, to - nearest->end[0]));
    enum closeness is = most <= CLOSE_S ? CLOSE_NEAR : least <= CLOSE_S ? CLOSE_OPEN : CLOSE_FAR;
    if (is > nearest->is || (is == nearest->is && least < nearest->distance)) {
        nearest->is = is;
        nearest->distance = least;
        nearest->fact = fact;
    }
}

struct closeness_found {           /* of all runs */
    bool *untimed, *silent, *open; /* marks: run without times, without captures, without a zone */
    const struct fact *near[2], *far[2], *unzoned[2]; /* unzoned: a time without its zone */
};

static void member_close(const struct judging *judging, size_t index, enum key key,
                         struct closeness_found *out)
{
    const struct member *member = &judging->member[index];
    struct nearest nearest = { .is = CLOSE_NOT_TOLD };
    double at;
    const struct fact *start = member_moment(judging, member, KEY_RUN_START, &at);
    const struct fact *end = member_moment(judging, member, KEY_RUN_END, &at);
    if (!start || !end || !fact_moments(start, &nearest.start[0], &nearest.start[1]) ||
        !fact_moments(end, &nearest.end[0], &nearest.end[1])) {
        out->untimed[index] = true;
        return;
    }
    run_facts(judging->case_file, member->run, key, (struct str){ 0 }, nearest_visit, &nearest);
    out->silent[index] = nearest.is == CLOSE_NOT_TOLD;
    out->open[index] = nearest.is == CLOSE_OPEN;
    if (nearest.is == CLOSE_FAR)
        out->far[member->like] = nearest.fact;
    else if (nearest.is == CLOSE_NEAR)
        out->near[member->like] = nearest.fact;
    else if (nearest.is == CLOSE_OPEN)
        out->unzoned[member->like] = nearest.start[0] < nearest.start[1] ? start : nearest.fact;
}

static bool any_marked(const struct judging *judging, const bool *mark)
{
    bool any = false;
    for (size_t i = 0; i < judging->member_count; i++)
        any = any || mark[i];
    return any;
}

/* One capture close to any run of a machine will do: machines do not change between runs of a plan.
 */
static void closeness_say(struct tally *tally, struct closeness_found *found)
{
    struct judging *judging = tally->judging;
    bool open[2] = { false, false };
    for (size_t i = 0; i < judging->member_count; i++) {
        enum side like = judging->member[i].like;
        found->open[i] = found->open[i] && !found->near[like];
        open[like] = open[like] || found->open[i];
    }
    const struct fact *far[2];
    for (size_t i = 0; i < ARRAY_COUNT(far); i++)
        far[i] = found->near[i] || open[i] ? NULL : found->far[i];
    const struct fact *unzoned = found->unzoned[open[0] ? 0 : 1];
    if ((open[0] || open[1]) && unzoned) {
        struct outcome outcome = outcome_key(UNKNOWN, unzoned->key, (struct str){ 0 }, NULL, NULL);
        outcome.seen[0] = unzoned;
        outcome.silent = silent_systems(judging, found->open);
        outcome.raised = CONDITION_BIT(NO_ZONE);
        tally_say(tally, &outcome);
    }
    if (far[0] || far[1]) {
        struct outcome outcome = outcome_pair(FAILS, far[0], far[1]);
        tally_say(tally, &outcome);
    }
}

/* Key: when a capture was taken. */
bool test_captures_close(struct tally *tally, const struct ask *ask)
{
    struct judging *judging = tally->judging;
    struct closeness_found found = { .untimed = marks_of(judging),
                                     .silent = marks_of(judging),
                                     .open = marks_of(judging) };
    for (size_t i = 0; i < judging->member_count; i++)
        member_close(judging, i, ask->key[0], &found);
    if (any_marked(judging, found.untimed))
        tally_silent(tally, KEY_RUN_START, (struct str){ 0 }, found.untimed, NULL, NULL);
    if (any_marked(judging, found.silent))
        tally_silent(tally, ask->key[0], (struct str){ 0 }, found.silent, NULL, NULL);
    closeness_say(tally, &found);
    return true;
}

/* A capture of an accelerator that did not work, where none shows it at work. */
enum shows idle_capture(struct judging *judging, const struct look *look, struct sign *out)
{
    bool asked = !on_processors(look->member) && !seen_busy(judging, look->member);
    out->fact = asked ? idle_fact(judging, look->member) : NULL;
    return out->fact ? SHOWS_SIGN : SHOWS_NONE;
}

/* ---- physical units ---- */

enum key units_unknown(struct judging *judging, const struct member *member, const struct ask *ask)
{
    const struct fact **unit;
    bool known =
        member->side == SIDE_BRIDGE || units_of(judging, judging->system[member->side], &unit) > 0;
    return known ? KEY_COUNT : ask->key[0];
}

/* Every unit of `some` is one of `all`. */
static bool units_among(const struct fact *const *some, size_t count, const struct fact *const *all,
                        size_t all_count)
{
    for (size_t i = 0; i < count; i++)
        if (!unit_among(all, all_count, some[i]))
            return false;
    return count > 0;
}

/* One value of the bridge against those of the side it is like. What tells the sides apart must be
 * known of the bridge, too: silence would let any run pass for one of this side. */
static bool value_is_like(const struct judging *judging, const struct member *bridge, enum key key,
                          struct str instance)
{
    const struct fact *is = member_fact(judging, bridge, key, instance);
    struct sides sides = sides_of(judging, key, instance, (double)NAN);
    if (!is && !instances_listed(key))
        is = member_any(judging, bridge, key); /* the other unit may count otherwise */
    if (!is && sides.a && sides.b && !sides.alike)
        return false;
    for (size_t i = 0; is && i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        const struct fact *like =
            member->side == bridge->like ? member_fact(judging, member, key, instance) : NULL;
        if (like && !facts_alike(judging->home, is, like))
            return false;
    }
    return true;
}

/* The bridge's executor is that of the side it is like, in the layers under test. */
static bool bridge_is_like(const struct judging *judging, const struct member *bridge)
{
    for (size_t i = 0; i < KEY_COUNT; i++) {
        enum key key = (enum key)i;
        const struct vocabulary_row *row = vocabulary_row(key);
        if (row->likeness == LIKENESS_NOT || row->likeness == LIKENESS_IDENTITY ||
            under_test_effect(&judging->case_file->under_test, key) != EFFECT_UNDER_TEST)
            continue;
        struct str *instance;
        size_t count = instances_seen(judging, key, &instance);
        for (size_t j = 0; j < count; j++)
            if (!value_is_like(judging, bridge, key, instance[j]))
                return false;
    }
    return true;
}

static const struct fact *bridge_ratio(const struct judging *judging, const struct member *bridge)
{
    for (size_t i = 0; i < judging->comparison->bridge_count; i++)
        if (judging->comparison->bridge[i]->run == bridge->run)
            return judging->comparison->bridge[i];
    return NULL;
}

/* Judges the bridge runs that stand on the other side's units; false: there is none. */
static bool bridges_judged(struct tally *tally, const struct fact *const *const *unit,
                           const size_t *count)
{
    struct judging *judging = tally->judging;
    bool judged = false;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        const struct fact **own, *ratio = bridge_ratio(judging, member);
        size_t other = member->like == SIDE_A ? 1 : 0;
        if (member->side != SIDE_BRIDGE || !ratio)
            continue;
        size_t own_count = units_of(judging, member->run->machine->system, &own);
        if (!units_among(own, own_count, unit[other], count[other]))
            continue;
        judged = true;
        bool agrees = fabs(ratio->value.value - 1) <= judging->case_file->policy.margin;
        struct outcome outcome = outcome_of(FAILS);
        outcome.seen[0] = ratio;
        if (!agrees || !bridge_is_like(judging, member))
            tally_say(tally, &outcome);
        else
            tally->holds.seen[0] = ratio;
    }
    return judged;
}

void judge_bridge(struct judging *judging, const struct rule *rule)
{
    struct tally tally = tally_of(judging, rule);
    const struct fact **unit[2];
    size_t count[2];
    for (size_t i = 0; i < 2; i++)
        count[i] = units_of(judging, judging->system[i], &unit[i]);
    bool same = units_among(unit[0], count[0], unit[1], count[1]) &&
                units_among(unit[1], count[1], unit[0], count[0]);
    const struct fact *const *const units[] = { unit[0], unit[1] };
    if (!comparison_licenses(judging->comparison) || !judging->comparison->ratio ||
        hardware_under_test(&judging->case_file->under_test) || same) {
        tally.holds.judgement = NOT_APPLICABLE;
    } else if (!bridges_judged(&tally, units, count)) {
        struct outcome outcome =
            outcome_pair(UNKNOWN, count[0] ? unit[0][0] : NULL, count[1] ? unit[1][0] : NULL);
        outcome.mend = rule->text.mend;
        tally_say(&tally, &outcome);
    }
    tally_done(&tally);
}
