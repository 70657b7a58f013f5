/* sarif.c - findings as SARIF 2.1.0 (docs.oasis-open.org/sarif/sarif/v2.1.0, sections 3.13 to
 * 3.49). */
#include "sarif.h"
#include "base/json.h"
#include "verdict_text.h"
#include <glib.h>

static bool moved(const struct finding *finding)
{
    return finding->cell != VERDICT_COMPARABLE;
}

static const char *level_of(enum verdict cell)
{
    return cell == VERDICT_NOT ? "error" : cell == VERDICT_INCOMPLETE ? "warning" : "note";
}

/* The rules that results name, each once, in the order in which they come first. */
static void put_rules(struct json_out *json, const struct report_model *const *model, size_t count)
{
    GHashTable *seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    json_open(json, STR("rules"), '[');
    for (size_t m = 0; m < count; m++) {
        for (size_t i = 0; i < model[m]->comparison_count; i++) {
            const struct comparison *c = &model[m]->comparison[i];
            for (size_t k = 0; k < c->finding_count; k++) {
                const struct rule_text *rule = c->finding[k].rule;
                if (!moved(&c->finding[k]) ||
                    !g_hash_table_add(seen, g_strndup(rule->id.at, rule->id.len)))
                    continue;
                json_open(json, STR(""), '{');
                json_text(json, STR("id"), rule->id);
                json_open(json, STR("shortDescription"), '{');
                json_text(json, STR("text"), rule->title);
                json_close(json);
                json_open(json, STR("fullDescription"), '{');
                json_text(json, STR("text"), rule->why);
                json_close(json);
                json_close(json);
            }
        }
    }
    json_close(json);
    g_hash_table_destroy(seen);
}

/* A reference to a file, its bytes escaped as a URI asks. */
static struct str uri_of(struct arena *home, struct str name)
{
    char *text = g_strndup(name.at, name.len);
    char *escaped = g_uri_escape_string(text, "/", FALSE);
    struct str out = str_keep(home, str_from(escaped));
    g_free(escaped);
    g_free(text);
    return out;
}

static void put_location(struct json_out *json, const struct fact *fact)
{
    if (!fact || !fact->source.evidence)
        return;
    json_open(json, STR(""), '{');
    json_open(json, STR("physicalLocation"), '{');
    json_open(json, STR("artifactLocation"), '{');
    json_text(json, STR("uri"), uri_of(json->out->home, fact->source.evidence->name));
    json_close(json);
    if (fact->source.from.line > 0) {
        json_open(json, STR("region"), '{');
        json_integer(json, STR("startLine"), (int64_t)fact->source.from.line);
        if (fact->source.from.column > 0)
            json_integer(json, STR("startColumn"), (int64_t)fact->source.from.column);
        json_close(json);
    }
    json_close(json);
    json_close(json);
}

static bool is_placed(const struct fact *fact)
{
    return fact && fact->source.evidence;
}

/* Where a finding that compares no two values is shown: what it saw, else the first file that tells
 * anything of the new side. A list of alerts takes none without a place (GitHub's code scanning
 * refuses the whole file). */
static const struct fact *place_of(const struct comparison *c, const struct finding *finding)
{
    if (is_placed(finding->a))
        return finding->a;
    if (is_placed(finding->b))
        return finding->b;
    for (size_t i = 0; i < finding->count; i++)
        if (is_placed(finding->seen[i]))
            return finding->seen[i];
    const struct fact *any = NULL;
    for (size_t i = 0; i < c->run_count; i++) {
        const struct facts *facts = c->run[i].run->facts;
        for (size_t k = 0; facts && k < facts_count(facts); k++)
            if (is_placed(facts_at(facts, k))) {
                if (c->run[i].run->machine->system == c->b)
                    return facts_at(facts, k);
                any = any ? any : facts_at(facts, k);
                break;
            }
    }
    return any;
}

struct result { /* one finding, and the comparisons that have it to every letter */
    const struct finding *finding;
    const struct fact *place; /* NULL: it has none */
    struct buf said;
    struct buf of; /* "B against A, MAP" */
    size_t more;   /* beyond the names that are listed */
    size_t count;
};

struct results {
    struct arena *home;
    struct result *item;
    size_t count, room;
    GHashTable *by_key; /* rule, level, words and places; index */
};

static void result_place(struct buf *out, const struct fact *fact)
{
    if (fact && fact->source.evidence)
        buf_putf(out, "|%.*s|%zu|%zu", STR_ARG(fact->source.evidence->name),
                 (size_t)fact->source.from.line, (size_t)fact->source.from.column);
}

static struct result *result_of(struct results *all, const struct comparison *c,
                                const struct finding *finding)
{
    struct str words = finding_words(all->home, finding);
    struct buf key = buf_new(all->home, (size_t)1 << 20);
    buf_putf(&key, "%.*s|%d|%.*s", STR_ARG(finding->rule->id), (int)finding->cell, STR_ARG(words));
    result_place(&key, finding->a);
    result_place(&key, finding->b);
    size_t number = text_number(all->by_key, buf_str(&key), all->count);
    if (number < all->count)
        return &all->item[number];
    ARENA_GROW(all->home, struct result, all->item, all->count, all->room, 256);
    struct result *one = &all->item[all->count++];
    *one = (struct result){ .finding = finding,
                            .place = place_of(c, finding),
                            .said = buf_new(all->home, (size_t)1 << 20),
                            .of = buf_new(all->home, (size_t)1 << 16) };
    buf_put(&one->said, words);
    return one;
}

/* One alert a cause: of many tests that have it the first four are named. */
static void results_find(struct results *all, const struct comparison *c)
{
    enum { NAMED = 4 };
    for (size_t k = 0; k < c->finding_count; k++) {
        if (!moved(&c->finding[k]))
            continue;
        struct result *one = result_of(all, c, &c->finding[k]);
        struct str name = comparison_named(all->home, c);
        size_t len = one->of.len; /* one comparison may have it of several runs */
        if (len >= name.len && str_eq(str_sub(buf_str(&one->of), len - name.len, len), name))
            continue;
        if (one->count++ < NAMED)
            buf_putf(&one->of, "%s%.*s", one->count > 1 ? "; " : "", STR_ARG(name));
        else
            one->more++;
    }
}

static void put_result(struct json_out *json, const struct result *one)
{
    struct arena *home = json->out->home;
    const struct finding *finding = one->finding;
    struct buf text = buf_new(home, (size_t)1 << 20), of = one->of, said = one->said;
    json_open(json, STR(""), '{');
    json_text(json, STR("ruleId"), finding->rule->id);
    json_text(json, STR("level"), str_from(level_of(finding->cell)));
    json_open(json, STR("message"), '{');
    buf_put(&text, buf_str(&of));
    if (one->more > 0)
        buf_putf(&text, "; and %zu more", one->more);
    buf_put(&text, STR(": "));
    buf_put(&text, buf_str(&said));
    json_text(json, STR("text"), buf_str(&text));
    json_close(json);
    json_open(json, STR("locations"), '[');
    put_location(json, one->place);
    json_close(json);
    if (is_placed(finding->a) && is_placed(finding->b)) {
        json_open(json, STR("relatedLocations"), '[');
        put_location(json, finding->b);
        json_close(json);
    }
    json_close(json);
}

void sarif_put(const struct report_model *const *model, size_t count, struct buf *out)
{
    struct json_out json;
    json_begin(&json, out);
    json_open(&json, STR(""), '{');
    json_text(&json, STR("$schema"),
              STR("https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/"
                  "sarif-schema-2.1.0.json"));
    json_text(&json, STR("version"), STR("2.1.0"));
    json_open(&json, STR("runs"), '[');
    json_open(&json, STR(""), '{');
    json_open(&json, STR("tool"), '{');
    json_open(&json, STR("driver"), '{');
    json_text(&json, STR("name"), STR("dossier"));
    json_text(&json, STR("version"), STR(DOSSIER_VERSION));
    put_rules(&json, model, count);
    json_close(&json);
    json_close(&json);
    json_open(&json, STR("results"), '[');
    struct results all = { .home = out->home,
                           .by_key = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL) };
    for (size_t m = 0; m < count; m++)
        for (size_t i = 0; i < model[m]->comparison_count; i++)
            results_find(&all, &model[m]->comparison[i]);
    for (size_t i = 0; i < all.count; i++)
        put_result(&json, &all.item[i]);
    g_hash_table_destroy(all.by_key);
    json_close(&json);
    json_close(&json);
    json_close(&json);
    json_close(&json);
    buf_put_char(out, '\n');
}
