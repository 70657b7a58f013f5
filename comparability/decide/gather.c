/* gather.c - every fact of a case in one list, each once, numbered in its fixed order. */
#include "compare.h"
#include "model/decision.h"

#include <glib.h>
#include <string.h>

struct gathering {
    struct fact **item;
    size_t count, room;
    GHashTable *known; /* looked up only, never walked */
    struct arena *home;
};

static void gather(struct gathering *all, const struct fact *fact)
{
    /* Facts are the case's own and are numbered here, once, by whoever holds them all. */
    union {
        const struct fact *in;
        struct fact *out;
    } one = { fact };
    if (!fact || !g_hash_table_add(all->known, one.out))
        return;
    ARENA_GROW(all->home, struct fact *, all->item, all->count, all->room, 1024);
    all->item[all->count++] = one.out;
}

static void gather_facts(struct gathering *all, const struct facts *facts)
{
    for (size_t i = 0; facts && i < facts_count(facts); i++)
        gather(all, facts_at(facts, i));
}

static void gather_systems(struct gathering *all, const struct system *system, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        gather_facts(all, system[i].facts);
        gather_facts(all, system[i].sweep);
        for (size_t j = 0; j < system[i].profile_count; j++)
            gather_facts(all, system[i].profile[j].facts);
        for (size_t j = 0; j < system[i].machine_count; j++) {
            const struct machine *machine = &system[i].machine[j];
            gather_facts(all, machine->facts);
            for (size_t k = 0; k < machine->run_count; k++)
                gather_facts(all, machine->run[k].facts);
        }
    }
}

static void gather_policy(struct gathering *all, const struct policy *policy)
{
    const struct fact *const limits[] = { policy->margin_fact,       policy->failures_fact,
                                          policy->least_window_fact, policy->repetitions_fact,
                                          policy->least_share_fact,  policy->least_batches_fact };
    for (size_t i = 0; i < ARRAY_COUNT(limits); i++)
        gather(all, limits[i]);
    for (size_t i = 0; i < STEADY_PARAMETER_COUNT; i++)
        gather(all, policy->steady_fact[i]);
    for (size_t i = 0; i < policy->weakened_count; i++)
        gather(all, policy->weakened[i].built_in);
}

void facts_gather(struct arena *home, const struct case_file *case_file,
                  const struct deriving *deriving, struct report_model *out)
{
    g_autoptr(GHashTable) known = g_hash_table_new(g_direct_hash, g_direct_equal);
    struct gathering all = { .known = known, .home = home };
    gather_facts(&all, case_file->facts);
    gather_policy(&all, &case_file->policy);
    for (size_t i = 0; i < case_file->assumption_count; i++)
        gather(&all, case_file->assumption[i].fact);
    for (size_t i = 0; i < case_file->limitation_count; i++)
        gather(&all, case_file->limitation[i].fact);
    gather_systems(&all, case_file->system, case_file->system_count);
    gather_systems(&all, case_file->bridge, case_file->bridge_count);
    for (size_t i = 0; i < deriving->count; i++)
        gather(&all, deriving->item[i]);
    facts_number(all.item, all.count);
    const struct fact **list = ARENA_MANY(home, all.count + 1, const struct fact *);
    for (size_t i = 0; i < all.count; i++)
        list[i] = all.item[i];
    out->fact = list;
    out->fact_count = all.count;
}
