/* adapter_nvidia_smi_topo.c - `nvidia-smi topo -m`: which link joins which two accelerators, and
 * which processors are near.
 *
 * A matrix with tabs between cells. The header, underlined by terminal codes in some drivers, names
 * GPUs, NICs, then "CPU Affinity", "NUMA Affinity", "GPU NUMA ID"; rows of NICs have no affinity.
 * The instance of a link is "0-1"; of an affinity, the accelerator's index. Links to NICs are not
 * taken. */
#include "reading.h"
#include "sniff.h"

enum { CELLS_MOST = 256 };

struct cells {
    struct str item[CELLS_MOST];
    size_t count;
};

/* Terminal codes ("ESC [ 4 m") and blanks off both ends. */
static struct str bare(struct str cell)
{
    cell = str_trim(cell);
    while (cell.len > 1 && cell.at[0] == '\x1b' && cell.at[1] == '[') {
        size_t end = str_find(cell, STR("m"));
        cell = str_sub(cell, end == SIZE_MAX ? cell.len : end + 1, cell.len);
        cell = str_trim(cell);
    }
    size_t code = str_find(cell, STR("\x1b["));
    return code == SIZE_MAX ? cell : str_trim(str_sub(cell, 0, code));
}

static void cells_of(struct str line, struct cells *out)
{
    struct str rest = line;
    struct str cell;
    out->count = 0;
    while (out->count < CELLS_MOST && str_cut(&rest, '\t', &cell))
        out->item[out->count++] = bare(cell);
}

/* "GPU12" gives "12"; false: another kind of row. */
static bool gpu_index(struct str cell, struct str *out)
{
    int64_t index = 0;
    *out = str_starts(cell, STR("GPU")) ? str_sub(cell, 3, cell.len) : (struct str){ 0 };
    return num_int(*out, &index) && index >= 0;
}

static bool is_header(struct str line)
{
    size_t first = str_find(line, STR("GPU0"));
    return first != SIZE_MAX && str_find(line, STR("\t")) < first &&
           bare(str_sub(line, 0, first)).len == 0;
}

static int bid(const struct sniff *sniff)
{
    return is_header(sniff_first_line(sniff)) ? BID_SIGNATURE : BID_NONE;
}

static void link_facts(struct reading *reading, const struct line *line, const struct cells *header,
                       const struct cells *row, struct str own)
{
    int64_t self = 0;
    if (!num_int(own, &self))
        return;
    for (size_t i = 1; i < row->count && i < header->count; i++) {
        struct str other;
        int64_t index = 0;
        struct str cell = row->item[i];
        if (gpu_index(header->item[i], &other) && num_int(other, &index) && index > self) {
            reading_fact(reading, KEY_TOPOLOGY_LINK,
                         str_format(reading->scratch, "%.*s-%.*s", STR_ARG(own), STR_ARG(other)),
                         cell, UNIT_NONE, line_place(reading, line, cell));
        } else if (str_eq(header->item[i], STR("CPU Affinity")) && cell.len > 0) {
            reading_fact(reading, KEY_TOPOLOGY_CPUS, own, cell, UNIT_NONE,
                         line_place(reading, line, cell));
        } else if (str_eq(header->item[i], STR("NUMA Affinity")) && cell.len > 0) {
            reading_fact(reading, KEY_TOPOLOGY_NUMA, own, cell, UNIT_NONE,
                         line_place(reading, line, cell));
        }
    }
}

static bool read(struct reading *reading)
{
    struct cells *header = ARENA_NEW(reading->scratch, struct cells);
    struct cells *row = ARENA_NEW(reading->scratch, struct cells);
    struct lines lines;
    struct line line;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line)) {
        struct str own;
        if (is_header(line.text)) {
            cells_of(line.text, header);
            continue;
        }
        cells_of(line.text, row);
        if (header->count == 0 || row->count < 2 || !gpu_index(row->item[0], &own))
            continue;
        link_facts(reading, &line, header, row, own);
    }
    return true;
}

const struct adapter adapter_nvidia_smi_topo = {
    .name = "nvidia-smi-topo",
    .title = "Links between accelerators, processors near them",
    .tool = "nvidia-smi topo -m",
    .spec = "nvidia-smi(1), topo",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
};
