/* edition_figures.h - figures of a case that its other parties' runs and amounts gave, and whether
 * a person's sentence holds one. */
#ifndef CLI_EDITION_FIGURES_H
#define CLI_EDITION_FIGURES_H

#include "model/decision.h"
#include "model/model.h"

struct edition_figures;

/* Figures of a judged case by whether `own` may know them. Lives in `home`, refers to nothing. */
const struct edition_figures *
edition_figures_of(struct arena *home, const struct report_model *model, const struct system *own);

enum figure_reach {
    FIGURE_ANY,     /* three digits and more of what is compared, four and more of any other */
    FIGURE_EXACTLY, /* four digits and more of what is compared: a text is refused for it */
};
/* Whether `number`, as a text writes it, is a figure of another party's, rounded or not, and none
 * of the own nor of what the case states for all. Digits alone count: "8,194", "8.194", "8194.0"
 * and "8.194 thousand" are one. Noughts at its end may be digits or not. */
bool edition_figure(const struct edition_figures *figures, struct str number,
                    enum figure_reach reach);

#endif
