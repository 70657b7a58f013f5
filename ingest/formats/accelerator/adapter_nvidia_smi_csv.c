/* adapter_nvidia_smi_csv.c - `nvidia-smi --query-gpu=... --format=csv[,nounits]`, once or in a
 * loop.
 *
 * Columns by name; names drift (clocks_throttle_reasons -> clocks_event_reasons, power.draw ->
 * power.draw.average). A query of several rows for one accelerator is telemetry and gives series;
 * what a single row says is facts. Rows are told apart by the index column; without one by uuid,
 * bus id or serial number; without any of them they are one accelerator's. A column is in the unit
 * that stands in brackets behind its name. Times are local and carry no zone: they become Unix time
 * where the run declares the zone, else the series have no start; among captures, which no run is
 * held against, they have one of their own without a zone, since a length needs none. Traps met in
 * real files: the header again after a restart, a last line cut off, "[N/A]" in a column of
 * numbers, and wrappers that write a header of their own under which `index` is 0 for every
 * accelerator: a column that nvidia-smi does not have means the file is not its own. */
#include "smi_csv.h"

#include "csv_ahead.h"

#include <math.h>

enum { AHEAD_START, AHEAD_ZONED, AHEAD_VALUES }; /* of a row, made before it is asked for */

/* ---- rows ---- */

/* By the index column; without one by what names a unit, numbered as they come, which is the tool's
 * order of accelerators. */
static struct smi_unit *unit_at(struct smi_telemetry *in)
{
    bool indexed = in->index != SIZE_MAX;
    struct str identity = csv_cell(in->csv, indexed ? in->index : in->identity);
    int64_t index = 0;
    if (indexed && (!num_int(identity, &index) || index < 0))
        return NULL;
    for (size_t i = 0; i < in->unit_count; i++) {
        size_t at = (in->turn + i) % in->unit_count; /* rows come in turn */
        if (str_eq(in->unit[at]->identity, identity)) {
            in->turn = at + 1;
            return in->unit[at];
        }
    }
    if (in->unit_count == SMI_UNITS)
        return NULL;
    struct smi_unit *unit = ARENA_NEW(in->reading->scratch, struct smi_unit);
    unit->identity = str_keep(in->reading->home, identity);
    unit->instance =
        indexed ? unit->identity : str_format(in->reading->home, "%zu", in->unit_count);
    in->unit[in->unit_count++] = unit;
    return unit;
}

static bool is_header_again(const struct csv *csv)
{
    for (size_t i = 0; i < csv->cells && i < csv->columns; i++)
        if (!str_eq(csv->cell[i], csv->name[i]))
            return false;
    return true;
}

/* The number of a cell of a series: NaN where the driver had nothing to say. False: another text.
 */
static bool cell_number(const struct smi_telemetry *in, size_t which, struct str text, double *out)
{
    enum unit unit = in->series_unit[which];
    enum unit wanted = smi_series_columns[which].unit;
    double value = NAN;
    uint64_t mask = 0;
    *out = NAN;
    if (wanted == UNIT_MASK && num_hex(text, &mask)) {
        *out = (double)mask;
        return true;
    }
    if (text_is_placeholder(text))
        return true;
    if (!number_read(text, &value, &unit) || unit_row(unit)->base != unit_row(wanted)->base)
        return false;
    *out = unit == wanted ? value : value * unit_row(unit)->factor / unit_row(wanted)->factor;
    return true;
}

static double cell_value(struct smi_telemetry *in, size_t which)
{
    struct str text = csv_cell(in->csv, in->series[which]);
    double value;
    if (in->csv->values)
        return in->csv->values[AHEAD_VALUES + which];
    if (!cell_number(in, which, text, &value) && !in->said[which]) {
        enum unit wanted = smi_series_columns[which].unit;
        in->said[which] = true;
        reading_error(in->reading, DIAG_VALUE_BAD, csv_place(in->csv, in->series[which]),
                      str_format(in->reading->scratch, "a number of %s", unit_row(wanted)->title),
                      text);
    }
    return value;
}

/* Whether the row has a time of its own. */
static bool row_time(const struct smi_telemetry *in, struct str text, struct moment *out)
{
    bool alone = in->reading->machine && !in->reading->run;
    return in->timestamp != SIZE_MAX && reading_time(in->reading, text, out) &&
           (out->zoned || alone);
}

/* What another thread makes of a row (csv_ahead.h). */
static bool row_ahead(const void *self, const struct str *cell, double *value)
{
    const struct smi_telemetry *in = self;
    struct moment moment = { 0 };
    bool timed = in->timestamp != SIZE_MAX && row_time(in, cell[in->timestamp], &moment);
    value[AHEAD_START] = timed ? moment.unix_s : (double)NAN;
    value[AHEAD_ZONED] = timed && moment.zoned;
    for (size_t i = 0; i < SMI_SERIES_COLUMNS; i++)
        if (in->series[i] != SIZE_MAX &&
            !cell_number(in, i, cell[in->series[i]], &value[AHEAD_VALUES + i]))
            return false;
    return true;
}

/* One driver and one number of accelerators a machine, however many rows repeat them. */
static bool is_shared(enum key key)
{
    return key == KEY_DRIVER_VERSION || key == KEY_ACCELERATOR_ATTACHED;
}

static void fixed_facts(struct smi_telemetry *in, struct smi_unit *unit)
{
    const struct str none = { 0 };
    for (size_t i = 0; i < SMI_FIXED_COLUMNS; i++) {
        if (in->fixed[i] == SIZE_MAX)
            continue;
        enum key key = smi_fixed_columns[i].key;
        struct text_held *last = is_shared(key) ? &in->shared[i] : &unit->fixed[i];
        struct str text = csv_cell(in->csv, in->fixed[i]);
        if (!str_eq(text, text_held_now(last))) {
            text_hold(in->reading->scratch, last, text);
            reading_fact(in->reading, key, is_shared(key) ? none : unit->instance, text,
                         in->fixed_unit[i], csv_place(in->csv, in->fixed[i]));
        }
    }
}

/* The words of the row at hand, and the mask that stands beside them. */
static void reasons_take(struct smi_telemetry *in, struct smi_unit *unit)
{
    uint64_t bits = 0;
    bool told = false, excludes = false;
    for (size_t i = 0; i < SMI_SERIES_COLUMNS; i++) {
        if (in->series[i] != SIZE_MAX && smi_series_columns[i].key == KEY_TELEMETRY_THROTTLE) {
            double mask = unit->value[i].at[unit->value[i].count - 1];
            bool known = mask >= 0 && mask < 9007199254740992.0; /* 2^53: whole numbers */
            bits |= known ? (uint64_t)mask : 0;
            told = told || known;
            excludes = excludes || known;
        }
    }
    for (size_t i = 0; i < SMI_REASONS; i++) {
        struct str cell = csv_cell(in->csv, in->reason[i]);
        bool active = false;
        if (in->reason[i] == SIZE_MAX)
            continue;
        if (reason_told(cell, &active)) {
            bits |= active ? reasons[i % REASONS].bit : 0;
            told = true;
            excludes = excludes || reasons[i % REASONS].bit == REASON_SLOWDOWN;
        } else if (!text_is_placeholder(cell) && !in->said_reason) {
            in->said_reason = true;
            reading_error(in->reading, DIAG_VALUE_BAD, csv_place(in->csv, in->reason[i]),
                          STR("Active or Not Active"), cell);
        }
    }
    reason_row(in->reading->home, &unit->reasons, bits, told, excludes);
}

static void state_take(const struct smi_telemetry *in, size_t column, struct smi_state *state)
{
    text_hold(in->reading->scratch, &state->text, csv_cell(in->csv, column));
    state->place = csv_spot(in->csv, column);
    state->row = in->csv->row;
    state->there = true;
}

static void counters_take(const struct smi_telemetry *in, struct smi_unit *unit)
{
    for (size_t i = 0; i < SMI_COUNTER_COLUMNS; i++) {
        struct str cell = csv_cell(in->csv, in->counter[i]);
        if (in->counter[i] != SIZE_MAX && (!unit->counter[i].there || !text_is_placeholder(cell)))
            state_take(in, in->counter[i], &unit->counter[i]);
    }
}

static void row_take(struct smi_telemetry *in, struct smi_unit *unit)
{
    struct arena *home = in->reading->home;
    struct csv *csv = in->csv;
    struct moment moment = { 0 };
    const double *ahead = csv->values;
    bool timed =
        ahead ? !isnan(ahead[AHEAD_START]) : row_time(in, csv_cell(csv, in->timestamp), &moment);
    bool zoned = ahead ? ahead[AHEAD_ZONED] > 0 : moment.zoned;
    double start = ahead ? ahead[AHEAD_START] : moment.unix_s;
    in->timed = in->timed && timed;
    in->zoned = in->zoned && timed && zoned;
    column_put(home, &unit->start, timed ? start : (double)NAN);
    for (size_t i = 0; i < SMI_SERIES_COLUMNS; i++)
        if (in->series[i] != SIZE_MAX)
            column_put(home, &unit->value[i], cell_value(in, i));
    if (in->reasoned)
        reasons_take(in, unit);
    if (unit->row.count == 0) {
        unit->first_offset = csv->start_offset;
        unit->first_line = csv->start_line;
        for (size_t i = 0; i < SMI_STATE_COLUMNS; i++)
            if (in->state[i] != SIZE_MAX)
                state_take(in, in->state[i], &unit->state[i]);
        for (size_t i = 0; i < SMI_REASONS; i++)
            if (in->reason[i] != SIZE_MAX)
                state_take(in, in->reason[i], &unit->reason[i]);
    }
    counters_take(in, unit);
    index_put(home, &unit->row, csv->row);
    unit->last_offset = csv->start_offset;
    unit->last_line = csv->start_line;
    fixed_facts(in, unit);
}

/* A killed nvidia-smi leaves half a line. Whole but without a line end, its last number may have
 * lost digits. */
static bool row_is_cut(const struct smi_telemetry *in, const struct smi_unit *unit)
{
    bool last = in->csv->rest.len == 0 && in->reading->bytes.at[in->reading->bytes.len - 1] != '\n';
    return in->csv->cells != in->csv->columns || (last && unit->row.count > 0);
}

static void rows_read(struct smi_telemetry *in)
{
    struct csv *csv = in->csv;
    while (csv_next(csv)) {
        if (is_header_again(csv))
            continue;
        struct smi_unit *unit = unit_at(in);
        if (!unit || row_is_cut(in, unit)) {
            reading_error(in->reading, DIAG_VALUE_BAD, csv_place(csv, 0),
                          STR("a whole row with the accelerator's index"), csv_cell(csv, 0));
            continue;
        }
        row_take(in, unit);
    }
}

/* ---- what came of it ---- */

static struct source rows_source(const struct smi_telemetry *in, const struct smi_unit *unit,
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

static bool key_seen(const struct smi_telemetry *in, size_t which)
{
    for (size_t i = 0; i < which; i++)
        if (in->series[i] != SIZE_MAX && smi_series_columns[i].key == smi_series_columns[which].key)
            return true; /* "power.draw" and "power.draw.average": the first of the table */
    return false;
}

static void series_put(struct smi_telemetry *in, const struct smi_unit *unit, enum key key,
                       enum unit own, size_t column, const double *value)
{
    struct series series = {
        .key = key,
        .instance = unit->instance,
        .unit = own,
        .kind = SERIES_PER_INTERVAL,
        .value = value,
        .row = unit->row.at,
        .count = unit->row.count,
        .load_begin = NAN,
        .load_end = NAN,
        .source = rows_source(in, unit, column),
    };
    if (in->timed) {
        series.start = unit->start.at;
        series.unix_clock = in->zoned;
        series.start_source = rows_source(in, unit, in->timestamp);
    }
    reading_series(in->reading, &series);
}

/* The column of the mask, else the first of its words; SIZE_MAX: neither is there. */
static size_t mask_column(const struct smi_telemetry *in)
{
    for (size_t i = 0; i < SMI_SERIES_COLUMNS; i++)
        if (smi_series_columns[i].key == KEY_TELEMETRY_THROTTLE && in->series[i] != SIZE_MAX)
            return in->series[i];
    size_t first = SIZE_MAX;
    for (size_t i = 0; i < SMI_REASONS; i++)
        first = in->reason[i] < first ? in->reason[i] : first;
    return first;
}

static void unit_series(struct smi_telemetry *in, struct smi_unit *unit)
{
    size_t column = mask_column(in);
    const double *mask = column != SIZE_MAX ? reason_mask(&unit->reasons) : NULL;
    for (size_t i = 0; i < SMI_SERIES_COLUMNS; i++) {
        bool of_mask = smi_series_columns[i].key == KEY_TELEMETRY_THROTTLE;
        if (of_mask && mask && in->series[i] == column) {
            series_put(in, unit, KEY_TELEMETRY_THROTTLE, UNIT_MASK, column, mask);
            mask = NULL;
        } else if (in->series[i] != SIZE_MAX && !of_mask && !key_seen(in, i)) {
            series_put(in, unit, smi_series_columns[i].key, smi_series_columns[i].unit,
                       in->series[i], unit->value[i].at);
        }
    }
    if (mask) /* of words alone */
        series_put(in, unit, KEY_TELEMETRY_THROTTLE, UNIT_MASK, column, mask);
}

static void state_fact(const struct smi_telemetry *in, const struct smi_state *state, size_t column,
                       enum key key, struct str instance, enum unit unit)
{
    struct place place = state->place;
    place.path = str_format(in->reading->scratch, "row %u column %.*s", state->row,
                            STR_ARG(in->csv->name[column]));
    (void)reading_fact(in->reading, key, instance, text_held_now(&state->text), unit, place);
}

/* "0 sw_power_cap" is active or not; "0 active" is the mask of them all. */
static void unit_reasons(const struct smi_telemetry *in, const struct smi_unit *unit)
{
    struct arena *home = in->reading->home;
    for (size_t i = 0; i < SMI_REASONS; i++) {
        struct str name = reasons[i % REASONS].name;
        if (unit->reason[i].there) {
            state_fact(in, &unit->reason[i], in->reason[i], KEY_THROTTLE_REASON,
                       str_format(home, "%.*s %.*s", STR_ARG(unit->instance), STR_ARG(name)),
                       UNIT_NONE);
        }
    }
}

static void unit_states(const struct smi_telemetry *in, const struct smi_unit *unit)
{
    for (size_t i = 0; i < SMI_STATE_COLUMNS; i++) {
        if (unit->state[i].there) {
            bool mask = smi_state_columns[i].key == KEY_THROTTLE_REASON;
            struct str instance = unit->instance;
            if (mask)
                instance = str_format(in->reading->home, "%.*s active", STR_ARG(instance));
            state_fact(in, &unit->state[i], in->state[i], smi_state_columns[i].key, instance,
                       in->state_unit[i]);
        }
    }
    unit_reasons(in, unit);
}

static void unit_counters(const struct smi_telemetry *in, const struct smi_unit *unit)
{
    for (size_t i = 0; i < SMI_COUNTER_COLUMNS; i++) {
        if (unit->counter[i].there) {
            state_fact(in, &unit->counter[i], in->counter[i], smi_counter_columns[i].key,
                       unit->instance, smi_counter_columns[i].unit);
        }
    }
}

static bool read(struct reading *reading)
{
    struct smi_telemetry *in = ARENA_NEW(reading->scratch, struct smi_telemetry);
    in->reading = reading;
    in->csv = ARENA_NEW(reading->scratch, struct csv);
    in->timed = in->zoned = true;
    if (!csv_begin(in->csv, reading))
        return false;
    smi_columns_begin(in);
    in->reasoned = mask_column(in) != SIZE_MAX;
    /* Of its own, so that what the reader writes each row lies in no line of the cache that the
     * other thread reads. */
    struct smi_telemetry *apart = ARENA_NEW(reading->scratch, struct smi_telemetry);
    *apart = *in;
    struct csv_parse parse = { row_ahead, apart, AHEAD_VALUES + SMI_SERIES_COLUMNS };
    csv_ahead_begin(in->csv, &parse);
    rows_read(in);
    csv_ahead_end(in->csv);
    for (size_t i = 0; i < in->unit_count; i++) {
        struct smi_unit *unit = in->unit[i];
        unit_counters(in, unit);
        if (unit->row.count == 1)
            unit_states(in, unit);
        else if (unit->row.count > 1)
            unit_series(in, unit);
    }
    return true;
}

const struct adapter adapter_nvidia_smi_csv = {
    .name = "nvidia-smi-csv",
    .title = "Telemetry or a query of accelerators",
    .tool = "nvidia-smi --query-gpu=... --format=csv",
    .spec = "nvidia-smi --help-query-gpu",
    .kind = FACT_CAPTURED,
    .bid = smi_csv_bid,
    .read = read,
    .feeds = true,
    .table = true,
    .field = smi_series_columns,
    .field_count = SMI_SERIES_COLUMNS,
    .traits = TRAIT_POLLS,
};
