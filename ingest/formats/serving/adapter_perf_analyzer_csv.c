/* adapter_perf_analyzer_csv.c - `perf_analyzer -f` of Triton: a row a load point, sorted by
 * throughput and not by load; times in microseconds, throughput over windows found stable.
 *
 * The load point's number is the instance: "Concurrency" or "Request Rate". Whether a point was
 * stable stands on the console only. With --verbose-csv cells "gpu_uuid:value;..." follow, which
 * are not read here. */
#include "reading.h"
#include "sniff.h"

static const struct field fields[] = {
    { "Concurrency", KEY_LOAD_CONCURRENCY, UNIT_REQUEST, false },
    { "Inferences/Second", KEY_THROUGHPUT_REQUESTS, UNIT_REQUEST_PER_SECOND, true },
    { "Request Rate", KEY_LOAD_RATE, UNIT_REQUEST_PER_SECOND, false },
};
/* Parts of the latency: the column in words of ours. */
static const struct part_row {
    struct str column, instance;
} parts[] = {
    { STR_INIT("Client Recv"), STR_INIT("client receive") },
    { STR_INIT("Client Send"), STR_INIT("client send") },
    { STR_INIT("Network+Server Send/Recv"), STR_INIT("network and server transfer") },
    { STR_INIT("Server Cache Hit"), STR_INIT("server cache hit") },
    { STR_INIT("Server Compute Infer"), STR_INIT("server compute") },
    { STR_INIT("Server Compute Input"), STR_INIT("server input") },
    { STR_INIT("Server Compute Output"), STR_INIT("server output") },
    { STR_INIT("Server Queue"), STR_INIT("server queue") },
};

static int bid(const struct sniff *sniff)
{
    struct str line = sniff_first_line(sniff);
    bool mine = (str_starts(line, STR("Concurrency,Inferences/Second,")) ||
                 str_starts(line, STR("Request Rate,Inferences/Second,")));
    return mine ? BID_SIGNATURE : BID_NONE;
}

static void row_read(struct reading *reading, struct csv *csv)
{
    csv_fields(csv, (struct str){ 0 }, fields, ARRAY_COUNT(fields));
    for (size_t i = 0; i < csv->columns && i < csv->cells; i++) {
        struct str name = csv->name[i];
        if (str_eq(name, STR("Avg latency"))) {
            reading_fact(reading, KEY_LATENCY_REQUEST, reading_instance(reading, STR("mean")),
                         csv_cell(csv, i), UNIT_MICROSECOND, csv_place(csv, i));
        } else if (str_starts(name, STR("p")) && str_ends(name, STR(" latency"))) {
            struct str instance = str_sub(name, 0, name.len - (sizeof " latency" - 1));
            reading_fact(reading, KEY_LATENCY_REQUEST, reading_instance(reading, instance),
                         csv_cell(csv, i), UNIT_MICROSECOND, csv_place(csv, i));
        }
        for (size_t k = 0; k < ARRAY_COUNT(parts); k++) {
            if (str_eq(name, parts[k].column)) {
                reading_fact(reading, KEY_LATENCY_PART,
                             reading_instance(reading, parts[k].instance), csv_cell(csv, i),
                             UNIT_MICROSECOND, csv_place(csv, i));
            }
        }
    }
}

static bool read(struct reading *reading)
{
    struct csv *csv = ARENA_NEW(reading->scratch, struct csv);
    if (!csv_begin(csv, reading))
        return false;
    while (csv_next(csv))
        if (csv_row_fits(csv) && reading_run(reading, csv_cell(csv, 0)))
            row_read(reading, csv);
    return true;
}

const struct adapter adapter_perf_analyzer_csv = {
    .name = "perf-analyzer-csv",
    .title = "Load points of Triton's perf_analyzer",
    .tool = "perf_analyzer -f FILE",
    .spec = "triton-inference-server/perf_analyzer, docs/measurements_metrics.md",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .table = true,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
