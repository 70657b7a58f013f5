/* mutations_families.c - what order means in each family of formats, and how one of its files says
 * a thing twice. A row a family; each format belongs to one. */
#include "mutations.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct format_family families[] = {
    { .name = "JSON",
      .reorder = json_reorder,
      .twice = json_twice,
      .format = { "amd-smi-metric-json",
                  "amd-smi-static-json",
                  "bench-command-json",
                  "bench-plan-json",
                  "bench-serve-json",
                  "bench-summary-json",
                  "bench-sweep-json",
                  "container-inspect-json",
                  "criterion-benchmark-json",
                  "criterion-estimates-json",
                  "criterion-sample-json",
                  "dcgmi-diag-json",
                  "dossier-run",
                  "env-json",
                  "fio-json",
                  "genai-perf-json",
                  "google-benchmark-json",
                  "guidellm-json",
                  "hf-config-json",
                  "hyperfine-json",
                  "inference-perf-lifecycle",
                  "inference-perf-prometheus",
                  "inferencemax-point-json",
                  "inferencemax-row-json",
                  "llama-bench-json",
                  "llmperf-requests-json",
                  "llmperf-summary-json",
                  "lm-eval-json",
                  "lsblk-json",
                  "lscpu-json",
                  "lshw-json",
                  "mlc-host-json",
                  "mlperf-measurements-json",
                  "mlperf-storage-json",
                  "mlperf-storage-report-json",
                  "mlperf-system-json",
                  "nsys-stats-json",
                  "nvbandwidth-json",
                  "perf-analyzer-profile-json",
                  "pip-list-json",
                  "pytest-benchmark-json",
                  "rocm-smi-json",
                  "torch-trace-json",
                  "torch-versions-json",
                  "trainer-state-json",
                  "trtexec-profile-json",
                  "trtexec-times-json",
                  "trtllm-bench-json",
                  "vllm-latency-json",
                  "vllm-serve-json",
                  "vllm-throughput-json",
                  "xpu-smi-discovery-json" } },
    { .name = "JSON Lines",
      .reorder = json_lines_reorder,
      .twice = json_lines_twice,
      .format = { "aiperf-requests-jsonl", "aiperf-telemetry-jsonl", "iteration-log",
                  "llama-bench-jsonl", "sglang-serve-jsonl" } },
    { .name = "comma-separated, one table",
      .reorder = csv_reorder,
      .twice = csv_twice,
      .format = { "bench-sweep-csv", "dossier-series", "genai-perf-analyze-csv", "hyperfine-csv",
                  "llama-bench-csv", "ncu-details-csv", "ncu-raw-csv", "nvidia-smi-csv",
                  "perf-analyzer-csv" } },
    { .name = "comma-separated, a later row is a later moment",
      .reorder = csv_reorder,
      .twice = csv_columns_twice,
      .format = { "amd-smi-metric-csv", "nvidia-smi-apps" } },
    { .name = "comma-separated, several tables",
      .why = "a table is told by what stands above it, a cell by its table's first",
      .twice = lines_twice,
      .format = { "genai-perf-csv", "nsys-kernel-csv", "spec-cpu2017-csv" } },
    { .name = "columns between blanks, several tables",
      .why = "a cell is told by what stands above it, a row by its rank",
      .twice = lines_twice,
      .format = { "nsys-stats-text", "spec-cpu2017-text" } },
    { .name = "Markdown",
      .reorder = markdown_reorder,
      .twice = markdown_twice,
      .format = { "llama-bench-markdown", "lm-eval-log" } },
    { .name = "SQL",
      .reorder = insert_reorder,
      .twice = insert_twice,
      .format = { "llama-bench-sql" } },
    { .name = "columns between blanks",
      .reorder = aligned_reorder,
      .twice = aligned_twice,
      .format = { "dcgmi-dmon", "nvidia-smi-dmon", "nvidia-smi-pmon" } },
    { .name = "XML",
      .reorder = xml_reorder,
      .twice = xml_twice,
      .format = { "lshw-xml", "lstopo-xml", "nvidia-smi-xml", "phoronix-composite-xml" } },
    { .name = "Label: value",
      .reorder = lines_reorder,
      .twice = lines_twice,
      .separators = ":",
      .format = { "amd-smi-text", "dmi-id", "dmidecode", "dossier-left-out", "engine-options",
                  "inference-perf-config", "lshw-text", "meminfo", "numactl", "nvidia-smi-c2c",
                  "nvidia-smi-text", "torch-collect-env" } },
    { .name = "Label: value, a type of processor at a time",
      .reorder = lines_reorder,
      .twice = lines_twice,
      .separators = ":",
      .opener = "Model name",
      .format = { "lscpu-text" } },
    { .name = "thing : label: value",
      .reorder = lines_reorder,
      .twice = lines_twice,
      .separators = ">:",
      .format = { "rocm-smi-text" } },
    { .name = "label=value",
      .reorder = lines_reorder,
      .twice = lines_twice,
      .separators = "=@",
      .format = { "mlperf-storage-settings", "env-text", "mlperf-compliance", "os-release",
                  "pip-freeze" } },
    { .name = "a matrix with the names of its rows",
      .reorder = lines_reorder,
      .twice = lines_twice,
      .separators = "\t",
      .format = { "nvidia-smi-topo" } },
    { .name = "words name=value",
      .reorder = words_reorder,
      .twice = words_twice,
      .format = { "kernel-cmdline" } },
    { .name = "console output with a block of results",
      .reorder = lines_reorder,
      .twice = lines_twice,
      .separators = ":",
      .format = { "sglang-serve-log", "stream-text", "trtllm-bench-log", "vllm-serve-log" } },
    { .name = "console output of a test over accelerators",
      .why = "a row belongs to the titles above it, a verdict to the words above it",
      .twice = lines_twice,
      .format = { "gpu-burn-text", "nccl-tests-text", "nvbandwidth-text" } },
    { .name = "console output in order of time",
      .why = "a figure belongs to the heading and the phase above it",
      .twice = lines_twice,
      .format = { "dcgm-exporter-text", "deepspeed-log", "engine-server-log", "fio-log", "hpl-text",
                  "megatron-training-log", "mlperf-accuracy", "mlperf-log-detail",
                  "mlperf-power-log", "mlperf-training-log", "torchtitan-log", "trtexec-log" } },
    { .name = "lines of results between settings",
      .why = "settings hold for the results behind them, and a result again is a repetition",
      .twice = results_twice,
      .format = { "go-benchmark-text" } },
    { .name = "a report in parts",
      .why =
          "the part tells what a label means, and the scenario in the first one what a figure is",
      .twice = lines_twice,
      .format = { "mlperf-log-summary" } },
    { .name = "drawings",
      .why = "a line goes on with what the one above began: a box, a branch of a tree",
      .twice = lines_twice,
      .format = { "amd-smi-table", "dcgmi-discovery", "hl-smi-table", "lstopo-text",
                  "npu-smi-table", "nvidia-smi-table" } },
    { .name = "one statement",
      .why = "there is nothing beside it, or words that are told by their place",
      .twice = lines_twice,
      .format = { "cc-version", "date-text", "nvcc-version", "proc-version", "uname" } },
    { .name = "SQLite",
      .why = "rows of a database have no order; tests/e2e/nsys_sqlite.py damages some",
      .format = { "nsys-sqlite" } },
    { .name = "a form that was sent",
      .why = "its columns and their words are those that were sent, and no key stands twice",
      .format = { "dossier-statements" } },
    { .name = "GGUF", .reorder = gguf_reorder, .twice = gguf_twice, .format = { "gguf" } },
};

static size_t reordered[ARRAY_COUNT(families)], repeated[ARRAY_COUNT(families)];

/* ARRAY_COUNT(families): none. */
static size_t family_of(const char *format)
{
    for (size_t i = 0; i < ARRAY_COUNT(families); i++) {
        for (size_t k = 0; k < ARRAY_COUNT(families[i].format) && families[i].format[k]; k++)
            if (strcmp(families[i].format[k], format) == 0)
                return i;
    }
    return ARRAY_COUNT(families);
}

void families_try(const struct input *input, const struct adapter_result *whole)
{
    size_t index = family_of(whole->adapter->name);
    if (index == ARRAY_COUNT(families))
        return; /* families_all_tried tells */
    const struct format_family *family = &families[index];
    if (family->reorder)
        reordered[index] += family->reorder(input, whole, family);
    if (family->twice)
        repeated[index] += family->twice(input, whole, family);
}

bool families_all_tried(void)
{
    bool good = true;
    for (size_t i = 0; adapter_at(i); i++) {
        if (family_of(adapter_at(i)->name) == ARRAY_COUNT(families)) {
            print_message("%s: no family of formats has it: its name in a row of "
                          "mutations_families.c\n",
                          adapter_at(i)->name);
            good = false;
        }
    }
    for (size_t i = 0; i < ARRAY_COUNT(families); i++) {
        const struct format_family *family = &families[i];
        print_message("%s: in another order %zu times%s%s%s, twice %zu times\n", family->name,
                      reordered[i], family->why ? " (" : "", family->why ? family->why : "",
                      family->why ? ")" : "", repeated[i]);
        good = good && (!family->twice || repeated[i] > 0) &&
               (family->reorder ? reordered[i] > 0 : family->why != NULL);
    }
    return good;
}
