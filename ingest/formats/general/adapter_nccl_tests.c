/* adapter_nccl_tests.c - what nccl-tests and rccl-tests print of a collective over accelerators:
 * all_reduce_perf and its like, 2.0 (2018) to 2.17.
 *
 * Lines begun with '#' tell settings, a rank each with its accelerator, and the titles of the
 * columns; each other one is a size, measured out of place and in place. A size is a run of its
 * own, selected as "file#1073741824 float sum". algbw is the size over the mean time; busbw is that
 * times what each link must carry, by collective and ranks, and is what one holds against the
 * hardware. What arrived wrong is counted ("#wrong") and is an error of the run; the "error" that
 * stood there before 2021 is how far a sum was off, which the last lines judge. The mean over all
 * rows stands last: a file without it was cut. Rank lines name hosts, which are not taken. A
 * launcher may have put its rank before each line. Defined by NVIDIA/nccl-tests, src/common.cu and
 * doc/PERFORMANCE.md, and ROCm/rccl-tests, src/common.cu.
 */
#include "benchmarks.h"
#include "model/traits.h"
#include "sniff.h"

#include <math.h>

enum { COLUMNS_MOST = 24, ROWS_MOST = 4096 };
enum title { SIZE, COUNT, TYPE, REDOP, ROOT, TIME, ALGBW, BUSBW, WRONG, OTHER };

static const struct title_row {
    const char *title;
    enum title is;
} titles[] = { { "size", SIZE },   { "count", COUNT }, { "type", TYPE },
               { "redop", REDOP }, { "root", ROOT },   { "time", TIME },
               { "algbw", ALGBW }, { "busbw", BUSBW }, { "#wrong", WRONG } };

static const struct figure_row {
    enum title title;
    enum key key;
    enum unit unit;
} figures[] = { { TIME, KEY_LATENCY_ITERATION, UNIT_MICROSECOND },
                { ALGBW, KEY_THROUGHPUT_BYTES, UNIT_GIGABYTE_PER_SECOND },
                { BUSBW, KEY_FABRIC_BUS, UNIT_GIGABYTE_PER_SECOND } };

struct collective {
    struct reading *reading;
    enum title column[COLUMNS_MOST];
    size_t columns;
    struct str seen[ROWS_MOST]; /* names of rows */
    size_t row_count;
    double bus_sum, bus_slack; /* of all that were printed, and of their rounding */
    size_t bus_count;
    bool units, judged, closed;
};

static size_t digits_at(struct str text, size_t at)
{
    size_t end = at;
    while (end < text.len && text.at[end] >= '0' && text.at[end] <= '9')
        end++;
    return end - at;
}

/* Length of what a launcher put before a line: "[1,0]<stdout>:" of `mpirun --tag-output`, whose
 * newer releases put a blank behind it, "0: " of `srun --label`. Rows begin with more blanks. */
static size_t tag_of(struct str text)
{
    size_t blanks = 0, job, rank, at;
    if (str_starts(text, STR("["))) {
        job = digits_at(text, 1);
        rank = digits_at(text, job + 2);
        at = job + rank + 2;
        struct str behind = str_sub(text, at, text.len);
        bool out = str_starts(behind, STR("]<stdout>:"));
        bool tag = job > 0 && rank > 0 && text.at[job + 1] == ',' &&
                   (out || str_starts(behind, STR("]<stderr>:")));
        at += STR("]<stdout>:").len;
        return !tag ? 0 : at + (at + 1 < text.len && text.at[at] == ' ' && text.at[at + 1] == '#');
    }
    while (blanks < text.len && text.at[blanks] == ' ')
        blanks++;
    at = blanks + digits_at(text, blanks);
    return at > blanks && at + 1 < text.len && text.at[at] == ':' && text.at[at + 1] == ' ' ? at + 2
                                                                                            : 0;
}

/* The line without it, at its own place. */
static bool line_take(struct lines *lines, struct line *line)
{
    if (!lines_next(lines, line))
        return false;
    size_t tag = tag_of(line->text);
    line->text = str_sub(line->text, tag, line->text.len);
    line->offset += tag;
    line->before += (uint32_t)tag;
    return true;
}

static int bid(const struct sniff *sniff)
{
    struct lines lines;
    struct line line;
    bool set = false;
    lines_begin(&lines, sniff->head);
    while (!set && line_take(&lines, &line))
        set = str_starts(line.text, STR("# nThread "));
    return set && str_find(sniff->head, STR("minBytes")) != SIZE_MAX ? BID_SIGNATURE : BID_NONE;
}

static void bad(struct collective *in, const struct line *line, const char *expected)
{
    reading_error(in->reading, DIAG_LINE_BAD, line_place(in->reading, line, line->text),
                  str_from(expected), line->text);
}

/* ---- lines begun with '#' ---- */

static void said(struct collective *in, const struct line *line, enum key key, struct str instance,
                 struct str text)
{
    text = str_trim(text);
    if (text.len > 0) {
        (void)reading_fact(in->reading, key, instance, text, UNIT_NONE,
                           line_place(in->reading, line, text));
    }
}

/* "Rank  0 Group  0 Pid 71 on   host device  0 [0x07] NVIDIA H100 80GB HBM3" */
static void rank_read(struct collective *in, const struct line *line, struct str rest)
{
    struct str rank, word;
    size_t device = str_find(rest, STR(" device "));
    (void)str_word(&rest, &word);
    (void)str_word(&rest, &rank);
    struct str behind = str_sub(line->text, str_find(line->text, STR(" device ")), line->text.len);
    size_t bus = str_find(behind, STR("] "));
    if (device == SIZE_MAX || bus == SIZE_MAX || rank.len == 0) {
        bad(in, line, "rank, device, its bus in brackets and its name");
        return;
    }
    said(in, line, KEY_ACCELERATOR_NAME, rank, str_sub(behind, bus + 2, behind.len));
}

static void titles_read(struct collective *in, const struct line *line, struct str rest)
{
    struct str word;
    in->columns = 0;
    while (str_word(&rest, &word)) {
        size_t i = 0;
        while (i < ARRAY_COUNT(titles) && !str_eq(word, str_from(titles[i].title)))
            i++;
        if (in->columns == COLUMNS_MOST) {
            bad(in, line, "at most 24 columns");
            in->columns = 0;
            return;
        }
        in->column[in->columns++] = i < ARRAY_COUNT(titles) ? titles[i].is : OTHER;
    }
}

static void average_read(struct collective *in, const struct line *line, struct str text)
{
    double average;
    text = str_trim(text);
    if (in->closed || !num_real(text, &average)) {
        bad(in, line, "one number as the mean of all rows");
        return;
    }
    in->closed = true;
    struct place place = line_place(in->reading, line, text);
    (void)reading_fact(in->reading, KEY_FABRIC_BUS, STR("average"), text, UNIT_GIGABYTE_PER_SECOND,
                       place);
    double count = in->bus_count > 0 ? (double)in->bus_count : 1;
    if (fabs(in->bus_sum / count - average) > in->bus_slack / count + half_digit(text) + 1e-9)
        reading_contradiction(in->reading, text, place, STR("the rows have another mean"));
}

static bool label_take(struct str text, const char *label, struct str *behind)
{
    struct str words = str_from(label);
    *behind = str_sub(text, words.len, text.len);
    return str_starts(text, words);
}

/* The verdict on all rows is of no row: it is taken before the first. */
static void bounds_read(struct collective *in, const struct line *line)
{
    struct str text;
    if (!label_take(line->text, "# Out of bounds values : ", &text))
        return;
    text = str_trim(text);
    if (in->judged) {
        bad(in, line, "one verdict on all rows");
        return;
    }
    in->judged = true;
    bool good = str_ends(text, STR(" OK"));
    if (!good && !str_ends(text, STR("FAILED"))) {
        bad(in, line, "a number of wrong values with OK or FAILED");
        return;
    }
    said(in, line, good ? KEY_RUN_VALID : KEY_RUN_ERROR, (struct str){ 0 }, text);
}

static void comment_read(struct collective *in, const struct line *line)
{
    struct str text = str_trim(str_sub(line->text, 1, line->text.len)), rest, version;
    if (label_take(text, "nThread ", &rest)) {
        said(in, line, KEY_METHOD_ARGUMENTS, (struct str){ 0 }, text);
    } else if (label_take(text, "nccl-tests version ", &rest)) {
        (void)str_word(&rest, &version);
        said(in, line, KEY_METHOD_TOOL_VERSION, (struct str){ 0 }, version);
    } else if (label_take(text, "Collective test starting: ", &rest)) {
        said(in, line, KEY_WORKLOAD_NAME, (struct str){ 0 }, rest);
    } else if (str_starts(text, STR("Rank "))) {
        rank_read(in, line, text);
    } else if (str_starts(text, STR("size ")) && str_find(text, STR(" algbw ")) != SIZE_MAX) {
        titles_read(in, line, text);
    } else if (str_starts(text, STR("(B) "))) {
        in->units =
            str_find(text, STR("(us)")) != SIZE_MAX && str_find(text, STR("(GB/s)")) != SIZE_MAX;
    } else if (label_take(text, "Avg bus bandwidth", &rest)) {
        average_read(in, line, str_sub(rest, str_find(rest, STR(":")) + 1, rest.len));
    }
}

/* ---- a size ---- */

/* Whether a rate and a time can be of that size: the bytes moved, or all but one rank's. */
static bool rate_follows(struct str size, struct str time, struct str rate)
{
    const double per = 1e3; /* GB/s times us, in bytes */
    double bytes, t, r;
    if (!num_real(size, &bytes) || !num_real(time, &t) || !num_real(rate, &r))
        return true;
    double low = (r - half_digit(rate)) * (t - half_digit(time)) * per;
    double high = (r + half_digit(rate)) * (t + half_digit(time)) * per;
    return low <= bytes * (1 + 1e-9) && high >= bytes / 2;
}

static struct str row_name(struct collective *in, const struct str *word)
{
    struct buf name = buf_new(in->reading->home, 256);
    for (size_t i = 0; i < in->columns; i++) {
        bool none = str_eq(word[i], STR("none")) || str_eq(word[i], STR("-1"));
        if (in->column[i] > ROOT || in->column[i] == COUNT || none)
            continue;
        buf_put(&name, name.len > 0 ? STR(" ") : STR(""));
        buf_put(&name, in->column[i] == ROOT ? STR("root ") : STR(""));
        buf_put(&name, str_sub(word[i], 0, 32));
    }
    return buf_str(&name);
}

static void figure_give(struct collective *in, const struct line *line, enum title title,
                        struct str text, bool in_place)
{
    struct str instance =
        result_instance(in->reading, in_place ? STR("in place") : STR("out of place"));
    struct place place = line_place(in->reading, line, text);
    double value;
    if (title == WRONG && !str_eq(text, STR("0")) && !str_eq(text, STR("N/A")) &&
        !(num_real(text, &value) && value == 0))
        (void)reading_fact(in->reading, KEY_RUN_ERROR, instance, text, UNIT_NONE, place);
    for (size_t i = 0; i < ARRAY_COUNT(figures); i++)
        if (figures[i].title == title && !str_eq(text, STR("N/A")))
            (void)reading_fact(in->reading, figures[i].key, instance, text, figures[i].unit, place);
    if (title == BUSBW && num_real(text, &value)) {
        in->bus_sum += value;
        in->bus_slack += half_digit(text);
        in->bus_count++;
    }
}

static bool row_known(struct collective *in, struct str name)
{
    for (size_t i = 0; i < in->row_count; i++)
        if (str_eq(in->seen[i], name))
            return true;
    if (in->row_count < ROWS_MOST)
        in->seen[in->row_count++] = name;
    return false;
}

static void row_read(struct collective *in, const struct line *line)
{
    struct str rest = line->text, word[COLUMNS_MOST + 1], size = { 0 }, time = { 0 };
    size_t count = 0;
    while (count <= COLUMNS_MOST && str_word(&rest, &word[count]))
        count++;
    if (in->columns == 0 || !in->units || count != in->columns) {
        bad(in, line, "titles with their units, (us) and (GB/s), and a value for each");
        return;
    }
    struct str name = row_name(in, word);
    if (row_known(in, name)) {
        bad(in, line, "each size, type and operation once");
        return;
    }
    bool chosen = reading_run(in->reading, name);
    size_t times = 0;
    for (size_t i = 0; i < count; i++) {
        double value;
        bool number = num_real(word[i], &value) && value >= 0;
        enum title title = in->column[i];
        if (title >= TIME && title < OTHER && !number && !str_eq(word[i], STR("N/A"))) {
            bad(in, line, "numbers, or N/A");
            continue;
        }
        size = title == SIZE ? word[i] : size;
        times += title == TIME ? 1 : 0;
        time = title == TIME ? word[i] : time;
        if (chosen) {
            figure_give(in, line, title, word[i], times > 1);
        } else if (title == BUSBW && number) {
            in->bus_sum += value;
            in->bus_slack += half_digit(word[i]);
            in->bus_count++;
        }
        if (chosen && title == ALGBW && !rate_follows(size, time, word[i])) {
            reading_contradiction(in->reading, word[i], line_place(in->reading, line, word[i]),
                                  STR("the size and the time give another rate"));
        }
    }
}

static bool read(struct reading *reading)
{
    struct collective *in = ARENA_NEW(reading->scratch, struct collective);
    struct lines lines;
    struct line line;
    in->reading = reading;
    lines_begin(&lines, reading->bytes);
    while (line_take(&lines, &line))
        bounds_read(in, &line);
    lines_begin(&lines, reading->bytes);
    while (line_take(&lines, &line)) {
        struct str text = str_trim(line.text), version;
        if (str_starts(text, STR("#")) && line.text.at[0] == '#')
            comment_read(in, &line);
        else if (label_take(text, "rccl-tests: Version ", &version))
            said(in, &line, KEY_METHOD_TOOL_VERSION, (struct str){ 0 }, version);
        else if (text.len > 0 && text.at[0] >= '0' && text.at[0] <= '9')
            row_read(in, &line);
    }
    if (!in->closed) {
        reading_error(reading, DIAG_LINE_BAD, place_at(reading, reading->bytes.len),
                      STR("a last line with \"Avg bus bandwidth\""), STR(""));
        return false;
    }
    return true;
}

const struct adapter adapter_nccl_tests = {
    .name = "nccl-tests-text",
    .title = "Collectives over accelerators: time, rate and bus bandwidth by size",
    .tool = "nccl-tests 2.0 to 2.17, rccl-tests",
    .spec = "NVIDIA/nccl-tests, src/common.cu; ROCm/rccl-tests, src/common.cu",
    .unseen = true,
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .traits = TRAIT_TESTS_MACHINE,
};
