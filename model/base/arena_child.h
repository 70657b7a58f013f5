/* arena_child.h - an arena that lives as long as another: what several threads made, each in an
 * arena of its own, as one thread would have made it in one. */
#ifndef BASE_ARENA_CHILD_H
#define BASE_ARENA_CHILD_H

#include "base/arena.h"

/* `child` is freed with `home`, or when that is rewound to before this call. Both can be taken
 * from. */
void arena_own_arena(struct arena *home, struct arena *child);

#endif
