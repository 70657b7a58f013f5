#!/bin/sh
# ctest
# beside.sh - ten runs a side with pauses on one of them: rank test, Cliff's delta, outliers, and the ratio without.
. "$(dirname "$0")/common.sh"
python3 "$SOURCE/tests/e2e/beside.py" "$SOURCE/samples/software-bottleneck" "$SCRATCH/case"
jq 'del(.bridge)' "$SCRATCH/case/case.json" >"$SCRATCH/case/ten.json"
exits 0 "report" "$DOSSIER" report "$SCRATCH/case/ten.json" -o "$SCRATCH/r"
python3 "$SOURCE/tests/e2e/beside.py" --check "$SCRATCH/case" "$SCRATCH/r/report/data.json" >"$SCRATCH/out" || true
cat "$SCRATCH/out"
prints "0 failed" "figures against an independent reading of the logs"
finish
