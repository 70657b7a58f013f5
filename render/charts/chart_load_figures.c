/* chart_load_figures.c - throughput over time as a table beside its chart. */
#include "build.h"
#include "charts.h"

static const struct fact *own_fact(const struct judged_run *run, enum key key)
{
    for (size_t i = 0; i < run->fact_count; i++)
        if (run->fact[i]->key == key)
            return run->fact[i];
    return NULL;
}

static void load_row(struct building *b, struct node *table, const struct judged_run *run)
{
    static const enum key keys[] = { KEY_LOAD_OVER_TIME, KEY_LOAD_IN_FLIGHT_MOST,
                                     KEY_LOAD_FULL_SHARE };
    struct node *row = row_add(b, table);
    quote_add(b, cell_heading(b, row), run->run->id, NULL);
    for (size_t i = 0; i < ARRAY_COUNT(keys); i++) {
        const struct fact *fact = own_fact(run, keys[i]);
        struct node *cell = cell_add(b, row);
        if (fact)
            value_add(b, cell, fact, FORM_FULL);
        else
            text_add(b, cell, "runs.none")->style = STYLE_SOFT;
    }
}

bool load_is_told(const struct comparison *c, const struct system *side)
{
    for (size_t i = 0; i < c->run_count; i++)
        if (run_side(c->run[i].run) == side && own_fact(&c->run[i], KEY_LOAD_OVER_TIME))
            return true;
    return false;
}

void load_figures_add(struct building *b, struct node *parent, const struct comparison *c,
                      const struct system *side)
{
    static const struct column columns[] = { { .share = 28 },
                                             { .share = 40 },
                                             { .share = 16, .right = true },
                                             { .share = 16, .right = true } };
    static const char *const heads[] = { "runs.run", "load.over_time", "load.most", "load.full" };
    struct node *table = TABLE_HEADED(b, parent, ROLE_NONE, "load.caption", columns, heads);
    for (size_t i = 0; i < c->run_count; i++)
        if (run_side(c->run[i].run) == side && own_fact(&c->run[i], KEY_LOAD_OVER_TIME) &&
            run_told(b, c, &c->run[i]))
            load_row(b, table, &c->run[i]);
    columns_thin(b, table, 2);
}

void load_figures(const struct charting *ch, struct node *chart)
{
    load_figures_add(ch->b, chart, ch->comparison, ch->system);
}
