/* steps.c - lines of a training program's console: labelled numbers, and intervals as a series. */
#include "steps.h"

#include <math.h>

void labelled_hold(struct reading *reading, struct labelled_held *held, const struct labelled *now)
{
    text_hold(reading->scratch, &held->text, now->text);
    held->now = *now;
    held->now.text = text_held_now(&held->text);
}

bool steps_number(struct reading *reading, const struct line *line, struct str text,
                  const char *label, struct labelled *out)
{
    enum { DIGITS_MOST = 48 };
    char digits[DIGITS_MOST];
    struct str name = str_from(label);
    size_t at = str_find(text, name), count = 0;
    if (at == SIZE_MAX)
        return false;
    size_t from = at + name.len, to;
    while (from < text.len && text.at[from] == ' ')
        from++;
    for (to = from; to < text.len && count < DIGITS_MOST; to++) {
        char c = text.at[to];
        bool thousands = c == ',' && to + 1 < text.len && text.at[to + 1] >= '0' &&
                         text.at[to + 1] <= '9' && count > 0;
        if (!is_number_char(c) && !thousands)
            break;
        if (!thousands)
            digits[count++] = c;
    }
    *out = (struct labelled){ .text = str_sub(text, from, to) };
    out->place = line_place(reading, line, out->text);
    if (num_real((struct str){ digits, count }, &out->value))
        return true;
    reading_error(reading, DIAG_LINE_BAD, line_place(reading, line, str_sub(text, at, to)),
                  str_format(reading->scratch, "a number behind \"%s\"", label),
                  str_sub(text, at, to + 16));
    return false;
}

void steps_take(struct reading *reading, const struct line *line, struct str text,
                const struct steps_row *row, struct labelled *own, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct labelled now;
        if (steps_number(reading, line, text, row[i].label, &now))
            own[i] = now;
    }
}

void steps_hold(struct reading *reading, const struct labelled *own, struct labelled_held *last,
                size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (own[i].text.len > 0)
            labelled_hold(reading, &last[i], &own[i]);
}

void steps_facts(struct reading *reading, const struct steps_row *row,
                 const struct labelled_held *last, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct labelled *now = &last[i].now;
        if (now->text.len > 0)
            reading_number(reading, row[i].key, str_from(row[i].instance), now->text, now->value,
                           row[i].unit, now->place);
    }
}

void steps_begin(struct steps *steps)
{
    *steps = (struct steps){ .last = -1 };
}

bool steps_put(struct steps *steps, struct reading *reading, const struct line *line,
               const struct labelled *iteration, double seconds, double work, double rate)
{
    if (iteration->value <= steps->last) {
        reading_contradiction(reading, iteration->text, iteration->place,
                              str_format(reading->scratch, "iteration %.*s was before",
                                         STR_ARG(text_held_now(&steps->last_text))));
        return false;
    }
    size_t count = steps->start.count;
    double before = count > 0 ? steps->start.at[count - 1] + steps->duration.at[count - 1] : 0;
    steps->last = iteration->value;
    text_hold(reading->scratch, &steps->last_text, iteration->text);
    column_put(reading->home, &steps->start, before);
    column_put(reading->home, &steps->duration, seconds);
    column_put(reading->home, &steps->work, work);
    column_put(reading->home, &steps->value, rate);
    index_put(reading->home, &steps->row, line->number);
    struct place place = iteration->place;
    if (steps->row.count == 1)
        steps->from = place;
    steps->to = place;
    return true;
}

void steps_series(const struct steps *steps, struct reading *reading, enum key key, enum unit unit,
                  enum unit work_unit, const char *column)
{
    bool timed = true, worked = true;
    for (size_t i = 0; i < steps->row.count; i++) {
        timed = timed && !isnan(steps->duration.at[i]);
        worked = worked && !isnan(steps->work.at[i]);
    }
    if (steps->row.count == 0)
        return;
    struct series series = {
        .key = key,
        .unit = unit,
        .kind = SERIES_PER_INTERVAL,
        .start = timed ? steps->start.at : NULL,
        .duration = timed ? steps->duration.at : NULL,
        .value = steps->value.at,
        .work = worked ? steps->work.at : NULL,
        .work_unit = worked ? work_unit : UNIT_NONE,
        .row = steps->row.at,
        .count = steps->row.count,
        .load_begin = NAN,
        .load_end = NAN,
        .source = { .from = steps->from, .to = steps->to },
    };
    series.source.from.path = series.source.to.path = str_from(column);
    reading_series(reading, &series);
}

bool steps_done(struct reading *reading, const struct labelled_held *last, const char *expected)
{
    const struct labelled *now = &last->now;
    if (now->text.len == 0) {
        reading_missing(reading, expected);
        return false;
    }
    reading_number(reading, KEY_ITERATION_COUNT, STR(""), now->text, now->value, UNIT_ITERATION,
                   now->place);
    return true;
}
