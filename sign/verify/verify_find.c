/* verify_find.c - members of the dossier that is judged, by their names. */
#include "verify.h"

struct member *member_find(const struct verifying *verifying, struct str name)
{
    size_t low = 0;
    size_t high = verifying->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = str_order(verifying->member[middle].zip->name, name);
        if (order == 0)
            return &verifying->member[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

struct str member_content(const struct verifying *verifying, struct str name)
{
    const struct member *member = member_find(verifying, name);
    struct str content = { 0 };
    const char *why = NULL;
    if (member && member->content.at)
        return member->content; /* of the bytes that were hashed */
    if (!member || member->zip->size > TEXT_MOST ||
        !zip_content(verifying->home, member->zip, &content, &why))
        return (struct str){ 0 };
    if (verifying->request->passed) { /* a file that may have been changed since */
        content = str_keep(verifying->home, content);
        content.len = digest_eq(digest_of(content), member->digest) ? content.len : 0;
    }
    return content;
}

const struct entry *withheld_find(const struct verifying *verifying, struct str name)
{
    const struct entries all = { verifying->withheld, verifying->withheld_count };
    return entries_find(&all, name);
}

bool member_is_payload(const struct member *member)
{
    return str_starts(member->zip->name, STR("data/"));
}

struct str member_digest(struct arena *home, struct member *member, enum hash hash)
{
    if (hash == HASH_SHA256)
        return (struct str){ (const char *)member->digest.byte, sizeof(member->digest.byte) };
    if (member->other[hash].len == 0) { /* a thousand manifests may ask for it */
        struct hashing *hashing = hashing_begin(home, hash);
        const char *why = NULL;
        bool good = zip_decode(member->zip, hashing_sink(hashing), &why);
        struct str digest = hashing_end(home, hashing);
        member->other[hash] = good ? digest : STR("not readable");
    }
    return member->other[hash];
}

void verify_passed(const struct verifying *verifying)
{
    if (verifying->request->passed)
        verifying->request->passed(verifying->dossier);
}
