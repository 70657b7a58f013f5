/* missing.c - what to name instead of a path that is not there, or of a link. */
#include "file_own.h"

#include <errno.h>
#include <fcntl.h>

enum { NAMES_MOST = 4096 }; /* of a folder that is looked through for a name that is near */

/* The folder of a path, as it can be opened. */
static struct str folder_of_path(struct str path)
{
    size_t end = path.len;
    while (end > 0 && path.at[end - 1] != '/')
        end--;
    if (end == 0)
        return STR(".");
    return str_sub(path, 0, end > 1 ? end - 1 : 1);
}

/* The name in a folder that is nearest to a wrong one; empty: none is near, or it cannot be read.
 */
static struct str nearest_in(struct arena *home, struct str folder, struct str wrong)
{
    struct str *name = NULL, near = { 0 };
    size_t dot = str_find(wrong, STR(".")), count = 0;
    size_t reach = (dot == SIZE_MAX ? wrong.len : dot) / 3; /* farther is no help */
    int error = 0;
    AUTO_FD fd = open(str_c(home, folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0 || !folder_names(home, fd, NAMES_MOST, &name, &count, &error))
        return near;
    for (size_t i = 0; i < count; i++) {
        size_t far = str_distance(wrong, name[i]);
        if (far <= reach && (near.len == 0 || far < reach)) {
            reach = far;
            near = name[i];
        }
    }
    return near;
}

/* The path with its first segment that is not there exchanged for the nearest name beside it. */
static struct str nearest_path(struct arena *home, struct str path)
{
    struct str known = path;
    for (;;) {
        struct str folder = folder_of_path(known);
        struct stat stat;
        if (fstatat(AT_FDCWD, str_c(home, folder), &stat, 0) == 0) {
            struct str last = str_base_name(known);
            struct str near = nearest_in(home, folder, last);
            return near.len == 0 ? (struct str){ 0 }
                                 : str_format(home, "%.*s%.*s", (int)(known.len - last.len),
                                              known.at, STR_ARG(near));
        }
        if (folder.len >= known.len)
            return (struct str){ 0 };
        known = folder;
    }
}

void diag_open(struct arena *home, struct diags *diags, struct str file, int number)
{
    struct str near = number == ENOENT && file.len > 0 ? nearest_path(home, file) : STR("");
    struct str expected =
        near.len > 0 ? str_format(home, "perhaps \"%.*s\"", STR_ARG(near)) : STR("");
    diag_add(diags, DIAG_FILE_READ, (struct place){ .file = file }, expected, "open: %s",
             errno_text(number));
}

void diag_not_plain(struct arena *home, struct diags *diags, struct str file, const char *fault)
{
    enum { LINK_MOST = 4096 };
    char *target = ARENA_MANY(home, LINK_MOST, char);
    struct stat behind;
    ssize_t len = readlinkat(AT_FDCWD, str_c(home, file), target, LINK_MOST);
    bool there = fstatat(AT_FDCWD, str_c(home, file), &behind, 0) == 0;
    struct str expected = STR("");
    if (there && !S_ISREG(behind.st_mode) && !S_ISDIR(behind.st_mode)) {
        fault = "a device, pipe or socket"; /* as `<(command)` of a shell makes them */
    } else if (there && len > 0 && len < LINK_MOST) {
        struct str last = str_base_name(file);
        int before = target[0] == '/' ? 0 : (int)(file.len - last.len);
        expected =
            str_format(home, "what it leads to: \"%.*s%.*s\"", before, file.at, (int)len, target);
    }
    diag_add(diags, DIAG_FILE_REFUSED, (struct place){ .file = file }, expected, "%s", fault);
}
