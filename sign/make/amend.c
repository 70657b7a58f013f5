/* amend.c - adding to a dossier without touching what is in it. */
#include "amend.h"

#include <stdlib.h>
#include <string.h>

enum { SIGNATURES_MOST = 999 };

static struct place at_member(const struct amending *amending, struct str member)
{
    return (struct place){ .file = amending->name, .path = member };
}

static bool refuse(struct amending *amending, struct str member, const char *why)
{
    diag_add(amending->diags, DIAG_DOSSIER_FORMAT, at_member(amending, member),
             STR("a dossier that holds; ask dossier verify"), "%s", why);
    return false;
}

/* The first check that fails, as a diagnostic. */
static bool holds(struct amending *amending, struct str dossier, int64_t at)
{
    struct verify_request request = { .at = at };
    struct checks checks;
    if (!sign_verify(amending->home, dossier, &request, &checks, amending->diags))
        return false;
    for (size_t i = 0; i < checks.count; i++) {
        const struct check *check = &checks.item[i];
        if (check->state == CHECK_FAILS) {
            diag_add(amending->diags, DIAG_DOSSIER_FORMAT, at_member(amending, str_from(check->id)),
                     STR("a dossier that holds; ask dossier verify"), "%.*s",
                     STR_ARG(check->detail));
            return false;
        }
    }
    return true;
}

bool amend_begin(struct arena *home, struct str name, struct str dossier, int64_t at,
                 struct amending *out, struct diags *diags)
{
    *out = (struct amending){ .home = home, .diags = diags, .name = name };
    struct zip_fault fault = { 0 };
    if (!holds(out, dossier, at))
        return false;
    if (!zip_read(home, dossier, &out->zip, &fault))
        return refuse(out, (struct str){ 0 }, str_c(home, fault.why));
    out->dropped = ARENA_MANY(home, out->zip.count, bool);
    while (out->signatures < SIGNATURES_MOST &&
           amend_has(out, numbered_name(home, "META-INF/signature", out->signatures + 1, ".p7s")))
        out->signatures++;
    return true;
}

static struct entry *added_find(const struct amending *amending, struct str name)
{
    for (size_t i = 0; i < amending->added_count; i++)
        if (str_eq(amending->added[i].name, name))
            return &amending->added[i];
    return NULL;
}

static const struct zip_member *kept_find(const struct amending *amending, struct str name)
{
    const struct zip_member *member = zip_find(&amending->zip, name);
    return member && !amending->dropped[member - amending->zip.member] ? member : NULL;
}

bool amend_has(const struct amending *amending, struct str name)
{
    return added_find(amending, name) || kept_find(amending, name);
}

bool amend_content(struct amending *amending, struct str name, struct str *out)
{
    const struct entry *added = added_find(amending, name);
    const struct zip_member *kept = kept_find(amending, name);
    const char *why = NULL;
    if (added)
        *out = added->bytes;
    return added || (kept && zip_content(amending->home, kept, out, &why));
}

void amend_drop(struct amending *amending, struct str name)
{
    const struct zip_member *member = zip_find(&amending->zip, name);
    struct entry *added = added_find(amending, name);
    if (member)
        amending->dropped[member - amending->zip.member] = true;
    if (added)
        *added = amending->added[--amending->added_count];
}

void amend_put(struct amending *amending, struct str name, struct str bytes)
{
    amend_drop(amending, name);
    ARENA_GROW(amending->home, struct entry, amending->added, amending->added_count,
               amending->added_room, 16);
    amending->added[amending->added_count++] = (struct entry){ .name = name, .bytes = bytes };
}

static int line_order(const void *a, const void *b)
{
    const struct manifest_line *left = a;
    const struct manifest_line *right = b;
    return str_order(left->name, right->name);
}

static struct str member_digest(struct arena *home, const struct zip_member *member, enum hash hash)
{
    struct hashing *hashing = hashing_begin(home, hash);
    const char *why = NULL;
    bool good = zip_decode(member, hashing_sink(hashing), &why);
    struct str digest = hashing_end(home, hashing);
    return good ? digest : (struct str){ 0 };
}

struct manifest_line *amend_list(struct amending *amending, enum hash hash, size_t *count)
{
    struct arena *home = amending->home;
    struct manifest_line *list =
        ARENA_MANY(home, amending->zip.count + amending->added_count + 1, struct manifest_line);
    *count = 0;
    for (size_t i = 0; i < amending->zip.count; i++) {
        const struct zip_member *member = &amending->zip.member[i];
        if (!amending->dropped[i] && !str_eq(member->name, STR("mimetype"))) {
            list[(*count)++] =
                (struct manifest_line){ member->name, member_digest(home, member, hash) };
        }
    }
    for (size_t i = 0; i < amending->added_count; i++) {
        list[(*count)++] =
            (struct manifest_line){ amending->added[i].name,
                                    hash_bytes(home, hash, amending->added[i].bytes) };
    }
    qsort(list, *count, sizeof(*list), line_order);
    return list;
}

struct written { /* a member of what is written: one that stays, or one that was added */
    struct str name;
    const struct zip_member *kept;
    const struct entry *added;
};

static int written_order(const void *a, const void *b)
{
    const struct written *left = a;
    const struct written *right = b;
    return str_order(left->name, right->name);
}

static bool write_member(struct zip_writer *writer, const struct written *member)
{
    if (member->kept)
        return zip_copy(writer, member->kept);
    struct zip_plan plan;
    bool changed = false;
    zip_plan_stored(member->added->bytes, &plan);
    return zip_put(writer, member->name, member->added->bytes, &plan, &changed);
}

bool amend_write(struct amending *amending, struct sink *sink)
{
    size_t count = 0;
    struct written *list =
        ARENA_MANY(amending->home, amending->zip.count + amending->added_count, struct written);
    for (size_t i = 1; i < amending->zip.count; i++) {
        const struct zip_member *kept = &amending->zip.member[i];
        if (!amending->dropped[i])
            list[count++] = (struct written){ .name = kept->name, .kept = kept };
    }
    for (size_t i = 0; i < amending->added_count; i++) {
        const struct entry *added = &amending->added[i];
        list[count++] = (struct written){ .name = added->name, .added = added };
    }
    if (count + 1 > ZIP_MEMBERS_MOST)
        return refuse(amending, (struct str){ 0 }, "more members than a dossier may hold");
    qsort(list, count, sizeof(*list), written_order);
    struct zip_writer *writer = zip_begin(amending->home, count + 1, 1, *sink);
    if (!zip_copy(writer, &amending->zip.member[0])) /* mimetype, as the reader made sure */
        return false;
    for (size_t i = 0; i < count; i++)
        if (!write_member(writer, &list[i]))
            return false;
    return zip_end(writer);
}
