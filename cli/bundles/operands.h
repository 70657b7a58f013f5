/* operands.h - what a person names to be compared: which runs lie in it, and which captures. */
#ifndef CLI_OPERANDS_H
#define CLI_OPERANDS_H

#include "ingest/ingest.h"

struct found_run {             /* one run, or one of several results of a file */
    struct str path;           /* below the operand; empty: the operand itself */
    struct str instance;       /* of the file's several results; empty: it holds one */
    size_t file;               /* the inspected file with its result */
    const struct carries *row; /* the first row of its format */
    struct str work;           /* what it did: names, load, lengths; empty: nothing tells it */
    struct str set;            /* how it was set up, as far as that differs within an operand */
};
struct operand {
    struct str given; /* as typed, without '/' at its end */
    struct str label; /* for people: the least of the path that tells operands apart */
    struct str real;  /* absolute, no links */
    struct str pick;  /* "2" of FILE#2: the one of its results that stands here; empty: all */
    bool folder, archive, alone;
    struct inspected *file;
    size_t file_count;
    struct found_run *run;
    size_t run_count;
    struct str *capture; /* files of the machine, below the operand, outside of runs */
    size_t capture_count;
    size_t unread; /* files of no known format */
};
/* FILE#2 (or a folder's) names one of several results as a case does, by its instance, or by the
 * name of its work. `alone`: a run is its result file, without what lies beside it; for folders
 * that hold files of several runs. False, with a diagnostic: it cannot be read at all. */
bool operand_open(struct arena *home, const char *given, bool alone, struct operand *out,
                  struct diags *diags);
/* Of a file that holds several results, how each is picked: behind its name: "#0 (NAME), #1
 * (NAME)", six at most; empty: it holds one. Names are the file's own, and not yet made visible. */
struct str operand_picks(struct arena *home, const struct operand *operand);
/* Labels by which `count` operands are told apart. */
void operands_label(struct arena *home, struct operand *operand, size_t count);
/* What a case of labelled operands in a folder of that name is called, as a name of a file: like
 * the folder; in one that bears the name which `compare` proposes, "before-vs-after", or every case
 * would be called "case". */
const char *operands_case(struct arena *home, struct str folder, const struct operand *operand,
                          size_t count);
/* The best value that a result tells of a key: of its instance, else of the whole file or folder.
 * NULL: none. */
const struct fact *found_fact(const struct operand *operand, const struct found_run *run,
                              enum key key);
/* The same of the metric of a row, which may name one figure of several ("write"). */
const struct fact *found_figure(const struct operand *operand, const struct found_run *run,
                                const struct carries *row);
/* Whether the row's instance names the one figure that counts of a file that holds several, and is
 * no statistic. */
bool carries_label(const struct carries *row);
/* Whether an instance is a statistic of samples: mean, median, std, min, max, var, p99. */
bool carries_statistic(struct str word);
/* Whether file number `file` of the operand belongs to the run. */
bool operand_run_has(const struct operand *operand, const struct found_run *run, size_t file);
/* Whether it tells the metric, as a figure or as a series. */
bool found_tells(const struct operand *operand, const struct found_run *run,
                 const struct carries *row);
/* Whether it keeps samples of the metric, or of what it is worked out from. */
bool found_keeps(const struct operand *operand, const struct found_run *run, enum key metric);
/* operands_tell.c, for operands.c: the row of a format by which a file is compared (of rows that
 * name a metric by its instance, the one it tells); */
const struct carries *operand_row(const struct inspected *file);
/* the results of a file by their instances, each once, in the order of the file: none where a
 * figure belongs to no instance, since the file then holds one result; */
size_t operand_instances(struct arena *home, const struct inspected *file,
                         const struct carries *row, struct str **out);
/* and `work` and `set` of a run. */
void found_describe(struct arena *home, const struct operand *operand, struct found_run *run);
/* Samples of the longest series that it keeps of the metric or of work; 0: none. */
size_t found_samples(const struct operand *operand, const struct found_run *run);
/* Samples that have a value of the metric, of its longest series; where none is kept,
 * found_samples. */
size_t found_samples_of(const struct operand *operand, const struct found_run *run,
                        enum key metric);
/* Whether the longest series does not declare what its rows are, and nothing tells when each began,
 * as of requests that overlap: no rate follows from it. */
bool found_startless(const struct operand *operand, const struct found_run *run);
/* Time that they cover, s; 0: none are kept, or nothing tells it. */
double found_seconds(const struct operand *operand, const struct found_run *run);

/* A unit of the benchmark's own of which no file tells which way it is better, as
 * it may be printed; empty: none. */
struct str operand_unit_untold(struct arena *home, const struct operand *operand);

#endif
