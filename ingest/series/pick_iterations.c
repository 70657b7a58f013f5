/* pick_iterations.c - iterations of a benchmark's result of which the tool kept the times: one
 * series for each of its runs. */
#include "series_pick.h"

#include "file_read.h"
#include "sniff.h"

static const struct adapter *const formats[] = {
    &adapter_hyperfine,        &adapter_llama_bench,   &adapter_llama_bench_jsonl,
    &adapter_pytest_benchmark, &adapter_trtexec_times, &adapter_vllm_latency,
};

bool pick_has_iterations(const struct pick *pick, const struct sniff *sniff)
{
    if (pick->value.len > 0 || pick->time.len > 0 || pick->work.len > 0 || pick->phase_count > 0)
        return false;
    for (size_t i = 0; i < ARRAY_COUNT(formats); i++)
        if (formats[i]->bid(sniff) >= BID_SIGNATURE)
            return true;
    return false;
}

static struct picked iterations_picked(const struct reading *reading, const struct series *series)
{
    bool work = series->work != NULL;
    return (struct picked){
        .name = reading->name,
        .instance = str_keep(reading->home, series->instance),
        .instance_of = "run",
        .value = str_from(vocabulary_row(series->key)->name),
        .time = series->start ? STR("start of each iteration") : STR(""),
        .work = work ? str_from(unit_row(series->work_unit)->symbol) : STR(""),
        .unit = str_from(unit_row(series->unit)->symbol),
        .series = *series,
    };
}

bool pick_iterations(struct reading *reading, struct picked **out, size_t *count)
{
    const struct declarations none = { 0 };
    size_t errors = diags_count(reading->diags, LEVEL_INPUT);
    if (!file_read_facts(reading, &none) || diags_count(reading->diags, LEVEL_INPUT) > errors)
        return false;
    *out = ARENA_MANY(reading->home, reading->series_count + 1, struct picked);
    *count = 0;
    for (const struct series_item *item = reading->series; item; item = item->next)
        if (item->series.kind == SERIES_PER_ITERATION && item->series.count > 0)
            (*out)[(*count)++] = iterations_picked(reading, &item->series);
    if (*count == 0) {
        reading_error(reading, DIAG_LINE_BAD, (struct place){ .line = 1 },
                      STR("times of single iterations, which this tool can keep"),
                      STR("a result without any"));
    }
    return *count > 0;
}
