/* against.c - new runs set beside a system of a dossier.
 *
 * The dossier is verified, its case is judged from its own evidence, and what it packs of one
 * system is laid out under its original names beside a copy of the new bundles. So both sides are
 * read by one way, declarations above runs included, and no name of this machine gets into
 * evidence. */
#include "against.h"
#include "above.h"
#include "model/decision.h"
#include "seals.h"
#include <glib.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CLIMB_MOST = 3, PATHS_MOST = 4096 };

struct fresh {                 /* one bundle */
    struct str base;           /* below the folder: "now/1/unit7" */
    struct str *run, *capture; /* paths below the folder */
    size_t run_count, capture_count;
};

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
    if (name.len == 0 || name.at[0] == '/' || memchr(name.at, 0, name.len) != NULL)
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
            return usage(a, files->item[i].name, STR("a name below its folder"),
                         "a name that leads elsewhere");
    if (below.len > 0 && !name_below(below))
        return usage(a, below, STR("a name below its folder"), "a name that leads elsewhere");
    const char *folder = str_c(home, str_format(home, "%s/%.*s", a->folder, STR_ARG(below)));
    return entries_write(home, folder, files, a->request->diags);
}

static bool lay_file(struct against *a, struct str path, struct str bytes)
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
        struct str path = str_format(home, "%s/%.*s", below, STR_ARG(bundle->path));
        bool wanted = bundle->role == BUNDLE_CAPTURES || bundle->role == BUNDLE_RUNS ||
                      bundle->role == BUNDLE_DECLARATION;
        wanted = wanted && (system == NULL || of == NULL || (!of->bridge && of->system == *system));
        bool good = true;
        if (wanted && bundle->archive.at != NULL && system == NULL)
            good = lay_file(a, path, bundle->archive);
        else if (wanted && bundle->single && bundle->entries.count > 0)
            good = lay_file(a, path, bundle->entries.item[0].bytes);
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

static void path_add(struct arena *home, struct str **list, size_t *count, struct str path)
{
    if (*list == NULL)
        *list = ARENA_MANY(home, PATHS_MOST, struct str);
    for (size_t i = 0; i < *count; i++)
        if (is_inside(path, (*list)[i]))
            return;
    if (*count < PATHS_MOST)
        (*list)[(*count)++] = path;
}

static struct str joined(struct arena *home, struct str base, struct str name)
{
    return name.len > 0 ? str_format(home, "%.*s/%.*s", STR_ARG(base), STR_ARG(name)) : base;
}

/* A folder in which a file holds results is a run; what lies in none is of the machine. */
static bool classify(struct against *a, const struct entries *entries, bool file, struct fresh *out)
{
    struct arena *home = a->request->home;
    struct inspected *seen;
    size_t count;
    struct diags *diags = diags_new(home);
    if (!ingest_inspect(home, entries, &limits_default, &seen, &count, diags))
        count = 0;
    for (size_t i = 0; i < count; i++) {
        struct str name = seen[i].evidence->name;
        if (seen[i].adapter == NULL || carries_of(seen[i].adapter->name) == NULL)
            continue;
        path_add(home, &out->run, &out->run_count,
                 file ? out->base : joined(home, out->base, folder_in(name)));
    }
    for (size_t i = 0; i < entries->count && !file; i++) {
        struct str name = entries->item[i].name, top = name, rest = name;
        (void)str_cut(&rest, '/', &top);
        bool of_run = false;
        for (size_t k = 0; k < out->run_count; k++)
            of_run = of_run || is_inside(joined(home, out->base, name), out->run[k]) ||
                     is_inside(out->run[k], joined(home, out->base, top));
        if (!of_run && !str_eq(name, STR("run.json")))
            path_add(home, &out->capture, &out->capture_count, joined(home, out->base, top));
    }
    if (out->run_count == 0 && out->capture_count == 0)
        path_add(home, &out->capture, &out->capture_count, out->base);
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
             !lay_file(a, joined(home, at, STR("run.json")), bytes)))
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
    if (strpbrk(str_c(home, str_base_name(kept)), "#*?![]") != NULL)
        return usage(a, str_from(path), STR("a name without # * ? ! [ ]"),
                     "a path that a case cannot name");
    struct str bytes;
    if (!entries_read_stored(home, path, &limits_default, entries, &bytes, a->request->diags))
        return false;
    carried_tell(home, path, entries, bytes, a->request->diags);
    above_tell(home, path, entries, bytes, a->request->diags);
    *file = bytes.at != NULL;
    return diags_exit(a->request->diags) == 0 && lay_above(a, str_c(home, kept), number, base) &&
           (*file ? lay_file(a, *base, bytes) : lay(a, *base, entries));
}

static bool fresh_read(struct against *a, const char *path, size_t number, struct fresh *out)
{
    struct entries entries;
    bool file;
    return against_lay_bundle(a, path, number, &out->base, &entries, &file) &&
           classify(a, &entries, file, out);
}

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
    if (folder == NULL) {
        diag_add(a->request->diags, DIAG_FILE_WRITE, (struct place){ .file = STR("TMPDIR") },
                 STR("a folder for temporary files"), "cannot be written");
        return false;
    }
    a->folder = str_c(a->request->home, str_from(folder));
    g_free(folder);
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
        return usage(a, str_from(path), STR("the id of a system of its case behind the #"), id);
    a->now = opened;
    return against_lay(a, a->other, NULL, "now");
}

bool against_begin(struct request *request, struct against *out)
{
    const struct options *o = &request->options;
    if (!old_begin(request, o->argument[0], out))
        return false;
    for (int i = 1; i < o->argument_count; i++) {
        const char *path = holding_before(request->home, o->argument[i]);
        if (path != NULL)
            return named_begin(out, path, strrchr(o->argument[i], '#') + 1);
    }
    out->fresh_count = (size_t)o->argument_count - 1;
    out->fresh = ARENA_MANY(request->home, out->fresh_count + 1, struct fresh);
    for (size_t i = 0; i < out->fresh_count; i++)
        if (!fresh_read(out, o->argument[i + 1], i + 1, &out->fresh[i]))
            return false;
    size_t runs = 0;
    for (size_t i = 0; i < out->fresh_count; i++)
        runs += out->fresh[i].run_count;
    return runs > 0 || usage(out, str_from(o->argument[1]),
                             STR("results of a benchmark, see dossier formats"), "no run in it");
}

bool against_dossiers(struct request *request, const char *old, const char *other,
                      struct against *out)
{
    struct opened opened;
    if (!old_begin(request, old, out))
        return false;
    out->other = ARENA_NEW(request->home, struct pipeline);
    return against_dossier(request, other, &opened, out->other) &&
           against_lay(out, out->other, NULL, "now");
}

static void take_away(const char *folder)
{
    GDir *dir = g_dir_open(folder, 0, NULL);
    const char *name;
    while (dir != NULL && (name = g_dir_read_name(dir)) != NULL) {
        char *path = g_build_filename(folder, name, NULL);
        if (g_file_test(path, G_FILE_TEST_IS_DIR) && !g_file_test(path, G_FILE_TEST_IS_SYMLINK))
            take_away(path);
        else
            (void)g_unlink(path);
        g_free(path);
    }
    if (dir != NULL)
        g_dir_close(dir);
    (void)g_rmdir(folder);
}

void against_end(struct against *a)
{
    if (a->folder != NULL)
        take_away(a->folder);
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

/* ---- the case ---- */

bool against_tells(const struct hold *hold)
{
    enum group group = vocabulary_row(hold->key)->group;
    return hold->told && group != GROUP_PRICE && group != GROUP_DEMAND;
}

/* Runs and captures of one system of a dossier, as they were laid out below `below`. */
struct packed_side {
    const struct pipeline *dossier;
    const char *below, *label;
    size_t system;
};

static void put_path(struct json_out *json, struct arena *home, const char *below,
                     const struct bundle *bundle)
{
    struct str path = str_format(home, "%s/%.*s", below, STR_ARG(bundle->path));
    struct str instance = bundle->selector->instance;
    if (bundle->archive.at != NULL) {
        /* What the pattern names inside the archive stands behind its '!'. */
        size_t at = str_find(bundle->selector->pattern, STR("!"));
        if (at != SIZE_MAX)
            path = str_format(
                home, "%.*s%.*s", STR_ARG(path),
                STR_ARG(str_sub(bundle->selector->pattern, at, bundle->selector->pattern.len)));
    }
    json_text(json, STR(""),
              instance.len > 0 ? str_format(home, "%.*s#%.*s", STR_ARG(path), STR_ARG(instance))
                               : path);
}

static void put_packed_paths(struct arena *home, struct json_out *json,
                             const struct packed_side *side, size_t machine, enum bundle_role role)
{
    bool some = false;
    for (size_t i = 0; i < side->dossier->gathered.count; i++) {
        const struct bundle *bundle = &side->dossier->gathered.bundle[i];
        const struct selector *selector = bundle->selector;
        if (bundle->role != role || selector == NULL || selector->bridge ||
            selector->system != side->system || selector->machine != machine)
            continue;
        if (!some)
            json_open(json, role == BUNDLE_RUNS ? STR("runs") : STR("captures"), '[');
        some = true;
        put_path(json, home, side->below, bundle);
    }
    if (some)
        json_close(json);
}

static void put_packed(struct arena *home, struct json_out *json, const struct packed_side *side)
{
    const struct system *system = &side->dossier->case_file->system[side->system];
    bool then = strcmp(side->below, "then") == 0;
    json_open(json, STR(""), '{');
    json_text(json, STR("id"), str_from(side->below));
    json_text(json, STR("label"), str_from(side->label));
    if (then)
        json_bool(json, STR("baseline"), true);
    json_open(json, STR("machines"), '[');
    for (size_t m = 0; m < system->machine_count; m++) {
        json_open(json, STR(""), '{');
        if (system->machine[m].workload.len > 0)
            json_text(json, STR("workload"), system->machine[m].workload);
        put_packed_paths(home, json, side, m, BUNDLE_CAPTURES);
        put_packed_paths(home, json, side, m, BUNDLE_RUNS);
        json_close(json);
    }
    json_close(json);
    json_close(json);
}

static void put_list(struct json_out *json, const struct str *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        json_text(json, STR(""), list[i]);
}

/* One machine a bundle with runs; captures that came without runs are of each. */
static void put_new(struct against *a, struct json_out *json)
{
    json_open(json, STR(""), '{');
    json_text(json, STR("id"), STR("now"));
    json_text(json, STR("label"), STR("as measured now"));
    json_open(json, STR("machines"), '[');
    for (size_t i = 0; i < a->fresh_count; i++) {
        const struct fresh *one = &a->fresh[i];
        if (one->run_count == 0)
            continue;
        json_open(json, STR(""), '{');
        json_open(json, STR("captures"), '[');
        put_list(json, one->capture, one->capture_count);
        for (size_t k = 0; k < a->fresh_count; k++)
            if (a->fresh[k].run_count == 0)
                put_list(json, a->fresh[k].capture, a->fresh[k].capture_count);
        json_close(json);
        json_open(json, STR("runs"), '[');
        put_list(json, one->run, one->run_count);
        json_close(json);
        json_close(json);
    }
    json_close(json);
    json_close(json);
}

static void put_as_was(struct against *a, struct json_out *json, const char *name)
{
    const struct json *old = a->old.held.case_file;
    const struct json_item *item = json_member(json_root(old), str_from(name));
    if (item != NULL)
        json_number(json, str_from(name), json_literal(old, item));
}

/* Conditions of the decision that new runs can tell of: those of the system, of the new side. */
static void put_conditions(struct against *a, struct json_out *json, size_t system)
{
    const struct case_file *file = a->then.case_file;
    if (file->terms == NULL || file->terms->decision.text == NULL)
        return;
    const struct case_decision *decision = &file->terms->decision;
    json_open(json, STR("decision"), '{');
    json_text(json, STR("text"), STR("Does the decision still hold?"));
    json_open(json, STR("holds_while"), '[');
    for (size_t i = 0; i < decision->holds_count; i++) {
        const struct hold *hold = &decision->holds_while[i];
        struct str text = str_trim(hold->fact->value.text);
        if (!against_tells(hold) || (hold->system != NULL && hold->system != &file->system[system]))
            continue;
        if (hold->system != NULL)
            text = str_sub(text, str_find(text, STR(": ")) + 2, text.len);
        json_text(json, STR(""),
                  str_format(a->request->home, "now: %.*s", STR_ARG(str_trim(text))));
    }
    json_close(json);
    json_close(json);
}

static struct str case_text(struct against *a, const struct against_wish *wish)
{
    struct arena *home = a->request->home;
    struct buf text = buf_new(home, (size_t)64 << 20);
    struct json_out json;
    static const char *const kept[] = { "metric", "policy", "same" };
    json_begin(&json, &text);
    json_open(&json, STR(""), '{');
    json_text(&json, STR("format"), STR("dossier-case/1"));
    json_text(&json, STR("id"), a->then.case_file->id);
    json_text(&json, STR("date"), a->then.case_file->date);
    json_text(&json, STR("question"), STR("What does the new measurement give?"));
    for (size_t i = 0; i < ARRAY_COUNT(kept); i++)
        put_as_was(a, &json, kept[i]);
    json_open(&json, STR("under_test"), '{');
    json_text(&json, STR("kind"), STR("layers"));
    json_open(&json, STR("layers"), '[');
    const struct under_test *tested = &a->then.case_file->under_test;
    json_text(&json, STR(""),
              wish->layer != NULL       ? str_from(wish->layer)
              : tested->layer_count > 0 ? str_from(layer_row(tested->layer[0])->name)
                                        : STR("accelerator"));
    json_close(&json);
    json_close(&json);
    if (wish->requirements.len > 0)
        json_number(&json, STR("requirements"), wish->requirements);
    put_conditions(a, &json, wish->system);
    json_open(&json, STR("systems"), '[');
    const struct packed_side then = { &a->then, "then", "as the dossier has it", wish->system };
    put_packed(home, &json, &then);
    if (a->other != NULL) {
        const struct packed_side now = { a->other, "now", "as measured now",
                                         a->now != NULL ? a->now_system : wish->other };
        put_packed(home, &json, &now);
    } else {
        put_new(a, &json);
    }
    json_close(&json);
    json_close(&json);
    buf_put_char(&text, '\n');
    return buf_str(&text);
}

bool against_judge(struct against *a, const struct against_wish *wish, struct pipeline *out)
{
    struct arena *home = a->request->home;
    *out = (struct pipeline){ .home = home,
                              .diags = a->request->diags,
                              .case_text = case_text(a, wish),
                              .rules_text = against_rules(a->request) };
    return pipeline_run(out, str_c(home, str_format(home, "%s/case.json", a->folder)), NULL,
                        STAGE_ASSESS);
}

bool against_credit(struct against *a, struct against_wish wish, struct pipeline *p)
{
    const struct comparison *c = &p->model.comparison[0];
    if (p->model.comparison_count != 1 || layers_changed(c) != 1)
        return true;
    for (size_t i = 0; i < c->layer_count; i++)
        if (c->layer[i].state == LAYER_CHANGED)
            wish.layer = layer_row(c->layer[i].layer)->name;
    return against_judge(a, &wish, p);
}

/* ---- which system ---- */

static bool blocks(const struct finding *finding)
{
    return finding->cell == VERDICT_NOT || finding->cell == VERDICT_INCOMPLETE;
}

size_t layers_changed(const struct comparison *comparison)
{
    size_t count = 0;
    for (size_t i = 0; i < comparison->layer_count; i++)
        count += comparison->layer[i].state == LAYER_CHANGED;
    return count;
}

bool against_copied(const struct finding *finding)
{
    return str_eq(finding->rule->id, STR("X4")) &&
           (finding->judgement == FAILS || finding->judgement == UNKNOWN);
}

size_t against_distance(const struct pipeline *p)
{
    size_t count = 0;
    for (size_t c = 0; c < p->model.comparison_count; c++) {
        const struct comparison *one = &p->model.comparison[c];
        count += layers_changed(one);
        for (size_t i = 0; i < one->finding_count; i++) {
            if (against_copied(&one->finding[i]) && blocks(&one->finding[i]))
                return 0;
            count += blocks(&one->finding[i]) ? 100 : 0;
        }
    }
    return p->model.comparison_count > 0 ? count : SIZE_MAX;
}

bool against_nearest(struct against *a, const char *only, struct str requirements, size_t *system,
                     struct pipeline *out)
{
    size_t least = SIZE_MAX;
    bool known = false;
    for (size_t i = 0; i < a->then.case_file->system_count; i++) {
        struct pipeline p;
        if (only != NULL && !str_eq(a->then.case_file->system[i].id, str_from(only)))
            continue;
        known = true;
        struct against_wish wish = { .system = i, .requirements = requirements };
        if (!against_judge(a, &wish, &p))
            return false;
        if (against_distance(&p) < least) {
            least = against_distance(&p);
            *system = i;
            *out = p;
        }
    }
    if (!known)
        return usage(a, str_from(a->path), STR("the id of a system of its case"),
                     only != NULL ? only : "no system");
    return least != SIZE_MAX ||
           usage(a, str_from(a->path), STR("runs that can be set beside those of the dossier"),
                 "nothing to compare");
}
