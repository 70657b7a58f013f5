#!/bin/sh
# pictures.sh - draws the README's pictures anew: page 1 of the PDF of two samples, and the HTML of the first wide, dark and narrow.
# Called by `./dev pictures`, after `./dev build`; the pictures are looked at before they are committed.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
build/release/cli/dossier report samples/software-bottleneck/case.json -o "$work/report" >/dev/null
pdftoppm -png -singlefile -f 1 -scale-to-x 900 -scale-to-y -1 "$work/report/report/report.pdf" docs/pictures/page-1
build/release/cli/dossier report samples/software-bottleneck/case-purchase.json -o "$work/purchase" --edition summary >/dev/null
pdftoppm -png -singlefile -f 1 -scale-to-x 900 -scale-to-y -1 "$work/purchase/summary.pdf" docs/pictures/page-purchase
node tests/web/pictures.mjs "$work/report/report/report.html" docs/pictures
