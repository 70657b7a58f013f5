/* sections_clauses.c - clauses and objectives on the first page, in full words: MET, NOT MET or NOT
 * SHOWN, each so that it survives grey. */
#include "page_one.h"

static const struct {
    const char *word;
    enum style style;
} standings[] = { [STANDING_MET] = { "standing.MET", STYLE_MET },
                  [STANDING_NOT_MET] = { "standing.NOT_MET", STYLE_UNMET },
                  [STANDING_NOT_SHOWN] = { "standing.NOT_SHOWN", STYLE_UNSHOWN } };

static const struct judged_threshold *judged_of(const struct building *b,
                                                const struct comparison *c,
                                                const struct threshold *threshold,
                                                const struct system *system)
{
    for (size_t i = 0; i < b->model->threshold_count; i++) {
        const struct judged_threshold *one = &b->model->threshold[i];
        if (one->threshold == threshold && one->system == system &&
            str_eq(one->workload, c->workload))
            return one;
    }
    return NULL;
}

/* "8 ms at most, 99 of 100: Time of an iteration". */
void clause_words_add(struct building *b, struct node *cell, const struct threshold *threshold)
{
    if (threshold->text) {
        struct str text = str_trim(threshold->text->value.text);
        quote_add(b, cell, str_ends(text, STR(".")) ? str_sub(text, 0, text.len - 1) : text,
                  threshold->text);
        return;
    }
    if (threshold->key == KEY_COUNT || !threshold->fact) {
        text_add(b, cell, "clauses.silent")->style = STYLE_SOFT;
        return;
    }
    struct str instance = threshold->instance;
    bool percentile = str_starts(instance, STR("p"));
    struct fill fill[] = { { "metric", .quote = key_title(b, threshold->key) },
                           { "limit", .fact = threshold->fact },
                           { "of", .quote = str_sub(instance, percentile ? 1 : 0, instance.len) } };
    const char *id = threshold->at_most ? "clauses.at_most" : "clauses.at_least";
    say(b, cell, percentile ? joined(b, id, "of") : id, fill, ARRAY_COUNT(fill));
}

/* The chart above draws value and limit: of a clause that is met the word says all. */
static bool drawn_above(const struct building *b, const struct comparison *c,
                        const struct judged_threshold *one)
{
    const struct case_file *file = b->model->case_file;
    return !alone(b) && claimed(c) && one->standing == STANDING_MET &&
           one->threshold->key == file->metric &&
           str_eq(one->threshold->instance, file->metric_instance);
}

/* Evidence that no value may be taken from shows no clause to be met, nor to be missed. */
static void refused_cell(struct building *b, struct node *cell, const struct threshold *threshold)
{
    text_add(b, cell, standings[STANDING_NOT_SHOWN].word)->style =
        standings[STANDING_NOT_SHOWN].style;
    text_add(b, cell, "clauses.gap");
    text_add(b, cell,
             threshold->key == KEY_COUNT || !threshold->fact ? "clauses.why.words"
                                                             : "clauses.why.refused")
        ->style = STYLE_SOFT;
}

static void standing_cell(struct building *b, struct node *cell, const struct comparison *c,
                          const struct judged_threshold *one)
{
    if (!one) {
        text_add(b, cell, "clauses.other")->style = STYLE_SOFT;
        return;
    }
    text_add(b, cell, standings[one->standing].word)->style = standings[one->standing].style;
    if (one->value.value && drawn_above(b, c, one))
        return;
    if (one->value.value) {
        text_add(b, cell, "clauses.gap");
        value_add(b, cell, one->value.value, FORM_UNIT)->style = STYLE_SOFT;
        if (alone(b) && one->value.low && one->value.high) { /* there is room for one side's */
            SAY(b, cell, "clauses.interval", { "low", .fact = one->value.low },
                { "high", .fact = one->value.high });
        }
    } else if (one->why) {
        const char *why = joined(b, "clauses.why", one->why);
        if (string_has(b, why)) {
            text_add(b, cell, "clauses.gap");
            text_add(b, cell, why)->style = STYLE_SOFT;
        }
    }
}

static bool all_met(const struct building *b, const struct comparison *c,
                    const struct threshold *threshold)
{
    const struct judged_threshold *const one[] = { judged_of(b, c, threshold, c->a),
                                                   judged_of(b, c, threshold, c->b) };
    return !refused(c) && (!one[0] || one[0]->standing == STANDING_MET) &&
           (!one[1] || one[1]->standing == STANDING_MET);
}

struct clauses {
    struct node *table;
    size_t rows, folded;
};

/* What somebody misses is never folded away; past six rows, what all meet is. */
static void rows_add(struct building *b, struct clauses *out, const struct comparison *c,
                     const struct threshold *list, size_t count, bool fold)
{
    for (size_t i = 0; i < count; i++) {
        if (fold && all_met(b, c, &list[i])) {
            out->folded++;
            continue;
        }
        struct node *row = row_add(b, out->table);
        struct node *name = cell_heading(b, row);
        if (list[i].clause)
            quote_add(b, name, list[i].clause->value.text, list[i].clause);
        else
            text_add(b, name, "clauses.aim")->style = STYLE_SOFT;
        clause_words_add(b, cell_add(b, row), &list[i]);
        const struct system *const side[] = { c->a, c->b };
        for (size_t k = 0; k < ARRAY_COUNT(side); k++) {
            struct node *cell = cell_add(b, row);
            if (refused(c))
                refused_cell(b, cell, &list[i]);
            else
                standing_cell(b, cell, c, judged_of(b, c, &list[i], side[k]));
        }
        out->rows++;
    }
}

/* Names of the clauses that were folded. */
static void folded_add(struct building *b, struct node *section, const struct comparison *c,
                       const struct terms *terms)
{
    struct node *line = paragraph_plain(b, section, ROLE_SMALL, "clauses.folded");
    bool any = false;
    for (size_t i = 0; i < terms->requirement_count + terms->objective_count; i++) {
        const struct threshold *one = i < terms->requirement_count
                                          ? &terms->requirement[i]
                                          : &terms->objective[i - terms->requirement_count];
        if (!all_met(b, c, one))
            continue;
        if (any)
            text_add(b, line, "list.separator");
        if (one->clause)
            quote_add(b, line, one->clause->value.text, one->clause);
        else
            quote_add(b, line, key_title(b, one->key), NULL);
        any = true;
    }
    text_add(b, line, "sentence.end");
}

size_t standing_count(const struct building *b, const struct comparison *c,
                      const struct system *system, enum standing standing)
{
    size_t count = 0;
    for (size_t i = 0; i < b->model->threshold_count; i++) {
        const struct judged_threshold *one = &b->model->threshold[i];
        if (one->threshold->requirement && one->system == system && one->standing == standing &&
            str_eq(one->workload, c->workload))
            count++;
    }
    return count;
}

void clauses_list(struct building *b, struct node *line, const struct comparison *c,
                  const struct system *system, enum standing standing)
{
    bool any = false;
    for (size_t i = 0; i < b->model->threshold_count; i++) {
        const struct judged_threshold *one = &b->model->threshold[i];
        if (!one->threshold->requirement || one->system != system || one->standing != standing ||
            !str_eq(one->workload, c->workload))
            continue;
        if (any)
            text_add(b, line, "list.separator");
        quote_add(b, line, one->threshold->clause->value.text, one->threshold->clause);
        any = true;
    }
}

void clauses_add(struct building *b, struct node *page, const struct comparison *c)
{
    enum { MOST = 6 };
    static const struct column columns[] = {
        { .share = 8 }, { .share = 44 }, { .share = 24 }, { .share = 24 }
    };
    const struct terms *terms = b->model->case_file->terms;
    size_t all = terms ? terms->requirement_count + terms->objective_count : 0;
    bool told = refused(c) ? alone(b) : b->model->threshold_count > 0;
    if (all == 0 || !told)
        return;
    struct node *section = section_add(
        b, page, ROLE_FIGURE, str_format(b->home, "clauses%.*s", STR_ARG(pair_suffix(b, c))));
    heading_add(b, section, 2, "clauses.heading");
    paragraph_plain(b, section, ROLE_SUBTITLE, "clauses.subtitle");
    struct clauses out = { .table = table_add(b, section, ROLE_NONE, "clauses.heading", columns,
                                              ARRAY_COUNT(columns)) };
    out.table->licence = refused(c) ? NULL : c;
    struct node *head = row_add(b, out.table);
    head->heading = true;
    text_add(b, cell_heading(b, head), "clauses.clause");
    text_add(b, cell_heading(b, head), "clauses.asks");
    const struct system *const side[] = { c->a, c->b };
    for (size_t i = 0; i < 2; i++) {
        struct node *cell = cell_heading(b, head);
        quote_add(b, cell, side[i]->id, NULL)->style = i == 0 ? STYLE_A : STYLE_B;
        if (side[i]->label.len > 0) {
            text_add(b, cell, "space");
            quote_add(b, cell, side[i]->label, NULL);
        }
    }
    rows_add(b, &out, c, terms->requirement, terms->requirement_count, all > MOST);
    rows_add(b, &out, c, terms->objective, terms->objective_count, all > MOST);
    side_drop(b, out.table, 3);
    if (out.folded > 0)
        folded_add(b, section, c, terms);
}
