/* captures.c - the table of captures, and what to do where a fact is missing. */
#include "captures.h"

#include <string.h>

/* Columns by the names of drivers since 2019: a name that the driver does not know fails the whole
 * query, so that newer ones stay out. */
#define NVIDIA_COLUMNS                                                                             \
    "timestamp,index,name,uuid,serial,pci.bus_id,driver_version,vbios_version,memory.total,"       \
    "power.limit,power.draw,clocks.sm,clocks.mem,temperature.gpu,utilization.gpu,pstate"

static const struct capture_row rows[] = {
    { "date.txt", "date", "date -u +%Y-%m-%dT%H:%M:%SZ", "date-text", "all layers", NULL, { 0 } },
    { "uname.txt", "uname", "uname -a", "uname", "operating system", NULL, { KEY_OS_KERNEL } },
    { "os-release.txt",
      "cat",
      "cat /etc/os-release",
      "os-release",
      "operating system",
      "[ -r /etc/os-release ]",
      { KEY_OS_NAME, KEY_OS_VERSION } },
    { "lscpu.json",
      "lscpu",
      "lscpu -J",
      "lscpu-json",
      "host",
      NULL,
      { KEY_CPU_NAME, KEY_CPU_THREADS, KEY_CONTAINER_VIRTUALISATION } },
    { "meminfo.txt",
      "cat",
      "cat /proc/meminfo",
      "meminfo",
      "host",
      "[ -r /proc/meminfo ]",
      { KEY_HOST_MEMORY } },
    { "nvidia-smi-q.xml",
      "nvidia-smi",
      "nvidia-smi -q -x",
      "nvidia-smi-xml",
      "accelerator, firmware, driver, power",
      NULL,
      { KEY_DRIVER_VERSION, KEY_FIRMWARE_VBIOS, KEY_ACCELERATOR_NAME, KEY_ACCELERATOR_MEMORY_TOTAL,
        KEY_POWER_LIMIT } },
    { "nvidia-smi.txt", "nvidia-smi", "nvidia-smi", "nvidia-smi-table", "driver", NULL, { 0 } },
    { "nvidia-smi-query.csv",
      "nvidia-smi",
      "nvidia-smi --query-gpu=" NVIDIA_COLUMNS " --format=csv",
      "nvidia-smi-csv",
      "accelerator, power",
      NULL,
      { 0 } },
    { "nvidia-smi-capability.csv",
      "nvidia-smi",
      "nvidia-smi --query-gpu=index,name,compute_cap --format=csv",
      "nvidia-smi-csv",
      "accelerator",
      NULL,
      { KEY_ACCELERATOR_CAPABILITY } },
    { "nvidia-smi-topo.txt",
      "nvidia-smi",
      "nvidia-smi topo -m",
      "nvidia-smi-topo",
      "interconnect and network",
      NULL,
      { 0 } },
    { "nvcc-version.txt",
      "nvcc",
      "nvcc --version",
      "nvcc-version",
      "compiler",
      NULL,
      { KEY_COMPILE_TOOLKIT } },
    { "pip-freeze.txt",
      "python3",
      "python3 -m pip freeze",
      "pip-freeze",
      "framework, engine, runtime libraries",
      NULL,
      { KEY_ENGINE_VERSION, KEY_FRAMEWORK_VERSION } },
    { "torch-collect-env.txt",
      "python3",
      "python3 -m torch.utils.collect_env",
      "torch-collect-env",
      "framework",
      "python3 -c 'import torch'",
      { KEY_FRAMEWORK_VERSION, KEY_FRAMEWORK_CUDA } },
    { "torch-versions.json",
      "python3",
      "python3 -c \"$torch_versions\"",
      "torch-versions-json",
      "framework, runtime libraries",
      "python3 -c 'import torch'",
      { KEY_FRAMEWORK_VERSION, KEY_FRAMEWORK_CUDA, KEY_RUNTIME_CUDNN_LOADED,
        KEY_ACCELERATOR_CAPABILITY } },
    { "env.json",
      "awk",
      "awk \"$environment\"",
      "env-json",
      "operating system, runtime libraries",
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
    { KEY_CONTAINER_DIGEST, "docker inspect --format '{{.RepoDigests}}' IMAGE" },
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
    return str_format(home, "declare \"%s\" in run.json%s%s%s", vocabulary_row(key)->name,
                      look != NULL ? " (see " : "", look != NULL ? look : "",
                      look != NULL ? ")" : "");
}

static bool is_there(const struct capture_row *row, const struct inspected *file, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (file[i].adapter != NULL && strcmp(file[i].adapter->name, row->adapter) == 0)
            return true;
    }
    return false;
}

struct str capture_hint(struct arena *home, enum key key, const struct inspected *file,
                        size_t count)
{
    const struct capture_row *scripted = NULL;
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        if (!row_discloses(&rows[i], key) || is_there(&rows[i], file, count))
            continue;
        /* what the script keeps in a variable is no command to type */
        if (strchr(rows[i].command, '$') == NULL)
            return str_format(home, "%s > %s", rows[i].command, rows[i].file);
        scripted = &rows[i];
    }
    if (scripted != NULL)
        return STR("dossier capture-script > capture.sh; sh capture.sh");
    if (key_is_declarable(key))
        return member_hint(home, key);
    return STR("keep the result file of the tool that measured it");
}

/* ---- the script ------------------------------------------------------------------------------ */

static const char head[] =
    "#!/bin/sh\n"
    "# Written by `dossier capture-script`. Run it on the machine that is measured, as the user "
    "and\n"
    "# in the environment (container, virtual environment) of the benchmark, before or after a "
    "run:\n"
    "#\n"
    "#     sh capture.sh [FOLDER]         FOLDER is made; \"captures\" where left out\n"
    "#\n"
    "# It only reads: no root, no network, nothing installed, no setting changed. What cannot be\n"
    "# captured is skipped, and said so. Read what it wrote before you hand it on: host name, "
    "serial\n"
    "# numbers and paths may be in it (`dossier inspect FOLDER` marks them).\n"
    "set -u\n"
    "LC_ALL=C\n"
    "export LC_ALL\n"
    "umask 077\n"
    "folder=${1:-captures}\n"
    "if [ -e \"$folder\" ]; then\n"
    "    echo \"$folder exists already; name another folder\" >&2\n"
    "    exit 1\n"
    "fi\n"
    "mkdir -p -- \"$folder\" || exit 1\n"
    "written=0\n"
    "skipped=0\n"
    "\n"
    "skip() { # FILE REASON\n"
    "    skipped=$((skipped + 1))\n"
    "    printf 'skipped  %-26s %s\\n' \"$1\" \"$2\"\n"
    "}\n"
    "\n"
    "# Keeps the output of a command that succeeds and says something.\n"
    "keep() { # FILE COMMAND...\n"
    "    file=$1\n"
    "    shift\n"
    "    if \"$@\" >\"$folder/$file\" 2>\"$folder/.said\" </dev/null && [ -s \"$folder/$file\" ]; "
    "then\n"
    "        written=$((written + 1))\n"
    "        printf 'written  %s\\n' \"$file\"\n"
    "    else\n"
    "        said=$(head -n 1 \"$folder/.said\")\n"
    "        skip \"$file\" \"$1 failed: ${said:-it wrote nothing}\"\n"
    "        rm -f \"$folder/$file\"\n"
    "    fi\n"
    "    rm -f \"$folder/.said\"\n"
    "}\n"
    "\n"
    "has() { command -v \"$1\" >/dev/null 2>&1; }\n"
    "\n"
    "# What PyTorch says of itself and of the first accelerator.\n"
    "torch_versions='\n"
    "import json, torch\n"
    "said = {\"torch\": torch.__version__, \"git\": torch.version.git_version,\n"
    "        \"cuda\": torch.version.cuda, \"arch_list\": []}\n"
    "if torch.backends.cudnn.is_available():\n"
    "    said[\"cudnn\"] = torch.backends.cudnn.version()\n"
    "if torch.cuda.is_available():\n"
    "    said[\"arch_list\"] = torch.cuda.get_arch_list()\n"
    "    try:\n"
    "        said[\"nccl\"] = list(torch.cuda.nccl.version())\n"
    "    except Exception:\n"
    "        pass\n"
    "    first = torch.cuda.get_device_properties(0)\n"
    "    said.update(device=first.name, sms=first.multi_processor_count,\n"
    "                total_memory=first.total_memory, cc=[first.major, first.minor])\n"
    "try:\n"
    "    import triton\n"
    "    said[\"triton\"] = triton.__version__\n"
    "except ImportError:\n"
    "    pass\n"
    "print(json.dumps(said, indent=1))\n"
    "'\n"
    "\n"
    "# Variables that change how a run behaves; never one whose name speaks of a secret.\n"
    "environment='\n"
    "BEGIN {\n"
    "    mark = \"{\"\n"
    "    for (name in ENVIRON) {\n"
    "        if (name !~ /^(CUBLAS|CUDA|CUDNN|CXX|CFLAGS|GOMP|HABANA|HIP|HSA|KMP|LD_LIBRARY_PATH"
    "|MALLOC|MIOPEN|MKL|NCCL|NUMEXPR|NVIDIA|OMP|ONEAPI|OPENBLAS|PATH$|PYTORCH|RCCL|ROCM|ROCR"
    "|SGL|TENSORRT|TF_|TORCH|TRITON|TRTLLM|UCX|VLLM|XLA|ZE_)/)\n"
    "            continue\n"
    "        if (name ~ /KEY|TOKEN|SECRET|PASS|CREDENTIAL|AUTH/ || ENVIRON[name] ~ /[[:cntrl:]]/)\n"
    "            continue\n"
    "        value = ENVIRON[name]\n"
    "        gsub(/\\\\/, \"&&\", value)\n"
    "        gsub(/\"/, \"\\\\\\\"\", value)\n"
    "        printf \"%s\\n \\\"%s\\\": \\\"%s\\\"\", mark, name, value\n"
    "        mark = \",\"\n"
    "    }\n"
    "    print \"\\n}\"\n"
    "}'\n";

static const char tail[] = "\n"
                           "echo \"$written files in $folder, $skipped skipped\"\n"
                           "[ \"$written\" -gt 0 ]\n";

static void put_row(struct buf *out, const struct capture_row *row)
{
    buf_putf(out, "\n# %s\nif ! has %s; then\n    skip %s 'no %s'\n", row->layer, row->needs,
             row->file, row->needs);
    if (row->more != NULL)
        buf_putf(out, "elif ! %s 2>/dev/null; then\n    skip %s \"not here: %s\"\n", row->more,
                 row->file, row->more);
    buf_putf(out, "else\n    keep %s %s\nfi\n", row->file, row->command);
}

void capture_script_put(struct buf *out)
{
    buf_put(out, str_from(head));
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++)
        put_row(out, &rows[i]);
    buf_put(out, str_from(tail));
}
