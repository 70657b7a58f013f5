/* mutations.h - damaged files and what may come of them; see test_mutations.c. */
#ifndef TESTS_MUTATIONS_H
#define TESTS_MUTATIONS_H

#include "adapter_run.h"

enum {
    CUTS = 50,
    NUMBERS = 40,
    FIELDS = 400, /* whose first number is replaced where everything is tried */
    MEMBERS = 40,
    FAILURES_SHOWN = 20,
    WINDOW = 512,          /* how far behind its place a fact's text may begin (XML: the tag) */
    WORK = 4 << 20,        /* bytes read for one kind of damage to one file */
    FILES_OF_A_FORMAT = 6, /* of the corpus */
};

struct input {
    struct str name, bytes;
};
struct mutant {
    struct str bytes;
    const char *how;
    size_t at, taken, put; /* `taken` bytes at `at` became `put` bytes */
};

/* Counts a failure, and prints the first of them; `fact`: NULL where it is of the whole file. */
void mutant_failed(const struct input *input, const struct mutant *mutant, const char *what,
                   const struct fact *fact);
/* Reads a copy of exactly its size, so that the sanitizer sees a step past the end; counts it. */
struct adapter_result mutant_run(struct arena *home, struct str name, struct str bytes);
/* How many of `most` times a file of this size is damaged. */
size_t mutant_times(size_t most, size_t size);
size_t points_of(const struct adapter_result *result); /* of all its series */

/* mutations_order.c: members of JSON in reverse, members said twice, columns of CSV in reverse. */
void orders_try(const struct input *input, const struct adapter_result *whole);

#endif
