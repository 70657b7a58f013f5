/* verbs.h - the table of verbs and what they share. */
#ifndef CLI_VERBS_H
#define CLI_VERBS_H

#include "base/file.h"
#include <stdbool.h>

enum { STATUS_HOLDS, STATUS_HOLDS_NOT, STATUS_UNDECIDED, STATUS_INPUT, STATUS_MACHINE };

struct options { /* every option of every verb; a verb's rows say which it takes */
    const char *output, *key, *cert, *passphrase_file, *trust, *at, *rules, *name, *days;
    const char *passphrase_fd, *module, *role, *decision, *policy, *report_file, *comment,
        *export_to, *import_from;
    const char *column, *time, *work, *phase, *kind, *delta, *svg, *from, *to;
    bool lower_is_better, counter, parameters;
    struct option_list { /* OPTION_LIST: each time that it is given */
        const char *item[32];
        int count;
    } parameter;
    bool allow_withheld;
    bool json, csv, signature, strict, store, rebuild, all, help, check, brief, manual, run_json,
        ask, annex;
    const char *request_file, *response_file, *trust_tsa, *bits, *reason, *pdf;
    const char *threads, *content_id, *format, *system, *clause, *id;
    const char *within, *order, *method, *exclusion, *until, *procedures;
    const char *question, *profile, *metric, *layers, *gate, *gate_incomparable, *seen;
    const char *against, *at_least;
    struct option_list set, supersedes, with;
    struct option_list null_pair, confirm, baseline; /* OPTION_REST */
    const char *junit, *sarif, *quiet_if, *fonts, *edition, *color;
    bool full, markdown, quiet, supplier;
    const char *argument[64];
    int argument_count;
};
enum option_type {
    OPTION_FLAG,
    OPTION_TEXT,
    OPTION_LIST,
    OPTION_REST,    /* a list: every word up to the next option, or up to "--" */
    OPTION_WRITES,  /* text: a file to write, none of those that the line reads */
    OPTION_REPLACES /* the same, but it may be the first argument's */
};
struct option_row {
    char letter; /* 0: none */
    const char *name, *argument, *help;
    size_t offset; /* in struct options */
    enum option_type type;
};
struct request {
    const struct verb *verb;
    const struct verb *const *verbs; /* all, for those that speak of others; NULL ends them */
    struct options options;
    struct arena *home;
    struct diags *diags;
    int64_t
        now; /* seconds since 1970 for what is signed or certified; only where the verb is dated */
};
struct verb {
    const char *name, *summary, *usage, *more;
    const struct option_row *option;
    size_t option_count;
    int least_arguments, most_arguments;
    bool dated; /* writes the time at which it ran: the only verbs that SOURCE_DATE_EPOCH reaches */
    int (*run)(struct request *request); /* returns the exit status */
};

/* False, with a diagnostic, when the line does not fit the verb's rows. */
bool options_read(struct arena *home, const struct verb *verb, int argc, char **argv,
                  struct options *out, struct diags *diags);
/* False, with a diagnostic, when a file to be written is one that the line reads, under whichever
 * name or link: of input nothing may be lost. */
bool options_keep_input(struct arena *home, const struct verb *verb, const struct options *options,
                        struct diags *diags);
/* "steady SERIES... [--column C] [--time C]": what help prints on several lines, on one. */
struct str usage_line(struct arena *home, const struct verb *verb);
/* --threads: 1 to 8, or 0 where it is not given. False with a diagnostic. */
bool threads_read(struct request *request, unsigned *out);
void options_help(const struct verb *verb, struct buf *out);

extern const struct verb verb_accept, verb_audit, verb_build, verb_capture_script, verb_check,
    verb_clause, verb_compare, verb_completion, verb_contest, verb_diff, verb_due, verb_facts,
    verb_formats, verb_history, verb_index, verb_inspect, verb_keygen, verb_letter, verb_new,
    verb_plan, verb_receive, verb_recipe, verb_report, verb_request, verb_rerun, verb_retract,
    verb_review, verb_rules, verb_runs, verb_schema, verb_seal, verb_sign, verb_steady,
    verb_timestamp, verb_trace, verb_verify, verb_vocabulary, verb_waive, verb_withhold;

/* For verbs that sign. */
#define OPTION_ROWS_KEY                                                                            \
    { 0,                                                                                           \
      "key",                                                                                       \
      "KEY",                                                                                       \
      "private key: PEM, PKCS #12, or pkcs11:token=..;object=..",                                  \
      offsetof(struct options, key),                                                               \
      OPTION_TEXT },                                                                               \
        { 0,                                                                                       \
          "cert",                                                                                  \
          "CERT",                                                                                  \
          "its certificate, the chain behind it, PEM; not needed with PKCS #12",                   \
          offsetof(struct options, cert),                                                          \
          OPTION_TEXT },                                                                           \
        { 0,                                                                                       \
          "passphrase-file",                                                                       \
          "FILE",                                                                                  \
          "first line: passphrase or PIN; without it a terminal is asked",                         \
          offsetof(struct options, passphrase_file),                                               \
          OPTION_TEXT },                                                                           \
        { 0,                                                                                       \
          "passphrase-fd",                                                                         \
          "N",                                                                                     \
          "the same from an open descriptor",                                                      \
          offsetof(struct options, passphrase_fd),                                                 \
          OPTION_TEXT },                                                                           \
    {                                                                                              \
        0, "module", "PATH", "PKCS #11 module, for a key that stays in a token",                   \
            offsetof(struct options, module), OPTION_TEXT                                          \
    }

#define OPTION_ROW_CONTENT_ID                                                                      \
    {                                                                                              \
        0, "content-id", "HEX",                                                                    \
            "only the dossier with this content id, as build and verify print it",                 \
            offsetof(struct options, content_id), OPTION_TEXT                                      \
    }
/* For verbs that a gate may stand behind. */
#define OPTION_ROWS_GATE                                                                           \
    { 0,                                                                                           \
      "gate",                                                                                      \
      "WHAT:SHARE",                                                                                \
      "slower:2%, faster:2% or changed:2%: exit 0 where the interval excludes it, 1 where it "     \
      "shows it, 2 where it is open",                                                              \
      offsetof(struct options, gate),                                                              \
      OPTION_TEXT },                                                                               \
    {                                                                                              \
        0, "gate-incomparable", "N",                                                               \
            "exit status of a gate where runs may not be compared: 0, 1 or 2",                     \
            offsetof(struct options, gate_incomparable), OPTION_TEXT                               \
    }
/* For verbs over many dossiers. */
#define OPTION_ROW_SEEN                                                                            \
    {                                                                                              \
        0, "seen", "FILE",                                                                         \
            "keep there what was verified; `index` and `due` do not verify again what is "         \
            "unchanged",                                                                           \
            offsetof(struct options, seen), OPTION_WRITES                                          \
    }
/* For verbs that read evidence. */
#define OPTION_ROW_THREADS                                                                         \
    {                                                                                              \
        0, "threads", "N", "read N files at a time (1 to 8); default: as many as processors",      \
            offsetof(struct options, threads), OPTION_TEXT                                         \
    }
/* For verbs whose answer is coloured on a terminal. */
#define OPTION_ROW_COLOR                                                                           \
    {                                                                                              \
        0, "color", "WHEN", "colour the answer: auto (on a terminal), always or never",            \
            offsetof(struct options, color), OPTION_TEXT                                           \
    }
#define OPTION_ROW_JSON                                                                            \
    {                                                                                              \
        0, "json", NULL, "print JSON instead of text", offsetof(struct options, json), OPTION_FLAG \
    }

#endif
