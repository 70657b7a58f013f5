/* options_words.h - private to ingest: the words of a command line. */
#ifndef INGEST_OPTIONS_WORDS_H
#define INGEST_OPTIONS_WORDS_H

#include "reading.h"

enum { WORDS_MOST = 512 };
struct words {
    struct str item[WORDS_MOST];
    size_t count;
};

/* All words of the text, up to the limit. */
void words_of(struct reading *reading, struct str text, struct words *out);
/* Whether the word ends a command: "&&", ";", a pipe, a redirection. */
bool ends_command(struct str word);

#endif
