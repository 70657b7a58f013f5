#!/bin/sh
# ctest
# at_objective.sh - each side at its highest load within the objective: from many runs and from sweeps in one file; a ratio
# only where both loads are known, and both are told; figures worked out again in at_objective.py.
. "$(dirname "$0")/common.sh"
cp -r "$SOURCE/samples/made/at-objective" "$SCRATCH/o"
chmod -R u+w "$SCRATCH/o"
cd "$SCRATCH/o" || exit 1

# says RULE: its judgements, each once; ratio: whether there is one
says() { jq -r --arg rule "$1" '[.comparisons[0].findings[] | select(.rule == $rule) | .judgement] | unique | join(" ")' "$SCRATCH/checked"; }
ratio() { jq -r '.comparisons[0].ratio != null' "$SCRATCH/checked"; }
# try NAME CASE EXIT "W5" "W10" RATIO
try() {
    exits "$3" "$1" "$DOSSIER" check "$2" --json
    cp "$SCRATCH/out" "$SCRATCH/checked"
    ok "$1: W5 $4, W10 $5, ratio $6" [ "$(says W5) $(says W10) $(ratio)" = "$4 $5 $6" ]
}
edit() { jq "$1" case.json >changed.json; }

try "many runs" case.json 0 holds holds true
exits 0 "in words" "$DOSSIER" check --full case.json
prints "A at its highest load within the objective, 32 requests; B at 64 requests" "both loads are told"
try "an objective that no load misses" case-short.json 2 holds unknown false
try "an objective that no load keeps" case-tight.json 1 holds fails false
edit 'del(.objectives)'
try "no objective" changed.json 2 holds unknown false
edit '.systems[1].machines[0].runs = ["B/load-008-*", "B/load-064-*", "B/load-128-*"]'
try "another grid" changed.json 1 fails holds false
edit '.systems[1].machines[0].runs = ["B/load-008-*", "B/load-032-*", "B/load-064-*"] | .systems[0].machines[0].runs = ["A/load-008-*", "A/load-032-*", "A/load-064-*"]'
try "a sweep that stops too early on one side" changed.json 2 holds unknown false
edit '.objectives += [{ "metric": "throughput.output_tokens", "at_least": "1500 tokens/s" }]'
try "of two objectives one is missed from the first load on" changed.json 1 holds fails false
# A keeps 220 ms up to 32 requests with 1,391 tokens/s, B up to 64 with 2,612: a least throughput that lower loads miss
# ends no sweep, and one that the highest load misses leaves none.
edit '.objectives += [{ "metric": "throughput.output_tokens", "at_least": "1200 tokens/s" }]'
try "a least throughput that only more load brings" changed.json 0 holds holds true
edit '.objectives = [.objectives[0], { "metric": "throughput.output_tokens", "at_least": "9000 tokens/s" }]'
try "a least throughput that no load brings" changed.json 1 holds fails false
edit '.objectives += [{ "metric": "throughput.output_tokens", "at_most": "1200 tokens/s" }]'
try "a limit from above ends both sweeps after 8 requests" changed.json 0 holds holds true
edit '.systems[0].facts = { "load.burstiness": "1" }'
try "what one side does not tell of its load is no difference" changed.json 2 unknown holds false
edit '.objectives[0].metric = "ttft.client"'
try "an objective that no run shows" changed.json 2 holds unknown false
edit '.systems[1].machines[0].runs = ["B/load-008-*", "B/load-032-*", "B/load-064-r1", "B/load-064-r2", "B/load-128-*"]'
try "two runs at the load are too few" changed.json 0 holds holds false
edit '.metric.kind = "at_load"'
try "at one load, runs of several loads are no repetitions" changed.json 1 fails "not applicable" false
edit '.metric.kind = "at_load" | .systems[0].machines[0].runs = ["A/load-032-*"] | .systems[1].machines[0].runs = ["B/load-032-*"]'
try "at one load" changed.json 0 holds "not applicable" true
edit '.metric.kind = "per_run" | .systems[0].machines[0].runs = ["A/load-032-*"] | .systems[1].machines[0].runs = ["B/load-064-*"]'
try "per run, other loads are other work" changed.json 1 fails "not applicable" false

# The sweep in one file a side, as our own bench leaves it; the runs are those at its highest load.
for side in A B; do # with what ties it to its side beside it: engines of two versions are under test
    mkdir $side/sweep
    jq '{ format, workload: { kind: .workload.kind }, model, input, output,
        facts: (.facts | with_entries(select(.key | IN("precision.weights", "accelerator.name", "engine.name", "engine.version")))) }
        | with_entries(select(.value != null))' "$(find $side -name run.json | head -1)" >$side/sweep/run.json
    printf 'concurrency,output_tokens_per_s,tokens_per_s_per_sequence,p50_ms,p90_ms,p95_ms,p99_ms,steps\n' >$side/sweep/sweep.csv
done
printf '8,470,58,135,136,136,136,5000\n32,1391,43,183,184,184,184,4000\n64,2064,32,247,248,248,248,3000\n128,2723,21,375,376,376,376,2000\n' >>A/sweep/sweep.csv
printf '8,571,71,111,112,112,112,5000\n32,1729,54,147,148,148,148,4000\n64,2612,40,195,196,196,196,3000\n128,3506,27,291,292,292,292,2000\n' >>B/sweep/sweep.csv
sweeps='.systems[0].sweeps = ["A/sweep"] | .systems[1].sweeps = ["B/sweep"] | .systems[0].machines[0].runs = ["A/load-032-*"]'
edit "$sweeps"' | .systems[1].machines[0].runs = ["B/load-064-*"]'
try "one file a side" changed.json 0 holds holds true
edit "$sweeps"' | .systems[1].machines[0].runs = ["B/load-064-*"] | .objectives += [{ "metric": "latency.iteration", "percentile": 95, "at_most": "150 ms" }]'
try "one file a side, and a second objective that A misses at its load" changed.json 2 holds unknown false
edit "$sweeps"' | .systems[1].machines[0].runs = ["B/load-064-*"] | .objectives += [{ "metric": "throughput.output_tokens", "at_least": "1200 tokens/s" }]'
try "one file a side, and a least throughput" changed.json 0 holds holds true
edit "$sweeps"' | .systems[1].machines[0].runs = ["B/load-064-*"] | .objectives += [{ "metric": "ttft.client", "percentile": 95, "at_most": "1 s" }]'
try "one file a side, and an objective that it does not show" changed.json 2 holds unknown false
edit "$sweeps"' | .systems[1].machines[0].runs = ["B/load-032-*"]'
try "one file a side, and no run at the load it shows" changed.json 2 holds unknown false
mv A/sweep/run.json "$SCRATCH/tied.json"
edit "$sweeps"' | .systems[1].machines[0].runs = ["B/load-064-*"]'
try "one file a side, of nobody knows what" changed.json 2 holds unknown false
mv "$SCRATCH/tied.json" A/sweep/run.json
sed -i 's/^32,/48,/' B/sweep/sweep.csv
edit "$sweeps"' | .systems[1].machines[0].runs = ["B/load-064-*"]'
try "one file a side, another grid" changed.json 1 fails holds false

exits 0 "report" "$DOSSIER" report case.json -o "$SCRATCH/r"
ok "figures worked out again" python3 "$SOURCE/tests/e2e/at_objective.py" . "$SCRATCH/r/report" 0.220
finish
