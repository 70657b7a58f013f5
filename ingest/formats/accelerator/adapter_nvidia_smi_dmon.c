/* adapter_nvidia_smi_dmon.c - `nvidia-smi dmon` and `nvidia-smi pmon`: accelerators, and the
 * processes on them, row by row.
 *
 * "# gpu    pwr  gtemp     sm   mclk   pclk", a line of units ("# Idx      W      C ..."), then
 * "    0    120     45     99   2619   1980"; both lines come again every few rows. Columns by
 * name: which there are hangs on -s and on the driver ("temp" became "gtemp"). "-" is what the
 * driver does not tell. With -o DT a date and a time stand in front, local and without a zone,
 * which the run declares, as for `nvidia-smi --query-gpu`; a time of day without its date is none.
 * pmon has a row a process, "-" where an accelerator has none: that is no statement, since a
 * container sees no process of its host. Defined by `nvidia-smi dmon -h` and `pmon -h`, and
 * nvidia-smi(1). */
#include "model/traits.h"
#include "monitor.h"
#include "sniff.h"

#include <assert.h>
#include <math.h>

enum { COLUMNS_MOST = MONITOR_COLUMNS_MOST, PROCESSES_MOST = 1024, TIME_MOST = 32 };

static const struct field fields[] = {
    { "fb", KEY_TELEMETRY_MEMORY_USED, UNIT_MEBIBYTE, false },
    { "gtemp", KEY_TELEMETRY_TEMPERATURE, UNIT_CELSIUS, false },
    { "mclk", KEY_TELEMETRY_CLOCK_MEMORY, UNIT_MEGAHERTZ, false },
    { "pclk", KEY_TELEMETRY_CLOCK_SM, UNIT_MEGAHERTZ, false },
    { "pwr", KEY_TELEMETRY_POWER, UNIT_WATT, false },
    { "sm", KEY_TELEMETRY_UTILISATION, UNIT_PERCENT, false },
    { "temp", KEY_TELEMETRY_TEMPERATURE, UNIT_CELSIUS, false },
};
enum { FIELDS = ARRAY_COUNT(fields) };
/* As the second line writes the units of the columns above. */
static const char *const units[] = { "MB", "C", "MHz", "MHz", "W", "%", "C" };
static_assert(ARRAY_COUNT(units) == FIELDS, "a unit each");

struct process {
    struct str pid, name;
};
struct dmon {
    struct reading *reading;
    struct monitor rows;
    struct str word[COLUMNS_MOST];
    struct line titles;
    struct process *process;
    size_t process_count;
    bool timed, zoned, units_due, said_row, said_unit, said_bad;
};

/* The words of a line, without the '#' in front of a header. */
static size_t words_take(struct str text, struct str word[COLUMNS_MOST])
{
    size_t count = 0;
    if (str_starts(text, STR("#")))
        text = str_sub(text, 1, text.len);
    while (count < COLUMNS_MOST && str_word(&text, &word[count]))
        count++;
    return count;
}

static size_t column_find(const struct dmon *in, const char *name)
{
    for (size_t i = 0; i < in->rows.columns; i++)
        if (str_eq(in->rows.name[i], str_from(name)))
            return i;
    return SIZE_MAX;
}

/* Whether the line names columns of dmon, or with a process's number of pmon. */
static bool is_header(struct str line, bool processes)
{
    struct str word[COLUMNS_MOST];
    size_t count = str_starts(line, STR("#")) ? words_take(line, word) : 0;
    bool gpu = false, pid = false, any = false;
    for (size_t i = 0; i < count; i++) {
        gpu = gpu || str_eq(word[i], STR("gpu"));
        pid = pid || str_eq(word[i], STR("pid"));
        for (size_t k = 0; k < FIELDS; k++)
            any = any || str_eq(word[i], str_from(fields[k].path));
    }
    return gpu && pid == processes && (any || processes);
}

static int bid_dmon(const struct sniff *sniff)
{
    return is_header(sniff_first_line(sniff), false) ? BID_SIGNATURE : BID_NONE;
}

static int bid_pmon(const struct sniff *sniff)
{
    return is_header(sniff_first_line(sniff), true) ? BID_SIGNATURE : BID_NONE;
}

static void header_read(struct dmon *in, const struct line *line)
{
    struct str word[COLUMNS_MOST];
    size_t count = words_take(line->text, word);
    monitor_titles(&in->rows);
    for (size_t i = 0; i < count; i++)
        (void)monitor_title(&in->rows, line, word[i]);
    in->titles = *line;
    in->units_due = true;
}

/* The unit of a column: the word of that rank; where there are not as many words as columns, the
 * one that ends below the title, as the tool sets both. Empty: nobody can tell. */
static struct str unit_below(const struct dmon *in, size_t column, const struct line *line,
                             const struct str *word, size_t count)
{
    struct str title = in->rows.name[column];
    if (count == in->rows.columns)
        return word[column];
    size_t from = (size_t)(title.at - in->titles.text.at);
    for (size_t i = 0; i < count; i++) {
        size_t end = (size_t)(word[i].at - line->text.at) + word[i].len;
        if (from < end && end <= from + title.len)
            return word[i];
    }
    return (struct str){ 0 };
}

/* The line below the titles. A column in another unit than the tool's is not taken. */
static void units_read(struct dmon *in, const struct line *line)
{
    struct str word[COLUMNS_MOST];
    size_t count = words_take(line->text, word);
    if (!in->units_due)
        return; /* of another line begun with '#' nobody knows what it says */
    in->units_due = false;
    for (size_t i = 0; i < in->rows.columns; i++) {
        size_t field = in->rows.of[i];
        struct str unit = unit_below(in, i, line, word, count);
        if (field == FIELDS || str_eq(unit, str_from(units[field])))
            continue;
        if (!in->said_unit) {
            reading_error(in->reading, DIAG_VALUE_BAD,
                          line_place(in->reading, line, unit.len > 0 ? unit : line->text),
                          str_from(units[field]), unit.len > 0 ? unit : line->text);
        }
        in->said_unit = true;
        in->rows.of[i] = FIELDS;
    }
}

static struct str cell(const struct dmon *in, const char *name)
{
    size_t at = column_find(in, name);
    return at == SIZE_MAX ? STR("") : in->word[at];
}

/* "20261127", "23:27:21" */
static struct str date_of(const struct dmon *in)
{
    struct str date = cell(in, "Date"), time = cell(in, "Time");
    const size_t year = 4, month = 6, whole = 8;
    if (date.len != whole || time.len == 0 || time.len > TIME_MOST)
        return (struct str){ 0 };
    struct str day = str_sub(date, month, whole);
    return str_format(in->reading->scratch, "%.*s-%.*s-%.*s %.*s", STR_ARG(str_sub(date, 0, year)),
                      STR_ARG(str_sub(date, year, month)), STR_ARG(day), STR_ARG(time));
}

static struct monitor_unit *unit_of(struct dmon *in, struct str index)
{
    int64_t number;
    return num_int(index, &number) && number >= 0 ? monitor_unit_of(&in->rows, index) : NULL;
}

static void bad_say(struct dmon *in, const struct line *line, struct str text, struct str expected)
{
    if (!in->said_bad)
        reading_error(in->reading, DIAG_VALUE_BAD, line_place(in->reading, line, text), expected,
                      text);
    in->said_bad = true;
}

static void accelerator_row(struct dmon *in, const struct line *line)
{
    struct monitor_unit *unit = unit_of(in, cell(in, "gpu"));
    struct moment moment = { 0 };
    bool alone = in->reading->machine && !in->reading->run;
    bool timed = reading_time(in->reading, date_of(in), &moment) && (moment.zoned || alone);
    if (!unit) {
        bad_say(in, line, cell(in, "gpu"), STR("the number of one of 64 accelerators at most"));
        return;
    }
    in->timed = in->timed && timed;
    in->zoned = in->zoned && timed && moment.zoned;
    monitor_row(&in->rows, unit, line, timed ? moment.unix_s : (double)NAN);
    for (size_t i = 0; i < in->rows.columns; i++) {
        double value = (double)NAN;
        if (in->rows.of[i] == FIELDS)
            continue;
        if (!num_real(in->word[i], &value) && !text_is_placeholder(in->word[i]))
            bad_say(in, line, in->word[i], STR("a number, or -"));
        monitor_value(&in->rows, unit, i, value);
    }
}

/* A process that stands in many rows is one. */
static void process_row(struct dmon *in, const struct line *line)
{
    size_t at = column_find(in, "command");
    struct process now = { cell(in, "pid"), cell(in, "command") };
    int64_t number;
    if (at == SIZE_MAX || !num_int(now.pid, &number))
        return;
    for (size_t i = 0; i < in->process_count; i++)
        if (str_eq(in->process[i].pid, now.pid) && str_eq(in->process[i].name, now.name))
            return;
    if (in->process_count == PROCESSES_MOST) {
        bad_say(in, line, now.name, STR("1024 processes at most"));
        return;
    }
    in->process[in->process_count++] = now;
    reading_fact(in->reading, KEY_FOREIGN_PROCESS, now.pid, now.name, UNIT_NONE,
                 line_place(in->reading, line, now.name));
}

/* False: the row is cut off, as the last one of a monitor that was stopped. The name of a process,
 * which stands last, may have blanks in it. */
static bool row_whole(struct dmon *in, const struct line *line)
{
    size_t count = words_take(line->text, in->word), columns = in->rows.columns, last = columns - 1;
    struct str text = str_trim(line->text);
    if (count > columns && str_eq(in->rows.name[last], STR("command"))) {
        size_t from = (size_t)(in->word[last].at - line->text.at);
        in->word[last] = str_trim(str_sub(line->text, from, line->text.len));
        return true;
    }
    if (count == columns)
        return true;
    if (!in->said_row) {
        in->said_row = true;
        reading_error(in->reading, DIAG_VALUE_BAD, line_place(in->reading, line, text),
                      STR("as many words as columns"), text);
    }
    return false;
}

static bool monitor_read(struct reading *reading, bool processes)
{
    struct dmon *in = ARENA_NEW(reading->scratch, struct dmon);
    struct lines lines;
    struct line line;
    in->reading = reading;
    in->rows = (struct monitor){
        .reading = reading, .field = fields, .field_count = FIELDS, .dated = true
    };
    in->timed = in->zoned = true;
    in->process = ARENA_MANY(reading->scratch, PROCESSES_MOST, struct process);
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line))
        if (is_header(line.text, processes))
            header_read(in, &line);
        else if (str_starts(line.text, STR("#")))
            units_read(in, &line);
        else if (in->rows.columns == 0 || str_trim(line.text).len == 0 || !row_whole(in, &line))
            continue;
        else if (processes)
            process_row(in, &line);
        else
            accelerator_row(in, &line);
    if (!processes)
        monitor_series(&in->rows, in->timed, in->zoned);
    return true;
}

static bool read_dmon(struct reading *reading)
{
    return monitor_read(reading, false);
}

static bool read_pmon(struct reading *reading)
{
    return monitor_read(reading, true);
}

const struct adapter adapter_nvidia_smi_dmon = {
    .name = "nvidia-smi-dmon",
    .title = "Accelerators over time, as the driver's monitor prints them",
    .tool = "nvidia-smi dmon [-s pucm] [-o DT]",
    .spec = "nvidia-smi dmon -h; nvidia-smi(1), DEVICE MONITORING",
    .kind = FACT_CAPTURED,
    .bid = bid_dmon,
    .read = read_dmon,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
    .traits = TRAIT_POLLS,
    .unseen = true,
};

const struct adapter adapter_nvidia_smi_pmon = {
    .name = "nvidia-smi-pmon",
    .title = "Processes on accelerators over time",
    .tool = "nvidia-smi pmon [-s um] [-o DT]",
    .spec = "nvidia-smi pmon -h; nvidia-smi(1), PROCESS MONITORING",
    .kind = FACT_CAPTURED,
    .bid = bid_pmon,
    .read = read_pmon,
    .unseen = true,
};
