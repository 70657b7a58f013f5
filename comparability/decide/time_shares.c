/* time_shares.c - where the time of a query goes: the parts of it that the run's own tool timed one
 * by one. */
#include "compare.h"
#include "model/likeness.h"

static void share_derive(struct deriving *deriving, const struct run *run, enum derivation_id row,
                         const char *part, double share, const struct series *series,
                         const struct fact *const *input, size_t count)
{
    derive(deriving, &(struct derived){ .row = row,
                                        .run = run,
                                        .instance = str_from(part),
                                        .value = statistics_round(share * 100, 6),
                                        .unit = UNIT_PERCENT,
                                        .printing = { .rule = PRINT_DECIMALS, .digits = 1 },
                                        .series = series,
                                        .input = input,
                                        .input_count = count });
}

/* The parts of a query that a tool timed one by one. */
static void query_shares(struct deriving *deriving, const struct case_file *case_file,
                         const struct run *run)
{
    static const struct {
        enum key key;
        const char *part;
    } parts[] = { { KEY_LATENCY_TO_DEVICE, "input to the accelerator" },
                  { KEY_LATENCY_COMPUTE, "computing" },
                  { KEY_LATENCY_FROM_DEVICE, "output back" } };
    const struct fact *fact[ARRAY_COUNT(parts)];
    double value[ARRAY_COUNT(parts)], sum = 0;
    for (size_t i = 0; i < ARRAY_COUNT(parts); i++) {
        fact[i] = run_fact(case_file, run, parts[i].key, STR("mean"));
        if (!fact[i] || !fact_base(fact[i], &value[i]) || value[i] < 0)
            return;
        sum += value[i];
    }
    for (size_t i = 0; i < ARRAY_COUNT(parts) && sum > 0; i++) {
        share_derive(deriving, run, DERIVE_TIME_SHARE_QUERY, parts[i].part, value[i] / sum, NULL,
                     fact, ARRAY_COUNT(fact));
    }
}

void time_shares_find(struct deriving *deriving, const struct case_file *case_file,
                      const struct alone *alone, size_t count)
{
    for (size_t i = 0; i < count; i++)
        query_shares(deriving, case_file, alone[i].door.run);
}
