/* sections_time.c - where the time goes, by the profiles of each side: a bar each, of what it is a
 * profile, what takes longest, who usually owns the cause, and whether it speaks for the side. */
#include "build.h"
#include "chart.h"
#include "costs.h"
#include "model/decision.h"
#include "page_one.h"

static size_t of_system(const struct building *b, const struct system *system)
{
    size_t count = 0;
    for (size_t i = 0; i < b->model->profile_count; i++)
        count += b->model->profile[i].system == system ? 1 : 0;
    return count;
}

/* The largest part but for the one that nothing explains. */
static enum time_part largest(const struct profile *profile)
{
    enum time_part most = PART_KERNELS;
    for (size_t i = 0; i < PART_UNATTRIBUTED; i++)
        most = profile->width[i] > profile->width[most] ? (enum time_part)i : most;
    return most;
}

static void owner_say(struct building *b, struct node *figure, const struct profile *profile)
{
    enum time_part part = largest(profile);
    enum layer layer = time_part_layer(part);
    SAY_PARAGRAPH(b, figure, ROLE_NONE,
                  part == PART_KERNELS ? "time.largest.kernels" : "time.largest",
                  { "part", .quote = own_words(b, time_part_name(part)) },
                  { "share", .fact = profile->share[part] }, { "window", .fact = profile->window },
                  { "none", .fact = profile->share[PART_UNATTRIBUTED] },
                  { "owner", .quote = owner_of(b, layer) });
}

/* The facts hold names whole: of a template's the first words tell enough here. */
enum { KERNEL_SHOWN = 90, KERNEL_BRIEF = 36 };
static struct str short_name(struct building *b, struct str name, size_t shown)
{
    size_t end = shown;
    if (name.len <= shown)
        return name;
    while (end > 0 && ((unsigned char)name.at[end] & 0xC0U) == 0x80U)
        end--;
    return str_format(b->home, "%.*s…", STR_ARG(str_sub(name, 0, end)));
}

static void kernels_say(struct building *b, struct node *figure, const struct profile *profile)
{
    if (!profile->median)
        return;
    SAY_PARAGRAPH(b, figure, ROLE_NONE, "time.kernels", { "median", .fact = profile->median },
                  { "launching", .fact = profile->launching });
    struct node *list = node_add(b, figure, NODE_LIST);
    for (size_t i = 0; i < profile->kernel_count; i++) {
        SAY(b, node_add(b, list, NODE_ITEM), "time.kernel", { "share", .fact = profile->kernel[i] },
            { "kernel", .quote = short_name(b, profile->kernel_name[i], KERNEL_SHOWN) });
    }
}

static void under_way_say(struct building *b, struct node *figure, const struct profile *profile)
{
    if (!profile->busy)
        return;
    SAY_PARAGRAPH(b, figure, ROLE_NONE, "time.busy", { "busy", .fact = profile->busy },
                  { "window", .fact = profile->window });
    struct node *list = node_add(b, figure, NODE_LIST);
    for (size_t i = 0; i < LANE_COUNT; i++) {
        if (profile->under_way[i]) {
            SAY(b, node_add(b, list, NODE_ITEM), "time.lane",
                { "lane", .quote = own_words(b, lane_row((enum lane)i)->name) },
                { "time", .fact = profile->under_way[i] });
        }
    }
}

/* Which peak the kernels are near, where counters tell. */
static void near_say(struct building *b, struct node *figure, const struct profile *profile)
{
    if (!profile->counted)
        return;
    double memory = profile->memory->value.value, compute = profile->compute->value.value;
    const char *words = profile->counted_share < PROFILE_COUNTED_LEAST    ? "time.near.little"
                        : memory < PROFILE_NEAR && compute < PROFILE_NEAR ? "time.near.neither"
                        : memory >= compute                               ? "time.near.memory"
                                                                          : "time.near.compute";
    SAY_PARAGRAPH(b, figure, ROLE_NONE, words, { "counted", .fact = profile->counted },
                  { "memory", .fact = profile->memory }, { "compute", .fact = profile->compute });
}

static void tie_say(struct building *b, struct node *figure, const struct profile *profile)
{
    static const char *const words[] = { [PROFILE_TIED] = "time.tied",
                                         [PROFILE_UNTOLD] = "time.untold",
                                         [PROFILE_OTHER] = "time.other" };
    if (profile->tie == PROFILE_UNTOLD && profile->told) {
        SAY_PARAGRAPH(b, figure, ROLE_NONE, "time.open", { "system", .quote = profile->system->id },
                      { "key", .quote = key_title(b, profile->told->key) },
                      { "why", .quote = left_open(b, profile->told) });
        return;
    }
    SAY_PARAGRAPH(b, figure, ROLE_NONE, words[profile->tie],
                  { "system", .quote = profile->system->id },
                  { "ground", .quote = own_words(b, profile->ground ? profile->ground : "") },
                  { "told", .fact = profile->told }, { "own", .fact = profile->own });
}

static void profile_add(struct building *b, struct node *section, const struct profile *profile,
                        size_t number)
{
    struct node *figure = section_add(
        b, section, ROLE_BODY,
        str_format(b->home, "profile-%.*s-%zu", STR_ARG(system_slug(b, profile->system)), number));
    SAY(b, heading_add(b, figure, 4, NULL), "time.of", { "system", .quote = profile->system->id },
        { "file", .quote = profile->evidence->name });
    tie_say(b, figure, profile);
    owner_say(b, figure, profile);
    under_way_say(b, figure, profile);
    kernels_say(b, figure, profile);
    near_say(b, figure, profile);
}

/* What of the files named as profiles could not be read: without it some show no window at all. */
static const struct fact *unread_next(const struct system *system, size_t *at)
{
    size_t index = 0;
    for (size_t i = 0; i < system->profile_count; i++) {
        const struct facts *facts = system->profile[i].facts;
        for (size_t j = 0; j < facts_count(facts); j++) {
            if (facts_at(facts, j)->key == KEY_UNREAD && index++ == *at) {
                (*at)++;
                return facts_at(facts, j);
            }
        }
    }
    return NULL;
}

static void unread_say(struct building *b, struct node *section, const struct system *system)
{
    const struct fact *fact;
    size_t at = 0;
    while ((fact = unread_next(system, &at))) {
        SAY_PARAGRAPH(b, section, ROLE_NONE, "time.unread",
                      { "file", .quote = fact->source.evidence->name },
                      { "system", .quote = system->id }, { "why", .fact = fact });
    }
}

/* What the accelerator can do, and how much of that a run uses at least. */
static void ceilings_say(struct building *b, struct node *section, const struct system *system)
{
    for (const struct ceiling *ceiling = b->model->ceiling; ceiling && ceiling->system; ceiling++) {
        if (ceiling->system != system)
            continue;
        const char *words = ceiling->tie == PROFILE_OTHER    ? "time.ceiling.other"
                            : ceiling->tie == PROFILE_UNTOLD ? "time.ceiling.untold"
                            : !ceiling->share                ? "time.ceiling.alone"
                            : ceiling->memory                ? "time.ceiling.memory"
                                                             : "time.ceiling.compute";
        SAY_PARAGRAPH(b, section, ROLE_NONE, words, { "rate", .fact = ceiling->rate },
                      { "share", .fact = ceiling->share }, { "system", .quote = system->id },
                      { "file", .quote = ceiling->evidence->name },
                      { "ground", .quote = own_words(b, ceiling->ground ? ceiling->ground : "") },
                      { "told", .fact = ceiling->told }, { "own", .fact = ceiling->own });
    }
}

static bool any_unread(const struct case_file *c)
{
    for (size_t i = 0; i < c->system_count; i++) {
        size_t at = 0;
        if (unread_next(&c->system[i], &at))
            return true;
    }
    return false;
}

/* The share of a ceiling of memory that the runs reach at least; NULL: none is shown to be theirs.
 */
static const struct ceiling *memory_reached(const struct building *b, const struct system *system)
{
    for (const struct ceiling *ceiling = b->model->ceiling; ceiling && ceiling->system; ceiling++)
        if (ceiling->system == system && ceiling->memory && ceiling->tie == PROFILE_TIED &&
            ceiling->share)
            return ceiling;
    return NULL;
}

/* "kernels 79.4 %, launches 11.9 %, ...", where no picture shows it. */
static void parts_say(struct building *b, struct node *line, const struct profile *profile)
{
    for (size_t i = 0, told = 0; i < PART_COUNT; i++) {
        if (profile->share[i]->value.value > 0) {
            SAY(b, line, told++ == 0 ? "spent.part.first" : "spent.part",
                { "part", .quote = own_words(b, time_part_name((enum time_part)i)) },
                { "share", .fact = profile->share[i] });
        }
    }
    text_add(b, line, "spent.part.end");
}

/* The largest part, whose it usually is, and what it is near. */
static void spent_say(struct building *b, struct node *columns, const struct comparison *c,
                      const struct profile *profile, bool drawn)
{
    struct node *section =
        section_add(b, columns, ROLE_LICENCE,
                    str_format(b->home, "spent-%.*s%.*s", STR_ARG(system_slug(b, profile->system)),
                               STR_ARG(pair_suffix(b, c))));
    enum time_part part = largest(profile);
    bool counted = profile->counted_share >= PROFILE_COUNTED_LEAST;
    const struct ceiling *reached = counted ? NULL : memory_reached(b, profile->system);
    SAY(b, heading_add(b, section, drawn ? 3 : 2, NULL),
        drawn ? "spent.largest.heading" : "spent.heading",
        { "system", .quote = profile->system->id });
    struct node *line = paragraph_add(b, section, ROLE_NONE);
    if (!drawn)
        parts_say(b, line, profile);
    SAY(b, line,
        part == PART_KERNELS && profile->kernel_count > 0 ? "spent.kernels" : "spent.largest",
        { "part", .quote = own_words(b, time_part_name(part)) },
        { "share", .fact = profile->share[part] }, { "top", .fact = profile->kernel[0] },
        { "kernel", .quote = short_name(b, profile->kernel_name[0], KERNEL_BRIEF) },
        { "owner", .quote = owner_of(b, time_part_layer(part)) });
    if (counted || reached) {
        SAY(b, line, counted ? "spent.near" : "spent.reached",
            { "memory", .fact = profile->memory }, { "compute", .fact = profile->compute },
            { "reached", .fact = reached ? reached->share : NULL });
    }
}

void time_spent_add(struct building *b, struct node *page, const struct comparison *c)
{
    const struct terms *terms = b->model->case_file->terms;
    const struct profile *tied[2] = { profile_tied(b, c->a), profile_tied(b, c->b) };
    /* Where money is asked about, the page has its words for that; the pages behind tell the time.
     */
    bool money = terms && (terms->price_count > 0 || terms->demand.peak_fact);
    if (!tied[0] || !tied[1] || money)
        return;
    bool drawn = comparison_licenses(c);
    if (drawn) {
        struct node *figure = section_add(
            b, page, ROLE_FIGURE, str_format(b->home, "spent%.*s", STR_ARG(pair_suffix(b, c))));
        SAY(b, heading_add(b, figure, 2, NULL), "spent.finding", { "a", .quote = c->a->id },
            { "b", .quote = c->b->id }, { "ka", .fact = tied[0]->share[PART_KERNELS] },
            { "kb", .fact = tied[1]->share[PART_KERNELS] });
        paragraph_plain(b, figure, ROLE_SUBTITLE, "spent.subtitle");
        chart_add(b, figure, CHART_SPENT, c, NULL);
    }
    struct node *columns = node_add(b, page, NODE_COLUMNS);
    spent_say(b, columns, c, tied[0], drawn);
    spent_say(b, columns, c, tied[1], drawn);
}

/* What takes most of the time, above the picture that shows it. */
static void finding_say(struct building *b, struct node *section, const struct system *system)
{
    const struct profile *tied = profile_tied(b, system);
    SAY(b, heading_add(b, section, 4, NULL), tied ? "time.finding" : "time.offered",
        { "system", .quote = system->id },
        { "part", .quote = tied ? own_words(b, time_part_name(largest(tied))) : STR("") },
        { "share", .fact = tied ? tied->share[largest(tied)] : NULL });
}

void profiles_add(struct building *b, struct node *section)
{
    const struct case_file *c = b->model->case_file;
    bool ceilings = b->model->ceiling && b->model->ceiling->system;
    if (b->model->profile_count == 0 && !any_unread(c) && !ceilings)
        return;
    heading_add(b, section, 3, "time.heading");
    paragraph_plain(b, section, ROLE_NONE, "time.intro");
    for (size_t i = 0; i < c->system_count; i++) {
        const struct system *system = &c->system[i];
        const struct comparison *comparison = system_comparison(b, system);
        unread_say(b, section, system);
        if (comparison && of_system(b, system) > 0) {
            finding_say(b, section, system);
            chart_add(b, section, CHART_TIME, comparison, system);
        }
        size_t number = 0;
        for (size_t j = 0; j < b->model->profile_count; j++)
            if (b->model->profile[j].system == system)
                profile_add(b, section, &b->model->profile[j], ++number);
        ceilings_say(b, section, system);
    }
}
