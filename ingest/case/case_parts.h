/* case_parts.h - private to ingest: the parts of case_read that have a file of their own. */
#ifndef INGEST_CASE_PARTS_H
#define INGEST_CASE_PARTS_H

#include "members.h"

/* Limits in force: the case's where it states one, else the built-in ones of the rules file.
 * `policy` is the case's member, NULL where it has none. A limit weaker than the built-in one needs
 * its reason. */
MUST_USE bool policy_read(const struct checking *checking, const struct json_item *policy,
                          const struct evidence *rules, const struct evidence *profile,
                          struct case_file *out);
/* Refuses a question that names one system as better, cheaper or faster; proposes a neutral one. */
/* Whether the name of a system ranks nothing ("the faster one" does). */
MUST_USE bool name_check(const struct checking *checking, const struct json_item *name);
/* Whether an assumption, a limitation or a reason sets systems against each other by a figure. */
MUST_USE bool sentence_check(const struct checking *checking, const struct json_item *sentence,
                             const struct case_file *case_file);
/* quotation.c: a text in lower case, umlauts as "ae", "oe", "ue", sharp s as "ss", marks of other
 * scripts blank; of as many bytes. */
struct str text_lowered(struct arena *home, struct str text);
/* quotation.c: whether a sentence keeps the terms of suites (MLPerf, SPEC CPU2017) whose results it
 * speaks of; said where it does not. NULL: nothing is written. */
MUST_USE bool quotation_check(const struct checking *checking, const struct json_item *item);
MUST_USE bool question_check(const struct checking *checking, const struct json_item *question,
                             const struct case_file *case_file);

/* case_names.c: the text as a reader sees it: composed, letters of other scripts that look like
 * Latin ones as those, blanks as one each, without what leaves no mark. */
struct str text_seen(struct arena *home, struct str text);
/* Whether systems, their pairs and workloads have names that a reader can tell apart, and each
 * workload is compared at all. Systems and what is under test are read by then. */
MUST_USE bool case_names_check(const struct checking *checking, const struct json_item *systems,
                               const struct case_file *out);

/* case_single.c: members that a case of one system cannot have, since they speak of another. */
MUST_USE bool single_check(const struct checking *checking, const struct json_item *root);

/* case_null.c: the two systems that are one configuration, measured twice; `pair` stays as it is
 * where the case names none. Systems are read by then. */
MUST_USE bool null_read(const struct checking *checking, const struct json_item *root,
                        const struct case_file *case_file, const struct system *pair[2]);

/* case_categories.c: several categories (as shipped, ported, tuned) in one case. What a machine's
 * runs are compared as: its workload, and its category in brackets behind it. */
struct str category_workload(struct arena *home, const struct json_item *machine);
/* Whether a machine of these systems has a category. */
bool categories_named(const struct json_item *systems);
/* The category as a declared fact of the machine's runs, where it has one. */
void category_declare(const struct checking *checking, const struct json_item *item,
                      struct machine *machine);
/* The categories of the case into terms; false: said. Systems are read by then. */
struct terms;
MUST_USE bool categories_read(const struct checking *checking, const struct json_item *root,
                              const struct case_file *case_file, struct terms *terms);

/* case_terms.c: prices, demand, objectives, requirements and what else a decision rests on. Systems
 * are read by then. */
MUST_USE bool terms_read(const struct checking *checking, const struct json_item *root,
                         struct case_file *out);

/* case_decision.c: the decision and the parties' statements into case_file->terms, which terms_read
 * has made; and what the case decides. */
MUST_USE bool decision_read(const struct checking *checking, const struct json_item *root,
                            struct case_file *out);

/* case_holding.c: a condition under which the decision holds; `out->fact` is set, and stays words
 * unless it is written as KEY ORDER "VALUE". False where it is so written and names nothing. */
struct hold;
MUST_USE bool holding_read(const struct checking *checking, const struct json_item *item,
                           const struct case_file *case_file, struct hold *out);

#endif
