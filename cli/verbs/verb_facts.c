/* verb_facts.c - what dossiers say, as tables that any engine reads.
 *
 * Every dossier is verified before its facts are read. What was exported is kept by file and stamp
 * (size, times, place on disk), so that a second export touches only what is new.
 *
 * The answer itself is a line of counts. What is exported is no tree but rows of flat tables, put
 * as they are read: JSON Lines, CSV, SQLite and the schema are four printers of one table
 * (portfolio/tables.c, base_file.c), and what is kept of a file is a row, too. */
#include "base/json.h"
#include "base/num.h"
#include "holding.h"
#include "output.h"
#include "partitions.h"
#include "seen.h"
#include <glib.h>
#include <stddef.h>
#include <string.h>

enum format { FORMAT_JSONL, FORMAT_CSV, FORMAT_SQLITE };
enum { TABLE_TEXT_MOST = 1 << 30 };

struct known { /* what an earlier export kept of a file */
    struct str stamp, content, program;
    int64_t signatures; /* -1: it was refused */
    bool given, kept;   /* below what is exported now; still as it was */
};
struct exporting {
    struct request *request;
    enum format format;
    struct partitions *partitions;
    struct seen *seen;
    struct base_file *file;
    GHashTable *known;    /* path to struct known */
    GHashTable *exported; /* content id to number of signatures + 1 of what stands for it */
    GHashTable *lost;     /* content ids whose file is gone or changed */
    struct buf refused;
    size_t count, fresh, same, copies, refused_count, gone;
};

/* ---- what is kept ---- */

/* A key of the tables, which own nothing. */
static char *key_of(struct exporting *e, struct str text)
{
    char *out = ARENA_MANY(e->request->home, text.len + 1, char);
    if (text.len > 0)
        memcpy(out, text.at, text.len);
    return out;
}

static void known_line(struct exporting *e, const struct json *json)
{
    const struct json_item *root = json_root(json);
    struct known *known = ARENA_NEW(e->request->home, struct known);
    struct str file = held_member(json, root, "file");
    *known = (struct known){ .stamp = held_member(json, root, "stamp"),
                             .content = held_member(json, root, "dossier"),
                             .program = held_member(json, root, "program") };
    struct digest digest;
    bool dossier = digest_from_hex(known->content, &digest);
    if (!num_int(held_member(json, root, "signatures"), &known->signatures) ||
        (known->signatures >= 0 && !dossier))
        return;
    g_hash_table_insert(e->known, key_of(e, file), known);
}

static void known_text(struct exporting *e, struct str text)
{
    struct str line;
    uint32_t number = 0;
    struct diags *diags = diags_new(e->request->home); /* a damaged line is a file not known */
    while (str_cut(&text, '\n', &line)) {
        struct json *json;
        number++;
        if (line.len > 0 && json_read_line(e->request->home, STR("export"), line, number, 0,
                                           &limits_default, &json, diags))
            known_line(e, json);
    }
}

static void known_row(void *self, struct str name, struct str value)
{
    (void)name;
    known_text(self, value);
}

static struct str known_put(struct exporting *e, const char *file, const struct known *known)
{
    static const struct table_column columns[] = {
        { "file", COLUMN_TEXT, true, "as it was named" },
        { "stamp", COLUMN_TEXT, true, "size, times, place on disk" },
        { "program", COLUMN_TEXT, true, "that exported it" },
        { "dossier", COLUMN_TEXT, true, "content id; empty: it was refused" },
        { "signatures", COLUMN_INTEGER, true, "-1: it was refused" },
    };
    static const struct table table = { "export", "files that were exported", columns,
                                        ARRAY_COUNT(columns) };
    struct buf out = buf_new(e->request->home, 1 << 20);
    const struct str cell[ARRAY_COUNT(columns)] = {
        str_from(file), known->stamp, known->program, known->content.at ? known->content : STR(""),
        str_format(e->request->home, "%lld", (long long)known->signatures)
    };
    row_put_json(&table, cell, &out);
    return buf_str(&out);
}

/* ---- contents ---- */

static bool has(struct exporting *e, struct str content)
{
    return e->format == FORMAT_SQLITE || partitions_has(e->partitions, content);
}

static bool is_in(GHashTable *table, struct exporting *e, struct str content)
{
    return g_hash_table_contains(table, key_of(e, content));
}

static int64_t exported(struct exporting *e, struct str content)
{
    return (int64_t)GPOINTER_TO_SIZE(g_hash_table_lookup(e->exported, key_of(e, content))) - 1;
}

static void set_exported(struct exporting *e, struct str content, int64_t signatures)
{
    g_hash_table_insert(e->exported, key_of(e, content), GSIZE_TO_POINTER((gsize)(signatures + 1)));
}

/* ---- one dossier ---- */

struct rows {
    struct arena *home;
    struct buf *text; /* by table */
    bool csv;
};

static bool row_text(void *self, size_t table, const struct str *cell)
{
    struct rows *rows = self;
    struct buf *out = &rows->text[table];
    if (rows->csv)
        row_put_csv(table_at(table), cell, out);
    else
        row_put_json(table_at(table), cell, out);
    return !out->full;
}

/* In a thread of its own: all rows as text. NULL: nothing to be put. */
static void *make_text(void *self, struct arena *home, const struct holding *holding,
                       const struct opened *opened)
{
    const struct exporting *e = self;
    (void)holding;
    if (opened->why.len > 0 || e->format == FORMAT_SQLITE)
        return NULL;
    struct rows rows = { home, ARENA_MANY(home, table_count(), struct buf),
                         e->format == FORMAT_CSV };
    struct str *text = ARENA_MANY(home, table_count(), struct str);
    for (size_t i = 0; i < table_count(); i++) {
        rows.text[i] = buf_new(home, TABLE_TEXT_MOST);
        if (rows.csv)
            table_put_csv_header(table_at(i), &rows.text[i]);
    }
    struct row_sink sink = { row_text, &rows };
    if (!held_rows(home, &opened->held, &sink))
        return NULL;
    for (size_t i = 0; i < table_count(); i++)
        text[i] = rows.text[i].at ? buf_str(&rows.text[i]) : STR("");
    return text;
}

static bool row_base(void *self, size_t table, const struct str *cell)
{
    struct exporting *e = self;
    return base_file_put(e->file, table, cell);
}

static bool put(struct exporting *e, const struct opened *opened, const struct str *text)
{
    struct str content = opened->held.content;
    if (e->format == FORMAT_SQLITE) {
        struct arena *scratch = arena_new((size_t)4 << 30);
        struct row_sink sink = { row_base, e };
        bool good = base_file_drop(e->file, content) && held_rows(scratch, &opened->held, &sink);
        arena_free(scratch);
        return good;
    }
    if (!text) {
        diag_add(e->request->diags, DIAG_FILE_LIMIT, (struct place){ .file = opened->held.file },
                 STR("at most 1 GiB of rows in one table"), "there are more");
        return false;
    }
    return partitions_put(e->partitions, content, text);
}

static bool refuse(struct exporting *e, const struct holding *holding, const struct opened *opened)
{
    struct arena *home = e->request->home;
    struct str why = str_keep(home, opened->why);
    struct str cell[] = { holding->path,
                          opened->read ? digest_hex(home, digest_of(opened->whole))
                                       : (struct str){ 0 },
                          why };
    e->refused_count++;
    diag_add(e->request->diags, opened->read ? DIAG_DOSSIER_BROKEN : DIAG_FILE_READ,
             (struct place){ .file = holding->path },
             STR("a dossier whose lists and signatures hold; ask dossier verify"), "%.*s",
             STR_ARG(why));
    if (e->format == FORMAT_SQLITE)
        return base_file_put(e->file, table_refused(), cell);
    if (e->format == FORMAT_CSV)
        row_put_csv(table_at(table_refused()), cell, &e->refused);
    else
        row_put_json(table_at(table_refused()), cell, &e->refused);
    return !e->refused.full;
}

static bool take(void *self, const struct holding *holding, const struct opened *opened, void *made)
{
    struct exporting *e = self;
    struct arena *home = e->request->home;
    struct known *known = ARENA_NEW(home, struct known);
    *known = (struct known){ .stamp = holding->stamp,
                             .signatures = -1,
                             .given = true,
                             .kept = true,
                             .program = STR("dossier " DOSSIER_VERSION) };
    g_hash_table_replace(e->known, key_of(e, holding->path), known);
    if (opened->why.len > 0)
        return refuse(e, holding, opened);
    if (e->request->options.seen) {
        struct summary summary = summary_of(home, &opened->held);
        seen_add(e->seen, holding->path, holding->stamp, &summary);
    }
    known->content = str_keep(home, opened->held.content);
    known->signatures = (int64_t)opened->held.signer_count;
    int64_t stands = exported(e, known->content);
    if (stands >= 0)
        e->copies++;
    else
        e->fresh++;
    if (stands >= known->signatures)
        return true; /* the same dossier with as many signatures has its rows */
    set_exported(e, known->content, known->signatures);
    return put(e, opened, made);
}

/* ---- all ---- */

static bool below_given(const struct options *o, const char *file)
{
    for (int i = 0; i < o->argument_count; i++) {
        struct str given = str_from(o->argument[i]);
        struct str name = str_from(file);
        if (str_eq(name, given) || (str_starts(name, given) && name.len > given.len &&
                                    (str_ends(given, STR("/")) || name.at[given.len] == '/')))
            return true;
    }
    return false;
}

/* Which files are as they were, and what stands that no file as it was stands for. */
static void compare_known(struct exporting *e, const struct holding *holding, size_t count)
{
    GHashTableIter iter;
    gpointer file, value;
    struct str program = STR("dossier " DOSSIER_VERSION);
    for (size_t i = 0; i < count; i++) {
        struct known *known = g_hash_table_lookup(e->known, key_of(e, holding[i].path));
        if (known)
            known->kept = known->signatures >= 0 && str_eq(known->stamp, holding[i].stamp) &&
                          str_eq(known->program, program) && has(e, known->content);
    }
    g_hash_table_iter_init(&iter, e->known);
    while (g_hash_table_iter_next(&iter, &file, &value)) {
        struct known *known = value;
        known->given = below_given(&e->request->options, file);
        if (known->given && !known->kept && known->content.len > 0)
            g_hash_table_add(e->lost, key_of(e, known->content));
    }
    g_hash_table_iter_init(&iter, e->known);
    while (g_hash_table_iter_next(&iter, &file, &value)) {
        struct known *known = value;
        if (known->signatures < 0)
            continue;
        if (known->given && known->kept && is_in(e->lost, e, known->content))
            known->kept = false; /* a copy: it is read again, to stand for the one that is gone */
        else if (!known->given && !is_in(e->lost, e, known->content))
            known->kept = has(e, known->content);
        if (known->kept && exported(e, known->content) < known->signatures)
            set_exported(e, known->content, known->signatures);
    }
}

static bool drop_lost(struct exporting *e)
{
    GHashTableIter iter;
    gpointer content;
    g_hash_table_iter_init(&iter, e->lost);
    while (g_hash_table_iter_next(&iter, &content, NULL)) {
        struct str one = str_from(content);
        if (exported(e, one) >= 0)
            continue;
        e->gone++;
        if (e->format != FORMAT_SQLITE)
            partitions_drop(e->partitions, one);
        else if (!base_file_drop(e->file, one))
            return false;
    }
    return true;
}

static int name_order(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Rows of the files that are kept, in order of path; `base`: into the file, else as text. */
static bool keep_known(struct exporting *e, struct buf *text)
{
    guint count;
    gpointer *file = g_hash_table_get_keys_as_array(e->known, &count);
    bool good = true;
    qsort(file, count, sizeof *file, name_order);
    for (guint i = 0; i < count && good; i++) {
        const struct known *known = g_hash_table_lookup(e->known, file[i]);
        struct str line = known->kept ? known_put(e, file[i], known) : STR("");
        buf_put(text, line);
        if (e->format == FORMAT_SQLITE)
            good = base_file_keep(e->file, str_from(file[i]), line);
    }
    g_free(file);
    return good && !text->full;
}

static void put_text(const void *answer, struct buf *out)
{
    const struct exporting *e = answer;
    buf_putf(out, "%zu dossier%s read: %zu new, %zu as before", e->count, e->count == 1 ? "" : "s",
             e->fresh, e->same);
    if (e->copies > 0)
        buf_putf(out, ", %zu the same as another", e->copies);
    if (e->gone > 0)
        buf_putf(out, "; rows of %zu no longer there taken out", e->gone);
    if (e->refused_count > 0)
        buf_putf(out, "; %zu REFUSED, nothing read from %s", e->refused_count,
                 e->refused_count == 1 ? "it" : "them");
    buf_putf(out, "\nwrote %s\n", e->request->options.output);
}

static bool begin(struct exporting *e)
{
    const struct options *o = &e->request->options;
    if (e->format == FORMAT_SQLITE) {
        if (!base_file_open(e->request->home, o->output, &e->file, e->request->diags))
            return false;
        base_file_kept(e->file, known_row, e);
        return base_file_drop(e->file, STR(""));
    }
    if (!partitions_open(e->request->home, o->output, e->format == FORMAT_CSV, &e->partitions,
                         e->request->diags))
        return false;
    known_text(e, partitions_kept(e->partitions));
    if (e->format == FORMAT_CSV)
        table_put_csv_header(table_at(table_refused()), &e->refused);
    return true;
}

static bool finish(struct exporting *e)
{
    struct buf kept = buf_new(e->request->home, TABLE_TEXT_MOST);
    struct str refused = e->refused.at ? buf_str(&e->refused) : STR("");
    if (!drop_lost(e) || !keep_known(e, &kept))
        return false;
    return e->format == FORMAT_SQLITE
               ? base_file_commit(e->file)
               : partitions_commit(e->partitions, refused, kept.at ? buf_str(&kept) : STR(""));
}

static bool export(struct exporting *e, const struct holding *holding, size_t count,
                   unsigned threads)
{
    struct holding *fresh = ARENA_MANY(e->request->home, count + 1, struct holding);
    size_t fresh_count = 0;
    if (!begin(e))
        return false;
    compare_known(e, holding, count);
    for (size_t i = 0; i < count; i++) {
        const struct known *known = g_hash_table_lookup(e->known, key_of(e, holding[i].path));
        if (!known || !known->kept)
            fresh[fresh_count++] = holding[i];
    }
    e->same = count - fresh_count;
    struct holdings_work work = { make_text, take, e, threads };
    return holdings_each(fresh, fresh_count, &work) && finish(e);
}

static bool format_read(struct request *request, enum format *out)
{
    static const char *const names[] = {
        [FORMAT_JSONL] = "jsonl", [FORMAT_CSV] = "csv", [FORMAT_SQLITE] = "sqlite"
    };
    const char *asked = request->options.format;
    *out = FORMAT_JSONL;
    for (size_t i = 0; asked && i < ARRAY_COUNT(names); i++) {
        if (strcmp(asked, names[i]) == 0) {
            *out = (enum format)i;
            return true;
        }
    }
    if (asked)
        diag_add(request->diags, DIAG_USAGE, (struct place){ .file = STR("dossier") },
                 STR("jsonl, csv or sqlite"), "--format %s", asked);
    return !asked;
}

static int run(struct request *request)
{
    static const struct printers printers = { .text = put_text }; /* it has no --json */
    const struct options *o = &request->options;
    struct exporting e = { .request = request };
    struct holding *holding;
    size_t count;
    unsigned threads;
    if (!o->output) {
        diag_add(request->diags, DIAG_USAGE, (struct place){ .file = STR("dossier") },
                 STR("-o FOLDER, with --format sqlite -o FILE"), "nowhere to write is named");
        return STATUS_INPUT;
    }
    if (!format_read(request, &e.format) || !threads_read(request, &threads) ||
        !holdings_find(request->home, o->argument, (size_t)o->argument_count, &holding, &count,
                       request->diags))
        return STATUS_INPUT;
    e.known = g_hash_table_new(g_str_hash, g_str_equal);
    e.exported = g_hash_table_new(g_str_hash, g_str_equal);
    e.lost = g_hash_table_new(g_str_hash, g_str_equal);
    e.refused = buf_new(request->home, TABLE_TEXT_MOST);
    bool good =
        seen_begin(request, &e.seen) && export(&e, holding, count, threads) && seen_end(e.seen);
    if (e.partitions)
        partitions_close(e.partitions);
    if (e.file)
        base_file_close(e.file);
    g_hash_table_destroy(e.known);
    g_hash_table_destroy(e.exported);
    g_hash_table_destroy(e.lost);
    e.count = count;
    if (good)
        return answer_print(request, &printers, &e,
                            e.refused_count > 0 ? STATUS_INPUT : STATUS_HOLDS);
    return diags_exit(request->diags) != 0 ? diags_exit(request->diags) : STATUS_MACHINE;
}

static const struct option_row rows[] = {
    { 'o', "output", "PLACE", "folder to write, or file with --format sqlite",
      offsetof(struct options, output), OPTION_WRITES },
    { 0, "format", "FORMAT", "jsonl (default), csv or sqlite", offsetof(struct options, format),
      OPTION_TEXT },
    OPTION_ROW_SEEN,
    { 0, "threads", "N", "read N dossiers at a time (1 to 8); default: as many as processors",
      offsetof(struct options, threads), OPTION_TEXT },
};
const struct verb verb_facts = {
    .name = "facts",
    .summary = "what dossiers say, as tables that any engine reads",
    .usage = "facts DOSSIER|FOLDER... -o PLACE [--format jsonl|csv|sqlite]",
    .more =
        "Each dossier is verified before anything is read from it; what does not hold is named\n"
        "in the table `refused`, and the status is then 3. Tables: dossier, system, run, fact,\n"
        "finding, comparison, claim, signer; `dossier schema facts` describes them. One folder\n"
        "a dossier (dossier=CONTENT-ID/TABLE.jsonl), or one SQLite file. A second export reads\n"
        "only what is new; of a dossier that is gone from the folders given, the rows go too.\n"
        "A dossier that lies there twice counts once, by the copy with most signatures.\n"
        "--seen keeps what was verified for `index` and `due`.\n"
        "Exit status: 0; 3 something was refused.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 1,
    .most_arguments = 64,
    .run = run,
};
