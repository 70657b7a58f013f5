/* adapter_dcgmi_dmon.c - `dcgmi dmon -e 1001,1004,1005`: activity of accelerators, row by row.
 *
 * "#Entity   GRACT   TENSO   DRAMA", a line of units, then "GPU 0   0.998   0.885   0.305". Ratios
 * of time: GRACT that anything ran, TENSO that the matrix units were busy, DRAMA that memory moved.
 * DVCCTR is NVML's mask of reasons for a reduced clock. Rows have no time: their period is in the
 * command line, which is not in the file. Field names of other metrics are passed over. Defined by
 * NVIDIA, DCGM user guide, dmon, and dcgm_fields.h. */
#include "monitor.h"
#include "sniff.h"

#include <math.h>

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

struct dmon {
    struct monitor rows;
    bool said_instance, said_error;
};

static int bid(const struct sniff *sniff)
{
    struct str first = sniff_first_line(sniff);
    return str_starts(first, STR("#Entity ")) || str_starts(first, STR("# Entity ")) ? BID_SIGNATURE
                                                                                     : BID_NONE;
}

static void header_read(struct dmon *in, const struct line *line)
{
    struct str rest = line->text, word;
    rest = str_sub(rest, str_find(rest, STR("Entity")) + 6, rest.len);
    monitor_titles(&in->rows);
    while (str_word(&rest, &word) && monitor_title(&in->rows, line, str_trim(word)))
        continue;
}

static void row_read(struct dmon *in, const struct line *line)
{
    struct monitor *rows = &in->rows;
    struct str rest = str_sub(line->text, 4, line->text.len), word;
    struct monitor_unit *unit =
        str_word(&rest, &word) ? monitor_unit_of(rows, str_trim(word)) : NULL;
    if (!unit)
        return;
    monitor_row(rows, unit, line, (double)NAN);
    for (size_t i = 0; i < rows->columns; i++) {
        double value = NAN;
        bool there = str_word(&rest, &word) && num_real(str_trim(word), &value);
        monitor_value(rows, unit, i, there ? value : (double)NAN);
    }
}

/* "GPU-I 3", "GPU-CI 4": a slice's figures are none of its accelerator's. "Error setting watches.
 * Result: ...": nothing was watched. */
static void other_line(struct dmon *in, const struct line *line)
{
    struct str text = str_trim(line->text);
    if (str_starts(text, STR("GPU-")) && !in->said_instance) {
        in->said_instance = true;
        reading_unread(in->rows.reading, ", rows of slices (MIG)", text,
                       line_place(in->rows.reading, line, text));
    } else if (str_starts(text, STR("Error")) && !in->said_error) {
        in->said_error = true;
        reading_unread(in->rows.reading, ", in part", text,
                       line_place(in->rows.reading, line, text));
    }
}

static bool read(struct reading *reading)
{
    struct dmon *in = ARENA_NEW(reading->scratch, struct dmon);
    struct lines lines;
    struct line line;
    in->rows =
        (struct monitor){ .reading = reading, .field = fields, .field_count = ARRAY_COUNT(fields) };
    reading_lines(&lines, reading);
    while (lines_next(&lines, &line))
        if (str_starts(line.text, STR("#")) && str_find(line.text, STR("Entity")) != SIZE_MAX)
            header_read(in, &line);
        else if (in->rows.columns > 0 && str_starts(line.text, STR("GPU ")))
            row_read(in, &line);
        else
            other_line(in, &line);
    monitor_series(&in->rows, false, false);
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
