/* products.h - accelerator products as people name them. Private to comparability. */
#ifndef COMPARABILITY_PRODUCTS_H
#define COMPARABILITY_PRODUCTS_H

#include "model/model.h"

enum { PRODUCTS_MOST = 16 }; /* of one text; more are passed over */
struct products {
    const char *name[PRODUCTS_MOST]; /* as products.def writes it, each once */
    size_t count;
};
/* Products that a text names. `name`: the text is an accelerator's name as a tool wrote it, where
 * "L4" can mean nothing else; in a person's words a short one counts beside its maker's name or a
 * word such as "GPU" alone, and one that is named as something else's measure ("MI300X-class",
 * "replacement for A100", "faster than A100") does not count. */
struct products products_in(struct str text, bool name);
void products_add(struct products *out, const struct products *more);
bool products_hold(const struct products *products, const char *name);
/* Whether one of `a` is one of `b`, or the same chip in another product (GB200, B200). */
bool products_meet(const struct products *a, const struct products *b);

/* Whether the text names generations ("Hopper", "MI300 series") of which none is that of a product
 * measured; false where a product's generation is not in the table. */
bool generation_untrue(struct str text, const struct products *measured);

/* Products of the accelerators that a run used, by the best kind of source that names one: captures
 * before what its tool recorded before what was declared. `named`, where not NULL: the first fact
 * of them, NULL where none is known. */
struct products products_measured(const struct run *run, const struct fact **named);

#endif
