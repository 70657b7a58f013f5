/* decision.h - the nouns of a decision: what a case says of prices, demand and requirements, and
 * what was derived from them and the measurements.
 *
 * Amounts of money are decimals, never binary fractions; each stands beside the fact it was read
 * from. Everything lives in the case's arena. */
#ifndef MODEL_DECISION_H
#define MODEL_DECISION_H

#include "base/decimal.h"
#include "model/lanes.h"

/* ---- what the case says ---- */

enum price_per { PRICE_PURCHASE, PRICE_HOUR, PRICE_MONTH, PRICE_YEAR, PRICE_PER_COUNT };
const char *price_per_name(enum price_per per); /* "purchase", "hour", ...; NULL past the last */
/* Hours that a month and a year count in every formula: 730 and 8760. */
enum { HOURS_PER_MONTH = 730, HOURS_PER_YEAR = 8760 };

struct price { /* of one unit of a system: what one run ran on */
    const struct system *system;
    enum price_per per;
    struct decimal amount, residual; /* residual: of a purchase; 0 where none is stated */
    struct decimal hours;            /* a purchase is spread over; 0: lifetime not stated */
    struct str currency;
    bool energy_included;
    const struct fact *amount_fact, *currency_fact, *as_of, *valid_until, *document, *digest,
        *lifetime, *residual_fact, *energy_fact; /* NULL: not stated */
};
struct exchange { /* a dated rate: one `from` is `rate` `to` */
    struct str from, to;
    struct decimal rate;
    const struct fact *rate_fact, *as_of, *document;
};
struct energy_terms {
    struct decimal price;   /* per kWh; meaningless without price_fact */
    struct decimal cooling; /* facility power per power of equipment; 1 where none is stated */
    struct str currency;
    const struct fact *price_fact, *currency_fact, *cooling_fact, *as_of, *document;
};
struct demand {
    struct decimal peak, mean; /* in the metric's unit; meaningless without their facts */
    struct decimal headroom;   /* share of a unit kept free */
    struct decimal growth;     /* share a year */
    /* redundancy: units beyond those that carry the demand; held: of the baseline, today */
    int64_t years, redundancy, held;
    struct decimal
        schedule; /* hours of a week in which the service runs; 168 where none are told */
    const struct fact *peak_fact, *mean_fact, *headroom_fact, *growth_fact, *years_fact,
        *redundancy_fact, *held_fact, *schedule_fact;
};
enum { HOURS_PER_WEEK = 168, OPTIONS_MOST = 16, OPTION_LINES_MOST = 64 };
enum option_kind {
    OPTION_NOTHING,
    OPTION_SOFTWARE,
    OPTION_BUY,
    OPTION_RENT,
    OPTION_WAIT,
    OPTION_API, /* of another party's, paid by the token; nobody measured it */
    OPTION_KIND_COUNT
};
const char *option_kind_name(enum option_kind kind); /* "nothing", ...; NULL past the last */
enum line_every { LINE_ONCE, LINE_MONTH, LINE_YEAR };
struct cost_line { /* of an option, beside its units and their energy */
    struct str what, currency;
    struct decimal amount;
    bool by_unit; /* else for all of the option */
    enum line_every every;
    int64_t from, until; /* months since year 0; -1: not stated */
    const struct fact *amount_fact, *currency_fact, *from_fact, *until_fact;
    const struct fact *document; /* NULL: assumed */
};
enum token_kind { TOKENS_INPUT, TOKENS_CACHED, TOKENS_OUTPUT, TOKEN_KIND_COUNT };
const char *
token_kind_name(enum token_kind kind); /* "input", "cached_input", ...; NULL past the last */
struct token_price {                   /* of a million tokens; amount_fact NULL: none is stated */
    struct decimal amount;
    struct str currency;
    const struct fact *amount_fact, *currency_fact, *as_of, *valid_until;
    const struct fact *document; /* NULL: assumed */
};
struct api_terms { /* how an interface is paid */
    struct token_price price[TOKEN_KIND_COUNT];
    struct decimal cached; /* share of the input that is paid as cached */
    struct decimal ratio;  /* input tokens a token of output, where the runs do not tell it */
    const struct fact *cached_fact, *ratio_fact;
};
struct stated_option {    /* a way to meet the demand, as the case states it */
    struct str id, label; /* label empty: none */
    enum option_kind kind;
    const struct system *system; /* NULL: of an interface */
    const struct api_terms *api; /* NULL: of units */
    int64_t from;                /* months since year 0; -1: not stated */
    const struct fact *from_fact;
    const struct cost_line *line;
    size_t line_count;
};
struct worth { /* declared worth of the work to the asker; never made from cost */
    struct decimal amount;
    struct str currency;
    const struct fact *amount_fact, *currency_fact, *per_fact, *as_of, *document;
};
struct sensitivity { /* shares by which one input at a time is moved; 0 facts: not stated */
    struct decimal price, utilisation, energy;
    const struct fact *price_fact, *utilisation_fact, *energy_fact;
};
struct threshold { /* an objective or a requirement */
    bool requirement;
    enum key key;        /* KEY_COUNT: a requirement in words alone */
    struct str instance; /* "p95"; empty: the metric as a whole */
    bool at_most;
    double limit;                                /* in the base unit of the key */
    const struct fact *fact;                     /* the limit as stated */
    const struct fact *clause, *document, *text; /* requirements */
    const struct system *system;                 /* NULL: of each */
};
struct expected { /* what a party foresaw; never used as a measurement */
    enum key key;
    const struct system *system; /* NULL: none named */
    struct str projected;        /* a projection for that, which nobody measured; empty: none */
    double value;                /* in the base unit of the key */
    const struct fact *fact, *by, *document;
};
enum holding_order {
    HOLDING_EQUAL, /* of a text with '*' for anything */
    HOLDING_OTHER,
    HOLDING_AT_MOST,
    HOLDING_AT_LEAST,
    HOLDING_BELOW,
    HOLDING_ABOVE
};
struct hold {                /* a condition under which a decision holds */
    const struct fact *fact; /* as it is written */
    bool told;               /* false: words, for people to look at; then the rest means nothing */
    const struct system *system; /* NULL: of each that tells the key */
    enum key key;
    enum holding_order order;
    struct str value; /* as written */
    bool number;
    enum unit unit;
    double limit; /* of a number: in the base of its unit */
};
struct case_decision { /* text NULL: none was taken */
    const struct fact *text, *by, *role, *date, *result, *review, *claims;
    const struct case_text *condition; /* conditions on which it was given */
    const struct hold *holds_while;
    size_t condition_count, holds_count;
};
struct party_statement {                    /* unedited */
    const struct fact *party, *text, *date; /* date NULL: not stated */
};
struct named_dossier { /* an earlier dossier that the case refers to */
    struct str path;   /* below the case's folder, as written */
    struct str as;     /* "baseline", "contract", "plan" or "supersedes" */
    bool embed;        /* packed whole among the documents */
    struct place place;
};

/* A category of a workload, where the case names categories: its runs are compared with those of
 * the same category and with no others. */
struct category {
    struct str workload;     /* "chat (tuned)": that of its machines and comparisons */
    struct str work, name;   /* "chat", "tuned" */
    const struct fact *fact; /* case.terms, of the instance `workload` */
    bool required;           /* the case asks each system for this or another required one */
};

struct terms {                         /* of the case; all counts may be 0 */
    const struct system *null_pair[2]; /* one configuration, measured twice; NULL: none is named */
    const struct category *category;   /* in the order in which the case names them first */
    size_t category_count;
    const struct price *price;
    size_t price_count;
    const struct exchange *exchange;
    size_t exchange_count;
    const struct threshold *objective, *requirement;
    size_t objective_count, requirement_count;
    const struct expected *expected;
    size_t expected_count;
    struct energy_terms energy;
    struct demand demand;
    struct worth worth;
    struct sensitivity sensitivity;
    struct decimal interest; /* share a year; 0 where none is stated */
    const struct fact *interest_fact;
    const struct stated_option *option;
    size_t option_count;            /* 0: made from prices and demand */
    const struct fact *utilisation; /* stated where no demand tells it */
    struct decimal utilisation_share;
    struct str currency; /* of the report: the case's own, else the first price's */
    const struct fact *remeasure_by, *remeasure_baseline, *remeasure_date, *remeasure_every;
    const struct fact *symptom; /* layer in which trouble was seen */
    struct case_decision decision;
    const struct party_statement *statement;
    size_t statement_count;
    const struct named_dossier *reference;
    size_t reference_count;
};

/* The category whose runs are compared under the name; NULL: the case names none. */
const struct category *category_of(const struct case_file *case_file, struct str workload);
/* Whether the system has runs of it. */
bool category_measured(const struct category *category, const struct system *system);
/* Whether the system has runs of the category's work in none of those that the case requires; false
 * where it requires none. */
bool category_lacking(const struct terms *terms, const struct category *category,
                      const struct system *system);
/* Whether the category is the first of its work: where what holds of the work is told. */
bool category_first(const struct terms *terms, const struct category *category);

/* ---- what follows for one side of a comparison ---- */

enum { SWINGS_MOST = 3, BANDS_MOST = 12 };
struct swing {         /* one input moved down and up, all else left */
    const char *input; /* "price", "utilisation", "energy": row of the strings table */
    const struct fact *range, *low, *high;
};
struct three { /* a value with its interval; low and high NULL: too few runs */
    const struct fact *value, *low, *high;
};
struct money_run { /* one run's figures; NULL: none */
    const struct run *run;
    const struct fact *cost, *energy;
};
struct offer {
    const struct system *system;
    const struct price *price, *second; /* second: another way to pay for the same unit */
    const char *why; /* no cost: "no price", "no rate", "no lifetime", "not a rate"; NULL */
    const char *energy_state; /* "included" in the price, "added", "missing" */
    const char *why_sized;    /* no capacity: "no demand", "no interval", ...; NULL */
    const struct fact *hourly;
    struct three cost;   /* per quantum of work at full load */
    struct three energy; /* J per unit of work, accelerators alone */
    /* Throughput by which units are counted: of the runs, else of a sweep at `sized_load`. */
    struct three rate;
    const struct fact *sized_load; /* NULL: the load of the runs */
    struct three per_money; /* objective-meeting work per money; NULL where objectives are missed */
    const struct fact *planned, *usable, *carrying, *units, *utilisation, *at_demand,
        *at_demand_low, *at_demand_high, *month, *month_energy, *month_total, *month_worth,
        *break_even, *power_share, *carries_months, *carries_until, *interest_month, *idle_power,
        *idle_month;
    double idle_seconds; /* of telemetry at rest, the least of its machines; 0: none */
    struct swing swing[SWINGS_MOST];
    size_t swing_count;
    const struct money_run *run;
    size_t run_count;
};
enum line_kind { LINE_UNITS, LINE_ENERGY, LINE_IDLE, LINE_STATED, LINE_TOKENS };
struct option_line { /* one row of what an option costs; NULL: none, or not counted */
    enum line_kind kind;
    const struct cost_line *stated;
    enum token_kind token;     /* of LINE_TOKENS */
    const struct fact *tokens; /* a month; of LINE_TOKENS */
    const struct fact *once, *month, *life;
    const char *why; /* not counted: "no rate", "no ratio", "short telemetry"; NULL */
};
struct option { /* units of one side, paid for one way; or an interface, which has neither */
    enum option_kind kind;
    const struct stated_option *stated; /* NULL: made from prices and demand */
    size_t side;                        /* means nothing of an interface */
    const struct price *price;          /* NULL: the side has none of the kind */
    const struct fact *units, *until;   /* NULL of an interface */
    bool lacking, falls_short;          /* does not carry the peak of today; not that planned for */
    bool held_assumed;                  /* how many units stand today was not stated */
    const struct fact *month, *once, *life, *life_low, *life_high;
    bool dominated; /* another option costs no more, carries no less and is better in one of both */
    const struct option_line *line;
    size_t line_count;
};
enum { FLIPS_MOST = 24 };
enum flip_input {
    FLIP_PRICE,
    FLIP_GROWTH,
    FLIP_MEAN,
    FLIP_ENERGY,
    FLIP_INTEREST,
    FLIP_THROUGHPUT,
    FLIP_TOKENS, /* a price of tokens, against the cheapest of what was measured */
    FLIP_INPUT_COUNT
};
struct option_flip { /* one input moved, all else left */
    enum flip_input input;
    const struct price *price;   /* of FLIP_PRICE: the first of those that are one offer */
    const struct system *system; /* whose input it is; NULL: of several */
    const struct option *api;    /* of FLIP_TOKENS: whose price, and of which tokens */
    enum token_kind token;
    const struct fact *stated;     /* the input as it stands */
    const struct fact *low, *high; /* of FLIP_THROUGHPUT: its interval, within which it is moved */
    const struct fact *at, *by;    /* NULL: the order does not turn within the range */
    bool above;                    /* it turns above the stated value */
    size_t to;                     /* index of the option that is then the cheapest */
};
enum { EVENS_MOST = 16 };
struct token_even { /* where a unit by its hours reserved and an interface cost the same */
    const struct option *api;
    const struct system *system; /* of the unit */
    const struct price *price;   /* and how it is paid */
    /* Share of its measured throughput over the hours reserved; NULL: its energy alone costs more
     * than the interface. As planned: the same share at the mean demand; NULL: not known. */
    const struct fact *even, *planned;
    bool bare; /* its energy is not known, and left out */
};
struct demand_point { /* of unit boxes: the peak today, planned for, and a year later */
    const struct fact *demand;
    const struct fact *units[2], *month[2];
};
struct band { /* of demand, in which neither side needs another unit */
    const struct fact *to;
    const struct fact *units[2], *month[2];
};
struct offers {
    struct offer side[2];
    struct three cost_change; /* B against A at full load, in percent */
    /* The amounts by the month in whole units of the currency (cents below a hundred), what B's is
     * less than A's (or more), and that as a share of A's; NULL: not both known, or no difference
     */
    const struct fact *month_whole[2], *month_apart, *month_share;
    bool b_dearer;
    struct band band[BANDS_MOST];
    size_t band_count, tips; /* tips: how often the cheaper side changes within the bands */
    struct option option[OPTIONS_MOST];
    size_t option_count;
    const struct fact *planned_until; /* the month planned for; NULL: growth or years not stated */
    const struct option *cheapest;    /* of those that carry the demand planned for; NULL: none */
    struct option_flip flip[FLIPS_MOST];
    size_t flip_count;
    bool api_less; /* an interface costs less than `cheapest`, which it is no part of */
    struct token_even even[EVENS_MOST];
    size_t even_count;
    struct demand_point point[3];
    size_t point_count;      /* 0, or 3 */
    const struct fact *life; /* over which `option.life` is summed */
    /* Of the side that costs less by the month: by how much its unit's price may rise, and the
     * throughput of a unit below which it is no longer the cheaper one; NULL: not told. */
    const struct fact *flip_price, *flip_rate;
    const struct fact *tip; /* the one demand at which it does; NULL unless tips is 1 */
};

/* ---- how bounds and questions stand ---- */

enum standing { STANDING_MET, STANDING_NOT_MET, STANDING_NOT_SHOWN };
struct judged_threshold {
    const struct threshold *threshold;
    const struct system *system;
    struct str workload; /* whose runs were judged; empty: the only one of the case */
    enum standing standing;
    const char *why; /* stable words: "interval", "no interval", "not measured", "no licence" */
    struct three value;
    const struct fact *result; /* the standing as a derived fact; NULL where nothing was measured */
};

struct judged_hold { /* a condition of the decision, as the evidence has it */
    const struct hold *hold;
    enum standing standing;
    const struct fact *now; /* what decides it: the first that does not keep it, else the first */
    const struct fact *result; /* the standing as a derived fact; NULL: words */
};

enum question_kind { QUESTION_REVIEWER, QUESTION_SPEND, QUESTION_SIGNAL };
struct question {
    enum question_kind kind;
    const char *id; /* row of the question table; names its strings: "question.ID" */
    bool partly;    /* answered, but not for every run or key */
    bool answered;  /* of a signal: there is evidence for or against it */
    bool seen;      /* of a signal: it shows */
    const struct fact *const *fact; /* what the answer rests on */
    size_t count;
    struct str missing; /* titles of what is not disclosed; empty: none in particular */
};

/* ---- accuracy of the answers ---- */

enum { ACCURACIES_MOST = 256 };
enum accuracy_tie {
    ACCURACY_TIED,
    ACCURACY_UNTOLD, /* of what tells the sides apart it says nothing */
    ACCURACY_TWICE,  /* the same test stands on another side too, and fits both */
    ACCURACY_OTHER   /* it says that it was made with something else than was measured */
};
struct accuracy { /* one score of one system, with what its file says beside it; NULL: not stated */
    const struct system *system;
    struct str task; /* "gsm8k exact_match,strict-match": task, metric, filter */
    const struct fact *weights, *compute, *kv_cache; /* formats of the run it stands beside */
    const struct fact *score, *error, *samples, *samples_all, *limit, *shots, *version,
        *tool_version, *model, *arguments, *better;
    bool part;        /* of the task's samples: no evidence of accuracy */
    bool other_model; /* another model was tested than was measured: no evidence */
    /* whether its file's own words tie it to the side it stands on */
    enum accuracy_tie tie;
    const struct fact *told; /* what the file says, or the other side's score; NULL: nothing */
    const struct fact *own;  /* what the runs say of it; NULL: nothing */
    bool error_off; /* its standard error is not that of so many samples: held against nothing */
    bool evidence;  /* neither a part nor another model, and tied */
    bool asked;     /* the case's task, or the case names none */
};
struct accuracy_loss { /* of B against A on one task, in percent of A's score */
    struct str task;
    struct three loss;
    enum judgement standing; /* against the loss that the case accepts; NOT_APPLICABLE: none */
};

/* ---- a sweep over loads ---- */

enum { LOADS_MOST = 64 };
struct load_bound { /* of a sweep over runs: one objective at one load */
    const struct threshold *objective;
    enum standing standing;
    struct three value; /* over the runs at that load */
};
struct load_point {
    double load, rate, latency; /* latency NaN: not measured; s */
    const struct fact *load_fact, *rate_fact, *latency_fact;
    struct load_bound *bound; /* of a sweep over runs: one an objective that was measured */
    size_t bound_count;
    bool told;              /* every run at the load shows rate and objectives */
    enum standing standing; /* of all objectives together; meaningless unless `told` */
    bool spoilt;            /* not shown to keep an objective that more load makes worse */
};
enum sweep_tie {
    SWEEP_TIED,
    SWEEP_SHORT,  /* a point was held for less than a run must be, or for nobody knows how long */
    SWEEP_UNTOLD, /* it does not tell `tie_key`, which the system's runs do */
    SWEEP_OTHER   /* it tells another `tie_key` than the system's runs */
};
struct saturation {
    const struct system *system;
    enum sweep_tie tie; /* whether a sweep of its own is shown to be of the system */
    enum key tie_key;
    const struct fact *told, *own;  /* of tie_key; NULL: nothing */
    const struct load_point *point; /* by load */
    size_t count;
    const char *why;                   /* no knee: "few loads", "no bend"; NULL */
    bool saturated;                    /* the last step brought no more than a tenth of its share */
    const struct threshold *objective; /* NULL: the case states none for what was swept */
    const struct fact *knee, *knee_low, *knee_high, *gain; /* gain: share of the last step's load */
    const struct fact *highest, *failing; /* highest load that meets the objective; next one */
    const struct fact *highest_rate;
    bool of_runs; /* points are runs of the case, not a sweep of its own */
    bool every;   /* a sweep of its own held against several objectives, not `objective` alone */
    enum key load_key;             /* by which load points are told apart */
    const struct load_point *good; /* the point at `highest`; NULL: none */
    /* The highest load of a tied sweep at which each of three measurements or more keeps every
     * objective, and the mean throughput there with its interval; NULL: none. */
    const struct fact *sized_load;
    struct three sized;
};

/* ---- where the time goes ---- */

/* Parts of a profiled window; they add up to it exactly. */
enum time_part {
    PART_KERNELS,       /* computation and the accelerator's own memory together */
    PART_COMMUNICATION, /* between accelerators, behind no kernel */
    PART_TRANSFERS,     /* between host and accelerator, behind neither */
    PART_LAUNCHES,      /* the accelerator idle, calls into runtime and driver under way */
    PART_HOST,          /* the accelerator idle, framework or application at work */
    PART_UNATTRIBUTED,  /* idle, and what for is not seen, or it was the profiler */
    PART_COUNT
};
const char *time_part_name(enum time_part part);
/* Whose part it is, by who usually owns its cause. LAYER_NONE: nobody's. */
enum layer time_part_layer(enum time_part part);

struct profiled { /* what one path named as a profile holds */
    struct str path;
    struct facts *facts;
    struct series *series;
    size_t series_count;
};

enum profile_tie {
    PROFILE_TIED,
    PROFILE_UNTOLD, /* it does not tell what it would have to */
    PROFILE_OTHER   /* by its own words it is of something else */
};
enum { PROFILE_KERNELS_SHOWN = 5 };
/* Counters of less of the kernels' time tell nothing of all of them. */
#define PROFILE_COUNTED_LEAST 0.5
/* A peak is near from this percentage on; below it kernels wait for neither. */
#define PROFILE_NEAR 60.0
struct profile {                 /* one trace */
    const struct system *system; /* beside whose runs it lies, or that names it */
    const struct run *run; /* in whose folder it lies; NULL: the system names it as a profile */
    const struct evidence *evidence;
    enum profile_tie tie;
    const char *ground;            /* on which it is not tied: "accelerator", "launch mode", ... */
    const struct fact *told, *own; /* of that ground; NULL: nothing */
    const struct fact *window;
    const struct fact *part[PART_COUNT], *share[PART_COUNT];
    /* anything on the accelerator, and each lane of its own; NULL: it was never under way */
    const struct fact *busy, *under_way[LANE_COUNT];
    const struct fact *kernel[PROFILE_KERNELS_SHOWN]; /* share of all kernels' time, by kernel */
    struct str kernel_name[PROFILE_KERNELS_SHOWN];
    size_t kernel_count;
    const struct fact *median, *launching; /* of a kernel's time; share of calls to launch */
    double width[PART_COUNT];              /* shares of one, for pictures */
    /* By counters of Nsight Compute: share of the kernels' time whose kernels were counted, and
     * those against the peaks of the accelerator's memory and of its processors; NULL: none. */
    const struct fact *counted, *memory, *compute;
    double counted_share; /* of one */
};

/* What a system's accelerator was measured to do at most, by a benchmark of copies or of matrix
 * products in a folder that the system names as a profile, and what a run of it does at least. */
struct ceiling {
    const struct system *system; /* NULL: the list ends here */
    const struct evidence *evidence;
    bool memory; /* copies within the accelerator; else matrix products */
    enum profile_tie tie;
    const char *ground;            /* on which it is not tied; NULL: it is */
    const struct fact *told, *own; /* of that ground; NULL: nothing */
    const struct fact *rate;       /* bytes, or operations, a second */
    const struct fact *share;      /* least share of it that a run reaches; NULL: not to be told */
};

#endif
