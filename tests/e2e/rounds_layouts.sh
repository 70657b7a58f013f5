#!/bin/sh
# ctest
# Trees of rounds in every layout and from any folder on: each result is one row with its own figure, and what is amiss is named.
command -v python3 >/dev/null || exit 77
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
PYTHONDONTWRITEBYTECODE=1 python3 "$SOURCE/tests/e2e/rounds_layouts.py" "$DOSSIER" "$scratch" "$SOURCE/templates/rounds"
