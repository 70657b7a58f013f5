#!/bin/sh
# Judges the labelled series of $DOSSIER_CORPUS with series_tool and scores the answers: every label right, no
# series falsely called steady. Without the corpus or its scorer the test is skipped (status 77).
# usage: score_series.sh SERIES_TOOL [SCORER]
set -eu
tool=$1
corpus=${DOSSIER_CORPUS:-}
scorer=${2:-${DOSSIER_SCORER:-$corpus/../tools/score_series.py}}
if [ -z "$corpus" ] || [ ! -f "$corpus/series-synthetic/labels.json" ] || [ ! -f "$scorer" ]; then
    echo "skipped: no corpus"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$corpus/series-synthetic"
"$tool" judge --kind interval ./*.csv | sed 's,"\./\([^"]*\)\.csv":,"\1":,' >"$work/answers.json"
python3 "$scorer" labels.json "$work/answers.json" -v
python3 "$scorer" labels.json "$work/answers.json" --json >"$work/score.json"
python3 - "$work/score.json" <<'PY'
import json, sys
score = json.load(open(sys.argv[1]))
bad = score["n"] != 62 or score["correct"] != score["n"] or score["false_steady"] != 0
bad = bad or score["end_ok"] != score["end_n"]
sys.exit(1 if bad else 0)
PY
