/* predicates_figures.c - what the figures that a tool printed say of themselves: identities broken,
 * two views of one run, answers without a token, percentiles of too few, definitions. */
#include "predicates.h"

/* The condition that a kind of contradiction raises. */
static uint64_t raised_by(enum contradiction_kind kind)
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

size_t figures_say(struct tally *tally, uint64_t conditions)
{
    struct judging *judging = tally->judging;
    size_t said = 0;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        struct contradiction *found;
        size_t count = figures_of(judging, member, &found);
        for (size_t k = 0; k < count; k++) {
            uint64_t raised = raised_by(found[k].kind);
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
    return said;
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
