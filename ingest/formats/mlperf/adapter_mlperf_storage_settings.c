/* adapter_mlperf_storage_settings.c - overrides.yaml beside a summary of MLPerf Storage: what the
 * run was told on its command line (Hydra, which DLIO uses).
 *
 * A list of one line each, "- workload=unet3d_h100", "- ++workload.dataset.num_files_train=3600".
 * The first names the work, with the accelerator that is emulated, which no other file of a run
 * does. Defined by facebookresearch/hydra, and mlcommons/storage. */
#include "reading.h"
#include "sniff.h"

static int bid(const struct sniff *sniff)
{
    bool mine = str_starts(sniff_first_line(sniff), STR("- workload=")) &&
                str_eq(sniff_base(sniff), STR("overrides.yaml"));
    return mine ? BID_SIGNATURE : BID_NONE;
}

static bool read(struct reading *reading)
{
    static const struct str work = STR_INIT("workload"), inner = STR_INIT("workload.");
    struct lines lines;
    struct line line;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line)) {
        struct str text = str_trim(line.text);
        while (text.len > 0 && (text.at[0] == '-' || text.at[0] == ' ' || text.at[0] == '+'))
            text = str_sub(text, 1, text.len);
        size_t equals = str_find(text, STR("="));
        if (text.len == 0)
            continue;
        if (equals == SIZE_MAX) {
            reading_error(reading, DIAG_LINE_BAD, line_place(reading, &line, text),
                          STR("- NAME=VALUE"), text);
            continue;
        }
        struct str name = str_sub(text, 0, equals), value = str_sub(text, equals + 1, text.len);
        struct place place = line_place(reading, &line, value);
        if (value.len > 0 && str_eq(name, work))
            reading_fact(reading, KEY_WORKLOAD_NAME, (struct str){ 0 }, value, UNIT_NONE, place);
        else if (value.len > 0 && str_starts(name, inner))
            reading_fact(reading, KEY_METHOD_ARGUMENTS, str_sub(name, inner.len, name.len), value,
                         UNIT_NONE, place);
    }
    return true;
}

const struct adapter adapter_mlperf_storage_settings = {
    .name = "mlperf-storage-settings",
    .title = "Settings of one run against storage",
    .tool = "MLPerf Storage (DLIO, Hydra), overrides.yaml",
    .spec = "facebookresearch/hydra; mlcommons/storage",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
};
