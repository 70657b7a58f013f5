/* asking.h - statements that a person makes in a terminal, one by one. */
#ifndef CLI_ASKING_H
#define CLI_ASKING_H

#include "model/model.h"

struct asking_guess { /* what the program would say, and from where */
    enum key key;
    const char *text, *from;
};
/* Asks for each wanted key, on standard output and input: Enter takes the guess, "?" explains, "-"
 * leaves it open, as does the end of the input. Answers lie in `said`, by key; empty: left open.
 * `of`: of which side, or all. False: standard output does not take it. */
bool asking_run(struct arena *home, const char *of, const bool *wanted,
                const struct asking_guess *guess, size_t guesses, struct str *said);
/* One line of standard input without its end, trimmed. False: there is none any more. */
bool asking_line(struct arena *home, struct str *out);

#endif
