/* rules_keys.c - names of conditions; what a rule set says of keys: which need not be disclosed,
 * which others answer, and how each is disclosed. */
#include "rules.h"

#include <assert.h>

static const char *const conditions[] = {
#define CONDITION(id, name, says) [CONDITION_##id] = (name),
    CONDITIONS(CONDITION)
#undef CONDITION
};
static_assert(ARRAY_COUNT(conditions) == CONDITION_COUNT, "one name a condition");
static_assert(CONDITION_COUNT <= 8 * sizeof(condition_set), "conditions fit a mask");

static const char *const condition_sentences[] = {
#define CONDITION(id, name, says) [CONDITION_##id] = (says),
    CONDITIONS(CONDITION)
#undef CONDITION
};

const char *condition_says(enum condition condition)
{
    return condition_sentences[condition];
}

const char *condition_name(enum condition condition)
{
    return conditions[condition];
}

const char *const *condition_names(void)
{
    return conditions;
}

static bool list_has(const struct key_list *list, enum key key)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->key[i] == key)
            return true;
    return false;
}

bool rules_exempt(const struct rules *rules, struct str kind, enum key key)
{
    for (size_t i = 0; i < rules->exempt_count; i++)
        if (str_eq(rules->exempt[i].name, kind) && list_has(&rules->exempt[i], key))
            return true;
    return false;
}

bool rules_foreign(const struct rules *rules, struct str vendor, enum key key)
{
    for (size_t i = 0; vendor.len > 0 && i < rules->vendor_count; i++)
        if (str_eq(rules->vendor[i].name, vendor) && list_has(&rules->vendor[i], key))
            return true;
    return false;
}

bool rules_of_tool(const struct rules *rules, struct str format, enum key key)
{
    for (size_t i = 0; format.len > 0 && i < rules->tool_count; i++)
        if (str_eq(rules->tool[i].name, format) && list_has(&rules->tool[i], key))
            return true;
    return false;
}

bool rules_whole(const struct rules *rules, struct str format, bool executions)
{
    const struct key_list *list = executions ? rules->executions : rules->whole;
    size_t count = executions ? rules->executions_count : rules->whole_count;
    for (size_t i = 0; format.len > 0 && i < count; i++)
        if (str_eq(list[i].name, format))
            return true;
    return false;
}

bool rules_without(const struct rules *rules, enum key key)
{
    const struct key_list list = { .key = rules->processors, .count = rules->processors_count };
    return list_has(&list, key);
}

static bool answered_by(const struct key_list *list, size_t count, enum key key, size_t at,
                        enum key *by)
{
    for (size_t i = 0; i < count; i++)
        if (list_has(&list[i], key) && at-- == 0)
            return vocabulary_find(list[i].name, by);
    return false;
}

bool rules_closed_by(const struct rules *rules, enum key key, size_t at, enum key *closer)
{
    return answered_by(rules->closed, rules->closed_count, key, at, closer);
}

bool rules_fixed_by(const struct rules *rules, enum key key, size_t at, enum key *fixer)
{
    return answered_by(rules->fixed, rules->fixed_count, key, at, fixer);
}

static struct str advice_find(const struct rules *rules, struct str name)
{
    for (size_t i = 0; i < rules->advice_count; i++)
        if (str_eq(rules->advice[i].name, name))
            return rules->advice[i].text;
    return (struct str){ 0 };
}

struct str rules_advice(const struct rules *rules, enum key key)
{
    const struct vocabulary_row *row = vocabulary_row(key);
    bool by_group = row->layer == LAYER_NONE || row->group != GROUP_EXECUTOR;
    struct str own = advice_find(rules, str_from(row->name));
    struct str name = str_from(by_group ? group_name(row->group) : layer_row(row->layer)->name);
    return own.len > 0 ? own : advice_find(rules, name);
}
