/* sections_headline.c - the headline of the section on cost: which side saves how much by the
 * month, why, and whether anything would turn it. Said only where the answer of page one may say
 * it. */
#include "costs.h"
#include "page_one.h"

/* Both sides keep what is asked, and what they cost by the month differs. */
static bool saving_known(const struct building *b, const struct comparison *c)
{
    const struct offers *o = c->offers;
    enum showing shown = claimed(c) ? comparison_shows(c) : SHOWN_NOTHING;
    bool apart = shown == SHOWN_CHANGE || shown == SHOWN_HIGHER || shown == SHOWN_LOWER;
    return apart && o && o->side[0].units && o->side[1].units && o->month_apart &&
           (o->side[0].sized_load || objectives_kept(b, c, c->a)) &&
           (o->side[1].sized_load || objectives_kept(b, c, c->b));
}

/* Whether what a unit delivers is why fewer of the cheaper side do, and in which words. */
static const char *reason_of(const struct building *b, const struct comparison *c, bool fewer)
{
    bool higher = vocabulary_row(b->model->case_file->metric)->better == BETTER_HIGHER;
    if (!higher || !fewer || comparison_shows(c) != SHOWN_CHANGE)
        return NULL;
    bool more = c->change->value.value > 0;
    return more && !c->offers->b_dearer   ? "costs.title.more"
           : !more && c->offers->b_dearer ? "costs.title.less"
                                          : NULL;
}

void costs_headline(struct building *b, struct node *section, const struct comparison *c)
{
    if (!c || !saving_known(b, c)) {
        heading_add(b, section, 2, "costs.heading");
        return;
    }
    const struct offers *o = c->offers;
    size_t cheap = o->b_dearer ? 0 : 1;
    const struct fact *few = o->side[cheap].units, *many = o->side[1 - cheap].units;
    bool fewer = few->value.value < many->value.value;
    const char *reason = reason_of(b, c, fewer);
    const struct option_flip *only;
    size_t turning = flips_turning(o, &only);
    struct fill fill[] = { { "cheap", .quote = o->side[cheap].system->id },
                           { "dear", .quote = o->side[1 - cheap].system->id },
                           { "few", .fact = few },
                           { "many", .fact = many },
                           { "apart", .fact = o->month_apart },
                           { "change", .fact = c->change } };
    struct node *heading = heading_add(b, section, 2, NULL);
    say(b, heading,
        fewer                                  ? "costs.title.units"
        : few->value.value > many->value.value ? "costs.title.cheaper"
                                               : "costs.title.alike",
        fill, ARRAY_COUNT(fill));
    if (reason)
        say(b, heading, reason, fill, ARRAY_COUNT(fill));
    /* of the same side alone: what its options hold besides may turn the order */
    if (o->flip_count > 0 && o->cheapest && o->cheapest->kind != OPTION_API &&
        o->cheapest->side == cheap)
        text_add(b, heading,
                 o->api_less    ? "costs.title.api"
                 : turning == 0 ? "costs.title.none"
                 : turning == 1 ? "costs.title.one"
                                : "costs.title.some");
}
