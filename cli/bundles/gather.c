/* gather.c - resolves the paths of a case on disk. */
#include "gather.h"
#include "above.h"
#include "seals.h"
#include "sign/sign.h"
#include <glib.h>
#include <string.h>
#include <unistd.h>

struct gathering {
    struct arena *home;
    const char *root;
    const struct given *given;
    const struct limits *limits;
    GArray *bundle;      /* struct bundle */
    GHashTable *by_path; /* path -> struct bundle, as read */
    GHashTable *once;    /* of bundles: runs and captures that are in */
    size_t roots;        /* packed folders given out so far */
    struct diags *diags;
};

static struct str joined(struct arena *home, const char *root, struct str path)
{
    return str_format(home, "%s/%.*s", root, STR_ARG(path));
}

/* The name, or the name with the least number from 2 on that none has taken; compared without case.
 * `taken`: folded name -> the number that it gave out last, so that twenty thousand names that fall
 * together do not each count from 2. */
static struct str name_unique(struct arena *home, struct str made, GHashTable *taken)
{
    char *base = g_ascii_strdown(made.at, (gssize)made.len);
    char *folded = g_strdup(base);
    struct str unique = str_keep(home, made);
    size_t number = GPOINTER_TO_SIZE(g_hash_table_lookup(taken, base));
    while (g_hash_table_contains(taken, folded)) {
        g_free(folded);
        unique = str_format(home, "%.*s.%zu", STR_ARG(made), ++number);
        folded = g_ascii_strdown(unique.at, (gssize)unique.len);
    }
    g_hash_table_insert(taken, folded, GSIZE_TO_POINTER(1));
    if (number > 0)
        g_hash_table_insert(taken, base, GSIZE_TO_POINTER(number));
    else
        g_free(base);
    return unique;
}

/* Folders that differ by case alone are one on some disks: the path made so far is written as the
 * first of them was, and the names of their files are kept apart as all are. */
static void folder_settle(GHashTable *folders, struct buf *made)
{
    struct str path = buf_str(made);
    char *folded = g_ascii_strdown(path.at, (gssize)path.len);
    const char *first = g_hash_table_lookup(folders, folded);
    if (first) {
        made->len = 0;
        buf_put(made, (struct str){ first, path.len });
        g_free(folded);
    } else {
        g_hash_table_insert(folders, folded, g_strndup(path.at, path.len));
    }
}

/* The packed path of an entry, before names that fall together are told apart. */
static struct str packed_path(struct arena *home, const struct bundle *bundle, struct str name,
                              GHashTable *folders)
{
    struct buf made = buf_new(home, 4096);
    struct str segment;
    buf_put(&made, bundle->packed);
    while (str_cut(&name, '/', &segment)) {
        if (made.len > bundle->packed.len)
            folder_settle(folders, &made);
        buf_put_char(&made, '/');
        buf_put(&made, name_make(home, segment));
    }
    return buf_str(&made);
}

void bundle_members(struct arena *home, struct bundle *bundle)
{
    size_t count = bundle->archive.at ? 1 : bundle->entries.count;
    struct str *member = ARENA_MANY(home, count > 0 ? count : 1, struct str);
    GHashTable *taken = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    GHashTable *folders = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    for (size_t i = 0; i < count; i++)
        member[i] = packed_path(home, bundle,
                                bundle->single || bundle->archive.at ? str_base_name(bundle->path)
                                                                     : bundle->entries.item[i].name,
                                folders);
    /* A file whose name falls together with a folder's is numbered like one of two files. */
    GHashTableIter each;
    gpointer folder;
    g_hash_table_iter_init(&each, folders);
    while (g_hash_table_iter_next(&each, &folder, NULL))
        g_hash_table_insert(taken, g_strdup(folder), GSIZE_TO_POINTER(1));
    for (size_t i = 0; i < count; i++)
        member[i] = name_unique(home, member[i], taken);
    g_hash_table_destroy(taken);
    g_hash_table_destroy(folders);
    if (bundle->archive.at) {
        /* Members of an archive live inside the one stored file. */
        struct str *inside =
            ARENA_MANY(home, bundle->entries.count > 0 ? bundle->entries.count : 1, struct str);
        inside[0] = member[0];
        for (size_t i = 1; i < bundle->entries.count; i++)
            inside[i] = member[0];
        member = inside;
    }
    bundle->member = member;
}

static bool read_entries(struct gathering *g, struct bundle *bundle)
{
    const char *disk = str_c(g->home, joined(g->home, g->root, bundle->path));
    struct str stored; /* of the one reading: what is unpacked is what is checked and packed */
    if (!entries_read_stored(g->home, disk, g->limits, &bundle->entries, &stored, g->diags))
        return false;
    bundle->single = stored.at != NULL;
    if (bundle->single && archive_is(bundle->path, stored)) { /* it stays one evidence file */
        bundle->archive = stored;
        bundle->archive_digest = file_digest(stored);
        bundle->single = false;
    }
    return true;
}

static struct bundle *bundle_of(const struct gathering *g, struct str path)
{
    char *key = g_strndup(path.at, path.len);
    struct bundle *known = g_hash_table_lookup(g->by_path, key);
    g_free(key);
    return known;
}

static struct bundle *bundle_keep(struct gathering *g, struct bundle bundle)
{
    struct bundle *kept = ARENA_NEW(g->home, struct bundle);
    *kept = bundle;
    g_hash_table_insert(g->by_path, g_strndup(bundle.path.at, bundle.path.len), kept);
    return kept;
}

static bool is_there(const struct gathering *g, struct str folder, const char *name)
{
    return access(str_c(g->home, str_format(g->home, "%s/%.*s%s", g->root, STR_ARG(folder), name)),
                  F_OK) == 0;
}

/* What a bundle holds of an unpacked dossier must be what was verified there just now. */
static bool same_as_above(const struct gathering *g, const struct bundle *bundle, struct str folder,
                          const struct entries *above)
{
    bool whole = bundle->single || bundle->archive.at;
    struct str inner = str_sub(bundle->path, folder.len, bundle->path.len);
    for (size_t i = 0; i < (bundle->archive.at ? 1 : bundle->entries.count); i++) {
        struct str name = whole ? inner
                                : str_format(g->home, "%.*s/%.*s", STR_ARG(inner),
                                             STR_ARG(bundle->entries.item[i].name));
        const struct entry *entry = entries_find(above, name);
        struct digest digest =
            bundle->archive.at ? bundle->archive_digest : bundle->entries.item[i].digest;
        if (entry && digest_eq(entry->digest, digest))
            continue;
        diag_add(g->diags, DIAG_FILE_CHANGED, (struct place){ .file = bundle->path },
                 STR("the file that was verified"), "%.*s", STR_ARG(name));
        return false;
    }
    return true;
}

/* Dossiers unpacked into the folders above, where a case names a part of one. */
static bool dossiers_above(const struct gathering *g, const struct bundle *bundle)
{
    for (size_t end = 0; end < bundle->path.len; end++) {
        bool marked = false;
        if (end != 0 && bundle->path.at[end] != '/')
            continue;
        struct str folder = str_sub(bundle->path, 0, end == 0 ? 0 : end + 1);
        for (size_t i = 0; above_marks[i]; i++)
            marked = marked || is_there(g, folder, above_marks[i]);
        struct entries above;
        if (!marked)
            continue;
        const char *disk = str_c(g->home, joined(g->home, g->root, folder));
        if (!entries_read(g->home, disk, g->limits, &above, g->diags) ||
            !sign_carried_check(g->home, folder, &above, g->diags) ||
            (carried_below(&above, str_sub(bundle->path, folder.len, bundle->path.len)) &&
             !same_as_above(g, bundle, folder, &above)))
            return false;
    }
    return true;
}

/* One half of a seal picked by itself would go into the dossier as half a seal. */
static bool halves_picked(const struct gathering *g)
{
    static const char *const half[] = { "seal.p7s", "seal-sha256.txt" };
    bool good = true;
    for (guint i = 0; i < g->bundle->len; i++) {
        const struct bundle *bundle = &g_array_index(g->bundle, struct bundle, i);
        struct str last = str_base_name(bundle->path);
        for (size_t k = 0; k < ARRAY_COUNT(half); k++) {
            struct str folder = str_sub(bundle->path, 0, bundle->path.len - last.len);
            struct str other = str_format(g->home, "%.*s%s", STR_ARG(folder), half[1 - k]);
            if (!bundle->single || !str_eq(last, str_from(half[k])) || bundle_of(g, other))
                continue;
            diag_add(g->diags, DIAG_SEAL_BROKEN, (struct place){ .file = bundle->path },
                     STR("both halves of a seal, or none"),
                     "the case names half a seal, without %s", half[1 - k]);
            good = false;
        }
    }
    return good;
}

/* What was sealed must be as it was; an archive counts as the one file that it is, and inside. */
static bool seals_hold(struct gathering *g, const struct bundle *bundle)
{
    bool archive = bundle->archive.at != NULL;
    struct entry whole = { .name = str_base_name(bundle->path), .digest = bundle->archive_digest };
    const struct entries one = { &whole, 1 };
    struct str place = str_format(g->home, "%.*s%c", STR_ARG(bundle->path), archive ? '!' : '/');
    bool good = bundle->single ||
                seals_inside(g->home, place, &bundle->entries, g->diags); /* of one: seals_above */
    if (archive && dossier_is(bundle->archive)) {
        whole.bytes = bundle->archive;
        whole.name = (struct str){ 0 };
        good = sign_carried_check(g->home, bundle->path, &one, g->diags) && good;
        whole.name = str_base_name(bundle->path);
    } else {
        good = sign_carried_check(g->home, place, &bundle->entries, g->diags) && good;
    }
    good = dossiers_above(g, bundle) && good;
    return seals_above(g->home, g->root, bundle->path, archive || bundle->single,
                       archive ? &one : &bundle->entries, g->limits, g->diags) &&
           good;
}

static const struct given_files *given_at(const struct gathering *g, struct str path)
{
    for (size_t i = 0; i < g->given->file_count; i++)
        if (str_eq(g->given->file[i].path, path))
            return &g->given->file[i];
    return NULL;
}

/* What lies at a path, read once; NULL: it cannot be read, or not as it was sealed. */
static struct bundle *bundle_load(struct gathering *g, struct str path)
{
    struct bundle *known = bundle_of(g, path);
    if (known)
        return known;
    struct bundle bundle = { .path = path };
    struct str segment = name_make(g->home, str_base_name(path));
    bundle.packed = str_format(g->home, "data/evidence/%02zu-%.*s", g->roots++, STR_ARG(segment));
    const struct given_files *given = given_at(g, path);
    if (given) {
        bundle.single = given->single;
        bundle.entries = given->entries;
    } else if (!read_entries(g, &bundle) || !seals_hold(g, &bundle)) {
        return NULL;
    }
    bundle_members(g->home, &bundle);
    return bundle_keep(g, bundle);
}

/* One run may count once: the same path, with the same instance, may stand under `runs` once in a
 * case, and under `captures` once of a machine. NULL: it may stand there as often as one likes. */
static char *once_key(struct str path, const struct selector *selector)
{
    if (selector && selector->role == SELECT_RUNS)
        return g_strdup_printf("run %zu:%.*s#%.*s", path.len, STR_ARG(path),
                               STR_ARG(selector->instance));
    if (selector && selector->role == SELECT_CAPTURES)
        return g_strdup_printf("captures %zu:%.*s %zu %zu %d", path.len, STR_ARG(path),
                               selector->system, selector->machine, (int)selector->bridge);
    return NULL;
}

static void bundle_add(struct gathering *g, const struct bundle *loaded, enum bundle_role role,
                       const struct selector *selector)
{
    struct bundle bundle = *loaded;
    bundle.role = role;
    bundle.selector = selector;
    g_array_append_val(g->bundle, bundle);
    char *key = once_key(bundle.path, selector);
    if (key)
        g_hash_table_add(g->once, key);
}

static bool add_path(struct gathering *g, struct str path, enum bundle_role role,
                     const struct selector *selector)
{
    const struct bundle *loaded = bundle_load(g, path);
    if (!loaded)
        return false;
    bundle_add(g, loaded, role, selector);
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
        if ((access(disk, F_OK) != 0 && !given_at(g, file)) || bundle_of(g, file))
            continue;
        good = add_path(g, file, BUNDLE_DECLARATION, NULL) && good;
    }
    return good;
}

static bool path_new(struct gathering *g, struct str path, const struct selector *selector)
{
    char *key = once_key(path, selector);
    bool again = key && g_hash_table_contains(g->once, key);
    g_free(key);
    if (!again)
        return true;
    diag_add(g->diags, DIAG_CASE_GLOB, selector->place, STR("each path once"),
             "%.*s is named twice", STR_ARG(path));
    return false;
}

enum bundle_role selector_role(const struct selector *selector)
{
    static const enum bundle_role role[] = { [SELECT_CAPTURES] = BUNDLE_CAPTURES,
                                             [SELECT_RUNS] = BUNDLE_RUNS,
                                             [SELECT_SWEEPS] = BUNDLE_SWEEPS,
                                             [SELECT_PROFILES] = BUNDLE_PROFILES,
                                             [SELECT_DOCUMENTS] = BUNDLE_DOCUMENTS };
    return role[selector->role];
}

/* ---- inside archives ---- */

struct str bundle_unpacked(struct arena *home, struct str path)
{
    char *whole = g_strndup(path.at, path.len);
    struct str out = str_keep(home, str_from(g_strdelimit(whole, "!", '/')));
    g_free(whole);
    return out;
}

bool bundle_narrow(struct arena *home, struct bundle *bundle, struct str path)
{
    struct str inner = str_sub(path, str_find(path, STR("!")) + 1, path.len);
    const struct entries all = bundle->entries;
    struct entry *item = ARENA_MANY(home, all.count + 1, struct entry);
    size_t count = 0;
    bool single = false;
    for (size_t i = 0; i < all.count; i++) {
        struct entry entry = all.item[i];
        bool below = str_starts(entry.name, inner) && entry.name.len > inner.len &&
                     entry.name.at[inner.len] == '/';
        if (str_eq(entry.name, inner))
            single = true;
        else if (below)
            entry.name = str_sub(entry.name, inner.len + 1, entry.name.len);
        else
            continue;
        item[count++] = entry;
    }
    bundle->path = path;
    bundle->single = single;
    bundle->entries = (struct entries){ item, count };
    return count > 0;
}

static bool add_inside(struct gathering *g, const struct bundle *archive, struct str path,
                       enum bundle_role role, const struct selector *selector)
{
    const struct bundle *known = bundle_of(g, path);
    if (!known) {
        struct bundle bundle = *archive;
        if (!bundle_narrow(g->home, &bundle, path))
            return false;
        known = bundle_keep(g, bundle);
    }
    bundle_add(g, known, role, selector);
    return true;
}

/* run.json members in the folders above a run, outermost first. */
static void add_declarations_inside(struct gathering *g, const struct bundle *archive,
                                    struct str inner)
{
    for (size_t end = 0; end < inner.len; end++) {
        if (end != 0 && inner.at[end] != '/')
            continue;
        struct str name =
            end == 0 ? STR("run.json")
                     : str_format(g->home, "%.*s/run.json", STR_ARG(str_sub(inner, 0, end)));
        struct str path = str_format(g->home, "%.*s!%.*s", STR_ARG(archive->path), STR_ARG(name));
        if (entries_find(&archive->entries, name) && !bundle_of(g, path))
            (void)add_inside(g, archive, path, BUNDLE_DECLARATION, NULL);
    }
}

static int path_order(const void *a, const void *b)
{
    return str_order(*(const struct str *)a, *(const struct str *)b);
}

/* Files and folders of an archive that a pattern names: as many segments of each member's name as
 * the pattern has, each once, in byte order. */
static GArray *inside_match(const struct entries *entries, struct str pattern)
{
    GArray *found = g_array_new(FALSE, TRUE, sizeof(struct str));
    struct str last = { 0 };
    for (size_t i = 0; i < entries->count; i++) {
        struct str name = entries->item[i].name, rest = pattern, segment;
        size_t end = 0;
        while (str_cut(&rest, '/', &segment) && end <= name.len) {
            end += end == 0 ? 0 : 1;
            while (end < name.len && name.at[end] != '/')
                end++;
        }
        struct str prefix = str_sub(name, 0, end < name.len ? end : name.len);
        if (prefix.len > 0 && pattern_matches(pattern, prefix) && !str_eq(prefix, last)) {
            g_array_append_val(found, prefix);
            last = prefix;
        }
    }
    g_array_sort(found, path_order);
    return found;
}

static bool gather_inside(struct gathering *g, const struct selector *selector, struct str file,
                          struct str pattern)
{
    const struct bundle *archive = bundle_load(g, file);
    if (!archive)
        return false;
    if (!archive->archive.at) {
        diag_add(g->diags, DIAG_CASE_GLOB, selector->place,
                 STR("a tar or zip archive before the \"!\""), "%.*s is no archive", STR_ARG(file));
        return false;
    }
    GArray *found = inside_match(&archive->entries, pattern);
    bool good = found->len > 0;
    if (!good)
        diag_add(g->diags, DIAG_CASE_GLOB, selector->place,
                 STR("a member or folder of the archive"), "\"%.*s\" names nothing inside %.*s",
                 STR_ARG(pattern), STR_ARG(file));
    for (guint i = 0; i < found->len; i++) {
        struct str inner = g_array_index(found, struct str, i);
        struct str path = str_format(g->home, "%.*s!%.*s", STR_ARG(file), STR_ARG(inner));
        if (!path_new(g, path, selector)) {
            good = false;
            continue;
        }
        if (selector->role == SELECT_RUNS) {
            good = add_declarations(g, file) && good;
            add_declarations_inside(g, archive, inner);
        }
        good = add_inside(g, archive, path, selector_role(selector), selector) && good;
    }
    g_array_free(found, TRUE);
    return good;
}

/* ---- all paths of a case ---- */

static bool gather_path(struct gathering *g, const struct selector *selector, struct str path)
{
    if (!path_new(g, path, selector))
        return false;
    bool good = selector->role != SELECT_RUNS || add_declarations(g, path);
    return add_path(g, path, selector_role(selector), selector) && good;
}

static bool gather_selector(struct gathering *g, const struct selector *selector)
{
    if (given_at(g, selector->pattern))
        return gather_path(g, selector, selector->pattern);
    size_t bang = str_find(selector->pattern, STR("!"));
    bool inside = bang != SIZE_MAX;
    struct str outer = inside ? str_sub(selector->pattern, 0, bang) : selector->pattern, *path;
    size_t count;
    if (!glob_match(g->home, g->root, outer, selector->place, &path, &count, g->diags))
        return false;
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        struct str inner =
            str_sub(selector->pattern, outer.len + (inside ? 1 : 0), selector->pattern.len);
        good = (inside ? gather_inside(g, selector, path[i], inner)
                       : gather_path(g, selector, path[i])) &&
               good;
    }
    return good;
}

bool gather(struct arena *home, const char *root, const struct given *given,
            const struct case_file *case_file, const struct limits *limits, struct gathered *out,
            struct diags *diags)
{
    struct gathering g = {
        .home = home,
        .root = root,
        .given = given,
        .limits = limits,
        .bundle = g_array_new(FALSE, TRUE, sizeof(struct bundle)),
        .by_path = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
        .once = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
        .diags = diags,
    };
    bool good = true;
    for (size_t i = 0; i < case_file->selector_count; i++)
        good = gather_selector(&g, &case_file->selector[i]) && good;
    good = halves_picked(&g) && good;
    out->count = g.bundle->len;
    out->bundle = ARENA_MANY(home, out->count > 0 ? out->count : 1, struct bundle);
    if (out->count > 0)
        memcpy(out->bundle, g.bundle->data, out->count * sizeof(struct bundle));
    g_array_free(g.bundle, TRUE);
    g_hash_table_destroy(g.by_path);
    g_hash_table_destroy(g.once);
    return good;
}
