/* adapter_dossier_run.c - run.json, our own declaration (format "dossier-run/1", docs/run.md).
 *
 * In a case a declaration speaks for the files beside and below it (bundles.c); by itself, as
 * `inspect` shows it, it is a file of declared facts. */
#include "declaration.h"
#include "sniff.h"

static int bid(const struct sniff *sniff)
{
    if (!str_eq(sniff_base(sniff), STR("run.json")))
        return BID_NONE;
    if (str_starts(sniff_member_text(sniff, STR("format")), STR("dossier-run/")))
        return BID_SIGNATURE;
    return BID_NAME;
}

static bool read(struct reading *reading)
{
    struct declaration declaration;
    if (!declaration_read(reading, reading->home, &declaration))
        return false;
    struct declarations one = { .item = &declaration, .count = 1 };
    declarations_sort(reading->scratch, &one);
    declared_facts(&one, reading->evidence->name, true, reading);
    return true;
}

const struct adapter adapter_dossier_run = {
    .name = "dossier-run",
    .title = "Declarations of runs",
    .tool = "written by a person",
    .spec = "docs/run.md; dossier schema run",
    .takes = "each key of the vocabulary that is no result, by its name: /group/member, or "
             "/facts/group.member",
    .kind = FACT_DECLARED,
    .bid = bid,
    .read = read,
    .by_hand = true,
};
