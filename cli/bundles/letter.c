/* letter.c - an auditor's letter: dossier-audit/1, checked for form (docs/after.md). */
#include "letter.h"
#include "base/json.h"

enum { PROCEDURES_MOST = 500, TEXT_MOST = 1000 };

/* Members of the letter. An outcome is an object with `result` and `reason`. */
enum part_kind { PART_TEXT, PART_TERM, PART_AUDITOR, PART_OUTCOME, PART_PROCEDURES, PART_TEXTS };
static const struct part_row {
    const char *name;
    enum part_kind kind;
    const char *expected;
} parts[] = {
    { "format", PART_TERM, "\"dossier-audit/1\"" },
    { "auditor", PART_AUDITOR, "an object with \"name\" and \"accreditation\", both in words" },
    { "addressee", PART_TEXT, "whom the letter is for" },
    { "independence", PART_TERM,
      "\"independent of both parties\", \"paid by the buyer\", \"paid by the supplier\", "
      "\"employed by "
      "the buyer\" or \"employed by the supplier\"" },
    { "procedures", PART_PROCEDURES,
      "a list of 1 to 500 objects with \"procedure\", \"result\" and \"reason\"" },
    { "exceptions", PART_TEXTS, "a list of texts, empty where there are none" },
    { "repeatability", PART_OUTCOME, "an object with \"result\" and \"reason\"" },
    { "price", PART_OUTCOME, "an object with \"result\" and \"reason\"" },
    { "availability", PART_OUTCOME, "an object with \"result\" and \"reason\"" },
    { "opinion", PART_TEXT, "the auditor's opinion, of 1 to 1000 bytes" },
};
static const char *const terms[] = { "dossier-audit/1",       "independent of both parties",
                                     "paid by the buyer",     "paid by the supplier",
                                     "employed by the buyer", "employed by the supplier" };
static const char *const results[] = { "verified", "noted", "waived" };
enum { RESULTS = ARRAY_COUNT(results) };

struct letter {
    struct arena *home;
    struct str name;
    const struct json *json;
    struct diags *diags;
    size_t *tally;
};

static bool refuse(struct letter *l, const struct json_item *item, struct str expected,
                   const char *found)
{
    struct place place = json_place(l->json, item);
    place.file = l->name;
    diag_add(l->diags, DIAG_BESIDE_BAD, place, expected, "%s", found);
    return false;
}

static bool is_text(const struct json_item *item)
{
    return item && json_type(item) == JSON_STRING && str_trim(json_string(item)).len > 0 &&
           json_string(item).len <= TEXT_MOST;
}

/* The members of an object are texts with these names, all of them, and no others. */
static bool texts_only(const struct json_item *object, const char *const *name, size_t count)
{
    bool good = json_type(object) == JSON_OBJECT && json_count(object) == count;
    for (size_t i = 0; i < count && good; i++)
        good = is_text(json_member(object, str_from(name[i])));
    return good;
}

/* verified needs no reason; noted and waived do. */
static bool outcome_check(struct letter *l, const struct json_item *item, bool named)
{
    static const char *const member[] = { "result", "reason", "procedure" };
    const struct json_item *result = json_member(item, STR("result"));
    const struct json_item *reason = json_member(item, STR("reason"));
    size_t kind = 0;
    while (kind < RESULTS && (!result || !str_eq(json_string(result), str_from(results[kind]))))
        kind++;
    if (kind == RESULTS)
        return refuse(l, item, STR("\"result\": \"verified\", \"noted\" or \"waived\""),
                      "none of them");
    size_t count = reason ? 2 : 1;
    bool good = named
                    ? json_count(item) == count + 1 && is_text(json_member(item, STR("procedure")))
                    : json_count(item) == count;
    for (size_t i = 0; i < count && good; i++)
        good = is_text(json_member(item, str_from(member[i])));
    if (!good)
        return refuse(
            l, item,
            named ? STR("texts \"procedure\", \"result\" and, but for \"verified\", \"reason\"")
                  : STR("texts \"result\" and, but for \"verified\", \"reason\""),
            "others, or an empty one");
    if (kind != 0 && !reason)
        return refuse(l, item, STR("a \"reason\" for what was noted or waived"), "none");
    l->tally[kind]++;
    return true;
}

static bool list_check(struct letter *l, const struct part_row *row, const struct json_item *list)
{
    size_t count = json_type(list) == JSON_ARRAY ? json_count(list) : SIZE_MAX;
    if (count > PROCEDURES_MOST || (row->kind == PART_PROCEDURES && count == 0))
        return refuse(l, list, str_from(row->expected), "something else");
    for (const struct json_item *one = json_next(list, NULL); one; one = json_next(list, one)) {
        if (row->kind == PART_TEXTS && !is_text(one))
            return refuse(l, one, str_from(row->expected), "something else");
        if (row->kind == PART_PROCEDURES &&
            (json_type(one) != JSON_OBJECT || !outcome_check(l, one, true)))
            return json_type(one) == JSON_OBJECT
                       ? false
                       : refuse(l, one, str_from(row->expected), "something else");
    }
    return true;
}

/* The format alone, or one of the fixed terms behind it. */
static bool is_term(const struct json_item *item, bool format)
{
    size_t from = format ? 0 : 1, to = format ? 1 : ARRAY_COUNT(terms);
    for (size_t i = from; item && i < to; i++)
        if (str_eq(json_string(item), str_from(terms[i])))
            return true;
    return false;
}

static bool part_check(struct letter *l, const struct part_row *row, const struct json_item *item)
{
    static const char *const auditor[] = { "name", "accreditation" };
    bool good = item != NULL;
    if (good && (row->kind == PART_PROCEDURES || row->kind == PART_TEXTS))
        return list_check(l, row, item);
    if (good && row->kind == PART_OUTCOME && json_type(item) == JSON_OBJECT)
        return outcome_check(l, item, false);
    good = row->kind == PART_TERM      ? is_term(item, row == &parts[0])
           : row->kind == PART_TEXT    ? is_text(item)
           : row->kind == PART_AUDITOR ? good && texts_only(item, auditor, ARRAY_COUNT(auditor))
                                       : false;
    return good || refuse(l, item ? item : json_root(l->json),
                          str_format(l->home, "\"%s\": %s", row->name, row->expected),
                          item ? "something else" : "a letter without it");
}

bool letter_read(struct arena *home, struct str name, struct str text, struct letter_told *out,
                 struct diags *diags)
{
    struct json *json;
    *out = (struct letter_told){ 0 };
    if (!json_read(home, name, text, &limits_default, &json, diags))
        return false;
    struct letter l = { .home = home, .name = name, .json = json, .diags = diags };
    const struct json_item *root = json_root(json);
    size_t beside[RESULTS] = { 0 };
    for (size_t i = 0; i < ARRAY_COUNT(parts); i++) {
        l.tally = parts[i].kind == PART_PROCEDURES ? out->procedures : beside;
        if (!part_check(&l, &parts[i], json_member(root, str_from(parts[i].name))))
            return false;
    }
    for (const struct json_item *one = json_next(root, NULL); one; one = json_next(root, one)) {
        bool known = false;
        for (size_t i = 0; i < ARRAY_COUNT(parts); i++)
            known = known || str_eq(json_name(one), str_from(parts[i].name));
        if (!known)
            return refuse(&l, one, STR("the members of dossier-audit/1 and no others"),
                          "a name that is none of them");
    }
    out->opinion = json_string(json_member(root, STR("opinion")));
    out->independence = json_string(json_member(root, STR("independence")));
    out->exceptions = json_count(json_member(root, STR("exceptions")));
    return true;
}
