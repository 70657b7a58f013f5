/* short_text.h - lines of the short answers of `compare` and `check`: 100 columns. */
#ifndef CLI_SHORT_TEXT_H
#define CLI_SHORT_TEXT_H

#include "model/model.h"
#include "short_lines.h"

/* Whether a finding makes that of its verdict. A rule that a profile or own rules made looser says
 * only that; the first line says it for all. */
bool short_counts(const struct finding *finding, enum verdict cell);
/* One cause counts once, whichever rules it reaches. */
bool short_first_of_rule(const struct comparison *c, const struct finding *finding);
/* The verdict with its glyph, and how many conditions it hangs on. */
void short_verdict(struct buf *out, const struct comparison *c);
/* The first `most` conditions that decide it, each with both values and their places. */
void short_reasons(struct buf *out, const struct comparison *c, size_t most);
/* Where a run has no result, the finding of it, beside which no other reason counts; NULL: each has
 * one, or the verdict is another. */
const struct finding *short_without_result(const struct comparison *c);
/* The first of them on what is left of a line. */
void short_reason_line(struct buf *out, const struct comparison *c);
/* The first `most` reservations beside the number, with what mends each; the rest is counted. */
void short_reservations(struct buf *out, const struct comparison *c, size_t most);
struct short_named { /* one of several comparisons, and what tells it from the others */
    struct str name;
    const struct comparison *c;
};
/* The same over several comparisons: what stands beside the numbers of those that have one, each
 * once, with whose it is where it is not of all. The first `most` of them. */
void short_shared(struct buf *out, const struct short_named *item, size_t count, size_t most);
/* Where one of several comparisons is told to be open: what that means. */
void short_open(struct buf *out, const struct short_named *item, size_t count);
/* The layer that a change is credited to, or that none is. */
void short_credit(struct buf *out, const struct comparison *c);
/* What mends the first `most` conditions that fail. */
void short_mends(struct buf *out, const struct comparison *c, size_t most);
/* What would end an open verdict, cheapest first, in groups. `below`: what the person would type
 * before the names of its files ("case/"). */
void short_changes(struct buf *out, const struct comparison *c, struct str below);
/* The one thing of that to be done first, a statement or command with no line's end: "say --set
 * workload.kind=..."; of a verdict that something fails, what mends it. */
struct str short_first(struct arena *home, const struct comparison *c, struct str below);
/* Telemetry that lies beside a run and does not count, with the statement that would make it
 * count, where a rule asks for it. False: nothing to say, and nothing is written. */
bool short_telemetry(struct buf *out, const struct comparison *c);
/* That there is no ratio: where the verdict is open with what to do first. */
void short_no_ratio(struct buf *out, const struct comparison *c, struct str below);
/* Of several comparisons that permit no number: why, and what comes first, those alike once; the
 * first `most` of them. */
void short_changes_many(struct buf *out, const struct short_named *item, size_t count,
                        struct str below, size_t most);
#endif
