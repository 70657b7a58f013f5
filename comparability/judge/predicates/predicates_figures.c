/* predicates_figures.c - what the figures that a tool printed say of themselves: identities broken,
 * two views of one run, answers without a token, percentiles of too few; and whether the metric
 * means one thing on both sides: definition, percentile, unit. Where it is computed here from
 * samples of all runs, nobody need state it. */
#include "signs.h"

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

static size_t figures_of(struct arena *home, const struct member *member,
                         struct contradiction **out)
{
    const struct told told = { member->run->facts, member->run->series, member->run->series_count };
    return contradictions_of(home, &told, out);
}

static bool is_metric(const struct case_file *case_file, const struct fact *fact)
{
    return fact && fact->key == case_file->metric &&
           str_eq(fact->instance, case_file->metric_instance);
}

static void thin_say(struct tally *tally, const struct member *member,
                     const struct contradiction *thin)
{
    struct outcome outcome = outcome_seen(tally->judging, FAILS, member, thin->fact[1]);
    outcome.seen[1] = thin->fact[0];
    outcome.raised = CONDITION_BIT(THIN_SAMPLE);
    tally_say(tally, &outcome);
}

/* The file of the figures, and of the one that stands in another; NULL: all stand in one. */
static const struct evidence *files_of(const struct contradiction *found,
                                       const struct evidence **other)
{
    const struct evidence *first = found->fact[0]->source.evidence;
    *other = NULL;
    for (size_t f = 1; f < found->count && !*other; f++) {
        const struct evidence *of = found->fact[f]->source.evidence;
        *other = of != first ? of : NULL;
    }
    return first;
}

/* Figures of one run against each other: which they are, and in which files, not what the other
 * side says of the same. */
static void identity_say(struct judging *judging, const struct contradiction *found,
                         struct outcome *outcome)
{
    const struct evidence *other, *first = files_of(found, &other);
    struct buf said = buf_new(judging->home, 4096);
    buf_putf(&said, "%s cannot be true together: %s (",
             first && other ? "Two files of one run" : "Figures of one run", found->says);
    for (size_t f = 0; f < found->count; f++)
        buf_putf(&said, "%s{%zu}", f > 0 ? ", " : "", f);
    buf_put_char(&said, ')');
    outcome->said = buf_str(&said);
    if (first && other)
        outcome->mend = str_format(
            judging->home,
            "%.*s and %.*s stand together as one run. If they are of two runs, put each into a "
            "folder of its own; if of one, give both as the tool left them.",
            STR_ARG(first->name), STR_ARG(other->name));
    else if (first)
        outcome->mend = str_format(judging->home, "Explain or withdraw these figures of %.*s.",
                                   STR_ARG(first->name));
    outcome->a = outcome->b = NULL;
}

static void figures_say(struct tally *tally, const struct member *member,
                        const struct contradiction *found, condition_set raised)
{
    struct outcome outcome = outcome_seen(tally->judging, FAILS, member, found->fact[0]);
    for (size_t f = 0; f < found->count; f++)
        outcome.seen[f] = found->fact[f];
    /* One figure against its samples is no two figures against each other. */
    bool alone = found->kind == CONTRADICTION_BROKEN && found->count == 1;
    outcome.seen[1] = outcome.seen[1] ? outcome.seen[1] : outcome.seen[0];
    outcome.raised = alone ? 0 : raised;
    outcome.mend =
        str_format(tally->judging->home, "Explain or withdraw these figures: %s.", found->says);
    if (outcome.raised & CONDITION_BIT(IDENTITY))
        identity_say(tally->judging, found, &outcome);
    tally_say(tally, &outcome);
}

/* A finding for each contradiction of the kinds, by the conditions they raise. */
bool test_figures(struct tally *tally, const struct ask *ask)
{
    struct judging *judging = tally->judging;
    condition_set conditions = ask->part->raises;
    size_t said = 0;
    struct arena *scratch = arena_new(SIZE_MAX / 2); /* what one run's figures are checked in */
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        struct contradiction *found;
        arena_rewind(scratch, (struct arena_mark){ 0 });
        size_t count = figures_of(scratch, member, &found);
        for (size_t k = 0; k < count; k++) {
            condition_set raised = raised_by(found[k].kind);
            bool thin = found[k].kind == CONTRADICTION_THIN;
            if ((raised & conditions) == 0 || found[k].count == 0 ||
                (thin && !is_metric(judging->case_file, found[k].fact[0])))
                continue;
            if (thin)
                thin_say(tally, member, &found[k]);
            else
                figures_say(tally, member, &found[k], raised);
            said++;
        }
    }
    arena_free(scratch);
    return said > 0;
}

/* ---- definition, percentile, unit ---- */

bool metric_sampled(const struct judging *judging)
{
    for (size_t i = 0; i < judging->member_count; i++)
        if (!judging->member[i].alone->door.series)
            return false;
    return judging->member_count > 0;
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

/* Two figures of the metric whose definitions are registered, and are two; false: none. */
static bool definitions_apart(const struct judging *judging, const struct fact **a,
                              const struct fact **b)
{
    *a = NULL;
    for (size_t i = 0; i < judging->member_count; i++) {
        *b = metric_of(judging, i);
        if (!*b || !(*b)->defined)
            continue;
        *a = *a ? *a : *b;
        if (!defined_alike((*a)->defined, (*b)->defined, judging->case_file->metric_instance))
            return true;
    }
    return false;
}

enum shows defined_otherwise(struct judging *judging, const struct look *look, struct sign *out)
{
    struct str instance = judging->case_file->metric_instance;
    const struct fact *a, *b;
    (void)look;
    if (!definitions_apart(judging, &a, &b))
        return SHOWS_NONE;
    struct buf ways = buf_new(judging->home, 4096);
    out->fact = a;
    out->against = b;
    buf_put(&ways, STR("Keep raw samples, from which the metric is computed here in one way; one "
                       "tool means "));
    defined_put(a->defined, instance, &ways);
    buf_put(&ways, STR(", the other "));
    defined_put(b->defined, instance, &ways);
    buf_put_char(&ways, '.');
    out->mend = buf_str(&ways);
    return SHOWS_SIGN;
}

bool samples_tell(const struct judging *judging, const struct rule *rule)
{
    (void)rule;
    return metric_sampled(judging);
}

bool samples_silent(const struct judging *judging, const struct rule *rule)
{
    (void)rule;
    return !metric_sampled(judging);
}

bool definition_settled(const struct judging *judging)
{
    const struct fact *a, *b;
    return metric_sampled(judging) || definitions_apart(judging, &a, &b) ||
           definitions_alike(judging);
}

bool metric_percentile(const struct judging *judging)
{
    struct str instance = judging->case_file->metric_instance;
    return instance.len > 0 && (instance.at[0] == 'p' || instance.at[0] == 'P');
}

/* Each run has a figure of the metric, all of one unit, which the format of its file says. */
static bool figures_of_one_unit(const struct judging *judging)
{
    const struct fact *first = judging->member_count > 0 ? metric_of(judging, 0) : NULL;
    bool one = first && first->value.number && first->value.unit != UNIT_NONE;
    for (size_t i = 1; one && i < judging->member_count; i++) {
        const struct fact *fact = metric_of(judging, i);
        one = fact && fact->value.number &&
              unit_row(fact->value.unit)->base == unit_row(first->value.unit)->base;
    }
    return one;
}

bool unit_settled(const struct judging *judging)
{
    return judging->case_file->metric_kind == METRIC_WHOLE_RUN || metric_sampled(judging) ||
           figures_of_one_unit(judging);
}

/* The first run with samples. */
static const struct member *first_sampled(const struct judging *judging)
{
    for (size_t i = 0; i < judging->member_count; i++)
        if (judging->member[i].alone->door.series)
            return &judging->member[i];
    return NULL;
}

/* Samples in another unit, or of work in another, than the first. */
enum shows other_units(struct judging *judging, const struct look *look, struct sign *out)
{
    const struct member *first = first_sampled(judging);
    const struct series *series = look->member->alone->door.series;
    const struct series *of = first ? first->alone->door.series : NULL;
    out->fact = alone_fact(judging->member[0].alone, KEY_STEADY_VERDICT);
    out->against = alone_fact(look->member->alone, KEY_STEADY_VERDICT);
    return series && of &&
                   (unit_row(series->unit)->base != unit_row(of->unit)->base ||
                    unit_row(series->work_unit)->base != unit_row(of->work_unit)->base)
               ? SHOWS_SIGN
               : SHOWS_NONE;
}

/* "duration_s" of "rows 2..9001 column duration_s"; empty: not a column that a person declared. */
static struct str column_named(const struct source *source)
{
    static const struct str mark = STR_INIT(" column ");
    size_t at = str_find(source->from.path, mark);
    if (at == SIZE_MAX)
        return (struct str){ 0 };
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
    for (size_t i = 0; i < ARRAY_COUNT(of_x); i++)
        alike = alike && str_eq(column_named(of_x[i]), column_named(of_y[i]));
    return !declared || alike;
}

static bool definition_told(const struct judging *judging, enum key definition)
{
    bool told = true;
    for (size_t i = 0; i < judging->member_count; i++)
        told = told && member_any(judging, &judging->member[i], definition);
    return told;
}

/* Samples make a metric the same only where they are the same samples: the time of a step on one
 * side and of its kernels on the other are two things. What `run.json` declares as the definition
 * on both sides settles it. */
enum shows other_columns(struct judging *judging, const struct look *look, struct sign *out)
{
    const struct member *first = &judging->member[0], *member = look->member;
    enum key definition = look->ask->key[0];
    if (columns_alike(first->alone, member->alone) || definition_told(judging, definition))
        return SHOWS_NONE;
    out->is = UNKNOWN;
    out->key = definition;
    out->seen[0] = alone_fact(first->alone, KEY_STEADY_VERDICT);
    out->seen[1] = alone_fact(member->alone, KEY_STEADY_VERDICT);
    out->mend = str_format(
        judging->home,
        "Declare the same columns on both sides, or state `method.definition` "
        "of each: `%.*s` of %.*s stands against `%.*s` of %.*s.",
        STR_ARG(column_named(&first->alone->door.series->source)), STR_ARG(first->run->id),
        STR_ARG(column_named(&member->alone->door.series->source)), STR_ARG(member->run->id));
    return SHOWS_SIGN;
}
