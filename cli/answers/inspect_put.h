/* inspect_put.h - what `dossier inspect` prints of one bundle, for people and for programs. */
#ifndef CLI_INSPECT_PUT_H
#define CLI_INSPECT_PUT_H

#include "base/json.h"
#include "comparability/comparability.h"
#include "ingest/ingest.h"

struct inspected_part { /* the files of one folder of the bundle */
    struct str folder;  /* "r1/" of "r1/result.json"; empty: the bundle's own */
    size_t first;       /* of its files in the bundle */
    struct inspected *file;
    size_t count;
    struct clash *clash; /* statements of theirs that cannot all be true */
    size_t clash_count;
};
struct undisclosed { /* a key that a comparison needs and no file holds */
    enum key key;
    struct str hint; /* how it is made known */
    bool declared;   /* by a person alone, in run.json */
};
/* What `dossier inspect` says of one bundle: the files and what follows from them, found once. */
struct inspection {
    struct arena *home;
    struct str bundle; /* its path as given, where several are asked for; else empty */
    const struct inspected *file;
    size_t count;
    const struct rules *rules; /* the built-in ones */
    bool all;                  /* in text long lists, too */
    /* From here on found by inspection_find. */
    struct inspected_part *part; /* in the order of their first files */
    size_t part_count;
    /* Figures that contradict each other, or mislead: of one file, of the files of one folder, and
     * of each two of the first 64 files. */
    struct contradiction *figure;
    size_t figure_count, figure_room;
    struct undisclosed *missing; /* by key */
    size_t missing_count;
};
/* Of files of one run: which of them is telemetry that cannot be brought to the run's clock, and
 * what run.json has to say for it to count (rules V5, S7, S9, H1, H2). Empty: it counts, there is
 * none, or no samples that it could stand beside. */
struct str telemetry_waits(struct arena *home, const struct inspected *const *file, size_t count);
/* The same of the files of one folder. */
struct str part_waits(struct arena *home, const struct inspected_part *part);
/* `home`, files and rules are given; the rest is found. */
void inspection_find(struct inspection *in);

void inspection_put_text(const struct inspection *in, struct buf *out);
/* The members of an object of the format "dossier-inspect/1" behind its format. */
void inspection_put_json(const struct inspection *in, struct json_out *json);
/* A run.json (format "dossier-run/1") to fill in: what only a person can tell of the bundle. */
void inspection_put_run_json(const struct inspection *in, struct json_out *json);
/* The keys that it asks for; `wanted` has room for all keys. Files and rules are enough, nothing
 * needs to be found. */
void inspection_wanted(const struct inspection *in, bool *wanted);
/* Keys that one person knows together and one sentence states: those of `wanted` that are asked
 * with `key`, in `out`. 1: it is asked by itself. 0: with an earlier one of the sentence. */
enum { SENTENCE_MOST = 14 };
size_t sentence_of(const bool *wanted, enum key key, enum key out[SENTENCE_MOST]);
/* A run.json that asks for these keys, but for those of which `said` (by key; NULL: none) has a
 * text; `sentences`: several by one sentence where one says them. */
void run_json_put(struct arena *home, const bool *wanted, const struct str *said, bool sentences,
                  struct json_out *json);
/* What a run.json holds already, byte for byte, and the wanted members that it lacks beside that.
 * Answers how many; SIZE_MAX: it is no run.json (told). */
size_t run_json_merge(struct arena *home, struct str file, struct str text, const bool *wanted,
                      const struct str *said, bool sentences, struct buf *out, struct diags *diags);
/* How many statements of a run.json still ask (begin with "FIXME:"). */
size_t run_json_marks(struct str text);
/* JSON Schema (2020-12) of what `inspect --json` prints. */
void inspection_put_schema(struct buf *out);

#endif
