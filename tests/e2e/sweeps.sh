#!/bin/sh
# ctest
# sweeps.sh - a sweep over loads answers where a system saturates only where it is shown to be of that system: it, or a
# run.json beside it, tells the workload and the accelerator that the runs tell, and each point was held as long as a run.
. "$(dirname "$0")/common.sh"
cp -r "$SOURCE/samples/software-bottleneck" "$SCRATCH/s"
chmod -R u+w "$SCRATCH/s"
cd "$SCRATCH/s" || exit 1
edit() { jq "$2" "$1" >"$SCRATCH/new" && cp "$SCRATCH/new" "$1"; }
# try NAME answered-or-unanswered [words of the report]
try() {
    rm -rf "$SCRATCH/r"
    exits 0 "$1: report" "$DOSSIER" report case-purchase.json -o "$SCRATCH/r"
    got=$(jq -r '.claims[] | select(.id == "question.saturation") | .facts | length > 0' "$SCRATCH/r/report/data.json")
    ok "$1: answered $2" [ "$got" = "$2" ]
    tr -s ' \n' ' ' <"$SCRATCH/r/report/pages.txt" >"$SCRATCH/pages"
    [ -z "${3:-}" ] || ok "$1: says why" grep -qF "$3" "$SCRATCH/pages"
}
held() { # the same without pages
    "$BUILD/tests/derive" case-purchase.json >"$SCRATCH/derived.json" 2>"$SCRATCH/err" || :
    got=$(jq -r '.claims[] | select(.id == "question.saturation") | .facts | length > 0' "$SCRATCH/derived.json")
    ok "$1: answered $2" [ "$got" = "$2" ]
}
try "the sample's sweep is of shorter answers" false "Output length is another there"
ok "the curve does not stand under A's label" sh -c '! grep -q "A: as it runs today A sweep" "$1"' sh "$SCRATCH/pages"
ok "its heading says so" grep -q "A sweep offered for A, not shown to be of it" "$SCRATCH/pages"

# One that is of A, reaches saturation and was held for a minute a point: 60 s at each load.
python3 - <<'P'
rows = ["concurrency,output_tokens_per_s,tokens_per_s_per_sequence,p50_ms,p90_ms,p95_ms,p99_ms,steps"]
for load, rate in ((1, 300), (2, 600), (4, 1190), (8, 2350), (16, 3000), (32, 3040), (64, 3050)):
    step = load / rate * 1000
    rows.append("%d,%.2f,%.3f,%.4f,%.4f,%.4f,%.4f,%d" % (load, rate, rate / load, step, step, step, step * 1.02, 61000 / step))
open("sweep/sweep.csv", "w").write("\n".join(rows) + "\n")
P
edit sweep/run.json '.output.length = "512"'
try "a sweep of A or of B" false "tells its Launch and compile mode, which the runs of A tell"
edit sweep/run.json '.facts["compile.mode"] = "cudagraph"'
try "a sweep of A" true
ok "under A's label" grep -q "A: as it runs today" "$SCRATCH/pages"
cp sweep/run.json "$SCRATCH/told.json"
other() { cp "$SCRATCH/told.json" sweep/run.json; edit sweep/run.json "$1"; }
other '.facts["accelerator.name"]["0"] = "NVIDIA H200"'
try "another accelerator" false "Accelerator is another there"
other '.model.name = "another model"'
try "another model" false "Model is another there"
other '.facts["precision.weights"] = "fp8"'
try "other weights" false "is another there"
other '.input.length = "2048"'
try "another context" false "is another there"
other '.input.length = "515"'
try "a mean length within two parts of a hundred" true
other 'del(.facts["accelerator.name"])'
try "an accelerator that nobody tells" false "(Accelerator)"
other 'del(.model)'
try "a model that nobody tells" false "(Model)"
other '.facts["compile.mode"] = "compile-cudagraph"'
try "the mode of the other system" false "Launch and compile mode is another there"
other '.facts["power.limit"] = { "0": "350 W" }'
try "under another power limit" false "Power limit in force is another there"
other '.facts["os.kernel"] = "5.4.0"'
try "under another kernel" false "Kernel is another there"
other '.precision.kv_cache = "fp8"'
try "another KV cache" false "Format of the KV cache is another there"

# What the sweep's command leaves to a file is told by that file, or by nobody, whatever is declared beside it.
serve='.method.server_command = "vllm serve example/m --config other.yaml"'
other "$serve"
try "options in a file that is not enclosed" false "it may be set in other.yaml, which is not enclosed"
ok "its key is named" grep -q "Format of computation: it may be set in other.yaml" "$SCRATCH/pages"
printf 'kv-cache-dtype: fp8\n' >sweep/other.yaml
held "an fp8 cache in the file" false
printf 'kv-cache-dtype: bf16\ndtype: bfloat16\nport: 8000\n' >sweep/other.yaml
held "the runs' cache in the file" true
printf 'kv-cache-dtype: &x fp8\n' >sweep/other.yaml
try "a file that cannot be read" false "it may be set in other.yaml, which cannot be read"
rm sweep/other.yaml
printf 'kv-cache-dtype: bf16\n' >h100-unit6/captures/other.yaml
held "a file beside the runs is not the sweep's" false
rm h100-unit6/captures/other.yaml
other '.method.server_command = "docker run --env-file tgi.env ghcr.io/huggingface/text-generation-inference:3.0 --model-id example/m"'
held "variables in a file that is not enclosed" false
printf 'KV_CACHE_DTYPE=fp8_e4m3fn\n' >sweep/tgi.env
held "an fp8 cache in the variables" false
rm sweep/tgi.env
other '.method.server_command = "llama-server -m m.gguf -ctk bf16 -ctv bf16" | .precision.kv_cache = "bf16"'
printf 'LLAMA_ARG_CACHE_TYPE_K=q8_0\n' >sweep/env.txt
held "the command wins over a variable" true
rm sweep/env.txt
cp "$SCRATCH/told.json" sweep/run.json
# Runs that leave it to such a file are not shown to be what the sweep tells.
for run in h100-unit6/llm-decode-bf16-cudagraph-long-r*; do
    printf '{ "format": "dossier-run/1", "method": { "server_command": "vllm serve example/m --config other.yaml" } }' >"$run/run.json"
done
rm -rf "$SCRATCH/r"
exits 2 "runs with options in a file that is not enclosed" "$DOSSIER" report case-purchase.json -o "$SCRATCH/r"
tr -s ' \n' ' ' <"$SCRATCH/r/report/pages.txt" >"$SCRATCH/pages"
ok "are not shown to be what the sweep tells" grep -qF "which the runs of A do not tell: it is not shown to be of A" "$SCRATCH/pages"
rm h100-unit6/llm-decode-bf16-cudagraph-long-r*/run.json

# Each path speaks for its own points; an archive and a dossier are paths like others.
cp "$SCRATCH/told.json" sweep/run.json
cp case-purchase.json "$SCRATCH/case.json"
{ head -1 sweep/sweep.csv && echo 128,9050,70,14,14,14,14,5000 && echo 256,9060,35,28,28,28,28,3000; } >bare.csv
edit case-purchase.json '.systems[0].sweeps += ["bare.csv"]'
try "a bare file beside one of A" false "tells its Accelerator, which the runs of A tell"
cp "$SCRATCH/case.json" case-purchase.json
edit case-purchase.json '.systems[1].sweeps = .systems[0].sweeps'
try "one file for both systems is of one" true "not of B as it was measured (Launch and compile mode: cudagraph"
tar czf sweep.tar.gz sweep
cp "$SCRATCH/case.json" case-purchase.json
edit case-purchase.json '.systems[0].sweeps = ["sweep.tar.gz"]'
try "in an archive" true
cp "$SCRATCH/case.json" case-purchase.json
ok "a key" "$DOSSIER" keygen -o k --name Team
ok "a dossier with a sweep of A" "$DOSSIER" build case-purchase.json -o old.asice --key k.key.pem --cert k.cert.pem
edit case-purchase.json '.systems[0].sweeps = ["old.asice!data/evidence/05-sweep"]'
try "in a dossier" true
python3 - <<'P'
d = bytearray(open("old.asice", "rb").read())
d[len(d) // 2] ^= 1
open("old.asice", "wb").write(d)
P
exits 3 "in a dossier that does not hold" "$DOSSIER" report case-purchase.json -o "$SCRATCH/r"
cp "$SCRATCH/case.json" case-purchase.json
rm sweep/run.json
try "a bare file" false "of what system the sweep named for A is"
cp "$SCRATCH/told.json" sweep/run.json
sed -i 's/,[0-9]*$/,40/;1s/,40$/,steps/' sweep/sweep.csv
try "points of a moment" false "held as long as a run must be"
# The proposed system's sweep says nothing of the present one.
cp "$SOURCE/samples/software-bottleneck/sweep/sweep.csv" sweep/sweep.csv
edit case-purchase.json '.systems[1].sweeps = .systems[0].sweeps | del(.systems[0].sweeps)'
try "a sweep of the proposed system alone" false

# Units are counted at the highest load that keeps every objective where a sweep of each side measured it three times and more. By
# hand: A 8,950, 9,000 and 9,050 at 64 requests: 9,000 less 4.302653 x 50 / root 3 is 8,876, of which 80 % is 7,100.8; 59,800 of that
# are 9 units and a spare one. B 10,960 to 11,040: 10,901, 8,720.8, 7 and one.
rm -rf sweep
cp -r "$SOURCE/samples/software-bottleneck/sweep" . && chmod -R u+w sweep
cat >sweeps.py <<'P'
import json, os
run = json.load(open("sweep/run.json"))
run["output"]["length"] = "512"
for system, mode, top, step in (("a", "cudagraph", 9000, 50), ("b", "compile-cudagraph", 11000, 40)):
    run["facts"]["compile.mode"] = mode
    for i in range(3):
        name = "%s%d" % (system, i)
        os.makedirs(name, exist_ok=True)
        json.dump(run, open(name + "/run.json", "w"))
        rows = ["concurrency,output_tokens_per_s,tokens_per_s_per_sequence,p50_ms,p90_ms,p95_ms,p99_ms,steps"]
        for load, rate in ((1, 300), (8, 2350), (32, top * 0.75), (64, top), (128, top * 1.4)):
            rate *= 1 + (i - 1) * step / top
            ms = load / rate * 1000
            rows.append("%d,%.2f,%.3f,%.4f,%.4f,%.4f,%.4f,%d" % (load, rate, rate / load, ms, ms, ms, ms * 1.02, 61000 / ms + 1))
        open(name + "/sweep.csv", "w").write("\n".join(rows) + "\n")
P
cp "$SOURCE/samples/software-bottleneck/case-purchase.json" sizing.json
edit sizing.json '.systems[0].sweeps = ["a0", "a1", "a2"] | .systems[1].sweeps = ["b0", "b1", "b2"]'
cp sizing.json whole.json
sized() { # what, units of A and B, load of A
    "$BUILD/tests/derive" sizing.json >"$SCRATCH/derived.json" 2>"$SCRATCH/err" || :
    got=$(jq -r '[(.facts[] | select(.key == "capacity.units") | .system + " " + .value), (.facts[] | select(.key == "saturation.sized" and .system == "A") | .value)] | join(" ")' "$SCRATCH/derived.json")
    ok "$1: $2, not $got" [ "$got" = "$2" ]
    cp whole.json sizing.json
    python3 sweeps.py
}
python3 sweeps.py
sized "three measurements a side" "A 10 B 8 64"
exits 0 "a report of it" "$DOSSIER" report whole.json -o "$SCRATCH/sized"
sed 's/\xe2\x80\xaf/ /g' "$SCRATCH/sized/report/pages.txt" | tr -s ' \n' '  ' >"$SCRATCH/pages"
ok "its first page names the loads, and the throughput that counts there" grep -qE "A at 64 requests \(at least 8,87[5-7] tokens/s\), B at 64 requests \(at least 10,90[0-2] tokens/s\)" "$SCRATCH/pages"
ok "and the units in its answer" grep -q "8 units of B (compiler on), 10 of A" "$SCRATCH/pages"
pdftotext -layout -l 1 "$SCRATCH/sized/report/report.pdf" "$SCRATCH/page"
ok "and holds what a first page must, in no more words" python3 "$SOURCE/tests/e2e/page_one.py" whole.json "$SCRATCH/sized/report" "$SCRATCH/page"
edit sizing.json '.systems[1].sweeps = ["b0", "b1"]'
sized "two of B have no interval, so both count by their runs" "A 13 B 11 64"
edit sizing.json '.systems[1].sweeps = []'
sized "one side alone was swept" "A 13 B 11 64"
cp a0/sweep.csv a1/sweep.csv && cp a0/sweep.csv a2/sweep.csv
sized "three copies are one measurement" "A 13 B 11"
sed -i '/^64,/s/,\([^,]*\),\([^,]*\)$/,8.1,\2/' a2/sweep.csv # its p99 misses 8 ms
sized "one measurement misses the objective at 64: 32 counts" "A 13 B 8 32"
cp -r a0 a3 && sed -i '/^64,/s/,\([^,]*\),\([^,]*\)$/,8.1,\2/' a3/sweep.csv # the rate of another one, not its p99
edit sizing.json '.systems[0].sweeps += ["a3"]'
sized "a fourth with the throughput of the first misses it: 32 counts" "A 13 B 8 32"
cp a0/sweep.csv a3/ && sed -i '/^64,/s/^64,[^,]*/64,0.00/' a3/sweep.csv
edit sizing.json '.systems[0].sweeps += ["a3"]'
sized "one that delivered nothing at 64: 32 counts" "A 13 B 8 32"
sed -i '$d' a0/sweep.csv && grep -h ^64, a1/sweep.csv a2/sweep.csv >>a0/sweep.csv
edit sizing.json '.systems[0].sweeps = ["a0"]'
cp a0/sweep.csv rows.csv
sized "three rows of one file" "A 10 B 8 64"
sed '$s/,\([^,]*\),\([^,]*\)$/,8.1,\2/' rows.csv >a0/sweep.csv # 32 was measured once there
edit sizing.json '.systems[0].sweeps = ["a0"]'
sized "of which the last misses it" "A 13 B 11"
sed '$s/,[^,]*$/,20/' rows.csv >a0/sweep.csv
edit sizing.json '.systems[0].sweeps = ["a0"]'
sized "of which the last was held for a fraction of a second" "A 13 B 11"
edit a1/run.json '.facts["accelerator.name"]["0"] = "NVIDIA H200"'
sized "one of them is of another machine" "A 13 B 11"
sed -i '/^64,/s/,[^,]*$/,20/' a1/sweep.csv
sized "one of them was held for a fraction of a second there: 32 counts" "A 13 B 8 32"
edit sizing.json '.objectives += [{ "metric": "ttft.client", "percentile": 95, "at_most": "1 s" }]'
sized "an objective that no sweep tells" "A 13 B 11"
finish
