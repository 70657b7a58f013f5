/* benchmark.c - what the place of a log in a submission tells:
 * .../results/SYSTEM/BENCHMARK/SCENARIO.
 *
 * In the divisions closed and network a benchmark's name fixes model, data set, lengths, decoding
 * and target of accuracy; in the open division a submitter may change each of these, so there the
 * name is told and nothing else. Seeds are drawn anew for every round and tell which one a log is
 * of. Names of folders: mlcommons/policies, submission_rules.adoc. */
#include "benchmark.h"

#include <string.h>

enum { PARTS_MOST = 64 };

static const struct benchmark {
    const char *name, *model, *dataset, *first, *last;
} benchmarks[] = {
#define BENCHMARK(name, model, dataset, first, last) { name, model, dataset, first, last },
#define ALIAS(as, name)
#define ROUND(name, seed)
#include "benchmarks.def"
#undef BENCHMARK
#undef ALIAS
#undef ROUND
};
static const struct {
    struct str as, name;
} aliases[] = {
#define BENCHMARK(name, model, dataset, first, last)
#define ALIAS(as, name) { STR_INIT(as), STR_INIT(name) },
#define ROUND(name, seed)
#include "benchmarks.def"
#undef BENCHMARK
#undef ALIAS
#undef ROUND
};
static const struct {
    struct str name, seed;
} rounds[] = {
#define BENCHMARK(name, model, dataset, first, last)
#define ALIAS(as, name)
#define ROUND(name, seed) { STR_INIT(name), STR_INIT(seed) },
#include "benchmarks.def"
#undef BENCHMARK
#undef ALIAS
#undef ROUND
};

struct filed { /* where a log lies */
    struct str benchmark, scenario, division;
    const struct benchmark *known; /* NULL: no benchmark of a round that is read */
};

static bool same_word(struct str text, const char *word)
{
    size_t size = strlen(word);
    for (size_t i = 0; i < size && i < text.len; i++) {
        char c = text.at[i];
        if ((c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c) != word[i])
            return false;
    }
    return text.len == size;
}

static bool word_of(struct str text, const char *const *word, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (same_word(text, word[i]))
            return true;
    return false;
}

static const struct benchmark *benchmark_find(struct str name)
{
    for (size_t i = 0; i < ARRAY_COUNT(aliases); i++)
        name = str_eq(name, aliases[i].as) ? aliases[i].name : name;
    for (size_t i = 0; i < ARRAY_COUNT(benchmarks); i++)
        if (str_eq(name, str_from(benchmarks[i].name)))
            return &benchmarks[i];
    return NULL;
}

/* A folder of a benchmark stands above one of a scenario, two below "results"; of a part of a tree
 * the folders above are not there, and then its name must be known. */
static bool filed_find(struct str name, struct filed *out)
{
    static const char *const scenarios[] = { "server", "offline", "singlestream", "multistream",
                                             "interactive" };
    static const char *const trees[] = { "results", "compliance" };
    static const char *const divisions[] = { "closed", "open", "network" };
    struct str part[PARTS_MOST] = { 0 }, rest = name;
    size_t count = 0;
    while (count < PARTS_MOST && str_cut(&rest, '/', &part[count]))
        count++;
    *out = (struct filed){ 0 };
    for (size_t i = 1; i < count && out->benchmark.len == 0; i++) {
        bool laid = i >= 3 && word_of(part[i - 3], trees, ARRAY_COUNT(trees));
        const struct benchmark *known = benchmark_find(part[i - 1]);
        if (word_of(part[i], scenarios, ARRAY_COUNT(scenarios)) && (laid || known))
            *out = (struct filed){ .benchmark = part[i - 1], .scenario = part[i], .known = known };
        for (size_t k = 0; out->benchmark.len > 0 && k + 1 < i; k++) {
            out->division =
                word_of(part[k], divisions, ARRAY_COUNT(divisions)) ? part[k] : out->division;
        }
    }
    return out->benchmark.len > 0;
}

/* Rounds stand in their order. */
static size_t round_at(struct str name)
{
    size_t at = 0;
    while (at < ARRAY_COUNT(rounds) && !str_eq(rounds[at].name, name))
        at++;
    return at;
}

/* What is of the open division stands beside others of its round there. */
static void rounds_named(struct reading *reading, const struct benchmark *known, bool open,
                         struct str seed, struct place place)
{
    size_t at = 0;
    while (at < ARRAY_COUNT(rounds) && !str_eq(rounds[at].seed, seed))
        at++;
    if (at == ARRAY_COUNT(rounds))
        return;
    struct str round = rounds[at].name;
    (void)reading_fact(reading, KEY_SUITE_ROUND, STR(""), round, UNIT_NONE, place);
    struct str first = str_from(known ? known->first : ""),
               last = str_from(known ? known->last : "");
    bool ranged = first.len > 0 && at >= round_at(first) && at <= round_at(last);
    struct str text =
        open     ? str_format(reading->scratch, "%.*s, open division", STR_ARG(round))
        : ranged ? str_format(reading->scratch, "%.*s to %.*s", STR_ARG(first), STR_ARG(last))
                 : round;
    (void)reading_fact(reading, KEY_SUITE_COMPATIBLE, STR(""), text, UNIT_NONE, place);
}

static void name_fixes(struct reading *reading, const struct benchmark *known, struct str called,
                       struct place place)
{
    struct str name = str_format(reading->scratch, "MLPerf Inference %.*s", STR_ARG(called));
    (void)reading_fact(reading, KEY_SUITE_BENCHMARK, STR(""), name, UNIT_NONE, place);
    (void)reading_fact(reading, KEY_MODEL_NAME, STR(""), str_from(known->model), UNIT_NONE, place);
    (void)reading_fact(reading, KEY_DATASET_NAME, STR(""), str_from(known->dataset), UNIT_NONE,
                       place);
}

void benchmark_named(const struct loadgen *in, struct str seed, struct place of_seed)
{
    struct reading *reading = in->reading;
    struct filed filed;
    if (in->accuracy || in->scenario == LOADGEN_UNKNOWN)
        return;
    bool found = filed_find(reading->name, &filed);
    bool open = same_word(filed.division, "open");
    if (found) {
        struct place place = { .path = str_format(reading->home, "folder %.*s",
                                                  STR_ARG(filed.benchmark)) };
        struct str name =
            str_format(reading->scratch, "%.*s%s",
                       STR_ARG(filed.known ? str_from(filed.known->name) : filed.benchmark),
                       same_word(filed.scenario, "interactive") ? ", interactive" : "");
        (void)reading_fact(reading, KEY_METHOD_TOOL, STR(""), STR("MLPerf LoadGen"), UNIT_NONE,
                           place);
        (void)reading_fact(reading, KEY_WORKLOAD_KIND, STR(""),
                           in->scenario == LOADGEN_OFFLINE ? STR("offline inference")
                                                           : STR("serving"),
                           UNIT_NONE, place);
        (void)reading_fact(reading, KEY_WORKLOAD_NAME, STR(""), name, UNIT_NONE, place);
        if (filed.division.len > 0) {
            (void)reading_fact(reading, KEY_METHOD_DIVISION, STR(""), filed.division, UNIT_NONE,
                               place);
        }
        if (filed.known && filed.division.len > 0 && !open)
            name_fixes(reading, filed.known, name, place);
    }
    rounds_named(reading, filed.known, open, seed, of_seed);
}
