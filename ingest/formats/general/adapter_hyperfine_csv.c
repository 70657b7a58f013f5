/* adapter_hyperfine_csv.c - `hyperfine --export-csv`, 1.0 to 1.19.
 *
 * One row a command: command, mean, stddev, median, user, system, min, max in seconds, then a
 * column parameter_NAME for each parameter. No samples, no exit codes: the JSON form says more.
 * stddev is empty for one run. Defined by sharkdp/hyperfine, src/export/csv.rs. */
#include "benchmarks.h"
#include "sniff.h"

static const struct column_row {
    const char *name, *instance;
    enum key key;
    enum unit unit;
} columns[] = {
    { "command", "", KEY_WORKLOAD_NAME, UNIT_NONE },
    { "max", "max", KEY_LATENCY_ITERATION, UNIT_SECOND },
    { "mean", "mean", KEY_LATENCY_ITERATION, UNIT_SECOND },
    { "median", "p50", KEY_LATENCY_ITERATION, UNIT_SECOND },
    { "min", "min", KEY_LATENCY_ITERATION, UNIT_SECOND },
    { "stddev", "std", KEY_LATENCY_ITERATION, UNIT_SECOND },
    { "system", "system", KEY_CPU_TIME, UNIT_SECOND },
    { "user", "user", KEY_CPU_TIME, UNIT_SECOND },
};

static int bid(const struct sniff *sniff)
{
    return str_starts(sniff_first_line(sniff), STR("command,mean,stddev,median,user,system,"))
               ? BID_SIGNATURE
               : BID_NONE;
}

static void cell_fact(struct csv *csv, size_t column, struct str what, enum key key, enum unit unit)
{
    struct str text = csv_cell(csv, column);
    if (text.len > 0) {
        reading_fact(csv->reading, key, result_instance(csv->reading, what), text, unit,
                     csv_place(csv, column));
    }
}

static void row_read(struct csv *csv)
{
    struct str prefix = STR("parameter_");
    for (size_t i = 0; i < ARRAY_COUNT(columns); i++) {
        cell_fact(csv, csv_column(csv, str_from(columns[i].name)), str_from(columns[i].instance),
                  columns[i].key, columns[i].unit);
    }
    for (size_t i = 0; i < csv->columns; i++) {
        if (str_starts(csv->name[i], prefix)) {
            cell_fact(csv, i, str_sub(csv->name[i], prefix.len, csv->name[i].len),
                      KEY_METHOD_ARGUMENTS, UNIT_NONE);
        }
    }
}

static bool read(struct reading *reading)
{
    struct csv *csv = ARENA_NEW(reading->scratch, struct csv);
    if (!csv_begin(csv, reading))
        return false;
    for (unsigned index = 0; csv_next(csv); index++)
        if (csv_row_fits(csv) && reading_run(reading, str_format(reading->scratch, "%u", index)))
            row_read(csv);
    return true;
}

const struct adapter adapter_hyperfine_csv = {
    .name = "hyperfine-csv",
    .title = "Times of whole commands, without samples",
    .tool = "hyperfine 1.0 to 1.19, --export-csv",
    .spec = "sharkdp/hyperfine, src/export/csv.rs",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .table = true,
};
