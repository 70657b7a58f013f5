/* reasons.c - reasons for a reduced clock, told in words: nvidia-smi gives a column each beside, or
 * in place of, the mask that holds all of them. Names and bits are those of nvidia-smi
 * --help-query-gpu and nvml.h. */
#include "reasons.h"

#include <math.h>

const struct reason reasons[REASONS] = {
    { STR_INIT("gpu_idle"), 0x1 },
    { STR_INIT("applications_clocks_setting"), 0x2 },
    { STR_INIT("sw_power_cap"), 0x4 },
    { STR_INIT("hw_slowdown"), REASON_SLOWDOWN },
    { STR_INIT("sync_boost"), 0x10 },
    { STR_INIT("sw_thermal_slowdown"), 0x20 },
    { STR_INIT("hw_thermal_slowdown"), 0x40 },
    { STR_INIT("hw_power_brake_slowdown"), 0x80 },
    { STR_INIT("display_clock_setting"), 0x100 },
};

bool reason_told(struct str text, bool *active)
{
    bool is = str_eq(text, STR("Active"));
    bool told = is || str_eq(text, STR("Not Active"));
    *active = told ? is : *active;
    return told;
}

void reason_row(struct arena *home, struct reason_rows *rows, uint64_t bits, bool told,
                bool excludes)
{
    bool fault = (bits & REASONS_OF_FAULT) != 0;
    column_put(home, &rows->bits, (double)bits);
    column_put(home, &rows->bare, told ? !excludes && !fault : (double)NAN);
    rows->excludes = rows->excludes || (told && excludes);
    rows->fault = rows->fault || (told && fault);
}

const double *reason_mask(struct reason_rows *rows)
{
    if (!rows->excludes && !rows->fault) {
        return NULL;
    }
    for (size_t i = 0; i < rows->bits.count; i++) {
        double bare = rows->bare.at[i];
        if (isnan(bare) || (bare > 0 && rows->excludes)) {
            rows->bits.at[i] = (double)NAN;
        }
    }
    return rows->bits.at;
}
