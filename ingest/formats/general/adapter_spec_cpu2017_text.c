/* adapter_spec_cpu2017_text.c - result of SPEC CPU2017 as text, the form that `runcpu` prints
 * beside the comma-separated one.
 *
 * A frame of '#' around "INVALID RUN" and its reasons where a run may not be published; a title; a
 * table of every iteration, "===="; the selected ones; the metric of each tuning with three digits
 * ("Est. " in front of one that may not be published, a remark on it: the frame says so, too);
 * configuration as "Label: value". The row of dashes below the table's head tells where the peak
 * columns begin: a benchmark that failed has no time. An asterisk marks the selected iteration: of
 * three the median, of two the slower, by the digits printed; the metric is the geometric mean of
 * the selected ratios, likewise. A value that goes on in the lines below was broken by width alone
 * or is a list, which the text does not tell: it is left to the comma-separated form, but for the
 * kernel below the operating system. Names are those of that form, without "(R)". Defined by SPEC,
 * CPU2017 run and reporting rules, and cpu2017/Docs. */
#include "benchmarks.h"
#include "sniff.h"
#include "spec.h"

#include <math.h>

enum { WORDS = 4, LABEL_COLUMN = 20 };
enum section {
    SECTION_HEAD,
    SECTION_TABLE,
    SECTION_SELECTED,
    SECTION_CONFIGURATION,
    SECTION_NOTES
};

struct bounds { /* of the logarithms of selected ratios, by the digits printed */
    double low, high;
    size_t count;
};
struct pending { /* a label whose value may go on in the next line */
    const struct spec_label *row;
    struct line line;
    struct str text;
    bool goes_on;
};
struct result {
    struct reading *reading;
    struct line line;
    enum section section;
    size_t peak_from; /* column; 0: not told yet */
    struct spec_benchmarks benchmarks[SPEC_TUNINGS];
    struct bounds bounds[SPEC_TUNINGS];
    struct pending pending;
    unsigned errors;
};

static int bid(const struct sniff *sniff)
{
    bool mine = str_find(sniff->head, STR("SPEC CPU(R)2017 ")) != SIZE_MAX &&
                (str_find(sniff->head, STR("\nBenchmarks  ")) != SIZE_MAX ||
                 str_find(sniff->head, STR("INVALID RUN --")) != SIZE_MAX);
    return mine ? BID_SIGNATURE : BID_NONE;
}

static void fact(struct result *in, const struct line *line, enum key key, struct str instance,
                 struct str part, struct str text)
{
    if (part.len > 0)
        (void)reading_fact(in->reading, key, instance, text, UNIT_NONE,
                           line_place(in->reading, line, part));
}

/* "SPECrate(R)2017_int_base" as other forms of the result name it. */
static struct str unmarked(struct result *in, struct str text)
{
    size_t at = str_find(text, STR("(R)"));
    return at == SIZE_MAX
               ? text
               : str_format(in->reading->scratch, "%.*s%.*s", STR_ARG(str_sub(text, 0, at)),
                            STR_ARG(str_sub(text, at + 3, text.len)));
}

/* ---- tables ---- */

/* Where the fifth group of dashes begins: copies of peak. */
static void columns_find(struct result *in)
{
    struct str text = in->line.text;
    unsigned groups = 0;
    for (size_t i = 0; i < text.len && in->peak_from == 0; i++) {
        groups += text.at[i] == '-' && (i == 0 || text.at[i - 1] != '-');
        if (groups == 5)
            in->peak_from = i;
    }
    if (groups < 5)
        in->peak_from = SIZE_MAX;
    in->section = SECTION_TABLE;
}

static void selected_read(struct result *in, size_t tuning, struct str name, struct str ratio)
{
    double value;
    if (str_eq(ratio, STR("NR")) || str_eq(ratio, STR("--")))
        return;
    if (!num_real(ratio, &value) || value <= 0) {
        reading_error(in->reading, DIAG_VALUE_BAD, line_place(in->reading, &in->line, ratio),
                      STR("a ratio above 0"), ratio);
        return;
    }
    fact(in, &in->line, KEY_RESULT_MORE, spec_instance(in->reading, name, tuning), ratio, ratio);
    struct bounds *bounds = &in->bounds[tuning];
    bounds->low += log(fmax(value - half_digit(ratio), 1e-9));
    bounds->high += log(value + half_digit(ratio));
    bounds->count++;
    spec_selected_check(in->reading, &in->benchmarks[tuning], name, tuning, ratio,
                        line_place(in->reading, &in->line, ratio));
}

/* "256  757  538  *" or, of one that failed, "1  --  CE": copies, time, ratio, status. */
static void half_read(struct result *in, size_t tuning, struct str name, struct str half)
{
    struct str word[WORDS] = { 0 };
    size_t count = 0;
    double ratio;
    while (count < WORDS && str_word(&half, &word[count]))
        count++;
    if (count == 0)
        return;
    struct str status = word[count - 1];
    bool good = str_eq(status, STR("*")) || str_eq(status, STR("S"));
    if (in->section == SECTION_SELECTED) {
        selected_read(in, tuning, name, count == WORDS ? word[2] : status);
    } else if (good && count == WORDS && num_real(word[2], &ratio)) {
        spec_iteration(in->reading, &in->benchmarks[tuning], name,
                       (struct spec_iteration){ ratio, str_eq(status, STR("*")) });
    } else if (!str_eq(status, STR("NR"))) {
        fact(in, &in->line, KEY_RUN_ERROR, spec_instance(in->reading, name, tuning), status,
             status);
    }
}

/* "SPECrate(R)2017_int_base   777", "Est. SPECrate(R)2017_int_peak   Not Run" */
static void metric_row(struct result *in, struct str text)
{
    struct str rest = text, mark = { 0 }, name;
    double stated;
    if (!str_starts(text, STR("SPEC")) && (!str_word(&rest, &mark) || !str_eq(mark, STR("Est.")))) {
        reading_error(in->reading, DIAG_LINE_BAD, line_place(in->reading, &in->line, mark),
                      STR("Est. or nothing before a metric"), mark);
        return;
    }
    if (!str_word(&rest, &name))
        return;
    struct str value = str_trim(rest), plain = unmarked(in, name);
    size_t tuning = str_ends(name, STR("_peak")) ? 1 : 0;
    const struct bounds *bounds = &in->bounds[tuning];
    if (str_find(name, STR("(R)2017_")) == SIZE_MAX) {
        reading_error(in->reading, DIAG_LINE_BAD, line_place(in->reading, &in->line, name),
                      STR("a metric of SPEC CPU2017"), name);
        return;
    }
    if (value.len == 0 || str_eq(value, STR("--")))
        return;
    if (str_eq(value, STR("Not Run"))) {
        fact(in, &in->line, KEY_RESULT_REMARK, plain, value, value);
        return;
    }
    if (!num_real(value, &stated) || stated <= 0) {
        reading_error(in->reading, DIAG_VALUE_BAD, line_place(in->reading, &in->line, value),
                      STR("a number above 0, or Not Run"), value);
        return;
    }
    fact(in, &in->line, KEY_RESULT_MORE, plain, value, value);
    if (mark.len > 0)
        fact(in, &in->line, KEY_RESULT_REMARK, plain, mark, mark);
    double each = (double)bounds->count;
    if (bounds->count > 0 && (stated + half_digit(value) < exp(bounds->low / each) ||
                              stated - half_digit(value) > exp(bounds->high / each)))
        reading_contradiction(in->reading, value, line_place(in->reading, &in->line, value),
                              STR("the selected ratios have another geometric mean"));
}

static void table_row(struct result *in)
{
    struct str text = in->line.text, trimmed = str_trim(text), rest = text, name;
    if (str_starts(trimmed, STR("====="))) {
        in->section = SECTION_SELECTED;
    } else if (str_starts(trimmed, STR("SPEC")) || str_starts(trimmed, STR("Est. ")) ||
               (str_find(trimmed, STR(" SPEC")) != SIZE_MAX &&
                str_find(trimmed, STR("(R)2017_")) != SIZE_MAX)) {
        metric_row(in, trimmed);
    } else if (str_eq(trimmed, STR("HARDWARE"))) {
        in->section = SECTION_CONFIGURATION;
    } else if (text.len > 0 && text.at[0] >= '0' && text.at[0] <= '9' && str_word(&rest, &name)) {
        size_t from = (size_t)(rest.at - text.at), to = in->peak_from;
        to = to < text.len ? to : text.len;
        half_read(in, 0, name, str_sub(text, from, to > from ? to : from));
        half_read(in, 1, name, str_sub(text, to, text.len));
    }
}

/* ---- configuration ---- */

static void pending_take(struct result *in)
{
    struct pending *pending = &in->pending;
    bool whole = pending->row && !pending->goes_on && pending->text.len > 0;
    if (whole)
        fact(in, &pending->line, pending->row->key, (struct str){ 0 }, pending->text,
             pending->text);
    pending->row = NULL;
}

/* Below the operating system: "Kernel 5.3.18-22-default", alone in its line. */
static bool is_kernel(struct str text)
{
    static const struct str before = STR_INIT("Kernel ");
    return str_starts(text, before) && text.len > before.len && text.at[before.len] >= '0' &&
           text.at[before.len] <= '9' &&
           str_find(str_sub(text, before.len, text.len), STR(" ")) == SIZE_MAX;
}

/* "Tested with SPEC CPU(R)2017 v1.1.5 on 2021-03-11 02:12:56-0500." */
static void notes_row(struct result *in)
{
    struct str rest = in->line.text, version;
    static const struct str before = STR_INIT("Tested with SPEC CPU(R)2017 ");
    if (!str_starts(rest, before))
        return;
    rest = str_sub(rest, before.len, rest.len);
    if (!str_word(&rest, &version))
        return;
    fact(in, &in->line, KEY_METHOD_TOOL_VERSION, (struct str){ 0 }, version, version);
    rest = str_trim(rest);
    if (str_starts(rest, STR("on ")) && str_ends(rest, STR("."))) {
        struct str time = str_sub(rest, 3, rest.len - 1);
        fact(in, &in->line, KEY_RUN_START, (struct str){ 0 }, time, time);
    }
}

static void configuration_row(struct result *in)
{
    struct str text = in->line.text, trimmed = str_trim(text);
    size_t colon = str_find(text, STR(":"));
    struct pending *pending = &in->pending;
    notes_row(in); /* a result without notes */
    if (colon <= LABEL_COLUMN && trimmed.len > 0 && text.at[0] == ' ') {
        struct str label = str_trim(str_sub(text, 0, colon));
        pending_take(in);
        *pending = (struct pending){ .line = in->line,
                                     .text = str_trim(str_sub(text, colon + 1, text.len)) };
        pending->row = spec_label(label);
    } else if (trimmed.len == 0) {
        pending_take(in);
    } else if (pending->row && pending->row->key == KEY_OS_NAME && is_kernel(trimmed)) {
        struct str kernel = str_sub(trimmed, 7, trimmed.len);
        fact(in, &in->line, KEY_OS_KERNEL, (struct str){ 0 }, kernel, kernel);
    } else if (pending->row) {
        pending->goes_on = true;
    }
    if (str_ends(trimmed, STR(" Notes")) || str_ends(trimmed, STR(" Flags"))) {
        pending_take(in);
        in->section = SECTION_NOTES;
    }
}

/* ---- head and foot ---- */

/* "# 502.gcc_r (base) did not have enough runs!   #"; the frame stands at both ends of the file. */
static void frame_row(struct result *in)
{
    struct str text = in->line.text;
    while (text.len > 0 && (text.at[0] == '#' || text.at[0] == ' '))
        text = str_sub(text, 1, text.len);
    while (text.len > 0 && (text.at[text.len - 1] == '#' || text.at[text.len - 1] == ' '))
        text = str_sub(text, 0, text.len - 1);
    if (in->section != SECTION_HEAD || text.len == 0)
        return;
    if (!str_starts(text, STR("INVALID RUN")))
        fact(in, &in->line, KEY_RUN_ERROR,
             str_format(in->reading->scratch, "reason %u", ++in->errors), text, text);
    else if (in->errors == 0)
        fact(in, &in->line, KEY_RUN_VALID, (struct str){ 0 }, str_sub(text, 0, 11),
             str_sub(text, 0, 11));
}

static void head_row(struct result *in)
{
    static const struct str date = STR_INIT("Test date:");
    struct str text = str_trim(in->line.text);
    size_t at = str_find(text, date);
    if (str_starts(text, STR("SPEC CPU(R)2017 "))) {
        fact(in, &in->line, KEY_WORKLOAD_NAME, (struct str){ 0 }, text, unmarked(in, text));
    } else if (at != SIZE_MAX) {
        struct str value = str_trim(str_sub(text, at + date.len, text.len));
        fact(in, &in->line, KEY_CAPTURE_TIME, (struct str){ 0 }, value, value);
    } else if (str_starts(text, STR("------"))) {
        columns_find(in);
    }
}

static bool read(struct reading *reading)
{
    struct result *in = ARENA_NEW(reading->scratch, struct result);
    struct lines lines;
    in->reading = reading;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &in->line))
        if (str_starts(in->line.text, STR("#")))
            frame_row(in);
        else if (in->section == SECTION_HEAD)
            head_row(in);
        else if (in->section == SECTION_CONFIGURATION)
            configuration_row(in);
        else if (in->section == SECTION_NOTES)
            notes_row(in);
        else
            table_row(in);
    pending_take(in);
    return in->section != SECTION_HEAD || in->errors > 0;
}

const struct adapter adapter_spec_cpu2017_text = {
    .name = "spec-cpu2017-text",
    .title = "Result of SPEC CPU2017, as text",
    .tool = "SPEC CPU2017 1.0 to 1.1, text form",
    .spec = "SPEC, CPU2017 run and reporting rules",
    .unseen = true,
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
};
