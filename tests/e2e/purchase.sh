#!/bin/sh
# ctest
# purchase.sh - money, capacity and requirements of the purchase sample, each sum done again by a script of other hands.
. "$(dirname "$0")/common.sh"
case="$SOURCE/samples/software-bottleneck/case-purchase.json"
exits 0 "report" "$DOSSIER" report "$case" -o "$SCRATCH/r"
python3 "$SOURCE/tests/e2e/purchase.py" "$case" "$SCRATCH/r/report/data.json" >"$SCRATCH/out" || true
cat "$SCRATCH/out"
prints ", 0 failed" "sums against whole fractions"
cp "$SCRATCH/r/report/pages.txt" "$SCRATCH/out"
prints "the decision is being made without a diagnostic" "three of five questions unanswered"
prints "knee at 26.3" "the knee of the sweep"
prints "the sweep stops before it saturates" "a sweep that stops early"
# Without a dated rate there is no second price, and without a verdict there is no cost at all.
cp -r "$SOURCE/samples/software-bottleneck" "$SCRATCH/s"
jq 'del(.rates) | .currency = "USD"' "$case" >"$SCRATCH/s/case.json"
exits 0 "no rate" "$DOSSIER" report "$SCRATCH/s/case.json" -o "$SCRATCH/n"
cp "$SCRATCH/n/report/pages.txt" "$SCRATCH/out"
prints "no dated exchange rate stated" "currencies are not mixed"
ok "no amount without a rate" jq -e '[.facts[] | select(.key == "cost.mean")] | length == 0' "$SCRATCH/n/report/data.json"
finish
