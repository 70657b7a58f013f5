/* facts.c - the facts of one scope, what a run sees of all scopes, and their numbering. */
#include "model/values.h"

#include "base/num.h"

#include <assert.h>
#include <glib.h>
#include <stddef.h>
#include <string.h>

/* Facts of one key and instance form a group, a chain in order of adding. Groups are found by hash,
 * which is looked up only and orders nothing, and walked in byte order of instance by a list that
 * is sorted when it is asked for. Of thousands of runs no cache holds all of this, so a look-up
 * touches little: a bit says whether there is any fact of the key (most keys have none), and a
 * group holds what it is found by. */
struct kept {
    struct kept *next; /* in its group */
    struct fact fact;
};
struct chain {
    enum key key;
    struct str instance; /* the first fact's */
    struct kept *first, *last;
};
struct sorted { /* groups by key and instance, as of `count` groups */
    uint32_t *group;
    size_t count;
};
enum { KEY_WORDS = (KEY_COUNT + 63) / 64 };
struct facts {
    struct chain *group;
    uint32_t *slot; /* groups plus one by hash, 0: free; `slots` is a power of two */
    size_t slots;
    uint64_t told[KEY_WORDS]; /* a bit for each key that a fact has */
    struct arena *home;
    struct kept **item;
    size_t count, room;
    size_t groups, group_room;
    struct sorted *sorted;
};

struct facts *facts_new(struct arena *home)
{
    struct facts *facts = ARENA_NEW(home, struct facts);
    facts->home = home;
    facts->sorted = ARENA_NEW(home, struct sorted);
    return facts;
}

/* FNV-1a, 64 bits (Fowler, Noll, Vo), folded. */
static size_t hash_of(enum key key, struct str instance)
{
    uint64_t hash = (UINT64_C(14695981039346656037) ^ (uint64_t)key) * UINT64_C(1099511628211);
    for (size_t i = 0; i < instance.len; i++)
        hash = (hash ^ (unsigned char)instance.at[i]) * UINT64_C(1099511628211);
    return (size_t)(hash ^ hash >> 32);
}

/* The slot of the group, or the free one where it belongs. `slots` is not 0. */
static size_t slot_of(const struct facts *facts, enum key key, struct str instance)
{
    size_t at = hash_of(key, instance) & (facts->slots - 1);
    while (facts->slot[at]) {
        const struct chain *group = &facts->group[facts->slot[at] - 1];
        if (group->key == key && str_eq(group->instance, instance))
            break;
        at = (at + 1) & (facts->slots - 1);
    }
    return at;
}

static bool is_told(const struct facts *facts, enum key key)
{
    return facts->told[(unsigned)key / 64] >> (unsigned)key % 64 & 1;
}

/* The group's first fact; NULL: there is none. */
static struct kept *first_of(const struct facts *facts, enum key key, struct str instance)
{
    if (!facts || !is_told(facts, key))
        return NULL;
    uint32_t slot = facts->slot[slot_of(facts, key, instance)];
    return slot ? facts->group[slot - 1].first : NULL;
}

/* Room for one more group; at most half of the slots are taken. */
static void groups_grow(struct facts *facts)
{
    ARENA_GROW(facts->home, struct chain, facts->group, facts->groups, facts->group_room, 32);
    facts->slots = facts->group_room * 2;
    facts->slot = ARENA_MANY(facts->home, facts->slots, uint32_t);
    for (size_t i = 0; i < facts->groups; i++) {
        const struct chain *group = &facts->group[i];
        facts->slot[slot_of(facts, group->key, group->instance)] = (uint32_t)i + 1;
    }
}

void facts_add(struct facts *facts, const struct fact *fact)
{
    assert((unsigned)fact->key < KEY_COUNT && facts->count < UINT32_MAX);
    ARENA_GROW(facts->home, struct kept *, facts->item, facts->count, facts->room, 32);
    if (facts->groups == facts->group_room)
        groups_grow(facts);
    struct kept *kept = ARENA_NEW(facts->home, struct kept);
    kept->fact = *fact;
    facts->item[facts->count++] = kept;
    facts->told[(unsigned)fact->key / 64] |= UINT64_C(1) << (unsigned)fact->key % 64;
    size_t slot = slot_of(facts, fact->key, fact->instance);
    if (!facts->slot[slot]) {
        facts->group[facts->groups++] =
            (struct chain){ fact->key, kept->fact.instance, kept, kept };
        facts->slot[slot] = (uint32_t)facts->groups;
        return;
    }
    struct chain *group = &facts->group[facts->slot[slot] - 1];
    group->last->next = kept;
    group->last = kept;
}

size_t facts_count(const struct facts *facts)
{
    return facts->count;
}

const struct fact *facts_at(const struct facts *facts, size_t index)
{
    assert(index < facts->count);
    return &facts->item[index]->fact;
}

/* Captured before measured before declared; within one kind the first added, and before it `best`,
 * which a nearer scope told and may be NULL. */
static const struct fact *better_of(const struct fact *best, const struct facts *facts,
                                    enum key key, struct str instance)
{
    for (const struct kept *kept = first_of(facts, key, instance); kept; kept = kept->next) {
        const struct fact *fact = &kept->fact;
        if (fact->kind != FACT_DERIVED && !fact->placeholder && (!best || fact->kind < best->kind))
            best = fact;
    }
    return best;
}

const struct fact *facts_best(const struct facts *facts, enum key key, struct str instance)
{
    return better_of(NULL, facts, key, instance);
}

const struct fact *facts_next(const struct facts *facts, enum key key, struct str instance,
                              const struct fact *after)
{
    const struct kept *kept;
    if (after)
        kept =
            ((const struct kept *)(const void *)((const char *)after - offsetof(struct kept, fact)))
                ->next;
    else
        kept = first_of(facts, key, instance);
    return kept ? &kept->fact : NULL;
}

void facts_declared_open(struct facts *facts, enum key key, struct str instance)
{
    for (struct kept *kept = first_of(facts, key, instance); kept; kept = kept->next)
        kept->fact.placeholder = kept->fact.placeholder || kept->fact.kind == FACT_DECLARED;
}

static int slot_order(enum key key, struct str instance, const struct chain *group)
{
    return group->key != key ? (group->key < key ? 1 : -1) : str_order(instance, group->instance);
}

static int group_order(const void *a, const void *b, void *data)
{
    const struct facts *facts = data;
    const struct chain *left = &facts->group[*(const uint32_t *)a];
    return slot_order(left->key, left->instance, &facts->group[*(const uint32_t *)b]);
}

static const struct sorted *sorted_of(const struct facts *facts)
{
    struct sorted *sorted = facts->sorted;
    if (sorted->count == facts->groups)
        return sorted;
    sorted->group = ARENA_MANY(facts->home, facts->group_room, uint32_t);
    sorted->count = facts->groups;
    for (size_t i = 0; i < sorted->count; i++)
        sorted->group[i] = (uint32_t)i;
    union {
        const struct facts *in;
        void *out;
    } data = { facts };
    g_qsort_with_data(sorted->group, (gint)sorted->count, sizeof *sorted->group, group_order,
                      data.out);
    return sorted;
}

bool facts_instance(const struct facts *facts, enum key key, struct str after, bool first,
                    struct str *out)
{
    if (!is_told(facts, key))
        return false;
    const struct sorted *sorted = sorted_of(facts);
    size_t low = 0, high = sorted->count;
    while (low < high) { /* the first group behind `after`, or the first of the key */
        size_t middle = low + (high - low) / 2;
        const struct chain *group = &facts->group[sorted->group[middle]];
        int order = first ? (group->key < key ? 1 : -1) : slot_order(key, after, group);
        if (order >= 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == sorted->count || facts->group[sorted->group[low]].key != key)
        return false;
    *out = facts->group[sorted->group[low]].instance;
    return true;
}

/* ---- what a run sees ---- */

enum { SCOPES = 4 };

/* Facts of the run, its machine, its system and the case; NULL where a scope is missing. */
static void run_scopes(const struct case_file *case_file, const struct run *run,
                       const struct facts *scope[SCOPES])
{
    const struct machine *machine = run->machine;
    scope[0] = run->facts;
    scope[1] = machine ? machine->facts : NULL;
    scope[2] = machine && machine->system ? machine->system->facts : NULL;
    scope[3] = case_file ? case_file->facts : NULL;
}

const struct fact *run_fact(const struct case_file *case_file, const struct run *run, enum key key,
                            struct str instance)
{
    const struct facts *scope[SCOPES];
    run_scopes(case_file, run, scope);
    const struct fact *best = NULL;
    for (size_t j = 0; j < SCOPES && !(best && best->kind == FACT_CAPTURED); j++)
        best = better_of(best, scope[j], key, instance);
    return best;
}

void run_facts(const struct case_file *case_file, const struct run *run, enum key key,
               struct str instance, void (*visit)(void *self, const struct fact *fact), void *self)
{
    const struct facts *scope[SCOPES];
    run_scopes(case_file, run, scope);
    for (size_t j = 0; j < SCOPES; j++) {
        const struct fact *fact = scope[j] ? facts_next(scope[j], key, instance, NULL) : NULL;
        for (; fact; fact = facts_next(scope[j], key, instance, fact))
            if (fact->kind != FACT_DERIVED)
                visit(self, fact);
    }
}

/* ---- numbering ---- */

static int order(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* Case, systems, machines and runs, outer scope first. */
static int scope_order(const struct fact *a, const struct fact *b)
{
    const struct machine *ma = a->run ? a->run->machine : a->machine;
    const struct machine *mb = b->run ? b->run->machine : b->machine;
    const struct system *sa = ma ? ma->system : a->system, *sb = mb ? mb->system : b->system;
    if (sa != sb)
        return order(sa ? sa->index + 1 : 0, sb ? sb->index + 1 : 0);
    if (ma != mb)
        return order(ma ? ma->index + 1 : 0, mb ? mb->index + 1 : 0);
    if (a->run != b->run) {
        assert(ma);
        return order(a->run ? (size_t)(a->run - ma->run) + 1 : 0,
                     b->run ? (size_t)(b->run - ma->run) + 1 : 0);
    }
    return 0;
}

static int source_order(const struct source *a, const struct source *b)
{
    struct str fa = a->evidence ? a->evidence->name : a->from.file;
    struct str fb = b->evidence ? b->evidence->name : b->from.file;
    int by = str_order(fa, fb);
    by = by ? by : str_order(a->from.file, b->from.file);
    by = by ? by : order(a->from.offset, b->from.offset);
    by = by ? by : order(a->from.line, b->from.line);
    return by ? by : str_order(a->from.path, b->from.path);
}

static int fact_order(const void *left, const void *right, void *unused)
{
    const struct fact *a = *(const struct fact *const *)left;
    const struct fact *b = *(const struct fact *const *)right;
    (void)unused;
    if (a->kind == FACT_DERIVED || b->kind == FACT_DERIVED)
        return order(a->kind == FACT_DERIVED, b->kind == FACT_DERIVED);
    int by = scope_order(a, b);
    by = by ? by : order(a->key, b->key);
    by = by ? by : str_order(a->instance, b->instance);
    by = by ? by : order(a->kind, b->kind);
    return by ? by : source_order(&a->source, &b->source);
}

void facts_number(struct fact **fact, size_t count)
{
    assert(count < UINT32_MAX);
    if (count) {
        /* A stable sort, so derived facts keep the order given. */
        g_qsort_with_data(fact, (gint)count, sizeof(struct fact *), fact_order, NULL);
    }
    for (size_t i = 0; i < count; i++)
        fact[i]->number = (uint32_t)(i + 1);
}

/* ---- one fact's value ---- */

struct str fact_value(struct arena *home, const struct fact *fact)
{
    const struct quantity *value = &fact->value;
    double bare;
    bool own = num_real(value->text, &bare) && bare == value->value;
    if (!value->number || own || fact->kind == FACT_DERIVED || fact->placeholder)
        return value->text;
    struct buf out = buf_new(home, 64);
    buf_put_shortest(&out, value->value);
    return buf_str(&out);
}

void json_value_put(struct json_out *json, const struct fact *fact)
{
    struct str value = fact_value(json->out->home, fact);
    json_text(json, STR("value"), value);
    if (!str_eq(value, fact->value.text))
        json_text(json, STR("text"), fact->value.text);
}
