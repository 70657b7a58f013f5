/* adapter_nvidia_smi_table.c - `nvidia-smi` without options: a table for people.
 *
 * Only its banner is taken: "| NVIDIA-SMI 580.159.04   Driver Version: 580.159.04   CUDA
 * Version: 13.0 |" (newer drivers may write "KMD Version" and "CUDA UMD Version"). The rest is
 * rounded, cut to width and better captured with `nvidia-smi -q -x`. */
#include "reading.h"
#include "sniff.h"

static const struct banner_row {
    struct str label;
    enum key key;
} banner[] = {
    { { "Driver Version:", 15 }, KEY_DRIVER_VERSION },
    { { "KMD Version:", 12 }, KEY_DRIVER_VERSION },
    { { "CUDA Version:", 13 }, KEY_DRIVER_CUDA },
    { { "CUDA UMD Version:", 17 }, KEY_DRIVER_CUDA },
};

static int bid(const struct sniff *sniff)
{
    return !sniff_is_log(sniff) && sniff_line_starts(sniff, STR("| NVIDIA-SMI ")) ? BID_SIGNATURE
                                                                                  : BID_NONE;
}

static void banner_facts(struct reading *reading, const struct line *line)
{
    for (size_t i = 0; i < ARRAY_COUNT(banner); i++) {
        size_t at = str_find(line->text, banner[i].label);
        if (at == SIZE_MAX) {
            continue;
        }
        struct str rest = str_trim(str_sub(line->text, at + banner[i].label.len, line->text.len));
        size_t end = str_find(rest, STR(" "));
        struct str text = str_sub(rest, 0, end == SIZE_MAX ? rest.len : end);
        reading_fact(reading, banner[i].key, (struct str){ 0 }, text, UNIT_NONE,
                     line_place(reading, line, text));
    }
}

static bool read(struct reading *reading)
{
    struct lines lines;
    struct line line;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line)) {
        if (str_starts(line.text, STR("| NVIDIA-SMI "))) {
            banner_facts(reading, &line);
        }
    }
    return true;
}

const struct adapter adapter_nvidia_smi_table = {
    .name = "nvidia-smi-table",
    .title = "Driver version in the banner of the table",
    .tool = "nvidia-smi",
    .spec = "nvidia-smi(1)",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
};
