/* comparability.h - facts to findings, verdicts and derived facts.
 *
 * Pure: nouns in, nouns out; no clock, no file, no locale. The rule set is data (templates/rules.json);
 * this folder holds the predicates, the detector and the statistics. */
#ifndef COMPARABILITY_COMPARABILITY_H
#define COMPARABILITY_COMPARABILITY_H

#include "model/model.h"

/* ---- rules ------------------------------------------------------------------------------------- */

struct rules; /* rows of a rule set, read and validated */
MUST_USE bool rules_read(struct arena *home, const struct evidence *file, const struct limits *limits,
                         const struct rules **out, struct diags *diags);
size_t rules_count(const struct rules *rules);
const struct rule_text *rules_at(const struct rules *rules, size_t index);
struct str rules_version(const struct rules *rules);
/* Severity words of a row as the manual prints them: "one-side-missing: blocks; always: discloses". */
void rules_put_severity(const struct rules *rules, size_t index, struct buf *out);
const char *rules_predicate(const struct rules *rules, size_t index);

/* ---- the detector: statistics.md section 2 ------------------------------------------------------ */

struct steady_parameters { /* statistics.md 2.1; change of any is a change of the method id */
    double delta;         /* 0.01 */
    bool lower_is_better; /* a time per operation: the drain rule looks for a rise */
};
/* Judges one series: value[] (and start[] where the gap rule needs it). With phase, section 2.5. Nothing of
 * the series is changed. */
struct steadiness steady_judge(struct arena *home, const struct series *series, const struct steady_parameters *parameters);

/* ---- assessment -------------------------------------------------------------------------------- */

/* Judges every run, compares systems (baseline with each other; without a baseline each pair both ways),
 * derives what the verdicts license, numbers all facts. */
MUST_USE bool assess(struct arena *home, const struct rules *rules, const struct case_file *case_file,
                     const struct evidence *evidence, size_t evidence_count, struct report_model *out,
                     struct diags *diags);

#endif
