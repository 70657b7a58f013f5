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
    const char *how;       /* for people */
    size_t at, taken, put; /* `taken` bytes at `at` became `put` bytes */
};

struct format_family;

/* ---- test_mutations.c ---- */

/* Counts a failure, and prints the first of them; `fact`: NULL where it is of the whole file. */
void mutant_failed(const struct input *input, const struct mutant *mutant, const char *what,
                   const struct fact *fact);
/* Reads a copy of exactly its size, so that the sanitizer sees a step past the end; counts it. */
struct adapter_result mutant_run(struct arena *home, struct str name, struct str bytes);
/* How many of `most` times a file of this size is damaged. */
size_t mutant_times(size_t most, size_t size);
size_t points_of(const struct adapter_result *result); /* of all its series */
/* Where the fact's text begins at or behind its place; SIZE_MAX: it does not stand there as it is.
 */
size_t literal_at(struct str bytes, const struct fact *fact);
/* Something that was not said before, with its place. */
bool more_said(const struct adapter_result *whole, const struct adapter_result *now);

/* ---- mutations_families.c: how each family of formats says things in another order, or twice ----
 */

/* Each way asks whether the family's tools could have written it so; answers how often it tried. */
typedef size_t reordering(const struct input *input, const struct adapter_result *whole,
                          const struct format_family *family);
struct format_family {
    const char *name;
    reordering *reorder;
    const char *why; /* where `reorder` is NULL: what the order means */
    reordering *twice;
    const char *separators; /* of lines: any of these ends a label */
    const char *opener;     /* a label that begins what follows: it stays; NULL: none */
    const char *format[64]; /* names of adapters */
};
void families_try(const struct input *input, const struct adapter_result *whole);
/* Each format has a family, and each family was tried in each way that it has. */
bool families_all_tried(void);

/* ---- mutations_judge.c ---- */

/* The file said the same in another order: the same facts, as many points. Answers 1; 0 where
 * another format would read it. */
size_t reordered_judge(const struct input *input, const struct adapter_result *whole,
                       struct str bytes, const char *how);
/* The file says `what` twice, the second time 77777: said so, and that value is not taken. */
void second_judge(const struct input *input, const struct adapter_result *whole, struct str bytes,
                  const char *what);
/* Up to `most` facts whose text stands where they say, the first of each key before others. */
size_t facts_choose(const struct input *input, const struct adapter_result *whole, size_t most,
                    const struct fact **out);
/* Bytes [begin, end), in which the fact's text stands, follow again with another value in its
 * place: either said so, or one more item of a list or a series; the first value stands in any
 * case.
 */
void fact_twice_judge(const struct input *input, const struct adapter_result *whole,
                      const struct fact *fact, size_t begin, size_t end);

/* ---- mutations_json.c, _lines.c, _tables.c, _xml.c, _gguf.c ---- */

reordering json_reorder, json_twice;             /* members of objects */
reordering json_lines_reorder, json_lines_twice; /* the same within each line */
reordering lines_reorder, lines_twice; /* neighbours with labels, and nothing below them */
reordering results_twice;              /* lines of which one again is a repetition */
reordering words_reorder, words_twice; /* of one line */
reordering csv_columns_twice;
reordering csv_reorder, csv_twice; /* columns */
reordering markdown_reorder, markdown_twice;
reordering insert_reorder, insert_twice;   /* columns of SQL's INSERT */
reordering aligned_reorder, aligned_twice; /* columns between blanks, under a header */
reordering xml_reorder, xml_twice;         /* elements, attributes */
reordering gguf_reorder, gguf_twice;       /* pairs of its metadata */

#endif
