#!/bin/sh
# inspect_json.sh - inspect tells programs of the contradictions that it tells people of; one content kept twice is one source.
# ctest
. "$SOURCE/tests/e2e/common.sh"
golden=$SOURCE/tests/golden/ingest

cat >"$SCRATCH/alike.py" <<'END'
import json, re, subprocess, sys
dossier, folders = sys.argv[1], sys.argv[2:]
STATEMENTS = {"file-against-itself", "identity-twice", "counter-falls", "accelerators-counted", "machines-mixed"}
total = wrong = 0
for folder in folders:
    text = subprocess.run([dossier, "inspect", folder], capture_output=True, text=True).stdout
    told = json.loads(subprocess.run([dossier, "inspect", "--json", folder], capture_output=True, text=True).stdout)
    said, part = {"statement": 0, "contradiction": 0, "caution": 0}, ""
    for line in text.split("\n"):
        if line and line[0] not in " =":
            part = line
        if part.startswith("Statements that cannot") and re.match(r"  \S", line):
            said["statement"] += 1
        row = re.match(r"  (contradiction|caution)(,| |$)", line)
        if part.startswith("Figures that") and row:
            said[row[1]] += 1
    held = {"statement": 0, "contradiction": 0, "caution": 0}
    files = {f["name"]: {(x["key"], x["value"], x["place"]) for x in f["facts"]} for f in told["files"]}
    for one in told["contradictions"]:
        held["statement" if one["id"] in STATEMENTS else one["word"]] += 1
        assert one["says"] and one["figures"], one
        for figure in one["figures"]:  # each is a fact of that file
            assert (figure["key"], figure["value"], figure["place"]) in files[figure["file"]], figure
    if said != held:
        wrong += 1
        print(folder, "text", said, "json", held)
    total += sum(held.values())
print(total, "contradictions and cautions in", len(folders), "folders")
sys.exit(wrong or total < 5)
END
ok "text and JSON tell the same" python3 "$SCRATCH/alike.py" "$DOSSIER" "$golden/trtexec" "$golden/amd" "$golden/smi-text" \
    "$golden/spec" "$golden/serve" "$golden/vllm-log" "$golden/phoronix" "$golden/host"
if [ -d "${DOSSIER_CORPUS:-}" ]; then
    ok "of real files too" python3 "$SCRATCH/alike.py" "$DOSSIER" "$DOSSIER_CORPUS/captures" "$DOSSIER_CORPUS/vllm" \
        "$DOSSIER_CORPUS/inference-perf" "$DOSSIER_CORPUS/trtexec" "$DOSSIER_CORPUS/phoronix/pts-10.8.4-142-results"
fi

# ---- a folder into which everything was thrown ----
cd "$SCRATCH"
mkdir mixed
cp "$golden/captures-h100/nvidia-smi-q.xml" "$golden/vllm/serve.json" mixed
sed "s/EXAMPLE/MI300X/" "$golden/amd/static.txt" >mixed/static.txt
: >mixed/empty.json
head -c 500 "$golden/vllm/serve.json" >mixed/cut.json
exits 0 "a broken file refuses no folder" "$DOSSIER" inspect mixed
prints 'files of different machines lie in one folder: give each machine its own' "machines are told apart"
"$DOSSIER" inspect mixed >seen.txt 2>told.txt || :
ok "with both names" sh -c "tr -s '\n ' ' ' <seen.txt | grep -qF 'accelerator.name[0] NVIDIA H100 80GB HBM3 nvidia-smi-q.xml' &&
    tr -s '\n ' ' ' <seen.txt | grep -qF 'accelerator.name[0] AMD Instinct MI300X static.txt'"
ok "an empty file is called so" grep -q '^  empty  *empty.json' seen.txt
ok "a broken one too" grep -q 'cut.json (broken: see the messages' seen.txt

mkdir rows && cp "$golden/decode/iterations.jsonl" rows && printf 'a,b\n1,2\n' >rows/own.csv
(cd rows && tar -cf ../packed.tar own.csv) && mv packed.tar rows/logs.tar
"$DOSSIER" inspect rows >seen.txt 2>told.txt
ok "an archive in a folder is called so" grep -q '^  archive  *logs.tar (not opened inside a folder' seen.txt
ok "a log of iterations says what it wants" grep -q 'iterations.jsonl (lines in order; declare its columns' seen.txt
ok "so does a table" grep -q '^rows of samples become a series once run.json says which column is what' seen.txt

# ---- advice of one vendor ----
mkdir other && cp "$golden/amd/list.txt" other
"$DOSSIER" inspect other >seen.txt 2>told.txt
ok "AMD's bundle is not told to run NVIDIA's programs" sh -c "! grep -qE 'nvidia-smi|nvcc' seen.txt"
ok "but its own" grep -q 'driver.version  *amd-smi static --json > amd-smi-static.json' seen.txt
mkdir named && sed 's/EXAMPLE-40GB/AMD Instinct MI300X/' "$golden/mlperf/system.json" >named/system.json
"$DOSSIER" inspect named >seen.txt 2>told.txt
ok "nor is one that names AMD's accelerators alone" sh -c "! grep -qE 'nvidia-smi|nvcc' seen.txt"
ok "but by its own program" grep -q 'driver.version  *amd-smi static --json > amd-smi-static.json' seen.txt
# Whose accelerators they are: Intel's of two kinds, Google's, and none at all.
named() { # name of the accelerator, key, what discloses it
    sed "s/EXAMPLE-40GB/$1/" "$golden/mlperf/system.json" >named/system.json
    "$DOSSIER" inspect named 2>told.txt | tr '\n' ' ' | tr -s ' ' >seen.txt
    ok "$1: $2" grep -qF -- " $2 $3" seen.txt
    ok "$1: no NVIDIA's program" sh -c "! grep -qE 'nvidia-smi|nvcc|cudnn|framework.cuda' seen.txt"
}
named "Intel Gaudi 3" driver.version 'declare "driver.version" in run.json (see hl-smi -q)'
named "Intel Gaudi 3" power.limit 'declare "power.limit" in run.json (see hl-smi -q)'
named "Intel(R) Data Center GPU Max 1550" driver.version 'xpu-smi discovery -d 0 -j > xpu-smi-discovery.json'
named "Intel(R) Data Center GPU Max 1550" power.limit 'declare "power.limit" in run.json '
named "Google TPU v5e" driver.version 'declare "driver.version" in run.json '
named "AMD Instinct MI300X" driver.version 'amd-smi static --json > amd-smi-static.json'
"$DOSSIER" inspect "$SOURCE/samples/made/processors/A" >seen.txt 2>told.txt
ok "who used processors alone is asked for nothing of accelerators" sh -c "sed -n '/^Not disclosed/,\$p' seen.txt >asked.txt &&
    grep -q 'party.measured_by' asked.txt && ! grep -qE 'nvidia-smi|nvcc|accelerator|driver|vbios|power.limit|cuda' asked.txt"
"$DOSSIER" inspect --json "$SOURCE/samples/made/processors/A" >seen.json 2>told.txt
ok "in JSON too" jq -e '[.not_disclosed[].key | select(test("^(accelerator|driver|power|firmware)[.]"))] == []' seen.json
"$DOSSIER" inspect "$SOURCE/samples/made/processors/A" --run-json >seen.json 2>told.txt
ok "and in what is to be declared" jq -e 'has("accelerator") or has("driver") or has("power") | not' seen.json
mkdir neither && cp "$golden/vllm/serve.json" neither
"$DOSSIER" inspect neither >seen.txt 2>told.txt
ok "where nothing tells, the first that discloses" grep -q 'driver.version  *nvidia-smi -q -x' seen.txt

# ---- plain and packed ----
mkdir "$SCRATCH/twice"
cp "$golden/vllm/serve.json" twice/a.json
gzip -nk twice/a.json
python3 - <<'END' # the same through bsdtar's zst, where the program is there; else by a second gz
import shutil, subprocess
if shutil.which("zstd"):
    subprocess.run(["zstd", "-q", "-k", "twice/a.json"], check=True)
END
"$DOSSIER" inspect twice >once.txt 2>told.txt
ok "one content, one source" sh -c "! grep -q 'a.json.gz at' once.txt && ! grep -q 'a.json.zst at' once.txt"
ok "and said" grep -q '^  same content  *a.json.gz (as a.json)' once.txt
"$DOSSIER" inspect --json twice >once.json 2>>told.txt
ok "in JSON too" python3 -c '
import json
files = {f["name"]: f for f in json.load(open("once.json"))["files"]}
assert files["a.json.gz"]["same_content_as"] == "a.json" and not files["a.json.gz"]["facts"], files["a.json.gz"]
assert files["a.json"]["facts"] and "same_content_as" not in files["a.json"]'
sed 's/"duration": *[0-9.]*/"duration": 1.5/' twice/a.json | gzip -n >twice/a.json.gz
"$DOSSIER" inspect twice >other.txt 2>told.txt
ok "another content is read and warned of" grep -q 'a.json.gz: warning: beside a file of this name.*a.json' told.txt
ok "both are shown" grep -q 'a.json.gz at' other.txt
printf 'not gzip' >twice/a.json.gz
"$DOSSIER" inspect twice >/dev/null 2>told.txt
ok "what only calls itself gzip has another content" grep -q 'a.json.gz: warning: beside a file' told.txt

# in a case: neither a second run nor another figure
cp -R "$SOURCE/samples/software-bottleneck" case
"$DOSSIER" check --json case/case.json >before.json 2>told.txt
find case -name 'summary.json' -o -name 'result.json' -o -name 'nvidia-smi-q.xml' | while read -r file; do gzip -nk "$file"; done
ok "packed copies lie beside" sh -c "[ \$(find case -name '*.gz' | wc -l) -gt 3 ]"
"$DOSSIER" check --json case/case.json >after.json 2>told.txt
ok "the verdict is the same" python3 -c '
import json
before, after = (json.load(open(n)) for n in ("before.json", "after.json"))
strip = lambda c: [(f["rule"], f["makes"], f.get("says")) for f in c["findings"]]
assert [strip(c) for c in before["comparisons"]] == [strip(c) for c in after["comparisons"]]'

# What is personal in a large file is looked for beside its reading where there is a second processor: the same finds.
mkdir large
python3 - <<'P'
import gzip
lines = ["line %d of many that say nothing" % i for i in range(12000)]
for at in range(100, 12000, 500):
    lines[at] = "mail to person%d@example.org" % at
text = "\n".join(lines) + "\n"
open("large/plain.log", "w").write(text)
open("large/marked.log", "wb").write(b"\xef\xbb\xbf" + text.replace("12", "13").encode())
open("large/wide.log", "w", encoding="utf-16").write(text.replace("12", "14"))
with gzip.open("large/packed.log.gz", "wb") as out:
    out.write(text.replace("12", "15").encode())
P
one_processor() { python3 -c 'import os, sys; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}); os.execv(sys.argv[1], sys.argv[1:])' "$@"; }
"$DOSSIER" inspect --json large >all.json 2>told.txt
one_processor "$DOSSIER" inspect --json large >one.json 2>told.txt
ok "one processor finds what all find" cmp all.json one.json
ok "each of 24 addresses, from line 101 on, however it is stored" python3 -c '
import json
files = json.load(open("all.json"))["files"]
assert len(files) == 4, files
for f in files:
    assert f["personal"] == [{"what": "e-mail address", "count": 24, "line": 101}], f'
finish
