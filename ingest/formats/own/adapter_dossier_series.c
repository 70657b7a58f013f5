/* adapter_dossier_series.c - a series as CSV or JSON Lines whose columns a run.json declares.
 *
 * It claims no file by its looks: what a column means cannot be seen in it. */
#include "declaration.h"

static int bid(const struct sniff *sniff)
{
    (void)sniff;
    return 0;
}

static bool read(struct reading *reading)
{
    (void)reading;
    return false;
}

const struct adapter adapter_dossier_series = {
    .name = "dossier-series",
    .title = "Series as CSV or JSON Lines, declared in run.json",
    .tool = "any that writes one row an iteration or interval",
    .spec = "docs/run.md; RFC 4180; RFC 8259 a line",
    .takes = "a series of the key, from the columns, that run.json names",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
};
