#!/bin/sh
# ctest
# trace.sh - every figure resolves to file, place and digest, and the place holds it.
. "$(dirname "$0")/common.sh"
sample="$SOURCE/samples/software-bottleneck"
"$DOSSIER" report "$sample/case.json" -o "$SCRATCH/r" >/dev/null
"$DOSSIER" trace "$sample/case.json" --all >"$SCRATCH/all.txt"
python3 "$SOURCE/tests/e2e/trace_walk.py" "$SCRATCH/r" "$SCRATCH/all.txt" >"$SCRATCH/out" || true
cat "$SCRATCH/out"
prints ", 0 failed" "walk over every fact"
exits 0 "trace by number" "$DOSSIER" trace "$sample/case.json" F1
prints "sha256" "a chain ends in a digest"
exits 0 "trace by pointer" "$DOSSIER" trace "$sample/case.json" /facts/0/value
exits 3 "trace of nothing" "$DOSSIER" trace "$sample/case.json" F999999
exits 0 "claims are listed" "$DOSSIER" trace "$sample/case.json"
for claim in $(cat "$SCRATCH/out"); do
    exits 0 "trace claim $claim" "$DOSSIER" trace "$sample/case.json" "$claim"
done
finish
