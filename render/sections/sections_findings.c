/* sections_findings.c - conditions that fail, are undecided or hold with a difference, with both
 * values. */
#include "page_one.h"

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
            str_eq(other->instance, fact->instance) && str_eq(other->value.text, fact->value.text))
            return true;
    }
    return false;
}

/* Whether a list such as "A and B" names the system; a system "a" is not named by "and". */
static bool names(struct str list, struct str id)
{
    for (size_t at = 0; at + id.len <= list.len && id.len > 0; at++) {
        int before = at > 0 ? list.at[at - 1] : ' ';
        int after = at + id.len < list.len ? list.at[at + id.len] : ' ';
        if (str_eq(str_sub(list, at, at + id.len), id) && before == ' ' &&
            (after == ' ' || after == ','))
            return true;
    }
    return false;
}

/* The value that the side has of the finding's key, where the rule holds and did not compare. */
static const struct fact *side_known(const struct building *b, const struct finding *finding,
                                     const struct system *side)
{
    const struct fact *found = NULL;
    for (size_t i = 0; finding->judgement == HOLDS && finding->key != KEY_COUNT && !found &&
                       i < side->machine_count;
         i++) {
        for (size_t j = 0; j < side->machine[i].run_count && !found; j++) {
            found = run_fact(b->model->case_file, &side->machine[i].run[j], finding->key,
                             finding->instance);
        }
    }
    return found;
}

void side_add(struct building *b, struct node *row, const struct comparison *c,
              const struct finding *finding, bool second)
{
    enum { MOST = 4 };
    struct node *cell = cell_add(b, row);
    const struct system *side = second ? c->b : c->a;
    const struct fact *value = second ? finding->b : finding->a;
    if (value) {
        value_add(b, cell, value, form_told(value));
        return;
    }
    size_t shown = 0;
    for (size_t i = 0; i < finding->count; i++) {
        const struct fact *fact = finding->seen[i];
        if (!fact || fact_side(fact) != side || shown_before(finding, i, side))
            continue;
        if (shown == MOST) {
            text_add(b, cell, "list.more");
            return;
        }
        if (shown > 0)
            text_add(b, cell, "list.separator");
        value_add(b, cell, fact, form_told(fact));
        shown++;
    }
    /* Silence is only what the rule calls so; a rule that looked at one side is not silent. */
    const struct fact *known = shown == 0 ? side_known(b, finding, side) : NULL;
    bool one_sided = finding->judgement == UNKNOWN && (finding->a || finding->b);
    if (known && known->number > 0)
        value_add(b, cell, known, form_told(known));
    else if (shown == 0 && (names(finding->silent, side->id) || one_sided))
        value_add(b, cell, NULL, FORM_FULL);
    else if (shown == 0)
        text_add(b, cell, "findings.no_value")->style = STYLE_SOFT;
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
        while (same < key.len && lowered(title.at[at + same]) == lowered(key.at[same]))
            same++;
        if (same == key.len)
            return true;
    }
    return false;
}

static void condition_cell(struct building *b, struct node *row, const struct finding *finding)
{
    struct node *cell = cell_add(b, row);
    struct str title = worded(b->home, b->skin, finding->rule->title);
    quote_add(b, cell, title, NULL)->style = STYLE_STRONG;
    if (finding->key != KEY_COUNT && !says_again(title, key_title(b, finding->key))) {
        SAY(b, cell, "findings.key",
            { "key", .quote = key_title(b, finding->key), .style = STYLE_SOFT });
        if (finding->instance.len > 0) {
            /* of plan and ledger it is the program's sentence, of all else a name */
            bool said = vocabulary_row(finding->key)->group == GROUP_CASE;
            SAY(b, cell, "findings.instance",
                { "instance", .quote = said ? worded(b->home, b->skin, finding->instance)
                                            : finding->instance });
        }
    }
}

static bool ended(struct str sentence)
{
    return str_ends(sentence, STR(".")) || str_ends(sentence, STR("?"));
}

static struct str mend_of(const struct finding *finding)
{
    return finding->mend.len > 0 ? finding->mend : finding->rule->mend;
}

/* An earlier picked finding of the same rule. */
static bool ruled_before(const struct comparison *c, size_t index,
                         bool (*pick)(const struct finding *finding))
{
    for (size_t i = 0; i < index; i++)
        if (pick(&c->finding[i]) && c->finding[i].rule == c->finding[index].rule)
            return true;
    return false;
}

/* The further values on which a rule turned, by name. */
static void also_add(struct building *b, struct node *cell, const struct comparison *c,
                     size_t index, bool (*pick)(const struct finding *finding))
{
    enum { MOST = 3 };
    size_t shown = 0;
    for (size_t i = index + 1; i < c->finding_count; i++) {
        const struct finding *finding = &c->finding[i];
        bool known =
            !pick(finding) || finding->rule != c->finding[index].rule || finding->key == KEY_COUNT;
        for (size_t j = index; j < i && !known; j++)
            known = c->finding[j].rule == finding->rule && c->finding[j].key == finding->key;
        if (known)
            continue;
        if (shown == MOST) {
            text_add(b, cell, "ribbon.others");
            break;
        }
        struct str title = key_title(b, finding->key);
        if (shown == 0) {
            SAY(b, cell, "refusal.also", { "first", .quote = title });
        } else {
            text_add(b, cell, "list.separator");
            quote_add(b, cell, title, NULL);
        }
        shown++;
    }
    if (shown > 0)
        text_add(b, cell, "sentence.end");
}

static struct node *findings_table(struct building *b, struct node *section,
                                   const struct comparison *c, const char *caption,
                                   const char *found)
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
    text_add(b, cell_heading(b, head), found);
    return table;
}

/* What was found, and of which other runs or files the same. */
static void found_add(struct building *b, struct node *cell, const struct finding *finding)
{
    if (finding->said.len > 0) {
        said_add(b, cell, found_words(b, finding->said), finding);
        text_add(b, cell, ended(finding->said) ? "space" : "sentence.stop");
    }
    if (finding->also.len > 0) {
        text_add(b, cell, "findings.also");
        quote_add(b, cell, found_words(b, finding->also), NULL);
        text_add(b, cell, "sentence.stop");
    }
}

/* A fact that a cell of the row shows has its mark there and not once more in the sentence. */
static void marks_once(struct node *row, struct node *said)
{
    for (struct node *value = said->child; value; value = value->next) {
        bool marked = false;
        for (const struct node *cell = row->child; cell && cell != said; cell = cell->next)
            for (const struct node *at = cell->child; at; at = at->next)
                marked = marked || (at->type == NODE_VALUE && at->fact == value->fact &&
                                    form_marked(at->form));
        if (value->type == NODE_VALUE && value->form == FORM_FULL && marked)
            value->form = FORM_UNIT;
        if (value->type == NODE_VALUE && value->form == FORM_MOMENT && marked)
            value->form = FORM_SHORT;
    }
}

/* The row of one finding; its last cell, what was found, is returned. `reasoned`: with why the rule
 * asks it. */
static struct node *finding_row(struct building *b, struct node *table, const struct comparison *c,
                                const struct finding *finding, bool reasoned)
{
    struct node *row = row_add(b, table);
    quote_add(b, cell_add(b, row), finding->rule->id, NULL)->style = STYLE_MONO;
    condition_cell(b, row, finding);
    side_add(b, row, c, finding, false);
    side_add(b, row, c, finding, true);
    struct node *why = cell_add(b, row);
    found_add(b, why, finding);
    marks_once(row, why);
    if (reasoned)
        quote_add(b, why, worded(b->home, b->skin, finding->rule->why), NULL)->style = STYLE_SOFT;
    return why;
}

/* What would settle it; of the second that the same settles, by whose rule. */
static void mend_add(struct building *b, struct node *cell, const struct comparison *c,
                     const bool *shown, size_t index)
{
    struct str mend = mend_of(&c->finding[index]);
    for (size_t i = 0; i < index; i++) {
        const struct rule_text *rule = c->finding[i].rule;
        if (shown[i] && mend.len > 0 && str_eq(mend_of(&c->finding[i]), mend)) {
            SAY(b, cell,
                rule == c->finding[index].rule ? "findings.mend.above" : "findings.mend.as",
                { "rule", .quote = rule->id, .style = STYLE_MONO });
            return;
        }
    }
    if (mend.len > 0) {
        text_add(b, cell, "findings.mend");
        quote_ticked(b, cell, found_words(b, mend), STYLE_PLAIN);
    }
}

void findings_add(struct building *b, struct node *section, const struct comparison *c,
                  const char *caption, const bool *shown, const struct comparison *const *known)
{
    struct node *table = findings_table(b, section, c, caption, "findings.found");
    for (size_t i = 0; i < c->finding_count; i++) {
        if (!shown[i])
            continue;
        bool again = false; /* the reason of the same rule */
        for (size_t k = 0; k < i && !again; k++)
            again = shown[k] && c->finding[k].rule == c->finding[i].rule;
        bool reasoned = !again && !known[i];
        struct node *cell = finding_row(b, table, c, &c->finding[i], reasoned);
        if (reasoned)
            text_add(b, cell, "space");
        if (known[i])
            SAY(b, cell, "findings.mend.pair", { "a", .quote = known[i]->a->id },
                { "b", .quote = known[i]->b->id });
        else
            mend_add(b, cell, c, shown, i);
    }
    side_drop(b, table, 3);
}

/* One row a rule: its first finding in full, the others by name. */
static void rules_add(struct building *b, struct node *section, const struct comparison *c,
                      const char *caption, bool (*pick)(const struct finding *finding))
{
    struct node *table = findings_table(b, section, c, caption, "findings.why");
    for (size_t i = 0; i < c->finding_count; i++)
        if (pick(&c->finding[i]) && !ruled_before(c, i, pick))
            also_add(b, finding_row(b, table, c, &c->finding[i], true), c, i, pick);
    side_drop(b, table, 3);
}

/* ---- the first page where nothing may be set side by side ---- */

static bool fails(const struct finding *finding)
{
    return finding->cell == VERDICT_NOT;
}

static bool undecided(const struct finding *finding)
{
    return finding->cell == VERDICT_INCOMPLETE;
}

/* Distinct rules among the picked findings. */
static size_t rules_count(const struct comparison *c, bool (*pick)(const struct finding *finding))
{
    size_t count = 0;
    for (size_t i = 0; i < c->finding_count; i++) {
        bool before = !pick(&c->finding[i]);
        for (size_t j = 0; j < i && !before; j++)
            before = pick(&c->finding[j]) && c->finding[j].rule == c->finding[i].rule;
        count += before ? 0 : 1;
    }
    return count;
}

static void mends_of(struct building *b, struct node *list, const struct comparison *c,
                     bool (*pick)(const struct finding *finding))
{
    for (size_t i = 0; i < c->finding_count; i++) {
        struct str mend = mend_of(&c->finding[i]);
        bool known = !pick(&c->finding[i]) || mend.len == 0;
        for (size_t j = 0; j < c->finding_count && !known; j++) {
            /* said before: by an earlier one, or among the failures */
            known = (j < i && pick(&c->finding[j]) && str_eq(mend_of(&c->finding[j]), mend)) ||
                    (pick == undecided && fails(&c->finding[j]) &&
                     str_eq(mend_of(&c->finding[j]), mend));
        }
        if (!known)
            quote_ticked(b, node_add(b, list, NODE_ITEM), found_words(b, mend), STYLE_PLAIN);
    }
}

static void mends_add(struct building *b, struct node *columns, const struct comparison *c)
{
    enum { MOST = 4 }; /* of undecided conditions whose mending fits the first page one by one */
    struct node *section = section_add(b, columns, ROLE_LICENCE,
                                       str_format(b->home, "mend%.*s", STR_ARG(pair_suffix(b, c))));
    heading_add(b, section, 2, "refusal.mend");
    struct node *list = node_add(b, section, NODE_LIST);
    list->ordered = true;
    mends_of(b, list, c, fails);
    if (rules_count(c, undecided) <= MOST)
        mends_of(b, list, c, undecided);
    else
        item_plain(b, list, "refusal.mend.unknown");
    item_plain(b, list, "refusal.again");
}

static void kept_add(struct building *b, struct node *columns, const struct comparison *c)
{
    struct node *section = section_add(
        b, columns, ROLE_LICENCE, str_format(b->home, "holds%.*s", STR_ARG(pair_suffix(b, c))));
    heading_add(b, section, 2, "refusal.holds");
    const struct system *const side[] = { c->a, c->b };
    for (size_t i = 0; i < (alone(b) ? 1 : 2); i++) {
        SAY(b, paragraph_add(b, section, ROLE_NONE), counted(b, "refusal.alone", c->runs[i]),
            { "system", .quote = side[i]->id }, { "runs", .fact = c->runs[i] });
    }
    paragraph_plain(b, section, ROLE_NONE, "refusal.kept");
    struct node *until = paragraph_plain(b, section, ROLE_NONE, "refusal.until");
    const struct fact *date = b->model->case_file->terms ? valid_until(b) : NULL;
    SAY(b, until, date ? "refusal.date" : "refusal.no_date", { "date", .fact = date });
}

/* Failures with both values, a row a rule. What is undecided follows as one list by owner, and with
 * values only where nothing fails and it is short. */
bool letter_fits(const struct comparison *c)
{
    enum { MOST = 8 };
    return c->verdict != VERDICT_NOT && rules_count(c, undecided) > MOST;
}

bool refusal_brief(const struct comparison *c)
{
    enum { MOST = 3 };
    return rules_count(c, fails) + rules_count(c, undecided) <= MOST;
}

void refusal_add(struct building *b, struct node *page, const struct comparison *c)
{
    bool not = c->verdict == VERDICT_NOT;
    if (!letter_fits(c)) {
        struct node *section = section_add(
            b, page, ROLE_NONE, str_format(b->home, "why%.*s", STR_ARG(pair_suffix(b, c))));
        heading_add(b, section, 2, not ? "refusal.why" : "refusal.why.incomplete");
        rules_add(b, section, c, "refusal.caption", not ? fails : undecided);
    }
    struct node *columns = node_add(b, page, NODE_COLUMNS);
    mends_add(b, columns, c);
    kept_add(b, columns, c);
    if (!letter_fits(c)) {
        actors_add(b, page, c, fails, undecided);
        return;
    }
    owes_add(b, page, c, undecided);
    letter_brief_add(b, page, c);
}

/* ---- conditions, all of them ---- */

static bool is_exception(const struct finding *finding)
{
    return finding->cell != VERDICT_COMPARABLE;
}

/* Told in full here, and not among the pictures before. */
static bool in_full(const struct finding *finding, bool pictured_before)
{
    return is_exception(finding) && !(pictured_before && finding->cell == VERDICT_STATED);
}

static bool has_exceptions(const struct comparison *c, bool pictured_before)
{
    for (size_t i = 0; i < c->finding_count; i++)
        if (in_full(&c->finding[i], pictured_before))
            return true;
    return false;
}

static bool has_stated(const struct comparison *c)
{
    for (size_t i = 0; i < c->finding_count; i++)
        if (c->finding[i].cell == VERDICT_STATED)
            return true;
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
    bool before = pictured(b, c);
    pair_named(b, heading_add(b, section, 3, "conditions.exceptions"), c);
    if (!has_exceptions(c, false)) {
        paragraph_plain(b, section, ROLE_NONE, "conditions.no_exceptions");
        return;
    }
    if (before && has_stated(c)) {
        struct node *line = paragraph_plain(b, section, ROLE_NONE, "conditions.stated");
        text_add(b, link_add(b, line, str_format(b->home, "#%.*s", STR_ARG(stated_id(b, c)))),
                 "stated.heading");
        text_add(b, line, "sentence.end");
    }
    if (!has_exceptions(c, before))
        return;
    struct node *table = table_add(b, section, ROLE_FINDINGS, "conditions.exceptions", columns,
                                   ARRAY_COUNT(columns));
    header_add(b, table, heads, ARRAY_COUNT(heads));
    quote_add(b, table->child->child->next->next->next, c->a->id, NULL);
    quote_add(b, table->child->child->next->next->next->next, c->b->id, NULL);
    for (int severity = SEVERITY_BLOCKS; severity >= SEVERITY_DISCLOSES; severity--) {
        for (size_t i = 0; i < c->finding_count; i++) {
            const struct finding *finding = &c->finding[i];
            if (!in_full(finding, before) || (int)finding->severity != severity)
                continue;
            struct node *row = row_add(b, table);
            quote_add(b, cell_add(b, row), finding->rule->id, NULL)->style = STYLE_MONO;
            condition_cell(b, row, finding);
            text_add(b, cell_add(b, row), judgement_id(finding))->style = STYLE_SOFT;
            side_add(b, row, c, finding, false);
            side_add(b, row, c, finding, true);
            struct node *found = cell_add(b, row);
            found_add(b, found, finding);
            quote_add(b, found, worded(b->home, b->skin, finding->rule->why), NULL)->style =
                STYLE_SOFT;
            if (mend_of(finding).len > 0) {
                text_add(b, found, "space");
                text_add(b, found, "findings.mend");
                quote_ticked(b, found, found_words(b, mend_of(finding)), STYLE_PLAIN);
            }
        }
    }
    side_drop(b, table, 4);
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
    bool before = pictured(b, c);
    pair_named(b, heading_add(b, section, 3, "conditions.others"), c);
    struct node *table =
        TABLE_HEADED(b, section, ROLE_FINDINGS, "conditions.others", columns, heads);
    quote_add(b, table->child->child->next->next->next, c->a->id, NULL);
    quote_add(b, table->child->child->next->next->next->next, c->b->id, NULL);
    for (size_t i = 0; i < c->finding_count; i++) {
        const struct finding *finding = &c->finding[i];
        if (in_full(finding, before))
            continue;
        struct node *row = row_add(b, table);
        quote_add(b, cell_add(b, row), finding->rule->id, NULL)->style = STYLE_MONO;
        condition_cell(b, row, finding);
        if (!finding->a && !finding->b && finding->said.len > 0) {
            text_add(b, row->last, "space");
            said_add(b, row->last, found_words(b, finding->said), finding);
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
    side_drop(b, table, 4);
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
