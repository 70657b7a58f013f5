/* predicates_links.c - whether links to the accelerators ran at full speed while they worked, and
 * alike on both sides.
 *
 * An idle accelerator lets its link rest at a lower generation, so an idle capture below the
 * maximum says nothing. Samples of telemetry within the judged stretch say more than captures: of
 * those in which the driver shows use, a twentieth may lie lower; where it shows none, a half. */
#include "predicates.h"

#include "model/likeness.h"
#include "steady.h"
#include "values.h"

#include <math.h>
#include <stdlib.h>

/* ---- idle or busy ---- */

struct moment { /* what a capture says of the moment that it was taken at */
    const struct evidence *evidence;
    struct str device;
    bool idle, busy;
};

static bool is_of(struct str instance, struct str device)
{
    return str_starts(instance, device) &&
           (instance.len == device.len || instance.at[device.len] == ' ');
}

static void moment_visit(void *self, const struct fact *fact)
{
    struct moment *moment = self;
    double value;
    if (fact->source.evidence != moment->evidence || fact->placeholder)
        return;
    if (fact->key == KEY_THROTTLE_REASON) {
        moment->idle = moment->idle || says_idle(fact);
    } else if (fact_base(fact, &value)) {
        moment->idle = moment->idle || value == 0;
        moment->busy = moment->busy || value > 0;
    }
}

/* ---- how fast a link ran ---- */

enum moment_kind { MOMENT_IDLE, MOMENT_UNTOLD, MOMENT_BUSY };
struct link {                     /* of one accelerator */
    const struct fact *is, *most; /* most: NULL: not told */
    double have, best;
    enum moment_kind moment;
};
struct captures { /* of a run's link, the one that says most */
    const struct judging *judging;
    const struct member *member;
    struct str device;
    struct link link;
};

static enum moment_kind moment_of(const struct captures *of, const struct evidence *evidence)
{
    static const enum key keys[] = { KEY_CAPTURE_UTILISATION, KEY_THROTTLE_REASON };
    struct moment moment = { .evidence = evidence, .device = of->device };
    for (size_t k = 0; k < ARRAY_COUNT(keys); k++) {
        struct str *instance;
        size_t count = instances_seen(of->judging, keys[k], &instance);
        for (size_t i = 0; i < count; i++) {
            if (is_of(instance[i], of->device)) {
                run_facts(of->judging->case_file, of->member->run, keys[k], instance[i],
                          moment_visit, &moment);
            }
        }
    }
    if (moment.busy != moment.idle)
        return moment.busy ? MOMENT_BUSY : MOMENT_IDLE;
    return !moment.busy && idle_fact(of->judging, of->member) ? MOMENT_IDLE : MOMENT_UNTOLD;
}

/* Under load the lowest counts, of idle moments the highest. */
static void capture_visit(void *self, const struct fact *fact)
{
    struct captures *of = self;
    struct link now = { .is = fact };
    if (fact->placeholder || !fact_base(fact, &now.have))
        return;
    now.moment = moment_of(of, fact->source.evidence);
    bool better =
        !of->link.is || now.moment > of->link.moment ||
        (now.moment == of->link.moment &&
         (now.moment == MOMENT_IDLE ? now.have > of->link.have : now.have < of->link.have));
    if (better)
        of->link = now;
}

static int values_order(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* What samples of the judged stretch show, but for a twentieth of those in use; false: none is
 * there. Where use is not recorded, but for a half. */
static bool link_in(struct arena *home, const struct series *link, const struct series *use,
                    struct span span, double *out)
{
    bool known = use && use->count == link->count;
    struct arena_mark mark = arena_mark(home);
    double *value = ARENA_MANY(home, link->count + 1, double);
    size_t count = 0;
    for (size_t i = 0; i < link->count; i++) {
        double at = series_begin(link, i);
        if (at >= span.begin_s && at < span.end_s && isfinite(link->value[i]) &&
            (!known || use->value[i] > 0))
            value[count++] = link->value[i];
    }
    qsort(value, count, sizeof *value, values_order);
    *out = count ? value[known ? count / 20 : (count - 1) / 2] : 0;
    arena_rewind(home, mark);
    return count > 0;
}

static const struct fact *link_fact(struct judging *judging, const struct member *member,
                                    size_t index, const struct series *series, double value)
{
    const struct accelerator_seen *at = &member->alone->accelerator[index];
    struct str pair = judging->deriving->pair, instance = pair;
    if (index > 0) {
        instance = pair.len > 0
                       ? str_format(judging->home, "%.*s, %.*s", STR_ARG(pair), STR_ARG(at->name))
                       : at->name;
    }
    return derive(judging->deriving,
                  &(struct derived){ .row = series->key == KEY_TELEMETRY_LINK_WIDTH
                                                ? DERIVE_LINK_WIDTH_JUDGED
                                                : DERIVE_LINK_GENERATION_JUDGED,
                                     .instance = instance,
                                     .run = member->run,
                                     .value = value,
                                     .unit = series->unit,
                                     .series = series });
}

static void most_find(const struct judging *judging, const struct member *member, enum key key,
                      struct str instance, struct link *link)
{
    const struct fact *most = member_fact(judging, member, key, instance);
    most = most ? most : member_any(judging, member, key);
    link->most = most && fact_base(most, &link->best) ? most : NULL;
}

/* ---- the rule ---- */

struct links { /* of one pair of keys */
    enum key is, most, telemetry;
    struct link low[2]; /* of each side, the lowest under load */
    bool said;
};

/* True: the link is told of, against its maximum. */
static bool link_weigh(struct tally *tally, struct links *links, const struct member *member,
                       const struct link *link)
{
    bool resting = link->moment == MOMENT_IDLE && (!link->most || link->have < link->best);
    struct link *low = &links->low[member->like];
    if (!link->is || resting)
        return false;
    if (link->moment != MOMENT_IDLE && (!low->is || link->have < low->have))
        *low = *link;
    if (link->most && link->have < link->best) {
        struct outcome outcome = outcome_seen(tally->judging, FAILS, member, link->is);
        outcome.seen[1] = link->most;
        tally_say(tally, &outcome);
        links->said = true;
    }
    return link->most != NULL;
}

static const struct series *link_series(const struct accelerator_seen *at, enum key key)
{
    return key == KEY_TELEMETRY_LINK_WIDTH ? at->link_width : at->link_generation;
}

/* Judges the links of one run; false: not told of all its accelerators. */
static bool links_judged(struct tally *tally, struct links *links, const struct member *member)
{
    struct judging *judging = tally->judging;
    const struct alone *alone = member->alone;
    struct str *instance;
    size_t count = instances_seen(judging, links->is, &instance), told = 0;
    bool *measured = ARENA_MANY(judging->home, count + 1, bool);
    for (size_t i = 0; i < alone->accelerator_count; i++) {
        const struct accelerator_seen *at = &alone->accelerator[i];
        const struct series *series = link_series(at, links->telemetry);
        struct link link = { .moment = MOMENT_BUSY };
        if (!series || !link_in(judging->home, series, at->utilisation, judged_span(judging, alone),
                                &link.have))
            continue;
        link.is = link_fact(judging, member, i, series, link.have);
        most_find(judging, member, links->most, at->instance, &link);
        told += link_weigh(tally, links, member, &link) ? 1 : 0;
        for (size_t j = 0; j < count; j++)
            measured[j] = measured[j] || str_eq(instance[j], at->instance);
    }
    for (size_t j = 0; j < count; j++) {
        struct captures of = { .judging = judging, .member = member, .device = instance[j] };
        if (measured[j])
            continue;
        run_facts(judging->case_file, member->run, links->is, instance[j], capture_visit, &of);
        of.link.most = member_fact(judging, member, links->most, instance[j]);
        if (of.link.most && !fact_base(of.link.most, &of.link.best))
            of.link.most = NULL;
        told += link_weigh(tally, links, member, &of.link) ? 1 : 0;
    }
    return !told_of_fewer(judging, member, told);
}

/* Links that differ where nobody tells the maximum of one of them: where both tell it, it is that
 * which differs. */
static void links_pair(struct tally *tally, const struct links *links)
{
    const struct link *a = &links->low[0], *b = &links->low[1];
    bool differ = a->is && b->is && (a->have < b->have || b->have < a->have);
    if (differ && !links->said && !(a->most && b->most) &&
        !hardware_under_test(&tally->judging->case_file->under_test)) {
        struct outcome outcome = outcome_pair(FAILS, a->is, b->is);
        outcome.raised = CONDITION_BIT(OTHER_LINK);
        tally_say(tally, &outcome);
    }
}

void judge_links_full(struct judging *judging, const struct rule *rule)
{
    static const enum key telemetry[] = { KEY_TELEMETRY_LINK_GENERATION, KEY_TELEMETRY_LINK_WIDTH };
    struct tally tally = tally_of(judging, rule);
    bool *silent = marks_of(judging);
    bool any = false;
    for (size_t k = 0; k < ARRAY_COUNT(telemetry); k++) {
        struct links links = { .is = rule->key[2 * k],
                               .most = rule->key[2 * k + 1],
                               .telemetry = telemetry[k] };
        for (size_t i = 0; i < judging->member_count; i++)
            if (!links_judged(&tally, &links, &judging->member[i]))
                silent[i] = any = true;
        links_pair(&tally, &links);
    }
    if (any)
        tally_silent(&tally, rule->key[0], (struct str){ 0 }, silent, NULL, NULL);
    tally_done(&tally);
}
