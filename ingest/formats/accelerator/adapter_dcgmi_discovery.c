/* adapter_dcgmi_discovery.c - `dcgmi discovery -l`: a box table of accelerators, DCGM 2 to 4.
 *
 * "1 GPU found.", then per accelerator three lines: "| 0 | Name: Tesla T4 |", "| | PCI Bus ID:
 * ...",
 * "| | Device UUID: ...". Defined by NVIDIA, DCGM user guide. */
#include "reading.h"
#include "sniff.h"

static const struct label_row {
    struct str label;
    enum key key;
} labels[] = {
    { STR_INIT("Name: "), KEY_ACCELERATOR_NAME },
    { STR_INIT("PCI Bus ID: "), KEY_ACCELERATOR_BUS_ID },
    { STR_INIT("Device UUID: "), KEY_ACCELERATOR_UUID },
};

static int bid(const struct sniff *sniff)
{
    bool mine = str_find(sniff_first_line(sniff), STR("found.")) != SIZE_MAX &&
                str_find(sniff->head, STR("| Device Information ")) != SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

/* "1 GPU found.", "8 GPUs found." */
static void count_fact(struct reading *reading, const struct line *line)
{
    size_t at = str_find(line->text, STR(" GPU"));
    if (at != SIZE_MAX && str_ends(str_trim(line->text), STR("found."))) {
        struct str text = str_trim(str_sub(line->text, 0, at));
        reading_fact(reading, KEY_ACCELERATOR_ATTACHED, (struct str){ 0 }, text, UNIT_COUNT,
                     line_place(reading, line, text));
    }
}

static bool read(struct reading *reading)
{
    struct lines lines;
    struct line line;
    struct str instance = { 0 };
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line)) {
        struct str rest = line.text;
        struct str cell;
        struct str first;
        count_fact(reading, &line);
        if (!str_cut(&rest, '|', &cell) || cell.len > 0 || !str_cut(&rest, '|', &first) ||
            !str_cut(&rest, '|', &cell))
            continue;
        int64_t index = 0;
        first = str_trim(first);
        instance = num_int(first, &index) ? first : instance;
        cell = str_trim(cell);
        for (size_t i = 0; i < ARRAY_COUNT(labels); i++) {
            if (str_starts(cell, labels[i].label) && instance.len == 0) {
                reading_error(reading, DIAG_LINE_BAD, line_place(reading, &line, cell),
                              STR("an accelerator's index before it"), cell);
            } else if (str_starts(cell, labels[i].label)) {
                struct str text = str_sub(cell, labels[i].label.len, cell.len);
                reading_fact(reading, labels[i].key, instance, text, UNIT_NONE,
                             line_place(reading, &line, text));
            }
        }
    }
    return true;
}

const struct adapter adapter_dcgmi_discovery = {
    .name = "dcgmi-discovery",
    .title = "Accelerators found by the data centre manager",
    .tool = "dcgmi discovery -l, DCGM 2 to 4",
    .spec = "NVIDIA, DCGM user guide, discovery",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
    .traits = TRAIT_LISTS_ACCELERATORS,
};
