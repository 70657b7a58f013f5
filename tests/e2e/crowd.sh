#!/bin/sh
# ctest
# crowd.sh - 12 runs a side and names that no label holds: pages stay legible and lose nothing.
. "$(dirname "$0")/common.sh"
python3 "$SOURCE/tests/e2e/crowd.py" "$SOURCE/samples/made/two-workloads" "$SCRATCH/crowd"
exits 0 "report" "$DOSSIER" report "$SCRATCH/crowd/case.json" -o "$SCRATCH/crowd/out"
for part in report annex; do
    ok "$part: no text too small, none beyond the page" python3 "$SOURCE/tests/e2e/crowd.py" --check "$SCRATCH/crowd/out/report/$part.pdf"
done
ok "series in parts of four" test -e "$SCRATCH/crowd/out/report/figures/series-system-1-3.svg"
for part in "" -2 -3; do
    ok "four panels a part$part" test "$(grep -o 'data-quote=""' "$SCRATCH/crowd/out/report/figures/series-system-1$part.svg" | wc -l)" = 4
done
tr '\n' ' ' <"$SCRATCH/crowd/out/report/pages.txt" >"$SCRATCH/words"
cp "$SCRATCH/words" "$SCRATCH/out"
prints "kernel of today" "labels"
prints "and more among the facts" "more than six values of a key are said to be more"
ok "ranks are told of the systems by their names" grep -qE 'each run of B-as-.{40,70} is above each of A-as-' "$SCRATCH/words"
ok "the reason stands whole" test "$(grep -o 'The machine was lent for a day' "$SCRATCH/words" | wc -l)" -ge 59
finish
