/* adapter_nvbandwidth_text.c - console output of nvbandwidth 0.2 to 0.8: copies between host and
 * accelerators, between accelerators, and within one.
 *
 * Lines on versions and devices, then a test each: "Running NAME.", what its matrix holds and in
 * which unit, the numbers of its columns, a row each, and "SUM NAME value". A test is a run of its
 * own, selected as "file#device_local_copy". Bandwidth is of the copied buffer: a copy within one
 * accelerator moves twice that through its memory. Tests that the machine cannot run are waived.
 * Defined by NVIDIA/nvbandwidth, output.cpp. */
#include "model/traits.h"
#include "nvbandwidth.h"
#include "sniff.h"

enum { COLUMNS_MOST = 64 };

struct printed {
    struct reading *reading;
    struct copies copies;
    struct str test; /* the one that runs */
    struct str column[COLUMNS_MOST];
    size_t columns;
    bool titled;
    size_t tests;
};

static int bid(const struct sniff *sniff)
{
    return sniff_line_starts(sniff, STR("nvbandwidth Version: ")) ? BID_SIGNATURE : BID_NONE;
}

static void bad(struct printed *in, const struct line *line, const char *expected)
{
    reading_error(in->reading, DIAG_LINE_BAD, line_place(in->reading, line, line->text),
                  str_from(expected), line->text);
}

static bool label_read(struct printed *in, const struct line *line)
{
    static const struct {
        const char *label;
        enum key key;
    } labels[] = { { "nvbandwidth Version: ", KEY_METHOD_TOOL_VERSION },
                   { "Driver Version: ", KEY_DRIVER_VERSION } };
    for (size_t i = 0; i < ARRAY_COUNT(labels); i++) {
        struct str label = str_from(labels[i].label);
        struct str value = str_trim(str_sub(line->text, label.len, line->text.len));
        if (str_starts(line->text, label) && value.len > 0) {
            (void)reading_fact(in->reading, labels[i].key, (struct str){ 0 }, value, UNIT_NONE,
                               line_place(in->reading, line, value));
            return true;
        }
    }
    if (str_starts(line->text, STR("Device "))) {
        struct str index, name;
        if (copies_device(str_sub(line->text, 7, line->text.len), &index, &name)) {
            (void)reading_fact(in->reading, KEY_ACCELERATOR_NAME, index, name, UNIT_NONE,
                               line_place(in->reading, line, name));
        }
        return true;
    }
    return false;
}

static void columns_read(struct printed *in, const struct line *line)
{
    struct str rest = line->text, word;
    in->columns = 0;
    while (in->columns < COLUMNS_MOST && str_word(&rest, &word))
        in->column[in->columns++] = word;
    if (str_trim(rest).len > 0 || in->columns == 0) {
        bad(in, line, "at most 64 numbers of accelerators");
        in->columns = 0;
    }
}

static void row_read(struct printed *in, const struct line *line)
{
    struct str rest = line->text, row, word;
    size_t count = 0;
    (void)str_word(&rest, &row);
    while (str_word(&rest, &word)) {
        if (count == in->columns || !copies_value(&in->copies, row, in->column[count], word,
                                                  line_place(in->reading, line, word))) {
            bad(in, line, "a number or N/A for each column");
            return;
        }
        count++;
    }
    if (count != in->columns)
        bad(in, line, "a number or N/A for each column");
}

static void sum_read(struct printed *in, const struct line *line, struct str rest)
{
    struct str name, value;
    (void)str_word(&rest, &name);
    (void)str_word(&rest, &value);
    if (!in->titled || !str_eq(name, in->test)) {
        bad(in, line, "the sum of the matrix above, once");
        return;
    }
    if (!copies_sum(&in->copies, value, line_place(in->reading, line, value)))
        bad(in, line, "a number as the sum");
    in->tests++;
    in->titled = false;
}

static bool is_title(struct str text)
{
    return str_ends(text, STR("(GB/s)")) || str_ends(text, STR("(ns)"));
}

static void line_read(struct printed *in, const struct line *line)
{
    struct str text = str_trim(line->text);
    char first = (char)(text.len > 0 ? text.at[0] : 0);
    if (label_read(in, line) || text.len == 0)
        return;
    if (str_starts(text, STR("Running ")) && str_ends(text, STR("."))) {
        in->test = str_keep(in->reading->home, str_sub(text, 8, text.len - 1));
        in->titled = false;
    } else if (in->test.len > 0 && is_title(text)) {
        in->titled = copies_begin(&in->copies, in->reading, in->test, text);
        in->columns = 0;
    } else if (str_starts(text, STR("SUM "))) {
        sum_read(in, line, str_sub(text, 4, text.len));
    } else if (in->titled && !(first >= '0' && first <= '9')) {
        bad(in, line, "numbers of accelerators, and a row each");
    } else if (in->titled && in->columns == 0) {
        columns_read(in, line);
    } else if (in->titled) {
        row_read(in, line);
    } else if (str_starts(text, STR("ERROR"))) {
        (void)reading_fact(in->reading, KEY_RUN_ERROR, in->test, text, UNIT_NONE,
                           line_place(in->reading, line, text));
    }
}

static bool read(struct reading *reading)
{
    struct printed *in = ARENA_NEW(reading->scratch, struct printed);
    struct lines lines;
    struct line line;
    in->reading = reading;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line))
        line_read(in, &line);
    if (in->titled) { /* cut within a matrix */
        reading_error(reading, DIAG_LINE_BAD, place_at(reading, reading->bytes.len),
                      STR("\"SUM\" behind each matrix"), in->test);
        return false;
    }
    if (in->tests == 0)
        reading_missing(reading, "Running");
    return true;
}

const struct adapter adapter_nvbandwidth_text = {
    .name = "nvbandwidth-text",
    .title = "Bandwidth of copies to, from, between and within accelerators",
    .tool = "nvbandwidth 0.2 to 0.8",
    .spec = "NVIDIA/nvbandwidth, output.cpp",
    .unseen = true,
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .traits = TRAIT_TESTS_MACHINE,
};
