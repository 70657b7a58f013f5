/* adapter_npu_smi.c - `npu-smi info`: a table of Ascend accelerators for people.
 *
 * Two lines a chip: number of the card, name, health, power in use, temperature; then number of the
 * chip on its card, bus id, use of its cores, memory in use and in all: of DDR and, where it has
 * some, of HBM, in units of 1048576 bytes. A chip's instance is its card's number, with the chip's
 * behind it where that is not the first: "1.1". Power that is told for the card alone is "-" of the
 * others, "NA" is none. Defined by Huawei, npu-smi command reference. */
#include "box.h"
#include "sniff.h"

static const struct box_label banner[] = {
    { "Version:", KEY_METHOD_TOOL_VERSION },
};

static int bid(const struct sniff *sniff)
{
    return sniff_line_starts(sniff, STR("| npu-smi ")) ? BID_SIGNATURE : BID_NONE;
}

static bool is_chip(const struct box_cells pair[2])
{
    const struct box_words *first = pair[0].words, *second = pair[1].words;
    return pair[0].count >= 3 && first[0].count == 2 && box_is_index(first[0].item[0]) &&
           first[1].count == 1 && first[2].count >= 2 && !box_is_index(first[0].item[1]) &&
           second[0].count > 0 && second[2].count > 0 && box_is_index(second[0].item[0]);
}

static struct str plain(struct str text)
{
    bool none = str_eq(text, STR("-")) || str_eq(text, STR("NA"));
    return none ? STR("") : text;
}

/* What stands behind the last stroke that has more than 0 there. */
static struct str memory_of(const struct box_words *words)
{
    struct str total = { 0 };
    for (size_t i = 0; i + 1 < words->count; i++)
        if (str_eq(words->item[i], STR("/")) && !str_eq(words->item[i + 1], STR("0")))
            total = words->item[i + 1];
    return total;
}

static void chip_read(struct reading *reading, const struct box_cells *a, const struct box_cells *b)
{
    struct str chip = b->words[0].item[0], card = a->words[0].item[0];
    struct str index = str_eq(chip, STR("0")) ? card
                                              : str_format(reading->scratch, "%.*s.%.*s",
                                                           STR_ARG(card), STR_ARG(chip));
    box_fact(reading, a, KEY_ACCELERATOR_NAME, index, a->words[0].item[1], UNIT_NONE);
    box_fact(reading, a, KEY_HEALTH_CHECK, index, a->words[1].item[0], UNIT_NONE);
    box_fact(reading, a, KEY_CAPTURE_POWER, index, plain(a->words[2].item[0]), UNIT_WATT);
    box_fact(reading, a, KEY_CAPTURE_TEMPERATURE, index, plain(a->words[2].item[1]), UNIT_CELSIUS);
    box_fact(reading, b, KEY_ACCELERATOR_BUS_ID, index, plain(b->item[1]), UNIT_NONE);
    box_fact(reading, b, KEY_CAPTURE_UTILISATION, index, plain(b->words[2].item[0]), UNIT_PERCENT);
    box_fact(reading, b, KEY_ACCELERATOR_MEMORY_TOTAL, index, memory_of(&b->words[2]),
             UNIT_MEBIBYTE);
}

static bool read(struct reading *reading)
{
    static const struct box_form form = {
        .label = banner,
        .label_count = ARRAY_COUNT(banner),
        .cells = 3,
        .is = is_chip,
        .take = chip_read,
        .expected = "card, name, health and readings; then chip and memory",
    };
    return box_read(reading, &form);
}

const struct adapter adapter_npu_smi = {
    .name = "npu-smi-table",
    .title = "Ascend accelerators, health and readings",
    .tool = "npu-smi info, 22 to 25",
    .spec = "Huawei, npu-smi command reference",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
    .unseen = true,
};
