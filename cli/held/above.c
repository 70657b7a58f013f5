/* above.c - seals and dossiers in the folders above what `inspect`, `diff` and `steady` read. A
 * case looks no higher than its own folder; these verbs have none, and look up to the root. */
#include "above.h"
#include "seals.h"
#include "sign/sign.h"
#include <glib.h>
#include <unistd.h>

const char *const above_marks[] = { "META-INF", "bagit.txt",       "manifest-sha256.txt",
                                    "mimetype", "data/names.json", "tagmanifest-sha256.txt",
                                    NULL };

/* A folder of lists that are no dossier's may be large: only one with data/ on the way to the path,
 * and with a mark of a dossier, is read. */
static bool is_dossier(struct arena *home, struct str folder)
{
    for (size_t i = 0; above_marks[i]; i++)
        if (access(str_c(home, str_format(home, "%.*s%s", STR_ARG(folder), above_marks[i])),
                   F_OK) == 0)
            return true;
    return false;
}

static void dossiers_tell(struct arena *home, struct str path, struct diags *diags)
{
    for (size_t end = 0; end < path.len; end++) {
        struct str folder = str_sub(path, 0, end + 1);
        struct entries files;
        if (path.at[end] != '/' || !str_starts(str_sub(path, end + 1, path.len), STR("data/")) ||
            !is_dossier(home, folder))
            continue;
        if (entries_read(home, str_c(home, folder), &limits_default, &files, diags))
            (void)!sign_carried_check(home, folder, &files, diags);
    }
}

void above_tell(struct arena *home, const char *path, const struct entries *files,
                struct str stored, struct diags *diags)
{
    char *canonical = g_canonicalize_filename(path, NULL);
    struct str whole = str_keep(home, str_from(canonical));
    struct entry file = { .name = whole };
    const struct entries one = { &file, 1 };
    bool folder = !stored.at;
    g_free(canonical);
    for (size_t i = 0; i < whole.len; i++)
        if (whole.at[i] == '/')
            file.name = str_sub(whole, i + 1, whole.len);
    dossiers_tell(home, whole, diags);
    if (!folder && seal_is_above(home, "", str_sub(whole, 1, whole.len))) {
        file.bytes = stored;
        file.digest = digest_of(stored);
    }
    (void)!seals_above(home, "", str_sub(whole, 1, whole.len), !folder, folder ? files : &one,
                       &limits_default, diags);
}
