/* rules.h - a rule set in memory. Private to comparability. */
#ifndef COMPARABILITY_RULES_H
#define COMPARABILITY_RULES_H

#include "comparability/comparability.h"

/* When a severity applies: the first row of a rule whose condition holds wins. ALWAYS to
 * ACCELERATORS follow from the case and its runs, and may say too to what a rule applies;
 * NOT_DISCLOSED follows from the judgement, the rest is raised by predicates. CONDITION(ID, "name
 * in a rules file", "what it means") */
#define CONDITIONS(CONDITION)                                                                      \
    CONDITION(ALWAYS, "always", "no condition")                                                    \
    CONDITION(LAYERS, "layers", "layers are under test")                                           \
    CONDITION(EXECUTOR, "executor", "whole executors are under test")                              \
    CONDITION(BIDDERS, "bidders",                                                                  \
              "there is no baseline, or each side was measured by a vendor of its own")            \
    CONDITION(INCUMBENT, "incumbent", "the baseline is compared as it is operated")                \
    CONDITION(CATEGORIES, "categories", "the case judges each category by itself")                 \
    CONDITION(WINDOWED, "windowed", "the metric is taken over a stretch of time")                  \
    CONDITION(COUNTED, "counted", "the metric counts or times work, and is no time to a target")   \
    CONDITION(AT_OBJECTIVE, "at-objective",                                                        \
              "the metric is the highest load that meets an objective")                            \
    CONDITION(TO_COMPLETION, "to-completion", "the metric is the time to a quality target")        \
    CONDITION(NODES, "nodes", "a run used more than one node")                                     \
    CONDITION(TRAINING, "training", "the workload is training")                                    \
    CONDITION(SERVING, "serving", "the workload is serving")                                       \
    CONDITION(PREFILL, "prefill",                                                                  \
              "the metric times or counts the reading of prompts, which a prefix cache spares")    \
    CONDITION(ACCELERATORS, "accelerators",                                                        \
              "a run used accelerators, or nothing shows that it used none")                       \
    CONDITION(NOT_DISCLOSED, "not-disclosed", "the judgement is unknown")                          \
    CONDITION(BOTH_SILENT, "both-silent", "neither side discloses it")                             \
    CONDITION(ONE_SIDE_MISSING, "one-side-missing", "one side alone lacks the evidence")           \
    CONDITION(BOTH_MISSING, "both-missing", "both sides lack it")                                  \
    CONDITION(KEY_NEEDED, "key-needed",                                                            \
              "the comparison depends on the key: it belongs to what is under test, or one side "  \
              "alone hides it, or the value chosen would change a blocking rule's judgement")      \
    CONDITION(FORMATS_DIFFER, "formats-differ", "formats of precision differ")                     \
    CONDITION(NATURAL_STOP, "natural-stop", "outputs end by themselves")                           \
    CONDITION(PROVIDER_HIDES, "provider-hides", "the provider does not let it be known")           \
    CONDITION(TOOL_VERSION, "tool-version", "the same tool in another version")                    \
    CONDITION(STEADY_LIMIT, "steady-limit", "a steady limit of power or heat")                     \
    CONDITION(WARNED, "warned", "a vendor's check that warns and does not fail")                   \
    CONDITION(MIXED, "mixed", "values differ within one side")                                     \
    CONDITION(IDLE, "idle", "the accelerator was idle")                                            \
    CONDITION(SHARED, "shared", "the host was shared")                                             \
    CONDITION(UNDECLARED, "undeclared", "nothing declares what a row of the series is")            \
    CONDITION(EMULATED, "emulated",                                                                \
              "software imitates the format by converting it to a wider one")                      \
    CONDITION(FORCED, "forced", "the other side cannot run this value")                            \
    CONDITION(CHOSEN, "chosen", "it could have been equal; a reason is given")                     \
    CONDITION(UNEXPLAINED, "unexplained", "it could have been equal, and no reason is given")      \
    CONDITION(SCALED, "scaled", "a setting differs that may scale with the system")                \
    CONDITION(IDENTITY, "identity", "figures of one run cannot be true together")                  \
    CONDITION(MISCOUNTED, "miscounted",                                                            \
              "a limit is exceeded in the way that the tool is known to miscount")                 \
    CONDITION(TWO_VIEWS, "two-views", "client and server tell different things of one run")        \
    CONDITION(EMPTY_ANSWERS, "empty-answers", "answers without a token count as completed")        \
    CONDITION(THIN_SAMPLE, "thin-sample", "fewer than ten requests lie beyond the percentile")     \
    CONDITION(                                                                                     \
        SAME_BEGIN_ALL, "same-begin-all",                                                          \
        "two runs are told as one by the begin of their loads alone, and a side has no other")     \
    CONDITION(SAME_BEGIN, "same-begin",                                                            \
              "two runs are told as one by the begin of their loads alone")                        \
    CONDITION(NOTHING_OWN, "nothing-own", "a side has no measurement that is not of another run")  \
    CONDITION(FEW_SAMPLES, "few-samples",                                                          \
              "the tool keeps few samples, and each run counts as a whole")                        \
    CONDITION(DEFINED_OTHERWISE, "defined-otherwise", "the tools mean different things by it")     \
    CONDITION(PART_OF_TASK, "part-of-task", "accuracy was tested on a part of the task alone")     \
    CONDITION(NULL_OPEN, "null-open",                                                              \
              "what one configuration differs by from itself may exceed the margin")               \
    CONDITION(NULL_UNLIKE, "null-unlike", "the null pair is not one configuration")                \
    CONDITION(NO_SWEEP, "no-sweep",                                                                \
              "the runs are not a sweep over loads with figures of every objective")               \
    CONDITION(NO_RUN_THERE, "no-run-there", "no run is at the highest load that the sweep shows")  \
    CONDITION(OBJECTIVE_MISSED, "objective-missed", "no load measured keeps the objectives")       \
    CONDITION(OBJECTIVE_KEPT, "objective-kept", "every load measured keeps the objectives")        \
    CONDITION(MINOR_RELEASE, "minor-release",                                                      \
              "the driver is of the same major release of CUDA, but older")                        \
    CONDITION(OTHER_MODEL, "other-model",                                                          \
              "accuracy was tested on another model than was measured")                            \
    CONDITION(NOT_IN_FORCE, "not-in-force", "a price is not in force on the date of the case")     \
    CONDITION(OTHER_DOCUMENT, "other-document",                                                    \
              "a document has another digest than the case states")                                \
    CONDITION(PROCESSORS, "processors", "the runs meant are shown to have used processors alone")  \
    CONDITION(DECLARED, "declared", "a person declares it, and no tool recorded it")               \
    CONDITION(BUILT_FOR, "built-for", "the software that ran is built for accelerators")           \
    CONDITION(NO_ZONE, "no-zone", "a time is written without its zone")                            \
    CONDITION(OTHER_COLUMNS, "other-columns",                                                      \
              "the metric is taken from columns of other names or units")                          \
    CONDITION(NOT_KEPT, "not-kept", "the document named is not kept with the case")                \
    CONDITION(NOT_READ, "not-read", "the document is kept, and is not what it is named as")        \
    CONDITION(UNSIGNED, "unsigned", "no signature shows when the document was made")               \
    CONDITION(TOO_LATE, "too-late", "it was signed after a run began")                             \
    CONDITION(DEVIATES, "deviates", "what was done is not what it says")                           \
    CONDITION(BEYOND_PLAN, "beyond-plan", "more, fewer or other runs were made than it says")      \
    CONDITION(DISAGREES, "disagrees", "the ledger does not agree with the runs of the case")       \
    CONDITION(GAPS, "gaps", "the numbering of the runs that the case names has gaps")              \
    CONDITION(OTHER_LENGTHS, "other-lengths", "answers are of other lengths, whatever their mean") \
    CONDITION(OWN_RATE, "own-rate",                                                                \
              "each side had a rate of its own under equal limits on latency")                     \
    CONDITION(KEPT_LIMITS, "kept-limits",                                                          \
              "each side's tool found equal limits on latency kept, at a rate of the side's own")  \
    CONDITION(UNREAD, "unread", "a file, or a part of one, could not be read")                     \
    CONDITION(OTHER_STACK, "other-stack",                                                          \
              "accuracy was tested on something else than was measured, by its own words")         \
    CONDITION(UNTOLD, "untold", "nothing in an accuracy result tells on which side it was made")   \
    CONDITION(SPREAD, "spread", "a server spreads over more accelerators than are counted")        \
    CONDITION(BEYOND, "beyond", "a figure lies beyond its limit")                                  \
    CONDITION(NOT_LISTED, "not-listed", "one side alone lists its packages")                       \
    CONDITION(MEMORY_CLOCK, "memory-clock", "clocks of the memory differ, not of the core")        \
    CONDITION(CAPTURED, "captured", "a capture alone tells it, of a moment")                       \
    CONDITION(NOT_DEFAULT, "not-default", "a clock or limit is not what the product sets")         \
    CONDITION(NOT_DEFAULT_BOTH, "not-default-both", "nor is it on the other side, and alike")      \
    CONDITION(OTHER_COMMIT, "other-commit",                                                        \
              "a tool tells one commit of the measured program for each side, and they differ")    \
    CONDITION(OTHER_LINK, "other-link",                                                            \
              "links run at other speeds on the two sides, and their maximum is not told")         \
    CONDITION(EQUAL_SCORES, "equal-scores",                                                        \
              "every accuracy score of two unlike sides is equal to the last digit")               \
    CONDITION(BROKE_OFF, "broke-off", "a run did not end well, by its exit status")                \
    CONDITION(NO_RESULT, "no-result", "a run has neither samples of the metric nor a figure of it")

enum condition {
#define CONDITION(id, name, says) CONDITION_##id,
    CONDITIONS(CONDITION)
#undef CONDITION
        CONDITION_COUNT
};
const char *condition_name(enum condition condition);
const char *const *condition_names(void); /* CONDITION_COUNT of them */
const char *condition_says(enum condition condition);
/* A set of conditions: one bit each. Standard C17 has no integer of more than 64 bits; gcc and
 * clang do on every machine that the program is built for. */
__extension__ typedef unsigned __int128 condition_set;
_Static_assert(CONDITION_COUNT <= 128, "condition_set has 128 bits");
#define CONDITION_BIT(id) ((condition_set)1 << CONDITION_##id)
static inline condition_set condition_bit(size_t condition)
{
    return (condition_set)1 << condition;
}
/* The last condition that follows from the case and its runs alone. */
#define CONDITION_OF_CASE CONDITION_ACCELERATORS

/* predicate_rows.c: a test that a rule names, as far as a rules file is concerned. */
struct predicate {
    const char *name;          /* as a rules file writes it: "same", "within" */
    const char *says;          /* what it tests, for the manual */
    unsigned char least, most; /* keys it takes */
    const char *role[8];       /* what each key is for; none: all are treated alike */
    unsigned char many; /* the role, by place, that takes a list; 0: none (the first is one) */
    bool tolerance;     /* needs one */
    bool late;          /* judged after the verdict of all others, with its licence */
};
const struct predicate *predicate_find(struct str name); /* NULL: none of that name */
const struct predicate *predicate_at(size_t index);      /* NULL past the last */

struct circumstance {
    enum condition when;
    enum severity severity;
};
struct rule { /* one row of the rules file */
    /* Of an own set: the built-in row of this id, with `severity` asked before the row's own. */
    bool like;
    struct rule_text text;
    condition_set applies; /* CONDITION_BIT each: all must hold, else not applicable; 0: always */
    const struct predicate *predicate;
    const enum key *key;
    size_t key_count;
    double tolerance; /* a share of one; NaN: none stated */
    const struct circumstance *severity;
    size_t severity_count;
    /* Sentences by judgement and by raised condition, or by one of `applies` that does not hold;
     * empty: none. */
    struct str says[NOT_APPLICABLE + 1], says_when[CONDITION_COUNT];
    struct str mend_when[CONDITION_COUNT]; /* by raised condition; empty: text.mend */
};

struct key_list { /* keys that go with one name: a workload kind, or the key that closes others */
    struct str name;
    const enum key *key;
    size_t count;
};
struct advice { /* how a key is disclosed: by its own name, its layer's or its group's */
    struct str name, text;
};
struct rules {
    const struct key_list *vendor; /* not applicable by vendor of the accelerator */
    size_t vendor_count;
    const struct rule *item;
    size_t count;
    struct str version;
    const struct key_list *tool; /* not applicable by format of the results */
    size_t tool_count;
    const struct key_list *whole; /* formats whose runs may count as wholes; no keys */
    size_t whole_count;
    const struct key_list *executions; /* of those, each repetition is an execution of its own */
    size_t executions_count;
    const struct key_list *exempt; /* not applicable by workload kind */
    size_t exempt_count;
    const struct key_list
        *closed; /* what a declared "none" of a key answers too; name: that key's */
    size_t closed_count;
    const struct key_list
        *fixed; /* what a key fixes where a tool's file tells it; name: that key's */
    size_t fixed_count;
    const enum key *processors; /* not applicable to a run on processors alone */
    size_t processors_count;
    const struct advice *advice;
    size_t advice_count;
};

/* rules_roles.c. What the key at `place` of a rule is for: empty behind the first of a list; NULL:
 * the test takes all keys alike. */
const char *rule_role(const struct rule *rule, size_t place);
/* The roles of a test, "case, stack, artefacts (a list)". */
void rules_put_roles(const struct predicate *predicate, struct buf *out);
const struct rule *rules_find(const struct rules *rules, struct str id); /* NULL: no such rule */
/* Whether `key` need not be disclosed for a workload of `kind` (empty: unknown). */
bool rules_exempt(const struct rules *rules, struct str kind, enum key key);
/* Whether accelerators of `vendor` (empty: unknown) have no such thing as `key`. */
bool rules_foreign(const struct rules *rules, struct str vendor, enum key key);
/* Whether results of a `format` (empty: none) are of work that has no such thing as `key`, or say
 * it by being of that format. */
bool rules_of_tool(const struct rules *rules, struct str format, enum key key);
/* Whether a run on processors alone has no such thing as `key`. */
bool rules_without(const struct rules *rules, enum key key);
/* The `at`-th key whose "none" answers `key` as well; false: there is none or no more. */
bool rules_closed_by(const struct rules *rules, enum key key, size_t at, enum key *closer);
/* The `at`-th key that fixes `key` where a tool's file tells it; false: there is none or no more.
 */
bool rules_fixed_by(const struct rules *rules, enum key key, size_t at, enum key *fixer);
/* How `key` can be disclosed, with {name} in it; empty: nobody knows. */
struct str rules_advice(const struct rules *rules, enum key key);

#endif
