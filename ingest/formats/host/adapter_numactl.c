/* adapter_numactl.c - `numactl --hardware` (-H), numactl 2.0: NUMA nodes and their memory.
 *
 * "available: 2 nodes (0-1)", then for each node its processors, size and what was free; "MB" is
 * 1048576 bytes. Distances are not taken. Defined by numactl(8), numactl.c. */
#include "reading.h"
#include "sniff.h"

static int bid(const struct sniff *sniff)
{
    bool mine = str_starts(sniff_first_line(sniff), STR("available: ")) &&
                sniff_line_starts(sniff, STR("node 0 "));
    return mine ? BID_SIGNATURE : BID_NONE;
}

/* "available: 2 nodes (0-1)" */
static void count_read(struct reading *reading, const struct line *line)
{
    struct str rest = str_sub(line->text, sizeof "available: " - 1, line->text.len);
    struct str count = rest;
    int64_t number;
    struct place place = line_place(reading, line, rest);
    if (str_cut(&rest, ' ', &count) && num_int(count, &number) && number > 0)
        reading_fact(reading, KEY_CPU_NUMA_NODES, (struct str){ 0 }, count, UNIT_COUNT, place);
    else
        reading_error(reading, DIAG_VALUE_BAD, place, STR("a number of nodes"), count);
}

/* "node 0 size: 15707 MB" */
static void size_read(struct reading *reading, const struct line *line)
{
    struct str unit = STR(" MB"), label;
    struct str value = line->text;
    double mebibytes;
    if (!str_cut(&value, ':', &label) || !value.at || !str_ends(label, STR(" size")))
        return;
    value = str_trim(value);
    struct place place = line_place(reading, line, value);
    if (str_ends(value, unit) && num_real(str_sub(value, 0, value.len - unit.len), &mebibytes)) {
        struct str node = str_sub(label, 0, label.len - (sizeof " size" - 1));
        reading_number(reading, KEY_HOST_MEMORY, node, value, mebibytes, UNIT_MEBIBYTE, place);
    } else {
        reading_error(reading, DIAG_VALUE_BAD, place, STR("a number of MB"), value);
    }
}

static bool read(struct reading *reading)
{
    struct lines lines;
    struct line line;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line))
        if (str_starts(line.text, STR("available: ")))
            count_read(reading, &line);
        else if (str_starts(line.text, STR("node ")))
            size_read(reading, &line);
    return true;
}

const struct adapter adapter_numactl = {
    .name = "numactl",
    .title = "NUMA nodes and their memory",
    .tool = "numactl --hardware, numactl 2.0",
    .spec = "numactl(8)",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
};
