/* glob.c - patterns with * and ? inside one segment, and the files below a folder that they name.
 */
#include "file_own.h"
#include "rune.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>

bool pattern_matches(struct str pattern, struct str text)
{
    /* The last star met is the only one worth going back to: what an earlier one could take more,
     * it can take too. Hence no recursion, and time at most pattern times text. */
    struct str star = { 0 }, from = { 0 }, bytes;
    while (text.len || pattern.len) {
        if (pattern.len && pattern.at[0] == '*') {
            star = pattern = str_sub(pattern, 1, pattern.len);
            from = text;
            continue;
        }
        if (pattern.len && text.len && pattern.at[0] == '?' && text.at[0] != '/') {
            rune_next(&text, &bytes);
            pattern = str_sub(pattern, 1, pattern.len);
            continue;
        }
        if (pattern.len && text.len && pattern.at[0] == text.at[0] && pattern.at[0] != '?') {
            text = str_sub(text, 1, text.len);
            pattern = str_sub(pattern, 1, pattern.len);
            continue;
        }
        if (!star.at || from.len == 0 || from.at[0] == '/')
            return false;
        rune_next(&from, &bytes);
        text = from;
        pattern = star;
    }
    return true;
}

struct found {
    struct str path;
    struct found *before;
};

struct globbing {
    struct arena *home;
    struct diags *diags;
    struct place place;
    struct str pattern;
    struct found *last;
    struct str near; /* what exists and reads nearly like a name that does not; empty: nothing */
    size_t count;
    bool failed;
};

static void refuse(struct globbing *globbing, struct str path, const char *fault)
{
    diag_add(globbing->diags, DIAG_CASE_GLOB, globbing->place, STR("plain files and folders"),
             "\"%.*s\": %s", STR_ARG(path), fault);
    globbing->failed = true;
}

static void glob_segment(struct globbing *globbing, int folder, struct str prefix, struct str rest);

static void near_find(struct globbing *globbing, int folder, struct str prefix, struct str wrong,
                      struct str rest)
{
    struct str *name = NULL;
    size_t count = 0, reach = wrong.len / 3 + 2; /* farther is no help */
    int error = 0;
    if (globbing->near.len ||
        !folder_names(globbing->home, folder, limits_default.entries, &name, &count, &error))
        return;
    for (size_t i = 0; i < count; i++) {
        size_t far = str_distance(wrong, name[i]);
        if (far < reach && !name_fault(name[i])) {
            reach = far;
            globbing->near = str_format(globbing->home, "\"%.*s%.*s%s%.*s\"", STR_ARG(prefix),
                                        STR_ARG(name[i]), rest.at ? "/" : "", STR_ARG(rest));
        }
    }
}

/* `name` in `folder` fits the segment; `rest` is what the pattern has behind it. */
static void glob_name(struct globbing *globbing, int folder, struct str prefix, struct str name,
                      struct str rest)
{
    struct stat stat;
    const char *fault;
    struct str path = str_format(globbing->home, "%.*s%.*s", STR_ARG(prefix), STR_ARG(name));
    AUTO_FD fd = open_plain(folder, str_c(globbing->home, name), &stat, &fault);
    if (fd < 0) {
        if (fault || errno != ENOENT)
            refuse(globbing, path, fault ? fault : errno_text(errno));
        else
            near_find(globbing, folder, prefix, name, rest);
        return;
    }
    if (rest.at) {
        if (S_ISDIR(stat.st_mode)) {
            struct str deeper = str_format(globbing->home, "%.*s/", STR_ARG(path));
            glob_segment(globbing, fd, deeper, rest);
        }
        return;
    }
    if ((uint64_t)globbing->count++ == limits_default.entries) {
        refuse(globbing, path, "too many matches");
        return;
    }
    struct found *found = ARENA_NEW(globbing->home, struct found);
    *found = (struct found){ path, globbing->last };
    globbing->last = found;
}

static void glob_segment(struct globbing *globbing, int folder, struct str prefix, struct str rest)
{
    struct str segment = { 0 }, *name = NULL;
    size_t count = 0;
    int error = 0;
    (void)str_cut(&rest, '/', &segment);
    if (str_find(segment, STR("*")) == SIZE_MAX && str_find(segment, STR("?")) == SIZE_MAX) {
        glob_name(globbing, folder, prefix, segment, rest);
        return;
    }
    if (!folder_names(globbing->home, folder, limits_default.entries, &name, &count, &error)) {
        refuse(globbing, prefix, error == EOVERFLOW ? "too many names" : errno_text(error));
        return;
    }
    for (size_t i = 0; i < count && !globbing->failed; i++)
        if (pattern_matches(segment, name[i]))
            glob_name(globbing, folder, prefix, name[i], rest);
}

bool glob_match(struct arena *home, const char *root, struct str pattern, struct place place,
                struct str **out, size_t *count, struct diags *diags)
{
    struct globbing globbing = { .home = home, .diags = diags, .place = place, .pattern = pattern };
    const char *fault = name_fault(pattern);
    *out = NULL;
    *count = 0;
    if (fault) {
        diag_add(diags, DIAG_CASE_GLOB, place, STR("a relative path without . or .. segments"),
                 "\"%.*s\": %s", STR_ARG(pattern), fault);
        return false;
    }
    AUTO_FD fd = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) {
        diag_open(home, diags, str_from(root), errno);
        return false;
    }
    glob_segment(&globbing, fd, STR(""), pattern);
    if (globbing.failed)
        return false;
    if (globbing.count == 0) {
        diag_add(diags, DIAG_CASE_GLOB, place, globbing.near, "\"%.*s\" names nothing",
                 STR_ARG(pattern));
        return false;
    }
    struct str *path = ARENA_MANY(home, globbing.count, struct str);
    struct found *found = globbing.last;
    for (size_t i = 0; i < globbing.count; i++, found = found->before)
        path[i] = found->path;
    strs_sort(path, globbing.count);
    *out = path;
    *count = globbing.count;
    return true;
}
