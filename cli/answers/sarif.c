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

static void put_result(struct json_out *json, const struct comparison *c,
                       const struct finding *finding)
{
    struct arena *home = json->out->home;
    json_open(json, STR(""), '{');
    json_text(json, STR("ruleId"), finding->rule->id);
    json_text(json, STR("level"), str_from(level_of(finding->cell)));
    json_open(json, STR("message"), '{');
    struct str said = finding_words(home, finding);
    json_text(json, STR("text"),
              comparison_single(c)
                  ? str_format(home, "%.*s: %.*s", STR_ARG(c->a->id), STR_ARG(said))
                  : str_format(home, "%.*s against %.*s: %.*s", STR_ARG(c->b->id),
                               STR_ARG(c->a->id), STR_ARG(said)));
    json_close(json);
    json_open(json, STR("locations"), '[');
    put_location(json, finding->a ? finding->a : finding->b);
    json_close(json);
    if (finding->a && finding->b) {
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
    for (size_t m = 0; m < count; m++)
        for (size_t i = 0; i < model[m]->comparison_count; i++)
            for (size_t k = 0; k < model[m]->comparison[i].finding_count; k++)
                if (moved(&model[m]->comparison[i].finding[k]))
                    put_result(&json, &model[m]->comparison[i],
                               &model[m]->comparison[i].finding[k]);
    json_close(&json);
    json_close(&json);
    json_close(&json);
    json_close(&json);
    buf_put_char(out, '\n');
}
