#!/bin/sh
# A tolerance set in the case is another method: its id stands in report and data, and what it changes shows.
# ctest
. "$(dirname "$0")/common.sh"
case=$SOURCE/samples/software-bottleneck
with_delta() { # delta as JSON, output folder
    rm -rf "$SCRATCH/case"
    mkdir "$SCRATCH/case"
    cp -r "$case/." "$SCRATCH/case/"
    jq --argjson delta "$1" '.policy.delta = $delta' "$case/case.json" >"$SCRATCH/case/case.json"
    "$DOSSIER" report "$SCRATCH/case/case.json" -o "$2"
}
methods() { jq -r '[.. | .method? // empty | select(type == "string" and startswith("bsm/"))] | unique | .[]' "$1/report/data.json"; }

exits 0 "as the sample says" with_delta '"1 %"' "$SCRATCH/one"
methods "$SCRATCH/one" >"$SCRATCH/out"
prints "delta=1%" "method id in the data"
exits 1 "stricter: one run then changes level too late" with_delta '"0.8 %"' "$SCRATCH/less"
methods "$SCRATCH/less" >"$SCRATCH/out"
prints "delta=0.8%" "another id"
ok "in the report too" grep -q 'delta=0.8%' "$SCRATCH/less/report/report.html"
ok "and in its text" grep -q 'delta=0.8%' "$SCRATCH/less/report/pages.txt"
exits 3 "weaker without a reason" with_delta '"2 %"' "$SCRATCH/more"
exits 0 "weaker with one" with_delta '{ "value": "2 %", "reason": "the owner accepts it" }' "$SCRATCH/more"
methods "$SCRATCH/more" >"$SCRATCH/out"
prints "delta=2%" "another id"
cat "$SCRATCH/more/report/pages.txt" >"$SCRATCH/out"
prints "the owner accepts it" "reason in the report"
finish
