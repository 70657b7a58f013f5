/* sections_decision.c - the second page: the decision as it was taken, on what conditions, what the
 * parties say, and what the evidence licenses and does not. */
#include "page_one.h"

/* ---- the decision ---- */

static void taken_add(struct building *b, struct node *page, const struct case_decision *decision)
{
    if (!decision->text) {
        paragraph_plain(b, page, ROLE_NONE, "decision.none");
        return;
    }
    page = section_add(b, page, ROLE_FRAME, STR("decided"));
    struct node *line = paragraph_add(b, page, ROLE_ANSWER);
    quote_add(b, line, decision->text->value.text, decision->text)->style = STYLE_STRONG;
    struct node *by = paragraph_add(b, page, ROLE_BYLINE);
    SAY(b, by, decision->role ? "decision.by.role" : "decision.by", { "by", .fact = decision->by },
        { "role", .fact = decision->role });
    if (decision->date)
        SAY(b, by, "decision.date", { "date", .fact = decision->date });
    if (decision->result)
        SAY(b, by, "decision.result", { "result", .fact = decision->result });
    if (decision->review)
        SAY(b, by, "decision.review", { "date", .fact = decision->review });
}

static void texts_add(struct building *b, struct node *page, const char *id, const char *heading,
                      const struct case_text *text, size_t count)
{
    if (count == 0)
        return;
    struct node *section = section_add(b, page, ROLE_NONE, str_from(id));
    heading_add(b, section, 3, heading);
    struct node *list = node_add(b, section, NODE_LIST);
    list->ordered = true;
    for (size_t i = 0; i < count; i++) {
        struct node *item = node_add(b, list, NODE_ITEM);
        quote_add(b, item, text[i].text, text[i].fact);
        marks_add(b, item, &text[i].fact, 1);
    }
}

static void statements_add(struct building *b, struct node *page, const struct terms *terms)
{
    struct node *section = section_add(b, page, ROLE_NONE, STR("statements"));
    heading_add(b, section, 3, "statements.heading");
    if (terms->statement_count == 0) {
        paragraph_plain(b, section, ROLE_NONE, "statements.none");
        return;
    }
    paragraph_plain(b, section, ROLE_SMALL, "statements.intro");
    for (size_t i = 0; i < terms->statement_count; i++) {
        const struct party_statement *one = &terms->statement[i];
        struct node *line = paragraph_add(b, section, ROLE_NONE);
        SAY(b, line, one->date ? "statements.one.date" : "statements.one",
            { "party", .fact = one->party, .style = STYLE_STRONG }, { "date", .fact = one->date });
        text_add(b, line, "quote.open");
        quote_add(b, line, one->text->value.text, one->text);
        text_add(b, line, "quote.close");
        marks_add(b, line, &one->text, 1);
    }
}

/* ---- to be signed on paper ---- */

enum { SIGNERS_MOST = 6 };
struct signers {
    struct {
        struct str name;
        const struct fact *fact, *role; /* role NULL: the word of `as` */
        const char *as;
    } item[SIGNERS_MOST];
    size_t count;
};

static void signer_add(struct signers *out, struct str name, const struct fact *fact,
                       const struct fact *role, const char *as)
{
    bool known = str_trim(name).len == 0 || out->count == SIGNERS_MOST;
    for (size_t i = 0; i < out->count && !known; i++)
        known = str_eq(str_trim(out->item[i].name), str_trim(name));
    if (!known) {
        out->item[out->count].name = name;
        out->item[out->count].fact = fact;
        out->item[out->count].role = role;
        out->item[out->count++].as = as;
    }
}

/* Who decided or is to, who asked, and the case's own party that measured: no other one signs what
 * it did not decide. */
static struct signers signers_of(const struct building *b)
{
    const struct case_decision *decision = &b->model->case_file->terms->decision;
    const struct fact *measured = case_fact(b, KEY_PARTY_MEASURED_BY);
    struct signers out = { 0 };
    if (decision->by)
        signer_add(&out, decision->by->value.text, decision->by, decision->role, "signs.decides");
    signer_add(&out, b->model->case_file->asked_by, NULL, NULL,
               decision->by ? "signs.asks" : "signs.decides");
    if (measured)
        signer_add(&out, measured->value.text, measured, NULL, "signs.measured");
    if (out.count == 0)
        signer_add(&out, skin_string(b->skin, "owed.asker"), NULL, NULL, "signs.decides");
    return out;
}

static void signatures_add(struct building *b, struct node *page)
{
    static const struct column columns[] = {
        { .share = 28 }, { .share = 24 }, { .share = 20 }, { .share = 28 }
    };
    static const char *const heads[] = { "signs.for", "signs.name", "signs.date", "signs.sign" };
    struct signers signers = signers_of(b);
    struct node *section = section_add(b, page, ROLE_FIGURE, STR("signatures"));
    heading_add(b, section, 3, "signs.heading");
    paragraph_plain(b, section, ROLE_SUBTITLE, "signs.subtitle");
    struct node *table = TABLE_HEADED(b, section, ROLE_SIGNATURES, "signs.heading", columns, heads);
    for (size_t i = 0; i < signers.count; i++) {
        struct node *row = row_add(b, table);
        struct node *who = cell_heading(b, row);
        quote_add(b, who, signers.item[i].name, signers.item[i].fact)->style = STYLE_STRONG;
        text_add(b, who, "list.separator")->style = STYLE_SOFT;
        if (signers.item[i].role) {
            quote_add(b, who, signers.item[i].role->value.text, signers.item[i].role)->style =
                STYLE_SOFT;
        } else {
            text_add(b, who, signers.item[i].as)->style = STYLE_SOFT;
        }
        for (size_t k = 1; k < ARRAY_COUNT(columns); k++)
            cell_add(b, row);
    }
}

/* ---- hedges that stand in every report ---- */

static bool planned(const struct report_model *model)
{
    bool planned = model->comparison_count > 0;
    for (size_t i = 0; i < model->comparison_count; i++)
        planned = planned && model->comparison[i].planned;
    return planned;
}

static void small_print_add(struct building *b, struct node *page)
{
    struct node *line = paragraph_add(b, page, ROLE_SMALL);
    if (!planned(b->model))
        say_plain(b, line, "small.no_plan");
    diagnostic_add(b, line);
    say_plain(b, line, "small.date");
    if (b->model->rules_changed)
        SAY(b, line, "small.rules", { "version", .quote = b->model->rules_version });
}

bool section_decision(struct building *b, struct node *root, const char *id)
{
    const struct case_file *c = b->model->case_file;
    struct node *page = section_add(b, root, ROLE_SUMMARY, str_from(id));
    heading_add(b, page, 2, "decision.heading");
    if (c->terms) {
        const struct case_decision *decision = &c->terms->decision;
        taken_add(b, page, decision);
        texts_add(b, page, "decision-conditions", "decision.conditions", decision->condition,
                  decision->condition_count);
        holds_add(b, page);
        dues_add(b, page);
        risks_add(b, page);
        statements_add(b, page, c->terms);
        signatures_add(b, page);
    }
    bool any = false;
    struct node *before = page->last;
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *one = &b->model->comparison[i];
        any = any || (!refused(one) && pictured(b, one));
    }
    licences_add(b, page);
    for (struct node *one = before->next; one; one = one->next) /* page one has the verdict */
        one->beyond = true;
    limits_add(b, page, any);
    small_print_add(b, page);
    return true;
}
