#!/bin/sh
# Energy and work per energy of the sample case, checked by a script that shares nothing with the program.
# ctest
. "$(dirname "$0")/common.sh"
r=$(drawn "$SOURCE/samples/software-bottleneck/case.json")
ok "report" [ "$(cat "$r/status")" = 0 ]
ok "energy by another way" python3 "$SOURCE/tests/e2e/energy.py" "$r/report/data.json" \
    "$SOURCE/samples/software-bottleneck"
# What an energy is of: boundary, instrument, rate and window of each side, in data and on the page.
p=$(drawn "$SOURCE/samples/software-bottleneck/case-purchase.json")
ok "in the data" jq -e '. as $d | [.comparisons[0].energy[] | [.system, .boundary, .instruments, $d.facts[.interval - 1].value, $d.facts[.window - 1].key]]
    == [["A", "accelerator", ["nvidia-smi-csv, power.draw [W]"], "0.20", "window.length"], ["B", "accelerator", ["nvidia-smi-csv, power.draw [W]"], "0.20", "window.length"]]' "$p/report/data.json"
tr -s ' \n' ' ' <"$p/report/pages.txt" >"$SCRATCH/out"
prints "Energy of A: the accelerators alone, read with nvidia-smi-csv, power.draw [W] every 0.20" "on the page"
lacks "read with different instruments" "nothing more where both sides were read alike"
lacks "more than twice as often" "nor at one rate"
lacks "Energy: not read alike" "nor is the chart of both silent"
# One side read a third as often, and by another column; a wall's power makes no energy.
cp -r "$SOURCE/samples/software-bottleneck" "$SCRATCH/s" && chmod -R u+w "$SCRATCH/s"
for file in "$SCRATCH"/s/h100-unit6/*/telemetry.csv; do
    awk 'NR == 1 { sub(/power\.draw \[W\]/, "power.draw.average [W]") } NR == 1 || NR % 3 == 0' "$file" >"$SCRATCH/new" && mv "$SCRATCH/new" "$file"
done
exits 0 "read otherwise" "$DOSSIER" report "$SCRATCH/s/case-purchase.json" -o "$SCRATCH/other"
tr -s ' \n' ' ' <"$SCRATCH/other/report/pages.txt" >"$SCRATCH/out"
prints "Energy of A: the accelerators alone, read with nvidia-smi-csv, power.draw.average [W] every 0.60" "its own instrument and rate"
prints "read with different instruments" "the difference is said"
prints "more than twice as often" "and that of the rates"
prints "Energy: not read alike, so not compared" "and the chart sets neither against the other"
lacks "Energy: the intervals overlap" "in no other words"
# No ratio of energies across instruments, nor across rates; energies of each side and the verdict stay.
boundary() { # what it is, report, ratios, V6, what it says
    ok "$1" jq -e --arg is "$4" --arg said "$5" --argjson ratios "$3" '([.facts[] | select(.key | startswith("work_per_energy.ratio"))] | length == $ratios)
        and ([.comparisons[0].energy[].system] == ["A", "B"]) and .comparisons[0].verdict == "comparable with stated differences"
        and ([.comparisons[0].findings[] | select(.rule == "V6") | .judgement == $is and (.said | startswith($said))] == [true])' "$2"
}
boundary "one boundary, and a ratio" "$p/report/data.json" 3 holds "Power was read with one instrument"
boundary "two instruments, and none" "$SCRATCH/other/report/data.json" 0 fails "Power was read with different instruments"
for file in "$SCRATCH"/s/h100-unit6/*/telemetry.csv; do sed -i '1s/power\.draw\.average \[W\]/power.draw [W]/' "$file"; done
"$BUILD/tests/derive" "$SCRATCH/s/case-purchase.json" >"$SCRATCH/seldom.json"
boundary "a third as often, and none" "$SCRATCH/seldom.json" 0 fails "Power was read every {0} and every {1}"
# Readings of another kind on one side make no energy of it, and no ratio.
for file in "$SCRATCH"/s/h100-unit7/*/telemetry.csv; do sed -i '1s/power\.draw \[W\]/power.draw.instant [W]/' "$file"; done
"$BUILD/tests/derive" "$SCRATCH/s/case-purchase.json" >"$SCRATCH/derived.json"
ok "no energy of B, and no ratio of energies" jq -e '[.comparisons[0].energy[].system] == ["A"]
    and ([.facts[] | select(.key | startswith("work_per_energy.ratio"))] == [])
    and ([.facts[] | select(.key == "energy.window")] | length == 3)' "$SCRATCH/derived.json"
finish
