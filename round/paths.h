/* paths.h - private to round: what one path of a tree says by its folders. */
#ifndef ROUND_PATHS_H
#define ROUND_PATHS_H

#include "base/text.h"

enum { PARTS = 48 };
enum part_kind {
    PART_NONE,
    PART_RESULTS,
    PART_MEASUREMENTS,
    PART_COMPLIANCE,
    PART_SYSTEMS,
    PART_OTHER
};
struct path { /* one file's path in parts; `own`: parts before it lie above the tree */
    struct str part[PARTS];
    size_t count, own, marker; /* marker: "results", "systems", ...; PARTS: none */
    enum part_kind kind;
    bool bare; /* no "results" stands above SYSTEM/BENCHMARK/SCENARIO: the marker is the folder that
                  holds SYSTEM */
    struct str whole;
};
/* `above`: path of the tree; `name`: of the file in it. False: too deep, or nothing. The parts lie
 * in both texts. */
bool path_split(struct str above, struct str name, struct path *out);
/* Parts from..to of it, with '/' between, kept in `home`. */
struct str path_joined(struct arena *home, const struct path *path, size_t from, size_t to);
bool path_is_division(struct str part);
/* "result_0.txt": a run of MLPerf Training. */
bool path_is_training(struct str name);
/* How results of HPC scale: one model on all of the machine, or many at once. */
bool path_is_scaled(struct str folder);
/* What may lie beside them: scaling.json, package_checker_params. */
bool path_is_training_side(struct str name);
/* "summary.json" and what else tells of a run of MLPerf Storage by its name. */
bool path_is_storage(struct str name);
/* Where the folder of its result ends, and that of its run, in parts; false: neither of a run nor
 * of a report ("datagen"). */
bool path_storage(const struct path *path, size_t *result_to, size_t *run_to);

#endif
