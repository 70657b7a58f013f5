/* ledger.c - a ledger held against the runs of the case (rule X6). Both must tell of the same runs:
 * a ledger that misses one shows nothing of those that it may miss as well. */
#include "model/likeness.h"
#include "predicates.h"

#include "model/records.h"

#include <glib.h>
#include <math.h>

struct against {
    const struct judging *judging;
    const struct ledger *ledger;
    const struct run **run; /* of the case, bridges too */
    struct str *name;       /* beside run: path, "#instance" behind it where one was selected */
    size_t *lines;          /* beside run: lines that name it */
    size_t count;
    GHashTable *by_segment; /* last segment -> GArray of positions in run */
    struct buf told;
    size_t told_count;
};

static struct str last_segment(struct str path)
{
    size_t from = path.len;
    while (from > 0 && path.at[from - 1] != '/' && path.at[from - 1] != '!')
        from--;
    return str_sub(path, from, path.len);
}

/* "x/r1" of "x/r1.json". */
static struct str without_ending(struct str path)
{
    struct str last = last_segment(path);
    size_t point = str_find(last, STR("."));
    return point == SIZE_MAX || point == 0 ? path : str_sub(path, 0, path.len - last.len + point);
}

/* Whether `name` is the end of the path, from the begin of a segment on. */
static bool path_ends(struct str path, struct str name)
{
    size_t at = path.len - name.len;
    return name.len > 0 && str_ends(path, name) &&
           (at == 0 || path.at[at - 1] == '/' || path.at[at - 1] == '!');
}

static bool has_segment(struct str path, struct str segment)
{
    for (size_t from = 0, at = 0; at <= path.len; at++) {
        if (at == path.len || path.at[at] == '/' || path.at[at] == '!') {
            if (str_eq(str_sub(path, from, at), segment))
                return true;
            from = at + 1;
        }
    }
    return false;
}

bool ledger_names(const struct ledger *ledger, struct str path)
{
    for (size_t i = 0; ledger && i < ledger->count; i++)
        if (path_ends(path, ledger->line[i].run))
            return true;
    return false;
}

/* ---- which run a line means ---- */

static void run_put(struct against *in, struct str name, size_t index)
{
    struct str segment = last_segment(name);
    char *key = g_strndup(segment.at ? segment.at : "", segment.len);
    GArray *list = g_hash_table_lookup(in->by_segment, key);
    if (!list) {
        list = g_array_new(FALSE, FALSE, sizeof(size_t));
        g_hash_table_insert(in->by_segment, g_strdup(key), list);
    }
    bool again = list->len > 0 && g_array_index(list, size_t, list->len - 1) == index;
    if (!again)
        g_array_append_val(list, index);
    g_free(key);
}

static void runs_count(struct against *in, const struct system *system, size_t count, bool keep)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t m = 0; m < system[i].machine_count; m++) {
            const struct machine *machine = &system[i].machine[m];
            for (size_t r = 0; r < machine->run_count && keep; r++)
                in->run[in->count + r] = &machine->run[r];
            in->count += machine->run_count;
        }
    }
}

static void runs_list(struct against *in)
{
    const struct case_file *c = in->judging->case_file;
    struct arena *home = in->judging->home;
    for (int keep = 0; keep < 2; keep++) {
        in->run = keep ? ARENA_MANY(home, in->count + 1, const struct run *) : NULL;
        in->count = 0;
        runs_count(in, c->system, c->system_count, keep != 0);
        runs_count(in, c->bridge, c->bridge_count, keep != 0);
    }
    in->name = ARENA_MANY(home, in->count + 1, struct str);
    in->lines = ARENA_MANY(home, in->count + 1, size_t);
    for (size_t i = 0; i < in->count; i++) {
        const struct run *run = in->run[i];
        in->name[i] = run->instance.len == 0 ? run->path
                                             : str_format(home, "%.*s#%.*s", STR_ARG(run->path),
                                                          STR_ARG(run->instance));
        run_put(in, in->name[i], i);
        run_put(in, without_ending(in->name[i]), i);
    }
}

/* Whether a folder that the line names is one of the case's, and not one that this run lies in. */
static bool lies_elsewhere(const struct against *in, const struct ledger_line *line, size_t run)
{
    for (size_t k = 0; k < ARRAY_COUNT(line->within); k++) {
        struct str folder = line->within[k];
        if (folder.len == 0 || has_segment(in->name[run], folder))
            continue;
        for (size_t i = 0; i < in->count; i++)
            if (has_segment(in->name[i], folder))
                return true;
    }
    return false;
}

static bool of_side(const struct against *in, const struct ledger_line *line, size_t run)
{
    const struct system *own =
        in->run[run]->bridge ? in->run[run]->like : in->run[run]->machine->system;
    return line->side.len == 0 || !own || str_eq(own->id, line->side);
}

/* The run that a line means; `count` runs could be meant, those of the side stated first. */
static size_t run_meant(const struct against *in, const struct ledger_line *line, size_t *count)
{
    struct str segment = last_segment(line->run);
    char *key = g_strndup(segment.at ? segment.at : "", segment.len);
    const GArray *list = g_hash_table_lookup(in->by_segment, key);
    size_t meant = SIZE_MAX, of_other = SIZE_MAX, others = 0;
    g_free(key);
    *count = 0;
    for (guint i = 0; list && i < list->len; i++) {
        size_t run = g_array_index(list, size_t, i);
        bool ends = path_ends(in->name[run], line->run) ||
                    path_ends(without_ending(in->name[run]), line->run);
        if (!ends || lies_elsewhere(in, line, run))
            continue;
        if (of_side(in, line, run)) {
            meant = run;
            ++*count;
        } else {
            of_other = run;
            others++;
        }
    }
    if (*count == 0) {
        *count = others;
        return of_other;
    }
    return meant;
}

/* ---- what does not agree ---- */

static void tell(struct against *in, struct str run, const char *what)
{
    enum { TOLD_MOST = 8 };
    if (in->told_count++ < TOLD_MOST)
        buf_putf(&in->told, "%s%.*s %s", in->told_count > 1 ? "; " : "", STR_ARG(run), what);
}

static bool below(struct str file, struct str path)
{
    return str_starts(file, path) &&
           (file.len == path.len || file.at[path.len] == '/' || file.at[path.len] == '!');
}

/* The digest of one of its files, or of the archive that it lies in. */
static bool digest_fits(const struct against *in, const struct ledger_line *line, size_t run)
{
    struct str path = in->run[run]->path;
    struct str archive = str_sub(path, 0, str_find(path, STR("!")));
    for (size_t i = 0; line->has_digest && i < in->judging->evidence_count; i++) {
        const struct evidence *file = &in->judging->evidence[i];
        if (digest_eq(file->digest, line->digest) &&
            (below(file->name, path) || str_eq(file->name, archive)))
            return true;
    }
    return !line->has_digest;
}

/* Whether the run began while the ledger has it running; times may be rounded to minutes. */
static bool time_fits(const struct against *in, const struct ledger_line *line, size_t run)
{
    const double slack = 60;
    double from, to;
    const struct fact *start =
        run_fact(in->judging->case_file, in->run[run], KEY_RUN_START, (struct str){ 0 });
    if (!start || !fact_moments(start, &from, &to))
        return true;
    return !(to < line->start - slack) && !(from > line->end + slack);
}

static void line_judge(struct against *in, const struct ledger_line *line)
{
    size_t count;
    size_t run = run_meant(in, line, &count);
    bool left_out = line->excluded || !line->present;
    if (left_out && line->reason.len == 0)
        tell(in, line->run, "is left out without a reason");
    if (count != 1) {
        if (count > 1)
            tell(in, line->run, "may be any of several runs");
        else if (!left_out)
            tell(in, line->run, "is in the ledger and not in the case");
        return;
    }
    in->lines[run]++;
    if (left_out)
        tell(in, in->name[run], "is left out in the ledger and used here");
    if (in->lines[run] == 2)
        tell(in, in->name[run], "stands in the ledger more than once");
    if (!of_side(in, line, run))
        tell(in, in->name[run], "belongs to another system in the ledger");
    if (!digest_fits(in, line, run))
        tell(in, in->name[run], "has other files than the ledger has the digest of");
    if (!time_fits(in, line, run))
        tell(in, in->name[run], "ran at another time in the ledger");
}

static void list_free(gpointer list)
{
    g_array_free(list, TRUE);
}

struct str ledger_against(const struct judging *judging, const struct ledger *ledger)
{
    struct against in = { .judging = judging,
                          .ledger = ledger,
                          .by_segment =
                              g_hash_table_new_full(g_str_hash, g_str_equal, g_free, list_free),
                          .told = buf_new(judging->home, 1 << 14) };
    runs_list(&in);
    for (size_t i = 0; i < ledger->count; i++)
        line_judge(&in, &ledger->line[i]);
    for (size_t i = 0; i < in.count; i++)
        if (in.lines[i] == 0)
            tell(&in, in.name[i], "is in the case and not in the ledger");
    g_hash_table_destroy(in.by_segment);
    return buf_str(&in.told);
}
