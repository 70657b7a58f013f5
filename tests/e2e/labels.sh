#!/bin/sh
# ctest
# labels.sh - a label, id or question that names an accelerator which was not measured is refused (rule X12); one that
# speaks of another beside, or means another thing by the word, is not; the answer says what was measured.
. "$(dirname "$0")/common.sh"
cp -r "$SOURCE/samples/h100-or-h200" "$SOURCE/samples/software-bottleneck" "$SCRATCH"
chmod -R u+w "$SCRATCH"
cd "$SCRATCH" || exit 1
x12() { jq -r '[.comparisons[].findings[] | select(.rule == "X12") | .judgement] | unique | join(" ")' "$SCRATCH/out"; }
# try EXIT X12 CASE FILTER: the case with one value changed
try() {
    jq "$4" "$3/case.json" >"$3/tried.json"
    exits "$1" "$3: $4" "$DOSSIER" check "$3/tried.json" --json
    got=$(x12)
    ok "X12 $2: $4" [ "$got" = "$2" ]
}
S=software-bottleneck
try 1 fails $S '.systems[0].label = "NVIDIA A100" | .systems[1].label = "NVIDIA H200"'
try 1 fails $S '.systems[1].label = "H200 with the compiler"'
try 1 fails $S '.systems[1].label = "8xA100 node"'
try 1 fails $S '.question = "What do the MI300X cards bring?"'
try 1 fails $S '.systems[1].label = "NVIDIA L4"'
try 1 fails $S '.systems[1].label = "Hopper H-200"'
try 1 fails $S '.systems[1].label = "\u041d200"'
try 1 fails $S '.systems[1].label = "Blackwell"'
try 1 fails $S '.systems[0].label = "Ampere, as it is" | .systems[1].label = "Hopper"'
try 0 holds $S '.systems[1].label = "Hopper, compiler on"'
try 0 holds $S '.systems[1].label = "H100, compiler on"'
try 0 holds $S '.systems[1].label = "A100 node upgraded to H100"'
try 0 holds $S '.systems[1].label = "MI300X-class"'
try 0 holds $S '.systems[1].label = "rack L4, hall T4"'
try 0 holds $S '.systems[1].label = "replacement for the A100"'
try 0 holds $S '.question = "Do the H100 cards keep up, or is the A100 enough?"'
H=h100-or-h200
exits 0 "both are measured" "$DOSSIER" check $H/case.json --json
ok "and X12 holds" [ "$(x12)" = holds ]
try 0 holds $H '.question = "What does the step from H100 to H200 bring?"'
jq '.systems[1].label = "replacement for the A100"' $S/case.json >$S/tried.json
exits 0 "a report" "$DOSSIER" report $S/tried.json -o "$SCRATCH/r"
tr -s ' \n' ' ' <"$SCRATCH/r/report/pages.txt" >"$SCRATCH/out"
prints "replacement for the A100; measured on NVIDIA H100 80GB HBM3" "the answer says what was measured"
exits 0 "a report of two products" "$DOSSIER" report $H/case.json -o "$SCRATCH/h"
tr -s ' \n' ' ' <"$SCRATCH/h/report/pages.txt" >"$SCRATCH/out"
prints "measured on NVIDIA H200" "and so it does of two"
finish
