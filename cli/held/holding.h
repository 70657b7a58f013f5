/* holding.h - dossiers lying in files and folders: found, verified, opened. */
#ifndef CLI_HOLDING_H
#define CLI_HOLDING_H

#include "portfolio/portfolio.h"
#include "sign/sign.h"
#include "verbs.h"

struct holding { /* one file that is, or should be, a dossier */
    struct str path;
    struct str stamp;  /* size, times and place on disk: another stamp, perhaps other bytes */
    const char *fault; /* why it is not even opened: a link, a device; NULL: none */
};
enum { HOLDINGS_MOST = 20000 };
/* Files as they are named, and of folders every dossier below: what begins as one, or whose name
 * ends in ".asice". In byte order of path. False with a diagnostic. */
MUST_USE bool holdings_find(struct arena *home, const char *const *path, size_t count,
                            struct holding **out, size_t *found, struct diags *diags);

/* One dossier, verified before anything of it is read. */
struct opened {
    struct str why;   /* why nothing is read from it; empty: it holds */
    struct str whole; /* the file itself */
    bool read;
    struct checks checks;
    struct held held;
};
/* Trust is not asked: whose key it was is told, not judged. False: the machine failed. */
MUST_USE bool holding_open(struct arena *home, struct str path, struct opened *out);

/* Opens many, several at a time. `work` is called in a thread of its own for each, with an arena
 * that lives until `take` returns; `take` is called in order, in the caller's thread. False: either
 * said so, or the machine failed. */
struct holdings_work {
    void *(*work)(void *self, struct arena *home, const struct holding *holding,
                  const struct opened *opened);
    bool (*take)(void *self, const struct holding *holding, const struct opened *opened,
                 void *made);
    void *self;
    unsigned threads; /* 0: as many as there are processors, at most eight */
};
MUST_USE bool holdings_each(const struct holding *holding, size_t count,
                            const struct holdings_work *order);

/* Whether a file calls itself a dossier: it is one that holds, or it is refused, and never just an
 * archive of runs. */
bool named_dossier(struct str path);
/* "FILE.asice#ID": the path before the last '#', where a dossier lies there; NULL: it is none. */
const char *holding_before(struct arena *home, const char *named);
/* One dossier named on the command line: false with a diagnostic where it does not hold. */
MUST_USE bool holding_named(struct request *request, const char *path, struct opened *out);

#endif
