/* test_adapters.c - every golden file of tests/golden/ingest gives its facts; odd inputs give
 * diagnostics with a place. */
#include "home.h"

/* ---- golden files ---- */

static void golden_entries(struct entries *out)
{
    struct diags *diags = diags_new(home);
    assert_true(entries_read(home, TESTS_DIR "/golden/ingest", &limits_default, out, diags));
}

/* A case may say which zone or instance it is read with: "zone=UTC" in its "with" file. */
static struct str with(const struct entries *entries, struct str folder, struct str name)
{
    const struct entry *entry =
        entries_find(entries, str_format(home, "%.*swith", STR_ARG(folder)));
    struct str rest = entry ? entry->bytes : (struct str){ 0 };
    struct str line;
    while (str_cut(&rest, '\n', &line))
        if (str_starts(line, name))
            return str_trim(str_sub(line, name.len, line.len));
    return (struct str){ 0 };
}

static struct str folder_of(struct str path)
{
    size_t end = path.len;
    while (end > 0 && path.at[end - 1] != '/')
        end--;
    return str_sub(path, 0, end);
}

static void golden_files_give_their_facts(void **state)
{
    (void)state;
    struct entries entries;
    size_t seen = 0;
    golden_entries(&entries);
    for (size_t i = 0; i < entries.count; i++) {
        struct str name = entries.item[i].name;
        if (!str_ends(name, STR(".facts")))
            continue;
        struct str input = str_sub(name, 0, name.len - 6);
        const struct entry *entry = entries_find(&entries, input);
        if (!entry) {
            fail_msg("no input for %.*s", STR_ARG(name));
            continue;
        }
        struct str folder = folder_of(name);
        struct adapter_result result = adapter_run(
            home, str_sub(input, folder.len, input.len), entry->bytes,
            with(&entries, folder, STR("zone=")), with(&entries, folder, STR("selected=")));
        struct buf out = buf_new(home, (size_t)1 << 22);
        adapter_result_put(&result, &out);
        if (!str_eq(buf_str(&out), entries.item[i].bytes))
            fail_msg("%.*s differs; now it is:\n%.*s", STR_ARG(name), STR_ARG(buf_str(&out)));
        seen++;
    }
    assert_true(seen >= 25);
}

/* Each format has a golden case at all. */
static void every_format_has_a_golden_case(void **state)
{
    (void)state;
    struct entries entries;
    golden_entries(&entries);
    for (size_t i = 0; adapter_at(i); i++) {
        if (str_starts(str_from(adapter_at(i)->name), STR("dossier-")))
            continue; /* our own declarations have tests of their own */
        struct str first = str_format(home, "format %s\n", adapter_at(i)->name);
        bool found = false;
        for (size_t j = 0; j < entries.count; j++) {
            found = found || (str_ends(entries.item[j].name, STR(".facts")) &&
                              str_starts(entries.item[j].bytes, first));
        }
        if (!found)
            fail_msg("no golden case of %s: an input in a folder of tests/golden/ingest, with its "
                     ".facts and .check.sh",
                     adapter_at(i)->name);
    }
}

/* A result of which less or more is better may be a case's metric, and a metric needs a definition.
 * Counts are counts, whoever counted. */
static bool needs_definition(const struct fact *fact)
{
    const struct vocabulary_row *row = vocabulary_row(fact->key);
    return row->group == GROUP_RESULT && fact->value.number && row->type != TYPE_COUNT &&
           (row->better != BETTER_NEITHER || fact->key == KEY_RESULT_VALUE);
}

static void rows_of_series_rise_from_one(void **state)
{
    (void)state;
    struct entries entries;
    size_t seen = 0;
    golden_entries(&entries);
    for (size_t i = 0; i < entries.count; i++) {
        struct str name = entries.item[i].name;
        if (!entries_find(&entries, str_format(home, "%.*s.facts", STR_ARG(name))))
            continue;
        struct str folder = folder_of(name);
        struct adapter_result result = adapter_run(
            home, str_sub(name, folder.len, name.len), entries.item[i].bytes,
            with(&entries, folder, STR("zone=")), with(&entries, folder, STR("selected=")));
        for (const struct series_item *item = result.series; item; item = item->next) {
            const struct series *series = &item->series;
            for (size_t k = 0; series->row && k < series->count; k++) {
                assert_true(series->row[k] > (k > 0 ? series->row[k - 1] : 0));
                seen++;
            }
        }
    }
    assert_true(seen >= 100);
}

static void figures_have_a_definition(void **state)
{
    (void)state;
    struct entries entries;
    size_t seen = 0;
    size_t missing = 0;
    golden_entries(&entries);
    for (size_t i = 0; i < entries.count; i++) {
        struct str name = entries.item[i].name;
        if (!entries_find(&entries, str_format(home, "%.*s.facts", STR_ARG(name))))
            continue;
        struct str folder = folder_of(name);
        struct adapter_result result = adapter_run(
            home, str_sub(name, folder.len, name.len), entries.item[i].bytes,
            with(&entries, folder, STR("zone=")), with(&entries, folder, STR("selected=")));
        for (size_t k = 0; k < facts_count(result.facts); k++) {
            const struct fact *fact = facts_at(result.facts, k);
            seen += needs_definition(fact) ? 1 : 0;
            if (needs_definition(fact) && !fact->defined) {
                print_error("%s: no definition of %s (%.*s): a row of "
                            "ingest/formats/definitions.def\n",
                            result.adapter->name, vocabulary_row(fact->key)->name, STR_ARG(name));
                missing++;
            }
        }
    }
    assert_true(seen >= 500);
    assert_int_equal(missing, 0);
}

/* ---- the table of formats ---- */

static void formats_are_named_and_ordered(void **state)
{
    (void)state;
    for (size_t i = 0; adapter_at(i); i++) {
        const struct adapter *adapter = adapter_at(i);
        assert_true(strlen(adapter->name) > 0 && strlen(adapter->title) > 0 &&
                    strlen(adapter->tool) > 0 && strlen(adapter->spec) > 0);
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(adapter->name, adapter_at(j)->name);
    }
}

static void nobody_claims_what_is_not_a_format(void **state)
{
    (void)state;
    static const struct {
        struct str name, bytes;
    } files[] = {
        { { "empty", 5 }, { "", 0 } },
        { { "empty.json", 10 }, { "{}", 2 } },
        { { "a.json", 6 }, { "[]", 2 } },
        { { "a.csv", 5 }, { "a,b\n1,2\n", 8 } },
        /* a wrapper's own header, under which index is 0 for every accelerator */
        { { "nvidia_smi.csv", 14 },
          { "timestamp,gpu,index,power.draw\n2025-09-08T17:26:50+08:00,1, 0, 74\n", 66 } },
        { { "stdout.log", 10 }, { "torch==2.0\n", 11 } },
        { { "notes.txt", 9 }, { "PyTorch version was 2.1\n", 24 } },
        { { "date.txt", 8 }, { "yesterday\n", 10 } },
        { { "os_info.json", 12 }, { "{\"PATH\": \"/bin\"}", 16 } },
    };
    for (size_t i = 0; i < ARRAY_COUNT(files); i++) {
        struct adapter_result result =
            adapter_run(home, files[i].name, files[i].bytes, STR(""), STR(""));
        if (result.adapter)
            fail_msg("%.*s is claimed by %s", STR_ARG(files[i].name), result.adapter->name);
    }
}

/* ---- damage ---- */

static void diags_have_places(const struct adapter_result *result, struct str name)
{
    for (const struct diag *diag = diags_first(result->diags); diag; diag = diag->next) {
        if (diag_row(diag->id)->level != LEVEL_NOTE && !str_starts(diag->place.file, name)) {
            fail_msg("%.*s: a diagnostic without its file: %.*s", STR_ARG(name),
                     STR_ARG(diag->said));
        }
    }
}

/* Every golden input cut off at 50 places: reading ends, and what it says has a place. */
static void cut_files_are_survived(void **state)
{
    (void)state;
    enum { CUTS = 50 };
    struct entries entries;
    golden_entries(&entries);
    for (size_t i = 0; i < entries.count; i++) {
        struct str name = entries.item[i].name;
        if (!entries_find(&entries, str_format(home, "%.*s.facts", STR_ARG(name))))
            continue;
        struct str base = str_sub(name, folder_of(name).len, name.len);
        for (size_t cut = 0; cut < CUTS; cut++) {
            struct arena *kept = home;
            home = arena_new((size_t)1 << 32);
            /* A copy of exactly this size, so that a step past the end is seen by the sanitizer. */
            struct str whole = entries.item[i].bytes;
            size_t len = whole.len * cut / CUTS;
            char *copy = malloc(len + 1);
            assert_non_null(copy);
            memcpy(copy, whole.at, len);
            struct adapter_result result =
                adapter_run(home, base, (struct str){ copy, len }, STR("UTC"), STR(""));
            diags_have_places(&result, base);
            free(copy);
            arena_free(home);
            home = kept;
        }
    }
}

/* One byte changed at a stride of places. */
static void changed_bytes_are_survived(void **state)
{
    (void)state;
    enum { CHANGES = 60 };
    static const char other[] = { '\0', '"', '{', '9', '\n', '\xff', '<', ',' };
    struct entries entries;
    golden_entries(&entries);
    for (size_t i = 0; i < entries.count; i++) {
        struct str name = entries.item[i].name;
        struct str whole = entries.item[i].bytes;
        if (whole.len == 0 ||
            !entries_find(&entries, str_format(home, "%.*s.facts", STR_ARG(name))))
            continue;
        struct str base = str_sub(name, folder_of(name).len, name.len);
        for (size_t change = 0; change < CHANGES; change++) {
            struct arena *kept = home;
            home = arena_new((size_t)1 << 32);
            char *copy = malloc(whole.len);
            assert_non_null(copy);
            memcpy(copy, whole.at, whole.len);
            copy[whole.len * change / CHANGES] = other[change % ARRAY_COUNT(other)];
            struct adapter_result result =
                adapter_run(home, base, (struct str){ copy, whole.len }, STR("UTC"), STR(""));
            diags_have_places(&result, base);
            free(copy);
            arena_free(home);
            home = kept;
        }
    }
}

struct odd_row {
    const char *name, *bytes;
    enum diag_id id; /* must be said */
    uint32_t line;   /* there; 0: any */
};

static void odd_values_are_named_with_their_place(void **state)
{
    (void)state;
    static const struct odd_row rows[] = {
        { "torch-versions.json",
          "{\"torch\":\"2.1\",\"git\":\"a\",\"arch_list\":[],\n\"torch\":\"2.2\"}",
          DIAG_JSON_DUPLICATE, 2 },
        { "command.json", "{\"argv\":[\"a\"],\"start_unix\":1e999,\n\"end_unix\":2,\"rc\":0}",
          DIAG_JSON_NUMBER, 1 },
        { "command.json", "{\"argv\":[\"a\"],\"start_unix\":1,\"end_unix\":2,\n\"rc\":\"many\"}",
          DIAG_VALUE_BAD, 2 },
        { "command.json", "{\"argv\":[[1]],\"start_unix\":1,\"end_unix\":2,\"rc\":0}",
          DIAG_VALUE_BAD, 1 },
        { "env.json", "{\"PATH\":\"/bin\",\n\"HOME\":3}", DIAG_VALUE_BAD, 2 },
        { "iterations.jsonl",
          "{\"i\":0,\"t_start_s\":0,\"duration_s\":1}\n{\"i\":1,\"t_start_s\":1}\n", DIAG_LINE_BAD,
          2 },
        { "iterations.jsonl",
          "{\"i\":0,\"t_start_s\":5,\"duration_s\":1}\n{\"i\":1,\"t_start_s\":1,\"duration_s\":1}"
          "\n",
          DIAG_LINE_BAD, 2 },
        { "iterations.jsonl", "{\"i\":0,\"t_start_s\":0,\"duration_s\":1}\n{\"i\":1,\"t_st",
          DIAG_JSON_BAD, 2 },
        { "a.csv",
          "timestamp, power.draw [W]\n2026/01/01 00:00:00.0, 1 W\n2026/01/01 00:00:01.0, much\n",
          DIAG_VALUE_BAD, 3 },
        { "a.csv", "timestamp, power.draw [W]\n2026/01/01 00:00:00.0, 1 W\n2026/01/01 00:0",
          DIAG_VALUE_BAD, 3 },
        { "a.csv", "index, power.draw [W]\n-1, 2 W\n", DIAG_VALUE_BAD, 2 },
        { "a.csv", "name, power.draw [W]\n\"X, 2 W\n", DIAG_CSV_BAD, 2 },
        { "config.yaml", "load:\ndata:\nserver:\n  type: &a vllm\n", DIAG_LINE_BAD, 4 },
        { "config.yaml", "load:\ndata:\nserver:\n  type: *a\n", DIAG_LINE_BAD, 4 },
        { "config.yaml", "load:\ndata:\nserver:\n\ttype: vllm\n", DIAG_LINE_BAD, 4 },
        { "config.yaml", "load:\ndata:\nserver:\n  <<: x\n", DIAG_LINE_BAD, 4 },
        { "config.yaml", "load:\ndata:\nserver:\n---\nload: 1\n", DIAG_LINE_BAD, 4 },
        { "config.yaml", "load:\ndata:\nserver:\n  stray words\n", DIAG_VALUE_BAD, 4 },
        { "config.yaml", "load:\ndata:\nserver:\n  type: vllm\n  type: sglang\n", DIAG_LINE_BAD,
          5 },
        { "config.yaml", "load:\ndata: {type: a,\n \"type\": a}\nserver:\n", DIAG_LINE_BAD, 3 },
        { "config.yaml", "load:\ndata:\nserver:\n  type: !!str vllm\n", DIAG_LINE_BAD, 4 },
        { "config.yaml", "load:\ndata:\nserver:\n  type: !x {a: 1}\n", DIAG_LINE_BAD, 4 },
        { "config.yaml", "load:\ndata:\nserver:\n  [a]: vllm\n", DIAG_LINE_BAD, 4 },
        { "config.yaml", "load:\ndata:\nserver:\n  type: [vllm, sglang]\n", DIAG_VALUE_BAD, 4 },
        { "config.yaml", "load:\ndata:\nserver:\n  type: \"a\\0\"\n", DIAG_LINE_BAD, 4 },
        { "config.yaml", "load:\ndata:\nserver:\n x: [[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]\n",
          DIAG_LINE_BAD, 4 },
        { "config.yaml", "load:\ndata:\nserver:\n  type: {a: 1\n", DIAG_LINE_BAD, 5 },
        { "config.yaml", "load:\ndata:\nserver:\n  type: \"a\n", DIAG_LINE_BAD, 5 },
        { "config.yaml", "%YAML 1.1\n---\nload:\ndata:\nserver:\n", DIAG_LINE_BAD, 1 },
        { "config.yaml", "load: {rate: \xff}\ndata:\nserver:\n", DIAG_COUNT, 0 },
        { "config.yaml", "data:\nserver:\nload:\n  stages: [{rate: much}]\n", DIAG_VALUE_BAD, 4 },
        { "config.yaml", "data:\nserver:\nload:\n  stages:\n  - rate: much\n", DIAG_VALUE_BAD, 5 },
        { "amd.txt", "GPU: 0\n    ASIC:\n        NUM_COMPUTE_UNITS: many\n", DIAG_VALUE_BAD, 3 },
        { "mlperf_log_detail.txt",
          ":::MLLOG {\"key\": \"power_begin\", \"value\": \"03-04-2026 05:07:09.125\", "
          "\"namespace\": \"mlperf::logging\"}\n"
          ":::MLLOG {\"key\": \"power_begin\", \"value\": \"03-04-2026 05:08:09.125\", "
          "\"namespace\": \"mlperf::logging\"}\n",
          DIAG_CONTRADICTION, 2 },
        { "amd.txt", "GPU: 0\n    PCIE:\n        SPEED: 31 GT/s\n", DIAG_VALUE_BAD, 3 },
        { "amd.txt", "GPU: 0\n    PCIE:\n        SPEED: 32\n", DIAG_VALUE_BAD, 3 },
        { "amd.txt", "GPU: 0\n    BUS:\n        PCIE_INTERFACE_VERSION: fast\n", DIAG_VALUE_BAD,
          3 },
        { "lshw.txt", "h\n  *-core\n     description: x\n     *-memory\n          size: 16GB\n",
          DIAG_VALUE_BAD, 5 },
        { "hwloc-ls", "Machine (1GB)\n  NUMANode L#0 (P#0 muchGB)\n", DIAG_VALUE_BAD, 2 },
        { "numactl", "available: no nodes\nnode 0 size: 1 MB\n", DIAG_VALUE_BAD, 1 },
        { "numactl", "available: 1 nodes (0)\nnode 0 size: 1 GB\n", DIAG_VALUE_BAD, 2 },
        { "dmi", "/sys/class/dmi/id/bios_version:1\nelse\n", DIAG_LINE_BAD, 2 },
        { "s.log", "= Serving Benchmark Result =\nTotal generated tokens (retokenized): x\n",
          DIAG_VALUE_BAD, 2 },
        { "meminfo.txt", "MemTotal:   plenty kB\n", DIAG_VALUE_BAD, 1 },
        { "lscpu.json", "{\"lscpu\":[{\"field\":\"CPU(s):\",\n\"data\":\"a lot\"}]}",
          DIAG_VALUE_BAD, 2 },
        { "pip-freeze.txt", "torch==2.1\nnot a package\n", DIAG_COUNT, 0 },
        { "os-release", "ID=x\nVERSION_ID=1\nNAME=\n", DIAG_COUNT, 0 },
        { "nvcc.txt", "nvcc: NVIDIA (R) Cuda compiler driver\n", DIAG_VALUE_BAD, 0 },
        { "smi.xml",
          "<?xml version=\"1.0\"?>\n<!DOCTYPE nvidia_smi_log [<!ENTITY a "
          "\"b\">]>\n<nvidia_smi_log/>",
          DIAG_XML_REFUSED, 0 },
        { "smi.xml", "<?xml version=\"1.0\"?>\n<nvidia_smi_log><gpu></nvidia_smi_log>",
          DIAG_XML_BAD, 2 },
        { "smi.xml",
          "<?xml "
          "version=\"1.0\"?>\n<nvidia_smi_log><driver_version>1</"
          "driver_version>\n<attached_gpus>lots</attached_gpus></nvidia_smi_log>",
          DIAG_VALUE_BAD, 3 },
        { "sweep.csv", "concurrency,output_tokens_per_s,tokens_per_s_per_sequence,p50_ms\n1,2\n",
          DIAG_CSV_BAD, 2 },
        { "sweep.json", "{\"points\":[\n{\"batch\":1}],\"seconds_per_point\":1}", DIAG_VALUE_BAD,
          2 },
        { "l.json", "[{\"build_commit\":\"a\",\"n_prompt\":\n\"x\",\"n_gen\":1,\"avg_ts\":1}]",
          DIAG_VALUE_BAD, 2 },
        { "v.json",
          "{\"backend\":\"vllm\",\"tokenizer_id\":\"t\",\"num_prompts\":1,\"completed\":1,"
          "\"request_throughput\":1,\"duration\":1,\n\"ttfts\":[1,2],\"output_lens\":[1]}",
          DIAG_VALUE_BAD, 2 },
        { "l.json", "[{\"build_commit\":\"a\",\"n_prompt\":1,\"n_gen\":0,\n\"avg_ts\":Infinity}]",
          DIAG_VALUE_BAD, 2 },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct adapter_result result =
            adapter_run(home, str_from(rows[i].name), str_from(rows[i].bytes), STR(""), STR(""));
        bool found = rows[i].id == DIAG_COUNT;
        for (const struct diag *diag = diags_first(result.diags); diag; diag = diag->next) {
            found = found || (diag->id == rows[i].id &&
                              (rows[i].line == 0 || diag->place.line == rows[i].line));
        }
        if (!found) {
            struct buf out = buf_new(home, (size_t)1 << 20);
            adapter_result_put(&result, &out);
            fail_msg("row %zu (%s): %s not said at line %u:\n%.*s", i, rows[i].name,
                     diag_row(rows[i].id)->id, rows[i].line, STR_ARG(buf_str(&out)));
        }
    }
}

/* ---- what a table cannot say ---- */

static const struct fact *best(const struct adapter_result *result, enum key key)
{
    return facts_best(result->facts, key, STR(""));
}

/* tf32 is a way to multiply, not the format of the weights. */
static void tf32_says_nothing_of_the_weights(void **state)
{
    (void)state;
    struct str tf32 = STR(
        "{\"workload\":\"llm-decode\",\"harness\":\"collect/bench.py\",\"precision\":\"tf32\"}");
    struct str fp32 = STR(
        "{\"workload\":\"llm-decode\",\"harness\":\"collect/bench.py\",\"precision\":\"fp32\"}");
    struct adapter_result result = adapter_run(home, STR("summary.json"), tf32, STR(""), STR(""));
    assert_non_null(best(&result, KEY_PRECISION_COMPUTE));
    assert_null(best(&result, KEY_PRECISION_WEIGHTS));
    assert_null(best(&result, KEY_PRECISION_KV_CACHE));
    result = adapter_run(home, STR("summary.json"), fp32, STR(""), STR(""));
    assert_non_null(best(&result, KEY_PRECISION_WEIGHTS));
    assert_non_null(best(&result, KEY_PRECISION_KV_CACHE));
}

/* A profiled trace and a serving loop print a throughput that is none of ours. */
static void throughput_is_what_the_workload_makes_it(void **state)
{
    (void)state;
    static const struct {
        const char *workload;
        enum key key;
    } rows[] = {
        { "llm-decode", KEY_THROUGHPUT_OUTPUT_TOKENS },
        { "llm-prefill", KEY_THROUGHPUT_PROMPT_TOKENS },
        { "llm-decode-trace", KEY_COUNT },
        { "llm-serving-simulation", KEY_COUNT },
        { "llm-decode-concurrency-sweep", KEY_COUNT },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct str bytes = str_format(
            home,
            "{\"workload\":\"%s\",\"harness\":\"collect/bench.py\",\"throughput_tokens_per_s\":5}",
            rows[i].workload);
        struct adapter_result result =
            adapter_run(home, STR("summary.json"), bytes, STR(""), STR(""));
        static const enum key rates[] = { KEY_THROUGHPUT_OUTPUT_TOKENS,
                                          KEY_THROUGHPUT_PROMPT_TOKENS, KEY_THROUGHPUT_TOTAL_TOKENS,
                                          KEY_THROUGHPUT_MATMULS };
        for (size_t j = 0; j < ARRAY_COUNT(rates); j++)
            assert_int_equal(best(&result, rates[j]) != NULL, rates[j] == rows[i].key);
    }
}

/* Times of nvidia-smi carry no zone: without a declared one there is no start at all. */
static void telemetry_needs_a_zone(void **state)
{
    (void)state;
    struct str bytes = STR("timestamp, power.draw [W]\n2026/11/27 23:27:21.250, 70.31 "
                           "W\n2026/11/27 23:27:21.456, 70.34 W\n");
    struct adapter_result result = adapter_run(home, STR("telemetry.csv"), bytes, STR(""), STR(""));
    assert_int_equal(result.series_count, 1);
    assert_null(result.series->series.start);
    assert_false(result.series->series.unix_clock);
    result = adapter_run(home, STR("telemetry.csv"), bytes, STR("+01:00"), STR(""));
    assert_true(result.series->series.unix_clock);
    /* date -u -d "2026-11-27 22:27:21.250Z" +%s.%N */
    assert_true(result.series->series.start[0] == 1795818441.25);
}

/* The case selects one of several runs in a file: only that one, without an instance. */
static void a_selected_run_stands_alone(void **state)
{
    (void)state;
    struct str bytes = STR(
        "[{\"build_commit\":\"a\",\"n_prompt\":512,\"n_gen\":0,\"avg_ts\":7.5,\"samples_ns\":[1,2]}"
        ","
        "{\"build_commit\":\"a\",\"n_prompt\":0,\"n_gen\":128,\"avg_ts\":2.5,\"samples_ns\":[3]}]");
    struct adapter_result result = adapter_run(home, STR("l.json"), bytes, STR(""), STR("1"));
    assert_null(best(&result, KEY_THROUGHPUT_PROMPT_TOKENS));
    assert_non_null(best(&result, KEY_THROUGHPUT_OUTPUT_TOKENS));
    assert_non_null(best(&result, KEY_METHOD_TOOL_VERSION));
    assert_int_equal(result.series_count, 1);
    assert_int_equal(result.series->series.instance.len, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(golden_files_give_their_facts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_format_has_a_golden_case, set_up, tear_down),
        cmocka_unit_test_setup_teardown(figures_have_a_definition, set_up, tear_down),
        cmocka_unit_test_setup_teardown(rows_of_series_rise_from_one, set_up, tear_down),
        cmocka_unit_test_setup_teardown(formats_are_named_and_ordered, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nobody_claims_what_is_not_a_format, set_up, tear_down),
        cmocka_unit_test_setup_teardown(cut_files_are_survived, set_up, tear_down),
        cmocka_unit_test_setup_teardown(changed_bytes_are_survived, set_up, tear_down),
        cmocka_unit_test_setup_teardown(odd_values_are_named_with_their_place, set_up, tear_down),
        cmocka_unit_test_setup_teardown(tf32_says_nothing_of_the_weights, set_up, tear_down),
        cmocka_unit_test_setup_teardown(throughput_is_what_the_workload_makes_it, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(telemetry_needs_a_zone, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_selected_run_stands_alone, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
