/* names_json.c - data/names.json: what each packed member was called, and which selector brought
 * it.
 *
 * A dossier's member names are plain ASCII; the case's own names (blanks, umlauts) stand here. A
 * rebuild resolves the case's paths through this file and never globs. */
#include "base/json.h"
#include "base/num.h"
#include "gather.h"
#include "seals.h"
#include "sign/sign.h"
#include <glib.h>
#include <string.h>

#define EVIDENCE "data/evidence/"

static const char *const role_name[] = {
    [BUNDLE_CAPTURES] = "captures",       [BUNDLE_RUNS] = "runs",
    [BUNDLE_DECLARATION] = "declaration", [BUNDLE_SWEEPS] = "sweeps",
    [BUNDLE_PROFILES] = "profiles",       [BUNDLE_DOCUMENTS] = "documents"
};
static const char *kind_name(const struct bundle *bundle)
{
    return bundle->archive.at ? "archive" : bundle->single ? "file" : "folder";
}

static void put_files(struct json_out *json, const struct bundle *bundle)
{
    json_open(json, STR("files"), '[');
    size_t count = bundle->archive.at ? 1 : bundle->entries.count;
    for (size_t i = 0; i < count; i++) {
        json_open(json, STR(""), '{');
        if (!bundle->archive.at)
            json_text(json, STR("name"), bundle->entries.item[i].name);
        json_text(json, STR("packed"), bundle->member[i]);
        json_close(json);
    }
    json_close(json);
}

struct str names_text(struct arena *home, const struct case_file *case_file,
                      const struct gathered *gathered)
{
    struct buf out = buf_new(home, (size_t)64 << 20);
    struct json_out json;
    json_begin(&json, &out);
    json_open(&json, STR(""), '{');
    json_text(&json, STR("format"), STR("dossier-names/1"));
    json_open(&json, STR("bundles"), '[');
    for (size_t i = 0; i < gathered->count; i++) {
        const struct bundle *bundle = &gathered->bundle[i];
        json_open(&json, STR(""), '{');
        if (bundle->selector)
            json_integer(&json, STR("selector"), bundle->selector - case_file->selector);
        json_text(&json, STR("role"), str_from(role_name[bundle->role]));
        json_text(&json, STR("path"), bundle->path);
        json_text(&json, STR("kind"), str_from(kind_name(bundle)));
        json_text(&json, STR("packed"), bundle->packed);
        put_files(&json, bundle);
        json_close(&json);
    }
    json_close(&json);
    json_close(&json);
    buf_put_char(&out, '\n');
    if (out.full)
        return (struct str){ 0 };
    return buf_str(&out);
}

/* ---- reading ---- */

struct naming {
    struct arena *home;
    const struct json *json;
    const struct entries *dossier;
    const struct entries *withheld; /* name and digest alone; NULL: nothing may be missing */
    const struct case_file *case_file;
    const struct limits *limits;
    struct diags *diags;
};

static bool bad(const struct naming *n, const struct json_item *item, const char *expected)
{
    diag_add(n->diags, DIAG_DOSSIER_FORMAT, json_place(n->json, item), str_from(expected),
             "names.json");
    return false;
}

static bool text_member(const struct naming *n, const struct json_item *object, const char *name,
                        struct str *out)
{
    const struct json_item *item = json_member(object, str_from(name));
    if (!item || json_type(item) != JSON_STRING)
        return bad(n, item ? item : object, name);
    *out = str_keep(n->home, json_string(item));
    return true;
}

static bool word_in(struct str word, const char *const *list, size_t count, size_t *out)
{
    for (size_t i = 0; i < count; i++) {
        if (str_eq(word, str_from(list[i]))) {
            *out = i;
            return true;
        }
    }
    return false;
}

/* The packed names are what gathering makes of the original ones: else whoever wrote names.json
 * could have a sealed name stand for another file. */
static bool names_recomputed(const struct naming *n, const struct json_item *object,
                             const struct bundle *bundle, struct str whole)
{
    struct bundle made = *bundle;
    made.path = whole;
    struct str segment = name_make(n->home, str_base_name(whole));
    struct str folder = str_format(n->home, "-%.*s", STR_ARG(segment));
    struct str number = str_sub(bundle->packed, STR(EVIDENCE).len, bundle->packed.len - folder.len);
    int64_t value;
    if (!str_starts(bundle->packed, STR(EVIDENCE)) || !str_ends(bundle->packed, folder) ||
        bundle->packed.len < STR(EVIDENCE).len + folder.len || !num_int(number, &value) ||
        value < 0 || !str_eq(number, str_format(n->home, "%02lld", (long long)value)))
        return bad(n, object, "the packed folder that its path gives");
    for (size_t i = 1; i < made.entries.count; i++)
        if (str_order(made.entries.item[i - 1].name, made.entries.item[i].name) >= 0)
            return bad(n, object, "original names in byte order, each once");
    bundle_members(n->home, &made);
    for (size_t i = 0; i < bundle->entries.count; i++)
        if (!str_eq(made.member[i], bundle->member[i]))
            return bad(
                n, object,
                str_c(n->home,
                      str_format(n->home, "the packed name that \"%.*s\" gives, %.*s",
                                 STR_ARG(bundle->entries.item[i].name), STR_ARG(made.member[i]))));
    return true;
}

/* Seals speak of original names. */
static bool seals_of(const struct naming *n, const struct bundle *bundle, struct str whole)
{
    bool archive = bundle->archive.at != NULL;
    struct str place = str_format(n->home, "%.*s%c", STR_ARG(whole), archive ? '!' : '/');
    return bundle->single || (archive && dossier_is(bundle->archive)) ||
           seals_inside(n->home, place, &bundle->entries, n->diags);
}

static bool is_withheld(const struct naming *n, struct str member)
{
    return n->withheld && entries_find(n->withheld, member) && !entries_find(n->dossier, member);
}

/* Names and seals were judged by the digest of what is withheld; nothing is read from it. */
static void leave_withheld(const struct naming *n, struct bundle *bundle)
{
    size_t count = bundle->entries.count, kept = 0;
    struct entry *entry = ARENA_MANY(n->home, count + 1, struct entry);
    struct str *member = ARENA_MANY(n->home, count + 1, struct str);
    for (size_t i = 0; i < count; i++) {
        if (is_withheld(n, bundle->member[i]))
            continue;
        entry[kept] = bundle->entries.item[i];
        member[kept++] = bundle->member[i];
    }
    bundle->entries = (struct entries){ entry, kept };
    bundle->member = member;
}

/* What the one stored file unpacks to. */
static bool read_archive(const struct naming *n, const struct json_item *object, struct bundle *out)
{
    struct str stored = out->member[0];
    bool narrow = str_find(out->path, STR("!")) != SIZE_MAX;
    struct str whole = str_sub(out->path, 0, str_find(out->path, STR("!")));
    out->archive = out->entries.item[0].bytes;
    out->archive_digest = out->entries.item[0].digest;
    if (!names_recomputed(n, object, out, whole))
        return false;
    if (is_withheld(n, stored)) {
        out->archive = (struct str){ 0 };
        leave_withheld(n, out);
        return true;
    }
    if (!entries_unpack(n->home, whole, out->archive, n->limits, &out->entries, n->diags) ||
        !seals_of(n, out, whole))
        return false;
    struct str *inside =
        ARENA_MANY(n->home, out->entries.count > 0 ? out->entries.count : 1, struct str);
    inside[0] = stored;
    for (size_t k = 1; k < out->entries.count; k++)
        inside[k] = stored;
    out->member = inside;
    return !narrow || bundle_narrow(n->home, out, out->path) ||
           bad(n, object, "a path inside the archive");
}

static bool read_files(const struct naming *n, const struct json_item *object, bool archive,
                       struct bundle *out)
{
    const struct json_item *files = json_member(object, STR("files"));
    if (!files || json_type(files) != JSON_ARRAY)
        return bad(n, object, "an array of files");
    size_t count = json_count(files), i = 0;
    struct entry *entry = ARENA_MANY(n->home, count > 0 ? count : 1, struct entry);
    struct str *member = ARENA_MANY(n->home, count > 0 ? count : 1, struct str);
    for (const struct json_item *file = json_next(files, NULL); file;
         file = json_next(files, file), i++) {
        if (!text_member(n, file, "packed", &member[i]))
            return false;
        const struct entry *packed = entries_find(n->dossier, member[i]);
        if (!packed && n->withheld)
            packed = entries_find(n->withheld, member[i]);
        if (!packed)
            return bad(n, file, "a member of the dossier");
        entry[i] = *packed;
        if (!archive && !text_member(n, file, "name", &entry[i].name))
            return false;
    }
    out->member = member;
    out->entries = (struct entries){ entry, count };
    if (!archive) {
        if ((out->single && count != 1 && !bad(n, files, "one file")) ||
            !names_recomputed(n, object, out, out->path) || !seals_of(n, out, out->path))
            return false;
        leave_withheld(n, out);
        return true;
    }
    if (count != 1)
        return bad(n, files, "one stored archive");
    return read_archive(n, object, out);
}

/* What a bundle names is evidence, of its own folder: neither the case nor the report is. */
static bool files_lie_below(const struct naming *n, const struct json_item *object,
                            const struct bundle *bundle)
{
    struct str folder = str_format(n->home, "%.*s/", STR_ARG(bundle->packed));
    size_t count = bundle->archive.at ? 1 : bundle->entries.count;
    if (!str_starts(folder, STR(EVIDENCE)))
        return bad(n, object, "a folder below " EVIDENCE);
    for (size_t i = 0; i < count; i++)
        if (!str_starts(bundle->member[i], folder))
            return bad(n, object, "files below its own packed folder");
    return true;
}

static bool read_bundle(const struct naming *n, const struct json_item *object, struct bundle *out)
{
    static const char *const kinds[] = { "folder", "file", "archive" };
    struct str role, kind;
    size_t role_index, kind_index;
    if (!text_member(n, object, "role", &role) || !text_member(n, object, "path", &out->path) ||
        !text_member(n, object, "kind", &kind) || !text_member(n, object, "packed", &out->packed))
        return false;
    if (!word_in(role, role_name, ARRAY_COUNT(role_name), &role_index) ||
        !word_in(kind, kinds, ARRAY_COUNT(kinds), &kind_index))
        return bad(n, object, "a known role and kind");
    out->role = (enum bundle_role)role_index;
    out->single = kind_index == 1;
    const struct json_item *selector = json_member(object, STR("selector"));
    int64_t index = -1;
    if (selector && (json_type(selector) != JSON_NUMBER || !json_int(n->json, selector, &index)))
        return bad(n, selector, "a selector's number");
    if (selector && (index < 0 || (uint64_t)index >= n->case_file->selector_count))
        return bad(n, selector, "a selector of the case");
    if (!selector && out->role != BUNDLE_DECLARATION)
        return bad(n, object, "a selector");
    if (selector) {
        out->selector = &n->case_file->selector[index];
        if (!pattern_matches(out->selector->pattern, out->path))
            return bad(n, object, "a path that its selector matches");
        if (selector_role(out->selector) != out->role)
            return bad(n, object, "the role that the case gives to what its selector names");
    }
    return read_files(n, object, kind_index == 2, out) && files_lie_below(n, object, out);
}

/* ---- nothing left out ---- */

static int name_order(const void *a, const void *b)
{
    return str_order(*(const struct str *)a, *(const struct str *)b);
}

/* Each path of the case must have brought something: a run that the case names and names.json does
 * not would be judged by nobody. */
static bool selectors_served(const struct naming *n, const struct json_item *bundles,
                             const struct gathered *gathered)
{
    for (size_t i = 0; i < n->case_file->selector_count; i++) {
        const struct selector *selector = &n->case_file->selector[i];
        bool served = false;
        for (size_t k = 0; k < gathered->count && !served; k++)
            served = gathered->bundle[k].selector == selector;
        if (!served) {
            diag_add(n->diags, DIAG_DOSSIER_FORMAT, json_place(n->json, bundles),
                     str_format(n->home, "a bundle for the case's path \"%.*s\"",
                                STR_ARG(selector->pattern)),
                     "names.json");
            return false;
        }
    }
    return true;
}

/* Nor may evidence lie in the dossier that names.json does not name: a dossier shows that its
 * report follows from all that is packed, not from a part that somebody chose. */
static bool evidence_named(const struct naming *n, const struct json_item *bundles,
                           const struct gathered *gathered)
{
    GArray *named = g_array_new(FALSE, TRUE, sizeof(struct str));
    for (size_t i = 0; i < gathered->count; i++) {
        const struct bundle *bundle = &gathered->bundle[i];
        size_t count = bundle->archive.at ? 1 : bundle->entries.count;
        if (count > 0)
            g_array_append_vals(named, bundle->member, (guint)count);
    }
    g_array_sort(named, name_order);
    bool good = true;
    size_t at = 0;
    for (size_t i = 0; i < n->dossier->count && good; i++) {
        struct str name = n->dossier->item[i].name;
        if (!str_starts(name, STR(EVIDENCE)))
            continue;
        while (at < named->len && str_order(g_array_index(named, struct str, at), name) < 0)
            at++;
        good = at < named->len && str_eq(g_array_index(named, struct str, at), name);
        if (!good)
            diag_add(n->diags, DIAG_DOSSIER_FORMAT, json_place(n->json, bundles),
                     str_format(n->home, "a bundle that names the packed %.*s", STR_ARG(name)),
                     "names.json");
    }
    g_array_free(named, TRUE);
    return good;
}

/* One path has one packed folder, and one folder one path. */
static bool folders_apart(const struct naming *n, const struct json_item *bundles,
                          const struct gathered *gathered)
{
    GHashTable *path_of = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    bool good = true;
    for (size_t i = 0; i < gathered->count && good; i++) {
        const struct bundle *bundle = &gathered->bundle[i];
        struct str whole = str_sub(bundle->path, 0, str_find(bundle->path, STR("!")));
        char *both[] = { g_strdup_printf("/%.*s", STR_ARG(bundle->packed)),
                         g_strdup_printf("=%.*s", STR_ARG(whole)) };
        const char *path = g_hash_table_lookup(path_of, both[0]);
        const char *packed = g_hash_table_lookup(path_of, both[1]);
        good = (!path && !packed) ||
               (path && packed && strcmp(path, both[1]) == 0 && strcmp(packed, both[0]) == 0);
        g_hash_table_insert(path_of, g_strdup(both[0]), g_strdup(both[1]));
        g_hash_table_insert(path_of, g_strdup(both[1]), g_strdup(both[0]));
        g_free(both[0]);
        g_free(both[1]);
    }
    g_hash_table_destroy(path_of);
    return good || bad(n, bundles, "one packed folder for each path, and one path for each folder");
}

bool gather_packed(struct arena *home, const struct entries *dossier,
                   const struct entries *withheld, const struct case_file *case_file,
                   const struct limits *limits, struct gathered *out, struct diags *diags)
{
    const struct entry *names = entries_find(dossier, STR("data/names.json"));
    struct json *json;
    struct naming n = { home, NULL, dossier, withheld, case_file, limits, diags };
    if (!names) {
        diag_add(diags, DIAG_DOSSIER_FORMAT, (struct place){ .file = STR("data/names.json") },
                 STR("the names of packed evidence"), "no such member");
        return false;
    }
    if (!json_read(home, names->name, names->bytes, limits, &json, diags))
        return false;
    n.json = json;
    const struct json_item *bundles = json_find(json, STR("/bundles"));
    if (!bundles || json_type(bundles) != JSON_ARRAY)
        return bad(&n, json_root(json), "an array of bundles");
    out->count = json_count(bundles);
    out->bundle = ARENA_MANY(home, out->count > 0 ? out->count : 1, struct bundle);
    size_t i = 0;
    for (const struct json_item *item = json_next(bundles, NULL); item;
         item = json_next(bundles, item), i++)
        if (!read_bundle(&n, item, &out->bundle[i]))
            return false;
    return folders_apart(&n, bundles, out) && selectors_served(&n, bundles, out) &&
           evidence_named(&n, bundles, out);
}
