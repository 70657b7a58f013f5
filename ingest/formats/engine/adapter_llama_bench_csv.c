/* adapter_llama_bench_csv.c - `llama-bench -o csv` of llama.cpp: a header and a row a test, each
 * cell in quotes; no samples. */
#include "llama.h"
#include "sniff.h"

static int bid(const struct sniff *sniff)
{
    struct str line = sniff_first_line(sniff);
    bool mine = str_find(line, STR("build_commit")) != SIZE_MAX &&
                str_find(line, STR("n_prompt")) != SIZE_MAX &&
                str_find(line, STR("avg_ts")) != SIZE_MAX && str_find(line, STR(",")) != SIZE_MAX &&
                !sniff_is_object(sniff) && !sniff_is_array(sniff) &&
                str_find(line, STR("CREATE")) == SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

static struct llama_test test_of(struct reading *reading, const struct csv *csv)
{
    struct llama_cell *cell = ARENA_MANY(reading->scratch, csv->cells, struct llama_cell);
    struct llama_test test = { .cell = cell };
    for (size_t i = 0; i < csv->cells && i < csv->columns; i++) {
        cell[test.count++] = (struct llama_cell){ .name = str_keep(reading->scratch, csv->name[i]),
                                                  .text = str_keep(reading->scratch, csv->cell[i]),
                                                  .place = csv_place(csv, i) };
    }
    return test;
}

static bool read(struct reading *reading)
{
    struct llama_test *test = ARENA_MANY(reading->scratch, LLAMA_TESTS, struct llama_test);
    struct csv *csv = ARENA_NEW(reading->scratch, struct csv);
    size_t count = 0;
    if (!csv_begin(csv, reading))
        return false;
    while (csv_next(csv)) {
        if (count == LLAMA_TESTS) {
            llama_more(reading, csv_place(csv, 0));
            break;
        }
        if (csv_row_fits(csv))
            test[count++] = test_of(reading, csv);
    }
    llama_tests_read(reading, test, count);
    return true;
}

const struct adapter adapter_llama_bench_csv = {
    .name = "llama-bench-csv",
    .title = "Prompt and generation tests of llama.cpp, as a table",
    .tool = "llama-bench -o csv",
    .spec = "llama.cpp, tools/llama-bench/README.md",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .table = true,
    .field = llama_fields,
    .field_count = LLAMA_FIELDS,
};
