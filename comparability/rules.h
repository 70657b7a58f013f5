/* rules.h - a rule set in memory. Private to comparability. */
#ifndef COMPARABILITY_RULES_H
#define COMPARABILITY_RULES_H

#include "comparability/comparability.h"

/* When a severity applies: the first row of a rule whose condition holds wins. ALWAYS, LAYERS,
 * EXECUTOR and BIDDERS follow from the case, NOT_DISCLOSED from the judgement, the rest is raised
 * by predicates. CONDITION(ID, "name in a rules file") */
#define CONDITIONS(CONDITION)                                                                      \
    CONDITION(ALWAYS, "always")                                                                    \
    CONDITION(LAYERS, "layers")                                                                    \
    CONDITION(EXECUTOR, "executor")                                                                \
    CONDITION(BIDDERS, "bidders")                                                                  \
    CONDITION(INCUMBENT, "incumbent")                                                              \
    CONDITION(NOT_DISCLOSED, "not-disclosed")                                                      \
    CONDITION(ONE_SIDE_MISSING, "one-side-missing")                                                \
    CONDITION(BOTH_MISSING, "both-missing")                                                        \
    CONDITION(KEY_NEEDED, "key-needed")                                                            \
    CONDITION(FORMATS_DIFFER, "formats-differ")                                                    \
    CONDITION(NATURAL_STOP, "natural-stop")                                                        \
    CONDITION(PROVIDER_HIDES, "provider-hides")                                                    \
    CONDITION(TOOL_VERSION, "tool-version")                                                        \
    CONDITION(STEADY_LIMIT, "steady-limit")                                                        \
    CONDITION(MIXED, "mixed")                                                                      \
    CONDITION(IDLE, "idle")                                                                        \
    CONDITION(SHARED, "shared")                                                                    \
    CONDITION(UNDECLARED, "undeclared")

enum condition {
#define CONDITION(id, name) CONDITION_##id,
    CONDITIONS(CONDITION)
#undef CONDITION
        CONDITION_COUNT
};
const char *condition_name(enum condition condition);
#define CONDITION_BIT(id) (1U << CONDITION_##id)

struct predicate;

struct circumstance {
    enum condition when;
    enum severity severity;
};
struct rule { /* one row of the rules file */
    struct rule_text text;
    const struct predicate *predicate;
    const enum key *key;
    size_t key_count;
    double tolerance; /* a share of one; NaN: none stated */
    const struct circumstance *severity;
    size_t severity_count;
    /* Sentences by judgement and by raised condition; empty: none. */
    struct str says[NOT_APPLICABLE + 1], says_when[CONDITION_COUNT];
};

struct key_list { /* keys that go with one name: a workload kind, or the key that closes others */
    struct str name;
    const enum key *key;
    size_t count;
};
struct advice { /* how a key of a layer or group is disclosed */
    struct str name, text;
};
struct rules {
    const struct rule *item;
    size_t count;
    struct str version;
    const struct key_list *exempt; /* not applicable by workload kind */
    size_t exempt_count;
    const struct key_list
        *closed; /* what a declared "none" of a key answers too; name: that key's */
    size_t closed_count;
    const struct advice *advice;
    size_t advice_count;
};

const struct rule *rules_find(const struct rules *rules, struct str id); /* NULL: no such rule */
/* Whether `key` need not be disclosed for a workload of `kind` (empty: unknown). */
bool rules_exempt(const struct rules *rules, struct str kind, enum key key);
/* The `at`-th key whose "none" answers `key` as well; false: there is none or no more. */
bool rules_closed_by(const struct rules *rules, enum key key, size_t at, enum key *closer);
/* How `key` can be disclosed, with {name} in it; empty: nobody knows. */
struct str rules_advice(const struct rules *rules, enum key key);

#endif
