/* fuzz_formats.c - every adapter: the first byte chooses the file's name, since some bid by name.
 */
#include "fuzz.h"
#include "ingest/ingest.h"

static const char *const names[] = {
    "summary.json",
    "command.json",
    "torch-versions.json",
    "env.json",
    "lscpu.json",
    "nvidia-smi-q.xml",
    "telemetry.csv",
    "pip-freeze.txt",
    "uname.txt",
    "os-release.txt",
    "nvcc-version.txt",
    "nvidia-smi-topo.txt",
    "torch-collect-env.txt",
    "meminfo.txt",
    "date.txt",
    "iterations.jsonl",
    "result.json",
    "llama-bench.json",
    "nvidia-smi.txt",
    "sweep.csv",
    "sweep.json",
    "plan-A.json",
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FUZZ_BEGIN
    if (size > 0) {
        struct entry entry = { .name = str_from(names[data[0] % ARRAY_COUNT(names)]),
                               .bytes = str_sub(input, 1, size) };
        entry.digest = digest_of(entry.bytes);
        struct entries entries = { &entry, 1 };
        struct inspected *out;
        size_t count;
        (void)!ingest_inspect(home, &entries, &fuzz_limits, &out, &count, diags);
    }
    FUZZ_END
}
