/* likeness.h - when two facts say the same. */
#ifndef MODEL_LIKENESS_H
#define MODEL_LIKENESS_H

#include "model/model.h"
#include "model/normal.h"

/* Whether two texts are the same version at the coarser writing: 13.0 and 13.0.2 agree, so
 * do 2.11.0 and 2.11.0+cu130; 13.0 and 13.1 do not. Words before the first digit, a leading v, and
 * what follows the first blank are passed over. */
bool versions_agree(struct str a, struct str b);
/* Below, at or above 0 by the leading numbers of both versions; missing ones count as 0. */
int versions_order(struct str a, struct str b);
/* 91900 as 9.19.0, as cuDNN and NCCL write their versions in one number; other texts unchanged. */
struct str version_unpacked(struct arena *home, enum key key, struct str text);

struct format_row {                                /* one number format */
    const char *name, *precision_class, *encoding; /* encoding empty: not said which */
};
/* The format that a text names, by its usual spellings; NULL: not known. */
const struct format_row *format_find(struct str text);

/* Texts equal but for case and outer blanks. */
bool texts_alike(struct str a, struct str b);
/* The same but for capitals, a full stop at the end, and blanks, hyphens and underlines between
 * letters: "Single Stream" is SingleStream. */
bool texts_spelt_alike(struct str a, struct str b);
/* Two texts of three words and more that share one and have the same numbers, and of which both
 * deny or neither does: they may say the same in other words, and nothing shows that they do. */
bool texts_reworded(struct str a, struct str b);
/* Short texts of which one says more than the other ("greedy", "greedy decoding"), or denies in
 * more words ("none", "no warm-up"); the same numbers in both. */
bool texts_may_be_same(struct str a, struct str b);
/* One model by its name on a hub, the hub's cache or the last part of a path. Two organisations are
 * two models, and so are two snapshots. */
bool models_alike(struct str a, struct str b);
/* The snapshot of a hub's cache in a path; empty: none. */
struct str model_snapshot(struct str text);
/* A whole commit or digest and one that it begins with, of 7 digits at least. */
bool commits_alike(struct str a, struct str b);
/* "none" of a quantisation, in any usual words. */
bool is_unquantised(struct str text);
/* Whether the settings of decoding take the likeliest token each time, in any usual words:
 * "greedy", "argmax", "temperature 0", "top_k=1". Words that are none of such settings: false. */
bool is_greedy(struct str text);
/* Texts of the same words in the same order, whose numbers are equal as numbers: "temperature 0.70"
 * is "temperature=0.7". */
bool settings_alike(struct str a, struct str b);
/* Whether `word`, in lower case, stands in the text; begins it. ASCII case is passed over. */
bool text_holds(struct str text, const char *word);
bool text_begins(struct str text, const char *word);
/* The same fact, by the key's likeness and tolerance: what rules compare. Values in different units
 * of one base are converted. Formats of precision by class and encoding. */
bool facts_alike(struct arena *home, const struct fact *a, const struct fact *b);
/* The same within a relative tolerance; texts that are no numbers must be equal. */
bool facts_within(struct arena *home, const struct fact *a, const struct fact *b, double tolerance);
/* Two values of a key that names a machine's part: accelerator.name, cpu.name, host.model, os.name.
 */
enum named parts_named(enum key key, struct str a, struct str b);
/* Whether one of two facts of a key tells less than the other and nothing otherwise: "Intel Xeon"
 * of "Intel Xeon Gold 6430", driver 550 of 550.54.15. Such two neither contradict each other nor
 * show that what the fuller one tells holds of both. */
bool fact_tells_less(const struct fact *a, const struct fact *b);
/* Value in the unit's base; false where the fact is no number. */
MUST_USE bool fact_base(const struct fact *fact, double *out);
/* Seconds since 1970 of a time fact: a number, or ISO 8601 text by its offset from UTC, which is 0
 * where none is written; a date alone is its first second. */
MUST_USE bool fact_seconds(const struct fact *fact, double *out);
/* From when to when it may be: one moment where its zone is written; else 14 hours earlier to 12
 * later, since zones reach from UTC+14 to UTC-12, and of a date alone to its end. */
MUST_USE bool fact_moments(const struct fact *fact, double *from, double *to);
/* Whether a moment was told by a clock that tells more than milliseconds. */
bool moment_is_fine(double unix_s);
/* "2026-11-27T22:00:00Z" of seconds since 1970, whole seconds begun; empty outside 1970 to 9999. */
struct str utc_text(struct arena *home, double unix_s);
/* The same of a time that its evidence counts from 1970 on; empty for what is none. */
struct str epoch_text(struct arena *home, const struct fact *fact);
bool fact_is_none(const struct fact *fact); /* the statement "none" */
/* Whether evidence says that its key stands where nobody can read it: "set in serve.yaml, which is
 * not enclosed", of what a command leaves to a file (ingest/options_settle.c). */
bool fact_left_open(const struct fact *fact);

#endif
