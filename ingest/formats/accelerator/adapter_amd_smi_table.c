/* adapter_amd_smi_table.c - `amd-smi` without options: a table of AMD accelerators for people, ROCm
 * 6.4 to 7.
 *
 * Two lines each: bus id, name, use of the memory, temperature, uncorrected errors, power in use
 * and limit; then index, numbers of HIP and of the module, partition, use of the cores, fan, memory
 * in use and in all, whose "MB" is 1048576 bytes. "N/A" stands for one word or two. Defined by
 * ROCm/amdsmi, amdsmi_cli/amdsmi_logger.py and amdsmi_commands.py, default. */
#include "box.h"
#include "sniff.h"

static const struct box_label banner[] = {
    { "AMD-SMI ", KEY_METHOD_TOOL_VERSION },
    { "amdgpu version:", KEY_DRIVER_VERSION },
    { "ROCm version:", KEY_RUNTIME_ROCM },
    { "VBIOS version:", KEY_FIRMWARE_VBIOS },
};

static int bid(const struct sniff *sniff)
{
    return sniff_line_starts(sniff, STR("| AMD-SMI ")) ? BID_SIGNATURE : BID_NONE;
}

static bool is_card(const struct box_cells pair[2])
{
    const struct box_words *first = pair[0].words, *second = pair[1].words;
    return pair[0].count >= 2 && first[0].count >= 2 && first[1].count >= 3 &&
           str_find(first[0].item[0], STR(":")) != SIZE_MAX && second[0].count > 0 &&
           box_is_index(second[0].item[0]);
}

/* The word in front of a unit; SIZE_MAX: the unit is not there. */
static size_t before_unit(const struct box_words *words, const char *unit)
{
    for (size_t i = 1; i < words->count; i++)
        if (str_eq(words->item[i], str_from(unit)))
            return i - 1;
    return SIZE_MAX;
}

static struct str at(const struct box_words *words, size_t index)
{
    return index < words->count ? words->item[index] : (struct str){ 0 };
}

static void card_read(struct reading *reading, const struct box_cells *a, const struct box_cells *b)
{
    struct str index = b->words[0].item[0];
    struct str head = a->item[0], bus = a->words[0].item[0];
    const struct box_words *upper = &a->words[1], *lower = &b->words[1];
    size_t power = before_unit(upper, "W");
    box_fact(reading, a, KEY_ACCELERATOR_BUS_ID, index, bus, UNIT_NONE);
    box_fact(reading, a, KEY_ACCELERATOR_NAME, index, str_trim(str_sub(head, bus.len, head.len)),
             UNIT_NONE);
    box_fact(reading, a, KEY_CAPTURE_TEMPERATURE, index, at(upper, before_unit(upper, "\u00b0C")),
             UNIT_CELSIUS);
    if (power != SIZE_MAX && power > 0) {
        box_fact(reading, a, KEY_ECC_UNCORRECTED, index, upper->item[power - 1], UNIT_COUNT);
        box_fact(reading, a, KEY_CAPTURE_POWER, index, box_before(upper->item[power]), UNIT_WATT);
        box_fact(reading, a, KEY_POWER_LIMIT, index, box_behind(upper->item[power]), UNIT_WATT);
    }
    size_t use = before_unit(lower, "%");
    if (use == 0)
        box_fact(reading, b, KEY_CAPTURE_UTILISATION, index, lower->item[0], UNIT_PERCENT);
    box_fact(reading, b, KEY_ACCELERATOR_MEMORY_TOTAL, index,
             box_behind(at(lower, before_unit(lower, "MB"))), UNIT_MEBIBYTE);
}

/* "|    1      51236  python3.12             2.0 MB ...", below "Processes:". */
static void processes_read(struct reading *reading)
{
    struct lines lines;
    struct line line;
    bool below = false;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line)) {
        struct box_cells cells = { .line = line };
        struct str rest = str_trim(line.text), index, pid, name;
        below = below || str_find(rest, STR("Processes:")) != SIZE_MAX;
        rest = str_trim(str_sub(rest, str_starts(rest, STR("|")) ? 1 : 0, rest.len));
        rest = str_trim(str_sub(rest, 0, rest.len - (str_ends(rest, STR("|")) ? 1 : 0)));
        if (below && str_starts(rest, STR("No running processes"))) {
            box_fact(reading, &cells, KEY_FOREIGN_PROCESS, STR(""), rest, UNIT_NONE);
        } else if (below && str_word(&rest, &index) && box_is_index(index) &&
                   str_word(&rest, &pid) && box_is_index(pid) && str_word(&rest, &name)) {
            box_fact(reading, &cells, KEY_FOREIGN_PROCESS,
                     str_format(reading->scratch, "%.*s %.*s", STR_ARG(index), STR_ARG(pid)), name,
                     UNIT_NONE);
        }
    }
}

static bool read(struct reading *reading)
{
    static const struct box_form form = {
        .label = banner,
        .label_count = ARRAY_COUNT(banner),
        .cells = 2,
        .is = is_card,
        .take = card_read,
        .expected = "bus id, name and readings; then index and memory",
    };
    bool any = box_read(reading, &form);
    processes_read(reading);
    return any;
}

const struct adapter adapter_amd_smi_table = {
    .name = "amd-smi-table",
    .title = "AMD accelerators, driver, limits and readings, as a table",
    .tool = "amd-smi without options, ROCm 6.4 to 7.1",
    .spec = "ROCm/amdsmi, amdsmi_cli/amdsmi_commands.py",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
    .unseen = true,
};
