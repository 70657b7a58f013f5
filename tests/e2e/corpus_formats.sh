#!/bin/sh
# corpus_formats.sh - real files of profilers, classic benchmarks and captures, held against readers of our own.
# ctest
[ -n "${DOSSIER_CORPUS:-}" ] && [ -d "$DOSSIER_CORPUS" ] || { echo "skipped: DOSSIER_CORPUS names no folder"; exit 77; }
command -v python3 >/dev/null || { echo "skipped: no python3"; exit 77; }
exec python3 "$SOURCE/tests/e2e/corpus_formats.py" "$DOSSIER" "$DOSSIER_CORPUS"
