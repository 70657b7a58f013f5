/* test_alike.c - values that mean one thing are one, at the coarser's resolution; others are two;
 * and what only may be the same is asked for. */
#include "flips.h"
#include "model/likeness.h"

struct pair {
    enum key key;
    const char *a, *b;
    bool alike;
};
static const struct pair pairs[] = {
    { KEY_MODEL_NAME, "openai/gpt-oss-120b",
      "/models/models--openai--gpt-oss-120b/snapshots/b5c939de8f754692c1647ca79fbf85e8c1e70f8a/",
      true },
    { KEY_MODEL_NAME, "openai/gpt-oss-120b", "openai/gpt-oss-20b", false },
    { KEY_MODEL_NAME, "meta-llama/Llama-3-8B", "unsloth/Llama-3-8B", false },
    { KEY_MODEL_NAME, "meta-llama/Llama-3-8B", "/data/models/Llama-3-8B", true },
    { KEY_MODEL_NAME, "meta-llama/Llama-3-8B", "/data/models/Llama-3-8B-AWQ", false },
    { KEY_MODEL_NAME, "meta-llama/Llama-3-8B", "Llama-3-8B", true },
    { KEY_MODEL_NAME, "/a/models--x--y/snapshots/aaaaaaaaaaaa",
      "/b/models--x--y/snapshots/bbbbbbbbbbbb", false },
    { KEY_TOKENIZER_NAME, "./tok/", "org/tok", true },
    { KEY_MODEL_REVISION, "b5c939d", "b5c939de8f754692c1647ca79fbf85e8c1e70f8a", true },
    { KEY_MODEL_REVISION, "b5c939e", "b5c939de8f754692c1647ca79fbf85e8c1e70f8a", false },
    { KEY_MODEL_REVISION, "b5c9", "b5c939de8f754692c1647ca79fbf85e8c1e70f8a", false },
    { KEY_MODEL_REVISION, "1234567", "12345678", false }, /* neither is whole */
    { KEY_CONTAINER_DIGEST, "sha256:0123456789ab",
      "0123456789ab0123456789ab0123456789ab0123456789ab0123456789ab0123", true },
    { KEY_RUNTIME_CUDA, "13000", "13.0", true },
    { KEY_DRIVER_CUDA, "12040", "12.4", true },
    { KEY_DRIVER_CUDA, "12040", "12.5", false },
    { KEY_LOAD_SCENARIO, "Single Stream", "SingleStream", true },
    { KEY_LOAD_SCENARIO, "SingleStream", "MultiStream", false },
    { KEY_METHOD_WARMUP, "Ten requests.", "ten requests", true },
    { KEY_METHOD_WARMUP, "1 2 requests", "12 requests", false },
    { KEY_METHOD_WARMUP, "1.5", "15", false },
    { KEY_METHOD_WARMUP, "-1", "1", false },
    { KEY_DECODING_SAMPLING, "greedy", "temperature 0", true },
    { KEY_DECODING_SAMPLING, "greedy decoding", "temperature=0.0", true },
    { KEY_DECODING_SAMPLING, "greedy", "argmax", true },
    { KEY_DECODING_SAMPLING, "greedy", "top_k=1", true },
    { KEY_DECODING_SAMPLING, "greedy", "temperature: 0, top_p: 1.0, top_k: -1", true },
    { KEY_DECODING_SAMPLING, "greedy", "do_sample=False", true },
    { KEY_DECODING_SAMPLING, "Greedy (temperature 0)", "top-k 1", true },
    { KEY_DECODING_SAMPLING, "temperature 0", "temperature 0.0", true },
    { KEY_DECODING_SAMPLING, "temperature 0.70", "temperature=0.7", true },
    { KEY_DECODING_SAMPLING, "greedy", "temperature 0.7", false },
    { KEY_DECODING_SAMPLING, "greedy", "top_k=-1", false },
    { KEY_DECODING_SAMPLING, "greedy", "top_k=10", false },
    { KEY_DECODING_SAMPLING, "greedy", "top_p=1", false },
    { KEY_DECODING_SAMPLING, "greedy", "not greedy", false },
    { KEY_DECODING_SAMPLING, "greedy", "greedy draft, temperature 0.7", false },
    { KEY_DECODING_SAMPLING, "greedy", "temperature 0, 4 beams", false },
    { KEY_DECODING_SAMPLING, "greedy", "do_sample=True, temperature 0.6", false },
    { KEY_DECODING_SAMPLING, "greedy", "temperature 0.7, top_k 1", true },
    { KEY_DECODING_SAMPLING, "temperature 0.7", "temperature 0.07", false },
    { KEY_CPU_NAME, "Intel(R) Xeon(R) Gold 6430 CPU @ 2.10GHz", "Intel Xeon Gold 6430", true },
    { KEY_CPU_NAME, "Intel Xeon", "Intel(R) Xeon(R) Processor", true },
    { KEY_CPU_NAME, "AMD EPYC 9654 96-Core Processor", "AMD EPYC 9654", true },
    { KEY_CPU_NAME, "AMD EPYC\xe2\x84\xa2 9654", "EPYC 9654", true },
    { KEY_CPU_NAME, "AMD EPYC 9654", "AMD EPYC 9654P", false },
    { KEY_CPU_NAME, "Intel Xeon Platinum 8480+", "Intel Xeon Platinum 8480C", false },
    { KEY_CPU_NAME, "Intel(R) Xeon(R) CPU @ 2.20GHz", "Intel(R) Xeon(R) CPU @ 2.00GHz", false },
    { KEY_CPU_NAME, "Intel Xeon", "Intel Xeon Gold 6430", false },
    { KEY_OS_NAME, "GNU/Linux", "Linux", true },
    { KEY_OS_NAME, "Ubuntu 22.04", "Ubuntu 24.04", false },
    { KEY_HOST_MODEL, "Dell Inc. PowerEdge R760", "PowerEdge R760", true },
    { KEY_PRECISION_QUANTISATION, "none", "not quantised", true },
    { KEY_PRECISION_QUANTISATION, "none", "awq", false },
};

static struct fact fact_of(enum key key, const char *text)
{
    struct fact fact = { .key = key, .value = { .text = str_from(text) } };
    return fact;
}

static void what_means_one_thing_is_one(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 20);
    size_t wrong = 0;
    for (size_t i = 0; i < ARRAY_COUNT(pairs); i++) {
        struct fact a = fact_of(pairs[i].key, pairs[i].a), b = fact_of(pairs[i].key, pairs[i].b);
        bool there = facts_alike(home, &a, &b), back = facts_alike(home, &b, &a);
        if (there != pairs[i].alike || back != pairs[i].alike) {
            print_error("%s and %s\\n", pairs[i].a, pairs[i].b);
            wrong++;
        }
    }
    arena_free(home);
    assert_int_equal(wrong, 0);
}

/* One tells less than the other and nothing otherwise, as told by hand: "Intel Xeon" is what each
 * part of that line is called, 550 is how each driver of that branch begins. */
static void what_tells_less_is_neither(void **state)
{
    static const struct pair less[] = {
        { KEY_CPU_NAME, "Intel Xeon", "Intel(R) Xeon(R) Gold 6430 CPU @ 2.10GHz", true },
        { KEY_CPU_NAME, "Intel Xeon", "Intel(R) Xeon(R) CPU @ 2.20GHz", true },
        { KEY_CPU_NAME, "AMD EPYC", "AMD EPYC 9654 96-Core Processor", true },
        { KEY_CPU_NAME, "AMD", "AMD EPYC 9654 96-Core Processor", true },
        { KEY_CPU_NAME, "Intel Xeon CPU @ 2.20GHz", "Intel Xeon Gold 6430 CPU @ 2.10GHz", false },
        { KEY_CPU_NAME, "AMD EPYC 96-Core Processor", "AMD EPYC 9754 128-Core Processor", false },
        { KEY_CPU_NAME, "AMD EPYC", "Intel Xeon Gold 6430", false },
        { KEY_CPU_NAME, "Intel Xeon", "Intel(R) Xeon(R) Processor", false }, /* as much */
        { KEY_CPU_NAME, "AMD EPYC 9654", "AMD EPYC 9554", false },
        { KEY_CPU_NAME, "", "AMD EPYC 9554", false },
        { KEY_OS_NAME, "Ubuntu", "Ubuntu 22.04.4 LTS", true },
        { KEY_OS_NAME, "Ubuntu 22.04", "Ubuntu 22.04.4 LTS", true },
        { KEY_OS_NAME, "Ubuntu 22.0", "Ubuntu 22.04.4 LTS", false },
        { KEY_OS_NAME, "Linux", "Rocky Linux 9.4", true },
        { KEY_OS_NAME, "Linux", "Debian GNU/Linux 12 (bookworm)", true },
        { KEY_OS_NAME, "Linux", "Ubuntu 24.04", true },
        { KEY_OS_NAME, "Linux", "Windows Server 2022", false },
        { KEY_OS_NAME, "Windows", "Ubuntu 24.04", false },
        { KEY_HOST_MODEL, "PowerEdge", "Dell Inc. PowerEdge R760", true },
        { KEY_HOST_MODEL, "PowerEdge R760", "PowerEdge R750", false },
        { KEY_ACCELERATOR_NAME, "NVIDIA A100", "NVIDIA A100-SXM4-80GB", true },
        { KEY_ACCELERATOR_NAME, "NVIDIA H100", "NVIDIA H100 PCIe", true },
        { KEY_ACCELERATOR_NAME, "NVIDIA H100 PCIe", "NVIDIA H100 80GB HBM3", false },
        { KEY_ACCELERATOR_NAME, "NVIDIA H100 80GB HBM3", "H100-SXM-80GB", false }, /* as much */
        { KEY_ACCELERATOR_NAME, "NVIDIA A100", "NVIDIA H100", false },
        { KEY_DRIVER_VERSION, "550", "550.54.15", true },
        { KEY_DRIVER_VERSION, "550.54", "550.54.15", true },
        { KEY_DRIVER_VERSION, "55", "550.54.15", false },
        { KEY_DRIVER_VERSION, "535", "550.54.15", false },
        { KEY_FRAMEWORK_VERSION, "2.9.1", "2.9.1+cu130", false }, /* its build */
        { KEY_OS_KERNEL, "5.15.0-91", "5.15.0-91-generic", false },
        { KEY_MODEL_NAME, "Llama", "Llama 3 8B", false }, /* no name of a machine */
    };
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < ARRAY_COUNT(less); i++) {
        struct fact a = fact_of(less[i].key, less[i].a), b = fact_of(less[i].key, less[i].b);
        if (fact_tells_less(&a, &b) != less[i].alike || fact_tells_less(&b, &a) != less[i].alike) {
            print_error("%s and %s\n", less[i].a, less[i].b);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

static struct fact count_of(enum key key, const char *text, double value, enum unit unit)
{
    struct fact fact = fact_of(key, text);
    fact.value.value = value;
    fact.value.unit = unit;
    fact.value.number = true;
    return fact;
}

static void counts_agree_at_the_coarser_writing(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 20);
    struct fact exact = count_of(KEY_MODEL_PARAMETERS, "6738415616", 6738415616.0, UNIT_COUNT);
    struct fact rounded = count_of(KEY_MODEL_PARAMETERS, "6.74 B", 6.74e9, UNIT_COUNT);
    struct fact other = count_of(KEY_MODEL_PARAMETERS, "6.75 B", 6.75e9, UNIT_COUNT);
    assert_true(facts_alike(home, &exact, &rounded));
    assert_false(facts_alike(home, &exact, &other));
    assert_false(facts_alike(home, &rounded, &other));
    struct fact bytes = count_of(KEY_MODEL_SIZE, "3825806336", 3825806336.0, UNIT_BYTE);
    struct fact gib = count_of(KEY_MODEL_SIZE, "3.56 GiB", 3.56, UNIT_GIBIBYTE);
    struct fact more = count_of(KEY_MODEL_SIZE, "3.58 GiB", 3.58, UNIT_GIBIBYTE);
    assert_true(facts_alike(home, &bytes, &gib));
    assert_false(facts_alike(home, &bytes, &more));
    struct fact eight = count_of(KEY_LOAD_CONCURRENCY, "8", 8, UNIT_COUNT);
    struct fact nine = count_of(KEY_LOAD_CONCURRENCY, "8.4", 8.4, UNIT_COUNT);
    assert_false(facts_alike(home, &eight, &nine)); /* nothing is rounded here */
    arena_free(home);
}

/* ---- wording ---- */

static void say_same(struct made_case *made)
{
    static const struct made_fact same = {
        MADE_CASE,
        KEY_CASE_SAME,
        "method.warmup: ten whole requests = requests: ten of them, whole",
        "asked the team",
        FACT_DECLARED,
        UNIT_NONE
    };
    made_fact_put(made, made->file.facts, &same, NULL, NULL, 0);
}

static const struct finding *warm_up(struct made_case *made)
{
    return made_finding(&made->model.comparison[0], "M4");
}

/* Short descriptions of which one says more, or denies in more words; another number, another word
 * or a denial of one side is another thing. */
static void short_texts_may_say_the_same(void **state)
{
    static const struct {
        const char *a, *b;
        bool same;
    } row[] = {
        { "greedy", "greedy decoding", true },
        { "random (synthetic)", "random", true },
        { "none", "no warm-up", true },
        { "without warm-up", "None", true },
        { "greedy", "not greedy", false },
        { "greedy", "top-p 0.9", false },
        { "greedy", "nucleus", false },
        { "none", "100 requests", false },
        { "none", "no more than 100 requests", false },
        { "sharegpt", "sharegpt-v2", false },
        { "10 requests", "10 requests of 20", false },
        { "same", "same", false },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_COUNT(row); i++)
        if (texts_may_be_same(str_from(row[i].a), str_from(row[i].b)) != row[i].same)
            fail_msg("%s, %s", row[i].a, row[i].b);
}

static void other_words_are_asked_for(void **state)
{
    static const struct made_fact a = { MADE_A,        KEY_METHOD_WARMUP, "", "ten whole requests",
                                        FACT_DECLARED, UNIT_NONE };
    static const struct made_fact b = {
        MADE_B, KEY_METHOD_WARMUP, "", "requests: ten of them, whole", FACT_DECLARED, UNIT_NONE
    };
    static const struct made_fact other = {
        MADE_B, KEY_METHOD_WARMUP, "", "20 whole requests", FACT_DECLARED, UNIT_NONE
    };
    static const struct made_fact none = {
        MADE_B, KEY_METHOD_WARMUP, "", "no whole requests", FACT_DECLARED, UNIT_NONE
    };
    (void)state;
    struct made_case *made = differing(PLAIN, &a, &b);
    assert_int_equal(warm_up(made)->judgement, UNKNOWN);
    assert_int_equal(made->model.comparison[0].verdict, VERDICT_INCOMPLETE);
    assert_true(str_find(warm_up(made)->said, STR("are these the same?")) != SIZE_MAX);
    made_free(made);
    const struct made_fact both[] = { a, b };
    made = made_new(&(struct made_change){ .fact = both, .fact_count = 2, .last = say_same });
    assert_int_equal(warm_up(made)->judgement, FAILS);
    assert_int_equal(warm_up(made)->cell, VERDICT_STATED);
    made_free(made);
    made = differing(PLAIN, &a, &other);
    assert_int_equal(warm_up(made)->judgement, FAILS);
    assert_int_equal(warm_up(made)->cell, VERDICT_NOT);
    made_free(made);
    made = differing(PLAIN, &a, &none);
    assert_int_equal(warm_up(made)->cell, VERDICT_NOT);
    made_free(made);
}

/* Runs of one side that were warmed up otherwise than the others: with one of them like the other
 * side, too, they are no side. */
static void warm_up_of_one_run_alone(void **state)
{
    static const struct made_fact mixed = { MADE_FIRST_B,   KEY_METHOD_WARMUP, "",
                                            "100 requests", FACT_DECLARED,     UNIT_NONE };
    static const struct made_fact silent = { MADE_FIRST_B, KEY_METHOD_WARMUP, "",
                                             NULL,         FACT_DECLARED,     UNIT_NONE };
    (void)state;
    struct made_case *made = mutated(PLAIN, &mixed, NULL, NULL);
    assert_int_equal(warm_up(made)->judgement, FAILS);
    assert_int_equal(made->model.comparison[0].verdict, VERDICT_NOT);
    made_free(made);
    made = mutated(PLAIN, &silent, NULL, NULL);
    assert_int_equal(warm_up(made)->judgement, UNKNOWN);
    assert_int_equal(made->model.comparison[0].verdict, VERDICT_INCOMPLETE);
    made_free(made);
}

/* The stack of A is of 20 October 2026, and its runs began within the hour of those of B. 90 days
 * before it is 22 July. */
static void stacks_ninety_days_apart(void **state)
{
    static const struct {
        const char *released;
        enum judgement judgement;
    } row[] = { { "2026-07-23", HOLDS }, { "2026-07-21", FAILS } };
    (void)state;
    for (size_t i = 0; i < ARRAY_COUNT(row); i++) {
        const struct made_fact fact = { MADE_B,          KEY_STACK_RELEASED, "",
                                        row[i].released, FACT_DECLARED,      UNIT_NONE };
        struct made_case *made = mutated(EXECUTOR, &fact, NULL, NULL);
        assert_int_equal(made_finding(&made->model.comparison[0], "E8")->judgement,
                         row[i].judgement);
        made_free(made);
    }
}

/* ---- what no run hangs on, and sources that differ alike ---- */

static enum verdict verdict_with(const struct made_fact *fact, size_t count)
{
    struct made_case *made = made_new(&(struct made_change){ .fact = fact, .fact_count = count });
    enum verdict verdict = made->model.comparison[0].verdict;
    made_free(made);
    return verdict;
}

/* In one line of D3, by name. */
static bool is_told(const struct made_fact *fact, size_t count)
{
    struct made_case *made = made_new(&(struct made_change){ .fact = fact, .fact_count = count });
    const struct comparison *comparison = &made->model.comparison[0];
    size_t told = 0;
    for (size_t i = 0; i < comparison->finding_count; i++) {
        const struct finding *finding = &comparison->finding[i];
        told += finding->judgement == HOLDS &&
                str_ends(finding->said, STR(": EDITOR, HOSTNAME, absl-py"));
    }
    made_free(made);
    return told == 1;
}

static void what_changes_no_run_refuses_none(void **state)
{
    static const struct made_fact beside[] = {
        { MADE_A, KEY_OS_ENVIRONMENT, "HOSTNAME", "unit6", FACT_CAPTURED, UNIT_NONE },
        { MADE_B, KEY_OS_ENVIRONMENT, "HOSTNAME", "unit7", FACT_CAPTURED, UNIT_NONE },
        { MADE_B, KEY_OS_ENVIRONMENT, "EDITOR", "vi", FACT_CAPTURED, UNIT_NONE },
        { MADE_A, KEY_PACKAGE_VERSION, "absl-py", "2.1.0", FACT_CAPTURED, UNIT_NONE },
        { MADE_B, KEY_PACKAGE_VERSION, "absl-py", "2.3.0", FACT_CAPTURED, UNIT_NONE },
    };
    static const struct made_fact matters[] = {
        { MADE_B, KEY_OS_ENVIRONMENT, "NCCL_ALGO", "Ring", FACT_CAPTURED, UNIT_NONE },
    };
    static const struct made_fact unknown[] = {
        { MADE_A, KEY_PACKAGE_VERSION, "fast-kernels", "2.1.0", FACT_CAPTURED, UNIT_NONE },
        { MADE_B, KEY_PACKAGE_VERSION, "fast-kernels", "2.3.0", FACT_CAPTURED, UNIT_NONE },
    };
    (void)state;
    assert_true(verdict_with(beside, ARRAY_COUNT(beside)) <= VERDICT_STATED);
    assert_true(is_told(beside, ARRAY_COUNT(beside)));
    assert_false(is_told(matters, ARRAY_COUNT(matters)));
    assert_int_equal(verdict_with(matters, ARRAY_COUNT(matters)), VERDICT_NOT);
    assert_int_equal(verdict_with(unknown, ARRAY_COUNT(unknown)), VERDICT_NOT);
}

/* Both sides declare what both captures contradict: whichever is taken, the sides are alike. */
static void sources_that_differ_alike_change_nothing(void **state)
{
    static const struct made_fact alike[] = {
        { MADE_BOTH, KEY_CONTAINER_VIRTUALISATION, "0", "Firecracker microVM", FACT_DECLARED,
          UNIT_NONE },
        { MADE_BOTH, KEY_CONTAINER_VIRTUALISATION, "0", "full", FACT_CAPTURED, UNIT_NONE },
    };
    static const struct made_fact apart[] = {
        { MADE_A, KEY_CONTAINER_VIRTUALISATION, "0", "Firecracker microVM", FACT_DECLARED,
          UNIT_NONE },
        { MADE_BOTH, KEY_CONTAINER_VIRTUALISATION, "0", "full", FACT_CAPTURED, UNIT_NONE },
    };
    (void)state;
    struct made_case *made = made_new(&(struct made_change){ .fact = alike, .fact_count = 2 });
    assert_int_equal(made_finding(&made->model.comparison[0], "X1")->cell, VERDICT_STATED);
    made_free(made);
    made = made_new(&(struct made_change){ .fact = apart, .fact_count = 2 });
    assert_int_equal(made_finding(&made->model.comparison[0], "X1")->cell, VERDICT_NOT);
    made_free(made);
}

/* ---- statements of which one tells less ---- */

#define XEON_PART "Intel(R) Xeon(R) Gold 6430 CPU @ 2.10GHz"

/* Sources of one side, and the two sides. */
static void what_tells_less_accuses_nobody_and_proves_nothing(void **state)
{
    static const struct made_fact less[] = {
        { MADE_BOTH, KEY_HOST_MODEL, "", "Dell Inc. PowerEdge", FACT_CAPTURED, UNIT_NONE },
        { MADE_BOTH, KEY_HOST_MODEL, "", "PowerEdge R760", FACT_DECLARED, UNIT_NONE },
    };
    static const struct made_fact other[] = {
        { MADE_BOTH, KEY_HOST_MODEL, "", "Dell Inc. PowerEdge", FACT_CAPTURED, UNIT_NONE },
        { MADE_BOTH, KEY_HOST_MODEL, "", "ThinkSystem SR650", FACT_DECLARED, UNIT_NONE },
    };
    static const struct made_fact two[] = {
        /* the captured one tells less than each */
        { MADE_BOTH, KEY_HOST_MODEL, "", "PowerEdge", FACT_CAPTURED, UNIT_NONE },
        { MADE_BOTH, KEY_HOST_MODEL, "", "PowerEdge R760", FACT_DECLARED, UNIT_NONE },
        { MADE_BOTH, KEY_HOST_MODEL, "", "PowerEdge R750", FACT_DECLARED, UNIT_NONE },
    };
    static const struct made_fact apart[] = {
        { MADE_A, KEY_CPU_NAME, "", XEON_PART, FACT_CAPTURED, UNIT_NONE },
        { MADE_B, KEY_CPU_NAME, "", "Intel Xeon", FACT_CAPTURED, UNIT_NONE },
    };
    static const struct made_fact unlike[] = {
        { MADE_A, KEY_CPU_NAME, "", XEON_PART, FACT_CAPTURED, UNIT_NONE },
        { MADE_B, KEY_CPU_NAME, "", "Intel Xeon Gold 6330", FACT_CAPTURED, UNIT_NONE },
    };
    static const struct {
        const struct made_fact *fact;
        size_t count;
        const char *rule;
        enum judgement judgement;
    } row[] = {
        { less, 2, "X1", HOLDS },    { other, 2, "X1", FAILS },  { two, 3, "X1", FAILS },
        { apart, 2, "D3", UNKNOWN }, { unlike, 2, "D3", FAILS },
    };
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < ARRAY_COUNT(row); i++) {
        struct made_case *made =
            made_new(&(struct made_change){ .fact = row[i].fact, .fact_count = row[i].count });
        const struct finding *finding = made_finding(&made->model.comparison[0], row[i].rule);
        if (finding->judgement != row[i].judgement) {
            print_error("%s of row %zu: %.*s\n", row[i].rule, i, STR_ARG(finding->said));
            wrong++;
        }
        made_free(made);
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_means_one_thing_is_one),
        cmocka_unit_test(what_tells_less_is_neither),
        cmocka_unit_test(what_tells_less_accuses_nobody_and_proves_nothing),
        cmocka_unit_test(counts_agree_at_the_coarser_writing),
        cmocka_unit_test(short_texts_may_say_the_same),
        cmocka_unit_test(other_words_are_asked_for),
        cmocka_unit_test(warm_up_of_one_run_alone),
        cmocka_unit_test(stacks_ninety_days_apart),
        cmocka_unit_test(what_changes_no_run_refuses_none),
        cmocka_unit_test(sources_that_differ_alike_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
