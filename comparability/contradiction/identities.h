/* identities.h - figures of one run checked against one another. Private to comparability. */
#ifndef COMPARABILITY_IDENTITIES_H
#define COMPARABILITY_IDENTITIES_H

#include "comparability.h"

struct percentile_fact { /* a percentile of a distribution, as one run or file tells it */
    const struct fact *fact;
    struct str context;
    double percent, value; /* 0 to 100; in the unit's base, where it is `told` */
    bool told;
    size_t order; /* among the facts */
};
struct checking {
    struct arena *home;
    const struct told *told;
    const struct percentile_fact *percentile; /* sorted by key and context */
    size_t percentile_count;
    struct str context; /* index of the run in its file; empty: there is one */
    /* operands are taken from this file alone; NULL: from any */
    const struct evidence *file;
    struct contradiction *out;
    size_t count;
};

enum { CONTRADICTIONS_MOST = 256 };

struct range {
    double low, high;
    const struct fact *fact;
};

/* ---- operands.c ---- */

/* The figure of this run with its printed resolution, in the unit's base. False: not told, or no
 * number. operand_plain: without a statistic. */
bool operand_range(const struct checking *in, enum key key, struct str statistic,
                   struct range *out);
bool operand_plain(const struct checking *in, enum key key, struct range *out);
/* Whether two ranges meet, but for the rounding of doubles. */
bool ranges_meet(struct range a, double low, double high);
/* A contradiction with its figures; NULL where there are too many already. */
struct contradiction *contradiction_say(struct checking *in, enum contradiction_kind kind,
                                        const char *id, const char *says);
void contradiction_name(struct contradiction *out, const struct fact *fact);
/* identities_samples.c; the percentiles of all contexts are gathered first */
void percentiles_gather(struct checking *in);
void statistics_check(struct checking *in);
void percentiles_check(struct checking *in);
void samples_check(struct checking *in);
/* identities_statistics.c: what is stated of a series' values by its own file; more requests in
 * flight than the limit, by their starts and latencies */
void series_check(struct checking *in, const struct series *series);
void flight_check(struct checking *in, const struct series *series);
/* Half a unit of the last digit printed: in the text's own unit, in the unit's base. */
double resolution_of(struct str text, double value);
double fact_slack(const struct fact *fact);

#endif
