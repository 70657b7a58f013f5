#!/bin/sh
# Every real series of the corpus, judged and drawn; tables and pictures of docs/steady.md are those of this program.
# Skipped (status 77) without DOSSIER_CORPUS.
# ctest
set -eu
: "${DOSSIER:?}" "${SOURCE:?}"
if [ -z "${DOSSIER_CORPUS:-}" ] || [ ! -d "$DOSSIER_CORPUS/gpu" ]; then
    echo "skipped: no corpus"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 "$SOURCE/tests/e2e/steady_corpus.py" "$DOSSIER" "$DOSSIER_CORPUS" "$work" --check "$SOURCE/docs"
