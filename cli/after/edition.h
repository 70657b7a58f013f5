/* edition.h - a case as one of its parties may see it. */
#ifndef CLI_EDITION_H
#define CLI_EDITION_H

#include "pipeline.h"

/* The case of one system alone, as JSON: without the other systems, their prices, evidence and
 * options, what relates them to this one, what was decided, and what only who asks may know (worth,
 * units held, what was foreseen of others). Nothing that relates two systems can be made of it: a
 * report of it holds no amount of another party, and none that one could be worked out from.
 *
 * `whole` is judged. False with a diagnostic: no such system, a text
 * names another party, or files of evidence are of several. */
MUST_USE bool edition_case(const struct pipeline *whole, const char *system, struct str *out);

#endif
