#!/bin/sh
# ctest
# Real MLPerf submissions against values worked out from their logs by others, and against what the round published.
[ -n "${DOSSIER_CORPUS:-}" ] && [ -f "$DOSSIER_CORPUS/mlperf/EXPECTED.tsv" ] || { echo "skipped: DOSSIER_CORPUS names no corpus"; exit 77; }
command -v python3 >/dev/null || exit 77
exec python3 "$SOURCE/tests/e2e/mlperf_expected.py" "$DOSSIER" "$DOSSIER_CORPUS/mlperf"
