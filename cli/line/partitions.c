/* partitions.c - an export as a folder: one partition a dossier, one file a table. */
#include "partitions.h"
#include "base/file.h"
#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#define KEPT ".export.jsonl"

struct partitions {
    struct arena *home;
    struct diags *diags;
    const char *path;
    bool csv;
    int folder, staging;   /* -1: closed */
    char name[40];         /* of the staging folder */
    const char *begun;     /* the same with its path, taken away where a signal ends the program */
    GPtrArray *put, *drop; /* of struct str *: content ids */
};

static bool failed(struct partitions *p, const char *name, const char *what)
{
    diag_add(p->diags, DIAG_FILE_WRITE,
             (struct place){ .file = str_format(p->home, "%s/%s", p->path, name) },
             STR("a folder that can be written"), "%s: %s", what, g_strerror(errno));
    return false;
}

static const char *folder_name(struct partitions *p, struct str content)
{
    return str_c(p->home, str_format(p->home, "dossier=%.*s", STR_ARG(content)));
}

static const char *file_of(struct partitions *p, size_t table, bool csv)
{
    return str_c(p->home,
                 str_format(p->home, "%s.%s", table_at(table)->name, csv ? "csv" : "jsonl"));
}

static const char *table_file(struct partitions *p, size_t table)
{
    return file_of(p, table, p->csv);
}

/* A folder of an earlier export, an empty or a new one; never one with other things in it. */
static bool may_stand(struct partitions *p)
{
    GDir *dir = g_dir_open(p->path, 0, NULL);
    const char *name, *stranger = NULL;
    bool ours = false;
    while (dir && (name = g_dir_read_name(dir))) {
        ours = ours || strcmp(name, KEPT) == 0;
        if (!g_str_has_prefix(name, ".") && !g_str_has_prefix(name, "dossier=") &&
            !g_str_has_prefix(name, "refused."))
            stranger = str_c(p->home, str_from(name));
    }
    if (dir)
        g_dir_close(dir);
    if (!stranger || ours)
        return true;
    diag_add(p->diags, DIAG_FILE_EXISTS, (struct place){ .file = str_from(p->path) },
             STR("a new or empty folder, or one of an earlier export"), "it holds \"%s\"",
             stranger);
    return false;
}

bool partitions_open(struct arena *home, const char *folder, bool csv, struct partitions **out,
                     struct diags *diags)
{
    uint64_t random;
    struct partitions *p = ARENA_NEW(home, struct partitions);
    *p = (struct partitions){ .home = home,
                              .diags = diags,
                              .path = folder,
                              .csv = csv,
                              .folder = -1,
                              .staging = -1,
                              .put = g_ptr_array_new(),
                              .drop = g_ptr_array_new() };
    *out = p;
    leftover_new(home, str_from(folder));
    if (g_mkdir_with_parents(folder, 0777) != 0)
        return failed(p, "", "make");
    if (!may_stand(p))
        return false;
    p->folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (p->folder < 0 || getrandom(&random, sizeof random, 0) != (ssize_t)sizeof random)
        return failed(p, "", "open");
    (void)snprintf(p->name, sizeof p->name, ".export-%016llx", (unsigned long long)random);
    p->begun = str_c(home, str_format(home, "%s/%s", folder, p->name));
    leftover_add(p->begun);
    if (mkdirat(p->folder, p->name, 0777) != 0)
        return failed(p, p->name, "make");
    p->staging = openat(p->folder, p->name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    return p->staging >= 0 || failed(p, p->name, "open");
}

bool partitions_has(struct partitions *p, struct str content)
{
    struct stat found;
    for (size_t i = 0; i < table_count(); i++) {
        const char *name =
            str_c(p->home, str_format(p->home, "%s/%s", folder_name(p, content), table_file(p, i)));
        if (i != table_refused() && fstatat(p->folder, name, &found, AT_SYMLINK_NOFOLLOW) != 0)
            return false;
    }
    return true;
}

static bool write_file(struct partitions *p, int folder, const char *name, struct str text)
{
    int fd = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    bool good = fd >= 0;
    while (good && text.len > 0) {
        ssize_t wrote = write(fd, text.at, text.len);
        if (wrote < 0 && errno == EINTR)
            continue;
        good = wrote > 0;
        text = good ? str_sub(text, (size_t)wrote, text.len) : text;
    }
    good = good || failed(p, name, "write");
    return fd < 0 ? good : ((close(fd) == 0 || failed(p, name, "close")) && good);
}

static struct str *content_kept(struct partitions *p, struct str content)
{
    struct str *kept = ARENA_NEW(p->home, struct str);
    *kept = str_keep(p->home, content);
    return kept;
}

/* The files of a partition, in either form, and its folder; what else lies there keeps the folder.
 */
static bool take_away(struct partitions *p, int parent, struct str content)
{
    const char *name = folder_name(p, content);
    int folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    if (folder < 0)
        return errno == ENOENT || failed(p, name, "open");
    for (size_t i = 0; i < table_count(); i++) {
        (void)unlinkat(folder, file_of(p, i, true), 0);
        (void)unlinkat(folder, file_of(p, i, false), 0);
    }
    (void)close(folder);
    return unlinkat(parent, name, AT_REMOVEDIR) == 0 || failed(p, name, "remove");
}

bool partitions_put(struct partitions *p, struct str content, const struct str *text)
{
    const char *name = folder_name(p, content);
    bool again = mkdirat(p->staging, name, 0777) != 0 && errno == EEXIST;
    if (again && (!take_away(p, p->staging, content) || mkdirat(p->staging, name, 0777) != 0))
        return failed(p, name, "make");
    int folder = openat(p->staging, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    bool good = folder >= 0 || failed(p, name, "open");
    for (size_t i = 0; good && i < table_count(); i++)
        good = i == table_refused() || write_file(p, folder, table_file(p, i), text[i]);
    if (folder >= 0)
        (void)close(folder);
    if (!again)
        g_ptr_array_add(p->put, content_kept(p, content));
    return good;
}

void partitions_drop(struct partitions *p, struct str content)
{
    g_ptr_array_add(p->drop, content_kept(p, content));
}

struct str partitions_kept(struct partitions *p)
{
    struct str out;
    const char *path = str_c(p->home, str_format(p->home, "%s/" KEPT, p->path));
    struct stat found;
    if (fstatat(p->folder, KEPT, &found, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(found.st_mode) ||
        !file_read(p->home, path, &limits_default, &out, diags_new(p->home)))
        return (struct str){ 0 };
    return out;
}

static bool replace(struct partitions *p, const char *name, struct str text)
{
    struct replacing *replacing;
    struct sink sink;
    const char *path = str_c(p->home, str_format(p->home, "%s/%s", p->path, name));
    if (!replace_begin(p->home, path, &replacing, &sink, p->diags))
        return false;
    if (!sink.put(sink.self, text)) {
        replace_abandon(replacing);
        return false;
    }
    return replace_commit(replacing, p->diags);
}

bool partitions_commit(struct partitions *p, struct str refused, struct str kept)
{
    if (p->put->len > 0 && syncfs(p->staging) != 0)
        return failed(p, p->name, "sync");
    leftover_end(NULL, true); /* from here on a new folder is an export */
    leftover_add(p->begun);
    for (size_t i = 0; i < p->drop->len; i++)
        if (!take_away(p, p->folder, *(const struct str *)p->drop->pdata[i]))
            return false;
    for (size_t i = 0; i < p->put->len; i++) {
        struct str content = *(const struct str *)p->put->pdata[i];
        const char *name = folder_name(p, content);
        if (!take_away(p, p->folder, content))
            return false;
        if (renameat(p->staging, name, p->folder, name) != 0)
            return failed(p, name, "rename");
    }
    (void)g_ptr_array_set_size(p->put, 0);
    /* An export in the other form stood here before: of it nothing stays. */
    (void)unlinkat(p->folder, file_of(p, table_refused(), !p->csv), 0);
    return replace(p, p->csv ? "refused.csv" : "refused.jsonl", refused) && replace(p, KEPT, kept);
}

void partitions_close(struct partitions *p)
{
    for (size_t i = 0; i < p->put->len; i++)
        (void)take_away(p, p->staging, *(const struct str *)p->put->pdata[i]);
    if (p->staging >= 0) {
        (void)close(p->staging);
        (void)unlinkat(p->folder, p->name, AT_REMOVEDIR);
    }
    leftover_end(NULL, true);
    if (p->folder >= 0)
        (void)close(p->folder);
    g_ptr_array_free(p->put, TRUE);
    g_ptr_array_free(p->drop, TRUE);
}
