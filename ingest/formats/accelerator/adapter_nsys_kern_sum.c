/* adapter_nsys_kern_sum.c - `nsys stats --format csv`, Nsight Systems 2019 to 2026: summaries of
 * kernels, copies, calls and ranges, one or several in a file.
 *
 * Lines of the tool may stand before, between and behind the tables ("Processing [...]", "** CUDA
 * GPU Kernel Summary ..."). What rows and columns mean is nsys.h's. Profiling slows the run: no
 * throughput may be taken from it. Defined by NVIDIA, Nsight Systems user guide, stats reports. */
#include "nsys.h"
#include "sniff.h"

static const struct str header_start[] = {
    STR_INIT("Time (%),Total Time"), STR_INIT("Time(%),Total Time"),
    STR_INIT("Total (MB),Count,"),   STR_INIT("Total (MB),Operations,"),
    STR_INIT("Total,Operations,"),
};

static bool is_header(struct str line)
{
    for (size_t i = 0; i < ARRAY_COUNT(header_start); i++)
        if (str_starts(line, header_start[i]))
            return true;
    return false;
}

static int bid(const struct sniff *sniff)
{
    for (size_t i = 0; i < ARRAY_COUNT(header_start); i++)
        if (sniff_line_starts(sniff, header_start[i]))
            return BID_SIGNATURE;
    return BID_NONE;
}

/* The first header of the file; false: none. */
static bool table_begin(struct csv *csv, struct reading *reading)
{
    struct lines lines;
    struct line line;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line))
        if (is_header(line.text))
            return csv_begin_at(csv, reading, line.text);
    return false;
}

static bool row_is_header(const struct csv *csv)
{
    struct str first = csv_cell(csv, 0), second = csv_cell(csv, 1);
    return str_eq(first, STR("Time (%)")) || str_eq(first, STR("Time(%)")) ||
           (str_starts(first, STR("Total")) &&
            (str_eq(second, STR("Count")) || str_eq(second, STR("Operations"))));
}

static bool read(struct reading *reading)
{
    struct csv *csv = ARENA_NEW(reading->scratch, struct csv);
    struct nsys nsys;
    struct nsys_cell cell[NSYS_COLUMNS];
    nsys_begin(&nsys, reading);
    if (!table_begin(csv, reading))
        return false;
    nsys_table(&nsys, csv->name, csv->columns);
    while (csv_next(csv)) {
        size_t count = csv->columns < NSYS_COLUMNS ? csv->columns : NSYS_COLUMNS;
        if (row_is_header(csv)) {
            csv_header(csv);
            nsys_table(&nsys, csv->name, csv->columns);
            continue;
        }
        if (csv->cells < count || !csv_row_fits(csv)) /* the tool's own lines are short */
            continue;
        for (size_t i = 0; i < count; i++)
            cell[i] = (struct nsys_cell){ csv->name[i], csv_cell(csv, i), csv_place(csv, i) };
        nsys_row(&nsys, cell, count, csv->row);
    }
    nsys_end(&nsys);
    return true;
}

const struct adapter adapter_nsys_kern_sum = {
    .name = "nsys-kernel-csv",
    .title = "Time by kernel, copy, call and range",
    .tool = "nsys stats --format csv, Nsight Systems 2019 to 2026",
    .spec = "NVIDIA, Nsight Systems user guide, stats reports",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .field = nsys_fields,
    .field_count = NSYS_FIELDS,
    .traits = TRAIT_WATCHES,
};
