/* rows.c - the tables, and the rows that a dossier has in each. */
#include "portfolio.h"

#include <assert.h>

enum {
    TABLE_DOSSIER,
    TABLE_SYSTEM,
    TABLE_RUN,
    TABLE_FACT,
    TABLE_FINDING,
    TABLE_COMPARISON,
    TABLE_CLAIM,
    TABLE_SIGNER,
    TABLE_REFUSED,
    TABLE_COUNT
};

#define DOSSIER_COLUMN                                                                             \
    {                                                                                              \
        "dossier", COLUMN_TEXT, true, "content id of the dossier, 64 hex digits"                   \
    }

static const struct table_column dossier_column[] = {
    DOSSIER_COLUMN,
    { "evidence_id", COLUMN_TEXT, true, "SHA-256 over the list of all that was read" },
    { "case_id", COLUMN_TEXT, true, "as the case names itself; two dossiers may share it" },
    { "date", COLUMN_TEXT, true, "of the case, YYYY-MM-DD" },
    { "question", COLUMN_TEXT, true, "what was to be decided" },
    { "asked_by", COLUMN_TEXT, false, "who asked" },
    { "metric", COLUMN_TEXT, true, "key of the vocabulary that is compared" },
    { "metric_instance", COLUMN_TEXT, false, "mean, median or a percentile of it" },
    { "metric_kind", COLUMN_TEXT, true,
      "per_run, at_load, at_objective, to_completion or whole_run" },
    { "program", COLUMN_TEXT, true, "program that wrote the report, with its version" },
    { "rules_version", COLUMN_TEXT, true, "of the rule set" },
    { "rules_changed", COLUMN_FLAG, true, "whether it is not the built-in one" },
    { "comparisons", COLUMN_INTEGER, true, "number of comparisons" },
    { "signatures", COLUMN_INTEGER, true, "number of signatures; 0: nobody signed" },
    { "valid_until", COLUMN_TEXT, false, "earliest end of validity of a price that the case uses" },
    { "remeasure", COLUMN_TEXT, false, "date at which the case asks to measure again" },
};
static const struct table_column system_column[] = {
    DOSSIER_COLUMN,
    { "system", COLUMN_TEXT, true, "id within the case" },
    { "label", COLUMN_TEXT, false, "what the report calls it" },
    { "baseline", COLUMN_FLAG, true, "whether it is the case's baseline" },
    { "machines", COLUMN_INTEGER, true, "number of machines measured" },
    { "runs", COLUMN_INTEGER, true, "number of runs, bridge runs apart" },
};
static const struct table_column run_column[] = {
    DOSSIER_COLUMN,
    { "a", COLUMN_TEXT, true, "first system of the comparison in which it was judged" },
    { "b", COLUMN_TEXT, true, "second system; empty where there is one" },
    { "workload", COLUMN_TEXT, false, "where the case has several" },
    { "run", COLUMN_TEXT, true, "id of the run" },
    { "system", COLUMN_TEXT, false, "it belongs to; empty: a bridge run" },
    { "machine", COLUMN_TEXT, false, "it ran on" },
    { "bridge", COLUMN_FLAG, true, "whether it only ties machines together" },
    { "steady", COLUMN_TEXT, false, "steady, unsteady, ..." },
    { "reason", COLUMN_TEXT, false, "why it is not steady" },
    { "method", COLUMN_TEXT, false, "of the judgement, with its parameters" },
    { "value", COLUMN_REAL, false, "in the common window, in the base unit; only under a verdict" },
    { "unit", COLUMN_TEXT, false, "base unit of value" },
    { "own", COLUMN_REAL, false, "of the run alone, in its own steady stretch, in that unit" },
};
static const struct table_column fact_column[] = {
    DOSSIER_COLUMN,
    { "fact", COLUMN_INTEGER, true, "number in the report: 12 is F12" },
    { "key", COLUMN_TEXT, true, "of the vocabulary" },
    { "instance", COLUMN_TEXT, false, "accelerator, package, percentile, ..." },
    { "kind", COLUMN_TEXT, true, "captured, measured, declared or derived" },
    { "scope", COLUMN_TEXT, true, "case, system, machine or run" },
    { "of", COLUMN_TEXT, false, "id of that system, machine or run" },
    { "text", COLUMN_TEXT, true, "as the evidence writes it; derived: as the report prints it" },
    { "num", COLUMN_REAL, false, "the same in the base unit; empty: no number" },
    { "unit", COLUMN_TEXT, false, "base unit of num; empty: a plain number or none" },
    { "disclosed", COLUMN_FLAG, true, "false: the evidence holds a placeholder" },
    { "file", COLUMN_TEXT, false, "source: member of the dossier" },
    { "sha256", COLUMN_TEXT, false, "digest of that file" },
    { "place", COLUMN_TEXT, false, "in the file: pointer, line or column" },
    { "offset", COLUMN_INTEGER, false, "byte at which it stands" },
    { "derivation", COLUMN_TEXT, false, "name of the formula of a derived fact" },
    { "inputs", COLUMN_TEXT, false, "numbers of the facts it was made of, with blanks between" },
};
static const struct table_column finding_column[] = {
    DOSSIER_COLUMN,
    { "a", COLUMN_TEXT, true, "first system" },
    { "b", COLUMN_TEXT, true, "second system" },
    { "workload", COLUMN_TEXT, false, "where the case has several" },
    { "number", COLUMN_INTEGER, true, "place among the findings of the comparison, from 1" },
    { "rule", COLUMN_TEXT, true, "id of the rule" },
    { "title", COLUMN_TEXT, true, "of the rule" },
    { "judgement", COLUMN_TEXT, true, "holds, fails, unknown or not applicable" },
    { "severity", COLUMN_TEXT, true, "blocks, discloses or informs" },
    { "reach", COLUMN_TEXT, true, "comparison, attribution or claim" },
    { "makes", COLUMN_TEXT, true, "verdict that this finding alone would make" },
    { "key", COLUMN_TEXT, false, "it turned on" },
    { "instance", COLUMN_TEXT, false, "of that key" },
    { "said", COLUMN_TEXT, false, "what was found; {0}: first of the facts seen" },
    { "mend", COLUMN_TEXT, false, "what would change it" },
    { "seen", COLUMN_TEXT, false, "numbers of the facts seen, with blanks between" },
    { "times", COLUMN_INTEGER, true, "in how many runs or files the same cause was found" },
};
static const struct table_column comparison_column[] = {
    DOSSIER_COLUMN,
    { "a", COLUMN_TEXT, true, "first system, the baseline where there is one" },
    { "b", COLUMN_TEXT, true, "second system" },
    { "workload", COLUMN_TEXT, false, "where the case has several" },
    { "verdict", COLUMN_TEXT, true,
      "comparable, comparable with stated differences, incomplete, not comparable; of a single "
      "system valid, valid with reservations, incomplete, not valid" },
    { "exit", COLUMN_INTEGER, true, "0, 2 or 1" },
    { "decision", COLUMN_TEXT, false, "faster, slower, equivalent or inconclusive" },
    { "credited", COLUMN_TEXT, false, "layer to which the change may be attributed" },
    { "credit_why", COLUMN_TEXT, false, "why it may, or may not" },
    { "runs_a", COLUMN_INTEGER, false, "number of runs that count" },
    { "runs_b", COLUMN_INTEGER, false, "the same of b" },
    { "unit", COLUMN_TEXT, false, "base unit of the means" },
    { "mean_a", COLUMN_REAL, false, "empty wherever the verdict permits no number" },
    { "mean_a_low", COLUMN_REAL, false, "lower end of its 95 % interval" },
    { "mean_a_high", COLUMN_REAL, false, "upper end" },
    { "mean_b", COLUMN_REAL, false, "as of a" },
    { "mean_b_low", COLUMN_REAL, false, "lower end" },
    { "mean_b_high", COLUMN_REAL, false, "upper end" },
    { "ratio", COLUMN_REAL, false, "of b to a" },
    { "ratio_low", COLUMN_REAL, false, "lower end of its 95 % interval" },
    { "ratio_high", COLUMN_REAL, false, "upper end" },
    { "failed", COLUMN_INTEGER, false, "conditions that fail" },
    { "unknown", COLUMN_INTEGER, false, "conditions that cannot be decided" },
    { "stated", COLUMN_INTEGER, false, "differences to be stated beside the number" },
};
static const struct table_column claim_column[] = {
    DOSSIER_COLUMN,
    { "claim", COLUMN_TEXT, true, "id within the report" },
    { "sentence", COLUMN_TEXT, true, "row of the strings table" },
    { "a", COLUMN_TEXT, false, "first system of its comparison" },
    { "b", COLUMN_TEXT, false, "second system" },
    { "slot", COLUMN_TEXT, true, "place in the sentence" },
    { "fact", COLUMN_INTEGER, true, "number of the fact that stands there" },
};
static const struct table_column signer_column[] = {
    DOSSIER_COLUMN,
    { "number", COLUMN_INTEGER, true, "of the signature, from 1" },
    { "subject", COLUMN_TEXT, false, "of the certificate; whether anybody trusts it is not asked" },
    { "certificate", COLUMN_TEXT, false, "SHA-256 of the certificate" },
    { "role", COLUMN_TEXT, false, "of the sign-off" },
    { "decision", COLUMN_TEXT, false, "made, approved, rejected, noted or withheld" },
    { "comment", COLUMN_TEXT, false, "the signer's remark" },
    { "claimed", COLUMN_TEXT, false, "signing time by the signer's own clock" },
    { "stamped", COLUMN_TEXT, false, "when a time stamp shows that the signature existed" },
};

static const struct table_column refused_column[] = {
    { "file", COLUMN_TEXT, true, "as it was named" },
    { "sha256", COLUMN_TEXT, false, "of its bytes; empty: it could not be read" },
    { "why", COLUMN_TEXT, true, "the first thing that does not hold" },
};

#define ROW(name, means)                                                                           \
    {                                                                                              \
#name, means, name##_column, ARRAY_COUNT(name##_column)                                    \
    }
static const struct table tables[] = {
    [TABLE_DOSSIER] = ROW(dossier, "one row a dossier"),
    [TABLE_SYSTEM] = ROW(system, "what was set side by side"),
    [TABLE_RUN] = ROW(run, "each run as each comparison judged it"),
    [TABLE_FACT] = ROW(fact, "every fact of the report with its source"),
    [TABLE_FINDING] = ROW(finding, "what each rule found"),
    [TABLE_COMPARISON] = ROW(comparison, "verdicts, and numbers where the verdict permits them"),
    [TABLE_CLAIM] = ROW(claim, "facts that each sentence of the report rests on"),
    [TABLE_SIGNER] = ROW(signer, "who signed, as the certificate and the signer say"),
    [TABLE_REFUSED] = ROW(refused, "files of which nothing was read, since they do not hold"),
};
static_assert(ARRAY_COUNT(tables) == TABLE_COUNT, "one row a table");

const struct table *table_at(size_t index)
{
    return index < TABLE_COUNT ? &tables[index] : NULL;
}

size_t table_count(void)
{
    return TABLE_COUNT;
}

size_t table_refused(void)
{
    return TABLE_REFUSED;
}

/* ---- one row being filled, column after column ---- */

struct filling {
    struct arena *home;
    const struct held *held;
    const struct row_sink *sink;
    size_t table;
    struct str cell[TABLE_COLUMNS_MOST];
    size_t at;
    bool good;
};

static void begin(struct filling *f, size_t table)
{
    f->table = table;
    f->at = 0;
    f->cell[f->at++] = f->held->content;
}

static void put(struct filling *f, struct str text)
{
    const struct table_column *column = &tables[f->table].column[f->at];
    /* An empty text is a value where the column always has one. */
    f->cell[f->at++] = text.len > 0 ? text : column->always ? STR("") : (struct str){ 0 };
}

static void put_member(struct filling *f, const struct json_item *object, const char *name)
{
    put(f, held_member(f->held->data, object, name));
}

static void put_count(struct filling *f, size_t count)
{
    put(f, str_format(f->home, "%zu", count));
}

static void put_number(struct filling *f, const struct json_item *fact)
{
    struct held_number number;
    put(f, held_number(f->home, f->held, fact, &number) ? number.text : (struct str){ 0 });
}

static void put_unit(struct filling *f, const struct json_item *fact)
{
    struct held_number number;
    put(f, held_number(f->home, f->held, fact, &number) ? str_from(unit_row(number.unit)->symbol)
                                                        : (struct str){ 0 });
}

/* "12 13 40" of an array of fact numbers; null ones are left out. */
static void put_numbers(struct filling *f, const struct json_item *list)
{
    struct buf out = buf_new(f->home, (size_t)16 << 20);
    for (const struct json_item *one = list ? json_next(list, NULL) : NULL; one;
         one = json_next(list, one)) {
        if (json_type(one) == JSON_NUMBER) {
            buf_put(&out, out.len > 0 ? STR(" ") : STR(""));
            buf_put(&out, json_scalar(f->held->data, one));
        }
    }
    put(f, buf_str(&out));
}

static void end(struct filling *f)
{
    assert(f->at == tables[f->table].column_count);
    f->good = f->good && f->sink->put(f->sink->self, f->table, f->cell);
}

/* ---- tables ---- */

static const struct json_item *first(const struct json_item *list)
{
    return list && json_type(list) == JSON_ARRAY ? json_next(list, NULL) : NULL;
}

/* Least text of the facts of a key: dates stand in order as text. */
static struct str least(const struct held *held, const char *key)
{
    struct str out = { 0 };
    for (size_t i = 0; i < held->fact_count; i++) {
        struct str value = held_member(held->data, held->fact[i], "value");
        if (str_eq(held_member(held->data, held->fact[i], "key"), str_from(key)) && value.len > 0 &&
            (out.len == 0 || str_order(value, out) < 0))
            out = value;
    }
    return out;
}

static void dossier_row(struct filling *f)
{
    const struct held *held = f->held;
    static const char *const path[] = { "/case/id",          "/case/date",
                                        "/case/question",    "/case/asked_by",
                                        "/case/metric",      "/case/metric_instance",
                                        "/case/metric_kind", "/program",
                                        "/rules/version",    "/rules/changed" };
    const struct json_item *list = json_find(held->data, STR("/comparisons"));
    begin(f, TABLE_DOSSIER);
    put(f, held->evidence_id);
    for (size_t i = 0; i < ARRAY_COUNT(path); i++)
        put(f, held_text(held, str_from(path[i])));
    put_count(f, list ? json_count(list) : 0);
    put_count(f, held->signer_count);
    put(f, least(held, "price.valid_until"));
    put(f, least(held, "remeasure.date"));
    end(f);
}

static void system_rows(struct filling *f)
{
    const struct json_item *list = json_find(f->held->data, STR("/case/systems"));
    for (const struct json_item *one = first(list); one; one = json_next(list, one)) {
        const struct json_item *machines = json_member(one, STR("machines"));
        size_t runs = 0;
        for (const struct json_item *machine = first(machines); machine;
             machine = json_next(machines, machine)) {
            const struct json_item *of = json_member(machine, STR("runs"));
            runs += of ? json_count(of) : 0;
        }
        begin(f, TABLE_SYSTEM);
        put_member(f, one, "id");
        put_member(f, one, "label");
        put_member(f, one, "baseline");
        put_count(f, machines ? json_count(machines) : 0);
        put_count(f, runs);
        end(f);
    }
}

/* System and machine of a run, as the case lists them; both NULL: a bridge run. */
static void find_run(const struct held *held, struct str run, const struct json_item **system,
                     const struct json_item **machine)
{
    const struct json_item *list = json_find(held->data, STR("/case/systems"));
    *system = NULL;
    *machine = NULL;
    for (const struct json_item *one = first(list); one; one = json_next(list, one)) {
        const struct json_item *machines = json_member(one, STR("machines"));
        for (const struct json_item *m = first(machines); m; m = json_next(machines, m)) {
            const struct json_item *runs = json_member(m, STR("runs"));
            for (const struct json_item *r = first(runs); r; r = json_next(runs, r)) {
                if (json_type(r) == JSON_STRING && str_eq(json_string(r), run)) {
                    *system = one;
                    *machine = m;
                    return;
                }
            }
        }
    }
}

static void begin_pair(struct filling *f, size_t table, const struct json_item *comparison)
{
    begin(f, table);
    put_member(f, comparison, "a");
    put_member(f, comparison, "b");
    put_member(f, comparison, "workload");
}

static void run_rows(struct filling *f, const struct json_item *comparison)
{
    const struct json_item *list = json_member(comparison, STR("runs"));
    for (const struct json_item *one = first(list); one; one = json_next(list, one)) {
        const struct json_item *system, *machine;
        const struct json_item *value = held_fact(f->held, one, "value");
        const struct json_item *own = held_fact(f->held, one, "own");
        find_run(f->held, held_member(f->held->data, one, "run"), &system, &machine);
        begin_pair(f, TABLE_RUN, comparison);
        put_member(f, one, "run");
        put_member(f, system, "id");
        put_member(f, machine, "id");
        put_member(f, one, "bridge");
        put_member(f, one, "steady");
        put_member(f, one, "reason");
        put_member(f, one, "method");
        put_number(f, value);
        put_unit(f, value ? value : own);
        put_number(f, own);
        end(f);
    }
}

static void put_scope(struct filling *f, const struct json_item *fact)
{
    static const char *const scope[] = { "run", "machine", "system" };
    for (size_t i = 0; i < ARRAY_COUNT(scope); i++) {
        struct str of = held_member(f->held->data, fact, scope[i]);
        if (of.len > 0) {
            put(f, str_from(scope[i]));
            put(f, of);
            return;
        }
    }
    put(f, STR("case"));
    put(f, (struct str){ 0 });
}

static void put_source(struct filling *f, const struct json_item *fact)
{
    const struct json *data = f->held->data;
    const struct json_item *source = json_member(fact, STR("source"));
    const struct json_item *from = source ? json_member(source, STR("from")) : NULL;
    struct str place = held_member(data, from, "path");
    if (place.len == 0 && held_member(data, from, "line").len > 0)
        place = str_format(f->home, "line %.*s", STR_ARG(held_member(data, from, "line")));
    put_member(f, source, "evidence");
    put_member(f, source, "sha256");
    put(f, place);
    put_member(f, from, "offset");
}

static void fact_rows(struct filling *f)
{
    const struct json *data = f->held->data;
    for (size_t i = 0; i < f->held->fact_count; i++) {
        const struct json_item *fact = f->held->fact[i];
        const struct json_item *derivation = json_member(fact, STR("derivation"));
        struct str text = held_member(data, fact, "text");
        struct held_number number;
        bool counts = held_number(f->home, f->held, fact, &number);
        begin(f, TABLE_FACT);
        put_member(f, fact, "number");
        put_member(f, fact, "key");
        put_member(f, fact, "instance");
        put_member(f, fact, "kind");
        put_scope(f, fact);
        put(f, text.len > 0 ? text : held_member(data, fact, "value"));
        put(f, counts ? number.text : (struct str){ 0 });
        put(f, counts ? str_from(unit_row(number.unit)->symbol) : (struct str){ 0 });
        put(f, held_member(data, fact, "disclosed").len > 0 ? STR("false") : STR("true"));
        put_source(f, fact);
        put_member(f, derivation, "name");
        put_numbers(f, derivation ? json_member(derivation, STR("inputs")) : NULL);
        end(f);
    }
}

static void finding_rows(struct filling *f, const struct json_item *comparison)
{
    static const char *const member[] = { "rule",  "title", "judgement", "severity", "reach",
                                          "makes", "key",   "instance",  "said",     "mend" };
    const struct json_item *list = json_member(comparison, STR("findings"));
    size_t number = 0;
    for (const struct json_item *one = first(list); one; one = json_next(list, one)) {
        struct str times = held_member(f->held->data, one, "times");
        begin_pair(f, TABLE_FINDING, comparison);
        put_count(f, ++number);
        for (size_t i = 0; i < ARRAY_COUNT(member); i++)
            put_member(f, one, member[i]);
        put_numbers(f, json_member(one, STR("seen")));
        put(f, times.len > 0 ? times : STR("1"));
        end(f);
    }
}

static void comparison_row(struct filling *f, const struct json_item *comparison)
{
    static const char *const member[] = { "verdict", "exit", "decision", "credited", "credit_why" };
    static const char *const number[] = { "mean_a", "mean_a_low", "mean_a_high",
                                          "mean_b", "mean_b_low", "mean_b_high",
                                          "ratio",  "ratio_low",  "ratio_high" };
    static const char *const count[] = { "failed", "unknown", "stated" };
    const struct json_item *numbers = json_member(comparison, STR("numbers"));
    const struct json_item *counts = json_member(comparison, STR("counts"));
    begin_pair(f, TABLE_COMPARISON, comparison);
    for (size_t i = 0; i < ARRAY_COUNT(member); i++)
        put_member(f, comparison, member[i]);
    put_number(f, held_fact(f->held, counts, "runs_a"));
    put_number(f, held_fact(f->held, counts, "runs_b"));
    put_unit(f, held_fact(f->held, numbers, "mean_a"));
    for (size_t i = 0; i < ARRAY_COUNT(number); i++)
        put_number(f, held_fact(f->held, numbers, number[i]));
    for (size_t i = 0; i < ARRAY_COUNT(count); i++)
        put_number(f, held_fact(f->held, counts, count[i]));
    end(f);
}

static void claim_rows(struct filling *f)
{
    const struct json_item *list = json_find(f->held->data, STR("/claims"));
    for (const struct json_item *one = first(list); one; one = json_next(list, one)) {
        const struct json_item *pair = json_member(one, STR("comparison"));
        const struct json_item *a = first(pair), *b = a ? json_next(pair, a) : NULL;
        const struct json_item *facts = json_member(one, STR("facts"));
        for (const struct json_item *slot = facts ? json_next(facts, NULL) : NULL; slot;
             slot = json_next(facts, slot)) {
            if (json_type(slot) != JSON_NUMBER)
                continue;
            begin(f, TABLE_CLAIM);
            put_member(f, one, "id");
            put_member(f, one, "sentence");
            put(f, a ? json_scalar(f->held->data, a) : (struct str){ 0 });
            put(f, b ? json_scalar(f->held->data, b) : (struct str){ 0 });
            put(f, json_name(slot));
            put(f, json_scalar(f->held->data, slot));
            end(f);
        }
    }
}

static void signer_rows(struct filling *f)
{
    for (size_t i = 0; i < f->held->signer_count; i++) {
        const struct held_signer *signer = &f->held->signer[i];
        begin(f, TABLE_SIGNER);
        put_count(f, signer->number);
        put(f, signer->subject);
        put(f, signer->certificate);
        put(f, signer->role);
        put(f, signer->decision);
        put(f, signer->comment);
        put(f, signer->claimed);
        put(f, signer->stamped);
        end(f);
    }
}

bool held_rows(struct arena *home, const struct held *held, const struct row_sink *sink)
{
    struct filling f = { .home = home, .held = held, .sink = sink, .good = true };
    const struct json_item *list = json_find(held->data, STR("/comparisons"));
    dossier_row(&f);
    system_rows(&f);
    for (const struct json_item *one = first(list); one; one = json_next(list, one))
        run_rows(&f, one);
    fact_rows(&f);
    for (const struct json_item *one = first(list); one; one = json_next(list, one))
        finding_rows(&f, one);
    for (const struct json_item *one = first(list); one; one = json_next(list, one))
        comparison_row(&f, one);
    claim_rows(&f);
    signer_rows(&f);
    return f.good;
}
