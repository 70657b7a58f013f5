/* facts.c - the facts of one scope, what a run sees of all scopes, and their numbering. */
#include "model/model.h"

#include <assert.h>
#include <glib.h>
#include <string.h>

/* Facts of one key form a chain in order of adding; links are positions plus one, 0 ends a chain.
 */
struct facts {
    struct arena *home;
    struct fact **item;
    size_t *next;
    size_t count, room;
    size_t first[KEY_COUNT], last[KEY_COUNT];
};

struct facts *facts_new(struct arena *home)
{
    struct facts *facts = ARENA_NEW(home, struct facts);
    facts->home = home;
    return facts;
}

static void facts_grow(struct facts *facts)
{
    size_t room = facts->room ? facts->room * 2 : 32;
    struct fact **item = ARENA_MANY(facts->home, room, struct fact *);
    size_t *next = ARENA_MANY(facts->home, room, size_t);
    if (facts->count) {
        memcpy(item, facts->item, facts->count * sizeof(struct fact *));
        memcpy(next, facts->next, facts->count * sizeof *next);
    }
    facts->item = item;
    facts->next = next;
    facts->room = room;
}

void facts_add(struct facts *facts, const struct fact *fact)
{
    assert((unsigned)fact->key < KEY_COUNT);
    if (facts->count == facts->room) {
        facts_grow(facts);
    }
    struct fact *kept = ARENA_NEW(facts->home, struct fact);
    *kept = *fact;
    facts->item[facts->count++] = kept;
    size_t link = facts->count;
    if (facts->last[fact->key]) {
        facts->next[facts->last[fact->key] - 1] = link;
    } else {
        facts->first[fact->key] = link;
    }
    facts->last[fact->key] = link;
}

size_t facts_count(const struct facts *facts)
{
    return facts->count;
}

const struct fact *facts_at(const struct facts *facts, size_t index)
{
    assert(index < facts->count);
    return facts->item[index];
}

/* Captured before measured before declared; within one kind the first added. */
static const struct fact *facts_best_of(const struct facts *facts, enum key key,
                                        struct str instance, enum fact_kind kind)
{
    for (size_t link = facts ? facts->first[key] : 0; link; link = facts->next[link - 1]) {
        const struct fact *fact = facts->item[link - 1];
        if (fact->kind == kind && !fact->placeholder && str_eq(fact->instance, instance)) {
            return fact;
        }
    }
    return NULL;
}

static const enum fact_kind precedence[] = { FACT_CAPTURED, FACT_MEASURED, FACT_DECLARED };

const struct fact *facts_best(const struct facts *facts, enum key key, struct str instance)
{
    for (size_t i = 0; i < ARRAY_COUNT(precedence); i++) {
        const struct fact *fact = facts_best_of(facts, key, instance, precedence[i]);
        if (fact) {
            return fact;
        }
    }
    return NULL;
}

const struct fact *facts_next(const struct facts *facts, enum key key, struct str instance,
                              const struct fact *after)
{
    bool passed = !after;
    for (size_t link = facts->first[key]; link; link = facts->next[link - 1]) {
        const struct fact *fact = facts->item[link - 1];
        if (passed && str_eq(fact->instance, instance)) {
            return fact;
        }
        passed = passed || fact == after;
    }
    return NULL;
}

bool facts_instance(const struct facts *facts, enum key key, struct str after, bool first,
                    struct str *out)
{
    bool found = false;
    for (size_t link = facts->first[key]; link; link = facts->next[link - 1]) {
        struct str instance = facts->item[link - 1]->instance;
        if ((first || str_order(instance, after) > 0) &&
            (!found || str_order(instance, *out) < 0)) {
            *out = instance;
            found = true;
        }
    }
    return found;
}

/* ---- what a run sees ------------------------------------------------------------------------- */

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
    for (size_t i = 0; i < ARRAY_COUNT(precedence); i++) {
        for (size_t j = 0; j < SCOPES; j++) {
            const struct fact *fact = facts_best_of(scope[j], key, instance, precedence[i]);
            if (fact) {
                return fact;
            }
        }
    }
    return NULL;
}

void run_facts(const struct case_file *case_file, const struct run *run, enum key key,
               struct str instance, void (*visit)(void *self, const struct fact *fact), void *self)
{
    const struct facts *scope[SCOPES];
    run_scopes(case_file, run, scope);
    for (size_t j = 0; j < SCOPES; j++) {
        const struct fact *fact = scope[j] ? facts_next(scope[j], key, instance, NULL) : NULL;
        for (; fact; fact = facts_next(scope[j], key, instance, fact)) {
            if (fact->kind != FACT_DERIVED) {
                visit(self, fact);
            }
        }
    }
}

/* ---- numbering ------------------------------------------------------------------------------- */

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
    if (sa != sb) {
        return order(sa ? sa->index + 1 : 0, sb ? sb->index + 1 : 0);
    }
    if (ma != mb) {
        return order(ma ? ma->index + 1 : 0, mb ? mb->index + 1 : 0);
    }
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
    if (a->kind == FACT_DERIVED || b->kind == FACT_DERIVED) {
        return order(a->kind == FACT_DERIVED, b->kind == FACT_DERIVED);
    }
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
    for (size_t i = 0; i < count; i++) {
        fact[i]->number = (uint32_t)(i + 1);
    }
}
