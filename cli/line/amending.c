/* amending.c - reading a dossier and putting a changed one in its place. */
#include "amending.h"
#include <glib.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

bool dossier_read(struct request *request, const char *path, struct str *out)
{
    struct limits large = limits_default;
    large.file = UINT32_MAX;
    return file_read(request->home, path, &large, out, request->diags);
}

const char *dossier_target(const struct request *request)
{
    const struct options *o = &request->options;
    return o->output ? o->output : o->argument[0];
}

bool dossier_may_stand(struct request *request, const char *target)
{
    static const char dossier[] = "mimetypeapplication/vnd.etsi.asic-e+zip";
    enum { NAME_AT = 30 }; /* behind the first member's header */
    struct stat found;
    char head[NAME_AT + sizeof dossier - 1];
    if (stat(target, &found) != 0 || !S_ISREG(found.st_mode) || found.st_size == 0)
        return true;
    FILE *old = fopen(target, "rb");
    size_t len = old ? fread(head, 1, sizeof head, old) : 0;
    if (old)
        (void)fclose(old);
    if (len == sizeof head && memcmp(head + NAME_AT, dossier, sizeof dossier - 1) == 0)
        return true;
    diag_add(request->diags, DIAG_FILE_EXISTS, (struct place){ .file = str_from(target) },
             STR("an earlier dossier, or no file"), "it is no dossier");
    return false;
}

/* Whether what is written takes the place of what was read. */
static bool in_place(const struct request *request)
{
    struct stat from, to;
    return !request->options.output || (stat(request->options.argument[0], &from) == 0 &&
                                        stat(request->options.output, &to) == 0 &&
                                        from.st_dev == to.st_dev && from.st_ino == to.st_ino);
}

bool dossier_pinned(struct request *request, struct str dossier, struct digest *content)
{
    const char *asked = request->options.content_id;
    struct digest expected;
    struct str name = str_from(request->options.argument[0]);
    if (asked && !digest_from_hex(str_from(asked), &expected)) {
        diag_add(request->diags, DIAG_USAGE, (struct place){ .file = STR("dossier") },
                 STR("64 digits 0 to 9 and a to f, as build and verify print them"),
                 "--content-id %s", asked);
        return false;
    }
    if (!sign_content_id(request->home, name, dossier, content, request->diags))
        return false;
    if (!asked || digest_eq(*content, expected))
        return true;
    diag_add(request->diags, DIAG_DOSSIER_OTHER, (struct place){ .file = name },
             str_format(request->home, "content id %s", asked), "content id %.*s",
             STR_ARG(digest_hex(request->home, *content)));
    return false;
}

int dossier_write(struct request *request, struct str was,
                  bool (*make)(void *self, struct sink *sink), void *self)
{
    struct replacing *replacing;
    struct sink sink;
    int status = STATUS_MACHINE;
    bool over = in_place(request);
    struct digest digest = digest_of(was);
    if (request->options.output && !dossier_may_stand(request, request->options.output))
        return STATUS_INPUT;
    if (replace_begin(request->home, dossier_target(request), &replacing, &sink, request->diags)) {
        if (!make(self, &sink))
            replace_abandon(replacing);
        else if (over ? replace_commit_over(replacing, digest, request->diags)
                      : replace_commit(replacing, request->diags))
            return STATUS_HOLDS;
    }
    return diags_exit(request->diags) != 0 ? diags_exit(request->diags) : status;
}

bool file_put(struct request *request, const char *path, struct str bytes)
{
    struct replacing *replacing;
    struct sink sink;
    if (!replace_begin(request->home, path, &replacing, &sink, request->diags))
        return false;
    if (!sink.put(sink.self, bytes)) {
        replace_abandon(replacing);
        return false;
    }
    return replace_commit(replacing, request->diags);
}

bool folder_new(struct request *request, const char *path, struct str expected)
{
    GDir *dir = g_dir_open(path, 0, NULL);
    bool other = !dir ? g_file_test(path, G_FILE_TEST_EXISTS) : g_dir_read_name(dir) != NULL;
    if (dir)
        g_dir_close(dir);
    if (other)
        diag_add(request->diags, DIAG_FILE_EXISTS, (struct place){ .file = str_from(path) },
                 expected, "it is none");
    return !other;
}
