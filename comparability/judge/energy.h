/* energy.h - energy of a run's accelerators and work per energy. Private to comparability.
 *
 * Made run by run and then compared as any metric is: variances of work and energy are never
 * propagated, since within a run they hang together. */
#ifndef COMPARABILITY_ENERGY_H
#define COMPARABILITY_ENERGY_H

#include "judging.h"

struct spent { /* energy of one stretch of one run */
    /* false: no power of one of the accelerators, gaps in it, or how many there are is not known */
    bool found;
    double joules;      /* of all accelerators that the run used */
    const double *part; /* of each, in the order of alone->accelerator */
    size_t parts;
    double apart;     /* s between readings, of the accelerator that was read least often */
    double per_joule; /* work / energy; NaN without work or where its unit is not the token */
};
struct spent spent_in(struct arena *scratch, const struct alone *alone,
                      const struct stretch *stretch);
/* Facts of the run's own steady stretch: energy, the time between the readings that it is made of,
 * and work per energy. Returns how many. */
size_t energy_own(struct deriving *deriving, const struct alone *alone, const struct fact *out[3]);
/* Of what two runs' energies were read: one boundary has one instrument (format and column of the
 * power) and about one rate, since short peaks enter an energy only where they are read. */
enum boundary { BOUNDARY_ALIKE, BOUNDARY_INSTRUMENT, BOUNDARY_RATE };
/* A run whose energy is read otherwise than that of the first of A; `fact`: the time between
 * readings of both, NULL where the energy of a side is not known at all. */
enum boundary energy_boundary(const struct judging *judging, const struct fact *fact[2]);
/* Energy and work per energy of each run in the common window, and the ratio of B to A with its
 * interval, where both were read within one boundary; what is not known is left out. */
void energy_publish(struct judging *judging, struct comparison *comparison);

#endif
