/* sections_findings.c - conditions that fail, are undecided or hold with a difference, with both
 * values. */
#include "findings.h"

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

/* The value that the side has of the finding's key, where the rule holds and did not compare, or
 * cannot be decided for the other side's silence: then one that all its runs share. */
static const struct fact *side_known(const struct building *b, const struct finding *finding,
                                     const struct system *side)
{
    const struct fact *found = NULL;
    bool unknown = finding->judgement == UNKNOWN && !names(finding->silent, side->id);
    if (finding->key == KEY_COUNT || (finding->judgement != HOLDS && !unknown))
        return NULL;
    for (size_t i = 0; i < side->machine_count; i++)
        for (size_t j = 0; j < side->machine[i].run_count; j++) {
            const struct fact *fact = run_fact(b->model->case_file, &side->machine[i].run[j],
                                               finding->key, finding->instance);
            if (found && fact && unknown && !str_eq(found->value.text, fact->value.text))
                return NULL;
            found = found ? found : fact;
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

bool sides_told(const struct building *b, const struct comparison *c, const struct finding *finding)
{
    const struct system *const side[] = { c->a, c->b };
    if (finding->judgement == NOT_APPLICABLE)
        return false;
    if (finding->a || finding->b)
        return true;
    for (size_t s = 0; s < (alone(b) ? 1 : ARRAY_COUNT(side)); s++) {
        for (size_t i = 0; i < finding->count; i++)
            if (finding->seen[i] && fact_side(finding->seen[i]) == side[s])
                return true;
        const struct fact *known = side_known(b, finding, side[s]);
        if ((known && known->number > 0) || names(finding->silent, side[s]->id))
            return true;
    }
    return false;
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

void condition_cell(struct building *b, struct node *row, const struct finding *finding)
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

struct str mend_of(const struct finding *finding)
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
void found_add(struct building *b, struct node *cell, const struct finding *finding)
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
