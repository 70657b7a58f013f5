#!/bin/sh
# ctest
# Census: every file of DOSSIER_CORPUS is read by exactly one format, or census.txt says why not.
[ -n "$DOSSIER_CORPUS" ] && [ -d "$DOSSIER_CORPUS" ] || {
    echo "skipped: DOSSIER_CORPUS names no corpus"
    exit 77
}
[ -x "$DOSSIER" ] || exit 77
exec python3 "$SOURCE/tests/e2e/census.py" "$DOSSIER" "$DOSSIER_CORPUS" "$SOURCE/tests/e2e/census.txt"
