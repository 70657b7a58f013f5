/* model.h - the nouns: evidence, facts, series, runs, findings, comparisons, claims.
 *
 * Data and look-up only, no policy. Everything lives in the case's arena; `const T *` is borrowed.
 * Words are those of docs/words.md and the product's word list. */
#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#include "base/file.h"
#include "model/companions.h"
#include "model/deciding.h"
#include "model/selector.h"
#include "model/showing.h"
#include "model/steadiness.h"

/* ---- lists: layers, units, vocabulary ---- */

enum layer {
    LAYER_NONE,
#define LAYER(id, name, title, owner) LAYER_##id,
#include "model/layers.def"
#undef LAYER
    LAYER_COUNT
};
struct layer_row {
    const char *name, *title, *owner; /* owner: usual team; a case may name another */
};
const struct layer_row *layer_row(enum layer layer); /* never NULL; LAYER_NONE has empty texts */
MUST_USE bool layer_find(struct str name, enum layer *out);

enum unit {
#define UNIT(id, symbol, title, base, factor) UNIT_##id,
#include "model/units.def"
#undef UNIT
    UNIT_COUNT_OF_UNITS
};
struct unit_row {
    const char *symbol, *title;
    enum unit base;
    double factor; /* value in this unit x factor = value in the base unit */
};
const struct unit_row *unit_row(enum unit unit);
/* also ASCII spellings: us, tok/s, MiB, C */
MUST_USE bool unit_find(struct str symbol, enum unit *out);

enum value_type { TYPE_TEXT, TYPE_VERSION, TYPE_COUNT, TYPE_REAL, TYPE_TIME, TYPE_LIST };
enum group {
    GROUP_CASE,
    GROUP_PARTY,
    GROUP_WORKLOAD,
    GROUP_PRECISION,
    GROUP_METHODOLOGY,
    GROUP_EXECUTOR,
    GROUP_ENVIRONMENT,
    GROUP_HEALTH,
    GROUP_RESULT,
    GROUP_DERIVED,
    GROUP_PRICE,
    GROUP_DEMAND,
    GROUP_COUNT
};
const char *group_name(enum group group);
enum likeness {
    LIKENESS_EQUAL,
    LIKENESS_VERSION,
    LIKENESS_WITHIN,
    LIKENESS_NOT,
    LIKENESS_IDENTITY
};
enum better { BETTER_NEITHER, BETTER_HIGHER, BETTER_LOWER };
enum bound { BOUND_PORTABLE, BOUND_VENDOR, BOUND_TIED };

enum key {
#define KEY(id, name, title, unit, type, layer, group, likeness, better, disclose, bound) KEY_##id,
#include "model/vocabulary.def"
#undef KEY
    KEY_COUNT
};
struct vocabulary_row {
    const char *name, *title;
    enum unit unit; /* canonical; a fact may carry another of the same base */
    enum value_type type;
    enum layer layer; /* LAYER_NONE: belongs to no executor layer */
    enum group group;
    enum likeness likeness;
    enum better better;
    bool needed; /* a credible comparison needs it disclosed */
    enum bound bound;
};
const struct vocabulary_row *vocabulary_row(enum key key); /* never NULL */
MUST_USE bool vocabulary_find(struct str name, enum key *out);
double vocabulary_tolerance(enum key key); /* LIKENESS_WITHIN: relative; 0 otherwise */

/* ---- evidence and facts ---- */

struct evidence { /* one file, as it came */
    /* as the case names it: "h100-unit6/captures/uname.txt"; inside an archive
     * "b.tar.gz!x/uname.txt" */
    struct str name;
    struct str packed; /* where the dossier keeps it: "data/evidence/00-captures/uname.txt" */
    struct str bytes;  /* stored bytes, not decoded */
    struct digest digest;
    const char *format; /* name of the adapter that read it; NULL: not read */
    unsigned traits;    /* of that format: model/traits.h */
    size_t index;       /* position in the case's evidence list */
};
struct source { /* a place, or a range of places, in one file */
    const struct evidence *evidence;
    struct place from, to; /* to.path empty: one place */
};

enum fact_kind { FACT_CAPTURED, FACT_MEASURED, FACT_DECLARED, FACT_DERIVED }; /* best first */
const char *fact_kind_name(enum fact_kind kind);

struct quantity {
    struct str text; /* as the evidence wrote it; of a derived fact: as the report prints it */
    double value;    /* in `unit`; meaningless unless `number` */
    enum unit unit;
    bool number;
};

/* ---- what a tool's figure means: model/definitions.def ---- */

enum definition {
#define DEFINITION(id, name, population, clock, says) DEFINITION_##id,
#include "model/definitions.def"
#undef DEFINITION
    DEFINITION_COUNT
};
enum population {
    POPULATION_REQUESTS,
    POPULATION_TOKENS,
    POPULATION_CHUNKS,
    POPULATION_WINDOW,
    POPULATION_REPETITIONS
};
enum clock { CLOCK_CLIENT, CLOCK_SERVER, CLOCK_ENGINE };
/* between the two nearest values; the smallest value not below; the one that floor(n p) of n values
 * lie before, which is one rank higher where n p is whole; the middle of the bin of a histogram
 * that holds the smallest value not below; not known */
enum percentile_rule {
    PERCENTILE_LINEAR,
    PERCENTILE_STEP,
    PERCENTILE_ABOVE,
    PERCENTILE_BIN,
    PERCENTILE_UNKNOWN
};
enum spread_rule { SPREAD_POPULATION, SPREAD_SAMPLE, SPREAD_UNKNOWN }; /* divided by n, n - 1 */
struct definition_row {
    const char *id;
    enum population population;
    enum clock clock;
    const char *says;
};
const struct definition_row *definition_row(enum definition definition);
struct defined { /* how one tool, in one range of its versions, means one key */
    const char *adapter;
    const char *era; /* of the tool, by the shape of its file; NULL: any */
    enum key key;
    enum definition definition;
    enum percentile_rule percentile;
    enum spread_rule spread;
};
/* Whether two figures of `instance` ("mean", "p99", "std", ...) are one thing: equal definitions,
 * and equal rules where the statistic depends on them. NULL, not registered, agrees with nothing,
 * not even with NULL. */
bool defined_alike(const struct defined *a, const struct defined *b, struct str instance);
/* "ttft.first-chunk, over requests, by the client's clock, linear percentiles": for people. */
void defined_put(const struct defined *defined, struct str instance, struct buf *out);

struct fact;
struct comparison;
struct derivation {      /* how a derived fact came about */
    const char *name;    /* row of the derivation table */
    const char *formula; /* in words */
    const struct fact *const *input;
    size_t count;
    const struct series *series; /* where the input is a series; its source is an input too */
    bool relates; /* measurements of systems to one another: prints under a verdict alone */
    const struct comparison *licence; /* that verdict; set where `relates` */
};

struct system;
struct machine;
struct run;
struct fact {
    enum key key;
    /* accelerator index, package name, load point, percentile; empty otherwise */
    struct str instance;
    enum fact_kind kind;
    const struct system *system; /* scope: the deepest that is not NULL; all NULL: the case */
    const struct machine *machine;
    const struct run *run;
    struct quantity value;
    /* the evidence holds a placeholder here: not disclosed, text kept as the reason */
    bool placeholder;
    const struct defined *defined;       /* of a tool's figure; NULL: not registered */
    struct source source;                /* unless derived */
    const struct derivation *derivation; /* if derived */
    uint32_t number;                     /* F1, F2, ...; 0 before numbering */
};

struct facts; /* all facts of one scope, none ever dropped */
struct facts *facts_new(struct arena *home);
void facts_add(struct facts *facts, const struct fact *fact); /* copied */
size_t facts_count(const struct facts *facts);
const struct fact *facts_at(const struct facts *facts, size_t index); /* in order of adding */
/* Best by kind (captured, measured, declared; never derived), then first added. Placeholders are
 * passed over. NULL: not disclosed. */
const struct fact *facts_best(const struct facts *facts, enum key key, struct str instance);
/* The next of this key and instance, as they were added, placeholders too; of NULL the first. */
const struct fact *facts_next(const struct facts *facts, enum key key, struct str instance,
                              const struct fact *after);
/* Any instance: the first instance (byte order) after `after` that has key; false at the end. */
bool facts_instance(const struct facts *facts, enum key key, struct str after, bool first,
                    struct str *out);

enum series_kind { SERIES_UNDECLARED, SERIES_PER_INTERVAL, SERIES_PER_ITERATION };
/* per-iteration, per-request or per-second data; columns that are absent are NULL */
struct series {
    enum key key;        /* what value[] is */
    struct str instance; /* accelerator index of telemetry; empty otherwise */
    enum unit unit;
    enum series_kind kind;
    const double *start;    /* s; on the run's clock, or Unix time where `unix_clock` */
    const double *duration; /* s */
    const double *value;    /* NaN: missing */
    const double *work;     /* units of work done */
    enum unit work_unit;
    const uint32_t *phase;    /* equal numbers: equal work, 0 based */
    struct str phase_columns; /* "ctx" or "ctx, batch": for method id and report */
    const uint32_t *row;      /* row or line in the evidence, 1 based */
    size_t count;
    bool unix_clock;
    double half_digit; /* half of the last digit that a value is written with; 0: not known */
    double pause;      /* longest pause between rows with a declared cause, s; 0: none */
    double load_begin, load_end; /* on the series' own clock; NaN: unknown */
    struct source source;        /* from first to last row, path names the judged column */
    struct source work_source, start_source; /* columns of the same rows */
};

struct run {
    /* last segment of its path, "#instance" behind it where one was selected; unique in the case */
    struct str id;
    struct str path;
    const struct machine *machine;
    struct facts *facts;
    struct series *series;
    size_t series_count;
    struct str instance; /* the instance of a file's several runs that the case selected */
    bool bridge;
    const struct system *like; /* bridge only: the system it should be like */
};
struct machine {
    struct str id;       /* "A.1": system and number */
    struct str workload; /* name of what its runs are; empty: the case has one workload only */
    const struct system *system;
    struct facts *facts;
    struct run *run;
    struct series *series; /* of its captures; no run sees them */
    size_t run_count, series_count, index;
};
struct system {
    struct str id, label;
    bool baseline;
    struct facts *facts;
    struct facts *sweep;      /* of files named as sweeps; no run sees them */
    struct profiled *profile; /* of paths named as profiles; no run sees them */
    size_t profile_count;
    struct machine *machine;
    size_t machine_count;
    size_t index;
};

/* The best fact a run sees: captured before measured before declared; within one kind the run's own
 * before its machine's, system's and the case's. NULL: not disclosed. */
struct case_file;
struct terms;
struct offers;
struct question;
struct profile;
struct accuracy;
struct accuracy_loss;
struct plan;
struct ledger;
const struct fact *run_fact(const struct case_file *case_file, const struct run *run, enum key key,
                            struct str instance);
/* Calls `visit` for each non-derived fact of (key, instance) that the run sees, nearest scope
 * first. */
void run_facts(const struct case_file *case_file, const struct run *run, enum key key,
               struct str instance, void (*visit)(void *self, const struct fact *fact), void *self);

/* ---- the case ---- */

struct under_test {
    enum under_test_kind kind;
    enum layer layer[3];
    size_t layer_count;
    bool precision;                       /* "precision" named among the layers */
    struct str terms, release_rule, unit; /* kind executor */
};
enum limit_direction { WEAKER_WHEN_MORE, WEAKER_WHEN_LESS, WEAKER_WHEN_CHANGED };

/* The numbers of the steady-state method; change of any is a change of the method id. */
enum steady_parameter {
#define STEADY_PARAMETER(id, name, unit, type, least, most, standard, weaker, title) STEADY_##id,
#include "model/steady_parameters.def"
    STEADY_PARAMETER_COUNT
};
struct steady_parameter_row {
    const char *name, *title;
    enum unit unit;
    enum value_type type;
    double least, most, standard; /* in the unit */
    enum limit_direction weaker;
};
const struct steady_parameter_row *steady_parameter_row(enum steady_parameter parameter);
bool steady_parameter_find(struct str name, enum steady_parameter *out);
struct steady_parameters {
    double of[STEADY_PARAMETER_COUNT]; /* in base units: shares of one, counts */
    bool lower_is_better;              /* a time per operation: a drain tail is a rise */
};
struct steady_parameters steady_parameters_standard(void);
/* Whether a value in base units lies within the table's bounds, and is whole where it must be. */
bool steady_parameter_allows(enum steady_parameter parameter, double value);
void steady_parameter_put_range(enum steady_parameter parameter, struct buf *out);
void steady_parameter_put_standard(enum steady_parameter parameter, struct buf *out);

struct policy {                           /* limits in force; a weakened one has a reason */
    double margin, failures, least_share; /* shares of one */
    double least_window;                  /* s */
    uint32_t repetitions, least_batches;
    struct steady_parameters steady; /* delta among them; lower_is_better is the run's */
    const struct fact *margin_fact, *failures_fact, *least_window_fact, *repetitions_fact,
        *least_share_fact, *least_batches_fact;
    /* NULL: the case does not name it; delta's is always there */
    const struct fact *steady_fact[STEADY_PARAMETER_COUNT];
    struct weakening {
        enum key key; /* KEY_POLICY_... */
        struct str reason;
        const struct fact *fact, *built_in; /* NULL: `standard` says it */
        struct str standard;
    } weakened[8 + STEADY_PARAMETER_COUNT];
    size_t weakened_count;
};
struct case_text { /* a person's sentence with its fact */
    struct str text;
    const struct fact *fact;
};
struct case_file {
    struct str id, date, language, question, asked_by;
    enum decides decides;            /* as stated, else told from what the case holds */
    struct str profile;              /* "engineering"; empty: the built-in rules as they are */
    const struct evidence *evidence; /* the case itself */
    struct facts *facts;             /* case scope */
    struct system *system;
    size_t system_count;
    struct system *bridge; /* one pseudo system a bridge entry: machine with runs marked bridge */
    size_t bridge_count;
    struct under_test under_test;
    enum key metric;
    struct str metric_instance;
    enum metric_kind metric_kind;
    struct policy policy;
    struct case_text *assumption, *limitation;
    size_t assumption_count, limitation_count;
    struct str owner[LAYER_COUNT]; /* team by layer; the usual one unless the case renames it */
    struct selector *selector;
    size_t selector_count;
    const struct plan *plan;     /* records.h; NULL: the case names none that it keeps */
    const struct ledger *ledger; /* the same */
    const struct terms *terms; /* prices, demand, requirements: decision.h; never NULL once read */
};

/* ---- judgement ---- */

enum judgement { HOLDS, FAILS, UNKNOWN, NOT_APPLICABLE };
enum severity { SEVERITY_INFORMS, SEVERITY_DISCLOSES, SEVERITY_BLOCKS };
enum family {
    FAMILY_W,
    FAMILY_P,
    FAMILY_M,
    FAMILY_S,
    FAMILY_T,
    FAMILY_V,
    FAMILY_H,
    FAMILY_U,
    FAMILY_N,
    FAMILY_D,
    FAMILY_X,
    FAMILY_E,
    FAMILY_COUNT
};
enum reach { REACH_COMPARISON, REACH_ATTRIBUTION, REACH_CLAIM };
enum verdict { VERDICT_COMPARABLE, VERDICT_STATED, VERDICT_INCOMPLETE, VERDICT_NOT };
struct verdict_row {
    const char *name, *glyph; /* "comparable with stated differences", "≈" */
    int exit;                 /* 0, 0, 2, 1 */
};
const struct verdict_row *verdict_row(enum verdict verdict);

/* what the report says of a rule; the rest of the row is private to comparability */
struct rule_text {
    struct str id, title, why, mend; /* "W3", ... */
    struct str loosened; /* reason why an own rule set made it looser; empty: it did not */
    enum family family;
    enum reach reach;
    struct place place; /* in the rules file */
};
struct finding {
    const struct rule_text *rule;
    enum judgement judgement;
    enum severity severity;
    enum verdict cell; /* what this finding alone would make the verdict */
    enum key key;      /* the key it turned on; KEY_COUNT: none */
    struct str instance;
    /* what was found, in words without digits of its own; slots {0}, {1}: facts seen */
    struct str said;
    const char *when;               /* the condition that chose the words; NULL: the judgement */
    struct str mend;                /* the rule's, or a more exact one */
    const struct fact *const *seen; /* values with their sources; side A's first */
    size_t count;
    const struct fact *a, *b; /* one value a side, where the rule compares; NULL: not disclosed */
    struct str silent;        /* whose silence, where unknown: system ids */
    size_t times;             /* the same cause found in so many runs or files; the first stands */
    struct str also;          /* the others, "B-r2, B-r3"; "..." behind many */
};

enum layer_state { LAYER_SAME, LAYER_CHANGED, LAYER_UNDISCLOSED };
/* Between whole executors: could the other side run this value? In order of what is asked first. */
enum difference_class {
    DIFFERENCE_UNCLASSED, /* layers are under test, or the key is none of the executor's */
    DIFFERENCE_FORCED,
    DIFFERENCE_CHOSEN,
    DIFFERENCE_UNEXPLAINED
};
const char *difference_name(enum difference_class is); /* "forced", ...; "" where unclassed */
struct key_difference {
    enum key key;
    struct str instance;
    const struct fact *a, *b;    /* NULL: not disclosed */
    const struct fact *distance; /* "major +10"; NULL: no version, or one side only */
    enum difference_class is;
    const struct fact *reason; /* what the case says of the class; NULL: nothing */
};
struct layer_difference { /* one row of the stack ribbon */
    enum layer layer;
    enum layer_state state;
    bool under_test;
    /* the fact that speaks for the layer: first difference, else its chief key; may be NULL */
    const struct fact *a, *b;
    const struct key_difference *difference;
    size_t difference_count;
    enum difference_class is; /* the last class of its differences */
};

enum coverage_state {
    COVERAGE_NONE,
    COVERAGE_DECLARED,
    COVERAGE_MEASURED,
    COVERAGE_CAPTURED,
    COVERAGE_CLASH
};
/* needed keys of one layer (or group, layer LAYER_NONE) as one run sees them: the worst of them */
struct coverage {
    enum layer layer;
    enum group group;
    const struct run *run;
    enum coverage_state state;
    size_t needed, disclosed;
    const enum key *missing;
    size_t missing_count;
};

struct judged_run { /* one run, judged alone and in the window */
    const struct run *run;
    const struct series *series; /* of the metric; NULL: none */
    /* telemetry on the run's clock (start shifted); NULL: none */
    const struct series *clock, *power, *throttle, *utilisation;
    struct steadiness steady, clock_steady, power_steady;
    double begin_s, end_s; /* steady stretch: latest start of metric and clock; NaN unless steady */
    /* values of the run alone; NULL: none */
    const struct fact *own, *whole, *within_low, *within_high;
    const struct fact *told; /* the tool's figure of a run that kept no samples of it; else NULL */
    /* in the common window; NULL without a licence */
    const struct fact *value, *value_all, *cycles;
    struct { /* of a serving run that kept its requests; seconds 0: none */
        const double *output, *active; /* units of work (NULL: not kept), requests in flight */
        size_t seconds;                /* whole ones from the first request */
        double begin; /* of that on the clock of `clock` and `utilisation`, s; NaN: not known */
    } load;
    bool by_second; /* the metric's series is the output by second of overlapping requests */
    const struct fact *const *fact; /* every derived fact of this run, for the runs section */
    size_t fact_count;
};

struct asked {               /* one line of a list that can be sent to a side */
    struct str how;          /* "the output of `nvidia-smi -q -x`"; empty: a statement suffices */
    const struct str *title; /* what it would answer */
    size_t count;
};

struct comparison {
    const struct system *a, *b; /* baseline first, where there is one */
    bool has_baseline;
    bool planned;        /* a plan counts (rule M13), whether or not it was kept to */
    bool step;           /* not with the baseline: a pair that differs in exactly one layer */
    struct str workload; /* empty: the case has one workload only */
    struct str pair;     /* "A-B", "A-B chat"; empty: the case has one comparison only */
    enum verdict verdict;
    const struct finding *finding;
    size_t finding_count;
    const struct judged_run *run; /* A's, B's, then bridges' */
    size_t run_count;
    /* The rest is NULL or 0 unless the verdict licenses it. */
    const struct fact *window_begin, *window_end, *window_length;
    const struct fact *mean[2], *mean_low[2], *mean_high[2];
    const struct fact *ratio, *ratio_low, *ratio_high, *change, *change_low, *change_high, *df;
    const struct fact *ratio_all, *ratio_own, *ratio_whole;
    struct turns_of_runs turns;
    struct power_of_runs power;
    struct medians_of_runs medians;
    /* beside it: rank_p from ten runs a side, ratio_without only where it moves by the margin */
    const struct fact *cliffs_delta, *rank_p, *ratio_without;
    const struct fact *const *bridge; /* bridge ratio, one a bridge run */
    size_t bridge_count;
    const struct fact *holm; /* probability after Holm; NULL: no ratio, or one comparison only */
    /* at_objective: the load each side was taken at, and the next, which misses the objective */
    const struct fact *load[2], *load_next[2];
    const char *decision; /* "faster", "slower", "equivalent", "inconclusive"; NULL: none */
    /* Always there. */
    const struct layer_difference *layer;
    size_t layer_count;
    const struct coverage *coverage;
    size_t coverage_count;
    const struct fact *failed, *unknown, *stated, *layers_changed; /* counts */
    const struct fact *units[2], *runs[2];
    enum layer credited; /* the layer to which the change may be attributed; LAYER_NONE: none */
    /* stable words: "one layer, bridge agrees", "several layers", "no bridge", ... */
    const char *credit_why;
    const struct asked *asked[2]; /* of A, of B: what would end its silence */
    size_t asked_count[2];
    const struct offers *offers;          /* decision.h; NULL without a licence */
    const struct accuracy_loss *accuracy; /* decision.h, by task; none without a licence */
    size_t accuracy_count;
};
/* Whether numbers that relate A and B may be printed at all. */
bool comparison_licenses(const struct comparison *comparison);

struct slot {
    const char *name; /* of the sentence: "change" for {change} */
    const struct fact *fact;
};
struct claim {            /* a sentence of the strings table with the facts it rests on */
    struct str id;        /* made from rows: "answer.A-B", "window.A-B" */
    const char *sentence; /* row in templates/strings.*.json */
    const struct slot *slot;
    size_t slot_count;
    const struct comparison *comparison; /* NULL: none */
};

struct report_model { /* everything a report may speak of */
    const struct case_file *case_file;
    const struct evidence *evidence;
    size_t evidence_count;
    const struct comparison *comparison;
    size_t comparison_count;
    const struct claim *claim;
    size_t claim_count;
    const struct fact *const *fact; /* all, numbered, in order: fact[i]->number == i + 1 */
    size_t fact_count;
    const struct question *question; /* decision.h: by kind, in the order of the table */
    size_t question_count;
    const struct judged_threshold *threshold; /* objectives, then requirements, each by system */
    size_t threshold_count;
    const struct judged_hold *held; /* decision.h: one for each of its decision's `holds_while` */
    const struct saturation *saturation;
    size_t saturation_count;
    const struct profile *profile; /* decision.h: by system, runs' own first */
    size_t profile_count;
    const struct ceiling *ceiling;   /* decision.h: by system, up to one without */
    const struct accuracy *accuracy; /* decision.h: by system, then task */
    size_t accuracy_count;
    struct str rules_version;
    const struct evidence *rules_evidence;
    bool rules_changed;                      /* not the built-in rule set */
    const struct evidence *own_rules;        /* what extends it; NULL: nothing */
    const struct rule_text *const *loosened; /* rules that own_rules made looser, with its reason */
    size_t loosened_count;
    const struct reference *reference;
    size_t reference_count;
    struct digest evidence_id;
    struct str program; /* "dossier 0.1.0" */
};
const struct claim *claim_find(const struct report_model *model, struct str id);

/* Sorts facts into their fixed order (scope, vocabulary row, instance, kind, file, offset; derived
 * ones after, by comparison and the order in which they were given) and numbers them. */
void facts_number(struct fact **fact, size_t count);

#endif
