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
    /* Amount and hours whose quotient times 730 is the price by the month: by the hours of use
     * where it is paid by the hour. */
    struct decimal on_paid, on_hours;
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

/* What each side costs, draws and needs, into comparison->offers; called once numbers are published
 * and thresholds judged. The ways to meet the demand come after it; NULL: there is nothing to
 * reckon. */
struct offering;
struct offering *offers_publish(struct judging *judging, struct comparison *comparison,
                                const struct judged_run *run, const struct thresholds *judged);

/* ---- parts ---- */

/* A derived number of the comparison: `value` printed with `places`, behind the currency where one
 * is given. NULL where the arithmetic did not fit. */
struct made {
    enum derivation_id row;
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

/* What a price comes to by the month for one unit, as amount and hours; see cost_side. */
void month_parts(const struct terms *terms, const struct price *price, struct decimal *paid,
                 struct decimal *hours);
/* Units that a demand needs of a side; bad where that is absurdly many (capacity.c). */
struct decimal units_for(const struct offering *in, const struct cost_side *side,
                         struct decimal demand);
/* Price of so many units by the month, divided and rounded once. */
struct decimal by_month(const struct cost_side *side, struct decimal units);

/* idle.c: power draw at rest of a side, from telemetry in its captures; and what it costs by the
 * month for so many units. It is counted in sums where both sides have at least a minute of it. */
void idle_publish(struct offering *in, size_t index);
bool idle_counted(const struct offering *in);
const struct fact *idle_month(const struct offering *in, size_t index, const struct fact *units,
                              struct str instance);
/* The same, not rounded, at a mean demand; bad where it is not known or below zero. */
struct decimal idle_amount(const struct offering *in, size_t index, struct decimal units,
                           struct decimal mean);

/* assess.c: the ways to meet the demand, by what each side costs and needs; nothing where that is
 * not known (NULL). */
void ways_publish(struct offering *offering);
/* options.c: the ways to meet the demand, what they cost, and which are beaten. */
void options_publish(struct offering *in);
/* cost_lines.c: the lines of one option and their sums; `option` has side, price and units. */
void lines_publish(const struct offering *in, struct option *option, struct str instance);
/* The life that every purchase of both sides states; NULL: there is none. In months. */
const struct price *life_of(const struct offers *offers);
struct decimal life_months(const struct price *life);
/* Over the life that all purchases state where there is one, else by the month: by what options are
 * held against each other; bad where it is not known. */
struct decimal option_measure(const struct offers *offers, const struct option *option);
/* Whether its amount holds the energy; whether each of its lines is counted. */
bool option_with_energy(const struct offers *offers, const struct option *option);
bool option_counted(const struct option *option);
/* Months of the life in which a line is paid; the life begins with the option. */
int64_t line_months(const struct offering *in, const struct option *option,
                    const struct cost_line *line, int64_t life);
/* Its amount in the report's currency, as a quotient of two; false: no dated rate. */
MUST_USE bool line_amount(const struct terms *terms, const struct cost_line *line,
                          struct decimal *amount, struct decimal *over,
                          const struct exchange **rate);

/* tokens.c: the tokens that an interface is paid for and what they cost, at most TOKEN_KIND_COUNT
 * lines; at which utilisation of the hours reserved a unit costs what it costs; and the price of a
 * million tokens in the report's currency, as a quotient of two (false: no dated rate). */
size_t tokens_lines(const struct offering *in, const struct option *option,
                    struct option_line *line);
void tokens_evens(const struct offering *in);
MUST_USE bool tokens_price(const struct terms *terms, const struct token_price *price,
                           struct decimal *paid, struct decimal *over,
                           const struct exchange **rate);
/* flips.c: where the order of the options turns when one input moves. */
void flips_publish(struct offering *in);

/* saving.c: the amounts by the month set against each other. */
void saving_publish(const struct offering *in);
/* Mean power draw of a side against the limit in force. */
void power_share_publish(const struct offering *in, size_t index);

/* Unit of the metric, which a demand has, too. */
enum unit metric_unit(const struct offering *in);
/* What by_month is computed from: the units, and what the price by the hour is computed from, since
 * that price as printed is rounded and would give other cents. */
size_t month_inputs(const struct offering *in, const struct fact *units, const struct fact *hourly,
                    const struct fact *const **out);
/* bands.c: bands of demand with their units and prices; units at three demands. */
void bands_publish(const struct offering *in, struct offers *out);
void points_publish(const struct offering *in);

/* capacity.c: units for the demand, what they cost, bands of demand, one input moved at a time. */
void capacity_publish(struct offering *in);

#endif
