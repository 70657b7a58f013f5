/* columns.c - what the members of a comparison say of one key, found once for all of them.
 *
 * Rules go from key to key and ask each run: of thousands of runs no cache holds what they say, and
 * some keys are asked for a hundred times. So what was found of a key lies by member, side by side.
 */
#include "judging.h"
#include "model/likeness.h"

#include <glib.h>
#include <string.h>

/* ---- instances ---- */

static void scopes_of(const struct judging *judging, const struct run *run,
                      const struct facts *scope[4])
{
    scope[0] = run->facts;
    scope[1] = run->machine->facts;
    scope[2] = run->machine->system->facts;
    scope[3] = judging->case_file->facts;
}

static int instance_order(const void *left, const void *right, void *unused)
{
    (void)unused;
    return str_order(*(const struct str *)left, *(const struct str *)right);
}

static void instance_put(const struct judging *judging, struct instances *out, size_t *room,
                         struct str instance)
{
    ARENA_GROW(judging->home, struct str, out->item, out->count, *room, 4);
    out->item[out->count++] = instance;
}

/* Of all keys in one walk: all facts of many runs are more than a processor's cache holds, and
 * rules ask for some hundred keys. */
static void instances_gather(const struct judging *judging)
{
    const struct facts *last[4] = { NULL }; /* runs share a machine, a system and the case */
    size_t *room = ARENA_MANY(judging->home, KEY_COUNT, size_t);
    memset(room, 0, KEY_COUNT * sizeof *room);
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct facts *scope[4];
        scopes_of(judging, judging->member[i].run, scope);
        for (size_t j = 0; j < ARRAY_COUNT(scope); j++) {
            bool again = scope[j] == last[j] || !scope[j];
            last[j] = scope[j];
            for (size_t k = 0; !again && k < facts_count(scope[j]); k++) {
                const struct fact *fact = facts_at(scope[j], k);
                struct instances *out = &judging->instances[fact->key];
                if (out->count == 0 || !str_eq(out->item[out->count - 1], fact->instance))
                    instance_put(judging, out, &room[fact->key], fact->instance);
            }
        }
    }
    for (int key = 0; key < KEY_COUNT; key++)
        judging->instances[key].gathered = true;
}

static void instances_settle(struct instances *out)
{
    size_t kept = 0;
    out->known = true;
    if (out->count)
        g_qsort_with_data(out->item, (gint)out->count, sizeof *out->item, instance_order, NULL);
    for (size_t i = 0; i < out->count; i++)
        if (kept == 0 || !str_eq(out->item[kept - 1], out->item[i]))
            out->item[kept++] = out->item[i];
    out->count = kept;
}

size_t instances_seen(const struct judging *judging, enum key key, struct str **out)
{
    struct instances *list = &judging->instances[key];
    if (!list->gathered)
        instances_gather(judging);
    if (!list->known)
        instances_settle(list);
    *out = list->item;
    return list->count;
}

/* ---- facts ---- */

static const struct fact untold = { .key = KEY_COUNT }; /* asked for, and there is none */

/* Where the member stands; SIZE_MAX: it is a run of the sweep that is not compared. */
static size_t member_at(const struct judging *judging, const struct member *member)
{
    uintptr_t from = (uintptr_t)judging->member, place = (uintptr_t)member;
    size_t at = place >= from ? (place - from) / sizeof *member : SIZE_MAX;
    return at < judging->member_count ? at : SIZE_MAX;
}

static const struct fact *fact_find(const struct judging *judging, const struct member *member,
                                    enum key key, struct str instance)
{
    const struct fact *fact = run_fact(judging->case_file, member->run, key, instance);
    bool as_weights = fact && vocabulary_row(key)->group == GROUP_PRECISION &&
                      key != KEY_PRECISION_WEIGHTS &&
                      texts_alike(fact->value.text, STR("as weights"));
    return as_weights
               ? run_fact(judging->case_file, member->run, KEY_PRECISION_WEIGHTS, (struct str){ 0 })
               : fact;
}

/* The column of an instance; NULL: none is kept. Two of a key are: that without an instance, and
 * the first other. Of thousands of packages each is asked for a few times only. */
static struct column *column_of(struct instances *list, struct str instance)
{
    struct column *column = &list->column[instance.len > 0];
    if (!column->fact)
        column->instance = instance;
    return str_eq(column->instance, instance) ? column : NULL;
}

const struct fact *member_fact(const struct judging *judging, const struct member *member,
                               enum key key, struct str instance)
{
    size_t at = member_at(judging, member);
    struct column *column = at == SIZE_MAX ? NULL : column_of(&judging->instances[key], instance);
    if (!column)
        return fact_find(judging, member, key, instance);
    if (!column->fact)
        column->fact = ARENA_MANY(judging->home, judging->member_count, const struct fact *);
    if (!column->fact[at]) {
        const struct fact *fact = fact_find(judging, member, key, instance);
        column->fact[at] = fact ? fact : &untold;
    }
    return column->fact[at] == &untold ? NULL : column->fact[at];
}

static const struct fact *any_find(const struct judging *judging, const struct member *member,
                                   enum key key)
{
    struct str *instance;
    size_t count = instances_seen(judging, key, &instance);
    for (size_t i = 0; i < count; i++) {
        const struct fact *fact = member_fact(judging, member, key, instance[i]);
        if (fact)
            return fact;
    }
    return NULL;
}

const struct fact *member_any(const struct judging *judging, const struct member *member,
                              enum key key)
{
    struct instances *list = &judging->instances[key];
    size_t at = member_at(judging, member);
    if (at == SIZE_MAX)
        return any_find(judging, member, key);
    if (!list->any)
        list->any = ARENA_MANY(judging->home, judging->member_count, const struct fact *);
    if (!list->any[at]) {
        const struct fact *fact = any_find(judging, member, key);
        list->any[at] = fact ? fact : &untold;
    }
    return list->any[at] == &untold ? NULL : list->any[at];
}

const struct tools *member_tools(const struct judging *judging, const struct member *member)
{
    size_t at = member_at(judging, member);
    if (at == SIZE_MAX || !judging->tools)
        return NULL;
    struct tools *tools = &judging->tools[at];
    if (!tools->known) {
        const struct told told = { member->run->facts, member->run->series,
                                   member->run->series_count };
        tools->count =
            tools_found(judging->home, &told, 1, judging->case_file->metric, &tools->item);
        tools->known = true;
    }
    return tools;
}

void members_settled(struct judging *judging)
{
    for (int key = 0; key < KEY_COUNT; key++) {
        struct instances *list = &judging->instances[key];
        *list = (struct instances){ .item = list->item,
                                    .count = list->count,
                                    .gathered = list->gathered,
                                    .known = list->known };
    }
    judging->tools = ARENA_MANY(judging->home, judging->member_count, struct tools);
    judging->units = ARENA_NEW(judging->home, struct units);
    for (size_t side = 0; side < ARRAY_COUNT(judging->first); side++) {
        judging->first[side] = NULL;
        for (size_t i = 0; i < judging->member_count && !judging->first[side]; i++)
            if (judging->member[i].side == side)
                judging->first[side] = &judging->member[i];
    }
}
