/* asking.h - statements that a person makes in a terminal, one by one. */
#ifndef CLI_ASKING_H
#define CLI_ASKING_H

#include "model/model.h"

struct asking_guess { /* what the program would say, and from where */
    enum key key;
    const char *text, *from;
};
enum { ASKING_GUESSES = 3 };
/* What files and case suggest where a case is written of them; `unit`: the one it compares. How
 * many. */
size_t asking_guesses(const char *unit, struct asking_guess *out);
#define ASKING_ALL SIZE_MAX
enum { ASKING_SIDES = 16 };
/* A question of all sides that the sides answer each for itself. Zeroed, but for `sides`. */
struct asking {
    size_t sides;                   /* how many can; 0: none does */
    bool key[KEY_COUNT];            /* what was answered so */
    struct str *said[ASKING_SIDES]; /* by key, of each side */
};
/* Asks for each wanted key, on standard output and input: Enter takes the guess, "?" explains, "-"
 * leaves it open, as do the end of the input and five lines that are no answer; of all sides "/"
 * asks each of them. `side`: from 0, or ASKING_ALL. *said: the answers by key; empty: left open.
 * `wanted` loses the keys that each side answered for itself, and a side that did is not asked
 * again. False: standard output does not take it. */
bool asking_run(struct arena *home, size_t side, const struct asking_guess *guess, size_t guesses,
                struct asking *asking, bool *wanted, struct str **said);
/* Each side's own keys get those that it answered in place of all. */
void asking_add(const struct asking *asking, bool *wanted);
/* A prompt ends after so many lines that are no answer, as it does at the end of the input: what is
 * left open is told. False: standard output does not take it. */
enum { ASKING_TRIES = 5 };
bool asking_given_up(struct arena *home);
/* One line of standard input without its end, trimmed. False: there is none any more. */
bool asking_line(struct arena *home, struct str *out);

#endif
