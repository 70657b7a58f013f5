#!/bin/sh
# Written by `dossier capture-script`. Run it on the machine that is measured, as the user and
# in the environment (container, virtual environment) of the benchmark, before or after a run:
#
#     sh capture.sh [FOLDER]         FOLDER is made; "captures" where left out
#
# Two things it cannot find by itself; name them in front (MODEL=/models/m sh capture.sh):
#     MODEL       folder of the checkpoint, or its GGUF file
#     CONTAINER   name of the container in which the benchmark runs, as docker or podman knows it
#
# It only reads: no root, no network, nothing installed, no setting changed. What cannot be
# captured is skipped, and said so. Read what it wrote before you hand it on: host name, serial
# numbers and paths may be in it (`dossier inspect FOLDER` marks them).
set -u
LC_ALL=C
export LC_ALL
umask 077
folder=${1:-captures}
if [ -e "$folder" ]; then
    echo "$folder exists already; name another folder" >&2
    exit 1
fi
mkdir -p -- "$folder" || exit 1
written=0
skipped=0

skip() { # FILE REASON
    skipped=$((skipped + 1))
    printf 'skipped  %-26s %s\n' "$1" "$2"
}

# Keeps the output of a command that succeeds and says something.
keep() { # FILE COMMAND...
    file=$1
    shift
    if "$@" >"$folder/$file" 2>"$folder/.said" </dev/null && [ -s "$folder/$file" ]; then
        written=$((written + 1))
        printf 'written  %s\n' "$file"
    else
        said=$(head -n 1 "$folder/.said")
        skip "$file" "$1 failed: ${said:-it wrote nothing}"
        rm -f "$folder/$file"
    fi
    rm -f "$folder/.said"
}

# The same, without the login in a URL (what stands before its @) and without passwords.
keep_clean() { # FILE COMMAND...
    if ! has sed; then
        skip "$1" 'no sed, which takes passwords out of it'
        return
    fi
    keep "$@"
    [ -e "$folder/$file" ] || return
    # "passlib==1.7.4" is no password
    sed -e 's#://[^/@[:space:]]*@#://(hidden)@#g' \
        -e 's#\([Pp][Aa][Ss][Ss][A-Za-z_]*[=:]\)[^=[:space:]][^[:space:]]*#\1(hidden)#g' \
        -e 's#\([Ss][Ee][Cc][Rr][Ee][Tt][A-Za-z_]*[=:]\)[^=[:space:]][^[:space:]]*#\1(hidden)#g' \
        -e 's#\([Tt][Oo][Kk][Ee][Nn][=:]\)[^=[:space:]][^[:space:]]*#\1(hidden)#g' \
        "$folder/$file" >"$folder/.clean" && mv -f "$folder/.clean" "$folder/$file" && return
    rm -f "$folder/.clean" "$folder/$file"
    written=$((written - 1))
    skip "$file" 'sed failed, which takes passwords out of it'
}

has() { # PROGRAM...: one of them is here
    for program in "$@"; do
        command -v "$program" >/dev/null 2>&1 && return
    done
    return 1
}

# What PyTorch says of itself and of the first accelerator.
torch_versions='
import json, torch
said = {"torch": torch.__version__, "git": torch.version.git_version,
        "cuda": torch.version.cuda, "arch_list": []}
if torch.backends.cudnn.is_available():
    said["cudnn"] = torch.backends.cudnn.version()
if torch.cuda.is_available():
    said["arch_list"] = torch.cuda.get_arch_list()
    try:
        said["nccl"] = list(torch.cuda.nccl.version())
    except Exception:
        pass
    first = torch.cuda.get_device_properties(0)
    said.update(device=first.name, sms=first.multi_processor_count,
                total_memory=first.total_memory, cc=[first.major, first.minor])
try:
    import triton
    said["triton"] = triton.__version__
except ImportError:
    pass
print(json.dumps(said, indent=1))
'

# Of a container, no environment: keys and passwords stand there. Docker tells the accelerators asked
# for; Podman the name and digest by which a registry knows the image, and the runtime that it calls.
container='"Image": {{json .Image}}, "Config": {"Image": {{json .Config.Image}}}, "HostConfig": {
  "Runtime": {{json .HostConfig.Runtime}}, "Memory": {{json .HostConfig.Memory}},
  "NanoCpus": {{json .HostConfig.NanoCpus}}, "CpuQuota": {{json .HostConfig.CpuQuota}},
  "CpuPeriod": {{json .HostConfig.CpuPeriod}}, "CpusetCpus": {{json .HostConfig.CpusetCpus}},
  "CpusetMems": {{json .HostConfig.CpusetMems}}, "ShmSize": {{json .HostConfig.ShmSize}},
  "IpcMode": {{json .HostConfig.IpcMode}}, "NetworkMode": {{json .HostConfig.NetworkMode}}'
devices='"DeviceRequests": {{json .HostConfig.DeviceRequests}}'
of_docker='"Id": {{json .Id}}'
of_podman='"Id": {{json .ID}}, "ImageName": {{json .ImageName}}, "ImageDigest": {{json .ImageDigest}},
  "OCIRuntime": {{json .OCIRuntime}}'

# Docker's, or Podman's where docker is not here or does not know it.
inspect_container() { # NAME
    if has docker && docker inspect --format "[{$of_docker, $container, $devices}}]" "$1"; then
        return
    fi
    has podman && podman inspect --format "[{$of_podman, $container}}]" "$1"
}

# Variables that change how a run behaves, by the names that their programs document; never one
# whose name or value speaks of a secret (key, token, password, login in a URL).
environment='
BEGIN {
    mark = "{"
    some = "[A-Za-z0-9_-]"
    some = some some some some
    some = some some some
    for (name in ENVIRON) {
        if (name !~ /^(CUBLAS|CUBLASLT|CUDA|CUDNN|GGML|GOMP|HABANA|HIP|HSA|JAX|KMP|LLAMA|MALLOC|MIOPEN|MKL|NCCL|NUMEXPR|NVIDIA|OLLAMA|OMP|OMPI|ONEAPI|OPENBLAS|PYTORCH|RAY|RCCL|ROCBLAS|ROCM|ROCR|SGL|SGLANG|TENSORRT|TLLM|TORCH|TORCHDYNAMO|TORCHINDUCTOR|TRITON|TRTLLM|UCX|VLLM|XLA|ZE)_/ &&
            name !~ /^(CFLAGS|CPPFLAGS|CUDAHOSTCXX|CXX|CXXFLAGS|LDFLAGS|LD_LIBRARY_PATH|LD_PRELOAD|PATH|PYTHONHASHSEED|PYTHONPATH)$/ &&
            name !~ /^TF_(AUTOTUNE|CPP|CUDA|CUDNN|DETERMINISTIC|DISABLE|ENABLE|FORCE|GPU|MKL|NUM|ONEDNN|ROCM|TENSORRT|TRT|USE|XLA)_/)
            continue
        value = ENVIRON[name]
        word = toupper(name)
        if (word ~ /KEY|TOKEN|SECRET|PASS|PWD|CRED|AUTH|COOKIE|LICENSE|LOGIN|PRIVATE|PROXY|SIGNATURE|WEBHOOK|(^|_)(DSN|PAT|PIN|SAS|USER|USERNAME)(_|$)/)
            continue
        if (value ~ /[[:cntrl:]]/ || value ~ /:\/\/[^\/]*@/ ||
            tolower(value) ~ /(^|[^a-z]|api|access)(key|token|secret|pass[a-z]*|pwd|credentials?|sig[a-z]*)["\047]?[=: ]/ ||
            value ~ ("(^|[^A-Za-z0-9])(AIza|AKIA|ASIA|eyJ|gh[a-z]_|github_pat_|glpat-|hf_|nvapi-|sk-|xox[a-z]-)" some))
            continue
        gsub(/\\/, "&&", value)
        gsub(/"/, "\\\"", value)
        printf "%s\n \"%s\": \"%s\"", mark, name, value
        mark = ","
    }
    print "\n}"
}'

# ROWS

echo "$written files in $folder, $skipped skipped"
echo "Lay the folder into the one that holds this machine's runs, or name it in the case as its captures."
[ "$written" -gt 0 ]
