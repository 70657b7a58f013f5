/* adapter_spec_cpu2017.c - result of SPEC CPU2017 in its comma-separated form, suites 1.0 to 1.1.
 *
 * Rows of unlike shape: "valid,1", a title, two tables (every iteration; those selected), the
 * metric of each tuning ("SPECrate2017_int_base,770.361774"), then configuration as label and value
 * under HARDWARE and SOFTWARE, an empty label going on with the row above. Two rules of the suite
 * are checked: of three iterations the median is selected, of two the slower; and the metric is the
 * geometric mean of the selected ratios. Base and peak, rate and speed are different metrics: the
 * metric's full name is the instance. What a tester left as "fixme" or "could not determine" is a
 * placeholder; a value that goes on in the rows below is one fact a row, the further ones under
 * "2", "3". The row below the operating system is its kernel. "Max MHz." had a full stop in
 * suite 1.0, and the foot still has one behind version and time. Defined by SPEC, CPU2017 run and
 * reporting rules, and cpu2017/Docs. */
#include "sniff.h"
#include "spec.h"

#include <math.h>

/* At the foot, below the notes: a sentence, whose full stop is no part of the value. */
static const struct spec_label foot[] = {
    { STR_INIT("Result run on"), KEY_RUN_START },
    { STR_INIT("Tested with SPEC CPU2017"), KEY_METHOD_TOOL_VERSION },
};

struct columns { /* of a table; SIZE_MAX: absent */
    size_t ratio[SPEC_TUNINGS], selected[SPEC_TUNINGS], status[SPEC_TUNINGS];
    struct str head[SPEC_TUNINGS]; /* of the ratios, as it stands there */
    struct place head_at[SPEC_TUNINGS];
};
enum section { SECTION_HEAD, SECTION_FULL, SECTION_SELECTED, SECTION_CONFIGURATION, SECTION_NOTES };
struct result {
    struct reading *reading;
    struct csv *csv;
    enum section section;
    struct columns columns;
    struct spec_benchmarks benchmarks[SPEC_TUNINGS];
    double log_sum[SPEC_TUNINGS]; /* of the ratios in the second table */
    size_t selected[SPEC_TUNINGS];
    const struct spec_label *label; /* of the row above, and of those that go on with it */
    unsigned rows;                  /* of it so far */
};

static int bid(const struct sniff *sniff)
{
    bool mine = str_starts(sniff_first_line(sniff), STR("valid,")) &&
                str_find(sniff->head, STR("\"Full Results Table\"")) != SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

static struct place cell_place(const struct csv *csv, size_t column)
{
    struct str cell = csv_cell(csv, column);
    const char *base = csv->reading->bytes.at;
    bool inside = cell.at && cell.at >= base && cell.at <= base + csv->reading->bytes.len;
    return place_at(csv->reading, inside ? (uint64_t)(cell.at - base) : csv->start_offset);
}

static void cell_fact(const struct result *in, size_t column, enum key key, struct str instance)
{
    struct str text = csv_cell(in->csv, column);
    if (text.len > 0)
        reading_fact(in->reading, key, instance, text, UNIT_NONE, cell_place(in->csv, column));
}

/* ---- tables ---- */

/* "Base Rate"; "Est. Base Rate" in a run that was not reportable, whose metric is an estimate. */
static const struct str estimated = STR_INIT("Est. ");

static size_t column_named(const struct csv *csv, const char *tuning, const char *what)
{
    for (size_t i = 0; i < csv->cells; i++) {
        struct str cell = csv->cell[i];
        cell = str_sub(cell, str_starts(cell, estimated) ? estimated.len : 0, cell.len);
        bool of_tuning = str_starts(cell, str_from(tuning));
        if (of_tuning && str_eq(str_sub(cell, 5, cell.len), str_from(what)))
            return i;
    }
    return SIZE_MAX;
}

static void columns_find(struct result *in)
{
    static const char *const heads[SPEC_TUNINGS] = { "Base", "Peak" };
    for (size_t i = 0; i < SPEC_TUNINGS; i++) {
        size_t rate = column_named(in->csv, heads[i], "Rate");
        in->columns.ratio[i] = rate == SIZE_MAX ? column_named(in->csv, heads[i], "Ratio") : rate;
        struct str head = csv_cell(in->csv, in->columns.ratio[i]);
        struct place place = cell_place(in->csv, in->columns.ratio[i]);
        if (!str_starts(in->columns.head[i], estimated)) { /* once said, it stands */
            in->columns.head[i] = str_keep(in->reading->home, head);
            in->columns.head_at[i] = place;
        } else if (!str_eq(head, in->columns.head[i])) {
            reading_contradiction(in->reading, head, place,
                                  STR("another table of the file names the column otherwise"));
        }
        in->columns.selected[i] = column_named(in->csv, heads[i], "Selected");
        in->columns.status[i] = column_named(in->csv, heads[i], "Status");
    }
}

static void iteration_read(struct result *in, size_t tuning)
{
    struct str name = csv_cell(in->csv, 0);
    struct str status = csv_cell(in->csv, in->columns.status[tuning]);
    struct spec_iteration one = { .selected = str_eq(
                                      csv_cell(in->csv, in->columns.selected[tuning]), STR("1")) };
    if (status.len > 0 && !str_eq(status, STR("S")) && !str_eq(status, STR("NR")))
        cell_fact(in, in->columns.status[tuning], KEY_RUN_ERROR,
                  spec_instance(in->reading, name, tuning));
    if (num_real(csv_cell(in->csv, in->columns.ratio[tuning]), &one.ratio))
        spec_iteration(in->reading, &in->benchmarks[tuning], name, one);
}

static void selected_read(struct result *in, size_t tuning)
{
    struct str name = csv_cell(in->csv, 0);
    struct str text = csv_cell(in->csv, in->columns.ratio[tuning]);
    double ratio;
    if (!num_real(text, &ratio) || ratio <= 0) {
        if (text.len > 0 && !str_eq(text, STR("NR")) && !text_is_placeholder(text)) {
            reading_error(in->reading, DIAG_VALUE_BAD,
                          cell_place(in->csv, in->columns.ratio[tuning]), STR("a ratio above 0"),
                          text);
        }
        return;
    }
    cell_fact(in, in->columns.ratio[tuning], KEY_RESULT_MORE,
              spec_instance(in->reading, name, tuning));
    in->log_sum[tuning] += log(ratio);
    in->selected[tuning]++;
    spec_selected_check(in->reading, &in->benchmarks[tuning], name, tuning, text,
                        cell_place(in->csv, in->columns.ratio[tuning]));
}

static void table_row(struct result *in)
{
    if (str_eq(csv_cell(in->csv, 0), STR("Benchmark"))) {
        columns_find(in);
        return;
    }
    for (size_t i = 0; i < SPEC_TUNINGS; i++)
        if (in->section == SECTION_FULL)
            iteration_read(in, i);
        else
            selected_read(in, i);
}

/* "SPECrate2017_int_base,770.361774,,770.361774" */
static void metric_row(struct result *in)
{
    struct str name = csv_cell(in->csv, 0);
    struct str text = csv_cell(in->csv, 1);
    size_t tuning = str_ends(name, STR("_peak")) ? 1 : 0;
    double stated;
    if (text.len == 0)
        return;
    bool run = !str_eq(text, STR("Not Run"));
    if (run && str_starts(in->columns.head[tuning], estimated))
        (void)reading_fact(in->reading, KEY_RESULT_REMARK, name, in->columns.head[tuning],
                           UNIT_NONE, in->columns.head_at[tuning]);
    if (!run || !num_real(text, &stated)) {
        cell_fact(in, 1, KEY_RESULT_REMARK, name);
        return;
    }
    cell_fact(in, 1, KEY_RESULT_MORE, name);
    if (in->selected[tuning] > 0) {
        double mean = exp(in->log_sum[tuning] / (double)in->selected[tuning]);
        if (fabs(mean - stated) > 1e-5 * mean) {
            reading_contradiction(in->reading, text, cell_place(in->csv, 1),
                                  STR("the selected ratios have another geometric mean"));
        }
    }
}

/* ---- configuration ---- */

/* "5.3.18-22-default", or after "Kernel ", as testers write it. */
static struct str kernel_of(struct str text)
{
    struct str before = STR("Kernel ");
    bool told = str_starts(text, before);
    text = told ? str_sub(text, before.len, text.len) : text;
    bool version = text.len > 0 && text.at[0] >= '0' && text.at[0] <= '9' &&
                   str_find(text, STR(".")) != SIZE_MAX && str_find(text, STR(" ")) == SIZE_MAX;
    return told || version ? text : (struct str){ 0 };
}

/* ",GNU Compiler Collection": goes on with the row above. */
static void more_row(struct result *in)
{
    struct str text = csv_cell(in->csv, 1);
    struct str kernel = kernel_of(text);
    in->rows++;
    if (in->label->key == KEY_OS_NAME && kernel.len > 0) {
        uint64_t at = cell_place(in->csv, 1).offset + (uint64_t)(kernel.at - text.at);
        reading_fact(in->reading, KEY_OS_KERNEL, (struct str){ 0 }, kernel, UNIT_NONE,
                     place_at(in->reading, at));
    } else {
        cell_fact(in, 1, in->label->key, str_format(in->reading->scratch, "%u", in->rows));
    }
}

static void label_row(struct result *in)
{
    struct str label = str_trim(csv_cell(in->csv, 0));
    if (label.len == 0 && in->label) {
        more_row(in);
        return;
    }
    in->label = spec_label(label);
    in->rows = 1;
    if (in->label)
        cell_fact(in, 1, in->label->key, (struct str){ 0 });
}

static void foot_row(struct result *in)
{
    struct str text = csv_cell(in->csv, 1);
    text = str_ends(text, STR(".")) ? str_sub(text, 0, text.len - 1) : text;
    for (size_t i = 0; i < ARRAY_COUNT(foot); i++) {
        if (text.len > 0 && str_eq(csv_cell(in->csv, 0), foot[i].label)) {
            reading_fact(in->reading, foot[i].key, (struct str){ 0 }, text, UNIT_NONE,
                         cell_place(in->csv, 1));
        }
    }
}

static void title_row(struct result *in)
{
    struct str text = csv_cell(in->csv, 0);
    if (str_eq(text, STR("Full Results Table")))
        in->section = SECTION_FULL;
    else if (str_eq(text, STR("Selected Results Table")))
        in->section = SECTION_SELECTED;
    else if (str_eq(text, STR("HARDWARE")) || str_eq(text, STR("SOFTWARE")))
        in->section = SECTION_CONFIGURATION;
    else if (in->section == SECTION_HEAD && str_starts(text, STR("SPEC CPU")))
        cell_fact(in, 0, KEY_WORKLOAD_NAME, (struct str){ 0 });
    else if (str_ends(text, STR(" Notes")) || str_ends(text, STR(" Flags")))
        in->section = SECTION_NOTES;
}

static void row_read(struct result *in)
{
    struct str first = csv_cell(in->csv, 0);
    bool table = in->section == SECTION_FULL || in->section == SECTION_SELECTED;
    if (in->csv->cells < 2) {
        title_row(in);
    } else if (str_starts(first, STR("SPECrate2017_")) ||
               str_starts(first, STR("SPECspeed2017_"))) {
        metric_row(in);
        in->section = SECTION_CONFIGURATION;
    } else if (table) {
        table_row(in);
    } else if (in->section == SECTION_HEAD && str_eq(first, STR("valid"))) {
        cell_fact(in, 1, KEY_RUN_VALID, (struct str){ 0 });
    } else if (in->section == SECTION_CONFIGURATION) {
        label_row(in);
        foot_row(in);
    } else if (in->section == SECTION_NOTES) {
        foot_row(in);
    }
}

static bool read(struct reading *reading)
{
    struct result *in = ARENA_NEW(reading->scratch, struct result);
    in->reading = reading;
    in->csv = ARENA_NEW(reading->scratch, struct csv);
    if (!csv_begin(in->csv, reading))
        return false;
    cell_fact(in, 1, KEY_RUN_VALID, (struct str){ 0 });
    while (csv_next(in->csv))
        row_read(in);
    return true;
}

const struct adapter adapter_spec_cpu2017 = {
    .name = "spec-cpu2017-csv",
    .title = "Result of SPEC CPU2017",
    .tool = "SPEC CPU2017 1.0 to 1.1, comma-separated form",
    .spec = "SPEC, CPU2017 run and reporting rules",
    .listed = true,
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .table = true,
};
