/* compare_case.h - from operands to the cases that answer how they compare. */
#ifndef CLI_COMPARE_CASE_H
#define CLI_COMPARE_CASE_H

#include "comparability/comparability.h"
#include "operands.h"

enum { OPERANDS_MOST = 16, TESTS_MOST = 64 };

struct chosen { /* runs of one operand that do the same work, set up alike */
    size_t *run;
    size_t count;
    size_t *bridge; /* runs of it that are set up as the first operand's are */
    size_t bridge_count;
    struct str set;
    size_t other; /* runs of the same work that are set up otherwise, and stand aside */
};
struct test { /* one piece of work that two operands or more did */
    struct str work;
    struct str shown;          /* the same with its setting, for people */
    struct str name;           /* workload of the case; empty: the case has one test */
    const struct carries *row; /* metric and kind; NULL: of no metric that is better one way */
    struct chosen side[OPERANDS_MOST];
};
struct compare_plan {
    struct operand *operand;
    size_t operand_count;
    struct test *test;
    size_t test_count, test_left; /* left: beyond TESTS_MOST */
    const struct rules *rules;    /* those of the profile, once compare_limits has read them */
    double least_samples, least_seconds; /* of a run that is judged over time; the same */
    struct str root;                     /* absolute; paths of the cases are below it */
    struct str *alone[OPERANDS_MOST];    /* work that stands in one operand only */
    size_t alone_count[OPERANDS_MOST];
};
struct compare_standing; /* compare_dossier.h */
struct compare_wish {    /* what the line says */
    const char *const *layer;
    size_t layer_count;
    const char *const *set; /* "key=value" or "B:key=value" */
    size_t set_count;
    const char *profile, *date, *question;
    const char *id;       /* of the case */
    bool named;           /* systems bear the names of their files, not "first files" */
    enum key metric;      /* KEY_COUNT: by the table */
    const char *instance; /* "p99" of it; "": as the table or the key has it */
    const struct compare_standing *standing; /* dossiers among what is named; NULL: none */
};
/* Whether tests of the two rows are of one case: the same metric, of the same kind. */
bool carries_alike(const struct carries *a, const struct carries *b);
/* False, with a diagnostic: operands that cannot be set side by side, as one inside another. */
bool compare_plan(struct arena *home, struct operand *operand, size_t count,
                  const struct compare_wish *wish, struct compare_plan *out, struct diags *diags);
/* What the person would type before a path below plan->root, as the first side's name has it:
 * "case/" of "case/a"; empty: the files lie here. */
struct str compare_below(const struct compare_plan *plan, struct arena *home);
/* Reads rules and limits of the profile that is wished for into the plan. False, with a
 * diagnostic: the case of `row` cannot be written. */
bool compare_limits(struct arena *home, struct compare_plan *plan, const struct carries *row,
                    const struct compare_wish *wish, struct diags *diags);
/* What the metric of `row` is taken over: as the table says, but over whole runs where a tool of
 * programs kept too few samples, or for too short, to judge what happens within one. */
enum metric_kind compare_kind(const struct compare_plan *plan, const struct carries *row);
/* The case of the tests that share `row`, as the text of a case.json in plan->root. False, with a
 * diagnostic: a name or a wish that no case can carry. */
bool compare_case_text(struct arena *home, const struct compare_plan *plan,
                       const struct carries *row, const struct compare_wish *wish, struct str *out,
                       struct diags *diags);

/* The unit of the case: one accelerator where each side used one, else a whole offer. */
const char *compare_unit(const struct compare_plan *plan);
/* Whether a rule set of this name comes with the program; purchase is the built-in one. */
bool compare_profile_known(const char *name);

#endif
