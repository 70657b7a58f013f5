/* showing.h - what the interval of a comparison shows, said once for all that speak of it. */
#ifndef MODEL_SHOWING_H
#define MODEL_SHOWING_H

struct comparison;

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
