/* monitor.c - rows of monitors of accelerators, as series; see monitor.h. */
#include "monitor.h"

#include <assert.h>
#include <math.h>

void monitor_titles(struct monitor *monitor)
{
    assert(monitor->field_count <= MONITOR_FIELDS_MOST);
    monitor->columns = 0;
}

/* The field of a title that is taken: not one that stands before it in the line, and not one of a
 * figure that another title gives ("temp" and "gtemp" of two drivers), here or above. */
bool monitor_title(struct monitor *monitor, const struct line *line, struct str title)
{
    size_t field = 0, none = monitor->field_count;
    const char *expected = NULL;
    if (monitor->columns == MONITOR_COLUMNS_MOST)
        return false;
    while (field < none && !str_eq(title, str_from(monitor->field[field].path)))
        field++;
    for (size_t i = 0; i < none && field < none; i++)
        if (i != field && monitor->taken[i] && monitor->field[i].key == monitor->field[field].key)
            expected = "one column of each figure in a file";
    for (size_t i = 0; i < monitor->columns; i++)
        if (str_eq(monitor->name[i], title))
            expected = "each column name once";
    if (expected) {
        reading_error(monitor->reading, DIAG_LINE_BAD, line_place(monitor->reading, line, title),
                      str_from(expected), title);
        field = none;
    }
    if (field < none)
        monitor->taken[field] = true;
    monitor->name[monitor->columns] = title;
    monitor->of[monitor->columns++] = field;
    return true;
}

struct monitor_unit *monitor_unit_of(struct monitor *monitor, struct str index)
{
    for (size_t i = 0; i < monitor->unit_count; i++)
        if (str_eq(monitor->unit[i]->index, index))
            return monitor->unit[i];
    if (monitor->unit_count == MONITOR_UNITS_MOST)
        return NULL;
    struct monitor_unit *unit = ARENA_NEW(monitor->reading->scratch, struct monitor_unit);
    unit->index = str_keep(monitor->reading->home, index);
    monitor->unit[monitor->unit_count++] = unit;
    return unit;
}

void monitor_row(struct monitor *monitor, struct monitor_unit *unit, const struct line *line,
                 double start)
{
    struct arena *home = monitor->reading->home;
    unit->to = line_place(monitor->reading, line, line->text);
    unit->from = unit->row.count == 0 ? unit->to : unit->from;
    index_put(home, &unit->row, line->number);
    if (monitor->dated)
        column_put(home, &unit->start, start);
    for (size_t i = 0; i < monitor->field_count; i++)
        while (monitor->taken[i] && unit->value[i].count < unit->row.count)
            column_put(home, &unit->value[i], (double)NAN);
}

void monitor_value(struct monitor *monitor, struct monitor_unit *unit, size_t column, double value)
{
    size_t field = monitor->of[column];
    if (field == monitor->field_count)
        return;
    unit->told[field] = true;
    unit->value[field].at[unit->row.count - 1] = value;
}

void monitor_series(struct monitor *monitor, bool timed, bool zoned)
{
    timed = timed && monitor->dated;
    for (size_t i = 0; i < monitor->unit_count; i++) {
        const struct monitor_unit *unit = monitor->unit[i];
        for (size_t j = 0; j < monitor->field_count; j++) {
            struct series series = {
                .key = monitor->field[j].key,
                .instance = unit->index,
                .unit = monitor->field[j].unit,
                .kind = SERIES_PER_INTERVAL,
                .start = timed ? unit->start.at : NULL,
                .unix_clock = timed && zoned,
                .value = unit->value[j].at,
                .row = unit->row.at,
                .count = unit->row.count,
                .load_begin = NAN,
                .load_end = NAN,
                .source = { .from = unit->from, .to = unit->to },
            };
            if (!unit->told[j])
                continue;
            series.source.from.path = series.source.to.path = str_from(monitor->field[j].path);
            series.start_source = timed ? series.source : (struct source){ 0 };
            reading_series(monitor->reading, &series);
        }
    }
}
