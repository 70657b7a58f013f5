/* abreast.h - private to ingest: files read side by side, each by one thread, and taken in order.
 *
 * Who reads a bundle's files says how one is read, by any thread, into an arena of that thread's;
 * and takes what came of them one behind the other, so that nobody can tell how many threads there
 * were. */
#ifndef INGEST_ABREAST_H
#define INGEST_ABREAST_H

#include "base/text.h"

enum {
    ABREAST_FROM = 1 << 18, /* bytes from which on a thread is worth its start */
    ABREAST_MOST = 8        /* threads */
};
struct abreast_work {
    void *self;
    size_t count;
    uint64_t (*size)(const void *self, size_t index);
    /* `home` lives as long as that given to abreast_new; what is in `scratch` may be gone when this
     * returns. Called once for each index. */
    void (*read)(void *self, size_t index, struct arena *home, struct arena *scratch);
};
struct abreast;
/* How many threads are meant: 0 is as many as there are processors. */
unsigned abreast_threads(unsigned asked);
/* Begins with it, by so many threads, the caller's own among them. Fewer where files are few or
 * small, or there are no more to be had. */
struct abreast *abreast_new(const struct abreast_work *work, struct arena *home,
                            struct arena *scratch, unsigned threads);
/* Waits until that file is read, and reads meanwhile. Indices are asked for in ascending order, and
 * others are read at most some hundred ahead of what was asked for, or as large ones: what is held
 * for who takes it stays bounded. */
void abreast_await(struct abreast *abreast, size_t index);
/* What was not asked for may stay unread. */
void abreast_end(struct abreast *abreast);

#endif
