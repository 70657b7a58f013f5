/* adapter_bench_sweep_csv.c - sweep.csv of collect/bench.py: the points of sweep.json as a table,
 * times in ms. */
#include "reading.h"
#include "sniff.h"

static const struct field fields[] = {
    { "concurrency", KEY_LOAD_CONCURRENCY, UNIT_REQUEST, true },
    { "output_tokens_per_s", KEY_THROUGHPUT_OUTPUT_TOKENS, UNIT_TOKEN_PER_SECOND, true },
    { "steps", KEY_ITERATION_COUNT, UNIT_ITERATION, false },
};
static const struct percentile_row {
    const char *column, *instance;
} percentiles[] = {
    { "p50_ms", "p50" },
    { "p90_ms", "p90" },
    { "p95_ms", "p95" },
    { "p99_ms", "p99" },
};

static int bid(const struct sniff *sniff)
{
    return str_starts(sniff->head,
                      STR("concurrency,output_tokens_per_s,tokens_per_s_per_sequence,"))
               ? BID_SIGNATURE
               : BID_NONE;
}

static bool read(struct reading *reading)
{
    struct csv *csv = ARENA_NEW(reading->scratch, struct csv);
    if (!csv_begin(csv, reading))
        return false;
    size_t load = csv_column(csv, STR("concurrency"));
    while (csv_next(csv)) {
        int64_t points = 0;
        if (csv->cells != csv->columns || !num_int(csv_cell(csv, load), &points)) {
            reading_error(reading, DIAG_CSV_BAD, csv_place(csv, 0),
                          STR("a whole row that begins with its concurrency"), csv_cell(csv, 0));
            continue;
        }
        if (!reading_run(reading, csv_cell(csv, load)))
            continue;
        csv_fields(csv, (struct str){ 0 }, fields, ARRAY_COUNT(fields));
        for (size_t i = 0; i < ARRAY_COUNT(percentiles); i++) {
            size_t column = csv_column(csv, str_from(percentiles[i].column));
            if (column < csv->cells) {
                struct str instance =
                    reading->selected.len > 0
                        ? str_from(percentiles[i].instance)
                        : str_format(reading->scratch, "%.*s %s", STR_ARG(reading->current),
                                     percentiles[i].instance);
                reading_fact(reading, KEY_LATENCY_ITERATION, instance, csv_cell(csv, column),
                             UNIT_MILLISECOND, csv_place(csv, column));
            }
        }
    }
    return true;
}

const struct adapter adapter_bench_sweep_csv = {
    .name = "bench-sweep-csv",
    .title = "Decode at several batch sizes, as a table",
    .tool = "collect/bench.py",
    .spec = "mode_sweep() in collect/bench.py",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .table = true,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
