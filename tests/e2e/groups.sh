#!/bin/sh
# ctest
# groups.sh - a case of more than 60 runs: the report tells groups, and by themselves the runs that are out of line; one of 60
# tells each run.
. "$(dirname "$0")/common.sh"
made="$SOURCE/samples/made/driver-regression"
python3 "$SOURCE/tests/e2e/groups.py" "$made" "$SCRATCH/many" 31 30
"$DOSSIER" report "$SCRATCH/many/case.json" -o "$SCRATCH/many/out" >/dev/null || true
ok "groups as another count has them" python3 "$SOURCE/tests/e2e/groups.py" --check "$SCRATCH/many"
cp "$SCRATCH/many/out/report/pages.txt" "$SCRATCH/out"
prints "The case has more than 60" "the limit is told"
ok "out of line: two of three panels more than least, middle, greatest" test "$(grep -c 'A/r00\(05\|09\|12\)' "$SCRATCH/out")" -ge 3
rm -r "$SCRATCH/many/A/r0031" "$SCRATCH/many/out"
"$DOSSIER" report "$SCRATCH/many/case.json" -o "$SCRATCH/many/out" >/dev/null || true
cp "$SCRATCH/many/out/report/pages.txt" "$SCRATCH/out"
prints "Every run, not only the best or the median" "60 runs: each by itself"
ok "a row of each" test "$(grep -o '>[AB]/r00[0-9][0-9]<' "$SCRATCH/many/out/report/report.html" | sort -u | wc -l)" = 60
finish
