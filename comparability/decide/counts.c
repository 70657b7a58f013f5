/* counts.c - how many conditions of a comparison fail, are open or stated, and how many layers
 * differ, each as a fact of what shows it. */
#include "compare.h"

static size_t input_add(const struct fact **input, size_t count, const struct fact *fact)
{
    for (size_t i = 0; i < count; i++)
        if (input[i] == fact)
            return count;
    input[count] = fact;
    return count + 1;
}

/* Whether two findings are one of what is counted. */
typedef bool (*alike_by)(const struct finding *a, const struct finding *b);

/* A condition counts once, however many values show it. */
static bool of_one_rule(const struct finding *a, const struct finding *b)
{
    return a->rule == b->rule;
}

static bool counted_before(const struct judging *judging, bool (*counts)(const struct finding *),
                           alike_by alike, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (counts(&judging->finding[i]) && alike(&judging->finding[i], &judging->finding[index]))
            return true;
    return false;
}

/* Facts that were seen by findings of a kind; all that were compared where there is none of it. */
static const struct fact **seen_by(const struct judging *judging,
                                   bool (*counts)(const struct finding *), alike_by alike,
                                   size_t *found, size_t *count)
{
    size_t room = 1;
    for (size_t i = 0; i < judging->finding_count; i++)
        room += judging->finding[i].count;
    const struct fact **input = ARENA_MANY(judging->home, room, const struct fact *);
    *found = *count = 0;
    for (size_t i = 0; i < judging->finding_count; i++) {
        const struct finding *finding = &judging->finding[i];
        *found += counts(finding) && !counted_before(judging, counts, alike, i);
        for (size_t j = 0; counts(finding) && j < finding->count; j++)
            *count = input_add(input, *count, finding->seen[j]);
    }
    bool nothing = *count == 0;
    for (size_t i = 0; nothing && i < judging->finding_count; i++) {
        const struct finding *finding = &judging->finding[i];
        for (size_t j = 0; j < finding->count; j++)
            *count = input_add(input, *count, finding->seen[j]);
    }
    return input;
}

static bool counts_failed(const struct finding *finding)
{
    return finding->cell == VERDICT_NOT;
}

static bool counts_unknown(const struct finding *finding)
{
    return finding->cell == VERDICT_INCOMPLETE;
}

static bool counts_any_stated(const struct finding *finding)
{
    return finding->cell == VERDICT_STATED;
}

/* Rules made looser stand beside the verdict, each with its reason; what they found counts. */
static bool counts_stated(const struct finding *finding)
{
    return counts_any_stated(finding) && !finding_loosens(finding);
}

static bool any_counts(const struct judging *judging, bool (*counts)(const struct finding *))
{
    for (size_t i = 0; i < judging->finding_count; i++)
        if (counts(&judging->finding[i]))
            return true;
    return false;
}

static const struct fact *count_derive(struct judging *judging, enum derivation_id row,
                                       bool (*counts)(const struct finding *), alike_by alike)
{
    size_t found, inputs;
    const struct fact **input = seen_by(judging, counts, alike, &found, &inputs);
    if (inputs == 0)
        return NULL;
    return derive(judging->deriving, &(struct derived){ .row = row,
                                                        .value = (double)found,
                                                        .unit = UNIT_COUNT,
                                                        .input = input,
                                                        .input_count = inputs });
}

static const struct fact *layers_derive(struct judging *judging)
{
    const struct comparison *comparison = judging->comparison;
    size_t count = 0, inputs = 0;
    const struct fact **input =
        ARENA_MANY(judging->home, (size_t)LAYER_COUNT * 2, const struct fact *);
    for (size_t i = 0; i < comparison->layer_count; i++)
        count += comparison->layer[i].state == LAYER_CHANGED;
    for (size_t i = 0; i < comparison->layer_count; i++) {
        const struct layer_difference *layer = &comparison->layer[i];
        const struct fact *const both[] = { layer->a, layer->b };
        for (size_t j = 0; j < 2; j++)
            if (both[j] && (count == 0 || layer->state == LAYER_CHANGED))
                input[inputs++] = both[j];
    }
    if (inputs == 0)
        return NULL;
    return derive(judging->deriving, &(struct derived){ .row = DERIVE_LAYERS_CHANGED,
                                                        .value = (double)count,
                                                        .unit = UNIT_COUNT,
                                                        .input = input,
                                                        .input_count = inputs });
}

void counts_derive(struct judging *judging)
{
    struct comparison *out = judging->comparison;
    out->failed = count_derive(judging, DERIVE_CONDITIONS_FAILED, counts_failed, of_one_rule);
    out->unknown = count_derive(judging, DERIVE_CONDITIONS_UNKNOWN, counts_unknown, of_one_rule);
    out->stated = count_derive(
        judging, DERIVE_DIFFERENCES_STATED,
        any_counts(judging, counts_stated) ? counts_stated : counts_any_stated, reservations_alike);
    out->layers_changed = layers_derive(judging);
}
