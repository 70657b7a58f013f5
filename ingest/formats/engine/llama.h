/* llama.h - private to ingest: tests of llama-bench as rows of named texts, for its forms other
 * than the JSON array. */
#ifndef INGEST_LLAMA_H
#define INGEST_LLAMA_H

#include "reading.h"

struct llama_cell {
    struct str name, text; /* name as in JSON: "n_prompt" */
    struct place place;
    bool scaled;  /* the text's number means `value`: "6.74 B" */
    double value; /* in the key's unit */
};
struct llama_test {
    struct llama_cell *cell;
    size_t count;
    /* JSON only: the document and the test in it, for its samples */
    const struct json *json;
    const struct json_item *item;
};
/* A test's plain members as cells; lists and null are none. */
struct llama_test llama_test_of_json(struct reading *reading, const struct json *json,
                                     const struct json_item *item);
/* Says that a file has more tests than are taken: LLAMA_TESTS. */
void llama_more(struct reading *reading, struct place place);
/* Facts of all tests of a file: what all have alike is said once, without an instance; the rest
 * under the test's index. A name twice in one test is told, and its cells are emptied. */
void llama_tests_read(struct reading *reading, struct llama_test *test, size_t count);
/* The series of samples_ns of one test. */
void llama_sample_series(struct reading *reading, const struct json *json,
                         const struct json_item *test);

enum { LLAMA_FIELDS = 13 };
extern const struct field llama_fields[LLAMA_FIELDS];
enum { LLAMA_CELLS = 96 }; /* members that a test may have */
enum { LLAMA_TESTS = 4096 };

/* Means and deviations that the test states against its samples; what does not follow from them is
 * a contradiction of the file. */
void llama_samples_check(struct reading *reading, const struct json *json,
                         const struct json_item *test);

#endif
