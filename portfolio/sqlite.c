/* sqlite.c - the tables in one file, through SQLite's library. */
#include "portfolio.h"

#include "base/num.h"

#include <sqlite3.h>

enum { APPLICATION = 0x446f7373, VERSION = 1, TABLES_MOST = 16 }; /* "Doss" */

struct base_file {
    struct arena *home;
    struct diags *diags;
    const char *path;
    sqlite3 *file;
    sqlite3_stmt *put[TABLES_MOST], *drop[TABLES_MOST], *keep, *forget;
};

static bool failed(struct base_file *file, const char *what)
{
    diag_add(file->diags, DIAG_FILE_WRITE, (struct place){ .file = str_from(file->path) },
             STR("a SQLite file that can be written"), "%s: %s", what,
             file->file ? sqlite3_errmsg(file->file) : "no memory");
    return false;
}

static bool execute(struct base_file *file, struct str statement)
{
    return sqlite3_exec(file->file, str_c(file->home, statement), NULL, NULL, NULL) == SQLITE_OK ||
           failed(file, "execute");
}

static bool prepare(struct base_file *file, struct str statement, sqlite3_stmt **out)
{
    return sqlite3_prepare_v3(file->file, statement.at, (int)statement.len,
                              SQLITE_PREPARE_PERSISTENT, out, NULL) == SQLITE_OK ||
           failed(file, "prepare");
}

static bool number_of(struct base_file *file, const char *pragma, int64_t *out)
{
    sqlite3_stmt *statement = NULL;
    if (!prepare(file, str_from(pragma), &statement))
        return false;
    bool good = sqlite3_step(statement) == SQLITE_ROW;
    *out = good ? sqlite3_column_int64(statement, 0) : 0;
    (void)sqlite3_finalize(statement);
    return good || failed(file, "read");
}

static void put_columns(const struct table *table, struct buf *out)
{
    static const char *const type[] = { [COLUMN_TEXT] = "TEXT",
                                        [COLUMN_REAL] = "REAL",
                                        [COLUMN_INTEGER] = "INTEGER",
                                        [COLUMN_FLAG] = "INTEGER" };
    for (size_t i = 0; i < table->column_count; i++) {
        const struct table_column *column = &table->column[i];
        buf_putf(out, "%s\"%s\" %s%s", i > 0 ? ", " : "", column->name, type[column->type],
                 column->always ? " NOT NULL" : "");
    }
}

static bool make_tables(struct base_file *file)
{
    for (size_t i = 0; i < table_count(); i++) {
        const struct table *table = table_at(i);
        struct buf text = buf_new(file->home, 1 << 16);
        buf_putf(&text, "CREATE TABLE \"%s\" (", table->name);
        put_columns(table, &text);
        buf_put_char(&text, ')');
        if (i != table_refused()) {
            buf_putf(&text, "; CREATE INDEX \"%s of dossier\" ON \"%s\" (dossier)", table->name,
                     table->name);
        }
        if (!execute(file, buf_str(&text)))
            return false;
    }
    struct str own = str_format(file->home,
                                "CREATE TABLE \"export\" (name TEXT PRIMARY KEY, value TEXT NOT "
                                "NULL); PRAGMA application_id = %d; PRAGMA user_version = %d",
                                APPLICATION, VERSION);
    return execute(file, own);
}

/* A file that is empty is made; one of ours is taken; any other is left alone. */
static bool make_or_take(struct base_file *file)
{
    int64_t application, version, schema;
    if (!number_of(file, "PRAGMA application_id", &application) ||
        !number_of(file, "PRAGMA user_version", &version) ||
        !number_of(file, "SELECT count(*) FROM sqlite_schema", &schema))
        return false;
    if (application == 0 && version == 0 && schema == 0)
        return make_tables(file);
    if (application == APPLICATION && version == VERSION)
        return true;
    diag_add(file->diags, DIAG_FILE_EXISTS, (struct place){ .file = str_from(file->path) },
             STR("no file, or one that this version of dossier facts wrote"),
             "a database of another program or version");
    return false;
}

static bool prepare_all(struct base_file *file)
{
    for (size_t i = 0; i < table_count(); i++) {
        struct buf text = buf_new(file->home, 1 << 12);
        buf_putf(&text, "INSERT INTO \"%s\" VALUES (", table_at(i)->name);
        for (size_t k = 0; k < table_at(i)->column_count; k++)
            buf_put(&text, k > 0 ? STR(", ?") : STR("?"));
        buf_put_char(&text, ')');
        struct str drop = str_format(file->home, "DELETE FROM \"%s\" WHERE %s", table_at(i)->name,
                                     i == table_refused() ? "?1 = ''" : "dossier = ?1");
        if (!prepare(file, buf_str(&text), &file->put[i]) || !prepare(file, drop, &file->drop[i]))
            return false;
    }
    return prepare(file, STR("INSERT OR REPLACE INTO \"export\" VALUES (?, ?)"), &file->keep) &&
           prepare(file, STR("DELETE FROM \"export\" WHERE name = ?"), &file->forget);
}

bool base_file_open(struct arena *home, const char *path, struct base_file **out,
                    struct diags *diags)
{
    struct base_file *file = ARENA_NEW(home, struct base_file);
    *file = (struct base_file){ .home = home, .diags = diags, .path = path };
    *out = file;
    if (sqlite3_open_v2(path, &file->file,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOFOLLOW |
                            SQLITE_OPEN_PRIVATECACHE,
                        NULL) != SQLITE_OK)
        return failed(file, "open");
    /* What somebody else put there is data: it gets no triggers, views or functions of its own. */
    (void)sqlite3_db_config(file->file, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    (void)sqlite3_db_config(file->file, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    (void)sqlite3_db_config(file->file, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    (void)sqlite3_db_config(file->file, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    (void)sqlite3_busy_timeout(file->file, 10000);
    return execute(file, STR("BEGIN IMMEDIATE")) && make_or_take(file) && prepare_all(file);
}

static bool step(struct base_file *file, sqlite3_stmt *statement)
{
    int said = sqlite3_step(statement);
    (void)sqlite3_reset(statement);
    return said == SQLITE_DONE || failed(file, "write");
}

static int bind_text(sqlite3_stmt *statement, int at, struct str text)
{
    return sqlite3_bind_text64(statement, at, text.at ? text.at : "", text.len, SQLITE_STATIC,
                               SQLITE_UTF8);
}

static int bind(sqlite3_stmt *statement, int at, enum column_type type, struct str cell)
{
    double real;
    int64_t whole;
    if (!cell.at)
        return sqlite3_bind_null(statement, at);
    if (type == COLUMN_FLAG)
        return sqlite3_bind_int(statement, at, str_eq(cell, STR("true")) ? 1 : 0);
    if (type == COLUMN_INTEGER && num_int(cell, &whole))
        return sqlite3_bind_int64(statement, at, whole);
    if (type == COLUMN_REAL && num_real(cell, &real))
        return sqlite3_bind_double(statement, at, real);
    return bind_text(statement, at, cell);
}

bool base_file_put(struct base_file *file, size_t table, const struct str *cell)
{
    const struct table *row = table_at(table);
    sqlite3_stmt *statement = file->put[table];
    for (size_t i = 0; i < row->column_count; i++)
        if (bind(statement, (int)i + 1, row->column[i].type, cell[i]) != SQLITE_OK)
            return failed(file, "write");
    return step(file, statement);
}

bool base_file_drop(struct base_file *file, struct str content)
{
    for (size_t i = 0; i < table_count(); i++)
        if (bind_text(file->drop[i], 1, content) != SQLITE_OK || !step(file, file->drop[i]))
            return failed(file, "write");
    return true;
}

bool base_file_keep(struct base_file *file, struct str name, struct str value)
{
    sqlite3_stmt *statement = value.len > 0 ? file->keep : file->forget;
    if (bind_text(statement, 1, name) != SQLITE_OK ||
        (value.len > 0 && bind_text(statement, 2, value) != SQLITE_OK))
        return failed(file, "write");
    return step(file, statement);
}

static struct str column_text(struct base_file *file, sqlite3_stmt *statement, int column)
{
    const unsigned char *text = sqlite3_column_text(statement, column);
    int len = sqlite3_column_bytes(statement, column);
    return text && len >= 0 ? str_keep(file->home, (struct str){ (const char *)text, (size_t)len })
                            : (struct str){ 0 };
}

void base_file_kept(struct base_file *file,
                    void (*found)(void *self, struct str name, struct str value), void *self)
{
    sqlite3_stmt *statement = NULL;
    if (!prepare(file, STR("SELECT name, value FROM \"export\" ORDER BY name"), &statement))
        return;
    while (sqlite3_step(statement) == SQLITE_ROW)
        found(self, column_text(file, statement, 0), column_text(file, statement, 1));
    (void)sqlite3_finalize(statement);
}

bool base_file_commit(struct base_file *file)
{
    return execute(file, STR("COMMIT"));
}

void base_file_close(struct base_file *file)
{
    for (size_t i = 0; i < TABLES_MOST; i++) {
        (void)sqlite3_finalize(file->put[i]);
        (void)sqlite3_finalize(file->drop[i]);
    }
    (void)sqlite3_finalize(file->keep);
    (void)sqlite3_finalize(file->forget);
    (void)sqlite3_close(file->file);
}
