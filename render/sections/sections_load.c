/* sections_load.c - throughput over time of serving runs, as far as their requests tell it. */
#include "build.h"
#include "charts.h"

void load_add(struct building *b, struct node *section, const struct comparison *c,
              const struct system *side)
{
    if (!load_is_told(c, side))
        return;
    struct node *figure =
        section_add(b, section, ROLE_FIGURE,
                    str_format(b->home, "load%.*s-%.*s", STR_ARG(pair_suffix(b, c)),
                               STR_ARG(system_slug(b, side))));
    SAY(b, heading_add(b, figure, 4, NULL), "load.title", { "system", .quote = side->id });
    paragraph_plain(b, figure, ROLE_NONE, "load.intro");
    load_figures_add(b, figure, c,
                     side); /* pages show no figures of charts; also why none is shown */
    (void)chart_add(b, figure, CHART_LOAD, c, side);
}
