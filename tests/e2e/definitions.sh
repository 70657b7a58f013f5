#!/bin/sh
# ctest
# The registry of metric definitions says the truth: on real files that keep every request, means, deviations and
# percentiles are worked out again by Python as each definition says, and must be the figures that the tool printed.
[ -n "$DOSSIER_CORPUS" ] && [ -d "$DOSSIER_CORPUS" ] || { echo "skipped: no corpus"; exit 77; }
[ -x "$DOSSIER" ] || { echo "skipped: no program"; exit 77; }
command -v python3 >/dev/null || { echo "skipped: no python3"; exit 77; }
exec python3 "$SOURCE/tests/e2e/definitions.py" "$DOSSIER" "$DOSSIER_CORPUS"
