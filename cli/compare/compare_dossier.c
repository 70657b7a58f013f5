/* compare_dossier.c - a dossier in the place of a set of the baseline.
 *
 * Nothing of it is read before it is verified. The files of one system are laid out as its case
 * named them, in one folder with copies of all else that is judged, so that places in the answer
 * are those of the evidence and no name of this machine gets in. */
#include "compare_dossier.h"
#include "compare_judge.h"
#include "output.h"
#include "short_text.h"
#include <glib.h>
#include <string.h>

static bool usage(struct diags *diags, struct str file, struct str expected, const char *said)
{
    diag_add(diags, DIAG_USAGE, (struct place){ .file = file }, expected, "%s", said);
    return false;
}

/* ---- laying out ---- */

struct standing_up {
    struct request *request;
    struct compare_wish *wish;
    struct compare_standing *out;
};

/* The dossier that a word names, with or without a system; NULL: it names none. */
static const char *dossier_named(struct arena *home, const char *word, const char **id)
{
    const char *whole = str_c(home, str_format(home, "%s#", word)), *path;
    *id = NULL;
    if ((path = holding_before(home, whole)))
        return path;
    if ((path = holding_before(home, word)))
        *id = strrchr(word, '#') + 1;
    return path;
}

/* "today.asice, system A": a name that a case can carry. */
static struct str stand_name(struct arena *home, const char *path, const struct system *system)
{
    struct str base = str_base_name(str_from(path));
    char *name = g_strdup_printf("%.*s, system %.*s", STR_ARG(str_sub(base, 0, 120)),
                                 STR_ARG(str_sub(system->id, 0, 60)));
    struct str out = str_keep(home, str_from(g_strdelimit(name, "#*?![]/\\", '_')));
    g_free(name);
    return out;
}

static struct compare_stand *stand_add(struct standing_up *u, const char *given)
{
    if (u->out->count == STANDS_MOST)
        return NULL;
    struct compare_stand *stand = &u->out->item[u->out->count++];
    *stand = (struct compare_stand){ .given = given };
    return stand;
}

static bool lay_system(struct standing_up *u, struct compare_stand *stand, size_t set,
                       const char *path)
{
    struct arena *home = u->request->home;
    struct str name = stand_name(home, path, &stand->dossier->case_file->system[stand->system]);
    struct str below = str_format(home, "baseline/%zu/%.*s", set + 1, STR_ARG(name));
    stand->path = str_c(home, str_format(home, "%s/%.*s", u->out->laid.folder, STR_ARG(below)));
    return against_lay(&u->out->laid, stand->dossier, &stand->system, str_c(home, below));
}

/* Other words of the line: each once, whatever names it. */
static bool bundles_lay(struct standing_up *u, const char **word, size_t count)
{
    struct arena *home = u->request->home;
    for (size_t i = 0; i < count; i++) {
        struct entries entries;
        struct str base;
        bool file;
        struct compare_stand *stand = NULL;
        for (size_t k = 0; k < u->out->count && !stand; k++)
            if (strcmp(u->out->item[k].given, word[i]) == 0)
                stand = &u->out->item[k];
        if (!stand) {
            stand = stand_add(u, word[i]);
            if (!stand)
                return usage(u->request->diags, str_from(word[i]), STR("fewer folders and files"),
                             "too many");
            if (!against_lay_bundle(&u->out->laid, word[i], u->out->count, &base, &entries, &file))
                return false;
            stand->path =
                str_c(home, str_format(home, "%s/%.*s", u->out->laid.folder, STR_ARG(base)));
        }
        word[i] = stand->path;
    }
    return true;
}

/* ---- which system ---- */

struct near {
    size_t tests, distance; /* more tests that both did, then less distance, is nearer */
};

static bool nearer(struct near a, struct near b)
{
    return a.tests != b.tests ? a.tests > b.tests : a.distance < b.distance;
}

/* What cannot be set beside the new runs is not near: why, the answer itself would tell. */
static struct near nearness(struct standing_up *u, const struct compare_stand *stand)
{
    struct comparing *c = ARENA_NEW(u->request->home, struct comparing);
    struct near near = { 0, SIZE_MAX };
    const char **path = ARENA_MANY(u->request->home, 2, const char *);
    struct diags *said;
    path[0] = stand->path;
    path[1] = u->request->options.argument[0];
    *c = (struct comparing){ .request = u->request, .path = path, .count = 2, .wish = *u->wish };
    if (!compare_judge(c, &said))
        return near;
    near.tests = c->plan.test_count;
    for (size_t i = 0; i < c->part_count; i++) {
        size_t one = against_distance(c->part[i].pipeline);
        near.distance = one == SIZE_MAX             ? near.distance
                        : near.distance == SIZE_MAX ? one
                                                    : near.distance + one;
    }
    return near;
}

static bool nearest(struct standing_up *u, const char *path, size_t set,
                    struct compare_stand *stand)
{
    struct arena *home = u->request->home;
    const struct case_file *of = stand->dossier->case_file;
    struct near best = { 0, SIZE_MAX };
    size_t alike = 0;
    for (size_t i = 0; i < of->system_count; i++) {
        const struct compare_stand before = *stand;
        stand->system = i;
        if (!lay_system(u, stand, set, path))
            return false;
        struct near near = nearness(u, stand);
        bool better = i == 0 || nearer(near, best);
        alike = better ? 1 : alike + !nearer(best, near);
        best = better ? near : best;
        if (!better)
            *stand = before;
    }
    if (alike < 2 || best.distance == SIZE_MAX)
        return true;
    return line_refused(u->request->diags, str_from(path),
                        str_format(home,
                                   "the system that is meant; name it behind a #, such as %s#%.*s",
                                   path, STR_ARG(of->system[stand->system].id)),
                        "several of its systems are equally near to the new runs");
}

static bool system_named(struct standing_up *u, const char *path, const char *id,
                         struct compare_stand *stand)
{
    const struct case_file *of = stand->dossier->case_file;
    struct buf all = buf_new(u->request->home, (size_t)1 << 16);
    for (size_t i = 0; i < of->system_count; i++) {
        if (str_eq(of->system[i].id, str_from(id))) {
            stand->system = i;
            stand->named = true;
            return true;
        }
        buf_putf(&all, "%s%.*s", i > 0 ? ", " : "the id of a system of its case behind the #: ",
                 STR_ARG(of->system[i].id));
        if (of->system[i].label.len > 0 && !str_eq(of->system[i].label, of->system[i].id)) {
            buf_put(&all, STR(" ("));
            short_cut(&all, of->system[i].label, 60);
            buf_put_char(&all, ')');
        }
    }
    buf_put(&all, STR("; name one of them, or leave out the # for the nearest"));
    return line_refused(
        u->request->diags, str_from(path), buf_str(&all),
        str_c(u->request->home, str_format(u->request->home, "no system \"%s\" in its case", id)));
}

static bool dossier_lay(struct standing_up *u, const char **word, size_t set)
{
    const char *id, *path = dossier_named(u->request->home, *word, &id);
    struct opened *opened = ARENA_NEW(u->request->home, struct opened);
    struct pipeline *dossier = ARENA_NEW(u->request->home, struct pipeline);
    struct compare_stand *stand = stand_add(u, *word);
    if (!stand)
        return usage(u->request->diags, str_from(*word), STR("fewer sets"), "too many");
    if (!against_dossier(u->request, path, opened, dossier))
        return false;
    stand->file = path;
    stand->opened = opened;
    stand->dossier = dossier;
    bool one = dossier->case_file->system_count == 1;
    bool good = id    ? system_named(u, path, id, stand) && lay_system(u, stand, set, path)
                : one ? lay_system(u, stand, set, path)
                      : nearest(u, path, set, stand);
    *word = stand->path;
    return good;
}

bool compare_stand(struct request *request, struct compare_wish *wish, struct compare_standing *out)
{
    struct options *o = &request->options;
    struct standing_up u = { request, wish, out };
    const char *id;
    bool dossier[ARRAY_COUNT(o->baseline.item)] = { false }, some = false;
    *out = (struct compare_standing){ .whole.request = request };
    for (int i = 0; i < o->baseline.count; i++) {
        dossier[i] = dossier_named(request->home, o->baseline.item[i], &id) != NULL;
        some = some || dossier[i];
    }
    if (!some || o->argument_count == 0)
        return true;
    wish->standing = out;
    if (!against_folder(&out->whole))
        return false;
    out->laid = out->whole;
    out->laid.folder =
        str_c(request->home, str_format(request->home, "%s/sides", out->whole.folder));
    if (!bundles_lay(&u, o->argument, (size_t)o->argument_count) ||
        !bundles_lay(&u, o->confirm.item, (size_t)o->confirm.count) ||
        !bundles_lay(&u, o->null_pair.item, (size_t)o->null_pair.count))
        return false;
    for (int i = 0; i < o->baseline.count; i++)
        if (dossier[i] ? !dossier_lay(&u, &o->baseline.item[i], (size_t)i)
                       : !bundles_lay(&u, &o->baseline.item[i], 1))
            return false;
    return true;
}

void compare_standing_end(struct compare_standing *standing)
{
    against_end(&standing->whole);
}
