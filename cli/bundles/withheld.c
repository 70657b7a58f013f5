/* withheld.c - which facts and claims hang on evidence that is withheld.
 *
 * What hangs on a file is what changes or vanishes when the case is derived without it. So that is
 * done, and each fact of the packed data.json looked for among those that come out: by a digest of
 * all that it says, where an input counts by its own digest in place of its number. The sources
 * that data.json states give the same by a walk over them; where a fact is lost beyond that walk,
 * either it hangs on the file by more than an input, or nobody derived it from this evidence. */
#include "withheld.h"
#include "base/json.h"
#include "pipeline.h"
#include "sign/sign.h"
#include <glib.h>

enum { SHOWN = 3 };

struct entries withheld_members(struct arena *home, const struct entries *dossier)
{
    GArray *list = g_array_new(FALSE, TRUE, sizeof(struct entry));
    for (size_t i = 0; i < dossier->count; i++) {
        struct json *json;
        const struct entry *entry = &dossier->item[i];
        if (!str_starts(entry->name, STR("withheld/")) ||
            !json_read(home, entry->name, entry->bytes, &limits_default, &json, diags_new(home)))
            continue;
        const struct json_item *members = json_member(json_root(json), STR("members"));
        for (const struct json_item *item = members ? json_next(members, NULL) : NULL; item;
             item = json_next(members, item)) {
            const struct json_item *path = json_member(item, STR("path"));
            const struct json_item *digest = json_member(item, STR("sha256"));
            struct entry member = { 0 };
            if (!path || !digest || !digest_from_hex(json_string(digest), &member.digest))
                continue;
            member.name = str_keep(home, json_string(path));
            g_array_append_val(list, member);
        }
    }
    struct entry *item = ARENA_MANY(home, (size_t)list->len + 1, struct entry);
    for (guint i = 0; i < list->len; i++)
        item[i] = g_array_index(list, struct entry, i);
    struct entries out = { item, list->len };
    entries_sort(item, out.count);
    g_array_free(list, TRUE);
    return out;
}

/* One data.json, and what each of its facts says. */
struct said {
    const struct json *json;
    const struct json_item *facts, *claims;
    struct digest *says; /* by fact number, below `most` */
    int64_t most;
};

static bool number_in(const struct said *said, const struct json_item *item, int64_t *number)
{
    return item && json_type(item) == JSON_NUMBER && json_int(said->json, item, number) &&
           *number >= 0 && *number < said->most;
}

/* All that an item says, but the numbers of facts: the digest of the fact stands for its number.
 * `numbers`: they are those of facts. `value`: the item's own value is said, too. */
static void put_said(const struct said *said, const struct json_item *item, bool numbers,
                     bool value, struct buf *out)
{
    int64_t number;
    struct str name = json_name(item), text;
    enum json_type type = json_type(item);
    buf_putf(out, "%d %zu ", (int)type, name.len);
    buf_put(out, name);
    if (type == JSON_OBJECT || type == JSON_ARRAY) {
        for (const struct json_item *inner = json_next(item, NULL); inner;
             inner = json_next(item, inner)) {
            struct str of = json_name(inner);
            bool own = str_eq(of, STR("value")) || str_eq(of, STR("text"));
            if (!str_eq(of, STR("number")) && (value || !own))
                put_said(said, inner,
                         numbers || str_eq(of, STR("inputs")) || str_eq(of, STR("facts")), true,
                         out);
        }
        buf_put_char(out, '.');
    } else if (numbers && number_in(said, item, &number)) {
        digest_put_hex(said->says[number], out);
    } else {
        text = json_scalar(said->json, item);
        buf_putf(out, "%zu ", text.len);
        buf_put(out, text);
    }
}

static struct digest said_by(struct arena *home, const struct said *said,
                             const struct json_item *item, bool value)
{
    struct arena_mark mark = arena_mark(home);
    struct buf out = buf_new(home, 1 << 24);
    put_said(said, item, false, value, &out);
    struct digest digest = digest_of(buf_str(&out));
    arena_rewind(home, mark);
    return digest;
}

/* False: it cannot be read. The caller frees `says`, with g_free. */
static bool said_read(struct arena *home, struct str data, struct said *out)
{
    struct json *json;
    *out = (struct said){ 0 };
    if (!json_read(home, STR("data/report/data.json"), data, &limits_default, &json,
                   diags_new(home)))
        return false;
    out->json = json;
    out->facts = json_member(json_root(json), STR("facts"));
    out->claims = json_member(json_root(json), STR("claims"));
    if (!out->facts || !out->claims)
        return false;
    out->most = (int64_t)json_count(out->facts) + 1; /* numbers count from 1 */
    out->says = g_new0(struct digest, (gsize)out->most);
    for (const struct json_item *fact = json_next(out->facts, NULL); fact;
         fact = json_next(out->facts, fact)) {
        int64_t number;
        if (number_in(out, json_member(fact, STR("number")), &number))
            out->says[number] = said_by(home, out, fact, true);
    }
    return true;
}

/* What is said among the facts or claims -> how often. */
static GHashTable *said_often(struct arena *home, const struct said *said,
                              const struct json_item *list, bool value)
{
    GHashTable *often = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (const struct json_item *item = list ? json_next(list, NULL) : NULL; item;
         item = json_next(list, item)) {
        const char *key = str_c(home, digest_hex(home, said_by(home, said, item, value)));
        size_t count = GPOINTER_TO_SIZE(g_hash_table_lookup(often, key));
        g_hash_table_insert(often, g_strdup(key), GSIZE_TO_POINTER(count + 1));
    }
    return often;
}

/* Takes one of the like out; false: there is none. */
static bool said_again(struct arena *home, GHashTable *often, struct digest digest)
{
    const char *key = str_c(home, digest_hex(home, digest));
    size_t count = GPOINTER_TO_SIZE(g_hash_table_lookup(often, key));
    if (count > 0)
        g_hash_table_insert(often, g_strdup(key), GSIZE_TO_POINTER(count - 1));
    return count > 0;
}

/* ---- by the sources that are stated ---- */

/* Fact numbers in an array or object, or in arrays inside it (the reader limits the depth). */
static bool any_marked(const struct said *said, const bool *marked, const struct json_item *list)
{
    int64_t number;
    for (const struct json_item *item = list ? json_next(list, NULL) : NULL; item;
         item = json_next(list, item))
        if ((number_in(said, item, &number) && marked[number]) || any_marked(said, marked, item))
            return true;
    return false;
}

static const struct json_item *inner(const struct json_item *object, struct str outer,
                                     struct str name)
{
    const struct json_item *item = json_member(object, outer);
    return item ? json_member(item, name) : NULL;
}

/* Its own source, or the series that it was derived from. */
static bool source_withheld(const struct json_item *fact, const struct entries *members)
{
    const struct json_item *derivation = json_member(fact, STR("derivation"));
    const struct json_item *const from[] = {
        inner(fact, STR("source"), STR("evidence")),
        derivation ? inner(derivation, STR("series"), STR("evidence")) : NULL,
    };
    for (size_t k = 0; k < ARRAY_COUNT(from); k++)
        if (from[k] && entries_find(members, json_string(from[k])))
            return true;
    return false;
}

/* Whether it states what it is from. A count of findings does not. */
static bool is_from(const struct json_item *fact)
{
    const struct json_item *inputs = inner(fact, STR("derivation"), STR("inputs"));
    return json_member(fact, STR("source")) || (inputs && json_count(inputs) > 0);
}

/* ---- the two held against each other ---- */

static void put_fact(const struct json_item *fact, int64_t number, size_t before, struct buf *out)
{
    const struct json_item *title = json_member(fact, STR("title"));
    if (before >= SHOWN)
        return;
    buf_putf(out, "%sF%lld ", before > 0 ? ", " : "", (long long)number);
    buf_put_visible(out, title ? json_string(title) : STR(""));
}

static void compare_facts(struct arena *home, const struct said *packed, const struct said *made,
                          const struct entries *members, struct withheld *out)
{
    bool *marked = g_new0(bool, (gsize)packed->most);
    GHashTable *often = said_often(home, made, made->facts, true);
    GHashTable *of_value = said_often(home, made, made->facts, false);
    struct buf shown = buf_new(home, 1 << 16), denied = buf_new(home, 1 << 16);
    for (const struct json_item *fact = json_next(packed->facts, NULL); fact;
         fact = json_next(packed->facts, fact)) {
        int64_t number = 0;
        bool numbered = number_in(packed, json_member(fact, STR("number")), &number);
        bool stated = source_withheld(fact, members) ||
                      any_marked(packed, marked, inner(fact, STR("derivation"), STR("inputs")));
        out->facts++;
        if (stated && numbered)
            marked[number] = true;
        if (said_again(home, often, said_by(home, packed, fact, true)))
            continue;
        put_fact(fact, number, out->facts_lost++, &shown);
        if (!stated && is_from(fact) &&
            said_again(home, of_value, said_by(home, packed, fact, false)))
            put_fact(fact, number, out->denied++, &denied);
    }
    g_hash_table_destroy(of_value);
    g_hash_table_destroy(often);
    g_free(marked);
    out->shown = buf_str(&shown);
    out->shown_denied = buf_str(&denied);
}

static void compare_claims(struct arena *home, const struct said *packed, const struct said *made,
                           struct withheld *out)
{
    GHashTable *often = said_often(home, made, made->claims, true);
    for (const struct json_item *claim = json_next(packed->claims, NULL); claim;
         claim = json_next(packed->claims, claim)) {
        out->claims++;
        out->claims_lost += !said_again(home, often, said_by(home, packed, claim, true));
    }
    g_hash_table_destroy(often);
}

/* data.json of the case without the members; false: said why. */
static bool derive(struct arena *home, const char *name, struct str dossier,
                   const struct entries *members, struct str *data, struct str *why)
{
    struct pipeline p = {
        .home = home, .diags = diags_new(home), .verified = dossier, .withheld = members
    };
    if (pipeline_run(&p, name, NULL, STAGE_ASSESS) && render_data(home, &p.model, data, p.diags))
        return true;
    struct buf said = buf_new(home, (size_t)1 << 20);
    diags_put_text(p.diags, &said);
    *why = str_trim(buf_str(&said));
    return false;
}

bool withheld_derive(struct arena *home, const char *name, struct str dossier,
                     const struct entries *members, struct withheld *out)
{
    struct entries all;
    struct said packed = { 0 }, made = { 0 };
    struct str data;
    *out = (struct withheld){ 0 };
    if (!sign_open(home, str_from(name), dossier, &all, diags_new(home)))
        return false;
    const struct entry *report = entries_find(&all, STR("data/report/data.json"));
    if (!report || !said_read(home, report->bytes, &packed)) {
        g_free(packed.says);
        return false;
    }
    out->derived =
        derive(home, name, dossier, members, &data, &out->why) && said_read(home, data, &made);
    compare_facts(home, &packed, &made, members, out);
    compare_claims(home, &packed, &made, out);
    g_free(packed.says);
    g_free(made.says);
    return true;
}

struct str withheld_statement(struct arena *home, const struct withheld *w)
{
    if (!w->derived)
        return str_format(home,
                          "nothing can be derived without it, so all %zu facts and %zu claims hang "
                          "on it: %.*s",
                          w->facts, w->claims, STR_ARG(w->why));
    return str_format(
        home,
        "%zu of %zu facts and %zu of %zu claims hang on it: derived again without it, "
        "they are gone or say something else%s%.*s%s. The rest comes out as the "
        "report says it",
        w->facts_lost, w->facts, w->claims_lost, w->claims,
        w->facts_lost > 0 ? "; the first: " : "", STR_ARG(w->shown),
        w->facts_lost > SHOWN ? ", ..." : "");
}
