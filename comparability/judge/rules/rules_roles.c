/* rules_roles.c - the keys of a rule, in a list or by the roles that its test gives them.
 *
 * A test whose keys are not all alike names their places (predicates.def); a rule then says which
 * key plays which role, so that it reads by itself and a role that is wrong or missing is found
 * here, not by whoever reads the finding. */
#include "rules_read.h"

void rules_bad(struct reading_rules *in, const struct json_item *item, const char *expected,
               const char *what)
{
    struct str literal = json_literal(in->json, item);
    in->good = false;
    diag_add(in->diags, DIAG_RULES_BAD, json_place(in->json, item), str_from(expected), "%s: %.*s",
             what, STR_ARG(str_sub(literal, 0, 60)));
}

const enum key *rules_keys(struct reading_rules *in, const struct json_item *list, size_t *count)
{
    *count = 0;
    if (!list || json_type(list) != JSON_ARRAY)
        return NULL;
    enum key *key = ARENA_MANY(in->home, json_count(list) + 1, enum key);
    const struct json_item *item = json_next(list, NULL);
    for (; item; item = json_next(list, item))
        if (json_type(item) == JSON_STRING && vocabulary_find(json_string(item), &key[*count]))
            ++*count;
        else
            rules_bad(in, item, "a key of the vocabulary", "key not known");
    return key;
}

/* ---- roles ---- */

static size_t role_count(const struct predicate *predicate)
{
    size_t count = 0;
    while (count < ARRAY_COUNT(predicate->role) && predicate->role[count])
        count++;
    return count;
}

static bool role_many(const struct predicate *predicate, size_t role)
{
    return role > 0 && role == predicate->many;
}

void rules_put_roles(const struct predicate *predicate, struct buf *out)
{
    for (size_t i = 0; i < role_count(predicate); i++) {
        buf_putf(out, "%s%s%s%s", i ? ", " : "", predicate->role[i],
                 role_many(predicate, i) ? " (a list)" : "",
                 i >= predicate->least ? " (if any)" : "");
    }
}

const char *rule_role(const struct rule *rule, size_t place)
{
    const struct predicate *predicate = rule->predicate;
    size_t roles = role_count(predicate), many = predicate->many;
    if (many == 0 || place < many)
        return place < roles ? predicate->role[place] : NULL;
    size_t listed = rule->key_count - (roles - 1); /* the rest have one key each */
    if (place < many + listed)
        return place == many ? predicate->role[many] : "";
    return predicate->role[place - listed + 1];
}

static void role_bad(struct reading_rules *in, const struct json_item *item, struct str expected,
                     const char *what, struct str found)
{
    in->good = false;
    diag_add(in->diags, DIAG_RULES_BAD, json_place(in->json, item), expected, "%s: %.*s", what,
             STR_ARG(str_sub(found, 0, 60)));
}

/* The names of `object` are roles of the test, and none is left out that it needs. */
static void roles_known(struct reading_rules *in, const struct json_item *object,
                        const struct predicate *predicate)
{
    struct buf all = buf_new(in->home, 1 << 10);
    size_t count = role_count(predicate), last = 0;
    rules_put_roles(predicate, &all);
    struct str expected = buf_str(&all);
    for (const struct json_item *one = json_next(object, NULL); one; one = json_next(object, one)) {
        size_t at = 0;
        while (at < count && !str_eq(json_name(one), str_from(predicate->role[at])))
            at++;
        if (at == count)
            role_bad(in, one, expected, "the test has no such role", json_name(one));
        else
            last = at + 1 > last ? at + 1 : last;
    }
    for (size_t i = 0; i < count; i++)
        if ((i < predicate->least || i < last) &&
            !json_member(object, str_from(predicate->role[i])))
            role_bad(in, object, expected, "a role is missing", str_from(predicate->role[i]));
}

/* By place, as the test knows them. */
static const enum key *keys_by_role(struct reading_rules *in, const struct json_item *object,
                                    const struct predicate *predicate, size_t *count)
{
    size_t most = 0;
    const struct json_item *one = json_next(object, NULL);
    for (; one; one = json_next(object, one))
        most += json_count(one) + 1;
    enum key *key = ARENA_MANY(in->home, most + 1, enum key);
    roles_known(in, object, predicate);
    *count = 0;
    for (size_t i = 0; i < role_count(predicate); i++) {
        const struct json_item *item = json_member(object, str_from(predicate->role[i]));
        if (!item)
            continue;
        if (role_many(predicate, i)) {
            size_t listed = 0;
            if (json_type(item) != JSON_ARRAY)
                rules_bad(in, item, "a list of keys of the vocabulary", "not a list");
            const enum key *list = rules_keys(in, item, &listed);
            for (size_t k = 0; k < listed; k++)
                key[(*count)++] = list[k];
        } else if (json_type(item) == JSON_STRING &&
                   vocabulary_find(json_string(item), &key[*count])) {
            ++*count;
        } else {
            rules_bad(in, item, "one key of the vocabulary", "key not known");
        }
    }
    return key;
}

static void count_check(struct reading_rules *in, const struct json_item *item,
                        const struct rule *rule)
{
    const struct predicate *predicate = rule->predicate;
    unsigned least = predicate->least, most = predicate->most;
    if (rule->key_count >= least && rule->key_count <= most)
        return;
    struct str expected =
        least == most
            ? str_format(in->home, "%u keys for the test %s", most, predicate->name)
            : str_format(in->home, "%u to %u keys for the test %s", least, most, predicate->name);
    role_bad(in, item, expected, "keys do not fit the test",
             str_format(in->home, "%zu", rule->key_count));
}

void rules_row_keys(struct reading_rules *in, const struct json_item *object, struct rule *rule)
{
    const struct json_item *item = json_member(object, STR("keys"));
    const struct predicate *predicate = rule->predicate;
    bool by_role = in->roles && predicate && role_count(predicate) > 0;
    if (!item || (json_type(item) != JSON_ARRAY && json_type(item) != JSON_OBJECT)) {
        rules_bad(in, item ? item : object,
                  by_role ? "an object of roles, each with its key"
                          : "a list of keys, empty where there are none",
                  "keys missing");
        return;
    }
    if (!predicate && json_type(item) == JSON_OBJECT)
        return; /* that its test is not known is said, and without it no role is */
    if (by_role && json_type(item) != JSON_OBJECT) {
        struct buf roles = buf_new(in->home, 1 << 10);
        buf_put(&roles, STR("an object with the roles of the test: "));
        rules_put_roles(predicate, &roles);
        role_bad(in, item, buf_str(&roles), "keys without roles",
                 str_format(in->home, "a list of %zu", json_count(item)));
        return;
    }
    if (!by_role && json_type(item) == JSON_OBJECT) {
        role_bad(in, item,
                 in->roles ? STR("a list of keys: the test takes them all alike")
                           : STR("a list of keys; by role they stand in format dossier-rules/2"),
                 "keys with roles", STR("an object"));
        return;
    }
    bool good = in->good;
    in->good = true;
    rule->key = by_role ? keys_by_role(in, item, predicate, &rule->key_count)
                        : rules_keys(in, item, &rule->key_count);
    if (predicate && in->good)
        count_check(in, item, rule);
    in->good = in->good && good;
}
