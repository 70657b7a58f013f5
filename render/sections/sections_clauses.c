/* sections_clauses.c - clauses and objectives on the first page, in full words: MET, NOT MET or NOT
 * SHOWN, each so that it survives grey. */
#include "costs.h"
#include "page_one.h"

#include <string.h>

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

bool clauses_apart(const struct building *b)
{
    enum { MOST = 10 };
    return terms_of(b)->requirement_count > MOST && b->model->threshold_count > 0;
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

/* The chart above draws value and limit, and names their unit. */
static bool drawn_above(const struct building *b, const struct comparison *c,
                        const struct judged_threshold *one)
{
    const struct case_file *file = b->model->case_file;
    return !alone(b) && claimed(c) && one->threshold->key == file->metric &&
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

/* Why it is not shown stands once where that is so of both sides for one reason. */
static void standing_cell(struct building *b, struct node *cell, const struct comparison *c,
                          const struct judged_threshold *one, const char *said_beside)
{
    if (!one) {
        text_add(b, cell, "clauses.other")->style = STYLE_SOFT;
        return;
    }
    text_add(b, cell, standings[one->standing].word)->style = standings[one->standing].style;
    if (one->value.value && drawn_above(b, c, one) && one->standing == STANDING_MET)
        return; /* the word says all */
    if (one->value.value) {
        text_add(b, cell, "clauses.gap");
        value_add(b, cell, one->value.value, drawn_above(b, c, one) ? FORM_PLAIN : FORM_UNIT)
            ->style = STYLE_SOFT;
        if (alone(b) && one->value.low && one->value.high) { /* there is room for one side's */
            SAY(b, cell, "clauses.interval", { "low", .fact = one->value.low },
                { "high", .fact = one->value.high });
        }
    } else if (one->why && !(said_beside && strcmp(one->why, said_beside) == 0)) {
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

/* ---- which of them page one holds ---- */

enum { TABLE_MOST = 6, MISSED_MOST = 5, MISSED_MOST_ALONE = 16, NAMES_MOST = 9 };
enum clause_place { CLAUSE_ROW, CLAUSE_MET, CLAUSE_NAMED };
struct clauses {
    enum clause_place *place; /* of requirements, then of objectives */
    size_t count, of[CLAUSE_NAMED + 1];
};

static const struct threshold *clause_at(const struct terms *terms, size_t index)
{
    return index < terms->requirement_count ? &terms->requirement[index]
                                            : &terms->objective[index - terms->requirement_count];
}

/* Whether the side that is weighed against the baseline meets it. */
static bool met_by_last(const struct building *b, const struct comparison *c,
                        const struct threshold *threshold)
{
    const struct judged_threshold *one = judged_of(b, c, threshold, c->b);
    return one && one->standing == STANDING_MET;
}

/* `room` of them fill the page, of more the line of names takes the place of a row. Past six, what
 * all meet is one line of names. What somebody misses or does not show has a row as long as one
 * page holds them, first of all what the side weighed against the baseline does: the rest is named,
 * and stands in the table of all. */
static struct clauses clauses_place(struct building *b, const struct comparison *c,
                                    const struct terms *terms)
{
    size_t room = alone(b) ? MISSED_MOST_ALONE : TABLE_MOST;
    size_t most = alone(b) ? MISSED_MOST_ALONE : MISSED_MOST;
    struct clauses out = { .count = terms->requirement_count + terms->objective_count };
    out.place = ARENA_MANY(b->home, out.count, enum clause_place);
    for (size_t i = 0; i < out.count; i++) {
        bool met = out.count > TABLE_MOST && all_met(b, c, clause_at(terms, i));
        out.place[i] = met ? CLAUSE_MET : CLAUSE_ROW;
        out.of[out.place[i]]++;
    }
    if (out.of[CLAUSE_ROW] <= room)
        return out;
    for (size_t i = 0; i < out.count; i++)
        out.place[i] = out.place[i] == CLAUSE_ROW ? CLAUSE_NAMED : out.place[i];
    out.of[CLAUSE_NAMED] = out.of[CLAUSE_ROW];
    out.of[CLAUSE_ROW] = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < out.count && out.of[CLAUSE_ROW] < most; i++) {
            if (out.place[i] != CLAUSE_NAMED ||
                (pass == 0 && met_by_last(b, c, clause_at(terms, i))))
                continue;
            out.place[i] = CLAUSE_ROW;
            out.of[CLAUSE_ROW]++;
            out.of[CLAUSE_NAMED]--;
        }
    }
    return out;
}

bool clauses_named(struct building *b, const struct comparison *c)
{
    const struct terms *terms = b->model->case_file->terms;
    return terms && b->model->threshold_count > 0 &&
           clauses_place(b, c, terms).of[CLAUSE_NAMED] > 0;
}

static void clause_row(struct building *b, struct node *table, const struct comparison *c,
                       const struct threshold *threshold)
{
    struct node *row = row_add(b, table);
    struct node *name = cell_heading(b, row);
    if (threshold->clause)
        quote_add(b, name, threshold->clause->value.text, threshold->clause);
    else
        text_add(b, name, "clauses.aim")->style = STYLE_SOFT;
    clause_words_add(b, cell_add(b, row), threshold);
    const struct judged_threshold *const one[] = { judged_of(b, c, threshold, c->a),
                                                   judged_of(b, c, threshold, c->b) };
    for (size_t k = 0; k < ARRAY_COUNT(one); k++) {
        struct node *cell = cell_add(b, row);
        if (refused(c))
            refused_cell(b, cell, threshold);
        else
            standing_cell(b, cell, c, one[k], k == 0 && one[1] ? one[1]->why : NULL);
    }
}

/* Names of the clauses without a row, as many as a line holds, then how many more. */
static struct node *named_add(struct building *b, struct node *section,
                              const struct clauses *clauses, const struct terms *terms,
                              enum clause_place place, const char *before)
{
    struct node *line = paragraph_plain(b, section, ROLE_SMALL, before);
    size_t told = 0;
    for (size_t i = 0; i < clauses->count && told < NAMES_MOST; i++) {
        const struct threshold *one = clause_at(terms, i);
        if (clauses->place[i] != place)
            continue;
        if (told++ > 0)
            text_add(b, line, "list.separator");
        if (one->clause)
            quote_add(b, line, one->clause->value.text, one->clause);
        else
            quote_add(b, line, key_title(b, one->key), NULL);
    }
    if (clauses->of[place] > told)
        SAY(b, line, "owed.more", { "count", .quote = counted_text(b, clauses->of[place] - told) });
    text_add(b, line, "sentence.end");
    return line;
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
                  const struct system *system, enum standing standing, size_t most)
{
    size_t all = 0, told = 0;
    for (size_t i = 0; i < b->model->threshold_count; i++) {
        const struct judged_threshold *one = &b->model->threshold[i];
        if (!one->threshold->requirement || one->system != system || one->standing != standing ||
            !str_eq(one->workload, c->workload) || all++ >= most)
            continue;
        if (told++ > 0)
            text_add(b, line, "list.separator");
        quote_add(b, line, one->threshold->clause->value.text, one->threshold->clause);
    }
    if (all > told)
        SAY(b, line, "clauses.list.more", { "count", .quote = counted_text(b, all - told) });
}

void clauses_add(struct building *b, struct node *page, const struct comparison *c)
{
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
    struct clauses clauses = clauses_place(b, c, terms);
    struct node *table =
        table_add(b, section, ROLE_NONE, "clauses.heading", columns, ARRAY_COUNT(columns));
    table->licence = refused(c) ? NULL : c;
    struct node *head = row_add(b, table);
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
    for (size_t i = 0; i < clauses.count; i++)
        if (clauses.place[i] == CLAUSE_ROW)
            clause_row(b, table, c, clause_at(terms, i));
    side_drop(b, table, 3);
    if (clauses.of[CLAUSE_NAMED] > 0) {
        struct node *line = named_add(b, section, &clauses, terms, CLAUSE_NAMED, "clauses.missed");
        text_add(b, line, "clauses.all");
        text_add(b, link_add(b, line, clauses_apart(b) ? STR("#amounts") : STR("#costs")),
                 "threshold.requirements");
        text_add(b, line, "sentence.end");
    }
    if (clauses.of[CLAUSE_MET] > 0)
        (void)named_add(b, section, &clauses, terms, CLAUSE_MET, "clauses.folded");
}
