/* adapter_cc_version.c - `gcc -v`, `cc -v` and `clang --version`: the host's compiler.
 *
 * GCC 4 to 15: "gcc version 11.5.0 20240719 (Red Hat 11.5.0-4) (GCC)", last of many lines. Clang 3
 * to 21: "clang version 15.0.7", first, a distribution's name before it. Defined by the GNU
 * Compiler Collection's manual, option -v, and Clang's. */
#include "reading.h"
#include "sniff.h"

static const struct str markers[] = { STR_INIT("gcc version "), STR_INIT("clang version ") };

/* The version behind a marker that begins the line, or a clang's that follows other words. */
static bool version_of(struct str line, struct str *out)
{
    for (size_t i = 0; i < ARRAY_COUNT(markers); i++) {
        size_t at = str_find(line, markers[i]);
        if (at == SIZE_MAX || (i == 0 && at > 0))
            continue;
        struct str rest = str_sub(line, at + markers[i].len, line.len);
        *out = str_sub(rest, 0, str_find(rest, STR(" ")));
        return out->len > 0 && out->at[0] >= '0' && out->at[0] <= '9';
    }
    return false;
}

static int bid(const struct sniff *sniff)
{
    struct str rest = sniff->head, line, version;
    bool target = sniff_line_starts(sniff, STR("Target: "));
    while (target && str_cut(&rest, '\n', &line))
        if (version_of(line, &version))
            return BID_SIGNATURE;
    return BID_NONE;
}

static bool read(struct reading *reading)
{
    struct lines lines;
    struct line line;
    struct str version;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line)) {
        if (version_of(line.text, &version)) {
            reading_fact(reading, KEY_COMPILE_HOST_COMPILER, (struct str){ 0 }, version, UNIT_NONE,
                         line_place(reading, &line, version));
        }
    }
    return true;
}

const struct adapter adapter_cc_version = {
    .name = "cc-version",
    .title = "Compiler of the host",
    .tool = "gcc -v, cc -v (GCC 4 to 15); clang --version (3 to 21)",
    .spec = "GCC and Clang manuals, -v",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
};
