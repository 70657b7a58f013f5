#!/bin/sh
# ctest
# The script of `dossier capture-script`: with stand-ins for every program it asks, and on the bare machine, each
# file it writes is read by a format, and nothing that it claims to capture is called undisclosed.
. "$SOURCE/tests/e2e/common.sh"
unset PYTHONPATH
"$DOSSIER" capture-script >"$SCRATCH/capture.sh"
ok "the script is shell" sh -n "$SCRATCH/capture.sh"
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
given dcgmi 'discovery -l' "$samples/dcgm/discovery.txt"
given rocm-smi '-a --json' "$samples/amd/rocm.json"
given xpu-smi 'discovery -j' "$samples/xpu/discovery.json"
given vllm collect-env "$samples/collect-env-vllm/vllm-collect-env.txt"
stand_in amd-smi <<END
cat "$samples/amd/\$1.json"
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
held = json.load(open(sys.argv[1]))[0]
verb, option, template, name = sys.argv[2:]
assert (verb, option, name) == ("inspect", "--format", "bench"), sys.argv
def at(match):
    value = held
    for part in match[1].split("."):
        value = value[part]
    return json.dumps(value)
print(re.sub(r"{{json \.([A-Za-z.]+)}}", at, template))
END
stand_in docker <<END
exec /usr/bin/python3 "$SCRATCH/docker.py" "$samples/host/inspect.json" "\$@"
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
        kept = re.search(r"; read as (\S+)\n(?:.*\n)*?    keep (\S+) ", block)
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
    assert env["CUDA_HOME"] == 'C:\\"x"' and "HF_TOKEN" not in env and "NCCL_SECRET" not in env, env
END
rows=$(grep -c '^    keep ' "$SCRATCH/capture.sh")
cd "$SCRATCH"
"$DOSSIER" vocabulary --json >vocabulary.json
skipped=1 # a checkpoint is a folder or a GGUF file
[ -r /sys/class/dmi/id/product_name ] || skipped=2
[ -s /proc/cmdline ] || skipped=$((skipped + 1))
rows=$((rows - skipped))
mkdir model && cp "$samples/checkpoint/config.json" model
ok "it runs with stand-ins" env -i PATH="$SCRATCH/bin:/usr/bin:/bin" CUDA_HOME='C:\"x"' NCCL_SECRET=no HF_TOKEN=no \
    MODEL="$SCRATCH/model" CONTAINER=bench sh capture.sh captured
prints "$rows files in captured, $skipped skipped" "all rows are written"
ok "a second run into the same folder is refused" sh -c '! sh capture.sh captured'
exits 0 "inspect reads the folder" "$DOSSIER" inspect captured
"$DOSSIER" inspect --json captured >inspect.json
ok "every file is read, with facts" python3 read.py inspect.json "$rows" all
ok "packages do not hide the rest" sh -c "'$DOSSIER' inspect captured | grep -q 'values, from pip-freeze.txt'"

ok "a GGUF file is a checkpoint too" env -i PATH="$SCRATCH/bin:/usr/bin:/bin" \
    MODEL="$samples/checkpoint/small.gguf" sh capture.sh packed
prints "CONTAINER is not set" "what the user did not name is said"
ok "its header is read" sh -c "'$DOSSIER' inspect packed | grep -q '^  gguf  *model-header.gguf'"

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
