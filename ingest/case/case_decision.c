/* case_decision.c - what a case decides, the decision that was taken, and what the parties say.
 *
 * Texts stay as they are written; each becomes a declared fact, so that it is numbered, traced and
 * signed like any other. */
#include "case_parts.h"
#include "model/decision.h"

struct decision_reading {
    const struct checking *checking;
    struct case_file *case_file;
    bool good;
};

/* The declared fact of a text; NULL: not stated. */
static const struct fact *fact_of(const struct decision_reading *r, const struct json_item *item,
                                  struct str instance, enum key key)
{
    struct reading *reading = r->checking->reading;
    if (!item || !json_fact(reading, r->checking->json, item, instance, key, UNIT_NONE))
        return NULL;
    return facts_at(reading->facts, facts_count(reading->facts) - 1);
}

static const struct fact *member_of(const struct decision_reading *r,
                                    const struct json_item *object, const char *name,
                                    struct str instance, enum key key)
{
    return fact_of(r, json_member(object, str_from(name)), instance, key);
}

/* What a person writes sets no systems against each other by a figure: that needs a verdict. */
static const struct case_text *texts_of(struct decision_reading *r, const struct json_item *list,
                                        enum key key, size_t *count)
{
    struct arena *home = r->checking->reading->home;
    struct case_text *text = ARENA_MANY(home, (list ? json_count(list) : 0) + 1, struct case_text);
    const struct json_item *item = list ? json_next(list, NULL) : NULL;
    for (*count = 0; item; item = json_next(list, item)) {
        const struct fact *fact = fact_of(r, item, str_format(home, "%zu", *count + 1), key);
        r->good = sentence_check(r->checking, item, r->case_file) && r->good;
        if (fact)
            text[(*count)++] = (struct case_text){ .text = fact->value.text, .fact = fact };
    }
    return text;
}

static void holds_of(struct decision_reading *r, const struct json_item *list,
                     struct case_decision *out)
{
    size_t count = 0;
    const struct case_text *text = texts_of(r, list, KEY_DECISION_HOLDS, &count);
    struct hold *holds = ARENA_MANY(r->checking->reading->home, count + 1, struct hold);
    const struct json_item *item = list ? json_next(list, NULL) : NULL;
    for (size_t i = 0; item && i < count; item = json_next(list, item)) {
        holds[i].fact = text[i].fact;
        r->good = holding_read(r->checking, item, r->case_file, &holds[i]) && r->good;
        i++;
    }
    out->holds_while = holds;
    out->holds_count = count;
}

/* What falls due once it was decided is no earlier day. */
static void later_check(struct decision_reading *r, const struct json_item *item, const char *name,
                        const struct fact *date, const struct fact *due)
{
    if (date && due && str_order(due->value.text, date->value.text) < 0)
        r->good = members_refuse(r->checking, r->checking->bad, json_member(item, str_from(name)),
                                 STR("the day of the decision, or later"), "\"%.*s\"",
                                 STR_ARG(due->value.text));
}

static void taken_read(struct decision_reading *r, const struct json_item *item,
                       struct case_decision *out)
{
    const struct str none = { 0 };
    r->good = sentence_check(r->checking, json_member(item, STR("text")), r->case_file) && r->good;
    out->text = member_of(r, item, "text", none, KEY_DECISION_TEXT);
    out->by = member_of(r, item, "by", none, KEY_DECISION_BY);
    out->role = member_of(r, item, "role", none, KEY_DECISION_ROLE);
    out->date = member_of(r, item, "date", none, KEY_DECISION_DATE);
    out->result = member_of(r, item, "result", none, KEY_DECISION_RESULT);
    out->review = member_of(r, item, "review", none, KEY_DECISION_REVIEW);
    out->claims = member_of(r, item, "claims_until", none, KEY_DECISION_CLAIMS);
    later_check(r, item, "review", out->date, out->review);
    later_check(r, item, "claims_until", out->date, out->claims);
    out->condition = texts_of(r, json_member(item, STR("conditions")), KEY_DECISION_CONDITION,
                              &out->condition_count);
    holds_of(r, json_member(item, STR("holds_while")), out);
}

static void statements_read(struct decision_reading *r, const struct json_item *list,
                            struct terms *out)
{
    struct arena *home = r->checking->reading->home;
    size_t count = list ? json_count(list) : 0;
    struct party_statement *statement = ARENA_MANY(home, count + 1, struct party_statement);
    const struct json_item *item = list ? json_next(list, NULL) : NULL;
    for (; item; item = json_next(list, item)) {
        struct str instance = str_format(home, "%zu", out->statement_count + 1);
        struct party_statement *one = &statement[out->statement_count];
        one->party = member_of(r, item, "party", instance, KEY_STATEMENT_PARTY);
        one->text = member_of(r, item, "text", instance, KEY_STATEMENT_TEXT);
        r->good = quotation_check(r->checking, json_member(item, STR("text"))) && r->good;
        one->date = member_of(r, item, "date", instance, KEY_STATEMENT_DATE);
        out->statement_count += one->party && one->text ? 1 : 0;
    }
    out->statement = statement;
}

bool case_path_plain(struct str path)
{
    static const struct str marks[] = { STR_INIT("*"), STR_INIT("?"), STR_INIT("#"), STR_INIT("!"),
                                        STR_INIT("\\") };
    struct str rest = path, part;
    bool good = path.len > 0 && path.at[0] != '/';
    for (size_t i = 0; i < ARRAY_COUNT(marks); i++)
        good = good && str_find(path, marks[i]) == SIZE_MAX;
    while (str_cut(&rest, '/', &part))
        good = good && part.len > 0 && !str_eq(part, STR("..")) && !str_eq(part, STR("."));
    return good;
}

static void references_named(struct decision_reading *r, const struct json_item *list,
                             struct terms *out)
{
    struct arena *home = r->checking->reading->home;
    size_t count = list ? json_count(list) : 0;
    struct named_dossier *named = ARENA_MANY(home, count + 1, struct named_dossier);
    const struct json_item *item = list ? json_next(list, NULL) : NULL;
    for (; item; item = json_next(list, item)) {
        const struct json_item *path = json_member(item, STR("dossier"));
        const struct json_item *embed = json_member(item, STR("embed"));
        struct named_dossier *one = &named[out->reference_count++];
        *one = (struct named_dossier){
            .path = str_keep(home, json_string(path)),
            .as = str_keep(home, json_string(json_member(item, STR("as")))),
            .embed = embed && json_type(embed) == JSON_TRUE,
            .place = json_place(r->checking->json, path),
        };
        one->place.path = str_keep(home, one->place.path);
        if (!case_path_plain(one->path)) {
            r->good = members_refuse(r->checking, r->checking->bad, path,
                                     STR("a file below the folder of the case, without wildcards"),
                                     "\"%.*s\"", STR_ARG(one->path));
        }
    }
    out->reference = named;
}

/* Left out, it is told from what the case holds. */
static enum decides decides_told(const struct case_file *c)
{
    const struct terms *terms = c->terms;
    bool baseline = false;
    for (size_t i = 0; i < c->system_count; i++)
        baseline = baseline || c->system[i].baseline;
    if (terms->demand.peak_fact && terms->price_count > 0)
        return DECIDES_UNITS;
    if (terms->requirement_count > 0 && c->system_count == 1)
        return DECIDES_ACCEPTANCE;
    if (terms->symptom)
        return DECIDES_BOTTLENECK;
    return c->system_count > 2 || !baseline ? DECIDES_CHOICE : DECIDES_CHANGE;
}

bool decision_read(const struct checking *checking, const struct json_item *root,
                   struct case_file *out)
{
    struct decision_reading r = { checking, out, true };
    const struct json_item *word = json_member(root, STR("decides"));
    const struct json_item *taken = json_member(root, STR("decision"));
    /* terms_read made it for this case. */
    union {
        const struct terms *in;
        struct terms *out;
    } terms = { out->terms };
    out->decides = decides_told(out);
    for (size_t i = 0; word && i < DECIDES_COUNT; i++)
        if (str_eq(json_string(word), str_from(decides_name((enum decides)i))))
            out->decides = (enum decides)i;
    if (taken)
        taken_read(&r, taken, &terms.out->decision);
    statements_read(&r, json_member(root, STR("statements")), terms.out);
    references_named(&r, json_member(root, STR("references")), terms.out);
    return r.good;
}
