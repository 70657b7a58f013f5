/* findings.c - from what a predicate found to a finding: severity, effect on the verdict, words. */
#include "capability.h"
#include "judging.h"
#include "model/likeness.h"

#include <assert.h>
#include <glib.h>
#include <math.h>
#include <string.h>

/* ---- the verdict ---- */

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
    for (size_t i = 0; i < count; i++)
        worst = finding[i].cell > worst ? finding[i].cell : worst;
    return worst;
}

/* ---- findings ---- */

/* Whether the system is one of "A, B and C": ids are of letters, digits, '_' and '-'. */
static bool is_silent(struct str silent, const struct system *system)
{
    size_t at = 0;
    while (at < silent.len) {
        size_t end = at;
        while (end < silent.len && silent.at[end] != ' ' && silent.at[end] != ',')
            end++;
        if (system && str_eq(str_sub(silent, at, end), system->id))
            return true;
        at = end + 1;
    }
    return false;
}

static bool condition_holds(const struct judging *judging, const struct outcome *outcome,
                            enum condition condition)
{
    if (condition <= CONDITION_OF_CASE)
        return condition_of_case(judging, condition);
    if (condition == CONDITION_NOT_DISCLOSED)
        return outcome->judgement == UNKNOWN;
    if (condition == CONDITION_BOTH_SILENT) {
        return outcome->judgement == UNKNOWN && is_silent(outcome->silent, judging->system[0]) &&
               (judging_single(judging) || is_silent(outcome->silent, judging->system[1]));
    }
    return (outcome->raised & condition_bit(condition)) != 0;
}

static enum severity severity_of(const struct judging *judging, const struct rule *rule,
                                 const struct outcome *outcome)
{
    for (size_t i = 0; i < rule->severity_count; i++)
        if (condition_holds(judging, outcome, rule->severity[i].when))
            return rule->severity[i].severity;
    return SEVERITY_BLOCKS;
}

/* "Driver" or, with an instance, "Package version (torch)". */
static struct str key_title(const struct judging *judging, const struct outcome *outcome)
{
    if (outcome->key == KEY_COUNT)
        return (struct str){ 0 };
    const char *title = vocabulary_row(outcome->key)->title;
    if (outcome->instance.len == 0 || vocabulary_row(outcome->key)->layer == LAYER_ACCELERATOR ||
        vocabulary_row(outcome->key)->group == GROUP_HEALTH)
        return str_from(title);
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

/* The condition raised for which the rule has words of its own; CONDITION_COUNT: none. */
static size_t condition_told(const struct rule *rule, const struct outcome *outcome)
{
    size_t i = outcome->judgement == HOLDS ? CONDITION_COUNT : 0;
    while (i < CONDITION_COUNT &&
           !((outcome->raised & condition_bit(i)) && rule->says_when[i].len > 0))
        i++;
    return i;
}

static struct str sentence_of(const struct rule *rule, const struct outcome *outcome)
{
    if (outcome->said.len > 0)
        return outcome->said;
    size_t when = condition_told(rule, outcome);
    return when < CONDITION_COUNT ? rule->says_when[when] : rule->says[outcome->judgement];
}

/* Why a side is silent where its evidence says so: "set in serve.yaml, which is not enclosed", of
 * what a command leaves to a file (ingest/options_settle.c). Empty: it does not say. */
static struct str silence_reason(const struct judging *judging, const struct outcome *outcome)
{
    bool asked = outcome->judgement == UNKNOWN && outcome->key != KEY_COUNT;
    for (size_t i = 0; asked && i < judging->member_count; i++) {
        const struct run *run = judging->member[i].run;
        bool silent = is_silent(outcome->silent, run->machine->system);
        for (size_t k = 0; silent && k < facts_count(run->facts); k++) {
            const struct fact *fact = facts_at(run->facts, k);
            if (fact->key == outcome->key && fact_left_open(fact))
                return fact->value.text;
        }
    }
    return (struct str){ 0 };
}

/* The rule's sentence, and why a side is silent. */
static struct str said_of(const struct judging *judging, const struct rule *rule,
                          const struct outcome *outcome)
{
    struct str said = filled(judging, sentence_of(rule, outcome), outcome);
    struct str why = silence_reason(judging, outcome);
    if (why.len == 0)
        return said;
    struct buf out = buf_new(judging->home, 1 << 16);
    buf_putf(&out, "%.*s: %s", STR_ARG(said), str_starts(why, STR("set in ")) ? "it may be " : "");
    put_name(&out, why);
    return buf_str(&out);
}

static const char *when_of(const struct rule *rule, const struct outcome *outcome)
{
    size_t when = condition_told(rule, outcome);
    return when < CONDITION_COUNT ? condition_name((enum condition)when) : NULL;
}

static struct str mend_asked(const struct judging *judging, const struct outcome *outcome)
{
    if (outcome->mend.len > 0)
        return outcome->mend;
    switch (outcome->mend_by) {
    case MEND_RESULT:
        return mend_result(judging, outcome->marked, outcome->key);
    case MEND_SERIES:
        return mend_series(judging, outcome->marked);
    case MEND_TELEMETRY:
        return mend_telemetry(judging, outcome->marked);
    case MEND_BY_RULE:
        break;
    }
    return (struct str){ 0 };
}

/* What would end a silence: where the fact is captured or declared, by its key. */
static struct str mend_told(const struct judging *judging, const struct rule *rule,
                            const struct outcome *outcome)
{
    struct str own = mend_asked(judging, outcome);
    if (own.len > 0)
        return own;
    if (silence_reason(judging, outcome).len > 0) {
        return str_format(judging->home,
                          "For %.*s: enclose the file that the server's command names, with the "
                          "runs or captures, or keep the log in which the server lists its "
                          "options as it starts.",
                          STR_ARG(outcome->silent));
    }
    for (size_t i = 0; i < CONDITION_COUNT; i++)
        if ((outcome->raised & condition_bit(i)) && rule->mend_when[i].len > 0)
            return rule->mend_when[i];
    if (outcome->judgement != UNKNOWN || outcome->key == KEY_COUNT || outcome->silent.len == 0)
        return rule->text.mend;
    struct str advice =
        mend_by_vendor(judging, outcome->key, rules_advice(judging->rules, outcome->key));
    if (advice.len == 0)
        return rule->text.mend;
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

static struct str mend_of(const struct judging *judging, const struct rule *rule,
                          const struct outcome *outcome)
{
    struct str mend = mend_told(judging, rule, outcome);
    return outcome->judgement == UNKNOWN ? mend_by_processors(judging, outcome->silent, mend)
                                         : mend;
}

static void finding_room(struct judging *judging)
{
    size_t beside = judging->finding_room;
    ARENA_GROW(judging->home, const struct rule *, judging->rule, judging->finding_count, beside,
               128);
    ARENA_GROW(judging->home, struct finding, judging->finding, judging->finding_count,
               judging->finding_room, 128);
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
    for (size_t i = 0; same && i < a->count; i++)
        same = same_text(a->seen[i], b->seen[i]);
    return same;
}

/* The run that a fact is of, else its file. */
static struct str told_by(const struct fact *fact)
{
    return fact->run               ? fact->run->id
           : fact->source.evidence ? fact->source.evidence->name
                                   : (struct str){ 0 };
}

static bool is_named(struct str list, struct str name)
{
    struct str one;
    while (str_cut(&list, ',', &one))
        if (str_eq(str_trim(one), name))
            return true;
    return false;
}

static void finding_also(const struct judging *judging, struct finding *stands, struct str name)
{
    enum { NAMES_LONGEST = 400 };
    if (name.len == 0 || stands->also.len > NAMES_LONGEST || is_named(stands->also, name))
        return;
    stands->also = str_format(judging->home, "%.*s%s%.*s", STR_ARG(stands->also),
                              stands->also.len > 0 ? ", " : "", STR_ARG(name));
    if (stands->also.len > NAMES_LONGEST)
        stands->also = str_format(judging->home, "%.*s, ...", STR_ARG(stands->also));
}

/* Names what the finding that is taken back was about, where the one that stands is not: its run
 * or, of one run, its file. */
static void also_name(const struct judging *judging, struct finding *stands,
                      const struct finding *last)
{
    for (size_t i = 0; i < last->count; i++) {
        const struct fact *of = last->seen[i], *first = stands->seen[i];
        if (!of || !first || of == first)
            continue;
        struct str name = told_by(of);
        if (str_eq(name, told_by(first)) && of->source.evidence != first->source.evidence &&
            of->source.evidence)
            name = of->source.evidence->name;
        if (!str_eq(name, told_by(first)))
            finding_also(judging, stands, name);
    }
}

/* Takes the last finding back where an earlier one says the same; answers which one stands. */
static struct finding *cause_merged(struct judging *judging)
{
    enum { BACK_MOST = 1000 }; /* a rule's findings stand together */
    struct finding *last = &judging->finding[judging->finding_count - 1];
    for (size_t back = 1; back < judging->finding_count && back <= BACK_MOST; back++) {
        struct finding *earlier = last - back;
        if (earlier->rule != last->rule)
            break;
        if (same_cause(earlier, last)) {
            earlier->times++;
            also_name(judging, earlier, last);
            judging->finding_count--;
            return earlier;
        }
    }
    return last;
}

struct finding *find(struct judging *judging, const struct rule *rule,
                     const struct outcome *outcome)
{
    const struct fact *b = judging_single(judging) ? NULL : outcome->b;
    finding_room(judging);
    struct finding *finding = &judging->finding[judging->finding_count];
    judging->rule[judging->finding_count++] = rule;
    const struct fact **seen =
        ARENA_MANY(judging->home, ARRAY_COUNT(outcome->seen) + 2, const struct fact *);
    size_t count = 0;
    for (size_t i = 0; i < ARRAY_COUNT(outcome->seen) && outcome->seen[i]; i++)
        seen[count++] = outcome->seen[i];
    if (count == 0) {
        const struct fact *const both[] = { outcome->a, b };
        for (size_t i = 0; i < ARRAY_COUNT(both); i++)
            if (both[i])
                seen[count++] = both[i];
    }
    *finding = (struct finding){
        .rule = &rule->text,
        .judgement = outcome->judgement,
        .severity = outcome->stated ? SEVERITY_DISCLOSES : severity_of(judging, rule, outcome),
        .key = outcome->key,
        .instance = outcome->instance,
        .said = said_of(judging, rule, outcome),
        .when = when_of(rule, outcome),
        .mend = mend_of(judging, rule, outcome),
        .seen = seen,
        .count = count,
        .a = outcome->a,
        .b = b,
        .silent = outcome->silent,
        .times = 1,
    };
    if (judging_single(judging)) {
        finding->said = single_words(judging->home, finding->said, count);
        finding->mend = single_words(judging->home, finding->mend, 2);
    }
    finding->cell = rule->text.reach == REACH_COMPARISON
                        ? verdict_cell(finding->severity, finding->judgement)
                        : VERDICT_COMPARABLE;
    return cause_merged(judging);
}

void findings_make(struct judging *judging, const struct rule *rule)
{
    size_t *made = ARENA_MANY(judging->home, judging->found_count + 1, size_t);
    for (size_t i = 0; i < judging->found_count; i++) {
        const struct found *found = &judging->found[i];
        if (found->again == SIZE_MAX) {
            made[i] = (size_t)(find(judging, rule, &found->outcome) - judging->finding);
            continue;
        }
        struct finding *stands = &judging->finding[made[found->again]];
        stands->times++;
        finding_also(judging, stands, found->also);
    }
    judging->found_count = 0;
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
