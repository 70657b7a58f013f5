/* base_files.h - temporary folders and programs for tests of files. */
#ifndef BASE_FILES_H
#define BASE_FILES_H

#include "base/file.h"
#include "base_test.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Runs a program found by PATH; answers its exit status. */
static inline int run(const char *program, const char *first, const char *second, const char *third)
{
    char *arguments[5] = { strdup(program) };
    const char *const given[] = { first, second, third };
    for (size_t i = 0; i < ARRAY_COUNT(given) && given[i]; i++)
        arguments[i + 1] = strdup(given[i]);
    pid_t child;
    int status = -1;
    assert_int_equal(posix_spawnp(&child, program, NULL, NULL, arguments, environ), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    for (size_t i = 0; i < ARRAY_COUNT(arguments); i++)
        free(arguments[i]);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static inline const char *folder_new(void)
{
    static char path[64];
    (void)snprintf(path, sizeof path, "/tmp/dossier-test-XXXXXX");
    assert_non_null(mkdtemp(path));
    return path;
}

static inline void folder_remove(const char *path)
{
    assert_int_equal(run("rm", "-rf", path, NULL), 0);
}

static inline const char *below(const char *folder, const char *name)
{
    return str_format(home, "%s/%s", folder, name).at;
}

static inline void write_file(const char *folder, const char *name, const char *text)
{
    int fd = open(below(folder, name), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    close(fd);
}

static inline struct str read_whole(const char *folder, const char *name)
{
    struct str bytes;
    assert_true(file_read(home, below(folder, name), NULL, &bytes, diags));
    return bytes;
}

/* Names of entries, separated by blanks. */
static inline struct str entry_names(const struct entries *entries)
{
    struct buf names = buf_new(home, 1 << 20);
    for (size_t i = 0; i < entries->count; i++)
        buf_putf(&names, "%s%.*s", i ? " " : "", STR_ARG(entries->item[i].name));
    return buf_str(&names);
}

#endif
