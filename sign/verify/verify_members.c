/* verify_members.c - each member of a container decoded once, on several processors: size, CRC, and
 * the digests of its content and of its deflated bytes.
 *
 * What is found does not depend on the number of threads: of several members that cannot be decoded
 * the first is told. */
#include "known.h"
#include "verify.h"

#include "base/progress.h"

#include <glib.h>
#include <string.h>

enum {
    THREADS_MOST = 8,
    FEW_BYTES = 1 << 20, /* less than this is done before a thread has begun */
};

struct decoding {
    const struct verifying *verifying;
    size_t count;
    GMutex lock;
    size_t next;     /* member that nobody has taken yet */
    size_t bad;      /* first that cannot be decoded; count: none */
    const char *why; /* of that one */
};

static struct digest digest_from(struct str raw)
{
    struct digest digest = { 0 };
    for (size_t i = 0; i < sizeof digest.byte && i < raw.len; i++)
        digest.byte[i] = (unsigned char)raw.at[i];
    return digest;
}

/* Hashed, and kept where there is room for it. */
struct keeping {
    struct sink hash;
    struct str *kept; /* at NULL: it is not kept */
    char *at;
    size_t room;
};

static bool keeping_put(void *self, struct str bytes)
{
    struct keeping *keeping = self;
    if (keeping->at) {
        if (bytes.len > keeping->room - keeping->kept->len)
            return false; /* more than its header says: zip_decode has said so before */
        memcpy(keeping->at + keeping->kept->len, bytes.at, bytes.len);
        keeping->kept->len += bytes.len;
    }
    return keeping->hash.put(keeping->hash.self, bytes);
}

/* Room for what is read again behind the digests: the largest lists of a dossier, which would else
 * be inflated two and three times. Taken before any thread has begun. */
static void room_take(struct verifying *verifying)
{
    static const struct str again[] = { STR_INIT("data/case.json"),
                                        STR_INIT("data/report/data.json") };
    for (size_t i = 0; i < verifying->count; i++) {
        struct member *member = &verifying->member[i];
        for (size_t k = 0; k < ARRAY_COUNT(again); k++) {
            if (str_eq(member->zip->name, again[k]) && member->zip->size <= TEXT_MOST) {
                member->room = arena_take(verifying->home, (size_t)member->zip->size + 1, 1);
                member->content.at = member->room;
            }
        }
    }
}

/* Whether what it inflates to is known, from its deflated bytes. Small ones are decoded sooner. */
static bool decoded_before(const struct verifying *verifying, struct member *member)
{
    enum { WORTH_IT = 4096 };
    const struct verify_request *request = verifying->request;
    if (!request->known || request->passed || member->content.at ||
        member->zip->method != ZIP_DEFLATED || member->zip->packed.len < WORTH_IT)
        return false;
    member->packed = digest_of(member->zip->packed);
    return known_find(request->known, member, &member->digest);
}

static bool decode(struct arena *scratch, const struct verifying *verifying, struct member *member,
                   const char **why)
{
    if (decoded_before(verifying, member))
        return true;
    struct hashing *content = hashing_begin(scratch, HASH_SHA256);
    struct hashing *packed = hashing_begin(scratch, HASH_SHA256);
    struct zip_watch watch = { .packed = hashing_sink(packed),
                               .container = verifying->dossier,
                               .passed = verifying->request->passed };
    struct keeping keeping = { .hash = hashing_sink(content),
                               .kept = &member->content,
                               .at = member->room,
                               .room = (size_t)member->zip->size };
    struct sink sink = { .put = keeping_put, .self = &keeping };
    bool good = zip_decode_watched(member->zip, sink, &watch, why);
    member->digest = digest_from(hashing_end(scratch, content));
    member->packed = digest_from(hashing_end(scratch, packed));
    if (good && verifying->request->known && member->zip->method == ZIP_DEFLATED)
        known_add(verifying->request->known, member);
    return good;
}

/* The next member; false: none is left that could matter. */
static bool take(struct decoding *decoding, size_t *index)
{
    g_mutex_lock(&decoding->lock);
    *index = decoding->next;
    bool more = decoding->next < decoding->count && decoding->next < decoding->bad;
    decoding->next += more;
    g_mutex_unlock(&decoding->lock);
    return more;
}

static gpointer work(gpointer data)
{
    struct decoding *decoding = data;
    struct arena *scratch = arena_new(SIZE_MAX / 2);
    struct arena_mark mark = arena_mark(scratch);
    size_t index;
    while (take(decoding, &index)) {
        const char *why = NULL;
        if (!decode(scratch, decoding->verifying, &decoding->verifying->member[index], &why)) {
            g_mutex_lock(&decoding->lock);
            if (index < decoding->bad) {
                decoding->bad = index;
                decoding->why = why;
            }
            g_mutex_unlock(&decoding->lock);
        }
        arena_rewind(scratch, mark);
        progress_add(PROGRESS_BYTES, decoding->verifying->member[index].zip->size);
    }
    arena_free(scratch);
    return NULL;
}

/* Threads beside this one; none where there is little to do. */
static size_t threads_beside(const struct verifying *verifying, uint64_t bytes)
{
    size_t most =
        verifying->request->threads ? verifying->request->threads : (size_t)g_get_num_processors();
    most = bytes < FEW_BYTES ? 1 : most < THREADS_MOST ? most : THREADS_MOST;
    return (most < verifying->count ? most : verifying->count) - (verifying->count > 0);
}

bool verify_members(struct verifying *verifying, struct str *name, const char **why)
{
    struct decoding decoding = { .verifying = verifying,
                                 .count = verifying->count,
                                 .bad = verifying->count };
    GThread *thread[THREADS_MOST] = { NULL };
    uint64_t bytes = 0;
    for (size_t i = 0; i < verifying->count; i++)
        bytes += verifying->member[i].zip->size;
    size_t threads = threads_beside(verifying, bytes);
    room_take(verifying);
    g_mutex_init(&decoding.lock);
    for (size_t i = 0; i < threads; i++)
        thread[i] = g_thread_try_new("verify", work, &decoding, NULL);
    progress_begin("verifying", PROGRESS_BYTES, bytes);
    (void)work(&decoding);
    for (size_t i = 0; i < threads; i++)
        if (thread[i])
            g_thread_join(thread[i]);
    progress_end();
    g_mutex_clear(&decoding.lock);
    if (decoding.bad == decoding.count)
        return true;
    *name = verifying->member[decoding.bad].zip->name;
    *why = decoding.why ? decoding.why : "cannot be decoded";
    return false;
}
