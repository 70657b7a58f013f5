/* captures.c - the table of captures, and what to do where a fact is missing. */
#include "captures.h"

#include <string.h>

/* Columns by the names of drivers since 2019: a name that the driver does not know fails the whole
 * query, so that newer ones stay out. */
#define NVIDIA_COLUMNS                                                                             \
    "timestamp,index,name,uuid,serial,pci.bus_id,driver_version,vbios_version,memory.total,"       \
    "power.limit,power.draw,clocks.sm,clocks.mem,temperature.gpu,utilization.gpu,pstate"

static const struct capture_row rows[] = {
    { .file = "date.txt",
      .needs = "date",
      .command = "date -u +%Y-%m-%dT%H:%M:%SZ",
      .adapter = "date-text",
      .layer = "all layers" },
    { .file = "uname.txt",
      .needs = "uname",
      .command = "uname -a",
      .adapter = "uname",
      .layer = "operating system",
      .key = { KEY_OS_KERNEL } },
    { .file = "os-release.txt",
      .needs = "cat",
      .command = "cat /etc/os-release",
      .adapter = "os-release",
      .layer = "operating system",
      .more = "[ -r /etc/os-release ]",
      .key = { KEY_OS_NAME, KEY_OS_VERSION } },
    { .file = "kernel-cmdline.txt",
      .needs = "cat",
      .command = "cat /proc/cmdline",
      .adapter = "kernel-cmdline",
      .layer = "operating system",
      .more = "[ -r /proc/cmdline ]",
      .clean = true },
    { .file = "dmi-id.txt",
      .needs = "grep",
      .command = "grep -Hs . /sys/class/dmi/id/bios_date /sys/class/dmi/id/bios_version "
                 "/sys/class/dmi/id/product_name",
      .adapter = "dmi-id",
      .layer = "firmware, host",
      .more = "[ -r /sys/class/dmi/id/product_name ]" },
    { .file = "dmidecode.txt",
      .needs = "dmidecode",
      .command = "dmidecode -t bios -t system -t memory",
      .adapter = "dmidecode",
      .layer = "firmware, host" },
    { .file = "lscpu.json",
      .needs = "lscpu",
      .command = "lscpu -J",
      .adapter = "lscpu-json",
      .layer = "host",
      .key = { KEY_CPU_NAME, KEY_CPU_THREADS, KEY_CONTAINER_VIRTUALISATION } },
    { .file = "meminfo.txt",
      .needs = "cat",
      .command = "cat /proc/meminfo",
      .adapter = "meminfo",
      .layer = "host",
      .more = "[ -r /proc/meminfo ]",
      .key = { KEY_HOST_MEMORY } },
    { .file = "numactl.txt",
      .needs = "numactl",
      .command = "numactl --hardware",
      .adapter = "numactl",
      .layer = "host" },
    { .file = "lshw.json",
      .needs = "lshw",
      .command = "lshw -quiet -sanitize -json",
      .adapter = "lshw-json",
      .layer = "firmware, host, network, storage" },
    { .file = "topology.xml",
      .needs = "lstopo-no-graphics",
      .command = "lstopo-no-graphics --of xml",
      .adapter = "lstopo-xml",
      .layer = "firmware, host" },
    { .file = "lsblk.json",
      .needs = "lsblk",
      .command = "lsblk -J -d -o NAME,MODEL,SIZE,TYPE",
      .adapter = "lsblk-json",
      .layer = "storage" },
    { .file = "nvidia-smi-q.xml",
      .needs = "nvidia-smi",
      .command = "nvidia-smi -q -x",
      .adapter = "nvidia-smi-xml",
      .layer = "accelerator, firmware, driver, power",
      .key = { KEY_DRIVER_VERSION, KEY_FIRMWARE_VBIOS, KEY_ACCELERATOR_NAME, KEY_ACCELERATOR_COUNT,
               KEY_ACCELERATOR_MEMORY_TOTAL, KEY_POWER_LIMIT } },
    { .file = "nvidia-smi.txt",
      .needs = "nvidia-smi",
      .command = "nvidia-smi",
      .adapter = "nvidia-smi-table",
      .layer = "driver" },
    { .file = "nvidia-smi-query.csv",
      .needs = "nvidia-smi",
      .command = "nvidia-smi --query-gpu=" NVIDIA_COLUMNS " --format=csv",
      .adapter = "nvidia-smi-csv",
      .layer = "accelerator, power" },
    { .file = "nvidia-smi-capability.csv",
      .needs = "nvidia-smi",
      .command = "nvidia-smi --query-gpu=index,name,compute_cap --format=csv",
      .adapter = "nvidia-smi-csv",
      .layer = "accelerator",
      .key = { KEY_ACCELERATOR_CAPABILITY } },
    { .file = "nvidia-smi-topo.txt",
      .needs = "nvidia-smi",
      .command = "nvidia-smi topo -m",
      .adapter = "nvidia-smi-topo",
      .layer = "interconnect and network" },
    { .file = "dcgmi-discovery.txt",
      .needs = "dcgmi",
      .command = "dcgmi discovery -l",
      .adapter = "dcgmi-discovery",
      .layer = "accelerator" },
    { .file = "amd-smi-static.json",
      .needs = "amd-smi",
      .command = "amd-smi static --json",
      .adapter = "amd-smi-static-json",
      .layer = "accelerator, firmware, driver, power",
      .key = { KEY_DRIVER_VERSION, KEY_FIRMWARE_VBIOS, KEY_ACCELERATOR_NAME,
               KEY_ACCELERATOR_MEMORY_TOTAL, KEY_ACCELERATOR_CAPABILITY, KEY_POWER_LIMIT } },
    { .file = "amd-smi-list.json",
      .needs = "amd-smi",
      .command = "amd-smi list --json",
      .adapter = "amd-smi-metric-json",
      .layer = "accelerator" },
    /* From ROCm 7 on not among what static writes by itself. */
    { .file = "amd-smi-partition.json",
      .needs = "amd-smi",
      .command = "amd-smi static --partition --json",
      .adapter = "amd-smi-static-json",
      .layer = "accelerator" },
    { .file = "amd-smi-metric.json",
      .needs = "amd-smi",
      .command = "amd-smi metric --json",
      .adapter = "amd-smi-metric-json",
      .layer = "accelerator, power" },
    { .file = "amd-smi-process.json",
      .needs = "amd-smi",
      .command = "amd-smi process --json",
      .adapter = "amd-smi-metric-json",
      .layer = "accelerator" },
    { .file = "rocm-smi.json",
      .needs = "rocm-smi",
      .command = "rocm-smi -a --json",
      .adapter = "rocm-smi-json",
      .layer = "accelerator, firmware, driver, power" },
    { .file = "xpu-smi-discovery.json",
      .needs = "xpu-smi",
      .command = "xpu-smi discovery -j",
      .adapter = "xpu-smi-discovery-json",
      .layer = "accelerator" },
    { .file = "nvcc-version.txt",
      .needs = "nvcc",
      .command = "nvcc --version",
      .adapter = "nvcc-version",
      .layer = "compiler",
      .key = { KEY_COMPILE_TOOLKIT } },
    { .file = "pip-freeze.txt",
      .needs = "python3",
      .command = "python3 -m pip freeze",
      .adapter = "pip-freeze",
      .layer = "framework, engine, runtime libraries",
      .key = { KEY_ENGINE_VERSION, KEY_FRAMEWORK_VERSION },
      .clean = true },
    { .file = "torch-collect-env.txt",
      .needs = "python3",
      .command = "python3 -m torch.utils.collect_env",
      .adapter = "torch-collect-env",
      .layer = "framework",
      .more = "python3 -c 'import torch'",
      .key = { KEY_FRAMEWORK_VERSION, KEY_FRAMEWORK_CUDA },
      .clean = true },
    { .file = "torch-versions.json",
      .needs = "python3",
      .command = "python3 -c \"$torch_versions\"",
      .adapter = "torch-versions-json",
      .layer = "framework, runtime libraries",
      .more = "python3 -c 'import torch'",
      .key = { KEY_FRAMEWORK_VERSION, KEY_FRAMEWORK_CUDA, KEY_RUNTIME_CUDNN_LOADED,
               KEY_ACCELERATOR_CAPABILITY } },
    { .file = "vllm-collect-env.txt",
      .needs = "vllm",
      .command = "vllm collect-env",
      .adapter = "torch-collect-env",
      .layer = "engine, framework, compiler",
      .clean = true },
    { .file = "container.json",
      .needs = "docker podman",
      .command = "inspect_container \"$CONTAINER\"",
      .adapter = "container-inspect-json",
      .layer = "container and virtualisation",
      .variable = "CONTAINER",
      .key = { KEY_CONTAINER_DIGEST } },
    { .file = "config.json",
      .needs = "cat",
      .command = "cat \"$MODEL/config.json\"",
      .adapter = "hf-config-json",
      .layer = "application and model",
      .more = "[ -r \"$MODEL/config.json\" ]",
      .variable = "MODEL",
      .key = { KEY_PRECISION_WEIGHTS, KEY_PRECISION_QUANTISATION } },
    { .file = "model-header.gguf",
      .needs = "head",
      .command = "head -c 16777216 \"$MODEL\"",
      .adapter = "gguf",
      .layer = "application and model",
      .more = "[ \"$(head -c 4 \"$MODEL\" 2>/dev/null)\" = GGUF ]",
      .variable = "MODEL" },
    { .file = "env.json",
      .needs = "awk",
      .command = "awk \"$environment\"",
      .adapter = "env-json",
      .layer = "operating system, runtime libraries" },
};

const struct capture_row *capture_at(size_t index)
{
    return index < ARRAY_COUNT(rows) ? &rows[index] : NULL;
}

/* What only a person can say: where it can be looked up, and what others wrote. */
static const struct advice {
    enum key key;
    const char *look, *example;
} advice[] = {
    { KEY_COMPILE_MODE, "the server's log", "eager, cudagraph, compile-cudagraph" },
    { KEY_CONTAINER_DIGEST, "docker or podman inspect --format '{{.Image}}' CONTAINER",
      "sha256:...; none" },
    { KEY_DATASET_NAME, NULL,
      "words.txt of 20 MB, or ShareGPT_V3; random tokens, drawn with the seed" },
    { KEY_DECODING_SAMPLING, NULL, "greedy" },
    { KEY_ENGINE_FEATURES, NULL, "none; speculative decoding" },
    { KEY_ENGINE_VERSION, "the server's --version", "0.16.0; none" },
    { KEY_ENVIRONMENT_PROVIDER, NULL, "own data centre; name of the cloud provider" },
    { KEY_ENVIRONMENT_SHARING, NULL, "exclusive; shared host, accelerator exclusive" },
    { KEY_INPUT_LENGTH, NULL, "512" },
    { KEY_LOAD_SCENARIO, NULL, "one batch; Poisson arrivals at 10 requests/s" },
    { KEY_METHOD_COMMAND, NULL,
      "pytest --benchmark-json=out.json, or vllm bench serve --model ..." },
    { KEY_METHOD_SERVER_COMMAND, NULL, "vllm serve MODEL --revision ... --dtype bfloat16" },
    { KEY_METHOD_OPTIMISATION, NULL, "out of the box; by the vendor, flags only" },
    { KEY_METHOD_STOP_RULE, NULL, "time; count of requests" },
    { KEY_METHOD_TOOL, NULL, "vllm bench serve; own script bench.py" },
    { KEY_METHOD_TOOL_VERSION, NULL, "0.16.0; sha256 of the script" },
    { KEY_METHOD_WARMUP, NULL, "none discarded; first 100 requests discarded" },
    { KEY_MODEL_NAME, NULL, "meta-llama/Llama-3.1-8B-Instruct" },
    { KEY_MODEL_REVISION, "git rev-parse HEAD in the checkpoint's folder", NULL },
    { KEY_OUTPUT_LENGTH, NULL, "512" },
    { KEY_PRECISION_COMPUTE, "the server's --dtype", "bf16" },
    { KEY_PRECISION_KV_CACHE, NULL, "fp8; as weights; none" },
    { KEY_PRECISION_QUANTISATION, "quantization_config in the checkpoint's config.json", "none" },
    { KEY_PRECISION_WEIGHTS, "torch_dtype in the checkpoint's config.json", "bf16" },
    { KEY_RUNTIME_ATTENTION, "the server's log", "FLASH_ATTN; none" },
    { KEY_ACCELERATOR_COUNT, NULL, "0, where processors alone did the work; 1" },
    { KEY_STACK_ARTEFACT, NULL, "sha256 of the image, package or binary" },
    { KEY_STACK_RELEASE_RULE, NULL, "as found" },
    { KEY_STACK_UNIT, NULL, "offer; accelerator: what the case names as its unit" },
    { KEY_WORKLOAD_KIND, NULL, "serving; offline inference; training" },
    { KEY_WORKLOAD_SEED, NULL, "1234; none" },
};

static const struct advice *advice_for(enum key key)
{
    static const struct advice nothing = { 0 };
    for (size_t i = 0; i < ARRAY_COUNT(advice); i++)
        if (advice[i].key == key)
            return &advice[i];
    return &nothing;
}

const char *capture_look(enum key key)
{
    return advice_for(key)->look;
}

const char *capture_example(enum key key)
{
    return advice_for(key)->example;
}

static bool row_discloses(const struct capture_row *row, enum key key)
{
    for (size_t i = 0; i < CAPTURE_KEYS && row->key[i] != KEY_CASE_ID; i++)
        if (row->key[i] == key)
            return true;
    return false;
}

/* Where one accelerator is attached, one was used. */
static bool one_attached(const struct inspected *file, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct fact *fact =
            facts_best(file[i].facts, KEY_ACCELERATOR_ATTACHED, (struct str){ 0 });
        if (fact && str_eq(fact->value.text, STR("1")))
            return true;
    }
    return false;
}

/* Rules W6 and P3 cannot be decided without the last two, which not every workload has. */
static bool is_wanted(enum key key)
{
    return vocabulary_row(key)->needed || key == KEY_DECODING_SAMPLING ||
           key == KEY_PRECISION_KV_CACHE;
}

bool capture_missing(enum key key, const bool *disclosed, const struct inspected *file,
                     size_t count)
{
    return is_wanted(key) && !disclosed[key] &&
           (key != KEY_ACCELERATOR_COUNT || !one_attached(file, count));
}

void capture_unasked(struct arena *home, const struct rules *rules, const struct inspected *file,
                     size_t count, bool *disclosed)
{
    struct told *told = ARENA_MANY(home, count + 1, struct told);
    for (size_t i = 0; i < count; i++)
        told[i] = (struct told){ file[i].facts, file[i].series, file[i].series_count };
    bool asked[KEY_COUNT], wanted[KEY_COUNT];
    for (int key = 0; key < KEY_COUNT; key++)
        asked[key] = wanted[key] = !disclosed[key] && is_wanted((enum key)key);
    rules_ask_each(home, rules, told, count, asked);
    for (int key = 0; key < KEY_COUNT; key++)
        disclosed[key] = wanted[key] ? !asked[key] : disclosed[key];
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
    for (size_t i = 0; i < count; i++)
        if (file[i].adapter && strcmp(file[i].adapter->name, row->adapter) == 0 &&
            (alone || str_ends(file[i].evidence->name, str_from(row->file))))
            return true;
    return false;
}

/* What the script keeps in a variable is no command to type. */
static bool is_scripted(const struct capture_row *row)
{
    return strchr(row->command, '$') != NULL;
}

/* Whose accelerators the programs of a capture know; "": anybody's. */
static const char *program_vendor(const char *adapter)
{
    static const struct {
        const char *prefix, *vendor;
    } prefixes[] = {
        { "amd-smi", "AMD" },       { "dcgmi", "NVIDIA" }, { "nvcc", "NVIDIA" },
        { "nvidia-smi", "NVIDIA" }, { "rocm-smi", "AMD" }, { "xpu-smi", "Intel" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(prefixes); i++)
        if (strncmp(adapter, prefixes[i].prefix, strlen(prefixes[i].prefix)) == 0)
            return prefixes[i].vendor;
    return "";
}

/* The first name of an accelerator; NULL: none. */
static const struct fact *name_in(const struct facts *facts)
{
    for (size_t i = 0; i < facts_count(facts); i++) {
        const struct fact *fact = facts_at(facts, i);
        if (fact->key == KEY_ACCELERATOR_NAME && !fact->placeholder)
            return fact;
    }
    return NULL;
}

/* Whose accelerators a file is about: by the program that wrote it, else by a name in it. */
static struct str file_vendor(const struct inspected *file)
{
    struct str vendor = str_from(file->adapter ? program_vendor(file->adapter->name) : "");
    for (size_t i = 0; i < facts_count(file->facts) && vendor.len == 0; i++) {
        const struct fact *fact = facts_at(file->facts, i);
        if ((fact->key == KEY_ACCELERATOR_NAME || fact->key == KEY_ACCELERATOR_VENDOR) &&
            !fact->placeholder)
            vendor = vendor_of(fact->value.text);
    }
    return vendor;
}

/* The files speak of another vendor's accelerators, and of none of this one's. */
static bool is_foreign(const struct capture_row *row, const struct inspected *file, size_t count)
{
    const char *own = program_vendor(row->adapter);
    bool other = false;
    for (size_t i = 0; i < count && own[0] != '\0'; i++) {
        struct str vendor = file_vendor(&file[i]);
        if (str_eq(vendor, str_from(own)))
            return false;
        other = other || vendor.len > 0;
    }
    return other;
}

/* The program of the vendor whose accelerators alone the files are about, where it is not NVIDIA's;
 * NULL: none, or none is known to show the key. */
static const struct vendor_program *own_program(enum key key, const struct inspected *file,
                                                size_t count)
{
    struct str vendor = { 0 };
    struct str name = { 0 };
    for (size_t i = 0; i < count; i++) {
        struct str own = file_vendor(&file[i]);
        const struct fact *fact = facts_count(file[i].facts) > 0 ? name_in(file[i].facts) : NULL;
        if (own.len > 0 && vendor.len > 0 && !str_eq(own, vendor))
            return NULL;
        vendor = own.len > 0 ? own : vendor;
        name = fact ? fact->value.text : name;
    }
    const struct vendor_program *program = vendor_program(vendor, name);
    bool shows = program && (program->shows >> vocabulary_row(key)->layer & 1U) != 0;
    return shows ? program : NULL;
}

/* The program whose output would disclose the key, though no row does; NULL: none, or the output is
 * there. */
static const struct vendor_program *program_for(enum key key, const struct inspected *file,
                                                size_t count)
{
    const struct vendor_program *program = own_program(key, file, count);
    if (!program || !program->file)
        return NULL;
    for (size_t i = 0; i < count; i++)
        if (str_ends(file[i].evidence->name, str_from(program->file)))
            return NULL;
    return program;
}

/* A capture that would disclose the key; a command to type before one of the script. */
static const struct capture_row *row_for(enum key key, const struct inspected *file, size_t count)
{
    const struct capture_row *scripted = NULL;
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        if (!row_discloses(&rows[i], key) || is_there(&rows[i], file, count) ||
            is_foreign(&rows[i], file, count))
            continue;
        if (!is_scripted(&rows[i]))
            return &rows[i];
        scripted = &rows[i];
    }
    return scripted;
}

static struct str member_hint(struct arena *home, enum key key, const struct inspected *file,
                              size_t count)
{
    const struct vendor_program *program = own_program(key, file, count);
    const char *look = capture_look(key);
    if (!look && program)
        look = program->query;
    if (vocabulary_row(key)->group == GROUP_PARTY)
        return STR("declare it under \"measured_by\" in case.json");
    return str_format(home, "declare \"%s\" in run.json%s%s%s", vocabulary_row(key)->name,
                      look ? " (see " : "", look ? look : "", look ? ")" : "");
}

bool capture_is_declared(enum key key, const struct inspected *file, size_t count)
{
    return !row_for(key, file, count) && !program_for(key, file, count) && key_is_declarable(key) &&
           vocabulary_row(key)->group != GROUP_PARTY;
}

struct str capture_hint(struct arena *home, enum key key, const struct inspected *file,
                        size_t count)
{
    const struct capture_row *row = row_for(key, file, count);
    if (row && !is_scripted(row))
        return str_format(home, "%s > %s", row->command, row->file);
    if (row)
        return str_format(home, "dossier capture-script > capture.sh; %s%ssh capture.sh",
                          row->variable ? row->variable : "", row->variable ? "=... " : "");
    const struct vendor_program *program = program_for(key, file, count);
    if (program)
        return str_format(home, "%s > %s", program->query, program->file);
    if (key_is_declarable(key))
        return member_hint(home, key, file, count);
    return STR("keep the result file of the tool that measured it");
}
