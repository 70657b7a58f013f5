/* adapter_iteration_log.c - iterations.jsonl of collect/bench.py: one line an iteration.
 *
 * {"i":0,"t_start_s":3e-06,"duration_s":0.004933,"tokens":32,"ctx":513}; i begins anew where a
 * sweep changes its batch. Which columns are start, duration, work and phase is declared in
 * run.json, and the series is made there: here the lines are checked, so that a damaged log is
 * named even where nobody declared it. */
#include "reading.h"
#include "sniff.h"

static int bid(const struct sniff *sniff)
{
    struct sniff line = { .name = sniff->name, .head = sniff_first_line(sniff) };
    bool mine = sniff_is_object(&line) && sniff_member(&line, STR("i")) &&
                sniff_member(&line, STR("t_start_s")) && sniff_member(&line, STR("duration_s"));
    return mine ? BID_SIGNATURE : BID_NONE;
}

/* Number of a member; false (said so): absent or none. */
static bool member_number(struct reading *reading, const struct json *json, struct str name,
                          double *out)
{
    const struct json_item *item = json_member(json_root(json), name);
    if (item && json_type(item) == JSON_NUMBER && json_real(json, item, out))
        return true;
    reading_error(reading, DIAG_LINE_BAD, json_place(json, item ? item : json_root(json)),
                  str_format(reading->scratch, "a number in %.*s", STR_ARG(name)),
                  item ? json_literal(json, item) : (struct str){ 0 });
    return false;
}

static void line_check(struct reading *reading, const struct line *line, double *last_start)
{
    struct json *json = NULL;
    double index;
    double start;
    double duration;
    if (!json_read_line(reading->scratch, reading->name, line->text, line->number, line->offset,
                        reading->limits, &json, reading->diags))
        return;
    if (!member_number(reading, json, STR("i"), &index) ||
        !member_number(reading, json, STR("t_start_s"), &start) ||
        !member_number(reading, json, STR("duration_s"), &duration))
        return;
    if (duration < 0 || start < *last_start) {
        reading_error(reading, DIAG_LINE_BAD, json_place(json, json_root(json)),
                      STR("a start not before the last one, and a duration of 0 or more"),
                      line->text);
        return;
    }
    *last_start = start;
}

static bool read(struct reading *reading)
{
    struct lines lines;
    struct line line;
    double last_start = 0;
    reading_lines(&lines, reading);
    while (lines_next(&lines, &line)) {
        if (str_trim(line.text).len == 0)
            continue;
        struct arena_mark mark = arena_mark(reading->scratch);
        line_check(reading, &line, &last_start);
        arena_rewind(reading->scratch, mark);
    }
    return true;
}

const struct adapter adapter_iteration_log = {
    .name = "iteration-log",
    .title = "Start, duration and work of every iteration",
    .tool = "collect/bench.py",
    .spec = "Run.log() in collect/bench.py",
    .takes = "nothing by itself: run.json says what its columns are",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .feeds = true,
    .silent = true,
    .traits = TRAIT_KEEPS_ITERATIONS,
};
