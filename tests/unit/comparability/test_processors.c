/* test_processors.c - runs on processors alone: what shows it, what each rule then asks for, and
 * that silence of a run on an accelerator shows nothing. */
#include "made_case.h"

enum { FACTS_MOST = 40 };

#define GONE(key, instance)                                                                        \
    {                                                                                              \
        MADE_BOTH, KEY_##key, instance, NULL, FACT_CAPTURED, UNIT_NONE                             \
    }
#define TOLD(side, key, instance, text, kind)                                                      \
    {                                                                                              \
        side, KEY_##key, instance, text, FACT_##kind, UNIT_NONE                                    \
    }
#define COUNT(side, text, kind)                                                                    \
    {                                                                                              \
        side, KEY_ACCELERATOR_COUNT, "", text, FACT_##kind, UNIT_COUNT                             \
    }

/* All that the made case tells of accelerators, taken away. */
static const struct made_fact bare[] = {
    GONE(FRAMEWORK_CUDA, ""),
    GONE(FRAMEWORK_ARCHITECTURES, ""),
    GONE(RUNTIME_CUDNN_LOADED, ""),
    GONE(COMPILE_TOOLKIT, ""),
    GONE(DRIVER_VERSION, ""),
    GONE(DRIVER_CUDA, ""),
    GONE(FIRMWARE_VBIOS, "0"),
    GONE(ACCELERATOR_NAME, "0"),
    GONE(ACCELERATOR_CAPABILITY, "0"),
    GONE(ACCELERATOR_MEMORY_TOTAL, "0"),
    GONE(ACCELERATOR_SERIAL, "0"),
    GONE(POWER_LIMIT, "0"),
    GONE(CAPTURE_UTILISATION, "0"),
    GONE(LINK_GENERATION, "0"),
    GONE(LINK_GENERATION_MAX, "0"),
    GONE(LINK_WIDTH, "0"),
    GONE(LINK_WIDTH_MAX, "0"),
    GONE(ECC_UNCORRECTED, "0"),
    GONE(ROWS_PENDING, "0"),
    TOLD(MADE_BOTH, FRAMEWORK_VERSION, "", "2.11.0+cpu", CAPTURED),
};

static void series_bare(struct arena *home, struct run *run, size_t system, size_t index)
{
    (void)home;
    (void)system;
    (void)index;
    run->series_count = 1;
}

static void last_per_accelerator(struct made_case *made)
{
    made->file.metric = KEY_THROUGHPUT_OUTPUT_PER_ACCELERATOR;
}

/* The bare case with up to three facts more. What is found first wins, so these stand in front. */
static struct made_case *made_bare(const struct made_fact *more, bool telemetry,
                                   void (*last)(struct made_case *made))
{
    struct made_fact fact[FACTS_MOST];
    size_t count = 0;
    bool counted[2] = { false, false };
    for (size_t i = 0; more && i < 3 && more[i].text; i++) {
        bool count_of = more[i].key == KEY_ACCELERATOR_COUNT;
        counted[0] = counted[0] || (count_of && more[i].side != MADE_B);
        counted[1] = counted[1] || (count_of && more[i].side != MADE_A);
        fact[count++] = more[i];
    }
    if (!counted[0])
        fact[count++] = (struct made_fact)COUNT(MADE_A, NULL, DECLARED);
    if (!counted[1])
        fact[count++] = (struct made_fact)COUNT(MADE_B, NULL, DECLARED);
    for (size_t i = 0; i < ARRAY_COUNT(bare); i++) {
        bool told = false;
        for (size_t j = 0; j < count; j++)
            told = told || (fact[j].key == bare[i].key && fact[j].text);
        if (!told)
            fact[count++] = bare[i];
    }
    const struct made_change change = {
        .fact = fact, .fact_count = count, .series = telemetry ? NULL : series_bare, .last = last
    };
    return made_new(&change);
}

struct verdict_asked { /* one rule of one case */
    const char *rule;
    enum judgement judgement;
    enum verdict cell;
};

static size_t asked_wrong(const struct made_case *made, const struct verdict_asked *asked,
                          size_t count, const char *what)
{
    size_t wrong = 0;
    for (size_t i = 0; i < count && asked[i].rule; i++) {
        const struct finding *finding = made_finding(&made->model.comparison[0], asked[i].rule);
        if (finding->judgement != asked[i].judgement || finding->cell != asked[i].cell) {
            print_error("%s, %s: judgement %d cell %d, expected %d %d: %.*s\n", what, asked[i].rule,
                        (int)finding->judgement, (int)finding->cell, (int)asked[i].judgement,
                        (int)asked[i].cell, STR_ARG(finding->said));
            wrong++;
        }
    }
    return wrong;
}

/* ---- the tool's own record ---- */

static const struct made_fact recorded[] = { TOLD(MADE_BOTH, RUNTIME_BACKEND, "", "CPU", MEASURED),
                                             { 0 } };

static void a_run_that_its_tool_records_is_judged_by_its_host(void **state)
{
    (void)state;
    static const struct verdict_asked asked[] = {
        { "W9", NOT_APPLICABLE, VERDICT_COMPARABLE },
        { "D2", NOT_APPLICABLE, VERDICT_COMPARABLE },
        { "S7", NOT_APPLICABLE, VERDICT_COMPARABLE },
        { "S9", NOT_APPLICABLE, VERDICT_COMPARABLE },
        { "H2", NOT_APPLICABLE, VERDICT_COMPARABLE },
        { "H4", NOT_APPLICABLE, VERDICT_COMPARABLE },
        { "H5", NOT_APPLICABLE, VERDICT_COMPARABLE },
        { "V5", NOT_APPLICABLE, VERDICT_COMPARABLE },
        { "H1", UNKNOWN, VERDICT_STATED },
        { "H3", UNKNOWN, VERDICT_STATED },
        { "P5", UNKNOWN, VERDICT_STATED },
        { "U1", UNKNOWN, VERDICT_STATED },
        { "D1", HOLDS, VERDICT_COMPARABLE },
        { "D3", HOLDS, VERDICT_COMPARABLE },
        { "X5", HOLDS, VERDICT_COMPARABLE },
        { "X11", NOT_APPLICABLE, VERDICT_COMPARABLE },
    };
    struct made_case *made = made_bare(recorded, false, NULL);
    const struct comparison *comparison = &made->model.comparison[0];
    size_t wrong = asked_wrong(made, asked, ARRAY_COUNT(asked), "recorded");
    assert_int_equal(wrong, 0);
    assert_int_equal(comparison->verdict, VERDICT_STATED);
    assert_non_null(comparison->ratio);
    /* Layers that such runs do not have are no rows. */
    for (size_t i = 0; i < comparison->layer_count; i++) {
        enum layer layer = comparison->layer[i].layer;
        assert_true(layer != LAYER_ACCELERATOR && layer != LAYER_DRIVER && layer != LAYER_POWER);
    }
    for (size_t i = 0; i < comparison->coverage_count; i++) {
        enum layer layer = comparison->coverage[i].layer;
        assert_true(layer != LAYER_ACCELERATOR && layer != LAYER_DRIVER && layer != LAYER_POWER);
    }
    made_free(made);
}

/* What such a run must still disclose: silence of it stays silence. */
static void a_host_must_be_disclosed_all_the_same(void **state)
{
    (void)state;
    static const struct {
        struct made_fact fact;
        struct verdict_asked asked;
    } rows[] = {
        { TOLD(MADE_BOTH, PRECISION_COMPUTE, "", "fp32", MEASURED),
          { "P5", HOLDS, VERDICT_COMPARABLE } },
        { TOLD(MADE_B, CPU_NAME, "", "EPYC", CAPTURED), { "D3", FAILS, VERDICT_NOT } },
        { TOLD(MADE_B, OS_KERNEL, "", "5.10", CAPTURED), { "D3", FAILS, VERDICT_NOT } },
        { TOLD(MADE_B, CAPTURE_TIME, "", "2026-11-26T22:00:00Z", CAPTURED),
          { "X5", FAILS, VERDICT_STATED } },
        { TOLD(MADE_BOTH, OS_HOST_NAME, "", "node-1", CAPTURED), { "U1", FAILS, VERDICT_STATED } },
    };
    size_t wrong = 0;
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        const struct made_fact more[] = { recorded[0], rows[i].fact, { 0 } };
        struct made_case *made = made_bare(more, false, NULL);
        wrong += asked_wrong(made, &rows[i].asked, 1, rows[i].fact.text);
        made_free(made);
    }
    assert_int_equal(wrong, 0);
}

/* ---- whose word counts ---- */

#define CPU(side) TOLD(side, RUNTIME_BACKEND, "", "CPU", MEASURED)
#define OPEN                                                                                       \
    {                                                                                              \
        { "W9", UNKNOWN, VERDICT_INCOMPLETE }, { "H3", UNKNOWN, VERDICT_INCOMPLETE },              \
            { "D2", UNKNOWN, VERDICT_STATED }, { "H4", UNKNOWN, VERDICT_STATED },                  \
    }
#define REFUSED                                                                                    \
    {                                                                                              \
        { "W9", FAILS, VERDICT_NOT }, { "H3", UNKNOWN, VERDICT_INCOMPLETE },                       \
            { "D2", UNKNOWN, VERDICT_STATED }, { "H4", UNKNOWN, VERDICT_STATED },                  \
    }
#define SPARED                                                                                     \
    {                                                                                              \
        { "W9", NOT_APPLICABLE, VERDICT_COMPARABLE }, { "H3", UNKNOWN, VERDICT_STATED },           \
            { "D2", NOT_APPLICABLE, VERDICT_COMPARABLE },                                          \
        {                                                                                          \
            "H4", NOT_APPLICABLE, VERDICT_COMPARABLE                                               \
        }                                                                                          \
    }

static const struct word {
    const char *what;
    struct made_fact more[4];
    struct verdict_asked asked[4];
    bool telemetry;
    void (*last)(struct made_case *made);
} words[] = {
    { "captures left out, and nothing said", { { 0 } }, OPEN, false, NULL },
    { "the tool names another backend",
      { TOLD(MADE_BOTH, RUNTIME_BACKEND, "", "CUDA", MEASURED) },
      OPEN,
      false,
      NULL },
    { "a backend that a person declares",
      { TOLD(MADE_BOTH, RUNTIME_BACKEND, "", "CPU", DECLARED) },
      OPEN,
      false,
      NULL },
    { "one side records it, the other says nothing", { CPU(MADE_A) }, OPEN, false, NULL },
    { "one run of one side does not record it",
      { CPU(MADE_A), CPU(MADE_FIRST_B) },
      OPEN,
      false,
      NULL },
    { "a backend that is a placeholder",
      { TOLD(MADE_BOTH, RUNTIME_BACKEND, "", "unknown", MEASURED) },
      OPEN,
      false,
      NULL },
    { "recorded, and the figure is one per accelerator",
      { CPU(MADE_BOTH) },
      { { "W9", UNKNOWN, VERDICT_INCOMPLETE } },
      false,
      last_per_accelerator },
    { "recorded, beside an accelerator that idles in the machine",
      { CPU(MADE_BOTH), TOLD(MADE_BOTH, ACCELERATOR_NAME, "0", "H100", CAPTURED) },
      SPARED,
      false,
      NULL },
    { "recorded, and the same tool names an accelerator",
      { CPU(MADE_BOTH), TOLD(MADE_BOTH, ACCELERATOR_ARCHITECTURE, "0", "sm_90", MEASURED) },
      OPEN,
      false,
      NULL },
    { "recorded, and samples of an accelerator's clock",
      { CPU(MADE_BOTH) },
      { { "W9", UNKNOWN, VERDICT_INCOMPLETE } },
      true,
      NULL },
    { "recorded, and one accelerator declared",
      { CPU(MADE_BOTH), COUNT(MADE_BOTH, "1", DECLARED) },
      { { "W9", HOLDS, VERDICT_COMPARABLE }, { "H3", UNKNOWN, VERDICT_INCOMPLETE } },
      false,
      NULL },
    { "declared, and stated as such",
      { COUNT(MADE_BOTH, "0", DECLARED) },
      { { "W9", UNKNOWN, VERDICT_STATED },
        { "H3", UNKNOWN, VERDICT_STATED },
        { "D2", NOT_APPLICABLE, VERDICT_COMPARABLE },
        { "D1", HOLDS, VERDICT_COMPARABLE } },
      false,
      NULL },
    { "declared of one side, and the other says nothing: open, and no zero against a zero",
      { COUNT(MADE_A, "0", DECLARED) },
      { { "W9", UNKNOWN, VERDICT_INCOMPLETE } },
      false,
      NULL },
    { "declared of one side, and the other counts one",
      { COUNT(MADE_A, "0", DECLARED), COUNT(MADE_B, "1", DECLARED) },
      { { "W9", FAILS, VERDICT_NOT } },
      false,
      NULL },
    { "declared of one side, and the figure is one per accelerator",
      { COUNT(MADE_A, "0", DECLARED) },
      { { "W9", FAILS, VERDICT_NOT } },
      false,
      last_per_accelerator },
    { "declared beside a driver",
      { COUNT(MADE_BOTH, "0", DECLARED), TOLD(MADE_BOTH, DRIVER_VERSION, "", "580.1", CAPTURED) },
      REFUSED,
      false,
      NULL },
    { "declared beside a framework built for CUDA",
      { COUNT(MADE_BOTH, "0", DECLARED), TOLD(MADE_BOTH, FRAMEWORK_CUDA, "", "13.0", CAPTURED) },
      OPEN,
      false,
      NULL },
    { "declared beside a toolkit that is installed",
      { COUNT(MADE_BOTH, "0", DECLARED), TOLD(MADE_BOTH, COMPILE_TOOLKIT, "", "13.0", CAPTURED) },
      { { "W9", UNKNOWN, VERDICT_STATED }, { "D2", NOT_APPLICABLE, VERDICT_COMPARABLE } },
      false,
      NULL },
    { "declared beside a power limit",
      { COUNT(MADE_BOTH, "0", DECLARED), TOLD(MADE_BOTH, POWER_LIMIT, "0", "700", CAPTURED) },
      REFUSED,
      false,
      NULL },
    { "declared beside samples of an accelerator's clock",
      { COUNT(MADE_BOTH, "0", DECLARED) },
      { { "W9", FAILS, VERDICT_NOT } },
      true,
      NULL },
    { "declared, and none of a driver",
      { COUNT(MADE_BOTH, "0", DECLARED), TOLD(MADE_BOTH, DRIVER_VERSION, "", "none", DECLARED) },
      { { "W9", UNKNOWN, VERDICT_STATED }, { "D2", NOT_APPLICABLE, VERDICT_COMPARABLE } },
      false,
      NULL },
};

static void silence_shows_nothing_and_a_declaration_is_stated(void **state)
{
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < ARRAY_COUNT(words); i++) {
        struct made_case *made = made_bare(words[i].more, words[i].telemetry, words[i].last);
        wrong += asked_wrong(made, words[i].asked, ARRAY_COUNT(words[i].asked), words[i].what);
        made_free(made);
    }
    assert_int_equal(wrong, 0);
}

/* Zero accelerators declared, and a command that asks for one; or does not. */
static void a_command_stands_against_a_declaration(void **state)
{
    static const struct {
        const char *command;
        bool asks;
    } rows[] = {
        { "python train.py --device cuda", true },
        { "python train.py --device=cuda:1 --steps 100", true },
        { "python train.py --device 'gpu'", true },
        { "python train.py device=cuda", true },
        { "python train.py --accelerator gpu --epochs 2", true },
        { "python serve.py --target_device rocm", true },
        { "python train.py --device cpu --device cuda", true },
        { "docker run --rm --gpus all image python train.py", true },
        { "docker run --gpus '\"device=0,1\"' image", true },
        { "docker run --device nvidia.com/gpu=all image", true },
        { "python train.py --num-gpus 8", true },
        { "srun --gpus-per-node=4 python train.py", true },
        { "python train.py --gpu-ids 0", true },
        { "CUDA_VISIBLE_DEVICES=0,1 python train.py", true },
        { "docker run -e HIP_VISIBLE_DEVICES=0 image", true },
        { "python train.py --device cpu", false },
        { "python train.py --device=cuda --device=cpu", false },
        { "docker run --gpus all image python train.py --device cpu", false },
        { "CUDA_VISIBLE_DEVICES= python train.py", false },
        { "CUDA_VISIBLE_DEVICES=-1 python train.py", false },
        { "CUDA_VISIBLE_DEVICES='' python train.py --num-gpus 0", false },
        { "python train.py --gpus 0", false },
        { "python train.py --gpus none --device auto", false },
        { "python bench.py --prompt 'run it with --device cuda please'", false },
        { "fio --device /dev/nvme0n1 --filename cuda", false },
        { "vllm serve m --tensor-parallel-size 2", false }, /* shares among sockets, too */
        { "python train.py --device", false },
        { "grep cuda gpus.txt", false },
        { "python cuda_to_cpu.py --devices 2 --no-cuda", false },
    };
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        static const enum key keys[] = { KEY_METHOD_COMMAND, KEY_METHOD_SERVER_COMMAND };
        static const struct verdict_asked refused[] = { { "W9", FAILS, VERDICT_NOT } };
        static const struct verdict_asked stated[] = { { "W9", UNKNOWN, VERDICT_STATED } };
        for (size_t k = 0; k < ARRAY_COUNT(keys); k++) {
            const struct made_fact more[] = { COUNT(MADE_BOTH, "0", DECLARED),
                                              { MADE_BOTH, keys[k], "", rows[i].command,
                                                FACT_DECLARED, UNIT_NONE },
                                              { 0 } };
            struct made_case *made = made_bare(more, false, NULL);
            wrong += asked_wrong(made, rows[i].asks ? refused : stated, 1, rows[i].command);
            made_free(made);
        }
    }
    /* the tool's own record of what computed stands above what it was asked for */
    const struct made_fact by_tool[] = {
        CPU(MADE_BOTH),
        TOLD(MADE_BOTH, METHOD_COMMAND, "", "bench --device cuda", MEASURED),
        { 0 },
    };
    static const struct verdict_asked spared[] = { { "W9", NOT_APPLICABLE, VERDICT_COMPARABLE } };
    struct made_case *made = made_bare(by_tool, false, NULL);
    wrong += asked_wrong(made, spared, 1, "recorded");
    made_free(made);
    assert_int_equal(wrong, 0);
}

/* The words of a declaration name it as one, and whose it is. */
static void a_declaration_is_called_one(void **state)
{
    (void)state;
    const struct made_fact more[] = { COUNT(MADE_BOTH, "0", DECLARED), { 0 } };
    struct made_case *made = made_bare(more, false, NULL);
    const struct finding *finding = made_finding(&made->model.comparison[0], "W9");
    assert_true(str_find(finding->said, STR("is declared for A and B")) != SIZE_MAX);
    assert_true(finding->a && finding->a->kind == FACT_DECLARED);
    assert_int_equal(made->model.comparison[0].verdict, VERDICT_STATED);
    made_free(made);
}

/* ---- captures and runs tied by the host ---- */

static void captured(struct made_case *made, enum key key, const char *text)
{
    for (size_t i = 0; i < 2; i++) {
        const struct made_fact row = { MADE_B, key, "", text, FACT_CAPTURED, UNIT_NONE };
        made_fact_put(made, made->file.system[1].machine[i].facts, &row, &made->file.system[1],
                      NULL, 1);
    }
}

static void last_tied(struct made_case *made)
{
    captured(made, KEY_CPU_NAME, "Xeon");
    captured(made, KEY_CPU_THREADS, "16");
}

static void last_other_threads(struct made_case *made)
{
    captured(made, KEY_CPU_NAME, "Xeon");
    captured(made, KEY_CPU_THREADS, "64");
}

static void last_loose(struct made_case *made)
{
    captured(made, KEY_CPU_NAME, "Xeon");
}

/* The run's own is "Xeon": less than this, and nothing otherwise; one agreement is not enough. */
static void last_fuller(struct made_case *made)
{
    captured(made, KEY_CPU_NAME, "Intel(R) Xeon(R) Gold 6430 CPU @ 2.10GHz");
    captured(made, KEY_CPU_THREADS, "16");
}

static void last_other_maker(struct made_case *made)
{
    captured(made, KEY_CPU_NAME, "AMD EPYC 9654 96-Core Processor");
    captured(made, KEY_CPU_THREADS, "16");
}

static void captures_are_tied_by_what_the_host_tells(void **state)
{
    (void)state;
    static const struct {
        void (*last)(struct made_case *made);
        struct verdict_asked asked;
    } rows[] = {
        { last_tied, { "X11", HOLDS, VERDICT_COMPARABLE } },
        { last_other_threads, { "X11", FAILS, VERDICT_STATED } },
        { last_loose, { "X11", UNKNOWN, VERDICT_STATED } },
        { last_fuller, { "X11", UNKNOWN, VERDICT_STATED } },
        { last_other_maker, { "X11", FAILS, VERDICT_STATED } },
    };
    size_t wrong = 0;
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct made_case *made = made_bare(recorded, false, rows[i].last);
        wrong += asked_wrong(made, &rows[i].asked, 1, "tied");
        made_free(made);
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_that_its_tool_records_is_judged_by_its_host),
        cmocka_unit_test(a_host_must_be_disclosed_all_the_same),
        cmocka_unit_test(silence_shows_nothing_and_a_declaration_is_stated),
        cmocka_unit_test(a_command_stands_against_a_declaration),
        cmocka_unit_test(a_declaration_is_called_one),
        cmocka_unit_test(captures_are_tied_by_what_the_host_tells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
