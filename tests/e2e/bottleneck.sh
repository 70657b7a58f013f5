#!/bin/sh
# ctest
# bottleneck.sh - sample (a): verdict, golden list of stated differences, and the ratio against a script of other hands.
. "$(dirname "$0")/common.sh"
sample="$SOURCE/samples/software-bottleneck"
exits 0 "check" "$DOSSIER" check "$sample/case.json" --json
cp "$SCRATCH/out" "$SCRATCH/check.json"
exits 1 "check --strict" "$DOSSIER" check --full "$sample/case.json" --strict
ok "verdict" jq -e '.comparisons | length == 1 and .[0].verdict == "comparable with stated differences"' "$SCRATCH/check.json"
jq -r '.comparisons[0].findings[] | select(.makes == "comparable with stated differences") | .rule' "$SCRATCH/check.json" | sort -u >"$SCRATCH/stated"
ok "exactly the stated differences that are there" diff "$SOURCE/tests/golden/e2e/software-bottleneck.stated" "$SCRATCH/stated"
"$DOSSIER" report "$sample/case.json" -o "$SCRATCH/r" >/dev/null
python3 "$SOURCE/tests/e2e/bottleneck.py" "$sample" "$SCRATCH/r/report/data.json" >"$SCRATCH/out" || true
cat "$SCRATCH/out"
prints ", 0 failed" "figures against an independent reading of the logs"
finish
