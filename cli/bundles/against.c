/* against.c - new runs set beside a system of a dossier.
 *
 * The dossier is verified, its case is judged from its own evidence, and what it packs of one
 * system is laid out under its original names beside a copy of the new bundles. So both sides are
 * read by one way, declarations above runs included, and no name of this machine gets into
 * evidence. */
#include "against.h"
#include "above.h"
#include "model/decision.h"
#include "output.h"
#include "seals.h"
#include "templates/templates.h"
#include <glib.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CLIMB_MOST = 3 };

static bool usage(struct against *a, struct str file, struct str expected, const char *said)
{
    diag_add(a->request->diags, DIAG_USAGE, (struct place){ .file = file }, expected, "%s", said);
    return false;
}

/* ---- laying out ---- */

/* Names came from whoever made the dossier or the bundle. */
static bool name_below(struct str name)
{
    struct str rest = name, segment;
    if (name.len == 0 || name.at[0] == '/' || memchr(name.at, 0, name.len))
        return false;
    while (str_cut(&rest, '/', &segment))
        if (segment.len == 0 || str_eq(segment, STR("..")) || str_eq(segment, STR(".")))
            return false;
    return true;
}

static bool lay(struct against *a, struct str below, const struct entries *files)
{
    struct arena *home = a->request->home;
    for (size_t i = 0; i < files->count; i++)
        if (!name_below(files->item[i].name))
            return line_refused(
                a->request->diags, files->item[i].name,
                STR("a name below its folder; pack the files again under plain names"),
                "a name that leads elsewhere");
    if (below.len > 0 && !name_below(below))
        return line_refused(a->request->diags, below,
                            STR("a name below its folder; pack the files again under plain names"),
                            "a name that leads elsewhere");
    const char *folder = str_c(home, str_format(home, "%s/%.*s", a->folder, STR_ARG(below)));
    return entries_write(home, folder, files, a->request->diags);
}

bool against_lay_file(struct against *a, struct str path, struct str bytes)
{
    struct str base = str_base_name(path);
    struct entry entry = { .name = base, .bytes = bytes };
    struct entries one = { &entry, 1 };
    size_t folder = path.len - base.len;
    return lay(a, str_sub(path, 0, folder > 0 ? folder - 1 : 0), &one);
}

bool against_lay(struct against *a, const struct pipeline *dossier, const size_t *system,
                 const char *below)
{
    struct arena *home = a->request->home;
    for (size_t i = 0; i < dossier->gathered.count; i++) {
        const struct bundle *bundle = &dossier->gathered.bundle[i];
        const struct selector *of = bundle->selector;
        struct str path =
            str_format(home, "%s/%.*s", below, STR_ARG(bundle_unpacked(home, bundle->path)));
        bool wanted = bundle->role == BUNDLE_CAPTURES || bundle->role == BUNDLE_RUNS ||
                      bundle->role == BUNDLE_DECLARATION;
        wanted = wanted && (!system || !of || (!of->bridge && of->system == *system));
        bool good = true;
        if (wanted && bundle->single && bundle->entries.count > 0)
            good = against_lay_file(a, path, bundle->entries.item[0].bytes);
        else if (wanted)
            good = lay(a, path, &bundle->entries);
        if (!good)
            return false;
    }
    return true;
}

/* ---- new bundles ---- */

static struct str folder_in(struct str name)
{
    struct str base = str_base_name(name);
    return str_sub(name, 0, name.len > base.len ? name.len - base.len - 1 : 0);
}

static bool is_inside(struct str name, struct str folder)
{
    return folder.len == 0 || str_eq(name, folder) ||
           (str_starts(name, folder) && name.len > folder.len && name.at[folder.len] == '/');
}

/* Once each; files come in order of their names, so those of one folder behind one another. */
static void capture_add(struct arena *home, struct fresh *of, struct str path)
{
    if (of->capture_count > 0 && is_inside(path, of->capture[of->capture_count - 1]))
        return;
    ARENA_GROW(home, struct str, of->capture, of->capture_count, of->capture_room, 64);
    of->capture[of->capture_count++] = path;
}

static struct str joined(struct arena *home, struct str base, struct str name)
{
    return name.len > 0 ? str_format(home, "%.*s/%.*s", STR_ARG(base), STR_ARG(name)) : base;
}

/* Where a run lies below the folder: behind the '!' of an archive, and of a file the file itself.
 */
static struct str run_place(struct arena *home, const struct fresh *of, const struct found_run *run)
{
    if (of->operand.archive && run->path.len > 0)
        return str_format(home, "%.*s!%.*s", STR_ARG(of->base), STR_ARG(run->path));
    return of->operand.folder ? joined(home, of->base, run->path) : of->base;
}

static bool is_result(const struct inspected *file)
{
    return file->adapter && carries_of(file->adapter->name);
}

/* Its runs are those that compare finds; what lies in none and is no result is of the machine. */
static bool classify(struct against *a, const char *path, struct fresh *out)
{
    struct arena *home = a->request->home;
    struct operand *found = &out->operand;
    if (!operand_open(home, path, false, found, a->request->diags))
        return false;
    out->run = ARENA_MANY(home, found->run_count + 1, struct str);
    for (size_t i = 0; i < found->run_count; i++) {
        out->run[i] = run_place(home, out, &found->run[i]);
        if (strpbrk(str_c(home, found->run[i].path), "#*?![]"))
            return line_refused(
                a->request->diags, str_format(home, "%s/%.*s", path, STR_ARG(found->run[i].path)),
                STR("a name without # * ? ! [ ]; rename it"), "a path that a case cannot name");
    }
    for (size_t i = 0; i < found->file_count && found->folder; i++) {
        struct str name = found->file[i].evidence->name, top = name, rest = name;
        (void)str_cut(&rest, '/', &top);
        bool of_run = is_result(&found->file[i]);
        for (size_t k = 0; k < found->run_count && !of_run; k++)
            of_run = is_inside(joined(home, out->base, name), out->run[k]) ||
                     is_inside(out->run[k], joined(home, out->base, top));
        if (!of_run && !str_eq(name, STR("run.json")))
            capture_add(home, out, joined(home, out->base, top));
    }
    if (found->run_count == 0 && out->capture_count == 0)
        capture_add(home, out, out->base);
    return true;
}

/* Declarations in the three folders above are taken along. */
static bool lay_above(struct against *a, const char *real, size_t number, struct str *base)
{
    struct arena *home = a->request->home;
    const char *above[CLIMB_MOST], *file[CLIMB_MOST];
    size_t count = 0;
    struct str folder = str_from(real);
    for (size_t i = 0; i < CLIMB_MOST; i++) {
        folder = folder_in(folder);
        above[i] = str_c(home, folder);
        file[i] = str_c(home, str_format(home, "%.*s/run.json", STR_ARG(folder)));
        if (access(file[i], F_OK) == 0)
            count = i + 1;
    }
    struct str at = str_format(home, "now/%zu", number);
    for (size_t i = count; i > 0; i--) {
        struct str bytes;
        if (access(file[i - 1], F_OK) == 0 &&
            (!file_read(home, file[i - 1], &limits_default, &bytes, a->request->diags) ||
             !against_lay_file(a, joined(home, at, STR("run.json")), bytes)))
            return false;
        if (i > 1)
            at = joined(home, at, str_base_name(str_from(above[i - 2])));
    }
    *base = joined(home, at, str_base_name(str_from(real)));
    return true;
}

bool against_lay_bundle(struct against *a, const char *path, size_t number, struct str *base,
                        struct entries *entries, bool *file)
{
    struct arena *home = a->request->home;
    char *real = realpath(path, NULL);
    struct str kept = str_keep(home, str_from(real));
    free(real);
    if (kept.len == 0) {
        diag_add(a->request->diags, DIAG_FILE_READ, (struct place){ .file = str_from(path) },
                 STR("a bundle of runs"), "no such file or folder");
        return false;
    }
    if (strpbrk(str_c(home, str_base_name(kept)), "#*?![]"))
        return line_refused(a->request->diags, str_from(path),
                            STR("a name without # * ? ! [ ]; rename it"),
                            "a path that a case cannot name");
    struct str bytes;
    if (!entries_read_stored(home, path, &limits_default, entries, &bytes, a->request->diags))
        return false;
    carried_tell(home, path, entries, bytes, a->request->diags);
    above_tell(home, path, entries, bytes, a->request->diags);
    *file = bytes.at != NULL;
    return diags_exit(a->request->diags) == 0 && lay_above(a, str_c(home, kept), number, base) &&
           (*file ? against_lay_file(a, *base, bytes) : lay(a, *base, entries));
}

static bool fresh_read(struct against *a, const char *path, size_t number, struct fresh *out)
{
    struct entries entries;
    bool file;
    return against_lay_bundle(a, path, number, &out->base, &entries, &file) &&
           classify(a, path, out);
}

/* ---- its rules ---- */

/* Rules that ask what lies between the sides: their rows as they are, but for what they weigh. */
struct str against_rules(struct request *request)
{
    static const char *const loosened[] = { "D3", "D9" };
    struct arena *home = request->home;
    struct str built_in = template_find(home, STR("rules.json"))->bytes;
    struct buf text = buf_new(home, 1 << 20);
    struct json_out json;
    struct json *rules;
    if (!json_read(home, STR("rules.json"), built_in, &limits_default, &rules, request->diags))
        return (struct str){ 0 };
    json_begin(&json, &text);
    json_open(&json, STR(""), '{');
    /* rows of the built-in set are written as it writes them */
    json_text(&json, STR("format"), held_member(rules, json_root(rules), "format"));
    json_text(&json, STR("version"), STR("against a dossier"));
    json_text(&json, STR("extends"), STR("built-in"));
    json_open(&json, STR("rules"), '[');
    const struct json_item *list = json_find(rules, STR("/rules"));
    for (const struct json_item *row = json_next(list, NULL); row; row = json_next(list, row)) {
        struct str id = held_member(rules, row, "id");
        if (!str_eq(id, str_from(loosened[0])) && !str_eq(id, str_from(loosened[1])))
            continue;
        json_open(&json, STR(""), '{');
        for (const struct json_item *one = json_next(row, NULL); one; one = json_next(row, one))
            json_number(&json, json_name(one),
                        str_eq(json_name(one), STR("severity"))
                            ? STR("[{ \"always\": \"discloses\" }]")
                            : json_literal(rules, one));
        json_text(&json, STR("loosens"),
                  STR("what differs between then and now is what is asked, and told"));
        json_close(&json);
    }
    json_close(&json);
    json_close(&json);
    return buf_str(&text);
}

/* ---- begin and end ---- */

bool against_dossier(struct request *request, const char *path, struct opened *opened,
                     struct pipeline *out)
{
    if (!holding_named(request, path, opened))
        return false;
    *out = (struct pipeline){ .home = request->home,
                              .diags = request->diags,
                              .verified = opened->whole };
    return pipeline_run(out, path, NULL, STAGE_ASSESS);
}

bool against_folder(struct against *a)
{
    char *folder = g_dir_make_tmp("dossier-XXXXXX", NULL);
    if (!folder) {
        diag_add(a->request->diags, DIAG_FILE_WRITE, (struct place){ .file = STR("TMPDIR") },
                 STR("a folder for temporary files"), "cannot be written");
        return false;
    }
    a->folder = str_c(a->request->home, str_from(folder));
    g_free(folder);
    leftover_add(a->folder);
    return true;
}

static bool old_begin(struct request *request, const char *path, struct against *out)
{
    *out = (struct against){ .request = request, .path = path };
    return against_dossier(request, path, &out->old, &out->then) && against_folder(out) &&
           against_lay(out, &out->then, NULL, "then");
}

/* One system of a dossier that holds, as it was measured there. */
static bool named_begin(struct against *a, const char *path, const char *id)
{
    struct arena *home = a->request->home;
    struct opened *opened = ARENA_NEW(home, struct opened);
    a->other = ARENA_NEW(home, struct pipeline);
    if (a->request->options.argument_count != 2)
        return usage(a, str_from(path), STR("one system of one dossier, and no bundle beside it"),
                     "several");
    if (!against_dossier(a->request, path, opened, a->other))
        return false;
    const struct case_file *c = a->other->case_file;
    while (a->now_system < c->system_count && !str_eq(c->system[a->now_system].id, str_from(id)))
        a->now_system++;
    if (a->now_system == c->system_count)
        return line_refused(
            a->request->diags, str_from(path),
            str_format(a->request->home,
                       "the id of a system of its case behind the #: %.*s; name one of them",
                       STR_ARG(systems_named(a->request->home, c))),
            id);
    a->now = opened;
    a->prefer = c->system[a->now_system].id;
    a->other_text = opened->held.case_file;
    return against_lay(a, a->other, NULL, "now");
}

bool against_begin(struct request *request, struct against *out)
{
    const struct options *o = &request->options;
    if (!old_begin(request, o->argument[0], out))
        return false;
    for (int i = 1; i < o->argument_count; i++) {
        const char *path = holding_before(request->home, o->argument[i]);
        if (path)
            return named_begin(out, path, strrchr(o->argument[i], '#') + 1);
    }
    out->fresh_count = (size_t)o->argument_count - 1;
    out->fresh = ARENA_MANY(request->home, out->fresh_count + 1, struct fresh);
    for (size_t i = 0; i < out->fresh_count; i++)
        if (!fresh_read(out, o->argument[i + 1], i + 1, &out->fresh[i]))
            return false;
    size_t runs = 0;
    for (size_t i = 0; i < out->fresh_count; i++)
        runs += out->fresh[i].operand.run_count;
    if (runs == 0)
        return line_refused(request->diags, str_from(o->argument[1]),
                            STR("results of a benchmark; dossier inspect shows what is read of it, "
                                "dossier formats what is read at all"),
                            "no run in it");
    const char *then = str_c(request->home, str_format(request->home, "%s/then", out->folder));
    return operand_open(request->home, then, false, &out->stood, request->diags);
}

bool against_dossiers(struct request *request, const char *old, const char *other,
                      struct against *out)
{
    struct opened *opened = ARENA_NEW(request->home, struct opened);
    if (!old_begin(request, old, out))
        return false;
    out->other = ARENA_NEW(request->home, struct pipeline);
    if (!against_dossier(request, other, opened, out->other))
        return false;
    out->other_text = opened->held.case_file;
    return against_lay(out, out->other, NULL, "now");
}

void against_end(struct against *a)
{
    if (a->folder)
        leftover_end(a->folder, false);
    a->folder = NULL;
}

int against_run(struct request *request, int (*answer)(struct against *against))
{
    struct against against;
    int status = against_begin(request, &against)  ? answer(&against)
                 : diags_exit(request->diags) != 0 ? diags_exit(request->diags)
                                                   : STATUS_MACHINE;
    against_end(&against);
    return status;
}
