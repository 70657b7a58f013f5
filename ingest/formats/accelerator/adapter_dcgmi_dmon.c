/* adapter_dcgmi_dmon.c - `dcgmi dmon -e 1001,1004,1005`: activity of accelerators, row by row.
 *
 * "#Entity   GRACT   TENSO   DRAMA", a line of units, then "GPU 0   0.998   0.885   0.305". Ratios
 * of time: GRACT that anything ran, TENSO that the matrix units were busy, DRAMA that memory moved.
 * DVCCTR is NVML's mask of reasons for a reduced clock. Rows have no time: their period is in the
 * command line, which is not in the file. Field names of other metrics are passed over. Defined by
 * NVIDIA, DCGM user guide, dmon, and dcgm_fields.h. */
#include "reading.h"
#include "sniff.h"

#include <math.h>

enum { UNITS_MOST = 64, COLUMNS_MOST = 64 };

static const struct field fields[] = {
    { "DRAMA", KEY_TELEMETRY_MEMORY_ACTIVE, UNIT_RATIO, false },
    { "DVCCTR", KEY_TELEMETRY_THROTTLE, UNIT_MASK, false },
    { "GRACT", KEY_TELEMETRY_ENGINE_ACTIVE, UNIT_RATIO, false },
    { "MMCLK", KEY_TELEMETRY_CLOCK_MEMORY, UNIT_MEGAHERTZ, false },
    { "POWER", KEY_TELEMETRY_POWER, UNIT_WATT, false },
    { "SMCLK", KEY_TELEMETRY_CLOCK_SM, UNIT_MEGAHERTZ, false },
    { "TENSO", KEY_TELEMETRY_TENSOR_ACTIVE, UNIT_RATIO, false },
    { "TMPTR", KEY_TELEMETRY_TEMPERATURE, UNIT_CELSIUS, false },
};

struct entity { /* of one accelerator */
    struct str index;
    struct column value[ARRAY_COUNT(fields)];
    struct index_column row;
    struct place from, to;
};
struct dmon {
    struct reading *reading;
    size_t field[COLUMNS_MOST]; /* of a column; ARRAY_COUNT(fields): not taken */
    struct str name[COLUMNS_MOST];
    size_t columns;
    struct entity *unit[UNITS_MOST];
    size_t unit_count;
    bool said_instance, said_error;
};

static int bid(const struct sniff *sniff)
{
    struct str first = sniff_first_line(sniff);
    return str_starts(first, STR("#Entity ")) || str_starts(first, STR("# Entity ")) ? BID_SIGNATURE
                                                                                     : BID_NONE;
}

static bool is_column(const struct dmon *in, struct str name)
{
    for (size_t i = 0; i < in->columns; i++)
        if (str_eq(in->name[i], name))
            return true;
    return false;
}

static void header_read(struct dmon *in, const struct line *line)
{
    struct str rest = line->text, word;
    rest = str_sub(rest, str_find(rest, STR("Entity")) + 6, rest.len);
    in->columns = 0;
    while (in->columns < COLUMNS_MOST && str_word(&rest, &word)) {
        size_t i = 0;
        word = str_trim(word);
        while (i < ARRAY_COUNT(fields) && !str_eq(word, str_from(fields[i].path)))
            i++;
        if (is_column(in, word)) {
            reading_error(in->reading, DIAG_LINE_BAD, line_place(in->reading, line, word),
                          STR("each column name once"), word);
            i = ARRAY_COUNT(fields);
        }
        in->name[in->columns] = word;
        in->field[in->columns++] = i;
    }
}

static struct entity *unit_of(struct dmon *in, struct str index)
{
    for (size_t i = 0; i < in->unit_count; i++)
        if (str_eq(in->unit[i]->index, index))
            return in->unit[i];
    if (in->unit_count == UNITS_MOST)
        return NULL;
    struct entity *unit = ARENA_NEW(in->reading->scratch, struct entity);
    unit->index = str_keep(in->reading->home, index);
    in->unit[in->unit_count++] = unit;
    return unit;
}

static void row_read(struct dmon *in, const struct line *line)
{
    struct str rest = str_sub(line->text, 4, line->text.len);
    struct str word;
    struct entity *unit = str_word(&rest, &word) ? unit_of(in, str_trim(word)) : NULL;
    if (!unit)
        return;
    unit->to = line_place(in->reading, line, line->text);
    unit->from = unit->row.count == 0 ? unit->to : unit->from;
    index_put(in->reading->home, &unit->row, line->number);
    for (size_t i = 0; i < in->columns; i++) {
        double value = NAN;
        bool there = str_word(&rest, &word) && num_real(str_trim(word), &value);
        if (in->field[i] < ARRAY_COUNT(fields))
            column_put(in->reading->home, &unit->value[in->field[i]], there ? value : (double)NAN);
    }
}

static void series_put(struct dmon *in)
{
    for (size_t i = 0; i < in->unit_count; i++) {
        const struct entity *unit = in->unit[i];
        for (size_t j = 0; j < ARRAY_COUNT(fields); j++) {
            struct series series = {
                .key = fields[j].key,
                .instance = unit->index,
                .unit = fields[j].unit,
                .kind = SERIES_PER_INTERVAL,
                .value = unit->value[j].at,
                .row = unit->row.at,
                .count = unit->row.count,
                .load_begin = NAN,
                .load_end = NAN,
                .source = { .from = unit->from, .to = unit->to },
            };
            if (unit->value[j].count == unit->row.count) {
                series.source.from.path = series.source.to.path = str_from(fields[j].path);
                reading_series(in->reading, &series);
            }
        }
    }
}

/* "GPU-I 3", "GPU-CI 4": a slice's figures are none of its accelerator's. "Error setting watches.
 * Result: ...": nothing was watched. */
static void other_line(struct dmon *in, const struct line *line)
{
    struct str text = str_trim(line->text);
    if (str_starts(text, STR("GPU-")) && !in->said_instance) {
        in->said_instance = true;
        reading_unread(in->reading, ", rows of slices (MIG)", text,
                       line_place(in->reading, line, text));
    } else if (str_starts(text, STR("Error")) && !in->said_error) {
        in->said_error = true;
        reading_unread(in->reading, ", in part", text, line_place(in->reading, line, text));
    }
}

static bool read(struct reading *reading)
{
    struct dmon *in = ARENA_NEW(reading->scratch, struct dmon);
    struct lines lines;
    struct line line;
    in->reading = reading;
    reading_lines(&lines, reading);
    while (lines_next(&lines, &line))
        if (str_starts(line.text, STR("#")) && str_find(line.text, STR("Entity")) != SIZE_MAX)
            header_read(in, &line);
        else if (in->columns > 0 && str_starts(line.text, STR("GPU ")))
            row_read(in, &line);
        else
            other_line(in, &line);
    series_put(in);
    return true;
}

const struct adapter adapter_dcgmi_dmon = {
    .name = "dcgmi-dmon",
    .title = "Activity of accelerators over time",
    .tool = "dcgmi dmon, DCGM 2 to 4",
    .spec = "NVIDIA, DCGM user guide, dmon; dcgm_fields.h",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
    .feeds = true,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
