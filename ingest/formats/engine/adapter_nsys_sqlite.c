/* adapter_nsys_sqlite.c - the SQLite export of Nsight Systems (`nsys export --type sqlite`), 2019
 * to 2026: what ran on each accelerator when, and what the threads did that launch for it, one
 * series a lane (timeline.h), as from a trace of the PyTorch profiler.
 *
 * Tables are made by need and their columns changed: a query names the columns that all versions
 * have, and what is not there is not asked. Times are ns since the session began. Kernels of a CUDA
 * graph are single rows only where nsys was told so (--cuda-graph-trace=node); else the graph is
 * one, and counts as one kernel.
 *
 * The database comes from an opponent. It is a buffer, never a file: SQLite gets the bytes
 * read-only and opens nothing. Nothing in its schema runs: only tables with pages of their own are
 * asked (no view, no virtual table), an authorizer allows reading columns and nothing else (no
 * function, no PRAGMA, no ATTACH), the schema is not trusted, pages are checked when they are read,
 * and lengths, columns, steps of the virtual machine and rows are limited. Steps, not seconds, so
 * that the same file is read the same way everywhere. Defined by NVIDIA, Nsight Systems user guide,
 * SQLite schema reference. */
#include "kernel_names.h"
#include "kernel_shows.h"
#include "run_names.h"
#include "sniff.h"

#include <glib.h>

#include <sqlite3.h>
#include <string.h>

enum {
    ROWS_MOST = 1 << 24,    /* of all tables together */
    STRINGS_MOST = 1 << 20, /* and those of StringIds */
    TEXT_MOST = 1 << 16,    /* bytes of one text */
    STEPS = 1 << 16,        /* between two looks at how many there were */
    LOOKS_MOST = 1 << 14,   /* 2^30 steps, some 20 s */
    TABLES_MOST = 512
};

static const struct field fields[] = {
    { "TARGET_INFO_GPU name", KEY_PROFILE_ACCELERATOR, UNIT_NONE, false },
    { "TARGET_INFO_GPU smCount", KEY_PROFILE_PROPERTY, UNIT_NONE, false },
    { "CUPTI_ACTIVITY_KIND_KERNEL", KEY_PROFILE_TIME, UNIT_SECOND, false },
    { "META_DATA_EXPORT", KEY_PROFILE_SETTING, UNIT_NONE, false },
};

static int bid(const struct sniff *sniff)
{
    bool sqlite = sniff->head.len > 100 && str_starts(sniff->head, STR("SQLite format 3")) &&
                  sniff->head.at[15] == '\0';
    if (!sqlite)
        return BID_NONE;
    bool nsys = str_find(sniff->head, STR("CUPTI_ACTIVITY_KIND_")) != SIZE_MAX ||
                str_find(sniff->head, STR("TARGET_INFO_")) != SIZE_MAX ||
                str_find(sniff->head, STR("TABLE StringIds")) != SIZE_MAX;
    return nsys ? BID_SIGNATURE : BID_NONE;
}

/* What each table that is read holds. */
enum content { KERNELS, GRAPHS, COPIES, FILLS, CALLS, RANGES, OS_CALLS, OVERHEAD, CONTENTS };
static const struct table_source {
    const char *table;
    const char *query[2]; /* the first that the version's columns allow */
    bool host;
} sources[CONTENTS] = {
    /* rowid, start, end, device or thread, kind or name, name where it stands by itself */
    [KERNELS] = { "CUPTI_ACTIVITY_KIND_KERNEL",
                  { "SELECT rowid, start, \"end\", deviceId, demangledName FROM "
                    "CUPTI_ACTIVITY_KIND_KERNEL",
                    "SELECT rowid, start, \"end\", deviceId, shortName FROM "
                    "CUPTI_ACTIVITY_KIND_KERNEL" },
                  false },
    [GRAPHS] = { "CUPTI_ACTIVITY_KIND_GRAPH_TRACE",
                 { "SELECT rowid, start, \"end\", deviceId, 0 FROM "
                   "CUPTI_ACTIVITY_KIND_GRAPH_TRACE" },
                 false },
    [COPIES] = { "CUPTI_ACTIVITY_KIND_MEMCPY",
                 { "SELECT rowid, start, \"end\", deviceId, copyKind FROM "
                   "CUPTI_ACTIVITY_KIND_MEMCPY" },
                 false },
    [FILLS] = { "CUPTI_ACTIVITY_KIND_MEMSET",
                { "SELECT rowid, start, \"end\", deviceId, 0 FROM CUPTI_ACTIVITY_KIND_MEMSET" },
                false },
    [CALLS] = { "CUPTI_ACTIVITY_KIND_RUNTIME",
                { "SELECT rowid, start, \"end\", globalTid, nameId FROM "
                  "CUPTI_ACTIVITY_KIND_RUNTIME" },
                true },
    [RANGES] = { "NVTX_EVENTS",
                 { "SELECT rowid, start, \"end\", globalTid, 0 FROM NVTX_EVENTS WHERE \"end\" IS "
                   "NOT NULL" },
                 true },
    [OS_CALLS] = { "OSRT_API",
                   { "SELECT rowid, start, \"end\", globalTid, 0 FROM OSRT_API WHERE \"end\" IS "
                     "NOT NULL" },
                   true },
    [OVERHEAD] = { "PROFILER_OVERHEAD",
                   { "SELECT rowid, start, \"end\", globalTid, 0 FROM PROFILER_OVERHEAD" },
                   true },
};

struct export
{
    struct reading *reading;
    sqlite3 *base;
    struct timeline *timeline;
    struct kernel_shows *shows;
    GHashTable *strings; /* int64_t to struct str */
    struct str table[TABLES_MOST];
    size_t table_count;
    uint32_t row;   /* of all tables */
    GArray *origin; /* of each: uint64_t, event_origin */
    size_t looks, lost;
    bool broken; /* said so */
};

/* ---- the library, held on a short line ---- */

static int allow(void *self, int action, const char *a, const char *b, const char *c, const char *d)
{
    (void)self, (void)a, (void)b, (void)c, (void)d;
    return action == SQLITE_SELECT || action == SQLITE_READ ? SQLITE_OK : SQLITE_DENY;
}

static int look(void *self)
{
    struct export *in = self;
    return ++in->looks > LOOKS_MOST ? 1 : 0;
}

static void broken(struct export *in, const char *table, const char *why)
{
    struct reading *reading = in->reading;
    struct place place = { .file = reading->name,
                           .path = str_format(reading->home, "table %s", table) };
    if (!in->broken) {
        in->broken = true;
        reading_error(reading, DIAG_LINE_BAD, place, STR("an export that SQLite reads whole"),
                      str_from(why));
        reading_unread(reading, ", in part", str_keep(reading->home, str_from(why)), place);
    }
}

static bool base_open(struct export *in)
{
    static const int limits[][2] = {
        { SQLITE_LIMIT_LENGTH, 1 << 20 },
        { SQLITE_LIMIT_SQL_LENGTH, 1 << 16 },
        { SQLITE_LIMIT_COLUMN, 200 },
        { SQLITE_LIMIT_EXPR_DEPTH, 20 },
        { SQLITE_LIMIT_COMPOUND_SELECT, 2 },
        { SQLITE_LIMIT_VDBE_OP, 10000 },
        { SQLITE_LIMIT_FUNCTION_ARG, 8 },
        { SQLITE_LIMIT_ATTACHED, 0 },
        { SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 50 },
        { SQLITE_LIMIT_VARIABLE_NUMBER, 8 },
        { SQLITE_LIMIT_TRIGGER_DEPTH, 1 },
        { SQLITE_LIMIT_WORKER_THREADS, 0 },
    };
    static const int off[] = { SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_TRIGGER,
                               SQLITE_DBCONFIG_ENABLE_VIEW, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION,
                               SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER };
    struct str bytes = in->reading->bytes;
    if (sqlite3_open_v2(":memory:", &in->base,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_PRIVATECACHE,
                        NULL) != SQLITE_OK)
        return false;
    for (size_t i = 0; i < ARRAY_COUNT(limits); i++)
        (void)sqlite3_limit(in->base, limits[i][0], limits[i][1]);
    for (size_t i = 0; i < ARRAY_COUNT(off); i++)
        (void)sqlite3_db_config(in->base, off[i], 0, NULL);
    (void)sqlite3_db_config(in->base, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    (void)sqlite3_exec(in->base, "PRAGMA cell_size_check = ON", NULL, NULL, NULL);
    /* read-only: the library promises not to write there, though it takes no const */
    unsigned char *buffer;
    memcpy(&buffer, &bytes.at, sizeof buffer);
    int said = sqlite3_deserialize(in->base, "main", buffer, (sqlite3_int64)bytes.len,
                                   (sqlite3_int64)bytes.len, SQLITE_DESERIALIZE_READONLY);
    (void)sqlite3_set_authorizer(in->base, allow, in);
    sqlite3_progress_handler(in->base, STEPS, look, in);
    return said == SQLITE_OK;
}

/* A statement over one of the file's own tables; NULL: its columns are not those. */
static sqlite3_stmt *prepare(struct export *in, const char *query)
{
    sqlite3_stmt *statement = NULL;
    return sqlite3_prepare_v3(in->base, query, -1, 0, &statement, NULL) == SQLITE_OK ? statement
                                                                                     : NULL;
}

static bool next(struct export *in, sqlite3_stmt *statement, const char *table)
{
    int said = sqlite3_step(statement);
    if (said != SQLITE_ROW && said != SQLITE_DONE) {
        broken(in, table,
               said == SQLITE_INTERRUPT ? "more work than 2^30 steps" : sqlite3_errstr(said));
    }
    return said == SQLITE_ROW;
}

/* The text of a column, which lives until the next step. */
static struct str text_of(sqlite3_stmt *statement, int column)
{
    const char *text = sqlite3_column_type(statement, column) == SQLITE_TEXT
                           ? (const char *)sqlite3_column_text(statement, column)
                           : NULL;
    int length = text ? sqlite3_column_bytes(statement, column) : 0;
    return text && length > 0
               ? (struct str){ text, (size_t)(length < TEXT_MOST ? length : TEXT_MOST) }
               : (struct str){ 0 };
}

static void tables_find(struct export *in)
{
    sqlite3_stmt *statement =
        prepare(in, "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0");
    if (!statement) {
        broken(in, "sqlite_schema", sqlite3_errmsg(in->base));
        return;
    }
    while (in->table_count < TABLES_MOST && next(in, statement, "sqlite_schema"))
        in->table[in->table_count++] = str_keep(in->reading->scratch, text_of(statement, 0));
    (void)sqlite3_finalize(statement);
}

static bool has_table(const struct export *in, const char *name)
{
    for (size_t i = 0; i < in->table_count; i++)
        if (str_eq(in->table[i], str_from(name)))
            return true;
    return false;
}

/* ---- strings ---- */

static void strings_read(struct export *in)
{
    sqlite3_stmt *statement =
        has_table(in, "StringIds") ? prepare(in, "SELECT id, value FROM StringIds") : NULL;
    while (statement && g_hash_table_size(in->strings) < STRINGS_MOST &&
           next(in, statement, "StringIds")) {
        int64_t *id = ARENA_NEW(in->reading->scratch, int64_t);
        struct str *value = ARENA_NEW(in->reading->scratch, struct str);
        *id = sqlite3_column_int64(statement, 0);
        *value = str_keep(in->reading->scratch, text_of(statement, 1));
        g_hash_table_insert(in->strings, id, value);
    }
    (void)sqlite3_finalize(statement);
}

static struct str string_of(const struct export *in, int64_t id)
{
    const struct str *value = g_hash_table_lookup(in->strings, &id);
    return value ? *value : (struct str){ 0 };
}

/* ---- events ---- */

/* Table and row in the database of an event. */
static uint64_t event_origin(enum content content, int64_t rowid)
{
    return (uint64_t)content << 56 | ((uint64_t)rowid & (((uint64_t)1 << 56) - 1));
}

static struct place event_place(void *self, uint32_t row)
{
    struct export *in = self;
    uint64_t origin = g_array_index(in->origin, uint64_t, row - 1);
    return (struct place){ .file = in->reading->name,
                           .path = str_format(
                               in->reading->home, "table %s row %llu", sources[origin >> 56].table,
                               (unsigned long long)(origin & (((uint64_t)1 << 56) - 1))) };
}

static void shown_note(struct export *in, struct str name, bool call, uint32_t row)
{
    struct place *place = kernel_shows_note(in->shows, name, call);
    if (place)
        *place = event_place(in, row);
}

/* CUPTI's kinds of copies: 1 to the accelerator, 2 from it, 3 and 4 the same of arrays, 10 to
 * another one. */
static enum lane copy_kind_lane(int64_t kind)
{
    return kind == 1 || kind == 3   ? LANE_TO_DEVICE
           : kind == 2 || kind == 4 ? LANE_FROM_DEVICE
           : kind == 10             ? LANE_BETWEEN
                                    : LANE_COPIES;
}

static void device_take(struct export *in, enum content content, struct str device, int64_t what,
                        struct timed at)
{
    struct str name = content == KERNELS  ? string_of(in, what)
                      : content == GRAPHS ? STR("CUDA graph")
                                          : (struct str){ 0 };
    enum lane lane = content == COPIES  ? copy_kind_lane(what)
                     : content == FILLS ? LANE_FILLS
                                        : LANE_KERNELS;
    if (content == KERNELS) {
        shown_note(in, name, false, at.row);
        lane = name_is_communication(name) ? LANE_COMMUNICATION : LANE_KERNELS;
    }
    timeline_device(in->timeline, lane, device, timeline_kernel(in->timeline, name), at);
}

static void host_take(struct export *in, enum content content, struct str thread, int64_t what,
                      struct timed at)
{
    struct str name = content == CALLS ? string_of(in, what) : (struct str){ 0 };
    if (content == OVERHEAD) {
        timeline_profiler(in->timeline, at);
        return;
    }
    enum lane lane = content != CALLS   ? LANE_APPLICATION
                     : call_waits(name) ? LANE_WAITS
                                        : LANE_LAUNCHES;
    bool launches = lane == LANE_LAUNCHES && call_launches(name);
    if (lane == LANE_LAUNCHES)
        shown_note(in, name, true, at.row);
    timeline_host(in->timeline, lane, timeline_thread(in->timeline, thread), launches, at);
}

static void row_take(struct export *in, enum content content, sqlite3_stmt *statement)
{
    enum { ROWID, START, END, WHERE, WHAT };
    int64_t from = sqlite3_column_int64(statement, START);
    int64_t to = sqlite3_column_int64(statement, END);
    bool whole = sqlite3_column_type(statement, START) == SQLITE_INTEGER &&
                 sqlite3_column_type(statement, END) == SQLITE_INTEGER;
    struct timed at = { .start = from, .row = ++in->row };
    uint64_t origin = event_origin(content, sqlite3_column_int64(statement, ROWID));
    g_array_append_val(in->origin, origin);
    if (!whole || from < 0 || to < from || to > TIMELINE_MOST_NS) {
        in->lost++;
        return;
    }
    at.duration = to - from;
    struct str where =
        str_format(in->reading->scratch, "%lld", (long long)sqlite3_column_int64(statement, WHERE));
    int64_t what = sqlite3_column_int64(statement, WHAT);
    if (sources[content].host)
        host_take(in, content, where, what, at);
    else
        device_take(in, content, where, what, at);
}

static void content_read(struct export *in, enum content content)
{
    const struct table_source *source = &sources[content];
    sqlite3_stmt *statement = NULL;
    for (size_t i = 0; i < ARRAY_COUNT(source->query) && source->query[i] && !statement; i++)
        statement = has_table(in, source->table) ? prepare(in, source->query[i]) : NULL;
    if (!statement) {
        if (has_table(in, source->table))
            broken(in, source->table, sqlite3_errmsg(in->base));
        return;
    }
    while (next(in, statement, source->table)) {
        if (in->row == ROWS_MOST) {
            broken(in, source->table, "more than 16,777,216 rows");
            break;
        }
        row_take(in, content, statement);
    }
    (void)sqlite3_finalize(statement);
}

static void lost_say(struct export *in)
{
    if (in->lost > 0) {
        struct reading *reading = in->reading;
        struct place place = { .file = reading->name };
        struct str why = str_format(reading->home, "%zu row%s whose start or end is no time",
                                    in->lost, in->lost == 1 ? "" : "s");
        reading_error(reading, DIAG_VALUE_BAD, place, STR("start and end in nanoseconds"), why);
        reading_unread(reading, ", some events", why, place);
    }
}

/* ---- what it was taken of ---- */

/* Rows of (instance, text), each a fact. */
static void facts_read(struct export *in, const char *table, const char *query, enum key key,
                       const char *behind)
{
    enum { ROWS = 64 };
    struct reading *reading = in->reading;
    sqlite3_stmt *statement = has_table(in, table) ? prepare(in, query) : NULL;
    for (size_t i = 0; statement && i < ROWS && next(in, statement, table); i++) {
        bool number = sqlite3_column_type(statement, 0) == SQLITE_INTEGER;
        struct str of = number ? str_format(reading->home, "%lld",
                                            (long long)sqlite3_column_int64(statement, 0))
                               : str_keep(reading->home, text_of(statement, 0));
        struct str text =
            sqlite3_column_type(statement, 1) == SQLITE_INTEGER
                ? str_format(reading->home, "%lld", (long long)sqlite3_column_int64(statement, 1))
                : str_keep(reading->home, text_of(statement, 1));
        struct place place = { .file = reading->name,
                               .path = str_format(reading->home, "table %s row %lld", table,
                                                  (long long)sqlite3_column_int64(statement, 2)) };
        (void)reading_fact(reading, key, str_format(reading->home, "%.*s%s", STR_ARG(of), behind),
                           text, UNIT_NONE, place);
    }
    (void)sqlite3_finalize(statement);
}

static void base_read(struct export *in)
{
    static const char *const gpu = "TARGET_INFO_GPU";
    tables_find(in);
    strings_read(in);
    for (size_t i = 0; i < CONTENTS; i++)
        content_read(in, (enum content)i);
    facts_read(in, gpu, "SELECT id, name, rowid FROM TARGET_INFO_GPU", KEY_PROFILE_ACCELERATOR, "");
    facts_read(in, gpu, "SELECT id, smCount, rowid FROM TARGET_INFO_GPU", KEY_PROFILE_PROPERTY,
               " smCount");
    facts_read(in, gpu, "SELECT id, totalMemory, rowid FROM TARGET_INFO_GPU", KEY_PROFILE_PROPERTY,
               " totalMemory");
    facts_read(in, "META_DATA_EXPORT",
               "SELECT name, value, rowid FROM META_DATA_EXPORT WHERE name = "
               "'EXPORT_SCHEMA_VERSION' OR name = 'EXPORT_PRODUCT_VERSION'",
               KEY_PROFILE_SETTING, "");
}

static bool export_read(struct reading *reading)
{
    struct export *in = ARENA_NEW(reading->scratch, struct export);
    *in = (struct export){ .reading = reading };
    in->timeline = timeline_new(reading);
    in->shows = kernel_shows_new(reading);
    in->strings = g_hash_table_new(g_int64_hash, g_int64_equal);
    in->origin = g_array_new(FALSE, FALSE, sizeof(uint64_t));
    if (base_open(in)) {
        base_read(in);
        kernel_shows_give(in->shows);
        timeline_give(in->timeline, event_place, in);
        lost_say(in);
    } else {
        broken(in, "sqlite_schema", in->base ? sqlite3_errmsg(in->base) : "no memory");
    }
    (void)sqlite3_close(in->base);
    g_hash_table_destroy(in->strings);
    (void)g_array_free(in->origin, TRUE);
    kernel_shows_free(in->shows);
    timeline_free(in->timeline);
    return true;
}

const struct adapter adapter_nsys_sqlite = {
    .name = "nsys-sqlite",
    .title = "Devices, calls and kernels of a profile",
    .tool = "nsys export --type sqlite, Nsight Systems 2019 to 2026",
    .spec = "NVIDIA, Nsight Systems user guide, SQLite schema reference",
    .unseen = true,
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = export_read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
    .traits = TRAIT_WATCHES,
};
