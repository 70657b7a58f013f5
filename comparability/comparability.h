/* comparability.h - facts to findings, verdicts and derived facts.
 *
 * Pure: nouns in, nouns out; no clock, no file, no locale. The rule set is data
 * (templates/rules.json); this folder holds the predicates, the detector and the statistics. */
#ifndef COMPARABILITY_COMPARABILITY_H
#define COMPARABILITY_COMPARABILITY_H

#include "model/model.h"

/* ---- rules ---- */

struct rules; /* rows of a rule set, read and validated */
MUST_USE bool rules_read(struct arena *home, const struct evidence *file,
                         const struct limits *limits, const struct rules **out,
                         struct diags *diags);
/* A rule set of one's own laid over `base`: rows that add or tighten are taken, one that is looser
 * needs "loosens" with its reason, which rule_text carries. */
MUST_USE bool rules_extend(struct arena *home, const struct rules *base,
                           const struct evidence *file, const struct limits *limits,
                           const struct rules **out, struct diags *diags);
/* Where the whole set in `file` is looser than the one in `base`, "other parameters, rule W3 (a
 * wider tolerance), rule D3 (missing)"; empty: nowhere. False: one of them cannot be read. */
MUST_USE bool rules_looser(struct arena *home, const struct evidence *base,
                           const struct evidence *file, const struct limits *limits,
                           struct str *out, struct diags *diags);
/* Whether the file says that it extends the built-in set. */
bool rules_extends(const struct evidence *file, const struct limits *limits, struct arena *home);
/* The name of the profile that it is, which a case names and which has limits, too; empty: none. */
struct str rules_profile(const struct evidence *file, const struct limits *limits,
                         struct arena *home);
size_t rules_count(const struct rules *rules);
const struct rule_text *rules_at(const struct rules *rules, size_t index);
struct str rules_version(const struct rules *rules);
/* Severity words of a row as the manual prints them: "one-side-missing: blocks; always: discloses".
 */
void rules_put_severity(const struct rules *rules, size_t index, struct buf *out);
/* The manual of the set: each rule with why, test, keys, severity and mend; what need not be
 * disclosed; tests and conditions. Markdown; the second half of docs/rules.md. */
void rules_put_manual(const struct rules *rules, struct buf *out);
const char *rules_predicate(const struct rules *rules, size_t index);

/* How a condition of a decision stands by one list of facts alone, such as those of a capture:
 * standing and what decides it (NULL: nothing tells the key); `result` stays NULL. */
struct hold;
struct judged_hold;
void hold_by_facts(struct arena *home, const struct hold *hold, const struct facts *facts,
                   struct judged_hold *out);

/* ---- the detector: statistics.md section 2 ---- */

/* Judges one series: value[] (and start[] where the gap rule needs it). With phase, section 2.5.
 * Nothing of the series is changed. The parameters lie within the bounds of their table. */
struct steadiness steady_judge(struct arena *home, const struct series *series,
                               const struct steady_parameters *parameters);

/* What a reason of the detector says, in words for a lay reader: "the level swings to and fro" for
 * "wave". A reason that is not known, NULL included, gives "" or itself. */
const char *steady_words(const char *reason);

/* "steady in the mean, with a wave of 14 periods and ±3.0 %": where wave_periods is over 0. */
void steady_wave_put(struct buf *out, const struct steadiness *steady);
/* The finest delta that a coarse column carries, "1.8 %", rounded up: where carries is over 0. */
void steady_carries_put(struct buf *out, const struct steadiness *steady);

/* What the detector looks at where a series has phases: each value divided by the median of its
 * phase, times the mean; NaN where left out. For pictures. NULL without phase, or where the gate
 * refuses the series. */
const double *steady_adjusted(struct arena *home, const struct series *series,
                              const struct steady_parameters *parameters);

/* Starts of iterations of which a tool wrote the times alone, laid one behind the other from 0:
 * what lies between them was not measured, and a row is no second. NULL: the series has starts, is
 * none of iterations, or a time is missing. */
const double *series_laid(struct arena *home, const struct series *series);

/* What a steady run did in its steady stretch, trimmed to whole cycles where it has phases. */
struct steady_value {
    bool found;        /* false: not steady, or no whole cycle */
    size_t first, end; /* rows */
    size_t iterations, cycles;
    double begin_s, end_s, time, work;
    double rate;       /* work / time; NaN without work or time */
    double mean;       /* of the judged column */
    bool has_interval; /* within-run: 30 batch means, t with 29 df; says nothing of other runs */
    double low, high;  /* of the rate where there is work, else of the mean */
};
struct steady_value steady_value(const struct series *series, const struct steadiness *steady);

struct throttle_shares { /* NVML bits; shares of the samples in the window, 0 to 1 */
    size_t samples;      /* 0: no telemetry inside the window, all shares are 0 */
    double share[64];    /* by bit: share[2] is 0x4, software power cap */
    double fault;        /* any of hardware slowdown 0x8, hardware thermal 0x40, power brake 0x80 */
    double limit;        /* any of THROTTLE_LIMITS */
};
enum {
    THROTTLE_LIMITS = 0x2 | 0x4 | 0x20, /* application clocks, software power cap and thermal */
    THROTTLE_FAULTS = 0x8 | 0x40 | 0x80 /* hardware slowdown, hardware thermal, power brake */
};
/* Throttle reasons of telemetry. `mask` holds whole numbers of at most 53 bits; NaN is passed over.
 * Samples with begin <= start < end. */
struct throttle_shares throttle_in(const struct series *mask, double begin_s, double end_s);
const char *throttle_reason(unsigned bit); /* "software power cap"; NULL: no name known */

/* ---- throughput over time ---- */

struct load_over_time {      /* of a serving run, from its requests */
    const char *reason;      /* NULL: found; else why it cannot be shown: "no start times", ... */
    size_t requests, failed; /* failed or without a time: left out and counted */
    double zero;             /* the first start, on the requests' clock; seconds count from it */
    /* whole ones from the first start; what is left behind them is not shown */
    size_t seconds;
    const double *active; /* requests in flight, mean by second */
    const double *output; /* units of work by second; NULL: no work kept */
    /* outputs lie where they were recorded; else evenly from first output to end */
    bool by_gap;
    double length; /* s from first start to last end */
    size_t most;   /* in flight at once */
    double full;   /* what counts as full: the declared concurrency, else `most` */
    bool declared;
    double full_share;               /* of the length at or above it */
    double full_begin_s, full_end_s; /* first and last moment there; NaN: never */
};
struct load_over_time load_over_time(struct arena *home, const struct requests *requests);

struct load_in {      /* of a stretch of time on the clock of the requests */
    bool found;       /* false: no request with a time, or an empty stretch */
    double in_flight; /* mean over the stretch */
    double completed; /* requests that ended in it, by second */
};
struct load_in load_in(const struct requests *requests, double begin_s, double end_s);

/* ---- two bundles without a case ---- */

struct bundle_difference {
    enum key key;
    struct str instance;
    const struct fact *a, *b; /* NULL: not disclosed; both NULL: a needed key that neither has */
    bool same;                /* both, alike by the key's likeness, and neither has several */
    /* Both have such a list (packages, environment variables), and one lacks this entry. */
    bool one_sided;
    bool several[2]; /* A's, B's files give other values, too: several runs, or a contradiction */
    struct str distance; /* of versions that differ: "major +10"; else empty */
};
/* Every key of an executor layer that either list of facts holds, or that a credible comparison
 * needs, in the order of the vocabulary. Returns how many. */
size_t bundles_compare(struct arena *home, const struct facts *a, const struct facts *b,
                       struct bundle_difference **out);
/* ---- figures that cannot be true together ---- */

enum contradiction_kind {
    CONTRADICTION_BROKEN,     /* an arithmetic identity does not hold */
    CONTRADICTION_MISCOUNTED, /* a limit exceeded in the way that the tool is known to miscount */
    CONTRADICTION_VIEWS,      /* client and server tell different things */
    CONTRADICTION_EMPTY,      /* successes without a token */
    CONTRADICTION_THIN        /* true, but misleads: too small a sample, a rate not met */
};
struct contradiction {
    enum contradiction_kind kind;
    const char *id, *says; /* "request-rate"; a sentence without figures */
    struct str context;    /* index of the run within its file; empty: there is one */
    const struct fact *fact[4];
    size_t count;
    size_t number; /* EMPTY: how many answers */
};
struct told { /* what one file, or one run, told */
    const struct facts *facts;
    const struct series *series;
    size_t series_count;
};
/* Checks every run in it; tolerance is the printed resolution of each operand. */
size_t contradictions_of(struct arena *home, const struct told *told, struct contradiction **out);
/* Client and server of one run in different files of a folder; `facts` holds all of them. */
size_t contradicting_views(struct arena *home, const struct facts *facts,
                           struct contradiction **out);
/* Two files that were given the same requests (model, count and tokens of input are equal) and gave
 * different output: a ratio of their throughputs compares answers, not machines. */
bool outputs_differ(const struct facts *a, const struct facts *b, struct contradiction *out);
const char *contradiction_word(enum contradiction_kind kind); /* "contradiction", "caution" */

/* ---- files that cannot all be right ---- */

enum clash_kind {
    CLASH_SELF,    /* a statement that its own file contradicts */
    CLASH_TWICE,   /* one bus id, serial number or unit identifier for two accelerators */
    CLASH_FALLS,   /* a counter lower after the run than before */
    CLASH_COUNT,   /* numbers of accelerators stated or listed that differ */
    CLASH_MACHINES /* two files name another model for one accelerator */
};
struct clash {
    enum clash_kind kind;
    const struct fact *a, *b; /* b: NULL where the instance of `a` says against what */
};
/* Over the facts of one machine, or of one folder, in their order. Of the facts that can
 * contradict, the first 4096 are looked at; the first 256 contradictions are told. */
size_t clashes_find(struct arena *home, const struct fact *const *fact, size_t count,
                    struct clash **out);
const char *clash_title(enum clash_kind kind);
/* Of the facts of one folder: whether two files name another model for the accelerator of one
 * index, so that they are of two machines. Told once a folder; in a case it is rule X1's. */
bool machines_differ(const struct fact *const *fact, size_t count, struct clash *out);

/* ---- assessment ---- */

/* Judges every run, compares systems (baseline with each other; without a baseline each pair both
 * ways), derives what the verdicts license, numbers all facts. */
MUST_USE bool assess(struct arena *home, const struct rules *rules,
                     const struct case_file *case_file, const struct evidence *evidence,
                     size_t evidence_count, struct report_model *out, struct diags *diags);

/* Vendor of an accelerator by the words of its name: "NVIDIA", "AMD", "Intel", "Google". Empty: not
 * known. */
struct str vendor_of(struct str name);

/* The vendor's own program that reads an accelerator, where it is not NVIDIA's. */
struct vendor_program {
    const char *vendor, *named; /* `named`: accelerators with this word in their name; NULL: all */
    const char *whose;          /* for people: "Intel Gaudi" */
    const char *query, *watch;  /* before a run, and during it; NULL: none known */
    /* the file to keep the query's output in, where a format of `ingest` reads it; NULL: none does,
     * and what it shows has to be declared */
    const char *file;
    unsigned shows; /* by the query: set of 1 << layer */
};
/* By vendor and name of the accelerator; NULL: none is known, as of NVIDIA's. */
const struct vendor_program *vendor_program(struct str vendor, struct str name);

/* Whether runs of a `format` may count as wholes, since its tool keeps few samples of one; with
 * `executions`, whether it starts the program anew for each of them. */
bool rules_whole(const struct rules *rules, struct str format, bool executions);
/* Whether the rules ask for `key` of a run that told this, all of it together: not what its kind of
 * workload, its accelerators' vendor or processors alone do not have, nor what a "none" answers; of
 * a timed program nothing of an accelerator while nobody says whether one worked. */
bool rules_ask(const struct rules *rules, const struct told *told, size_t count, enum key key);
/* The same for each key that is set in `asked`, of KEY_COUNT, which is left set where they do. */
void rules_ask_each(struct arena *home, const struct rules *rules, const struct told *told,
                    size_t count, bool *asked);
/* Whether all that holds results is of formats whose work has no such thing as `key`, or that say
 * it by being what they are (method.tool). False where nothing holds results. Files that hold
 * `metric` stand for the run where there are any (KEY_COUNT: any result does), and what a profiler
 * or a server saw of it only where there is nothing else. `learning`: work with a model is told,
 * which what times any program may have timed. */
bool tools_without(const struct rules *rules, const struct told *told, size_t count,
                   enum key metric, bool learning, enum key key);
/* Whether a statement of `workload.kind` is of work with a model: what times any program may time
 * such work, too. NULL: no. */
bool kind_is_learning(const struct fact *kind);
/* Whether what holds results of both, as for tools_without, is of the same formats; one may hold
 * more of them, as where a client's output was kept beside its file. */
bool tools_alike(const struct told *a, const struct told *b, enum key metric);

#endif
