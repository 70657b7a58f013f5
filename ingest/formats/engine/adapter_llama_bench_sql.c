/* adapter_llama_bench_sql.c - `llama-bench -o sql` of llama.cpp: CREATE TABLE, then one INSERT a
 * test with the columns' names and values in single quotes. */
#include "llama.h"
#include "sniff.h"

static int bid(const struct sniff *sniff)
{
    bool mine = str_starts(sniff_first_line(sniff), STR("CREATE TABLE")) &&
                str_find(sniff->head, STR("INSERT INTO")) != SIZE_MAX &&
                str_find(sniff->head, STR("build_commit")) != SIZE_MAX &&
                str_find(sniff->head, STR("avg_ts")) != SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

/* The next item of a list in brackets: a name, or a value in single quotes (doubled inside: kept
 * doubled, no value of llama-bench holds one). */
static bool item_take(struct str *rest, struct str *item)
{
    *rest = str_trim(*rest);
    if (rest->len == 0 || rest->at[0] == ')')
        return false;
    size_t at = 0;
    if (rest->at[0] == '\'') {
        for (at = 1; at < rest->len && rest->at[at] != '\''; at++) {
        }
        *item = str_sub(*rest, 1, at);
    }
    while (at < rest->len && rest->at[at] != ',' && rest->at[at] != ')')
        at++;
    if (rest->at[0] != '\'')
        *item = str_trim(str_sub(*rest, 0, at));
    *rest = str_sub(*rest, at < rest->len && rest->at[at] == ',' ? at + 1 : at, rest->len);
    return true;
}

/* Behind "(" that follows a word; empty: there is none. */
static struct str list_behind(struct str text, struct str word)
{
    size_t at = str_find(text, word);
    struct str rest = at != SIZE_MAX ? str_sub(text, at, text.len) : (struct str){ 0 };
    size_t open = str_find(rest, STR("("));
    return open != SIZE_MAX ? str_sub(rest, open + 1, rest.len) : (struct str){ 0 };
}

static struct llama_test test_of(struct reading *reading, const struct line *line)
{
    struct llama_cell *cell = ARENA_MANY(reading->scratch, LLAMA_CELLS, struct llama_cell);
    struct llama_test test = { .cell = cell };
    struct str names = list_behind(line->text, STR("INSERT INTO"));
    struct str values = list_behind(line->text, STR("VALUES"));
    struct str name, value;
    while (test.count < LLAMA_CELLS && item_take(&names, &name) && item_take(&values, &value)) {
        cell[test.count++] = (struct llama_cell){ .name = name,
                                                  .text = value,
                                                  .place = line_place(reading, line, value) };
    }
    return test;
}

static bool read(struct reading *reading)
{
    struct llama_test *test = ARENA_MANY(reading->scratch, LLAMA_TESTS, struct llama_test);
    struct lines lines;
    struct line line;
    size_t count = 0;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line)) {
        if (!str_starts(line.text, STR("INSERT INTO")))
            continue;
        if (count == LLAMA_TESTS) {
            llama_more(reading, line_place(reading, &line, line.text));
            break;
        }
        test[count] = test_of(reading, &line);
        count += test[count].count > 0;
    }
    llama_tests_read(reading, test, count);
    return true;
}

const struct adapter adapter_llama_bench_sql = {
    .name = "llama-bench-sql",
    .title = "Prompt and generation tests of llama.cpp, as statements for a database",
    .tool = "llama-bench -o sql",
    .spec = "llama.cpp, tools/llama-bench/README.md",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .field = llama_fields,
    .field_count = LLAMA_FIELDS,
};
