/* adapter_nvcc_version.c - `nvcc --version` (CUDA toolkit).
 *
 * "Cuda compilation tools, release 13.0, V13.0.88": the toolkit's release and the compiler's build
 * are two things. */
#include "reading.h"
#include "sniff.h"

static int bid(const struct sniff *sniff)
{
    bool mine = !sniff_is_log(sniff) &&
                sniff_line_starts(sniff, STR("nvcc: NVIDIA (R) Cuda compiler driver"));
    return mine ? BID_SIGNATURE : BID_NONE;
}

/* What stands between `before` and the next comma or the line's end; empty: not there. */
static struct str between(struct str text, struct str before)
{
    size_t at = str_find(text, before);
    if (at == SIZE_MAX)
        return (struct str){ 0 };
    struct str rest = str_sub(text, at + before.len, text.len);
    size_t comma = str_find(rest, STR(","));
    return str_trim(str_sub(rest, 0, comma == SIZE_MAX ? rest.len : comma));
}

static bool read(struct reading *reading)
{
    struct lines lines;
    struct line line;
    bool found = false;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line)) {
        if (!str_starts(line.text, STR("Cuda compilation tools")))
            continue;
        struct str release = between(line.text, STR("release "));
        struct str build = between(line.text, STR(", V"));
        if (release.len > 0) {
            reading_fact(reading, KEY_COMPILE_TOOLKIT, (struct str){ 0 }, release, UNIT_NONE,
                         line_place(reading, &line, release));
            found = true;
        }
        if (build.len > 0) {
            reading_fact(reading, KEY_COMPILE_COMPILER, (struct str){ 0 }, build, UNIT_NONE,
                         line_place(reading, &line, build));
        }
    }
    if (!found)
        reading_missing(reading, "Cuda compilation tools, release");
    return true;
}

const struct adapter adapter_nvcc_version = {
    .name = "nvcc-version",
    .title = "CUDA toolkit release and compiler build",
    .tool = "nvcc --version",
    .spec = "CUDA toolkit documentation, nvcc",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
};
