#!/bin/sh
# ctest
# Results of MLPerf Training and Storage: the score of several runs, and every change of one found with file and line.
command -v python3 >/dev/null || exit 77
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
corpus=
[ -n "${DOSSIER_CORPUS:-}" ] && [ -f "$DOSSIER_CORPUS/mlperf/EXPECTED.tsv" ] && corpus=$DOSSIER_CORPUS
# shellcheck disable=SC2086
PYTHONDONTWRITEBYTECODE=1 python3 "$SOURCE/tests/e2e/rounds_training.py" "$DOSSIER" "$scratch" ${corpus:+"$corpus"} || exit 1
mkdir "$scratch/storage"
# shellcheck disable=SC2086
PYTHONDONTWRITEBYTECODE=1 python3 "$SOURCE/tests/e2e/rounds_storage.py" "$DOSSIER" "$scratch/storage" ${corpus:+"$corpus"}
