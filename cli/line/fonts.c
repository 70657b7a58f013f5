/* fonts.c - font files that a person gives: which files of the folder are looked at. Whether one is
 * a font, render says (given.c). */
#include "fonts.h"
#include <dirent.h>
#include <errno.h>
#include <strings.h>
#include <sys/stat.h>

static bool is_font_name(struct str name)
{
    static const char *const ends[] = { ".ttf", ".otf", ".ttc", ".otc" };
    bool told = false;
    if (name.len <= 4)
        return false;
    for (size_t i = 0; i < ARRAY_COUNT(ends); i++)
        told = told || strncasecmp(name.at + name.len - 4, ends[i], 4) == 0;
    /* fonts.txt holds it in a line of its own, as sha256sum would */
    return told && str_is_utf8(name) && str_find(name, STR("\n")) == SIZE_MAX &&
           str_find(name, STR("\r")) == SIZE_MAX && str_find(name, STR("\\")) == SIZE_MAX;
}

static bool refuse(struct request *request, struct str file, struct str expected, const char *said)
{
    diag_add(request->diags, DIAG_USAGE, (struct place){ .file = file }, expected, "--fonts: %s",
             said);
    return false;
}

struct taking {
    struct request *request;
    struct str folder;
    struct entry *item;
    size_t count, room;
    uint64_t bytes;
};

static bool name_take(struct taking *taking, struct str name)
{
    struct arena *home = taking->request->home;
    if (!is_font_name(name))
        return true;
    if (taking->count == FONT_FILES_MOST)
        return refuse(taking->request, taking->folder, STR("at most 2,048 font files"),
                      "more font files");
    ARENA_GROW(home, struct entry, taking->item, taking->count, taking->room, 16);
    taking->item[taking->count++] = (struct entry){ .name = str_keep(home, name) };
    return true;
}

static bool names_take(struct taking *taking)
{
    const char *path = taking->request->options.fonts;
    DIR *folder = opendir(path);
    bool good = true;
    if (!folder)
        return refuse(taking->request, taking->folder,
                      STR("a folder with font files: .ttf, .otf, .ttc or .otc"),
                      errno == ENOTDIR ? "not a folder" : "cannot be opened");
    for (struct dirent *one = readdir(folder); good && one; one = readdir(folder))
        good = name_take(taking, str_from(one->d_name));
    closedir(folder);
    if (good && taking->count == 0)
        return refuse(taking->request, taking->folder,
                      STR("font files in the folder itself: .ttf, .otf, .ttc or .otc"),
                      "no font file");
    return good;
}

static bool file_take(struct taking *taking, struct entry *entry)
{
    struct arena *home = taking->request->home;
    struct limits limits = limits_default;
    struct str path = str_format(home, "%.*s/%.*s", STR_ARG(taking->folder), STR_ARG(entry->name));
    limits.file = FONT_FILE_MOST;
    if (!file_read(home, str_c(home, path), &limits, &entry->bytes, taking->request->diags))
        return false;
    taking->bytes += entry->bytes.len;
    if (taking->bytes > FONT_BYTES_MOST)
        return refuse(taking->request, taking->folder, STR("at most 512 MiB of font files"),
                      "larger than that");
    entry->digest = digest_of(entry->bytes);
    return true;
}

bool fonts_taken(struct request *request, const struct entries **out)
{
    *out = NULL;
    if (!request->options.fonts)
        return true;
    struct taking taking = { .request = request, .folder = str_from(request->options.fonts) };
    if (!names_take(&taking))
        return false;
    entries_sort(taking.item, taking.count);
    for (size_t i = 0; i < taking.count; i++)
        if (!file_take(&taking, &taking.item[i]))
            return false;
    struct entries *entries = ARENA_NEW(request->home, struct entries);
    *entries = (struct entries){ taking.item, taking.count };
    *out = entries;
    return true;
}
