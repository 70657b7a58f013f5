/* test_bundles.c - the small case of golden/ingest/minimal, resolved as the program resolves it;
 * and run.json and series given in memory. */
#include "ingest/ingest.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define ROOT TESTS_DIR "/golden/ingest/minimal"

static void assert_text(struct str text, const char *expected)
{
    if (!str_eq(text, str_from(expected)))
        fail_msg("\"%.*s\" is not \"%s\"", STR_ARG(text), expected);
}

static struct str said_of(struct arena *home, const struct diags *diags)
{
    struct buf buf = buf_new(home, 1 << 20);
    diags_put_text(diags, &buf);
    return buf_str(&buf);
}

static struct evidence file_of(struct arena *home, const char *name, struct diags *diags)
{
    struct evidence evidence = { .name = str_from(name) };
    assert_true(file_read(home, str_c(home, str_format(home, ROOT "/%s", name)), &limits_default,
                          &evidence.bytes, diags));
    evidence.digest = digest_of(evidence.bytes);
    return evidence;
}

enum { BUNDLES_MOST = 32 };
struct resolved {
    struct evidence evidence, rules;
    struct case_file case_file;
    struct bundle bundle[BUNDLES_MOST];
    size_t count;
    const struct evidence *list;
    size_t list_count;
    struct diags *diags;
    bool good;
};

static void resolve(struct arena *home, struct resolved *r)
{
    r->diags = diags_new(home);
    r->evidence = file_of(home, "case.json", r->diags);
    r->rules = file_of(home, "rules.json", r->diags);
    assert_true(case_read(home, &r->evidence, &r->rules, &limits_default, &r->case_file, r->diags));
    for (size_t i = 0; i < r->case_file.selector_count; i++) {
        const struct selector *selector = &r->case_file.selector[i];
        struct str *path;
        size_t count;
        assert_true(
            glob_match(home, ROOT, selector->pattern, selector->place, &path, &count, r->diags));
        for (size_t j = 0; j < count; j++) {
            struct bundle *bundle = &r->bundle[r->count];
            *bundle = (struct bundle){ .path = path[j],
                                       .packed = str_format(home, "data/evidence/%02zu", r->count),
                                       .role = selector->role == SELECT_RUNS ? BUNDLE_RUNS
                                                                             : BUNDLE_CAPTURES,
                                       .selector = selector };
            for (size_t k = 0; k < r->count; k++)
                if (str_eq(r->bundle[k].path, path[j]))
                    bundle->packed = r->bundle[k].packed;
            r->count++;
            const char *full = str_c(home, str_format(home, ROOT "/%.*s", STR_ARG(path[j])));
            assert_true(entries_read(home, full, &limits_default, &bundle->entries, r->diags));
        }
    }
    struct entry *entry = ARENA_NEW(home, struct entry);
    struct evidence declaration = file_of(home, "run.json", r->diags);
    *entry = (struct entry){ .name = STR("run.json"),
                             .bytes = declaration.bytes,
                             .digest = declaration.digest };
    r->bundle[r->count++] = (struct bundle){ .packed = STR("data/evidence"),
                                             .entries = { entry, 1 },
                                             .role = BUNDLE_DECLARATION };
    r->good = ingest_bundles(home, &r->case_file, r->bundle, r->count, &limits_default, &r->list,
                             &r->list_count, r->diags);
}

static void minimal_case_is_read(void **state)
{
    struct resolved r = { 0 };
    resolve(*state, &r);
    assert_text(said_of(*state, r.diags),
                "b/captures/notes.bin: note: no format recognised; kept as evidence, not "
                "read; see `dossier formats`\n");
    assert_true(r.good);
    const struct machine *a = &r.case_file.system[0].machine[0],
                         *b = &r.case_file.system[1].machine[0];
    const struct machine *bridge = &r.case_file.bridge[0].machine[0];
    assert_int_equal(a->run_count, 2);
    assert_int_equal(b->run_count, 1);
    assert_int_equal(bridge->run_count, 1);
    assert_text(a->run[0].id, "a/r1"); /* two are called r1 */
    assert_text(a->run[1].id, "r2");
    assert_text(b->run[0].id, "b/r1");
    assert_text(bridge->run[0].id, "plain");
    assert_true(bridge->run[0].bridge);
    assert_ptr_equal(bridge->run[0].like, &r.case_file.system[0]);
    assert_text(facts_best(a->facts, KEY_OS_KERNEL, STR(""))->value.text, "6.18.44");
    const struct fact *kernel = run_fact(&r.case_file, &a->run[0], KEY_OS_KERNEL, STR(""));
    assert_int_equal(kernel->kind, FACT_CAPTURED);
    assert_ptr_equal(kernel->machine, a);
    assert_null(kernel->run);
}

static void nearest_declaration_wins_by_member(void **state)
{
    struct resolved r = { 0 };
    resolve(*state, &r);
    const struct run *a = &r.case_file.system[0].machine[0].run[0],
                     *b = &r.case_file.system[1].machine[0].run[0];
    const struct fact *mode_a = facts_best(a->facts, KEY_COMPILE_MODE, STR(""));
    const struct fact *mode_b = facts_best(b->facts, KEY_COMPILE_MODE, STR(""));
    assert_text(mode_a->value.text, "eager");
    assert_text(mode_a->source.from.file, "run.json");
    assert_text(mode_b->value.text, "compiled");
    assert_text(mode_b->source.from.file, "b/r1/run.json");
    assert_null(facts_next(b->facts, KEY_COMPILE_MODE, STR(""), mode_b));
    const struct fact *weights = facts_best(b->facts, KEY_PRECISION_WEIGHTS, STR(""));
    assert_text(weights->source.from.file, "run.json");
    assert_text(weights->source.from.path, "/precision/weights");
    assert_int_equal(weights->source.from.line, 4);
    assert_int_equal(weights->kind, FACT_DECLARED);
    assert_ptr_equal(weights->run, b);
    assert_text(facts_best(b->facts, KEY_PACKAGE_VERSION, STR("torch"))->value.text, "2.11.0");
    assert_text(facts_best(b->facts, KEY_WORKLOAD_SEED, STR(""))->value.text, "1234");
    const struct fact *begin = facts_best(b->facts, KEY_LOAD_BEGIN, STR(""));
    assert_true(begin->value.number);
    assert_true(begin->value.value >= 1795822052.0 &&
                begin->value.value <= 1795822052.0); /* date -u +%s */
    const struct fact *length = facts_best(b->facts, KEY_INPUT_LENGTH, STR(""));
    assert_int_equal(length->value.unit, UNIT_TOKEN);
    assert_null(facts_best(r.case_file.system[0].machine[0].facts, KEY_COMPILE_MODE, STR("")));
}

static void evidence_is_listed_once(void **state)
{
    static const struct {
        const char *name, *packed, *format;
    } rows[] = {
        { "a/captures/uname.txt", "data/evidence/00/uname.txt", "uname" },
        { "a/r1/stderr.log", "data/evidence/01/stderr.log", NULL },
        { "a/r1/steps.jsonl", "data/evidence/01/steps.jsonl", "dossier-series" },
        { "a/r2/steps.jsonl.gz", "data/evidence/02/steps.jsonl.gz", "dossier-series" },
        { "b/captures/notes.bin", "data/evidence/03/notes.bin", NULL },
        { "b/r1/run.json", "data/evidence/04/run.json", "dossier-run" },
        { "b/r1/steps.jsonl", "data/evidence/04/steps.jsonl", "dossier-series" },
        { "b/plain/steps.jsonl", "data/evidence/06/steps.jsonl", "dossier-series" },
        { "run.json", "data/evidence/run.json", "dossier-run" },
    };
    struct resolved r = { 0 };
    resolve(*state, &r);
    assert_int_equal(r.list_count, ARRAY_COUNT(rows));
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        assert_text(r.list[i].name, rows[i].name);
        assert_text(r.list[i].packed, rows[i].packed);
        assert_text(str_from(r.list[i].format), rows[i].format ? rows[i].format : "");
        assert_int_equal(r.list[i].index, i);
        assert_true(digest_eq(r.list[i].digest, digest_of(r.list[i].bytes)));
    }
}

static void series_columns(void **state)
{
    struct resolved r = { 0 };
    resolve(*state, &r);
    const struct run *run = r.case_file.system[0].machine[0].run;
    assert_int_equal(run[0].series_count, 1);
    const struct series *s = &run[0].series[0];
    assert_int_equal(s->key, KEY_ITERATION_DURATION);
    assert_int_equal(s->kind, SERIES_PER_ITERATION);
    assert_int_equal(s->unit, UNIT_SECOND);
    assert_int_equal(s->work_unit, UNIT_TOKEN);
    assert_int_equal(s->count, 3);
    static const double start[] = { 0, 0.5, 0.75 }, duration[] = { 0.5, 0.25, 0.5 };
    static const uint32_t phase[] = { 1, 0, 1 }; /* 513 before 514; 514.0 is 514 */
    for (size_t i = 0; i < 3; i++) {
        assert_true(fabs(s->start[i] - start[i]) < 1e-15);
        assert_true(fabs(s->duration[i] - duration[i]) < 1e-15);
        assert_true(fabs(s->value[i] - duration[i]) < 1e-15);
        assert_true(fabs(s->work[i] - 32) < 1e-15);
        assert_int_equal(s->phase[i], phase[i]);
        assert_int_equal(s->row[i], i + 1);
    }
    assert_text(s->phase_columns, "ctx");
    assert_true(fabs(s->load_begin) < 1e-15 && fabs(s->load_end - 1.25) < 1e-15);
    assert_false(s->unix_clock);
    assert_text(s->source.from.path, "rows 1..3 column d");
    assert_text(s->work_source.from.path, "rows 1..3 column tokens");
    assert_int_equal(s->source.from.line, 1);
    assert_int_equal(s->source.to.line, 3);
    assert_int_equal(s->source.to.offset, 79); /* two lines of 38 and 41 bytes stand before */
    s = &run[1].series[0];
    assert_text(s->source.from.file, "a/r2/steps.jsonl.gz!");
    assert_true(isnan(s->duration[1]));
    assert_int_equal(s->phase[1], 1); /* 9 before 10: by size, not by text */
}

/* ---- in memory ---- */

struct looked {
    struct inspected *item;
    size_t count;
    struct diags *diags;
};

/* inspect of a run.json and one more file. */
static struct looked look(struct arena *home, const char *run, const char *name, struct str bytes)
{
    struct entry *entry = ARENA_MANY(home, 2, struct entry);
    entry[0] = (struct entry){ .name = str_from(name), .bytes = bytes };
    entry[1] = (struct entry){ .name = STR("run.json"), .bytes = str_from(run) };
    entries_sort(entry, 2);
    struct looked looked = { .diags = diags_new(home) };
    assert_true(ingest_inspect(home, &(struct entries){ entry, 2 }, &limits_default, &looked.item,
                               &looked.count, looked.diags));
    return looked;
}

#define RUN(members) "{ \"format\": \"dossier-run/1\", " members " }"

static const struct {
    const char *run, *said;
} bad_runs[] = {
    { RUN("\"precison\": {}"),
      "run.json:1:42: input: member not known: \"precison\" at /precison; expected "
      "\"precision\"; see `dossier schema run`\n" },
    { RUN("\"precision\": { \"weight\": \"bf16\" }"),
      "run.json:1:55: input: member not known: \"weight\" at /precision/weight; expected "
      "\"weights\"; see `dossier "
      "schema run`\n" },
    { RUN("\"facts\": { \"driver.verson\": \"1\" }"),
      "run.json:1:58: input: member not known: \"driver.verson\" at /facts/driver.verson; expected "
      "\"driver.version\"; see `dossier schema run`\n" },
    { RUN("\"facts\": { \"throughput.requests\": 9 }"),
      "run.json:1:64: input: run declaration not understood: \"throughput.requests\" cannot be "
      "declared at "
      "/facts/throughput.requests; expected what a tool measured in the tool's own file; compare "
      "with `dossier schema "
      "run`\n" },
    { RUN("\"load\": { \"batch\": \"many\" }"),
      "run.json:1:49: input: run declaration not understood: \"many\" at /load/batch; expected a "
      "number with its "
      "unit, such as \"60 s\"; compare with `dossier schema run`\n" },
    { RUN("\"input\": { \"length\": \"512 tokns\" }"),
      "run.json:1:51: input: unit not known: \"tokns\" at /input/length; expected one of tokens; "
      "see `dossier "
      "vocabulary`\n" },
    { RUN("\"time_zone\": { \"telemetry.csv\": \"CET\" }"),
      "run.json:1:62: input: run declaration not understood: \"CET\" at /time_zone/telemetry.csv; "
      "expected \"UTC\" or "
      "\"+01:00\"; compare with `dossier schema run`\n" },
    { RUN("\"series\": [ { \"file\": \"x\", \"start\": \"t\" } ]"),
      "run.json:1:42: input: run declaration not understood: a series without a column to judge at "
      "/series/0; "
      "expected \"duration\" or \"value\"; compare with `dossier schema run`\n" },
    { RUN("\"series\": [ { \"file\": \"x\", \"value\": \"v\" } ]"),
      "run.json:1:42: input: run declaration not understood: \"value\" without \"metric\" at "
      "/series/0; expected "
      "\"metric\": what the value is; compare with `dossier schema run`\n" },
    { RUN("\"series\": [ { \"file\": \"x\", \"value\": \"v\", \"metric\": \"ttft.client\", "
          "\"unit\": \"W\" } ]"),
      "run.json:1:104: input: run declaration not understood: \"W\" of \"ttft.client\" at "
      "/series/0/unit; expected a "
      "unit of milliseconds; compare with `dossier schema run`\n" },
    { "{ \"format\": \"dossier-run/2\" }",
      "run.json:1:13: input: run declaration not understood: \"dossier-run/2\" at /format; "
      "expected "
      "\"dossier-run/1\"; compare with `dossier schema run`\n" },
};

static void bad_declaration_is_named(void **state)
{
    for (size_t i = 0; i < ARRAY_COUNT(bad_runs); i++) {
        struct looked looked = look(*state, bad_runs[i].run, "empty.txt", STR(""));
        assert_text(said_of(*state, looked.diags), bad_runs[i].said);
    }
}

#define STEPS                                                                                      \
    RUN("\"series\": [ { \"file\": \"s.*\", \"start\": \"t\", \"duration\": \"d\", \"work\": "     \
        "\"requests\", "                                                                           \
        "\"phase\": [\"p\"] } ]")

static const struct {
    const char *name, *bytes, *said;
} bad_series[] = {
    { "s.jsonl",
      "{\"t\":0,\"d\":1,\"requests\":1,\"p\":1}\n{\"t\":0,\"d\":\"x\",\"requests\":1,\"p\":1}\n",
      "s.jsonl:2: input: series cannot be read: \"x\" at /d; expected a number; check the declared "
      "file and columns in "
      "run.json\n" },
    { "s.jsonl", "{\"t\":0,\"d\":1,\"p\":1}\n",
      "run.json:1:42: input: series cannot be read: no column \"requests\" in s.jsonl at "
      "/series/0; "
      "expected one of t, d, p; check the declared file and columns in run.json\n" },
    { "s.jsonl", "{\"t\":0,\"d\":1,\"requests\":1,\"p\":1}\n{\"t\":1,\"d\":1,\"p\":1}\n",
      "s.jsonl:2: input: series cannot be read: no such column at /requests; expected a number; "
      "check the declared file and columns in run.json\n" },
    { "s.jsonl", "{\"t\":0,\"d\":1,\"requests\":1,\"p\":null}\n",
      "s.jsonl:1: input: series cannot be read: \"\" at /p; expected a number or text in each row; "
      "check the declared "
      "file and columns in run.json\n" },
    { "s.csv", "t,d,requests\n0,1,1\n",
      "run.json:1:42: input: series cannot be read: no column \"p\" in s.csv at /series/0; "
      "expected "
      "one of t, d, requests; check the declared file and columns in run.json\n" },
    { "s.csv", "t,d,requests,p\n0,fast,1,1\n",
      "s.csv:2: input: series cannot be read: \"fast\" at row 2 column d; expected a number; check "
      "the declared file "
      "and columns in run.json\n" },
    { "s.csv", "t,d,requests,p\n",
      "s.csv: input: series cannot be read: a series without rows; expected rows; check the "
      "declared file and columns in "
      "run.json\n" },
    { "s.csv", "t,d,t\n",
      "s.csv:1: input: table not understood: \"t\" at row 1 column t; expected each column name "
      "once; "
      "export the file again, untouched by a spreadsheet\n" },
};

static void bad_series_is_named(void **state)
{
    for (size_t i = 0; i < ARRAY_COUNT(bad_series); i++) {
        struct looked looked =
            look(*state, STEPS, bad_series[i].name, str_from(bad_series[i].bytes));
        assert_text(said_of(*state, looked.diags), bad_series[i].said);
    }
}

/* What the quick scan of a line must leave to the strict reader, which refuses it. */
static void lines_are_read_strictly(void **state)
{
    static const char *const lines[] = {
        "{\"t\":0,\"d\":1,\"requests\":1,\"p\":1,\"p\":1}",
        "{\"t\":01,\"d\":1,\"requests\":1,\"p\":1}",
        "{\"t\":0,\"d\":1,\"requests\":1,\"p\":1,}",
        "{\"t\":0,\"d\":1,\"requests\":1,\"p\":1} x",
        "{\"t\":0,\"d\":1.,\"requests\":1,\"p\":1}",
        "{\"t\":0,\"d\":+1,\"requests\":1,\"p\":1}",
        "{\"t\":0,\"d\":1,\"requests\":1,\"p\":1e999}",
        "{\"t\":0,\"d\":1,\"requests\":1,\"p\":1,\"x\":1e999}",
        "{\"t\":0,\"d\":1,\"requests\":1,\"p\":\"\xFF\"}",
        "{\"t\":0,\"d\":1,\"requests\":1,\"p\":\"a\tb\"}",
        "{\"t\":0,\"d\":1,\"requests\":1,\"p\":\"\\u0000\"}",
        "{\"t\":0,\"d\":nul,\"requests\":1,\"p\":1}",
        "{\"t\":0 \"d\":1,\"requests\":1,\"p\":1}",
        "{\"t\":0,\"d\":NaN,\"requests\":1,\"p\":1}",
        "{\"t\":0,\"d\":1,\"requests\":1,\"p\":1",
        "{\"t\":0,\"d\":1,\"requests\":1,\"p\":\"1}",
    };
    for (size_t i = 0; i < ARRAY_COUNT(lines); i++) {
        struct looked looked = look(*state, STEPS, "s.jsonl", str_from(lines[i]));
        if (diags_count(looked.diags, LEVEL_INPUT) == 0)
            fail_msg("accepted: %s", lines[i]);
    }
    /* And what it leaves there that is good. */
    struct looked looked =
        look(*state, STEPS, "s.jsonl",
             STR("{\"t\":0,\"d\":1,\"requests\":1,\"p\":\"a\\u00e9\",\"deep\":{\"t\":[1]}}\n\n"
                 "{ \"t\" : 1e0 , \"d\" : -0 , \"requests\" : 1 , \"p\" : \"a\xC3\xA9\" }\r\n"));
    assert_int_equal(diags_count(looked.diags, LEVEL_NOTE), 0);
    const struct series *s = looked.item[1].series;
    assert_int_equal(looked.item[1].series_count, 1);
    assert_int_equal(s->count, 2);
    assert_int_equal(s->row[1], 3);
    assert_int_equal(s->phase[0], s->phase[1]);
    assert_int_equal(s->work_unit, UNIT_REQUEST);
}

static void csv_series_has_units_gaps_and_dates(void **state)
{
    struct looked looked =
        look(*state,
             RUN("\"series\": [ { \"file\": \"p.csv\", \"kind\": \"per_interval\", \"start\": "
                 "\"time\", \"value\": \"power\", \"metric\": \"telemetry.power\", \"clock\": "
                 "\"unix\" } ], \"time_zone\": { \"*.csv\": \"+01:00\" }"),
             "p.csv",
             STR("time, power\r\n2026/11/27 23:27:21.250, 70.5 W\r\n\r\n\"2026-11-27T22:27:22Z\", "
                 "N/A\r\n"));
    assert_text(said_of(*state, looked.diags), "");
    const struct series *s = looked.item[0].series;
    assert_int_equal(looked.item[0].series_count, 1);
    assert_text(str_from(looked.item[0].adapter->name), "dossier-series");
    assert_int_equal(s->key, KEY_TELEMETRY_POWER);
    assert_int_equal(s->unit, UNIT_WATT);
    assert_true(s->unix_clock && isnan(s->load_begin));
    assert_int_equal(s->count, 2);
    assert_true(fabs(s->start[0] - 1795818441.25) < 1e-6); /* date -u -d 2026-11-27T22:27:21Z +%s */
    assert_true(fabs(s->start[1] - 1795818442) < 1e-6);
    assert_true(fabs(s->value[0] - 70.5) < 1e-12 && isnan(s->value[1]));
    assert_int_equal(s->row[1], 4);
    assert_text(s->source.from.path, "rows 2..4 column power");
}

static void unused_entry_is_an_error(void **state)
{
    struct resolved r = { 0 };
    struct arena *home = *state;
    resolve(home, &r);
    struct entry entry = {
        .name = STR("run.json"),
        .bytes = STR(RUN("\"series\": [ { \"file\": \"stps.jsonl\", \"duration\": \"d\" } ]"))
    };
    struct bundle bundle[] = {
        { .path = STR("a"), .entries = { &entry, 1 }, .role = BUNDLE_DECLARATION }
    };
    struct diags *diags = diags_new(home);
    assert_false(ingest_bundles(home, &r.case_file, bundle, 1, &limits_default, &r.list,
                                &r.list_count, diags));
    assert_text(
        said_of(home, diags),
        "a/run.json:1:42: input: series cannot be read: no file answers to \"stps.jsonl\" at "
        "/series/0; expected the "
        "name of a file beside or below; check the declared file and columns in run.json\n");
}

static void one_run_named_twice_is_an_error(void **state)
{
    struct resolved r = { 0 };
    struct arena *home = *state;
    resolve(home, &r);
    struct bundle twice[] = { r.bundle[1], r.bundle[1], r.bundle[r.count - 1] };
    struct case_file again = { 0 };
    struct diags *diags = diags_new(home);
    assert_true(case_read(home, &r.evidence, &r.rules, &limits_default, &again, diags));
    assert_false(
        ingest_bundles(home, &again, twice, 3, &limits_default, &r.list, &r.list_count, diags));
    assert_text(said_of(home, diags),
                "case.json:10:60: input: path of the case not resolved: \"a/r1\" is named twice at "
                "/systems/0/machines/0/runs/0; expected each run once; name an existing file or "
                "folder below the case\n");
}

/* ---- archives, instances ---- */

static void archive_is_one_file_with_members(void **state)
{
    struct resolved r = { 0 };
    struct arena *home = *state;
    resolve(home, &r);
    struct evidence file = file_of(home, "packed.tar.gz", r.diags);
    struct selector selector = { .pattern = STR("packed.tar.gz"),
                                 .role = SELECT_RUNS,
                                 .system = 1 };
    struct bundle bundle[2] = { { .path = STR("packed.tar.gz"),
                                  .packed = STR("data/evidence/00-packed.tar.gz"),
                                  .archive = file.bytes,
                                  .archive_digest = file.digest,
                                  .role = BUNDLE_RUNS,
                                  .selector = &selector },
                                r.bundle[r.count - 1] };
    assert_true(
        entries_unpack(home, file.name, file.bytes, &limits_default, &bundle[0].entries, r.diags));
    struct case_file again;
    assert_true(case_read(home, &r.evidence, &r.rules, &limits_default, &again, r.diags));
    struct diags *diags = diags_new(home);
    assert_true(
        ingest_bundles(home, &again, bundle, 2, &limits_default, &r.list, &r.list_count, diags));
    assert_text(said_of(home, diags), "");
    static const char *const names[] = { "packed.tar.gz", "packed.tar.gz!r1/run.json",
                                         "packed.tar.gz!r1/steps.jsonl", "run.json" };
    assert_int_equal(r.list_count, ARRAY_COUNT(names));
    for (size_t i = 0; i < ARRAY_COUNT(names); i++)
        assert_text(r.list[i].name, names[i]);
    assert_true(digest_eq(r.list[0].digest, file.digest));
    assert_text(str_from(r.list[0].format), "archive");
    const struct run *run = again.system[1].machine[0].run;
    assert_text(run->id, "packed.tar.gz");
    assert_text(facts_best(run->facts, KEY_COMPILE_MODE, STR(""))->value.text, "inside");
    assert_text(facts_best(run->facts, KEY_PRECISION_WEIGHTS, STR(""))->source.from.file,
                "run.json");
    assert_int_equal(run->series_count, 1);
    assert_text(run->series[0].source.from.file, "packed.tar.gz!r1/steps.jsonl");
}

/* One file with several runs: #2 selects a test of llama-bench by its position. */
static void instance_selects_one_run_of_a_file(void **state)
{
    struct resolved r = { 0 };
    struct arena *home = *state;
    resolve(home, &r);
    struct str path = STR(TESTS_DIR "/golden/ingest/llama-selected/llama-bench.json"), bytes;
    assert_true(file_read(home, str_c(home, path), &limits_default, &bytes, r.diags));
    struct entry entry = { .name = STR("llama-bench.json"),
                           .bytes = bytes,
                           .digest = digest_of(bytes) };
    struct selector selector[] = {
        { .pattern = STR("x/llama-bench.json"), .instance = STR("2"), .role = SELECT_RUNS },
        { .pattern = STR("x/llama-bench.json"),
          .instance = STR("999"),
          .role = SELECT_RUNS,
          .place = { .file = STR("case.json"), .line = 4, .column = 2, .path = STR("/p") } },
    };
    struct bundle bundle[2];
    for (size_t i = 0; i < 2; i++) {
        bundle[i] = (struct bundle){ .path = STR("x/llama-bench.json"),
                                     .packed = STR("data/evidence/00"),
                                     .entries = { &entry, 1 },
                                     .single = true,
                                     .role = BUNDLE_RUNS,
                                     .selector = &selector[i] };
    }
    struct case_file again;
    assert_true(case_read(home, &r.evidence, &r.rules, &limits_default, &again, r.diags));
    struct diags *diags = diags_new(home);
    assert_false(
        ingest_bundles(home, &again, bundle, 2, &limits_default, &r.list, &r.list_count, diags));
    assert_text(said_of(home, diags), "case.json:4:2: input: path of the case not resolved: no "
                                      "\"#999\" in \"x/llama-bench.json\" at /p; "
                                      "expected an instance that `inspect` lists; name an existing "
                                      "file or folder below the case\n");
    const struct run *run = again.system[0].machine[0].run;
    assert_text(run->id, "llama-bench.json#2");
    assert_text(run->instance, "2");
    const struct fact *length = facts_best(run->facts, KEY_INPUT_LENGTH, STR(""));
    assert_non_null(length);
    assert_text(length->source.from.path, "/2/n_prompt"); /* jq .[2].n_prompt: 512 */
    assert_text(length->value.text, "512");
    assert_null(facts_next(run->facts, KEY_INPUT_LENGTH, STR(""), length));
    assert_int_equal(run->series_count, 1);
    assert_int_equal(r.list_count, 1);
}

/* "x/k" is a file, and what is said in the folder "x/k2" is of no file beside it. */
static void names_that_begin_alike_are_two(void **state)
{
    struct resolved r = { 0 };
    struct arena *home = *state;
    resolve(home, &r);
    struct entry table = { .name = STR("k"), .bytes = STR("time,value\n0,1\n") };
    struct entry own = { .name = STR("run.json"),
                         .bytes = STR("{\"format\":\"dossier-run/1\",\"workload\":{\"seed\":7}}") };
    table.digest = digest_of(table.bytes);
    own.digest = digest_of(own.bytes);
    struct selector selector = { .pattern = STR("x/*"), .role = SELECT_RUNS };
    struct bundle bundle[] = { { .path = STR("x/k"),
                                 .packed = STR("data/evidence/00"),
                                 .entries = { &table, 1 },
                                 .single = true,
                                 .role = BUNDLE_RUNS,
                                 .selector = &selector },
                               { .path = STR("x/k2"),
                                 .packed = STR("data/evidence/01"),
                                 .entries = { &own, 1 },
                                 .role = BUNDLE_RUNS,
                                 .selector = &selector } };
    struct case_file again;
    assert_true(case_read(home, &r.evidence, &r.rules, &limits_default, &again, r.diags));
    struct diags *diags = diags_new(home);
    (void)!ingest_bundles(home, &again, bundle, ARRAY_COUNT(bundle), &limits_default, &r.list,
                          &r.list_count, diags);
    assert_text(
        said_of(home, diags),
        "x/k: note: no format recognised; kept as evidence, not read; see `dossier formats`\n");
    const struct run *run = again.system[0].machine[0].run;
    assert_text(run[0].id, "k");
    assert_null(facts_best(run[0].facts, KEY_WORKLOAD_SEED, STR("")));
    assert_text(facts_best(run[1].facts, KEY_WORKLOAD_SEED, STR(""))->value.text, "7");
}

static int setup(void **state)
{
    *state = arena_new((size_t)1 << 32);
    return 0;
}

static int teardown(void **state)
{
    arena_free(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(minimal_case_is_read, setup, teardown),
        cmocka_unit_test_setup_teardown(nearest_declaration_wins_by_member, setup, teardown),
        cmocka_unit_test_setup_teardown(evidence_is_listed_once, setup, teardown),
        cmocka_unit_test_setup_teardown(series_columns, setup, teardown),
        cmocka_unit_test_setup_teardown(bad_declaration_is_named, setup, teardown),
        cmocka_unit_test_setup_teardown(bad_series_is_named, setup, teardown),
        cmocka_unit_test_setup_teardown(lines_are_read_strictly, setup, teardown),
        cmocka_unit_test_setup_teardown(csv_series_has_units_gaps_and_dates, setup, teardown),
        cmocka_unit_test_setup_teardown(unused_entry_is_an_error, setup, teardown),
        cmocka_unit_test_setup_teardown(one_run_named_twice_is_an_error, setup, teardown),
        cmocka_unit_test_setup_teardown(archive_is_one_file_with_members, setup, teardown),
        cmocka_unit_test_setup_teardown(names_that_begin_alike_are_two, setup, teardown),
        cmocka_unit_test_setup_teardown(instance_selects_one_run_of_a_file, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
