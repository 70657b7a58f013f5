/* chart.h - private to render: the charts, one row each in charts.c. */
#ifndef RENDER_CHART_H
#define RENDER_CHART_H

#include "build.h"

struct charting { /* what a chart is drawn from */
    struct building *b;
    const struct comparison *comparison;
    const struct system *system; /* only this side; NULL: both */
    struct str id;
    struct span items; /* rows or panels of this part; see chart_row */
};
struct chart_row {
    const char *name; /* "throughput": file name and id */
    /* NULL where the facts do not suffice: the caller then says so in words. */
    struct scene *(*build)(const struct charting *charting);
    /* The figures of the chart as a table below `chart`. */
    void (*figures)(const struct charting *charting, struct node *chart);
    bool both; /* sets two systems on one axis: needs a licence unless `system` is given */
    /* Rows or panels in all, and how many one page holds in a legible size: a chart of more becomes
     * several, one below another, on the same axes. NULL: it never grows. */
    size_t (*items)(const struct charting *charting);
    size_t most;
};
enum chart {
    CHART_DOTS,
    CHART_SERIES,
    CHART_TORNADO,
    CHART_SATURATION,
    CHART_CHANGES,
    CHART_LOAD,
    CHART_TIME,
    CHART_SPENT,
    CHART_MONEY,
    CHART_UNITS,
    CHART_FLIPS,
    CHART_STEPS,
    CHART_DUES,
    CHART_COUNT
};
/* Adds the chart, all parts of it, each with its table of figures; or nothing and false. */
bool chart_add(struct building *b, struct node *parent, enum chart chart,
               const struct comparison *comparison, const struct system *system);
size_t chart_parts(struct building *b, enum chart chart, const struct comparison *comparison,
                   const struct system *system);
bool chart_part_add(struct building *b, struct node *parent, enum chart chart,
                    const struct comparison *comparison, const struct system *system, size_t part);
/* chart_time.c: the first profile that is shown to be of the system; NULL: none. */
const struct profile *profile_tied(const struct building *b, const struct system *system);
/* Title and description in words; the facts they speak of are kept for the number audit. */
void scene_title(struct building *b, struct scene *scene, const char *string,
                 const struct fill *fill, size_t count);
void scene_description(struct building *b, struct scene *scene, const char *string,
                       const struct fill *fill, size_t count);

/* Round steps of an axis from zero: 1, 2 or 5 times a power of ten, four to six steps up to `most`.
 */
struct axis {
    double from, to, step;
    int decimals;
};
struct axis axis_from_zero(double most);
struct axis axis_between(double least, double most); /* need not hold zero; the chart must say so */
/* "8,000"; exact decimal of a tick. */
struct str tick_text(const struct building *b, double value, int decimals);
/* A name that does not fit into `width` has "…" in its middle, since some names differ at the end:
 * the table below the chart and the sections hold it whole. Counts the escapes by which pages show
 * what no shipped face covers. */
struct str label_fitted(const struct building *b, enum face face, mpt size, struct str text,
                        mpt width);
mpt label_width(const struct building *b, enum face face, mpt size, struct str label);
mpt axis_at(const struct axis *axis, double value, mpt from, mpt to);
struct mark *tick_add(struct building *b, struct scene *scene, mpt x, mpt y, struct str text,
                      enum anchor anchor);
/* chart_series.c: whether the runs of a side look the same in the pictures of two comparisons: the
 * same runs, the same stretch of each shaded. */
bool series_alike(const struct comparison *x, const struct comparison *y,
                  const struct system *side);

#endif
