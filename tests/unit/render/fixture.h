/* fixture.h - a report model made by hand, so that render can be tested before and apart from the
 * folders that make real ones. Names and numbers are invented, though near those of a real case. */
#ifndef TESTS_RENDER_FIXTURE_H
#define TESTS_RENDER_FIXTURE_H

#include "document.h"

enum fixture {
    FIXTURE_CLAIM,   /* comparable with stated differences; ratio, credited to one layer by a bridge
                      */
    FIXTURE_REFUSAL, /* not comparable: input data and precision differ, one driver undisclosed */
    FIXTURE_FEW      /* comparable with stated differences, two runs on one side: no ratio */
};
/* Everything lives in `home`. */
const struct report_model *fixture_model(struct arena *home, enum fixture kind);
/* The templates as they lie in the tree, strings opened. */
const struct skin *fixture_skin(struct arena *home);

#endif
