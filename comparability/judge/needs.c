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

/* What measured how fast something was. A test of accuracy beside it, what could not be read, when
 * a process ran and what an accelerator was seen to do are no result of another tool. */
static bool key_is_result(enum key key)
{
    const struct vocabulary_row *row = vocabulary_row(key);
    return row->group == GROUP_RESULT && !str_starts(str_from(row->name), STR("accuracy."));
}

/* How much a fact or series says of which tool measured the run: nothing; what a profiler or the
 * server saw of it; a figure beside the one that is judged, as of a test of the machine that lies
 * in the run's folder; that figure itself, or values by which it may be worked out. */
enum weight { WEIGHT_NONE, WEIGHT_WATCHED, WEIGHT_BESIDE, WEIGHT_MEASURED };

static enum weight weight_of(const struct evidence *evidence, enum key key, bool series,
                             enum key metric)
{
    if (!evidence || !evidence->format || !key_is_result(key))
        return WEIGHT_NONE;
    if (evidence_has(evidence, TRAIT_WATCHES))
        return WEIGHT_WATCHED;
    bool measured = series || metric == KEY_COUNT || key == metric;
    return measured ? WEIGHT_MEASURED : WEIGHT_BESIDE;
}

static enum weight fact_weight(const struct fact *fact, enum key metric)
{
    return fact->kind == FACT_MEASURED ? weight_of(fact->source.evidence, fact->key, false, metric)
                                       : WEIGHT_NONE;
}

static enum weight series_weight(const struct series *series, enum key metric)
{
    return weight_of(series->source.evidence, series->key, true, metric);
}

/* The most that anything says; what lies beside it is no result of another tool. */
static enum weight most_weight(const struct told *told, size_t count, enum key metric)
{
    enum weight most = WEIGHT_NONE;
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; told[i].facts && j < facts_count(told[i].facts); j++) {
            enum weight weight = fact_weight(facts_at(told[i].facts, j), metric);
            most = weight > most ? weight : most;
        }
        for (size_t j = 0; j < told[i].series_count; j++) {
            enum weight weight = series_weight(&told[i].series[j], metric);
            most = weight > most ? weight : most;
        }
    }
    return most;
}

static void formats_ask(struct asking *in, const struct told *told, size_t count, enum key metric)
{
    enum weight most = most_weight(told, count, metric);
    for (size_t i = 0; most > WEIGHT_NONE && i < count; i++) {
        for (size_t j = 0; told[i].facts && j < facts_count(told[i].facts); j++) {
            const struct fact *fact = facts_at(told[i].facts, j);
            if (fact_weight(fact, metric) == most)
                format_ask(in, fact->source.evidence);
        }
        for (size_t j = 0; j < told[i].series_count; j++)
            if (series_weight(&told[i].series[j], metric) == most)
                format_ask(in, told[i].series[j].source.evidence);
    }
}

bool tools_without(const struct rules *rules, const struct told *told, size_t count,
                   enum key metric, bool learning, enum key key)
{
    struct asking in = { .rules = rules, .key = key, .learning = learning };
    formats_ask(&in, told, count, metric);
    return in.tools && !in.other_tool;
}

/* One file of each format will do. */
static void tool_note(struct arena *home, const struct evidence ***tool, size_t *count,
                      size_t *room, const struct evidence *evidence)
{
    for (size_t i = 0; i < *count; i++)
        if (strcmp((*tool)[i]->format, evidence->format) == 0)
            return;
    ARENA_GROW(home, const struct evidence *, *tool, *count, *room, 2);
    (*tool)[(*count)++] = evidence;
}

size_t tools_found(struct arena *home, const struct told *told, enum key metric,
                   const struct evidence ***out)
{
    size_t count = 0, room = 0;
    enum weight most = most_weight(told, 1, metric);
    *out = NULL;
    for (size_t i = 0; most > WEIGHT_NONE && i < facts_count(told->facts); i++) {
        const struct fact *fact = facts_at(told->facts, i);
        if (fact_weight(fact, metric) == most)
            tool_note(home, out, &count, &room, fact->source.evidence);
    }
    for (size_t i = 0; most > WEIGHT_NONE && i < told->series_count; i++)
        if (series_weight(&told->series[i], metric) == most)
            tool_note(home, out, &count, &room, told->series[i].source.evidence);
    return count;
}

bool found_without(const struct rules *rules, const struct evidence *const *tool, size_t count,
                   bool learning, enum key key)
{
    struct asking in = { .rules = rules, .key = key, .learning = learning };
    for (size_t i = 0; i < count; i++)
        format_ask(&in, tool[i]);
    return in.tools && !in.other_tool;
}

enum { FORMATS_MOST = 32 };

static void format_add(const char **format, size_t *count, const struct evidence *evidence)
{
    for (size_t i = 0; i < *count; i++)
        if (strcmp(format[i], evidence->format) == 0)
            return;
    if (*count < FORMATS_MOST)
        format[(*count)++] = evidence->format;
}

static size_t formats_of(const struct told *told, enum key metric, const char **format)
{
    size_t count = 0;
    enum weight most = most_weight(told, 1, metric);
    if (most == WEIGHT_NONE)
        return 0;
    for (size_t i = 0; told->facts && i < facts_count(told->facts); i++) {
        const struct fact *fact = facts_at(told->facts, i);
        if (fact_weight(fact, metric) == most)
            format_add(format, &count, fact->source.evidence);
    }
    for (size_t i = 0; i < told->series_count; i++)
        if (series_weight(&told->series[i], metric) == most)
            format_add(format, &count, told->series[i].source.evidence);
    return count;
}

bool tools_alike(const struct told *a, const struct told *b, enum key metric)
{
    const char *format[2][FORMATS_MOST];
    size_t count[] = { formats_of(a, metric, format[0]), formats_of(b, metric, format[1]) };
    size_t met = 0;
    for (size_t i = 0; i < count[0]; i++)
        for (size_t k = 0; k < count[1]; k++)
            met += strcmp(format[0][i], format[1][k]) == 0;
    return (met == count[0] || met == count[1]) && (count[0] > 0) == (count[1] > 0);
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

static void tool_add(struct asked_about *out, const struct evidence *evidence)
{
    for (size_t i = 0; i < out->tool_count; i++)
        if (strcmp(out->tool[i]->format, evidence->format) == 0)
            return;
    out->tool[out->tool_count++] = evidence;
}

static void asked_about_find(struct arena *home, const struct rules *rules, const struct told *told,
                             size_t count, struct asked_about *out)
{
    bool speaks[KEY_COUNT] = {
        [KEY_WORKLOAD_KIND] = true, [KEY_ACCELERATOR_VENDOR] = true, [KEY_ACCELERATOR_NAME] = true
    };
    size_t most = 0;
    enum weight weight = most_weight(told, count, KEY_COUNT);
    closers_mark(rules->fixed, rules->fixed_count, speaks);
    closers_mark(rules->closed, rules->closed_count, speaks);
    for (size_t i = 0; i < count; i++)
        most += (told[i].facts ? facts_count(told[i].facts) : 0) + told[i].series_count;
    out->fact = ARENA_MANY(home, most, const struct fact *);
    out->tool = ARENA_MANY(home, most, const struct evidence *);
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; told[i].facts && j < facts_count(told[i].facts); j++) {
            const struct fact *fact = facts_at(told[i].facts, j);
            if (speaks[fact->key] && !fact->placeholder)
                out->fact[out->fact_count++] = fact;
            if (weight > WEIGHT_NONE && fact_weight(fact, KEY_COUNT) == weight)
                tool_add(out, fact->source.evidence);
        }
        for (size_t j = 0; j < told[i].series_count; j++)
            if (weight > WEIGHT_NONE && series_weight(&told[i].series[j], KEY_COUNT) == weight)
                tool_add(out, told[i].series[j].source.evidence);
    }
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
