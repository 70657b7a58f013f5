#!/bin/sh
# Throughput over time and the offered load (rule S8) from the times of single requests, against an own computation.
# ctest
. "$(dirname "$0")/common.sh"
load="$SOURCE/tests/e2e/load.py"
cd "$SCRATCH"
python3 "$load" make .
shown() { # file
    "$DOSSIER" steady "$1" --json >answer.json || [ $? -le 2 ]
    python3 "$load" check "$1" answer.json
}
for run in full starved rate slow; do
    ok "$run: in flight, output by second, share at full" shown "$run.json"
done
exits 2 "without start times" "$DOSSIER" steady blind.json
prints "no start times" "why"

judged() { "$DOSSIER" check --full "$1" >"$SCRATCH/said" 2>&1 || true; cp "$SCRATCH/said" "$SCRATCH/out"; }
judged case-starved.json
prints "8 requests offered, 6.09" "full concurrency was not kept, though its peak was"
judged case-rate.json
prints "10.0 requests/s offered, 8.9" "a rate that was not met"
judged case-full.json
ok "a load that was met" sh -c '! grep -q "S8" "$0"' said
"$DOSSIER" report case-starved.json -o starved >/dev/null 2>&1 || true
ok "facts of the report" python3 "$load" report starved/report/data.json .
"$DOSSIER" report case-blind.json -o blind >/dev/null 2>&1 || true
cp blind/report/pages.txt out
prints "cannot be shown: no start times" "the report says so"
prints "output by second  most in flight  time at full concurrency" "beside the run that shows it"
ok "with its share" grep -qE "^full.json  steady[[][0-9]+[]]  8.*requests[[][0-9]+[]]  97[.][0-9].*%" blind/report/pages.txt
if [ -n "${DOSSIER_CORPUS:-}" ]; then
    ok "a real file of AIPerf" shown "$DOSSIER_CORPUS/genai-perf/aiperf-v0-run1/profile_export.jsonl"
    exits 2 "one of SGLang" "$DOSSIER" steady "$DOSSIER_CORPUS/sglang/h200-dec2024/deepseek_dp_mla_output.jsonl"
    prints "no times of single requests" "is a summary"
    exits 2 "one of guidellm" "$DOSSIER" steady "$DOSSIER_CORPUS/guidellm/v0.5-qwen3-4b-fp8-xpu/benchmarks.json"
    prints "at most 4; full is 4 (declared)" "has single requests"
fi

# Utilisation over the same window as the requests, in one picture; it is told to be no efficiency.
mkdir busy
python3 "$SOURCE/tests/e2e/load_busy.py" busy
"$DOSSIER" report busy/case.json -o busy/r >/dev/null 2>&1 || true
cp busy/r/report/report.html out
prints "the share of the time in which some kernel ran, whatever it achieved" "what utilisation says"
ok "utilisation turns when it did" python3 "$SOURCE/tests/e2e/load_busy.py" check busy/r/report/report.html
rm -r busy/*/telemetry.csv busy/*/run.json busy/r
"$DOSSIER" report busy/case.json -o busy/r >/dev/null 2>&1 || true
cp busy/r/report/report.html out
lacks "in which some kernel ran" "without telemetry nothing is drawn of it"

judged case-full.json
ok "clocks of two origins have a common window" sh -c '! grep -qE "  S[34] " "$0"' said
finish
