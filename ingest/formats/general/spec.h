/* spec.h - private to ingest: what both forms of a result of SPEC CPU2017 have in common. */
#ifndef INGEST_SPEC_H
#define INGEST_SPEC_H

#include "reading.h"

enum { SPEC_TUNINGS = 2 }; /* base, peak */

struct spec_iteration {
    double ratio;
    bool selected;
};
struct spec_benchmark;
struct spec_benchmarks { /* of one tuning: the iterations of each, as far as they are kept */
    struct spec_benchmark *item;
    size_t count;
};
/* Of a benchmark; more than 64 benchmarks or 16 iterations are not kept. */
void spec_iteration(struct reading *reading, struct spec_benchmarks *to, struct str name,
                    struct spec_iteration one);
/* "502.gcc_r peak" */
struct str spec_instance(struct reading *reading, struct str name, size_t tuning);
/* By the suite's rules the median of three iterations is selected, of two the slower; a
 * contradiction of the selected `ratio` where another one is, as far as the digits tell. */
void spec_selected_check(struct reading *reading, const struct spec_benchmarks *all,
                         struct str name, size_t tuning, struct str ratio, struct place place);

/* A label of the configuration, without blanks around it. NULL: not one that is read. */
struct spec_label {
    struct str label;
    enum key key;
};
const struct spec_label *spec_label(struct str label);

#endif
