#!/bin/sh
# ctest
# signals.sh - each of the five signals of the whole stack shows on some input and does not on another, and says where it has no
# evidence; where the time goes is told by a profiler's trace, whose shares are worked out by hand below.
. "$(dirname "$0")/common.sh"
cp -r "$SOURCE/samples/made/attention" "$SCRATCH/a"
cp -r "$SOURCE/samples/software-bottleneck" "$SCRATCH/s"
chmod -R u+w "$SCRATCH/a" "$SCRATCH/s"

# answers NAME CASE "elsewhere moderate fine_alone expected twins time stack"
answers() {
    rm -rf "$SCRATCH/r"
    "$DOSSIER" report "$2" -o "$SCRATCH/r" >"$SCRATCH/said" 2>&1 || true
    got=$(python3 "$SOURCE/tests/e2e/signals.py" "$SCRATCH/r/report" "$SOURCE/templates/strings.en.json") || got=
    ok "$1: $got, expected $3" [ "$got" = "$3" ]
}
edit() { jq "$2" "$1/case.json" >"$1/case-changed.json"; }
A="$SCRATCH/a" S="$SCRATCH/s"

answers "nothing stated" "$A/case.json" "no_evidence no_evidence no_evidence no_evidence no_evidence unanswered -"
edit "$A" '.symptom = "network"'
answers "trouble in another layer" "$A/case-changed.json" "shows no_evidence no_evidence no_evidence no_evidence unanswered -"
edit "$A" '.symptom = "runtime"'
answers "trouble in the changed layer" "$A/case-changed.json" "does_not_show no_evidence no_evidence no_evidence no_evidence unanswered -"
edit "$A" '.objectives = [{ metric: "latency.iteration", percentile: 99, at_most: "100 ms" }]'
answers "an objective missed" "$A/case-changed.json" "no_evidence no_evidence shows no_evidence no_evidence unanswered -"
edit "$A" '.objectives = [{ metric: "latency.iteration", percentile: 99, at_most: "900 ms" }]'
answers "an objective met" "$A/case-changed.json" "no_evidence no_evidence does_not_show no_evidence no_evidence unanswered -"
edit "$A" '.expected = [{ metric: "throughput.output_tokens", system: "B", value: "9000 tokens/s", by: "Vendor" }]'
answers "more was foreseen" "$A/case-changed.json" "no_evidence no_evidence no_evidence shows no_evidence unanswered -"
edit "$A" '.expected = [{ metric: "throughput.output_tokens", system: "B", value: "3000 tokens/s", by: "Vendor" }]'
answers "less was foreseen" "$A/case-changed.json" "no_evidence no_evidence no_evidence does_not_show no_evidence unanswered -"
edit "$A" '.symptom = "network" | .objectives = [{ metric: "latency.iteration", percentile: 99, at_most: "100 ms" }]'
answers "two of them" "$A/case-changed.json" "shows no_evidence shows no_evidence no_evidence unanswered stack-shaped"

# Measured: both sides draw about half of their limit, software alone brought more, and the bridge run agrees.
answers "measured" "$S/case.json" "no_evidence shows no_evidence no_evidence does_not_show answered -"
edit "$S" '.policy.margin = "0.001 %"'
answers "twins apart by a hair are apart" "$S/case-changed.json" "no_evidence shows no_evidence no_evidence shows answered stack-shaped"

# Time in us from 0 to 50: kernels 0 to 10, 8 to 15, a copy on the accelerator 30 to 31, a kernel 40 to 50: 26 of 50. A
# transfer 14 to 20, of which 15 to 20 runs behind no kernel: 5 of 50. Nothing in the other 19. The operator on the host is of no
# thread that launches, so it explains nothing.
cat >"$A/A/r1/trace.json" <<'END'
{ "schemaVersion": 1, "deviceProperties": [], "traceEvents": [
  { "ph": "X", "cat": "cpu_op", "name": "aten::mm", "ts": 99900.0, "dur": 500.0 },
  { "ph": "X", "cat": "kernel", "name": "gemm", "ts": 100000.0, "dur": 10.0 },
  { "ph": "X", "cat": "gpu_memcpy", "name": "Memcpy HtoD (Pageable -> Device)", "ts": 100014.0, "dur": 6.0 },
  { "ph": "X", "cat": "kernel", "name": "norm", "ts": 100008.0, "dur": 7.0 },
  { "ph": "X", "cat": "gpu_memcpy", "name": "Memcpy DtoD (Device -> Device)", "ts": 100030.0, "dur": 1.0 },
  { "ph": "X", "cat": "kernel", "name": "gemm", "ts": 100040.0, "dur": 10.0 } ] }
END
answers "a trace alone, which tells no program" "$A/case.json" "no_evidence no_evidence no_evidence no_evidence no_evidence unanswered -"
ok "its shares" jq -e '[.facts[] | select(.key == "time.share") | [(.instance | ltrimstr("trace.json: ")), .value]]
    == [["kernels", "52.0"], ["communication", "0.0"], ["transfers", "10.0"], ["launches", "0.0"], ["framework and host", "0.0"],
        ["not attributed", "38.0"]]' "$SCRATCH/r/report/data.json"

# The parts of a query that trtexec times: shares of their sum, by jq from the means that its log states.
rm "$A/A/r1/trace.json"
cp "$SOURCE/tests/golden/ingest/trtexec/new.log" "$A/A/r1/trtexec.log"
answers "a log of trtexec" "$A/case.json" "no_evidence no_evidence no_evidence no_evidence no_evidence answered -"
ok "shares of a query" jq -e '[.facts[] | select(.kind != "derived" and .instance == "mean")
        | select(.key == "latency.to_device" or .key == "latency.compute" or .key == "latency.from_device") | .value | split(" ")[0] | tonumber] as $mean
    | ($mean | add) as $sum | [.facts[] | select(.key == "time.share") | .value | tonumber] as $share
    | ($mean | length) == 3 and ($share | length) == 3
    and ([range(3)] | all((($mean | sort)[.] / $sum * 100 - ($share | sort)[.]) | fabs < 0.051))' "$SCRATCH/r/report/data.json"
rm "$A/A/r1/trtexec.log"

# A real trace, its shares worked out by another program.
if [ -n "${DOSSIER_CORPUS:-}" ]; then
    zcat "$DOSSIER_CORPUS/gpu/h100/profiler-trace-decode/trace-decode-eager.json.gz" >"$A/A/r1/trace.json"
    "$DOSSIER" report "$A/case.json" -o "$SCRATCH/r2" >/dev/null 2>&1 || true
    ok "a real trace" python3 - "$A/A/r1/trace.json" "$SCRATCH/r2/report/data.json" <<'END'
import json, sys
events = [e for e in json.load(open(sys.argv[1]))["traceEvents"] if e.get("ph") == "X" and e.get("cat") in ("kernel", "gpu_memcpy", "gpu_memset")]
moves = [e for e in events if e["cat"] == "gpu_memcpy" and ("HtoD" in e["name"] or "DtoH" in e["name"])]
def union(items):
    total, end = 0.0, float("-inf")
    for e in sorted(items, key=lambda e: e["ts"]):
        total += max(0.0, e["ts"] + e["dur"] - max(end, e["ts"]))
        end = max(end, e["ts"] + e["dur"])
    return total
whole = max(e["ts"] + e["dur"] for e in events) - min(e["ts"] for e in events)
busy, both = union([e for e in events if e not in moves]), union(events)
ours = ["%.1f" % (100 * x / whole) for x in (busy, both - busy)]
theirs = [f["value"] for f in json.load(open(sys.argv[2]))["facts"] if f["key"] == "time.share"]
idle = sum(float(x) for x in theirs[3:])
print(ours, theirs, idle)
sys.exit(ours != [theirs[0], theirs[2]] or len(theirs) != 6 or abs(idle - 100 * (whole - both) / whole) > 0.2)
END
else
    echo "skipped: DOSSIER_CORPUS is not set"
fi
finish
