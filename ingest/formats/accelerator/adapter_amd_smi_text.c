/* adapter_amd_smi_text.c - `amd-smi static`, `amd-smi metric`, `amd-smi list` and `amd-smi process`
 * as they print on a console, ROCm 6.0 to 10.1.
 *
 * "GPU: 0" begins an accelerator; below it "LABEL: value" under headings, nested by four blanks.
 * The labels are those of the JSON form in capitals, so that both forms of one machine are one fact
 * from two sources. Watch mode repeats the whole, with a time in each block: of each accelerator
 * the first block gives facts, all of them series, and its energy counter's last counts. Defined by
 * ROCm/amdsmi, amdsmi_cli/amdsmi_logger.py. */
#include "amd.h"
#include "sniff.h"

enum { DEPTH_MOST = 8, INDENT = 4, UNITS_MOST = AMD_UNITS, PATH_MOST = 256 };

struct counter {
    struct str text;
    struct place place;
};
struct output {
    struct reading *reading;
    struct line line;
    struct str heading[DEPTH_MOST]; /* labels above the line at hand */
    struct str gpu;                 /* index of the accelerator; empty: none yet */
    bool again;                     /* seen before */
    bool moment;                    /* the block at hand tells its time: watch mode */
    struct str seen[UNITS_MOST];
    struct counter counter[UNITS_MOST];
    size_t count, at;
    struct str driver;       /* last told */
    struct str process, pid; /* of the process at hand, as far as it is told */
    struct place process_place;
    struct amd_watch watch;
};

static int bid(const struct sniff *sniff)
{
    static const struct str labels[] = {
        STR_INIT("    ASIC:"),  STR_INIT("    USAGE:"),       STR_INIT("    BDF: "),
        STR_INIT("    POWER:"), STR_INIT("    ENERGY:"),      STR_INIT("    BUS:"),
        STR_INIT("    LIMIT:"), STR_INIT("    PARTITION:"),   STR_INIT("    CLOCK:"),
        STR_INIT("    PCIE:"),  STR_INIT("    TEMPERATURE:"), STR_INIT("    THROTTLE:"),
        STR_INIT("    ECC:"),   STR_INIT("    BOARD:"),       STR_INIT("    DRIVER:"),
        STR_INIT("    IFWI:"),  STR_INIT("    VBIOS:"),       STR_INIT("    NUMA:"),
        STR_INIT("    RAS:"),   STR_INIT("    VRAM:"),        STR_INIT("    PROCESS_INFO:"),
    };
    if (!sniff_line_starts(sniff, STR("GPU: ")))
        return BID_NONE;
    for (size_t i = 0; i < ARRAY_COUNT(labels); i++)
        if (sniff_line_starts(sniff, labels[i]))
            return BID_SIGNATURE;
    return BID_NONE;
}

/* "/limit/ppt0/max_power_limit" of a line and those above it. */
static struct str path_of(const struct output *in, size_t depth, struct str label)
{
    struct buf buf = buf_new(in->reading->scratch, PATH_MOST);
    for (size_t i = 1; i <= depth; i++) {
        struct str part = i < depth ? in->heading[i] : label;
        buf_put_char(&buf, '/');
        for (size_t k = 0; k < part.len; k++) {
            char c = part.at[k];
            if (c >= 'A' && c <= 'Z')
                c = (char)(c - 'A' + 'a');
            buf_put_char(&buf, c);
        }
    }
    return buf_str(&buf);
}

static void gpu_begin(struct output *in, struct str index)
{
    in->again = in->moment = false;
    in->watch.now = NULL;
    if (!amd_index(in->reading, index, line_place(in->reading, &in->line, index))) {
        in->gpu = (struct str){ 0 };
        return;
    }
    in->gpu = index;
    for (in->at = 0; in->at < in->count; in->at++) {
        if (str_eq(in->seen[in->at], index)) {
            in->again = true;
            return;
        }
    }
    if (in->count == UNITS_MOST) {
        in->gpu = (struct str){ 0 };
        reading_error(in->reading, DIAG_VALUE_BAD, line_place(in->reading, &in->line, index),
                      STR("at most 64 accelerators"), index);
        return;
    }
    in->seen[in->count++] = index;
}

/* A counter that falls within one file is a contradiction; else its last reading counts. */
static void counter_read(struct output *in, struct str text, struct place place)
{
    struct counter *counter = &in->counter[in->at];
    enum unit unit = UNIT_JOULE;
    double value, before;
    bool falls = counter->text.len > 0 && number_read(counter->text, &before, &unit) &&
                 number_read(text, &value, &unit) && value < before;
    if (falls) {
        reading_contradiction(
            in->reading, text, place,
            str_format(in->reading->scratch, "it was %.*s before", STR_ARG(counter->text)));
    }
    *counter = (struct counter){ text, place };
}

static const struct field *field_of(struct str path)
{
    const struct field *field = amd_field(0);
    for (size_t i = 0; field && !str_eq(path, str_from(field->path)); i++)
        field = amd_field(i);
    return field;
}

/* "Gen 5" */
static void generation_fact(struct output *in, struct str text, struct place place)
{
    struct str before = STR("Gen ");
    double number;
    if (str_starts(text, before) && num_real(str_sub(text, before.len, text.len), &number)) {
        reading_number(in->reading, KEY_LINK_GENERATION_MAX, in->gpu, text, number, UNIT_COUNT,
                       place);
    } else if (!text_is_placeholder(text)) {
        reading_error(in->reading, DIAG_VALUE_BAD, place, STR("Gen and a number"), text);
    }
}

/* Readings, and the link, which an idle accelerator narrows. */
static bool of_a_moment(enum key key)
{
    return key == KEY_LINK_WIDTH || key == KEY_LINK_GENERATION ||
           vocabulary_row(key)->group == GROUP_HEALTH;
}

/* "PROCESS_INFO: No running processes detected", or a name and a number. True: of these. */
static bool process_read(struct output *in, struct str path, struct str value, struct place place)
{
    bool name = str_eq(path, STR("/process_info/name")),
         pid = str_eq(path, STR("/process_info/pid"));
    if (!str_starts(path, STR("/process_info")))
        return false;
    if (str_eq(path, STR("/process_info"))) {
        reading_fact(in->reading, KEY_FOREIGN_PROCESS, in->gpu, value, UNIT_NONE, place);
    } else if ((name && in->process.len > 0) || (pid && in->pid.len > 0)) {
        reading_error(in->reading, DIAG_LINE_BAD, place, STR("a name and a number a process"),
                      value);
    } else if (name || pid) {
        in->process = name ? value : in->process;
        in->process_place = name ? place : in->process_place;
        in->pid = pid ? value : in->pid;
    }
    if (in->process.len > 0 && in->pid.len > 0) {
        struct str instance =
            str_format(in->reading->scratch, "%.*s %.*s", STR_ARG(in->gpu), STR_ARG(in->pid));
        reading_fact(in->reading, KEY_FOREIGN_PROCESS, instance, in->process, UNIT_NONE,
                     in->process_place);
        in->process = in->pid = (struct str){ 0 };
    }
    return true;
}

static void value_read(struct output *in, struct str path, struct str value)
{
    struct reading *reading = in->reading;
    struct place place = line_place(reading, &in->line, value);
    if (process_read(in, path, value, place))
        return;
    const struct field *field = field_of(path);
    if (field)
        amd_poll_value(&in->watch, field->key, value);
    if (field && field->key == KEY_ENERGY_COUNTER) {
        counter_read(in, value, place);
    } else if (in->again && (in->moment || !field || of_a_moment(field->key))) {
        return; /* what lasts has to be the same, said again without a time */
    } else if (field) {
        amd_fact(reading, field, in->gpu, value, place);
    } else if (str_eq(path, STR("/driver/version")) && !str_eq(value, in->driver)) {
        in->driver = value; /* one a machine, however many accelerators repeat it */
        reading_fact(reading, KEY_DRIVER_VERSION, (struct str){ 0 }, value, UNIT_NONE, place);
    } else if (str_eq(path, STR("/bus/pcie_interface_version"))) {
        generation_fact(in, value, place);
    }
}

static void line_read(struct output *in)
{
    struct str value = in->line.text, label;
    size_t blanks = 0;
    while (blanks < in->line.text.len && in->line.text.at[blanks] == ' ')
        blanks++;
    size_t depth = blanks / INDENT;
    if (depth >= DEPTH_MOST || !str_cut(&value, ':', &label) || !value.at)
        return;
    label = str_trim(label);
    value = str_trim(value);
    in->heading[depth] = label;
    if (depth == 0 && str_eq(label, STR("GPU"))) {
        gpu_begin(in, value);
    } else if (depth == 0) {
        in->gpu = (struct str){ 0 };
    } else if (depth == 1 && str_eq(label, STR("TIMESTAMP"))) {
        in->moment = true;
        if (in->gpu.len > 0) {
            amd_poll(in->reading, &in->watch, in->gpu, value,
                     line_place(in->reading, &in->line, value));
        }
    } else if (in->gpu.len > 0 && value.len > 0) {
        value_read(in, path_of(in, depth, label), value);
    }
}

static bool read(struct reading *reading)
{
    struct output *in = ARENA_NEW(reading->scratch, struct output);
    struct lines lines;
    in->reading = reading;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &in->line))
        line_read(in);
    amd_watch_put(reading, &in->watch);
    for (size_t i = 0; i < in->count; i++) {
        const struct counter *counter = &in->counter[i];
        if (counter->text.len > 0) {
            reading_fact(reading, amd_counter_key(reading->evidence->name), in->seen[i],
                         counter->text, UNIT_JOULE, counter->place);
        }
    }
    return true;
}

const struct adapter adapter_amd_smi_text = {
    .name = "amd-smi-text",
    .title = "AMD accelerators, driver, limits and readings, as text",
    .tool = "amd-smi static, metric, list or process, ROCm 6.0 to 10.1",
    .spec = "ROCm/amdsmi, amdsmi_cli/amdsmi_logger.py",
    .listed = true,
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
    .traits = TRAIT_LISTS_ACCELERATORS,
};
