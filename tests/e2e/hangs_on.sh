#!/bin/sh
# ctest
# hangs_on.sh - files of every sample taken out in turn and the case derived again: what changed or vanished is exactly what
# `withhold` says hangs on it. Some of each sample (hangs_on.py says which); every file with DOSSIER_ALL=1, by `./dev nightly`.
. "$(dirname "$0")/common.sh"
all=
[ "${DOSSIER_ALL:-}" != 1 ] || all=--all
find "$SOURCE/samples" -name 'case*.json' | LC_ALL=C sort >"$SCRATCH/cases"
while read -r case; do place=$(packed "$case"); done <"$SCRATCH/cases"
# shellcheck disable=SC2086
python3 "$SOURCE/tests/e2e/hangs_on.py" "$DOSSIER" "$BUILD/tests/derive" "$SOURCE/samples" "${place%/*}" "$SCRATCH" $all
