#!/bin/sh
# others.sh - the same numbers by the rules of benchstat, hyperfine and merge-results: where conclusions differ, as docs/compare.md tells.
# ctest
command -v python3 >/dev/null || exit 77
exec python3 "$SOURCE/tests/e2e/others.py" "$DOSSIER"
