/* records.c - which documents of a case are its plan and its ledger. */
#include "records.h"

static const struct evidence *document_named(const struct case_file *case_file, enum key key,
                                             const struct evidence *evidence, size_t count)
{
    const struct fact *fact = facts_best(case_file->facts, key, (struct str){ 0 });
    struct str path = fact ? str_trim(fact->value.text) : (struct str){ 0 };
    for (size_t i = 0; i < count && fact; i++)
        if (str_eq(evidence[i].name, path))
            return &evidence[i];
    return NULL;
}

void records_read(struct arena *home, struct case_file *case_file, const struct evidence *evidence,
                  size_t count, const struct limits *limits)
{
    const struct evidence *plan = document_named(case_file, KEY_CASE_PLAN, evidence, count);
    const struct evidence *ledger = document_named(case_file, KEY_CASE_LEDGER, evidence, count);
    case_file->plan = plan ? plan_read(home, case_file, plan, limits) : NULL;
    case_file->ledger = ledger ? ledger_read(home, case_file, ledger, limits) : NULL;
}
