/* rules_extend.c - a rule set of one's own, laid over the built-in one.
 *
 * It holds rows only: a new id adds a rule, a known id takes the place of the built-in row. What is
 * at least as strict is taken as it is. What is looser needs its reason ("loosens"), and then the
 * verdict is at best "comparable with stated differences", with the reason on page 1: a row of
 * one's own must not turn a refusal into a plain yes. */
#include "rules_read.h"

#include <math.h>
#include <string.h>

static enum severity strictest(const struct rule *rule)
{
    enum severity most = SEVERITY_INFORMS;
    for (size_t i = 0; i < rule->severity_count; i++)
        most = rule->severity[i].severity > most ? rule->severity[i].severity : most;
    return most;
}

static enum severity mildest(const struct rule *rule)
{
    enum severity least = SEVERITY_BLOCKS;
    for (size_t i = 0; i < rule->severity_count; i++)
        least = rule->severity[i].severity < least ? rule->severity[i].severity : least;
    return least;
}

/* The same conditions in the same order, none milder; or nothing milder than the strictest. */
static bool severity_kept(const struct rule *base, const struct rule *own)
{
    if (mildest(own) >= strictest(base))
        return true;
    if (own->severity_count != base->severity_count)
        return false;
    for (size_t i = 0; i < own->severity_count; i++)
        if (own->severity[i].when != base->severity[i].when ||
            own->severity[i].severity < base->severity[i].severity)
            return false;
    return true;
}

static bool keys_kept(const struct rule *base, const struct rule *own)
{
    for (size_t i = 0; i < base->key_count; i++)
        if (i >= own->key_count || own->key[i] != base->key[i])
            return false; /* tests know their keys by place */
    return true;
}

/* Some tolerances are least shares: more of them is stricter. */
static bool tolerance_kept(const struct rule *base, const struct rule *own)
{
    static const char *const least[] = { "clock-even", "load-met", "minimums-met" };
    if (isnan(base->tolerance))
        return isnan(own->tolerance);
    for (size_t i = 0; i < ARRAY_COUNT(least); i++)
        if (strcmp(base->predicate->name, least[i]) == 0)
            return own->tolerance >= base->tolerance;
    return own->tolerance <= base->tolerance;
}

/* Title, sentences, reason and cure are what a reader sees of a finding: the same test must not say
 * otherwise. */
static bool words_kept(const struct rule *base, const struct rule *own)
{
    bool kept = str_eq(base->text.title, own->text.title) &&
                str_eq(base->text.why, own->text.why) && str_eq(base->text.mend, own->text.mend);
    for (size_t i = 0; i < ARRAY_COUNT(base->mend_when); i++)
        kept = kept && str_eq(base->mend_when[i], own->mend_when[i]);
    for (size_t i = 0; i < ARRAY_COUNT(base->says); i++)
        kept = kept && (base->says[i].len == 0 || str_eq(base->says[i], own->says[i]));
    for (size_t i = 0; i < ARRAY_COUNT(base->says_when); i++)
        kept = kept && str_eq(base->says_when[i], own->says_when[i]);
    return kept;
}

/* What of `own` is looser than `base`, in a word; NULL: nothing. */
static const char *looser(const struct rule *base, const struct rule *own)
{
    const struct {
        bool kept;
        const char *what;
    } parts[] = {
        { own->predicate == base->predicate, "another test" },
        { keys_kept(base, own), "fewer or other keys" },
        { tolerance_kept(base, own), "a wider tolerance" },
        { (own->applies & ~base->applies) == 0, "a narrower use" },
        { own->text.reach == base->text.reach || own->text.reach == REACH_COMPARISON,
          "a shorter reach" },
        { severity_kept(base, own), "a milder severity" },
        { words_kept(base, own), "other words" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(parts); i++)
        if (!parts[i].kept)
            return parts[i].what;
    return NULL;
}

/* A row that only says which severities are asked first: the built-in one, with these before its
 * own. */
static struct rule row_laid(const struct reading_rules *in, const struct rule *base,
                            const struct rule *own)
{
    struct rule row = *base;
    size_t count = own->severity_count + base->severity_count;
    struct circumstance *severity = ARENA_MANY(in->home, count + 1, struct circumstance);
    for (size_t i = 0; i < count; i++) {
        severity[i] =
            i < own->severity_count ? own->severity[i] : base->severity[i - own->severity_count];
    }
    row.severity = severity;
    row.severity_count = count;
    row.text.place = own->text.place;
    row.text.loosened = own->text.loosened;
    return row;
}

/* The merged list: built-in rows in their order, each replaced where there is an own one of its id;
 * then the new ones. */
static void merge(struct reading_rules *in, const struct rules *base, const struct rules *own,
                  struct rules *out)
{
    struct rule *row = ARENA_MANY(in->home, base->count + own->count + 1, struct rule);
    for (size_t i = 0; i < base->count; i++)
        row[i] = base->item[i];
    size_t count = base->count;
    for (size_t i = 0; i < own->count; i++) {
        const struct rule *mine = &own->item[i];
        struct rule laid;
        size_t at = 0;
        while (at < base->count && !str_eq(base->item[at].text.id, mine->text.id))
            at++;
        if (at == base->count && mine->like) {
            in->good = false;
            diag_add(in->diags, DIAG_RULES_BAD, mine->text.place, STR("the id of a built-in rule"),
                     "rule %.*s is like none", STR_ARG(mine->text.id));
            continue;
        }
        if (mine->like) {
            laid = row_laid(in, &base->item[at], mine);
            mine = &laid;
        }
        if (at == base->count) {
            row[count++] = *mine;
            row[count - 1].text.loosened = (struct str){ 0 };
            continue;
        }
        const char *what = mine->predicate ? looser(&base->item[at], mine) : NULL;
        if (what && mine->text.loosened.len == 0) {
            in->good = false;
            diag_add(in->diags, DIAG_RULES_BAD, mine->text.place,
                     STR("a row as strict as the built-in one, or \"loosens\" with the reason"),
                     "rule %.*s is looser than the built-in one: %s", STR_ARG(mine->text.id), what);
        }
        row[at] = *mine;
        if (!what)
            row[at].text.loosened = (struct str){ 0 };
    }
    out->item = row;
    out->count = count;
}

/* Formats whose runs a profile lets count as wholes, beside those that the base does. */
static void whole_add(struct reading_rules *in, const struct json_item *array, struct rules *out)
{
    size_t count = 0, all = 0;
    const struct key_list *own = rules_names(in, array, &count), *base = out->whole;
    if (count == 0)
        return;
    struct key_list *list = ARENA_MANY(in->home, count + out->whole_count, struct key_list);
    for (size_t i = 0; i < out->whole_count; i++)
        list[all++] = base[i];
    for (size_t i = 0; i < count; i++)
        list[all++] = own[i];
    out->whole = list;
    out->whole_count = all;
}

bool rules_extend(struct arena *home, const struct rules *base, const struct evidence *file,
                  const struct limits *limits, const struct rules **out, struct diags *diags)
{
    static const char *const members[] = { "format",  "version", "extends",  "rules",
                                           "profile", "policy",  "whole_run" };
    struct json *json = NULL;
    if (!json_read(home, file->name, file->bytes, limits, &json, diags))
        return false;
    struct reading_rules in = { .home = home, .json = json, .diags = diags, .good = true };
    const struct json_item *root = json_root(json);
    struct rules own = { 0 };
    struct rules *merged = ARENA_NEW(home, struct rules);
    if (!rules_head(&in, root, members, ARRAY_COUNT(members), &own))
        return false;
    if (!str_eq(rules_text(&in, root, "extends"), STR("built-in"))) {
        rules_bad(&in, root, "\"extends\": \"built-in\"; own rules stand beside the built-in ones",
                  "not an extension");
        return false;
    }
    const struct json_item *policy = json_member(root, STR("policy"));
    if (policy && !json_member(root, STR("profile")))
        rules_bad(&in, policy, "limits in the case's own \"policy\"", "limits beside rules");
    const struct json_item *whole = json_member(root, STR("whole_run"));
    if (whole && !json_member(root, STR("profile"))) {
        rules_bad(&in, whole, "rows alone; what runs may count as wholes is the built-in set's",
                  "formats beside rules");
    }
    rules_rows(&in, json_member(root, STR("rules")), &own);
    *merged = *base;
    merge(&in, base, &own, merged);
    whole_add(&in, whole, merged);
    merged->version =
        str_format(home, "%.*s, extended by %.*s", STR_ARG(base->version), STR_ARG(own.version));
    *out = merged;
    return in.good;
}

static const struct json_item *member_of(const struct evidence *file, const struct limits *limits,
                                         struct arena *home, struct str name)
{
    struct json *json = NULL;
    bool read = json_read(home, file->name, file->bytes, limits, &json, diags_new(home)) &&
                json_type(json_root(json)) == JSON_OBJECT;
    return read ? json_member(json_root(json), name) : NULL;
}

bool rules_extends(const struct evidence *file, const struct limits *limits, struct arena *home)
{
    return member_of(file, limits, home, STR("extends")) != NULL;
}

struct str rules_profile(const struct evidence *file, const struct limits *limits,
                         struct arena *home)
{
    const struct json_item *name = member_of(file, limits, home, STR("profile"));
    return name && json_type(name) == JSON_STRING ? json_string(name) : STR("");
}

/* ---- a set in place of the built-in one ---- */

static void put_part(struct buf *out, const char *before, struct str what, const char *how)
{
    buf_putf(out, "%s%s%.*s%s%s%s", out->len > 0 ? ", " : "", before, STR_ARG(what),
             how ? " (" : "", how ? how : "", how ? ")" : "");
}

/* Members beside the rules decide, too: limits, and what need not be disclosed. Those of `one` that
 * are otherwise in the other set; without `both`, only those that it lacks. */
static void members_differ(const struct json *one, const struct json *other, bool both,
                           struct buf *said)
{
    const struct json_item *root = json_root(one);
    for (const struct json_item *a = json_next(root, NULL); a; a = json_next(root, a)) {
        const struct json_item *b = json_member(json_root(other), json_name(a));
        bool beside =
            !str_eq(json_name(a), STR("rules")) && !str_eq(json_name(a), STR("version")) &&
            !str_eq(json_name(a), STR("format")); /* how it is written, not what it says */
        if (beside && (!b || (both && !str_eq(json_literal(one, a), json_literal(other, b)))))
            put_part(said, "other ", json_name(a), NULL);
    }
}

bool rules_looser(struct arena *home, const struct evidence *base, const struct evidence *file,
                  const struct limits *limits, struct str *out, struct diags *diags)
{
    const struct rules *known = NULL, *given = NULL;
    struct json *base_json = NULL, *file_json = NULL;
    struct buf said = buf_new(home, 1 << 14);
    if (!rules_read(home, base, limits, &known, diags) ||
        !rules_read(home, file, limits, &given, diags) ||
        !json_read(home, base->name, base->bytes, limits, &base_json, diags) ||
        !json_read(home, file->name, file->bytes, limits, &file_json, diags))
        return false;
    members_differ(base_json, file_json, true, &said);
    members_differ(file_json, base_json, false, &said);
    for (size_t i = 0; i < known->count; i++) {
        const struct rule *rule = &known->item[i], *own = rules_find(given, rule->text.id);
        const char *how = own ? looser(rule, own) : "missing";
        if (how)
            put_part(&said, "rule ", rule->text.id, how);
    }
    *out = buf_str(&said);
    return true;
}
