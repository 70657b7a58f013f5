/* judging.h - one comparison while it is judged: its runs, what each did, and the findings so far.
 * Private to comparability. */
#ifndef COMPARABILITY_JUDGING_H
#define COMPARABILITY_JUDGING_H

#include "comparability.h"
#include "derive.h"
#include "rules.h"
#include "statistics.h"
#include "window.h"

/* ---- a run, judged alone ---- */

enum telemetry_state {
    TELEMETRY_NONE,
    TELEMETRY_UNTIMED,          /* its rows have no time: their zone is not known */
    TELEMETRY_UNTIMED_UNPLACED, /* nor is when the run's own clock began */
    TELEMETRY_ALONE,            /* there are no samples of the metric beside it */
    TELEMETRY_UNPLACED,         /* when the run's own clock began is not known */
    TELEMETRY_OUTSIDE,          /* of another time than the load */
    TELEMETRY_USED
};

enum { ACCELERATORS_MOST = 256 }; /* of one run; more are not judged, and that is unknown */
struct accelerator_seen {         /* telemetry of one that worked, on the run's clock */
    struct str instance, name;    /* "3", "accelerator 3" */
    /* NULL: none within the load; utilisation: that some kernel ran, which is no efficiency */
    const struct series *clock, *memory, *power, *throttle, *utilisation;
    const struct series *link_generation, *link_width;
    struct steadiness clock_steady, power_steady;
};

struct processors {              /* whether processors alone computed */
    const struct fact *by;       /* what shows it; NULL: nothing does */
    const struct fact *against;  /* what knows of an accelerator; NULL: nothing does */
    const struct fact *software; /* what shows that the run's software is built for one */
    bool telemetry;              /* samples of an accelerator */
};

struct alone { /* what one run did, whatever it is compared with; one a run of the case */
    struct judged_run door; /* without values of a window */
    bool rate;              /* the metric is work over time; else of the judged column: */
    uint32_t num, den;      /* its percentile num / den; den 0: its mean */
    /* what a value of the judged column is in the metric's unit: seconds are kept where people read
     * milliseconds; of a rate 1 */
    double scale;
    bool lower_is_better;
    struct span span; /* steady stretch; only where has_span */
    bool has_span;
    struct stretch own, whole; /* own: steady stretch, whole cycles */
    enum telemetry_state telemetry;
    const struct series *telemetry_seen; /* of the run's accelerator; NULL: NONE */
    /* Accelerators that worked, the one that drew most first: it stands for the run in `door`. */
    struct accelerator_seen *accelerator;
    size_t accelerator_count;
    bool accelerators_stated;        /* the run says how many it used */
    bool accelerators_missing;       /* fewer have telemetry than the run used */
    double own_value, whole_value;   /* NaN: none */
    const struct fact *const *bound; /* by objective, then by requirement; NULL: not shown */
    /* the time to the target, or the figure of the whole run; NULL: none, or not asked for */
    const struct fact *completion;
    struct processors processors;
    size_t copy_of; /* index of the run whose measurement this repeats; SIZE_MAX: none */
    bool by_begin;  /* told so by the begin of the two loads alone */
    /* The two: a fact or a series of each, whichever is equal. */
    struct copied {
        const struct run *run;
        const struct evidence *file; /* NULL: a series made by hand */
        const struct series *series; /* NULL: the files are equal as wholes */
        const struct fact *fact;     /* measured in the file; NULL: none */
    } original, copy;
};

/* Judges every run of the case, A's first in case order, bridges last. Derived facts go to
 * `deriving`. */
struct alone *runs_judge(struct deriving *deriving, const struct case_file *case_file,
                         size_t *count);
/* run_telemetry.c: cuts and judges the telemetry of a run's accelerator. `stored` is the series of
 * the metric as ingested, NULL where there is none; `zero` what was taken off its clock. */
void run_telemetry(struct arena *home, const struct case_file *case_file, struct alone *alone,
                   const struct series *stored, double zero);
/* stretch_value.c. The metric over a stretch: rate, mean or percentile by nearest rank; NaN where
 * there is none. */
double stretch_value(const struct alone *alone, const struct stretch *stretch);
/* Its within-run 95 % interval: t over 30 batches, or order statistics of a percentile. */
struct interval stretch_within(const struct alone *alone, const struct stretch *stretch);
/* Whether `copy` rests on the same measurement as `original`; then both are set in `copy`.
 * `shared`: shared_rows_find of all runs. */
struct shared_rows;
/* The next figure of `run` that a clock had a part in, from `*at`; NULL: no more. Scores are left
 * out: a model that answers alike twice has been run twice. */
const struct fact *timed_next(const struct run *run, size_t *at);
bool alone_copies(const struct case_file *case_file, const struct shared_rows *shared,
                  struct alone *copy, const struct alone *original);
/* Where it stands, as a fact of its run; `whole`: the two files are equal as wholes. NULL: the
 * file gave neither series nor fact. */
const struct fact *copied_fact(struct deriving *deriving, const struct copied *copied, bool whole);

/* ---- a comparison, judged ---- */

enum side { SIDE_A, SIDE_B, SIDE_BRIDGE };

struct member { /* one run of the comparison */
    const struct alone *alone;
    const struct run *run;
    enum side side;
    enum side like;             /* of a bridge: the side it should be like; else the same as side */
    struct stretch in, all;     /* in the common window: whole cycles, and all of it */
    double in_value, all_value; /* the metric there, by numbers_prepare; NaN: none */
    const double
        *execution; /* of a whole run: each repetition, an execution by itself; else NULL */
    size_t execution_count;
    /* of a whole run, as written: half of the last digit, 0 where none is told; the figure itself
     */
    double digits, written;
    const struct fact *energy; /* of its accelerators there, by energy_publish; NULL: none */
};

/* Whether a run may count as a whole, by the format that its figure is of; with `executions`,
 * whether its repetitions are executions by themselves. members.c. */
struct judging;
bool whole_format(const struct judging *judging, const struct member *member, bool executions);

struct ratios {         /* B against A, before anything is published */
    struct interval in; /* whole cycles in the common window; by blocks where runs took turns */
    struct interval unpaired; /* the same of the runs taken for themselves */
    double all, own, whole;
    bool found;  /* in.found: with an interval */
    bool digits; /* an end of `in` is how far the figures' last digit reaches */
};

struct column { /* what member_fact found of one instance, by member; NULL: not asked yet */
    struct str instance;
    const struct fact **fact;
};
struct instances { /* of one key, over all members, in byte order */
    struct str *item;
    size_t count;
    bool gathered, known;     /* `known`: in order, each once */
    struct column column[2];  /* columns.c: without an instance, and of one */
    const struct fact **any;  /* what member_any found, by member; NULL: none was asked yet */
    struct lists_told *lists; /* by member; NULL: none was asked yet */
    /* predicates_work.c: whether some run does not tell this count */
    enum { COUNTS_UNASKED, COUNTS_OPEN, COUNTS_CLOSED } counts;
};

struct tools { /* that measured one member: files, one of each format */
    const struct evidence **item;
    size_t count;
    bool known;
};
struct units { /* of one system */
    const struct system *of;
    const struct fact **unit;
    size_t count;
    struct units *next;
};

enum { LIST_FORMATS_MOST = 16 };
struct lists_told { /* of a key whose absence means something, the formats that a run tells it by */
    const char *format[LIST_FORMATS_MOST];
    size_t count;
    bool known, whole;
};

struct judging {
    struct arena *home;
    struct instances *instances; /* by key; filled as they are asked for */
    const struct case_file *case_file;
    const struct evidence *evidence; /* all files of the case */
    size_t evidence_count;
    const struct rules *rules;
    struct deriving *deriving;
    const struct system *system[2];
    bool bidders; /* no baseline, or each side measured by a vendor of its own */
    struct member *member;
    size_t member_count;
    const struct member *first[2]; /* of each side; NULL: it has none */
    struct tools *tools;           /* by member */
    struct units *units;           /* behind a first of none, what units_of found so far */
    /* at_objective: all runs of both sides, of which `member` holds those at each side's load */
    const struct member *sweep;
    size_t sweep_count;
    const struct saturation *point[2]; /* where each side's load comes from; NULL: no sweep */
    const struct saturation *swept[2]; /* each side's sweep that units may be counted by; NULL */
    /* One window over all runs, bridges too. */
    bool all_steady, has_window;
    struct span window;
    struct ratios ratios;
    size_t *block;      /* by member, from 0; SIZE_MAX: in none */
    size_t block_count; /* 0: the runs were not made in turns, or there are too few blocks */
    struct finding *finding;
    const struct rule **rule; /* beside finding */
    size_t finding_count, finding_room;
    struct found *found; /* of the rule being judged, until findings_make */
    size_t found_count, found_room;
    const struct comparison *null_pair; /* of this workload, once compared; NULL: not, or none */
    struct comparison *comparison;      /* for licences, set when the early rules are through */
};

/* ---- findings ---- */

struct outcome { /* what a predicate found once */
    enum judgement judgement;
    condition_set raised; /* conditions, CONDITION_BIT */
    enum key key;         /* KEY_COUNT: none */
    struct str instance;
    const struct fact *a, *b;
    const struct fact *seen[8]; /* in the order of the slots; NULL ends, unless a and b are meant */
    struct str silent;
    struct str mend; /* empty: the rule's */
    /* Where `mend` is empty: what is there decides what would end the silence of the marked. */
    enum mend_by { MEND_BY_RULE, MEND_RESULT, MEND_SERIES, MEND_TELEMETRY } mend_by;
    const bool *marked; /* by member; NULL: MEND_BY_RULE */
    struct str said;    /* a sentence in place of the rule's; empty: the rule's */
    bool stated;        /* discloses at most: the case says so itself */
};
struct outcome outcome_of(enum judgement judgement);
/* The same with a key and its two values, which are the first slots. */
struct outcome outcome_key(enum judgement judgement, enum key key, struct str instance,
                           const struct fact *a, const struct fact *b);
/* What predicates found of one rule, in their order. Severity, words and mend are nothing that a
 * predicate knows: findings_make gives them once all parts of the rule's test were asked. */
struct found {
    struct outcome outcome;
    size_t again;    /* index of what is found once more, of another run; SIZE_MAX: it is new */
    struct str also; /* then: that run */
};
void found_put(struct judging *judging, const struct found *found);
/* Makes findings of what was found of the rule, and forgets it. */
void findings_make(struct judging *judging, const struct rule *rule);
/* One finding a rule and cause: where an earlier one says the same of another run or file, that one
 * is answered and counts it. Valid until the next call. */
struct finding *find(struct judging *judging, const struct rule *rule,
                     const struct outcome *outcome);
/* States that a rule of one's own is looser than the built-in one, with the reason given. */
void finding_loosened(struct judging *judging, const struct rule *rule);
/* Whether a condition that follows from the case and its runs alone holds. */
bool condition_of_case(const struct judging *judging, enum condition condition);
/* Those of `asked`, CONDITION_BIT each and all of them of the case, that do not hold. */
condition_set conditions_missing(const struct judging *judging, condition_set asked);
/* Effect of a finding on the verdict: the table of docs/rules.md. */
enum verdict verdict_cell(enum severity severity, enum judgement judgement);
enum verdict verdict_worst(const struct finding *finding, size_t count);

/* ---- what runs say ---- */

/* Ids of the physical units of a system's or bridge's machines: serial numbers, else unit
 * identifiers; host names where all its runs were on processors alone; each once, in order of
 * machines and instances. */
size_t units_of(const struct judging *judging, const struct system *system,
                const struct fact ***out);
/* Whether one of the list has the id of `fact`. */
bool unit_among(const struct fact *const *list, size_t count, const struct fact *fact);
/* Number of runs of a side; copies count once where `once`. */
size_t side_count(const struct judging *judging, enum side side, bool once);
/* Package, environment: a list where absence means something. */
bool instances_listed(enum key key);
/* What a fact says of the lists that a run, or a bundle, has of its key; and whether those would
 * name what `fact` of another names: a whole list does, and one of the same format. A tool that
 * chooses packages (torch's collect_env) is silent of others. */
void lists_add(struct lists_told *lists, const struct fact *fact);
bool lists_have(const struct lists_told *lists, const struct fact *fact);
/* The same of the lists of each run of a side. */
bool lists_cover(const struct judging *judging, enum side silent, const struct fact *fact);
/* Instances of `key` that any of the members sees, in byte order. */
size_t instances_seen(const struct judging *judging, enum key key, struct str **out);
/* The best fact the run sees; a format stated "as weights" is that of the weights. */
const struct fact *member_fact(const struct judging *judging, const struct member *member,
                               enum key key, struct str instance);
/* The tools that measured the member's run; NULL: a run of the sweep that is not compared. */
const struct tools *member_tools(const struct judging *judging, const struct member *member);
/* To be called when the members are in place: what was found of others that stood there goes. */
void members_settled(struct judging *judging);
/* run.start or run.end as a time that can be read; where no tool wrote it, the load's begin or end,
 * which lies within the run. NULL: neither is known. */
const struct fact *member_moment(const struct judging *judging, const struct member *member,
                                 enum key key, double *seconds);
/* What a run sees: its own facts, and those of its machine and system. */
size_t member_facts(struct arena *home, const struct member *member, const struct fact ***out);
/* Whether the captures are of one chosen accelerator of several (`nvidia-smi -q -i N`): each file
 * that says how many are attached lists one alone, and others bear it out. */
bool accelerator_chosen(const struct judging *judging, const struct member *member);
/* Whether captures tell of fewer accelerators than the run used: those are not vouched for. */
bool told_of_fewer(const struct judging *judging, const struct member *member, size_t told);
/* Whether the accelerators are what is compared. */
bool hardware_under_test(const struct under_test *under_test);
/* Whether its sides are the pair that the case names as one configuration measured twice. */
bool judging_null_pair(const struct judging *judging);
/* Any instance of the key: the first in byte order that the run discloses. NULL: not disclosed. */
const struct fact *member_any(const struct judging *judging, const struct member *member,
                              enum key key);
/* Whether a "none" of another key answers this one as well. */
bool key_closed(const struct judging *judging, const struct member *member, enum key key);
/* Vendor of the member's accelerators; empty: not known. */
struct str member_vendor(const struct judging *judging, const struct member *member);
/* mends.c: what would end the first marked member's silence; empty: the rule's own words will do.
 */
struct str mend_series(const struct judging *judging, const bool *silent);
struct str mend_telemetry(const struct judging *judging, const bool *silent);
/* Of a figure that a tool alone can tell. */
struct str mend_result(const struct judging *judging, const bool *silent, enum key key);
/* Advice with the programs of the vendors whose accelerators the runs used. */
struct str mend_by_vendor(const struct judging *judging, enum key key, struct str advice);
/* A mend that asks for the output of an accelerator's programs: where all runs are of what times
 * any program, and nothing tells whether an accelerator worked, that is stated first, once. */
struct str mend_by_processors(const struct judging *judging, struct str silent, struct str mend);
/* Whether what was told is of a tool that times any program, and shows neither an accelerator nor
 * that processors alone computed. */
bool timed_untold(const struct rules *rules, const struct told *told, size_t count, enum key metric,
                  bool learning);
/* tools.c: calls `visit` with the file of each fact and series by which a tool measured what was
 * told, until it says false. */
void tools_each(const struct told *told, size_t count, enum key metric,
                bool (*visit)(const struct evidence *evidence, void *data), void *data);
/* One file of each of their formats, into `home`. */
size_t tools_found(struct arena *home, const struct told *told, size_t count, enum key metric,
                   const struct evidence ***out);
/* Whether the tools of such a list have no `key`, as tools_without says. */
bool found_without(const struct rules *rules, const struct evidence *const *tool, size_t count,
                   bool learning, enum key key);
/* Whether `key` need not be disclosed here: by workload kind, by vendor, or closed by a "none". */
bool key_exempt(const struct judging *judging, const struct member *member, enum key key);
/* processors.c: what shows that a run used processors alone: its tool's own record, else a
 * declaration that no evidence stands against. Silence shows nothing. */
struct processors processors_find(const struct case_file *case_file, const struct run *run);
/* The same of what was told, the first `of_run` by the run itself. */
struct processors processors_told(const struct told *told, size_t count, size_t of_run);
bool on_processors(const struct member *member);
bool all_on_processors(const struct judging *judging);
/* Whether the marked members are all on processors, and there are some. */
bool silent_on_processors(const struct judging *judging, const bool *silent);
/* Whether results of both sides are of the same formats, each written by one tool alone. */
bool formats_alike(const struct judging *judging);
/* Ids of the systems whose members are marked, "A", "A and B" or "A, B and C", in case order. */
struct str silent_systems(const struct judging *judging, const bool *silent);

/* Another source of the same key and instance that contradicts the best one; NULL: none. */
const struct fact *source_disagreeing(const struct judging *judging, const struct member *member,
                                      enum key key, struct str instance, const struct fact **best);

/* relevance.c: what `under_test` does to a key, in one place. */
enum effect {
    EFFECT_JUDGED,     /* must be equal */
    EFFECT_UNDER_TEST, /* belongs to a layer under test */
    EFFECT_FOLLOWS     /* tied to an accelerator under test */
};
enum effect under_test_effect(const struct under_test *under_test, enum key key);

/* relevance.c: whether a variable or package of that name may change how a run behaves; true of
 * every other key. */
bool instance_matters(enum key key, struct str instance);
/* Whether two texts may say the same in other words, by what the key holds: descriptions of work
 * and method may be short; names of models and tools are none. */
bool values_may_be_same(enum key key, struct str a, struct str b);

/* Class of a difference in `key`, and what the case says of it; `reason` NULL: nothing. */
enum difference_class difference_class(const struct judging *judging, enum key key,
                                       const struct fact **reason);

/* Values of one key and instance on both sides. */
struct sides {
    const struct fact *a, *b;         /* first of each side; NULL: no run of it discloses */
    bool silent[2];                   /* some run of the side does not disclose */
    const struct fact *other[2];      /* differs from the first of its own side */
    const struct fact *like, *bridge; /* a bridge run that differs from the side it is like */
    bool alike;                       /* a and b; meaningless where one is NULL */
};
/* `tolerance` NaN: by the vocabulary. */
struct sides sides_of(const struct judging *judging, enum key key, struct str instance,
                      double tolerance);

/* ---- single.c ---- */

/* Whether the case has one system: nothing is compared, and no number may relate two sides. */
bool judging_single(const struct judging *judging);
/* Said of what two sides alone can tell. */
extern const struct str single_none;
/* Words of a rule, which speak of two sides, as said of the runs of one system; `seen`: how many
 * facts the sentence has, so that a slot without one falls away. */
struct str single_words(struct arena *home, struct str text, size_t seen);

#endif
