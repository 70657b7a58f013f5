/* sections_facts.c - how the numbers came about, the numbered facts, the evidence files. */
#include "base/num.h"
#include "build.h"
#include "model/decision.h"

/* ---- numbers ---- */

/* Which numbers of single runs have had their row: a handful, however many runs there are. */
struct formulas {
    const struct fact **seen;
    size_t count;
};

/* Whether this is the first run's of its number. */
static bool formula_is_new(struct formulas *formulas, const struct fact *fact)
{
    for (size_t i = 0; i < formulas->count; i++) {
        const struct fact *seen = formulas->seen[i];
        if (fact->key == seen->key &&
            str_eq(str_from(fact->derivation->name), str_from(seen->derivation->name)))
            return false;
    }
    formulas->seen[formulas->count++] = fact;
    return true;
}

/* One of the names of which an instance is made: a key by its title, an option of the case by its
 * label, two systems by "A and B"; of a derived figure a word of the program in the language of the
 * report. */
static struct str part_said(struct building *b, const struct fact *fact, struct str part)
{
    enum key key;
    if (vocabulary_find(part, &key))
        return key_title(b, key);
    if (fact->kind != FACT_DERIVED)
        return part;
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *c = &b->model->comparison[i];
        if (c->b &&
            str_eq(part, str_format(b->home, "%.*s-%.*s", STR_ARG(c->a->id), STR_ARG(c->b->id))))
            return pair_title(b, c);
    }
    const struct terms *terms = b->model->case_file->terms;
    for (size_t i = 0; terms && i < terms->option_count; i++)
        if (str_eq(terms->option[i].id, part) && terms->option[i].label.len > 0)
            return terms->option[i].label;
    const char *string = joined(b, "instance", str_c(b->home, part));
    return string_has(b, string) ? skin_string(b->skin, string) : worded(b->home, b->skin, part);
}

/* Whether a name of several words has a key among them: "32 latency.iteration p99". */
static bool holds_key(struct str words)
{
    enum key key;
    bool any = false;
    for (size_t at; words.len > 0 && !any; words = str_sub(words, at, words.len)) {
        at = str_find(words, STR(" "));
        any = vocabulary_find(str_sub(words, 0, at), &key);
        at = at == SIZE_MAX ? words.len : at + 1;
    }
    return any;
}

/* What an instance is made of is parted by ": ", ", " and, where a key is among it, by blanks:
 * "trace.json.gz: not attributed", "latency.iteration, p99". Of what evidence wrote nothing but
 * keys is replaced. */
static struct str instance_said(struct building *b, const struct fact *fact)
{
    if (fact->kind == FACT_CAPTURED || fact->kind == FACT_MEASURED)
        return fact->instance;
    struct str rest = fact->instance;
    struct str out = { 0 };
    while (rest.len > 0) {
        static const char *const gaps[] = { ": ", ", ", " " };
        size_t at = rest.len;
        const char *gap = "";
        for (size_t i = 0; i < ARRAY_COUNT(gaps); i++) {
            size_t found = str_find(rest, str_from(gaps[i]));
            if (found < at && (i < 2 || holds_key(rest))) {
                at = found;
                gap = gaps[i];
            }
        }
        struct str part = part_said(b, fact, str_sub(rest, 0, at));
        out = str_format(b->home, "%.*s%.*s%s", STR_ARG(out), STR_ARG(part),
                         str_eq(str_from(gap), STR(" ")) ? ", " : gap);
        rest = str_sub(rest, at + str_from(gap).len, rest.len);
    }
    return out;
}

static void title_add(struct building *b, struct node *cell, const struct fact *fact)
{
    quote_add(b, cell, key_title(b, fact->key), NULL);
    if (fact->instance.len > 0)
        SAY(b, cell, "findings.instance", { "instance", .quote = instance_said(b, fact) });
}

/* The path inside the dossier's evidence, which is shorter than the case's and what an auditor
 * opens. */
static struct str packed_path(const struct evidence *evidence)
{
    struct str path = evidence->packed;
    static const char *const heads[] = { "data/evidence/", "data/" };
    for (size_t i = 0; i < ARRAY_COUNT(heads); i++) {
        struct str head = str_from(heads[i]);
        if (str_starts(path, head))
            return str_sub(path, head.len, path.len);
    }
    return evidence->name;
}

static void evidence_add(struct building *b, struct node *cell, const struct evidence *evidence)
{
    struct node *link =
        link_add(b, cell, str_format(b->home, "evidence:%.*s", STR_ARG(evidence->packed)));
    quote_add(b, link, packed_path(evidence), NULL)->style = STYLE_MONO;
}

static void inputs_add(struct building *b, struct node *cell, const struct derivation *derivation)
{
    for (size_t i = 0; i < derivation->count && i < INPUTS_SHOWN_MOST; i++) {
        const struct fact *const input[] = { derivation->input[i] };
        marks_add(b, cell, input, 1);
    }
    if (derivation->count > INPUTS_SHOWN_MOST)
        text_add(b, cell, "list.more");
    if (derivation->series) {
        if (derivation->count > 0)
            text_add(b, cell, "list.separator");
        const struct evidence *evidence = derivation->series->source.evidence;
        if (evidence)
            evidence_add(b, cell, evidence);
    }
}

static void numbers_row(struct building *b, struct node *table, const struct fact *fact)
{
    struct node *row = row_add(b, table);
    struct node *what = cell_heading(b, row);
    title_add(b, what, fact);
    SAY(b, what, "numbers.scope", { "nothing", .quote = STR("") });
    scope_add(b, what, fact);
    value_add(b, cell_add(b, row), fact, form_told(fact));
    struct node *formula = cell_add(b, row);
    if (fact->derivation->formula)
        quote_add(b, formula, own_words(b, fact->derivation->formula), NULL);
    else
        quote_add(b, formula, str_from(fact->derivation->name), NULL);
    inputs_add(b, cell_add(b, row), fact->derivation);
}

bool section_numbers(struct building *b, struct node *root, const char *id)
{
    static const struct column columns[] = {
        { .share = 28 }, { .share = 17 }, { .share = 35 }, { .share = 20 }
    };
    static const char *const heads[] = { "numbers.what", "numbers.value", "numbers.formula",
                                         "numbers.from" };
    struct node *section = section_add(b, root, ROLE_BODY, str_from(id));
    heading_add(b, section, 2, "numbers.heading");
    paragraph_plain(b, section, ROLE_NONE, b->many ? "numbers.intro.many" : "numbers.intro");
    struct node *table = TABLE_HEADED(b, section, ROLE_NONE, "numbers.caption", columns, heads);
    struct formulas formulas = { .seen = ARENA_MANY(b->home, b->model->fact_count,
                                                    const struct fact *) };
    for (size_t i = 0; i < b->model->fact_count; i++) {
        const struct fact *fact = b->model->fact[i];
        /* one row a number across systems; of numbers that each run has, the first run's as an
         * example */
        if (fact->derivation && (!fact->run || formula_is_new(&formulas, fact)))
            numbers_row(b, table, fact);
    }
    return true;
}

/* ---- facts ---- */

static const char *kind_string(enum fact_kind kind)
{
    switch (kind) {
    case FACT_CAPTURED:
        return "kind.captured";
    case FACT_MEASURED:
        return "kind.measured";
    case FACT_DECLARED:
        return "kind.declared";
    case FACT_DERIVED:
        return "kind.derived";
    }
    return "kind.derived";
}

static struct str place_text(struct building *b, struct source source)
{
    struct buf out = buf_new(b->home, 1 << 16);
    place_put(source.from, &out);
    if (source.to.path.len > 0 || source.to.line > source.from.line) {
        buf_put(&out, skin_string(b->skin, "facts.to"));
        place_put(source.to, &out);
    }
    return buf_str(&out);
}

static void facts_row(struct building *b, struct node *table, const struct fact *fact,
                      const bool *cited)
{
    struct node *row = row_add(b, table);
    row->cited = cited[fact->number];
    row->fact = fact; /* the row that fact numbers lead to */
    row->id = str_format(b->home, "f%u", fact->number);
    const struct fact *const own[] = { fact }; /* a placeholder has a number, too */
    marks_add(b, cell_heading(b, row), own, 1);
    struct node *what = cell_add(b, row);
    title_add(b, what, fact);
    scope_add(b, cell_add(b, row), fact);
    struct node *value = cell_add(b, row);
    if (fact->placeholder) {
        text_add(b, value, "not_disclosed")->style = STYLE_BAD;
        SAY(b, value, "facts.placeholder", { "text", .quote = fact->value.text, .fact = fact });
    } else {
        value_add(b, value, fact, FORM_WRITTEN)->style = STYLE_STRONG;
    }
    text_add(b, cell_add(b, row), kind_string(fact->kind));
    struct node *file = cell_add(b, row), *place = cell_add(b, row), *digest = cell_add(b, row);
    if (fact->derivation) {
        inputs_add(b, file, fact->derivation);
        quote_add(b, place, str_from(fact->derivation->name), NULL);
    } else if (fact->source.evidence) {
        const struct evidence *evidence = fact->source.evidence;
        evidence_add(b, file, evidence);
        quote_add(b, place, place_text(b, fact->source), NULL)->style = STYLE_MONO;
        quote_add(b, digest, str_sub(digest_hex(b->home, evidence->digest), 0, 12), NULL)->style =
            STYLE_MONO;
    } else {
        text_add(b, file, "facts.built_in")->style = STYLE_SOFT;
    }
}

/* ---- which facts the pages print ---- */

struct citing {
    bool *cited; /* by number */
    bool many;   /* only what rows name is followed, and what charts say beside their marks */
};

/* Hundreds that one figure rests on: pages print those that its row names. */
static bool of_one_launch(const struct fact *fact)
{
    return fact->key == KEY_PROFILE_COUNTER || fact->key == KEY_PROFILE_NAME;
}

static void cite(const struct fact *fact, const struct citing *in)
{
    if (!fact || fact->number == 0 || in->cited[fact->number])
        return;
    in->cited[fact->number] = true;
    /* Inputs have their own inputs; a derivation never reaches back to itself, so this ends. */
    for (size_t i = 0; fact->derivation && i < fact->derivation->count; i++) {
        const struct fact *input = fact->derivation->input[i];
        if (i < INPUTS_SHOWN_MOST || !(in->many || of_one_launch(input)))
            cite(input, in);
    }
}

static void cite_marks(const struct mark *mark, const struct citing *in)
{
    for (; mark; mark = mark->next) {
        cite(mark->fact, in);
        cite_marks(mark->child, in);
    }
}

/* Facts that the tree so far shows or draws, and all that these rest on. */
static void cite_tree(const struct node *node, const struct citing *in)
{
    cite(node->fact, in);
    if (node->scene) {
        cite_marks(node->scene->first, in);
        for (size_t i = 0; in->many && i < node->scene->said_count; i++)
            cite(node->scene->said[i], in);
    }
    for (const struct node *child = node->child; child; child = child->next)
        cite_tree(child, in);
}

/* Marks the facts that pages print; of a report of many runs returns those that have a row: what
 * is shown, what that rests on, and what is of no single run. NULL: all have one. */
static const bool *facts_chosen(struct building *b, const struct node *root, bool *cited)
{
    const struct report_model *model = b->model;
    const struct citing in = { cited, b->many != NULL };
    cite_tree(root, &in);
    cite(case_fact(b, KEY_CASE_ID), &in); /* in the head of each page */
    cite(case_fact(b, KEY_CASE_DATE), &in);
    if (!b->many)
        return NULL;
    bool *shown = ARENA_MANY(b->home, model->fact_count + 1, bool);
    for (size_t i = 0; i < model->fact_count; i++)
        if (cited[i + 1] || !model->fact[i]->run)
            cite(model->fact[i], &(struct citing){ shown, true });
    return shown;
}

static bool launches_left_out(const struct building *b, const bool *cited)
{
    for (size_t i = 0; i < b->model->fact_count; i++)
        if (!cited[i + 1] && of_one_launch(b->model->fact[i]))
            return true;
    return false;
}

bool section_facts(struct building *b, struct node *root, const char *id)
{
    static const struct column columns[] = { { .share = 5, .right = true },
                                             { .share = 19 },
                                             { .share = 9 },
                                             { .share = 17 },
                                             { .share = 9 },
                                             { .share = 18 },
                                             { .share = 15 },
                                             { .share = 8, .mono = true } };
    static const char *const heads[] = {
        "facts.number", "facts.what", "facts.scope", "facts.value",
        "facts.kind",   "facts.file", "facts.place", "facts.digest"
    };
    struct node *section = section_add(b, root, ROLE_BODY, str_from(id));
    heading_add(b, section, 2, "facts.heading");
    bool *cited = ARENA_MANY(b->home, b->model->fact_count + 1, bool);
    const bool *shown = facts_chosen(b, root, cited);
    if (shown) {
        size_t count = 0;
        for (size_t i = 0; i < b->model->fact_count; i++)
            count += shown[i + 1];
        SAY(b, paragraph_add(b, section, ROLE_NONE), "facts.intro.many",
            { "shown", .quote = counted_text(b, count) },
            { "all", .quote = counted_text(b, b->model->fact_count) },
            { "inputs", .quote = counted_text(b, INPUTS_SHOWN_MOST) });
    } else {
        struct node *intro = paragraph_plain(b, section, ROLE_NONE, "facts.intro");
        if (launches_left_out(b, cited))
            text_add(b, intro, "facts.intro.launches");
    }
    letters_add(b, root, section);
    struct node *table = TABLE_HEADED(b, section, ROLE_FACTS, "facts.caption", columns, heads);
    for (size_t i = 0; i < b->model->fact_count; i++)
        if (!shown || shown[i + 1])
            facts_row(b, table, b->model->fact[i], cited);
    return true;
}

/* ---- files ---- */

static void file_row(struct building *b, struct node *table, const struct evidence *evidence)
{
    struct node *row = row_add(b, table);
    struct node *name = cell_heading(b, row);
    evidence_add(b, name, evidence);
    if (!str_eq(packed_path(evidence), evidence->name))
        SAY(b, name, "files.came_as", { "name", .quote = evidence->name, .style = STYLE_SOFT });
    quote_add(b, cell_add(b, row),
              number_grouped(b->home, b->skin, str_format(b->home, "%zu", evidence->bytes.len)),
              NULL);
    struct node *format = cell_add(b, row);
    if (evidence->format)
        quote_add(b, format, str_from(evidence->format), NULL);
    else
        text_add(b, format, "files.unread")->style = STYLE_SOFT;
    quote_add(b, cell_add(b, row), digest_hex(b->home, evidence->digest), NULL)->style = STYLE_MONO;
}

/* ---- which files have a row, where there are many runs ---- */

static void file_mark(const struct report_model *model, const struct evidence *evidence, bool *mark)
{
    if (evidence && evidence->index < model->evidence_count &&
        str_eq(model->evidence[evidence->index].packed, evidence->packed))
        mark[evidence->index] = true;
}

static void files_of(const struct report_model *model, const struct fact *fact, bool *mark)
{
    file_mark(model, fact->source.evidence, mark);
    if (fact->derivation && fact->derivation->series)
        file_mark(model, fact->derivation->series->source.evidence, mark);
}

/* Files of facts that have a row, and files of no single run; NULL: all have a row. */
static const bool *files_chosen(struct building *b, const struct node *root)
{
    const struct report_model *model = b->model;
    if (!b->many)
        return NULL;
    bool *cited = ARENA_MANY(b->home, model->fact_count + 1, bool);
    bool *mine = ARENA_MANY(b->home, model->evidence_count + 1, bool);
    bool *of_run = ARENA_MANY(b->home, model->evidence_count + 1, bool);
    cite_tree(root, &(struct citing){ cited, true }); /* rows of facts among them */
    for (size_t i = 0; i < model->fact_count; i++)
        files_of(model, model->fact[i], cited[i + 1] ? mine : of_run);
    for (size_t i = 0; i < model->evidence_count; i++)
        mine[i] = mine[i] || !of_run[i];
    return mine;
}

bool section_files(struct building *b, struct node *root, const char *id)
{
    static const struct column columns[] = { { .share = 33 },
                                             { .share = 8, .right = true },
                                             { .share = 13 },
                                             { .share = 46, .mono = true } };
    static const char *const heads[] = { "files.file", "files.size", "files.format",
                                         "files.digest" };
    struct node *section = section_add(b, root, ROLE_BODY, str_from(id));
    heading_add(b, section, 2, "files.heading");
    const bool *shown = files_chosen(b, root);
    if (shown) {
        size_t count = 0;
        for (size_t i = 0; i < b->model->evidence_count; i++)
            count += shown[i];
        SAY(b, paragraph_add(b, section, ROLE_NONE), "files.intro.many",
            { "shown", .quote = counted_text(b, count) },
            { "all", .quote = counted_text(b, b->model->evidence_count) });
    } else {
        paragraph_plain(b, section, ROLE_NONE, "files.intro");
    }
    struct node *table = TABLE_HEADED(b, section, ROLE_EVIDENCE, "files.caption", columns, heads);
    for (size_t i = 0; i < b->model->evidence_count; i++)
        if (!shown || shown[i])
            file_row(b, table, &b->model->evidence[i]);
    return true;
}
