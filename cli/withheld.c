/* withheld.c - which facts and claims hang on evidence that is withheld, by data/report/data.json.
 *
 * A derived fact comes after its inputs there, so one walk in order finds all that hang on it. */
#include "withheld.h"
#include "base/json.h"
#include <stdlib.h>

enum { FACTS_MOST = 1 << 22, SHOWN = 3 };

struct losing {
    const struct json *json;
    bool *lost; /* by fact number */
    size_t facts, facts_lost, claims, claims_lost;
    struct buf shown;
};

struct str *withheld_paths(struct arena *home, const struct entries *dossier, size_t *count)
{
    struct str *path = ARENA_MANY(home, 1, struct str);
    *count = 0;
    for (size_t i = 0; i < dossier->count; i++) {
        struct json *json;
        const struct entry *entry = &dossier->item[i];
        if (!str_starts(entry->name, STR("withheld/")) ||
            !json_read(home, entry->name, entry->bytes, &limits_default, &json, diags_new(home)))
            continue;
        const struct json_item *list = json_member(json_root(json), STR("members"));
        struct str *more = ARENA_MANY(home, *count + (list ? json_count(list) : 0) + 1, struct str);
        for (size_t k = 0; k < *count; k++)
            more[k] = path[k];
        path = more;
        for (const struct json_item *item = list ? json_next(list, NULL) : NULL; item != NULL;
             item = json_next(list, item)) {
            const struct json_item *name = json_member(item, STR("path"));
            if (name != NULL)
                path[(*count)++] = str_keep(home, json_string(name));
        }
    }
    return path;
}

static bool number_in(const struct losing *l, const struct json_item *item, int64_t *number)
{
    return item != NULL && json_type(item) == JSON_NUMBER && json_int(l->json, item, number) &&
           *number >= 0 && *number < FACTS_MOST;
}

/* Fact numbers in an array or object, or in arrays inside it (the reader limits the depth). */
static bool any_lost(const struct losing *l, const struct json_item *list)
{
    int64_t number;
    for (const struct json_item *item = list ? json_next(list, NULL) : NULL; item != NULL;
         item = json_next(list, item))
        if ((number_in(l, item, &number) && l->lost[number]) || any_lost(l, item))
            return true;
    return false;
}

static const struct json_item *inner(const struct json_item *object, struct str outer,
                                     struct str name)
{
    const struct json_item *item = json_member(object, outer);
    return item != NULL ? json_member(item, name) : NULL;
}

/* Its own source, or the series that it was derived from. */
static bool source_withheld(const struct json_item *fact, const struct str *path, size_t count)
{
    const struct json_item *derivation = json_member(fact, STR("derivation"));
    const struct json_item *const from[] = {
        inner(fact, STR("source"), STR("evidence")),
        derivation != NULL ? inner(derivation, STR("series"), STR("evidence")) : NULL,
    };
    for (size_t k = 0; k < ARRAY_COUNT(from); k++)
        for (size_t i = 0; from[k] != NULL && i < count; i++)
            if (str_eq(json_string(from[k]), path[i]))
                return true;
    return false;
}

static void walk_facts(struct losing *l, const struct json_item *facts, const struct str *path,
                       size_t count)
{
    for (const struct json_item *fact = json_next(facts, NULL); fact != NULL;
         fact = json_next(facts, fact)) {
        int64_t number;
        l->facts++;
        if (!number_in(l, json_member(fact, STR("number")), &number))
            continue;
        const struct json_item *inputs = inner(fact, STR("derivation"), STR("inputs"));
        if (!source_withheld(fact, path, count) && !any_lost(l, inputs))
            continue;
        l->lost[number] = true;
        if (l->facts_lost++ < SHOWN) {
            const struct json_item *title = json_member(fact, STR("title"));
            buf_putf(&l->shown, "%sF%lld ", l->facts_lost > 1 ? ", " : "", (long long)number);
            buf_put_visible(&l->shown, title ? json_string(title) : STR(""));
        }
    }
}

static void walk_claims(struct losing *l, const struct json_item *claims)
{
    for (const struct json_item *claim = json_next(claims, NULL); claim != NULL;
         claim = json_next(claims, claim)) {
        l->claims++;
        l->claims_lost += any_lost(l, json_member(claim, STR("facts")));
    }
}

struct str withheld_statement(struct arena *home, const struct entries *dossier,
                              const struct str *path, size_t count)
{
    const struct entry *data = entries_find(dossier, STR("data/report/data.json"));
    struct json *json;
    if (data == NULL ||
        !json_read(home, data->name, data->bytes, &limits_default, &json, diags_new(home)))
        return (struct str){ 0 };
    const struct json_item *facts = json_member(json_root(json), STR("facts"));
    const struct json_item *claims = json_member(json_root(json), STR("claims"));
    struct losing l = { .json = json,
                        .lost = calloc(FACTS_MOST, sizeof(bool)),
                        .shown = buf_new(home, 1 << 16) };
    if (facts == NULL || claims == NULL || l.lost == NULL) {
        free(l.lost);
        return (struct str){ 0 };
    }
    walk_facts(&l, facts, path, count);
    walk_claims(&l, claims);
    free(l.lost);
    return str_format(home,
                      "%zu of %zu facts and %zu of %zu claims hang on it and cannot be derived "
                      "again, nor can the report be made again from this dossier%s%.*s%s",
                      l.facts_lost, l.facts, l.claims_lost, l.claims,
                      l.facts_lost > 0 ? "; the first: " : "", STR_ARG(buf_str(&l.shown)),
                      l.facts_lost > SHOWN ? ", ..." : "");
}
