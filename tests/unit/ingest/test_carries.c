/* Tests of what rules and verbs may rely on in a format: carries.c, the table by which results are
 * compared without a case, and the traits of adapters. */
#include "base/text.h"
#include "ingest/ingest.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

static bool registered(const char *format)
{
    for (size_t i = 0; adapter_at(i); i++)
        if (strcmp(adapter_at(i)->name, format) == 0)
            return true;
    return false;
}

static void every_row_names_a_format_that_is_read(void **state)
{
    (void)state;
    for (size_t i = 0; carries_at(i); i++)
        assert_true(registered(carries_at(i)->format));
    assert_true(carries_at(0) != NULL);
}

static void metrics_are_results(void **state)
{
    (void)state;
    for (size_t i = 0; carries_at(i); i++)
        assert_int_equal(vocabulary_row(carries_at(i)->metric)->group, GROUP_RESULT);
}

/* A format's rows stand behind one another, or the first would hide the rest. */
static void rows_of_a_format_stand_together(void **state)
{
    (void)state;
    for (size_t i = 1; carries_at(i); i++) {
        const char *format = carries_at(i)->format;
        bool begins = strcmp(format, carries_at(i - 1)->format) != 0;
        assert_true(!begins || carries_of(format) == carries_at(i));
    }
}

static void no_row_stands_twice(void **state)
{
    (void)state;
    for (size_t i = 0; carries_at(i); i++) {
        for (size_t j = i + 1; carries_at(j); j++) {
            assert_false(strcmp(carries_at(i)->format, carries_at(j)->format) == 0 &&
                         carries_at(i)->metric == carries_at(j)->metric &&
                         strcmp(carries_at(i)->instance, carries_at(j)->instance) == 0);
        }
    }
}

static void a_capture_holds_no_results(void **state)
{
    (void)state;
    assert_null(carries_of("nvidia-smi-xml"));
    assert_null(carries_of("dossier-run"));
    assert_non_null(carries_of("hyperfine-json"));
}

/* The line that names the command has room for it. */
static void commands_fit_a_line(void **state)
{
    (void)state;
    for (size_t i = 0; carries_at(i); i++)
        assert_true(strlen(carries_at(i)->again) <= 90);
}

/* Rules ask for a trait and no longer for a name, so what an adapter loses no rule misses: which
 * tools list what, and which clients wait for each request, is known of the tools. */
static void traits_are_those_of_the_tools(void **state)
{
    (void)state;
    enum {
        ALL = TRAIT_LISTS_ACCELERATORS,
        BOTH = TRAIT_LISTS_ACCELERATORS | TRAIT_LISTS_PROCESSES
    };
    static const struct {
        const char *format;
        unsigned traits;
    } rows[] = {
        { "aiperf-telemetry-jsonl", TRAIT_POLLS },
        { "amd-smi-static-json", ALL },
        { "amd-smi-text", ALL },
        { "dcgmi-discovery", ALL },
        { "deepspeed-log", TRAIT_TRAINS },
        { "env-json", TRAIT_LISTS_WHOLE },
        { "env-text", TRAIT_LISTS_WHOLE },
        { "gpu-burn-text", TRAIT_TESTS_MACHINE },
        { "hpl-text", TRAIT_TESTS_MACHINE },
        { "inference-perf-prometheus", TRAIT_WATCHES },
        { "iteration-log", TRAIT_KEEPS_ITERATIONS },
        { "megatron-training-log", TRAIT_TRAINS },
        { "mlperf-log-detail", TRAIT_LOGS },
        { "mlperf-log-summary", TRAIT_SUMS_UP },
        { "nccl-tests-text", TRAIT_TESTS_MACHINE },
        { "ncu-details-csv", TRAIT_WATCHES },
        { "ncu-raw-csv", TRAIT_WATCHES },
        { "nsys-kernel-csv", TRAIT_WATCHES },
        { "nsys-sqlite", TRAIT_WATCHES },
        { "nsys-stats-json", TRAIT_WATCHES },
        { "nsys-stats-text", TRAIT_WATCHES },
        { "nvbandwidth-json", TRAIT_TESTS_MACHINE },
        { "nvbandwidth-text", TRAIT_TESTS_MACHINE },
        { "nvidia-smi-csv", TRAIT_POLLS },
        { "nvidia-smi-dmon", TRAIT_POLLS },
        { "nvidia-smi-table", ALL },
        { "nvidia-smi-text", BOTH },
        { "nvidia-smi-xml", BOTH },
        { "perf-analyzer-profile-json", TRAIT_KEEPS_REQUESTS },
        { "pip-freeze", TRAIT_LISTS_WHOLE },
        { "pip-list-json", TRAIT_LISTS_WHOLE },
        { "rocm-smi-json", ALL },
        { "pytest-benchmark-json", TRAIT_TELLS_COMMIT },
        { "sglang-serve-jsonl", TRAIT_KEEPS_REQUESTS },
        { "sglang-serve-log", TRAIT_SENDS_ONCE },
        { "stream-text", TRAIT_TESTS_MACHINE },
        { "torch-collect-env", ALL },
        { "torch-trace-json", TRAIT_WATCHES },
        { "torchtitan-log", TRAIT_TRAINS },
        { "trainer-state-json", TRAIT_TRAINS },
        { "trtexec-profile-json", TRAIT_WATCHES },
        { "trtllm-bench-json", TRAIT_ENDS_ON_FAILURE },
        { "trtllm-bench-log", TRAIT_ENDS_ON_FAILURE },
        { "vllm-serve-json", TRAIT_SENDS_ONCE },
        { "vllm-serve-log", TRAIT_SENDS_ONCE },
        { "xpu-smi-discovery-json", ALL },
    };
    size_t seen = 0;
    for (size_t i = 0; adapter_at(i); i++) {
        unsigned wanted = 0;
        for (size_t k = 0; k < ARRAY_COUNT(rows); k++) {
            bool own = strcmp(rows[k].format, adapter_at(i)->name) == 0;
            wanted = own ? rows[k].traits : wanted;
            seen += own;
        }
        if (adapter_at(i)->traits != wanted) {
            fail_msg(
                "%s has the traits %u (model/traits.h), and %u by the rows of this test: one of "
                "both is wrong, or a new format has no row here",
                adapter_at(i)->name, adapter_at(i)->traits, wanted);
        }
    }
    assert_int_equal(seen, ARRAY_COUNT(rows));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_names_a_format_that_is_read),
        cmocka_unit_test(metrics_are_results),
        cmocka_unit_test(rows_of_a_format_stand_together),
        cmocka_unit_test(no_row_stands_twice),
        cmocka_unit_test(a_capture_holds_no_results),
        cmocka_unit_test(commands_fit_a_line),
        cmocka_unit_test(traits_are_those_of_the_tools),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
