/* sections_saturation.c - each system's sweep over loads: a chart of its own, the knee with its
 * range, the highest load that keeps the objective, and a warning where the sweep stops early. */
#include "build.h"
#include "chart.h"
#include "model/decision.h"

#include <string.h>

static void sentences_add(struct building *b, struct node *figure, const struct saturation *s)
{
    struct fill fill[] = { { "knee", .fact = s->knee },
                           { "low", .fact = s->knee_low },
                           { "high", .fact = s->knee_high },
                           { "gain", .fact = s->gain },
                           { "highest", .fact = s->highest },
                           { "failing", .fact = s->failing },
                           { "rate", .fact = s->highest_rate },
                           { "limit", .fact = s->objective ? s->objective->fact : NULL } };
    const size_t count = ARRAY_COUNT(fill);
    if (s->why && strcmp(s->why, "few loads") == 0) {
        paragraph_plain(b, figure, ROLE_NONE, "saturation.few");
        return;
    }
    say(b, paragraph_add(b, figure, ROLE_NONE), s->knee ? "saturation.knee" : "saturation.no_bend",
        fill, count);
    if (s->gain) {
        say(b, paragraph_add(b, figure, ROLE_NONE),
            s->saturated ? "saturation.reached" : "saturation.early", fill, count);
    }
    const char *objective = !s->objective              ? "saturation.no_objective"
                            : s->highest && s->failing ? "saturation.highest"
                            : s->highest               ? "saturation.all_meet"
                            : s->failing               ? "saturation.none_meets"
                                                       : "saturation.no_latency";
    say(b, paragraph_add(b, figure, ROLE_NONE), objective, fill, count);
}

void saturations_add(struct building *b, struct node *section)
{
    if (b->model->saturation_count == 0) {
        return;
    }
    heading_add(b, section, 3, "saturation.heading");
    paragraph_plain(b, section, ROLE_NONE, "saturation.intro");
    for (size_t i = 0; i < b->model->saturation_count; i++) {
        const struct saturation *s = &b->model->saturation[i];
        struct node *figure =
            section_add(b, section, ROLE_FIGURE,
                        str_format(b->home, "saturation-%.*s", STR_ARG(system_slug(b, s->system))));
        SAY(b, heading_add(b, figure, 4, NULL), "saturation.of",
            { "system", .quote = s->system->id }, { "label", .quote = s->system->label });
        const struct comparison *c = system_comparison(b, s->system);
        if (c) {
            chart_add(b, figure, CHART_SATURATION, c, s->system);
        }
        sentences_add(b, figure, s);
    }
}
