#!/bin/sh
# ctest
# sample_ids.sh - each case of the samples has an id of its own, and a printed report keeps the squares of the coverage.
. "$(dirname "$0")/common.sh"
find "$SOURCE/samples" -name 'case*.json' -exec jq -r .id {} + | sort >"$SCRATCH/ids"
ok "there are cases" test -s "$SCRATCH/ids"
exits 1 "no id stands twice" sh -c "uniq -d '$SCRATCH/ids' | grep ."
ok "squares are printed with their colours" grep -q '^\.k,.*print-color-adjust:exact' "$SOURCE/templates/style.css"
finish
