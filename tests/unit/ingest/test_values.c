/* test_values.c - numbers that are easily taken for others: grouped digits, decimal commas, units
 * that a file states itself, counters of statistics, rows of several accelerators. Right values are
 * worked out by hand beside each row. */
#include "home.h"

/* as the rows are read */
struct row {                 /* NOLINT(clang-analyzer-optin.performance.Padding) */
    const char *name, *text; /* the file */
    enum key key;
    const char *instance;
    const char *value; /* number in the unit's base; NULL: no such fact */
    bool said;         /* a warning or an error */
};

#define AIPERF_ROW(cell) "Metric,avg,min,max\n\"Request Latency (ms)\"," cell ",1,9\n"

#define NCU_ROW(name, unit, value)                                                                 \
    "\"0\",\"7\",\"a\",\"k\",\"" name "\",\"" unit "\",\"" value "\"\n"
#define NCU(rows)                                                                                  \
    "\"ID\",\"Process ID\",\"Process Name\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\","      \
    "\"Metric Value\"\n" rows

#define SMI_CSV(header, rows) "timestamp, " header "\n" rows
#define BENCH(results) "{\"context\": {\"num_cpus\": 4}, \"benchmarks\": [" results "]}"

static const char MIG_TABLE[] =
    "+-----------------------------------------------------------------------------+\n"
    "| NVIDIA-SMI 535.104.05   Driver Version: 535.104.05   CUDA Version: 12.2     |\n"
    "|-------------------------------+----------------------+----------------------+\n"
    "| GPU  Name        Persistence-M| Bus-Id        Disp.A | Volatile Uncorr. ECC |\n"
    "| Fan  Temp  Perf  Pwr:Usage/Cap|         Memory-Usage | GPU-Util  Compute M. |\n"
    "|===============================+======================+======================|\n"
    "|   0  NVIDIA A100 40GB    On   | 00000000:3B:00.0 Off |                   On |\n"
    "| N/A   31C    P0    36W / 250W |     22MiB / 40960MiB |     N/A      Default |\n"
    "+-------------------------------+----------------------+----------------------+\n"
    "| MIG devices:                                                                |\n"
    "+------------------+----------------------+-----------+-----------------------+\n"
    "| GPU  GI  CI  MIG |         Memory-Usage |        Vol|         Shared        |\n"
    "|==================+======================+===========+=======================|\n"
    "|  0    1   0   0  |     11MiB / 20096MiB | 42      0 |  3   0    2    0    0 |\n"
    "|                  |      0MiB / 32767MiB |           |                       |\n"
    "+------------------+----------------------+-----------+-----------------------+\n";

static const struct row rows[] = {
    /* "1,134.92" is grouped; "12,34" is twelve and a bit elsewhere, and 1234 nowhere */
    { "p_aiperf.csv", AIPERF_ROW("\"1,134.92\""), KEY_LATENCY_REQUEST, "mean", "1.13492", false },
    { "p_aiperf.csv", AIPERF_ROW("\"12,34\""), KEY_LATENCY_REQUEST, "mean", NULL, true },
    { "p_aiperf.csv", AIPERF_ROW("\"0,0345\""), KEY_LATENCY_REQUEST, "mean", NULL, true },
    { "p_aiperf.csv", AIPERF_ROW("\"1,2345.6\""), KEY_LATENCY_REQUEST, "mean", NULL, true },
    { "p_aiperf.csv", AIPERF_ROW("\"12,345,678\""), KEY_LATENCY_REQUEST, "mean", "12345.678",
      false },
    { "p_aiperf.csv", AIPERF_ROW("\"0,345\""), KEY_LATENCY_REQUEST, "mean", NULL, true },
    /* a point that can be no group's shows what the comma of another value is */
    { "n.csv", NCU(NCU_ROW("a", "", "12,904") NCU_ROW("b", "%", "76.19")), KEY_PROFILE_COUNTER,
      "0 a", "12904", false },
    { "n.csv", NCU(NCU_ROW("a", "cycle", "9,096.60")), KEY_PROFILE_COUNTER, "0 a (cycle)", "9096.6",
      false },
    { "n.csv", NCU(NCU_ROW("a", "", "1,416,992") NCU_ROW("b", "", "0.123")), KEY_PROFILE_COUNTER,
      "0 a", "1416992", false },
    { "n.csv", NCU(NCU_ROW("a", "", "12,904") NCU_ROW("b", "", "1,416,992")), KEY_PROFILE_COUNTER,
      "0 a", "12904", false },
    { "n.csv", NCU(NCU_ROW("a", "", "1.234") NCU_ROW("b", "%", "76,19")), KEY_PROFILE_COUNTER,
      "0 a", NULL, true },
    { "n.csv", NCU(NCU_ROW("a", "", "NaN,352") NCU_ROW("b", "%", "76.19")), KEY_PROFILE_COUNTER,
      "0 a", NULL, true },
    { "n.csv", NCU(NCU_ROW("a", "", "12,904")), KEY_PROFILE_COUNTER, "0 a", NULL, true },
    { "n.csv", NCU(NCU_ROW("a", "", "12,904") NCU_ROW("b", "%", "76,19")), KEY_PROFILE_COUNTER,
      "0 a", NULL, true },
    { "n.csv", NCU(NCU_ROW("a", "", "12,904") NCU_ROW("b", "%", "76,19") NCU_ROW("c", "", "1.5")),
      KEY_PROFILE_COUNTER, "0 a", NULL, true },
    { "n.csv", NCU(NCU_ROW("a", "", "12,904") NCU_ROW("b", "", "1.234")), KEY_PROFILE_COUNTER,
      "0 a", NULL, true },
    /* a statistic of a counter is no counter */
    { "g.json",
      BENCH("{\"name\": \"a_mean\", \"run_type\": \"aggregate\", \"aggregate_name\": \"mean\", "
            "\"real_time\": 5, \"cpu_time\": 4, \"time_unit\": \"us\", \"bytes_per_second\": 700},"
            "{\"name\": \"a_stddev\", \"run_type\": \"aggregate\", \"aggregate_name\": \"stddev\", "
            "\"real_time\": 0.5, \"cpu_time\": 0.4, \"time_unit\": \"us\", "
            "\"bytes_per_second\": 30},"
            "{\"name\": \"a_cv\", \"run_type\": \"aggregate\", \"aggregate_name\": \"cv\", "
            "\"aggregate_unit\": \"percentage\", \"real_time\": 0.1, \"cpu_time\": 0.1, "
            "\"time_unit\": \"us\", \"bytes_per_second\": 0.04}"),
      KEY_THROUGHPUT_BYTES, "0 mean", "700", false },
    { "g.json",
      BENCH("{\"name\": \"a_stddev\", \"run_type\": \"aggregate\", \"aggregate_name\": \"stddev\", "
            "\"real_time\": 0.5, \"cpu_time\": 0.4, \"time_unit\": \"us\", "
            "\"bytes_per_second\": 30}"),
      KEY_THROUGHPUT_BYTES, "0", NULL, false },
    { "g.json",
      BENCH("{\"name\": \"a_cv\", \"run_type\": \"aggregate\", \"aggregate_name\": \"cv\", "
            "\"aggregate_unit\": \"percentage\", \"real_time\": 0.1, \"cpu_time\": 0.1, "
            "\"time_unit\": \"us\", \"bytes_per_second\": 0.04}"),
      KEY_THROUGHPUT_BYTES, "0 cv", NULL, false },
    /* before 1.5 the statistic stood in the name alone */
    { "g.json",
      BENCH("{\"name\": \"a_stddev\", \"iterations\": 3, \"real_time\": 7, \"cpu_time\": 6, "
            "\"time_unit\": \"ns\"}"),
      KEY_LATENCY_ITERATION, "0 std", "7e-09", false },
    { "g.json",
      BENCH("{\"name\": \"a_stddev\", \"iterations\": 3, \"real_time\": 7, \"cpu_time\": 6, "
            "\"time_unit\": \"ns\"}"),
      KEY_LATENCY_ITERATION, "0", NULL, false },
    { "g.json",
      BENCH("{\"name\": \"stddev_of_x\", \"run_type\": \"iteration\", \"iterations\": 3, "
            "\"real_time\": 7, \"cpu_time\": 6, \"time_unit\": \"ns\"}"),
      KEY_LATENCY_ITERATION, "0", "7e-09", false },
    /* a unit that nobody knows is no nanosecond */
    { "g.json",
      BENCH("{\"name\": \"a\", \"real_time\": 7, \"cpu_time\": 6, \"time_unit\": \"fs\"}"),
      KEY_LATENCY_ITERATION, "0", NULL, true },
    /* parts of an accelerator are listed below it, with an index of their own */
    { "nvidia-smi.txt", MIG_TABLE, KEY_ACCELERATOR_MEMORY_TOTAL, "0", "42949672960", false },
    { "nvidia-smi.txt", MIG_TABLE, KEY_POWER_LIMIT, "0", "250", false },
    /* without an index, the bus tells accelerators apart */
    { "t.csv",
      SMI_CSV("pci.bus_id, clocks.max.sm [MHz]",
              "2026/01/03 15:36:53.507, 00000000:01:00.0, 1980 MHz\n"
              "2026/01/03 15:36:53.508, 00000000:02:00.0, 1755 MHz\n"),
      KEY_CLOCK_SM_MAX, "1", "1755000000", false },
    { "t.csv",
      SMI_CSV("uuid, power.draw [W]", "2026/01/03 15:36:53.507, GPU-a, 100.00 W\n"
                                      "2026/01/03 15:36:53.508, GPU-b, 300.00 W\n"),
      KEY_CAPTURE_POWER, "1", "300", false },
    /* the header's unit is the column's: nounits leaves it there alone */
    { "t.csv",
      SMI_CSV("index, power.limit.x, enforced.power.limit [W]",
              "2026/01/03 15:36:53.507, 0, 1, 700.00\n"),
      KEY_POWER_LIMIT, "0", "700", false },
    { "t.csv", SMI_CSV("index, memory.total [GiB]", "2026/01/03 15:36:53.507, 0, 80\n"),
      KEY_ACCELERATOR_MEMORY_TOTAL, "0", "85899345920", false },
    { "t.csv", SMI_CSV("index, memory.total [furlongs]", "2026/01/03 15:36:53.507, 0, 80\n"),
      KEY_ACCELERATOR_MEMORY_TOTAL, "0", NULL, true },
    /* seconds since 1970, and not milliseconds in their place */
    { "command.json",
      "{\"argv\": [\"a\"], \"start_unix\": 1764350000.5, \"end_unix\": 1764350001, \"rc\": 0}",
      KEY_RUN_START, "", "1764350000.5", false },
    { "command.json",
      "{\"argv\": [\"a\"], \"start_unix\": 1764350000500, \"end_unix\": 1764350001, \"rc\": 0}",
      KEY_RUN_START, "", NULL, true },
    /* a command may set what its process sees, before the program alone; the last counts */
    { "command.json",
      "{\"argv\": [\"/usr/bin/env\", \"A=1\", \"CUDA_VISIBLE_DEVICES=0,1\", "
      "\"CUDA_VISIBLE_DEVICES=1\", \"a\"], \"start_unix\": 1, \"end_unix\": 2, \"rc\": 0}",
      KEY_ACCELERATOR_COUNT, "", "1", false },
    { "command.json",
      "{\"argv\": [\"env\", \"CUDA_VISIBLE_DEVICES=0,1\", \"a\"], \"start_unix\": 1, "
      "\"end_unix\": 2, \"rc\": 0}",
      KEY_ACCELERATOR_COUNT, "", NULL, false },
    { "command.json",
      "{\"argv\": [\"env\", \"a\", \"CUDA_VISIBLE_DEVICES=0\"], \"start_unix\": 1, "
      "\"end_unix\": 2, \"rc\": 0}",
      KEY_ACCELERATOR_COUNT, "", NULL, false },
    { "command.json",
      "{\"argv\": [\"a\", \"CUDA_VISIBLE_DEVICES=0\"], \"start_unix\": 1, \"end_unix\": 2, "
      "\"rc\": 0}",
      KEY_ACCELERATOR_COUNT, "", NULL, false },
    /* a counter's begin or end by a word of the file's name, not by letters within one */
    { "energy_end.csv", "gpu,total_energy_consumption\n0,100.5\n", KEY_ENERGY_COUNTER_END, "0",
      "100.5", false },
    { "vendor.csv", "gpu,total_energy_consumption\n0,100.5\n", KEY_ENERGY_COUNTER, "0", "100.5",
      false },
    { "backend-restart.csv", "gpu,total_energy_consumption\n0,100.5\n", KEY_ENERGY_COUNTER, "0",
      "100.5", false },
    /* a decimal comma makes two cells, and what stands behind slips: nothing of such a row is taken
     */
    { "h.csv", "command,mean,stddev,median,user,system,min,max\nls,0,5,0,1,0,4,0,2,0,1,0,3,0,6\n",
      KEY_LATENCY_ITERATION, "0 mean", NULL, true },
    { "h.csv", "command,mean,stddev,median,user,system,min,max\nls,0.5,0.1,0.4,0.2,0.1,0.3,0.6\n",
      KEY_LATENCY_ITERATION, "0 mean", "0.5", false },
    { "p.csv", "Concurrency,Inferences/Second,Client Send,p50 latency\n1,1500,5,20,9000\n",
      KEY_THROUGHPUT_REQUESTS, "1", NULL, true },
    /* two columns of one name in a later table: neither is taken */
    { "p_aiperf.csv",
      "Metric,avg,min\n\"Request Latency (ms)\",5,4\n\nMetric,Value,Value\n"
      "\"Request Throughput (requests/sec)\",5,7\n",
      KEY_THROUGHPUT_REQUESTS, "", NULL, true },
    /* the unit that stands beside a number */
    { "amd.json",
      "[{\"gpu\": 0, \"asic\": {\"market_name\": \"AMD Instinct MI300X\"}, "
      "\"vram\": {\"size\": {\"value\": 192, \"unit\": \"GB\"}}}]",
      KEY_ACCELERATOR_MEMORY_TOTAL, "0", "206158430208", false },
    { "amd.json",
      "[{\"gpu\": 0, \"asic\": {\"market_name\": \"AMD Instinct MI300X\"}, "
      "\"vram\": {\"size\": {\"value\": 196288, \"unit\": \"MB\"}}}]",
      KEY_ACCELERATOR_MEMORY_TOTAL, "0", "205822885888", false },
    { "amd.json",
      "[{\"gpu\": 0, \"asic\": {\"market_name\": \"AMD Instinct MI300X\"}, "
      "\"limit\": {\"max_power\": {\"value\": 750000, \"unit\": \"mW\"}}}]",
      KEY_POWER_LIMIT_MAX, "0", NULL, true },
};

static const struct fact *fact_of(const struct adapter_result *result, const struct row *row)
{
    const struct fact *fact = facts_next(result->facts, row->key, str_from(row->instance), NULL);
    while (fact && !fact->value.number)
        fact = facts_next(result->facts, row->key, str_from(row->instance), fact);
    return fact;
}

static struct str base_text(const struct fact *fact)
{
    struct buf buf = buf_new(home, 64);
    buf_put_significant(&buf, fact->value.value * unit_row(fact->value.unit)->factor, 12);
    return buf_str(&buf);
}

static bool is_nearly(const struct fact *fact, const char *value)
{
    double wanted = 0, got = 0, share = 1e-11;
    return num_real(str_from(value), &wanted) && num_real(base_text(fact), &got) &&
           wanted >= got * (1 - share) && wanted <= got * (1 + share);
}

static void row_holds(size_t index, const struct row *row)
{
    struct adapter_result result =
        adapter_run(home, str_from(row->name), str_from(row->text), STR(""), STR(""));
    const char *key = vocabulary_row(row->key)->name;
    assert_non_null(result.adapter);
    const struct fact *fact = fact_of(&result, row);
    if ((fact != NULL) != (row->value != NULL)) {
        fail_msg("row %zu, %s [%s]: %s", index, key, row->instance,
                 fact ? str_c(home, fact->value.text) : "no fact");
    }
    if (fact && !is_nearly(fact, row->value)) {
        fail_msg("row %zu, %s [%s]: %s, not %s", index, key, row->instance,
                 str_c(home, base_text(fact)), row->value);
    }
    if ((diags_count(result.diags, LEVEL_WARNING) > 0) != row->said)
        fail_msg("row %zu: %zu warnings", index, diags_count(result.diags, LEVEL_WARNING));
}

static void numbers_are_what_the_file_means(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++)
        row_holds(i, &rows[i]);
}

/* A GGUF header of one pair besides the architecture. */
static struct str gguf_of(struct str key, uint8_t type, struct str value)
{
    struct buf out = buf_new(home, 512);
    const struct str name = STR("general.architecture"), architecture = STR("llama");
    const struct str *text[] = { &name, &architecture, &key };
    buf_put(&out, STR("GGUF\3\0\0\0"
                      "\0\0\0\0\0\0\0\0"
                      "\2\0\0\0\0\0\0\0"));
    for (size_t i = 0; i < ARRAY_COUNT(text); i++) {
        buf_put_char(&out, (char)text[i]->len);
        buf_put(&out, STR("\0\0\0\0\0\0\0"));
        buf_put(&out, *text[i]);
        buf_put_char(&out, (char)(i == 0 ? 8 : type)); /* 8: a string */
        buf_put(&out, i == 1 ? STR("") : STR("\0\0\0"));
        out.len -= i == 1 ? 1 : 0; /* a value has no type behind it */
    }
    buf_put(&out, value);
    return buf_str(&out);
}

static void a_signed_number_of_a_gguf_header_keeps_its_sign(void **state)
{
    (void)state;
    static const struct {
        uint8_t type; /* 4: unsigned, 5: signed, of 32 bits; 11: signed, of 64 */
        struct str value;
        const char *text;
    } pairs[] = {
        { 4, STR_INIT("\0\20\0\0"), "4096" },
        { 5, STR_INIT("\377\377\377\377"), "-1" },
        { 5, STR_INIT("\0\360\377\377"), "-4096" },
        { 11, STR_INIT("\0\0\0\0\0\0\0\200"), "-9223372036854775808" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(pairs); i++) {
        struct str bytes = gguf_of(STR("llama.block_count"), pairs[i].type, pairs[i].value);
        struct adapter_result result = adapter_run(home, STR("m.gguf"), bytes, STR(""), STR(""));
        const struct fact *fact = facts_next(result.facts, KEY_MODEL_LAYERS, STR(""), NULL);
        if (i == 3) { /* beyond what a count may be: refused, with the number as it is */
            assert_null(fact);
            assert_string_equal(str_c(home, diags_first(result.diags)->said),
                                "\"-9223372036854775808\"");
            continue;
        }
        assert_non_null(fact);
        assert_string_equal(str_c(home, fact->value.text), pairs[i].text);
    }
}

static void times_of_a_trace_keep_their_nanoseconds(void **state)
{
    (void)state;
    struct str text = STR("{\"schemaVersion\": 1, \"traceEvents\": ["
                          "{\"cat\": \"kernel\", \"name\": \"a\", \"ts\": 1712195495519689.047, "
                          "\"dur\": 1},"
                          "{\"cat\": \"kernel\", \"name\": \"b\", \"ts\": 1712195495519690.172, "
                          "\"dur\": 1}]}");
    struct adapter_result result = adapter_run(home, STR("t.json"), text, STR(""), STR(""));
    assert_int_equal(result.series_count, 3); /* the lane, and each kernel by its name */
    const struct series *series = &result.series->series;
    assert_int_equal(series->count, 2);
    double apart = series->start[1] - series->start[0]; /* 1.125 us; as doubles it was 1.25 */
    assert_true(apart > 1.1249e-6 && apart < 1.1251e-6);
}

/* The first element of a list is row 1, whoever else stands in the list. */
static void rows_of_a_series_count_from_one(void **state)
{
    (void)state;
    static const struct {
        struct str name, text;
        uint32_t row[2]; /* counted by eye */
    } files[] = {
        { STR_INIT("t.json"),
          STR_INIT("{\"schemaVersion\": 1, \"traceEvents\": ["
                   "{\"cat\": \"kernel\", \"name\": \"a\", \"ts\": 1, \"dur\": 1},"
                   "{\"cat\": \"cpu_op\", \"name\": \"b\", \"ts\": 2, \"dur\": 1},"
                   "{\"cat\": \"kernel\", \"name\": \"c\", \"ts\": 3, \"dur\": 1}]}"),
          { 1, 3 } },
        { STR_INIT("p.json"),
          STR_INIT("[{\"count\": 7},"
                   "{\"name\": \"a\", \"timeMs\": 2, \"averageMs\": 1, \"percentage\": 50},"
                   "{\"name\": \"b\", \"timeMs\": 2, \"averageMs\": 1, \"percentage\": 50}]"),
          { 2, 3 } },
        { STR_INIT("times.json"),
          STR_INIT("[{\"startEnqMs\": 0, \"h2dMs\": 1, \"computeMs\": 1, \"d2hMs\": 1, "
                   "\"latencyMs\": 3},"
                   "{\"startEnqMs\": 3, \"h2dMs\": 1, \"computeMs\": 1, \"d2hMs\": 1, "
                   "\"latencyMs\": 3}]"),
          { 1, 2 } },
    };
    for (size_t i = 0; i < ARRAY_COUNT(files); i++) {
        struct adapter_result result =
            adapter_run(home, files[i].name, files[i].text, STR(""), STR(""));
        assert_true(result.series_count > 0);
        assert_int_equal(result.series->series.count, 2);
        assert_int_equal(result.series->series.row[0], files[i].row[0]);
        assert_int_equal(result.series->series.row[1], files[i].row[1]);
    }
}

#define BLOCK(lines)                                                                               \
    "============ Serving Benchmark Result ============\n"                                         \
    "Successful requests:                     10\n"                                                \
    "Benchmark duration (s):                  2.00\n"                                              \
    "Total generated tokens (retokenized):    99\n" lines                                          \
    "==================================================\n"

/* Two runs in one log: the second was started without its arguments on the console, and by a
 * release that divides the gaps by the tokens of a chunk. */
static void blocks_of_a_log_stand_alone(void **state)
{
    (void)state;
    struct str text = STR("Namespace(model='a', seed=7)\n" BLOCK("Mean ITL (ms):  5.0\n")
                              BLOCK("Peak output token throughput (tok/s): 90.0\n"
                                    "Mean ITL (ms):  6.0\n"));
    struct adapter_result result = adapter_run(home, STR("s.log"), text, STR(""), STR(""));
    assert_string_equal(result.adapter->name, "sglang-serve-log");
    const struct fact *chunk = facts_next(result.facts, KEY_GAP_CHUNK, STR("0 mean"), NULL);
    const struct fact *token = facts_next(result.facts, KEY_GAP_TOKEN, STR("1 mean"), NULL);
    assert_non_null(chunk);
    assert_non_null(token);
    assert_string_equal(str_c(home, chunk->value.text), "5.0");
    assert_string_equal(str_c(home, token->value.text), "6.0");
    assert_int_equal(chunk->defined->definition, DEFINITION_GAP_OF_CHUNKS);
    assert_int_equal(token->defined->definition, DEFINITION_GAP_OF_TOKENS);
    assert_null(facts_next(result.facts, KEY_GAP_TOKEN, STR("0 mean"), NULL));
    assert_non_null(facts_next(result.facts, KEY_MODEL_NAME, STR("0"), NULL));
    assert_null(facts_next(result.facts, KEY_MODEL_NAME, STR("1"), NULL));
    assert_null(facts_next(result.facts, KEY_WORKLOAD_SEED, STR("1"), NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(numbers_are_what_the_file_means, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_signed_number_of_a_gguf_header_keeps_its_sign, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(times_of_a_trace_keep_their_nanoseconds, set_up, tear_down),
        cmocka_unit_test_setup_teardown(rows_of_a_series_count_from_one, set_up, tear_down),
        cmocka_unit_test_setup_teardown(blocks_of_a_log_stand_alone, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
