/* adapter_genai_perf_analyze.c - analyze_export_genai_perf.csv of `genai-perf analyze`: a row a
 * configuration with one statistic a metric, a blank line, a table of the accelerators.
 *
 * The configuration's name is the run. Columns are "p99 Time To First Token (ms)" or "Avg. Output
 * Token Throughput (tokens/sec)". The table of accelerators says MJ where its numbers cannot be
 * megajoules, so that it is left alone. */
#include "genai.h"
#include "sniff.h"
#include "statistics.h"

static const struct field fields[] = {
    { "Concurrency", KEY_LOAD_CONCURRENCY, UNIT_REQUEST, false },
    { "ISL", KEY_INPUT_LENGTH, UNIT_TOKEN, false },
    { "Num Prompts", KEY_LOAD_REQUESTS, UNIT_REQUEST, false },
};

static int bid(const struct sniff *sniff)
{
    struct str line = sniff_first_line(sniff);
    bool mine =
        str_starts(line, STR("Config Name,")) && str_find(line, STR("Throughput (")) != SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

static void cell_read(struct reading *reading, const struct csv *csv, size_t column)
{
    struct str name = csv->name[column];
    size_t open = str_find(name, STR(" ("));
    size_t blank = str_find(name, STR(" "));
    struct str word = str_sub(name, 0, blank);
    enum unit unit;
    if (open == SIZE_MAX || blank == SIZE_MAX ||
        !genai_unit(str_sub(name, open + 2, name.len - 1), &unit))
        return;
    struct str statistic =
        str_eq(word, STR("Avg.")) ? STR("mean") : statistic_name(reading->scratch, word);
    struct str title = statistic.len > 0 ? str_sub(name, blank + 1, open) : str_sub(name, 0, open);
    const struct genai_metric *metric = genai_by_title(title);
    if (metric) {
        bool plain = metric->single || statistic.len == 0;
        struct str instance = !plain ? reading_instance(reading, statistic) : (struct str){ 0 };
        struct str text = csv_cell(csv, column);
        double value;
        if (csv_grouped(reading->scratch, text, &value)) {
            reading_number(reading, metric->key, instance, text, value, unit,
                           csv_place(csv, column));
        } else {
            reading_fact(reading, metric->key, instance, text, unit, csv_place(csv, column));
        }
    }
}

static bool read(struct reading *reading)
{
    struct csv *csv = ARENA_NEW(reading->scratch, struct csv);
    bool of_configurations = true;
    if (!csv_begin(csv, reading))
        return false;
    while (csv_next(csv)) {
        if (str_eq(csv_cell(csv, 0), STR("Config Name"))) {
            csv_header(csv);
            of_configurations = csv_column(csv, STR("GPU")) == SIZE_MAX;
        } else if (of_configurations && csv_row_fits(csv) &&
                   reading_run(reading, csv_cell(csv, 0))) {
            csv_fields(csv, (struct str){ 0 }, fields, ARRAY_COUNT(fields));
            for (size_t i = 1; i < csv->cells && i < csv->columns; i++)
                cell_read(reading, csv, i);
        }
    }
    return true;
}

const struct adapter adapter_genai_perf_analyze = {
    .name = "genai-perf-analyze-csv",
    .title = "Configurations that GenAI-Perf tried, as a table",
    .tool = "genai-perf analyze (2025)",
    .spec = "triton-inference-server/perf_analyzer, genai-perf/docs/analyze.md",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .table = true,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
