/* plan_seal.c - the seal over a plan: what shows that it was there before the first run. */
#include "plan_seal.h"
#include "sign/sign.h"

static const struct evidence *named(const struct evidence *evidence, size_t count, struct str name)
{
    for (size_t i = 0; i < count; i++)
        if (str_eq(evidence[i].name, name))
            return &evidence[i];
    return NULL;
}

static const struct fact *fact_put(struct case_file *case_file, enum key key, struct str text,
                                   const struct evidence *seal, const char *path)
{
    struct fact fact = { .key = key,
                         .kind = FACT_DECLARED,
                         .value = { .text = text },
                         .source = { .evidence = seal,
                                     .from = { .file = seal->name, .path = str_from(path) } } };
    facts_add(case_file->facts, &fact);
    return facts_at(case_file->facts, facts_count(case_file->facts) - 1);
}

void plan_seal(struct arena *home, struct case_file *case_file, const struct evidence *evidence,
               size_t count)
{
    if (!case_file->plan)
        return;
    struct plan *plan = ARENA_NEW(home, struct plan);
    *plan = *case_file->plan;
    case_file->plan = plan;
    struct str name = plan->evidence->name;
    for (size_t end = name.len; end > 0 && !plan->signed_at && plan->fault.len == 0;) {
        do
            end--;
        while (end > 0 && name.at[end - 1] != '/' && name.at[end - 1] != '!');
        struct str folder = str_sub(name, 0, end);
        const struct evidence *list =
            named(evidence, count, str_format(home, "%.*sseal-sha256.txt", STR_ARG(folder)));
        const struct evidence *signature =
            named(evidence, count, str_format(home, "%.*sseal.p7s", STR_ARG(folder)));
        if (!list || !signature)
            continue;
        struct sealed_file seal =
            sign_seal_of(home, list->bytes, signature->bytes, str_sub(name, end, name.len),
                         plan->evidence->digest, (struct str){ 0 }, 0);
        plan->unsigned_why = seal.why;
        if (seal.why.len > 0)
            continue;
        plan->signed_at = fact_put(case_file, KEY_PLAN_SIGNED, seal.when, signature,
                                   "signed attributes, signing time");
        plan->signer =
            fact_put(case_file, KEY_PLAN_SIGNER, seal.signer, signature, "certificate, subject");
    }
}
