/* capture_script.c - `dossier capture-script`: the table of captures as a shell script. */
#include "captures.h"

static const char head[] =
    "#!/bin/sh\n"
    "# Written by `dossier capture-script`. Run it on the machine that is measured, as the user "
    "and\n"
    "# in the environment (container, virtual environment) of the benchmark, before or after a "
    "run:\n"
    "#\n"
    "#     sh capture.sh [FOLDER]         FOLDER is made; \"captures\" where left out\n"
    "#\n"
    "# Two things it cannot find by itself; name them in front (MODEL=/models/m sh capture.sh):\n"
    "#     MODEL       folder of the checkpoint, or its GGUF file\n"
    "#     CONTAINER   name of the container in which the benchmark runs, as docker knows it\n"
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
    "# Of a container, no environment: keys and passwords stand there.\n"
    "container='[{\"Id\": {{json .Id}}, \"Image\": {{json .Image}}, \"HostConfig\": {\n"
    "  \"Runtime\": {{json .HostConfig.Runtime}}, \"Memory\": {{json .HostConfig.Memory}},\n"
    "  \"NanoCpus\": {{json .HostConfig.NanoCpus}}, \"ShmSize\": {{json .HostConfig.ShmSize}},\n"
    "  \"CpusetCpus\": {{json .HostConfig.CpusetCpus}}, \"IpcMode\": {{json "
    ".HostConfig.IpcMode}},\n"
    "  \"NetworkMode\": {{json .HostConfig.NetworkMode}}}, \"Config\": {\"Image\": {{json "
    ".Config.Image}}}}]'\n"
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
    buf_putf(out, "\n# %s; read as %s\nif ! has %s; then\n    skip %s 'no %s'\n", row->layer,
             row->adapter, row->needs, row->file, row->needs);
    if (row->variable != NULL)
        buf_putf(out, "elif [ -z \"${%s:-}\" ]; then\n    skip %s '%s is not set'\n", row->variable,
                 row->file, row->variable);
    if (row->more != NULL && row->variable != NULL)
        buf_putf(out, "elif ! %s 2>/dev/null; then\n    skip %s \"none at $%s\"\n", row->more,
                 row->file, row->variable);
    else if (row->more != NULL)
        buf_putf(out, "elif ! %s 2>/dev/null; then\n    skip %s \"not here: %s\"\n", row->more,
                 row->file, row->more);
    buf_putf(out, "else\n    keep %s %s\nfi\n", row->file, row->command);
}

void capture_script_put(struct buf *out)
{
    buf_put(out, str_from(head));
    const struct capture_row *row;
    for (size_t i = 0; (row = capture_at(i)) != NULL; i++)
        put_row(out, row);
    buf_put(out, str_from(tail));
}
