/* verb_runs.c - one line a run, over any bundles. */
#include "base/json.h"
#include "output.h"
#include "rounds.h"
#include <stddef.h>
#include <string.h>

static struct str whole_text(struct arena *home, int64_t value)
{
    return value >= 0 ? str_format(home, "%lld", (long long)value) : (struct str){ 0 };
}

/* "FILE:LINE", or "FILE PATH" where the syntax has no lines worth telling. */
static struct str source_text(struct arena *home, const struct run_row *row)
{
    if (row->line > 0)
        return str_format(home, "%.*s:%u", STR_ARG(row->source), row->line);
    return row->place.len > 0
               ? str_format(home, "%.*s %.*s", STR_ARG(row->source), STR_ARG(row->place))
               : row->source;
}

/* ---- CSV (RFC 4180) ---- */

enum column {
    BUNDLE,
    SUITE,
    ROUND,
    DIVISION,
    SUBMITTER,
    SYSTEM,
    BENCHMARK,
    SCENARIO,
    METRIC,
    VALUE,
    UNIT,
    DEFINITION,
    DERIVATION,
    VALID,
    COMPLIANT,
    WEIGHTS,
    INPUTS,
    ACCELERATOR,
    ACCELERATORS,
    PER_NODE,
    NODES,
    POWER,
    POWER_UNIT,
    SOURCE,
    VERIFIED,
    COLUMNS
};
static const char *const names[COLUMNS] = {
    "bundle",  "suite",      "round",       "division",     "submitter",
    "system",  "benchmark",  "scenario",    "metric",       "value",
    "unit",    "definition", "derivation",  "valid",        "compliant",
    "weights", "inputs",     "accelerator", "accelerators", "accelerators_per_node",
    "nodes",   "power",      "power_unit",  "source",       "verified"
};

static void cells(struct arena *home, const struct run_row *row, struct str cell[COLUMNS])
{
    cell[BUNDLE] = row->bundle;
    cell[SUITE] = row->suite;
    cell[ROUND] = row->round;
    cell[DIVISION] = row->division;
    cell[SUBMITTER] = row->submitter;
    cell[SYSTEM] = row->system;
    cell[BENCHMARK] = row->benchmark;
    cell[SCENARIO] = row->scenario;
    cell[METRIC] = row->metric;
    cell[VALUE] = row->value;
    cell[UNIT] = row->unit;
    cell[DEFINITION] = row->definition;
    cell[DERIVATION] = row->derivation;
    cell[VALID] = row->valid;
    cell[COMPLIANT] = row->compliant;
    cell[WEIGHTS] = row->weights;
    cell[INPUTS] = row->inputs;
    cell[ACCELERATOR] = row->accelerator;
    cell[ACCELERATORS] = whole_text(home, row->accelerators);
    cell[PER_NODE] = whole_text(home, row->per_node);
    cell[NODES] = whole_text(home, row->nodes);
    cell[POWER] = row->power;
    cell[POWER_UNIT] = row->power_unit;
    cell[SOURCE] = source_text(home, row);
    cell[VERIFIED] = row->run ? STR("unverified") : (struct str){ 0 };
}

/* A text that a spreadsheet would take for a formula gets a quote in front. */
static void put_cell(struct buf *out, struct str text)
{
    bool quote = false;
    for (size_t i = 0; i < text.len; i++)
        quote = quote || strchr(",\"\r\n", text.at[i]);
    bool formula = text.len > 0 && strchr("=+-@\t", text.at[0]) &&
                   !(text.len > 1 && text.at[0] == '-' && text.at[1] >= '0' && text.at[1] <= '9');
    buf_put(out, quote ? STR("\"") : STR(""));
    buf_put(out, formula ? STR("'") : STR(""));
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] == '"')
            buf_put_char(out, '"');
        buf_put_char(out, text.at[i]);
    }
    buf_put(out, quote ? STR("\"") : STR(""));
}

static void put_csv(const void *answer, struct buf *out)
{
    const struct run_rows *rows = answer;
    for (unsigned c = 0; c < COLUMNS; c++)
        buf_putf(out, "%s%s", c > 0 ? "," : "", names[c]);
    buf_put(out, STR("\r\n"));
    for (size_t i = 0; i < rows->count; i++) {
        struct str cell[COLUMNS];
        cells(rows->home, &rows->item[i], cell);
        for (unsigned c = 0; c < COLUMNS; c++) {
            buf_put(out, c > 0 ? STR(",") : STR(""));
            put_cell(out, cell[c]);
        }
        buf_put(out, STR("\r\n"));
    }
}

/* ---- JSON ---- */

static void put_text(struct json_out *json, const char *name, struct str text)
{
    if (text.len > 0)
        json_text(json, str_from(name), text);
}

static void put_whole(struct json_out *json, const char *name, int64_t value)
{
    if (value >= 0)
        json_integer(json, str_from(name), value);
}

static void put_number(struct json_out *json, const char *name, const struct round_number *number)
{
    if (!number->there)
        return;
    json_open(json, str_from(name), '{');
    put_text(json, "text", number->text);
    put_text(json, "unit", str_from(number->unit));
    put_text(json, "key", number->key);
    put_text(json, "file", number->file);
    if (number->line > 0)
        json_integer(json, STR("line"), number->line);
    json_close(json);
}

static void put_round_run(struct json_out *json, const struct run_row *row)
{
    const struct round_run *run = row->run;
    put_text(json, "place", run->place);
    put_text(json, "stands_for", run->stands_for);
    put_text(json, "model", run->model);
    put_text(json, "dataset", run->dataset);
    put_text(json, "scenario_in_log", run->scenario_in_log);
    put_text(json, "system_name", run->system_name);
    put_text(json, "system_type", run->system_type);
    put_text(json, "status", run->status);
    put_text(json, "processor", run->processor);
    put_text(json, "software", run->software);
    json_text(json, STR("verified"), STR("unverified"));
    put_number(json, "measured", &run->metric);
    put_number(json, "latency_p99", &run->latency_p99);
    put_number(json, "ttft_p99", &run->ttft_p99);
    put_number(json, "tpot_p99", &run->tpot_p99);
    put_number(json, "mean_power", &run->watts);
    if (run->same != SIZE_MAX)
        json_text(json, STR("same_measurement_as"), row->round_of->run[run->same].place);
    json_integer(json, STR("findings"), (int64_t)run->finding_count);
}

static void put_json(const void *answer, struct json_out *json)
{
    const struct run_rows *rows = answer;
    for (size_t i = 0; i < rows->count; i++) {
        const struct run_row *row = &rows->item[i];
        struct str cell[COLUMNS];
        cells(rows->home, row, cell);
        json_open(json, STR(""), '{');
        for (unsigned c = 0; c < COLUMNS; c++)
            if (c == ACCELERATORS)
                put_whole(json, names[c], row->accelerators);
            else if (c == PER_NODE)
                put_whole(json, names[c], row->per_node);
            else if (c == NODES)
                put_whole(json, names[c], row->nodes);
            else
                put_text(json, names[c], cell[c]);
        if (row->run)
            put_round_run(json, row);
        json_close(json);
    }
}

/* ---- text ---- */

static void put_part(struct buf *out, struct str text, const char *between)
{
    if (text.len == 0)
        return;
    if (out->len > 0 && out->at[out->len - 1] != '\n')
        buf_put(out, str_from(between));
    buf_put_visible(out, text);
}

/* Two texts with `between`, or the one that is there. */
static struct str paired(struct arena *home, struct str a, const char *between, struct str b)
{
    if (a.len == 0 || b.len == 0)
        return a.len > 0 ? a : b;
    return str_format(home, "%.*s%s%.*s", STR_ARG(a), between, STR_ARG(b));
}

static struct str with_unit(struct arena *home, struct str value, struct str unit)
{
    return value.len > 0 ? paired(home, value, " ", unit) : value;
}

/* System | benchmark, scenario | figure | verdicts | precision | accelerators | power | source. */
static void put_line(struct buf *out, struct arena *home, const struct run_row *row)
{
    struct str who = paired(home, row->submitter, "/", row->system);
    struct str devices = row->accelerators > 0
                             ? str_format(home, "%lld x %.*s", (long long)row->accelerators,
                                          STR_ARG(row->accelerator))
                             : row->accelerator;
    const struct str part[] = { who.len > 0 ? who : row->suite,
                                paired(home, row->benchmark, ", ", row->scenario),
                                with_unit(home, row->value, row->unit),
                                row->definition,
                                paired(home, row->valid, ", ", row->compliant),
                                row->weights,
                                devices,
                                with_unit(home, row->power, row->power_unit),
                                source_text(home, row) };
    for (size_t i = 0; i < ARRAY_COUNT(part); i++)
        put_part(out, part[i].len > 0 ? part[i] : STR("-"), " | ");
    buf_put_char(out, '\n');
}

static void put_lines(const void *answer, struct buf *out)
{
    const struct run_rows *rows = answer;
    buf_put(out,
            STR("system | benchmark, scenario | figure | what it is | verdict, rules | weights | "
                "accelerators | power | source\n"));
    for (size_t i = 0; i < rows->count; i++)
        put_line(out, rows->home, &rows->item[i]);
    buf_putf(out, "%zu run%s", rows->count, rows->count == 1 ? "" : "s");
    for (size_t i = 0; i < rows->count; i++) {
        if (rows->item[i].run) {
            buf_put(out, STR("; results of MLPerf not verified by MLCommons Association"));
            break;
        }
    }
    buf_put(out, STR("\n"));
}

/* ---- the verb ---- */

static bool bundle_rows(struct request *request, const char *path, struct rule_sets sets,
                        struct round *round, struct run_rows *rows)
{
    if (!round_read(request->home, path, sets, NULL, round, request->diags))
        return false;
    rows_of_round(rows, str_from(path), round);
    return rows_of_others(request, path, round, rows);
}

static int run(struct request *request)
{
    const struct options *o = &request->options;
    struct run_rows rows = { .home = request->home };
    const struct printers printers = { '[', NULL, put_json, o->csv ? put_csv : put_lines };
    struct rule_sets sets;
    struct round *rounds = ARENA_MANY(request->home, (size_t)o->argument_count, struct round);
    bool any = false;
    if (o->json && o->csv) {
        diag_add(request->diags, DIAG_USAGE,
                 (struct place){ .file = STR("dossier"), .path = STR("runs") },
                 STR("one of --json and --csv"), "both");
        return STATUS_INPUT;
    }
    if (!rule_sets_built_in(request, &sets))
        return STATUS_MACHINE;
    for (int i = 0; i < o->argument_count; i++)
        any = bundle_rows(request, o->argument[i], sets, &rounds[i], &rows) || any;
    int status = answer_print(request, &printers, &rows, any ? STATUS_HOLDS : STATUS_INPUT);
    for (int i = 0; i < o->argument_count; i++)
        round_free(&rounds[i]);
    return status;
}

static const struct option_row rows_of_options[] = {
    { 0, "csv", NULL, "print a table with commas (RFC 4180) instead of text",
      offsetof(struct options, csv), OPTION_FLAG },
    OPTION_ROW_JSON,
};
const struct verb verb_runs = {
    .name = "runs",
    .summary = "one line a run, over any bundles",
    .usage = "runs BUNDLE... [--json] [--csv]",
    .more = "BUNDLE is a folder, an archive or a file: a round of MLPerf or any part of one, or\n"
            "what another benchmark tool left. A line tells system, benchmark, scenario, figure\n"
            "with its unit and what it is, the tool's own verdict, whether the rules of its round\n"
            "are kept, precision, accelerators, power and the place it stands at. A file that\n"
            "cannot be read ends none of the others. Exit status: 0, or 3 where nothing could be\n"
            "read.",
    .option = rows_of_options,
    .option_count = ARRAY_COUNT(rows_of_options),
    .least_arguments = 1,
    .most_arguments = 64,
    .run = run,
};
