/* ladder.c - what several comparisons say together: steps in which exactly one layer differs, and
 * probabilities held against their number (Holm). No score is made of them. */
#include "compare.h"
#include "ranks.h"

#include <math.h>

size_t layers_apart(const struct under_test *under_test, const struct layer_difference *layer,
                    size_t count, enum layer *which)
{
    size_t apart = 0;
    *which = LAYER_NONE;
    for (size_t i = 0; i < count; i++) {
        bool judged = false;
        for (size_t j = 0; j < layer[i].difference_count; j++) {
            judged = judged ||
                     under_test_effect(under_test, layer[i].difference[j].key) != EFFECT_FOLLOWS;
        }
        if (layer[i].state == LAYER_CHANGED && judged) {
            apart++;
            *which = layer[i].layer;
        }
    }
    return apart;
}

bool ladder_step(const struct judging *judging)
{
    size_t count;
    enum layer which;
    const struct layer_difference *layer = stack_compare(judging, &count);
    return layers_apart(&judging->case_file->under_test, layer, count, &which) == 1;
}

/* A pair that stands both ways is one question. */
static bool counted(const struct comparison *c)
{
    return c->ratio && (c->has_baseline || c->a->index < c->b->index);
}

void holm_publish(struct deriving *deriving, struct comparison *comparison, const double *p,
                  size_t count)
{
    double *wanted = ARENA_MANY(deriving->home, count + 1, double);
    double *adjusted = ARENA_MANY(deriving->home, count + 1, double);
    size_t k = 0;
    for (size_t i = 0; i < count; i++)
        if (counted(&comparison[i]) && isfinite(p[i]))
            wanted[k++] = p[i];
    if (k < 2)
        return; /* one question needs no adjustment */
    holm(deriving->home, wanted, k, adjusted);
    k = 0;
    for (size_t i = 0; i < count; i++) {
        struct comparison *c = &comparison[i];
        if (!counted(c) || !isfinite(p[i]))
            continue;
        const struct fact *const input[] = { c->ratio };
        double value = adjusted[k++];
        deriving->pair = c->pair;
        c->holm =
            derive(deriving, &(struct derived){ .row = DERIVE_HOLM_P,
                                                .value = value,
                                                .unit = UNIT_RATIO,
                                                .printing = { .rule = PRINT_DIGITS, .digits = 2 },
                                                .input = input,
                                                .input_count = 1,
                                                .licence = c });
    }
}

/* ---- workloads ---- */

size_t workloads_of(struct arena *home, const struct case_file *case_file, struct str **out)
{
    size_t room = 1, count = 0;
    for (size_t i = 0; i < case_file->system_count; i++)
        room += case_file->system[i].machine_count;
    struct str *name = ARENA_MANY(home, room, struct str);
    for (size_t i = 0; i < case_file->system_count; i++) {
        for (size_t j = 0; j < case_file->system[i].machine_count; j++) {
            struct str one = case_file->system[i].machine[j].workload;
            size_t at = 0;
            while (at < count && !str_eq(name[at], one))
                at++;
            if (at == count)
                name[count++] = one;
        }
    }
    *out = name;
    return count;
}

bool system_runs(const struct system *system, struct str workload)
{
    for (size_t i = 0; i < system->machine_count; i++)
        if (system->machine[i].run_count > 0 && str_eq(system->machine[i].workload, workload))
            return true;
    return false;
}
