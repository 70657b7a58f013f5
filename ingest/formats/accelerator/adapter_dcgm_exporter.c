/* adapter_dcgm_exporter.c - what dcgm-exporter answers to a scrape, saved: readings of accelerators
 * in Prometheus' text form.
 *
 * DCGM_FI_DEV_POWER_USAGE{gpu="0",UUID="GPU-...",modelName="NVIDIA H100 80GB
 * HBM3",Hostname="n"} 70.5 Names, identities and versions stand in the labels of every line: the
 * first of an accelerator is taken, another that says otherwise contradicts it. Energy is in
 * millijoules since the driver was loaded, memory in MiB. Lines of an instance of a partition
 * (GPU_I_ID) are passed over: what they tell is a part's. Defined by NVIDIA/dcgm-exporter,
 * etc/default-counters.csv, and Prometheus' exposition format. */
#include "reading.h"
#include "sniff.h"

enum { ACCELERATORS_MOST = 256 };
static const struct metric_row {
    const char *name;
    enum key key;
    enum unit unit;
    double factor; /* 0: as it stands */
} metrics[] = {
    { "DCGM_FI_DEV_APP_MEM_CLOCK", KEY_CLOCK_MEMORY_APPLICATION, UNIT_MEGAHERTZ, 0 },
    { "DCGM_FI_DEV_APP_SM_CLOCK", KEY_CLOCK_SM_APPLICATION, UNIT_MEGAHERTZ, 0 },
    { "DCGM_FI_DEV_CLOCKS_EVENT_REASONS", KEY_THROTTLE_REASON, UNIT_MASK, 0 },
    { "DCGM_FI_DEV_CLOCK_THROTTLE_REASONS", KEY_THROTTLE_REASON, UNIT_MASK, 0 },
    { "DCGM_FI_DEV_PCIE_LINK_GEN", KEY_LINK_GENERATION, UNIT_COUNT, 0 },
    { "DCGM_FI_DEV_PCIE_LINK_WIDTH", KEY_LINK_WIDTH, UNIT_COUNT, 0 },
    { "DCGM_FI_DEV_PCIE_MAX_LINK_GEN", KEY_LINK_GENERATION_MAX, UNIT_COUNT, 0 },
    { "DCGM_FI_DEV_PCIE_MAX_LINK_WIDTH", KEY_LINK_WIDTH_MAX, UNIT_COUNT, 0 },
    { "DCGM_FI_DEV_ROW_REMAP_FAILURE", KEY_ROWS_FAILED, UNIT_NONE, 0 },
    { "DCGM_FI_DEV_ROW_REMAP_PENDING", KEY_ROWS_PENDING, UNIT_NONE, 0 },
    { "DCGM_FI_DEV_SM_CLOCK", KEY_CAPTURE_CLOCK_SM, UNIT_MEGAHERTZ, 0 },
    { "DCGM_FI_DEV_GPU_TEMP", KEY_CAPTURE_TEMPERATURE, UNIT_CELSIUS, 0 },
    { "DCGM_FI_DEV_POWER_USAGE", KEY_CAPTURE_POWER, UNIT_WATT, 0 },
    { "DCGM_FI_DEV_POWER_MGMT_LIMIT", KEY_POWER_LIMIT, UNIT_WATT, 0 },
    { "DCGM_FI_DEV_GPU_UTIL", KEY_CAPTURE_UTILISATION, UNIT_PERCENT, 0 },
    { "DCGM_FI_DEV_FB_TOTAL", KEY_ACCELERATOR_MEMORY_TOTAL, UNIT_MEBIBYTE, 0 },
    { "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION", KEY_ENERGY_COUNTER, UNIT_JOULE, 0.001 },
    { "DCGM_FI_DEV_ECC_DBE_VOL_TOTAL", KEY_ECC_UNCORRECTED, UNIT_COUNT, 0 },
    { "DCGM_FI_DEV_ECC_SBE_VOL_TOTAL", KEY_ECC_CORRECTED, UNIT_COUNT, 0 },
};
static const struct label_row {
    const char *name;
    enum key key;
    bool whole; /* of the machine, not of one accelerator */
} labels[] = {
    { "modelName", KEY_ACCELERATOR_NAME, false },           { "UUID", KEY_ACCELERATOR_UUID, false },
    { "pci_bus_id", KEY_ACCELERATOR_BUS_ID, false },        { "Hostname", KEY_OS_HOST_NAME, true },
    { "DCGM_FI_DRIVER_VERSION", KEY_DRIVER_VERSION, true },
};
enum { LABELS = ARRAY_COUNT(labels) };

struct exported {
    struct reading *reading;
    struct line line;
    struct seen {
        struct str gpu, text[LABELS];
    } seen[ACCELERATORS_MOST];
    size_t count, read;
    struct str machine[LABELS];
};

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_line_starts(sniff, STR("DCGM_FI_")) &&
                str_find(sniff->head, STR("{gpu=\"")) != SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

/* The text of a label; empty: there is none. */
static struct str label_of(struct str inside, const char *name)
{
    struct str rest = inside;
    size_t len = str_from(name).len;
    for (size_t at; (at = str_find(rest, str_from(name))) != SIZE_MAX;
         rest = str_sub(rest, at + len, rest.len)) {
        bool begins = at == 0 || rest.at[at - 1] == ',' || rest.at[at - 1] == ' ';
        struct str behind = str_sub(rest, at + len, rest.len);
        if (begins && str_starts(behind, STR("=\""))) {
            behind = str_sub(behind, 2, behind.len);
            size_t end = str_find(behind, STR("\""));
            return end == SIZE_MAX ? STR("") : str_sub(behind, 0, end);
        }
    }
    return (struct str){ 0 };
}

static struct seen *seen_of(struct exported *in, struct str gpu)
{
    for (size_t i = 0; i < in->count; i++)
        if (str_eq(in->seen[i].gpu, gpu))
            return &in->seen[i];
    if (in->count == ACCELERATORS_MOST)
        return NULL;
    in->seen[in->count] = (struct seen){ .gpu = gpu };
    return &in->seen[in->count++];
}

/* Taken once; said again otherwise, the facts contradict each other, and reading_twice says so. */
static void labels_read(struct exported *in, struct seen *seen, struct str inside)
{
    for (size_t i = 0; i < LABELS; i++) {
        struct str text = label_of(inside, labels[i].name);
        struct str *before = labels[i].whole ? &in->machine[i] : &seen->text[i];
        if (text.len == 0 || str_eq(*before, text))
            continue;
        *before = text;
        (void)reading_fact(in->reading, labels[i].key, labels[i].whole ? STR("") : seen->gpu, text,
                           UNIT_NONE, line_place(in->reading, &in->line, text));
    }
}

static void bad(struct exported *in)
{
    reading_error(in->reading, DIAG_LINE_BAD, line_place(in->reading, &in->line, in->line.text),
                  STR("NAME{gpu=\"0\",...} NUMBER"), in->line.text);
}

static void value_read(struct exported *in, struct str name, struct str gpu, struct str text)
{
    double value;
    for (size_t i = 0; i < ARRAY_COUNT(metrics); i++) {
        const struct metric_row *row = &metrics[i];
        if (!str_eq(name, str_from(row->name)))
            continue;
        if (!num_real(text, &value)) {
            bad(in);
            return;
        }
        struct place place = line_place(in->reading, &in->line, text);
        if (row->key == KEY_THROTTLE_REASON) { /* the mask of them all */
            struct str instance = str_format(in->reading->home, "%.*s active", STR_ARG(gpu));
            reading_fact(in->reading, row->key, instance, text, UNIT_NONE, place);
        } else if (row->unit == UNIT_NONE) { /* a flag: 0 or 1 */
            reading_fact(in->reading, row->key, gpu, text, UNIT_NONE, place);
        } else {
            reading_number(in->reading, row->key, gpu, text,
                           row->factor > 0 ? value * row->factor : value, row->unit, place);
        }
        in->read++;
    }
}

static void line_read(struct exported *in)
{
    struct str text = str_trim(in->line.text);
    size_t open = str_find(text, STR("{")), close = str_find(text, STR("} "));
    if (text.len == 0 || text.at[0] == '#' || !str_starts(text, STR("DCGM_FI_")))
        return;
    if (open == SIZE_MAX || close == SIZE_MAX || close < open) {
        bad(in);
        return;
    }
    struct str inside = str_sub(text, open + 1, close), rest = str_sub(text, close + 1, text.len);
    struct str gpu = label_of(inside, "gpu"), value;
    int64_t index;
    if (label_of(inside, "GPU_I_ID").len > 0)
        return;
    if (!num_int(gpu, &index) || index < 0 || !str_word(&rest, &value)) {
        bad(in);
        return;
    }
    struct seen *seen = seen_of(in, gpu);
    if (seen) {
        labels_read(in, seen, inside);
        value_read(in, str_sub(text, 0, open), gpu, value);
    }
}

static bool read(struct reading *reading)
{
    struct exported *in = ARENA_NEW(reading->scratch, struct exported);
    struct lines lines;
    in->reading = reading;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &in->line))
        line_read(in);
    if (in->read == 0)
        reading_missing(reading, "DCGM_FI_DEV_POWER_USAGE{gpu=\"0\"}");
    return in->read > 0;
}

const struct adapter adapter_dcgm_exporter = {
    .name = "dcgm-exporter-text",
    .title = "Readings of accelerators, as a scrape",
    .tool = "dcgm-exporter 2 to 4",
    .spec = "NVIDIA/dcgm-exporter, etc/default-counters.csv",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
    .unseen = true,
};
