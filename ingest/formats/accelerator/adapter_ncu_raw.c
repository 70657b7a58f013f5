/* adapter_ncu_raw.c - `ncu --csv --page raw`, Nsight Compute 2020 to 2026: counters by launch.
 *
 * Wide form: a row a launch, a column a counter (600 and more), and a first row that holds their
 * units. Taken are those that tell what a kernel is near: its time, how busy the processors and the
 * accelerator's memory were against their peaks, and bytes moved. The accelerator's name stands in
 * a column of its own. Numbers, "==PROF==" lines and clocks as on the details page. The first 64
 * launches are taken. Defined by NVIDIA, Nsight Compute CLI. */
#include "ncu.h"
#include "sniff.h"

enum { LAUNCHES_MOST = 64, DEVICES_MOST = 16 };

static const struct field fields[] = {
    { "Kernel Name", KEY_PROFILE_NAME, UNIT_NONE, true },
    { "device__attribute_display_name", KEY_PROFILE_ACCELERATOR, UNIT_NONE, false },
    { "gpu__time_duration.sum", KEY_PROFILE_COUNTER, UNIT_NONE, true },
};
enum { KERNEL, ACCELERATOR };

static const char *const counters[] = {
    "gpu__time_duration.sum",
    "sm__throughput.avg.pct_of_peak_sustained_elapsed",
    "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed",
    "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed",
    "dram__throughput.avg.pct_of_peak_sustained_elapsed",
    "dram__bytes.sum",
    "dram__bytes_read.sum",
    "dram__bytes_write.sum",
    "dram__bytes.sum.per_second",
    "lts__t_bytes.sum",
    "sm__warps_active.avg.pct_of_peak_sustained_active",
};

static const struct str header_start = STR_INIT("\"ID\",\"Process ID\",\"Process Name\",");

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_line_starts(sniff, header_start) &&
                str_find(sniff->head, STR("\"Metric Name\"")) == SIZE_MAX &&
                str_find(sniff->head, STR("\"Kernel Name\"")) != SIZE_MAX &&
                str_find(sniff->head, STR("__")) != SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

struct raw {
    struct csv *csv;
    struct str unit[ARRAY_COUNT(counters)];
    size_t column[ARRAY_COUNT(counters)];
    struct str device[DEVICES_MOST], name[DEVICES_MOST];
    size_t device_count;
    enum ncu_writing writing;
};

/* The row behind the header: units, and nothing of a launch. False: it is a launch, as in tables
 * that a script has been through; units are then not told. */
static bool units_take(struct raw *in)
{
    bool told = csv_cell(in->csv, 0).len == 0;
    for (size_t i = 0; i < ARRAY_COUNT(counters); i++) {
        in->column[i] = csv_column(in->csv, str_from(counters[i]));
        in->unit[i] = told ? str_keep(in->csv->reading->scratch, csv_cell(in->csv, in->column[i]))
                           : (struct str){ 0 };
    }
    return told;
}

static void device_take(struct raw *in)
{
    struct csv *csv = in->csv;
    struct str device = csv_cell(csv, csv_column(csv, STR("Device")));
    size_t column = csv_column(csv, str_from(fields[ACCELERATOR].path));
    struct str name = csv_cell(csv, column);
    size_t i = 0;
    while (i < in->device_count && !str_eq(in->device[i], device))
        i++;
    bool known = i < in->device_count && str_eq(in->name[i], name);
    if (known || i == DEVICES_MOST || column == SIZE_MAX)
        return;
    in->device_count = i == in->device_count ? i + 1 : in->device_count;
    in->device[i] = device; /* told again where a row says otherwise */
    in->name[i] = name;
    (void)reading_fact(csv->reading, fields[ACCELERATOR].key, device, name, UNIT_NONE,
                       csv_place(csv, column));
}

static void counter_take(struct raw *in, struct str id, size_t i)
{
    struct csv *csv = in->csv;
    struct reading *reading = csv->reading;
    struct str text = csv_cell(csv, in->column[i]);
    double value;
    if (text.len == 0 || str_eq(text, STR("n/a")))
        return;
    if (!ncu_value(reading->scratch, in->writing, text, &value)) {
        reading_error(reading, DIAG_VALUE_BAD, csv_place(csv, in->column[i]), STR("a number"),
                      text);
        return;
    }
    struct str unit = in->unit[i];
    struct str instance =
        str_format(reading->scratch, "%.*s %s%s%.*s%s", STR_ARG(id), counters[i],
                   unit.len > 0 ? " (" : "", STR_ARG(unit), unit.len > 0 ? ")" : "");
    reading_number(reading, KEY_PROFILE_COUNTER, instance, text, value, UNIT_NONE,
                   csv_place(csv, in->column[i]));
}

static void launch_take(struct raw *in)
{
    struct csv *csv = in->csv;
    struct str id = csv_cell(csv, 0);
    size_t kernel = csv_column(csv, str_from(fields[KERNEL].path));
    (void)reading_fact(csv->reading, fields[KERNEL].key, id, csv_cell(csv, kernel), UNIT_NONE,
                       csv_place(csv, kernel));
    device_take(in);
    for (size_t i = 0; i < ARRAY_COUNT(counters); i++)
        if (in->column[i] != SIZE_MAX)
            counter_take(in, id, i);
}

static bool read(struct reading *reading)
{
    struct raw *in = ARENA_NEW(reading->scratch, struct raw);
    *in = (struct raw){ .csv = ARENA_NEW(reading->scratch, struct csv) };
    if (!csv_begin_at(in->csv, reading, header_start))
        return false;
    in->writing = ncu_writing_of(in->csv, csv_column(in->csv, STR("CC")) + 1, in->csv->columns);
    if (!csv_next(in->csv))
        return false;
    ncu_notes(reading);
    bool again = !units_take(in);
    size_t launches = 0;
    while (again || csv_next(in->csv)) {
        again = false;
        if (csv_cell(in->csv, 0).len == 0 || !csv_row_fits(in->csv))
            continue;
        if (launches++ == LAUNCHES_MOST) {
            reading_error(reading, DIAG_LAUNCHES_MORE, csv_place(in->csv, 0),
                          STR("at most 64 launches"), csv_cell(in->csv, 0));
            break;
        }
        launch_take(in);
    }
    return true;
}

const struct adapter adapter_ncu_raw = {
    .name = "ncu-raw-csv",
    .title = "Counters of kernel launches, a row each",
    .tool = "ncu --csv --page raw, Nsight Compute 2020 to 2026",
    .spec = "NVIDIA, Nsight Compute CLI",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
    .traits = TRAIT_WATCHES,
};
