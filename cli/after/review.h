/* review.h - what units and energy cost by the month, as a dossier foresaw it and as it came. */
#ifndef CLI_REVIEW_H
#define CLI_REVIEW_H

#include "base/decimal.h"
#include "holding.h"

enum { REVIEW_MONTHS_MOST = 600 };

/* Sums over the months that were given; amounts in one currency. */
struct actuals {
    struct str system, currency, first, last; /* months: "2027-01" */
    size_t months;
    struct decimal units;    /* unit-months paid for */
    struct decimal mean;     /* of mean demands, in the unit of the dossier's demand */
    struct decimal invoiced; /* for units */
    bool priced;             /* with a price of a unit */
    struct decimal contract; /* units times that price */
    bool metered, energy_paid;
    struct decimal energy; /* kWh */
    struct decimal tariff; /* energy times its price */
    struct decimal energy_invoiced;
    struct str
        odd; /* the first month of which more than half a cent is not explained; empty: none */
};
/* Of the dossier, for as many months. */
struct foreseen {
    struct decimal units, mean, amount;
    bool has_energy;
    struct decimal energy_amount, energy_price; /* price: of a kWh, in the case's own words */
};
/* Why the money differs; exact, each rounded once, half to even, to two places. */
struct variance {
    struct decimal foreseen, actual, difference;
    struct decimal demand; /* more or less work than foreseen, at foreseen prices and efficiency */
    struct decimal efficiency; /* more or fewer units, or kWh, for that work, at foreseen prices */
    struct decimal price;      /* another price of a unit, or of a kWh */
    struct decimal rest;       /* paid, and shown by neither quantity nor price */
    struct decimal rounding;   /* so that the parts add up to the difference; mostly zero */
};
struct review {
    struct actuals actuals;
    struct foreseen foreseen;
    struct variance units, energy;
};

/* Reads `text` (dossier-actuals/1, docs/after.md), named `name`, and splits it against what `held`
 * foresaw. False with a diagnostic at the place that does not fit. */
MUST_USE bool review_make(struct arena *home, const struct held *held, struct str name,
                          struct str text, struct review *out, struct diags *diags);

#endif
