/* needs.c - what a rule set asks of files that belong to no case yet: as key_exempt judges a run.
 */
#include "judging.h"
#include "rules.h"
#include "values.h"

struct asking {
    const struct rules *rules;
    enum key key;
    bool kinds, other_kind;     /* kinds of workload that are told; one that has the key */
    bool vendors, other_vendor; /* vendors of accelerators that are told; one that has the key */
    bool closed;                /* a "none" of another key answers */
};

static void fact_ask(struct asking *in, const struct fact *fact)
{
    enum key closer;
    if (fact->placeholder) {
        return;
    }
    if (fact->key == KEY_WORKLOAD_KIND) {
        in->kinds = true;
        in->other_kind =
            in->other_kind || !rules_exempt(in->rules, str_trim(fact->value.text), in->key);
    }
    struct str vendor = { 0 };
    if (fact->key == KEY_ACCELERATOR_VENDOR || fact->key == KEY_ACCELERATOR_NAME) {
        vendor = vendor_of(fact->value.text);
    }
    if (vendor.len > 0) {
        in->vendors = true;
        in->other_vendor = in->other_vendor || !rules_foreign(in->rules, vendor, in->key);
    }
    for (size_t i = 0; fact_is_none(fact) && rules_closed_by(in->rules, in->key, i, &closer); i++) {
        in->closed = in->closed || closer == fact->key;
    }
}

bool rules_ask(const struct rules *rules, const struct told *told, size_t count, enum key key)
{
    struct asking in = { .rules = rules, .key = key };
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; told[i].facts && j < facts_count(told[i].facts); j++) {
            fact_ask(&in, facts_at(told[i].facts, j));
        }
    }
    bool foreign = vocabulary_row(key)->bound == BOUND_VENDOR && in.vendors && !in.other_vendor;
    bool without = rules_without(rules, key) && processors_told(told, count, count).by != NULL;
    return !(in.kinds && !in.other_kind) && !foreign && !without && !in.closed;
}
