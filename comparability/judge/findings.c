/* findings.c - from what a predicate found to a finding: severity, effect on the verdict, words. */
#include "capability.h"
#include "judging.h"
#include "predicates.h"
#include "values.h"

#include <assert.h>
#include <glib.h>
#include <math.h>
#include <string.h>

/* ---- the verdict --------------------------------------------------------------------------------
 */

/* The table of docs/rules.md, as it stands there: columns holds, fails, unknown, not applicable. */
static const enum verdict cells[][4] = {
    [SEVERITY_INFORMS] = { VERDICT_COMPARABLE, VERDICT_COMPARABLE, VERDICT_COMPARABLE,
                           VERDICT_COMPARABLE },
    [SEVERITY_DISCLOSES] = { VERDICT_COMPARABLE, VERDICT_STATED, VERDICT_STATED,
                             VERDICT_COMPARABLE },
    [SEVERITY_BLOCKS] = { VERDICT_COMPARABLE, VERDICT_NOT, VERDICT_INCOMPLETE, VERDICT_COMPARABLE },
};
static_assert(HOLDS == 0 && FAILS == 1 && UNKNOWN == 2 && NOT_APPLICABLE == 3, "order of columns");
static_assert(VERDICT_COMPARABLE < VERDICT_STATED && VERDICT_STATED < VERDICT_INCOMPLETE &&
                  VERDICT_INCOMPLETE < VERDICT_NOT,
              "verdicts are ordered from best to worst");

enum verdict verdict_cell(enum severity severity, enum judgement judgement)
{
    return cells[severity][judgement];
}

enum verdict verdict_worst(const struct finding *finding, size_t count)
{
    enum verdict worst = VERDICT_COMPARABLE;
    for (size_t i = 0; i < count; i++) {
        worst = finding[i].cell > worst ? finding[i].cell : worst;
    }
    return worst;
}

/* ---- under test ---------------------------------------------------------------------------------
 */

static bool layer_under_test(const struct under_test *under_test, enum layer layer)
{
    for (size_t i = 0; i < under_test->layer_count; i++) {
        if (under_test->layer[i] == layer) {
            return true;
        }
    }
    return false;
}

enum effect under_test_effect(const struct under_test *under_test, enum key key)
{
    const struct vocabulary_row *row = vocabulary_row(key);
    if (row->group == GROUP_PRECISION) {
        return under_test->precision ? EFFECT_UNDER_TEST : EFFECT_JUDGED;
    }
    if (row->layer == LAYER_NONE) {
        return EFFECT_JUDGED;
    }
    if (layer_under_test(under_test, row->layer)) {
        return EFFECT_UNDER_TEST;
    }
    if (under_test->kind == UNDER_TEST_EXECUTOR && row->group == GROUP_EXECUTOR) {
        return EFFECT_UNDER_TEST;
    }
    bool tied_to_accelerator = row->bound == BOUND_TIED &&
                               (row->layer == LAYER_FIRMWARE || row->layer == LAYER_ACCELERATOR);
    if (tied_to_accelerator && layer_under_test(under_test, LAYER_ACCELERATOR)) {
        return EFFECT_FOLLOWS;
    }
    return EFFECT_JUDGED;
}

/* ---- findings -----------------------------------------------------------------------------------
 */

struct outcome outcome_of(enum judgement judgement)
{
    return (struct outcome){ .judgement = judgement, .key = KEY_COUNT };
}

struct outcome outcome_key(enum judgement judgement, enum key key, struct str instance,
                           const struct fact *a, const struct fact *b)
{
    return (
        struct outcome){ .judgement = judgement, .key = key, .instance = instance, .a = a, .b = b };
}

static bool condition_holds(const struct judging *judging, const struct outcome *outcome,
                            enum condition condition)
{
    if (condition <= CONDITION_OF_CASE) {
        return condition_of_case(judging, condition);
    }
    if (condition == CONDITION_NOT_DISCLOSED) {
        return outcome->judgement == UNKNOWN;
    }
    return (outcome->raised & condition_bit(condition)) != 0;
}

static enum severity severity_of(const struct judging *judging, const struct rule *rule,
                                 const struct outcome *outcome)
{
    for (size_t i = 0; i < rule->severity_count; i++) {
        if (condition_holds(judging, outcome, rule->severity[i].when)) {
            return rule->severity[i].severity;
        }
    }
    return SEVERITY_BLOCKS;
}

/* "Driver" or, with an instance, "Package version (torch)". */
static struct str key_title(const struct judging *judging, const struct outcome *outcome)
{
    if (outcome->key == KEY_COUNT) {
        return (struct str){ 0 };
    }
    const char *title = vocabulary_row(outcome->key)->title;
    if (outcome->instance.len == 0 || vocabulary_row(outcome->key)->layer == LAYER_ACCELERATOR ||
        vocabulary_row(outcome->key)->group == GROUP_HEALTH) {
        return str_from(title);
    }
    return str_format(judging->home, "%s (%.*s)", title, STR_ARG(outcome->instance));
}

/* Names come from evidence: a brace in one must not make a slot. */
static void put_name(struct buf *out, struct str name)
{
    for (size_t i = 0; i < name.len; i++) {
        char c = name.at[i];
        buf_put_char(out, (char)(c == '{' ? '(' : c == '}' ? ')' : c));
    }
}

/* Puts title and silent systems into a sentence; slots of facts stay for whoever prints it. */
static struct str filled(const struct judging *judging, struct str sentence,
                         const struct outcome *outcome)
{
    struct buf out = buf_new(judging->home, 1 << 16);
    struct str head;
    bool first = true;
    while (str_cut(&sentence, '{', &head)) {
        size_t end = first ? SIZE_MAX : str_find(head, STR("}"));
        struct str slot = str_sub(head, 0, end);
        if (end == SIZE_MAX) {
            buf_put(&out, head);
        } else if (str_eq(slot, STR("key"))) {
            put_name(&out, key_title(judging, outcome));
            buf_put(&out, str_sub(head, end + 1, head.len));
        } else if (str_eq(slot, STR("silent"))) {
            put_name(&out, outcome->silent);
            buf_put(&out, str_sub(head, end + 1, head.len));
        } else if (str_eq(slot, STR("instance"))) {
            put_name(&out, outcome->instance);
            buf_put(&out, str_sub(head, end + 1, head.len));
        } else {
            buf_put_char(&out, '{');
            buf_put(&out, head);
        }
        first = false;
    }
    return buf_str(&out);
}

static struct str sentence_of(const struct rule *rule, const struct outcome *outcome)
{
    if (outcome->said.len > 0) {
        return outcome->said;
    }
    if (outcome->judgement == HOLDS) {
        return rule->says[HOLDS];
    }
    for (size_t i = 0; i < CONDITION_COUNT; i++) {
        if ((outcome->raised & condition_bit(i)) && rule->says_when[i].len > 0) {
            return rule->says_when[i];
        }
    }
    return rule->says[outcome->judgement];
}

/* What would end a silence: where the fact is captured or declared, by its key. */
static struct str mend_of(const struct judging *judging, const struct rule *rule,
                          const struct outcome *outcome)
{
    if (outcome->mend.len > 0) {
        return outcome->mend;
    }
    for (size_t i = 0; i < CONDITION_COUNT; i++) {
        if ((outcome->raised & condition_bit(i)) && rule->mend_when[i].len > 0) {
            return rule->mend_when[i];
        }
    }
    if (outcome->judgement != UNKNOWN || outcome->key == KEY_COUNT || outcome->silent.len == 0) {
        return rule->text.mend;
    }
    struct str advice =
        mend_by_vendor(judging, outcome->key, rules_advice(judging->rules, outcome->key));
    if (advice.len == 0) {
        return rule->text.mend;
    }
    struct buf out = buf_new(judging->home, 1 << 16);
    buf_putf(&out, "For %.*s: ", STR_ARG(outcome->silent));
    for (size_t at; (at = str_find(advice, STR("{name}"))) != SIZE_MAX;
         advice = str_sub(advice, at + 6, advice.len)) {
        buf_put(&out, str_sub(advice, 0, at));
        buf_putf(&out, "`%s`", vocabulary_row(outcome->key)->name);
    }
    buf_put(&out, advice);
    buf_put_char(&out, '.');
    return buf_str(&out);
}

static void finding_room(struct judging *judging)
{
    if (judging->finding_count < judging->finding_room) {
        return;
    }
    size_t room = judging->finding_room ? judging->finding_room * 2 : 128;
    struct finding *finding = ARENA_MANY(judging->home, room, struct finding);
    const struct rule **rule = ARENA_MANY(judging->home, room, const struct rule *);
    if (judging->finding_count) {
        memcpy(finding, judging->finding, judging->finding_count * sizeof *finding);
        memcpy(rule, judging->rule, judging->finding_count * sizeof(struct rule *));
    }
    judging->finding = finding;
    judging->rule = rule;
    judging->finding_room = room;
}

static const struct system *whose(const struct fact *fact)
{
    return fact->run       ? fact->run->machine->system
           : fact->machine ? fact->machine->system
                           : fact->system;
}

static bool same_text(const struct fact *a, const struct fact *b)
{
    return a == b || (a && b && a->key == b->key && a->value.unit == b->value.unit &&
                      whose(a) == whose(b) && str_eq(a->value.text, b->value.text));
}

/* The same cause, to every letter and value: seen in another file, or by another run. */
static bool same_cause(const struct finding *a, const struct finding *b)
{
    bool same = a->rule == b->rule && a->judgement == b->judgement && a->severity == b->severity &&
                a->key == b->key && a->count == b->count && str_eq(a->instance, b->instance) &&
                str_eq(a->said, b->said) && str_eq(a->mend, b->mend) &&
                str_eq(a->silent, b->silent) && same_text(a->a, b->a) && same_text(a->b, b->b);
    for (size_t i = 0; same && i < a->count; i++) {
        same = same_text(a->seen[i], b->seen[i]);
    }
    return same;
}

/* Takes the last finding back where an earlier one says the same; answers which one stands. */
static struct finding *cause_merged(struct judging *judging)
{
    enum { BACK_MOST = 1000 }; /* a rule's findings stand together */
    struct finding *last = &judging->finding[judging->finding_count - 1];
    for (size_t back = 1; back < judging->finding_count && back <= BACK_MOST; back++) {
        struct finding *earlier = last - back;
        if (earlier->rule != last->rule) {
            break;
        }
        if (same_cause(earlier, last)) {
            earlier->times++;
            judging->finding_count--;
            return earlier;
        }
    }
    return last;
}

struct finding *find(struct judging *judging, const struct rule *rule,
                     const struct outcome *outcome)
{
    finding_room(judging);
    struct finding *finding = &judging->finding[judging->finding_count];
    judging->rule[judging->finding_count++] = rule;
    const struct fact **seen =
        ARENA_MANY(judging->home, ARRAY_COUNT(outcome->seen) + 2, const struct fact *);
    size_t count = 0;
    for (size_t i = 0; i < ARRAY_COUNT(outcome->seen) && outcome->seen[i]; i++) {
        seen[count++] = outcome->seen[i];
    }
    if (count == 0) {
        const struct fact *const both[] = { outcome->a, outcome->b };
        for (size_t i = 0; i < ARRAY_COUNT(both); i++) {
            if (both[i]) {
                seen[count++] = both[i];
            }
        }
    }
    *finding = (struct finding){
        .rule = &rule->text,
        .judgement = outcome->judgement,
        .severity = outcome->stated ? SEVERITY_DISCLOSES : severity_of(judging, rule, outcome),
        .key = outcome->key,
        .instance = outcome->instance,
        .said = filled(judging, sentence_of(rule, outcome), outcome),
        .mend = mend_of(judging, rule, outcome),
        .seen = seen,
        .count = count,
        .a = outcome->a,
        .b = outcome->b,
        .silent = outcome->silent,
        .times = 1,
    };
    finding->cell = rule->text.reach == REACH_COMPARISON
                        ? verdict_cell(finding->severity, finding->judgement)
                        : VERDICT_COMPARABLE;
    return cause_merged(judging);
}

void finding_loosened(struct judging *judging, const struct rule *rule)
{
    struct outcome outcome = outcome_of(FAILS);
    struct buf said = buf_new(judging->home, 1 << 16);
    buf_putf(&said, "This rule was made looser than the built-in one; the reason given: ");
    put_name(&said, str_sub(rule->text.loosened, 0, 2000));
    outcome.mend = STR("Judge by the built-in rules."); /* no other finding's, so never merged */
    struct finding *finding = find(judging, rule, &outcome);
    finding->severity = SEVERITY_DISCLOSES;
    finding->cell = verdict_cell(SEVERITY_DISCLOSES, FAILS);
    finding->said = buf_str(&said);
}

/* ---- what runs say ------------------------------------------------------------------------------
 */

size_t side_count(const struct judging *judging, enum side side, bool once)
{
    size_t count = 0;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        count += member->side == side && !(once && member->alone->copy_of != SIZE_MAX);
    }
    return count;
}

static void scopes_of(const struct judging *judging, const struct run *run,
                      const struct facts *scope[4])
{
    scope[0] = run->facts;
    scope[1] = run->machine->facts;
    scope[2] = run->machine->system->facts;
    scope[3] = judging->case_file->facts;
}

static int instance_order(const void *left, const void *right, void *unused)
{
    (void)unused;
    return str_order(*(const struct str *)left, *(const struct str *)right);
}

static void instances_gather(const struct judging *judging, enum key key, struct instances *out)
{
    size_t room = 0;
    out->known = true;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct facts *scope[4];
        scopes_of(judging, judging->member[i].run, scope);
        for (size_t j = 0; j < ARRAY_COUNT(scope); j++) {
            for (size_t k = 0; scope[j] && k < facts_count(scope[j]); k++) {
                const struct fact *fact = facts_at(scope[j], k);
                if (fact->key != key) {
                    continue;
                }
                if (out->count == room) {
                    struct str *larger = ARENA_MANY(judging->home, room * 2 + 4, struct str);
                    if (out->count) {
                        memcpy(larger, out->item, out->count * sizeof *larger);
                    }
                    out->item = larger;
                    room = room * 2 + 4;
                }
                out->item[out->count++] = fact->instance;
            }
        }
    }
    size_t kept = 0;
    if (out->count) {
        g_qsort_with_data(out->item, (gint)out->count, sizeof *out->item, instance_order, NULL);
    }
    for (size_t i = 0; i < out->count; i++) {
        if (kept == 0 || !str_eq(out->item[kept - 1], out->item[i])) {
            out->item[kept++] = out->item[i];
        }
    }
    out->count = kept;
}

size_t instances_seen(const struct judging *judging, enum key key, struct str **out)
{
    struct instances *list = &judging->instances[key];
    if (!list->known) {
        instances_gather(judging, key, list);
    }
    *out = list->item;
    return list->count;
}

const struct fact *member_fact(const struct judging *judging, const struct member *member,
                               enum key key, struct str instance)
{
    const struct fact *fact = run_fact(judging->case_file, member->run, key, instance);
    bool as_weights = fact && vocabulary_row(key)->group == GROUP_PRECISION &&
                      key != KEY_PRECISION_WEIGHTS &&
                      texts_alike(fact->value.text, STR("as weights"));
    return as_weights
               ? run_fact(judging->case_file, member->run, KEY_PRECISION_WEIGHTS, (struct str){ 0 })
               : fact;
}

const struct fact *member_moment(const struct judging *judging, const struct member *member,
                                 enum key key, double *seconds)
{
    const enum key keys[] = { key, key == KEY_RUN_START ? KEY_LOAD_BEGIN : KEY_LOAD_END };
    for (size_t i = 0; i < ARRAY_COUNT(keys); i++) {
        const struct fact *fact = member_fact(judging, member, keys[i], (struct str){ 0 });
        if (fact && fact_seconds(fact, seconds)) {
            return fact;
        }
    }
    return NULL;
}

static const struct fact *any_find(const struct judging *judging, const struct member *member,
                                   enum key key)
{
    struct str *instance;
    size_t count = instances_seen(judging, key, &instance);
    for (size_t i = 0; i < count; i++) {
        const struct fact *fact = member_fact(judging, member, key, instance[i]);
        if (fact) {
            return fact;
        }
    }
    return NULL;
}

/* Asked again for each of thousands of packages that one side lists: found once a member. */
const struct fact *member_any(const struct judging *judging, const struct member *member,
                              enum key key)
{
    struct instances *list = &judging->instances[key];
    uintptr_t from = (uintptr_t)judging->member, place = (uintptr_t)member;
    size_t at = place >= from ? (place - from) / sizeof *member : SIZE_MAX;
    if (at >= judging->member_count) { /* a run of the sweep that is not compared */
        return any_find(judging, member, key);
    }
    if (!list->any) {
        list->any = ARENA_MANY(judging->home, judging->member_count, const struct fact *);
        list->asked = ARENA_MANY(judging->home, judging->member_count, bool);
    }
    if (!list->asked[at]) {
        list->any[at] = any_find(judging, member, key);
        list->asked[at] = true;
    }
    return list->any[at];
}

bool key_closed(const struct judging *judging, const struct member *member, enum key key)
{
    enum key closer;
    double attached;
    if (key == KEY_ACCELERATOR_COUNT) { /* where one is attached, one was used */
        const struct fact *fact = member_any(judging, member, KEY_ACCELERATOR_ATTACHED);
        return fact && fact_base(fact, &attached) &&
               (attached == 1 || accelerator_chosen(judging, member));
    }
    for (size_t i = 0; rules_closed_by(judging->rules, key, i, &closer); i++) {
        if (fact_is_none(member_fact(judging, member, closer, (struct str){ 0 }))) {
            return true;
        }
    }
    return false;
}

struct str member_vendor(const struct judging *judging, const struct member *member)
{
    const struct fact *said = member_any(judging, member, KEY_ACCELERATOR_VENDOR);
    const struct fact *name = member_any(judging, member, KEY_ACCELERATOR_NAME);
    struct str vendor = said ? vendor_of(said->value.text) : (struct str){ 0 };
    return vendor.len > 0 || !name ? vendor : vendor_of(name->value.text);
}

bool key_exempt(const struct judging *judging, const struct member *member, enum key key)
{
    const struct fact *kind = member_fact(judging, member, KEY_WORKLOAD_KIND, (struct str){ 0 });
    if (kind && rules_exempt(judging->rules, str_trim(kind->value.text), key)) {
        return true;
    }
    if (vocabulary_row(key)->bound == BOUND_VENDOR &&
        rules_foreign(judging->rules, member_vendor(judging, member), key)) {
        return true;
    }
    if (on_processors(member) && rules_without(judging->rules, key)) {
        return true;
    }
    return key_closed(judging, member, key);
}

struct str silent_systems(const struct judging *judging, const bool *silent)
{
    struct buf out = buf_new(judging->home, 1 << 16);
    const struct system *list[64];
    size_t count = 0;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct system *system = judging->member[i].run->machine->system;
        bool again = !silent[i] || count == ARRAY_COUNT(list);
        for (size_t j = 0; j < count; j++) {
            again = again || list[j] == system;
        }
        if (!again) {
            list[count++] = system;
        }
    }
    for (size_t i = 0; i < count; i++) {
        const char *joint = i == 0 ? "" : i + 1 == count ? " and " : ", ";
        buf_putf(&out, "%s%.*s", joint, STR_ARG(list[i]->id));
    }
    return buf_str(&out);
}

static bool alike(const struct judging *judging, const struct fact *a, const struct fact *b,
                  double tolerance)
{
    return isnan(tolerance) ? facts_alike(judging->home, a, b)
                            : facts_within(judging->home, a, b, tolerance);
}

struct sides sides_of(const struct judging *judging, enum key key, struct str instance,
                      double tolerance)
{
    struct sides sides = { 0 };
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        const struct fact *fact = member_fact(judging, member, key, instance);
        if (member->side == SIDE_BRIDGE) {
            continue;
        }
        const struct fact **first = member->side == SIDE_A ? &sides.a : &sides.b;
        if (!fact) {
            sides.silent[member->side] = true;
        } else if (!*first) {
            *first = fact;
        } else if (!sides.other[member->side] && !alike(judging, *first, fact, tolerance)) {
            sides.other[member->side] = fact;
        }
    }
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        const struct fact *like = member->like == SIDE_A ? sides.a : sides.b;
        const struct fact *fact =
            member->side == SIDE_BRIDGE ? member_fact(judging, member, key, instance) : NULL;
        if (fact && like && !sides.bridge && !alike(judging, like, fact, tolerance)) {
            sides.like = like;
            sides.bridge = fact;
        }
    }
    sides.alike = sides.a && sides.b && alike(judging, sides.a, sides.b, tolerance);
    return sides;
}
