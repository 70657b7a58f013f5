#!/bin/sh
# Series of shapes that an adversary would try: no steady that is none, no early start (tests/e2e/shapes.py says what is required).
# ctest
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
python3 "$SOURCE/tests/e2e/shapes.py" make .
while read -r name options; do
    # shellcheck disable=SC2086
    "$DOSSIER" steady $options --json >"$name.out" || [ $? -le 2 ]
done <commands
ok "65 shapes, three seeds each" python3 "$SOURCE/tests/e2e/shapes.py" score .
finish
