/* progress_line.h - a line on the terminal that says how far long work has come. */
#ifndef CLI_PROGRESS_LINE_H
#define CLI_PROGRESS_LINE_H

/* Where standard error is a terminal: from the first second on, what is under way, how much of it
 * is done, how fast and what is left. Elsewhere nothing is ever written. */
void progress_line_begin(void);
/* Takes the line away before anything else is written. */
void progress_line_clear(void);
/* For good. */
void progress_line_end(void);

#endif
