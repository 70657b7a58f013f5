/* made_bridge.h - the made case with B on other units than A, and a bridge run between them. */
#ifndef TESTS_MADE_BRIDGE_H
#define TESTS_MADE_BRIDGE_H

#include "made_case.h"

/* B's units are others than A's. */
static inline void made_units_apart(struct made_case *made)
{
    size_t file = 1 + MADE_RUNS;
    for (size_t m = 0; m < 2; m++) {
        const struct machine *machine = &made->file.system[1].machine[m];
        for (size_t r = 0; r < machine->run_count; r++, file++) {
            const struct made_fact row = { MADE_B,        KEY_ACCELERATOR_SERIAL,
                                           "0",           m ? "165000004" : "165000003",
                                           FACT_CAPTURED, UNIT_NONE };
            machine->run[r].facts = facts_new(made->home);
            for (size_t i = 0; i < ARRAY_COUNT(made_base); i++) {
                if (made_base[i].side == MADE_BOTH || made_base[i].side == MADE_B) {
                    made_fact_put(made, machine->run[r].facts, &made_base[i], machine->system,
                                  &machine->run[r], file);
                }
            }
            made_fact_put(made, machine->run[r].facts, &row, machine->system, &machine->run[r],
                          file);
        }
    }
}

static inline void made_bridge_add(struct made_case *made, double slower, const char *mode)
{
    struct system *bridge = ARENA_NEW(made->home, struct system);
    struct machine *machine = ARENA_NEW(made->home, struct machine);
    struct run *run = ARENA_NEW(made->home, struct run);
    made_units_apart(made);
    *bridge = (struct system){
        .id = STR("bridge.1"), .index = 2, .machine = machine, .machine_count = 1
    };
    bridge->facts = facts_new(made->home);
    *machine =
        (struct machine){ .id = STR("bridge.1.1"), .system = bridge, .run = run, .run_count = 1 };
    machine->facts = facts_new(made->home);
    *run = (struct run){
        .id = STR("bridge-r1"), .machine = machine, .bridge = true, .like = &made->file.system[0]
    };
    struct made_fact mode_row = { MADE_B, KEY_COMPILE_MODE, "", mode, FACT_MEASURED, UNIT_NONE };
    struct made_change change = { .fact = &mode_row, .fact_count = 1 };
    made_run(made, &change, run, 1, 0);
    /* Like a run of A, on B's unit: times in another order, since the same ones would be a copy. */
    made_series(made, run, 0, 1, 7);
    double *value = ARENA_MANY(made->home, MADE_ROWS, double),
           *start = ARENA_MANY(made->home, MADE_ROWS, double), at = 0;
    for (size_t i = 0; i < MADE_ROWS; i++) {
        value[i] = run->series[0].value[MADE_ROWS - 1 - i] * slower;
        start[i] = at;
        at += value[i];
    }
    run->series[0].value = run->series[0].duration = value;
    run->series[0].start = start;
    const struct made_fact unit = { MADE_B,      KEY_ACCELERATOR_SERIAL, "0",
                                    "165000003", FACT_CAPTURED,          UNIT_NONE };
    run->facts = facts_new(made->home);
    for (size_t i = 0; i < ARRAY_COUNT(made_base); i++) {
        struct made_fact row = made_base[i];
        if (row.side == MADE_BOTH || row.side == MADE_B) {
            row.text = row.key == KEY_COMPILE_MODE ? mode : row.text;
            made_fact_put(made, run->facts, &row, bridge, run, 7);
        }
    }
    made_fact_put(made, run->facts, &unit, bridge, run, 7);
    made->file.bridge = bridge;
    made->file.bridge_count = 1;
}

#endif
