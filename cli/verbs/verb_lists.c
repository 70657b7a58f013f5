/* verb_lists.c - formats, rules, vocabulary and schemas, printed from the tables that the program
 * itself reads, so that they cannot drift. */
#include "base/json.h"
#include "comparability/comparability.h"
#include "ingest/ingest.h"
#include "inspect_put.h"
#include "output.h"
#include "portfolio/portfolio.h"
#include "templates/templates.h"
#include <stddef.h>

static int finish(struct request *request, const struct buf *out)
{
    (void)request;
    return output_end(out, STATUS_HOLDS);
}

static const struct option_row json_rows[] = { OPTION_ROW_JSON };

/* ---- formats ---- */

/* What a format's adapter was tested with: a word for programs, words for people. */
static struct str tested_with(const struct adapter *adapter)
{
    return adapter->unseen     ? STR("own input")
           : adapter->stand_in ? STR("stand-in")
           : adapter->listed   ? STR("listed files")
                               : STR("real files");
}

static struct str tested_words(const struct adapter *adapter)
{
    return adapter->unseen ? STR("with own input, written from its specification")
           : adapter->stand_in
               ? STR("with what the tool's own code wrote over a stand-in for its library, without "
                     "the hardware")
           : adapter->listed
               ? STR("with real files of public projects, listed by address, not kept here")
               : STR("with real files");
}

static void formats_json(const void *answer, struct json_out *json)
{
    (void)answer;
    for (size_t i = 0; adapter_at(i); i++) {
        const struct adapter *adapter = adapter_at(i);
        json_open(json, STR(""), '{');
        json_text(json, STR("name"), str_from(adapter->name));
        json_text(json, STR("title"), str_from(adapter->title));
        json_text(json, STR("tool"), str_from(adapter->tool));
        json_text(json, STR("defined_in"), str_from(adapter->spec));
        json_text(json, STR("kind"), str_from(fact_kind_name(adapter->kind)));
        json_text(json, STR("tested_with"), tested_with(adapter));
        if (adapter->takes)
            json_text(json, STR("takes"), str_from(adapter->takes));
        json_open(json, STR("fields"), '[');
        const char *place;
        enum key key;
        for (size_t k = 0; adapter_reads(adapter, k, &place, &key); k++) {
            json_open(json, STR(""), '{');
            json_text(json, STR("path"), str_from(place));
            json_text(json, STR("key"), str_from(vocabulary_row(key)->name));
            json_close(json);
        }
        json_close(json);
        json_close(json);
    }
}

static void formats_text(const void *answer, struct buf *out)
{
    (void)answer;
    for (size_t i = 0; adapter_at(i); i++) {
        const struct adapter *adapter = adapter_at(i);
        buf_putf(out, "%s\n", adapter->name);
        output_row(out, "what", 8, str_from(adapter->title));
        output_row(out, "tool", 8, str_from(adapter->tool));
        output_row(out, "defined", 8, str_from(adapter->spec));
        output_row(out, "tested", 8, tested_words(adapter));
    }
}

static int run_formats(struct request *request)
{
    static const struct printers printers = { '[', NULL, formats_json, formats_text };
    return answer_print(request, &printers, NULL, STATUS_HOLDS);
}

const struct verb verb_formats = {
    .name = "formats",
    .summary = "the file formats that are read",
    .usage = "formats [--json]",
    .option = json_rows,
    .option_count = ARRAY_COUNT(json_rows),
    .run = run_formats,
};

/* ---- rules ---- */

/* FILE is a whole set, or rows of one's own: then what is shown is both together. */
static bool rules_open(struct request *request, const struct rules **out)
{
    struct evidence *base = ARENA_NEW(request->home, struct evidence);
    struct evidence *file = ARENA_NEW(request->home, struct evidence);
    const char *path = request->options.argument_count > 0 ? request->options.argument[0] : NULL;
    base->name = STR("rules.json");
    base->packed = STR("data/rules.json");
    base->bytes = template_find(request->home, STR("rules.json"))->bytes;
    if (!path)
        return rules_read(request->home, base, &limits_default, out, request->diags);
    file->name = str_from(path);
    file->packed = STR("data/own-rules.json");
    if (!file_read(request->home, path, &limits_default, &file->bytes, request->diags))
        return false;
    file->digest = digest_of(file->bytes);
    if (!rules_extends(file, &limits_default, request->home))
        return rules_read(request->home, file, &limits_default, out, request->diags);
    return rules_read(request->home, base, &limits_default, out, request->diags) &&
           rules_extend(request->home, *out, file, &limits_default, out, request->diags);
}

static void rules_json(const void *answer, struct json_out *json)
{
    const struct rules *rules = answer;
    json_text(json, STR("version"), rules_version(rules));
    json_open(json, STR("rules"), '[');
    for (size_t i = 0; i < rules_count(rules); i++) {
        const struct rule_text *rule = rules_at(rules, i);
        struct buf severity = buf_new(json->out->home, 65536);
        rules_put_severity(rules, i, &severity);
        json_open(json, STR(""), '{');
        json_text(json, STR("id"), rule->id);
        json_text(json, STR("title"), rule->title);
        json_text(json, STR("why"), rule->why);
        json_text(json, STR("mend"), rule->mend);
        json_text(json, STR("predicate"), str_from(rules_predicate(rules, i)));
        json_text(json, STR("severity"), buf_str(&severity));
        json_close(json);
    }
    json_close(json);
}

static void rules_text(const void *answer, struct buf *out)
{
    const struct rules *rules = answer;
    for (size_t i = 0; i < rules_count(rules); i++) {
        const struct rule_text *rule = rules_at(rules, i);
        struct buf severity = buf_new(out->home, 65536);
        rules_put_severity(rules, i, &severity);
        buf_putf(out, "%-4.*s ", STR_ARG(rule->id));
        output_wrap(out, rule->title, 5, 5);
        output_row(out, "why", 8, rule->why);
        output_row(out, "mend", 8, rule->mend);
        output_row(out, "severity", 8, buf_str(&severity));
    }
}

static int run_rules(struct request *request)
{
    static const struct printers printers = { '{', NULL, rules_json, rules_text };
    const struct rules *rules;
    if (!rules_open(request, &rules))
        return diags_exit(request->diags) != 0 ? diags_exit(request->diags) : STATUS_INPUT;
    struct buf out = output_new(request->home);
    if (request->options.check) {
        buf_putf(&out, "%zu rules, version %.*s: understood\n", rules_count(rules),
                 STR_ARG(rules_version(rules)));
        for (size_t i = 0; i < rules_count(rules); i++) {
            const struct rule_text *rule = rules_at(rules, i);
            if (rule->loosened.len > 0)
                output_row(&out, "looser", 8,
                           str_format(request->home, "%.*s: %.*s", STR_ARG(rule->id),
                                      STR_ARG(rule->loosened)));
        }
        return finish(request, &out);
    }
    if (request->options.manual) {
        rules_put_manual(rules, &out);
        return finish(request, &out);
    }
    return answer_print(request, &printers, rules, STATUS_HOLDS);
}

static const struct option_row rules_rows[] = {
    { 0, "check", NULL, "only say whether FILE is a rule set", offsetof(struct options, check),
      OPTION_FLAG },
    { 0, "manual", NULL, "print the set as a manual, in Markdown", offsetof(struct options, manual),
      OPTION_FLAG },
    OPTION_ROW_JSON,
};
const struct verb verb_rules = {
    .name = "rules",
    .summary = "the conditions of comparability",
    .usage = "rules [--check] [--manual] [--json] [FILE]",
    .more = "Without FILE: the built-in rule set.",
    .option = rules_rows,
    .option_count = ARRAY_COUNT(rules_rows),
    .most_arguments = 1,
    .run = run_rules,
};

/* ---- vocabulary ---- */

static void vocabulary_json(const void *answer, struct json_out *json)
{
    (void)answer;
    for (int key = 0; key < KEY_COUNT; key++) {
        const struct vocabulary_row *row = vocabulary_row((enum key)key);
        json_open(json, STR(""), '{');
        json_text(json, STR("name"), str_from(row->name));
        json_text(json, STR("title"), str_from(row->title));
        json_text(json, STR("unit"), str_from(unit_row(row->unit)->symbol));
        json_text(json, STR("layer"), str_from(layer_row(row->layer)->name));
        json_text(json, STR("group"), str_from(group_name(row->group)));
        json_bool(json, STR("needed"), row->needed);
        json_close(json);
    }
}

static void vocabulary_text(const void *answer, struct buf *out)
{
    (void)answer;
    for (int key = 0; key < KEY_COUNT; key++) {
        const struct vocabulary_row *row = vocabulary_row((enum key)key);
        const char *unit = unit_row(row->unit)->title;
        struct str line =
            str_format(out->home, "%s%s%s; %s%s%s%s", row->title, unit[0] != 0 ? ", in " : "", unit,
                       group_name(row->group), row->layer != LAYER_NONE ? ", layer " : "",
                       layer_row(row->layer)->name, row->needed ? "; needed" : "");
        output_row(out, row->name, 28, line);
    }
}

static int run_vocabulary(struct request *request)
{
    static const struct printers printers = { '[', NULL, vocabulary_json, vocabulary_text };
    return answer_print(request, &printers, NULL, STATUS_HOLDS);
}

const struct verb verb_vocabulary = {
    .name = "vocabulary",
    .summary = "the keys that facts may have",
    .usage = "vocabulary [--json]",
    .option = json_rows,
    .option_count = ARRAY_COUNT(json_rows),
    .run = run_vocabulary,
};

/* ---- schema ---- */

/* What else has a schema stands as it is printed in templates/schemas: of each verb that prints
 * JSON and of a dossier's data.json; in templates/forms: of what people fill in. */
#define SCHEMAS "schemas/"
#define FORMS "forms/"

static struct str schema_names(struct arena *home)
{
    const struct entries *all = templates_all(home);
    struct buf out = buf_new(home, 4096);
    buf_put(&out, STR("case, run, inspect, facts"));
    for (size_t i = 0; i < all->count; i++) {
        struct str name = all->item[i].name;
        size_t folder = str_starts(name, STR(SCHEMAS)) ? sizeof SCHEMAS - 1
                        : str_starts(name, STR(FORMS)) ? sizeof FORMS - 1
                                                       : 0;
        if (folder > 0)
            buf_putf(&out, ", %.*s", STR_ARG(str_sub(name, folder, name.len - sizeof ".json" + 1)));
    }
    return buf_str(&out);
}

static int run_schema(struct request *request)
{
    struct buf out = output_new(request->home);
    struct str name = str_from(request->options.argument[0]);
    const struct entry *fixed =
        template_find(request->home, str_format(request->home, SCHEMAS "%.*s.json", STR_ARG(name)));
    if (!fixed)
        fixed = template_find(request->home,
                              str_format(request->home, FORMS "%.*s.json", STR_ARG(name)));
    if (str_eq(name, STR("inspect"))) {
        inspection_put_schema(&out);
    } else if (str_eq(name, STR("facts"))) {
        tables_put_schema(&out);
    } else if (fixed) {
        buf_put(&out, fixed->bytes);
    } else if (!ingest_schema(name, &out)) {
        diag_add(request->diags, DIAG_USAGE,
                 (struct place){ .file = STR("dossier"), .path = STR("schema") },
                 schema_names(request->home), "%s", request->options.argument[0]);
        return STATUS_INPUT;
    }
    return finish(request, &out);
}

const struct verb verb_schema = {
    .name = "schema",
    .summary = "JSON Schema of what people write and of what the program prints",
    .usage = "schema case|run|audit|actuals|report|facts|VERB",
    .more = "case: case.json. run: run.json. report: data/report/data.json of a dossier.\n"
            "audit: the letter of `audit --procedures`. actuals: what `review` reads.\n"
            "facts: a row of each table that `dossier facts` writes, under $defs.\n"
            "VERB: what that verb prints with --json.",
    .least_arguments = 1,
    .most_arguments = 1,
    .run = run_schema,
};
