/* charts.h - private to render: the builders in the table of chart.c. */
#ifndef RENDER_CHARTS_H
#define RENDER_CHARTS_H

#include "chart.h"

struct scene *changes_build(const struct charting *charting);
void changes_figures(const struct charting *charting, struct node *chart);
struct scene *dots_build(const struct charting *charting);
void dots_figures(const struct charting *charting, struct node *chart);
struct scene *series_build(const struct charting *charting);
void series_figures(const struct charting *charting, struct node *chart);
struct scene *saturation_build(const struct charting *charting);
void saturation_figures(const struct charting *charting, struct node *chart);
struct scene *tornado_build(const struct charting *charting);
void tornado_figures(const struct charting *charting, struct node *chart);

#endif
