#!/bin/sh
# asked.sh - what is asked for of a bundle, by the tool that wrote it and the kind of work.
# ctest
command -v python3 >/dev/null || exit 77
exec python3 "$SOURCE/tests/e2e/asked.py" "$DOSSIER" "$SOURCE/tests/golden/ingest" "${DOSSIER_CORPUS:-/nonexistent}"
