/* captures.c - the table of captures, and what to do where a fact is missing. */
#include "captures.h"

#include <string.h>

/* Columns by the names of drivers since 2019: a name that the driver does not know fails the whole
 * query, so that newer ones stay out. */
#define NVIDIA_COLUMNS                                                                             \
    "timestamp,index,name,uuid,serial,pci.bus_id,driver_version,vbios_version,memory.total,"       \
    "power.limit,power.draw,clocks.sm,clocks.mem,temperature.gpu,utilization.gpu,pstate"

static const struct capture_row rows[] = {
    { "date.txt",
      "date",
      "date -u +%Y-%m-%dT%H:%M:%SZ",
      "date-text",
      "all layers",
      NULL,
      NULL,
      { 0 } },
    { "uname.txt",
      "uname",
      "uname -a",
      "uname",
      "operating system",
      NULL,
      NULL,
      { KEY_OS_KERNEL } },
    { "os-release.txt",
      "cat",
      "cat /etc/os-release",
      "os-release",
      "operating system",
      "[ -r /etc/os-release ]",
      NULL,
      { KEY_OS_NAME, KEY_OS_VERSION } },
    { "kernel-cmdline.txt",
      "cat",
      "cat /proc/cmdline",
      "kernel-cmdline",
      "operating system",
      "[ -r /proc/cmdline ]",
      NULL,
      { 0 } },
    { "dmi-id.txt",
      "grep",
      "grep -Hs . /sys/class/dmi/id/bios_version /sys/class/dmi/id/product_name",
      "dmi-id",
      "firmware, host",
      "[ -r /sys/class/dmi/id/product_name ]",
      NULL,
      { 0 } },
    { "lscpu.json",
      "lscpu",
      "lscpu -J",
      "lscpu-json",
      "host",
      NULL,
      NULL,
      { KEY_CPU_NAME, KEY_CPU_THREADS, KEY_CONTAINER_VIRTUALISATION } },
    { "meminfo.txt",
      "cat",
      "cat /proc/meminfo",
      "meminfo",
      "host",
      "[ -r /proc/meminfo ]",
      NULL,
      { KEY_HOST_MEMORY } },
    { "numactl.txt", "numactl", "numactl --hardware", "numactl", "host", NULL, NULL, { 0 } },
    { "lshw.json",
      "lshw",
      "lshw -quiet -sanitize -json",
      "lshw-json",
      "firmware, host, network, storage",
      NULL,
      NULL,
      { 0 } },
    { "topology.xml",
      "lstopo-no-graphics",
      "lstopo-no-graphics --of xml",
      "lstopo-xml",
      "firmware, host",
      NULL,
      NULL,
      { 0 } },
    { "lsblk.json",
      "lsblk",
      "lsblk -J -d -o NAME,MODEL,SIZE,TYPE",
      "lsblk-json",
      "storage",
      NULL,
      NULL,
      { 0 } },
    { "nvidia-smi-q.xml",
      "nvidia-smi",
      "nvidia-smi -q -x",
      "nvidia-smi-xml",
      "accelerator, firmware, driver, power",
      NULL,
      NULL,
      { KEY_DRIVER_VERSION, KEY_FIRMWARE_VBIOS, KEY_ACCELERATOR_NAME, KEY_ACCELERATOR_COUNT,
        KEY_ACCELERATOR_MEMORY_TOTAL, KEY_POWER_LIMIT } },
    { "nvidia-smi.txt",
      "nvidia-smi",
      "nvidia-smi",
      "nvidia-smi-table",
      "driver",
      NULL,
      NULL,
      { 0 } },
    { "nvidia-smi-query.csv",
      "nvidia-smi",
      "nvidia-smi --query-gpu=" NVIDIA_COLUMNS " --format=csv",
      "nvidia-smi-csv",
      "accelerator, power",
      NULL,
      NULL,
      { 0 } },
    { "nvidia-smi-capability.csv",
      "nvidia-smi",
      "nvidia-smi --query-gpu=index,name,compute_cap --format=csv",
      "nvidia-smi-csv",
      "accelerator",
      NULL,
      NULL,
      { KEY_ACCELERATOR_CAPABILITY } },
    { "nvidia-smi-topo.txt",
      "nvidia-smi",
      "nvidia-smi topo -m",
      "nvidia-smi-topo",
      "interconnect and network",
      NULL,
      NULL,
      { 0 } },
    { "dcgmi-discovery.txt",
      "dcgmi",
      "dcgmi discovery -l",
      "dcgmi-discovery",
      "accelerator",
      NULL,
      NULL,
      { 0 } },
    { "amd-smi-static.json",
      "amd-smi",
      "amd-smi static --json",
      "amd-smi-static-json",
      "accelerator, firmware, driver, power",
      NULL,
      NULL,
      { KEY_DRIVER_VERSION, KEY_FIRMWARE_VBIOS, KEY_ACCELERATOR_NAME, KEY_ACCELERATOR_MEMORY_TOTAL,
        KEY_ACCELERATOR_CAPABILITY, KEY_POWER_LIMIT } },
    { "amd-smi-metric.json",
      "amd-smi",
      "amd-smi metric --json",
      "amd-smi-metric-json",
      "accelerator, power",
      NULL,
      NULL,
      { 0 } },
    { "rocm-smi.json",
      "rocm-smi",
      "rocm-smi -a --json",
      "rocm-smi-json",
      "accelerator, firmware, driver, power",
      NULL,
      NULL,
      { 0 } },
    { "xpu-smi-discovery.json",
      "xpu-smi",
      "xpu-smi discovery -j",
      "xpu-smi-discovery-json",
      "accelerator",
      NULL,
      NULL,
      { 0 } },
    { "nvcc-version.txt",
      "nvcc",
      "nvcc --version",
      "nvcc-version",
      "compiler",
      NULL,
      NULL,
      { KEY_COMPILE_TOOLKIT } },
    { "pip-freeze.txt",
      "python3",
      "python3 -m pip freeze",
      "pip-freeze",
      "framework, engine, runtime libraries",
      NULL,
      NULL,
      { KEY_ENGINE_VERSION, KEY_FRAMEWORK_VERSION } },
    { "torch-collect-env.txt",
      "python3",
      "python3 -m torch.utils.collect_env",
      "torch-collect-env",
      "framework",
      "python3 -c 'import torch'",
      NULL,
      { KEY_FRAMEWORK_VERSION, KEY_FRAMEWORK_CUDA } },
    { "torch-versions.json",
      "python3",
      "python3 -c \"$torch_versions\"",
      "torch-versions-json",
      "framework, runtime libraries",
      "python3 -c 'import torch'",
      NULL,
      { KEY_FRAMEWORK_VERSION, KEY_FRAMEWORK_CUDA, KEY_RUNTIME_CUDNN_LOADED,
        KEY_ACCELERATOR_CAPABILITY } },
    { "vllm-collect-env.txt",
      "vllm",
      "vllm collect-env",
      "torch-collect-env",
      "engine, framework, compiler",
      NULL,
      NULL,
      { 0 } },
    { "container.json",
      "docker",
      "docker inspect --format \"$container\" \"$CONTAINER\"",
      "container-inspect-json",
      "container and virtualisation",
      NULL,
      "CONTAINER",
      { KEY_CONTAINER_DIGEST } },
    { "config.json",
      "cat",
      "cat \"$MODEL/config.json\"",
      "hf-config-json",
      "application and model",
      "[ -r \"$MODEL/config.json\" ]",
      "MODEL",
      { KEY_PRECISION_WEIGHTS, KEY_PRECISION_QUANTISATION } },
    { "model-header.gguf",
      "head",
      "head -c 16777216 \"$MODEL\"",
      "gguf",
      "application and model",
      "[ \"$(head -c 4 \"$MODEL\")\" = GGUF ]",
      "MODEL",
      { 0 } },
    { "env.json",
      "awk",
      "awk \"$environment\"",
      "env-json",
      "operating system, runtime libraries",
      NULL,
      NULL,
      { 0 } },
};

const struct capture_row *capture_at(size_t index)
{
    return index < ARRAY_COUNT(rows) ? &rows[index] : NULL;
}

/* What only a person can say, and where it can be looked up. */
static const struct {
    enum key key;
    const char *look;
} looked_up[] = {
    { KEY_CONTAINER_DIGEST, "docker inspect --format '{{.Image}}' CONTAINER" },
    { KEY_ENGINE_VERSION, "the server's --version" },
    { KEY_MODEL_REVISION, "git rev-parse HEAD in the checkpoint's folder" },
    { KEY_PRECISION_COMPUTE, "the server's --dtype" },
    { KEY_PRECISION_QUANTISATION, "quantization_config in the checkpoint's config.json" },
    { KEY_PRECISION_WEIGHTS, "torch_dtype in the checkpoint's config.json" },
    { KEY_RUNTIME_ATTENTION, "the server's log" },
    { KEY_COMPILE_MODE, "the server's log" },
};

static bool row_discloses(const struct capture_row *row, enum key key)
{
    for (size_t i = 0; i < CAPTURE_KEYS && row->key[i] != KEY_CASE_ID; i++) {
        if (row->key[i] == key)
            return true;
    }
    return false;
}

static struct str member_hint(struct arena *home, enum key key)
{
    const char *look = NULL;
    for (size_t i = 0; i < ARRAY_COUNT(looked_up); i++) {
        if (looked_up[i].key == key)
            look = looked_up[i].look;
    }
    if (vocabulary_row(key)->group == GROUP_PARTY)
        return STR("declare it under \"measured_by\" in case.json");
    return str_format(home, "declare \"%s\" in run.json%s%s%s", vocabulary_row(key)->name,
                      look != NULL ? " (see " : "", look != NULL ? look : "",
                      look != NULL ? ")" : "");
}

/* Where one accelerator is attached, one was used. */
static bool one_attached(const struct inspected *file, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct fact *fact =
            facts_best(file[i].facts, KEY_ACCELERATOR_ATTACHED, (struct str){ 0 });
        if (fact != NULL && str_eq(fact->value.text, STR("1")))
            return true;
    }
    return false;
}

bool capture_missing(enum key key, const bool *disclosed, const struct inspected *file,
                     size_t count)
{
    /* Rules W6 and P3 cannot be decided without these two, which not every workload has. */
    bool wanted = vocabulary_row(key)->needed || key == KEY_DECODING_SAMPLING ||
                  key == KEY_PRECISION_KV_CACHE;
    return wanted && !disclosed[key] &&
           (key != KEY_ACCELERATOR_COUNT || !one_attached(file, count));
}

static bool alone_in_format(const struct capture_row *row)
{
    size_t rows_of = 0;
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++)
        rows_of += strcmp(rows[i].adapter, row->adapter) == 0;
    return rows_of == 1;
}

/* Telemetry is no query of the capability, though one format reads both: where rows share a format,
 * the name tells. */
static bool is_there(const struct capture_row *row, const struct inspected *file, size_t count)
{
    bool alone = alone_in_format(row);
    for (size_t i = 0; i < count; i++) {
        if (file[i].adapter != NULL && strcmp(file[i].adapter->name, row->adapter) == 0 &&
            (alone || str_ends(file[i].evidence->name, str_from(row->file))))
            return true;
    }
    return false;
}

/* Whose accelerators the programs of a capture know; "": anybody's. */
static const char *vendor_of(const char *adapter)
{
    static const struct {
        const char *prefix, *vendor;
    } prefixes[] = {
        { "amd-smi", "AMD" },       { "dcgmi", "NVIDIA" }, { "nvcc", "NVIDIA" },
        { "nvidia-smi", "NVIDIA" }, { "rocm-smi", "AMD" }, { "xpu-smi", "Intel" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(prefixes); i++) {
        if (strncmp(adapter, prefixes[i].prefix, strlen(prefixes[i].prefix)) == 0)
            return prefixes[i].vendor;
    }
    return "";
}

/* The files speak of another vendor's accelerators, and of none of this one's. */
static bool is_foreign(const struct capture_row *row, const struct inspected *file, size_t count)
{
    const char *own = vendor_of(row->adapter);
    bool other = false;
    for (size_t i = 0; i < count && own[0] != '\0'; i++) {
        const char *vendor = file[i].adapter != NULL ? vendor_of(file[i].adapter->name) : "";
        if (strcmp(vendor, own) == 0)
            return false;
        other = other || vendor[0] != '\0';
    }
    return other;
}

struct str capture_hint(struct arena *home, enum key key, const struct inspected *file,
                        size_t count)
{
    const struct capture_row *scripted = NULL;
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        if (!row_discloses(&rows[i], key) || is_there(&rows[i], file, count) ||
            is_foreign(&rows[i], file, count))
            continue;
        /* what the script keeps in a variable is no command to type */
        if (strchr(rows[i].command, '$') == NULL)
            return str_format(home, "%s > %s", rows[i].command, rows[i].file);
        scripted = &rows[i];
    }
    if (scripted != NULL)
        return str_format(home, "dossier capture-script > capture.sh; %s%ssh capture.sh",
                          scripted->variable != NULL ? scripted->variable : "",
                          scripted->variable != NULL ? "=... " : "");
    if (key_is_declarable(key))
        return member_hint(home, key);
    return STR("keep the result file of the tool that measured it");
}
