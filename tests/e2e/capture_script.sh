#!/bin/sh
# ctest
# The script of `dossier capture-script`: with stand-ins for every program it asks, and on the bare machine, each
# file it writes is read by a format, and nothing that it claims to capture is called undisclosed.
. "$SOURCE/tests/e2e/common.sh"
unset PYTHONPATH
"$DOSSIER" capture-script >"$SCRATCH/capture.sh"
ok "the script is shell" sh -n "$SCRATCH/capture.sh"
if command -v shellcheck >/dev/null 2>&1; then
    ok "shellcheck has nothing to say" shellcheck -s sh "$SCRATCH/capture.sh"
else
    echo "shellcheck is not installed: not asked"
fi
ok "it asks for no root" sh -c "! grep -nE 'sudo|rm -r|curl|wget' '$SCRATCH/capture.sh'"
golden=$SOURCE/tests/golden/ingest/captures-h100

# ---- stand-ins that print what the programs print ----
mkdir "$SCRATCH/bin"
stand_in() { # NAME: its text from stdin
    { echo '#!/bin/sh'; cat; } >"$SCRATCH/bin/$1"
    chmod 755 "$SCRATCH/bin/$1"
}
stand_in nvidia-smi <<END
case "\$*" in
'-q -x') cat '$golden/nvidia-smi-q.xml' ;;
'topo -m') cat '$golden/nvidia-smi-topo.txt' ;;
'') cat '$golden/nvidia-smi.txt' ;;
'--query-gpu=index,name,compute_cap --format=csv')
    printf 'index, name, compute_cap\n0, NVIDIA H100 80GB HBM3, 9.0\n' ;;
--query-gpu=timestamp,index,*' --format=csv')
    echo 'timestamp, index, name, uuid, serial, pci.bus_id, driver_version, vbios_version, memory.total [MiB], power.limit [W], power.draw [W], clocks.current.sm [MHz], clocks.current.memory [MHz], temperature.gpu, utilization.gpu [%], pstate'
    echo '2026/11/27 23:27:04.049, 0, NVIDIA H100 80GB HBM3, GPU-00000000-0000-4000-8000-000000000006, 1650000000006, 00000000:00:06.0, 580.159.04, 96.00.DA.00.0C, 81559 MiB, 700.00 W, 71.26 W, 345 MHz, 2619 MHz, 33, 0 %, P0' ;;
*) echo "unknown: \$*" >&2; exit 2 ;;
esac
END
stand_in nvcc <<END
[ "\$*" = --version ] && cat '$golden/nvcc-version.txt'
END
stand_in lscpu <<END
[ "\$*" = -J ] && cat '$golden/lscpu.json'
END
stand_in lsblk <<END
[ "\$*" = '-J -d -o NAME,MODEL,SIZE,TYPE' ] && cat '$SOURCE/tests/golden/ingest/lsblk/lsblk.json'
END
stand_in python3 <<END
case "\$*" in
'-m pip freeze') cat '$golden/pip-freeze.txt'; echo vllm==0.16.0 ;;
'-m torch.utils.collect_env') cat '$golden/torch-collect-env.txt' ;;
'-c import torch') ;;
-c*torch.__version__*) cat '$golden/torch-versions.json' ;;
*) exit 2 ;;
esac
END
samples=$SOURCE/tests/golden/ingest
given() { # PROGRAM ARGUMENTS FILE: the program prints the file where it is given the arguments
    printf '#!/bin/sh\n[ "$*" = "%s" ] && cat "%s"\n' "$2" "$3" >"$SCRATCH/bin/$1"
    chmod 755 "$SCRATCH/bin/$1"
}
given numactl --hardware "$samples/host/numactl.txt"
given lshw '-quiet -sanitize -json' "$samples/host/lshw.json"
given lstopo-no-graphics '--of xml' "$samples/host/topology.xml"
given dmidecode '-t bios -t system -t memory' "$samples/real/dmidecode.txt"
given dcgmi 'discovery -l' "$samples/dcgm/discovery.txt"
given rocm-smi '-a --json' "$samples/amd/rocm.json"
given xpu-smi 'discovery -j' "$samples/xpu/discovery.json"
given vllm collect-env "$samples/collect-env-vllm/vllm-collect-env.txt"
stand_in amd-smi <<END
case "\$*" in
'static --partition --json') cat "$samples/amd-tool/partition.json" ;;
'process --json') cat "$samples/amd-processes/process.json" ;;
*) cat "$samples/amd-tool/\$1.json" ;;
esac
END
stand_in grep <<END
case "\$*" in
-Hs*/sys/class/dmi/id/*) cat "$samples/host/dmi-id.txt" ;;
*) exec /usr/bin/grep "\$@" ;;
esac
END
# docker fills in the template: {{json .A.B}} becomes what its own JSON holds at that path
cat >"$SCRATCH/docker.py" <<'END'
import json, re, sys
held = json.load(open(sys.argv[2]))[0]
if sys.argv[1] == "podman":  # 4.3.1 knows .ID where docker knows .Id
    held.update(ID=held.pop("Id"), ImageName=held["Config"]["Image"], ImageDigest="sha256:" + "c" * 64, OCIRuntime="crun")
verb, option, template, name = sys.argv[3:]
assert (verb, option) == ("inspect", "--format"), sys.argv
if name != "bench":
    print("no such container", file=sys.stderr)
    sys.exit(1)
def at(match):
    value = held
    for part in match[1].split("."):
        value = value[part]
    return json.dumps(value)
print(re.sub(r"{{json \.([A-Za-z.]+)}}", at, template))
END
stand_in docker <<END
exec /usr/bin/python3 "$SCRATCH/docker.py" docker "$samples/host/inspect.json" "\$@"
END
cat >"$SCRATCH/read.py" <<'END'
import json, re, sys
inspected = json.load(open(sys.argv[1]))
unread = [f["name"] for f in inspected["files"] if not f["read_as"]]
silent = [f["name"] for f in inspected["files"] if f["read_as"] and not f["facts"] and f["name"] != "lsblk.json"]
assert not unread and not silent, "unread: %s, no facts: %s" % (unread, silent)
assert len(inspected["files"]) >= int(sys.argv[2]), [f["name"] for f in inspected["files"]]
if sys.argv[3:] == ["all"]:  # every program was there: only what a person declares may be missing
    missing = [m for m in inspected["not_disclosed"] if not m["disclose_by"].startswith("declare ")]
    assert not missing, missing
    found = {p["what"] for f in inspected["files"] for p in f["personal"]}
    assert {"serial number", "unique identifier (UUID)", "host name"} <= found, found
    said = {}  # file to the format that the script says reads it
    for block in open("capture.sh").read().split("\n# ")[1:]:
        kept = re.search(r"; read as (\S+)\n(?:.*\n)*?    keep(?:_clean)? (\S+) ", block)
        if kept:
            said[kept[2]] = kept[1]
    wrong = [(f["name"], f["read_as"]) for f in inspected["files"] if said.get(f["name"]) != f["read_as"]]
    assert not wrong, wrong
    layers = {row["layer"] for row in json.load(open("vocabulary.json"))} - {""}
    shown = {}
    for f in inspected["files"]:
        for fact in f["facts"]:
            shown.setdefault(fact["layer"], set()).add(f["name"])
    for layer in sorted(layers):
        print("layer %-12s %s" % (layer, ", ".join(sorted(shown.get(layer, [])))))
    assert len(layers) == 14 and layers <= set(shown), "captured by no row: %s" % (layers - set(shown))
    text = open(sys.argv[1].replace("inspect.json", "captured/container.json")).read()
    assert "secret" not in text and "sha256:" in text, text
    env = json.load(open(sys.argv[1].replace("inspect.json", "captured/env.json")))
    assert env["CUDA_HOME"] == 'C:\\"x"', env
END
rows=$(grep -c '^    keep[a-z_]* [a-z]' "$SCRATCH/capture.sh")
cd "$SCRATCH"
"$DOSSIER" vocabulary --json >vocabulary.json
skipped=1 # a checkpoint is a folder or a GGUF file
[ -r /sys/class/dmi/id/product_name ] || skipped=2
[ -s /proc/cmdline ] || skipped=$((skipped + 1))
rows=$((rows - skipped))
mkdir model && cp "$samples/checkpoint/config.json" model
ok "it runs with stand-ins" env -i PATH="$SCRATCH/bin:/usr/bin:/bin" CUDA_HOME='C:\"x"' \
    MODEL="$SCRATCH/model" CONTAINER=bench sh capture.sh captured
prints "$rows files in captured, $skipped skipped" "all rows are written"
prints "Lay the folder into the one that holds this machine's runs" "and where they belong"
ok "a second run into the same folder is refused" sh -c '! sh capture.sh captured'
exits 0 "inspect reads the folder" "$DOSSIER" inspect captured
"$DOSSIER" inspect --json captured >inspect.json
ok "every file is read, with facts" python3 read.py inspect.json "$rows" all
ok "packages do not hide the rest" sh -c "'$DOSSIER' inspect captured | grep -q 'values, from pip-freeze.txt'"

# What rules judge of an environment is what the script keeps (TF_ is kept by what stands behind it), and what is read of `env`.
sed -n 's/^VARIABLE("\(.*[^_]\)")$/\1=1/p; s/^VARIABLE("\(.*_\)")$/\1X=1/p' "$SOURCE/model/variables.def" | grep -v '^PATH=\|^TF_X' >variables
# shellcheck disable=SC2046
ok "with every variable that is judged" env -i PATH="$SCRATCH/bin:/usr/bin:/bin" $(cat variables) sh capture.sh variabled
ok "each is kept" python3 -c '
import json
kept = json.load(open("variabled/env.json"))
wanted = {line.split("=")[0] for line in open("variables")}
assert len(wanted) > 50 and wanted <= set(kept), wanted - set(kept)'
mkdir printed
cp variables printed/env.txt
ok "each is read of what env prints" sh -c "\"$DOSSIER\" inspect printed --json >read.json && python3 -c '
import json
facts = {f.get(\"instance\", \"\") for g in json.load(open(\"read.json\"))[\"files\"] for f in g[\"facts\"]}
wanted = {line.split(\"=\")[0] for line in open(\"variables\")}
assert wanted <= facts, wanted - facts'"
ok "a GGUF file is a checkpoint too" env -i PATH="$SCRATCH/bin:/usr/bin:/bin" \
    MODEL="$samples/checkpoint/small.gguf" sh capture.sh packed
prints "CONTAINER is not set" "what the user did not name is said"
ok "a checkpoint that is not there is told as such, and no command complains" sh -c '
    env -i PATH=/usr/bin:/bin MODEL=nowhere sh capture.sh without >said 2>complaints; grep -q "^skipped  model-header.gguf .*none at nowhere" said && [ ! -s complaints ]'
ok "its header is read" sh -c "'$DOSSIER' inspect packed | grep -q '^  gguf  *model-header.gguf'"

# ---- podman, where docker is not here or does not know the container ----
stand_in podman <<END
exec /usr/bin/python3 "$SCRATCH/docker.py" podman "$samples/host/inspect.json" "\$@"
END
digest_of() { jq -r '.[0] | .ImageDigest // .Image' "$1/container.json"; }
image=$(jq -r '.[0].Image' "$samples/host/inspect.json")
ok "where both know it, docker tells" env -i PATH="$SCRATCH/bin:/usr/bin:/bin" CONTAINER=bench sh capture.sh docked
ok "its digest is captured" [ "$(digest_of docked)" = "$image" ]
stand_in docker <<'END'
echo "Cannot connect to the Docker daemon" >&2
exit 1
END
ok "docker without a daemon" env -i PATH="$SCRATCH/bin:/usr/bin:/bin" CONTAINER=bench sh capture.sh daemonless
ok "podman tells, with the digest that a registry knows" [ "$(digest_of daemonless)" = "sha256:$(printf '%064d' 0 | tr 0 c)" ]
rm bin/docker
mkdir only
for program in date cat awk mkdir printf head rm sh podman; do
    ln -s "$(PATH=$SCRATCH/bin:$PATH command -v $program)" only/$program
done
ok "podman alone" env -i PATH="$SCRATCH/only" CONTAINER=bench /bin/sh capture.sh podded
ok "is read" sh -c "'$DOSSIER' inspect --json podded | jq -e '[.files[].facts[] | select(.key == \"container.digest\")] |
    length == 1 and .[0].value == \"$(digest_of daemonless)\"'"
exits 0 "a container that neither knows" env -i PATH="$SCRATCH/only" CONTAINER=other /bin/sh capture.sh unknown
prints "no such container" "is said"
rm only/podman
exits 0 "neither of them" env -i PATH="$SCRATCH/only" CONTAINER=bench /bin/sh capture.sh neither
prints "no docker, no podman" "is said"
prints "no sed, which takes passwords out of it" "nothing that may hold a password is kept as it is"

# ---- secrets: in names, values, URLs and what programs print ----
cat >secrets.sh <<'END'
export HF_TOKEN=planted1 HUGGING_FACE_HUB_TOKEN=planted2 WANDB_API_KEY=planted3 AWS_ACCESS_KEY_ID=planted4
export AWS_SECRET_ACCESS_KEY=planted5 AWS_SESSION_TOKEN=planted6 GITHUB_TOKEN=planted7 NGC_API_KEY=planted8
export NVIDIA_API_KEY=planted9 VLLM_API_KEY=planted10 PGPASSWORD=planted11 MYSQL_PWD=planted12 DATABASE_URL=pg://u:planted13@h
export TF_VAR_db_password=planted14 TF_VAR_region=planted15 TF_TOKEN_app_terraform_io=planted16 TF_HTTP_PASSWORD=planted17
export TF_CLI_ARGS=planted18 TF_ENCRYPTION=planted19 TF_CONFIG=planted20 TF_WORKSPACE=planted21
export http_proxy=http://u:planted22@proxy HTTPS_PROXY=http://u:planted23@proxy ALL_PROXY=planted24 VLLM_HTTP_PROXY=planted25
export NCCL_SECRET=planted26 NCCL_Password=planted27 CUDA_DSN=planted28 TRITON_PAT=planted29 UCX_CREDENTIALS=planted30
export VLLM_S3=https://u:planted31@host/bucket PYTORCH_ARGS='--api-key planted32' XLA_FLAGS='--x --token=planted33'
export TORCH_HUB=hf_planted34abcdefghijk VLLM_ARGS='{"password": "planted35"}' VLLM_SIGNED='https://h/o?sig=planted36'
export NVIDIA_AUTH=planted37 VLLM_WEBHOOK=https://hooks/planted38 ROCM_USER=planted39 CUDA_LINES="a
planted40" HIP_X=AKIAPLANTED41ABCDEF OMP_X='password:planted42' VLLM_COOKIE=planted43 CUDAX=planted44 PATHS=planted45
export CUDA_HOME=/usr/local/cuda NCCL_DEBUG=INFO OMP_NUM_THREADS=8 VLLM_ATTENTION_BACKEND=FLASH_ATTN TF_CPP_MIN_LOG_LEVEL=2
export TF_ENABLE_ONEDNN_OPTS=1 TF_XLA_FLAGS=--tf_xla_auto_jit=2 TORCH_CUDA_ARCH_LIST='9.0 10.0+PTX' LD_LIBRARY_PATH=/opt/monkey:/lib
export CUDA_VISIBLE_DEVICES=0,1 PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True TORCHINDUCTOR_CACHE_DIR=/tmp/c CFLAGS='-O2 -g'
END
stand_in cat <<'END'
case "$*" in
/proc/cmdline) echo "root=/dev/sda1 ks=https://u:planted46@host/ks rd.iscsi.password=planted47 quiet" ;;
*) exec /usr/bin/cat "$@" ;;
esac
END
stand_in python3 <<END
case "\$*" in
'-m pip freeze') cat '$golden/pip-freeze.txt'; printf '%s\n' SecretStorage==3.3.3 passlib==1.7.4 '-e git+https://u:planted48@host/x.git@0123#egg=x' ;;
*) exit 2 ;;
esac
END
stand_in vllm <<END
cat "$samples/collect-env-vllm/vllm-collect-env.txt"
echo "VLLM_S3=https://planted49@host"
END
ok "with secrets in the environment" env -i PATH="$SCRATCH/bin:/usr/bin:/bin" CONTAINER=bench sh -c '. ./secrets.sh; sh capture.sh shut'
ok "there are files to search" [ -s shut/env.json ]
ok "that hold what the programs print" grep -q '^root=/dev/sda1 ks=https://(hidden)@host/ks rd.iscsi.password=(hidden) quiet$' shut/kernel-cmdline.txt
ok "and the rest of a line" grep -q '^-e git+https://(hidden)@host/x.git@0123#egg=x$' shut/pip-freeze.txt
ok "but no package" sh -c "grep -v '^-e' shut/pip-freeze.txt >packages.txt; printf 'SecretStorage==3.3.3\npasslib==1.7.4\n' |
    cat '$golden/pip-freeze.txt' - | cmp - packages.txt"
ok "of 49 secrets none is in any file" sh -c '! grep -rin planted shut'
ok "49 were planted" [ "$(cat secrets.sh bin/cat bin/python3 bin/vllm | grep -io 'planted[0-9]*' | sort -u | wc -l)" = 49 ]
ok "what changes a run is captured" python3 -c '
import json
env = json.load(open("shut/env.json"))
wanted = {"CFLAGS", "CUDA_HOME", "CUDA_VISIBLE_DEVICES", "LD_LIBRARY_PATH", "NCCL_DEBUG", "OMP_NUM_THREADS", "PATH",
          "PYTORCH_CUDA_ALLOC_CONF", "TF_CPP_MIN_LOG_LEVEL", "TF_ENABLE_ONEDNN_OPTS", "TF_XLA_FLAGS", "TORCH_CUDA_ARCH_LIST",
          "TORCHINDUCTOR_CACHE_DIR", "VLLM_ATTENTION_BACKEND"}
assert set(env) == wanted, (wanted - set(env), set(env) - wanted)'
rm bin/cat

# ---- nothing there, failing programs ----
stand_in nvidia-smi <<'END'
echo "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver." >&2
exit 9
END
ok "a failing program is said" env -i PATH="$SCRATCH/bin:/usr/bin:/bin" sh capture.sh failing
prints "couldn't communicate" "with its own words"
ok "and leaves no file" sh -c '! ls failing | grep nvidia'
mkdir few
for program in date uname cat awk mkdir printf head rm; do ln -s "$(command -v $program)" few/$program; done
ok "without most programs it still captures" env -i PATH="$SCRATCH/few" /bin/sh capture.sh bare
prints "no nvidia-smi" "and says what is not there"

# ---- this machine, as it is ----
ok "it runs here" sh capture.sh here
exits 0 "inspect reads what it captured here" "$DOSSIER" inspect here
"$DOSSIER" inspect --json here >inspect-here.json
ok "every file of this machine is read" python3 read.py inspect-here.json 4
finish
