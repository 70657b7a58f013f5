/* showing.h - what the interval of a comparison shows, said once for all that speak of it. */
#ifndef MODEL_SHOWING_H
#define MODEL_SHOWING_H

#include "base/text.h"

#include <stdbool.h>

struct comparison;

/* Whether there is but one system: `b` is nobody, nothing is compared. */
bool comparison_single(const struct comparison *comparison);
/* Words of its verdict: of a single system, whether its values can be relied upon. Of a finding:
 * what it alone would make of it. */
struct verdict_row;
struct finding;
const struct verdict_row *comparison_verdict(const struct comparison *comparison);
/* The verdict of that name, of two systems or of one; -1: none. */
int verdict_named(struct str name);
/* Whether it says only that own rules made its rule looser, which stands beside the verdict. */
bool finding_loosens(const struct finding *finding);
/* Of what stands beside a number: whether nobody recorded it. What both sides tell is no gap,
 * though it leaves something open, as a count of zero that is declared. */
bool finding_is_gap(const struct finding *finding);
/* Reservations of a verdict, by which terminal and report count: what is seen once a rule, what
 * nobody recorded once a key, since several rules may ask for one; of them *gaps (NULL: not asked)
 * were not recorded. Rules made looser count only where there is nothing else. */
size_t reservations_count(const struct finding *finding, size_t count, size_t *gaps);
/* Whether the two are one of these. */
bool reservations_alike(const struct finding *a, const struct finding *b);
const char *finding_makes(const struct comparison *comparison, const struct finding *finding);

/* What the interval shows. Answer, licence, credit and chart all speak by this, so that none of
 * them claims what another denies. */
enum showing {
    SHOWN_NOTHING,  /* no licence, or no ratio */
    SHOWN_CHANGE,   /* beyond the margin: faster or slower */
    SHOWN_EQUALITY, /* within the margin */
    SHOWN_HIGHER,   /* the whole interval on one side of no change, but not beyond the margin */
    SHOWN_LOWER,
    SHOWN_NEITHER, /* neither a difference nor equality */
    SHOWN_ONE_RUN, /* means and medians of runs answer otherwise, because of one run */
    SHOWN_COUNT
};
enum showing comparison_shows(const struct comparison *comparison);
const char *shown_name(enum showing shown); /* "change", "equality", ...; for data.json */

#endif
