/* charts.c - the table of charts, and a chart in parts where it has too many items for one. */
#include "charts.h"
#include "chart.h"

#include <assert.h>

static const struct chart_row charts[CHART_COUNT] = {
    [CHART_DOTS] = { "values", dots_build, dots_figures, true, dots_items, 20 },
    [CHART_SERIES] = { "series", series_build, series_figures, false, series_items, 5 },
    [CHART_SATURATION] = { "saturation", saturation_build, saturation_figures, false, NULL, 1 },
    [CHART_CHANGES] = { "changes", changes_build, changes_figures, true, changes_items, 32 },
    [CHART_LOAD] = { "load", load_build, load_figures, false, load_items, 6 },
    [CHART_TIME] = { "time", time_build, time_figures, false, time_items, 12 },
    [CHART_SPENT] = { "spent", spent_build, spent_figures, true, NULL, 1 },
    [CHART_MONEY] = { "money", money_build, money_figures, true, money_items, 1 },
    [CHART_UNITS] = { "units", units_build, units_figures, true, NULL, 1 },
    [CHART_FLIPS] = { "flips", flips_build, flips_figures, true, NULL, 1 },
    [CHART_STEPS] = { "steps", steps_build, steps_figures, true, NULL, 1 },
    [CHART_DUES] = { "due", dues_build, dues_figures, false, NULL, 1 },
    [CHART_TORNADO] = { "tornado", tornado_build, tornado_figures, true, NULL, 1 },
};

static struct charting charting_of(struct building *b, const struct chart_row *row,
                                   const struct comparison *comparison, const struct system *system)
{
    struct charting charting = { .b = b, .comparison = comparison, .system = system };
    if (system) {
        charting.id =
            str_format(b->home, "%s%.*s-%.*s", row->name, STR_ARG(pair_suffix(b, comparison)),
                       STR_ARG(system_slug(b, system)));
    } else {
        charting.id = str_format(b->home, "%s%.*s", row->name, STR_ARG(pair_suffix(b, comparison)));
    }
    return charting;
}

static size_t items_of(const struct chart_row *row, const struct charting *charting)
{
    return row->items ? row->items(charting) : 1;
}

size_t chart_parts(struct building *b, enum chart chart, const struct comparison *comparison,
                   const struct system *system)
{
    const struct chart_row *row = &charts[chart];
    struct charting charting = charting_of(b, row, comparison, system);
    return (items_of(row, &charting) + row->most - 1) / row->most;
}

bool chart_part_add(struct building *b, struct node *parent, enum chart chart,
                    const struct comparison *comparison, const struct system *system, size_t part)
{
    const struct chart_row *row = &charts[chart];
    struct charting charting = charting_of(b, row, comparison, system);
    size_t count = items_of(row, &charting), at = 0;
    assert(system || !row->both || comparison_licenses(comparison));
    while (span_next(count, row->most, &charting.items) && at < part)
        at++;
    struct str name = charting.id;
    if (part > 0)
        name = str_format(b->home, "%.*s-%zu", STR_ARG(charting.id), part + 1);
    charting.id = str_format(b->home, "chart-%.*s", STR_ARG(name));
    const struct scene *scene =
        charting.items.from < charting.items.to ? row->build(&charting) : NULL;
    if (!scene)
        return false;
    struct node *node = node_add(b, parent, NODE_CHART);
    node->scene = scene;
    node->text = name;
    node->licence = system ? NULL : comparison;
    row->figures(&charting, node);
    return true;
}

bool chart_add(struct building *b, struct node *parent, enum chart chart,
               const struct comparison *comparison, const struct system *system)
{
    size_t parts = chart_parts(b, chart, comparison, system);
    bool any = false;
    for (size_t part = 0; part < parts; part++)
        any = chart_part_add(b, parent, chart, comparison, system, part) || any;
    return any;
}
