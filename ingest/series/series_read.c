/* series_read.c - a series from CSV or JSON Lines, row by row, by the columns that run.json
 * declares.
 *
 * Rows are never held as a tree: the strict JSON reader sees only lines that json_line_scan leaves
 * to it, in memory that is given back after each line. */
#include "declaration.h"
#include "phases.h"

#include <math.h>

enum { ERRORS_MOST = 20, COLUMNS_SHOWN = 2048, NONE = WANTED_MOST };

struct plan { /* positions in `wanted`; NONE: not declared */
    size_t start, duration, work, value, phase[PHASE_COLUMNS];
};
struct row_at {
    uint32_t number, line;
    uint64_t offset;
};
struct build {
    struct reading *reading;
    const struct series_declaration *declaration;
    struct wanted wanted;
    struct plan plan;
    struct column start, duration, value, work;
    struct index_column phase, row;
    struct phases phases;
    struct row_at first, last;
    double end; /* latest end so far */
    size_t errors;
    bool lines; /* JSON Lines, not CSV */
};

static size_t want(struct wanted *wanted, struct str name)
{
    if (name.len == 0)
        return NONE;
    for (size_t i = 0; i < wanted->count; i++)
        if (str_eq(wanted->name[i], name))
            return i;
    wanted->name[wanted->count] = name;
    return wanted->count++;
}

static void build_plan(struct build *build)
{
    const struct series_declaration *declaration = build->declaration;
    struct plan *plan = &build->plan;
    plan->start = want(&build->wanted, declaration->start);
    plan->duration = want(&build->wanted, declaration->duration);
    plan->work = want(&build->wanted, declaration->work);
    plan->value =
        declaration->value.len ? want(&build->wanted, declaration->value) : plan->duration;
    for (size_t i = 0; i < declaration->phase_count; i++)
        plan->phase[i] = want(&build->wanted, declaration->phase[i]);
}

/* ---- places and errors ---- */

static struct place row_place(const struct build *build, const struct row *row, size_t column)
{
    struct str name = build->wanted.name[column];
    struct arena *scratch = build->reading->scratch;
    return (struct place){ .file = build->reading->name,
                           .offset = row->offset,
                           .line = row->line,
                           .path = build->lines ? str_format(scratch, "/%.*s", STR_ARG(name))
                                                : str_format(scratch, "row %u column %.*s",
                                                             row->number, STR_ARG(name)) };
}

static bool row_error(struct build *build, const struct row *row, size_t column,
                      const char *expected)
{
    const struct cell *cell = &row->cell[column];
    struct str said =
        cell->form == CELL_ABSENT ? STR("no such column") : str_sub(cell->text, 0, 80);
    build->errors++;
    diag_add(build->reading->diags, DIAG_SERIES_BAD, row_place(build, row, column),
             str_from(expected), cell->form == CELL_ABSENT ? "%.*s" : "\"%.*s\"", STR_ARG(said));
    return false;
}

/* ---- columns ---- */

/* A column that the file lacks is a fault of the declaration, told once and not at each row. */
static bool column_error(const struct build *build, size_t column, const struct buf *has)
{
    struct arena *scratch = build->reading->scratch;
    struct str name = build->wanted.name[column], rest = buf_str(has), one, nearest = { 0 };
    size_t reach = name.len / 3 + 1; /* farther is no help */
    while (!has->full && str_cut(&rest, ',', &one)) {
        size_t far = column_distance(str_trim(one), name);
        if (far < reach) {
            reach = far;
            nearest = str_trim(one);
        }
    }
    struct str expected = has->full ? STR("a column of the file")
                          : nearest.len == 0
                              ? str_format(scratch, "one of %.*s", STR_ARG(buf_str(has)))
                              : str_format(scratch, "\"%.*s\", or one of %.*s", STR_ARG(nearest),
                                           STR_ARG(buf_str(has)));
    diag_add(build->reading->diags, DIAG_SERIES_BAD, build->declaration->place, expected,
             "no column \"%.*s\" in %.*s", STR_ARG(name), STR_ARG(build->reading->name));
    return false;
}

static void name_put(struct buf *names, struct str name)
{
    buf_put(names, names->len ? STR(", ") : STR(""));
    buf_put(names, name);
}

/* Whether the first object of JSON Lines has what the declaration names. A line that cannot be
 * read is left to the rows. */
static bool lines_columns(struct build *build)
{
    struct reading *reading = build->reading;
    struct lines lines;
    struct line line;
    struct json *json;
    lines_begin(&lines, reading->bytes); /* of a file that is decoded meanwhile: its head */
    do {
        if (!lines_next(&lines, &line))
            return true;
    } while (str_trim(line.text).len == 0);
    if (reading->feed && lines.rest.len == 0) {
        reading->whole_wanted = true;
        return false;
    }
    struct diags *unsaid = diags_new(reading->scratch);
    if (!json_read_line(reading->scratch, reading->name, line.text, line.number, line.offset,
                        reading->limits, &json, unsaid) ||
        json_type(json_root(json)) != JSON_OBJECT)
        return true;
    struct buf has = buf_new(reading->scratch, COLUMNS_SHOWN);
    const struct json_item *item = json_next(json_root(json), NULL);
    for (; item; item = json_next(json_root(json), item))
        name_put(&has, json_name(item));
    bool good = true;
    for (size_t i = 0; i < build->wanted.count; i++)
        if (!json_member(json_root(json), build->wanted.name[i]))
            good = column_error(build, i, &has);
    return good;
}

/* ---- cells ---- */

/* A number in `unit`; a missing one (null, empty, a placeholder) is NaN. */
static bool cell_number(struct build *build, const struct row *row, size_t column, enum unit unit,
                        double *out)
{
    const struct cell *cell = &row->cell[column];
    enum unit given = unit;
    switch (cell->form) {
    case CELL_NUMBER:
        if (cell_real(cell, out))
            return true;
        break;
    case CELL_TEXT:
        if (text_is_placeholder(cell->text)) {
            *out = NAN;
            return true;
        }
        if (!build->lines && number_read(cell->text, out, &given) &&
            unit_row(given)->base == unit_row(unit)->base) {
            *out = given == unit ? *out : *out * unit_row(given)->factor / unit_row(unit)->factor;
            return true;
        }
        break;
    case CELL_NULL:
        *out = NAN;
        return true;
    case CELL_ABSENT:
    case CELL_OTHER:
        break;
    }
    return row_error(build, row, column, "a number");
}

/* A point or length of time in seconds; on the Unix clock a date will do. */
static bool cell_seconds(struct build *build, const struct row *row, size_t column, bool point,
                         double *out)
{
    const struct cell *cell = &row->cell[column];
    struct moment moment;
    if (point && cell->form == CELL_TEXT && reading_time(build->reading, cell->text, &moment)) {
        *out = moment.unix_s;
        return (build->declaration->unix_clock && moment.zoned) ||
               row_error(build, row, column,
                         "\"clock\": \"unix\" and a zone under \"time_zone\" in run.json");
    }
    if (!cell_number(build, row, column, build->declaration->time_unit, out))
        return false;
    if (build->declaration->time_unit != UNIT_SECOND)
        *out *= unit_row(build->declaration->time_unit)->factor;
    return !point || !isnan(*out) || row_error(build, row, column, "a time in each row");
}

static bool row_phase(struct build *build, const struct row *row, uint32_t *out)
{
    const struct cell *cell[PHASE_COLUMNS];
    for (size_t i = 0; i < build->declaration->phase_count; i++) {
        cell[i] = &row->cell[build->plan.phase[i]];
        if ((cell[i]->form != CELL_NUMBER && cell[i]->form != CELL_TEXT) || cell[i]->text.len == 0)
            return row_error(build, row, build->plan.phase[i], "a number or text in each row");
    }
    *out = phases_put(&build->phases, cell, build->declaration->phase_count);
    return true;
}

static void row_take(struct build *build, const struct row *row)
{
    const struct plan *plan = &build->plan;
    struct arena *home = build->reading->home;
    double start = NAN, duration = NAN, work = NAN, value = NAN;
    uint32_t phase = 0;
    bool good = plan->start == NONE || cell_seconds(build, row, plan->start, true, &start);
    good = good &&
           (plan->duration == NONE || cell_seconds(build, row, plan->duration, false, &duration));
    good = good && (plan->work == NONE ||
                    cell_number(build, row, plan->work, build->declaration->work_unit, &work));
    good = good && (build->declaration->value.len == 0 ||
                    cell_number(build, row, plan->value, build->declaration->unit, &value));
    good = good && (build->declaration->phase_count == 0 || row_phase(build, row, &phase));
    if (!good)
        return;
    if (plan->start != NONE) {
        column_put(home, &build->start, start);
        double end = start + (isnan(duration) ? 0 : duration);
        build->end = build->row.count == 0 || end > build->end ? end : build->end;
    }
    if (plan->duration != NONE)
        column_put(home, &build->duration, duration);
    if (plan->work != NONE)
        column_put(home, &build->work, work);
    if (build->declaration->value.len)
        column_put(home, &build->value, value);
    if (build->declaration->phase_count)
        index_put(home, &build->phase, phase);
    struct row_at at = { row->number, row->line, row->offset };
    build->first = build->row.count == 0 ? at : build->first;
    build->last = at;
    index_put(home, &build->row, row->number);
}

/* ---- rows ---- */

/* The strict reader's view of a line that the scan left alone. */
static bool line_read(struct build *build, const struct line *line, struct row *row)
{
    struct reading *reading = build->reading;
    struct json *json;
    if (!json_read_line(reading->scratch, reading->name, line->text, line->number, line->offset,
                        reading->limits, &json, reading->diags)) {
        build->errors++;
        return false;
    }
    if (json_type(json_root(json)) != JSON_OBJECT) {
        build->errors++;
        reading_error(reading, DIAG_SERIES_BAD, json_place(json, json_root(json)),
                      STR("an object a line"), line->text);
        return false;
    }
    for (size_t i = 0; i < build->wanted.count; i++) {
        const struct json_item *item = json_member(json_root(json), build->wanted.name[i]);
        struct cell *cell = &row->cell[i];
        *cell = (struct cell){ .form = CELL_ABSENT };
        if (item) {
            static const enum cell_form forms[] = {
                [JSON_NULL] = CELL_NULL,     [JSON_FALSE] = CELL_OTHER, [JSON_TRUE] = CELL_OTHER,
                [JSON_NUMBER] = CELL_NUMBER, [JSON_STRING] = CELL_TEXT, [JSON_ARRAY] = CELL_OTHER,
                [JSON_OBJECT] = CELL_OTHER,
            };
            cell->form = forms[json_type(item)];
            bool scalar = cell->form == CELL_NUMBER || cell->form == CELL_TEXT;
            cell->text = scalar ? json_scalar(json, item) : (struct str){ 0 };
        }
    }
    return true;
}

static void lines_take(struct build *build)
{
    struct lines lines;
    struct line line;
    struct arena *scratch = build->reading->scratch;
    struct phases *phases = &build->phases;
    reading_lines(&lines, build->reading);
    while (build->errors < ERRORS_MOST && lines_next(&lines, &line)) {
        struct row row = { .number = line.number, .line = line.number, .offset = line.offset };
        if (str_trim(line.text).len == 0)
            continue;
        if (json_line_scan(line.text, &build->wanted, row.cell)) {
            row_take(build, &row);
            continue;
        }
        struct arena_mark mark = arena_mark(scratch);
        size_t known = phases->count, room = phases->room;
        if (line_read(build, &line, &row))
            row_take(build, &row);
        if (phases->count == known && phases->room == room) /* phases live in the same arena */
            arena_rewind(scratch, mark);
    }
}

static bool table_take(struct build *build)
{
    struct csv *csv = ARENA_NEW(build->reading->scratch, struct csv);
    size_t column[WANTED_MOST] = { 0 };
    if (!csv_begin(csv, build->reading))
        return false;
    struct buf has = buf_new(build->reading->scratch, COLUMNS_SHOWN);
    for (size_t i = 0; i < csv->columns; i++)
        name_put(&has, csv->name[i]);
    bool good = true;
    for (size_t i = 0; i < build->wanted.count; i++) {
        column[i] = csv_column(csv, build->wanted.name[i]);
        good = (column[i] != SIZE_MAX || column_error(build, i, &has)) && good;
    }
    if (!good)
        return false;
    struct row row = { 0 };
    while (build->errors < ERRORS_MOST && csv_next(csv)) {
        row.number = csv->row;
        row.line = csv->start_line;
        row.offset = csv->start_offset;
        if (!csv_row_fits(csv)) {
            build->errors++;
            continue;
        }
        for (size_t i = 0; i < build->wanted.count; i++) {
            row.cell[i] = (struct cell){ .form = CELL_ABSENT };
            if (column[i] < csv->cells)
                cell_set(&row.cell[i], csv->cell[column[i]]);
        }
        row_take(build, &row);
    }
    return true;
}

/* ---- the series ---- */

static struct source column_source(const struct build *build, size_t column)
{
    if (column == NONE)
        return (struct source){ 0 };
    struct str path =
        str_format(build->reading->home, "rows %u..%u column %.*s", build->first.number,
                   build->last.number, STR_ARG(build->wanted.name[column]));
    struct place from = { .file = build->reading->name,
                          .offset = build->first.offset,
                          .line = build->first.line,
                          .path = path };
    struct place to = from;
    to.offset = build->last.offset;
    to.line = build->last.line;
    return (struct source){ .evidence = build->reading->evidence, .from = from, .to = to };
}

static struct str phase_names(const struct build *build)
{
    struct buf buf = buf_new(build->reading->home, 4096);
    for (size_t i = 0; i < build->declaration->phase_count; i++) {
        buf_put(&buf, i ? STR(", ") : STR(""));
        buf_put(&buf, build->declaration->phase[i]);
    }
    return buf_str(&buf);
}

static void build_finish(struct build *build)
{
    const struct series_declaration *declaration = build->declaration;
    size_t count = build->row.count;
    bool run_clock = build->plan.start != NONE && !declaration->unix_clock;
    struct series series = { .key = declaration->metric,
                             .unit = declaration->value.len ? declaration->unit : UNIT_SECOND,
                             .kind = declaration->kind,
                             .start = build->start.at,
                             .duration = build->duration.at,
                             .value = declaration->value.len ? build->value.at : build->duration.at,
                             .work = build->work.at,
                             .work_unit = declaration->work_unit,
                             .row = build->row.at,
                             .count = count,
                             .unix_clock = declaration->unix_clock,
                             .load_begin = run_clock ? 0 : (double)NAN,
                             .load_end = run_clock ? build->end : (double)NAN,
                             .source = column_source(build, build->plan.value),
                             .work_source = column_source(build, build->plan.work),
                             .start_source = column_source(build, build->plan.start) };
    if (declaration->phase_count) {
        const uint32_t *rank = phases_rank(&build->phases);
        for (size_t i = 0; i < count; i++)
            build->phase.at[i] = rank[build->phase.at[i]];
        series.phase = build->phase.at;
        series.phase_columns = phase_names(build);
    }
    reading_series(build->reading, &series);
}

/* Room for every row at once, so that columns of millions of rows are not copied as they grow. */
static void build_reserve(struct build *build)
{
    struct arena *home = build->reading->home;
    struct str bytes = build->reading->bytes;
    if (build->reading->feed) /* nobody knows how many */
        return;
    size_t rows = line_feeds(bytes) + 1;
    struct column *column[] = {
        build->plan.start == NONE ? NULL : &build->start,
        build->plan.duration == NONE ? NULL : &build->duration,
        build->plan.work == NONE ? NULL : &build->work,
        build->declaration->value.len == 0 ? NULL : &build->value,
    };
    for (size_t i = 0; i < ARRAY_COUNT(column); i++)
        if (column[i])
            *column[i] = (struct column){ .at = ARENA_MANY(home, rows, double), .room = rows };
    build->row = (struct index_column){ .at = ARENA_MANY(home, rows, uint32_t), .room = rows };
    if (build->declaration->phase_count) {
        build->phase =
            (struct index_column){ .at = ARENA_MANY(home, rows, uint32_t), .room = rows };
    }
}

bool series_read(struct reading *reading, const struct series_declaration *declaration)
{
    struct build *build = ARENA_NEW(reading->scratch, struct build);
    build->reading = reading;
    build->declaration = declaration;
    build_plan(build);
    build_reserve(build);
    phases_init(&build->phases, reading->scratch);
    struct str text = str_trim(str_sub(reading->bytes, 0, 4096));
    build->lines = text.len != 0 && text.at[0] == '{';
    if (build->lines) {
        if (!lines_columns(build))
            return false;
        lines_take(build);
    } else if (!table_take(build)) {
        return false;
    }
    if (build->errors >= ERRORS_MOST) {
        diag_add(reading->diags, DIAG_SERIES_BAD, (struct place){ .file = reading->name }, STR(""),
                 "left after %d errors", ERRORS_MOST);
    }
    if (build->errors)
        return false;
    if (build->row.count == 0) {
        diag_add(reading->diags, DIAG_SERIES_BAD, (struct place){ .file = reading->name },
                 STR("rows"), "a series without rows");
        return false;
    }
    build_finish(build);
    return true;
}
