/* adapter_nvidia_smi_text.c - `nvidia-smi -q`, the text form, drivers 418 to 595.
 *
 * "Label : value" lines under headings, nested by indentation of four blanks; "GPU
 * 00000000:17:00.0" begins an accelerator. Read by the path of headings, since labels ("Current",
 * "Total") repeat. Blocks were renamed as in the XML form: "Clocks Throttle Reasons" became "Clocks
 * Event Reasons", "Power Readings" became "GPU Power Readings". Reasons and counters get the names
 * that the XML form gives them, so that both forms of one machine are one fact from two sources. A
 * matrix of `topo -m` in the same file is read too. Accelerators are counted in their order; where
 * fewer are listed than are attached (`-i 3`), each has its minor number. Defined by nvidia-smi(1).
 */
#include "minors.h"
#include "reading.h"
#include "sniff.h"

enum { DEPTH_MOST = 16, INDENT = 4 };

static const struct field log_fields[] = {
    { "Attached GPUs", KEY_ACCELERATOR_ATTACHED, UNIT_COUNT, false },
    { "CUDA Version", KEY_DRIVER_CUDA, UNIT_NONE, false },
    { "Driver Version", KEY_DRIVER_VERSION, UNIT_NONE, true },
    { "Timestamp", KEY_CAPTURE_TIME, UNIT_NONE, false },
};

static const struct field gpu_fields[] = {
    { "Applications Clocks/Graphics", KEY_CLOCK_SM_APPLICATION, UNIT_MEGAHERTZ, false },
    { "Applications Clocks/Memory", KEY_CLOCK_MEMORY_APPLICATION, UNIT_MEGAHERTZ, false },
    { "Board Part Number", KEY_ACCELERATOR_PART, UNIT_NONE, false },
    { "Clocks/SM", KEY_CAPTURE_CLOCK_SM, UNIT_MEGAHERTZ, false },
    { "Compute Mode", KEY_DRIVER_COMPUTE_MODE, UNIT_NONE, false },
    { "Default Applications Clocks/Graphics", KEY_CLOCK_SM_APPLICATION_DEFAULT, UNIT_MEGAHERTZ,
      false },
    { "Default Applications Clocks/Memory", KEY_CLOCK_MEMORY_APPLICATION_DEFAULT, UNIT_MEGAHERTZ,
      false },
    { "ECC Mode/Current", KEY_ACCELERATOR_ECC, UNIT_NONE, false },
    { "Ecc Mode/Current", KEY_ACCELERATOR_ECC, UNIT_NONE, false },
    { "FB Memory Usage/Total", KEY_ACCELERATOR_MEMORY_TOTAL, UNIT_MEBIBYTE, false },
    { "Fabric/State", KEY_FABRIC_STATE, UNIT_NONE, false },
    { "GPU Power Readings/Average Power Draw", KEY_CAPTURE_POWER, UNIT_WATT, false },
    { "GPU Power Readings/Current Power Limit", KEY_POWER_LIMIT, UNIT_WATT, false },
    { "GPU Power Readings/Default Power Limit", KEY_POWER_LIMIT_DEFAULT, UNIT_WATT, false },
    { "GPU Power Readings/Instantaneous Power Draw", KEY_CAPTURE_POWER_INSTANT, UNIT_WATT, false },
    { "GPU Power Readings/Max Power Limit", KEY_POWER_LIMIT_MAX, UNIT_WATT, false },
    { "GPU Power Readings/Power Draw", KEY_CAPTURE_POWER, UNIT_WATT, false },
    { "GPU UUID", KEY_ACCELERATOR_UUID, UNIT_NONE, false },
    { "GPU Virtualization Mode/Virtualization Mode", KEY_ACCELERATOR_VIRTUALISATION, UNIT_NONE,
      false },
    { "GSP Firmware Version", KEY_FIRMWARE_GSP, UNIT_NONE, false },
    { "Inforom Version/Image Version", KEY_FIRMWARE_INFOROM, UNIT_NONE, false },
    { "MIG Mode/Current", KEY_ACCELERATOR_MIG, UNIT_NONE, false },
    { "Max Clocks/Memory", KEY_CLOCK_MEMORY_MAX, UNIT_MEGAHERTZ, false },
    { "Max Clocks/SM", KEY_CLOCK_SM_MAX, UNIT_MEGAHERTZ, false },
    { "Module ID", KEY_ACCELERATOR_MODULE, UNIT_NONE, false },
    { "PCI/Bus Id", KEY_ACCELERATOR_BUS_ID, UNIT_NONE, false },
    { "PCI/GPU Link Info/Link Width/Current", KEY_LINK_WIDTH, UNIT_COUNT, false },
    { "PCI/GPU Link Info/Link Width/Max", KEY_LINK_WIDTH_MAX, UNIT_COUNT, false },
    { "PCI/GPU Link Info/PCIe Generation/Current", KEY_LINK_GENERATION, UNIT_COUNT, false },
    { "PCI/GPU Link Info/PCIe Generation/Max", KEY_LINK_GENERATION_MAX, UNIT_COUNT, false },
    { "Performance State", KEY_CAPTURE_PERFORMANCE_STATE, UNIT_NONE, false },
    { "Persistence Mode", KEY_DRIVER_PERSISTENCE, UNIT_NONE, false },
    { "Power Readings/Default Power Limit", KEY_POWER_LIMIT_DEFAULT, UNIT_WATT, false },
    { "Power Readings/Enforced Power Limit", KEY_POWER_LIMIT, UNIT_WATT, false },
    { "Power Readings/Max Power Limit", KEY_POWER_LIMIT_MAX, UNIT_WATT, false },
    { "Power Readings/Power Draw", KEY_CAPTURE_POWER, UNIT_WATT, false },
    { "Product Architecture", KEY_ACCELERATOR_ARCHITECTURE, UNIT_NONE, false },
    { "Product Name", KEY_ACCELERATOR_NAME, UNIT_NONE, true },
    { "Remapped Rows/Remapping Failure Occurred", KEY_ROWS_FAILED, UNIT_NONE, false },
    { "Remapped Rows/Pending", KEY_ROWS_PENDING, UNIT_NONE, false },
    { "Serial Number", KEY_ACCELERATOR_SERIAL, UNIT_NONE, false },
    { "Temperature/GPU Current Temp", KEY_CAPTURE_TEMPERATURE, UNIT_CELSIUS, false },
    { "Utilization/GPU", KEY_CAPTURE_UTILISATION, UNIT_PERCENT, false },
    { "Utilization/Gpu", KEY_CAPTURE_UTILISATION, UNIT_PERCENT, false },
    { "VBIOS Version", KEY_FIRMWARE_VBIOS, UNIT_NONE, false },
};

struct tree { /* where in the nest of headings a line stands */
    struct reading *reading;
    struct line line;
    struct str heading[DEPTH_MOST];
    size_t depth; /* of the line at hand */
    bool in_gpu;  /* below "GPU 00000000:17:00.0" */
    int64_t gpu;  /* its place in the log; -1: none yet */
    struct minors minors;
    struct str process; /* id of the process last named */
};

static int bid(const struct sniff *sniff)
{
    return str_find(sniff->head, STR("==NVSMI LOG==")) != SIZE_MAX ? BID_SIGNATURE : BID_NONE;
}

/* Labels above the line and its own, joined by '/'; inside an accelerator without its heading. */
static struct str path_of(const struct tree *in, struct str label)
{
    enum { PATH_MOST = 512 };
    struct buf buf = buf_new(in->reading->scratch, PATH_MOST);
    for (size_t i = in->in_gpu ? 1 : 0; i < in->depth; i++) {
        buf_put(&buf, in->heading[i]);
        buf_put_char(&buf, '/');
    }
    buf_put(&buf, label);
    return buf_str(&buf);
}

/* "SW Power Cap" as "sw_power_cap". */
static struct str slug(struct arena *home, struct str label)
{
    struct buf buf = buf_new(home, label.len + 1);
    for (size_t i = 0; i < label.len; i++) {
        char c = label.at[i];
        if (c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        if (c == ' ')
            c = '_';
        buf_put_char(&buf, c);
    }
    return buf_str(&buf);
}

static void gpu_fact(const struct tree *in, enum key key, struct str what, struct str value,
                     enum unit unit)
{
    struct arena *home = in->reading->scratch;
    struct str index =
        str_format(home, "%lld", (long long)minors_index(&in->minors, (size_t)in->gpu));
    struct str instance =
        what.len > 0 ? str_format(home, "%.*s %.*s", STR_ARG(index), STR_ARG(what)) : index;
    struct place place = line_place(in->reading, &in->line, value);
    double lanes;
    bool width = key == KEY_LINK_WIDTH || key == KEY_LINK_WIDTH_MAX;
    if (width && str_ends(value, STR("x")) && num_real(str_sub(value, 0, value.len - 1), &lanes))
        reading_number(in->reading, key, instance, value, lanes, UNIT_COUNT, place);
    else
        reading_fact(in->reading, key, instance, value, unit, place);
}

/* "Idle" is gpu_idle in the XML form, and two settings are plural there. */
static struct str reason_name(struct arena *home, struct str label)
{
    struct str name = slug(home, label);
    return str_eq(name, STR("idle"))                    ? STR("gpu_idle")
           : str_eq(name, STR("display_clock_setting")) ? STR("display_clocks_setting")
                                                        : name;
}

static void error_fact(const struct tree *in, struct str label, struct str value)
{
    struct str name = slug(in->reading->scratch, label);
    bool wrong = str_find(name, STR("uncorrectable")) != SIZE_MAX;
    bool mended = str_ends(name, STR("_correctable"));
    if (wrong || mended)
        gpu_fact(in, wrong ? KEY_ECC_UNCORRECTED : KEY_ECC_CORRECTED, name, value, UNIT_COUNT);
}

static void gpu_line(struct tree *in, struct str label, struct str value)
{
    struct str path = path_of(in, label);
    for (size_t i = 0; i < ARRAY_COUNT(gpu_fields); i++)
        if (str_eq(path, str_from(gpu_fields[i].path)))
            gpu_fact(in, gpu_fields[i].key, STR(""), value, gpu_fields[i].unit);
    if (str_starts(path, STR("Clocks Event Reasons/")) ||
        str_starts(path, STR("Clocks Throttle Reasons/"))) {
        gpu_fact(in, KEY_THROTTLE_REASON, reason_name(in->reading->scratch, label), value,
                 UNIT_NONE);
    } else if (str_starts(path, STR("ECC Errors/Volatile/"))) {
        error_fact(in, label, value);
    } else if (str_eq(path, STR("Processes"))) { /* "None" */
        gpu_fact(in, KEY_FOREIGN_PROCESS, STR(""), value, UNIT_NONE);
    } else if (str_starts(path, STR("Processes/")) && str_eq(label, STR("Process ID"))) {
        in->process = value;
    } else if (str_starts(path, STR("Processes/")) && str_eq(label, STR("Name"))) {
        gpu_fact(in, KEY_FOREIGN_PROCESS, in->process, value, UNIT_NONE);
    }
}

static void log_line(const struct tree *in, struct str label, struct str value)
{
    for (size_t i = 0; i < ARRAY_COUNT(log_fields); i++) {
        if (str_eq(label, str_from(log_fields[i].path))) {
            reading_fact(in->reading, log_fields[i].key, (struct str){ 0 }, value,
                         log_fields[i].unit, line_place(in->reading, &in->line, value));
        }
    }
}

/* What a log says of its accelerators' numbers, up to where a loop writes the next. */
static struct minors log_minors(const struct tree *in)
{
    struct minors minors = { .attached = -1 };
    struct str bytes = in->reading->bytes;
    struct lines lines;
    struct line line;
    lines_begin(&lines, str_sub(bytes, (size_t)in->line.offset, bytes.len));
    bool first = true;
    while (lines_next(&lines, &line)) {
        size_t colon = str_find(line.text, STR(" : "));
        struct str label = str_trim(str_sub(line.text, 0, colon));
        if (!first && str_find(line.text, STR("==NVSMI LOG==")) != SIZE_MAX)
            break;
        first = false;
        if (colon == SIZE_MAX) {
            minors_begin(&minors, str_starts(line.text, STR("GPU ")));
            continue;
        }
        struct str value = str_trim(str_sub(line.text, colon + 3, line.text.len));
        if (str_eq(label, STR("Attached GPUs")))
            minors.attached = minors_number(value);
        else if (str_eq(label, STR("Minor Number")))
            minors_add(&minors, value);
    }
    minors_end(&minors);
    return minors;
}

static void line_read(struct tree *in)
{
    struct str text = str_trim(in->line.text);
    size_t blanks = 0;
    while (blanks < in->line.text.len && in->line.text.at[blanks] == ' ')
        blanks++;
    in->depth = blanks / INDENT;
    size_t colon = str_find(text, STR(" : "));
    struct str label = str_trim(str_sub(text, 0, colon));
    if (in->depth >= DEPTH_MOST || text.len == 0)
        return;
    if (str_find(text, STR("==NVSMI LOG==")) != SIZE_MAX) {
        reading_round(in->reading);
        in->gpu = -1; /* a loop writes the log again */
        in->minors = log_minors(in);
        in->in_gpu = false;
    } else if (in->depth == 0 && colon == SIZE_MAX && str_starts(text, STR("GPU "))) {
        in->in_gpu = true;
        in->gpu++;
    } else if (in->in_gpu && colon != SIZE_MAX && in->depth > 0) {
        gpu_line(in, label, str_trim(str_sub(text, colon + 3, text.len)));
    } else if (colon != SIZE_MAX && in->depth == 0) {
        log_line(in, label, str_trim(str_sub(text, colon + 3, text.len)));
    }
    in->heading[in->depth] = label;
}

static bool read(struct reading *reading)
{
    struct tree in = { .reading = reading, .gpu = -1, .minors = { .attached = -1 } };
    struct lines lines;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &in.line)) {
        struct arena_mark mark = arena_mark(reading->scratch);
        line_read(&in);
        arena_rewind(reading->scratch, mark);
    }
    return adapter_nvidia_smi_topo.read(reading);
}

const struct adapter adapter_nvidia_smi_text = {
    .name = "nvidia-smi-text",
    .title = "Accelerators, driver, power limits, clocks and health",
    .tool = "nvidia-smi -q, drivers 418 to 595",
    .spec = "nvidia-smi(1)",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
    .field = gpu_fields,
    .field_count = ARRAY_COUNT(gpu_fields),
    .traits = TRAIT_LISTS_ACCELERATORS | TRAIT_LISTS_PROCESSES,
};
