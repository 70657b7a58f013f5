#!/bin/sh
# ctest
# Whole rounds of MLPerf: rows, three judgements, and every change of a file found while all others are judged.
command -v python3 >/dev/null || exit 77
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
corpus=
[ -n "${DOSSIER_CORPUS:-}" ] && [ -f "$DOSSIER_CORPUS/mlperf/EXPECTED.tsv" ] && corpus=$DOSSIER_CORPUS
# shellcheck disable=SC2086
PYTHONDONTWRITEBYTECODE=1 python3 "$SOURCE/tests/e2e/rounds.py" "$DOSSIER" "$scratch" ${corpus:+"$corpus"}
