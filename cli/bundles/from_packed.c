/* from_packed.c - of a packed case, which files it says to be those of an earlier dossier. */
#include "base/json.h"
#include "earlier.h"
#include "from_dossier.h"
#include "model/references.h"

static bool same_files(const struct given_files *a, const struct bundle *b)
{
    bool same = a->entries.count == b->entries.count;
    for (size_t i = 0; same && i < a->entries.count; i++)
        same = str_eq(a->entries.item[i].name, b->entries.item[i].name) &&
               digest_eq(a->entries.item[i].digest, b->entries.item[i].digest);
    return same;
}

/* A system of a packed case, and one of the dossiers that its case says it was measured in. */
struct packed_name {
    struct arena *home;
    const struct gathered *gathered;
    const struct limits *limits;
    struct diags *diags;
    struct str name, path, id; /* "OLD.asice#A" */
    size_t system;
};

static bool other_files(const struct packed_name *n, struct str path, const char *expected)
{
    diag_add(n->diags, DIAG_DOSSIER_FORMAT, (struct place){ .file = STR("data/names.json") },
             str_format(n->home, "%s %.*s", expected, STR_ARG(n->name)), "%.*s", STR_ARG(path));
    return false;
}

static bool is_of(const struct bundle *bundle, size_t system, enum bundle_role role)
{
    return bundle->role == role && bundle->selector && !bundle->selector->bridge &&
           bundle->selector->system == system;
}

static const struct bundle *packed_whole(const struct gathered *gathered, struct str path)
{
    for (size_t i = 0; i < gathered->count; i++)
        if (gathered->bundle[i].role == BUNDLE_DOCUMENTS && gathered->bundle[i].archive.at &&
            str_eq(gathered->bundle[i].path, path))
            return &gathered->bundle[i];
    return NULL;
}

/* Which files are those of the one named, where it is packed whole. */
static bool name_match(const struct packed_name *n, const struct bundle *whole)
{
    struct earlier old;
    if (!earlier_read(n->home, n->path, whole->archive, n->limits, &old, n->diags))
        return false;
    GArray *files = g_array_new(FALSE, FALSE, sizeof(struct given_files));
    struct str below = str_format(n->home, "%.*s/%.*s", STR_ARG(n->path), STR_ARG(n->id));
    size_t runs = 0, system = 0;
    bool good = true;
    earlier_give(n->home, &old, n->id, files);
    for (size_t i = 0; i < n->gathered->count && good; i++) {
        const struct bundle *bundle = &n->gathered->bundle[i];
        bool same = !str_below(bundle->path, below);
        for (guint k = 0; k < files->len && !same; k++) {
            const struct given_files *one = &g_array_index(files, struct given_files, k);
            same = str_eq(one->path, bundle->path) && same_files(one, bundle);
        }
        runs += str_below(bundle->path, below) && is_of(bundle, n->system, BUNDLE_RUNS);
        good = same || other_files(n, bundle->path, "the files that lie in the packed dossier of");
    }
    while (system < old.case_file.system_count && !str_eq(old.case_file.system[system].id, n->id))
        system++;
    for (size_t i = 0; i < old.gathered.count; i++)
        runs -= is_of(&old.gathered.bundle[i], system, BUNDLE_RUNS);
    g_array_free(files, TRUE);
    return good && (runs == 0 || other_files(n, below, "every run, each once, of"));
}

static bool system_match(struct packed_name *n, const struct json_item *names)
{
    for (size_t i = 0; i < n->gathered->count; i++) {
        const struct bundle *bundle = &n->gathered->bundle[i];
        bool inside = false;
        if (!is_of(bundle, n->system, BUNDLE_RUNS) && !is_of(bundle, n->system, BUNDLE_CAPTURES))
            continue;
        for (const struct json_item *one = json_next(names, NULL); one && !inside;
             one = json_next(names, one)) {
            struct str path, rest = json_string(one);
            n->name = rest;
            inside = str_cut(&rest, '#', &path) &&
                     str_below(bundle->path,
                               str_format(n->home, "%.*s/%.*s", STR_ARG(path), STR_ARG(rest)));
        }
        if (!inside)
            return other_files(n, bundle->path, "a path below");
    }
    for (const struct json_item *one = json_next(names, NULL); one; one = json_next(names, one)) {
        struct str rest = json_string(one);
        n->name = rest;
        n->path = (struct str){ 0 };
        (void)str_cut(&rest, '#', &n->path);
        n->id = rest;
        const struct bundle *whole = packed_whole(n->gathered, n->path);
        if (whole && !name_match(n, whole))
            return false;
    }
    return true;
}

bool from_packed_match(struct arena *home, const struct evidence *case_file,
                       const struct gathered *gathered, const struct limits *limits,
                       struct diags *diags)
{
    struct json *json;
    struct packed_name name = {
        .home = home, .gathered = gathered, .limits = limits, .diags = diags
    };
    if (str_find(case_file->bytes, STR("\"bundles\"")) == SIZE_MAX)
        return true;
    if (!json_read(home, case_file->name, case_file->bytes, limits, &json, diags))
        return false;
    const struct json_item *systems = json_member(json_root(json), STR("systems"));
    for (const struct json_item *one = json_next(systems, NULL); one;
         one = json_next(systems, one), name.system++) {
        const struct json_item *names = json_member(one, STR("bundles"));
        if (names && !system_match(&name, names))
            return false;
    }
    return true;
}
