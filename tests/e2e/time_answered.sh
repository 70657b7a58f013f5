#!/bin/sh
# ctest
# time_answered.sh - what is said of where the time goes agrees on every page: answered for three systems with traces and counters
# (each figure with whose it is, none left out), in part without counters, and not at all without either.
. "$(dirname "$0")/common.sh"
cp -r "$SOURCE/samples/launch-modes" "$SCRATCH/s"
chmod -R u+w "$SCRATCH/s"
cd "$SCRATCH/s"
open="Where the time goes inside a step"

said() { # the report's text
    rm -rf r
    "$DOSSIER" report case.json -o r >/dev/null 2>err || : # a refused pair is exit 1
    tr '\n' ' ' <r/report/pages.txt | sed 's/\xe2\x80\xaf/ /g; s/\xc2\xa0/ /g; s/\[[0-9a-z]*\]\(, *\[[0-9a-z]*\]\)*//g; s/  */ /g' >said
}
has() { # description, pattern, times
    got=$(grep -o -- "$2" said | wc -l)
    if [ "$got" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $1: '$2' stands $got times, expected $3"
    fi
}

said
has "answered" "launch, framework? answered" 1
has "not called open elsewhere" "$open" 0
# 35.15 ms of kernels of a window of 155.52 ms, 35.17 of 44.30, 27.62 of 31.48: by division, not by the program
has "each share says whose it is" "kernels 22.6 %, [^;()]*(A)[;,] kernels 79.4 %, [^;()]*(B)[;,] kernels 87.7 %, [^;()]*(C)" 1
has "no counter of the last system is left out" "accelerator’s memory: [0-9]* % (A), [0-9]* % (B), [0-9]* % (C);" 1
rm profile-*/ncu-raw.csv
said
has "in part without counters" "launch, framework? in part" 1
has "and so it is called open" "$open, in full; a part of it was measured" 1
jq 'del(.systems[].profiles)' case.json >c && mv c case.json
said
has "unanswered without traces" "launch, framework? unanswered" 1
has "and open" "$open: computation" 1
finish
