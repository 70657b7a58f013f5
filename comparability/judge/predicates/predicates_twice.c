/* predicates_twice.c - one measurement offered as two: runs, captures, accuracy tests (rule X4). */
#include "accuracy.h"
#include "model/likeness.h"
#include "products.h"
#include "signs.h"

#include <math.h>

/* ---- one file, or one test, on both sides ---- */

static enum shows twice(struct judging *judging, struct sign *out, const struct fact *a,
                        const struct run *run_a, const struct fact *b, const struct run *run_b)
{
    struct deriving *deriving = judging->deriving;
    const struct copied left = { .run = run_a, .file = a->source.evidence, .fact = a };
    const struct copied right = { .run = run_b, .file = b->source.evidence, .fact = b };
    out->seen[0] = copied_fact(deriving, &left, true);
    out->seen[1] = copied_fact(deriving, &right, true);
    return SHOWS_SIGN;
}

struct twins {                /* one accuracy test on both sides */
    const struct fact *a, *b; /* NULL: there is none */
    const struct run *run_a, *run_b;
};

static struct twins twins_find(const struct judging *judging)
{
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
            if (twin && at->machine->system == judging->system[SIDE_B])
                return (struct twins){ score.seen.score, twin, member->run, at };
        }
    }
    return (struct twins){ .a = NULL };
}

/* Once a comparison, since its copies are one file or a few. */
enum shows accuracy_twice(struct judging *judging, const struct look *look, struct sign *out)
{
    struct twins is = twins_find(judging);
    (void)look;
    return is.a ? twice(judging, out, is.a, is.run_a, is.b, is.run_b) : SHOWS_NONE;
}

/* ---- scores equal to the last digit ---- */

/* Another format, or another accelerator, answers some questions otherwise, so that two tests agree
 * in one score now and then, and hardly ever in all of them. Whoever copies a result can give it
 * another time and other words; equal scores prove no copy, and are told.
 */

enum { SCORES_TELLING = 2, DIGITS_TELLING = 3 };

/* Digits behind the first that is not 0, and the place of the last one, in the unit's base. */
static bool printed(const struct fact *fact, double *value, double *step)
{
    struct str text = str_trim(fact->value.text);
    size_t digits = 0, decimals = 0;
    bool point = false;
    for (size_t i = 0; i < text.len; i++) {
        bool digit = text.at[i] >= '0' && text.at[i] <= '9';
        point = point || text.at[i] == '.';
        decimals += digit && point;
        digits += digit && (digits > 0 || text.at[i] != '0');
    }
    *step = unit_row(fact->value.unit)->factor * pow(10, -(double)decimals);
    return digits >= DIGITS_TELLING && fact_base(fact, value);
}

/* As far as the coarser of the two was written. */
static bool equal_as_printed(const struct fact *a, const struct fact *b)
{
    double x, y, fine, coarse;
    if (!printed(a, &x, &fine) || !printed(b, &y, &coarse))
        return false;
    return fabs(x - y) <= 0.5000001 * (fine > coarse ? fine : coarse);
}

static bool sides_unlike(const struct judging *judging, const struct member *a,
                         const struct member *b)
{
    static const enum key formats[] = { KEY_PRECISION_WEIGHTS, KEY_PRECISION_COMPUTE,
                                        KEY_PRECISION_KV_CACHE };
    for (size_t i = 0; i < ARRAY_COUNT(formats); i++) {
        struct sides sides = sides_of(judging, formats[i], (struct str){ 0 }, (double)NAN);
        if (sides.a && sides.b && !sides.alike)
            return true;
    }
    struct products of_a = products_measured(a->run, NULL), of_b = products_measured(b->run, NULL);
    return of_a.count > 0 && of_b.count > 0 && !products_meet(&of_a, &of_b);
}

static const struct member *first_member(const struct judging *judging, enum side side)
{
    for (size_t i = 0; i < judging->member_count; i++)
        if (judging->member[i].side == side)
            return &judging->member[i];
    return NULL;
}

enum shows scores_equal(struct judging *judging, const struct look *look, struct sign *out)
{
    const struct member *a = first_member(judging, SIDE_A), *b = first_member(judging, SIDE_B);
    struct str *instance;
    size_t count = instances_seen(judging, KEY_ACCURACY_SCORE, &instance), equal = 0;
    (void)look;
    if (!a || !b || !sides_unlike(judging, a, b) || twins_find(judging).a)
        return SHOWS_UNASKED;
    for (size_t i = 0; i < count; i++) {
        struct score of_a, of_b;
        if (!score_find(judging->case_file, a->run, instance[i], false, &of_a) ||
            !score_find(judging->case_file, b->run, instance[i], false, &of_b))
            continue;
        if (!equal_as_printed(of_a.seen.score, of_b.seen.score))
            return SHOWS_NONE;
        equal++;
        out->seen[0] = out->seen[0] ? out->seen[0] : of_a.seen.score;
        out->seen[1] = out->seen[1] ? out->seen[1] : of_b.seen.score;
    }
    out->is = UNKNOWN;
    return equal >= SCORES_TELLING ? SHOWS_SIGN : SHOWS_NONE;
}

/* ---- captures ---- */

/* What changes from one look at a machine to the next. */
static bool is_moment(enum key key)
{
    static const enum key moments[] = { KEY_CAPTURE_TIME,        KEY_CAPTURE_UTILISATION,
                                        KEY_CAPTURE_CLOCK_SM,    KEY_CAPTURE_POWER,
                                        KEY_CAPTURE_TEMPERATURE, KEY_CAPTURE_POWER_INSTANT };
    for (size_t i = 0; i < ARRAY_COUNT(moments); i++)
        if (moments[i] == key)
            return true;
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
    if (!file_a || !file_b || str_eq(file_a->name, file_b->name))
        return false;
    for (size_t i = 0; i < facts_count(facts_a); i++) {
        const struct fact *left = facts_at(facts_a, i), *right = NULL;
        if (left->source.evidence != file_a || !is_moment(left->key) || left->placeholder)
            continue;
        for (size_t k = 0; k < facts_count(facts_b) && !right; k++) {
            const struct fact *one = facts_at(facts_b, k);
            bool same = one->source.evidence == file_b && one->key == left->key &&
                        str_eq(one->instance, left->instance);
            right = same ? one : NULL;
        }
        if (!right || !str_eq(right->value.text, left->value.text))
            return false;
        equal++;
    }
    return equal >= VALUES_TELLING;
}

static enum shows look_twice(struct judging *judging, struct sign *out, const struct machine *a,
                             const struct machine *b)
{
    for (size_t i = 0; i < facts_count(a->facts); i++) {
        const struct fact *left = facts_at(a->facts, i);
        for (size_t k = 0; is_moment(left->key) && !left->placeholder && k < facts_count(b->facts);
             k++) {
            const struct fact *right = facts_at(b->facts, k);
            if (right->key == left->key && str_eq(right->value.text, left->value.text) &&
                same_look(a->facts, left, b->facts, right))
                return twice(judging, out, left, &a->run[0], right, &b->run[0]);
        }
    }
    return SHOWS_NONE;
}

/* A capture of one side that was copied to the other: once a comparison. */
enum shows captures_twice(struct judging *judging, const struct look *look, struct sign *out)
{
    const struct system *a = judging->system[SIDE_A], *b = judging->system[SIDE_B];
    enum shows shows = SHOWS_NONE;
    (void)look;
    for (size_t i = 0; i < a->machine_count; i++) {
        for (size_t k = 0; a != b && k < b->machine_count && shows == SHOWS_NONE; k++)
            if (a->machine[i].run_count > 0 && b->machine[k].run_count > 0)
                shows = look_twice(judging, out, &a->machine[i], &b->machine[k]);
    }
    return shows;
}

/* A run whose measurement is that of another. */
enum shows own_copy(struct judging *judging, const struct look *look, struct sign *out)
{
    const struct alone *alone = look->member->alone;
    enum side side = look->member->side;
    if (alone->copy_of == SIZE_MAX)
        return SHOWS_NONE;
    const struct copied *left = &alone->original, *right = &alone->copy;
    const struct evidence *a = left->file, *b = right->file;
    bool whole = a && b && digest_eq(a->digest, b->digest) &&
                 str_eq(left->run->instance, right->run->instance);
    out->seen[0] = copied_fact(judging->deriving, left, whole);
    out->seen[1] = copied_fact(judging->deriving, right, whole);
    out->raised = alone->by_begin ? CONDITION_BIT(SAME_BEGIN) : 0;
    if (side != SIDE_BRIDGE && side_count(judging, side, true) == 0) {
        out->is = UNKNOWN; /* nothing is left to compare */
        out->raised = CONDITION_BIT(NOTHING_OWN);
        if (alone->by_begin)
            out->raised |= CONDITION_BIT(SAME_BEGIN_ALL);
    }
    return SHOWS_SIGN;
}
