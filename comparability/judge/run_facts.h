/* run_facts.h - facts derived from one run while it is judged alone. Private to comparability. */
#ifndef COMPARABILITY_RUN_FACTS_H
#define COMPARABILITY_RUN_FACTS_H

#include "judging.h"

struct run_facts {
    struct deriving *deriving;
    struct alone *alone;
    const struct fact **item;
    size_t count, room;
};
void run_facts_keep(struct run_facts *out, const struct fact *fact);
/* Derives a fact of the run; NULL where the value is no number: nothing to say. */
const struct fact *run_note(struct run_facts *out, struct derived want,
                            const struct series *series);
/* "unsteady: the level swings to and fro". */
struct str steady_said(struct arena *home, const struct steadiness *steady);
/* What clocks, power and throttle reasons of its accelerators say: of the one that drew most all of
 * it, of the others what is amiss, and how many were judged where there are several. */
void run_notes_telemetry(struct run_facts *out);

enum { LOAD_FACTS = 3 };
/* Facts of the whole run: output by second judged, or why it cannot be shown; most requests in
 * flight; share of the time at full concurrency. Returns how many. Sets door->load. */
size_t load_own(struct deriving *deriving, const struct case_file *case_file,
                struct judged_run *door, const struct fact *out[LOAD_FACTS]);

#endif
