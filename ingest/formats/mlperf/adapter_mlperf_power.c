/* adapter_mlperf_power.c - spl.txt of an MLPerf power run: the wall power that SPEC's PTDaemon
 * logged, about once a second.
 *
 * "Time,MM-DD-YYYY HH:MM:SS.mmm,Watts,w,Volts,v,Amps,a,PF,p,Mark,SESSION_testing" and, of several
 * channels, "Ch1,Watts,..." behind: Watts in front is their sum. The log is longer than the run.
 * Its clock is written without a zone (UTC in some submissions, the analyser's in others), so rows
 * have a time only where run.json declares one. The mark tells the session, and whether this is
 * the measured run ("testing") or the one that finds the ranges ("ranging"). Watts of 0 or below
 * are rows that the suite leaves out: missing. Defined by SPEC, PTDaemon's log, and
 * mlcommons/power-dev. */
#include "reading.h"
#include "sniff.h"

#include <math.h>

struct power {
    struct reading *reading;
    struct column watts, start;
    struct index_column row;
    struct place from, to;
    struct str mark;
    bool timed, said, said_time;
};

static int bid(const struct sniff *sniff)
{
    struct str first = sniff_first_line(sniff);
    bool mine = str_starts(first, STR("Time,")) && str_find(first, STR(",Watts,")) != SIZE_MAX &&
                str_find(first, STR(",Mark,")) != SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

/* The cell behind a name. */
static struct str cell(struct str line, struct str name)
{
    struct str part;
    while (str_cut(&line, ',', &part)) {
        if (str_eq(part, name)) {
            (void)str_cut(&line, ',', &part);
            return str_trim(part);
        }
    }
    return (struct str){ 0 };
}

/* "07-28-2025 15:12:17.052" with the year in front. */
static struct str turned(struct arena *scratch, struct str text)
{
    enum { DATE = 10, YEAR = 6, DAY = 5 };
    return text.len < DATE
               ? text
               : str_format(scratch, "%.*s-%.*s%.*s", STR_ARG(str_sub(text, YEAR, DATE)),
                            STR_ARG(str_sub(text, 0, DAY)), STR_ARG(str_sub(text, DATE, text.len)));
}

static void mark_read(struct power *in, const struct line *line)
{
    struct str mark = cell(line->text, STR("Mark"));
    if (mark.len > 0 && !str_eq(mark, in->mark)) {
        if (in->mark.len > 0) {
            reading_contradiction(
                in->reading, mark, line_place(in->reading, line, mark),
                str_format(in->reading->scratch, "rows before are of %.*s", STR_ARG(in->mark)));
        } else {
            (void)reading_fact(in->reading, KEY_METHOD_ARGUMENTS, STR("Mark"), mark, UNIT_NONE,
                               line_place(in->reading, line, mark));
        }
        in->mark = mark;
    }
}

static void row_read(struct power *in, const struct line *line)
{
    struct arena_mark scratch = arena_mark(in->reading->scratch);
    struct str text = cell(line->text, STR("Watts"));
    struct moment moment = { 0 };
    double watts;
    bool number = num_real(text, &watts);
    struct place place = line_place(in->reading, line, text);
    if (cell(line->text, STR("Mark")).len == 0) { /* cut off, perhaps within a number */
        reading_error(in->reading, DIAG_LINE_BAD, place, STR("a row with Time, Watts and Mark"),
                      line->text);
        return;
    }
    mark_read(in, line);
    if (!number && !in->said) {
        in->said = true;
        reading_error(in->reading, DIAG_VALUE_BAD, place, STR("a number of watts"), line->text);
    }
    struct str when = turned(in->reading->scratch, cell(line->text, STR("Time")));
    bool date = reading_time(in->reading, when, &moment);
    bool timed = date && moment.zoned;
    if (!date && !in->said_time) {
        in->said_time = true;
        reading_error(in->reading, DIAG_VALUE_BAD, place, STR("MM-DD-YYYY HH:MM:SS.mmm"),
                      line->text);
    }
    in->timed = (in->timed || in->row.count == 0) && timed;
    column_put(in->reading->home, &in->watts, number && watts > 0 ? watts : (double)NAN);
    column_put(in->reading->home, &in->start, timed ? moment.unix_s : (double)NAN);
    in->from = in->row.count == 0 ? place : in->from;
    in->to = place;
    index_put(in->reading->home, &in->row, line->number);
    arena_rewind(in->reading->scratch, scratch);
}

static bool read(struct reading *reading)
{
    struct power in = { .reading = reading };
    struct lines lines;
    struct line line;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line))
        if (str_trim(line.text).len > 0)
            row_read(&in, &line);
    struct series series = {
        .key = KEY_TELEMETRY_POWER_SYSTEM,
        .unit = UNIT_WATT,
        .kind = SERIES_PER_INTERVAL,
        .value = in.watts.at,
        .row = in.row.at,
        .count = in.row.count,
        .load_begin = NAN,
        .load_end = NAN,
        .source = { .from = in.from, .to = in.to },
    };
    series.source.from.path = series.source.to.path = STR("Watts");
    if (in.timed) {
        series.start = in.start.at;
        series.unix_clock = true;
        series.start_source = series.source;
        series.start_source.from.path = series.start_source.to.path = STR("Time");
    }
    reading_series(reading, &series);
    (void)reading_fact(reading, KEY_SUITE_POWER, STR(""), STR("measured"), UNIT_NONE, in.from);
    return true;
}

const struct adapter adapter_mlperf_power = {
    .name = "mlperf-power-log",
    .title = "Wall power of the system over time",
    .tool = "SPEC PTDaemon in MLPerf power runs, spl.txt",
    .spec = "SPEC, PTDaemon; mlcommons/power-dev",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
};
