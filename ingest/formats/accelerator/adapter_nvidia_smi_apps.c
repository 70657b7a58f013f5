/* adapter_nvidia_smi_apps.c - `nvidia-smi --query-compute-apps=... --format=csv`: processes on
 * accelerators.
 *
 * A row a process, again in each round of a loop; the accelerator is told by columns that are no
 * index, so a process has its number alone. A query that found none writes the names of its columns
 * and nothing else: that is no statement, since a container sees no process of its host. Defined by
 * nvidia-smi --help-query-compute-apps. */
#include "reading.h"
#include "sniff.h"

enum { PROCESSES_MOST = 1024 };

static const struct str columns[] = {
    STR_INIT("gpu_bus_id"),   STR_INIT("gpu_name"),  STR_INIT("gpu_serial"),
    STR_INIT("gpu_uuid"),     STR_INIT("name"),      STR_INIT("pid"),
    STR_INIT("process_name"), STR_INIT("timestamp"), STR_INIT("used_gpu_memory"),
    STR_INIT("used_memory"),
};

/* Without " [MiB]". */
static struct str column_name(struct str cell)
{
    cell = str_trim(cell);
    return str_trim(str_sub(cell, 0, str_find(cell, STR(" ["))));
}

static bool is_column(struct str name)
{
    for (size_t i = 0; i < ARRAY_COUNT(columns); i++)
        if (str_eq(name, columns[i]))
            return true;
    return false;
}

static int bid(const struct sniff *sniff)
{
    struct str rest = sniff_first_line(sniff), cell;
    bool pid = false, name = false;
    if (sniff_is_log(sniff))
        return BID_NONE;
    while (str_cut(&rest, ',', &cell)) {
        cell = column_name(cell);
        if (!is_column(cell))
            return BID_NONE;
        pid = pid || str_eq(cell, STR("pid"));
        name = name || str_eq(cell, STR("process_name")) || str_eq(cell, STR("name"));
    }
    return pid && name ? BID_SIGNATURE : BID_NONE;
}

static size_t column_of_name(const struct csv *csv, struct str name)
{
    size_t found = SIZE_MAX;
    for (size_t i = 0; i < csv->columns; i++)
        found = str_eq(column_name(csv->name[i]), name) ? i : found;
    return found;
}

struct process {
    struct str pid, name;
};

/* Room for it: it is not told yet. A process that a loop finds again is one. */
static bool is_new(struct process *list, size_t *count, struct process now)
{
    for (size_t i = 0; i < *count; i++)
        if (str_eq(list[i].pid, now.pid) && str_eq(list[i].name, now.name))
            return false;
    if (*count == PROCESSES_MOST)
        return false;
    list[(*count)++] = now;
    return true;
}

static bool read(struct reading *reading)
{
    struct csv *csv = ARENA_NEW(reading->scratch, struct csv);
    struct process *list = ARENA_MANY(reading->scratch, PROCESSES_MOST, struct process);
    size_t count = 0, rows = 0;
    if (!csv_begin(csv, reading))
        return false;
    size_t pid = column_of_name(csv, STR("pid")), name = column_of_name(csv, STR("process_name"));
    size_t time = column_of_name(csv, STR("timestamp"));
    name = name == SIZE_MAX ? column_of_name(csv, STR("name")) : name;
    while (csv_next(csv)) {
        struct process now = { csv_cell(csv, pid), csv_cell(csv, name) };
        int64_t number;
        if (str_eq(now.pid, STR("pid"))) /* the names of the columns again */
            continue;
        if (csv->cells != csv->columns || !num_int(now.pid, &number)) {
            reading_error(reading, DIAG_VALUE_BAD, csv_place(csv, 0),
                          STR("a whole row with the number of a process"), csv_cell(csv, 0));
            continue;
        }
        if (rows++ == 0 && time != SIZE_MAX) {
            reading_fact(reading, KEY_CAPTURE_TIME, (struct str){ 0 }, csv_cell(csv, time),
                         UNIT_NONE, csv_place(csv, time));
        }
        if (is_new(list, &count, now)) {
            reading_fact(reading, KEY_FOREIGN_PROCESS, now.pid, now.name, UNIT_NONE,
                         csv_place(csv, name));
        }
    }
    return true;
}

const struct adapter adapter_nvidia_smi_apps = {
    .name = "nvidia-smi-apps",
    .title = "Processes on accelerators",
    .tool = "nvidia-smi --query-compute-apps=... --format=csv",
    .spec = "nvidia-smi --help-query-compute-apps",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
    .table = true,
    .unseen = true,
};
