/* adapter_date_text.c - date.txt: one line of `date -u +%Y-%m-%dT%H:%M:%SZ`, the time of the
 * captures beside it. */
#include "reading.h"
#include "sniff.h"

static int bid(const struct sniff *sniff)
{
    struct moment moment;
    struct str line = str_trim(sniff_first_line(sniff));
    bool mine = str_eq(sniff_base(sniff), STR("date.txt")) && time_read(line, &moment) &&
                str_trim(sniff->head).len == line.len;
    return mine ? BID_SHAPE : BID_NONE;
}

static bool read(struct reading *reading)
{
    struct lines lines;
    struct line line;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line)) {
        struct str text = str_trim(line.text);
        if (text.len > 0) {
            reading_fact(reading, KEY_CAPTURE_TIME, (struct str){ 0 }, text, UNIT_NONE,
                         line_place(reading, &line, text));
        }
    }
    return true;
}

const struct adapter adapter_date_text = {
    .name = "date-text",
    .title = "Time of the captures beside it",
    .tool = "date (GNU coreutils)",
    .spec = "ISO 8601, one line",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
};
