/* options_parts.h - private to the options: a command being read, option by option. */
#ifndef INGEST_OPTIONS_PARTS_H
#define INGEST_OPTIONS_PARTS_H

#include "options.h"
#include "options_words.h"

enum form {
    FORM_VALUE,
    FORM_ON,
    FORM_OFF,
    FORM_SWITCH,
    FORM_NAMED,
    FORM_FILE,
    FORM_MILLISECONDS,
    FORM_OTHERWISE
};

struct option_row { /* of options.def */
    enum engine engine;
    const char *names;
    enum form form;
    enum key key;
    const char *instance, *standard, *source;
    const char *data; /* the data sets of which the default holds, parted by |; NULL: of all */
};
/* How a program is told from the words of its command: one word that ends so and, where there is a
 * second, one that stands right behind it. `within`: it measures by itself, without a server. */
struct program_row {
    const char *word, *next;
    enum engine engine;
    bool within;
};
struct told {                     /* one option */
    const struct option_row *row; /* NULL: in none */
    struct str name, value;       /* without dashes */
    struct place place;
    bool open; /* the command sets it, and to what is not known: no fact, and no default */
};
struct telling {
    struct reading *reading;
    enum engine engine;
    bool program;       /* one of the table is named */
    struct place place; /* of the command */
    struct told told[WORDS_MOST];
    size_t count;
    struct options_file file[OPTIONS_FILES_MOST]; /* that the command names */
    size_t file_count;
};

/* The words of the command, and within the shells that it starts: of the innermost one in which a
 * program is named; `behind`: the word behind its name. NULL: none of the table. */
const struct program_row *words_and_program(struct reading *reading, struct str command,
                                            struct words *words, size_t *behind);

/* NULL: no row of the engine has the name; of one that is not known, of no engine. */
const struct option_row *option_row_find(enum engine engine, struct str name);
const struct option_row *option_row_at(size_t index); /* NULL past the last */
/* Takes the place of an earlier one of the same row or name. */
void option_tell(struct telling *in, const struct told *one);
/* What stands told under the row or, without one, the name; NULL: nothing. */
const struct told *option_told(const struct telling *in, const struct option_row *row,
                               struct str name);
/* A dictionary as JSON in one writing; any other value as it is. */
struct str dictionary_of(struct reading *reading, struct str value);
/* The dictionary, or an empty one, with one member more. */
struct str dictionary_with(struct reading *reading, struct str dictionary, struct str name,
                           struct str value);
bool option_is_told(const struct telling *in, const struct option_row *row);
/* Names that tell nothing of the work, and what must not be repeated. */
bool option_passed_over(struct str name);
/* What the row makes of a value; `denied`: the option began with "no-". */
struct str option_meant(const struct option_row *row, struct str value, bool denied);
/* One variable of the server's environment, where a row has its name. */
void option_variable(struct telling *in, struct str word, struct place place);
/* What no release of the engine does otherwise where nothing is said. */
void standards_tell(struct telling *in);
/* Facts of what was told from `from` on. */
void facts_add_told(struct telling *in, size_t from);
/* What the command tells by itself. False: it is of no server, or too long. */
bool command_tell(struct telling *in, struct str command, bool server);

#endif
