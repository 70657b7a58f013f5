/* adapter_nsys_kern_sum.c - `nsys stats -r cuda_gpu_kern_sum --format csv`, Nsight Systems 2022 to
 * 2026 (gpukernsum before): time by kernel.
 *
 * Columns by name; "Avg (ns)" was "Average". Rows come by time, the longest first. Time (%) is a
 * share of all kernel time, not of the run: nothing can be said of the run without its length.
 * Lines of the tool may stand before the header ("Processing [...]", "** CUDA GPU Kernel Summary
 * ..."). All kernels are a series of their times; facts are the ten that took longest, told apart
 * by their rank. Profiling slows the run: no throughput may be taken from it. Defined by NVIDIA,
 * Nsight Systems user guide, stats reports. */
#include "reading.h"
#include "sniff.h"

#include <math.h>

enum { SHOWN = 10 };

static const struct field fields[] = {
    { "Avg (ns)", KEY_LATENCY_COMPUTE, UNIT_NANOSECOND, false },
    { "Instances", KEY_PROFILE_CALLS, UNIT_COUNT, true },
    { "Name", KEY_PROFILE_NAME, UNIT_NONE, true },
    { "Time (%)", KEY_PROFILE_SHARE, UNIT_PERCENT, false },
    { "Total Time (ns)", KEY_PROFILE_TIME, UNIT_NANOSECOND, true },
};

static const struct str header_start = STR_INIT("Time (%),Total Time (ns),Instances,");

static int bid(const struct sniff *sniff)
{
    return sniff_line_starts(sniff, header_start) ? BID_SIGNATURE : BID_NONE;
}

static bool read(struct reading *reading)
{
    struct csv *csv = ARENA_NEW(reading->scratch, struct csv);
    struct column time = { 0 };
    struct index_column row = { 0 };
    struct place from = { 0 };
    struct place to = { 0 };
    if (!csv_begin_at(csv, reading, header_start)) {
        return false;
    }
    size_t total = csv_column(csv, STR("Total Time (ns)"));
    while (csv_next(csv)) {
        double value = NAN;
        if (csv->cells <= total || !csv_row_fits(csv)) {
            continue;
        }
        if (!num_real(csv_cell(csv, total), &value)) {
            value = NAN;
        }
        if (row.count < SHOWN) {
            csv_fields(csv, str_format(reading->scratch, "%zu", row.count + 1), fields,
                       ARRAY_COUNT(fields));
        }
        to = csv_place(csv, total);
        from = row.count == 0 ? to : from;
        column_put(reading->home, &time, value);
        index_put(reading->home, &row, csv->row);
    }
    struct series series = {
        .key = KEY_PROFILE_TIME,
        .unit = UNIT_NANOSECOND,
        .kind = SERIES_UNDECLARED,
        .value = time.at,
        .row = row.at,
        .count = row.count,
        .load_begin = NAN,
        .load_end = NAN,
        .source = { .from = from, .to = to },
    };
    if (row.count > 0) {
        reading_series(reading, &series);
    }
    return true;
}

const struct adapter adapter_nsys_kern_sum = {
    .name = "nsys-kernel-csv",
    .title = "Time by kernel",
    .tool = "nsys stats -r cuda_gpu_kern_sum --format csv, 2022 to 2026",
    .spec = "NVIDIA, Nsight Systems user guide, cuda_gpu_kern_sum",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
