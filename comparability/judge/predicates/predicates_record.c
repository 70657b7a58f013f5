/* predicates_record.c - what is on record: repetitions, order, disclosure, contradictions. */
#include "accuracy.h"
#include "predicates.h"
#include "values.h"

#include <glib.h>
#include <math.h>

/* ---- repetitions, order, plan -------------------------------------------------------------------
 */

void judge_repetitions(struct judging *judging, const struct rule *rule)
{
    const struct fact *const *runs = judging->comparison->runs;
    uint32_t least = judging->case_file->policy.repetitions;
    bool enough =
        side_count(judging, SIDE_A, true) >= least && side_count(judging, SIDE_B, true) >= least;
    struct outcome outcome = outcome_pair(enough ? HOLDS : FAILS, runs[0], runs[1]);
    outcome.key = rule->key[0];
    find(judging, rule, &outcome);
}

struct started { /* a run of A or B */
    double at;
    enum side side;
};

static int start_order(const void *left, const void *right, void *unused)
{
    const struct started *a = left, *b = right;
    (void)unused;
    return (a->at > b->at) - (a->at < b->at);
}

void judge_interleaved(struct judging *judging, const struct rule *rule)
{
    struct tally tally = tally_of(judging, rule);
    struct started *start = ARENA_MANY(judging->home, judging->member_count + 1, struct started);
    bool *silent = marks_of(judging);
    bool any = false;
    size_t count = 0, changes = 0;
    const struct fact *first[2] = { NULL, NULL };
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        double at;
        const struct fact *fact = member_moment(judging, member, rule->key[0], &at);
        if (member->side == SIDE_BRIDGE) {
            continue;
        }
        if (!fact) {
            silent[i] = any = true;
            continue;
        }
        start[count++] = (struct started){ at, member->side };
        const struct fact *date = alone_fact(member->alone, KEY_RUN_START_UTC);
        first[member->side] = first[member->side] ? first[member->side] : date ? date : fact;
    }
    if (any) {
        tally_silent(&tally, rule->key[0], (struct str){ 0 }, silent, NULL, NULL);
        tally_done(&tally);
        return;
    }
    if (count) {
        g_qsort_with_data(start, (gint)count, sizeof *start, start_order, NULL);
    }
    for (size_t i = 1; i < count; i++) {
        changes += start[i].side != start[i - 1].side;
    }
    /* All of one side before all of the other makes one change; taking turns makes more. */
    if (changes < 2) {
        struct outcome outcome = outcome_pair(FAILS, first[0], first[1]);
        tally_say(&tally, &outcome);
    }
    tally_done(&tally);
}

/* ---- disclosure ---------------------------------------------------------------------------------
 */

void judge_disclosed(struct judging *judging, const struct rule *rule)
{
    struct tally tally = tally_of(judging, rule);
    size_t judged = 0;
    for (size_t k = 0; k < rule->key_count; k++) {
        bool *silent = marks_of(judging);
        bool any = false;
        for (size_t i = 0; i < judging->member_count; i++) {
            const struct member *member = &judging->member[i];
            if (key_exempt(judging, member, rule->key[k])) {
                continue;
            }
            judged++;
            const struct fact *fact = member_any(judging, member, rule->key[k]);
            silent[i] = !fact;
            any = any || !fact;
            /* The first key that anyone discloses, one value a side. */
            const struct fact **first = member->like == SIDE_A ? &tally.holds.a : &tally.holds.b;
            bool ours = tally.holds.key == KEY_COUNT || tally.holds.key == rule->key[k];
            if (fact && !*first && ours) {
                *first = fact;
                tally.holds.key = rule->key[k];
            }
        }
        if (any) {
            tally_silent(&tally, rule->key[k], (struct str){ 0 }, silent, NULL, NULL);
        }
    }
    if (judged == 0) {
        tally.holds.judgement = NOT_APPLICABLE;
    }
    tally_done(&tally);
}

/* The provider's refusal, where someone wrote it down. */
static bool hidden(const struct judging *judging, const struct member *member, enum key key)
{
    const struct fact *fact = member_any(judging, member, key);
    return fact && texts_alike(fact->value.text, STR("not obtainable"));
}

/* Evidence that could not be read is silent, and that it is there is said: once, though each run of
 * its machine sees it. */
static void unread_say(struct tally *tally)
{
    struct judging *judging = tally->judging;
    GHashTable *said = g_hash_table_new(g_direct_hash, g_direct_equal);
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        const struct facts *scope[] = { member->run->machine->system->facts,
                                        member->run->machine->facts, member->run->facts };
        for (size_t k = 0; k < ARRAY_COUNT(scope); k++) {
            for (size_t j = 0; j < facts_count(scope[k]); j++) {
                union { /* GLib's tables take no const */
                    const struct fact *own;
                    gpointer key;
                } fact = { .own = facts_at(scope[k], j) };
                if (fact.own->key == KEY_UNREAD && g_hash_table_add(said, fact.key)) {
                    struct outcome outcome = outcome_seen(judging, UNKNOWN, member, fact.own);
                    outcome.instance = fact.own->instance;
                    outcome.raised = CONDITION_BIT(UNREAD);
                    outcome.mend = STR("Leave the file as it is; if it matters, let its tool write "
                                       "it again.");
                    tally_say(tally, &outcome);
                }
            }
        }
    }
    g_hash_table_destroy(said);
}

void judge_disclosed_all(struct judging *judging, const struct rule *rule)
{
    struct tally tally = tally_of(judging, rule);
    for (size_t k = 0; k < KEY_COUNT; k++) {
        enum key key = (enum key)k;
        bool *silent = marks_of(judging), *hides = marks_of(judging);
        bool any = false, any_hides = false;
        if (!vocabulary_row(key)->needed) {
            continue;
        }
        for (size_t i = 0; i < judging->member_count; i++) {
            const struct member *member = &judging->member[i];
            hides[i] = hidden(judging, member, key);
            silent[i] =
                !hides[i] && !key_exempt(judging, member, key) && !member_any(judging, member, key);
            any = any || silent[i];
            any_hides = any_hides || hides[i];
        }
        if (any) {
            struct outcome outcome = outcome_key(UNKNOWN, key, (struct str){ 0 }, NULL, NULL);
            enum effect effect = under_test_effect(&judging->case_file->under_test, key);
            outcome.silent = silent_systems(judging, silent);
            /* What is under test must be known; of the rest, what only one side hides. */
            if (vocabulary_row(key)->group == GROUP_EXECUTOR &&
                (effect == EFFECT_UNDER_TEST ||
                 missing_sides(judging, silent) == CONDITION_BIT(ONE_SIDE_MISSING))) {
                outcome.raised = CONDITION_BIT(KEY_NEEDED);
            }
            tally_say(&tally, &outcome);
        }
        if (any_hides) {
            struct outcome outcome = outcome_key(UNKNOWN, key, (struct str){ 0 }, NULL, NULL);
            outcome.silent = silent_systems(judging, hides);
            outcome.raised = CONDITION_BIT(PROVIDER_HIDES);
            tally_say(&tally, &outcome);
        }
    }
    unread_say(&tally);
    tally_done(&tally);
}

/* ---- contradictions -----------------------------------------------------------------------------
 */

static bool in_blocking_rule(const struct judging *judging, enum key key)
{
    for (size_t i = 0; i < judging->rules->count; i++) {
        const struct rule *rule = &judging->rules->item[i];
        bool blocks = rule->severity[rule->severity_count - 1].severity == SEVERITY_BLOCKS;
        for (size_t j = 0; blocks && j < rule->key_count; j++) {
            if (rule->key[j] == key) {
                return true;
            }
        }
    }
    return false;
}

/* Whether a blocking rule would judge otherwise if `other` were taken instead of `best`. */
static bool would_change(const struct judging *judging, const struct member *member, enum key key,
                         struct str instance, const struct fact *best, const struct fact *other)
{
    if (under_test_effect(&judging->case_file->under_test, key) != EFFECT_JUDGED ||
        !(in_blocking_rule(judging, key) || vocabulary_row(key)->group == GROUP_EXECUTOR)) {
        return false;
    }
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *opposite = &judging->member[i];
        const struct fact *value =
            opposite->like != member->like ? member_fact(judging, opposite, key, instance) : NULL;
        if (value) {
            /* The same source is taken on both sides: where the other side's sources disagree in
             * the same way, the other value is held against the other value there. */
            const struct fact *theirs,
                *beside = source_disagreeing(judging, opposite, key, instance, &theirs);
            bool alike_kind = beside && beside->kind == other->kind;
            return facts_alike(judging->home, value, best) !=
                   facts_alike(judging->home, alike_kind ? beside : value, other);
        }
    }
    return false;
}

void judge_sources_agree(struct judging *judging, const struct rule *rule)
{
    struct tally tally = tally_of(judging, rule);
    for (size_t k = 0; k < KEY_COUNT; k++) {
        enum key key = (enum key)k;
        struct str *instance;
        if (vocabulary_row(key)->likeness == LIKENESS_NOT) {
            continue; /* states and results: several sources are several moments */
        }
        size_t count = instances_seen(judging, key, &instance);
        for (size_t j = 0; j < count; j++) {
            bool said[2] = { false, false };
            for (size_t i = 0; i < judging->member_count; i++) {
                const struct member *member = &judging->member[i];
                const struct fact *best;
                const struct fact *other =
                    source_disagreeing(judging, member, key, instance[j], &best);
                if (!other || said[member->like]) {
                    continue;
                }
                said[member->like] = true;
                struct outcome outcome = outcome_seen(judging, FAILS, member, best);
                outcome.seen[1] = other;
                if (would_change(judging, member, key, instance[j], best, other)) {
                    outcome.raised = CONDITION_BIT(KEY_NEEDED);
                }
                tally_say(&tally, &outcome);
            }
        }
    }
    tally_done(&tally);
}

/* Half a unit of the last digit written: what rounding may hide. */
static double resolution(struct str text)
{
    double half = 0.5;
    bool point = false;
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] == 'e' || text.at[i] == 'E') {
            return (double)INFINITY; /* written with an exponent: no telling */
        }
        half = point && text.at[i] >= '0' && text.at[i] <= '9' ? half / 10 : half;
        point = point || text.at[i] == '.';
    }
    return half;
}

static bool agrees_with(const struct fact *fact, double value, double relative)
{
    double stated;
    if (!fact_base(fact, &stated)) {
        return true;
    }
    double slack = resolution(fact->value.text) * unit_row(fact->value.unit)->factor;
    return fabs(stated - value) <= slack + relative * fabs(value) + 1e-9 * fabs(value);
}

/* Totals against samples, and throughput against total and time. */
static const struct fact *summary_wrong(const struct judging *judging, const struct member *member,
                                        bool *checked)
{
    const struct alone *alone = member->alone;
    const struct fact *total = member_fact(judging, member, KEY_WORK_TOTAL, (struct str){ 0 });
    const struct fact *count = member_fact(judging, member, KEY_ITERATION_COUNT, (struct str){ 0 });
    const struct fact *wall = member_fact(judging, member, KEY_WALL_TIME, (struct str){ 0 });
    const struct fact *stated =
        member_fact(judging, member, judging->case_file->metric, (struct str){ 0 });
    double work = (double)NAN, time;
    *checked = false;
    if (total && alone->door.series && alone->door.series->work && alone->whole.found) {
        *checked = true;
        if (!agrees_with(total, alone->whole.work, 0)) {
            return total;
        }
    }
    if (count && alone->door.series) {
        *checked = true;
        if (!agrees_with(count, (double)alone->door.series->count, 0)) {
            return count;
        }
    }
    if (total && wall && stated && alone->rate && fact_base(total, &work) &&
        fact_base(wall, &time) && time > 0) {
        double slack = resolution(wall->value.text) * unit_row(wall->value.unit)->factor / time;
        *checked = true;
        if (isfinite(slack) && !agrees_with(stated, work / time, slack)) {
            return stated;
        }
    }
    return NULL;
}

void judge_summary_agrees(struct judging *judging, const struct rule *rule)
{
    struct tally tally = tally_of(judging, rule);
    size_t checked_runs = 0;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        bool checked;
        const struct fact *wrong = summary_wrong(judging, member, &checked);
        checked_runs += checked;
        if (wrong) {
            struct outcome outcome = outcome_seen(judging, FAILS, member, wrong);
            tally_say(&tally, &outcome);
        }
    }
    checked_runs += figures_say(&tally, CONDITION_BIT(IDENTITY) | CONDITION_BIT(MISCOUNTED) |
                                            CONDITION_BIT(TWO_VIEWS));
    /* Samples without a summary contradict nothing. */
    if (checked_runs == 0) {
        tally.holds.judgement = NOT_APPLICABLE;
    }
    tally_done(&tally);
}

/* ---- times, copies ------------------------------------------------------------------------------
 */

enum {
    DAY_S = 86400,
    ZONES_S = 14 * 3600
}; /* a date is somewhere on earth: up to 14 hours early */

void judge_times_in_order(struct judging *judging, const struct rule *rule)
{
    struct tally tally = tally_of(judging, rule);
    const struct fact *date =
        facts_best(judging->case_file->facts, rule->key[2], (struct str){ 0 });
    bool *silent = marks_of(judging);
    bool any = false;
    enum key lacks = rule->key[0];
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        double from, to, day;
        const struct fact *start = member_moment(judging, member, rule->key[0], &from);
        const struct fact *end = member_moment(judging, member, rule->key[1], &to);
        if (!start || !end) {
            silent[i] = any = true;
            lacks = start ? rule->key[1] : rule->key[0];
            continue;
        }
        bool late = date && fact_seconds(date, &day) && to > day + DAY_S + ZONES_S;
        if (to < from || late) {
            struct outcome outcome = outcome_seen(judging, FAILS, member, late ? end : start);
            outcome.seen[1] = late ? date : end;
            tally_say(&tally, &outcome);
        }
    }
    if (any) {
        tally_silent(&tally, lacks, (struct str){ 0 }, silent, NULL, NULL);
    }
    tally_done(&tally);
}

/* ---- X4 -----------------------------------------------------------------------------------------
 */

static void twice_say(struct tally *tally, const struct fact *a, const struct run *run_a,
                      const struct fact *b, const struct run *run_b)
{
    struct deriving *deriving = tally->judging->deriving;
    const struct copied left = { .run = run_a, .file = a->source.evidence, .fact = a };
    const struct copied right = { .run = run_b, .file = b->source.evidence, .fact = b };
    struct outcome outcome = outcome_of(FAILS);
    outcome.seen[0] = copied_fact(deriving, &left, true);
    outcome.seen[1] = copied_fact(deriving, &right, true);
    tally_say(tally, &outcome);
}

/* One accuracy test on both sides: once a comparison, since its copies are one file or a few. */
static void accuracy_twice_say(struct tally *tally)
{
    struct judging *judging = tally->judging;
    struct str *instance;
    size_t count = instances_seen(judging, KEY_ACCURACY_SCORE, &instance);
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        for (size_t k = 0; member->side == SIDE_A && k < count; k++) {
            struct score score;
            const struct run *at = NULL;
            const struct fact *twin =
                score_find(judging->case_file, member->run, instance[k], false, &score)
                    ? accuracy_twin(judging->case_file, member->run, score.seen.score, false, &at)
                    : NULL;
            if (twin && at->machine->system == judging->system[SIDE_B]) {
                twice_say(tally, score.seen.score, member->run, twin, at);
                return;
            }
        }
    }
}

/* What changes from one look at a machine to the next. */
static bool is_moment(enum key key)
{
    static const enum key moments[] = { KEY_CAPTURE_TIME,        KEY_CAPTURE_UTILISATION,
                                        KEY_CAPTURE_CLOCK_SM,    KEY_CAPTURE_POWER,
                                        KEY_CAPTURE_TEMPERATURE, KEY_CAPTURE_POWER_INSTANT };
    for (size_t i = 0; i < ARRAY_COUNT(moments); i++) {
        if (moments[i] == key) {
            return true;
        }
    }
    return false;
}

/* Two files that are one look at one machine: every value of the moment is equal, and there are
 * several, since a time alone may be one of two machines. One file that both sides name is one
 * file, and no copy. */
static bool same_look(const struct facts *facts_a, const struct fact *a,
                      const struct facts *facts_b, const struct fact *b)
{
    const struct evidence *file_a = a->source.evidence, *file_b = b->source.evidence;
    enum { VALUES_TELLING = 3 };
    size_t equal = 0;
    if (!file_a || !file_b || str_eq(file_a->name, file_b->name)) {
        return false;
    }
    for (size_t i = 0; i < facts_count(facts_a); i++) {
        const struct fact *left = facts_at(facts_a, i), *right = NULL;
        if (left->source.evidence != file_a || !is_moment(left->key) || left->placeholder) {
            continue;
        }
        for (size_t k = 0; k < facts_count(facts_b) && !right; k++) {
            const struct fact *one = facts_at(facts_b, k);
            bool same = one->source.evidence == file_b && one->key == left->key &&
                        str_eq(one->instance, left->instance);
            right = same ? one : NULL;
        }
        if (!right || !str_eq(right->value.text, left->value.text)) {
            return false;
        }
        equal++;
    }
    return equal >= VALUES_TELLING;
}

static bool look_twice_say(struct tally *tally, const struct machine *a, const struct machine *b)
{
    for (size_t i = 0; i < facts_count(a->facts); i++) {
        const struct fact *left = facts_at(a->facts, i);
        for (size_t k = 0; is_moment(left->key) && !left->placeholder && k < facts_count(b->facts);
             k++) {
            const struct fact *right = facts_at(b->facts, k);
            if (right->key == left->key && str_eq(right->value.text, left->value.text) &&
                same_look(a->facts, left, b->facts, right)) {
                twice_say(tally, left, &a->run[0], right, &b->run[0]);
                return true;
            }
        }
    }
    return false;
}

/* A capture of one side that was copied to the other: once a comparison. */
static void captures_twice_say(struct tally *tally)
{
    const struct system *a = tally->judging->system[SIDE_A], *b = tally->judging->system[SIDE_B];
    for (size_t i = 0; i < a->machine_count; i++) {
        for (size_t k = 0; a != b && k < b->machine_count; k++) {
            if (a->machine[i].run_count > 0 && b->machine[k].run_count > 0 &&
                look_twice_say(tally, &a->machine[i], &b->machine[k])) {
                return;
            }
        }
    }
}

void judge_no_copies(struct judging *judging, const struct rule *rule)
{
    struct tally tally = tally_of(judging, rule);
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct alone *alone = judging->member[i].alone;
        if (alone->copy_of != SIZE_MAX) {
            const struct copied *left = &alone->original, *right = &alone->copy;
            const struct evidence *a = left->file, *b = right->file;
            bool whole = a && b && digest_eq(a->digest, b->digest) &&
                         str_eq(left->run->instance, right->run->instance);
            struct outcome outcome = outcome_of(FAILS);
            outcome.seen[0] = copied_fact(judging->deriving, &alone->original, whole);
            outcome.seen[1] = copied_fact(judging->deriving, &alone->copy, whole);
            enum side side = judging->member[i].side;
            if (side != SIDE_BRIDGE && side_count(judging, side, true) == 0) {
                outcome.judgement = UNKNOWN; /* nothing is left to compare */
                outcome.raised = CONDITION_BIT(NOTHING_OWN);
            }
            tally_say(&tally, &outcome);
        }
    }
    accuracy_twice_say(&tally);
    captures_twice_say(&tally);
    tally_done(&tally);
}
