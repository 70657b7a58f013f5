/* predicates_record.c - what is on record: repetitions, order, disclosure, contradictions. */
#include "model/likeness.h"
#include "model/traits.h"
#include "signs.h"

#include <glib.h>
#include <math.h>

/* ---- repetitions, order, plan ---- */

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

/* A bridge takes no turn. */
enum key begin_unknown(struct judging *judging, const struct member *member, const struct ask *ask)
{
    double at;
    return member->side == SIDE_BRIDGE || member_moment(judging, member, ask->key[0], &at)
               ? KEY_COUNT
               : ask->key[0];
}

/* All of one side before all of the other makes one change; taking turns makes more. Key: when a
 * run began. */
enum shows one_after_other(struct judging *judging, const struct look *look, struct sign *out)
{
    struct started *start = ARENA_MANY(judging->home, judging->member_count + 1, struct started);
    const struct fact *first[2] = { NULL, NULL };
    size_t count = 0, changes = 0;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        double at;
        const struct fact *fact = member_moment(judging, member, look->ask->key[0], &at);
        if (member->side == SIDE_BRIDGE || !fact)
            continue;
        start[count++] = (struct started){ at, member->side };
        const struct fact *date = alone_fact(member->alone, KEY_RUN_START_UTC);
        first[member->side] = first[member->side] ? first[member->side] : date ? date : fact;
    }
    if (count)
        g_qsort_with_data(start, (gint)count, sizeof *start, start_order, NULL);
    for (size_t i = 1; i < count; i++)
        changes += start[i].side != start[i - 1].side;
    out->fact = first[0];
    out->against = first[1];
    return changes < 2 ? SHOWS_SIGN : SHOWS_NONE;
}

/* ---- disclosure ---- */

bool test_disclosed(struct tally *tally, const struct ask *ask)
{
    struct judging *judging = tally->judging;
    size_t judged = 0;
    for (size_t k = 0; k < ask->key_count; k++) {
        bool *silent = marks_of(judging);
        bool any = false;
        for (size_t i = 0; i < judging->member_count; i++) {
            const struct member *member = &judging->member[i];
            if (key_exempt(judging, member, ask->key[k]))
                continue;
            judged++;
            const struct fact *fact = member_any(judging, member, ask->key[k]);
            silent[i] = !fact;
            any = any || !fact;
            /* The first key that anyone discloses, one value a side. */
            const struct fact **first = member->like == SIDE_A ? &tally->holds.a : &tally->holds.b;
            bool ours = tally->holds.key == KEY_COUNT || tally->holds.key == ask->key[k];
            if (fact && !*first && ours) {
                *first = fact;
                tally->holds.key = ask->key[k];
            }
        }
        if (any)
            tally_silent(tally, ask->key[k], (struct str){ 0 }, silent, NULL, NULL);
    }
    return judged > 0;
}

/* Evidence that could not be read is silent, and that it is there is said. */
enum shows unread(struct judging *judging, const struct look *look, struct sign *out)
{
    (void)judging;
    out->fact = look->fact;
    out->is = UNKNOWN;
    return SHOWS_SIGN;
}

bool key_needed(enum key key)
{
    return vocabulary_row(key)->needed;
}

condition_set silence_raised(const struct judging *judging, enum key key, const bool *silent)
{
    enum effect effect = under_test_effect(&judging->case_file->under_test, key);
    bool weighs = effect == EFFECT_UNDER_TEST ||
                  missing_sides(judging, silent) == CONDITION_BIT(ONE_SIDE_MISSING);
    return vocabulary_row(key)->group == GROUP_EXECUTOR && weighs ? CONDITION_BIT(KEY_NEEDED) : 0;
}

/* ---- contradictions ---- */

static bool in_blocking_rule(const struct judging *judging, enum key key)
{
    for (size_t i = 0; i < judging->rules->count; i++) {
        const struct rule *rule = &judging->rules->item[i];
        bool blocks = rule->severity[rule->severity_count - 1].severity == SEVERITY_BLOCKS;
        for (size_t j = 0; blocks && j < rule->key_count; j++)
            if (rule->key[j] == key)
                return true;
    }
    return false;
}

/* Whether a blocking rule would judge otherwise if `other` were taken instead of `best`. */
static bool would_change(const struct judging *judging, const struct member *member, enum key key,
                         struct str instance, const struct fact *best, const struct fact *other)
{
    if (under_test_effect(&judging->case_file->under_test, key) != EFFECT_JUDGED ||
        !(in_blocking_rule(judging, key) || vocabulary_row(key)->group == GROUP_EXECUTOR))
        return false;
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

/* Of states and results several sources are several moments. */
bool key_comparable(enum key key)
{
    return vocabulary_row(key)->likeness != LIKENESS_NOT;
}

enum shows source_apart(struct judging *judging, const struct look *look, struct sign *out)
{
    const struct fact *best,
        *other = source_disagreeing(judging, look->member, look->key, look->instance, &best);
    if (!other)
        return SHOWS_NONE;
    out->fact = out->seen[0] = best;
    out->seen[1] = other;
    if (would_change(judging, look->member, look->key, look->instance, best, other))
        out->raised = CONDITION_BIT(KEY_NEEDED);
    return SHOWS_SIGN;
}

/* Half a unit of the last digit written: what rounding may hide. */
static double resolution(struct str text)
{
    double half = 0.5;
    bool point = false;
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] == 'e' || text.at[i] == 'E')
            return (double)INFINITY; /* written with an exponent: no telling */
        half = point && text.at[i] >= '0' && text.at[i] <= '9' ? half / 10 : half;
        point = point || text.at[i] == '.';
    }
    return half;
}

static bool agrees_with(const struct fact *fact, double value, double relative)
{
    double stated;
    if (!fact_base(fact, &stated))
        return true;
    double slack = resolution(fact->value.text) * unit_row(fact->value.unit)->factor;
    return fabs(stated - value) <= slack + relative * fabs(value) + 1e-9 * fabs(value);
}

/* Whether a file keeps samples of its own, and the metric's are of another: a log of training
 * beside the result of a serving benchmark counts its own steps. */
static bool of_other_samples(const struct member *member, const struct evidence *evidence)
{
    const struct series *metric = member->alone->door.series;
    if (!evidence || !metric || metric->source.evidence == evidence)
        return false;
    for (size_t i = 0; i < member->run->series_count; i++)
        if (member->run->series[i].source.evidence == evidence && member->run->series[i].count > 0)
            return true;
    return false;
}

/* What only looked on counts what it saw itself: that is no sum of the run's samples. */
static const struct fact *own_total(const struct judging *judging, const struct member *member,
                                    enum key key)
{
    const struct fact *fact = member_fact(judging, member, key, (struct str){ 0 });
    return fact && (evidence_has(fact->source.evidence, TRAIT_WATCHES | TRAIT_TESTS_MACHINE) ||
                    of_other_samples(member, fact->source.evidence))
               ? NULL
               : fact;
}

/* Whether figures were measured by one tool, as far as one file tells: a rate, the work and the
 * time that it is worked out of. What a person states may stand apart. */
static bool of_one_file(const struct fact *a, const struct fact *b)
{
    return a->kind != FACT_MEASURED || b->kind != FACT_MEASURED ||
           a->source.evidence == b->source.evidence;
}

/* Totals against samples, and throughput against total and time. */
static const struct fact *wrong_total(const struct judging *judging, const struct member *member,
                                      bool *checked)
{
    const struct alone *alone = member->alone;
    const struct fact *total = own_total(judging, member, KEY_WORK_TOTAL);
    const struct fact *count = own_total(judging, member, KEY_ITERATION_COUNT);
    const struct fact *wall = own_total(judging, member, KEY_WALL_TIME);
    const struct fact *stated =
        member_fact(judging, member, judging->case_file->metric, (struct str){ 0 });
    double work = (double)NAN, time;
    *checked = false;
    if (total && alone->door.series && alone->door.series->work && alone->whole.found) {
        *checked = true;
        if (!agrees_with(total, alone->whole.work, 0))
            return total;
    }
    if (count && alone->door.series) {
        *checked = true;
        if (!agrees_with(count, (double)alone->door.series->count, 0))
            return count;
    }
    if (total && wall && stated && of_one_file(total, wall) && of_one_file(total, stated) &&
        alone->rate && fact_base(total, &work) && fact_base(wall, &time) && time > 0) {
        double slack = resolution(wall->value.text) * unit_row(wall->value.unit)->factor / time;
        *checked = true;
        if (isfinite(slack) && !agrees_with(stated, work / time, slack))
            return stated;
    }
    return NULL;
}

enum shows summary_wrong(struct judging *judging, const struct look *look, struct sign *out)
{
    bool checked;
    out->fact = wrong_total(judging, look->member, &checked);
    return out->fact ? SHOWS_SIGN : checked ? SHOWS_NONE : SHOWS_UNASKED;
}

/* ---- times, copies ---- */

enum {
    DAY_S = 86400,
    ZONES_S = 14 * 3600
}; /* a date is somewhere on earth: up to 14 hours early */

/* Keys: start, end, date of the case. A start behind the end, or an end behind the date. */
enum shows times_reversed(struct judging *judging, const struct look *look, struct sign *out)
{
    const enum key *key = look->ask->key;
    const struct fact *date = said_of_case(judging, key[2]);
    double from, to, day;
    const struct fact *start = member_moment(judging, look->member, key[0], &from);
    const struct fact *end = member_moment(judging, look->member, key[1], &to);
    if (!start || !end)
        return SHOWS_UNASKED;
    bool late = date && fact_seconds(date, &day) && to > day + DAY_S + ZONES_S;
    out->fact = out->seen[0] = late ? end : start;
    out->seen[1] = late ? date : end;
    return to < from || late ? SHOWS_SIGN : SHOWS_NONE;
}

enum key time_lacking(struct judging *judging, const struct member *member, const struct ask *ask)
{
    double at;
    bool start = member_moment(judging, member, ask->key[0], &at);
    bool end = member_moment(judging, member, ask->key[1], &at);
    return start && end ? KEY_COUNT : start ? ask->key[1] : ask->key[0];
}
