/* adapter_meminfo.c - /proc/meminfo (Linux, proc(5)): "MemTotal:       131981020 kB", where kB
 * means 1024 bytes. */
#include "reading.h"
#include "sniff.h"

static int bid(const struct sniff *sniff)
{
    return str_starts(sniff->head, STR("MemTotal:")) ? BID_SIGNATURE : BID_NONE;
}

static bool read(struct reading *reading)
{
    struct lines lines;
    struct line line;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line)) {
        struct str value = line.text;
        struct str label;
        double kibibytes;
        if (!str_cut(&value, ':', &label) || !str_eq(label, STR("MemTotal")))
            continue;
        value = str_trim(value);
        struct place place = line_place(reading, &line, value);
        if (str_ends(value, STR(" kB")) &&
            num_real(str_trim(str_sub(value, 0, value.len - 3)), &kibibytes)) {
            reading_number(reading, KEY_HOST_MEMORY, (struct str){ 0 }, value, kibibytes,
                           UNIT_KIBIBYTE, place);
        } else {
            reading_error(reading, DIAG_VALUE_BAD, place, STR("a number of kB"), value);
        }
    }
    return true;
}

const struct adapter adapter_meminfo = {
    .name = "meminfo",
    .title = "Memory of the host",
    .tool = "/proc/meminfo (Linux)",
    .spec = "proc_meminfo(5)",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
};
