/* verbs.h - the table of verbs and what they share. */
#ifndef CLI_VERBS_H
#define CLI_VERBS_H

#include "base/file.h"
#include <stdbool.h>

enum { STATUS_HOLDS, STATUS_HOLDS_NOT, STATUS_UNDECIDED, STATUS_INPUT, STATUS_MACHINE };

struct options { /* every option of every verb; a verb's rows say which it takes */
    const char *output, *key, *cert, *passphrase_file, *trust, *at, *rules, *name, *days;
    const char *column, *time, *work, *phase, *kind, *delta, *svg, *from, *to;
    bool lower_is_better, counter;
    bool json, strict, store, rebuild, all, help, check, brief, manual;
    const char *argument[64];
    int argument_count;
};
enum option_type { OPTION_FLAG, OPTION_TEXT };
struct option_row {
    char letter; /* 0: none */
    const char *name, *argument, *help;
    size_t offset; /* in struct options */
    enum option_type type;
};
struct request {
    const struct verb *verb;
    struct options options;
    struct arena *home;
    struct diags *diags;
};
struct verb {
    const char *name, *summary, *usage, *more;
    const struct option_row *option;
    size_t option_count;
    int least_arguments, most_arguments;
    int (*run)(struct request *request); /* returns the exit status */
};
const struct verb *verb_at(size_t index); /* NULL past the last */
const struct verb *verb_find(const char *name);

/* False, with a diagnostic, when the line does not fit the verb's rows. */
bool options_read(const struct verb *verb, int argc, char **argv, struct options *out,
                  struct diags *diags);
void options_help(const struct verb *verb, struct buf *out);

extern const struct verb verb_build, verb_check, verb_formats, verb_inspect, verb_keygen,
    verb_report, verb_rules, verb_schema, verb_steady, verb_trace, verb_verify, verb_vocabulary;

#define OPTION_ROW_JSON                                                                            \
    {                                                                                              \
        0, "json", NULL, "print JSON instead of text", offsetof(struct options, json), OPTION_FLAG \
    }

#endif
