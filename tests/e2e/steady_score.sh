#!/bin/sh
# Labelled series and made ones, judged by the verb as an engineer would use it, and scored.
# ctest
set -eu
: "${DOSSIER:?}" "${SOURCE:?}"
sh "$SOURCE/tests/e2e/score_series.sh" "$DOSSIER" made
sh "$SOURCE/tests/e2e/score_series.sh" "$DOSSIER" corpus || [ $? = 77 ]
