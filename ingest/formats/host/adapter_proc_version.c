/* adapter_proc_version.c - /proc/version (Linux), one line: "Linux version 5.14.0 (builder@host)
 * (gcc (GCC) 11.5.0, ...) #1 SMP ... 2025".
 *
 * The release and, from '#' on, the build are what `uname -a` says too. The builder's address and
 * the compiler of the kernel are not taken. Defined by proc_version(5). */
#include "reading.h"
#include "sniff.h"

static const struct str opening = STR_INIT("Linux version ");

static int bid(const struct sniff *sniff)
{
    struct str line = str_trim(sniff_first_line(sniff));
    bool mine = str_starts(line, opening) && str_find(line, STR(") #")) != SIZE_MAX &&
                str_trim(sniff->head).len == line.len;
    return mine ? BID_SIGNATURE : BID_NONE;
}

static bool read(struct reading *reading)
{
    struct lines lines;
    struct line line;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line)) {
        struct str rest = str_sub(line.text, opening.len, line.text.len);
        struct str release = str_sub(rest, 0, str_find(rest, STR(" ")));
        size_t at = str_find(rest, STR(") #"));
        struct str build = str_trim(str_sub(rest, at == SIZE_MAX ? rest.len : at + 2, rest.len));
        if (!str_starts(line.text, opening) || build.len == 0)
            continue;
        reading_fact(reading, KEY_OS_KERNEL, (struct str){ 0 }, release, UNIT_NONE,
                     line_place(reading, &line, release));
        reading_fact(reading, KEY_OS_KERNEL_BUILD, (struct str){ 0 }, build, UNIT_NONE,
                     line_place(reading, &line, build));
    }
    return true;
}

const struct adapter adapter_proc_version = {
    .name = "proc-version",
    .title = "Kernel and its build",
    .tool = "/proc/version (Linux)",
    .spec = "proc_version(5)",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
};
