/* pick_cells.c - cells of a series picked on the command line: numbers with or without a unit,
 * times, phases.
 *
 * Decimal numbers as JSON writes them; no hexadecimal, no thousands. What stands for "missing" is
 * NaN, infinities stay, so that the detector speaks of them and not the reader. */
#include "series_pick.h"

#include <math.h>

bool pick_error(struct picking *in, const struct row *row, size_t column, const char *expected)
{
    const struct cell *cell = &row->cell[column];
    struct str name = in->wanted.name[column];
    struct arena *scratch = in->reading->scratch;
    struct place place = { .file = in->reading->name,
                           .offset = row->offset,
                           .line = row->line,
                           .path = in->lines ? str_format(scratch, "/%.*s", STR_ARG(name))
                                             : str_format(scratch, "row %u column %.*s",
                                                          row->number, STR_ARG(name)) };
    in->errors++;
    reading_error(in->reading, DIAG_SERIES_CELL, place, str_from(expected),
                  cell->form == CELL_ABSENT ? STR("nothing there") : str_sub(cell->text, 0, 80));
    return false;
}

static bool infinity_read(struct str text, double *out)
{
    static const char *const positive[] = { "inf", "Inf", "+inf", "infinity", "Infinity" };
    static const char *const negative[] = { "-inf", "-Inf", "-infinity", "-Infinity" };
    for (size_t i = 0; i < ARRAY_COUNT(positive); i++) {
        if (str_eq(text, str_from(positive[i]))) {
            *out = (double)INFINITY;
            return true;
        }
    }
    for (size_t i = 0; i < ARRAY_COUNT(negative); i++) {
        if (str_eq(text, str_from(negative[i]))) {
            *out = -(double)INFINITY;
            return true;
        }
    }
    return false;
}

static bool is_missing(struct str text)
{
    return text_is_placeholder(text) || str_eq(text, STR("nan")) || str_eq(text, STR("NaN")) ||
           str_eq(text, STR("NAN"));
}

/* "61.2 W": one unit a column, that of its first number. */
static bool united_read(struct picking *in, struct str text, double *out)
{
    enum unit unit = UNIT_NONE;
    enum unit first = UNIT_NONE;
    if (!number_read(text, out, &unit) || unit == UNIT_NONE)
        return false;
    if (in->unit.len == 0)
        in->unit = str_from(unit_row(unit)->symbol);
    if (!unit_find(in->unit, &first) || unit_row(first)->base != unit_row(unit)->base)
        return false;
    if (first != unit)
        *out *= unit_row(unit)->factor / unit_row(first)->factor;
    return true;
}

bool pick_number(struct picking *in, const struct row *row, size_t column, double *out)
{
    const struct cell *cell = &row->cell[column];
    if (cell->form == CELL_NUMBER && cell_real(cell, out)) {
        in->bare = in->bare || column == in->value;
        return !(column == in->value && in->united) ||
               pick_error(in, row, column, "a number with its unit, as in the rows before");
    }
    if (cell->form == CELL_NULL || (cell->form == CELL_TEXT && is_missing(cell->text))) {
        *out = (double)NAN;
        return true;
    }
    if (cell->form == CELL_TEXT && infinity_read(cell->text, out))
        return true;
    if (cell->form == CELL_TEXT && column == in->value && united_read(in, cell->text, out)) {
        in->united = true;
        return !in->bare ||
               pick_error(in, row, column, "a number without a unit, as in the rows before");
    }
    return pick_error(in, row, column, "a decimal number");
}

/* A number of seconds or a date. Only differences count, so a date without a zone will do. */
bool pick_time(struct picking *in, const struct row *row, double *out)
{
    const struct cell *cell = &row->cell[in->time];
    struct moment moment;
    if (cell->form == CELL_NUMBER && cell_real(cell, out)) {
        return fabs(*out) < UNIX_SECONDS_MOST ||
               pick_error(in, row, in->time, "seconds; this looks like a smaller unit");
    }
    if (cell->form == CELL_TEXT && time_read(cell->text, &moment)) {
        in->dated = true;
        *out = moment.unix_s;
        return true;
    }
    return pick_error(in, row, in->time, "seconds or a date");
}

double pick_mask(const struct row *row, size_t column)
{
    uint64_t mask = 0;
    return num_hex(row->cell[column].text, &mask) ? (double)mask : (double)NAN;
}

bool pick_phase(struct picking *in, const struct row *row, uint32_t *out)
{
    const struct cell *cell[PICK_PHASES];
    for (size_t i = 0; i < in->pick->phase_count; i++) {
        cell[i] = &row->cell[in->phase[i]];
        if ((cell[i]->form != CELL_NUMBER && cell[i]->form != CELL_TEXT) || cell[i]->text.len == 0)
            return pick_error(in, row, in->phase[i], "a number or text in each row");
    }
    *out = phases_put(&in->phases, cell, in->pick->phase_count);
    return true;
}

bool pick_work(struct picking *in, const struct row *row, double *out)
{
    return pick_number(in, row, in->work, out) &&
           ((*out >= 0 && isfinite(*out)) ||
            pick_error(in, row, in->work, "a number of 0 or more in each row"));
}
