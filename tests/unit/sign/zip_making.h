/* zip_making.h - containers put together by tests, good ones and hostile ones. */
#ifndef TESTS_ZIP_MAKING_H
#define TESTS_ZIP_MAKING_H

#include "raw_zip.h"
#include "sign/sign.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

enum { MOST = 64 << 20 };

struct making {
    struct arena *home;
    struct buf out;
};

static inline struct raw plain(const char *name)
{
    return raw_member(str_from(name), STR("good"));
}

/* mimetype and the given members. */
static inline void zip_of(struct making *making, const struct raw *member, size_t count)
{
    struct raw *all = ARENA_MANY(making->home, count + 1, struct raw);
    all[0] = raw_mimetype();
    memcpy(all + 1, member, count * sizeof(*member));
    raw_put(&making->out, making->home, all, count + 1);
}

static inline void zip_of_one(struct making *making, struct raw member)
{
    zip_of(making, &member, 1);
}

static inline void zip_of_two(struct making *making, struct raw first, struct raw second)
{
    struct raw both[] = { first, second };
    zip_of(making, both, 2);
}

static inline struct str repeated(struct arena *home, const char *piece, size_t times,
                                  const char *end)
{
    struct buf out = buf_new(home, 1 << 20);
    for (size_t i = 0; i < times; i++)
        buf_put(&out, str_from(piece));
    buf_put(&out, str_from(end));
    return buf_str(&out);
}

#endif
