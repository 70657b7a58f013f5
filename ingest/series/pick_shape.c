/* pick_shape.c - is a file a table or JSON Lines at all? Says what it is instead, and what to do.
 *
 * Spreadsheets write semicolons, tabs and no heading; programs write one JSON value over many
 * lines. Reading them as something else would drop a row or take half a number. */
#include "series_pick.h"

#include <string.h>

static bool refuse(struct picking *in, struct place place, const char *said, const char *expected)
{
    place.file = in->reading->name;
    reading_error(in->reading, DIAG_CSV_BAD, place, str_from(expected), str_from(said));
    in->errors++;
    return false;
}

static bool all_numbers(const struct csv *csv)
{
    double number;
    for (size_t i = 0; i < csv->columns; i++)
        if (!num_real(csv->name[i], &number))
            return false;
    return true;
}

bool pick_heading_good(struct picking *in, const struct csv *csv)
{
    struct str first = csv->columns > 0 ? csv->name[0] : (struct str){ 0 };
    struct place place = { .line = 1 };
    bool alone = csv->columns == 1 && first.len > 0;
    for (size_t i = 0; i < csv->columns; i++) {
        if (csv->name[i].len > 0 && memchr(csv->name[i].at, '\r', csv->name[i].len)) {
            return refuse(in, place, "lines end in a carriage return alone",
                          "a line feed, or both, at the end of each line");
        }
    }
    if (alone && memchr(first.at, ';', first.len)) {
        return refuse(in, place, "semicolons between columns",
                      "commas between columns and a point in numbers");
    }
    if (alone && memchr(first.at, '\t', first.len))
        return refuse(in, place, "tabs between columns", "commas between columns");
    if (first.len > 0 && first.at[0] == '#') {
        return refuse(in, place, "a comment above the table",
                      "a line of column names first; take the comment away");
    }
    if (csv->columns > 0 && all_numbers(csv)) {
        return refuse(in, place, "numbers in the first line",
                      "a line of column names above them, such as t_s,value");
    }
    return true;
}

bool pick_row_good(struct picking *in, const struct csv *csv)
{
    for (size_t i = csv->columns; i < csv->cells; i++) {
        if (csv->cell[i].len > 0) {
            struct place place = { .line = csv->start_line, .offset = csv->start_offset };
            return refuse(in, place, "more cells than columns",
                          "as many as the first line names; a number has no comma inside");
        }
    }
    return true;
}

/* No spreadsheet wrote JSON: what would help another table is no help here. */
static bool refuse_json(struct picking *in, const char *said)
{
    reading_error(
        in->reading, DIAG_LINE_BAD, (struct place){ .file = in->reading->name, .line = 1 },
        STR("JSON Lines, an object on each line, such as `jq -c` writes, or a result whose "
            "tool keeps the times of single iterations or requests"),
        str_from(said));
    in->errors++;
    return false;
}

bool pick_json_good(struct picking *in)
{
    struct str text = str_trim(in->reading->bytes);
    const char *end = text.len > 0 ? memchr(text.at, '\n', text.len) : NULL;
    struct str first = str_trim(str_sub(text, 0, end ? (size_t)(end - text.at) : text.len));
    if (text.len > 0 && text.at[0] == '[')
        return refuse_json(in, "a JSON array");
    if (in->lines && end && !str_ends(first, STR("}")))
        return refuse_json(in, "one JSON object over several lines");
    return true;
}
