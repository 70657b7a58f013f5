/* go_text.h - private to ingest: lines of `go test -bench`, and the benchmarks that they tell of.
 */
#ifndef INGEST_GO_TEXT_H
#define INGEST_GO_TEXT_H

#include "reading.h"

#include <glib.h>

enum {
    BENCHMARKS_MOST = 4096,
    SETTINGS_MOST = 64,       /* at a time */
    SETTINGS_BYTES = 1 << 14, /* of them */
    WORLDS_MOST = 1024,       /* different settings of results */
    VALUES_MOST = 32,         /* of a line */
    RESULTS_MOST = 1 << 20,
    UNITS_MOST = 256,
};

struct word {
    struct line line;
    struct str text;
};
struct setting {
    struct str key;
    struct word value;
    bool used; /* by a result behind it */
};
struct world { /* settings that some results have */
    struct setting *setting;
    size_t count, index;
};
struct value {
    struct str number, unit;
    double is;
};
struct figures { /* of one line */
    struct str iterations;
    double loops;
    struct value value[VALUES_MOST];
    size_t count;
};
struct result {
    struct line line;
    struct str iterations;
    double loops;
    const struct value *value;
    size_t count;
    struct result *next;
};
struct benchmark {
    const struct world *world;
    struct str name;
    struct result *first, *last;
    size_t count;
};
struct unit_said {
    struct str unit;
    struct word better;
};
struct go_file {
    struct reading *reading;
    struct setting setting[SETTINGS_MOST];
    size_t setting_count;
    GHashTable *worlds, *names; /* by text of the settings; by that and a name */
    const struct world *world;  /* of the settings as they stand; NULL: to be found */
    size_t world_count, result_count;
    struct benchmark *benchmark;
    size_t count;
    struct unit_said unit[UNITS_MOST];
    size_t unit_count;
    bool failed;
};

/* A word that names a benchmark: "BenchmarkX", "Benchmark/x". */
bool go_is_named(struct str text);
/* "1000  123 ns/op  45 B/op" behind a name; NULL: that it is, else what was expected. */
const char *go_figures(struct str rest, struct figures *out);
/* Whether a unit stands among the first `count` values. */
bool go_unit_again(const struct value *value, size_t count, struct str unit);
bool go_is_rate_or_time(struct str unit);
/* "ns" and "MB" are "sec" and "B" of another size. */
bool go_units_alike(struct arena *home, struct str a, struct str b);
/* All lines of the file; destroyed by whoever asked for it: the two tables. */
void go_text_read(struct go_file *file, struct reading *reading);

#endif
