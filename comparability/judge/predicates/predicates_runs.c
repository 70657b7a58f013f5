/* predicates_runs.c - whether the runs are all of those that were made: the documents that a case
 * names of them, and the numbers in their names. */
#include "model/likeness.h"
#include "predicates.h"

#include "base/num.h"
#include "model/records.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>

/* ---- numbers ---- */

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
    if (run->instance.len > 0) /* a load point is no number of a run; a bare number is */
        text = str_format(judging->home, "%.*s#%.*s", STR_ARG(run->path), STR_ARG(run->instance));
    size_t end = text.len, segment = 0;
    for (size_t i = 0; i < text.len; i++)
        segment = text.at[i] == '/' || text.at[i] == '!' ? i + 1 : segment;
    while (end > segment && !is_digit(text.at[end - 1]))
        end--;
    size_t from = end;
    while (from > segment && is_digit(text.at[from - 1]))
        from--;
    bool bare = run->instance.len == 0 || end - from == run->instance.len;
    if (end == from || end - from > DIGITS_MOST || !bare ||
        !num_int(str_sub(text, from, end), &out->number))
        return false;
    out->width = (int)(end - from);
    out->before = str_sub(text, 0, from);
    out->name = str_sub(text, segment, from);
    out->behind = str_sub(text, end, text.len);
    return true;
}

/* The runs that count together: those of one folder whichever system has them, and of the same name
 * in other folders of one system. */
struct numbering {
    GArray *numbers; /* int64_t, ascending */
    int64_t highest; /* in the folder */
    int64_t step;    /* step_of them */
};

struct counted { /* a run that has a number */
    struct numbered is;
    const struct system *system;
};

struct counting { /* of a case: each numbering is made once, as runs of one are many */
    const struct judging *judging;
    GArray *run;           /* struct counted */
    GHashTable *numbering; /* by system, folder and what stands around the number */
};

static void numbering_free(gpointer self)
{
    struct numbering *numbering = self;
    g_array_free(numbering->numbers, TRUE);
    g_free(numbering);
}

static void count_in(struct counting *in, const struct system *system, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t m = 0; m < system[i].machine_count; m++) {
            for (size_t r = 0; r < system[i].machine[m].run_count; r++) {
                struct counted run = { .system = &system[i] };
                if (run_numbered(in->judging, &system[i].machine[m].run[r], &run.is))
                    g_array_append_val(in->run, run);
            }
        }
    }
}

struct turn {
    int64_t number;
    double start;
    const struct system *system;
};

/* "A-slot" of system A: "-slot"; a name that does not say its system stays what it is. */
static struct str name_of_turn(struct arena *home, struct str name, const struct system *system)
{
    size_t at = system->id.len > 0 ? str_find(name, system->id) : SIZE_MAX;
    bool begins = at == 0 || (at != SIZE_MAX && !g_ascii_isalnum(name.at[at - 1]));
    size_t end = at != SIZE_MAX ? at + system->id.len : 0;
    bool ends = at != SIZE_MAX && (end == name.len || !g_ascii_isalpha(name.at[end]));
    return begins && ends ? str_format(home, "%.*s%.*s", (int)at, name.at, (int)(name.len - end),
                                       name.at + end)
                          : name;
}

static void turns_of(const struct judging *judging, const struct system *system,
                     const struct numbered *like, struct str name, GArray *turns)
{
    for (size_t m = 0; m < system->machine_count; m++) {
        for (size_t r = 0; r < system->machine[m].run_count; r++) {
            const struct member member = { .run = &system->machine[m].run[r] };
            struct turn turn = { .start = (double)NAN, .system = system };
            struct numbered own;
            if (run_numbered(judging, member.run, &own) && str_eq(own.behind, like->behind) &&
                str_eq(name_of_turn(judging->home, own.name, system), name)) {
                turn.number = own.number;
                member_moment(judging, &member, KEY_RUN_START, &turn.start);
                g_array_append_val(turns, turn);
            }
        }
    }
}

static int turn_order(const void *a, const void *b)
{
    const struct turn *left = (const struct turn *)a, *right = (const struct turn *)b;
    return (left->number > right->number) - (left->number < right->number);
}

/* Whether the number was the turn of another system: all systems' runs of that name are numbered
 * through, none has another's number, and they began in the order of their numbers. Numbers alone
 * would hide a run left out behind another system's run of that number. */
static bool turn_of_another(const struct judging *judging, const struct system *own,
                            const struct numbered *gap)
{
    const struct case_file *case_file = judging->case_file;
    GArray *turns = g_array_new(FALSE, FALSE, sizeof(struct turn));
    struct str name = name_of_turn(judging->home, gap->name, own);
    for (size_t i = 0; i < case_file->system_count; i++)
        turns_of(judging, &case_file->system[i], gap, name, turns);
    qsort(turns->data, turns->len, sizeof(struct turn), turn_order);
    bool taken = false, in_turn = true;
    for (guint i = 0; i < turns->len; i++) {
        const struct turn *turn = &g_array_index(turns, struct turn, i);
        const struct turn *last = i > 0 ? turn - 1 : NULL;
        taken = taken || (turn->number == gap->number && turn->system != own);
        in_turn = in_turn && isfinite(turn->start) &&
                  (!last || (turn->number == last->number + 1 && turn->start > last->start));
    }
    g_array_free(turns, TRUE);
    return taken && in_turn;
}

static int number_order(const void *a, const void *b)
{
    const int64_t *left = (const int64_t *)a, *right = (const int64_t *)b;
    return (*left > *right) - (*left < *right);
}

/* By what a numbering counts: 10 for 10, 20, 40; else 1. Two neighbours are that far apart, and all
 * numbers a multiple of it. Of two numbers none is told, and small steps are what remains where
 * every second or third run was left out: 1, 3, 5. */
static int64_t step_of(const GArray *numbers)
{
    enum { NUMBERS_LEAST = 3, STEP_LEAST = 5 };
    int64_t step = 0;
    guint distinct = numbers->len > 0 ? 1 : 0;
    for (guint i = 1; i < numbers->len; i++) {
        int64_t far = g_array_index(numbers, int64_t, i) - g_array_index(numbers, int64_t, i - 1);
        distinct += far > 0;
        step = far > 0 && (step == 0 || far < step) ? far : step;
    }
    bool alike = distinct >= NUMBERS_LEAST && step >= STEP_LEAST;
    for (guint i = 1; alike && i < numbers->len; i++)
        alike =
            (g_array_index(numbers, int64_t, i) - g_array_index(numbers, int64_t, 0)) % step == 0;
    return alike ? step : 1;
}

static const struct numbering *numbering_of(struct counting *in, const struct counted *run)
{
    char *key = g_strdup_printf("%p %zu %.*s %.*s", (const void *)run->system, run->is.before.len,
                                STR_ARG(run->is.before), STR_ARG(run->is.behind));
    struct numbering *out = g_hash_table_lookup(in->numbering, key);
    if (out) {
        g_free(key);
        return out;
    }
    out = g_new0(struct numbering, 1);
    out->numbers = g_array_new(FALSE, FALSE, sizeof(int64_t));
    g_hash_table_insert(in->numbering, key, out);
    for (guint i = 0; i < in->run->len; i++) {
        const struct counted *other = &g_array_index(in->run, struct counted, i);
        bool folder = str_eq(other->is.before, run->is.before);
        bool name = other->system == run->system && str_eq(other->is.name, run->is.name);
        if ((!folder && !name) || !str_eq(other->is.behind, run->is.behind))
            continue;
        g_array_append_val(out->numbers, other->is.number);
        if (folder && other->is.number > out->highest)
            out->highest = other->is.number;
    }
    qsort(out->numbers->data, out->numbers->len, sizeof(int64_t), number_order);
    out->step = step_of(out->numbers);
    return out;
}

/* The number behind that of a run, where nobody has it and a higher one stands behind: "r3" where
 * r2 and r4 are there, "r30" where r10, r20 and r40 are. Systems that take turns in one folder
 * count together. */
static bool gap_behind(struct counting *in, const struct member *member, struct numbered *gap)
{
    struct counted run = { .system = member->run->machine->system };
    if (member->side == SIDE_BRIDGE || !run_numbered(in->judging, member->run, &run.is))
        return false;
    const struct numbering *of = numbering_of(in, &run);
    *gap = run.is;
    gap->number += of->step;
    return of->highest > gap->number &&
           !bsearch(&gap->number, of->numbers->data, of->numbers->len, sizeof(int64_t),
                    number_order) &&
           !turn_of_another(in->judging, run.system, gap);
}

/* The runs that the numbering leaves out and the ledger (NULL: none) does not name. */
static struct str gaps_of(const struct judging *judging, const struct ledger *ledger)
{
    enum { GAPS_SHOWN = 8 };
    struct buf gaps = buf_new(judging->home, 1 << 14);
    size_t count = 0;
    const struct case_file *case_file = judging->case_file;
    struct counting in = { judging, g_array_new(FALSE, FALSE, sizeof(struct counted)),
                           g_hash_table_new_full(g_str_hash, g_str_equal, g_free, numbering_free) };
    count_in(&in, case_file->system, case_file->system_count);
    count_in(&in, case_file->bridge, case_file->bridge_count);
    for (size_t i = 0; i < judging->member_count; i++) {
        struct numbered gap;
        if (!gap_behind(&in, &judging->member[i], &gap))
            continue;
        struct str name = str_format(judging->home, "%.*s%0*lld%.*s", STR_ARG(gap.before),
                                     gap.width, (long long)gap.number, STR_ARG(gap.behind));
        if (!ledger_names(ledger, name) && count++ < GAPS_SHOWN)
            buf_putf(&gaps, "%s%.*s", gaps.len > 0 ? ", " : "", STR_ARG(name));
    }
    g_hash_table_destroy(in.numbering);
    g_array_free(in.run, TRUE);
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
    if (gap.instance.len > 0)
        tally_say(&tally, &gap);
    else if (!kept)
        tally_say(&tally, &outcome);
    if (kept) {
        outcome.judgement = FAILS;
        outcome.raised = readable ? CONDITION_BIT(DISAGREES) : CONDITION_BIT(NOT_READ);
        outcome.instance = readable ? ledger_against(judging, ledger)
                           : ledger ? ledger->fault
                                    : STR("it was not read");
        if (outcome.instance.len > 0)
            tally_say(&tally, &outcome);
    }
    tally_done(&tally);
}
