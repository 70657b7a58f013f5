/* predicates_runs.c - whether the runs are all of those that were made: the documents that a case
 * names of them, and the numbers in their names. */
#include "predicates.h"
#include "values.h"

#include "base/num.h"
#include "model/records.h"

#include <math.h>

/* ---- documents ----------------------------------------------------------------------------------
 */

/* A document that a case names and does not keep is a word: nobody can read it, and no signature
 * covers it. The case itself is no document of the case. */
const struct evidence *document_kept(const struct judging *judging, struct str path)
{
    const struct case_file *case_file = judging->case_file;
    bool listed = false;
    path = str_trim(path);
    for (size_t i = 0; i < case_file->selector_count && !listed; i++) {
        for (size_t end = 1; end <= path.len && !listed; end++) { /* itself, or a folder above */
            bool whole = end == path.len || path.at[end] == '/';
            listed = whole && case_file->selector[i].role == SELECT_DOCUMENTS &&
                     pattern_matches(case_file->selector[i].pattern, str_sub(path, 0, end));
        }
    }
    for (size_t i = 0; i < judging->evidence_count && listed; i++) {
        if (str_eq(judging->evidence[i].name, path)) {
            return &judging->evidence[i];
        }
    }
    return NULL;
}

struct outcome outcome_kept(const struct judging *judging, const struct rule *rule,
                            const struct evidence **out)
{
    const struct fact *fact =
        facts_best(judging->case_file->facts, rule->key[0], (struct str){ 0 });
    const struct evidence *kept = fact ? document_kept(judging, fact->value.text) : NULL;
    struct outcome outcome = outcome_of(kept ? HOLDS : FAILS);
    *out = kept;
    outcome.key = rule->key[0];
    outcome.raised = fact && !kept ? CONDITION_BIT(NOT_KEPT) : 0;
    outcome.seen[0] = fact;
    return outcome;
}

/* ---- numbers ------------------------------------------------------------------------------------
 */

struct numbered { /* "unit6/decode-r", 3, "" of "unit6/decode-r3"; of "r.json#3" the instance's */
    struct str before, behind, name; /* name: `before` from its last segment on */
    int64_t number;
    int width; /* digits, zeros in front too */
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The last number in the name of the run; false: there is none, or no count of runs (a date). */
static bool run_numbered(const struct judging *judging, const struct run *run, struct numbered *out)
{
    enum { DIGITS_MOST = 4 };
    struct str text = run->path;
    if (run->instance.len > 0) { /* a load point is no number of a run; a bare number is */
        text = str_format(judging->home, "%.*s#%.*s", STR_ARG(run->path), STR_ARG(run->instance));
    }
    size_t end = text.len, segment = 0;
    for (size_t i = 0; i < text.len; i++) {
        segment = text.at[i] == '/' || text.at[i] == '!' ? i + 1 : segment;
    }
    while (end > segment && !is_digit(text.at[end - 1])) {
        end--;
    }
    size_t from = end;
    while (from > segment && is_digit(text.at[from - 1])) {
        from--;
    }
    bool bare = run->instance.len == 0 || end - from == run->instance.len;
    if (end == from || end - from > DIGITS_MOST || !bare ||
        !num_int(str_sub(text, from, end), &out->number)) {
        return false;
    }
    out->width = (int)(end - from);
    out->before = str_sub(text, 0, from);
    out->name = str_sub(text, segment, from);
    out->behind = str_sub(text, end, text.len);
    return true;
}

struct looking { /* for one number among the runs of a case */
    const struct judging *judging;
    struct numbered wanted;
    const struct system *system;
    bool found;  /* in the same folder, whichever system has it; or in another of this system */
    bool beyond; /* a higher one in the same folder */
};

static void look_at(struct looking *in, const struct run *run)
{
    struct numbered own;
    if (!run_numbered(in->judging, run, &own) || !str_eq(own.behind, in->wanted.behind)) {
        return;
    }
    bool folder = str_eq(own.before, in->wanted.before);
    bool name = str_eq(own.name, in->wanted.name) && run->machine->system == in->system;
    in->found = in->found || ((folder || name) && own.number == in->wanted.number);
    in->beyond = in->beyond || (folder && own.number > in->wanted.number);
}

static void look_in(struct looking *in, const struct system *system, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t m = 0; m < system[i].machine_count; m++) {
            for (size_t r = 0; r < system[i].machine[m].run_count; r++) {
                look_at(in, &system[i].machine[m].run[r]);
            }
        }
    }
}

/* The number behind that of a run, where nobody has it and a higher one stands behind: "r3" where
 * r2 and r4 are there. Systems that take turns in one folder count together. */
static bool gap_behind(const struct judging *judging, const struct member *member,
                       struct numbered *gap)
{
    const struct case_file *case_file = judging->case_file;
    struct looking in = { .judging = judging, .system = member->run->machine->system };
    if (member->side == SIDE_BRIDGE || !run_numbered(judging, member->run, &in.wanted)) {
        return false;
    }
    in.wanted.number++;
    look_in(&in, case_file->system, case_file->system_count);
    look_in(&in, case_file->bridge, case_file->bridge_count);
    *gap = in.wanted;
    return in.beyond && !in.found;
}

/* The runs that the numbering leaves out and the ledger (NULL: none) does not name. */
static struct str gaps_of(const struct judging *judging, const struct ledger *ledger)
{
    enum { GAPS_SHOWN = 8 };
    struct buf gaps = buf_new(judging->home, 1 << 14);
    size_t count = 0;
    for (size_t i = 0; i < judging->member_count; i++) {
        struct numbered gap;
        if (!gap_behind(judging, &judging->member[i], &gap)) {
            continue;
        }
        struct str name = str_format(judging->home, "%.*s%0*lld%.*s", STR_ARG(gap.before),
                                     gap.width, (long long)gap.number, STR_ARG(gap.behind));
        if (!ledger_names(ledger, name) && count++ < GAPS_SHOWN) {
            buf_putf(&gaps, "%s%.*s", gaps.len > 0 ? ", " : "", STR_ARG(name));
        }
    }
    return buf_str(&gaps);
}

void judge_all_runs(struct judging *judging, const struct rule *rule)
{
    const struct evidence *kept;
    struct tally tally = tally_of(judging, rule);
    struct outcome outcome = outcome_kept(judging, rule, &kept);
    const struct ledger *ledger = kept ? judging->case_file->ledger : NULL;
    bool readable = ledger && ledger->fault.len == 0;
    struct outcome gap = outcome;
    gap.instance = gaps_of(judging, readable ? ledger : NULL);
    gap.judgement = FAILS;
    gap.raised |= CONDITION_BIT(GAPS);
    tally.holds = outcome;
    if (gap.instance.len > 0) {
        tally_say(&tally, &gap);
    } else if (!kept) {
        tally_say(&tally, &outcome);
    }
    if (kept) {
        outcome.judgement = FAILS;
        outcome.raised = readable ? CONDITION_BIT(DISAGREES) : CONDITION_BIT(NOT_READ);
        outcome.instance = readable ? ledger_against(judging, ledger)
                           : ledger ? ledger->fault
                                    : STR("it was not read");
        if (outcome.instance.len > 0) {
            tally_say(&tally, &outcome);
        }
    }
    tally_done(&tally);
}
