/* adapter_left_out.c - left-out.txt: what this program could not take into a bundle, and why. It is
 * written when a folder is read, and packed with the rest, so that whoever reads the dossier learns
 * of it. */
#include "reading.h"
#include "sniff.h"

static int bid(const struct sniff *sniff)
{
    struct str head = STR(LEFT_OUT_HEAD), line = sniff_first_line(sniff);
    return str_eq(line, str_sub(head, 0, head.len - 1)) ? BID_SIGNATURE : BID_NONE;
}

/* Names hold colons; the reasons, which are this program's, hold none. */
static size_t last_colon(struct str text)
{
    size_t at = text.len;
    while (at > 0 && text.at[at - 1] != ':')
        at--;
    return at;
}

static bool read(struct reading *reading)
{
    struct lines lines;
    struct line line;
    lines_begin(&lines, reading->bytes);
    (void)lines_next(&lines, &line);
    while (lines_next(&lines, &line)) {
        size_t colon = last_colon(line.text);
        if (colon > 0) {
            struct str why = str_trim(str_sub(line.text, colon, line.text.len));
            reading_fact(reading, KEY_UNREAD, str_sub(line.text, 0, colon - 1), why, UNIT_NONE,
                         line_place(reading, &line, why));
        }
    }
    return true;
}

const struct adapter adapter_left_out = {
    .name = "dossier-left-out",
    .title = "What was left out of a bundle",
    .tool = "dossier",
    .spec = "model/base/file.h",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
};
