/* deflate_early.h - private to sign: a member that is deflated while it is still written. */
#ifndef SIGN_DEFLATE_EARLY_H
#define SIGN_DEFLATE_EARLY_H

#include "deflate_block.h"

/* Begins with threads of its own, so many in the end; NULL: none is to be had. Ended by early_end;
 * whoever writes the member is one thread. */
struct early *early_begin(unsigned threads);
/* The member's first bytes, which will not change; where they lie may. Blocks that are whole and
 * not its last are copied and deflated, a few at a time. */
void early_grows(struct early *early, struct str sofar);
/* All of it, which stays where it is until early_end. The rest is deflated from there. */
void early_whole(struct early *early, struct str bytes);
/* Whether these very bytes are, all of them, deflated so. */
bool early_has(const struct early *early, struct str bytes);
/* Its block of that number, from 0 on to the one that is `last`, when it is done. */
const struct block *early_take(struct early *early, size_t index);
void early_end(struct early *early); /* NULL: nothing */

#endif
