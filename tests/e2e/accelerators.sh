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
# The energy of a run is that of all its accelerators; of a neighbour's none, and none at all where one was not recorded.
energies() { jq '[.facts[] | select(.key == "energy.window" and (.instance // "") == "")] | length' "$SCRATCH/r/report/data.json"; }
energy() { # variant, accelerators
    ok "$1: energy of $2 by another way" python3 "$SOURCE/tests/e2e/accelerators_energy.py" "$SCRATCH/$1" "$SCRATCH/r/report/data.json" "$2"
}
energy even 8
made neighbour
exits 0 "report" "$DOSSIER" report "$SCRATCH/neighbour/case.json" -o "$SCRATCH/r"
energy neighbour 4
made missing
exits 0 "report" "$DOSSIER" report "$SCRATCH/missing/case.json" -o "$SCRATCH/r"
ok "missing: no energy of seven for eight" [ "$(energies)" = 5 ]
rm -rf "$SCRATCH/neighbour" "$SCRATCH/missing"
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
# A capture of one accelerator vouches for the memory of none of the others.
check 2 capture
judged H3 unknown incomplete
# A clock that settles late moves the begin of every run.
check 0 late
judged S7 holds comparable
begins late '. >= 20 and . < 30'
# Two nodes, captures of one; then of both.
M="$SOURCE/samples/made/driver-regression"
nodes() { # name, nodes captured
    rm -rf "$SCRATCH/$1"
    cp -r "$M" "$SCRATCH/$1"
    for side in A B; do
        for run in "$SCRATCH/$1/$side"/r*; do
            jq '.facts["nodes.count"] = "2"' "$M/$side/$(basename "$run")/run.json" >"$run/run.json"
        done
        for node in $(seq "$2"); do
            echo "Linux node-$side-$node 6.8.0 #1 SMP x86_64 GNU/Linux" >"$SCRATCH/$1/$side/captures/uname-$node.txt"
        done
    done
}
nodes one 1
exits 0 "captures of one of two nodes" "$DOSSIER" check "$SCRATCH/one/case.json" --json
cp "$SCRATCH/out" "$SCRATCH/check.json"
ok "are said to be" jq -e '[.comparisons[0].findings[] | select(.rule == "N1" and .judgement == "fails").said] | .[0] == "Not every node was captured: 1 of 2"' "$SCRATCH/check.json"
nodes both 2
exits 0 "captures of both" "$DOSSIER" check "$SCRATCH/both/case.json" --json
cp "$SCRATCH/out" "$SCRATCH/check.json"
ok "are enough" jq -e '[.comparisons[0].findings[] | select(.rule == "N1" and .judgement == "fails")] == []' "$SCRATCH/check.json"
# Captures of another machine: another serial number blocks, a folder that nothing ties to the run is unknown.
cp -r "$M" "$SCRATCH/other"
sed -i 's|<product_name>|<serial>made-9999</serial>&|' "$SCRATCH/other/B/captures/nvidia-smi-q.xml"
exits 1 "a capture with another serial number" "$DOSSIER" check "$SCRATCH/other/case.json" --json
cp "$SCRATCH/out" "$SCRATCH/check.json"
judged X11 fails "not comparable"
ok "both numbers are named" jq -e '.comparisons[0].findings[] | select(.rule == "X11").said | contains("made-0001 at the run, made-9999 in the capture")' "$SCRATCH/check.json"
cp -r "$M" "$SCRATCH/untied"
rm "$SCRATCH/untied/B/captures/nvidia-smi-q.xml"
echo "Linux node-b 6.8.0 #1 SMP x86_64 GNU/Linux" >"$SCRATCH/untied/B/captures/uname.txt"
exits 2 "a capture that nothing ties to the run" "$DOSSIER" check "$SCRATCH/untied/case.json" --json
cp "$SCRATCH/out" "$SCRATCH/check.json"
judged X11 unknown "comparable with stated differences"
finish
