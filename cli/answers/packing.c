/* packing.c - what a pipeline made, packed and signed. */
#include "packing.h"
#include "amending.h"

int dossier_pack(struct pipeline *p, struct request *request, const char *target,
                 const struct key_file *key, unsigned threads, struct digest *content)
{
    const struct options *o = &request->options;
    struct replacing *replacing;
    struct sink sink;
    struct pack_request pack = {
        .payload = &p->payload,
        .root_file = STR("data/report/report.html"),
        .date = p->case_file->date,
        .key = key,
        .signing_time = request->now,
        .role = str_from(o->role),
        .comment = str_from(o->comment),
        .store = o->store,
        .threads = threads,
        .ahead = p->ahead,
    };
    if (!dossier_may_stand(request, target) ||
        !replace_begin(p->home, target, &replacing, &sink, p->diags))
        return diags_exit(p->diags);
    struct aside aside = replace_aside(replacing);
    pack.aside = &aside;
    if (!sign_pack(p->home, &pack, &sink, content, p->diags) ||
        !files_same(p->mapped_before, p->diags)) {
        replace_abandon(replacing);
        return diags_exit(p->diags) >= STATUS_INPUT ? diags_exit(p->diags) : STATUS_MACHINE;
    }
    return replace_commit(replacing, p->diags) ? STATUS_HOLDS : STATUS_MACHINE;
}
