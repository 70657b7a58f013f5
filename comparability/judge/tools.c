/* tools.c - which tools measured a run: of its facts and series those that say most of it. */
#include "judging.h"
#include "model/traits.h"

#include <string.h>

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

void tools_each(const struct told *told, size_t count, enum key metric,
                bool (*visit)(const struct evidence *evidence, void *data), void *data)
{
    enum weight most = most_weight(told, count, metric);
    bool more = most > WEIGHT_NONE;
    for (size_t i = 0; more && i < count; i++) {
        for (size_t j = 0; more && told[i].facts && j < facts_count(told[i].facts); j++) {
            const struct fact *fact = facts_at(told[i].facts, j);
            if (fact_weight(fact, metric) == most)
                more = visit(fact->source.evidence, data);
        }
        for (size_t j = 0; more && j < told[i].series_count; j++)
            if (series_weight(&told[i].series[j], metric) == most)
                more = visit(told[i].series[j].source.evidence, data);
    }
}

/* One file of each format will do. */
struct measured {
    struct arena *home;
    const struct evidence **tool;
    size_t count, room;
};

static bool tool_note(const struct evidence *evidence, void *data)
{
    struct measured *in = data;
    for (size_t i = 0; i < in->count; i++)
        if (strcmp(in->tool[i]->format, evidence->format) == 0)
            return true;
    ARENA_GROW(in->home, const struct evidence *, in->tool, in->count, in->room, 2);
    in->tool[in->count++] = evidence;
    return true;
}

size_t tools_found(struct arena *home, const struct told *told, size_t count, enum key metric,
                   const struct evidence ***out)
{
    struct measured in = { .home = home };
    tools_each(told, count, metric, tool_note, &in);
    *out = in.tool;
    return in.count;
}

enum { FORMATS_MOST = 32 };

struct formats {
    const char *item[FORMATS_MOST];
    size_t count;
};

static bool format_add(const struct evidence *evidence, void *data)
{
    struct formats *in = data;
    for (size_t i = 0; i < in->count; i++)
        if (strcmp(in->item[i], evidence->format) == 0)
            return true;
    in->item[in->count++] = evidence->format;
    return in->count < FORMATS_MOST;
}

bool tools_alike(const struct told *a, const struct told *b, enum key metric)
{
    struct formats one = { .count = 0 }, other = { .count = 0 };
    size_t met = 0;
    tools_each(a, 1, metric, format_add, &one);
    tools_each(b, 1, metric, format_add, &other);
    for (size_t i = 0; i < one.count; i++)
        for (size_t k = 0; k < other.count; k++)
            met += strcmp(one.item[i], other.item[k]) == 0;
    return (met == one.count || met == other.count) && (one.count > 0) == (other.count > 0);
}
