#!/bin/sh
# Energy and work per energy of the sample case, checked by a script that shares nothing with the program.
# ctest
. "$(dirname "$0")/common.sh"
r=$(drawn "$SOURCE/samples/software-bottleneck/case.json")
ok "report" [ "$(cat "$r/status")" = 0 ]
ok "energy by another way" python3 "$SOURCE/tests/e2e/energy.py" "$r/report/data.json" \
    "$SOURCE/samples/software-bottleneck"
finish
