/* reading.c - what an adapter can do with the file before it: facts, series, errors, places. */
#include "reading.h"

#include <math.h>

#include <assert.h>
#include <string.h>

/* ---- facts ---- */

static struct place place_keep(struct reading *reading, struct place place)
{
    place.file = reading->name;
    place.path = str_keep(reading->home, place.path);
    place.offset = reading_offset(reading, place.offset);
    return place;
}

static void fact_add(struct reading *reading, struct fact fact, struct str instance,
                     struct place place)
{
    if (instance.len == 0 && reading->current.len && reading->selected.len == 0)
        instance = reading->current;
    fact.instance = str_keep(reading->home, instance);
    fact.kind = reading->kind;
    fact.system = reading->system;
    fact.machine = reading->machine;
    fact.run = reading->run;
    fact.defined = defined_find(reading, fact.key);
    fact.value.text = str_keep(reading->home, fact.value.text);
    fact.source =
        (struct source){ .evidence = reading->evidence, .from = place_keep(reading, place) };
    facts_add(reading->facts, &fact);
}

/* 2^53: up to here each count is a number of its own, and none of a benchmark comes near. */
static const double COUNT_MOST = 9007199254740992.0;

/* The number a text means for a key; false: said what is wrong. */
static bool fact_number(struct reading *reading, enum key key, struct quantity *value,
                        struct place place)
{
    const struct vocabulary_row *row = vocabulary_row(key);
    enum unit given = value->unit;
    if (!number_read(value->text, &value->value, &value->unit)) {
        reading_error(reading, DIAG_VALUE_BAD, place, STR("a number"), value->text);
        return false;
    }
    if (row->type == TYPE_COUNT && fabs(value->value) > COUNT_MOST) {
        reading_error(reading, DIAG_VALUE_BAD, place, STR("a count below 2^53"), value->text);
        return false;
    }
    if (row->unit != UNIT_NONE && unit_row(value->unit)->base != unit_row(row->unit)->base) {
        if (value->unit != given || given != UNIT_COUNT) {
            reading_error(
                reading, DIAG_VALUE_BAD, place,
                str_format(reading->scratch, "a number in %s", unit_row(row->unit)->title),
                value->text);
            return false;
        }
        value->unit = row->unit;
    }
    value->number = true;
    return true;
}

/* False: said what is wrong. */
static bool fact_time(struct reading *reading, struct quantity *value, struct place place)
{
    struct moment moment;
    double seconds;
    if (num_real(value->text, &seconds)) {
        if (fabs(seconds) >= UNIX_SECONDS_MOST) {
            reading_error(reading, DIAG_VALUE_BAD, place,
                          STR("seconds since 1970; this looks like a smaller unit"), value->text);
            return false;
        }
        value->value = seconds;
        value->number = true;
    } else if (reading_time(reading, value->text, &moment) && moment.zoned) {
        value->value = moment.unix_s;
        value->number = true;
    }
    value->unit = value->number ? UNIT_SECOND : UNIT_NONE;
    return true;
}

/* "inf", Infinity, as Python's tools write a request rate without a limit. */
static bool is_unlimited(struct str text)
{
    return str_eq(text, STR("inf")) || str_eq(text, STR("Infinity"));
}

bool reading_fact_alone(struct reading *reading, enum key key, struct str instance, struct str text,
                        enum unit unit, struct place place)
{
    const struct vocabulary_row *row = vocabulary_row(key);
    struct fact fact = { .key = key, .value = { .text = str_trim(text), .unit = unit } };
    place.file = reading->name;
    if (!str_is_utf8(fact.value.text) || !str_is_utf8(instance)) {
        reading_error(reading, DIAG_VALUE_BAD, place, STR("UTF-8"), fact.value.text);
        return false;
    }
    fact.placeholder = value_is_placeholder(key, fact.value.text);
    if (fact.placeholder) {
        fact.value.unit = UNIT_NONE;
        fact_add(reading, fact, instance, place);
        return true;
    }
    switch (row->type) {
    case TYPE_COUNT:
    case TYPE_REAL:
        if (key == KEY_LOAD_RATE && is_unlimited(fact.value.text)) {
            fact.value.unit = UNIT_NONE; /* all at once: a statement, and no number */
            break;
        }
        fact.value.unit = unit == UNIT_NONE ? row->unit : unit;
        if (!fact_number(reading, key, &fact.value, place))
            return false;
        break;
    case TYPE_TIME:
        if (!fact_time(reading, &fact.value, place))
            return false;
        break;
    case TYPE_TEXT:
    case TYPE_VERSION:
    case TYPE_LIST:
        fact.value.unit = UNIT_NONE;
        break;
    }
    fact_add(reading, fact, instance, place);
    return true;
}

void reading_number(struct reading *reading, enum key key, struct str instance, struct str text,
                    double value, enum unit unit, struct place place)
{
    struct fact fact = { .key = key,
                         .value = { .text = str_trim(text),
                                    .value = value,
                                    .unit = unit == UNIT_NONE ? vocabulary_row(key)->unit : unit,
                                    .number = true } };
    fact_add(reading, fact, instance, place);
}

void reading_error(struct reading *reading, enum diag_id id, struct place place,
                   struct str expected, struct str said)
{
    enum { QUOTED = 200 };
    place.file = reading->name;
    place.offset = reading_offset(reading, place.offset);
    struct str shown = str_sub(said, 0, QUOTED);
    if (shown.len) {
        diag_add(reading->diags, id, place, expected, "\"%.*s\"%s", STR_ARG(shown),
                 shown.len < said.len ? " ..." : "");
    } else {
        diag_add(reading->diags, id, place, expected, "%s", "");
    }
}

void reading_missing(struct reading *reading, const char *path)
{
    reading_error(reading, DIAG_VALUE_BAD, (struct place){ .path = str_from(path) },
                  STR("a value: the format needs it"), STR(""));
}

bool reading_run(struct reading *reading, struct str index)
{
    bool wanted = reading->selected.len == 0 || str_eq(reading->selected, index);
    reading->current = str_keep(reading->home, index);
    reading->selected_found = reading->selected_found || (wanted && reading->selected.len != 0);
    return wanted;
}

struct str reading_instance(const struct reading *reading, struct str statistic)
{
    if (reading->current.len == 0 || reading->selected.len > 0)
        return statistic;
    return str_format(reading->home, "%.*s %.*s", STR_ARG(reading->current), STR_ARG(statistic));
}

void reading_series(struct reading *reading, const struct series *series)
{
    struct series_item *item = ARENA_NEW(reading->home, struct series_item);
    item->series = *series;
    if (!series->source.evidence) {
        item->series.source.evidence = reading->evidence;
        item->series.source.from = place_keep(reading, series->source.from);
        item->series.source.to = place_keep(reading, series->source.to);
        struct source *column[] = { &item->series.work_source, &item->series.start_source };
        for (size_t i = 0; i < ARRAY_COUNT(column); i++) {
            if (column[i]->from.path.len || column[i]->from.line) {
                column[i]->evidence = reading->evidence;
                column[i]->from = place_keep(reading, column[i]->from);
                column[i]->to = place_keep(reading, column[i]->to);
            }
        }
    }
    if (reading->series_last)
        reading->series_last->next = item;
    else
        reading->series = item;
    reading->series_last = item;
    reading->series_count++;
}

/* ---- places ---- */

uint32_t column_of(struct str before)
{
    uint32_t column = 1;
    for (size_t i = 0; i < before.len; i++)
        column += ((unsigned char)before.at[i] & 0xC0U) != 0x80U ? 1 : 0;
    return column;
}

/* Places are asked for in the order of a table of fields and by the thousand on one line: counting
 * lines from the start, or columns from the line's, would take time with the square of the file. */
struct text_mark {
    uint32_t line, column;
};
enum { MARK_STEP = 4096 };

static struct text_mark mark_walk(struct text_mark here, struct str bytes)
{
    const char *newline;
    while (bytes.len && (newline = memchr(bytes.at, '\n', bytes.len))) {
        bytes = str_sub(bytes, (size_t)(newline - bytes.at) + 1, bytes.len);
        here.line++;
        here.column = 1;
    }
    for (size_t i = 0; i < bytes.len; i++)
        here.column += ((unsigned char)bytes.at[i] & 0xC0U) != 0x80U;
    return here;
}

/* In home, since an adapter may rewind scratch between two places. */
static void marks_note(struct reading *reading)
{
    struct str bytes = reading->bytes;
    size_t count = bytes.len / MARK_STEP + 1, passed = 0;
    struct text_mark *mark = ARENA_MANY(reading->home, count, struct text_mark);
    mark[0] = (struct text_mark){ 1, 1 };
    for (size_t i = 1; i < count; i++) {
        mark[i] = mark_walk(mark[i - 1], str_sub(bytes, (i - 1) * MARK_STEP, i * MARK_STEP));
        file_passing(bytes, i * MARK_STEP, &passed);
    }
    reading->mark = mark;
}

struct place place_at(struct reading *reading, uint64_t offset)
{
    assert(offset <= reading->bytes.len);
    if (reading->feed) {
        struct place place = { .file = reading->name, .offset = offset };
        feed_spot(reading->feed, (size_t)offset, &place.line, &place.column);
        return place;
    }
    if (!reading->mark)
        marks_note(reading);
    size_t from = (size_t)offset / MARK_STEP;
    struct text_mark here =
        mark_walk(reading->mark[from], str_sub(reading->bytes, from * MARK_STEP, (size_t)offset));
    return (struct place){
        .file = reading->name, .offset = offset, .line = here.line, .column = here.column
    };
}

size_t line_feeds(struct str bytes)
{
    enum { WORD = sizeof(uint64_t), WORDS = 31 }; /* 31 times eight: a byte holds their sum */
    static const uint64_t ones = 0x0101010101010101, low = 0x7f * ones;
    size_t at = 0, count = 0;
    while (bytes.len - at >= (size_t)WORD * WORDS) {
        uint64_t sums = 0;
        for (size_t end = at + (size_t)WORD * WORDS; at < end; at += WORD) {
            uint64_t word;
            memcpy(&word, bytes.at + at, WORD);
            word ^= '\n' * ones;
            /* The highest bit of each byte that is zero: exact, no carry leaves a byte. */
            sums += ~(((word & low) + low) | word | low) >> 7;
        }
        count += (size_t)(sums * ones >> 56);
    }
    for (; at < bytes.len; at++)
        count += bytes.at[at] == '\n' ? 1 : 0;
    return count;
}

struct str piece_next(const struct reading *reading, struct str *rest, struct str before)
{
    enum { PIECE = 4 << 20 };
    struct str piece = str_sub(*rest, 0, PIECE);
    *rest = str_sub(*rest, piece.len, rest->len);
    if (before.len)
        (reading->passed ? reading->passed : file_passed)(before);
    return piece;
}

struct str text_held_now(const struct text_held *held)
{
    return (struct str){ held->at, held->len };
}

void text_hold(struct arena *home, struct text_held *held, struct str text)
{
    enum { ROOM = 32 };
    if (!held->at || text.len > held->room) {
        held->room = text.len > ROOM ? text.len * 2 : ROOM;
        held->at = ARENA_MANY(home, held->room, char);
    }
    if (text.len)
        memcpy(held->at, text.at, text.len);
    held->len = text.len;
}

/* ---- what was read is let go
 * ---------------------------------------------------------------------
 */

bool reading_more(struct reading *reading)
{
    struct str before = reading->bytes;
    if (reading->feed)
        reading->bytes = feed_more(reading->feed, before.len);
    return reading->bytes.len > before.len;
}

void reading_pass(struct reading *reading, uint64_t at, size_t *passed)
{
    enum { PIECE = 1 << 20 };
    if (!reading->feed) {
        file_passing(reading->bytes, (size_t)at, passed);
    } else if (*passed == 0) {
        *passed = (size_t)at;
        feed_keep(reading->feed, *passed);
    } else if (at - *passed >= PIECE) {
        *passed = (size_t)at;
        feed_passed(reading->feed, *passed);
    }
}

/* ---- columns ---- */

enum { COLUMN_FIRST = 1024 };

void column_put(struct arena *home, struct column *column, double value)
{
    double *before = column->at;
    ARENA_GROW(home, double, column->at, column->count, column->room, COLUMN_FIRST);
    if (before && before != column->at)
        arena_let_go(before, column->count * sizeof *before);
    column->at[column->count++] = value;
}

void index_put(struct arena *home, struct index_column *column, uint32_t value)
{
    uint32_t *before = column->at;
    ARENA_GROW(home, uint32_t, column->at, column->count, column->room, COLUMN_FIRST);
    if (before && before != column->at)
        arena_let_go(before, column->count * sizeof *before);
    column->at[column->count++] = value;
}
