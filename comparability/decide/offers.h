/* offers.h - what each side of a permitted comparison costs, draws and needs. Private to
 * comparability.
 *
 * Amounts are decimals. Measured figures enter a formula as the report prints them, so that whoever
 * holds the page can do the sum again; nothing is rounded in between but quotients, at PLACES. */
#ifndef COMPARABILITY_OFFERS_H
#define COMPARABILITY_OFFERS_H

#include "judging.h"
#include "model/decision.h"

enum { PLACES = 24 };

struct cost_side { /* one side while its offer is made */
    struct offer *offer;
    struct decimal hourly; /* in the report's currency, as a quotient and as its two parts */
    struct decimal paid, hours;
    struct decimal fixed, variable; /* cost of a quantum at the base point: units, energy */
    struct decimal usable;
    struct decimal *cost; /* by run, at full load */
    struct decimal *rate, *joules;
    const struct fact **rate_fact, **joules_fact;
    size_t count;       /* runs; copies and bridges left out */
    bool priced, sized; /* hourly, usable are known */
};
struct offering {
    struct judging *judging;
    struct comparison *comparison;
    const struct judged_run *run;
    const struct terms *terms;
    const struct thresholds *judged;
    struct offers *out;
    struct cost_side side[2];
    int64_t quantum; /* units of work that a cost is stated for: a million or a thousand */
    enum unit work, money_unit; /* unit of work; money per quantum of it */
    bool energy_known;          /* on both sides, and priced */
};

/* thresholds.c: objectives and requirements of the comparison's systems, appended. */
struct thresholds {
    struct judged_threshold *item;
    size_t count;
};
void thresholds_judge(struct judging *judging, const struct comparison *comparison,
                      const struct judged_run *run, struct thresholds *out);
/* Whether every objective of the case is met by the system in this workload; false where there is
 * none. */
bool objectives_met(const struct terms *terms, const struct thresholds *judged,
                    const struct system *system, struct str workload);

/* Everything of comparison->offers; called once numbers are published and thresholds judged. */
void offers_publish(struct judging *judging, struct comparison *comparison,
                    const struct judged_run *run, const struct thresholds *judged);

/* ---- parts --------------------------------------------------------------------------------------
 */

/* A derived number of the comparison: `value` printed with `places`, behind the currency where one
 * is given. NULL where the arithmetic did not fit. */
struct made {
    const char *name;
    struct str instance, currency;
    const struct system *system;
    const struct run *run;
    struct decimal value;
    int places;
    enum unit unit;
    const struct fact *const *input; /* NULL ones are passed over */
    size_t input_count;
};
const struct fact *offer_make(const struct offering *in, const struct made *made);
/* The number a fact shows, exactly; bad where it shows none. */
struct decimal shown_decimal(const struct fact *fact);
/* Six significant digits of a positive finite double, for t quantiles; bad else. */
struct decimal real_decimal(struct arena *home, double value, int digits);
/* Energy of one unit of work in money: joules x factor x price / 3,600,000. */
struct decimal energy_money(const struct terms *terms, struct decimal joules);
/* Mean of `value` and half of its 95 % t interval; false and `half` bad below 3 values. */
bool decimal_interval(struct arena *home, const struct decimal *value, size_t count,
                      struct decimal *mean, struct decimal *half);
/* Two significant digits of `half`, at least 2 and at most 6. */
int money_places(struct arena *home, struct decimal half);

/* The exact amount that a fact of money shows behind its currency; bad where it shows none. */
struct decimal money_decimal(const struct fact *fact);

/* Amount and hours whose quotient is the price by the hour in the report's currency (offers.c);
 * NULL, or why there is none: stable words. `rate` NULL: none was needed. */
const char *hourly_of(const struct terms *terms, const struct price *price, struct decimal *paid,
                      struct decimal *hours, const struct exchange **rate);
/* The stated peak, grown for the stated years (capacity.c). */
struct decimal capacity_planned(const struct demand *demand);

/* options.c: the ways to meet the demand, and where their order turns. */
void options_publish(struct offering *in);

/* saving.c: the amounts by the month set against each other. */
void saving_publish(const struct offering *in);
/* Mean power draw of a side against the limit in force. */
void power_share_publish(const struct offering *in, size_t index);

/* capacity.c: units for the demand, what they cost, bands of demand, one input moved at a time. */
void capacity_publish(struct offering *in);

#endif
