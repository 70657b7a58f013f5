#!/bin/sh
# ctest
# many.sh - three systems under two workloads in one case: every pair by itself, no score of them, p after Holm; the ratios
# are counted again from the steps.
. "$(dirname "$0")/common.sh"
python3 "$SOURCE/tests/e2e/many.py" "$SOURCE/samples/made/two-workloads" "$SCRATCH/many"
exits 0 "check" "$DOSSIER" check --full "$SCRATCH/many/case.json"
prints "C against B, workload documents" "each pair of each workload"
exits 0 "report" "$DOSSIER" report "$SCRATCH/many/case.json" -o "$SCRATCH/many/out"
ok "as another count has it" python3 "$SOURCE/tests/e2e/many.py" --check "$SCRATCH/many"
cp "$SCRATCH/many/out/report/pages.txt" "$SCRATCH/out"
prints "after Holm, over all comparisons of the case" "p stands in the evidence"
ok "and not on page one" sh -c '! sed "/page 1 of/q" "$1" | grep -i holm' sh "$SCRATCH/out"
prints "C: kernel of winter, workload documents" "runs of each workload have a table"
prints "Was it steady? · workload chat" "parts of the report name their workload"
prints "Exceptions · A and C, workload documents" "the conditions, too"
ok "no run is left out" python3 "$SOURCE/tests/e2e/many.py" --runs "$SCRATCH/many"
ok "nothing that a verdict forbids" python3 "$SOURCE/tests/e2e/forbidden.py" "$SCRATCH/many/out/report"
finish
