#!/bin/sh
# golden_real.sh - each format rests on a real file and an independent one-liner, or says that it has none.
# ctest
[ -d "${DOSSIER_CORPUS:-}" ] || { echo "DOSSIER_CORPUS names no corpus: only the repository's own real files are looked at"; DOSSIER_CORPUS=; }
command -v jq >/dev/null && command -v python3 >/dev/null || exit 77
LC_ALL=C.UTF-8; export LC_ALL
exec python3 "$SOURCE/tests/e2e/golden_real.py" "$DOSSIER" "$SOURCE/tests/golden/ingest" "$DOSSIER_CORPUS" "$SOURCE/tests/e2e/corpus_formats.py"
