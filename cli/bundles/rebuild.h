/* rebuild.h - a dossier's report derived again. */
#ifndef CLI_REBUILD_H
#define CLI_REBUILD_H

#include "pipeline.h"
#include "sign/sign.h"

/* Appends one check, and what it does to the whole. */
void checks_add(struct arena *home, struct checks *checks, struct check check);
/* Derives the report again from the bytes that were verified (what lies at the path by now is not
 * read again) and compares: checks whose ids begin with "rebuild". `name`: of the file, for
 * diagnostics. `fonts`: those that were given, among which the dossier's are looked for by digest;
 * NULL: none. */
void rebuild(struct arena *home, const char *name, struct str dossier, const struct entries *fonts,
             struct checks *checks);
/* Who wrote the packed report, as it says itself: "dossier 0.2.0"; "nobody named". Where it names
 * this version and bag-info.txt another revision of it, that is said behind it. */
struct str report_writer(struct arena *home, const struct entries *members);
/* Whether the packed report.pdf, letter by letter, says what the packed pages.txt says. */
struct check pages_say(struct arena *home, const struct entries *members);
/* Whether what lies over the packed rules is the profile that the case names, byte for byte as this
 * program ships it: then the case has no rules of its own. The pipeline has read its rules. */
bool rules_shipped(const struct pipeline *p);
/* What own rules loosen, each reason once behind the ids of its rules: W3, W4 ("reason"). */
void loosened_put(const struct report_model *model, struct buf *out);

#endif
