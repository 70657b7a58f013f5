/* sections_limits.c - on what the result of each pair hangs, and what the evidence leaves open: of
 * one pair a sentence each, of several a table with a column a pair and each sentence once. */
#include "base/num.h"
#include "build.h"

#include <stddef.h>

/* ---- one pair ---- */

/* An item of the list; of several comparisons it names its own. */
static struct node *limit_item(struct building *b, struct node *list, const struct comparison *c)
{
    struct node *item = node_add(b, list, NODE_ITEM);
    if (b->model->comparison_count > 1) {
        SAY(b, item, c->workload.len > 0 ? "limits.of.workload" : "limits.of",
            { "a", .quote = c->a->id }, { "b", .quote = c->b->id },
            { "workload", .quote = c->workload });
    }
    return item;
}

static const char *by_blocks(const struct comparison *c, const char *runs, const char *blocks)
{
    return c->turns.block_count > 0 ? blocks : runs;
}

/* Each block with its runs, and beside the headline the interval that passes the turns over. */
static void turns_add(struct building *b, struct node *list, const struct comparison *c)
{
    struct node *item = limit_item(b, list, c);
    SAY(b, item, "limits.turns", { "a", .quote = c->a->id }, { "b", .quote = c->b->id },
        { "blocks", .quote = str_format(b->home, "%zu", c->turns.block_count) });
    for (size_t i = 0; i < c->turns.block_count; i++) {
        if (b->many && i == RUNS_NAMED_MOST) {
            text_add(b, item, "limits.turns.more");
            break;
        }
        const struct derivation *derivation = c->turns.block[i]->derivation;
        for (size_t k = 0; k < derivation->count; k++) {
            SAY(b, item, k == 0 ? "limits.turns.first" : "limits.turns.next",
                { "run", .quote = derivation->input[k]->run->path });
        }
        SAY(b, item, i + 1 < c->turns.block_count ? "limits.turns.ratio" : "limits.turns.last",
            { "ratio", .fact = c->turns.block[i] });
    }
    if (c->turns.unpaired) {
        SAY(b, limit_item(b, list, c), "limits.unpaired", { "ratio", .fact = c->turns.unpaired },
            { "low", .fact = c->turns.unpaired_low }, { "high", .fact = c->turns.unpaired_high },
            { "mine", .fact = c->ratio }, { "from", .fact = c->ratio_low },
            { "to", .fact = c->ratio_high });
    }
}

/* Whether one side has twice the other's runs, and they are taken for themselves. */
static bool unequal(const struct comparison *c)
{
    if (!c->df || c->turns.block_count > 0 || !c->runs[0] || !c->runs[1])
        return false;
    int64_t a, b;
    return num_int(c->runs[0]->value.text, &a) && num_int(c->runs[1]->value.text, &b) &&
           (a >= 2 * b || b >= 2 * a);
}

static void sensitivity_add(struct building *b, struct node *list, const struct comparison *c)
{
    if (c->ratio && c->ratio_all && c->ratio_own && c->ratio_whole) {
        SAY(b, limit_item(b, list, c), "limits.sensitivity", { "ratio", .fact = c->ratio },
            { "low", .fact = c->ratio_low }, { "high", .fact = c->ratio_high },
            { "all", .fact = c->ratio_all }, { "own", .fact = c->ratio_own },
            { "whole", .fact = c->ratio_whole });
    }
    if (c->df)
        SAY(b, limit_item(b, list, c), "limits.df", { "df", .fact = c->df });
    if (c->turns.block_count > 0)
        turns_add(b, list, c);
    if (c->medians.low) {
        SAY(b, limit_item(b, list, c), "limits.medians", { "ratio", .fact = c->medians.ratio },
            { "low", .fact = c->medians.low }, { "high", .fact = c->medians.high });
    }
    if (c->power.detectable) {
        SAY(b, limit_item(b, list, c), "limits.detectable",
            { "change", .fact = c->power.detectable }, { "a", .quote = c->a->id },
            { "b", .quote = c->b->id });
    }
    if (c->power.needed) {
        SAY(b, limit_item(b, list, c), by_blocks(c, "limits.needed", "limits.needed.blocks"),
            { "runs", .fact = c->power.needed },
            { "margin", .fact = b->model->case_file->policy.margin_fact });
    }
    if (c->power.needed_to_show) {
        SAY(b, limit_item(b, list, c),
            by_blocks(c, "limits.needed_to_show", "limits.needed_to_show.blocks"),
            { "runs", .fact = c->power.needed_to_show },
            { "change", .fact = c->power.named_change });
    }
    if (c->cliffs_delta) {
        SAY(b, limit_item(b, list, c), "limits.ranks", { "delta", .fact = c->cliffs_delta },
            { "a", .quote = c->a->id }, { "b", .quote = c->b->id });
    }
    if (c->rank_p)
        SAY(b, limit_item(b, list, c), "limits.rank_p", { "p", .fact = c->rank_p });
    if (c->ratio_without)
        SAY(b, limit_item(b, list, c), "limits.outliers", { "ratio", .fact = c->ratio_without });
}

static bool credit_open(const struct building *b, const struct comparison *c)
{
    bool told = c->credited == LAYER_NONE && c->credit_why && c->credit_why[0];
    return told && !alone(b) && !refused(c);
}

/* What is told of a pair in a sentence, however many there are. */
static void rest_add(struct building *b, struct node *list, const struct comparison *c)
{
    if (unequal(c)) {
        SAY(b, limit_item(b, list, c), "limits.unequal", { "ra", .fact = c->runs[0] },
            { "rb", .fact = c->runs[1] }, { "a", .quote = c->a->id }, { "b", .quote = c->b->id });
    }
    if (credit_open(b, c)) {
        SAY(b, limit_item(b, list, c), "limits.credit",
            { "why", .quote = credit_words(b, c->credit_why) });
    }
}

/* ---- several pairs ---- */

struct limit_row {
    const char *string;      /* what it is, without the pair */
    size_t value, low, high; /* places of its facts in a comparison; low 0: no interval */
    enum { OF_ANY, OF_RUNS, OF_BLOCKS } of; /* how its pairs are compared */
};
#define AT(member) offsetof(struct comparison, member)
static const struct limit_row limit_rows[] = {
    { "limits.row.ratio", AT(ratio), AT(ratio_low), AT(ratio_high), OF_ANY },
    { "limits.row.all", AT(ratio_all), 0, 0, OF_ANY },
    { "limits.row.own", AT(ratio_own), 0, 0, OF_ANY },
    { "limits.row.whole", AT(ratio_whole), 0, 0, OF_ANY },
    { "limits.row.df", AT(df), 0, 0, OF_ANY },
    { "limits.row.unpaired", AT(turns.unpaired), AT(turns.unpaired_low), AT(turns.unpaired_high),
      OF_ANY },
    { "limits.row.medians", AT(medians.ratio), AT(medians.low), AT(medians.high), OF_ANY },
    { "limits.row.detectable", AT(power.detectable), 0, 0, OF_ANY },
    { "limits.row.needed", AT(power.needed), 0, 0, OF_RUNS },
    { "limits.row.needed.blocks", AT(power.needed), 0, 0, OF_BLOCKS },
    { "limits.row.needed_to_show", AT(power.needed_to_show), 0, 0, OF_RUNS },
    { "limits.row.needed_to_show.blocks", AT(power.needed_to_show), 0, 0, OF_BLOCKS },
    { "limits.row.ranks", AT(cliffs_delta), 0, 0, OF_ANY },
    { "limits.row.rank_p", AT(rank_p), 0, 0, OF_ANY },
    { "limits.row.holm", AT(holm), 0, 0, OF_ANY },
    { "limits.row.outliers", AT(ratio_without), 0, 0, OF_ANY },
};

static const struct fact *fact_at(const struct comparison *c, size_t place)
{
    const void *at = (const char *)c + place;
    return *(const struct fact *const *)at;
}

/* What the row tells of the pair; NULL: nothing. */
static const struct fact *row_fact(const struct limit_row *row, const struct comparison *c)
{
    bool blocks = c->turns.block_count > 0;
    if ((row->of == OF_RUNS && blocks) || (row->of == OF_BLOCKS && !blocks) ||
        (row->low && !fact_at(c, row->low)))
        return NULL;
    return fact_at(c, row->value);
}

static bool any_row(const struct comparison *c)
{
    for (size_t i = 0; i < ARRAY_COUNT(limit_rows); i++)
        if (row_fact(&limit_rows[i], c))
            return true;
    return false;
}

static void limit_row_add(struct building *b, struct node *table, const struct limit_row *row,
                          const struct comparison *const *pair, struct span span)
{
    struct node *line = row_add(b, table);
    SAY(b, cell_heading(b, line), row->string,
        { "margin", .fact = b->model->case_file->policy.margin_fact });
    for (size_t i = span.from; i < span.to; i++) {
        const struct fact *value = row_fact(row, pair[i]);
        struct node *cell = cell_add(b, line);
        if (!value)
            text_add(b, cell, "findings.no_value")->style = STYLE_SOFT;
        else if (value == pair[i]->holm && value->value.value < 0.001) {
            text_add(b, cell, "limits.small"); /* a row of zeros claims what no test shows */
            marks_add(b, cell, &value, 1);
        } else if (row->low)
            SAY(b, cell, "limits.cell", { "value", .fact = value },
                { "low", .fact = fact_at(pair[i], row->low) },
                { "high", .fact = fact_at(pair[i], row->high) });
        else
            value_add(b, cell, value, FORM_FULL);
    }
}

static void limits_table(struct building *b, struct node *section,
                         const struct comparison *const *pair, struct span span)
{
    enum { HEAD = 30 };
    size_t count = span.to - span.from;
    struct column *column = ARENA_MANY(b->home, count + 1, struct column);
    column[0].share = HEAD;
    for (size_t i = 1; i <= count; i++)
        column[i].share = (uint32_t)((100 - HEAD) / count);
    struct node *table = table_add(b, section, ROLE_NONE, "limits.caption", column, count + 1);
    struct node *head = row_add(b, table);
    head->heading = true;
    text_add(b, cell_heading(b, head), "sides.what");
    for (size_t i = span.from; i < span.to; i++) {
        const struct comparison *c = pair[i];
        SAY(b, cell_heading(b, head),
            c->workload.len > 0 ? "pair.heading.workload" : "pair.heading",
            { "a", .quote = c->a->id }, { "b", .quote = c->b->id },
            { "workload", .quote = c->workload });
    }
    for (size_t i = 0; i < ARRAY_COUNT(limit_rows); i++) {
        bool any = false;
        for (size_t k = span.from; k < span.to; k++)
            any = any || row_fact(&limit_rows[i], pair[k]);
        if (any)
            limit_row_add(b, table, &limit_rows[i], pair, span);
    }
}

/* False: fewer than two pairs have any of it. */
static bool limits_of_pairs(struct building *b, struct node *section)
{
    enum { PAIRS_MOST = 5 }; /* columns that a page holds */
    const struct comparison **pair =
        ARENA_MANY(b->home, b->model->comparison_count + 1, const struct comparison *);
    size_t count = 0;
    bool turns = false;
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *c = &b->model->comparison[i];
        if (any_row(c)) {
            pair[count++] = c;
            turns = turns || c->turns.block_count > 0;
        }
    }
    if (count < 2)
        return false;
    if (turns)
        paragraph_plain(b, section, ROLE_NONE, "limits.turns.all");
    struct span span = { 0, 0 };
    while (span_next(count, PAIRS_MOST, &span))
        limits_table(b, section, pair, span);
    return true;
}

/* No section where nothing is left open; what holds of every report stands with the method. */
bool section_limits(struct building *b, struct node *root, const char *id)
{
    bool told = false, rest = false;
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *c = &b->model->comparison[i];
        told = told || any_row(c) || c->turns.block_count > 0;
        rest = rest || unequal(c) || credit_open(b, c);
    }
    if (!told && !rest)
        return true;
    struct node *section = section_add(b, root, ROLE_BODY, str_from(id));
    heading_add(b, section, 2, "limits.heading");
    bool table = limits_of_pairs(b, section);
    if (table && !rest)
        return true;
    struct node *list = node_add(b, section, NODE_LIST);
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        if (!table)
            sensitivity_add(b, list, &b->model->comparison[i]);
        rest_add(b, list, &b->model->comparison[i]);
    }
    return true;
}
