/* adapter_dossier_statements.c - what a party stated in the form that `dossier request` sent it
 * (docs/after.md). Each filled cell is a declared fact with its row and column; an empty one says
 * nothing, nor does "-" or "N/A". */
#include "form.h"
#include "sniff.h"

static int bid(const struct sniff *sniff)
{
    struct str line = sniff_first_line(sniff);
    line = str_starts(line, STR("\"")) ? str_sub(line, 1, line.len) : line;
    return str_starts(line, STR(FORM_MARK)) ? BID_SIGNATURE : BID_NONE;
}

bool form_open(struct str value)
{
    return value.len == 0 || str_eq(value, STR("-")) || text_is_placeholder(value);
}

static bool read(struct reading *reading)
{
    struct form_row *row;
    size_t count;
    if (!form_rows(reading, &row, &count))
        return false;
    for (size_t i = 0; i < count; i++) {
        struct str value = row[i].cell[ASKED_VALUE];
        if (row[i].key != KEY_COUNT && !form_open(value))
            (void)reading_fact(reading, row[i].key, STR(""), value, UNIT_NONE, row[i].place);
    }
    return true;
}

const struct adapter adapter_dossier_statements = {
    .name = "dossier-statements",
    .title = "Statements of a party, in a form that was sent to it",
    .tool = "dossier request, filled in by a person",
    .spec = "docs/after.md; RFC 4180",
    .takes = "each key of the vocabulary that is no result, from the column value of its row",
    .kind = FACT_DECLARED,
    .bid = bid,
    .read = read,
    .silent = true,
    .by_hand = true,
};
