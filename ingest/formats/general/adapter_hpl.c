/* adapter_hpl.c - what HPL (High-Performance Linpack) prints, 2.0 to 2.3, and NVIDIA's and Intel's
 * builds of it.
 *
 * A table row a test, "WR11C2R4 20000 192 2 2 45.67 1.168e+02", under "T/V N NB P Q Time Gflops";
 * NVIDIA's build puts the rate of one accelerator behind in parentheses. Below it stands the scaled
 * residual with PASSED or FAILED. The rate is (2/3 N^3 + 3/2 N^2) / time, which is checked by the
 * digits printed. Each test is a run of its own; a FAILED residual is an error of the run. Defined
 * by netlib.org/benchmark/hpl, testing/ptest/HPL_pdtest.c. */
#include "benchmarks.h"
#include "model/traits.h"
#include "sniff.h"

#include <math.h>

enum { COLUMN_NAME, COLUMN_N, COLUMN_NB, COLUMN_P, COLUMN_Q, COLUMN_TIME, COLUMN_RATE, COLUMNS };
struct hpl {
    struct reading *reading;
    struct line line;
    unsigned tests;
    bool titled, taken; /* taken: the test above is the selected one, or none is selected */
    bool awaits;        /* its residual */
    struct str unit;    /* the last word of the title */
    struct place unit_place;
};

static int bid(const struct sniff *sniff)
{
    bool mine =
        str_find(sniff->head, STR("HPLinpack")) != SIZE_MAX ||
        (sniff_line_starts(sniff, STR("T/V ")) && str_find(sniff->head, STR("Gflops")) != SIZE_MAX);
    return mine ? BID_SIGNATURE : BID_NONE;
}

static void bad(struct hpl *in, const char *expected)
{
    reading_error(in->reading, DIAG_LINE_BAD, line_place(in->reading, &in->line, in->line.text),
                  str_from(expected), in->line.text);
}

static void rate_check(struct hpl *in, const struct str *word)
{
    double n, seconds, rate;
    const double giga = 1e9, rounding = 1e-6;
    if (!num_real(word[COLUMN_N], &n) || !num_real(word[COLUMN_TIME], &seconds) ||
        !num_real(word[COLUMN_RATE], &rate))
        return;
    double work = (2.0 / 3.0 * n * n * n + 3.0 / 2.0 * n * n) / giga;
    double low = (rate - half_digit(word[COLUMN_RATE])) * (seconds - half_digit(word[COLUMN_TIME]));
    double high =
        (rate + half_digit(word[COLUMN_RATE])) * (seconds + half_digit(word[COLUMN_TIME]));
    if (low > work * (1 + rounding) || high < work * (1 - rounding))
        reading_contradiction(in->reading, word[COLUMN_RATE],
                              line_place(in->reading, &in->line, word[COLUMN_RATE]),
                              STR("N and Time give another rate"));
}

static void fact(struct hpl *in, enum key key, const char *instance, struct str text,
                 enum unit unit)
{
    struct str what = str_from(instance);
    (void)reading_fact(in->reading, key, what.len > 0 ? result_instance(in->reading, what) : what,
                       text, unit, line_place(in->reading, &in->line, text));
}

static void row_read(struct hpl *in)
{
    struct str rest = in->line.text, word[COLUMNS] = { 0 };
    size_t count = 0;
    double value;
    while (count < COLUMNS && str_word(&rest, &word[count]))
        count++;
    for (size_t i = COLUMN_N; i < count; i++)
        if (!num_real(word[i], &value) || value < 0)
            count = 0;
    if (count < COLUMNS) {
        bad(in, "T/V, N, NB, P, Q, Time and Gflops");
        return;
    }
    in->taken = reading_run(in->reading, str_format(in->reading->scratch, "%u", in->tests++));
    in->awaits = true;
    if (!in->taken)
        return;
    fact(in, KEY_WORKLOAD_NAME, "", word[COLUMN_NAME], UNIT_NONE);
    fact(in, KEY_INPUT_SHAPE, "", word[COLUMN_N], UNIT_NONE);
    fact(in, KEY_METHOD_ARGUMENTS, "NB", word[COLUMN_NB], UNIT_NONE);
    fact(in, KEY_METHOD_ARGUMENTS, "P", word[COLUMN_P], UNIT_NONE);
    fact(in, KEY_METHOD_ARGUMENTS, "Q", word[COLUMN_Q], UNIT_NONE);
    fact(in, KEY_WALL_TIME, "", word[COLUMN_TIME], UNIT_SECOND);
    fact(in, KEY_RESULT_MORE, "", word[COLUMN_RATE], UNIT_NONE);
    (void)reading_fact(in->reading, KEY_RESULT_UNIT, (struct str){ 0 }, in->unit, UNIT_NONE,
                       in->unit_place);
    rate_check(in, word);
}

/* "||Ax-b||_oo/(eps*(||A||_oo*||x||_oo+||b||_oo)*N)= 3.1e-03 ...... PASSED" */
static void residual_read(struct hpl *in)
{
    struct str text = str_trim(in->line.text);
    bool passed = str_ends(text, STR("PASSED")), failed = str_ends(text, STR("FAILED"));
    if (!passed && !failed) {
        bad(in, "a residual with PASSED or FAILED");
        return;
    }
    in->awaits = false;
    if (!in->taken)
        return;
    struct str said = str_sub(text, text.len - 6, text.len);
    fact(in, passed ? KEY_RUN_VALID : KEY_RUN_ERROR, "", passed ? said : text, UNIT_NONE);
}

/* "T/V N NB P Q Time Gflops", behind which NVIDIA's build has "( per GPU)". */
static void title_read(struct hpl *in, struct str text)
{
    static const char *const words[] = { "T/V", "N", "NB", "P", "Q", "Time", "Gflops" };
    struct str rest = text, word = { 0 };
    bool same = true;
    for (size_t i = 0; i < ARRAY_COUNT(words) && same; i++)
        same = str_word(&rest, &word) && str_eq(word, str_from(words[i]));
    in->titled = in->titled || same;
    if (same) {
        in->unit = word;
        in->unit_place = line_place(in->reading, &in->line, word);
    } else {
        bad(in, "the titles T/V, N, NB, P, Q, Time and Gflops");
    }
}

static void line_read(struct hpl *in)
{
    struct str text = str_trim(in->line.text);
    if (str_starts(text, STR("HPLinpack "))) {
        struct str rest = str_sub(text, 10, text.len), version;
        if (in->tests == 0 && str_word(&rest, &version))
            (void)reading_fact(in->reading, KEY_METHOD_TOOL_VERSION, STR(""), version, UNIT_NONE,
                               line_place(in->reading, &in->line, version));
    } else if (str_starts(text, STR("T/V ")) && str_find(text, STR(":")) == SIZE_MAX) {
        title_read(in, text); /* "T/V    : Wall time / encoded variant." explains it above */
    } else if (str_starts(text, STR("||Ax-b||"))) {
        residual_read(in);
    } else if (in->titled && text.len > 2 && text.at[0] == 'W' &&
               (text.at[1] == 'R' || text.at[1] == 'C')) {
        row_read(in);
    }
}

static bool read(struct reading *reading)
{
    struct hpl *in = ARENA_NEW(reading->scratch, struct hpl);
    struct lines lines;
    in->reading = reading;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &in->line))
        line_read(in);
    if (in->tests == 0) {
        reading_missing(reading, "T/V N NB P Q Time Gflops");
        return false;
    }
    if (in->awaits)
        reading_missing(reading, "||Ax-b||_oo/... PASSED or FAILED");
    return true;
}

const struct adapter adapter_hpl = {
    .name = "hpl-text",
    .title = "Solution of a dense linear system",
    .tool = "HPL 2.0 to 2.3; NVIDIA HPL and Intel's",
    .spec = "netlib.org/benchmark/hpl, testing/ptest/HPL_pdtest.c",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .traits = TRAIT_TESTS_MACHINE,
    .unseen = true,
};
