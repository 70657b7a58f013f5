/* costs.h - private to render: what the parts of the section on cost and requirements share. */
#ifndef RENDER_COSTS_H
#define RENDER_COSTS_H

#include "build.h"
#include "model/decision.h"

const struct terms *terms_of(const struct building *b); /* of the case; may be NULL */
/* Value, and its interval in brackets where there is one; "none" where there is no value. */
void three_add(struct building *b, struct node *cell, const struct three *three);
/* The fact, else the string "FAMILY.WHY". */
void fact_or_reason(struct building *b, struct node *cell, const struct fact *fact, const char *why,
                    const char *family);
/* cost_cells.c: whether options have lines besides units and energy, which the answer leaves
 * out. */
bool more_than_units(const struct building *b, const struct offers *offers);
/* sections_clauses.c: whether clauses are so many that their table stands in the annex ("amounts").
 */
bool clauses_apart(const struct building *b);
/* sections_options_brief.c: the options on page one, at most four of them; sections_options.c: all
 * of them with what they are made of and where their order turns. The comparison has offers. */
void options_brief(struct building *b, struct node *section, const struct comparison *c);
void options_add(struct building *b, struct node *section, const struct comparison *c);
/* Their pictures: cost, energy and work for money, units at three demands, where the order turns.
 */
void option_pictures_add(struct building *b, struct node *section, const struct comparison *c);
/* How many inputs could make another option the cheapest; `only`: one of them, if any. */
size_t flips_turning(const struct offers *offers, const struct option_flip **only);
/* sections_headline.c: the section's title: what is saved and why, as far as the evidence carries
 * it; `c` NULL: of several comparisons. */
void costs_headline(struct building *b, struct node *section, const struct comparison *c);
/* sections_options.c: cells that both tables have. Its name, bold where it is the cheapest. */
struct node *option_name_cell(struct building *b, struct node *row, const struct comparison *c,
                              const struct option *option);
/* Until when it carries the peak; `most`: of a table with bars, the months that they are as wide
 * as; 0: without. */
void option_until_cell(struct building *b, struct node *row, const struct option *option,
                       int64_t most);
/* An amount; none: that no money is paid. On page one the currency stands in the head: of all
 * amounts of the table the report's own (FORM_AMOUNT). */
void option_amount_cell(struct building *b, struct node *row, const struct fact *fact,
                        enum form form);
/* What it costs over its life, and the range, which stands below where the cell is `brief`. */
void option_life_cell(struct building *b, struct node *row, const struct option *option,
                      bool brief);
/* What is open about it; brief: clauses that are not shown by their numbers alone. */
void option_open_cell(struct building *b, struct node *row, const struct comparison *c,
                      const struct option *option, bool brief);
/* Software is its layer's; what is bought is the accelerator's; all else is whoever asks. */
void option_owner_cell(struct building *b, struct node *row, const struct comparison *c,
                       const struct option *option);
/* What each stated option is made of, line by line; nothing where the case states none. */
void option_lines_add(struct building *b, struct node *section, const struct comparison *c);
/* "B, bought", or as the case calls it. */
struct str option_name(struct building *b, const struct comparison *c, const struct option *option);
/* "Price of B, bought", "Growth a year"; the input's name. */
struct str flip_name(struct building *b, const struct comparison *c,
                     const struct option_flip *flip);
/* In which its value is stated; NULL: it is no amount. */
const struct fact *flip_currency(struct building *b, const struct option_flip *flip);
void thresholds_add(struct building *b, struct node *section, bool requirement);
void expected_add(struct building *b, struct node *section);

#endif
