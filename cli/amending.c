/* amending.c - reading a dossier and putting a changed one in its place. */
#include "amending.h"

bool dossier_read(struct request *request, const char *path, struct str *out)
{
    struct limits large = limits_default;
    large.file = UINT32_MAX;
    return file_read(request->home, path, &large, out, request->diags);
}

const char *dossier_target(const struct request *request)
{
    const struct options *o = &request->options;
    return o->output != NULL ? o->output : o->argument[0];
}

int dossier_write(struct request *request, bool (*make)(void *self, struct sink *sink), void *self)
{
    struct replacing *replacing;
    struct sink sink;
    int status = STATUS_MACHINE;
    if (replace_begin(request->home, dossier_target(request), &replacing, &sink, request->diags)) {
        if (!make(self, &sink))
            replace_abandon(replacing);
        else if (replace_commit(replacing, request->diags))
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
