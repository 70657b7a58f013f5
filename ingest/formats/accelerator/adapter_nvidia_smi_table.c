/* adapter_nvidia_smi_table.c - `nvidia-smi` without options: a table for people.
 *
 * The banner says driver and CUDA ("| NVIDIA-SMI 580.159.04   Driver Version: 580.159.04   CUDA
 * Version: 13.0 |"; newer drivers may write "KMD Version" and "CUDA UMD Version"). Each accelerator
 * has two lines: index, name, persistence, bus id; then power in use and limit, memory in use and
 * in all. A name that did not fit ends in "..." and is not taken; "On" of persistence is "Enabled"
 * elsewhere and not taken either. Parts of an accelerator ("MIG devices:")
 * stand below and are not taken. Then come the processes, with the instances of a partition between
 * accelerator and process id, except in old drivers. What is rounded or momentary is better
 * captured with `nvidia-smi -q -x`. Defined by nvidia-smi(1). */
#include "reading.h"
#include "sniff.h"

enum { CELLS = 8, WORDS = 16 };

static const struct banner_row {
    struct str label;
    enum key key;
} banner[] = {
    { STR_INIT("Driver Version:"), KEY_DRIVER_VERSION },
    { STR_INIT("KMD Version:"), KEY_DRIVER_VERSION },
    { STR_INIT("CUDA Version:"), KEY_DRIVER_CUDA },
    { STR_INIT("CUDA UMD Version:"), KEY_DRIVER_CUDA },
};

struct table {
    struct reading *reading;
    struct line line;
    struct str index; /* accelerator whose second line is next; empty: none */
    bool parts;       /* below the heading "MIG devices:", up to the next */
    bool processes;   /* below the heading "Processes:" */
};
struct parts {
    struct str item[WORDS];
    size_t count;
};

static void table_fact(const struct table *in, enum key key, struct str instance, struct str text,
                       enum unit unit)
{
    reading_fact(in->reading, key, instance, text, unit, line_place(in->reading, &in->line, text));
}

static void cells_of(struct str text, struct parts *out)
{
    out->count = 0;
    while (out->count < CELLS && str_cut(&text, '|', &out->item[out->count]))
        out->count++;
}

static void words_of(struct str text, struct parts *out)
{
    out->count = 0;
    while (out->count < WORDS && str_word(&text, &out->item[out->count]))
        out->count++;
}

static void banner_facts(const struct table *in)
{
    struct str text = in->line.text;
    for (size_t i = 0; i < ARRAY_COUNT(banner); i++) {
        size_t at = str_find(text, banner[i].label);
        if (at == SIZE_MAX)
            continue;
        struct str rest = str_trim(str_sub(text, at + banner[i].label.len, text.len));
        size_t end = str_find(rest, STR(" "));
        table_fact(in, banner[i].key, (struct str){ 0 }, str_sub(rest, 0, end), UNIT_NONE);
    }
}

static bool is_index(struct str word)
{
    int64_t index = 0;
    return num_int(word, &index) && index >= 0;
}

/* "   0  NVIDIA L40S                    On  " */
static bool name_facts(struct table *in, struct str cell)
{
    struct parts words;
    words_of(cell, &words);
    if (words.count < 3 || !is_index(words.item[0]))
        return false;
    struct str first = words.item[1];
    struct str last = words.item[words.count - 1];
    struct str name =
        str_trim((struct str){ first.at, (size_t)(last.at - first.at) }); /* all between the two */
    in->index = words.item[0];
    if (!str_ends(name, STR("...")))
        table_fact(in, KEY_ACCELERATOR_NAME, in->index, name, UNIT_NONE);
    return true;
}

/* "00000000:4A:00.0" begins the cell: digits, colon, digits, colon. */
static bool is_bus(struct str cell)
{
    struct str rest = str_trim(cell);
    size_t colon = str_find(rest, STR(":"));
    size_t blank = str_find(rest, STR(" "));
    struct str behind = str_sub(rest, colon == SIZE_MAX ? rest.len : colon + 1, rest.len);
    return colon < blank && colon >= 4 && colon != SIZE_MAX &&
           str_find(behind, STR(":")) != SIZE_MAX && rest.at[0] >= '0' && rest.at[0] <= '9';
}

/* "|   0  NVIDIA L40S   On  | 00000000:4A:00.0 Off |", of a table whose head was cut off. */
static bool is_name_line(struct str text)
{
    struct parts cells, words;
    cells_of(text, &cells);
    if (cells.count < 4 || cells.item[0].len > 0 || !is_bus(cells.item[2]))
        return false;
    words_of(cells.item[1], &words);
    return words.count > 2 && is_index(words.item[0]);
}

static int bid(const struct sniff *sniff)
{
    struct str rest = sniff->head, line;
    if (sniff_is_log(sniff))
        return BID_NONE;
    while (str_cut(&rest, '\n', &line))
        if (str_starts(line, STR("| NVIDIA-SMI ")) || is_name_line(line))
            return BID_SIGNATURE;
    return BID_NONE;
}

/* "   00000000:4A:00.0 Off " */
static void bus_fact(const struct table *in, struct str cell)
{
    struct parts words;
    words_of(cell, &words);
    if (words.count > 0 && str_find(words.item[0], STR(":")) != SIZE_MAX)
        table_fact(in, KEY_ACCELERATOR_BUS_ID, in->index, words.item[0], UNIT_NONE);
}

/* " 82W /  350W ": what stands behind the stroke; empty: none. */
static struct str behind_stroke(struct str cell)
{
    size_t at = str_find(cell, STR(" / "));
    return str_trim(str_sub(cell, at == SIZE_MAX ? cell.len : at + 3, cell.len));
}

static void second_line(struct table *in, const struct parts *cells)
{
    struct str limit = behind_stroke(cells->item[1]);
    struct str memory = behind_stroke(cells->item[2]);
    if (in->index.len == 0 || is_bus(cells->item[2])) {
        reading_error(in->reading, DIAG_LINE_BAD,
                      line_place(in->reading, &in->line, cells->item[1]),
                      STR("a line with the accelerator's name, and one with its power and memory"),
                      str_trim(cells->item[1]));
        return;
    }
    if (limit.len > 0)
        table_fact(in, KEY_POWER_LIMIT, in->index, limit, UNIT_WATT);
    if (memory.len > 0)
        table_fact(in, KEY_ACCELERATOR_MEMORY_TOTAL, in->index, memory, UNIT_MEBIBYTE);
    in->index = (struct str){ 0 };
}

/* "    0   N/A  N/A           35577      C   VLLM::Worker_TP0                      43138MiB " */
static void process_fact(const struct table *in, struct str cell)
{
    struct parts words;
    struct str whole = str_trim(cell);
    if (str_eq(whole, STR("No running processes found"))) {
        table_fact(in, KEY_FOREIGN_PROCESS, STR(""), whole, UNIT_NONE);
        return;
    }
    words_of(cell, &words);
    for (size_t i = 2; i + 1 < words.count && is_index(words.item[0]); i++) {
        bool type = str_eq(words.item[i], STR("C")) || str_eq(words.item[i], STR("G")) ||
                    str_eq(words.item[i], STR("C+G"));
        if (type && is_index(words.item[i - 1])) {
            struct str instance = str_format(in->reading->scratch, "%.*s %.*s",
                                             STR_ARG(words.item[0]), STR_ARG(words.item[i - 1]));
            table_fact(in, KEY_FOREIGN_PROCESS, instance, words.item[i + 1], UNIT_NONE);
            return;
        }
    }
}

static void line_read(struct table *in)
{
    struct parts cells;
    if (str_starts(in->line.text, STR("| NVIDIA-SMI "))) {
        banner_facts(in);
        in->processes = in->parts = false;
        return;
    }
    cells_of(in->line.text, &cells);
    if (cells.count < 2 || cells.item[0].len > 0)
        return;
    in->processes = in->processes || str_find(cells.item[1], STR("Processes:")) != SIZE_MAX;
    in->parts = in->parts || str_find(cells.item[1], STR("MIG devices:")) != SIZE_MAX;
    if (in->processes) {
        process_fact(in, cells.item[1]);
    } else if (in->parts) {
        return; /* "0 1 0 0" is no accelerator called "1 0", and has only a part of its memory */
    } else if (cells.count > 3 && (in->index.len > 0 || behind_stroke(cells.item[2]).len > 0)) {
        second_line(in, &cells);
    } else if (cells.count > 3 && name_facts(in, cells.item[1])) {
        bus_fact(in, cells.item[2]);
    } else if (cells.count > 3 && is_bus(cells.item[2])) {
        reading_error(in->reading, DIAG_LINE_BAD, line_place(in->reading, &in->line, cells.item[1]),
                      STR("an accelerator's index"), str_trim(cells.item[1]));
    }
}

static bool read(struct reading *reading)
{
    struct table in = { .reading = reading };
    struct lines lines;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &in.line))
        line_read(&in);
    return true;
}

const struct adapter adapter_nvidia_smi_table = {
    .name = "nvidia-smi-table",
    .title = "Driver, accelerators, power limits and processes",
    .tool = "nvidia-smi",
    .spec = "nvidia-smi(1)",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
    .mark = "| NVIDIA-SMI ",
    .traits = TRAIT_LISTS_ACCELERATORS,
};
