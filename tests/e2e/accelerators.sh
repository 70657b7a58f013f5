#!/bin/sh
# ctest
# accelerators.sh - a case on eight accelerators: health and clocks are judged over all that worked, not over one of them.
. "$(dirname "$0")/common.sh"
made() { # variant
    share=$(python3 "$SOURCE/tests/e2e/accelerators.py" "$SOURCE/samples/made/driver-regression" "$SCRATCH/$1" "$1")
}
judged() { # rule judgement makes
    ok "$1 $2" jq -e --arg rule "$1" --arg judgement "$2" --arg makes "$3" '[.comparisons[0].findings[] | select(.rule == $rule)]
        | length == 1 and .[0].judgement == $judgement and .[0].makes == $makes' "$SCRATCH/check.json"
}
check() { # status variant
    made "$2"
    exits "$1" "$2" "$DOSSIER" check "$SCRATCH/$2/case.json" --json
    cp "$SCRATCH/out" "$SCRATCH/check.json"
}
begins() { # condition on the begin of the common window
    exits 0 "report" "$DOSSIER" report "$SCRATCH/$1/case.json" -o "$SCRATCH/r"
    ok "$1: the window" jq -e "[.facts[] | select(.key == \"window.begin\")][0].value | tonumber | $2" "$SCRATCH/r/report/data.json"
}
check 0 even
for rule in H1 H2 S7 S9; do judged "$rule" holds comparable; done
begins even '. < 5'
ok "eight were judged" jq -e '[.facts[] | select(.key == "accelerators.judged").value] == ["8", "8", "8", "8", "8", "8"]' "$SCRATCH/r/report/data.json"
check 1 fault
judged H1 fails "not comparable"
ok "it is accelerator 5, for as long as it was" jq -e --arg share "$share" '.comparisons[0].findings[] | select(.rule == "H1").said
    | contains("accelerator 5") and contains($share + " % of samples")' "$SCRATCH/check.json"
# What throttles beside the run is none of its accelerators.
check 0 neighbour
judged H1 holds comparable
# Telemetry of seven says nothing of the eighth.
check 0 missing
judged H1 unknown "comparable with stated differences"
judged S7 unknown "comparable with stated differences"
# A clock that settles late moves the begin of every run.
check 0 late
judged S7 holds comparable
begins late '. >= 20 and . < 30'
finish
