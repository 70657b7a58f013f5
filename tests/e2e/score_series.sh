#!/bin/sh
# Judges labelled series with `dossier steady` (TOOL named dossier) or series_tool, and scores the answers.
#   score_series.sh SERIES_TOOL corpus    the 62 series of $DOSSIER_CORPUS: every label right, none falsely steady
#   score_series.sh SERIES_TOOL made      made ones the detector never saw: 95.5 % right, 0.5 % of the bad ones steady
# `corpus` is skipped (status 77) where the corpus or its scorer is not there.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tool=$1
which=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ "$which" = made ]; then
    for seed in 0xD0551E 0xC0FFEE; do
        python3 "$here/../unit/comparability/make_series.py" "$seed" 540 "$work/$seed"
        python3 "$here/score_series.py" "$tool" "$work/$seed" 95.5 0.5
    done
else
    corpus=${DOSSIER_CORPUS:-}
    if [ -z "$corpus" ] || [ ! -f "$corpus/series-synthetic/labels.json" ]; then
        echo "skipped: no corpus"
        exit 77
    fi
    python3 "$here/score_series.py" "$tool" "$corpus/series-synthetic" 100 0
    scorer=$corpus/../tools/score_series.py
    if [ -f "$scorer" ]; then
        python3 "$here/score_series.py" "$tool" "$corpus/series-synthetic" 100 0 "$work/answers.json"
        python3 "$scorer" "$corpus/series-synthetic/labels.json" "$work/answers.json" -v
    else
        echo "skipped: the corpus's own scorer"
    fi
fi
