/* ncu.c - how Nsight Compute writes numbers, told by all values of a file together. */
#include "ncu.h"
#include "run_names.h"

/* What one value shows. */
static enum ncu_writing writing_of(struct arena *home, struct str text)
{
    size_t point = str_find(text, STR("."));
    size_t comma = str_find(text, STR(","));
    double value;
    if (text.len == 0 || text.at[0] < '0' || text.at[0] > '9')
        return NCU_EITHER;
    if (comma != SIZE_MAX) {
        bool grouped = csv_grouped(home, text, &value);
        bool twice = str_find(str_sub(text, comma + 1, text.len), STR(",")) != SIZE_MAX;
        return !grouped ? NCU_COMMA : twice || point != SIZE_MAX ? NCU_POINT : NCU_EITHER;
    }
    /* "1.234" may be a thousand elsewhere; "1.23" and "0.123" are none */
    bool decimal = point != SIZE_MAX && num_real(text, &value) &&
                   (text.len - point - 1 != 3 || point > 3 || text.at[0] == '0');
    return decimal ? NCU_POINT : NCU_EITHER;
}

/* Looks ahead over all values; what is wrong with a row is said when it is read. */
enum ncu_writing ncu_writing_of(const struct csv *csv, size_t from, size_t to)
{
    struct reading quiet = *csv->reading;
    struct csv *ahead = ARENA_NEW(quiet.scratch, struct csv);
    enum ncu_writing all = NCU_EITHER;
    *ahead = *csv;
    ahead->reading = &quiet;
    quiet.diags = diags_new(quiet.scratch);
    while (all != NCU_COMMA && csv_next(ahead)) {
        for (size_t i = from; i < to && i < ahead->cells && all != NCU_COMMA; i++) {
            enum ncu_writing writing = writing_of(quiet.scratch, csv_cell(ahead, i));
            all = writing != NCU_EITHER ? writing : all;
        }
    }
    return all;
}

/* Where a comma is a decimal one, a point groups: neither is read. */
bool ncu_value(struct arena *home, enum ncu_writing writing, struct str text, double *out)
{
    if (writing == NCU_COMMA && str_find(text, STR(".")) != SIZE_MAX)
        return false;
    return num_real(text, out) || (writing == NCU_POINT && csv_grouped(home, text, out));
}

void ncu_notes(struct reading *reading)
{
    enum { MOST = 4 };
    const struct str begins = STR("==WARNING== Note: ");
    struct lines lines;
    struct line line;
    size_t count = 0;
    lines_begin(&lines, reading->bytes);
    while (count < MOST && lines_next(&lines, &line) && !str_starts(line.text, STR("\"ID\""))) {
        struct str said = str_sub(line.text, begins.len, line.text.len);
        if (str_starts(line.text, begins)) {
            (void)reading_fact(reading, KEY_PROFILE_SETTING,
                               str_format(reading->scratch, "note %zu", ++count), said, UNIT_NONE,
                               line_place(reading, &line, said));
        }
    }
}
