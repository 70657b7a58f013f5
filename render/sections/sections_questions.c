/* sections_questions.c - four questions of a reviewer, five before hardware is bought, five signals
 * of the whole stack: each answered from evidence, or with what would answer it; and the list of
 * what to ask for, ready to be sent. */
#include "build.h"
#include "model/decision.h"

#include <string.h>

enum { UNANSWERED_MANY = 3, SIGNALS_MANY = 2 };

/* ---- counts ---- */

static size_t unanswered(const struct building *b)
{
    size_t count = 0;
    for (size_t i = 0; i < b->model->question_count; i++) {
        const struct question *question = &b->model->question[i];
        bool open = !question->answered && !question->partly; /* in part is not unanswered */
        count += question->kind == QUESTION_SPEND && open ? 1 : 0;
    }
    return count;
}

static size_t signals(const struct building *b)
{
    size_t count = 0;
    for (size_t i = 0; i < b->model->question_count; i++) {
        const struct question *question = &b->model->question[i];
        count += question->kind == QUESTION_SIGNAL && question->seen ? 1 : 0;
    }
    return count;
}

/* Whether hardware is to be bought: the case states a price or a demand. */
static bool spends(const struct building *b)
{
    const struct terms *terms = b->model->case_file->terms;
    return terms && (terms->price_count > 0 || terms->demand.peak_fact);
}

void diagnostic_add(struct building *b, struct node *line)
{
    if (spends(b) && unanswered(b) >= UNANSWERED_MANY)
        say_plain(b, line, "small.no_diagnostic");
}

/* ---- tables ---- */

static const char *answer_string(const struct question *question)
{
    if (question->kind == QUESTION_SIGNAL) {
        return !question->answered ? "question.no_evidence"
               : question->seen    ? "question.seen"
                                   : "question.not_seen";
    }
    return question->answered ? "question.answered"
           : question->partly ? "question.partly"
                              : "question.unanswered";
}

/* Of what part the figure is: "kernels" of a share of a trace's time; empty: of the whole. */
static struct str part_of(struct building *b, const struct fact *fact)
{
    size_t at = str_find(fact->instance, STR(": "));
    struct str part =
        at != SIZE_MAX ? str_sub(fact->instance, at + 2, fact->instance.len) : (struct str){ 0 };
    return worded(b->home, b->skin, part);
}

/* Whether every run of every system says something of the key: then a value that stands alone
 * holds of all of them. */
static bool all_say(const struct building *b, enum key key)
{
    const struct case_file *c = b->model->case_file;
    for (size_t s = 0; s < c->system_count; s++) {
        for (size_t m = 0; m < c->system[s].machine_count; m++) {
            const struct machine *machine = &c->system[s].machine[m];
            struct str instance = { 0 };
            (void)facts_instance(machine->facts, key, STR(""), true, &instance);
            for (size_t r = 0; r < machine->run_count; r++)
                if (!run_fact(c, &machine->run[r], key, (struct str){ 0 }) &&
                    !run_fact(c, &machine->run[r], key, instance))
                    return false;
        }
    }
    return true;
}

/* "A"; of a run again on the other side's machine, which is no system of the case, what it is. */
static struct str whose(const struct building *b, const struct system *system)
{
    const struct case_file *c = b->model->case_file;
    for (size_t i = 0; i < c->system_count; i++)
        if (system == &c->system[i])
            return system->id;
    return skin_string(b->skin, "question.check_run");
}

/* The values of one key, each once, behind its title; behind those of one system whose they are. */
static void values_add(struct building *b, struct node *cell, const struct question *question,
                       size_t first)
{
    enum key key = question->fact[first]->key;
    size_t count = 0;
    for (size_t i = first; i < question->count; i++)
        count += question->fact[i]->key == key;
    bool common = question->kind == QUESTION_REVIEWER && count == 1 && all_say(b, key);
    const struct system *last = NULL;
    for (size_t i = first; i < question->count; i++) {
        const struct fact *fact = question->fact[i];
        if (fact->key != key)
            continue;
        if (i > first && last && !str_eq(whose(b, fact->system), whose(b, last)))
            SAY(b, cell, "question.whose", { "whose", .quote = whose(b, last) });
        text_add(b, cell, i > first ? "list.separator" : "question.colon");
        struct str part = part_of(b, fact), text = fact->value.text;
        bool day = !str_eq(day_shown(b->home, b->skin, text), text);
        SAY(b, cell,
            part.len > 0 ? "question.value.part"
            : day        ? "question.value.day"
                         : "question.value",
            { "part", .quote = part }, { "value", .fact = fact });
        last = common ? NULL : fact->system;
    }
    if (last && question->count > 1)
        SAY(b, cell, "question.whose", { "whose", .quote = whose(b, last) });
}

/* What an answer rests on: each title once, with all its figures. */
static void rests_on(struct building *b, struct node *cell, const struct question *question)
{
    for (size_t i = 0; i < question->count; i++) {
        enum key key = question->fact[i]->key;
        bool told = false;
        for (size_t j = 0; j < i; j++)
            told = told || question->fact[j]->key == key;
        if (told)
            continue;
        if (i > 0)
            text_add(b, cell, "question.between");
        quote_add(b, cell, key_title(b, key), NULL);
        values_add(b, cell, question, i);
    }
}

/* What would answer it; of what the case states already, why that is no answer. */
static const char *mend_string(struct building *b, const struct question *question)
{
    const struct terms *terms = b->model->case_file->terms;
    bool objectives = strcmp(question->id, "fine_alone") == 0;
    bool foreseen = strcmp(question->id, "expected") == 0;
    bool stated = terms && ((objectives && terms->objective_count > 0) ||
                            (foreseen && terms->expected_count > 0));
    return joined(b, joined(b, "question", question->id), stated ? "stated" : "mend");
}

static void question_row(struct building *b, struct node *table, const struct question *question)
{
    struct node *row = row_add(b, table);
    const char *id = joined(b, "question", question->id);
    text_add(b, cell_heading(b, row), id);
    struct node *answer = cell_add(b, row);
    text_add(b, answer, answer_string(question))->style =
        question->answered && !question->seen ? STYLE_PLAIN : STYLE_STRONG;
    struct node *rests = cell_add(b, row);
    rests->claim = claim_find(b->model, str_from(id));
    rests_on(b, rests, question);
    if (question->count > 0 && (!question->answered || question->missing.len > 0))
        text_add(b, rests, "question.but");
    if (question->missing.len > 0) {
        SAY(b, rests, "question.missing",
            { "what", .quote = worded_list(b->home, b->skin, question->missing) });
    }
    if (!question->answered && question->missing.len == 0)
        text_add(b, rests, mend_string(b, question));
}

static void questions_add(struct building *b, struct node *section, enum question_kind kind,
                          const char *heading, const char *third)
{
    static const struct column columns[] = { { .share = 36 }, { .share = 14 }, { .share = 50 } };
    const char *const heads[] = { "question.ask", "question.answer", third };
    heading_add(b, section, 3, heading);
    struct node *table = TABLE_HEADED(b, section, ROLE_NONE, heading, columns, heads);
    for (size_t i = 0; i < b->model->question_count; i++)
        if (b->model->question[i].kind == kind)
            question_row(b, table, &b->model->question[i]);
}

/* ---- what to ask for ---- */

/* One line for each file, or all that only a statement can tell. */
static void asked_item(struct building *b, struct node *list, const struct asked *asked)
{
    struct node *item = node_add(b, list, NODE_ITEM);
    if (asked->how.len > 0)
        quote_ticked(b, item, at_begin(b, worded(b->home, b->skin, asked->how)), STYLE_STRONG);
    else
        text_add(b, item, "ask.statement")->style = STYLE_STRONG;
    for (size_t i = 0; i < asked->count; i++) {
        text_add(b, item, i == 0 ? "ask.colon" : "list.separator");
        quote_add(b, item, worded(b->home, b->skin, asked->title[i]), NULL);
    }
    text_add(b, item, "sentence.end");
}

static bool same_asks(const struct comparison *x, size_t of_x, const struct comparison *y,
                      size_t of_y)
{
    bool same = x->asked_count[of_x] == y->asked_count[of_y];
    for (size_t i = 0; same && i < x->asked_count[of_x]; i++) {
        const struct asked *one = &x->asked[of_x][i], *other = &y->asked[of_y][i];
        same = one->count == other->count && str_eq(one->how, other->how);
        for (size_t k = 0; same && k < one->count; k++)
            same = str_eq(one->title[k], other->title[k]);
    }
    return same;
}

static bool asks_open(struct building *b, const struct comparison *c)
{
    bool open = c->verdict == VERDICT_INCOMPLETE || (c->unknown && c->unknown->value.value > 0);
    return open && pictured(b, c);
}

static const struct system *side_of(const struct comparison *c, size_t side)
{
    return side ? c->b : c->a;
}

/* Whether an earlier pair asks the same of the same system. */
static bool asked_before(struct building *b, const struct comparison *c, size_t side)
{
    for (size_t i = 0; i < b->model->comparison_count && &b->model->comparison[i] != c; i++) {
        const struct comparison *other = &b->model->comparison[i];
        for (size_t s = 0; s < 2 && asks_open(b, other); s++)
            if (side_of(other, s) == side_of(c, side) && same_asks(other, s, c, side))
                return true;
    }
    return false;
}

static void asks_add(struct building *b, struct node *section, const struct comparison *c,
                     size_t side)
{
    const struct system *system = side_of(c, side);
    SAY(b, heading_add(b, section, 4, NULL), "ask.of", { "system", .quote = system->id },
        { "label", .quote = system->label });
    struct node *list = node_add(b, section, NODE_LIST);
    list->ordered = true;
    for (size_t i = 0; i < c->asked_count[side]; i++)
        asked_item(b, list, &c->asked[side][i]);
}

/* What each party may be sent, under one letter head. */
static void all_asks_add(struct building *b, struct node *section)
{
    bool any = false;
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *c = &b->model->comparison[i];
        for (size_t side = 0; side < 2 && asks_open(b, c); side++) {
            if (c->asked_count[side] == 0 || asked_before(b, c, side))
                continue;
            if (!any) {
                heading_add(b, section, 3, "ask.heading");
                paragraph_plain(b, section, ROLE_NONE, "ask.letter");
            }
            any = true;
            asks_add(b, section, c, side);
        }
    }
    if (any)
        paragraph_plain(b, section, ROLE_NONE, "ask.close");
}

/* ---- the section ---- */

static void conclusion_add(struct building *b, struct node *section, const char *string)
{
    paragraph_plain(b, section, ROLE_NONE, string)->concludes = true;
}

bool section_questions(struct building *b, struct node *root, const char *id)
{
    struct node *section = section_add(b, root, ROLE_BODY, str_from(id));
    heading_add(b, section, 2, "questions.heading");
    paragraph_plain(b, section, ROLE_NONE, "questions.intro");
    all_asks_add(b, section);
    questions_add(b, section, QUESTION_REVIEWER, "questions.reviewer", "question.rests");
    questions_add(b, section, QUESTION_SPEND, "questions.spend", "question.rests");
    if (spends(b)) {
        conclusion_add(b, section,
                       unanswered(b) >= UNANSWERED_MANY ? "questions.no_diagnostic"
                                                        : "questions.diagnostic");
    }
    questions_add(b, section, QUESTION_SIGNAL, "questions.signals", "question.rests");
    conclusion_add(b, section,
                   signals(b) >= SIGNALS_MANY ? "questions.stack_shaped"
                                              : "questions.not_stack_shaped");
    return true;
}
