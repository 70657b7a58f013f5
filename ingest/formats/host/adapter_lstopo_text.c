/* adapter_lstopo_text.c - `lstopo-no-graphics`, `lstopo --of console` and `hwloc-ls`, hwloc 1.11 to
 * 3.0: the topology as an indented text.
 *
 * Two blanks a level; "NUMANode L#0 (P#0 15GB)" is a child of the package in hwloc 2 and its parent
 * in hwloc 1. Taken: the memory of each NUMA node, and the NUMA node of each accelerator's device
 * ("CoProc(CUDA) "cuda0"", "GPU "nvml0"") where one node alone is above it. Sizes are binary and
 * rounded to whole units: "GB" is 1073741824 bytes (utils/lstopo of hwloc divides by 1024). P# is
 * the system's number, L# hwloc's own. Defined by open-mpi/hwloc, utils/lstopo/lstopo-text.c. */
#include "reading.h"
#include "sniff.h"

enum { DEPTH_MOST = 48, INDENT = 2 };

struct nest {
    struct str node; /* number of the NUMA node here; empty: none */
    struct line line;
    bool several;
};
struct topology {
    struct reading *reading;
    struct line line;
    uint64_t nodes; /* NUMA nodes so far: L# counts them */
    size_t depth;
    struct nest level[DEPTH_MOST];
};

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_line_starts(sniff, STR("Machine (")) &&
                (str_find(sniff->head, STR("NUMANode L#")) != SIZE_MAX ||
                 str_find(sniff->head, STR("PU L#")) != SIZE_MAX);
    return mine ? BID_SIGNATURE : BID_NONE;
}

/* "15GB", "512MB", "31GiB" */
static void memory_fact(const struct topology *in, struct str instance, struct str text)
{
    struct place place = line_place(in->reading, &in->line, text);
    static const struct {
        struct str suffix;
        enum unit unit;
    } units[] = {
        { STR_INIT("KB"), UNIT_KIBIBYTE },  { STR_INIT("MB"), UNIT_MEBIBYTE },
        { STR_INIT("GB"), UNIT_GIBIBYTE },  { STR_INIT("KiB"), UNIT_KIBIBYTE },
        { STR_INIT("MiB"), UNIT_MEBIBYTE }, { STR_INIT("GiB"), UNIT_GIBIBYTE },
    };
    double number;
    for (size_t i = 0; i < ARRAY_COUNT(units); i++) {
        if (str_ends(text, units[i].suffix) &&
            num_real(str_sub(text, 0, text.len - units[i].suffix.len), &number)) {
            reading_number(in->reading, KEY_HOST_MEMORY, instance, text, number, units[i].unit,
                           place);
            return;
        }
    }
    reading_error(in->reading, DIAG_VALUE_BAD, place, STR("a number of KB, MB or GB"), text);
}

/* "NUMANode L#0 (P#0 15GB)", "NUMANode L#1 (P#1)": a node without memory */
static void node_read(struct topology *in, struct str text)
{
    size_t open = str_find(text, STR("(P#"));
    struct str mine =
        str_format(in->reading->scratch, "NUMANode L#%llu ", (unsigned long long)in->nodes++);
    if (!str_starts(text, mine)) {
        reading_error(in->reading, DIAG_LINE_BAD, line_place(in->reading, &in->line, text), mine,
                      text);
    }
    struct str inside = str_sub(text, open == SIZE_MAX ? text.len : open + 3, text.len);
    struct str number = str_sub(inside, 0, str_find(inside, STR(")")));
    struct str size = number;
    if (inside.len == 0 || !str_cut(&size, ' ', &number))
        return;
    if (size.at && str_trim(size).len > 0) {
        memory_fact(in, str_format(in->reading->scratch, "node %.*s", STR_ARG(number)),
                    str_trim(size));
    }
    in->level[in->depth].node = number;
    in->level[in->depth].line = in->line;
    if (in->depth > 0) {
        struct nest *parent = &in->level[in->depth - 1];
        parent->several = parent->several || parent->node.len > 0;
        parent->node = number;
        parent->line = in->line;
    }
}

/* "CoProc(CUDA) "cuda0"", "GPU(NVML) "nvml0"", "GPU "card1""; hwloc 1: "CoProc L#0 "cuda0"" */
static void device_read(struct topology *in, struct str text)
{
    size_t quote = str_find(text, STR("\""));
    struct str name = str_sub(text, quote == SIZE_MAX ? text.len : quote + 1, text.len);
    name = str_sub(name, 0, str_find(name, STR("\"")));
    for (size_t i = in->depth; name.len > 0 && i-- > 0;) {
        const struct nest *level = &in->level[i];
        if (level->node.len > 0) {
            if (!level->several) {
                reading_fact(in->reading, KEY_TOPOLOGY_NUMA, name, level->node, UNIT_NONE,
                             line_place(in->reading, &level->line, level->node));
            }
            return;
        }
    }
}

static void line_read(struct topology *in)
{
    struct str text = str_trim(in->line.text);
    size_t blanks = 0;
    while (blanks < in->line.text.len && in->line.text.at[blanks] == ' ')
        blanks++;
    in->depth = blanks / INDENT;
    if (text.len == 0 || in->depth >= DEPTH_MOST)
        return;
    /* a NUMA node of hwloc 2 tells of its parent, which later brothers do not change */
    bool node = str_starts(text, STR("NUMANode L#"));
    in->level[in->depth] = (struct nest){ 0 };
    if (node) {
        node_read(in, text);
    } else if (str_starts(text, STR("Machine (")) && str_ends(text, STR("B)"))) {
        struct str size = str_sub(text, sizeof "Machine (" - 1, text.len - 1);
        size_t blank = str_find(size, STR(" ")); /* hwloc 1: "Machine (P#0 15GB)" */
        memory_fact(in, STR("machine"), str_sub(size, blank == SIZE_MAX ? 0 : blank + 1, size.len));
    } else if (str_starts(text, STR("CoProc")) || str_starts(text, STR("GPU"))) {
        device_read(in, text);
    }
}

static bool read(struct reading *reading)
{
    struct topology *in = ARENA_NEW(reading->scratch, struct topology);
    struct lines lines;
    in->reading = reading;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &in->line))
        line_read(in);
    return true;
}

const struct adapter adapter_lstopo_text = {
    .name = "lstopo-text",
    .title = "NUMA nodes, their memory, and the accelerators near them",
    .tool = "lstopo-no-graphics, hwloc-ls, hwloc 1.11 to 3.0, text",
    .spec = "open-mpi/hwloc, utils/lstopo/lstopo-text.c",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
};
