/* adapter_nvidia_smi_csv.c - `nvidia-smi --query-gpu=... --format=csv[,nounits]`, once or in a
 * loop.
 *
 * Columns by name; names drift (clocks_throttle_reasons -> clocks_event_reasons, power.draw ->
 * power.draw.average). A query of several rows for one accelerator is telemetry and gives series;
 * what a single row says is facts. Rows are told apart by the index column; without one by uuid,
 * bus id or serial number; without any of them they are one accelerator's. A column is in the unit
 * that stands in brackets behind its name. Times are local and carry no zone: they become Unix time
 * where the run declares the zone, else the series have no start. Traps met in real files: the
 * header again after a restart, a last line cut off, "[N/A]" in a column of numbers, and wrappers
 * that write a header of their own under which `index` is 0 for every accelerator: a column that
 * nvidia-smi does not have means the file is not its own. */
#include "reading.h"
#include "sniff.h"

#include <math.h>

enum { UNITS_MOST = 64 }; /* accelerators of one machine */

/* Telemetry: every row. */
static const struct field series_columns[] = {
    { "clocks.current.graphics", KEY_TELEMETRY_CLOCK_SM, UNIT_MEGAHERTZ, false },
    { "clocks.current.memory", KEY_TELEMETRY_CLOCK_MEMORY, UNIT_MEGAHERTZ, false },
    { "clocks.current.sm", KEY_TELEMETRY_CLOCK_SM, UNIT_MEGAHERTZ, false },
    { "clocks.gr", KEY_TELEMETRY_CLOCK_SM, UNIT_MEGAHERTZ, false },
    { "clocks.mem", KEY_TELEMETRY_CLOCK_MEMORY, UNIT_MEGAHERTZ, false },
    { "clocks.sm", KEY_TELEMETRY_CLOCK_SM, UNIT_MEGAHERTZ, false },
    { "clocks_event_reasons.active", KEY_TELEMETRY_THROTTLE, UNIT_MASK, false },
    { "clocks_throttle_reasons.active", KEY_TELEMETRY_THROTTLE, UNIT_MASK, false },
    { "memory.used", KEY_TELEMETRY_MEMORY_USED, UNIT_MEBIBYTE, false },
    { "power.draw", KEY_TELEMETRY_POWER, UNIT_WATT, false },
    { "power.draw.average", KEY_TELEMETRY_POWER, UNIT_WATT, false },
    { "power.draw.instant", KEY_TELEMETRY_POWER_INSTANT, UNIT_WATT, false },
    { "temperature.gpu", KEY_TELEMETRY_TEMPERATURE, UNIT_CELSIUS, false },
    { "utilization.gpu", KEY_TELEMETRY_UTILISATION, UNIT_PERCENT, false },
};

/* What stays as it is: the first row of each accelerator, and again where it changes. */
static const struct field fixed_columns[] = {
    { "clocks.applications.graphics", KEY_CLOCK_SM_APPLICATION, UNIT_MEGAHERTZ, false },
    { "clocks.max.mem", KEY_CLOCK_MEMORY_MAX, UNIT_MEGAHERTZ, false },
    { "clocks.max.memory", KEY_CLOCK_MEMORY_MAX, UNIT_MEGAHERTZ, false },
    { "clocks.max.sm", KEY_CLOCK_SM_MAX, UNIT_MEGAHERTZ, false },
    { "compute_cap", KEY_ACCELERATOR_CAPABILITY, UNIT_NONE, false },
    { "compute_mode", KEY_DRIVER_COMPUTE_MODE, UNIT_NONE, false },
    { "count", KEY_ACCELERATOR_ATTACHED, UNIT_COUNT, false },
    { "driver_version", KEY_DRIVER_VERSION, UNIT_NONE, false },
    { "ecc.mode.current", KEY_ACCELERATOR_ECC, UNIT_NONE, false },
    { "enforced.power.limit", KEY_POWER_LIMIT, UNIT_WATT, false },
    { "gpu_bus_id", KEY_ACCELERATOR_BUS_ID, UNIT_NONE, false },
    { "gpu_name", KEY_ACCELERATOR_NAME, UNIT_NONE, false },
    { "gpu_serial", KEY_ACCELERATOR_SERIAL, UNIT_NONE, false },
    { "gpu_uuid", KEY_ACCELERATOR_UUID, UNIT_NONE, false },
    { "inforom.img", KEY_FIRMWARE_INFOROM, UNIT_NONE, false },
    { "inforom.image", KEY_FIRMWARE_INFOROM, UNIT_NONE, false },
    { "memory.total", KEY_ACCELERATOR_MEMORY_TOTAL, UNIT_MEBIBYTE, false },
    { "mig.mode.current", KEY_ACCELERATOR_MIG, UNIT_NONE, false },
    { "name", KEY_ACCELERATOR_NAME, UNIT_NONE, false },
    { "pci.bus_id", KEY_ACCELERATOR_BUS_ID, UNIT_NONE, false },
    { "pcie.link.gen.max", KEY_LINK_GENERATION_MAX, UNIT_COUNT, false },
    { "pcie.link.width.max", KEY_LINK_WIDTH_MAX, UNIT_COUNT, false },
    { "persistence_mode", KEY_DRIVER_PERSISTENCE, UNIT_NONE, false },
    { "power.default_limit", KEY_POWER_LIMIT_DEFAULT, UNIT_WATT, false },
    { "power.limit", KEY_POWER_LIMIT, UNIT_WATT, false },
    { "power.max_limit", KEY_POWER_LIMIT_MAX, UNIT_WATT, false },
    { "serial", KEY_ACCELERATOR_SERIAL, UNIT_NONE, false },
    { "uuid", KEY_ACCELERATOR_UUID, UNIT_NONE, false },
    { "vbios_version", KEY_FIRMWARE_VBIOS, UNIT_NONE, false },
};

/* Columns that stand for another where that is not there: cores run at the graphics clock, and the
 * limit set by software is the one in force unless that is said, too. */
static const struct stand_in {
    const char *name, *of[3];
} stand_ins[] = {
    { "clocks.gr", { "clocks.sm", "clocks.current.sm", NULL } },
    { "clocks.current.graphics", { "clocks.sm", "clocks.current.sm", "clocks.gr" } },
    { "power.limit", { "enforced.power.limit", NULL, NULL } },
};

/* States of the moment: facts where an accelerator has one row only. */
static const struct field state_columns[] = {
    { "clocks.current.graphics", KEY_CAPTURE_CLOCK_SM, UNIT_MEGAHERTZ, false },
    { "clocks.current.sm", KEY_CAPTURE_CLOCK_SM, UNIT_MEGAHERTZ, false },
    { "clocks.gr", KEY_CAPTURE_CLOCK_SM, UNIT_MEGAHERTZ, false },
    { "clocks.sm", KEY_CAPTURE_CLOCK_SM, UNIT_MEGAHERTZ, false },
    { "pcie.link.gen.current", KEY_LINK_GENERATION, UNIT_COUNT, false },
    { "pcie.link.width.current", KEY_LINK_WIDTH, UNIT_COUNT, false },
    { "power.draw", KEY_CAPTURE_POWER, UNIT_WATT, false },
    { "power.draw.average", KEY_CAPTURE_POWER, UNIT_WATT, false },
    { "power.draw.instant", KEY_CAPTURE_POWER_INSTANT, UNIT_WATT, false },
    { "pstate", KEY_CAPTURE_PERFORMANCE_STATE, UNIT_NONE, false },
    { "temperature.gpu", KEY_CAPTURE_TEMPERATURE, UNIT_CELSIUS, false },
    { "timestamp", KEY_CAPTURE_TIME, UNIT_NONE, false },
    { "utilization.gpu", KEY_CAPTURE_UTILISATION, UNIT_PERCENT, false },
};

struct state { /* a cell to become a fact once it is known that no second row comes */
    struct str text;
    struct place place;
    bool there;
};
struct unit_rows { /* one accelerator's rows */
    struct str instance, identity;
    struct column start, value[ARRAY_COUNT(series_columns)];
    struct index_column row;
    struct str fixed[ARRAY_COUNT(fixed_columns)];
    struct state state[ARRAY_COUNT(state_columns)];
    uint64_t first_offset, last_offset;
    uint32_t first_line, last_line;
};
struct telemetry {
    struct reading *reading;
    struct csv *csv;
    struct str name[CSV_CELLS]; /* of columns, without " [MHz]" */
    size_t series[ARRAY_COUNT(series_columns)], fixed[ARRAY_COUNT(fixed_columns)],
        state[ARRAY_COUNT(state_columns)];
    /* as the header states them behind the names: "power.draw [W]" */
    enum unit series_unit[ARRAY_COUNT(series_columns)], fixed_unit[ARRAY_COUNT(fixed_columns)],
        state_unit[ARRAY_COUNT(state_columns)];
    size_t index, timestamp, identity; /* identity: what tells accelerators apart without index */
    struct str
        shared[ARRAY_COUNT(fixed_columns)]; /* last text of what belongs to the whole machine */
    bool said[ARRAY_COUNT(series_columns)]; /* a bad number of this column was reported */
    bool timed;                             /* every row so far has a time with a zone */
    struct unit_rows *unit[UNITS_MOST];
    size_t unit_count, turn;
};

/* ---- columns -----------------------------------------------------------------------------------
 */

static struct str column_name(struct str cell)
{
    size_t bracket = str_find(cell, STR(" ["));
    return str_trim(str_sub(cell, 0, bracket == SIZE_MAX ? cell.len : bracket));
}

static bool among(struct str name, const struct field *field, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (str_eq(name, str_from(field[i].path))) {
            return true;
        }
    }
    return false;
}

/* nvidia-smi's names have parts joined by dots, or stand in this list. */
static bool is_query_name(struct str name)
{
    static const struct str plain[] = {
        { "timestamp", 9 },
        { "index", 5 },
        { "accounting.mode", 15 },
        { "driver_model", 12 },
        { "display_active", 14 },
        { "pstate", 6 },
        { "display_mode", 12 },
        { "board_id", 8 },
        { "display_attached", 16 },
        { "gom", 3 },
        { "addressing_mode", 15 },
        { "gpu_part_number", 15 },
        { "virtualization_mode", 19 },
        { "vgpu_driver_capability", 22 },
    };
    for (size_t i = 0; i < ARRAY_COUNT(plain); i++) {
        if (str_eq(name, plain[i])) {
            return true;
        }
    }
    return str_find(name, STR(".")) != SIZE_MAX ||
           among(name, fixed_columns, ARRAY_COUNT(fixed_columns));
}

static int bid(const struct sniff *sniff)
{
    struct str rest = sniff_first_line(sniff);
    struct str cell;
    size_t known = 0;
    size_t columns = 0;
    if (sniff_is_log(sniff)) {
        return BID_NONE;
    }
    while (str_cut(&rest, ',', &cell)) {
        struct str name = column_name(str_trim(cell));
        if (!is_query_name(name)) {
            return BID_NONE;
        }
        columns++;
        known += among(name, series_columns, ARRAY_COUNT(series_columns)) ||
                         among(name, fixed_columns, ARRAY_COUNT(fixed_columns)) ||
                         among(name, state_columns, ARRAY_COUNT(state_columns))
                     ? 1
                     : 0;
    }
    return columns >= 2 && known >= 1 ? BID_SHAPE : BID_NONE;
}

static size_t column_find(const struct telemetry *in, const char *name)
{
    size_t found = SIZE_MAX;
    for (size_t j = 0; name && j < in->csv->columns; j++) {
        found = str_eq(in->name[j], str_from(name)) ? j : found;
    }
    return found;
}

/* Whether the column stands for one that is there itself. */
static bool is_spare(const struct telemetry *in, const char *name)
{
    for (size_t i = 0; i < ARRAY_COUNT(stand_ins); i++) {
        for (size_t k = 0; str_eq(str_from(name), str_from(stand_ins[i].name)) &&
                           k < ARRAY_COUNT(stand_ins[i].of);
             k++) {
            if (column_find(in, stand_ins[i].of[k]) != SIZE_MAX) {
                return true;
            }
        }
    }
    return false;
}

static void columns_find(const struct telemetry *in, const struct field *field, size_t count,
                         size_t *out)
{
    for (size_t i = 0; i < count; i++) {
        out[i] = is_spare(in, field[i].path) ? SIZE_MAX : column_find(in, field[i].path);
    }
}

/* The unit between a column's brackets, that of the table where there are none. A column in a unit
 * of another kind is said and passed over. */
static void units_find(struct telemetry *in, const struct field *field, size_t count,
                       size_t *column, enum unit *out)
{
    for (size_t i = 0; i < count; i++) {
        out[i] = field[i].unit;
        if (column[i] == SIZE_MAX || field[i].unit == UNIT_NONE) {
            continue;
        }
        struct str name = in->csv->name[column[i]];
        size_t open = str_find(name, STR(" ["));
        struct str said = str_sub(name, open == SIZE_MAX ? name.len : open + 2, name.len - 1);
        if (said.len > 0 && (!unit_find(said, &out[i]) ||
                             unit_row(out[i])->base != unit_row(field[i].unit)->base)) {
            reading_error(
                in->reading, DIAG_VALUE_BAD, csv_place(in->csv, column[i]),
                str_format(in->reading->scratch, "a column in %s", unit_row(field[i].unit)->title),
                name);
            column[i] = SIZE_MAX;
        }
    }
}

/* The first of the columns that name one unit. */
static size_t identity_find(const struct telemetry *in)
{
    static const struct field names[] = {
        { "uuid", KEY_ACCELERATOR_UUID, UNIT_NONE, false },
        { "gpu_uuid", KEY_ACCELERATOR_UUID, UNIT_NONE, false },
        { "pci.bus_id", KEY_ACCELERATOR_BUS_ID, UNIT_NONE, false },
        { "gpu_bus_id", KEY_ACCELERATOR_BUS_ID, UNIT_NONE, false },
        { "serial", KEY_ACCELERATOR_SERIAL, UNIT_NONE, false },
        { "gpu_serial", KEY_ACCELERATOR_SERIAL, UNIT_NONE, false }
    };
    size_t at[ARRAY_COUNT(names)];
    columns_find(in, names, ARRAY_COUNT(names), at);
    for (size_t i = 0; i < ARRAY_COUNT(names); i++) {
        if (at[i] != SIZE_MAX) {
            return at[i];
        }
    }
    return SIZE_MAX;
}

static void columns_begin(struct telemetry *in)
{
    static const struct field own[] = { { "index", KEY_COUNT, UNIT_NONE, false },
                                        { "timestamp", KEY_COUNT, UNIT_NONE, false } };
    size_t at[ARRAY_COUNT(own)];
    for (size_t i = 0; i < in->csv->columns; i++) {
        in->name[i] = column_name(in->csv->name[i]);
    }
    columns_find(in, own, ARRAY_COUNT(own), at);
    in->index = at[0];
    in->timestamp = at[1];
    columns_find(in, series_columns, ARRAY_COUNT(series_columns), in->series);
    columns_find(in, fixed_columns, ARRAY_COUNT(fixed_columns), in->fixed);
    columns_find(in, state_columns, ARRAY_COUNT(state_columns), in->state);
    in->identity = identity_find(in);
    units_find(in, series_columns, ARRAY_COUNT(series_columns), in->series, in->series_unit);
    units_find(in, fixed_columns, ARRAY_COUNT(fixed_columns), in->fixed, in->fixed_unit);
    units_find(in, state_columns, ARRAY_COUNT(state_columns), in->state, in->state_unit);
}

/* ---- rows --------------------------------------------------------------------------------------
 */

/* By the index column; without one by what names a unit, numbered as they come, which is the tool's
 * order of accelerators. */
static struct unit_rows *unit_at(struct telemetry *in)
{
    bool indexed = in->index != SIZE_MAX;
    struct str identity = csv_cell(in->csv, indexed ? in->index : in->identity);
    int64_t index = 0;
    if (indexed && (!num_int(identity, &index) || index < 0)) {
        return NULL;
    }
    for (size_t i = 0; i < in->unit_count; i++) {
        size_t at = (in->turn + i) % in->unit_count; /* rows come in turn */
        if (str_eq(in->unit[at]->identity, identity)) {
            in->turn = at + 1;
            return in->unit[at];
        }
    }
    if (in->unit_count == UNITS_MOST) {
        return NULL;
    }
    struct unit_rows *unit = ARENA_NEW(in->reading->scratch, struct unit_rows);
    unit->identity = str_keep(in->reading->home, identity);
    unit->instance =
        indexed ? unit->identity : str_format(in->reading->home, "%zu", in->unit_count);
    in->unit[in->unit_count++] = unit;
    return unit;
}

static bool is_header_again(const struct csv *csv)
{
    for (size_t i = 0; i < csv->cells && i < csv->columns; i++) {
        if (!str_eq(csv->cell[i], csv->name[i])) {
            return false;
        }
    }
    return true;
}

/* A cell of a series: NaN where the driver had nothing to say. */
static double cell_value(struct telemetry *in, size_t which)
{
    struct str text = csv_cell(in->csv, in->series[which]);
    enum unit unit = in->series_unit[which];
    enum unit wanted = series_columns[which].unit;
    double value = NAN;
    uint64_t mask = 0;
    if (wanted == UNIT_MASK && num_hex(text, &mask)) {
        return (double)mask;
    }
    if (text_is_placeholder(text)) {
        return NAN;
    }
    if (number_read(text, &value, &unit) && unit_row(unit)->base == unit_row(wanted)->base) {
        return unit == wanted ? value : value * unit_row(unit)->factor / unit_row(wanted)->factor;
    }
    if (!in->said[which]) {
        in->said[which] = true;
        reading_error(in->reading, DIAG_VALUE_BAD, csv_place(in->csv, in->series[which]),
                      str_format(in->reading->scratch, "a number of %s", unit_row(wanted)->title),
                      text);
    }
    return NAN;
}

/* One driver and one number of accelerators a machine, however many rows repeat them. */
static bool is_shared(enum key key)
{
    return key == KEY_DRIVER_VERSION || key == KEY_ACCELERATOR_ATTACHED;
}

static void fixed_facts(struct telemetry *in, struct unit_rows *unit)
{
    const struct str none = { 0 };
    for (size_t i = 0; i < ARRAY_COUNT(fixed_columns); i++) {
        if (in->fixed[i] == SIZE_MAX) {
            continue;
        }
        enum key key = fixed_columns[i].key;
        struct str *last = is_shared(key) ? &in->shared[i] : &unit->fixed[i];
        struct str text = csv_cell(in->csv, in->fixed[i]);
        if (!str_eq(text, *last)) {
            *last = text;
            reading_fact(in->reading, key, is_shared(key) ? none : unit->instance, text,
                         in->fixed_unit[i], csv_place(in->csv, in->fixed[i]));
        }
    }
}

static void row_take(struct telemetry *in, struct unit_rows *unit)
{
    struct arena *home = in->reading->home;
    struct csv *csv = in->csv;
    struct moment moment = { 0 };
    bool timed = in->timestamp != SIZE_MAX &&
                 reading_time(in->reading, csv_cell(csv, in->timestamp), &moment) && moment.zoned;
    in->timed = in->timed && timed;
    column_put(home, &unit->start, timed ? moment.unix_s : (double)NAN);
    for (size_t i = 0; i < ARRAY_COUNT(series_columns); i++) {
        if (in->series[i] != SIZE_MAX) {
            column_put(home, &unit->value[i], cell_value(in, i));
        }
    }
    if (unit->row.count == 0) {
        unit->first_offset = csv->start_offset;
        unit->first_line = csv->start_line;
        for (size_t i = 0; i < ARRAY_COUNT(state_columns); i++) {
            if (in->state[i] != SIZE_MAX) {
                unit->state[i] = (struct state){ csv_cell(csv, in->state[i]),
                                                 csv_place(csv, in->state[i]), true };
            }
        }
    }
    index_put(home, &unit->row, csv->row);
    unit->last_offset = csv->start_offset;
    unit->last_line = csv->start_line;
    fixed_facts(in, unit);
}

/* A killed nvidia-smi leaves half a line. Whole but without a line end, its last number may have
 * lost digits. */
static bool row_is_cut(const struct telemetry *in, const struct unit_rows *unit)
{
    bool last = in->csv->rest.len == 0 && in->reading->bytes.at[in->reading->bytes.len - 1] != '\n';
    return in->csv->cells != in->csv->columns || (last && unit->row.count > 0);
}

static void rows_read(struct telemetry *in)
{
    struct csv *csv = in->csv;
    while (csv_next(csv)) {
        if (is_header_again(csv)) {
            continue;
        }
        struct unit_rows *unit = unit_at(in);
        if (!unit || row_is_cut(in, unit)) {
            reading_error(in->reading, DIAG_VALUE_BAD, csv_place(csv, 0),
                          STR("a whole row with the accelerator's index"), csv_cell(csv, 0));
            continue;
        }
        row_take(in, unit);
    }
}

/* ---- what came of it ---------------------------------------------------------------------------
 */

static struct source rows_source(const struct telemetry *in, const struct unit_rows *unit,
                                 size_t column)
{
    struct arena *home = in->reading->home;
    struct str name = in->csv->name[column];
    struct source source = { .from = { .offset = unit->first_offset, .line = unit->first_line },
                             .to = { .offset = unit->last_offset, .line = unit->last_line } };
    source.from.path = str_format(home, "row %u column %.*s", unit->row.at[0], STR_ARG(name));
    source.to.path =
        str_format(home, "row %u column %.*s", unit->row.at[unit->row.count - 1], STR_ARG(name));
    return source;
}

static bool key_seen(const struct telemetry *in, size_t which)
{
    for (size_t i = 0; i < which; i++) {
        if (in->series[i] != SIZE_MAX && series_columns[i].key == series_columns[which].key) {
            return true; /* "power.draw" and "power.draw.average": the first of the table */
        }
    }
    return false;
}

static void unit_series(struct telemetry *in, const struct unit_rows *unit)
{
    for (size_t i = 0; i < ARRAY_COUNT(series_columns); i++) {
        if (in->series[i] == SIZE_MAX || key_seen(in, i)) {
            continue;
        }
        struct series series = {
            .key = series_columns[i].key,
            .instance = unit->instance,
            .unit = series_columns[i].unit,
            .kind = SERIES_PER_INTERVAL,
            .value = unit->value[i].at,
            .row = unit->row.at,
            .count = unit->row.count,
            .load_begin = NAN,
            .load_end = NAN,
            .source = rows_source(in, unit, in->series[i]),
        };
        if (in->timed) {
            series.start = unit->start.at;
            series.unix_clock = true;
            series.start_source = rows_source(in, unit, in->timestamp);
        }
        reading_series(in->reading, &series);
    }
}

static void unit_states(struct telemetry *in, const struct unit_rows *unit)
{
    for (size_t i = 0; i < ARRAY_COUNT(state_columns); i++) {
        if (unit->state[i].there) {
            reading_fact(in->reading, state_columns[i].key, unit->instance, unit->state[i].text,
                         in->state_unit[i], unit->state[i].place);
        }
    }
}

static bool read(struct reading *reading)
{
    struct telemetry *in = ARENA_NEW(reading->scratch, struct telemetry);
    in->reading = reading;
    in->csv = ARENA_NEW(reading->scratch, struct csv);
    in->timed = true;
    if (!csv_begin(in->csv, reading)) {
        return false;
    }
    columns_begin(in);
    rows_read(in);
    for (size_t i = 0; i < in->unit_count; i++) {
        const struct unit_rows *unit = in->unit[i];
        if (unit->row.count == 1) {
            unit_states(in, unit);
        } else if (unit->row.count > 1) {
            unit_series(in, unit);
        }
    }
    return true;
}

const struct adapter adapter_nvidia_smi_csv = {
    .name = "nvidia-smi-csv",
    .title = "Telemetry or a query of accelerators",
    .tool = "nvidia-smi --query-gpu=... --format=csv",
    .spec = "nvidia-smi --help-query-gpu",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
    .table = true,
    .field = series_columns,
    .field_count = ARRAY_COUNT(series_columns),
    .traits = TRAIT_POLLS,
};
