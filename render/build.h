/* build.h - private to render: how sections put nodes into the tree. */
#ifndef RENDER_BUILD_H
#define RENDER_BUILD_H

#include "document.h"

struct building {
    struct arena *home;
    struct arena *nodes; /* where the nodes are, and nothing that outlives them; NULL: `home` */
    const struct report_model *model;
    const struct skin *skin;
    const struct fonts *fonts;
    struct diags *diags;
    const struct many *many; /* NULL: few enough runs to tell each; see many.c */
    bool stated;             /* what stated differences are was said */
    bool behind;             /* page one and those of pairs, which explain themselves, are behind */
    bool of_pair;            /* under the heading of one pair of several: headings are one less */
    bool glossed[LAYER_COUNT]; /* layers explained since; LAYER_NONE: what owners are */
};

/* ---- nodes ---- */
struct node *node_add(struct building *b, struct node *parent, enum node_type type);
struct node *section_add(struct building *b, struct node *parent, enum role role, struct str id);
struct node *heading_add(struct building *b, struct node *parent, uint8_t level,
                         const char *string);
struct node *paragraph_add(struct building *b, struct node *parent, enum role role);
/* Words of the strings table, whole. */
struct node *text_add(struct building *b, struct node *parent, const char *string);
/* A person's words or a piece of evidence; fact may be NULL (names, rule texts). */
struct node *quote_add(struct building *b, struct node *parent, struct str text,
                       const struct fact *fact);
/* Words in which commands stand between backticks: those in the typewriter face, the
 * others in `style`, the marks gone. */
void quote_ticked(struct building *b, struct node *parent, struct str text, enum style style);
/* A fact's value; NULL: the words "not disclosed". */
struct node *value_add(struct building *b, struct node *parent, const struct fact *fact,
                       enum form form);
struct node *link_add(struct building *b, struct node *parent, struct str target);
/* Raised fact numbers of several facts, by themselves. */
void marks_add(struct building *b, struct node *parent, const struct fact *const *fact,
               size_t count);

/* ---- sentences: a string with slots ---- */
struct fill { /* exactly one of fact, quote, string (a further row) is used; none: "not disclosed"
               */
    const char *name;
    const struct fact *fact;
    struct str quote;
    const char *string;
    enum style style;
};
/* Appends the string's words, strong words and slots to parent. A slot without a fill is our own
 * mistake. */
void say(struct building *b, struct node *parent, const char *string, const struct fill *fill,
         size_t count);
#define SAY(b, parent, string, ...)                                                                \
    say((b), (parent), (string), (const struct fill[]){ __VA_ARGS__ },                             \
        sizeof((const struct fill[]){ __VA_ARGS__ }) / sizeof(struct fill))
/* A paragraph that is one such sentence. */
#define SAY_PARAGRAPH(b, parent, role, string, ...)                                                \
    SAY((b), paragraph_add((b), (parent), (role)), (string), __VA_ARGS__)
void say_plain(struct building *b, struct node *parent, const char *string);
struct node *paragraph_plain(struct building *b, struct node *parent, enum role role,
                             const char *string);
struct node *item_plain(struct building *b, struct node *list, const char *string);
/* The string `id` + ".one" where the count is one, else `id` + ".many". */
const char *counted(struct building *b, const char *id, const struct fact *count);
const char *joined(struct building *b, const char *head, const char *tail); /* "head.tail" */
bool string_has(const struct building *b, const char *id);
/* A finding's own words; slots {0}, {1} are facts it saw. */
void said_add(struct building *b, struct node *parent, struct str said,
              const struct finding *finding);
/* A sentence as plain text for titles and descriptions of charts. */
struct str said_plain(struct building *b, const char *string, const struct fill *fill,
                      size_t count);

/* ---- tables ---- */
struct node *table_add(struct building *b, struct node *parent, enum role role, const char *caption,
                       const struct column *column, size_t count);
/* The same with a row of heads: a string a column. */
struct node *table_headed(struct building *b, struct node *parent, enum role role,
                          const char *caption, const struct column *column, const char *const *head,
                          size_t count);
/* Of two arrays; another number of heads than of columns does not compile. */
#define TABLE_HEADED(b, parent, role, caption, columns, heads)                                     \
    table_headed((b), (parent), (role), (caption), (columns), (heads),                             \
                 ARRAY_COUNT(columns) +                                                            \
                     0 * sizeof(char[ARRAY_COUNT(columns) == ARRAY_COUNT(heads) ? 1 : -1]))
struct node *row_add(struct building *b, struct node *table);
struct node *cell_add(struct building *b, struct node *row);
struct node *cell_heading(struct building *b, struct node *row);
/* Takes a column out of a table whose rows are all there: of the side that a case of one system
 * does not have. Nothing in other cases. */
void side_drop(struct building *b, struct node *table, size_t column);
/* Takes out of such a table each column from `from` on in which every row has the same words of the
 * report's own ("none", "no price stated") and none has a value. */
void columns_thin(struct building *b, struct node *table, size_t from);
/* Header row from strings. */
void header_add(struct building *b, struct node *table, const char *const *string, size_t count);

/* Columns of a table that would be too wide for a page, in parts of about equal size and of at most
 * `most`: the next part of `count`; false past the last. Begin with an empty one. */
struct span {
    size_t from, to;
};
bool span_next(size_t count, size_t most, struct span *span);

/* ---- what the sections ask of the model ---- */
const struct fact *case_fact(const struct building *b, enum key key);
/* A system's id where it can stand in an id and a file name, else "system-1". */
struct str system_slug(struct building *b, const struct system *system);
/* "" or "-A-B": makes ids unique where there are several comparisons. */
struct str pair_suffix(struct building *b, const struct comparison *c);
/* Where the report holds several comparisons: says behind a heading of which this is. */
void pair_named(struct building *b, struct node *heading, const struct comparison *c);
struct str pair_title(struct building *b, const struct comparison *c); /* "A and B" */
/* The same where only its workload tells it from others. */
void workload_named(struct building *b, struct node *heading, const struct comparison *c);
/* Short name of a run: the tail that tells it from its neighbours. */
struct str run_short(struct building *b, const struct run *run);
/* With a capital where the text begins with a word; what is typed ("nvidia-smi", a path) stays. */
struct str at_begin(struct building *b, struct str text);
struct str owner_of(const struct building *b, enum layer layer);
/* Titles in the language of the report. */
struct str key_title(const struct building *b, enum key key);
struct str layer_title(const struct building *b, enum layer layer);
struct str unit_title(const struct building *b, enum unit unit);
/* A text of the program, in the language of the report: worded() in document.h. */
struct str own_words(const struct building *b, const char *english);
/* What a rule found, or what would settle it, in the language of the report; runs that tie two
 * sides, which the case names "bridge.1", by what they are. */
struct str found_words(struct building *b, struct str english);
/* Why a change is credited or not, for people. */
struct str credit_words(const struct building *b, const char *why);
/* Why a fact stands open, of a placeholder for what a command leaves to a file that is not there:
 * "it may be set in serve.yaml, which is not enclosed". */
struct str left_open(const struct building *b, const struct fact *open);
/* Who measured a system; of its runs the first that is not of the party that the case names. */
struct measurer {
    const struct fact *by, *kind, *paid, *hosted, *configured; /* NULL: not disclosed */
    bool other; /* not the party that the case names */
    bool apart; /* or paid, hosted or configured by another */
};
/* Each party that measured runs of a system, in the order of the runs; at least one. */
enum { MEASURERS_MOST = 8 };
size_t measurers_of(const struct building *b, const struct system *system,
                    struct measurer out[MEASURERS_MOST]);
/* Their names, with commas between them; who that is not is not asked for what they alone can send.
 */
struct str measurer_name(const struct building *b, const struct system *system);
/* sections_findings.c: the word for what a finding came to. */
const char *judgement_id(const struct finding *finding);
/* sections_actors.c: whether it is of the silence of this side. */
bool finding_silent(const struct finding *finding, const struct system *system);
/* sections_actors.c: a row an owner, those whose findings fail first. */
void actors_add(struct building *b, struct node *page, const struct comparison *c,
                bool (*fails)(const struct finding *finding),
                bool (*undecided)(const struct finding *finding));
/* The same where they are too many to be named: a row for what each owner owes, by families of
 * rules, with how many conditions wait for it. */
void owes_add(struct building *b, struct node *page, const struct comparison *c,
              bool (*pick)(const struct finding *finding));
/* What made the verdict, by families of rules: the first few, in words. */
void owes_named(struct building *b, struct node *line, const struct comparison *c);
/* What keeps a comparison undecided, by who has not shown it, in words of its own for the rules
 * that have some: "A and B have not shown X; B has not shown Y; nothing shows Z", without the stop.
 * The sides as `name` has them, and by their ids where they stand a second time. */
void lacks_named(struct building *b, struct node *line, const struct comparison *c,
                 const struct str name[2]);
/* Where a comparison's stated differences stand in full. */
struct str stated_id(struct building *b, const struct comparison *c);
/* Whether the pictures show this comparison: of two with the same pair only the first. */
bool pictured(struct building *b, const struct comparison *c);
bool several(struct building *b); /* whether more than one is pictured */
/* Titles of the layers that are not disclosed; empty: none. */
struct str silent_layers(struct building *b, const struct comparison *c);
bool alone(const struct building *b);     /* the case has one system: nothing is compared */
bool refused(const struct comparison *c); /* no number of it may relate A and B */
bool claimed(const struct comparison *c); /* licensed, and enough runs for a ratio */
/* No run kept samples of the metric: there is what the tool tells of each, and nothing else. */
bool told_alone(const struct comparison *c);
const struct judged_run *judged_find(const struct comparison *c, const struct run *run);
/* The comparison a system is first judged in. */
const struct comparison *system_comparison(const struct building *b, const struct system *system);
void scope_add(struct building *b, struct node *parent, const struct fact *fact); /* "A, r1" */
enum colour verdict_colour(enum verdict verdict);

/* ---- many.c: a report of many runs tells groups of them, and by themselves those alone that are
 * out of line, with the least, the middle and the greatest of each side ---- */
enum {
    RUNS_TOLD_MOST = 60,   /* in a case: up to here a report tells each run */
    RUNS_NAMED_MOST = 20,  /* of a side, beyond it */
    INPUTS_SHOWN_MOST = 12 /* of a number, by which a row of facts names what it came from */
};
/* Counts the runs of the case and picks those that are named; to be called once. */
void many_pick(struct building *b);
/* Whether the report tells the run by itself. */
bool run_told(const struct building *b, const struct comparison *c, const struct judged_run *run);
/* What a run is ranked by: its value in the common window, else in its own stretch, else whole. */
const struct fact *run_ranked(const struct judged_run *run);
const struct system *run_side(const struct run *run); /* of a bridge the system it is like */
/* Least, middle (of an even number the lower) and greatest by value of a side's runs but bridges,
 * of what `pick` finds in them; the number of those that have it, 0 where none has. */
size_t run_range(struct building *b, const struct comparison *c, const struct system *side,
                 const struct fact *(*pick)(const struct judged_run *run, enum key key),
                 enum key key, const struct fact *out[3]);
/* Runs of a side but bridges; of them those that are steady, and those out of line. */
struct run_counts {
    size_t all, steady, out, named;
};
struct run_counts run_counted(const struct building *b, const struct comparison *c,
                              const struct system *side);
struct str counted_text(struct building *b, size_t count); /* a number of rows, for a quote */

/* marks.c: gives the marks of each section before the annex letters of its own, and lists in
 * `section` for which facts they stand; once, when all sections that are read are there. */
void letters_add(struct building *b, struct node *root, struct node *section);

/* ---- sections: report.c holds the table ---- */
bool section_summary(struct building *b, struct node *root, const char *id);
bool section_decision(struct building *b, struct node *root, const char *id);
bool section_pictures(struct building *b, struct node *root, const char *id);
bool section_method(struct building *b, struct node *root, const char *id);
bool section_conditions(struct building *b, struct node *root, const char *id);
bool section_executors(struct building *b, struct node *root, const char *id);
bool section_runs(struct building *b, struct node *root, const char *id);
bool section_accuracy(struct building *b, struct node *root, const char *id);
bool section_costs(struct building *b, struct node *root, const char *id);
/* The amounts behind it, row by row, for the annex; nothing where there are none. */
bool section_amounts(struct building *b, struct node *root, const char *id);
bool section_questions(struct building *b, struct node *root, const char *id);
bool section_numbers(struct building *b, struct node *root, const char *id);
bool section_limits(struct building *b, struct node *root, const char *id);
bool section_facts(struct building *b, struct node *root, const char *id);
bool section_files(struct building *b, struct node *root, const char *id);
bool section_check(struct building *b, struct node *root, const char *id);

/* Parts of the first page that have their own files. */
void groups_add(struct building *b, struct node *page);
void refusal_add(struct building *b, struct node *page, const struct comparison *c);
/* The chief value of each layer of a single system. */
void stack_alone_add(struct building *b, struct node *columns, const struct comparison *c);
void ribbon_add(struct building *b, struct node *page, const struct comparison *c);
/* What the ribbon says besides its rows: in the body, but for a refusal. */
void stack_notes_add(struct building *b, struct node *figure, const struct comparison *c);
/* What is known of each layer: a table of all runs, or one a workload. */
void matrix_add(struct building *b, struct node *section);
void differences_add(struct building *b, struct node *section, const struct comparison *c);
/* Cost, energy, worth and units side by side; nothing where the case asks for none. */
/* A figure for each system with a sweep over loads; nothing without. */
void saturations_add(struct building *b, struct node *section);
void profiles_add(struct building *b, struct node *section);
/* A table of one side's serving runs: output by second judged, most in flight, share at full
 * concurrency; nothing where no run kept single requests. */
void load_add(struct building *b, struct node *section, const struct comparison *c,
              const struct system *side);
/* A small line where the money would be spent without a diagnostic. */
void diagnostic_add(struct building *b, struct node *line);
bool decision_shown(const struct building *b, const struct comparison *c);
void decision_add(struct building *b, struct node *page, const struct comparison *c);
/* What may be said of each pair that is licensed, and what not; what holds of all of them once. */
void licences_add(struct building *b, struct node *page);
/* Assumptions and limitations of the case; where any comparison is licensed, what stays open. */
void limits_add(struct building *b, struct node *page, bool any);
/* A row for each finding that `shown` has at its index: what was found, once why its rule asks it,
 * and what would settle it; both stand with the pair that `known` has at its index, if any. */
void findings_add(struct building *b, struct node *section, const struct comparison *c,
                  const char *caption, const bool *shown, const struct comparison *const *known);
/* sections_stated.c: what is not met and forbids nothing, but for what an earlier pair told. */
void stated_add(struct building *b, struct node *section, const struct comparison *c);
void side_add(struct building *b, struct node *row, const struct comparison *c,
              const struct finding *finding, bool second);

#endif
