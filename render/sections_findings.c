/* sections_findings.c - conditions that fail, are undecided or hold with a difference, with both
 * values. */
#include "build.h"

static const struct system *fact_side(const struct fact *fact)
{
    if (fact->run) {
        return fact->run->bridge    ? fact->run->like
               : fact->run->machine ? fact->run->machine->system
                                    : NULL;
    }
    return fact->machine ? fact->machine->system : fact->system;
}

static bool shown_before(const struct finding *finding, size_t index, const struct system *side)
{
    const struct fact *fact = finding->seen[index];
    for (size_t i = 0; i < index; i++) {
        const struct fact *other = finding->seen[i];
        if (other && fact_side(other) == side && other->key == fact->key &&
            str_eq(other->instance, fact->instance) &&
            str_eq(other->value.text, fact->value.text)) {
            return true;
        }
    }
    return false;
}

void side_add(struct building *b, struct node *row, const struct comparison *c,
              const struct finding *finding, bool second)
{
    enum { MOST = 4 };
    struct node *cell = cell_add(b, row);
    const struct system *side = second ? c->b : c->a;
    const struct fact *value = second ? finding->b : finding->a;
    if (value) {
        value_add(b, cell, value, FORM_FULL);
        return;
    }
    size_t shown = 0;
    for (size_t i = 0; i < finding->count; i++) {
        const struct fact *fact = finding->seen[i];
        if (!fact || fact_side(fact) != side || shown_before(finding, i, side)) {
            continue;
        }
        if (shown == MOST) {
            text_add(b, cell, "list.more");
            return;
        }
        if (shown > 0) {
            text_add(b, cell, "list.separator");
        }
        value_add(b, cell, fact, FORM_FULL);
        shown++;
    }
    bool silent = str_find(finding->silent, side->id) != SIZE_MAX;
    if (shown == 0 && (silent || finding->a || finding->b)) {
        value_add(b, cell, NULL, FORM_FULL);
    } else if (shown == 0) {
        text_add(b, cell, "findings.no_value")->style = STYLE_SOFT;
    }
}

static const char *judgement_id(const struct finding *finding)
{
    switch (finding->judgement) {
    case HOLDS:
        return "judgement.holds";
    case FAILS:
        return finding->severity == SEVERITY_BLOCKS ? "judgement.fails" : "judgement.differs";
    case UNKNOWN:
        return "judgement.unknown";
    case NOT_APPLICABLE:
        return "judgement.not_applicable";
    }
    return "judgement.holds";
}

static int lowered(char c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

/* "Same benchmark tool" already says "Benchmark tool". */
static bool says_again(struct str title, struct str key)
{
    for (size_t at = 0; at + key.len <= title.len; at++) {
        size_t same = 0;
        while (same < key.len && lowered(title.at[at + same]) == lowered(key.at[same])) {
            same++;
        }
        if (same == key.len) {
            return true;
        }
    }
    return false;
}

static void condition_cell(struct building *b, struct node *row, const struct finding *finding)
{
    struct node *cell = cell_add(b, row);
    quote_add(b, cell, finding->rule->title, NULL)->style = STYLE_STRONG;
    if (finding->key != KEY_COUNT &&
        !says_again(finding->rule->title, str_from(vocabulary_row(finding->key)->title))) {
        SAY(b, cell, "findings.key",
            { "key", .quote = str_from(vocabulary_row(finding->key)->title), .style = STYLE_SOFT });
        if (finding->instance.len > 0) {
            SAY(b, cell, "findings.instance", { "instance", .quote = finding->instance });
        }
    }
}

static bool ended(struct str sentence)
{
    return str_ends(sentence, STR(".")) || str_ends(sentence, STR("?"));
}

void findings_add(struct building *b, struct node *section, const struct comparison *c,
                  const char *caption, bool (*pick)(const struct finding *finding))
{
    static const struct column columns[] = { { .share = 7, .mono = true },
                                             { .share = 24 },
                                             { .share = 18 },
                                             { .share = 18 },
                                             { .share = 33 } };
    struct node *table =
        table_add(b, section, ROLE_FINDINGS, caption, columns, ARRAY_COUNT(columns));
    struct node *head = row_add(b, table);
    head->heading = true;
    text_add(b, cell_heading(b, head), "findings.rule");
    text_add(b, cell_heading(b, head), "findings.condition");
    quote_add(b, cell_heading(b, head), c->a->id, NULL);
    quote_add(b, cell_heading(b, head), c->b->id, NULL);
    text_add(b, cell_heading(b, head), "findings.why");
    for (size_t i = 0; i < c->finding_count; i++) {
        const struct finding *finding = &c->finding[i];
        if (!pick(finding)) {
            continue;
        }
        struct node *row = row_add(b, table);
        quote_add(b, cell_add(b, row), finding->rule->id, NULL)->style = STYLE_MONO;
        condition_cell(b, row, finding);
        side_add(b, row, c, finding, false);
        side_add(b, row, c, finding, true);
        struct node *why = cell_add(b, row);
        if (finding->said.len > 0) {
            said_add(b, why, finding->said, finding);
            text_add(b, why, ended(finding->said) ? "space" : "sentence.stop");
        }
        quote_add(b, why, finding->rule->why, NULL)->style = STYLE_SOFT;
    }
}

/* ---- the first page where nothing may be set side by side ---- */

static bool stands_in_the_way(const struct finding *finding)
{
    return finding->cell == VERDICT_NOT || finding->cell == VERDICT_INCOMPLETE;
}

static struct str mend_of(const struct finding *finding)
{
    return finding->mend.len > 0 ? finding->mend : finding->rule->mend;
}

static bool mend_known(const struct comparison *c, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (stands_in_the_way(&c->finding[i]) &&
            str_eq(mend_of(&c->finding[i]), mend_of(&c->finding[index]))) {
            return true;
        }
    }
    return false;
}

static void mends_add(struct building *b, struct node *columns, const struct comparison *c)
{
    struct node *section = section_add(b, columns, ROLE_LICENCE,
                                       str_format(b->home, "mend%.*s", STR_ARG(pair_suffix(b, c))));
    heading_add(b, section, 2, "refusal.mend");
    struct node *list = node_add(b, section, NODE_LIST);
    list->ordered = true;
    for (size_t i = 0; i < c->finding_count; i++) {
        const struct finding *finding = &c->finding[i];
        if (stands_in_the_way(finding) && !mend_known(c, i)) {
            struct node *item = node_add(b, list, NODE_ITEM);
            quote_add(b, item, mend_of(finding), NULL);
        }
    }
    item_plain(b, list, "refusal.again");
}

static void holds_add(struct building *b, struct node *columns, const struct comparison *c)
{
    struct node *section = section_add(
        b, columns, ROLE_LICENCE, str_format(b->home, "holds%.*s", STR_ARG(pair_suffix(b, c))));
    heading_add(b, section, 2, "refusal.holds");
    const struct system *const side[] = { c->a, c->b };
    for (size_t i = 0; i < 2; i++) {
        SAY(b, paragraph_add(b, section, ROLE_NONE), counted(b, "refusal.alone", c->runs[i]),
            { "system", .quote = side[i]->id }, { "runs", .fact = c->runs[i] });
    }
    paragraph_plain(b, section, ROLE_NONE, "refusal.kept");
}

/* Who owns what a finding turned on: the layer's owner, else whoever ran the benchmark. */
static struct str finding_owner(const struct building *b, const struct finding *finding)
{
    if (finding->key != KEY_COUNT) {
        enum layer layer = vocabulary_row(finding->key)->layer;
        if (layer != LAYER_NONE) {
            return owner_of(b, layer);
        }
    }
    const struct fact *by = case_fact(b, KEY_PARTY_MEASURED_BY);
    return by ? by->value.text : skin_string(b->skin, "refusal.measurer");
}

static void actors_add(struct building *b, struct node *page, const struct comparison *c)
{
    static const struct column columns[] = { { .share = 25 },
                                             { .share = 20, .mono = true },
                                             { .share = 55 } };
    static const char *const heads[] = { "refusal.owner", "refusal.rules", "refusal.what" };
    struct node *section = section_add(b, page, ROLE_FIGURE,
                                       str_format(b->home, "act%.*s", STR_ARG(pair_suffix(b, c))));
    heading_add(b, section, 2, "refusal.act");
    paragraph_plain(b, section, ROLE_SUBTITLE, "refusal.act.subtitle");
    struct node *table =
        table_add(b, section, ROLE_FINDINGS, "refusal.act", columns, ARRAY_COUNT(columns));
    header_add(b, table, heads, ARRAY_COUNT(heads));
    for (size_t i = 0; i < c->finding_count; i++) {
        const struct finding *finding = &c->finding[i];
        if (!stands_in_the_way(finding)) {
            continue;
        }
        struct str owner = finding_owner(b, finding);
        bool before = false;
        for (size_t j = 0; j < i && !before; j++) {
            before = stands_in_the_way(&c->finding[j]) &&
                     str_eq(finding_owner(b, &c->finding[j]), owner);
        }
        if (before) {
            continue;
        }
        struct node *row = row_add(b, table);
        quote_add(b, cell_add(b, row), owner, NULL);
        struct node *rules = cell_add(b, row), *what = cell_add(b, row);
        const struct rule_text *last = NULL;
        for (size_t j = i; j < c->finding_count; j++) {
            const struct finding *other = &c->finding[j];
            if (!stands_in_the_way(other) || !str_eq(finding_owner(b, other), owner) ||
                other->rule == last) {
                continue;
            }
            if (last) {
                text_add(b, rules, "list.separator");
                text_add(b, what, "answer.list.separator");
            }
            quote_add(b, rules, other->rule->id, NULL)->style = STYLE_MONO;
            quote_add(b, what, other->rule->title, NULL);
            last = other->rule;
        }
    }
}

void refusal_add(struct building *b, struct node *page, const struct comparison *c)
{
    struct node *section =
        section_add(b, page, ROLE_NONE, str_format(b->home, "why%.*s", STR_ARG(pair_suffix(b, c))));
    heading_add(b, section, 2,
                c->verdict == VERDICT_NOT ? "refusal.why" : "refusal.why.incomplete");
    findings_add(b, section, c, "refusal.caption", stands_in_the_way);
    struct node *columns = node_add(b, page, NODE_COLUMNS);
    mends_add(b, columns, c);
    holds_add(b, columns, c);
    actors_add(b, page, c);
}

/* ---- conditions, all of them ---- */

static bool is_exception(const struct finding *finding)
{
    return finding->cell != VERDICT_COMPARABLE;
}

static bool has_exceptions(const struct comparison *c)
{
    for (size_t i = 0; i < c->finding_count; i++) {
        if (is_exception(&c->finding[i])) {
            return true;
        }
    }
    return false;
}

static void exceptions_add(struct building *b, struct node *section, const struct comparison *c)
{
    static const struct column columns[] = { { .share = 6, .mono = true },
                                             { .share = 22 },
                                             { .share = 10 },
                                             { .share = 16 },
                                             { .share = 16 },
                                             { .share = 30 } };
    static const char *const heads[] = {
        "findings.rule", "findings.condition", "findings.result", NULL, NULL, "findings.found"
    };
    heading_add(b, section, 3, "conditions.exceptions");
    if (!has_exceptions(c)) {
        paragraph_plain(b, section, ROLE_NONE, "conditions.no_exceptions");
        return;
    }
    struct node *table = table_add(b, section, ROLE_FINDINGS, "conditions.exceptions", columns,
                                   ARRAY_COUNT(columns));
    header_add(b, table, heads, ARRAY_COUNT(heads));
    quote_add(b, table->child->child->next->next->next, c->a->id, NULL);
    quote_add(b, table->child->child->next->next->next->next, c->b->id, NULL);
    for (int severity = SEVERITY_BLOCKS; severity >= SEVERITY_DISCLOSES; severity--) {
        for (size_t i = 0; i < c->finding_count; i++) {
            const struct finding *finding = &c->finding[i];
            if (!is_exception(finding) || (int)finding->severity != severity) {
                continue;
            }
            struct node *row = row_add(b, table);
            quote_add(b, cell_add(b, row), finding->rule->id, NULL)->style = STYLE_MONO;
            condition_cell(b, row, finding);
            text_add(b, cell_add(b, row), judgement_id(finding))->style = STYLE_SOFT;
            side_add(b, row, c, finding, false);
            side_add(b, row, c, finding, true);
            struct node *found = cell_add(b, row);
            if (finding->said.len > 0) {
                said_add(b, found, finding->said, finding);
                text_add(b, found, ended(finding->said) ? "space" : "sentence.stop");
            }
            quote_add(b, found, finding->rule->why, NULL)->style = STYLE_SOFT;
            if (mend_of(finding).len > 0) {
                SAY(b, found, "findings.mend", { "mend", .quote = mend_of(finding) });
            }
        }
    }
}

static void others_add(struct building *b, struct node *section, const struct comparison *c)
{
    static const struct column columns[] = { { .share = 6, .mono = true },
                                             { .share = 36 },
                                             { .share = 14 },
                                             { .share = 22 },
                                             { .share = 22 } };
    static const char *const heads[] = { "findings.rule", "findings.condition", "findings.result",
                                         NULL, NULL };
    heading_add(b, section, 3, "conditions.others");
    struct node *table =
        table_add(b, section, ROLE_FINDINGS, "conditions.others", columns, ARRAY_COUNT(columns));
    header_add(b, table, heads, ARRAY_COUNT(heads));
    quote_add(b, table->child->child->next->next->next, c->a->id, NULL);
    quote_add(b, table->child->child->next->next->next->next, c->b->id, NULL);
    for (size_t i = 0; i < c->finding_count; i++) {
        const struct finding *finding = &c->finding[i];
        if (is_exception(finding)) {
            continue;
        }
        struct node *row = row_add(b, table);
        quote_add(b, cell_add(b, row), finding->rule->id, NULL)->style = STYLE_MONO;
        condition_cell(b, row, finding);
        if (!finding->a && !finding->b && finding->said.len > 0) {
            text_add(b, row->last, "space");
            said_add(b, row->last, finding->said, finding);
        }
        text_add(b, cell_add(b, row), judgement_id(finding))->style = STYLE_SOFT;
        if (finding->judgement == NOT_APPLICABLE) {
            text_add(b, cell_add(b, row), "findings.no_value")->style = STYLE_SOFT;
            text_add(b, cell_add(b, row), "findings.no_value")->style = STYLE_SOFT;
        } else {
            side_add(b, row, c, finding, false);
            side_add(b, row, c, finding, true);
        }
    }
}

bool section_conditions(struct building *b, struct node *root, const char *id)
{
    struct node *section = section_add(b, root, ROLE_BODY, str_from(id));
    heading_add(b, section, 2, "conditions.heading");
    SAY(b, paragraph_add(b, section, ROLE_NONE), "conditions.intro",
        { "version", .quote = b->model->rules_version });
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        exceptions_add(b, section, &b->model->comparison[i]);
        others_add(b, section, &b->model->comparison[i]);
    }
    return true;
}
