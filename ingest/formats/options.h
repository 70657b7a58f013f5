/* options.h - private to ingest: what a server was told in its command or environment, as facts. */
#ifndef INGEST_OPTIONS_H
#define INGEST_OPTIONS_H

#include "reading.h"

/* Adds a fact for each option of a known engine's command (options.def), with the command's place:
 * the last of several counts, as the engines' own parsers have it. An option in no row is a fact
 * under its own name. Of a command whose program is not known the long options alone are read, and
 * nothing is said of what it leaves out. `server` false: the command may be a client's; then it is
 * read only where its program runs an engine within itself. */
void options_of_command(struct reading *reading, struct str command, bool server,
                        struct place place);
/* The same for one variable of the environment; names that stand in no row add nothing. */
void options_of_variable(struct reading *reading, struct str name, struct str value,
                         struct place place);
/* Whether a declared fact was read out of a command or variable that a run.json declares: another
 * member that says the same key is no less said. */
bool options_declared(const struct fact *fact);

#endif
