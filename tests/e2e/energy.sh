#!/bin/sh
# Energy and work per energy of the sample case, checked by a script that shares nothing with the program.
# ctest
. "$(dirname "$0")/common.sh"
exits 0 "report" "$DOSSIER" report "$SOURCE/samples/software-bottleneck/case.json" -o "$SCRATCH/report"
ok "energy by another way" python3 "$SOURCE/tests/e2e/energy.py" "$SCRATCH/report/report/data.json" \
    "$SOURCE/samples/software-bottleneck"
finish
