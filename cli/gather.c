/* gather.c - resolves the paths of a case on disk. */
#include "gather.h"
#include "sign/sign.h"
#include <glib.h>
#include <string.h>
#include <unistd.h>

struct gathering {
    struct arena *home;
    const char *root;
    const struct limits *limits;
    GArray *bundle;      /* struct bundle */
    GHashTable *by_path; /* path -> index + 1 of the first bundle with that path */
    size_t roots;        /* packed folders given out so far */
    struct diags *diags;
};

static struct str last_segment(struct str path)
{
    struct str rest = path, segment = path;
    while (str_cut(&rest, '/', &segment))
        ;
    return segment;
}

static struct str joined(struct arena *home, const char *root, struct str path)
{
    return str_format(home, "%s/%.*s", root, STR_ARG(path));
}

/* Packed paths of all entries: names made fit for the archive; two that fall together get a number.
 */
static void name_members(struct gathering *g, struct bundle *bundle)
{
    size_t count = bundle->archive.at != NULL ? 1 : bundle->entries.count;
    struct str *member = ARENA_MANY(g->home, count > 0 ? count : 1, struct str);
    GHashTable *taken = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (size_t i = 0; i < count; i++) {
        struct str name =
            bundle->single ? last_segment(bundle->path) : bundle->entries.item[i].name;
        struct buf made = buf_new(g->home, 4096);
        buf_put(&made, bundle->packed);
        struct str rest = name, segment;
        while (str_cut(&rest, '/', &segment)) {
            buf_put_char(&made, '/');
            buf_put(&made, name_make(g->home, segment));
        }
        struct str unique = str_keep(g->home, buf_str(&made));
        char *folded = g_ascii_strdown(unique.at, (gssize)unique.len);
        for (size_t n = 2; g_hash_table_contains(taken, folded); n++) {
            g_free(folded);
            unique = str_format(g->home, "%.*s.%zu", STR_ARG(buf_str(&made)), n);
            folded = g_ascii_strdown(unique.at, (gssize)unique.len);
        }
        g_hash_table_add(taken, folded);
        member[i] = unique;
    }
    g_hash_table_destroy(taken);
    if (bundle->archive.at != NULL) {
        /* Members of an archive live inside the one stored file. */
        struct str *inside =
            ARENA_MANY(g->home, bundle->entries.count > 0 ? bundle->entries.count : 1, struct str);
        for (size_t i = 0; i < bundle->entries.count; i++)
            inside[i] = member[0];
        member = inside;
    }
    bundle->member = member;
}

static bool read_entries(struct gathering *g, struct bundle *bundle)
{
    const char *disk = str_c(g->home, joined(g->home, g->root, bundle->path));
    if (!entries_read(g->home, disk, g->limits, &bundle->entries, g->diags))
        return false;
    bundle->single = g_file_test(disk, G_FILE_TEST_IS_REGULAR);
    if (bundle->single && bundle->entries.count > 0) {
        /* An archive stays one evidence file: its stored bytes are read again and must be those
         * unpacked. */
        struct str stored;
        if (!file_read(g->home, disk, g->limits, &stored, g->diags))
            return false;
        if (archive_is(bundle->path, stored)) {
            bundle->archive = stored;
            bundle->archive_digest = digest_of(stored);
            bundle->single = false;
        }
    }
    return true;
}

static void keep_bundle(struct gathering *g, struct bundle bundle)
{
    g_array_append_val(g->bundle, bundle);
    char *key = g_strndup(bundle.path.at, bundle.path.len);
    if (g_hash_table_contains(g->by_path, key))
        g_free(key);
    else
        g_hash_table_insert(g->by_path, key, GUINT_TO_POINTER(g->bundle->len));
}

static const struct bundle *bundle_of(const struct gathering *g, struct str path)
{
    char *key = g_strndup(path.at, path.len);
    guint index = GPOINTER_TO_UINT(g_hash_table_lookup(g->by_path, key));
    g_free(key);
    return index == 0 ? NULL : &g_array_index(g->bundle, struct bundle, index - 1);
}

static bool add_path(struct gathering *g, struct str path, enum bundle_role role,
                     const struct selector *selector)
{
    const struct bundle *known = bundle_of(g, path);
    struct bundle bundle = { .path = path, .role = role, .selector = selector };
    if (known != NULL) {
        bundle = *known;
        bundle.role = role;
        bundle.selector = selector;
        keep_bundle(g, bundle);
        return true;
    }
    struct str segment = name_make(g->home, last_segment(path));
    bundle.packed = str_format(g->home, "data/evidence/%02zu-%.*s", g->roots++, STR_ARG(segment));
    if (!read_entries(g, &bundle))
        return false;
    name_members(g, &bundle);
    keep_bundle(g, bundle);
    return true;
}

/* run.json files in the folders above a run, the case's own folder included: nearest last. */
static bool add_declarations(struct gathering *g, struct str path)
{
    bool good = true;
    for (size_t end = 0; end <= path.len; end++) {
        if (end != 0 && path.at[end] != '/')
            continue;
        if (end == path.len)
            break;
        struct str folder = str_sub(path, 0, end);
        struct str file =
            end == 0 ? STR("run.json") : str_format(g->home, "%.*s/run.json", STR_ARG(folder));
        const char *disk = str_c(g->home, joined(g->home, g->root, file));
        if (access(disk, F_OK) != 0 || bundle_of(g, file) != NULL)
            continue;
        good = add_path(g, file, BUNDLE_DECLARATION, NULL) && good;
    }
    return good;
}

/* One run may count once: the same path, with the same instance, may stand under `runs` once in a
 * case. */
static bool run_seen(const struct gathering *g, struct str path, const struct selector *selector)
{
    for (guint i = 0; i < g->bundle->len; i++) {
        const struct bundle *other = &g_array_index(g->bundle, struct bundle, i);
        if (other->selector == NULL || !str_eq(other->path, path))
            continue;
        if (other->role == BUNDLE_RUNS && selector->role == SELECT_RUNS &&
            str_eq(other->selector->instance, selector->instance))
            return true;
        if (other->role == BUNDLE_CAPTURES && selector->role == SELECT_CAPTURES &&
            other->selector->system == selector->system &&
            other->selector->machine == selector->machine &&
            other->selector->bridge == selector->bridge)
            return true;
    }
    return false;
}

static bool gather_selector(struct gathering *g, const struct selector *selector)
{
    struct str *path;
    size_t count;
    if (!glob_match(g->home, g->root, selector->pattern, selector->place, &path, &count, g->diags))
        return false;
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        if (run_seen(g, path[i], selector)) {
            diag_add(g->diags, DIAG_CASE_GLOB, selector->place, STR("each path once"),
                     "%.*s is named twice", STR_ARG(path[i]));
            good = false;
            continue;
        }
        if (selector->role == SELECT_RUNS)
            good = add_declarations(g, path[i]) && good;
        good = add_path(g, path[i], selector->role == SELECT_RUNS ? BUNDLE_RUNS : BUNDLE_CAPTURES,
                        selector) &&
               good;
    }
    return good;
}

bool gather(struct arena *home, const char *root, const struct case_file *case_file,
            const struct limits *limits, struct gathered *out, struct diags *diags)
{
    struct gathering g = {
        .home = home,
        .root = root,
        .limits = limits,
        .bundle = g_array_new(FALSE, TRUE, sizeof(struct bundle)),
        .by_path = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
        .diags = diags,
    };
    bool good = true;
    for (size_t i = 0; i < case_file->selector_count; i++)
        good = gather_selector(&g, &case_file->selector[i]) && good;
    out->count = g.bundle->len;
    out->bundle = ARENA_MANY(home, out->count > 0 ? out->count : 1, struct bundle);
    if (out->count > 0)
        memcpy(out->bundle, g.bundle->data, out->count * sizeof(struct bundle));
    g_array_free(g.bundle, TRUE);
    g_hash_table_destroy(g.by_path);
    return good;
}
