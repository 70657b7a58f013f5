/* adapter_dmi_id.c - the firmware's own table as Linux shows it to every user: the output of
 * `grep . /sys/class/dmi/id/...`, "PATH:VALUE" a line.
 *
 * dmidecode says the same and needs root. Serial numbers and the machine's UUID lie in the same
 * folder, readable by root only; they are not taken. Defined by the kernel, drivers/firmware/
 * dmi-id.c. */
#include "reading.h"
#include "sniff.h"

static const struct field fields[] = {
    { "bios_date", KEY_FIRMWARE_HOST_DATE, UNIT_NONE, false },
    { "bios_version", KEY_FIRMWARE_HOST, UNIT_NONE, false },
    { "product_name", KEY_HOST_MODEL, UNIT_NONE, false },
};

static const struct str folder = STR_INIT("/sys/class/dmi/id/");

static int bid(const struct sniff *sniff)
{
    return str_starts(sniff_first_line(sniff), folder) ? BID_SIGNATURE : BID_NONE;
}

static void line_read(struct reading *reading, const struct line *line)
{
    struct str value = str_sub(line->text, folder.len, line->text.len), name;
    if (!str_starts(line->text, folder) || !str_cut(&value, ':', &name) || !value.at) {
        reading_error(reading, DIAG_LINE_BAD, line_place(reading, line, line->text),
                      STR("/sys/class/dmi/id/NAME:VALUE"), line->text);
        return;
    }
    for (size_t i = 0; i < ARRAY_COUNT(fields); i++) {
        if (str_eq(name, str_from(fields[i].path))) {
            value = str_trim(value);
            reading_fact(reading, fields[i].key, (struct str){ 0 }, value, UNIT_NONE,
                         line_place(reading, line, value));
        }
    }
}

static bool read(struct reading *reading)
{
    struct lines lines;
    struct line line;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line))
        if (str_trim(line.text).len > 0)
            line_read(reading, &line);
    return true;
}

const struct adapter adapter_dmi_id = {
    .name = "dmi-id",
    .title = "Computer model and firmware",
    .tool = "grep . /sys/class/dmi/id/... (Linux)",
    .spec = "Linux, drivers/firmware/dmi-id.c",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
