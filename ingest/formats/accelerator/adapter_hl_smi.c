/* adapter_hl_smi.c - `hl-smi` without options: a table of Gaudi accelerators for people.
 *
 * Two lines each: index, name, persistence, bus id, uncorrected errors; then fan, temperature,
 * state, power in use and limit, memory in use and in all, use. Processes stand in a table below.
 * Defined by Intel Gaudi, System Management Interface Tool. */
#include "box.h"
#include "sniff.h"

static const struct box_label banner[] = {
    { "Driver Version:", KEY_DRIVER_VERSION },
    { "HL-SMI Version:", KEY_METHOD_TOOL_VERSION },
};

static int bid(const struct sniff *sniff)
{
    return sniff_line_starts(sniff, STR("| HL-SMI Version:")) ? BID_SIGNATURE : BID_NONE;
}

static bool is_card(const struct box_cells pair[2])
{
    const struct box_words *first = pair[0].words;
    return pair[0].count >= 3 && first[0].count >= 3 && box_is_index(first[0].item[0]) &&
           str_find(pair[0].item[1], STR(":")) != SIZE_MAX && pair[1].words[2].count > 0;
}

static void card_read(struct reading *reading, const struct box_cells *a, const struct box_cells *b)
{
    const struct box_words *head = &a->words[0];
    struct str index = head->item[0], last = head->item[head->count - 1];
    struct str name = { head->item[1].at, (size_t)(last.at - head->item[1].at) };
    box_fact(reading, a, KEY_ACCELERATOR_NAME, index, str_trim(name), UNIT_NONE);
    box_fact(reading, a, KEY_ACCELERATOR_BUS_ID, index, a->words[1].item[0], UNIT_NONE);
    box_fact(reading, a, KEY_ECC_UNCORRECTED, index, a->words[2].item[0], UNIT_COUNT);
    const struct box_words *state = &b->words[0]; /* fan, temperature, state, power */
    struct str heat = state->count > 1 ? state->item[1] : (struct str){ 0 };
    heat = str_sub(heat, 0, heat.len - (str_ends(heat, STR("C")) ? 1 : 0));
    box_fact(reading, b, KEY_CAPTURE_TEMPERATURE, index, heat, UNIT_CELSIUS);
    for (size_t i = 1; i + 1 < state->count; i++) {
        if (str_eq(state->item[i], STR("/"))) {
            box_fact(reading, b, KEY_CAPTURE_POWER, index, state->item[i - 1], UNIT_WATT);
            box_fact(reading, b, KEY_POWER_LIMIT, index, state->item[i + 1], UNIT_WATT);
        }
    }
    box_fact(reading, b, KEY_ACCELERATOR_MEMORY_TOTAL, index, box_behind(b->item[1]),
             UNIT_MEBIBYTE);
    box_fact(reading, b, KEY_CAPTURE_UTILISATION, index, b->words[2].item[0], UNIT_PERCENT);
}

static bool read(struct reading *reading)
{
    static const struct box_form form = {
        .label = banner,
        .label_count = ARRAY_COUNT(banner),
        .cells = 3,
        .is = is_card,
        .take = card_read,
        .expected = "index, name, bus id and errors; then readings",
    };
    return box_read(reading, &form);
}

const struct adapter adapter_hl_smi = {
    .name = "hl-smi-table",
    .title = "Gaudi accelerators, limits and readings",
    .tool = "hl-smi 1.10 to 1.22, without options",
    .spec = "Intel Gaudi, System Management Interface Tool",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
    .unseen = true,
};
