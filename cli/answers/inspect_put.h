/* inspect_put.h - what `dossier inspect` prints of one bundle, for people and for programs. */
#ifndef CLI_INSPECT_PUT_H
#define CLI_INSPECT_PUT_H

#include "base/json.h"
#include "comparability/comparability.h"
#include "ingest/ingest.h"

struct inspection {
    const struct inspected *file;
    size_t count;
    struct buf *out;
    const struct rules *rules; /* the built-in ones */
    bool all;                  /* long lists too */
};
/* "r1/" of "r1/result.json"; empty: the bundle's own folder. */
struct str inspected_folder(const struct inspected *file);

void inspection_put_text(const struct inspection *in);
/* Figures of the bundle that contradict each other, or mislead, one by one, file by file: of one
 * file, of the files of one folder, and of each two of the first 64 files. */
void inspection_each_figure(const struct inspection *in,
                            void (*put)(void *context, const struct contradiction *what),
                            void *context);
/* Its part on figures that contradict each other; nothing where none does. */
void inspection_put_figures(const struct inspection *in);
/* Members "definition" and "means" of a fact whose definition is registered. */
void figure_put_definition(struct json_out *json, const struct fact *fact);
/* Member "contradictions": what stands under "Statements that cannot all be true" and "Figures that
 * contradict each other, or mislead". */
void inspection_put_contradictions(const struct inspection *in, struct json_out *json);
/* An object of the format "dossier-inspect/1". `bundle`: its path as given, where several are. */
void inspection_put_json(const struct inspection *in, struct json_out *json, struct str bundle);
/* A run.json (format "dossier-run/1") to fill in: what only a person can tell of the bundle. */
void inspection_put_run_json(const struct inspection *in, struct json_out *json);
/* The keys that it asks for; `wanted` has room for all keys. */
void inspection_wanted(const struct inspection *in, bool *wanted);
/* Keys that one person knows together and one sentence states: those of `wanted` that are asked
 * with `key`, in `out`. 1: it is asked by itself. 0: with an earlier one of the sentence. */
enum { SENTENCE_MOST = 10 };
size_t sentence_of(const bool *wanted, enum key key, enum key out[SENTENCE_MOST]);
/* A run.json that asks for these keys, but for those of which `said` (by key; NULL: none) has a
 * text; `sentences`: several by one sentence where one says them. */
void run_json_put(struct arena *home, const bool *wanted, const struct str *said, bool sentences,
                  struct json_out *json);
/* What a run.json holds already, byte for byte, and the wanted members that it lacks beside that.
 * Answers how many; SIZE_MAX: it is no run.json (told). */
size_t run_json_merge(struct arena *home, struct str file, struct str text, const bool *wanted,
                      const struct str *said, bool sentences, struct buf *out, struct diags *diags);
/* JSON Schema (2020-12) of what `inspect --json` prints. */
void inspection_put_schema(struct buf *out);

#endif
