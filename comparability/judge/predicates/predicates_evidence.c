/* predicates_evidence.c - what must be shown beside the figure: nodes, prices. */
#include "model/likeness.h"
#include "signs.h"

#include "model/decision.h"

#include <math.h>

/* ---- N1: nodes ---- */

enum { HOSTS_MOST = 1024 };
struct hosts { /* different host names that captures of one run name */
    const struct fact *item[HOSTS_MOST];
    size_t count;
};

static void host_visit(void *self, const struct fact *fact)
{
    struct hosts *hosts = (struct hosts *)self;
    bool known = fact->kind != FACT_CAPTURED || fact->placeholder || hosts->count == HOSTS_MOST;
    for (size_t i = 0; i < hosts->count && !known; i++)
        known = texts_alike(hosts->item[i]->value.text, fact->value.text);
    if (!known)
        hosts->item[hosts->count++] = fact;
}

static struct hosts *hosts_named(const struct judging *judging, const struct member *member)
{
    struct hosts *hosts = ARENA_NEW(judging->home, struct hosts);
    run_facts(judging->case_file, member->run, KEY_OS_HOST_NAME, (struct str){ 0 }, host_visit,
              hosts);
    return hosts;
}

/* How many nodes were captured: as stated, else by the host names that captures name. Keys: nodes
 * used, nodes captured. */
struct measured nodes_captured(struct judging *judging, const struct member *member,
                               const struct ask *ask, const struct measured *limit)
{
    struct measured out = { .fact = member_any(judging, member, ask->key[1]) };
    const struct hosts *hosts = out.fact ? NULL : hosts_named(judging, member);
    (void)limit;
    if (hosts && hosts->count > 0) {
        out.fact = derive(judging->deriving, &(struct derived){ .row = DERIVE_NODES_CAPTURED,
                                                                .run = member->run,
                                                                .instance = judging->deriving->pair,
                                                                .value = (double)hosts->count,
                                                                .unit = UNIT_COUNT,
                                                                .input = hosts->item,
                                                                .input_count = hosts->count });
    }
    out.known = out.fact && fact_base(out.fact, &out.value);
    return out;
}

struct measured nodes_used(struct judging *judging, const struct member *member,
                           const struct ask *ask, const struct measured *limit)
{
    struct measured out = { .fact = member_any(judging, member, ask->key[0]) };
    (void)limit;
    out.known = out.fact && fact_base(out.fact, &out.value);
    return out;
}

enum key nodes_uncaptured(struct judging *judging, const struct member *member,
                          const struct ask *ask)
{
    return member_any(judging, member, ask->key[0]) || hosts_named(judging, member)->count > 0
               ? KEY_COUNT
               : ask->key[0];
}

/* ---- D5: prices ---- */

static const struct fact *system_fact(const struct judging *judging, enum side side, enum key key)
{
    struct str instance = { 0 };
    const struct facts *facts = judging->system[side]->facts;
    return facts_instance(facts, key, instance, true, &instance) ? facts_best(facts, key, instance)
                                                                 : NULL;
}

static void price_say(struct tally *tally, enum side side, const struct fact *fact,
                      const struct fact *against, condition_set raised)
{
    struct outcome outcome =
        outcome_pair(FAILS, side == SIDE_A ? fact : NULL, side == SIDE_B ? fact : NULL);
    outcome.seen[0] = fact;
    outcome.seen[1] = against;
    outcome.raised = raised;
    tally_say(tally, &outcome);
}

/* A file of the case with this name, wherever it lies. */
static const struct evidence *document_find(const struct judging *judging, struct str name)
{
    for (size_t i = 0; i < judging->evidence_count; i++) {
        struct str own = judging->evidence[i].name;
        bool tail =
            own.len > name.len && str_ends(own, name) && own.at[own.len - name.len - 1] == '/';
        if (str_eq(own, name) || tail)
            return &judging->evidence[i];
    }
    return NULL;
}

/* The document among the evidence that a digest was stated of, where it has another. */
static const struct fact *document_other(const struct judging *judging, const struct facts *facts,
                                         const struct fact *digest)
{
    const struct fact *document = facts_best(facts, KEY_PRICE_DOCUMENT, digest->instance);
    const struct evidence *file = document ? document_find(judging, document->value.text) : NULL;
    bool other = file && !texts_alike(digest_hex(judging->home, file->digest), digest->value.text);
    return other ? document : NULL;
}

static bool is_begin(enum key key)
{
    return key == KEY_PRICE_AS_OF || key == KEY_EXCHANGE_AS_OF || key == KEY_ENERGY_AS_OF ||
           key == KEY_WORTH_AS_OF;
}

/* Dates of ISO 8601 stand in the order of their letters. */
static void prices_hold(struct tally *tally, enum side side, const struct facts *facts)
{
    struct judging *judging = tally->judging;
    const struct fact *date =
        facts_best(judging->case_file->facts, KEY_CASE_DATE, (struct str){ 0 });
    for (size_t i = 0; i < facts_count(facts); i++) {
        const struct fact *fact = facts_at(facts, i);
        int order = date ? str_order(fact->value.text, date->value.text) : 0;
        if ((is_begin(fact->key) && order > 0) || (fact->key == KEY_PRICE_VALID_UNTIL && order < 0))
            price_say(tally, side, fact, date, CONDITION_BIT(NOT_IN_FORCE));
        const struct fact *document =
            fact->key == KEY_PRICE_DIGEST ? document_other(judging, facts, fact) : NULL;
        if (document)
            price_say(tally, side, fact, document, CONDITION_BIT(OTHER_DOCUMENT));
    }
}

/* Whether one is the other, or a rate of just these two is stated, either way. */
static bool currencies_joined(const struct judging *judging, enum key rate, struct str a,
                              struct str b)
{
    const struct facts *facts = judging->case_file->facts;
    struct str there = str_format(judging->home, "%.*s to %.*s", STR_ARG(a), STR_ARG(b));
    struct str back = str_format(judging->home, "%.*s to %.*s", STR_ARG(b), STR_ARG(a));
    return texts_alike(a, b) || facts_best(facts, rate, there) || facts_best(facts, rate, back);
}

/* Two prices meet in the currency of the report: a rate between others joins nothing. */
static bool prices_joined(const struct judging *judging, enum key rate, struct str a, struct str b)
{
    const struct terms *terms = judging->case_file->terms;
    if (!terms || terms->currency.len == 0)
        return currencies_joined(judging, rate, a, b);
    return currencies_joined(judging, rate, a, terms->currency) &&
           currencies_joined(judging, rate, b, terms->currency);
}

/* Keys: currency, then what must stand beside it, then the rate that joins two currencies. */
void judge_prices_dated(struct judging *judging, const struct rule *rule)
{
    struct tally tally = tally_of(judging, rule);
    const struct fact *currency[2] = { system_fact(judging, SIDE_A, rule->key[0]),
                                       system_fact(judging, SIDE_B, rule->key[0]) };
    enum key rate = rule->key[rule->key_count - 1];
    if (!currency[0] && !currency[1])
        tally.holds.judgement = NOT_APPLICABLE;
    for (size_t k = 1; k + 1 < rule->key_count; k++) {
        bool *silent = marks_of(judging), any = false;
        for (size_t i = 0; i < judging->member_count; i++) {
            enum side side = judging->member[i].like;
            silent[i] = currency[side] && !system_fact(judging, side, rule->key[k]);
            any = any || silent[i];
        }
        if (any)
            tally_silent(&tally, rule->key[k], (struct str){ 0 }, silent, NULL, NULL);
    }
    bool apart = currency[0] && currency[1] &&
                 !texts_alike(currency[0]->value.text, currency[1]->value.text);
    if (apart && !prices_joined(judging, rate, currency[0]->value.text, currency[1]->value.text)) {
        struct outcome outcome = outcome_pair(FAILS, currency[0], currency[1]);
        tally_say(&tally, &outcome);
    }
    if (currency[0] || currency[1]) {
        prices_hold(&tally, SIDE_A, judging->system[SIDE_A]->facts);
        prices_hold(&tally, SIDE_B, judging->system[SIDE_B]->facts);
        prices_hold(&tally, SIDE_BRIDGE, judging->case_file->facts); /* neither side's */
    }
    tally.holds.a = currency[0];
    tally.holds.b = currency[1];
    tally_done(&tally);
}
