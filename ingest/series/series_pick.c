/* series_pick.c - series of one file by columns that a person names on the command line.
 *
 * Three forms are read: tables (RFC 4180; of nvidia-smi's one series an accelerator), JSON Lines of
 * flat objects, and the result file of a serving benchmark, whose rows are requests. Columns not
 * named are guessed by name only, never by looking at values, and the answer says which were taken.
 */
#include "series_pick.h"
#include "file_read.h"
#include "serve.h"

#include "base/progress.h"

#include <math.h>

static const char *const value_names[] = { "value", "duration_s", "clocks.current.sm", "clocks.sm",
                                           "power.draw" };
static const char *const time_names[] = { "t_s",  "t_start_s", "start_s",
                                          "time", "timestamp", "time_s" };
static const char *const throttle_names[] = { "clocks_event_reasons.active",
                                              "clocks_throttle_reasons.active" };

/* ---- columns ---- */

/* "clocks.sm" of "clocks.sm [MHz]". */
static struct str bare_name(struct str name)
{
    size_t bracket = str_find(name, STR(" ["));
    return str_trim(str_sub(name, 0, bracket == SIZE_MAX ? name.len : bracket));
}

/* "MHz" of "clocks.sm [MHz]"; empty: none. */
static struct str name_unit(struct str name)
{
    size_t bracket = str_find(name, STR(" ["));
    if (bracket == SIZE_MAX || !str_ends(name, STR("]")))
        return (struct str){ 0 };
    return str_sub(name, bracket + 2, name.len - 1);
}

/* The file's own spelling of a column; NULL: it has none of this name. */
static const struct str *name_find(const struct picking *in, struct str name)
{
    for (size_t i = 0; i < in->names; i++)
        if (str_eq(in->name[i], name))
            return &in->name[i];
    for (size_t i = 0; i < in->names; i++)
        if (str_eq(bare_name(in->name[i]), name))
            return &in->name[i];
    return NULL;
}

/* The column that may be meant; SIZE_MAX: none is near enough. */
static size_t name_nearest(const struct picking *in, struct str asked)
{
    size_t nearest = SIZE_MAX, reach = asked.len / 3 + 1; /* farther is no help */
    for (size_t i = 0; i < in->names; i++) {
        size_t far = column_distance(bare_name(in->name[i]), bare_name(asked));
        if (far < reach) {
            reach = far;
            nearest = i;
        }
    }
    return nearest;
}

static struct str names_list(const struct picking *in, struct str asked)
{
    struct buf buf = buf_new(in->reading->scratch, 2000);
    size_t nearest = asked.len > 0 ? name_nearest(in, asked) : SIZE_MAX, told = 0;
    if (nearest != SIZE_MAX)
        buf_putf(&buf, "\"%.*s\", or another ", STR_ARG(str_sub(in->name[nearest], 0, 80)));
    buf_put(&buf, STR("one of: "));
    for (size_t i = 0; i < in->names && buf.len < 1500; i++) {
        if (i == nearest && in->names > 1)
            continue;
        buf_put(&buf, told++ > 0 ? STR(", ") : STR(""));
        buf_put(&buf, str_sub(in->name[i], 0, 80));
    }
    if (in->pick->kind == SERIES_UNDECLARED && !in->telemetry)
        buf_put(&buf, STR("; and what a row is: --kind per_interval or --kind per_iteration"));
    return buf_str(&buf);
}

/* `asked`: the name that no column has; empty: none was given. */
static bool column_missing(struct picking *in, struct str asked, struct str said)
{
    reading_error(in->reading, DIAG_SERIES_COLUMN, (struct place){ .line = 1 },
                  names_list(in, asked), said);
    in->errors++;
    return false;
}

static size_t want(struct picking *in, struct str name)
{
    for (size_t i = 0; i < in->wanted.count; i++)
        if (str_eq(in->wanted.name[i], name))
            return i;
    in->wanted.name[in->wanted.count] = name;
    return in->wanted.count++;
}

static size_t want_named(struct picking *in, struct str name)
{
    const struct str *found = name_find(in, name);
    if (!found) {
        (void)column_missing(in, name, name);
        return PICK_NONE;
    }
    return want(in, *found);
}

static size_t want_usual(struct picking *in, const char *const *usual, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct str *found = name_find(in, str_from(usual[i]));
        if (found)
            return want(in, *found);
    }
    return PICK_NONE;
}

static bool columns_choose(struct picking *in)
{
    const struct pick *pick = in->pick;
    size_t before = in->errors;
    in->time = in->work = in->index = in->throttle = PICK_NONE;
    if (pick->time.len == 0)
        in->time = want_usual(in, time_names, ARRAY_COUNT(time_names));
    else if (!str_eq(pick->time, STR("none")))
        in->time = want_named(in, pick->time);
    in->value = pick->value.len > 0 ? want_named(in, pick->value)
                                    : want_usual(in, value_names, ARRAY_COUNT(value_names));
    if (in->value == PICK_NONE && pick->value.len == 0)
        (void)column_missing(in, (struct str){ 0 },
                             STR("no --column given, and none has a usual name"));
    in->work = pick->work.len > 0 ? want_named(in, pick->work) : PICK_NONE;
    for (size_t i = 0; i < pick->phase_count; i++)
        in->phase[i] = want_named(in, pick->phase[i]);
    if (in->telemetry) {
        static const char *const index[] = { "index" };
        in->index = want_usual(in, index, 1);
        in->throttle = want_usual(in, throttle_names, ARRAY_COUNT(throttle_names));
    }
    if (in->errors > before)
        return false;
    in->unit = name_unit(in->wanted.name[in->value]);
    return true;
}

/* ---- rows ---- */

static struct rows *rows_of(struct picking *in, struct str instance)
{
    struct arena *home = in->reading->home;
    for (size_t i = 0; i < in->units; i++)
        if (str_eq(in->unit_rows[i]->instance, instance))
            return in->unit_rows[i];
    if (in->units == PICK_UNITS)
        return NULL;
    struct rows *rows = ARENA_NEW(in->reading->scratch, struct rows);
    rows->instance = str_keep(home, instance);
    if (in->index == PICK_NONE) { /* room for every row at once: columns of millions do not move */
        rows->value =
            (struct column){ .at = ARENA_MANY(home, in->reserve, double), .room = in->reserve };
        rows->row = (struct index_column){ .at = ARENA_MANY(home, in->reserve, uint32_t),
                                           .room = in->reserve };
        if (in->time != PICK_NONE) {
            rows->start =
                (struct column){ .at = ARENA_MANY(home, in->reserve, double), .room = in->reserve };
        }
    }
    in->unit_rows[in->units++] = rows;
    return rows;
}

static void row_take(struct picking *in, const struct row *row)
{
    struct arena *home = in->reading->home;
    double value = (double)NAN;
    double start = (double)NAN;
    double work = (double)NAN;
    uint32_t phase = 0;
    bool good = pick_number(in, row, in->value, &value);
    good = good && (in->time == PICK_NONE || pick_time(in, row, &start));
    good = good && (in->work == PICK_NONE || pick_work(in, row, &work));
    good = good && (in->pick->phase_count == 0 || pick_phase(in, row, &phase));
    if (!good)
        return;
    const struct str none = { 0 };
    struct rows *rows = rows_of(in, in->index == PICK_NONE ? none : row->cell[in->index].text);
    if (!rows) {
        (void)pick_error(in, row, in->index, "at most 64 accelerators");
        return;
    }
    column_put(home, &rows->value, value);
    if (in->time != PICK_NONE)
        column_put(home, &rows->start, start);
    if (in->work != PICK_NONE)
        column_put(home, &rows->work, work);
    if (in->pick->phase_count > 0)
        index_put(home, &rows->phase, phase);
    if (in->throttle != PICK_NONE)
        column_put(home, &rows->throttle, pick_mask(row, in->throttle));
    index_put(home, &rows->row, row->number);
}

static bool header_again(const struct csv *csv)
{
    for (size_t i = 0; i < csv->columns; i++)
        if (i >= csv->cells || !str_eq(csv->cell[i], csv->name[i]))
            return false;
    return true;
}

/* A killed writer leaves half a line at the end: left out, and said. */
static bool row_is_cut(const struct picking *in, const struct csv *csv)
{
    struct str bytes = in->reading->bytes;
    return csv->rest.len == 0 && bytes.at[bytes.len - 1] != '\n' && csv->cells < csv->columns;
}

/* Pages of a table behind the cursor are let go again. */
static void rows_passed(const struct picking *in, const struct csv *csv, struct str *kept)
{
    enum { STEP = 4 << 20 };
    struct str behind = str_sub(*kept, 0, kept->len - csv->rest.len);
    if (in->reading->passed && (behind.len >= STEP || csv->rest.len == 0)) {
        in->reading->passed(behind);
        *kept = csv->rest;
    }
}

static bool table_take(struct picking *in)
{
    struct csv *csv = ARENA_NEW(in->reading->scratch, struct csv);
    size_t column[WANTED_MOST] = { 0 };
    if (!csv_begin(csv, in->reading))
        return false;
    for (size_t i = 0; i < csv->columns && in->names < PICK_NAMES; i++)
        in->name[in->names++] = csv->name[i];
    if (!pick_heading_good(in, csv) || !columns_choose(in))
        return false;
    for (size_t i = 0; i < in->wanted.count; i++)
        column[i] = csv_column(csv, in->wanted.name[i]);
    struct row row = { 0 };
    struct str kept = csv->rest;
    while (in->errors < PICK_ERRORS && csv_next(csv)) {
        row.number = csv->row;
        row.line = csv->start_line;
        row.offset = csv->start_offset;
        if (in->telemetry && header_again(csv))
            continue;
        if (row_is_cut(in, csv)) {
            reading_error(in->reading, DIAG_VALUE_BAD, csv_place(csv, 0),
                          STR("a whole row; the last one is cut off and left out"),
                          csv_cell(csv, 0));
            continue;
        }
        if (!pick_row_good(in, csv))
            continue;
        for (size_t i = 0; i < in->wanted.count; i++) {
            row.cell[i] = (struct cell){ .form = CELL_ABSENT };
            if (column[i] < csv->cells)
                cell_set(&row.cell[i], csv->cell[column[i]]);
        }
        row_take(in, &row);
        rows_passed(in, csv, &kept);
    }
    return in->errors == 0;
}

/* ---- JSON Lines ---- */

/* By its name as it stands, else by the parts between points. */
static const struct json_item *member_named(const struct json_item *object, struct str name)
{
    const struct json_item *item = json_member(object, name);
    struct str part;
    while (!item && object && str_cut(&name, '.', &part))
        object = json_member(object, part);
    return item ? item : object;
}

static bool line_read(struct picking *in, const struct line *line, struct row *row)
{
    static const enum cell_form forms[] = {
        [JSON_NULL] = CELL_NULL,     [JSON_FALSE] = CELL_OTHER, [JSON_TRUE] = CELL_OTHER,
        [JSON_NUMBER] = CELL_NUMBER, [JSON_STRING] = CELL_TEXT, [JSON_ARRAY] = CELL_OTHER,
        [JSON_OBJECT] = CELL_OTHER,
    };
    struct reading *reading = in->reading;
    struct json *json = NULL;
    if (!json_read_line(reading->scratch, reading->name, line->text, line->number, line->offset,
                        reading->limits, &json, reading->diags)) {
        in->errors++;
        return false;
    }
    if (json_type(json_root(json)) != JSON_OBJECT) {
        reading_error(reading, DIAG_LINE_BAD, json_place(json, json_root(json)),
                      STR("an object a line"), str_sub(line->text, 0, 80));
        in->errors++;
        return false;
    }
    for (size_t i = 0; i < in->wanted.count; i++) {
        const struct json_item *item = member_named(json_root(json), in->wanted.name[i]);
        row->cell[i] = (struct cell){ .form = CELL_ABSENT };
        if (item) {
            row->cell[i].form = forms[json_type(item)];
            row->cell[i].text = json_type(item) == JSON_NUMBER || json_type(item) == JSON_STRING
                                    ? json_scalar(json, item)
                                    : (struct str){ 0 };
        }
    }
    return true;
}

/* The members of the first line are the columns; those of objects inside are named with a point
 * between, "metrics.latency". */
static void names_take(struct picking *in, const struct json_item *object, struct str above,
                       unsigned depth)
{
    enum { NESTED = 4 };
    const struct json_item *item = json_next(object, NULL);
    for (; item && in->names < PICK_NAMES; item = json_next(object, item)) {
        struct str name = above.len == 0 ? json_name(item)
                                         : str_format(in->reading->scratch, "%.*s.%.*s",
                                                      STR_ARG(above), STR_ARG(json_name(item)));
        if (json_type(item) == JSON_OBJECT && depth + 1 < NESTED)
            names_take(in, item, name, depth + 1);
        else
            in->name[in->names++] = name;
    }
}

static bool lines_names(struct picking *in, const struct line *line)
{
    struct json *json = NULL;
    struct reading *reading = in->reading;
    if (!json_read_line(reading->scratch, reading->name, line->text, line->number, line->offset,
                        reading->limits, &json, reading->diags))
        return false;
    names_take(in, json_root(json), (struct str){ 0 }, 0);
    return columns_choose(in);
}

static bool lines_take(struct picking *in)
{
    struct lines lines;
    struct line line;
    struct arena *scratch = in->reading->scratch;
    bool first = true;
    lines_begin(&lines, in->reading->bytes);
    while (in->errors < PICK_ERRORS && lines_next(&lines, &line)) {
        struct row row = { .number = line.number, .line = line.number, .offset = line.offset };
        if (str_trim(line.text).len == 0)
            continue;
        if (first && !lines_names(in, &line))
            return false;
        first = false;
        if (json_line_scan(line.text, &in->wanted, row.cell)) {
            row_take(in, &row);
            continue;
        }
        struct arena_mark mark = arena_mark(scratch);
        size_t known = in->phases.count;
        size_t room = in->phases.room;
        size_t units = in->units;
        if (line_read(in, &line, &row))
            row_take(in, &row);
        /* phases and rows live in the same arena */
        if (in->phases.count == known && in->phases.room == room && in->units == units)
            arena_rewind(scratch, mark);
    }
    return in->errors == 0;
}

/* ---- what came of it ---- */

/* Where the column counts up, the rate from each row to the next; the last row has none. Reading
 * goes back or starts anew: the rate is then negative, which the detector calls invalid. */
static void counter_rates(struct rows *rows)
{
    size_t last = rows->value.count - 1;
    for (size_t i = 0; i < last; i++) {
        double step = rows->start.at ? rows->start.at[i + 1] - rows->start.at[i] : 1;
        /* without a step the detector's word is "time stamps", not "infinite" */
        rows->value.at[i] =
            step > 0 ? (rows->value.at[i + 1] - rows->value.at[i]) / step : (double)NAN;
    }
    rows->value.count = rows->row.count = last;
}

static struct source column_source(const struct picking *in, const struct rows *rows, size_t column)
{
    struct str name = in->wanted.name[column];
    struct place from = { .file = in->reading->name,
                          .path = str_format(in->reading->home, "rows %u..%u column %.*s",
                                             rows->row.at[0], rows->row.at[rows->row.count - 1],
                                             STR_ARG(name)) };
    return (struct source){ .evidence = in->reading->evidence, .from = from, .to = from };
}

static struct str phase_names(const struct picking *in)
{
    struct buf buf = buf_new(in->reading->home, 4096);
    for (size_t i = 0; i < in->pick->phase_count; i++) {
        buf_put(&buf, i ? STR(", ") : STR(""));
        buf_put(&buf, in->pick->phase[i]);
    }
    return buf_str(&buf);
}

static struct str column_kept(const struct picking *in, size_t column)
{
    if (column == PICK_NONE)
        return (struct str){ 0 };
    return str_keep(in->reading->home, bare_name(in->wanted.name[column]));
}

static void rows_finish(const struct picking *in, struct rows *rows, double zero,
                        const uint32_t *rank, struct picked *out)
{
    enum series_kind kind = in->pick->kind;
    if (kind == SERIES_UNDECLARED && in->telemetry)
        kind = SERIES_PER_INTERVAL; /* nvidia-smi samples in a loop of fixed cadence */
    if (in->dated)
        for (size_t i = 0; i < rows->start.count; i++)
            rows->start.at[i] -= zero;
    if (in->pick->counter)
        counter_rates(rows);
    for (size_t i = 0; rank && i < rows->phase.count; i++)
        rows->phase.at[i] = rank[rows->phase.at[i]];
    *out = (struct picked){ .name = in->reading->name,
                            .instance = rows->instance,
                            .value = column_kept(in, in->value),
                            .time = column_kept(in, in->time),
                            .work = column_kept(in, in->work),
                            .unit = str_keep(in->reading->home, in->unit) };
    bool lasting = str_eq(out->value, STR("duration_s")) &&
                   (out->unit.len == 0 || str_eq(out->unit, STR("s")));
    if (lasting && out->unit.len == 0)
        out->unit = STR("s");
    out->series = (struct series){ .kind = kind,
                                   .start = rows->start.at,
                                   .duration = lasting ? rows->value.at : NULL,
                                   .value = rows->value.at,
                                   .work = rows->work.at,
                                   .phase = rows->phase.at,
                                   .row = rows->row.at,
                                   .count = rows->value.count,
                                   .load_begin = (double)NAN,
                                   .load_end = (double)NAN,
                                   .source = column_source(in, rows, in->value) };
    if (in->pick->phase_count > 0)
        out->series.phase_columns = phase_names(in);
    if (rows->throttle.count > 0) {
        out->throttle = out->series;
        out->throttle.key = KEY_TELEMETRY_THROTTLE;
        out->throttle.value = rows->throttle.at;
        out->throttle.work = NULL;
    }
}

static bool rows_all(struct picking *in, struct picked **out, size_t *count)
{
    const uint32_t *rank = in->pick->phase_count > 0 ? phases_rank(&in->phases) : NULL;
    double zero = (double)INFINITY;
    *out = ARENA_MANY(in->reading->home, in->units + 1, struct picked);
    *count = 0;
    for (size_t i = 0; i < in->units; i++) {
        struct rows *rows = in->unit_rows[i];
        if (rows->start.count > 0 && rows->start.at[0] < zero)
            zero = rows->start.at[0];
    }
    for (size_t i = 0; i < in->units; i++) {
        if (in->pick->counter && in->unit_rows[i]->value.count < 2)
            continue;
        rows_finish(in, in->unit_rows[i], zero, rank, &(*out)[(*count)++]);
    }
    if (*count == 0) {
        reading_error(in->reading, DIAG_SERIES_CELL, (struct place){ .line = 1 },
                      STR("rows of numbers"), STR("a series without rows"));
    }
    return *count > 0;
}

/* ---- the door ---- */

static bool form_take(struct picking *in, struct picked **out, size_t *count)
{
    struct reading *reading = in->reading;
    struct sniff sniff = { .name = reading->name,
                           .head = str_sub(reading->bytes, 0, (size_t)64 << 10) };
    struct str text = str_trim(sniff.head);
    if (serve_shape(&sniff))
        return pick_requests(reading, out, count);
    if (in->pick->value.len == 0 && pick_has_requests(&sniff))
        return pick_request_rows(reading, out, count);
    if (pick_has_iterations(in->pick, &sniff))
        return pick_iterations(reading, out, count);
    in->telemetry = adapter_nvidia_smi_csv.bid(&sniff) > BID_NONE;
    in->lines = text.len > 0 && text.at[0] == '{';
    struct str rest = reading->bytes, piece = { 0 };
    in->reserve = 1;
    while ((piece = piece_next(reading, &rest, piece)).len)
        in->reserve += line_feeds(piece);
    phases_init(&in->phases, reading->scratch);
    bool taken = pick_json_good(in) && (in->lines ? lines_take(in) : table_take(in));
    if (in->errors >= PICK_ERRORS) {
        reading_error(reading, DIAG_SERIES_CELL, (struct place){ .line = 1 }, STR(""),
                      STR("left after 20 errors"));
    }
    return taken && rows_all(in, out, count);
}

bool ingest_series(struct arena *home, const struct entry *file, const struct limits *limits,
                   const struct pick *pick, struct picked **out, size_t *count, struct diags *diags)
{
    struct arena *scratch = arena_new(SIZE_MAX / 2);
    struct evidence *evidence = ARENA_NEW(home, struct evidence);
    *evidence = (struct evidence){
        .name = file->name, .packed = file->name, .bytes = file->bytes, .digest = file->digest
    };
    struct reading reading = { .home = home,
                               .scratch = scratch,
                               .evidence = evidence,
                               .limits = limits,
                               .facts = facts_new(scratch),
                               .kind = FACT_MEASURED,
                               .passed = pick->passed,
                               .diags = diags };
    struct picking *in = ARENA_NEW(scratch, struct picking);
    in->reading = &reading;
    in->pick = pick;
    progress_begin("reading rows", PROGRESS_BYTES, file->bytes.len);
    bool taken = file_decode(&reading) && form_take(in, out, count);
    progress_end();
    arena_free(scratch);
    return taken;
}
