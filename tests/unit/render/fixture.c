/* fixture.c - see fixture.h. */
#include "fixture_making.h"

#include "base/num.h"

#include <assert.h>
#include <math.h>
#include <string.h>

struct fact *fact_new(struct making *m, enum key key, const char *text, enum unit unit,
                      enum fact_kind kind)
{
    struct fact *fact = ARENA_NEW(m->home, struct fact);
    fact->key = key;
    fact->kind = kind;
    fact->value.text = str_from(text);
    fact->value.unit = unit;
    fact->value.number = num_real(fact->value.text, &fact->value.value);
    assert(m->count < ARRAY_COUNT(m->fact));
    m->fact[m->count++] = fact;
    return fact;
}

struct fact *sourced(struct making *m, enum key key, const char *text, enum unit unit,
                     enum fact_kind kind, enum file_id file, uint32_t line, const char *path)
{
    struct fact *fact = fact_new(m, key, text, unit, kind);
    fact->source.evidence = &m->evidence[file];
    fact->source.from = (struct place){ .file = m->evidence[file].name,
                                        .line = line,
                                        .column = 5,
                                        .path = str_from(path),
                                        .offset = line * 20 };
    return fact;
}

struct fact *derived(struct making *m, enum key key, const char *text, enum unit unit,
                     const char *name, const char *formula, const struct comparison *licence)
{
    struct fact *fact = fact_new(m, key, text, unit, FACT_DERIVED);
    struct derivation *derivation = ARENA_NEW(m->home, struct derivation);
    *derivation = (struct derivation){
        .name = name, .formula = formula, .relates = licence != NULL, .licence = licence
    };
    fact->derivation = derivation;
    return fact;
}

void input_set(struct making *m, struct fact *fact, const struct fact *const *input, size_t count)
{
    const struct fact **kept = ARENA_MANY(m->home, count + 1, const struct fact *);
    memcpy(kept, input, count * sizeof *kept);
    struct derivation *derivation = ARENA_NEW(m->home, struct derivation);
    *derivation = *fact->derivation;
    derivation->input = kept;
    derivation->count = count;
    fact->derivation = derivation;
}

/* facts_add copies; the model's pointers must be the copies */
const struct fact *scoped(struct making *m, struct facts *facts, struct fact *fact)
{
    facts_add(facts, fact);
    const struct fact *copy = facts_at(facts, facts_count(facts) - 1);
    memcpy(&m->fact[m->count - 1], &copy,
           sizeof copy); /* numbered through the list, as assess does */
    return copy;
}

const struct report_model *fixture_model(struct arena *home, enum fixture kind)
{
    struct making *m = ARENA_NEW(home, struct making);
    m->home = home;
    m->kind = kind;
    m->file = ARENA_NEW(home, struct case_file);
    m->model = ARENA_NEW(home, struct report_model);
    m->comparison = ARENA_NEW(home, struct comparison);
    struct comparison *c = m->comparison;
    evidence_make(m);
    systems_make(m);
    case_make(m);
    stack_make(m);
    c->a = &m->file->system[0];
    c->b = &m->file->system[1];
    c->has_baseline = true;
    c->verdict = kind == FIXTURE_REFUSAL ? VERDICT_NOT : VERDICT_STATED;
    bool licensed = kind != FIXTURE_REFUSAL;
    counts_make(m);
    runs_make(m, licensed);
    if (licensed) {
        c->window_begin =
            pair(m, KEY_WINDOW_BEGIN, "17.02", UNIT_SECOND, "window", "latest steady start");
        c->window_end =
            pair(m, KEY_WINDOW_END, "78.00", UNIT_SECOND, "window", "earliest steady end");
        c->window_length =
            pair(m, KEY_WINDOW_LENGTH, "60.98", UNIT_SECOND, "window", "end - begin");
    }
    if (kind == FIXTURE_CLAIM)
        ratio_make(m);
    else
        c->credit_why = licensed ? "no ratio" : "";
    layers_make(m);
    coverage_make(m);
    findings_make(m);
    facts_number(m->fact, m->count);
    const struct fact **fact = ARENA_MANY(home, m->count, const struct fact *);
    memcpy(fact, m->fact, m->count * sizeof *fact);
    *m->model = (struct report_model){ .case_file = m->file,
                                       .evidence = m->evidence,
                                       .evidence_count = FILE_NOTES + 1,
                                       .comparison = c,
                                       .comparison_count = 1,
                                       .fact = fact,
                                       .fact_count = m->count,
                                       .rules_version = STR("1"),
                                       .program = STR("dossier 0.1.0"),
                                       .evidence_id = digest_of(STR("fixture")) };
    return m->model;
}

const struct skin *fixture_skin(struct arena *home)
{
    struct diags *diags = diags_new(home);
    struct entries *files = ARENA_NEW(home, struct entries);
    if (!entries_read(home, TESTS_DIR "/../templates", NULL, files, diags))
        return NULL;
    struct skin *skin = ARENA_NEW(home, struct skin);
    skin->file = files;
    return skin_open(home, skin, STR("en"), diags) ? skin : NULL;
}
