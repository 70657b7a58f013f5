/* seals.c - finds the seals that speak of a bundle, inside it and above it, and has them checked.
 */
#include "seals.h"
#include "sign/sign.h"
#include <fcntl.h>
#include <glib.h>
#include <unistd.h>

#define LIST "seal-sha256.txt"
#define SIGNATURE "seal.p7s"

/* A list that nobody signed, or a signature over nothing: whoever took the other half away may have
 * changed the rest. */
static void tell_half(struct arena *home, struct str folder, bool list, struct diags *diags)
{
    diag_add(diags, DIAG_SEAL_BROKEN,
             (struct place){
                 .file = str_format(home, "%.*s%s", STR_ARG(folder), list ? LIST : SIGNATURE) },
             STR("both halves of a seal, " LIST " and " SIGNATURE), "half a seal: no %s",
             list ? SIGNATURE : LIST);
}

/* The folder of a seal's half; false: the name is of no half. */
static bool half_of(struct str name, bool *list, struct str *folder)
{
    *list = str_eq(name, STR(LIST)) || str_ends(name, STR("/" LIST));
    if (!*list && !str_eq(name, STR(SIGNATURE)) && !str_ends(name, STR("/" SIGNATURE)))
        return false;
    *folder = str_sub(name, 0, name.len - (*list ? STR(LIST).len : STR(SIGNATURE).len));
    return true;
}

bool seals_inside(struct arena *home, struct str place, const struct entries *files,
                  struct diags *diags)
{
    bool good = true;
    for (size_t i = 0; i < files->count; i++) {
        const struct entry *signature = &files->item[i];
        struct str folder;
        bool is_list;
        if (!half_of(signature->name, &is_list, &folder) || carried_below(files, signature->name))
            continue; /* in a dossier names are packed ones: sign_carried_check judges its seals */
        const struct entry *list =
            entries_find(files, str_format(home, "%.*s" LIST, STR_ARG(folder)));
        if (!list || (is_list &&
                      !entries_find(files, str_format(home, "%.*s" SIGNATURE, STR_ARG(folder))))) {
            tell_half(home, str_format(home, "%.*s%.*s", STR_ARG(place), STR_ARG(folder)), is_list,
                      diags);
            good = false;
            continue;
        }
        if (is_list)
            continue; /* judged where its signature stands */
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

void carried_tell(struct arena *home, const char *path, const struct entries *files,
                  struct str stored, struct diags *diags)
{
    struct entry one = { .bytes = stored };
    const struct entries itself = { &one, 1 };
    bool folder = !stored.at;
    struct str place = str_format(home, "%s%c", path, folder ? '/' : '!');
    if (!folder && dossier_is(stored)) {
        (void)!sign_carried_check(home, str_from(path), &itself, diags);
        return;
    }
    /* A list or a signature named by itself is half a seal only where nothing lies beside it. */
    if (folder || files->count != 1)
        (void)!seals_inside(home, place, files, diags);
    (void)!sign_carried_check(home, place, files, diags);
}

static bool there(const char *path)
{
    return access(path, F_OK) == 0;
}

static const char *half_at(struct arena *home, const char *root, struct str folder,
                           const char *half)
{
    return str_c(home, str_format(home, "%s/%.*s%s", root, STR_ARG(folder), half));
}

/* The folder above `path` that ends at `end`, "" or "a/b/"; false: none does. */
static bool folder_above(struct str path, size_t end, struct str *out)
{
    *out = str_sub(path, 0, end == 0 ? 0 : end + 1);
    return end == 0 || path.at[end] == '/';
}

bool seal_is_above(struct arena *home, const char *root, struct str path)
{
    struct str folder;
    for (size_t end = 0; end < path.len; end++)
        if (folder_above(path, end, &folder) && there(half_at(home, root, folder, LIST)) &&
            there(half_at(home, root, folder, SIGNATURE)))
            return true;
    return false;
}

bool seals_speak(struct arena *home, const char *path, const struct entries *files, bool folder)
{
    struct str inside;
    bool is_list, speaks = false;
    for (size_t i = 0; !speaks && i < files->count; i++)
        speaks = half_of(files->item[i].name, &is_list, &inside);
    char *whole = folder ? g_canonicalize_filename(path, NULL) : NULL;
    speaks = speaks || (whole && seal_is_above(home, "", str_from(whole + 1)));
    g_free(whole);
    return speaks;
}

/* A seal of which at least one half lies in `folder`, "" or "a/b/". */
static bool judge_above(struct arena *home, const char *root, struct str folder, struct str path,
                        bool single, const struct entries *files, const struct limits *limits,
                        struct diags *diags)
{
    const char *list = half_at(home, root, folder, LIST);
    const char *signature = half_at(home, root, folder, SIGNATURE);
    if (there(list) != there(signature))
        tell_half(home, folder, there(list), diags);
    if (!there(list) || !there(signature))
        return there(list) == there(signature);
    struct str inner = str_sub(path, folder.len, path.len);
    size_t cut = inner.len - str_base_name(inner).len; /* a file's own name is in its entry */
    struct seal_check check = { .place = folder,
                                .files = files,
                                .above = single ? str_sub(inner, 0, cut)
                                                : str_format(home, "%.*s/", STR_ARG(inner)) };
    return file_read(home, list, limits, &check.list, diags) &&
           file_read(home, signature, limits, &check.signature, diags) &&
           sign_seal_check(home, &check, diags);
}

bool seals_above(struct arena *home, const char *root, struct str path, bool single,
                 const struct entries *files, const struct limits *limits, struct diags *diags)
{
    struct str folder;
    bool good = true;
    for (size_t end = 0; end < path.len; end++)
        if (folder_above(path, end, &folder))
            good = judge_above(home, root, folder, path, single, files, limits, diags) && good;
    return good;
}
