/* predicates_figures.c - what the figures that a tool printed say of themselves: identities broken,
 * two views of one run, answers without a token, percentiles of too few, definitions. */
#include "predicates.h"

/* The condition that a kind of contradiction raises. */
static condition_set raised_by(enum contradiction_kind kind)
{
    switch (kind) {
    case CONTRADICTION_BROKEN:
        return CONDITION_BIT(IDENTITY);
    case CONTRADICTION_MISCOUNTED:
        return CONDITION_BIT(MISCOUNTED);
    case CONTRADICTION_VIEWS:
        return CONDITION_BIT(TWO_VIEWS);
    case CONTRADICTION_EMPTY:
        return CONDITION_BIT(EMPTY_ANSWERS);
    case CONTRADICTION_THIN:
        break;
    }
    return CONDITION_BIT(THIN_SAMPLE);
}

static size_t figures_of(const struct judging *judging, const struct member *member,
                         struct contradiction **out)
{
    const struct told told = { member->run->facts, member->run->series, member->run->series_count };
    return contradictions_of(judging->home, &told, out);
}

/* A finding for each contradiction of the kinds, by the conditions they raise. */
bool test_figures(struct tally *tally, const struct ask *ask)
{
    struct judging *judging = tally->judging;
    condition_set conditions = ask->part->raises;
    size_t said = 0;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        struct contradiction *found;
        size_t count = figures_of(judging, member, &found);
        for (size_t k = 0; k < count; k++) {
            condition_set raised = raised_by(found[k].kind);
            if ((raised & conditions) == 0 || found[k].count == 0) {
                continue;
            }
            struct outcome outcome = outcome_seen(judging, FAILS, member, found[k].fact[0]);
            for (size_t f = 0; f < found[k].count; f++) {
                outcome.seen[f] = found[k].fact[f];
            }
            /* One figure against its samples is no two figures against each other. */
            bool alone = found[k].kind == CONTRADICTION_BROKEN && found[k].count == 1;
            outcome.seen[1] = outcome.seen[1] ? outcome.seen[1] : outcome.seen[0];
            outcome.raised = alone ? 0 : raised;
            outcome.mend =
                str_format(judging->home, "Explain or withdraw these figures: %s.", found[k].says);
            tally_say(tally, &outcome);
            said++;
        }
    }
    return said > 0;
}

void thin_sample_say(struct tally *tally)
{
    struct judging *judging = tally->judging;
    const struct case_file *case_file = judging->case_file;
    for (size_t i = 0; i < judging->member_count; i++) {
        struct contradiction *found;
        size_t count = figures_of(judging, &judging->member[i], &found);
        for (size_t k = 0; k < count; k++) {
            const struct fact *fact = found[k].kind == CONTRADICTION_THIN ? found[k].fact[0] : NULL;
            if (fact && fact->key == case_file->metric &&
                str_eq(fact->instance, case_file->metric_instance)) {
                struct outcome outcome =
                    outcome_seen(judging, FAILS, &judging->member[i], found[k].fact[1]);
                outcome.seen[1] = fact;
                outcome.raised = CONDITION_BIT(THIN_SAMPLE);
                tally_say(tally, &outcome);
            }
        }
    }
}

static const struct fact *metric_of(const struct judging *judging, size_t member)
{
    return member_fact(judging, &judging->member[member], judging->case_file->metric,
                       judging->case_file->metric_instance);
}

bool definitions_alike(const struct judging *judging)
{
    const struct fact *first = judging->member_count > 0 ? metric_of(judging, 0) : NULL;
    bool alike = first && first->defined;
    for (size_t i = 1; alike && i < judging->member_count; i++) {
        const struct fact *fact = metric_of(judging, i);
        alike = fact && fact->defined &&
                defined_alike(first->defined, fact->defined, judging->case_file->metric_instance);
    }
    return alike;
}

static void definitions_differ(struct tally *tally, const struct fact *a, const struct fact *b)
{
    struct judging *judging = tally->judging;
    struct str instance = judging->case_file->metric_instance;
    struct buf ways = buf_new(judging->home, 4096);
    struct outcome outcome = outcome_key(FAILS, judging->case_file->metric, instance, a, b);
    outcome.raised = CONDITION_BIT(DEFINED_OTHERWISE);
    buf_put(&ways, STR("Keep raw samples, from which the metric is computed here in one way; one "
                       "tool means "));
    defined_put(a->defined, instance, &ways);
    buf_put(&ways, STR(", the other "));
    defined_put(b->defined, instance, &ways);
    buf_put_char(&ways, '.');
    outcome.mend = buf_str(&ways);
    tally_say(tally, &outcome);
}

bool definitions_say(struct tally *tally)
{
    struct judging *judging = tally->judging;
    const struct fact *first = NULL;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct fact *fact = metric_of(judging, i);
        if (!fact || !fact->defined) {
            continue;
        }
        first = first ? first : fact;
        if (!defined_alike(first->defined, fact->defined, judging->case_file->metric_instance)) {
            definitions_differ(tally, first, fact);
            return true;
        }
    }
    return definitions_alike(judging);
}

/* "duration_s" of "rows 2..9001 column duration_s"; empty: not a column that a person declared. */
static struct str column_named(const struct source *source)
{
    static const struct str mark = STR_INIT(" column ");
    size_t at = str_find(source->from.path, mark);
    if (at == SIZE_MAX) {
        return (struct str){ 0 };
    }
    return str_sub(source->from.path, at + mark.len, source->from.path.len);
}

/* Whether the metric of both is taken from columns of one name, in one unit. Only columns that a
 * person declared are asked: what a tool's own format holds, its row says. */
static bool columns_alike(const struct alone *a, const struct alone *b)
{
    const struct series *x = a->door.series, *y = b->door.series;
    const struct source *const of_x[] = { &x->source, &x->work_source, &x->start_source };
    const struct source *const of_y[] = { &y->source, &y->work_source, &y->start_source };
    bool declared = column_named(&x->source).len > 0 && column_named(&y->source).len > 0;
    bool alike = x->unit == y->unit && x->work_unit == y->work_unit && x->kind == y->kind;
    for (size_t i = 0; i < ARRAY_COUNT(of_x); i++) {
        alike = alike && str_eq(column_named(of_x[i]), column_named(of_y[i]));
    }
    return !declared || alike;
}

/* Samples make a metric the same only where they are the same samples: the time of a step on one
 * side and of its kernels on the other are two things. What `run.json` declares as the definition
 * on both sides settles it. */
void columns_say(struct tally *tally, enum key definition)
{
    struct judging *judging = tally->judging;
    bool defined = true;
    for (size_t i = 0; i < judging->member_count; i++) {
        defined = defined && member_any(judging, &judging->member[i], definition);
    }
    for (size_t i = 1; i < judging->member_count && !defined; i++) {
        const struct member *first = &judging->member[0], *member = &judging->member[i];
        if (!columns_alike(first->alone, member->alone)) {
            struct outcome outcome = outcome_of(UNKNOWN);
            outcome.key = definition;
            outcome.raised = CONDITION_BIT(OTHER_COLUMNS);
            outcome.seen[0] = alone_fact(first->alone, KEY_STEADY_VERDICT);
            outcome.seen[1] = alone_fact(member->alone, KEY_STEADY_VERDICT);
            outcome.mend = str_format(
                judging->home,
                "Declare the same columns on both sides, or state `method.definition` of each: "
                "`%.*s` of %.*s stands against `%.*s` of %.*s.",
                STR_ARG(column_named(&first->alone->door.series->source)), STR_ARG(first->run->id),
                STR_ARG(column_named(&member->alone->door.series->source)),
                STR_ARG(member->run->id));
            tally_say(tally, &outcome);
            return;
        }
    }
}
