/* needs.c - what a rule set asks of files that belong to no case yet: as key_exempt judges a run.
 */
#include "judging.h"
#include "model/likeness.h"
#include "model/traits.h"
#include "rules.h"

#include <string.h>

struct asking {
    const struct rules *rules;
    enum key key;
    bool kinds, other_kind;     /* kinds of workload that are told; one that has the key */
    bool vendors, other_vendor; /* vendors of accelerators that are told; one that has the key */
    bool learning;              /* a kind of work with a model */
    bool tools, other_tool;     /* formats of results without it; one that has it */
    bool closed; /* a "none" of another key answers, or any value of one that fixes it */
};

bool kind_is_learning(const struct fact *kind)
{
    static const struct str kinds[] = { STR_INIT("serving"), STR_INIT("offline inference"),
                                        STR_INIT("inference"), STR_INIT("training") };
    for (size_t i = 0; kind && i < ARRAY_COUNT(kinds); i++)
        if (str_eq(str_trim(kind->value.text), kinds[i]))
            return true;
    return false;
}

static void fact_ask(struct asking *in, const struct fact *fact)
{
    enum key closer;
    if (fact->placeholder)
        return;
    if (fact->key == KEY_WORKLOAD_KIND) {
        in->kinds = true;
        in->learning = in->learning || kind_is_learning(fact);
        in->other_kind =
            in->other_kind || !rules_exempt(in->rules, str_trim(fact->value.text), in->key);
    }
    struct str vendor = { 0 };
    if (fact->key == KEY_ACCELERATOR_VENDOR || fact->key == KEY_ACCELERATOR_NAME)
        vendor = vendor_of(fact->value.text);
    if (vendor.len > 0) {
        in->vendors = true;
        in->other_vendor = in->other_vendor || !rules_foreign(in->rules, vendor, in->key);
    }
    for (size_t i = 0; rules_fixed_by(in->rules, in->key, i, &closer); i++)
        in->closed = in->closed || (closer == fact->key && fact->kind == FACT_MEASURED);
    for (size_t i = 0; fact_is_none(fact) && rules_closed_by(in->rules, in->key, i, &closer); i++)
        in->closed = in->closed || closer == fact->key;
}

/* Whether the file of a measured fact or of a series is of a format whose work has the key. What
 * times any program may have timed work with a model, where that is told; a tool that measures
 * models alone says by itself what it says, whatever kind is told. */
static void format_ask(struct asking *in, const struct evidence *evidence)
{
    if (evidence && evidence->format) {
        struct str format = str_from(evidence->format);
        bool told = in->learning && rules_of_tool(in->rules, format, KEY_MODEL_NAME);
        bool without =
            rules_of_tool(in->rules, format, in->key) && (!told || in->key == KEY_METHOD_TOOL);
        in->tools = in->tools || without;
        in->other_tool = in->other_tool || !without;
    }
}

static bool evidence_ask(const struct evidence *evidence, void *in)
{
    format_ask(in, evidence);
    return true;
}

bool tools_without(const struct rules *rules, const struct told *told, size_t count,
                   enum key metric, bool learning, enum key key)
{
    struct asking in = { .rules = rules, .key = key, .learning = learning };
    tools_each(told, count, metric, evidence_ask, &in);
    return in.tools && !in.other_tool;
}

bool found_without(const struct rules *rules, const struct evidence *const *tool, size_t count,
                   bool learning, enum key key)
{
    struct asking in = { .rules = rules, .key = key, .learning = learning };
    for (size_t i = 0; i < count; i++)
        format_ask(&in, tool[i]);
    return in.tools && !in.other_tool;
}

/* A test of links or of an accelerator's arithmetic needs one, though its output may name none. */
static bool tests_machine(const struct told *told, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; told[i].facts && k < facts_count(told[i].facts); k++)
            if (evidence_has(facts_at(told[i].facts, k)->source.evidence, TRAIT_TESTS_MACHINE))
                return true;
    return false;
}

bool timed_untold(const struct rules *rules, const struct told *told, size_t count, enum key metric,
                  bool learning)
{
    struct processors found = processors_told(told, count, count);
    return !tests_machine(told, count) && !found.by && !found.against && !found.software &&
           !found.telemetry &&
           tools_without(rules, told, count, metric, learning, KEY_RUNTIME_CUDNN_LOADED);
}

/* ---- of many keys at once ---- */

/* What is asked about for one key after the other, of all that was told: few of its facts say
 * whether a key is asked for, and few formats are the tools' that measured. */
struct asked_about {
    const struct fact **fact;
    size_t fact_count;
    const struct evidence **tool; /* one of each format */
    size_t tool_count;
    struct processors processors;
    bool tests_machine;
};

static void closers_mark(const struct key_list *list, size_t count, bool *speaks)
{
    enum key key;
    for (size_t i = 0; i < count; i++)
        if (vocabulary_find(list[i].name, &key))
            speaks[key] = true;
}

static void asked_about_find(struct arena *home, const struct rules *rules, const struct told *told,
                             size_t count, struct asked_about *out)
{
    bool speaks[KEY_COUNT] = {
        [KEY_WORKLOAD_KIND] = true, [KEY_ACCELERATOR_VENDOR] = true, [KEY_ACCELERATOR_NAME] = true
    };
    size_t most = 0;
    closers_mark(rules->fixed, rules->fixed_count, speaks);
    closers_mark(rules->closed, rules->closed_count, speaks);
    for (size_t i = 0; i < count; i++)
        most += told[i].facts ? facts_count(told[i].facts) : 0;
    out->fact = ARENA_MANY(home, most, const struct fact *);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; told[i].facts && j < facts_count(told[i].facts); j++) {
            const struct fact *fact = facts_at(told[i].facts, j);
            if (speaks[fact->key] && !fact->placeholder)
                out->fact[out->fact_count++] = fact;
        }
    out->tool_count = tools_found(home, told, count, KEY_COUNT, &out->tool);
    out->processors = processors_told(told, count, count);
    out->tests_machine = tests_machine(told, count);
}

static bool key_asked(const struct asked_about *about, const struct rules *rules, enum key key)
{
    struct asking in = { .rules = rules, .key = key };
    const struct processors *found = &about->processors;
    for (size_t i = 0; i < about->fact_count; i++)
        fact_ask(&in, about->fact[i]);
    bool foreign = vocabulary_row(key)->bound == BOUND_VENDOR && in.vendors && !in.other_vendor;
    bool without = rules_without(rules, key) && found->by;
    bool untold = !about->tests_machine && !found->by && !found->against && !found->software &&
                  !found->telemetry;
    bool later =
        key != KEY_ACCELERATOR_COUNT && rules_without(rules, key) && untold &&
        found_without(rules, about->tool, about->tool_count, in.learning, KEY_RUNTIME_CUDNN_LOADED);
    bool of_tool = found_without(rules, about->tool, about->tool_count, in.learning, key);
    return !of_tool && !(in.kinds && !in.other_kind) && !foreign && !without && !later &&
           !in.closed;
}

void rules_ask_each(struct arena *home, const struct rules *rules, const struct told *told,
                    size_t count, bool *asked)
{
    struct asked_about about = { 0 };
    asked_about_find(home, rules, told, count, &about);
    for (size_t key = 0; key < KEY_COUNT; key++)
        asked[key] = asked[key] && key_asked(&about, rules, (enum key)key);
}

bool rules_ask(const struct rules *rules, const struct told *told, size_t count, enum key key)
{
    bool asked[KEY_COUNT] = { false };
    struct arena *own = arena_new(SIZE_MAX / 2);
    asked[key] = true;
    rules_ask_each(own, rules, told, count, asked);
    arena_free(own);
    return asked[key];
}
