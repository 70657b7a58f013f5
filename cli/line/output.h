/* output.h - printing: text that fits 80 columns, diagnostics, and an honest status when stdout
 * fails. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include "comparability/comparability.h"
#include "verbs.h"

/* Appends `text` broken at blanks to lines of at most 80 columns, each after `indent` blanks; the
 * first line starts at column `at` where something already stands. Untrusted text is made visible.
 */
void output_wrap(struct buf *out, struct str text, size_t indent, size_t at);
/* The same of text that is visible already, in lines of `columns`; blanks at its begin stand. */
void output_words(struct buf *out, struct str text, size_t columns, size_t indent, size_t at);
/* Code points, which is near enough to columns for Latin text. */
size_t output_columns(struct str text);
/* The text as buf_put_visible shows it, for a format or a label. */
struct str output_visible(struct arena *home, struct str text);
/* "  label       text", text wrapped under itself. */
void output_row(struct buf *out, const char *label, size_t width, struct str text);
/* Writes to stdout; false when it is closed or full. */
bool output_print(struct str text);
/* The exit status of a verb whose answer is `out`: `status` once all of it is printed. An answer
 * longer than output_new allows is not printed at all, with a diagnostic and STATUS_INPUT: the
 * first part of it would pass for the whole. STATUS_MACHINE where stdout fails. */
int output_end(const struct buf *out, int status);
/* One answer and its two printers: for programs, where --json is asked, else for people. Both are
 * given `answer`, the struct in which a verb has put all that it says. */
struct json_out;
struct printers {
    char kind;          /* of the JSON: '{' or '[' */
    const char *format; /* first member of an object: "dossier-verify/1"; NULL: it names none */
    void (*json)(const void *answer, struct json_out *json); /* members */
    void (*text)(const void *answer, struct buf *out);
};
/* Prints it; the exit status as output_end has it. */
int answer_print(const struct request *request, const struct printers *printers, const void *answer,
                 int status);
/* "A, B or C": the ids of the systems of a case. */
struct str systems_named(struct arena *home, const struct case_file *of);
/* "run/" of "run" and of "run/"; empty of ".": it is where we stand. */
struct str folder_typed(struct arena *home, const char *path);
/* Appends what was found in evidence, whose names are of a folder: what stops the reading with
 * `below` ("case/") before the name, so that it stands there as a person would type it. A file that
 * is called so already is `typed` ("case/case.json"; empty: none). */
void diags_join_below(struct arena *home, struct diags *to, const struct diags *found,
                      struct str below, struct str typed);
/* Diagnostics of at least a level to stderr. */
void output_diags(const struct diags *diags, enum level least);
/* An empty answer of at most 64 MiB. */
struct buf output_new(struct arena *home);
/* The built-in rules. False: this program is broken (told). */
bool rules_built_in(struct arena *home, const struct rules **out, struct diags *diags);
/* The same with a profile that comes with the program laid over them. */
bool rules_profiled(struct arena *home, const struct rules *base, const char *profile,
                    const struct rules **out, struct diags *diags);

/* The line is well understood, and the answer is no: `said`, where `expected` would do. False. */
bool line_refused(struct diags *diags, struct str file, struct str expected, const char *said);

#endif
