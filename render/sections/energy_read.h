/* energy_read.h - private to render: with what and how often the energy of a side was read. */
#ifndef RENDER_ENERGY_READ_H
#define RENDER_ENERGY_READ_H

#include "build.h"

#include "base/json.h"

struct energy_read {
    struct str instrument[4]; /* "nvidia-smi-telemetry, power.draw [W]": those of its runs */
    size_t instruments;
    const struct fact
        *interval; /* time between two readings, the longest of its runs; NULL: none */
};
struct energy_read energy_read_of(struct arena *home, const struct comparison *c,
                                  const struct system *system);
/* Whether the energies of both sides may be set against each other: read with the same instruments,
 * neither more than twice as often; true where one is not known. */
bool energy_read_alike(struct arena *home, const struct comparison *c);
/* "energy" of a comparison in data.json: boundary, instruments, interval, window of each side. */
void energy_put(struct json_out *json, const struct comparison *c);
/* A line a side in the section on cost; nothing where no energy is known. Sides that were read with
 * different instruments, or one more than twice as often, are said to be. */
void energy_how_add(struct building *b, struct node *section, const struct comparison *c);

#endif
