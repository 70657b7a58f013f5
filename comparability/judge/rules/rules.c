/* rules.c - reads a rule set, format dossier-rules/2 or 1, and answers questions about
 * it. In format 2 tests that name their keys take them by role, in format 1 all by place.
 *
 * A rule set is data that a person can change, so everything in it is checked with places: members,
 * keys, predicates and how many keys they take, conditions, severities, slots of sentences. */
#include "rules.h"

#include "base/num.h"
#include "rules_read.h"

#include <assert.h>
#include <math.h>

static const char *const severities[] = {
    [SEVERITY_INFORMS] = "informs",
    [SEVERITY_DISCLOSES] = "discloses",
    [SEVERITY_BLOCKS] = "blocks",
};
static const char *const reaches[] = {
    [REACH_COMPARISON] = "comparison",
    [REACH_ATTRIBUTION] = "attribution",
    [REACH_CLAIM] = "claim",
};
static const char *const judgements[] = {
    [HOLDS] = "holds",
    [FAILS] = "fails",
    [UNKNOWN] = "unknown",
    [NOT_APPLICABLE] = "not-applicable",
};
static const char family_letters[FAMILY_COUNT + 1] = "WPMSTVHUNDXE";

static bool word_find(const char *const *word, size_t count, struct str text, size_t *out)
{
    for (size_t i = 0; i < count; i++) {
        if (str_eq(text, str_from(word[i]))) {
            *out = i;
            return true;
        }
    }
    return false;
}

/* Every member of `object` must be one of `word`. */
static void members_known(struct reading_rules *in, const struct json_item *object,
                          const char *const *word, size_t count)
{
    const struct json_item *member = json_next(object, NULL);
    for (; member; member = json_next(object, member)) {
        size_t at;
        if (!word_find(word, count, json_name(member), &at))
            rules_bad(in, member, "a member of this format", "member not known");
    }
}

struct str rules_text(struct reading_rules *in, const struct json_item *object, const char *name)
{
    const struct json_item *item = json_member(object, str_from(name));
    if (!item) {
        in->good = false;
        diag_add(in->diags, DIAG_RULES_BAD, json_place(in->json, object), str_from(name),
                 "member missing");
        return (struct str){ 0 };
    }
    if (json_type(item) != JSON_STRING || str_trim(json_string(item)).len == 0) {
        rules_bad(in, item, "a text", "not a text");
        return (struct str){ 0 };
    }
    return json_string(item);
}

/* Short, of letters, digits, points and hyphens: no two may look alike on a page. */
static void row_id(struct reading_rules *in, const struct json_item *object, struct rule *rule)
{
    enum { LONGEST = 32 };
    rule->text.id = rules_text(in, object, "id");
    bool plain = rule->text.id.len <= LONGEST;
    for (size_t i = 0; i < rule->text.id.len; i++) {
        char c = rule->text.id.at[i];
        plain = plain && ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                          (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_');
    }
    if (!plain) {
        rules_bad(in, json_member(object, STR("id")),
                  "at most 32 letters, digits, points and hyphens", "id not understood");
    }
}

/* ---- one row ---- */

static void row_family(struct reading_rules *in, const struct json_item *object, struct rule *rule)
{
    struct str family = rules_text(in, object, "family");
    size_t at = 0;
    while (at < FAMILY_COUNT && !(family.len == 1 && family.at[0] == family_letters[at]))
        at++;
    if (at == FAMILY_COUNT) {
        if (family.len > 0) {
            rules_bad(in, json_member(object, STR("family")), "a letter of WPMSTVHUNDXE",
                      "family not known");
        }
        return;
    }
    rule->text.family = (enum family)at;
    if (rule->text.id.len > 0 && rule->text.id.at[0] != family.at[0]) {
        rules_bad(in, json_member(object, STR("id")), "an id that begins with its family's letter",
                  "id outside its family");
    }
}

static void row_predicate(struct reading_rules *in, const struct json_item *object,
                          struct rule *rule)
{
    struct str name = rules_text(in, object, "predicate");
    if (name.len == 0)
        return;
    const struct json_item *item = json_member(object, STR("predicate"));
    rule->predicate = predicate_find(name);
    if (!rule->predicate) {
        rules_bad(in, item, "a predicate of `dossier rules --json`", "predicate not known");
        return;
    }
    if (rule->predicate->tolerance && isnan(rule->tolerance))
        rules_bad(in, item, "a tolerance beside it, such as \"2 %\"", "tolerance missing");
}

/* "2 %": a share of one. */
static double row_tolerance(struct reading_rules *in, const struct json_item *item)
{
    double value = (double)NAN;
    if (!item)
        return value;
    struct str text = json_string(item), number = text;
    if (str_ends(text, STR(" %")))
        number = str_sub(text, 0, text.len - 2);
    if (number.len == text.len || !num_real(number, &value) || value < 0 || value > 100) {
        rules_bad(in, item, "a percentage, such as \"2 %\"", "tolerance not understood");
        return (double)NAN;
    }
    return value / 100;
}

static void row_severity(struct reading_rules *in, const struct json_item *object,
                         const char *member, struct rule *rule)
{
    const struct json_item *list = json_member(object, str_from(member));
    if (!list || json_type(list) != JSON_ARRAY || json_count(list) == 0) {
        rules_bad(in, list ? list : object, "a list such as [{ \"always\": \"blocks\" }]",
                  "severity missing");
        return;
    }
    struct circumstance *row = ARENA_MANY(in->home, json_count(list), struct circumstance);
    bool closed = false;
    const struct json_item *item = json_next(list, NULL);
    for (; item; item = json_next(list, item)) {
        const struct json_item *pair = json_next(item, NULL);
        size_t when, is;
        if (!pair || json_count(item) != 1 || json_type(item) != JSON_OBJECT) {
            rules_bad(in, item, "one condition with its severity", "severity not understood");
        } else if (!word_find(condition_names(), CONDITION_COUNT, json_name(pair), &when)) {
            rules_bad(in, item, "a condition such as always, layers, bidders",
                      "condition not known");
        } else if (!word_find(severities, ARRAY_COUNT(severities), json_string(pair), &is)) {
            rules_bad(in, pair, "blocks, discloses or informs", "severity not known");
        } else if (closed) {
            rules_bad(in, item, "nothing after always", "condition can never hold");
        } else {
            row[rule->severity_count++] =
                (struct circumstance){ (enum condition)when, (enum severity)is };
            closed = when == CONDITION_ALWAYS;
        }
    }
    if (!closed && !rule->like && in->good)
        rules_bad(in, list, "always as the last condition", "severity not complete");
    rule->severity = row;
    /* What is judged after the verdict may state, and no more. */
    for (size_t i = 0; rule->predicate && rule->predicate->late && i < rule->severity_count; i++) {
        if (row[i].severity == SEVERITY_BLOCKS) {
            rules_bad(in, list, "discloses or informs: this test needs the verdict of the others",
                      "severity out of reach");
        }
    }
}

/* Slots are {key}, {instance}, {silent} and {0} to {9}. */
static bool slots_known(struct str text)
{
    struct str head;
    bool first = true;
    while (str_cut(&text, '{', &head)) {
        size_t end = str_find(head, STR("}"));
        struct str slot = str_sub(head, 0, end);
        bool digit = slot.len == 1 && slot.at[0] >= '0' && slot.at[0] <= '9';
        bool word = str_eq(slot, STR("key")) || str_eq(slot, STR("instance")) ||
                    str_eq(slot, STR("silent"));
        if (!first && (end == SIZE_MAX || !(digit || word)))
            return false;
        first = false;
    }
    return true;
}

static void row_says(struct reading_rules *in, const struct json_item *object, struct rule *rule)
{
    const struct json_item *says = json_member(object, STR("says"));
    if (!says || json_type(says) != JSON_OBJECT) {
        rules_bad(in, says ? says : object, "an object of sentences", "says missing");
        return;
    }
    const struct json_item *item = json_next(says, NULL);
    for (; item; item = json_next(says, item)) {
        size_t at;
        if (json_type(item) != JSON_STRING || !slots_known(json_string(item))) {
            rules_bad(in, item, "a sentence with slots {key}, {silent}, {0}",
                      "sentence not understood");
        } else if (word_find(judgements, ARRAY_COUNT(judgements), json_name(item), &at)) {
            rule->says[at] = json_string(item);
        } else if (word_find(condition_names(), CONDITION_COUNT, json_name(item), &at)) {
            rule->says_when[at] = json_string(item);
        } else {
            rules_bad(in, item, "a judgement or a condition", "member not known");
        }
    }
}

static void applies_add(struct reading_rules *in, const struct json_item *item, struct rule *rule)
{
    size_t when;
    if (!word_find(condition_names(), CONDITION_COUNT, json_string(item), &when) ||
        when > CONDITION_OF_CASE) {
        rules_bad(in, item, "a condition of the case, such as executor, windowed or nodes",
                  "condition not known");
    } else if (when != CONDITION_ALWAYS) {
        rule->applies |= condition_bit(when);
    }
}

/* To what a rule applies: one condition that follows from the case alone, or a list of those that
 * must all hold. */
static void row_applies(struct reading_rules *in, const struct json_item *item, struct rule *rule)
{
    if (item && json_type(item) != JSON_ARRAY) {
        applies_add(in, item, rule);
        return;
    }
    const struct json_item *one = item ? json_next(item, NULL) : NULL;
    for (; one; one = json_next(item, one))
        applies_add(in, one, rule);
}

/* What mends a finding under a condition, where the rule's own words do not fit. */
static void row_mends(struct reading_rules *in, const struct json_item *object, struct rule *rule)
{
    const struct json_item *mends = json_member(object, STR("mends"));
    if (mends && json_type(mends) != JSON_OBJECT) {
        rules_bad(in, mends, "an object of sentences", "mends not understood");
        return;
    }
    const struct json_item *item = mends ? json_next(mends, NULL) : NULL;
    for (; item; item = json_next(mends, item)) {
        size_t when;
        if (json_type(item) != JSON_STRING || json_string(item).len == 0 ||
            !word_find(condition_names(), CONDITION_COUNT, json_name(item), &when))
            rules_bad(in, item, "a condition with a sentence", "member not known");
        else
            rule->mend_when[when] = json_string(item);
    }
}

/* A built-in row, told by its id, with severities that are asked before its own. */
static void row_like(struct reading_rules *in, const struct json_item *object, struct rule *rule)
{
    static const char *const members[] = { "id", "like", "first", "loosens" };
    members_known(in, object, members, ARRAY_COUNT(members));
    rule->like = true;
    row_id(in, object, rule);
    rule->text.place = json_place(in->json, object);
    rule->tolerance = (double)NAN;
    if (!str_eq(rules_text(in, object, "like"), STR("built-in")))
        rules_bad(in, json_member(object, STR("like")), "\"built-in\"", "a row like no other");
    row_severity(in, object, "first", rule);
    if (json_member(object, STR("loosens")))
        rule->text.loosened = rules_text(in, object, "loosens");
}

static void row_read(struct reading_rules *in, const struct json_item *object, struct rule *rule)
{
    static const char *const members[] = { "id",    "family",    "title",     "why",  "mend",
                                           "keys",  "predicate", "tolerance", "says", "severity",
                                           "reach", "applies",   "loosens",   "mends" };
    if (json_type(object) != JSON_OBJECT) {
        rules_bad(in, object, "a rule", "not an object");
        return;
    }
    if (json_member(object, STR("like"))) {
        row_like(in, object, rule);
        return;
    }
    members_known(in, object, members, ARRAY_COUNT(members));
    row_id(in, object, rule);
    rule->text.title = rules_text(in, object, "title");
    rule->text.why = rules_text(in, object, "why");
    rule->text.mend = rules_text(in, object, "mend");
    rule->text.place = json_place(in->json, object);
    row_family(in, object, rule);
    rule->tolerance = row_tolerance(in, json_member(object, STR("tolerance")));
    row_predicate(in, object, rule);
    rules_row_keys(in, object, rule);
    row_severity(in, object, "severity", rule);
    size_t reach = 0;
    struct str name = rules_text(in, object, "reach");
    if (name.len > 0 && !word_find(reaches, ARRAY_COUNT(reaches), name, &reach)) {
        rules_bad(in, json_member(object, STR("reach")), "comparison, attribution or claim",
                  "reach not known");
    }
    rule->text.reach = (enum reach)reach;
    row_applies(in, json_member(object, STR("applies")), rule);
    row_says(in, object, rule);
    row_mends(in, object, rule);
    if (json_member(object, STR("loosens")))
        rule->text.loosened = rules_text(in, object, "loosens");
}

/* ---- the whole file ---- */

static const struct key_list *lists_of(struct reading_rules *in, const struct json_item *object,
                                       bool named_by_key, size_t *count)
{
    *count = 0;
    if (!object)
        return NULL;
    struct key_list *list = ARENA_MANY(in->home, json_count(object) + 1, struct key_list);
    const struct json_item *item = json_next(object, NULL);
    for (; item; item = json_next(object, item)) {
        struct key_list *row = &list[(*count)++];
        enum key key;
        row->name = json_name(item);
        if (named_by_key && !vocabulary_find(row->name, &key))
            rules_bad(in, item, "a key of the vocabulary", "key not known");
        if (json_type(item) != JSON_ARRAY)
            rules_bad(in, item, "a list of keys", "not a list");
        row->key = rules_keys(in, item, &row->count);
    }
    return list;
}

/* A list of names, as lists without keys. */
const struct key_list *rules_names(struct reading_rules *in, const struct json_item *array,
                                   size_t *count)
{
    *count = 0;
    if (!array)
        return NULL;
    if (json_type(array) != JSON_ARRAY) {
        rules_bad(in, array, "a list of formats", "not a list");
        return NULL;
    }
    struct key_list *list = ARENA_MANY(in->home, json_count(array) + 1, struct key_list);
    const struct json_item *item = json_next(array, NULL);
    for (; item; item = json_next(array, item)) {
        if (json_type(item) != JSON_STRING) {
            rules_bad(in, item, "the name of a format", "not a text");
            continue;
        }
        list[(*count)++].name = json_string(item);
    }
    return list;
}

static void advice_read(struct reading_rules *in, const struct json_item *object,
                        struct rules *rules)
{
    if (!object)
        return;
    struct advice *advice = ARENA_MANY(in->home, json_count(object) + 1, struct advice);
    const struct json_item *item = json_next(object, NULL);
    for (; item; item = json_next(object, item)) {
        enum layer layer;
        bool known = layer_find(json_name(item), &layer);
        for (size_t i = 0; i < GROUP_COUNT && !known; i++)
            known = str_eq(json_name(item), str_from(group_name((enum group)i)));
        enum key key;
        known = known || vocabulary_find(json_name(item), &key);
        if (!known || json_type(item) != JSON_STRING) {
            rules_bad(in, item, "a layer, group or key with a text", "advice not understood");
            continue;
        }
        advice[rules->advice_count++] = (struct advice){ json_name(item), json_string(item) };
    }
    rules->advice = advice;
}

void rules_rows(struct reading_rules *in, const struct json_item *list, struct rules *rules)
{
    if (!list || json_type(list) != JSON_ARRAY || json_count(list) == 0) {
        rules_bad(in, list ? list : json_root(in->json), "a list of rules", "rules missing");
        return;
    }
    struct rule *row = ARENA_MANY(in->home, json_count(list), struct rule);
    const struct json_item *item = json_next(list, NULL);
    for (; item; item = json_next(list, item)) {
        row_read(in, item, &row[rules->count]);
        for (size_t i = 0; i < rules->count; i++)
            if (row[i].text.id.len > 0 && str_eq(row[i].text.id, row[rules->count].text.id))
                rules_bad(in, json_member(item, STR("id")), "an id of its own", "id stands twice");
        rules->count++;
    }
    rules->item = row;
}

/* The built-in limits that a case may change; the case reader takes their values and places. */
static void parameters_check(struct reading_rules *in, const struct json_item *object)
{
    static const char *const names[] = { "delta",       "margin",       "failures",
                                         "least_share", "least_window", "least_batches",
                                         "repetitions" };
    if (!object || json_type(object) != JSON_OBJECT) {
        rules_bad(in, object ? object : json_root(in->json), "an object of limits",
                  "parameters missing");
        return;
    }
    members_known(in, object, names, ARRAY_COUNT(names));
    for (size_t i = 0; i < ARRAY_COUNT(names); i++)
        if (!json_member(object, str_from(names[i])))
            rules_bad(in, object, names[i], "parameter missing");
}

bool rules_head(struct reading_rules *in, const struct json_item *root, const char *const *member,
                size_t count, struct rules *out)
{
    if (json_type(root) != JSON_OBJECT) {
        rules_bad(in, root, "a rule set of format dossier-rules/2", "not an object");
        return false;
    }
    members_known(in, root, member, count);
    struct str format = rules_text(in, root, "format");
    in->roles = str_eq(format, STR("dossier-rules/2"));
    if (!in->roles && !str_eq(format, STR("dossier-rules/1"))) {
        rules_bad(in, root, "format dossier-rules/2 or dossier-rules/1", "format not known");
        return false;
    }
    out->version = rules_text(in, root, "version");
    return true;
}

bool rules_read(struct arena *home, const struct evidence *file, const struct limits *limits,
                const struct rules **out, struct diags *diags)
{
    static const char *const members[] = { "format",         "version",       "parameters",
                                           "not_applicable", "not_of_vendor", "closed_by_none",
                                           "disclose_by",    "rules",         "not_of_processors",
                                           "not_of_tool",    "fixed_by",      "whole_run",
                                           "executions" };
    struct json *json = NULL;
    if (!json_read(home, file->name, file->bytes, limits, &json, diags))
        return false;
    struct reading_rules in = { .home = home, .json = json, .diags = diags, .good = true };
    const struct json_item *root = json_root(json);
    struct rules *rules = ARENA_NEW(home, struct rules);
    if (!rules_head(&in, root, members, ARRAY_COUNT(members), rules))
        return false;
    parameters_check(&in, json_member(root, STR("parameters")));
    rules->exempt =
        lists_of(&in, json_member(root, STR("not_applicable")), false, &rules->exempt_count);
    rules->vendor =
        lists_of(&in, json_member(root, STR("not_of_vendor")), false, &rules->vendor_count);
    rules->tool = lists_of(&in, json_member(root, STR("not_of_tool")), false, &rules->tool_count);
    rules->whole = rules_names(&in, json_member(root, STR("whole_run")), &rules->whole_count);
    rules->executions =
        rules_names(&in, json_member(root, STR("executions")), &rules->executions_count);
    rules->processors =
        rules_keys(&in, json_member(root, STR("not_of_processors")), &rules->processors_count);
    rules->closed =
        lists_of(&in, json_member(root, STR("closed_by_none")), true, &rules->closed_count);
    rules->fixed = lists_of(&in, json_member(root, STR("fixed_by")), true, &rules->fixed_count);
    advice_read(&in, json_member(root, STR("disclose_by")), rules);
    rules_rows(&in, json_member(root, STR("rules")), rules);
    *out = rules;
    return in.good;
}

/* ---- questions ---- */

size_t rules_count(const struct rules *rules)
{
    return rules->count;
}

const struct rule_text *rules_at(const struct rules *rules, size_t index)
{
    return &rules->item[index].text;
}

struct str rules_version(const struct rules *rules)
{
    return rules->version;
}

void rules_put_severity(const struct rules *rules, size_t index, struct buf *out)
{
    const struct rule *rule = &rules->item[index];
    for (size_t i = 0; i < rule->severity_count; i++) {
        buf_putf(out, "%s%s: %s", i ? "; " : "", condition_name(rule->severity[i].when),
                 severities[rule->severity[i].severity]);
    }
}

const char *rules_predicate(const struct rules *rules, size_t index)
{
    return rules->item[index].predicate->name;
}

const struct rule *rules_find(const struct rules *rules, struct str id)
{
    for (size_t i = 0; i < rules->count; i++)
        if (str_eq(rules->item[i].text.id, id))
            return &rules->item[i];
    return NULL;
}
