/* rebuild.h - a dossier's report derived again. */
#ifndef CLI_REBUILD_H
#define CLI_REBUILD_H

#include "sign/sign.h"

/* Appends one check, and what it does to the whole. */
void checks_add(struct arena *home, struct checks *checks, struct check check);
/* Derives the report again from the bytes that were verified (what lies at the path by now is not
 * read again) and compares: checks whose ids begin with "rebuild". `name`: of the file, for
 * diagnostics. `fonts`: those that were given, among which the dossier's are looked for by digest;
 * NULL: none. */
void rebuild(struct arena *home, const char *name, struct str dossier, const struct entries *fonts,
             struct checks *checks);
/* Who wrote the packed report, as it says itself: "dossier 0.2.0"; "nobody named". */
struct str report_writer(struct arena *home, const struct entries *members);
/* Whether the packed report.pdf, letter by letter, says what the packed pages.txt says. */
struct check pages_say(struct arena *home, const struct entries *members);

#endif
