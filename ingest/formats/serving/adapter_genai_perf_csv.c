/* adapter_genai_perf_csv.c - profile_export_genai_perf.csv of GenAI-Perf and
 * profile_export_aiperf.csv of AIPerf: a table of metrics by statistics, a blank line, a table
 * "Metric,Value".
 *
 * The unit stands behind the metric's name, "Request Latency (ms)"; values are rounded to two
 * decimals, and thousands may have commas. */
#include "genai.h"
#include "sniff.h"
#include "statistics.h"

static const struct field fields[] = {
    { "Output Token Throughput (tokens/sec)", KEY_THROUGHPUT_OUTPUT_TOKENS, UNIT_TOKEN_PER_SECOND,
      false },
    { "Request Throughput (requests/sec)", KEY_THROUGHPUT_REQUESTS, UNIT_REQUEST_PER_SECOND,
      false },
};

static int bid(const struct sniff *sniff)
{
    struct str line = sniff_first_line(sniff);
    bool mine = str_starts(line, STR("Metric,avg,")) || str_starts(line, STR("Metric,Value"));
    return mine ? BID_SIGNATURE : BID_NONE;
}

/* "Request Latency (ms)" */
static const struct genai_metric *metric_of(struct str name, enum unit *unit)
{
    size_t open = str_find(name, STR(" ("));
    const struct genai_metric *metric = genai_by_title(str_sub(name, 0, open));
    if (metric)
        *unit = metric->unit;
    if (metric && open != SIZE_MAX && str_ends(name, STR(")")))
        return genai_unit(str_sub(name, open + 2, name.len - 1), unit) ? metric : NULL;
    return metric;
}

static void cell_read(struct reading *reading, const struct csv *csv, size_t column,
                      const struct genai_metric *metric, enum unit unit)
{
    struct str instance = statistic_name(reading->scratch, csv->name[column]);
    double value;
    if (str_eq(csv->name[column], STR("Value")) ||
        (metric->single && str_eq(instance, STR("mean"))))
        instance = (struct str){ 0 };
    else if (instance.len == 0 || metric->single)
        return;
    struct str text = csv_cell(csv, column);
    if (csv_grouped(reading->scratch, text, &value))
        reading_number(reading, metric->key, instance, text, value, unit, csv_place(csv, column));
    else if (text.len > 0)
        reading_fact(reading, metric->key, instance, text, unit, csv_place(csv, column));
}

static bool read(struct reading *reading)
{
    struct csv *csv = ARENA_NEW(reading->scratch, struct csv);
    if (!csv_begin(csv, reading))
        return false;
    while (csv_next(csv)) {
        enum unit unit = UNIT_NONE;
        const struct genai_metric *metric = metric_of(csv_cell(csv, 0), &unit);
        if (str_eq(csv_cell(csv, 0), STR("Metric"))) {
            csv_header(csv);
            continue;
        }
        metric = metric && csv_row_fits(csv) ? metric : NULL;
        for (size_t i = 1; metric && i < csv->cells && i < csv->columns; i++)
            cell_read(reading, csv, i, metric, unit);
    }
    return true;
}

const struct adapter adapter_genai_perf_csv = {
    .name = "genai-perf-csv",
    .title = "Statistics of GenAI-Perf or AIPerf, as tables",
    .tool = "genai-perf profile (2024 on); aiperf profile (2025 on)",
    .spec = "ai-dynamo/aiperf, docs; triton-inference-server/perf_analyzer, genai-perf",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .table = true,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
