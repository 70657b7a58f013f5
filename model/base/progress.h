/* progress.h - how far long work has come, for a person who waits.
 *
 * Whoever works says so here; whoever shows it (cli) asks. Where nobody watches, each call costs a
 * look at one flag. Nothing of it reaches an answer. */
#ifndef BASE_PROGRESS_H
#define BASE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

enum progress_unit { PROGRESS_NOTHING, PROGRESS_BYTES, PROGRESS_PAGES, PROGRESS_RUNS };

struct progress {
    const char *what; /* such as "packing"; NULL: nothing that takes long is under way */
    enum progress_unit unit;
    uint64_t done, whole; /* whole 0: not known */
    uint64_t turn;        /* which stage of all: another number, another stage */
};

/* From now on what is told is kept. Called once, before there is a second thread. */
void progress_watch(void);
/* What is under way; from any thread. */
struct progress progress_now(void);

/* A stage begins; within another it is part of that one, and counts only where units agree.
 * `what` lives as long as the program. Each is ended by progress_end; both by one thread. */
void progress_begin(const char *what, enum progress_unit unit, uint64_t whole);
void progress_end(void);
/* So many more are done; from any thread. */
void progress_add(enum progress_unit unit, uint64_t count);
/* So many of the piece under way, which progress_add counts once it is done. */
void progress_within(uint64_t count);

#endif
