/* rounds.c - rule sets of rounds, and rounds as rows. */
#include "rounds.h"
#include "templates/templates.h"
#include <string.h>

bool rule_sets_built_in(struct request *request, struct rule_sets *out)
{
    static const struct str folder = STR_INIT("rounds/");
    const struct entries *all = templates_all(request->home);
    const struct rule_set **list =
        ARENA_MANY(request->home, all->count + 1, const struct rule_set *);
    *out = (struct rule_sets){ list, 0 };
    for (size_t i = 0; i < all->count; i++) {
        if (!str_starts(all->item[i].name, folder))
            continue;
        if (!rule_set_read(request->home, all->item[i].name, all->item[i].bytes,
                           &list[out->count++], request->diags))
            return false;
    }
    return true;
}

const struct rule_set *rule_sets_find(struct rule_sets sets, struct str name)
{
    for (size_t i = 0; i < sets.count; i++)
        if (str_eq(rule_set_name(sets.item[i]), name))
            return sets.item[i];
    return NULL;
}

struct run_row *run_rows_add(struct run_rows *rows)
{
    ARENA_GROW(rows->home, struct run_row, rows->item, rows->count, rows->room, 64);
    struct run_row *row = &rows->item[rows->count++];
    *row = (struct run_row){ .accelerators = -1, .per_node = -1, .nodes = -1 };
    return row;
}

struct str judgement_word(enum round_judgement judgement, const char *yes, const char *no)
{
    return judgement == JUDGED_YES  ? str_from(yes)
           : judgement == JUDGED_NO ? str_from(no)
                                    : (struct str){ 0 };
}

void rows_of_round(struct run_rows *rows, struct str bundle, const struct round *round)
{
    for (size_t i = 0; i < round->run_count; i++) {
        const struct round_run *run = &round->run[i];
        struct run_row *row = run_rows_add(rows);
        row->bundle = bundle;
        row->suite = str_from(run->suite);
        row->round = run->round;
        row->division = run->division;
        row->submitter = run->submitter;
        row->system = run->system;
        row->benchmark = run->benchmark;
        row->scenario = run->scenario.len > 0 ? run->scenario : run->scenario_in_log;
        row->metric = run->metric.key;
        row->value = run->figure.text;
        row->unit = str_from(run->figure.there ? run->figure.unit : "");
        row->definition = str_from(run->definition);
        row->derivation = run->derivation;
        row->valid = run->verdict;
        row->compliant = judgement_word(run->compliant, "compliant", "not compliant");
        row->weights = run->weights;
        row->inputs = run->inputs;
        row->accelerator = run->accelerator;
        row->accelerators = run->accelerators;
        row->per_node = run->accelerators_per_node;
        row->nodes = run->nodes;
        row->power = run->power.text;
        row->power_unit = str_from(run->power.there ? run->power.unit : "");
        row->source = run->metric.there ? run->metric.file : run->place;
        row->line = run->metric.line;
        row->run = run;
        row->round_of = round;
    }
}
