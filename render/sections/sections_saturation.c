/* sections_saturation.c - each system's sweep over loads: a chart of its own, the knee with its
 * range, the highest load that keeps the objective, and a warning where the sweep stops early; and
 * throughput over time. */
#include "build.h"
#include "chart.h"
#include "charts.h"
#include "costs.h"
#include "model/decision.h"

#include <string.h>

/* What is said of the highest load: found, all meet, none meets, or why it is not known. */
static const char *objective_string(struct building *b, const struct saturation *s)
{
    const char *objective = !s->objective && !s->highest && !s->failing ? "saturation.no_objective"
                            : s->highest && s->failing                  ? "saturation.highest"
                            : s->highest                                ? "saturation.all_meet"
                            : s->failing                                ? "saturation.none_meets"
                                                                        : "saturation.no_latency";
    bool several = (s->of_runs || s->every) && (s->highest || s->failing);
    return several ? joined(b, objective, "runs") : objective;
}

static void sentences_add(struct building *b, struct node *figure, const struct saturation *s)
{
    struct fill fill[] = {
        { "knee", .fact = s->knee },
        { "low", .fact = s->knee_low },
        { "high", .fact = s->knee_high },
        { "gain", .fact = s->gain },
        { "last", .fact = s->count > 0 ? s->point[s->count - 1].load_fact : NULL },
        { "before", .fact = s->count > 1 ? s->point[s->count - 2].load_fact : NULL },
        { "rate_last", .fact = s->count > 0 ? s->point[s->count - 1].rate_fact : NULL },
        { "rate_before", .fact = s->count > 1 ? s->point[s->count - 2].rate_fact : NULL },
        { "highest", .fact = s->highest },
        { "failing", .fact = s->failing },
        { "rate", .fact = s->highest_rate },
        { "limit", .fact = s->objective ? s->objective->fact : NULL }
    };
    const size_t count = ARRAY_COUNT(fill);
    bool few = s->why && strcmp(s->why, "few loads") == 0;
    if (few) {
        paragraph_plain(b, figure, ROLE_NONE, "saturation.few");
    } else {
        say(b, paragraph_add(b, figure, ROLE_NONE),
            s->knee ? "saturation.knee" : "saturation.no_bend", fill, count);
    }
    if (few && !s->of_runs)
        return;
    if (s->gain) {
        say(b, paragraph_add(b, figure, ROLE_NONE),
            s->saturated ? "saturation.reached" : "saturation.early", fill, count);
    }
    say(b, paragraph_add(b, figure, ROLE_NONE), objective_string(b, s), fill, count);
}

/* Each objective at each load, as it was held against its limit. */
static void bounds_add(struct building *b, struct node *figure, const struct saturation *s)
{
    static const struct column columns[] = {
        { .share = 14 }, { .share = 30 }, { .share = 16 }, { .share = 26 }, { .share = 14 }
    };
    static const char *const heads[] = { "saturation.load", "threshold.what", "threshold.limit",
                                         "saturation.bound.value", "threshold.result" };
    static const char *const words[] = { "standing.met", "standing.not_met", "standing.not_shown" };
    struct node *table = TABLE_HEADED(b, figure, ROLE_NONE, "saturation.bounds", columns, heads);
    for (size_t i = 0; i < s->count; i++) {
        for (size_t j = 0; j < s->point[i].bound_count; j++) {
            const struct load_bound *bound = &s->point[i].bound[j];
            struct node *row = row_add(b, table);
            value_add(b, cell_heading(b, row), s->point[i].load_fact, FORM_FULL);
            struct node *what = cell_add(b, row);
            quote_add(b, what, key_title(b, bound->objective->key), NULL);
            if (bound->objective->instance.len > 0) {
                SAY(b, what, "findings.instance",
                    { "instance", .quote = bound->objective->instance });
            }
            SAY(b, cell_add(b, row),
                bound->objective->at_most ? "threshold.at_most" : "threshold.at_least",
                { "limit", .fact = bound->objective->fact });
            three_add(b, cell_add(b, row), &bound->value);
            text_add(b, cell_add(b, row), words[bound->standing])->style =
                bound->standing == STANDING_MET ? STYLE_PLAIN : STYLE_STRONG;
        }
    }
}

/* A curve stands under a system's name only where it is shown to be its own. */
static void untied_add(struct building *b, struct node *figure, const struct saturation *s)
{
    static const char *const words[] = { [SWEEP_TIED] = NULL,
                                         [SWEEP_SHORT] = "saturation.short",
                                         [SWEEP_UNTOLD] = "saturation.untold",
                                         [SWEEP_OTHER] = "saturation.other" };
    const char *said = s->tie != SWEEP_UNTOLD ? words[s->tie]
                       : s->told && s->own    ? "saturation.less"
                       : s->own               ? "saturation.untold"
                       : s->told              ? "saturation.untold.runs"
                                              : "saturation.untold.both";
    if (s->tie == SWEEP_UNTOLD && s->told && s->told->placeholder) {
        SAY(b, paragraph_add(b, figure, ROLE_NONE), "saturation.open",
            { "system", .quote = s->system->id }, { "key", .quote = key_title(b, s->tie_key) },
            { "why", .quote = left_open(b, s->told) });
    } else if (said) {
        SAY(b, paragraph_add(b, figure, ROLE_NONE), said, { "system", .quote = s->system->id },
            { "key", .quote = key_title(b, s->tie_key) }, { "told", .fact = s->told },
            { "own", .fact = s->own },
            { "least", .fact = b->model->case_file->policy.least_window_fact });
    }
}

/* The chart's heading: up to which load its system keeps what is asked, else whether it saturates.
 */
static void finding_heading(struct building *b, struct node *figure, const struct saturation *s)
{
    bool asked = s->highest || s->failing, several = s->of_runs || s->every;
    const char *id = s->highest   ? "saturation.of.keeps"
                     : s->failing ? "saturation.of.misses"
                     : !s->gain   ? "saturation.of.open"
                                  : joined(b, "saturation.of", s->saturated ? "reached" : "early");
    struct fill fill[] = { { "system", .quote = s->system->id },
                           { "highest", .fact = s->highest },
                           { "label",
                             .quote = str_format(b->home, "(%.*s)", STR_ARG(s->system->label)),
                             .style = STYLE_SOFT } };
    struct node *heading = heading_add(b, figure, 4, NULL);
    say(b, heading, asked && several ? joined(b, id, "runs") : id, fill, ARRAY_COUNT(fill));
    if (s->system->label.len > 0)
        say(b, heading, "saturation.label", fill, ARRAY_COUNT(fill));
}

void saturations_add(struct building *b, struct node *section)
{
    if (b->model->saturation_count == 0)
        return;
    heading_add(b, section, 3, "saturation.heading");
    paragraph_plain(b, section, ROLE_NONE,
                    b->model->saturation[0].of_runs ? "saturation.intro.runs" : "saturation.intro");
    for (size_t i = 0; i < b->model->saturation_count; i++) {
        const struct saturation *s = &b->model->saturation[i];
        struct node *figure =
            section_add(b, section, ROLE_FIGURE,
                        str_format(b->home, "saturation-%.*s", STR_ARG(system_slug(b, s->system))));
        bool own = s->tie == SWEEP_TIED || s->tie == SWEEP_SHORT;
        if (own) {
            finding_heading(b, figure, s);
        } else {
            SAY(b, heading_add(b, figure, 4, NULL), "saturation.of.untied",
                { "system", .quote = s->system->id });
        }
        untied_add(b, figure, s);
        const struct comparison *c = system_comparison(b, s->system);
        if (c)
            chart_add(b, figure, CHART_SATURATION, c, s->system);
        sentences_add(b, figure, s);
        if (s->of_runs && s->point[0].bound_count > 0)
            bounds_add(b, figure, s);
    }
}

/* ---- throughput over time of serving runs, as far as their requests tell it ---- */

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
