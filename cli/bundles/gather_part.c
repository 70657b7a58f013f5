/* gather_part.c - of what was gathered for a whole case, what serves one of a part of its systems.
 */
#include "gather.h"
#include "sign/sign.h"
#include <glib.h>
#include <string.h>

struct parting {
    struct arena *home;
    const struct gathered *whole;
    const struct case_file *whole_case, *case_file;
    GHashTable *number; /* of a packed folder by its path, from 1 */
    bool *taken;        /* declarations that are in already */
    GArray *bundle;
};

/* The number of the packed folder of a file or folder, from 0, the next one for a new path. */
static size_t part_number(struct parting *p, struct str whole)
{
    char *key = g_strndup(whole.at, whole.len);
    size_t number = GPOINTER_TO_SIZE(g_hash_table_lookup(p->number, key));
    if (number == 0) {
        number = g_hash_table_size(p->number) + 1;
        g_hash_table_insert(p->number, g_strdup(key), GSIZE_TO_POINTER(number));
    }
    g_free(key);
    return number - 1;
}

static void part_add(struct parting *p, const struct bundle *from, const struct selector *selector)
{
    struct bundle bundle = *from;
    bundle.selector = selector;
    bundle.path = str_sub(from->path, 0, str_find(from->path, STR("!")));
    size_t number = part_number(p, bundle.path);
    bundle.packed = str_format(p->home, "data/evidence/%02zu-%.*s", number,
                               STR_ARG(name_make(p->home, str_base_name(bundle.path))));
    bundle_members(p->home, &bundle);
    bundle.path = from->path;
    g_array_append_val(p->bundle, bundle);
}

static bool selectors_same(const struct parting *p, const struct selector *theirs,
                           const struct selector *ours)
{
    return theirs && theirs->role == ours->role && !theirs->bridge && !ours->bridge &&
           str_eq(theirs->pattern, ours->pattern) && str_eq(theirs->instance, ours->instance) &&
           (ours->role == SELECT_DOCUMENTS ||
            (theirs->machine == ours->machine && str_eq(p->whole_case->system[theirs->system].id,
                                                        p->case_file->system[ours->system].id)));
}

/* A declaration stands in a folder above: "unit/run.json" or "a.tar!unit/run.json" of
 * "a.tar!unit/r1". */
static void part_declarations(struct parting *p, struct str path)
{
    for (size_t i = 0; i < p->whole->count; i++) {
        const struct bundle *one = &p->whole->bundle[i];
        struct str folder = str_sub(one->path, 0, one->path.len - str_base_name(one->path).len);
        if (str_find(one->path, STR("!")) != SIZE_MAX && str_find(folder, STR("!")) == SIZE_MAX)
            folder = str_sub(one->path, 0, str_find(one->path, STR("!")) + 1);
        if (one->role != BUNDLE_DECLARATION || p->taken[i] || !str_starts(path, folder))
            continue;
        p->taken[i] = true;
        part_add(p, one, NULL);
    }
}

void gather_part(struct arena *home, const struct gathered *whole,
                 const struct case_file *whole_case, const struct case_file *case_file,
                 struct gathered *out)
{
    struct parting p = { .home = home,
                         .whole = whole,
                         .whole_case = whole_case,
                         .case_file = case_file,
                         .number = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
                         .taken = ARENA_MANY(home, whole->count + 1, bool),
                         .bundle = g_array_new(FALSE, TRUE, sizeof(struct bundle)) };
    for (size_t i = 0; i < case_file->selector_count; i++) {
        const struct selector *selector = &case_file->selector[i];
        for (size_t k = 0; k < whole->count; k++) {
            if (!selectors_same(&p, whole->bundle[k].selector, selector))
                continue;
            struct str path = whole->bundle[k].path;
            size_t bang = str_find(path, STR("!"));
            if (bang != SIZE_MAX) /* an archive is opened before what stands above it is asked */
                (void)part_number(&p, str_sub(path, 0, bang));
            if (selector->role == SELECT_RUNS)
                part_declarations(&p, path);
            part_add(&p, &whole->bundle[k], selector);
        }
    }
    out->count = p.bundle->len;
    out->bundle = ARENA_MANY(home, out->count > 0 ? out->count : 1, struct bundle);
    if (out->count > 0)
        memcpy(out->bundle, p.bundle->data, out->count * sizeof(struct bundle));
    g_array_free(p.bundle, TRUE);
    g_hash_table_destroy(p.number);
}
