/* charts.h - private to render: the builders in the table of charts.c. */
#ifndef RENDER_CHARTS_H
#define RENDER_CHARTS_H

#include "chart.h"
#include "model/decision.h"

/* Whether the item, counted over all of the chart, stands in the part being drawn. */
bool chart_shows(const struct charting *charting, size_t item);
/* until.c: months from year 0 to that of "2027-05" or "2027-05-31"; below 0: it is none. */
int64_t month_of(struct str day);
/* Months from the case to the last until which one of the options carries the peak, or to the one
 * planned for: what a bar of `until_build` is as wide as. 0: the case has no date. */
int64_t until_most(const struct building *b, const struct option *const *option, size_t count);
/* The bar beside the month until which the option carries the peak, which it has; NULL: none. */
struct scene *until_build(struct building *b, const struct option *option, int64_t most);
size_t changes_items(const struct charting *charting);
struct scene *changes_build(const struct charting *charting);
void changes_figures(const struct charting *charting, struct node *chart);
/* The samples of a series, thinned by least and greatest of each column; SERIES_LEFT and
 * SERIES_RIGHT are the edges of the time axis. */
enum { SERIES_LEFT = 28000, SERIES_RIGHT = 229000 };
void series_trace(const struct charting *charting, struct scene *scene, const struct series *series,
                  const struct axis *time, const struct axis *value, mpt top, mpt bottom,
                  enum colour colour);
size_t load_items(const struct charting *charting);
struct scene *load_build(const struct charting *charting);
void load_figures(const struct charting *charting, struct node *chart);
/* The same table, for where there is no chart: the pages. */
void load_figures_add(struct building *b, struct node *parent, const struct comparison *c,
                      const struct system *side);
bool load_is_told(const struct comparison *c, const struct system *side);
size_t dots_items(const struct charting *charting);
struct scene *dots_build(const struct charting *charting);
void dots_figures(const struct charting *charting, struct node *chart);
size_t series_items(const struct charting *charting);
struct scene *series_build(const struct charting *charting);
void series_figures(const struct charting *charting, struct node *chart);
struct scene *saturation_build(const struct charting *charting);
void saturation_figures(const struct charting *charting, struct node *chart);
size_t time_items(const struct charting *charting);
struct scene *time_build(const struct charting *charting);
void time_figures(const struct charting *charting, struct node *chart);
/* chart_time.c: draws a part of a profiled window from one corner to the other, in the shades of
 * the first or the second side; without colours, too, each part looks unlike the others. */
struct mark *time_part_draw(struct arena *home, struct scene *scene, enum time_part part,
                            bool second, struct point from, struct point to);
struct scene *spent_build(const struct charting *charting);
void spent_figures(const struct charting *charting, struct node *chart);
struct scene *tornado_build(const struct charting *charting);
void tornado_figures(const struct charting *charting, struct node *chart);

size_t money_items(const struct charting *charting);
/* Heading and unit of the small chart `part`: what it shows. */
void money_words(struct building *b, struct node *figure, const struct comparison *c, size_t part);
/* String of what its figures are of, and which way they are better. */
const char *money_under(struct building *b, const struct comparison *c, size_t part);
struct scene *money_build(const struct charting *charting);
void money_figures(const struct charting *charting, struct node *chart);
struct scene *units_build(const struct charting *charting);
void units_figures(const struct charting *charting, struct node *chart);
struct scene *steps_build(const struct charting *charting);
/* Also in the annex, whose pages have no table below a chart. */
void steps_figures(const struct charting *charting, struct node *chart);
struct scene *dues_build(const struct charting *charting);
/* Also where there is no room for the chart. */
void dues_figures(const struct charting *charting, struct node *chart);
struct scene *flips_build(const struct charting *charting);
/* Also where there is no chart: of a system that stands alone. */
void flips_figures(const struct charting *charting, struct node *chart);

#endif
