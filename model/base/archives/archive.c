/* archive.c - which bytes are an archive, and its members as entries. */
#include "arena_own.h"
#include "decode.h"
#include "members.h"

#include <string.h>

enum { TAR_BLOCK = 512 };

static bool zip_is(struct str bytes)
{
    return str_starts(bytes, STR("PK\3\4")) || str_starts(bytes, STR("PK\5\6"));
}

/* Whether compressed bytes begin with a tar header. */
static bool tar_inside(struct str bytes)
{
    struct limits limits = limits_default;
    AUTO_DECODER decoder = decoder_new(bytes, &limits);
    char head[TAR_BLOCK];
    size_t have = 0;
    struct str chunk;
    while (decoder && have < TAR_BLOCK && decoder_next(decoder, &chunk) && chunk.len) {
        size_t part = chunk.len < TAR_BLOCK - have ? chunk.len : TAR_BLOCK - have;
        memcpy(head + have, chunk.at, part);
        have += part;
    }
    return tar_is((struct str){ head, have });
}

bool archive_is(struct str name, struct str bytes)
{
    (void)name; /* bytes decide: a name is no evidence of what a file holds */
    return zip_is(bytes) || tar_is(bytes) || (decoder_knows(bytes) && tar_inside(bytes));
}

bool compressed_is(struct str bytes)
{
    return decoder_knows(bytes) && !archive_is((struct str){ 0 }, bytes);
}

bool entries_unpack(struct arena *home, struct str name, struct str bytes,
                    const struct limits *limits, struct entries *out, struct diags *diags)
{
    struct members members = {
        .home = home,
        .diags = diags,
        .container = str_format(home, "%.*s!", STR_ARG(name)),
        .limits = limits_filled(limits),
        .refusal = DIAG_ARCHIVE_MEMBER,
        .excess = DIAG_ARCHIVE_LIMIT,
    };
    members.limits.bytes = decoded_most(bytes.len, &members.limits);
    if (zip_is(bytes) && tar_is(bytes))
        members_break(&members, DIAG_ARCHIVE_BAD, STR(""), "it is a tar and a zip file at once");
    else if (zip_is(bytes))
        zip_members(&members, bytes);
    else
        tar_members(&members, bytes);
    return members_finish(&members, out);
}
