/* holding.c - how the conditions of a decision stand: each that names a key is held against all
 * that systems, runs and the case itself tell of it. */
#include "compare.h"
#include "model/decision.h"
#include "model/likeness.h"

#include "base/file.h"
#include "base/num.h"

#include <math.h>

struct looking {
    const struct hold *hold;
    const struct fact **seen;
    size_t count, most;
    const struct fact *failing; /* the first that does not keep it */
    const struct fact *nearest; /* of numbers under an order: the one that is nearest to failing */
    double margin;              /* its distance from the limit */
    bool silent;                /* a run does not tell the key, or in another kind of unit */
};

static bool ordered(enum holding_order order, double less)
{
    switch (order) {
    case HOLDING_EQUAL:
        return less == 0;
    case HOLDING_OTHER:
        return less != 0;
    case HOLDING_AT_MOST:
        return less <= 0;
    case HOLDING_AT_LEAST:
        return less >= 0;
    case HOLDING_BELOW:
        return less < 0;
    case HOLDING_ABOVE:
        return less > 0;
    }
    return false;
}

/* A number: of a fact that is one, or an amount that is kept as its text. */
static bool number_of(const struct hold *hold, const struct fact *fact, double *out)
{
    if (fact->value.number) {
        const struct unit_row *own = unit_row(fact->value.unit), *asked = unit_row(hold->unit);
        *out = fact->value.value * (hold->unit == UNIT_NONE ? 1 : own->factor);
        return hold->unit == UNIT_NONE || own->base == asked->base;
    }
    return hold->unit == UNIT_NONE && num_real(str_trim(fact->value.text), out);
}

/* Equal to rounding in the last place: 0.1 + 0.2 is 0.3. */
static double apart(double value, double limit)
{
    return fabs(value - limit) <= 1e-9 * fmax(fabs(value), fabs(limit)) ? 0 : value - limit;
}

/* Whether the fact keeps the condition; `told` false where it cannot be held against it. */
static bool kept(const struct hold *hold, const struct fact *fact, bool *told)
{
    double value;
    bool version = vocabulary_row(hold->key)->likeness == LIKENESS_VERSION;
    bool equals = hold->order == HOLDING_EQUAL || hold->order == HOLDING_OTHER;
    *told = true;
    if (version && !equals)
        return ordered(hold->order, versions_order(fact->value.text, hold->value));
    if (!version && hold->number && number_of(hold, fact, &value))
        return ordered(hold->order, apart(value, hold->limit));
    if (!equals || (hold->number && fact->value.number && !version)) {
        *told = false;
        return false;
    }
    struct str text = str_trim(fact->value.text);
    bool same = pattern_matches(hold->value, text) || texts_spelt_alike(hold->value, text) ||
                (version && versions_agree(hold->value, text));
    return same == (hold->order == HOLDING_EQUAL);
}

/* Of several that keep it a reader is shown the one that would fail first. */
static void nearest_note(struct looking *in, const struct fact *fact)
{
    double value;
    const struct hold *hold = in->hold;
    if (hold->order == HOLDING_EQUAL || hold->order == HOLDING_OTHER || !hold->number ||
        !number_of(hold, fact, &value))
        return;
    double margin = fabs(value - hold->limit);
    if (!in->nearest || margin < in->margin) {
        in->nearest = fact;
        in->margin = margin;
    }
}

static void look_at(struct looking *in, const struct fact *fact)
{
    bool told = false;
    if (fact->placeholder || fact->kind == FACT_DERIVED) {
        in->silent = true;
        return;
    }
    for (size_t i = 0; i < in->count; i++)
        if (in->seen[i] == fact)
            return;
    if (in->count < in->most)
        in->seen[in->count++] = fact;
    if (!kept(in->hold, fact, &told)) {
        in->silent = in->silent || !told;
        in->failing = told && !in->failing ? fact : in->failing;
    } else {
        nearest_note(in, fact);
    }
}

/* The best of each instance ("accelerator 0", "gpu-hour") that a list of facts holds. */
static size_t look_in(struct looking *in, const struct facts *facts, const struct run *run,
                      const struct case_file *case_file)
{
    size_t found = 0;
    struct str instance = { 0 };
    for (bool first = true; facts_instance(facts, in->hold->key, instance, first, &instance);
         first = false) {
        const struct fact *fact = run ? run_fact(case_file, run, in->hold->key, instance)
                                      : facts_best(facts, in->hold->key, instance);
        if (fact) {
            look_at(in, fact);
            found++;
        }
    }
    return found;
}

void hold_by_facts(struct arena *home, const struct hold *hold, const struct facts *facts,
                   struct judged_hold *out)
{
    struct looking in = { .hold = hold, .most = facts_count(facts) };
    in.seen = ARENA_MANY(home, in.most + 1, const struct fact *);
    (void)look_in(&in, facts, NULL, NULL);
    *out = (struct judged_hold){ .hold = hold };
    out->now = in.failing ? in.failing : in.nearest ? in.nearest : in.count > 0 ? in.seen[0] : NULL;
    out->standing = in.failing               ? STANDING_NOT_MET
                    : in.silent || !in.count ? STANDING_NOT_SHOWN
                                             : STANDING_MET;
}

static void systems_look(struct looking *in, const struct case_file *case_file)
{
    for (size_t i = 0; i < case_file->system_count; i++) {
        const struct system *system = &case_file->system[i];
        if (in->hold->system && in->hold->system != system)
            continue;
        for (size_t j = 0; j < system->machine_count; j++) {
            const struct machine *machine = &system->machine[j];
            for (size_t k = 0; k < machine->run_count; k++) {
                const struct run *run = &machine->run[k];
                size_t found = look_in(in, run->facts, run, case_file);
                found += look_in(in, machine->facts, run, case_file);
                found += look_in(in, system->facts, run, case_file);
                found += look_in(in, case_file->facts, run, case_file);
                in->silent = in->silent || found == 0;
            }
        }
    }
}

/* What the case states of prices and demand is of no run. */
static bool of_case(enum key key)
{
    return vocabulary_row(key)->group == GROUP_PRICE || vocabulary_row(key)->group == GROUP_DEMAND;
}

static size_t stated_look(struct looking *in, const struct case_file *case_file)
{
    size_t found = look_in(in, case_file->facts, NULL, case_file);
    for (size_t i = 0; i < case_file->system_count; i++) {
        const struct system *system = &case_file->system[i];
        if (!in->hold->system || in->hold->system == system)
            found += look_in(in, system->facts, NULL, case_file);
    }
    return found;
}

static size_t facts_most(const struct case_file *case_file)
{
    size_t most = facts_count(case_file->facts);
    for (size_t i = 0; i < case_file->system_count; i++) {
        const struct system *system = &case_file->system[i];
        most += facts_count(system->facts);
        for (size_t j = 0; j < system->machine_count; j++) {
            most += facts_count(system->machine[j].facts);
            for (size_t k = 0; k < system->machine[j].run_count; k++)
                most += facts_count(system->machine[j].run[k].facts);
        }
    }
    return most;
}

static void holding_judge(struct deriving *deriving, const struct case_file *case_file,
                          struct judged_hold *out)
{
    const struct hold *hold = out->hold;
    struct arena *home = deriving->home;
    size_t most = facts_most(case_file);
    struct looking in = { .hold = hold, .most = most };
    in.seen = ARENA_MANY(home, most + 2, const struct fact *);
    if (of_case(hold->key))
        in.silent = stated_look(&in, case_file) == 0;
    else
        systems_look(&in, case_file);
    out->standing = in.failing               ? STANDING_NOT_MET
                    : in.silent || !in.count ? STANDING_NOT_SHOWN
                                             : STANDING_MET;
    out->now = in.failing ? in.failing : in.nearest ? in.nearest : in.count > 0 ? in.seen[0] : NULL;
    in.seen[in.count] = hold->fact;
    static const char *const words[] = { "holds", "fails", "not shown" };
    out->result = derive(deriving, &(struct derived){ .row = DERIVE_HOLDS_RESULT,
                                                      .instance = hold->fact->instance,
                                                      .system = hold->system,
                                                      .text = str_from(words[out->standing]),
                                                      .input = in.seen,
                                                      .input_count = in.count + 1 });
}

const struct judged_hold *holdings_judge(struct deriving *deriving,
                                         const struct case_file *case_file)
{
    if (!case_file->terms)
        return NULL;
    const struct case_decision *decision = &case_file->terms->decision;
    struct judged_hold *judged =
        ARENA_MANY(deriving->home, decision->holds_count + 1, struct judged_hold);
    for (size_t i = 0; i < decision->holds_count; i++) {
        judged[i] = (struct judged_hold){ .hold = &decision->holds_while[i],
                                          .standing = STANDING_NOT_SHOWN };
        if (judged[i].hold->told)
            holding_judge(deriving, case_file, &judged[i]);
    }
    return judged;
}
