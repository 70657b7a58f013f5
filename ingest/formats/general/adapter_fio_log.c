/* adapter_fio_log.c - console output of fio without JSON in it, fio 3.x.
 *
 * Read for what makes a run void: messages of failed verification and of errors; notices (fio.h)
 * are remarks. Figures of the
 * console form are rounded and not taken; ask for --output-format=json. Defined by axboe/fio,
 * HOWTO.rst, "interpreting the output". */
#include "fio.h"
#include "sniff.h"

enum { MESSAGES_MOST = 20 };

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_line_starts(sniff, STR("fio-")) &&
                sniff_line_starts(sniff, STR("Starting ")) &&
                str_find(sniff->head, STR("\"fio version\"")) == SIZE_MAX;
    return mine ? BID_SHAPE : BID_NONE;
}

static bool is_error(struct str text)
{
    return !fio_is_notice(text) &&
           (str_starts(text, STR("verify: ")) || str_starts(text, STR("fio: ")) ||
            str_starts(text, STR("crc32c: verify failed")));
}

static bool read(struct reading *reading)
{
    struct lines lines;
    struct line line;
    unsigned count = 0, notices = 0;
    reading_lines(&lines, reading);
    while (lines_next(&lines, &line)) {
        struct str text = str_trim(line.text);
        if (line.number < 64 && str_starts(text, STR("fio-")) &&
            str_find(text, STR(" ")) == SIZE_MAX) {
            reading_fact(reading, KEY_METHOD_TOOL_VERSION, (struct str){ 0 }, text, UNIT_NONE,
                         line_place(reading, &line, text));
        } else if (is_error(text) && count++ == MESSAGES_MOST) {
            reading_error(reading, DIAG_TEXT_BESIDE, line_place(reading, &line, text),
                          STR("at most 20 messages"), text);
        } else if (fio_is_notice(text) && notices++ < MESSAGES_MOST) {
            reading_fact(reading, KEY_RESULT_REMARK,
                         str_format(reading->scratch, "line %u", line.number), text, UNIT_NONE,
                         line_place(reading, &line, text));
        } else if (is_error(text) && count <= MESSAGES_MOST) {
            reading_fact(reading, KEY_RUN_ERROR, (struct str){ 0 }, text, UNIT_NONE,
                         line_place(reading, &line, text));
        }
    }
    return true;
}

const struct adapter adapter_fio_log = {
    .name = "fio-log",
    .title = "Errors of a storage benchmark",
    .tool = "fio 3.x, console output",
    .spec = "axboe/fio, HOWTO.rst, interpreting the output",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .feeds = true,
};
