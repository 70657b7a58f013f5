/* predicates.h - the tests that rules are made of. Private to comparability. */
#ifndef COMPARABILITY_PREDICATES_H
#define COMPARABILITY_PREDICATES_H

#include "clashes.h"
#include "judging.h"

/* A test, as a rules file names it, is made of parts: each a predicate that several tests share,
 * with those of the rule's keys that it takes and what it is told about them: limits, how often a
 * thing is said, and by name the sign or measure (signs.h) that it asks for. A predicate asks, and
 * says what it found; a sign or measure derives what there is, and says nothing. What has a shape
 * that no other test has judges its rule by itself. */
struct part;
struct tally;
struct score;
struct ask { /* a part, as one rule asks it */
    const struct part *part;
    const struct rule *rule;
    const enum key *key;
    size_t key_count;
    struct str instance; /* of the first key, where one is asked about */
};
/* A sign is what a run may show and should not. Where it is looked for: */
struct look {
    const struct ask *ask;
    const struct member *member;
    enum key key;            /* of its instance; KEY_COUNT: not by key */
    struct str instance;     /* of that key */
    size_t index;            /* of the accelerator */
    const struct fact *fact; /* of that key, where each is looked at */
    bool again;              /* its side has shown it: the fact is asked for no more */
};
struct sign {
    const struct fact *fact;    /* that shows it; NULL where `again`, or where `seen` says all */
    const struct fact *against; /* of another run, that it is held against */
    const struct fact *seen[4]; /* what the sentence names; NULL: the fact alone */
    enum judgement is;          /* FAILS, unless the sign says UNKNOWN */
    enum key key;               /* of the finding; KEY_COUNT: the fact's */
    condition_set raised;
    struct str silent, mend;    /* empty: as the finding has them */
    const struct fact *fine[3]; /* what shows that there is none; NULL: nothing is named */
};
enum shows { SHOWS_UNASKED, SHOWS_NONE, SHOWS_SIGN };
typedef enum shows sign_of(struct judging *judging, const struct look *look, struct sign *out);
/* A measure is a value of one run, with the fact that shows it. */
struct measured {
    const struct fact *fact; /* also where its value is not known; NULL: none */
    double value;
    bool known;
};
/* `limit`: what is measured against; NULL: this is it. */
typedef struct measured measure_of(struct judging *judging, const struct member *member,
                                   const struct ask *ask, const struct measured *limit);
/* A value of one side. */
struct side_value {
    double value;
    const struct fact *fact;
    enum derivation_id derivation; /* what makes the fact, of the run's value and series */
    const struct run *run;
    const struct series *series;
    double of_run;
    condition_set raised; /* where the other side's is higher */
};
/* False: not known. */
typedef bool side_of(struct judging *judging, const struct ask *ask, enum side side,
                     struct side_value *out);
/* How one instance of a key is apart on the sides; `listed`: both have a list of the key. */
typedef enum shows apart_of(struct judging *judging, const struct ask *ask,
                            const struct sides *sides, bool listed, struct sign *out);
typedef enum key lacks_key(struct judging *judging, const struct member *member,
                           const struct ask *ask);
/* Conditions that a key's difference raises. */
typedef condition_set raise_when(const struct judging *judging, enum key key);
/* Says what does not hold; true: there was something to judge, so that the rule applies. */
typedef bool part_test(struct tally *tally, const struct ask *ask);
struct part {
    part_test *test;
    unsigned char from, count;  /* of the rule's keys; count 0: all from there on */
    bool (*walk)(enum key key); /* instead of the rule's keys all of the vocabulary that are so */
    bool gate;                  /* where it does not apply, neither does the rule */
    bool last;                  /* where it applies, nothing more is asked */
    bool then;                  /* asked only where nothing was said before */
    /* Not asked where this holds; NULL: asked. */
    bool (*unless)(const struct judging *judging, const struct rule *rule);
    condition_set raises; /* with each difference; of test_figures: the kinds looked for */
    /* What a predicate is told, by its name: each reads its own, and the table, of which the loader
     * touches each page at a start, is half as large. */
    union {
        struct {
            bool within;     /* the rule's tolerance */
            bool where_told; /* what nobody discloses is passed over, be it the rule's first key */
            bool by_class;   /* of whole executors, formats of one class are the same */
            bool regardless; /* of what is under test */
            bool own_unit; /* and the unit, where the metric is a figure that the tool names itself
                            */
            /* Who does not tell a key is said beside what differs; or instead, so that only what
             * all tell is compared; or instead, with what some tell, and not of what nobody tells
             * or needs; or not at all. The last three look at no instance. */
            enum { SILENCE_BESIDE, SILENCE_INSTEAD, SILENCE_WITH_TOLD, SILENCE_UNSAID } silence;
            bool in_environment; /* keys of a layer are judged with it */
            enum key barred; /* of this key no value may begin so, alike or not; raises SHARED */
            const char *barred_word; /* NULL: any may */
            raise_when *raise; /* conditions of a key's own, with each difference; NULL: none */
            /* That nobody discloses it counts for nothing, where this holds; NULL: it counts. */
            bool (*settled)(const struct judging *judging);
        } same;
        struct {
            bool none_is_silence; /* "none" does not answer */
            bool any;             /* one of the keys will do; the first is asked for */
            bool bare;            /* neither which side is silent nor what kind of key decides */
            bool exempt;  /* whose workload, vendor or tool has no such thing is not asked */
            bool refused; /* "not obtainable" is said by itself: the provider hides it */
            condition_set (*raise)(const struct judging *judging, enum key key, const bool *silent);
            /* Which key a run lacks, where other facts may answer for the key, or must stand beside
             * it; KEY_COUNT: none. NULL: the key, unless the run tells it. */
            lacks_key *lacks;
        } told;
        struct {
            double least, most;
            bool most_by_rule; /* the rule's tolerance */
            bool once;         /* a side, not a run */
        } range;
        struct {
            bool within;      /* the rule's tolerance is the least share */
            bool limit_first; /* keys: limit, reached; else reached, limit */
            bool once;        /* a side, not a run */
            bool open;        /* where the limit is not known, that is said */
            /* Who tells the limit and not the other, or of what some tell not both, is silent. */
            enum { SILENCE_PASSED, SILENCE_OF_REACHED, SILENCE_OF_EITHER } silence;
            unsigned char lacks;         /* that key, of the part's */
            measure_of *limit, *reached; /* NULL: as the key has it */
        } below;
        struct {
            bool of_all;    /* whatever the formats are */
            bool low;       /* of formats below the reference alone */
            bool both_ways; /* better is as bad as worse; and nothing to hold against is left out */
            /* What a score is held against; false: nothing is known. */
            bool (*against)(const struct judging *judging, const struct member *member,
                            struct str instance, struct score *out);
        } accuracy;
        struct {
            side_of *of;
            /* The fact that shows it, made only where it is shown; NULL: it has one. */
            const struct fact *(*made)(struct judging *judging, const struct side_value *value);
            double apart; /* by more, in the base unit; 0: by the rule's tolerance of the larger */
            bool shown;   /* also where they are near */
        } near;
        struct {
            apart_of *of;
            bool first; /* of each key one instance */
        } apart;
        struct {
            sign_of *sign, *then_sign; /* the second, of each look behind the first; NULL: none */
            /* In both sides as such, `member` being NULL; in each run as a whole; in each instance
             * of each key; in each fact of the first key; in each accelerator of which there is
             * telemetry.
             */
            enum { IN_RUNS, IN_INSTANCES, IN_FACTS, IN_ACCELERATORS, IN_SIDES } in;
            bool across; /* of each instance all runs, not of each run all instances */
            /* Each time; once a side; of both sides in one finding; only where one side alone shows
             * it.
             */
            enum {
                SAID_EACH,
                SAID_ONCE,
                SAID_BY_SIDE, /* its first; of both in one where they show it alike */
                SAID_OF_SIDES,
                SAID_OF_ONE_SIDE,
                SAID_OF_PAIR /* the first, against another run; no more are looked at */
            } said;
            condition_set alike;  /* raised instead, where both sides show it alike */
            enum key key;         /* that the sign asks for */
            bool named;           /* by the instance of the fact */
            const char *mend;     /* NULL: as the finding has it */
            enum mend_by mend_by; /* of the runs that show it */
        } shown;
    };
    struct {
        bool declared; /* a series that nothing declares is none, nor is one of a part of a run */
    } kept;
    bool (*known)(struct judging *judging, const struct member *member); /* telemetry of a run */
    struct {
        enum { COUNTED_RUNS, COUNTED_UNITS } of;
        uint32_t least; /* a side; 0: as many as the policy asks for */
        bool shown;     /* also where they suffice */
    } counted;
    enum key verdict; /* of a series of telemetry: KEY_CLOCK_VERDICT, KEY_POWER_VERDICT */
    enum clash_kind clash;
};

struct asks {    /* what a test asks */
    bool always; /* applies, whatever its parts find */
    bool pair;   /* asks what two sides alone can tell */
    /* To which cases it applies, beside the conditions of its rule; NULL: to all. */
    bool (*where)(const struct judging *judging);
    struct part part[6]; /* in this order; past the last: no test */
    void (*judge)(struct judging *judging, const struct rule *rule); /* NULL: by its parts */
};
const struct asks *predicate_asks(const struct predicate *predicate);
/* Judges a rule by what a test asks: findings go to `judging`; by its own predicate. */
void asks_judge(struct judging *judging, const struct rule *rule, const struct asks *asks);
void predicate_judge(struct judging *judging, const struct rule *rule);

/* A predicate states each failure and each silence as a finding of its own; where there is none,
 * one finding says that the rule holds, or that it does not apply. */

/* ---- shared by several tests ---- */

/* predicates_same.c: each key is disclosed and equal on both sides. */
part_test test_same;
/* predicates_values.c. Each key (or any of them) is disclosed by each run. */
part_test test_told;
/* Keys: the case's own, that of each side: where a side states one, it is the case's. */
part_test test_as_case;
/* Where a run tells the key, its value lies between least and most. */
part_test test_in_range;
/* Of two keys that a run tells, the one is not below the other. */
part_test test_not_below;
/* Each side has as many runs, or physical units. */
part_test test_enough;
/* Where both sides tell the key, it is equal; by this part alone no rule applies. */
part_test test_equal_where_told;
/* predicates_shown.c: no run, or none of its accelerators, shows the sign. */
part_test test_none_shown;
/* predicates_contradictions.c: no statements of one kind that cannot all be true. */
part_test test_no_clash;
/* predicates_figures.c: no contradiction of these kinds among the figures that a tool printed. */
part_test test_figures;
/* predicates_steady.c */
part_test test_telemetry_steady, test_series_kept, test_series_declared;
/* Telemetry tells of each run what the rule asks. */
part_test test_telemetry_told;
/* predicates_accuracy.c: accuracy is shown by those that must show it; it is within the case's
 * tolerance of what it is held against. */
part_test test_accuracy_shown, test_accuracy_within;
/* predicates_values.c: a value of both sides is nearly the same. */
part_test test_sides_near;
/* predicates_shown.c: no instance of the keys is apart on the sides. */
part_test test_none_apart;
/* predicates_record.c: as test_told, for what the workload has; the first key told is shown. */
part_test test_disclosed;

/* ---- of one test each ---- */

/* Beside shared parts. */
part_test test_captures_close; /* predicates_machine.c: a capture was taken near a run */
part_test test_same_sweep; /* predicates_load.c: at an objective, the sweep of loads is the same */
part_test test_work_done;  /* predicates_work.c */

typedef void rule_judge(struct judging *judging, const struct rule *rule);
rule_judge judge_layers_equal;   /* predicates_same.c */
rule_judge judge_metric_is_work; /* predicates_work.c */
rule_judge judge_highest_load;   /* predicates_operating.c: within the objectives */
rule_judge judge_prices_dated;   /* predicates_evidence.c */
rule_judge judge_sensitivity;    /* predicates_steady.c */
rule_judge judge_tested_differs; /* predicates_tested.c */
rule_judge judge_links_full;     /* predicates_links.c */
rule_judge judge_bridge;         /* predicates_machine.c */
rule_judge judge_null_pair;      /* predicates_null.c: one configuration, measured twice */
rule_judge judge_labels_true;    /* predicates_labels.c: names, against what was measured */
rule_judge judge_all_runs;       /* predicates_runs.c: the ledger, and numbers that runs lack */
rule_judge judge_planned;        /* predicates_plan.c: the plan, held against what was done */

/* ---- what several of them look up ---- */

/* limits.c. For the highest load under an objective that the case does not state: whether the tool
 * of each run calls it valid, and states limits on latency, the same on both sides, or a scenario
 * that leaves no load to choose, as MLPerf does. Then no load that fails is asked for. Only a
 * tool's own file says so. */
bool limits_kept(const struct judging *judging);
/* Where shares and medians are taken: the common window, or the run's own stretch without one. */
struct span judged_span(const struct judging *judging, const struct alone *alone);
/* predicates_clocks.c. Whether that rule found clocks that differ without a cap of power on the
 * slower side. */
bool clocks_differ(const struct judging *judging);
/* captured_reasons.c. Whether a reason says that the accelerator was idle. */
bool says_idle(const struct fact *fact);
/* The reason by which hardware slowed an accelerator down at a capture; NULL: none is told. */
const struct fact *fault_fact(const struct judging *judging, const struct member *member);
/* The fact that shows an idle accelerator at the capture; NULL: not idle, or not said. */
const struct fact *idle_fact(const struct judging *judging, const struct member *member);
/* own_process.c. Whether the process that a capture of the seer lists is that of a run of the case.
 */
bool process_is_own(const struct judging *judging, const struct member *seer,
                    const struct fact *process);
/* tally.c. What the case names by the rule's first key, and whether it is kept: as `out`, else
 * NULL. */
struct outcome outcome_kept(const struct judging *judging, const struct rule *rule,
                            const struct evidence **out);
/* The document of this path among those that the case keeps; NULL: it is but named. */
const struct evidence *document_kept(const struct judging *judging, struct str path);
/* ledger.c. Where the ledger does not agree with the runs of the case, for people; empty: it does.
 */
struct ledger;
struct str ledger_against(const struct judging *judging, const struct ledger *ledger);
/* Whether a line of the ledger (NULL: none does) names the run of this path. */
bool ledger_names(const struct ledger *ledger, struct str path);

/* ---- shared by predicates ---- */

/* Counts findings of one judging; what() adds a failure or silence, done() the final word. */
struct tally {
    struct judging *judging;
    const struct rule *rule;
    size_t said;          /* failures and silences so far */
    struct outcome holds; /* what is said when there is none */
};
struct tally tally_of(struct judging *judging, const struct rule *rule);
void tally_say(struct tally *tally, const struct outcome *outcome);
struct said_once { /* a finding that speaks for a side */
    enum side like;
    enum judgement judgement;
    condition_set raised;
    enum key key;
    size_t at; /* of the findings */
};
struct once {
    struct said_once said[8];
    size_t count;
};
/* Says it of the member's side once: of its first run, and names the others of which the same is
 * found with other values. What weighs otherwise is said apart. */
void tally_say_once(struct tally *tally, const struct outcome *outcome, const struct member *member,
                    struct once *once);
void tally_silent(struct tally *tally, enum key key, struct str instance, const bool *silent,
                  const struct fact *a, const struct fact *b);
/* The same for series of the metric, or telemetry: its mend looks at what is there. */
void tally_silent_series(struct tally *tally, const bool *silent, condition_set raised);
/* The same of runs that have no result at all. */
void tally_without_result(struct tally *tally, const bool *silent);
void tally_silent_telemetry(struct tally *tally, enum key key, const bool *silent);
void tally_done(struct tally *tally);
/* What a rule comes to without a tally. */
void outcome_put(struct judging *judging, const struct outcome *outcome);
/* Leaves what would end the silence of the marked to what is there. */
void mend_by(struct outcome *outcome, enum mend_by by, const struct judging *judging,
             const bool *silent);
/* predicates_figures.c. The metric is computed here, from samples of every run. */
bool metric_sampled(const struct judging *judging);
/* The metric is a percentile. */
bool metric_percentile(const struct judging *judging);
/* Every run's figure of the metric has a registered definition, and they are one. */
bool definitions_alike(const struct judging *judging);
/* Nobody need state the definition, or the unit: samples or registered definitions say it. */
bool definition_settled(const struct judging *judging);
bool unit_settled(const struct judging *judging);
/* Marks for silent_systems, one a member, all false. */
bool *marks_of(const struct judging *judging);
/* Marks the members that disclose no instance of the key and need to; count: how many. */
bool *silent_members(const struct judging *judging, enum key key, size_t *count);
/* BOTH_MISSING where all members of A and of B are marked, ONE_SIDE_MISSING where only some are; 0:
 * none is. */
condition_set missing_sides(const struct judging *judging, const bool *silent);
/* The first derived fact of that key among a run's own; NULL: none. */
const struct fact *alone_fact(const struct alone *alone, enum key key);
/* Whether two facts on the sides are of one fault: the pair put into an outcome. */
struct outcome outcome_pair(enum judgement judgement, const struct fact *a, const struct fact *b);
/* What the case says of `key`; NULL: nothing. */
const struct fact *said_of_case(const struct judging *judging, enum key key);
/* An iteration does the work of all requests in flight: where each side has its own load, that is a
 * result and no condition. */
bool load_apart(const struct judging *judging, enum key key);
/* One fact a predicate points at; on which side is read from it. */
struct outcome outcome_seen(const struct judging *judging, enum judgement judgement,
                            const struct member *member, const struct fact *fact);

#endif
