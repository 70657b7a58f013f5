/* edition_words.h - whether a person's sentence tells of another party of a case. */
#ifndef CLI_EDITION_WORDS_H
#define CLI_EDITION_WORDS_H

#include "edition_figures.h"
#include "model/decision.h"
#include "model/model.h"

struct edition_words {
    struct arena *home;
    const struct case_file *case_file;
    const struct system *own;
    const struct edition_figures *figures;
};
/* Whether a text names another system by its label, by who measured it or by an id of three letters
 * and more, at the begin of a word, in any case. With `ids`, for a sentence that can be left out,
 * also by a short id (a word of its own, and no article that begins a sentence) and by a team of
 * the buyer's that measured it. A part of a longer name of the own system is none. */
bool edition_names(const struct edition_words *words, struct str text, bool ids);
/* Whether a number in the text is an amount of another party's prices or options and of none of its
 * own, however its digits are grouped. */
bool edition_amount(const struct edition_words *words, struct str text);
/* Whether a number of three digits and more in the text is one that was foreseen of another system,
 * or projected, and none that was of its own; or the text names what a projection is of. For a
 * sentence that can be left out: what a contract asks for, a rival may have promised. */
bool edition_foreseen(const struct edition_words *words, struct str text);
/* Whether a number in the text is one that runs of another system gave, or an amount made of them
 * or of its prices, in whatever spelling and rounded to three digits or more. No part of a name
 * ("H100"), a version ("580.82.07"), a date or a year is such a number. */
bool edition_measured(const struct edition_words *words, struct str text, enum figure_reach reach);

#endif
