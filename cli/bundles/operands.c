/* operands.c - finds the runs of a folder, an archive or a file without a case.
 *
 * A folder that holds one result is a run with all that lies in it. Where it holds several results
 * of one format, each is a run by itself; of several formats of one result, the one that keeps most
 * counts. What is no result and lies in no run is a capture of the machine. */
#include "operands.h"
#include "holding.h"
#include "output.h"
#include "seals.h"
#include "sign/sign.h"
#include "submission.h"
#include <glib.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct str folder_of(struct str name)
{
    struct str folder = str_folder(name);
    return str_sub(folder, 0, folder.len > 0 ? folder.len - 1 : 0);
}

static bool below(struct str name, struct str folder)
{
    return folder.len == 0 || str_below(name, folder);
}

/* ---- runs of an operand ---- */

struct finding_runs {
    struct arena *home;
    struct operand *out;
    const struct carries **row; /* by file; NULL: no result */
    GArray *run;                /* struct found_run */
};

static size_t rank_of(const struct carries *row)
{
    size_t i = 0;
    while (carries_at(i) && carries_at(i) != row)
        i++;
    return i;
}

static void run_add(struct finding_runs *f, size_t file, struct str path)
{
    struct str *instance = NULL;
    size_t count = operand_instances(f->home, &f->out->file[file], f->row[file], &instance);
    for (size_t i = 0; i < (count > 0 ? count : 1); i++) {
        struct found_run run = { .path = path,
                                 .file = file,
                                 .row = f->row[file],
                                 .instance = count > 0 ? instance[i] : (struct str){ 0 } };
        found_describe(f->home, f->out, &run);
        g_array_append_val(f->run, run);
    }
}

/* GenAI-Perf starts perf_analyzer, and AIPerf is what became of it: their files in one folder are
 * of one run. */
static bool tool_alike(const struct carries *a, const struct carries *b)
{
    static const char *const kin[] = { "aiperf", "genai-perf", "perf_analyzer" };
    bool has_a = false, has_b = false;
    for (size_t i = 0; i < ARRAY_COUNT(kin); i++) {
        has_a = has_a || strcmp(a->tool, kin[i]) == 0;
        has_b = has_b || strcmp(b->tool, kin[i]) == 0;
    }
    return (has_a && has_b) || strcmp(a->tool, b->tool) == 0;
}

static bool row_is_series(const struct carries *row)
{
    return strcmp(row->format, "dossier-series") == 0;
}

/* Whether another file of the folder holds the same tool's results and keeps more of them. */
static bool kept_better(const struct finding_runs *f, struct str folder, size_t file)
{
    for (size_t i = 0; i < f->out->file_count; i++)
        if (f->row[i] && str_eq(folder_of(f->out->file[i].evidence->name), folder) &&
            tool_alike(f->row[i], f->row[file]) && rank_of(f->row[i]) < rank_of(f->row[file]))
            return true;
    return false;
}

/* One folder's results: of each tool the files of the format that keeps most. */
static void folder_runs(struct finding_runs *f, struct str folder)
{
    size_t count = 0;
    bool deeper = false, parted = f->out->folder || f->out->archive;
    for (size_t i = 0; i < f->out->file_count; i++) {
        struct str own = folder_of(f->out->file[i].evidence->name);
        if (!f->row[i] || !(str_eq(own, folder) || below(own, folder)))
            continue;
        bool here = str_eq(own, folder);
        deeper = deeper || !here;
        count += here && !kept_better(f, folder, i);
    }
    bool whole = count == 1 && !deeper && !f->out->alone && parted;
    for (size_t i = 0; i < f->out->file_count; i++) {
        struct str name = f->out->file[i].evidence->name;
        if (!f->row[i] || !str_eq(folder_of(name), folder) || kept_better(f, folder, i))
            continue;
        run_add(f, i, whole ? folder : parted ? name : STR(""));
    }
}

static void runs_find(struct finding_runs *f)
{
    GHashTable *seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (size_t i = 0; i < f->out->file_count; i++) {
        if (!f->row[i])
            continue;
        struct str folder = folder_of(f->out->file[i].evidence->name);
        if (g_hash_table_add(seen, g_strndup(folder.len > 0 ? folder.at : "", folder.len)))
            folder_runs(f, folder);
    }
    g_hash_table_destroy(seen);
    struct operand *out = f->out;
    out->run_count = f->run->len;
    out->run = ARENA_MANY(f->home, out->run_count + 1, struct found_run);
    if (out->run_count > 0)
        memcpy(out->run, f->run->data, out->run_count * sizeof *out->run);
}

/* Accuracy runs and audits hold a result file, too, and no figure. */
static bool tells_nothing(const struct operand *operand, const struct found_run *run)
{
    struct str name = operand->file[run->file].evidence->name;
    if (submission_of(run) && submission_audit(name))
        return true;
    for (const struct carries *row = run->row; row; row = carries_next(row))
        if (found_tells(operand, run, row))
            return false;
    return true;
}

static void runs_sift(struct operand *out)
{
    size_t kept = 0, telling = 0;
    for (size_t i = 0; i < out->run_count; i++)
        telling += !tells_nothing(out, &out->run[i]);
    for (size_t i = 0; telling > 0 && i < out->run_count; i++) {
        struct found_run run = out->run[i];
        if (!tells_nothing(out, &run))
            out->run[kept++] = run;
    }
    out->run_count = telling > 0 ? kept : out->run_count;
}

static void captures_find(struct finding_runs *f)
{
    struct operand *out = f->out;
    out->capture = ARENA_MANY(f->home, out->file_count + 1, struct str);
    for (size_t i = 0; i < out->file_count; i++) {
        const struct inspected *file = &out->file[i];
        bool inside = false;
        out->unread += !file->adapter;
        for (size_t k = 0; k < out->run_count && !inside; k++)
            inside = operand_run_has(out, &out->run[k], i);
        if (!inside && file->adapter && file->adapter->kind == FACT_CAPTURED && !f->row[i])
            out->capture[out->capture_count++] = file->evidence->name;
    }
}

/* A series that run.json declares is a result where no tool left one; beside one it is that run's
 * own log. */
static void series_yield(struct finding_runs *f)
{
    bool other = false;
    for (size_t i = 0; i < f->out->file_count; i++)
        other = other || (f->row[i] && !row_is_series(f->row[i]));
    for (size_t i = 0; other && i < f->out->file_count; i++)
        if (f->row[i] && row_is_series(f->row[i]))
            f->row[i] = NULL;
}

static bool is_criterion(const struct carries *row)
{
    return row && strcmp(row->tool, "criterion") == 0;
}

/* criterion keeps its last measurement as "new"; beside it lie baselines ("base", or by name),
 * which are copies of that or of another build, and what changed since ("change"). */
static void baselines_yield(struct finding_runs *f)
{
    struct operand *out = f->out;
    GHashTable *folders = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (size_t i = 0; i < out->file_count; i++) {
        struct str folder = folder_of(out->file[i].evidence->name);
        if (is_criterion(f->row[i]) && folder.len > 0)
            (void)g_hash_table_add(folders, g_strndup(folder.at, folder.len));
    }
    for (size_t i = 0; i < out->file_count; i++) {
        struct str folder = folder_of(out->file[i].evidence->name), above = folder_of(folder);
        struct str last =
            str_format(f->home, "%.*s%snew", STR_ARG(above), above.len > 0 ? "/" : "");
        if (is_criterion(f->row[i]) && !str_eq(folder, last) &&
            g_hash_table_contains(folders, str_c(f->home, last)))
            f->row[i] = NULL;
    }
    g_hash_table_destroy(folders);
}

/* "results.json#1" where no file is called so: what stands behind the '#' before which a file is
 * named, the last of these, since names of files and of results may hold one. */
static const char *given_part(struct arena *home, const char *given, struct operand *out)
{
    out->given = str_from(given);
    if (access(given, F_OK) == 0)
        return given;
    for (size_t at = out->given.len; at-- > 1;) {
        if (given[at] != '#' || given[at + 1] == 0)
            continue;
        const char *path = str_c(home, str_sub(out->given, 0, at));
        if (access(path, F_OK) != 0)
            continue;
        out->pick = str_sub(out->given, at + 1, out->given.len);
        return path;
    }
    const char *mark = strrchr(given, '#'); /* what is missing is the file, not the file with it */
    if (!mark || mark == given || mark[1] == 0)
        return given;
    out->pick = str_from(mark + 1);
    return str_c(home, str_sub(out->given, 0, (size_t)(mark - given)));
}

/* A number is that of a result, whatever one is called: "hyperfine -n 1". */
static bool is_picked(const struct operand *out, const struct found_run *run, bool numbered)
{
    return numbered ? str_eq(run->instance, out->pick)
                    : run->work.len > 0 && str_eq(run->work, out->pick);
}

/* A long name by both its ends: works of one suite begin alike. */
static void put_work(struct buf *out, struct str work)
{
    enum { MOST = 44, BEGIN = 16, END = 25 };
    if (work.len <= MOST)
        buf_put(out, work);
    else
        buf_putf(out, "%.*s...%.*s", BEGIN, work.at, END, work.at + work.len - END);
}

struct str operand_picks(struct arena *home, const struct operand *operand)
{
    enum { NAMED = 6 };
    struct buf names = buf_new(home, (size_t)1 << 16);
    size_t several = 0;
    for (size_t i = 0; i < operand->run_count; i++) {
        const struct found_run *run = &operand->run[i];
        if (run->instance.len == 0 || several++ >= NAMED)
            continue;
        buf_putf(&names, "%s#%.*s (", names.len > 0 ? ", " : "", STR_ARG(run->instance));
        put_work(&names, run->work);
        buf_put_char(&names, ')');
    }
    if (several > NAMED)
        buf_putf(&names, " and %zu more", several - NAMED);
    return several > 1 ? buf_str(&names) : (struct str){ 0 };
}

/* Leaves the result that was picked. False: there is none of that name (told, with those that are
 * there). */
static bool runs_pick(struct arena *home, struct operand *out, struct diags *diags)
{
    struct str names = operand_picks(home, out);
    size_t kept = 0;
    bool numbered = false;
    for (size_t i = 0; i < out->run_count; i++)
        numbered = numbered || str_eq(out->run[i].instance, out->pick);
    for (size_t i = 0; i < out->run_count; i++)
        if (is_picked(out, &out->run[i], numbered))
            out->run[kept++] = out->run[i];
    out->run_count = kept;
    return kept > 0 ||
           line_refused(
               diags, out->given,
               names.len > 0
                   ? str_format(home, "one of %.*s; name one behind the #", STR_ARG(names))
                   : STR("a file that holds several results; leave out the # and what follows it"),
               "no such result in it");
}

/* Where nothing was found to be judged nobody reads the statements again, and what is wrong in them
 * may be why. False: something is (told). */
static bool statements_hold(struct arena *home, const struct operand *operand,
                            const struct diags *heard, struct diags *diags)
{
    bool good = true;
    for (const struct diag *diag = diags_first(heard); diag && operand->run_count == 0;
         diag = diag->next) {
        bool stated = str_eq(str_base_name(diag->place.file), STR("run.json"));
        if (diag_row(diag->id)->level < LEVEL_INPUT || !(stated || diag->id == DIAG_SERIES_BAD))
            continue;
        struct place place = diag->place;
        if (operand->folder)
            place.file =
                str_format(home, "%.*s/%.*s", STR_ARG(operand->given), STR_ARG(place.file));
        diag_add(diags, diag->id, place, diag->expected, "%.*s", STR_ARG(diag->said));
        good = false;
    }
    return good;
}

bool operand_open(struct arena *home, const char *given, bool alone, struct operand *out,
                  struct diags *diags)
{
    struct entries entries;
    struct diags *unheard = diags_new(home); /* the pipeline reads the files again, and tells */
    *out = (struct operand){ .alone = alone };
    given = given_part(home, given, out);
    while (out->given.len > 1 && str_ends(out->given, STR("/")))
        out->given = str_sub(out->given, 0, out->given.len - 1);
    char *real = realpath(given, NULL);
    struct str stored;
    if (!real || !entries_read_stored(home, given, &limits_default, &entries, &stored, diags)) {
        if (!real)
            (void)!entries_read(home, given, &limits_default, &entries, diags);
        free(real);
        return false;
    }
    carried_tell(home, given, &entries, stored,
                 diags); /* what does not hold is not even looked through */
    if (diags_exit(diags) != 0) {
        free(real);
        return false;
    }
    out->real = str_keep(home, str_from(real));
    free(real);
    out->folder = !stored.at;
    out->archive = !out->folder && archive_is(str_from(given), stored);
    if (!out->folder && (named_dossier(str_from(given)) || (out->archive && dossier_is(stored)))) {
        /* Its evidence lies there under names of its own, apart from what was stated of it. */
        diag_add(diags, DIAG_REFUSED, (struct place){ .file = out->given },
                 STR("the folder or files of a side's runs; those of a dossier stand in the place "
                     "of A by dossier compare B --baseline DOSSIER, what it says is contested by "
                     "dossier contest DOSSIER BUNDLE..., two dossiers are told apart by dossier "
                     "diff"),
                 "a dossier, which holds every side of its case");
        return false;
    }
    if (!ingest_inspect(home, &entries, &limits_default, &out->file, &out->file_count, unheard))
        out->file_count = 0;
    struct finding_runs f = { .home = home,
                              .out = out,
                              .row = ARENA_MANY(home, out->file_count + 1, const struct carries *),
                              .run = g_array_new(FALSE, TRUE, sizeof(struct found_run)) };
    for (size_t i = 0; i < out->file_count; i++) {
        const struct inspected *file = &out->file[i];
        f.row[i] = file->adapter && !file->twin ? operand_row(file) : NULL;
    }
    series_yield(&f);
    baselines_yield(&f);
    runs_find(&f);
    runs_sift(out);
    captures_find(&f);
    g_array_free(f.run, TRUE);
    if (out->pick.len > 0 && !runs_pick(home, out, diags))
        return false;
    return statements_hold(home, out, unheard, diags);
}

/* ---- labels ---- */

static struct str tail(struct str path, size_t segments)
{
    size_t at = path.len;
    while (at > 0 && segments > 0) {
        at--;
        segments -= at > 0 && path.at[at - 1] == '/';
    }
    return str_sub(path, at, path.len);
}

void operands_label(struct arena *home, struct operand *operand, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bool apart = false;
        for (size_t segments = 1; segments < 12 && !apart; segments++) {
            operand[i].label = tail(operand[i].real, segments);
            apart = true;
            for (size_t k = 0; k < count; k++)
                apart = apart && (k == i || str_eq(operand[k].real, operand[i].real) ||
                                  !str_eq(tail(operand[k].real, segments), operand[i].label));
        }
        if (operand[i].pick.len > 0)
            operand[i].label =
                str_format(home, "%.*s#%.*s", STR_ARG(operand[i].label), STR_ARG(operand[i].pick));
    }
}

const char *operands_case(struct arena *home, struct str folder, const struct operand *operand,
                          size_t count)
{
    struct buf sides = buf_new(home, (size_t)1 << 20);
    for (size_t i = 0; i < count; i++)
        buf_putf(&sides, "%s%.*s", i > 0 ? "-vs-" : "", STR_ARG(operand[i].label));
    return str_c(home, name_make(home, str_eq(folder, STR("case")) ? buf_str(&sides) : folder));
}
