/* adapter_lm_eval_log.c - console output of lm-evaluation-harness (0.4 on): the line with model,
 * arguments and limit, and the table of scores behind it.
 *
 * |Tasks|Version|Filter|n-shot|Metric| |Value| |Stderr|: a row without a task goes on with the one
 * above. Scores are rounded to four decimals. */
#include "reading.h"
#include "sniff.h"

static const struct field fields[] = {
    { "Stderr", KEY_ACCURACY_ERROR, UNIT_NONE, false },
    { "Value", KEY_ACCURACY_SCORE, UNIT_NONE, true },
    { "Version", KEY_ACCURACY_VERSION, UNIT_NONE, false },
    { "limit", KEY_ACCURACY_LIMIT, UNIT_NONE, false },
    { "n-shot", KEY_ACCURACY_SHOTS, UNIT_COUNT, false },
};

static int bid(const struct sniff *sniff)
{
    struct str rest = sniff->head;
    struct str line;
    while (str_cut(&rest, '\n', &line))
        if (str_starts(line, STR("|")) && str_find(line, STR("Tasks")) != SIZE_MAX &&
            str_find(line, STR("|n-shot|")) != SIZE_MAX &&
            str_find(line, STR("Stderr|")) != SIZE_MAX)
            return BID_SIGNATURE;
    return BID_NONE;
}

enum { CELLS = 16 };
struct table {
    struct reading *reading;
    struct str column[CELLS];
    size_t columns;
    struct str task;
};

static size_t cells_of(struct str line, struct str *cell)
{
    struct str rest = str_sub(str_trim(line), 1, line.len);
    struct str text;
    size_t count = 0;
    while (count < CELLS && str_cut(&rest, '|', &text))
        if (rest.at)
            cell[count++] = str_trim(text);
    return count;
}

static struct str cell_of(const struct table *table, const struct str *cell, const char *name)
{
    for (size_t i = 0; i < table->columns; i++)
        if (str_eq(table->column[i], str_from(name)))
            return cell[i];
    return (struct str){ 0 };
}

static void cell_fact(const struct table *table, const struct line *line, enum key key,
                      struct str instance, struct str text)
{
    if (text.len > 0) {
        reading_fact(table->reading, key, instance, text, UNIT_NONE,
                     line_place(table->reading, line, text));
    }
}

/* Which way is better stands in a column without a name, and so does the sign before the error. */
static void direction_read(const struct table *table, const struct line *line, struct str metric,
                           size_t column, struct str text)
{
    static const struct str arrows[] = { STR_INIT("\u2191"), STR_INIT("\u2193") };
    if (table->column[column].len > 0 || text.len == 0 || str_eq(text, STR("\u00b1")))
        return;
    if (str_eq(text, arrows[0]) || str_eq(text, arrows[1])) {
        cell_fact(table, line, KEY_ACCURACY_BETTER, metric, text);
    } else {
        reading_error(table->reading, DIAG_VALUE_BAD, line_place(table->reading, line, text),
                      STR("an arrow up or down"), text);
    }
}

/* Of a column said twice neither value is taken. */
static void header_read(struct table *table, const struct line *line)
{
    table->columns = cells_of(line->text, table->column);
    for (size_t i = 0; i < table->columns; i++) {
        struct str name = table->column[i];
        for (size_t k = i + 1; k < table->columns && name.len > 0; k++) {
            if (str_eq(name, table->column[k])) {
                reading_error(table->reading, DIAG_LINE_BAD,
                              line_place(table->reading, line, table->column[k]),
                              STR("each column name once"), name);
                table->column[i] = table->column[k] = STR("said twice");
            }
        }
    }
}

static void row_read(struct table *table, const struct line *line)
{
    struct str cell[CELLS];
    size_t count = cells_of(line->text, cell);
    if (count == 0 || count != table->columns || str_starts(cell[0], STR("---")))
        return;
    struct str task = cell_of(table, cell, "Tasks");
    if (task.len > 0) {
        table->task = task;
        cell_fact(table, line, KEY_ACCURACY_VERSION, task, cell_of(table, cell, "Version"));
        cell_fact(table, line, KEY_ACCURACY_SHOTS, task, cell_of(table, cell, "n-shot"));
    }
    struct str metric = cell_of(table, cell, "Metric");
    struct str filter = cell_of(table, cell, "Filter");
    struct str task_metric =
        str_format(table->reading->scratch, "%.*s %.*s", STR_ARG(table->task), STR_ARG(metric));
    struct str instance =
        str_format(table->reading->scratch, "%.*s,%.*s", STR_ARG(task_metric), STR_ARG(filter));
    for (size_t i = 0; i < count; i++)
        direction_read(table, line, task_metric, i, cell[i]);
    cell_fact(table, line, KEY_ACCURACY_SCORE, instance, cell_of(table, cell, "Value"));
    cell_fact(table, line, KEY_ACCURACY_ERROR, instance, cell_of(table, cell, "Stderr"));
}

/* "..., limit: None, num_fewshot: None, batch_size: auto" */
static void limit_read(struct reading *reading, const struct line *line)
{
    size_t at = str_find(line->text, STR(", limit: "));
    if (at != SIZE_MAX && str_find(line->text, STR(", num_fewshot: ")) != SIZE_MAX) {
        struct str rest = str_sub(line->text, at + sizeof ", limit: " - 1, line->text.len);
        struct str text = str_sub(rest, 0, str_find(rest, STR(",")));
        if (!str_eq(text, STR("None"))) {
            reading_fact(reading, KEY_ACCURACY_LIMIT, (struct str){ 0 }, text, UNIT_NONE,
                         line_place(reading, line, text));
        }
    }
}

/* "vllm (pretrained=org/model,dtype=bfloat16), gen_kwargs: (None), limit: None, ...": what ran the
 * model, and its arguments, up to the headers, in which a password may stand. */
static void model_read(struct reading *reading, const struct line *line)
{
    size_t at = str_find(line->text, STR(" (")), from = at + 2;
    struct str head = str_sub(line->text, 0, at), rest = str_sub(line->text, from, line->text.len);
    bool said = at != SIZE_MAX && head.len > 0 && str_find(head, STR(" ")) == SIZE_MAX &&
                (str_starts(rest, STR("{'")) || str_starts(rest, STR("pretrained=")) ||
                 str_starts(rest, STR("model=")) || str_starts(rest, STR("path=")));
    if (!said)
        return;
    rest = str_sub(rest, 0, str_find(rest, STR("), gen_kwargs: ")));
    rest = str_sub(rest, 0, str_find(rest, STR(", 'headers'")));
    rest = str_sub(rest, 0, str_find(rest, STR(",headers=")));
    reading_fact(reading, KEY_ACCURACY_BACKEND, (struct str){ 0 }, head, UNIT_NONE,
                 line_place(reading, line, head));
    reading_fact(reading, KEY_ACCURACY_ARGUMENTS, (struct str){ 0 }, rest, UNIT_NONE,
                 line_place(reading, line, rest));
}

/* The line of settings stands before each test's table: with its arguments, or with none. */
static bool begins_test(const struct line *line)
{
    return str_find(line->text, STR("), gen_kwargs: ")) != SIZE_MAX &&
           str_find(line->text, STR(", num_fewshot: ")) != SIZE_MAX;
}

static bool read(struct reading *reading)
{
    struct table table = { .reading = reading };
    struct lines lines;
    struct line line;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line)) {
        if (!str_starts(line.text, STR("|"))) {
            if (table.columns > 0 &&
                begins_test(&line)) { /* written behind another: a log of two */
                reading_test(reading);
                table = (struct table){ .reading = reading };
            }
            limit_read(reading, &line);
            model_read(reading, &line);
        } else if (str_find(line.text, STR("|n-shot|")) != SIZE_MAX) {
            header_read(&table, &line);
        } else {
            row_read(&table, &line);
        }
    }
    return true;
}

const struct adapter adapter_lm_eval_log = {
    .name = "lm-eval-log",
    .title = "Table of scores of lm-evaluation-harness",
    .tool = "lm-evaluation-harness (0.4 on), console",
    .spec = "EleutherAI/lm-evaluation-harness, lm_eval/utils.py (make_table)",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .mark = "|n-shot|",
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
