/* from_dossier.c - systems of a case whose runs are those of a system of an earlier dossier.
 *
 * The case is judged, and packed, with what the name stands for written beside it: so a dossier
 * says by itself which runs were judged, and is derived again without the earlier one. What is
 * written stands on the line of the name, and every place in the case stays what it was. */
#include "from_dossier.h"
#include "earlier.h"
#include "holding.h"
#include "model/decision.h"
#include "model/references.h"
#include "sign/sign.h"
#include <glib.h>
#include <string.h>

/* ---- the earlier dossier ---- */

static const struct evidence *member_of(struct arena *home, const struct entries *members,
                                        const char *name)
{
    const struct entry *entry = entries_find(members, str_format(home, "data/%s", name));
    struct evidence *out = ARENA_NEW(home, struct evidence);
    if (!entry)
        return NULL;
    *out = (struct evidence){ .name = str_from(name),
                              .packed = entry->name,
                              .bytes = entry->bytes,
                              .digest = entry->digest };
    return out;
}

bool earlier_read(struct arena *home, struct str path, struct str bytes,
                  const struct limits *limits, struct earlier *out, struct diags *diags)
{
    struct entries members;
    *out = (struct earlier){ .path = path };
    if (!sign_open(home, path, bytes, &members, diags))
        return false;
    const struct evidence *text = member_of(home, &members, "case.json");
    const struct evidence *rules = member_of(home, &members, "rules.json");
    if (!text || !rules) {
        diag_add(diags, DIAG_DOSSIER_FORMAT, (struct place){ .file = path },
                 STR("a dossier with its case and its rules"), "no such member");
        return false;
    }
    bool profile = case_profile(home, text, limits).len > 0;
    return json_read(home, text->name, text->bytes, limits, &out->text, diags) &&
           case_read_under(home, text, rules,
                           profile ? member_of(home, &members, "own-rules.json") : NULL, limits,
                           &out->case_file, diags) &&
           gather_packed(home, &members, NULL, &out->case_file, limits, &out->gathered, diags);
}

/* Where a file of it stands in the case: what an archive of it holds lies in a folder. */
static struct str place_of(struct arena *home, const struct earlier *old, struct str id,
                           struct str path)
{
    return str_format(home, "%.*s/%.*s/%.*s", STR_ARG(old->path), STR_ARG(id),
                      STR_ARG(bundle_unpacked(home, path)));
}

void earlier_give(struct arena *home, const struct earlier *old, struct str id, GArray *list)
{
    for (size_t i = 0; i < old->gathered.count; i++) {
        const struct bundle *bundle = &old->gathered.bundle[i];
        struct given_files one = { .path = place_of(home, old, id, bundle->path),
                                   .entries = bundle->entries,
                                   .single = bundle->single && bundle->entries.count == 1 };
        if (one.single) {
            struct entry *file = ARENA_NEW(home, struct entry);
            *file = bundle->entries.item[0];
            file->name = str_base_name(one.path);
            one.entries = (struct entries){ file, 1 };
        }
        if (bundle->role != BUNDLE_DOCUMENTS)
            g_array_append_val(list, one);
    }
}

static bool is_system(const struct earlier *old, struct str id, size_t *system)
{
    *system = 0;
    while (*system < old->case_file.system_count && !str_eq(old->case_file.system[*system].id, id))
        (*system)++;
    return *system < old->case_file.system_count;
}

bool earlier_files(struct arena *home, const struct earlier *old, struct str id,
                   struct entries *out)
{
    size_t system, kept = 0;
    GArray *list = g_array_new(FALSE, FALSE, sizeof(struct entry));
    bool good = is_system(old, id, &system);
    for (size_t i = 0; good && i < old->gathered.count; i++) {
        const struct bundle *bundle = &old->gathered.bundle[i];
        const struct selector *of = bundle->selector;
        struct str path = bundle_unpacked(home, bundle->path);
        if (bundle->role == BUNDLE_DOCUMENTS || (of && (of->bridge || of->system != system)))
            continue;
        for (size_t k = 0; k < bundle->entries.count; k++) {
            struct entry file = bundle->entries.item[k];
            file.name = bundle->single
                            ? path
                            : str_format(home, "%.*s/%.*s", STR_ARG(path), STR_ARG(file.name));
            g_array_append_val(list, file);
        }
    }
    struct entry *item = ARENA_MANY(home, list->len + 1, struct entry);
    if (list->len > 0)
        memcpy(item, list->data, list->len * sizeof *item);
    entries_sort(item, list->len);
    for (guint i = 0; i < list->len; i++) /* one path may serve in several roles */
        if (kept == 0 || !str_eq(item[kept - 1].name, item[i].name))
            item[kept++] = item[i];
    g_array_free(list, TRUE);
    *out = (struct entries){ item, kept };
    return good;
}

/* ---- what is written beside the name ---- */

struct insertion {
    size_t at;
    struct str text;
};
struct resolving {
    struct arena *home;
    struct str path, bytes; /* of the case */
    const struct json *json;
    const struct limits *limits;
    struct diags *diags;
    GArray *insertion; /* struct insertion */
    GArray *files;     /* struct given_files */
    GArray *earlier;   /* struct earlier */
    GArray *whole;     /* struct given_dossier */
};

static bool refuse(struct resolving *r, const struct json_item *item, struct str expected,
                   struct str said)
{
    struct place place = json_place(r->json, item);
    place.file = r->path;
    diag_add(r->diags, DIAG_CASE_VALUE, place, expected, "%.*s", STR_ARG(said));
    return false;
}

/* JSON on one line: a line break in it stands between its parts, never inside a text. */
static struct str one_line(struct arena *home, struct str text)
{
    struct buf out = buf_new(home, text.len + 1);
    struct str line;
    for (bool first = true; str_cut(&text, '\n', &line); first = false) {
        buf_put(&out, first ? STR("") : STR(" "));
        buf_put(&out, str_trim(line));
    }
    return buf_str(&out);
}

static size_t end_of(const struct resolving *r, const struct json_item *item)
{
    struct str literal = json_literal(r->json, item);
    return (size_t)(literal.at + literal.len - r->bytes.at);
}

static void insert(struct resolving *r, size_t at, struct str text)
{
    struct insertion one = { at, text };
    g_array_append_val(r->insertion, one);
}

struct wanted { /* one name of a system of the case */
    const struct json_item *item;
    struct str id;
    const struct earlier *old;
    size_t system;
};

static bool paths_put(struct resolving *r, const struct wanted *w, enum bundle_role role,
                      const size_t *machine, struct json_out *json, size_t *count)
{
    for (size_t i = 0; i < w->old->gathered.count; i++) {
        const struct bundle *bundle = &w->old->gathered.bundle[i];
        const struct selector *of = bundle->selector;
        if (bundle->role != role || !of || of->bridge || of->system != w->system ||
            (machine && of->machine != *machine))
            continue;
        struct str path = place_of(r->home, w->old, w->id, bundle->path);
        if (strpbrk(str_c(r->home, path), "#*?"))
            return refuse(r, w->item, STR("paths without # * ?"), path);
        (*count)++;
        json_text(json, STR(""),
                  of->instance.len > 0
                      ? str_format(r->home, "%.*s#%.*s", STR_ARG(path), STR_ARG(of->instance))
                      : path);
    }
    return true;
}

static bool machines_put(struct resolving *r, const struct wanted *w, struct json_out *json)
{
    const struct system *system = &w->old->case_file.system[w->system];
    bool good = true;
    for (size_t m = 0; m < system->machine_count && good; m++) {
        size_t count = 0;
        json_open(json, STR(""), '{');
        struct str workload = system->machine[m].workload;
        const struct category *category = category_of(&w->old->case_file, workload);
        if (workload.len > 0)
            json_text(json, STR("workload"), category ? category->work : workload);
        if (category)
            json_text(json, STR("category"), category->name);
        json_open(json, STR("captures"), '[');
        good = paths_put(r, w, BUNDLE_CAPTURES, &m, json, &count);
        json_close(json);
        json_open(json, STR("runs"), '[');
        good = good && paths_put(r, w, BUNDLE_RUNS, &m, json, &count);
        json_close(json);
        json_close(json);
    }
    return good;
}

static const struct json_item *said_of(const struct wanted *w)
{
    const struct json_item *list = json_member(json_root(w->old->text), STR("systems"));
    const struct json_item *one = json_next(list, NULL);
    for (size_t i = 0; i < w->system; i++)
        one = json_next(list, one);
    return one;
}

static struct str compact(struct arena *home, const struct json *json, const struct json_item *item)
{
    return one_line(home, json_literal(json, item));
}

/* Whether a value is declared before: by the case, or by a dossier named before. *good: not
 * otherwise. */
static bool said_before(struct resolving *r, const struct wanted *list, size_t index,
                        const struct json_item *own, const struct json_item *fact, bool *good)
{
    const struct wanted *w = &list[index];
    struct str value = compact(r->home, w->old->text, fact), other = { 0 };
    const struct json_item *said = own ? json_member(own, json_name(fact)) : NULL;
    if (said)
        other = compact(r->home, r->json, said);
    for (size_t i = 0; i < index && !said; i++) {
        const struct json_item *facts = json_member(said_of(&list[i]), STR("facts"));
        said = facts ? json_member(facts, json_name(fact)) : NULL;
        if (said)
            other = compact(r->home, list[i].old->text, said);
    }
    if (said && !str_eq(value, other))
        *good =
            refuse(r, w->item,
                   str_format(r->home, "\"%.*s\": %.*s, as this dossier declares it of %.*s",
                              STR_ARG(json_name(fact)), STR_ARG(value), STR_ARG(w->id)),
                   str_format(r->home, "\"%.*s\": %.*s", STR_ARG(json_name(fact)), STR_ARG(other)));
    return said != NULL;
}

/* What one dossier declares of the system and nobody before, behind what *put members before. */
static bool facts_put(struct resolving *r, const struct wanted *list, size_t index,
                      const struct json_item *own, struct buf *text, size_t *put)
{
    const struct json_item *facts = json_member(said_of(&list[index]), STR("facts"));
    const struct json_item *one = facts ? json_next(facts, NULL) : NULL;
    bool good = true;
    for (; one && good; one = json_next(facts, one)) {
        if (said_before(r, list, index, own, one, &good))
            continue;
        buf_put(text, (*put)++ > 0 ? STR(", ") : STR(""));
        json_put_string(text, json_name(one));
        buf_putf(text, ": %.*s", STR_ARG(compact(r->home, list[index].old->text, one)));
    }
    return good;
}

static bool facts_insert(struct resolving *r, const struct json_item *system,
                         const struct wanted *list, size_t count, size_t at)
{
    const struct json_item *own = json_member(system, STR("facts"));
    struct buf text = buf_new(r->home, (size_t)1 << 20);
    size_t put = 0;
    if (own && json_type(own) != JSON_OBJECT)
        return true; /* whoever reads the case says what is wrong with it */
    for (size_t i = 0; i < count; i++)
        if (!facts_put(r, list, i, own, &text, &put))
            return false;
    if (put > 0 && own)
        insert(r, end_of(r, own) - json_literal(r->json, own).len + 1,
               str_format(r->home, "%.*s%s", STR_ARG(buf_str(&text)),
                          json_count(own) > 0 ? ", " : ""));
    else if (put > 0)
        insert(r, at, str_format(r->home, ", \"facts\": {%.*s}", STR_ARG(buf_str(&text))));
    return true;
}

/* Who measured is who measured then. */
static bool measured_insert(struct resolving *r, const struct json_item *system,
                            const struct wanted *list, size_t count, size_t at)
{
    struct str who = { 0 };
    if (json_member(system, STR("measured_by")))
        return true;
    for (size_t i = 0; i < count; i++) {
        const struct json_item *said = json_member(said_of(&list[i]), STR("measured_by"));
        said = said ? said : json_member(json_root(list[i].old->text), STR("measured_by"));
        struct str one = said ? compact(r->home, list[i].old->text, said) : (struct str){ 0 };
        if (i > 0 && !str_eq(one, who))
            return refuse(r, list[i].item,
                          STR("\"measured_by\" of the system, where the dossiers say it unlike"),
                          one);
        who = one;
    }
    if (who.len > 0)
        insert(r, at, str_format(r->home, ", \"measured_by\": %.*s", STR_ARG(who)));
    return true;
}

static bool lists_insert(struct resolving *r, const struct json_item *system,
                         const struct wanted *list, size_t count, size_t at)
{
    static const struct {
        const char *name;
        enum bundle_role role;
    } part[] = { { "sweeps", BUNDLE_SWEEPS }, { "profiles", BUNDLE_PROFILES } };
    struct buf text = buf_new(r->home, (size_t)64 << 20);
    struct json_out json;
    bool good = true;
    json_begin(&json, &text);
    json_open(&json, STR(""), '[');
    for (size_t i = 0; i < count && good; i++)
        good = machines_put(r, &list[i], &json);
    json_close(&json);
    insert(r, at,
           str_format(r->home, ", \"machines\": %.*s", STR_ARG(one_line(r->home, buf_str(&text)))));
    for (size_t k = 0; k < ARRAY_COUNT(part) && good; k++) {
        size_t found = 0;
        text = buf_new(r->home, (size_t)1 << 20);
        json_begin(&json, &text);
        json_open(&json, STR(""), '[');
        for (size_t i = 0; i < count && good; i++)
            good = paths_put(r, &list[i], part[k].role, NULL, &json, &found);
        json_close(&json);
        if (found > 0 && !json_member(system, str_from(part[k].name)))
            insert(r, at,
                   str_format(r->home, ", \"%s\": %.*s", part[k].name,
                              STR_ARG(one_line(r->home, buf_str(&text)))));
    }
    return good;
}

/* ---- names ---- */

static const struct earlier *earlier_take(struct resolving *r, const struct json_item *item,
                                          struct str path)
{
    for (guint i = 0; i < r->earlier->len; i++)
        if (str_eq(g_array_index(r->earlier, struct earlier *, i)->path, path))
            return g_array_index(r->earlier, struct earlier *, i);
    struct opened opened;
    struct earlier *old = ARENA_NEW(r->home, struct earlier);
    struct str base = str_base_name(r->path);
    struct str disk = str_format(
        r->home, "%.*s%.*s", STR_ARG(str_sub(r->path, 0, r->path.len - base.len)), STR_ARG(path));
    struct place place = json_place(r->json, item);
    place.file = r->path;
    if (!holding_open(r->home, disk, &opened)) {
        diag_add(r->diags, DIAG_MACHINE_FAILED, place, STR("memory to verify it"),
                 "%.*s could not be judged", STR_ARG(disk));
        return NULL;
    }
    if (opened.why.len > 0) {
        diag_add(r->diags, opened.read ? DIAG_DOSSIER_BROKEN : DIAG_CASE_GLOB, place,
                 STR("a dossier whose lists and signatures hold; ask dossier verify"), "%.*s: %.*s",
                 STR_ARG(disk), STR_ARG(opened.why));
        return NULL;
    }
    if (!earlier_read(r->home, path, opened.whole, r->limits, old, r->diags))
        return NULL;
    struct given_dossier whole = { path, digest_of(opened.whole) };
    g_array_append_val(r->whole, whole);
    g_array_append_val(r->earlier, old);
    return old;
}

static bool name_take(struct resolving *r, const struct json_item *item, struct wanted *out)
{
    struct str name = json_type(item) == JSON_STRING ? json_string(item) : (struct str){ 0 };
    size_t mark = str_find(name, STR("#"));
    struct str path = str_sub(name, 0, mark == SIZE_MAX ? 0 : mark);
    *out = (struct wanted){ .item = item };
    if (!case_path_plain(path) || mark + 1 == name.len)
        return refuse(r, item,
                      STR("a dossier below the folder of the case, '#' and the id of a system of "
                          "it, as \"OLD.asice#A\""),
                      str_format(r->home, "\"%.*s\"", STR_ARG(name)));
    out->id = str_keep(r->home, str_sub(name, mark + 1, name.len));
    out->old = earlier_take(r, item, str_keep(r->home, path));
    if (!out->old)
        return false;
    const struct case_file *c = &out->old->case_file;
    if (is_system(out->old, out->id, &out->system))
        return true;
    struct buf ids = buf_new(r->home, 1 << 16);
    buf_put(&ids, STR("a system of that dossier's case behind the #: "));
    for (size_t i = 0; i < c->system_count; i++)
        buf_putf(&ids, "%s%.*s", i > 0 ? ", " : "", STR_ARG(c->system[i].id));
    return refuse(r, item, buf_str(&ids), str_format(r->home, "\"%.*s\"", STR_ARG(out->id)));
}

static bool system_resolve(struct resolving *r, const struct json_item *system)
{
    const struct json_item *names = json_member(system, STR("bundles"));
    if (!names || json_type(names) != JSON_ARRAY || json_count(names) == 0)
        return true;
    if (json_member(system, STR("machines")))
        return refuse(r, names, STR("\"machines\", or \"bundles\" in their place"), STR("both"));
    size_t count = 0, at = end_of(r, names);
    struct wanted *list = ARENA_MANY(r->home, json_count(names), struct wanted);
    for (const struct json_item *one = json_next(names, NULL); one; one = json_next(names, one)) {
        for (size_t i = 0; i < count; i++)
            if (json_type(one) == JSON_STRING &&
                str_eq(json_string(list[i].item), json_string(one)))
                return refuse(r, one, STR("each system once"), json_string(one));
        if (!name_take(r, one, &list[count]))
            return false;
        earlier_give(r->home, list[count].old, list[count].id, r->files);
        count++;
    }
    return lists_insert(r, system, list, count, at) && facts_insert(r, system, list, count, at) &&
           measured_insert(r, system, list, count, at);
}

/* Each of the dossiers is one that the case refers to. */
static void references_insert(struct resolving *r, const struct json_item *root)
{
    const struct json_item *list = json_member(root, STR("references"));
    struct buf text = buf_new(r->home, 1 << 20);
    size_t put = 0;
    if (list && json_type(list) != JSON_ARRAY)
        return;
    for (guint i = 0; i < r->earlier->len; i++) {
        struct str path = g_array_index(r->earlier, struct earlier *, i)->path;
        bool named = false;
        for (const struct json_item *one = list ? json_next(list, NULL) : NULL; one;
             one = json_next(list, one)) {
            const struct json_item *file =
                json_type(one) == JSON_OBJECT ? json_member(one, STR("dossier")) : NULL;
            named = named ||
                    (file && json_type(file) == JSON_STRING && str_eq(json_string(file), path));
        }
        if (named)
            continue;
        buf_put(&text, put++ > 0 ? STR(", ") : STR(""));
        buf_put(&text, STR("{ \"dossier\": "));
        json_put_string(&text, path);
        buf_put(&text, STR(", \"as\": \"baseline\" }"));
    }
    const struct json_item *of = list ? list : root;
    const char *behind = json_count(of) > 0 ? ", " : "";
    if (put > 0)
        insert(r, end_of(r, of) - json_literal(r->json, of).len + 1,
               str_format(r->home, list ? "%.*s%s" : "\"references\": [%.*s]%s",
                          STR_ARG(buf_str(&text)), behind));
}

/* Stable: what is put in at one place keeps its order. */
static struct str spliced(struct resolving *r)
{
    size_t size = r->bytes.len + 1, from = 0;
    for (guint i = 0; i < r->insertion->len; i++)
        size += g_array_index(r->insertion, struct insertion, i).text.len;
    struct buf out = buf_new(r->home, size);
    while (from <= r->bytes.len) {
        size_t next = r->bytes.len;
        for (guint i = 0; i < r->insertion->len; i++) {
            const struct insertion *one = &g_array_index(r->insertion, struct insertion, i);
            if (one->at >= from && one->at < next)
                next = one->at;
        }
        buf_put(&out, str_sub(r->bytes, from > 0 ? from - 1 : 0, next));
        for (guint i = 0; i < r->insertion->len; i++) {
            const struct insertion *one = &g_array_index(r->insertion, struct insertion, i);
            if (one->at == next && next < r->bytes.len)
                buf_put(&out, one->text);
        }
        from = next + 1;
    }
    return buf_str(&out);
}

bool from_dossiers(struct arena *home, const char *case_path, struct str bytes,
                   const struct limits *limits, struct str *out, struct given *given,
                   struct diags *diags)
{
    struct json *json;
    *out = bytes;
    *given = (struct given){ 0 };
    if (str_find(bytes, STR("\"bundles\"")) == SIZE_MAX ||
        !json_read(home, str_from(case_path), bytes, limits, &json, diags_new(home)) ||
        json_type(json_root(json)) != JSON_OBJECT)
        return true;
    const struct json_item *systems = json_member(json_root(json), STR("systems"));
    struct resolving r = { .home = home,
                           .path = str_from(case_path),
                           .bytes = bytes,
                           .json = json,
                           .limits = limits,
                           .diags = diags,
                           .insertion = g_array_new(FALSE, FALSE, sizeof(struct insertion)),
                           .files = g_array_new(FALSE, FALSE, sizeof(struct given_files)),
                           .earlier = g_array_new(FALSE, FALSE, sizeof(struct earlier *)),
                           .whole = g_array_new(FALSE, FALSE, sizeof(struct given_dossier)) };
    bool good = true;
    const struct json_item *one =
        systems && json_type(systems) == JSON_ARRAY ? json_next(systems, NULL) : NULL;
    for (; one && good; one = json_next(systems, one))
        good = json_type(one) != JSON_OBJECT || system_resolve(&r, one);
    if (good && r.insertion->len > 0) {
        references_insert(&r, json_root(json));
        *out = spliced(&r);
        given->file_count = r.files->len;
        given->file = ARENA_MANY(home, r.files->len, struct given_files);
        memcpy(given->file, r.files->data, r.files->len * sizeof(struct given_files));
        given->dossier_count = r.whole->len;
        given->dossier = ARENA_MANY(home, r.whole->len, struct given_dossier);
        memcpy(given->dossier, r.whole->data, r.whole->len * sizeof(struct given_dossier));
    }
    g_array_free(r.insertion, TRUE);
    g_array_free(r.files, TRUE);
    g_array_free(r.earlier, TRUE);
    g_array_free(r.whole, TRUE);
    return good;
}

bool from_dossiers_match(const struct given *given, const struct reference *reference, size_t count,
                         struct diags *diags)
{
    for (size_t i = 0; i < given->dossier_count; i++) {
        struct digest digest;
        bool same = false;
        for (size_t k = 0; k < count && !same; k++)
            same = digest_from_hex(reference[k].sha256, &digest) &&
                   digest_eq(digest, given->dossier[i].digest);
        if (!same) {
            diag_add(diags, DIAG_FILE_CHANGED, (struct place){ .file = given->dossier[i].path },
                     STR("the file that was verified"), "%s", "");
            return false;
        }
    }
    return true;
}
