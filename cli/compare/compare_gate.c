/* compare_gate.c - a gate asks one thing of each comparison: is a loss beyond the limit excluded,
 * shown or open. */
#include "compare_gate.h"
#include "base/num.h"
#include "compare_beside.h"
#include "model/decision.h"
#include "model/values.h"
#include "short_text.h"
#include "verdict_text.h"
#include <string.h>

static bool share_read(struct str text, double *out)
{
    text = str_trim(text);
    if (!str_ends(text, STR("%")))
        return false;
    return num_real(str_trim(str_sub(text, 0, text.len - 1)), out) && *out >= 0 && *out <= 1000;
}

bool gate_read(const struct request *request, struct gate *out)
{
    const struct options *options = &request->options;
    struct diags *diags = request->diags;
    static const char *const ways[] = { "slower", "faster", "changed" };
    const struct place place = { .file = STR("dossier"), .path = str_from(request->verb->name) };
    *out = (struct gate){ .incomparable = STATUS_UNDECIDED };
    const char *other = options->gate_incomparable;
    if (other) {
        if (strlen(other) != 1 || other[0] < '0' || other[0] > '2' || !options->gate) {
            diag_add(diags, DIAG_USAGE, place, STR("0, 1 or 2, beside --gate"),
                     "--gate-incomparable %s", other);
            return false;
        }
        out->incomparable = other[0] - '0';
    }
    if (!options->gate)
        return true;
    struct str rest = str_from(options->gate), way;
    bool known = false;
    out->text = rest;
    out->asked = true;
    (void)str_cut(&rest, ':', &way);
    for (size_t i = 0; i < ARRAY_COUNT(ways); i++) {
        if (str_eq(way, str_from(ways[i]))) {
            out->way = (enum gate_way)i;
            known = true;
        }
    }
    if (known && share_read(rest, &out->beyond))
        return true;
    diag_add(diags, DIAG_USAGE, place, STR("slower:2%, faster:2% or changed:2%"), "--gate %s",
             options->gate);
    return false;
}

/* Ends of the interval counted in the way that the gate asks for: of a time a rise is a loss, of a
 * rate a fall. */
static void ends_of(const struct gate *gate, double low, double high, bool lower, double *least,
                    double *most)
{
    bool rise = (gate->way == GATE_SLOWER) == lower;
    *least = rise ? low : -high;
    *most = rise ? high : -low;
    if (gate->way == GATE_CHANGED) {
        *least = low > -high ? low : -high;
        *most = high > -low ? high : -low;
    }
}

int gate_judge(const struct gate *gate, double low, double high, bool lower)
{
    double least, most;
    ends_of(gate, low, high, lower, &least, &most);
    if (gate->way == GATE_CHANGED) {
        bool within = high <= gate->beyond && low >= -gate->beyond;
        bool outside = low > gate->beyond || high < -gate->beyond;
        return within ? STATUS_HOLDS : outside ? STATUS_HOLDS_NOT : STATUS_UNDECIDED;
    }
    return most <= gate->beyond   ? STATUS_HOLDS
           : least > gate->beyond ? STATUS_HOLDS_NOT
                                  : STATUS_UNDECIDED;
}

struct tallies {
    size_t count[3], incomparable;
    struct str why; /* of the one that decides: the farthest of those that are worst */
    int worst;
    double far;
};

struct weighed { /* one pair */
    int status;  /* GATE_INCOMPARABLE: it has no interval */
    double far;  /* in percent: how far the change goes at least where it is shown, else at most */
    struct str name; /* empty: it is the only one */
    struct str why;
};

static int worse(int a, int b)
{
    static const int rank[] = { 0, 2, 1 };
    return rank[a] >= rank[b] ? a : b;
}

static void tally(struct tallies *tallies, int status, double far, struct str why)
{
    bool first = tallies->why.len == 0, graver = worse(tallies->worst, status) != tallies->worst;
    if (first || graver || (status == tallies->worst && far > tallies->far)) {
        tallies->why = why;
        tallies->far = far;
    }
    tallies->worst = worse(tallies->worst, status);
}

/* ---- one pair, and what was measured beside it ---- */

static bool has_interval(const struct comparison *c)
{
    return c && comparison_licenses(c) && c->change_low && c->change_high;
}

static int status_of(const struct gate *gate, enum key metric, const struct comparison *c)
{
    return gate_judge(gate, c->change_low->value.value, c->change_high->value.value,
                      vocabulary_row(metric)->better == BETTER_LOWER);
}

/* Of one system, measured again: what differs from itself lets nothing be believed. */
static const char *null_fault(const struct comparison *c, bool many)
{
    if (!has_interval(c) || !c->decision)
        return "could not be judged";
    if (strcmp(c->decision, "equivalent") == 0 || strcmp(c->decision, "inconclusive") == 0)
        return NULL;
    return many ? "differ beyond the margin" : "differs beyond the margin";
}

/* What one further measurement, which came to `own`, makes of the answer so far: open, with *why,
 * or left as it is. */
static int weigh(const struct compare_beside *beside, size_t side, const struct comparison *c,
                 int own, int status, struct arena *home, struct str *why)
{
    const struct operand *operand = beside->answer.plan->operand;
    bool many = beside->kind == BESIDE_BASELINE_NULL;
    const char *fault;
    switch (beside->kind) {
    case BESIDE_NULL:
    case BESIDE_BASELINE_NULL:
        fault = null_fault(c, many);
        if (fault)
            *why = str_format(home, "%s %s", many ? "the baseline sets" : "the null pair", fault);
        return fault ? STATUS_UNDECIDED : status;
    case BESIDE_BASELINE:
        if (own != status)
            *why = str_format(home, "against the baseline set %.*s it is not so",
                              STR_ARG(operand[0].label));
        return own != status ? STATUS_UNDECIDED : status;
    case BESIDE_CONFIRM:
        break;
    }
    bool alone = status == STATUS_HOLDS_NOT && own != STATUS_HOLDS_NOT;
    bool against = status == STATUS_HOLDS && own == STATUS_HOLDS_NOT;
    if (alone || against)
        *why = str_format(home, "%s by %.*s", alone ? "not repeated" : "shown",
                          STR_ARG(operand[side].label));
    return alone || against ? STATUS_UNDECIDED : status;
}

static int weigh_all(const struct gate *gate, const struct compare_answer *answer, size_t test,
                     size_t side, int status, struct arena *home, struct str *why)
{
    for (size_t b = 0; b < answer->beside_count; b++) {
        const struct compare_beside *beside = &answer->beside[b];
        bool same_side = beside->kind == BESIDE_BASELINE;
        for (size_t i = 1; i < beside->answer.plan->operand_count; i++) {
            const struct compare_part *part = NULL;
            if (same_side && i != side)
                continue;
            const struct comparison *c =
                compare_beside_found(answer, test, &beside->answer, i, &part);
            int own = has_interval(c) ? status_of(gate, part->row->metric, c) : STATUS_UNDECIDED;
            if (status != STATUS_UNDECIDED)
                status = weigh(beside, i, c, own, status, home, why);
        }
    }
    return status;
}

/* Of one comparison by itself; GATE_INCOMPARABLE: it has no interval. */
static int judge_alone(const struct gate *gate, enum key metric, const struct comparison *c,
                       struct arena *home, struct str *why)
{
    if (!has_interval(c)) {
        *why = !c                       ? STR("not every test could be judged")
               : comparison_licenses(c) ? STR("too few runs for an interval")
                                        : STR("the runs may not be compared");
        return GATE_INCOMPARABLE;
    }
    *why = str_format(home, "the change of %s lies between %.*s and %.*s %%",
                      vocabulary_row(metric)->title, STR_ARG(fact_value(home, c->change_low)),
                      STR_ARG(fact_value(home, c->change_high)));
    return status_of(gate, metric, c);
}

int gate_pair(const struct gate *gate, const struct compare_answer *answer, size_t test,
              size_t side, struct arena *home, struct str *why)
{
    const struct compare_part *part = NULL;
    const struct comparison *c = compare_found(answer, test, side, &part);
    int status = judge_alone(gate, part ? part->row->metric : KEY_COUNT, c, home, why);
    struct str other = { 0 };
    if (status != GATE_INCOMPARABLE)
        status = weigh_all(gate, answer, test, side, status, home, &other);
    if (other.len > 0)
        *why = str_format(home, "%.*s; %.*s", STR_ARG(*why), STR_ARG(other));
    return status;
}

static double far_of(const struct gate *gate, enum key metric, const struct comparison *c,
                     int status)
{
    double least, most;
    if (status == GATE_INCOMPARABLE || !has_interval(c))
        return 0;
    ends_of(gate, c->change_low->value.value, c->change_high->value.value,
            vocabulary_row(metric)->better == BETTER_LOWER, &least, &most);
    return status == STATUS_HOLDS_NOT ? least : most;
}

/* Returns the exit status that the pair alone would have. */
static int count_one(const struct gate *gate, struct tallies *tallies, struct arena *home,
                     const struct weighed *pair)
{
    int status = pair->status;
    int counted = status == GATE_INCOMPARABLE ? gate->incomparable : status;
    tallies->incomparable += status == GATE_INCOMPARABLE;
    if (status != GATE_INCOMPARABLE)
        tallies->count[status]++;
    struct buf why = buf_new(home, (size_t)1 << 16);
    if (pair->name.len > 0) {
        buf_put_visible(&why, str_sub(pair->name, 0, 400));
        buf_put(&why, STR(": "));
    }
    buf_put(&why, pair->why);
    tally(tallies, counted, pair->far, buf_str(&why));
    return counted;
}

static int conclude(const struct gate *gate, struct tallies *tallies, struct arena *home,
                    struct str *said)
{
    static const char *const word[] = { "excluded", "shown", "open" };
    size_t judged = tallies->count[0] + tallies->count[1] + tallies->count[2];
    if (judged + tallies->incomparable == 0)
        tally(tallies, gate->incomparable, 0, STR("not everything could be judged"));
    struct buf out = buf_new(home, (size_t)1 << 16);
    struct buf line = buf_new(home, (size_t)1 << 16);
    buf_putf(&line, "Gate %.*s: %s (exit %d): %.*s", STR_ARG(gate->text), word[tallies->worst],
             tallies->worst, STR_ARG(tallies->why));
    if (judged + tallies->incomparable > 1)
        buf_putf(&line, "; of %zu: %zu shown, %zu open, %zu not comparable",
                 judged + tallies->incomparable, tallies->count[1], tallies->count[2],
                 tallies->incomparable);
    short_wrap(&out, buf_str(&line), 6);
    *said = buf_str(&out);
    return tallies->worst;
}

/* Which of several pairs: its work, and its side where there are more than two. */
static struct str pair_named(const struct compare_plan *plan, size_t test, size_t side,
                             struct arena *home)
{
    struct str name = plan->test_count > 1 ? compare_test_name(plan, test, home, 60) : STR("");
    if (plan->operand_count < 3)
        return name;
    return str_format(home, "%.*s%s%c against A", STR_ARG(name), name.len > 0 ? ", " : "",
                      (int)('A' + side));
}

/* "work of A is missing on another side: BenchmarkDecode-8 and 2 more" */
static struct str missing_said(struct arena *home, struct str first, size_t missing)
{
    struct buf out = buf_new(home, (size_t)1 << 16);
    buf_put(&out, STR("work of A is missing on another side: "));
    buf_put_visible(&out, str_sub(first, 0, 400));
    if (missing > 1)
        buf_putf(&out, " and %zu more", missing - 1);
    return buf_str(&out);
}

int gate_answer(const struct gate *gate, const struct compare_answer *answer, struct arena *home,
                struct str *said)
{
    struct tallies tallies = { 0 };
    const struct compare_plan *plan = answer->plan;
    size_t missing = plan->alone_count[0];
    struct str first = missing > 0 ? plan->alone[0][0] : STR("");
    struct compare_turn turn = { 0 };
    while (compare_next(answer, &turn)) {
        size_t i = turn.test, side = turn.side;
        bool of_base = plan->test[i].side[0].count > 0;
        if (of_base && plan->test[i].side[side].count > 0) {
            struct weighed pair = { .name = pair_named(plan, i, side, home) };
            pair.status = gate_pair(gate, answer, i, side, home, &pair.why);
            pair.far = turn.part ? far_of(gate, turn.part->row->metric, turn.c, pair.status) : 0;
            (void)count_one(gate, &tallies, home, &pair);
        } else if (of_base && missing++ == 0) {
            first = compare_test_name(plan, i, home, 60);
        }
    }
    if (missing > 0) { /* what went missing did not pass */
        tallies.incomparable += missing;
        tally(&tallies, gate->incomparable, 0, missing_said(home, first, missing));
    }
    if (plan->test_left > 0)
        tally(&tallies, gate->incomparable, 0, STR("not everything could be judged"));
    return conclude(gate, &tallies, home, said);
}

static bool is_null_pair(const struct report_model *model, const struct comparison *c)
{
    const struct system *const *pair = model->case_file->terms->null_pair;
    return pair[0] &&
           ((c->a == pair[0] && c->b == pair[1]) || (c->a == pair[1] && c->b == pair[0]));
}

/* Why nothing of this work is believed by the case's null pair; NULL: it is believed, or the case
 * names none. What rule M18 cannot tell (it may not be one configuration) was not judged. */
static const char *null_pair_fault(const struct report_model *model, struct str workload)
{
    for (size_t i = 0; i < model->comparison_count; i++) {
        const struct comparison *c = &model->comparison[i];
        bool known = true;
        if (!is_null_pair(model, c) || !str_eq(c->workload, workload))
            continue;
        for (size_t k = 0; k < c->finding_count; k++)
            known = known && !(str_eq(c->finding[k].rule->id, STR("M18")) &&
                               c->finding[k].judgement == UNKNOWN);
        return known ? null_fault(c, false) : "could not be judged";
    }
    return model->case_file->terms->null_pair[0] ? "could not be judged" : NULL;
}

/* The null pair is no change that a gate asks about. */
int gate_case(const struct gate *gate, const struct report_model *model, struct arena *home,
              int *outcome, struct str *said)
{
    struct tallies tallies = { 0 };
    enum key metric = model->case_file->metric;
    size_t asked = 0;
    for (size_t i = 0; i < model->comparison_count; i++)
        asked += !is_null_pair(model, &model->comparison[i]);
    for (size_t i = 0; i < model->comparison_count; i++) {
        const struct comparison *c = &model->comparison[i];
        const char *fault = null_pair_fault(model, c->workload);
        struct weighed pair = { .name = asked > 1 ? comparison_named(home, c) : STR("") };
        if (is_null_pair(model, c)) {
            outcome[i] = fault ? STATUS_UNDECIDED : STATUS_HOLDS;
            continue;
        }
        pair.status = judge_alone(gate, metric, c, home, &pair.why);
        pair.far = far_of(gate, metric, c, pair.status);
        if (fault && pair.status != GATE_INCOMPARABLE && pair.status != STATUS_UNDECIDED) {
            pair.status = STATUS_UNDECIDED;
            pair.why = str_format(home, "%.*s; the null pair %s", STR_ARG(pair.why), fault);
        }
        outcome[i] = count_one(gate, &tallies, home, &pair);
    }
    return conclude(gate, &tallies, home, said);
}
