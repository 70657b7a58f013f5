#!/bin/sh
# HTML and SVG of reports, held against checkers that are not ours: html-validate, axe-core in Chromium,
# xmllint, rsvg-convert. usage: html_checks.sh RENDER_SHOW | html_checks.sh REPORT_FOLDER...
#
# RENDER_SHOW writes the fixture reports; a folder holds a real one, report.html and data.json. Needs the packages
# of tests/web (npm ci); status 77 (skipped) without them or without Chromium.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
web=$here/../web

if [ ! -d "$web/node_modules/axe-core" ] || ! command -v node >/dev/null 2>&1 ||
    ! command -v "${CHROMIUM:-chromium}" >/dev/null 2>&1; then
    echo "skipped: needs node, chromium and 'npm ci' in tests/web"
    exit 77
fi
CHROMIUM=$(command -v "${CHROMIUM:-chromium}")
export CHROMIUM
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

bare=
if [ ! -d "$1" ]; then
    bare=--bare
    "$1" "$work/a"
    "$1" "$work/b"
    if ! diff -r "$work/a" "$work/b" >/dev/null; then
        echo "two runs differ"
        status=1
    fi
    set -- "$work/a/claim/report" "$work/a/refusal/report" "$work/a/few/report"
fi
(
    for folder in "$@"; do
        set -- "$@" "$folder/report.html"
        shift
    done
    cd "$web" && node --import ./linear.mjs ./node_modules/html-validate/bin/html-validate.mjs --config .htmlvalidate.json "$@"
) || status=1
for folder in "$@"; do
    echo "$folder"
    node "$web/check.js" "$folder/report.html" "$folder/data.json" $bare || status=1
    for svg in "$folder"/figures/*.svg; do
        [ -e "$svg" ] || continue
        xmllint --noout --nonet "$svg" || status=1
        rsvg-convert "$svg" -o "$work/figure.png" || status=1
        [ "$(wc -c <"$svg")" -lt 200000 ] || { echo "too large: $svg"; status=1; }
    done
done
exit $status
