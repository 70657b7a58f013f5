/* signs.h - what predicates are told by name: signs and measures, which derive what a run or a side
 * shows and say nothing of it, and what answers for a key. Private to comparability. */
#ifndef COMPARABILITY_SIGNS_H
#define COMPARABILITY_SIGNS_H

#include "predicates.h"

/* ---- signs ---- */

/* predicates_steady.c: of a series, a window, or telemetry. */
sign_of few_samples;        /* too few within a run that counts as a whole */
sign_of series_invalid;     /* the detector calls the series so */
sign_of series_unsteady;    /* not steady, or not known to be */
sign_of no_window;          /* all steady, at no time together */
sign_of window_short;       /* under one of the case's limits */
sign_of telemetry_outside;  /* of another time than the load */
sign_of clock_uneven;       /* less near its median than the rule's tolerance */
sign_of fault_in_telemetry; /* slowed down by a fault */
sign_of limit_in_telemetry; /* held back by a limit, and no fault */
sign_of fault_in_capture;   /* a fault that captures tell, where telemetry does not */
sign_of power_apart;        /* another instrument of power, or another rate, on the two sides */
/* predicates_clocks.c, predicates_machine.c, predicates_captures.c, predicates_capability.c: of the
 * machine. */
sign_of away_from_default; /* keys: what is set, what the product sets by itself */
sign_of unsound;           /* memory errors, pending repairs, a failed check */
sign_of foreign_process;   /* on the accelerator, of no run of the case */
sign_of idle_capture;      /* of an accelerator that no capture shows at work */
sign_of other_machine;     /* captures of another machine than the run's */
sign_of not_native;        /* a format that the accelerator does not compute by itself */
sign_of misfit;            /* driver, toolkit, framework and device */
/* predicates_work.c: of what a run says of itself. */
sign_of run_failed;          /* an exit status, an error, a word; the worst of them */
sign_of slow_path;           /* one that is known by name */
sign_of declared_processors; /* that no accelerator was used is but declared */
sign_of count_wrong;         /* accelerators that the run cannot have had so many of */
sign_of kinds_mixed;         /* accelerators of two kinds within the run */
/* predicates_record.c: of what is on record. */
sign_of one_after_other; /* all runs of one side before all of the other */
sign_of unread;          /* evidence that could not be read */
sign_of source_apart;    /* two sources of one key and instance disagree */
sign_of summary_wrong;   /* a total that does not follow from the samples */
sign_of times_reversed;  /* a start behind its end, an end behind the case's date */
/* predicates_executor.c: of whole executors. */
sign_of unit_in_part;             /* not the whole unit that the case speaks of */
sign_of derived_shown, key_shown; /* part.shown.key is derived of the run's series, is told */
sign_of capture_shown;            /* something of the machine was captured */
/* predicates_figures.c: of the metric. */
sign_of defined_otherwise;          /* two registered definitions */
sign_of other_units, other_columns; /* samples in other units, of other columns */
/* predicates_twice.c: one measurement offered as two. */
sign_of own_copy;                       /* of a run */
sign_of accuracy_twice, captures_twice; /* of an accuracy test, of a look at a machine */
sign_of scores_equal;                   /* to the last digit, of unlike sides */

/* How the sides are apart in a value. */
apart_of executor_apart; /* predicates_executor.c: with the class of the difference */
apart_of option_apart;   /* predicates_options.c: that no key of its own judges, or one side sets */

/* ---- measures ---- */

/* predicates_work.c: the load; where single requests tell, as it was in the judged stretch. */
measure_of concurrency_offered, rate_reached, concurrency_reached;
measure_of failures, failures_allowed; /* predicates_failures.c */
measure_of steady_start;               /* predicates_steady.c */
measure_of nodes_used, nodes_captured; /* predicates_evidence.c */
side_of core_clock, memory_clock;      /* predicates_clocks.c: the mean of each run's slowest */
side_of release_age;                   /* predicates_executor.c: of the oldest stack */
/* The fact of a clock so measured: of the first run that has it. */
const struct fact *clock_made(struct judging *judging, const struct side_value *value);
/* predicates_accuracy.c: what a score is held against: a reference, else the other side's where its
 * format is not below; the other side's first run. False: there is none. */
bool reference_of(const struct judging *judging, const struct member *member, struct str instance,
                  struct score *out);
bool score_of_other(const struct judging *judging, const struct member *member, struct str instance,
                    struct score *out);

/* ---- what answers for a key ---- */

lacks_key time_lacking;        /* start or end of a run, be it by its load */
lacks_key begin_unknown;       /* the same of the start; a bridge need have none */
lacks_key unit_lacking;        /* the unit, where the count does not show it */
lacks_key age_unknown;         /* release, and a date to count from */
lacks_key accelerators_untold; /* of as many as were used */
lacks_key processes_unlisted;  /* a capture that lists them and names each */
lacks_key fit_lacking;         /* of accelerators with CUDA */
lacks_key machine_untied;      /* captures that nothing ties to the run */
lacks_key units_unknown;       /* of the side */
lacks_key tool_unknown;        /* which the format names, where all results are of one */
lacks_key count_unknown;       /* of accelerators; one attached, or chosen, is one used */
lacks_key nodes_uncaptured;    /* by count, or by the names of hosts */
/* Telemetry that a rule can be asked of: its time, its reasons, its clocks. */
bool telemetry_placed(struct judging *judging, const struct member *member);
bool throttle_told(struct judging *judging, const struct member *member);
bool clock_told(struct judging *judging, const struct member *member);

/* ---- when, and of which keys ---- */

/* Keys that are walked: those that a comparison needs; whose sources must agree; of the stack. */
bool key_needed(enum key key);
bool key_comparable(enum key key);
bool key_of_executor(enum key key);
/* Samples of every run tell the metric, or not of every one. */
bool samples_tell(const struct judging *judging, const struct rule *rule);
bool samples_silent(const struct judging *judging, const struct rule *rule);
/* Both models come from one; or not. */
bool model_derived(const struct judging *judging, const struct rule *rule);
bool model_own(const struct judging *judging, const struct rule *rule);
bool clocks_incomparable(const struct judging *judging, const struct rule *rule);
/* All ran on processors alone, so that there is no accelerator to count; or not. */
bool processors_counted(const struct judging *judging, const struct rule *rule);
bool accelerators_counted(const struct judging *judging, const struct rule *rule);
/* Not every server's command is told. */
bool command_untold(const struct judging *judging, const struct rule *rule);
/* limits.c: conditions that a difference of a load's key raises: a rate of each side's own under
 * equal limits, or kept limits. */
condition_set load_rate(const struct judging *judging, enum key key);
/* OTHER_COMMIT where each side's results tell one commit of the program that they measured, another
 * on the other side, and the whole executor is under test: two builds of one's own are compared. A
 * version that a suite states of the work that it brings (Phoronix) is no such commit. */
condition_set other_commit(const struct judging *judging, enum key key);
/* A silence that weighs: of what is under test, or of one side alone about its executor. */
condition_set silence_raised(const struct judging *judging, enum key key, const bool *silent);

#endif
