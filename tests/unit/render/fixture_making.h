/* fixture_making.h - the parts of the model that fixture.c puts together. */
#ifndef TESTS_RENDER_FIXTURE_MAKING_H
#define TESTS_RENDER_FIXTURE_MAKING_H

#include "fixture.h"

struct making {
    struct arena *home;
    struct fact *fact[512];
    size_t count;
    struct evidence evidence[8];
    struct case_file *file;
    struct report_model *model;
    struct comparison *comparison;
    enum fixture kind;
};

enum file_id {
    FILE_CASE,
    FILE_SMI_A,
    FILE_SMI_B,
    FILE_ITERATIONS,
    FILE_COMMAND_A,
    FILE_COMMAND_B,
    FILE_NOTES
};

/* ---- fixture.c: facts ---- */

struct fact *fact_new(struct making *m, enum key key, const char *text, enum unit unit,
                      enum fact_kind kind);
struct fact *sourced(struct making *m, enum key key, const char *text, enum unit unit,
                     enum fact_kind kind, enum file_id file, uint32_t line, const char *path);
struct fact *derived(struct making *m, enum key key, const char *text, enum unit unit,
                     const char *name, const char *formula, const struct comparison *licence);
void input_set(struct making *m, struct fact *fact, const struct fact *const *input, size_t count);
const struct fact *scoped(struct making *m, struct facts *facts, struct fact *fact);

/* ---- fixture_case.c: evidence, systems, runs and stacks ---- */

void evidence_make(struct making *m);
void systems_make(struct making *m);
void case_make(struct making *m);
void stack_make(struct making *m);
void layers_make(struct making *m);
struct series *durations(struct making *m, double level, size_t cycle, double end, unsigned seed);
struct series *telemetry(struct making *m, enum key key, double level, double end);
const struct fact *stack_find(enum key key, size_t side);

/* ---- fixture_judgement.c: what the comparison derives and finds ---- */

void counts_make(struct making *m);
void runs_make(struct making *m, bool licensed);
void ratio_make(struct making *m);
void coverage_make(struct making *m);
void findings_make(struct making *m);
const struct fact *pair(struct making *m, enum key key, const char *text, enum unit unit,
                        const char *name, const char *formula);

#endif
