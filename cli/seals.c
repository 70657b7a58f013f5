/* seals.c - finds the seals that speak of a bundle, inside it and above it, and has them checked.
 */
#include "seals.h"
#include "sign/sign.h"
#include <unistd.h>

#define LIST "seal-sha256.txt"
#define SIGNATURE "seal.p7s"

bool seals_inside(struct arena *home, struct str place, const struct entries *files,
                  struct diags *diags)
{
    bool good = true;
    for (size_t i = 0; i < files->count; i++) {
        const struct entry *signature = &files->item[i];
        if (!str_eq(signature->name, STR(SIGNATURE)) &&
            !str_ends(signature->name, STR("/" SIGNATURE)))
            continue;
        struct str folder = str_sub(signature->name, 0, signature->name.len - STR(SIGNATURE).len);
        const struct entry *list =
            entries_find(files, str_format(home, "%.*s" LIST, STR_ARG(folder)));
        if (list == NULL)
            continue; /* one picked file: seals_above finds both */
        struct seal_check check = { .place = str_format(home, "%.*s%.*s", STR_ARG(place),
                                                        STR_ARG(folder)),
                                    .list = list->bytes,
                                    .signature = signature->bytes,
                                    .files = files,
                                    .below = folder,
                                    .whole = true };
        good = sign_seal_check(home, &check, diags) && good;
    }
    return good;
}

static bool there(const char *path)
{
    return access(path, F_OK) == 0;
}

bool seals_above(struct arena *home, const char *root, struct str path, bool single,
                 const struct entries *files, const struct limits *limits, struct diags *diags)
{
    bool good = true;
    for (size_t end = 0; end < path.len; end++) {
        if (end != 0 && path.at[end] != '/')
            continue;
        struct str folder = str_sub(path, 0, end == 0 ? 0 : end + 1); /* "" or "a/b/" */
        const char *list = str_c(home, str_format(home, "%s/%.*s" LIST, root, STR_ARG(folder)));
        const char *signature =
            str_c(home, str_format(home, "%s/%.*s" SIGNATURE, root, STR_ARG(folder)));
        if (!there(list) || !there(signature))
            continue;
        struct str inner = str_sub(path, folder.len, path.len);
        size_t cut = inner.len;
        while (single && cut > 0 && inner.at[cut - 1] != '/')
            cut--; /* a file's own name is in its entry */
        struct seal_check check = { .place = folder,
                                    .files = files,
                                    .above = single ? str_sub(inner, 0, cut)
                                                    : str_format(home, "%.*s/", STR_ARG(inner)) };
        if (!file_read(home, list, limits, &check.list, diags) ||
            !file_read(home, signature, limits, &check.signature, diags))
            return false;
        good = sign_seal_check(home, &check, diags) && good;
    }
    return good;
}
