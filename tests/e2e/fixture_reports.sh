#!/bin/sh
# ctest
# fixture_reports.sh - HTML and SVG of the made-up reports before checkers that are not ours.
: "${SOURCE:?}" "${BUILD:?}"
exec sh "$SOURCE/tests/e2e/html_checks.sh" "$BUILD/tests/render_show"
