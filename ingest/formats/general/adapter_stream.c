/* adapter_stream.c - what STREAM prints of the bandwidth of memory, versions 5.9 and 5.10.
 *
 * Settings one a line, then a table with a row a loop: "Copy: rate average least most". The rate is
 * of the shortest time, and the first pass counts in none. A loop is a run of its own, selected as
 * "file#Triad". The rate must be what the sizes of the arrays and the shortest time give. The
 * program says last whether the arrays hold what they should: a file without that was cut, and a
 * run that failed it is an error of the run. Defined by stream.c, cs.virginia.edu/stream. */
#include "benchmarks.h"
#include "model/traits.h"
#include "sniff.h"

#include <math.h>

static const struct loop_row {
    const char *name;
    int arrays; /* that it reads and writes */
} loops[] = { { "Copy", 2 }, { "Scale", 2 }, { "Add", 3 }, { "Triad", 3 } };
enum { LOOPS = ARRAY_COUNT(loops) };

/* What stands behind these words up to the next sign that is no number's. */
static const struct setting_row {
    const char *words, *instance;
    enum key key;
} settings[] = {
    { "STREAM version $Revision: ", "", KEY_METHOD_TOOL_VERSION },
    { "This system uses ", "bytes per element", KEY_METHOD_ARGUMENTS },
    { "Array size = ", "", KEY_INPUT_SHAPE },
    { "Offset = ", "offset", KEY_METHOD_ARGUMENTS },
    { "Each kernel will be executed ", "passes", KEY_METHOD_ARGUMENTS },
    { "Number of Threads counted = ", "threads", KEY_METHOD_ARGUMENTS },
};
enum { SETTING_BYTES = 1, SETTING_SIZE = 2 };

static const struct column_row {
    const char *instance;
    enum key key;
    enum unit unit;
} columns[] = {
    { "", KEY_THROUGHPUT_BYTES, UNIT_MEGABYTE_PER_SECOND },
    { "mean", KEY_LATENCY_ITERATION, UNIT_SECOND },
    { "min", KEY_LATENCY_ITERATION, UNIT_SECOND },
    { "max", KEY_LATENCY_ITERATION, UNIT_SECOND },
};
enum { COLUMNS = ARRAY_COUNT(columns), COLUMN_RATE = 0, COLUMN_LEAST = 2 };

struct printed { /* a number as it stands */
    struct str text;
    struct place place;
};
struct stream {
    struct reading *reading;
    double setting[ARRAY_COUNT(settings)]; /* NaN: not told */
    struct printed cell[LOOPS][COLUMNS];   /* rate and times of a loop; text empty: not told */
    bool titled, closed;
};

static int bid(const struct sniff *sniff)
{
    return sniff_line_starts(sniff, STR("STREAM version $Revision:")) ? BID_SIGNATURE : BID_NONE;
}

static void bad(struct stream *in, const struct line *line, const char *expected)
{
    reading_error(in->reading, DIAG_LINE_BAD, line_place(in->reading, line, line->text),
                  str_from(expected), line->text);
}

static void settings_read(struct stream *in, const struct line *line)
{
    for (size_t i = 0; i < ARRAY_COUNT(settings); i++) {
        struct str words = str_from(settings[i].words);
        size_t at = str_find(line->text, words), end = at + words.len;
        bool own = at == 0 || (at != SIZE_MAX && line->text.at[at - 1] == ' ');
        while (own && end < line->text.len &&
               (is_number_char(line->text.at[end]) && line->text.at[end] != 'e'))
            end++;
        struct str value = own ? str_sub(line->text, at + words.len, end) : (struct str){ 0 };
        if (value.len > 0 && num_real(value, &in->setting[i])) {
            (void)reading_fact(in->reading, settings[i].key, str_from(settings[i].instance), value,
                               UNIT_NONE, line_place(in->reading, line, value));
        } else if (own) {
            bad(in, line, "a number behind these words");
        }
    }
}

static struct str word_take(struct str *rest)
{
    *rest = str_trim(*rest);
    size_t end = str_find(*rest, STR(" "));
    struct str word = str_sub(*rest, 0, end);
    *rest = str_sub(*rest, word.len, rest->len);
    return word;
}

static void row_read(struct stream *in, const struct line *line, size_t loop)
{
    struct str rest = str_sub(line->text, str_from(loops[loop].name).len + 1, line->text.len);
    struct printed *cell = in->cell[loop];
    if (!in->titled || cell[0].text.len > 0) {
        bad(in, line, in->titled ? "each loop once in a file" : "the titles of the columns before");
        return;
    }
    for (size_t i = 0; i < COLUMNS; i++) {
        double value;
        cell[i].text = word_take(&rest);
        cell[i].place = line_place(in->reading, line, cell[i].text);
        if (!num_real(cell[i].text, &value) || value < 0) {
            bad(in, line, "a rate and three times");
            return;
        }
    }
    if (str_trim(rest).len > 0)
        bad(in, line, "a rate and three times");
}

static void end_read(struct stream *in, const struct line *line)
{
    static const struct str good = STR_INIT("Solution Validates"),
                            wrong = STR_INIT("Failed Validation");
    bool valid = str_starts(line->text, good);
    if (!valid && !str_starts(line->text, wrong)) {
        if (in->closed && str_find(line->text, STR("Validat")) != SIZE_MAX)
            bad(in, line, "one word on the solution");
        return;
    }
    if (!in->closed) {
        struct str said = valid ? str_sub(line->text, 0, good.len) : line->text;
        (void)reading_fact(in->reading, valid ? KEY_RUN_VALID : KEY_RUN_ERROR, (struct str){ 0 },
                           said, UNIT_NONE, line_place(in->reading, line, said));
    } else if (valid) {
        bad(in, line, "one word on the solution");
    }
    in->closed = true;
}

static void line_read(struct stream *in, const struct line *line)
{
    settings_read(in, line);
    if (str_starts(line->text, STR("Function ")) && str_find(line->text, STR("Rate")) != SIZE_MAX)
        in->titled = true;
    for (size_t i = 0; i < LOOPS; i++) {
        struct str name = str_from(loops[i].name);
        if (str_starts(line->text, name) &&
            str_starts(str_sub(line->text, name.len, line->text.len), STR(":")))
            row_read(in, line, i);
    }
    end_read(in, line);
}

/* Whether rate x least time can be the bytes that the loop moves, by the digits printed. */
static bool rate_follows(const struct stream *in, size_t loop)
{
    const double mega = 1e6, rounding = 1e-9;
    struct str rate = in->cell[loop][COLUMN_RATE].text, least = in->cell[loop][COLUMN_LEAST].text;
    double bytes = loops[loop].arrays * in->setting[SETTING_BYTES] * in->setting[SETTING_SIZE];
    double r, t;
    if (isnan(bytes) || !num_real(rate, &r) || !num_real(least, &t))
        return true;
    double low = (r - half_digit(rate)) * (t - half_digit(least)) * mega;
    double high = (r + half_digit(rate)) * (t + half_digit(least)) * mega;
    return low <= bytes * (1 + rounding) && bytes <= high * (1 + rounding);
}

static void loop_facts(struct stream *in, size_t loop)
{
    struct reading *reading = in->reading;
    const struct printed *cell = in->cell[loop];
    if (cell[COLUMNS - 1].text.len == 0 || !reading_run(reading, str_from(loops[loop].name)))
        return;
    for (size_t i = 0; i < COLUMNS; i++) {
        struct str what = str_from(columns[i].instance);
        (void)reading_fact(reading, columns[i].key,
                           what.len > 0 ? result_instance(reading, what) : what, cell[i].text,
                           columns[i].unit, cell[i].place);
    }
    if (!rate_follows(in, loop)) {
        reading_contradiction(reading, cell[COLUMN_RATE].text, cell[COLUMN_RATE].place,
                              STR("the arrays and the least time give another rate"));
    }
}

static bool read(struct reading *reading)
{
    struct stream *in = ARENA_NEW(reading->scratch, struct stream);
    struct lines lines;
    struct line line;
    in->reading = reading;
    for (size_t i = 0; i < ARRAY_COUNT(settings); i++)
        in->setting[i] = (double)NAN;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line))
        line_read(in, &line);
    if (!in->closed) {
        reading_error(reading, DIAG_LINE_BAD, place_at(reading, reading->bytes.len),
                      STR("a last line with \"Solution Validates\" or \"Failed Validation\""),
                      STR(""));
        return false;
    }
    if (isnan(in->setting[SETTING_SIZE]))
        reading_missing(reading, "Array size");
    for (size_t i = 0; i < LOOPS; i++)
        loop_facts(in, i);
    return true;
}

const struct adapter adapter_stream = {
    .name = "stream-text",
    .title = "Bandwidth of memory, by four loops over arrays",
    .tool = "STREAM 5.9, 5.10",
    .spec = "stream.c, cs.virginia.edu/stream",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .traits = TRAIT_TESTS_MACHINE,
};
