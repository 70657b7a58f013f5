#!/bin/sh
# Odd files before `dossier steady`: right, or refused with its place.
# ctest
set -eu
: "${DOSSIER:?}" "${SOURCE:?}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 "$SOURCE/tests/e2e/steady_odd.py" "$DOSSIER" "$work"
