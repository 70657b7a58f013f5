/* own_ask.h - rows that no known tool wrote: asked for in the terminal, and declared. */
#ifndef CLI_OWN_ASK_H
#define CLI_OWN_ASK_H

#include "amending.h"
#include "own_files.h"

/* Where all sides are folders of rows that no run.json speaks for: asks which column is the time of
 * one iteration, and writes a run.json into each that says so. *wrote: whether; nothing is written
 * where it is left open. False: a file was not written (told), or standard output does not take
 * what is asked. */
bool own_ask(struct request *request, const struct operand *operand, size_t count, bool *wrote);
/* Tells that nothing stands side by side, and what to do where all sides hold nothing but files of
 * no known tool. Always false. */
bool own_refuse(struct request *request, const struct operand *operand, size_t count);

#endif
