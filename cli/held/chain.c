/* chain.c - dossiers that take the place of one another. */
#include "chain.h"
#include "base/json.h"
#include <stdlib.h>
#include <string.h>

struct reading {
    struct request *request;
    struct chain *chain;
};

static void references_copy(struct arena *home, const struct held *held, struct chain_link *out)
{
    const struct json_item *list = json_find(held->data, STR("/references"));
    if (!list || json_type(list) != JSON_ARRAY)
        return;
    struct chain_reference *old = ARENA_MANY(home, json_count(list) + 1, struct chain_reference);
    for (const struct json_item *one = json_next(list, NULL); one; one = json_next(list, one))
        if (str_eq(held_member(held->data, one, "as"), STR("supersedes")))
            old[out->old_count++] =
                (struct chain_reference){ str_keep(home,
                                                   held_member(held->data, one, "content_id")),
                                          str_keep(home, held_member(held->data, one, "case")) };
    out->old = old;
}

static bool take(void *self, const struct holding *holding, const struct opened *opened, void *made)
{
    struct reading *x = self;
    struct chain *chain = x->chain;
    (void)made;
    if (opened->why.len > 0) {
        chain->refused++;
        diag_add(x->request->diags, opened->read ? DIAG_DOSSIER_BROKEN : DIAG_FILE_READ,
                 (struct place){ .file = holding->path },
                 STR("a dossier whose lists and signatures hold; ask dossier verify"), "%.*s",
                 STR_ARG(opened->why));
        return true;
    }
    if (chain_find(chain, opened->held.content) < chain->count)
        return true;
    struct chain_link *link = &chain->link[chain->count++];
    *link = (struct chain_link){ .summary = summary_of(x->request->home, &opened->held),
                                 .path = holding->path };
    references_copy(x->request->home, &opened->held, link);
    struct signer *signer =
        ARENA_MANY(x->request->home, opened->checks.signer_count + 1, struct signer);
    for (size_t i = 0; i < opened->checks.signer_count; i++)
        signer[i] = (struct signer){ .holds = opened->checks.signer[i].holds,
                                     .certificate = opened->checks.signer[i].certificate };
    link->signer = signer;
    link->signer_count = opened->checks.signer_count;
    return true;
}

size_t chain_find(const struct chain *chain, struct str content)
{
    size_t i = 0;
    while (i < chain->count && !str_eq(chain->link[i].summary.content, content))
        i++;
    return i;
}

bool chain_follows(const struct chain *chain, size_t late, size_t early)
{
    const struct chain_link *link = &chain->link[late];
    for (size_t i = 0; i < link->old_count; i++)
        if (str_eq(link->old[i].content, chain->link[early].summary.content))
            return true;
    return false;
}

size_t chain_heirs(const struct chain *chain, size_t early)
{
    size_t count = 0;
    for (size_t i = 0; i < chain->count; i++)
        count += chain_follows(chain, i, early);
    return count;
}

static int by_date(const void *a, const void *b)
{
    const struct summary *one = &((const struct chain_link *)a)->summary;
    const struct summary *two = &((const struct chain_link *)b)->summary;
    int order = str_order(one->date, two->date);
    order = order != 0 ? order : str_order(one->case_id, two->case_id);
    return order != 0 ? order : str_order(one->content, two->content);
}

/* Each behind what it takes the place of, and next to it where it can be: a dossier cannot name one
 * that names it, since its content id hangs on the name. */
static void order_put(const struct chain *chain, size_t at, bool *put, struct chain_link *out,
                      size_t *count)
{
    for (size_t i = 0; i < chain->count; i++)
        if (!put[i] && chain_follows(chain, at, i))
            return; /* comes when the last of those it follows has been put */
    put[at] = true;
    out[(*count)++] = chain->link[at];
    for (size_t i = 0; i < chain->count; i++)
        if (!put[i] && chain_follows(chain, i, at))
            order_put(chain, i, put, out, count);
}

static void order(struct arena *home, struct chain *chain)
{
    bool *put = ARENA_MANY(home, chain->count + 1, bool);
    struct chain_link *sorted = ARENA_MANY(home, chain->count + 1, struct chain_link);
    size_t count = 0;
    memset(put, 0, (chain->count + 1) * sizeof *put);
    if (chain->count > 0)
        qsort(chain->link, chain->count, sizeof *chain->link, by_date);
    for (size_t i = 0; i < chain->count; i++) {
        struct chain_link *link = &chain->link[i];
        for (size_t k = 0; k < link->old_count; k++)
            link->after += chain_find(chain, link->old[k].content) < chain->count;
    }
    for (size_t i = 0; i < chain->count; i++)
        if (!put[i] && chain->link[i].after == 0)
            order_put(chain, i, put, sorted, &count);
    chain->link = sorted;
    chain->count = count;
}

bool chain_read(struct request *request, const char *const *path, size_t paths, struct chain *out)
{
    struct holding *holding;
    size_t count;
    *out = (struct chain){ 0 };
    if (!holdings_find(request->home, path, paths, &holding, &count, request->diags))
        return false;
    out->link = ARENA_MANY(request->home, count + 1, struct chain_link);
    struct reading x = { request, out };
    struct holdings_work work = { NULL, take, &x, 0 };
    if (!holdings_each(holding, count, &work))
        return false;
    order(request->home, out);
    return true;
}
