/* adapter_nsys_stats_text.c - what `nsys stats`, `nsys profile --stats=true` and `nsys nvprof`
 * print: the summaries of Nsight Systems 2019 to 2026 as columns between blanks, or boxed.
 *
 * A line of dashes under the names of the columns (boxed: also above them and below the rows) tells
 * where each column stands; a table ends at a blank line or the next such line. Thousands are
 * grouped by commas. What rows and columns mean is nsys.h's. Defined by NVIDIA, Nsight Systems user
 * guide, stats reports. */
#include "nsys.h"
#include "sniff.h"

static int bid(const struct sniff *sniff)
{
    struct lines lines;
    struct line line;
    lines_begin(&lines, sniff->head);
    while (lines_next(&lines, &line)) {
        struct str text = str_trim(line.text);
        text = str_trim(str_starts(text, STR("|")) ? str_sub(text, 1, text.len) : text);
        bool share = str_starts(text, STR("Time (%) ")) || str_starts(text, STR("Time(%) "));
        if (share && str_find(text, STR("Total Time")) != SIZE_MAX &&
            (str_find(text, STR("Instances")) != SIZE_MAX ||
             str_find(text, STR("Calls")) != SIZE_MAX ||
             str_find(text, STR("Operation")) != SIZE_MAX))
            return BID_SHAPE;
    }
    return BID_NONE;
}

struct ruler {
    size_t from[NSYS_COLUMNS], to[NSYS_COLUMNS];
    size_t count;
    bool boxed;
};

/* A line of nothing but dashes between blanks or crosses. */
static bool ruler_read(struct str line, struct ruler *out)
{
    size_t from = SIZE_MAX;
    *out = (struct ruler){ .boxed = str_find(line, STR("+")) != SIZE_MAX ||
                                    str_find(line, STR("|")) != SIZE_MAX };
    for (size_t i = 0; i <= line.len; i++) {
        char c = ' ';
        if (i < line.len)
            c = line.at[i];
        if (c == '-' || c == '=') {
            from = from == SIZE_MAX ? i : from;
            continue;
        }
        if (c != ' ' && c != '+' && c != '|')
            return false;
        if (from != SIZE_MAX && out->count < NSYS_COLUMNS) {
            out->from[out->count] = from;
            out->to[out->count++] = i;
        }
        from = SIZE_MAX;
    }
    return out->count >= 3;
}

/* The last column of a table without boxes goes to the end of its line. */
static struct str part_of(const struct ruler *ruler, size_t at, struct str line)
{
    bool rest = at + 1 == ruler->count && !ruler->boxed;
    return str_trim(str_sub(line, ruler->from[at] < line.len ? ruler->from[at] : line.len,
                            rest || ruler->to[at] > line.len ? line.len : ruler->to[at]));
}

struct table {
    struct ruler ruler;
    struct str name[NSYS_COLUMNS];
    bool open;
};

static void table_turn(struct nsys *nsys, struct table *table, const struct ruler *ruler,
                       struct str before)
{
    *table = (struct table){ .ruler = *ruler };
    for (size_t i = 0; i < ruler->count; i++)
        table->name[i] = part_of(ruler, i, before);
    table->open = nsys_known(table->name, ruler->count);
    if (table->open)
        nsys_table(nsys, table->name, ruler->count);
}

/* Whether blanks or bars stand around each column of the line. */
static bool row_fits(const struct ruler *ruler, struct str line)
{
    for (size_t i = 0; i < ruler->count; i++) {
        size_t before = ruler->from[i] - 1, behind = ruler->to[i];
        bool rest = i + 1 == ruler->count && !ruler->boxed;
        bool cut = ruler->from[i] > 0 && before < line.len && line.at[before] != ' ' &&
                   line.at[before] != '|';
        if (cut || (!rest && behind < line.len && line.at[behind] != ' ' && line.at[behind] != '|'))
            return false;
    }
    return true;
}

static void row_take(struct nsys *nsys, const struct table *table, const struct line *line)
{
    struct nsys_cell cell[NSYS_COLUMNS];
    if (!row_fits(&table->ruler, line->text)) {
        reading_error(nsys->reading, DIAG_LINE_BAD, line_place(nsys->reading, line, line->text),
                      STR("values below the dashes of their column"), line->text);
        return;
    }
    for (size_t i = 0; i < table->ruler.count; i++) {
        struct str text = part_of(&table->ruler, i, line->text);
        cell[i] = (struct nsys_cell){ table->name[i], text, line_place(nsys->reading, line, text) };
    }
    nsys_row(nsys, cell, table->ruler.count, line->number);
}

static bool read(struct reading *reading)
{
    struct nsys nsys;
    struct lines lines;
    struct line line;
    struct table table = { .open = false };
    struct ruler ruler;
    struct str before = { 0 };
    nsys_begin(&nsys, reading);
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line)) {
        if (ruler_read(line.text, &ruler))
            table_turn(&nsys, &table, &ruler, before);
        else if (str_trim(line.text).len == 0)
            table.open = false;
        else if (table.open)
            row_take(&nsys, &table, &line);
        before = line.text;
    }
    nsys_end(&nsys);
    return true;
}

const struct adapter adapter_nsys_stats_text = {
    .name = "nsys-stats-text",
    .title = "Time by kernel, copy, call and range, as printed",
    .tool = "nsys stats, nsys profile --stats=true, Nsight Systems 2019 to 2026",
    .spec = "NVIDIA, Nsight Systems user guide, stats reports",
    .unseen = true,
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .field = nsys_fields,
    .field_count = NSYS_FIELDS,
    .traits = TRAIT_WATCHES,
};
